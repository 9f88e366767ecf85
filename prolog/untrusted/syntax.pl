:- module(pybridge_syntax, [ syntax_words/2     % +What, -Text
                           ]).
:- encoding(utf8).

/** <module> Errors of syntax, in words

SWI-Prolog names an error of syntax by an atom. Its place is where reading ended, so what is
missing is missing before it.
*/

%!  syntax_words(+What, -Text:string) is det.
%
%   Text says what the error syntax_error(What) means to someone who wrote the text.

syntax_words(What, Text) :-
    (   words(What, Text0)
    ->  Text = Text0
    ;   format(string(Text), "syntax error: ~W",
               [What, [quoted(true), max_depth(10)]])
    ).

words(operator_expected,
      "syntax error: operator expected; a comma, an operator or a full stop is missing before this").
words(operator_clash, "syntax error: operator priority clash; put a part in parentheses").
words(operator_balance, "syntax error: unbalanced operator; something is missing beside it").
words(end_of_clause_expected,
      "syntax error: end of clause expected; a full stop is missing, or there is a bracket too many").
words(end_of_clause, "syntax error: unexpected end of clause; something is missing before the full stop").
words(end_of_file, "syntax error: the file ends within a clause; end it with a full stop").
words(end_of_file_in_quoted(_), "syntax error: a quote is not closed").
words(end_of_file_in_block_comment, "syntax error: a comment /* is not closed").
words(cannot_start_term, "syntax error: illegal start of term; something is missing before this").
words(illegal_number, "syntax error: illegal number").
words(undefined_char_escape(Char), Text) :-
    format(string(Text), "syntax error: \\~w means nothing in quotes; write \\\\ for a backslash", [Char]).
words(quoted_unexpected, "syntax error: a quote where none can be").
words(cannot_start_list, "syntax error: a list cannot begin here").
words(Missing, Text) :-
    (   Missing = close(_)
    ;   Missing == missing_close
    ),
    !,
    format(string(Text), "syntax error: a bracket is not closed", []).
