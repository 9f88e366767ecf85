/*  Tests of task.pl.

        $ swipl -g run_tests -t halt prolog/narrowing/task.plt

    Rules and operators are run side by side on every state that the rules reach.
*/

:- encoding(utf8).
:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(library(modules)).
:- use_module(library(plunit)).
:- use_module(library(yall)).
:- use_module(state_text).
:- use_module(task).

:- prolog_load_context(directory, Here),
   asserta(task_folder(Here)).

:- begin_tests(rules_and_operators).

%   Source: the sizes are those of the spaces, as plain Python finds them.
test(shipped, [forall(member(Name-Size, [farmer-10, jugs-16, frogs-195, missionaries-16, guarini-280, lights3-512])),
               Different-Count == []-Size]) :-
    user:shipped(Name, Module, ( user:task_in(Module, Task), user:compared(Module, Task, Different, Count) )).
test(written, [forall(user:written(Name, Size)), Different-Count == []-Size]) :-
    user:task_in(Name, Task),
    user:compared(Name, Task, Different, Count).

:- end_tests(rules_and_operators).

:- begin_tests(task).

test(farmer, Variables-Count-Goals == 4-14-[[0,1,1,1,2,1,3,1]]) :-
    user:shipped(farmer, Module, user:task_in(Module, task(_, Domains, Operators, Goals, _))),
    length(Domains, Variables),
    length(Operators, Count).
test(template_and_values, Template-Domains == "s(Leaf_0_,Leaf_1_)"-[["0","1","2"],["a","b"]]) :-
    user:task_in(steps, task(Template, Domains, _, _, _)).
test(conditions_and_effects, Operators == [["on",[0,0],[0,1]], ["on",[0,1],[0,2]],
                                           ["turn",[1,0],[1,1]], ["turn",[1,1],[1,0]]]) :-
    user:task_in(steps, task(_, _, Operators, _, _)).
test(a_goal_for_each_way, Goals == [[0,2,1,1]]) :-
    user:task_in(steps, task(_, _, _, Goals, _)).
test(a_list_that_grows_is_a_leaf, Template-Values == "s(Leaf_0_,Leaf_1_)"-["[]","[a]","[a,a]"]) :-
    user:task_in(grows, task(Template, [_,Values], _, _, _)).
test(a_state_of_one_leaf, Template-Domains-Goals == "Leaf_0_"-[["0","1","2","3"]]-[[0,3]]) :-
    user:task_in(one_leaf, task(Template, Domains, _, Goals, _)).
test(a_state_that_changes_its_shape, Domains-Operators == [["[a,b]","[b]","[]"]]-[["drop",[0,0],[0,1]],
                                                                                  ["drop",[0,1],[0,2]]]) :-
    user:task_in(whole, task(_, Domains, Operators, _, _)).
test(values_of_all_starts, Values == ["0","5","1","6","2"]) :-
    user:task_in(two_starts, task(_, [Values], _, _, _)).

test(where_an_error_is_raised, Raising == [[0,2],[0,2,1,2],[1,1]]) :-
    user:task_in(raises, task(_, _, _, _, Raising0)),
    sort(Raising0, Raising).
test(where_an_error_is_raised_in_listed_states, Domains-Operators-Raising
       == [["[a,a,a]","[a,a]","[a]"]]-[["drop",[0,0],[0,1]],["drop",[0,1],[0,2]]]-[[0,1],[0,2]]) :-
    user:task_in(listed_raises, task(_, Domains, Operators, _, Raising0)),
    sort(Raising0, Raising).
test(nothing_of_an_earlier_task, Raising == []) :-
    user:task_in(raises, _),
    user:task_in(steps, task(_, _, _, _, Raising)).

:- end_tests(task).

:- begin_tests(refused).

test(a_part_that_stays_unknown, throws(narrowing(unbound(_)))) :-
    user:task_in(unbound, _).
test(a_move_that_stays_unknown, throws(narrowing(unbound(_)))) :-
    user:task_in(unbound_move, _).
test(a_state_that_is_changed_in_place, throws(narrowing(changes(setarg/3)))) :-
    user:task_in(in_place, _).
test(a_counter_without_end, [setup(user:at_most(50, Before)), cleanup(user:at_most(Before, _)),
                             throws(narrowing(too_many(operators, 50)))]) :-
    user:task_in(counter, _).
test(states_without_end, throws(narrowing(too_many(states, _)))) :-
    user:task_in(listed, _).
test(nothing_is_left, true) :-
    catch(user:task_in(unbound, _), narrowing(_), true),
    \+ pybridge_unknown:leaf_value(_, _).

:- end_tests(refused).

