/*  Tests of page.pl.

        $ swipl -g run_tests -t halt prolog/bridge/page.plt
*/

:- encoding(utf8).
:- use_module(library(plunit)).
:- use_module(library(readutil)).
:- use_module(page).
:- use_module(classic).                 % what the figures are compared with
:- use_module('../engine/marks').

:- dynamic told/2, folder/1.
:- prolog_load_context(directory, Here),
   atom_concat(Here, '/..', Folder),
   asserta(folder(Folder)).

:- begin_tests(load_page, [cleanup(forget)]).

test(facts_and_program, Faults == []) :-
    shipped(Files),
    load_page(Files, Faults),
    assertion(user:current_predicate(ids_low/0)).
test(each_fault_has_its_place, Faults = [[First,3,_,_],[Second,1,_,_]|_]) :-
    written("a(1).\n\na(.\n", First),
    written(":- no_such_goal_at_all.\n", Second),
    load_page([First,Second], Faults).
test(a_name_of_both, Faults == [[Second,2,1,"once_more/1 is already defined in the file before; choose another name"]]) :-
    written("once_more(1).\n", First),
    written("b.\nonce_more(2).\n", Second),
    load_page([First,Second], Faults).
test(what_a_file_before_has, Faults-Twice == []-[1,2]) :-
    written("brought(1).\nbrought(2).\nbrings(X) :- brought(X), X > 1.\n", First),
    written("brought(1).\nbrings(Y) :- brought(Y), Y > 1.\nbrought(2).\nb.\n", Second),
    load_page([First,Second], Faults),
    findall(X, user:brought(X), Twice).
test(style_is_nobodys, Faults == []) :-
    written("a(X).\nb.\na(Y).\n", File),
    load_page([File], Faults).

:- end_tests(load_page).

:- begin_tests(run_page, [cleanup(forget)]).

test(the_native_run_counts_the_same) :-
    shipped(Files),
    load_page(Files, []),
    run([true,Inferences,'',0], ids),
    findall(Limit-Before, told(Limit, Before), Told),
    native(Marks),
    Marks = [begun(figures(I0,_,_,_))|_],
    last(Marks, ended(figures(I1,_,_,_))),
    assertion(abs(Inferences-(I1-I0)) =< 30),
    findall(Limit-Own, ( member(limit(Limit, figures(I,_,_,_)), Marks), Own is I-I0 ), Expected),
    assertion(maplist([L-I2,L-I3]>>(abs(I2-I3) =< 5+2*L), Told, Expected)).
test(the_start, Back == First) :-
    shipped(Files),
    load_page(Files, []),
    once(user:start(_, First)),
    page_start(Text),
    term_string(Back, Text).
test(a_start_of_moves, Text == "\"f3 f5' f62\"") :-
    written("start(pancake, \"f3 f5' f62\").\n", File),
    load_page([File], []),
    page_start(Text).
test(a_sum_in_the_frame_of_a_clause, Line == 2) :-
    written("p :- q(1), r(foo).\nr(X) :- Y is X+1, q(Y).\nq(_).\n", File),
    load_page([File], []),
    run([Text,_,File,Line], p),
    assertion(sub_string(Text, _, _, _, "in r/1, at _ is foo+1")).
test(a_term_that_nothing_catches, Line-Text == 3-"q/1 throws found(1), and nothing catches it") :-
    written("p :- q(1).\n\nq(X) :- throw(found(X)).\n", File),
    load_page([File], []),
    run([Text,_,File,Line], p).
test(without_a_solution, Result == false) :-
    written("p :- fail.\n", File),
    load_page([File], []),
    run([Result|_], p).
test(an_error_in_a_clause, Line == 3) :-
    written("p :- q.\n\nq :- X is foo+1, r(X).\nr(_).\n", File),
    load_page([File], []),
    run([Text,_,File,Line], p),
    assertion(sub_string(Text, _, _, _, "foo")).
test(what_is_thrown, File-Line == ''-0) :-
    written("p :- Ball = ball, throw(Ball).\n", Name),
    load_page([Name], []),
    run([Text,_,File,Line], p),
    assertion(Text == "The program throws ball, and nothing catches it").
test(an_unknown_call_that_ends_a_clause, Text-Line == "in q/1: Unknown procedure: no_such/2"-3) :-
    written("p :- q(1).\n\nq(X) :- ( X > 0 -> no_such(X, _) ; true ).\n", File),
    load_page([File], []),
    run([Text,_,File,Line], p).
