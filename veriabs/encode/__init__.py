"""Group and property -> the C fragments that every program of loop shrinking is made of.

The fragments are `prefix`, `step`, `after` and `clause` of theory 2.4, printed once and used by the harness, the
residual program and the side conditions alike, so that they cannot drift apart.
"""

from veriabs.encode.columns import pairing_offset
from veriabs.encode.fragments import fragments, has_unknown_products
from veriabs.encode.shape import Shape, cell_arrays
from veriabs.encode.spell import FAR, Speller, at, declare, flat_index

__all__ = [
    "FAR",
    "Shape",
    "Speller",
    "at",
    "cell_arrays",
    "declare",
    "flat_index",
    "fragments",
    "has_unknown_products",
    "pairing_offset",
]
