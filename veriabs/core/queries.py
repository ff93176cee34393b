"""What a strategy asks to be run, and what came of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from veriabs.core.expressions import Expr
from veriabs.core.loop_model import Lemma
from veriabs.core.runs import Claim, Outcome, Run
from veriabs.core.statements import CheckId, LoopId


@dataclass(frozen=True, slots=True)
class Query:
    """One generated program and what its run has to say.

    `needed` is the outcome that the strategy's proof rests on; `asked` are the checks that must be among the results.
    `claim` relates the errors of the generated program to the user's, None for a side condition. `arrays` says whether
    it uses unbounded arrays that are written, which the built-in solver is slow with; `memory` asks CBMC to check every
    access and division as well; `accesses` says that its own checks prove every access of the user's program in bounds.
    `ids` says of each check, by its description, what it is about, where somebody wants to know.
    `trace` names one check (`main.assertion.1`) to be decided alone, so that `Run.raw` has its trace.
    """

    purpose: str
    template: str
    context: dict[str, object]
    asked: tuple[str, ...]
    unwind: int
    needed: Outcome = Outcome.SUCCESS
    claim: Claim | None = None
    arrays: bool = False
    k: int | None = None
    memory: bool = False
    accesses: bool = False
    trace: str = ""
    ids: Mapping[str, CheckId] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Calculation:
    """One computation in Python, made in a process of its own, and what it has to say.

    `module` is run with `payload` (see `veriabs.solvers.calculation`); the other fields are as in `Query`. `relies`
    says that what it proves holds up to the first signed overflow only.
    """

    purpose: str
    module: str
    payload: object
    asked: tuple[str, ...]
    needed: Outcome = Outcome.SUCCESS
    claim: Claim | None = None
    memory: bool = False
    relies: bool = False


Request = Query | Calculation


@dataclass(frozen=True, slots=True)
class CheckedQuery:
    """One request and the run that decided it."""

    request: Request
    run: Run

    def needs_that_failed(self) -> tuple[str, ...]:
        """Descriptions of the checks that did not pass, but for those of candidate invariants."""
        ids = self.request.ids if isinstance(self.request, Query) else {}
        return tuple(text for text in self.run.failed() if text not in ids or not ids[text].kind.of_candidate)


@dataclass(frozen=True, slots=True)
class ProvedFacts:
    """What is proved of a program already.

    `invariants` are by their loop, over the program's scalars, starts (`entry_x`) and the iteration
    `itno`; `proofs` are the pieces that prove them and `lemmas`, and part of each proof that uses them.
    """

    invariants: Mapping[LoopId, tuple[Expr, ...]] = field(default_factory=dict)
    proofs: tuple[CheckedQuery, ...] = ()
    lemmas: tuple[Lemma, ...] = ()
