"""The soundness laboratory: random programs through the tool, every TRUE and FALSE against an independent oracle.

    python tests/soundness/laboratory.py --programs 20000 --seed 1 --jobs 2 --json table.json

The run is reproducible by its seed, goes on where an earlier one with the same --json and --seed stopped, and ends
cleanly on Ctrl-C. Exit code 1 says that a wrong answer was found; its reduced program is in `regressions/`.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from bench import ALONE, PROOFS, WAYS, Answer, Judgement, ask, configurations, judge
from fragments import FRAGMENTS
from generator import batch
from oracle import Oracle
from reducer import reduce
from tree import Program

from veriabs.core.copying import replace
from veriabs.core.results import Verdict
from veriabs.install.provision import require
from veriabs.solvers.driver import detect

REGRESSIONS = Path(__file__).parent / "regressions"
BATCH = 10
MOST_REDUCTIONS = 250
"""Variants of a wrong program that are tried to make it smaller."""

SAMPLE = 20
"""Of how many UNKNOWN answers one has its program judged, so that the table can say how many programs are safe."""


@dataclass
class Tally:
    """The results of one configuration: counters by answer, by truth, and by reason for not accepting the program."""

    programs: int = 0
    accepted: int = 0
    proved: int = 0
    refuted: int = 0
    wrong: int = 0
    seconds: float = 0.0
    truths: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)

    def add(self, other: Tally) -> None:
        self.programs += other.programs
        self.accepted += other.accepted
        self.proved += other.proved
        self.refuted += other.refuted
        self.wrong += other.wrong
        self.seconds += other.seconds
        self.truths += other.truths
        self.reasons += other.reasons

    def note(self, answer: Answer, found: Judgement | None) -> None:
        self.programs += 1
        self.accepted += answer.accepted
        self.proved += answer.verdict is Verdict.TRUE
        self.refuted += answer.verdict is Verdict.FALSE
        self.wrong += bool(found and found.wrong)
        self.seconds += answer.seconds
        if found:
            self.truths[f"{answer.verdict.value} of {found.truth.value}"] += 1
        if answer.verdict is Verdict.UNKNOWN:
            self.reasons[_shape(answer.reason)] += 1

    def plain(self) -> dict[str, object]:
        return {name: getattr(self, name) for name in self.__dataclass_fields__}


@dataclass(frozen=True, slots=True)
class Wrong:
    """A wrong answer, reduced."""

    way: str
    why: str
    text: str


@dataclass
class Result:
    """The results of one batch; the features count the programs that have them."""

    number: int
    tallies: dict[str, Tally] = field(default_factory=lambda: {way: Tally() for way in WAYS})
    features: Counter[str] = field(default_factory=Counter)
    wrong: list[Wrong] = field(default_factory=list)
    oracle_seconds: float = 0.0


def run_batch(seed: int, number: int, count: int = BATCH, only: tuple[str, ...] = (), *, whole: bool = False) -> Result:
    """Every program of a batch through the tool and, where an answer can be wrong, past the oracle.

    `only` are the ways that are wanted, all of them if it is empty; `whole` gives them every program, not their share.
    """
    result = Result(number)
    cbmc = detect(require())
    with tempfile.TemporaryDirectory(prefix="laboratory-") as folder:
        oracle = Oracle(cbmc, Path(folder))
        for place, program in enumerate(batch(seed, number, count)):
            result.features.update(program.features)
            for way in only if whole else configurations(number * BATCH + place):
                if not only or way in only:
                    subject = own(seed, number * BATCH + place, way) if way in ALONE else program
                    _try(subject, way, oracle, result, sampled=(number * BATCH + place) % SAMPLE == 7)
        result.oracle_seconds = oracle.seconds
    return result


def own(seed: int, number: int, way: str) -> Program:
    """A program made for one strategy: mostly of loops that it is for."""
    return batch(f"{seed} {way}", number, 1, FRAGMENTS.get(way, ()))[0]


def _try(program: Program, way: str, oracle: Oracle, result: Result, *, sampled: bool) -> None:
    try:
        answer = ask(program.text, way, oracle.cbmc)
    except Exception as error:  # An internal error gives no verdict, but it must not end the search for wrong ones.
        result.tallies[way].wrong += 1
        result.wrong.append(Wrong(way, f"internal error: {error!r}", program.text))
        return
    found = judge(program.text, answer, oracle)
    if found is None and sampled and way in PROOFS:
        found = Judgement(oracle.truth(program.text))
    result.tallies[way].note(answer, found)
    if found is not None and found.wrong:
        # A variant may run forever, which CBMC finds out slowly.
        hasty = replace(oracle, limit=3.0)
        smallest = reduce(program, lambda variant: _wrong(variant.text, way, hasty), most=MOST_REDUCTIONS)
        result.wrong.append(Wrong(way, found.wrong, smallest.text))


def _wrong(text: str, way: str, oracle: Oracle) -> bool:
    found = judge(text, ask(text, way, oracle.cbmc), oracle)
    return found is not None and bool(found.wrong)


def keep(wrong: Wrong, folder: Path = REGRESSIONS) -> Path:
    """The file that a wrong answer's program lands in; its label is the truth."""
    label = {"TRUE": "unsafe", "FALSE": "safe"}.get(wrong.why.split(",")[0], "open")
    path = folder / f"{wrong.way}_{sha256(wrong.text.encode()).hexdigest()[:10]}.c"
    path.write_text(
        f"// VERDICT: {label}. The laboratory found: {wrong.why} ({wrong.way}).\n{wrong.text}", encoding="utf-8"
    )
    return path


def _shape(reason: str) -> str:
    """A reason without its numbers and names, so that equal ones are counted together."""
    words = ["#" if any(c.isdigit() for c in word) else word for word in reason.split()]
    return " ".join(words)[:90]


