# shellcheck shell=sh
# Sourced by bin/pybridge, bin/test and .ci/run with $root set: `set_up [EXTRA]` makes the checkout ready to run, or says
# in one line why it cannot and exits. EXTRA is an extra of pyproject.toml, `test` or `dev`; `dev` includes `test`.
#
#   exit code  it cannot go on because
#   80         a system package is missing, and there is neither root nor sudo
#   81         sudo wants a password and there is no terminal, or it refused
#   82         no known package manager (apt-get, dnf, pacman, brew)
#   83         the package manager failed
#   84         no Python 3.11 or later
#   85         the virtual environment cannot be made
#   86         pip failed
#   87         .venv cannot be written, or another set-up does not end
#   88         PYBRIDGE_NO_SETUP is set and there is no virtual environment
#
# Nothing is ever written to stdout. Installers write to .venv/setup.log, and read nothing.

venv=$root/.venv
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

# True when nothing is missing. Starts no process: this is on the way of every command.
is_ready() {
    has_swipl && has_packages "$1"
}

has_swipl() {
    command -v swipl >/dev/null 2>&1 || [ -x /Applications/SWI-Prolog.app/Contents/MacOS/swipl ]
}

# A stamp holds the place of the checkout, as an editable installation does, and has the time of the pyproject.toml that
# was installed; so a moved checkout and a changed pyproject.toml are both seen.
has_packages() {
    stamp=$venv/ready${1:+-$1}
    [ -x "$venv/bin/python" ] && [ -f "$stamp" ] && IFS= read -r stamped <"$stamp" && [ "$stamped" = "$root" ] || return 1
    # shellcheck disable=SC3013  # -nt and -ot: in POSIX since 2024, in every sh long before
    ! [ "$stamp" -nt "$root/pyproject.toml" ] && ! [ "$stamp" -ot "$root/pyproject.toml" ]
}

set_up() {
    if [ "${PYBRIDGE_NO_SETUP:-}" = 1 ]; then
        [ -x "$venv/bin/python" ] || die 88 "there is no $venv yet: run again without PYBRIDGE_NO_SETUP=1."
    elif ! is_ready "$1"; then
        take_lock
        is_ready "$1" || install_missing "$1"
        drop_lock
    fi
}

install_missing() {
    : >"$log" || die 87 "cannot write $log: run this as the owner of $root."
    find_python || case $? in
    1) install_packages python ;;
    2) install_packages venv ;;
    esac
    has_packages "$1" || { make_venv && install_project "$1"; }
    has_swipl || install_packages
    say "ready."
}

# Sets $python. Returns 1 when there is no Python that will do, 2 when it lacks what makes a virtual environment.
find_python() {
    for name in python3 python3.14 python3.13 python3.12 python3.11; do
        command -v "$name" >/dev/null 2>&1 || continue
        # The real path, because a virtual environment behind /usr/bin/python3 would break when that becomes another version.
        python=$("$name" -I -c '
import os, sys
sys.version_info >= (3, 11) or sys.exit(1)
print(os.path.realpath(getattr(sys, "_base_executable", sys.executable)))' </dev/null 2>>"$log") || continue
        "$python" -I -c 'import ensurepip, venv' </dev/null 2>>"$log" || return 2
        return 0
    done
    return 1
}

make_venv() {
    "$venv/bin/python" -I -c 'import pip, sys; sys.exit(sys.version_info < (3, 11))' </dev/null >>"$log" 2>&1 && return
    say "making .venv with $python."
    # Not venv --clear: the lock and the log lie in .venv too.
    rm -rf "$venv/bin" "$venv/include" "$venv/lib" "$venv/lib64" "$venv/pyvenv.cfg"
    logged "$python" -I -m venv "$venv" || die 85 "cannot make $venv: see $log."
}

install_project() {
    say "installing pybridge${1:+ and its $1 tools} into .venv."
    rm -f "$venv"/ready*
    touch -r "$root/pyproject.toml" "$venv/time" # before pip: a change while it runs must count as a change
    cd_and_pip ".${1:+[$1]}" || die 86 "pip failed, perhaps for want of a network: see $log, then try again."
    case $1 in
    '') set -- ready ;;
    test) set -- ready ready-test ;;
    dev) set -- ready ready-test ready-dev ;;
    esac
    for stamp; do
        printf '%s\n' "$root" >"$venv/$stamp.new" && touch -r "$venv/time" "$venv/$stamp.new" &&
            mv "$venv/$stamp.new" "$venv/$stamp" || die 87 "cannot write $venv/$stamp."
    done
}

cd_and_pip() (
    cd "$root" || exit
    PIP_USER=0 logged "$venv/bin/python" -I -m pip install --disable-pip-version-check --no-input -e "$1"
)

