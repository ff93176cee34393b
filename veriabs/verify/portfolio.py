"""Run several strategies on one assertion; the first proof ends the others.

The likeliest strategy starts first. The next one starts when the running ones have worked for a slice without a result,
which doubles with each strategy, or at once if one of them has answered. From then on they share the processors:
each has its own session with threads for CBMC, a stop event, and an account of processor time, which begins with the
least of the others (see `solvers.turns`). The first one precedes the others for a while.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from queue import SimpleQueue

from msgspec import Struct, field

from veriabs.core.events import StrategyEnded, StrategyStarted
from veriabs.core.goals import Goal
from veriabs.core.queries import CheckedQuery, Request
from veriabs.core.reasons import Reason, ReasonKind
from veriabs.core.results import Answer, Verdict
from veriabs.core.runs import Approximation
from veriabs.core.strategy import Ask, Dialogue, StartEarly
from veriabs.core.verdict import conclude
from veriabs.solvers.turns import Account, Patience
from veriabs.verify.limits import FIRST, POLL, SLICE
from veriabs.verify.session import Session, failed

_STOPPED = Reason(ReasonKind.NOT_APPLICABLE, "another strategy was faster")
_MINOR = (ReasonKind.NOT_APPLICABLE, ReasonKind.UNSUPPORTED)
"""Kinds of reasons that are known without trying."""
_INFORMATIVE = (ReasonKind.TIMEOUT, ReasonKind.BUDGET, ReasonKind.OUT_OF_BOUNDS)
"""Kinds that are more informative than the end of the time."""


class RaceProof(Struct, frozen=True):
    """The proof of one assertion, its strategy, and the processor seconds of its runs."""

    strategy: str
    pieces: list[CheckedQuery]
    worked: float = 0.0


class StrategyRun(Struct, frozen=True):
    """A strategy and how it runs."""

    strategy: str
    run: Callable[[Session], Sequence[CheckedQuery] | Reason]


class Refusals(Struct):
    """Strategies that cannot prove an assertion, whatever the time, by its number; `tried` are those that ran first."""

    final: dict[int, set[str]] = field(default_factory=dict)
    tried: set[str] = field(default_factory=set)

    def note(self, strategy: str, number: int, reason: Reason) -> None:
        """Record the answer of a strategy."""
        if reason.kind not in (ReasonKind.BUDGET, ReasonKind.TIMEOUT):
            self.final.setdefault(number, set()).add(strategy)
            if reason.kind not in _MINOR:
                self.tried.add(strategy)

    def is_final(self, strategy: str, number: int) -> bool:
        """Has the strategy answered for this assertion?"""
        return strategy in self.final.get(number, ())


_MORE = "one more name in --strategy: some only refute, others leave the program that they make to the rest to prove"


class Race(Struct):
    """The strategies of one goal; `answers` are the ended ones, `over` tells that none is needed."""

    session: Session
    goal: Goal
    answers: list[Answer]
    over: Callable[[], bool] = lambda: False

    def run(self, entrants: Sequence[StrategyRun]) -> RaceProof | Reason:
        """The first proof, or the most informative reason."""
        waiting = deque(entrants)
        running = dict[Future[Sequence[CheckedQuery] | Reason], tuple[StrategyRun, Session]]()
        reasons: list[Reason] = []
        patience: Patience | None = None
        with ThreadPoolExecutor(max(1, len(entrants))) as threads, self._strategy_sessions() as strategy_session:
            while (waiting or running) and not self.session.stop.is_set() and not self.over():
                if waiting and (not running or patience is None or patience.is_over):
                    least = min((own.account.spent for _, own in running.values()), default=-FIRST)
                    own = strategy_session(Account(max(least, 0.0) if running else least))
                    entrant = waiting.popleft()
                    running[threads.submit(self._run, entrant, own)] = entrant, own
                    patience = self.session.driver.processors.patience(SLICE * 2.0 ** (len(running) - 1))
                for future in wait(running, timeout=POLL, return_when=FIRST_COMPLETED).done:
                    (entrant, own), found = running.pop(future), future.result()
                    if not isinstance(found, Reason):
                        return RaceProof(entrant.strategy, list(found), own.account.worked)
                    reasons.append(found)
                    patience = None  # the next one takes the place of the one that gave up
            for future, (entrant, own) in running.items():  # a proof that ended with the deadline counts
                if future.done() and not isinstance(found := future.result(), Reason):
                    return RaceProof(entrant.strategy, list(found), own.account.worked)
        if not entrants:
            text = "none of the chosen strategies can prove"
            return Reason(ReasonKind.NOT_APPLICABLE, text, self.goal.where, hint=_MORE)
        return self._open_reason(_most_informative(reasons))

    def _open_reason(self, reason: Reason | None) -> Reason:
        """The reason for having no proof; after the deadline, that of the deadline unless a strategy's reason says
        more."""
        if reason is None or (self.session.left() <= 0 and reason.kind in _MINOR):
            return self.session.over()
        return reason if self.session.left() > 0 or reason.kind in _INFORMATIVE else self.session.over()

    @contextmanager
    def _strategy_sessions(self) -> Iterator[Callable[[Account], Session]]:
        """A factory of sessions for strategies; all end with the context."""
        strategy_sessions: list[Session] = []

        def strategy_session(account: Account) -> Session:
            strategy_sessions.append(self.session.strategy_session(account))
            return strategy_sessions[-1]

        try:
            yield strategy_session
        except BaseException:
            self.session.stop.set()  # strategy sessions may wait for shared work
            raise
        finally:
            for one in strategy_sessions:
                one.stop.set()
                one.pool.shutdown(wait=False, cancel_futures=True)

    def _run(self, entrant: StrategyRun, strategy_session: Session) -> Sequence[CheckedQuery] | Reason:
        """The result of a strategy; an internal error is its result and does not affect other strategies."""
        started = time.monotonic()
        self.session.observe(StrategyStarted(entrant.strategy, self.goal.where))
        try:
            found = entrant.run(strategy_session)
        except CancelledError:
            found = _STOPPED
        except Exception as error:
            found = Reason(ReasonKind.INTERNAL, f"error in {entrant.strategy}: {type(error).__name__}: {error}")
            failed(error)
        if not isinstance(found, Reason):
            conclusion = conclude([found], overflow=self.session.options.overflow)
            found = found if conclusion.verdict is Verdict.TRUE else conclusion.reason or self.session.over()
        if strategy_session.stop.is_set() and isinstance(found, Reason):
            found = _STOPPED
        self._note(entrant, found, time.monotonic() - started, strategy_session.account.worked)
        return found

    def _note(
        self, entrant: StrategyRun, found: Sequence[CheckedQuery] | Reason, seconds: float, worked: float
    ) -> None:
        reason = found if isinstance(found, Reason) else None
        word, how = (Verdict.UNKNOWN, "") if isinstance(found, Reason) else (Verdict.TRUE, _covering(found))
        answer = Answer(entrant.strategy, self.goal.where, word, reason, how, seconds, self.goal.kind, worked)
        self.answers.append(answer)
        if reason is not _STOPPED:
            self.session.observe(StrategyEnded(answer))


def converse(
    dialogue: Dialogue, strategy_session: Session, report_failure: Callable[[CheckedQuery], None]
) -> tuple[CheckedQuery, ...] | Reason:
    """Run the requests of a strategy's dialogue to its end; `report_failure` receives possible real errors at once."""
    runs = _Runs(strategy_session, report_failure)
    try:
        ask = next(dialogue)
        while True:
            if strategy_session.left() <= 0 or strategy_session.stop.is_set():
                return strategy_session.over()
            ask = dialogue.send(runs.take(ask))
    except StopIteration as end:
        found: tuple[CheckedQuery, ...] | Reason = end.value
        return found
    except CancelledError:
        if strategy_session.left() <= 0 and not strategy_session.stop.is_set():
            return strategy_session.over()
        raise
    finally:
        dialogue.close()
        runs.end()


