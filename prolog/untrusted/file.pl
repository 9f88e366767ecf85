:- module(pybridge_program_file, [ load_program/3,    % +Text, +Name, +Module
                                   unload_program/1,  % +Module
                                   check_goal/2       % +Module, +Goal
                                 ]).
:- encoding(utf8).
:- use_module(library(apply)).
:- use_module(library(error)).
:- use_module(library(lists)).
:- use_module(allowed).
:- use_module('../bridge/listening').
:- use_module(safety).
:- use_module(sandbox).
:- use_module(text).
:- use_module(uses, []).

/** <module> Programs that are not trusted, loaded beside facts

The text of a program is read as data first (text.pl), then loaded, then
every clause is judged (safety.pl, program_sandbox.pl). Nothing of the program
is called before all three have found no fault.

It is not loaded with the option sandboxed(true): a library that is first loaded
meanwhile, in whatever way, would be broken for the whole process, and in the main
thread the flag holds for every other thread too. No directive that could need it
comes so far.

Not contained are time, memory and what the program prints: see limits.pl.
*/

:- dynamic
    program/1,                          % Module that has one
    operator/2.                         % Module, op(Priority, Type, Name)

%!  load_program(+Text:string, +Name:atom, +Module:atom) is det.
%
%   Load the program Text into Module, which may hold facts but no program. Its
%   predicates must have other names than they.
%
%   @throws program_file(Name, Faults) where Faults is a list of fault(Line, Column,
%   Text), both counting from 1; then Module is as it was.

load_program(Text, Name, Module) :-
    must_be(string, Text),
    must_be(atom, Name),
    must_be(atom, Module),
    ( program(Module) -> permission_error(load, second_program, Module) ; true ),
    read_program(Text, Module, Program, Faults0),
    (   Faults0 == []
    ->  catch(load(Program, Module, Faults), Error, true)
    ;   Faults = Faults0
    ),
    (   Faults == []
    ->  true
    ;   ( Faults0 == [] -> unload_program(Module) ; true ),
        ( nonvar(Error) -> throw(Error) ; throw(error(program_file(Name, Faults), _)) )
    ).

load(program(Text, Dynamic, Operators), Module, Faults) :-
    source(Module, Id),
    assertz(program(Module)),
    forall(member(PI, Dynamic), assertz(pybridge_program_uses:changeable(Module, PI))),
    forall(member(Operator, Operators), assertz(operator(Module, Operator))),
    load_text(Text, Module, Id, Faults0),
    findall(Fault, clause_fault(Module, Id, Fault), Faults1),
    append(Faults0, Faults1, Faults2),
    (   Faults2 == []
    ->  findall(Fault, sandbox_fault(Module, Id, Fault), Faults)
    ;   sort(Faults2, Faults)
    ).

source(Module, Id) :-
    atom_concat(Module, '.program', Id).

load_text(Text, Module, Id, Faults) :-
    setup_call_cleanup(
        open_string(Text, Stream),
        heard_while(load_files(Module:Id, [stream(Stream), silent(true), check_script(false)]), Heard),
        close(Stream)),
    findall(fault(Line, Column, Said), member(heard(_, Line, Column, Said), Heard), Faults).

%   clause_fault(+Module, +Id, -Fault) is nondet.
clause_fault(Module, Id, fault(1, 1, Text)) :-
    defined(Other, Id, Head),
    Other \== Module,
    functor(Head, Name, Arity),
    format(string(Text), "~q would be defined in another module", [Name/Arity]).
clause_fault(Module, Id, fault(Line, 1, Text)) :-
    defined(Module, Id, Head),
    clause(Module:Head, Body, Clause),
    ( too_long(Body, Reason) -> true ; unsafe(Module, Body, Reason) ),
    clause_property(Clause, line_count(Line)),
    functor(Head, Name, Arity),
    (   sub_atom(Name, 0, _, _, '__aux_')   % made by the compiler
    ->  Text = Reason
    ;   format(string(Text), "~s (in ~q)", [Reason, Name/Arity])
    ).

defined(Module, Id, Head) :-
    source_file(Module:Head, Id),
    functor(Head, Name, _),
    \+ sub_atom(Name, 0, _, _, $).      % of tabling

%   One question for all predicates, so that library(sandbox) looks at each once.
sandbox_fault(Module, Id, fault(1, 1, Reason)) :-
    findall(Head, defined(Module, Id, Head), Heads),
    conjunction(Heads, Goal),
    refused(Module, Goal, Reason).

%   Balanced, for library(sandbox) copies what is left at each comma.
conjunction([], true).
conjunction([Goal], Goal) :- !.
conjunction(Goals, (A, B)) :-
    length(Goals, Length),
    Half is Length//2,
    Half > 0,
    length(Before, Half),
    append(Before, After, Goals),
    conjunction(Before, A),
    conjunction(After, B).

%!  unload_program(+Module) is det.
%
%   Remove the program that load_program/3 put into Module, with what it asserted.
%   Module itself stays, and what it imported from libraries.

unload_program(Module) :-
    must_be(atom, Module),
    source(Module, Id),
    (   defined(Module, Id, Head),
        predicate_property(Module:Head, tabled)
    ->  abolish_module_tables(Module)
    ;   true
    ),
    unload_file(Id),
    retractall(program(Module)),
    forall(retract(pybridge_program_uses:changeable(Module, PI)), abolish(Module:PI)),
    forall(retract(operator(Module, op(_, Type, Name))),
           op(-1, Type, Module:Name)).  % -1: as if it had not been declared

%!  check_goal(+Module, +Goal) is det.
%
%   @throws unsafe_goal(Reason) unless Goal is safe to call in Module, which has a
%   program that load_program/3 loaded.

check_goal(Module, Goal) :-
    must_be(atom, Module),
    (   acyclic_term(Goal)
    ->  copy_term_nat(Goal, Plain)
    ;   throw(error(unsafe_goal("the goal is cyclic"), _))
    ),
    (   (   too_long(Plain, Reason)
        ;   unsafe(Module, Plain, Reason)
        ;   \+ judged(Module, Plain),
            refused(Module, Plain, Reason)
        )
    ->  throw(error(unsafe_goal(Reason), _))
    ;   true
    ).

%   The program's own predicates were judged for all arguments when they were loaded.
judged(Module, Goal) :-
    functor(Goal, Name, Arity),
    own(Module, Name/Arity).
