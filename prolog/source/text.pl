:- module(pybridge_source_text, [ source_clauses/3,     % +Text, -Clauses, -Faults
                                  place_of/4             % +Sub, +Term, +Position, -At
                                ]).
:- encoding(utf8).
:- use_module(library(apply)).
:- use_module(library(error)).
:- use_module(library(lists)).
:- use_module('../untrusted/blanks').
:- use_module('../untrusted/directives').
:- use_module('../untrusted/unreadable').
:- use_module(goals, [defined/3]).

/** <module> The clauses of a text, with their positions

A fault is fault(Kind, At, Text): At counts characters from 0. Kind is `ill_formed` or `singleton`
here. Nothing of the text is called.
*/

%!  source_clauses(+Text:string, -Clauses:list, -Faults:list) is det.
%
%   Clauses are clause(Head, Body, HeadPosition, BodyPosition, At, Bindings) in the order of
%   the text; Body is `true` for a fact, and '$directive'(Goal) is Head for a directive. Reading
%   continues behind what cannot be read, and leaves out what an `:- if` leaves out.

source_clauses(Text0, Clauses, Faults) :-
    must_be(string, Text0),
    script_line(Text0, Text),
    Syntax = pybridge_rules_operators,
    setup_call_cleanup(
        set_module(Syntax:class(temporary)),
        read_text(Text, Syntax, Items),
        '$destroy_module'(Syntax)),
    in_force(Items, [], [], Held),
    partition(is_fault, Held, Faults0, Clauses),
    findall(At-Sign,
            ( member(clause('$directive'(style_check(Style)), _, _, _, At, _), Clauses),
              nonvar(Style),
              Style =.. [Sign,singleton] ),
            Signs),
    exclude(allowed(Signs), Faults0, Faults).

is_fault(fault(_, _, _)).

%   allowed(+Signs, +Fault) is semidet: the last directive before it says so.
allowed(Signs, fault(singleton, At, _)) :-
    findall(Sign, ( member(At0-Sign, Signs), At0 < At ), Before),
    last(Before, -).

%   in_force(+Items, +Open, +Before, -Held): Held are those that Prolog loads. Open are the
%   conditions around an item, the inmost first: on, off, `over` where none of the rest holds, and
%   `any` for one that may not be written. Before are the clauses before it, which it may ask for.
in_force([], _, _, []).
in_force([Item|Items], Open0, Before, [Item|Held]) :-
    Item = clause('$directive'(Directive), _, _, _, _, _),
    nonvar(Directive),
    condition(Directive, Before, Open0, Open),
    !,
    in_force(Items, Open, Before, Held).
in_force([Item|Items], Open, Before, Held) :-
    ( member(Each, Open), memberchk(Each, [off,over]), \+ Item = fault(ill_formed, _, _) ),
    !,
    in_force(Items, Open, Before, Held).
in_force([Item|Items], Open, Before, [Item|Held]) :-
    in_force(Items, Open, [Item|Before], Held).

condition(if(Condition), Before, Open, [State|Open]) :-
    truth(Condition, Before, State).
condition(elif(Condition), Before, [off|Open], [State|Open]) :-
    !,
    truth(Condition, Before, State).
condition(elif(_), _, [Inmost0|Open], [Inmost|Open]) :-
    ( Inmost0 == on -> Inmost = over ; Inmost = Inmost0 ).
condition(else, _, [Inmost0|Open], [Inmost|Open]) :-
    memberchk(Inmost0-Inmost, [off-on,on-over,over-over,any-any]).
condition(endif, _, [_|Open], Open).

truth(Condition, Before, State) :-
    (   Condition = (\+ Positive)
    ->  Found = off, Missing = on
    ;   Condition = Positive,
        Found = on, Missing = off
    ),
    (   ground(Positive),
        Positive = current_predicate(Name/Arity)
    ->  ( defined(Before, Name, Arity) -> State = Found ; State = Missing )
    ;   State = any
    ).

read_text(Text, Syntax, Items) :-
    setup_call_cleanup(
        open_string(Text, Stream),
        read_all(Stream, Text, Syntax, Items, Rest, Next),
        close(Stream)),
    (   Next = from(At)
    ->  blanked([0-At], Text, Text1),
        read_text(Text1, Syntax, Rest)
    ;   Rest = []
    ).

