"""The verification task (file, options, entry function), and places in its files."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from pathlib import Path

from msgspec import Struct, field

from veriabs.core.precondition import Precondition


class DataModel(Enum):
    """Sizes of the C types, named as in SV-COMP task definitions."""

    ILP32 = "ILP32"
    LP64 = "LP64"

    @property
    def word(self) -> int:
        """Bits of a pointer."""
        return 64 if self is DataModel.LP64 else 32


class Where(Struct, frozen=True, order=True):
    """A place in the user's own source file (1-based)."""

    file: str
    line: int
    column: int = 0

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


WRITTEN = "entry"
"""The file name of code that veriabs adds to the user's text; operations in it are never reported."""


class Entry(Struct, frozen=True):
    """The function in which a program begins, called with arbitrary arguments; `main` by default.

    - `sizes`: numbers of elements, as C expressions, of the objects that parameters point to.
    - `null_pointers`: parameters may be null unless a contract excludes it.
    - `larger_objects`: make objects of unknown size larger than the accesses in the text suggest.
    - `only_requires`: do not call the function; an assertion fails if the precondition admits an input.
    - `needs`: preconditions that were inferred for the function; `called`: those of functions that it may call.
    - `measured`: the size of an object of unknown size is an input of the program.
    """

    function: str = "main"
    sizes: Mapping[str, str] = field(default_factory=dict)
    arbitrary_globals: bool = False
    null_pointers: bool = False
    larger_objects: bool = False
    only_requires: bool = False
    measured: bool = False
    needs: Precondition = field(default_factory=Precondition)
    called: Mapping[str, Precondition] = field(default_factory=dict)


class Task(Struct, frozen=True):
    """One verification task as the user specified it.

    - `path`: the C file. `defines`, `includes`, `preincludes`, `standard`: `-D`, `-I`, `-include`, `-std` of gcc.
    - `property_file`, `expected`: the property and verdict of an SV-COMP task definition. `entry`: where the program
      begins.
    - `checks`: names of goal kinds, in addition to `assertions`.
    - `others`: further files of the program, each with its own options.
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

    def has_file(self, name: str, folder: Path = Path()) -> bool:
        """Whether a regular file belongs to the program: it is beside one of its files, or in a folder of includes.

        Line markers can name any file of the machine. Relative names start at `folder`.
        """
        own = [one.path.parent for one in (self, *self.others)]
        path = (folder / name).resolve()
        return path.is_file() and any(path.is_relative_to((folder / one).resolve()) for one in (*own, *self.includes))
