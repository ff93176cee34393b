"""The OpenAPI description agrees with the interface: it has every route, and its examples fit its schemas."""

from __future__ import annotations

import re
from collections.abc import Iterator

import jsonschema
import pytest
from starlette.routing import Route
from starlette.testclient import TestClient

from veriabs.service.app import routes, show_page
from veriabs.service.jobs import JobState
from veriabs.service.openapi import document
from veriabs.service.uploads import COMMANDS
from veriabs.verify.options import Options

JSON = "application/json"


def described() -> set[tuple[str, str]]:
    paths = document()["paths"].items()
    return {(path, method.upper()) for path, about in paths for method in about if method != "parameters"}


def test_every_route_is_described_and_nothing_else() -> None:
    served = {
        (re.sub(r":\w+}", "}", route.path), method)
        for route in routes()
        if isinstance(route, Route) and route.endpoint is not show_page
        for method in (route.methods or ())
        if method != "HEAD"
    }
    assert served == described()


def examples() -> Iterator[tuple[str, dict[str, object], object]]:
    components = document()["components"]
    for kind in ("requestBodies", "responses"):
        for name, about in components[kind].items():
            for media in about["content"].values():
                if "example" in media:
                    yield f"{kind} {name}", media["schema"], media["example"]


def references(node: object) -> Iterator[str]:
    if isinstance(node, dict):
        yield from (target for name, target in node.items() if name == "$ref")
    for inner in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
        yield from references(inner)


def test_every_reference_has_its_target() -> None:
    components = document()["components"]
    for target in references(document()):
        _, _, kind, name = target.split("/")
        assert name in components[kind]


def test_states_and_commands_are_those_of_the_service() -> None:
    schemas = document()["components"]["schemas"]
    assert schemas["Job"]["properties"]["state"]["enum"] == [state.value for state in JobState]
    assert schemas["Submission"]["properties"]["command"]["enum"] == list(COMMANDS)


@pytest.mark.parametrize(("name", "schema", "example"), list(examples()))
def test_examples_fit_their_schemas(name: str, schema: dict[str, object], example: object) -> None:
    whole = {**schema, "components": document()["components"]}
    jsonschema.validate(example, whole)


def test_example_is_taken(client: TestClient) -> None:
    example = document()["components"]["requestBodies"]["Submission"]["content"][JSON]["example"]
    answer = client.post("/v1/jobs", json=example)
    assert answer.status_code == 202
    schema = {"$ref": "#/components/schemas/Job", "components": document()["components"]}
    jsonschema.validate(answer.json(), schema)
    example = document()["components"]["requestBodies"]["Batch"]["content"][JSON]["example"]
    schema = {"$ref": "#/components/schemas/BatchState", "components": document()["components"]}
    jsonschema.validate(client.post("/v1/batches", json=example).json(), schema)


def test_options_are_those_of_the_command_line_but_for_paths() -> None:
    options = document()["components"]["schemas"]["Options"]["properties"]
    assert {"max_k", "timeout", "strategies", "overflow", "data_model", "defines"} <= set(options)
    assert not {"keep", "includes", "property_file"} & set(options)
    assert options["data_model"]["enum"] == ["ILP32", "LP64"]
    assert (options["replay"]["type"], options["replay"]["default"]) == ("boolean", True)
    assert not options["replay"]["description"].startswith("never")


def test_every_option_has_words_for_people_and_the_type_that_is_taken() -> None:
    options = document()["components"]["schemas"]["Options"]["properties"]
    for name, about in options.items():
        assert about["title"] and "_" not in about["title"] and "--" not in about["title"] + about["description"], name
    assert options["function"]["type"] == options["standard"]["type"] == "string"
    assert "all" in options["checks"]["items"]["enum"] and "native" in options["strategies"]["items"]["enum"]
    taken = {"function": "f", "standard": "c99", "checks": ["bounds", "nan"], "strategies": ["native"], "timeout": 1.5}
    chosen = Options.from_json(taken)
    jsonschema.validate(taken, document()["components"]["schemas"]["Options"])
    assert chosen.checks == ("bounds", "nan") and chosen.strategies == ("native",)
    assert Options.from_json({"checks": "bounds,nan"}).checks == chosen.checks
    with pytest.raises(ValueError, match="option checks"):
        Options.from_json({"checks": ["bounds", 1.5]})
