:- module(pybridge_rules_guard, [ solutions/4,          % :Goal, +Template, +Head, -List
                                  within/3,             % :Goal, +Where, +What
                                  within/5,             % :Goal, +Where, +What, +State, +Clauses
                                  clause_line/2,        % :Head, -Line
                                  to_look_at/3,         % +What, +Clauses, -Hint
                                  no_stop/1,            % +Error
                                  wrong/3,              % +Where, +Format, +Arguments
                                  wrong_bound/3,        % +Bounds, +State, -Said
                                  shown/2               % +Term, -Text
                                ]).
:- encoding(utf8).
:- use_module(library(apply)).
:- use_module(library(solution_sequences)).
:- use_module('../engine/error_text').
:- use_module('../engine/limits', [stopped_by/2]).
:- use_module('../source/goals', [recursive_in/3]).

/** <module> Goals of rules that may not end, or raise errors

Where something is wrong it throws wrong(Where, Text): Where is line(Line), or at(At) for the
place of a character.
*/

:- meta_predicate
    solutions(0, ?, :, -),
    within(0, +, +),
    within(0, +, +, +, +),
    in_a_clause(0, -, -),
    clause_line(:, -).

%   most(What, Number): inferences of a goal, and solutions of what is asked for once.
most(inferences, 3 000 000).
most(solutions, 5000).

%!  solutions(:Goal, +Template, +Head, -List) is det.
%
%   As findall/3, of no more than some thousand solutions.
%
%   @throws wrong(Where, Text) if Goal does not end, raises an error or has more, at the line of
%   the first clause of Head.

solutions(Goal, Template, Module:Head, List) :-
    clause_line(Module:Head, Line),
    functor(Head, Name, Arity),
    format(string(What), "~w/~w", [Name, Arity]),
    most(solutions, Most),
    More is Most+1,
    within(findall(Template, limit(More, Goal), List), line(Line), What),
    (   length(List, More)
    ->  wrong(line(Line), "~s has more than ~D solutions", [What, Most])
    ;   true
    ).

%!  within(:Goal, +Where, +What:string, +State, +Clauses) is nondet.
%
%   As within/3, for a goal that looks at State. Where may be Module:Head for the first clause
%   of Head.

within(Goal, Where0, What, State, Clauses) :-
    ( Where0 = _:_ -> clause_line(Where0, Line), Where = line(Line) ; Where = Where0 ),
    catch(within(Goal, Where, What), wrong(Place, Text0), true),
    (   var(Text0)
    ->  true
    ;   shown(State, Shown),
        ( sub_string(Text0, _, _, _, "does not end") -> to_look_at(What, Clauses, Hint) ; Hint = "" ),
        wrong(Place, "~s; the state is ~s~s", [Text0, Shown, Hint])
    ).

%!  within(:Goal, +Where, +What:string) is nondet.
%
%   Call Goal, which is to end and to raise no error. What is named in the message.

within(Goal, Where, What) :-
    most(inferences, Most),
    catch(call_with_inference_limit(Goal, Most, How), Error, true),
    (   nonvar(Error)
    ->  raised(Error, Goal, What, Where)
    ;   How == inference_limit_exceeded
    ->  wrong(Where, "~s does not end within ~D inferences", [What, Most])
    ;   true
    ).

raised(Error, _, What, Where) :-
    subsumes_term(error(resource_error(_), _), Error),
    !,
    wrong(Where, "~s does not end", [What]).
raised(Error, Goal, What, _) :-
    Error = error(_, _),
    in_a_clause(Goal, Line, Text0),
    !,
    format(string(There), "in ~s, ", [What]),        % which the message names already
    (   string_concat(There, Text, Text0)
    ->  true
    ;   Text = Text0
    ),
    wrong(line(Line), "~s raises an error ~s", [What, Text]).
raised(Error, _, What, Where) :-
    Error = error(_, _),
    !,
    error_message(Error, Message),
    one_line(Message, Text),
    wrong(Where, "~s raises an error: ~s", [What, Text]).
raised(Error, _, What, Where) :-
    no_stop(Error),
    shown(Error, Text),
    wrong(Where, "~s throws ~s", [What, Text]).

%!  no_stop(+Error) is det.
%
%   Error is what a goal of the rules has thrown. One that stops the run is thrown again.

no_stop(Error) :-
    (   ( Error == time_limit_exceeded ; stopped_by(Error, _) )
    ->  throw(Error)
    ;   true
    ).

%   in_a_clause(:Goal, -Line, -Text) is semidet: Goal is called again, to see where its error is.
%   The library for this is loaded only now, since it has effects on the whole process.
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
    placed_error(Error, pybridge_rules_guard:of_rules, _, Line, Text0),
    one_line(Text0, Text).

of_rules(Source) :-
    atom_concat(_, '.program', Source).

one_line(Text0, Text) :-
    normalize_space(string(Text), Text0).

%!  to_look_at(+What, +Clauses, -Hint:string) is det.
%
%   What calls itself is where to look, if What does not end.

to_look_at(What, Clauses, Hint) :-
    (   catch(term_string(PI, What), error(syntax_error(_), _), fail),
        recursive_in(Clauses, PI, [Each|More])
    ->  maplist(term_string, [Each|More], Texts),
        atomic_list_concat(Texts, ', ', Names),
        ( More == [] -> Ends = "calls itself" ; Ends = "call themselves" ),
        format(string(Hint), "; look at ~w, which ~s", [Names, Ends])
    ;   Hint = ""
    ).

%!  clause_line(:Head, -Line) is det.
%
%   Line is that of the first clause of Head, 1 if it has none with a line.

clause_line(Module:Head0, Line) :-
    functor(Head0, Name, Arity),
    functor(Head, Name, Arity),
    (   current_predicate(Module:Name/Arity),
        nth_clause(Module:Head, 1, Reference),
        clause_property(Reference, line_count(Line0))
    ->  Line = Line0
    ;   Line = 1
    ).

%!  wrong(+Where, +Format, +Arguments) is erroneous.
%
%   @throws wrong(Where, Text) with the Text that format/2 would print.

wrong(Where, Format, Arguments) :-
    format(string(Text), Format, Arguments),
    throw(wrong(Where, Text)).

%!  wrong_bound(+Bounds:list, +State:string, -Said:string) is semidet.
%
%   Bounds is what bound/2 says about State, and no number of moves.

wrong_bound(Bounds, State, Said) :-
    \+ ( Bounds = [Bound|_], integer(Bound), Bound >= 0 ),
    ( Bounds = [Other|_] -> shown(Other, Shown) ; Shown = "nothing" ),
    format(string(Said), "bound/2 must say a number of moves, 0 or more, and says ~s of ~s", [Shown, State]).

%!  shown(+Term, -Text:string) is det.
%
%   Text is Term in one line, with _ for what is unknown.

shown(Term0, Text) :-
    copy_term_nat(Term0, Term),
    term_variables(Term, Variables),
    maplist(=('$VAR'('_')), Variables),
    format(string(Text0), "~W", [Term, [quoted(true), numbervars(true), spacing(next_argument), max_depth(100)]]),
    cut(Text0, 200, Text).
