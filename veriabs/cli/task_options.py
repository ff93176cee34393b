"""Convert the arguments of the command line to the options of a verification."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from veriabs.core.copying import replace
from veriabs.verify.options import Options
from veriabs.verify.project import compiled_with, defaults, with_build


def reading_of(chosen: Namespace, file: Path | None = None) -> Options:
    """As `options_of`, without loading the strategies, which reading a file does not need."""
    return options_of(chosen, file, strategies=())


def options_of(chosen: Namespace, file: Path | None = None, **otherwise: object) -> Options:
    """The user's options for a verification, with the project's settings for its file, or for another one."""
    given = {name: value for name, value in vars(chosen).items() if value is not None}
    file = file or chosen.file
    build = compiled_with(chosen.build, file) if getattr(chosen, "build", None) else {}
    known = with_build({**defaults(file), **build}, given)
    return replace(Options.of({**otherwise, **known}), invariants=getattr(chosen, "witness", None) is not None)
