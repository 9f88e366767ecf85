/*  Tests of allowed.pl.

        $ swipl -g run_tests -t halt prolog/untrusted/allowed.plt
*/

:- encoding(utf8).
:- use_module(library(lists)).
:- use_module(library(plunit)).
:- use_module(allowed).

:- begin_tests(program_allowed).

test(builtin_is_there, [forall(( pybridge_program_allowed:builtin(Arity, Names), member(Name, Names) )), true]) :-
    functor(Goal, Name, Arity),
    predicate_property(user:Goal, defined),
    (   predicate_property(user:Goal, imported_from(Module))
    ->  true
    ;   Module = user
    ),
    assertion(( module_property(Module, class(system)) ; allowed_library(_, Module) )).
%   The goals within a goal are found by what it is declared to take.
test(builtin_takes_goals, [forall(member(Goal, [call(_), call(_,_,_), \+ _, not(_), once(_), ignore(_), tnot(_),
                                                (_,_), (_;_), (_->_), (_*->_), forall(_,_), freeze(_,_),
                                                call_cleanup(_,_), setup_call_cleanup(_,_,_), phrase(_,_),
                                                phrase(_,_,_), with_output_to(_,_), findall(_,_,_),
                                                findall(_,_,_,_), findnsols(_,_,_,_), bagof(_,_,_), setof(_,_,_),
                                                catch(_,_,_), call_with_depth_limit(_,_,_),
                                                call_with_inference_limit(_,_,_)])), nondet]) :-
    predicate_property(user:Goal, meta_predicate(Spec)),
    arg(_, Spec, Kind),
    memberchk(Kind, [0, 1, 2, ^, //]).
test(others_take_none, Odd == []) :-
    findall(Name/Arity,
            ( pybridge_program_allowed:builtin(Arity, Names),
              member(Name, Names),
              functor(Goal, Name, Arity),
              predicate_property(user:Goal, meta_predicate(Spec)),
              arg(_, Spec, :),
              \+ memberchk(Name, [assert, asserta, assertz, retract, retractall, clause, format, current_op, predicate_property])
            ), Odd).
test(not_builtin, [forall(member(PI, [halt/0, nb_getval/2, put_attr/3, print_message/2, call/9, (:)/2])), fail]) :-
    builtin(PI).
test(library, [forall(allowed_library(Library, Module)), nondet]) :-
    load_library(Library),
    absolute_file_name(library(Library), File, [file_type(prolog), access(read)]),
    module_property(Module, file(File)).
%   A predicate that is sensitive to modules but takes no goals might call by name.
test(takes_goals, [forall(( allowed_library(Library, Module), Module \== yall )), Odd == []]) :-
    load_library(Library),
    module_property(Module, exports(PIs)),
    findall(Name/Arity,
            ( member(Name/Arity, PIs),
              \+ denied(Name/Arity),
              functor(Goal, Name, Arity),
              predicate_property(Module:Goal, meta_predicate(Spec)),
              arg(_, Spec, :)
            ), Odd).
test(own, true) :-
    own(allowed_test, here/1),
    \+ own(allowed_test, append/3),
    \+ own(allowed_test, write/1),
    \+ own(allowed_test, there/1),
    \+ own(allowed_test, in_user/1).
test(own_loads_nothing, fail) :-
    own(allowed_test, process_create/3),
    current_module(process).

:- end_tests(program_allowed).

in_user(1).

allowed_test:here(1).
