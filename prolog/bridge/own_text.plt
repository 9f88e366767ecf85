/*  Tests of own_text.pl.

        $ swipl -g run_tests -t halt prolog/bridge/own_text.plt
*/

:- encoding(utf8).
:- use_module(library(lists)).
:- use_module(library(plunit)).
:- use_module('../engine/loading', [own_file/2]).
:- use_module(own_text).

:- begin_tests(examine_program).

test(nothing, Warnings-Mistakes == []-[]) :-
    user:examined("ids :- neighbor(0, Cells), write(Cells).\n", Warnings, Mistakes).
test(warnings, Lines == [1,5]) :-
    user:examined("ids :- p(A).\np(_).\n\nq(1).\np(2).\nr :- q(1).\n", Warnings, []),
    findall(Line, ( member([Line,1,Text], Warnings), \+ sub_string(Text, _, _, _, "tmp-") ), Lines).
test(unwanted, Warnings == []) :-
    user:examined(":- style_check(-singleton).\n:- discontiguous p/1.\nids :- p(A).\np(_).\nq(1).\np(2).\n", Warnings, []).
test(mistakes, Mistakes = [[2,5,"{name} is not defined; did you mean {meant}?",[[name,"slid/2"],[meant,"slide/2"]]]|_]) :-
    user:examined("ids :-\n    slid(1, 2).\nslide(_, _).\n", _, Mistakes).
test(line_of_another, Values == [[[name,"Board"],[other,"Baord"],[line,"3"]]]) :-
    user:examined("ids :-\n    start(_, Board),\n    write(Baord).\n", _, Mistakes),
    findall(Each, member([2,_,_,Each], Mistakes), Values).
test(unreadable, Warnings-Mistakes == []-[]) :-
    user:examined("ids :- p(\n", Warnings, Mistakes).

:- end_tests(examine_program).

examined(Text, Warnings, Mistakes) :-
    own_file('puzzles/sliding_tiles/seven.pl', File),
    examine_program(File, ids, [text(mine, Text)], Warnings, Mistakes).
