"""Define the user's options, each in one place: default, command-line words, help, and where it is recorded.

The command line, the options in a report, and the keys of batch results are derived from this. Each option has its own
parser, so that batch and service reject the same values.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import Field, dataclass, field, fields
from enum import Enum
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

from msgspec import Struct

from veriabs import strategies
from veriabs.core.errors import InputError
from veriabs.core.goals import CHECKS
from veriabs.core.precondition import LVALUE
from veriabs.core.runs import Overflow
from veriabs.core.source import DataModel, Entry, Task

FRAMEWORKS = ("pytest", "ctest", "cmocka", "unity")
"""The test frameworks for which a counterexample can be written."""

_IDENTIFIER = re.compile(r"[A-Za-z_]\w*")
_EXTENT = re.compile(rf"\*?{LVALUE}:(?:[\w\s+*/().-]|->)+")
_STANDARD = re.compile(r"[a-z0-9:]{1,20}")
_MACRO = re.compile(r"[A-Za-z_]\w*(\([^)]*\))?(=.*)?")


class Section(Enum):
    """Options that are shown together."""

    READING = "reading the file"
    TIME = "time limit"
    LIMITS = "limits of a proof"
    PROCESSES = "processes and kept files"
    MEANING = "meaning of C"
    REPLAYS = "counterexamples"
    PROOFS = "checking a proof"


class Argument(Struct, frozen=True):
    """One word of the command line that sets an option.

    `read` parses the text and raises ValueError with a one-line message; without `read`, the word takes no argument and
    sets `value`. With `repeated`, each use adds one element. The help text may contain the default as `{:g}`.
    """

    word: str
    help: str
    read: Callable[[str], object] | None = None
    shown: str = ""
    value: object = None
    repeated: bool = False
    choices: tuple[object, ...] = ()


# -------------------------------------------------------------------------------------------------------- text -> value


def integer(least: int, most: int, text: str) -> int:
    """Parse a whole number in a range."""
    if not re.fullmatch(r"[+-]?[0-9]{1,30}", text) or not least <= int(text) <= most:
        raise ValueError(f"{text!r} is not a whole number from {least} to {most}")
    return int(text)


def seconds(text: str) -> float:
    """Parse a positive number of seconds."""
    if not re.fullmatch(r"[0-9]{1,30}(\.[0-9]+)?", text) or not 0 < float(text) <= 10**7:
        raise ValueError(f"{text!r} is not a number of seconds between 0 and 10000000")
    return float(text)


def macro(text: str) -> str:
    """Parse the definition of a macro, as for `-D`."""
    return _check_spelling(text, _MACRO, "does not define a macro")


def standard(text: str) -> str:
    """Parse the name of a C standard."""
    return _check_spelling(text, _STANDARD, "is not the name of a standard, such as c99 or gnu11")


def identifier(text: str) -> str:
    """Parse the name of a function."""
    return _check_spelling(text, _IDENTIFIER, "is not the name of a function")


def extent(text: str) -> str:
    """Parse `PARAMETER:ELEMENTS`, as for `--array`."""
    return _check_spelling(text, _EXTENT, "is not POINTER:ELEMENTS, such as p:n, p:2*n+1 or s->p:s->n")


def _check_spelling(text: str, pattern: re.Pattern[str], otherwise: str) -> str:
    if not pattern.fullmatch(text):
        raise ValueError(f"{text!r} {otherwise}")
    return text


def to_kinds(text: str) -> tuple[str, ...]:
    """Parse kinds of checks: without repetition, in canonical order."""
    known = [kind.value for kind in CHECKS]
    for name in text.split(","):
        if name not in ("all", *known):
            raise ValueError(f"there is no check {name!r}; the checks are all, {', '.join(known)}")
    return tuple(name for name in known if name in text.split(",") or "all" in text.split(","))


def to_names(text: str) -> tuple[str, ...]:
    """Parse names of strategies, without repetition."""
    known = strategies.names()
    names = tuple(dict.fromkeys(text.split(",")))
    for name in names:
        if name not in known:
            raise ValueError(f"there is no strategy {name!r}; the strategies are {', '.join(known)}")
    return names


# -------------------------------------------------------------------------------------------------------------- options


def _option(
    group: Section | None, *arguments: Argument, name: str = "", report: bool = True, key: bool = True, **default: Any
) -> Any:
    """A field; `report` and `key` say where it is recorded, and `name` under which name if not the field's."""
    metadata = {"group": group, "arguments": arguments, "name": name, "report": report, "key": key}
    return field(**default, metadata=metadata)


