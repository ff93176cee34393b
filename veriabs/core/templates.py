"""The two Jinja2 environments: one for generated C, one for HTML.

C templates look like C: `//%` starts a statement line, `//#` a comment, `${...}` is a value (the default `{{` collides
with C initialisers). HTML templates use Jinja2's own syntax and escape every value. In both, an undefined name is an
error. The user's cache keeps the compiled form of a template until its text changes.
"""

from __future__ import annotations

import pickle
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemBytecodeCache, FileSystemLoader, StrictUndefined
from jinja2.bccache import Bucket

from veriabs.core.folders import private_cache


class _Cache(FileSystemBytecodeCache):
    """A cache that tolerates damage, a full disk or missing permission: the template is compiled again."""

    def load_bytecode(self, bucket: Bucket) -> None:
        try:
            super().load_bytecode(bucket)
        except (OSError, EOFError, ValueError, TypeError, AttributeError, ImportError, pickle.UnpicklingError):
            bucket.reset()

    def dump_bytecode(self, bucket: Bucket) -> None:
        with suppress(OSError):
            super().dump_bytecode(bucket)


def _cache() -> _Cache | None:
    room = private_cache("templates")
    return None if room is None else _Cache(str(room))


def folder() -> Path:
    """The folder of the templates: inside the installed package, or beside it in a source tree."""
    installed = Path(__file__).parent.parent / "templates"
    return installed if installed.is_dir() else installed.parent.parent / "templates"


@cache
def _environment() -> Environment:
    return Environment(
        loader=FileSystemLoader(folder()),
        bytecode_cache=_cache(),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        variable_start_string="${",
        variable_end_string="}",
        block_start_string="/*%",
        block_end_string="%*/",
        comment_start_string="/*#",
        comment_end_string="#*/",
        line_statement_prefix="//%",
        line_comment_prefix="//#",
        autoescape=False,
    )


def render_c(template: str, context: Mapping[str, object]) -> str:
    """C text of `templates/<template>.c.j2`; the folder has the name of the technique."""
    return _environment().get_template(f"{template}.c.j2").render(context)


@cache
def _html_environment() -> Environment:
    return Environment(
        loader=FileSystemLoader(folder()),
        bytecode_cache=_cache(),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=True,
    )


def render_html(template: str, context: Mapping[str, object]) -> str:
    """HTML of `templates/report/<template>.html.j2`; values are escaped unless the template marks them as safe."""
    return _html_environment().get_template(f"report/{template}.html.j2").render(context)


def asset(name: str) -> str:
    """The text of `templates/report/<name>`, a stylesheet or a script."""
    return (folder() / "report" / name).read_text(encoding="utf-8")
