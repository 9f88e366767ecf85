:- module(pybridge_rules_trial, [ trial_fault/4,        % +Module, +Clauses, -Where, -Text
                                  solutions/4           % :Goal, +Template, +Head, -List
                                ]).
:- encoding(utf8).
:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(library(solution_sequences)).
:- use_module('../engine/error_text').
:- use_module('../engine/limits', [stopped_by/2]).
:- use_module(rules_goals).

/** <module> Rules tried on the first states

What only shows when rules run: moves that do not end, raise an error or leave something
unknown, starts from which nothing moves, a bound that cannot be one.

Where something is wrong it throws wrong(Where, Text): Where is line(Line), or at(At) for the
place of a character.
*/

:- meta_predicate solutions(0, ?, +, -), within(0, +, +), within(0, +, +, +, +), in_a_clause(0, -, -).

%   most(What, Number): of states of a start, inferences for the moves of one, moves of one
%   state, starts, and solutions of anything else that is asked for once.
most(states, 200).
most(inferences, 3 000 000).
most(moves, 10_000).
most(starts, 1000).
most(solutions, 5000).

%!  trial_fault(+Module, +Clauses, -Where, -Text:string) is nondet.
%
%   One fault for each start at most. Module has the rules, and beside it is the module of how
%   they move.

trial_fault(Module, Clauses, Where, Text) :-
    atom_concat(Module, '.moves', Moves),
    catch(( solutions(Module:start(Name, State), Name-State, Module:start(_, _), Starts),
            few_and_named(Starts, Clauses) ),
          wrong(Where, Text), true),
    (   nonvar(Text)
    ->  true
    ;   member(Start, Starts),
        catch(tried(Start, trial(Module, Moves, Clauses)), wrong(Where, Text), true),
        nonvar(Text)
    ).

few_and_named(Starts, Clauses) :-
    (   append(Before, [Name-_|_], Starts),
        memberchk(Name-_, Before)
    ->  place_of_start(Name, Clauses, At),
        shown(Name, Shown),
        wrong(At, "two start states are named ~s", [Shown])
    ;   most(starts, Most),
        length(Starts, Count),
        Count > Most
    ->  place_of_start(_, Clauses, At),
        wrong(At, "more than ~D start states", [Most])
    ;   true
    ).

%!  solutions(:Goal, +Template, +Head, -List) is det.
%
%   As findall/3, of no more than some thousand solutions.
%
%   @throws wrong(Where, Text) if Goal does not end or raises an error, at the line of the
%   first clause of Head.

solutions(Goal, Template, Module:Head, List) :-
    clause_line(Module:Head, Line),
    functor(Head, Name, Arity),
    format(string(What), "~w/~w", [Name, Arity]),
    most(solutions, Most),
    within(findall(Template, limit(Most, Goal), List), line(Line), What).

%   tried(+Start, +Trial): breadth first from a start. Trial is trial(Module, Moves, Clauses).
tried(Name-State, Trial) :-
    Trial = trial(Module, Moves, Clauses),
    place_of_start(Name, Clauses, At),
    (   atom(Name)
    ->  true
    ;   shown(Name, Shown),
        wrong(At, "the name of a start must be an atom such as first, not ~s", [Shown])
    ),
    (   ground(State)
    ->  true
    ;   shown(State, Shown),
        wrong(At, "start/2 leaves a part of the state unknown: ~s", [Shown])
    ),
    within(Moves:first_state(State, First), At, "start/2"),
    trie_new(Seen),
    trie_insert(Seen, First),
    (   at_goal(First, Trial)
    ->  true
    ;   next_states(First, At, Trial, [])
    ->  wrong(At, "no move is possible from the start ~q, and it is not a goal", [Name])
    ;   true
    ),
    most(states, Most),
    walk([First], Most, At, Trial, Seen),
    own_bound_of_start(Module, Name, First).

place_of_start(Name, Clauses, at(At)) :-
    (   member(clause(start(Name0, _), _, _, _, At, _), Clauses),
        Name0 == Name
    ->  true
    ;   member(clause(start(_, _), _, _, _, At, _), Clauses)
    ->  true
    ).

walk([], _, _, _, _) :- !.
walk(_, 0, _, _, _) :- !.
walk([State|States], Left, At, Trial, Seen) :-
    ( at_goal(State, Trial) -> Goal = true ; Goal = false ),
    own_bound(State, Goal, Trial),
    next_states(State, At, Trial, Nexts),
    findall(Next, ( member(Next, Nexts), trie_insert(Seen, Next) ), New),
    append(States, New, States1),
    Left1 is Left-1,
    walk(States1, Left1, At, Trial, Seen).

