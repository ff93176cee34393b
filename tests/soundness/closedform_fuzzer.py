"""Attacks the closed forms: mutants of tasks and random programs, every TRUE against native runs and bounded CBMC.

    python tests/soundness/closedform_fuzzer.py --programs 20000 --seed 1 --json table.json

The prover is called in this process, without the gate that `veriabs verify` has. Signed overflow is undefined in some
questions and wraps in others; what was proved for wrapping arithmetic is attacked with wrapping arithmetic. The run is
reproducible by its seed, but for limits of time, goes on where an earlier one with the same --json stopped, and ends
with exit code 1 where an answer is wrong.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from closedform_mutants import mutant, resized
from closedform_native import OUTSIDE, Native, Seen
from closedform_programs import claims, draft

from veriabs.cbmc.provision import require
from veriabs.closedform.decide import decide
from veriabs.errors import VeriabsError
from veriabs.loops.flatten import assertions
from veriabs.model import DataModel, Overflow
from veriabs.source.program import load_program
from veriabs.source.task import load

TASKS = Path(__file__).parent.parent.parent / "sv-comp" / "tasks"
MUTANTS, DRAFTS, CLAIMS = 20, 5, 4
"""Programs of a batch: mutants of tasks, or random programs with assertions each."""

CPU_SECONDS, SECONDS, KILLED_AFTER, MEMORY = 3.0, 60.0, 3600.0, 4 << 30
CBMC_EVERY = 20
GENERATED = "generated"
WEIGHTS = {"closed_forms": 12, "sums_counters": 3, "nested": 2, "min_max": 2, "symbolic_size": 2, "strides": 2}
"""How often a task of a family is mutated; 1 for the others."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What the prover said; `word` is TRUE, UNKNOWN, rejected (not C that is understood), late or error."""

    word: str
    relies: bool
    reason: str
    seconds: float


@dataclass
class Tally:
    """What came of the programs of one family; `idle` are those proved of which no native run came to its end."""

    asked: int = 0
    words: Counter[str] = field(default_factory=Counter)
    relies: int = 0
    wrong: int = 0
    runs: int = 0
    idle: int = 0
    bounded: int = 0
    seconds: float = 0.0

    def note(self, answer: Answer) -> None:
        self.asked += 1
        self.words[answer.word] += 1
        self.relies += answer.relies
        self.seconds += answer.seconds


@dataclass
class Result:
    """What came of one batch; `wrong` and `errors` are (why, program)."""

    tallies: dict[str, Tally] = field(default_factory=dict)
    wrong: list[tuple[str, str]] = field(default_factory=list)
    errors: list[tuple[str, str]] = field(default_factory=list)
    reasons: Counter[str] = field(default_factory=Counter)

    def tally(self, family: str) -> Tally:
        return self.tallies.setdefault(family, Tally())

    def plain(self) -> dict[str, object]:
        """For JSON."""
        tallies = {name: {**vars(tally), "words": dict(tally.words)} for name, tally in self.tallies.items()}
        return {"tallies": tallies, "wrong": self.wrong, "errors": self.errors, "reasons": dict(self.reasons)}


@dataclass(frozen=True, slots=True)
class Claimed:
    """A program that the prover says TRUE of."""

    family: str
    text: str
    relies: bool


# ------------------------------------------------------------------------------------------------------------ one batch


def ask(text: str, folder: Path, overflow: Overflow, seconds: float = SECONDS) -> Answer:
    """The prover's answer; TRUE only if every assertion is proved."""
    path = folder / "program.c"
    path.write_text(text, encoding="utf-8")
    started = time.monotonic()
    relies, word, reason = False, "TRUE", ""
    try:
        program = load_program(load(path, data_model=DataModel.LP64))
        numbers = [assertion.number for assertion in assertions(program)]
        word = word if numbers else "no assertion"
        for number in numbers:
            found = decide(program, number, overflow, seconds)
            relies = relies or found.relies
            if not found.proved:
                word, reason = "UNKNOWN", found.reason
                break
    except VeriabsError as error:
        word, reason = "rejected", str(error).replace(str(path), "program.c")
    except _LateError:
        word = "late"
    except Exception:  # It gives no verdict, but must not end the search for wrong ones.
        word, reason = "error", traceback.format_exc()
    return Answer(word, relies and word == "TRUE", reason, time.monotonic() - started)