@dataclass(frozen=True, slots=True)
class Options:
    """The user's options for one verification; times in seconds, memory in megabytes.

    `invariants` asks for those that a witness needs. A program with unsupported code is searched for counterexamples
    for the `refused_share` of the remaining time. With `stop_on_size` a violation that a larger object
    rules out ends the search. So do bounds that prove open goals: of `numbers` of the entry, which have these highest
    values. Options for reading the file are part of the task as well.
    """

    max_k: int = _option(
        Section.LIMITS,
        Argument("--max-k", "largest k to try (default {:g})", partial(integer, 1, 1000), "K"),
        default=5,
    )
    timeout: float = _option(
        Section.TIME,
        Argument("--timeout", "seconds for the task, reading it included (default {:g})", seconds, "S"),
        default=900.0,
    )
    memory_mb: int | None = _option(
        Section.LIMITS,
        Argument("--memory", "limit of each CBMC process", partial(integer, 1, 10**9), "MB"),
        default=None,
    )
    stop_on_fail: bool = _option(
        Section.LIMITS,
        Argument("--stop-on-fail", "end with the first goal that fails; others may stay open", value=True),
        default=False,
    )
    jobs: int = _option(
        Section.PROCESSES,
        Argument("--jobs", "CBMC processes (default {:g})", partial(integer, 1, 1024), "N"),
        key=False,
        default=2,
    )
    strategies: tuple[str, ...] = _option(
        Section.LIMITS,
        Argument("--strategy", f"strategies to try, in order: {', '.join(strategies.names())}", to_names, "NAME,..."),
        default_factory=strategies.default,
    )
    replay: bool = _option(
        Section.REPLAYS,
        Argument("--no-replay", "never run the program, so that nothing can be refuted", value=False),
        default=True,
    )
    keep: Path | None = _option(
        Section.PROCESSES,
        Argument("--keep", "keep the generated programs and CBMC's answers", Path, "DIR"),
        key=False,
        default=None,
    )
    overflow: Overflow = _option(
        Section.MEANING,
        Argument(
            "--overflow",
            "what a signed overflow means: undefined (default, the C standard) or wrap",
            Overflow,
            "MEANING",
            choices=tuple(Overflow),
        ),
        default=Overflow.UNDEFINED,
    )
    defines: tuple[str, ...] = _option(
        Section.READING, Argument("-D", "macro", macro, "X=1", repeated=True), report=False, default=()
    )
    includes: tuple[Path, ...] = _option(
        Section.READING, Argument("-I", "headers", Path, "DIR", repeated=True), report=False, default=()
    )
    preincludes: tuple[Path, ...] = _option(
        Section.READING,
        Argument("-include", "read before the file", Path, "FILE", repeated=True),
        report=False,
        default=(),
    )
    standard: str | None = _option(
        Section.READING,
        Argument("-std", "language of the preprocessor, such as c99", standard, "NAME"),
        report=False,
        default=None,
    )
    data_model: DataModel | None = _option(
        Section.READING,
        Argument("--32", "32-bit data model", value=DataModel.ILP32),
        Argument("--64", "64-bit data model", value=DataModel.LP64),
        report=False,
        default=None,
    )
    property_file: Path | None = _option(
        Section.READING,
        Argument("--property", "file with a property of SV-COMP, such as unreach-call", Path, "FILE"),
        name="property",
        report=False,
        default=None,
    )
    function: str = _option(
        Section.READING,
        Argument("--function", "verify this function with arbitrary arguments (default main)", identifier, "NAME"),
        report=False,
        default="main",
    )
    arrays: tuple[str, ...] = _option(
        Section.READING,
        Argument("--array", "elements that parameter P of --function has, or P:text", extent, "P:N", repeated=True),
        report=False,
        default=(),
    )
    arbitrary_globals: bool = _option(
        Section.READING,
        Argument("--globals", "with --function: global variables have arbitrary values", value=True),
        report=False,
        default=False,
    )
    null_pointers: bool = _option(
        Section.READING,
        Argument("--null", "with --function: pointers may be null, unless a contract says otherwise", value=True),
        report=False,
        default=False,
    )
    checks: tuple[str, ...] = _option(
        Section.READING,
        Argument("--check", f"what else to prove: all, or {', '.join(k.value for k in CHECKS)}", to_kinds, "KIND,..."),
        report=False,
        default=(),
    )
    check_proof: bool = _option(
        Section.PROOFS,
        Argument(
            "--check-proof",
            "check the certificate of a TRUE as veriabs check does, and report the result beside the verdict",
            value=True,
        ),
        report=False,
        default=False,
    )
    invariants: bool = _option(None, report=False, key=False, default=False)
    refused_share: float = _option(None, report=False, key=False, default=1.0)
    stop_on_size: bool = _option(None, report=False, key=False, default=False)
    numbers: tuple[tuple[str, int], ...] = _option(None, report=False, key=False, default=())

    @property
    def entry(self) -> Entry:
        """The entry point of the program."""
        sizes = dict[str, str]()
        for name, _, size in (text.partition(":") for text in self.arrays):
            if sizes.setdefault(name, size) != size:
                raise InputError(f"--array {name} has two sizes, {sizes[name]} and {size}")
        return Entry(self.function, sizes, self.arbitrary_globals, self.null_pointers)

    def task(self, path: Path) -> Task:
        """The task of a C file or task definition with these options; raises InputError if it is invalid."""
        from veriabs.frontend.task import load  # imported late: listing the options needs no front end

        return load(
            path,
            defines=self.defines,
            includes=self.includes,
            data_model=self.data_model,
            property_file=self.property_file,
            entry=self.entry,
            checks=self.checks,
            preincludes=self.preincludes,
            standard=self.standard,
        )

    @classmethod
    def of(cls, given: Mapping[str, object]) -> Options:
        """Options from a mapping of field names; missing and None values have their defaults."""
        chosen = {one.name: given[one.name] for one in fields(cls) if given.get(one.name) is not None}
        return cls(**{name: tuple(value) if isinstance(value, list) else value for name, value in chosen.items()})  # type: ignore[arg-type]

    @classmethod
    def from_json(cls, given: Mapping[str, object]) -> Options:
        """Options from another machine's JSON; raises ValueError for options that are invalid or name files."""
        known = {one.name: one for one in remote()}
        for name in given:
            if name not in known:
                raise ValueError(f"there is no option {name!r}; the options are {', '.join(known)}")
        return cls.of({name: from_json(known[name], value) for name, value in given.items() if value is not None})

    def for_report(self) -> dict[str, object]:
        """The options for a report, without those for reading the file, which the task records."""
        return self._to_plain("report")

    def for_key(self) -> dict[str, object]:
        """The options on which the result depends."""
        return self._to_plain("key")

    def _to_plain(self, place: str) -> dict[str, object]:
        """The options as numbers, strings and lists of strings."""
        chosen = (one for one in fields(self) if one.metadata[place])
        return {one.metadata["name"] or one.name: json_value(getattr(self, one.name)) for one in chosen}


