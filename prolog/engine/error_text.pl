:- module(pybridge_error_text, [ cut/3,           % +Text0, +Most, -Text
                                 error_message/2, % +Error, -Message
                                 placed_error/5,  % +Error, :Own, -Source, -Line, -Text
                                 placed_error/6,  % +Error, :Own, :Named, -Source, -Line, -Text
                                 thrown_term/5    % +Term, +Module, -Source, -Line, -Text
                               ]).
:- encoding(utf8).
:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(library(occurs)).
:- use_module(library(terms)).

/** <module> What an error says
*/

:- meta_predicate
    placed_error(+, 1, -, -, -),
    placed_error(+, 1, 2, -, -, -).

%!  error_message(+Error, -Message:string) is det.
%
%   What SWI-Prolog would print; for faults of a file a line each.

error_message(error(Formal, _), Message) :-
    faults(Formal, File, Faults),
    !,
    findall(Line,
            ( member(fault(L, C, Text), Faults),
              format(string(Line), "~w:~d:~d: ~s", [File, L, C, Text])
            ),
            Lines),
    atomic_list_concat(Lines, '\n', Atom),
    atom_string(Atom, Message).
error_message(error(Formal, _), Reason) :-
    subsumes_term(unsafe_goal(_), Formal),
    Formal = unsafe_goal(Reason),
    string(Reason),
    !.
error_message(error(Formal, _), Message) :-
    subsumes_term(unfit_heuristic(_, _), Formal),
    Formal = unfit_heuristic(Heuristic, Reason),
    atom(Heuristic),
    string(Reason),
    !,
    format(string(Message), "the heuristic ~w does not work here: ~s; use manhattan", [Heuristic, Reason]).
error_message(error(Formal, _), Message) :-
    subsumes_term(python_error(_, _), Formal),
    !,
    Formal = python_error(Kind, Text),
    format(string(Message), "~w: ~w", [Kind, Text]).
error_message(error(Formal, _), Message) :-
    subsumes_term(format(_), Formal),
    Formal = format(Reason),
    atomic(Reason),
    !,
    format(string(Message), "format: ~w", [Reason]).
error_message(Error, Message) :-
    catch(printed(Error, Message), _, fail),
    !.
error_message(Error, Message) :-
    format(string(Message), '~q', [Error]).

%!  placed_error(+Error, :Own, -Source, -Line, -Text:string) is semidet.
%
%   Text says what Error is, and in which predicate; Source and Line are those of the clause.
%   Error was caught with a backtrace; of its clauses it is the innermost one whose Source is
%   Own. Fails for an error that names no such clause, and where Prolog has no more memory.

placed_error(Error, Own, Source, Line, Text) :-
    placed_error(Error, Own, pybridge_error_text:unnamed, Source, Line, Text).

unnamed(_, _).

%!  placed_error(+Error, :Own, :Named, -Source, -Line, -Text:string) is semidet.
%
%   As placed_error/5. Named is called with Line and the goal of Error, and binds variables of the
%   goal to '$VAR'(Name), where they have names.

placed_error(Error, Own, Named, Source, Line, Text) :-
    subsumes_term(error(_, context(prolog_stack(_), _)), Error),
    Error = error(Formal, context(prolog_stack(Frames), Said)),
    \+ subsumes_term(resource_error(_), Formal),
    once(( member(frame(_, Where, Goal0), Frames), \+ raises(Goal0) )),
    (   Where = call(PI0),
        sum_in(Goal0, Own, Source, Line, Goal)
    ->  term_string(PI0, PI),
        Called = (is)/2
    ;   member(frame(_, pred_line(PI, Source:Line), _), Frames),
        call(Own, Source)
    ->  Goal = Goal0,
        ( Where = call(Called) -> true ; true )
    ),
    !,
    goal_text(Goal, call(Named, Line), Shown0),
    cut(Shown0, 300, Shown),
    error_message(error(Formal, context(Called, Said)), Message0),
    cut(Message0, 300, Message),
    catch(term_string(PI1, PI), error(syntax_error(_), _), PI1 = PI),     % of m:~>/2
    ( PI1 = _:Predicate -> true ; Predicate = PI1 ),      % none of user
    format(string(Text), "in ~q, at ~s: ~s", [Predicate, Shown, Message]).

%!  thrown_term(+Term, +Module, -Source, -Line, -Text:string) is semidet.
%
%   Text says that Term, which is no error and which nothing caught, was thrown, and by which
%   predicate of Module; Source and Line are those of the first clause that throws such a term.

thrown_term(Term0, Module, Source, Line, Text) :-
    nonvar(Term0),
    copy_term_nat(Term0, Term),
    \+ subsumes_term(error(_, _), Term),
    current_predicate(_, Module:Head),
    \+ predicate_property(Module:Head, imported_from(_)),
    catch(clause(Module:Head, Body, Clause), error(_, _), fail),
    sub_term(Throw, Body),
    subsumes_term(throw(_), Throw),
    Throw = throw(Thrown),
    nonvar(Thrown),
    subsumes_term(Thrown, Term),
    clause_property(Clause, file(Source)),
    !,
    clause_property(Clause, line_count(Line)),
    goal_text(Term, =(_), Shown0),
    cut(Shown0, 300, Shown),
    functor(Head, Name, Arity),
    format(string(Text), "~q throws ~s, and nothing catches it", [Name/Arity,Shown]).

%!  cut(+Text0:string, +Most, -Text:string) is det.
%
%   Text is Text0, cut to Most characters: numbers may have thousands of digits.

