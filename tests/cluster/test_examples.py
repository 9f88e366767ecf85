"""The examples that start workers on many machines run, with stand-ins for what reaches these machines."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
import yaml

from pybridge.cluster import keys, settings
from pybridge.cluster.link import Link
from pybridge.cluster.processes import Scheduler
from pybridge.errors import ClusterError
from tests.cluster.running import begun

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "cluster"
STANDINS = {
    "ssh": '#!/bin/sh\nshift 2\nexec sh -c "$*"\n',
    "srun": '#!/bin/sh\nexec "$@"\n',
    "nproc": "#!/bin/sh\necho 2\n",
    "pybridge": f'#!/bin/sh\nexec {sys.executable} -m pybridge "$@"\n',
}


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.sh")), ids=lambda path: path.name)
def test_a_script_has_no_fault_of_syntax(path):
    assert subprocess.run(["bash", "-n", path], capture_output=True, text=True).stderr == ""
    assert os.access(path, os.X_OK)


def pods():
    """The pods of the Kubernetes example by the name of their container, and the port of its service."""
    service, *deployments = yaml.safe_load_all((EXAMPLES / "kubernetes.yaml").read_text())
    found = {}
    for each in deployments:
        template = each["spec"]["template"]
        assert each["spec"]["selector"]["matchLabels"] == template["metadata"]["labels"]
        found[template["spec"]["containers"][0]["name"]] = template["spec"]
    chosen = deployments[0]["spec"]["template"]["metadata"]["labels"]
    assert (service["metadata"]["name"], service["spec"]["selector"]) == ("pybridge", chosen)
    return found, service["spec"]["ports"][0]["port"]


def test_pods_mount_what_they_name():
    for pod in pods()[0].values():
        volumes = {each["name"] for each in pod["volumes"]}
        for each in (*pod["initContainers"], *pod["containers"]):
            assert {mount["name"] for mount in each["volumeMounts"]} <= volumes
            assert each["image"] == "IMAGE"
        (key,) = pod["containers"][0]["volumeMounts"]
        assert pod["containers"][0]["env"] == [{"name": keys.TLS_VARIABLE, "value": key["mountPath"]}]


@pytest.mark.slow
def test_pods_find_each_other(tmp_path, monkeypatch):
    """What they run, here: a secret that others can read is copied, and a worker joins by the name of the service."""
    found, port = pods()
    secret, key = keys.make_key(tmp_path / "secret"), tmp_path / "key"
    for path in secret.iterdir():
        path.chmod(0o644)
    monkeypatch.setenv(keys.TLS_VARIABLE, str(secret))
    with pytest.raises(ClusterError, match="others can read"):
        keys.security("tls://here:1", secret)
    key.mkdir()
    (copy,) = {" ".join(each["command"]) for pod in found.values() for each in pod["initContainers"]}
    *words, target = copy.split()
    assert target == "/key"
    subprocess.run([*(word.replace("/secret", str(secret)) for word in words), key], check=True)
    monkeypatch.setenv(keys.TLS_VARIABLE, str(key))
    scheduler, worker = (found[name]["containers"][0]["args"] for name in ("scheduler", "worker"))
    process, address = begun(*scheduler[1:], "--port", "0")
    joined = None
    try:
        here = f"tls://127.0.0.1:{settings.host_and_port(address)[1]}"
        assert f"tls://pybridge:{port}" in worker
        joined, _ = begun(*(here if each.startswith("tls:") else each for each in worker[1:]))
        with Link(here) as link:
            link.require_workers(16)
            assert list(link.threads().values()) == [16]
    finally:
        for each in (joined, process):
            if each:
                each.send_signal(signal.SIGINT)
                each.wait(30)


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
