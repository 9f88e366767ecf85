:- use_module(library(plunit)).
:- use_module(library(process)).
:- use_module(library(readutil)).
:- use_module(written).
:- encoding(utf8).

:- prolog_load_context(directory, Folder),
   asserta(folder(Folder)).

shipped(Name, Facts) :-
    folder(Folder),
    atomic_list_concat([Folder, '/../puzzles/', Name, '.pl'], File),
    read_file_to_string(File, Facts, [encoding(utf8)]).

%   What a program prints in a SWI-Prolog of its own, with all warnings.
printed(Text, Goal, Lines) :-
    tmp_file_stream(File, Stream, [encoding(utf8), extension(pl)]),
    call_cleanup(write(Stream, Text), close(Stream)),
    term_to_atom(Goal, GoalAtom),
    current_prolog_flag(executable, Swipl),
    setup_call_cleanup(
        process_create(Swipl, ['-f', none, '-g', GoalAtom, '-t', halt, File],
                       [stdout(pipe(Out)), stderr(pipe(Err)), process(Process)]),
        ( read_string(Out, _, Printed), read_string(Err, _, Told), process_wait(Process, exit(0)) ),
        ( close(Out), close(Err), delete_file(File) )),
    Told == "",
    split_string(Printed, "\n", "", Lines).

last_lines(Lines, Before, Last) :-
    reverse(Lines, ["", Last, Before|_]).

:- begin_tests(written).

test(it_runs_alone, Solution == "36 moves: [7,2,1,5,6,1,2,7,4,3,1,2,5,6,2,5,7,4,3,1,5,2,6,7,4,3,1,5,2,6,7,4,3,2,6,7]") :-
    user:shipped('sliding_tiles/seven', Facts),
    written_text(Facts, [ids_low], [], Text),
    user:printed(Text, ids_low, Lines),
    user:last_lines(Lines, "----- 36 -----", Solution).
test(several_programs, First-Solution == "----- 12 -----"-"12 moves: [8,7,2,5,3,2,4,8,7,4,5,6]") :-
    user:shipped('sliding_tiles/eight', Facts),
    written_text(Facts, [ids,ids_low,ida_star], [], Text),
    user:printed(Text, ids_low, Lines),
    Lines = [First|_],
    user:last_lines(Lines, _, Solution).
test(every_start, Names == ["easy", "middling", "farthest_1", "farthest_2"]) :-
    user:shipped('sliding_tiles/eight', Facts),
    written_text(Facts, [ida_star], [], Text),
    user:printed(Text, every_start(ida_star), Lines),
    findall(Line, ( member(Line, Lines), sub_string(Line, 0, 1, _, C), char_type(C, alpha) ), Names0),
    exclude([Name]>>sub_string(Name, _, _, _, "moves"), Names0, Names).
test(no_facts, error(type_error(_, _))) :-
    written_text("puzzle(p, q, \"r\").\nno fact.\n", [ids], [], _).
test(other_puzzles, error(type_error(_, blocks_world))) :-
    user:shipped('blocks_world/blocks3', Facts),
    written_text(Facts, [ids], [], _).

:- end_tests(written).