%   read_all(+Stream, +Text, +Syntax, -Items, -Rest, -Next): Items end in Rest; Next is from(At)
%   where reading has to start over.
read_all(Stream, Text, Syntax, Items, Rest, Next) :-
    character_count(Stream, From),
    catch(read_one(Stream, Syntax, Item), error(syntax_error(What), Where), true),
    (   nonvar(What)
    ->  character_count(Stream, To),
        unreadable(What, Where, Text, Syntax, From-To, Fault, Next0),
        Items = [Fault|Items1],
        (   Next0 == To
        ->  read_all(Stream, Text, Syntax, Items1, Rest, Next)
        ;   Items1 = Rest,
            Next = from(Next0)
        )
    ;   Item == end
    ->  Items = Rest,
        Next = end
    ;   findall(Fault, split_number(Item, Text, Fault), Faults),
        append(Item, Faults, Found),
        append(Found, Items1, Items),
        read_all(Stream, Text, Syntax, Items1, Rest, Next)
    ).

%   split_number(+Items, +Text, -Fault) is nondet: `3 1` in Text, which Prolog reads as 31, as it does 1 000 000.
split_number([clause(_, _, HeadPosition, BodyPosition, _, _)|_], Text, fault(ill_formed, At, Said)) :-
    phrase(simple_parts([HeadPosition,BodyPosition]), Places),
    member(At-To, Places),
    Length is To-At,
    sub_string(Text, At, Length, _, Number),
    split_string(Number, " ", "", Parts),
    Parts = [_|Groups],
    forall(member(Part, Parts), ( string_codes(Part, Codes), Codes = [_|_], maplist(digit, Codes) )),
    \+ forall(member(Group, Groups), string_length(Group, 3)),
    atomic_list_concat(Parts, Whole),
    format(string(Said), "~w is read as the number ~w: a comma is missing, or remove the blank", [Number, Whole]).

digit(Code) :- between(0'0, 0'9, Code).

%   simple(+Position)//: the places From-To of the simple terms in a term. It leaves no choices, as terms may be deep.
simple(From-To) --> !, [From-To].
simple(Position) -->
    { compound(Position), Position \= string_position(_, _) },
    !,
    { compound_name_arguments(Position, _, Parts) },
    simple_parts(Parts).
simple(_) --> [].

simple_parts([]) --> [].
simple_parts([Part|Parts]) --> simple(Part), simple_parts(Parts).

read_one(Stream, Syntax, Items) :-
    read_term(Stream, Term,
              [ syntax_errors(error), term_position(Start), subterm_positions(Position),
                variable_names(Bindings), singletons(Once), module(Syntax), cycles(false)
              ]),
    stream_position_data(char_count, Start, At),
    (   Term == end_of_file
    ->  Items = end
    ;   compound(Term),
        compound_name_arity(Term, '.', 2)     % goal(1).goal(2), without a space
    ->  throw(error(syntax_error(operator_clash), stream(Stream, 0, 0, At)))
    ;   clause_of(Term, Position, At, Bindings, Clause),
        ( nonvar(Term), Term = (:- Directive) -> declare(Directive, Syntax) ; true ),
        findall(Fault, singleton(Once, Term, Position, At, Fault), Faults),
        Items = [Clause|Faults]
    ).

%   Operators hold for the rest of the text.
declare(Directive, Syntax) :-
    compound(Directive),
    compound_name_arity(Directive, Name, _),
    memberchk(Name, [op, use_module, ensure_loaded]),
    !,
    directive_verdict(Directive, Syntax, Syntax, _).
declare(_, _).

clause_of(Term, parentheses_term_position(_, _, Position), At, Bindings, Clause) :-
    !,
    clause_of(Term, Position, At, Bindings, Clause).
clause_of(Term, Position, At, Bindings, clause(Term, true, Position, none, At, Bindings)) :-
    var(Term),
    !.
clause_of((:- Goal), Position, At, Bindings, clause('$directive'(Goal), true, Position, none, At, Bindings)) :-
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
    arg(1, Position, At).
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
