"""Draw the picture of the README, docs/story.svg: a diff appears in a terminal, then the first screen of its report."""

import re
from argparse import ArgumentParser
from html import escape
from pathlib import Path

import clusterdiff as cd
from clusterdiff.drawing import flow_diagram, flow_svg

FILE = Path(__file__).resolve().parent / "story.svg"
WIDTH, TERMINAL = 920, 222
LINE = 21  # between lines of the terminal
COLORS = {"merged": "#7ee0b8", "split": "#ffb86b", "moved": "#8ec7ff", "kept": "#aab2bf"}
STYLE = """
.mono{font:12.4px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;white-space:pre;fill:#e6e9ef}
.sans{font:14px system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;fill:#1f2430}
.step{opacity:0;animation:show .35s forwards}
.lit{opacity:0;animation:show .5s 3.6s forwards}
@keyframes show{to{opacity:1}}
@media (prefers-reduced-motion:reduce){.step,.lit{animation:none;opacity:1}}
"""


def step(seconds, body):
    return f'<g class="step" style="animation-delay:{seconds:g}s">{body}</g>'


def terminal(lines):
    """Return the lines of a terminal, one after the other."""
    yield f'<rect width="{WIDTH}" height="{TERMINAL}" rx="10" fill="#1e222a"/>'
    yield "".join(
        f'<circle cx="{20 + 16 * i}" cy="18" r="5" fill="{fill}"/>'
        for i, fill in enumerate(("#ff6159", "#ffbd2e", "#28c941"))
    )
    command = "$ clusterdiff diff truth.csv kmeans.csv"
    yield step(0.1, f'<text class="mono" x="20" y="50" style="font-weight:bold">{command}</text>')
    for i, line in enumerate(lines):
        word = next((x for x in COLORS if re.search(rf"\b{x}\b  ", line)), None)
        said = escape(line)
        if word:
            said = said.replace(word, f'<tspan fill="{COLORS[word]}">{word}</tspan>', 1)
        weight = ' style="font-weight:bold"' if i == 0 else ""
        y = 76 + LINE * i
        yield step(0.6 + 0.2 * i, f'<text class="mono" x="20" y="{y}"{weight}>{said}</text>')


def wrapped(text, letters):
    """Return the lines of a sentence."""
    lines = [""]
    for word in text.split():
        if len(lines[-1]) + len(word) >= letters:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


def report(sentences, picture):
    """Return the first screen of the report: the verdict and the flow."""
    inner = re.sub(
        r'<svg [^>]*?viewBox="([^"]+)"', r'<svg class="flow" viewBox="\1"', picture, count=1
    )
    _, _, width, height = map(float, re.search(r'viewBox="([^"]+)"', inner)[1].split())
    shown = 500
    tall = height * shown / width
    body = [
        f'<rect y="{TERMINAL + 16}" width="{WIDTH}" height="{tall + 44:.0f}" rx="10" fill="#fff" stroke="#d7dae0"/>',
        f'<text class="sans" x="24" y="{TERMINAL + 48}" style="font-weight:bold">report.html</text>',
    ]
    y = TERMINAL + 82
    for i, sentence in enumerate(sentences):
        lines = wrapped(sentence, 46)
        weight = ' style="font-weight:bold"' if i == 0 else ""
        if sentence.startswith("It merges"):
            body.append(
                f'<rect class="lit" x="16" y="{y - 17}" width="350" height="{20 * len(lines) + 4}" rx="4" fill="#fff1c2"/>'
            )
        for line in lines:
            body.append(f'<text class="sans" x="24" y="{y}"{weight}>{escape(line)}</text>')
            y += 20
        y += 8
    place = f'x="{WIDTH - shown - 20}" y="{TERMINAL + 40}" width="{shown}" height="{tall:.0f}"'
    body.append(inner.replace('<svg class="flow"', f'<svg class="flow" color="#1f2430" {place}', 1))
    return step(2.4, "".join(body)), round(TERMINAL + 16 + max(tall + 44, y - TERMINAL - 8) + 2)


def main():
    digits = cd.datasets.digits()
    pair = digits["truth"], digits["kmeans"]
    lines = [x for x in str(cd.diff(*pair)).splitlines() if not x.startswith("input:")]
    verdict = cd.report(*pair, rng=0).to_dict()["verdict"]["sentences"]
    flow = flow_diagram(cd.Table.from_labels(*pair))
    picture = flow_svg(flow, ["truth", "kmeans"], style=True).svg
    page, height = report([*verdict[:5], verdict[-1]], picture)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" role="img">',
        f"<title>{escape(lines[0])}. {escape(' '.join(verdict))}</title>",
        f"<style>{STYLE}</style>",
        *terminal(lines),
        page,
        "</svg>",
    ]
    FILE.write_text("\n".join(parts) + "\n", encoding="utf-8")


if __name__ == "__main__":
    ArgumentParser(description=__doc__).parse_args()
    main()
