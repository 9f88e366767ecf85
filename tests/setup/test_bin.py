"""bin/pybridge and bin/test: what they install, what they refuse, and what they pass on."""

import os
import re
import signal
import subprocess
import time
from pathlib import Path

import pexpect
import pytest

PROJECT = Path(__file__).resolve().parents[2]

SPREAD = "<--dist><loadgroup><--no-loadscope-reorder>"
PIP = "python -I -m pip install --disable-pip-version-check --no-input -e "


def pip_calls(calls):
    return [call.removeprefix(PIP) for call in calls if call.startswith(PIP)]


def test_first_run_makes_the_environment_then_runs_the_program(checkout, tmp_path):
    done = checkout.run("ids_low", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, f"<{tmp_path}><ids_low>")
    assert done.stderr.splitlines() == [
        f"pybridge: making .venv with {checkout.stubs}/python3.",
        "pybridge: installing pybridge into .venv.",
        "pybridge: ready.",
    ]
    assert pip_calls(checkout.calls()) == ["."]
    assert "pip talks" in (checkout.root / ".venv/setup.log").read_text()


def test_second_run_starts_nothing_but_the_program(checkout):
    checkout.run()
    checkout.calls()
    done = checkout.run("--help")
    assert done.stderr == ""
    assert checkout.calls() == ["python -P -m pybridge --help"]


@pytest.mark.parametrize("seconds", [-3600, 3600])
def test_a_changed_pyproject_is_installed_again(checkout, seconds):
    checkout.run()
    checkout.calls()
    then = (checkout.root / "pyproject.toml").stat().st_mtime + seconds
    os.utime(checkout.root / "pyproject.toml", (then, then))
    checkout.run()
    checkout.run()
    calls = checkout.calls()
    assert pip_calls(calls) == ["."]
    assert not any("-m venv" in call for call in calls)


def test_a_pyproject_changed_while_pip_runs_is_installed_again(checkout):
    first = checkout.start(PIP_SLEEPS="0.5")
    wait_for(lambda: checkout.calls_log.exists() and "-m pip" in checkout.calls_log.read_text())
    os.utime(checkout.root / "pyproject.toml", (1, 1))
    first.communicate(timeout=60)
    checkout.run()
    assert pip_calls(checkout.calls()) == [".", "."]


def test_a_moved_checkout_is_installed_again(checkout):
    checkout.run()
    checkout.calls()
    checkout.root = checkout.root.rename(checkout.root.with_name("moved"))
    assert checkout.run().returncode == 0
    assert pip_calls(checkout.calls()) == ["."]


def test_an_environment_whose_python_is_gone_is_made_anew(checkout):
    checkout.run()
    checkout.run(script="bin/test")
    checkout.calls()
    (checkout.root / ".venv/bin/python").unlink()
    assert checkout.run().returncode == 0
    assert checkout.run(script="bin/test").returncode == 0
    calls = checkout.calls()
    assert sum("-m venv" in call for call in calls) == 1
    assert pip_calls(calls) == [".", ".[test]"]


def test_an_environment_without_pip_is_made_anew(checkout):
    checkout.run()
    checkout.calls()
    (checkout.root / ".venv/ready").unlink()
    (checkout.root / ".venv/bin/broken").touch()
    assert checkout.run().returncode == 0
    assert any("-m venv" in call for call in checkout.calls())


# --- what is passed on ---


def test_arguments_pass_unchanged(checkout):
    arguments = ["two words", "", "*", "$HOME", 'a"b', "c\\d", "-n", "line\nbreak"]
    assert checkout.run(*arguments, cwd=checkout.root).stdout == "".join(
        f"<{a}>" for a in [str(checkout.root), *arguments]
    )


def test_called_through_symlinks_from_another_folder(checkout, tmp_path):
    (tmp_path / "my bin").mkdir()
    (tmp_path / "my bin/inner").symlink_to(f"../{checkout.root.name}/bin/pybridge")
    (tmp_path / "outer").symlink_to(tmp_path / "my bin/inner")
    for script in (tmp_path / "my bin/inner", tmp_path / "outer"):
        done = checkout.run("x", script=script, cwd=tmp_path)
        assert (done.returncode, done.stdout) == (0, f"<{tmp_path}><x>")
    assert len(pip_calls(checkout.calls())) == 1


