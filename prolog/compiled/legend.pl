:- module(pybridge_legend, [ clause_legend/4    % +Name, +Board, +Parts, -Text
                           ]).
:- encoding(utf8).
:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(board).
:- use_module(parts).

/** <module> What the arguments of a clause are, for those who read the program
*/

%!  clause_legend(+Name, +Board, +Parts, -Text:string) is det.
%
%   Text explains the clauses of clause_set.pl by one that the program has.

clause_legend(Name, Board, Parts, Text) :-
    example(Board, Blank, From, Came),
    Parts = [Module-Plan|_],
    Module:unit(Plan, Unit),
    in_units(Unit, Units),
    parts_carried(Parts, Values),
    maplist(arg(1), Values, Names),
    findall(Tile, tile(Board, Blank, Tile), Tiles),
    shortened(Names, Carried),
    shortened(Tiles, Shown),
    append([['Slack'], Carried, Shown, ['Moves']], Arguments),
    atomic_list_concat(Arguments, ', ', Told),
    format(string(Call), "~w_~w_~w(~w):", [Name, Blank, From, Told]),
    format(string(Where), "the blank is on cell ~w~w.", [Blank, Came]),
    Means = "T with a number is the tile on that cell, Moves are those to the goal, as Tile-Cell.",
    format(string(Left), "Slack is what is left of the limit, ~w.", [Units]),
    parts_told(Parts, Others),
    atomic_list_concat([Call, Where, Means, Left|Others], '\n', Atom),
    atom_string(Atom, Text).

example(Board, Blank, From, Came) :-
    board_edge(Board, Blank, From),
    !,
    format(atom(Came), " and came from cell ~w", [From]).
example(_, 0, start, ', where it begins').

tile(Board, Blank, Tile) :-
    board_cells(Board, Count),
    Last is Count-1,
    between(0, Last, Cell),
    Cell =\= Blank,
    atom_concat('T', Cell, Tile).

%   The first three and the last.
shortened([First, Second, Third, _, Fifth|Others], [First, Second, Third, ..., Last]) :-
    !,
    last([Fifth|Others], Last).
shortened(Names, Names).

in_units(2, "in pairs of moves") :-
    !.
in_units(_, "in moves").
