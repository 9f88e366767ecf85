:- module(outside, [ remember/0,
                     changes/1,                 % -Changes
                     chance_is_set/0
                   ]).
:- use_module(library(debug)).                  % what is loaded may be expanded by it
:- use_module(library(lists)).

/** <module> What a program that is not trusted must leave as it is

Everything in this process outside of modules that are loaded and unloaded again, as
pairs Key-Value: each predicate with its clauses, flags, operators, streams, threads,
modules, global variables, the environment. Two such lists are compared.
*/

:- dynamic
    before/1,
    chance/1.                           % a number that was drawn

%!  remember is det.
%
%   Keep what is there now, to compare it with what is there later.

remember :-
    retractall(before(_)),
    now(Pairs),
    assertz(before(Pairs)).

%!  chance_is_set is semidet.
%
%   Draw a number. One that was drawn before has come from a seed that somebody set.

chance_is_set :-
    Number is random(1 000 000 000 000),
    (   chance(Number)
    ->  true
    ;   assertz(chance(Number)),
        fail
    ).

%!  changes(-Changes) is det.
%
%   Changes is a list of Key: what has come, gone or changed since remember/0.

changes(Changes) :-
    before(Before),
    now(Now),
    ord_differ(Before, Now, Pairs),
    findall(Key, member(Key-_, Pairs), Keys),
    sort(Keys, Changes).

ord_differ(Before, Now, Pairs) :-
    (   Before == Now
    ->  Pairs = []
    ;   ord_subtract(Before, Now, Gone),
        ord_subtract(Now, Before, Come),
        append(Gone, Come, Pairs)
    ).

now(Pairs) :-
    findall(Key-Value, fact(Key, Value), Pairs0),
    sort(Pairs0, Pairs).

fact(predicate(Module:Name/Arity), Value) :-
    current_module(Module),
    \+ passing(Module),
    '$c_current_predicate'(_, Module:Head),
    functor(Head, Name, Arity),
    \+ ( volatile(Owner, Names), memberchk(Module, Owner), memberchk(Name, Names) ),
    \+ '$get_predicate_attribute'(Module:Head, imported, _),
    definition(Module:Head, Value).
fact(module(Module), there) :-
    current_module(Module),
    \+ passing(Module).
fact(flag(Flag), Value) :-
    current_prolog_flag(Flag, Value).
fact(operator(Module, Name, Type), Priority) :-
    member(Module, [user, system]),
    current_op(Priority, Type, Module:Name).
fact(stream(Stream), Mode) :-
    stream_property(Stream, mode(Mode)),
    \+ stream_property(Stream, alias(current_output)).
fact(thread(Thread), there) :-
    thread_property(Thread, status(_)).
fact(queue(Queue), there) :-
    message_queue_property(Queue, max_size(_)).
fact(mutex(Mutex), there) :-
    mutex_property(Mutex, status(locked(_, _))).
fact(variable(Name), Hash) :-
    nb_current(Name, Value),
    \+ memberchk(Name, ['$term', '$variable_names', pybridge_jobs]),
    \+ sub_atom(Name, 0, _, _, '$clpfd_'),
    variant_hash(Value, Hash).
fact(file(File), loaded) :-
    source_file(File).
fact(folder, Folder) :-
    working_directory(Folder, Folder).

%   Modules of programs, of facts, and of reading them.
passing(Module) :-
    sub_atom(Module, 0, _, _, pybridge_),
    sub_atom(Module, 9, 1, _, Digit),
    char_type(Digit, digit).
passing(outside).

%   What is kept of a goal that runs, and of looking at it.
volatile([pybridge_jobs], [running]).
volatile([system], ['$load_context_module', '$derived_source_db', '$search_path_file_cache',
                    '$search_path_gc_time', '$init_goal', trie_gen_compiled]).

definition(Head, clauses(Count, Content)) :-
    '$get_predicate_attribute'(Head, number_of_clauses, Count),
    !,
    (   '$get_predicate_attribute'(Head, (dynamic), 1),
        Count < 100
    ->  findall(Clause, clause_of(Head, Clause), Clauses),
        variant_hash(Clauses, Content)
    ;   '$get_predicate_attribute'(Head, last_modified_generation, Content)
    ->  true
    ;   Content = unknown
    ).
definition(Head, no_clauses(Attributes)) :-
    findall(Attribute, ( member(Attribute, [(dynamic), foreign, tabled]),
                         '$get_predicate_attribute'(Head, Attribute, 1)
                       ), Attributes),
    Attributes \== [].

clause_of(Module:Head, (Head :- Body)) :-
    catch(clause(Module:Head, Body), _, fail).

variant_hash(Term, Hash) :-
    copy_term_nat(Term, Plain),
    (   catch(variant_sha1(Plain, Hash), _, fail)
    ->  true
    ;   Hash = none
    ).
