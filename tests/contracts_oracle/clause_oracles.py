"""Evaluate contracts by four tools on the same inputs: Frama-C's E-ACSL, CBMC, `validation.clauses`, the front end.

Each returns for every event, which is a function, an input and a clause, whether the clause holds: `True`, `False`, or
`None` if the reader does not decide it.
"""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from clause_generator import ACSL, CELLS, CPROVER, GLOBALS, HEAD, Clause, Function, Tree, printed
from msgspec import Struct
from msgspec.structs import replace

from veriabs.core.errors import UnsupportedError
from veriabs.core.source import Entry, Where
from veriabs.frontend.entry import enter
from veriabs.frontend.preprocess import preprocess
from veriabs.frontend.task import load
from veriabs.solvers.driver import Cbmc
from veriabs.validation.clauses import RESULT, ClauseLanguage, translate_clause

FRAMA_C = Path("/usr/share/frama-c/e-acsl")
"""The run-time library of E-ACSL."""

REQUIRES = -1
"""In place of a clause: all that is required together, as the generated `main` asks for it."""

_LINES = re.MULTILINE

Event = tuple[int, int, int]
Values = dict[Event, bool | None]

RECORDER = """\
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>
#include <e_acsl.h>
static int function, input;
int oracle_begins(int at, int number) {
  int status;
  fflush(stdout);
  if (fork() == 0) { function = at; input = number; return 1; }
  if (wait(&status) > 0 && status != 0) printf("%d %d 0 0 crash\\n", at, number);
  return 0;
}
void oracle_ends(void) { fflush(stdout); _exit(0); }
void eacsl_runtime_assert(int holds, eacsl_assert_data_t *data) {
  printf("%d %d %d %d %s\\n", function, input, data->line, holds, data->kind);
}
"""
_STUBS = """\
#include <setjmp.h>
#include <stdio.h>
#include <string.h>
static jmp_buf oracle_back;
static int oracle_at, oracle_number;
static _Alignas(16) char oracle_object[4096];
static void oracle_says(int line, int holds) { printf("%d %d %d %d\\n", oracle_at, oracle_number, line, holds); }
static void oracle_abort(void) { oracle_says(-1, 0); longjmp(oracle_back, 1); }
static void *oracle_malloc(unsigned long size) { return size > sizeof oracle_object ? 0 : oracle_object; }
#define abort oracle_abort
#define malloc oracle_malloc
#define __VERIFIER_assert(holds) oracle_says(__LINE__, (holds) != 0)
"""


class Written(Struct, frozen=True):
    """A file with contracts, and the line of each clause of each function."""

    text: str
    lines: dict[tuple[int, int], int]


def _literal(value: int | float) -> str:
    if isinstance(value, float):
        return repr(value)
    if value < -(1 << 62):
        return f"(-{-value - 1}LL - 1)"
    return f"(-{-value - 1} - 1)" if value < 0 else f"{value}{'UL' if value >= 1 << 31 else ''}"


def _assigned(values: dict[str, int | float]) -> Iterator[str]:
    """Assignments to globals, and to the objects that pointers are passed to."""
    for name, value in values.items():
        if name in GLOBALS or name == "gd" or name.startswith("old_"):
            yield f"{name} = {_literal(value)};"
        elif "[" in name or "->" in name:
            yield f"object_{name} = {_literal(value)};"


def _arguments(function: Function, values: dict[str, int | float]) -> str:
    return ", ".join(
        f"object_{n}" if t.endswith("*") else f"({t}){_literal(values[n])}" for t, n in function.parameters
    )


OBJECTS = f"""\
int object_a[{CELLS}], old_a[{CELLS}], old_g;
struct S object_p_cell, old_p_cell, old_gs;
#define object_p (&object_p_cell)
#define old_p (&old_p_cell)
unsigned char old_ga[8];
double old_gd;
"""


def definition(function: Function) -> str:
    return f"{function.head()}\n{{ {function.body} }}"


def _pointers(function: Function) -> Iterator[tuple[str, str]]:
    for ctype, name in function.parameters:
        if ctype.endswith("*"):
            cells = CELLS if ctype == "int *" else 1
            yield f"\\valid({name} + (0 .. {cells - 1}))", f"__CPROVER_is_fresh({name}, {cells} * sizeof(*{name}))"


