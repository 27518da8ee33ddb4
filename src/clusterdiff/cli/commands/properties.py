"""properties: which properties measures have, with counterexamples."""



