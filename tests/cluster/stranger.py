"""Somebody without the key of a cluster tries to run code there, in every way that Dask offers; it prints what it got.

    stranger.py {"ports": [[HOST, PORT], ...], "ways": [SCHEME, ...], "uid": UID, "own": FOLDER, "files": [PATH, ...]}

Without ways it tries all. It becomes the user UID first, unless that is null. In the folder is a key of its own, of
another authority; the files are to be read.
"""

import asyncio
import json
import os
import socket
import ssl
import sys
import threading
from contextlib import redirect_stdout
from pathlib import Path

from distributed.comm import registry
from distributed.protocol.pickle import dumps

LONG = 4
"""Seconds after which an attempt is given up: servers of another protocol may wait for more."""


def contexts(own):
    """How to speak TLS: without a certificate, and with one of another authority; the server may show what it likes."""
    found = {}
    for name in ("no certificate", "another authority"):
        found[name] = context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    found["another authority"].load_cert_chain(own / "cluster.crt", own / "cluster.key")
    return found


def messages():
    """What makes a scheduler or a worker run a function. `submit` says more, but first of all it is greeted, too."""
    call = {"function": dumps(os.getpid), "args": dumps(()), "kwargs": dumps({}), "wait": True, "reply": True}
    yield {"op": "run_function", **call}
    yield {"op": "run", **call}


async def said(scheme, place, message, **connection):
    """What the other side answers to its own message of greeting, and to one of ours."""
    connector = registry.get_backend(scheme).get_connector()
    comm = await connector.connect(place, deserialize=True, **connection)
    heard = []
    try:
        ours = comm.handshake_info()
        await comm.write(ours)
        theirs = await comm.read()
        heard.append("greeting")
        comm.handshake_options = comm.handshake_configuration(ours, theirs)
        await comm.write(message)
        answer = await comm.read()
        heard.append(answer["result"] if isinstance(answer, dict) and answer.get("status") == "OK" else str(answer))
    finally:
        comm.abort()
        if heard:
            print(json.dumps({"way": scheme, "place": place, "op": message["op"], "heard": heard}), flush=True)


async def by_dask(places, ways, secure):
    """Every protocol of Dask, with every message, all at a time."""
    await asyncio.gather(*(
        tried(scheme, place, message, context)
        for place in places
        for scheme in ways
        for context in (secure.values() if scheme in ("tls", "wss") else [None])
        for message in messages()
    ))  # fmt: skip


async def tried(scheme, place, message, context):
    """One attempt, and why it failed."""
    settings = {"require_encryption": False} | ({"ssl_context": context} if context else {})
    refused = None
    try:
        await asyncio.wait_for(said(scheme, place, message, **settings), LONG)
    except Exception as error:
        refused = type(error).__name__
    print(json.dumps({"tried": scheme, "op": message["op"], "refused": refused}), flush=True)


def rehearse(ways, secure):
    """Try everything once where nobody answers: another user may be unable to read the modules that this imports."""
    with socket.create_server(("127.0.0.1", 0)) as server, open(os.devnull, "w") as nowhere, redirect_stdout(nowhere):
        threading.Thread(target=hang_up, args=(server,), daemon=True).start()
        asyncio.run(by_dask([f"127.0.0.1:{server.getsockname()[1]}"], ways, secure))


def hang_up(server):
    """Close each connection as soon as it is made."""
    while True:
        server.accept()[0].close()


def by_http(host, port, secure):
    """Pages, plain and encrypted."""
    for context in (None, *secure.values()):
        try:
            with socket.create_connection((host, port), timeout=LONG) as plain:
                peer = context.wrap_socket(plain) if context else plain
                peer.sendall(b"GET / HTTP/1.0\r\n\r\n")
                if peer.recv(5) == b"HTTP/":
                    print(json.dumps({"way": "http", "place": f"{host}:{port}", "heard": ["page"]}), flush=True)
        except OSError:
            continue


def main():
    """Try everything."""
    told = json.loads(sys.argv[1])
    secure = contexts(Path(told["own"]))
    rehearse(told["ways"] or registry.backends, secure)
    if told["uid"] is not None:
        os.setgroups([])
        os.setgid(told["uid"])
        os.setuid(told["uid"])
    for path in told["files"]:
        try:
            Path(path).read_bytes()
            print(json.dumps({"way": "file", "place": path, "heard": ["key"]}), flush=True)
        except OSError:
            continue
    asyncio.run(by_dask([f"{host}:{port}" for host, port in told["ports"]], told["ways"] or registry.backends, secure))
    for host, port in () if told["ways"] else told["ports"]:
        by_http(host, port, secure)


if __name__ == "__main__":
    main()
