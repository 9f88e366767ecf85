:- module(pybridge_alone, [ alone_items/5,       % +Board, +Programs, +PartLists, +Unsolvable, -Items
                            unsolvable_starts/3, % +Module, +Options, -Unsolvable
                            unsolvable_items/3   % +Unsolvable, +Others, -Items
                          ]).
:- encoding(utf8).
:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(library(option)).
:- use_module(board).
:- use_module(clause_text).
:- use_module(driver).

/** <module> What only a program that stands alone has

People use such a program: for every start, for every solution, and for states of their own, which
are checked first. The engine `prolog-compiled` gets its states from Python, and they are sound.
*/

%!  alone_items(+Board, +Programs, +PartLists, +Unsolvable, -Items) is det.
%
%   Items are legal_state/1, every_start/1, every_solution/1 and every_solution/2 for Programs, whose
%   parts are PartLists. Unsolvable is a list of State-Reason.

alone_items(Board, Programs, PartLists, Unsolvable, Items) :-
    maplist(every_start, Programs, PartLists, Starts),
    program_of("
        every_solution(Program) :-
            once(start(_, State)),
            every_solution(Program, State).
        ", Solution),
    maplist(solutions(Board), Programs, PartLists, Solutions),
    state_items(Board, Unsolvable, States),
    printing(Printing),
    append([ [ (:- use_module(library(aggregate))),
               (:- use_module(library(error))),
               (:- use_module(library(lists)))
             | Starts
             ],
             [comment("")], Solution,
             [comment("")], Solutions,
             [comment("")], States,
             [comment("")], Printing,
             [comment("")]
           ], Items).

solutions(Board, Program, Parts, Clause) :-
    every_solution(Program, Board, Parts, Clause).

state_items(Board, Unsolvable, Items) :-
    program_of("
        legal_state(State) :-
            must_be(list(nonneg), State),
            once(goal(Goal)),
            msort(Goal, Tiles),
            (   msort(State, Tiles)
            ->  true
            ;   domain_error(permutation_of(Goal), State)
            ),
            (   unsolvable(State, Reason)
            ->  print_unsolvable(Reason),
                fail
            ;   true
            ).
        ", Items0),
    parity_items(Board, Parity),
    unsolvable_items(Unsolvable, Parity, Clauses),
    append([ [comment("A state has the tiles of the goal. If it is known to be unsolvable, the reason is printed.")],
             Items0,
             [comment("")],
             Clauses
           ], Items).

%!  unsolvable_starts(+Module:atom, +Options, -Unsolvable) is det.
%
%   The starts that the option unsolvable names, as a list of State-Reason.

unsolvable_starts(Module, Options, Unsolvable) :-
    option(unsolvable(Names), Options, []),
    findall(State-Reason,
            ( member([Name, Reason], Names), Module:start(Name, State) ),
            Unsolvable).

%!  unsolvable_items(+Unsolvable, +Others, -Items) is det.
%
%   Items are unsolvable/2: a clause for each of a list of State-Reason, and other ones. If there are none
%   at all, it fails.

unsolvable_items(Unsolvable, Others, Items) :-
    findall(unsolvable(State, Reason), member(State-Reason, Unsolvable), Known),
    append(Known, Others, Clauses),
    (   Clauses == []
    ->  Items = [(unsolvable('$VAR'('_'), '$VAR'('_')) :- fail)]
    ;   Items = Clauses
    ).

%   Where neighbors differ in colour and all tiles in number, a move changes the blank's colour and
%   the parity of the order, and so never their sum.
parity_items(Board, Items) :-
    (   board_colours(Board, Colours),
        board_goals(Board, [Goal|_]),
        is_set(Goal)
    ->  program_of("
            unsolvable(State, \"it needs an odd permutation of the tiles, and on the board only even ones are possible\") :-
                parity(State, Parity),
                \\+ ( goal(Goal), parity(Goal, Parity) ).
            ", Items0),
        program_of("
            parity(State, Parity) :-
                findall(Later, ( append(_, [Tile|Tiles], State), member(Later, Tiles), Later < Tile ), Less),
                length(Less, Inversions),
                nth0(Blank, State, 0),
                colours(Colours),
                nth0(Blank, Colours, Colour),
                !,
                Parity is (Inversions+Colour) mod 2.
            ", Items1),
        append([Items0, [comment("")], Items1, [comment(""), colours(Colours)]], Items)
    ;   Items = []
    ).

printing(Items) :-
    program_of("
        print_limit(Limit) :-
            format(\"----- ~d -----~n\", [Limit]).

        print_moves(LastFirst) :-
            reverse(LastFirst, Moves),
            findall(Tile, member(Tile-_, Moves), Tiles),
            length(Tiles, Length),
            format(\"~d moves: ~w~n\", [Length, Tiles]).

        print_count(Count) :-
            format(\"~d shortest in all~n\", [Count]).

        print_start(Name) :-
            format(\"~w~n\", [Name]).

        print_unsolvable(Reason) :-
            format(\"no goal can be reached: ~w~n\", [Reason]).
        ", Items).
