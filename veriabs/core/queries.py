"""Requests of strategies (a program for CBMC or a calculation), and their results."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from enum import Enum

from msgspec import Struct, field, structs

from veriabs.core.conditions import VerdictCondition
from veriabs.core.expressions import Expr
from veriabs.core.loop_model import Lemma
from veriabs.core.runs import Approximation, Outcome, Run
from veriabs.core.statements import CheckId, LoopId


class TraceRole(Enum):
    """The part of the user's program that a trace variable of a generated program represents."""

    COLUMN = "the iteration of a slot, counted from 1"
    INPUT = "the value of an input in the iteration of a slot"
    CONTENT = "the first content of the cell of a slot"
    INDEX = "the index of an accessed cell"
    INDEXED = "the first content of the cell with the index of the same number and slot"
    SCALAR = "the value of a scalar"


class TraceVariable(Struct, frozen=True):
    """A variable in the trace of a failed run; `name` is a scalar or array, `number` a loop, input site or index, by
    `kind`."""

    kind: TraceRole
    name: str = ""
    number: int = 0
    slot: int = 0


class Query(Struct, frozen=True):
    """One generated program for CBMC, and the result that the strategy needs.

    - `purpose`: its name in reports. `template` and `context`: the Jinja2 template and its values.
    - `needed`: the outcome that the proof requires. `asked`: descriptions of checks that must be among the results.
    - `claim`: how errors of the generated program relate to those of the user's; None for a side condition.
    - `arrays`: the program writes unbounded arrays, which slow CBMC's built-in solver down.
    - `solo_seconds`: processor seconds for which the first solver runs alone, if its usual time is known.
    - `restarts`: the second solver is the first one with other settings, since that solver usually decides.
    - `memory`: CBMC also checks every access and division. `accesses`: the program's own checks prove every access of
      the user's program in bounds.
    - `ids`: the subject of each check, by its description, where a strategy needs it.
    - `facts`: the variable of the fact of a check, by its description, if the fact can be left out.
    - `trace`: one check (`main.assertion.1`) to decide alone, so that `Run.raw` contains its trace. `traced`: the trace
      variables, by their name without a number suffix.
    - `conditions`: assumptions of the proof about runs of the user's program.
    """

    purpose: str
    template: str
    context: dict[str, object]
    asked: tuple[str, ...]
    unwind: int
    needed: Outcome = Outcome.SUCCESS
    claim: Approximation | None = None
    arrays: bool = False
    solo_seconds: float = 0.0
    restarts: bool = False
    k: int | None = None
    memory: bool = False
    accesses: bool = False
    trace: str = ""
    traced: Mapping[str, TraceVariable] = field(default_factory=dict)
    ids: Mapping[str, CheckId] = field(default_factory=dict)
    facts: Mapping[str, str] = field(default_factory=dict)
    conditions: tuple[VerdictCondition, ...] = ()

    def without_facts(self, names: Collection[str]) -> Query:
        """The query that leaves facts out, by their variables; the numbers of the others do not change."""
        facts = self.context.get("facts")
        if not names or not isinstance(facts, dict):
            return self
        context = {**self.context, "facts": {name: int(name not in names) for name in facts}}
        return structs.replace(self, context=context)


class Calculation(Struct, frozen=True):
    """One computation in Python, run in its own process, and the result that the strategy needs.

    - `purpose`: its name in reports. `module`: is run with the pickled `payload` (see `veriabs.solvers.calculation`).
    - `asked`: descriptions of the checks that must be among the results. `needed`, `claim`, `memory`, `conditions`: as
      in `Query`.
    - `up_to_overflow`: the proof covers runs only up to the first signed overflow.
    """

    purpose: str
    module: str
    payload: object
    asked: tuple[str, ...]
    needed: Outcome = Outcome.SUCCESS
    claim: Approximation | None = None
    memory: bool = False
    up_to_overflow: bool = False
    conditions: tuple[VerdictCondition, ...] = ()


Request = Query | Calculation


class CheckedQuery(Struct, frozen=True):
    """A request and the run that decided it."""

    request: Request
    run: Run

    def failed_obligations(self) -> tuple[str, ...]:
        """Descriptions of the checks that did not pass, except those of candidate invariants."""
        ids = self.request.ids if isinstance(self.request, Query) else {}
        return tuple(text for text in self.run.failed() if text not in ids or not ids[text].kind.of_candidate)

    def takes_part(self, text: str) -> bool:
        """Whether the fact of a check, by its description, was not left out."""
        return not isinstance(self.request, Query) or self.request.facts.get(text) not in self.run.left_out

    @property
    def may_be_real(self) -> bool:
        """Whether the program fails and the failure may be a violation of the user's program."""
        claimed = isinstance(self.request, Query) and self.request.claim in (Approximation.EXACT, Approximation.UNDER)
        return claimed and self.run.outcome is Outcome.FAILURE


class ProvedFacts(Struct, frozen=True):
    """Facts already proved of a program.

    `invariants` map a loop to facts over scalars, their values at its entry (`entry_x`) and the iteration `itno`.
    `proofs` prove them and the `lemmas`; a proof that uses the facts has to contain these proofs.
    """

    invariants: Mapping[LoopId, tuple[Expr, ...]] = field(default_factory=dict)
    proofs: tuple[CheckedQuery, ...] = ()
    lemmas: tuple[Lemma, ...] = ()
