"""Test the HTTP interface without workers: accepted and refused requests, and who sees which job."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable

import pytest
from sqlalchemy import select
from starlette.testclient import TestClient

from veriabs.service import jobs, queue, tokens
from veriabs.service.jobs import JobState
from veriabs.service.limits import Limits
from veriabs.service.outcome import Artefact, JobOutcome
from veriabs.service.schema import TOKENS
from veriabs.service.store import Store

Ask = Callable[..., TestClient]
SOURCE = "int main(void) { return 0; }\n"


def submit(client: TestClient, **more: object) -> dict[str, object]:
    answer = client.post("/v1/jobs", json={"source": SOURCE, **more})
    assert answer.status_code == 202, answer.text
    return dict(answer.json())


def decide(store: Store) -> str:
    """Ends the next job as a worker would."""
    held = queue.claim(store, "test")
    assert held is not None
    loop = {"lines": [3], "assertion": {"file": "a.c", "line": 9}, "shrink_factor": 2, "tried": [], "accelerable": []}
    report = {"verdict": "TRUE", "strategy": "shrinking", "seconds": 1.0, "loops": [loop]}
    found = (
        Artefact("report.json", "application/json", json.dumps(report).encode()),
        Artefact("report.html", "text/html", b"<!doctype html>"),
        Artefact("programs/harness-k-1.c", "text/x-c", b"int x;"),
    )
    queue.finish(store, held, JobOutcome(JobState.DONE, "Proved.", report, artefacts=found))
    return held.job.id


def problem(answer: object, status: int) -> dict[str, object]:
    assert answer.status_code == status, answer.text  # type: ignore[attr-defined]
    assert answer.headers["content-type"] == "application/problem+json"  # type: ignore[attr-defined]
    told: dict[str, object] = answer.json()  # type: ignore[attr-defined]
    assert {"type", "title", "status", "detail"} <= set(told) and told["status"] == status
    return told


# ---------------------------------------------------------------------------------------------------------- submitting


def test_job_is_taken_and_found(client: TestClient) -> None:
    answer = client.post("/v1/jobs", json={"source": SOURCE, "name": "a.c", "options": {"timeout": 5}})
    assert answer.status_code == 202
    job = answer.json()
    assert answer.headers["location"] == job["links"]["self"]
    assert client.get(job["links"]["self"]).json() == job
    assert job["state"] == "queued" and job["options"]["timeout"] == 5
    assert client.get(job["links"]["self"] + "/sources").json() == {"files": {"a.c": SOURCE}, "main": "a.c"}


def test_files_and_archives_are_taken(client: TestClient) -> None:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr("src/a.c", SOURCE)
        archive.writestr("src/a.h", "")
    files = {"file": ("all.zip", made.getvalue())}
    job = client.post("/v1/jobs", files=files, data={"options": '{"max_k": 2}', "command": "shrink"}).json()
    assert job["name"] == "src/a.c" and job["command"] == "shrink" and job["options"]["max_k"] == 2
    assert set(client.get(job["links"]["self"] + "/sources").json()["files"]) == {"src/a.c", "src/a.h"}


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({}, "/source"),
        ({"source": ""}, "/source"),
        ({"source": 5}, "/source"),
        ({"source": SOURCE, "extra": 1}, "/extra"),
        ({"source": SOURCE, "name": "../a.c"}, "/file"),
        ({"source": SOURCE, "name": "/etc/a.c"}, "/file"),
        ({"source": SOURCE, "name": "a\\b.c"}, "/file"),
        ({"source": SOURCE, "name": "a\u0000.c"}, "/file"),
        ({"source": SOURCE, "command": "rm"}, "/command"),
        ({"source": SOURCE, "shared": "yes"}, "/shared"),
        ({"source": SOURCE, "options": {"keep": "/tmp"}}, "/options"),
        ({"source": SOURCE, "options": {"includes": ["/etc"]}}, "/options"),
        ({"source": SOURCE, "options": {"property_file": "/etc/passwd"}}, "/options"),
        ({"source": SOURCE, "options": {"max_k": 0}}, "/options"),
        ({"source": SOURCE, "options": {"max_k": True}}, "/options"),
        ({"source": SOURCE, "options": {"timeout": 1e9}}, "/options"),
        ({"source": SOURCE, "options": {"timeout": 901}}, "/options/timeout"),
        ({"source": SOURCE, "options": {"strategies": ["magic"]}}, "/options"),
        ({"source": SOURCE, "options": {"overflow": "maybe"}}, "/options"),
        ({"source": SOURCE, "options": {"defines": ["1X"]}}, "/options"),
        ({"files": {"a.c": SOURCE, "b.c": SOURCE}}, "/source"),
        ({"files": {"a.c": SOURCE}, "main": "c.c"}, "/main"),
    ],
)
def test_invalid_requests_are_refused_with_a_pointer(client: TestClient, body: dict[str, object], pointer: str) -> None:
    told = problem(client.post("/v1/jobs", json=body), 422)
    assert told["errors"] == [{"pointer": pointer, "detail": told["errors"][0]["detail"]}]  # type: ignore[index]
    assert "\n" not in str(told["detail"])
    assert client.get("/v1/jobs").json()["items"] == []


@pytest.mark.parametrize("body", [b"", b"[]", b"{", b"\xff", b"[" * 100_000])
def test_a_value_that_is_not_a_json_object_is_rejected(client: TestClient, body: bytes) -> None:
    problem(client.post("/v1/jobs", content=body, headers={"Content-Type": "application/json"}), 422)


def test_other_media_types_are_refused(client: TestClient) -> None:
    problem(client.post("/v1/jobs", content=SOURCE, headers={"Content-Type": "text/plain"}), 415)


def test_idempotency_key_makes_one_job(client: TestClient) -> None:
    key = {"Idempotency-Key": "once"}
    first = client.post("/v1/jobs", json={"source": SOURCE}, headers=key).json()
    assert client.post("/v1/jobs", json={"source": SOURCE}, headers=key).json()["id"] == first["id"]
    problem(client.post("/v1/jobs", json={"source": SOURCE, "command": "shrink"}, headers=key), 422)
    problem(client.post("/v1/jobs", json={"source": SOURCE}, headers={"Idempotency-Key": "x" * 201}), 400)
    assert len(client.get("/v1/jobs").json()["items"]) == 1


# -------------------------------------------------------------------------------------------------------------- limits


def test_too_large_a_request_is_refused(serving: Ask) -> None:
    client = serving(Limits(body=1000))
    assert problem(client.post("/v1/jobs", json={"source": "x" * 2000}), 413)["limit"] == 1000

    def parts() -> object:
        yield b'{"source": "'
        yield b"x" * 2000

    problem(client.post("/v1/jobs", content=parts(), headers={"Content-Type": "application/json"}), 413)


def test_full_queue_is_reported_with_a_retry_time(serving: Ask) -> None:
    client = serving(Limits(owner_queued=2))
    submit(client), submit(client)
    answer = client.post("/v1/jobs", json={"source": SOURCE})
    assert problem(answer, 429)["limit"] == 2 and int(answer.headers["retry-after"]) > 0
    answer = serving(Limits(queued=2)).post("/v1/jobs", json={"source": SOURCE})
    assert problem(answer, 503) and int(answer.headers["retry-after"]) > 0


def test_too_many_requests_are_reported_with_a_retry_time(serving: Ask) -> None:
    client = serving(Limits(rate=0.5, burst=3))
    answers = [client.get("/v1/jobs") for _ in range(4)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
    assert int(answers[3].headers["retry-after"]) >= 1
    problem(answers[3], 429)


def test_each_token_has_separate_limits(serving: Ask, store: Store) -> None:
    limits = Limits(rate=0.5, burst=3, owner_queued=1)
    one = serving(limits, tokens=True, token=tokens.add(store, "one", "user"))
    other = TestClient(
        one.app, "http://localhost", headers={"Authorization": f"Bearer {tokens.add(store, 'other', 'user')}"}
    )
    submit(one)
    assert [one.get("/v1/jobs").status_code for _ in range(3)] == [200, 200, 429]
    submit(other)
    problem(other.post("/v1/jobs", json={"source": SOURCE}), 429)
    assert other.get("/v1/jobs").status_code == 200


# ------------------------------------------------------------------------------------------------------------- looking


def test_pages_have_every_job_once(client: TestClient) -> None:
    made = [submit(client)["id"] for _ in range(7)]
    found, address = [], "/v1/jobs?limit=3"
    while address:
        answer = client.get(address)
        found += [one["id"] for one in answer.json()["items"]]
        address = answer.json()["next"]
        if len(found) == 3:
            submit(client)  # what comes meanwhile moves nothing
    assert found == made[::-1]


def test_filters(client: TestClient, store: Store) -> None:
    submit(client, name="first.c"), submit(client, name="second.c")
    decided = decide(store)
    assert [one["id"] for one in client.get("/v1/jobs?state=done").json()["items"]] == [decided]
    assert [one["name"] for one in client.get("/v1/jobs?name=SECOND").json()["items"]] == ["second.c"]
    assert client.get("/v1/jobs?name=%25").json()["items"] == []
    assert len(client.get("/v1/jobs?verdict=TRUE").json()["items"]) == 1
    for wrong in ("state=odd", "limit=0", "limit=x", "cursor=-1", "colour=red", f"cursor={'9' * 30}"):
        problem(client.get(f"/v1/jobs?{wrong}"), 422)


def test_etag_changes_with_the_job(client: TestClient, store: Store) -> None:
    job = submit(client)
    address = job["links"]["self"]  # type: ignore[index]
    etag = client.get(address).headers["etag"]
    assert client.get(address, headers={"If-None-Match": etag}).status_code == 304
    decide(store)
    answer = client.get(address, headers={"If-None-Match": etag})
    assert answer.status_code == 200 and answer.json()["verdict"] == "TRUE"


def test_artefacts(client: TestClient, store: Store) -> None:
    submit(client)
    base = f"/v1/jobs/{decide(store)}/artefacts"
    listed = client.get(base).json()["items"]
    assert [one["name"] for one in listed] == ["programs/harness-k-1.c", "report.html", "report.json"]
    answer = client.get(listed[0]["url"])
    assert answer.text == "int x;" and answer.headers["content-type"] == "text/x-c; charset=utf-8"
    assert "attachment" in answer.headers["content-disposition"]
    assert client.get(listed[0]["url"], headers={"If-None-Match": answer.headers["etag"]}).status_code == 304
    assert client.get(f"{base}/report.html").headers["content-security-policy"].startswith("sandbox")
    for name in ("../../secret", "%2e%2e/x", "nothing", "programs", ""):
        problem(client.get(f"{base}/{name}"), 404)


def test_events_resume_after_the_last_received(client: TestClient, store: Store) -> None:
    submit(client)
    address = f"/v1/jobs/{decide(store)}/events"
    whole = client.get(address).text
    assert whole.count("event: ") == 2 and whole.index("event: claimed") < whole.index("event: end")
    rest = client.get(address, headers={"Last-Event-ID": "1"}).text
    assert rest.count("event: ") == 1 and "event: end" in rest
    assert client.get(address, headers={"Last-Event-ID": "2"}).status_code == 204
    problem(client.get(address, headers={"Last-Event-ID": "x"}), 422)


def test_cancel_and_share(client: TestClient) -> None:
    job = submit(client)
    address = job["links"]["self"]  # type: ignore[index]
    assert client.patch(address, json={"shared": True}).json()["shared"] is True
    problem(client.patch(address, json={"owner": "me"}), 422)
    assert client.post(f"{address}/cancel").json()["state"] == "cancelled"
    problem(client.post("/v1/jobs/none/cancel"), 404)


def test_shrink_factors_are_found(client: TestClient, store: Store) -> None:
    for _ in range(3):
        submit(client)
        decide(store)
    found = client.get("/v1/shrink-factors?k=2&limit=2").json()
    assert found["histogram"] == {"2": 3} and len(found["items"]) == 2
    assert len(client.get(found["next"]).json()["items"]) == 1
    assert client.get("/v1/shrink-factors?k=0").json()["items"] == []
    problem(client.get("/v1/shrink-factors?cursor=1"), 422)


def test_batch_has_its_jobs_and_reports(client: TestClient, store: Store) -> None:
    programs = [{"name": f"{n}.c", "source": SOURCE} for n in range(2)]
    batch = client.post("/v1/batches", json={"name": "two", "jobs": programs, "options": {"max_k": 3}}).json()
    assert batch["states"] == {"queued": 2}
    decide(store), decide(store)
    found = client.get(batch["links"]["self"]).json()
    assert found["verdicts"] == {"TRUE": 2} and found["shrink_factors"] == {"2": 2}
    assert {one["options"]["max_k"] for one in client.get(batch["links"]["jobs"]).json()["items"]} == {3}
    assert "0.c" in client.get(batch["links"]["html"]).text
    assert client.get(batch["links"]["csv"]).text.count("\n") == 3
    problem(client.get(f"/v1/batches/{batch['id']}/report.exe"), 404)
    assert [one["id"] for one in client.get("/v1/batches").json()["items"]] == [batch["id"]]


def test_batch_is_taken_as_a_whole_or_not_at_all(client: TestClient) -> None:
    programs = [{"source": SOURCE}, {"source": ""}]
    assert "/jobs/1/source" in str(problem(client.post("/v1/batches", json={"jobs": programs}), 422)["detail"])
    problem(client.post("/v1/batches", json={"jobs": []}), 422)
    assert client.get("/v1/jobs").json()["items"] == []


# ------------------------------------------------------------------------------------------------------- who sees what


def test_requests_without_a_token_are_refused(serving: Ask) -> None:
    client = serving(tokens=True)
    for address in ("/v1/jobs", "/v1/batches", "/v1/shrink-factors", "/v1/jobs/x", "/metrics"):
        answer = client.get(address)
        problem(answer, 401)
        assert answer.headers["www-authenticate"].startswith("Bearer")
    problem(client.post("/v1/jobs", json={"source": SOURCE}), 401)
    problem(client.get("/v1/jobs", headers={"Authorization": "Bearer veriabs_wrong"}), 401)
    problem(client.get("/v1/jobs", headers={"Authorization": "Basic eDp5"}), 401)


def test_owners_see_only_their_own_jobs(serving: Ask, store: Store) -> None:
    one, two = (serving(tokens=True, token=tokens.add(store, name, "user")) for name in ("one", "two"))
    reader = serving(tokens=True, token=tokens.add(store, "looks", "reader", owner="one"))
    admin = serving(tokens=True, token=tokens.add(store, "root", "admin"))
    job = submit(one)["links"]["self"]  # type: ignore[index]
    batch = one.post("/v1/batches", json={"jobs": [{"source": SOURCE}]}).json()["links"]["self"]
    for address in (job, f"{job}/events", f"{job}/artefacts", f"{job}/sources", batch, f"{batch}/report.csv"):
        problem(two.get(address), 404)
    problem(two.post(f"{job}/cancel"), 404)
    problem(two.patch(job, json={"shared": True}), 404)
    assert two.get("/v1/jobs?owner=one").json()["items"] == []
    assert reader.get(job).status_code == 200
    problem(reader.post(f"{job}/cancel"), 403)
    problem(reader.post("/v1/jobs", json={"source": SOURCE}), 403)
    problem(one.get("/metrics"), 403)
    assert len(admin.get("/v1/jobs").json()["items"]) == 2
    assert admin.get("/metrics").status_code == 200


def test_shared_job_is_visible_to_everybody_with_its_address(serving: Ask, store: Store) -> None:
    owner, nobody = serving(tokens=True, token=tokens.add(store, "one", "user")), serving(tokens=True)
    job = submit(owner, shared=True)["links"]["self"]  # type: ignore[index]
    assert nobody.get(job).status_code == nobody.get(f"{job}/sources").status_code == 200
    problem(nobody.post(f"{job}/cancel"), 401)
    owner.patch(job, json={"shared": False})
    problem(nobody.get(job), 401)


def test_revoked_token_is_refused(serving: Ask, store: Store) -> None:
    token = tokens.add(store, "one", "user")
    client = serving(tokens=True, token=token)
    assert client.get("/v1/jobs").status_code == 200
    tokens.revoke(store, "one")
    problem(client.get("/v1/jobs"), 401)


def test_first_token_closes_a_running_service_for_good(serving: Ask, store: Store) -> None:
    client = serving()
    job = submit(client)["links"]["self"]  # type: ignore[index]
    token = tokens.add(store, "one", "user")
    for address in ("/v1/jobs", job, f"{job}/events", "/metrics"):
        problem(client.get(address), 401)
    problem(client.post("/v1/jobs", json={"source": SOURCE}), 401)
    about = client.get("/v1/about").json()
    assert about["needs_token"] and about["caller"]["role"] == "nobody"
    assert client.get("/v1/jobs", headers={"Authorization": f"Bearer {token}"}).json()["items"] == []
    tokens.revoke(store, "one")
    problem(client.get("/v1/jobs"), 401)


def test_no_token_is_stored(store: Store) -> None:
    token = tokens.add(store, "one", "user")
    with store.reading() as connection:
        (row,) = connection.execute(select(TOKENS)).all()
    assert token not in str(row) and tokens.caller(store, token) is not None


# ------------------------------------------------------------------------------------------------------ other sites


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Origin": "http://localhost:1"},
    ],
)
def test_pages_of_other_sites_change_nothing(client: TestClient, headers: dict[str, str]) -> None:
    problem(client.post("/v1/jobs", json={"source": SOURCE}, headers=headers), 403)
    assert client.get("/v1/jobs").json()["items"] == []


def test_own_page_may_change_something(client: TestClient) -> None:
    headers = {"Origin": "http://localhost", "Sec-Fetch-Site": "same-origin"}
    assert client.post("/v1/jobs", json={"source": SOURCE}, headers=headers).status_code == 202


@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example", "evil.example:8420", ""])
def test_other_names_of_this_machine_are_refused(client: TestClient, host: str) -> None:
    problem(client.get("/v1/jobs", headers={"Host": host}), 421)


def test_every_answer_has_a_strict_policy(client: TestClient) -> None:
    for address in ("/", "/jobs/x", "/v1/jobs", "/nothing", "/v1/openapi.json", "/static/index.html"):
        policy = client.get(address).headers["content-security-policy"]
        assert "default-src 'none'" in policy and "unsafe" not in policy
        assert client.get(address).headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("address", ["/nothing", "/static/../app.py", "/static/%2e%2e/app.py", "/static//etc/passwd"])
def test_no_other_file_is_served(client: TestClient, address: str) -> None:
    problem(client.get(address), 404)


def test_wrong_method_is_a_problem(client: TestClient) -> None:
    answer = client.delete("/v1/jobs")
    problem(answer, 405)
    assert "allow" in answer.headers


def test_log_of_an_error_has_neither_programs_nor_addresses(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_about: object) -> None:
        raise RuntimeError("".join(("int sec", "ret;")))  # the line itself is logged

    job = submit(client)
    monkeypatch.setattr(jobs, "find", broken)
    problem(client.get(f"/v1/jobs/{job['id']}"), 500)
    assert "RuntimeError" in caplog.text and "context.py" in caplog.text
    assert "secret" not in caplog.text and str(job["id"]) not in caplog.text


def test_unreachable_database_is_reported(client: TestClient, store: Store) -> None:
    with store.writing() as connection:
        connection.exec_driver_sql("ALTER TABLE jobs RENAME TO gone")
    answer = client.get("/v1/jobs")
    problem(answer, 503)
    assert "retry-after" in answer.headers
