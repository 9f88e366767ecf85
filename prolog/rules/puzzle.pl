:- module(pybridge_rules_puzzle, [ open_rules/4,       % +Module, +Name, +Text, -Report
                                   task_of_rules/3,    % +Module, +How, -Task
                                   leaves_of/4,        % +Module, +Template, +State, -Texts
                                   typed_leaves/4,     % +Module, +Template, +State, -Texts
                                   pictures/3,         % +Module, +States, -Texts
                                   beside_rules/5      % +Text, +Name, +Start, -Module, :Goal
                                 ]).
:- encoding(utf8).
:- use_module(library(apply)).
:- use_module(library(error)).
:- use_module(library(lists)).
:- use_module(library(modules)).
:- use_module(library(yall)).
:- use_module('../bridge/printing', [unheard/1]).
:- use_module('../engine/loading').
:- use_module('../narrowing/actions', [uses_actions/1]).
:- use_module('../narrowing/state_text').
:- use_module('../narrowing/task').
:- use_module('../source/places').
:- use_module('../source/text').
:- use_module('../untrusted/file').
:- use_module(facts).
:- use_module(faults).
:- use_module(guard, [no_stop/1, shown/2]).
:- use_module(late).
:- use_module(states).
:- use_module(trial).

/** <module> Puzzles of rules

What Python asks of them. Their text is a program that is not trusted: it is judged before it
is loaded, and runs where the process is fenced. States and moves are exchanged as text.

The rules stay in a module of their own. Beside it stands another with the page of how they
move, `moves/rules` or `moves/actions`, which sees nothing of the rules but what pybridge
asks for.
*/

:- meta_predicate beside_rules(+, +, +, -, 0).

%!  open_rules(+Module, +Name, +Text, -Report) is det.
%
%   Load the rules of Text, whose file is called Name, into Module. Report is
%
%     - faults(Faults)
%       with fault(Kind, Line, Column, Text) for each;
%     - puzzle(Facts, Starts, Hints)
%       with Facts a list of [Name, Line, Column, Arguments] for what is not a rule, each of the
%       arguments [Value, Text], where Value is [] if it is compound; and Starts a list of
%       [Name, State], the state as text; and Hints [Line, Column, Text] of what is likely to be
%       wrong if there is no solution.

open_rules(Module, Name, Text, Report) :-
    must_be(atom, Module),
    source_clauses(Text, Clauses, Faults0),
    (   member(fault(ill_formed, _, _), Faults0)
    ->  Faults = Faults0                % what is missing may be what could not be read
    ;   findall(Fault, rules_fault(Clauses, Fault), Faults1),
        %   a variable that occurs once does not matter where something else is said about it
        findall(From-To, cut_off(Clauses, From, To), Cut),
        exclude(covered(Cut, Faults1), Faults0, Faults2),
        append(Faults1, Faults2, Faults)
    ),
    lines_of(Text, Lines),
    (   Faults \== []
    ->  findall(Placed, ( member(Fault, Faults), placed_fault(Fault, Lines, Placed) ), Found),
        Report = faults(Found)
    ;   catch(load_rules(Module, Name, Text), error(program_file(_, Judged), _), true),
        nonvar(Judged)
    ->  findall(fault(wrong_rule, Line, Column, Said),
                ( member(fault(Line0, Column0, Said), Judged),
                  judged_place(Line0, Column0, Said, Clauses, Lines, Line, Column) ),
                Found),
        Report = faults(Found)
    ;   tried_rules(Module, Clauses, Lines, Report)
    ).

covered(_, Faults, fault(singleton, At, _)) :-
    memberchk(fault(_, At, _), Faults),
    !.
covered(Cut, _, fault(singleton, At, _)) :-
    member(From-To, Cut),
    From =< At,
    At < To,
    !.

tried_rules(Module, Clauses, Lines, Report) :-
    findall(Where-Said, trial_fault(Module, Clauses, Where, Said), Wrong),
    (   Wrong == []
    ->  catch(( facts(Module, Clauses, Lines, Facts), starts(Module, Starts) ), wrong(Where, Said), true)
    ;   true
    ),
    (   nonvar(Said)
    ->  Found = [Where-Said]
    ;   Found = Wrong
    ),
    findall(fault(wrong_rule, Line, Column, What),
            ( member(At-What, Found), placed(At, Lines, Line, Column) ),
            Faults0),
    sort(Faults0, Faults),
    (   Faults == []
    ->  findall([Line,Column,Hint],
                ( rules_hint(Clauses, HintAt, Hint), placed(at(HintAt), Lines, Line, Column) ),
                Hints),
        Report = puzzle(Facts, Starts, Hints)
    ;   Report = faults(Faults)
    ).

%   Without the flag, SWI-Prolog moves what a body unifies with an argument into the head: then
%   clause/2, by which narrowing reads clauses, no longer has that argument elsewhere in the body.
load_rules(Module, Name, Text) :-
    current_prolog_flag(optimise_unify, Before),
    setup_call_cleanup(
        set_prolog_flag(optimise_unify, false),
        load_program_into(Module, Name, Text),
        set_prolog_flag(optimise_unify, Before)),
    moves_module(Module, Moves),
    into(Moves, pybridge_rules_puzzle:load_moves(Moves, Module)).

%   The page of how the rules move, in a module that imports what it needs of them.
load_moves(Moves, Module) :-
    set_module(Moves:base(system)),
    import_rules(Moves, Module, []),
    ( uses_actions(Module) -> Page = 'moves/actions.pl' ; Page = 'moves/rules.pl' ),
    own_file(Page, Path),
    setup_call_cleanup(
        open(Path, read, Stream, [encoding(utf8)]),
        load_files(Moves:Moves, [stream(Stream), silent(true)]),
        close(Stream)).

