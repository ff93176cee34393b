"""List the facts about every loop of a program, and the reasons for missing facts, with file and line.

Values are those within one iteration; j is its number, and the first iteration has j = 1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice

from msgspec import Struct

from veriabs.core.copying import replace
from veriabs.core.ctext import Printer
from veriabs.core.ctree import conjuncts, expressions, has, names, statements, target_name, walk, writes
from veriabs.core.expressions import Binary, Cast, Conditional, Element, Expr
from veriabs.core.loop_model import Accelerable, FusedLoops, LoopFacts, LoopModel, Nest, Quantifier
from veriabs.core.program import Gap, Program, cell_text
from veriabs.core.reasons import Reason
from veriabs.core.source import Where
from veriabs.core.statements import Assign, Break, Halt, Havoc, If, Loop, Stmt
from veriabs.loops.accelerate import normalised
from veriabs.loops.affine import Affine, affine, index_of
from veriabs.loops.build import each_model
from veriabs.loops.coalesce import coalesce
from veriabs.loops.flatten import assertions
from veriabs.loops.fuse import counter_values, groups
from veriabs.loops.iterations import LoopStart, Starts, listed, trips, written_loops
from veriabs.report.console import counted

MOST_VISITED = 400_000
"""The number of statements visited for the assertions of a listing; each task is the program up to its assertion."""

# -------------------------------------------------------------------------------------------------------------- listing


def listing(program: Program, *, has_goals: bool = True) -> Iterator[str]:
    """The whole listing: every loop, every assertion with its clauses and fused loops, and the library models."""
    loops = written_loops(program)
    written = {s.where: s for s in reversed(list(statements(program.body))) if isinstance(s, Loop)}
    yield from _merged(_Lister(program, one, written).lines() for one in loops)
    yield from _unrolled(program)
    if not loops:
        yield "no loop"
    yield from _tasks(program) if has_goals else ("no assertion",)
    yield from counted(f"{gap.where}  not supported: {gap.what} ({_effect(gap)})" for gap in program.gaps)
    if program.models:
        yield f"library functions by their models: {', '.join(sorted(program.models))}"


def _merged(blocks: Iterable[list[str]]) -> Iterator[str]:
    """The lines of the distinct blocks; the first line of a repeated one has its count."""
    for (head, *facts), count in Counter(map(tuple, blocks)).items():
        yield from (head if count == 1 else f"{head} ({count:,} equal copies)", *facts)


def _effect(gap: Gap) -> str:
    return "TRUE needs a proof that no run reaches it" if gap.must_not_run else "its value is arbitrary"


def described(program: Program) -> Iterator[tuple[Where, dict[str, list[str]]]]:
    """The texts about each loop by topic: `counter`, `trip count`, `exits`, `accelerable`, ..."""
    written = {s.where: s for s in reversed(list(statements(program.body))) if isinstance(s, Loop)}
    for one in written_loops(program):
        yield one.facts.loop.where, {name: texts for name, texts in _Lister(program, one, written).fields() if texts}


def _tasks(program: Program) -> Iterator[str]:
    """The task of each assertion, or of the first ones in a long program with many."""
    size, count = sum(1 for _ in statements(program.body)), len(assertions(program))
    most, first = max(1, MOST_VISITED // max(1, size)), dict[tuple[str, ...], int]()
    tasks = [(str(model.assertion.where), *_task_lines(model)) for model in islice(each_model(program), most)]
    numbers = (first.setdefault(task, number) for number, task in enumerate(tasks, 1))
    pairs = zip(tasks, numbers, strict=True)
    yield from _merged([f"{where}  assertion {number}", *lines] for (where, *lines), number in pairs)
    if count > most:
        yield f"{count - most:,} more assertions, not listed: each is a task of up to {size:,} statements of its own"
    if not tasks:
        yield "no assertion"


def _unrolled(program: Program) -> list[str]:
    shown = {one.facts.loop.where for one in listed(program)}
    wheres = dict.fromkeys(s.where for s in statements(program.body) if isinstance(s, Loop))
    return [f"{where}  loop with a small constant trip count, unrolled" for where in wheres if where not in shown]


def _field(name: str, texts: list[str]) -> list[str]:
    """`name` in a column before the first text."""
    return [f"  {name if number == 0 else '':<12} {text}" for number, text in enumerate(texts)]


class _Lister(Struct, frozen=True):
    """Describes one loop with the user's names."""

    program: Program
    one: LoopStart
    written: Mapping[Where, Loop]

    def lines(self) -> list[str]:
        facts = self.one.facts
        inside = f", inside the loop at line {self.one.outer.line}" if self.one.outer else ""
        over = f" over the cells {cells[0]} of an object" if (cells := self._cell_counters()) else ""
        found = [f"{facts.loop.where}  loop{over} while {self._text(facts.loop.test)}{inside}"]
        return found + [line for name, texts in self.fields() for line in _field(name, texts)]

    def fields(self) -> Iterator[tuple[str, list[str]]]:
        """The texts about the loop, by topic."""
        facts = self.one.facts
        yield "counter", [self._counter(a) for a in self._counters()]
        yield "trip count", [self._trips()]
        yield "exits", self._exits()
        yield "accelerable", [self._form(a) for a in facts.accelerable]
        yield "arrays", self._arrays()
        has_name, scalars = self.program.has_name, self.program.scalars.keys()
        yield "private", self._sorted(frozenset(filter(has_name, facts.private & scalars)))
        yield "carried", [self._carried_reason(name) for name in filter(has_name, self._carried_names())]

    # ------------------------------------------------------------------------------------------------------- spelling

    def _source(self, name: str) -> str:
        """The user's name; the entry value of a counter `i` is `i0`."""
        for a in self.one.facts.accelerable:
            if a.start.name == name:
                return f"{self._source(a.variable.name)}0"
        return self.program.shown(name)

    def _cell_counters(self) -> list[str]:
        """The names of variables in the test that count the cells of an object, as for a call of memcpy."""
        return [self._source(name) for name in names(self.one.facts.loop.test) if self.program.counts_cells(name)]

    def _text(self, expr: Expr) -> str:
        printer = Printer(scalar=self._source, element=lambda e, texts: cell_text(self._source(e.array), texts))
        return printer.expr(expr)

    def _sum(self, form: Affine) -> str:
        """`2*(j-1) + n + 1` from an affine form in the iteration number."""
        slope = form.slope
        parts = [(slope, "(j-1)")] if slope else []
        parts += [(factor, self._source(atom)) for atom, factor in form.rest.terms]
        constant = form.constant + slope
        text = ""
        for factor, atom in parts:
            size = atom if abs(factor) == 1 else f"{abs(factor)}*{atom}"
            text += f" {'-' if factor < 0 else '+'} {size}" if text else f"{'-' if factor < 0 else ''}{size}"
        if constant or not text:
            text += f" {'-' if constant < 0 else '+'} {abs(constant)}" if text else str(constant)
        return text

    def _sorted(self, scalars: frozenset[str]) -> list[str]:
        return [", ".join(sorted({*map(self._source, scalars)}))] if scalars else []

    # ---------------------------------------------------------------------------------------------- counters and exits

    def _counters(self) -> list[Accelerable]:
        tested = names(self.one.facts.loop.test)
        return [a for a in self.one.facts.accelerable if a.variable.name in tested]

    def _counter(self, a: Accelerable) -> str:
        bounds = [self._text(part) for part in conjuncts(self.one.facts.loop.test) if a.variable.name in names(part)]
        name, bound = self._source(a.variable.name), " && ".join(bounds)
        return f"{name}: start {self._start(a)}, step {self._step(a)}, bound {bound}"

    def _start(self, a: Accelerable) -> str:
        start = self.one.starts.get(a.variable.name)
        return self._source(a.start.name) if start is None else self._sum(start)

    def _step(self, a: Accelerable) -> str:
        form = counter_values(self.one.facts, {}).get(a.variable.name)
        if form is not None:
            return f"{form.slope:+d}"
        return self._text(a.step)

    def _form(self, a: Accelerable) -> str:
        form = counter_values(self.one.facts, {}).get(a.variable.name)
        step = self._step(a).lstrip("+-")
        sign = "-" if form is not None and form.slope < 0 else "+"
        moved = "(j-1)" if step == "1" else f"{step}*(j-1)" if form is not None else f"({step})*(j-1)"
        return f"{self._source(a.variable.name)} = {self._start(a)} {sign} {moved}"

    def _trips(self) -> str:
        facts = self.one.facts
        if facts.trips is None:
            return "not known: no counter with a constant step is compared with a bound that the loop does not change"
        number = trips(self.one)
        text = self._symbolic(facts.trips) if number is None else f"{number:,}"
        return text if facts.exact else f"at most {text}"

    def _symbolic(self, expr: Expr) -> str:
        """The trip count of an entered loop, without casts."""
        if not isinstance(expr, Conditional):
            return self._text(expr)
        starts = {a.start.name: s for a in self.one.facts.accelerable if (s := self.one.starts.get(a.variable.name))}
        form = affine(expr.then, starts)
        text = self._text(_uncast(expr.then)) if form is None else self._sum(form)
        return f"{text}, or 0 if it is not entered"

    def _exits(self) -> list[str]:
        found = ["test"]
        for stmt in self._body():
            for part in _outside_loops(stmt):
                if isinstance(part, Break):
                    found.append(f"break at {part.where}")
                if isinstance(part, Halt):
                    found.append(f"end of the run (return, abort or failed assumption) at {part.where}")
        return list(dict.fromkeys(found))

    def _body(self) -> tuple[Stmt, ...]:
        return (*self.one.facts.loop.body, *self.one.facts.loop.update)

    # ----------------------------------------------------------------------------------------------- arrays and scalars

    def _arrays(self) -> list[str]:
        values = counter_values(self.one.facts, self._starts_of_counters())
        body, update = normalised(self._with_inner_assertions())
        accessed = [(e, "read") for e in _elements(self.one.facts.loop.test)]
        for stmt in statements((*body, *update)):
            if isinstance(stmt, Assign | Havoc) and isinstance(stmt.target, Element):
                accessed.append((stmt.target, "written"))
                accessed += [(e, "read") for index in stmt.target.indices for e in _elements(index)]
            accessed += [(e, "read") for expr in _values_used(stmt) for e in _elements(expr)]
        return list(dict.fromkeys(f"{self._text(e)} {how}, {self._index(e, values)}" for e, how in accessed))

    def _with_inner_assertions(self) -> LoopFacts:
        """The loop as written, since assertions read arrays too; not if an inner loop was unrolled."""
        facts = self.one.facts
        written = self.written.get(facts.loop.where)
        if written is None or has((*written.body, *written.update), Loop):
            return facts
        return replace(facts, loop=written)

    def _starts_of_counters(self) -> Starts:
        return {a.variable.name: s for a in self.one.facts.accelerable if (s := self.one.starts.get(a.variable.name))}

    def _index(self, element: Element, values: Starts) -> str:
        used = frozenset(name for index in element.indices for name in names(index))
        moving = used & self.one.facts.written - set(values)
        forms = [index_of(Element(element.array, (index,), element.type), values) for index in element.indices]
        known = [form for form in forms if form is not None]
        if moving or len(known) < len(forms):
            because = f" (it depends on {', '.join(sorted(map(self._source, moving)))})" if moving else ""
            return f"no index function{because}"
        return f"index {', '.join(map(self._sum, known))}"

    def _carried_names(self) -> list[str]:
        facts = self.one.facts
        scalars = facts.written & set(self.program.scalars)
        return sorted(scalars - facts.private - {a.variable.name for a in facts.accelerable}, key=self._source)

    def _carried_reason(self, name: str) -> str:
        """The reason why a carried scalar has no closed form."""
        assigned = [s for s in statements(self._body()) if isinstance(s, Assign | Havoc)]
        changes = [s for s in assigned if target_name(s.target) == name]
        nested = next((s for s in self._body() if isinstance(s, If | Loop) and name in writes((s,))), None)
        text = f"{self._source(name)}: not accelerable, "
        if isinstance(nested, Loop):
            return f"{text}it is changed by the loop at {nested.where}"
        if nested is not None:
            return f"{text}it is changed only under the condition at {nested.where}"
        havoc = next((s for s in changes if isinstance(s, Havoc)), None)
        if havoc is not None:
            return f"{text}it gets an arbitrary value at {havoc.where}"
        return f"{text}its change at {changes[0].where} is not the addition of a fixed value" if changes else text[:-2]


