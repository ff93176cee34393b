"""The results of an attack on closed forms: counts by family, and their table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Answer:
    """The prover's answer; `verdict` is TRUE, UNKNOWN, rejected (unsupported C), late or error."""

    verdict: str
    relies: bool
    reason: str
    seconds: float


@dataclass
class Tally:
    """The results for one family; `idle` counts proved programs of which no native run ended."""

    asked: int = 0
    words: Counter[str] = field(default_factory=Counter)
    relies: int = 0
    wrong: int = 0
    runs: int = 0
    idle: int = 0
    bounded: int = 0
    seconds: float = 0.0

    def note(self, answer: Answer) -> None:
        self.asked += 1
        self.words[answer.verdict] += 1
        self.relies += answer.relies
        self.seconds += answer.seconds


@dataclass
class Result:
    """The results of one batch; `wrong` and `errors` are (why, program)."""

    tallies: dict[str, Tally] = field(default_factory=dict)
    wrong: list[tuple[str, str]] = field(default_factory=list)
    errors: list[tuple[str, str]] = field(default_factory=list)
    reasons: Counter[str] = field(default_factory=Counter)

    def tally(self, family: str) -> Tally:
        return self.tallies.setdefault(family, Tally())

    def plain(self) -> dict[str, object]:
        """For JSON."""
        tallies = {name: {**vars(tally), "words": dict(tally.words)} for name, tally in self.tallies.items()}
        return {"tallies": tallies, "wrong": self.wrong, "errors": self.errors, "reasons": dict(self.reasons)}


def shape(reason: str) -> str:
    """A reason without its numbers, so that equal ones are counted together."""
    return " ".join("#" if any(c.isdigit() for c in word) else word for word in reason.split()[:14])[:100]


_SUMS = ("asked", "relies", "wrong", "runs", "idle", "bounded", "seconds")


def merged(done: dict[int, dict]) -> dict[str, Tally]:  # type: ignore[type-arg]
    """The tallies of all batches by family."""
    whole: dict[str, Tally] = {}
    for found in done.values():
        for family, plain in found["tallies"].items():
            tally = whole.setdefault(family, Tally())
            for name in _SUMS:
                setattr(tally, name, getattr(tally, name) + plain[name])
            tally.words += Counter(plain["words"])
    return whole


def summary(done: dict[int, dict]) -> str:  # type: ignore[type-arg]
    tallies = merged(done).values()
    counts = [sum(get(tally) for tally in tallies) for get in _COUNTS]
    return "{} programs, {} TRUE ({} rely on no overflow), {} wrong".format(*counts)


_COUNTS: tuple[Callable[[Tally], int], ...] = (
    lambda tally: tally.asked,
    lambda tally: tally.words["TRUE"],
    lambda tally: tally.relies,
    lambda tally: tally.wrong,
)


def table(done: dict[int, dict]) -> str:  # type: ignore[type-arg]
    """The table that the run is for."""
    heads = ("programs", "TRUE", "relying", "wrong", "late", "rejected", "errors", "runs", "idle", "CBMC", "s each")
    lines = [f"{'family':<16}" + "".join(f"{head:>10}" for head in heads)]
    whole = merged(done)
    whole["all"] = Tally()
    for name, tally in sorted(whole.items(), key=lambda item: (item[0] == "all", item[0])):
        if name != "all":
            _add(whole["all"], tally)
        words = tally.words
        said = [words[word] for word in ("late", "rejected", "error")]
        each = f"{tally.seconds / max(1, tally.asked):.2f}"
        cells = (
            tally.asked,
            words["TRUE"],
            tally.relies,
            tally.wrong,
            *said,
            tally.runs,
            tally.idle,
            tally.bounded,
            each,
        )
        lines.append(f"{name:<16}" + "".join(f"{cell:>10}" for cell in cells))
    reasons: Counter[str] = Counter()
    for found in done.values():
        reasons += Counter(found["reasons"])
    lines += ["", "why not:"] + [f"  {count:>6}  {reason}" for reason, count in reasons.most_common(25)]
    errors = Counter(why.strip().splitlines()[-1][:110] for found in done.values() for why, _ in found["errors"])
    lines += ["", "internal errors:"] + [f"  {count:>6}  {error}" for error, count in errors.most_common(10)]
    return "\n".join(lines)


def _add(whole: Tally, tally: Tally) -> None:
    for name in _SUMS:
        setattr(whole, name, getattr(whole, name) + getattr(tally, name))
    whole.words += tally.words
