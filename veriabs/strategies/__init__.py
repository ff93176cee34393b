"""The strategies for proofs and counterexamples, one module or folder for each technique.

In: the task of one assertion (`LoopModel`), or the instrumented program. Out: requests for solver runs, and in the end
a proof, a counterexample candidate, or a reason. A strategy is found because its module has a `STRATEGY`; its contract
with the engine is in `veriabs.core.strategy`. Begin reading with that module, then with `bounded.py` and
`cell_invariants.py`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import TYPE_CHECKING

from veriabs.core.components import is_off

if TYPE_CHECKING:  # names() must not import the strategies
    from veriabs.core.loop_model import LoopModel
    from veriabs.core.strategy import Strategy


def names() -> tuple[str, ...]:
    """The module names of all strategies."""
    return tuple(sorted(module.name for module in iter_modules(__path__)))


def module_of(name: str) -> ModuleType:
    """The module of a strategy: `<name>.py`, or `strategy.py` in the folder of that name."""
    found = import_module(f"{__name__}.{name}")
    return import_module(f"{found.__name__}.strategy") if hasattr(found, "__path__") else found


def load(name: str) -> Strategy:
    """The strategy of the module with this name; raises TypeError if the module has none."""
    from veriabs.core.strategy import Strategy

    found = getattr(module_of(name), "STRATEGY", None)
    if not isinstance(found, Strategy):
        raise TypeError(f"{__name__}.{name} has no STRATEGY")
    return found


@cache
def default() -> tuple[str, ...]:
    """The strategies that run unless the user chooses, by rank: all that are switched on, without those on request."""
    chosen = (name for name in names() if not is_off(name) and not load(name).on_request)
    return tuple(sorted(chosen, key=lambda name: load(name).rank))


def provers(
    chosen: Iterable[str], model: LoopModel | None = None, unlikely: Collection[str] = ()
) -> list[tuple[str, Strategy]]:
    """The chosen strategies that can prove, in order; those that consider themselves likely for the task come first.

    With several assertions, strategies that serve all of them at once follow the first one. Strategies in `unlikely`
    come last, and are not asked whether they are likely.
    """
    found = [(name, load(name)) for name in chosen]
    found = [one for one in found if one[1].prove is not None]
    if model is None:
        return found
    from veriabs.loops.flatten import assertions  # imported late for the same reason

    found = sorted(found, key=lambda one: 2 if one[0] in unlikely else not one[1].likely(model))
    several = len({one.number for one in assertions(model.program)}) > 1
    return [*found[:1], *sorted(found[1:], key=lambda one: not (several and one[1].serves_all))]


def of_a_part(chosen: Iterable[str], maker: str) -> tuple[str, ...]:
    """The chosen strategies that may prove a program derived from the user's by the strategy `maker`."""
    return tuple(name for name in chosen if name != maker and not load(name).reads_text)


def refuters(chosen: Iterable[str]) -> list[tuple[str, Strategy]]:
    """The chosen strategies that can refute, in that order."""
    return [(name, found) for name in chosen if (found := load(name)).refute is not None]
