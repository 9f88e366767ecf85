/*  Tests of printing.pl.

        $ swipl -g run_tests -t halt prolog/bridge/printing.plt
*/

:- encoding(utf8).
:- use_module(library(lists)).
:- use_module(library(plunit)).
:- use_module(printing).

:- dynamic heard/1.

hear(Line) :- assertz(heard(Line)).

lines(Goal, Lines) :-
    retractall(heard(_)),
    printing(Goal, user:hear),
    findall(Line, retract(heard(Line)), Lines).

%   errors(:Goal, -Text): what it prints to user_error, and to current_output.
errors(Goal, Text) :-
    stream_property(Error, alias(user_error)),
    setup_call_cleanup(
        ( tmp_file_stream(File, Stream, [encoding(utf8)]), set_stream(Stream, alias(user_error)) ),
        with_output_to(string(Printed), Goal),
        ( set_stream(Error, alias(user_error)), close(Stream) )),
    setup_call_cleanup(open(File, read, In, [encoding(utf8)]), read_string(In, _, Text0), close(In)),
    string_concat(Printed, Text0, Text).

:- begin_tests(printing).

test(lines, Lines == ["a", "", "b c"]) :-
    user:lines(( write(a), nl, nl, writeln('b c') ), Lines).
test(a_line_in_pieces, Lines == ["ab"]) :-
    user:lines(( write(a), flush_output, write(b), flush_output, nl ), Lines).
test(a_long_line, Length == 20 000) :-
    user:lines(( forall(between(1, 20 000, _), put_char(x)), nl ), [Line]),
    string_length(Line, Length).
test(a_line_that_is_too_long_is_cut_and_takes_no_longer, [true((Length > 40_000, Length < 200_000, Next == "x"))]) :-
    user:lines(( forall(between(1, 400_000, _), put_char(x)), nl, writeln(x) ), [Line,Next]),
    string_length(Line, Length).
test(other_letters, Lines == ["７パズル"]) :-
    user:lines(writeln('７パズル'), Lines).
test(as_soon_as_it_is_complete, Lines == ["1", "2"]) :-
    user:lines(( writeln(1), user:heard("1"), writeln(2) ), Lines).
test(a_line_without_an_end, Lines == ["1", "[2,3]"]) :-
    user:lines(( writeln(1), print([2,3]) ), Lines).
test(a_line_without_an_end_of_what_fails, Lines == ["2"]) :-
    retractall(user:heard(_)),
    \+ printing(( write(2), fail ), user:hear),
    findall(Line, retract(user:heard(Line)), Lines).
test(shown, Text == "a?[1mb\n\tc\n") :-
    user:errors(shown(( format("a\e[1mb~n\tc", []) )), Text).
test(shown_lines, Count == 1001) :-
    user:errors(shown(forall(between(1, 5000, N), writeln(N))), Text),
    split_string(Text, "\n", "", Lines),
    length(Lines, Count).
test(unheard, X-Text == 1-"") :-
    user:errors(( unheard(( writeln(a), member(X, [1, 2]) )) ), Text).
test(unheard_fails, [fail]) :-
    unheard(fail).
test(fails_as_the_goal_does, [fail]) :-
    user:lines(( writeln(1), fail ), _).
test(output_is_as_before, After == Before) :-
    current_output(Before),
    user:lines(writeln(1), _),
    current_output(After).
test(what_is_thrown_ends_it, Ball-After == stop-Before) :-
    current_output(Before),
    catch(printing(( repeat, writeln(1), fail ), user:stop), Ball, true),
    current_output(After).
test(rows_of_signs_are_no_limits, Limits == [12,129,123]) :-
    findall(Limit,
            ( Eight = "012345678",
              member(Line-Signs, ["123"-Eight, "-- 12 --"-Eight, "016"-Eight, "129"-Eight, "123"-"", "1000001"-""]),
              limit_line(Line, Signs, Limit) ),
            Limits).

:- end_tests(printing).

stop(_) :- throw(stop).
