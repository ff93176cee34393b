"""Test the scheduler of processes: one for each processor, the cheapest first, others stopped."""

from __future__ import annotations

import re
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import psutil
import pytest
from hypothesis import given
from hypothesis.strategies import integers, lists

from veriabs.solvers import process, turns
from veriabs.solvers.process import ProcessResult
from veriabs.solvers.turns import Account, Processors, Turn

BUSY = "import sys, time\nwhile time.process_time() < float(sys.argv[1]): pass"
WAITING = (psutil.STATUS_STOPPED, psutil.STATUS_TRACING_STOP, psutil.STATUS_ZOMBIE)

Start = Callable[..., Future[ProcessResult]]


@pytest.fixture
def start() -> Iterator[Start]:
    """Starts a process that is busy for some seconds of the processor."""
    with ThreadPoolExecutor(8) as pool:

        def run(processors: Processors, seconds: float, turn: Turn, stop: threading.Event | None) -> ProcessResult:
            with processors.seat(turn):
                return process.run([sys.executable, "-c", BUSY, str(seconds)], seconds=60, turn=turn, stop=stop)

        def submit(
            processors: Processors, seconds: float, turn: Turn | None = None, stop: threading.Event | None = None
        ) -> Future[ProcessResult]:
            return pool.submit(run, processors, seconds, turn or Turn(Account()), stop)

        yield submit


def at_work() -> int:
    """How many of the busy processes are not stopped; the shell that waits for its go-ahead is not busy yet."""
    busy = 0
    for child in psutil.Process().children(recursive=True):
        try:
            words = child.cmdline()
            busy += BUSY in words and words[0] == sys.executable and not waits(child)
        except (psutil.Error, OSError):
            continue
    return busy


def waits(child: psutil.Process) -> bool:
    """Is it stopped, or has it been told to?

    On a machine that has other work, the signal is only taken when the process would be given a processor again.
    """
    told = re.search(r"^ShdPnd:\s*(\w+)$", Path(f"/proc/{child.pid}/status").read_text(), re.MULTILINE)
    assert told is not None
    return child.status() in WAITING or bool(int(told[1], 16) & 1 << signal.SIGSTOP - 1)


def until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.005)


@pytest.mark.long
def test_running_processes_never_exceed_the_processors(start: Start) -> None:
    processors = Processors(2)
    ends = [start(processors, 0.7) for _ in range(5)]
    seen = set[int]()
    while not all(one.done() for one in ends):
        with processors.changed:  # nobody is stopped, and another one continued, while they are counted
            seen.add(at_work())
        time.sleep(0.005)
    assert max(seen) == 2
    assert [one.result().exit_code for one in ends] == [0] * 5
    assert processors.spent > 2


@pytest.mark.long
def test_a_short_process_passes_a_long_one(start: Start) -> None:
    processors = Processors(1)
    long = start(processors, 1.5)
    until(lambda: processors.spent > 0.6)
    assert start(processors, 0.1).result().exit_code == 0
    assert not long.done()
    assert long.result().exit_code == 0


def test_an_account_that_has_spent_more_waits(start: Start) -> None:
    processors = Processors(1)
    with processors.leave(whole=True):
        first = start(processors, 0.3, Turn(Account(5.0)))
        until(lambda: len(processors.turns) == 1)
        second = start(processors, 0.3, Turn(Account(-5.0)))
        until(lambda: len(processors.turns) == 2)
    second.result()
    assert not first.done()


def test_time_is_charged_at_the_rate_of_the_account() -> None:
    """An account with a higher rate gets less time."""
    dear, cheap = (Turn(Account(rate=rate), processors=Processors(1)) for rate in (3.0, 1.0))
    for turn in (dear, cheap):
        turn.pay(2.0)
        turn.pay(4.0)
    assert (dear.account.spent, cheap.account.spent) == (12.0, 4.0)
    assert dear.cost > cheap.cost


@pytest.mark.long
def test_follower_starts_after_its_leader_has_used_its_head_start(start: Start) -> None:
    processors = Processors(4)
    first = Turn(Account())
    one = start(processors, 1.0, first)
    behind = Turn(first.account, first, 0.4)
    other = start(processors, 0.1, behind)
    until(lambda: behind.pid is not None or one.done())
    assert first.began is not None
    assert first.used >= 0.4 or first.began.waited >= 1.2  # on a machine that has other work
    assert {one.result().exit_code, other.result().exit_code} == {0}


def test_follower_starts_at_once_when_its_leader_gives_way(start: Start) -> None:
    processors, first = Processors(4), Turn(Account())
    other = start(processors, 0.1, Turn(first.account, first, 60.0))
    start(processors, 0.1, first).result()
    time.sleep(0.1)
    assert not other.done()  # what the first one said may be all that is needed
    first.give_way()
    assert other.result().exit_code == 0


