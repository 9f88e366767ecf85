:- module(pybridge_program_clauses,
          [ clause_verdict/4,                   % +Term, +Module, -Defined, -Verdict
            head/2,                             % +Term, -Head
            plain_head/1,                       % +Head
            not_definable/3,                    % +PI, +Module, -Text
            reserved/1                          % +PI
          ]).
:- encoding(utf8).
:- use_module(library(lists)).
:- use_module(allowed).

/** <module> The clauses that a program that is not trusted may have

They define predicates of the program's own: none that is there before it, none of
Prolog's and none that Prolog would call of itself. What counts is what a term becomes
when SWI-Prolog loads or asserts it, not how it is written.
*/

%!  clause_verdict(+Term, +Module, -Defined, -Verdict) is det.
%
%   Whether Term, no directive, is a clause that may be loaded into Module: Verdict is
%   `keep` or wrong(Text), or `blank` for one of the facts that are there. Defined is
%   [Name/Arity] of what it defines, or [].

clause_verdict(Term, Module, Defined, Verdict) :-
    (   ( a_fact(Term, Module) ; a_rule(Term, Module) )
    ->  Defined = [],
        Verdict = blank
    ;   start_in_moves(Term, Module, Text)
    ->  Defined = [],
        Verdict = wrong(Text)
    ;   head(Term, Head),
        plain_head(Head)
    ->  functor(Head, Name, Arity),
        Defined = [Name/Arity],
        (   not_definable(Name/Arity, Module, Text)
        ->  Verdict = wrong(Text)
        ;   Verdict = keep
        )
    ;   Defined = [],
        no_clause(Term, Text),
        Verdict = wrong(Text)
    ).

%   a_fact(+Term, +Module) is semidet: the facts in Module have Term. A program may bring
%   the facts that it was written for, if they are the puzzle's.
a_fact(Term, Module) :-
    callable(Term),
    plain_head(Term),
    ground(Term),
    functor(Term, Name, Arity),
    own(Module, Name/Arity),
    clause(Module:Term, true),
    !.

%   start_in_moves(+Term, +Module, -Text) is semidet: Term gives a start of the facts by moves, as a fact
%   file may. Programs find it as a list.
start_in_moves(start(Name, Moves), Module, Text) :-
    string(Moves),
    own(Module, start/2),
    Module:start(Known, State),
    Known == Name,
    !,
    format(string(Text), "write this start as a list, ~w, which it is to programs", [State]).

%   a_rule(+Term, +Module) is semidet: the puzzle's rules have this clause of what they are
%   asked for.
a_rule(Term, Module) :-
    callable(Term),
    rules_of(Module, Rules),
    ( Term = (Head :- Body) -> true ; Head = Term, Body = true ),
    callable(Head),
    plain_head(Head),
    functor(Head, Name, Arity),
    ( of_rules(Module, Name/Arity) ; Name/Arity == start/2 ),
    functor(Head1, Name, Arity),
    current_predicate(Rules:Name/Arity),
    clause(Rules:Head1, Body1),
    (Head1 :- Body1) =@= (Head :- Body),
    !.

%!  head(+Term, -Head) is semidet.
%
%   Head is that of the clause that Term becomes when it is loaded. These four forms are known;
%   plain_head/1 refuses whatever else makes clauses.

head(Term, _) :- var(Term), !, fail.
head((Head :- _), Head) :- !.
head((Guarded => _), Head) :-
    !,
    ( nonvar(Guarded), Guarded = (Head, _) -> true ; Head = Guarded ).
head((Left --> _), Head) :-
    !,
    ( nonvar(Left), Left = (Nonterminal, _) -> true ; Nonterminal = Left ),
    plain_head(Nonterminal),
    Nonterminal =.. Parts0,
    append(Parts0, [_, _], Parts),
    Head =.. Parts.
head(Head, Head).

%!  plain_head(+Head) is semidet.
%
%   Head can be the head of a clause, and is a fact where it stands alone: to SWI-Prolog,
%   whichever version, it is not a rule, a list of files or a head in another module.

plain_head(Head) :-
    callable(Head),
    \+ ( compound(Head), compound_name_arity(Head, _, 0) ),
    functor(Head, Name, _),
    atom(Name),
    \+ memberchk(Name, [:, [], '[|]']),
    \+ neck(Name).