at_goal(State, trial(Module, Moves, Clauses)) :-
    once(within(Moves:is_goal(State), Module:goal(_), "goal/1", State, Clauses)).

%   next_states(+State, +At, +Trial, -Nexts): each clause by itself first, so that a fault has
%   its line.
next_states(State, At, Trial, Nexts) :-
    Trial = trial(Module, Moves, Clauses),
    (   current_predicate(Module:move/3)
    ->  What = "move/3",
        tried_clauses(State, Trial, Founds),
        twice(Founds)
    ;   What = "action/4",
        actions_known(Module)
    ),
    within(findall(Next, Moves:moved(State, _, Next), Nexts), At, What, State, Clauses).

tried_clauses(State, Trial, Founds) :-
    most(moves, Most),
    More is Most+1,
    findall(Found, limit(More, tried_clause(State, Trial, Found)), Founds),
    (   length(Founds, More)
    ->  last(Founds, found(_, _, Line)),
        shown(State, Shown),
        wrong(line(Line), "more than ~D moves from one state, ~s", [Most, Shown])
    ;   true
    ).

tried_clause(State, trial(Module, _, Clauses), found(Move, Next, Line)) :-
    Head = move(State, Move, Next),
    clause(Module:Head, Body, Reference),
    ( clause_property(Reference, line_count(Line)) -> true ; Line = 1 ),
    within(Module:Body, line(Line), "move/3", State, Clauses),
    known(Next, "the next state", Line),
    known(Move, "the move", Line).

actions_known(Module) :-
    Head = action(Name, Before, Add, Delete),
    solutions(Module:Head, Head, Module:Head, Actions),
    clause_line(Module:Head, Line),
    forall(member(Head, Actions),
           ( known(Name, "the name of the action", Line),
             known([Before,Add,Delete], "the action", Line),
             ( maplist(is_list, [Before,Add,Delete])
             -> true
             ; wrong(line(Line), "write action(Name, Before, Add, Delete) with three lists", [])
             ) )).

known(Part, What, Line) :-
    (   ground(Part)
    ->  true
    ;   shown(Part, Shown),
        wrong(line(Line), "this clause leaves a part of ~s unknown: ~s", [What, Shown])
    ).

%   twice(+Founds): no move leads to two states, and none is found twice.
twice(Founds) :-
    (   append(Before, [found(Move, Next, Line)|_], Founds),
        member(found(Move1, Next1, _), Before),
        Move1 == Move
    ->  shown(Move, Shown),
        (   Next1 == Next
        ->  wrong(line(Line), "the move ~s is found twice from one state", [Shown])
        ;   shown(Next1, One),
            shown(Next, Other),
            wrong(line(Line), "the move ~s leads to two states, ~s and ~s: give the moves different names",
                  [Shown, One, Other])
        )
    ;   true
    ).

%   own_bound(+State, +Goal, +Trial): bound/2 says a number, and 0 of a goal.
own_bound(State, Goal, trial(Module, _, Clauses)) :-
    (   current_predicate(Module:bound/2)
    ->  findall(Bound,
                once(within(Module:bound(State, Bound), Module:bound(_, _), "bound/2", State, Clauses)),
                Bounds),
        shown(State, Shown),
        clause_line(Module:bound(_, _), Line),
        (   Bounds = [Bound|_],
            integer(Bound),
            Bound >= 0
        ->  true
        ;   ( Bounds = [Bound|_] -> shown(Bound, Said) ; Said = "nothing" ),
            wrong(line(Line), "bound/2 must say a number of moves, 0 or more, and says ~s of ~s", [Said, Shown])
        ),
        (   Goal == true,
            Bound > 0
        ->  wrong(line(Line), "bound/2 says ~w of the goal ~s, and must say 0", [Bound, Shown])
        ;   true
        )
    ;   true
    ).

own_bound_of_start(Module, Name, State) :-
    (   current_predicate(Module:bound/2),
        current_predicate(Module:optimal/2),
        solutions(Module:optimal(Name, Optimal), Optimal, Module:optimal(_, _), [Optimal|_]),
        integer(Optimal),
        solutions(Module:bound(State, Bound), Bound, Module:bound(_, _), [Bound|_]),
        integer(Bound),
        Bound > Optimal
    ->  clause_line(Module:bound(_, _), Line),
        wrong(line(Line), "bound/2 says ~w of the start ~q, and optimal/2 says ~w", [Bound, Name, Optimal])
    ;   true
    ).

