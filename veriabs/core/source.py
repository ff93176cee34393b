"""What the user gave: the task, and places in its files."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from pathlib import Path

from msgspec import Struct, field


class DataModel(Enum):
    """Sizes of the C types, named as in SV-COMP task definitions."""

    ILP32 = "ILP32"
    LP64 = "LP64"


class Where(Struct, frozen=True, order=True):
    """A place in the user's own source file (1-based)."""

    file: str
    line: int
    column: int = 0

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


WRITTEN = "entry"
"""The file of what veriabs writes beside the user's text; its operations are nothing that the user is told of."""


class Entry(Struct, frozen=True):
    """Where a program begins: a function with arbitrary arguments, `main` if nothing else is asked.

    `sizes` are numbers of elements, in C, of the objects that parameters point to.
    """

    function: str = "main"
    sizes: Mapping[str, str] = field(default_factory=dict)
    arbitrary_globals: bool = False


class Task(Struct, frozen=True):
    """One verification task: what the user asked for; `checks` are names of kinds of goals, beside `assertions`.

    `others` are further files of the program, each read in its own way.
    """

    path: Path
    data_model: DataModel = DataModel.LP64
    defines: tuple[str, ...] = ()
    includes: tuple[Path, ...] = ()
    property_file: Path | None = None
    expected: bool | None = None
    entry: Entry = field(default_factory=Entry)
    checks: tuple[str, ...] = ()
    assertions: bool = True
    preincludes: tuple[Path, ...] = ()
    standard: str | None = None
    others: tuple[Task, ...] = ()
