:- module(pybridge_rules_text, [ rules_text/3,          % +Text, -Clauses, -Faults
                                 rules_fault/3,         % +Clauses, +Module, -Fault
                                 asked/3                % ?Name, ?Arity, -Usage
                               ]).
:- encoding(utf8).
:- use_module(library(apply)).
:- use_module(library(error)).
:- use_module(library(lists)).
:- use_module('../untrusted/allowed').
:- use_module('../untrusted/syntax').

/** <module> The text of a puzzle's rules, read with its positions, and what is wrong with it

A fault is fault(Kind, At, Text): At counts characters from 0. Kind is `syntax`,
`singleton`, `undefined` or `rule`; what a name may have been meant for is in Text of
`undefined`, which is undefined(Name/Arity, Near).
*/

%!  rules_text(+Text:string, -Clauses:list, -Faults:list) is det.
%
%   Clauses are clause(Head, Body, HeadPosition, BodyPosition, At, Bindings) in the order of
%   the text; Body is `true` for a fact, and directive(Goal) is Head for a directive.

rules_text(Text, Clauses, Faults) :-
    must_be(string, Text),
    Syntax = pybridge_rules_syntax,
    setup_call_cleanup(
        ( open_string(Text, Stream), set_module(Syntax:class(temporary)) ),
        read_all(Stream, Text, Syntax, Items),
        ( close(Stream), '$destroy_module'(Syntax) )),
    partition(is_fault, Items, Faults, Clauses).

is_fault(fault(_, _, _)).

read_all(Stream, Text, Syntax, Items) :-
    character_count(Stream, Before),
    catch(read_one(Stream, Syntax, Item), error(syntax_error(What), Where), true),
    (   nonvar(What)
    ->  syntax_fault(What, Where, Before, Text, Fault),
        Items = [Fault|Rest],
        ( at_end_of_stream(Stream) -> Rest = [] ; read_all(Stream, Text, Syntax, Rest) )
    ;   Item == end
    ->  Items = []
    ;   append(Item, Rest, Items),
        read_all(Stream, Text, Syntax, Rest)
    ).

read_one(Stream, Syntax, Items) :-
    read_term(Stream, Term,
              [ syntax_errors(error), term_position(Start), subterm_positions(Position),
                variable_names(Bindings), singletons(Once), module(Syntax), cycles(false)
              ]),
    stream_position_data(char_count, Start, At),
    (   Term == end_of_file
    ->  Items = end
    ;   clause_of(Term, Position, At, Bindings, Clause),
        ( Term = (:- Directive) -> declare(Directive, Syntax) ; true ),
        findall(Fault, singleton(Once, Term, Position, At, Fault), Faults),
        Items = [Clause|Faults]
    ).

%   Operators hold for the rest of the text.
declare(op(Priority, Type, Name), Syntax) :-
    catch(op(Priority, Type, Syntax:Name), error(_, _), true),
    !.
declare(_, _).

clause_of(Term, parentheses_term_position(_, _, Position), At, Bindings, Clause) :-
    !,
    clause_of(Term, Position, At, Bindings, Clause).
clause_of((:- Goal), Position, At, Bindings, clause(directive(Goal), true, Position, none, At, Bindings)) :-
    !.
clause_of((Head :- Body), term_position(_, _, _, _, [HeadPosition,BodyPosition]), At, Bindings,
          clause(Head, Body, HeadPosition, BodyPosition, At, Bindings)) :-
    !.
clause_of(Head, Position, At, Bindings, clause(Head, true, Position, none, At, Bindings)).

singleton(Once, Term, Position, At, fault(singleton, Place, Text)) :-
    member(Name=Variable, Once),
    (   place_of(Variable, Term, Position, Place)
    ->  true
    ;   Place = At
    ),
    format(string(Text), "~w occurs only once: write _~w, or correct it", [Name, Name]).

%!  place_of(+Sub, +Term, +Position, -At) is semidet: Sub, a variable, is there in Term.

place_of(Sub, Term, Position, At) :-
    Sub == Term,
    !,
    arg(1, Position, From),
    ( Position = From-_ -> At = From ; At = From ).
place_of(Sub, Term, term_position(_, _, _, _, Positions), At) :-
    compound(Term),
    compound_name_arguments(Term, _, Parts),
    member_place(Sub, Parts, Positions, At).
