:- module(pybridge_syntax, [ syntax_words/2     % +What, -Text
                           ]).
:- encoding(utf8).

/** <module> Errors of syntax, in words

SWI-Prolog names an error of syntax by an atom. Its place is that of the last text that could
be read, or just behind it, so what is missing is missing there.
*/

%!  syntax_words(+What, -Text:string) is det.
%
%   Text says what the error syntax_error(What) means to someone who wrote the text.

syntax_words(What, Text) :-
    (   words(What, Words)
    ->  true
    ;   format(string(Words), "~W", [What, [quoted(true), max_depth(10)]])
    ),
    string_concat("syntax error: ", Words, Text).

words(operator_expected, "operator expected; a comma, an operator or a full stop is missing here").
words(operator_clash, "operator priority clash; put a part in parentheses").
words(operator_balance, "unbalanced operator; something is missing beside it").
words(end_of_clause_expected, "end of clause expected; a full stop is missing here, or there is a bracket too many").
words(end_of_clause, "unexpected end of clause; something is missing before the full stop").
words(end_of_file, "the file ends within a clause; end it with a full stop").
words(end_of_file_in_quoted(_), "a quote is not closed").
words(end_of_file_in_block_comment, "a comment /* is not closed").
words(end_of_file_in_quasi_quotation, "|| begins a quotation that is not closed; Prolog has a semicolon for or").
words(cannot_start_term, "illegal start of term; something is missing after this, or a bracket does not fit").
words(quoted_punctuation, "operand expected; something is missing beside this comma or bar").
words(double_bar_outside_quasiquotation, "nothing is before the bar; write [Head|Tail]").
words(list_rest, "unexpected comma or bar in the rest of a list; write [Head|Tail]").
words(illegal_number, "illegal number").
words(colon_expected, "a name before braces; write parentheses").
words(undefined_char_escape(Char), Words) :-
    format(string(Words), "\\~w means nothing in quotes; write \\\\ for a backslash", [Char]).
