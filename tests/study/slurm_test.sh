#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
#
# slurm_test.sh ABUT MODELS - the job array of a study in a real Slurm on this machine: a task that is
# told to end leaves in order, is queued again and goes on; a cancelled one stays away; the merged
# table is that of one process. Slurm runs here as root, with own ports and folders, without munge.

set -euo pipefail
here=$(realpath "$(dirname "$0")")
abut=$(realpath "$1") models=$(realpath "$2")

skip() {
    echo "skipped: $*"
    exit 77
}
for program in slurmctld slurmd sbatch scontrol; do
    command -v $program >/dev/null ||
        skip "the queue Slurm is not installed ($program is missing; Debian: slurm-wlm)"
done
[ "$(id -u)" = 0 ] || skip "a Slurm that runs jobs must be started by root"

work=$(mktemp -d)
end_daemon() { # NAME
    [ -s "$work/$1.pid" ] || return 0
    local process
    process=$(cat "$work/$1.pid")
    kill "$process" 2>/dev/null || return 0
    for ((i = 0; i < 100; i++)); do
        kill -0 "$process" 2>/dev/null || return 0
        sleep 0.1
    done
    kill -KILL "$process" 2>/dev/null || true
}
leave() {
    local code=$?
    if [ $code != 0 ] && [ $code != 77 ]; then # what Slurm and the tasks said
        tail -n 20 "$work"/*.log "$work"/slurm-*.out 2>/dev/null || true
    fi
    if [ -s "$work/slurmctld.pid" ]; then
        scancel --user=root 2>/dev/null || true
        for ((i = 0; i < 50; i++)); do # until no task is left
            [ -n "$(squeue -h 2>/dev/null)" ] || break
            sleep 0.1
        done
    fi
    end_daemon slurmd
    end_daemon slurmctld
    rm -rf "$work"
}
trap leave EXIT
trap 'exit 1' INT TERM
cd "$work"
. "$here/words.sh"

# `until_true SECONDS COMMAND...`: until it succeeds
until_true() {
    local end=$((SECONDS + $1))
    shift
    until "$@"; do
        [ $SECONDS -lt $end ] || fail "in vain waited for: $*"
        sleep 0.1
    done
}

# ---- a queue of one node ----

read -r port_of_control port_of_node < <(python3 - <<'PYTHON'
import socket
sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(2)]
print(*[each.getsockname()[1] for each in sockets])
PYTHON
)
host=$(hostname -s)
mkdir state spool bin
cat >slurm.conf <<CONF
ClusterName=local
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$port_of_control
SlurmdPort=$port_of_node
SlurmUser=root
SlurmdUser=root
AuthType=auth/none
CredType=cred/none
MpiDefault=none
ProctrackType=proctrack/pgid
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=batch_sched_delay=0,bf_interval=1
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.pid
SlurmctldLogFile=$work/slurmctld.log
SlurmdLogFile=$work/slurmd.log
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(nproc) RealMemory=1 State=UNKNOWN
PartitionName=local Nodes=$host Default=YES State=UP
CONF
export SLURM_CONF=$work/slurm.conf
slurmctld -f "$SLURM_CONF"
slurmd -f "$SLURM_CONF" -N "$host"
is_idle() { [ "$(sinfo -h -o %T 2>/dev/null)" = idle ]; }
until_true 60 is_idle

# ---- the study, alone and as an array ----

cp "$models/hello.yaml" .
cat >study.yaml <<'YAML'
abut_study: 1
model: hello.yaml
seed: 7
parameters:
  pairs.0.restitution: {from: 0.3, to: 0.9, count: 10}
  bodies.ball.position.z: {uniform: [0.5, 1.5]}
sampling: {method: sobol, count: 48}
outputs:
  peak: max(contact(ground, ball).normal_force)
  height: final(ball.position.z)
YAML
ends_with 0 "$abut" sweep study.yaml -q -j 1 -o one.db
table one.db >whole
ln -s "$abut" bin/abut
export PATH=$work/bin:$PATH
ends_with 0 "$abut" sweep study.yaml --slurm --tasks 4 -o array.db
cp out array.sh
# how often a task was begun, for us to see
sed -i '/^trap/i echo "task $SLURM_ARRAY_TASK_ID begins, restarts ${SLURM_RESTART_COUNT:-0}"' array.sh

cases_in() {
    python3 -c 'import sqlite3, sys
print(sqlite3.connect(sys.argv[1]).execute("SELECT count(*) FROM cases").fetchone()[0])' "$1"
}
state_of() { squeue -h -r -j "$1" -o '%i %T' | awk -v task="$1" '$1 == task { print $2 }'; }
is_in_state() { [ "$(state_of "$1")" = "$2" ]; }

array=$(sbatch --parsable array.sh)
merging=$(sbatch --parsable --dependency="afterany:$array" --wrap "bash '$work/array.sh' merge")

# ---- the first task is told to end: in order, queued again ----

until_true 60 [ -e array.db.part1-journal ] # it has written a case
# in the background, as it may try again and again though the first time was enough
scancel --signal=TERM --batch "$(squeue -h -r -j "${array}_1" -o %A)" 2>/dev/null &
until_true 60 is_in_state "${array}_1" PENDING
kill $! 2>/dev/null || true
before=$(cases_in array.db.part1)
[ "$before" -gt 0 ] && [ "$before" -lt 120 ] || fail "a task that was told to end has $before of 120 cases"
scontrol update JobId="${array}_1" StartTime=now

# ---- all end, and are merged ----

is_over() { [ -z "$(squeue -h -j "$1" 2>/dev/null)" ]; }
until_true 120 is_over "$array"
until_true 60 is_over "$merging"
grep -q 'task 1 begins, restarts 1' slurm-"$array"_1.out || fail "the task was not begun again"
! grep -q 'restarts 1' slurm-"$array"_[234].out || fail "a task was begun twice for nothing"
[ -e array.db ] || fail "nothing was merged"
table array.db | cmp - whole || fail "the job array has another table"

# ---- one that is cancelled stays away ----

rm array.db.part*
cancelled=$(sbatch --parsable --array=1 array.sh)
until_true 60 [ -e array.db.part1-journal ]
scancel "$cancelled"
until_true 60 is_over "$cancelled"
until_true 60 is_idle
scontrol show job "$cancelled" | grep -q 'JobState=CANCELLED' || fail "cancelled, it is $(scontrol show job "$cancelled")"
echo "told to end after $before of 120 cases, queued again, the same table"