%   What stands between a head and its body. `?=>` is not even an operator. What a later
%   version may add has this priority, or shows itself when the program is read back.
neck(Name) :-
    current_op(1200, _, system:Name),
    !.
neck(Name) :-
    memberchk(Name, [:-, ?-, -->, =>, ?=>, ==>]).

no_clause(Term, "a variable is not a clause") :-
    var(Term),
    !.
no_clause([_|_], "a list as a clause would load files, which is not allowed") :- !.
no_clause((?- _), "a query is not allowed: loading a program runs nothing") :- !.
no_clause(Term, "a clause must define a predicate of the program itself, without a module") :-
    qualified(Term),
    !.
no_clause(Term, Text) :-
    head(Term, Head),
    compound(Head),
    compound_name_arity(Head, Name, 0),
    !,
    format(string(Text), "~q has parentheses and no argument; write ~q", [Head, Name]).
no_clause(Term, Text) :-
    head(Term, Head),
    Head \== Term,
    compound(Head),
    compound_name_arity(Head, Name, 2),
    neck(Name),
    !,
    format(string(Text), "~q stands between a head and its body in some version of Prolog; choose another name", [Name]).
no_clause(Term, Text) :-
    callable(Term),
    \+ ( compound(Term), compound_name_arity(Term, _, 0) ),
    functor(Term, Name, Arity),
    atom(Name),
    neck(Name),
    !,
    format(string(Text), "~q cannot be used to write clauses; use :-, => or -->", [Name/Arity]).
no_clause(_, "not a clause: its head is not an atom or compound term").

qualified(_:_).
qualified((_:_ :- _)).
qualified((_:_ --> _)).
qualified(((_:_, _) --> _)).
qualified((_:_ => _)).

%!  not_definable(+PI, +Module, -Text:string) is semidet.
%
%   Why a program in Module must not define PI, which is Name/Arity.

not_definable(end_of_file/0, _, "end_of_file would hide the rest of the file; remove it") :- !.
not_definable(Joined/2, _, Text) :-
    memberchk(Joined, [(','), (;), (->)]),
    !,
    Text = "goals without a head: the full stop before them ends a clause too early; write a comma there".
not_definable(PI, Module, Text) :-
    own(Module, PI),
    !,
    format(string(Text), "~q is already defined by the facts; choose another name, or have the same facts", [PI]).
not_definable(PI, Module, Text) :-
    of_rules(Module, PI),
    !,
    format(string(Text), "~q is already defined by the puzzle's rules; choose another name, or have the same rules", [PI]).
not_definable(PI, _, Text) :-
    reserved(PI),
    !,
    ( hook(PI), \+ of_the_system(PI) -> Why = "called by Prolog itself" ; Why = "built into Prolog" ),
    format(string(Text), "~q is ~s; choose another name", [PI, Why]).

%!  reserved(+PI) is semidet.
%
%   PI, which is Name/Arity, belongs to Prolog, or is a hook that Prolog calls.

reserved(PI) :- of_the_system(PI), !.
reserved(PI) :- hook(PI), !.
reserved(Name/_) :- neck(Name), !.
reserved(Name/_) :- compiled_inline(Name).

%   What the compiler makes of these does not depend on who defines them, nor on how many
%   arguments they have.
compiled_inline(call).
compiled_inline('|').

of_the_system(Name/Arity) :-
    current_predicate(system:Name/Arity),
    functor(Head, Name, Arity),
    (   predicate_property(system:Head, imported_from(Origin))
    ->  module_property(Origin, class(system))
    ;   true
    ).

%   What Prolog calls or expands of itself where a module defines it.
hook(Name/_) :-
    ( memberchk(Name, [ term_expansion, goal_expansion, portray, exception,
                        message_hook, message_property, message_prefix,
                        attr_unify_hook, attribute_goals, attr_portray_hook,
                        project_attributes, prolog_load_file, prolog_exception_hook,
                        prolog_event_hook, prolog_list_goal, expand_query,
                        expand_answer, file_search_path, library_directory,
                        (:=), {}, [], '.', dict
                      ])
    ; \+ atom(Name)
    ; sub_atom(Name, 0, _, _, $)
    ),
    !.
