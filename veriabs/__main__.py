"""The way in: `veriabs`, and `python -m veriabs`.

What a command about a program loads is loaded in the process that will work on it while this one reads its arguments.
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
"""The commands that `deciding` carries out."""
_ALLOCATED = 100_000
"""Objects after which Python looks for those that only refer to each other: loading alone makes far more than 700."""


def run() -> int:
    """Runs the command of the command line, and ends this process with its exit code.

    Where nothing else is under way it ends as it is: to take apart all that was loaded takes Python as long as a small
    proof takes CBMC.
    """
    gc.set_threshold(_ALLOCATED)
    open_missing()  # before anything else gets the number of one
    if sys.argv[1:] and sys.argv[1] in _ABOUT_A_TASK and "_ARGCOMPLETE" not in os.environ:
        from veriabs.solvers import supervise

        supervise.prepare(_load)
    from veriabs.cli import app

    code = app.main()
    if threading.active_count() == 1:
        atexit._run_exitfuncs()
        with suppress(OSError, ValueError):  # what could not be written was told, or nobody reads it any more
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)
    return code


def _load() -> None:
    for module in ("veriabs.cli.deciding", "jinja2"):
        import_module(module)


if __name__ == "__main__":
    sys.exit(run())
