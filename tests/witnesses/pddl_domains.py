"""Small planning domains written from their descriptions, and problems of them by parameters."""

from itertools import pairwise

BLOCKS = """(define (domain blocks) (:requirements :strips)
 (:predicates (on ?x ?y) (on-table ?x) (clear ?x) (hand-empty) (holding ?x))
 (:action pick-up :parameters (?x) :precondition (and (clear ?x) (on-table ?x) (hand-empty))
  :effect (and (not (on-table ?x)) (not (clear ?x)) (not (hand-empty)) (holding ?x)))
 (:action put-down :parameters (?x) :precondition (holding ?x)
  :effect (and (not (holding ?x)) (clear ?x) (hand-empty) (on-table ?x)))
 (:action stack :parameters (?x ?y) :precondition (and (holding ?x) (clear ?y))
  :effect (and (not (holding ?x)) (not (clear ?y)) (clear ?x) (hand-empty) (on ?x ?y)))
 (:action unstack :parameters (?x ?y) :precondition (and (on ?x ?y) (clear ?x) (hand-empty))
  :effect (and (holding ?x) (clear ?y) (not (clear ?x)) (not (hand-empty)) (not (on ?x ?y)))))"""

GRIPPER = """(define (domain gripper-strips) (:requirements :strips)
 (:predicates (room ?r) (ball ?b) (gripper ?g) (at-robby ?r) (at ?b ?r) (free ?g) (carry ?o ?g))
 (:action Move :parameters (?from ?to) :precondition (and (room ?from) (room ?to) (at-robby ?from))
  :effect (and (at-robby ?to) (not (at-robby ?from))))
 (:action pick :parameters (?obj ?room ?gripper)
  :precondition (and (ball ?obj) (room ?room) (gripper ?gripper) (at ?obj ?room) (at-robby ?room) (free ?gripper))
  :effect (and (carry ?obj ?gripper) (not (at ?obj ?room)) (not (free ?gripper))))
 (:action drop :parameters (?obj ?room ?gripper)
  :precondition (and (ball ?obj) (room ?room) (gripper ?gripper) (carry ?obj ?gripper) (at-robby ?room))
  :effect (and (at ?obj ?room) (free ?gripper) (not (carry ?obj ?gripper)))))"""

LOGISTICS = """(define (domain logistics) (:requirements :strips :typing)
 (:types truck airplane - vehicle package vehicle - physobj airport location - place city place physobj - object)
 (:predicates (in-city ?loc - place ?city - city) (at ?obj - physobj ?loc - place) (in ?pkg - package ?veh - vehicle))
 (:action load :parameters (?pkg - package ?veh - vehicle ?loc - place)
  :precondition (and (at ?veh ?loc) (at ?pkg ?loc)) :effect (and (not (at ?pkg ?loc)) (in ?pkg ?veh)))
 (:action unload :parameters (?pkg - package ?veh - vehicle ?loc - place)
  :precondition (and (at ?veh ?loc) (in ?pkg ?veh)) :effect (and (not (in ?pkg ?veh)) (at ?pkg ?loc)))
 (:action drive :parameters (?truck - truck ?from ?to - place ?city - city)
  :precondition (and (at ?truck ?from) (in-city ?from ?city) (in-city ?to ?city))
  :effect (and (not (at ?truck ?from)) (at ?truck ?to)))
 (:action fly :parameters (?plane - airplane ?from ?to - airport)
  :precondition (at ?plane ?from) :effect (and (not (at ?plane ?from)) (at ?plane ?to))))"""

MICONIC = """(define (domain miconic) (:requirements :strips :typing :negative-preconditions)
 (:types passenger floor)
 (:predicates (origin ?p - passenger ?f - floor) (destin ?p - passenger ?f - floor) (above ?f ?g - floor)
  (boarded ?p - passenger) (served ?p - passenger) (lift-at ?f - floor))
 (:action board :parameters (?f - floor ?p - passenger)
  :precondition (and (lift-at ?f) (origin ?p ?f) (not (served ?p))) :effect (boarded ?p))
 (:action depart :parameters (?f - floor ?p - passenger)
  :precondition (and (lift-at ?f) (destin ?p ?f) (boarded ?p)) :effect (and (not (boarded ?p)) (served ?p)))
 (:action up :parameters (?f1 ?f2 - floor) :precondition (and (lift-at ?f1) (above ?f1 ?f2))
  :effect (and (lift-at ?f2) (not (lift-at ?f1))))
 (:action down :parameters (?f1 ?f2 - floor) :precondition (and (lift-at ?f1) (above ?f2 ?f1))
  :effect (and (lift-at ?f2) (not (lift-at ?f1)))))"""

