:- module(pybridge_source_mistaken_names, [ mistaken_name/5,   % +Clause, +Clauses, +Module, -At, -Said
                                            similar/2          % +Name, +Other
                                          ]).
:- encoding(utf8).
:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(library(occurs)).
:- use_module('../untrusted/allowed', [of_rules/2, own/2]).
:- use_module(goals).
:- use_module(variables).

/** <module> Variables of a clause that are misspelt, forgotten, or written like atoms
*/

%!  mistaken_name(+Clause, +Clauses, +Module, -At, -Said) is nondet.
%
%   Said names a mistake at the character At: a variable that occurs once in Clause where it, or what it resembles,
%   is needed twice; or an atom that has the name of a variable.

mistaken_name(Clause, Clauses, Module, At, Said) :-
    Clause = clause(Head, _, _, _, _, Bindings),
    Head \= '$directive'(_),
    include(once_in(Clause), Bindings, Once),
    (   misspelt(Once, Clause, Clauses, At, Said)
    ;   small_letter(Once, Clause, Clauses, Module, At, Said)
    ;   left_out(Once, Clause, At, Said)
    ).
mistaken_name(Clause, Clauses, Module, At, Said) :-
    atom_for_variable(Clause, Clauses, Module, At, Said).

once_in(clause(Head, Body, _, _, _, _), Name=Variable) :-
    \+ sub_atom(Name, 0, _, _, '_'),
    occurrences_of_var(Variable, Head-Body, 1).

%   misspelt(+Once, +Clause, +Clauses, -At, -Said) is nondet: of two names that resemble each other, one occurs once,
%   and not in more clauses than the other. Where both occur once, nobody can say which one is meant.
misspelt(Once, Clause, Clauses, At, Said) :-
    Clause = clause(_, _, _, _, _, Bindings),
    select(Name=Variable, Once, Others),
    member(Other=OtherVariable, Bindings),
    Other \== Name,
    times(Clauses, Name, N),
    times(Clauses, Other, M),
    N =< M,
    (   memberchk(Other=_, Others)
    ->  both_once(Name, Variable, Other, OtherVariable, Clause),
        place(Clause, Variable, At),
        place(Clause, OtherVariable, OtherAt),
        ( N < M -> true ; At < OtherAt ),
        Said = said("{name} occurs only once in this clause: write one name for it and for {other} on line {line}",
                    [name=Name, other=Other, line=line(OtherAt)])
    ;   similar(Name, Other),
        \+ same_stem(Name, Other),
        place(Clause, Variable, At),
        Said = said("{name} occurs only once in this clause; did you mean {meant}?", [name=Name, meant=Other])
    ).

%   Numbers at their ends distinguish names, but not where both have one in the body.
both_once(Name, Variable, Other, OtherVariable, clause(Head, _, _, _, _, _)) :-
    one_apart(Name, Other),
    \+ same_stem(Name, Other),
    \+ ( contains_var(Variable, Head), contains_var(OtherVariable, Head) ),
    !.
both_once(Name, Variable, Other, OtherVariable, clause(Head, _, _, _, _, _)) :-
    stem_of_number(Name, Stem),
    stem_of_number(Other, Stem),
    \+ contains_var(Variable, Head),
    \+ contains_var(OtherVariable, Head).

times(Clauses, Name, Count) :-
    findall(1, ( member(clause(_, _, _, _, _, Bindings), Clauses), memberchk(Name=_, Bindings) ), Ones),
    length(Ones, Count).

%!  similar(+Name, +Other) is semidet.
%
%   A letter more, less or another one, or two neighbors exchanged, make Other of Name. Names of a letter or two are too
%   short, and another last letter may distinguish names.

similar(Name, Other) :-
    atom_length(Name, Length),
    atom_length(Other, OtherLength),
    min_list([Length, OtherLength], Least),
    Least >= 3,
    one_apart(Name, Other).

