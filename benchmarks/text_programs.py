"""Programs whose text grows in one way each; `SHAPES` maps the name of the way to its generator."""

from __future__ import annotations

from collections.abc import Callable

_HEAD = "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\nint a[1000], b[1000];\n"
_CHECK = "  if (x < 0) reach_error();\n  return 0;\n}\n"
_MAIN = "int main(void) {\n  int i, x = 0;\n"


def loops(count: int) -> str:
    """A `main` of that many loops."""
    one = "  for (i = 0; i < 1000; i++) a[i] = {n};\n"
    return _HEAD + _MAIN + "".join(one.format(n=n) for n in range(count)) + _CHECK


def own_arrays(count: int) -> str:
    """`count` loops, each over its own array."""
    declared = "".join(f"int a{n}[1000];\n" for n in range(count))
    loops = "".join(f"  for (i = 0; i < 1000; i++) a{n}[i] = {n};\n" for n in range(count))
    return _HEAD + declared + _MAIN + loops + _CHECK


def in_loop(count: int) -> str:
    """One loop of that many statements."""
    body = "".join(f"    b[{n % 1000}] = a[i] + {n};\n" for n in range(count))
    return _HEAD + _MAIN + "  for (i = 0; i < 1000; i++) {\n" + body + "  }\n" + _CHECK


def gotos(count: int) -> str:
    """`count` jumps, each over a statement."""
    lines = "".join(f"  if (a[{n % 1000}] > {n}) goto l{n};\n  x = {n};\n  l{n}:;\n" for n in range(count))
    return _HEAD + _MAIN + lines + _CHECK


def called_once(count: int) -> str:
    """`count` functions, each called once."""
    functions = "".join(f"int c{n}(int p) {{ return p + {n} % 7; }}\n" for n in range(count))
    return _HEAD + functions + _MAIN + "".join(f"  x = c{n}(x);\n" for n in range(count)) + _CHECK


def calls(count: int) -> str:
    """`count` calls of one function."""
    add = "int add(int p, int q) {\n  if (p > 1000) return 1000;\n  return p + q % 7;\n}\n"
    return _HEAD + add + _MAIN + "".join(f"  x = add(x, {n});\n" for n in range(count)) + _CHECK


def chain(count: int) -> str:
    """`count` functions, each of which calls the one before it."""
    text = _HEAD + "int f0(int p) { return p; }\n"
    text += "".join(f"int f{n}(int p) {{ return f{n - 1}(p); }}\n" for n in range(1, count))
    return text + _MAIN + f"  x = f{count - 1}(0);\n" + _CHECK


def uncalled(count: int) -> str:
    """`count` functions that are never called."""
    one = "int u{n}(int p) {{\n  int s = 0;\n  for (int j = 0; j < p; j++) s += a[j % 1000] * {n};\n  return s;\n}}\n"
    return _HEAD + "".join(one.format(n=n) for n in range(count)) + _MAIN + _CHECK


def statements(count: int) -> str:
    """`count` consecutive assignments."""
    return _HEAD + _MAIN + "".join(f"  b[{n % 1000}] = a[{n * 7 % 1000}] + {n};\n" for n in range(count)) + _CHECK


def scalars(count: int) -> str:
    """`count` variables, each computed from the one before it."""
    lines = ["  int v0 = x;\n", *(f"  int v{n} = v{n - 1} ^ {n};\n" for n in range(1, count))]
    return _HEAD + _MAIN + "".join(lines) + _CHECK


def conditionals(count: int) -> str:
    """`count` consecutive conditionals."""
    return _HEAD + _MAIN + "".join(f"  if (a[{n % 1000}] > {n}) x = {n};\n" for n in range(count)) + _CHECK


def assertions(count: int) -> str:
    """`count` consecutive assertions."""
    lines = (f"  if (x > {n}) reach_error();\n" for n in range(count))
    return _HEAD + _MAIN + "".join(lines) + _CHECK


def inputs(count: int) -> str:
    """`count` inputs."""
    return _HEAD + _MAIN + "".join(f"  a[{n % 1000}] = __VERIFIER_nondet_int();\n" for n in range(count)) + _CHECK


