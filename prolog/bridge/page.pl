:- module(pybridge_page, [ load_page/2,         % +Files, -Faults
                           run_page/5,          % :Program, +Announces, +Prints, :OnLimit, -End
                           page_start/1,        % -Start
                           page_answer/2,       % +Query, -Answer
                           page_path/2          % +Template, -Steps
                         ]).
:- encoding(utf8).
:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(library(prolog_stack)).
:- use_module(library(prolog_wrap)).
:- use_module('../engine/error_text', [error_message/2, placed_error/5, thrown_term/5]).
:- use_module('../engine/listening').
:- use_module('../narrowing/state_text', [value_text/2, state_leaves/3]).

/** <module> A program in a web page

Loaded by the Prolog of a browser, which has one thread and one run: facts and a program
are loaded into `user` as `swipl` loads them, and one goal is called. Whatever they do
stays in that Prolog, which the page throws away.
*/

:- meta_predicate run_page(0, +, +, 1, -).

%!  load_page(+Files, -Faults) is det.
%
%   Load Files in this order. Faults are the errors that loading reports, and predicates of a
%   file before that are lost, each as a list of its file, line, column and text.

load_page(Files, Faults) :-
    nb_setval(page_files, Files),
    setup_call_cleanup(
        asserta((user:term_expansion(Term, []) :- pybridge_page:is_there(Term)), Clause),
        maplist(load_file(Files), Files, Lists),
        erase(Clause)),
    append(Lists, Faults).

%   is_there(+Term) is semidet: a file before has this clause. A program may bring the facts and
%   rules that it was written for, if they are the puzzle's.
is_there(Term) :-
    callable(Term),
    ( Term = (Head :- Body) -> true ; Head = Term, Body = true ),
    callable(Head),
    functor(Head, Name, Arity),
    functor(Head1, Name, Arity),
    current_predicate(user:Name/Arity),     % what is not there would be loaded from a library
    predicate_property(user:Head1, file(File)),
    \+ prolog_load_context(source, File),
    of_page(File),
    clause(user:Head1, Body1),
    (Head1 :- Body1) =@= (Head :- Body),
    !.

load_file(Files, File0, Faults) :-
    heard_while(load_files(user:File0, [silent(true)]), Heard, Warned),
    findall([In,Line,Column,Text], member(heard(In, Line, Column, Text), Heard), Faults, Redefined),
    findall([File0,Line,Column,Text],
            ( member(warned(Line, Column, redefined(PI), Said), Warned),
              member(File, Files),              % in another of them
              sub_string(Said, _, _, _, File),
              format(string(Text), "~q is already defined in the file before; choose another name", [PI]) ),
            Redefined).

%!  page_start(-Start:string) is det.
%
%   Start is the text of the first start state, "" if there is none.

page_start(Start) :-
    (   catch(once(user:start(_, Start0)), _, fail)
    ->  value_text(Start0, Start)
    ;   Start = ""
    ).

%!  run_page(:Program, +Announces, +Prints, :OnLimit, -End) is det.
%
%   Call Program once. Announces and Prints are the heads of what it prints a limit and a
%   solution by; if it has them, OnLimit is called with each limit and the inferences before
%   it, and printing is not counted. End is a list: `true`, `false` or the text of an error,
%   all inferences, and the file and line of the error, '' and 0 where they are not known.

run_page(Program, Announces, Prints, OnLimit, [Result,Inferences,File,Line]) :-
    Program = Module:_,
    calibrate,
    nb_setval(page_printed, none),
    apart(Module, Announces, OnLimit),
    apart(Module, Prints, none),
    statistics(inferences, Begun),
    nb_setval(page_apart, Begun),
    catch_with_backtrace(( Program -> Result0 = true ; Result0 = false ), Error, true),
    own_inferences(Inferences),
    (   var(Error)
    ->  Result-File-Line = Result0-''-0
    ;   told_error(Error, Result, File, Line)
    ).

told_error(Error, Text, File, Line) :-
    placed_error(Error, pybridge_page:of_page, File, Line, Text),
    !.
told_error(Error, Text, File, Line) :-
    ( unknown_call(Error, File, Line, Text) ; thrown_term(Error, user, File, Line, Text) ),
    !.
told_error(Error, Text, '', 0) :-
    in_words(Error, Text).

%!  page_answer(+Query:text, -Answer:list) is nondet.
%
%   Answer is the text of an error, its file and line, and [Name,Value] for each variable of Query
%   that has a name, Value as text; the error is "" where there is none.