VISITALL = """(define (domain grid-visit-all) (:requirements :typing :equality :action-costs)
 (:types place) (:predicates (connected ?x ?y - place) (at-robot ?x - place) (visited ?x - place))
 (:functions (total-cost) - number)
 (:action move :parameters (?curpos ?nextpos - place)
  :precondition (and (at-robot ?curpos) (connected ?curpos ?nextpos) (not (= ?curpos ?nextpos)))
  :effect (and (at-robot ?nextpos) (not (at-robot ?curpos)) (visited ?nextpos) (increase (total-cost) 1))))"""

SOKOBAN = """(define (domain sokoban) (:requirements :strips :typing :negative-preconditions)
 (:types location direction stone) (:constants up down left right - direction)
 (:predicates (move-dir ?from ?to - location ?dir - direction) (player ?l - location) (at ?s - stone ?l - location)
  (full ?l - location))
 (:action move :parameters (?from ?to - location ?dir - direction)
  :precondition (and (player ?from) (not (full ?to)) (move-dir ?from ?to ?dir))
  :effect (and (not (player ?from)) (player ?to)))
 (:action push :parameters (?stone - stone ?me ?from ?to - location ?dir - direction)
  :precondition (and (player ?me) (at ?stone ?from) (move-dir ?me ?from ?dir)
   (move-dir ?from ?to ?dir) (not (full ?to)))
  :effect (and (not (player ?me)) (player ?from) (not (at ?stone ?from)) (at ?stone ?to)
   (not (full ?from)) (full ?to))))"""


def problem(domain, objects, initial, goal, more=""):
    """The text of a problem."""
    name = domain.split("(domain ")[1].split(")")[0]
    return (
        f"(define (problem {name}-1) (:domain {name})\n (:objects {objects})\n"
        f" (:init {initial})\n (:goal (and {goal})){more})\n"
    )


def blocks(start, goal):
    """Towers from the table up, such as `abc d`."""

    def standing(towers, *, alone):
        for tower in towers.split():
            yield from (f"(on {upper} {lower})" for lower, upper in pairwise(tower))
            yield from (f"(on-table {tower[0]})", f"(clear {tower[-1]})") if alone else ()

    initial = " ".join(standing(start, alone=True)) + " (hand-empty)"
    names = " ".join(sorted(start.replace(" ", "")))
    return BLOCKS, problem(BLOCKS, names, initial, " ".join(standing(goal, alone=False)))


def gripper(balls):
    """Balls that are to be carried from one room to another."""
    names = [f"ball{number}" for number in range(balls)]
    initial = "(room a) (room b) (gripper left) (gripper right) (at-robby a) (free left) (free right)"
    initial += "".join(f" (ball {ball}) (at {ball} a)" for ball in names)
    goal = " ".join(f"(at {ball} b)" for ball in names)
    return GRIPPER, problem(GRIPPER, f"a b left right {' '.join(names)}", initial, goal)


def logistics(cities, places, *trips):
    """A truck in each city, whose place 0 is its airport, one airplane, and packages from city.place to city.place."""
    spots = [(city, place) for city in range(cities) for place in range(places)]
    objects = " ".join(f"l{city}-{place} - {'location' if place else 'airport'}" for city, place in spots)
    objects += "".join(f" c{city} - city t{city} - truck" for city in range(cities)) + " plane - airplane"
    initial = " ".join(f"(in-city l{city}-{place} c{city})" for city, place in spots) + " (at plane l0-0)"
    initial += "".join(f" (at t{city} l{city}-0)" for city in range(cities))
    goal = ""
    for number, (source, target) in enumerate(trips):
        objects += f" p{number} - package"
        initial += f" (at p{number} l{source})"
        goal += f"(at p{number} l{target})"
    return LOGISTICS, problem(LOGISTICS, objects, initial, goal)


