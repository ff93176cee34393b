"""The door of the strategy."""

from __future__ import annotations

from collections.abc import Callable

from veriabs.core.loop_model import LoopModel
from veriabs.core.strategy import Ahead, Alone, first_ask
from veriabs.strategies.shrinking import search, strategy

FILLED = """
int a[1000];
int main(void) {
  for (int i = 0; i < 1000; i++) a[i] = 2;
  for (int i = 0; i < 1000; i++) __VERIFIER_assert(a[i] == 2);
}"""


def test_the_door_leads_to_the_search(model: Callable[[str], LoopModel]) -> None:
    filled = model(FILLED)
    asked, same = (first_ask(one.prove(filled, Alone(filled.program))) for one in (strategy, search))
    assert isinstance(asked, Ahead)
    assert isinstance(same, Ahead)
    assert asked.requests == same.requests
