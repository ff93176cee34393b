"""Measure how many generated programs the laboratory needs to notice that a side condition is missing.

    python tests/soundness/power.py --programs 400 --json table.json

Each mutant of tests/mutations is attacked with a stream of random programs until one of them gets a wrong answer.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from bench import HELPED, PLAIN, Sparing, ask, judge
from generator import batch
from hazards import (
    automaton,
    climbing,
    countdown,
    ends_later,
    ends_runs,
    first_seen,
    gaps,
    mirror,
    moving,
    neighbour,
    pinned,
    rest,
    reused,
    rows,
    sentinel,
    sentinels,
    sets,
    stopper,
    switches,
    use_scalar,
)
from oracle import SMALLEST_LARGE, Oracle, Truth
from scenes import (
    Maker,
    check,
    compaction,
    copy,
    extremum,
    flag,
    last_value,
    reverse,
    search,
    shift,
    stages,
    static_state,
    wrapping,
)
from tree import Program

sys.path.insert(0, str(Path(__file__).parent.parent / "mutations"))

from mutants import MUTANTS, Mutant  # noqa: E402
from switches import Lab, both, instead  # noqa: E402

from veriabs.core import verdict  # noqa: E402
from veriabs.core.queries import CheckedQuery
from veriabs.core.results import Verdict
from veriabs.install.provision import require  # noqa: E402
from veriabs.solvers.driver import detect  # noqa: E402


def _residual_alone(piece: CheckedQuery, real: Callable[[CheckedQuery], bool] = verdict.holds) -> bool:
    return piece.request.purpose.startswith("harness") or real(piece)


SHRINKABILITY = both(
    instead("veriabs.strategies.shrinking.search.holds", _residual_alone),
    instead("veriabs.core.verdict.holds", _residual_alone),
)
ALL = (*MUTANTS, Mutant("shrinkability", "2.2", SHRINKABILITY, (), covered_by="checked in shrink and in verdict"))
"""The mutants of tests/mutations, and the tool without its harness."""

LIKELY: dict[str, tuple[Maker, ...]] = {
    "shrinkability": (climbing, stages, flag),
    "past": (climbing,),
    "havoc": (stages,),
    "restore": (stages,),
    "X": (static_state, stages),
    "invariants of a step": (stages,),
    "gaps": (gaps,),
    "blocked": (ends_runs,),
    "flagged before an abort": (ends_later,),
    "code behind": (ends_later,),
    "columns": (search, sentinel),
    "all for exists": (automaton,),
    "inputs of each iteration": (first_seen,),
    "loops in front": (sets, last_value, use_scalar, use_scalar),
    "short runs": (sets,),
    "a sequence exists": (sets,),
    "jumps end a loop": (search,),
    "data ends a loop": (stopper,),
    "trip counts": (sentinel,),
    "closed forms": (moving, wrapping),
    "wrap": (moving, wrapping),
    "every path": (moving, wrapping, compaction),
    "bounds": (copy, neighbour, reverse, mirror),
    "types of unrolled loops": (rows,),
    "final state": (neighbour, shift),
    "exists ends": (sentinels, extremum),
    "search that gives up": (sentinels, extremum),
    "type of the flag": (sentinels, extremum),
    "reordered cells": (pinned,),
    "commutation": (last_value, use_scalar, use_scalar),
    "early exits are not fused": (flag, search, check),
    "code between": (last_value, use_scalar, use_scalar),
    "counted with elsewhere": (rest,),
    "private scalars": (reused,),
    "dead loops": (last_value, switches),
    "nested loops and unwinding assertions": (rows,),
    "cells": (mirror,),
    "invariants at the entry": (gaps, countdown),
    "invariants of a fused loop": (countdown,),
    "lemmas": (neighbour, reverse, copy),
}
"""Loops that may notice. The stream of such a mutant is mostly of them; the long run has them too, less often."""

NEEDED = {
    "property that writes": "property that writes",
    "flag is only set": "flag is cleared",
    "search that gives up": "search gives up",
    "reserved names": "hostile name",
    "reserved beginnings": "hostile name",
}
"""What a program has to have to notice: the others are counted, but passed over."""

HELP = ("6.2",)
HELPED_ONES = ("types of unrolled loops", "nested loops and unwinding assertions")
"""Conditions of what only the helped way does."""

REREAD = ("nested loops and unwinding assertions", "asked checks", "empty results")
"""Mutants that change what is made of a run of CBMC, or how it is called: its runs are no one else's."""


