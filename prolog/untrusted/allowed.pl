:- module(pybridge_program_allowed, [ builtin/1,          % +PI
                                      builtin/2,          % ?Arity, -Names
                                      denied/1,           % ?PI
                                      allowed_library/2,  % ?Library, ?Module
                                      load_library/1,     % +Library
                                      own/2,              % +Module, +PI
                                      rules_of/2,         % +Module, -Rules
                                      of_rules/2          % +Module, +PI
                                    ]).
:- encoding(utf8).
:- use_module(library(lists)).

/** <module> The predicates that a program that is not trusted may call

Beside its own: the built-in predicates listed here, and what the libraries
listed here export. None of them reaches out of the program's module except to
print to the current output, whatever data it is given; goals that it is given
are for safety.pl to judge. Left out on purpose, though library(sandbox)
allows them:

  - nb_getval/2, b_getval/2, nb_current/2, get_attr/3, get_attrs/2: what they give
    can be changed in place by setarg/3, and is others' or a suspended goal;
  - put_attr/3: the attribute of a suspended goal is a goal;
  - term_string/3 and write_term/2: options name goals;
  - print_message/2, message_to_string/2, format_time/3: they call goals in messages
    and write to any stream;
  - set_prolog_flag/2, set_prolog_stack/2, abort/0, sleep/1: for the thread is
    not the program's;
  - use_module/1, load_files/2 and functions on dicts: they load or call by name.
*/

:- dynamic
    loaded_library/1,
    program/1.                          % Module that has one: file.pl says so

%!  builtin(+PI) is semidet.

builtin(Name/Arity) :-
    builtin(Arity, Names),
    memberchk(Name, Names).

%!  builtin(?Arity, -Names:list) is nondet.
%
%   Names are those of allowed predicates of Prolog's own that have Arity.

builtin(0, [true, fail, false, !, repeat, nl, undefined, abolish_all_tables]).
builtin(1, [call, \+, not, once, ignore, throw, tnot,
            var, nonvar, integer, float, rational, number, atom, atomic, compound,
            callable, ground, string, is_list, attvar, cyclic_term, acyclic_term,
            assert, asserta, assertz, retract, retractall,
            format, write, print, writeln, writeq, write_canonical, put_char, tab,
            get_time]).
builtin(2, [',', ;, ->, *->, call, forall, freeze, call_cleanup, phrase, format,
            with_output_to, clause, current_prolog_flag, predicate_property,
            =, \=, ==, \==, @<, @>, @=<, @>=, =@=, \=@=, ?=, is, =:=, =\=, <, >, =<, >=,
            unify_with_occurs_check, subsumes_term, copy_term, copy_term_nat,
            duplicate_term, term_variables, term_hash, =.., length, memberchk, msort,
            sort, keysort, succ, statistics, atom_chars, atom_codes,
            atom_length, atom_number, atom_string, char_code, char_type,
            code_type, number_codes, number_chars, number_string, string_chars,
            string_codes, string_length, string_lower, string_upper,
            term_to_atom, term_string, upcase_atom, downcase_atom, normalize_space,
            atomic_list_concat, name]).
builtin(3, [call, findall, bagof, setof, catch, setup_call_cleanup, phrase, format,
            call_with_depth_limit, call_with_inference_limit, between, compare, plus,
            functor, arg, setarg, nb_setarg, copy_term, numbervars, unifiable,
            compound_name_arity, compound_name_arguments, term_variables,
            atom_concat, atom_to_term, atomic_list_concat, string_concat, string_code,
            current_op]).
builtin(4, [call, findall, findnsols, sort, split_string]).
builtin(5, [call, findnsols, sub_atom, sub_string]).
builtin(6, [call]).
builtin(7, [call]).
builtin(8, [call]).

%!  denied(?PI) is nondet.
%
%   An allowed library has it, but it takes goals in options.

denied(meta_options/3).

%!  allowed_library(?Library, -Module) is nondet.

allowed_library(aggregate, aggregate).
allowed_library(apply, apply).
allowed_library(assoc, assoc).
allowed_library(clpfd, clpfd).
allowed_library(dcg/basics, dcg_basics).
allowed_library(dcg/high_order, dcg_high_order).
allowed_library(dif, dif).
allowed_library(error, error).
allowed_library(heaps, heaps).
allowed_library(lists, lists).
allowed_library(nb_set, nb_set).
allowed_library(occurs, occurs).
allowed_library(option, swi_option).
allowed_library(ordsets, ordsets).
allowed_library(pairs, pairs).
allowed_library(random, random).
allowed_library(rbtrees, rbtrees).
allowed_library(solution_sequences, solution_sequences).
allowed_library(sort, sort).
allowed_library(terms, terms).
allowed_library(ugraphs, ugraphs).
allowed_library(when, when).
allowed_library(yall, yall).

%!  load_library(+Library) is det.
%
%   One thread at a time: two that come upon a library at the same moment can find
%   it half loaded (yall, SWI-Prolog 9.0.4).

load_library(Library) :-
    (   loaded_library(Library)
    ->  true
    ;   with_mutex(program_library, load_new(Library))
    ).

load_new(Library) :-
    (   loaded_library(Library)         % by now
    ->  true
    ;   use_module(library(Library), []),
        assertz(loaded_library(Library))
    ).

%!  own(+Module, ?PI) is nondet.
%
%   PI, which is Name/Arity, is defined in Module itself. Loads nothing, while
%   most ways to ask do, if a library has a predicate of this name.

own(Module, Name/Arity) :-
    current_predicate(Module:Name/Arity),
    functor(Head, Name, Arity),
    \+ predicate_property(Module:Head, imported_from(_)).

%!  rules_of(+Module, -Rules) is semidet.
%
%   A puzzle of rules is in Module: the module Rules has them, judged like any program, and
%   Module imports what the puzzle is asked for.

rules_of(Module, Rules) :-
    current_predicate(Module:puzzle/3),
    predicate_property(Module:puzzle(_, _, _), imported_from(Rules)),
    program(Rules),
    !.

%!  of_rules(+Module, +PI) is semidet.
%
%   PI, which is Name/Arity, is imported from the rules of the puzzle.

of_rules(Module, Name/Arity) :-
    rules_of(Module, Rules),
    current_predicate(Module:Name/Arity),
    functor(Head, Name, Arity),
    predicate_property(Module:Head, imported_from(Rules)).