%   Rules are loaded from text into modules that see nothing of user.
text(steps, "start(s, s(0,a)).
             goal(s(2,b)).
             move(s(X,Y), on, s(X1,Y)) :- next(X, X1).
             move(s(X,Y), turn, s(X,Y1)) :- other(Y, Y1).
             next(0, 1).
             next(1, 2).
             other(a, b).
             other(b, a).").
text(grows, "start(s, s(0,[])).
             goal(s(_,[a,a])).
             move(s(N,L), push, s(N,[a|L])) :- length(L, Length), Length < 2.
             move(s(N,[a|L]), pop, s(N,L)).").
text(two_starts, "start(low, [0]).
                  start(high, [5]).
                  goal([2]).
                  move([N], up, [N1]) :- N =\\= 2, N =\\= 6, N1 is N+1.").
%   Two leaves that one variable of the rules unifies, a condition, and a cut.
text(equal, "start(s, [0,2,1]).
             goal([A,A,A]).
             move([A,B,A], both, [B,A,B]).
             move([A,B,C], swap, [B,A,C]).
             move([A,B,C], sort(M), [A,B,M]) :- larger(A, B, M), M \\== C.
             move([A,B,C], fall, [A,B,D]) :- ( C > 0 -> D is C-1 ; D = C ), D =\\= C.
             larger(A, B, A) :- A > B, !.
             larger(_, B, B).").
text(one_leaf, "start(s, 0). goal(3). move(X, up, Y) :- X < 3, Y is X+1.").
text(whole, "start(s, [a,b]). goal([]). move([_|L], drop, L).").
text(listed, "start(s, 0). goal(-1). move(X, up, Y) :- Y is X+1.").
text(unbound, "start(s, s(0,a)). goal(s(1,_)). move(s(0,_), go, s(1,_)).").
text(unbound_move, "start(s, s(0,a)). goal(s(1,_)). move(s(0,X), go(_), s(1,X)).").
text(in_place, "start(one, s(0)). goal(s(1)). move(S, up, S) :- S = s(0), setarg(1, S, 1).").
%   Errors by the first part alone, by both parts, and by the second one alone.
text(raises, "start(s, s(0,2)).
              goal(s(_,A)) :- 1 is 1 // (A-1).
              move(s(N,A), up, s(M,A)) :- M is N+1, word(M, W), _ is W.
              move(s(N,A), down, s(N,B)) :- A > 0, B is A-1.
              move(s(2,A), both, s(2,B)) :- B is 2 // A.
              word(1, 1).
              word(2, 2).
              word(3, three).").
%   By goal/1 in one state, and by move/3 in another one.
text(listed_raises, "start(s, [a,a,a]).
                     goal([X,_]) :- X > 0.
                     move([_,X|L], drop, [X|L]).
                     move([X], last, []) :- X > 0.").
text(counter, "start(s, s(0,a)). goal(s(_,b)). move(s(N,X), up, s(N1,X)) :- N1 is N+1.").

:- forall(text(Module, Text),
          ( set_module(Module:base(system)),
            setup_call_cleanup(
                open_string(Text, Stream),
                load_files(Module:Module, [stream(Stream), silent(true)]),
                close(Stream)) )).

written(steps, 6).
written(grows, 3).
written(two_starts, 5).
written(one_leaf, 4).
written(whole, 3).
written(equal, Size) :-
    reached(equal, States),
    length(States, Size).

at_most(New, Old) :-
    retract(pybridge_task:most(operators, Old)),
    assertz(pybridge_task:most(operators, New)).

task_in(Module, Task) :-
    findall(State, Module:start(_, State), Starts),
    task(Module, Starts, Task).

%   Goal with Module, which has the rules of a shipped file.
shipped(Name, Module, Goal) :-
    task_folder(Folder),
    format(atom(File), "~w/../puzzles/rules/~w.pl", [Folder, Name]),
    in_temporary_module(Module, ( set_module(Module:base(system)), user:load_rules(File, Module) ), Goal).

load_rules(File, Module) :-
    open(File, read, Stream, [encoding(utf8)]),
    atom_concat(File, '@test', Id),
    call_cleanup(load_files(Module:Id, [stream(Stream), silent(true)]), close(Stream)).

%   Different has each state that the rules reach and of which they say something else than
%   Task does; Count is the number of states.
compared(Module, Task, Different, Count) :-
    reached(Module, States),
    length(States, Count),
    findall(State,
            ( member(State, States), by_rules(Module, Task, State, Goal1-Moves1), by_task(Task, State, Goal2-Moves2),
              Goal1-Moves1 \== Goal2-Moves2 ),
            Different).

reached(Module, States) :-
    findall(State, Module:start(_, State), Starts),
    grown(Module, Starts, Starts, States).

grown(_, [], States, States) :- !.
grown(Module, New, States0, States) :-
    findall(Next, ( member(State, New), Module:move(State, _, Next), \+ memberchk(Next, States0) ), Nexts),
    sort(Nexts, New1),
    append(States0, New1, States1),
    grown(Module, New1, States1, States).

by_rules(Module, task(Template, _, _, _, _), State, Goal-Moves) :-
    ( once(Module:goal(State)) -> Goal = true ; Goal = false ),
    findall(Name-Texts,
            ( Module:move(State, Move, Next), value_text(Move, Name), state_leaves(Template, Next, Texts) ),
            Moves).

by_task(task(Template, Domains, Operators, Goals, _), State, Goal-Moves) :-
    state_leaves(Template, State, Texts),
    findall(I, ( nth0(Variable, Texts, Text), nth0(Variable, Domains, Domain), nth0(I, Domain, Text) ), Values),
    same_length(Values, Texts),
    ( member(Pairs, Goals), holds(Pairs, Values) -> Goal = true ; Goal = false ),
    findall(Name-Nexts,
            ( member([Name,Before,After], Operators), holds(Before, Values), applied(After, Values, Values1),
              maplist([I,Domain,Text]>>nth0(I, Domain, Text), Values1, Domains, Nexts) ),
            Moves).

holds([], _).
holds([Variable,Value|Pairs], Values) :-
    nth0(Variable, Values, Value),
    holds(Pairs, Values).

applied([], Values, Values).
applied([Variable,Value|Pairs], Values0, Values) :-
    nth0(Variable, Values0, _, Rest),
    nth0(Variable, Values1, Value, Rest),
    applied(Pairs, Values1, Values).
