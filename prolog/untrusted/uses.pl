:- module(pybridge_program_uses, [ wrong_use/3,  % +Goal, +Module, -Reason
                                   changeable/2  % ?Module, ?PI
                                 ]).
:- encoding(utf8).
:- use_module(library(lists)).
:- use_module(allowed).
:- use_module(clauses).

/** <module> What allowed predicates may be used for

Formats and places of output must be seen in the text, and a program changes only
facts that it declares itself.
*/

%   changeable(?Module, ?PI): the program in Module declares PI dynamic.
:- dynamic changeable/2.

%!  wrong_use(+Goal, +Module, -Reason:string) is nondet.
%
%   Goal, of an allowed predicate, must not be called in Module for Reason.
wrong_use(format(Text), _, Reason) :- bad_format(Text, Reason).
wrong_use(format(Text, _), _, Reason) :- bad_format(Text, Reason).
wrong_use(format(Sink, Text, _), _, Reason) :- ( bad_sink(Sink, Reason) ; bad_format(Text, Reason) ).
wrong_use(with_output_to(Sink, _), _, Reason) :- bad_sink(Sink, Reason).
wrong_use(Goal, Module, Reason) :-
    functor(Goal, Name, 1),
    arg(1, Goal, Term),
    memberchk(Name, [assert, asserta, assertz, retract, retractall]),
    (   \+ plain_head(Term)
    ->  format(string(Reason), "~w is allowed only for a fact that is written out in the text", [Name/1])
    ;   functor(Term, TermName, Arity),
        \+ changeable(Module, TermName/Arity),
        format(string(Reason), "~w of ~q, which the program does not declare dynamic",
               [Name/1, TermName/Arity])
    ).
wrong_use(clause(Head, _), Module, "clause/2 is allowed only for the program's own predicates") :-
    \+ ( plain_head(Head), functor(Head, Name, Arity), own(Module, Name/Arity) ).
wrong_use(predicate_property(Head, Property), Module,
          "predicate_property/2 is allowed only for size(_) and number_of_clauses(_) of the program's own predicates") :-
    \+ ( plain_head(Head),
         functor(Head, Name, Arity),
         ( own(Module, Name/Arity) ; changeable(Module, Name/Arity) ),
         nonvar(Property),
         memberchk(Property, [size(_), number_of_clauses(_)])
       ).
wrong_use(current_prolog_flag(Flag, _), _, "current_prolog_flag/2 is allowed only for stack_limit, bounded and numbers") :-
    \+ ( atom(Flag),
         memberchk(Flag, [stack_limit, bounded, max_integer, min_integer, max_tagged_integer, min_tagged_integer])
       ).

bad_sink(Sink, "collect output only in string(_), atom(_), codes(_) or chars(_)") :-
    \+ ( nonvar(Sink), memberchk(Sink, [string(_), atom(_), codes(_), chars(_)]) ).

bad_format(Text, "a format must be written out in the text") :-
    \+ ground(Text),
    !.
bad_format(Text, Reason) :-
    catch(text_to_string(Text, String), error(_, _), String = "~@"),
    string_codes(String, Codes),
    bad_directive(Codes, Directive),
    !,
    format(string(Reason), "~~~c in a format is not allowed", [Directive]).

%   ~@ calls a goal, and options for ~W can name one.
bad_directive([0'~|Codes0], Bad) :-
    !,
    column(Codes0, [Code|Codes]),
    (   memberchk(Code, `aceEfgGdDIikpqrRsw~n|+t`)
    ->  bad_directive(Codes, Bad)
    ;   Bad = Code
    ).
bad_directive([_|Codes], Bad) :-
    bad_directive(Codes, Bad).

column([0'`,_|Codes], Codes) :- !.
column([0'*|Codes], Codes) :- !.
column([Code|Codes0], Codes) :-
    code_type(Code, digit),
    !,
    column(Codes0, Codes).
column([0':|Codes], Codes) :- !.
column(Codes, Codes).
