"""What `bench engine` measures, and that an error or an interrupt ends it at once."""

import pytest

from pybridge.bench import engine as measured
from pybridge.errors import PrologError
from pybridge.swipl import Engine


def test_many_threads_on_one_engine():
    figure = measured._many_threads(isolate=False, queries=5, threads=3)
    assert (figure.subject, figure.wrong) == ("3 threads, 5 queries each", 0)


@pytest.mark.parametrize("error", [PrologError("it ended"), KeyboardInterrupt()], ids=["error", "interrupt"])
def test_what_a_query_of_a_thread_raises_ends_the_measurement(error, monkeypatch, capfd):
    def fail(self, goal):
        raise error

    monkeypatch.setattr(Engine, "once", fail)
    with pytest.raises(type(error)):
        measured._many_threads(isolate=False, queries=5, threads=3)
    assert capfd.readouterr().err == ""
