:- module(pybridge_clause_text, [ write_program/2,  % +Stream, +Items
                                   read_program/2,  % +Stream, -Items
                                   program_of/2,    % +Text, -Items
                                   module_items/2,  % +Name, -Items
                                   variable/3       % +Name, +Number, -Variable
                                 ]).
:- encoding(utf8).
:- use_module(library(apply)).
:- use_module(library(error)).
:- use_module(library(lists)).

/** <module> Programs as text that people read

A program is a list of items:

    comment(Text)       lines of a comment, or an empty line if Text is empty
    (:- Directive)
    Clause              a fact or a rule

A variable is a term '$VAR'(Name), so that it keeps its name.
*/

%!  write_program(+Stream, +Items) is det.
%
%   An empty line parts the predicates.

write_program(Stream, Items) :-
    must_be(list, Items),
    foldl(write_item(Stream), Items, start, _).

%   What was written last: start, gap, comment, directive, or a predicate's Name/Arity.
write_item(Stream, Item, Last0, Last) :-
    must_be(nonvar, Item),
    kind(Item, Kind),
    (   Kind == gap
    ->  true
    ;   Last0 == Kind
    ->  true
    ;   memberchk(Last0, [start,gap])
    ->  true
    ;   Last0 == comment,
        Kind = _/_
    ->  true
    ;   nl(Stream)
    ),
    (   Kind == gap
    ->  (   memberchk(Last0, [start,gap])
        ->  true
        ;   nl(Stream)
        )
    ;   item(Item, Stream)
    ),
    Last = Kind.

kind(comment(""), Kind) :-
    !,
    Kind = gap.
kind(comment(_), Kind) :-
    !,
    Kind = comment.
kind((:- _), Kind) :-
    !,
    Kind = directive.
kind((Head :- _), Kind) :-
    !,
    kind(Head, Kind).
kind(Head, Name/Arity) :-
    functor(Head, Name, Arity).

item(comment(Text), Stream) :-
    !,
    split_string(Text, "\n", "", Lines),
    forall(member(Line, Lines), comment_line(Line, Stream)).
item((:- Directive), Stream) :-
    !,
    format(Stream, ":- ", []),
    write_goal(Stream, Directive),
    format(Stream, ".~n", []).
item((Head :- Body), Stream) :-
    !,
    write_goal(Stream, Head),
    format(Stream, " :-~n    ", []),
    body(Body, 4, Stream),
    format(Stream, ".~n", []).
item(Fact, Stream) :-
    write_goal(Stream, Fact),
    format(Stream, ".~n", []).

comment_line("", Stream) :-
    !,
    nl(Stream).
comment_line(Line, Stream) :-
    format(Stream, "%   ~s~n", [Line]).

%   What begins at column Indent, where the stream stands.
body((A, B), Indent, Stream) :-
    !,
    body(A, Indent, Stream),
    format(Stream, ",~n~t~*|", [Indent]),
    body(B, Indent, Stream).
body(Body, Indent, Stream) :-
    alternatives(Body, Alternatives),
    !,
    Indent4 is Indent+4,
    Alternatives = [First|Others],
    format(Stream, "(   ", []),
    alternative(First, Indent4, Stream),
    forall(member(Other, Others),
           ( format(Stream, "~n~t~*|;   ", [Indent]),
             alternative(Other, Indent4, Stream) )),
    format(Stream, "~n~t~*|)", [Indent]).
body(Goal, _, Stream) :-
    write_goal(Stream, Goal).

alternatives((A ; B), [A|As]) :-
    !,
    (   alternatives(B, As)
    ->  true
    ;   As = [B]
    ).
alternatives((A -> B), [(A -> B)]).

alternative((If -> Then), Indent, Stream) :-
    !,
    body(If, Indent, Stream),
    Before is Indent-4,
    format(Stream, "~n~t~*|->  ", [Before]),
    body(Then, Indent, Stream).
alternative(Body, Indent, Stream) :-
    body(Body, Indent, Stream).

write_goal(Stream, Goal) :-
    write_term(Stream, Goal, [ quoted(true), numbervars(true), spacing(next_argument),
                               priority(999), ignore_ops(false), no_lists(false) ]).

%!  variable(+Name:atom, +Number, -Variable) is det.
%
%   Variable is called Name and then Number, which may be empty.

variable(Name, Number, '$VAR'(Variable)) :-
    atom_concat(Name, Number, Variable).

%!  read_program(+Stream, -Items) is det.
%
%   Items are the clauses and directives that Stream holds.

read_program(Stream, Items) :-
    read_term(Stream, Term, [variable_names(Names)]),
    (   Term == end_of_file
    ->  Items = []
    ;   maplist(name_variable, Names),
        term_variables(Term, Nameless),
        maplist(=('$VAR'('_')), Nameless),
        Items = [Term|Items1],
        read_program(Stream, Items1)
    ).

name_variable(Name='$VAR'(Name)).

%!  program_of(+Text, -Items) is det.
%
%   Items are the clauses that Text holds.

program_of(Text, Items) :-
    setup_call_cleanup(
        open_string(Text, Stream),
        read_program(Stream, Items),
        close(Stream)).

%!  module_items(+Name:atom, -Items) is det.
%
%   Items are the clauses of the module Name, whose file lies beside this one, and the libraries
%   it imports: what a program needs of it to stand alone.

module_items(Name, Items) :-
    must_be(atom, Name),
    module_property(pybridge_clause_text, file(Here)),
    file_directory_name(Here, Folder),
    atomic_list_concat([Folder, /, Name, '.pl'], Path),
    setup_call_cleanup(
        open(Path, read, Stream, [encoding(utf8)]),
        read_program(Stream, Items0),
        close(Stream)),
    exclude(of_a_file, Items0, Items).

%   A directive that means the file alone.
of_a_file((:- Directive)) :-
    Directive \= use_module(library(_)).
