:- module(pybridge_goals, [ conjunction/2,      % +Goals, -Body
                            disjunction/2,      % +Bodies, -Body
                            tick/3,             % +Counted, +Goal, -Goals
                            one_of/5            % +Constants, +Value, +Then, +Else, -Goal
                          ]).
:- encoding(utf8).

/** <module> Goals put together to bodies of clauses
*/

%!  conjunction(+Goals, -Body) is det.

conjunction([], true).
conjunction([Goal|Goals], Body) :-
    (   Goals == []
    ->  Body = Goal
    ;   Body = (Goal, Others),
        conjunction(Goals, Others)
    ).

%!  disjunction(+Bodies, -Body) is det.

disjunction([], fail).
disjunction([First|Bodies], Body) :-
    (   Bodies == []
    ->  Body = First
    ;   Body = (First ; Others),
        disjunction(Bodies, Others)
    ).

%!  tick(+Counted, +Goal, -Goals) is det.
%
%   Goals are Goal, by which nodes are counted, if they are.

tick(true, Goal, [Goal]).
tick(false, _, []).

%!  one_of(+Constants, +Value, +Then, +Else, -Goal) is det.
%
%   Goal is Then if Value is one of Constants, else Else. A comparison with a constant
%   is one instruction of SWI-Prolog's virtual machine: a row of them is faster than
%   arithmetic on a mask, and than facts.

one_of([], _, _, Else, Else).
one_of([Constant|Constants], Value, Then, Else, ( Value == Constant -> Then ; Goal )) :-
    one_of(Constants, Value, Then, Else, Goal).
