:- module(pybridge_goal_names, [ named_goal/3    % +Text, +Line, ?Goal
                               ]).
:- encoding(utf8).
:- use_module(library(lists)).
:- use_module(rules_goals, [goal_at/4]).
:- use_module(rules_places, [placed/4]).
:- use_module(rules_text, [rules_text/3]).

/** <module> The names that variables of a goal have in the text
*/

%!  named_goal(+Text:string, +Line:integer, ?Goal) is semidet.
%
%   Goal was called in the clause that begins on Line of Text. Its variables become
%   '$VAR'(Name), where they have names there.

named_goal(Text, Line, Goal) :-
    rules_text(Text, Clauses, _),
    member(clause(_, Body, _, BodyPosition, At, Bindings), Clauses),
    placed(at(At), Text, Line, _),
    goal_at(Body, BodyPosition, Written, _),
    copy_term(Written-Bindings, Goal-Names),
    !,
    name_variables(Names).

name_variables([]).
name_variables([Name=Value|Names]) :-
    ( var(Value) -> Value = '$VAR'(Name) ; true ),
    name_variables(Names).
