"""demo: a diff, a comparison and a report of example data."""

import webbrowser
from pathlib import Path

from clusterdiff import datasets
from clusterdiff.analysis import compare, diff
from clusterdiff.cli import _options, _streams
from clusterdiff.cli._files import check_output, whole_file
from clusterdiff.cli._output import Answer, Out
from clusterdiff.reports import report

_PAGE = "digits.html"


@_options.command
@_options.option(
    "page", "--output", "-o", type=_options.FILE, default=_PAGE, metavar="FILE", help="The report."
)
@_options.option("open_page", "--open", is_flag=True, help="Open the report in the browser.")
def command(page: str, open_page: bool) -> None:
    """Show a diff, a comparison and a report of handwritten digits.

    The data, 1,797 images with the digits and the clusters of k-means, are part of the package.

    \b
    Examples:
      clusterdiff demo
      clusterdiff demo --open
    """
    check_output(page)
    digits = datasets.digits()
    pair = digits["truth"], digits["kmeans"]
    out = Out(None, None)
    for word, found in (("diff", diff(*pair)), ("compare", compare(*pair))):
        _streams.write(f"$ clusterdiff {word} truth.csv kmeans.csv\n")
        out.emit(Answer.of(found))
        _streams.write("\n")
    _streams.write("$ clusterdiff report truth.csv kmeans.csv\n")
    text = report(*pair, title="Digits and the clusters of k-means", rng=0).to_html()
    with whole_file(page) as draft:
        Path(draft).write_text(text, encoding="utf-8", newline="")
    _streams.write(f"wrote {page}: open it in a browser\n")
    if open_page:
        webbrowser.open(Path(page).resolve().as_uri())
