"""Find the weakest precondition in a small grammar that sample runs allow.

    sizes    4, n, n + 1, 2 * n, n / 2, (n + 7) / 8, off + len, end - begin, rows * columns (+ a constant)
    clauses  t <= c, t >= c, p != 0 with t among p, p + q, p - q, p * q

The result is a proposal: a proof shows that it suffices.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, permutations
from operator import itemgetter

from msgspec import Struct

from veriabs.core.precondition import NUMBER
from veriabs.core.types import LLONG, ULLONG

Vector = Mapping[str, int]
"""The values of the parameters that are numbers, and of others such as `p->n` and `*p`, by their names."""

_AS_GOOD = 2
"""A simpler size, or one named after its pointer (`len_a`), may leave this many times as many elements unused."""

MOST_CELLS = 4096
"""The number of elements that a measured object has, more than the function is expected to access."""

LARGE = 1 << 20
"""A constant number of elements that is tried where the grammar has no size."""

_SEVERAL = 3
"""The number of different sizes that show a dependence on a number."""

_MOST_ADDED = 64
"""The largest c in a size such as `n + c`."""


class Form(Struct, frozen=True):
    """A term over parameters: `text` in ACSL, its `value`, and how complex it is."""

    text: str
    value: Callable[[Vector], int]
    cost: int

    @property
    def names(self) -> list[str]:
        return re.findall(NUMBER, self.text)


NOTHING = Form("0", lambda _: 0, 0)
"""The size of an object that is accessed before the address in its pointer: no size is enough."""


class Bound(Struct, frozen=True):
    """`form <= limit`, or `form >= limit` if it is `lower`; `form != 0` if there is no limit."""

    form: Form
    limit: int | None = None
    lower: bool = False

    def holds(self, vector: Vector) -> bool:
        value = self.form.value(vector)
        if self.limit is None:
            return value != 0
        return value >= self.limit if self.lower else value <= self.limit

    def __str__(self) -> str:
        if self.limit is None:
            return f"{self.form.text} != 0"
        sign, (left, minus, right) = ">=" if self.lower else "<=", self.form.text.partition(" - ")
        if not minus:
            return f"{self.form.text} {sign} {self.limit}"
        match self.limit:
            case 0:
                return f"{left} {sign} {right}"
            case 1 if self.lower:
                return f"{left} > {right}"
            case -1 if not self.lower:
                return f"{left} < {right}"
            case limit:
                return f"{self.form.text} {sign} {limit}"


def parameter(name: str) -> Form:
    """The term that is a parameter itself."""
    return Form(name, lambda vector: vector[name], 1)


def _pairs(names: Sequence[str]) -> Iterator[Form]:
    for one, other in combinations(names, 2):
        yield Form(f"{one} + {other}", lambda v, a=one, b=other: v[a] + v[b], 3)  # type: ignore[misc]
    for one, other in permutations(names, 2):
        yield Form(f"{one} - {other}", lambda v, a=one, b=other: v[a] - v[b], 3)  # type: ignore[misc]
    for one, other in combinations(names, 2):
        yield Form(f"{one} * {other}", lambda v, a=one, b=other: v[a] * v[b], 8)  # type: ignore[misc]


def _scaled(name: str) -> Iterator[Form]:
    for factor in (2, 3, 4, 8):
        yield Form(f"{factor} * {name}", lambda v, k=factor: k * v[name], 2)  # type: ignore[misc]
        yield Form(f"{name} / {factor}", lambda v, k=factor: v[name] // k, 3)  # type: ignore[misc]
        ceiling = f"({name} + {factor - 1}) / {factor}"
        yield Form(ceiling, lambda v, k=factor: -(-v[name] // k), 4)  # type: ignore[misc]


# ---------------------------------------------------------------------------------------------------------------- sizes


def smallest_size(
    needed: Sequence[tuple[Vector, int]], names: Sequence[str], pointer: str, tried: int = MOST_CELLS
) -> Form | None:
    """The size of the grammar that is enough for all runs and leaves the fewest elements unused; None if there is none.

    `needed` has the numbers of each run, with the number of elements that the run accesses. If the constant
    size `tried` is not enough, the simplest size that is no constant is preferred, and else a large one. A number that
    is exactly what several runs access is preferred to all others.
    """
    constant = max((count for _, count in needed), default=0)
    if constant == 0:
        return None
    refuted = tried < constant
    forms = [Form(str(constant), lambda _: constant, 2)]
    for form in (*map(parameter, names), *(one for name in names for one in _scaled(name)), *_pairs(names)):
        added = max((count - form.value(vector) for vector, count in needed if count > 0), default=0)
        if (refuted or added >= -2) and added <= (_MOST_ADDED if form.cost == 1 else 2):
            forms += [_plus(form, added)] if added >= 0 or not _unused(_plus(form, added), needed) else [form]
    if refuted:
        allowed = forms[1:] or [Form(str(LARGE), lambda _: LARGE, 2)] * (tried < LARGE)
    else:
        unused = [(form, _unused(form, needed)) for form in forms]
        least = min(count for _, count in unused)
        allowed = _exact(forms, needed) or [form for form, count in unused if count <= _AS_GOOD * least]
    order = [(form.cost, pointer.strip("*") not in form.text, _first(form, names)) for form in allowed]
    return min(zip(order, allowed, strict=True), key=itemgetter(0), default=(None, None))[1]


def _exact(forms: Sequence[Form], needed: Sequence[tuple[Vector, int]]) -> list[Form]:
    """The numbers that are exactly what each run accesses, if it accesses the object at all."""
    accessing = [(vector, count) for vector, count in needed if count > 0]
    if len({count for _, count in accessing}) < _SEVERAL:
        return []
    return [form for form in forms if form.cost == 1 and _unused(form, accessing) == 0]


def _plus(form: Form, added: int) -> Form:
    if added == 0:
        return form
    text = f"{form.text} {'+' if added > 0 else '-'} {abs(added)}"
    return Form(text, lambda vector: form.value(vector) + added, form.cost + min(abs(added), 4))


def _unused(form: Form, needed: Iterable[tuple[Vector, int]]) -> int:
    """The number of elements that no access uses, summed over all runs."""
    return sum(max(0, form.value(vector)) - count for vector, count in needed)


def _first(form: Form, names: Sequence[str]) -> int:
    return next((at for at, name in enumerate(names) if name in form.names), len(names))


# -------------------------------------------------------------------------------------------------------------- clauses


def weakest_clauses(
    good: Sequence[Vector],
    bad: Sequence[Vector],
    names: Sequence[str],
    usual: Callable[[Bound], bool],
    natural: Iterable[Bound] = (),
) -> list[Bound] | None:
    """Bounds that hold for all `good` inputs, such that each `bad` input violates one; None if the grammar has none.

    All of them have to be `usual`. Otherwise `natural` bounds are tried, which most of the good inputs have to satisfy.
    """
    strict = [one for one in _bounds(good, bad, names) if usual(one) and _is_writable(one)]
    return _covering(strict, bad) or _covering([one for one in natural if _is_common(one, good)], bad)


def natural_indices(names: Sequence[str]) -> Iterator[Bound]:
    """`p >= 0` and `p <= q`: good inputs may violate these if they access nothing."""
    yield from (Bound(parameter(name), 0, lower=True) for name in names)
    yield from (Bound(form, 0) for form in _pairs(names) if " - " in form.text)


def _is_writable(bound: Bound) -> bool:
    """Whether the limit is a number of C, and for a distance a signed one."""
    highest = (LLONG if " - " in bound.form.text else ULLONG).highest
    return bound.limit is None or LLONG.lowest <= bound.limit <= highest


def _is_common(bound: Bound, good: Sequence[Vector]) -> bool:
    return 2 * _excluded(bound, good) < len(good)


def _covering(bounds: Sequence[Bound], bad: Sequence[Vector]) -> list[Bound] | None:
    """A few of the bounds that exclude all bad inputs, if they do."""
    found, left = list[Bound](), list(bad)
    while left:
        best = max(bounds, key=lambda one: (_excluded(one, left) / one.form.cost, one.limit is None), default=None)
        if best is None or _excluded(best, left) == 0:
            return None
        found.append(best)
        left = [one for one in left if best.holds(one)]
    limits = [(one.form.text, one.limit) for one in found]
    return found if len(set(limits)) == len(limits) else None  # `n <= 5` with `n >= 5` would allow one value only


def _excluded(bound: Bound, vectors: Iterable[Vector]) -> int:
    return sum(not bound.holds(vector) for vector in vectors)


def _bounds(good: Sequence[Vector], bad: Sequence[Vector], names: Sequence[str]) -> Iterator[Bound]:
    """The bounds that hold for all good inputs, and for as many others as possible."""
    if not good:
        return
    for form in (*map(parameter, names), *_pairs(names)):
        values = [form.value(vector) for vector in good]
        wrong = [form.value(vector) for vector in bad]
        if form.cost == 1 and all(values) and not all(wrong):
            yield Bound(form)
        if above := [value for value in wrong if value > max(values)]:
            yield Bound(form, min(above) - 1)
        if below := [value for value in wrong if value < min(values)]:
            yield Bound(form, max(below) + 1, True)
