"""Compute facts about a program once for all strategies: accesses in bounds, and loop invariants."""

from __future__ import annotations

from collections.abc import Callable, Container, Generator, Iterable, Iterator
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from contextlib import suppress
from functools import cached_property, partial
from threading import Event, Lock
from typing import Any, TypeVar

from msgspec import Struct, field

from veriabs.core import ctree
from veriabs.core.copying import replace
from veriabs.core.ctree import statements
from veriabs.core.goals import GoalKind
from veriabs.core.program import Program
from veriabs.core.queries import CheckedQuery, ProvedFacts, Query
from veriabs.core.reasons import ReasonKind
from veriabs.core.runs import Outcome
from veriabs.core.source import Where
from veriabs.core.statements import Assert, Loop, LoopId
from veriabs.core.strategy import Steps
from veriabs.core.verdict import holds
from veriabs.invariants.bounds import Invariants, bounds_program, by_loop
from veriabs.invariants.candidates import (
    asserted,
    candidates,
    cannot_recover,
    independent,
    merge,
    proved_but_bounds,
    survivors,
)
from veriabs.invariants.houdini import houdini, not_refuted
from veriabs.invariants.ranges import ranges, text
from veriabs.loops.flatten import assertions
from veriabs.solvers.turns import Account, Patience
from veriabs.solvers.work import Work
from veriabs.verify.failed_accesses import bounds_reason
from veriabs.verify.limits import HALF, LEAST, LONGEST, OPTIONAL, PART
from veriabs.verify.session import Session

T = TypeVar("T")

IsOpen = Callable[[Assert], bool]
"""Is the assertion neither proved nor refuted?"""

MANY = 32
"""More goals than this are decided one by one."""

FEW = 4
"""More candidates than this are first tested on sample runs."""


