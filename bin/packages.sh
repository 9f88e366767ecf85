# shellcheck shell=sh disable=SC2154  # $root, $venv, $log and $python are set where this is sourced
# Sourced by bin/setup.sh when something is missing: system packages, by apt-get, dnf, pacman or Homebrew.

# Installs SWI-Prolog if it is missing and, when asked for, `python` or what `venv` needs.
install_packages() {
    require_manager
    packages=
    has_enough_prolog || packages=$swipl_package
    case ${1:-} in
    python)
        command -v python3 >/dev/null 2>&1 && [ "$manager" != brew ] &&
            die 84 "Python 3.11 or later is needed, but python3 is older: install e.g. python3.12, then try again."
        packages="$packages $python_packages"
        ;;
    venv) packages="$packages $(venv_package)" ;;
    esac
    packages=${packages# }
    without=
    [ -n "${1:-}" ] || without=' Set PYBRIDGE_NO_SETUP=1 to skip this.'
    become_root
    say "installing $packages with $manager."
    "install_with_$manager" || die 83 "$manager failed; check the network and $log, then try again."
    has_enough_prolog || die 83 "$manager installed $swipl_package, but swipl is not on PATH: see $log."
    [ -z "${1:-}" ] || find_python || die 84 "Python 3.11 or later with venv is needed: install it, then try again."
}

choose_manager() {
    swipl_package=swi-prolog
    python_packages=python3
    manager=
    if [ "$(uname)" = Darwin ]; then
        ! command -v brew >/dev/null 2>&1 || manager=brew
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
    fi
}

require_manager() {
    choose_manager
    [ -z "$manager" ] || return 0
    [ "$(uname)" != Darwin ] ||
        die 82 'Homebrew is needed to install SWI-Prolog: get it from https://brew.sh, then try again.'
    die 82 'found no apt-get, dnf, pacman or brew: install SWI-Prolog 9.0 or later and Python 3.11 or later yourself.'
}

# True if packages can be installed, perhaps after a password.
may_install() {
    choose_manager
    case $manager in
    '') return 1 ;;
    brew) return 0 ;;
    esac
    [ "$(id -u)" != 0 ] || return 0
    command -v sudo >/dev/null 2>&1 && { logged sudo -n true || has_terminal; }
}

# sudo asks on the terminal itself, whatever stdin and stderr are.
has_terminal() {
    (: </dev/tty) 2>/dev/null
}

venv_package() {
    "$python" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])'
}

# Sets $as_root to what a command that needs root starts with.
become_root() {
    as_root=
    [ "$manager" != brew ] && [ "$(id -u)" != 0 ] || return 0
    command -v sudo >/dev/null 2>&1 ||
        die 80 "$packages must be installed by $manager, which needs root, and there is no sudo.$without Ask an administrator to run: $(line_to_run)"
    as_root=sudo
    logged sudo -n true && return
    has_terminal ||
        die 81 "sudo needs a password to install $packages, but there is no terminal: run this once in a terminal.$without Or ask an administrator to run: $(line_to_run)"
    say "sudo needs your password to install $packages."
    sudo -v || die 81 "sudo failed.$without Ask an administrator to run: $(line_to_run)"
}

# The command that installs $packages, for an administrator.
line_to_run() {
    case $manager in
    apt) echo "apt-get install --no-install-recommends $packages" ;;
    dnf) echo "dnf install $packages" ;;
    pacman) echo "pacman -S --needed $packages" ;;
    esac
}

# shellcheck disable=SC2086  # $packages and $as_root are lists of plain words, here and below
install_with_apt() {
    logged $as_root apt-get update || true # what is already there may do
    apt_install || { logged $as_root env DEBIAN_FRONTEND=noninteractive dpkg --configure -a && apt_install; }
}

# shellcheck disable=SC2086
apt_install() {
    # The time-out: a fresh machine's own upgrades may hold dpkg's lock.
    logged $as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get -o DPkg::Lock::Timeout=300 install -y --no-install-recommends $packages
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
