"""match: which cluster is which."""

from dataclasses import replace
from typing import Annotated

from clusterdiff import plots
from clusterdiff.analysis import match as analyze
from clusterdiff.cli.arguments import Option
from clusterdiff.cli.inputs import Inputs, notes
from clusterdiff.cli.option_groups import Out, grouped
from clusterdiff.cli.options import A, B, Plot
from clusterdiff.cli.output import Answer
from clusterdiff.cli.side_files import PICTURES, check_suffix, write_picture
from clusterdiff.measures.set_design import MatchingRule, Similarity


@grouped
def command(
    a: A,
    inputs: Inputs,
    out: Out,
    b: B = None,
    similarity: Annotated[
        Similarity,
        Option("--similarity", help="Similarity of two clusters."),
    ] = "overlap",
    method: Annotated[
        MatchingRule,
        Option("--method", help="One to one, or each with its nearest."),
    ] = "optimal",
    plot: Plot = None,
) -> None:
    """Match the clusters of two clusterings.

    **Examples**

    clusterdiff match truth.csv kmeans.csv

    clusterdiff match all.csv --columns truth,kmeans --similarity jaccard --format csv
    """
    out.check()
    check_suffix("--plot", plot, PICTURES)
    first, second = inputs.pair(a, b)
    found = inputs.table(first, second)
    matched = analyze(found.table, similarity=similarity, method=method)
    names = first.name, second.name
    result = replace(matched, name_a=names[0], name_b=names[1])
    write_picture(plot, lambda: plots.plot_confusion(found.table, names=names))
    out.emit(Answer.of(result, notes(found, first, second), input=found.report.to_dict()))
