#!/usr/bin/env python3
"""Random array programs whose answers are known by construction, each in a safe and an unsafe version.

    benchmarks/random_families.py FOLDER [--count 1000] [--seed 1] [--check]

A program fills an input array `a` and then runs loops over `b` and `c`: maps, guards, strides, pairs, mirrors, shifts,
updates in place, writes at a place that is an input, sums, extremes, counts, searches that end early. Beside each loop
the generator keeps the strongest postcondition: the value of every cell as an expression over its index. The property
says that, or something that follows from it. The unsafe version has one bug that certainly shows for some input: a loop
misses its first or last cell, or computes something else at one place or for one input.

`--check` compiles every program with gcc at a small size and runs it with random inputs: no safe one may fail, and
every unsafe one has to. Ledgers have some of these programs (`ledger.py record --random`).
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from msgspec import Struct

INDEX = "@"
"""Stands for the index in the form of a cell."""

ERROR = "/* reaching this is the error */"

SMALL, TRIALS = 6, 20_000
"""Size and number of runs of a program that is checked natively."""

_FRAME = """\
// VERDICT: {label}. {why}
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error() {{ {error} }}
void __VERIFIER_assert(int cond) {{ if (!cond) {{ reach_error(); }} }}
#ifndef N
#define N 100000
#endif
int a[N], b[N], c[N];
int main(void) {{
{body}
  return 0;
}}
"""

_NATIVE = """\
#include <stdlib.h>
#include <setjmp.h>
static jmp_buf begin; static int failed; static unsigned long long state = 88172645463325252ULL;
static int any(void) { state ^= state << 13; state ^= state >> 7; state ^= state << 17; return (int)(state >> 33); }
static int low, high; /* between which all inputs of a run are */
int __VERIFIER_nondet_int(void) { return low + any() % (high - low + 1); }
void stop(void) { longjmp(begin, 1); }
void reached(void) { failed++; longjmp(begin, 1); }
extern int program(void);
int main(void) {
  for (volatile int run = 0; run < TRIALS && !failed; run++) {
    low = -(any() % 7), high = 3 + any() % 7;
    if (!setjmp(begin))
      program();
  }
  return failed ? 1 : 0;
}
"""


class Cells(Struct, frozen=True):
    """The contents of an array: each cell as a C expression over its index, and the range of its values."""

    form: str
    low: int
    high: int

    def at(self, index: str) -> str:
        """The value of the cell at an index."""
        return self.form.replace(INDEX, f"({index})")

    @property
    def is_input(self) -> bool:
        return self.form == "a[@]"


class Random(Struct, frozen=True):
    """One program: its name, its text, and whether no run of it violates the assertion."""

    name: str
    text: str
    safe: bool


class _Maker:
    """Makes one program, and one with a `bug`, from the same choices."""

    def __init__(self, seed: str, bug: bool) -> None:
        self.chance = random.Random(seed)
        self.bug = bug
        self.lines: list[str] = []
        self.size = self.chance.choice(("n", "n", "N"))
        self.cells: dict[str, Cells] = {}
        self.why = ""
        self.places = 0

    # ------------------------------------------------------------------------------------------------------- texts

    def say(self, text: str) -> None:
        self.lines += [f"  {line}" for line in text.splitlines()]

    def loop(self, body: str, low: str = "0", high: str = "", step: str = "i++") -> None:
        """One loop; some go down, some are `while` loops, where nothing depends on the order."""
        end = high or self.size
        match self.chance.randrange(4 if step == "i++" else 1):
            case 3:
                self.say(f"for (int i = {end} - 1; i >= {low}; i--) {{\n  {body}\n}}")
            case 2:
                self.say(f"{{\n  int i = {low};\n  while (i < {end}) {{\n    {body}\n    i++;\n  }}\n}}")
            case _:
                self.say(f"for (int i = {low}; i < {end}; {step}) {{\n  {body}\n}}")

    def place(self) -> str:
        """A variable that holds an arbitrary index."""
        self.places += 1
        name = f"k{self.places}"
        self.say(f"int {name} = __VERIFIER_nondet_int();\nif ({name} < 0 || {name} >= {self.size}) abort();")
        return name

    # ------------------------------------------------------------------------------------------------------- loops

    def input(self) -> None:
        """`a` holds inputs within limits, or values computed from the index."""
        if self.size == "n":
            self.say("int n = __VERIFIER_nondet_int();\nif (n < 2 || n > N) abort();")
        if self.chance.random() < 0.25:
            factor, added = self.chance.randint(1, 4), self.chance.randint(-5, 5)
            self.say(f"for (int i = 0; i < {self.size}; i++) {{\n  a[i] = {factor} * i + {added};\n}}")
            self.cells["a"] = Cells(f"({factor} * @ + ({added}))", added, factor * 100_000 + added)
            return
        low, high = -self.chance.randint(0, 6), self.chance.randint(3, 9)
        read = f"int x = __VERIFIER_nondet_int();\n    if (x < {low} || x > {high}) abort();\n    a[i] = x;"
        self.say(f"for (int i = 0; i < {self.size}; i++) {{\n    {read}\n}}")
        self.cells["a"] = Cells("a[@]", low, high)

    def computed(self, source: str) -> tuple[str, Cells]:
        """A value computed from the cell of another array: the expression in the program, and its closed form."""
        cells, number = self.cells[source], self.chance.randint(1, 5)
        match self.chance.choice(("scaled", "greatest", "chosen", "constant", "index", "copied", "mixed")):
            case "scaled":
                factor = self.chance.choice((1, 2, 3, -1))
                ends = sorted((factor * cells.low, factor * cells.high))
                form = f"({factor} * {cells.form} + {number})"
                return f"{factor} * {source}[i] + {number}", Cells(form, ends[0] + number, ends[1] + number)
            case "greatest":
                form = f"({cells.form} > {number} ? {cells.form} : {number})"
                return f"{source}[i] > {number} ? {source}[i] : {number}", Cells(form, number, max(number, cells.high))
            case "chosen":
                form = f"({cells.form} < {number} ? {number} : -{number})"
                return f"{source}[i] < {number} ? {number} : -{number}", Cells(form, -number, number)
            case "constant":
                return str(number), Cells(str(number), number, number)
            case "index":
                return f"{number} * i", Cells(f"({number} * @)", 0, number * 100_000)
            case "mixed":
                form = f"({cells.form} + @ * {number})"
                return f"{source}[i] + i * {number}", Cells(form, cells.low, cells.high + 100_000 * number)
            case _:
                return f"{source}[i]", cells

    def write(self, target: str) -> None:
        """One loop that writes `target`, of which something is known behind it."""
        source = self.chance.choice([name for name in self.cells if name != target])
        kinds = ["map", "stride", "pairs", *(["in place", "at"] if target in self.cells else ["mirror", "shift"])]
        match self.chance.choice(kinds):
            case "mirror":
                before = self.cells[source]
                self.loop(f"{target}[{self.size} - 1 - i] = {source}[i];")
                self.cells[target] = replace(before, before.at(f"{self.size} - 1 - @"))
            case "shift":
                before, last = self.cells[source], self.chance.randint(-3, 3)
                self.loop(f"{target}[i] = {source}[i + 1];", high=f"{self.size} - 1")
                self.say(f"{target}[{self.size} - 1] = {last};")
                form = f"(@ == {self.size} - 1 ? {last} : {before.at('@ + 1')})"
                self.cells[target] = Cells(form, min(last, before.low), max(last, before.high))
            case "stride":
                self._stride(target, source)
            case "pairs":
                self._pairs(target, source)
            case "in place":
                before, more = self.cells[target], self.chance.randint(1, 4)
                self.loop(f"{target}[i] = {target}[i] + {more};")
                form = f"({before.form} + {more})"
                self.cells[target] = Cells(form, before.low + more, before.high + more)
            case "at":
                before, place = self.cells[target], self.place()
                value = self.chance.choice((before.low - 1, before.high + 1))
                self.say(f"{target}[{place}] = {value};")
                form = f"(@ == {place} ? {value} : {before.form})"
                self.cells[target] = Cells(form, min(value, before.low), max(value, before.high))
            case _:
                text, self.cells[target] = self.computed(source)
                self.loop(f"{target}[i] = {text};")

    def _stride(self, target: str, source: str) -> None:
        """Cells of one residue class are written, over what is in all of them."""
        step, first = self.chance.choice((2, 2, 3)), self.chance.randint(-4, 4)
        text, new = self.computed(source)
        start = self.chance.randrange(step)
        self.loop(f"{target}[i] = {first};")
        self.loop(f"{target}[i] = {text};", low=str(start), step=f"i += {step}")
        form = f"(@ % {step} == {start} ? {new.form} : {first})"
        self.cells[target] = Cells(form, min(first, new.low), max(first, new.high))

    def _pairs(self, target: str, source: str) -> None:
        """Each iteration writes two cells; of an odd number of cells the last one keeps what it had."""
        first, (even, new), (odd, other) = self.chance.randint(-4, 4), self.computed(source), self.computed(source)
        self.loop(f"{target}[i] = {first};")
        self.loop(f"{target}[2 * i] = {even};\n    {target}[2 * i + 1] = {odd};", high=f"{self.size} / 2")
        pair = f"(@ % 2 == 0 ? {new.at('@ / 2')} : {other.at('@ / 2')})"
        form = f"(@ / 2 < {self.size} / 2 ? {pair} : {first})"
        self.cells[target] = Cells(form, min(first, new.low, other.low), max(first, new.high, other.high))

    # -------------------------------------------------------------------------------------------------- properties

    def last(self, target: str) -> None:
        """The loop whose cells are asserted: the one that has the bug."""
        source = self.chance.choice([name for name in self.cells if name != target])
        text, new = self.computed(source)
        self.cells[target] = new
        bug = self.chance.choice(("first", "last", "at", "input"))
        rare = self.cells["a"]
        bug = "last" if bug == "input" and not rare.is_input else bug
        value = self.chance.randint(rare.low, rare.high) if bug == "input" else 0
        if bug in ("first", "last"):
            self.loop(f"{target}[i] = {new.high + 1};")
        low = "1" if self.bug and bug == "first" else "0"
        high = f"{self.size} - 1" if self.bug and bug == "last" else ""
        body = f"{target}[i] = {text};"
        if self.bug and bug == "input":
            body += f"\n    if (a[i] == {value})\n      {target}[i] = {target}[i] + 1;"
        if self.bug and bug == "at":
            body += f"\n    if (i == {self.place()})\n      {target}[i] = {target}[i] - 1;"
        self.loop(body, low=low, high=high)
        self.why = f"the loop over {target}: {bug}"

    def said_of_cells(self, target: str) -> None:
        """The exact value of each cell, or of one at an arbitrary place."""
        cells = self.cells[target]
        if self.chance.random() < 0.3:
            place = self.place()
            self.say(f"__VERIFIER_assert({target}[{place}] == {cells.at(place)});")
            return
        self.say(f"for (int i = 0; i < {self.size}; i++) {{\n  __VERIFIER_assert({target}[i] == {cells.at('i')});\n}}")

    def sums(self) -> None:
        """Two sums of which one follows from the other."""
        factor, added = self.chance.randint(1, 3), self.chance.randint(-3, 3)
        self.say(f"long long s = 0, t = {int(self.bug)};")
        self.loop("s += a[i];")
        self.loop(f"t += {factor} * a[i] + {added};")
        self.say(f"__VERIFIER_assert(t == {factor} * s + {added}LL * {self.size});")
        self.why = "two sums"

    def greatest(self) -> None:
        """The greatest element is not less than any; the bug leaves out the first, the last, or an arbitrary one."""
        begins, ends = "0", self.size
        least = self.cells["a"].low - 1
        self.say(f"int m = {least};")
        which = self.chance.choice(("first", "last"))
        if self.bug:
            begins, ends = ("1", self.size) if which == "first" else ("0", f"{self.size} - 1")
        if not self.cells["a"].is_input:  # rising: only the last can be missed
            begins, ends = "0", f"{self.size} - 1" if self.bug else self.size
        self.loop("if (a[i] > m)\n      m = a[i];", low=begins, high=ends)
        self.say(f"for (int i = 0; i < {self.size}; i++) {{\n  __VERIFIER_assert(m >= a[i]);\n}}")
        self.why = f"the greatest element: {which}"

    def search(self) -> None:
        """A search that ends early has found its key, and no earlier cell holds the key."""
        cells, key = self.cells["a"], self.chance.randint(0, 2)
        self.say(f"int key = {key if cells.is_input else cells.at('0')}, at = 0;")
        self.say(f"while (at < {self.size}) {{\n  if (a[at] == key)\n    break;\n  at++;\n}}")
        limit = "<=" if self.bug else "<"
        body = f"if (i {limit} at)\n    __VERIFIER_assert(a[i] != key);"
        self.say(f"for (int i = 0; i < {self.size}; i++) {{\n  {body}\n}}")
        self.why = "a search that ends early"

    def count(self) -> None:
        """How many cells pass a test, and how many do not, is all of them."""
        cells = self.cells["a"]
        limit = self.chance.randint(cells.low, cells.high) if cells.is_input else cells.low
        self.say("int passed = 0, others = 0;")
        self.loop(f"if (a[i] > {limit})\n      passed++;")
        test = f"a[i] < {limit}" if self.bug else f"!(a[i] > {limit})"
        self.loop(f"if ({test})\n      others++;")
        self.say(f"__VERIFIER_assert(passed + others == {self.size});")
        self.why = "two counts"

    def made(self, name: str) -> Random:
        self.input()
        kind = self.chance.choice(("cells", "cells", "cells", "cells", "sums", "greatest", "search", "count"))
        if kind == "cells":
            for _ in range(self.chance.choice((0, 1, 1, 2))):
                self.write(self.chance.choice("bc"))
            target = self.chance.choice("bc")
            self.last(target)
            if self.chance.random() < 0.4:  # something is done to the cells behind the bug, which stays
                self._behind(target)
            self.said_of_cells(target)
        else:
            {"sums": self.sums, "greatest": self.greatest, "search": self.search, "count": self.count}[kind]()
        label = "unsafe" if self.bug else "safe"
        text = _FRAME.format(label=label, why=self.why, error=ERROR, body="\n".join(self.lines))
        return Random(f"{name}_{label}", text, not self.bug)

    def _behind(self, target: str) -> None:
        before, more = self.cells[target], self.chance.randint(1, 4)
        if self.chance.random() < 0.5:
            self.loop(f"{target}[i] = {target}[i] + {more};")
            form = f"({before.form} + {more})"
            self.cells[target] = Cells(form, before.low + more, before.high + more)
            return
        other = "c" if target == "b" else "b"
        self.loop(f"{other}[i] = {target}[i];")
        self.loop(f"{target}[i] = {other}[{self.size} - 1 - i];")
        self.cells[target] = replace(before, before.at(f"{self.size} - 1 - @"))


def replace(cells: Cells, form: str) -> Cells:
    return Cells(form, cells.low, cells.high)


def programs(seed: int, count: int) -> Iterator[Random]:
    """The programs of a seed, alternately safe and unsafe; a larger count does not change the first ones."""
    for number in range(count):
        for bug in (False, True):
            yield _Maker(f"{seed} {number}", bug).made(f"r{seed}_{number:04}")


@contextmanager
def written(count: int, seed: int = 1) -> Iterator[Path]:
    """A folder with so many programs of each verdict, which is removed again."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "random_families"
        write(folder, seed, count)
        yield folder


