:- module(pybridge_rules_facts, [ facts/4        % +Module, +Clauses, +Text, -Facts
                                ]).
:- encoding(utf8).
:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module('../narrowing/state_text').
:- use_module('../source/places').
:- use_module(faults, [asked/3]).
:- use_module(guard, [solutions/4]).

/** <module> Facts in a file of rules, and where they stand
*/

%!  facts(+Module, +Clauses, +Lines, -Facts) is det.
%
%   Facts are those that Python reads, each [Name, Line, Column, Arguments]. What a rule says is
%   asked when it is wanted, so of these only the place is given, and the name of a start.

facts(Module, Clauses, Lines, Facts) :-
    findall(Rows,
            ( asked(Name, Arity, _),
              current_predicate(Module:Name/Arity),
              functor(Head, Name, Arity),
              findall(Head-Arguments, read_of(Name/Arity, Head, Module, Arguments), Read),
              placed_facts(Read, Name, Clauses, Lines, Rows)
            ),
            Rows0),
    append(Rows0, Facts).

%   A fact that is there twice has the places of both.
placed_facts([], _, _, _, []).
placed_facts([Head-Arguments0|Read], Name, Clauses0, Lines, Rows) :-
    (   placed_clause(Head, Clauses0, At, Clauses)
    ->  placed(at(At), Lines, Line, Column),
        maplist(argument, Arguments0, Arguments),
        Rows = [[Name,Line,Column,Arguments]|Rows1]
    ;   Rows = Rows1,
        Clauses = Clauses0
    ),
    placed_facts(Read, Name, Clauses, Lines, Rows1).

read_of(Name/Arity, _, _, []) :-
    memberchk(Name/Arity, [goal/1,move/3,action/4,continues/2,picture/2,bound/2]),
    !.
read_of(start/2, Head, Module, [Name]) :-
    !,
    Head = start(Name, _),
    Module:Head.
read_of(_, Head, Module, Arguments) :-
    solutions(Module:Head, Head, Module:Head, Heads),
    member(Head, Heads),
    Head =.. [Name|Arguments0],
    (   memberchk(Name, [puzzle,source,glyph])
    ->  append(Before, [Last], Arguments0),
        text_of_list(Last, Text),
        append(Before, [Text], Arguments)
    ;   Arguments = Arguments0
    ).

%   text_of_list(+Text0, -Text): the flag double_quotes may make a list of a text.
text_of_list(Text0, Text) :-
    (   is_list(Text0),
        Text0 \== [],
        catch(text_to_string(Text0, Text1), error(_, _), fail)
    ->  Text = Text1
    ;   Text = Text0
    ).

placed_clause(Head, Clauses, At, Rest) :-
    (   select(clause(Head0, true, _, _, At, _), Clauses, Rest),
        Head0 =@= Head
    ->  true
    ;   functor(Head, Name, Arity),
        functor(General, Name, Arity),
        member(clause(General, _, _, _, At, _), Clauses),
        Rest = Clauses
    ->  true
    ).

argument(Argument, [Given,Text]) :-
    ( atomic(Argument) -> Given = Argument ; Given = [] ),
    value_text(Argument, Text).
