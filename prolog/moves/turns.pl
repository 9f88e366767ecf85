/*  How a permutation puzzle moves: a generator turns the pieces.

    A state is a list: which piece lies on each point, as in the facts. A generator is
    written as cycles of points: the piece on each point of a cycle goes to the next
    one. Which powers of a generator count as one move, the metric says. To turn pieces
    quickly, a state is also written as a term, state(A,B,C,D), with a point an argument.

    A program includes this page, or it is loaded before the program and behind the facts
    of a puzzle.

        $ swipl prolog/puzzles/permutation/pancake.pl prolog/moves/turns.pl
        ?- basic_move(Move, State, State1).
*/

:- use_module(library(apply)).
:- use_module(library(lists)).

%   Arithmetic is compiled; to the end of this file.
:- set_prolog_flag(optimise, true).

:- dynamic turned/3.                    % Move, State, State1

%!  first_state(+Start, -State) is det.
%
%   Start is a state, or a string of moves from the goal, such as "R U2 F'".

first_state(Start, State) :-
    (   is_list(Start)
    ->  State = Start
    ;   goal(Goal),
        Points0 =.. [state|Goal],
        make_moves(Start, Points0, Points),
        Points =.. [state|State]
    ).

%!  move(+State, ?Move, ?State1) is nondet.
%
%   Move is the name of a power of a generator. To be called behind compile_moves/0.

move(State, Move, State1) :-
    turned(Move, State, State1).

%!  compile_moves is det.
%
%   Each move becomes a clause, such as
%
%       turned(r, [A,B,C,D], [D,A,B,C]).
%
%   with a variable for each point, so that one unification moves all pieces.

compile_moves :-
    retractall(turned(_, _, _)),
    forall(( basic_move(Move, Points, Points1),
             Points =.. [state|State],
             Points1 =.. [state|State1]
           ),
           assertz(turned(Move, State, State1))).

%!  print_moves(+Moves) is det.
%
%   Prints the names of the moves. Moves come last one first.

print_moves(Moves) :-
    reverse(Moves, Forward),
    atomic_list_concat(Forward, ' ', Text),
    format("~w~n", [Text]).

%!  basic_move(-Move, -State, -State1) is nondet.
%
%   A power of a generator counts as one move, which is called Move. The arguments of
%   State and State1 are variables.

basic_move(Move, State, State1) :-
    generator(Name, Cycles),
    powers(Cycles, State, States),
    length(States, Order),
    nth1(Power, States, State1),
    Power < Order,
    metric(Metric),
    counts(Metric, Power, Order),
    power_name(Name, Power, Order, Move).

%!  make_moves(+Text, +State, -State1) is semidet.
%
%   State1 is State after the moves in Text. A move may be any power, whatever the metric.

make_moves(Text, State, State1) :-
    split_string(Text, " ", " ", Words0),
    exclude(==(""), Words0, Words),
    foldl(make_move, Words, State, State1).

%   Names may begin alike: the longest is meant.
make_move(Word, State, State1) :-
    findall(Long-turns(Cycles,Power),
            ( generator(Name, Cycles),
              string_concat(Name, Suffix, Word),
              power(Suffix, Power),
              atom_length(Name, Long)
            ),
            Ways),
    keysort(Ways, Sorted),
    last(Sorted, _-turns(Cycles,Power)),
    !,
    powers(Cycles, State, States),
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

%!  powers(+Cycles, ?State, -States) is det.
%
%   States are those after the first, second, ... time that the cycles turn; the last
%   one is State again.

powers(Cycles, State, States) :-
    goal(Goal),
    length(Goal, Points),
    functor(State, state, Points),
    numlist(1, Points, Numbers),
    powers(Cycles, Numbers, State, State, States).

powers(Cycles, Numbers, State, State0, [State1|States]) :-
    functor(State0, state, Points),
    functor(State1, state, Points),
    maplist(carry(Cycles, State0, State1), Numbers),
    (   State1 == State
    ->  States = []
    ;   powers(Cycles, Numbers, State, State1, States)
    ).

%   The piece on Point goes to the next point of its cycle, or stays.
carry(Cycles, State, State1, Point) :-
    (   member([First|Points], Cycles),
        append([First|Points], [First], Ring),
        nextto(Point, Next0, Ring)
    ->  Next = Next0
    ;   Next = Point
    ),
    arg(Point, State, Piece),
    arg(Next, State1, Piece).

%!  counts(+Metric, +Power, +Order) is semidet.
%
%   Power, of a generator of this Order, is one move.

counts(half, _, _).
counts(quarter, Power, Order) :-
    Back is Order-1,
    memberchk(Power, [1,Back]).
counts([Each|Others], Power, Order) :-
    member(Other, [Each|Others]),
    Power =:= Other mod Order,
    !.

%!  power_name(+Name, +Power, +Order, -Move) is det.
%
%   R, R2, R' for the powers of an R of order four.

power_name(Name, Power, Order, Move) :-
    Back is Order-Power,
    (   Power =< Back
    ->  Number-Mark = Power-''
    ;   Number-Mark = Back-''''
    ),
    (   Number =:= 1
    ->  atom_concat(Name, Mark, Move)
    ;   atomic_list_concat([Name,Number,Mark], Move)
    ).
