"""Draw what each measure counts, on one small example, and where its value on the digits lies among those of all measures."""

import re
from html import escape
from itertools import combinations

import numpy as np

import clusterdiff as cd
from clusterdiff.summaries import PairCounts
from clusterdiff.views import number

WIDTH, MIDDLE = 640, 300
INK, MUTED, LIGHT = "#1f2430", "#5b6270", "#d7dae0"
BOTH, ONLY_A, ONLY_B = "#00795a", "#b85000", "#0060a0"
CHOSEN = "#cfe8dd"

# Eight elements. The clusters of a are boxes, those of b shapes.
A, B = [0, 0, 0, 0, 0, 1, 1, 1], [0, 0, 0, 1, 1, 1, 1, 1]
PLACES = [(52, 68), (38, 112), (62, 154), (112, 88), (112, 138), (200, 70), (216, 114), (200, 158)]
# A table in which the largest cells of rows, of columns, and of the best matching differ.
CELLS = np.array([[5, 1, 0], [4, 3, 0], [0, 1, 4]])


def text(x, y, words, *, size=13, fill=INK, anchor="start", weight="normal"):
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size}" fill="{fill}" text-anchor="{anchor}" font-weight="{weight}">'
        f"{escape(words)}</text>"
    )


def rect(x, y, width, height, fill, stroke="none", radius=0):
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{radius}" fill="{fill}" stroke="{stroke}"/>'


def elements():
    """Draw the elements: boxes for the clusters of a, circles and squares for those of b."""
    parts = [rect(18, 40, 118, 140, "none", MUTED, 14), rect(174, 40, 68, 140, "none", MUTED, 14)]
    for (x, y), shape in zip(PLACES, B, strict=True):
        if shape:
            parts.append(rect(x - 7, y - 7, 14, 14, "#fff", INK))
        else:
            parts.append(f'<circle cx="{x}" cy="{y}" r="7.5" fill="#fff" stroke="{INK}"/>')
    note = "a: two boxes; b: circles and squares"
    return [*parts, text(18, 204, note, size=12, fill=MUTED)]


def pairs(measure):
    """Draw the pairs of elements that the formula counts."""
    latex = measure.latex
    named = {
        "both": r"m(?![_a-z])|N_\{11\}|m_1|m_2",
        "only_a": r"m_1|N_\{10\}|M",
        "only_b": r"m_2|N_\{01\}|M",
        "neither": r"M|N_\{00\}",
    }
    counted = [kind for kind, pattern in named.items() if re.search(pattern, latex)]
    counted = counted if "both" in counted else list(named)
    looks = {
        "both": (BOTH, "", "together in both", 2),
        "only_a": (ONLY_A, "7 4", "together in a only", 1.6),
        "only_b": (ONLY_B, "2 4", "together in b only", 1.6),
        "neither": (LIGHT, "", "apart in both", 1),
    }
    lines, parts = {kind: [] for kind in named}, []
    for i, j in combinations(range(len(A)), 2):
        a, b = A[i] == A[j], B[i] == B[j]
        kind = "both" if a and b else "only_a" if a else "only_b" if b else "neither"
        lines[kind].append((*PLACES[i], *PLACES[j]))
    for kind in reversed(counted):
        color, dash, _, width = looks[kind]
        path = "".join(f"M{x} {y}L{u} {v}" for x, y, u, v in lines[kind])
        parts.append(
            f'<path d="{path}" stroke="{color}" stroke-width="{width}" stroke-dasharray="{dash}" fill="none"/>'
        )
    counts = PairCounts.of(cd.Table.from_labels(A, B))
    for i, kind in enumerate(counted):
        color, dash, words, width = looks[kind]
        y = 70 + 32 * i
        parts.append(
            f'<path d="M{MIDDLE} {y - 4}h34" stroke="{color}" stroke-width="{width + 0.6}" stroke-dasharray="{dash}"/>'
        )
        parts.append(text(MIDDLE + 44, y, f"{getattr(counts, kind)} pairs {words}"))
    return "Pairs of elements that it counts", [*parts, *elements()]