def miconic(floors, *trips):
    """A lift on floor 0, and passengers from floor to floor."""
    objects = " ".join(f"f{floor}" for floor in range(floors)) + " - floor"
    objects += "".join(f" p{number} - passenger" for number in range(len(trips)))
    initial = " ".join(f"(above f{low} f{high})" for high in range(floors) for low in range(high)) + " (lift-at f0)"
    initial += "".join(f" (origin p{n} f{source}) (destin p{n} f{target})" for n, (source, target) in enumerate(trips))
    goal = " ".join(f"(served p{number})" for number in range(len(trips)))
    return MICONIC, problem(MICONIC, objects, initial, goal)


def _cells(rows):
    return {(y, x): mark for y, row in enumerate(rows) for x, mark in enumerate(row) if mark != "#"}


_WAYS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}


def visitall(*rows):
    """A robot at @ that is to be on each free cell once."""
    cells = _cells(rows)
    ways = [((y, x), (y + dy, x + dx)) for y, x in cells for dy, dx in _WAYS.values() if (y + dy, x + dx) in cells]
    initial = " ".join(f"(connected l{a}-{b} l{c}-{d})" for (a, b), (c, d) in ways)
    (y, x) = next(cell for cell, mark in cells.items() if mark == "@")
    initial += f" (at-robot l{y}-{x}) (visited l{y}-{x}) (= (total-cost) 0)"
    goal = " ".join(f"(visited l{y}-{x})" for y, x in cells)
    objects = " ".join(f"l{y}-{x}" for y, x in cells) + " - place"
    return VISITALL, problem(VISITALL, objects, initial, goal, " (:metric minimize (total-cost))")


def sokoban(*rows):
    """A player at @, stones at $ (or * on a goal), goals at . or *."""
    cells = _cells(rows)
    initial = " ".join(
        f"(move-dir l{y}-{x} l{y + dy}-{x + dx} {way})"
        for y, x in cells
        for way, (dy, dx) in _WAYS.items()
        if (y + dy, x + dx) in cells
    )
    stones = [cell for cell, mark in cells.items() if mark in "$*"]
    for number, (y, x) in enumerate(stones):
        initial += f" (at s{number} l{y}-{x}) (full l{y}-{x})"
    initial += "".join(f" (player l{y}-{x})" for (y, x), mark in cells.items() if mark == "@")
    goal = " ".join(f"(full l{y}-{x})" for (y, x), mark in cells.items() if mark in ".*")
    objects = " ".join(f"l{y}-{x}" for y, x in cells) + " - location"
    objects += "".join(f" s{number} - stone" for number in range(len(stones)))
    return SOKOBAN, problem(SOKOBAN, objects, initial, goal)


PROBLEMS = {
    "blocks-sussman": blocks("ac b", "cba"),
    "blocks-turned": blocks("abcd", "dcba"),
    "blocks-pairs": blocks("ab cd e", "ad cb e"),
    "blocks-six": blocks("abc def", "fa eb dc"),
    "gripper-1": gripper(1),
    "gripper-2": gripper(2),
    "gripper-4": gripper(4),
    "gripper-6": gripper(6),
    "logistics-city": logistics(1, 3, ("0-1", "0-2"), ("0-2", "0-0")),
    "logistics-plane": logistics(2, 2, ("0-1", "1-1")),
    "logistics-three": logistics(3, 2, ("0-1", "1-1"), ("2-0", "0-0")),
    "logistics-both": logistics(2, 2, ("0-1", "1-0"), ("1-1", "0-0"), ("1-0", "1-1")),
    "miconic-2": miconic(4, (1, 3), (3, 0)),
    "miconic-4": miconic(6, (5, 2), (2, 4), (1, 3), (3, 0)),
    "miconic-5": miconic(8, (7, 1), (1, 6), (2, 5), (4, 0), (0, 7)),
    "visitall-3": visitall("@  ", "   ", "   "),
    "visitall-holes": visitall("  # ", " @  ", "# # ", "    "),
    "visitall-4": visitall("    ", " @  ", "    ", "    "),
    "sokoban-two": sokoban("     ", " $$  ", "  @  ", "..   "),
    "sokoban-pillar": sokoban(".    ", " $   ", " @ $ ", "  #. "),
}
