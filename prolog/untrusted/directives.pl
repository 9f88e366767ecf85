:- module(pybridge_program_directives, [ directive_verdict/4  % +Directive, +Module, +Syntax, -Verdict
                                       ]).
:- encoding(utf8).
:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(allowed).
:- use_module(clauses).

/** <module> The directives that a program that is not trusted may have

A verdict on a directive is

    keep                it is to be loaded
    blank               it is understood and needs no loading
    dynamic(PIs)        it is to be loaded, and declares the predicates PIs
    operators(Ops)      it is to be loaded, and declares the operators Ops
    wrong(Text)         it is a fault
*/

%!  directive_verdict(+Directive, +Module, +Syntax, -Verdict) is det.
%
%   Whether Directive may be loaded into Module. What it does to operators is done
%   in the module Syntax.

directive_verdict(Directive, _, _, wrong("a variable is not a directive")) :-
    var(Directive),
    !.
directive_verdict(Directive, Module, Syntax, Verdict) :-
    directive(Directive, Module, Syntax, Verdict0),
    !,
    Verdict = Verdict0.
directive_verdict(Directive, _, _, wrong(Text)) :-
    ( compound(Directive) -> compound_name_arity(Directive, Name, Arity) ; Name = Directive, Arity = 0 ),
    (   right(Name/Arity, Right)
    ->  format(string(Text), "the directive ~q is not right: ~s", [Name/Arity, Right])
    ;   not_allowed(Name/Arity, Text)
    ).

not_allowed(PI, Text) :-
    format(string(Text),
           "this directive ~q is not allowed; allowed are dynamic, discontiguous, \c
            table, use_module(library(_)), op, encoding, style_check, \c
            set_prolog_flag(double_quotes, _), set_prolog_flag(optimise, _), if, elif, else and endif",
           [PI]).

%   right(+PI, -Right:string) is semidet: of directives that are allowed.
right((dynamic)/1, "write names with numbers of arguments, as in dynamic(seen/2)").
right((table)/1, "write names with numbers of arguments, as in table(path/3)").
right(op/3, "write a priority, a type and names, as in op(700, xfx, ~>)").
right(elif/1, "write if(...) before it").
right(else/0, "write if(...) before it").
right(endif/0, "write if(...) before it").

%   directive(+Directive, +Module, +Syntax, -Verdict) is semidet.
directive(encoding(_), _, _, blank).
directive(module(_, _), _, _, blank).
directive(style_check(_), _, _, blank).
directive(discontiguous(_), _, _, blank).
directive(set_prolog_flag(Flag, Value), _, _, keep) :-
    atom(Flag),
    atom(Value),
    flag_values(Flag, Values),
    memberchk(Value, Values).
directive(dynamic(Spec), Module, _, Verdict) :-
    elements(Spec, Elements),
    maplist(indicator, Elements, PIs),
    (   member(PI, PIs),
        not_definable(PI, Module, Text)
    ->  Verdict = wrong(Text)
    ;   Verdict = dynamic(PIs)
    ).
directive(table(Spec), Module, _, Verdict) :-
    elements(Spec, Elements),
    maplist(tabled, Elements, PIs),
    (   member(PI, PIs),
        not_definable(PI, Module, Text)
    ->  Verdict = wrong(Text)
    ;   Verdict = keep
    ).
directive(table(Spec), _, _, wrong("a mode of table/1 may be index, -, first, last, min, max or sum")) :-
    elements(Spec, Elements),
    member(Element, Elements),
    compound(Element),
    compound_name_arguments(Element, _, Modes),
    member(Mode, Modes),
    callable(Mode),
    memberchk(Mode, [lattice(_),po(_)]),
    !.
directive(include(_), _, _,
          wrong("including a file is not allowed; the facts of the puzzle are loaded with the program")).
directive(Loading, _, _, wrong("loading a file is not allowed: copy its clauses here, but not those of the puzzle")) :-
    loads_files(Loading).
directive(initialization(_), _, _, wrong(Text)) :-
    no_initialization(1, Text).
directive(initialization(_, _), _, _, wrong(Text)) :-
    no_initialization(2, Text).
