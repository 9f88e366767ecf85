/*  Tests of listening.pl.

        $ swipl -g run_tests -t halt prolog/engine/listening.plt
*/

:- encoding(utf8).
:- use_module(library(plunit)).
:- use_module(listening).

:- begin_tests(heard_while, [cleanup(unload_file(listening_test))]).

test(nothing, Heard == []) :-
    user:heard("a(1).\na(2).\n:- true.\n", Heard).
test(warnings_are_nobodys, Heard == []) :-
    user:heard("a(X).\nb.\na(Y).\n", Heard).
test(what_is_wrong, [forall(user:wrong(Text, Line, Part))]) :-
    user:heard(Text, [heard(_, Line, Column, Message)|_]),
    assertion(Column >= 1),
    assertion(sub_string(Message, _, _, _, Part)),
    assertion(\+ sub_string(Message, _, _, _, "\n")),
    assertion(\+ sub_string(Message, _, _, _, " In: ")).
test(all_of_it, Lines == [1,3,4]) :-
    user:heard("a(.\nb.\nc(]).\n:- fail.\n", Heard),
    findall(Line, member(heard(_, Line, _, _), Heard), Lines).
test(a_goal_that_fails, Heard == []) :-
    heard_while(fail, Heard, _).
test(a_goal_that_throws, throws(ball)) :-
    heard_while(throw(ball), _, _).
test(afterwards_nobody_listens) :-
    catch(heard_while(throw(ball), _, _), ball, true),
    assertion(\+ pybridge_listening:listening).
test(another_thread_is_not_heard, Heard == []) :-
    heard_while(( thread_create(true, Thread), thread_join(Thread) ), Heard, _).

:- end_tests(heard_while).

wrong("a(.\n", 1, "yntax").
wrong("a.\n\nb(]).\n", 3, "yntax").
wrong("a.\n:- fail.\n", 2, "fail").
wrong("a.\n:- no_such_predicate_at_all.\n", 2, "no_such_predicate_at_all").
wrong(":- use_module(library(no_such_library)).\n", 1, "no_such_library").
wrong("a.\n:- initialization(no_such_predicate_at_all).\n", 2, "no_such_predicate_at_all").
wrong("append(1).\nlength(1, 2).\n", 2, "length/2").

heard(Text, Heard) :-
    setup_call_cleanup(
        open_string(Text, Stream),
        heard_while(load_files(user:listening_test, [stream(Stream), silent(true)]), Heard, _),
        close(Stream)).
