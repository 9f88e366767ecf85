"""Drop the rights of a process before it runs an untrusted program: files, processes, sockets, signals.

There are two layers, each sufficient for most attacks: a seccomp filter allows only the system calls that SWI-Prolog
and Python need to compute, print and answer (Will Drewry, Linux 3.5), and Landlock allows reading only the files of
SWI-Prolog, Python and this package (Mickaël Salaün, Linux 5.13). Both apply to all threads that start later and cannot
be undone. The Python packages for them are pre-release, unmaintained or large, so this calls the C library directly.
"""

import contextlib
import ctypes
import errno
import os
import resource
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

# System calls that are allowed with any arguments. All others fail with EPERM.
# fmt: off
_PASS = (
    "access", "arch_prctl", "brk", "clock_getres", "clock_gettime", "clock_nanosleep", "close", "dup", "exit",
    "exit_group", "faccessat", "faccessat2", "fstat", "fstat64", "futex", "get_robust_list", "getcwd", "getdents",
    "getdents64", "getegid", "geteuid", "getgid", "getpid", "getppid", "getrandom", "getresgid", "getresuid",
    "getrlimit", "getrusage", "getsockname", "getsockopt", "gettid", "gettimeofday", "getuid", "lseek", "lstat",
    "madvise", "membarrier", "mmap", "mprotect", "mremap", "munmap", "nanosleep", "newfstatat", "pause", "poll",
    "ppoll", "pread64", "pselect6", "read", "readlink", "readlinkat", "readv", "recvfrom", "restart_syscall",
    "rseq", "rt_sigaction", "rt_sigpending", "rt_sigprocmask", "rt_sigreturn", "rt_sigsuspend", "rt_sigtimedwait",
    "sched_get_priority_max", "sched_get_priority_min", "sched_getaffinity", "sched_getparam", "sched_getscheduler",
    "sched_yield", "select", "sendto", "set_robust_list", "set_tid_address", "shutdown", "sigaltstack", "stat",
    "statx", "sysinfo", "time", "times", "uname", "write", "writev",
)
# fmt: on

_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND | 0o20000000  # the last is O_TMPFILE
_CLONE_THREAD = 0x00010000
_PR_SET_NAME, _PR_SET_NO_NEW_PRIVS = 15, 38
_FCNTL = (0, 1, 2, 3, 1030)  # duplicate, flags of a descriptor, flags of a file; set no flags of a file, owner or lease
_IOCTL = (0x5401, 0x5413, 0x541B, 0x5451)  # is it a terminal, its size, bytes to read, close on exec

_ALLOW, _ERRNO = 0x7FFF0000, 0x00050000
_EQUAL, _MASKED = 4, 7

_SYSTEM_FILES = (
    "/lib",
    "/lib64",
    "/usr/lib",
    "/usr/lib64",
    "/usr/share/zoneinfo",
    "/usr/share/locale",
    "/etc/localtime",
)
_SINGLE_FILES = ("/etc/ld.so.cache", "/dev/null", "/dev/urandom", "/sys/devices/system/cpu")
_READ_FILE, _READ_DIR = 1 << 2, 1 << 3


class _Compare(ctypes.Structure):
    """A comparison of an argument, for libseccomp."""

    _fields_ = (("arg", ctypes.c_uint), ("op", ctypes.c_int), ("a", ctypes.c_uint64), ("b", ctypes.c_uint64))


class _Beneath(ctypes.Structure):
    """Rights beneath a folder, for Landlock."""

    _pack_ = 1
    _fields_ = (("allowed", ctypes.c_uint64), ("folder", ctypes.c_int32))


def raise_fence(readable: Iterable[Path]) -> tuple[str, ...]:
    """Irrevocably drop all rights that a program does not need; `readable` files and folders stay readable.

    Call this in a process with a single thread. Returns the names of the active layers, none if the system has none.
    """
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    layers = []
    with contextlib.suppress(OSError):
        layers.append(_raise_landlock(readable))
    with contextlib.suppress(OSError):
        layers.append(_raise_seccomp())
    if "seccomp" not in layers:
        _lower_limits()
    return tuple(layers)


