/*  Tests of pybridge.pl, as Prolog sees it. Python's side is in tests/swipl.

        $ swipl -g run_tests -t halt prolog/engine/pybridge.plt
*/

:- encoding(utf8).
:- use_module(library(lists)).
:- use_module(library(plunit)).
:- use_module(pybridge).

%   Stands in for Python's function: python(+Name, +Args, -Reply).
pybridge:python(Name, Args, Reply) :-
    atom_string(Function, Name),
    user:python(Function, Args, Reply).

:- begin_tests(exports).

test(what_python_calls, [forall(member(PI, [ answer/4, next/3, drop/2, cancel/2, progress/2, forget/2, this_job/1,
                                             prepare/1, load_program_into/3, unload_module/1, embed/0,
                                             end_own_threads/0 ]))]) :-
    module_property(pybridge, exports(PIs)),
    assertion(memberchk(PI, PIs)).

:- end_tests(exports).

:- begin_tests(own_threads, [setup(garbage_collect_atoms)]).

test(ended, Ends == []) :-
    end_own_threads,
    findall(Thread, ( thread_property(Thread, status(running)), Thread \== main ), Ends).
test(begin_again, true(length(Long, 200000))) :-
    end_own_threads,
    findall(Name, ( between(1, 200000, N), atom_concat(unheard_of_, N, Name) ), Long),
    garbage_collect_atoms.

:- end_tests(own_threads).

:- begin_tests(report, [cleanup(forall(between(1, 9, Job), forget(Job, _)))]).

test(marks, Marks == "[0,[{\"functor\":\"f\",\"args\":[1]},\"日本\"]]") :-
    user:asked(1, "pybridge:report(f(1)), pybridge:report(\"日本\")", _),
    progress(1, Marks).
test(has_marks, true(sub_string(Reply, _, _, 0, ",true]"))) :-
    user:asked(2, "pybridge:report(a)", Reply).
test(stays_after_failure, Marks == "[0,[1]]") :-
    user:asked(3, "(pybridge:report(1), fail)", _),
    progress(3, Marks).
test(goes_to_the_job_that_calls, Marks1-Marks2 == "[0,[1,3]]"-"[0,[2]]") :-
    user:asked(4, "pybridge:report(1), user:asked(5, \"pybridge:report(2)\", _), pybridge:report(3)", _),
    progress(4, Marks1),
    progress(5, Marks2).
test(in_no_job, error(existence_error(job, here))) :-
    pybridge:report(a).

:- end_tests(report).

:- begin_tests(may_exit).

test(in_a_job, true(sub_string(Reply, _, _, _, "permission_error(exit,thread,"))) :-
    user:asked(1, "pybridge:may_exit(true)", Reply).
test(in_an_iterator, [cleanup(drop(1, _)), true(sub_string(Reply, _, _, _, "permission_error(exit,thread,"))]) :-
    answer(1, "user", "request(iterate(1), [], [], pybridge:may_exit(true))", _),
    next(1, 1, Reply).
test(in_no_job, Exited == yes) :-
    pybridge:may_exit(Exited = yes).

:- end_tests(may_exit).

:- begin_tests(define, [cleanup(user:undefine)]).

test(args_go_as_json, Json == "[1,{\"atom\":\"a\"},[\"b\"]]") :-
    pybridge:define(echo, 4),
    user:echo(1, a, ["b"], Json).
test(variables_go_as_others, true(sub_string(Json, 0, _, _, "[{\"other\":\"_"))) :-
    pybridge:define(echo, 2),
    user:echo(_, Json).
test(no_args, Value =@= [a,"b",f(X,X)]) :-
    pybridge:define(three, 1),
    user:three(Value).
test(result_is_unified, [X,Y,Z] == [a,"b",1]) :-
    pybridge:define(three, 1),
    user:three([X,Y,f(1,Z)]).
test(another_result, fail) :-
    pybridge:define(three, 1),
    user:three([]).
test(error, error(python_error("ValueError", "no such thing"))) :-
    pybridge:define(failed, 1),
    user:failed(_).
test(job_within, true(sub_string(Reply, 0, _, _, "[\"done\",[\"Job\"],[[42]]"))) :-
    pybridge:define(asks, 1),
    user:asks(Reply).
test(again, Clauses == 1) :-
    pybridge:define(echo, 2),
    pybridge:define(echo, 2),
    aggregate_all(count, clause(user:echo(_, _), _), Clauses).
test(each_arity_apart, Json1/Json2 == "[1]"/"[1,2]") :-
    pybridge:define(echo, 2),
    pybridge:define(echo, 3),
    user:echo(1, Json1),
    user:echo(1, 2, Json2).
test(seen_from_other_modules, Json == "[1]") :-
    pybridge:define(echo, 2),
    another_module:echo(1, Json).

test(defined_otherwise, [forall(member(Name/Arity, [ atom_length/2, is/2, (',')/2, print_message/2, theirs/1,
                                                     changing/1 ])),
                         error(permission_error(redefine, procedure, Name/Arity))]) :-
    pybridge:define(Name, Arity).
test(theirs_stays, X == 1) :-
    catch(pybridge:define(theirs, 1), _, true),
    user:theirs(X).
test(arguments, [forall(member(Name/Arity-Type, [ "echo"/2-atom, echo/x-positive_integer, echo/0-positive_integer ])),
                 Got-Culprit == Type-true]) :-
    catch(pybridge:define(Name, Arity), error(type_error(Got, What), _), true),
    ( ( What == Name ; What == Arity ) -> Culprit = true ; Culprit = What ).

:- end_tests(define).

python(echo, Args, Reply) :-
    format(string(Reply), "value(~q)", [Args]).
python(three, _, "value([a,\"b\",f(X,X)])").
python(failed, _, "error(\"ValueError\",\"no such thing\")").
python(asks, _, Reply) :-
    answer(42, "user", "request(once, [], [], pybridge:this_job(Job))", Text),
    format(string(Reply), "value(~q)", [Text]).

theirs(1).

:- dynamic changing/1.

asked(Job, Goal, Reply) :-
    format(string(Request), "request(once, [], [], (~s))", [Goal]),
    answer(Job, "user", Request, Reply).

undefine :-
    forall(member(PI, [echo/2, echo/3, echo/4, three/1, failed/1, asks/1]), abolish(user:PI)).
