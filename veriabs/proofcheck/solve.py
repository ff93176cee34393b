"""Run one solver on a script, in a process of its own.

    python -m veriabs.proofcheck.solve z3|cvc5 MILLISECONDS [all|cores]

Reads an SMT-LIB 2 script from standard input, one command per line, and prints the answer to each `check-sat` at once.
With `all` it continues after an answer other than `unsat` and skips the next assertion, which depends on it. With
`cores` it also prints, after `unsat`, the named assertions that were used. MILLISECONDS limits each `check-sat`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable

Ask = Callable[[str], str]


def z3(milliseconds: int) -> Ask:
    """Z3, of the package z3-solver."""
    from z3 import Z3_eval_smtlib2_string, main_ctx  # type: ignore[import-untyped]

    def ask(command: str) -> str:
        return str(Z3_eval_smtlib2_string(main_ctx().ref(), command))

    ask(f"(set-option :timeout {milliseconds})")
    ask("(set-option :combined_solver.solver2_unknown 2)")  # try undecided conditions by themselves
    return ask


def cvc5(milliseconds: int) -> Ask:
    """cvc5, of the package of the same name."""
    import cvc5  # type: ignore[import-untyped]

    terms = cvc5.TermManager()
    solver = cvc5.Solver(terms)
    for name, value in (("incremental", "true"), ("tlimit-per", str(milliseconds)), ("enum-inst", "true")):
        solver.setOption(name, value)
    symbols = cvc5.SymbolManager(terms)
    parser = cvc5.InputParser(solver, symbols)
    parser.setIncrementalStringInput(cvc5.InputLanguage.SMT_LIB_2_6, "script")

    def ask(command: str) -> str:
        parser.appendIncrementalStringInput(command)
        return str(parser.nextCommand().invoke(solver, symbols))

    return ask


SOLVERS = {"z3": z3, "cvc5": cvc5}


def answers(ask: Ask, commands: Iterable[str], *, every: bool, cores: bool = False) -> Iterable[str]:
    """The answer to each `check-sat`, up to the first that is not `unsat`; any other output of the solver ends it."""
    is_shown = True
    for command in map(str.strip, commands):
        if not is_shown and command.startswith("(assert"):
            is_shown = True
            continue
        answer = ask(command).strip()
        if command == "(check-sat)":
            is_shown = answer == "unsat"
            yield f"unsat {ask('(get-unsat-core)')}" if cores and is_shown else answer or "nothing"
            if not is_shown and not every:
                return
        elif answer not in ("", "success"):
            yield answer
            return
        elif command == "(push 1)":
            is_shown = True


def main(name: str, milliseconds: str, every: str = "") -> None:
    """Answer the script on standard input."""
    for answer in answers(SOLVERS[name](int(milliseconds)), sys.stdin, every=bool(every), cores=every == "cores"):
        sys.stdout.write(f"{' '.join(answer.split())}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
