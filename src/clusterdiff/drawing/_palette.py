"""The colors of clusters, the same in reports and plots."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from clusterdiff.errors import OptionError
from clusterdiff.labels import observations

Colors = Mapping[Any, str]  # colors of clusters by their labels
ColorsOf = Colors | Sequence[Colors | None] | None  # of all clusterings alike, or of each
# Six colors of Okabe and Ito and four more; any two differ with color vision deficiency, too.
PALETTE = (
    "#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9",
    "#D55E00", "#882255", "#9900EE", "#664400", "#EE2244",
)  # fmt: skip
ON_DARK = {"#0072B2": "#2A8BCB", "#882255": "#A8457A", "#9900EE": "#B266FF", "#664400": "#94702F"}
KEPT = "#BBBBBB"  # clusters that are kept
_CODE = r"#([0-9a-fA-F]{3}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})"
_NAMES = """
aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue blueviolet
brown burlywood cadetblue chartreuse chocolate coral cornflowerblue cornsilk crimson cyan
darkblue darkcyan darkgoldenrod darkgray darkgreen darkkhaki darkmagenta darkolivegreen
darkorange darkorchid darkred darksalmon darkseagreen darkslateblue darkslategray
darkturquoise darkviolet deeppink deepskyblue dimgray dodgerblue firebrick floralwhite
forestgreen fuchsia gainsboro ghostwhite gold goldenrod gray green greenyellow honeydew
hotpink indianred indigo ivory khaki lavender lavenderblush lawngreen lemonchiffon lightblue
lightcoral lightcyan lightgoldenrodyellow lightgray lightgreen lightpink lightsalmon
lightseagreen lightskyblue lightslategray lightsteelblue lightyellow lime limegreen linen
magenta maroon mediumaquamarine mediumblue mediumorchid mediumpurple mediumseagreen
mediumslateblue mediumspringgreen mediumturquoise mediumvioletred midnightblue mintcream
mistyrose moccasin navajowhite navy oldlace olive olivedrab orange orangered orchid
palegoldenrod palegreen paleturquoise palevioletred papayawhip peachpuff peru pink plum
powderblue purple rebeccapurple red rosybrown royalblue saddlebrown salmon sandybrown seagreen
seashell sienna silver skyblue slateblue slategray snow springgreen steelblue tan teal thistle
tomato turquoise violet wheat white whitesmoke yellow yellowgreen
"""  # the names of CSS; Matplotlib knows them too
OTHER = "#777777"  # changed clusters beyond the colors of the palette


def color_of(number: int) -> str:
    """Return the color of a cluster from its number: -1 if it is kept, -2 if no color is left."""
    return PALETTE[number] if number >= 0 else KEPT if number == -1 else OTHER


def palette_rules(prefix: str = "", *, dark: bool = False) -> str:
    """Return rules of style that fill marks with the colors; for a dark page those that differ."""
    colors = {f"f{k}": ON_DARK.get(color) if dark else color for k, color in enumerate(PALETTE)}
    colors |= {} if dark else {"kept": KEPT, "other": OTHER}
    return "".join(f"{prefix}.{name}{{fill:{color}}}" for name, color in colors.items() if color)


def own_colors(
    colors: ColorsOf, clusterings: Sequence[Any], names: Sequence[str]
) -> list[Colors | None] | None:
    """Return the colors of the clusters of each clustering, by their labels.

    Parameters
    ----------
    colors : dict, list of (dict or None), or None
        What a user gave.
    clusterings : sequence
        What the clusterings were given as. The colors of an AnnData object are in
        ``uns["<key>_colors"]``, in the order of the categories.
    names : sequence of str
        Names of the clusterings.

    Returns
    -------
    list of (dict or None), or None

    Raises
    ------
    OptionError
        If there are not as many dicts as clusterings, or if something is not a color.
    """
    if colors is None:
        found = [_annotated(clusterings[0], name) for name in names] if clusterings else []
        return found if any(found) else None
    if not isinstance(colors, (Mapping, list, tuple)) or not all(
        own is None or isinstance(own, Mapping) for own in colors if not isinstance(colors, Mapping)
    ):
        raise OptionError(f"colors must be a dict or a list of dicts, got {colors!r}.")
    each: list[Colors | None] = (
        [colors] * len(names) if isinstance(colors, Mapping) else list(colors)
    )
    if len(each) != len(names):
        raise OptionError(
            f"colors must have a dict for each of the {len(names)} clusterings, got {len(each)}."
        )
    for color in (color for own in each if own for color in own.values()):
        if not isinstance(color, str) or not _is_color(color):
            raise OptionError(f"colors must be names of CSS or like #0072B2, got {color!r}.")
    return each


def _is_color(text: str) -> bool:
    return text.lower().replace("grey", "gray") in _NAMES.split() or bool(re.fullmatch(_CODE, text))


def _annotated(data: Any, name: str) -> Colors | None:
    """Return the colors that an AnnData object has for a column."""
    frame = observations(data)
    known = None if frame is data else getattr(data, "uns", {}).get(f"{name}_colors")
    if known is None or name not in frame.columns or not hasattr(frame[name], "cat"):
        return None
    return dict(zip(frame[name].cat.categories.tolist(), map(str, known), strict=False))
