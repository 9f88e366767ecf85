:- module(pybridge_rules_states, [ expand_states/4,      % +Module, +Template, +States, -Rows
                                   walk_states/5,        % +Module, +Template, +State, +Moves, -Rows
                                   known_moves/4,        % +Pair, :Goal, +State, -Pairs
                                   leaves/3,             % +Template, +State, -Texts
                                   moves_module/2        % +Module, -Moves
                                 ]).
:- encoding(utf8).
:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(library(solution_sequences)).
:- use_module('../narrowing/state_text').
:- use_module(guard, [no_stop/1, wrong_bound/3]).
:- use_module(trial, [repeated/2]).

/** <module> Rows of states, as searches and the judge in Python ask for them
*/

:- meta_predicate known_moves(+, 0, +, -).

%   most(What, Number): moves that are looked at before all others are found; of a walk, about,
%   characters of its rows and seconds.
most(first_moves, 20_000).
most(characters, 1_000_000).
most(seconds, 1.0).

%!  moves_module(+Module, -Moves) is det.
%
%   Moves is the module with the page on how the rules in Module move.

moves_module(Module, Moves) :-
    atom_concat(Module, '.moves', Moves).

%!  expand_states(+Module, +Template, +States, -Rows) is det.
%
%   A row for each state, given as text: [Goal, Bound, Moves], where Goal is 1 for a goal,
%   Bound what bound/2 says, -1 without one, and Moves has [Move, Leaves] for each move, in
%   the order of the rules: its name and the texts of the next state's leaves.

expand_states(Module, Template, States, Rows) :-
    moves_module(Module, Moves),
    maplist(expand_state(Moves, Template), States, Rows).

expand_state(Moves, Template, Text, Row) :-
    expand_state(Moves, Template, Text, Row, _).

expand_state(Moves, Template, Text, [Goal,Bound,Found], Pairs) :-
    text_value(Text, State),
    ( once(Moves:is_goal(State)) -> Goal = 1 ; Goal = 0 ),
    ( current_predicate(Moves:bound/2) -> known_bound(Moves, State, Text, Bound) ; Bound = -1 ),
    known_moves(Move-Next, Moves:moved(State, Move, Next), Text, Pairs),
    maplist(found_move(Template), Pairs, Found).

known_bound(Moves, State, Text, Bound) :-
    findall(Bound0, once(Moves:bound(State, Bound0)), Bounds),
    ( wrong_bound(Bounds, Text, Said) -> throw(wrong_rule(bound, Said)) ; Bounds = [Bound] ).

found_move(Template, Move-Next, [Text,Leaves]) :-
    value_text(Move, Text),
    leaves(Template, Next, Leaves).

%!  walk_states(+Module, +Template, +State, +Moves, -Rows) is det.
%
%   The rows of State and of those after each of Moves, which are names, as far as there is such
%   a move, and fewer if they are large or take long. An error of the rules ends the walk before
%   its state, unless that is the first one.

walk_states(Module, Template, State, Names, [Row|Rows]) :-
    moves_module(Module, Moves),
    most(characters, Room),
    most(seconds, Seconds),
    get_time(Now),
    End is Now+Seconds,
    expand_state(Moves, Template, State, Row, Pairs),
    walk(Names, Row, Pairs, how(Moves, Template, End), Room, Rows).

walk([Name|Names], [_,_,Found], Pairs0, How, Room0, [Row|Rows]) :-
    once(nth1(Index, Found, [Name,_])),
    nth1(Index, Pairs0, _-Next),
    value_text(Next, State),
    string_length(State, Length),
    length(Found, Many),
    Room is Room0-Length*Many,
    Room > 0,
    How = how(Moves, Template, End),
    get_time(Now),
    Now < End,
    catch(expand_state(Moves, Template, State, Row, Pairs), Error, ( no_stop(Error), fail )),
    !,
    walk(Names, Row, Pairs, How, Room, Rows).
walk(_, _, _, _, _, []).

%!  known_moves(+Pair, :Goal, +State, -Pairs) is det.
%
%   The moves from a state, given as text: a Pair, which is Move-Next, for each solution of Goal.
%   They are known and different, as those of the first states are. Where there are many, the first
%   ones are looked at before all are found, which may never end.
%
%   @throws wrong_rule(move, Said)

known_moves(Pair, Goal, State, Pairs) :-
    most(first_moves, Most),
    findall(Pair, limit(Most, Goal), Pairs0),
    require_known(Pairs0, State),
    (   length(Pairs0, Most)
    ->  findall(Pair, Goal, Pairs),
        require_known(Pairs, State)
    ;   Pairs = Pairs0
    ).

require_known(Pairs, State) :-
    (   \+ ground(Pairs)
    ->  Format = "a move from the state ~s leaves a part of the next state unknown"
    ;   repeated(Pairs, _)
    ->  Format = "a move is found twice from the state ~s, or leads to two states"
    ;   true
    ),
    ( var(Format) -> true ; format(string(Said), Format, [State]), throw(wrong_rule(move, Said)) ).

%!  leaves(+Template, +State, -Texts) is det.
%
%   Texts are those of the leaves of State; that of the whole if it has not the form of Template.

leaves(Template, State, Texts) :-
    (   state_leaves(Template, State, Texts0)
    ->  Texts = Texts0
    ;   value_text(State, Text),
        Texts = [Text]
    ).
