"""What is proved of a program once for all strategies: that its accesses are in bounds, and invariants of its loops."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
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
from veriabs.core.reasons import Reason, ReasonKind
from veriabs.core.runs import Claim, Outcome
from veriabs.core.source import Where
from veriabs.core.statements import Assert, CheckKind, Loop
from veriabs.core.strategy import Steps
from veriabs.core.verdict import holds, reason_of
from veriabs.invariants.bounds import Goal, Invariants, bounds_program, by_loop
from veriabs.invariants.candidates import (
    asserted,
    candidates,
    joined,
    on_their_own,
    past_help,
    proved_but_bounds,
    surviving,
)
from veriabs.invariants.explicit import explicit
from veriabs.invariants.houdini import houdini
from veriabs.invariants.quantified.flags import flag_candidates, flag_goals
from veriabs.invariants.ranges import ranges, text
from veriabs.invariants.scalar.serialize import parsed
from veriabs.loops.flatten import assertions, only
from veriabs.solvers.turns import Account, Patience
from veriabs.solvers.work import Work
from veriabs.verify.session import Session

T = TypeVar("T")

IsOpen = Callable[[Assert], bool]
"""Is an assertion neither proved nor refuted?"""

FEW = 4
"""Candidates that are more are tried on a few runs."""

SHARED_SECONDS = 2.0
"""Seconds of the processor for which what serves all goals goes before what serves one."""

SIDE_BY_SIDE_MOST, SIDE_BY_SIDE_PART = 4.0, 1 / 4
"""Seconds of the processor, or part of the time, that a solver may take for a program that shows all goals: those that
are left have races of their own."""

SIDE_BY_SIDE_LEAST, SIDE_BY_SIDE_SHARE = 2.0, 0.4
"""Seconds, or part of the time, after which no more of such programs are begun, of which one hard goal takes many;
as many seconds are left for the strategies."""


class Knowledge(Struct, dict=True):
    """The bounds program, plain and under proven invariants; each is run once, and only when it is asked for.

    Threads of its own do it: strategies ask from theirs, and one that is stopped waits no longer. Who lets
    strategies ask closes it when they are done. `shared` is what strategies have in common for all goals.
    `accesses`: is there an access to be shown in bounds, or a loop whose trip count and closed forms come into it?
    `survivors` are what all goals side by side left of the candidates: those of the next program of the same loops.
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
        """For what only strategies ask: it ends with them, and nobody who comes later waits for it."""
        return self.session.strategy_session(self.session.account)

    @cached_property
    def plain(self) -> Future[CheckedQuery]:
        """The run of the bounds program without invariants, which begins when it is first asked for."""
        assert self.bounds is not None
        return self.own.submit(self.bounds)

    def close(self) -> None:
        """Ends the threads, after what they are at; what waits for them is given up."""
        self.closed.set()
        sessions = [self.own, *(session for _, session in self.shared.values())]
        for session in sessions:
            session.stop.set()
        for threads in (self.thread, self.beside, *(session.pool for session in sessions)):
            threads.shutdown(wait=False, cancel_futures=True)

    def begin(self, *, assertions: bool, early: bool = True) -> None:
        """Makes the plain bounds program, and starts it `early` unless few proofs will ask for it.

        A program without an assertion has no error: then the run that finds its accesses in bounds is the proof, and of
        one without an access as well, which has nothing to be shown, a run that is asked whether 1 holds.
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
        """The run that tells whether every access is in bounds, under invariants if it takes any.

        A proof waits for it, so it goes before the strategies that are at work still.
        """
        account = self.session.account
        account.spent = min(account.spent, -SHARED_SECONDS * account.rate)
        piece = strategy_session.wait(self.plain)
        if piece.run.outcome is Outcome.FAILURE:
            return self.known(strategy_session).proofs[0]
        return piece

    def begin_accesses(self) -> None:
        """Has invariants be looked for that an access takes, if the plain program leaves one open."""

        def begin(plain: Future[CheckedQuery]) -> None:
            ended = not plain.cancelled() and plain.exception() is None
            if ended and plain.result().run.outcome is Outcome.FAILURE:
                with suppress(RuntimeError):  # when nobody asks any more
                    self._begun("known", self._helped)

        self.plain.add_done_callback(begin)

    def known(self, strategy_session: Session) -> ProvedFacts:
        """Invariants that prove each other (Houdini), with the bounds program that proves them."""
        return self._asked("known", self._helped, strategy_session)

    def more(self, strategy_session: Session) -> ProvedFacts:
        """Like `known`, with what sampled runs and Spacer suggest: they take longer, and most proofs need none."""
        return self._asked("more", self._further, strategy_session)

    def _asked(self, what: str, compute: Callable[[], ProvedFacts], strategy_session: Session) -> ProvedFacts:
        return strategy_session.wait(self._begun(what, compute))

    def _begun(self, what: str, compute: Callable[[], ProvedFacts]) -> Future[ProvedFacts]:
        with self.lock:
            if what not in self.asked:
                self.asked[what] = self.thread.submit(compute)
            return self.asked[what]

    def _helped(self) -> ProvedFacts:
        """With the candidates that the text suggests; with those from sampled runs if accesses need more."""
        first = self._proven(self._plausible() if self.survivors is None else self.survivors)
        if first.proofs[0].run.outcome is not Outcome.FAILURE:
            return first
        second = self._sampled
        return second if holds(second.proofs[0]) else first

    def _further(self) -> ProvedFacts:
        found = self._solved()
        return self._proven(joined(self._seen, found)) if found else self._sampled

    @cached_property
    def _sampled(self) -> ProvedFacts:
        return self._proven(self._seen)

    @cached_property
    def _seen(self) -> Invariants:
        """The candidates of the text and of sampled runs."""
        from veriabs.invariants.scalar.search import more_candidates  # not needed for most programs

        return joined(candidates(self.program), more_candidates(self.program))

    @cached_property
    def _asserted(self) -> Invariants:
        """What the text asserts in front of each test: without it all goals behind an access of a test are doubtful."""
        return by_loop((one, tuple(asserted(one))) for one in statements(self.program.body) if isinstance(one, Loop))

    def _solved(self) -> Invariants:
        """Spacer's candidates for what the assertions say about scalars."""
        from veriabs.invariants.scalar.search import Search, Source, answered, calculation, scalar_goals

        subject = scalar_goals(self.program)
        if subject is None:
            return {}
        searches = [calculation(Search(subject, source)) for source in (Source.INTEGERS, Source.WORDS)]
        pieces = [future.result() for future in [self.own.submit(one) for one in searches]]
        return joined(*(answered(self.program, piece.run.detail) for piece in pieces if holds(piece)))

    def every_goal(self, is_open: IsOpen) -> Iterator[CheckedQuery]:
        """Runs that show all open assertions side by side, the cheapest first: without candidates, and without trip
        counts where they are not shown; then under candidates of the text in the same way, and of sampled runs as well;
        of those that ask for cells that are set, which are open then, one between them.

        Most goals need no candidate, and what a solver drops of many costs it a model each: those that are plainly
        wrong are not asked for. Where all of them are too much for a solver, one hard goal does not hide the easy ones.
        """
        seconds = max(SIDE_BY_SIDE_LEAST, SIDE_BY_SIDE_SHARE * self.session.left())
        enough = self.session.driver.processors.patience(seconds)
        found = self._proven(self._asserted, is_open)
        yield found.proofs[0]
        if not _is_decided(found.proofs[0]) or _is_miscounted(found.proofs[0]):
            yield from self._proven(self._asserted, is_open, counted=False).proofs
        tried = joined(self._asserted, self._plausible())
        if tried != self._asserted:
            found = self._surviving(tried, is_open, enough)
            yield from found.proofs
            if any(map(_is_miscounted, found.proofs)):
                without = joined(self.survivors or tried, candidates(self.program, counted=False))
                yield from self._proven(without, is_open, counted=False, enough=enough).proofs
        yield from self._set_cells(is_open)
        is_late = enough.is_over or self.session.left() < SIDE_BY_SIDE_LEAST
        if is_late or not all(map(_is_decided, found.proofs)):
            return
        if self._seen != joined(candidates(self.program)):
            yield from self._surviving(self._seen, is_open, enough).proofs

    def _plausible(self) -> Invariants:
        """The candidates of the text that are not plainly wrong."""
        first = candidates(self.program)
        if sum(map(len, first.values())) <= FEW:
            return first
        from veriabs.invariants.scalar.sample_filter import unrefuted  # not needed for most programs

        return unrefuted(self.program, first)

    def _set_cells(self, is_open: IsOpen) -> Iterator[CheckedQuery]:
        """The run that shows that cells are set, by what loops have gone through; none without such a goal or loop."""
        goals = flag_goals(only(self.program, is_open))
        tried = flag_candidates(self.program, goals)
        if not tried:
            return
        from veriabs.invariants.scalar.sample_filter import unrefuted

        scalars = candidates(self.program) if self.survivors is None else self.survivors
        cut = partial(_cut, self.program, goals)
        rounds = houdini(joined(scalars, unrefuted(self.program, tried)), cut, surviving, hopeless=on_their_own)
        piece, _ = self._whole(rounds, self._shortly(), Event())
        assert piece is not None
        yield piece

    def _surviving(self, tried: Invariants, is_open: IsOpen, enough: Patience | None = None) -> ProvedFacts:
        """The run that shows all open assertions under what is left of these candidates; none if it took too long.

        Those that are left may be wrong still where more is to be shown: who takes them up tries them again.
        """
        piece, left = self._rounds(tried, is_open, enough=enough)
        if piece is not None and _is_decided(piece):
            self.survivors = left or self.survivors
        return _facts(piece, left)

    def explicit(self) -> tuple[Program, CheckedQuery] | None:
        """The program with scalars set that closed forms know, and the run that proves it to have the same runs."""
        from veriabs.strategies.closed_forms import solved  # most programs need none

        seconds = min(solved.SECONDS, self.session.left() / 2)
        run = self.session.submit(solved.calculation(self.program, seconds)).result().run
        wanted = parsed(run.detail, self.program) if run.outcome is Outcome.SUCCESS else {}
        if not wanted:
            return None
        known = self._proven(joined(wanted, candidates(self.program)))
        # A loop that the bounds program sees without its first iteration has none of its invariants asserted there.
        asserted = surviving(known.invariants, known.proofs[0])
        proved = {loop: tuple(e for e in wanted[loop] if e in asserted.get(loop, ())) for loop in wanted}
        proved = {loop: exprs for loop, exprs in proved.items() if exprs}
        return (explicit(self.program, proved), known.proofs[0]) if proved and holds(known.proofs[0]) else None

    def ranges(self) -> tuple[tuple[Where, str], ...]:
        """Invariants for a witness: the ranges of the counters, as far as the bounds program proves them.

        Of a loop that is inlined twice those that hold of every copy: they stand at the same place.
        """
        proved = self._proven(ranges(self.program)).invariants
        spelled: dict[Where, list[list[str]]] = {}
        for loop in (stmt for stmt in statements(self.program.body) if isinstance(stmt, Loop)):
            texts = filter(None, (text(self.program, expr) for expr in proved.get(loop.id, ())))
            spelled.setdefault(loop.where, []).append(list(texts))
        return tuple((where, " && ".join(said)) for where, found in spelled.items() if (said := _common(found)))

    def _proven(
        self, tried: Invariants, is_open: IsOpen | None = None, *, counted: bool = True, enough: Patience | None = None
    ) -> ProvedFacts:
        return _facts(*self._rounds(tried, is_open, counted=counted, enough=enough))

    def _rounds(
        self, tried: Invariants, is_open: IsOpen | None, *, counted: bool = True, enough: Patience | None = None
    ) -> tuple[CheckedQuery | None, Invariants]:
        """The last run, which shows open assertions if these are asked for, and what it leaves of the candidates."""
        checks = [one for one in assertions(self.program) if one.kind is not GoalKind.ASSERTION]

        def program(left: Invariants) -> Query | None:
            if is_open is None:
                return bounds_program(self.program, left)
            ended = enough and (enough.is_over or not any(map(is_open, checks)))  # assertions are for the strategies
            return None if ended else _side_by_side(self.program, is_open, left, counted)

        session = self.session if is_open is None else self._shortly()
        of_checks = partial(past_help, of={one.number for one in checks}) if enough else past_help
        hopeless = on_their_own if is_open is None else of_checks
        return self._whole(houdini(tried, program, surviving, hopeless=hopeless), session, Event())

    def _shortly(self) -> Session:
        """Where programs are run that show all goals: what is too much for the first solver was so for the second."""
        work = Work(processor_seconds=min(SIDE_BY_SIDE_MOST, SIDE_BY_SIDE_PART * self.session.left()), solvers=1)
        return replace(self.session, work=work)

    def once(self, what: str, steps: Steps[T], strategy_session: Session) -> T:
        """What a part of a dialogue comes to that is the same for all goals: run for the first one that asks.

        It goes on while other goals are raced for: on threads of its own, and on an account that for each of them is as
        good as that of whoever asks, since those that it competes with begin anew.
        """
        with self.lock:
            if what not in self.shared:
                rate = strategy_session.account.rate
                session = self.session.strategy_session(Account(-SHARED_SECONDS * rate, rate))
                self.shared[what] = (self.beside.submit(self._whole, steps, session, self.closed), session)
            found, session = self.shared[what]
            session.account.spent = min(session.account.spent, strategy_session.account.spent)
        whole: T = strategy_session.wait(found)
        return whole

    def _whole(self, steps: Steps[T], session: Session, closed: Event) -> T:
        """What a part of a dialogue comes to; CancelledError if it is not wanted any more."""
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
    """The candidates that a run leaves, as far as it proves them, and the run."""
    return ProvedFacts(left if proved_but_bounds(piece) else {}, (piece,)) if piece else ProvedFacts({}, ())


