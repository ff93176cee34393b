"""Write `main` for one function: arguments, state, preconditions, the call, postconditions.

    int main(void) { int n = nondet(); if (n < 0) abort(); int *a = malloc(n * sizeof *a); f(a, n); assert(...); }
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations

from msgspec import Struct
from pycparser import c_ast
from pycparser.c_generator import CGenerator

from veriabs.core.clauses import ReadClause
from veriabs.core.copying import replace
from veriabs.core.errors import InputError, UnsupportedError
from veriabs.core.goals import GoalKind
from veriabs.core.source import WRITTEN, Task, Where
from veriabs.frontend.contract import syntax
from veriabs.frontend.contract.contract import Contract
from veriabs.frontend.contract.scope import OldValues, Variable
from veriabs.frontend.harness.clauses import Clauses, split_by_pointers
from veriabs.frontend.harness.frame import AssignsGoals, frame
from veriabs.frontend.harness.names import (
    FreshNames,
    ParserPlaces,
    declaration,
    declared_as,
    file_scope,
    generated,
    is_pointer,
    marked,
    reserved_names,
    unit_of,
)
from veriabs.frontend.harness.objects import ObjectWriter
from veriabs.frontend.harness.range_ends import find_ends
from veriabs.frontend.harness.state import INITIAL, ArbitraryState
from veriabs.frontend.known_functions import KNOWN, RETURNED, is_nondet
from veriabs.frontend.nodes import is_void, parameters_of, place_of, retyped
from veriabs.frontend.pointer_members import calls, converted_parameters, sizable, with_struct_pointers
from veriabs.frontend.reach import (
    initial_names,
    may_write,
    only_accessed,
    reached_functions,
    statics_of,
    variables_of,
    with_initial_values,
)
from veriabs.frontend.survey import ASSERT_FUNCTIONS, ERROR_FUNCTIONS, STEPS, called_names, walk
from veriabs.frontend.typed.tree import TypedTree


class WrittenHarness(Struct, frozen=True):
    """A harness.

    - `main`: its C text. `text`: the file with the changes that the harness needs.
    - `conditions`: assumptions of a verdict. `claim`: the clauses of the contract as parsed.
    - `measured`: variables with the caller's values, for inferring preconditions.
    """

    main: str
    text: str
    conditions: tuple[str, ...]
    claim: tuple[ReadClause, ...]
    measured: CallerValues | None


class Harness:
    """The harness of a function of a preprocessed text, by its contract; UnsupportedError for one that has none.

    `named` are the names in the contracts of the functions that it reaches.
    """

    def __init__(
        self,
        task: Task,
        function: c_ast.FuncDef,
        functions: Mapping[str, c_ast.FuncDef],
        contract: Contract,
        tree: c_ast.FileAST,
        text: str,
        named: frozenset[str],
        types: TypedTree,
    ) -> None:
        self.types = types
        self.converted = converted_parameters(function, self.types)
        function = with_struct_pointers(function, self.converted)
        self.task, self.function, self.functions = task, function, functions
        self.contract, self.tree, self.text = contract, tree, text
        self.names = FreshNames(text)
        self.keyed = self._parameters()
        self.reached = reached_functions(function, functions, tree)
        used = {node.name for one in self.reached for node in walk(one.body) if isinstance(node, c_ast.ID)}
        known = with_initial_values(used | named, initial_names(tree))
        self.mentioned = known & {one.name for one in variables_of(tree)}
        self.writes = may_write(self.reached, tree, self.types)
        self.state = ArbitraryState(tree, self.types, self.names)
        old = OldValues(
            self.names.fresh,
            lambda base, name, unit: self.objects.copy(base, name, unit),
            lambda: [self.keyed[key].name for key in self.objects.null.keys() & self.keyed.keys()],
        )
        returned = function.decl.type.type
        self.result = self.names.fresh("returned_value")
        result = None if is_void(returned) else Variable(self.result, self.types.read(returned), local=True)
        meanings = {**file_scope(tree, self.types), **self._meanings()}
        self.clauses = Clauses(self.names, self.types, meanings, ParserPlaces(text), old, result)
        self.objects = ObjectWriter(task, task.entry.sizes, function, functions, contract, tree, self.clauses)
        self.objects.inferred = task.entry.needs.sizes
        self.frame = self._frame()

    def _frame(self) -> AssignsGoals:
        """The goals of `assigns` clauses; none if nothing is written, or if memory of the caller may be freed."""
        whole = AssignsGoals((), tuple(clause for one in self.contract.assigns for clause in one.clauses))
        if self._may_free():
            return whole
        sizes = self.task.entry.sizes
        used = [one for one in variables_of(self.tree) if one.name in self.mentioned and self.writes]
        hidden = [one for one in used if one.name in self.keyed]
        pointers = {key: one for key, one in self._pointers().items() if self.writes and key not in sizes}
        own = [one for one in used if one not in hidden]
        found = frame(self.contract, pointers, own, self._constants(), self.types, self.names.fresh("cell"))
        more = hidden or sizes or self._has_static_variables() or self._calls_others()
        return replace(found, uncovered=whole.uncovered) if more else found

    def _constants(self) -> list[c_ast.Decl]:
        """The constants of the file that the function uses."""
        named = {node.name for one in self.reached for node in walk(one.body) if isinstance(node, c_ast.ID)}
        variables = [one for one in self.tree.ext if isinstance(one, c_ast.Decl) and one.name in named - self.mentioned]
        return [one for one in variables if not isinstance(one.type, c_ast.FuncDecl)]

    def _calls_others(self) -> bool:
        """Is a function of another file called, which may change variables that this text does not name?"""
        known = {one.decl.name for one in self.reached} | KNOWN
        called = (node.name for one in self.reached for node in walk(one.body) if isinstance(node, c_ast.FuncCall))
        return any(not isinstance(one, c_ast.ID) or not (one.name in known or is_nondet(one.name)) for one in called)

    def _has_static_variables(self) -> bool:
        """Has a function that is reached a static variable of its own?"""
        return any(True for one in self.reached for _ in statics_of(one))

    def _may_free(self) -> bool:
        return bool({name for one in self.reached for name in called_names(one.body)} & {"free", "realloc"})

    def made(self) -> WrittenHarness:
        text = self.text
        if self.task.entry.arbitrary_globals:
            text = self.state.with_arbitrary_statics(text, self.reached)
        main = "\n".join(self._lines()) + "\n"
        for name in sorted(self.task.entry.sizes.keys() - {*sizable(self.function, self.tree), *self.objects.members}):
            kind = "pointer to an array" if "->" in name else "parameter"
            raise InputError(f"--array {name}: {self.task.entry.function} has no {kind} {name} of unknown size")
        conditions = (*self.objects.conditions, *self.state.conditions, *self._condition_texts())
        return WrittenHarness(main, text, conditions, self.contract.claim, self._measured())

    def _measured(self) -> CallerValues | None:
        if not self.task.entry.measured:
            return None
        numbers = {key: one.name for key, one in self.keyed.items() if key not in self._pointers()}
        numbers |= self.objects.numbers
        places = assertions_on_parameters(self.function, frozenset(self.keyed), self.task)
        return CallerValues(numbers, self.objects.measured, frozenset(places), self._called(), self.objects.flags)

    def _called(self) -> frozenset[tuple[str, int]]:
        needing = (one for one in self.reached if one.decl.name in self.task.entry.called)
        places = (place_of(one.decl, self.task) for one in needing)
        return frozenset((one.file, one.line) for one in places)

    # ------------------------------------------------------------------------------------------------------ parameters

    def _parameters(self) -> dict[str, c_ast.Decl]:
        """The parameters as variables of `main`, by the names that the function uses.

        A parameter is renamed here if another object of the file has its name, so that it hides nothing.
        """
        given = self.function.decl.type.args
        if given is not None and any(isinstance(one, c_ast.EllipsisParam) for one in given.params):
            where = place_of(self.function, self.task)
            raise UnsupportedError(f"{where}: {self.task.entry.function} takes a variable number of arguments")
        if self.function.param_decls:
            where = place_of(self.function, self.task)
            raise UnsupportedError(f"{where}: {self.task.entry.function} has no parameter types; state them")
        hidden, found = reserved_names(self.tree), dict[str, c_ast.Decl]()
        for position, one in enumerate(parameters_of(self.function), 1):
            name = getattr(one, "name", None)
            if name and name not in hidden:
                found[name] = one
            else:
                own = self.names.fresh(f"{name}_given" if name else f"argument_{position}")
                found[name or own] = declared_as(one, own)
        return found

    def _meanings(self) -> dict[str, Variable]:
        """The parameters by the names that the contract has for them."""
        return {key: Variable(one.name, self.types.read(one), local=True) for key, one in self.keyed.items()}

    def _pointers(self) -> dict[str, c_ast.Decl]:
        return {key: one for key, one in self.keyed.items() if is_pointer(one.type) and not calls(one.type, self.tree)}

    # ------------------------------------------------------------------------------------------------------------ text

    def _lines(self) -> list[str]:
        body = self._body()
        declared = {node.name for node in self.tree.ext if isinstance(node, c_ast.Decl)} | self.functions.keys()
        needed = {"malloc": "void *malloc(unsigned long)", "__VERIFIER_assert": "void __VERIFIER_assert(int)"}
        return [
            f'# 1 "{WRITTEN}"',
            "extern void abort(void);",
            *(f"extern {line};" for name, line in needed.items() if name not in declared),
            *([f"static void {RETURNED}(const void *kept) {{ }}"] if self._pointers_of_caller() else []),
            "int main(void) {",
            *(f"  {line}" if not line.startswith("#") else line for one in body for line in one.split("\n")),
            "  return 0;",
            "}",
        ]

    def _body(self) -> list[str]:
        """The statements of `main`, each with its place."""
        pointers, clauses = self._pointers(), self.clauses
        mentioned = {key for key, one in clauses.variables.items() if one.text in {p.name for p in pointers.values()}}
        early, late = split_by_pointers(self.contract.requires, mentioned)
        scalars = [one for key, one in self.keyed.items() if key not in pointers]
        front = [
            *(marked(one.coord or self.function.coord, f"{declaration(one)};") for one in scalars),
            *(generated(line) for line in (self.state.arbitrary() if self.task.entry.arbitrary_globals else ())),
            *(clauses.assumed(one) for one in early),
        ]
        if self.task.entry.only_requires:
            late = [one for one in late if not syntax.quantifies(one.node)]
        front += [
            *(line for key in find_ends(self.objects, pointers) for line in self.objects.object(key, pointers[key])),
            *(clauses.assumed(one) for one in late),
        ]
        if self.task.entry.only_requires:
            return [*front, "__VERIFIER_assert(0);"]
        front += [clauses.asserted(one) for one in self.contract.goals]
        ensured = (*self.contract.ensures, *self.frame.goals)
        behind = [clauses.asserted(one, behind=True) for one in ensured]
        assert clauses.old is not None
        kept = [f"{RETURNED}({name});" for name in self._pointers_of_caller()]
        return [*front, *(generated(line) for line in clauses.old.statements), self._call(), *behind, *kept]

    def _pointers_of_caller(self) -> list[str]:
        """Pointers that the caller still has at the end, the result included, for leak checks."""
        asked = {GoalKind.MEMORY_LEAK.value, GoalKind.MEMORY_TRACK.value} & set(self.task.checks)
        returned = [self.result] if isinstance(self.function.decl.type.type, c_ast.PtrDecl) else []
        return [*returned, *self.objects.out_parameters.values()] if asked else []

    def _call(self) -> str:
        returned = self.function.decl.type.type
        given = ((f"(void *){one.name}" if key in self.converted else one.name) for key, one in self.keyed.items())
        arguments = ", ".join(given)
        call = f"{self.function.decl.name}({arguments});"
        if not (self.contract.result() or self.result in self._pointers_of_caller()) or is_void(returned):
            return marked(self.function.coord, call)
        return marked(self.function.coord, f"{CGenerator().visit(retyped(returned, self.result))} = {call}")

    # ------------------------------------------------------------------------------------------------------ conditions

    def _condition_texts(self) -> list[str]:
        kept = self._has_static_variables()
        changes = kept or self.writes or self._calls_others()
        initial = not self.task.entry.arbitrary_globals and (self.mentioned or kept)
        unchecked = (
            f"the clause {one.kind} at line {one.where.line} holds, which is not checked"
            for one in (*self.contract.unchecked, *self.frame.uncovered)
            if changes or one.kind != "assigns"  # a function that changes nothing keeps every such clause
        )
        needed = (f"{one} (inferred)" for one in self.task.entry.needs.clauses)
        types = (f"{key} points to a {unit_of(self.keyed[key].type.type)}" for key in self.converted)
        return [
            *needed,
            *types,
            *self._separation(),
            *self._separation_conditions(),
            *self._access_conditions(),
            *([INITIAL] if initial else []),
            *unchecked,
        ]

    def _separation_conditions(self) -> Iterator[str]:
        """Pointers of the caller's that parameters point to are nothing else that the function uses."""
        if self.mentioned or self._has_static_variables() or len(self._pointers()) > 1:
            yield from (f"{key} points to a pointer of its own" for key in self.objects.out_parameters)

    def _access_conditions(self) -> Iterator[str]:
        """The function may write to what a contract lets it only read, or free what a contract calls valid."""
        frees = self._may_free() and GoalKind.POINTER.value in self.task.checks
        for key, one in self._pointers().items():
            extents = self.contract.extent(key)
            is_changed = self.writes and "const" not in getattr(one.type.type, "quals", ())
            if is_changed and extents and all(extent.only_read for extent in extents):
                yield f"{key} points to memory that may be written"
            if frees and not only_accessed(key, self.function):
                yield f"{key} points to memory that may be freed"

    def _separation(self) -> list[str]:
        """Objects of pointers that the contract allows to overlap do not overlap here."""
        promised = sorted(self.objects.promised)
        if not promised or not self.writes:
            return []
        found = [
            f"{first} and {second} do not overlap"
            for first, second in combinations(promised, 2)
            if not self.contract.separates(first, second)
        ]
        if self.mentioned or self._has_static_variables():
            apart = [one for one in promised if not any(extent.fresh for extent in self.contract.extent(one))]
            found += [f"{one} points to no variable of the file" for one in apart]
        return found


