:- module(pybridge_program_file, [ load_program/3,    % +Text, +Name, +Module
                                   program_warnings/4, % +Text, +Module, -Loadable, -Warned
                                   unload_program/1,  % +Module
                                   check_goal/2       % +Module, +Goal
                                 ]).
:- encoding(utf8).
:- use_module(library(apply)).
:- use_module(library(error)).
:- use_module(library(lists)).
:- use_module(allowed).
:- use_module(clauses).
:- use_module('../engine/listening').
:- use_module(safety).
:- use_module(text).
:- use_module(uses, []).

/** <module> Programs that are not trusted, loaded beside facts

The text of a program is read as data first (text.pl), then loaded, then read back from
the database as it now stands there and judged (safety.pl): all clauses of all predicates
of its module that were not there before. Nothing outside the module may have changed.
Nothing of the program is called before no fault was found, and nothing in it can expand
terms or goals or answer to a hook of Prolog's: clauses.pl refuses these names.

It is not loaded with the option sandboxed(true): a library that is first loaded
meanwhile, in whatever way, would be broken for the whole process, and in the main
thread the flag holds for every other thread too.

What gets past all this is held by the fence of the process that runs it
(`pybridge/swipl/fence.py`), where the system has one.

Not contained are time, memory and what the program prints: see limits.pl.
*/

:- dynamic operator/2.                  % Module, op(Priority, Type, Name)

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
    ( pybridge_program_allowed:program(Module) -> permission_error(load, second_program, Module) ; true ),
    read_program(Text, Module, Program, Faults0),
    (   Faults0 == []
    ->  catch(load(Program, Module, Faults, _), Error, true)
    ;   Faults = Faults0
    ),
    (   Faults == []
    ->  true
    ;   ( Faults0 == [] -> unload_program(Module) ; true ),
        ( nonvar(Error) -> throw(Error) ; throw(error(program_file(Name, Faults), _)) )
    ).

%   To compile a goal of another module makes that module, before the goal is refused. One
%   that is temporary from the beginning can be removed again.
with_modules(Names, Goal) :-
    exclude(there, Names, New),
    setup_call_cleanup(
        forall(member(Name, New), set_module(Name:class(temporary))),
        call(Goal),
        forall(member(Name, New), '$destroy_module'(Name))).

%   A module is there, or may come with a library while the program is loaded.
there(Name) :- current_module(Name), !.
there(Name) :- allowed_library(_, Name), !.

%!  program_warnings(+Text:string, +Module:atom, -Loadable:string, -Warned) is det.
%
%   Warned are the warnings of loading the program Text into Module, as heard_while/3 has them.
%   Nothing of it stays there. Loadable is what is loaded, in its place; "" if it cannot be read.

program_warnings(Text, Module, Loadable, Warned) :-
    must_be(string, Text),
    must_be(atom, Module),
    read_program(Text, Module, Program, Faults),
    (   Faults == []
    ->  arg(1, Program, Loadable),
        call_cleanup(
            load(Program, Module, _, Warned),
            unload_program(Module))
    ;   Loadable = "",
        Warned = []
    ).

load(program(Text, Defined, Dynamic, Operators, Names), Module, Faults, Warned) :-
    with_modules(Names, load(Text, Defined, Dynamic, Operators, Module, Faults, Warned)).

load(Text, Defined, Dynamic, Operators, Module, Faults, Warned) :-
    source(Module, Id),
    findall(PI, own(Module, PI), Before),
    assertz(pybridge_program_allowed:program(Module)),
    forall(member(PI, Dynamic), assertz(pybridge_program_uses:changeable(Module, PI))),
    forall(member(Operator, Operators), assertz(operator(Module, Operator))),
    load_text(Text, Module, Id, Faults0, Warned),
    findall(Fault, outside_fault(Module, Before, Id, Fault), Faults1),
    append([Before, Defined, Dynamic], Known),
    findall(Fault, ( own(Module, PI), \+ memberchk(PI, Before), clause_fault(Module, Known, PI, Fault) ), Faults2),
    append([Faults0, Faults1, Faults2], Faults3),
    sort(Faults3, Faults).

