"""Use any function as the entry: a generated `main` after the user's text calls it with arbitrary arguments.

Analyses, compilers and runs all use this `main`; the conditions of its verdict come with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct
from pycparser import c_ast

from veriabs.core.clauses import ReadClause
from veriabs.core.copying import replace
from veriabs.core.errors import InputError
from veriabs.core.precondition import Precondition, predicates
from veriabs.core.source import Task, Where
from veriabs.frontend.contract.annotations import Clause
from veriabs.frontend.contract.contract import Contract
from veriabs.frontend.contract.extraction import Contracts, contracts
from veriabs.frontend.decoration import refuse_reached
from veriabs.frontend.dialect import MAIN
from veriabs.frontend.harness.callees import with_preconditions
from veriabs.frontend.harness.main import CallerValues, Harness
from veriabs.frontend.harness.names import types_of
from veriabs.frontend.harness.quantified_assertions import with_quantifiers
from veriabs.frontend.nodes import parameters_of, place_of
from veriabs.frontend.parse import parse
from veriabs.frontend.pointer_members import sizable, with_plain_pointers
from veriabs.frontend.predicate_functions import expand
from veriabs.frontend.reach import reached_functions
from veriabs.frontend.survey import ASSERT_FUNCTIONS, ERROR_FUNCTIONS, called_names
from veriabs.frontend.typed.tree import TypedTree, typed
from veriabs.frontend.unused_declarations import WORD, defines, without_unreached


class EntryText(Struct, frozen=True):
    """The text with a `main` that calls the entry, the conditions of a verdict about it, and the contract as read."""

    text: str
    assumptions: tuple[str, ...] = ()
    contract: tuple[ReadClause, ...] = ()
    measured: CallerValues | None = None


class Signature(Struct, frozen=True):
    """The place of a function's definition, and the parameters whose object can get a size with `--array`.

    `*p` stands for the pointer that p points to.
    """

    where: Where
    parameters: frozenset[str]


class ParsedSource(Struct):
    """A preprocessed text, parsed once for all entry functions: its contracts, the text without them, and its tree.

    It is made once for all functions of a file; none of them changes it.
    """

    contracts: Contracts
    text: str
    tree: c_ast.FileAST

    @classmethod
    def of(cls, preprocessed: str, task: Task) -> ParsedSource:
        found = _contracts(preprocessed, task)
        text = found.renamed(MAIN)
        return cls(found, text, parse(text, task))

    def reaching(self, name: str, task: Task) -> ParsedSource:
        """The source without code that the function does not reach; raises UnsupportedError if it reaches unsupported
        code."""
        return _reaching(self.contracts, _keep_reached(self.contracts, self.text, name, task), name, task)

    @property
    def functions(self) -> dict[str, c_ast.FuncDef]:
        """Possible entry functions in textual order."""
        return {node.decl.name: node for node in self.tree.ext if isinstance(node, c_ast.FuncDef)}


def enter(text: str, task: Task) -> EntryText:
    """The preprocessed text with the entry that the task asks for; InputError if there is no such function."""
    found = contracts(text, task)
    if task.entry.function != "main" or found.of("main"):
        renamed, name = found.renamed(MAIN), _name(task)
        if not defines(renamed, name):
            whole = with_quantifiers(renamed, task)
            raise _missing_function_error(ParsedSource(found, whole, parse(whole, task)), task)
        reached = with_quantifiers(_keep_reached(found, renamed, name, task), task)  # most of a long file is not parsed
        return _enter(_reaching(found, reached, name, task), task)
    for name in task.entry.sizes:
        raise InputError(f"--array {name}: main has no parameter {name} of unknown size")
    reached = with_quantifiers(_keep_reached(found, found.text, "main", task), task)
    if not found.found and not found.inner:
        return EntryText(reached)
    source = _reaching(found, reached, "main", task)
    main = source.functions.get("main")
    if main is None:
        return EntryText(source.text)
    return _check_preconditions(source, main, source.text, task, typed(source.tree, task.data_model))


def _reaching(found: Contracts, text: str, name: str, task: Task) -> ParsedSource:
    """The parsed text that the function reaches; clauses have no calls of predicates, which it need not reach then."""
    source = ParsedSource(found, text, parse(text, task))
    functions = source.functions
    clauses = {
        of: tuple(expand(one, functions, functions.get(of)) for one in group) for of, group in found.found.items()
    }
    if clauses == found.found:
        return source
    found = replace(found, found=clauses)
    text = _keep_reached(found, text, name, task)
    return ParsedSource(found, text, parse(text, task))


def _contracts(text: str, task: Task) -> Contracts:
    """The contracts of a text, and the text without them and without quantifiers."""
    found = contracts(text, task)
    return replace(found, text=with_quantifiers(found.text, task))


def _keep_reached(found: Contracts, text: str, name: str, task: Task) -> str:
    """Remove declarations that neither the function nor its contracts reach."""
    if not defines(text, name):
        return text  # parsing reports the error
    also = {of: WORD.findall(" ".join(one.text for one in clauses)) for of, clauses in found.found.items()}
    also[MAIN] = also.get("main", [])
    errors = ERROR_FUNCTIONS | ASSERT_FUNCTIONS
    return refuse_reached(without_unreached(text, [name], errors, also, checked=bool(task.checks)))


def _check_preconditions(
    source: ParsedSource, entry: c_ast.FuncDef, text: str, task: Task, types: TypedTree
) -> EntryText:
    """The text in which called functions check their preconditions, and the conditions that they do not check."""
    reached = reached_functions(entry, source.functions, source.tree)
    source.contracts.refuse_inner({_c_name(one) for one in reached})
    calls_itself = any(entry.decl.name in called_names(one.body) for one in reached)
    required = {*source.contracts.found, *task.entry.called}
    called = [one for one in reached if (one is not entry or calls_itself) and _c_name(one) in required]
    contracts = {one.decl.name: _contract(source, one, task, task.entry.called) for one in called}
    checked, conditions = with_preconditions(text, task, source.tree, called, contracts, types)
    without = sorted({name for one in reached for name in called_names(one.body)} - source.functions.keys())
    conditions += [f"{name} is called as its contract requires" for name in without if source.contracts.of(name)]
    return EntryText(checked, tuple(conditions))


def _contract(source: ParsedSource, function: c_ast.FuncDef, task: Task, needs: Mapping[str, Precondition]) -> Contract:
    """The contract of a function as written, with inferred clauses."""
    names = tuple(getattr(one, "name", None) or "" for one in parameters_of(function))
    found, where = needs.get(_c_name(function), Precondition()), place_of(function.decl, task)
    is_entry = _c_name(function) == task.entry.function
    texts = found.clauses if is_entry else predicates(found)  # the sizes of the entry's objects are the harness's
    inferred = (Clause("requires", text, where, parameters=names) for text in texts)
    return Contract.of((*source.contracts.of(_c_name(function)), *inferred), types_of(source.tree), names)


def enter_source(source: ParsedSource, task: Task) -> EntryText:
    """Like `enter`, for a source that is parsed already."""
    name = _name(task)
    if name not in source.functions:
        raise _missing_function_error(source, task)
    return _enter(source.reaching(name, task), task)


def _name(task: Task) -> str:
    return MAIN if task.entry.function == "main" else task.entry.function


def _missing_function_error(source: ParsedSource, task: Task) -> InputError:
    return InputError(f"{task.path}: there is no function {task.entry.function}{function_list(source.functions)}")


def _enter(source: ParsedSource, task: Task) -> EntryText:
    functions = source.functions
    function = functions.get(_name(task))
    if function is None:
        raise _missing_function_error(source, task)
    types = typed(source.tree, task.data_model)
    checked = _check_preconditions(source, function, source.text, task, types)
    plain = with_plain_pointers(function, source.tree)
    contract = _contract(source, function, task, {_c_name(function): task.entry.needs})
    reached = reached_functions(function, functions, source.tree)
    clauses = " ".join(clause.text for one in reached for clause in source.contracts.of(_c_name(one)))
    named = frozenset(WORD.findall(clauses))
    made = Harness(task, plain, functions, contract, source.tree, checked.text, named, types).made()
    return EntryText(made.text + made.main, (*made.conditions, *checked.assumptions), made.claim, made.measured)


def _c_name(function: c_ast.FuncDef) -> str:
    return "main" if function.decl.name == MAIN else str(function.decl.name)


def functions_of(text: str, task: Task) -> dict[str, Signature]:
    """The functions of a preprocessed text that can be an entry, in textual order."""
    source = ParsedSource.of(text, task)
    return {
        "main" if name == MAIN else name: Signature(place_of(one.decl, task), frozenset(sizable(one, source.tree)))
        for name, one in source.functions.items()
    }


def function_list(functions: Iterable[str]) -> str:
    """`; it has f, g; try: --function f, or verify --all-functions`, or nothing."""
    names = [name for name in functions if name != MAIN]
    some = ", ".join(names[:8]) + (", ..." if len(names) > 8 else "")
    return f"; it has {some}; try: --function {names[0]}, or verify --all-functions" if names else ""
