"""The contract of one function: its clauses sorted by their use.

`requires` clauses are assumed before the call, `ensures` clauses asserted after it, at the line of the clause. Validity
of pointers determines objects. Unchecked clauses become conditions of the verdict.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from msgspec import Struct

from veriabs.core.clauses import ReadClause
from veriabs.core.copying import replace
from veriabs.core.errors import InputError, UnsupportedError
from veriabs.core.source import Where
from veriabs.frontend.contract import syntax
from veriabs.frontend.contract.annotations import ADMITTED, CHECKED, SETS, Clause
from veriabs.frontend.contract.spelling import explicit, outline
from veriabs.frontend.contract.syntax import Chain, ClauseNode, Logical, Notation

_VALID = ("\\valid", "\\valid_read")
SIZED = ("__CPROVER_is_fresh", "__CPROVER_r_ok", "__CPROVER_w_ok", "__CPROVER_rw_ok")
_UNCHECKED = ("assigns", "allocates", "frees", "decreases", "terminates", ADMITTED)


class Predicate(Struct, frozen=True):
    """A predicate that is assumed or asserted, with its place."""

    node: ClauseNode
    where: Where
    notation: Notation


class Extent(Struct, frozen=True):
    r"""The object that a clause requires for a pointer, such as `\valid(a + (0 .. n - 1))`.

    - `last`: the last index; `bytes`: the size instead.
    - `fresh`: it overlaps with no other object. `nullable`: the pointer may be null instead.
    - `only_read`: the caller may pass read-only memory.
    """

    pointer: ClauseNode
    where: Where
    notation: Notation
    last: ClauseNode | None = None
    bytes: ClauseNode | None = None
    fresh: bool = False
    nullable: bool = False
    only_read: bool = False


class Separation(Struct, frozen=True):
    """Pointers whose ranges do not overlap, with the last index of each; None for the one cell."""

    ranges: tuple[tuple[ClauseNode, ClauseNode | None], ...]


class AssignsClause(Struct, frozen=True):
    """The places that the `assigns` clauses of one behavior allow to change, under its condition `guard`.

    `unsupported`: veriabs cannot interpret a place, so the clauses state nothing about the others.
    """

    clauses: tuple[Clause, ...]
    guard: ClauseNode | None
    places: tuple[ClauseNode, ...]
    unsupported: bool = False


class Contract(Struct, frozen=True):
    """The requirements and guarantees of one function.

    - `requires`, `ensures`: predicates before and after the call. `goals`: must follow from the requirements.
    - `extents`: the objects of pointers. `separated`: objects that do not overlap. `assigns`: what may change.
    - `checked`: requirements that calls have to prove, and that the function does not assume.
    - `unchecked`: clauses that nothing checks. `claim`: the clauses as parsed, with all parentheses.
    """

    requires: tuple[Predicate, ...] = ()
    ensures: tuple[Predicate, ...] = ()
    goals: tuple[Predicate, ...] = ()
    extents: tuple[Extent, ...] = ()
    separated: tuple[Separation, ...] = ()
    assigns: tuple[AssignsClause, ...] = ()
    checked: tuple[Predicate, ...] = ()
    unchecked: tuple[Clause, ...] = ()
    claim: tuple[ReadClause, ...] = ()

    @classmethod
    def of(cls, clauses: Iterable[Clause], types: Collection[str], parameters: tuple[str, ...]) -> Contract:
        """Parse the clauses; raises InputError for invalid ones, UnsupportedError for unsupported ones.

        `types` are the type names of the file, `parameters` the parameter names in the definition.
        """
        return _Sorter(types, parameters).sorted(tuple(clauses))

    def result(self) -> bool:
        """Whether it mentions the returned value."""
        return any(isinstance(one, syntax.ResultTerm) for clause in self.ensures for one in syntax.walk(clause.node))

    def extent(self, name: str) -> list[Extent]:
        """The required objects of the pointer with that name, which may be a member such as `p->q`."""
        base, *ways = name.split("->")
        wanted: ClauseNode = syntax.Name(base)
        for arrow, member in ((not at, one) for way in ways for at, one in enumerate(way.split("."))):
            wanted = syntax.MemberTerm(wanted, member, arrow)
        return [one for one in self.extents if one.pointer == wanted]

    def separates(self, first: str, second: str) -> bool:
        """Whether the contract separates the objects of two pointers."""
        if any(one.fresh for name in (first, second) for one in self.extent(name)):
            return True
        return any(_covers(one, first, self) and _covers(one, second, self) for one in self.separated)


def _covers(separation: Separation, name: str, contract: Contract) -> bool:
    """Whether the whole object of a pointer is separated."""
    lasts = [last for pointer, last in separation.ranges if pointer == syntax.Name(name)]
    extents = contract.extent(name)
    return bool(extents) and any(all(_are_equal_terms(one.last, last) for one in extents) for last in lasts)


def _are_equal_terms(first: ClauseNode | None, second: ClauseNode | None) -> bool:
    return (first or syntax.Number("0")) == (second or syntax.Number("0"))


class _Sorter:
    """Sorts the clauses of one contract."""

    def __init__(self, types: Collection[str], parameters: tuple[str, ...]) -> None:
        self.types = set(types) - set(parameters)
        self.parameters = parameters
        self.requires: list[Predicate] = []
        self.ensures: list[Predicate] = []
        self.checked: list[Predicate] = []
        self.extents: list[Extent] = []
        self.separated: list[Separation] = []
        self.claim: list[ReadClause] = []

    def sorted(self, clauses: tuple[Clause, ...]) -> Contract:
        assumes = self._assumes(clauses)
        goals, assigns = list[Predicate](), dict[str, list[Clause]]()
        for clause in clauses:
            if clause.kind == "requires":
                self._required(clause, assumes.get(clause.behavior))
            elif clause.kind == CHECKED:
                node, guard = self._parse_predicate(clause), assumes.get(clause.behavior)
                node = Logical("==>", guard, node) if guard else node
                self.checked.append(Predicate(node, clause.where, clause.notation))
            elif clause.kind == "ensures":
                node = self._parse_predicate(clause)
                if guard := assumes.get(clause.behavior):
                    node = Logical("==>", syntax.At(guard, "Pre"), node)
                self.ensures.append(Predicate(node, clause.where, clause.notation))
            elif clause.kind in SETS:
                self.claim.append(ReadClause(clause.kind, "", clause.notation.value, clause.where, clause.text, ""))
                goals += self._behavior_predicates(clause, assumes)
            elif clause.kind == "assigns" and clause.notation is Notation.ACSL:
                self.claim.append(ReadClause(clause.kind, "", clause.notation.value, clause.where, clause.text, ""))
                assigns.setdefault(clause.behavior, []).append(clause)
            elif clause.kind not in (*_UNCHECKED, "assumes"):
                raise UnsupportedError(f"{clause.where}: the clause {clause.kind} of a contract is not supported")
        framed = [one for group in assigns.values() for one in group]
        return Contract(
            *(tuple(self.requires), tuple(self.ensures), tuple(goals), tuple(self.extents), tuple(self.separated)),
            assigns=tuple(self._assigned(group, assumes.get(name)) for name, group in assigns.items()),
            checked=tuple(self.checked),
            unchecked=(
                *(one for one in clauses if one.kind in _UNCHECKED and one not in framed),
                *(replace(one, kind="\\from") for one in framed if "\\from" in one.text),
            ),
            claim=tuple(self.claim),
        )

    def _parse_predicate(self, clause: Clause) -> ClauseNode:
        """The predicate over the names of the definition; a prototype may have others for the same parameters."""
        written = self._parsed(clause.text, clause)
        node = self._rename_parameters(written, clause)
        kind = f"behavior {clause.behavior}: {clause.kind}" if clause.behavior else clause.kind
        clause_key = (kind, clause.text, clause.notation.value, clause.where, explicit(node), outline(written))
        self.claim.append(ReadClause(*clause_key))
        return node

    def _assigned(self, clauses: list[Clause], guard: ClauseNode | None) -> AssignsClause:
        """The places of the `assigns` clauses of one behavior."""
        try:
            places = [self._rename_parameters(node, one) for one in clauses for node in self._parse_locations(one)]
        except (InputError, UnsupportedError):
            return AssignsClause(tuple(clauses), guard, (), unsupported=True)
        return AssignsClause(tuple(clauses), guard, tuple(places))

    def _parse_locations(self, clause: Clause) -> Iterator[ClauseNode]:
        for text in _split_at_commas(clause.text.partition("\\from")[0]):
            if text not in ("\\nothing", "\\result"):
                yield self._parsed(text, clause)

    def _parsed(self, text: str, clause: Clause) -> ClauseNode:
        from veriabs.frontend.contract.reader import read_clause  # imported late: brings lark, and few programs need it

        return read_clause(text, clause.notation, clause.where, self.types)

    def _rename_parameters(self, node: ClauseNode, clause: Clause) -> ClauseNode:
        if clause.parameters == self.parameters:
            return node
        pairs = zip(clause.parameters, self.parameters, strict=False)
        meant = {theirs: ours for theirs, ours in pairs if theirs and theirs != ours}
        hidden = syntax.names(node) & (set(self.parameters) - set(clause.parameters))
        bound = {name for one in syntax.walk(node) if isinstance(one, syntax.Quantified) for _, name in one.binders}
        if hidden or bound & set(meant.values()) or any(isinstance(one, syntax.Let) for one in syntax.walk(node)):
            what = "a contract at a prototype with other parameter names"
            raise UnsupportedError(f"{clause.where}: not supported: {what}")
        return syntax.rename(node, meant)

    def _assumes(self, clauses: tuple[Clause, ...]) -> dict[str, ClauseNode]:
        """The condition of each behavior: the conjunction of its `assumes` clauses."""
        found: dict[str, ClauseNode] = {one.behavior: syntax.Truth(True) for one in clauses if one.behavior}
        for clause in clauses:
            if clause.kind == "assumes":
                if not clause.behavior:
                    raise InputError(f"{clause.where}: the clause assumes is allowed inside a behavior only")
                known, node = found[clause.behavior], self._parse_predicate(clause)
                found[clause.behavior] = node if known == syntax.Truth(True) else Logical("&&", known, node)
        return found

    def _behavior_predicates(self, clause: Clause, assumes: dict[str, ClauseNode]) -> Iterator[Predicate]:
        """`complete behaviors`: one of them is assumed; `disjoint behaviors`: never two."""
        words = clause.text.replace(",", " ").split()
        if words[:1] != ["behaviors"] or not set(words[1:]) <= assumes.keys() or not assumes:
            raise InputError(f"{clause.where}: {clause.kind} {clause.text} cannot be read")
        assumptions = [assumes[name] for name in words[1:] or list(assumes)]
        if clause.kind == "complete":
            whole = assumptions[0]
            for one in assumptions[1:]:
                whole = Logical("||", whole, one)
            yield Predicate(whole, clause.where, clause.notation)
            return
        for number, one in enumerate(assumptions):
            for other in assumptions[number + 1 :]:
                both = syntax.UnaryTerm("!", Logical("&&", one, other))
                yield Predicate(both, clause.where, clause.notation)

    def _required(self, clause: Clause, guard: ClauseNode | None) -> None:
        node = self._parse_predicate(clause)
        if guard is not None and guard != syntax.Truth(True):
            self.requires.append(Predicate(Logical("==>", guard, node), clause.where, clause.notation))
            return
        for part in syntax.conjuncts(node):
            extents = list(_extents(part, clause))
            if extents:
                self.extents += extents
                self.requires += [self._exists(one) for one in extents if self._is_global_pointer(one)]
            elif isinstance(part, syntax.Application) and part.name == "\\separated":
                self.separated.append(Separation(tuple(_range(one, clause) for one in part.arguments)))
            else:
                self.requires.append(Predicate(part, clause.where, clause.notation))

    def _is_global_pointer(self, extent: Extent) -> bool:
        """Whether the pointer is a variable of the file, for which the harness makes no object."""
        is_one = not extent.nullable and extent.last is None and extent.bytes is None
        return is_one and isinstance(extent.pointer, syntax.Name) and extent.pointer.name not in self.parameters

    def _exists(self, extent: Extent) -> Predicate:
        return Predicate(Chain((extent.pointer, syntax.NullTerm()), ("!=",)), extent.where, extent.notation)


def _split_at_commas(text: str) -> Iterator[str]:
    """The places that commas separate."""
    depth = begin = 0
    for position, sign in enumerate(text + ","):
        depth += (sign in "([{") - (sign in ")]}")
        if sign == "," and depth == 0:
            yield text[begin:position].strip()
            begin = position + 1


def _extents(node: ClauseNode, clause: Clause) -> Iterator[Extent]:
    """The objects that a conjunct requires, if it is about validity."""
    match node:
        case syntax.Application(name, arguments) if name in _VALID:
            for argument in arguments:
                pointer, last = _range(argument, clause)
                only_read = name == "\\valid_read"
                yield Extent(pointer, clause.where, clause.notation, last=last, only_read=only_read)
        case syntax.Application(name, (pointer, size)) if name in SIZED:
            fresh, only_read = name == "__CPROVER_is_fresh", name == "__CPROVER_r_ok"
            yield Extent(pointer, clause.where, clause.notation, bytes=size, fresh=fresh, only_read=only_read)
        case syntax.Application(name, (pointer,)) if name in SIZED[1:]:
            yield Extent(pointer, clause.where, clause.notation, only_read=name == "__CPROVER_r_ok")
        case Logical("||", null, syntax.Application() as valid) | Logical("||", syntax.Application() as valid, null):
            yield from _nullable(_compared_with_null(null, "=="), valid, clause)
        case Logical("==>", test, syntax.Application() as valid):
            yield from _nullable(_compared_with_null(test, "!="), valid, clause)


def _nullable(pointer: ClauseNode | None, valid: ClauseNode, clause: Clause) -> Iterator[Extent]:
    """The objects of a pointer that may be null instead."""
    found = list(_extents(valid, clause))
    if len(found) == 1 and found[0].pointer == pointer:
        yield replace(found[0], nullable=True)


def _compared_with_null(node: ClauseNode, operator: str) -> ClauseNode | None:
    """The pointer of `p == \\null` or `p != \\null`."""
    match node:
        case Chain((pointer, zero), (found,)) if found == operator and _is_null(zero):
            return pointer
        case Chain((zero, pointer), (found,)) if found == operator and _is_null(zero):
            return pointer
        case syntax.UnaryTerm("!", pointer) if operator == "==":
            return pointer
        case syntax.Name() if operator == "!=":
            return node
        case _:
            return None


def _is_null(node: ClauseNode) -> bool:
    if isinstance(node, syntax.CastTerm):
        return node.type.endswith("*") and _is_null(node.operand)
    return node in (syntax.NullTerm(), syntax.Number("0"))


def _range(node: ClauseNode, clause: Clause) -> tuple[ClauseNode, ClauseNode | None]:
    """`p + (0 .. last)`, `&p[0 .. last]` or `p` as the pointer and the last index, None for the one cell."""
    match node:
        case syntax.BinaryTerm("+", pointer, syntax.Interval(lower, upper)):
            pass
        case syntax.BinaryTerm("+", syntax.Interval(lower, upper), pointer):
            pass
        case syntax.UnaryTerm("&", syntax.Index(pointer, syntax.Interval(lower, upper))):
            pass
        case syntax.UnaryTerm("&", syntax.Index(pointer, syntax.Number("0"))):
            return pointer, None
        case syntax.Name() | syntax.MemberTerm() | syntax.UnaryTerm("*"):
            return node, None
        case _:
            raise UnsupportedError(f"{clause.where}: a range that does not begin at the pointer is not supported")
    if upper is None or lower not in (None, syntax.Number("0")):
        raise UnsupportedError(f"{clause.where}: a range of cells that is not (0 .. last) is not supported")
    return pointer, upper
