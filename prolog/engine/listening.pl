:- module(pybridge_listening, [ heard_while/3   % :Goal, -Heard, -Warned
                              ]).
:- encoding(utf8).
:- use_module(library(apply)).
:- use_module(library(lists)).

/** <module> What loading reports, as data

SWI-Prolog prints what is wrong with a source file and continues. Here the messages
are collected instead, in the thread that loads.
*/

:- meta_predicate heard_while(0, -, -).

:- thread_local
    listening/0,
    heard/1,                            % heard(File, Line, Column, Message)
    warned/1.                           % warned(Line, Column, About, Text)

%!  heard_while(:Goal, -Heard, -Warned) is det.
%
%   Call Goal once; Heard are the errors that it reports, and directives that fail, as
%   heard(File, Line, Column, Text), both counting from 1. Warned are the warnings, as
%   warned(Line, Column, About, Text), where About is `singleton`, discontiguous(Name/Arity),
%   redefined(Name/Arity) or `other`. Nothing is printed.

heard_while(Goal, Heard, Warned) :-
    setup_call_cleanup(
        ( retractall(heard(_)), retractall(warned(_)), assertz(listening) ),
        ignore(Goal),
        retractall(listening)),
    findall(Item, retract(heard(Item)), Items),
    findall(Warning, retract(warned(Warning)), Warned),
    maplist(in_words, Items, Heard).

:- multifile user:message_hook/3.
:- dynamic user:message_hook/3.

user:message_hook(error(syntax_error(swi_backslash_newline), _), warning, _).     % of style alone
user:message_hook(Message, Kind, Lines) :-
    pybridge_listening:listening,
    memberchk(Kind, [error, warning]),
    pybridge_listening:hear(Kind, Message, Lines).

%   The names of variables are known only while a message is printed.
hear(warning, Message, Lines) :-
    Message \= goal_failed(directive, _),
    Message \= init_goal(_, _),
    !,
    about(Message, About),
    place(Message, _, Line, Column),
    one_line(Lines, "; ", Text),
    assertz(warned(warned(Line, Column, About, Text))).
hear(_, Message, _) :-
    place(Message, File, Line, Column),
    assertz(heard(heard(File, Line, Column, Message))).

about(singletons(_, _), singleton) :- !.
about(compiler_warnings(_, _), singleton) :- !.
about(discontiguous(PI0, _), discontiguous(PI)) :- !, ( PI0 = _:PI -> true ; PI = PI0 ).
about(redefined_procedure(static, PI0), redefined(PI)) :- !, strip_module(PI0, _, PI).
about(_, other).

place(error(syntax_error(_), file(File, Line, Column0, _)), File, Line, Column) :-
    !,
    Column is Column0+1.
place(initialization_error(_, _, File:Line), File, Line, 1) :-
    !.
place(_, File, Line, Column) :-
    prolog_load_context(source, File),
    prolog_load_context(term_position, Position),
    !,
    stream_position_data(line_count, Position, Line),
    stream_position_data(line_position, Position, Column0),
    Column is Column0+1.
place(_, File, 1, 1) :-
    ( prolog_load_context(source, File) -> true ; File = '' ).

%   The place has arguments of its own, so the text is only the message, on one line.
in_words(heard(File, Line, Column, Message), heard(File, Line, Column, Text)) :-
    (   ( Message = error(What, _) ; Message = initialization_error(_, error(What, _), _) )
    ->  Plain = error(What, _)
    ;   Plain = Message
    ),
    '$messages':translate_message(Plain, Lines, []),
    one_line(Lines, " ", Text).

one_line(Lines, Between, Text) :-
    with_output_to(string(Text0), print_message_lines(current_output, '', Lines)),
    split_string(Text0, "\n", " ", Parts0),
    exclude(==(""), Parts0, Parts),
    atomic_list_concat(Parts, Between, Atom),
    atom_string(Atom, Text).