place_of(Sub, List, list_position(_, _, Positions, TailPosition), At) :-
    split_list(List, Positions, Parts, Tail),
    (   member_place(Sub, Parts, Positions, At)
    ->  true
    ;   TailPosition \== none,
        place_of(Sub, Tail, TailPosition, At)
    ).
place_of(Sub, {Term}, brace_term_position(_, _, Position), At) :-
    place_of(Sub, Term, Position, At).
place_of(Sub, Term, parentheses_term_position(_, _, Position), At) :-
    place_of(Sub, Term, Position, At).

member_place(Sub, Parts, Positions, At) :-
    nth1(I, Parts, Part),
    nth1(I, Positions, Position),
    place_of(Sub, Part, Position, At),
    !.

split_list(Tail, [], [], Tail) :- !.
split_list([Part|List], [_|Positions], [Part|Parts], Tail) :-
    split_list(List, Positions, Parts, Tail).

syntax_fault(What, Where, Before, Text, fault(syntax, At, Said)) :-
    (   Where = stream(_, _, _, At0)
    ->  true
    ;   At0 = Before
    ),
    (   misspelled(Text, Before, At0, At, Said)
    ->  true
    ;   syntax_words(What, Said),
        first_visible(Text, At0, At)
    ).

%   Where a clause is not ended, the error is at the end of the text.
first_visible(Text, At, Place) :-
    string_length(Text, Length),
    Place is min(At, max(0, Length-1)).

%   misspelled(+Text, +From, +To, -At, -Said) is semidet: what other languages write is in the
%   clause that begins at From, near its error.
misspelled(Text, From, To, At, Said) :-
    Length is max(0, To+3-From),
    ( sub_string(Text, From, Length, _, Clause) -> true ; sub_string(Text, From, _, 0, Clause) ),
    foreign(Wrong, Right),
    sub_string(Clause, Before, _, _, Wrong),
    At is From+Before,
    Near is abs(At-To),
    Near =< 3,
    !,
    format(string(Said), "~w is not Prolog: write ~w", [Wrong, Right]).

foreign("<=", "=<").
foreign("!=", "\\==, or =\\= for numbers").
foreign("<>", "\\==, or =\\= for numbers").
foreign("&&", "a comma").
foreign("||", "a semicolon").
foreign("==>", "->, or :- between head and body").

%!  asked(?Name, ?Arity, -Usage) is nondet.
%
%   pybridge asks for Name/Arity in a puzzle of rules.

asked(puzzle, 3, "puzzle(Name, rules, \"Title\")").
asked(source, 1, "source(\"Text\")").
asked(start, 2, "start(Name, State)").
asked(goal, 1, "goal(State)").
asked(move, 3, "move(State0, Move, State)").
asked(action, 4, "action(Name, Before, Add, Delete)").
asked(optimal, 2, "optimal(Name, Length)").
asked(bound, 2, "bound(State, Moves)").
asked(continues, 2, "continues(Move1, Move2)").
asked(cell, 3, "cell(Cell, Row, Column)").
asked(glyph, 2, "glyph(Value, \"Text\")").
asked(color, 2, "color(Value, \"Color\")").
asked(colour, 2, "colour(Value, \"Colour\")").
asked(picture, 2, "picture(State, Text)").

%!  rules_fault(+Clauses, +Module, -Fault) is nondet.
%
%   What can be said of Clauses without running them. Module has the operators and
%   libraries that they will have, and none of their predicates yet.

rules_fault(Clauses, _, fault(rule, At, Text)) :-
    member(clause(Head, _, _, _, At, _), Clauses),
    callable(Head),
    functor(Head, Name, Arity),
    once(asked(Name, _, _)),
    \+ asked(Name, Arity, _),
    \+ called(Clauses, Name/Arity),
    findall(Usage, asked(Name, _, Usage), [Usage|_]),
    format(string(Text), "~w/~w has ~w: write ~w", [Name, Arity, "a wrong number of arguments", Usage]).
rules_fault(Clauses, Module, fault(undefined, At, undefined(PI, Near))) :-
    Seen = seen([]),
    body_goal(Clauses, Goal, At),
    functor(Goal, Name, Arity),
    PI = Name/Arity,
    \+ defined_here(Clauses, Name, Arity),
    \+ known(Module, Goal),
    arg(1, Seen, Already),
    \+ memberchk(PI, Already),
    nb_setarg(1, Seen, [PI|Already]),
    near(Clauses, Name, Arity, Near).
