"""Preprocessing any file reads only files that the task names, writes no file, and ends."""

from __future__ import annotations

import os
import subprocess
import time
from pathlib import Path

import pytest
from arena import picture

from veriabs.confine.sandbox import run_compiler
from veriabs.core.errors import InputError
from veriabs.core.source import Task
from veriabs.frontend.preprocess import expand

MAIN = "int main(void) { return 0; }\n"


@pytest.fixture
def secret(tmp_path: Path) -> Path:
    """A file beside the folder of the task."""
    path = tmp_path / "secret"
    for beside in (path, path.with_suffix(".h")):
        beside.write_text(TOLD, encoding="utf-8")
    return path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "task"
    made.mkdir()
    return made


def written(folder: Path, text: str, name: str = "f.c") -> Task:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return Task(path)


READS = {
    "absolute": '#include "{}"\n',
    "from above": '#include "../secret"\n',
    "by a macro": '#define FILE "{}"\n#include FILE\n',
    "in brackets": "#include <{}>\n",
    "imported": '#import "{}"\n',
    "next": '#include_next "{}"\n',
    "through a link": '#include "link"\n',
    "passwords": '#include "/etc/passwd"\n',
    "own memory": '#include "/proc/self/environ"\n',
    "zeroes": '#include "/dev/zero"\n',
    "no C text": '#include "notes.txt"\n',
    "without ending": '#include "keys/id_rsa"\n',
    "hidden": '#include ".env"\n',
    "named as text, above": '#include "../secret.h"\n',
    "named as text, elsewhere": '#include "{}.h"\n',
    "named as text, through a link": '#include "link.h"\n',
    "no text, through a link": '#include "inner.h"\n',
    "through a linked folder": '#include "elsewhere/secret.h"\n',
    "in a folder of headers": "#include <other.txt>\n",
    "beside a folder of headers": "#include <../secret.h>\n",
}
TOLD = "int told = 12345;\n"


@pytest.mark.parametrize("name", READS)
def test_file_of_others_is_not_read(name: str, secret: Path, folder: Path) -> None:
    headers = folder.parent / "headers"
    for place in (folder / "notes.txt", folder / "keys" / "id_rsa", folder / ".env", headers / "other.txt"):
        place.parent.mkdir(exist_ok=True)
        place.write_text(TOLD, encoding="utf-8")
    links = {"link": secret, "link.h": secret.with_suffix(".h"), "inner.h": folder / ".env", "elsewhere": secret.parent}
    for link, target in links.items():
        (folder / link).symlink_to(target)
    text = READS[name].format(secret) + MAIN
    task = Task(written(folder, text).path, includes=(headers,))
    command = ["timeout", "0.2", "gcc", "-E", f"-I{headers}", str(task.path)]
    free = subprocess.run(command, capture_output=True, text=True, errors="replace")
    assert "told" in free.stdout or free.returncode == 124 or "/etc" in text or "/proc" in text
    begin = time.monotonic()
    with pytest.raises(InputError, match="Permission denied .(of the file's|try: -I)|No such file") as refused:
        expand(task)
    assert "12345" not in str(refused.value)
    assert time.monotonic() - begin < 30


@pytest.mark.parametrize("where", ["{}", "{}.h", "/etc/passwd"])
def test_presence_of_a_file_of_others_decides_nothing(where: str, secret: Path, folder: Path) -> None:
    text = f'#if __has_include("{where.format(secret)}")\nint there;\n#endif\n{MAIN}'
    with pytest.raises(InputError):
        expand(written(folder, text))


def test_files_named_by_the_task_are_readable(secret: Path, folder: Path) -> None:
    other = secret.parent / "other"
    (other / "deep").mkdir(parents=True)
    (other / "o.h").write_text("int other;\n", encoding="utf-8")
    (other / "deep" / "d.h").write_text("int deep;\n", encoding="utf-8")
    (folder / "own.h").write_text('#include "parts/more.h"\n', encoding="utf-8")
    (folder / "parts").mkdir()
    (folder / "parts" / "more.h").write_text("int more;\n", encoding="utf-8")
    (folder / "table.def").write_text("int defined;\n", encoding="utf-8")
    (folder / "link.h").symlink_to(folder / "table.def")
    (folder / "circle.h").symlink_to(folder / "circle.h")
    text = '#include <stdlib.h>\n#include "own.h"\n#include "o.h"\n#include <deep/d.h>\n' + COMPUTED + MAIN
    task = written(folder, text)
    found = expand(Task(task.path, includes=(other,)))
    assert all(f"int {name};" in found for name in ("other", "deep", "more", "defined", "there"))


