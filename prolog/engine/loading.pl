:- module(pybridge_loading, [ prepare/1,            % +File
                              own_file/2,           % +File, -Path
                              into/2,               % +Module, :Goal
                              load_program_into/3,  % +Module, +Name, +Text
                              unload_module/1,      % +Module
                              consult_file/1,       % +File
                              check_allowed/2       % +Module, +Goal
                            ]).
:- encoding(utf8).
:- use_module(library(apply)).
:- use_module(library(error)).
:- use_module(listening).

/** <module> What is loaded when it is wanted: our own files, and modules of users

Facts and programs are loaded into modules whose names are chosen outside and
used again: so thousands of loads leave nothing behind.
*/

:- dynamic
    loaded/1,                           % Module
    sandboxed/1.                        % Module has a program that is not trusted

%!  prepare(+File) is det.
%
%   Load a module of ours that few need, such as bridge/classic, unless it is there. To be
%   called outside all limits: a library half loaded is worse than none.

prepare(File) :-
    own_file(File, Path),
    with_mutex(pybridge_prepare,
               setup_call_cleanup(      % no signal comes between while it sets up
                   load_files(pybridge_loading:Path, [if(not_loaded), imports([])]),
                   true, true)).

%!  own_file(+File, -Path:atom) is det.
%
%   Path is that of File in the folder of our Prolog files.

own_file(File, Path) :-
    folder(Folder),
    format(atom(Path), "~w/~w", [Folder, File]).

:- dynamic folder/1.
:- prolog_load_context(directory, Here),
   file_directory_name(Here, Folder),
   asserta(folder(Folder)).

%!  load_program_into(+Module, +Name, +Text) is det.
%
%   Load a program that is not trusted, beside what Module may hold.
%
%   @throws program_file(Name, Faults)

load_program_into(Module, Name, Text) :-
    prepare(untrusted/file),
    into(Module, pybridge_program_file:load_program(Text, Name, Module)),
    (   sandboxed(Module)
    ->  true
    ;   assertz(sandboxed(Module))
    ).

%!  into(+Module:atom, :Goal) is det.
%
%   Goal loads something into Module, which is new or one that was made so before. A module
%   that is new does not outlive a failure.

:- meta_predicate into(+, 0).

into(Module, Goal) :-
    must_be(atom, Module),
    (   loaded(Module)
    ->  call(Goal)
    ;   catch(set_module(Module:class(temporary)),
              error(permission_error(_, _, _), _),      % asking it has made it again
              permission_error(create, module, Module)),
        assertz(loaded(Module)),
        catch(Goal, Error, true),
        (   var(Error)
        ->  true
        ;   unload_module(Module),
            throw(Error)
        )
    ).

%!  unload_module(+Module) is det.
%
%   Remove a module that the others have made, with all it holds. Nothing must be
%   running in it.

unload_module(Module) :-
    (   retract(loaded(Module))
    ->  (   retract(sandboxed(Module))
        ->  pybridge_program_file:unload_program(Module)
        ;   true
        ),
        '$destroy_module'(Module)
    ;   existence_error(loaded_module, Module)
    ).

%!  consult_file(+File) is det.
%
%   Load a program that is trusted into user, or load it again.
%
%   @throws program_file(File, Faults) if loading reports errors; then nothing of
%   File stays.

consult_file(File) :-
    must_be(atom, File),
    (   exists_file(File)
    ->  true
    ;   existence_error(source_sink, File)
    ),
    heard_while(catch(load_files(user:File, [silent(true)]), Error, ended(Error)), Heard, _),
    (   Heard == []
    ->  true
    ;   unload_file(File),
        maplist(as_fault(File), Heard, Faults),
        throw(error(program_file(File, Faults), _))
    ).

%   ended(+Error): loading ended with it, as where an included file is not there. It is reported,
%   unless it stops the goal.
ended(Error) :-
    (   Error = error(Formal, _),
        Formal \= resource_error(_),
        Formal \= permission_error(limit, _, _)
    ->  print_message(error, Error)
    ;   throw(Error)
    ).

as_fault(File, heard(File, Line, Column, Text), fault(Line, Column, Text)) :-
    !.
as_fault(_, heard('', _, _, Text), fault(1, 1, Text)) :-
    !.
as_fault(_, heard(Other, Line, _, Text0), fault(1, 1, Text)) :-
    format(string(Text), "~w:~d: ~s", [Other, Line, Text0]).

%!  check_allowed(+Module, +Goal) is det.
%
%   @throws unsafe_goal(Reason) if Module has a program that is not trusted, and
%   Goal may do more than compute.

check_allowed(Module, Goal) :-
    (   sandboxed(Module)
    ->  pybridge_program_file:check_goal(Module, Goal)
    ;   true
    ).