def write(folder: Path, seed: int, count: int) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for one in programs(seed, count):
        (folder / f"{one.name}.c").write_text(one.text, encoding="utf-8")


def fails(one: Random, folder: Path) -> bool:
    """Does the compiled program fail for some random input at a small size? The folder keeps the part of all."""
    text = one.text.replace(ERROR, "reached();").replace("int main(void)", "int program(void)")
    text = "extern void reached(void); extern void stop(void);\n" + text.replace("abort()", "stop()")
    source, native, binary = folder / "program.c", folder / "native.o", folder / "program"
    source.write_text(text, encoding="utf-8")
    if not native.exists():
        (folder / "native.c").write_text(_NATIVE, encoding="utf-8")
        subprocess.run(["gcc", "-O1", f"-DTRIALS={TRIALS}", "-c", folder / "native.c", "-o", native], check=True)
    checks = ["-w", "-fsanitize=undefined", "-fno-sanitize-recover"]
    subprocess.run(["gcc", *checks, f"-DN={SMALL}", source, native, "-o", binary], check=True)
    ran = subprocess.run([binary], capture_output=True, text=True)
    if ran.returncode not in (0, 1):
        raise ValueError(f"{one.name}: {ran.stderr}")
    return ran.returncode == 1


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--check", action="store_true", help="run each natively")
    options = parser.parse_args()
    write(options.folder, options.seed, options.count)
    mislabelled = []
    if options.check:
        with tempfile.TemporaryDirectory() as folder:
            found = programs(options.seed, options.count)
            mislabelled = [one.name for one in found if fails(one, Path(folder)) is one.safe]
    print("\n".join([f"{2 * options.count} programs", *(f"WRONG LABEL: {name}" for name in mislabelled)]))
    return 1 if mislabelled else 0


if __name__ == "__main__":
    sys.exit(main())