logged() {
    printf '\n$ %s\n' "$*" >>"$log"
    "$@" </dev/null >>"$log" 2>&1
}

# Installs SWI-Prolog if it is missing and, when asked for, `python` or what `venv` needs.
install_packages() {
    choose_manager
    packages=
    has_swipl || packages=$swipl_package
    case ${1:-} in
    python)
        command -v python3 >/dev/null 2>&1 && [ "$manager" != brew ] &&
            die 84 "Python 3.11 or later is needed and python3 is older: install it, say as python3.12, then try again."
        packages="$packages $python_packages"
        ;;
    venv) packages="$packages $(venv_package)" ;;
    esac
    packages=${packages# }
    become_root
    say "installing $packages with $manager."
    "install_with_$manager" || die 83 "$manager failed, perhaps for want of a network: see $log, then try again."
    has_swipl || die 83 "$manager installed $swipl_package, but swipl is not on PATH: see $log."
    [ -z "${1:-}" ] || find_python || die 84 "Python 3.11 or later with venv is needed: install it, then try again."
}

choose_manager() {
    swipl_package=swi-prolog
    python_packages=python3
    manager=
    if [ "$(uname)" = Darwin ]; then
        command -v brew >/dev/null 2>&1 || die 82 "Homebrew is needed to install SWI-Prolog: see https://brew.sh, then try again."
        manager=brew
    elif command -v apt-get >/dev/null 2>&1; then
        manager=apt
        swipl_package=swi-prolog-nox
        python_packages='python3 python3-venv'
    elif command -v dnf >/dev/null 2>&1; then
        manager=dnf
        swipl_package=pl
    elif command -v pacman >/dev/null 2>&1; then
        manager=pacman
        python_packages=python
    else
        die 82 "no apt-get, dnf, pacman or brew here: install SWI-Prolog 9 and Python 3.11 or later, then try again."
    fi
}

venv_package() {
    "$python" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])'
}

# Sets $as_root to what a command that needs root starts with.
become_root() {
    as_root=
    [ "$manager" != brew ] && [ "$(id -u)" != 0 ] || return 0
    command -v sudo >/dev/null 2>&1 ||
        die 80 "$packages must be installed by $manager, which needs root, and there is no sudo: have it installed, then try again."
    as_root=sudo
    sudo -n true </dev/null >>"$log" 2>&1 && return
    # sudo asks on the terminal itself, whatever stdin and stderr are.
    (: </dev/tty) 2>/dev/null ||
        die 81 "sudo wants a password to install $packages, and there is no terminal to ask on: run this once in a terminal."
    say "sudo wants your password to install $packages."
    sudo -v || die 81 "sudo refused: have $packages installed by $manager, then try again."
}

install_with_apt() {
    logged $as_root apt-get update || true # what is already there may do
    apt_install || { logged $as_root env DEBIAN_FRONTEND=noninteractive dpkg --configure -a && apt_install; }
}

# shellcheck disable=SC2086  # $packages and $as_root are lists of plain words, here and below
apt_install() {
    logged $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $packages
}

# shellcheck disable=SC2086
install_with_dnf() {
    logged $as_root dnf install -y $packages
}

# shellcheck disable=SC2086
install_with_pacman() {
    logged $as_root pacman -Sy --noconfirm --needed $packages
}

# shellcheck disable=SC2086
install_with_brew() {
    logged brew install $packages
}

# One set-up at a time. A lock of flock ends with its process; a folder's holder is asked for by its process id.
take_lock() {
    mkdir -p "$venv" 2>/dev/null && [ -w "$venv" ] || die 87 "cannot write $venv: run this as the owner of $root."
    if command -v flock >/dev/null 2>&1; then
        exec 9>"$venv/setup.lock"
        flock -n 9 && return
        say "waiting for another set-up."
        flock -w 1800 9 || die 87 "another set-up has held $venv/setup.lock for half an hour: end it, then try again."
    else
        take_folder_lock
    fi
}

take_folder_lock() {
    waited=0
    until mkdir "$venv/setup.lock.d" 2>/dev/null; do
        [ "$waited" -gt 0 ] || say "waiting for another set-up."
        holder=
        [ ! -r "$venv/setup.lock.d/pid" ] || read -r holder <"$venv/setup.lock.d/pid"
        if [ -n "$holder" ]; then kill -0 "$holder" 2>/dev/null; else [ "$waited" -lt 5 ]; fi ||
            rm -rf "$venv/setup.lock.d"
        [ "$waited" -lt 1800 ] || die 87 "another set-up has held $venv/setup.lock.d for half an hour: end it, then try again."
        sleep 1
        waited=$((waited + 1))
    done
    echo $$ >"$venv/setup.lock.d/pid"
}

drop_lock() {
    exec 9>&-
    rm -rf "$venv/setup.lock.d"
}
