"""Certificates that are forged to mislead the checker, judged by runs of the program.

    python tests/soundness/forged.py [MUTANTS [SEED [NAME...]]]

makes so many mutants of each program and of its certificate, and says how many are wrong and how many of those pass.
With 270 there are 1,000 wrong ones of all seven together.
"""

from __future__ import annotations

import re
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from random import Random

from veriabs.annotate.loop_solutions import solved_loops
from veriabs.annotate.proof import HASTY, certificate_of, without_unproved
from veriabs.annotate.warm_solver import ready
from veriabs.core.copying import replace
from veriabs.core.deadline import Deadline
from veriabs.core.errors import VeriabsError
from veriabs.core.program import Program
from veriabs.core.runs import Overflow
from veriabs.core.statements import Assert, LoopId
from veriabs.frontend.program import load_program
from veriabs.frontend.task import load
from veriabs.invariants.candidates import candidates, merge
from veriabs.invariants.quantified import cell_candidates, goal_of, peeled
from veriabs.invariants.scalar.runs import Interpreter, ViolatedError
from veriabs.invariants.scalar.subject import subject_of_body
from veriabs.invariants.scalar.values import SampleState
from veriabs.loops.flatten import assertions
from veriabs.proofcheck.certificate import Certificate, subject_of
from veriabs.proofcheck.check import check, solver_commands
from veriabs.proofcheck.definitions import Definition, DefinitionLemma, Theory, Variables
from veriabs.proofcheck.terms import SmtTerm, parse, show

MOST_CANDIDATES = 60
"""Candidates of a loop that are tried."""

RUNS = 40
INDICES = range(-2, 9)
"""What quantifiers run over here."""
MOST_STEPS = 50
"""Of a function that is computed."""

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

AGGREGATES = {
    "total": """
int main(void) {
  int a[6], i;
  long long one = 0, two = 0;
  for (i = 0; i < 6; i++) a[i] = __VERIFIER_nondet_int();
  for (i = 0; i < 6; i++) one += a[i];
  for (i = 0; i < 6; i++) two = two + a[i];
  __VERIFIER_assert(one == two);
}
""",
    "grid": """
int main(void) {
  int g[6][6], i, j;
  for (i = 0; i < 6; i++)
    for (j = 0; j < 6; j++) g[i][j] = i + 2 * j;
  for (i = 0; i < 6; i++)
    for (j = 0; j < 6; j++) __VERIFIER_assert(g[i][j] == i + 2 * j);
}
""",
    "smallest": """
int main(void) {
  int a[6], i, m;
  for (i = 0; i < 6; i++) a[i] = __VERIFIER_nondet_int();
  m = a[0];
  for (i = 1; i < 6; i++) if (a[i] < m) m = a[i];
  for (i = 0; i < 6; i++) a[i] = a[i] > m;
  for (i = 0; i < 6; i++) __VERIFIER_assert(a[i] >= 0 && a[i] + 1 > 0);
}
""",
    "search": """
int main(void) {
  int a[6], i, j, x = __VERIFIER_nondet_int();
  for (i = 0; i < 6; i++) a[i] = __VERIFIER_nondet_int();
  for (i = 0; i < 6; i++) if (a[i] == x) break;
  for (j = 0; j < i; j++) __VERIFIER_assert(a[j] != x);
}
""",
    "counted": """
int main(void) {
  int a[6], i, n = 0;
  for (i = 0; i < 6; i++) a[i] = __VERIFIER_nondet_int();
  for (i = 0; i < 6; i++) if (a[i] > 0) n++;
  __VERIFIER_assert(n >= 0 && n <= 6);
}
""",
}
"""The same, whose certificates are made of closed forms."""

Texts = Mapping[LoopId, tuple[str, ...]]


def best(program: Program, overflow: Overflow, seconds: float = 15.0) -> tuple[Certificate, str]:
    """The certificate that z3 alone finds for a program among candidates, and its missing part."""
    tested = peeled(program)
    about = (cell_candidates(tested, goal_of(tested, one)) for one in assertions(tested)[:3])
    tried = merge(candidates(tested, private=True), *about)
    deadline = Deadline(seconds)
    made = certificate_of(program, {loop: one[:MOST_CANDIDATES] for loop, one in tried.items()}, overflow, {})
    missing = ""
    with ready() as solver:
        for _ in range(3):
            made, missing = without_unproved(program, made, solver, deadline.left, HASTY)
            if not missing.startswith("the invariant"):
                break
    return made, missing


def solved(program: Program, overflow: Overflow) -> tuple[Certificate, str]:
    """The certificate from closed forms, and its missing part."""
    made = certificate_of(program, {}, overflow, solved_loops(peeled(program), overflow))
    with ready() as solver:
        return without_unproved(program, made, solver, Deadline(60.0).left)


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


