/*  Tests of file.pl: programs that are good. Those that are not are in
    safety.plt.

        $ swipl -g run_tests -t halt prolog/untrusted/file.plt
*/

:- encoding(utf8).
:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(library(plunit)).
:- use_module(library(readutil)).
:- use_module('../bridge/fact_file').
:- use_module(file).

:- prolog_load_context(directory, Here),
   file_directory_name(Here, Folder),
   asserta(prolog_folder(Folder)).

:- begin_tests(load_program).

test(seven, [nondet, Last == "[7,2,1,5,6,1,2,7,4,3,1,2,5,6,2,5,7,4,3,1,5,2,6,7,4,3,1,5,2,6,7,4,3,2,6,7]"]) :-
    user:solved('sliding_tiles/seven', 'seven.pl', ids_low, Last).
test(other_facts, [nondet, Last == "----- 30 -----"]) :-
    user:shipped('seven.pl', Text),
    user:facts('sliding_tiles/box_eight', File),
    user:in_module(Module,
                   ( load_facts(File, first, Module),
                     load_program(Text, 'seven.pl', Module),
                     check_goal(Module, ids_low),
                     with_output_to(string(Printed), Module:ids_low)
                   )),
    split_string(Printed, "\n", "", Lines),
    append(_, [Last, _, ""], Lines).
test(blocks, [nondet, Last == "red -> blue"]) :-
    user:solved('blocks_world/blocks3', 'blocks.pl', ids, Last).
test(no_facts, Faults == [fault(20, 1, "including a file is not allowed; the facts of the puzzle are loaded with the program")]) :-
    user:shipped('seven.pl', Text),
    user:faults(Text, Faults).

test(program, [forall(user:good(Text, Goal)), true]) :-
    user:answer(Text, Goal).

test(two_modules, A-B == 1-2) :-
    Text = ":- dynamic n/1.\n:- op(700, xfx, ===>).\nset(X) :- retractall(n(_)), assertz(n(X)).\nx ===> y.\n",
    user:in_module(M1, user:in_module(M2,
        ( load_program(Text, x, M1),
          load_program(Text, x, M2),
          M1:set(1),
          M2:set(2),
          M1:n(A),
          M2:n(B)
        ))).
test(again, Answers == [[1], [1]]) :-
    Text = ":- dynamic n/1.\n:- table p/1.\n:- op(700, xfx, ===>).\n:- op(200, xfx, is).\np(X) :- n(X).\nn(1).\na ===> b.\n",
    user:in_module(Module,
        findall(Xs, ( member(_, [1, 2]),
                      load_program(Text, x, Module),
                      findall(X, Module:p(X), Xs),
                      assertz(Module:n(2)),
                      unload_program(Module),
                      assertion(\+ current_predicate(Module:(===>)/2)),
                      assertion(\+ current_op(_, _, Module:(===>))),
                      assertion(current_op(700, xfx, Module:is))
                    ), Answers)).
test(two_threads, Ends == [true, true, true, true]) :-
    user:shipped('blocks.pl', Text),
    user:facts('blocks_world/blocks3', File),
    findall(Id, ( between(1, 4, _),
                  thread_create(forall(between(1, 20, _), user:load_once(File, Text)), Id)
                ), Ids),
    maplist(thread_join, Ids, Ends).
test(nothing_grows, true(Growth < 200 000)) :-
    Text = ":- dynamic n/1.\n:- op(700, xfx, ===>).\np(X) :- n(X).\nn(1).\na ===> b.\n:- use_module(library(clpfd)).\nq(X) :- X #> 3, foldl([Y,A,B]>>(B is A+Y), [1], 0, _).\n",
    user:cycles(Text, 30),
    user:sizes(A0, F0, C0),
    user:cycles(Text, 100),
    user:sizes(A1, F1, C1),
    assertion(A1-A0 < 20),
    assertion(F1-F0 < 20),
    Growth is C1-C0.

test(place, Faults == [fault(2, 4, "a query is not allowed: loading a program runs nothing"),
                       fault(4, 1, "shell/1 is not allowed (in p/1)")]) :-
    user:faults("a.\n   ?- true.\n", [F1]),
    user:faults("a.\nb.\n:- encoding(utf8).\np(X) :-\n    shell(X).\n", [F2]),
    Faults = [F1, F2].
