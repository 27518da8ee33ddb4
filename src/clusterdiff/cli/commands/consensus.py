"""consensus: one partition for many clusterings."""

from dataclasses import replace
from functools import partial
from typing import Annotated, Any, Literal

from clusterdiff.cli import session
from clusterdiff.cli.arguments import Option
from clusterdiff.cli.inputs import Inputs
from clusterdiff.cli.option_groups import Out, grouped
from clusterdiff.cli.options import Files, Plot, Seed
from clusterdiff.cli.output import Answer
from clusterdiff.cli.side_files import PICTURES, check_suffix, write_picture
from clusterdiff.errors import InputError, OptionError
from clusterdiff.io import read_rows
from clusterdiff.many import Clusterings, Consensus, consensus, credible_ball, read_draws
from clusterdiff.many import modes as find_modes
from clusterdiff.many._consensus import Method

Loss = Annotated[str, Option("--loss", metavar="NAME", help="vi, binder, or another metric.")]
Costs = Annotated[
    str | None,
    Option(
        "--costs",
        metavar="A,B",
        help="What separating and joining cost, for example 1,2.  [default: 1,1]",
    ),
]
MostClusters = Annotated[
    int | None,
    Option("--max-clusters", metavar="K", help="Largest number of clusters of the result.", min=1),
]
Runs = Annotated[
    int, Option("--runs", metavar="N", help="How many times the search starts.", min=1)
]
How = Annotated[Method, Option("--method", help="How the partition is found.")]
TimeLimit = Annotated[
    float | None,
    Option(
        "--time-limit",
        metavar="SECONDS",
        help="Time for the proof of --loss binder.  [default: 60 with --method exact, else 2]",
    ),
]
Draws = Annotated[
    bool,
    Option(
        "--draws",
        help="FILE has one row per clustering: draws × elements, as NPY also chains × draws × "
        "elements.",
    ),
]
Level = Annotated[
    float | None,
    Option(
        "--ball",
        metavar="SHARE",
        help="Add the credible ball with this share of the clusterings, for example 0.95.",
    ),
]
WithModes = Annotated[
    bool,
    Option("--modes", help="Add groups of similar clusterings, each with a partition of its own."),
]
Picture = Literal["agreement", "coassignment", "ball", "modes"]
Drawing = Annotated[Picture, Option("--draw", help="What to draw with --plot.")]


@grouped
def command(
    files: Files,
    inputs: Inputs,
    out: Out,
    loss: Loss = "vi",
    costs: Costs = None,
    max_clusters: MostClusters = None,
    runs: Runs = 16,
    method: How = "auto",
    time_limit: TimeLimit = None,
    seed: Seed = 0,
    draws: Draws = False,
    ball: Level = None,
    modes: WithModes = False,
    plot: Plot = None,
    draw: Drawing = "coassignment",
) -> None:
    """Find the partition that agrees best with many clusterings.

    A table shows the clusters and how far the clusterings agree with them; CSV has one row per
    element with its cluster in the consensus and the agreement about it. --on gives the column of
    element names.

    **Examples**

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
    out.emit(replace(answer, views=lambda: [part.view() for part in shown]))


def _parts(found: Consensus, level: float | None, *, modes: bool) -> dict[str, Any]:
    """Return the requested results in addition to the consensus."""
    parts: dict[str, Any] = {}
    if level is not None:
        parts["ball"] = credible_ball(found.clusterings, center=found, level=level, loss=found.loss)
    if modes:
        parts["modes"] = find_modes(found.clusterings, loss=found.loss)
    return parts


def _draws(files: list[str], inputs: Inputs) -> Clusterings:
    """Read the rows of a file as clusterings."""
    if len(files) > 1:
        raise InputError(f"--draws takes one file, got {len(files)}.")
    session.current().inputs.append(files[0])
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
