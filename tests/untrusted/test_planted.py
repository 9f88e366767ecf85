"""Goals planted past the judges: in a process that has a program which is not trusted, nobody reaches out of it.

The goals are asked of `user`, where nothing is judged: it is the fence around the process that must hold.
"""

import contextlib
import os
import shutil
import signal
import socket
import stat
import subprocess
import time
from pathlib import Path

import pytest

from pybridge.errors import PybridgeError
from pybridge.limits import Limits
from pybridge.swipl import Engine
from tests.samples import sample

LIMITS = Limits(seconds=3)

# What is tried; it fails, it raises an error or its process is killed, as the system has it.
PLANTED = {
    "a shell": "shell('touch {mark}')",
    "a shell with variables": "setenv('MARK', '{mark}'), shell('touch \"$MARK\"')",
    "a pipe to a process": "open(pipe('cat > {mark}'), write, S), nl(S), close(S)",
    "a pipe from a process": "open(pipe('touch {mark}'), read, S), read(S, _), close(S)",
    "a process": "use_module(library(process)), process_create('/bin/touch', ['{mark}'], [process(P)]), "
    "process_wait(P, _)",
    "a process by the path": "use_module(library(process)), process_create(path(touch), ['{mark}'], [])",
    "a process of its own group": "use_module(library(process)), "
    "process_create(path(sh), ['-c', 'touch {mark}'], [detached(true)])",
    "a child": "use_module(library(unix)), fork_exec(touch('{mark}'))",
    "a program in place of this one": "use_module(library(unix)), exec(touch('{mark}'))",
    "a thread": "thread_create(shell('touch {mark}'), T), thread_join(T)",
    "a thread that writes": "thread_create((open('{mark}', write, S), close(S)), T), thread_join(T)",
    "an engine": "engine_create(x, shell('touch {mark}'), E), engine_next(E, _)",
    "an alarm": "use_module(library(time)), alarm(0.01, shell('touch {mark}'), _, []), sleep(0.3)",
    "a signal": "thread_self(T), thread_signal(T, shell('touch {mark}')), true",
    "an end of Prolog": "at_halt(shell('touch {mark}')), halt",
    "a file written": "open('{mark}', write, S), nl(S), close(S)",
    "a file appended to": "open('{kept}', append, S), write(S, more), close(S)",
    "a file updated": "open('{kept}', update, S), write(S, x), close(S)",
    "a file in this folder": "open('mark', write, S), nl(S), close(S)",
    "a file at home": "open('{home}/mark', write, S), nl(S), close(S)",
    "a file that a shell reads at home": "open('{home}/.profile', append, S), write(S, x), close(S)",
    "a file for a while": "tmp_file_stream(text, F, S), close(S), copy_term(F, G), rename_file(G, '{mark}')",
    "a file in the system's folder": "open('/tmp/{unique}', write, S), nl(S), close(S)",
    "a file in memory that others see": "open('/dev/shm/{unique}', write, S), nl(S), close(S)",
    "a file that is deleted": "delete_file('{kept}')",
    "a file that is renamed": "rename_file('{kept}', '{mark}')",
    "a file that is linked": "use_module(library(filesex)), link_file('{kept}', '{mark}', symbolic)",
    "a file that has another name": "use_module(library(filesex)), link_file('{kept}', '{mark}', hard)",
    "a file whose mode is changed": "use_module(library(filesex)), chmod('{kept}', +x)",
    "a file whose time is changed": "set_time_file('{kept}', _, [modified(0)])",
    "a folder": "make_directory('{mark}')",
    "a folder that is removed": "use_module(library(filesex)), delete_directory_and_contents('{folder}')",
    "a record of what is printed": "protocol('{mark}'), print(x), noprotocol",
    "a file through the process's own folder": "open('/proc/self/cwd/mark', write, S), close(S)",
    "a connection": "use_module(library(socket)), tcp_connect('127.0.0.1':{port}, S, []), close(S)",
    "a datagram": "use_module(library(socket)), udp_socket(S), udp_send(S, \"x\", '127.0.0.1':{datagrams}, [])",
    "a server": "use_module(library(socket)), tcp_socket(S), tcp_setopt(S, reuseaddr), "
    "tcp_bind(S, '127.0.0.1':{free}), tcp_listen(S, 5), nb_setval(server, S)",
    "a socket of a file": "use_module(library(socket)), unix_domain_socket(S), tcp_bind(S, '{mark}')",
    "a socket of somebody's file": "use_module(library(socket)), unix_domain_socket(S), tcp_connect(S, '{socket}')",
    "an end of another process": "use_module(library(process)), process_kill({victim}, kill)",
    "a signal to the caller": "use_module(library(process)), process_kill({parent}, 10)",
    "foreign code from a folder": "load_foreign_library('{folder}/foreign', install), fork_exec(touch('{mark}'))",
    "foreign code that is there": "load_foreign_library(foreign(files), install_files), "
    "set_time_file('{kept}', _, [modified(0)])",
}

