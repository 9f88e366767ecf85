:- module(pybridge_operators, [ misfit/6,         % +What, +Clause, +Syntax, +From, -At, -Said
                                 remainder/5,      % +Clause, +Syntax, +From, -At, -Said
                                 declared/2        % +Syntax, +Name
                               ]).
:- encoding(utf8).
:- use_module(library(apply)).
:- use_module(library(lists)).

/** <module> Operators that do not fit into a clause

What is meant is found by trying: with a correction the clause can be read, with the operators
that hold in the module Syntax.
*/

%!  misfit(+What, +Clause:string, +Syntax, +From, -At, -Said) is semidet.
%
%   Clause, which begins at the character From and raises syntax_error(What), has an operator at At
%   that is meant otherwise, or a comma or a full stop that does not fit. Said says what is right.

misfit(operator_clash, Clause, Syntax, From, At, Said) :-
    clash(Clause, Syntax, From, At, Said),
    !.
misfit(_, Clause, Syntax, From, At, Said) :-
    operand(Clause, Syntax, From, At, Said).

%   clash(+Clause, +Syntax, +From, -At, -Said) is semidet: why its operators do not fit. A line ends with a
%   comma or a semicolon at At, and in the next one, whose first character is not a blank, another clause begins.
clash(Clause, _, From, At, Said) :-
    member(End-Mark, [",\n"-"comma",";\n"-"semicolon"]),
    sub_string(Clause, Comma, 2, _, End),
    Begin is Comma+2,
    sub_string(Clause, Begin, 1, _, First),
    char_type(First, csymf),
    sub_string(Clause, Begin, _, 0, Next),
    sub_string(Next, Neck, _, _, ":-"),
    sub_string(Next, 0, Neck, _, Head),
    \+ sub_string(Head, _, _, _, End),
    !,
    format(string(Said), "a ~s at the end of a clause: write a full stop", [Mark]),
    At is From+Comma.

%   Or a name follows the full stop before At at once, and what is before it can be read.
clash(Clause, Syntax, From, At, "a new line or a space is missing after this full stop") :-
    sub_string(Clause, Before, 1, _, "."),
    Behind is Before+1,
    sub_string(Clause, Behind, 1, _, First),
    char_type(First, lower),
    sub_string(Clause, 0, Before, _, Complete),
    is_readable(Syntax, Complete),
    !,
    At is From+Behind.

%   Or there is a => at At, and with >= the clause can be read.
clash(Clause, Syntax, From, At, "=> does not compare: write >= or =<") :-
    replaced(Clause, Syntax, "=>", ">=", Before),
    !,
    At is From+Before.

%   Or a comma at At has a parenthesis behind it.
clash(Clause, Syntax, From, At, "nothing follows this comma: remove it, or write what is missing") :-
    is_short(Clause),
    sub_string(Clause, Before, 1, After, ","),
    sub_string(Clause, _, After, 0, Right),
    split_string(Right, "", " \t\n\r", [Next]),
    sub_string(Next, 0, 1, _, ")"),
    sub_string(Clause, 0, Before, _, Left),
    string_concat(Left, Right, Corrected),
    is_readable(Syntax, Corrected),
    !,
    At is From+Before.

%   Or comparisons follow each other as in mathematics, the second one at At: as two goals they can be read.
clash(Clause, Syntax, From, At, "two comparisons need two goals: write A < B, B < C") :-
    is_short(Clause),
    member(Operator, ["#=<","#>=","#\\=","#=","#<","#>","=<",">=","=:=","=\\=","\\==","==","\\=","<",">"]),
    sub_string(Clause, Before, _, After, Operator),
    sub_string(Clause, 0, Before, _, Left),
    sub_string(Clause, _, After, 0, Right),
    atomics_to_string([Left,", _ ",Operator," ",Right], Corrected),
    is_readable(Syntax, Corrected),
    !,
    At is From+Before.

%   operand(+Clause, +Syntax, +From, -At, -Said) is semidet: a prefix operator of Prolog at At is meant to be
%   an atom: in parentheses the clause can be read.
operand(Clause, Syntax, From, At, Said) :-
    member(Name, [ "table", "dynamic", "public", "initialization", "discontiguous", "multifile", "volatile",
                   "thread_local", "thread_initialization", "meta_predicate", "module_transparent" ]),
    format(string(Written), "(~s)", [Name]),
    replaced(Clause, Syntax, Name, Written, Before),
    !,
    At is From+Before,
    format(string(Said), "~s is an operator of Prolog: write (~s), or choose another name", [Name, Name]).

