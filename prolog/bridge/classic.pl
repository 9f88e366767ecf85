:- module(pybridge_classic, [ run_classic/4,    % +Job, +File, +Program, +Options
                              beside_puzzle/4,  % +File, +Options, -Module, :Goal
                              load_moves/5      % +Domain, +Module, +Id, +Program, +Text
                            ]).
:- encoding(utf8).
:- use_module(library(error)).
:- use_module(library(lists)).
:- use_module(library(modules)).
:- use_module(library(option)).
:- use_module('../engine/limits').
:- use_module('../engine/loading', [own_file/2, prepare/1]).
:- use_module(fact_file).
:- use_module(printing, [shown/1]).
:- use_module(texts).
:- use_module(watching).

:- meta_predicate beside_puzzle(+, +, -, 0).

/** <module> The classic programs, run and watched

The text of a classic program is loaded beside a fact file in a module of its
own, unchanged; so is a program that was compiled from the facts (see texts.pl). Its
progress is reported by the marks of watching.pl.
*/

%!  run_classic(+Job, +File, +Program, +Options) is det.
%
%   Run Program on the puzzle in File and leave marks. Options:
%
%     - facts(+Text)
%       The text of File, which then is a name and is not opened.
%     - rules(+Boolean)
%       Whether the text has rules, which are not trusted. Default is `false`.
%     - engine(+Engine)
%       Whose Program: `prolog` (the default), `prolog-terms` or `prolog-compiled`.
%     - heuristic(+Heuristic), pruning(+Pruning), and others for compile_programs/4
%       What `prolog-compiled` compiles into `ida_star`.
%     - start(+Start)
%       As in load_facts/3. Default is `first`.
%     - text(+Name, +Text)
%       A program that is not trusted, to run in place of the classic text. If it does
%       not announce and print as that does, what it prints leaves marks.
%     - signs(+String)
%       The parts of a state, if each of them is one sign. Three of them or more, alone in
%       a line that Text prints, are no limit. Default is "".
%     - path(+States)
%       Leave marks of the States that the program visits, which are a path from the
%       start, and of the other states that it goes to from there. States of rules are
%       given as texts.
%     - places(+Boolean)
%       Of an error of Text, find the clause. This loads a library that has effects on
%       the whole process. Default is `false`.
%     - counted(+Boolean)
%       Count nodes. Default is `false`. A program that does not expand and generate
%       them as the classic text does leaves none.
%     - all(+Boolean)
%       Go on to all solutions of the least limit that has one. Default `false`.
%     - limit(+Limit)
%       The last limit to try. Default is `inf`.
%     - nodes(+Depth, +Most)
%       Leave marks of the nodes visited at the last limit, as note_nodes/4 says.
%     - limits(+Limits)
%       What the search may use, as in limited/2. Time is that of compiling, too;
%       else loading is not counted. Default is `[]`.

run_classic(Job, File, Program, Options) :-
    must_be(integer, Job),
    must_be(atom, Program),
    beside_puzzle(File, Options, Module, run_beside(Job, Module, Program, Options)).

%!  beside_puzzle(+File, +Options, -Module, :Goal) is det.
%
%   Call Goal with Module, which has the puzzle in File. Options are those of run_classic/4.

beside_puzzle(File, Options, Module, Goal) :-
    option(start(Start), Options, first),
    (   option(rules(true), Options)
    ->  option(facts(Text), Options),
        prepare(rules/puzzle),
        pybridge_rules_puzzle:beside_rules(Text, File, Start, Module, Goal)
    ;   in_temporary_module(
            Module,
            pybridge_classic:facts_into(Module, File, Start, Options),
            Goal)
    ).

facts_into(Module, File, Start, Options) :-
    (   option(facts(Text), Options)
    ->  load_facts_text(Text, File, Start, Module)
    ;   load_facts(File, Start, Module)
    ).

