"""Searches and measurements on many machines, by Dask; this package alone imports distributed.

An iteration of a search is packets of nodes (`pybridge.search.packets`). Here the account of it stays with the client:
its journal, counters and limits are those of a search by threads, and `RemoteWorkers` stands where the threads would.
A packet is a task. What travels is text and paths: the facts, the names of heuristic and pruning, moves from the start.
So a worker may be any machine with the same sources of pybridge, and has its tables in its own cache folder.

A task counts when its result arrives, and not before: the packet of a worker that dies goes back to the account, and
the counters are those of one thread. A packet at which three workers died is named, and ends the search. A worker that
fails is left out.

`sent`     what a task carries, and how a worker becomes ready for it; nothing here needs distributed
`tasks`      the functions that workers run
`ready`      the workers that are ready for a task, and those that are left out
`jobs`       what workers do, and where that comes from
`pool`       jobs out to all workers, results in
`workers`    the packets of a search, in place of its threads
`boards`     the boards of a measurement, whole or in packets of several at once
`status`     how a cluster is, for people who ask
`tables`     tables of workers, for machines that have none
`cost`       what a packet costs client and scheduler, measured
`simulate`   how fast a cluster would search, by such costs
`link`       the connection of a client, and what it says about each worker
`processes`  schedulers and workers on this machine, each a process that ends with the one that started it
`nodes`      what these processes run
`keys`       TLS: the key that all parts of a cluster have
`sources`    the version, which clients and workers must have in common
`settings`   addresses, and how Dask is set
"""