def test_headers_of_the_user_go_before_those_that_the_system_asks_for(
    secret: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = secret.parent / "other"
    (other / "bits").mkdir(parents=True)
    (other / "bits" / "types.h").write_text("int mine;\n#include_next <bits/types.h>\n", encoding="utf-8")
    task = written(folder, "#include <stdlib.h>\n" + MAIN)
    assert "int mine;" in expand(Task(task.path, includes=(other,)))
    assert "int mine;" not in expand(task)
    monkeypatch.setenv("CPATH", str(other))
    assert "int mine;" in expand(task)


# Names that are not in the text, and one that is only asked for.
COMPUTED = """#define SPELLED(x) #x
#include SPELLED(link.h)
#if __has_include("table.def") && !__has_include("absent.h")
int there;
#endif
"""
ENDLESS = {
    "macros": "".join(f"#define M{n + 1} M{n} M{n} M{n} M{n}\n" for n in range(30)) + "#define M0 int x;\nM30\n",
    "itself": '#include "f.c"\n#include "f.c"\n',
    "two files": '#include "g.h"\n#include "g.h"\n',
    "text that grows": "".join(f"#define F{n + 1}(x) F{n}(x x) F{n}(x x)\n" for n in range(40))
    + "#define F0(x) x\nF40(1)\n",
}


@pytest.mark.share(2)
@pytest.mark.parametrize("name", ENDLESS)
def test_text_without_end_is_an_input_error(name: str, folder: Path) -> None:
    (folder / "g.h").write_text('#include "f.c"\n', encoding="utf-8")
    task = written(folder, ENDLESS[name])
    begin = time.monotonic()
    with pytest.raises(InputError, match="too large|takes longer|nested|failed|memory"):
        expand(task, seconds=0.5)
    assert time.monotonic() - begin < 30


def compiled(folder: Path, text: str, *options: str) -> int:
    (folder / "c.c").write_text(text, encoding="utf-8")
    return run_compiler(("gcc", *options, "c.c", "-o", "c"), seconds=30.0, writes=folder).exit_code


ASSEMBLED = {
    "incbin": '__asm__(".incbin \\"{}\\"");\n',
    "include": '__asm__(".include \\"{}\\"");\n',
}


@pytest.mark.parametrize("name", ASSEMBLED)
def test_assembler_reads_no_file_of_others(name: str, secret: Path, folder: Path) -> None:
    secret.write_text("# nothing\n", encoding="utf-8")
    text = ASSEMBLED[name].format(secret) + MAIN
    assert compiled(folder, text.replace(str(secret), "c.c") if name == "incbin" else MAIN) == 0
    assert compiled(folder, text) != 0
    (folder / "c.c").write_text(text, encoding="utf-8")
    assert subprocess.run(["gcc", "c.c", "-o", "free"], cwd=folder, timeout=30).returncode == 0


def test_compiler_writes_nowhere_else(tmp_path: Path, folder: Path) -> None:
    victim = tmp_path / "victim"
    victim.write_text("kept\n", encoding="utf-8")
    before = picture(tmp_path)
    (folder / "c.c").write_text(MAIN, encoding="utf-8")
    for target in (victim, tmp_path / "made"):
        done = run_compiler(("gcc", "c.c", "-o", str(target)), seconds=30.0, writes=folder)
        assert done.exit_code != 0
    script = f"rm {victim}; echo > {tmp_path}/made"
    assert run_compiler(("sh", "-c", script), seconds=30.0, writes=folder).exit_code != 0
    assert [entry for entry in picture(tmp_path) if entry[0] != "task"] == [e for e in before if e[0] != "task"]


def test_compiler_opens_no_connection_and_sends_no_signal(folder: Path) -> None:
    script = f"kill -0 {os.getpid()} && exit 7; setsid true && exit 8; exit 0"
    assert subprocess.run(["sh", "-c", script], timeout=10).returncode == 7
    assert run_compiler(("sh", "-c", script), seconds=10.0, writes=folder).exit_code == 0


@pytest.mark.parametrize("text", ["#embed </etc/passwd>\n", 'char a[] = {\n#embed "/etc/passwd"\n};\n'])
def test_embedded_file_is_refused(text: str, folder: Path) -> None:
    with pytest.raises(InputError):
        expand(written(folder, text + MAIN))


@pytest.mark.parametrize("beside", ["../other.h", "../more/other.h"])
def test_a_refused_include_suggests_an_include_folder(folder: Path, beside: str) -> None:
    header = (folder / beside).resolve()
    header.parent.mkdir(exist_ok=True)
    header.write_text("int beside;\n", encoding="utf-8")
    task = written(folder, f'#include "{beside}"\n{MAIN}')
    with pytest.raises(InputError) as refused:
        expand(task)
    assert str(refused.value).endswith(f"Permission denied (try: -I {header.parent})")
    assert "int beside;" in expand(Task(task.path, includes=(header.parent,)))
