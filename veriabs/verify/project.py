"""Read the settings of a project for all its files: `veriabs.toml` and `compile_commands.json`."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from veriabs.core.errors import InputError
from veriabs.core.runs import Overflow
from veriabs.core.source import DataModel
from veriabs.verify.options import Section, arguments, from_json

NAME = "veriabs.toml"
DATABASE = "compile_commands.json"
_MODELS = {"-m32": DataModel.ILP32, "-m64": DataModel.LP64}
_WITH_VALUE = ("-D", "-U", "-include", "-isystem", "-iquote", "-I")
_SKIPPED_WITH_VALUE = frozenset(("-o", "-MF", "-MT", "-MQ", "-Xlinker", "-Xassembler", "--param"))
_MEANINGS = {
    **{model: (model, "") for model in _MODELS},
    **dict.fromkeys(("-fwrapv", "-fno-strict-overflow"), ("-fwrapv", "")),
    "-ansi": ("-std", "c90"),
    "-pthread": ("-D", "_REENTRANT"),
}
_OF_CODE = (
    *("PIC", "pic", "PIE", "pie", "plt", "common", "builtin.*", "strict-aliasing", "strict-overflow", "optimize.*"),
    *("omit-frame-pointer", "inline.*", "unroll.*", "tree-.*", "ipa-.*", "stack-.*", "cf-protection.*", "visibility.*"),
    *("function-sections", "data-sections", "semantic-interposition", "(asynchronous-)?unwind-tables", "exceptions"),
    *("(fat-)?lto.*", "(color-)?diagnostics.*", "message-length=.*", "max-errors=.*", ".*-prefix-map=.*", "profile.*"),
    *("test-coverage", "sanitize.*", "record-gcc-switches", "trapv", "delete-null-pointer-checks", "ident", "dump-.*"),
    *("verbose-asm", "math-errno", "trapping-math", "strict-flex-arrays.*", "zero-call-used-regs.*", "analyzer.*"),
)
_HARMLESS = re.compile(
    "-c|-[gMLl].*|-O[0-3sgz]?|-W.*|-[wvsHSE]|-pipe|-pedantic.*|-save-temps.*|-static.*|-shared.*|-(no-)?pie|-rdynamic"
    f"|-no.*lib.*|--coverage|--param=.*|-m(tune|cmodel)=.*|-mno-red-zone|-fsigned-char|-f(no-)?({'|'.join(_OF_CODE)})"
)
"""Options that do not change the result of a program, or only how it is linked; any other one is refused."""
_OTHER_MACHINE = re.compile(
    r"(arm|aarch64|avr|riscv|mips|powerpc|ppc|sparc|m68k|msp430|xtensa|s390|sh\d|loongarch|alpha|hppa)"
    r"[\w.-]*-(gcc|cc|clang)[-\d.]*"
)
_ADDED = {"defines", "includes", "preincludes"}
_PATHS = ("I", "include", "property", "keep")


def defaults(file: Path) -> dict[str, object]:
    """The options in the `veriabs.toml` of the file's folder or the nearest one above, by field.

    Its keys are command-line words (`check = "all"`, `timeout = 60`, `I = ["include"]`); paths are relative to it.
    Raises InputError, in one line, if it cannot be read or contains something else.
    """
    places = (folder / NAME for folder in file.absolute().parents)
    path = next((one for one in places if os.access(one, os.F_OK) and one.is_file()), None)
    if path is None:
        return {}
    import tomllib  # imported late: most files have no such project

    try:
        given = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InputError(f"{path}: {' '.join(str(error).split())}") from error
    known = {word.word.lstrip("-"): option for option, words in arguments(*Section) for word in words}
    build = given.pop("p", None)
    built: dict[str, object] = {}
    if build is not None:
        built = {**compiled_with(path.parent / str(build), file), "build": path.parent / str(build)}
    found = dict[str, object]()
    for key, value in given.items():
        if key not in known:
            raise InputError(f"{path}: there is no option {key!r}; the options are {', '.join(known)}")
        try:
            found[known[key].name] = from_json(known[key], _relative_to(key, value, path.parent))
        except ValueError as error:
            raise InputError(f"{path}: {error}") from error
    return with_build(built, found)


def with_build(build: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, object]:
    """The options of a build and the given ones, which win; macros and folders are added to those of the build."""
    both = _ADDED & build.keys() & given.keys()
    return {**build, **given, **{name: (*build[name], *given[name]) for name in both}}


def _relative_to(key: str, value: object, folder: Path) -> object:
    """A path in the folder, or a list of paths, as seen from the current folder."""
    if key not in _PATHS:
        return value
    paths = [str(_from_here(folder / str(one))) for one in (value if isinstance(value, list) else [value])]
    return paths if isinstance(value, list) else paths[0]


def _from_here(path: Path) -> Path:
    """The path relative to the current folder if it is below, so that messages about headers stay short."""
    full, here = path.resolve(), Path.cwd().resolve()
    return full.relative_to(here) if full.is_relative_to(here) else full


def compiled_with(folder: Path, file: Path) -> dict[str, object]:
    """The compiler options of a file, by field, from `compile_commands.json` in the folder; raises InputError without
    it."""
    commands = _commands(folder).get(file.resolve())
    if commands is None:
        raise InputError(f"{folder / DATABASE}: no command compiles {file}")
    try:
        first, *others = (_parse_words(_words(entry), place) for place, entry in commands)
    except ValueError as error:
        why = f"the command that compiles {file} has a part that is not supported: {error}"
        raise InputError(f"{folder / DATABASE}: {why}") from error
    if any(other != first for other in others):
        why = f"{len(commands)} commands compile {file}, with different options; try: these options instead of -p"
        raise InputError(f"{folder / DATABASE}: {why}")
    return first


def _words(entry: Mapping[str, Any]) -> list[str]:
    import shlex  # imported late: most runs need no database

    words = entry.get("arguments") or shlex.split(str(entry.get("command", "")))
    return [str(word) for word in words]


def compiled(folder: Path) -> list[Path]:
    """The C files that the build compiles, relative to the current folder; raises InputError without a database."""
    return [_from_here(path) for path in _commands(folder) if path.suffix == ".c"]


_Commands = Mapping[Path, list[tuple[Path, dict[str, Any]]]]


def _commands(folder: Path) -> _Commands:
    """Each compiled file with the folder and the entry of each of its commands."""
    database = folder / DATABASE
    try:
        state = database.stat()
        return _parsed(database.resolve(), state.st_mtime_ns, state.st_size)
    except FileNotFoundError as error:
        how = "CMake writes it with -DCMAKE_EXPORT_COMPILE_COMMANDS=ON"
        raise InputError(f"{database}: no such file; {how}") from error
    except (OSError, ValueError) as error:
        raise InputError(f"{database}: {' '.join(str(error).split())}") from error


@lru_cache(maxsize=4)
def _parsed(database: Path, changed: int, size: int) -> _Commands:
    """The commands of a build, cached by the file's time and size."""
    entries = json.loads(database.read_text(encoding="utf-8"))
    found: dict[Path, list[tuple[Path, dict[str, Any]]]] = {}
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise ValueError("not a list of compiler commands")
    for entry in entries:
        place = database.parent / str(entry.get("directory", ""))
        found.setdefault((place / str(entry.get("file", ""))).resolve(), []).append((place, entry))
    return found


