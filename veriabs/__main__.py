"""Run `veriabs` or `python -m veriabs`.

The modules that a command about a program needs are loaded in the child process that will do the work, while this one
parses its arguments.
"""

from __future__ import annotations

import atexit
import gc
import os
import sys
import threading
from contextlib import suppress
from importlib import import_module

from veriabs.cli.terminal import open_missing

_ABOUT_A_TASK = frozenset(
    {"verify", "shrink", "check", "replay", "loops", "annotate", "explain"}
    | {"harness", "residual", "transform", "slice"}
)
"""The commands that `cli.analysis` runs."""
_ALLOCATED = 100_000
"""The number of allocations before Python searches for reference cycles; imports alone exceed the default of 700."""


def run() -> int:
    """Run the command of the command line, and end this process with its exit code.

    Without other threads the process exits without cleaning up, because freeing all loaded objects takes Python as long
    as a small proof takes CBMC.
    """
    gc.set_threshold(_ALLOCATED)
    open_missing()  # before another file gets its number
    if sys.argv[1:] and sys.argv[1] in _ABOUT_A_TASK and "_ARGCOMPLETE" not in os.environ:
        from veriabs.solvers import supervise

        supervise.prepare(_load)
    from veriabs.cli import app

    code = app.main()
    if threading.active_count() == 1:
        atexit._run_exitfuncs()
        with suppress(OSError, ValueError):  # a failed write was reported, or nobody reads the output
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)
    return code


def _load() -> None:
    for module in ("veriabs.cli.analysis", "jinja2"):
        import_module(module)


if __name__ == "__main__":
    sys.exit(run())