run_beside(Job, Module, Program, Options) :-
    Module:puzzle(_, Domain, _),
    option(engine(Engine), Options, prolog),
    Classic = classic(Engine, Domain, Programs, _, _, _, _, _),
    (   call(Classic),
        memberchk(Program, Programs)
    ->  true
    ;   existence_error(program, Engine/Domain/Program)
    ),
    prepare(Classic, Options),
    atomic_list_concat([Engine, Program, Job], '@', Name),
    own_file(Name, Id),                 % what is included is found from there
    current_output(Output),
    setup_call_cleanup(
        set_output(user_error),         % what a program of the user's may print
        ( load(Classic, Id, Module, Program, Options, Options1),
          watch_heard(Classic, Job, Module, Program, Options1)
        ),
        ( set_output(Output),
          unload(Id, Module, Options)   % before the module goes
        )).

%   Rules are not trusted, and nor is what they print.
watch_heard(Classic, Job, Module, Program, Options) :-
    (   option(rules(true), Options)
    ->  shown(watch(Classic, Job, Module, Program, Options))
    ;   watch(Classic, Job, Module, Program, Options)
    ).

%   What is loaded outside all limits.
prepare(_, Options) :-
    option(text(_, _), Options),
    !,
    (   option(places(true), Options)
    ->  use_module(library(prolog_stack))
    ;   true
    ),
    prepare(untrusted/file).
prepare(Classic, _) :-
    (   arg(4, Classic, compiled)
    ->  prepare(compiled/written)
    ;   true
    ).

%   Options1 are what is left to the search.
load(Classic, Id, Module, Program, Options, Options) :-
    option(text(Name, Text), Options),
    !,
    arg(2, Classic, Domain),
    load_moves(Domain, Module, Id, Program, Text),
    pybridge_program_file:load_program(Text, Name, Module),
    (   current_predicate(_, Module:Program)
    ->  true
    ;   missing(Module, Name, Program)
    ).
load(Classic, Id, Module, Program, Options0, Options) :-
    arg(4, Classic, Source),
    set_module(Module:base(system)),    % nothing that a user has put into user is seen
    Load = load_text(Source, Id, Module, Program, Options0),
    (   Source == compiled
    ->  in_time(Load, Options0, Options)
    ;   call(Load),
        Options = Options0
    ).

%!  load_moves(+Domain, +Module, +Id, +Program, +Text) is det.
%
%   Load the page of how puzzles of Domain move into Module, as Id, if Text needs it.

load_moves(Domain, Module, Id, Program, Text) :-
    (   moves_of(Domain, Module, Text, Moves)
    ->  load_text(Moves, Id, Module, Program, [])
    ;   true
    ).

load_text(Source, Id, Module, Program, Options) :-
    open_text(Source, Module, Program, Options, Stream),
    Load = load_files(Module:Id, [stream(Stream), silent(true)]),
    call_cleanup(
        (   Source == compiled          % long, and includes nothing
        ->  call(Load)
        ;   with_mutex(pybridge_load,   % two that include the same file at once disturb each other
                       setup_call_cleanup(Load, true, true))    % and a signal would be printed
        ),
        close(Stream)).

in_time(Goal, Options0, Options) :-
    option(limits(Limits0), Options0, []),
    (   selectchk(time(Seconds), Limits0, Limits)
    ->  get_time(Begun),
        limited([time(Seconds)], Goal),
        get_time(Now),
        Left is max(0.001, Seconds-(Now-Begun)),
        merge_options([limits([time(Left)|Limits])], Options0, Options)
    ;   call(Goal),
        Options = Options0
    ).

unload(Id, Module, Options) :-
    (   option(text(_, _), Options)
    ->  pybridge_program_file:unload_program(Module)
    ;   true
    ),
    unload_file(Id).

missing(Module, Name, Program) :-
    findall(Other, ( current_predicate(Module:Other/0), \+ predicate_property(Module:Other, imported_from(_)) ), Others),
    pybridge_program_file:unload_program(Module),
    (   Others = [Other]
    ->  format(string(Hint), ": add `~q :- ~q.`", [Program, Other])
    ;   Hint = ""
    ),
    format(string(Text), "the program does not define ~q, which runs the search~s", [Program/0, Hint]),
    throw(error(program_file(Name, [fault(1, 1, Text)]), _)).
