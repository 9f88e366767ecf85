:- module(pybridge_patterns, []).
:- encoding(utf8).
:- use_module(library(apply)).
:- use_module(library(error)).
:- use_module(library(lists)).
:- use_module(library(option)).
:- use_module(board).
:- use_module(goals, [conjunction/2]).
:- use_module(clause_text).
:- use_module(pattern_views).

/** <module> Additive pattern databases as a bound

The tiles are divided into parts; a table for each part has the moves that its tiles need (see
pattern_build.pl), and the sum over all parts is a bound. A group of views (see
pattern_views.pl) has such a sum; with more than one group the largest sum is the bound.

A node carries an index and a distance for each view. A move changes those of the moved tile's
part: the index by a constant, and the distance is looked up. Slack is the number of moves that
are left, so that one subtraction serves all groups.

The bound is not consistent: a table forgets in which of its regions the blank is. So a move may
spend any even number, and slack cannot be counted as in manhattan.pl.

For what the predicates of a part mean, see parts.pl.
*/

plan(Board, Options, patterns(Board, Patterns, Groups)) :-
    (   option(parts(Parts), Options)
    ->  pattern_views(Board, Parts, Patterns, Groups)
    ;   existence_error(option, parts)
    ).

unit(_, moves).

carried(patterns(_, Patterns, Groups), Names) :-
    findall(Name, ( value_name(Groups, Name0, Needed), needed(Needed, Name0, Name) ), Values),
    findall(Name, ( nth1(Number, Patterns, _), atom_concat('Table', Number, Name) ), Tables),
    append(Values, Tables, Names).

told(_, [ "IndexA1 says where the tiles of the first part are; FarA1 is the number of moves they need, from a Table.",
          "Names with B or another letter in place of A belong to the mirrored board."
        ]).

needed(true, Name, Name).
needed(false, _, '_').

%   An index and a distance for each view, such as IndexA2 and FarA2. The distance before a
%   move is needed for the sum with that of another part.
value_name(Groups, Name, Needed) :-
    nth1(Group, Groups, Views),
    nth1(Part, Views, _),
    member(Kind, ['Index', 'Far']),
    (   Kind == 'Far',
        Views = [_]
    ->  Needed = false
    ;   Needed = true
    ),
    view_name(Kind, Group, Part, Name).

view_name(Kind, Group, Part, Name) :-
    Code is 0'A+Group-1,
    format(atom(Name), "~w~c~w", [Kind, Code, Part]).

items(patterns(_, Patterns, Groups), Items) :-
    program_of("
        pattern_table(Number, Table) :-
            pattern(Number, Goals),
            findall(Cells, neighbor(_, Cells), Neighbors),
            findall(Text, pattern_table(Neighbors, Goals, Text), [Table]),
            trim_stacks.

        pattern_start(State, Tables, Low, Values) :-
            pattern_groups(Groups),
            pattern_values(Groups, State, Tables, Low, Values).
        ", Items0),
    findall(pattern(Number, Goals), nth1(Number, Patterns, Goals), Facts),
    maplist(module_items, [pattern_build, pattern_nodes, pattern_text], Modules),
    append([Items0, Facts, [pattern_groups(Groups)]|Modules], Items).

tables(patterns(_, Patterns, _), Tables, Goals) :-
    findall(Table-pattern_table(Number, Table),
            ( nth1(Number, Patterns, _), variable('Table', Number, Table) ),
            Pairs),
    findall(Table, member(Table-_, Pairs), Tables),
    findall(Goal, member(_-Goal, Pairs), Goals).

begin(Plan, State, Low, Values, [pattern_start(State, Tables, Low, Own)]) :-
    variable('Low', '', Low),
    carried(Plan, Names),
    findall(Value, ( member(Name, Names), variable(Name, '', Value) ), Values),
    tables(Plan, Tables, _),
    append(Own, Tables, Values).

move(patterns(Board, Patterns, Groups), move(From, To, State, Way), Values0, Values,
     Slack0, Slack, [Goal, Slack is Slack0-1]) :-
    nth0(From, State, Tile),
    variable('Slack', Way, Slack),
    board_cells(Board, Count),
    board_tiles(Board, Tiles),
    same_length(Patterns, Tables),
    append(Old, Tables, Values0),
    new_values(Groups, Way, New),
    append(New, Tables, Values),
    findall(Body,
            ( member(Name, Tiles),
              Change = change(Name, From, To, Count, Slack0, Tables),
              tile_goals(Groups, Change, Old, New, Tests, Copies),
              append(Tests, Copies, Goals),
              conjunction(Goals, Body) ),
            Bodies),
    by_tile(Tiles, Bodies, Tile, Goal).

new_values(Groups, Way, Values) :-
    findall(Value,
            ( value_name(Groups, Name, _),
              atom_concat(Name, '_', Name1),
              variable(Name1, Way, Value) ),
            Values).

by_tile([_], [Body], _, Body) :-
    !.
by_tile([Name|Names], [Body|Bodies], Tile, ( Tile == Name -> Body ; Goal )) :-
    by_tile(Names, Bodies, Tile, Goal).

%   What a move of one tile does to all groups: Tests find the new values of its views, and
%   Copies are the others.
tile_goals([], _, [], [], [], []).
tile_goals([Views|Groups], Change, Old, New, Tests, Copies) :-
    group_values(Views, Old, Mine0, Old1),
    group_values(Views, New, Mine, New1),
    group_goals(Views, Change, Mine0, Mine, Tests0, Fars, Copies0),
    Change = change(_, _, _, _, Slack0, _),
    sum_of(Fars, Sum),
    tile_goals(Groups, Change, Old1, New1, Tests1, Copies1),
    append([Tests0, [Sum < Slack0], Tests1], Tests),
    append(Copies0, Copies1, Copies).

%   The values of a group, Index-Far for each view, are the first.
group_values([], Values, [], Values).
group_values([_|Views], [Index, Far|Values0], [Index-Far|Pairs], Values) :-
    group_values(Views, Values0, Pairs, Values).

group_goals([], _, [], [], [], [], []).
group_goals([View|Views], Change, [Index0-Far0|Old], [Index-Far|New],
            Tests, [Sum|Fars], Copies) :-
    View = view(Number, Image, Tiles),
    Change = change(Name, From, To, Count, _, Tables),
    (   nth0(Place, Tiles, Name)
    ->  nth0(From, Image, From1),
        nth0(To, Image, To1),
        Step is (To1-From1) * Count**Place,
        add(Index0, Step, Sum0),
        nth1(Number, Tables, Table),
        Tests = [Index is Sum0, get_string_code(Index, Table, Far)|Tests1],
        Sum = Far,
        Copies = Copies1
    ;   Tests = Tests1,
        Sum = Far0,
        Copies = [Index = Index0, Far = Far0|Copies1]
    ),
    group_goals(Views, Change, Old, New, Tests1, Fars, Copies1).

add(Index, Step, Sum) :-
    (   Step < 0
    ->  Less is -Step,
        Sum = Index-Less
    ;   Sum = Index+Step
    ).

sum_of([Far|Fars], Sum) :-
    foldl(plus_term, Fars, Far, Sum).

plus_term(Term, Sum, Sum+Term).