def other_theory(theory: Theory, chance: Random) -> Theory:
    """The functions and lemmas with one symbol changed, a lemma dropped, or two functions exchanged."""
    functions, lemmas = [*theory.functions], [*theory.lemmas]
    place = chance.randrange(len(functions))
    match chance.randrange(5):
        case 0 if lemmas:
            del lemmas[chance.randrange(len(lemmas))]
        case 1 | 2 if lemmas:
            number = chance.randrange(len(lemmas))
            lemmas[number] = replace(lemmas[number], holds=show(_other(parse(lemmas[number].holds), chance)))
        case 3:
            functions[place] = replace(functions[place], first=show(_other(parse(functions[place].first), chance)))
        case _:
            functions[place] = replace(functions[place], next=show(_other(parse(functions[place].next), chance)))
    return Theory(tuple(functions), tuple(lemmas))


def _other(term: SmtTerm, chance: Random) -> SmtTerm:
    """The term with one symbol of it changed."""
    places = [path for path, leaf in _leaves(term) if leaf in _FLIPPED or leaf.isdecimal() or leaf.startswith("$")]
    return _at(term, chance.choice(places), chance) if places else term


def _leaves(term: SmtTerm, path: tuple[int, ...] = ()) -> Iterator[tuple[tuple[int, ...], str]]:
    if isinstance(term, str):
        yield path, term
        return
    for number, part in enumerate(term):
        yield from _leaves(part, (*path, number))


def _at(term: SmtTerm, path: tuple[int, ...], chance: Random) -> SmtTerm:
    if isinstance(term, str):
        if term.isdecimal():
            return str(max(0, int(term) + chance.choice((-1, 1))))
        return f"entry{term}" if term.startswith("$") else _FLIPPED[term]
    first, *rest = path
    return tuple(_at(part, tuple(rest), chance) if n == first else part for n, part in enumerate(term))


def attack(name: str, folder: Path, mutants: int, seed: str = "") -> Iterator[str]:
    """For each wrong mutant of a program and its certificate, an error if one solver alone accepts it, else "".

    A certificate about another program has its hashes mended.
    """
    text, chance, solvers = HEAD + (BASES | AGGREGATES)[name], Random(name + seed), solver_commands(0.3)
    program = _read(text, folder)
    certificate, missing = (best if name in BASES else solved)(program, Overflow.WRAP)
    assert (missing, refuted(program, certificate)) == ("", "")
    for number in range(mutants):
        with suppress(VeriabsError):
            read = _read(other_text(text, chance) if number % 2 else text, folder)
            mutant = replace(certificate, subject=subject_of(read, Overflow.WRAP))
            for _ in range(chance.choice((0, 1, 2)) if number % 2 else 1):
                mutant = other_certificate(mutant, chance)
            if why := refuted(read, mutant):
                alone = list(solvers)[number % 3 == 0]
                found = check(mutant, read, Overflow.WRAP, Deadline(10), {alone: solvers[alone]})
                yield f"{alone} shows what {why} contradicts" if found.is_accepted else ""


def other_certificate(certificate: Certificate, chance: Random) -> Certificate:
    """The certificate with one change in its formulas."""
    if certificate.theory.functions and chance.randrange(3) == 0:
        return replace(certificate, theory=other_theory(certificate.theory, chance))
    return replace(certificate, invariants=other_formulas(certificate.invariants, chance))


def _read(text: str, folder: Path) -> Program:
    path = folder / "mutant.c"
    path.write_text(text, encoding="utf-8")
    return load_program(load(path))


# ----------------------------------------------------------------------------------------------------------------- runs


class UnseenError(Exception):
    """A run does not determine a value."""


def refuted(program: Program, certificate: Certificate) -> str:
    """The refuted formula: a run violates it or the assertion, or numbers refute the lemma; empty if there is none."""
    theory = {one.name: Function.of(one) for one in certificate.theory.functions}
    for lemma in certificate.theory.lemmas:
        if _fails(lemma, theory):
            return lemma.holds
    texts = {loop: tuple(map(parse, one)) for loop, one in certificate.invariants.items()}
    for assertion in assertions(program):
        if wrong := _refuted(program, assertion, texts, theory):
            return wrong
    return ""


def _refuted(
    program: Program, assertion: Assert, formulas: Mapping[LoopId, tuple[SmtTerm, ...]], theory: Mapping[str, Function]
) -> str:
    subject, wrong = subject_of_body(program, assertion.number), []

    def seen(state: SampleState, loop: LoopId, entry: dict[str, int], iteration: int) -> None:
        for formula in formulas.get(loop, ()):
            try:
                if not _value(formula, state, {**theory, **_scalars(state, entry), "iteration": iteration}):
                    wrong.append(show(formula))
            except UnseenError:
                pass

    for seed in range(RUNS):
        try:
            Interpreter(subject, Random(seed), {}, (), seen).run()
        except ViolatedError:
            return "the assertion"
        if wrong:
            return wrong[0]
    return ""


