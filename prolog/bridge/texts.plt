:- use_module(library(plunit)).
:- use_module(library(readutil)).
:- use_module('../engine/loading', [own_file/2, prepare/1]).
:- use_module(texts).
:- use_module(fact_file).
:- encoding(utf8).

opened(Text, Program, First) :-
    own_file('puzzles/sliding_tiles/seven.pl', File),
    load_facts(File, first, texts_facts),
    setup_call_cleanup(
        open_text(Text, texts_facts, Program, [], Stream),
        read_term(Stream, First, []),
        close(Stream)).

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
                                                      'seven.pl'-sliding_tiles-[], 'blocks.pl'-blocks_world-[] ])),
                Found == Expected]) :-
    own_file(Name, Path),
    read_file_to_string(Path, Text, [encoding(utf8)]),
    findall(File, ( moves_of(Domain, Text, file(File)), own_file(File, Page), exists_file(Page) ), Found).
test(no_such_file, error(existence_error(source_sink, _), _)) :-
    open_text(file('none.pl'), m, ids, [], _).

:- end_tests(texts).
