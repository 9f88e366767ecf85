/*  Tests of fact_bounds.pl.

        $ swipl -g run_tests -t halt prolog/bridge/fact_bounds.plt
*/

:- encoding(utf8).
:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(library(plunit)).
:- use_module(fact_bounds).

:- begin_tests(out_of_bounds).

test(within, [forall(user:within(Text)), fail]) :-
    out_of_bounds(Text, _).

test(size, Fault == fault(1, 1, "the file is larger than 1 MiB")) :-
    user:times("%", 1048577, Text),
    out_of_bounds(Text, Fault).
test(largest, fail) :-
    user:times("%", 1048576, Text),
    out_of_bounds(Text, _).

test(place, Fault == fault(2, 105, "brackets are nested more than 101 levels deep")) :-
    user:times("[", 200, Brackets),
    string_concat("% [\n(x)", Brackets, Text),
    out_of_bounds(Text, Fault).
test(deepest, fail) :-
    user:times("[", 100, Open),
    user:times("]", 100, Close),
    user:atomics_to_string(["goal(", Open, Close, ")."], Text),
    out_of_bounds(Text, _).
test(kinds_of_bracket, [forall(member(Bracket, ["(", "[", "{", "f(", "[{", "{|"]))]) :-
    user:times(Bracket, 102, Text),
    out_of_bounds(Text, fault(1, _, _)).

%   Each of these holds brackets that do not close, or that Prolog reads though they seem to be quoted.
test(nothing_hides_brackets, [ forall(user:hiding(Before, Unit)),
                                true(Message == "brackets are nested more than 101 levels deep") ]) :-
    user:times(Unit, 200, Units),
    string_concat(Before, Units, Text),
    out_of_bounds(Text, fault(_, _, Message)).

test(number, Fault == fault(1, 1006, "a number has 1000 or more digits")) :-
    user:times("9", 2000, Digits),
    string_concat("goal([", Digits, Text),
    out_of_bounds(Text, Fault).
test(kinds_of_number, [forall(member(Before-Unit, ["-"-"9", "0x"-"F", "36'"-"Z", ""-"1_ \n0", ""-"1 0", "1."-"9",
                                                   "0'a "-"9", ""-"٣"]))]) :-
    user:times(Unit, 1000, Units),
    string_concat(Before, Units, Text),
    out_of_bounds(Text, fault(_, _, "a number has 1000 or more digits")).

test(line_that_goes_on, [ forall(member(Text, ["'a\\\nb'.", "\"\\\n\"", "0'a 'b\\\nc'"])),
                          true(Message == "a quote is closed on its line") ]) :-
    out_of_bounds(Text, fault(1, _, Message)).

:- end_tests(out_of_bounds).

within("").
within("goal([1, 2, 0]).\n% [[[[\n/* (((( */ source(\"[[[[\"). block('((((').\n").
within("block('it''s ('). block(\"\\\"(\"). block('\\\\'). /**/ /***/ block(a)./* ( */\n").
within(Text) :-
    member(Unit, [ "goal([[a, b], [c, d]]).\n", "% (((\n", "/* [ */", "'('", "\"[\\\"[\"",
                   ")", "123, ", "a1", "a_b(c). ", "1 a, " ]),
    times(Unit, 2000, Text).

hiding("", "( 0')").
hiding("", "( /* */ /* /* ) */ )").
hiding("", "(')'").
hiding("", "(%)\n").
hiding("", "({|x||)|}").
hiding("", "(||)|}").
hiding("", "('\\x41')'").
hiding("", "(`)`").
hiding("", "( +/* ) + */").
hiding("0'' ", "'(").
hiding("0'\" ", "(\")\"").
hiding("'a\nb", "(").
hiding("'\\c\n'", "(')'").
hiding("16'", "(')'").
hiding("/* /*", "(").

times(Unit, Count, Text) :-
    length(Units, Count),
    maplist(=(Unit), Units),
    atomics_to_string(Units, Text).

atomics_to_string(Parts, Text) :-
    atomic_list_concat(Parts, Atom),
    atom_string(Atom, Text).
