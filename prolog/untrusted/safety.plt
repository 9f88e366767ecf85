/*  Tests of safety.pl, allowed.pl, uses.pl and text.pl: programs that are bad
    are refused, and nothing of them runs.

        $ swipl -g run_tests -t halt prolog/untrusted/safety.plt
*/

:- encoding(utf8).
:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(library(plunit)).
:- use_module(file).

:- begin_tests(refused).

test(goal, [forall(user:bad_goal(Goal)), setup(user:mark(Mark)), true(Faults \== [])]) :-
    format(string(Text), "p(M, X, Y) :- ~s.\nr(_).\nq(M) :- p(M, _, _).\n", [Goal]),
    user:load_watched(Text, Mark, Faults).
test(text, [forall(user:bad_text(Format)), setup(user:mark(Mark)), true(Faults \== [])]) :-
    user:filled(Format, Mark, Text),
    user:load_watched(Text, Mark, Faults).

%   What library(sandbox) would let through must be found by our own lists.
test(reason, [forall(user:reason(Goal, Reason)), Texts == [Reason]]) :-
    format(string(Text), "p(X) :- ~s.\nr(_).\n", [Goal]),
    user:load_watched(Text, none, Faults),
    findall(T, member(fault(1, 1, T), Faults), Texts).
test(fault, [forall(user:fault_text(Text, Fault)), Faults == [Fault]]) :-
    user:load_watched(Text, none, Faults).

test(facts_are_safe, Faults == [Fault, Fault]) :-
    Fault = fault(1, 1, "neighbor/2 is already defined by the facts; choose another name, or have the same facts"),
    maplist(user:beside_facts, ["neighbor(1, 2).\n", ":- dynamic neighbor/2.\n"], [[F1], [F2]]),
    Faults = [F1, F2].
test(facts_stay, [forall(member(Goal, ["assertz(neighbor(1, 2))", "retract(neighbor(0, _))",
                                       "retractall(neighbor(_, _))"])), true(Faults = [_|_])]) :-
    format(string(Text), "p :- ~s.\n", [Goal]),
    user:beside_facts(Text, Faults).

