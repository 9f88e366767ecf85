# shellcheck shell=sh disable=SC2154  # $root, $manager and $log are set where this is sourced
# Sourced by bin/test --browser, after bin/setup.sh: the browsers for the tests of pages, which tests/browser/conftest.py knows.

# Sets $packages to those that are missing.
find_browsers() {
    packages=
    has_one "${PYBRIDGE_BROWSER:-chromium}" chromium-browser google-chrome || packages=chromium
    has_one "${PYBRIDGE_FIREFOX:-firefox-esr}" firefox || packages="$packages firefox-esr"
    packages=${packages# }
}

# True if one of these programs is there.
has_one() {
    for name; do
        command -v "$name" >/dev/null 2>&1 && return
    done
    return 1
}

# Installs missing browsers with apt where that is possible without asking.
need_browsers() {
    find_browsers
    [ -n "$packages" ] || return 0
    # shellcheck source=bin/packages.sh
    . "$root/bin/packages.sh"
    choose_manager
    if [ "$manager" != apt ] || [ "$(id -u)" != 0 ]; then
        die 80 "pages are tested in Chromium and Firefox: install $packages, or set PYBRIDGE_BROWSER and PYBRIDGE_FIREFOX to browsers like them."
    fi
    as_root=
    say "installing $packages with $manager."
    install_with_apt
    find_browsers
    [ -z "$packages" ] || die 83 "$manager failed; check the network and $log, then try again."
}
