"""Translation validation: what veriabs read does what the compiler makes of the same file.

A proof is about the lowered program. Pnueli, Siegel and Singerman (Translation Validation, TACAS 1998) propose to check
each translation instead of the translator; here both programs are run on the same inputs and what they do is compared,
event by event: inputs that are drawn, values that are stored, iterations, assumptions and assertions that are
evaluated, and how the run ends. So is a part of a program that proves an assertion (a slice) with the whole program.

What equality shows: on these inputs no type, size, conversion, scope, order or library function was read differently
than gcc reads it, as far as a value that was computed shows it, and no assertion was left out. What it does not show:
that they agree on all inputs, or behind the first 20,000 events of a run; it refutes a reading, and never proves one.
No proof rests on it, so it can only take a TRUE away.

No difference is told of a program that C leaves open. Operands may be evaluated in another order, so the events of each
place are compared on their own. Signed arithmetic wraps in both programs, memory that is not initialised holds the same
in both, and from the first other undefined operation on nothing is compared. Both programs are compiled into one, which
is as confined as any program that is run.
"""