class Knowledge(Struct, dict=True):
    """Facts about one program that all strategies share; each is computed once, on demand, in threads of its own.

    The facts come from runs of the bounds program (see `invariants.bounds`) without invariants and with proved ones. A
    stopped strategy stops waiting; the caller closes the object after the strategies.

    - `accesses`: whether there is an access to prove, or a loop whose trip count and closed forms it needs.
    - `bounds`: the bounds program without invariants. `asked`, `shared`: started computations, by name.
    - `survivors`: the candidates left by the program that checks all goals.
    """

    session: Session
    program: Program
    accesses: bool = True
    bounds: Query | None = None
    thread: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(1))
    asked: dict[str, Future[ProvedFacts]] = field(default_factory=dict)
    lock: Lock = field(default_factory=Lock)
    beside: ThreadPoolExecutor = field(default_factory=ThreadPoolExecutor)
    shared: dict[str, tuple[Future[Any], Session]] = field(default_factory=dict)
    closed: Event = field(default_factory=Event)
    survivors: Invariants | None = None

    @cached_property
    def own(self) -> Session:
        """The session for computations that only strategies need; it ends with them."""
        return self.session.strategy_session(self.session.account)

    @cached_property
    def plain(self) -> Future[CheckedQuery]:
        """The run of the bounds program without invariants, which starts on first use."""
        assert self.bounds is not None
        return self.own.submit(self.bounds)

    def close(self) -> None:
        """End the threads after their current work; waiting work is cancelled."""
        self.closed.set()
        sessions = [self.own, *(session for _, session in self.shared.values())]
        for session in sessions:
            session.stop.set()
        for threads in (self.thread, self.beside, *(session.pool for session in sessions)):
            threads.shutdown(wait=False, cancel_futures=True)

    def begin(self, *, assertions: bool, early: bool = True) -> None:
        """Make the plain bounds program, and start it if `early`.

        A program without assertions is safe if its accesses are in bounds; then this run is the proof. Without accesses
        either, a trivial assertion makes a run.
        """
        harness = bounds_program(self.program, {})
        self.accesses = bool(harness.asked)
        if not assertions and not self.accesses:
            nothing = Assert(ctree.TRUE, 1, Where(str(self.program.task.path), 1))
            harness = bounds_program(replace(self.program, body=(nothing, *self.program.body)), {}, every=True)
        self.bounds = harness
        if early:
            self.plain  # noqa: B018

    def in_bounds(self, strategy_session: Session) -> CheckedQuery:
        """The run that tells whether every access is in bounds, with invariants if needed.

        A proof waits for it, so it has priority over running strategies.
        """
        account = self.session.account
        account.spent = min(account.spent, -LEAST * account.rate)
        piece = strategy_session.wait(self.plain)
        if piece.run.outcome is Outcome.FAILURE:
            return self.known(strategy_session).proofs[0]
        return piece

    def lacks_accesses(self) -> bool:
        """Did the completed run, the one with most invariants, leave an access unproved?"""
        began: list[Future[Any]] = [*([self.plain] if "plain" in self.__dict__ else []), *self.asked.values()]
        done = (one for one in began if isinstance(one, Future) and one.done() and not one.cancelled())
        ended = [one.result() for one in done if one.exception() is None]
        runs = [piece for one in ended for piece in (one.proofs[:1] if isinstance(one, ProvedFacts) else (one,))]
        reason = bounds_reason(runs[-1]) if runs else None
        return reason is not None and reason.kind is ReasonKind.OUT_OF_BOUNDS

    def start_bounds_proof(self) -> None:
        """Start the search for invariants if the plain program leaves an access unproved."""

        def begin(plain: Future[CheckedQuery]) -> None:
            ended = not plain.cancelled() and plain.exception() is None
            if ended and plain.result().run.outcome is Outcome.FAILURE:
                with suppress(RuntimeError):  # the pool may be closed already
                    self._start("known", self._text_invariants)

        self.plain.add_done_callback(begin)

    def known(self, strategy_session: Session) -> ProvedFacts:
        """Mutually inductive invariants (Houdini), with the bounds program that proves them."""
        return self._compute_now("known", self._text_invariants, strategy_session)

    def sampled(self, strategy_session: Session) -> ProvedFacts:
        """Like `known`, with candidates from sample runs, which take longer and are rarely needed."""
        return self._compute_now("sampled", lambda: self._sampled, strategy_session)

    def _compute_now(self, what: str, compute: Callable[[], ProvedFacts], strategy_session: Session) -> ProvedFacts:
        return strategy_session.wait(self._start(what, compute))

    def _start(self, what: str, compute: Callable[[], ProvedFacts]) -> Future[ProvedFacts]:
        with self.lock:
            if what not in self.asked:
                self.asked[what] = self.thread.submit(compute)
            return self.asked[what]

    def _text_invariants(self) -> ProvedFacts:
        """Invariants from the text's candidates; with those from sample runs if accesses need more."""
        first = self._proved_facts(self._unrefuted_candidates() if self.survivors is None else self.survivors)
        if first.proofs[0].run.outcome is not Outcome.FAILURE:
            return first
        second = self._sampled
        return second if holds(second.proofs[0]) else first

    @cached_property
    def _sampled(self) -> ProvedFacts:
        return self._proved_facts(self._sampled_candidates)

    @cached_property
    def _sampled_candidates(self) -> Invariants:
        """The candidates of the text and of sample runs."""
        from veriabs.invariants.scalar.relations import sampled_candidates  # imported late: it is rarely needed

        return merge(candidates(self.program), sampled_candidates(self.program))

    @cached_property
    def _assertions_before_tests(self) -> Invariants:
        """The assertions before each test; without them, goals after an access in a test are not provable."""
        return by_loop((one, tuple(asserted(one))) for one in statements(self.program.body) if isinstance(one, Loop))

    def every_goal(self, is_open: IsOpen) -> Iterator[CheckedQuery]:
        """Runs that check all open assertions together, the cheapest first.

        First without candidates, and without trip counts that are not proved. Then with candidates of the text,
        and of sample runs. Most goals need no candidate. Each candidate that a solver refutes costs it a model, so
        obviously wrong ones are dropped before.
        """
        seconds = max(LEAST, HALF * self.session.left())
        enough = self.session.driver.processors.patience(seconds)
        found = yield from self._without_candidates(is_open)
        tried = merge(self._assertions_before_tests, self._unrefuted_candidates())
        if tried != self._assertions_before_tests:
            found = self._check_remaining(tried, is_open, enough)
            yield from found.proofs
            if uncounted := _miscounted(found.proofs):
                without = merge(self.survivors or tried, candidates(self.program, uncounted=uncounted))
                yield from self._proved_facts(without, is_open, uncounted=uncounted, enough=enough).proofs
        is_late = enough.is_over or self.session.left() < LEAST
        if is_late or not all(map(_is_decided, found.proofs)):
            return
        if self._sampled_candidates != merge(candidates(self.program)):
            yield from self._check_remaining(self._sampled_candidates, is_open, enough).proofs

    def _without_candidates(self, is_open: IsOpen) -> Generator[CheckedQuery, None, ProvedFacts]:
        """Runs without candidates: with all trip counts, without those that are not proved, and at last with none.

        One run is enough if it left the others out itself.
        """
        every = frozenset(one.id for one in statements(self.program.body) if isinstance(one, Loop))
        uncounted = frozenset[LoopId]()
        while True:
            found = self._proved_facts(self._assertions_before_tests, is_open, uncounted=uncounted)
            yield from found.proofs
            lacking = _miscounted(found.proofs) if all(map(_is_decided, found.proofs)) else every
            if not lacking or uncounted == every or any(piece.run.left_out for piece in found.proofs):
                return found
            uncounted = every if uncounted else lacking

    def _unrefuted_candidates(self) -> Invariants:
        """The candidates of the text that a few sample runs do not refute."""
        first = candidates(self.program)
        if sum(map(len, first.values())) <= FEW:
            return first
        from veriabs.invariants.scalar.sample_filter import unrefuted  # imported late: most programs do not need it

        return unrefuted(self.program, first)

    def _check_remaining(self, tried: Invariants, is_open: IsOpen, enough: Patience | None = None) -> ProvedFacts:
        """The run that checks open assertions under the remaining candidates; none if it took too long.

        Other programs have to test the remaining candidates again.
        """
        piece, left = self._houdini_rounds(tried, is_open, uncounted=(), enough=enough)
        if piece is not None and _is_decided(piece):
            self.survivors = (not_refuted(tried, piece) if piece.run.left_out else left) or self.survivors
        return _facts(piece, left)

    def ranges(self) -> tuple[tuple[Where, str], ...]:
        """The proved ranges of counters, as invariants for a witness.

        For a loop that is inlined twice, only those that hold in every copy, since both have the same place.
        """
        proved = self._proved_facts(ranges(self.program)).invariants
        spelled: dict[Where, list[list[str]]] = {}
        for loop in (stmt for stmt in statements(self.program.body) if isinstance(stmt, Loop)):
            texts = filter(None, (text(self.program, expr) for expr in proved.get(loop.id, ())))
            spelled.setdefault(loop.where, []).append(list(texts))
        return tuple((where, " && ".join(facts)) for where, found in spelled.items() if (facts := _common_texts(found)))

    def _proved_facts(
        self,
        tried: Invariants,
        is_open: IsOpen | None = None,
        *,
        uncounted: Container[LoopId] = (),
        enough: Patience | None = None,
    ) -> ProvedFacts:
        return _facts(*self._houdini_rounds(tried, is_open, uncounted=uncounted, enough=enough))

    def _houdini_rounds(
        self, tried: Invariants, is_open: IsOpen | None, *, uncounted: Container[LoopId], enough: Patience | None = None
    ) -> tuple[CheckedQuery | None, Invariants]:
        """The last run, which checks open assertions if asked, and the remaining candidates."""
        checks = [one for one in assertions(self.program) if one.kind is not GoalKind.ASSERTION]

        def program(left: Invariants) -> Query | None:
            if is_open is None:
                return bounds_program(self.program, left)
            # open assertions are left to the strategies
            ended = enough and (enough.is_over or not any(map(is_open, checks)))
            return None if ended else _side_by_side(self.program, is_open, left, uncounted)

        session = self.session if is_open is None else self._limited_session()
        of_checks = partial(cannot_recover, of={one.number for one in checks}) if enough else cannot_recover
        hopeless = independent if is_open is None else of_checks
        return self._run_to_end(houdini(tried, program, survivors, hopeless=hopeless), session, Event())

    def _limited_session(self) -> Session:
        """The session for programs with all goals, which limits the solvers.

        Many goals have most of the time here, since there is too little for a strategy on each; one by one they are
        decided sooner than together.
        """
        left, together = self.session.left(), min(OPTIONAL, PART * self.session.left())
        work = Work(processor_seconds=2 * together, together=together)
        if len(assertions(self.program)) > MANY:
            work = Work(processor_seconds=min(LONGEST, left), solvers=1, together=0.0)
        return replace(self.session, work=work)

    def once(self, what: str, steps: Steps[T], strategy_session: Session) -> T:
        """Run steps whose result is the same for all goals, once for the first strategy that asks.

        They continue during the work on other goals, with their own threads. They get their next turn no later
        than any strategy that waits for them.
        """
        with self.lock:
            if what not in self.shared:
                rate = strategy_session.account.rate
                session = self.session.strategy_session(Account(-LEAST * rate, rate))
                self.shared[what] = (self.beside.submit(self._run_to_end, steps, session, self.closed), session)
            found, session = self.shared[what]
            session.account.spent = min(session.account.spent, strategy_session.account.spent)
        whole: T = strategy_session.wait(found)
        return whole

    def _run_to_end(self, steps: Steps[T], session: Session, closed: Event) -> T:
        """The result of the steps; raises CancelledError if it is no longer wanted."""
        pieces: tuple[CheckedQuery, ...] | None = None
        while not closed.is_set():
            try:
                requests = next(steps) if pieces is None else steps.send(pieces)
            except StopIteration as end:
                found: T = end.value
                return found
            pieces = tuple(session.submit(one).result() for one in requests)
        raise CancelledError


