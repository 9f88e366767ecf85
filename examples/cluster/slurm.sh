#!/bin/bash
# Workers of a cluster as a job of Slurm: one a node, whose threads share packets.
#
#     pybridge cluster start --host "$(hostname -i)" --file "$HOME/scheduler.json"     # on a login node
#     sbatch examples/cluster/slurm.sh "$HOME/scheduler.json"
#     pybridge bench korf24 --cluster "$HOME/scheduler.json"
#
# All nodes share the home folder, and so the key and the file of the scheduler.
#SBATCH --job-name=pybridge
#SBATCH --nodes=8
#SBATCH --ntasks-per-node=1
#SBATCH --cpus-per-task=16
#SBATCH --time=12:00:00
set -eu

srun pybridge cluster join "$1" --threads "${SLURM_CPUS_PER_TASK:-1}"