%   As if this SWI-Prolog knew a way to write clauses that clauses.pl does not: the program is
%   judged as it stands in the database.
test(what_it_becomes, [forall(user:becomes(Becomes, Texts)),
                       setup(assertz(user:term_expansion(becomes(_), Becomes))),
                       cleanup(retractall(user:term_expansion(becomes(_), _))), Found == Texts]) :-
    user:faults("becomes(1).\n", Faults),
    findall(Text, member(fault(_, _, Text), Faults), Found).
test(what_it_becomes_of_facts, [setup(assertz(user:term_expansion(becomes(_), fact(9)))),
                                cleanup(retractall(user:term_expansion(becomes(_), _))),
                                true(sub_string(Text, _, _, 0, "fact/1 is not part of the program and must not be changed"))]) :-
    user:in_module(Module,
        ( assertz(Module:fact(1)),
          catch(load_program("becomes(1).\n", x, Module), error(program_file(_, [fault(_, _, Text)]), _), true)
        )).
test(no_module_is_made, Made == []) :-
    findall(M, current_module(M), Before),
    user:faults("p :- new_one:q.\nr :- maplist(new_two:s, [1]).\n", [_|_]),
    findall(M, ( current_module(M), \+ memberchk(M, Before) ), Made0),
    exclude([M]>>module_property(M, file(_)), Made0, Made).
test(all_faults, Lines == [1, 2, 4]) :-
    user:faults("p(X) :- .\n:- halt.\nq.\nuser:r.\n", Faults),
    findall(Line, member(fault(Line, _, _), Faults), Lines).
test(second, error(permission_error(load, second_program, _))) :-
    user:in_module(Module, ( load_program("p.\n", x, Module), load_program("q.\n", x, Module) )).
test(untouched, Left == []) :-
    user:in_module(Module,
        ( assertz(Module:fact(1)),
          catch(load_program(":- op(700, xfx, ===>).\n:- dynamic d/1.\np :- halt.\nd(1).\n", x, Module), _, true),
          assertion(Module:fact(1)),
          findall(N, ( member(N/A, [p/0, d/1]), current_predicate(Module:N/A) ), Left),
          assertion(\+ current_op(_, _, Module:(===>))),
          atom_concat(Module, '.program', Id),
          assertion(\+ source_file(Module:_, Id))
        )).

:- end_tests(load_program).

:- begin_tests(check_goal).

test(good, [forall(member(Goal, [p(_), findall(X, p(X), _), (p(X), X > 1), format("~w~n", [a]),
                                 retractall(d(_)), maplist(p, [1])])), true]) :-
    user:in_module(Module,
        ( load_program(":- dynamic d/1.\np(1).\n", x, Module), check_goal(Module, Goal) )).
test(bad, [forall(member(Goal, [_, 1, shell(ls), user:true, (p(_), halt), findall(_, halt, _), nosuch,
                                assertz(p(2)), assertz(q), nb_getval(pybridge_job, _), call(_),
                                maplist(open(f), [write], _), lists:append(_, _, _), Module:p(_)])),
           error(unsafe_goal(_))]) :-
    user:in_module(Module,
        ( load_program("p(1).\n", x, Module), check_goal(Module, Goal) )).
test(cyclic, error(unsafe_goal("the goal is cyclic"))) :-
    Goal = p(Goal),
    check_goal(user, Goal).

:- end_tests(check_goal).

becomes(becomes(2), []).
becomes(other(2), ["other/1 would be defined, but no clause in the text defines it"]).
becomes(user:planted(2), ["user:planted/1 is not part of the program and must not be changed"]).
becomes((becomes(X) :- shell(X)), ["shell/1 is not allowed (in becomes/1)"]).
becomes('?=>'(becomes(X), shell(X)), ["shell/1 is not allowed (in becomes/1)"]).

good("p(X) :- member(X, [1, 2]), X > 1.\n", p(2)).
good("#!/usr/bin/env swipl\np.\n", p).
good("\uFEFFp.\n", p).
good(":- module(m, [p/0]).\n:- encoding(utf8).\n:- style_check(-singleton).\np :- 日本(_, Y).\n日本(1, _).\n", p).
good(":- table path/2.\npath(X, Y) :- edge(X, Y).\npath(X, Y) :- path(X, Z), edge(Z, Y).\nedge(a, b).\nedge(b, a).\n",
     path(a, a)).