page_answer(Query, [Fault,File,Line,Values]) :-
    catch_with_backtrace(asked(Query, Values), Error, true),
    (   var(Error)
    ->  Fault-File-Line = ""-''-0
    ;   told_error(Error, Fault, File, Line),
        Values = []
    ).

asked(Query, Values) :-
    term_string(Goal, Query, [variable_names(Bindings), module(user)]),
    call(user:Goal),
    include(is_unbound, Bindings, Unbound),
    maplist(value_of(Unbound), Bindings, Values).

is_unbound(_=Value) :-
    var(Value).

value_of(Unbound, Name=Value, [Name,Text]) :-
    with_output_to(string(Text),
                   write_term(Value, [ quoted(true), spacing(next_argument), cycles(true),
                                       variable_names(Unbound)
                                     ])).

%   A call at the end of a clause leaves no frame of that. The first clause with such a call is
%   meant.
unknown_call(error(Formal, _), File, Line, Text) :-
    ground(Formal),
    Formal = existence_error(procedure, Unknown),
    strip_module(Unknown, _, Name/Arity),
    nb_getval(page_files, Files),
    member(File, Files),
    source_file(user:Head, File),
    clause(user:Head, Body, Clause),
    clause_property(Clause, file(File)),
    calls(Body, Name/Arity),
    !,
    clause_property(Clause, line_count(Line)),
    functor(Head, Caller, CallerArity),
    format(string(Text), "in ~q: Unknown procedure: ~q", [Caller/CallerArity,Name/Arity]).

calls(Body, Name/Arity) :-
    callable(Body),
    (   functor(Body, Name, Arity)
    ;   member(Body, [(_,_), (_;_), (_->_), (_*->_), \+_]),
        arg(_, Body, Part),
        calls(Part, Name/Arity)
    ).

%   What the program throws need not be an error that has words.
in_words(Error, Text) :-
    error_message(Error, Message),
    (   format(string(Message), '~q', [Error])
    ->  format(string(Text), "The program throws ~s, and nothing catches it", [Message])
    ;   Text = Message
    ).

of_page(Source) :-
    nb_getval(page_files, Files),
    memberchk(Source, Files).

own_inferences(Own) :-
    statistics(inferences, Now),
    nb_getval(page_apart, Apart),
    Own is Now-Apart.

%   The inferences of Head, by which the program prints, are not counted; Tell gets what it
%   prints.
apart(Module, Head, Tell) :-
    (   predicate_property(Module:Head, defined),
        \+ predicate_property(Module:Head, imported_from(_))
    ->  arg(1, Head, Printed),
        wrap_predicate(Module:Head, pybridge_page, Printing,
                       pybridge_page:print_apart(Printing, Printed, Tell))
    ;   true
    ).

print_apart(Printing, Printed, Tell) :-
    statistics(inferences, Before),
    nb_getval(page_apart, Apart0),
    call(Printing),
    (   Tell == none
    ->  nb_setval(page_printed, Printed)
    ;   Own is Before-Apart0,
        call(Tell, Printed, Own)
    ),
    statistics(inferences, Now),
    nb_getval(page_cost, Cost),
    Apart is Apart0+Now-Before+Cost,
    nb_setval(page_apart, Apart).

%!  page_path(+Template:text, -Steps:list) is det.
%
%   Steps are those of the last solution that was printed, if that is a list of Move-State, the
%   last one first: [Move,Leaves,Picture] for each, the start first. Leaves are the texts of the
%   parts of State that Template leaves open, none if State has another form, and Picture is
%   what picture/2 draws, "" if it draws nothing.

page_path(Template0, Steps) :-
    text_to_string(Template0, Template),
    nb_getval(page_printed, Path0),
    (   is_list(Path0),
        reverse(Path0, Path),
        maplist(page_step(Template), Path, Steps0)
    ->  Steps = Steps0
    ;   Steps = []
    ).

page_step(Template, Move-State, [Text,Leaves,Picture]) :-
    value_text(Move, Text),
    ( state_leaves(Template, State, Leaves0) -> Leaves = Leaves0 ; Leaves = [] ),
    (   catch(( user:picture(State, Drawn), text_to_string(Drawn, Picture0) ), _, fail)
    ->  Picture = Picture0
    ;   Leaves == []
    ->  value_text(State, Picture)
    ;   Picture = ""
    ).

%   What remains of the cost of printing apart.
calibrate :-
    apart(pybridge_page, nothing(_), none),
    nb_setval(page_cost, 0),
    nb_setval(page_apart, 0),
    own_inferences(I0),
    own_inferences(I1),
    nothing(0),
    own_inferences(I2),
    Cost is I2-I1-(I1-I0),
    nb_setval(page_cost, Cost).

nothing(_).