def _outside_loops(stmt: Stmt) -> Iterator[Stmt]:
    """The statement and nested statements, without those in a loop: a `break` there leaves that loop only."""
    if isinstance(stmt, Loop):
        yield from (s for s in statements((stmt,)) if isinstance(s, Halt))
        return
    yield stmt
    if isinstance(stmt, If):
        for part in (*stmt.then, *stmt.orelse):
            yield from _outside_loops(part)


def _elements(expr: Expr) -> list[Element]:
    return [node for node in walk(expr) if isinstance(node, Element)]


def _values_used(stmt: Stmt) -> tuple[Expr, ...]:
    """The expressions whose values a statement uses."""
    match stmt:
        case Assign(value=value):
            return (value,)
        case Havoc():
            return ()
        case _:
            return expressions(stmt)


def _uncast(expr: Expr) -> Expr:
    match expr:
        case Cast(operand=operand):
            return _uncast(operand)
        case Binary(op=op, left=left, right=right):
            return Binary(op, _uncast(left), _uncast(right))
        case _:
            return expr


# ----------------------------------------------------------------------------------------------------------- assertions


def _task_lines(nested: LoopModel) -> list[str]:
    model = coalesce(nested) or nested
    lines: list[str] = []
    facts = (*model.loops, *((model.goal.facts,) if model.goal.facts else ()))
    lines += _field("nests", [_nest(one.nest) for one in facts if one.nest is not None])
    lines += _field("clauses", [_clauses(model)])
    obstacles: dict[str, None] = {}
    for group in groups(model):
        if not isinstance(group, Reason):
            return lines + _field("not fused", [*obstacles]) + _field("loops", [_group(group)])
        obstacles[group.text] = None
    return lines + _field("not fused", [*obstacles])


