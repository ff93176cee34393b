"""Recurrences of one loop, solved one unknown after the other. Nothing here is trusted: see `certify`."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct, field

from veriabs.strategies.closed_forms.cells import Cell
from veriabs.strategies.closed_forms.state import UnsolvedError
from veriabs.terms.binders import branches, ite, walk
from veriabs.terms.conditions import between, conjunction, eq, negate
from veriabs.terms.entail import Facts
from veriabs.terms.printing import show
from veriabs.terms.rebuild import Substitution, apply, replace_atoms
from veriabs.terms.simplify import Simplifier
from veriabs.terms.terms import Atom, Condition, Function, Is, Kind, Term, call, const, index_name, slope_in, symbol


class Unknown(Struct):
    """A variable that the loop changes: `entry` names its value at the start of an iteration, `update` is the next one.

    The update of an array is the content of the cell `~j0`, ...; `initial` is what was there before the loop.
    """

    name: str
    entry: str
    initial: Term | Function
    update: Term


class Equations(Struct):
    """What one iteration t makes of each unknown, under the facts of the iteration."""

    unknowns: dict[str, Unknown]
    counter: str
    facts: Facts
    simplifier: Simplifier
    solved: dict[str, Term | Function] = field(default_factory=dict)

    def solve(self) -> dict[str, Term | Function]:
        """The value of every unknown at the start of iteration t."""
        self._old_cells()
        pending = {name: unknown for name, unknown in self.unknowns.items() if name not in self.solved}
        while pending:
            solved = [name for name, unknown in list(pending.items()) if self._try(unknown, pending)]
            if not solved:
                raise UnsolvedError(self._obstacle(pending))
            for name in solved:
                pending.pop(name, None)
        return self.solved

    def _obstacle(self, pending: dict[str, Unknown]) -> str:
        unknown = min(pending.values(), key=lambda u: len(show(u.update)))
        place = unknown.name if isinstance(unknown.initial, Term) else f"{unknown.name}[j]"
        return f"no closed form of {place} = {show(unknown.update)}"

    def _try(self, unknown: Unknown, pending: dict[str, Unknown]) -> bool:
        waiting = {u.entry for u in pending.values() if u.name not in self.solved} - {unknown.entry}
        if waiting & unknown.update.names:
            return False
        solution = self._solution(unknown)
        if solution is None:
            return False
        self.solved[unknown.name] = solution
        change = self.substitution(unknown.name)
        for other in pending.values():
            if unknown.entry in other.update.names and other.name not in self.solved:
                other.update = self.simplifier.term(change(other.update), self.facts)
        return True

    def substitution(self, *names: str) -> Substitution:
        """Values at the start of an iteration replaced by the solutions."""
        symbols: dict[str, Term] = {}
        functions: dict[str, Function] = {}
        for name in names or tuple(self.solved):
            solution = self.solved[name]
            if isinstance(solution, Function):
                functions[self.unknowns[name].entry] = solution
            else:
                symbols[self.unknowns[name].entry] = solution
        return Substitution(symbols, functions)

    def _solution(self, unknown: Unknown) -> Term | Function | None:
        cell = Cell(self.counter, self.simplifier)
        if isinstance(unknown.initial, Term):
            plain = Substitution({unknown.entry: symbol(unknown.entry)})(unknown.update)
            return cell.solve(plain, unknown.entry, unknown.initial, self.facts)
        function = unknown.initial
        own, name = _own_cell(unknown, function), f"{unknown.entry}[]"
        update = replace_atoms(unknown.update, {own: symbol(name)})
        if unknown.entry in update.names:
            chained = self._chain(unknown, update, function, name)
            carried = chained if chained is not None else self._same_cell(unknown, update, function, name)
            if carried is None:
                return None
            update = carried
        body = cell.solve(update, name, function.body, self.facts)
        return None if body is None else Function(function.dimensions, body)

    # ------------------------------------------------------------------------------------------------------ old cells

    def _old_cells(self) -> None:
        """Reads of cells that no earlier iteration has written become reads of the old content."""
        for unknown in self.unknowns.values():
            function = unknown.initial
            if not isinstance(function, Function):
                continue
            own = _own_cell(unknown, function)
            for reader in self.unknowns.values():
                cells = {a for a in walk(reader.update) if _reads(a, unknown.entry) and a != own and not a.dangling}
                old = {a: apply(function, _indices(a)) for a in cells if self._is_old(unknown, own, a, reader.update)}
                if old:
                    reader.update = self.simplifier.term(replace_atoms(reader.update, old), self.facts)

    def _is_old(self, unknown: Unknown, own: Atom, cell: Atom, update: Term) -> bool:
        """No earlier iteration writes the cell; or none does wherever the update reads it."""
        if self._unwritten(unknown, own, cell, ()):
            return True
        guards = dict.fromkeys(_guards(update, cell))
        return all(guard.kind is not Is.TRUE and self._unwritten(unknown, own, cell, (guard,)) for guard in guards)

    def _unwritten(self, unknown: Unknown, own: Atom, cell: Atom, when: Facts) -> bool:
        """No earlier iteration writes the cell, whatever the values at its start were."""
        earlier = symbol(f"{self.counter}'", 0)
        written = _written(unknown.update, own)
        there = {index_name(d): index for d, index in enumerate(_indices(cell))}
        renamed = {u.entry: symbol(f"{u.entry}'") for u in self.unknowns.values() if isinstance(u.initial, Term)}
        arrays = {
            u.entry: Function(f.dimensions, call(f"{u.entry}'", [symbol(index_name(d)) for d in range(f.dimensions)]))
            for u in self.unknowns.values()
            if isinstance(f := u.initial, Function)
        }
        then = Substitution({self.counter: earlier, **renamed, **there}, arrays)
        facts = (*self.facts, *when, between(0, earlier, symbol(self.counter, 0)))
        return self.simplifier.entailment.follows(facts, negate(then.condition(written)))

    # ---------------------------------------------------------------------------------------------------------- chains

    def _chain(self, unknown: Unknown, update: Term, function: Function, name: str) -> Term | None:
        """An array whose cells are each made from the one of the iteration before: that value is a scalar."""
        reads = {a for a in walk(update) if _reads(a, unknown.entry)}
        places = _places(update, function.dimensions)
        place = next((place for place in places if self._moves(place)), None)
        if place is None or len({a.args for a in reads}) != 1 or any(a.dangling for a in reads):
            return None
        read = next(iter(reads))
        before = Substitution({self.counter: symbol(self.counter, 0) - 1})
        if [before(index) for index in place] != _indices(read):
            return None
        here = Substitution({index_name(d): index for d, index in enumerate(place)})
        carried = f"{unknown.entry}^"
        value = self.simplifier.term(here(replace_atoms(update, {read: symbol(carried)})), self.facts)
        first = Substitution({self.counter: const(0)})
        start = apply(function, [first(index) for index in _indices(read)])
        if unknown.entry in value.names or name in value.names:
            return None
        solution = Cell(self.counter, self.simplifier).solve(value, carried, start, self.facts)
        if solution is None:
            return None
        return replace_atoms(update, {read: solution})

    def _moves(self, place: list[Term]) -> bool:
        return any(self.counter in index.names for index in place)

    def _same_cell(self, unknown: Unknown, update: Term, function: Function, name: str) -> Term | None:
        """An array of which all iterations change one cell, by what is in it: `if (top[j] < a[i]) top[j] = a[i]`."""
        reads = {a for a in walk(update) if _reads(a, unknown.entry)}
        for place in _places(update, function.dimensions):
            if self._moves(place) or any(_indices(read) != place for read in reads):
                continue
            there = conjunction(eq(symbol(index_name(d)), index) for d, index in enumerate(place))
            read = replace_atoms(update, dict.fromkeys(reads, symbol(name)))
            if self.simplifier.term(read, (*self.facts, negate(there))) == symbol(name):
                return ite(there, self.simplifier.term(read, (*self.facts, there)), symbol(name))
        return None


def _own_cell(unknown: Unknown, function: Function) -> Atom:
    atom = call(unknown.entry, [symbol(index_name(d)) for d in range(function.dimensions)]).atom
    assert atom is not None
    found = (a for a in walk(unknown.update) if _reads(a, unknown.entry) and a.args == atom.args)
    return next(found, atom)


def _reads(atom: Atom, entry: str) -> bool:
    return atom.kind is Kind.CALL and atom.name == entry


def _guards(term: Term, cell: Atom) -> Iterator[Condition]:
    """When the term reads the cell: what holds at each place where it stands."""
    for atom in term.atoms():
        if atom.kind is Kind.ITE:
            test, then, other = branches(atom)
            if cell in walk(test):
                yield Condition(Is.TRUE)
            yield from (conjunction((test, guard)) for guard in _guards(then, cell))
            yield from (conjunction((negate(test), guard)) for guard in _guards(other, cell))
        elif cell == atom or any(cell in walk(arg) for arg in atom.args):
            yield Condition(Is.TRUE)


def _indices(cell: Atom) -> list[Term]:
    return [arg for arg in cell.args if isinstance(arg, Term)]


def _written(update: Term, own: Atom) -> Condition:
    """When the update of an array changes the cell `~j0`, at most."""
    if update.atom == own:
        return Condition(Is.FALSE)
    case = next((a for a in update.atoms() if a.kind is Kind.ITE), None)
    if case is None:
        return Condition(Is.TRUE)
    test, then, other = branches(case)
    rest = replace_atoms(update, {case: const(0)})
    one, two = _written(rest + then, own), _written(rest + other, own)
    return conjunction((negate(conjunction((test, negate(one)))), negate(conjunction((negate(test), negate(two))))))


def _places(update: Term, dimensions: int) -> Iterator[list[Term]]:
    """The indices of cells that an iteration writes, from the cases of the update that fix them all."""
    for atom in walk(update):
        if atom.kind is not Kind.ITE:
            continue
        test = branches(atom)[0]
        found: dict[int, Term] = {}
        for part in test.parts if test.kind is Is.AND else (test,):
            for d in range(dimensions):
                slope = slope_in(part.term, index_name(d)) if part.kind is Is.EQ else None
                if slope is not None and abs(slope[0]) == 1:
                    found[d] = slope[1] * -slope[0]
        if len(found) == dimensions:
            yield [found[d] for d in range(dimensions)]
