"""Search for a violation natively: run the user's program with many inputs, candidates first, then patterns and chance.

One compiled program serves all runs; each run is a process of its own, and a thousand take about a second. A violating
run counts only after `confirm` has repeated it.
"""

from __future__ import annotations

import struct
import threading
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from pathlib import Path

from msgspec import Struct, field

from veriabs.confine.sandbox import run_compiler, search_program
from veriabs.core.counterexample import Candidate, ErrorSite, InstrumentedProgram, Site, SiteKind, Values, VisitRange
from veriabs.core.evaluate import wrap
from veriabs.core.goals import GoalKind
from veriabs.core.templates import render_c
from veriabs.core.types import LLONG, ULLONG, FloatType, IntType
from veriabs.replay.build import SECONDS, compile_text, line_at, needs, runtime, unordered

MEMORY_MB = 6000
BUSY_RUNS = 6
"""Factor on the time of one run by which all runs may exceed their time: a late run on a busy machine, and the log."""

_MOST_LITERALS = 60
_MOST_SPANS = 1_000_000
_MOST_STREAM_SPANS = 5_000
"""Most spans of a function that is called in several places; a million took a second to read in every run."""
_MOST_ENTRIES = 10_000
_MOST_OFFSET = 1 << 32
_CRASHED = 2
ROWS = 3
"""Recorded iterations of a loop, in addition to the current one."""


class ViolatingRun(Struct, frozen=True):
    """A run that reached an error: number of the candidate or seed, input values, observed operands.

    `streams` are the values of functions that are called in several places, in call order. A run found by a `thorough`
    build may take long in another one.
    """

    origin: str
    number: int
    values: Values
    order: tuple[tuple[int, int], ...]
    error: int
    at: int
    operands: dict[int, int]
    streams: dict[str, tuple[VisitRange, ...]] = field(default_factory=dict)
    thorough: bool = False


class CandidateResult(Struct, frozen=True):
    """The result of one candidate's run: its violation, or whether it `ended` by itself.

    `reached` maps the site of an object to the bytes up to the last access, and to the size of the object.
    """

    error: ErrorSite | None
    ended: bool
    reached: dict[int, tuple[int, int]]


class InputSearch(Struct):
    """The compiled search program of one task; `failure` is the reason why there is none.

    - Each run receives the violations that the subject already knows, so one program serves for all of them.
    - `places` caches the line of each code offset; `passed` are accesses that violate only known goals.
    - `loops` are the recorded loops, for the template. `background`: the runs have low priority.
    - `took`: seconds of the last violating run. `thorough`: `improve` has succeeded.
    - `measures`: the runs record how far they access the objects of the entry.
    """

    subject: InstrumentedProgram
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
    measures: bool = False

    def build(self, seconds: float = SECONDS) -> bool:
        """Compile the search program within `seconds`; returns False if that fails."""
        beside = {"loops": self.loops, "rows": ROWS, "measured": self.measures}
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
        """Recompile the program with optimisation for long runs; keeps the old one if that fails."""
        before, self.thorough = self.program, True
        if before is not None and not self.build(seconds):
            self.program, self.failure = before, ""

    def run(
        self, candidates: Sequence[Candidate], seeds: int, seconds: float, each: float, left: float
    ) -> ViolatingRun | None:
        """Try the candidates and then `seeds` more inputs; `each` limits one run, `left` all, in seconds.

        Afterwards `visits` holds the visit count of each site in the first run; `slow` says that some run
        timed out.
        """
        output = self._run_plan(
            self._plan(candidates, seeds, seconds, each), min(left, seconds + BUSY_RUNS * each + 2)
        )
        try:
            return None if output is None else self._understand(output, candidates)
        except (ValueError, IndexError):  # the program may corrupt the runtime's output
            return None

    def outcomes(self, candidates: Sequence[Candidate], seconds: float, each: float) -> list[CandidateResult]:
        """Run all candidates; returns the outcome of each one that was run in time."""
        output = self._run_plan(self._plan(candidates, 0, seconds, each, every=True), seconds + BUSY_RUNS * each + 2)
        found: list[CandidateResult] = []
        try:
            for words in map(str.split, (output or "").splitlines()):
                match words:
                    case ["outcome", _, reached, error, place, ended]:
                        number = self._violation_number(int(error), int(place)) if reached == "1" else None
                        violated = None if number is None else self.subject.errors[number]
                        found.append(CandidateResult(violated, reached == "0" and ended == "1", {}))
                    case ["entry", site, value]:
                        found[-1].reached.setdefault(int(site), (int(value) >> 32, int(value) % (1 << 32)))
                    case _:
                        pass
        except (ValueError, IndexError):
            return found[:-1]
        return found

    def _run_plan(self, plan: bytes, most: float) -> str | None:
        """Execute a plan; returns the output, or None if it was cut."""
        if self.program is None:
            return None
        (place := self.folder / "plan").write_bytes(plan)
        finished = search_program(
            self.program,
            self.subject.task.data_model,
            place,
            seconds=most,
            memory_mb=MEMORY_MB,
            stop=self.stop,
            background=self.background,
        )
        return None if finished.cut else finished.stdout

    def _violation_number(self, error: int, place: int) -> int | None:
        """Return the number of a violation; find that of an access by its place."""
        beside = error - len(self.subject.errors)
        return self._violation_of_access(place, beside) if beside >= 0 else error

    def _plan(
        self, candidates: Sequence[Candidate], seeds: int, seconds: float, each: float, *, every: bool = False
    ) -> bytes:
        """The 64-bit words that the launcher reads; `native/search.c` defines them."""
        # one more than needed, so that no array is empty
        sizes = (len(self.subject.sites) + 1, len(self.subject.seen) + 1, _MOST_SPANS, _MOST_ENTRIES)
        milliseconds = (int(seconds * 1000), max(1, int(each * 1000)))
        words = [self.seed, self.seed + seeds, *milliseconds, *sizes, len(candidates), ULLONG.highest, every]
        known, passed = sorted(self.subject.known), sorted(self.passed)
        return packed_plan(words, candidates, (len(known), *known, len(passed), *passed))

    def _understand(self, text: str, candidates: Sequence[Candidate]) -> ViolatingRun | None:
        lines = [line.split() for line in text.splitlines()]
        spans: dict[int, list[VisitRange]] = {}
        operands: dict[int, int] = {}
        order: list[tuple[int, int]] = []
        error: int | None = 0
        origin, which, at, complete = "", 0, 0, False
        for words in lines:
            match words:
                case ["visits", site, count] if int(site) < len(self.subject.sites):
                    self.visits[int(site)] = int(count)
                case ["tried", seed, stopped, *_]:
                    self.seed, self.slow = int(seed), self.slow or int(stopped) > 0
                case ["candidate", number]:
                    origin, which = candidates[int(number)].origin, int(number)
                case ["seed", number]:
                    origin, which, self.seed = "native runs", int(number), int(number) + 1
                case ["error", number, place]:
                    error = self._violation_number(int(number), int(place))
                    at = 0 if int(number) >= len(self.subject.errors) else int(place)
                case ["operand", number, value]:
                    operands[int(number)] = signed(int(value))
                case ["span", site, first, count, start, step]:
                    spans.setdefault(int(site), []).append(VisitRange(int(first), int(count), int(start), int(step)))
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
        return ViolatingRun(origin, which, values, tuple(order), error, at, operands, streams, self.thorough)

    def _violation_of_access(self, offset: int, how: int) -> int | None:
        """The check that an access violates, by the offset of its code from `veriabs_main`.

        `how` is 0 for an access outside its object, 1 for one to a dead object, 2 for a crash, which may be far
        outside. If all candidates are known, the run skips this access from then on.
        """
        if offset not in self.places:
            self.places[offset] = self._line_behind(offset)
        line = self.places[offset]
        about = GoalKind.POINTER if how else GoalKind.BOUNDS
        here = {number for at, kind, number in self.subject.lines() if kind is about and at == line}
        candidates = (one.number for one in self.subject.checks if how < _CRASHED or one.refuted_only)
        found = next((number for number in candidates if number in here - self.subject.known), None)
        if found is None and offset < _MOST_OFFSET:
            self.passed.add(4 * offset + how)
        return found

    def _line_behind(self, offset: int) -> int:
        assert self.program is not None
        listed = run_compiler(("nm", str(self.program)), seconds=SECONDS, reads=[self.program]).stdout
        start = next(int(line.split()[0], 16) for line in listed.splitlines() if line.endswith(" veriabs_main"))
        place = (start + offset - 1 + (1 << 31)) % (1 << 32) - (1 << 31)
        return line_at(self.program, hex(place % (1 << 32)))

    def _exist(self, sites: Set[int], errors: Set[int]) -> bool:
        """Whether the numbers are valid; a run that writes out of bounds may have corrupted the results."""
        return all(site < len(self.subject.sites) for site in sites) and all(
            0 <= number < len(self.subject.errors) for number in errors
        )


