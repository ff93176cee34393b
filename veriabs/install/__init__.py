"""Finds or installs CBMC, and checks whether this machine has everything that a verification needs.

In: the user's configuration. Out: the command that starts CBMC, or a list of probes with their fixes. `provision` finds
CBMC or installs a private copy, `apt` downloads it, `doctor` runs the probes, `trial` tries a CBMC, `goto_binaries`
converts compiled programs to C. Begin reading with `provision.py`.
"""
