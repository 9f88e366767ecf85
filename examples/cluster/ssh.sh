#!/bin/bash
# Workers of a cluster on machines that ssh reaches, which have pybridge and the cluster's key; Ctrl-C ends all of them.
#
#     pybridge cluster start --host 192.0.2.1                       # prints the address
#     examples/cluster/ssh.sh tls://192.0.2.1:8786 host1 host2 host3
set -eu

address=$1
shift
trap 'kill $(jobs -p) 2>/dev/null' EXIT
for host; do
    # With a terminal (-tt), the worker ends when the connection does.
    ssh -tt "$host" "pybridge cluster join '$address' --threads \$(nproc)" </dev/null &
done
wait