def _side_by_side(program: Program, is_open: IsOpen, tried: Invariants, counted: bool) -> Query:
    """The program that shows the assertions that are open now; the others are known, or fail whatever is assumed.

    One that is not `counted` shows what holds in every iteration, however many there are: by types, or by what is in
    front of it.
    """
    left = frozenset(one.number for one in assertions(program) if is_open(one))
    return bounds_program(program, tried, every=True, left=left, counted=counted)


def _is_decided(piece: CheckedQuery) -> bool:
    return piece.run.outcome in (Outcome.SUCCESS, Outcome.FAILURE)


def _is_miscounted(piece: CheckedQuery) -> bool:
    """Is there a trip count or a closed form that is not shown, on which all goals behind it rest?"""
    assert isinstance(piece.request, Query)
    ids = piece.request.ids
    kinds = (ids[text].kind for text in piece.run.failed() if text in ids)
    return any(kind in (CheckKind.TRIPS, CheckKind.FORM) for kind in kinds)


def _cut(program: Program, goals: tuple[Goal, ...], tried: Invariants) -> Query:
    return bounds_program(program, tried, *goals)


def _common(found: list[list[str]]) -> list[str]:
    """What stands in every list."""
    return [one for one in found[0] if all(one in more for more in found)]


def bounds_reason(piece: CheckedQuery) -> Reason | None:
    """Why the accesses are not known to be in bounds, or None if they are."""
    if holds(piece):
        return None
    if piece.run.outcome is not Outcome.FAILURE:
        return reason_of(piece.request, piece.run)
    assert isinstance(piece.request, Query)
    accesses = [text for text, about in piece.request.ids.items() if about.kind is CheckKind.ACCESS]
    failed = next((text for text in piece.run.failed() if text in accesses), piece.run.failed()[0])
    hint = "--check bounds, which looks for an input with which it is not"
    return Reason(ReasonKind.OUT_OF_BOUNDS, f"not proved: {failed}", None, hint)


def covers_accesses(pieces: Sequence[CheckedQuery]) -> bool:
    """Has the program that covers the assertion shown every access in bounds as well?"""
    covering = (piece.request for piece in pieces if piece.request.claim in (Claim.OVER, Claim.EXACT))
    return any(one.memory or (isinstance(one, Query) and one.accesses) for one in covering)
