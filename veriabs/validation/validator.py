"""Compare the lowered program with the compiled one, or a part with the whole, while the program is being proved."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from threading import Event

from msgspec import Struct, field

from veriabs.core.check_flags import without_flags
from veriabs.core.copying import replace
from veriabs.core.deadline import Deadline
from veriabs.core.errors import VeriabsError
from veriabs.core.goals import GoalKind
from veriabs.core.program import Program, ProgramPart
from veriabs.core.queries import Query
from veriabs.core.results import Agreement, Validation
from veriabs.core.runs import Outcome, Run
from veriabs.core.statements import Assert
from veriabs.frontend.instrument.observe import ObservedProgram, observe, reducible
from veriabs.loops.flatten import keep_only
from veriabs.replay.input_hints import InputHint, candidates
from veriabs.validation.bounded import FAR, MOST, bounded_validation, query
from veriabs.validation.bounded import SMALL as SMALL_BOUNDS
from veriabs.validation.compiler_crosscheck import compiler_disagreement
from veriabs.validation.native import Comparison, Difference, ProgramPair
from veriabs.validation.parts import PartPlaces
from veriabs.validation.places import Places
from veriabs.validation.program import LIMIT, STEPS

SMALL = 5
"""The size of the smallest array in the comparison with small arrays."""

INPUTS, FEW = 48, 16
"""Inputs of a comparison.

