:- module(pybridge_own_text, [ examine_program/5    % +File, +Program, +Options, -Warnings, -Mistakes
                             ]).
:- encoding(utf8).
:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(library(option)).
:- use_module('../engine/loading', [own_file/2, prepare/1]).
:- use_module('../source/goals', [defined/3]).
:- use_module('../source/mistakes').
:- use_module('../source/places', [lines_of/2,placed/4]).
:- use_module('../source/text').
:- use_module(classic).

/** <module> What can be said about a program of the user's without running it
*/

%!  examine_program(+File, +Program, +Options, -Warnings:list, -Mistakes:list) is det.
%
%   Warnings are what Prolog warns of when it loads the program text(Name, Text) of Options beside
%   the puzzle in File, each as [Line, Column, Text], and Mistakes what mistake/5 finds in it, the
%   likeliest first, each as [Line, Column, Template, Values] with Values as [Name, Text]. Options are
%   those of run_classic/4.

examine_program(File, Program, Options, Warnings, Mistakes) :-
    prepare(untrusted/file),
    beside_puzzle(File, Options, Module,
                  pybridge_own_text:examine_beside(Module, Program, Options, Warnings, Mistakes)).

examine_beside(Module, Program, Options, Warnings, Mistakes) :-
    option(text(_, Text), Options),
    Module:puzzle(_, Domain, _),
    own_file('own@examined', Id),       % what is included is found from there
    setup_call_cleanup(
        load_moves(Domain, Module, Id, Program, Text),
        ( pybridge_program_file:program_warnings(Text, Module, Loadable, Warned0),
          source_clauses(Text, Written, _),
          exclude(unwanted(Written), Warned0, Warned),
          source_clauses(Loadable, Clauses, _),
          lines_of(Text, Lines),
          findall(Mistake,
                  ( mistake(Clauses, Module, Program, At, Said),
                    mistake_row(Said, At, Lines, Mistake)
                  ),
                  Mistakes0)
        ),
        unload_file(Id)),
    list_to_set(Mistakes0, Mistakes),
    maplist(warning_row(Module, Id), Warned, Warnings).

mistake_row(said(Template, Values0), At, Lines, [Line,Column,Template,Values]) :-
    placed(at(At), Lines, Line, Column),
    maplist(value_text(Lines), Values0, Values).

value_text(Lines, Name=Value, [Name,Shown]) :-
    (   Value = line(At)
    ->  placed(at(At), Lines, Line, _),
        format(string(Shown), "~d", [Line])
    ;   atomic(Value)
    ->  format(string(Shown), "~w", [Value])        % the name of a variable, or text
    ;   format(string(Shown), "~q", [Value])
    ).

%   unwanted(+Clauses, +Warning) is semidet: a directive of the text wants no such warning. It was
%   not loaded: a program must not change what it does not define.
unwanted(Clauses, warned(_, _, About, _)) :-
    member(clause('$directive'(Directive), _, _, _, _, _), Clauses),
    nonvar(Directive),
    (   About = discontiguous(Name/Arity),
        defined([clause('$directive'(Directive), true, none, none, 0, [])], Name, Arity)
    ;   Directive = style_check(-Style),
        functor(About, Style, _)
    ),
    !.

%   warning_row(+Module, +Id, +Warning, -Row): without the names that only we give.
warning_row(Module, Id, warned(Line, Column, _, Text0), [Line,Column,Text]) :-
    format(string(Qualifier), "~q:", [Module]),
    replaced(Qualifier, "", Text0, Text1),
    format(string(Source), "~w.program:", [Module]),
    replaced(Source, "line ", Text1, Text2),
    format(string(Moves), "~w:", [Id]),
    replaced(Moves, "line ", Text2, Text).

replaced(Part, By, Text0, Text) :-
    atomic_list_concat(Parts, Part, Text0),
    atomic_list_concat(Parts, By, Atom),
    atom_string(Atom, Text).