def _scalars(state: SampleState, entry: dict[str, int]) -> dict[str, int]:
    now = {f"${name}": value for name, value in state.scalars.items()}
    return now | {f"entry${name}": value for name, value in entry.items()}


# ------------------------------------------------------------------------------------------------- lemmas and functions

NOWHERE = SampleState({}, {}, {}, lambda element, at: 0)
"""What a definition or a lemma is asked in: it speaks of no program."""


@dataclass(frozen=True)
class Function:
    """A definition, to be computed."""

    parameters: Variables
    first: SmtTerm
    following: SmtTerm

    @classmethod
    def of(cls, one: Definition) -> Function:
        return cls(one.parameters, parse(one.first), parse(one.next))


@dataclass(frozen=True)
class Cells:
    """A periodic array, so that a few cells determine all of them."""

    values: tuple[int, ...]

    def __call__(self, indices: tuple[int, ...]) -> int:
        return self.values[sum(place * index for place, index in enumerate(indices, 1)) % len(self.values)]


Known = Mapping[str, "int | Function | Callable[[tuple[int, ...]], int]"]


def _fails(lemma: DefinitionLemma, theory: Mapping[str, Function]) -> bool:
    """Is there a counterexample among some small values?"""
    for seed in range(RUNS):
        chance = Random(seed)
        drawn: dict[str, int | Cells] = {
            name: Cells(tuple(chance.randrange(-3, 12) for _ in range(5))) if dimensions else chance.randrange(-1, 6)
            for name, (_, dimensions) in lemma.variables
        }
        with suppress(UnseenError):
            if not _value(parse(lemma.holds), NOWHERE, {**theory, **drawn}):
                return True
    return False


def _applied(one: Function, operands: list[SmtTerm], state: SampleState, known: Known) -> int:
    functions: dict[str, int | Function | Callable[[tuple[int, ...]], int]] = {
        name: value for name, value in known.items() if isinstance(value, Function)
    }
    for (name, (_, dimensions)), operand in zip(one.parameters, operands, strict=True):
        functions[name] = _array(operand, state, known) if dimensions else _value(operand, state, known)
    counter = one.parameters[0][0]
    steps = functions[counter]
    assert isinstance(steps, int)
    if steps > MOST_STEPS:
        raise UnseenError
    value = _value(one.first, NOWHERE, functions)
    for step in range(1, steps + 1):
        value = _value(one.following, NOWHERE, {**functions, counter: step, "before": value})
    return value


def _array(term: SmtTerm, state: SampleState, known: Known) -> Callable[[tuple[int, ...]], int]:
    if not isinstance(term, str):
        raise UnseenError
    found = known.get(term)
    if found is not None and not isinstance(found, int | Function):
        return found
    cells = state.cells.get(term[1:], {}) if term.startswith("$") else {}

    def cell(indices: tuple[int, ...]) -> int:
        if indices not in cells:
            raise UnseenError
        return cells[indices]

    return cell


def _value(term: SmtTerm, state: SampleState, known: Known) -> int:
    if isinstance(term, str):
        if term.isdecimal():
            return int(term)
        return {"true": 1, "false": 0}[term] if term in ("true", "false") else _known(known, term)
    operator, *operands = term
    assert isinstance(operator, str)
    if isinstance(one := known.get(operator), Function):
        return _applied(one, operands, state, known)
    match operator:
        case "forall" | "exists":
            return _quantified(operator, operands, state, known)
        case "select":
            return _cell(term, state, known)
        case "=>" | "and" | "or" | "ite":
            return _connective(operator, operands, state, known)
    values = [_value(one, state, known) for one in operands]
    return _computed(operator, values)


def _known(known: Known, name: str) -> int:
    found = known.get(name)
    if not isinstance(found, int):
        raise UnseenError
    return found


def _connective(operator: str, operands: list[SmtTerm], state: SampleState, known: Known) -> int:
    if operator == "ite":
        return _value(operands[1 if _value(operands[0], state, known) else 2], state, known)
    for position, one in enumerate(operands):
        value, last = _value(one, state, known), position == len(operands) - 1
        if operator == "=>" and not last and not value:
            return 1
        if (operator == "and" and not value) or (operator == "or" and value) or last:
            return value
    raise AssertionError


def _quantified(operator: str, operands: list[SmtTerm], state: SampleState, known: Known) -> int:
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


def _cell(term: SmtTerm, state: SampleState, known: Known) -> int:
    indices: list[int] = []
    while isinstance(term, tuple):
        indices.insert(0, _value(term[2], state, known))
        term = term[1]
    return _array(term, state, known)(tuple(indices))


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


def main(mutants: str = "120", seed: str = "", *names: str) -> None:
    for name in names or (*BASES, *AGGREGATES):
        with tempfile.TemporaryDirectory() as folder:
            wrong = list(attack(name, Path(folder), int(mutants), seed))
        accepted = list(filter(None, wrong))
        print(f"{name}: {mutants} mutants, {len(wrong)} wrong, {len(accepted)} accepted", *accepted, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