def arguments(*groups: Section) -> Iterator[tuple[Field[Any], tuple[Argument, ...]]]:
    """The options of some groups with their words."""
    for group in groups:
        yield from ((one, one.metadata["arguments"]) for one in fields(Options) if one.metadata["group"] is group)


def remote() -> Iterator[Field[Any]]:
    """The options that a client without files on this machine can set."""
    for one in fields(Options):
        arguments: tuple[Argument, ...] = one.metadata["arguments"]
        if arguments and all(argument.read is not Path for argument in arguments):
            yield one


def from_json(option: Field[Any], value: object) -> object:
    """One option from a JSON value, validated as on the command line."""
    first: Argument = option.metadata["arguments"][0]
    try:
        if first.read is None:
            return _value_of_word(option, value)
        if first.repeated:
            return tuple(first.read(_text(one)) for one in value) if isinstance(value, list) else _reject(value)
        if isinstance(value, list) and first.read in (to_kinds, to_names):  # one word with several names
            return first.read(",".join(map(_text, value)))
        return first.read(_text(value))
    except ValueError as error:
        raise ValueError(f"option {option.name}: {error}") from error


def _value_of_word(option: Field[Any], value: object) -> object:
    """One of the values that the words of an option stand for, or its default."""
    for one in (*(argument.value for argument in option.metadata["arguments"]), option.default):
        if type(json_value(one)) is type(value) and json_value(one) == value:
            return one
    return _reject(value)


def _text(value: object) -> str:
    """The value as a word of the command line."""
    match value:
        case str():
            return value
        case bool():
            return _reject(value)
        case int():
            return str(value)
        case float() if value.is_integer() and abs(value) < 1e15:
            return str(int(value))
        case float():
            return f"{value:f}"
        case _:
            return _reject(value)


def _reject(value: object) -> NoReturn:
    raise ValueError(f"{value!r:.60} is not a value of this option")


def json_value(value: object) -> object:
    """A JSON value; file names need not be UTF-8, but JSON is."""
    match value:
        case Enum():
            return value.value
        case tuple():
            return [json_value(one) for one in value]
        case Path():
            return str(value).encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
        case _:
            return value
