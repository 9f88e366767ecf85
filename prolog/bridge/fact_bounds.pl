:- module(pybridge_fact_bounds, [ out_of_bounds/2  % +Text, -Fault
                                ]).
:- encoding(utf8).
:- use_module(library(lists)).

/** <module> What is looked at before a fact file is read

Prolog reads brackets by recursion in C, and long integers in quadratic time. So
a text is measured first, code by code, without being read.

Where it is not plain how Prolog reads on, as after `0'c`, `|`, a backquote or a
comment in a comment, all brackets that open are counted from there on, and none
that closes: so nothing can be hidden. A sound fact file has no such place.
*/

%!  out_of_bounds(+Text:string, -Fault) is semidet.
%
%   Fault is fault(Line, Column, Message), both counting from 1, for the first
%   thing in Text that is too large to be read.

out_of_bounds(Text, fault(1, 1, Message)) :-
    string_length(Text, Length),
    Length > 1048576,
    !,
    Message = "the file is larger than 1 MiB".
out_of_bounds(Text, fault(Line, Column, Message)) :-
    string_codes(Text, Codes),
    plain(Codes, 0' , 0, 0, found(Message, Rest)),
    string_length(Text, Length),
    length(Rest, Left),
    Before is Length-Left,
    sub_string(Text, 0, Before, _, Read),
    split_string(Read, "\n", "", Lines),
    length(Lines, Line),
    last(Lines, Last),
    string_length(Last, Column0),
    Column is Column0+1.

%   plain(+Codes, +Previous, +Depth, +Run, -Found): what follows, outside quotes
%   and comments. Run is the length of the number so far, -1 in a word. Each
%   fails at the end of the text.

plain([Code|Codes], Previous, Depth, Run, Found) :-
    plain(Code, Codes, Previous, Depth, Run, Found).

plain(0'(, Codes, _, Depth, _, Found) :- !, deeper(0'(, Codes, Depth, plain, Found).
plain(0'[, Codes, _, Depth, _, Found) :- !, deeper(0'[, Codes, Depth, plain, Found).
plain(0'{, Codes, _, Depth, _, Found) :- !, deeper(0'{, Codes, Depth, plain, Found).
plain(0'), Codes, _, Depth, _, Found) :- !, shallower(0'), Codes, Depth, Found).
plain(0'], Codes, _, Depth, _, Found) :- !, shallower(0'], Codes, Depth, Found).
plain(0'}, Codes, _, Depth, _, Found) :- !, shallower(0'}, Codes, Depth, Found).
plain(0'%, Codes, _, Depth, Run, Found) :- !, line_comment(Codes, Depth, Run, Found).
plain(0'", Codes, _, Depth, _, Found) :- !, quoted(Codes, 0'", Depth, Found).
plain(0'', Codes, Previous, Depth, Run, Found) :-
    !,
    (   digit(Previous)
    ->  doubtful(Codes, Depth, Run, Found)
    ;   quoted(Codes, 0'', Depth, Found)
    ).
plain(0'`, Codes, _, Depth, Run, Found) :- !, doubtful(Codes, Depth, Run, Found).
plain(0'|, Codes, _, Depth, Run, Found) :- !, doubtful(Codes, Depth, Run, Found).
plain(0'/, [0'*|Codes], Previous, Depth, Run, Found) :-
    !,
    (   symbol(Previous)
    ->  doubtful(Codes, Depth, Run, Found)
    ;   block_comment(Codes, Depth, Run, Found)
    ).
plain(Code, Codes, _, Depth, Run0, Found) :-
    (   Run0 =< 0,
        Code >= 0'a,
        Code =< 0'z
    ->  Run = -1
    ;   run(Code, Run0, Run)
    ),
    (   Run >= 1000
    ->  too_long([Code|Codes], Found)
    ;   plain(Codes, Code, Depth, Run, Found)
    ).

deeper(Code, Codes, Depth0, State, Found) :-
    Depth is Depth0+1,
    (   Depth0 =:= 101                  % that of the fact and 100 of lists
    ->  Found = found("brackets are nested more than 101 levels deep", [Code|Codes])
    ;   State == plain
    ->  plain(Codes, Code, Depth, 0, Found)
    ;   doubtful(Codes, Depth, 0, Found)
    ).

shallower(Code, Codes, Depth0, Found) :-
    Depth is max(0, Depth0-1),
    plain(Codes, Code, Depth, 0, Found).

too_long(Codes, found("a number has 1000 or more digits", Codes)).

line_comment([Code|Codes], Depth, Run, Found) :-
    (   Code == 0'\n
    ->  plain(Codes, Code, Depth, Run, Found)
    ;   line_comment(Codes, Depth, Run, Found)
    ).

block_comment([0'*, 0'/|Codes], Depth, Run, Found) :-
    !,
    plain(Codes, 0' , Depth, Run, Found).
block_comment([0'/, 0'*|Codes], Depth, Run, Found) :-
    !,
    doubtful(Codes, Depth, Run, Found).
block_comment([_|Codes], Depth, Run, Found) :-
    block_comment(Codes, Depth, Run, Found).

quoted([Quote|Codes], Quote, Depth, Found) :-
    !,
    plain(Codes, Quote, Depth, 0, Found).
quoted([0'\\, Code|Codes], Quote, Depth, Found) :-
    !,
    (   escaped(Code)
    ->  quoted(Codes, Quote, Depth, Found)
    ;   doubtful([0'\\, Code|Codes], Depth, 0, Found)
    ).
quoted([0'\n|Codes], _, Depth, Found) :-
    !,
    doubtful(Codes, Depth, 0, Found).
quoted([_|Codes], Quote, Depth, Found) :-
    quoted(Codes, Quote, Depth, Found).

%   From where it is in doubt what is text and what is not. Prolog would read on
%   behind a backslash at the end of a line, and print a warning.
doubtful([0'\\, 0'\n|Codes], _, _, found("a quote is closed on its line", [0'\\, 0'\n|Codes])) :- !.
doubtful([Code|Codes], Depth, Run0, Found) :-
    (   opening(Code)
    ->  deeper(Code, Codes, Depth, doubtful, Found)
    ;   Run1 is max(0, Run0),
        doubtful_run(Code, Run1, Run),
        (   Run >= 1000
        ->  too_long([Code|Codes], Found)
        ;   doubtful(Codes, Depth, Run, Found)
        )
    ).

%   run(+Code, +Run0, -Run): a number continues over letters, and over the blanks
%   between groups of digits.
run(Code, Run0, Run) :-
    (   Code > 0'z                      % ASCII codes from there on are symbols
    ->  (   Code < 128 -> Run = 0 ; Run0 < 0 -> Run = Run0 ; Run is Run0+1 )
    ;   digit(Code)
    ->  (   Run0 < 0 -> Run = Run0 ; Run is Run0+1 )
    ;   letter(Code)
    ->  (   Run0 =< 0 -> Run = -1 ; Run is Run0+1 )
    ;   Code =< 0'  
    ->  Run is max(0, Run0)
    ;   Run = 0
    ).

doubtful_run(Code, Run0, Run) :-
    (   ( digit(Code) ; letter(Code) ; Code > 127 )
    ->  Run is Run0+1
    ;   ( Code =< 0'  ; Code == 0'' )
    ->  Run = Run0
    ;   Run = 0
    ).

digit(Code) :-
    Code >= 0'0,
    Code =< 0'9.

letter(Code) :-
    (   Code >= 0'a, Code =< 0'z
    ->  true
    ;   Code >= 0'A, Code =< 0'Z
    ->  true
    ;   Code == 0'_
    ).

symbol(Code) :-
    (   Code > 127
    ->  true
    ;   memberchk(Code, `#$&*+-./:<=>?@\\^~`)
    ).

opening(0'().
opening(0'[).
opening(0'{).

escaped(0'n).
escaped(0't).
escaped(0'\\).
escaped(0'').
escaped(0'").