rules_fault(Clauses, _, fault(rule, At, Text)) :-
    member(clause(_, Body, _, BodyPosition, _, Bindings), Clauses),
    goal_at(Body, BodyPosition, Goal, At),
    wrong_goal(Goal, Bindings, Text).
rules_fault(Clauses, _, fault(rule, At, Text)) :-
    member(clause(Head, Body, HeadPosition, _, _, Bindings), Clauses),
    must_be_known(Head, Body, Part, What),
    \+ ground(Part),
    term_variables(Part, [Variable|_]),
    ( place_of(Variable, Head, HeadPosition, At) -> true ; arg(1, HeadPosition, At) ),
    name_of(Variable, Bindings, Name),
    format(string(Text), "~w leaves ~w unknown; atoms begin with a small letter", [What, Name]).
rules_fault(Clauses, _, fault(missing, 0, Text)) :-
    (   missing(Clauses, [move/3,action/4], "no move/3: add move(State0, Move, State) :- ...", Text)
    ;   missing(Clauses, [start/2], "no start/2: add start(Name, State)", Text)
    ;   missing(Clauses, [goal/1], "no goal/1: add goal(State), a fact or a rule", Text)
    ).

must_be_known(start(Name, State), true, start(Name, State), "start/2").
must_be_known(optimal(Name, Length), true, optimal(Name, Length), "optimal/2").

missing(Clauses, PIs, Text, Text) :-
    \+ ( member(Name/Arity, PIs), defined_here(Clauses, Name, Arity) ),
    %   one that has another number of arguments has its own fault
    \+ ( member(Name/_, PIs), Name \== move, defined_here(Clauses, Name, _) ),
    \+ ( PIs = [move/3|_], defined_here(Clauses, move, _) ).

defined_here(Clauses, Name, Arity) :-
    member(clause(Head, _, _, _, _, _), Clauses),
    callable(Head),
    functor(Head, Name0, Arity0),
    (   Head = directive(Directive)
    ->  declares(Directive, Name, Arity)
    ;   Name0 == Name,
        Arity0 = Arity
    ),
    !.

declares(dynamic(Specs), Name, Arity) :-
    comma_member(Name/Arity, Specs).

comma_member(Spec, (A, B)) :- !, ( comma_member(Spec, A) ; comma_member(Spec, B) ).
comma_member(Spec, Spec).

called(Clauses, Name/Arity) :-
    body_goal(Clauses, Goal, _),
    functor(Goal, Name, Arity),
    !.

%   body_goal(+Clauses, -Goal, -At) is nondet: a goal in a body, also within others.
body_goal(Clauses, Goal, At) :-
    member(clause(Head, Body, _, BodyPosition, _, _), Clauses),
    Head \= directive(_),
    goal_at(Body, BodyPosition, Goal, At).

goal_at(Goal, _, _, _) :-
    var(Goal),
    !,
    fail.
goal_at(Goal, parentheses_term_position(_, _, Position), Inner, At) :-
    !,
    goal_at(Goal, Position, Inner, At).
goal_at(Goal, Position, Inner, At) :-
    control(Goal),
    !,
    Position = term_position(_, _, _, _, Positions),
    compound_name_arguments(Goal, _, Goals),
    nth1(I, Goals, Each),
    nth1(I, Positions, EachPosition),
    goal_at(Each, EachPosition, Inner, At).
goal_at(Goal, Position, Inner, At) :-
    callable(Goal),
    Position \== none,
    (   Inner = Goal,
        arg(1, Position, At)
    ;   meta(Goal, Which),
        Position = term_position(_, _, _, _, Positions),
        member(I, Which),
        arg(I, Goal, Each),
        nth1(I, Positions, EachPosition),
        goal_at(Each, EachPosition, Inner, At)
    ).

control((_, _)).
control((_ ; _)).
control((_ -> _)).
control((_ *-> _)).
control(\+ _).

