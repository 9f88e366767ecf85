:- module(pybridge, [ embed/0,
                      end_own_threads/0,
                      define/2,                 % +Name, +Arity
                      report/1                  % +Term
                    ]).
:- encoding(utf8).
:- use_module(library(apply)).
:- use_module(library(error)).
:- use_module(library(lists)).
:- use_module(library(prolog_wrap)).
:- use_module(library(yall)).
:- reexport(answers).
:- reexport(iterators, [drop/2]).
:- reexport(jobs, [cancel/2, abort_job/2, this_job/1]).
:- reexport(loading, except([into/2, own_file/2])).
:- reexport(limits, [allow_large_integers/0]).
:- use_module(exchange).
:- use_module(marks).

/** <module> The one file that Python loads

What Python calls is answer/4 and next/3 in the thread of an engine, and cancel/2,
progress/2 and forget/2 in another thread beside it. Nothing here knows about puzzles:
who needs `bridge/`, `compiled/` or `untrusted/` asks for it by prepare/1.

No library is left to autoloading. On SWI-Prolog 9.0.4 two threads that come upon one at
the same moment can find it half loaded, as library(yall); and a signal that arrives
meanwhile makes SWI-Prolog print that a foreign predicate did not clear an exception.
*/

%!  embed is det.
%
%   To be called once inside Python: a goal that halts must not end the process,
%   and a file's name may have any character, also in the locale C.

embed :-
    at_halt(cancel_halt(pybridge)),     % ten times; then SWI-Prolog halts all the same
    forall(( member(Halt, [halt(_), halt(_,_)]), predicate_property(system:Halt, defined) ),
           wrap_predicate(system:Halt, pybridge, _, permission_error(halt, process, python))),
    wrap_predicate(system:thread_exit(_), pybridge, Exit, pybridge:may_exit(Exit)),
    setlocale(ctype, Locale, Locale),
    (   memberchk(Locale, ['C', 'POSIX'])
    ->  catch(setlocale(ctype, _, 'C.UTF-8'), _, true)
    ;   true
    ).

%   A thread that answers belongs to Python, which would never stop waiting for it.
may_exit(Exit) :-
    (   ( engine_self(_) ; nb_current(pybridge_jobs, [_|_]) )
    ->  thread_self(Thread),
        permission_error(exit, thread, Thread)
    ;   call(Exit)
    ).

%!  end_own_threads is det.
%
%   End the thread that collects garbage, if there is one; it begins again when there is some.

end_own_threads :-
    set_prolog_gc_thread(stop).

%!  report(+Term) is det.
%
%   Report Term to what watches the job that calls this; see `Job.marks`.

report(Term) :-
    this_job(Job),
    must_be(integer, Job),
    open_marks(Job, Queue),
    thread_send_message(Queue, Term).

%!  define(+Name:atom, +Arity:integer) is det.
%
%   Define Name/Arity in user: a call is passed to the Python function of this
%   name with all arguments but the last, and the last is unified with what it
%   returns.

define(Name, Arity) :-
    must_be(atom, Name),
    must_be(positive_integer, Arity),
    with_mutex(pybridge_define, defined(Name, Arity)).

%   A definition that is there stays, since another thread may be calling it.
defined(Name, Arity) :-
    functor(Head, Name, Arity),
    (   predicate_property(user:Head, defined),
        \+ ours(Head)
    ->  permission_error(redefine, procedure, Name/Arity)
    ;   true
    ),
    Head =.. [_|Args],
    append(Given, [Result], Args),
    !,
    (   predicate_property(user:Head, dynamic),
        clause(user:Head, pybridge:call_python(_, _, _))
    ->  true
    ;   assertz((user:Head :- pybridge:call_python(Name, Given, Result)))
    ).

%   Only of a dynamic predicate are there surely clauses to be seen.
ours(Head) :-
    predicate_property(user:Head, dynamic),
    clause(user:Head, pybridge:call_python(_, _, _)).

%   The foreign predicate python/3 is Python's, see `pybridge/swipl/interface.py`.
call_python(Name, Args, Result) :-
    json_text(Args, Text),
    atom_string(Name, NameText),
    python(NameText, Text, Reply),
    term_string(Term, Reply, [module(pybridge), double_quotes(string)]),
    returned(Term, Result).

returned(value(Value), Value).
returned(error(Kind, Text), _) :-
    throw(error(python_error(Kind, Text), _)).