def written(functions: Sequence[Function], notation: ClauseLanguage, *, eacsl: bool = False) -> Written:
    """The file as a user writes it; for E-ACSL in words that it supports."""
    out, lines = (
        [
            *HEAD.splitlines(),
            *OBJECTS.splitlines(),
            "extern int oracle_begins(int, int);",
            "extern void oracle_ends(void);",
        ],
        dict[tuple[int, int], int](),
    )
    for at, function in enumerate(functions):
        contract = [(REQUIRES, f"requires {one[0]};") for one in _pointers(function) if not eacsl]
        if notation is ClauseLanguage.CPROVER:
            contract = [(REQUIRES, f"__CPROVER_requires({one[1]})") for one in _pointers(function)]
            contract += [(n, f"__CPROVER_{c.kind}({printed(c.tree, CPROVER)})") for n, c in enumerate(function.clauses)]
            contract = [(-2, function.head()), *contract, (-2, f"{{ {function.body} }}")]
        else:
            contract += list(_acsl(function, eacsl=eacsl))
            contract = [(-2, "/*@"), *contract, (-2, "*/"), (-2, function.head()), (-2, f"{{ {function.body} }}")]
        for number, line in contract:
            out.append(line)
            lines[at, number] = len(out)
    return Written("\n".join(out) + "\n", lines)


def _acsl(function: Function, *, eacsl: bool) -> Iterator[tuple[int, str]]:
    behavior = ""
    for number, clause in enumerate(function.clauses):
        if clause.behavior != behavior:
            behavior = clause.behavior
            yield -2, f"behavior {behavior}:"
        tree = _supported(clause.tree) if eacsl else clause.tree
        yield number, f"{clause.kind} {printed(tree, ACSL)};"
    if behavior:
        yield -3, "complete behaviors one, two;"
        yield -4, "disjoint behaviors one, two;"


def _supported(tree: Tree) -> Tree:
    """E-ACSL has no `^^`, rejects guards beside the range below `forall`, and drops them below `exists`."""
    tree = replace(tree, args=tuple(_supported(one) for one in tree.args))
    if tree.op == "^^":
        return Tree("!", (Tree("<==>", tree.args, kind="bool"),), kind="bool")
    if tree.op in ("forall", "exists"):
        guard, body = tree.args[0].args
        if guard.op == "&&" and guard.args[0].op != "<=":
            guard, body = guard.args[0], Tree("==>", (guard.args[1], body), kind="bool")
        every = tree.op == "forall"
        inside = Tree("==>", (guard, body if every else Tree("!", (body,), kind="bool")), kind="bool")
        quantifier = Tree("forall", (inside,), tree.text, "bool")
        return quantifier if every else Tree("!", (quantifier,), kind="bool")
    return tree


def _compiled(folder: Path, name: str, text: str, *more: str) -> str:
    """The output of the compiled program."""
    source, program = folder / f"{name}.c", folder / name
    source.write_text(text)
    command = ["gcc", "-w", "-O0", "-fwrapv", str(source), "-o", str(program), *more]
    made = subprocess.run(command, capture_output=True, text=True)
    assert made.returncode == 0, made.stderr[:4000]
    ran = subprocess.run([program], capture_output=True, text=True, timeout=120)
    assert ran.returncode == 0, (name, ran.returncode, ran.stderr[:2000])
    return ran.stdout


def _calls(functions: Sequence[Function], call: str) -> Iterator[str]:
    """The statements of a `main` that calls each function on each input."""
    for at, function in enumerate(functions):
        for number, values in enumerate(function.inputs):
            yield " ".join(_assigned(values))
            yield call.format(at=at, number=number, arguments=_arguments(function, values))


def by_eacsl(functions: Sequence[Function], folder: Path) -> Values:
    """Frama-C's E-ACSL, as far as its answers agree for several forms of the question.

    Version 25 computes wrongly at times: with machine integers, with GMP's, and with old values. So old values are
    once kept by the program, and then the integers are machine integers or GMP's.
    """
    first, *others = (_eacsl(functions, folder), *(_eacsl(functions, folder, way, kept=True) for way in _INTEGERS))
    return {event: holds if all(one[event] == holds for one in others) else None for event, holds in first.items()}


