"""Search for a counterexample beside the proof: native runs, bounded runs of CBMC, and hints from failed proofs.

`replay.confirm` decides about proposed inputs: it compiles the program with them and observes the error.
"""

from __future__ import annotations

import math
import tempfile
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing, contextmanager, nullcontext
from heapq import merge
from pathlib import Path
from queue import Empty
from threading import Event

from msgspec import Struct, field

from veriabs import strategies
from veriabs.core.copying import replace
from veriabs.core.counterexample import Candidate, InstrumentedProgram, Replay
from veriabs.core.errors import ToolError, VeriabsError
from veriabs.core.events import Phase, PhaseBegun
from veriabs.core.goals import GoalKind
from veriabs.core.queries import CheckedQuery, Query
from veriabs.core.reasons import Reason, ReasonKind
from veriabs.core.results import Answer, Verdict
from veriabs.core.runs import Outcome
from veriabs.core.strategy import BoundedProgram, NativeRuns, Step, Strategy
from veriabs.core.verdict import holds
from veriabs.replay.candidates import first_candidates, spread_candidates
from veriabs.replay.confirm import CONFIRM_SECONDS, ReplayResult, confirm
from veriabs.replay.input_hints import InputHint, candidates, diverse
from veriabs.replay.input_simplification import InputSimplifier
from veriabs.replay.search import InputSearch, ViolatingRun
from veriabs.verify.bounded_runs import BoundedRuns, EndedRun, given_in
from veriabs.verify.hints import CounterexampleHints
from veriabs.verify.limits import ATTEMPT, BRIEF, HALF, LEAST, LONG, POLL, RESERVED, SLICE
from veriabs.verify.portfolio import RaceProof
from veriabs.verify.session import Session
from veriabs.verify.suggested_sizes import depends_on_size

MOST_CONFIRMATIONS = 6
"""The number of hits in one search that are replayed without confirmation."""


class Refuter(Struct):
    """One search for counterexamples; `run` ends when there is nothing left to try or to find.

    - `load`: makes the instrumented program. `hints`: messages from proofs.
    - `found`: receives each confirmed counterexample and returns whether more are wanted; `ended`: none is.
    - `whole`: makes the lowered program with a given unwinding, which proves small programs; `unwound`: its run.
    - `last`: whether one more counterexample ends all other work.
    - `reason`: the outcome of candidates that were not confirmed. `proof`: a complete unwinding that proves the
      program.
    - `spent`: seconds by strategy. `decided`: strategies with a result. `violations`: the number found.
    """

    session: Session
    load: Callable[[], InstrumentedProgram]
    stop: Event
    hints: CounterexampleHints
    found: Callable[[InstrumentedProgram, ReplayResult], bool]
    whole: Callable[[int], Query] | None = None
    last: Callable[[], bool] = lambda: True
    reason: Reason | None = None
    proof: RaceProof | None = None
    unwound: CheckedQuery | None = None
    spent: dict[str, float] = field(default_factory=dict)
    decided: set[str] = field(default_factory=set)
    violations: int = 0
    ended: bool = False

    def run(self) -> None:
        """Search once a similar program fails or the proof takes long; `reason` describes unconfirmed candidates."""
        patience = self.session.driver.processors.patience(LEAST)
        while not self.hints.begun.wait(POLL) and not patience.is_over:
            pass
        if self.stop.is_set():
            return
        self.session.observe(PhaseBegun(Phase.SEARCH))
        try:
            subject = self.load()
        except (VeriabsError, RecursionError) as error:
            why = "nested too deeply" if isinstance(error, RecursionError) else error
            self._note(Reason(ReasonKind.UNSUPPORTED, f"the program was not run: {why}"))
            return
        try:
            with tempfile.TemporaryDirectory(prefix="veriabs-", ignore_cleanup_errors=True) as name:
                search = InputSearch(subject, Path(name), self.stop)
                while self._search_program(search):
                    pass
        except (ToolError, OSError) as error:
            self._note(Reason(ReasonKind.NOT_CONFIRMED, f"the program was not run: {error}"))

    def _search_program(self, search: InputSearch) -> bool:
        """Search with the current program, without repeating inputs; is another search wanted?"""
        bounded = BoundedRuns(replace(self.session, work=ATTEMPT) if self.violations else self.session)
        program_search = _ProgramSearch(self, search, bounded)
        with closing(bounded):
            for found in program_search.steps():
                if found is not None and not self._record_and_continue(program_search, found):
                    return not self.ended
                if self.proof is not None or self.stop.is_set() or self.session.left() <= RESERVED:
                    return False
        return False

    def _record_and_continue(self, program_search: _ProgramSearch, found: ReplayResult) -> bool:
        """Record a counterexample; can the same search find others?"""
        assert found.counterexample is not None
        self.decided.add(found.counterexample.strategy)
        self.violations += 1
        self.session.account.spent = max(0.0, self.session.account.spent)  # by now open goals are more often provable
        self.ended = not self.found(program_search.subject, found)
        program_search.learn(found.counterexample.assertion.number)
        return not self.ended and found.counterexample.assertion.kind is not GoalKind.ASSERTION

    def answers(self) -> Iterator[Answer]:
        """The result of each strategy that took part."""
        for strategy, seconds in self.spent.items():
            if strategy in self.decided:
                yield Answer(strategy, None, Verdict.FALSE, None, "", seconds)
            elif self.proof is not None and strategy == self.proof.strategy:
                yield Answer(strategy, None, Verdict.TRUE, None, self.proof.pieces[0].request.purpose, seconds)
            else:
                nothing = Reason(ReasonKind.NOT_CONFIRMED, "found no counterexample")
                yield Answer(strategy, None, Verdict.UNKNOWN, self.reason or nothing, "", seconds)

    def prove(self, strategy: str, unwind: int | None) -> None:
        """Decide a program that turns out to be small enough for CBMC."""
        if self.proof is None and self.whole is not None and unwind is not None:
            piece = self.session.submit(self.whole(unwind)).result()
            self.proof = RaceProof(strategy, [piece]) if holds(piece) else None

    def _note(self, reason: Reason) -> None:
        """Record the first reason about a real candidate."""
        if self.reason is None or self.reason.kind is ReasonKind.UNSUPPORTED:
            self.reason = reason


