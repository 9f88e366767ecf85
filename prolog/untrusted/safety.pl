:- module(pybridge_program_safety, [ unsafe/3   % +Module, +Goal, -Reason
                                   ]).
:- encoding(utf8).
:- use_module(library(lists)).
:- use_module(allowed).
:- use_module(uses).

/** <module> Whether a goal is safe

A goal is safe if all that it can call is the program's own or allowed by
allowed.pl, and what it does with data is allowed by program_uses.pl. Goals
within goals are followed, and a goal that is known only when it runs is not safe:
so each can be judged from the text, by itself.
*/

%!  unsafe(+Module, +Goal, -Reason:string) is nondet.
%
%   Goal must not be called in Module for Reason. Does not look into the program's
%   own predicates.

unsafe(_, Goal,
       "a goal that is known only at run time cannot be checked: name its predicate here, as in include(p, L, M)") :-
    var(Goal),
    !.
unsafe(_, Goal, Reason) :-
    ( \+ callable(Goal) ; compound(Goal), compound_name_arity(Goal, _, 0) ),
    !,
    format(string(Reason), "~q is not a goal", [Goal]).
unsafe(Module, Goal, Reason) :-
    lambda(Goal, Extra, Lambda),
    !,
    load_library(yall),
    extended(Extra, Lambda, Body),
    unsafe(Module, Body, Reason).
unsafe(_, Module:Goal, Reason) :-
    !,
    \+ expansion(Module, Goal),
    ( compound(Goal) -> compound_name_arity(Goal, Name, Arity) ; Name = Goal, Arity = 0 ),
    format(string(Reason), "~p: a goal in another module is not allowed", [Module:Name/Arity]).
unsafe(Module, Goal, Reason) :-
    functor(Goal, Name, Arity),
    (   builtin(Name/Arity)
    ->  (   wrong_use(Goal, Module, Reason)
        ;   within(Module, Goal, Inner),
            unsafe(Module, Inner, Reason)
        )
    ;   ( own(Module, Name/Arity) ; of_rules(Module, Name/Arity) )
    ->  fail
    ;   \+ denied(Name/Arity),
        from_library(Module, Goal)
    ->  within(Module, Goal, Inner),
        unsafe(Module, Inner, Reason)
    ;   not_allowed(Module, Name/Arity, Reason)
    ).

%   What the compiler makes of goals of library(clpfd).
expansion(Module, Goal) :-
    Module == clpfd,
    nonvar(Goal),
    memberchk(Goal, [clpfd_equal(_,_), clpfd_geq(_,_), clpfd_in(_,_)]).

from_library(Module, Goal) :-
    (   predicate_property(Module:Goal, autoload(File))
    ->  file_base_name(File, Base),
        allowed_library(Library, _),
        ( Library = _/Base -> true ; Library == Base ),
        load_library(Library)
    ;   functor(Goal, Name, Arity),
        current_predicate(Module:Name/Arity),
        predicate_property(Module:Goal, imported_from(Origin)),
        allowed_library(_, Origin)
    ),
    !.

not_allowed(Module, Name/Arity, Reason) :-
    (   instead(Name, Arity, Right)
    ->  format(string(Reason), "~q is not allowed: ~s", [Name/Arity, Right])
    ;   current_predicate(Module:Name/Arity)
    ->  format(string(Reason), "~q is not allowed", [Name/Arity])
    ;   functor(Goal, Name, Arity),
        predicate_property(system:Goal, autoload(File))
    ->  file_base_name(File, Library),
        format(string(Reason), "~q of library ~w is not allowed", [Name/Arity, Library])
    ;   format(string(Reason), "~q is not defined; if the program asserts it, declare it dynamic",
               [Name/Arity])
    ).

%   instead(+Name, +Arity, -Right:string) is semidet: what is right for what programs often have.
instead(halt, 0, "leave it out").
instead(halt, 1, "leave it out").
instead(time, 1, "leave it out, and call its goal").
instead(writef, 1, "write format/1").
instead(writef, 2, "write format/2").
instead(sumlist, 2, "write sum_list/2").            % of library(backcomp), as the next ones
instead(concat_atom, 2, "write atomic_list_concat/2").
instead(concat_atom, 3, "write atomic_list_concat/3").
instead(sublist, 3, "write include/3").
instead(checklist, 2, "write maplist/2").
instead(Name, 2, "pass the value on as an argument; a search may keep it in a fact of a dynamic predicate") :-
    memberchk(Name, [nb_setval,nb_getval,b_setval,b_getval]).

%   within(+Module, +Goal, -Inner) is nondet: Goal may call Inner.
within(Module, Goal, Inner) :-
    predicate_property(Module:Goal, meta_predicate(Spec)),
    arg(I, Spec, Kind),
    arg(I, Goal, Arg),
    called(Kind, Arg, Inner).

called(Kind, Arg, Inner) :-
    integer(Kind),
    !,
    extended(Kind, Arg, Inner).
called(^, Arg, Inner) :-
    ( nonvar(Arg), Arg = _^Arg1 -> called(^, Arg1, Inner) ; Inner = Arg ).
called(//, Arg, Inner) :-
    (   var(Arg)
    ->  Inner = Arg
    ;   catch(dcg_translate_rule((nonterminal --> Arg), (_ :- Inner)), error(_, _), fail)
    ->  true
    ;   Inner = "a nonterminal like this"
    ).

%   extended(+N, +Closure, -Goal): Goal is Closure called with N arguments more.
extended(_, Closure, Closure) :-
    var(Closure),
    !.
extended(N, _/Closure, Goal) :-
    !,
    extended(N, Closure, Goal).
extended(N, Parameters0>>Body, Goal) :-
    !,
    ( nonvar(Parameters0), Parameters0 = _/Parameters -> true ; Parameters = Parameters0 ),
    (   is_list(Parameters)
    ->  length(Parameters, Taken),
        Left is max(0, N-Taken),
        extended(Left, Body, Goal)
    ;   true
    ).
extended(0, Goal, Goal) :-
    !.
extended(N, Closure, Goal) :-
    (   Closure \= _:_,
        callable(Closure)
    ->  length(More, N),
        ( atom(Closure) -> Name = Closure, Args0 = [] ; compound_name_arguments(Closure, Name, Args0) ),
        append(Args0, More, Args),
        compound_name_arguments(Goal, Name, Args)
    ;   Goal = Closure
    ).

%   lambda(+Goal, -Extra, -Lambda): Goal is Lambda with Extra arguments more.
lambda(Goal, Extra, Lambda) :-
    compound(Goal),
    compound_name_arguments(Goal, Name, [A,B|More]),
    memberchk(Name, [>>, /]),
    length(More, Extra),
    compound_name_arguments(Lambda, Name, [A,B]).