def initialiser(count: int) -> str:
    """An array with an initialiser of that many values."""
    return _HEAD + f"int t[{count}] = {{{', '.join(map(str, range(count)))}}};\n" + _MAIN + "  x = t[1];\n" + _CHECK


def globals_(count: int) -> str:
    """`count` global variables."""
    return _HEAD + "".join(f"int g{n} = {n};\n" for n in range(count)) + _MAIN + "  x = g1;\n" + _CHECK


def arrays(count: int) -> str:
    """`count` arrays."""
    declared = "".join(f"int a{n}[1000];\n" for n in range(count))
    return _HEAD + declared + _MAIN + "  i = 0;\n" + "".join(f"  a{n}[i] = {n};\n" for n in range(count)) + _CHECK


def cases(count: int) -> str:
    """A switch of that many cases."""
    lines = "".join(f"    case {n}: x = {n}; break;\n" for n in range(count))
    return _HEAD + _MAIN + "  switch (a[0]) {\n" + lines + "  }\n" + _CHECK


def returns(count: int) -> str:
    """A function that is left in that many places."""
    lines = "".join(f"  if (p == {n}) return {n};\n" for n in range(count))
    return _HEAD + "int r(int p) {\n" + lines + "  return 0;\n}\n" + _MAIN + "  x = r(a[0]);\n" + _CHECK


def sum_(count: int) -> str:
    """One expression of that many operands."""
    return _HEAD + _MAIN + f"  x = {' + '.join(f'a[{n % 1000}]' for n in range(count))};\n" + _CHECK


def conjunction(count: int) -> str:
    """One condition of that many parts."""
    tests = " && ".join(f"a[{n % 1000}] > {n}" for n in range(count))
    return _HEAD + _MAIN + f"  if ({tests}) x = 1;\n" + _CHECK


def blocks(count: int) -> str:
    """Blocks nested that deep."""
    return _HEAD + _MAIN + "  {\n" * count + "  x = 1;\n" + "  }\n" * count + _CHECK


def nested_ifs(count: int) -> str:
    """Conditionals nested that deep."""
    opened = "".join(f"  if (a[{n % 1000}]) {{\n" for n in range(count))
    return _HEAD + _MAIN + opened + "  x = 1;\n" + "  }\n" * count + _CHECK


def else_ifs(count: int) -> str:
    """A chain of that many `else if`."""
    chain = " else ".join(f"if (a[{n % 1000}] == {n}) x = {n};\n" for n in range(count))
    return _HEAD + _MAIN + chain + _CHECK


def nested_loops(count: int) -> str:
    """Loops nested that deep."""
    names = [f"j{n}" for n in range(count)]
    opened = "".join(f"  for (int {j} = 0; {j} < 10; {j}++) {{\n" for j in names)
    return _HEAD + _MAIN + opened + "  x = 1;\n" + "  }\n" * count + _CHECK


def parentheses(count: int) -> str:
    """Parentheses nested that deep."""
    return _HEAD + _MAIN + f"  x = {'(' * count}1{')' * count};\n" + _CHECK


def signs(count: int) -> str:
    """`count` unary operators before one operand."""
    return _HEAD + _MAIN + f"  x = {'!' * count}x;\n" + _CHECK


def comments(count: int) -> str:
    """`count` lines of comments."""
    return _HEAD + "/* nothing to see here */\n" * count + _MAIN + _CHECK


def line(count: int) -> str:
    """`count` statements in one line."""
    return _HEAD + _MAIN + "x = 1; " * count + _CHECK


SHAPES: dict[str, Callable[[int], str]] = {
    made.__name__.rstrip("_"): made
    for made in (
        *(loops, own_arrays, in_loop, gotos, calls, called_once, chain, uncalled, statements, scalars, conditionals),
        *(assertions, inputs, initialiser, globals_, arrays, cases, returns, sum_, conjunction, blocks, nested_ifs),
        *(else_ifs, nested_loops, parentheses, signs, comments, line),
    )
}
