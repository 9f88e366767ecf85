/*  Tests of loading.pl.

        $ swipl -g run_tests -t halt prolog/bridge/loading.plt
*/

:- encoding(utf8).
:- use_module(library(lists)).
:- use_module(library(plunit)).
:- use_module(library(readutil)).
:- use_module(loading).

:- prolog_load_context(directory, Here),
   file_directory_name(Here, Folder),
   asserta(prolog_folder(Folder)).

:- begin_tests(load_facts_into, [cleanup(user:unload_all)]).

test(visible_in_the_module_only, Seen == [m1-[1,2]]) :-
    load_facts_into(m1, it, "block(1). block(2).\n"),
    findall(Module-Blocks,
            ( member(Module, [m1, user, loading, another]),
              catch(findall(Block, Module:block(Block), Blocks), _, fail)
            ),
            Seen).
test(two_modules, Blocks == [1,2]) :-
    load_facts_into(m2, it, "block(1).\n"),
    load_facts_into(m3, it, "block(2).\n"),
    findall(Block, ( member(Module, [m2, m3]), Module:block(Block) ), Blocks).
test(same_file_in_two_modules, States1-States2 == [State]-[State]) :-
    user:seven(Text),
    load_facts_into(m4, 'seven.pl', Text),
    load_facts_into(m5, 'seven.pl', Text),
    findall(State, m4:start(_, State), States1),
    findall(State, m5:start(_, State), States2),
    States1 = [State].
test(same_file_again, Counts == [1,1]) :-
    user:seven(Text),
    findall(Count,
            ( between(1, 2, _),
              load_facts_into(m6, 'seven.pl', Text),
              aggregate_all(count, m6:start(_, _), Count),
              unload_module(m6)
            ),
            Counts).
test(absent_facts_fail, fail) :-
    Module = m7,
    load_facts_into(Module, it, "block(1).\n"),
    Module:place(_).
test(faults, Faults == [fault(2, 3, "a directive is not a fact")]) :-
    catch(load_facts_into(m8, 'it.pl', "block(1).\n  :- halt.\n"), error(fact_file(File, Faults), _), true),
    assertion(File == 'it.pl').
test(faults_leave_no_module, Left == []) :-
    catch(load_facts_into(m9, it, "foo.\n"), _, true),
    user:held(m9, Left),
    assertion(\+ pybridge_loading:loaded(m9)).
test(after_faults, Blocks == [1]) :-
    catch(load_facts_into(m10, it, "block(2). foo.\n"), _, true),
    load_facts_into(m10, it, "block(1).\n"),
    findall(Block, m10:block(Block), Blocks).
test(no_module_name, [forall(member(Module-Formal, [_-instantiation_error, 1-type_error(atom, 1)])), Got == Formal]) :-
    catch(load_facts_into(Module, it, "block(1).\n"), error(Got, _), true).

:- end_tests(load_facts_into).

:- begin_tests(load_program_into, [cleanup(user:unload_all)]).

test(alone, Xs == [1,2]) :-
    load_program_into(p1, it, "p(1).\np(2).\n"),
    findall(X, p1:p(X), Xs).
test(beside_facts, Xs == [2,4]) :-
    load_facts_into(p2, it, "block(1). block(2).\n"),
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
    load_facts_into(p5, it, "block(1).\n"),
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
    load_facts_into(c3, it, "block(1).\n"),
    check_allowed(c3, shell(true)).
test(in_user) :-
    check_allowed(user, shell(true)).
test(program_with_faults) :-
    load_facts_into(c4, it, "block(1).\n"),
    catch(load_program_into(c4, it, ":- halt.\n"), _, true),
    check_allowed(c4, shell(true)).
test(module_used_again) :-
    load_program_into(c5, it, "p(1).\n"),
    unload_module(c5),
    load_facts_into(c5, it, "block(1).\n"),
    check_allowed(c5, shell(true)).

:- end_tests(check_allowed).

:- begin_tests(unload_module, [cleanup(user:unload_all)]).

test(facts, Left == []) :-
    load_facts_into(u1, it, "block(1).\n"),
    unload_module(u1),
    user:held(u1, Left).
test(program, Left == []) :-
    load_facts_into(u2, it, "block(1).\n"),
    load_program_into(u2, it, "p(X) :- block(X).\n"),
    unload_module(u2),
    user:held(u2, Left).
test(others_stay, Blocks == [2]) :-
    load_facts_into(u3, it, "block(1).\n"),
    load_facts_into(u4, it, "block(2).\n"),
    unload_module(u3),
    findall(Block, u4:block(Block), Blocks).
test(unknown, error(existence_error(loaded_module, no_such_module))) :-
    unload_module(no_such_module).
test(not_loaded_here, error(existence_error(loaded_module, user))) :-
    unload_module(user).
test(twice, error(existence_error(loaded_module, u5))) :-
    load_facts_into(u5, it, "block(1).\n"),
    unload_module(u5),
    unload_module(u5).

%   What one load leaves behind would be there five hundred times.
test(leaves_nothing, [forall(member(Kind, [facts, facts_and_program, faults])),
                      true(forall(member(Growth, Grown), Growth < 100))]) :-
    user:load_and_unload(50, Kind),
    user:sizes(Before),
    user:load_and_unload(500, Kind),
    user:sizes(After),
    findall(Growth, ( nth1(Nth, Before, Size0), nth1(Nth, After, Size), Growth is Size-Size0 ), Grown).

:- end_tests(unload_module).

seven(Text) :-
    prolog_folder(Folder),
    atom_concat(Folder, '/puzzles/sliding_tiles/seven.pl', File),
    read_file_to_string(File, Text, [encoding(utf8)]).

load_and_unload(Times, Kind) :-
    seven(Text),
    forall(between(1, Times, _), once(load_and_unload_once(Kind, Text))).

load_and_unload_once(facts, Text) :-
    load_facts_into(again, 'seven.pl', Text),
    unload_module(again).
load_and_unload_once(facts_and_program, Text) :-
    load_facts_into(again, 'seven.pl', Text),
    load_program_into(again, 'it.pl', "far(State) :- start(_, State).\n"),
    unload_module(again).
load_and_unload_once(faults, Text) :-
    string_concat(Text, "foo.\n", Faulty),
    catch(load_facts_into(again, 'seven.pl', Faulty), error(fact_file(_, _), _), true).

sizes(Sizes) :-
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
