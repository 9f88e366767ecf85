/*  Tests of marks.pl.

        $ swipl -g run_tests -t halt prolog/engine/marks.plt
*/

:- encoding(utf8).
:- use_module(library(lists)).
:- use_module(library(plunit)).
:- use_module(marks).

:- begin_tests(marks, [cleanup(user:forget_all)]).

test(in_order, Marks == [a,f("b"),3]) :-
    user:leave(1, [a,f("b"),3]),
    take_marks(1, Marks).
test(are_taken_once, Marks-Rest == [a]-[]) :-
    user:leave(2, [a]),
    take_marks(2, Marks),
    take_marks(2, Rest).
test(go_on_after_a_take, Marks == [b]) :-
    user:leave(3, [a]),
    take_marks(3, _),
    user:leave(3, [b]),
    take_marks(3, Marks).
test(of_each_job_apart, Marks == [[b,d],[a,c]]) :-
    forall(member(Job-Mark, [4-a,5-b,4-c,5-d]), user:leave(Job, [Mark])),
    findall(Some, ( member(Job, [5,4]), take_marks(Job, Some) ), Marks).
test(one_queue_a_job, Queue1 == Queue2) :-
    open_marks(6, Queue1),
    open_marks(6, Queue2).
test(none_left, Marks == []) :-
    open_marks(7, _),
    take_marks(7, Marks).
test(of_no_job, Marks == []) :-
    take_marks(8, Marks).
test(job_must_be_a_number, error(type_error(integer, x))) :-
    open_marks(x, _).
test(taken_in_another_thread, Marks == Expected) :-
    numlist(1, 10000, Expected),
    open_marks(9, _),
    thread_create(user:leave(9, Expected), Thread),
    user:taken(9, 10000, Marks),
    thread_join(Thread).

:- end_tests(marks).

:- begin_tests(has_marks, [cleanup(user:forget_all)]).

test(unopened, fail) :-
    has_marks(20).
test(opened) :-
    open_marks(21, _),
    has_marks(21).
test(taken) :-
    user:leave(22, [a]),
    take_marks(22, _),
    has_marks(22).
test(forgotten, fail) :-
    open_marks(23, _),
    forget_marks(23),
    has_marks(23).
test(another_opened_since) :-
    open_marks(24, _),
    open_marks(25, _),
    has_marks(24).

:- end_tests(has_marks).

:- begin_tests(forget_marks, [cleanup(user:forget_all)]).

test(untaken, Marks == []) :-
    user:leave(30, [a]),
    forget_marks(30),
    take_marks(30, Marks).
test(twice) :-
    open_marks(31, _),
    forget_marks(31),
    forget_marks(31).
test(others_stay, Marks == [b]) :-
    user:leave(32, [a]),
    user:leave(33, [b]),
    forget_marks(32),
    take_marks(33, Marks).
test(number_used_again, Marks == [b]) :-
    user:leave(34, [a]),
    forget_marks(34),
    user:leave(34, [b]),
    take_marks(34, Marks).
test(in_another_thread, fail) :-
    open_marks(35, _),
    thread_create(forget_marks(35), Thread),
    thread_join(Thread),
    has_marks(35).
test(leaves_no_queue, After == Before) :-
    user:queues(Before),
    open_marks(36, _),
    forget_marks(36),
    user:queues(After).

:- end_tests(forget_marks).

leave(Job, Marks) :-
    open_marks(Job, Queue),
    forall(member(Mark, Marks), thread_send_message(Queue, Mark)).

%   Take until there are Count.
taken(_, 0, []) :- !.
taken(Job, Count, Marks) :-
    take_marks(Job, Some),
    length(Some, Taken),
    Left is Count-Taken,
    append(Some, Rest, Marks),
    taken(Job, Left, Rest).

queues(Queues) :-
    findall(Queue, message_queue_property(Queue, size(_)), Queues).

forget_all :-
    forall(between(1, 40, Job), forget_marks(Job)).
