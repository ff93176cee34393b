"""Test solver queries: they leave signal handlers as they were, and are not repeated if an earlier model refutes them.
"""

from __future__ import annotations

import signal
import threading

import pytest

from veriabs.terms.conditions import le
from veriabs.terms.entail import Entailment
from veriabs.terms.terms import symbol


def test_query_leaves_signal_handlers_unchanged() -> None:
    """Ctrl-C interrupts a waiting thread at once."""
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


def test_query_refuted_by_an_earlier_model_is_not_repeated() -> None:
    x, y = symbol("x"), symbol("y")
    entailment = Entailment(5.0)
    assert not entailment.follows((le(x, 3), le(3, x)), le(x, 2))
    assert entailment._linear is not None
    models = list(entailment._linear.models)
    assert not entailment.follows((le(x, 4), le(2, x)), le(x, 1))
    assert entailment._linear.models == models
    assert not entailment.follows((le(x, 2), le(y, x)), le(y, 1))  # where x is 3, of y nothing is known
    assert len(entailment._linear.models) == 2
    assert entailment.follows((le(x, 2), le(y, x)), le(y, 2))
