:- module(pybridge_printing, [ printing/2,      % :Goal, :OnLine
                               limit_line/3,    % +Line, +Signs, -Limit
                               shown/1,         % :Goal
                               unheard/1        % :Goal
                             ]).
:- encoding(utf8).
:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(library(prolog_stream)).

/** <module> What a goal prints, line by line, while it runs
*/

:- meta_predicate printing(0, 1), shown(0), unheard(0).

%!  printing(:Goal, :OnLine) is semidet.
%
%   As once(Goal), and call OnLine with each line that Goal prints, a string, as soon as
%   it is complete, or Goal has ended. What OnLine throws ends Goal.

printing(Goal, OnLine) :-
    current_output(Output),
    nb_setval(printing_line, OnLine),
    nb_setval(printing_begun, ""),
    setup_call_cleanup(
        ( open_prolog_stream(pybridge_printing, write, Stream, []),
          set_stream(Stream, buffer(line)),
          set_output(Stream)
        ),
        ( ( call(Goal) -> Success = true ; Success = fail ),
          flush_output(Stream),
          last_line(OnLine),
          Success
        ),
        ( set_output(Output),
          nb_setval(printing_line, true),       % what is left to print goes nowhere
          catch(close(Stream), _, true)
        )).

:- public
    stream_write/2,
    stream_close/1.

%   Called by the stream with what it holds: a line, or the part that a long one begins or
%   ends with.
stream_write(_, Text) :-
    nb_getval(printing_line, OnLine),
    nb_getval(printing_begun, Begun),
    (   ( OnLine == true ; too_long(Begun, Text) )
    ->  true
    ;   string_concat(Begun, Text, All),
        split_string(All, "\n", "", Pieces),
        lines(Pieces, OnLine)
    ).

%   So long a line is not read; to copy it again and again would take quadratic time.
too_long(Begun, Text) :-
    string_length(Begun, Length),
    Length > 100 000,
    \+ sub_string(Text, _, _, _, "\n").

lines([Last], _) :-
    !,
    nb_setval(printing_begun, Last).
lines([Line|Lines], OnLine) :-
    nb_setval(printing_begun, ""),
    ignore(call(OnLine, Line)),
    lines(Lines, OnLine).

stream_close(_).

%   A line that Goal has not ended.
last_line(OnLine) :-
    nb_getval(printing_begun, Begun),
    (   Begun == ""
    ->  true
    ;   lines([Begun,""], OnLine)
    ).

%!  limit_line(+Line:string, +Signs:string, -Limit) is semidet.
%
%   Line announces Limit: a number alone, or between signs such as dashes, that is no row of
%   a board. The parts of a state are Signs, if each of them is one sign.

limit_line(Line, Signs, Limit) :-
    split_string(Line, "", "-=*#+:.<>[]() \t\r", [Digits]),
    Digits \== "",
    string_length(Digits, Length),
    Length =< 7,
    string_codes(Digits, Codes),
    forall(member(Code, Codes), between(0'0, 0'9, Code)),
    \+ is_row(Codes, Signs),
    number_codes(Limit, Codes),
    Limit =< 1 000 000.

%   Three digits or more, which are signs of the state: as a limit, such a row would end a run
%   with a last limit. Python knows shorter rows by the lines around them.
is_row(Codes, Signs) :-
    Codes = [_,_,_|_],
    string_codes(Signs, Left),
    foldl(selectchk, Codes, Left, _).

%!  shown(:Goal) is semidet.
%
%   As once(Goal). The first lines that Goal prints go to user_error, without the characters
%   that command a terminal.

shown(Goal) :-
    Shown = shown(0),
    printing(Goal, pybridge_printing:show(Shown)).

show(Shown, Line) :-
    most_shown(Lines, Characters),
    arg(1, Shown, N0),
    N is N0+1,
    nb_setarg(1, Shown, N),
    (   N =< Lines
    ->  ( sub_string(Line, 0, Characters, _, Text) -> true ; Text = Line ),
        string_codes(Text, Codes0),
        maplist(harmless, Codes0, Codes),
        format(user_error, "~s~n", [Codes])
    ;   true
    ).

most_shown(1000, 1000).

harmless(Code, Harmless) :-
    (   ( Code < 0'\s, Code =\= 0'\t ; between(0x7F, 0x9F, Code) )
    ->  Harmless = 0'?
    ;   Harmless = Code
    ).

%!  unheard(:Goal) is semidet.
%
%   As once(Goal). What Goal prints goes nowhere.

unheard(Goal) :-
    current_output(Output),
    setup_call_cleanup(
        ( open_null_stream(Nowhere), set_output(Nowhere) ),
        once(Goal),
        ( set_output(Output), close(Nowhere) )).
