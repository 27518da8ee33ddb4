"""Every public name has a numpydoc docstring that documents its parameters and its result."""

import inspect
from dataclasses import fields, is_dataclass
from importlib import import_module

import pytest
from numpydoc.docscrape import ClassDoc
from numpydoc.validate import validate

import clusterdiff

MODULES = (
    "analysis",
    "chance",
    "datasets",
    "errors",
    "features",
    "io",
    "measures",
    "partition",
    "plots",
    "properties",
    "sklearn",
    "summaries",
)
SAMPLE_MEASURES = ("adjusted_rand", "muc", "variation_of_information")
CHECKS = {
    "GL08",  # no docstring
    "SS03",  # the summary does not end with a period
    "SS06",  # the summary takes more than one line
    "PR01",  # a parameter is not documented
    "PR02",  # a documented parameter does not exist
    "PR03",  # parameters are documented in another order
    "PR04",  # a parameter has no type
    "PR07",  # a parameter has no description
    "RT01",  # no section Returns
    "RT03",  # the returned value has no description
    "YD01",  # a generator has no section Yields
    "EX01",  # no section Examples (functions only)
}

# Names that do not pass yet, with the checks that fail. An entry must be removed once it passes.
PENDING: dict[str, set[str]] = {
    "clusterdiff.ClusterdiffError.spelled": {"PR01", "RT01"},
    "clusterdiff.Measure.attainable_on": {"PR01", "RT01"},
    "clusterdiff.Measure.best_on": {"PR01", "RT01"},
    "clusterdiff.Measure.bounds_on": {"PR01", "RT01"},
    "clusterdiff.Measure.check_options": {"PR01", "RT01"},
    "clusterdiff.Measure.expectation_on": {"PR01", "RT01"},
    "clusterdiff.Measure.formula": {"PR01", "RT01"},
    "clusterdiff.Measure.independent_on": {"PR01", "RT01"},
    "clusterdiff.Measure.on": {"PR01", "RT01"},
    "clusterdiff.Measure.to_dict": {"RT01"},
    "clusterdiff.Measure.using": {"PR01", "RT01"},
    "clusterdiff.adjusted_rand": {"PR01", "PR04"},
    "clusterdiff.analysis.Choice": {"PR01"},
    "clusterdiff.analysis.Cluster": {"PR01"},
    "clusterdiff.analysis.Comparison.to_dict": {"RT01"},
    "clusterdiff.analysis.Comparison.to_frame": {"RT01"},
    "clusterdiff.analysis.Component": {"PR01"},
    "clusterdiff.analysis.Costs": {"PR01"},
    "clusterdiff.analysis.Cut": {"PR01"},
    "clusterdiff.analysis.Diff": {"PR01"},
    "clusterdiff.analysis.Diff.component": {"PR01", "RT01"},
    "clusterdiff.analysis.Diff.records": {"PR01", "RT01"},
    "clusterdiff.analysis.Diff.to_dict": {"RT01"},
    "clusterdiff.analysis.Diff.to_frame": {"RT03"},
    "clusterdiff.analysis.Diff.view": {"PR01", "RT01"},
    "clusterdiff.analysis.Explanation.to_dict": {"RT01"},
    "clusterdiff.analysis.MatchedPair": {"PR01"},
    "clusterdiff.analysis.Move": {"PR01"},
    "clusterdiff.analysis.Pairwise.to_numpy": {"RT03"},
    "clusterdiff.analysis.Part": {"PR01"},
    "clusterdiff.analysis.Ranking": {"PR01"},
    "clusterdiff.analysis.Rename": {"PR01"},
    "clusterdiff.analysis.Score.to_dict": {"RT01"},
    "clusterdiff.analysis.SizeEffect.to_dict": {"RT01"},
    "clusterdiff.analysis.Term": {"PR01"},
    "clusterdiff.analysis.goals": {"RT01"},
    "clusterdiff.analysis.pairwise_tables": {"EX01", "PR07"},
    "clusterdiff.analysis.rank_tables": {"EX01", "PR07", "RT03"},
    "clusterdiff.chance.adjusted": {"PR04"},
    "clusterdiff.chance.register": {"EX01", "PR01", "RT01"},
    "clusterdiff.decompose": {"RT03"},
    "clusterdiff.diff": {"RT03"},
    "clusterdiff.errors.MissingDependencyError.of": {"PR01"},
    "clusterdiff.errors.UnknownNameError.of": {"PR01"},
    "clusterdiff.explain": {"PR07", "RT03"},
    "clusterdiff.features.CentroidComparison.to_dict": {"RT01"},
    "clusterdiff.features.FeatureData": {"PR01"},
    "clusterdiff.features.FeatureData.groups": {"RT01"},
    "clusterdiff.features.FeatureData.with_moments": {"PR01", "RT01"},
    "clusterdiff.features.FeatureMeasure.best_on": {"PR01", "RT01"},
    "clusterdiff.features.FeatureMeasure.bounds_on": {"PR01", "RT01"},
    "clusterdiff.features.FeatureMeasure.on": {"RT03"},
    "clusterdiff.features.FeatureMeasure.using": {"PR01", "RT01"},
    "clusterdiff.features.FeatureSubcomponent": {"PR01"},
    "clusterdiff.features.FeatureSubcomponent.cluster_scores": {"PR01"},
    "clusterdiff.features.MeanSquaredError.cluster_scores": {"PR01", "RT01"},
    "clusterdiff.features.PairwiseDistance.cluster_scores": {"PR01", "RT01"},
    "clusterdiff.features.compare_centroids": {"RT03"},
    "clusterdiff.features.get_feature_measure": {"RT03"},
    "clusterdiff.features.resolve": {"RT03"},
    "clusterdiff.features.resolve_feature_measures": {"RT03"},
    "clusterdiff.io.Clustering": {"PR01"},
    "clusterdiff.io.ColumnsError": {"PR01"},
    "clusterdiff.io.Counted": {"PR01"},
    "clusterdiff.io.Report.to_dict": {"RT01"},
    "clusterdiff.io.Source.note": {"PR01"},
    "clusterdiff.io.Wishes": {"PR01"},
    "clusterdiff.io.choose": {"EX01", "PR01", "RT01"},
    "clusterdiff.io.count": {"EX01", "PR01", "RT01"},
    "clusterdiff.io.open_source": {"EX01"},
    "clusterdiff.io.open_sources": {"EX01", "PR01", "RT01"},
    "clusterdiff.io.write_mtx": {"EX01", "PR01"},
    "clusterdiff.io.write_parquet": {"EX01", "PR01"},
    "clusterdiff.match": {"RT03"},
    "clusterdiff.measures.BoundedEntropy.losses": {"PR01", "RT01"},
    "clusterdiff.measures.ByOptions.under": {"PR01", "RT01"},
    "clusterdiff.measures.EntropyScore.losses": {"PR01", "RT01"},
    "clusterdiff.measures.LargestPart.losses": {"PR01", "RT01"},
    "clusterdiff.measures.Reference.at": {"PR01", "RT01"},
    "clusterdiff.measures.noting": {"EX01"},
    "clusterdiff.muc": {"PR01", "PR04"},
    "clusterdiff.pairwise": {"PR07"},
    "clusterdiff.properties.Counterexample.of": {"PR01"},
    "clusterdiff.properties.Measured.distance": {"PR01", "RT01"},
    "clusterdiff.properties.Measured.fresh": {"RT01"},
    "clusterdiff.properties.Measured.of": {"PR01"},
    "clusterdiff.properties.Measured.raw": {"PR01", "RT01"},
    "clusterdiff.properties.Measured.score": {"PR01", "RT01"},
    "clusterdiff.properties.Measured.shape_indices": {"PR01", "RT01"},
    "clusterdiff.properties.Measured.similarity": {"PR01", "RT01"},
    "clusterdiff.properties.Measured.square": {"PR01", "RT01"},
    "clusterdiff.properties.Measured.value": {"PR01", "RT01"},
    "clusterdiff.properties.Profile.to_dict": {"RT01"},
    "clusterdiff.properties.Profile.views": {"RT01"},
    "clusterdiff.properties.Property.failures": {"PR01", "RT01"},
    "clusterdiff.properties.Property.refuted_by": {"PR01", "RT01"},
    "clusterdiff.properties.PropertyList.to_dict": {"RT01"},
    "clusterdiff.properties.PropertyList.views": {"RT01"},
    "clusterdiff.properties.PropertyMatrix.holding": {"PR01", "RT01"},
    "clusterdiff.properties.PropertyMatrix.numbered": {"RT01"},
    "clusterdiff.properties.PropertyMatrix.to_dict": {"RT01"},
    "clusterdiff.properties.PropertyMatrix.to_frame": {"RT01"},
    "clusterdiff.properties.PropertyMatrix.views": {"RT01"},
    "clusterdiff.properties.Verdict": {"PR01"},
    "clusterdiff.properties.Verdict.to_dict": {"RT01"},
    "clusterdiff.properties.by_paper": {"RT03"},
    "clusterdiff.properties.check": {"RT03"},
    "clusterdiff.properties.compare_with_papers": {"RT03"},
    "clusterdiff.properties.extremes": {"RT03"},
    "clusterdiff.properties.listing": {"RT03"},
    "clusterdiff.properties.matrix": {"RT03"},
    "clusterdiff.properties.profile": {"RT03"},
    "clusterdiff.properties.property": {"RT03"},
    "clusterdiff.properties.worsening_series": {"RT03"},
    "clusterdiff.read_labels": {"EX01"},
    "clusterdiff.read_table": {"EX01"},
    "clusterdiff.recommend": {"RT03"},
    "clusterdiff.size_effect": {"RT03"},
    "clusterdiff.strict": {"YD01"},
    "clusterdiff.variation_of_information": {"PR01", "PR04"},
}


