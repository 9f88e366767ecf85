"""A checkout with a PATH of stubs: every program that setup starts is fake; nothing is installed, no network used."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[2]
REAL_PROGRAMS = ["sh", "bash", "cat", "dirname", "env", "flock", "mkdir", "mv", "readlink", "rm", "sleep", "touch"]

# Each stub first writes its name and arguments to calls.log.
PYTHON = """
case "$*" in
*version_info*_base_executable*) [ -z "${OLD_PYTHON-}" ] && echo "$STUBS/python3" ;;
*ensurepip*) [ -z "${NO_ENSUREPIP-}" ] || [ -e "$STUBS/ensurepip" ] ;;
*'"python%d.%d-venv"'*) echo python3.11-venv ;;
*'-m venv '*) mkdir -p "$4/bin" && cp "$STUBS/venv-python" "$4/bin/python" && [ -z "${VENV_FAILS-}" ] ;;
esac
"""
VENV_PYTHON = """
case "$*" in
*'import pip'*) [ ! -e "${0%/*}/broken" ] ;;
*'-m pip '*) echo 'pip talks' && [ -z "${PIP_FAILS-}" ] && exec sleep "${PIP_SLEEPS-0}" ;;
*'-m ruff check'*) [ -z "${RUFF_FAILS-}" ] ;;
*'-m pybridge'*) shift 3; printf '<%s>' "$PWD" "$@"; eval "${PROGRAM-}" ;;
*'-m pytest'*) shift 2; printf '<%s>' "$PWD" "$@" ;;
esac
"""
APT_GET = """
echo 'apt-get talks'
case "$*" in
*install*) [ -z "${APT_FAILS-}" ] && cp "$STUBS/uname" "$STUBS/swipl" && touch "$STUBS/ensurepip" ;;
esac
"""
SUDO = """
case "$1" in
-n) [ -z "${SUDO_ASKS-}" ] ;;
-v) printf 'Password: ' >/dev/tty && read -r answer </dev/tty && [ "$answer" = secret ] ;;
*) "$@" ;;
esac
"""


class Checkout:
    """A copy of the scripts in a folder of its own, with stubs instead of everything they start."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "a checkout [1]"
        self.stubs = folder / "stubs"
        self.calls_log = folder / "calls.log"
        self.root.mkdir()
        self.stubs.mkdir()
        shutil.copytree(PROJECT / "bin", self.root / "bin")
        shutil.copytree(PROJECT / ".ci", self.root / ".ci")
        (self.root / "pyproject.toml").write_text("[project]\n")
        for name in [*REAL_PROGRAMS, "cp"]:
            (self.stubs / name).symlink_to(shutil.which(name) or name)
        self.stub("python3", PYTHON)
        self.stub("venv-python", VENV_PYTHON)
        self.stub("apt-get", APT_GET)
        self.stub("sudo", SUDO)
        self.stub("dpkg", "exit 1")
        self.stub("swipl")
        self.stub("uname", "echo Linux")
        self.stub("id", "echo 1000")

    def stub(self, name: str, body: str = "") -> None:
        path = self.stubs / name
        path.write_text(f'#!/bin/sh\necho "${{0##*/}} $*" >>"$CALLS"\n{body}\n')
        path.chmod(0o755)

    def remove(self, *names: str) -> None:
        for name in names:
            (self.stubs / name).unlink()

    def environment(self, **variables: str) -> dict[str, str]:
        known = {"PATH": str(self.stubs), "STUBS": str(self.stubs), "CALLS": str(self.calls_log)}
        return known | {"PYBRIDGE_NO_WARMING": "1"} | variables

    def start(
        self, *arguments: str, script: str | Path = "bin/pybridge", cwd: Path | None = None, **variables: str
    ) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [self.root / script, *arguments],
            cwd=cwd,
            env=self.environment(**variables),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,  # no terminal
        )

    def run(self, *arguments: str, **options: object) -> subprocess.CompletedProcess[str]:
        process = self.start(*arguments, **options)  # type: ignore[arg-type]  # passed on as they are
        stdout, stderr = process.communicate(timeout=60)
        return subprocess.CompletedProcess(arguments, process.returncode, stdout, stderr)

    def calls(self) -> list[str]:
        """What was started since the last time this was asked."""
        lines = self.calls_log.read_text().splitlines() if self.calls_log.exists() else []
        self.calls_log.unlink(missing_ok=True)
        return lines


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    """A checkout in which nothing has been set up, with swipl and Python on PATH, and a user who is not root."""
    assert os.access(PROJECT / "bin" / "pybridge", os.X_OK)
    return Checkout(tmp_path)
