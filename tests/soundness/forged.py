"""Certificates that are made to fool the checker, and what a run of the program says of them.

    python tests/soundness/forged.py [MUTANTS]

makes so many mutants of each program and of its certificate, and says how many are wrong and how many of those pass.
"""

from __future__ import annotations

import re
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import product
from pathlib import Path
from random import Random

from veriabs.annotate.proof import certificate_of, shown
from veriabs.core.copying import replace
from veriabs.core.deadline import Deadline
from veriabs.core.errors import VeriabsError
from veriabs.core.program import Program
from veriabs.core.runs import Overflow
from veriabs.core.statements import Assert, LoopId
from veriabs.frontend.program import load_program
from veriabs.frontend.task import load
from veriabs.invariants.candidates import candidates, joined
from veriabs.invariants.quantified import cell_candidates, goal_of, peeled
from veriabs.invariants.scalar.runs import Interpreter, ViolatedError
from veriabs.invariants.scalar.subject import subject_of_body
from veriabs.invariants.scalar.values import State
from veriabs.loops.flatten import assertions
from veriabs.proofcheck.certificate import Certificate, subject_of
from veriabs.proofcheck.check import check, solver_commands
from veriabs.proofcheck.terms import Term, parse, show

MOST_CANDIDATES = 60
"""Candidates of a loop that are tried."""

RUNS = 40
INDICES = range(-2, 9)
"""What quantifiers run over here."""

HEAD = "extern void __VERIFIER_assert(int);\nextern int __VERIFIER_nondet_int(void);\n"
BASES = {
    "fill": """
int main(void) {
  int a[6], i;
  for (i = 0; i < 6; i++) a[i] = i + 1;
  for (i = 0; i < 6; i++) __VERIFIER_assert(a[i] == i + 1);
}
""",
    "largest": """
int main(void) {
  int a[6], i, m;
  for (i = 0; i < 6; i++) a[i] = __VERIFIER_nondet_int();
  m = a[0];
  for (i = 0; i < 6; i++) if (a[i] > m) m = a[i];
  for (i = 0; i < 6; i++) __VERIFIER_assert(a[i] <= m);
}
""",
}
"""Safe programs of few cells, so that runs see all of them."""

Texts = Mapping[LoopId, tuple[str, ...]]


def best(program: Program, overflow: Overflow, seconds: float = 15.0) -> tuple[Certificate, str]:
    """The certificate that z3 alone finds for a program among candidates, and what is missing in it."""
    tested = peeled(program)
    about = (cell_candidates(tested, goal_of(tested, one)) for one in assertions(tested)[:3])
    tried = joined(candidates(tested, private=True), *about)
    deadline = Deadline(seconds)
    made = certificate_of(program, {loop: one[:MOST_CANDIDATES] for loop, one in tried.items()}, overflow)
    missing = ""
    for _ in range(3):
        made, missing = shown(program, made, deadline.left, 0.1)
        if not missing.startswith("the invariant"):
            break
    return made, missing


# -------------------------------------------------------------------------------------------------------------- mutants

_TEXT = (
    (r"(?<=\w) < (?=\w)", " <= "),
    (r"(?<=\w) <= (?=\w)", " < "),
    (r" == ", " != "),
    (r"\+ 1\b", "+ 2"),
    (r"= 0;", "= 1;"),
    (r"= 0;", "= -1;"),
    (r" > ", " >= "),
    (r"\+\+", " += 2"),
    (r"\b6\b", "7"),
    (r"\b6\b", "5"),
)
_FLIPPED = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "=": "<=", "+": "-", "-": "+", "and": "or", "or": "and"}


def other_text(text: str, chance: Random) -> str:
    """The program with one thing changed."""
    places = [(found, new) for old, new in _TEXT for found in re.finditer(old, text)]
    found, new = chance.choice(places)
    return text[: found.start()] + new + text[found.end() :]


def other_formulas(texts: Texts, chance: Random) -> Texts:
    """The invariants with one of them changed, dropped, or put where another one was."""
    loop = chance.choice([one for one in sorted(texts) if texts[one]])
    own, number = [*texts[loop]], chance.randrange(len(texts[loop]))
    match chance.randrange(8):
        case 0:
            del own[number]
        case 1:
            every = [one for other in texts.values() for one in other]
            own[number] = chance.choice(every)
        case 2:
            own.append(f"(not {own[number]})")
        case _:
            own[number] = show(_other(parse(own[number]), chance))
    return {**texts, loop: tuple(own)}


def _other(term: Term, chance: Random) -> Term:
    """The term with one symbol of it changed."""
    places = [path for path, leaf in _leaves(term) if leaf in _FLIPPED or leaf.isdecimal() or leaf.startswith("$")]
    return _at(term, chance.choice(places), chance) if places else term


def _leaves(term: Term, path: tuple[int, ...] = ()) -> Iterator[tuple[tuple[int, ...], str]]:
    if isinstance(term, str):
        yield path, term
        return
    for number, part in enumerate(term):
        yield from _leaves(part, (*path, number))


def _at(term: Term, path: tuple[int, ...], chance: Random) -> Term:
    if isinstance(term, str):
        if term.isdecimal():
            return str(max(0, int(term) + chance.choice((-1, 1))))
        return f"entry{term}" if term.startswith("$") else _FLIPPED[term]
    first, *rest = path
    return tuple(_at(part, tuple(rest), chance) if n == first else part for n, part in enumerate(term))


