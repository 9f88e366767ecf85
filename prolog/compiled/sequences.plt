:- use_module(library(plunit)).
:- use_module(library(lists)).
:- use_module(library(modules)).
:- use_module('../bridge/fact_file').
:- use_module(clause_text).
:- use_module(compile).
:- encoding(utf8).

:- prolog_load_context(directory, Folder),
   asserta(folder(Folder)).

%   A machine that forbids inverse moves, for a board: states are the cells, and then the ways
%   by which a cell is entered.
inverse(Neighbors, Text, Starts) :-
    length(Neighbors, Count),
    numlist(1, Count, Starts),
    findall(From-To, ( nth0(From, Neighbors, Near), member(To, Near) ), Ways),
    findall(Row,
            ( nth0(Cell, Neighbors, _), row(start, Cell, Neighbors, Count, Ways, Row)
            ; member(From-Cell, Ways), row(From, Cell, Neighbors, Count, Ways, Row)
            ),
            Rows),
    term_to_atom(Rows, Text).

row(From, Cell, Neighbors, Count, Ways, Row) :-
    nth0(Cell, Neighbors, Near),
    findall(Number, ( member(To, Near), leads(From, Cell, To, Count, Ways, Number) ), Numbers),
    findall(Degree, ( member(Any, Neighbors), length(Any, Degree) ), Degrees),
    max_list(Degrees, Width),
    length(Row, Width),
    append(Numbers, Others, Row),
    maplist(=(0), Others).

leads(From, Cell, To, Count, Ways, Number) :-
    (   From == To
    ->  Number = 0
    ;   nth1(Place, Ways, Cell-To),
        !,
        Number is Count+Place
    ).

%   What a search prints and counts.
search(Name, Start, Options0, Seen) :-
    folder(Folder),
    atomic_list_concat([Folder, '/../puzzles/sliding_tiles/', Name, '.pl'], File),
    in_temporary_module(
        Module,
        ( load_facts(File, Start, Module),
          options(Options0, Module, Options),
          compile_programs(Module, [ida_star], [counted(true)|Options], Items),
          load(Module, Items) ),
        run(Module, Seen)).

options(manhattan, _, []).
options(sequence, Module, [pruning(sequence), machine(Text, Starts)]) :-
    findall(Cells, Module:neighbor(_, Cells), Neighbors),
    inverse(Neighbors, Text, Starts).

load(Module, Items) :-
    with_output_to(string(Text), ( current_output(Output), write_program(Output, Items) )),
    setup_call_cleanup(
        open_string(Text, Stream),
        load_files(Module:compiled_for_a_test, [stream(Stream), silent(true)]),
        close(Stream)).

run(Module, Seen) :-
    dynamic(Module:happened/1),
    forall(member(Head, [print_limit(_), print_moves(_), expand, generate]),
           ( functor(Head, Name, Arity),
             abolish(Module:Name, Arity),
             assertz((Module:Head :- assertz(Module:happened(Head)))) )),
    once(Module:ida_star),
    findall(Event, Module:happened(Event), Seen).

:- begin_tests(sequences).

test(forbidding_inverse_moves_is_the_search_without_a_machine) :-
    forall(member(Name-Start, [ eight-first, ring-first, honeycomb-first ]),
           ( user:search(Name, Start, manhattan, Seen),
             user:search(Name, Start, sequence, Seen) )).
test(no_machine, error(existence_error(option, machine), _)) :-
    folder(Folder),
    atomic_list_concat([Folder, '/../puzzles/sliding_tiles/eight.pl'], File),
    in_temporary_module(
        Module,
        load_facts(File, first, Module),
        compile_programs(Module, [ida_star], [pruning(sequence)], _)).

:- end_tests(sequences).