good(":- table d(_, min).\nd(a, 0).\nd(Y, N) :- d(X, N0), e(X, Y), N is N0+1.\ne(a, b).\ne(b, a).\np(N) :- d(b, N).\n", (p(N), N == 1)).
good(":- use_module(library(dcg/basics)).\np(N) :- phrase(n(N), `12 `).\nn(N) --> integer(N), blanks, call(e), \\+ [_], {true}.\ne(S, S).\n", p(12)).
good(":- use_module(library(yall)).\np(S) :- foldl([X,A,B]>>(B is A+X), [1,2], 0, S).\n", p(3)).
good("p(S, N) :- foldl({N}/[X,A,B]>>(B is A+N*X), [1,2], 0, S).\n", p(6, 2)).
good(":- dynamic seen/1, count/1.\np :- assertz(seen(1)), retract(seen(X)), X == 1, retractall(seen(_)).\n", p).
good(":- use_module(library(clpfd)).\np(X) :- X #> 2, X #< 4, [Y] ins 0..1, label([Y]).\n", p(3)).
good("append(a, b, c).\np :- append(a, b, c).\n", p).
good(":- op(700, xfx, ===>).\na ===> b.\np(X) :- a ===> X.\n", p(b)).
good(":- set_prolog_flag(double_quotes, codes).\np([X]) :- X = \"a\".\n", p([`a`])).
good("p(X), X > 0 => true.\np(_) => fail.\n", p(1)).
good(":- discontiguous p/1.\np(1).\nq.\np(2).\n", p(2)).
good("p(1).\nq.\np(2).\n", p(2)).
good(":- if(\\+ current_predicate(q/0)).\nq.\n:- else.\n:- include(f).\n:- if(x).\n:- endif.\n:- endif.\np :- q.\n", p).
good("p(L) :- setof(X-Y, Z^q(X, Y, Z), L), forall(q(_, _, _), true), aggregate_all(max(X), q(X, _, _), 2).\nq(1, 2, 3).\nq(2, 2, 3).\n", p([1-2, 2-2])).
good("p :- catch(q, oops, true), once(r(_)), format(atom(_), \"~a~t~20|~`-t~30|~*c~2d~n\", [a, 3, 0'x, 314]).\nq :- throw(oops).\nr(1).\n", p).
good("p :- print(a), nl, writeq('A'), tab(1), write_canonical(b), put_char(c), writeln(d).\n", p).
good("p :- freeze(X, q(X)), dif(Y, 1), when(ground(Y), q(2)), X = 1, Y = 2.\nq(_).\n", p).
good("p(dif:x).\nq(X, Y) :- dif(X, Y).\n", (p(dif:x), q(1, 2))).
good("% nothing but a comment\n", true).

answer(Text, Goal) :-
    in_module(Module,
              ( load_program(Text, good, Module),
                check_goal(Module, Goal),
                with_output_to(string(_), call(Module:Goal))
              )).

solved(Facts, Program, Goal, Last) :-
    facts(Facts, File),
    shipped(Program, Text),
    in_module(Module,
              ( load_facts(File, first, Module),
                load_program(Text, Program, Module),
                check_goal(Module, Goal),
                with_output_to(string(Printed), Module:Goal)
              )),
    split_string(Printed, "\n", "", Lines),
    append(_, [Last, ""], Lines).

load_once(File, Text) :-
    in_module(Module,
              ( load_facts(File, first, Module),
                load_program(Text, blocks, Module),
                check_goal(Module, ids),
                with_output_to(string(_), Module:ids)
              )).

cycles(Text, Count) :-
    forall(between(1, Count, _), in_module(_, 'growing', load_program(Text, x, growing))),
    garbage_collect_atoms,
    garbage_collect_clauses.

sizes(Atoms, Functors, Bytes) :-
    statistics(atoms, Atoms),
    statistics(functors, Functors),
    statistics(codes, Codes),
    Bytes = Codes.

faults(Text, Faults) :-
    in_module(Module,
              catch(( load_program(Text, bad, Module), Faults = [] ),
                    error(program_file(bad, Faults), _), true)).

in_module(Module, Goal) :-
    gensym(program_, Module),
    in_module(Module, Module, Goal).

in_module(_, Module, Goal) :-
    set_module(Module:class(temporary)),
    call_cleanup(once(Goal),
                 ( unload_program(Module),
                   '$destroy_module'(Module)
                 )).

shipped(Name, Text) :-
    prolog_folder(Folder),
    atomic_list_concat([Folder, /, Name], File),
    read_file_to_string(File, Text, [encoding(utf8)]).

facts(Name, File) :-
    prolog_folder(Folder),
    atomic_list_concat([Folder, '/puzzles/', Name, '.pl'], File).
