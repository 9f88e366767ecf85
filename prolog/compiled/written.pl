:- module(pybridge_written, [ written_text/4    % +Facts, +Programs, +Options, -Text
                            ]).
:- encoding(utf8).
:- use_module(library(apply)).
:- use_module(library(error)).
:- use_module(library(lists)).
:- use_module(library(modules)).
:- use_module('../bridge/fact_file').
:- use_module(clause_text).
:- use_module(compile).

/** <module> A compiled program that stands alone

The facts, the programs and what they print by, in one text that needs nothing but
SWI-Prolog:

    $ swipl seven_compiled.pl
    ?- time(ids_low).
    ?- every_start(ids_low).
    ?- every_solution(ids_low).
*/

%!  written_text(+Facts:string, +Programs, +Options, -Text:string) is det.
%
%   Text is a program for the puzzle of a fact file whose text is Facts. Programs and Options are as in
%   compile_programs/4. It is read as UTF-8, whatever the locale.

written_text(FactsText, Programs, Options, Text) :-
    must_be(list(atom), Programs),
    read_facts_text(FactsText, facts, Facts, Faults),
    must_be(oneof([[]]), Faults),
    in_temporary_module(
        Module,
        load_facts_text(FactsText, facts, first, Module),
        compile_programs(Module, Programs, [alone(true)|Options], Compiled)),
    heading(Facts, Programs, Options, Heading),
    together(Facts, FactItems),
    append([ [(:- encoding(utf8)), comment("")],
             Heading,
             FactItems,
             [comment("")],
             Compiled
           ], Items),
    with_output_to(string(Text),
                   ( current_output(Stream),
                     write_program(Stream, Items) )).

heading(Facts, Programs, Options, [comment(Text), comment("")]) :-
    memberchk(puzzle(_, _, Title), Facts),
    findall(Line, heading_line(Title, Programs, Options, Line), Lines),
    atomic_list_concat(Lines, '\n', Atom),
    atom_string(Atom, Text).

heading_line(Title, _, _, Line) :-
    format(string(Line), "~w, compiled from its facts by pybridge.", [Title]).
heading_line(_, Programs, Options, Line) :-
    memberchk(ida_star, Programs),
    findall(Choice, choice(Options, Choice), Choices),
    Choices \== [],
    atomic_list_concat(Choices, ', ', Told),
    format(string(Line), "ida_star: ~w.", [Told]).
heading_line(_, _, _, "").
heading_line(_, _, _, "    $ swipl THIS_FILE").
heading_line(_, Programs, Options, Line) :-
    query(Programs, Options, Query, What),
    format(string(Line), "    ?- ~W.~t~42|~w", [Query, [spacing(next_argument)], What]).

query(Programs, _, Query, What) :-
    fastest(Programs, Program),
    FromState =.. [Program, 'State'],
    member(Query-What,
           [ time(Program) - "the first start",
             every_start(Program) - "the starts, one after the other",
             FromState - "a state of your own, written as in start/2"
           ]).
query(Programs, Options, Query, What) :-
    exclude(leaves_out(Options), Programs, Whole),
    fastest(Whole, Program),
    member(Query-What,
           [ every_solution(Program) - "all shortest solutions of the first start",
             every_solution(Program, 'State') - "those of a state of your own"
           ]).

%   Sequence pruning keeps one of several solutions.
leaves_out(Options, ida_star) :-
    memberchk(pruning(sequence), Options).

%   The heuristic and the pruning of ida_star.
choice(Options, Choice) :-
    memberchk(heuristic(Heuristic), Options),
    (   memberchk(parts(Parts), Options)
    ->  maplist(length, Parts, Sizes),
        atomic_list_concat(Sizes, -, Partition),
        format(string(Choice), "heuristic ~w:~w, with the parts ~w", [Heuristic, Partition, Parts])
    ;   format(string(Choice), "heuristic ~w", [Heuristic])
    ).
choice(Options, Choice) :-
    memberchk(pruning(Pruning), Options),
    format(string(Choice), "pruning ~w", [Pruning]).

%   Program is the one to try first; fails if there is none.
fastest(Programs, Program) :-
    member(Program, [ida_star, ids_low, ids]),
    memberchk(Program, Programs),
    !.

%   The clauses of a predicate follow each other.
together(Facts, Items) :-
    findall(Name/Arity, ( member(Fact, Facts), functor(Fact, Name, Arity) ), Indicators),
    list_to_set(Indicators, Set),
    findall(Group,
            ( member(Name/Arity, Set),
              functor(Head, Name, Arity),
              findall(Head, member(Head, Facts), Group) ),
            Groups),
    append(Groups, Items).
