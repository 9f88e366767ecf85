# shellcheck shell=sh
# Sourced by bin/pybridge, bin/test and .ci/run with $root set: `set_up EXTRA` makes the checkout ready to run, or says in
# one line why it cannot and exits. EXTRA is an extra of pyproject.toml, `test`, `dev` or `browser` (with `test` in them), or
# empty.
#
#   exit code  it cannot continue because
#   80         a system package is missing, and there is neither root nor sudo
#   81         sudo wants a password and there is no terminal, or it refused
#   82         no known package manager (apt-get, dnf, pacman, brew)
#   83         the package manager failed
#   84         no Python 3.11 or later
#   85         the virtual environment cannot be made
#   86         pip failed
#   87         .venv cannot be written, or another setup does not end
#   88         PYBRIDGE_NO_SETUP is set and there is no virtual environment
#
# SWI-Prolog is installed where that is possible, and otherwise pybridge itself says so when it needs it. With $prolog set to
# `no` it is not looked for, with `must` nothing continues without it. $was_set_up is `yes` if something was installed.
# Nothing is ever written to stdout. Installers write to .venv/setup.log, and read nothing.

venv=${root:?}/.venv
log=$venv/setup.log

case :$PATH: in
*:/opt/homebrew/bin:*) ;;
*) [ ! -d /opt/homebrew/bin ] || PATH=$PATH:/opt/homebrew/bin ;;
esac

say() {
    printf 'pybridge: %s\n' "$1" >&2
}

die() {
    say "$2"
    exit "$1"
}

# True when nothing is missing that can be had. Starts no process if nothing is missing: this is on the way of every
# command.
is_ready() {
    has_packages "$1" && { has_enough_prolog || ! is_prolog_possible; }
}

is_prolog_possible() {
    [ "${prolog:-}" != must ] || return 0
    [ -w "$venv" ] || return 1
    # shellcheck source=bin/packages.sh
    . "$root/bin/packages.sh"
    may_install
}

has_enough_prolog() {
    [ "${prolog:-}" = no ] || has_swipl
}

has_swipl() {
    command -v swipl >/dev/null 2>&1 || [ -x /Applications/SWI-Prolog.app/Contents/MacOS/swipl ] ||
        [ -n "${LIBSWIPL_PATH:+${SWI_HOME_DIR:-}}" ] # what pyswip goes by, when both are set
}

# A stamp holds the place of the checkout, as an editable installation does, and has the time of the pyproject.toml that
# was installed; so a moved checkout and a changed pyproject.toml are both seen.
has_packages() {
    stamp=$venv/ready${1:+-$1}
    [ -x "$venv/bin/python" ] && [ -f "$stamp" ] && IFS= read -r stamped <"$stamp" || return 1
    [ "$stamped" = "$root" ] || return 1
    # shellcheck disable=SC3013  # -nt and -ot: in POSIX since 2024, in every sh long before
    ! [ "$stamp" -nt "$root/pyproject.toml" ] && ! [ "$stamp" -ot "$root/pyproject.toml" ]
}

set_up() {
    was_set_up=no
    if [ "${PYBRIDGE_NO_SETUP:-}" = 1 ]; then
        [ -x "$venv/bin/python" ] || die 88 "$venv does not exist yet: run again without PYBRIDGE_NO_SETUP=1."
    elif ! is_ready "$1"; then
        take_lock
        is_ready "$1" || install_missing "$1"
        drop_lock
    fi
}

install_missing() {
    # shellcheck source=bin/packages.sh
    . "$root/bin/packages.sh"
    (: >"$log") 2>/dev/null || die 87 "cannot write $log: run this as the owner of $root."
    find_python || case $? in
    1) install_packages python ;;
    2) install_packages venv ;;
    esac
    has_packages "$1" || { make_venv && install_project "$1"; }
    has_enough_prolog || ! is_prolog_possible || install_packages
    # shellcheck disable=SC2034  # for bin/pybridge
    was_set_up=yes
    say 'ready.'
}