@pytest.mark.parametrize("command", [["./pybridge"], ["sh", "pybridge"], ["../bin/pybridge"]])
def test_called_by_a_relative_path(checkout, command):
    folder = checkout.root / "bin"
    done = subprocess.run(command, cwd=folder, env=checkout.environment(), capture_output=True, text=True, check=True)
    assert done.stdout == f"<{folder}>"


def test_the_exit_code_is_the_program_s(checkout):
    assert checkout.run(PROGRAM="exit 7").returncode == 7


def test_a_signal_reaches_the_program_itself(checkout):
    checkout.run()
    process = checkout.start(PROGRAM="exec sleep 20")
    wait_for(lambda: "-m pybridge" in checkout.calls_log.read_text().splitlines()[-1])
    process.send_signal(signal.SIGTERM)
    process.communicate(timeout=60)
    assert process.returncode == -signal.SIGTERM


def test_set_up_leaves_stdin_to_the_program(checkout):
    done = subprocess.run(
        [checkout.root / "bin/pybridge"],
        input="a board",
        env=checkout.environment(PROGRAM="cat"),
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.endswith("a board")


def test_bin_test_leaves_slow_tests_out_and_passes_arguments_on(checkout, tmp_path):
    def test(*arguments):
        return checkout.run(*arguments, script="bin/test", cwd=tmp_path).stdout

    chosen = "<-m><not slow and not browser>"
    assert test("-k", "two words") == f"<{checkout.root}><-n><auto>{SPREAD}{chosen}<-k><two words>"
    smoke = test("--smoke")
    assert smoke.startswith(f"<{checkout.root}><-n><auto>{SPREAD}{chosen}<tests/")
    files = re.findall(r"<(tests/[^>]*)>", smoke)
    assert len(files) > 5
    assert all((PROJECT / file).is_file() for file in files)
    slow = test("-x", "--slow", "tests/setup")
    assert slow == f"<{checkout.root}><-n><auto>{SPREAD}<-m><not browser><-x><tests/setup>"
    checkout.run()
    assert pip_calls(checkout.calls()) == [".[test]"]  # which is enough for bin/pybridge too


def test_bin_test_browser_installs_what_it_needs_or_says_so(checkout):
    done = checkout.run("--browser", "-x", script="bin/test")
    assert (done.returncode, pip_calls(checkout.calls())) == (80, [".[browser]"])
    needed = "pybridge: pages are tested in Chromium and Firefox: install chromium firefox-esr, or set PYBRIDGE_BROWSER"
    assert done.stderr.splitlines()[-1] == f"{needed} and PYBRIDGE_FIREFOX to browsers like them."
    checkout.stub("id", "echo 0")
    copies = 'for name in $6 $7; do cp "$STUBS/uname" "$STUBS/$name"; done'
    checkout.stub("apt-get", f'case "$*" in *install*) {copies} ;; esac')
    for removed, installed in ([], ["chromium firefox-esr"]), ([], []), (["firefox-esr"], ["firefox-esr"]):
        checkout.remove(*removed)
        done = checkout.run("--browser", "-x", script="bin/test")
        assert done.stdout.endswith(f"><-n><auto>{SPREAD}<-m><browser><tests/browser><-x>")
        assert [call.split("recommends ")[1] for call in checkout.calls() if "recommends" in call] == installed


def test_bin_test_browser_takes_browsers_by_any_path(checkout):
    own = {"PYBRIDGE_BROWSER": str(checkout.stubs / "brave"), "PYBRIDGE_FIREFOX": str(checkout.stubs / "nightly")}
    for path in own.values():
        checkout.stub(path)
    done = checkout.run("--browser", script="bin/test", **own)
    assert done.stdout.endswith("<tests/browser>")


def test_bin_docs_takes_no_option_for_a_folder(tmp_path):
    done = subprocess.run([PROJECT / "bin/docs", "--help"], cwd=tmp_path, capture_output=True, text=True)
    assert (done.returncode, done.stdout, list(tmp_path.iterdir())) == (2, "", [])
    assert done.stderr.startswith("The site, in the folder that is named (default: site)")


def test_ci_runs_every_check_and_fails_when_one_does(checkout):
    for browser in ("chromium", "firefox"):
        checkout.stub(browser)
    assert checkout.run(script=".ci/run").returncode == 0
    assert pip_calls(checkout.calls()) == [".[dev]", ".[browser]"]
    done = checkout.run(script=".ci/run", RUFF_FAILS="1")
    assert done.returncode == 1
    assert "FAILED: ruff check" in done.stdout
    assert done.stdout.endswith(f"<{checkout.root}><-n><auto>{SPREAD}<-m><>")
    assert any("-m mypy --strict pybridge/" in call for call in checkout.calls())


# --- system packages ---


def test_missing_packages_are_installed_in_one_go_as_root(checkout):
    checkout.remove("swipl", "sudo")
    checkout.stub("id", "echo 0")
    done = checkout.run("x", NO_ENSUREPIP="1")
    assert (done.returncode, done.stdout) == (0, f"<{Path.cwd()}><x>")
    assert "pybridge: installing swi-prolog-nox python3.11-venv with apt." in done.stderr.splitlines()
    apt = [call for call in checkout.calls() if call.startswith("apt-get")]
    assert apt == [
        "apt-get update",
        "apt-get -o DPkg::Lock::Timeout=300 install -y --no-install-recommends swi-prolog-nox python3.11-venv",
    ]


def test_sudo_is_used_by_those_who_are_not_root(checkout):
    checkout.remove("swipl")
    assert checkout.run("x").returncode == 0
    assert "sudo apt-get update" in checkout.calls()


def test_sudo_asks_on_the_terminal(checkout):
    checkout.remove("swipl")
    child = pexpect.spawn(
        str(checkout.root / "bin/pybridge"), ["x"], env=checkout.environment(SUDO_ASKS="1"), timeout=10
    )
    child.expect("sudo needs your password to install swi-prolog-nox")
    child.expect("Password: ")
    child.sendline("secret")
    child.expect("<x>")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0


def test_homebrew_is_used_on_a_mac(checkout):
    checkout.remove("swipl")
    checkout.stub("uname", "echo Darwin")
    checkout.stub("brew", 'cp "$STUBS/id" "$STUBS/swipl"')
    assert checkout.run("x").returncode == 0
    calls = checkout.calls()
    assert "brew install swi-prolog" in calls
    assert not any(call.startswith("sudo") for call in calls)


@pytest.mark.parametrize(
    ("manager", "call"),
    [("dnf", "dnf install -y pl"), ("pacman", "pacman -Sy --noconfirm --needed swi-prolog")],
)
def test_fedora_and_arch(checkout, manager, call):
    checkout.remove("swipl", "apt-get")
    checkout.stub(manager, 'cp "$STUBS/id" "$STUBS/swipl"')
    assert checkout.run("x").returncode == 0
    assert call in checkout.calls()


@pytest.mark.parametrize(
    "arguments",
    [
        ["compare", "x"],
        ["bench", "engine"],
        ["solve", "x", "--engine", "prolog"],
        ["solve", "--engine=prolog-compiled"],
    ],
)
def test_what_needs_prolog_installs_it(checkout, arguments):
    checkout.remove("swipl")
    assert checkout.run(*arguments).returncode == 0
    assert any("apt-get" in call for call in checkout.calls())


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["--help"],
        ["--version"],
        ["check", "prolog/x.pl"],
        ["ids_low", "-h"],
        ["solve", "x", "--html", "y"],
        ["solve", "x", "--engine", "prolog", "--help"],
        ["train", "x"],
    ],
)
def test_what_needs_no_prolog_does_not_install_it(checkout, arguments):
    checkout.remove("swipl")
    assert checkout.run(*arguments).returncode == 0
    assert not any("apt-get" in call for call in checkout.calls())
    assert checkout.run("ids_low").returncode == 0
    assert any("apt-get" in call for call in checkout.calls())


