/*  Tests of fact_file.pl.

        $ swipl -g run_tests -t halt prolog/bridge/fact_file.plt
*/

:- encoding(utf8).
:- use_module(library(aggregate)).
:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(library(plunit)).
:- use_module(library(readutil)).
:- use_module('../engine/loading').
:- use_module(fact_file).

:- prolog_load_context(directory, Here),
   file_directory_name(Here, Folder),
   asserta(prolog_folder(Folder)).

:- begin_tests(read_facts).

test(shipped, [forall(user:shipped(File)), Faults == []]) :-
    read_facts(File, Facts, Faults),
    assertion(( Facts = [puzzle(_, _, _)|_] )).

test(all_kinds_of_argument,
     Facts/Faults == [source("s"), start(a, [[b, x], ['C d', "e"], []]), optimal(a, 12)]/[]) :-
    user:reading("source(\"s\").\nstart(a, [[b, x], ['C d', \"e\"], []]).\noptimal(a, 12).\n",
                 Facts, Faults).
test(unicode, Facts == [glyph(1, "┌"), block('日本')]) :-
    user:reading("glyph(1, \"┌\"). block('日本').\n", Facts, []).
test(big_integer, Facts == [optimal(a, 123456789012345678901234567890)]) :-
    user:reading("optimal(a, 123456789012345678901234567890).\n", Facts, []).
test(nothing, Facts/Faults == []/[]) :-
    user:reading("% a comment\n/* another */\n", Facts, Faults).

test(not_a_fact, [forall(user:not_a_fact(Text, Expected)), Fault == Expected]) :-
    user:reading(Text, [], [fault(1, 1, Fault)]).

test(place, Faults == [fault(2, 3, "a directive is not a fact"), fault(3, 1, "a rule is not a fact")]) :-
    user:reading("goal([1]).\n  :- halt.\ngoal(a) :- true.\n", Facts, Faults),
    assertion(Facts == [goal([1])]).

test(goes_on_after_a_syntax_error, Facts == [block(a), block(c)]) :-
    user:reading("block(a).\nblock(b b).\nblock(c).\n", Facts, Faults),
    assertion(( Faults = [fault(2, _, Text)], sub_string(Text, 0, _, _, "syntax error") )).
test(open, [forall(member(Text, ["block(a.\n", "block(a).\n/* no end", "block('a).\n"])), true(Faults \== [])]) :-
    user:reading(Text, _, Faults).
test(no_such_file, error(existence_error(source_sink, _))) :-
    read_facts('/no/such/file.pl', _, _).
test(no_file_name, error(instantiation_error)) :-
    read_facts(_, _, _).

%   Each of these would make a file if it ran.
test(runs_nothing, [forall(user:dangerous(Format)), cleanup(catch(delete_file(Mark), _, true))]) :-
    tmp_file(mark, Mark),
    format(string(Text), Format, [Mark]),
    user:reading(Text, _, Faults),
    assertion(Faults \== []),
    assertion(\+ exists_file(Mark)).

:- end_tests(read_facts).

:- begin_tests(read_facts_text).

test(as_from_the_file, [forall(user:shipped(File)), Facts/Faults == Facts0/[]]) :-
    read_facts(File, Facts0, []),
    read_file_to_string(File, Text, [encoding(utf8)]),
    read_facts_text(Text, File, Facts, Faults).
test(kinds_of_text, [forall(member(Text, ["block(a).", 'block(a).', `block(a).`])), Facts == [block(a)]]) :-
    read_facts_text(Text, "a name", Facts, []).
test(faults, Facts/Faults == [block(a)]/[fault(2, 2, "a directive is not a fact")]) :-
    read_facts_text("block(a).\n :- halt.\n", it, Facts, Faults).
test(syntax_error, Facts == [block(a), block(c)]) :-
    read_facts_text("block(a).\nblock(b b).\nblock(c).\n", it, Facts, Faults),
    assertion(Faults = [fault(2, _, "syntax error: operator_expected")]).
test(open_comment, Text == "syntax error: end_of_file_in_block_comment") :-
    read_facts_text("block(a).\nblock(b).\n/* no end\n", it, [block(a), block(b)], [fault(Line, Column, Text)]),
    assertion(memberchk(Line, [2, 3])), % versions differ
    assertion(Column == 1).
test(quasi_quotation, Faults == [fault(1, 1, "a quasi quotation is not a fact")]) :-
    read_facts_text("goal({|string(X)||text|}).\n", it, [], Faults).