source(Module, Id) :-
    atom_concat(Module, '.program', Id).

load_text(Text, Module, Id, Faults, Warned) :-
    findall(Topic, debug_topic(Topic), Topics),
    setup_call_cleanup(
        open_string(Text, Stream),
        heard_while(load_files(Module:Id, [stream(Stream), silent(true), check_script(false)]), Heard, Warned),
        ( close(Stream),
          forall(( debug_topic(Topic), \+ memberchk(Topic, Topics) ), erase(Topic))
        )),
    findall(fault(Line, Column, Said), member(heard(_, Line, Column, Said), Heard), Faults).

%   debug_topic(-Clause) is nondet: library(debug), where it is loaded, notes the topics of all
%   goals debug/3 and debugging/1 when they are compiled, though they are not allowed.
debug_topic(Clause) :-
    current_predicate(prolog_debug:debugging/3),
    nth_clause(prolog_debug:debugging(_,_,_), _, Clause).

%   outside_fault(+Module, +Before, +Id, -Fault) is nondet: a predicate of another module, or
%   one of the facts Before, has a clause of the program.
outside_fault(Module, Before, Id, fault(1, 1, Text)) :-
    source_file(Other:Head, Id),
    functor(Head, Name, Arity),
    ( Other \== Module -> true ; memberchk(Name/Arity, Before) ),
    \+ of_loading(Other, Name/Arity),
    \+ of_tabling(Name/Arity),
    format(string(Text), "~q is not part of the program and must not be changed", [Other:Name/Arity]).

%   Where SWI-Prolog notes what loads what.
of_loading(system, '$load_context_module'/3).

%   clause_fault(+Module, +Known, +PI, -Fault) is nondet: PI, which was not there before, is
%   not what the text defines, or has a clause that is not safe.
clause_fault(Module, Known, Name/Arity, Fault) :-
    functor(Head, Name, Arity),
    (   of_tabling(Name/Arity)
    ->  fail
    ;   sub_atom(Name, 0, _, _, '__aux_')   % made by the compiler
    ->  body_fault(Module, Head, "", Fault)
    ;   \+ memberchk(Name/Arity, Known)
    ->  format(string(Text), "~q would be defined, but no clause in the text defines it", [Name/Arity]),
        Fault = fault(1, 1, Text)
    ;   format(string(Where), " (in ~q)", [Name/Arity]),
        body_fault(Module, Head, Where, Fault)
    ).

%   What table/1 adds to a module, beside the predicate itself. No text can define these.
of_tabling(Name/_) :-
    ( memberchk(Name, ['$tabled', '$table_mode', '$table_update']) -> true ; sub_atom(Name, 0, _, _, '$wrap$') ).

body_fault(Module, Head, Where, fault(Line, 1, Text)) :-
    nth_clause(Module:Head, _, Clause),
    ( clause_property(Clause, line_count(Line)) -> true ; Line = 1 ),
    (   clause(Module:Head, Body, Clause)
    ->  unsafe(Module, Body, Reason)
    ;   Reason = "a clause that cannot be read back cannot be checked"
    ),
    string_concat(Reason, Where, Text).

%!  unload_program(+Module) is det.
%
%   Remove the program that load_program/3 put into Module, with what it asserted.
%   Module itself stays, and what it imported from libraries.

unload_program(Module) :-
    must_be(atom, Module),
    source(Module, Id),
    (   own(Module, Own/Arity),
        functor(Head, Own, Arity),
        predicate_property(Module:Head, tabled)
    ->  abolish_module_tables(Module)
    ;   true
    ),
    unload_file(Id),
    retractall(pybridge_program_allowed:program(Module)),
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
    (   unsafe(Module, Plain, Reason)
    ->  throw(error(unsafe_goal(Reason), _))
    ;   true
    ).