# --------------------------------------------------------------------------------------------------------- the long run


def main() -> int:
    arguments = _arguments()
    done = _earlier(arguments)
    for way in WAYS:
        done["table"].setdefault(way, Tally().plain())
    total = -(-arguments.programs // BATCH)
    missing = [number for number in range(total) if number not in done["batches"]]
    started, kept = time.monotonic(), 0
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        for result in _results(arguments, missing):
            _merge(done, result)
            for wrong in result.wrong:
                kept += 1
                print(f"WRONG: {wrong.why}: {keep(wrong)}", flush=True)
            if arguments.json:
                _save(arguments.json, done)
            _progress(done, total, started, arguments)
    except KeyboardInterrupt:
        print("stopped; the same command goes on from here", flush=True)
    print(table(done, arguments.only))
    return 1 if kept or any(tally["wrong"] for tally in done["table"].values()) else 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--programs", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--json", type=Path, help="results so far; an existing file is gone on from")
    parser.add_argument("--every", type=int, default=10, help="batches between two lines of progress")
    parser.add_argument("--only", choices=list(WAYS), action="append", default=[], help="run only this way")
    parser.add_argument("--whole", action="store_true", help="give the ways of --only every program, not their share")
    arguments = parser.parse_args()
    if arguments.whole and not arguments.only:
        parser.error("--whole needs --only")
    return arguments


def _results(arguments: argparse.Namespace, missing: list[int]) -> Iterator[Result]:
    """Batches as they are finished; Ctrl-C ends the current programs in the workers and then them."""
    only, whole = tuple(arguments.only), arguments.whole
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(arguments.jobs, mp_context=context, initializer=_deaf)
    waiting = iter(missing)
    from concurrent.futures import FIRST_COMPLETED, Future, wait

    running: set[Future[Result]] = set()
    try:
        while True:
            while len(running) <= arguments.jobs and (number := next(waiting, None)) is not None:
                running.add(pool.submit(run_batch, arguments.seed, number, BATCH, only, whole=whole))
            if not running:
                return
            finished, running = wait(running, return_when=FIRST_COMPLETED)
            yield from (future.result() for future in finished)
    finally:
        pool.shutdown(cancel_futures=True)


def _deaf() -> None:
    """Ctrl-C reaches every process of the terminal; the workers finish their batch and the first process counts."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _earlier(arguments: argparse.Namespace) -> dict[str, dict]:  # type: ignore[type-arg]
    if arguments.json and arguments.json.exists():
        known = json.loads(arguments.json.read_text(encoding="utf-8"))
        if known["seed"] == arguments.seed:
            known["batches"] = set(known["batches"])
            return known
    table = {way: Tally().plain() for way in WAYS}
    return {"seed": arguments.seed, "batches": set(), "table": table, "features": {}, "oracle_seconds": 0.0}


def _merge(done: dict[str, dict], result: Result) -> None:  # type: ignore[type-arg]
    done["batches"].add(result.number)
    done["features"] = dict(Counter(done["features"]) + result.features)
    done["oracle_seconds"] += result.oracle_seconds
    for way, tally in result.tallies.items():
        whole = _tally(done["table"][way])
        whole.add(tally)
        done["table"][way] = whole.plain()


def _tally(plain: dict[str, object]) -> Tally:
    tally = Tally(**plain)  # type: ignore[arg-type]
    tally.truths, tally.reasons = Counter(tally.truths), Counter(tally.reasons)
    return tally


def _together(done: dict[str, dict], only: Sequence[str]) -> Tally:  # type: ignore[type-arg]
    """All programs of the chosen ways, or else of the proof, in one of whose two ways each of them was run."""
    whole = Tally()
    for way in only or PROOFS:
        whole.add(_tally(done["table"][way]))
    return whole


def _save(path: Path, done: dict[str, dict]) -> None:  # type: ignore[type-arg]
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(".part")
    part.write_text(json.dumps({**done, "batches": sorted(done["batches"])}, indent=1), encoding="utf-8")
    part.replace(path)


def _progress(done: dict[str, dict], total: int, started: float, arguments: argparse.Namespace) -> None:  # type: ignore[type-arg]
    if len(done["batches"]) % arguments.every:
        return
    proof = _together(done, arguments.only)
    counts = f"{proof.programs} programs, {proof.accepted} accepted, {proof.proved} proved, {proof.wrong} wrong"
    print(f"{time.monotonic() - started:6.0f} s  batch {len(done['batches'])} of {total}: {counts}", flush=True)


def table(done: dict[str, dict], only: Sequence[str] = ()) -> str:  # type: ignore[type-arg]
    """The table that the run is for, and the answers of the chosen ways, or else of the proof."""
    lines = [f"{'strategy':<16}{'programs':>10}{'accepted':>18}{'proved':>9}{'refuted':>9}{'wrong':>7}{'s each':>8}"]
    for way, plain in done["table"].items():
        tally = _tally(plain)
        share = f"{tally.accepted} ({100 * tally.accepted // max(1, tally.programs)} %)"
        each = tally.seconds / max(1, tally.programs)
        counts = f"{tally.proved:>9}{tally.refuted:>9}{tally.wrong:>7}{each:>8.2f}"
        lines.append(f"{way:<16}{tally.programs:>10}{share:>18}{counts}")
    proof = _together(done, only)
    lines += ["", "answers of the proof and what is true:"]
    lines += [f"  {count:>7}  {name}" for name, count in sorted(proof.truths.items())]
    lines += ["", "why the proof said UNKNOWN:"]
    lines += [f"  {count:>7}  {reason}" for reason, count in proof.reasons.most_common(15)]
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
