"""Sphinx builds the documents as a site that needs no network: `make site`.

The documents keep their places in the repository, so links between them work here as on a code host.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from veriabs import __version__

if TYPE_CHECKING:
    from sphinx.application import Sphinx

ROOT = Path(__file__).resolve().parent.parent
START, TITLE = "README", "veriabs"
PARTS = {
    "Start": "docs/install docs/usage docs/options docs/messages docs/supported docs/cbmc CHANGELOG",
    "Tutorials": "examples/README examples/shrink_factor/README examples/counterexample/README "
    "examples/contract/README examples/batch/README examples/project/README",
    "Use elsewhere": "docs/editors docs/service docs/cluster docs/annotations docs/proofs sv-comp/README",
    "Background": "docs/soundness docs/theory docs/papers docs/glossary docs/results docs/conformance",
    "Project": "CONTRIBUTING SECURITY sv-comp/tasks/README tests/programs/README",
}
LINK = re.compile(r"(?<!!)\[([^\]]*)\]\(([^)\s:#]+)(#[^)\s]*)?\)")

project = TITLE
version = release = __version__
copyright = "the veriabs maintainers"  # noqa: A001  (the name that Sphinx has for it)
extensions = ["myst_parser"]
root_doc = START
include_patterns = [f"{name}.md" for name in (START, *" ".join(PARTS.values()).split())]
myst_heading_anchors = 4
html_theme = "furo"
html_title = f"{TITLE} {version}"
html_show_sphinx = False


def with_navigation(app: Sphinx, name: str, source: list[str]) -> None:
    """Add the navigation to the first page, and make links to folders, which code hosts list, plain text."""
    folder = (ROOT / f"{name}.md").parent
    source[0] = LINK.sub(lambda found: found[0] if (folder / found[2]).is_file() else found[1], source[0])
    if name == START:
        for part, names in PARTS.items():
            source[0] += f"\n\n```{{toctree}}\n:hidden:\n:caption: {part}\n\n" + "\n".join(names.split()) + "\n```\n"


def with_index(app: Sphinx, error: Exception | None) -> None:
    """Lead from `index.html`, where browsers look, to the first page."""
    if error is None:
        page = f'<!doctype html><title>{TITLE}</title><meta http-equiv="refresh" content="0; url={START}.html">\n'
        (app.outdir / "index.html").write_text(page, encoding="utf-8")


def setup(app: Sphinx) -> None:
    app.connect("source-read", with_navigation)
    app.connect("build-finished", with_index)
