"""Validate a derived program, such as a slice, against the original one while the derived one is being proved."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Event as Signal

from veriabs.core.program import Program, ProgramPart
from veriabs.core.results import Validation
from veriabs.core.statements import Assert
from veriabs.verify.hints import CounterexampleHints
from veriabs.verify.session import Session


@contextmanager
def compare_part(
    session: Session, hints: CounterexampleHints | None, program: Program, part: ProgramPart, assertion: Assert
) -> Iterator[Callable[[], Validation]]:
    """Start the comparison; the yielded function waits for its result."""
    from veriabs.validation.validator import Validator  # imported late: few programs have parts

    options = session.options
    validator = Validator(options.replay, session.left, options.keep, session.compared, proof=Signal())
    with ThreadPoolExecutor(1) as beside:
        comparison = beside.submit(validator.validate_part, program, part, assertion)

        def compared() -> Validation:
            validator.proved(hints.found if hints is not None else ())
            return session.wait(comparison, late=True)

        try:
            yield compared
        finally:
            validator.end()
