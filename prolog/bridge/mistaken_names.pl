:- module(pybridge_mistaken_names, [ mistaken_name/5,   % +Clause, +Clauses, +Module, -At, -Said
                                     new_variable/4,    % +Term, +At, +Clause, -Variable
                                     occurs_in/2,       % +Variable, +Variables
                                     shown_in/3,        % +Clause, +Term, -Text
                                     similar/2          % +Name, +Other
                                   ]).
:- encoding(utf8).
:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module('../untrusted/allowed', [own/2]).
:- use_module(rules_goals).
:- use_module(rules_text).

/** <module> Variables of a clause that are misspelt, forgotten, or written like atoms
*/

%!  mistaken_name(+Clause, +Clauses, +Module, -At, -Said:string) is nondet.
%
%   Said names a mistake at the character At: a variable that occurs once in Clause where it, or what it resembles,
%   is needed twice; or an atom that has the name of a variable.

mistaken_name(Clause, Clauses, _, At, Said) :-
    Clause = clause(Head, _, _, _, _, Bindings),
    Head \= directive(_),
    include(once_in(Clause), Bindings, Once),
    (   misspelt(Once, Clause, Clauses, At, Said)
    ;   small_letter(Once, Clause, Clauses, At, Said)
    ;   left_out(Once, Clause, At, Said)
    ).
mistaken_name(Clause, Clauses, Module, At, Said) :-
    atom_for_variable(Clause, Clauses, Module, At, Said).

once_in(clause(Head, Body, _, _, _, _), Name=Variable) :-
    \+ sub_atom(Name, 0, _, _, '_'),
    occurrences(Variable, Head-Body, 1).

occurrences(Variable, Term, Count) :-
    (   var(Term)
    ->  ( Term == Variable -> Count = 1 ; Count = 0 )
    ;   compound(Term)
    ->  compound_name_arguments(Term, _, Args),
        maplist(occurrences(Variable), Args, Counts),
        sum_list(Counts, Count)
    ;   Count = 0
    ).

%   misspelt(+Once, +Clause, +Clauses, -At, -Said) is nondet: of two names that resemble each other, the one that
%   fewer clauses have. Numbers at their ends tell names apart, unless both occur once.
misspelt(Once, Clause, Clauses, At, Said) :-
    Clause = clause(_, _, _, _, _, Bindings),
    select(Name=Variable, Once, Others),
    member(Other=OtherVariable, Bindings),
    Other \== Name,
    (   memberchk(Other=_, Others)
    ->  ( one_apart(Name, Other) ; same_stem(Name, Other) ),
        times(Clauses, Name, N),
        times(Clauses, Other, M),
        ( N < M -> true ; N =:= M, place(Clause, Variable, Here), place(Clause, OtherVariable, There), Here > There ),
        Twice = ", and so does ~w"
    ;   similar(Name, Other),
        \+ same_stem(Name, Other),
        times(Clauses, Name, N),
        times(Clauses, Other, M),
        N =< M,
        Twice = ""
    ),
    place(Clause, Variable, At),
    ( Twice == "" -> More = "" ; format(string(More), Twice, [Other]) ),
    format(string(Said), "~w occurs only once in this clause~s; did you mean ~w?", [Name, More, Other]).

times(Clauses, Name, Count) :-
    findall(1, ( member(clause(_, _, _, _, _, Bindings), Clauses), memberchk(Name=_, Bindings) ), Ones),
    length(Ones, Count).

place(clause(Head, Body, HeadPosition, BodyPosition, _, _), Sub, At) :-
    (   place_of(Sub, Head, HeadPosition, At)
    ->  true
    ;   place_of(Sub, Body, BodyPosition, At)
    ).

%!  similar(+Name, +Other) is semidet.
%
%   One change of a letter, or of two neighbors, makes Other of Name. Names of a letter or two are too short.

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
one_change([_|As], [_|As]).
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

%   small_letter(+Once, +Clause, +Clauses, -At, -Said) is nondet: an atom stands for a variable that occurs once.
small_letter(Once, Clause, Clauses, At, Said) :-
    member(Name=Variable, Once),
    Clause = clause(Head, Body, _, _, _, _),
    small(Name, Atom),
    argument(Head-Body, Atom),
    \+ ( member(Other, Clauses), Other \== Clause, Other = clause(H, B, _, _, _, _), argument(H-B, Atom) ),
    Variable \== Atom,
    place(Clause, Atom, At),
    format(string(Said), "~w begins with a small letter, so it is no variable: write ~w", [Atom, Name]).

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

