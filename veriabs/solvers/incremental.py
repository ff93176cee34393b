"""Decide the checks of a program one by one, in one incremental session of a SAT solver.

CBMC asks its solver whether any check can fail. For a hundred checks this may take minutes, although each takes
milliseconds, and nothing is reported before the end. Here, CBMC writes the formula of a program in which one check is
chosen:

    __CPROVER_assert(i < n, "index");    becomes    __CPROVER_assert((i < n) || checked != 7, "index");

`main` first gives `checked` an arbitrary value. With the value 7, the formula is satisfiable if and only if check 7 can
fail. The solver keeps what it has learnt (Eén and Sörensson, "Temporal induction by incremental SAT solving", 2003).

A program may also have variables `fact_5`, which say that a fact takes part: its checks are made, and it is assumed.

    __CPROVER_assert(x < n || !fact_5, "invariant");  havoc(x);  __CPROVER_assume(x < n || !fact_5);

They get arbitrary values as well. If a check of a fact can fail, the fact is left out in all further questions. A proof
assumes only the facts in the solver's core, so the others may be left out without a new proof (Houdini with cores).
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from itertools import count
from operator import attrgetter
from pathlib import Path

import msgspec
from msgspec import Struct, field

from veriabs.core.copying import replace
from veriabs.core.runs import CheckResult, Outcome, Run
from veriabs.core.source import DataModel
from veriabs.solvers import command, output
from veriabs.solvers.answer_cache import write_whole
from veriabs.solvers.command import Version
from veriabs.solvers.process import ProcessResult
from veriabs.solvers.questions import CHECKED, FACT, Answer, Question

Call = Callable[[tuple[str, ...], float], ProcessResult]
"""Runs a command in the folder of the program, for a number of processor seconds."""

_BEGIN = "int main(void) {"
_SESSION = "veriabs.solvers.sat_session"
_CHECK = re.compile(r'__CPROVER_assert\((.*?), "((?:[^"\\\n]|\\.)*)"\);')
_FACT = re.compile(rf"^static _Bool ({FACT}\d+) = 1;$", re.MULTILINE)


class CheckedProgram(Struct, frozen=True):
    """A program for CBMC in the file `source`, with the command and options of CBMC.

    - `facts`: the variable of the fact of a check, by the check's description, if it has one.
    - `refuted`: descriptions of checks that fail if all facts take part.
    """

    source: Path
    cbmc: tuple[str, ...]
    version: Version
    data_model: DataModel
    unwind: int | None
    facts: Mapping[str, str]
    refuted: Collection[str]

    def decide(self, call: Call, seconds: float) -> tuple[Decisions, float]:
        """The decisions about the checks, and the processor seconds that are left; none if CBMC fails."""
        text = self.source.read_text(encoding="utf-8")
        ends = (self.source.suffix, ".cnf", ".json")
        changed, formula, asked = (self.source.with_name(f"one_by_one{end}") for end in ends)
        write_whole(changed, with_variables(text))
        shared = (Path(changed.name), self.version, self.data_model)
        listed = call((*self.cbmc, *command.listing(*shared)), seconds)
        written = call((*self.cbmc, *command.formula(*shared, self.unwind, Path(formula.name))), seconds)
        found = Decisions(numbered_checks(text, output.listed_checks(listed.stdout)), self.facts)
        left = seconds - listed.processor_seconds - written.processor_seconds
        is_understood = found.checks and {*self.facts.values()} <= {*_FACT.findall(text)}
        if not is_understood or left <= 0 or not output.wrote_formula(written):
            return found, left
        found.refuted.update(number for number, one in found.checks.items() if one.description in self.refuted)
        write_whole(asked, msgspec.json.encode(found.question()).decode())
        answered = call((sys.executable, "-m", _SESSION, formula.name, asked.name), left)
        found.learn(answered.stdout)
        return found, left - answered.processor_seconds

    def without_refuted(self, found: Decisions) -> Path:
        """The program that leaves the refuted facts out, in another file."""
        changed = self.source.with_name(f"rest{self.source.suffix}")
        refuted = {*self.facts.values()} - found.not_refuted()
        write_whole(changed, without_facts(self.source.read_text(encoding="utf-8"), refuted))
        return changed


class Decisions(Struct):
    """What is known about the checks of a program, by number.

    - `facts`: as in `CheckedProgram`. `refuted`: checks that can fail.
    - `proofs`: the proofs of a check, each with the facts that it assumes.
    """

    checks: dict[int, CheckResult]
    facts: Mapping[str, str]
    refuted: set[int] = field(default_factory=set)
    proofs: dict[int, list[frozenset[str]]] = field(default_factory=dict)

    def fact(self, number: int) -> str | None:
        """The variable of the fact of a check."""
        return self.facts.get(self.checks[number].description)

    def question(self) -> Question:
        """The question to a session about all checks."""
        numbered = [(number, _number(self.fact(number))) for number in self.checks]
        return Question(numbered, sorted({fact for number, fact in numbered if number in self.refuted and fact}))

    def learn(self, printed: str) -> None:
        """Add the answers of a session, which may end within a line."""
        for line in printed.splitlines(keepends=True):
            if line.endswith("\n"):
                answer = msgspec.json.decode(line, type=Answer)
                self._add(answer.check, answer.status, frozenset(f"{FACT}{number}" for number in answer.relies))

    def take(self, run: Run) -> None:
        """Add the answers of CBMC about the program without refuted facts, if it was asked about nothing else."""
        numbers = {check.name: number for number, check in self.checks.items()}
        facts, is_decided = self.not_refuted(), run.outcome in (Outcome.SUCCESS, Outcome.FAILURE)
        if is_decided and all(check.name in numbers for check in run.checks):
            for check in run.checks:
                self._add(numbers[check.name], check.status, facts)

    def _add(self, number: int, status: str, relies: frozenset[str]) -> None:
        if status == "FAILURE":
            self.refuted.add(number)
        elif status == "SUCCESS":
            self.proofs.setdefault(number, []).append(relies)

    def not_refuted(self) -> frozenset[str]:
        """The facts of which no check is refuted."""
        return frozenset(self.facts.values()).difference(filter(None, map(self.fact, self.refuted)))

    def undecided(self) -> dict[int, CheckResult]:
        """The checks of other facts that are neither refuted nor proved."""
        able = self.not_refuted()
        return {
            number: check
            for number, check in self.checks.items()
            if number not in self.refuted and number not in self.proofs and self.fact(number) in {None, *able}
        }

    def proved_facts(self) -> frozenset[str]:
        """The largest set of facts each of whose checks has a proof that assumes only facts of the set.

        By induction over the steps of a run, none of them is the first to fail.
        """
        facts, before = self.not_refuted(), None
        while facts != before:
            before = facts
            facts = facts.difference(
                name for number in self.checks if (name := self.fact(number)) and not self._is_proved(number, before)
            )
        return facts

    def _is_proved(self, number: int, facts: frozenset[str]) -> bool:
        return any(relies <= facts for relies in self.proofs.get(number, ()))

    def run(self, whole: Run, asked: Iterable[str]) -> Run:
        """The run with these checks, a failure if any is not proved; the `whole` one if none is decided."""
        facts = self.proved_facts()
        able = (number for number in self.checks if self.fact(number) in {None, *facts})
        proved = {number for number in able if self._is_proved(number, facts)}
        is_complete = {*asked} <= {check.description for check in self.checks.values()}
        if not is_complete or not (proved or self.refuted):
            return whole
        status = dict.fromkeys(self.refuted, "FAILURE") | dict.fromkeys(proved, "SUCCESS")
        checks = tuple(replace(check, status=status.get(number, "UNKNOWN")) for number, check in self.checks.items())
        outcome = Outcome.SUCCESS if len(proved) == len(checks) else Outcome.FAILURE
        left_out = frozenset(self.facts.values()) - facts
        return replace(whole, outcome=outcome, checks=checks, detail="", left_out=left_out)


def _number(fact: str | None) -> int:
    return 0 if fact is None else int(fact.removeprefix(FACT))


def without_facts(text: str, names: Collection[str]) -> str:
    """The program that leaves facts out."""
    return _FACT.sub(lambda found: f"static _Bool {found[1]} = {int(found[1] not in names)};", text)


def with_variables(text: str) -> str:
    """The program in which the asked check and the facts that take part are arbitrary; the lines remain the same.

    Each variable gets its value once and before all else, so that it stands for one value on all paths. The number of
    the asked check is compared last, because a condition may call functions with checks of their own, which have to be
    reached all the same.
    """
    numbers = count(1)
    changed = _CHECK.sub(
        lambda found: f'__CPROVER_assert(({found[1]}) || {CHECKED} != {next(numbers)}, "{found[2]}");', text
    )
    chosen = "".join(f" {name} = nondet_choice();" for name in (*_FACT.findall(text), CHECKED))
    return f"unsigned nondet_choice(void); static unsigned {CHECKED}; " + changed.replace(_BEGIN, _BEGIN + chosen)


def numbered_checks(text: str, listed: Iterable[CheckResult]) -> dict[int, CheckResult]:
    """The checks of the program by the number of their variable; none if CBMC does not list exactly these.

    `listed` are CBMC's checks of the program, of which those with the same description are in the order of the text.
    """
    by_description: dict[str, list[CheckResult]] = {}
    for check in sorted(listed, key=attrgetter("line")):
        by_description.setdefault(check.description, []).append(check)
    descriptions = [match[2] for match in _CHECK.finditer(text)]
    if Counter(descriptions) != Counter({one: len(checks) for one, checks in by_description.items()}):
        return {}
    return {number: by_description[one].pop(0) for number, one in enumerate(descriptions, 1)}
