"""Ask SWI-Prolog from Python: exact values, limits, and a goal that is stopped."""

from pybridge.errors import PrologError
from pybridge.limits import Limits
from pybridge.swipl import Engine

with Engine() as engine:
    print(engine.once("X is 2 ** 100"))
    for answer in engine.all("append(Front, Back, [a, b])"):
        print(answer["Front"], answer["Back"])

    try:
        engine.once("atom_length(Unbound, _)")
    except PrologError as error:
        print("error:", error.term)

    try:
        engine.once("repeat, fail", Limits(seconds=0.1))
    except PrologError as error:
        print(error)

    job = engine.start("repeat, fail")
    job.cancel()
    print(job.result().outcome.value)