meta(forall(_, _), [1,2]).
meta(findall(_, _, _), [2]).
meta(findall(_, _, _, _), [2]).
meta(once(_), [1]).
meta(ignore(_), [1]).
meta(call(_), [1]).
meta(not(_), [1]).
meta(aggregate_all(_, _, _), [2]).

known(Module, Goal) :-
    functor(Goal, Name, Arity),
    (   builtin(Name/Arity)
    ->  true
    ;   predicate_property(Module:Goal, visible)
    ->  true
    ;   predicate_property(system:Goal, autoload(_))
    ).

%   near(+Clauses, +Name, +Arity, -Near:list): what may be meant, as texts Name/Arity: the same
%   name with other arguments first, then all other names.
near(Clauses, Name, Arity, [same(Arities)|Others]) :-
    findall(A,
            ( ( member(clause(Head, _, _, _, _, _), Clauses), callable(Head), functor(Head, Name, A)
              ; library_name(Name/A) ),
              A =\= Arity
            ),
            Arities0),
    sort(Arities0, Arities),
    findall(Other,
            ( ( member(clause(Head, _, _, _, _, _), Clauses), callable(Head), functor(Head, Other0, Arity)
              ; library_name(Other0/Arity) ),
              atom_string(Other0, Other)
            ),
            Others0),
    sort(Others0, Others).

library_name(Name/Arity) :-
    member(Name/Arity,
           [ append/3, member/2, memberchk/2, select/3, select/4, selectchk/3, nth0/3, nth1/3, nth0/4, nth1/4,
             length/2, reverse/2, last/2, nextto/3, between/3, exclude/3, include/3, maplist/2, maplist/3,
             maplist/4, findall/3, forall/2, subtract/3, permutation/2, sumlist/2, sum_list/2, max_list/2,
             min_list/2, msort/2, sort/2, sort/4, delete/3, numlist/3, foldl/4, is_list/1, ground/1, succ/2,
             plus/3, arg/3, functor/3, union/3, intersection/3, list_to_set/2, exclude/3, partition/4
           ]).

%   wrong_goal(+Goal, +Bindings, -Text) is semidet: it does not do what it looks like.
wrong_goal(Variable = Sum, Bindings, Text) :-
    var(Variable),
    arithmetic(Sum),
    name_of(Variable, Bindings, Name),
    format(string(Text), "= does not compute: write ~w is ...", [Name]).
wrong_goal(Variable == Sum, Bindings, Text) :-
    var(Variable),
    arithmetic(Sum),
    name_of(Variable, Bindings, Name),
    format(string(Text), "== does not compute: write ~w is ..., or =:= to compare", [Name]).
wrong_goal(Variable is Sum, Bindings, Text) :-
    var(Variable),
    term_variables(Sum, Variables),
    member(Other, Variables),
    Other == Variable,
    !,
    name_of(Variable, Bindings, Name),
    format(string(Text), "~w cannot become another number: write ~w1 is ..., and use ~w1 then", [Name, Name, Name]).
wrong_goal(_ is Sum, _, Text) :-
    nonvar(Sum),
    part(Sum, Part),
    (   atom(Part), \+ arithmetic_atom(Part)
    ;   is_list(Part), Part \== [], Part \= [_]
    ),
    !,
    format(string(Text), "~q is not a number, and cannot be computed with", [Part]).

arithmetic(Sum) :-
    compound(Sum),
    compound_name_arguments(Sum, Name, Args),
    memberchk(Name, [+, -, *, /, //, mod]),
    length(Args, 2),
    (   memberchk(Name, [+, *, //, mod])
    ->  forall(member(Arg, Args), ( var(Arg) ; number(Arg) ; arithmetic(Arg) ))
    ;   member(Arg, Args),
        number(Arg)
    ->  forall(member(Other, Args), ( var(Other) ; number(Other) ; arithmetic(Other) ))
    ),
    !.

arithmetic_atom(Atom) :-
    memberchk(Atom, [pi, e, inf, nan, epsilon, max_tagged_integer, random, cputime, realtime, []]).

part(Term, Term).
part(Term, Part) :-
    compound(Term),
    \+ is_list(Term),
    arg(_, Term, Arg),
    nonvar(Arg),
    part(Arg, Part).

name_of(Variable, Bindings, Name) :-
    (   member(Name=Known, Bindings),
        Known == Variable
    ->  true
    ;   Name = "_"
    ).