one_apart(Name, Other) :-
    Name \== Other,
    atom_codes(Name, Codes),
    atom_codes(Other, OtherCodes),
    Codes = [_,_|_],
    OtherCodes = [_,_|_],
    ( one_change(Codes, OtherCodes) ; one_change(OtherCodes, Codes) ),
    !.

one_change([A|As], [A|Bs]) :- one_change(As, Bs), !.
one_change([_|As], As).
one_change([_,A|As], [_,A|As]) :- As = [_|_].
one_change([A,B|As], [B,A|As]).

%   same_stem(+Name, +Other): numbers or a plural's s at their ends make the difference.
same_stem(Name, Other) :-
    stem(Name, Stem),
    stem(Other, Stem).

stem(Name, Stem) :-
    atom_codes(Name, Codes),
    reverse(Codes, Reversed0),
    bare(Reversed0, Reversed),
    reverse(Reversed, StemCodes),
    atom_codes(Stem, StemCodes).

bare([Code|Codes], Bare) :-
    Codes = [_|_],
    ( code_type(Code, digit) ; memberchk(Code, `s_`) ),
    !,
    bare(Codes, Bare).
bare(Codes, Codes).

%   small_letter(+Once, +Clause, +Clauses, +Module, -At, -Said) is nondet: an atom that stands nowhere else stands for
%   a variable that occurs once.
small_letter(Once, Clause, Clauses, Module, At, Said) :-
    member(Name=_, Once),
    small(Name, Atom),
    Clause = clause(Head, Body, _, _, _, _),
    argument(Head-Body, Atom),
    \+ used_otherwise(Atom, Head-Body, Clauses, Module),
    place(Clause, Atom, At),
    Said = said("{name} begins with a small letter, so it is no variable: write {meant}", [name=Atom, meant=Name]).

used_otherwise(Atom, _, _, Module) :-
    ( own(Module, Atom/_) ; of_rules(Module, Atom/_) ),
    !.
used_otherwise(Atom, HeadBody, Clauses, _) :-
    member(clause(Head, Body, _, _, _, _), Clauses),
    other_use(Head-Body, HeadBody, Atom),
    !.

%   What a predicate of the program gets is seldom the name of another.
used_as_argument(Atom, HeadBody0, Clauses) :-
    member(clause(Head, Body, _, _, _, _), Clauses),
    Head-Body \== HeadBody0,
    argument(Head-Body, Atom),
    !.

%   other_use(+HeadBody, +HeadBody0, +Atom) is semidet: Atom is an argument in HeadBody, unless that is HeadBody0, or
%   the name of something in either.
other_use(HeadBody, HeadBody0, Atom) :-
    HeadBody \== HeadBody0,
    argument(HeadBody, Atom),
    !.
other_use(HeadBody, _, Atom) :-
    sub_term_named(HeadBody, Atom).

sub_term_named(Term, Name) :-
    compound(Term),
    compound_name_arguments(Term, Name0, Args),
    (   Name0 == Name
    ->  true
    ;   member(Arg, Args),
        sub_term_named(Arg, Name)
    ),
    !.

small(Name, Small) :-
    sub_atom(Name, 0, 1, _, First),
    sub_atom(Name, 1, _, 0, Rest),
    downcase_atom(First, Lower),
    Lower \== First,
    atom_concat(Lower, Rest, Small).

%   argument(+Term, +Atom) is semidet: Atom is an argument in Term.
argument(Term, Atom) :-
    compound(Term),
    compound_name_arguments(Term, _, Args),
    member(Arg, Args),
    ( Arg == Atom ; argument(Arg, Atom) ),
    !.