@dataclass
class Hunt:
    """The results for the programs so far."""

    oracle: Oracle
    seed: int
    truths: dict[str, Truth] = field(default_factory=dict)
    runs: dict[str, Sparing] = field(default_factory=dict)

    def caught(self, mutant: Mutant, most: int) -> int | None:
        """The number of the first program with a wrong answer."""
        possible = (Truth.UNSAFE if mutant.wrongly is Verdict.TRUE else Truth.SAFE, Truth.UNDEFINED)
        for number in range(most):
            candidate = program(self.seed, mutant, number)
            if candidate.number >= SMALLEST_LARGE or NEEDED.get(mutant.name, "small") not in candidate.features:
                continue
            if self._truth(candidate.text) in possible and self.wrong(mutant, candidate.text):
                return number
        return None

    def wrong(self, mutant: Mutant, text: str) -> bool:
        """Is the answer wrong once the condition is forgotten?"""
        with pytest.MonkeyPatch.context() as patch:
            lab = Lab(patch)
            if mutant.given is not None:
                mutant.given(lab)
            mutant.off(lab)
            own = mutant.given is not None or mutant.name in REREAD
            sparing = Sparing() if own else self.runs.setdefault(text, Sparing())
            try:
                answer = ask(text, configuration(mutant), self.oracle.cbmc, sparing, **options(mutant))
            except Exception:  # A mutant may stumble over what it left undone; that is no answer.
                return False
        found = judge(text, answer, self.oracle)
        return found is not None and bool(found.wrong)

    def _truth(self, text: str) -> Truth:
        if text not in self.truths:
            self.truths[text] = self.oracle.truth(text)
        return self.truths[text]


def program(seed: int, mutant: Mutant, number: int) -> Program:
    """The program with this number in the mutant's stream."""
    fragment = LIKELY.get(mutant.name, ())
    return batch(f"{seed} {' '.join(maker.__name__ for maker in fragment)}", number, 1, fragment)[0]


def configuration(mutant: Mutant) -> str:
    """How the tool is run with this mutant."""
    if mutant.strategies != ("shrinking",):
        return "portfolio"
    return HELPED if mutant.theory in HELP or mutant.name in HELPED_ONES else PLAIN


def options(mutant: Mutant) -> dict[str, object]:
    if mutant.strategies != ("shrinking",):
        return {"strategies": mutant.strategies, "replay": mutant.wrongly is Verdict.FALSE, "timeout": 3.0}
    return {"max_k": mutant.max_k}


def table(mutants: Sequence[Mutant], caught: dict[str, int], tried: int) -> str:
    """A table of the mutants, each with the number of programs until it was caught."""
    lines = [f"{'without':<42}{'theory':<8}caught by program"]
    for mutant in mutants:
        found = caught.get(mutant.name)
        lines.append(f"{mutant.name:<42}{mutant.theory:<8}{f'not one of {tried}' if found is None else found + 1}")
    return "\n".join(lines)


def main() -> int:
    arguments = _arguments()
    chosen = [m for m in ALL if not arguments.without or m.name in arguments.without]
    known: dict[str, dict[str, Any]] = {}
    if arguments.json and arguments.json.exists():
        known = json.loads(arguments.json.read_text("utf-8"))
    started = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="laboratory-") as folder:
        hunt = Hunt(Oracle(detect(require()), Path(folder)), arguments.seed)
        for mutant in [m for m in chosen if m.name not in known][arguments.part :: arguments.parts]:
            number = hunt.caught(mutant, arguments.programs)
            print(f"{time.monotonic() - started:6.0f} s  {mutant.name}: {number}", flush=True)
            if number is not None:
                known[mutant.name] = {"number": number, "text": program(arguments.seed, mutant, number).text}
                if arguments.json:
                    arguments.json.write_text(json.dumps(known, indent=1) + "\n", "utf-8")
    print(table(chosen, {name: int(found["number"]) for name, found in known.items()}, arguments.programs))
    return 1 if any(mutant.name not in known for mutant in chosen) else 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--programs", type=int, default=400)
    parser.add_argument("--part", type=int, default=0, help="only these of the mutants, of so many parts")
    parser.add_argument("--parts", type=int, default=1)
    parser.add_argument("--seed", type=int, default=4)
    parser.add_argument("--without", action="append", help="only this mutant")
    parser.add_argument("--json", type=Path, help="who was caught so far; an existing file is gone on from")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