def _facts(piece: CheckedQuery | None, left: Invariants) -> ProvedFacts:
    """The remaining candidates, as far as the run proves them, and the run."""
    return ProvedFacts(left if proved_but_bounds(piece) else {}, (piece,)) if piece else ProvedFacts({}, ())


def _side_by_side(program: Program, is_open: IsOpen, tried: Invariants, uncounted: Container[LoopId]) -> Query:
    """The program that checks the currently open assertions.

    For loops that are `uncounted`, it proves facts that hold in any number of iterations.
    """
    left = frozenset(one.number for one in assertions(program) if is_open(one))
    found = bounds_program(program, tried, every=True, left=left, uncounted=uncounted, optional=True)
    return replace(found, restarts=False, solo_seconds=LEAST)  # z3 is better at sums than another attempt


def _is_decided(piece: CheckedQuery) -> bool:
    return piece.run.outcome in (Outcome.SUCCESS, Outcome.FAILURE)


def _miscounted(pieces: Iterable[CheckedQuery]) -> frozenset[LoopId]:
    """The loops whose trip count or closed form is unproved, on which later goals depend."""
    found = set()
    for piece in pieces:
        assert isinstance(piece.request, Query)
        ids = piece.request.ids
        failed = (ids.get(check.description) for check in piece.run.checks if check.status == "FAILURE")
        found |= {about.loop for about in failed if about and about.kind.of_loop}
    return frozenset(found)


def _common_texts(found: list[list[str]]) -> list[str]:
    """The texts that are in every list."""
    return [one for one in found[0] if all(one in sampled for sampled in found)]
