"""The tasks of a ledger: the project's own programs by family, a sample of them, and any folder that is named."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path

from msgspec import Struct

from veriabs.core.errors import InputError
from veriabs.core.goals import CHECKS
from veriabs.core.source import Task
from veriabs.verify.options import Options

ROOT = Path(__file__).resolve().parent.parent
OWN = ("sv-comp/tasks", "tests/programs", "examples")
EACH = {"sv-comp/tasks": 2, "tests/programs/true": 16, "tests/programs/false": 16, "tests/programs/checks": 16}
"""How many tasks of each verdict the sample has of a family in these folders; of all others it has one."""

CHECKED = "tests/programs/checks"
"""The folder whose programs say of each line what its checks come to."""

_ENTRY = re.compile(r"\bmain *\(|^// entry: ", re.MULTILINE)
_WORD = re.compile(r"([\w-]+)=(\w+)")
REFUTED_BY = {"holds": {"FALSE"}, "safe": {"FALSE"}, "fails": {"TRUE"}, "unsafe": {"TRUE"}}
"""The verdicts of a goal that contradict the word on its line (tests/programs/README.md)."""


class Entry(Struct, frozen=True, order=True):
    """One task: its family, its name (the path below the root of the project, or of the folder), and where it lies.

    `safe` is what is expected of the whole file; None where each line says that of its own goals, or nothing is known.
    """

    family: str
    name: str
    path: Path
    safe: bool | None

    @property
    def has_checks(self) -> bool:
        return self.family == CHECKED

    def task(self) -> Task:
        """The task, with all checks if the lines of the program speak of them; InputError if it is none."""
        found = re.search(r"^// entry: (\w+)$", self.path.read_text(errors="replace"), re.MULTILINE)
        options = Options(function=found[1] if found else "main")
        if self.has_checks:
            options = Options(function=options.function, checks=tuple(kind.value for kind in CHECKS))
        return options.task(self.path)

    def contradicts(self, line: int, kind: str, verdict: str) -> bool:
        """Is this wrong of all goals of a kind on a line? Where the file says nothing, none may be refuted."""
        if self.has_checks:
            said = dict(_WORD.findall(self._line(line).partition("// ")[2]))
            return verdict in REFUTED_BY.get(said.get(kind, "safe"), ())
        return verdict == "FALSE" and self.safe is True

    def _line(self, number: int) -> str:
        lines = self.path.read_text(errors="replace").splitlines()
        return lines[number - 1] if 0 < number <= len(lines) else ""


def own() -> list[Entry]:
    """All tasks of the project."""
    return sorted(entry for folder in OWN for entry in below(ROOT / folder, ROOT))


def below(folder: Path, root: Path) -> Iterator[Entry]:
    """The tasks in a folder and below it: its task definitions, and else its programs that have an entry."""
    definitions = sorted(folder.rglob("*.yml"))
    for path in definitions or sorted((*folder.rglob("*.c"), *folder.rglob("*.i"))):
        if path.suffix != ".yml" and not _ENTRY.search(path.read_text(errors="replace")):
            continue
        name = path.relative_to(root)
        place = family(name)
        yield Entry(place, name.as_posix(), path, None if place == CHECKED else is_safe(path))


def family(name: Path) -> str:
    """The folder of a task; of a trap also the letter, which says what the trap is for. All examples are one family."""
    place = "examples" if name.parts[0] == "examples" else name.parent.as_posix()
    return f"{place}/{name.name[0]}" if place == "tests/programs/traps" else place


def is_safe(path: Path) -> bool | None:
    """The expected verdict of a task: from its definition, its first line, or else the end of its name."""
    text = path.read_text(errors="replace")
    label = re.match(r"// VERDICT: (safe|unsafe)", text)
    if path.suffix == ".yml":
        found = re.search(r"expected_verdict: (true|false)", text)
        return None if found is None else found[1] == "true"
    if label:
        return label[1] == "safe"
    named = re.search(r"(?:_|\b)(safe|true|unsafe|false)\b", path.stem)
    return None if named is None else named[1] in ("safe", "true")


def sample(entries: Iterable[Entry]) -> list[Entry]:
    """Some tasks of each family and verdict, chosen by a hash of their names: a new task changes little."""
    found = []
    for (place, _), group in groupby(sorted(entries, key=_kind), key=_kind):
        most = next((count for folder, count in EACH.items() if place.startswith(folder)), 1)
        found += sorted(group, key=lambda one: hashlib.sha256(one.name.encode()).hexdigest())[:most]
    return sorted(found)


def _kind(entry: Entry) -> tuple[str, str]:
    return entry.family, str(entry.safe)


def matches(entry: Entry, wanted: str) -> bool:
    """Has the name of a task this pattern in it?"""
    return re.search(wanted, entry.name) is not None


def chosen(folders: Iterable[Path], *, whole: bool = False, safe: bool = False, wanted: str = "") -> list[Entry]:
    """The tasks of the folders, or of the project: all of them, or the sample; `wanted` is a pattern of names."""
    named = sorted(entry for folder in folders for entry in below(folder.resolve(), folder.resolve().parent))
    entries = named or own()
    if not entries:
        raise InputError("no tasks")
    entries = entries if whole or named else sample(entries)
    return [entry for entry in entries if matches(entry, wanted) and (entry.safe or not safe)]
