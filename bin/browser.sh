# shellcheck shell=sh disable=SC2154  # $root, $manager and $log are set where this is sourced
# Sourced by bin/test --browser, after bin/setup.sh: a browser for the tests of pages.

# True if a browser is there that tests/browser knows.
has_browser() {
    for name in "${PYBRIDGE_BROWSER:-chromium}" chromium-browser google-chrome; do
        command -v "$name" >/dev/null 2>&1 && return
    done
    return 1
}

# Installs chromium with apt where that is possible without asking.
need_browser() {
    has_browser && return
    # shellcheck source=bin/packages.sh
    . "$root/bin/packages.sh"
    choose_manager
    if [ "$manager" != apt ] || [ "$(id -u)" != 0 ]; then
        die 80 'a browser is needed: install chromium, or set PYBRIDGE_BROWSER to a browser like it.'
    fi
    packages=chromium
    as_root=
    say "installing $packages with $manager."
    if ! install_with_apt || ! has_browser; then
        die 83 "$manager failed; check the network and $log, then try again."
    fi
}
