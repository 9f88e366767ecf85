:- module(pybridge_walking_distance, [ walking_table/5,  % +Lines, +Length, +GoalLine, +Buckets, -Table
                                       walking_state/5   % +Table, +State, +CellLines, +Homes, -Walk
                                     ]).
:- encoding(utf8).
:- use_module(library(lists)).

/** <module> The states of walking distance, found by breadth-first search and linked

A state says how many tiles that belong in each line lie in each line; a tile of a line beside the
blank's can go to the blank's. Lines are the rows of a board, or its columns. Each state is a
term that has the states after each move as arguments,

    walk(Before1, ..., BeforeN, Behind1, ..., BehindN, Away, Farther)

Before2 is the state after a tile that belongs in the second line has come from the line before the
blank's, and unbound where there is no such tile. Away is how many moves the goal is away, and
Farther is one more. So a search that holds a state has the next one by arg/3 with an index that depends
on the tile, which takes some nanoseconds, and needs neither facts nor arithmetic. The price is that
states are cyclic terms: they must not be copied, printed or compared.

A written program holds these clauses, too (see walking.pl). They are found under a key, a number in whose
bits the counts are packed, and the blank's line on top. A bucket is a list with an open end,
so that neither the table nor a state is ever changed, but filled in.
*/

%!  walking_table(+Lines, +Length, +GoalLine, +Buckets, -Table) is det.
%
%   Table has all states of a board of Lines lines, each of Length cells. The goal's blank is in
%   GoalLine, from 0. States are found in this many Buckets: best is a prime not less than their number.

walking_table(Lines, Length, GoalLine, Buckets, walking(Lines, Bits, Table)) :-
    Bits is msb(Length)+1,
    functor(Table, buckets, Buckets),
    walking_moves(Lines, Bits, Moves),
    Away is 2*Lines+1,
    Top is Lines*Lines*Bits,
    Mask is (1<<Bits)-1,
    Rules = rules(Table, Moves, Away, Top, Mask),
    walking_goal(Lines, Length, GoalLine, Bits, Goal),
    walking_found(Goal, 0, Rules, _, Queue, End),
    walking_search(Queue, End, Rules).

walking_goal(Lines, Length, GoalLine, Bits, Key) :-
    Last is Lines-1,
    findall(Tiles<<((Line*Lines+Line)*Bits),
            (   between(0, Last, Line),
                (   Line =:= GoalLine
                ->  Tiles is Length-1
                ;   Tiles = Length
                )
            ),
            Counts),
    sum_list([GoalLine<<(Lines*Lines*Bits)|Counts], Key).

%   Moves has for each line of the blank a list of move(Link, Shift, Change): the argument
%   of the state that is linked, where in the key such tiles are counted, and how the key changes.
walking_moves(Lines, Bits, Moves) :-
    Last is Lines-1,
    findall(List,
            ( between(0, Last, Blank), findall(Move, walking_move(Lines, Bits, Blank, Move), List) ),
            Lists),
    Moves =.. [moves|Lists].

walking_move(Lines, Bits, Blank, move(Link, Shift, Change)) :-
    Last is Lines-1,
    member(Step-Links, [(-1)-0, 1-Lines]),
    Line is Blank+Step,
    between(0, Last, Line),
    between(0, Last, Home),
    Link is Links+Home+1,
    Shift is (Line*Lines+Home)*Bits,
    Change is (1<<((Blank*Lines+Home)*Bits))-(1<<Shift)+(Step<<(Lines*Lines*Bits)).

%   The queue ends in a variable, to which found states are added.
walking_search(Queue, End, Rules) :-
    (   Queue == End
    ->  true
    ;   Queue = [Key-Walk|Queue1],
        Rules = rules(_, Moves, Away, Top, _),
        Blank is (Key>>Top)+1,
        arg(Blank, Moves, List),
        arg(Away, Walk, Moves0),
        Moves1 is Moves0+1,
        walking_links(List, Key, Walk, Moves1, Rules, End, End1),
        walking_search(Queue1, End1, Rules)
    ).

walking_links([], _, _, _, _, End, End).
walking_links([move(Link, Shift, Change)|List], Key, Walk, Moves, Rules, End0, End) :-
    arg(5, Rules, Mask),
    (   Key>>Shift /\ Mask =:= 0
    ->  End1 = End0
    ;   Key1 is Key+Change,
        walking_found(Key1, Moves, Rules, Walk1, End0, End1),
        arg(Link, Walk, Walk1)
    ),
    walking_links(List, Key, Walk, Moves, Rules, End1, End).

%   Walk is the state with this key; if it is new, it is this many moves away.
walking_found(Key, Moves, Rules, Walk, End0, End) :-
    Rules = rules(Buckets, _, Away, _, _),
    walking_bucket(Buckets, Key, Bucket),
    walking_find(Bucket, Key, Moves, Away, Walk, End0, End).

walking_bucket(Buckets, Key, Bucket) :-
    functor(Buckets, _, Count),
    Number is Key mod Count+1,
    arg(Number, Buckets, Bucket).

walking_find(Bucket, Key, Moves, Away, Walk, End0, End) :-
    (   var(Bucket)
    ->  Farther is Away+1,
        Moves1 is Moves+1,
        functor(Walk, walk, Farther),
        arg(Away, Walk, Moves),
        arg(Farther, Walk, Moves1),
        Entry = Key-Walk,
        Bucket = [Entry|_],
        End0 = [Entry|End]
    ;   Bucket = [Key0-Walk0|Bucket1],
        (   Key0 == Key
        ->  Walk = Walk0,
            End = End0
        ;   walking_find(Bucket1, Key, Moves, Away, Walk, End0, End)
        )
    ).

%!  walking_state(+Table, +State, +CellLines, +Homes, -Walk) is semidet.
%
%   Walk is the state of walking distance that the board's State is in. CellLines are the lines of
%   the cells, from 0, and Homes is homes(Line, ...), where each tile belongs, from 1. Fails if the
%   goal cannot be reached.

walking_state(walking(Lines, Bits, Buckets), State, CellLines, Homes, Walk) :-
    walking_key(State, CellLines, Homes, Lines, Bits, 0, Key),
    walking_bucket(Buckets, Key, Bucket),
    walking_lookup(Bucket, Key, Walk).

walking_key([], [], _, _, _, Key, Key).
walking_key([Tile|Tiles], [Line|CellLines], Homes, Lines, Bits, Key0, Key) :-
    (   Tile =:= 0
    ->  Key1 is Key0+(Line<<(Lines*Lines*Bits))
    ;   arg(Tile, Homes, Home),
        Key1 is Key0+(1<<((Line*Lines+Home-1)*Bits))
    ),
    walking_key(Tiles, CellLines, Homes, Lines, Bits, Key1, Key).

walking_lookup(Bucket, Key, Walk) :-
    nonvar(Bucket),
    Bucket = [Key0-Walk0|Bucket1],
    (   Key0 == Key
    ->  Walk = Walk0
    ;   walking_lookup(Bucket1, Key, Walk)
    ).
