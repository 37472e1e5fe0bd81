"""The page in a real browser: Chromium, headless, without a network.

Skipped where there is no Chromium, unless AUGMENT_TEST_BROWSER=required says that there must be one.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright
from scored import HOSTILE, judged, made, many_models, proof, shown, three_models

from augment.report import page

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
REQUIRED = os.environ.get("AUGMENT_TEST_BROWSER") == "required"
pytestmark = pytest.mark.skipif(
    CHROMIUM is None and not REQUIRED, reason="there is no Chromium here: apt-get install chromium"
)

CONTRAST = """() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const rgba = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const luminance = (colour) => {
    const [r, g, b] = colour.map((c) => (c / 255 <= 0.03928 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (element) => {
    for (let place = element; place; place = place.parentElement) {
      const colour = rgba(getComputedStyle(place).backgroundColor);
      if (colour[3] === 1) return colour;
    }
    return rgba(getComputedStyle(document.documentElement).colorScheme.startsWith("dark") ? "black" : "white");
  };
  const poor = [];
  let seen = 0;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || ["SCRIPT", "STYLE", "OPTION"].includes(element.tagName)) continue;
    if (!element.getClientRects().length) continue;
    const style = getComputedStyle(element);
    const colour = element instanceof SVGElement ? style.fill : style.color;
    const [one, other] = [luminance(rgba(colour)), luminance(behind(element))];
    const contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    seen += 1;
    if (contrast < 4.5) poor.push(`${contrast.toFixed(2)} ${element.tagName} ${walker.currentNode.data.trim()}`);
  }
  return { seen, poor };
}"""

FOCUSED = """() => {
  const at = document.activeElement;
  const name = at.id || `${at.tagName} ${at.textContent.trim().slice(0, 20)}`;
  return [name, getComputedStyle(at).outlineStyle, at.tagName];
}"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield started
        started.close()


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Pages by name: a small run, a large one, and one in which every text is hostile."""
    folder = tmp_path_factory.mktemp("pages")
    hostile = [
        judged(f"{HOSTILE}{n}", f"{HOSTILE}{n}", 0, "pass", "fail", program=HOSTILE * 3, proof=proof(HOSTILE))
        for n in range(3)
    ]
    program = "import os\n\n\n@cache\ndef f(x):  # why\n    '''text'''\n    return x + 1.5\n"
    good = [judged("good", f"Toy/{n}", 0, "pass", "fail" if n == 5 else "pass", program=program) for n in range(4, 6)]
    documents = {
        "small": made([*three_models(), *good], ks=(1, 2)),
        "large": made(many_models(50, 164)),
        "hostile": made(hostile, benchmark=HOSTILE),
    }
    found = {}
    for name, document in documents.items():
        found[name] = folder / f"{name}.html"
        found[name].write_text(page.render(shown(document, folder), most=500)[0], "utf-8")
    return found


class Opened:
    """A page in a window of its own, with what it said on the console and what it asked the network for."""

    def __init__(
        self, browser: Browser, path: Path, *, width: int = 1200, dark: bool = False, fragment: str = ""
    ) -> None:
        self.complaints: list[str] = []
        self.requests: list[str] = []
        self._context = browser.new_context(
            viewport={"width": width, "height": 800}, color_scheme="dark" if dark else "light"
        )
        self.page: Page = self._context.new_page()
        self.page.on("console", lambda message: self.complaints.append(message.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.goto(f"{path.as_uri()}{fragment}")

    def __enter__(self) -> Opened:
        return self

    def __exit__(self, *_: object) -> None:
        self._context.close()

    def shown(self) -> list[str]:
        """The problems whose false positives are listed."""
        return self.page.locator("details.problem:visible .name").all_inner_texts()


@pytest.mark.parametrize("name", ["small", "large", "hostile"])
def test_nothing_complains_loads_or_runs_that_is_not_ours(browser: Browser, files: dict[str, Path], name: str) -> None:
    with Opened(browser, files[name]) as opened:
        opened.page.locator("#open").click()
        opened.page.locator("#search").fill("</script>")
        opened.page.locator("#count", has_text="3 programs" if name == "hostile" else "0 programs").wait_for()
        assert opened.complaints == []
        assert len(opened.requests) == 1
        assert opened.page.evaluate("window.stolen") is None
        assert opened.page.locator("img").count() == 0


def test_the_policy_stops_a_script_that_is_not_ours(browser: Browser, files: dict[str, Path], tmp_path: Path) -> None:
    bad = tmp_path / "bad.html"
    bad.write_text(files["small"].read_text("utf-8").replace("</main>", "<script>window.stolen=1</script></main>"))
    with Opened(browser, bad) as opened:
        assert opened.page.evaluate("window.stolen") is None
        assert any("Content Security Policy" in complaint for complaint in opened.complaints)


def test_filters_and_search_show_what_they_say(browser: Browser, files: dict[str, Path]) -> None:
    with Opened(browser, files["small"]) as opened:
        count = opened.page.locator("#count")
        assert opened.shown() == ["Toy/0", "Toy/1", "Toy/2", "Toy/5"]
        assert count.inner_text() == "5 programs on 4 problems"
        opened.page.locator("#kind").select_option("slow")
        assert opened.shown() == ["Toy/0"]
        assert count.inner_text() == "1 program on 1 problem"
        opened.page.locator("#model").select_option(label="loose")
        assert opened.shown() == []
        opened.page.locator("#kind").select_option("")
        assert opened.shown() == ["Toy/0", "Toy/1", "Toy/2"]
        opened.page.locator("#problem").select_option(label="Toy/2")
        assert opened.shown() == ["Toy/2"]
        opened.page.get_by_role("button", name="Reset").click()
        opened.page.locator("#count", has_text="5 programs on 4 problems").wait_for()
        opened.page.get_by_label("Search").fill("RETURN X + 1.5")
        opened.page.locator("#count", has_text="1 program on 1 problem").wait_for()
        assert opened.shown() == ["Toy/5"]
        opened.page.get_by_role("button", name="Open all shown").click()
        assert "return x + 1.5" in opened.page.locator("pre:visible").inner_text()


def test_a_link_to_a_problem_opens_it_also_where_a_filter_hid_it(browser: Browser, files: dict[str, Path]) -> None:
    with Opened(browser, files["small"], fragment="#p-Toy-1") as opened:
        assert opened.page.locator("#p-Toy-1").get_attribute("open") is not None
        assert opened.page.locator("#p-Toy-0").get_attribute("open") is None
        opened.page.locator("#kind").select_option("slow")
        opened.page.evaluate("location.hash = '#p-Toy-2'")
        opened.page.locator("#p-Toy-2[open]").wait_for()
        assert opened.shown() == ["Toy/0", "Toy/1", "Toy/2", "Toy/5"]
        opened.page.evaluate("location.hash = '#p-Toy-3'")
        opened.page.locator("#p-Toy-3").wait_for()  # a row in the table of all problems
    with Opened(browser, files["hostile"]) as opened:
        opened.page.locator(".tiles a").first.click()
        opened.page.locator("details.problem[open]").wait_for()


def test_everything_is_reached_by_keyboard_and_the_focus_is_seen(browser: Browser, files: dict[str, Path]) -> None:
    with Opened(browser, files["small"]) as opened:
        reached, unseen = [], []
        for _ in range(80):
            opened.page.keyboard.press("Tab")
            where = opened.page.evaluate(FOCUSED)
            if where[2] == "BODY":
                break
            reached.append(where[0])
            unseen += [where[0]] if where[1] == "none" else []
        assert reached[0].startswith("A Skip to the report")
        assert {"search", "model", "problem", "kind", "open", "close"} <= {*reached}
        assert sum(name.startswith("SUMMARY Toy/") for name in reached) == 4
        assert unseen == []
        opened.page.locator("#p-Toy-1 summary").focus()
        opened.page.keyboard.press("Enter")
        assert opened.page.locator("#p-Toy-1").get_attribute("open") is not None


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_text_stands_out_from_what_is_behind_it(browser: Browser, files: dict[str, Path], dark: bool) -> None:
    with Opened(browser, files["small"], dark=dark) as opened:
        opened.page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
        found = opened.page.evaluate(CONTRAST)
        assert found["seen"] > 200
        assert found["poor"] == []


@pytest.mark.parametrize("name", ["small", "large", "hostile"])
def test_a_narrow_page_does_not_scroll_sideways(browser: Browser, files: dict[str, Path], name: str) -> None:
    with Opened(browser, files[name], width=360) as opened:
        if name != "large":
            opened.page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
        assert opened.page.evaluate("document.documentElement.scrollWidth") == 360


def test_it_prints_on_white_without_what_is_of_use_on_a_screen_only(browser: Browser, files: dict[str, Path]) -> None:
    with Opened(browser, files["small"], dark=True) as opened:
        opened.page.emulate_media(media="print")
        assert not opened.page.locator("nav").is_visible()
        assert not opened.page.locator("#filters").is_visible()
        assert opened.page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
        assert opened.page.evaluate(CONTRAST)["poor"] == []


def test_without_its_script_the_page_shows_everything(browser: Browser, files: dict[str, Path]) -> None:
    context = browser.new_context(java_script_enabled=False)
    plain = context.new_page()
    plain.goto(files["small"].as_uri())
    plain.locator("#p-Toy-5 summary").click()
    assert "return x + 1.5" in plain.locator("#p-Toy-5 pre").inner_text()
    context.close()