test(operators_of_user, [setup(op(700, xfx, user:beside)), cleanup(op(0, xfx, user:beside)), Facts == []]) :-
    read_facts_text("goal(a beside b).\n", it, Facts, [fault(1, _, Text)]),
    assertion(sub_string(Text, 0, _, _, "syntax error")).
test(many_faults, Count-Last == 1001-"more faults; the rest are not shown") :-
    numlist(1, 2000, Numbers),
    atomic_list_concat(Numbers, '. ', Text),
    read_facts_text(Text, it, [], Faults),
    length(Faults, Count),
    last(Faults, fault(_, _, Last)).
test(deep, [forall(member(Unit, ["- ", "\\+ ", "a:", "a,", "a- "])), true(Line-Column == 1-1)]) :-
    user:times(Unit, 100000, Units),
    string_concat(Units, "a.", Text),
    read_facts_text(Text, it, [], [fault(Line, Column, _)]).
test(out_of_bounds, Facts/Faults == []/[fault(1, 102, "brackets are nested more than 101 levels deep")]) :-
    user:times('[', 200000, Text),
    read_facts_text(Text, it, Facts, Faults).
test(no_text, [forall(member(Text-Name, [_-it, ""-_])), error(instantiation_error)]) :-
    read_facts_text(Text, Name, _, _).

:- end_tests(read_facts_text).

:- begin_tests(load_facts).

test(first, Starts == [a, b]) :-
    user:loaded(first, Module, findall(Name, Module:start(Name, _), Starts)).
test(named, Starts == [b-[2], a-[1]]) :-
    user:loaded(named(b), Module, findall(Name-State, Module:start(Name, State), Starts)).
test(state, Starts == [given-[3], a-[1], b-[2]]) :-
    user:loaded(state([3]), Module, findall(Name-State, Module:start(Name, State), Starts)).
test(others_stay, Goals == [[1], [2]]) :-
    user:loaded(named(b), Module, findall(Goal, Module:goal(Goal), Goals)).
test(absent_facts_fail, Answer == no) :-
    user:loaded(first, Module, ( Module:place(_) -> Answer = yes ; Answer = no )).
test(no_such_start, error(existence_error(start, c))) :-
    user:loaded(named(c), _, true).
test(faults, Left == []) :-
    user:in_file("goal([1]).\n:- halt.\n", File,
                 catch(load_facts(File, first, faulty), Error, true)),
    assertion(( Error = error(fact_file(_, Faults), _),
                Faults == [fault(2, 1, "a directive is not a fact")] )),
    findall(Goal, catch(faulty:goal(Goal), _, fail), Left).
test(text, Starts-Goals == [b, a]-[[1], [2]]) :-
    user:start_text(Text),
    load_facts_text(Text, it, named(b), from_text),
    findall(Name, from_text:start(Name, _), Starts),
    findall(Goal, from_text:goal(Goal), Goals).
test(faults_of_a_text, error(fact_file(it, [fault(1, 1, "unknown fact: foo")]))) :-
    load_facts_text("foo.\n", it, first, faulty_text).

test(nothing_is_left, [forall(user:unloadable(Text, Start)), Left == []]) :-
    gensym(unloadable_, Module),
    catch(load_facts_text(Text, it, Start, Module), Error, true),
    assertion(nonvar(Error)),
    findall(Head, user:loaded_fact(Module, Head), Left).
test(nothing_is_left_where_a_fact_cannot_be_added, Left == [start(mine, [0])]) :-
    assertz(guarded:start(mine, [0])),
    dynamic(guarded:goal/1),
    prolog_listen(guarded:goal/1, user:refuse),
    user:start_text(Text),
    catch(load_facts_text(Text, it, first, guarded), Error, true),
    assertion(Error == refused),
    findall(Head, user:loaded_fact(guarded, Head), Left).

:- end_tests(load_facts).

:- begin_tests(load_facts_into, [cleanup(user:unload_all)]).

test(same_file_in_two_modules, States1-States2 == [State]-[State]) :-
    user:seven(Text),
    load_facts_into(m1, 'seven.pl', Text),
    load_facts_into(m2, 'seven.pl', Text),
    findall(State, m1:start(_, State), States1),
    findall(State, m2:start(_, State), States2),
    States1 = [State].
test(same_file_again, Counts == [1,1]) :-
    user:seven(Text),
    findall(Count,
            ( between(1, 2, _),
              load_facts_into(m3, 'seven.pl', Text),
              aggregate_all(count, m3:start(_, _), Count),
              unload_module(m3)
            ),
            Counts).
test(absent_facts_fail, fail) :-
    Module = m4,
    load_facts_into(Module, it, "block(1).\n"),
    Module:place(_).
