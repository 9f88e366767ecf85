:- module(pybridge_fact_file, [ read_facts/3,       % +File, -Facts, -Faults
                                read_facts_text/4,  % +Text, +Name, -Facts, -Faults
                                load_facts/3,       % +File, +Start, +Module
                                load_facts_text/4,  % +Text, +Name, +Start, +Module
                                load_facts_into/3   % +Module, +Name, +Text
                              ]).
:- encoding(utf8).
:- use_module(library(apply)).
:- use_module(library(error)).
:- use_module(library(lists)).
:- use_module('../engine/loading', [into/2]).
:- use_module(fact_bounds).
:- use_module(fact_faults).

/** <module> Fact files, read as data

A fact file is ground facts and comments. It is read term by term and nothing in
it is ever called: a rule, a directive, a variable or an unknown fact is a fault.
Whether the facts fit together is judged by `pybridge check`; this reader only
sees to it that they are facts.
*/

%   Operators that a program adds to user are none here.
:- set_module(pybridge_fact_file_syntax:base(system)).

%!  read_facts(+File, -Facts, -Faults) is det.
%
%   Facts are the facts of File in order, Faults is a list of
%   fault(Line, Column, Text), both counting from 1.

read_facts(File, Facts, Faults) :-
    must_be(text, File),
    setup_call_cleanup(
        open(File, read, Stream, [encoding(utf8), bom(false)]),
        read_string(Stream, 1048577, Text),
        close(Stream)),
    read_facts_text(Text, File, Facts, Faults).

%!  read_facts_text(+Text, +Name, -Facts, -Faults) is det.
%
%   As read_facts/3, from the text of a file that is called Name: what was looked
%   at before is what is read here.

read_facts_text(Text0, Name, Facts, Faults) :-
    must_be(text, Text0),
    must_be(text, Name),
    text_to_string(Text0, Text),
    (   out_of_bounds(Text, Fault)
    ->  Facts = [],
        Faults = [Fault]
    ;   setup_call_cleanup(
            open_string(Text, Stream),
            read_items(Stream, 1000, Items),
            close(Stream)),
        partition(is_fault, Items, Faults, Facts0),
        maplist(arg(1), Facts0, Facts)
    ).

is_fault(fault(_, _, _)).

%   Items are fact(Fact) and fault(Line, Column, Text), with no more faults than
%   are of use.
read_items(Stream, Most, Items) :-
    line_count(Stream, Before),
    catch(read_item(Stream, Item0), error(syntax_error(What), Where), true),
    (   nonvar(What)
    ->  syntax_fault(What, Where, Before, Item)
    ;   Item = Item0
    ),
    (   Item == end
    ->  Items = []
    ;   is_fault(Item),
        Most =:= 0
    ->  Item = fault(Line, Column, _),
        Items = [fault(Line, Column, "more faults; the rest are not shown")]
    ;   Items = [Item|Rest],
        (   is_fault(Item)
        ->  Left is Most-1
        ;   Left = Most
        ),
        read_items(Stream, Left, Rest)
    ).

read_item(Stream, Item) :-
    read_term(Stream, Term,
              [ syntax_errors(error), term_position(Position),
                double_quotes(string), back_quotes(symbol_char), cycles(false),
                quasi_quotations(Quasi), module(pybridge_fact_file_syntax)
              ]),
    (   Term == end_of_file,
        \+ written(Stream, Position)
    ->  Item = end
    ;   what_is_wrong(Quasi, Term, Text)
    ->  stream_position_data(line_count, Position, Line),
        stream_position_data(line_position, Position, Column0),
        Column is Column0+1,
        Item = fault(Line, Column, Text)
    ;   Item = fact(Term)
    ).

%   The end of the stream reads as the atom end_of_file, but takes up no text.
written(Stream, Position) :-
    stream_position_data(char_count, Position, Before),
    character_count(Stream, After),
    atom_length(end_of_file, Length),
    After-Before > Length.

what_is_wrong(Quasi, Term, Text) :-
    no_fact(Quasi, Term, Text),
    !.
what_is_wrong(_, Term, Text) :-
    \+ known(Term),
    !,
    shown("unknown fact: ", Term, Text).
what_is_wrong(_, Term, Text) :-
    no_data(Term, Text).

known(Term) :-
    compound(Term),
    compound_name_arity(Term, Name, Arity),
    fact(Name, Arity).

%!  fact(?Name, ?Arity) is nondet.
%
%   The fact vocabulary.

fact(puzzle, 3).
fact(source, 1).
fact(start, 2).
fact(optimal, 2).
fact(goal, 1).
fact(cell, 3).
fact(neighbor, 2).
fact(distance, 2).
fact(glyph, 2).
fact(generator, 2).
fact(metric, 1).
fact(facet, 4).
fact(corners, 2).
fact(colour, 2).
fact(width, 2).
fact(color, 2).
fact(rotation, 2).
fact(shorthand, 2).
fact(facelets, 1).
fact(block, 1).
fact(place, 1).
fact(table, 1).

%!  load_facts(+File, +Start, +Module) is det.
%
%   Assert the facts of File in Module. Start is first, or named(Name) or
%   state(State): the start that start/2 is to answer with first.
%
%   @throws fact_file(File, Faults) if the file has faults. Nothing is asserted
%   where this throws.

load_facts(File, Start, Module) :-
    must_be(atom, Module),
    read_facts(File, Facts, Faults),
    load_sound(Facts, Faults, File, Start, Module).

%!  load_facts_text(+Text, +Name, +Start, +Module) is det.
%
%   As load_facts/3, from the text of a file that is called Name.
%
%   @throws fact_file(Name, Faults)

load_facts_text(Text, Name, Start, Module) :-
    must_be(atom, Module),
    read_facts_text(Text, Name, Facts, Faults),
    load_sound(Facts, Faults, Name, Start, Module).

%!  load_facts_into(+Module, +Name, +Text) is det.
%
%   As load_facts_text/4, for a module that unload_module/1 is to remove.
%
%   @throws fact_file(Name, Faults)

load_facts_into(Module, Name, Text) :-
    into(Module, load_facts_text(Text, Name, first, Module)).

load_sound(Facts0, Faults, Name, Start, Module) :-
    (   Faults == []
    ->  true
    ;   throw(error(fact_file(Name, Faults), _))
    ),
    put_first(Start, Facts0, Facts),
    forall(fact(Functor, Arity), dynamic(Module:Functor/Arity)),
    transaction(forall(member(Fact, Facts), assertz(Module:Fact))).

put_first(Start, _, _) :-
    var(Start),
    !,
    instantiation_error(Start).
put_first(first, Facts, Facts) :- !.
put_first(state(State), Facts, [start(given, State)|Facts]) :- !.
put_first(named(Name), Facts0, [start(Name, State)|Facts]) :-
    !,
    (   selectchk(start(Name, State), Facts0, Facts)
    ->  true
    ;   existence_error(start, Name)
    ).
put_first(Start, _, _) :-
    domain_error(first_named_or_state, Start).
