"""Test that the layout of structs with bit-fields is gcc's."""

from __future__ import annotations

import random
import subprocess
from pathlib import Path

from veriabs.core.source import DataModel, Where
from veriabs.core.typing_rules import named_type
from veriabs.frontend.typed.types import Field, RecordType, offset_of, size_of

_TYPES = ("char", "unsigned char", "short", "int", "unsigned int", "long")
_BITS = {"char": 8, "unsigned char": 8, "short": 16, "int": 32, "unsigned int": 32, "long": 32}


def record(number: int, random_: random.Random) -> tuple[str, RecordType]:
    """A struct or a union as C, and as it is read."""
    lines, parts = list[str](), list[Field]()
    for at in range(random_.randint(1, 7)):
        name = random_.choice(_TYPES)
        width = random_.choice((None, 0, *range(1, _BITS[name] + 1)))
        unnamed = width is not None and (width == 0 or random_.random() < 0.2)
        own = "" if unnamed else f"m{at}"
        lines.append(f"{name} {own}{'' if width is None else f' : {width}'};")
        parts.append(Field(own, named_type(name, DataModel.LP64), width))
    lines.append("char last;")
    parts.append(Field("last", named_type("char", DataModel.LP64)))
    union = random_.random() < 0.2
    made = RecordType(f"s{number}", union, tuple(one for one in parts if one.name), parts=tuple(parts))
    return f"{'union' if union else 'struct'} s{number} {{ {' '.join(lines)} }};", made


def test_sizes_and_offsets_are_those_of_gcc(tmp_path: Path) -> None:
    random_, where, text = random.Random(7), Where("", 1), ""
    for number in range(300):
        spelled, made = record(number, random_)
        kind = "union" if made.union else "struct"
        size = size_of(made, DataModel.LP64, where)
        offset = offset_of(made, "last", DataModel.LP64, where)
        text += f"{spelled}\n_Static_assert(sizeof({kind} s{number}) == {size}, \"\");\n"
        text += f"_Static_assert(__builtin_offsetof({kind} s{number}, last) == {offset}, \"\");\n"
    (tmp_path / "sizes.c").write_text(text, encoding="utf-8")
    run = subprocess.run(["gcc", "-fsyntax-only", "sizes.c"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
