"""Run veriabs commands for an editor, each in a child process that ends when its text changes.

Verdicts come from `veriabs verify`, with its limits and its confinement.
"""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from msgspec import Struct

from veriabs.lsp.functions import functions_in
from veriabs.report.summary import objects
from veriabs.verify import options
from veriabs.verify.options import Section

Json = dict[str, object]

_GROUPS = {
    "annotate": (Section.LIMITS,),
    "explain": (Section.LIMITS, Section.MEANING, Section.REPLAYS),
    "shrink": (Section.LIMITS, Section.MEANING),
}
_EVERY, _ONE = "--all-functions", "--function"
_ORDERLY_SECONDS = 5.0
"""Seconds that a process has to end its children."""


class EditorSettings(Struct, frozen=True):
    """The user's settings: seconds for a verdict, further arguments, and seconds without typing before a run.

    With `shrink`, shrink factors are searched for after each verdict, for `timeout` seconds at most.
    """

    timeout: float = 20.0
    arguments: tuple[str, ...] = ()
    pause: float = 0.7
    shrink: bool = True

    @classmethod
    def of(cls, given: object) -> EditorSettings:
        """The settings from an editor; invalid ones are ignored."""
        known, usual = given if isinstance(given, dict) else {}, cls()
        timeout, pause, arguments = known.get("timeout"), known.get("pause"), known.get("arguments")
        return cls(
            float(timeout) if isinstance(timeout, int | float) and timeout > 0 else usual.timeout,
            tuple(map(str, arguments)) if isinstance(arguments, list) else usual.arguments,
            float(pause) if isinstance(pause, int | float) and pause >= 0 else usual.pause,
            known.get("shrink") is not False,
        )


class CommandResult(Struct, frozen=True):
    """The result of a command."""

    code: int
    output: str
    complaint: str


class Analysis(Struct, frozen=True):
    """The report of a verification, facts about loops, shrink factors; `problem` is the reason for having no report."""

    path: Path
    report: Json
    loops: list[Json]
    problem: str = ""
    factors: list[Json] = []


async def analysed(
    path: Path, text: str, settings: EditorSettings, notify: Callable[[str], None], function: str = ""
) -> Analysis:
    """Verify the text of a file as it is in the editor, or one function; `notify` receives the output meanwhile."""
    arguments = arguments_for(text, settings, function)
    async with _file_with_text(path, text) as (file, includes), _report_file() as report:
        looked = asyncio.create_task(
            command("loops", str(file), *includes, *_shared_arguments("loops", arguments), "--json")
        )
        try:
            ended = await command(
                *("verify", str(file), *includes, "--plain", "--json", str(report)),
                *("--timeout", f"{settings.timeout:g}", *arguments),
                notify=notify,
            )
            loops = await looked
        finally:
            looked.cancel()
        found = _read_report(report)
    if found.get("run_state") != "complete":
        return Analysis(file, {}, [], ended.complaint or str(found.get("error") or "no report"))
    return Analysis(file, found, json.loads(loops.output) if loops.code == 0 else [])


async def shrunk(path: Path, text: str, settings: EditorSettings, function: str = "") -> list[Json]:
    """Search the shrink factors of the loops; one object for each attempt, as in a report."""
    return objects((await _reported("shrink", path, text, settings, function, settings.timeout)).get("loops"))


async def on_text(
    verb: str, path: Path, text: str, settings: EditorSettings, *more: str, function: str = ""
) -> CommandResult:
    """Run a command on the text in the editor, with those of the user's arguments that it accepts."""
    async with _file_with_text(path, text) as (file, includes):
        return await command(
            verb, str(file), *includes, *_shared_arguments(verb, arguments_for(text, settings, function)), *more
        )


async def explained(path: Path, text: str, settings: EditorSettings, function: str = "") -> list[Json]:
    """The missing facts about inputs, if there are some."""
    return objects((await _reported("explain", path, text, settings, function, 2 * settings.timeout)).get("missing"))


