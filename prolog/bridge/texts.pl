:- module(pybridge_texts, [ classic/8,          % ?Engine, ?Domain, -Programs, -Text, ...
                            visits/5,           % ?Domain, ?Program, -Head, -Goal, -Visit
                            observes/7,         % ?Domain, ?Program, -Head, -Goal, -N, -Low, -State
                            given_states/4,     % +Domain, +Module, +Given, -States
                            state_mark/3,       % +Domain, +State, -Mark
                            solution_mark/3,    % +Domain, +Solution, -Mark
                            moves_of/4,         % +Domain, +Module, +Text, -Source
                            open_text/5         % +Source, +Module, +Program, +Options, -Stream
                          ]).
:- encoding(utf8).
:- use_module(library(lists)).
:- use_module('../engine/loading', [own_file/2]).
:- use_module('../narrowing/state_text', [value_text/2]).
:- use_module('../source/goals', [called/2, defined/3]).
:- use_module('../source/text', [source_clauses/3]).
:- use_module('../untrusted/allowed', [rules_of/2]).

/** <module> The texts that are run as classic programs: files, and what is compiled from the facts
*/

%!  classic(?Engine, ?Domain, -Programs, -Text, -Announces, -Prints, -Expands, -Generates) is nondet.
%
%   Text is file(Name), or `compiled` for one that is written from the facts.
%   Announces and Prints are what the text prints a limit and a solution by.
%   A call of Expands produces the successors of a node, a success of Generates
%   is a successor created.
classic(prolog, sliding_tiles, [ids,ids_low], file('seven.pl'),
        print_limit(_), print_moves(_), neighbor(_,_), slide(_,_,_,_)).
classic(prolog, blocks_world, [ids], file('blocks.pl'),
        print_limit(_), print_plan(_), move_block(_,_,_,_), move_block(_,_,_,_)).
classic(prolog, permutation, [ids,ids_low], file('permutation.pl'),
        print_limit(_), print_moves(_), move(_,_,_,_), move(_,_,_,_)).
classic(prolog, rules, [ids,ids_low], file('rules.pl'),
        print_limit(_), print_path(_), step(_,_,_), step(_,_,_)).
classic(prolog, Domain, [breadth_first], file('breadth_first.pl'),
        print_limit(_), print_path(_), successor(_,_), successor(_,_)) :-
    moves(Domain, _).
classic('prolog-terms', sliding_tiles, [ids,ids_low], file('terms.pl'),
        print_limit(_), print_moves(_), way(_,_,_), way(_,_,_)).
classic('prolog-compiled', sliding_tiles, [ids,ids_low,ida_star], compiled,
        print_limit(_), print_moves(_), expand, generate).
classic('prolog-compiled', permutation, [ida_star], compiled,
        print_limit(_), print_moves(_), expand, generate).

%   How the puzzles of a domain move is a page, which programs include.
moves(sliding_tiles, 'moves/tiles').
moves(blocks_world, 'moves/blocks').
moves(permutation, 'moves/turns').
moves(rules, 'moves/rules').

%!  visits(?Domain, ?Program, -Head, -Goal, -Visit) is nondet.
%
%   In a program like the classic text, a call of Head visits a node; Goal then makes Visit,
%   which is visit(N, Low, State, Last): State after N moves, of which Last is the last.
%   Low, its lower bound, and Last are `none` where Head has no such argument.
visits(sliding_tiles, ids, dfs(N,_,_,State,_), true, visit(N,none,State,none)).
visits(sliding_tiles, ids_low, dfs_low(N,_,Low,_,State,_), true, visit(N,Low,State,none)).
visits(permutation, ids, dfs(N,_,Last,State,_), true, visit(N,none,State,Last)).
visits(permutation, ids_low, dfs_low(N,_,Low,_,Last,State,_), true, visit(N,Low,State,Last)).
visits(blocks_world, ids, dfs(N,_,States), States = [State|_], visit(N,none,State,none)).
visits(rules, ids, dfs(N,_,Path), pybridge_texts:last_step(Path, Move), visit(N,none,rules,Move)).
visits(rules, ids_low, dfs_low(N,_,Low,Path), pybridge_texts:last_step(Path, Move), visit(N,Low,rules,Move)).

%   A state of rules follows from the state before and the text of the move.
last_step([Move-_|_], Text) :-
    value_text(Move, Text).

