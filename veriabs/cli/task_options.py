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
    known = {**otherwise, **settings_of(chosen, file or chosen.file)}
    return replace(Options.of(known), invariants=getattr(chosen, "witness", None) is not None)


def settings_of(chosen: Namespace, file: Path) -> dict[str, object]:
    """The user's arguments and the project's settings for a file, by field, without those that nobody set."""
    given = {name: value for name, value in vars(chosen).items() if value is not None}
    build = compiled_with(chosen.build, file) if getattr(chosen, "build", None) else {}
    return with_build({**defaults(file), **build}, given)
