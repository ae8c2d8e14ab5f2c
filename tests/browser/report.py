#!/usr/bin/env python3
"""The report in a real browser: looks, keys, screens, and nothing from outside.

    report.py BUILD/tests/test_outputs [--screenshots DIR]

test_outputs --write makes the reports. Speaks TAP.
"""

import os
import subprocess
import sys
import tempfile
import time

from chromium import Chromium

HERE = os.path.dirname(os.path.abspath(__file__))
VISIBLE = """(() => {
  const e = document.activeElement, r = e.getBoundingClientRect();
  return r.width > 0 && r.top >= 0 && r.bottom <= innerHeight && r.left >= 0 && r.right <= innerWidth;
})()"""
TIP = "document.getElementById('tip').hidden ? null : document.getElementById('tip').innerText"
ROWS = "Array.from(document.querySelectorAll('#function-table tbody tr'))"
FOCUSABLE = "main a[href], main button, main input, main summary, nav a, nav button, .skip, [tabindex='0']"


def expect(got, wanted, what):
    if got != wanted:
        raise AssertionError(f"{what}: got {got!r}, wanted {wanted!r}")


def expect_true(got, what):
    if not got:
        raise AssertionError(f"{what}: got {got!r}")


def outside_is_left_alone(page, url):
    page.open(url)
    page.settle()
    expect([r for r in page.requests() if r != url and not r.startswith("data:")], [], "requests")
    expect(page.complaints(), [], "errors on the console")


def source_text_is_only_text(page, url):
    page.open(url)
    expect(page.run("document.title"), "ring: tests and coverage", "title")
    expect(page.run("document.scripts.length"), 1, "scripts")
    expect(page.run("document.images.length"), 0, "images")
    line = page.run("document.getElementById('L0-35').textContent")
    expect_true("<script>document.title = 'string'</script>" in line, "the string literal is shown")
    comment = page.run("document.getElementById('L0-1').textContent")
    expect_true("\ufffd\ufffd(" in comment, "bytes that are not UTF-8 are shown as replacement characters")


def skip_link_comes_first(page, url):
    page.open(url)
    page.press("Tab")
    expect(page.run("document.activeElement.className"), "skip", "first in focus")
    expect_true(page.run(VISIBLE), "the skip link is visible in focus")
    page.press("Enter")
    expect(page.run("document.activeElement.id"), "main", "in focus after skipping")


def tab_reaches_everything(page, url):
    page.open(url)
    page.run(f"""document.querySelectorAll('details').forEach((d) => d.open = true);
        window.left = new Set(Array.from(document.querySelectorAll("{FOCUSABLE}")).filter((e) => e.checkVisibility()));
        window.plain = []; window.count = left.size;""")
    for _ in range(page.run("count") + 2):
        page.press("Tab")
        page.run("""{ const e = document.activeElement; left.delete(e);
            if (e !== document.body && getComputedStyle(e).outlineStyle === 'none') plain.push(e.outerHTML); }""")
    expect(page.run("Array.from(left, (e) => e.outerHTML)"), [], "never in focus")
    expect(page.run("plain"), [], "in focus without showing it")


def slash_filters_functions(page, url):
    page.open(url)
    page.press("/")
    expect(page.run("document.activeElement.id"), "filter", "in focus after /")
    expect_true(page.run(VISIBLE), "the filter is in view")
    for letter in "PUSH":
        page.press(letter)
    shown = f"{ROWS}.filter((r) => r.checkVisibility()).map((r) => r.cells[0].innerText)"
    expect(page.run(shown), ["ring_push"], "rows shown")
    expect(page.run("document.getElementById('shown').textContent"), "1 of 4", "count shown")
    page.press("j")  # in the filter a letter is a letter
    expect(page.run(f"{shown}.length"), 0, "rows shown for pushj")
    page.press("Escape")
    expect(page.run(f"{shown}.length"), 4, "rows shown after Escape")


