"""Find which sweeps read cells that other sweeps wrote, and compute shifts, spans, and the number of centres.

This is the flow of docs/theory.md 3.3. A column is a position minus the sweep's shift. Shifts are chosen so that most
reads are in the column of the write; spans are the distances from a centre within which a sweep still has to be
replayed.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct, field

from veriabs.core.ctree import statements
from veriabs.strategies.pruning.scalars import Scalars
from veriabs.strategies.pruning.sweeps import ArrayTraversal, Part, elements_read

Covers = Callable[[ArrayTraversal, int, ArrayTraversal, int], bool]
"""Does the first sweep write, at its offset, every cell that the second one reads at its offset?"""


class Edge(Struct, frozen=True):
    """The sweep `reader` may read at offset `read` cells that `writer` wrote at `written`; writer 0 is the initial
    contents.
    """

    writer: int
    written: int
    reader: int
    read: int
    array: str


class Flow(Struct, frozen=True):
    """Shifts and spans by sweep number; `aligned` if every edge stays within one column."""

    edges: tuple[Edge, ...]
    shifts: dict[int, int]
    first: dict[str, int]
    spans: dict[int, tuple[int, int]]
    aligned: bool

    def distance(self, edge: Edge) -> int:
        """The number of columns from the reader to the writer."""
        start = self.first[edge.array] if edge.writer == 0 else self.shifts[edge.writer]
        return self.shifts[edge.reader] + edge.read - start - edge.written


def flow_of(parts: tuple[Part, ...], covers: Covers, constant: frozenset[str]) -> Flow:
    """The flow of a task; `constant` are arrays whose initial cells are all equal."""
    edges = _edges(parts, covers, constant)
    shifts, first = _shifts(parts, edges)
    flow = Flow(edges, shifts, first, {}, aligned=False)
    aligned = all(flow.distance(edge) == 0 for edge in edges)
    return Flow(edges, shifts, first, _spans(parts, flow), aligned)


def _edges(parts: tuple[Part, ...], covers: Covers, constant: frozenset[str]) -> tuple[Edge, ...]:
    edges = []
    for position, part in enumerate(parts):
        if not isinstance(part, ArrayTraversal):
            continue
        for array in sorted({a.array for a in part.accesses if not a.writes}):
            for offset in part.read(array):
                edges += _sources(parts, position, array, offset, covers, constant)
    return tuple(edges)


def _sources(
    parts: tuple[Part, ...], position: int, array: str, offset: int, covers: Covers, constant: frozenset[str]
) -> list[Edge]:
    reader = parts[position]
    assert isinstance(reader, ArrayTraversal)
    found = []
    for part in reversed(parts[:position]):
        if not isinstance(part, ArrayTraversal):
            continue
        found += [Edge(part.number, written, reader.number, offset, array) for written in part.written(array)]
        certain = {a.offset for a in part.accesses if a.array == array and a.certain}
        if any(covers(part, written, reader, offset) for written in certain):
            return found
    return found if array in constant else [*found, Edge(0, 0, reader.number, offset, array)]


def _shifts(parts: tuple[Part, ...], edges: tuple[Edge, ...]) -> tuple[dict[int, int], dict[str, int]]:
    """Shifts that satisfy all edges except conflicting ones; edges between sweeps take precedence."""
    nodes: dict[int | str, int] = {}
    pending = [edge for edge in reversed(edges) if edge.writer] + [edge for edge in reversed(edges) if not edge.writer]
    sweeps = [part.number for part in parts if isinstance(part, ArrayTraversal)]
    for root in reversed(sweeps):
        if root in nodes:
            continue
        nodes[root] = 0
        _reach(nodes, pending)
    shifts = {number: nodes[number] for number in sweeps}
    return shifts, {name: shift for name, shift in nodes.items() if isinstance(name, str)}


def _reach(nodes: dict[int | str, int], edges: list[Edge]) -> None:
    changed = True
    while changed:
        changed = False
        for edge in edges:
            writer: int | str = edge.writer or edge.array
            if edge.reader in nodes and writer not in nodes:
                nodes[writer] = nodes[edge.reader] + edge.read - edge.written
                changed = True
            elif writer in nodes and edge.reader not in nodes:
                nodes[edge.reader] = nodes[writer] + edge.written - edge.read
                changed = True


def _spans(parts: tuple[Part, ...], flow: Flow) -> dict[int, tuple[int, int]]:
    """The spans O_L, from the last sweep to the first (theory 3.3)."""
    spans = {part.number: (0, 0) for part in parts if isinstance(part, ArrayTraversal)}
    for number in reversed([part.number for part in parts if isinstance(part, ArrayTraversal)]):
        low, high = spans[number]
        for edge in flow.edges:
            if edge.writer == number:
                reader = spans[edge.reader]
                distance = flow.distance(edge)
                low, high = min(low, reader[0] + distance), max(high, reader[1] + distance)
        spans[number] = (low, high)
    return spans


class Centres(Struct, frozen=True):
    """The centres C of theory 3.3, by their purpose."""

    counted: tuple[tuple[str, int], ...] = field(default=())

    @property
    def number(self) -> int:
        return sum(count for _, count in self.counted)


def centres_of(parts: tuple[Part, ...], groups: dict[int, tuple[Scalars, ...]], *, straight: bool) -> Centres:
    """The number of last-value assignments on which a violation can depend; `straight` adds cells read outside of
    loops.
    """
    counted: list[tuple[str, int]] = []
    for position, part in enumerate(parts):
        if not isinstance(part, ArrayTraversal):
            count = straight_centres(parts, position) if straight else 0
            counted.append(("cells read outside of loops", count))
            continue
        counted.append((f"scalars of line {part.line}", sum(group.centres for group in groups[part.number])))
        if part.asserts:
            counted.append(("the failing assertion", 1))
        elif not part.facts.exact:
            counted.append((f"the exit of line {part.line}", 1))
    return Centres(tuple((what, count) for what, count in counted if count))


def straight_centres(parts: tuple[Part, ...], position: int) -> int:
    """The number of columns in which earlier sweeps wrote the cells that straight-line code reads."""
    code = parts[position]
    assert not isinstance(code, ArrayTraversal)
    reads = [element for stmt in statements(code) for element in elements_read(stmt)]
    return sum(len(written_shifts(parts, position, element.array)) for element in reads)


def written_shifts(parts: tuple[Part, ...], position: int, array: str) -> list[tuple[int, int]]:
    """The number and offset of each way in which an earlier sweep writes the array."""
    earlier = (part for part in parts[:position] if isinstance(part, ArrayTraversal))
    return [(sweep.number, offset) for sweep in earlier for offset in sweep.written(array)]
