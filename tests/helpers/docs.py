"""The scripts of docs/, which are not a package."""

import sys

from tests.helpers.pages import ROOT

sys.path.insert(0, str(ROOT / "docs"))

import make_api
import make_drawings
import make_gallery
import make_measures

__all__ = ["make_api", "make_drawings", "make_gallery", "make_measures"]
