:- module(exchange, [ json_text/2               % +Term, -Text
                    ]).
:- encoding(utf8).
:- use_module(library(error)).

/** <module> Prolog terms as JSON text

    integer, float, string   the same in JSON; integers of any size
    list                     an array
    atom                     {"atom": Name}
    other compound           {"functor": Name, "args": [...]}
    rational                 {"rational": [Numerator, Denominator]}
    variable, stream, blob   {"other": Text}

The Python side that reads this is `pybridge/swipl/exchange.py`.
*/

%!  json_text(+Term, -Text:string) is det.
%
%   @throws domain_error(acyclic_term, Term) if Term is cyclic.

json_text(Term, Text) :-
    must_be(acyclic, Term),
    with_output_to(string(Text), json(Term)).

json(Term) :-
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
        write('{"functor":'), json_string(Name),
        write(',"args":'), json_list(Args), write('}')
    ).

other(Term) :-
    format(string(Text), '~q', [Term]),
    write('{"other":'), json_string(Text), write('}').

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

json_list([]) :-
    write('[]').
json_list([X|Xs]) :-
    write('['),
    json(X),
    json_rest(Xs),
    write(']').

json_rest([]).
json_rest([X|Xs]) :-
    write(','),
    json(X),
    json_rest(Xs).

json_string(Text) :-
    put_char('"'),
    string_codes(Text, Codes),
    json_codes(Codes),
    put_char('"').

json_codes([]).
json_codes([Code|Codes]) :-
    (   plain(Code)
    ->  char_code(Char, Code),
        put_char(Char)
    ;   format('\\u~|~`0t~16r~4+', [Code])
    ),
    json_codes(Codes).

%   Surrogates cannot stand alone in UTF-8, so they travel as escapes.
plain(Code) :-
    Code >= 0x20,
    Code =\= 0'",
    Code =\= 0'\\,
    \+ between(0xD800, 0xDFFF, Code).