_INTEGERS = ("-e-acsl-no-gmp-only", "-e-acsl-gmp-only")


def _eacsl(functions: Sequence[Function], folder: Path, *options: str, kept: bool = False) -> Values:
    asked = [_keeping(one) for one in functions] if kept else functions
    file = written(asked, ClauseLanguage.ACSL, eacsl=True)
    body = "\n".join(_calls(asked, "if (oracle_begins({at}, {number})) {{ f{at}({arguments}); oracle_ends(); }}"))
    out, ignored = _instrumented(f"{file.text}int main(void) {{\n{body}\nreturn 0; }}\n", folder, options)
    (folder / "recorder.c").write_text(RECORDER)
    said = _compiled(
        folder, "eacsl_run", out, str(folder / "recorder.c"), str(FRAMA_C / "e_acsl_rtl.c"), f"-I{FRAMA_C}",
        "-DE_ACSL_SEGMENT_MMODEL", "-DE_ACSL_EXTERNAL_ASSERT", "-fno-builtin", "-std=gnu99",
        "/usr/lib/frama-c/e-acsl/libeacsl-dlmalloc.a", "-lgmp", "-lm", "-lpthread",
    )  # fmt: skip
    return _understood(said, functions, file, ignored)


def _instrumented(text: str, folder: Path, options: Sequence[str]) -> tuple[str, set[int]]:
    """The program that E-ACSL writes, and the lines that it does not support; those that make it fail are left out."""
    lines, ignored = text.splitlines(), set[int]()
    while True:
        said, out = _run_eacsl(lines, folder, options)
        if out is not None:
            found = re.findall(r"^\[(?:e-acsl|kernel:annot-error)\] eacsl\.c:(\d+): Warning:", said, _LINES)
            return out, ignored.union(map(int, found), _folded(out))
        failed = re.search(r"^\[[\w-]+\] eacsl\.c:(\d+): Failure:", said, _LINES)
        line = int(failed[1]) if failed and int(failed[1]) not in ignored else _culprit(lines, ignored, folder, options)
        ignored.add(line)
        lines[line - 1] = _left_out(lines[line - 1])


def _run_eacsl(lines: Sequence[str], folder: Path, options: Sequence[str]) -> tuple[str, str | None]:
    """The output of E-ACSL, and the program that it writes if E-ACSL succeeds and gcc accepts the program."""
    source, out = folder / "eacsl.c", folder / "eacsl_out.c"
    source.write_text("\n".join(lines) + "\n")
    command = [
        "frama-c",
        "-kernel-warn-key",
        "annot-error=active",
        "-e-acsl",
        *options,
        source.name,
        "-then-last",
        "-print",
        "-ocode",
        out.name,
    ]
    made = subprocess.run(command, capture_output=True, text=True, cwd=folder, env={**os.environ, "PWD": str(folder)})
    checked = made.returncode or subprocess.run(["gcc", "-w", "-fsyntax-only", out], capture_output=True).returncode
    return made.stdout, None if checked else out.read_text()


def _left_out(line: str) -> str:
    return re.sub(r"^(requires|ensures|assumes) .*", r"\1 \\true;", line)


def _culprit(lines: Sequence[str], ignored: set[int], folder: Path, options: Sequence[str]) -> int:
    """The first clause with which E-ACSL fails, found by bisection."""
    clauses = [n for n, line in enumerate(lines, 1) if _left_out(line) != line and n not in ignored]
    good, bad = 0, len(clauses)
    while bad - good > 1:
        middle = (good + bad) // 2
        left_out = set(clauses[middle:])
        tried = [_left_out(line) if n in left_out else line for n, line in enumerate(lines, 1)]
        good, bad = (good, middle) if _run_eacsl(tried, folder, options)[1] is None else (middle, bad)
    return clauses[bad - 1]


def _folded(instrumented: str) -> Iterator[int]:
    """The lines of quantifiers whose body E-ACSL 25 finds to be constant: it takes 0 for 1 there."""
    for match in re.finditer(r"if \([01]\) ;", instrumented):
        line = re.compile(r"\.line = (\d+);").search(instrumented, match.end())
        if line is not None:
            yield int(line[1])


