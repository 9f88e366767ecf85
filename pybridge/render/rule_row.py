"""How puzzles of rules are shown: imported when one is, since rules bring SWI-Prolog with them."""

from pybridge.render.domains import Appearance
from pybridge.render.rule_board import rules_moved, rules_picture, rules_size
from pybridge.render.rule_data import near_states, rule_rules
from pybridge.render.rule_scene import rules_scene

RULES = Appearance(
    rules_picture,
    rules_moved,
    rules_size,
    scene=rules_scene,
    rules=rule_rules,
    pictured=near_states,
    title="Puzzles as rules",
)
