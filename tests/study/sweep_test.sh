#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
#
# sweep_test.sh ABUT MODELS CC - studies from the command line: the same table for any number of
# workers and in shards; bad cases, hangs and crashes cost themselves; refusals.

set -euo pipefail
here=$(realpath "$(dirname "$0")")
abut=$(realpath "$1") models=$(realpath "$2") cc=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

. "$here/words.sh"

# ---- the same table for any number of workers, and as `abut run` has it ----

cp "$models/hello.yaml" .
cat >study.yaml <<'YAML'
abut_study: 1
model: hello.yaml
seed: 7
parameters:
  pairs.0.restitution: {from: 0.3, to: 0.9, count: 3}
  bodies.ball.position.z: {uniform: [0.5, 1.5]}
sampling: {method: sobol, count: 8}
outputs:
  peak: max(contact(ground, ball).normal_force)
  height: final(ball.position.z)
  first: first_touch(ball, ground)
YAML
ends_with 0 "$abut" sweep study.yaml --dry-run
grep -q '24 cases, 24 to compute' out || fail "the plan is wrong: $(cat out)"
[ ! -e study.study.db ] || fail "a plan computes nothing"
ends_with 0 "$abut" sweep study.yaml -j 1 -o one.db
ends_with 0 "$abut" sweep study.yaml -j 3 -o three.db
table one.db >whole
[ "$(wc -l <whole)" = 24 ] || fail "not all cases are there"
table three.db | cmp - whole || fail "three workers have another table"

read -r restitution z height < <(python3 - <<'PYTHON'
import sqlite3
print(*sqlite3.connect("one.db").execute(
    'SELECT "pairs.0.restitution", "bodies.ball.position.z", height FROM cases WHERE number = 10').fetchone())
PYTHON
)
"$abut" run -q hello.yaml --set "pairs.0.restitution=$restitution" --set "bodies.ball.position.z=$z" \
    -o run.abut.db
last=$("$abut" export run.abut.db ball.position.z --csv -o - | tail -n 1 | cut -d, -f 2)
python3 -c "import sys; sys.exit(abs($last - $height) > 1e-15)" || fail "$height is not $last"

# ---- shards, numbers, more points ----

for i in 1 2 3; do ends_with 0 "$abut" sweep study.yaml --shard $i/3 -q -o shard$i.db; done
ends_with 0 "$abut" sweep study.yaml -o merged.db --merge shard1.db --merge shard2.db --merge shard3.db
table merged.db | cmp - whole || fail "three shards have another table"
ends_with 0 "$abut" sweep study.yaml -q -o part.db --only 5..9
[ "$(table part.db | wc -l)" = 5 ] || fail "--only 5..9 computes others"
sed 's/count: 8}/count: 12}/' study.yaml >more.yaml
ends_with 7 "$abut" sweep more.yaml -o one.db
says 'sampling.count was 8 there and is 12 in more.yaml; --extend adds cases'
ends_with 0 "$abut" sweep more.yaml -q -o one.db --extend
table one.db >extended
[ "$(wc -l <extended)" = 36 ] || fail "--extend adds no cases"
head -n 24 extended | cmp - whole || fail "--extend changes cases"

# ---- a job array: the script, run without a queue ----

ends_with 0 "$abut" sweep study.yaml --slurm -o array.db
mkdir bin && ln -s "$abut" bin/abut && cp out array.sh
bash -n array.sh || fail "the script is none"
PATH=$PWD/bin:$PATH SLURM_ARRAY_TASK_ID=1 bash array.sh
PATH=$PWD/bin:$PATH bash array.sh merge
table array.db | cmp - whole || fail "the job array has another table"

# ---- what differs is named, and nothing is computed ----

