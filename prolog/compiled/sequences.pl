:- module(pybridge_sequences, []).
:- encoding(utf8).
:- use_module(library(apply)).
:- use_module(library(error)).
:- use_module(library(lists)).
:- use_module(library(option)).
:- use_module(board).
:- use_module(clause_text).
:- use_module(symmetry).

/** <module> Sequence pruning by a finite-state machine (Taylor and Korf, 1993)

A node carries a walk (see walk_graph.pl): a state of the machine that has seen the blank's
moves so far. To continue in it is to unify, without arithmetic and without a table.

The machine comes as text, a list of lists of numbers: where each move leads from each state, by
the place of its cell in neighbor/2; states are counted from 1, and 0 is forbidden. The numbers
of the states to begin with follow, by the blank's cell.

For what the predicates of a part mean, see parts.pl.
*/

plan(Board, Options, sequences(Board, Width, Text, Starts)) :-
    (   option(machine(Text0, Starts), Options)
    ->  must_be(list(positive_integer), Starts),
        atom_string(Text, Text0),
        findall(Degree,
                ( nth0(Cell, Starts, _),
                  board_neighbors(Board, Cell, Cells),
                  length(Cells, Degree) ),
                Degrees),
        max_list(Degrees, Width)
    ;   existence_error(option, machine)
    ).

carried(_, ['Seen']).

told(_, ["Seen is what the pruning machine has seen of the moves so far."]).

items(sequences(Board, _, Text, Starts), Items) :-
    program_of("
        sequence_walks(Walks) :-
            machine(Text, _),
            term_to_atom(Rows, Text),
            walk_graph(Rows, Walks).

        first_seen(Walks, State, Seen) :-
            machine(_, Starts),
            symmetries(Symmetries),
            once(nth0(Blank, State, 0)),
            neighbor(Blank, Cells),
            first_walk(Walks, Starts, State, Cells, Symmetries, Seen).
        ", Items0),
    board_symmetries(Board, Symmetries),
    module_items(walk_graph, Items1),
    append([Items0, [symmetries(Symmetries), machine(Text, Starts), comment("")], Items1], Items).

tables(_, [Walks], [sequence_walks(Walks)]) :-
    variable('Walks', '', Walks).

begin(_, State, _, [Seen], [first_seen(Walks, State, Seen)]) :-
    variable('Walks', '', Walks),
    variable('Seen', '', Seen).

move(sequences(Board, Width, _, _), move(From, To, _, Way), [Seen0], [Seen], Slack, Slack,
     [Seen0 = Pattern, Seen \== 0]) :-
    variable('Seen', Way, Seen),
    board_neighbors(Board, To, Cells),
    nth0(Slot, Cells, From),
    functor(Pattern, walk, Width),
    Pattern =.. [_|Args],
    nth0(Slot, Args, Seen, Others),
    maplist(=('$VAR'('_')), Others).
