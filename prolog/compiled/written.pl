:- module(written, [ written_text/4             % +File, +Programs, +Options, -Text
                   ]).
:- encoding(utf8).
:- use_module(library(apply)).
:- use_module(library(error)).
:- use_module(library(lists)).
:- use_module(library(modules)).
:- use_module('../fact_file').
:- use_module(clause_text).
:- use_module(compile).

/** <module> A compiled program that stands alone

The facts, the programs and what they print by, in one text that needs nothing but
SWI-Prolog:

    $ swipl seven_compiled.pl
    ?- time(ids_low).
    ?- every_start(ids_low).
*/

%!  written_text(+File, +Programs, +Options, -Text:string) is det.
%
%   Text is a program for the puzzle in the fact File. Programs and Options are as in
%   compile_programs/4.

written_text(File, Programs, Options, Text) :-
    must_be(list(atom), Programs),
    read_facts(File, Facts, Faults),
    must_be(oneof([[]]), Faults),
    in_temporary_module(
        Module,
        load_facts(File, first, Module),
        compile_programs(Module, Programs, [every_start(true)|Options], Compiled)),
    heading(Facts, Programs, Options, Heading),
    together(Facts, FactItems),
    printing(Printing),
    append([Heading, FactItems, [comment("")], Compiled, Printing], Items),
    with_output_to(string(Text),
                   ( current_output(Stream),
                     write_program(Stream, Items) )).

heading(Facts, Programs, Options, [comment(Text), comment("")]) :-
    memberchk(puzzle(_, _, Title), Facts),
    Programs = [Program|_],
    findall(Line, heading_line(Programs, Options, Line), Lines),
    atomic_list_concat(Lines, Goes),
    format(string(Text),
           "~w, compiled from its facts by pybridge.~w~n~n    $ swipl THIS_FILE~n    ?- time(~w).~n    ?- every_start(~w).",
           [Title, Goes, Program, Program]).

heading_line(Programs, Options, Line) :-
    memberchk(ida_star, Programs),
    member(Name, [heuristic, pruning]),
    Option =.. [Name, Value],
    memberchk(Option, Options),
    atomic(Value),
    format(atom(Line), " ~w: ~w.", [Name, Value]).

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

printing(Items) :-
    program_of("
        print_limit(Limit) :-
            format(\"----- ~d -----~n\", [Limit]).

        print_moves(LastFirst) :-
            reverse(LastFirst, Moves),
            findall(Tile, member(Tile-_, Moves), Tiles),
            length(Tiles, Length),
            format(\"~d moves: ~w~n\", [Length, Tiles]).

        print_start(Name) :-
            format(\"~w~n\", [Name]).
        ", Items).
