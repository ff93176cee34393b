"""Runs the user's program natively with many inputs: candidates first, then patterns, then chance.

One compiled program serves all of them; each run is a process of its own, so a thousand of them take about a second.
Nothing found here is believed before `confirm` has seen it.
"""

from __future__ import annotations

import struct
import threading
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from pathlib import Path

from msgspec import Struct, field

from veriabs.confine.door import run_compiler, search_program
from veriabs.core.counterexample import Candidate, Instrumented, Site, SiteKind, Span, Values
from veriabs.core.goals import GoalKind
from veriabs.core.templates import render_c
from veriabs.core.types import FloatType, IntType
from veriabs.replay.build import SECONDS, compile_text, line_at, needs, runtime, unordered

MEMORY_MB = 6000
BUSY_RUNS = 6
"""How many times as long as one run all may take beyond their time: the last one on a machine that has other work, and
the record of what it found."""

_MASK = (1 << 64) - 1
_MOST_LITERALS = 60
_MOST_SPANS = 1_000_000
_MOST_STREAM_SPANS = 5_000
"""What a function gives that is called in several places: reading a million of it took a second for every run."""
_MOST_ENTRIES = 10_000
_MOST_OFFSET = 1 << 32
ROWS = 3
"""Iterations of a loop that are remembered beside the one that is under way."""


class Hit(Struct, frozen=True):
    """A run that reached an error: the number of the candidate or seed, the values that entered, what was seen.

    `streams` are the values that functions gave which are called in several places, in the order of all calls. A run
    that was found with a `thorough` program may take long with another one.
    """

    origin: str
    number: int
    values: Values
    order: tuple[tuple[int, int], ...]
    error: int
    at: int
    operands: dict[int, int]
    streams: dict[str, tuple[Span, ...]] = field(default_factory=dict)
    thorough: bool = False