%!  observes(?Domain, ?Program, -Head, -Goal, -N, -Low, -State) is nondet.
%
%   As visits/5, for a program of the user's whose states are compared with others. Where Goal
%   fails, the arguments of Head are not what the classic text has.

observes(rules, ids, dfs(N,_,Path), pybridge_texts:forward(Path, _, State), N, none, State).
observes(rules, ids_low, dfs_low(N,_,Low,Path), pybridge_texts:forward(Path, _, State), N, Low, State).
observes(Domain, Program, Head, Goal, N, Low, State) :-
    visits(Domain, Program, Head, Goal, visit(N, Low, State, _)),
    Domain \== rules.

%   forward(+Path, -Moves, -State) is semidet: Path has Move-State, last one first, from
%   start-Start on, as print_path/1 gets it; State is where Moves lead, last one first.
forward(Path, Moves, State) :-
    is_list(Path),
    Path = [_-State|_],
    append(Steps, [Start-_], Path),
    Start == start,
    findall(Move, member(Move-_, Steps), Moves),
    same_length(Moves, Steps).

%!  given_states(+Domain, +Module, +Given:list, -States:list) is det.
%
%   States are the states that are Given as the domain has them: of rules as texts, which have
%   the operators of the rules that the program in Module is loaded beside.

given_states(rules, Module, Texts, States) :-
    !,
    rules_of(Module, Rules),
    findall(State, ( member(Text, Texts), term_string(State, Text, [module(Rules)]) ), States).
given_states(_, _, States, States).

%!  state_mark(+Domain, +State, -Mark) is det.
%
%   Mark is what is reported of State, which a program visits: of rules its text.

state_mark(rules, State, Text) :-
    !,
    value_text(State, Text).
state_mark(_, State, State).

%!  solution_mark(+Domain, +Solution, -Mark) is det.
%
%   Mark is what is reported of Solution, which a program has printed: of rules the texts of
%   the moves, last one first, since a move may be any term; or told(Texts) if it is a list of
%   something else.

solution_mark(rules, Path, Mark) :-
    is_list(Path),
    !,
    (   forward(Path, Parts, _)
    ->  Mark = Texts
    ;   Parts = Path,
        Mark = told(Texts)
    ),
    findall(Text, ( member(Part, Parts), value_text(Part, Text) ), Texts).
solution_mark(_, Solution, Solution).

%!  moves_of(+Domain, +Module, +Text:string, -Source) is semidet.
%
%   Text is a program that needs the page on how the puzzles of Domain move: Source, which is
%   to be loaded into Module first where Text is in another folder than ours.

moves_of(rules, Module, Text, file(Name)) :-
    !,
    (   includes(Text, 'moves/rules')
    ->  true
    ;   source_clauses(Text, Clauses, _),
        catch(calls_moved(Clauses), error(domain_error(compound_non_zero_arity, _), _), fail)
    ),
    (   current_predicate(Module:action/4),
        \+ current_predicate(Module:move/3)
    ->  Name = 'moves/actions.pl'
    ;   Name = 'moves/rules.pl'
    ).
moves_of(Domain, _, Text, file(Name)) :-
    moves(Domain, Page),
    includes(Text, Page),
    !,
    atom_concat(Page, '.pl', Name).

%   Raises an error for a head or goal such as `word()`, which is refused when the program is loaded.
calls_moved(Clauses) :-
    called(Clauses, moved/3),
    \+ defined(Clauses, moved, 3).

includes(Text, Page) :-
    format(string(Included), "include('~w')", [Page]),
    sub_string(Text, _, _, _, Included),
    !.

%!  open_text(+Source, +Module, +Program, +Options, -Stream) is det.
%
%   Stream reads Source for the facts in Module, and is to be closed. A text that is to be
%   compiled needs the compiler: prepare(compiled/written).

open_text(file(Name), _, _, _, Stream) :-
    own_file(Name, Path),
    open(Path, read, Stream, [encoding(utf8)]).
open_text(compiled, Module, Program, Options, Stream) :-
    pybridge_compile:compile_programs(Module, [Program], Options, Items),
    with_output_to(string(Text),
                   ( current_output(Output),
                     pybridge_clause_text:write_program(Output, Items) )),
    open_string(Text, Stream).