class _Runs(Struct):
    """The running requests of a strategy; requests that were started early are identified by object identity."""

    strategy_session: Session
    report_failure: Callable[[CheckedQuery], None]
    early: dict[int, tuple[Request, Future[CheckedQuery]]] = field(default_factory=dict)

    def take(self, ask: Ask) -> tuple[CheckedQuery, ...]:
        match ask:
            case StartEarly(requests):
                for request in requests:
                    if id(request) not in self.early:
                        self.early[id(request)] = (request, self.strategy_session.submit(request))
                return ()
            case requests:
                futures = [self._future(request) for request in requests]
                for future in _as_they_end(futures):
                    if future.result().may_be_real:
                        self.report_failure(future.result())
                return tuple(future.result() for future in futures)

    def _future(self, request: Request) -> Future[CheckedQuery]:
        return self.early[id(request)][1] if id(request) in self.early else self.strategy_session.submit(request)

    def end(self) -> None:
        """Cancel the requests that are no longer needed."""
        for _, future in self.early.values():
            future.cancel()


def _as_they_end(futures: Sequence[Future[CheckedQuery]]) -> Iterator[Future[CheckedQuery]]:
    """The futures as they end or are cancelled; `as_completed` would wait forever after the pool's shutdown."""
    done = SimpleQueue[Future[CheckedQuery]]()
    for future in futures:
        future.add_done_callback(done.put)
    for _ in futures:
        yield done.get()


def _covering(pieces: Sequence[CheckedQuery]) -> str:
    """The purpose of the program that proves the assertion."""
    return next(
        (p.request.purpose for p in reversed(pieces) if p.request.claim in (Approximation.OVER, Approximation.EXACT)),
        "",
    )


def _most_informative(reasons: Sequence[Reason]) -> Reason | None:
    """The reason about an access out of bounds, else that of the first strategy that applied, else the first reason."""
    informative = [reason for reason in reasons if reason is not _STOPPED]
    informative.sort(key=lambda reason: reason.kind is not ReasonKind.OUT_OF_BOUNDS)
    return next(
        (reason for reason in informative if reason.kind not in _MINOR), informative[0] if informative else None
    )
