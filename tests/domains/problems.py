"""Problems written for the purpose, each with a hidden contract and probes: what learnt domains are measured with.

None is from a public benchmark. Their authors' manner is: docstrings with examples, one-line tasks, constraints of
programming contests; typed signatures and untyped ones. In each, one kind of evidence decides, and a careful reader
could tell every probe from what the problem shows. No rule may be tuned to them.
"""

from __future__ import annotations

from domains.free import FREE
from domains.guards import GUARDS
from domains.relations import RELATIONS
from domains.shapes import SHAPES
from domains.words import WORDS

PROBLEMS = (*WORDS, *GUARDS, *SHAPES, *RELATIONS, *FREE)