class _LateError(Exception):
    """The prover does not keep to its time."""


def _late(signal_number: int, frame: object) -> None:
    raise _LateError


@contextmanager
def bounded_time() -> Iterator[None]:
    """Seconds of the processor, since a wall clock goes on while other processes run."""
    before = signal.signal(signal.SIGPROF, _late)
    signal.setitimer(signal.ITIMER_PROF, CPU_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


@dataclass
class Batch:
    """One batch, reproducible by seed and number."""

    random: Random
    folder: Path
    mutated: int = MUTANTS
    drafted: int = DRAFTS
    result: Result = field(default_factory=Result)
    claimed: list[Claimed] = field(default_factory=list)

    def run(self, generated: bool) -> Result:
        if generated:
            self.generated()
        else:
            self.mutants()
        for relies in (False, True):
            self.attack([claimed for claimed in self.claimed if claimed.relies is relies], wraps=not relies)
        for claimed in self.claimed:
            if self.random.randrange(CBMC_EVERY) == 0:
                self.bounded(claimed)
        return self.result

    def mutants(self) -> None:
        tasks = sorted(TASKS.glob("*/*.c"))
        weights = [WEIGHTS.get(task.parent.name, 1) for task in tasks]
        for task in self.random.choices(tasks, weights, k=self.mutated):
            text = resized(self.random, task.read_text(encoding="utf-8"))
            self.ask(task.parent.name, mutant(self.random, text))

    def generated(self) -> None:
        drafts = [draft(self.random) for _ in range(self.drafted)]
        seen = Native(self.folder, wraps=False, runs=60).run([made.looked_at() for made in drafts])
        all_claims = [claims(self.random, made, one.values) for made, one in zip(drafts, seen, strict=True)]
        texts = [made.checked(claims) for made, claims in zip(drafts, all_claims, strict=True)]
        for made, claimed, found in zip(drafts, all_claims, Native(self.folder, wraps=False).run(texts), strict=True):
            for claim in self.chosen(claimed, found):
                self.ask(GENERATED, made.asserted(claim))

    def chosen(self, claims: Sequence[str], found: Seen) -> list[str]:
        """Mostly what never failed, some that failed late, rarely any other."""
        numbers = [number for number in range(1, len(claims) + 1) if found.passed.get(number)]
        never = [number for number in numbers if number not in found.failed]
        late = [number for number in numbers if found.failed.get(number, 0) > 3]
        telling = [number for number in never if "LL" in claims[number - 1]]
        wanted = [*self.some(telling, 2), *self.some(late, 1), *self.some(never, 2), *self.some(numbers, 1)]
        return list(dict.fromkeys(claims[number - 1] for number in wanted))[:CLAIMS]

    def some(self, numbers: Sequence[int], count: int) -> list[int]:
        return self.random.sample(numbers, min(count, len(numbers)))

    def ask(self, family: str, text: str) -> None:
        overflow = Overflow.WRAP if self.random.randrange(4) == 0 else Overflow.UNDEFINED
        with bounded_time():
            answer = ask(text, self.folder, overflow)
        self.result.tally(family).note(answer)
        match answer.word:
            case "TRUE":
                self.claimed.append(Claimed(family, text, answer.relies))
            case "error":
                self.result.errors.append((answer.reason, text))
            case "UNKNOWN":
                self.result.reasons[shape(answer.reason)] += 1
            case _:
                pass

    def attack(self, claimed: Sequence[Claimed], wraps: bool) -> None:
        """Native runs of what was proved: no assertion may fail, and no access may be out of bounds."""
        if not claimed:
            return
        native = Native(self.folder, wraps, runs=1000)
        for one, seen in zip(claimed, native.run([one.text for one in claimed]), strict=True):
            tally = self.result.tally(one.family)
            tally.runs += seen.ended
            tally.idle += seen.ended == 0 and not seen.failed
            for check in seen.failed:
                what = "an access is out of bounds" if check == OUTSIDE else "an assertion fails"
                how = "wrapping" if wraps else "no overflow before it"
                self.wrong(one, f"{what} at size {seen.failed[check]} ({how})")

    def bounded(self, claimed: Claimed) -> None:
        failed = refuted(claimed.text, self.folder, claimed.relies)
        if failed is not None:
            self.result.tally(claimed.family).bounded += 1
            if failed:
                self.wrong(claimed, f"CBMC: {failed}")

    def wrong(self, claimed: Claimed, why: str) -> None:
        self.result.tally(claimed.family).wrong += 1
        self.result.wrong.append((why, claimed.text))


def refuted(text: str, folder: Path, relies: bool, seconds: float = 20.0) -> str | None:
    """What fails within four rounds of every loop; None if CBMC does not say, or something overflows as well."""
    path = folder / "bounded.c"
    body = text.replace("void reach_error() {", 'void reach_error() { __CPROVER_assert(0, "reached");', 1)
    path.write_text(body, encoding="utf-8")
    call = [*require(), str(path), "--no-standard-checks", "--bounds-check", "--pointer-check", "--unwind", "5"]
    call += ["--no-unwinding-assertions", *(["--signed-overflow-check"] if relies else [])]
    try:
        found = subprocess.run(call, capture_output=True, text=True, timeout=seconds, check=False)
    except subprocess.TimeoutExpired:
        return None
    if found.returncode not in (0, 10):
        return None
    failed = [line for line in found.stdout.splitlines() if line.endswith(": FAILURE")]
    if any("overflow" in line for line in failed):
        return None
    return "; ".join(failed[:2])


def shape(reason: str) -> str:
    """A reason without its numbers, so that equal ones are counted together."""
    return " ".join("#" if any(c.isdigit() for c in word) else word for word in reason.split()[:14])[:100]


def run_batch(seed: int, number: int, generated_share: int = 2) -> Result:
    """Batch `number`; two of five are generated programs."""
    with tempfile.TemporaryDirectory(prefix="closedform-") as folder:
        return Batch(Random(f"{seed}-{number}"), Path(folder)).run(number % 5 < generated_share)


# --------------------------------------------------------------------------------------------------------- the long run


@dataclass
class Long:
    """The long run: one child process for each batch, and everything so far in one file."""

    seed: int
    programs: int
    jobs: int
    json: Path | None
    done: dict[int, dict] = field(default_factory=dict)  # type: ignore[type-arg]
    running: dict[int, tuple[int, float, Path]] = field(default_factory=dict)

    def run(self) -> None:
        self._earlier()
        number, started = 0, time.monotonic()
        with tempfile.TemporaryDirectory(prefix="closedform-") as folder:
            try:
                while True:
                    while len(self.running) < self.jobs and self._asked() < self.programs:
                        while number in self.done:
                            number += 1
                        self._start(number, Path(folder))
                        number += 1
                    if not self.running:
                        return
                    time.sleep(0.05)
                    self._collect(started)
            except KeyboardInterrupt:
                print("stopped; the same command goes on from here", flush=True)
            finally:
                for pid in self.running:
                    os.kill(pid, signal.SIGKILL)

    def _asked(self) -> int:
        return sum(tally["asked"] for one in self.done.values() for tally in one["tallies"].values())

    def _start(self, number: int, folder: Path) -> None:
        path = folder / str(number)
        pid = os.fork()
        if pid:
            self.running[pid] = (number, time.monotonic() + KILLED_AFTER, path)
            return
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        try:
            path.write_text(json.dumps(run_batch(self.seed, number).plain()), encoding="utf-8")
        except Exception:  # The first process counts what was lost.
            traceback.print_exc()
        finally:
            os._exit(0)

    def _collect(self, started: float) -> None:
        for pid, (number, until, path) in list(self.running.items()):
            ended, _ = os.waitpid(pid, os.WNOHANG)
            if not ended and time.monotonic() < until:
                continue
            if not ended:
                os.kill(pid, signal.SIGKILL)
                os.waitpid(pid, 0)
            del self.running[pid]
            lost = Result(errors=[("the batch was lost", str(number))]).plain()
            found = json.loads(path.read_text(encoding="utf-8")) if path.exists() else lost
            self.done[number] = found
            for why, text in found["wrong"]:
                print(f"WRONG: {why}\n{text}", flush=True)
            self._save()
            if len(self.done) % 20 == 0:
                print(f"{time.monotonic() - started:6.0f} s  {summary(self.done)}", flush=True)

    def _earlier(self) -> None:
        if self.json and self.json.exists():
            known = json.loads(self.json.read_text(encoding="utf-8"))
            if known["seed"] == self.seed:
                self.done = {int(number): found for number, found in known["batches"].items()}

    def _save(self) -> None:
        if self.json:
            part = self.json.with_suffix(".part")
            part.write_text(json.dumps({"seed": self.seed, "batches": self.done}), encoding="utf-8")
            part.replace(self.json)


_SUMS = ("asked", "relies", "wrong", "runs", "idle", "bounded", "seconds")


def merged(done: dict[int, dict]) -> dict[str, Tally]:  # type: ignore[type-arg]
    """The tallies of all batches by family."""
    whole: dict[str, Tally] = {}
    for found in done.values():
        for family, plain in found["tallies"].items():
            tally = whole.setdefault(family, Tally())
            for name in _SUMS:
                setattr(tally, name, getattr(tally, name) + plain[name])
            tally.words += Counter(plain["words"])
    return whole


def summary(done: dict[int, dict]) -> str:  # type: ignore[type-arg]
    tallies = merged(done).values()
    counts = [sum(get(tally) for tally in tallies) for get in _COUNTS]
    return "{} programs, {} TRUE ({} rely on no overflow), {} wrong".format(*counts)


_COUNTS: tuple[Callable[[Tally], int], ...] = (
    lambda tally: tally.asked,
    lambda tally: tally.words["TRUE"],
    lambda tally: tally.relies,
    lambda tally: tally.wrong,
)


def table(done: dict[int, dict]) -> str:  # type: ignore[type-arg]
    """The table that the run is for."""
    heads = ("programs", "TRUE", "relying", "wrong", "late", "rejected", "errors", "runs", "idle", "CBMC", "s each")
    lines = [f"{'family':<16}" + "".join(f"{head:>10}" for head in heads)]
    whole = merged(done)
    whole["all"] = Tally()
    for name, tally in sorted(whole.items(), key=lambda item: (item[0] == "all", item[0])):
        if name != "all":
            _add(whole["all"], tally)
        words = tally.words
        said = [words[word] for word in ("late", "rejected", "error")]
        each = f"{tally.seconds / max(1, tally.asked):.2f}"
        cells = (
            tally.asked,
            words["TRUE"],
            tally.relies,
            tally.wrong,
            *said,
            tally.runs,
            tally.idle,
            tally.bounded,
            each,
        )
        lines.append(f"{name:<16}" + "".join(f"{cell:>10}" for cell in cells))
    reasons: Counter[str] = Counter()
    for found in done.values():
        reasons += Counter(found["reasons"])
    lines += ["", "why not:"] + [f"  {count:>6}  {reason}" for reason, count in reasons.most_common(25)]
    errors = Counter(why.strip().splitlines()[-1][:110] for found in done.values() for why, _ in found["errors"])
    lines += ["", "internal errors:"] + [f"  {count:>6}  {error}" for error, count in errors.most_common(10)]
    return "\n".join(lines)


def _add(whole: Tally, tally: Tally) -> None:
    for name in _SUMS:
        setattr(whole, name, getattr(whole, name) + getattr(tally, name))
    whole.words += tally.words


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--programs", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--json", type=Path, help="results so far; an existing file is gone on from")
    chosen = parser.parse_args()
    long = Long(chosen.seed, chosen.programs, chosen.jobs, chosen.json)
    long.run()
    print(table(long.done))
    return 1 if any(found["wrong"] for found in long.done.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