def test_searches_are_compiled_in_the_background_after_a_set_up(checkout):
    warming = "nice " + str(checkout.root / ".venv/bin/python") + " -P -m pybridge doctor --warm"
    checkout.stub("nice")
    checkout.run("x", PYBRIDGE_NO_WARMING="")
    wait_for(lambda: warming in checkout.calls_log.read_text().splitlines())
    checkout.calls()
    checkout.run("x", PYBRIDGE_NO_WARMING="")
    assert checkout.calls() == ["python -P -m pybridge x"]


def test_messages_name_the_command_as_it_was_called(checkout, tmp_path):
    tell = 'printf "[%s]" "$PYBRIDGE_CALLED"'
    assert checkout.run(PROGRAM=tell).stdout.endswith(f"[{checkout.root}/bin/pybridge]")
    (checkout.stubs / "pybridge").symlink_to(checkout.root / "bin/pybridge")
    done = checkout.run(script=checkout.stubs / "pybridge", PROGRAM=tell)
    assert done.stdout.endswith("[pybridge]")


# --- refusals: one line that says what to do, and a code of its own ---


def refusal(checkout, *arguments, **options):
    done = checkout.run(*arguments or ("x",), **options)
    assert done.stdout == ""
    return done.returncode, done.stderr.splitlines()[-1]


