/*  Tests of iterators.pl; answers.plt has more, of limits and cancelling.

        $ swipl -g run_tests -t halt prolog/engine/iterators.plt
*/

:- encoding(utf8).
:- use_module(library(lists)).
:- use_module(library(plunit)).
:- use_module(iterators).
:- use_module(jobs).
:- use_module(limits).

:- begin_tests(iterators, [cleanup(assertion(\+ pybridge_iterators:iterator(_, _, _)))]).

test(rows, [setup(new_iterator(1, [], member(X, [a,b]), ['X'], [X])), cleanup(drop(1, "")),
            All == [['X']-[[a]], ['X']-[[b]], ['X']-[]]]) :-
    findall(Names-Rows, ( between(1, 3, _), as_job(5, iterator_row(5, 1, Names, Rows)) ), All).
test(asked_too_often, [setup(new_iterator(1, [], fail, [], [])), cleanup(drop(1, "")),
                       error(existence_error(answer, 1))]) :-
    as_job(5, iterator_row(5, 1, _, [])),
    as_job(5, iterator_row(5, 1, _, _)).
test(unknown, error(existence_error(iterator, 7))) :-
    as_job(5, iterator_row(5, 7, _, _)).
test(asked_within_itself, [setup(new_iterator(1, [], user:asks(1, E), ['E'], [E])), cleanup(drop(1, "")),
                           Rows == [[permission_error(resume, iterator, 1)]]]) :-
    as_job(5, iterator_row(5, 1, _, Rows)).
test(yields_no_answer, [setup(new_iterator(1, [], ( engine_yield(x), fail ), [], [])), cleanup(drop(1, "")),
                        error(domain_error(answer, x))]) :-
    as_job(5, iterator_row(5, 1, _, _)).
test(inferences_add_up, [setup(new_iterator(1, [inferences(1000)], user:step(_), [], [])), cleanup(drop(1, "")),
                         true(stopped_by(Ball, inference_limit))]) :-
    catch(( repeat, as_job(5, iterator_row(5, 1, _, _)), fail ), Ball, true).
test(throws_what_looks_like_a_limit,
     [setup(new_iterator(1, [inferences(1000)], throw(inference_limit_exceeded), [], [])), cleanup(drop(1, "")),
      throws(inference_limit_exceeded)]) :-
    as_job(5, iterator_row(5, 1, _, _)).
test(dropped, error(existence_error(iterator, 1))) :-
    new_iterator(1, [], true, [], []),
    drop(1, ""),
    as_job(5, iterator_row(5, 1, _, _)).

:- end_tests(iterators).

asks(Iterator, Error) :-
    catch(as_job(6, iterator_row(6, Iterator, _, _)), error(Error, _), true).

step(N) :-
    between(1, inf, N),
    forall(between(1, 50, _), true).
