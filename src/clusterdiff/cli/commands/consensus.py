"""consensus: one partition for many clusterings."""

from dataclasses import replace
from functools import partial
from typing import Any, get_args

import click

from clusterdiff.cli import _inputs, _options, _output
from clusterdiff.cli._files import PICTURES, check_suffix, files_read, write_picture
from clusterdiff.cli._inputs import Inputs
from clusterdiff.cli._output import Answer, Out
from clusterdiff.errors import InputError, OptionError
from clusterdiff.io import read_rows
from clusterdiff.many import Clusterings, Consensus, consensus, credible_ball, read_draws
from clusterdiff.many import modes as find_modes
from clusterdiff.many._consensus import Method
from clusterdiff.views import shown_views


@_options.command
@_options.files
@_options.option("--loss", default="vi", metavar="NAME", help="vi, binder, or another metric.")
@_options.option(
    "--costs",
    metavar="A,B",
    help="What separating and joining cost, for example 1,2.  [default: 1,1]",
)
@_options.option(
    "--max-clusters",
    type=click.IntRange(min=1),
    metavar="K",
    help="Largest number of clusters of the result.",
)
@_options.option(
    "--runs",
    type=click.IntRange(min=1),
    default=16,
    metavar="N",
    help="How many times the search starts.",
)
@_options.option(
    "--method",
    type=click.Choice(get_args(Method)),
    default="auto",
    help="How the partition is found.",
)
@_options.option(
    "--time-limit",
    type=float,
    metavar="SECONDS",
    help="Time for the proof of --loss binder; by default, no time limits it.",
)
@_options.seed
@_options.option(
    "--draws",
    is_flag=True,
    help="FILE has one row per clustering: draws × elements, as NPY also chains × draws × "
    "elements.",
)
@_options.option(
    "--ball",
    type=float,
    metavar="SHARE",
    help="Add the credible ball with this share of the clusterings, for example 0.95.",
)
@_options.option(
    "--modes",
    is_flag=True,
    help="Add groups of similar clusterings, each with a partition of its own.",
)
@_inputs.options
@_output.options
@_options.plot
@_options.draw("coassignment", "agreement", "ball", "modes")
def command(
    files: tuple[str, ...],
    loss: str,
    costs: str | None,
    max_clusters: int | None,
    runs: int,
    method: Method,
    time_limit: float | None,
    seed: int,
    draws: bool,
    ball: float | None,
    modes: bool,
    inputs: Inputs,
    out: Out,
    plot: str | None,
    draw: str,
) -> None:
    """Find the partition that agrees best with many clusterings.

    A table shows the clusters and how far the clusterings agree with them; CSV has one row per
    element with its cluster in the consensus and the agreement about it. --on gives the column of
    element names.

    \b
    Examples:
      clusterdiff consensus runs/*.csv
      clusterdiff consensus draws.parquet --loss vi --on id -o labels.csv
      clusterdiff consensus runs.csv --loss binder --method exact --plot runs.svg
      clusterdiff consensus draws.npy --draws --ball 0.95 --modes --plot ball.svg --draw ball
    """
    out.check()
    check_suffix("--plot", plot, PICTURES)
    found = consensus(
        _draws(files, inputs) if draws else inputs.set_of(files),
        loss=loss,
        costs=_costs(costs),
        max_clusters=max_clusters,
        n_runs=runs,
        rng=seed,
        method=method,
        time_limit=time_limit,
    )
    drawn = draw if plot is not None else None
    parts = _parts(found, 0.95 if drawn == "ball" and ball is None else ball,
                   modes=modes or drawn == "modes")  # fmt: skip
    drawing: Any = parts[draw].plot if draw in parts else partial(found.plot, draw)
    write_picture(plot, drawing)
    shown = [found, *parts.values()]
    answer = Answer.of(found, (), **{name: part.to_dict() for name, part in parts.items()})
    others, last = [part.view() for part in shown[:-1]], shown[-1]
    out.emit(replace(answer, views=lambda: [*others, *shown_views(last)]))


def _parts(found: Consensus, level: float | None, *, modes: bool) -> dict[str, Any]:
    """Return the requested results in addition to the consensus."""
    parts: dict[str, Any] = {}
    if level is not None:
        parts["ball"] = credible_ball(found.clusterings, center=found, level=level, loss=found.loss)
    if modes:
        parts["modes"] = find_modes(found.clusterings, loss=found.loss)
    return parts


def _draws(files: tuple[str, ...], inputs: Inputs) -> Clusterings:
    """Read the rows of a file as clusterings."""
    if len(files) > 1:
        raise InputError(f"--draws takes one file, got {len(files)}.")
    files_read().append(files[0])
    return read_draws(read_rows(files[0], header=inputs.header))


def _costs(text: str | None) -> tuple[float, float]:
    """Read two numbers."""
    if text is None:
        return 1.0, 1.0
    try:
        separate, join = (float(word) for word in text.split(","))
    except ValueError:
        raise OptionError(f"costs must be two numbers, got {text!r}.", "pass {costs=1,2}") from None
    return separate, join
