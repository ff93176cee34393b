"""Slices of whole C programs: value (Kumar, Sanyal, Khedker: Value Slice, TACAS 2015), backward (Weiser) and thin."""
