"""Terms of the closed forms (docs/theory.md 9.2): polynomials with rational coefficients over atoms, and conditions.

Every term has an integer value under every assignment. A digest of its structure identifies a node, so equal terms are
equal however they were built, and the order of monomials is the same in every run. Bound variables are de Bruijn
indices (`BOUND`), free ones are named symbols, so substitution captures nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from functools import lru_cache, reduce
from hashlib import blake2b

from msgspec import Struct

CACHED = 8192
"""The number of results that each cache of the calculus keeps."""

Number = int | Fraction


class Kind(Enum):
    """Kinds of atoms; for the kinds in `BINDERS`, the first argument is below the binder.

    - SUM(f, n): the sum of f(k) for 0 <= k < n, minus that for n <= k < 0. So S(0) = 0 and S(n+1) = S(n) + f(n) for all
      n.
    - MAX(f, x, n): the largest of x and the f(k) for 0 <= k < n.
    - FIRST(c, n): the least k with 0 <= k < n and c(k); if there is none, n if n >= 0, else 0.
    - LAST(c, n): the largest such k, else -1.
    - DIV, MOD: truncate as in C. POWER(b, e): constant base b; 1 for e < 0.
    """

    SYMBOL = "symbol"
    BOUND = "bound"
    CALL = "call"
    ITE = "ite"
    SUM = "sum"
    MAX = "max"
    FIRST = "first"
    LAST = "last"
    DIV = "div"
    MOD = "mod"
    WRAP = "wrap"
    POWER = "power"


BINDERS = frozenset((Kind.SUM, Kind.MAX, Kind.FIRST, Kind.LAST))


@dataclass(frozen=True, slots=True, eq=False)
class Atom:
    """An indivisible factor of a polynomial; `low` and `high` bound its value, if known.

    `names` are its free symbols and functions. `dangling` is the number of binders that its free de Bruijn indices
    need around it, 0 if it has none. `opened` is one more than the largest number of a symbol `#0`, `#1`, ... in it;
    such symbols replace bound variables while the body of a binder is processed.
    """

    kind: Kind
    name: str = ""
    args: tuple[Term | Condition, ...] = ()
    low: int | None = None
    high: int | None = None
    digest: bytes = field(init=False, repr=False)
    names: frozenset[str] = field(init=False, repr=False)
    dangling: int = field(init=False, repr=False)
    opened: int = field(init=False, repr=False)

    def __post_init__(self) -> None:
        text = f"{self.kind.value}|{self.name}|{self.low}|{self.high}|".encode()
        own = frozenset((self.name,)) if self.kind in (Kind.SYMBOL, Kind.CALL) else frozenset()
        dangling = int(self.name) + 1 if self.kind is Kind.BOUND else 0
        opened = int(self.name[1:]) + 1 if self.kind is Kind.SYMBOL and self.name[0] == "#" else 0
        _summarise(self, text, self.args, own, dangling, opened, self.kind in BINDERS)

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Atom) and self.digest == other.digest)

    def __hash__(self) -> int:
        return hash(self.digest)

    @property
    def terms(self) -> list[Term]:
        """The arguments that are terms."""
        return [arg for arg in self.args if isinstance(arg, Term)]

    @property
    def count(self) -> Term:
        """The number of indices of a binder."""
        return self.terms[-1]


Monomial = tuple[tuple[Atom, int], ...]


@dataclass(frozen=True, slots=True, eq=False)
class Term:
    """A polynomial: `items` are its monomials with coefficients, ordered by digest; other fields are as in `Atom`."""

    items: tuple[tuple[Monomial, Number], ...]
    digest: bytes = field(init=False, repr=False)
    names: frozenset[str] = field(init=False, repr=False)
    dangling: int = field(init=False, repr=False)
    opened: int = field(init=False, repr=False)

    def __post_init__(self) -> None:
        text = "|".join(f"{c}:{','.join(str(e) for _, e in mono)}" for mono, c in self.items).encode()
        _summarise(self, text, [atom for mono, _ in self.items for atom, _ in mono], frozenset(), 0, 0, False)

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Term) and self.digest == other.digest)

    def __hash__(self) -> int:
        return hash(self.digest)

    def __add__(self, other: Term | int) -> Term:
        return combine(((self, 1), (other if isinstance(other, Term) else const(other), 1)))

    def __sub__(self, other: Term | int) -> Term:
        return combine(((self, 1), (other if isinstance(other, Term) else const(other), -1)))

    def __neg__(self) -> Term:
        return combine(((self, -1),))

    def __mul__(self, other: Term | Number) -> Term:
        return multiply(self, other) if isinstance(other, Term) else combine(((self, other),))

    @property
    def value(self) -> Number | None:
        """The constant value of the term, or None."""
        if not self.items:
            return 0
        return self.items[0][1] if len(self.items) == 1 and not self.items[0][0] else None

    @property
    def atom(self) -> Atom | None:
        """The atom if the term is a single atom, else None."""
        match self.items:
            case ((((atom, 1),), 1),):
                return atom
            case _:
                return None

    def atoms(self) -> Iterator[Atom]:
        """The atoms of the polynomial itself, each once, without nested ones."""
        return iter(dict.fromkeys(atom for mono, _ in self.items for atom, _ in mono))


BITS = "bits"
"""Prefix of the names of bit operations, before the operator and the type."""


class Is(Enum):
    """Kinds of conditions; LE, EQ and NE compare one term with 0, FORALL(c, n) and EXISTS(c, n) bind 0 <= k < n."""

    TRUE = "true"
    FALSE = "false"
    LE = "<= 0"
    EQ = "== 0"
    NE = "!= 0"
    AND = "and"
    OR = "or"
    FORALL = "forall"
    EXISTS = "exists"


@dataclass(frozen=True, slots=True, eq=False)
class Condition:
    """A formula without negation; `negate` pushes negations to the leaves. Most fields are as in `Atom`."""

    kind: Is
    args: tuple[Term | Condition, ...] = ()
    digest: bytes = field(init=False, repr=False)
    names: frozenset[str] = field(init=False, repr=False)
    dangling: int = field(init=False, repr=False)
    opened: int = field(init=False, repr=False)

    def __post_init__(self) -> None:
        binds = self.kind in (Is.FORALL, Is.EXISTS)
        _summarise(self, self.kind.value.encode(), self.args, frozenset(), 0, 0, binds)

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Condition) and self.digest == other.digest)

    def __hash__(self) -> int:
        return hash(self.digest)

    @property
    def term(self) -> Term:
        """The term that a comparison compares with 0."""
        assert isinstance(self.args[0], Term)
        return self.args[0]

    @property
    def parts(self) -> tuple[Condition, ...]:
        """The operands of AND and OR."""
        return tuple(arg for arg in self.args if isinstance(arg, Condition))

    @property
    def conjuncts(self) -> tuple[Condition, ...]:
        """The operands of AND; any other condition itself."""
        return self.parts if self.kind is Is.AND else (self,)

    @property
    def count(self) -> Term:
        """The number of indices of FORALL and EXISTS."""
        found = self.args[-1]
        assert isinstance(found, Term)
        return found


class Function(Struct, frozen=True):
    """The content of an array: a term in the reserved symbols `index_name(0)`, ... for the indices of a cell."""

    dimensions: int
    body: Term


def index_name(dimension: int) -> str:
    """The reserved symbol for an index of a cell, such as `~j0` for the first dimension."""
    return f"~j{dimension}"


def _summarise(
    node: Atom | Term | Condition,
    text: bytes,
    args: Iterable[Atom | Term | Condition],
    names: frozenset[str],
    dangling: int,
    opened: int,
    binds: bool,
) -> None:
    digest = blake2b(type(node).__name__.encode(), digest_size=16)
    digest.update(text)
    for position, arg in enumerate(args):
        digest.update(arg.digest)
        names = names | arg.names if arg.names else names
        dangling = max(dangling, arg.dangling - 1 if binds and position == 0 else arg.dangling)
        opened = max(opened, arg.opened)
    object.__setattr__(node, "digest", digest.digest())
    object.__setattr__(node, "names", names)
    object.__setattr__(node, "dangling", dangling)
    object.__setattr__(node, "opened", opened)


# ---------------------------------------------------------------------------------------------------------- polynomials


@lru_cache(CACHED)
def const(value: Number) -> Term:
    """A constant term."""
    return Term((((), _integer_if_whole(value)),) if value else ())


def of_atom(atom: Atom) -> Term:
    """The term that is this atom."""
    return Term(((((atom, 1),), 1),))


def symbol(name: str, low: int | None = None, high: int | None = None) -> Term:
    """A named unknown, with bounds if known."""
    return of_atom(Atom(Kind.SYMBOL, name, (), low, high))


def call(name: str, args: Iterable[Term], low: int | None = None, high: int | None = None) -> Term:
    """An uninterpreted function of its arguments."""
    return of_atom(Atom(Kind.CALL, name, tuple(args), low, high))


def bound(level: int) -> Term:
    """The index of an enclosing binder, counted from the innermost one."""
    return of_atom(Atom(Kind.BOUND, str(level)))


def _integer_if_whole(value: Number) -> Number:
    return value.numerator if value.denominator == 1 else value


def from_dict(coefficients: Mapping[Monomial, Number]) -> Term:
    """The polynomial with these coefficients."""
    items = [(mono, _integer_if_whole(c)) for mono, c in coefficients.items() if c]
    if len(items) > 1:
        items.sort(key=lambda item: order(item[0]))
    return Term(tuple(items))


def order(mono: Monomial) -> list[tuple[bytes, int]]:
    """The key by which monomials are sorted, the same in every run."""
    return [(atom.digest, e) for atom, e in mono]


def combine(parts: Iterable[tuple[Term, Number]]) -> Term:
    """The linear combination of terms."""
    total: dict[Monomial, Number] = {}
    for term, factor in parts:
        for mono, c in term.items:
            total[mono] = total.get(mono, 0) + c * factor
    return from_dict(total)


def total(terms: Iterable[Term]) -> Term:
    """The sum of terms."""
    return combine((term, 1) for term in terms)


def times(left: Monomial, right: Monomial) -> Monomial:
    """The product of two monomials."""
    if not left or not right:
        return left or right
    exponents = dict(left)
    for atom, e in right:
        exponents[atom] = exponents.get(atom, 0) + e
    return tuple(sorted(exponents.items(), key=lambda item: item[0].digest))


def multiply(left: Term, right: Term) -> Term:
    """The product of two terms."""
    result: dict[Monomial, Number] = {}
    for one, c in left.items:
        for two, d in right.items:
            mono = times(one, two)
            result[mono] = result.get(mono, 0) + c * d
    return from_dict(result)


def power(base: Term, exponent: int) -> Term:
    """The term raised to a constant exponent."""
    result = base if exponent else const(1)
    for _ in range(exponent - 1):
        result = multiply(result, base)
    return result


def map_atoms(term: Term, change: Callable[[Atom], Term]) -> Term:
    """Replace each atom of the polynomial by a term."""

    def product(mono: Monomial) -> Term:
        first, *others = [power(change(atom), e) for atom, e in mono] or [const(1)]
        return reduce(multiply, others, first)

    return combine((product(mono), c) for mono, c in term.items)


def with_atoms(term: Term, new: Mapping[Atom, Term]) -> Term:
    """Replace some atoms that are factors of the polynomial, but not those inside other atoms."""
    return map_atoms(term, lambda atom: new[atom] if atom in new else of_atom(atom))


def monomial(mono: Monomial, coefficient: Number = 1) -> Term:
    """The term of one monomial with its coefficient."""
    return Term(((mono, coefficient),)) if coefficient else Term(())


def linear_in(term: Term, name: str) -> tuple[Term, Term] | None:
    """(a, b) with term = a*name + b, both free of the symbol `name`, or None."""
    slope: dict[Monomial, Number] = {}
    rest: dict[Monomial, Number] = {}
    for mono, c in term.items:
        others = tuple((atom, e) for atom, e in mono if atom.kind is not Kind.SYMBOL or atom.name != name)
        if any(name in atom.names for atom, _ in others) or sum(e for _, e in mono) - sum(e for _, e in others) > 1:
            return None
        target = rest if len(others) == len(mono) else slope
        target[others] = target.get(others, 0) + c
    return from_dict(slope), from_dict(rest)


def linear_atoms(term: Term) -> list[tuple[Atom, Number]]:
    """The atoms that occur linearly, each with its coefficient."""
    return [(mono[0][0], c) for mono, c in term.items if len(mono) == 1 and mono[0][1] == 1]


def slope_in(term: Term, name: str) -> tuple[int, Term] | None:
    """(a, b) with term = a*name + b, integer a, and b free of `name`, or None."""
    split = linear_in(term, name)
    if split is None or not isinstance(slope := split[0].value, int):
        return None
    return slope, split[1]


def constant_part(term: Term) -> Number:
    """The coefficient without any atom."""
    return next((c for mono, c in term.items if not mono), 0)
