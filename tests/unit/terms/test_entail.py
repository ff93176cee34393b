"""What asking the solver in this process does beside giving an answer."""

from __future__ import annotations

import signal
import threading

import pytest

from veriabs.terms.conditions import le
from veriabs.terms.entail import Entailment
from veriabs.terms.terms import symbol


def test_a_question_leaves_signals_as_they_were() -> None:
    """What waits is ended by Ctrl-C, and not only when what it waits for is there."""
    signal.siginterrupt(signal.SIGINT, True)  # other tests ask z3 by themselves
    assert not Entailment(5.0).follows((le(symbol("x"), 3),), le(symbol("x"), 2))
    over = threading.Event()
    later = threading.Timer(20.0, over.set)
    later.start()
    main = threading.main_thread().ident
    threading.Timer(0.3, signal.pthread_kill, (main, signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        over.wait()
    assert not over.is_set()
    later.cancel()
