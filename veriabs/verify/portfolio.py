"""Several strategies on one assertion: the first proof ends the others.

Starts one strategy after the other, the likeliest first: the next one when those under way have not answered within
their head start, which is that of fewer once one of them has given up, or at once when one of them does not apply, or
the only one under way has a setback and nothing had spoken for it. Each strategy has a session of its own: threads for
CBMC, a stop, and an account of the processors (see `solvers.turns`).
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from functools import partial
from queue import SimpleQueue

from msgspec import Struct, field

from veriabs.core.copying import replace
from veriabs.core.events import Answered, Started
from veriabs.core.goals import Goal
from veriabs.core.queries import CheckedQuery, Request
from veriabs.core.reasons import Reason, ReasonKind
from veriabs.core.results import Answer, Verdict
from veriabs.core.runs import Claim
from veriabs.core.strategy import Ahead, Ask, Dialogue, Unneeded
from veriabs.core.verdict import conclude
from veriabs.solvers.turns import Account, Patience
from veriabs.verify.session import Session, failed

PATIENCE = 0.7
"""Seconds of work without an answer after which a second strategy starts; twice that before a third one, and so on."""

HASTY = 0.4
"""The same in place of it where nothing foretells which one wins, and the program has few loops."""

FORETOLD_RATE = 0.5
"""What the strategy pays that is foretold to win: it has twice the share of each other one."""

MOST_OWED = 1.0
"""Most seconds for which who has worked for other goals in vain stands back."""

_POLL = 0.02
_STOPPED = Reason(ReasonKind.NOT_APPLICABLE, "another strategy was faster")
_MINOR = (ReasonKind.NOT_APPLICABLE, ReasonKind.UNSUPPORTED)
"""Kinds of reasons that are known without anything being tried."""
_TOLD = (ReasonKind.TIMEOUT, ReasonKind.BUDGET, ReasonKind.OUT_OF_BOUNDS)
"""Kinds that say more than that the time is over."""


class Won(Struct, frozen=True):
    """The proof of one assertion and whose it is, with the seconds of the processor that its runs took."""

    strategy: str
    pieces: list[CheckedQuery]
    worked: float = 0.0


class Entrant(Struct, frozen=True):
    """A strategy and how it is run; `priority` and `rate` as in `Strategy`.

    Of one that is `foretold` to win, a run that fails means little. One that is `at_work` for all goals since an
    earlier one waits for no head start: its work goes on anyway; but it leaves who is foretold as long as that has
    `worked` for another goal.
    """

    strategy: str
    run: Callable[[Session], Sequence[CheckedQuery] | Reason]
    priority: float = 0.0
    rate: float = 1.0
    foretold: bool = False
    at_work: bool = False
    worked: float = 0.0

    @property
    def ahead(self) -> float:
        """Seconds of work that the others leave it when it begins."""
        return self.worked if self.foretold else 0.0

    def account(self, owed: float) -> Account:
        """What its runs are charged to; who has worked in vain before has no priority any more."""
        begins = min(owed, MOST_OWED) if owed > 0.0 else -self.priority
        return Account(begins, self.rate * (FORETOLD_RATE if self.foretold else 1.0))


class Refusals(Struct):
    """Strategies that have no proof however much time there is, by the number of the assertion; `tried` are those that
    knew only when they had tried."""

    final: dict[int, set[str]] = field(default_factory=dict)
    tried: set[str] = field(default_factory=set)

    def note(self, strategy: str, number: int, reason: Reason) -> None:
        """A strategy has answered in its time."""
        if reason.kind not in (ReasonKind.BUDGET, ReasonKind.TIMEOUT):
            self.final.setdefault(number, set()).add(strategy)
            if reason.kind not in _MINOR:
                self.tried.add(strategy)

    def is_final(self, strategy: str, number: int) -> bool:
        """Has it answered of this assertion?"""
        return strategy in self.final.get(number, ())


def _in_doubt(running: Sequence[tuple[Entrant, Session]]) -> bool:
    """Is there one alone under way, for which nothing spoke, and has it a setback?"""
    return len(running) == 1 and not running[0][0].foretold and running[0][1].setback.is_set()


_MORE = "one more name in --strategy: some only refute, others leave the program that they make to the rest to prove"


def _head_start(running: int, patience: float) -> float:
    """Seconds of work that so many have before one more starts."""
    return patience * float(2 ** (running - 1))


class Race(Struct):
    """The strategies of one goal; `answers` are those that have ended, `over` says that none is needed.

    In a program of `few_loops` whoever proves the goal has mostly done so soon. `owed` are the seconds of the processor
    that each strategy has worked since it last proved a goal.
    """

    session: Session
    goal: Goal
    answers: list[Answer]
    over: Callable[[], bool] = lambda: False
    few_loops: bool = False
    owed: dict[str, float] = field(default_factory=dict)

    def run(self, entrants: Sequence[Entrant]) -> Won | Reason:
        """The first proof, or the reason that says most."""
        waiting = deque(entrants)
        hasty = self.few_loops and not any(entrant.foretold for entrant in entrants)
        head_start = partial(_head_start, patience=HASTY if hasty else PATIENCE)
        running = dict[Future[Sequence[CheckedQuery] | Reason], tuple[Entrant, Session]]()
        reasons: list[Reason] = []
        patience: Patience | None = None
        with ThreadPoolExecutor(max(1, len(entrants))) as threads, self._strategy_sessions() as strategy_session:
            while (waiting or running) and not self.session.stop.is_set() and not self.over():
                is_next = not running or patience is None or patience.is_over or _in_doubt(list(running.values()))
                if waiting and (is_next or (waiting[0].at_work and not entrants[0].ahead)):
                    entrant = waiting.popleft()
                    own = strategy_session(entrant.account(self.owed.get(entrant.strategy, 0.0)))
                    running[threads.submit(self._run, entrant, own)] = entrant, own
                    seconds = max(entrant.ahead, head_start(len(running)))
                    patience = self.session.driver.processors.patience(seconds)
                for future in wait(running, timeout=_POLL, return_when=FIRST_COMPLETED).done:
                    (entrant, own), found = running.pop(future), future.result()
                    if not isinstance(found, Reason):
                        return Won(entrant.strategy, list(found), own.account.worked)
                    reasons.append(found)
                    if found.kind in _MINOR and found is not _STOPPED:
                        patience = None
                    elif patience is not None and running:  # who has given up leaves its place to the next one
                        patience = replace(patience, seconds=head_start(len(running)))
            for future, (entrant, own) in running.items():  # a proof that came as the time was over is one
                if future.done() and not isinstance(found := future.result(), Reason):
                    return Won(entrant.strategy, list(found), own.account.worked)
        if not entrants:
            text = "none of the chosen strategies can prove"
            return Reason(ReasonKind.NOT_APPLICABLE, text, self.goal.where, hint=_MORE)
        return self._open(_most_informative(reasons))

    def _open(self, reason: Reason | None) -> Reason:
        """Why there is no proof; that the time ran out is told instead of what some strategy has said until then."""
        if reason is None or (self.session.left() <= 0 and reason.kind in _MINOR):
            return self.session.over()
        return reason if self.session.left() > 0 or reason.kind in _TOLD else self.session.over()

    @contextmanager
    def _strategy_sessions(self) -> Iterator[Callable[[Account], Session]]:
        """Makes lanes, and ends them all."""
        strategy_sessions: list[Session] = []

        def strategy_session(account: Account) -> Session:
            strategy_sessions.append(self.session.strategy_session(account))
            return strategy_sessions[-1]

        try:
            yield strategy_session
        except BaseException:
            self.session.stop.set()  # lanes may wait for what runs for all of them
            raise
        finally:
            for one in strategy_sessions:
                one.stop.set()
                one.pool.shutdown(wait=False, cancel_futures=True)

    def _run(self, entrant: Entrant, strategy_session: Session) -> Sequence[CheckedQuery] | Reason:
        """What a strategy says; an error in it is its answer, and takes none of the others along."""
        started = time.monotonic()
        self.session.observe(Started(entrant.strategy, self.goal.where))
        try:
            found = entrant.run(strategy_session)
        except CancelledError:
            found = _STOPPED
        except Exception as error:
            found = Reason(ReasonKind.CRASH, f"internal error in {entrant.strategy}: {type(error).__name__}: {error}")
            failed(error)
        if not isinstance(found, Reason):
            conclusion = conclude([found], overflow=self.session.options.overflow)
            found = found if conclusion.verdict is Verdict.TRUE else conclusion.reason or self.session.over()
        in_vain, before = isinstance(found, Reason), self.owed.get(entrant.strategy, 0.0)
        self.owed[entrant.strategy] = before + strategy_session.account.worked if in_vain else 0.0
        if strategy_session.stop.is_set() and isinstance(found, Reason):
            found = _STOPPED
        self._note(entrant, found, time.monotonic() - started)
        return found

    def _note(self, entrant: Entrant, found: Sequence[CheckedQuery] | Reason, seconds: float) -> None:
        reason = found if isinstance(found, Reason) else None
        word, how = (Verdict.UNKNOWN, "") if isinstance(found, Reason) else (Verdict.TRUE, _covering(found))
        answer = Answer(entrant.strategy, self.goal.where, word, reason, how, seconds, self.goal.kind)
        self.answers.append(answer)
        if reason is not _STOPPED:
            self.session.observe(Answered(answer))


def converse(
    dialogue: Dialogue, strategy_session: Session, doubt: Callable[[CheckedQuery], None]
) -> tuple[CheckedQuery, ...] | Reason:
    """Runs what a strategy asks for until it has said all; `doubt` hears at once of what may be a real error."""
    runs = _Runs(strategy_session, doubt)
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
    """What a strategy has asked for; requests that were started ahead are known by their identity."""

    strategy_session: Session
    doubt: Callable[[CheckedQuery], None]
    ahead: dict[int, tuple[Request, Future[CheckedQuery]]] = field(default_factory=dict)

    def take(self, ask: Ask) -> tuple[CheckedQuery, ...]:
        match ask:
            case Ahead(requests):
                for request in requests:
                    if id(request) not in self.ahead:
                        self.ahead[id(request)] = (request, self.strategy_session.submit(request))
                return ()
            case Unneeded(requests):
                for request in requests:
                    self.ahead[id(request)][1].cancel()
                return ()
            case requests:
                futures = [self._future(request) for request in requests]
                for future in _in_turn(futures):
                    if future.result().may_be_real:
                        self.doubt(future.result())
                return tuple(future.result() for future in futures)

    def _future(self, request: Request) -> Future[CheckedQuery]:
        return self.ahead[id(request)][1] if id(request) in self.ahead else self.strategy_session.submit(request)

    def end(self) -> None:
        """Nobody waits for the others any more."""
        for _, future in self.ahead.values():
            future.cancel()


def _in_turn(futures: Sequence[Future[CheckedQuery]]) -> Iterator[Future[CheckedQuery]]:
    """Each of them when it is done or cancelled, which `as_completed` waits for in vain once its pool is shut down."""
    done = SimpleQueue[Future[CheckedQuery]]()
    for future in futures:
        future.add_done_callback(done.put)
    for _ in futures:
        yield done.get()


def _covering(pieces: Sequence[CheckedQuery]) -> str:
    """What the program is called that the proof rests on."""
    return next((p.request.purpose for p in reversed(pieces) if p.request.claim in (Claim.OVER, Claim.EXACT)), "")


def _most_informative(reasons: Sequence[Reason]) -> Reason | None:
    """That an access may be out of bounds, else the first reason of a strategy that applied, or else the first one."""
    told = [reason for reason in reasons if reason is not _STOPPED]
    told.sort(key=lambda reason: reason.kind is not ReasonKind.OUT_OF_BOUNDS)
    return next((reason for reason in told if reason.kind not in _MINOR), told[0] if told else None)