%   within(:Goal, +Where, +What, +State, +Clauses) is nondet: Goal must end and raise no error.
%   Where may be Module:Head for the first clause of Head.
within(Goal, Where0, What, State, Clauses) :-
    ( Where0 = _:_ -> clause_line(Where0, Line), Where = line(Line) ; Where = Where0 ),
    catch(within(Goal, Where, What), wrong(Place, Text0), true),
    (   var(Text0)
    ->  true
    ;   shown(State, Shown),
        to_look_at(Text0, What, Clauses, Hint),
        wrong(Place, "~s; the state is ~s~s", [Text0, Shown, Hint])
    ).

within(Goal, Where, What) :-
    most(inferences, Most),
    catch(call_with_inference_limit(Goal, Most, How), Error, true),
    (   nonvar(Error)
    ->  raised(Error, Goal, What, Where)
    ;   How == inference_limit_exceeded
    ->  wrong(Where, "~s does not end", [What])
    ;   true
    ).

raised(error(resource_error(_), _), _, What, Where) :-
    !,
    wrong(Where, "~s does not end", [What]).
raised(Error, Goal, What, _) :-
    in_a_clause(Goal, Line, Text),
    Error = error(_, _),
    !,
    wrong(line(Line), "~s raises an error ~s", [What, Text]).
raised(Error, _, What, Where) :-
    Error = error(_, _),
    !,
    error_message(Error, Message),
    one_line(Message, Text),
    wrong(Where, "~s raises an error: ~s", [What, Text]).
raised(Error, _, What, Where) :-
    \+ Error == time_limit_exceeded,
    \+ stopped_by(Error, _),
    !,
    shown(Error, Text),
    wrong(Where, "~s throws ~s", [What, Text]).
raised(Error, _, _, _) :-
    throw(Error).

%   in_a_clause(:Goal, -Line, -Text) is semidet: Goal is called again, to see where its error is.
%   The library that tells is loaded only now, since it has effects on the whole process.
in_a_clause(Goal, Line, Text) :-
    use_module(library(prolog_stack)),
    most(inferences, Most),
    setup_call_cleanup(
        set_prolog_flag(last_call_optimisation, false),    % keeps the clause that a last call is in
        catch(call_with_inference_limit(
                  catch_with_backtrace(forall(Goal, true), Error0, throw(Error0)),
                  Most, _),
              Error, true),
        set_prolog_flag(last_call_optimisation, true)),
    nonvar(Error),
    placed_error(Error, pybridge_rules_trial:of_rules, _, Line, Text0),
    one_line(Text0, Text).

of_rules(Source) :-
    atom_concat(_, '.program', Source).

one_line(Text0, Text) :-
    normalize_space(string(Text), Text0).

%   to_look_at(+Text, +What, +Clauses, -Hint): what calls itself is where to look, if it does
%   not end.
to_look_at(Text, What, Clauses, Hint) :-
    (   sub_string(Text, _, _, 0, "does not end"),
        term_string(PI, What),
        recursive_in(Clauses, PI, [Each|More])
    ->  maplist(term_string, [Each|More], Texts),
        atomic_list_concat(Texts, ', ', Names),
        ( More == [] -> Ends = "calls itself" ; Ends = "call themselves" ),
        format(string(Hint), "; look at ~w, which ~s", [Names, Ends])
    ;   Hint = ""
    ).

clause_line(Module:Head0, Line) :-
    functor(Head0, Name, Arity),
    functor(Head, Name, Arity),
    (   current_predicate(Module:Name/Arity),
        nth_clause(Module:Head, 1, Reference),
        clause_property(Reference, line_count(Line0))
    ->  Line = Line0
    ;   Line = 1
    ).

wrong(Where, Format, Arguments) :-
    format(string(Text), Format, Arguments),
    throw(wrong(Where, Text)).

%   shown(+Term, -Text): Term in one line, with _ for what is unknown.
shown(Term0, Text) :-
    copy_term_nat(Term0, Term),
    term_variables(Term, Variables),
    maplist(=('$VAR'('_')), Variables),
    format(string(Text0), "~W", [Term, [quoted(true), numbervars(true), spacing(next_argument), max_depth(100)]]),
    string_length(Text0, Length),
    (   Length =< 200
    ->  Text = Text0
    ;   sub_string(Text0, 0, 197, _, Begin),
        string_concat(Begin, "...", Text)
    ).
