:- module(pybridge_program_text, [ read_program/4  % +Text, +Module, -Program, -Faults
                                 ]).
:- encoding(utf8).
:- use_module(library(apply)).
:- use_module(library(error)).
:- use_module(library(lists)).
:- use_module(allowed).
:- use_module(blanks).
:- use_module(clauses).
:- use_module(directives).
:- use_module(syntax).
:- use_module(unreadable).

/** <module> The text of a program that is not trusted, read as data

The text is read term by term and nothing in it is called. A term may be a clause
(clauses.pl) or a directive (program_directives.pl) that a program may
have; all else is a fault. Whether the bodies of clauses are safe is
judged when they are loaded (safety.pl).

Operators that the text declares are first declared in a module of their own, so
that the text reads here as it will when it is loaded.
*/

%!  read_program(+Text:string, +Module, -Program, -Faults) is det.
%
%   Program is program(Loadable, Defined, Dynamic, Operators, Names): the text to load, with
%   spaces in place of all that was dealt with here, the predicates Name/Arity that it
%   has clauses of, those that it declares dynamic, its operators as
%   op(Priority, Type, Name), and the names that stand before a colon.
%   Faults is a list of fault(Line, Column, Text), both counting from 1.

read_program(Text, Module, program(Loadable, Defined, Dynamic, Operators, Names), Faults) :-
    must_be(string, Text),
    must_be(atom, Module),
    atom_concat(Module, '.syntax', Syntax),
    script_line(Text, Readable),
    setup_call_cleanup(
        ( open_string(Readable, Stream),
          set_module(Syntax:class(temporary))
        ),
        items(Stream, Readable, state([], [], Module, Syntax), Items),
        ( close(Stream),
          '$destroy_module'(Syntax)
        )),
    findall(fault(L, C, T), member(fault(L, C, T), Items), Faults),
    findall(PI, member(defined(PI), Items), Defined0),
    sort(Defined0, Defined),
    findall(PI, member(dynamic(PI), Items), Dynamic),
    findall(Name, member(name(Name), Items), Names0),
    sort(Names0, Names),
    findall(Op, member(operator(Op), Items), Operators),
    findall(From-To, member(blank(From, To), Items), Blanks),
    blanked(Blanks, Readable, Loadable).

%   items(+Stream, +Text, +State, -Items)
%
%   State is state(Conditions, Defined, Module, Syntax): the open conditions as
%   on(Place), off(Place) or over(Place), the inmost first, and the predicates
%   that have clauses so far.
items(Stream, Text, State0, Items) :-
    character_count(Stream, From),
    line_count(Stream, Line),
    line_position(Stream, Column),
    catch(item(Stream, State0, Term, Place), error(syntax_error(What), Where), true),
    (   nonvar(What)
    ->  character_count(Stream, To),
        State0 = state(_, _, _, Syntax),
        syntax_fault(What, Where, Text, Syntax, From-To, Line-Column, Fault),
        Items = [Fault|Rest],
        items(Stream, Text, State0, Rest)
    ;   Place == end
    ->  State0 = state(Open, Defined, _, _),
        maplist(unclosed, Open, Unclosed),
        findall(defined(PI), member(PI, Defined), Items0),
        append(Unclosed, Items0, Items)
    ;   judge(Term, Place, State0, State, Verdict),
        findall(name(Name), named(Term, Name), Names),
        append(Names, Items1, Items),
        verdict_items(Verdict, Place, Items1, Rest),
        items(Stream, Text, State, Rest)
    ).

%   named(+Term, -Name) is nondet: Name may be taken for a module's in Term.
named(Term, Name) :-
    compound(Term),
    (   Term = Name0:_,
        atom(Name0),
        Name = Name0
    ;   compound_name_arguments(Term, _, Args),
        member(Arg, Args),
        named(Arg, Name)
    ).

item(Stream, state(_, _, _, Syntax), Term, Place) :-
    read_term(Stream, Term0,
              [ syntax_errors(error), term_position(Position), cycles(false),
                module(Syntax), quasi_quotations(Quasi)
              ]),
    stream_position_data(char_count, Position, From),
    character_count(Stream, To),
    (   Term0 == end_of_file,
        atom_length(end_of_file, Length),
        To-From =< Length               % the end itself takes up no text
    ->  Place = end
    ;   ( Quasi == [] -> Term = Term0 ; Term = (:- quasi_quotation) ),
        stream_position_data(line_count, Position, Line),
        stream_position_data(line_position, Position, Column0),
        Column is Column0+1,
        Place = place(Line, Column, From, To)
    ).