%   atom_for_variable(+Clause, +Clauses, +Module, -At, -Said) is nondet: a goal that calls a predicate of the program
%   has an atom with the name of a variable that the goal has not, and no other clause has the atom.
atom_for_variable(Clause, Clauses, Module, At, Said) :-
    Clause = clause(_, Body, _, BodyPosition, _, Bindings),
    goal_at(Body, BodyPosition, Goal, GoalAt),
    functor(Goal, GoalName, Arity),
    ( defined(Clauses, GoalName, Arity) ; own(Module, GoalName/Arity) ),
    arg(_, Goal, Atom),
    atom(Atom),
    member(Name=Variable, Bindings),
    small(Name, Atom),
    term_variables(Goal, Variables),
    \+ occurs_in(Variable, Variables),
    \+ ( member(clause(H, B, _, _, _, _), Clauses), H-B \== Clause, other_argument(H-B, Clause, Atom) ),
    At = GoalAt,
    format(string(Said), "~w begins with a small letter, so it is no variable: write ~w", [Atom, Name]).

other_argument(H-B, clause(Head, Body, _, _, _, _), Atom) :-
    H-B \== Head-Body,
    argument(H-B, Atom).

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
        term_variables(Sum, Used),
        member(Old=OldVariable, Bindings),
        occurs_in(OldVariable, Used),
        term_variables(Later, LaterVariables),
        occurs_in(OldVariable, LaterVariables)
    ->  format(string(Said), "~w is computed here, and nothing uses it: ~q is called with ~w, not with ~w",
               [Name, HeadName/Arity, Old, Name])
    ;   format(string(Said), "~w is computed here, and nothing uses it", [Name])
    ).
left_out(Once, Clause, At, Said) :-
    Clause = clause(Head, Body, _, BodyPosition, _, Bindings),
    member(Name=Variable, Once),
    member(Old=OldVariable, Bindings),
    next_name(Old, Name),
    goal_at(Body, BodyPosition, Goal, GoalAt),
    term_variables(Goal, Variables),
    occurs_in(Variable, Variables),
    functor(Head, HeadName, Arity),
    (   functor(Goal, HeadName, Arity)
    ->  place(Clause, Variable, At),
        format(string(Said), "~w has no value here: nothing before gives it one", [Name])
    ;   place(Clause, Variable, At),
        (   goal_at(Body, BodyPosition, Later, LaterAt),
            LaterAt > GoalAt,
            functor(Later, HeadName, Arity),
            term_variables(Later, LaterVariables),
            occurs_in(OldVariable, LaterVariables)
        ->  format(string(Said), "~w gets a value that nothing uses: ~q is called with ~w, not with ~w",
                   [Name, HeadName/Arity, Old, Name])
        ;   format(string(Said), "~w gets a value that nothing uses; is it meant where ~w is?", [Name, Old])
        )
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

%!  new_variable(+Term, +At, +Clause, -Variable) is semidet.
%
%   Variable in Term, a part of the goal at At, is not in the head nor in a goal before.

new_variable(Term, At, clause(Head, Body, _, BodyPosition, _, _), Variable) :-
    goals_before(Body, BodyPosition, At, Seen),
    term_variables(Head-Seen, Before),
    term_variables(Term, Variables),
    member(Variable, Variables),
    \+ occurs_in(Variable, Before),
    !.

%   goals_before(+Body, +BodyPosition, +At, -Seen): the goals that begin before At.
goals_before(Goal, _, _, []) :-
    var(Goal),
    !.
goals_before(Goal, parentheses_term_position(_, _, Position), At, Seen) :-
    !,
    goals_before(Goal, Position, At, Seen).
goals_before(Goal, term_position(_, _, _, _, [Left,Right]), At, Seen) :-
    control(Goal),
    !,
    arg(1, Goal, First),
    arg(2, Goal, Second),
    goals_before(First, Left, At, Seen1),
    goals_before(Second, Right, At, Seen2),
    append(Seen1, Seen2, Seen).
goals_before(\+ Goal, term_position(_, _, _, _, [Position]), At, Seen) :-
    !,
    goals_before(Goal, Position, At, Seen).
goals_before(Goal, Position, At, Seen) :-
    ( Position = From-_ -> true ; arg(1, Position, From) ),
    ( From < At -> Seen = [Goal] ; Seen = [] ).

control((_, _)).
control((_ ; _)).
control((_ -> _)).
control((_ *-> _)).

%!  occurs_in(+Variable, +Variables) is semidet.

occurs_in(Variable, Variables) :-
    member(Each, Variables),
    Each == Variable,
    !.

%!  shown_in(+Clause, +Term, -Text:string) is det.
%
%   Text is Term as Clause has it, with the names of its variables.

shown_in(clause(_, _, _, _, _, Bindings), Term, Text) :-
    term_variables(Term, Variables),
    exclude(is_named(Bindings), Variables, Unnamed),
    maplist(nameless, Unnamed, Others),
    append(Bindings, Others, Names),
    Options = [variable_names(Names), quoted(true), spacing(next_argument), max_depth(20)],
    (   compound(Term),
        compound_name_arguments(Term, Name, [Arg]),
        current_op(_, fx, Name)         % dynamic, table and such: no operator in a goal
    ->  format(string(Text), "~q(~W)", [Name, Arg, Options])
    ;   format(string(Text), "~W", [Term, Options])
    ).

is_named(Bindings, Variable) :-
    member(_=Named, Bindings),
    Named == Variable,
    !.

nameless(Variable, '_'=Variable).
