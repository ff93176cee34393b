"""Solve the recurrences of one loop, one unknown after the other; `certify` proves the results.

In: the update of each variable by iteration t. Out: its value at the start of iteration t. A variable whose update
reads others is solved after those.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct, field

from veriabs.strategies.closed_forms.cells import CellRecurrences
from veriabs.strategies.closed_forms.state import UnsolvedError
from veriabs.terms.binders import branches, ite, walk
from veriabs.terms.conditions import between, conjunction, eq, lt, negate
from veriabs.terms.entail import Facts
from veriabs.terms.patterns import case_values
from veriabs.terms.printing import show
from veriabs.terms.rebuild import Substitution, apply, replace_atoms
from veriabs.terms.simplify import Simplifier
from veriabs.terms.terms import Atom, Condition, Function, Is, Kind, Term, call, const, index_name, slope_in, symbol

REACHED = "~reached "
"""In front of the name of an array: arbitrary contents of the cells that a loop may have written."""


class Unknown(Struct):
    """A variable that the loop changes: `entry` names its value at the start of an iteration, `update` is its next
    value.

    For an array, the update is the new value of the cell `~j0`, ...; `initial` is the value before the loop.
    """

    name: str
    entry: str
    initial: Term | Function
    update: Term


class Equations(Struct):
    """The updates of all unknowns by one iteration t, under the facts of the iteration.

    `solved` has the values at the start of iteration t. Those of an array in `fronts` are claimed only where its front
    holds of the cell `~j0`: cells that no earlier iteration has reached. `around` counts the iterations of outer loops.
    """

    unknowns: dict[str, Unknown]
    counter: str
    facts: Facts
    simplifier: Simplifier
    around: tuple[Term, ...] = ()
    solved: dict[str, Term | Function] = field(default_factory=dict)
    fronts: dict[str, Condition] = field(default_factory=dict)

    def solve(self) -> dict[str, Term | Function]:
        """The value of every unknown at the start of iteration t."""
        self._use_initial_cells()
        pending = {name: unknown for name, unknown in self.unknowns.items() if name not in self.solved}
        while pending:
            solved = [name for name, unknown in list(pending.items()) if self._try(unknown, pending)]
            solved = solved or self._solve_beyond_front(pending)
            if not solved:
                raise UnsolvedError(self._obstacle(pending))
            for name in solved:
                pending.pop(name, None)
        return self.solved

    def _obstacle(self, pending: dict[str, Unknown]) -> str:
        unknown = min(pending.values(), key=lambda u: len(show(u.update)))
        place = unknown.name if isinstance(unknown.initial, Term) else f"{unknown.name}[j]"
        return f"{place} = {re.sub('@[0-9]+', '', show(unknown.update))} has no known solution"

    def _try(self, unknown: Unknown, pending: dict[str, Unknown]) -> bool:
        waiting = {u.entry for u in pending.values() if u.name not in self.solved} - {unknown.entry}
        if waiting & unknown.update.names:
            return False
        solution = self._solution(unknown)
        if solution is None:
            return False
        self._use_solution(unknown, solution, pending)
        return True

    def _use_solution(self, unknown: Unknown, solution: Term | Function, pending: dict[str, Unknown]) -> None:
        """Uses a solution in the updates of the others."""
        self.solved[unknown.name] = solution
        change = self.substitution(unknown.name)
        for other in pending.values():
            if unknown.entry in other.update.names and other.name not in self.solved:
                other.update = self.simplifier.term(change(other.update), self.facts)

    def substitution(self, *names: str) -> Substitution:
        """Replace values at the start of an iteration by their solutions."""
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
        cell = CellRecurrences(self.counter, self.simplifier)
        if isinstance(unknown.initial, Term):
            plain = Substitution({unknown.entry: symbol(unknown.entry)})(unknown.update)
            return cell.solve(plain, unknown.entry, unknown.initial, self.facts)
        function = unknown.initial
        own, name = _own_cell(unknown, function), f"{unknown.entry}[]"
        update = replace_atoms(unknown.update, {own: symbol(name)})
        if unknown.entry in update.names:
            chained = self._chain(unknown, update, function, name, own)
            carried = chained if chained is not None else self._solve_single_cell(unknown, update, function, name)
            if carried is None:
                return None
            update = carried
        body = cell.solve(update, name, function.body, self.facts)
        return None if body is None else Function(function.dimensions, body)

    # ------------------------------------------------------------------------------------------------------ old cells

    def _use_initial_cells(self) -> None:
        """Replace reads of cells that no earlier iteration wrote by reads of the initial contents."""
        for unknown in self.unknowns.values():
            function = unknown.initial
            if not isinstance(function, Function):
                continue
            own = _own_cell(unknown, function)
            for reader in self.unknowns.values():
                cells = {a for a in walk(reader.update) if _reads(a, unknown.entry) and a != own and not a.dangling}
                old = {a: apply(function, a.terms) for a in cells if self._is_old(unknown, own, a, reader.update)}
                if old:
                    reader.update = self.simplifier.term(replace_atoms(reader.update, old), self.facts)

    def _is_old(self, unknown: Unknown, own: Atom, cell: Atom, update: Term) -> bool:
        """Does no earlier iteration write the cell, either at all or wherever the update reads it?"""
        if self._unwritten(unknown, own, cell, ()):
            return True
        guards = dict.fromkeys(_guards(update, cell))
        return all(guard.kind is not Is.TRUE and self._unwritten(unknown, own, cell, (guard,)) for guard in guards)

    def _unwritten(self, unknown: Unknown, own: Atom, cell: Atom, when: Facts) -> bool:
        """Does no earlier iteration write the cell, whatever the values at its start?"""
        earlier = symbol(f"{self.counter}'", 0)
        written = _write_condition(unknown.update, own)
        there = {index_name(d): index for d, index in enumerate(cell.terms)}
        renamed = {u.entry: symbol(f"{u.entry}'") for u in self.unknowns.values() if isinstance(u.initial, Term)}
        arrays = {
            u.entry: Function(f.dimensions, call(f"{u.entry}'", [symbol(index_name(d)) for d in range(f.dimensions)]))
            for u in self.unknowns.values()
            if isinstance(f := u.initial, Function)
        }
        then = Substitution({self.counter: earlier, **renamed, **there}, arrays)
        facts = (*self.facts, *when, between(0, earlier, symbol(self.counter, 0)))
        return self.simplifier.entailment.follows(facts, negate(then.condition(written)))

    # ---------------------------------------------------------------------------------------------------------- fronts

    def _solve_beyond_front(self, pending: dict[str, Unknown]) -> list[str]:
        """Solves an array that others wait for only beyond the cells that earlier iterations may have written.

        In `if (a[i]) a[n++] = a[i];` no write has reached a[i] yet, since n grows by at most 1 in each iteration.
        """
        for name, unknown in pending.items():
            function = unknown.initial
            read = any(unknown.entry in other.update.names for other in pending.values() if other is not unknown)
            if not isinstance(function, Function) or function.dimensions != 1 or not read:
                continue
            last = [self._largest_index(place) for (place,) in _written_indices(unknown.update, 1)]
            ends = [one for one in last if one is not None]
            if not ends or len(ends) < len(last):
                continue
            cell = symbol(index_name(0))
            front = conjunction(lt(end, cell) for end in dict.fromkeys(ends))
            rest = call(f"{REACHED}{unknown.entry}", (*self.around, symbol(self.counter, 0), cell))
            self.fronts[name] = front
            self._use_solution(unknown, Function(1, ite(front, function.body, rest)), pending)
            return [name]
        return []

    def _largest_index(self, place: Term) -> Term | None:
        """The largest index of earlier iterations, if the index moves up by at most a constant in each."""
        moves, now = 0, place
        for unknown in self.unknowns.values():
            if unknown.entry in place.names:
                slope, steps = slope_in(place, unknown.entry), _steps(unknown)
                if not isinstance(unknown.initial, Term) or slope is None or slope[0] < 0 or min(steps, default=-1) < 0:
                    return None
                moves += slope[0] * max(steps)
                now = Substitution({unknown.entry: unknown.initial + symbol(self.counter, 0) * max(steps)})(now)
        before = Substitution({self.counter: symbol(self.counter, 0) - 1})
        slope = slope_in(now, self.counter)
        return before(now) if moves and slope is not None and slope[0] > 0 else None

    # ---------------------------------------------------------------------------------------------------------- chains

    def _chain(self, unknown: Unknown, update: Term, function: Function, name: str, own: Atom) -> Term | None:
        """Solve an array whose cells are each computed from the previous iteration's cell, as a scalar.

        A cell may be computed from its own initial contents as well: `a[i] += a[i - 1]`.
        """
        reads = {a for a in walk(update) if _reads(a, unknown.entry)}
        places = _written_indices(update, function.dimensions)
        place = next((place for place in places if self._moves(place)), None)
        if place is None or len({a.args for a in reads}) != 1 or any(a.dangling for a in reads):
            return None
        read = next(iter(reads))
        before = Substitution({self.counter: symbol(self.counter, 0) - 1})
        if [before(index) for index in place] != read.terms:
            return None
        here = Substitution({index_name(d): index for d, index in enumerate(place)})
        carried = f"{unknown.entry}^"
        value = self.simplifier.term(here(replace_atoms(update, {read: symbol(carried)})), self.facts)
        first = Substitution({self.counter: const(0)})
        start = apply(function, [first(index) for index in read.terms])
        if name in value.names:
            cell = call(unknown.entry, place).atom
            assert cell is not None
            if not self._unwritten(unknown, own, cell, ()):
                return None
            value = self.simplifier.term(Substitution({name: apply(function, place)})(value), self.facts)
        if unknown.entry in value.names:
            return None
        solution = CellRecurrences(self.counter, self.simplifier).solve(value, carried, start, self.facts)
        if solution is None:
            return None
        return replace_atoms(update, {read: solution})

    def _moves(self, place: list[Term]) -> bool:
        return any(self.counter in index.names for index in place)

    def _solve_single_cell(self, unknown: Unknown, update: Term, function: Function, name: str) -> Term | None:
        """Solve an array of which all iterations update one cell: `if (top[j] < a[i]) top[j] = a[i]`."""
        reads = {a for a in walk(update) if _reads(a, unknown.entry)}
        for place in _written_indices(update, function.dimensions):
            if self._moves(place) or any(read.terms != place for read in reads):
                continue
            there = conjunction(eq(symbol(index_name(d)), index) for d, index in enumerate(place))
            read = replace_atoms(update, dict.fromkeys(reads, symbol(name)))
            if self.simplifier.term(read, (*self.facts, negate(there))) == symbol(name):
                return ite(there, self.simplifier.term(read, (*self.facts, there)), symbol(name))
        return None


def _steps(unknown: Unknown) -> list[int]:
    """The constants of which an iteration adds one to a scalar; none if it may do anything else."""
    found = [(leaf - symbol(unknown.entry)).value for _, leaf in case_values(unknown.update, ())]
    return [step for step in found if isinstance(step, int)] if all(isinstance(one, int) for one in found) else []


def _own_cell(unknown: Unknown, function: Function) -> Atom:
    atom = call(unknown.entry, [symbol(index_name(d)) for d in range(function.dimensions)]).atom
    assert atom is not None
    found = (a for a in walk(unknown.update) if _reads(a, unknown.entry) and a.args == atom.args)
    return next(found, atom)


def _reads(atom: Atom, entry: str) -> bool:
    return atom.kind is Kind.CALL and atom.name == entry


def _guards(term: Term, cell: Atom) -> Iterator[Condition]:
    """The conditions under which the term reads the cell, for each occurrence."""
    for atom in term.atoms():
        if atom.kind is Kind.ITE:
            test, then, other = branches(atom)
            if cell in walk(test):
                yield Condition(Is.TRUE)
            yield from (conjunction((test, guard)) for guard in _guards(then, cell))
            yield from (conjunction((negate(test), guard)) for guard in _guards(other, cell))
        elif cell == atom or any(cell in walk(arg) for arg in atom.args):
            yield Condition(Is.TRUE)


def _write_condition(update: Term, own: Atom) -> Condition:
    """A necessary condition for the update of an array to change the cell `~j0`."""
    if update.atom == own:
        return Condition(Is.FALSE)
    case = next((a for a in update.atoms() if a.kind is Kind.ITE), None)
    if case is None:
        return Condition(Is.TRUE)
    test, then, other = branches(case)
    rest = replace_atoms(update, {case: const(0)})
    one, two = _write_condition(rest + then, own), _write_condition(rest + other, own)
    return conjunction((negate(conjunction((test, negate(one)))), negate(conjunction((negate(test), negate(two))))))


def _written_indices(update: Term, dimensions: int) -> Iterator[list[Term]]:
    """The indices of written cells, from the cases of the update that fix all indices."""
    for atom in walk(update):
        if atom.kind is not Kind.ITE:
            continue
        test = branches(atom)[0]
        found: dict[int, Term] = {}
        for part in test.conjuncts:
            for d in range(dimensions):
                slope = slope_in(part.term, index_name(d)) if part.kind is Is.EQ else None
                if slope is not None and abs(slope[0]) == 1:
                    found[d] = slope[1] * -slope[0]
        if len(found) == dimensions:
            yield [found[d] for d in range(dimensions)]
