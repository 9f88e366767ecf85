/*  Breadth-first search: layer by layer, every state once, until a layer has a goal.

    It needs no lower bound, so it judges the searches that have one. A layer has the
    states at one distance from the start, in the order in which they are found. States
    are lists, as in the facts; those seen are facts themselves, found by a hash of the list.

        $ swipl prolog/breadth_first.pl
        ?- time(breadth_first).

    It searches whatever sliding puzzle, blocks world or permutation puzzle is loaded
    before it, and the 7-puzzle if none is.

        $ swipl prolog/puzzles/blocks_world/blocks4.pl prolog/breadth_first.pl
*/

:- encoding(utf8).
:- use_module(library(lists)).

%   Arithmetic is compiled; to the end of this file.
:- set_prolog_flag(optimise, true).

:- if(\+ current_predicate(puzzle/3)).
:- include('puzzles/sliding_tiles/seven').
:- endif.

%   seen(Hash, State, Distance, Place): State is Distance moves from the start, and
%   the layer of that distance has it at Place.
:- dynamic seen/4.

%!  breadth_first is semidet.
%
%   Prints the distance of every layer, then a shortest solution; fails if no goal can
%   be reached. If printing fails, the other shortest solutions follow: by their goals,
%   by the states before these, and so on back to the start, always in the order of the layer.

breadth_first :-
    once(start(_, Start)),
    first_state(Start, State),
    call_cleanup(
        once(( is_new(State, 0, places(0)), layers(0, [State]) )),
        retractall(seen(_, _, _, _))).

%!  layers(+Distance, +States) is nondet.
%
%   States are the layer of Distance; of those before, only the facts are left.

layers(Distance, States) :-
    States = [_|_],
    print_limit(Distance),
    check_memory,
    findall(State, ( member(State, States), once(goal(State)) ), Goals),
    (   Goals = [_|_]
    ->  member(Goal, Goals),
        path(Distance, Goal, Path),
        print_path(Path)
    ;   Distance1 is Distance+1,
        Places = places(0),
        findall(State1,
                ( member(State, States),
                  successor(State, State1),
                  is_new(State1, Distance1, Places)
                ),
                States1),
        layers(Distance1, States1)
    ).

%   Facts are kept outside the stacks; what limits these is to limit all.
check_memory :-
    predicate_property(seen(_, _, _, _), size(Bytes)),
    current_prolog_flag(stack_limit, Most),
    (   Bytes > Most
    ->  throw(error(resource_error(memory), context(breadth_first/0, _)))
    ;   true
    ).

%!  successor(+State, -State1) is nondet.
%
%   Of the search forward alone: a call expands State, a success generates State1.

successor(State, State1) :-
    move(State, State1).

%!  is_new(+State, +Distance, +Places) is semidet.
%
%   State is seen for the first time, and takes the next place in the layer of Distance;
%   places(Next) is changed for good.

is_new(State, Distance, Places) :-
    term_hash(State, Hash),
    \+ seen(Hash, State, _, _),
    arg(1, Places, Place),
    Place1 is Place+1,
    nb_setarg(1, Places, Place1),
    assertz(seen(Hash, State, Distance, Place)).

%!  path(+Distance, +State, -Path) is nondet.
%
%   Path is a shortest one from the start to State, the last state first. Moves can be
%   undone, so the states before State are those of the layer before that it can move to.

path(0, State, [State]) :-
    !.
path(Distance, State, [State|Path]) :-
    Distance1 is Distance-1,
    findall(Place-State1,
            ( move(State, State1),
              term_hash(State1, Hash),
              seen(Hash, State1, Distance1, Place)
            ),
            Pairs),
    keysort(Pairs, Sorted),
    member(_-State1, Sorted),
    path(Distance1, State1, Path).

print_limit(Limit) :-
    format("----- ~d -----~n", [Limit]).

:- if(puzzle(_, blocks_world, _)).

%   A blocks world has places, or a table, or both.
:- discontiguous place/1, (table)/1.

first_state(State, State).

%!  move(+State, -State1) is nondet.
%
%   A clear block is put on a clear block, a clear place or the table.

move(State, State1) :-
    member([Block,Under], State),
    clear(Block, State),
    ( block(To) ; place(To) ; table(To) ),
    To \== Under,
    To \== Block,
    clear(To, State),
    once(select([Block,Under], State, [Block,To], State1)).

%   Another block can be put on X.
clear(X, _) :-
    table(X),
    !.
clear(X, State) :-
    \+ memberchk([_,X], State).

print_path(States) :-
    print_plan(States).

%   The states come last one first.
print_plan(States) :-
    reverse(States, [State|Forward]),
    print_steps(Forward, State).

print_steps([], _).
print_steps([State|States], State0) :-
    member([Block,To], State),
    \+ memberchk([Block,To], State0),
    !,
    format("~w -> ~w~n", [Block,To]),
    print_steps(States, State).

:- elif(puzzle(_, permutation, _)).