def _nest(nest: Nest) -> str:
    lines = f"{nest.outer.loop.where.line} and {nest.inner.loop.where.line}"
    return f"the loops at lines {lines} shrink as one, over pairs of their iterations"


def _clauses(model: LoopModel) -> str:
    goal = model.goal
    match goal.quantifier:
        case Quantifier.SINGLE:
            return "single: the assertion stands in straight-line code or in a loop that computes"
        case Quantifier.FORALL | Quantifier.EXISTS:
            where = goal.facts.loop.where if goal.facts else goal.assertion.where
            return f"{goal.quantifier.value}: one clause for each iteration of the loop at {where}"


def _group(group: FusedLoops) -> str:
    numbers = _lines(member.facts for member in group.members)
    if len(group.members) == 1:
        text = f"the loop at line {numbers} by itself"
    else:
        shifts = [f"line {m.facts.loop.where.line} by {m.shift}" for m in group.members if m.shift]
        text = f"lines {numbers} fused" + (f", shifted: {', '.join(shifts)}" if shifts else "")
    before = [s for s in group.before if isinstance(s, LoopFacts)]
    return text + (f"; summarised before it: line{'s' * (len(before) > 1)} {_lines(before)}" if before else "")


def _lines(loops: Iterable[LoopFacts]) -> str:
    return ", ".join(counted((str(one.loop.where.line) for one in loops), "loops"))
