"""The figures of the puzzles in prolog/puzzles/rules, as plain data.

Each was found twice, by breadth-first search in Prolog over the rules of the file and by the models in plain Python
beside this file; `test_oracles` repeats the latter. Comments name figures that others have published. The spaces of
english and lights5 were counted by breadth-first search on sorted words and on bits, and by the census; those of
fifteen_rules are half of 16!, and its length is found by the puzzle fifteen.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Figures:
    """What is known of one start.

    `optimal` counts moves, as optimal/2 does: where a file has continues/2, steps that continue a move do not count,
    and `steps` is the least number of single steps. `states` can be reached from the start, and no goal from
    `dead_ends` of them; it is None where each move can be undone.
    """

    start: str
    optimal: int
    states: int
    dead_ends: int | None = None
    steps: int | None = None

    @property
    def continues(self) -> bool:
        return self.steps is not None


FIGURES: dict[str, list[Figures]] = {
    "baguenaudier": [Figures("on", 341, 512)],  # published: Gros, 1872: 341
    "ball_sort": [Figures("mixed", 13, 734, dead_ends=0)],
    "blocks_rules": [Figures("tower", 10, 360)],
    "burnt": [Figures("burnt_up", 8, 384)],  # published: OEIS A078942: 8
    "couples": [Figures("west", 11, 40)],  # published: 11
    "eight_rules": [
        Figures("easy", 12, 181_440),
        Figures("middling", 22, 181_440),
        Figures("farthest_1", 31, 181_440),  # published: 31 and 181,440
        Figures("farthest_2", 31, 181_440),
    ],
    "english": [Figures("middle", 31, 187_636_299, dead_ends=174_208_177)],  # published: 31 and 187,636,299
    "farmer": [Figures("west", 7, 10)],  # published: 7 and 10
    "fifteen_rules": [Figures("rosetta", 52, 10_461_394_944_000)],  # published: 52 and half of 16!
    "frogs": [Figures("apart", 24, 195, dead_ends=147)],  # published: Lucas: 4 * 6
    "gripper": [Figures("here", 11, 256)],
    "guarini": [Figures("white_above", 16, 280)],  # published: 16 and 280
    "hanoi": [Figures("tower", 255, 6_561)],  # published: 2 ** 8 - 1 and 3 ** 8
    "hanoi4": [Figures("tower", 33, 65_536)],  # published: Dudeney, 1907: 33
    "hoppers": [Figures("full", 11, 1_606, dead_ends=1_493)],
    "ice": [Figures("apart", 20, 400, dead_ends=0)],
    "jugs": [Figures("empty", 6, 16, dead_ends=0)],  # published: 6 and 16
    "klotski": [Figures("classic", 81, 25_955, steps=116)],  # published: 116, 81 and 25,955
    "lights3": [Figures("all", 5, 512), Figures("farthest", 9, 512)],
    "lights5": [Figures("all", 15, 8_388_608)],  # published: 15 and 2 ** 23
    "missionaries": [Figures("west", 11, 16)],  # published: 11 and 16
    "monkey": [Figures("door", 4, 24, dead_ends=0)],
    "rolling_block": [Figures("upright", 36, 59)],
    "rush_easy": [Figures("jam", 9, 139, steps=18)],
    "rush_hour": [Figures("jam", 51, 4_780, steps=81)],  # published: Fogleman, 2018: 51 and 4,780
    "rush_unit": [Figures("jam", 199, 2_117)],  # published: Tromp and Cilibrasi, 2005: 199
    "rush_walls": [Figures("jam", 60, 2_332, steps=103)],  # published: Fogleman, 2018: 60 and 2,332
    "sokoban": [Figures("level", 33, 639, dead_ends=481)],  # published: 33 and 639
    "sokoban_three": [Figures("level", 25, 69_337, dead_ends=62_112)],
    "sokoban_two": [Figures("level", 26, 2_418, dead_ends=1_872)],
    "three_jugs": [Figures("full", 7, 16, dead_ends=0)],  # published: 7
    "tour": [Figures("corner", 11, 67, dead_ends=50)],
    "triangle": [Figures("top", 13, 3_016, dead_ends=2_646)],  # published: 13 and 3,016
}
