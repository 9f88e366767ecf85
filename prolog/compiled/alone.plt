:- use_module(library(plunit)).
:- use_module(alone).
:- use_module(clause_text).
:- use_module(depth, []).
:- encoding(utf8).

%   Four cells in a ring, and three: neighbors differ in colour, and cannot.
ring(4, board(4, [[1,2],[0,3],[0,3],[1,2]], [[1,2,3,0]], [], [])).
ring(3, board(3, [[1,2],[0,2],[0,1]], [[1,2,0]], [], [])).
%   The same ring with two equal tiles.
ring(equal, board(4, [[1,2],[0,3],[0,3],[1,2]], [[1,1,2,0]], [], [])).

%   Module has what a program for this board alone has.
loaded(Which, Unsolvable, Module) :-
    ring(Which, Board),
    Board = board(_, _, [Goal], _, _),
    atom_concat(alone_of_, Which, Module),
    alone_items(Board, [ids], [[pybridge_depth-depth]], Unsolvable, Items),
    with_output_to(string(Text), ( current_output(Out), write_program(Out, [goal(Goal)|Items]) )),
    setup_call_cleanup(
        open_string(Text, Stream),
        load_files(Module:Module, [stream(Stream), silent(true)]),
        close(Stream)).

legal(Which, Unsolvable, State, Told) :-
    loaded(Which, Unsolvable, Module),
    with_output_to(string(Told), ( Module:legal_state(State) -> true ; true )).

:- begin_tests(alone).

test(legal, Told == "") :-
    user:legal(4, [], [1,0,3,2], Told).
test(too_short, error(domain_error(permutation_of([1,2,3,0]), [1,2,3]), _)) :-
    user:legal(4, [], [1,2,3], _).
test(another_tile, error(domain_error(permutation_of(_), _), _)) :-
    user:legal(4, [], [1,2,4,0], _).
test(no_list, error(type_error(list(nonneg), board), _)) :-
    user:legal(4, [], board, _).
test(no_numbers, error(type_error(_, a), _)) :-
    user:legal(4, [], [1,2,a,0], _).
test(unbound, error(instantiation_error, _)) :-
    user:legal(4, [], [1,2,_,0], _).
test(an_odd_permutation, Told == Expected) :-
    user:legal(4, [], [2,1,3,0], Told),
    Expected = "no goal can be reached: it needs an odd permutation of the tiles, and on the board only even ones are possible\n".
test(where_colours_do_not_tell, Told == "") :-
    user:legal(3, [], [2,1,0], Told).
test(where_equal_tiles_are_exchanged, Told == "") :-
    user:legal(equal, [], [1,2,1,0], Told).
test(what_is_known_by_others, Told == "no goal can be reached: Zyklus ≠ Ziel\n") :-
    user:legal(3, [[2,1,0]-"Zyklus ≠ Ziel"], [2,1,0], Told).

:- end_tests(alone).
