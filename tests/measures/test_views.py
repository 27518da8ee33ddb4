"""The catalogue of measures, and the record of one, as tables."""

import clusterdiff as cd
from clusterdiff.measures._views import measure_view, measures_view
from clusterdiff.views import to_text


def test_the_catalogue():
    records = [m.to_dict() for m in cd.MEASURES.values()]
    assert len(measures_view(records).rows) == len(records)
    text = to_text(measure_view(cd.get_measure("nmi[by=max]").to_dict()))
    assert "Normalized mutual information" in text
    for record in records:
        assert record["name"] in to_text(measure_view(record))
