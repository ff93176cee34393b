"""Read the file that the user named (`.c`, `.i` or an SV-COMP task definition) into a `Task`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from msgspec import Struct

from veriabs.core.copying import replace
from veriabs.core.errors import InputError, UnsupportedError
from veriabs.core.goals import GoalKind
from veriabs.core.source import DataModel, Entry, Task

GOTO_BINARY = b"\x7fGBF"
"""The first bytes of files that `goto-cc` writes."""

_DEFINITIONS = (".yml", ".yaml")
_CHECKED = {
    r"G\s*!\s*overflow\s*\)|^no-overflow\.prp$": (GoalKind.OVERFLOW,),
    r"G\s*valid-deref\s*\)|^valid-(deref|memsafety)\.prp$": (GoalKind.BOUNDS, GoalKind.POINTER),
    r"G\s*valid-free\s*\)|^valid-(free|memsafety)\.prp$": (GoalKind.POINTER,),
    r"G\s*valid-memtrack\s*\)|^valid-(memtrack|memsafety)\.prp$": (GoalKind.MEMORY_TRACK,),
    r"G\s*valid-memcleanup\s*\)|^valid-memcleanup\.prp$": (GoalKind.MEMORY_LEAK,),
}
"""The properties of SV-COMP, and the checks that each one asks for."""

_REACHABILITY = re.compile(r"G\s*!\s*call\s*\(\s*(reach_error|__VERIFIER_error)\s*\(|^unreach-call\.prp$")


class _Definition(Struct, frozen=True):
    """The parts of a task definition that matter here."""

    input_file: Path
    data_model: DataModel | None
    property_file: Path | None
    expected: Mapping[str, bool | None]
    """Verdicts by the names of property files."""


def load(
    path: Path,
    *,
    defines: Iterable[str] = (),
    includes: Iterable[Path] = (),
    data_model: DataModel | None = None,
    property_file: Path | None = None,
    entry: Entry | None = None,
    checks: tuple[str, ...] = (),
    preincludes: tuple[Path, ...] = (),
    standard: str | None = None,
) -> Task:
    """Read a C file or a task definition; raises InputError if it is missing, empty or not text.

    The data model is the given one, else that of the task definition (given, or beside the C file with the same stem),
    else LP64. Property file and expected verdict come from the same sources and have no default; a task definition
    states no expectation for `checks` or an entry.
    """
    path = Path(path)
    _check_file(path)
    definition = _read_definition(path) if path.suffix in _DEFINITIONS else _neighbour(path)
    task = Task(path, data_model or DataModel.LP64, tuple(defines), tuple(includes), property_file)
    task = replace(task, entry=entry or Entry(), checks=checks, preincludes=preincludes, standard=standard)
    if definition is None:
        return _add_property_goals(task)
    if path.suffix in _DEFINITIONS:
        _check_file(definition.input_file)
        task = replace(task, path=definition.input_file)
    given = property_file or definition.property_file
    model = data_model or definition.data_model or DataModel.LP64
    asked = _add_property_goals(replace(task, data_model=model, property_file=given))
    more = asked.entry != Entry() or (asked.checks and asked.assertions)
    return asked if more else replace(asked, expected=definition.expected.get(given.name if given else ""))


def is_goto_binary(path: Path) -> bool:
    """Is it a file that `goto-cc` has written?"""
    with suppress(OSError), path.open("rb") as file:  # reading the file reports the error
        return file.read(len(GOTO_BINARY)) == GOTO_BINARY
    return False


def _check_file(path: Path) -> None:
    if not path.exists():
        raise InputError(f"{path}: no such file")
    if path.is_dir():
        raise InputError(f"{path}: is a directory, not a C file")
    try:
        content = path.read_bytes()
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror})") from error
    if not content.strip():
        raise InputError(f"{path}: the file is empty")
    if b"\0" in content:
        raise InputError(f"{path}: is a binary file, not C text")


def _neighbour(path: Path) -> _Definition | None:
    """The task definition beside a C file, if it has the same stem and lists the file."""
    for suffix in _DEFINITIONS:
        candidate = path.with_suffix(suffix)
        if not candidate.is_file():
            continue
        try:
            definition = _read_definition(candidate)
        except InputError:
            # The file may have this name by chance; the user did not ask to read it.
            continue
        if definition.input_file.name == path.name:
            return definition
    return None


def _read_definition(path: Path) -> _Definition:
    import yaml

    try:
        data = yaml.safe_load(path.read_text(encoding="utf-8"))
    except (yaml.YAMLError, UnicodeDecodeError, OSError) as error:
        raise InputError(f"{path}: cannot be read as YAML: {str(error).splitlines()[0]}") from error
    if not isinstance(data, dict) or "input_files" not in data:
        raise InputError(f"{path}: not a task definition: input_files is missing")
    prop = _first_property(data)
    return _Definition(
        input_file=path.parent / _input_file(path, data),
        data_model=_data_model(path, data),
        property_file=path.parent / str(prop["property_file"]) if "property_file" in prop else None,
        expected={_name(one): _verdict(one.get("expected_verdict")) for one in _properties(data)},
    )


def _input_file(path: Path, data: dict[str, object]) -> str:
    files = data["input_files"]
    if isinstance(files, list) and len(files) == 1:
        files = files[0]
    if not isinstance(files, str):
        raise InputError(f"{path}: input_files must name one file")
    return files


def _data_model(path: Path, data: dict[str, object]) -> DataModel | None:
    options = data.get("options")
    if not isinstance(options, dict):
        return None
    if options.get("language", "C") != "C":
        raise InputError(f"{path}: the task's language is {options['language']}, not C")
    name = options.get("data_model")
    if name is None:
        return None
    if name not in DataModel.__members__:
        raise InputError(f"{path}: unknown data_model {name} (ILP32 or LP64)")
    return DataModel[name]


def _first_property(data: dict[str, object]) -> dict[str, object]:
    """The reachability property if there are several, else the first one."""
    properties = list(_properties(data))
    for candidate in properties:
        if "unreach-call" in str(candidate.get("property_file", "")):
            return candidate
    return properties[0] if properties else {}


def _properties(data: dict[str, object]) -> Iterator[dict[str, object]]:
    properties = data.get("properties")
    if isinstance(properties, list):
        yield from (entry for entry in properties if isinstance(entry, dict))


def _name(entry: dict[str, object]) -> str:
    """The name of the file of a property; "" where a definition has a verdict alone."""
    return Path(str(entry.get("property_file", ""))).name


def _verdict(value: object) -> bool | None:
    return value if isinstance(value, bool) else None


def check_property(task: Task) -> None:
    """A verdict about some goals must not pass for one about another property."""
    text = _property_text(task.property_file)
    if text is not None and not _REACHABILITY.search(text) and not (_checks_of_property(text) and not task.assertions):
        known = "unreach-call, no-overflow, valid-memsafety or valid-memcleanup"
        raise UnsupportedError(f"{task.property_file}:1: unknown property; supported are {known}")


def _add_property_goals(task: Task) -> Task:
    """The task with the goals that its property is about, if it is not about assertions."""
    text = _property_text(task.property_file)
    checks = _checks_of_property(text) if text is not None else ()
    return replace(task, checks=checks, assertions=False) if checks else task


def _checks_of_property(text: str) -> tuple[str, ...]:
    found = (kind.value for shape, kinds in _CHECKED.items() if re.search(shape, text) for kind in kinds)
    return tuple(dict.fromkeys(found))


def _property_text(path: Path | None) -> str | None:
    if path is None:
        return None
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except FileNotFoundError:
        # A task definition may name a file that lies elsewhere; then its name has to do.
        return path.name
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror})") from error