sed -i 's/radius: 0.1}/radius: 0.2}/' hello.yaml
ends_with 7 "$abut" sweep study.yaml -o three.db
says 'its cases are of another model; line 22 was "'
cp "$models/hello.yaml" .
sed 's/seed: 7/seed: 8/; s/max(/min(/' study.yaml >other.yaml
ends_with 7 "$abut" sweep other.yaml -o three.db
says 'seed was 7 there and is 8 in other.yaml'
says 'outputs.peak was max('
"$abut" run -q hello.yaml -o record.abut.db
ends_with 5 "$abut" sweep study.yaml -o record.abut.db
says 'holds no results of a study'
sed 's/restitution:/restitutoin:/; s/max(/maxx(/' study.yaml >wrong.yaml
ends_with 3 "$abut" sweep wrong.yaml
says 'wrong.yaml:5:3: '

# ---- files that the model takes in are part of it, wherever the study is called from ----

mkdir parts
printf 'abut: 1\nmaterials:\n  steel: {youngs_modulus: 2.1e11, poissons_ratio: 0.3, density: 7850}\n' >parts/steel.yaml
for size in 1 2; do
    printf 'v 0 0 0\nv %s 0 0\nv 0 %s 0\nv 0 0 %s\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n' $size $size $size >parts/$size.obj
done
cat >parts/model.yaml <<'YAML'
abut: 1
include: [steel.yaml]
bodies: {b: {velocity: [1, 0, 0], shapes: [{mesh: {file: 1.obj}, material: steel}]}}
simulation: {end_time: 0.1}
YAML
cat >parts/study.yaml <<'YAML'
abut_study: 1
model: model.yaml
parameters: {bodies.b.shapes.0.mesh.file: {values: [1.obj, 2.obj]}}
outputs: {far: final(b.position.x)}
YAML
ends_with 0 "$abut" sweep parts/study.yaml -q -o parts.db
(cd parts && ends_with 0 "$abut" sweep study.yaml -q -o ../parts.db)
for file in steel.yaml 2.obj; do
    echo '# another' >>parts/$file
    ends_with 7 "$abut" sweep parts/study.yaml -o parts.db
    says "its cases are of another model; $file holds something else now"
    sed -i '$d' parts/$file
    ends_with 0 "$abut" sweep parts/study.yaml -q -o parts.db
done
sed -i 's/velocity: \[1/velocity: [2/' parts/model.yaml # told once, of the model's text itself
ends_with 7 "$abut" sweep parts/study.yaml -o parts.db
says 'its cases are of another model; line 3 was "'
! grep -q 'something else' said || fail "told of files that are the same: $(cat said)"

# ---- Ctrl-C: in order, and goes on ----

sed 's/count: 8}/count: 40}/' study.yaml >long.yaml
"$abut" sweep long.yaml -q -j 2 -o stopped.db &
sleep 0.5
kill -TERM $!
code=0
wait $! || code=$?
[ $code = 6 ] || [ $code = 0 ] || fail "a stopped sweep ends with $code"
ends_with 0 "$abut" sweep long.yaml -q -j 2 -o stopped.db
[ "$(table stopped.db | grep -c done)" = 120 ] || fail "a stopped sweep does not go on"

# ---- bad cases: a wrong value, a crash, a hang; the others are right ----

cat >bad.yaml <<'YAML'
abut_study: 1
model: hello.yaml
parameters:
  pairs.0.restitution: {values: [0.5, 7, 0.6]}
outputs: {peak: max(ball.speed)}
YAML
ends_with 7 "$abut" sweep bad.yaml -o bad.db
says 'case 1 failed: '
says 'restitution = 7'
[ "$(table bad.db | grep -c done)" = 2 ] || fail "good cases beside a bad one are lost"
ends_with 7 "$abut" sweep bad.yaml -q -o bad.db --only failed
sed 's/\[0.5, 7, 0.6\]/[7, 8]/' bad.yaml >all.yaml
ends_with 3 "$abut" sweep all.yaml -o all.db
cat >slow.yaml <<'YAML'
abut_study: 1
model: hello.yaml
parameters: {simulation.end_time: {values: [1, 1e6, 2]}}
outputs: {peak: max(ball.speed)}
limits: {seconds: 0.7, retries: 1}
YAML
ends_with 7 "$abut" sweep slow.yaml -j 2 -o slow.db
says 'case 1 failed: it took longer than limits.seconds = 0.7 s (2 attempts)'
sed 's/seconds: 0.7, retries: 1/steps: 100/' slow.yaml >steps.yaml
echo 'keep: {records: failed}' >>steps.yaml
ends_with 4 "$abut" sweep steps.yaml -o steps.db
says 'max_steps = 100 reached'
says 'all 3 cases computed have failed'
[ -s steps.records/case_0000001.abut.db ] || fail "no record of a failed case"