def attack(name: str, folder: Path, mutants: int) -> tuple[int, list[str]]:
    """How many mutants of a program and of its certificate are wrong, and what one solver alone shows of those.

    A certificate about another program has its hashes mended.
    """
    text, chance, solvers = HEAD + BASES[name], Random(name), solver_commands(0.3)
    program = _read(text, folder)
    certificate, missing = best(program, Overflow.WRAP)
    assert (missing, refuted(program, certificate.invariants)) == ("", "")
    wrong, accepted = 0, []
    for number in range(mutants):
        with suppress(VeriabsError):
            read, formulas = _read(other_text(text, chance) if number % 2 else text, folder), certificate.invariants
            for _ in range(chance.choice((0, 1, 2)) if number % 2 else 1):
                formulas = other_formulas(formulas, chance)
            if why := refuted(read, formulas):
                wrong += 1
                mutant = replace(certificate, subject=subject_of(read, Overflow.WRAP), invariants=formulas)
                alone = list(solvers)[number % 3 == 0]
                found = check(mutant, read, Overflow.WRAP, Deadline(10), {alone: solvers[alone]})
                accepted += [f"{alone} shows what {why} contradicts"] if found.is_accepted else []
    return wrong, accepted


def _read(text: str, folder: Path) -> Program:
    path = folder / "mutant.c"
    path.write_text(text, encoding="utf-8")
    return load_program(load(path))


# ----------------------------------------------------------------------------------------------------------------- runs


class UnseenError(Exception):
    """A run says nothing of a value."""


def refuted(program: Program, texts: Texts) -> str:
    """What a run contradicts: the assertion, or a formula; empty if no run does."""
    for assertion in assertions(program):
        if wrong := _refuted(program, assertion, {loop: tuple(map(parse, one)) for loop, one in texts.items()}):
            return wrong
    return ""


def _refuted(program: Program, assertion: Assert, formulas: Mapping[LoopId, tuple[Term, ...]]) -> str:
    subject, wrong = subject_of_body(program, assertion.number), []

    def seen(state: State, loop: LoopId, entry: dict[str, int], iteration: int) -> None:
        for formula in formulas.get(loop, ()):
            try:
                if not _value(formula, state, {**_scalars(state, entry), "iteration": iteration}):
                    wrong.append(show(formula))
            except UnseenError:
                pass

    for seed in range(RUNS):
        try:
            Interpreter(subject, Random(seed), {}, (), seen).run()
        except ViolatedError:
            return "the assertion"
    return wrong[0] if wrong else ""


def _scalars(state: State, entry: dict[str, int]) -> dict[str, int]:
    now = {f"${name}": value for name, value in state.scalars.items()}
    return now | {f"entry${name}": value for name, value in entry.items()}


def _value(term: Term, state: State, known: Mapping[str, int]) -> int:
    if isinstance(term, str):
        if term.isdecimal():
            return int(term)
        return {"true": 1, "false": 0}[term] if term in ("true", "false") else _known(known, term)
    operator, *operands = term
    assert isinstance(operator, str)
    match operator:
        case "forall" | "exists":
            return _quantified(operator, operands, state, known)
        case "select":
            return _cell(term, state, known)
        case "=>" | "and" | "or" | "ite":
            return _connective(operator, operands, state, known)
    values = [_value(one, state, known) for one in operands]
    return _computed(operator, values)


def _known(known: Mapping[str, int], name: str) -> int:
    if name not in known:
        raise UnseenError
    return known[name]


def _connective(operator: str, operands: list[Term], state: State, known: Mapping[str, int]) -> int:
    if operator == "ite":
        return _value(operands[1 if _value(operands[0], state, known) else 2], state, known)
    for position, one in enumerate(operands):
        value, last = _value(one, state, known), position == len(operands) - 1
        if operator == "=>" and not last and not value:
            return 1
        if (operator == "and" and not value) or (operator == "or" and value) or last:
            return value
    raise AssertionError


def _quantified(operator: str, operands: list[Term], state: State, known: Mapping[str, int]) -> int:
    names = [str(one[0]) for one in operands[0]]
    for chosen in product(INDICES, repeat=len(names)):
        try:
            value = _value(operands[1], state, {**known, **dict(zip(names, chosen, strict=True))})
        except UnseenError:
            if operator == "exists":
                raise
            continue
        if bool(value) == (operator == "exists"):
            return int(operator == "exists")
    if operator == "exists":
        raise UnseenError
    return 1


def _cell(term: Term, state: State, known: Mapping[str, int]) -> int:
    indices: list[int] = []
    while isinstance(term, tuple):
        indices.insert(0, _value(term[2], state, known))
        term = term[1]
    if not term.startswith("$") or tuple(indices) not in state.cells.get(term[1:], {}):
        raise UnseenError
    return state.cells[term[1:]][tuple(indices)]


def _computed(operator: str, values: list[int]) -> int:
    if re.fullmatch(r"[su]\d+", operator):
        bits, value = int(operator[1:]), values[0] % (1 << int(operator[1:]))
        return value - (1 << bits) if operator[0] == "s" and value >> (bits - 1) else value
    if operator in ("=", "distinct"):
        return int((values[0] == values[1]) == (operator == "="))
    if operator == "not":
        return int(not values[0])
    if operator == "-" and len(values) == 1:
        return -values[0]
    if operator in ("<", "<=", ">", ">="):
        left, right = values
        return int({"<": left < right, "<=": left <= right, ">": left > right, ">=": left >= right}[operator])
    if operator in ("+", "*", "-"):
        total = values[0]
        for value in values[1:]:
            total = {"+": total + value, "*": total * value, "-": total - value}[operator]
        return total
    raise UnseenError


def main(mutants: str = "120") -> None:
    for name in BASES:
        with tempfile.TemporaryDirectory() as folder:
            wrong, accepted = attack(name, Path(folder), int(mutants))
        print(f"{name}: {mutants} mutants, {wrong} wrong, {len(accepted)} of these accepted", *accepted, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
