:- module(pybridge_unreadable, [ unreadable/7         % +What, +Where, +Text, +Syntax, +From-To, -Fault, -Next
                                 ]).
:- encoding(utf8).
:- use_module(library(lists)).
:- use_module(brackets).
:- use_module(operators).
:- use_module(syntax).

/** <module> What is wrong with a clause that cannot be read

SWI-Prolog says where it could read no further. What is wrong may be elsewhere: a quote or a
bracket that is not closed, or an operator of another language. These are looked for in the
text of the clause, and reading continues where the next one begins.
*/

%!  unreadable(+What, +Where, +Text:string, +Syntax, +Part, -Fault, -Next) is det.
%
%   SWI-Prolog has read Text From-To, which is Part, with the operators of the module Syntax, and
%   raised syntax_error(What) with the context Where. Fault is fault(ill_formed, At, Said), and Next
%   is where reading continues: To, but behind the line of a quote that is not closed, and behind a
%   comment of another language.

unreadable(What, Where, Text, Syntax, From-To, fault(ill_formed, At, Said), Next) :-
    ( nonvar(Where), Where = stream(_, _, _, Stopped) -> true ; Stopped = From ),
    Length is To-From,
    sub_string(Text, From, Length, _, Clause),
    string_codes(Clause, Codes),
    unclosed(Codes, From, Found),
    (   foreign(Clause, Syntax, From, Stopped, At, Said)
    ->  Next = To
    ;   foreign_comment(Text, From, At, Said, Behind)
    ->  Next = Behind
    ;   remainder(Clause, Syntax, From, At, Said)
    ->  Next = To
    ;   counts(Found, What, Stopped, At, Said)
    ->  ( memberchk(Found, [quote(_, _), curly(_, _)]) -> next_clause(Text, At, To, Next) ; Next = To )
    ;   misspelled(Clause, From, Stopped, At, Said)
    ->  Next = To
    ;   misfit(What, Clause, Syntax, From, At, Said)
    ->  Next = To
    ;   syntax_words(What, Said),
        behind_text(Codes, From, Stopped, At),
        Next = To
    ).

%   behind_text(+Codes, +From, +Stopped, -At): behind the last text at Stopped or before, blanks
%   and comments left out.
behind_text(Codes, From, Stopped, At) :-
    behind_text(Codes, From, Stopped, From, At).

behind_text(Codes0, At0, Stopped, Last0, Last) :-
    begun(Codes0, At0, Codes, At),
    (   Codes = [_|Codes1],
        At =< Stopped
    ->  At1 is At+1,
        behind_text(Codes1, At1, Stopped, At1, Last)
    ;   Last = Last0
    ).

%   next_clause(+Text, +At, +Last, -Next): after the line of At a line begins with no blank.
next_clause(Text, At, Last, Next) :-
    Last1 is Last-1,
    (   between(At, Last1, Break),
        sub_string(Text, Break, 1, _, "\n"),
        Next is Break+1,
        sub_string(Text, Next, 1, _, First),
        \+ memberchk(First, [" ", "\t", "\n", "\r", "%"])
    ->  true
    ;   Next = Last
    ).

%   foreign(+Clause, +Syntax, +From, +Stopped, -At, -Said) is semidet: what other languages write, and
%   no operator of the text, is near the place where reading stopped.
foreign(Clause, Syntax, From, Stopped, At, Said) :-
    foreign(Wrong, Right),
    sub_string(Clause, Before, _, _, Wrong),
    Near is abs(From+Before-Stopped),
    string_length(Wrong, Length),
    Near =< max(3, Length-1),
    normalize_space(string(Shown), Wrong),
    atom_string(Name, Shown),
    \+ declared(Syntax, Name),
    !,
    sub_string(Wrong, Blanks, _, _, Shown),
    At is From+Before+Blanks,
    format(string(Said), "~w is not Prolog: write ~w", [Shown, Right]).
foreign(Clause, _, From, Stopped, At, "|| is not Prolog: write a semicolon") :-
    string_length(Clause, Length),
    Stopped >= From+Length-1,
    sub_string(Clause, Before, _, _, "||"),
    !,
    At is From+Before.

foreign(Clause, Syntax, From, Stopped, At, Said) :-
    member(Operator, ["#=<","#>=","#\\=","#=","#<","#>"]),
    sub_string(Clause, Before, _, _, Operator),
    Near is abs(From+Before-Stopped),
    Near =< 1,
    atom_string(Name, Operator),
    \+ declared(Syntax, Name),
    !,
    At is From+Before,
    format(string(Said), "~w is not known here: write :- use_module(library(clpfd)). at the top of the file", [Operator]).

foreign(Clause, _, From, Stopped, At, "the body is missing between :- and the full stop; a fact has no :-") :-
    sub_string(Clause, Before, _, _, ":-."),
    Near is abs(From+Before-Stopped),
    Near =< 3,
    !,
    At is From+Before.

