"""What the user gave: the task, and places in its files."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from pathlib import Path


class DataModel(Enum):
    """Sizes of the C types, named as in SV-COMP task definitions."""

    ILP32 = "ILP32"
    LP64 = "LP64"


@dataclass(frozen=True, slots=True, order=True)
class Where:
    """A place in the user's own source file (1-based)."""

    file: str
    line: int
    column: int = 0

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


@dataclass(frozen=True, slots=True)
class Task:
    """One verification task: what the user asked for."""

    path: Path
    data_model: DataModel = DataModel.LP64
    defines: tuple[str, ...] = ()
    includes: tuple[Path, ...] = ()
    property_file: Path | None = None
    expected: bool | None = None
