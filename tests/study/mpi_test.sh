#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
#
# mpi_test.sh ABUT MODELS CC [table] - a study computed by the ranks of MPI: the same table for any
# number of them; and, without `table`, a crash or a hang costs its case, killed processes lose no case
# that was written.

set -euo pipefail
here=$(realpath "$(dirname "$0")")
abut=$(realpath "$1") models=$(realpath "$2") cc=$3 part=${4:-all}

skip() {
    echo "skipped: $*"
    exit 77
}
command -v mpirun >/dev/null || skip "mpirun is missing (Debian: openmpi-bin)"
work=$(mktemp -d)
job=
trap '[ -z "$job" ] || kill -KILL "$job" 2>/dev/null || true; rm -rf "$work"' EXIT
trap 'exit 1' INT TERM
cd "$work"
. "$here/words.sh"

# Open MPI alone looks at these: root may, and more ranks than processors
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
ranks() { # COUNT ARGUMENT...
    local count=$1
    shift
    mpirun -n "$count" "$abut" sweep --mpi "$@"
}

cp "$models/hello.yaml" .
cat >study.yaml <<'YAML'
abut_study: 1
model: hello.yaml
seed: 7
parameters:
  pairs.0.restitution: {from: 0.3, to: 0.9, count: 10}
  bodies.ball.position.z: {uniform: [0.5, 1.5]}
sampling: {method: sobol, count: 20}
outputs:
  peak: max(contact(ground, ball).normal_force)
  height: final(ball.position.z)
YAML
code=0
ranks 1 study.yaml 2>said || code=$?
! grep -q 'built without MPI' said || skip "this abut was built without MPI"
[ $code = 2 ] || fail "one rank ends with $code: $(cat said)"
says '--mpi needs two ranks'

# ---- the same table ----

ends_with 0 "$abut" sweep study.yaml -q -j 1 -o one.db
table one.db >whole
for count in 2 3; do
    ends_with 0 ranks $count study.yaml -q -o ranks.db
    table ranks.db | cmp - whole || fail "$count ranks have another table"
    rm ranks.db
done

[ "$part" = all ] || exit 0

# ---- processes are killed: of a case, of a rank, the whole ----

begin() { # ranks in the background, with some cases written; `rank`, `child`: one that computes
    rm -f killed.db*
    mpirun -n 3 "$abut" sweep --mpi study.yaml -q -o killed.db 2>said &
    job=$!
    for ((i = 0; i < 3000; i++)); do
        if [ -e killed.db-journal ]; then # a case is written
            for rank in $(children $job); do
                child=$(children "$rank" | head -n 1)
                [ -z "$child" ] || return 0
            done
        fi
        kill -0 $job 2>/dev/null || fail "it ended before it could be killed: $(cat said)"
        sleep 0.02
    done
    fail "no rank computes"
}
children() { cat /proc/"$1"/task/*/children 2>/dev/null | tr ' ' '\n' | grep . || true; }
ends() { # CODES: of the job
    local code=0
    wait $job || code=$?
    job=
    [[ " $1 " == *" $code "* ]] || fail "the ranks end with $code: $(cat said)"
}
goes_on() { # AFTER: what was written is right, and the rest is computed
    table killed.db >now
    [ -s now ] && [ "$(wc -l <now)" -lt 200 ] || fail "$(wc -l <now) cases are there after $1"
    comm -23 <(sort now) <(sort whole) | grep . && fail "a wrong case after $1"
    ends_with 0 ranks 2 study.yaml -q -o killed.db
    table killed.db | cmp - whole || fail "another table after $1"
}

begin
kill -KILL "$child"
ends 0
table killed.db | cmp - whole || fail "another table after the process of a case was killed"

# Open MPI ends the whole job with a rank, as it says
begin
kill -KILL "$rank"
ends "1 6 137"
goes_on "a rank was killed"

begin
kill -TERM $job
ends "1 6 143"
goes_on "SIGTERM"

begin
kill -STOP "$rank" # silent: what it was given is given to another
ends 0
table killed.db | cmp - whole || fail "another table after a rank fell silent"

# ---- a crash and a hang cost their case ----

cat >laws.c <<'C'
#include <stdlib.h>
#include "abut/user_code.h"
static void evaluate(const double *p, const double *memory, const abPluginContact *c, abPluginForce *out) {
    (void)memory;
    if (p[0] == 1) abort();
    for (volatile int i = 0; p[0] == 2;) i = 1 - i;
    out->force = 1e7 * c->depth;
    out->stiffness = 1e7;
}
const abPluginLaw *abut_plugin_law(const char *name) {
    static const abPluginLaw law = {AB_PLUGIN_VERSION, "odd", 1, NULL, evaluate};
    (void)name;
    return &law;
}
C
"$cc" -shared -fPIC -I"$models/../include" laws.c -o laws.so
sed 's/{law: elastic}.*/{law: plugin, library: laws.so, name: odd, parameters: [0]}/' hello.yaml >odd.yaml
cat >odd_study.yaml <<'YAML'
abut_study: 1
model: odd.yaml
parameters: {contacts.0.normal.parameters.0: {values: [0, 1, 2, 3, 4, 5]}}
outputs: {last: final(ball.position.z)}
limits: {seconds: 1}
YAML
ends_with 7 ranks 3 odd_study.yaml --allow-code -o odd.db
says 'case 1 failed: its process was ended by signal 6 (Aborted), inside the routine odd'
says 'case 2 failed: it took longer than limits.seconds = 1 s, inside the routine odd'
grep -q 'case 1 failed: .*(2 attempts)' said || fail "a crash is not tried again: $(cat said)"
[ "$(table odd.db | grep -c done)" = 4 ] || fail "good cases beside a crash are lost"

# ---- what cannot be is told once ----

ends_with 5 ranks 3 none.yaml
[ "$(grep -c 'cannot open none.yaml' said)" = 1 ] || fail "not told once: $(cat said)"
ends_with 2 ranks 2 study.yaml -j 2
says '--mpi does not go together with --jobs'
sed 's/seed: 7/seed: 8/' study.yaml >other.yaml
ends_with 7 mpirun -n 1 "$abut" sweep --mpi study.yaml -o two.db : -n 1 "$abut" sweep --mpi other.yaml -o two.db
says 'rank 1 reads another study or model than rank 0'
