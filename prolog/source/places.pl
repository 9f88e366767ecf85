:- module(pybridge_source_places, [ placed/4,            % +Where, +Lines, -Line, -Column
                                    lines_of/2,          % +Text, -Lines
                                    place_of_start/3,    % +Name, +Clauses, -Where
                                    head_place/6,        % +PI, +I, +N, +Clauses, +Default, -Where
                                    placed_fault/3,      % +Fault, +Lines, -Placed
                                    judged_place/7       % +Line0, +Column0, +Said, +Clauses, +Lines, -Line, -Column
                                  ]).
:- encoding(utf8).
:- use_module(library(lists)).
:- use_module(library(solution_sequences)).
:- use_module('../untrusted/clauses', [head/2]).
:- use_module(goals, [goal_at/4]).

/** <module> Lines and columns of what is wrong with a text
*/

%!  placed(+Where, +Lines, -Line, -Column) is det.
%
%   Where is line(Line), or at(At) for a character, counted from 0, of the text with these Lines: see lines_of/2.

placed(line(Line), _, Line, 1).
placed(at(At), Lines, Line, Column) :-
    functor(Lines, _, Count),
    last_before(1, Count, At, Lines, Line),
    arg(Line, Lines, Begin),
    Column is At-Begin+1.

%   last_before(+First, +Last, +At, +Lines, -Line): the last of these lines that begins at At or before.
last_before(Line0, Last, At, Lines, Line) :-
    (   Line0 =:= Last
    ->  Line = Line0
    ;   Middle is (Line0+Last+1)//2,
        arg(Middle, Lines, Begin),
        (   Begin =< At
        ->  last_before(Middle, Last, At, Lines, Line)
        ;   Last1 is Middle-1,
            last_before(Line0, Last1, At, Lines, Line)
        )
    ).

%!  lines_of(+Text:string, -Lines) is det.
%
%   Lines has an argument for each line of Text: the number of the character with which it begins. So a place
%   is found without going through the text again.

lines_of(Text, Lines) :-
    split_string(Text, "\n", "", Parts),
    begins(Parts, 0, Begins),
    compound_name_arguments(Lines, lines, Begins).

begins([], _, []).
begins([Part|Parts], Begin, [Begin|Begins]) :-
    string_length(Part, Length),
    Next is Begin+Length+1,
    begins(Parts, Next, Begins).

%!  place_of_start(+Name, +Clauses, -Where) is det.
%
%   Where is the place of the clause for a start, or of the first one that may make it.

place_of_start(Name, Clauses, at(At)) :-
    findall(Name0-At0, ( member(clause(Term, _, _, _, At0, _), Clauses), head(Term, start(Name0, _)) ), Starts),
    (   member(Name1-At, Starts),
        Name1 == Name
    ->  true
    ;   member(Name1-At, Starts),
        \+ Name1 \= Name
    ->  true
    ;   At = 0
    ).

%!  head_place(+PI, +I, +N, +Clauses, +Default, -Where) is det.
%
%   Where is the place of the I-th argument of the N-th clause of PI; it is Default if it has none.

head_place(Name/Arity, I, N, Clauses, Default, Where) :-
    Clause = clause(Head, _, Position, _, _, _),
    (   call_nth(( member(Clause, Clauses), callable(Head), functor(Head, Name, Arity) ), N),
        Position = term_position(_, _, _, _, Parts),
        nth1(I, Parts, Part)
    ->  arg(1, Part, At),
        Where = at(At)
    ;   Where = Default
    ).

%!  placed_fault(+Fault, +Lines, -Placed) is det.
%
%   Placed is fault(Kind, Line, Column, Said) for a fault of text.pl or rules/faults.pl.

placed_fault(fault(Kind, At, line(Said0, At1)), Lines, fault(Kind, Line, Column, Said)) :-
    !,
    placed(at(At), Lines, Line, Column),
    placed(at(At1), Lines, Line1, _),
    format(string(Said), "~s ~d", [Said0, Line1]).
placed_fault(fault(Kind, At, Said), Lines, fault(Kind, Line, Column, Said)) :-
    placed(at(At), Lines, Line, Column).

%!  judged_place(+Line0, +Column0, +Said:string, +Clauses, +Lines, -Line, -Column) is det.
%
%   The judge of a clause knows only Line0, where it begins. The place is that of the
%   goal in it that Said names first.

judged_place(Line0, 1, Said, Clauses, Lines, Line, Column) :-
    member(clause(_, Body, _, Position, At0, _), Clauses),
    placed(at(At0), Lines, Line0, _),
    goal_at(Body, Position, Goal, At),
    named_first(Goal, Said),
    !,
    placed(at(At), Lines, Line, Column).
judged_place(Line, Column, _, _, _, Line, Column).

named_first(Goal, Said) :-
    (   Goal = Module:Inner,
        callable(Inner)
    ->  functor(Inner, Name, Arity),
        format(string(Begin), "~p:", [Module:Name/Arity])
    ;   functor(Goal, Name, Arity),
        format(string(Begin), "~q ", [Name/Arity])
    ),
    string_concat(Begin, _, Said).
