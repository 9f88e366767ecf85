:- module(pybridge_exchange, [ json_text/2,     % +Term, -Text
                               print_json/1,    % +Term
                              written/2        % +Term, -Text
                             ]).
:- encoding(utf8).
:- use_module(library(error)).
:- use_module(library(lists)).
:- use_module(library(terms), [term_size/2]).

/** <module> Prolog terms as JSON text

    integer, float, string   the same in JSON; integers of any size
    list                     an array
    atom                     {"atom": Name}
    other compound           {"functor": Name, "args": [...]}
    rational                 {"rational": [Numerator, Denominator]}
    variable, stream, blob,
    dict                     {"other": Text}

The Python side that reads this is `pybridge/swipl/exchange.py`.
*/

%!  json_text(+Term, -Text:string) is det.
%
%   @throws type_error(acyclic, Term) if Term is cyclic.

json_text(Term, Text) :-
    must_be(acyclic, Term),
    with_output_to(string(Text), print_json(Term)).

%!  print_json(+Term) is det.
%
%   Write the text of Term, which is acyclic, to the current output.

print_json(Term) :-
    (   var(Term)
    ->  other(Term)
    ;   integer(Term)
    ->  write(Term)
    ;   string(Term)
    ->  json_string(Term)
    ;   is_list(Term)
    ->  json_list(Term)
    ;   float(Term)
    ->  json_float(Term)
    ;   atom(Term)
    ->  write('{"atom":'), json_string(Term), write('}')
    ;   blob(Term, _)
    ->  other(Term)
    ;   rational(Term, N, D)
    ->  format('{"rational":[~d,~d]}', [N, D])
    ;   compound_name_arguments(Term, Name, Args),
        atom(Name)
    ->  write('{"functor":'), json_string(Name),
        write(',"args":'), json_list(Args), write('}')
    ;   other(Term)
    ).

other(Term) :-
    written(Term, Text),
    write('{"other":'), json_string(Text), write('}').

%!  written(+Term, -Text:string) is det.
%
%   Text is how Prolog writes Term.
%
%   @throws representation_error(term_nested_so_deep) where writing, which recurses in C,
%   would end the process

written(Term, Text) :-
    (   nested_at_most(200 000, Term)
    ->  format(string(Text), '~q', [Term])
    ;   representation_error(term_nested_so_deep)
    ).

%   A level takes two cells at least.
nested_at_most(Levels, Term) :-
    term_size(Term, Cells),
    (   Cells =< 2*Levels
    ->  true
    ;   acyclic_term(Term),
        shallow(Term, Levels)
    ).

shallow(Term, _) :-
    \+ compound(Term),
    !.
shallow([X|Xs], Levels0) :-             % the elements of a list are written one after the other
    !,
    Levels is Levels0-1,
    shallow(X, Levels),
    shallow(Xs, Levels0).
shallow(Term, Levels0) :-
    Levels0 > 0,
    Levels is Levels0-1,
    forall(arg(_, Term, Arg), shallow(Arg, Levels)).

%   JSON has no infinity; Python's reader knows these three words.
json_float(Float) :-
    (   Float =:= inf
    ->  write('Infinity')
    ;   Float =:= -inf
    ->  write('-Infinity')
    ;   Float =\= Float
    ->  write('NaN')
    ;   write(Float)
    ).

%   Prolog writes a list of integers as JSON does, and at once.
json_list(Xs) :-
    integers(Xs),
    !,
    write(Xs).
json_list([X|Xs]) :-
    write('['),
    print_json(X),
    json_rest(Xs),
    write(']').

integers([]).
integers([X|Xs]) :-
    integer(X),
    integers(Xs).

json_rest([]).
json_rest([X|Xs]) :-
    write(','),
    print_json(X),
    json_rest(Xs).

json_string(Text) :-
    put_char('"'),
    (   \+ sub_string(Text, _, _, _, "\000\"),
        needs_escape(Marks),
        without(Text, Marks)
    ->  write(Text)
    ;   string_codes(Text, All),
        json_codes(All)
    ),
    put_char('"').

json_codes([]).
json_codes([Code|Codes]) :-
    (   Code >= 0x20,
        Code =\= 0'",
        Code =\= 0'\\,
        \+ between(0xD800, 0xDFFF, Code)
    ->  char_code(Char, Code),
        put_char(Char)
    ;   format('\\u~|~`0t~16r~4+', [Code])
    ),
    json_codes(Codes).

%   Whether no character of Chars is in Text. split_string/4 overlooks a NUL.
without(Text, Chars) :-
    catch(split_string(Text, Chars, "", Parts), error(representation_error(_), _), fail),
    Parts = [_].

%   needs_escape(-Chars): what cannot stand in a JSON string as it is, but NUL.
:- dynamic needs_escape/1.

:- numlist(1, 0x1F, Controls),
   append(Controls, [0'", 0'\\], Codes),
   string_codes(Chars, Codes),
   assertz(needs_escape(Chars)).

:- compile_predicates([needs_escape/1]).