def information(measure):
    """Draw the entropies as lengths, with those that the formula uses in color."""
    only_a, only_b = cd.conditional_entropy(A, B), cd.conditional_entropy(B, A)
    shared = cd.mutual_information(A, B)
    names = {"H(a | b)": only_a, "I": shared, "H(b | a)": only_b}
    latex = re.sub(r"E\[\w+\]", "", measure.latex)
    used = set()
    for pattern, segments in {
        r"H\(a \\mid b\)": "0", r"H\(b \\mid a\)": "2", r"\bVI\b": "02", r"\bI\b": "1",
        r"H\(a\)": "01", r"H\(b\)": "12", r"H\(a,b\)": "012", r"\bh\b": "01", r"\bc\b": "12",
    }.items():  # fmt: skip
        if re.search(pattern, latex):
            used |= set(segments)
    if not used:  # the formula is a sum over cells: which entropies have its value
        value = measure(A, B)
        options = [c for n in (1, 2, 3) for c in combinations("012", n)]
        sums = {c: sum(list(names.values())[int(i)] for i in c) for c in options}
        used = set(next((c for c in options if abs(sums[c] - value) < 1e-9), "012"))
    scale = 400 / sum(names.values())
    parts, x = [], 120
    for i, ((name, length), color) in enumerate(
        zip(names.items(), (ONLY_A, BOTH, ONLY_B), strict=True)
    ):
        width = length * scale
        fill = color if str(i) in used else LIGHT
        parts.append(rect(x, 78, width, 40, fill, "#fff"))
        ink = "#fff" if str(i) in used else INK
        parts.append(text(x + width / 2, 103, name, fill=ink, anchor="middle", weight="bold"))
        x += width
    for y, start, length, words in (
        (60, 120, only_a + shared, f"H(a) = {number(only_a + shared)} bits"),
        (140, 120 + only_a * scale, shared + only_b, f"H(b) = {number(shared + only_b)} bits"),
    ):
        parts.append(
            f'<path d="M{start:g} {y}h{length * scale:g}" stroke="{MUTED}" stroke-width="2"/>'
        )
        at = start + length * scale / 2
        parts.append(text(at, y - 8 if y < 100 else y + 18, words, anchor="middle", fill=MUTED))
    note = "a: 5 and 3 elements; b: 3 and 5; the colored parts are in the formula"
    return "Bits that it adds up", [*parts, text(120, 196, note, size=12, fill=MUTED)]


def largest(axis):
    return {(int(i), int(j)) for i, j in zip(*_largest(axis), strict=True)}


def _largest(axis):
    best = CELLS.argmax(axis)
    lines = np.arange(CELLS.shape[0])
    return (best, lines) if axis == 0 else (lines, best)


def cells(measure):
    """Draw the table, with the cells that the formula takes."""
    latex = measure.latex
    every = {(i, j) for i in range(3) for j in range(3) if CELLS[i, j]}
    matched, chosen = {(0, 0), (1, 1), (2, 2)}, set()
    if r"\max_j" in latex:
        chosen |= largest(1)
    if r"\max_i" in latex:
        chosen |= largest(0)
    words = "the largest of each row" if chosen == largest(1) else "the largest cells"
    if chosen == largest(0):
        words = "the largest of each column"
    if chosen == largest(0) | largest(1):
        words = "the largest of each row and each column"
    if r"\sigma" in latex or "greedy" in latex or re.search(r"\\varepsilon|\bS\b", latex):
        chosen, words = matched, "clusters matched one to one"
    if not chosen:
        chosen, words = every, "every cell, by the sizes of its row and column"
    parts = [text(178, 46, "clusters of b", fill=MUTED, anchor="middle", size=12)]
    parts.append(text(88, 122, "clusters of a", fill=MUTED, anchor="end", size=12))
    for i in range(3):
        for j in range(3):
            x, y, on = 100 + 52 * j, 54 + 42 * i, (i, j) in chosen
            parts.append(rect(x, y, 48, 38, CHOSEN if on else "#fff", BOTH if on else LIGHT, 4))
            said = str(CELLS[i, j])
            parts.append(
                text(x + 24, y + 24, said, anchor="middle", weight="bold" if on else "normal")
            )
        parts.append(text(262, 78 + 42 * i, str(CELLS[i].sum()), fill=MUTED))
        parts.append(text(124 + 52 * i, 198, str(CELLS[:, i].sum()), fill=MUTED, anchor="middle"))
    parts.append(rect(MIDDLE + 20, 84, 24, 20, CHOSEN, BOTH, 4))
    parts.append(text(MIDDLE + 54, 99, words))
    parts.append(text(MIDDLE + 20, 130, "sizes of clusters beside the table", fill=MUTED, size=12))
    return "Cells of the table that it uses", parts


