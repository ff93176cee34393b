"""Components that can be switched off by name, to measure how much each one contributes.

A component generates candidates, or rewrites a program to make proofs easier. Switching one off loses proofs and
changes nothing else; soundness never depends on one. `VERIABS_WITHOUT=name,name` switches components off in this
process and its children. `benchmarks/leave_one_out.py` measures each. Every strategy is a component under its name.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from functools import wraps
from typing import Any, ParamSpec, TypeVar

VARIABLE = "VERIABS_WITHOUT"
"""Environment variable that lists the components to switch off, separated by commas."""

P = ParamSpec("P")
T = TypeVar("T")

NAMES: set[str] = set()
"""The components of the modules that are loaded so far."""

_seen: set[str] | None = None


def is_off(name: str) -> bool:
    """Whether the component is switched off."""
    chosen = os.environ.get(VARIABLE)
    return chosen is not None and name in chosen.split(",")


def component(name: str, off: Callable[..., Any]) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Mark a function as (part of) the component `name`; when that is off, `off` runs with the same arguments.

    `off` has to be sound on its own: it returns the program unchanged, or no candidates. A generator loses its return
    value while components are watched, so a generator that returns a value cannot be a component.
    """
    NAMES.add(name)

    def mark(function: Callable[P, T]) -> Callable[P, T]:
        @wraps(function)
        def called(*args: P.args, **kwargs: P.kwargs) -> T:
            if is_off(name):
                found: T = off(*args, **kwargs)
                return found
            found = function(*args, **kwargs)
            return found if _seen is None or name in _seen else _record(name, found, lambda: off(*args, **kwargs))

        return called

    return mark


def watch() -> set[str]:
    """Record from now on which components had an effect, in the returned set, which grows."""
    global _seen
    _seen = set() if _seen is None else _seen
    return _seen


def _record(name: str, found: Any, neutral: Callable[[], object]) -> Any:
    """Return `found`, and record the component if `neutral`, its result when switched off, differs."""
    assert _seen is not None
    if isinstance(found, Iterator):
        return _noted(name, found, _seen)
    if found != neutral():
        _seen.add(name)
    return found


def _noted(name: str, found: Iterator[T], seen: set[str]) -> Iterator[T]:
    for one in found:
        seen.add(name)
        yield one


# -------------------------------------------------------------------------------------------- results when switched off


def unchanged(first: T, *_: object, **__: object) -> T:
    """Return the first argument."""
    return first


def none(*_: object, **__: object) -> None:
    """Return no result."""


def no_list(*_: object, **__: object) -> list[Any]:
    """Return an empty list."""
    return []


def no_tuple(*_: object, **__: object) -> tuple[Any, ...]:
    """Return an empty tuple."""
    return ()


def no_facts(*_: object, **__: object) -> dict[Any, Any]:
    """Return an empty mapping."""
    return {}


def nothing(*_: object, **__: object) -> Iterator[Any]:
    """Return an iterator without elements."""
    return iter(())
