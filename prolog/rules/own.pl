:- module(pybridge_rules_own, [ parts_of/4,        % +Module, +Template, +Texts, -Rows
                                work_of/4          % +Module, +Start, +Most, -Inferences
                              ]).
:- encoding(utf8).
:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module('../narrowing/state_text').
:- use_module(states).

/** <module> What helps to judge a program of the user's for a puzzle of rules

What Python asks of the rules beside which the program runs, in a process of their own.
*/

%!  parts_of(+Module, +Template, +Texts, -Rows) is det.
%
%   A row for each text that a program has printed: [] if it is no term, otherwise [Text,
%   Leaves, Parts], where Leaves are those of a state or [], and each of Parts is such a row
%   again: of an element of a list or of a chain such as `a, b, c`, or a side of what joins two.

parts_of(Module, Template, Texts, Rows) :-
    moves_module(Module, Moves),
    maplist(parts_of_one(Module, Moves, Template), Texts, Rows).

parts_of_one(Module, Moves, Template, Text, Row) :-
    (   catch(term_string(Term, Text, [module(Module)]), error(_, _), fail)
    ->  part_row(3, Moves, Template, Term, Row)
    ;   Row = []
    ).

part_row(Depth, Moves, Template, Term, [Text,Leaves,Rows]) :-
    value_text(Term, Text),
    (   ground(Term),
        catch(form_leaves(Template, Moves, Term, Leaves0), error(_, _), fail)
    ->  Leaves = Leaves0
    ;   Leaves = []
    ),
    (   Depth > 0,
        joined_parts(Term, Moves, Template, Parts)
    ->  Depth1 is Depth-1,
        maplist(part_row(Depth1, Moves, Template), Parts, Rows)
    ;   Rows = []
    ).

form_leaves("actions", Moves, State0, Texts) :-
    !,
    is_list(State0),
    Moves:first_state(State0, State),
    state_leaves("actions", State, Texts).
form_leaves(Template, _, State, Texts) :-
    state_leaves(Template, State, Texts).

joined_parts(Parts, _, _, Parts) :-
    is_list(Parts),
    Parts \== [].
joined_parts(Term, Moves, Template, [A|Parts]) :-
    joins(Term, Name, A, B),
    (   memberchk(Name, [->,',']),
        joins(B, Name, _, _),
        \+ ( Template \== "state", catch(form_leaves(Template, Moves, B, _), error(_, _), fail) )
    ->  joined_parts(B, Moves, Template, Parts)
    ;   Parts = [B]
    ).

joins(Term, Name, A, B) :-
    compound(Term),
    compound_name_arguments(Term, Name, [A,B]),
    memberchk(Name, [-, ->, -->, :, =, =>, /, ',']).

%!  work_of(+Module, +Start:string, +Most, -Inferences) is det.
%
%   The most inferences that the rules need to expand one of the first Most states from Start.

work_of(Module, Text, Most, Inferences) :-
    moves_module(Module, Moves),
    text_value(Text, Start0),
    Moves:first_state(Start0, Start),
    trie_new(Seen),
    trie_insert(Seen, Start),
    work_of([Start], Most, Moves, Seen, 0, Inferences).

work_of([], _, _, _, Inferences, Inferences) :- !.
work_of(_, 0, _, _, Inferences, Inferences) :- !.
work_of([State|States], Left0, Moves, Seen, Inferences0, Inferences) :-
    statistics(inferences, Before),
    ( once(Moves:is_goal(State)) -> true ; true ),
    findall(Next, Moves:moved(State, _, Next), Nexts),
    statistics(inferences, After),
    Inferences1 is max(Inferences0, After-Before),
    findall(Next, ( member(Next, Nexts), trie_insert(Seen, Next) ), New),
    append(States, New, States1),
    Left is Left0-1,
    work_of(States1, Left, Moves, Seen, Inferences1, Inferences).
