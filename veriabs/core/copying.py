"""Copies of values with some fields changed."""

from __future__ import annotations

import dataclasses
from typing import Any, TypeVar, cast

import msgspec

Value = TypeVar("Value")


def replace(value: Value, /, **changes: Any) -> Value:
    """The value with other fields, as `copy.replace` makes it from Python 3.13 on: of structs and of dataclasses.

    A field that the value does not have is a TypeError.
    """
    if isinstance(value, msgspec.Struct):
        return cast(Value, msgspec.structs.replace(value, **changes))
    return cast(Value, dataclasses.replace(cast(Any, value), **changes))
