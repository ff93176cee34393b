"""Random programs for the laboratory of slices: functions, pointers, records, jumps, recursion, early ends.

All names at file level begin with `P_`, so that several versions of many programs fit into one file. `lab_input(s)` is
an input, `lab_seen(s, ...)` an observation; the rest of the runtime is in `slicing_lab`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

GLOBALS = ("P_g0", "P_g1", "P_g2", "P_g3")
ARRAYS = ("P_a0", "P_a1")
HEAD = """\
# 1 "<system>"
extern int lab_input(int site);
extern void lab_seen(int site, int x, int y, int z);
# 5 "program.c"
extern void abort(void);
extern void reach_error(void);
struct P_S { int f; int h[4]; int *q; };
int P_g0 = 1, P_g1, P_g2 = 5, P_g3;
int P_a0[4], P_a1[4] = {3, 1, 2};
struct P_S P_s0, P_s1;
int *P_p0 = &P_g0;
void P_check(int cond) { if (!cond) { reach_error(); } }
void P_assume(int cond) { if (!cond) abort(); }
void P_fail(void) { P_g3 = 9; reach_error(); }
"""


@dataclass
class Scope:
    """The names visible at a place: integers, pointers, and whether jumps out of a loop are possible.

    `lasting` are the variables that live as long as the function runs.
    """

    numbers: list[str]
    pointers: list[str]
    loop: bool = False
    switch: bool = False
    depth: int = 0
    lasting: tuple[str, ...] = ()

    def inner(self, **changes: bool) -> Scope:
        made = Scope(list(self.numbers), list(self.pointers), self.loop, self.switch, self.depth + 1, self.lasting)
        for name, value in changes.items():
            setattr(made, name, value)
        return made


@dataclass
class Generator:
    """One program; `asserts` gives assertions in place of observations."""

    random: Random
    asserts: bool = False
    lines: list[str] = field(default_factory=list)
    functions: list[str] = field(default_factory=list)
    plain: list[str] = field(default_factory=list)
    count: int = 0
    seen: int = 0

    def program(self) -> str:
        self.lines = HEAD.rstrip().split("\n")
        for number in range(self.random.randint(0, 4)):
            self._function(number)
        if len(self.plain) >= 2:
            self.lines.append(f"int (*P_t[2])(int, int) = {{{self.plain[0]}, {self.plain[-1]}}};")
        self.lines.append("int main(void)")
        self.lines.append("{")
        scope = Scope([*GLOBALS], ["P_p0"])
        self._locals(scope)
        self._block(scope, self.random.randint(4, 10))
        self._observe(scope)
        self.lines += ["return 0;", "}"]
        return "\n".join(self.lines) + "\n"

    def chance(self, percent: int) -> bool:
        return self.random.randrange(100) < percent

    def fresh(self, prefix: str) -> str:
        self.count += 1
        return f"{prefix}{self.count}"

    def _function(self, number: int) -> None:
        name = f"P_f{number}"
        recursive, pointed = self.chance(25), self.chance(40)
        third = ", int *r" if pointed else ""
        kind = "int" if self.chance(75) else "void"
        static = "static " if self.chance(30) else ""
        self.lines += [f"{static}{kind} {name}(int a, int b{third})", "{"]
        scope = Scope([*GLOBALS, "a", "b"], ["P_p0", *(["r"] if pointed else [])])
        self._locals(scope)
        if recursive:
            self.lines.append(f"if (b <= 0 || b > 3) return{' a' if kind == 'int' else ''};")
        self._block(scope, self.random.randint(1, 6))
        if recursive:
            given = ", r" if pointed else ""
            stored = f"{self._target(scope)} = " if kind == "int" and self.chance(70) else ""
            self.lines.append(f"{stored}{name}({self.number(scope)}, b - 1{given});")
            self._block(scope, self.random.randint(0, 3))
        if kind == "int":
            self.lines.append(f"return {self.number(scope)};")
        self.lines.append("}")
        self.functions.append(f"{kind} {name}{' r' if pointed else ''}")
        if kind == "int" and not pointed:
            self.plain.append(name)

    def _locals(self, scope: Scope) -> None:
        for _ in range(self.random.randint(1, 4)):
            name = self.fresh("x")
            static = "static int" if self.chance(10) else "int"
            value = self.random.randint(0, 5) if "static" in static else self.number(scope)
            self.lines.append(f"{static} {name} = {value};")
            scope.numbers.append(name)
            scope.lasting += (name,)
        if self.chance(50):
            name = self.fresh("p")
            self.lines.append(f"int *{name} = {self.address(scope)};")
            scope.pointers.append(name)

    # ----------------------------------------------------------------------------------------------------- expressions

    def number(self, scope: Scope, depth: int = 0) -> str:
        pick = self.random.randrange(14 if depth < 2 else 7)
        match pick:
            case 0 | 1:
                return str(self.random.randint(0, 6))
            case 2 | 3 | 4:
                return self.random.choice(scope.numbers)
            case 5:
                return f"{self.random.choice(ARRAYS)}[{self.index(scope, depth)}]"
            case 6:
                return self.random.choice((f"*{self.random.choice(scope.pointers)}", self._member(scope, depth)))
            case 7 | 8 | 9:
                operator = self.random.choice(("+", "-", "*", "^", "&"))
                return f"({self.number(scope, depth + 1)} {operator} {self.number(scope, depth + 1)})"
            case 10:
                return self.test(scope, depth + 1)
            case 11:
                test = self.test(scope, depth + 1)
                return f"({test} ? {self.number(scope, depth + 1)} : {self.number(scope, depth + 1)})"
            case 12:
                return f"(({self.number(scope, depth + 1)}) & 7)"
            case _:
                return self._value_call(scope, depth) or str(self.random.randint(0, 3))

    def index(self, scope: Scope, depth: int) -> str:
        return str(self.random.randrange(4)) if self.chance(50) else f"({self.number(scope, depth + 1)}) & 3"

    def _member(self, scope: Scope, depth: int) -> str:
        name = self.random.choice(("P_s0", "P_s1"))
        return f"{name}.f" if self.chance(50) else f"{name}.h[{self.index(scope, depth)}]"

    def test(self, scope: Scope, depth: int = 0) -> str:
        operator = self.random.choice(("<", ">", "==", "!=", "<=", ">="))
        made = f"({self.number(scope, depth + 1)} {operator} {self.number(scope, depth + 1)})"
        if self.chance(15):
            joined = self.random.choice(("&&", "||"))
            other = self.test(scope, depth + 1) if depth < 2 else "1"
            made = f"({made} {joined} {other})"
        return made

    def condition(self, scope: Scope) -> str:
        """A test, now and then with an effect."""
        made = self.test(scope)
        return f"{made} && ({self._target(scope)} = {self.number(scope, 2)})" if self.chance(8) else made

    def address(self, scope: Scope) -> str:
        choices = ["&P_g0", "&P_g1", "&P_s0.f", f"&P_a0[{self.random.randrange(4)}]", "P_a1", "&P_s1.h[1]"]
        choices += [f"&{name}" for name in scope.lasting]
        return self.random.choice(choices + scope.pointers)

    def _target(self, scope: Scope) -> str:
        match self.random.randrange(10):
            case 0 | 1:
                return f"{self.random.choice(ARRAYS)}[{self.index(scope, 2)}]"
            case 2:
                return f"*{self.random.choice(scope.pointers)}"
            case 3:
                return self._member(scope, 2)
            case _:
                return self.random.choice([name for name in scope.numbers if name[0] not in "bi"])

    def _call(self, scope: Scope, wanted: str) -> str | None:
        known = [function for function in self.functions if function.startswith(wanted)]
        if not known:
            return None
        parts = self.random.choice(known).split()
        given = f", {self.address(scope)}" if parts[-1] == "r" else ""
        return f"{parts[1]}({self.number(scope, 2)}, {self.number(scope, 2)}{given})"

    def _global_address(self) -> str:
        return self.random.choice(("&P_g0", "&P_g2", "&P_s0.f", "&P_a0[2]", "P_a1", "P_p0"))

    def _value_call(self, scope: Scope, depth: int) -> str | None:
        if len(self.plain) >= 2 and depth < 2 and self.chance(20) and "P_t" in "".join(self.lines[-400:]):
            return f"P_t[({self.number(scope, 2)}) & 1]({self.number(scope, 2)}, {self.number(scope, 2)})"
        return self._call(scope, "int")

    # ------------------------------------------------------------------------------------------------------ statements

    def _block(self, scope: Scope, length: int) -> None:
        for _ in range(length):
            self._statement(scope)

    def _statement(self, scope: Scope) -> None:
        kinds = [self._assign] * 9 + [self._input] * 2 + [self._pointer, self._call_statement, self._record]
        kinds += [self._declare, self._observe, self._end, self._comma]
        if scope.depth < 3:
            kinds += [self._if] * 4 + [self._while, self._for, self._for, self._do, self._switch]
            kinds += [self._goto, self._back]
        if scope.loop:
            kinds += [self._leave] * 2
        self.random.choice(kinds)(scope)

    def _assign(self, scope: Scope) -> None:
        target = self._target(scope)
        match self.random.randrange(8):
            case 0:
                self.lines.append(f"{target} += {self.number(scope)};")
            case 1:
                self.lines.append(f"({target})++;")
            case _:
                self.lines.append(f"{target} = {self.number(scope)};")

    def _input(self, scope: Scope) -> None:
        self.lines.append(f"{self._target(scope)} = lab_input({self._site()});")

    def _site(self) -> int:
        self.count += 1
        return self.count

    def _pointer(self, scope: Scope) -> None:
        local = [name for name in scope.pointers if name != "P_p0"]
        if local and self.chance(70):
            self.lines.append(f"{self.random.choice(local)} = {self.address(scope)};")
        elif self.chance(50):
            self.lines.append(f"P_p0 = {self._global_address()};")
        else:
            self.lines.append(f"P_s0.q = {self._global_address()};")
            self.lines.append(f"if (P_s1.q) *P_s1.q = {self.number(scope)};")

    def _record(self, scope: Scope) -> None:
        one, other = self.random.choice((("P_s0", "P_s1"), ("P_s1", "P_s0")))
        self.lines.append(f"{one} = {other};")

    def _declare(self, scope: Scope) -> None:
        name = self.fresh("x")
        self.lines.append(f"int {name} = {self.number(scope)};")
        scope.numbers.append(name)

    def _comma(self, scope: Scope) -> None:
        one, other = self._target(scope), self._target(scope)
        self.lines.append(f"{one} = {self.number(scope, 2)}, {other} = {self.number(scope, 2)};")

    def _call_statement(self, scope: Scope) -> None:
        kind = self.random.choice(("int", "void"))
        made = self._call(scope, kind)
        if made is not None:
            stored = f"{self._target(scope)} = " if kind == "int" and self.chance(60) else ""
            self.lines.append(f"{stored}{made};")

    def _observe(self, scope: Scope) -> None:
        self.seen += 1
        if not self.asserts:
            given = ", ".join(self.number(scope, 1) for _ in range(3))
            self.lines.append(f"lab_seen({self.seen}, {given});")
            return
        test = f"(({self.number(scope)}) & 15) != {self.random.randrange(16)}"
        match self.random.randrange(5):
            case 0:
                self.lines.append(f"if (!({test})) reach_error();")
            case 1:
                self.lines.append(f"if (!({test})) P_fail();")
            case _:
                self.lines.append(f"P_check({test});")

    def _end(self, scope: Scope) -> None:
        match self.random.randrange(6):
            case 0:
                self.lines.append(f"if (({self.number(scope)}) == 3) abort();")
            case 1:
                self.lines.append(f"P_assume(({self.number(scope)}) != 2);")
            case 2 if "P_f" not in self.lines[-1]:
                self.lines.append(f"if ({self.test(scope)} && ({self.number(scope)}) == 1) abort();")
            case _:
                self._assign(scope)

    def _nested(self, scope: Scope, **changes: bool) -> None:
        self.lines.append("{")
        self._block(scope.inner(**changes), self.random.randint(1, 4))
        self.lines.append("}")

    def _if(self, scope: Scope) -> None:
        self.lines.append(f"if ({self.condition(scope)})")
        self._nested(scope)
        if self.chance(40):
            self.lines.append("else")
            self._nested(scope)

    def _while(self, scope: Scope) -> None:
        bounded = f"{self._fuel(scope)}-- > 0 && {self.test(scope, 2)}"
        self.lines.append(f"while ({bounded if self.chance(92) else self.condition(scope)})")
        self._nested(scope, loop=True, switch=False)

    def _for(self, scope: Scope) -> None:
        counter = self.fresh("i")
        inner = scope.inner()
        inner.numbers.append(counter)
        self.lines.append(f"for (int {counter} = 0; {counter} < {self.random.randint(1, 4)}; {counter}++)")
        self._nested(inner, loop=True, switch=False)

    def _fuel(self, scope: Scope) -> str:
        """A counter that nothing else changes: most loops have to end, so that something is observed behind them."""
        counter = self.fresh("i")
        self.lines.append(f"int {counter} = {self.random.randint(0, 4)};")
        scope.numbers.append(counter)
        return counter

    def _do(self, scope: Scope) -> None:
        counter = self._fuel(scope)
        self.lines.append("do")
        self._nested(scope, loop=True, switch=False)
        self.lines.append(f"while ({counter}-- > 0 && {self.test(scope)});")

    def _switch(self, scope: Scope) -> None:
        self.lines += [f"switch (({self.number(scope)}) & 3)", "{"]
        for value in range(self.random.randint(1, 3)):
            self.lines.append(f"case {value}:")
            self._nested(scope, switch=True)
            if self.chance(60):
                self.lines.append("break;")
        if self.chance(60):
            self.lines.append("default:")
            self._nested(scope, switch=True)
        self.lines.append("}")

    def _goto(self, scope: Scope) -> None:
        """A jump over some statements."""
        label = self.fresh("L")
        self.lines.append(f"if ({self.test(scope)}) goto {label};")
        self.lines.append("{")
        self._block(scope.inner(), self.random.randint(1, 3))
        self.lines.append("}")
        self.lines.append(f"{label}: ;")

    def _back(self, scope: Scope) -> None:
        """A jump back."""
        label, counter = self.fresh("L"), self._fuel(scope)
        self.lines.append(f"{label}: ;")
        self.lines.append("{")
        self._block(scope.inner(), self.random.randint(1, 3))
        self.lines.append("}")
        self.lines.append(f"if ({counter}-- > 0 && {self.test(scope)}) goto {label};")

    def _leave(self, scope: Scope) -> None:
        word = "continue;" if not scope.switch and self.chance(40) else "break;"
        if self.chance(80):
            self.lines.append(f"if ({self.test(scope)}) {word}")
        else:
            self.lines.append(word)


def generate(seed: int, *, asserts: bool) -> str:
    """The program of a seed."""
    return Generator(Random(seed), asserts).program()
