"""The domains that a fact file can belong to. A new one is a module and a line here."""

from collections.abc import Mapping
from typing import Any

from pybridge.facts.blocks import BLOCKS_WORLD
from pybridge.facts.domain import Domain
from pybridge.facts.tiles import SLIDING_TILES
from pybridge.facts.turns import PERMUTATION

DOMAINS: Mapping[str, Domain[Any]] = {domain.name: domain for domain in (SLIDING_TILES, BLOCKS_WORLD, PERMUTATION)}