%   replaced(+Clause, +Syntax, +Wrong, +Right, -Before) is semidet: with Right in place of Wrong at
%   Before, Clause can be read, or with Right in place of each, the first of which is at Before.
replaced(Clause, Syntax, Wrong, Right, Before) :-
    is_short(Clause),
    findall(Place, stands_alone(Clause, Wrong, Place), Places),
    (   member(Before, Places),
        put(Wrong, Right, Before, Clause, Corrected),
        is_readable(Syntax, Corrected)
    ->  true
    ;   Places = [Before,_|_],
        reverse(Places, Backward),
        foldl(put(Wrong, Right), Backward, Clause, Corrected),
        is_readable(Syntax, Corrected)
    ).

put(Wrong, Right, Before, Text0, Text) :-
    string_length(Wrong, Length),
    sub_string(Text0, 0, Before, _, Left),
    Behind is Before+Length,
    sub_string(Text0, Behind, _, 0, Rest),
    atomics_to_string([Left,Right,Rest], Text).

%   stands_alone(+Clause, +Wrong, -Before) is nondet: neither within a longer name or operator, nor behind a % on its line.
stands_alone(Clause, Wrong, Before) :-
    sub_string(Wrong, 0, 1, _, First),
    sub_string(Clause, Before, _, After, Wrong),
    \+ ( Before > 0, Last is Before-1, sub_string(Clause, Last, 1, _, Char), goes_on(First, Char) ),
    \+ ( sub_string(Clause, _, After, 0, Rest), sub_string(Rest, 0, 1, _, Char), goes_on(First, Char) ),
    sub_string(Clause, 0, Before, _, Up),
    split_string(Up, "\n", "", Lines),
    last(Lines, Line),
    \+ sub_string(Line, _, _, _, "%").

goes_on(First, Char) :-
    ( char_type(First, csymf) -> char_type(Char, csym) ; memberchk(Char, ["=","<",">",":","-","\\"]) ).

%!  remainder(+Clause:string, +Syntax, +From, -At, -Said) is semidet.
%
%   As misfit/6, of a % at At that is meant as mod. Where it hides the full stop, Clause has more than
%   the clause: that ends with the line.

remainder(Clause, Syntax, From, At, "% begins a comment: write mod for the remainder") :-
    is_short(Clause),
    findall(Place, before_operand(Clause, Place), Places),
    Places = [Before|_],
    end_of(Clause, Places, End),
    sub_string(Clause, 0, End, _, Part),
    include(>(End), Places, Within),
    reverse(Within, Backward),
    foldl(put("%", " mod "), Backward, Part, Corrected),
    is_readable(Syntax, Corrected),
    !,
    At is From+Before.

%   end_of(+Clause, +Places, -End) is nondet: where the clause may end, that of the line of one of Places.
end_of(Clause, _, End) :-
    string_length(Clause, End).
end_of(Clause, Places, End) :-
    member(Place, Places),
    once(( sub_string(Clause, End, 1, _, "\n"), End > Place )).

%   before_operand(+Text, -Before) is nondet: a % with something before and an operand behind it on its line.
before_operand(Text, Before) :-
    sub_string(Text, Before, 1, After, "%"),
    sub_string(Text, 0, Before, _, Left),
    split_string(Left, "\n", "", Lines),
    last(Lines, Line),
    split_string(Line, "", " \t", [Code]),
    Code \== "",
    \+ sub_string(Code, 0, 1, _, "%"),
    sub_string(Text, _, After, 0, Right),
    split_string(Right, "", " \t", [Operand]),
    sub_string(Operand, 0, 1, _, First),
    once(( First == "(" ; char_type(First, digit) ; char_type(First, upper) )).

%!  declared(+Syntax, +Name) is semidet.
%
%   Name is an operator in the module Syntax, and none of Prolog's.

declared(Syntax, Name) :-
    current_op(_, _, Syntax:Name),
    \+ current_op(_, _, system:Name),
    !.

%   is_short(+Clause) is semidet: so that many corrections of it can be tried.
is_short(Clause) :-
    string_length(Clause, Length),
    Length < 5000.

is_readable(Syntax, Clause) :-
    catch(term_string(_, Clause, [module(Syntax)]), error(syntax_error(_), _), fail).
