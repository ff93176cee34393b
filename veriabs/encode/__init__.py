"""The core language as C for CBMC."""