def centroids(measure):  # noqa: ARG001
    """Draw the centroids of both clusterings, each with an arrow to the nearest of the other."""
    a, b = [(70, 70), (150, 150), (236, 84)], [(84, 84), (222, 66), (246, 112)]
    parts = []
    for mine, theirs, color, dash in ((a, b, ONLY_A, ""), (b, a, ONLY_B, "4 3")):
        for x, y in mine:
            u, v = min(theirs, key=lambda p: (p[0] - x) ** 2 + (p[1] - y) ** 2)
            parts.append(
                f'<path d="M{x} {y}L{u} {v}" stroke="{color}" stroke-dasharray="{dash}" stroke-width="1.6"/>'
            )
    parts += [f'<circle cx="{x}" cy="{y}" r="8" fill="{ONLY_A}"/>' for x, y in a]
    parts += [rect(x - 7, y - 7, 14, 14, ONLY_B) for x, y in b]
    parts.append(f'<circle cx="{MIDDLE + 10}" cy="76" r="8" fill="{ONLY_A}"/>')
    parts.append(text(MIDDLE + 28, 81, "centroid of a, and the nearest of b"))
    parts.append(rect(MIDDLE + 3, 103, 14, 14, ONLY_B))
    parts.append(text(MIDDLE + 28, 115, "centroid of b, and the nearest of a"))
    return "Centroids that it compares", parts


def spreads(measure):  # noqa: ARG001
    """Draw the distances within a cluster, and within its parts."""
    points = [(40, 60), (60, 110), (50, 150), (180, 66), (200, 112), (186, 156)]
    parts = []
    for group, color, dash in (
        (points, LIGHT, ""),
        (points[:3], BOTH, ""),
        (points[3:], BOTH, ""),
    ):
        x, y = np.mean(group, axis=0)
        path = "".join(f"M{x:.0f} {y:.0f}L{u} {v}" for u, v in group)
        parts.append(
            f'<path d="{path}" stroke="{color}" stroke-width="2" stroke-dasharray="{dash}"/>'
        )
    parts += [f'<circle cx="{x}" cy="{y}" r="6" fill="#fff" stroke="{INK}"/>' for x, y in points]
    for y, color, words in (
        (80, LIGHT, "spread of a cluster of a"),
        (112, BOTH, "spread left within its parts in b"),
    ):
        parts.append(f'<path d="M{MIDDLE} {y - 4}h34" stroke="{color}" stroke-width="3"/>')
        parts.append(text(MIDDLE + 44, y, words))
    return "Spread that it compares", parts


KINDS = {
    "PairCounts": pairs,
    "Entropies": information,
    "ExpectedInformation": information,
    "Encodings": cells,
    "Centroids": centroids,
    "Spreads": spreads,
}


def overlapping(measure):  # noqa: ARG001
    """Draw two covers of the same elements."""
    parts = []
    places = [(46, 90), (46, 140), (120, 115), (194, 90), (194, 140)]
    covers = {"a": ([0, 1, 2], [2, 3, 4]), "b": ([0, 1], [2, 3, 4])}
    for number_of, (side, blocks) in enumerate(covers.items()):
        left = 20 + 310 * number_of
        for block, color in zip(blocks, (ONLY_A, ONLY_B), strict=True):
            xs, ys = zip(*(places[i] for i in block), strict=True)
            middle, half = (min(xs) + max(xs)) / 2, (max(xs) - min(xs)) / 2 + 26
            parts.append(
                f'<ellipse cx="{left + middle:g}" cy="{sum(ys) / len(ys):g}" rx="{half:g}" ry="62" '
                f'fill="{color}" fill-opacity="0.12" stroke="{color}"/>'
            )
        for i, (x, y) in enumerate(places):
            several = sum(i in block for block in blocks) > 1
            fill = BOTH if several else "#fff"
            parts.append(f'<circle cx="{left + x}" cy="{y}" r="7.5" fill="{fill}" stroke="{INK}"/>')
        parts.append(text(left + 10, 204, f"{side}: two clusters", size=12, fill=MUTED))
    return "The same elements in clusters that overlap, and in clusters that do not", parts