directive(use_module(Spec), _, Syntax, Verdict) :-
    ( is_list(Spec) -> Libraries = Spec ; Libraries = [Spec] ),
    maplist(library_verdict(Syntax), Libraries, Verdicts),
    (   memberchk(wrong(Text), Verdicts)
    ->  Verdict = wrong(Text)
    ;   maplist(arg(1), Verdicts, Lists),
        append(Lists, Ops),
        Verdict = operators(Ops)
    ).
directive(ensure_loaded(Spec), _, Syntax, Verdict) :-
    directive(use_module(Spec), _, Syntax, Verdict).
directive(use_module(Spec, Imports), _, Syntax, Verdict) :-
    (   ground(Spec),
        Spec = library(Library),
        allowed_library(Library, Origin)
    ->  Imports \= except(_),
        ( Imports == all -> true ; is_list(Imports), maplist(indicator, Imports, _) ),
        load_library(Library),
        ( Imports == all -> module_property(Origin, exported_operators(Ops)) ; Ops = [] ),
        maplist(declare(Syntax), Ops),
        Verdict = operators(Ops)
    ;   findall(Library, allowed_library(Library, _), Libraries),
        format(string(Text), "~q is not allowed; use only the libraries ~q", [Spec, Libraries]),
        Verdict = wrong(Text)
    ).
directive(op(Priority, Type, Names), _, Syntax, Verdict) :-
    integer(Priority),
    Priority > 0,                       % one of 0 could not be found and undone
    ground(Names),
    ( is_list(Names) -> Elements = Names ; Elements = [Names] ),
    findall(op(Priority, Type, Name), member(Name, Elements), Ops),
    (   \+ ( member(Name, Elements), ( \+ atom(Name) ; punctuation(Name) ) ),
        catch(maplist(declare(Syntax), Ops), error(_, _), fail)
    ->  Verdict = operators(Ops)
    ;   Verdict = wrong("this operator cannot be declared")
    ).

loads_files([_|_]).
loads_files(consult(_)).
loads_files(load_files(_, _)).
loads_files(Using) :-
    ( Using = use_module(File) ; Using = use_module(File, _) ; Using = ensure_loaded(File) ),
    atomic(File),
    File \== [],
    \+ allowed_library(File, _).

library_verdict(Syntax, Library, Verdict) :-
    directive(use_module(Library, all), _, Syntax, Verdict).

no_initialization(Arity, Text) :-
    format(string(Text), "initialization/~d is not allowed: loading a program runs nothing; leave the line out", [Arity]).

%   They hold to the end of the file.
flag_values(double_quotes, [codes, chars, atom, string]).
flag_values(optimise, [true, false]).

declare(Module, op(Priority, Type, Name)) :-
    op(Priority, Type, Module:Name).

%   A change of these would change what a clause is.
punctuation(Name) :-
    memberchk(Name, [',', '|', [], {}, '.', (:-), (?-), (-->), (=>), (:)]).

elements(Spec, _) :- var(Spec), !, fail.
elements((A,B), Elements) :-
    !,
    elements(A, As),
    elements(B, Bs),
    append(As, Bs, Elements).
elements(Spec, Elements) :-
    is_list(Spec),
    !,
    maplist(elements, Spec, Lists),
    append(Lists, Elements).
elements(Element, [Element]).

indicator(Spec, Name/Arity) :-
    ground(Spec),
    ( Spec = Name/Arity0 -> Extra = 0 ; Spec = Name//Arity0, Extra = 2 ),
    atom(Name),
    integer(Arity0),
    between(0, 1000, Arity0),
    Arity is Arity0+Extra.

%   Modes that name a predicate, lattice(PI) and po(PI), would call it unseen.
tabled(Spec, PI) :-
    indicator(Spec, PI),
    !.
tabled(Head, Name/Arity) :-
    compound(Head),
    \+ Head = _:_,
    \+ Head = _/_,
    compound_name_arguments(Head, Name, Modes),
    length(Modes, Arity),
    forall(member(Mode, Modes),
           ( var(Mode) ; memberchk(Mode, [index, -, first, last, min, max, sum]) )).