def test_neither_root_nor_sudo(checkout):
    """Then the program runs, for it knows what needs SWI-Prolog; tests always do."""
    checkout.remove("swipl", "sudo")
    for stderr in ("ready.", ""):
        done = checkout.run("ids_low")
        assert (done.returncode, done.stdout) == (0, f"<{Path.cwd()}><ids_low>")
        assert done.stderr.endswith(f"{stderr}\n" if stderr else "")
    assert not any("apt-get" in call for call in checkout.calls())
    for script in ("bin/test", ".ci/run"):
        assert refusal(checkout, script=script) == (
            80,
            "pybridge: swi-prolog-nox must be installed by apt, which needs root, and there is no sudo. "
            "Set PYBRIDGE_NO_SETUP=1 to skip this. "
            "Ask an administrator to run: apt-get install --no-install-recommends swi-prolog-nox",
        )


def test_neither_root_nor_what_makes_environments(checkout):
    checkout.remove("sudo", "swipl")
    for arguments, packages in ((["puzzles"], ""), (["ids_low"], "swi-prolog-nox ")):
        packages += "python3.11-venv"
        done = checkout.run(*arguments, NO_ENSUREPIP="1")
        assert (done.returncode, done.stderr) == (
            80,
            f"pybridge: {packages} must be installed by apt, which needs root, and there is no sudo. "
            f"Ask an administrator to run: apt-get install --no-install-recommends {packages}\n",
        )


def test_neither_root_nor_sudo_is_enough_with_swipl(checkout):
    checkout.remove("sudo", "apt-get")
    assert checkout.run().returncode == 0


def test_sudo_without_a_terminal(checkout):
    checkout.remove("swipl")
    assert checkout.run("ids_low", SUDO_ASKS="1").stdout.endswith("<ids_low>")
    code, line = refusal(checkout, script="bin/test", SUDO_ASKS="1")
    assert code == 81
    assert "sudo needs a password to install swi-prolog-nox" in line
    assert "there is no terminal: run this once in a terminal" in line


def test_sudo_refuses(checkout):
    checkout.remove("swipl")
    child = pexpect.spawn(
        str(checkout.root / "bin/pybridge"), ["x"], env=checkout.environment(SUDO_ASKS="1"), timeout=10
    )
    child.expect("Password: ")
    child.sendline("wrong")
    child.expect("sudo failed")
    child.expect("Ask an administrator to run: apt-get install --no-install-recommends swi-prolog-nox")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 81


@pytest.mark.parametrize(("system", "words"), [("Linux", "no apt-get, dnf, pacman"), ("Darwin", "https://brew.sh")])
def test_no_package_manager(checkout, system, words):
    checkout.remove("swipl", "apt-get")
    checkout.stub("uname", f"echo {system}")
    assert checkout.run("ids_low").stdout.endswith("<ids_low>")
    code, line = refusal(checkout, script="bin/test")
    assert code == 82
    assert words in line


def test_the_package_manager_fails(checkout):
    checkout.remove("swipl")
    code, line = refusal(checkout, APT_FAILS="1")
    log = checkout.root / ".venv/setup.log"
    assert (code, line) == (
        83,
        f"pybridge: apt failed; check the network and {log}, then try again.",
    )
    assert "apt-get talks" in log.read_text()
    assert checkout.run("x").returncode == 0


def test_an_interrupted_dpkg_is_finished_first(checkout):
    checkout.remove("swipl")
    checkout.stub("apt-get", '[ "$1" = update ] || { [ -e "$STUBS/configured" ] && cp "$STUBS/id" "$STUBS/swipl"; }')
    checkout.stub("dpkg", 'touch "$STUBS/configured"')
    assert checkout.run("x").returncode == 0