def headings_sort(page, url):
    page.open(url)
    names = f"{ROWS}.map((r) => r.cells[0].querySelector('code').innerText)"
    heading = "document.querySelectorAll('#function-table thead th')[{}]"
    page.run(heading.format(2) + ".querySelector('button').focus()")
    page.press("Enter")
    expect(page.run(names), ["ring_dump", "ring_state", "ring_new", "ring_push"], "by branches")
    expect(page.run(heading.format(2) + ".getAttribute('aria-sort')"), "ascending", "aria-sort")
    page.press("Enter")
    expect(page.run(names), ["ring_push", "ring_new", "ring_state", "ring_dump"], "by branches, turned")
    page.run(heading.format(1) + ".querySelector('button').click()")
    expect(page.run(names), ["ring_new", "ring_push", "ring_state", "ring_dump"], "by place")
    expect(page.run("document.querySelectorAll('#function-table [aria-sort]').length"), 1, "headings with aria-sort")


def j_and_k_walk_the_goals(page, url):
    page.open(url)
    goals = page.run("document.querySelectorAll('.code button.no').length")
    expect(goals, 6, "goals in the source")  # 5 branches and one MC/DC
    page.press("j")
    expect_true(page.run(VISIBLE), "the first goal is in view")
    expect_true("refuted: needs cap > 1000" in page.run(TIP), "its reason is shown")
    expect_true("<img" in page.run(TIP), "its reason is text")
    expect(page.run("document.activeElement.getAttribute('aria-describedby')"), "tip", "aria-describedby")
    page.press("j")
    expect_true("cap > 1000" in page.run(TIP), "the MC/DC goal says which condition is missing")
    page.press("k")
    expect(page.run("document.activeElement.dataset.g"), "0", "goal after going back")
    page.press("k")
    expect_true("ring_dump" in page.run("document.activeElement.closest('.l').parentElement.innerText"), "k wraps around")
    expect_true(page.run(VISIBLE), "the last goal is in view")
    page.press("Escape")
    expect(page.run(TIP), None, "the explanation after Escape")


def pointing_and_clicking_explain(page, url):
    page.open(url)
    page.run("document.querySelector('.code button.no').scrollIntoView({ block: 'center', behavior: 'instant' })")
    at = page.run("(({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 }))"
                  "(document.querySelector('.code button.no').getBoundingClientRect())")
    page.mouse("mouseMoved", at["x"], at["y"])
    expect_true("refuted" in (page.run(TIP) or ""), "explanation under the mouse")
    page.mouse("mouseMoved", 5, 5)
    page.mouse("mouseMoved", at["x"], at["y"] + 200)
    expect(page.run(TIP), None, "explanation after leaving")
    page.click(at["x"], at["y"])
    expect_true("refuted" in (page.run(TIP) or ""), "explanation after a click")


def question_mark_shows_keys(page, url):
    page.open(url)
    page.press("?")
    expect_true(page.run("document.getElementById('help').open"), "help is open")
    page.press("Escape")
    expect(page.run("document.getElementById('help').open"), False, "help after Escape")


def links_open_what_is_folded(page, url):
    page.open(url + "#g4")
    expect_true(page.run("document.getElementById('g4').checkVisibility()"), "the goal is unfolded")
    page.run("document.querySelector('.file').open = false")
    page.run("document.querySelector('#g4 a').click()")
    page.settle()
    expect_true(page.run("document.getElementById('L0-45').checkVisibility()"), "the line is unfolded")
    expect_true(page.run("""(() => { const r = document.getElementById('L0-45').getBoundingClientRect();
        return r.top > 50 && r.bottom < innerHeight; })()"""), "the line is in view, not under the navigation")


def contrast_is_enough(page, url):
    with open(os.path.join(HERE, "contrast.js"), encoding="utf-8") as file:
        script = file.read()
    for scheme in ("light", "dark"):
        page.media(scheme)
        page.open(url)
        page.run("document.querySelectorAll('details').forEach((d) => d.open = true)")
        page.press("j")
        result = page.run(script)
        expect_true(result["checked"] > 150, "texts whose contrast was checked")
        expect(result["bad"], [], f"contrast below AA, {scheme}")
    page.media()


