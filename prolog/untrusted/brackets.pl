:- module(pybridge_brackets, [ unclosed/3,            % +Codes, +At, -Found
                               past/5                 % +End, +Codes, +At, -Rest, -After
                             ]).
:- encoding(utf8).
:- use_module(library(lists)).

/** <module> Quotes, comments and brackets that are not closed
*/

%!  unclosed(+Codes:list(integer), +At:integer, -Found) is det.
%
%   Found is the first quote, comment or bracket of a clause that is not closed or closes nothing,
%   or `none`; At is the place of the first code. It is quote(At, Code), comment(At), nested(At)
%   for a comment within one, open(At, Code), crossed(At, Open, Close), surplus(At, Code), or
%   curly(At, Code) for a curly quote.

unclosed(Codes, At, Found) :-
    scan(Codes, At, [], Found).

%   scan(+Codes, +At, +Open, -Found): as unclosed/3; Open has the brackets that are open as At-Code.
scan([], _, [], none) :- !.
scan([], _, Open, open(At, Code)) :-
    !,
    last(Open, At-Code).
scan([0'0,0''|Codes], At, Open, Found) :-
    !,
    character(Codes, Rest, Length),
    At1 is At+2+Length,
    scan(Rest, At1, Open, Found).
scan([0'%|Codes], At, Open, Found) :-
    !,
    past("\n", [0'%|Codes], At, Rest, At1),
    scan(Rest, At1, Open, Found).
scan([0'/,0'*|Codes], At, Open, Found) :-
    !,
    At0 is At+2,
    (   behind_comment(Codes, At0, 0, Rest, At1)
    ->  scan(Rest, At1, Open, Found)
    ;   past("*/", Codes, At0, _, End),
        past("/*", Codes, At0, _, Inner),
        Inner < End
    ->  Place is Inner-2,
        Found = nested(Place)
    ;   Found = comment(At)
    ).
scan([Quote|Codes], At, Open, Found) :-
    memberchk(Quote, `"'\``),
    !,
    At0 is At+1,
    (   quoted(Codes, Quote, At0, Rest, At1)
    ->  scan(Rest, At1, Open, Found)
    ;   Found = quote(At, Quote)
    ).
scan([Code|_], At, _, curly(At, Code)) :-
    memberchk(Code, `“”‘’`),
    !.
scan([Code|Codes], At, Open0, Found) :-
    At1 is At+1,
    (   memberchk(Code, `([{`)
    ->  scan(Codes, At1, [At-Code|Open0], Found)
    ;   \+ memberchk(Code, `)]}`)
    ->  scan(Codes, At1, Open0, Found)
    ;   Open0 = [_-Begin|Open],
        pair(Begin, Code)
    ->  scan(Codes, At1, Open, Found)
    ;   Open0 = [Place-Begin|_]
    ->  Found = crossed(Place, Begin, Code)
    ;   Found = surplus(At, Code)
    ).

pair(0'(, 0')).
pair(0'[, 0']).
pair(0'{, 0'}).

%   behind_comment(+Codes, +At, +Depth, -Rest, -After) is semidet: comments may be nested.
behind_comment([0'*,0'/|Codes], At, Depth, Rest, After) :-
    !,
    At1 is At+2,
    (   Depth =:= 0
    ->  Rest = Codes,
        After = At1
    ;   Depth1 is Depth-1,
        behind_comment(Codes, At1, Depth1, Rest, After)
    ).
behind_comment([0'/,0'*|Codes], At, Depth, Rest, After) :-
    !,
    At1 is At+2,
    Depth1 is Depth+1,
    behind_comment(Codes, At1, Depth1, Rest, After).
behind_comment([_|Codes], At, Depth, Rest, After) :-
    At1 is At+1,
    behind_comment(Codes, At1, Depth, Rest, After).

%   character(+Codes, -Rest, -Length): Codes begin with the character of 0'c.
character([0'\\,_|Rest], Rest, 2) :- !.
character([0'',0''|Rest], Rest, 2) :- !.
character([_|Rest], Rest, 1) :- !.
character([], [], 0).

%!  past(+End:string, +Codes, +At, -Rest, -After) is semidet.
%
%   Rest follows the first End, or the end if End is that of a line.

past(End, Codes, At, Rest, After) :-
    string_codes(End, Ends),
    (   append(Ends, Rest0, Codes)
    ->  Rest = Rest0,
        length(Ends, Length),
        After is At+Length
    ;   Codes = [_|Codes1]
    ->  At1 is At+1,
        past(End, Codes1, At1, Rest, After)
    ;   End == "\n",
        Rest = [],
        After = At
    ).

%   quoted(+Codes, +Quote, +At, -Rest, -After) is semidet: Quote closes on its line.
quoted([0'\\,_|Codes], Quote, At, Rest, After) :-
    !,
    At1 is At+2,
    quoted(Codes, Quote, At1, Rest, After).
quoted([Quote|Rest], Quote, At, Rest, After) :-
    !,
    After is At+1.
quoted([Code|Codes], Quote, At, Rest, After) :-
    Code \== 0'\n,
    At1 is At+1,
    quoted(Codes, Quote, At1, Rest, After).