def degrees(measure):  # noqa: ARG001
    """Draw the degrees of membership of the same elements in two soft clusterings."""
    parts = []
    sides = {"a": [0.95, 0.8, 0.55, 0.3, 0.05], "b": [1, 1, 0.5, 0, 0]}
    for number_of, (side, shares_of) in enumerate(sides.items()):
        left = 30 + 310 * number_of
        for i, share in enumerate(shares_of):
            x = left + 46 * i
            parts.append(rect(x, 44, 32, 136 * (1 - share), ONLY_B))
            parts.append(rect(x, 44 + 136 * (1 - share), 32, 136 * share, ONLY_A))
        parts.append(text(left, 204, f"{side}: degrees in two clusters", size=12, fill=MUTED))
    return "Degrees of membership of five elements", parts


def nested(measure):  # noqa: ARG001
    """Draw two trees of the same elements."""
    parts = []
    # The two ends of each merge, and its height, from the bottom up.
    names = "vwxyz"
    merges = {
        "a": [(0, 1, 30), (3, 4, 45), (2, 6, 75), (5, 7, 115)],
        "b": [(0, 1, 30), (2, 5, 60), (3, 4, 80), (6, 7, 115)],
    }
    for number_of, (side, steps) in enumerate(merges.items()):
        left, base = 40 + 310 * number_of, 176
        nodes = [(left + 46 * i, 0) for i in range(len(names))]
        for i, (one, two, height) in enumerate(steps):
            (x, low), (u, other) = nodes[one], nodes[two]
            color = BOTH if i == 0 else ONLY_A if side == "a" else ONLY_B
            parts.append(
                f'<path d="M{x:g} {base - low}V{base - height}H{u:g}V{base - other}" fill="none" '
                f'stroke="{color}" stroke-width="2.4"/>'
            )
            nodes.append(((x + u) / 2, height))
        for i, name in enumerate(names):
            parts.append(text(left + 46 * i, base + 16, name, anchor="middle", size=12))
        parts.append(text(left - 10, 212, f"{side}: clusters within clusters", size=12, fill=MUTED))
    return "Two trees of the same elements, with one cluster in common", parts


def strip(measure, shares):
    """Draw the place of the value on the digits among those of all measures."""
    left, right, y = 60, 580, 268
    parts = [
        text(
            20, 234, "k-means on the digits, on the scale from worst to best value:", weight="bold"
        )
    ]
    parts.append(f'<path d="M{left} {y}H{right}" stroke="{MUTED}"/>')
    parts.append(text(left - 8, y + 4, "worst", anchor="end", size=12, fill=MUTED))
    parts.append(text(right + 8, y + 4, "best", size=12, fill=MUTED))
    for name, share in shares.items():
        if name != measure.name:
            x = left + share * (right - left)
            parts.append(
                f'<circle cx="{x:.1f}" cy="{y}" r="4" fill="{MUTED}" fill-opacity="0.28"/>'
            )
    x = left + shares[measure.name] * (right - left)
    parts.append(f'<circle cx="{x:.1f}" cy="{y}" r="6.5" fill="{BOTH}"/>')
    words = f"{measure.label}: {shares[measure.name]:.0%}".replace("%", " %")
    anchor = "end" if x > 430 else "start" if x < 200 else "middle"
    return [*parts, text(x, y + 28, words, anchor=anchor, fill=BOTH, weight="bold")]


def drawing(measure, shares):
    """Return the picture of a measure, and what it shows in words."""
    summaries = [each.__name__ for each in measure.record.summaries]
    of_family = {"covers": overlapping, "soft": degrees, "hierarchies": nested}.get(
        measure.family, cells
    )
    draw = next((KINDS[name] for name in summaries if name in KINDS), of_family)
    title, parts = draw(measure)
    height = 222
    if measure.name in shares:
        parts = [*parts, *strip(measure, shares)]
        height = 310
    size = f'viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}"'
    svg = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="system-ui, sans-serif" role="img">',
        f"<title>{escape(measure.label)}: {escape(title.lower())}</title>",
        rect(0, 0, WIDTH, height, "#fff"),
        text(20, 22, title, weight="bold"),
        *parts,
        "</svg>",
    ]
    return "\n".join(svg) + "\n", title
