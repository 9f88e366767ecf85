:- module(pybridge_answers, [ answer/4,         % +Job, +Module, +Request, -Reply
                              next/3,           % +Job, +Iterator, -Reply
                              progress/2,       % +Job, -Reply
                              forget/2          % +Job, -Reply
                            ]).
:- encoding(utf8).
:- use_module(library(apply)).
:- use_module(library(error)).
:- use_module(library(lists)).
:- use_module(exchange).
:- use_module(iterators).
:- use_module(jobs).
:- use_module(limits).
:- use_module(loading).
:- use_module(marks).
:- use_module(replies).

/** <module> Goals asked from outside, answered in text

A request is the text of

    request(Kind, Limits, Bindings, Goal)

where Kind is `once`, `all` or iterate(Iterator), Limits is as limited/2 takes
it, and Bindings give variables of Goal their values: goals `Variable = Value`, or
given(Variables, Text) with a list of the values as text. Replies are text as
replies.pl has it. Jobs are those of jobs.pl.
*/

%!  answer(+Job:integer, +Module, +Request:string, -Reply:string) is det.
%
%   Answer a request whose goal is to be called in Module. Never fails and never
%   throws.

answer(Job, Module, Request, Reply) :-
    replied(Job, answered(Job, Module, Request, Reply), Reply).

%   What goes wrong outside the goal ends here: a request that cannot be read, a
%   reply that cannot be written, a cancellation at the last moment.
replied(Job, Goal, Reply) :-
    catch(once(Goal), Error, failed(Job, Error, Reply)).

failed(Job, Error, Reply) :-
    outcome(Error, Outcome),
    reply_text(Job, Outcome, [], [], 0, 0.0, Reply).

%   The job ends before its reply is written, which a signal would break off.
answered(Job, Module, Request, Reply) :-
    statistics(inferences, Inferences0),
    statistics(cputime, Cpu0),
    as_job(Job, read_request(Module, Request, Kind, Limits, Goal, Names, Values)),
    catch(found(Kind, Job, Limits, Goal, Names, Values, Rows, Outcome),
          Error, stopped(Error, Rows, Outcome)),
    statistics(inferences, Inferences1),
    statistics(cputime, Cpu1),
    Inferences is Inferences1-Inferences0,
    Cpu is Cpu1-Cpu0,
    reply_text(Job, Outcome, Names, Rows, Inferences, Cpu, Reply).

read_request(ModuleText, Request, Kind, Limits, Module:Goal, Names, Values) :-
    atom_string(Module, ModuleText),
    (   current_module(Module)          % reading for another would make it
    ->  true
    ;   existence_error(module, Module)
    ),
    catch(term_string(Term, Request, [variable_names(Named), module(Module)]),
          error(syntax_error(_), _), in_its_goal(Module, Request)),
    (   Term = request(Kind, Limits, Bindings, Goal),
        kind(Kind)
    ->  true
    ;   in_its_goal(Module, Request)
    ),
    give(Bindings),
    wanted(Named, Names, Values),
    check_allowed(Module, Goal).

%   Throw what is wrong with the goal of a request that cannot be read: its user has written nothing else.
in_its_goal(Module, Request) :-
    goal_text(Request, Text),
    term_string(_, Text, [module(Module)]),
    string_length(Text, End),
    throw(error(syntax_error('a goal is one term, without a full stop'), string(Text, End))).
in_its_goal(Module, Request) :-
    term_string(Term, Request, [module(Module)]),
    domain_error(request, Term).

%   Behind what can be read as the other arguments, up to a newline and the closing parentheses.
goal_text(Request, Text) :-
    member(End, ["[],(", "'),("]),      % of the bindings
    sub_string(Request, Before0, _, _, End),
    Before is Before0+2,
    sub_string(Request, 0, Before, _, Others),
    string_concat(Others, ",true)", Whole),
    catch(term_string(request(_, _, _, true), Whole), error(syntax_error(_), _), fail),
    !,
    From is Before+2,
    sub_string(Request, From, _, 3, Text),
    string_concat(_, "\n))", Request).

%   The values of given(Variables, Text) are read with our own flags and operators.
give(given(Variables, Text)) :-
    !,
    term_string(Variables, Text, [module(pybridge_answers), double_quotes(string)]).
give(Bindings) :-
    maplist(call, Bindings).

%   A kind is not a variable, which would be any.
kind(Kind) :-
    nonvar(Kind),
    memberchk(Kind, [once, all, iterate(_)]).

%   Variables whose names begin with an underscore are nobody's business.
wanted([], [], []).
wanted([Name=Value|Named], Names, Values) :-
    (   ( nonvar(Value) ; sub_atom(Name, 0, 1, _, '_') )
    ->  wanted(Named, Names, Values)
    ;   Names = [Name|Names1],
        Values = [Value|Values1],
        wanted(Named, Names1, Values1)
    ).

stopped(Error, [], Outcome) :-
    outcome(Error, Outcome).

found(once, Job, Limits, Goal, _, Values, Rows, done) :-
    (   as_job(Job, limited(Limits, Goal))
    ->  Rows = [Values]
    ;   Rows = []
    ).
found(all, Job, Limits, Goal, _, Values, Rows, Outcome) :-
    begun(Limits, Begun),
    setup_call_cleanup(
        '$new_findall_bag',
        ( catch(as_job(Job, within(Begun, filled(Goal, Values))), Error, true),
          '$collect_findall_bag'(Rows, []) ),
        '$destroy_findall_bag'),
    (   var(Error)
    ->  Outcome = done
    ;   as_stop(Error, Begun, Ball),
        outcome(Ball, Outcome)
    ).
found(iterate(Iterator), Job, Limits, Goal, Names, Values, [], done) :-
    as_job(Job, new_iterator(Iterator, Limits, Goal, Names, Values)).

%   What stops the goal must not lose the answers so far, wherever it does: findall/3, of which
%   this is the inner part, would.
filled(Goal, Values) :-
    (   call(Goal),
        '$add_findall_bag'(Values)      % fails
    ;   true
    ).

%!  next(+Job:integer, +Iterator:integer, -Reply:string) is det.
%
%   The reply has one row, or none if there are no more answers. Never fails and
%   never throws.

next(Job, Iterator, Reply) :-
    replied(Job, as_job(Job, next_answer(Job, Iterator, Reply)), Reply).

next_answer(Job, Iterator, Reply) :-
    statistics(cputime, Cpu0),
    iterator_row(Job, Iterator, Names, Rows),
    statistics(cputime, Cpu1),
    Cpu is Cpu1-Cpu0,
    reply_text(Job, done, Names, Rows, 0, Cpu, Reply).

%!  progress(+Job, -Reply) is det.
%
%   Reply is the text of [Inferences, Marks]: the inferences of what runs Job, 0
%   if nothing does, and what the job has reported since the last call.

progress(Job, Reply) :-
    job_inferences(Job, Inferences),
    take_marks(Job, Marks),
    json_text([Inferences, Marks], Reply).

%!  forget(+Job, -Reply) is det.
%
%   Forget the marks of Job, once it is over. Reply is empty.

forget(Job, "") :-
    forget_marks(Job).