class CallerValues(Struct, frozen=True):
    """Names of variables of `main` that hold the caller's values, by parameter or member (`p->n`).

    - `numbers`: the variable of a number. `objects`: the pointer and the number of elements of an object.
    - `stated`: the places of assertions that depend only on the parameters' initial values.
    - `called`: the places where called functions check their preconditions.
    - `null`: the variable that tells whether a pointer is null.
    """

    numbers: Mapping[str, str]
    objects: Mapping[str, tuple[str, str]]
    stated: frozenset[Where]
    called: frozenset[tuple[str, int]]
    null: Mapping[str, str]


def assertions_on_parameters(function: c_ast.FuncDef, parameters: frozenset[str], task: Task) -> Iterator[Where]:
    """The places of assertions about parameters alone that the function never changes."""
    kept = parameters - {name for node in walk(function.body) for name in _modified_names(node)}
    for node in walk(function.body):
        match node:
            case c_ast.FuncCall(name=c_ast.ID(name=name), args=c_ast.ExprList(exprs=[test])):
                calls = [node] if name in ASSERT_FUNCTIONS else []
            case c_ast.If(cond=test, iftrue=c_ast.EmptyStatement(), iffalse=c_ast.Node() as other):
                calls = [one for one in walk(other) if _fails(one)]
            case c_ast.TernaryOp(cond=test, iffalse=other):
                calls = [one for one in walk(other) if _fails(one)]
            case _:
                continue
        names = {one.name for one in walk(test) if isinstance(one, c_ast.ID)}
        simple = not any(isinstance(one, c_ast.FuncCall | c_ast.Assignment) for one in walk(test))
        if simple and names and names <= kept:
            yield from (place_of(one, task) for one in calls)


def _fails(node: c_ast.Node) -> bool:
    return isinstance(node, c_ast.FuncCall) and getattr(node.name, "name", "") in ERROR_FUNCTIONS


def _modified_names(node: c_ast.Node) -> Iterator[str]:
    match node:
        case c_ast.Assignment(lvalue=c_ast.ID(name=name)):
            yield name
        case c_ast.UnaryOp(op=op, expr=c_ast.ID(name=name)) if op == "&" or op in STEPS:
            yield name
        case _:
            pass