def _lower_limits() -> None:
    """Without a filter, at least forbid that files grow."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    if sys.platform == "darwin":  # on Linux this would limit threads
        resource.setrlimit(resource.RLIMIT_NPROC, (0, 0))


def _libc() -> ctypes.CDLL:
    if sys.platform != "linux":
        raise OSError(errno.ENOSYS, "not on this system")
    return ctypes.CDLL(None, use_errno=True)


def _check(result: int) -> int:
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


def _raise_landlock(readable: Iterable[Path]) -> str:
    """Raises OSError if the system does not support Landlock."""
    libc = _libc()
    version = _check(libc.syscall(444, None, ctypes.c_size_t(0), 1))
    # All rights that this version knows: 13 of files, then renaming, truncating, devices; ports; sockets and signals.
    files = (1 << 13 + (version >= 2) + (version >= 3) + (version >= 5)) - 1
    rights = (ctypes.c_uint64 * 3)(files, 3 if version >= 4 else 0, 3 if version >= 6 else 0)
    size = 24 if version >= 6 else 16 if version >= 4 else 8
    rules = _check(libc.syscall(444, rights, ctypes.c_size_t(size), 0))
    for path in [*map(Path, _SYSTEM_FILES), *map(Path, _SINGLE_FILES), *readable]:
        if path.exists():
            _allow_reading(libc, rules, path)
    _check(libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
    _check(libc.syscall(446, rules, 0))
    os.close(rules)
    return f"Landlock {version}"


def _allow_reading(libc: ctypes.CDLL, rules: int, path: Path) -> None:
    beneath = os.open(path, os.O_PATH | os.O_CLOEXEC)
    try:
        right = _Beneath(_READ_FILE | (_READ_DIR if path.is_dir() else 0), beneath)
        _check(libc.syscall(445, rules, 1, ctypes.byref(right), 0))
    finally:
        os.close(beneath)


def _raise_seccomp() -> str:
    """Raises OSError if the system does not support filters, or libseccomp is not installed."""
    _check(_libc().prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
    library = ctypes.CDLL("libseccomp.so.2")
    library.seccomp_init.restype = ctypes.c_void_p
    library.seccomp_load.argtypes = (ctypes.c_void_p,)
    library.seccomp_rule_add_array.argtypes = (
        ctypes.c_void_p,
        ctypes.c_uint32,
        ctypes.c_int,
        ctypes.c_uint,
        ctypes.POINTER(_Compare),
    )
    rules = library.seccomp_init(_ERRNO | errno.EPERM)

    def rule(name: str, *conditions: _Compare, action: int = _ALLOW) -> None:
        number = library.seccomp_syscall_resolve_name(name.encode())
        if number >= 0:  # not all of them exist on every CPU
            array = (_Compare * max(1, len(conditions)))(*conditions)
            _refused(library.seccomp_rule_add_array(rules, action, number, len(conditions), array))

    for name in _PASS:
        rule(name)
    rule("open", _Compare(1, _MASKED, _WRITES, 0))
    rule("openat", _Compare(2, _MASKED, _WRITES, 0))
    rule("clone", _Compare(0, _MASKED, _CLONE_THREAD, _CLONE_THREAD))
    for name in ("clone3", "openat2"):  # their arguments are in memory; glibc falls back to the older calls
        rule(name, action=_ERRNO | errno.ENOSYS)
    rule("prctl", _Compare(0, _EQUAL, _PR_SET_NAME))
    rule("prlimit64", _Compare(2, _EQUAL, 0))  # read limits, do not set them
    _each(rule, "fcntl", 1, _FCNTL)
    _each(rule, "ioctl", 1, _IOCTL)
    _each(rule, "tgkill", 0, (os.getpid(),))
    _refused(library.seccomp_load(rules))
    return "seccomp"


def _each(rule: Callable[..., None], name: str, argument: int, values: Sequence[int]) -> None:
    for value in values:
        rule(name, _Compare(argument, _EQUAL, value))


def _refused(result: int) -> None:
    if result < 0:
        raise OSError(-result, os.strerror(-result))
