/*  Tests of loading.pl.

        $ swipl -g run_tests -t halt prolog/engine/loading.plt
*/

:- encoding(utf8).
:- use_module(library(lists)).
:- use_module(library(plunit)).
:- use_module(loading).

:- begin_tests(prepare).

test(loads_a_file_of_ours_once) :-
    prepare(untrusted/file),
    assertz(pybridge_program_allowed:program(kept)),
    prepare("untrusted/file"),
    assertion(retract(pybridge_program_allowed:program(kept))),
    assertion(\+ current_predicate(pybridge_loading:load_program/3)).
test(no_such_file, error(existence_error(source_sink, _))) :-
    prepare(untrusted/none).

:- end_tests(prepare).

:- begin_tests(into, [cleanup(user:unload_all)]).

test(visible_in_the_module_only, Seen == [m1-[1,2]]) :-
    load_blocks(m1, [1,2]),
    findall(Module-Blocks,
            ( member(Module, [m1, user, loading, another]),
              catch(findall(Block, Module:block(Block), Blocks), _, fail)
            ),
            Seen).
test(two_modules, Blocks == [1,2]) :-
    load_blocks(m2, [1]),
    load_blocks(m3, [2]),
    findall(Block, ( member(Module, [m2, m3]), Module:block(Block) ), Blocks).
test(more_into_the_same, Blocks == [1,2]) :-
    load_blocks(m4, [1]),
    load_blocks(m4, [2]),
    findall(Block, m4:block(Block), Blocks).
test(same_module_again, Blocks == [2]) :-
    load_blocks(m5, [1]),
    unload_module(m5),
    load_blocks(m5, [2]),
    findall(Block, m5:block(Block), Blocks).
test(an_error_leaves_no_module, Ball-Left == wrong-[]) :-
    catch(into(m6, ( load_blocks(m6, [1]), throw(wrong) )), Ball, true),
    user:held(m6, Left),
    assertion(\+ pybridge_loading:loaded(m6)).
test(after_an_error, Blocks == [1]) :-
    catch(into(m7, ( load_blocks(m7, [2]), throw(wrong) )), _, true),
    load_blocks(m7, [1]),
    findall(Block, m7:block(Block), Blocks).
test(no_module_name, [forall(member(Module-Formal, [_-instantiation_error, 1-type_error(atom, 1)])), Got == Formal]) :-
    catch(into(Module, true), error(Got, _), true).

:- end_tests(into).

:- begin_tests(load_program_into, [cleanup(user:unload_all)]).

test(alone, Xs == [1,2]) :-
    load_program_into(p1, it, "p(1).\np(2).\n"),
    findall(X, p1:p(X), Xs).
test(beside_facts, Xs == [2,4]) :-
    load_blocks(p2, [1,2]),
    load_program_into(p2, it, "twice(Y) :- block(X), Y is 2*X.\n"),
    findall(X, p2:twice(X), Xs).
test(faults, File-Line == 'it.pl'-2) :-
    catch(load_program_into(p3, 'it.pl', "p(1).\np(X) :- shell(X).\n"), Error, true),
    Error = error(program_file(File, [fault(Line, _, _)|_]), _).
test(faults_leave_no_module, Left == []) :-
    catch(load_program_into(p4, it, ":- halt.\n"), error(program_file(_, _), _), true),
    user:held(p4, Left),
    assertion(\+ pybridge_loading:loaded(p4)).
test(faults_leave_the_facts, Blocks == [1]) :-
    load_blocks(p5, [1]),
    catch(load_program_into(p5, it, ":- halt.\n"), error(program_file(_, _), _), true),
    findall(Block, p5:block(Block), Blocks),
    assertion(\+ catch(p5:p(_), _, fail)).

:- end_tests(load_program_into).

:- begin_tests(check_allowed, [cleanup(user:unload_all)]).

