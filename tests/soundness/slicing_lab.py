#!/usr/bin/env python3
"""Runs random programs beside their slices and compares the values at the criterion.

    python tests/soundness/slicing_lab.py [--programs 10000] [--seed 1] [--compiler tcc] [--json FILE]

Two statements are tested on every program, for value, backward and thin slices:

- sound: the run of a slice that makes the choices of the original visits the criterion with the same values, at least
  as often. The outcomes of all conditions of the original are recorded, and a condition that a slice has replaced by a
  choice gets them in the same order.
- precise (value and backward): however the slice chooses, its n-th visit has the values of the original's n-th one,
  whenever both make it; and a backward slice makes neither more nor fewer visits.

Every second program is sliced as `verify` does it: the conditions of loops that go through arrays stay.

A program with its slices costs 0.045 s of a processor, half of it gcc's; with tcc, where that is installed, 0.025 s.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from pycparser import c_ast
from pycparser.c_generator import CGenerator

sys.path.insert(0, str(Path(__file__).parent))

from slicing_generator import generate

from veriabs.core.errors import InputError
from veriabs.core.source import Task
from veriabs.frontend.nodes import call, number
from veriabs.frontend.parse import parse
from veriabs.frontend.slicing.cfg import Sort
from veriabs.frontend.slicing.kinds import SliceKind
from veriabs.frontend.slicing.printer import SlicePrinter
from veriabs.frontend.slicing.slice import SliceInput, prepare, uncollected
from veriabs.frontend.survey import walk

RUNTIME = Path(__file__).with_name("slicing_runtime.c")
KINDS = {"V": SliceKind.VALUE, "B": SliceKind.BACKWARD, "T": SliceKind.THIN}
TASK = Task(Path("program.c"))
RUNS = 4
"""Runs of each program with other inputs."""


@dataclass
class Outcome:
    """The results: runs of originals, their visits of the criterion, and lines that describe differences."""

    programs: int = 0
    runs: int = 0
    visits: int = 0
    skipped: int = 0
    seconds: float = 0.0
    wrong: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Subject:
    """One program with its slices; `criterion` is the observation that counts, 0 if all assertions do."""

    seed: int
    text: str
    criterion: int
    tree: c_ast.FileAST
    prepared: SliceInput

    @staticmethod
    def of(seed: int) -> Subject:
        asserts = seed % 3 == 0
        text = generate(seed, asserts=asserts)
        tree = parse(text, TASK)
        if asserts:
            return Subject(seed, text, 0, tree, prepare(tree, TASK))
        found = re.finditer(r"^lab_seen\((\d+),", text, re.MULTILINE)
        places = [(int(one[1]), text.count("\n", 0, one.start()) + 1) for one in found]
        Random(seed).shuffle(places)
        for site, line in places:
            with suppress(InputError):
                return Subject(seed, text, site, tree, prepare(tree, TASK, line))
        raise AssertionError("nothing is observed")

    def versions(self) -> list[str]:
        """Its slices, and last the program itself, with the outcomes of conditions recorded: that changes the tree."""
        return [*(self.sliced(letter) for letter in KINDS), self.whole()]

    def whole(self) -> str:
        program = self.prepared.program
        for node in walk(self.tree):
            at = program.graph.conditions.get(id(node))
            if at is not None and program.nodes[at].sort is Sort.CONDITION:
                whole = isinstance(node, c_ast.Switch)
                value = node.cond if whole else c_ast.TernaryOp(node.cond, number(1), number(0))
                node.cond = call("lab_note", number(at), value)
        return self.renamed(str(CGenerator().visit(self.tree)), "P")

    def sliced(self, letter: str) -> str:
        made = self.prepared.slice(KINDS[letter], iterating=self.seed % 2 == 1)
        text = SlicePrinter(made, lambda at, whole: call("lab_choice", number(at), number(int(whole)))).text()
        return self.renamed(text, letter)

    def renamed(self, text: str, letter: str) -> str:
        prefix = f"{letter}{self.seed}_"
        text = re.sub(r"void P_check\(int cond\)", "static void P_unused(int cond)", text)
        text = re.sub(r"\bP_check\(", "lab_check(", text)
        text = re.sub(r"\bint main\(", "int P_main(", text)
        return re.sub(r"\bP_", prefix, text)


def run(seeds: Iterable[int], folder: Path, compiler: str = "gcc") -> Outcome:
    """Slices, compiles and runs the programs of all seeds together."""
    started = time.monotonic()
    outcome, texts, rows = Outcome(), [], []
    for subject in map(Subject.of, seeds):
        texts += subject.versions()
        slices = ", ".join(f"(void (*)(void)){letter}{subject.seed}_main" for letter in KINDS)
        rows.append(f"{{{subject.seed}, {subject.criterion}, (void (*)(void))P{subject.seed}_main, {{{slices}}}}}")
        outcome.programs += 1
    table = "static struct { int number, criterion; void (*whole)(void), (*slices[3])(void); } table[] = {\n"
    (folder / "programs.c").write_text("\n".join(texts) + table + ",\n".join(rows) + "};\n", encoding="utf-8")
    program = folder / "lab"
    options = ["-O0", "-w", "-fwrapv", f"-DRUNS={RUNS}", f"-I{folder}", "-o", str(program), str(RUNTIME)]
    subprocess.run([compiler, *options], check=True)
    output = subprocess.run([str(program)], check=True, capture_output=True, text=True).stdout
    for line in output.splitlines():
        match line.split():
            case ["done", runs, visits]:
                outcome.runs, outcome.visits = int(runs), int(visits)
            case ["skip", _]:
                outcome.skipped += 1
            case _:
                outcome.wrong.append(line)
    outcome.seconds = time.monotonic() - started
    return outcome


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--programs", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--batch", type=int, default=50)
    parser.add_argument("--compiler", default="gcc", help="gcc, or tcc which takes a fraction of the time")
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    total = Outcome()
    for first in range(options.seed, options.seed + options.programs, options.batch):
        last = min(first + options.batch, options.seed + options.programs)
        with tempfile.TemporaryDirectory(prefix="slicing-") as folder, uncollected():
            found = run(range(first, last), Path(folder), options.compiler)
        for name in ("programs", "runs", "visits", "skipped", "seconds", "wrong"):
            setattr(total, name, getattr(total, name) + getattr(found, name))
        for line in found.wrong:
            print(line, flush=True)
        if options.json:
            options.json.write_text(json.dumps(vars(total)))
    print(f"{total.programs} programs, {total.runs} runs, {total.visits} visits, {len(total.wrong)} differences")
    sys.exit(1 if total.wrong else 0)


if __name__ == "__main__":
    main()
