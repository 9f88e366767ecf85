:- module(pybridge_driver, [ driver_items/5,    % +Program, +Board, +Parts, +Check, -Items
                             every_start/3,     % +Program, +Parts, -Clause
                             every_solution/4   % +Program, +Board, +Parts, -Clause
                           ]).
:- encoding(utf8).
:- use_module(library(lists)).
:- use_module(board).
:- use_module(goals, [conjunction/2]).
:- use_module(parts).

/** <module> The predicates by which a compiled program is called

From the first start, from a state, and where it has tables from a state when they are there:

    ida_star
    ida_star(State)
    ida_star(State, RowWalks, ColumnWalks)

The clauses of clause_set.pl are called from here, limit by limit. For what parts are, see parts.pl.
*/

%!  driver_items(+Program, +Board, +Parts, +Check, -Items) is det.
%
%   Items are these predicates. Check is a list of goals that judge '$VAR'('State').

driver_items(Program, Board, Parts, Check, [(Program :- First), comment("")|Items]) :-
    state(State),
    from_state(Program, [], FromState),
    conjunction([once(start('$VAR'('_'), State)), FromState], First),
    parts_tables(Parts, Tables, Build),
    search_goals(Program, Board, Parts, Goals, Search, Moves),
    append(Goals, [Search|Printed], Searched),
    printed(Moves, Print),
    append(Print, [!], Printed),
    (   Tables == []
    ->  append(Check, Searched, Body0),
        conjunction(Body0, Body),
        Items = [(FromState :- Body)]
    ;   from_state(Program, Tables, WithTables),
        append([Check, Build, [WithTables]], Ready0),
        conjunction(Ready0, Ready),
        conjunction(Searched, Body),
        Items = [(FromState :- Ready), comment(""), (WithTables :- Body)]
    ).

state('$VAR'('State')).

from_state(Program, Tables, Head) :-
    state(State),
    Head =.. [Program, State|Tables].

printed(Moves, [reverse(Moves, LastFirst), print_moves(LastFirst)]) :-
    LastFirst = '$VAR'('LastFirst').

%!  every_start(+Program, +Parts, -Clause) is det.
%
%   Clause searches from one start after the other; what they have in common is built once.

every_start(Program, Parts, (every_start(Program) :- Body)) :-
    parts_tables(Parts, Tables, Build),
    state(State),
    from_state(Program, Tables, Call0),
    (   Tables == []
    ->  Call = Call0                    % which judges the state itself
    ;   Call = (legal_state(State), Call0)
    ),
    Name = '$VAR'('Name'),
    append(Build, [forall(start(Name, State), (print_start(Name), ignore(Call)))], Goals),
    conjunction(Goals, Body).

%!  every_solution(+Program, +Board, +Parts, -Clause) is det.
%
%   Clause prints all shortest solutions of a state. Sequence pruning leaves some of them out, and
%   is refused.

every_solution(Program, _, Parts, (every_solution(Program, '$VAR'('_')) :- Refusal)) :-
    memberchk(pybridge_sequences-_, Parts),
    !,
    Refusal = domain_error(program_without_sequence_pruning, Program).
every_solution(Program, Board, Parts, (every_solution(Program, State) :- Body)) :-
    state(State),
    parts_tables(Parts, _, Build),
    search_goals(Program, Board, Parts, Goals, Search, Moves),
    printed(Moves, Print),
    conjunction([Search|Print], Each),
    Count = '$VAR'('Count'),
    append([ [legal_state(State)],
             Build,
             Goals,
             [aggregate_all(count, Each, Count), Count > 0, !, print_count(Count)]
           ], All),
    conjunction(All, Body).

%   Goals find one limit after the other, and Search finds Moves within it.
search_goals(Program, Board, Parts, Goals, Search, Moves) :-
    state(State),
    parts_begin(Parts, State, Low, Values, Begin),
    thresholds(Program, Board, State, Low, Limits),
    Parts = [Module-Plan|_],
    Module:unit(Plan, Unit),
    Limit = '$VAR'('Limit'),
    Moves = '$VAR'('Moves'),
    slack(Unit, Limit, Low, Slack, Left),
    append([Program, State, Slack|Values], [Moves], Search0),
    Search =.. Search0,
    append([Begin, Limits, [print_limit(Limit)], Left], Goals).

slack(_, Limit, 0, Limit, []) :-
    !.
slack(moves, Limit, _, Limit, []) :-
    !.
slack(1, Limit, Low, Slack, [Slack is Limit-Low]) :-
    !,
    Slack = '$VAR'('Slack').
slack(Unit, Limit, Low, Slack, [Slack is (Limit-Low)//Unit]) :-
    Slack = '$VAR'('Slack').

%   The classic programs try each limit; IDA* leaves out those that are odd where all
%   solutions are even, or even where all are odd.
thresholds(ida_star, Board, State, Low, Limits) :-
    board_step(Board, two(Colour, Colours)),
    !,
    Limits = [ nth0('$VAR'('Blank'), State, 0),
               nth0('$VAR'('Blank'), Colours, '$VAR'('Colour')),
               '$VAR'('First') is Low + (Low + '$VAR'('Colour') + Colour) mod 2,
               between(0, inf, '$VAR'('Detours')),
               '$VAR'('Limit') is '$VAR'('First') + 2 * '$VAR'('Detours')
             ].
thresholds(_, _, _, Low, [between(Low, inf, '$VAR'('Limit'))]).
