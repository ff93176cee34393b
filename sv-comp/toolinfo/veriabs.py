"""What BenchExec asks about veriabs, for all properties: `toolinfo.veriabs`, with this folder's parent on PYTHONPATH.

BenchExec's own module `veriabs` knows the words of `unreach-call` alone.
"""

from __future__ import annotations

import re

import benchexec.tools.veriabs
from benchexec import result

_VIOLATED = re.compile(r"VERIABS_VIOLATED\(([a-z-]+)\)")


class Tool(benchexec.tools.veriabs.Tool):
    """The module of BenchExec, and the property that was violated where it was another than `unreach-call`."""

    REQUIRED_PATHS = ("bin", "lib", "scripts")

    def project_url(self):
        return None

    def determine_result(self, run):
        """`false(no-overflow)`, `false(valid-deref)` and the like; else what BenchExec's own module says."""
        found = next((said[1] for line in run.output if (said := _VIOLATED.fullmatch(line.strip()))), None)
        return super().determine_result(run) if found is None else f"{result.RESULT_FALSE_PROP}({found})"
