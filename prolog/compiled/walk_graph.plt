:- use_module(library(plunit)).
:- use_module(library(lists)).
:- use_module(walk_graph).
:- encoding(utf8).

%   A board of two by two cells, where inverse moves are forbidden: states 1 to 4 begin on
%   the cells 0 to 3, the others have come from somewhere.
rows([ [5,6], [7,8], [9,10], [11,12],
       [0,8], [0,10],                   % from 0 to 1, and to 2
       [0,6], [0,12],                   % from 1 to 0, and to 3
       [5,0], [0,12],                   % from 2 to 0, and to 3
       [7,0], [9,0]                     % from 3 to 1, and to 2
     ]).

follow([], Walk, Walk).
follow([Slot|Slots], Walk0, Walk) :-
    arg(Slot, Walk0, Walk1),
    follow(Slots, Walk1, Walk).

:- begin_tests(walk_graph).

test(walks_lead_back_to_each_other) :-
    user:rows(Rows),
    walk_graph(Rows, Walks),
    arg(5, Walks, Walk),
    user:follow([2,2], Walk, Walk1),
    arg(12, Walks, Walk2),
    same_term(Walk1, Walk2).
test(all_rows_are_followed) :-
    user:rows(Rows),
    walk_graph(Rows, Walks),
    forall(( nth1(Number, Rows, Row), nth1(Slot, Row, Next) ),
           ( arg(Number, Walks, Walk),
             arg(Slot, Walk, Walk1),
             (   Next == 0
             ->  Walk1 == 0
             ;   arg(Next, Walks, Walk2),
                 same_term(Walk1, Walk2)
             ) )).
test(the_first_is_that_of_the_blank) :-
    user:rows(Rows),
    walk_graph(Rows, Walks),
    first_walk(Walks, [1,2,3,4], [1,0,2,3], [0,3], [], Walk),
    arg(2, Walks, Walk2),
    same_term(Walk, Walk2).
test(a_mirrored_start_moves_one_way) :-
    user:rows(Rows),
    walk_graph(Rows, Walks),
    first_walk(Walks, [1,2,3,4], [0,2,1,3], [1,2],
               [sym([0,2,1,3], [0-0,1-2,2-1,3-3])], walk(Walk, Kept)),
    Kept == 0,
    arg(5, Walks, Walk5),
    same_term(Walk, Walk5).
test(another_start_moves_both_ways) :-
    user:rows(Rows),
    walk_graph(Rows, Walks),
    first_walk(Walks, [1,2,3,4], [0,2,3,1], [1,2],
               [sym([0,2,1,3], [0-0,1-2,2-1,3-3])], Walk),
    arg(1, Walks, Walk1),
    same_term(Walk, Walk1).

:- end_tests(walk_graph).