cat >laws.c <<'C'
#include <signal.h>
#include <stdlib.h>
#include "abut/user_code.h"
static void evaluate(const double *p, const double *memory, const abPluginContact *c, abPluginForce *out) {
    (void)memory;
    if (p[0] == 1) abort();
    if (p[0] == 5) raise(SIGSEGV);
    for (volatile int i = 0; p[0] == 2;) i = 1 - i;
    out->force = p[0] == 3 ? 0.0 / p[1] : 1e7 * c->depth;
    out->stiffness = 1e7;
}
const abPluginLaw *abut_plugin_law(const char *name) {
    static const abPluginLaw law = {AB_PLUGIN_VERSION, "odd", 2, NULL, evaluate};
    (void)name;
    return &law;
}
C
"$cc" -shared -fPIC -I"$models/../include" laws.c -o laws.so
sed 's/{law: elastic}.*/{law: plugin, library: laws.so, name: odd, parameters: [0, 0]}/' hello.yaml >odd.yaml
cat >odd_study.yaml <<'YAML'
abut_study: 1
model: odd.yaml
parameters: {contacts.0.normal.parameters.0: {values: [0, 1, 2, 3, 4, 5]}}
outputs: {first: "first_touch(ball, ground)", last: final(ball.position.z)}
limits: {seconds: 0.7}
YAML
ends_with 7 "$abut" sweep odd_study.yaml --allow-code -j 2 -o odd.db
says 'case 1 failed: its process was ended by signal 6 (Aborted), inside the routine odd'
says 'case 2 failed: it took longer than limits.seconds = 0.7 s, inside the routine odd'
says 'case 5 failed: its process was ended by signal 11 (Segmentation fault), inside the routine odd'
grep -q 'case 3 failed: .*ball' said || fail "the case that is not a number: $(cat said)"
[ "$(table odd.db | grep -c done)" = 2 ] || fail "good cases beside a crash are lost"
ends_with 0 "$abut" sweep odd_study.yaml --allow-code -o one_odd.db --only 4..4

# ---- a report, and indices that are known: Ishigami's function as a model ----

cat >ishigami.yaml <<'YAML'
abut: 1
materials: {m: {density: 1000}}
bodies: {b: {position: [0, 0, 0], shapes: [{sphere: {radius: 0.1}, material: m}]}}
simulation: {end_time: 1e-9}
outputs: [{name: y, expression: "sin(DX(b)) + 7*sin(DY(b))^2 + 0.1*DZ(b)^4*sin(DX(b))"}]
YAML
cat >indices.yaml <<'YAML'
abut_study: 1
model: ishigami.yaml
parameters:
  bodies.b.position.x: {uniform: [-3.14159265358979, 3.14159265358979]}
  bodies.b.position.y: {uniform: [-3.14159265358979, 3.14159265358979]}
  bodies.b.position.z: {uniform: [-3.14159265358979, 3.14159265358979]}
sampling: {method: saltelli, count: 256}
outputs: {y: final(y)}
YAML
ends_with 0 "$abut" sweep indices.yaml -q --report
[ "$(wc -l <indices.study.csv)" = 1281 ] || fail "not a line for each case"
head -c 5 indices.study.svg | grep -q '<?xml' || fail "the picture is none"
grep -q 'Sobol indices of 256 of 256 blocks' out || fail "no table of effects"
awk -F, 'NR > 1 { wanted = NR == 2 ? 0.558 : NR == 3 ? 0.442 : 0.244
                  if (($9 - wanted) ^ 2 > 0.1 ^ 2) exit 1 }' indices.study.effects.csv ||
    fail "indices are wrong: $(cat indices.study.effects.csv)"
ends_with 0 "$abut" info study --markdown
