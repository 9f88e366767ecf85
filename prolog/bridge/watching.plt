/*  Tests of watching.pl with a program of its own; classic.plt has the classic ones.

        $ swipl -g run_tests -t halt prolog/bridge/watching.plt
*/

:- encoding(utf8).
:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(library(plunit)).
:- use_module('../engine/limits').
:- use_module('../engine/marks').
:- use_module(watching).

:- begin_tests(watch, [setup(user:make_program), cleanup(( forget_marks(800), abolish_program ))]).

test(marks_in_order, Kinds == [begun, limit(1), limit(2), solved([a-1]), ended]) :-
    user:watched([], Marks),
    user:kinds(Marks, Kinds).
test(nodes_are_counted_if_wanted, Counts-Last == [0/0,0/0,0/0,0/0,0/0]-(2/2)) :-
    user:watched([], Marks0),
    user:nodes(Marks0, Counts),
    user:watched([counted(true)], Marks),
    user:nodes(Marks, Counted),
    last(Counted, Last).
test(the_last_limit, Kinds == [begun, limit(1), stopped, ended]) :-
    user:watched([limit(1)], Marks),
    user:kinds(Marks, Kinds).
test(all_solutions_of_the_least_limit,
     Kinds == [begun, limit(1), limit(2), solved([a-1]), solved([a-2]), stopped, ended]) :-
    user:watched([all(true)], Marks),
    user:kinds(Marks, Kinds).
%   From the beginning to the first limit nothing is done but that the program is called.
test(a_mark_costs_nothing, true(Cost < 10)) :-
    user:watched([], [Begun, Limit|_]),
    user:figures(Begun, figures(Inferences0, _, _, _)),
    user:figures(Limit, figures(Inferences, _, _, _)),
    Cost is Inferences-Inferences0.
%   Nor does a line that a program prints in a way of its own, except its call.
test(a_line_costs_nothing, true(abs(Cost) =< 3*300)) :-
    maplist(user:cost, [silent,chatty], [Silent,Chatty]),
    Cost is Chatty-Silent.
test(the_end_is_marked_at_a_limit, Kinds == [begun, limit(1), ended]) :-
    catch(user:watch_program([limits([inferences(1000)])], endless), _, true),
    take_marks(800, Marks),
    user:kinds(Marks, Kinds).
test(a_limit_is_thrown, true(stopped_by(Ball, inference_limit))) :-
    catch(user:watch_program([limits([inferences(1000)])], endless), Ball, true).
test(a_limit_must_be_a_number, error(type_error(_, x))) :-
    user:watch_program([], strange).

:- end_tests(watch).

%   A node is expanded and one created below it at each limit; the solutions are at limit 2.
make_program :-
    forall(member(Clause,
                  [ (solve :- between(1, 3, Limit), print_limit(Limit), node(Limit, Plan), print_moves(Plan), !),
                    (node(1, _) :- expand, generate, fail),
                    (node(2, [a-N]) :- expand, between(1, 2, N), generate),
                    expand,
                    generate,
                    (endless :- print_limit(1), repeat, fail),
                    (strange :- print_limit(x)),
                    (silent :- forall(between(1, 300, _), true)),
                    (chatty :- forall(between(1, 300, N), writeln(line(N)))) ]),
           assertz(watched_program:Clause)).

abolish_program :-
    forall(member(Name/Arity, [solve/0, node/2, expand/0, generate/0, endless/0, strange/0, silent/0, chatty/0]),
           abolish(watched_program:Name, Arity)).

watch_program(Options, Program) :-
    open_marks(800, _),
    take_marks(800, _),
    Classic = classic(engine, domain, [Program], file(none), print_limit(_), print_moves(_), expand, generate),
    call_cleanup(watch(Classic, 800, watched_program, Program, Options), user:unwrap).

unwrap :-
    forall(member(Name/0, [expand/0, generate/0]),
           ( unwrap_predicate(watched_program:Name/0, pybridge_count) -> true ; true )).

watched(Options, Marks) :-
    watch_program(Options, solve),
    take_marks(800, Marks).

cost(Program, Cost) :-
    forall(member(Name, [print_limit,print_moves]), abolish(watched_program:Name, 1)),
    watch_program([text(own, "")], Program),
    take_marks(800, [Begun|Marks]),
    last(Marks, Ended),
    maplist(figures, [Begun,Ended], [figures(Before, _, _, _),figures(After, _, _, _)]),
    Cost is After-Before.

figures(Mark, Figures) :-
    Mark =.. Parts,
    last(Parts, Figures).

kinds([], []).
kinds([Mark|Marks], [Kind|Kinds]) :-
    Mark =.. Parts0,
    once(append(Parts, [_], Parts0)),
    Kind =.. Parts,
    kinds(Marks, Kinds).

nodes(Marks, Nodes) :-
    findall(E/G, ( member(Mark, Marks), figures(Mark, figures(_, _, E, G)) ), Nodes).