def dark_mode_is_dark(page, url):
    page.open(url)
    colour = "getComputedStyle(document.body).backgroundColor"
    expect(page.run(colour), "rgb(250, 249, 246)", "background in light mode")
    page.media("dark")
    expect(page.run(colour), "rgb(24, 23, 20)", "background in dark mode")
    page.media()


def small_screens_fit(page, url):
    for width in (320, 375, 768):
        page.size(width, 740, phone=True)
        page.open(url)
        page.run("document.querySelectorAll('details').forEach((d) => d.open = true)")
        expect(page.run("document.documentElement.scrollWidth"), width, "width of the page")
        page.press("j")
        inside = "(() => { const r = document.getElementById('tip').getBoundingClientRect(); return r.left >= 0 && r.right <= innerWidth; })()"
        expect_true(page.run(inside), f"the explanation fits {width} pixels")
    page.size(1280, 900)


def paper_works(page, url):
    page.open(url)
    page.media("dark", "print")
    expect(page.run("getComputedStyle(document.body).backgroundColor"), "rgb(255, 255, 255)", "background in print")
    expect(page.run("document.querySelector('nav').checkVisibility()"), False, "navigation in print")
    page.media()
    expect_true(page.pdf().startswith(b"%PDF"), "a PDF")


def reads_without_script(page, url):
    page.scripts(False)
    page.open(url)
    expect(page.run("document.getElementById('filter').checkVisibility()"), False, "filter without script")
    expect_true(page.run("document.getElementById('g0').checkVisibility()"), "goals without script")
    page.scripts(True)


def large_files_stay_quick(page, url):
    start = time.monotonic()
    page.open(url)
    page.settle()
    loaded = time.monotonic()
    for _ in range(20):
        page.press("j")
        expect_true(page.run(VISIBLE), "the goal is in view")
    page.press("/")
    for letter in "999":
        page.press(letter)
    page.run("document.querySelectorAll('#function-table thead button')[2].click()")
    page.settle()
    used = time.monotonic()
    print(f"# 10,000 lines: shown in {loaded - start:.1f} s, 25 actions in {used - loaded:.1f} s")
    expect_true(loaded - start < 15 and used - loaded < 15, "time for 10,000 lines")


SMALL = [outside_is_left_alone, source_text_is_only_text, skip_link_comes_first, tab_reaches_everything,
         slash_filters_functions, headings_sort, j_and_k_walk_the_goals, pointing_and_clicking_explain,
         question_mark_shows_keys, links_open_what_is_folded, contrast_is_enough, dark_mode_is_dark, small_screens_fit,
         paper_works, reads_without_script]
LARGE = [large_files_stay_quick]


def take_screenshots(page, url, folder):
    os.makedirs(folder, exist_ok=True)
    for scheme in ("light", "dark"):
        for name, width, height, phone in (("desktop", 1280, 900, False), ("phone", 390, 800, True)):
            page.media(scheme)
            page.size(width, height, phone)
            page.open(url)
            page.screenshot(f"{folder}/{name}-{scheme}.png", whole=True)
            page.press("j")
            page.screenshot(f"{folder}/{name}-{scheme}-goal.png")
    page.media()
    page.size(1280, 900)


def run(page, url, tests):
    failed = 0
    for test in tests:
        try:
            test(page, url)
            print("ok -", test.__name__)
        except (AssertionError, RuntimeError, TimeoutError) as error:
            failed += 1
            print("not ok -", test.__name__, "\n#", error)
    return failed


def main():
    maker = sys.argv[1]
    with tempfile.TemporaryDirectory(prefix="skep-report-") as folder:
        urls = []
        for name, more in (("small", []), ("large", ["1000"])):
            subprocess.run([maker, "--write", f"{folder}/{name}", *more], check=True)
            urls.append(f"file://{folder}/{name}/report/index.html")
        try:
            browser = Chromium()
        except FileNotFoundError:
            print("not ok - chromium is not installed; make deps installs it")
            return 1
        with browser as page:
            page.size(1280, 900)
            failed = run(page, urls[0], SMALL) + run(page, urls[1], LARGE)
            if "--screenshots" in sys.argv:
                take_screenshots(page, urls[0], sys.argv[sys.argv.index("--screenshots") + 1])
        return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
