"""Check whether this machine can confine untrusted programs."""

from __future__ import annotations

from veriabs.confine.launcher import launcher
from veriabs.core.errors import ToolError


def check_confinement() -> None:
    """Raise ToolError unless the kernel can confine programs and the compiler, which both process untrusted text."""
    remedy = "; --unconfined starts anyway, which is safe only where nobody but you can send programs"
    try:
        used = launcher()
    except ToolError as error:
        raise ToolError(f"uploaded programs could not be confined: {error}{remedy}") from error
    if used.refusal:
        raise ToolError(f"{used.refusal}{remedy}")
    if used.landlock < 1:
        raise ToolError(f"the kernel has no Landlock, so the compiler could read every file of this user{remedy}")