def public_names():
    """Yield the path of every public name, without single measures."""
    for name in clusterdiff.__all__:
        if name not in clusterdiff.MEASURES or name in SAMPLE_MEASURES:
            yield "clusterdiff", name
    for module in MODULES:
        for name in import_module(f"clusterdiff.{module}").__all__:
            if name not in clusterdiff.MEASURES:
                yield f"clusterdiff.{module}", name


def public_objects():
    """Return every public class, function and method by its path, each object once."""
    found, seen = {}, set()
    for module, name in public_names():
        thing = getattr(import_module(module), name)
        described = inspect.isclass(thing) or inspect.isfunction(thing)
        if not (described or isinstance(thing, clusterdiff.Measure)) or id(thing) in seen:
            continue
        seen.add(id(thing))
        found[f"{module}.{name}"] = thing
        for method, function in methods_of(thing) if inspect.isclass(thing) else ():
            if id(function) not in seen:
                seen.add(id(function))
                found[f"{module}.{name}.{method}"] = function
    return found


def methods_of(kind):
    """Yield the public methods of a class that this package defines."""
    for base in kind.__mro__:
        if base.__module__.startswith("clusterdiff"):
            for name, member in vars(base).items():
                function = getattr(member, "__func__", member)
                if not name.startswith("_") and inspect.isfunction(function):
                    yield name, function


