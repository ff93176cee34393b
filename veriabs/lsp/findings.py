"""Convert a report for an editor: diagnostics at goals, hints and hovers at loops, and code actions."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from lsprotocol import types
from msgspec import Struct, field

from veriabs.lsp.functions import FunctionRange, functions_in
from veriabs.lsp.runs import Analysis, Json
from veriabs.report.summary import objects
from veriabs.verify.options import FRAMEWORKS

SOURCE = "veriabs"
_VERBS = ("annotate", "precondition", "contract", "harness", "test", "verify")
ANNOTATE, PRECONDITION, CONTRACT, HARNESS, TEST, VERIFY = (f"veriabs.{verb}" for verb in _VERBS)
_NOTATIONS = {"acsl": "ACSL", "contracts": "contracts of CBMC"}


class Findings(Struct, frozen=True):
    """The results for one version of a text; lines count from 0.

    `loops` maps the line of a loop, and `assumed` that of a function, to the function that was the entry; the entry of
    a whole program is empty.
    """

    version: int | None
    diagnostics: tuple[types.Diagnostic, ...] = ()
    hints: tuple[types.InlayHint, ...] = ()
    hovers: dict[int, str] = field(default_factory=dict)
    loops: dict[int, str] = field(default_factory=dict)
    assumed: dict[int, str] = field(default_factory=dict)

    def updated(self, part: Findings, function: FunctionRange) -> Findings:
        """These findings with those of one function, which replace the ones at its lines."""

        def other(line: int) -> bool:
            return line not in function

        return Findings(
            self.version,
            (*(one for one in self.diagnostics if other(one.range.start.line)), *part.diagnostics),
            (*(one for one in self.hints if other(one.position.line)), *part.hints),
            {line: text for line, text in self.hovers.items() if other(line)} | part.hovers,
            {line: entry for line, entry in self.loops.items() if other(line)} | part.loops,
            {line: entry for line, entry in self.assumed.items() if other(line)} | part.assumed,
        )


class _Assumed(Struct, frozen=True):
    """The conditions of the verdict about a function; `word` stands before them."""

    entry: str
    word: str
    conditions: tuple[str, ...]


def findings(analysis: Analysis, text: str, version: int | None) -> Findings:
    """The results of an analysis of this text."""
    lines = text.splitlines()
    if analysis.problem:
        message = analysis.problem.removeprefix("veriabs: ")
        problem = _diagnostic(0, lines, types.DiagnosticSeverity.Information, message, "no verdict")
        return Findings(version, (problem,))
    own = str(analysis.path)
    factors = _factors(analysis)
    loops = {_line(one): one for one in analysis.loops if one.get("file") == own}
    goals = [goal for goal in objects(analysis.report.get("goals")) if goal.get("file") == own]
    assumed = dict(_conditions_by_function(analysis.report, text))
    hints = [_hint(line, lines, label) for line, one in loops.items() if (label := _loop_label(one, factors.get(line)))]
    proved = [_hint(_line(goal), lines, _proved(goal)) for goal in goals if _has_verdict(goal, "TRUE")]
    heads = [_hint(line, lines, f"{one.word} {'; '.join(one.conditions)}") for line, one in assumed.items()]

    def brief(text: str) -> str:
        return text.replace(f"{own}:", "line ")  # the editor shows the file

    return Findings(
        version,
        tuple(
            _of_goal(goal, lines, _entry(goal, analysis.report), brief)
            for goal in goals
            if not _has_verdict(goal, "TRUE")
        ),
        (*heads, *hints, *_distinct(proved)),
        {
            **{line: "\n- ".join((one.word, *one.conditions)) for line, one in assumed.items()},
            **{line: brief(_loop_details(one, factors.get(line))) for line, one in loops.items()},
        },
        {line: _entry(one, analysis.report) for line, one in loops.items()},
        {line: one.entry for line, one in assumed.items()},
    )


def lenses(text: str, uri: str) -> Iterator[types.CodeLens]:
    """A lens over each function that verifies it."""
    for one in functions_in(text):
        if one.name != "main":
            place = types.Position(one.line, 0)
            command = types.Command("verify this function", VERIFY, arguments=[uri, one.name])
            yield types.CodeLens(types.Range(place, place), command)


def actions(found: Findings, uri: str, asked: types.CodeActionParams) -> Iterator[types.CodeAction]:
    """The code actions for the requested lines."""
    chosen = range(asked.range.start.line, asked.range.end.line + 1)
    for entry in dict.fromkeys(found.loops[line] for line in chosen if line in found.loops):
        for notation, name in _NOTATIONS.items():
            yield _action(f"veriabs: insert the proved invariants as {name}", ANNOTATE, uri, entry, notation)
        yield _action("veriabs: open the harness", HARNESS, uri, entry)
    for entry in (found.assumed[line] for line in chosen if found.assumed.get(line)):
        yield _action(f"veriabs: insert the inferred contract of {entry}", CONTRACT, uri, entry)
    for one in found.diagnostics:
        if one.range.start.line not in chosen:
            continue
        entry = str(one.data or "")
        if one.code == "FALSE":
            for framework in FRAMEWORKS:
                title = f"veriabs: write the counterexample as a test ({framework})"
                yield _action(title, TEST, uri, entry, framework)
        if one.code == "UNKNOWN":
            yield _action("veriabs: insert the missing precondition", PRECONDITION, uri, entry)


def _action(title: str, command: str, *arguments: str) -> types.CodeAction:
    run = types.Command(title, command, arguments=list(arguments))
    return types.CodeAction(title, kind=types.CodeActionKind.QuickFix, command=run)


# ---------------------------------------------------------------------------------------------------------------- goals


def _proved(goal: Json) -> str:
    """`proved: pruning`; the conditions are shown at the function."""
    return f"proved{' under conditions' if goal.get('conditions') else ''}: {goal.get('strategy')}"


def _entry(one: Json, report: Json) -> str:
    """The function that was the entry, or nothing for a whole program."""
    name = str(one.get("function") or report.get("function") or "")
    return name if name != "main" else ""


def _conditions_by_function(report: Json, text: str) -> Iterator[tuple[int, _Assumed]]:
    """The line of each function with a conditional verdict, and its conditions."""
    goals = objects(report.get("goals"))
    for one in functions_in(text):
        own = [goal for goal in goals if (goal.get("function") or report.get("function")) == one.name]
        given = (objects(goal.get("conditions")) for goal in own)
        texts = dict.fromkeys(str(each.get("text")).removeprefix(f"in {one.name}, ") for some in given for each in some)
        if texts:
            word = "TRUE if" if all(_has_verdict(goal, "TRUE") for goal in own) else "some goals are TRUE if"
            yield one.line, _Assumed(one.name if one.name != "main" else "", word, tuple(texts))


def _has_verdict(goal: Json, verdict: str) -> bool:
    return goal.get("verdict") == verdict


def _of_goal(goal: Json, lines: list[str], entry: str, brief: Callable[[str], str]) -> types.Diagnostic:
    if _has_verdict(goal, "FALSE"):
        trace = goal.get("counterexample")
        trace_lines = [str(line) for line in trace] if isinstance(trace, list) else []
        text = brief("\n".join([f"{goal.get('kind')} fails", *trace_lines]))
        return _diagnostic(_line(goal), lines, types.DiagnosticSeverity.Error, text, "FALSE", entry)
    text = brief(f"{goal.get('kind')}: {_reason_text(goal.get('reason'))}")
    return _diagnostic(_line(goal), lines, types.DiagnosticSeverity.Information, text, "UNKNOWN", entry)


def _reason_text(reason: object) -> str:
    """The reason as on the console, and the next step."""
    known = reason if isinstance(reason, dict) else {}
    hint = known.get("hint")
    return f"{known.get('said') or 'not decided'}{f' (try: {hint})' if hint else ''}"


def _diagnostic(
    line: int, lines: list[str], severity: types.DiagnosticSeverity, text: str, code: str, entry: str = ""
) -> types.Diagnostic:
    return types.Diagnostic(_line_range(line, lines), text, severity=severity, code=code, source=SOURCE, data=entry)


def _line_range(line: int, lines: list[str]) -> types.Range:
    """The range of a line's text."""
    text = lines[line].rstrip() if line < len(lines) else ""
    first = len(text) - len(text.lstrip())
    return types.Range(types.Position(line, first), types.Position(line, _units(text)))