foreign("===", "==").
foreign("<=\n", ":-").
foreign("<=", "=<").
foreign("!=", "\\==, or =\\= for numbers").
foreign("<>", "\\==, or =\\= for numbers").
foreign("/=", "\\==, or =\\= for numbers").
foreign("&&", "a comma").
foreign("||", "a semicolon").
foreign("==>", "->, or :- between head and body").
foreign("<-", ":-").
foreign(" and ", "a comma").
foreign(" or ", "a semicolon").
foreign(" if ", "( Condition -> Then ; Else )").
foreign(" not ", "\\+ before the goal").
foreign("++", "N1 is N+1, and use N1 then").
foreign("+=", "N1 is N+..., and use N1 then").
foreign("（", "(").
foreign("）", ")").
foreign("，", "a comma").
foreign("、", "a comma").
foreign("。", "a full stop").
foreign("［", "[").
foreign("］", "]").
foreign("｜", "|").

%   foreign_comment(+Text, +From, -At, -Said, -Behind) is semidet: at From, Text has a comment of
%   another language, whose last line ends before Behind.
foreign_comment(Text, From, At, Said, Behind) :-
    sub_string(Text, From, _, 0, Rest),
    string_codes(Rest, Codes),
    begun(Codes, From, Begun, At),
    member(Wrong, ["//","#"]),
    string_codes(Wrong, Marks),
    append(Marks, _, Begun),
    !,
    past_comment(Marks, Begun, At, Behind),
    format(string(Said), "~w is not Prolog: a comment begins with %", [Wrong]).

past_comment(Marks, Codes0, At0, Behind) :-
    past("\n", Codes0, At0, Codes, At),
    begun(Codes, At, Begun, At1),
    (   append(Marks, _, Begun)
    ->  past_comment(Marks, Begun, At1, Behind)
    ;   Behind = At
    ).

%   begun(+Codes0, +At0, -Codes, -At): without the blanks and comments before them.
begun([0'%|Codes0], At0, Codes, At) :-
    !,
    past("\n", [0'%|Codes0], At0, Codes1, At1),
    begun(Codes1, At1, Codes, At).
begun([Code|Codes0], At0, Codes, At) :-
    code_type(Code, space),
    !,
    At1 is At0+1,
    begun(Codes0, At1, Codes, At).
begun(Codes, At, Codes, At).

%   misspelled(+Clause, +From, +Stopped, -At, -Said) is semidet: a name before a parenthesis
%   is not one.
misspelled(Clause, From, Stopped, At, Said) :-
    sub_string(Clause, Open, _, _, "("),
    Near is From+Open-Stopped,
    between(-1, 2, Near),
    Open > 0,
    Before is Open-1,
    sub_string(Clause, Before, 1, _, Gap),
    (   memberchk(Gap, [" ", "\t"])
    ->  sub_string(Clause, 0, Before, _, Up),
        word_before(Up, _, _),
        At is From+Before,
        Said = "a space between a name and its parenthesis: remove it, or write a comma before the parenthesis"
    ;   sub_string(Clause, 0, Open, _, Up),
        word_before(Up, Word, Begin),
        string_code(1, Word, First),
        code_type(First, upper),
        At is From+Begin,
        string_lower(Word, Small),
        format(string(Said), "~w begins with a capital letter, so it is a variable: write ~w", [Word, Small])
    ),
    !.

%   word_before(+Text, -Word, -Begin) is semidet: Text ends with Word, which begins at Begin.
word_before(Text, Word, Begin) :-
    string_length(Text, Length),
    Longest is min(Length, 100),
    between(1, Longest, Back),
    Begin is Length-Back,
    (   Back =:= Longest
    ;   Previous is Begin-1,
        sub_string(Text, Previous, 1, _, Char),
        \+ char_type(Char, csym)
    ),
    !,
    sub_string(Text, Begin, Back, _, Word),
    string_code(1, Word, First),
    code_type(First, csymf).

%   counts(+Found, +What, +Stopped, -At, -Said) is semidet: what was found explains the error.
counts(Found, What, Stopped, At, Said) :-
    Found \== none,
    arg(1, Found, At),
    ( At =< Stopped ; \+ memberchk(What, [operator_expected, operator_balance, operator_clash]) ),
    !,
    found_words(Found, Said).

found_words(quote(_, Quote), Said) :-
    format(string(Said), "this ~c is not closed on its line", [Quote]).
found_words(curly(_, Code), Said) :-
    format(string(Said), "~c is not a quote of Prolog: write \" or '", [Code]).
found_words(comment(_), "this /* is not closed: write */").
found_words(nested(_), "this /* within a comment needs a */ of its own: remove it").
found_words(open(_, Open), Said) :-
    format(string(Said), "this ~c is not closed", [Open]).
found_words(crossed(_, Open, Close), Said) :-
    format(string(Said), "this ~c is not closed before ~c", [Open, Close]).
found_words(surplus(_, Close), Said) :-
    format(string(Said), "this ~c closes nothing", [Close]).
