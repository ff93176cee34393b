"""What the user can choose, each thing at one place: its default, its words on the command line, where it is written.

The command line, the options in a report and the key of a batch's row are made from this. How an option is read from
text is part of it, so that whoever takes options in another way (a batch, a service) refuses the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, Field, dataclass, field, fields
from enum import Enum
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

from msgspec import Struct

from veriabs import strategies
from veriabs.core.goals import CHECKS
from veriabs.core.runs import Overflow
from veriabs.core.source import DataModel, Entry, Task

FRAMEWORKS = ("pytest", "ctest", "cmocka", "unity")
"""What a counterexample is written as a unit test for."""

_IDENTIFIER = re.compile(r"[A-Za-z_]\w*")
_EXTENT = re.compile(r"\*?[A-Za-z_]\w*:[\w\s+*/()-]+")
_STANDARD = re.compile(r"[a-z0-9:]{1,20}")
_MACRO = re.compile(r"[A-Za-z_]\w*(\([^)]*\))?(=.*)?")


class Group(Enum):
    """Options that are asked for together."""

    READING = "how the file is read"
    TIME = "when it is over"
    LIMITS = "how far a proof may go"
    PROCESSES = "what one verification starts, and keeps"
    MEANING = "what C means"
    REPLAYS = "whether the program is run"
    PROOFS = "how a proof is checked"


class Argument(Struct, frozen=True):
    """One word of the command line that sets an option.

    `read` takes the text, and raises ValueError with one line about what is wrong with it; without `read` the word
    stands alone and sets `value`. `repeated`: each use adds one element. The help may have the default's place `{:g}`.
    """

    word: str
    help: str
    read: Callable[[str], object] | None = None
    shown: str = ""
    value: object = None
    repeated: bool = False
    choices: tuple[object, ...] = ()


# -------------------------------------------------------------------------------------------------------- text -> value


def whole(least: int, most: int, text: str) -> int:
    if not re.fullmatch(r"[+-]?[0-9]{1,30}", text) or not least <= int(text) <= most:
        raise ValueError(f"{text!r} is not a whole number from {least} to {most}")
    return int(text)


def seconds(text: str) -> float:
    if not re.fullmatch(r"[0-9]{1,30}(\.[0-9]+)?", text) or not 0 < float(text) <= 10**7:
        raise ValueError(f"{text!r} is not a number of seconds between 0 and 10000000")
    return float(text)


def macro(text: str) -> str:
    return _spelled(text, _MACRO, "does not define a macro")


def standard(text: str) -> str:
    return _spelled(text, _STANDARD, "is not the name of a standard, such as c99 or gnu11")


def identifier(text: str) -> str:
    return _spelled(text, _IDENTIFIER, "is not the name of a function")


def extent(text: str) -> str:
    return _spelled(text, _EXTENT, "is not PARAMETER:ELEMENTS, such as p:n or p:2*n+1")


def _spelled(text: str, pattern: re.Pattern[str], otherwise: str) -> str:
    if not pattern.fullmatch(text):
        raise ValueError(f"{text!r} {otherwise}")
    return text


def checked(text: str) -> tuple[str, ...]:
    """Kinds of checks, each once, in their order."""
    known = [kind.value for kind in CHECKS]
    for name in text.split(","):
        if name not in ("all", *known):
            raise ValueError(f"no check {name!r}; there is all, {', '.join(known)}")
    return tuple(name for name in known if name in text.split(",") or "all" in text.split(","))


def chosen(text: str) -> tuple[str, ...]:
    """Names of strategies, each once."""
    known = strategies.names()
    names = tuple(dict.fromkeys(text.split(",")))
    for name in names:
        if name not in known:
            raise ValueError(f"no strategy {name!r}; there is {', '.join(known)}")
    return names


# -------------------------------------------------------------------------------------------------------------- options


def _option(
    group: Group | None, *arguments: Argument, name: str = "", report: bool = True, key: bool = True, **default: Any
) -> Any:
    """A field; `report` and `key` say where it is written, `name` under which name if not that of the field."""
    told = {"group": group, "arguments": arguments, "name": name, "report": report, "key": key}
    return field(**default, metadata=told)


@dataclass(frozen=True, slots=True)
class Options:
    """What the user can choose for one verification; times in seconds, memory in megabytes.

    `invariants` asks for those that a witness tells of. A program that is not understood is searched for
    counterexamples in the `refused_share` of what time is left. How the file is read is in the task as well, once read.
    """

    max_k: int = _option(
        Group.LIMITS, Argument("--max-k", "largest k to try (default {:g})", partial(whole, 1, 1000), "K"), default=5
    )
    timeout: float = _option(
        Group.TIME,
        Argument("--timeout", "seconds for the task, reading it included (default {:g})", seconds, "S"),
        default=900.0,
    )
    memory_mb: int | None = _option(
        Group.LIMITS, Argument("--memory", "limit of each CBMC process", partial(whole, 1, 10**9), "MB"), default=None
    )
    stop_on_fail: bool = _option(
        Group.LIMITS,
        Argument("--stop-on-fail", "end with the first goal that fails; others may stay open", value=True),
        default=False,
    )
    jobs: int = _option(
        Group.PROCESSES,
        Argument("--jobs", "CBMC processes (default {:g})", partial(whole, 1, 1024), "N"),
        key=False,
        default=2,
    )
    strategies: tuple[str, ...] = _option(
        Group.LIMITS,
        Argument("--strategy", f"what to try, in this order: {', '.join(strategies.names())}", chosen, "NAME,..."),
        default_factory=strategies.default,
    )
    replay: bool = _option(
        Group.REPLAYS,
        Argument("--no-replay", "never run the program; then nothing is refuted", value=False),
        default=True,
    )
    keep: Path | None = _option(
        Group.PROCESSES,
        Argument("--keep", "keep the generated programs and CBMC's answers", Path, "DIR"),
        key=False,
        default=None,
    )
    overflow: Overflow = _option(
        Group.MEANING,
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
        Group.READING, Argument("-D", "macro", macro, "X=1", repeated=True), report=False, default=()
    )
    includes: tuple[Path, ...] = _option(
        Group.READING, Argument("-I", "headers", Path, "DIR", repeated=True), report=False, default=()
    )
    preincludes: tuple[Path, ...] = _option(
        Group.READING,
        Argument("-include", "read before the file", Path, "FILE", repeated=True),
        report=False,
        default=(),
    )
    standard: str | None = _option(
        Group.READING,
        Argument("-std", "language of the preprocessor, such as c99", standard, "NAME"),
        report=False,
        default=None,
    )
    data_model: DataModel | None = _option(
        Group.READING,
        Argument("--32", "32-bit data model", value=DataModel.ILP32),
        Argument("--64", "64-bit data model", value=DataModel.LP64),
        report=False,
        default=None,
    )
    property_file: Path | None = _option(
        Group.READING,
        Argument("--property", "SV-COMP property file (unreach-call)", Path, "FILE"),
        name="property",
        report=False,
        default=None,
    )
    function: str = _option(
        Group.READING,
        Argument("--function", "begin with this function, with any arguments (default main)", identifier, "NAME"),
        report=False,
        default="main",
    )
    arrays: tuple[str, ...] = _option(
        Group.READING,
        Argument("--array", "elements that P, of --function, points to; or P:text", extent, "P:N", repeated=True),
        report=False,
        default=(),
    )
    arbitrary_globals: bool = _option(
        Group.READING,
        Argument("--globals", "with --function: variables of the file hold any values", value=True),
        report=False,
        default=False,
    )
    checks: tuple[str, ...] = _option(
        Group.READING,
        Argument("--check", f"what else to show: all, or {', '.join(k.value for k in CHECKS)}", checked, "KIND,..."),
        report=False,
        default=(),
    )
    check_proof: bool = _option(
        Group.PROOFS,
        Argument(
            "--check-proof",
            "check the certificate of a TRUE as veriabs check does, and say what came of it; the verdict stays",
            value=True,
        ),
        report=False,
        default=False,
    )
    invariants: bool = _option(None, report=False, key=False, default=False)
    refused_share: float = _option(None, report=False, key=False, default=1.0)

    @property
    def entry(self) -> Entry:
        """Where the program begins."""
        pairs = (text.partition(":") for text in self.arrays)
        return Entry(self.function, {name: size for name, _, size in pairs}, self.arbitrary_globals)

    def task(self, path: Path) -> Task:
        """The task of a C file or of a task definition, read as was chosen; InputError if it is none."""
        from veriabs.frontend.task import load  # here, since whoever only lists the options reads nothing

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
        """Options from what was given by the names of the fields; what is absent or None has its default."""
        chosen = {one.name: given[one.name] for one in fields(cls) if given.get(one.name) is not None}
        return cls(**{name: tuple(value) if isinstance(value, list) else value for name, value in chosen.items()})  # type: ignore[arg-type]

    @classmethod
    def from_json(cls, given: Mapping[str, object]) -> Options:
        """Options from JSON of somebody else's machine; ValueError, in one line, for what is none or names a file."""
        known = {one.name: one for one in remote()}
        for name in given:
            if name not in known:
                raise ValueError(f"no option {name!r}; there is {', '.join(known)}")
        return cls.of({name: from_json(known[name], value) for name, value in given.items() if value is not None})

    def for_report(self) -> dict[str, object]:
        """What a report says was chosen, beside how the file was read, which the task knows."""
        return self._plain("report")

    def for_key(self) -> dict[str, object]:
        """What the answer depends on."""
        return self._plain("key")

    def _plain(self, place: str) -> dict[str, object]:
        """Numbers, texts and lists of texts."""
        chosen = (one for one in fields(self) if one.metadata[place])
        return {one.metadata["name"] or one.name: plain(getattr(self, one.name)) for one in chosen}


