"""The domains that a fact file can belong to. A new one is a module and a line here."""

from collections.abc import Mapping
from typing import Any

from pybridge.facts.blocks_world import BLOCKS_WORLD
from pybridge.facts.domain import Domain
from pybridge.facts.permutation import PERMUTATION
from pybridge.facts.sliding_tiles import SLIDING_TILES

DOMAINS: Mapping[str, Domain[Any]] = {domain.name: domain for domain in (SLIDING_TILES, BLOCKS_WORLD, PERMUTATION)}
