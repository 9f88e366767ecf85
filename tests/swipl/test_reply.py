"""What other threads wait for, run and attend to: `Reply`, `PrologThread` and `Watch` by themselves, without Prolog."""

import gc
import threading
import time
import weakref

import pytest

from pybridge.errors import PrologError
from pybridge.swipl.thread import PrologThread, Reply
from pybridge.swipl.watch import Watch
from tests.swipl.conftest import until


@pytest.fixture
def thread():
    """A thread for calls, and closed at the end."""
    prolog = PrologThread("pybridge-test", lambda: None)
    yield prolog
    prolog.close()


@pytest.fixture
def complaints(monkeypatch):
    """What threads complain of."""
    found = []
    monkeypatch.setattr(threading, "excepthook", lambda about: found.append(about.exc_value))
    return found


class TestReply:
    def test_a_value(self):
        reply = Reply()
        assert not reply.done()
        reply.work(lambda: 5)
        assert reply.done()
        assert not reply.failed()
        assert [reply.result(), reply.result(0.0)] == [5, 5]

    def test_none_is_a_value(self):
        reply = Reply()
        reply.work(lambda: None)
        assert reply.done()
        assert reply.result() is None

    @pytest.mark.parametrize("error", [ValueError("x"), KeyboardInterrupt(), SystemExit(3), StopIteration()])
    def test_an_error(self, error):
        def fail():
            raise error

        reply = Reply()
        reply.work(fail)
        assert reply.done()
        assert reply.failed()
        for _ in range(2):
            with pytest.raises(type(error)) as caught:
                reply.result()
            assert caught.value is error

    @pytest.mark.parametrize("timeout", [-1.0, 0.0, 0.02])
    def test_waiting_has_an_end(self, timeout):
        reply = Reply()
        for _ in range(2):
            with pytest.raises(TimeoutError):
                reply.result(timeout)
        reply.work(lambda: 1)
        assert reply.result(timeout) == 1

    def test_many_wait_for_one(self):
        reply, found = Reply(), []
        waiting = [threading.Thread(target=lambda: found.append(reply.result(20.0))) for _ in range(20)]
        for each in waiting:
            each.start()
        reply.work(lambda: "it")
        for each in waiting:
            each.join(20.0)
        assert found == ["it"] * 20

    def test_waiting_goes_on_beside_one_that_was_interrupted_with_the_lock_in_hand(self):
        reply = Reply()
        reply.work(lambda: 1)
        reply._lock.acquire()
        assert reply.result(10.0) == 1
        late = Reply()
        threading.Timer(0.05, lambda: (late._lock.release(), setattr(late, "_done", True))).start()
        assert late.result(20.0) is None

    def test_callbacks_in_order_and_once(self):
        reply, called = Reply(), []
        for number in range(3):
            reply.when_done(lambda number=number: called.append(number))
        assert called == []
        reply.work(lambda: None)
        assert called == [0, 1, 2]
        reply.when_done(lambda: called.append("late"))
        assert called == [0, 1, 2, "late"]

    def test_the_same_callback_twice_is_called_twice(self):
        reply, called = Reply(), []
        callback = [lambda: called.append(1)] * 2
        for each in callback:
            reply.when_done(each)
        reply.work(lambda: None)
        assert called == [1, 1]

    def test_a_callback_sees_the_value(self):
        reply, seen = Reply(), []
        reply.when_done(lambda: seen.append(reply.result(0.0)))
        reply.work(lambda: 7)
        assert seen == [7]

    @pytest.mark.parametrize("error", [ZeroDivisionError(), IndexError("mine"), ValueError("mine")])
    def test_a_callback_that_raises_hinders_no_other(self, complaints, error):
        def fail():
            raise error

        reply, called = Reply(), []
        reply.when_done(fail)
        reply.when_done(lambda: called.append(1))
        reply.work(lambda: 3)
        assert called == [1]
        assert complaints == [error]
        assert reply.result() == 3
        with pytest.raises(type(error)):
            reply.when_done(fail)

    def test_no_callback_is_lost_or_called_twice_in_a_race(self):
        for _ in range(300):
            reply, called, together = Reply(), [], threading.Barrier(2)

            def register(reply=reply, called=called, together=together):
                together.wait(10.0)
                for number in range(20):
                    reply.when_done(lambda number=number: called.append(number))

            other = threading.Thread(target=register)
            other.start()
            together.wait(10.0)
            reply.work(lambda: None)
            other.join(10.0)
            assert sorted(called) == list(range(20))