test(beside_a_program) :-
    load_program_into(c1, it, "p(1).\n"),
    check_allowed(c1, p(_)).
test(not_beside_a_program, error(unsafe_goal(_))) :-
    load_program_into(c2, it, "p(1).\n"),
    check_allowed(c2, shell(true)).
test(beside_facts) :-
    load_blocks(c3, [1]),
    check_allowed(c3, shell(true)).
test(in_user) :-
    check_allowed(user, shell(true)).
test(program_with_faults) :-
    load_blocks(c4, [1]),
    catch(load_program_into(c4, it, ":- halt.\n"), _, true),
    check_allowed(c4, shell(true)).
test(module_used_again) :-
    load_program_into(c5, it, "p(1).\n"),
    unload_module(c5),
    load_blocks(c5, [1]),
    check_allowed(c5, shell(true)).

:- end_tests(check_allowed).

:- begin_tests(unload_module, [cleanup(user:unload_all)]).

test(facts, Left == []) :-
    load_blocks(u1, [1]),
    unload_module(u1),
    user:held(u1, Left).
test(program, Left == []) :-
    load_blocks(u2, [1]),
    load_program_into(u2, it, "p(X) :- block(X).\n"),
    unload_module(u2),
    user:held(u2, Left).
test(others_stay, Blocks == [2]) :-
    load_blocks(u3, [1]),
    load_blocks(u4, [2]),
    unload_module(u3),
    findall(Block, u4:block(Block), Blocks).
test(unknown, error(existence_error(loaded_module, no_such_module))) :-
    unload_module(no_such_module).
test(not_loaded_here, error(existence_error(loaded_module, user))) :-
    unload_module(user).
test(twice, error(existence_error(loaded_module, u5))) :-
    load_blocks(u5, [1]),
    unload_module(u5),
    unload_module(u5).

%   What one load leaves behind would be there five hundred times.
test(leaves_nothing, [forall(member(Kind, [facts, facts_and_program, error])),
                      true(forall(member(Growth, Grown), Growth < 100))]) :-
    user:load_and_unload(50, Kind),
    user:sizes(Before),
    user:load_and_unload(500, Kind),
    user:sizes(After),
    findall(Growth, ( nth1(Nth, Before, Size0), nth1(Nth, After, Size), Growth is Size-Size0 ), Grown).

:- end_tests(unload_module).

%   What loads facts, in short.
load_blocks(Module, Blocks) :-
    into(Module, forall(member(Block, Blocks), assertz(Module:block(Block)))).

load_and_unload(Times, Kind) :-
    numlist(1, 20, Blocks),
    forall(between(1, Times, _), once(load_and_unload_once(Kind, Blocks))).

load_and_unload_once(facts, Blocks) :-
    load_blocks(again, Blocks),
    unload_module(again).
load_and_unload_once(facts_and_program, Blocks) :-
    load_blocks(again, Blocks),
    load_program_into(again, 'it.pl', "twice(Y) :- block(X), Y is 2*X.\n"),
    unload_module(again).
load_and_unload_once(error, Blocks) :-
    catch(into(again, ( load_blocks(again, Blocks), throw(wrong) )), wrong, true).

%   Collected by this thread: one that collects meanwhile would have it leave that out.
sizes(Sizes) :-
    set_prolog_gc_thread(false),
    garbage_collect,
    garbage_collect_clauses,
    garbage_collect_atoms,
    findall(Size, ( member(Key, [atoms, functors, modules, predicates, clauses]), statistics(Key, Size) ), Sizes).

%   The predicates that a module still has.
held(Module, PIs) :-
    (   current_module(Module)
    ->  findall(Name/Arity,
                ( current_predicate(Module:Name/Arity),
                  functor(Head, Name, Arity),
                  \+ predicate_property(Module:Head, imported_from(_))
                ),
                PIs)
    ;   PIs = []
    ).

unload_all :-
    forall(pybridge_loading:loaded(Module), unload_module(Module)).
