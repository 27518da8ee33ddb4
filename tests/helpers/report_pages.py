"""The data of report pages, decoded as their script does."""

import base64
import gzip
import json
import re

import numpy as np


def block(html, key):
    """Return the width and the bytes of a block, or None if the page has none."""
    pattern = rf'<script type="text/plain" id="{key}-block"(?: data-bytes="(\d)")?>([^<]*)</script>'
    found = re.search(pattern, html)
    return found and (found[1], gzip.decompress(base64.b64decode(found[2])))


def embedded(html, key="data"):
    """Return a block of JSON."""
    found = block(html, key)
    return found and json.loads(found[1])


def integers(html, key):
    """Return a block of numbers."""
    width, data = block(html, key)
    planes = np.frombuffer(data, np.uint8).reshape(int(width), -1).astype(np.int64)
    return (planes << 8 * np.arange(len(planes))[:, None]).sum(0)


def elements(html):
    """Return the overlap and the position of each element that a page holds."""
    codes = integers(html, "codes")
    places = np.arange(len(codes))
    return codes, np.cumsum(integers(html, "steps")) if block(html, "steps") else places