test(what_only_looks_like_an_unknown_call) :-
    forall(member(Formal, [_, existence_error(procedure, _), existence_error(procedure, p/x)]),
           ( run([Text,_,'',0], throw(error(Formal, _))), assertion(string(Text)) )).
test(a_program_that_is_not_there) :-
    run([Text,_,_,_], no_such_program),
    assertion(sub_string(Text, _, _, _, "no_such_program")).
test(another_print_limit, Told == [a,[7]]) :-
    written("p :- print_limit(a), print_limit([7]).\nprint_limit(_).\n", File),
    load_page([File], []),
    run([true|_], p),
    findall(Limit, told(Limit, _), Told).

:- end_tests(run_page).

:- begin_tests(page_answer, [cleanup(forget)]).

test(answers, Answers == [["",'',0,[['N',"a"],['S',"[1, 'B']"]]], ["",'',0,[['N',"b"],['S',"2"]]]]) :-
    asked("start(N, S).", Answers).
test(unbound, Answers == [["",'',0,[['X',"f(Y, a)"],['Y',"Y"]]]]) :-
    asked("X = f(Y, a)", Answers).
test(no_answer, Answers == []) :-
    asked("start(c, _)", Answers).
test(an_error, [forall(member(Query-Part, ["start(" - "yntax", "no_such(1)"-"no_such/1", "X is a"-"a/0", "X"-"nstantiated"])), Values == []]) :-
    asked(Query, [[Text,_,_,Values]]),
    assertion(sub_string(Text, _, _, _, Part)).

:- end_tests(page_answer).

:- begin_tests(page_path, [cleanup(forget)]).

test(moves_with_the_parts_of_states, Steps == [["start",["1"],""],["up",["2"],"two"]]) :-
    printed("p :- print_moves([up-s(2), start-s(1)]).\npicture(s(2), two).\n", "s(Leaf_0_)", Steps).
test(what_holds, Steps == [["start",["a","b(c)"],""]]) :-
    printed("p :- print_moves([start-[a,b(c)]]).\n", actions, Steps).
test(a_state_as_it_is, Steps == [["start",["[a,'B'-1]"],""]]) :-
    printed("p :- print_moves([start-[a,'B'-1]]).\n", "state", Steps).
test(another_form_is_a_picture, Steps == [["start",[],"t(1)"],["a-b",["1"],""]]) :-
    printed("p :- print_moves([(a-b)-s(1), start-t(1)]).\n", "s(Leaf_0_)", Steps).
test(a_picture_that_fails, Steps == [["start",["1"],""]]) :-
    printed("p :- print_moves([start-s(1)]).\npicture(_, _) :- throw(no).\n", "s(Leaf_0_)", Steps).
test(other_solutions_have_no_states, Steps == []) :-
    printed("p :- print_moves([1, 2]).\n", "s(Leaf_0_)", Steps).
test(nothing_is_printed, Steps == []) :-
    printed("p.\n", "s(Leaf_0_)", Steps).

:- end_tests(page_path).

printed(Text, Template, Steps) :-
    string_concat(Text, "print_moves(_).\n", Program),
    written(Program, File),
    load_page([File], []),
    run([true|_], p),
    page_path(Template, Steps),
    unload_file(File).

asked(Query, Answers) :-
    written("start(a, [1,'B']).\nstart(b, 2).\n", File),
    load_page([File], []),
    findall(Answer, page_answer(Query, Answer), Answers),
    unload_file(File).

run(End, Program) :-
    retractall(told(_, _)),
    with_output_to(string(_),
                   run_page(user:Program, print_limit(_), print_moves(_), user:tell, End)).

tell(Limit, Inferences) :-
    assertz(told(Limit, Inferences)).

shipped([Facts,Program]) :-
    folder(Folder),
    atom_concat(Folder, '/puzzles/sliding_tiles/eight.pl', Facts),
    atom_concat(Folder, '/seven.pl', Program).

native(Marks) :-
    shipped([Facts,_]),
    run_classic(1, Facts, ids, []),
    take_marks(1, Marks),
    forget_marks(1).

written(Text, File) :-
    tmp_file_stream(File, Stream, [encoding(utf8), extension(pl)]),
    write(Stream, Text),
    close(Stream).

forget :-
    retractall(told(_, _)),
    forall(( source_file(File), sub_atom(File, _, _, _, '/swipl_') ), unload_file(File)).