class _ProgramSearch(Struct):
    """The search on one program; `unfinished` are hints whose inputs take long.

    It is `behind` the proofs of other goals once a violation is known and the most promising inputs were tried.
    """

    refuter: Refuter
    search: InputSearch
    bounded: BoundedRuns
    unfinished: list[InputHint] = field(default_factory=list)
    behind: bool = False

    @property
    def subject(self) -> InstrumentedProgram:
        return self.search.subject

    def steps(self) -> Iterator[ReplayResult | None]:
        """Each step yields a confirmed counterexample or None."""
        options = self.refuter.session.options
        chosen = strategies.refuters(options.strategies)
        if options.replay and chosen and not self._is_built():
            return
        tried = (self._named_steps(name, strategy) for name, strategy in chosen)
        for name, step in merge(*tried, key=lambda one: one[1].turn):
            self.behind = step.turn > 0 and self.refuter.violations > 0
            if self._improves(step) and self.search.slow and not self.search.thorough:
                with self._reserved_processor():
                    self.search.improve(self.refuter.session.left())
            yield from self._step(name, step.what)
            yield from self._try_current_hints()
        yield from self._follow_hints()

    def _improves(self, step: Step) -> bool:
        """Is it time to optimise the search program? Not before the first inputs had more time, and later after a
        violation."""
        more_time = isinstance(step.what, NativeRuns) and step.what.restarts
        return step.turn > 0 or not (self.subject.known or more_time)

    def learn(self, violation: int) -> None:
        """Record a known violation."""
        self.search.subject = replace(self.subject, known=self.subject.known | {violation})
        self.bounded.session = replace(self.bounded.session, work=ATTEMPT)

    def _named_steps(self, name: str, strategy: Strategy) -> Iterator[tuple[str, Step]]:
        assert strategy.refute is not None
        return ((name, step) for step in strategy.refute(self.subject))

    def _step(self, name: str, what: NativeRuns | BoundedProgram) -> Iterator[ReplayResult | None]:
        match what:
            case NativeRuns():
                if self.refuter.session.options.replay:
                    yield from self._timed(name, self._native_step(name, what))
            case BoundedProgram():
                self.bounded.add(name, what)
                yield from self._bounded_results(SLICE)

    def _timed(self, strategy: str, step: Iterator[ReplayResult | None]) -> Iterator[ReplayResult | None]:
        started, before = time.monotonic(), self.refuter.spent.get(strategy, 0.0)
        for found in step:
            self.refuter.spent[strategy] = before + time.monotonic() - started
            yield found
        self.refuter.spent[strategy] = before + time.monotonic() - started

    def _is_built(self) -> bool:
        """Build the search program on first use; is it available and still wanted?"""
        if self.refuter.stop.is_set() or self.refuter.session.left() <= RESERVED:
            return False
        if self.search.program is None and not self.search.failure:
            with self._reserved_processor():
                self.search.build(self.refuter.session.left())
        ended = self.refuter.stop.is_set() or self.refuter.session.left() <= 0  # which stops gcc as well
        if self.search.program is None and not ended:
            self.refuter._note(Reason(ReasonKind.UNSUPPORTED, f"the program was not run: {self.search.failure}"))
        return self.search.program is not None

    def _native_step(self, strategy: str, runs: NativeRuns) -> Iterator[ReplayResult | None]:
        if runs.restarts and not self.search.slow:
            return
        if runs.restarts:
            self.search.seed, self.search.slow = 0, False
        seconds, missed = runs.seconds * (HALF if self.refuter.violations else 1.0), 0
        while missed < MOST_CONFIRMATIONS and self._is_built():
            before, began = self.subject, time.monotonic()
            hit = yield from self._native_hit(runs, began + min(seconds, self.refuter.session.left() - RESERVED))
            if hit is None:
                return
            seconds -= time.monotonic() - began
            yield self._confirmed(hit, strategy)
            missed += (is_missed := self.subject is before)
            self.search.seed = hit.number + is_missed  # continues with the run that was ended there

    def _native_hit(self, runs: NativeRuns, until: float) -> Generator[ReplayResult | None, None, ViolatingRun | None]:
        """A violating native run, with hints from failed proofs tried in between."""
        last = self.search.seed + runs.inputs
        while self.search.seed < last and time.monotonic() < until and self._is_built():
            seconds = min(max(BRIEF, runs.each), until - time.monotonic())
            hit = self._run((), last - self.search.seed, seconds, runs.each)
            if hit is not None:
                return hit
            yield from self._try_hints(seconds)
        return None

    def _run(self, proposed: Sequence[Candidate], inputs: int, seconds: float, each: float) -> ViolatingRun | None:
        left = self.refuter.session.left() - RESERVED
        seconds = min(seconds, left)
        if seconds <= 0 or not self._is_built():
            return None
        with self._reserved_processor():
            return self.search.run(proposed, inputs, seconds, min(each, seconds), left)

    @contextmanager
    def _reserved_processor(self) -> Iterator[None]:
        """Once the search is urgent, reserve a processor for it; before, it uses idle ones."""
        urgent = self.refuter.hints.is_urgent.is_set() and not self.behind
        self.search.background = not urgent
        with self.refuter.session.driver.processors.leave() if urgent else nullcontext():
            yield

    def _bounded_results(self, seconds: float) -> Iterator[ReplayResult | None]:
        """Results of bounded runs that end within `seconds` each; native runs continue beside slower ones."""
        until = time.monotonic() + seconds
        while self.bounded and not self.refuter.stop.is_set():
            ended = self.bounded.ended(min(POLL, max(0.0, until - time.monotonic())))
            if ended is not None:
                self.refuter.spent[ended.strategy] = self.refuter.spent.get(ended.strategy, 0.0) + ended.seconds
                yield from self._timed(ended.strategy, self._try_bounded_run(ended))
                until = time.monotonic() + seconds
            elif time.monotonic() >= until:
                return

    def _try_bounded_run(self, ended: EndedRun) -> Iterator[ReplayResult | None]:
        """Try the inputs of a bounded run's counterexample."""
        strategy, program, run = ended.strategy, ended.program, ended.run
        if not any(check.name == program.violation and check.status == "FAILURE" for check in run.checks):
            if run.outcome is Outcome.SUCCESS and program.whole:
                self.refuter.prove(strategy, program.query.unwind)
            yield None
            return
        given = given_in(run.raw, program.values)
        origin = program.query.purpose
        if not self.refuter.session.options.replay:
            self._unconfirmed(f"CBMC saw the assertion violated ({origin}), and replays are switched off")
            return
        yield self._try_inputs(list(first_candidates(origin, given, program.smaller)), strategy)
        yield self._try_inputs(list(spread_candidates(origin, given, program.smaller, self.search.visits)), strategy)

    def _try_inputs(self, proposed: list[Candidate], strategy: str, seconds: float = math.inf) -> ReplayResult | None:
        if not self.refuter.session.options.replay or not self._is_built():
            return None
        while proposed:
            left = HALF * self.refuter.session.left()
            each = min(LONG, seconds, left / 2)
            hit = self._run(proposed, 0, min(each * len(proposed), seconds, left), each)
            if hit is None:
                return None
            found = self._confirmed(hit, strategy)
            if found is not None:
                return found
            proposed = proposed[hit.number + 1 :]
        return None

    def _try_current_hints(self) -> Iterator[ReplayResult | None]:
        """Try the current hints from failed proofs and bounded runs."""
        yield from self._bounded_results(0.0)
        hints, self.unfinished = [*self.unfinished, *self._new_hints()], []
        for hint in hints:
            yield self._try_inputs(list(candidates(hint, self.subject, self.search.visits)), hint.strategy)

    def _try_hints(self, seconds: float) -> Iterator[ReplayResult | None]:
        """Try the current hints for `seconds`; the rest is left for later."""
        yield from self._bounded_results(0.0)
        before, until = self.search.slow, time.monotonic() + seconds
        for hint in self._new_hints():
            self.search.slow = False
            proposed = list(candidates(hint, self.subject, self.search.visits))
            yield self._try_inputs(proposed, hint.strategy, until - time.monotonic())
            if self.search.slow or time.monotonic() >= until:
                self.unfinished.append(hint)
        self.search.slow = before

    def _new_hints(self) -> list[InputHint]:
        found = []
        while not self.refuter.hints.queue.empty():
            hint = self.refuter.hints.queue.get()
            if hint is None:  # keeps the end mark for the next reader
                self.refuter.hints.queue.put(None)
                break
            found.append(hint)
        return found

    def _follow_hints(self) -> Iterator[ReplayResult | None]:
        """Try hints until the proof and the bounded runs have ended, the values of each in other places as well."""
        for earlier in tuple(self.refuter.hints.found):
            yield self._try_diverse(earlier)
        while not self.refuter.stop.is_set() and self.refuter.session.left() > 0:
            yield from self._bounded_results(0.0)
            try:
                hint = self.refuter.hints.queue.get(timeout=0.05)
            except Empty:
                continue
            if hint is not None:
                yield self._try_inputs(list(candidates(hint, self.subject, self.search.visits)), hint.strategy)
                yield self._try_diverse(hint)
            elif self.bounded:
                self.refuter.hints.queue.put(None)
                yield from self._bounded_results(POLL)
            else:
                return

    def _try_diverse(self, hint: InputHint) -> ReplayResult | None:
        return self._try_inputs(list(diverse(hint, self.subject, self.search.visits)), hint.strategy)

    def _confirmed(self, hit: ViolatingRun, strategy: str) -> ReplayResult | None:
        options = self.refuter.session.options
        with self.refuter.session.driver.processors.leave(whole=self.refuter.last(), seconds=LONG):
            share = 1 / (1 + self.refuter.violations)  # other violations should be reported soon as well
            for one in (InputSimplifier(self.subject, self._run_again, self.search.took, share).simplest(hit), hit):
                seconds = min(CONFIRM_SECONDS, max(1.0, self.refuter.session.left()))
                where = (self.search.folder, seconds, self.refuter.stop)
                found = confirm(one, self.subject, strategy, options.overflow, *where)
                if found.replay is Replay.REACHED:
                    return self._drop_if_size_dependent(found)
                if one.values == hit.values:
                    break
        if not self.refuter.stop.is_set():
            self._unconfirmed(f"a candidate counterexample {found.replay.value} ({found.detail})", found.replay)
        return None

    def _run_again(self, proposed: Sequence[Candidate], seconds: float, each: float) -> ViolatingRun | None:
        return self._run(proposed, 0, seconds, each)

    def _drop_if_size_dependent(self, found: ReplayResult) -> ReplayResult | None:
        """Drop a violation that depends on an assumed object size; its goal is not searched for again."""
        if (unsized := depends_on_size(self.subject, found, self.refuter.session)) is None:
            return found
        self.refuter._note(unsized[1])
        self.search.subject = replace(self.subject, known=self.subject.known | {unsized[0].number})
        return None

    def _unconfirmed(self, text: str, seen: Replay | None = None) -> None:
        hint = "--overflow=wrap" if seen is Replay.OVERFLOW else ""
        self.refuter._note(Reason(ReasonKind.NOT_CONFIRMED, text, None, hint))
