"""Mutants of C programs, made on their text: constants, operators, indices, names, dropped and doubled code."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

_CONSTANT = re.compile(r"(?<![\w.])\d+(?![\w.])")
_OPERATOR = re.compile(r"<=|>=|==|!=|&&|\|\||\+=|-=|\+\+|--|(?<=[\w\])] )[<>+\-*/%](?= [\w(])")
_INDEX = re.compile(r"\[(\w+)\]")
_NAME = re.compile(r"(?<![\w.])[a-zA-Z]\w*(?![\w(])")
_TYPE = re.compile(r"\b(?:int|short|unsigned int|long long|unsigned char|char)\b(?= \w+( =|;|\[|,))")
_OTHER = {
    "<=": ("<", "==", ">="),
    ">=": (">", "=="),
    "==": ("!=", "<=", ">="),
    "!=": ("==", "<"),
    "<": ("<=", "!="),
    ">": (">=", "!="),
    "&&": ("||",),
    "||": ("&&",),
    "+=": ("-=",),
    "-=": ("+=",),
    "++": ("--", "++"),
    "--": ("++",),
    "+": ("-", "*"),
    "-": ("+",),
    "*": ("+", "-"),
    "/": ("%", "*"),
    "%": ("/", "+"),
}
_TYPES = ("int", "short", "unsigned int", "long long", "unsigned char", "char")
_TYPE_WORDS = frozenset(("int", "short", "long", "unsigned", "char", "sizeof", "malloc", "free", "N"))
_WORDS = _TYPE_WORDS | {"if", "else", "for", "while", "return", "break", "continue"}
_DECLARED = re.compile(r"\s+(return|int|long|unsigned|short|char|if|free)\b")
_PLAIN = re.compile(r"^\s+[^;{}]*;$")

Mutation = Callable[[Random, str], str]
Lines = list[str]


def mutant(random: Random, text: str) -> str:
    """The program with one to three mutations in its functions; what stands in front of `N` is left alone."""
    head, body = split(text)
    for _ in range(random.choice((1, 1, 1, 2, 2, 3))):
        for _ in range(10):
            changed = random.choice(MUTATIONS)(random, body)
            if changed != body:
                body = changed
                break
    return head + body


def split(text: str) -> tuple[str, str]:
    """The declarations of the property and the inputs, and the program itself."""
    places = [text.find("#endif\n"), text.find("int main(")]
    cut = min(place for place in places if place >= 0)
    return text[:cut], text[cut:]


def resized(random: Random, text: str) -> str:
    """Another limit, or another constant size, so that arrays are small enough for many native runs."""
    symbolic = re.search(r"\bn\b.*\bN\b|used.*\bN\b|\bm <= N", text)
    sizes = (7, 9, 30, 200, 1000) if symbolic else (1, 2, 3, 5, 8)
    number = min(random.choice(sizes), 30 if "[N][N]" in text else 1000)
    return re.sub(r"#define N \d+", f"#define N {number}", text)


def _at_some(pattern: re.Pattern[str], random: Random, text: str, new: Callable[[re.Match[str]], str]) -> str:
    found = list(pattern.finditer(text))
    if not found:
        return text
    place = random.choice(found)
    return text[: place.start()] + new(place) + text[place.end() :]


def _constant(random: Random, text: str) -> str:
    def new(place: re.Match[str]) -> str:
        old = int(place[0])
        return str(max(0, random.choice((old + 1, old + 1, old - 1, 0, 1, 2, 2 * old, old + 3))))

    return _at_some(_CONSTANT, random, text, new)


def _operator(random: Random, text: str) -> str:
    return _at_some(_OPERATOR, random, text, lambda place: random.choice(_OTHER[place[0]]))


def _index(random: Random, text: str) -> str:
    def new(place: re.Match[str]) -> str:
        i = place[1]
        others = (f"{i} + 1", f"{i} - 1", "0", "1", f"2 * {i}", f"{i} / 2")
        others += (f"n - 1 - {i}", f"n - {i}") if _known("n", text) else ()
        return f"[{random.choice(others)}]"

    return _at_some(_INDEX, random, text, new)


def _name(random: Random, text: str) -> str:
    names = [name for name in _NAME.findall(text) if name not in _WORDS and not name.startswith("__")] or ["n"]
    return _at_some(_NAME, random, text, lambda place: place[0] if place[0] in _WORDS else random.choice(names))


def _type(random: Random, text: str) -> str:
    return _at_some(_TYPE, random, text, lambda _: random.choice(_TYPES))


def _known(code: str, text: str) -> bool:
    """Does the program have the names of the code?"""
    return all(re.search(rf"\b{name}\b", text) for name in _NAME.findall(code) + re.findall(r"\w+(?=\[)", code))


def _bound(random: Random, text: str) -> str:
    """Another bound of a loop, one that the loop may change among them."""
    choices = ("n - 1", "n + 1", "n - i", "n / 2", "2 * n", "i", "n - 2", "3", "s", "a[0]")
    choices = tuple(choice for choice in choices if _known(choice, text))
    pattern = re.compile(r"(?<=; )(\w+) (<|<=|>|>=) ([\w \-+*/]+)(?=;)")
    return _at_some(pattern, random, text, lambda place: f"{place[1]} {place[2]} {random.choice(choices)}")


# ------------------------------------------------------------------------------------------------------- whole lines


def _drop(random: Random, text: str) -> str:
    return _on_line(random, text, lambda line: [])


def _double(random: Random, text: str) -> str:
    return _on_line(random, text, lambda line: [line, line])


def _guard(random: Random, text: str) -> str:
    i = random.choice(("i", "i", "j", "n"))
    tests = (f"{i} < 3", f"{i} % 2 == 0", f"{i} > 0", "n > 4", f"{i} != 2", f"{i} < n - 1", f"a[{i}] > 0", "s > n")
    usable = [test for test in tests if _known(test, text)] or ["N > 3"]
    indented = f"if ({random.choice(usable)}) "
    return _on_line(random, text, lambda line: [re.sub(r"^(\s+)", lambda m: m[1] + indented, line)])


def _early(random: Random, text: str) -> str:
    stop = random.choice(("break;", "continue;", "abort();", "return 0;"))
    tests = ("a[i] == 3", "i == 2", "s > 5", "a[i] < 0", "i > n - 2", "n > 4")
    test = random.choice([test for test in tests if _known(test, text)] or ["N > 3"])
    return _on_line(random, text, lambda line: [f"{re.match(r' *', line)[0]}if ({test}) {stop}", line])  # type: ignore[index]


def _on_line(random: Random, text: str, new: Callable[[str], Lines]) -> str:
    lines = text.split("\n")
    usable = [number for number, line in enumerate(lines) if _PLAIN.match(line) and "nondet" not in line]
    usable = [number for number in usable if not _DECLARED.match(lines[number])]
    if not usable:
        return text
    number = random.choice(usable)
    return "\n".join(lines[:number] + new(lines[number]) + lines[number + 1 :])


def _loop(random: Random, text: str) -> str:
    """A whole loop is dropped, doubled, or changes its place with the next block."""
    lines = text.split("\n")
    blocks = [(first, _end(lines, first)) for first, line in enumerate(lines) if re.match(r"\s+(for|while) \(", line)]
    if not blocks:
        return text
    first, last = random.choice(blocks)
    block = lines[first:last]
    match random.choice(("drop", "double", "double", "move")):
        case "drop":
            return "\n".join(lines[:first] + lines[last:])
        case "double":
            return "\n".join(lines[:last] + block + lines[last:])
        case _:
            after = _end(lines, last) if last < len(lines) - 2 else last
            return "\n".join(lines[:first] + lines[last:after] + block + lines[after:])


def _end(lines: Lines, first: int) -> int:
    """The line after the statement that begins in a line, by indentation."""
    depth = len(lines[first]) - len(lines[first].lstrip())
    for number in range(first + 1, len(lines)):
        line = lines[number]
        if len(line) - len(line.lstrip()) <= depth:
            return number + 1 if line.strip().startswith("}") and len(line) - len(line.lstrip()) == depth else number
    return len(lines)


MUTATIONS: tuple[Mutation, ...] = (
    *(_constant, _constant, _constant, _operator, _operator, _operator, _index, _index, _name, _type),
    *(_bound, _drop, _double, _double, _guard, _guard, _early, _loop, _loop),
)
