"""Tests the replay theorem on random programs: every violating run must survive in the generated C.

    python tests/soundness/pruning_fuzzer.py --programs 10000 --out fuzz.md

Programs are made in the core language, analysed by the strategy, and compiled many at a time: the original, the
replay, and the query on replayable scalars, which is tried on random values here. No CBMC. No claim on covered cells is
used, since only CBMC proves these; `--end-to-end` does.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from unittest import mock

from pruning_programs import PROFILES, Made, program

from veriabs.core.ctext import Printer
from veriabs.core.ctree import statements
from veriabs.core.loop_model import LoopModel
from veriabs.core.program import Initial
from veriabs.core.queries import CheckedQuery, Query, Request
from veriabs.core.reasons import Reason
from veriabs.core.source import DataModel
from veriabs.core.statements import Havoc, If, Loop, Stmt
from veriabs.core.strategy import StandaloneFacts
from veriabs.core.templates import render_c
from veriabs.install.provision import require
from veriabs.loops.build import models
from veriabs.solvers.driver import Driver, detect
from veriabs.strategies.pruning import flow as flow_module
from veriabs.strategies.pruning import proof as pruning
from veriabs.strategies.pruning import scalars as scalars_module
from veriabs.strategies.pruning import sweeps as sweeps_module
from veriabs.strategies.pruning.sweeps import Sweep
from veriabs.strategies.pruning.updates import updates

DRIVER = Path(__file__).with_name("pruning_driver.c")
ARRAYS = {"a": 0, "b": 1, "c": 2}
MOST_CENTRES = 4
RUNS = 250
ENOUGH = 5
"""Programs that lost a violation, after which a control counts as noticed."""


@dataclass(frozen=True, slots=True)
class Subject:
    """One accepted program with its generated ones, as C text under distinct names."""

    seed: int
    made: Made
    text: str
    entry: str


@dataclass
class Tally:
    """The results of one profile."""

    accepted: int = 0
    refused: int = 0
    runs: int = 0
    lost: list[int] = field(default_factory=list)


# ------------------------------------------------------------------------------------------------------- the original


def original_text(made: Made, number: int) -> str:
    """The program itself; iterations are counted, so that each call gives the same as in the generated programs."""
    scalars = list(made.program.scalars)
    lines = [f"static int run_{number}(void) {{"]
    lines += [f"  int {name} = begun[{n}];" for n, name in enumerate(scalars)]
    lines += [f"  fill_held({ARRAYS[a.name]});" for a in made.program.arrays.values() if a.initial is Initial.NONDET]
    lines += _original(made.program.body, "0")
    return "\n".join([*lines, "  return 0;", "}"])


def _original(body: Iterable[Stmt], visit: str) -> list[str]:
    inner = Printer(
        havoc=lambda stmt, target: f"{target} = given[{stmt.site}][{visit}];",
        violate=lambda stmt, test: f"if (!({test})) return 1;",
        block="return 2;",
    )
    lines: list[str] = []
    for stmt in body:
        if isinstance(stmt, If) and any(isinstance(inside, Loop) for inside in stmt.then):
            lines += [f"  if ({inner.expr(stmt.test)}) {{", *_original(stmt.then, visit), "  }"]
            continue
        if not isinstance(stmt, Loop):
            lines += inner.lines((stmt,))
            continue
        update = ", ".join(line.strip().rstrip(";") for line in inner.lines(stmt.update))
        lines.append(f"  for (int itno = 1; {inner.expr(stmt.test)}; {update}, itno++) {{")
        lines += [*_original(stmt.body, "itno"), "  }"]
    return lines


# -------------------------------------------------------------------------------------------------- the generated ones


def replay_text(harness: Query, found: pruning.PruningTask, made: Made, number: int) -> str:
    """A replay with its inputs taken from those of the original."""
    text = render_c(harness.template, harness.context)
    text = re.sub(r"T\[(\d+)\] = nondet_long_long\(\);", r"T[\1] = chosen[\1];", text)
    text = re.sub(r"__CPROVER_havoc_object\((\w+)\);", lambda m: f"fill_held({ARRAYS[m[1]]});", text)
    text = re.sub(r"static int (\w+)\[__CPROVER_constant_infinity_uint\];", "", text)
    values = iter([*_initial(harness, made), *_calls(found)])
    text = re.sub(r"= nondet_int\(\);", lambda m: f"= {next(values)};", text)
    if next(values, None) is not None:
        raise ValueError(f"a call is missing in the replay of {made}")
    return _own_names(text, made, number, "replay")


def _initial(harness: Query, made: Made) -> Iterator[str]:
    initial = harness.context["initial"]
    assert isinstance(initial, list)
    order = list(made.program.scalars)
    for name, _ in initial:
        yield f"begun[{order.index(name)}]"


def _calls(found: pruning.PruningTask) -> Iterator[str]:
    for part in found.parts:
        code, visit = (part.statements, "itno") if isinstance(part, Sweep) else (part, "0")
        yield from (f"given[{stmt.site}][{visit}]" for stmt in statements(code) if isinstance(stmt, Havoc))


def _own_names(text: str, made: Made, number: int, kind: str) -> str:
    names = ["main", "T", *made.program.scalars]
    head = [f"#define {name} {name}_{kind}_{number}" for name in names]
    head += [f"#define {name} (cells[{n}] + ZERO_CELL)" for name, n in ARRAYS.items()]
    tail = [f"#undef {name}" for name in (*names, *ARRAYS)]
    return "\n".join([*head, text, *tail])


def updates_text(harness: Query, made: Made, number: int) -> str:
    text = render_c(harness.template, harness.context).replace("__CPROVER_assert", "refute")
    return _own_names(text, made, number, "updates")


def subject(seed: int, profile: str, number: int, ignored: int = 0) -> Subject | None:
    """The program of a seed with its generated programs; None if it is refused."""
    made = program(seed, profile)
    tasks = models(made.program)
    found = pruning.analyse(tasks[0]) if tasks else None
    if found is None or isinstance(found, Reason):
        return None
    centres = max(1, sum(count for _, count in found.centres))
    if centres > MOST_CENTRES:
        return None
    texts = [original_text(made, number), replay_text(found.replays(())[0], found, made, number)]
    asked, entry = updates(found.model, found.parts, found.groups), "0"
    if asked is not None:
        texts.append(updates_text(asked, made, number))
        entry = f"main_updates_{number}"
    row = f"{{{number}, {made.size}, run_{number}, main_replay_{number}, {centres}, {entry}, {ignored}}}"
    return Subject(seed, made, "\n".join(texts), row)


# ------------------------------------------------------------------------------------------------------------- running


def run(subjects: list[Subject], runs: int, seconds: float) -> dict[int, tuple[str, int, int]]:
    """Compiles and runs many subjects at once; returns the results by number."""
    head = f"#include {chr(34)}{DRIVER}{chr(34)}\n"
    head += "#define __CPROVER_assume(test) do { if (!(test)) return 2; } while (0)\n"
    head += "#define __CPROVER_assert(test, text) do { if (!(test)) return 1; } while (0)\n"
    head += "#define __CPROVER_constant_infinity_uint 1\n"
    parts = [head]
    for s in subjects:
        names = "\n".join(f"#define {name} (cells[{n}] + ZERO_CELL)" for name, n in ARRAYS.items())
        undo = "\n".join(f"#undef {name}" for name in ARRAYS)
        original, *rest = s.text.split("\n#define main", 1)
        parts.append("\n".join([names, original, undo, *(f"#define main{r}" for r in rest)]))
    rows = ",\n".join(s.entry for s in subjects)
    parts.append(f"static const struct program programs[] = {{\n{rows}\n}};")
    parts.append("int main(int count, char **words) { (void)count;")
    parts.append("  for (unsigned n = atoi(words[1]); n < sizeof programs / sizeof *programs; n++) {")
    parts.append(f"  check(&programs[n], {runs}); fflush(stdout); }} return 0; }}")
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "fuzz.c")
        source.write_text("\n".join(parts), encoding="utf-8")
        compile_command = ["gcc", "-O0", "-w", "-fwrapv", "-o", f"{folder}/fuzz", str(source)]
        subprocess.run(compile_command, check=True, timeout=seconds)
        return _followed(f"{folder}/fuzz", subjects, seconds)


def _followed(command: str, subjects: list[Subject], seconds: float) -> dict[int, tuple[str, int, int]]:
    """The output of a run for each program; a program that does not end is refused, and the run continues after it."""
    found: dict[int, tuple[str, int, int]] = {}
    while len(found) < len(subjects):
        try:
            done = subprocess.run(
                [command, str(len(found))], check=True, timeout=seconds, capture_output=True, text=True
            )  # fmt: skip
            said = done.stdout
        except subprocess.TimeoutExpired as endless:
            said = (endless.stdout or b"").decode()
        for line in said.splitlines():
            number, word, violating, lost = line.split()
            found[int(number)] = (word, int(violating), int(lost))
        if len(found) < len(subjects):
            found[int(subjects[len(found)].entry[1:].split(",")[0])] = ("endless", 0, 0)
    return found


def fuzz(
    profile: str, seeds: Iterable[int], tallies: dict[str, Tally], *, runs: int = RUNS, seconds: float = 60.0,
    ignored: int = 0,
) -> None:  # fmt: skip
    """Runs one batch of a profile and adds its results to its tally."""
    taken = [s for n, seed in enumerate(seeds) if (s := subject(seed, profile, n, ignored)) is not None]
    if not taken:
        return
    results = run(taken, runs, seconds)
    tally = tallies.setdefault(profile, Tally())
    for s in taken:
        word, violating, lost = results[int(s.entry[1:].split(",")[0])]
        tally.refused += word != "checked"
        tally.accepted += word == "checked"
        tally.runs += violating
        if lost:
            tally.lost.append(s.seed)


# ------------------------------------------------------------------------------------------------------------ with CBMC


def proved(task: LoopModel, driver: Driver) -> bool:
    """Plays the portfolio for the dialogue of one task."""

    def ask(request: Request) -> CheckedQuery:
        assert isinstance(request, Query)
        text = render_c(request.template, request.context)
        made = driver.check(
            text, purpose=request.purpose, asked=request.asked, unwind=request.unwind, data_model=DataModel.LP64,
            seconds=120.0,
        )  # fmt: skip
        return CheckedQuery(request, made)

    dialogue = pruning.prove(task, StandaloneFacts(task.program))
    try:
        requests = next(dialogue)
        while True:
            requests = dialogue.send(tuple(map(ask, requests)))
    except StopIteration as ended:
        return not isinstance(ended.value, Reason)


def wrong_proofs(profile: str, seeds: Iterable[int], driver: Driver, *, runs: int = 3000) -> tuple[int, list[int]]:
    """How many programs are proved with all conditions, and the seeds of those with a violating run all the same."""
    taken = [s for n, seed in enumerate(seeds) if (s := subject(seed, profile, n)) is not None]
    taken = [s for s in taken if proved(models(s.made.program)[0], driver)]
    results = run(taken, runs, 600.0) if taken else {}
    wrong = [s.seed for s in taken if results[int(s.entry[1:].split(",")[0])][1]]
    return len(taken), wrong


# --------------------------------------------------------------------------------------------------- negative controls


def _no_exit_centre(original: Callable[..., tuple[flow_module.Centre, ...]]) -> Callable[..., object]:
    return lambda *arguments: tuple((what, n) for what, n in original(*arguments) if "exit" not in what)


def _narrow(original: Callable[..., dict[int, tuple[int, int]]]) -> Callable[..., dict[int, tuple[int, int]]]:
    return lambda *arguments: dict.fromkeys(original(*arguments), (0, 0))


CONTROLS: dict[str, tuple[object, str, Callable[..., object], int]] = {
    "exit centre not counted": (pruning, "centres_of", _no_exit_centre, 0),
    "spans left out": (flow_module, "_spans", _narrow, 0),
    "R2: flow carried by the loop": (sweeps_module, "carried_flow", lambda original: lambda sweep: None, 0),
    "one centre for two scalars with a jump between": (scalars_module, "has", lambda original: lambda *kinds: False, 0),
    "V0 not asked": (pruning, "updates", lambda original: original, 1),
    "SC1 and SC3 not asked": (pruning, "updates", lambda original: original, 6),
    "STOP not asked": (pruning, "updates", lambda original: original, 8),
}


@contextmanager
def control(name: str) -> Iterator[int]:
    """Leaves one condition of the theory out; gives the rules on scalars that are ignored."""
    place, attribute, change, ignored = CONTROLS[name]
    with ExitStack() as stack:
        stack.enter_context(mock.patch.object(place, attribute, change(getattr(place, attribute))))
        yield ignored


# ---------------------------------------------------------------------------------------------------------------- main


def table(tallies: dict[str, Tally]) -> str:
    lines = ["| profile | accepted programs | violating runs replayed | lost |", "|---|---|---|---|"]
    for profile, tally in sorted(tallies.items()):
        lines.append(f"| {profile} | {tally.accepted:,} | {tally.runs:,} | {len(tally.lost)} |")
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--programs", type=int, default=2000, help="random programs of each profile")
    parser.add_argument("--seed", type=int, default=0, help="the first seed")
    parser.add_argument("--batch", type=int, default=400)
    parser.add_argument("--profiles", nargs="*", default=PROFILES)
    parser.add_argument("--controls", nargs="*", metavar="NAME", help="leave conditions out: each must be noticed")
    parser.add_argument("--end-to-end", action="store_true", help="CBMC proves, and no proved program may violate")
    parser.add_argument("--out", type=Path, help="append the table to this file")
    options = parser.parse_args()
    begin, text = time.monotonic(), ""
    if options.controls is not None:
        rows = []
        for name in options.controls or CONTROLS:
            rows.append(f"| {name} | {_noticed(name, options)} |")
            print(rows[-1], flush=True)
        text = "\n".join(["| condition left out | programs that lost a violation |", "|---|---|", *rows])
    elif options.end_to_end:
        text = _end_to_end(options)
    else:
        tallies: dict[str, Tally] = {}
        for profile in options.profiles:
            for first in range(options.seed, options.seed + options.programs, options.batch):
                seeds = range(first, min(first + options.batch, options.seed + options.programs))
                fuzz(profile, seeds, tallies)
        text = table(tallies)
        for profile, tally in tallies.items():
            if tally.lost:
                text += f"\n{profile}: lost in seeds {tally.lost[:20]}"
    print(f"{text}\n{time.monotonic() - begin:.0f} s")
    if options.out:
        with options.out.open("a", encoding="utf-8") as file:
            file.write(text + "\n\n")
    return 0


def _end_to_end(options: argparse.Namespace) -> str:
    seeds = range(options.seed, options.seed + options.programs)
    with Driver(detect(require())) as driver:
        found = {profile: wrong_proofs(profile, seeds, driver) for profile in options.profiles}
    rows = [f"| {profile} | {number} | {len(wrong)} | {wrong} |" for profile, (number, wrong) in found.items()]
    return "\n".join(["| profile | proved by CBMC | with a violating run | seeds |", "|---|---|---|---|", *rows])


def _noticed(name: str, options: argparse.Namespace) -> str:
    tallies: dict[str, Tally] = {}
    with control(name) as ignored:
        for profile in options.profiles:
            for first in range(options.seed, options.seed + options.programs, options.batch):
                fuzz(profile, range(first, first + options.batch), tallies, ignored=ignored)
                if sum(len(tally.lost) for tally in tallies.values()) >= ENOUGH:
                    return _lost(tallies)
    return _lost(tallies) or "none: not noticed"


def _lost(tallies: dict[str, Tally]) -> str:
    return ", ".join(f"{profile}: {len(tally.lost)}" for profile, tally in tallies.items() if tally.lost)


if __name__ == "__main__":
    raise SystemExit(main())
