"""One module or folder a technique; strategies are found by walking this package.

A strategy that proves has a function `prove(model, known) -> Dialogue`: it asks for what has to be run, is told what
came of it, and returns the proof of one assertion or why there is none. One whose programs have a shrink factor has
`attempts(model, invariants, lemmas) -> Iterator[Attempt | Reason]` instead, each as data, the likeliest first. With
`WITH_INVARIANTS` the engine proves invariants before it asks; with `CARRIES_NOTHING` it asks again once scalars are set
that closed forms know (see `veriabs.invariants.explicit`); with `likely(model)` a strategy says that it goes first; for
its first `URGENT` seconds of the processor its runs go first. One with `parts(program, assertion) -> Iterator[Part |
Reason]` makes smaller programs that the others are to prove, one after the other. One that refutes has data for
`refute`: the programs to ask CBMC, or native runs to make.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType

from veriabs.core.model import LoopModel


def names() -> tuple[str, ...]:
    """The strategies there are, by module name."""
    return tuple(sorted(module.name for module in iter_modules(__path__)))


def load(name: str) -> ModuleType:
    """The module of a strategy: `<name>.py`, or `strategy.py` in the folder of that name."""
    found = import_module(f"{__name__}.{name}")
    return import_module(f"{found.__name__}.strategy") if hasattr(found, "__path__") else found


def provers(chosen: Iterable[str], model: LoopModel | None = None) -> list[tuple[str, ModuleType]]:
    """The chosen strategies that can prove, in that order; those that say they are likely for the task come first."""
    found = [(name, load(name)) for name in chosen]
    found = [one for one in found if any(hasattr(one[1], way) for way in ("attempts", "prove", "parts"))]
    return sorted(found, key=lambda one: model is None or not getattr(one[1], "likely", _no)(model))


def _no(model: LoopModel) -> bool:
    return False
