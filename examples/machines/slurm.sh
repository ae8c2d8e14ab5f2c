#!/bin/sh
# An array of Slurm tasks, each a worker: sbatch --array=1-16 slurm.sh
# The password is in ~/.pgpass, which all nodes see; the address is given by the environment.
#SBATCH --job-name=skep-work
#SBATCH --cpus-per-task=2
#SBATCH --requeue
exec skep work --store "${SKEP_STORE_URL:?say where the store is}" -j "${SLURM_CPUS_PER_TASK:-1}" --idle 60s
