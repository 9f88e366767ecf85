"""The scripts that start workers on many machines run, with stand-ins for what reaches these machines."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from pybridge.cluster import keys, settings
from pybridge.cluster.link import Link
from pybridge.cluster.processes import Scheduler

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "cluster"
STANDINS = {
    "ssh": '#!/bin/sh\nshift 2\nexec sh -c "$*"\n',
    "srun": '#!/bin/sh\nexec "$@"\n',
    "nproc": "#!/bin/sh\necho 2\n",
    "pybridge": f'#!/bin/sh\nexec {sys.executable} -m pybridge "$@"\n',
}


@pytest.mark.parametrize("path", sorted(EXAMPLES.iterdir()), ids=lambda path: path.name)
def test_a_script_has_no_fault_of_syntax(path):
    assert subprocess.run(["bash", "-n", path], capture_output=True, text=True).stderr == ""
    assert os.access(path, os.X_OK)


@pytest.mark.slow
@pytest.mark.parametrize(("script", "hosts", "workers"), [("ssh.sh", ["here", "there"], 2), ("slurm.sh", [], 1)])
def test_a_script_has_workers_join(script, hosts, workers, tmp_path, monkeypatch):
    for name, text in STANDINS.items():
        (tmp_path / name).write_text(text)
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    monkeypatch.setenv("SLURM_CPUS_PER_TASK", "2")
    settings.set_dask()
    scheduler = Scheduler()
    monkeypatch.setenv(keys.TLS_VARIABLE, str(scheduler.key))
    command = ["bash", EXAMPLES / script, scheduler.address, *hosts]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, process_group=0)
    try:
        with Link(scheduler.address) as link:
            link.require_workers(2 * workers)
            assert list(link.threads().values()) == [2] * workers
            os.killpg(process.pid, signal.SIGINT)
            os.killpg(process.pid, signal.SIGTERM)
            deadline = time.monotonic() + 30
            while link.threads() and time.monotonic() < deadline:
                time.sleep(0.1)
            assert not link.threads()
    finally:
        process.kill()
        process.wait()
        scheduler.end()
