:- module(pybridge_replies, [ reply_text/7,     % +Job, +Outcome, +Names, +Rows, +Inferences, +Cpu, -Reply
                              print_error/1,    % +Error
                              outcome/2         % +Error, -Outcome
                            ]).
:- encoding(utf8).
:- use_module(library(error)).
:- use_module(library(lists)).
:- use_module(error_text).
:- use_module(exchange).
:- use_module(limits).
:- use_module(marks).

/** <module> Replies as text

A reply is a JSON array

    [Outcome, Names, Rows, Inferences, CpuSeconds, HasMarks]

where Outcome is "done", "cancelled", "time_limit", "inference_limit",
"memory_limit" or an array that print_error/1 writes; Names are the variables of
the goal that are not given; Rows has an array of values for each answer; and
HasMarks is true if the job has left marks (see marks.pl), which are then to be
fetched and forgotten.
*/

%!  reply_text(+Job, +Outcome, +Names, +Rows, +Inferences, +Cpu, -Reply:string) is det.
%
%   @throws an error if Rows is cyclic, and what print_json/1 throws

reply_text(Job, Outcome, Names, Rows, Inferences, Cpu, Reply) :-
    must_be(acyclic, Rows),
    ( has_marks(Job) -> HasMarks = true ; HasMarks = false ),
    with_output_to(string(Reply),
                   print_reply(Outcome, Names, Rows, Inferences, Cpu, HasMarks)).

print_reply(Outcome, Names, Rows, Inferences, Cpu, HasMarks) :-
    write('['),
    print_outcome(Outcome),
    write(',['),
    print_names(Names),
    write('],'),
    print_json(Rows),
    format(',~d,~w,~w]', [Inferences, Cpu, HasMarks]).

print_names([]).
print_names([Name|Names]) :-
    format('"~w"', [Name]),
    forall(member(Other, Names), format(',"~w"', [Other])).

print_outcome(error(Error)) :-
    !,
    print_error(Error).
print_outcome(Outcome) :-
    format('"~w"', [Outcome]).

%!  print_error(+Error) is det.
%
%   Write the JSON array [Message, Text, Term]: what the error says to a person,
%   the error as Prolog writes it, cut short where that would recurse too deeply, and as a
%   term; null for a term without end.

print_error(Error) :-
    (   catch(written(Error, Text), error(representation_error(_), _), fail)
    ->  error_message(Error, Message)
    ;   format(string(Text), '~W', [Error, [quoted(true), max_depth(20)]]),
        Message = Text
    ),
    write('['),
    print_json(Message),
    write(','),
    print_json(Text),
    write(','),
    (   acyclic_term(Error)
    ->  print_json(Error)
    ;   write(null)
    ),
    write(']').

%!  outcome(+Error, -Outcome) is det.
%
%   What it means that a goal ended by Error: `cancelled`, a limit, or error(Error). Goals
%   that wait for a variable of Error are never called.

outcome(Error0, Outcome) :-
    copy_term_nat(Error0, Error),
    (   stopped_by(Error, Why)
    ->  Outcome = Why
    ;   Outcome = error(Error)
    ).
