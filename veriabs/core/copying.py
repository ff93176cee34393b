"""Copy structs and dataclasses with some fields changed."""

from __future__ import annotations

import dataclasses
from typing import Any, TypeVar, cast

import msgspec

Value = TypeVar("Value")


def replace(value: Value, /, **changes: Any) -> Value:
    """Return a copy with the given fields changed, as `copy.replace` of Python 3.13 does.

    Raises TypeError if the value has no such field.
    """
    if isinstance(value, msgspec.Struct):
        return cast(Value, msgspec.structs.replace(value, **changes))
    return cast(Value, dataclasses.replace(cast(Any, value), **changes))