class Search(Struct):
    """The compiled search program of one task; `failure` says why there is none.

    Violations that the subject knows are told to each run, so that one program serves for all of them. `places` has the
    lines of places in it, `passed` the accesses that violate nothing but what is known, as the program tells them.
    `loops` are those that remember iterations, as the template takes them. In the `background` its runs leave the
    processors to others. `took` are the seconds of the last run that hit. `thorough`: it was
    `improved`.
    """

    subject: Instrumented
    folder: Path
    stop: threading.Event | None
    failure: str = ""
    visits: dict[int, int] = field(default_factory=dict)
    seed: int = 0
    slow: bool = False
    background: bool = True
    program: Path | None = None
    loops: Sequence[Mapping[str, object]] = ()
    took: float = 0.0
    thorough: bool = False
    places: dict[int, int] = field(default_factory=dict)
    passed: set[int] = field(default_factory=set)

    def build(self, seconds: float = SECONDS) -> bool:
        """Compiles the search program within `seconds`; False if that cannot be done."""
        beside = {"loops": self.loops, "rows": ROWS}
        if self.subject.computed and not self.thorough:
            plain = render_c("replay/native", _context(self.subject) | beside | {"program": self.subject.reduced({})})
            self.failure = unordered(plain, self.subject, self.folder, seconds, self.stop)
            if self.failure:
                return False
        text = render_c("replay/native", _context(self.subject) | beside)
        name = "search-improved" if self.thorough else "search"
        self.program, self.failure = compile_text(
            text, name, self.subject, self.folder, seconds, self.stop, thorough=self.thorough, serves=True
        )
        self.places, self.passed = {}, set()
        return self.program is not None

    def improve(self, seconds: float = SECONDS) -> None:
        """Compiles the program again, for runs that take long; the one that there is stays where that fails."""
        before, self.thorough = self.program, True
        if before is not None and not self.build(seconds):
            self.program, self.failure = before, ""

    def run(
        self, candidates: Sequence[Candidate], seeds: int, seconds: float, each: float, left: float
    ) -> Hit | None:
        """Tries the candidates and then `seeds` more inputs; `each` bounds the seconds of one run, `left` those of all.

        `visits` then holds how often the first candidate came by each site; `slow` says that some run took too long.
        """
        if self.program is None:
            return None
        plan = self.folder / "plan"
        plan.write_bytes(self._plan(candidates, seeds, seconds, each))
        model, most = self.subject.task.data_model, min(left, seconds + BUSY_RUNS * each + 2)
        finished = search_program(
            self.program,
            model,
            plan,
            seconds=most,
            memory_mb=MEMORY_MB,
            stop=self.stop,
            background=self.background,
        )
        if finished.cut:
            return None
        try:
            return self._understand(finished.stdout, candidates)
        except (ValueError, IndexError):  # The program shares the process with the runtime, and may say anything.
            return None

    def _plan(self, candidates: Sequence[Candidate], seeds: int, seconds: float, each: float) -> bytes:
        """What the launcher reads, in 64-bit words; `native/search.c` lists them."""
        # One more than there are, so that no array is empty.
        sizes = (len(self.subject.sites) + 1, len(self.subject.seen) + 1, _MOST_SPANS, _MOST_ENTRIES)
        words = [self.seed, self.seed + seeds, int(seconds * 1000), max(1, int(each * 1000)), *sizes, len(candidates)]
        known, passed = sorted(self.subject.known), sorted(self.passed)
        return packed_plan(words, candidates, (len(known), *known, len(passed), *passed))

    def _understand(self, text: str, candidates: Sequence[Candidate]) -> Hit | None:
        lines = [line.split() for line in text.splitlines()]
        spans: dict[int, list[Span]] = {}
        operands: dict[int, int] = {}
        order: list[tuple[int, int]] = []
        error: int | None = 0
        origin, which, at, complete = "", 0, 0, False
        for words in lines:
            match words:
                case ["visits", site, count] if int(site) < len(self.subject.sites):
                    self.visits[int(site)] = int(count)
                case ["tried", seed, stopped, _]:
                    self.seed, self.slow = int(seed), self.slow or int(stopped) > 0
                case ["candidate", number]:
                    origin, which = candidates[int(number)].origin, int(number)
                case ["seed", number]:
                    origin, which, self.seed = "native runs", int(number), int(number) + 1
                case ["error", number, place] if int(number) >= (beside := len(self.subject.errors)):
                    error, at = self._of_access(int(place), int(number) - beside), 0
                case ["error", number, place]:
                    error, at = int(number), int(place)
                case ["operand", number, value]:
                    operands[int(number)] = signed(int(value))
                case ["span", site, first, count, start, step]:
                    spans.setdefault(int(site), []).append(Span(int(first), int(count), int(start), int(step)))
                case ["entry", site, value]:
                    order.append((int(site), int(value)))
                case ["took", milliseconds]:
                    self.took = int(milliseconds) / 1000
                case ["done"]:
                    complete = True
                case _:
                    pass
        if not origin or not complete or error is None:
            return None
        names = {stream: self.subject.sites[site].name for site, stream in _streams(self.subject.sites).items()}
        recorded = {name: tuple(spans.pop(stream, ())) for stream, name in names.items()}
        streams = {name: given for name, given in recorded.items() if all(span.first < 1 << 63 for span in given)}
        if not self._exist(spans.keys() | dict(order).keys(), {error, at}):
            return None
        values = {site: tuple(given) for site, given in sorted(spans.items())}
        return Hit(origin, which, values, tuple(order), error, at, operands, streams, self.thorough)

    def _of_access(self, offset: int, gone: int) -> int | None:
        """The check that an access violates, by where its code lies behind that of `veriabs_main`; of what is `gone`,
        or beside its object. Where all are known no run comes to the search for it again."""
        if offset not in self.places:
            self.places[offset] = self._line_behind(offset)
        line = self.places[offset]
        about = GoalKind.POINTER if gone else GoalKind.BOUNDS
        here = (number for at, kind, number in self.subject.lines() if kind is about and at == line)
        found = next((number for number in here if number not in self.subject.known), None)
        if found is None and offset < _MOST_OFFSET:
            self.passed.add(2 * offset + gone)
        return found

    def _line_behind(self, offset: int) -> int:
        assert self.program is not None
        listed = run_compiler(("nm", str(self.program)), seconds=SECONDS, reads=[self.program]).stdout
        start = next(int(line.split()[0], 16) for line in listed.splitlines() if line.endswith(" veriabs_main"))
        place = (start + offset - 1 + (1 << 31)) % (1 << 32) - (1 << 31)
        return line_at(self.program, hex(place % (1 << 32)))

    def _exist(self, sites: Set[int], errors: Set[int]) -> bool:
        """A run that writes out of bounds may have written into the results."""
        return all(site < len(self.subject.sites) for site in sites) and all(
            0 <= number < len(self.subject.errors) for number in errors
        )