async def _reported(verb: str, path: Path, text: str, settings: EditorSettings, function: str, seconds: float) -> Json:
    """The report of a command on the text in the editor."""
    async with _report_file() as report:
        more = ("--json", str(report), "--timeout", f"{seconds:g}")
        await on_text(verb, path, text, settings, *more, function=function)
        return _read_report(report)


async def inferred(path: Path, text: str, settings: EditorSettings, function: str) -> list[str]:
    """The clauses in ACSL of the precondition that a function was proved under."""
    async with _file_with_text(path, text) as (file, includes), _report_file() as report:
        more = ("--timeout", f"{settings.timeout:g}", *arguments_for(text, settings, function))
        await command("verify", str(file), *includes, "--json", str(report), *more)
        needs = _read_report(report).get("needs")
        clauses = needs.get("acsl") if isinstance(needs, dict) else None
        return [str(one) for one in clauses] if isinstance(clauses, list) else []


def arguments_for(text: str, settings: EditorSettings, function: str = "") -> tuple[str, ...]:
    """The user's arguments, for one function if it is named.

    A file without `main` has every function verified. A function has its accesses checked unless the user chose checks.
    """
    given = tuple(word for word in settings.arguments if not function or word != _EVERY)
    words = {word.partition("=")[0] for word in given}
    is_whole = {_ONE, _EVERY} & words or any(one.name == "main" for one in functions_in(text))
    if not function and is_whole:
        return given
    checks = () if {"--check", "--property"} & words else ("--check", "bounds")
    return (*given, *((_ONE, function) if function else (_EVERY,)), *checks)


def _shared_arguments(verb: str, arguments: Sequence[str]) -> tuple[str, ...]:
    """The arguments that a command shares with `verify`: those for reading the file, and others of its groups."""
    groups = (Section.READING, *_GROUPS.get(verb, ()))
    known = {one.word: one.read is not None for _, some in options.arguments(*groups) for one in some}
    if verb in ("loops", "shrink") and _ONE not in arguments:
        known[_EVERY] = False
    found: list[str] = []
    given = iter(arguments)
    for word in given:
        name, assigned, _ = word.partition("=")
        takes = known.get(name if assigned else word)
        if takes is not None:
            found.append(word)
            found += [next(given, "")] if takes and not assigned else []
    return tuple(found)


@asynccontextmanager
async def _file_with_text(path: Path, text: str) -> AsyncIterator[tuple[Path, tuple[str, ...]]]:
    """The file itself if it has this text, else a copy with the same include folder."""
    with suppress(OSError):
        if path.read_text(encoding="utf-8", errors="surrogateescape") == text:
            yield path, ()
            return
    with tempfile.TemporaryDirectory(prefix="veriabs-") as folder:
        copy = Path(folder) / path.name
        copy.write_text(text, encoding="utf-8", errors="surrogateescape")
        yield copy, ("-I", str(path.parent))


@asynccontextmanager
async def _report_file() -> AsyncIterator[Path]:
    """The path of a report that a command will write."""
    with tempfile.TemporaryDirectory(prefix="veriabs-") as folder:
        yield Path(folder) / "report.json"


def _read_report(path: Path) -> Json:
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


async def command(*words: str, notify: Callable[[str], None] = lambda line: None) -> CommandResult:
    """Run a command; it ends, with all its children, when the caller is cancelled."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "veriabs", *words),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    assert process.stdout is not None and process.stderr is not None
    complaints = asyncio.create_task(process.stderr.read())
    lines: list[str] = []
    try:
        async for line in process.stdout:
            lines.append(line.decode("utf-8", "replace"))
            if not lines[-1].startswith("   "):  # details of the line before it
                notify(lines[-1].strip())
        code = await process.wait()
        return CommandResult(code, "".join(lines), (await complaints).decode("utf-8", "replace").strip())
    finally:
        if process.returncode is None:
            await _terminate(process)


async def _terminate(process: asyncio.subprocess.Process) -> None:
    with suppress(ProcessLookupError):
        process.terminate()
        try:
            await asyncio.wait_for(process.wait(), _ORDERLY_SECONDS)
        except (TimeoutError, asyncio.CancelledError):
            process.kill()