def _units(text: str) -> int:
    """The length in UTF-16 units, as the protocol counts it."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


# ---------------------------------------------------------------------------------------------------------------- loops


def _factors(analysis: Analysis) -> dict[int, int]:
    """The shrink factor of each loop that has one, the largest if assertions differ."""
    found: dict[int, int] = {}
    for one in (*objects(analysis.report.get("loops")), *analysis.factors):
        lines, k = one.get("lines"), one.get("shrink_factor")
        if isinstance(lines, list) and isinstance(k, int):
            found.update({line - 1: max(k, found.get(line - 1, 0)) for line in lines if isinstance(line, int)})
    return found


def _loop_label(loop: Json, factor: int | None) -> str:
    """`k = 1, 10,000,000 times, i = 0 + (j-1)`."""
    known = _texts(loop, "trip count")
    trips = [f"{text} times" for text in known if text.replace("at most ", "").replace(",", "").isdecimal()]
    return ", ".join([*([f"k = {factor}"] if factor else []), *trips, *_texts(loop, "accelerable")[:2]])


def _loop_details(loop: Json, factor: int | None) -> str:
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
    return types.InlayHint(_line_range(line, lines).end, text, padding_left=True)


def _distinct(hints: list[types.InlayHint]) -> list[types.InlayHint]:
    return list({(hint.position.line, str(hint.label)): hint for hint in hints}.values())


def _line(one: Json) -> int:
    line = one.get("line")
    return max(0, line - 1) if isinstance(line, int) else 0