:- use_module(library(apply)).
:- dynamic turn/3.                      % Move, State, State1

%!  first_state(+Start, -State) is det.
%
%   A start is a state, or a string of moves from the goal, such as "R U2 F'".

first_state(Start, State) :-
    (   is_list(Start)
    ->  State = Start
    ;   goal(Goal),
        split_string(Start, " ", " ", Words0),
        exclude(==(""), Words0, Words),
        foldl(make_move, Words, Goal, State)
    ).

make_move(Word, State, State1) :-
    generator(Name, Cycles),
    string_concat(Name, Suffix, Word),
    power(Suffix, Power),
    !,
    powers(Cycles, State, State, States),
    length(States, Length),
    Index is (Power-1) mod Length,
    nth0(Index, States, State1).
make_move(Word, _, _) :-
    atom_string(Move, Word),
    existence_error(generator, Move).

%   What follows the name of a generator: a number or nothing, and a ' for the inverse.
power("", 1).
power("'", -1).
power(Suffix, Power) :-
    number_string(Power, Suffix).
power(Suffix, Power) :-
    string_concat(Number, "'", Suffix),
    number_string(Back, Number),
    Power is -Back.

%!  move(+State, -State1) is nondet.
%
%   A power of a generator is made. The metric says which ones count as one move.

move(State, State1) :-
    turn(_, State, State1).

%   A clause turn(Move, State, State1) for each: the entries of its states are variables.
basic_move(Move, State, State1) :-
    goal(Goal),
    same_length(Goal, State),
    generator(Name, Cycles),
    powers(Cycles, State, State, States),
    length(States, Order),
    nth1(Power, States, State1),
    Power < Order,
    metric(Metric),
    counts(Metric, Power, Order),
    power_name(Name, Power, Order, Move).

%   States are those after State0 as the cycles turn, until State is back.
powers(Cycles, State, State0, [State1|States]) :-
    same_length(State0, State1),
    length(State0, Points),
    numlist(1, Points, Numbers),
    maplist(carry(Cycles, State1), Numbers, State0),
    (   State1 == State
    ->  States = []
    ;   powers(Cycles, State, State1, States)
    ).

%   The piece on Point goes to the next point of its cycle, or stays.
carry(Cycles, State1, Point, Piece) :-
    (   member([First|Points], Cycles),
        append([First|Points], [First], Ring),
        nextto(Point, Next0, Ring)
    ->  Next = Next0
    ;   Next = Point
    ),
    nth1(Next, State1, Piece).

counts(half, _, _).
counts(quarter, Power, Order) :-
    Back is Order-1,
    memberchk(Power, [1,Back]).
counts([Each|Others], Power, Order) :-
    member(Other, [Each|Others]),
    Power =:= Other mod Order,
    !.

%   R, R2, R' for the powers of an R that is back after four times.
power_name(Name, Power, Order, Word) :-
    Back is Order-Power,
    ( Power =< Back -> Number-Mark = Power-'' ; Number-Mark = Back-'''' ),
    (   Number =:= 1
    ->  atom_concat(Name, Mark, Word)
    ;   atomic_list_concat([Name,Number,Mark], Word)
    ).

:- retractall(turn(_, _, _)).
:- forall(basic_move(Move, State, State1), assertz(turn(Move, State, State1))).

print_path(Path) :-
    path_moves(Path, Moves),
    reverse(Moves, Forward),
    atomic_list_concat(Forward, ' ', Text),
    format("~w~n", [Text]).

path_moves([_], []).
path_moves([State1,State|States], [Move|Moves]) :-
    once(turn(Move, State, State1)),
    path_moves([State|States], Moves).

:- else.

first_state(State, State).

%!  move(+State, -State1) is nondet.
%
%   A tile beside the blank is slid into it.

move(State, State1) :-
    nth0(Blank, State, 0),
    neighbor(Blank, Cells),
    member(Cell, Cells),
    nth0(Cell, State, Tile),
    slide(State, Cell, Tile, State1).

%   The blank goes to a cell and leaves the tile of that cell where it was.
slide([], _, _, []).
slide([Entry0|State0], Cell, Tile, [Entry|State]) :-
    (   Cell =:= 0
    ->  Entry = 0
    ;   Entry0 == 0
    ->  Entry = Tile
    ;   Entry = Entry0
    ),
    Cell1 is Cell-1,
    slide(State0, Cell1, Tile, State).

print_path(Path) :-
    path_moves(Path, Moves),
    print_moves(Moves).

%   A tile has moved into the cell that was the blank's.
path_moves([_], []).
path_moves([State1,State|States], [Tile-Cell|Moves]) :-
    nth0(Cell, State, 0),
    nth0(Cell, State1, Tile),
    path_moves([State|States], Moves).

%   The moves come last one first.
print_moves(Moves) :-
    reverse(Moves, Forward),
    findall(Tile, member(Tile-_, Forward), Tiles),
    format("~w~n", [Tiles]).

:- endif.