def test_python_is_too_old(checkout):
    code, line = refusal(checkout, OLD_PYTHON="1")
    assert code == 84
    assert "Python 3.11 or later is needed, but python3 is older" in line


def test_a_newer_python_beside_an_old_one_is_found(checkout):
    checkout.stub("python3.12", PYTHON_312)
    assert checkout.run(OLD_PYTHON="1").returncode == 0
    assert f"python3.12 -I -m venv {checkout.root}/.venv" in checkout.calls()


PYTHON_312 = """
case "$*" in
*_base_executable*) echo "$STUBS/python3.12" ;;
*'-m venv '*) mkdir -p "$4/bin" && cp "$STUBS/venv-python" "$4/bin/python" ;;
esac
"""


def test_the_environment_cannot_be_made(checkout):
    code, line = refusal(checkout, VENV_FAILS="1")
    assert code == 85
    assert line.endswith(f"see {checkout.root}/.venv/setup.log.")
    assert checkout.run().returncode == 0


def test_pip_fails(checkout):
    code, line = refusal(checkout, PIP_FAILS="1")
    assert code == 86
    assert f"check the network and {checkout.root}/.venv/setup.log, then try again" in line
    assert checkout.run().returncode == 0


def test_tests_without_a_network_leave_the_program_usable(checkout):
    checkout.run()
    assert checkout.run(script="bin/test", PIP_FAILS="1").returncode == 86
    assert checkout.run("x", PIP_FAILS="1").returncode == 0


def test_the_environment_cannot_be_written(checkout):
    (checkout.root / ".venv").write_text("a file where the folder should be")
    code, line = refusal(checkout)
    assert code == 87
    assert line.endswith(f"run this as the owner of {checkout.root}.")


def test_no_set_up_wanted_and_none_done(checkout):
    code, line = refusal(checkout, PYBRIDGE_NO_SETUP="1")
    assert (code, line) == (
        88,
        f"pybridge: {checkout.root}/.venv does not exist yet: run again without PYBRIDGE_NO_SETUP=1.",
    )
    assert checkout.calls() == []


def test_every_exit_code_is_in_the_table(checkout):
    setup = (checkout.root / "bin/setup.sh").read_text()
    text = setup + (checkout.root / "bin/packages.sh").read_text()
    listed = re.findall(r"^#   (\d\d) ", setup, re.MULTILINE)
    assert sorted(set(re.findall(r"\bdie (\d+)", text))) == listed


# --- more than one at a time, and cut short ---


def wait_for(condition):
    end = time.monotonic() + 5
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.01)


@pytest.mark.slow
@pytest.mark.parametrize("lock", ["flock", "folder"])
def test_of_several_started_at_once_one_sets_up(checkout, lock):
    if lock == "folder":
        checkout.remove("flock")
    processes = [checkout.start(str(i), PIP_SLEEPS="0.3") for i in range(4)]
    talk = [process.communicate(timeout=60) for process in processes]
    assert [process.returncode for process in processes] == [0] * 4
    assert [out.endswith(f"<{i}>") for i, (out, _) in enumerate(talk)] == [True] * 4
    assert sum("waiting for another setup" in err for _, err in talk) == 3
    assert pip_calls(checkout.calls()) == ["."]


@pytest.mark.slow
@pytest.mark.parametrize("holder", ["999999999", None])
def test_the_lock_of_a_dead_set_up_is_taken_over(checkout, holder):
    checkout.remove("flock")
    lock = checkout.root / ".venv/setup.lock.d"
    lock.mkdir(parents=True)
    if holder:
        (lock / "pid").write_text(f"{holder}\n")
    assert checkout.run().returncode == 0
    assert not lock.exists()


@pytest.mark.parametrize("lock", ["flock", "folder"])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_a_set_up_cut_short_is_done_by_the_next_run(checkout, lock, number):
    if lock == "folder":
        checkout.remove("flock")
    process = checkout.start("x", PIP_SLEEPS="20")
    wait_for(lambda: checkout.calls_log.exists() and "-m pip" in checkout.calls_log.read_text())
    os.killpg(process.pid, number)
    stdout, _ = process.communicate(timeout=60)
    assert process.returncode == -number
    assert stdout == ""
    assert checkout.run("x").stdout.endswith("<x>")
