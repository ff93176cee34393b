"""Find which sweeps read cells that other sweeps wrote, and compute shifts, spans, and the number of centres.

This is the flow of docs/theory.md 3.3. A column is a position minus the sweep's shift. Shifts are chosen so that most
reads are in the column of the write; spans are the distances from a centre within which a sweep still has to be
replayed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from msgspec import Struct

from veriabs.core.copying import replace
from veriabs.core.ctree import statements
from veriabs.strategies.pruning.scalars import Scalars
from veriabs.strategies.pruning.sweeps import Part, Sweep, elements_read, sweeps_of

Centre = tuple[str, int]
"""The purpose of some centres C of theory 3.3, and their number."""


class Cover(Struct, frozen=True):
    """A claim that CBMC has to prove: `writer` writes every cell that `reader` reads at offset `read`.

    It writes them at offset `written`.
    """

    writer: int
    written: int
    reader: int
    read: int


def covers_of(parts: tuple[Part, ...]) -> tuple[Cover, ...]:
    """The claims that would hide earlier writers from a read; CBMC proves or refutes them."""
    found: dict[Cover, None] = {}
    for number, reader in enumerate(sweeps := sweeps_of(parts)):
        for writer in sweeps[:number] if reader.accesses else ():
            certain = [a for a in writer.accesses if a.certain and abs(writer.slope) == 1]
            pairs = ((a, offset) for a in certain for offset in reader.read(a.array))
            found.update((Cover(writer.number, a.offset, reader.number, offset), None) for a, offset in pairs)
    return tuple(found)


class Edge(Struct, frozen=True):
    """The sweep `reader` may read, at offset `read`, cells that the sweep `writer` wrote at offset `written`.

    Writer 0 stands for the initial contents.
    """

    writer: int
    written: int
    reader: int
    read: int
    array: str


class Flow(Struct, frozen=True):
    """Shifts and spans by sweep number, and the shift of each array's initial contents."""

    edges: tuple[Edge, ...]
    shifts: dict[int, int]
    first: dict[str, int]
    spans: dict[int, tuple[int, int]]

    def distance(self, edge: Edge) -> int:
        """The number of columns from the reader to the writer."""
        start = self.first[edge.array] if edge.writer == 0 else self.shifts[edge.writer]
        return self.shifts[edge.reader] + edge.read - start - edge.written


def flow_of(parts: tuple[Part, ...], covers: Collection[Cover]) -> Flow:
    """The flow of a task, given which writers cover which readers."""
    sweeps = sweeps_of(parts)
    edges = tuple(
        edge
        for number, reader in enumerate(sweeps)
        for array in sorted({a.array for a in reader.accesses if not a.writes})
        for offset in reader.read(array)
        for edge in _sources(sweeps[:number], reader, array, offset, covers)
    )
    shifts, first = _shifts(sweeps, edges)
    flow = Flow(edges, shifts, first, {})
    return replace(flow, spans=_spans(sweeps, flow))


def _sources(
    earlier: list[Sweep], reader: Sweep, array: str, offset: int, covers: Collection[Cover]
) -> Iterator[Edge]:
    """The writers of a read, latest first, up to one that certainly writes all of its cells."""
    for writer in reversed(earlier):
        yield from (Edge(writer.number, written, reader.number, offset, array) for written in writer.written(array))
        certain = {a.offset for a in writer.accesses if a.array == array and a.certain}
        if any(Cover(writer.number, written, reader.number, offset) in covers for written in certain):
            return
    yield Edge(0, 0, reader.number, offset, array)


def _shifts(sweeps: list[Sweep], edges: tuple[Edge, ...]) -> tuple[dict[int, int], dict[str, int]]:
    """Shifts that satisfy all edges except conflicting ones; edges between sweeps take precedence."""
    nodes: dict[int | str, int] = {}
    pending = [e for e in reversed(edges) if e.writer] + [e for e in reversed(edges) if not e.writer]
    for root in reversed(sweeps):
        if root.number not in nodes:
            nodes[root.number] = 0
            _reach(nodes, pending)
    shifts = {sweep.number: nodes[sweep.number] for sweep in sweeps}
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


def _spans(sweeps: list[Sweep], flow: Flow) -> dict[int, tuple[int, int]]:
    """The spans O_L, from the last sweep to the first (theory 3.3)."""
    spans = {sweep.number: (0, 0) for sweep in sweeps}
    for number in reversed(spans):
        reached = [(spans[edge.reader], flow.distance(edge)) for edge in flow.edges if edge.writer == number]
        low = min((reader[0] + distance for reader, distance in reached), default=0)
        high = max((reader[1] + distance for reader, distance in reached), default=0)
        spans[number] = (min(low, 0), max(high, 0))
    return spans


def centres_of(parts: tuple[Part, ...], groups: dict[int, tuple[Scalars, ...]]) -> tuple[Centre, ...]:
    """The last-value assignments on which a violation can depend."""
    counted: list[Centre] = []
    for position, part in enumerate(parts):
        if not isinstance(part, Sweep):
            reads = (element for stmt in statements(part) for element in elements_read(stmt))
            count = sum(len(written_shifts(parts, position, element.array)) for element in reads)
            counted.append(("cells read outside of loops", count))
            continue
        counted.append((f"scalars of line {part.line}", sum(group.centres for group in groups[part.number])))
        if part.asserts:
            counted.append(("the failing assertion", 1))
        elif not part.facts.exact:
            counted.append((f"the exit of line {part.line}", 1))
    return tuple((what, count) for what, count in counted if count)


def written_shifts(parts: tuple[Part, ...], position: int, array: str) -> list[tuple[int, int]]:
    """The number and offset of each way in which an earlier sweep writes the array."""
    return [(sweep.number, offset) for sweep in sweeps_of(parts[:position]) for offset in sweep.written(array)]
