"""Commands for an editor: the user's settings, the arguments of each command, and the text that is read."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from veriabs.lsp.runs import EditorSettings, arguments_for, command, on_text


@pytest.mark.parametrize(
    ("given", "settings"),
    [
        (None, EditorSettings()),
        (
            {"timeout": 5, "pause": 0, "arguments": ["--check", "all"], "shrink": False},
            EditorSettings(5.0, ("--check", "all"), 0.0, False),
        ),
        ({"timeout": -1, "pause": "soon", "arguments": "--check", "shrink": 0}, EditorSettings()),
    ],
)
def test_invalid_settings_are_ignored(given: object, settings: EditorSettings) -> None:
    assert EditorSettings.of(given) == settings


MAIN, LIBRARY = "int main(void) { return f(); }\n", "/* main(void) { */ int f(void) { return 1; }\n"


@pytest.mark.parametrize(
    ("text", "chosen", "function", "arguments"),
    [
        (MAIN, ("--check", "all"), "", ("--check", "all")),
        (LIBRARY, (), "", ("--all-functions", "--check", "bounds")),
        (LIBRARY, ("--check=all",), "", ("--check=all", "--all-functions")),
        (LIBRARY, ("--function", "f"), "", ("--function", "f")),
        (LIBRARY, ("--all-functions", "--32"), "f", ("--32", "--function", "f", "--check", "bounds")),
        (MAIN, (), "f", ("--function", "f", "--check", "bounds")),
    ],
)
def test_a_file_without_main_has_each_function_verified(
    text: str, chosen: tuple[str, ...], function: str, arguments: tuple[str, ...]
) -> None:
    assert arguments_for(text, EditorSettings(arguments=chosen), function) == arguments


def test_unsaved_text_finds_the_includes_of_the_file(tmp_path: Path) -> None:
    (tmp_path / "n.h").write_text("#define N 7\n")
    path = tmp_path / "p.c"
    path.write_text("")
    text = '#include "n.h"\nint a[N];\nint main(void) { for (int i = 0; i < 700 * N; i++) a[0] = i; '
    text += "__CPROVER_assert(a[0] > 0, 0); }\n"
    chosen = EditorSettings(arguments=("--strategy", "native", "-D", "M=1", "--32", "--timeout=3"))
    ended = asyncio.run(on_text("loops", path, text, chosen))
    assert (ended.code, ended.complaint) == (0, "") and "4,900" in ended.output
    assert path.read_text() == ""


def test_command_ends_with_its_cancelled_caller() -> None:
    async def cancelled() -> None:
        task = asyncio.create_task(command("lsp"))  # would wait for an editor
        await asyncio.sleep(0.05)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(asyncio.wait_for(cancelled(), 60))