test(deep_list, Faults == []) :-
    length(Open, 10 000),
    maplist(=(0'[), Open),
    length(Close, 10 000),
    maplist(=(0']), Close),
    format(string(Text), "p(~s~s).\n", [Open, Close]),
    user:load_watched(Text, none, Faults).
test(many_clauses, true(Time < 2)) :-
    findall(Line, ( between(1, 1000, N), M is N+1,
                    format(string(Line), "p~d(X) :- X > 0, ( p~d(X) -> true ; member(X, [1]) ).\n", [N, M]) ), Lines),
    atomics_to_string(Lines, Text0),
    string_concat(Text0, "p1001(_).\n", Text),
    statistics(cputime, T0),
    user:load_watched(Text, none, Faults),
    statistics(cputime, T1),
    assertion(Faults == []),
    Time is T1-T0.

:- end_tests(refused).

%   M is an atom, the name of a file that must not come to be.
bad_goal(Bad) :-
    member(Bad,
           [ "shell(M)", "shell(M, _)", "system:shell(M)", "open(M, write, _)", "open(M, write, _, [])", "tell(M), told",
             "append(M)", "see(M)", "halt", "halt(1)", "abort", "assertz(user:x)", "assertz(system:x)",
             "assertz((x :- shell(M)))", "assertz((r(_) => shell(M))), r(1)", "asserta('?=>'(r(_), shell(M)))",
             "assertz('?=>'(user:portray(_), shell(M)))", "assertz((r(_) --> shell(M)))", "retract((r(_) => _))", "G = shell(M), call(call,call,call,call,call,call,call,call,G)", "call('|'(fail, shell(M)))", "findall(_, '|'(fail, shell(M)), _)", "assertz(X)", "assertz(term_expansion(_, _))", "retract(user:x)",
             "retractall(user:x(_))", "abolish(r/1)", "dynamic(x/1)", "consult(M)", "[M]", "load_files(M, [])",
             "use_module(library(process))", "ensure_loaded(M)", "process_create(path(touch), [M], [])", "delete_file(M)",
             "op(700, xfx, user:x)", "set_prolog_flag(occurs_check, true)", "set_prolog_stack(global, limit(1))",
             "set_random(seed(1))", "X =.. [shell, M], call(X)", "X =.. [shell, M], X", "atom_concat(she, ll, X), call(X, M)",
             "atom_to_term('shell(x)', X, _), call(X)", "term_to_atom(X, 'halt'), once(X)", "X = shell(M), \\+ X",
             "call(shell, M)", "call(call, shell(M))", "call(call(shell), M)", "format(\"~@\", [shell(M)])",
             "format(\"~`~t~@\", [shell(M)])", "format(\"~*c~@\", [1, 0'x, shell(M)])",
             "format(\"~20|~:@\", [shell(M)])", "format('~a~W', [a, M, [portray(true), portray_goal(shell)]])",
             "format([0'~, 0'W], [M, [portray(true), portray_goal(shell)]])", "X = \"~@\", format(X, [shell(M)])",
             "format([0'~|X], [shell(M)])", "format(user_error, \"x\", [])", "format(_, \"x\", [])",
             "with_output_to(X, true)", "with_output_to(string(_), shell(M))", "format_time(user_error, \"x\", 0)",
             "term_string(_, M, [portray(true), portray_goal(shell)])", "write_term(M, [portray(true), portray_goal(shell)])",
             "print_message(error, format(\"~@\", [shell(M)]))", "message_to_string(format(\"~@\", [shell(M)]), _)",
             "print_message_lines(user_error, '', ['~@'-[shell(M)]])", "nb_setval(pybridge_job, 0)",
             "b_setval(pybridge_job, 0)", "nb_getval(pybridge_job, X), setarg(1, X, 0)", "nb_current(_, X), setarg(1, X, 0)",
             "put_attr(X, freeze, user:shell(M)), X = 1", "put_attr(X, when, call(shell(M))), X = 1",
             "freeze(X, true), get_attr(X, freeze, Y), setarg(2, Y, shell(M)), X = 1",
             "freeze(X, true), get_attrs(X, Y), setarg(2, Y, user:shell(M)), X = 1", "freeze(X, shell(M)), X = 1",
             "freeze(X, Y)", "when(nonvar(X), shell(M)), X = 1", "thread_create(shell(M))", "thread_send_message(main, x)",
             "message_queue_create(_)", "thread_signal(main, halt)", "mutex_lock(program_library)",
             "engine_create(_, shell(M), _)", "prolog_load_context(_, _)", "prolog_current_frame(_)", "@(shell(M), user)",
             "lists:append(_, _, _)", "lists:subseq0(_, _)", "X:shell(M)", "\\+ \\+ shell(M)", "findall(_, shell(M), _)",
             "findall(_, (true, (fail ; shell(M))), _)", "forall(shell(M), true)", "aggregate_all(count, shell(M), _)",
             "setof(X, Y^shell(M), _)", "catch(true, _, shell(M))", "catch(throw(shell(M)), X, X)",
             "call_cleanup(true, shell(M))", "( true -> shell(M) ; true )", "( true *-> shell(M) ; true )",
             "maplist(shell, [M])", "maplist([A]>>shell(A), [M])", "maplist([A]>>([B]>>shell(B)), [1], [M])",
             "maplist([A]>>shell, [1], [M])", "maplist([A]>>call(A), [shell(M)])", "maplist(\\A^shell(A), [M])",
             "maplist(M/[A]>>shell(A), [M])", "maplist([A|B]>>shell(A), [M])", ">>([A], shell(A), M)", ">>(X, shell(M), M)",
             "/(X, shell, M)", "call(X/[A]>>shell(A), M)", "maplist({X}/[A]>>shell(A), [M])",
             "meta_options(shell, [a(M)], _)", "foldl([A,B,C]>>(shell(A), B = C), [M], 0, _)", "phrase({shell(M)}, [], _)",
             "phrase(call(shell, M), [], _)", "phrase(X, [], _)", "limit(1, shell(M))", "foreach(true, shell(M))",
             "call_with_depth_limit(shell(M), 10, _)", "undo(shell(M))", "reset(shell(M), _, _)", "shift(shell(M))",
             "call_continuation([call(shell(M))])", "wrap_predicate(r(_), x, X, shell(M))", "'$set_source_module'(user)",
             "clause(X, Y)", "clause(user:x, Y)", "X = _{a: 1}.put(b, 2)",
             "interpolate_string(\"{x,~@}\", _, [x=shell(M)], [])", "print_term(M, [portray_goal(shell)])",
             "call_with_time_limit(1, shell(M))", "python(a, b, _)", "apply(shell, [M])", "current_input(X), read(X, Y)",
             "read(_)", "tnot(shell(M))", "foo()", "nosuch(1)", "r(1, 2, 3)", "r(1), 7", "X:Y", "phrase(1, X)"
           ]).

bad_text(Bad) :-
    member(Bad,
           [ ":- shell(touch).\n", ":- open('~w', write, S), close(S).\n", "?- open('~w', write, S), close(S).\n",
             ":- halt.\n", ":- initialization(halt).\n", ":- initialization(halt, now).\n",
             ":- initialization((open('~w', write, S), close(S))).\n",
             ":- initialization((open('~w', write, S), close(S)), main).\n", "user:foo(1).\n", "system:foo.\n",
             "user:foo(X) :- X.\n", "user:(foo(X) :- X).\n", "user:foo --> [].\n", "user:foo, [a] --> [].\n",
             "user:foo(X) => true.\n", "user:foo(X), X => true.\n",
             "user:term_expansion(_, _) :- open('~w', write, S), close(S).\nq.\n",
             "term_expansion(_, _) :- open('~w', write, S), close(S).\nq.\n",
             "term_expansion(_, P, _, P) :- open('~w', write, S), close(S).\nq.\n",
             "goal_expansion(_, _) :- open('~w', write, S), close(S).\n:- r.\nq :- r.\nr.\n",
             ":- dynamic term_expansion/2.\n", ":- table goal_expansion/2.\n", "user:portray(_) :- halt.\n",
             "portray(_) :- halt.\n", "prolog:message(_) --> [].\n", "user:message_hook(_, _, _) :- halt.\n",
             "message_hook(_, _, _).\n", "sandbox:safe_primitive(_).\n", ":- multifile user:portray/1.\n",
             ":- multifile sandbox:safe_primitive/1.\n", ":- use_module('~w').\n", ":- use_module(library(process)).\n",
             ":- use_module(library(filesex)).\n", ":- use_module(library(socket)).\n",
             ":- use_module(library(http/http_open)).\n", ":- use_module(library(lists), [append/3 as shell]).\n",
             ":- use_module(library(X)).\n", ":- use_module([library(lists), library(process)]).\n",
             ":- user:use_module(library(lists)).\n", ":- use_foreign_library(foreign(process)).\n",
             ":- autoload(library(process)).\n", ":- reexport(library(process)).\n", ":- consult('~w').\n", "['~w'].\n",
             ":- ['~w'].\n", ":- load_files('~w', []).\n", ":- include('~w').\n", ":- ensure_loaded('~w').\n",
             ":- if(shell(touch)).\n:- endif.\n", ":- if(\\+ shell(touch)).\n:- endif.\n",
             ":- if((current_predicate(x/1), shell(touch))).\n:- endif.\n", ":- if(X).\n:- endif.\n",
             ":- if(current_predicate(_/1)).\n:- endif.\n", ":- if(current_predicate(x/1)).\n", ":- else.\n", ":- endif.\n",
             ":- if(current_predicate(x/1)).\n:- elif(true).\n:- halt.\n:- endif.\n",
             ":- set_prolog_flag(autoload, false).\n", ":- set_prolog_flag(user:double_quotes, codes).\n",
             ":- set_prolog_flag(generate_debug_info, X).\n", ":- op(700, xfx, user:x).\n", ":- op(0, xfx, is).\n",
             ":- op(700, xfx, ',').\n", ":- op(700, xfx, :-).\n", ":- op(1100, xfy, '|').\n", ":- op(200, fy, [[]]).\n",
             ":- op(200, fy, {}).\n", ":- dynamic(user:x/1).\n", ":- dynamic([a/1, user:x/1]).\n", ":- dynamic(shell/1).\n",
             ":- dynamic(X).\n", ":- dynamic((=>)/2).\n", ":- dynamic '?=>'/2.\n", ":- table ('==>')/2.\n",
             "'?=>'(term_expansion(_, _), (open('~w', write, S), close(S), fail)).\nq.\n", "'?=>'(p, true).\n",
             "'?=>'(pybridge_program_file:clause_fault(_, _, _, _), fail).\n", "'==>'(p, true).\n", ":- dynamic call/9.\n", ":- table '|'/2.\n", ":- dynamic call//7.\n", "'?=>'(user:p, q) :- true.\n", ":- table user:x/1.\n", ":- table p(_, po(shell/2)).\np(1, 'touch ~w').\np(1, b).\n",
             ":- table p(_, lattice(open/3)).\np(1, '~w').\np(1, write).\n", ":- table p/1 as shared.\n",
             ":- thread_initialization(halt).\n", ":- meta_predicate p(0).\n", ":- module_transparent p/1.\n",
             ":- redefine_system_predicate(write(_)).\n", ":- license(gpl).\n", ":- dynamic p/1, shell(x).\n", ":- X.\n",
             ":- 1.\n", "p({|shell||touch|}).\n", "p :- {|string(X)||x|}.\n", "X.\n", "X :- true.\n", "1.\n", "1 :- true.\n",
             "\"p\".\n", "(a, b) :- true.\n", "(a, b).\n", "(a ; b) :- true.\n", "(a -> b).\n", "\\+ a.\n", "{a}.\n", "[].\n",
             "[a].\n", "[] :- true.\n", "! :- true.\n", "foo() :- true.\n", "M.f() := 1.\n", "'$foo'(1).\n", "write(x).\n",
             "between(1, 2, 3).\n", "append, [a] --> {halt}.\n", "a --> call(shell, \"touch\").\n",
             "a --> {open('~w', write, S), close(S)}.\n", "a --> X.\n", "p :- X.\n", "p :- 1.\n", "p => shell(touch).\n",
             "p(X), shell(X) => true.\n", "attr_unify_hook(_, _) :- halt.\n", "end_of_file.\n:- halt.\n", "p :- 'no end.\n",
             "p.\n/* no end\n", "p(\"no end).\n", "p(.\n", "p :- a b.\n", ":- table p/1.\np(X) :- findall(Y, shell(Y), X).\n"
           ]).

reason("shell(X)", "shell/1 is not allowed (in p/1)").
reason("process_create(X, [], [])", "process_create/3 of library process is not allowed (in p/1)").
reason("nb_getval(best, X)", "nb_getval/2 is not allowed: pass the value on as an argument; a search may keep it in a fact of a dynamic predicate (in p/1)").
reason("sumlist(X, 7)", "sumlist/2 is not allowed: write sum_list/2 (in p/1)").
reason("nosuch(X)", "nosuch/1 is not defined; if the program asserts it, declare it dynamic (in p/1)").
reason("call(X)", "a goal that is known only at run time cannot be checked: name its predicate here, as in include(p, L, M) (in p/1)").
reason("format(\"~W\", [X, []])", "~W in a format is not allowed (in p/1)").
reason("assertz(r(X))", "assertz/1 of r/1, which the program does not declare dynamic (in p/1)").
reason("assertz(X)", "assertz/1 is allowed only for a fact that is written out in the text (in p/1)").
reason("user:r(X)", "user:r/1: a goal in another module is not allowed (in p/1)").

fault_text("p.\n:- halt.\n",
    fault(2, 1, "this directive halt/0 is not allowed; allowed are dynamic, discontiguous, table, use_module(library(_)), op, encoding, style_check, set_prolog_flag(double_quotes, _), set_prolog_flag(optimise, _), if, elif, else and endif")).
fault_text("p :- a.\n  b, c.\n", fault(2, 3, "goals without a head: the full stop before them ends a clause too early; write a comma there")).
fault_text("p.\n  write(1).\n", fault(2, 3, "write/1 is built into Prolog; choose another name")).
fault_text("portray(1).\n", fault(1, 1, "portray/1 is called by Prolog itself; choose another name")).
fault_text("p.\n\n:- if(current_predicate(q/1)).\n", fault(3, 1, ":- if without :- endif")).
fault_text("end_of_file.\np.\n", fault(1, 1, "end_of_file would hide the rest of the file; remove it")).

mark(Mark) :-
    tmp_file(mark, Mark).

filled(Format, Mark, Text) :-
    split_string(Format, "~", "", Parts0),
    (   Parts0 = [First|Rest],
        foldl([Part,T0,T]>>( string_concat("w", End, Part) -> atomics_to_string([T0, Mark, End], T)
                           ; atomics_to_string([T0, "~", Part], T) ),
              Rest, First, Text)
    ->  true
    ;   Text = Format
    ).

%   Load, call what was loaded all the same, and see that nothing has changed.
load_watched(Text, Mark, Faults) :-
    outside(Before),
    in_module(Module,
              ( catch(( load_program(Text, bad, Module), Faults = [] ),
                      error(program_file(bad, Faults), _), true),
                assertion(\+ exists_file(Mark)),
                ( Faults == [] -> true ; assertion(\+ current_predicate(Module:p/_)) )
              )),
    outside(After),
    assertion(After == Before).

beside_facts(Text, Faults) :-
    in_module(Module,
              ( dynamic(Module:neighbor/2),
                assertz(Module:neighbor(0, [1])),
                catch(( load_program(Text, bad, Module), Faults = [] ),
                      error(program_file(bad, Faults), _), true),
                findall(X-Y, Module:neighbor(X, Y), Facts),
                assertion(Facts == [0-[1]])
              )).

outside(Hooks-Flags) :-
    findall(Name/Arity-N, ( member(H, [user:portray(_), user:message_hook(_, _, _), user:term_expansion(_, _),
                              user:goal_expansion(_, _), user:foo(_), system:foo, user:x]),
                   catch(predicate_property(H, number_of_clauses(N)), _, fail),
                   H = _:Head, functor(Head, Name, Arity) ), Hooks),
    findall(F=V, ( member(F, [autoload, occurs_check, double_quotes, optimise, sandboxed_load, generate_debug_info]),
                   current_prolog_flag(F, V) ), Flags).

in_module(Module, Goal) :-
    gensym(program_, Module),
    set_module(Module:class(temporary)),
    call_cleanup(once(Goal),
                 ( unload_program(Module),
                   '$destroy_module'(Module)
                 )).
