:- module(pybridge_program_sandbox, [ refused/3,  % +Module, +Goal, -Reason
                                      too_long/2  % +Body, -Reason
                                    ]).
:- encoding(utf8).
:- use_module(library(lists)).
:- use_module(allowed).

/** <module> The second opinion of library(sandbox)

It looks at all that a goal can reach, libraries included, but alone it does not do:
on SWI-Prolog 9.0.4 and 9.2.9 alike it lets a shell command through

  - by `~W` of format/2,3 with the option portray_goal(shell);
  - by put_attr(V, freeze, shell(...)), while nothing has loaded module freeze;
  - by get_attr/3 or get_attrs/2, and setarg/3 on what a suspended goal is kept in;
  - by print_message/2 and message_to_string/2 of format("~@", [shell(...)]);
  - by `:- table p(_, po(shell/2))` and lattice(open/3);

and it never ends on format/2 with a partial list. It refuses write/1 and nl/0. What
safety.pl allows has none of these.
*/

:- thread_local judging/0.

%!  too_long(+Body, -Reason:string) is semidet.
%
%   Body has so many goals in a row that library(sandbox) would take very long.

too_long(Body, "more than 1,000 goals in a row; divide the clause") :-
    in_a_row(Body, 1 000).

in_a_row(_, 0) :- !.
in_a_row(Body, N) :-
    compound(Body),
    functor(Body, Name, Arity),
    memberchk(Name, [',', ;, ->, *->, \+]),
    arg(Arity, Body, Last),
    N1 is N-1,
    in_a_row(Last, N1).

%!  refused(+Module, +Goal, -Reason:string) is semidet.
%
%   Library(sandbox) refuses Goal, or any goal that it can reach, for Reason.

refused(Module, Goal, Reason) :-
    load_sandbox,
    setup_call_cleanup(
        assertz(judging),
        catch(sandbox:safe_goal(Module:Goal), Error, true),
        retractall(judging)),
    nonvar(Error),
    (   Error = error(What, Where),
        What \= resource_error(_)
    ->  reached_from(Where, Module, From),
        format(string(Reason), "library(sandbox): ~p~s", [What, From])
    ;   throw(Error)
    ).

%   It brings library(apply_macros) for one predicate, and with it that goals of all
%   programs are rewritten from then on, and take other numbers of inferences. That is
%   undone, unless somebody else has wanted it.
load_sandbox :-
    (   module_property(sandbox, file(_))
    ->  true
    ;   module_property(apply_macros, file(_))
    ->  load_library(sandbox)
    ;   load_library(sandbox),
        forall(rewriting(Clause), erase(Clause))
    ).

rewriting(Clause) :-
    member(Head, [goal_expansion(_, _), goal_expansion(_, _, _, _)]),
    clause(system:Head, _, Clause),
    clause_property(Clause, file(File)),
    module_property(apply_macros, file(File)).

%   The parents of a goal, the nearest first, are the program's own and libraries'.
reached_from(Where, Module, From) :-
    (   nonvar(Where),
        Where = sandbox(_, Parents),
        memberchk(Module:Caller, Parents)
    ->  functor(Caller, Name, Arity),
        format(codes(From), ", called from ~q", [Name/Arity])
    ;   From = []
    ).

%   What prints to the current output is safe here.
:- multifile sandbox:safe_primitive/1.

sandbox:safe_primitive(nl) :- pybridge_program_sandbox:judging.
sandbox:safe_primitive(write(_)) :- pybridge_program_sandbox:judging.
sandbox:safe_primitive(writeq(_)) :- pybridge_program_sandbox:judging.
sandbox:safe_primitive(write_canonical(_)) :- pybridge_program_sandbox:judging.
sandbox:safe_primitive(put_char(_)) :- pybridge_program_sandbox:judging.
sandbox:safe_primitive(system:print(_)) :- pybridge_program_sandbox:judging.
sandbox:safe_primitive(system:tab(_)) :- pybridge_program_sandbox:judging.
