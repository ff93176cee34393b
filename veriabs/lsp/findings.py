"""Convert a report for an editor: diagnostics at goals, hints and hovers at loops, and code actions."""

from __future__ import annotations

from collections.abc import Iterator

from lsprotocol import types
from msgspec import Struct, field

from veriabs.lsp.runs import Analysis, Json
from veriabs.verify.options import FRAMEWORKS

SOURCE = "veriabs"
ANNOTATE, PRECONDITION, HARNESS, TEST = (f"veriabs.{verb}" for verb in ("annotate", "precondition", "harness", "test"))
_NOTATIONS = {"acsl": "ACSL", "contracts": "contracts of CBMC"}


class Findings(Struct, frozen=True):
    """The results for one version of a text; lines count from 0."""

    version: int | None
    diagnostics: tuple[types.Diagnostic, ...] = ()
    hints: tuple[types.InlayHint, ...] = ()
    hovers: dict[int, str] = field(default_factory=dict)
    loops: frozenset[int] = frozenset()


def findings(analysis: Analysis, lines: list[str], version: int | None) -> Findings:
    """The results of an analysis of these lines."""
    if analysis.problem:
        message = analysis.problem.removeprefix("veriabs: ")
        problem = _diagnostic(0, lines, types.DiagnosticSeverity.Information, message, "no verdict")
        return Findings(version, (problem,))
    factors = _factors(analysis)
    loops = {_line(one): one for one in analysis.loops if one.get("file") == str(analysis.path)}
    goals = [goal for goal in _objects(analysis.report.get("goals")) if goal.get("file") == str(analysis.path)]
    hints = [_hint(line, lines, text) for line, one in loops.items() if (text := _short(one, factors.get(line)))]
    proved = [_hint(_line(goal), lines, _proved(goal)) for goal in goals if _is(goal, "TRUE")]
    return Findings(
        version,
        tuple(_of_goal(goal, lines) for goal in goals if not _is(goal, "TRUE")),
        (*hints, *_distinct(proved)),
        {line: _long(one, factors.get(line)) for line, one in loops.items()},
        frozenset(loops),
    )


def actions(found: Findings, uri: str, asked: types.CodeActionParams) -> Iterator[types.CodeAction]:
    """The code actions for the requested lines."""
    chosen = range(asked.range.start.line, asked.range.end.line + 1)
    if any(line in found.loops for line in chosen):
        for notation, name in _NOTATIONS.items():
            yield _action(f"veriabs: insert the proved invariants as {name}", ANNOTATE, uri, notation)
        yield _action("veriabs: open the harness", HARNESS, uri)
    for one in found.diagnostics:
        if one.range.start.line not in chosen:
            continue
        if one.code == "FALSE":
            for framework in FRAMEWORKS:
                yield _action(f"veriabs: write the counterexample as a test ({framework})", TEST, uri, framework)
        if one.code == "UNKNOWN":
            yield _action("veriabs: insert the missing precondition", PRECONDITION, uri)


def _action(title: str, command: str, *arguments: str) -> types.CodeAction:
    run = types.Command(title, command, arguments=list(arguments))
    return types.CodeAction(title, kind=types.CodeActionKind.QuickFix, command=run)


# ---------------------------------------------------------------------------------------------------------------- goals


def _proved(goal: Json) -> str:
    """`proved: pruning`, or `TRUE if a has n elements: pruning`."""
    return f"{goal.get('said') if goal.get('conditions') else 'proved'}: {goal.get('strategy')}"


def _is(goal: Json, verdict: str) -> bool:
    return goal.get("verdict") == verdict


def _of_goal(goal: Json, lines: list[str]) -> types.Diagnostic:
    if _is(goal, "FALSE"):
        trace = goal.get("counterexample")
        trace_lines = [str(line) for line in trace] if isinstance(trace, list) else []
        text = "\n".join([f"{goal.get('kind')} fails", *trace_lines])
        return _diagnostic(_line(goal), lines, types.DiagnosticSeverity.Error, text, "FALSE")
    text = f"{goal.get('kind')}: {_why(goal.get('reason'))}"
    return _diagnostic(_line(goal), lines, types.DiagnosticSeverity.Information, text, "UNKNOWN")


def _why(reason: object) -> str:
    """The reason as on the console, and the next step."""
    known = reason if isinstance(reason, dict) else {}
    hint = known.get("hint")
    return f"{known.get('said') or 'not decided'}{f' (try: {hint})' if hint else ''}"


def _diagnostic(
    line: int, lines: list[str], severity: types.DiagnosticSeverity, text: str, code: str
) -> types.Diagnostic:
    return types.Diagnostic(_whole(line, lines), text, severity=severity, code=code, source=SOURCE)


def _whole(line: int, lines: list[str]) -> types.Range:
    """The range of a line's text."""
    text = lines[line].rstrip() if line < len(lines) else ""
    first = len(text) - len(text.lstrip())
    return types.Range(types.Position(line, first), types.Position(line, _units(text)))


def _units(text: str) -> int:
    """The length in UTF-16 units, as the protocol counts it."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


# ---------------------------------------------------------------------------------------------------------------- loops


def _factors(analysis: Analysis) -> dict[int, int]:
    """The shrink factor of each loop that has one."""
    found: dict[int, int] = {}
    for one in _objects(analysis.report.get("loops")):
        lines, k = one.get("lines"), one.get("shrink_factor")
        if isinstance(lines, list) and isinstance(k, int):
            found.update({line - 1: k for line in lines if isinstance(line, int)})
    return found


def _short(loop: Json, factor: int | None) -> str:
    """`k = 1, 10,000,000 times, i = 0 + (j-1)`."""
    known = _texts(loop, "trip count")
    trips = [f"{text} times" for text in known if text.replace("at most ", "").replace(",", "").isdecimal()]
    return ", ".join([*([f"k = {factor}"] if factor else []), *trips, *_texts(loop, "accelerable")[:2]])


def _long(loop: Json, factor: int | None) -> str:
    """All facts about a loop, as Markdown."""
    names = ("trip count", "counter", "exits", "accelerable", "arrays", "private", "carried")
    about = [("shrink factor", [f"k = {factor}"])] if factor else []
    about += [(name, texts) for name in names if (texts := _texts(loop, name))]
    lines = [f"- **{name}**: {'; '.join(f'`{text}`' for text in texts)}" for name, texts in about]
    counted = any("j-1" in text for _, texts in about for text in texts)
    return "\n".join(lines + ["", "`j` is the number of the iteration, from 1"] * counted)


def _texts(loop: Json, name: str) -> list[str]:
    found = loop.get(name)
    return [str(text) for text in found] if isinstance(found, list) else []


def _hint(line: int, lines: list[str], text: str) -> types.InlayHint:
    return types.InlayHint(_whole(line, lines).end, text, padding_left=True)


def _distinct(hints: list[types.InlayHint]) -> list[types.InlayHint]:
    return list({(hint.position.line, str(hint.label)): hint for hint in hints}.values())


def _line(one: Json) -> int:
    line = one.get("line")
    return max(0, line - 1) if isinstance(line, int) else 0


def _objects(given: object) -> list[Json]:
    return [one for one in given if isinstance(one, dict)] if isinstance(given, list) else []