def failed_checks(path, thing):
    """Return the codes of the checks that fail."""
    failed = {code for code, _ in validate(path)["errors"]} & CHECKS
    if not inspect.isfunction(thing) or "." in thing.__qualname__:
        failed.discard("EX01")
    if inspect.isclass(thing) and (inherits_init(thing) or documents_fields(thing)):
        failed.discard("PR01")
    return failed


def inherits_init(kind):
    """Return whether the class is an exception whose parameters the base class documents."""
    return issubclass(kind, Exception) and "__init__" not in vars(kind)


def documents_fields(kind):
    """Return whether the section Attributes lists every field of a dataclass or named tuple."""
    names = getattr(kind, "_fields", None)
    if is_dataclass(kind):
        names = [field.name for field in fields(kind) if field.init and field.name[0] != "_"]
    documented = {
        name.strip() for entry in ClassDoc(kind)["Attributes"] for name in entry.name.split(",")
    }
    return names is not None and documented.issuperset(names)


OBJECTS = public_objects()


def test_pending_names_exist():
    assert set(PENDING) <= set(OBJECTS)


@pytest.mark.parametrize("path", OBJECTS)
def test_documented(path):
    assert failed_checks(path, OBJECTS[path]) == PENDING.get(path, set())


def test_the_checks_find_what_is_missing():
    assert failed_checks("tests.test_docstrings.methods_of", methods_of) == {"EX01", "PR01", "YD01"}