test(faults, File-Faults == 'it.pl'-[fault(2, 3, "a directive is not a fact")]) :-
    catch(load_facts_into(m5, 'it.pl', "block(1).\n  :- halt.\n"), error(fact_file(File, Faults), _), true),
    assertion(\+ current_predicate(m5:_/_)).
test(after_faults, Blocks == [1]) :-
    catch(load_facts_into(m6, it, "block(2). foo.\n"), _, true),
    load_facts_into(m6, it, "block(1).\n"),
    findall(Block, m6:block(Block), Blocks).

%   What one load leaves behind would be there two hundred times.
test(leaves_nothing, true(Growth < 100)) :-
    user:load_and_unload(20),
    statistics(clauses, Clauses0),
    user:load_and_unload(200),
    statistics(clauses, Clauses),
    Growth is Clauses-Clauses0.

:- end_tests(load_facts_into).

shipped(File) :-
    prolog_folder(Folder),
    atom_concat(Folder, '/puzzles/*/*.pl', Pattern),
    expand_file_name(Pattern, Files),
    Files \== [],
    member(File, Files),
    \+ sub_atom(File, _, _, _, '/rules/').     % these have more than facts

not_a_fact("X.", "a variable is not a fact").
not_a_fact(":- true.", "a directive is not a fact").
not_a_fact("?- true.", "a query is not a fact").
not_a_fact("goal(a) :- true.", "a rule is not a fact").
not_a_fact("goal --> [].", "a grammar rule is not a fact").
not_a_fact("foo.", "unknown fact: foo").
not_a_fact("goal.", "unknown fact: goal").
not_a_fact("generator(r).", "unknown fact: generator(r)").
not_a_fact("goal().", "unknown fact: goal()").
not_a_fact("end_of_file.", "unknown fact: end_of_file").
not_a_fact("goal(a, b).", "unknown fact: goal(a,b)").
not_a_fact("1.", "unknown fact: 1").
not_a_fact("\"text\".", "unknown fact: \"text\"").
not_a_fact("[a].", "unknown fact: [a]").
not_a_fact("goal(1.5).", "not an atom, integer, string or list: 1.5").
not_a_fact("goal(f(x)).", "not an atom, integer, string or list: f(x)").
not_a_fact("goal([1, [2, 3.0]]).", "not an atom, integer, string or list: [1,[2,3.0]]").
not_a_fact("goal([1|2]).", "not an atom, integer, string or list: [1|2]").

dangerous(":- open('~w', write, S), close(S).\n").
dangerous("?- open('~w', write, S), close(S).\n").
dangerous(":- initialization((open('~w', write, S), close(S))).\n").
dangerous("goal(X) :- open('~w', write, S), close(S), X = 1.\n:- goal(_).\n").
dangerous("term_expansion(_, _) :- open('~w', write, S), close(S).\ngoal([1]).\n").
dangerous(":- tell('~w'), told.\n").

reading(Text, Facts, Faults) :-
    in_file(Text, File, read_facts(File, Facts, Faults)).

loaded(Start, Module, Goal) :-
    gensym(loaded_, Module),
    start_text(Text),
    in_file(Text, File, ( load_facts(File, Start, Module), Goal )).

start_text("start(a, [1]).\nstart(b, [2]).\ngoal([1]).\ngoal([2]).\n").

unloadable("goal([1]).\n:- halt.\n", first).
unloadable("goal([1]).\nstart(a, [1]).\n", named(b)).
unloadable("goal([1]).\nstart(a, [1]).\n", _).
unloadable("goal([1]).\nstart(a, [1]).\n", another).

loaded_fact(Module, Head) :-
    current_predicate(Module:Name/Arity),
    functor(Head, Name, Arity),
    Module:Head.

refuse(_, _) :-
    throw(refused).

times(Unit, Count, Text) :-
    length(Units, Count),
    maplist(=(Unit), Units),
    atomic_list_concat(Units, Text).

in_file(Text, File, Goal) :-
    tmp_file_stream(File, Stream, [encoding(utf8), extension(pl)]),
    call_cleanup(( write(Stream, Text), close(Stream), once(Goal) ),
                 delete_file(File)).

seven(Text) :-
    prolog_folder(Folder),
    atom_concat(Folder, '/puzzles/sliding_tiles/seven.pl', File),
    read_file_to_string(File, Text, [encoding(utf8)]).

load_and_unload(Times) :-
    seven(Text),
    forall(between(1, Times, _),
           ( load_facts_into(again, 'seven.pl', Text),
             unload_module(again) )),
    garbage_collect_clauses.

unload_all :-
    forall(pybridge_loading:loaded(Module), unload_module(Module)).