def _streams(sites: Sequence[Site]) -> dict[int, int]:
    """The calls of functions that are called in several places; each such function has a number, behind the sites."""
    names = [site.name for site in sites if site.kind is SiteKind.CALL]
    numbers = {name: number for number, name in enumerate(_repeated(names), len(sites) + 1)}
    return {site.number: numbers[site.name] for site in sites if site.kind is SiteKind.CALL and site.name in numbers}


def _repeated(names: Sequence[str]) -> list[str]:
    return [name for name, count in Counter(names).items() if count > 1]


def packed_plan(words: list[int], candidates: Sequence[Candidate], common: Sequence[int] = ()) -> bytes:
    """The words that `native/search.c` lists, those that every run is given, and the candidates."""
    words += [len(common), *common]
    for candidate in candidates:
        given = _words(candidate)
        words += [len(given), *given]
    return struct.pack(f"<{len(words) + 1}Q", len(words), *(word & _MASK for word in words))


def _words(candidate: Candidate) -> list[int]:
    """What the program is told of a candidate: its sites, and for each of them its spans, an empty one last."""
    words = [len(candidate.values)]
    for site, spans in candidate.values.items():
        words += [site, len(spans) + 1]
        for span in spans:
            words += [span.first, span.count, span.start, span.step]
        words += [0, 0, 0, 0]
    return words


def _context(subject: Instrumented) -> dict[str, object]:
    return {
        "program": subject.text,
        "sites": [layout(site) for site in subject.sites],
        "seen": len(subject.seen),
        "literals": literals(subject),
        "most_spans": _MOST_SPANS,
        "most_stream_spans": _MOST_STREAM_SPANS,
        "most_entries": _MOST_ENTRIES,
        "streams": _streams(subject.sites),
        "parameters": subject.parameters,
        "runtime": runtime(subject.task.data_model),
        "observed": True,
        "needs": needs(subject),
        "pointed_to": subject.pointed_to,
        "called": list(_called(subject)),
        "reaching": subject.reaching,
        "heap": len(subject.errors),
        "checks": (checks := [(number, kind.name, line) for line, kind, number in subject.lines()]),
        "looked_at": {kind for _, kind, _ in checks},
        "kinds": [kind.name for kind in GoalKind],
        "leaks": [(site, one.number) for site, one in subject.leaks()],
        "checked": bool(subject.computed),
        "errors": len(subject.errors),
        "computed": [kind.name for kind in subject.computed],
        "numbers": {kind.name: number for number, kind in enumerate(GoalKind)},
    }


def _called(subject: Instrumented) -> Iterator[tuple[int, int]]:
    """Of each violation whether it may make others, and the number of its function."""
    functions: dict[str, int] = {}
    for one in subject.errors:
        yield int(one.asserts), functions.setdefault(one.function, len(functions))


def literals(subject: Instrumented) -> list[int]:
    """Numbers of the program that may be worth trying, as patterns of 64 bits."""
    chosen = sorted(subject.literals, key=lambda value: (value in (0, 1), value))[:_MOST_LITERALS]
    return [value & _MASK for value in chosen]


def layout(site: Site) -> dict[str, int]:
    """What the rules of the runtime need to know of a site."""
    call = int(site.kind is SiteKind.CALL)
    match site.type:
        case IntType(bits=bits, signed=signed):
            return {"bits": bits, "signed": int(signed), "floating": 0, "call": call}
        case FloatType():
            return {"bits": 64, "signed": 1, "floating": 1, "call": call}


def signed(value: int) -> int:
    """The number that 64 bits stand for with a sign."""
    return value - (1 << 64) if value >> 63 else value