%   atom_for_variable(+Clause, +Clauses, +Module, -At, -Said) is nondet: a goal has an atom with the name of a variable
%   that the goal has not, and the atom is nowhere else. What is printed may be any atom, and so may names.
atom_for_variable(Clause, Clauses, Module, At, Said) :-
    Clause = clause(Head, Body, _, BodyPosition, _, Bindings),
    goal_at(Body, BodyPosition, Goal, At),
    functor(Goal, GoalName, Arity),
    member(Name=Variable, Bindings),
    small(Name, Atom),
    argument(Goal, Atom),
    \+ ( sub_term(Inner, Goal), takes_any_atom(Inner), argument(Inner, Atom) ),
    \+ contains_var(Variable, Goal),
    (   arg(_, Goal, Arg),
        Arg == Atom,
        defined(Clauses, GoalName, Arity)
    ->  \+ used_as_argument(Atom, Head-Body, Clauses)
    ;   \+ used_otherwise(Atom, Head-Body, Clauses, Module)
    ),
    Said = said("{name} begins with a small letter, so it is no variable: write {meant}", [name=Atom, meant=Name]).

takes_any_atom(Goal) :-
    compound(Goal),
    functor(Goal, Name, _),
    memberchk(Name, [ format, write, print, writeln, writeq, write_canonical, =.., functor, nb_setval, nb_getval,
                      b_setval, b_getval ]).

%   left_out(+Once, +Clause, -At, -Said) is nondet: a variable is computed and not used; or one with a number at its
%   end, or such a beginning as New, has no value where the clause calls its own predicate, or one that nothing uses.
left_out(Once, Clause, At, Said) :-
    Clause = clause(Head, Body, _, BodyPosition, _, Bindings),
    goal_at(Body, BodyPosition, Goal, At),
    Goal = (Variable is Sum),
    var(Variable),
    member(Name=Known, Once),
    Known == Variable,
    functor(Head, HeadName, Arity),
    (   goal_at(Body, BodyPosition, Later, LaterAt),
        LaterAt > At,
        functor(Later, HeadName, Arity),
        member(Old=OldVariable, Bindings),
        contains_var(OldVariable, Sum),
        contains_var(OldVariable, Later)
    ->  Said = said("{name} is computed here, and nothing uses it: {goal} is called with {old}, not with {name}",
                    [name=Name, goal=HeadName/Arity, old=Old])
    ;   Said = said("{name} is computed here, and nothing uses it", [name=Name])
    ).
left_out(Once, Clause, At, Said) :-
    Clause = clause(Head, Body, _, BodyPosition, _, Bindings),
    member(Name=Variable, Once),
    member(Old=OldVariable, Bindings),
    next_name(Old, Name),
    goal_at(Body, BodyPosition, Goal, GoalAt),
    contains_var(Variable, Goal),
    place(Clause, Variable, At),
    functor(Head, HeadName, Arity),
    (   functor(Goal, HeadName, Arity)
    ->  Said = said("{name} has no value here: nothing before gives it one", [name=Name])
    ;   goal_at(Body, BodyPosition, Later, LaterAt),
        LaterAt > GoalAt,
        functor(Later, HeadName, Arity),
        contains_var(OldVariable, Later)
    ->  Said = said("{name} gets a value that nothing uses: {goal} is called with {old}, not with {name}",
                    [name=Name, goal=HeadName/Arity, old=Old])
    ;   Said = said("{name} gets a value that nothing uses; is it meant where {old} is?", [name=Name, old=Old])
    ).

%   next_name(+Old, +Name): Name is what a program may call the next value of Old.
next_name(Old, Name) :-
    Old \== Name,
    (   stem_of_number(Name, Stem),
        ( Old == Stem ; stem_of_number(Old, Stem) )
    ;   member(Begin, ['New', 'Next', 'N']),
        atom_concat(Begin, Old, Name)
    ;   member(End, ['New', 'Next', '_new', '_next', 'n']),
        atom_concat(Old, End, Name)
    ),
    !.

stem_of_number(Name, Stem) :-
    sub_atom(Name, Before, 1, 0, Digit),
    char_type(Digit, digit),
    sub_atom(Name, 0, Before, _, Stem).
