"""Whether this machine can hold programs that nobody vouches for."""

from __future__ import annotations

from veriabs.confine.launcher import launcher
from veriabs.core.errors import ToolError


def check_confinement() -> None:
    """ToolError unless the kernel can hold programs and the compiler: other people's text goes through both."""
    mend = "; --unconfined starts anyway, which is safe only where nobody but you can send programs"
    try:
        used = launcher()
    except ToolError as error:
        raise ToolError(f"uploaded programs could not be confined: {error}{mend}") from error
    if used.refusal:
        raise ToolError(f"{used.refusal}{mend}")
    if used.landlock < 1:
        raise ToolError(f"the kernel has no Landlock, so the compiler could read every file of this user{mend}")