@pytest.mark.long
def test_all_wait_while_the_machine_is_left_to_others(start: Start) -> None:
    processors = Processors(2)
    end = start(processors, 1.0)
    until(lambda: processors.spent > 0)
    with processors.leave(whole=True):
        until(lambda: at_work() == 0)
        assert not end.done()
    assert end.result().exit_code == 0


@pytest.mark.long
def test_the_machine_is_left_for_some_time_only(start: Start) -> None:
    processors = Processors(2)
    end = start(processors, 1.0)
    until(lambda: processors.spent > 0)
    with processors.leave(whole=True, seconds=0.3):
        assert end.result().exit_code == 0


def test_waiting_process_starts_when_the_reserved_time_is_over(start: Start) -> None:
    processors = Processors(2)
    with processors.leave(whole=True, seconds=0.2):
        assert start(processors, 0.1).result().exit_code == 0


@pytest.mark.long
def test_one_processor_is_left_to_others_but_never_the_last(start: Start) -> None:
    processors = Processors(2)
    ends = [start(processors, 1.0) for _ in range(3)]
    until(lambda: at_work() == 2)
    with processors.leave():
        until(lambda: at_work() == 1)
        with processors.leave():
            time.sleep(0.1)
            with processors.changed:
                assert at_work() <= 1
            until(lambda: at_work() == 1)  # one may just have ended
    assert [one.result().exit_code for one in ends] == [0] * 3


def test_spare_processors_are_released_first() -> None:
    processors, turns = Processors(2, spare=1), [Turn(Account()) for _ in range(3)]
    with ExitStack() as seats:
        for turn in turns:
            seats.enter_context(processors.seat(turn))
        assert [turn.is_running for turn in turns] == [True, True, False]
        with processors.leave():
            assert [turn.is_running for turn in turns] == [True, True, False]
            with processors.leave():
                assert sum(turn.is_running for turn in turns) == 1
        assert sum(turn.is_running for turn in turns) == 2


def test_a_process_that_waits_is_ended_at_once(start: Start) -> None:
    processors, stop = Processors(2), threading.Event()
    end = start(processors, 30.0, None, stop)
    until(lambda: processors.spent > 0)
    with processors.leave(whole=True):
        until(lambda: at_work() == 0)
        stop.set()
        assert end.result(timeout=10).stopped
    assert processors.turns == []


def test_patience_ends_when_work_is_done_or_the_machine_is_busy() -> None:
    processors = Processors(2)
    patience = processors.patience(0.05)
    time.sleep(0.06)
    assert not patience.is_over
    processors.spent = 0.05
    assert patience.is_over
    processors.spent = 0.0
    until(lambda: patience.is_over)
    assert patience.waited >= 0.15


def test_waiting_process_is_cancelled_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "_LOOK", 1000.0)
    processors, unwanted, said = Processors(1), threading.Event(), list[bool]()
    with processors.seat(Turn(Account())), processors.seat(Turn(Account())) as second:
        waiting = threading.Thread(target=lambda: said.append(second.wait(unwanted.is_set)))
        waiting.start()
        unwanted.set()
        while waiting.is_alive():  # it may not have begun to wait when it is woken first
            processors.wake()
            waiting.join(0.01)
    assert said == [False]


@pytest.mark.parametrize(("used", "cost"), [(0.25, 1.25), (turns.SHORT, 1.0 + turns.SHORT), (9.0, 1.0 + turns.SHORT)])
def test_long_processes_cost_little_more_than_their_accounts(used: float, cost: float) -> None:
    assert Turn(Account(spent=1.0), used=used).cost == cost


@given(
    lengths=lists(lists(integers(1, 20), min_size=1, max_size=5), min_size=2, max_size=6),
    processors=integers(1, 3),
)
def test_strategies_that_compete_share_the_processors_evenly(
    lengths: list[list[int]], processors: int
) -> None:
    """The bound of docs/theory.md 21, for strategies that run one process after the other, in tenths of a second."""
    machine, accounts = Processors(processors), [Account() for _ in lengths]
    left = [list(one) for one in lengths]
    running: dict[int, Turn] = {}
    while any(left) or running:
        for number, waiting in enumerate(left):
            if waiting and number not in running:
                running[number] = turn = Turn(accounts[number], processors=machine)
                machine.turns.append(turn)
        with machine.changed:
            machine.decide()
        active = [number for number, turn in running.items() if turn.is_running]
        assert active, "a processor is idle"
        for number in active:
            turn = running[number]
            turn.pay(turn.used + 0.1)
            if turn.used >= left[number][0] / 10 - 1e-6:
                turn.end()
                del running[number], left[number][0]
        for number in running:
            most = accounts[number].worked + turns.SHORT + turns.MARGIN + 0.1
            assert all(other.worked <= most + 1e-6 for other in accounts)
