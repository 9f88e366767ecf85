:- use_module(library(lists)).
:- use_module(library(plunit)).
:- use_module(walking_distance).
:- use_module(walking_size).
:- encoding(utf8).

%   How many states a table really has.
states(Lines, Length, Count) :-
    walking_table(Lines, Length, 0, 101, walking(_, _, Buckets)),
    findall(Entry, ( arg(_, Buckets, Bucket), entry(Bucket, Entry) ), Entries),
    length(Entries, Count).

entry(Bucket, Key) :-
    nonvar(Bucket),
    Bucket = [Key0-_|Bucket1],
    (   Key = Key0
    ;   entry(Bucket1, Key)
    ).

:- begin_tests(walking_size).

test(as_the_table, [forall(member(Lines-Length, [1-1, 1-7, 2-1, 5-1, 2-2, 2-9, 3-2, 3-4, 4-2, 4-3])),
                    true(Count == States)]) :-
    walking_count(Lines, Length, 500_000, Count),
    user:states(Lines, Length, States).
test(four_lines_of_four, Count == 24964) :-
    walking_count(4, 4, 500_000, Count).
test(as_many_as_allowed, Count == 24964) :-
    walking_count(4, 4, 24964, Count).
test(too_many_by_one, fail) :-
    walking_count(4, 4, 24963, _).
test(too_many_by_far, fail) :-
    walking_count(12, 12, 500_000, _).
test(too_many_lines_of_one_cell, fail) :-
    walking_count(7, 1, 6, _).
test(buckets, Buckets == 24967) :-
    walking_buckets(walking, sizes(4, 4, 0), Buckets).
test(too_large, [forall(Reason = "the table for 5 lines of 5 cells would have more than 500,000 states"),
                 throws(error(unfit_heuristic(walking, Reason), _))]) :-
    walking_buckets(walking, sizes(5, 5, 0), _).
test(primes, Primes == [2,2,2,3,5,5,7,7,11,11,11,11,13]) :-
    numlist(0, 12, Numbers),
    findall(Prime, ( member(Number, Numbers), prime_from(Number, Prime) ), Primes).

:- end_tests(walking_size).
