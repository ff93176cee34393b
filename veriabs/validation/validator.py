"""Compares readings of a program with one another while it is being proved."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from threading import Event

from msgspec import Struct, field

from veriabs.core.copying import replace
from veriabs.core.deadline import Deadline
from veriabs.core.errors import VeriabsError
from veriabs.core.goals import GoalKind
from veriabs.core.program import Part, Program
from veriabs.core.queries import Query
from veriabs.core.results import Translation, Validation
from veriabs.core.runs import Outcome, Run
from veriabs.core.statements import Assert
from veriabs.core.unset import without_flags
from veriabs.frontend.instrument.observe import Observed, observe, reducible
from veriabs.loops.flatten import only
from veriabs.replay.input_hints import InputHint, candidates
from veriabs.validation.bounded import FAR, MOST, judged, query
from veriabs.validation.bounded import SMALL as SMALL_BOUNDS
from veriabs.validation.native import Comparison, Difference, Pair
from veriabs.validation.parts import PartPlaces
from veriabs.validation.places import Places
from veriabs.validation.second_opinion import second_opinion

SMALL = 5
"""The size of the smallest array where all arrays are made small."""

INPUTS, FEW = 48, 16
"""Inputs that both programs are run on; few at the sizes that arrays have, if they were small before, or if the proof
waits for it by then."""

SECONDS, EACH, BRIEF = 10.0, 0.3, 0.05
"""Most seconds for these runs, for one of the few, and for one of the others."""

SAME = Validation(Translation.SAME)

_Bounded = tuple[Pair, int]
"""Two programs with the unwinding that CBMC is to compare them with."""


class Validator(Struct):
    """Compares programs; `runs` says whether they may be run, `left` how many seconds there are, `keep` is a folder.

    `check` has CBMC compare what cannot be run. What failed proofs propose is run when `proof` tells that they ended;
    without it nothing is waited for. `waits` is called when there is nothing to do until then; `fails` when a run at
    some size has come to a failed assertion.
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
        """The proof has ended, and the programs that failed on the way propose these inputs."""
        self.hints = tuple(hints)
        if self.proof is not None:
            self.proof.set()

    def end(self) -> None:
        """Nothing more is compared."""
        self.stop.set()
        self.proved(())

    def validate(self, program: Program) -> Validation:
        """Does the lowered program do what the compiled one does? With the sizes that it has, and with small ones.

        It is compared without its checks. Beside it the compiler is asked what it takes the expressions for; that is
        not run.
        """
        program = unchecked(program)
        with ThreadPoolExecutor(1) as beside:
            opinion = beside.submit(second_opinion, program, self.left(), self.stop)
            found = self._guarded(lambda folder: self._validated(program, folder), lambda: _at_small_bounds(program))
            other = opinion.result()
        different = found.translation is Translation.DIFFERENT
        return Validation(Translation.DIFFERENT, f"asked for {other}") if other else replace(found, seen=different)

    def validate_part(self, whole: Program, part: Part, assertion: Assert) -> Validation:
        """Does a part of a program come to its assertions with what the whole program comes to them with?"""
        places = PartPlaces(whole, part, assertion)
        if places.lost:
            return Validation(Translation.DIFFERENT, f"an assertion is left out at {assertion.where}")
        bounded = ((places, unwind) for unwind in (min(SMALL_BOUNDS.values()), FAR))
        return self._guarded(lambda folder: self._compared(places, "part", folder), lambda: bounded)

    def _guarded(self, compare: Callable[[Path], Validation], pairs: Callable[[], Iterator[_Bounded]]) -> Validation:
        """What running both programs shows, or if they cannot be run, what CBMC says of them at small bounds."""
        found = self._run(compare)
        if found.translation is not Translation.NOT_COMPARED or self.check is None:
            return found
        reason = found.detail
        try:
            for pair, unwind in pairs():
                if self.left() <= 0 or self.stop.is_set():
                    break
                run = self.check(query(pair, unwind))
                found = judged(pair, run)
                if found.translation is not Translation.NOT_COMPARED:
                    return found
                if run.outcome in (Outcome.TIMEOUT, Outcome.MEMORY):
                    break
        except (VeriabsError, RecursionError) as error:
            found = Validation(Translation.NOT_COMPARED, str(error))
        return found if found.detail == reason else replace(found, detail=f"{reason}; {found.detail}")

    def _run(self, compare: Callable[[Path], Validation]) -> Validation:
        if not self.runs:
            return Validation(Translation.NOT_COMPARED, "programs may not be run (--no-replay)")
        if self.left() <= 0:
            return Validation(Translation.NOT_COMPARED, "no time was left")
        try:
            with tempfile.TemporaryDirectory(prefix="veriabs-", ignore_cleanup_errors=True) as folder:
                return compare(Path(folder))
        except (VeriabsError, OSError, RecursionError) as error:
            return Validation(Translation.NOT_COMPARED, str(error))

    def _validated(self, program: Program, folder: Path) -> Validation:
        """At both sizes side by side, since a proof waits for it, and the compiler takes most of the time."""
        small = _small(program)
        if small is None:
            return self._compared(Places(observe(program)), "translation", folder)
        with ThreadPoolExecutor(1) as beside:
            whole = beside.submit(lambda: self._compared(Places(observe(program)), "translation", folder, FEW))
            found = self._compared(Places(small), "translation-small", folder)
            return found if found.translation is Translation.DIFFERENT else whole.result()

    def _compared(self, pair: Pair, name: str, folder: Path, inputs: int = INPUTS) -> Validation:
        comparison = Comparison(pair, folder, self.stop)
        if not comparison.build(name, self.left()):
            return Validation(Translation.NOT_COMPARED, comparison.failure)
        difference = self._ran(comparison, inputs)
        if difference is None and not comparison.failure:
            difference = self._proposed(comparison)
        if difference is None:
            return Validation(Translation.NOT_COMPARED, comparison.failure) if comparison.failure else SAME
        self._keep(name, pair, difference)
        return Validation(Translation.DIFFERENT, difference.place)

    def _ran(self, comparison: Comparison, inputs: int) -> Difference | None:
        """What few of the inputs show, and then the others, unless the proof or the time has ended."""
        clock = Deadline(min(SECONDS, self.left()))
        difference = self._tried(comparison, FEW, clock.left(), EACH)
        is_over = clock.left() <= 0 or (self.proof is not None and self.proof.is_set())
        if inputs == FEW or difference is not None or comparison.failure or is_over:
            return difference
        return self._tried(comparison, inputs - FEW, clock.left(), BRIEF)

    def _tried(self, comparison: Comparison, inputs: int, seconds: float, each: float) -> Difference | None:
        """What so many inputs show; that an assertion failed is told at once, since the search waits for a doubt."""
        difference = comparison.run(inputs, seconds, each)
        if comparison.failed:
            self.fails()
        return difference

    def _proposed(self, comparison: Comparison) -> Difference | None:
        """What the inputs of failed proofs show, some of which may come after all others were run."""
        if self.proof is not None:
            self.waits()
            self.proof.wait(max(0.0, self.left()))
        proposed = [one for hint in self.hints for one in candidates(hint, comparison.pair.subject)]
        if not proposed or self.stop.is_set():
            return None
        return comparison.run(0, min(SECONDS, self.left()), EACH, proposed)

    def _keep(self, name: str, pair: Pair, difference: Difference) -> None:
        if self.keep is None:
            return
        self.keep.mkdir(parents=True, exist_ok=True)
        first, second = pair.names
        files = {"c": pair.text(), f"{first}.txt": _lines(difference.first), f"{second}.txt": _lines(difference.second)}
        for ending, text in files.items():
            (self.keep / f"{name}.{ending}").write_text(text, encoding="utf-8", errors="surrogateescape")


def unchecked(program: Program) -> Program:
    """The program with its assertions alone, as the compiler knows it."""
    plain = replace(program, task=replace(program.task, checks=()))
    return without_flags(only(plain, lambda one: one.kind is GoalKind.ASSERTION))


def _small(program: Program) -> Observed | None:
    """The program with small arrays; None if they are, or if that is another program than veriabs reads."""
    try:
        return observe(program, SMALL) if reducible(program, 2 * SMALL) else None
    except VeriabsError:
        return None


def _at_small_bounds(program: Program) -> Iterator[_Bounded]:
    """Both readings with arrays as small as can be, and as they are if they are not large."""
    for size, unwind in SMALL_BOUNDS.items():
        if reducible(program, size):
            with suppress(VeriabsError):
                yield Places(observe(program, size)), unwind
    if not reducible(program, MOST):
        yield Places(observe(program)), FAR


def _lines(events: tuple[str, ...]) -> str:
    return "".join(f"{event}\n" for event in events)
