"""veriabs proves C programs that loop over large arrays, with CBMC."""

__version__ = "0.2.0"
