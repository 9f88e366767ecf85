:- module(pybridge_rules_text, [ rules_text/3,          % +Text, -Clauses, -Faults
                                 place_of/4             % +Sub, +Term, +Position, -At
                               ]).
:- encoding(utf8).
:- use_module(library(apply)).
:- use_module(library(error)).
:- use_module(library(lists)).
:- use_module('../untrusted/directives').
:- use_module('../untrusted/unreadable').

/** <module> The text of a puzzle's rules, read with its positions

A fault is fault(Kind, At, Text): At counts characters from 0. Kind is `syntax` or `singleton`
here. Nothing of the text is called.
*/

%!  rules_text(+Text:string, -Clauses:list, -Faults:list) is det.
%
%   Clauses are clause(Head, Body, HeadPosition, BodyPosition, At, Bindings) in the order of
%   the text; Body is `true` for a fact, and directive(Goal) is Head for a directive. Reading
%   continues behind what cannot be read.

rules_text(Text, Clauses, Faults) :-
    must_be(string, Text),
    Syntax = pybridge_rules_operators,
    setup_call_cleanup(
        set_module(Syntax:class(temporary)),
        read_text(Text, Syntax, Items),
        '$destroy_module'(Syntax)),
    partition(is_fault, Items, Faults0, Clauses),
    exclude(allowed(Clauses), Faults0, Faults).

is_fault(fault(_, _, _)).

%   allowed(+Clauses, +Fault) is semidet: the last directive before it says so.
allowed(Clauses, fault(singleton, At, _)) :-
    findall(Sign, ( member(clause(directive(style_check(Style)), _, _, _, At0, _), Clauses),
                    At0 < At,
                    nonvar(Style),
                    Style =.. [Sign,singleton] ),
            Signs),
    last(Signs, -).

read_text(Text, Syntax, Items) :-
    setup_call_cleanup(
        open_string(Text, Stream),
        read_all(Stream, Text, Syntax, Items, Rest, Next),
        close(Stream)),
    (   Next = from(At)
    ->  blank_before(At, Text, Text1),
        read_text(Text1, Syntax, Rest)
    ;   Rest = []
    ).

%   blank_before(+At, +Text0, -Text): nothing is left before At but lines.
blank_before(At, Text0, Text) :-
    sub_string(Text0, 0, At, _, Before0),
    sub_string(Text0, At, _, 0, After),
    string_codes(Before0, Codes0),
    maplist(blank, Codes0, Codes),
    string_codes(Before, Codes),
    string_concat(Before, After, Text).

blank(Code0, Code) :-
    ( Code0 == 0'\n -> Code = Code0 ; Code = 0'\s ).

%   read_all(+Stream, +Text, +Syntax, -Items, -Rest, -Next): Items end in Rest; Next is from(At)
%   where reading has to start over.
read_all(Stream, Text, Syntax, Items, Rest, Next) :-
    character_count(Stream, From),
    catch(read_one(Stream, Syntax, Item), error(syntax_error(What), Where), true),
    (   nonvar(What)
    ->  character_count(Stream, To),
        unreadable(What, Where, Text, From-To, Fault, Next0),
        Items = [Fault|Items1],
        (   Next0 == To
        ->  read_all(Stream, Text, Syntax, Items1, Rest, Next)
        ;   Items1 = Rest,
            Next = from(Next0)
        )
    ;   Item == end
    ->  Items = Rest,
        Next = end
    ;   append(Item, Items1, Items),
        read_all(Stream, Text, Syntax, Items1, Rest, Next)
    ).

read_one(Stream, Syntax, Items) :-
    read_term(Stream, Term,
              [ syntax_errors(error), term_position(Start), subterm_positions(Position),
                variable_names(Bindings), singletons(Once), module(Syntax), cycles(false)
              ]),
    stream_position_data(char_count, Start, At),
    (   Term == end_of_file
    ->  Items = end
    ;   clause_of(Term, Position, At, Bindings, Clause),
        ( nonvar(Term), Term = (:- Directive) -> declare(Directive, Syntax) ; true ),
        findall(Fault, singleton(Once, Term, Position, At, Fault), Faults),
        Items = [Clause|Faults]
    ).

%   Operators hold for the rest of the text.
declare(Directive, Syntax) :-
    nonvar(Directive),
    functor(Directive, Name, _),
    memberchk(Name, [op, use_module]),
    !,
    directive_verdict(Directive, Syntax, Syntax, _).
declare(_, _).

clause_of(Term, parentheses_term_position(_, _, Position), At, Bindings, Clause) :-
    !,
    clause_of(Term, Position, At, Bindings, Clause).
clause_of(Term, Position, At, Bindings, clause(Term, true, Position, none, At, Bindings)) :-
    var(Term),
    !.
clause_of((:- Goal), Position, At, Bindings, clause(directive(Goal), true, Position, none, At, Bindings)) :-
    !.
clause_of((Head :- Body), term_position(_, _, _, _, [HeadPosition,BodyPosition]), At, Bindings,
          clause(Head, Body, HeadPosition, BodyPosition, At, Bindings)) :-
    !.
clause_of(Head, Position, At, Bindings, clause(Head, true, Position, none, At, Bindings)).

singleton(Once, Term, Position, At, fault(singleton, Place, Text)) :-
    \+ runs(Term),
    member(Name=Variable, Once),
    \+ sub_atom(Name, 0, _, _, '_'),
    (   place_of(Variable, Term, Position, Place)
    ->  true
    ;   Place = At
    ),
    format(string(Text), "~w occurs only once: write _~w, or correct it", [Name, Name]).

runs(Term) :- nonvar(Term), ( Term = (:- _) ; Term = (?- _) ).

%!  place_of(+Sub, +Term, +Position, -At) is semidet.
%
%   The first Sub in Term, as read with Position, is there.

place_of(Sub, Term, Position, At) :-
    place(Position, Sub, Term, At),
    !.

place(Position, Sub, Term, At) :-
    Sub == Term,
    !,
    ( Position = At-_ -> true ; arg(1, Position, At) ).
place(term_position(_, _, _, _, Positions), Sub, Term, At) :-
    compound_name_arguments(Term, _, Parts),
    place_in(Positions, Sub, Parts, At).
place(list_position(_, _, Positions, TailPosition), Sub, List, At) :-
    length(Positions, Length),
    length(Parts, Length),
    append(Parts, Tail, List),
    (   place_in(Positions, Sub, Parts, At)
    ;   TailPosition \== none,
        place(TailPosition, Sub, Tail, At)
    ).
place(brace_term_position(_, _, Position), Sub, {Term}, At) :-
    place(Position, Sub, Term, At).
place(parentheses_term_position(_, _, Position), Sub, Term, At) :-
    place(Position, Sub, Term, At).

place_in([Position|_], Sub, [Part|_], At) :-
    place(Position, Sub, Part, At).
place_in([_|Positions], Sub, [_|Parts], At) :-
    place_in(Positions, Sub, Parts, At).