def arguments(*groups: Group) -> Iterator[tuple[Field[Any], tuple[Argument, ...]]]:
    """The options of some groups with the words that set them."""
    for group in groups:
        yield from ((one, one.metadata["arguments"]) for one in fields(Options) if one.metadata["group"] is group)


def remote() -> Iterator[Field[Any]]:
    """The options that somebody without files on this machine can choose."""
    for one in fields(Options):
        told: tuple[Argument, ...] = one.metadata["arguments"]
        if told and all(argument.read is not Path for argument in told):
            yield one


def from_json(option: Field[Any], value: object) -> object:
    """One option from a JSON value, read and refused as the words of the command line are."""
    first: Argument = option.metadata["arguments"][0]
    try:
        if first.read is None:
            return _named(option, value)
        if first.repeated:
            return tuple(first.read(_text(one)) for one in value) if isinstance(value, list) else _refused(value)
        if isinstance(value, list) and option.default is MISSING:  # one word with several names
            return first.read(",".join(map(_text, value)))
        return first.read(_text(value))
    except ValueError as error:
        raise ValueError(f"option {option.name}: {error}") from error


def _named(option: Field[Any], value: object) -> object:
    """One of the values that the words of an option stand for, or its default."""
    for one in (*(argument.value for argument in option.metadata["arguments"]), option.default):
        if type(plain(one)) is type(value) and plain(one) == value:
            return one
    return _refused(value)


def _text(value: object) -> str:
    """What the value would be as a word of the command line."""
    match value:
        case str():
            return value
        case bool():
            return _refused(value)
        case int():
            return str(value)
        case float() if value.is_integer() and abs(value) < 1e15:
            return str(int(value))
        case float():
            return f"{value:f}"
        case _:
            return _refused(value)


def _refused(value: object) -> NoReturn:
    raise ValueError(f"cannot be {value!r:.60}")


def plain(value: object) -> object:
    """A value as JSON has it; names of files need not be UTF-8, but JSON is."""
    match value:
        case Enum():
            return value.value
        case tuple():
            return [plain(one) for one in value]
        case Path():
            return str(value).encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
        case _:
            return value