def _streams(sites: Sequence[Site]) -> dict[int, int]:
    """The calls of functions that are called in several places; their streams are numbered after the sites."""
    names = [site.name for site in sites if site.kind is SiteKind.CALL]
    numbers = {name: number for number, name in enumerate(_repeated(names), len(sites) + 1)}
    return {site.number: numbers[site.name] for site in sites if site.kind is SiteKind.CALL and site.name in numbers}


def _repeated(names: Sequence[str]) -> list[str]:
    return [name for name, count in Counter(names).items() if count > 1]


def packed_plan(words: list[int], candidates: Sequence[Candidate], common: Sequence[int] = ()) -> bytes:
    """The plan in the format of `native/search.c`: header, data common to all runs, candidates."""
    words += [len(common), *common]
    for candidate in candidates:
        given = _words(candidate)
        words += [len(given), *given]
    return struct.pack(f"<{len(words) + 1}Q", len(words), *(word & ULLONG.highest for word in words))


def _words(candidate: Candidate) -> list[int]:
    """The words of a candidate: its sites, each with its spans and a terminating empty span."""
    words = [len(candidate.values)]
    for site, spans in candidate.values.items():
        words += [site, len(spans) + 1]
        for span in spans:
            words += [span.first, span.count, span.start, span.step]
        words += [0, 0, 0, 0]
    return words


def _context(subject: InstrumentedProgram) -> dict[str, object]:
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


def _called(subject: InstrumentedProgram) -> Iterator[tuple[int, int]]:
    """For each violation, whether it contains others, and the number of its function."""
    functions: dict[str, int] = {}
    for one in subject.errors:
        yield int(one.asserts), functions.setdefault(one.function, len(functions))


def literals(subject: InstrumentedProgram) -> list[int]:
    """Constants of the program that may be worth trying, as 64-bit patterns."""
    chosen = sorted(subject.literals, key=lambda value: (value in (0, 1), value))[:_MOST_LITERALS]
    return [wrap(value, ULLONG) for value in chosen]


def layout(site: Site) -> dict[str, int]:
    """The properties of a site that the runtime needs."""
    call = int(site.kind is SiteKind.CALL)
    match site.type:
        case IntType(bits=bits, signed=signed):
            return {"bits": bits, "signed": int(signed), "floating": 0, "call": call}
        case FloatType():
            return {"bits": 64, "signed": 1, "floating": 1, "call": call}


def signed(value: int) -> int:
    """The signed number of a 64-bit pattern."""
    return wrap(value, LLONG)
