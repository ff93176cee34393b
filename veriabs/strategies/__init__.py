"""One module or folder a technique; strategies are found by walking this package.

What a strategy is, and what it may ask of the engine, is in `veriabs.core.strategy`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # the names of strategies are asked for where none is needed
    from veriabs.core.loop_model import LoopModel
    from veriabs.core.strategy import Strategy


def names() -> tuple[str, ...]:
    """The strategies there are, by module name."""
    return tuple(sorted(module.name for module in iter_modules(__path__)))


def module_of(name: str) -> ModuleType:
    """The module of a strategy: `<name>.py`, or `strategy.py` in the folder of that name."""
    found = import_module(f"{__name__}.{name}")
    return import_module(f"{found.__name__}.strategy") if hasattr(found, "__path__") else found


def load(name: str) -> Strategy:
    """What a module under this name says that it is; TypeError if it is no strategy."""
    from veriabs.core.strategy import Strategy

    found = getattr(module_of(name), "STRATEGY", None)
    if not isinstance(found, Strategy):
        raise TypeError(f"{__name__}.{name} has no STRATEGY")
    return found


@cache
def default() -> tuple[str, ...]:
    """What is used unless the user chooses: every strategy, in the order of their ranks."""
    return tuple(sorted(names(), key=lambda name: load(name).rank))


def provers(
    chosen: Iterable[str], model: LoopModel | None = None, unlikely: Collection[str] = ()
) -> list[tuple[str, Strategy]]:
    """The chosen strategies that can prove, in that order; those that say they are likely for the task come first.

    Where there are several assertions, those that serve all come before the others, but for the very first. Those that
    are known to be `unlikely` are not asked, and do not begin.
    """
    found = [(name, load(name)) for name in chosen]
    found = [one for one in found if one[1].prove is not None]
    if model is None:
        return found
    from veriabs.loops.flatten import assertions  # as above

    found = sorted(found, key=lambda one: 2 if one[0] in unlikely else not one[1].likely(model))
    several = len({one.number for one in assertions(model.program)}) > 1
    return [*found[:1], *sorted(found[1:], key=lambda one: not (several and one[1].serves_all))]


def of_a_part(chosen: Iterable[str], maker: str) -> tuple[str, ...]:
    """Those of the chosen strategies that may prove a program which the maker has made of the user's."""
    return tuple(name for name in chosen if name != maker and not load(name).reads_text)


def refuters(chosen: Iterable[str]) -> list[tuple[str, Strategy]]:
    """The chosen strategies that can refute, in that order."""
    return [(name, found) for name in chosen if (found := load(name)).refute is not None]
