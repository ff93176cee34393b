"""What was given on the command line, as the options of a verification."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Mapping
from pathlib import Path

from veriabs.core.copying import replace
from veriabs.verify.options import Options
from veriabs.verify.project import compiled_with, defaults


def options_of(chosen: Namespace, file: Path | None = None) -> Options:
    """What the user chose for a verification, with what the project says of its file, or of another one."""
    return _options(chosen, file, {})


def reading_of(chosen: Namespace, file: Path | None = None) -> Options:
    """The same, as far as it is known without loading the strategies, none of which is needed to read a file."""
    return _options(chosen, file, {"strategies": ()})


def _options(chosen: Namespace, file: Path | None, otherwise: Mapping[str, object]) -> Options:
    given = {name: value for name, value in vars(chosen).items() if value is not None}
    file = file or chosen.file
    build = compiled_with(chosen.build, file) if getattr(chosen, "build", None) else {}
    known = {**otherwise, **defaults(file), **build}
    return replace(Options.of({**known, **given}), invariants=getattr(chosen, "witness", None) is not None)
