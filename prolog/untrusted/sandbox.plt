/*  Tests of sandbox.pl.

        $ swipl -g run_tests -t halt prolog/untrusted/sandbox.plt
*/

:- encoding(utf8).
:- use_module(library(lists)).
:- use_module(library(plunit)).
:- use_module(sandbox).

:- begin_tests(program_sandbox).

test(good, [forall(member(Goal, [true, nl, write(_), (print(a), tab(1)), p(_), findall(X, p(X), _)])), fail]) :-
    refused(sandbox_test, Goal, _).
test(bad, [forall(member(Goal, [_, halt, open(_, _, _), q, findall(_, q, _), nowhere])), nondet]) :-
    refused(sandbox_test, Goal, Reason),
    assertion(sub_string(Reason, 0, _, _, "library(sandbox): ")).
test(caller, nondet) :-
    refused(sandbox_test, q, Reason),
    assertion(sub_string(Reason, _, _, 0, ", called from q/0")).
%   As library(apply_macros) would, which library(sandbox) brings.
test(other_programs_are_not_rewritten, Goal == forall(a, b)) :-
    refused(sandbox_test, halt, _),
    expand_goal(forall(a, b), Goal).
test(printing_only_here, error(permission_error(call, sandboxed, _))) :-
    refused(sandbox_test, halt, _),
    sandbox:safe_goal(nl).

test(long, fail) :-
    user:row(900, Body),
    too_long(Body, _).
test(too_long, true) :-
    user:row(1100, Body),
    too_long(Body, _).

:- end_tests(program_sandbox).

sandbox_test:p(1).
sandbox_test:q :- shell(ls).

row(0, true) :- !.
row(N, (true, Body)) :-
    N1 is N-1,
    row(N1, Body).
