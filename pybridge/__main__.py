"""`python -m pybridge`."""

import sys


def main() -> None:
    """Run the command line; an interrupt at any time, also while Python still imports, ends it without a traceback."""
    try:
        from pybridge.cli import run

        code = run(sys.argv[1:])
    except KeyboardInterrupt:
        print("pybridge: interrupted", file=sys.stderr)
        code = 130
    sys.exit(code)


if __name__ == "__main__":
    main()