def _parse_words(words: list[str], place: Path) -> dict[str, object]:
    pairs = list(_options(words))
    included = (_from_here(place / value) for name, value in pairs if name in ("-I", "-isystem", "-iquote"))
    found: dict[str, object] = {
        "defines": tuple(_defines(pairs)),
        "includes": tuple(included),
        "preincludes": tuple(_from_here(place / value) for name, value in pairs if name == "-include"),
        "standard": next((value for name, value in reversed(pairs) if name == "-std"), None),
        "data_model": next((_MODELS[name] for name, _ in reversed(pairs) if name in _MODELS), None),
        "overflow": Overflow.WRAP if any(name == "-fwrapv" for name, _ in pairs) else None,
    }
    return {name: value for name, value in found.items() if value}


def _defines(pairs: Iterable[tuple[str, str]]) -> Iterator[str]:
    """The macros that are defined in the end."""
    found = dict[str, str]()
    for name, value in pairs:
        if name == "-D":
            found[value.partition("=")[0]] = value
        elif name == "-U" and found.pop(value, None) is None and value != "_FORTIFY_SOURCE":
            raise ValueError(f"-U{value}, which may undefine a macro of the compiler")
    yield from found.values()


def _options(words: Iterable[str]) -> Iterator[tuple[str, str]]:
    """The options that change the meaning of a file, with their values; ValueError for one that is not supported."""
    rest = iter(words)
    for word in rest:
        name = next((one for one in _WITH_VALUE if word.startswith(one)), "")
        if word.startswith("-Wp,"):
            yield from _options(word.split(",")[1:])
        elif word.startswith(("-std=", "--std=")):
            yield "-std", word.partition("=")[2]
        elif name:
            yield name, word.removeprefix(name) or next(rest, "")
        elif word in _SKIPPED_WITH_VALUE:
            next(rest, "")
        elif word in _MEANINGS:
            yield _MEANINGS[word]
        elif word.startswith(("-", "@")) and not _HARMLESS.fullmatch(word) or _OTHER_MACHINE.fullmatch(Path(word).name):
            raise ValueError(word)