%   syntax_fault(+What, +Where, +Text, +Syntax, +Part, +Begin, -Fault): Part of Text, which begins at the
%   line and column of Begin, cannot be read with the operators of Syntax. What is too long to search
%   has Prolog's own place.
syntax_fault(What, Where, Text, Syntax, From-To, Line0-Column0, fault(Line, Column, Said)) :-
    To-From =< 20 000,
    !,
    unreadable(What, Where, Text, Syntax, From-To, fault(ill_formed, At, Said), _),
    Length is At-From,
    sub_string(Text, From, Length, _, Before),
    split_string(Before, "\n", "", Lines),
    length(Lines, Count),
    Line is Line0+Count-1,
    last(Lines, Last),
    string_length(Last, Within),
    ( Count =:= 1 -> Column is Column0+Within+1 ; Column is Within+1 ).
syntax_fault(What, Where, _, _, _, _, fault(Line, Column, Said)) :-
    (   Where = stream(_, Line0, Column0, _)
    ->  Line is max(1, Line0),
        Column is Column0+1
    ;   Line = 1,
        Column = 1
    ),
    syntax_words(What, Said).

unclosed(Condition, fault(Line, Column, ":- if without :- endif")) :-
    arg(1, Condition, place(Line, Column, _, _)).

verdict_items(keep, _, Items, Items).
verdict_items(blank, place(_, _, From, To), [blank(From, To)|Items], Items).
verdict_items(dynamic(PIs), _, Items0, Items) :-
    findall(dynamic(PI), member(PI, PIs), Dynamic),
    append(Dynamic, Items, Items0).
verdict_items(operators(Ops), _, Items0, Items) :-
    findall(operator(Op), member(Op, Ops), Operators),
    append(Operators, Items, Items0).
verdict_items(wrong(Text), place(Line, Column, _, _), [fault(Line, Column, Text)|Items], Items).

%   judge(+Term, +Place, +State0, -State, -Verdict)
judge(Term, Place, state(Open0, Defined, M, Syntax), state(Open, Defined, M, Syntax), Verdict) :-
    nonvar(Term),
    Term = (:- Directive),
    conditional(Directive, Place, Open0, Defined, M, Open, Verdict),
    !.
judge(_, _, State, State, blank) :-
    State = state([Inmost|_], _, _, _),
    Inmost \= on(_),
    !.
judge(Term, _, State, State, Verdict) :-
    nonvar(Term),
    Term = (:- Directive),
    !,
    State = state(_, _, Module, Syntax),
    directive_verdict(Directive, Module, Syntax, Verdict).
judge(Term, _, state(Open, Defined0, M, Syntax), state(Open, Defined, M, Syntax), Verdict) :-
    clause_verdict(Term, M, PIs, Verdict),
    append(PIs, Defined0, Defined).

conditional(Directive, _, _, _, _, _, _) :-
    var(Directive), !, fail.
conditional(if(_), Place, Open, _, _, [over(Place)|Open], blank) :-
    Open = [Inmost|_],
    Inmost \= on(_),
    !.
conditional(if(Condition), Place, Open, Defined, Module, [State|Open], Verdict) :-
    (   truth(Condition, Defined, Module, Truth)
    ->  ( Truth == true -> State = on(Place) ; State = off(Place) ),
        Verdict = blank
    ;   State = over(Place),
        Verdict = wrong("a condition can only be current_predicate(Name/Arity) or \\+ current_predicate(Name/Arity)")
    ).
conditional(else, _, [Inmost0|Open], _, _, [Inmost|Open], blank) :-
    arg(1, Inmost0, Place),
    ( Inmost0 = off(_) -> Inmost = on(Place) ; Inmost = over(Place) ).
conditional(endif, _, [_|Open], _, _, Open, blank).
conditional(elif(_), _, [Inmost|Open], _, _, [over(Place)|Open], blank) :-
    Inmost \= off(_),
    !,
    arg(1, Inmost, Place).
conditional(elif(Condition), Place, [_|Open0], Defined, Module, Open, Verdict) :-
    conditional(if(Condition), Place, Open0, Defined, Module, Open, Verdict).

truth(\+ Condition, Defined, Module, Truth) :-
    Condition = current_predicate(_),
    truth(Condition, Defined, Module, Truth0),
    ( Truth0 == true -> Truth = false ; Truth = true ).
truth(current_predicate(PI), Defined, Module, Truth) :-
    ground(PI),
    PI = Name/Arity,
    atom(Name),
    integer(Arity),
    ( ( memberchk(PI, Defined) ; own(Module, PI) ; of_rules(Module, PI) ) -> Truth = true ; Truth = false ).
