"""The page of the service in a real browser: the steps of a user, from typing a program to its counterexample.

Skipped where there is no Chromium, unless VERIABS_TEST_BROWSER says where it has to be.
"""

from __future__ import annotations

import base64
import io
import json
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import chromium
import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "service"))

from served import BUG, FACTORS, MINIMUM, QUICK, Server, command, environment, serving  # noqa: E402

from veriabs.client import Client  # noqa: E402
from veriabs.solvers.driver import Cbmc  # noqa: E402

pytestmark = [pytest.mark.cbmc, pytest.mark.long]
PATIENT = 120.0
LOOKS = [(width, scheme) for width in (1280, 400) for scheme in ("light", "dark")]
TOO_WIDE = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
CUT = """[...document.querySelectorAll('figure text')].some(one =>
  one.getBoundingClientRect().right > one.ownerSVGElement.getBoundingClientRect().right)"""
LOOP = """\
  for (int i = 0; i < 2; i++) {
    int y = __VERIFIER_nondet_int();
    if (y == (i ? 2 : 40)) x += y;
  }
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, cbmc: Cbmc) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("service")) as running:
        yield running


@pytest.fixture(scope="module")
def running(server: Server) -> Iterator[chromium.Browser]:
    program = chromium.find()
    if program is None:
        pytest.skip("no Chromium is installed")
    with chromium.browser(program) as browser:
        browser.homes = (server.url, "data:", f"blob:{server.url}")
        yield browser


@pytest.fixture
def browser(running: chromium.Browser, server: Server) -> Iterator[chromium.Browser]:
    """The first page, freshly opened; whatever a test does, the console stays silent and no other host is asked."""
    running.complaints.clear()
    running.look(1280, 900)
    running.open(server.url + "/")
    running.wait("document.querySelector('#program')")
    yield running
    assert running.complaints == []


@pytest.fixture(scope="module")
def decided(server: Server) -> dict[str, str]:
    """Two jobs that have ended: one proved, one refuted."""
    with Client(server.url) as client:
        safe = client.submit("minimum.c", MINIMUM, options=QUICK)
        bug = client.submit("bug.c", BUG, options={"timeout": 60})
        return {"TRUE": client.wait(safe.id).id, "FALSE": client.wait(bug.id).id}


def text(browser: chromium.Browser, selector: str) -> str:
    return str(browser.evaluate(f"document.querySelector({json.dumps(selector)}).innerText"))


def open_job(browser: chromium.Browser, server: Server, job: str) -> None:
    browser.open(f"{server.url}/jobs/{job}")
    browser.wait("document.querySelector('[data-artefact]')")


def wait_long(browser: chromium.Browser, expression: str) -> None:
    for _ in range(int(PATIENT / chromium.PATIENCE)):
        try:
            return browser.wait(expression)
        except AssertionError:
            continue
    return browser.wait(expression)


def test_typed_program_leads_to_its_counterexample(browser: chromium.Browser, server: Server, tmp_path: Path) -> None:
    browser.evaluate("document.querySelector('#program').select()")
    browser.click("#program")
    browser.evaluate("document.querySelector('#program').select()")
    browser.type(BUG)
    assert browser.evaluate("document.querySelectorAll('.editor .t-keyword').length") > 5
    assert browser.evaluate("document.querySelector('.numbers').textContent.split('\\n').length") == BUG.count("\n") + 1
    browser.click("form button.first")
    browser.wait("location.pathname.startsWith('/jobs/')")
    wait_long(browser, "document.querySelector('#verdict.is-FALSE')")
    assert "Refuted" in text(browser, "#verdict")
    browser.wait("document.querySelector('[data-artefact=\"counterexample.c\"]')")
    assert "fails here" in text(browser, ".source .fails")
    assert "42" in text(browser, ".fails .facts")
    browser.call("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(tmp_path))
    browser.click('[data-artefact="counterexample.c"]')
    browser.wait("document.querySelector('#said')")
    for _ in range(200):
        if (tmp_path / "counterexample.c").exists():
            break
        browser.evaluate("new Promise(wake => setTimeout(wake, 50))")
    assert "42" in (tmp_path / "counterexample.c").read_text()


def test_example_runs_with_the_keyboard_and_is_watched(browser: chromium.Browser, server: Server) -> None:
    browser.evaluate("document.querySelector('#example').focus()")
    browser.type("Three")
    select = "document.querySelector('#example')"
    browser.evaluate(f"{select}.value = 'three_kinds.c'; {select}.dispatchEvent(new Event('change'))")
    assert "middle" in browser.evaluate("document.querySelector('#program').value")
    assert browser.evaluate("document.querySelector('#name').value") == "three_kinds.c"
    browser.evaluate("document.querySelector('details').open = true; document.querySelector('#option-max_k').focus()")
    browser.type("4")
    browser.evaluate("document.querySelector('#program').focus()")
    browser.press("Enter", control=True)
    browser.wait("location.pathname.startsWith('/jobs/')")
    browser.wait("document.querySelector('#verdict .running') && document.querySelector('details[open] tbody tr')")
    wait_long(browser, "document.querySelector('#verdict.is-FALSE')")
    with Client(server.url) as client:
        job = client.job(browser.evaluate("location.pathname").rpartition("/")[2])
    assert job.options["max_k"] == 4 and job.k == 3


@pytest.mark.parametrize(
    ("name", "verdict", "k"),
    [
        ("minimum.c", "TRUE", 1),
        ("two_kinds.c", "FALSE", 2),
        ("three_kinds.c", "FALSE", 3),
        ("bug.c", "FALSE", 1),
        ("sum.c", "TRUE", None),
    ],
)
def test_examples_have_the_verdicts_that_they_announce(
    browser: chromium.Browser, server: Server, name: str, verdict: str, k: int | None
) -> None:
    examples = browser.evaluate("import('/static/examples.js').then(found => found.EXAMPLES)")
    example = next(one for one in examples if one["name"] == name)
    with Client(server.url) as client:
        job = client.wait(client.submit(name, example["text"], command="both", options={"timeout": 240}).id)
        assert (job.verdict, job.k) == (verdict, k), job.sentence
        tried = {(one.shrink_factor, one.highest_k_tried) for one in client.shrink_factors() if one.job == job.id}
        assert tried == {(k, k or 5)}
        for width, scheme in LOOKS:
            browser.look(width, 900, scheme)
            open_job(browser, server, job.id)
            assert text(browser, "#verdict strong") == verdict
            assert not browser.evaluate(TOO_WIDE)
            assert not browser.evaluate(CUT)
        if name == "sum.c":
            alone = {"strategies": ["closed_forms"], "timeout": 60}
            assert client.wait(client.submit(name, example["text"], options=alone).id).verdict == "TRUE"


def test_page_on_loop_shrinking_shows_each_k_of_the_users_loops(browser: chromium.Browser, server: Server) -> None:
    """With its two programs, and with the iterations that need each other if k is too small."""
    browser.click("nav a[href='/shrinking']")
    browser.wait("document.querySelector('#take')")
    browser.click("#take")
    browser.wait("location.search.startsWith('?job=')")
    both = "document.querySelectorAll('pre.program').length === 2"
    wait_long(browser, both)
    assert text(browser, "label[for=k]") == "k = 2" and "Any 2 iterations stand for all" in text(browser, "#outcome")
    assert "The harness: is the loop 2-shrinkable?" in text(browser, "main")
    assert "T[l]-th iteration" in text(browser, "h3 + dl")
    assert text(browser, "pre.program .t-comment").endswith("*/")
    assert browser.evaluate("document.querySelectorAll('.source .known').length") == 2
    browser.evaluate("document.querySelector('#k').focus()")
    browser.press("ArrowLeft")
    browser.wait("document.querySelector('#outcome').innerText.startsWith('k = 1 is too small')")
    rows = browser.evaluate("[...document.querySelectorAll('#needed tbody tr')].map(one => one.innerText.split('\\t'))")
    assert [row[-1] for row in rows] == ["holds", "holds", "is violated"]
    assert all(row[n] == ("left out" if n == m else rows[2][n]) for m, row in enumerate(rows) for n in (0, 1))
    browser.wait("document.querySelectorAll('pre.program')[1]?.textContent.includes('The residual program, k = 1')")
    for width, scheme in LOOKS:
        browser.look(width, 900, scheme)
        assert not browser.evaluate(TOO_WIDE)


def test_run_for_a_verdict_claims_no_missing_shrink_factor(browser: chromium.Browser, server: Server) -> None:
    """Its loops are 1-shrinkable; the search for a proof stops at the residual program."""
    program = MINIMUM.replace("m <= a[i]", "m < a[i]")
    with Client(server.url) as client:
        job = client.wait(client.submit("less.c", program, options=QUICK).id)
    assert job.verdict != "TRUE"
    open_job(browser, server, job.id)
    assert "k not known" in text(browser, ".source") and "no k up to" not in text(browser, "main")
    browser.open(f"{server.url}/shrinking?job={job.id}")
    browser.wait("document.querySelector('#outcome')")
    assert text(browser, "#outcome").startswith("1 iteration may violate the assertion, so k = 1 gives no proof")
    browser.open(f"{server.url}/factors?name=less.c")
    browser.wait("document.querySelector('tbody tr')")
    assert "none found" in text(browser, "tbody tr") and "may violate the assertion" in text(browser, "tbody tr")


def test_line_that_fails_has_its_iterations(browser: chromium.Browser, server: Server) -> None:
    """A run in which the input changes: values at the failure, and the keyboard from one iteration to another."""
    program = BUG.replace("  int x = __VERIFIER_nondet_int();\n", "  int x = 0;\n" + LOOP)
    with Client(server.url) as client:
        job = client.wait(client.submit("loop.c", program, options={"timeout": 60}).id)
    assert job.verdict == "FALSE"
    open_job(browser, server, job.id)
    assert "x = 42" in text(browser, ".fails #operands")
    assert "Iteration 1 of 2" in text(browser, ".fails .run") and "= 40" in text(browser, ".fails .facts")
    tops = "[...document.querySelectorAll('.together button')].map(one => one.getBoundingClientRect().y)"
    for width, scheme in LOOKS:
        browser.look(width, 900, scheme)
        assert len(set(browser.evaluate(tops))) == 1, "Next change is beside Previous change"
    browser.click("#change")
    assert "Iteration 2 of 2" in text(browser, ".fails .run") and "= 2" in text(browser, ".fails .facts")
    browser.evaluate("document.querySelector('#iteration').value = 1; document.querySelector('#iteration').focus()")
    browser.press("ArrowRight")
    browser.wait("document.querySelector('.run label').textContent.startsWith('Iteration 2')")


def test_archive_becomes_a_batch_with_a_dashboard(browser: chromium.Browser, server: Server) -> None:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr("minimum.c", MINIMUM)
        archive.writestr("bug.c", BUG)
    browser.click("nav a[href='/batches']")
    browser.wait("document.querySelector('#archive')")
    packed = base64.b64encode(made.getvalue()).decode()
    chosen = f"new File([Uint8Array.from(atob('{packed}'), one => one.charCodeAt(0))], 'two.zip')"
    kept = (
        "const kept = new DataTransfer(); kept.items.add(chosen); document.querySelector('#archive').files = kept.files"
    )
    browser.evaluate(f"(() => {{ const chosen = {chosen}; {kept} }})()")
    browser.click("form button.first")
    browser.wait("location.pathname.startsWith('/batches/')")
    wait_long(browser, "document.querySelector('#progress')?.value === 2")
    browser.wait("document.querySelectorAll('tbody .says-TRUE, tbody .says-FALSE').length === 2")
    shown = text(browser, "main")
    assert "2 of 2 jobs have ended" in shown and "minimum.c" in shown
    assert "k = 1" in browser.evaluate(
        "[...document.querySelectorAll('svg')].map(one => one.getAttribute('aria-label')).join()"
    )


def test_strategies_of_a_finished_job_have_their_answers(
    browser: chromium.Browser, server: Server, decided: dict[str, str]
) -> None:
    """Strategies without events of their own, such as the native search, too; `Details` shows the reasons."""
    open_job(browser, server, decided["FALSE"])
    cells = "[one.cells[0].textContent, one.cells[2].textContent]"
    rows = f"[...document.querySelectorAll('.race tbody tr')].map(one => {cells})"
    browser.wait(f"{rows}.some(one => one[0] === 'native' && one[1] === 'refuted')")
    assert not {"running", "ended"} & {result for _, result in browser.evaluate(rows)}
    reasons = browser.evaluate("[...document.querySelectorAll('.inner dt')].map(one => one.textContent)")
    assert len(reasons) == len(set(reasons))
    assert not browser.evaluate("document.querySelector('.inner').open")


def test_hovering_a_line_shows_its_facts(browser: chromium.Browser, server: Server, decided: dict[str, str]) -> None:
    open_job(browser, server, decided["TRUE"])
    assert "k = 1" in text(browser, "#line-8 summary") and "assertion 1, proved" in text(browser, "#line-9")
    browser.evaluate("document.querySelector('#line-8 summary').focus()")
    browser.press("Enter")
    known, hint = text(browser, "#line-8 details"), browser.evaluate("document.querySelector('#line-8').title")
    for part in ("trip count", "1,000,000", "shrink factor", "afterwards", "invariant"):
        assert part in known and part in hint, part
    assert "k = 1" in text(browser, ".curve") and "shrinkable" in text(browser, ".curve")
    browser.wait("document.querySelector('section pre + pre').textContent.includes('check_loop')")
    assert "T[l]-th iteration" in text(browser, "section dl")
    assert browser.evaluate("document.querySelector('#generated').selectedOptions[0].textContent") == "harness-k-1.c"


def test_history_permalink_and_comparison(browser: chromium.Browser, server: Server, decided: dict[str, str]) -> None:
    browser.click("nav a[href='/jobs']")
    browser.wait(f"document.querySelector('a[href=\"/jobs/{decided['TRUE']}\"]')")
    browser.click(f"a[href='/jobs/{decided['TRUE']}']")
    browser.wait("document.querySelector('#verdict.is-TRUE')")
    assert browser.evaluate("location.pathname") == f"/jobs/{decided['TRUE']}"
    browser.evaluate("window.history.back()")
    browser.wait("document.querySelector('h1').textContent === 'History'")
    browser.open(f"{server.url}/compare?a={decided['TRUE']}&b={decided['FALSE']}")
    browser.wait("document.querySelector('table')")
    shown = text(browser, "table")
    assert "TRUE" in shown and "FALSE" in shown
    browser.look(400, 900)
    lines = "(one => (range => (range.selectNodeContents(one), range.getClientRects().length))(document.createRange()))"
    words = "[...document.querySelectorAll('tbody th')].filter(one => !one.textContent.includes(' '))"
    assert browser.evaluate(f"{words}.length > 3 && {words}.every(one => {lines}(one) === 1)")
    browser.open(f"{server.url}/factors")
    browser.wait("document.querySelector('table')")
    assert "minimum.c" in text(browser, "table")


def press(browser: chromium.Browser, label: str) -> None:
    """Presses the button with these words."""
    button = f"[...document.querySelectorAll('button')].find(one => one.textContent === {json.dumps(label)})"
    browser.wait(button)
    browser.evaluate(f"{button}.click()")


HARD = """\
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  for (int i = 0; i < 1000000; i++) x = (x * 1664525u + 1013904223u) ^ x >> 7;
  assert(x != 42);
  return 0;
}
"""
"""Nobody knows in time."""


def test_running_job_is_shared_and_cancelled(browser: chromium.Browser, server: Server) -> None:
    with Client(server.url) as client:
        job = client.submit("hard.c", HARD, options={"timeout": 100})
        next(event for event in client.follow(job.id) if event.kind == "program_read")
        browser.open(f"{server.url}/jobs/{job.id}")
        press(browser, "Share")
        browser.wait("document.querySelector('#said').textContent.includes('Whoever has this address')")
        assert f"{server.url}/jobs/{job.id}" in text(browser, ".row") and client.job(job.id).shared
        press(browser, "Cancel")
        browser.wait("document.querySelector('#verdict.is-cancelled')")
        assert client.job(job.id).state == "cancelled"


def test_state_is_running_once_a_worker_has_the_job(browser: chromium.Browser, server: Server) -> None:
    with Client(server.url) as client:
        first, second = (client.submit(name, FACTORS, options={"timeout": 100}) for name in ("first.c", "second.c"))
        next(client.follow(first.id))
        browser.open(f"{server.url}/jobs/{second.id}")
        browser.wait("document.querySelector('#verdict strong')?.textContent === 'queued'")
        client.cancel(first.id)
        browser.wait("document.querySelector('.race tbody tr')")
        assert text(browser, "#verdict strong").startswith("running")
        client.cancel(second.id)
        browser.wait("document.querySelector('#verdict.is-cancelled')")


def test_interrupted_job_waits_and_begins_again(browser: chromium.Browser, server: Server) -> None:
    with Client(server.url) as client:
        first = client.submit("first.c", FACTORS, options={"timeout": 100})
        browser.open(f"{server.url}/jobs/{first.id}")
        browser.wait("document.querySelector('.race tbody tr')")
        second = client.submit("second.c", FACTORS, options={"timeout": 100})
        wait_long(browser, "document.querySelector('#verdict strong').textContent === 'queued'")
        browser.wait("document.querySelector('.race').innerText.includes('Other jobs come first')")
        client.cancel(second.id)
        wait_long(browser, "document.querySelector('#verdict strong').textContent === 'running'")
        client.cancel(first.id)
        browser.wait("document.querySelector('#verdict.is-cancelled')")


def test_reasons_of_strategies_are_behind_details(
    browser: chromium.Browser, server: Server, decided: dict[str, str]
) -> None:
    """The table has words that everybody knows; what a strategy says in its own notation is for whoever asks."""
    program = MINIMUM.replace("m <= a[i]", "m + a[i] != 41 || a[i] < 3")
    with Client(server.url) as client:
        job = client.wait(client.submit("open.c", program, options={"strategies": ["closed_forms"], "timeout": 20}).id)
    assert job.verdict == "UNKNOWN" and job.sentence is not None and "input0" not in job.sentence
    open_job(browser, server, job.id)
    browser.wait("document.querySelector('.race dd')")
    browser.evaluate("document.querySelector('.race').open = true")
    results = browser.evaluate("[...document.querySelectorAll('.race td:nth-child(3)')].map(one => one.textContent)")
    assert results and set(results) <= {"proved", "refuted", "no proof", "ended"}
    assert not browser.evaluate("document.querySelector('.race .inner').open")
    assert browser.evaluate("document.querySelector('.race dd').textContent")
    assert browser.evaluate("[...document.querySelectorAll('.race h3')].every(one => !one.hidden)")
    open_job(browser, server, decided["TRUE"])
    hidden = "[...document.querySelectorAll('.race h3')].find(one => one.textContent.startsWith('Reasons'))?.hidden"
    assert browser.evaluate(hidden), "no heading over nothing"


def test_options_are_chosen_by_their_kind(browser: chromium.Browser, server: Server) -> None:
    browser.evaluate("document.querySelector('details').open = true")
    kinds = "['function', 'standard', 'max_k'].map(one => document.querySelector(`#option-${one}`).type)"
    assert browser.evaluate(kinds) == ["text", "text", "number"]
    assert "Memory of each solver (MB)" in text(browser, ".fields")
    browser.click("#option-function")
    browser.type("main")
    browser.click("#option-standard")
    browser.type("gnu11")
    browser.click("#option-timeout")
    browser.type("20")
    browser.evaluate("document.querySelector('#command').value = 'verify'")
    browser.click("#option-checks input[value='bounds']")
    browser.click("#option-strategies input[value='native']")
    browser.click("#option-strategies input[value='shrinking']")
    browser.click("form button.first")
    browser.wait("location.pathname.startsWith('/jobs/')")
    wait_long(browser, "document.querySelector('[data-artefact]')")
    with Client(server.url) as client:
        options = client.job(browser.evaluate("location.pathname").rpartition("/")[2]).options
    chosen = {"checks": ["bounds"], "function": "main", "standard": "gnu11", "strategies": ["native", "shrinking"]}
    assert {name: options.get(name) for name in chosen} == chosen
    assert not {"replay", "max_k", "overflow"} & set(options)


def test_explanation_disappears_when_the_example_is_edited(browser: chromium.Browser) -> None:
    select = "document.querySelector('#example')"
    browser.evaluate(f"{select}.value = 'sum.c'; {select}.dispatchEvent(new Event('change'))")
    assert "closed form" in text(browser, "#about-example")
    browser.evaluate("document.querySelector('#program').focus()")
    browser.type("/* mine */")
    assert text(browser, "#about-example") == ""


def test_runs_with_a_million_values_and_long_programs_are_shown(browser: chromium.Browser) -> None:
    """No call is given as many arguments as there are values, or words of a program."""
    made = """
      const { annotated } = await import('/static/source.js');
      const { highlighted } = await import('/static/highlight.js');
      const { show } = await import('/static/page.js');
      const span = (_, n) => ({ first: n, count: 1, start: String(n * 7919 % 1000), step: '0' });
      const spans = Array.from({ length: 1000000 }, span);
      const site = { line: 1, name: 'f', bits: 32, signed: true };
      const counterexample = { assertion: { line: 1 }, operands: [], inputs: [{ site, spans, values: '...' }] };
      const source = annotated('assert(0);', { loops: [], counterexample }, null);
      source.querySelector('#change').click();
      const long = document.createElement('pre');
      show(long, highlighted('int x = 1; '.repeat(100000)));
      const [label, facts] = ['.run label', '.facts'].map((one) => source.querySelector(one).textContent);
      return [label, facts, long.childNodes.length > 200000];
    """
    label, facts, is_whole = browser.evaluate(f"(async () => {{ {made} }})()")
    assert label == "Iteration 2 of 1,000,000" and "f = 919" in facts and is_whole


def test_program_comes_from_a_file_and_from_an_earlier_job(
    browser: chromium.Browser, server: Server, decided: dict[str, str]
) -> None:
    kept = f"const kept = new DataTransfer(); kept.items.add(new File([{json.dumps(BUG)}], 'mine.c'))"
    chosen = "document.querySelector('#file').files = kept.files"
    told = "document.querySelector('#file').dispatchEvent(new Event('change'))"
    browser.evaluate(f"(() => {{ {kept}; {chosen}; {told} }})()")
    browser.wait("document.querySelector('#name').value === 'mine.c'")
    assert browser.evaluate("document.querySelector('#program').value") == BUG
    open_job(browser, server, decided["TRUE"])
    browser.evaluate("document.querySelector('#again').click()")  # the page still grows above it
    browser.wait("location.pathname === '/' && document.querySelector('#program')")
    assert browser.evaluate("document.querySelector('#program').value") == MINIMUM


def test_page_asks_for_a_token_once(browser: chromium.Browser, tmp_path: Path) -> None:
    db = f"sqlite:///{tmp_path / 'service.sqlite'}"
    words = command("token", "add", "anna", "--db", db)
    made = subprocess.run(words, env=environment(), capture_output=True, text=True)
    before = browser.homes
    with serving(tmp_path) as guarded:
        browser.homes = (*before, guarded.url)
        browser.open(f"{guarded.url}/")
        browser.wait("document.querySelector('#token')")
        browser.open(f"{guarded.url}/jobs")
        browser.wait("document.querySelector('#token')")
        browser.click("#token")
        browser.type(made.stdout.strip())
        browser.press("Enter")
        browser.wait("document.querySelector('h1').textContent === 'History'")
        browser.click("nav a[href='/factors']")
        browser.wait("location.pathname === '/factors' && !document.querySelector('#token')")
        browser.open("data:,")  # or what the page still asks for is taken for something that the next one asks for
    browser.homes = before
    refused = [one for one in browser.complaints if "401" not in one]
    browser.complaints[:] = refused


def test_history_and_factors_are_filtered(browser: chromium.Browser, server: Server, decided: dict[str, str]) -> None:
    browser.open(f"{server.url}/jobs?verdict=FALSE")
    browser.wait(f"document.querySelector('a[href=\"/jobs/{decided['FALSE']}\"]')")
    assert not browser.evaluate(f"!!document.querySelector('a[href=\"/jobs/{decided['TRUE']}\"]')")
    browser.open(f"{server.url}/factors?k=1")
    browser.wait("document.querySelector('tbody tr')")
    assert "minimum.c" in text(browser, "table")


HOSTILE = "</script><img src=x onerror=stolen=1>"


def test_names_and_programs_are_text(browser: chromium.Browser, server: Server) -> None:
    """In the page and in the separate report: the name, the program, and the violated assertion."""
    with Client(server.url) as client:
        evil = BUG.replace("x != 42", f'x != 42 && "{HOSTILE}"') + f"/* {HOSTILE} */\n"
        job = client.submit("<img src=x onerror=stolen=1>.c", evil, options={"timeout": 60})
        assert client.wait(job.id).verdict == "FALSE"
    open_job(browser, server, job.id)
    for selector in ("h1", ".source", "#verdict"):
        assert "<img" in text(browser, selector), selector
    assert browser.evaluate("typeof window.stolen") == "undefined"
    assert browser.evaluate("document.querySelectorAll('main img').length") == 0
    browser.open(f"{server.url}/v1/jobs/{job.id}/artefacts/report.html")
    assert "<img" in text(browser, "body")
    assert browser.evaluate("typeof window.stolen") == "undefined"
    assert browser.evaluate("document.querySelectorAll('img').length") == 0


def test_failed_job_shows_its_reason_and_program(browser: chromium.Browser, server: Server) -> None:
    with Client(server.url) as client:
        job = client.wait(client.submit("nothing.c", "int main(void) { return 0; }", options=QUICK).id)
    browser.open(f"{server.url}/jobs/{job.id}")
    browser.wait("document.querySelector('#again')")
    assert "so nothing to verify" in text(browser, "#verdict") and "return 0" in text(browser, ".source")


def test_policy_lets_no_other_script_run(browser: chromium.Browser) -> None:
    added = "const script = document.createElement('script'); script.text = 'window.stolen = 1'"
    browser.evaluate(f"(() => {{ {added}; document.body.append(script) }})()")
    assert browser.evaluate("typeof window.stolen") == "undefined"
    assert "Content Security Policy" in browser.complaints.pop()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_phone_need_not_scroll_sideways(
    browser: chromium.Browser, server: Server, decided: dict[str, str], scheme: str
) -> None:
    browser.look(400, 740, scheme)
    assert not browser.evaluate(TOO_WIDE)
    browser.evaluate("document.querySelector('details').open = true")
    assert not browser.evaluate(TOO_WIDE)
    for job in decided.values():
        open_job(browser, server, job)
        assert not browser.evaluate(TOO_WIDE)


def test_everything_has_a_name(browser: chromium.Browser, server: Server, decided: dict[str, str]) -> None:
    """Names as the browser gives them to a screen reader."""
    named = ("button", "link", "textbox", "combobox", "table", "image", "region", "navigation", "slider", "spinbutton")
    seen = set()
    for address in ("/", f"/jobs/{decided['FALSE']}", f"/jobs/{decided['TRUE']}", "/jobs", "/batches", "/factors"):
        browser.open(server.url + address)
        browser.wait("document.querySelector('main h1')")
        for node in browser.call("Accessibility.getFullAXTree")["nodes"]:
            if not node["ignored"] and node["role"]["value"] in named:
                assert node.get("name", {}).get("value", "").strip(), (address, node)
                seen.add(node["role"]["value"])
    assert {"button", "link", "textbox", "combobox", "table", "navigation"} <= seen


def test_both_schemes_can_be_read(browser: chromium.Browser, server: Server, decided: dict[str, str]) -> None:
    for scheme in ("light", "dark"):
        browser.look(1280, 900, scheme)
        open_job(browser, server, decided["TRUE"])
        for selector, on in (("body", "body"), (".soft", "body"), ("#verdict strong", "#verdict"), ("main a", "body")):
            ratio = contrast(colour(browser, selector, "color"), colour(browser, on, "backgroundColor"))
            assert ratio >= 4.5, (scheme, selector, ratio)


def colour(browser: chromium.Browser, selector: str, name: str) -> tuple[int, ...]:
    found = browser.evaluate(f"getComputedStyle(document.querySelector({json.dumps(selector)})).{name}")
    return tuple(int(part) for part in found.removeprefix("rgb(").removesuffix(")").split(", "))


def contrast(one: tuple[int, ...], other: tuple[int, ...]) -> float:
    """The ratio of WCAG 2."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(rgb: tuple[int, ...]) -> float:
    shares = [part / 255 for part in rgb]
    linear = [share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares]
    return sum(factor * part for factor, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))