# Of each kind of what is tried one: a process, a thread, a file, the network, foreign code.
QUICK = [
    "a shell",
    "a process",
    "a thread that writes",
    "a signal to the caller",
    "a file written",
    "a file that is deleted",
    "a connection",
    "foreign code from a folder",
]

# What is read; what comes back must not hold the secret.
READ = {
    "a key at home": "read_file_to_string('{home}/.ssh/id', X, [])",
    "a key at home, by a stream": "open('{home}/.ssh/id', read, S), read_string(S, _, X)",
    "a key at home, as terms": "read_file_to_terms('{home}/.ssh/id', X, [])",
    "the passwords of the system": "read_file_to_string('/etc/shadow', X, [])",
    "a variable of the caller": "getenv('PYBRIDGE_SECRET', X)",
    "all variables of the caller": "read_file_to_string('/proc/self/environ', X, [encoding(octet)])",
    "the open files of the caller": "read_file_to_string('/proc/{parent}/fd/{descriptor}', X, [])",
}
SECRET = "not for you"


class Yard:
    """Everything around a process that a goal could reach."""

    def __init__(self, folder: Path) -> None:
        self.home, self.folder, self._here = folder / "home", folder / "canaries", folder / "here"
        for each in (self.home, self.folder, self._here, self.home / ".ssh"):
            each.mkdir()
        (self.home / ".ssh" / "id").write_text(f"'{SECRET}'\n")
        self._kept = self.folder / "kept"
        self._kept.write_text("kept")
        os.utime(self._kept, (1_000_000_000, 1_000_000_000))
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.bind(f"{folder}/socket")
        self._socket.listen()
        self._server = socket.create_server(("127.0.0.1", 0))
        self._datagrams = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._datagrams.bind(("127.0.0.1", 0))
        for each in (self._socket, self._server, self._datagrams):
            each.setblocking(False)
        self._reserved = socket.socket()  # keeps the port from other tests; a planted server could still listen
        self._reserved.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._reserved.bind(("127.0.0.1", 0))
        self._free = self._reserved.getsockname()[1]
        self._victim = subprocess.Popen(["sleep", "60"], start_new_session=True)
        self._outside = [Path(base, f"pybridge-planted-{os.getpid()}") for base in ("/tmp", "/dev/shm")]
        self._signals: list[int] = []
        self._before = signal.signal(signal.SIGUSR1, lambda number, frame: self._signals.append(number))
        self._secret = (self.home / ".ssh" / "id").open()
        self._copy_foreign_code()
        self._known = self._files()

    def _copy_foreign_code(self) -> None:
        with contextlib.suppress(StopIteration):
            shutil.copy(next(Path("/usr/lib/swi-prolog/lib").rglob("unix.so")), self.folder / "foreign.so")

    def here(self) -> Path:
        """The folder in which the process is started."""
        return self._here

    def aimed(self, goal: str) -> str:
        """A goal with the names of what it aims at."""
        targets = {
            "mark": self.folder / "mark",
            "kept": self._kept,
            "folder": self.folder,
            "home": self.home,
            "unique": self._outside[0].name,
            "socket": self._socket.getsockname(),
            "port": self._server.getsockname()[1],
            "datagrams": self._datagrams.getsockname()[1],
            "free": self._free,
            "victim": self._victim.pid,
            "parent": os.getpid(),
            "descriptor": self._secret.fileno(),
        }
        for name, target in targets.items():
            goal = goal.replace(f"{{{name}}}", str(target))
        return goal

    def _files(self) -> dict[str, object]:
        """Every file, with its mode, time and text; folders, links and sockets by their kind alone."""
        paths = [path for folder in (self.folder, self.home, self._here) for path in folder.rglob("*")]
        found: dict[str, object] = {}
        for path in [*paths, *(path for path in self._outside if path.exists())]:
            status = path.lstat()
            plain = stat.S_ISREG(status.st_mode)
            found[str(path)] = (status.st_mode, status.st_mtime, path.read_bytes()) if plain else status.st_mode
        return found

    def changes(self) -> list[str]:
        """What has happened."""
        now = self._files()
        found = [path for path in {**now, **self._known} if now.get(path) != self._known.get(path)]
        if self._victim.poll() is not None:
            found.append("the other process has ended")
        found += [f"signal {number}" for number in self._signals]
        for listening in (self._socket, self._server):
            with contextlib.suppress(BlockingIOError):
                listening.accept()[0].close()
                found.append("a connection")
        with contextlib.suppress(BlockingIOError):
            self._datagrams.recv(10)
            found.append("a datagram")
        with contextlib.suppress(OSError):
            socket.create_connection(("127.0.0.1", self._free), 0.2).close()
            found.append("a server")
        return found

    def close(self) -> None:
        """Take away what stands outside the folder."""
        signal.signal(signal.SIGUSR1, self._before)
        self._victim.kill()
        self._victim.wait()
        for each in (self._socket, self._server, self._datagrams, self._reserved, self._secret):
            each.close()
        for path in self._outside:
            path.unlink(missing_ok=True)


