"""Translation validation: compare the lowered program with the compiled file on the same inputs.

A proof is about the lowered program. Pnueli, Siegel and Singerman (Translation Validation, TACAS 1998) propose to check
each translation instead of the translator. This package runs both programs on the same inputs and compares their
events: inputs, stored values, iterations, evaluated assumptions and assertions, and the end of the run. It compares a
part of a program that proves an assertion (a slice) with the whole program in the same way.

In: a `Program` with its task. Out: a `Validation` (same, different, or not compared). Equal runs show that the front
end omitted no assertion. On these inputs it chose the same types, sizes, conversions, scopes, orders and library
functions as gcc, as far as computed values reveal it. They do not show agreement on other inputs, or after the budget
of a run. Validation refutes a translation and never proves one, so it can only take a TRUE away.

The budget counts events and iterations of both programs, so the cost is independent of array sizes. A run that exceeds
it is compared up to that point. The same file with small arrays and short loops is compared to its end as well.

Behaviour that C leaves open is no difference. Operands may be evaluated in another order, so the events of each place
are compared separately. In both programs signed arithmetic wraps and uninitialised memory has the same content; the
first other undefined operation ends the comparison. Both programs are compiled into one confined program.

Begin with `validator`, then `places` (which events correspond) and `program` (both programs in one C text).
"""