# Sets $python, to one that can make a virtual environment if there is one. Returns 1 when no Python will do, 2 when it
# lacks what makes virtual environments.
find_python() {
    python=
    for name in python3 python3.14 python3.13 python3.12 python3.11; do
        command -v "$name" >/dev/null 2>&1 || continue
        # The real path: a virtual environment of /usr/bin/python3 would break when that becomes another version.
        found=$("$name" -I -c '
import os, sys
sys.version_info >= (3, 11) or sys.exit(1)
print(os.path.realpath(getattr(sys, "_base_executable", sys.executable)))' </dev/null 2>>"$log") || continue
        [ -n "$python" ] || python=$found
        logged "$found" -I -c 'import ensurepip, venv' && python=$found && return
    done
    [ -z "$python" ] || return 2
    return 1
}

make_venv() {
    "$venv/bin/python" -I -c 'import pip, sys; sys.exit(sys.version_info < (3, 11))' </dev/null >>"$log" 2>&1 && return
    say "making .venv with $python."
    # Not venv --clear: the lock and the log lie in .venv too.
    (cd "$venv" && rm -rf bin include lib lib64 pyvenv.cfg ready*)
    logged "$python" -I -m venv "$venv" || die 85 "cannot make $venv: see $log."
}

install_project() {
    say "installing pybridge${1:+ and its $1 tools} into .venv."
    touch -r "$root/pyproject.toml" "$venv/time" # before pip: a change while it runs must count as a change
    cd_and_pip ".${1:+[$1]}" || die 86 "pip failed; check the network and $log, then try again."
    case $1 in
    '') set -- ready ;;
    test) set -- ready ready-test ;;
    *) set -- ready ready-test "ready-$1" ;;
    esac
    for stamp; do
        put_stamp "$venv/$stamp" || die 87 "cannot write $venv/$stamp."
    done
}

put_stamp() {
    printf '%s\n' "$root" >"$1.new" && touch -r "$venv/time" "$1.new" && mv "$1.new" "$1"
}

cd_and_pip() (
    cd "$root" || exit # "$root[test]" would go wrong where a folder's name has a bracket
    PIP_USER=0 logged "$venv/bin/python" -I -m pip install --disable-pip-version-check --no-input -e "$1"
)

logged() {
    printf '\n$ %s\n' "$*" >>"$log"
    "$@" </dev/null >>"$log" 2>&1
}

# One setup at a time. A lock of flock ends with its process; a folder's holder is asked for by its process id.
take_lock() {
    mkdir -p "$venv" 2>/dev/null
    (: >>"$venv/setup.lock") 2>/dev/null || die 87 "cannot write in $venv: run this as the owner of $root."
    if command -v flock >/dev/null 2>&1; then
        exec 9>"$venv/setup.lock"
        flock -n 9 && return
        say "waiting for another setup."
        flock -w 1800 9 || die 87 "another setup has held $venv/setup.lock for half an hour: stop it."
    else
        take_folder_lock
    fi
}

take_folder_lock() {
    waited=0
    until mkdir "$venv/setup.lock.d" 2>/dev/null; do
        [ "$waited" -gt 0 ] || say "waiting for another setup."
        holder=
        [ ! -r "$venv/setup.lock.d/pid" ] || read -r holder <"$venv/setup.lock.d/pid"
        if [ -n "$holder" ]; then kill -0 "$holder" 2>/dev/null; else [ "$waited" -lt 1 ]; fi || {
            rm -rf "$venv/setup.lock.d"
            continue
        }
        [ "$waited" -lt 1800 ] || die 87 "another setup has held $venv/setup.lock.d for half an hour: stop it."
        sleep 1
        waited=$((waited + 1))
    done
    echo $$ >"$venv/setup.lock.d/pid"
}

drop_lock() {
    exec 9>&-
    rm -rf "$venv/setup.lock.d"
}
