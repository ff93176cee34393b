"""Run the compiler and native programs confined by the kernel; no other package starts either.

In: a command or program, limits, and the folders that it may access. Out: a `ProcessResult`. `sandbox` has the three
entry points (run a program, search with one, run the compiler); begin there. `launcher` compiles and caches the small C
program that applies seccomp and Landlock and then becomes the command.
"""