It uses the smaller number at the program's own sizes if small arrays were compared before, or if the proof waits.
"""

SECONDS, EACH, BRIEF = 10.0, 0.3, 0.05
"""Most seconds for all runs, for one of the first FEW runs, and for each later one."""

SAME = Validation(Agreement.SAME)
NOTHING = Validation(Agreement.NOT_COMPARED, "no event of any run was compared")
CUT = Validation(
    Agreement.SAME, f"no run was compared beyond {LIMIT:,} events, {STEPS:,} iterations or an undefined operation"
)

_Bounded = tuple[ProgramPair, int]
"""Two programs, with the unwinding for their comparison by CBMC."""


class Validator(Struct):
    """Compares programs; `runs` says whether they may be run, `left` returns the seconds left, `keep` is a folder.

    `check` lets CBMC compare programs that cannot be run. After `proof` is set, inputs from failed proofs are run;
    without it the validator does not wait. It calls `waits` when it has nothing to do until then, and `fails` when a
    run has reached a failed assertion.
    """

    runs: bool
    left: Callable[[], float]
    keep: Path | None = None
    check: Callable[[Query], Run] | None = None
    stop: Event = field(default_factory=Event)
    proof: Event | None = None
    waits: Callable[[], object] = lambda: None
    fails: Callable[[], object] = lambda: None
    hints: tuple[InputHint, ...] = ()

    def proved(self, hints: Iterable[InputHint]) -> None:
        """The proof has ended; `hints` are inputs from programs that failed on the way."""
        self.hints = tuple(hints)
        if self.proof is not None:
            self.proof.set()

    def end(self) -> None:
        """Stop all comparisons."""
        self.stop.set()
        self.proved(())

    def validate(self, program: Program) -> Validation:
        """Compare the lowered program with the compiled one, with its own sizes and with small ones.

        Checks are left out. In parallel, the compiler checks the front end's view of the expressions, without a run.
        """
        program = unchecked(program)
        with ThreadPoolExecutor(1) as beside:
            opinion = beside.submit(compiler_disagreement, program, self.left(), self.stop)
            found = self._guarded(lambda folder: self._validated(program, folder), lambda: _bounded_programs(program))
            other = opinion.result()
        different = found.translation is Agreement.DIFFERENT
        return Validation(Agreement.DIFFERENT, f"asked for {other}") if other else replace(found, seen=different)

    def validate_part(self, whole: Program, part: ProgramPart, assertion: Assert) -> Validation:
        """Compare a part with the whole program: both must reach the part's assertions with the same values."""
        places = PartPlaces(whole, part, assertion)
        if places.lost:
            return Validation(Agreement.DIFFERENT, f"an assertion is left out at {assertion.where}")
        bounded = ((places, unwind) for unwind in (min(SMALL_BOUNDS.values()), FAR))
        return self._guarded(lambda folder: self._compare_pair(places, "part", folder), lambda: bounded)

    def _guarded(self, compare: Callable[[Path], Validation], pairs: Callable[[], Iterator[_Bounded]]) -> Validation:
        """The result of running both programs, or, if they cannot be run, CBMC's result at small bounds.

        CBMC is not asked if no event was compared: such runs are too long for it.
        """
        found = self._run(compare)
        if found.translation is not Agreement.NOT_COMPARED or found == NOTHING or self.check is None:
            return found
        reason = found.detail
        try:
            for pair, unwind in pairs():
                if self.left() <= 0 or self.stop.is_set():
                    break
                run = self.check(query(pair, unwind))
                found = bounded_validation(pair, run)
                if found.translation is not Agreement.NOT_COMPARED:
                    return found
                if run.outcome in (Outcome.TIMEOUT, Outcome.MEMORY):
                    break
        except (VeriabsError, RecursionError) as error:
            found = Validation(Agreement.NOT_COMPARED, str(error))
        return found if found.detail == reason else replace(found, detail=f"{reason}; {found.detail}")

    def _run(self, compare: Callable[[Path], Validation]) -> Validation:
        if not self.runs:
            return Validation(Agreement.NOT_COMPARED, "programs may not be run (--no-replay)")
        if self.left() <= 0:
            return Validation(Agreement.NOT_COMPARED, "no time was left")
        try:
            with tempfile.TemporaryDirectory(prefix="veriabs-", ignore_cleanup_errors=True) as folder:
                return compare(Path(folder))
        except (VeriabsError, OSError, RecursionError) as error:
            return Validation(Agreement.NOT_COMPARED, str(error))

    def _validated(self, program: Program, folder: Path) -> Validation:
        """Compare at both sizes in parallel, because a proof waits and compilation takes most of the time."""
        small = _with_small_arrays(program)
        if small is None:
            return self._compare_pair(Places(observe(program)), "translation", folder)
        with ThreadPoolExecutor(1) as beside:
            whole = beside.submit(lambda: self._compare_pair(Places(observe(program)), "translation", folder, FEW))
            found = self._compare_pair(Places(small), "translation-small", folder)
            return _combined(found, whole.result())

    def _compare_pair(self, pair: ProgramPair, name: str, folder: Path, inputs: int = INPUTS) -> Validation:
        comparison = Comparison(pair, folder, self.stop)
        if not comparison.build(name, self.left()):
            return Validation(Agreement.NOT_COMPARED, comparison.failure)
        difference = self._run_inputs(comparison, inputs)
        if difference is None and not comparison.failure:
            difference = self._try_proposed(comparison)
        if difference is None and comparison.failure:
            return Validation(Agreement.NOT_COMPARED, comparison.failure)
        if difference is None:
            return SAME if comparison.ended else CUT if comparison.events else NOTHING
        self._save_difference(name, pair, difference)
        return Validation(Agreement.DIFFERENT, difference.place)

    def _run_inputs(self, comparison: Comparison, inputs: int) -> Difference | None:
        """Run a few inputs, then the others unless the proof or the time has ended."""
        clock = Deadline(min(SECONDS, self.left()))
        difference = self._try_inputs(comparison, FEW, clock.left(), EACH)
        is_over = clock.left() <= 0 or (self.proof is not None and self.proof.is_set())
        if inputs == FEW or difference is not None or comparison.failure or is_over:
            return difference
        return self._try_inputs(comparison, inputs - FEW, clock.left(), BRIEF)

    def _try_inputs(self, comparison: Comparison, inputs: int, seconds: float, each: float) -> Difference | None:
        """Run some inputs; report a failed assertion at once, since the search for a counterexample waits for it."""
        difference = comparison.run(inputs, seconds, each)
        if comparison.failed:
            self.fails()
        return difference

    def _try_proposed(self, comparison: Comparison) -> Difference | None:
        """Run the inputs from failed proofs after the proof has ended."""
        if self.proof is not None:
            self.waits()
            self.proof.wait(max(0.0, self.left()))
        proposed = [one for hint in self.hints for one in candidates(hint, comparison.pair.subject)]
        if not proposed or self.stop.is_set():
            return None
        return comparison.run(0, min(SECONDS, self.left()), EACH, proposed)

    def _save_difference(self, name: str, pair: ProgramPair, difference: Difference) -> None:
        if self.keep is None:
            return
        self.keep.mkdir(parents=True, exist_ok=True)
        first, second = pair.names
        files = {"c": pair.text(), f"{first}.txt": _lines(difference.first), f"{second}.txt": _lines(difference.second)}
        for ending, text in files.items():
            (self.keep / f"{name}.{ending}").write_text(text, encoding="utf-8", errors="surrogateescape")


def unchecked(program: Program) -> Program:
    """The program with its assertions only, as the compiler knows it."""
    plain = replace(program, task=replace(program.task, checks=()))
    return without_flags(keep_only(plain, lambda one: one.kind is GoalKind.ASSERTION))


def _with_small_arrays(program: Program) -> ObservedProgram | None:
    """The program with small arrays; None if they are small already, or if the result lowers differently."""
    try:
        return observe(program, SMALL) if reducible(program, 2 * SMALL) else None
    except VeriabsError:
        return None


def _combined(small: Validation, whole: Validation) -> Validation:
    """Combine both comparisons: an ended run with small sizes makes up for a truncated one with the program's own."""
    if small.translation is Agreement.DIFFERENT:
        return small
    return small if small == SAME and whole in (CUT, NOTHING) else whole


def _bounded_programs(program: Program) -> Iterator[_Bounded]:
    """Both programs with the smallest arrays, and with their own if these are not large."""
    for size, unwind in SMALL_BOUNDS.items():
        if reducible(program, size):
            with suppress(VeriabsError):
                yield Places(observe(program, size)), unwind
    if not reducible(program, MOST, loops=False):
        yield Places(observe(program)), FAR


def _lines(events: tuple[str, ...]) -> str:
    return "".join(f"{event}\n" for event in events)