class TestPrologThread:
    def test_calls_run_in_order_in_one_thread(self, thread):
        order = []
        replies = [
            thread.submit(lambda number=number: (order.append(number), threading.get_ident())[1])
            for number in range(100)
        ]
        assert {reply.result(10.0) for reply in replies} == {thread.number}
        assert order == list(range(100))

    def test_a_call_from_within_runs_at_once(self, thread):
        assert thread.submit(lambda: thread.submit(lambda: "inner").result(0.0)).result(10.0) == "inner"

    def test_a_call_for_later_waits_for_the_one_that_runs(self, thread):
        order = []

        def outer():
            thread.submit_later(lambda: order.append("later"))
            order.append("outer")

        thread.submit(outer).result(10.0)
        thread.submit(lambda: None).result(10.0)
        assert order == ["outer", "later"]

    def test_what_fails_in_the_beginning_is_raised_and_leaves_no_thread(self):
        def fail():
            raise ValueError("no start")

        with pytest.raises(ValueError, match="no start"):
            PrologThread("pybridge-test-fails", fail)
        until(lambda: "pybridge-test-fails" not in [each.name for each in threading.enumerate()])

    def test_an_error_leaves_the_thread_working(self, thread):
        with pytest.raises(ZeroDivisionError):
            thread.submit(lambda: 1 / 0).result(10.0)
        with pytest.raises(SystemExit):
            thread.submit(lambda: exit(3)).result(10.0)
        assert thread.submit(lambda: 1).result(10.0) == 1

    def test_a_callback_that_raises_leaves_the_thread_working(self, thread, complaints):
        gate = threading.Event()
        reply = thread.submit(lambda: gate.wait(10.0))
        reply.when_done(lambda: 1 / 0)
        gate.set()
        assert thread.submit(lambda: 1).result(10.0) == 1
        assert [type(each) for each in complaints] == [ZeroDivisionError]

    def test_all_that_was_submitted_is_done_before_it_ends(self):
        left = []
        thread = PrologThread("pybridge-test", lambda: None, lambda: left.append(True))
        gate = threading.Event()
        replies = [thread.submit(lambda: gate.wait(10.0)), thread.submit(lambda: 2)]
        thread.close()
        assert left == []
        gate.set()
        assert [reply.result(10.0) for reply in replies] == [True, 2]
        until(lambda: left)

    @pytest.mark.parametrize("submit", ["submit", "submit_later"])
    def test_a_closed_thread_refuses(self, thread, submit):
        thread.close()
        thread.close()
        with pytest.raises(PrologError, match="closed"):
            getattr(thread, submit)(lambda: 1)

    def test_nobody_waits_for_ever_when_it_is_closed_meanwhile(self):
        for _ in range(50):
            thread, outcomes, together = PrologThread("pybridge-test", lambda: None), [], threading.Barrier(3)

            def ask(thread=thread, outcomes=outcomes, together=together):
                together.wait(10.0)
                for number in range(20):
                    try:
                        outcomes.append(thread.submit(lambda number=number: number).result(10.0) == number)
                    except PrologError as error:
                        outcomes.append("closed" in str(error))

            asking = [threading.Thread(target=ask) for _ in range(2)]
            for each in asking:
                each.start()
            together.wait(10.0)
            thread.close()
            for each in asking:
                each.join(20.0)
            assert outcomes == [True] * 40

    def test_it_may_be_closed_from_within(self, thread):
        assert thread.submit(thread.close).result(10.0) is None
        with pytest.raises(PrologError, match="closed"):
            thread.submit(lambda: 1)

    def test_it_holds_nothing_of_what_is_done(self):
        class Thing:
            pass

        thing = Thing()
        gone = [weakref.ref(thing)]
        thread = PrologThread("pybridge-test", lambda: None)
        reply = thread.submit(lambda thing=thing: None)
        reply.result(10.0)
        del thing, reply

        def collected():
            gc.collect()
            return all(each() is None for each in gone)

        until(collected)
        thread.close()


class Patient:
    """Wants attention this many times; says in which order."""

    def __init__(self, log, name, times=1, error=None):
        self.log, self.name, self.times, self.error = log, name, times, error

    def attend(self):
        self.log.append(self.name)
        if self.error:
            raise self.error
        self.times -= 1
        return 0.001 if self.times else None


class TestWatch:
    def test_attends_until_nothing_is_wanted(self):
        watch, log = Watch(), []
        watch.keep(Patient(log, "a", times=5), 0.001)
        until(lambda: len(log) == 5)
        time.sleep(0.05)
        assert log == ["a"] * 5

    def test_earlier_counts_and_later_does_not(self):
        watch, log = Watch(), []
        patient = Patient(log, "a")
        watch.keep(patient, 1000.0)
        watch.keep(patient, 0.01)
        watch.keep(patient, 1000.0)
        until(lambda: log == ["a"])

    def test_what_is_dropped_is_left_alone(self):
        watch, log = Watch(), []
        patient = Patient(log, "a")
        watch.keep(patient, 1000.0)
        watch.drop(patient)
        watch.drop(patient)
        assert patient not in watch._due
        watch.keep(Patient(log, "b"), 0.0)
        until(lambda: log == ["b"])

    @pytest.mark.parametrize("seconds", [float("inf"), 1e300])
    def test_a_time_that_never_comes(self, seconds):
        watch, log = Watch(), []
        watch.keep(Patient(log, "never"), seconds)
        watch.keep(Patient(log, "soon"), 0.01)
        until(lambda: log)
        assert log == ["soon"]

    def test_one_that_raises_hinders_no_other(self):
        watch, log = Watch(), []
        watch.keep(Patient(log, "bad", error=RuntimeError("mine")), 0.0)
        until(lambda: log == ["bad"])
        watch.keep(Patient(log, "good"), 0.0)
        until(lambda: log == ["bad", "good"])

    def test_it_holds_nothing_that_it_no_longer_attends_to(self):
        watch, log = Watch(), []
        patient = Patient(log, "a")
        gone = weakref.ref(patient)
        watch.keep(patient, 0.0)
        until(lambda: log)
        del patient
        until(lambda: gone() is None)
