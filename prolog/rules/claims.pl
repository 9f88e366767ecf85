:- module(pybridge_rules_claims, [ bound_claimed/4,     % +State, +Goal, +Module, +Clauses
                                   bound_of_start/3,    % +Module, +Name, +State
                                   picture_drawn/3      % +State, +Module, +Clauses
                                 ]).
:- encoding(utf8).
:- use_module(guard).

/** <module> What rules claim about a state: its bound and its picture
*/

%!  bound_claimed(+State, +Goal, +Module, +Clauses) is det.
%
%   bound/2 says a number, and 0 of a goal, which State is if Goal is `true`.
%
%   @throws wrong(Where, Text), as do the others

bound_claimed(State, Goal, Module, Clauses) :-
    (   current_predicate(Module:bound/2)
    ->  findall(Bound,
                once(within(Module:bound(State, Bound), Module:bound(_, _), "bound/2", State, Clauses)),
                Bounds),
        shown(State, Shown),
        clause_line(Module:bound(_, _), Line),
        ( wrong_bound(Bounds, Shown, Said) -> wrong(line(Line), "~s", [Said]) ; Bounds = [Bound|_] ),
        (   Goal == true,
            Bound > 0
        ->  wrong(line(Line), "bound/2 says ~w of the goal ~s, and must say 0", [Bound, Shown])
        ;   true
        )
    ;   true
    ).

%!  bound_of_start(+Module, +Name, +State) is det.
%
%   bound/2 says no more of a start than optimal/2.

bound_of_start(Module, Name, State) :-
    (   current_predicate(Module:bound/2),
        current_predicate(Module:optimal/2),
        solutions(Module:optimal(Name, Optimal), Optimal, Module:optimal(_, _), [Optimal|_]),
        integer(Optimal),
        solutions(Module:bound(State, Bound), Bound, Module:bound(_, _), [Bound|_]),
        integer(Bound),
        Bound > Optimal
    ->  clause_line(Module:bound(_, _), Line),
        wrong(line(Line), "bound/2 says ~w of the start ~q, and optimal/2 says ~w", [Bound, Name, Optimal])
    ;   true
    ).

%!  picture_drawn(+State, +Module, +Clauses) is det.
%
%   picture/2 draws a text, if it draws the state.

picture_drawn(State, Module, Clauses) :-
    (   current_predicate(Module:picture/2),
        once(within(Module:picture(State, Drawn), Module:picture(_, _), "picture/2", State, Clauses)),
        \+ catch(text_to_string(Drawn, _), error(_, _), fail)
    ->  clause_line(Module:picture(_, _), Line),
        shown(Drawn, Shown),
        wrong(line(Line), "picture/2 must give a text, as format(string(Text), ...) does, not ~s", [Shown])
    ;   true
    ).