cut(Text0, Most, Text) :-
    string_length(Text0, Length),
    (   Length > Most
    ->  Shorter is Most-3,
        sub_string(Text0, 0, Shorter, _, Text1),
        string_concat(Text1, "...", Text)
    ;   Text = Text0
    ).

%   sum_in(+Goal, :Own, -Source, -Line, -Sum) is semidet: Sum is the first X is Y+1, with any
%   number, in a clause for Goal. SWI-Prolog computes these within the frame of the clause, and does
%   not keep which clause it was.
sum_in(Goal, Own, Source, Line, Sum) :-
    strip_module(user:Goal, Module, Head),
    \+ predicate_property(Module:Head, system),
    catch(clause(Module:Head, Body, Clause), error(_, _), fail),
    clause_property(Clause, file(Source)),
    call(Own, Source),
    sub_term(Sum, Body),
    subsumes_term(_ is _, Sum),
    Sum = (_ is Expression),
    nonvar(Expression),
    ( Expression = X+Y ; Expression = X-Y ),
    ( integer(X) ; integer(Y) ),
    \+ ( number(X), number(Y) ),
    !,
    clause_property(Clause, line_count(Line)).

%   raises(+Goal) is semidet: a library or pybridge raises its errors by Goal, which means nothing to
%   their callers.
raises(throw(_)).
raises(Module:Goal) :-
    callable(Goal),
    functor(Goal, Name, Arity),
    (   Name/Arity == throw/1
    ;   Module == error
    ;   sub_atom(Module, 0, _, _, pybridge_)
    ;   module_property(error, exports(Exported)),
        memberchk(Name/Arity, Exported)
    ),
    !.

%   As the program would write it, without the names of modules.
goal_text(Goal0, Named, Text) :-
    copy_term_nat(Goal0, Goal1),
    ( Goal1 = _:Goal2 -> true ; Goal2 = Goal1 ),
    mapargs(kept, Goal2, Goal),
    ignore(call(Named, Goal)),
    term_variables(Goal, Variables),
    maplist(=('$VAR'('_')), Variables),
    Options = [quoted(true), numbervars(true), max_depth(12), portray(true), spacing(next_argument)],
    format(string(Text), '~W', [Goal, Options]).

%   A backtrace does not keep arguments that no longer matter.
kept(Argument, Kept) :-
    ( Argument == '<garbage_collected>' -> true ; Kept = Argument ).

%   Any goal may throw what only looks like faults.
faults(Formal, File, Faults) :-
    compound(Formal),
    compound_name_arguments(Formal, Kind, [File,Faults]),
    memberchk(Kind, [fact_file, program_file]),
    ground(Faults),
    is_list(Faults),
    maplist(is_fault, Faults).

is_fault(fault(Line, Column, Text)) :-
    integer(Line),
    integer(Column),
    string(Text).

%   The thrower chooses the term, and the messages of some call goals: format(Text,
%   Args) for one, by ~@. So only errors of known form are put into SWI-Prolog's words.
printed(error(Formal, Context0), Message) :-
    nonvar(Formal),
    plain(Formal),
    context(Context0, Context),
    (   Formal = existence_error(procedure, What)
    ->  format(string(Message), "Unknown procedure: ~q", [What])   % SWI-Prolog's looks into modules
    ;   Formal == resource_error(stack)
    ->  Message = "The stacks are full: the program recurses too deep, or without an end"
    ;   '$messages':translate_message(error(Formal, Context), Lines, []),
        with_output_to(string(Text), print_message_lines(current_output, '', Lines)),
        split_string(Text, "", " \n", [Message])
    ).

plain(instantiation_error).
plain(uninstantiation_error(_)).
plain(type_error(Type, _)) :-
    ( atom(Type) ; Type == [] ),        % a list in arithmetic
    !.
plain(domain_error(Domain, _)) :-
    atom(Domain).
plain(existence_error(Kind, _)) :-
    atom(Kind).
plain(existence_error(Kind, _, _)) :-
    atom(Kind).
plain(permission_error(Action, Type, _)) :-
    atom(Action),
    atom(Type).
plain(representation_error(What)) :-
    atom(What).
plain(evaluation_error(What)) :-
    atom(What).
plain(resource_error(What)) :-
    atom(What).
plain(syntax_error(What)) :-
    callable(What),
    What =.. [_|Of],                    % such as end_of_file_in_quoted('\'')
    maplist(atom, Of).

%   Where it happened, as far as that is plain, too.
context(Context0, context(Where, Text)) :-
    nonvar(Context0),
    Context0 = context(Where0, Text0),
    predicate_indicator(Where0),
    !,
    (   Where0 = Module:PI,
        sub_atom(Module, 0, _, _, 'tmp-')       % the module of a job, which no user has named
    ->  Where = PI
    ;   Where = Where0
    ),
    ( atom(Text0) -> Text = Text0 ; true ).
context(Context, Context) :-
    nonvar(Context),
    place(Context),
    !.
context(_, _).

predicate_indicator(Where) :-
    nonvar(Where),
    ( Where = Module:PI -> atom(Module) ; PI = Where ),
    nonvar(PI),
    PI = Name/Arity,
    atom(Name),
    integer(Arity).

place(string(Text, Position)) :-
    string(Text),
    integer(Position).
place(file(File, Line, Column, Position)) :-
    atom(File),
    maplist(integer, [Line, Column, Position]).
