:- use_module(library(plunit)).
:- use_module(library(readutil)).
:- use_module('../engine/loading', [own_file/2, prepare/1]).
:- use_module(fact_file).
:- use_module(texts).
:- encoding(utf8).

opened(Text, Program, First) :-
    own_file('puzzles/sliding_tiles/seven.pl', File),
    load_facts(File, first, texts_facts),
    setup_call_cleanup(
        open_text(Text, texts_facts, Program, [], Stream),
        read_term(Stream, First, []),
        close(Stream)).

actions_test:action(_, _, _, _).

:- begin_tests(texts).

test(every_program_has_one_text, Doubles == []) :-
    findall(Engine/Domain/Program,
            ( classic(Engine, Domain, Programs, _, _, _, _, _), member(Program, Programs) ),
            All),
    sort(All, Set),
    findall(Each, ( member(Each, Set), aggregate_all(count, member(Each, All), Count), Count > 1 ), Doubles).
test(every_file_defines_its_programs, [nondet]) :-
    forall(( classic(_, _, Programs, file(Name), _, _, _, _), member(Program, Programs) ),
           ( own_file(Name, Path),
             read_file_to_terms(Path, Terms, [encoding(utf8)]),
             memberchk((Program :- _), Terms) )).
test(a_file, nondet) :-
    user:opened(file('terms.pl'), ids, First),
    assertion(First = (:- _)).
test(a_compiled_text, First == (:- set_prolog_flag(optimise, true))) :-
    prepare(compiled/written),
    user:opened(compiled, ids, First).
test(moves_of, [forall(member(Name-Domain-Expected, [ 'breadth_first.pl'-sliding_tiles-['moves/tiles.pl'],
                                                      'breadth_first.pl'-blocks_world-['moves/blocks.pl'],
                                                      'permutation.pl'-permutation-['moves/turns.pl'],
                                                      'rules.pl'-rules-['moves/rules.pl'],
                                                      'breadth_first.pl'-rules-['moves/rules.pl'],
                                                      'seven.pl'-sliding_tiles-[], 'blocks.pl'-blocks_world-[] ])),
                Found == Expected]) :-
    own_file(Name, Path),
    read_file_to_string(Path, Text, [encoding(utf8)]),
    findall(File, ( moves_of(Domain, texts_test, Text, file(File)), own_file(File, Page), exists_file(Page) ), Found).
test(moves_of_actions, Files == [file('moves/actions.pl')]) :-
    findall(File, moves_of(rules, actions_test, "p :- moved(_, _, _).", File), Files).
test(moves_of_its_own, [forall(member(Text, ["moved(_, _, _).", "p :- moved(a, _, _).\nmoved(_, _, _).\n", "p.",
                                               "p :- removed(a, _, _).\nremoved(_, _, _).\n", "% moved(_, _, _)\np."])), fail]) :-
    moves_of(rules, texts_test, Text, _).
test(solution_of_rules, Mark == ["b(1)", "a"]) :-
    solution_mark(rules, [b(1)-s2, a-s1, start-s0], Mark).
test(solution_of_no_moves, Mark == []) :-
    solution_mark(rules, [start-s0], Mark).
test(solution_of_states, [forall(member(Path-Texts, [[s1, s0]-["s1", "s0"], [b-s2, a-s1]-["b-s2", "a-s1"], []-[]])),
                          Mark == told(Texts)]) :-
    solution_mark(rules, Path, Mark).
test(no_such_file, error(existence_error(source_sink, _), _)) :-
    open_text(file('none.pl'), m, ids, [], _).

:- end_tests(texts).