def by_eva(texts: Sequence[str], inputs: Sequence[dict[str, int]], folder: Path) -> Values:
    """Frama-C's Eva, of predicates over variables with one value each; they are clauses of one function."""
    source, lines, events = folder / "eva.c", ["int x, y, g;", "int main(void) {"], dict[int, Event]()
    for number, values in enumerate(inputs):
        lines.append(" ".join(f"{name} = {value};" for name, value in values.items()))
        for clause, text in enumerate(texts):
            lines.append(f"/*@ check {text}; */")
            events[len(lines)] = 0, number, clause
    source.write_text("\n".join([*lines, "return 0; }"]))
    command = ["frama-c", "-eva", source.name, "-then", "-report"]
    environment = {**os.environ, "PWD": str(folder)}
    made = subprocess.run(command, capture_output=True, text=True, cwd=folder, env=environment)
    assert made.returncode == 0, made.stdout[-3000:]
    told = re.findall(r"^\[ +(Valid|Alarm) +\] Check .*?line (\d+)\)", made.stdout, _LINES | re.DOTALL)
    invalid = set(re.findall(r"eva\.c:(\d+): Warning: check got status invalid", made.stdout))
    found: Values = dict.fromkeys(events.values())
    for status, line in told:
        if status == "Valid" or line in invalid:
            found[events[int(line)]] = status == "Valid"
    return found


def _keeping(function: Function) -> Function:
    """The function with contracts that read old values from variables of the program."""
    clauses = tuple(replace(one, tree=_kept(one.tree, old=False)) for one in function.clauses)
    old = tuple({**one, **{_kept_name(name): value for name, value in one.items()}} for one in function.inputs)
    return replace(function, clauses=clauses, inputs=old)


def _kept(tree: Tree, *, old: bool) -> Tree:
    if tree.op == "old":
        return _kept(tree.args[0], old=True)
    text = _kept_name(tree.text) if old and tree.op == "atom" else tree.text
    return replace(tree, text=text, args=tuple(_kept(one, old=old) for one in tree.args))


def _kept_name(name: str) -> str:
    """The variable that holds an old value; parameters keep theirs."""
    known = name in GLOBALS or name == "gd" or name.startswith(("a[", "p->"))
    return f"old_{name}" if known else name


def _understood(said: str, functions: Sequence[Function], file: Written, ignored: Iterable[int]) -> Values:
    by_line: dict[Event, bool] = {}
    undefined, crashed = set[Event](), set[tuple[int, int]]()
    for line in said.splitlines():
        at, number, where, holds, kind = line.split(maxsplit=4)
        event = int(at), int(number), int(where)
        if kind == "crash":
            crashed.add(event[:2])
        elif kind == "RTE" and holds == "0":
            undefined.add(event)
        elif kind != "RTE":
            by_line[event] = by_line.get(event, True) and holds != "0"
    found: Values = {}
    seen = {line for _, _, line in by_line}
    for at, number, clause in _events(functions):
        event = at, number, file.lines[at, clause]
        group = _with_assumptions(functions[at], clause)
        decided = event not in undefined and event[2] in seen and not any(file.lines[at, n] in ignored for n in group)
        decided = decided and (event in by_line or event[:2] not in crashed)
        decided = decided and not any(_confused(functions[at].clauses[n].tree) for n in group)
        found[at, number, clause] = by_line.get(event, True) if decided else None
    return found


def _with_assumptions(function: Function, clause: int) -> list[int]:
    """A clause and the assumptions of its behavior."""
    own = function.clauses[clause].behavior
    return [
        n for n, c in enumerate(function.clauses) if n == clause or (own and c.behavior == own and c.kind == "assumes")
    ]


def _confused(tree: Tree) -> bool:
    """E-ACSL 25 compares bits of signed integers as unsigned ones, and leaves narrowing casts out."""
    return tree.op in ("cast", "~", "&", "|", "^", "-->", "<-->", "<<", ">>") or any(
        _confused(one) for one in tree.args
    )


def _events(functions: Sequence[Function]) -> Iterator[Event]:
    for at, function in enumerate(functions):
        for number in range(len(function.inputs)):
            yield from ((at, number, n) for n, c in enumerate(function.clauses) if c.kind in ("requires", "ensures"))


