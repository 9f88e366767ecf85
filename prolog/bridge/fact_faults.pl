:- module(pybridge_fact_faults, [ syntax_fault/4,  % +What, +Where, +Before, -Fault
                                  no_fact/3,       % +Quasi, +Term, -Message
                                  no_data/2,       % +Fact, -Message
                                  shown/3          % +Before, +Term, -Message
                                ]).
:- encoding(utf8).
:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module('../engine/error_text', [cut/3]).

/** <module> What is wrong with a term of a fact file

A message is one short line, however large the term is.
*/

%!  syntax_fault(+What, +Where, +Before, -Fault) is det.
%
%   Fault is fault(Line, Column, Message) for the error syntax_error(What) with
%   the context Where. One that has no place, such as a comment that is never
%   closed, is put in the line Before, where the fact before it ended.

syntax_fault(What, Where, Before, fault(Line, Column, Message)) :-
    (   place(Where, Line, Column0),
        Line > 0
    ->  Column is max(0, Column0)+1
    ;   Line = Before,
        Column = 1
    ),
    shown("syntax error: ", What, Message).

place(Where, Line, Column) :-
    nonvar(Where),
    Where = stream(_, Line, Column, _).

%!  no_fact(+Quasi, +Term, -Message) is semidet.
%
%   Message says why Term, in which the quasi quotations Quasi stand, is not a fact,
%   whatever its name.

no_fact([_|_], _, "a quasi quotation is not a fact") :- !.
no_fact(_, Term, "a variable is not a fact") :-
    var(Term),
    !.
no_fact(_, (:- _), "a directive is not a fact").
no_fact(_, (?- _), "a query is not a fact").
no_fact(_, (_ :- _), "a rule is not a fact").
no_fact(_, (_ --> _), "a grammar rule is not a fact").

%!  no_data(+Fact, -Message) is semidet.
%
%   Message says which argument is neither an atom, an integer, a string nor a
%   list of these.

no_data(Fact, Message) :-
    \+ ground(Fact),
    !,
    shown("a variable in a fact: ", Fact, Message).
no_data(Fact, Message) :-
    compound_name_arguments(Fact, _, Arguments),
    member(Argument, Arguments),
    \+ datum(Argument),
    !,
    shown("not an atom, integer, string or list: ", Argument, Message).

datum(Argument) :-
    (   atomic(Argument)
    ->  ( atom(Argument) ; integer(Argument) ; string(Argument) ; Argument == [] ),
        !
    ;   is_list(Argument),
        maplist(datum, Argument)
    ).

%!  shown(+Before, +Term, -Message:string) is det.
%
%   Message is the text Before and that of Term, cut short. A term may be as large
%   as its file, and too deep to be written in full.

shown(Before, Term, Message) :-
    format(string(Text), "~W", [Term, [quoted(true), numbervars(true), max_depth(20)]]),
    cut(Text, 100, Shown),
    string_concat(Before, Shown, Message).