%   import_rules(+Into, +Module, +But): what pybridge asks for, as far as Module defines it.
import_rules(Into, Module, But) :-
    forall(( asked(Name, Arity, _),
             \+ memberchk(Name/Arity, But),
             functor(Head, Name, Arity),
             predicate_property(Module:Head, defined),
             \+ predicate_property(Module:Head, imported_from(_))
           ),
           ( export(Module:Name/Arity), Into:import(Module:Name/Arity) )).

starts(Module, Starts) :-
    moves_module(Module, Moves),
    findall([Name,Text],
            ( Module:start(Name, State0),
              atom(Name),
              ground(State0),
              Moves:first_state(State0, State),
              value_text(State, Text)
            ),
            Starts).

%!  task_of_rules(+Module, +How, -Task) is det.
%
%   Task is that of task/3 if How is `narrowed`, and that of listed_task/3 if it is `listed`, as
%   lists: [Template, Domains, Operators, Goals, Continues, Raising], with
%   [I, J] for each operator J that continues operator I.
%
%   @throws what task/3 throws, but narrowing(unbound(Text)) with the text of what is unknown.

task_of_rules(Module, How, [Template,Domains,Operators,Goals,Continues,Raising]) :-
    findall(State, Module:start(_, State), Starts),
    ( How == narrowed -> Goal = task(Module, Starts, Task) ; Goal = listed_task(Module, Starts, Task) ),
    catch(Goal, narrowing(unbound(Part)), ( shown(Part, Shown), throw(narrowing(unbound(Shown))) )),
    Task = task(Template, Domains, Operators, Goals, Raising),
    (   current_predicate(Module:continues/2)
    ->  findall(Name, member([Name,_,_], Operators), Names0),
        sort(Names0, Names),
        maplist([Text,Text-Name]>>text_value(Text, Name), Names, Pairs),
        findall([Text1,Text2],
                ( member(Text1-Name1, Pairs), member(Text2-Name2, Pairs),
                  once(Module:continues(Name1, Name2)) ),
                Continues)
    ;   Continues = none
    ).

%!  leaves_of(+Module, +Template, +State, -Texts) is det.
%
%   Texts are those of the leaves of a state that is given as value_text/2 writes it.
%
%   @throws error(type_error(state, State), _) for one of another form.

leaves_of(Module, Template, Text, Texts) :-
    text_value(Text, State),
    first_leaves(Module, Template, State, Texts).

%!  typed_leaves(+Module, +Template, +State, -Texts) is semidet.
%
%   The same for a state that a user typed, as value_text/2 writes it or with the operators of
%   the rules. Fails if these are two different states.

typed_leaves(Module, Template, Text, Texts) :-
    Read = term_string(State1, Text, [module(Module),double_quotes(string)]),
    (   catch(text_value(Text, State0), error(syntax_error(_), _), fail)
    ->  ( catch(Read, error(syntax_error(_), _), fail) -> State0 =@= State1 ; true ),
        State = State0
    ;   Read,
        State = State1
    ),
    require_one(Module, Text),
    first_leaves(Module, Template, State, Texts).

%   Reading a string ends at a full stop, and says nothing of what is behind it.
require_one(Module, Text0) :-
    split_string(Text0, "", " \t\r\n", [Text1]),
    ( string_concat(Text, ".", Text1) -> true ; Text = Text1 ),
    format(string(Whole), "typed((~s\n))", [Text]),
    (   ( Read = term_string(_, Whole, [module(Module)]) ; Read = text_value(Whole, _) ),
        catch(Read, error(syntax_error(_), _), fail)
    ->  true
    ;   throw(error(syntax_error('a state is one term'), _))
    ).

first_leaves(Module, Template, State0, Texts) :-
    moves_module(Module, Moves),
    (   ground(State0)
    ->  true
    ;   instantiation_error(State0)
    ),
    Moves:first_state(State0, State),
    leaves(Template, State, Texts).

%!  pictures(+Module, +States, -Texts) is det.
%
%   What picture/2 draws of states that are given as text; "" where it draws nothing, or raises an error.

pictures(Module, States, Texts) :-
    maplist(picture(Module), States, Texts).

picture(Module, Text, Picture) :-
    text_value(Text, State),
    (   current_predicate(Module:picture/2),
        catch(( once(Module:picture(State, Drawn)), text_to_string(Drawn, Picture0) ), Error, ( no_stop(Error), fail ))
    ->  Picture = Picture0
    ;   Picture = ""
    ).

%!  beside_rules(+Text, +Name, +Start, -Module, :Goal) is det.
%
%   Call Goal with Module, in which a program can be loaded: it has what pybridge asks for of
%   the rules, and as start/2 only Start, which is named(Name), state(Text) or `first`.

beside_rules(Text, Name, Start, Module, Goal) :-
    in_temporary_module(
        Rules,
        pybridge_program_file:load_program(Text, Name, Rules),
        pybridge_rules_puzzle:beside(Rules, Start, Module, Goal)).

beside(Rules, Start, Module, Goal) :-
    call_cleanup(
        in_temporary_module(
            Module,
            pybridge_rules_puzzle:provide(Module, Rules, Start),
            Goal),
        unload_program(Rules)).

provide(Module, Rules, Start) :-
    import_rules(Module, Rules, [start/2]),
    unheard(started(Start, Rules, Name, State)),
    assertz(Module:start(Name, State)).

started(first, Rules, Name, State) :- once(Rules:start(Name, State)).
started(named(Name), Rules, Name, State) :- once(Rules:start(Name, State)).
started(state(Text), _, given, State) :-
    text_value(Text, State).