def _whole(function: Function, clause: Clause) -> str:
    """An ACSL clause with the assumptions of its behavior."""
    text = printed(clause.tree, ACSL)
    assumes = [printed(c.tree, ACSL) for c in function.clauses if c.behavior == clause.behavior and c.kind == "assumes"]
    if not assumes or not clause.behavior:
        return text
    condition = " && ".join(f"({one})" for one in assumes)
    return f"\\old({condition}) ==> ({text})" if clause.kind == "ensures" else f"{condition} ==> ({text})"


def by_clauses(functions: Sequence[Function], notation: ClauseLanguage, folder: Path) -> Values:
    """`veriabs.validation.clauses`, compiled with gcc."""
    out = ["#include <stdio.h>", HEAD, OBJECTS, "static int oracle_number;"]
    out += [definition(one) for one in functions]
    out += [_driver(at, function, notation) for at, function in enumerate(functions)]
    calls = "\n".join(_calls(functions, "oracle_number = {number}; drive_{at}({arguments});"))
    out.append(f"int main(void) {{\n{calls}\nreturn 0; }}")
    found: Values = dict.fromkeys(_events(functions))
    for line in _compiled(folder, f"clauses_{notation.value}", "\n".join(out)).splitlines():
        at, number, clause, holds = map(int, line.split())
        found[at, number, clause] = None if holds < 0 else holds == 1
    return found


def _driver(at: int, function: Function, notation: ClauseLanguage) -> str:
    before, requires, ensures = list[str](), list[str](), list[str]()
    for number, clause in enumerate(function.clauses):
        if clause.kind in ("requires", "ensures"):
            text = printed(clause.tree, CPROVER) if notation is ClauseLanguage.CPROVER else _whole(function, clause)
            try:
                one = translate_clause(text, notation, Where("contract.c", number + 1))
            except UnsupportedError:
                continue
            before += one.before
            says = f'printf("%d %d %d %d\\n", {at}, oracle_number, {number}, {one.expression});'
            (requires if clause.kind == "requires" else ensures).append(says)
    call = f"f{at}({', '.join(name for _, name in function.parameters)});"
    result = call if function.returns == "void" else f"{function.returns} {RESULT} = {call}"
    head = function.head().replace(f" {function.name}(", f" drive_{at}(", 1).replace(function.returns, "static void", 1)
    return "\n".join([head, "{", *requires, *before, result, *ensures, "}"])


def by_cbmc(functions: Sequence[Function], cbmc: Cbmc, folder: Path) -> Values:
    """CBMC, of clauses in its notation: each one is an assertion on each input; quantifiers may be ignored."""
    out = [HEAD, OBJECTS, *(definition(one) for one in functions)]
    for at, function in enumerate(functions):
        for number, values in enumerate(function.inputs):
            out.append(_asserting(at, number, function, values))
    calls = [
        f"check_{at}_{number}();" for at, function in enumerate(functions) for number in range(len(function.inputs))
    ]
    out.append(f"int main(void) {{ {' '.join(calls)} return 0; }}")
    source = folder / "cbmc.c"
    source.write_text("\n".join(out))
    command = [*cbmc.command, "--no-standard-checks", str(source)]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=600)
    found: Values = dict.fromkeys(_events(functions))
    ignored = set(
        map(int, re.findall(r"ignoring (?:exists|forall)$.*?\* line: (\d+)$", ran.stderr, _LINES | re.DOTALL))
    )
    told = re.findall(r"line (\d+) event (\d+) (\d+) (\d+): (SUCCESS|FAILURE)$", ran.stdout, _LINES)
    assert told, ran.stdout[-2000:]
    for line, at, number, clause, status in told:
        if int(line) not in ignored:
            found[int(at), int(number), int(clause)] = status == "SUCCESS"
    return found


