"""Effects of functions that a program calls without defining them."""

from __future__ import annotations

from veriabs.core.errors import unsupported
from veriabs.frontend.known_functions import ASSEMBLY, ASSUMPTIONS, BUFFERED, NAMED_ERRORS, SYSTEM, is_known, is_nondet
from veriabs.frontend.library import Effect, with_effect
from veriabs.frontend.lower.missing_bodies import is_number
from veriabs.frontend.slicing.pointsto import PointsTo
from veriabs.frontend.slicing.symbols import CallSite, Effects, Symbol
from veriabs.frontend.survey import ASSERT_FUNCTIONS, ERROR_FUNCTIONS, writes_by_format

_FILLED = with_effect(Effect.CLEARS, Effect.RESIZES, Effect.COPIES_ANEW)
_ALLOCATIONS = with_effect(Effect.ALLOCATES) | _FILLED
_RESIZES = with_effect(Effect.RESIZES)
_COPIES = with_effect(Effect.COPIES)
_WRITERS = with_effect(Effect.FILLS) | _COPIES
_SEARCHES = with_effect(Effect.SEARCHES)
_READERS = with_effect(Effect.READS, Effect.STREAMS)
ENDS = with_effect(Effect.ENDS) | (ERROR_FUNCTIONS - NAMED_ERRORS)
"""They end the run."""


def is_harmless(name: str) -> bool:
    """Whether the function writes no memory that the program can read, and returns no pointer into it."""
    return is_nondet(name) or name in _READERS | ENDS | ASSUMPTIONS | ERROR_FUNCTIONS


def enter(points: PointsTo, call: CallSite, name: str, effects: Effects) -> None:
    """The effects of a call without a body on addresses; other effects are added to `effects`."""
    first = call.values[0] if call.values else ()
    every = [node for value in call.values for node in value]
    if name == ASSEMBLY:
        raise unsupported(call.tree.coord, "inline assembly")
    if name in BUFFERED and any(call.values[BUFFERED[name] : BUFFERED[name] + 1]):
        raise unsupported(call.tree.coord, f"call of {name} with a buffer, which later uses of the stream change")
    if name in _ALLOCATIONS:
        fresh, copied = points.memory(), points.node()
        points.copy(fresh, call.result)
        effects.stores += [fresh] if name in _FILLED else []
        for source in first if name in _RESIZES else ():
            points.load(source, copied)
        points.store(fresh, copied)
    if name in _COPIES:
        copied = points.node()
        for source in call.values[1] if len(call.values) > 1 else ():
            points.load(source, copied)
        for target in first:
            points.store(target, copied)
    if name in _WRITERS | _SEARCHES | _RESIZES:
        for source in first:
            points.copy(source, call.result)
    effects.access.loads += every
    if name in _WRITERS:
        effects.stores += first
    known = name in _WRITERS | _ALLOCATIONS | _SEARCHES | ASSERT_FUNCTIONS or is_harmless(name)
    if writes_by_format(call.tree) or not known or (is_nondet(name) and every):
        _unknown(points, call, every, effects)


def _unknown(points: PointsTo, call: CallSite, every: list[int], effects: Effects) -> None:
    """An unknown function may store anything that such functions ever received, in every object that it can reach."""
    for source in every:
        points.copy(source, points.outside)
    points.copy(points.outside, call.result)
    effects.escapes.append(points.outside)


def names_objects(symbol: Symbol) -> bool:
    """Whether a function without body may access objects of this file by their names.

    Functions of system headers and of the compiler do not.
    """
    places = (decl.coord.file for decl in symbol.decls if decl.coord is not None)
    return not (is_harmless(symbol.name) or is_known(symbol.name) or is_number(symbol.name) or SYSTEM in places)