@pytest.fixture
def planted(tmp_path, monkeypatch):
    """An engine that has a program which is not trusted, and what lies around it."""
    yard = Yard(tmp_path)
    monkeypatch.setenv("HOME", str(yard.home))
    monkeypatch.setenv("PYBRIDGE_SECRET", SECRET)
    monkeypatch.chdir(yard.here())
    program = tmp_path / "program.pl"
    program.write_text("go.\n")
    with Engine(isolate=True) as engine:
        assert engine.load_program(program).once("go") == {}
        yield engine, yard
    yard.close()


@pytest.mark.parametrize("name", sample(PLANTED, quick=QUICK))
def test_a_planted_goal_reaches_nothing(planted, name):
    engine, yard = planted
    with contextlib.suppress(PybridgeError):
        engine.once(yard.aimed(PLANTED[name]), LIMITS)
    before = yard.changes()
    engine.close()
    time.sleep(0.1)  # for what was left to run in the background
    assert before + yard.changes() == []


@pytest.mark.parametrize("name", sample(READ, quick=("a key at home", "a variable of the caller")))
def test_a_planted_goal_reads_no_secret(planted, name):
    engine, yard = planted
    try:
        answer = engine.once(yard.aimed(READ[name]), LIMITS)
    except PybridgeError as error:
        answer = {"X": str(error)}
    assert SECRET not in str(answer)
    assert "root:" not in str(answer)


def test_the_process_still_answers(planted):
    engine, _ = planted
    assert engine.once("X is 1+1, length(L, 2)")["X"] == 2
    assert engine.once("append(X, [2], [1, 2])") == {"X": [1]}
    with pytest.raises(PybridgeError):
        engine.once("repeat, fail", Limits(seconds=0.2))
    assert engine.all("member(X, [1, 2])") == ({"X": 1}, {"X": 2})