def _asserting(at: int, number: int, function: Function, values: dict[str, int | float]) -> str:
    """The clauses of CBMC as assertions, with names for old values and for the result."""
    olds: list[str] = []

    def old(text: str, ctype: str) -> str:
        olds.append(f"{ctype} old_{len(olds)} = {text};")
        return f"old_{len(olds) - 1}"

    spelling = replace(CPROVER, old=old, result="result")
    asserted = [
        (clause.kind, f'__CPROVER_assert({printed(clause.tree, spelling)}, "event {at} {number} {n}");')
        for n, clause in enumerate(function.clauses)
    ]
    names = [
        f"{ctype} {name} = {one};"
        for (ctype, name), one in zip(function.parameters, _arguments(function, values).split(", "), strict=True)
    ]
    call = f"f{at}({', '.join(name for _, name in function.parameters)});"
    return "\n".join(
        [
            f"void check_{at}_{number}(void) {{",
            *_assigned(values),
            *names,
            *(text for kind, text in asserted if kind == "requires"),
            *olds,
            call if function.returns == "void" else f"{function.returns} result = {call}",
            *(text for kind, text in asserted if kind == "ensures"),
            "}",
        ]
    )


def reading(source: Path, function: str) -> str:
    """The `main` that the front end generates for a function of a file; UnsupportedError for what it refuses."""
    task = load(source, entry=Entry(function))
    text = enter(preprocess(task), task).text
    return text[text.rindex("int main(void)") :]


def by_frontend(functions: Sequence[Function], notation: ClauseLanguage, folder: Path) -> tuple[Values, list[str]]:
    """The `main` that the front end generates, compiled with gcc; and why it refused functions.

    Each function is read from a file of its own, because reading one file of all for each function takes too long.
    `main` says whether all requirements hold, and if so, whether each postcondition does. Parameters are uninitialised
    in it; they are given the values of the input, and the one object that is allocated its cells.
    """
    source = folder / f"frontend_{notation.value}.c"
    clauses: dict[tuple[int, int], int] = {}
    out, calls, refused = [_STUBS, HEAD, OBJECTS, *(definition(one) for one in functions)], list[str](), list[str]()
    for at, function in enumerate(functions):
        file = written([function], notation)
        source.write_text(file.text)
        clauses |= {(at, line): number for (_, number), line in file.lines.items()}
        try:
            main = reading(source, function.name)
        except UnsupportedError as error:
            refused.append(str(error))
            continue
        for number, values in enumerate(function.inputs):
            head = f"static int main_{at}_{number}(void)"
            out.append(_fed(main, function, values).replace("int main(void)", head, 1))
            calls.append(_entering(at, number, function, values))
    out.append(f"#undef abort\n#undef malloc\nint main(void) {{\n{chr(10).join(calls)}\nreturn 0; }}")
    said = _compiled(folder, f"read_{notation.value}", "\n".join(out))
    found: Values = {}
    for line in said.splitlines():
        at, number, where, holds = map(int, line.split())
        event = at, number, REQUIRES if where == -1 else clauses[at, where]
        found[event] = found.get(event, True) is True and holds == 1
    return found, refused


def _entering(at: int, number: int, function: Function, values: dict[str, int | float]) -> str:
    """Calls a generated `main` on an input."""
    objects = {"int *": "object_a", "struct S *": "object_p_cell"}
    copied = [
        f"memcpy(oracle_object, &{objects[t]}, sizeof {objects[t]});" for t, _ in function.parameters if t in objects
    ]
    entered = f"if (!setjmp(oracle_back)) {{ main_{at}_{number}(); oracle_says(-1, 1); }}"
    return " ".join([*_assigned(values), *copied, f"oracle_at = {at}; oracle_number = {number};", entered])


def _fed(main: str, function: Function, values: dict[str, int | float]) -> str:
    """The generated `main` with values for the parameters that it leaves uninitialised."""
    for ctype, name in function.parameters:
        if not ctype.endswith("*"):
            main, count = re.subn(
                rf"^(\s*[\w ]+\b{name});", rf"\1 = ({ctype}){_literal(values[name])};", main, count=1, flags=_LINES
            )
            assert count == 1, f"no uninitialised parameter {name} in\n{main}"
    return main


def all_required(functions: Sequence[Function], values: Values) -> Values:
    """For each input whether all that is required holds."""
    found: Values = {}
    for (at, number, clause), holds in values.items():
        if functions[at].clauses[clause].kind == "requires":
            before = found.get((at, number, REQUIRES), True)
            found[at, number, REQUIRES] = (
                False if False in (before, holds) else None if None in (before, holds) else True
            )
    return found
