/*  Tests of walking_distance.pl.

    The states are judged by a search of its own that moves tiles between lists of
    counts, and follows the links of the table side by side.
*/

:- encoding(utf8).
:- use_module(library(apply)).
:- use_module(library(assoc)).
:- use_module(library(lists)).
:- use_module(library(plunit)).
:- use_module(walking_distance).

%   A state by the rules: the blank's line, and for each line a list of counts by home.
goal(Lines, Length, GoalLine, GoalLine-Counts) :-
    Last is Lines-1,
    numlist(0, Last, Numbers),
    maplist(goal_line(Numbers, Length, GoalLine), Numbers, Counts).

goal_line(Numbers, Length, GoalLine, Line, Counts) :-
    findall(Count,
            ( member(Home, Numbers), goal_count(Line, Home, GoalLine, Length, Count) ),
            Counts).

goal_count(Line, Home, _, _, 0) :-
    Line =\= Home.
goal_count(Line, Line, GoalLine, Length, Count) :-
    (   Line =:= GoalLine
    ->  Count is Length-1
    ;   Count = Length
    ).

%   Link is where the table has the state after a move, or none if there is no such tile.
move(Blank-Counts, Link, Next) :-
    length(Counts, Lines),
    member(Way-Before, [(-1)-0, 1-Lines]),
    Line is Blank+Way,
    nth1(Home, Counts, _),
    Link is Before+Home,
    (   nth0(Line, Counts, From),
        nth1(Home, From, Count),
        Count > 0
    ->  more(Counts, Line, Home, -1, Counts1),
        more(Counts1, Blank, Home, 1, Counts2),
        Next = Line-Counts2
    ;   Next = none
    ).

more(Counts0, Line, Home, More, Counts) :-
    nth0(Line, Counts0, Row0, Others),
    nth1(Home, Row0, Count0, Rest),
    Count is Count0+More,
    nth1(Home, Row, Count, Rest),
    nth0(Line, Counts, Row, Others).

%   The goal's state in the table, from a board whose cells are numbered line by line.
goal_walk(Lines, Length, GoalLine, Table, Walk) :-
    Last is Lines*Length-1,
    numlist(0, Last, Cells),
    maplist([Cell, Line]>>(Line is Cell//Length), Cells, CellLines),
    nth0(Blank, CellLines, GoalLine),
    !,
    findall(Tile, ( member(Cell, Cells), tile(Cell, Blank, Tile) ), State),
    findall(Home, ( nth0(Cell, CellLines, Line), Cell =\= Blank, Home is Line+1 ), List),
    Homes =.. [homes|List],
    walking_state(Table, State, CellLines, Homes, Walk).

tile(Blank, Blank, 0).
tile(Cell, Blank, Tile) :-
    Cell < Blank,
    Tile is Cell+1.
tile(Blank1, Blank, Blank1) :-
    Blank1 > Blank.

%   Count states are linked as the rules say, the farthest is this many moves away.
judged(Lines, Length, GoalLine, Buckets, Count, Farthest) :-
    walking_table(Lines, Length, GoalLine, Buckets, Table),
    goal_walk(Lines, Length, GoalLine, Table, Walk),
    goal(Lines, Length, GoalLine, Goal),
    list_to_assoc([Goal-Walk], Known),
    level([Goal-Walk], 0, Known, 0, Count, Farthest).

level([], Away, _, Count, Count, Farthest) :-
    !,
    Farthest is Away-1.
level(States, Away, Known0, Count0, Count, Farthest) :-
    length(States, More),
    Count1 is Count0+More,
    foldl(followed(Away), States, Known0-[], Known-Next),
    Away1 is Away+1,
    level(Next, Away1, Known, Count1, Count, Farthest).

followed(Away, State-Walk, Known0, Known) :-
    functor(Walk, walk, Farther),
    AwayAt is Farther-1,
    arg(AwayAt, Walk, Away),
    Away1 is Away+1,
    arg(Farther, Walk, Away1),
    findall(Link-Next, move(State, Link, Next), Moves),
    length(Moves, Links),
    Links =:= AwayAt-1,
    foldl(linked(Walk), Moves, Known0, Known).

linked(Walk, Link-none, Known, Known) :-
    !,
    arg(Link, Walk, Walk1),
    var(Walk1).
linked(Walk, Link-Next, Known0-Next0, Known-Next1) :-
    arg(Link, Walk, Walk1),
    nonvar(Walk1),
    (   get_assoc(Next, Known0, Walk2)
    ->  same_term(Walk1, Walk2),
        Known = Known0,
        Next1 = Next0
    ;   put_assoc(Next, Known0, Walk1, Known),
        Next1 = [Next-Walk1|Next0]
    ).

:- begin_tests(walking_distance).

test(by_the_rules, [forall(member(Lines-Length, [2-1, 3-1, 1-4, 2-2, 2-5, 3-2, 3-3, 3-5, 4-2])), nondet]) :-
    Last is Lines-1,
    forall(between(0, Last, GoalLine), user:judged(Lines, Length, GoalLine, 101, _, _)).
test(by_the_rules_of_a_larger_one, [true(Count == 4324), nondet]) :-
    user:judged(4, 3, 1, 4327, Count, _).
test(one_bucket_will_do, [true(Count == 33), nondet]) :-
    user:judged(3, 2, 2, 1, Count, _).
test(lines_of_one_cell, [true(Count-Farthest == 5-4), nondet]) :-
    user:judged(5, 1, 4, 5, Count, Farthest).

%   The figures of Takahashi's table.
test(four_lines_of_four, Count-Farthest == 24964-35) :-
    walking_table(4, 4, 3, 24967, walking(_, _, Buckets)),
    findall(Away,
            ( arg(_, Buckets, Bucket), nonvar(Bucket), entry(Bucket, Walk), arg(9, Walk, Away) ),
            Aways),
    length(Aways, Count),
    max_list(Aways, Farthest).

entry([_-Walk|_], Walk).
entry([_|Bucket], Walk) :-
    nonvar(Bucket),
    entry(Bucket, Walk).

test(a_state_that_cannot_be, fail) :-
    walking_table(3, 1, 2, 3, Table),
    walking_state(Table, [2,1,0], [0,1,2], homes(1,2), _).
%   Tiles 2, 3 and 1 cross in turn.
test(a_state_of_the_board, Away == 3) :-
    walking_table(2, 2, 1, 5, Table),
    walking_state(Table, [3,0,2,1], [0,0,1,1], homes(1,1,2), Walk),
    arg(5, Walk, Away).

:- end_tests(walking_distance).
