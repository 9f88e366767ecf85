:- module(pybridge_blanks, [ blanked/3,        % +Parts, +Text0, -Text
                             script_line/2     % +Text0, -Text
                           ]).
:- encoding(utf8).
:- use_module(library(apply)).
:- use_module(library(error)).

/** <module> Texts of which parts are left out, and all else keeps its line and column
*/

%!  blanked(+Parts, +Text0:string, -Text:string) is det.
%
%   Text has spaces in place of each From-To of Parts, which come in order.

blanked(Parts, Text0, Text) :-
    must_be(list, Parts),
    must_be(string, Text0),
    pieces(Parts, 0, Text0, Pieces),
    atomics_to_string(Pieces, Text).

pieces([], At, Text, [Rest]) :-
    sub_string(Text, At, _, 0, Rest).
pieces([From-To|Parts], At, Text, [Before,Blank|Pieces]) :-
    Kept is From-At,
    sub_string(Text, At, Kept, _, Before),
    Length is To-From,
    sub_string(Text, From, Length, _, Part),
    string_codes(Part, Codes0),
    maplist(blank_code, Codes0, Codes),
    string_codes(Blank, Codes),
    pieces(Parts, To, Text, Pieces).

blank_code(Code0, Code) :-
    ( memberchk(Code0, [0'\n, 0'\r, 0'\t]) -> Code = Code0 ; Code = 0'\s ).

%!  script_line(+Text0:string, -Text:string) is det.
%
%   Text is Text0 as Prolog reads it: a first line `#!...` says how a shell runs it; a byte order
%   mark before it says what its encoding is.

script_line(Text0, Text) :-
    string_concat("\uFEFF", Rest, Text0),
    !,
    string_concat(" ", Rest, Text).
script_line(Text0, Text) :-
    string_concat("#!", _, Text0),
    !,
    ( sub_string(Text0, End, _, _, "\n") -> true ; string_length(Text0, End) ),
    blanked([0-End], Text0, Text).
script_line(Text, Text).
