"""One batch of the attack on closed forms: generate programs, ask the prover, and run the proved ones."""

from __future__ import annotations

import signal
import subprocess
import tempfile
import time
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from closedform_mutants import mutant, resized
from closedform_native import OUTSIDE, Native, Seen
from closedform_programs import claims, draft
from closedform_tally import Answer, Result, shape

from veriabs.core.errors import VeriabsError
from veriabs.core.runs import Overflow
from veriabs.core.source import DataModel
from veriabs.frontend.program import load_program
from veriabs.frontend.task import load
from veriabs.install.provision import require
from veriabs.loops.flatten import assertions
from veriabs.strategies.closed_forms.decide import decide

TASKS = Path(__file__).parent.parent.parent / "sv-comp" / "tasks"
MUTANTS, DRAFTS, CLAIMS = 20, 5, 4
"""Programs of a batch: mutants of tasks, or random programs with assertions each."""

CPU_SECONDS, SECONDS = 3.0, 60.0
CBMC_EVERY = 20
GENERATED = "generated"
WEIGHTS = {"closed_forms": 12, "sums_counters": 3, "nested": 2, "min_max": 2, "symbolic_size": 2, "strides": 2}
"""How often a task of a family is mutated; 1 for the others."""


@dataclass(frozen=True, slots=True)
class Claimed:
    """A program for which the prover answers TRUE."""

    family: str
    text: str
    relies: bool


# ---------------------------------------------------------------------------------------------------------- one program


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
            relies = relies or found.up_to_overflow
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
    """Processor seconds, since wall time also passes while other processes run."""
    before = signal.signal(signal.SIGPROF, _late)
    signal.setitimer(signal.ITIMER_PROF, CPU_SECONDS, 5.0)  # again: a destructor ignores what is raised
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def refuted(text: str, folder: Path, relies: bool, seconds: float = 20.0) -> str | None:
    """The check that fails within four iterations of every loop; None if CBMC is undecided or reports an overflow."""
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


# ------------------------------------------------------------------------------------------------------------ one batch


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
        """Mostly claims that never failed, some that failed late, rarely others."""
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
        match answer.verdict:
            case "TRUE":
                self.claimed.append(Claimed(family, text, answer.relies))
            case "error":
                self.result.errors.append((answer.reason, text))
            case "UNKNOWN":
                self.result.reasons[shape(answer.reason)] += 1
            case _:
                pass

    def attack(self, claimed: Sequence[Claimed], wraps: bool) -> None:
        """Native runs of proved programs: no assertion may fail, and no access may be out of bounds."""
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


def run_batch(seed: int, number: int, generated_share: int = 2) -> Result:
    """Batch `number`; two of five are generated programs."""
    with tempfile.TemporaryDirectory(prefix="closedform-") as folder:
        return Batch(Random(f"{seed}-{number}"), Path(folder)).run(number % 5 < generated_share)
