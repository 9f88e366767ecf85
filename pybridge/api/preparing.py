"""What takes long before a search, such as building tables, in the background: it can be watched, and stopped soon."""

from collections.abc import Callable
from contextlib import nullcontext, suppress

from pybridge.engines import wait, watched
from pybridge.limits import OnProgress
from pybridge.search.run import BackgroundRun, Result
from pybridge.search.tally import Stopped, Tally
from pybridge.search.task import Advancing


def prepared(
    work: Callable[[OnProgress], Result], watch: Callable[[Advancing], None] = wait, *, compiles: bool = False
) -> Result:
    """What `work` returns, which is called with a function for phrases that say how far it is.

    `watch` waits for it: `progress().preparing` of what it gets is the last phrase. If kernels are compiled meanwhile,
    which only the thread itself can say, set `compiles`. Raises what `work` raises, and KeyboardInterrupt.
    """
    tally = Tally()

    def begin() -> Result:
        with tally.compiling() if compiles else nullcontext():
            return work(tally.report)

    run = BackgroundRun(begin, tally)
    if watched(run, watch):
        with suppress(Stopped):
            return run.result()
    raise KeyboardInterrupt
