:- module(pybridge_walking_size, [ walking_count/4,    % +Lines, +Length, +Most, -Count
                                   walking_buckets/3,  % +Heuristic, +Sizes, -Buckets
                                   prime_from/2        % +Number, -Prime
                                 ]).
:- encoding(utf8).
:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(library(pairs)).
:- use_module(library(solution_sequences)).

/** <module> How large a table of walking distance will be
*/

%   More take seconds and half of Prolog's memory, for each run.
most_states(500_000).

%!  walking_buckets(+Heuristic, +Sizes, -Buckets) is det.
%
%   Buckets is a good size for the table of sizes(Lines, Length, GoalLine).
%
%   @throws unfit_heuristic(Heuristic, Reason) if the table would be too large.

walking_buckets(Heuristic, sizes(Lines, Length, _), Buckets) :-
    most_states(Most),
    (   walking_count(Lines, Length, Most, Count)
    ->  prime_from(Count, Buckets)
    ;   format(string(Reason), "the table for ~d lines of ~d cells would have more than ~D states",
               [Lines, Length, Most]),
        throw(error(unfit_heuristic(Heuristic, Reason), _))
    ).

%!  walking_count(+Lines, +Length, +Most, -Count) is semidet.
%
%   There are Count states of Lines lines of Length cells. Fails if there are more than Most.
%
%   The states with the blank in one line are the ways to fill the lines with tiles, a given number of each
%   kind. However the first lines are filled, the others can be filled, too: the ways to fill some lines are
%   never more than the states.

walking_count(Lines, 1, Most, Lines) :-
    !,                                  % the tiles keep their order
    Lines =< Most.
walking_count(Lines, Length, Most, Count) :-
    Each is Most//Lines,
    Short is Length-1,
    Others is Lines-1,
    length(Full, Others),
    maplist(=(Length), Full),
    fill_lines(Others, Length, Each, [[Short|Full]-1], Ways),
    Count is Lines*Ways.

%   States maps what is left of each kind of tiles to the number of ways; the last line, the blank's, takes it all.
fill_lines(0, _, _, States, Ways) :-
    !,
    pairs_values(States, Counts),
    sum_list(Counts, Ways).
fill_lines(Lines, Length, Most, States0, Ways) :-
    More is Most+1,
    findall(Left-Count,
            limit(More, ( member(Kinds-Count, States0), filled(Kinds, Length, Left0), msort(Left0, Left) )),
            Found),
    pairs_values(Found, Counts),
    sum_list(Counts, Sum),
    Sum =< Most,
    keysort(Found, Sorted),
    group_pairs_by_key(Sorted, Groups),
    maplist(add_up, Groups, States),
    Lines1 is Lines-1,
    fill_lines(Lines1, Length, Most, States, Ways).

add_up(Left-Counts, Left-Sum) :-
    sum_list(Counts, Sum).

%   A line is filled with Total tiles of all kinds.
filled([Kind], Total, [Left]) :-
    Left is Kind-Total,
    Left >= 0.
filled([Kind|Kinds], Total, [Left|Lefts]) :-
    Kinds = [_|_],
    Most is min(Kind, Total),
    between(0, Most, Taken),
    Left is Kind-Taken,
    Others is Total-Taken,
    filled(Kinds, Others, Lefts).

%!  prime_from(+Number, -Prime) is det.
%
%   Prime is the least one that is not less than Number.

prime_from(Number, Prime) :-
    between(Number, inf, Prime),
    Prime >= 2,
    Root is floor(sqrt(Prime)),
    \+ ( between(2, Root, Divisor), Prime mod Divisor =:= 0 ),
    !.
