/*  Breadth-first search: layer by layer, every state once, until a layer has a goal.

    It needs no lower bound, so it judges the searches that have one. A layer has the
    states at one distance from the start, in the order in which they are found. States
    are as in the facts; those seen are facts themselves, found by a hash of the state.

        $ swipl prolog/breadth_first.pl
        ?- time(breadth_first).

    It searches whatever puzzle is loaded before it, and the 7-puzzle if none is. How the
    puzzle moves is on a page of its own for each kind of puzzle, in `moves/`.

        $ swipl prolog/puzzles/blocks_world/blocks4.pl prolog/breadth_first.pl

    A copy of this page in another folder finds neither by itself:

        $ swipl prolog/puzzles/blocks_world/blocks4.pl prolog/moves/blocks.pl mine.pl
*/

:- encoding(utf8).
:- use_module(library(lists)).

%   Arithmetic is compiled; to the end of this file.
:- set_prolog_flag(optimise, true).

:- if(\+ current_predicate(puzzle/3)).
:- include('puzzles/sliding_tiles/seven').
:- endif.

%   How the puzzle moves: the page for its kind, unless one is loaded.
:- if(current_predicate(first_state/2)).
:- elif(puzzle(_, sliding_tiles, _)).
:- include('moves/tiles').
:- elif(puzzle(_, blocks_world, _)).
:- include('moves/blocks').
:- elif(puzzle(_, permutation, _)).
:- include('moves/turns').
:- elif((current_predicate(action/4), \+ current_predicate(move/3))).   % beside move/3, it is a helper of that
:- include('moves/actions').
:- elif(puzzle(_, rules, _)).
:- include('moves/rules').
:- endif.

%   Some pages have moves to make ready.
:- if(current_predicate(compile_moves/0)).
:- compile_moves.
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
    findall(State, ( member(State, States), once(is_goal(State)) ), Goals),
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

:- if(current_predicate(moved/3)).

successor(State, State1) :-
    moved(State, _, State1).

:- else.

successor(State, State1) :-
    move(State, _, State1).

:- endif.

%!  is_goal(+State) is nondet.
%
%   Some pages have more to say about goals than the facts.

:- if(\+ current_predicate(is_goal/1)).

is_goal(State) :-
    goal(State).

:- endif.

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
%   Path is a shortest one from the start to State, the last state first. If moves can be
%   undone, the states before State are those of the layer before that it can move to. If
%   nobody says so, all states of that layer are asked, and Path has Move-State for each.

:- if(current_predicate(one_way/0)).

path(0, State, [start-State]) :-
    !.
path(Distance, State, [Move-State|Path]) :-
    Distance1 is Distance-1,
    findall(Place-before(Move,State1),
            ( seen(_, State1, Distance1, Place),
              moved(State1, Move, After),       % rules need not work backwards
              After == State
            ),
            Befores),
    keysort(Befores, Sorted),
    member(_-before(Move,State1), Sorted),
    path(Distance1, State1, Path).

:- else.

path(0, State, [State]) :-
    !.
path(Distance, State, [State|Path]) :-
    Distance1 is Distance-1,
    findall(Place-State1,
            ( move(State, _, State1),
              term_hash(State1, Hash),
              seen(Hash, State1, Distance1, Place)
            ),
            Pairs),
    keysort(Pairs, Sorted),
    member(_-State1, Sorted),
    path(Distance1, State1, Path).

:- endif.

print_limit(Limit) :-
    format("----- ~d -----~n", [Limit]).

%!  print_path(+Path) is det.
%
%   Prints the moves of Path, whose states come last one first.

print_path(Path) :-
    path_moves(Path, Moves),
    print_moves(Moves).

:- if(current_predicate(one_way/0)).

path_moves(Path, Moves) :-
    append(Steps, [_], Path),
    findall(Move, member(Move-_, Steps), Moves).

:- else.

path_moves([_], []).
path_moves([State1,State|States], [Move|Moves]) :-
    once(move(State, Move, State1)),
    path_moves([State|States], Moves).

:- endif.
