"""The abstract program of a tracking: the program's own control flow over what is tracked."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from veriabs.core.ctree import has
from veriabs.core.queries import Query
from veriabs.core.runs import Claim, Outcome
from veriabs.core.statements import Assert, Assign, Break, Continue, Halt, Havoc, If, Loop, Stmt
from veriabs.strategies.array_refinement.spell import CNames, nondets
from veriabs.strategies.array_refinement.subject import Subject
from veriabs.strategies.array_refinement.threshold import THRESHOLD
from veriabs.strategies.array_refinement.tracking import Tracking

WRONG = "some run of the abstract program violates it"
TRACED = "any_wrong.assertion.1"
"""The name that CBMC gives the check of a program that is traced."""


def abstract_program(subject: Subject, reading: str, tracking: Tracking, purpose: str) -> Query:
    """The program that proves the assertion if nothing in it fails: no run of it is cut off."""
    body = _Body(CNames(subject, subject.view(reading), tracking), subject.limit, traced=False, whole=True)
    return _harness(body, purpose, Claim.OVER)


def traced_program(subject: Subject, reading: str, tracking: Tracking, purpose: str, depth: int) -> Query:
    """The program whose failing run is traced; runs with more than `depth` iterations of a loop are left out unless
    that is the limit of the subject."""
    body = _Body(CNames(subject, subject.view(reading), tracking), depth, traced=True, whole=depth == subject.limit)
    return _harness(body, purpose, None)


def _harness(body: _Body, purpose: str, claim: Claim | None) -> Query:
    speller = body.speller
    lines = body.lines(speller.view.body, 1)
    context = {
        "file": speller.subject.file,
        "line": speller.subject.line,
        "nondets": nondets(speller.view),
        "bits": bool(speller.view.data),
        "traced": body.traced,
        "wrong": WRONG,
        "declarations": speller.declarations(),
        "threshold": THRESHOLD,
        "body": lines,
    }
    return Query(
        purpose=purpose,
        template="array_refinement/abstract",
        context=context,
        asked=(WRONG,) if body.traced else tuple(dict.fromkeys(body.asked)),
        unwind=body.limit + 3,
        needed=Outcome.FAILURE if body.traced else Outcome.SUCCESS,
        claim=claim,
        trace=TRACED if body.traced else "",
    )


@dataclass
class _Body:
    """Prints statements; `traced` programs record the outcome of every test in `held`.

    `whole`: a loop that goes on beyond `limit` is a violation; otherwise such a run is left out.
    """

    speller: CNames
    limit: int
    traced: bool
    whole: bool
    asked: list[str] = field(default_factory=list)
    loops: int = 0

    def lines(self, body: Iterable[Stmt], depth: int, leave: str = "", proceed: str = "") -> list[str]:
        return [line for stmt in body for line in self._stmt(stmt, depth, leave, proceed)]

    def _stmt(self, stmt: Stmt, depth: int, leave: str, proceed: str) -> list[str]:
        pad = "  " * depth
        match stmt:
            case Assign(target=target, value=value):
                return [pad + line for line in self.speller.assign(target, self.speller.expr(value))]
            case Havoc(target=target):
                return [pad + line for line in self.speller.havoc(target)]
            case If():
                return self._if(stmt, depth, leave, proceed)
            case Loop():
                return [pad + line for line in self._loop(stmt)]
            case Break():
                return [pad + leave]
            case Continue():
                return [pad + proceed]
            case Halt():
                return [f"{pad}__CPROVER_assume(0);"]
            case Assert():
                return [pad + line for line in self._assert(stmt)]

    def _test(self, text: str) -> str:
        return f"(held = ({text}))" if self.traced else text

    def _if(self, stmt: If, depth: int, leave: str, proceed: str) -> list[str]:
        pad = "  " * depth
        then = self.lines(stmt.then, depth + 1, leave, proceed)
        other = self.lines(stmt.orelse, depth + 1, leave, proceed)
        if not then and not other and not self.traced:
            return []
        test = self.speller.expr(stmt.test)
        if not then and not self.traced:
            return [f"{pad}if (!({test})) {{", *other, pad + "}"]
        lines = [f"{pad}if ({self._test(test)}) {{", *then]
        return [*lines, pad + "} else {", *other, pad + "}"] if other else [*lines, pad + "}"]

    def _loop(self, loop: Loop) -> list[str]:
        self.loops += 1
        number = self.loops
        leave, proceed, itno = f"leave_{number}", f"next_{number}", f"itno_{number}"
        inner = self.lines(loop.body, 1, f"goto {leave};", f"goto {proceed};")
        inner += [f"  {proceed}:;"] if any(f"goto {proceed};" in line for line in inner) else []
        inner += self.lines(loop.update, 1, f"goto {leave};")
        if not inner and not self.traced and not has((*loop.body, *loop.update), Assert, Halt):
            return []
        lines = [
            f"/* the loop at line {loop.where.line} */",
            f"for (unsigned {itno} = 0; ; {itno}++) {{",
            f"  if (!({self._test(self.speller.expr(loop.test))})) break;",
            *(f"  {line}" for line in self._limit(loop, itno)),
            *inner,
            "}",
        ]
        return [*lines, f"{leave}:;"] if any(f"goto {leave};" in line for line in inner) else lines

    def _limit(self, loop: Loop, itno: str) -> list[str]:
        if not self.whole:
            return [f"if ({itno} == {self.limit}) __CPROVER_assume(0);"]
        if self.traced:
            return [f"if ({itno} == {self.limit}) any_wrong();"]
        text = f"the loop at line {loop.where.line} ends within {self.limit} iterations"
        return [f"if ({itno} == {self.limit}) {{", f'  __CPROVER_assert(0, "{text}");', "  __CPROVER_assume(0);", "}"]

    def _assert(self, stmt: Assert) -> list[str]:
        test = self.speller.expr(stmt.test)
        if self.traced:
            return [f"if (!{self._test(test)}) any_wrong();"]
        text = f"the assertion at line {stmt.where.line}"
        if stmt.number < 0:
            text = f"a counter of the loop at line {stmt.where.line} never gets before its start"
        self.asked.append(text)
        return [f'any_claim(({test}) != 0, "{text}");']
