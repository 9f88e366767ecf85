:- module(pybridge_source_goal_names, [ named_goal/3    % +Text, +Line, ?Goal
                                      ]).
:- encoding(utf8).
:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(goals, [goal_at/4]).
:- use_module(places, [lines_of/2,placed/4]).
:- use_module(text, [source_clauses/3]).

/** <module> The names that variables of a goal have in the text
*/

%!  named_goal(+Text:string, +Line:integer, ?Goal) is semidet.
%
%   Goal was called in the clause that begins on Line of Text. Its variables become
%   '$VAR'(Name), where they have names there. Fails where several goals of the clause may be meant and none
%   has more in common with Goal: an error does not say which one raised it, nor always with what.

named_goal(Text, Line, Goal) :-
    source_clauses(Text, Clauses, _),
    lines_of(Text, Lines),
    member(clause(_, Body, _, BodyPosition, At, Bindings), Clauses),
    placed(at(At), Lines, Line, _),
    !,
    findall(Common-written(Written, Bindings),
            ( goal_at(Body, BodyPosition, Written, _),
              \+ Written \= Goal,
              common(Written, Goal, Common),
              Written = Goal
            ),
            Found),
    keysort(Found, Sorted),
    reverse(Sorted, [Most-written(Goal, Names)|Others]),
    \+ memberchk(Most-_, Others),
    name_variables(Names).

%   common(+A, +B, -Count): of names and numbers that both terms have in the same place.
common(A, B, 0) :-
    ( var(A) ; var(B) ),
    !.
common(A, B, Count) :-
    compound(A),
    compound(B),
    !,
    compound_name_arguments(A, _, As),
    compound_name_arguments(B, _, Bs),
    foldl(common, As, Bs, 1, Count).
common(_, _, 1).

common(A, B, Count0, Count) :-
    common(A, B, Count1),
    Count is Count0+Count1.

name_variables([]).
name_variables([Name=Value|Names]) :-
    ( var(Value) -> Value = '$VAR'(Name) ; true ),
    name_variables(Names).
