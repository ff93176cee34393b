"""Run veriabs commands for an editor, each in a child process that ends when its text changes.

Verdicts come from `veriabs verify`, with its limits and its confinement.
"""

from __future__ import annotations

import asyncio
import json
import re
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from msgspec import Struct

from veriabs.verify import options
from veriabs.verify.options import Group

Json = dict[str, object]

_GROUPS = {"annotate": (Group.LIMITS,), "explain": (Group.LIMITS, Group.MEANING, Group.REPLAYS)}
_MAIN = re.compile(r"\bmain\s*\(")
_ORDERLY_SECONDS = 5.0
"""Seconds that a process has to end its children."""


class Settings(Struct, frozen=True):
    """The user's settings: seconds for a verdict, further arguments, and seconds without typing before a run."""

    timeout: float = 20.0
    arguments: tuple[str, ...] = ()
    pause: float = 0.7

    @classmethod
    def of(cls, given: object) -> Settings:
        """The settings from an editor; invalid ones are ignored."""
        known, usual = given if isinstance(given, dict) else {}, cls()
        timeout, pause, arguments = known.get("timeout"), known.get("pause"), known.get("arguments")
        return cls(
            float(timeout) if isinstance(timeout, int | float) and timeout > 0 else usual.timeout,
            tuple(map(str, arguments)) if isinstance(arguments, list) else usual.arguments,
            float(pause) if isinstance(pause, int | float) and pause >= 0 else usual.pause,
        )


class Ended(Struct, frozen=True):
    """The result of a command."""

    code: int
    output: str
    complaint: str


class Analysis(Struct, frozen=True):
    """The report of a verification, and the facts about loops; `problem` is the reason for having no report."""

    path: Path
    report: Json
    loops: list[Json]
    problem: str = ""


async def analysed(path: Path, text: str, settings: Settings, notify: Callable[[str], None]) -> Analysis:
    """Verify the text of a file as it is in the editor; `notify` receives the output meanwhile."""
    async with _written(path, text) as (file, includes):
        with tempfile.TemporaryDirectory(prefix="veriabs-") as folder:
            report = Path(folder) / "report.json"
            arguments = _arguments(text, settings)
            looked = asyncio.create_task(command("loops", str(file), *includes, *_taken("loops", arguments), "--json"))
            try:
                ended = await command(
                    *("verify", str(file), *includes, "--plain", "--json", str(report)),
                    *("--timeout", f"{settings.timeout:g}", *arguments),
                    notify=notify,
                )
                loops = await looked
            finally:
                looked.cancel()
            found = _read(report)
    if found.get("run_state") != "complete":
        return Analysis(file, {}, [], ended.complaint or str(found.get("error") or "no report"))
    return Analysis(file, found, json.loads(loops.output) if loops.code == 0 else [])


async def on_text(verb: str, path: Path, text: str, settings: Settings, *more: str) -> Ended:
    """Run a command on the text in the editor, with those of the user's arguments that it accepts."""
    async with _written(path, text) as (file, includes):
        return await command(verb, str(file), *includes, *_taken(verb, _arguments(text, settings)), *more)


async def explained(path: Path, text: str, settings: Settings) -> list[Json]:
    """The missing facts about inputs, if there are some."""
    with tempfile.TemporaryDirectory(prefix="veriabs-") as folder:
        explanation = Path(folder) / "told.json"
        await on_text(
            "explain", path, text, settings, "--json", str(explanation), "--timeout", f"{2 * settings.timeout:g}"
        )
        missing = _read(explanation).get("missing")
    return [one for one in missing if isinstance(one, dict)] if isinstance(missing, list) else []


def _arguments(text: str, settings: Settings) -> tuple[str, ...]:
    """The user's arguments; for a file without `main`, those that verify every function."""
    if settings.arguments or _MAIN.search(text):
        return settings.arguments
    return ("--all-functions", "--check", "bounds")


def _taken(verb: str, arguments: Sequence[str]) -> tuple[str, ...]:
    """The arguments that a command shares with `verify`: those for reading the file, and others of its groups."""
    groups = (Group.READING, *_GROUPS.get(verb, ()))
    known = {one.word: one.read is not None for _, some in options.arguments(*groups) for one in some}
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
async def _written(path: Path, text: str) -> AsyncIterator[tuple[Path, tuple[str, ...]]]:
    """The file itself if it has this text, else a copy with the same include folder."""
    with suppress(OSError):
        if path.read_text(encoding="utf-8", errors="surrogateescape") == text:
            yield path, ()
            return
    with tempfile.TemporaryDirectory(prefix="veriabs-") as folder:
        copy = Path(folder) / path.name
        copy.write_text(text, encoding="utf-8", errors="surrogateescape")
        yield copy, ("-I", str(path.parent))


def _read(path: Path) -> Json:
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


async def command(*words: str, notify: Callable[[str], None] = lambda line: None) -> Ended:
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
            notify(lines[-1].strip())
        code = await process.wait()
        return Ended(code, "".join(lines), (await complaints).decode("utf-8", "replace").strip())
    finally:
        if process.returncode is None:
            await _end(process)


async def _end(process: asyncio.subprocess.Process) -> None:
    with suppress(ProcessLookupError):
        process.terminate()
        try:
            await asyncio.wait_for(process.wait(), _ORDERLY_SECONDS)
        except (TimeoutError, asyncio.CancelledError):
            process.kill()
