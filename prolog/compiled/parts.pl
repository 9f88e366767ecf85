:- module(pybridge_parts, [ parts_tables/3,     % +Parts, -Values, -Goals
                            parts_carried/2,    % +Parts, -Values
                            parts_told/2,       % +Parts, -Lines
                            parts_begin/5,      % +Parts, +State, -Low, -Values, -Goals
                            parts_move/8        % +Parts, +Move, +Values0, -Values, ?Slack0, ?Slack, -Prune, -Goals
                          ]).
:- encoding(utf8).
:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(library(pairs)).
:- use_module(clause_text).

/** <module> What a node carries beside its tiles

A part (Module-Plan) is what a node carries beside its tiles, such as a bound. Its
module has

    items(+Plan, -Items)                    items of the program before the clauses
    carried(+Plan, -Names)                  names of the arguments
    told(+Plan, -Lines)                     if it carries anything: what that is, for those who read the program
    tables(+Plan, -Values, -Goals)          if it has tables: Goals build them, once for all starts;
                                            Values are arguments that begin/5 finds again, by name
    begin(+Plan, ?State, ?Low, -Values, -Goals)
                                            Goals find the values of a start, and a bound its Low
    enter(+Plan, ?Slack, -Goals)            of a bound, if it has it: Goals fail for a node that is not expanded
    move(+Plan, +Move, +Values0, -Values, ?Slack0, ?Slack, -Goals)
                                            Goals find the values after a move, or fail

and that of a bound, the first of all, also unit(+Plan, -Unit): how much of the threshold one unit of
slack is. Other parts leave the slack as it is. Move is move(From, To, State, Way): the tile of cell From goes to To, the
blank's; State is the variables by cell, 0 the blank; Way is what ends the name of a new variable.
*/

%!  parts_tables(+Parts, -Values, -Goals) is det.
%
%   Goals build what all starts have in common.

parts_tables(Parts, Values, Goals) :-
    findall(Values1-Goals1,
            ( member(Module-Plan, Parts),
              current_predicate(Module:tables/3),
              Module:tables(Plan, Values1, Goals1) ),
            Pairs),
    pairs_keys_values(Pairs, ValueLists, GoalLists),
    append(ValueLists, Values),
    append(GoalLists, Goals).

%!  parts_begin(+Parts, +State, -Low, -Values, -Goals) is det.
%
%   Goals find what is carried from a start: the bound's Low, and all Values.

parts_begin([Bound|Parts], State, Low, Values, Goals) :-
    part_begins(State, Low, Bound, Values0, Goals0),
    maplist(part_begins(State, _), Parts, Lists, GoalLists),
    append([Values0|Lists], Values),
    append([Goals0|GoalLists], Goals).

part_begins(State, Low, Module-Plan, Values, Goals) :-
    Module:begin(Plan, State, Low, Values, Goals).

%!  parts_move(+Parts, +Move, +Values0, -Values, ?Slack0, ?Slack, -Prune, -Goals) is det.
%
%   Goals are those of the bound. Prune, of other parts, come before: a move that they
%   forbid does not generate a node.

parts_move([Bound|Parts], Move, Values0, Values, Slack0, Slack, Prune, Goals) :-
    part_move(Bound, Move, Values0, Others0, Own, Slack0, Slack, Goals),
    parts_moves(Parts, Move, Others0, Others, Prune),
    append(Own, Others, Values).

parts_moves([], _, [], [], []).
parts_moves([Part|Parts], Move, Values0, Values, Goals) :-
    part_move(Part, Move, Values0, Others0, Own, Slack, Slack, Goals0),
    parts_moves(Parts, Move, Others0, Others, Goals1),
    append(Own, Others, Values),
    append(Goals0, Goals1, Goals).

part_move(Module-Plan, Move, Values0, Others, Values, Slack0, Slack, Goals) :-
    Module:carried(Plan, Names),
    same_length(Names, Own),
    append(Own, Others, Values0),
    Module:move(Plan, Move, Own, Values, Slack0, Slack, Goals).

%!  parts_carried(+Parts, -Values) is det.
%
%   Values are the variables that a node carries.

parts_carried(Parts, Values) :-
    maplist(part_carried, Parts, Lists),
    append(Lists, Values).

part_carried(Module-Plan, Values) :-
    Module:carried(Plan, Names),
    findall(Value, ( member(Name, Names), variable(Name, '', Value) ), Values).

%!  parts_told(+Parts, -Lines) is det.
%
%   Lines of text explain what these values are.

parts_told(Parts, Lines) :-
    findall(Line,
            ( member(Module-Plan, Parts),
              current_predicate(Module:told/2),
              Module:told(Plan, PartLines),
              member(Line, PartLines) ),
            Lines).
