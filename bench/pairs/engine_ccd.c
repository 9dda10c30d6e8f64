// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// engine_ccd.c - libccd: GJK with EPA at 1e-10, and portal refinement at 1e-6 (a tighter one is
// no more exact). It says of solids apart only that they are.

#include <ccd/ccd.h>
#include <ccd/quat.h>
#include <math.h>
#include <stdlib.h>

#include "pairs.h"

typedef struct Object {
    const PairsSolid *solid;
    const double *R, *p;
} Object;

typedef struct Loaded {
    int count;
    Object *A, *B;
    ccd_t ccd;
} Loaded;

static void support(const void *object, const ccd_vec3_t *dir, ccd_vec3_t *out) {
    const Object *o = object;
    const PairsSolid *s = o->solid;
    const double *R = o->R, *d = dir->v;
    double u[3], q[3];
    for (int i = 0; i < 3; i++) {
        u[i] = R[i] * d[0] + R[3 + i] * d[1] + R[6 + i] * d[2];
    }
    if (s->kind == PAIRS_BOX) {
        for (int i = 0; i < 3; i++) {
            q[i] = u[i] < 0.0 ? -s->size[i] : s->size[i];
        }
    } else if (s->kind == PAIRS_CYLINDER) {
        double across = sqrt(u[0] * u[0] + u[1] * u[1]);
        double k = across > 0.0 ? s->size[1] / across : 0.0;
        q[0] = k * u[0];
        q[1] = k * u[1];
        q[2] = u[2] < 0.0 ? -s->size[0] : s->size[0];
    } else {
        const double *best = s->corners;
        double maximum = -HUGE_VAL;
        for (int i = 0; i < s->corner_count; i++) {
            const double *c = s->corners + 3 * i;
            double along = c[0] * u[0] + c[1] * u[1] + c[2] * u[2];
            if (along > maximum) {
                maximum = along;
                best = c;
            }
        }
        q[0] = best[0], q[1] = best[1], q[2] = best[2];
    }
    ccdVec3Set(out, R[0] * q[0] + R[1] * q[1] + R[2] * q[2] + o->p[0],
               R[3] * q[0] + R[4] * q[1] + R[5] * q[2] + o->p[1],
               R[6] * q[0] + R[7] * q[1] + R[8] * q[2] + o->p[2]);
}

static void center(const void *object, ccd_vec3_t *out) {
    const Object *o = object;
    ccdVec3Set(out, o->p[0], o->p[1], o->p[2]);
}

static void *load(const PairsCase *c) {
    Loaded *l = malloc(sizeof *l);
    l->count = c->query_count;
    l->A = malloc((size_t)l->count * sizeof *l->A);
    l->B = malloc((size_t)l->count * sizeof *l->B);
    for (int i = 0; i < l->count; i++) {
        const PairsQuery *q = &c->queries[i];
        l->A[i] = (Object){&c->solids[q->A], q->X_A.R, q->X_A.p};
        l->B[i] = (Object){&c->solids[q->B], q->X_B.R, q->X_B.p};
    }
    CCD_INIT(&l->ccd);
    l->ccd.support1 = l->ccd.support2 = support;
    l->ccd.center1 = l->ccd.center2 = center;
    l->ccd.max_iterations = 500;
    l->ccd.epa_tolerance = 1e-10;
    l->ccd.mpr_tolerance = 1e-6;
    return l;
}

static void run(const Loaded *l, PairsAnswer *answers,
                int penetration(const void *, const void *, const ccd_t *, ccd_real_t *,
                                ccd_vec3_t *, ccd_vec3_t *)) {
    for (int i = 0; i < l->count; i++) {
        ccd_real_t depth = 0.0;
        ccd_vec3_t dir, pos;
        int result = penetration(&l->A[i], &l->B[i], &l->ccd, &depth, &dir, &pos);
        answers[i] = (PairsAnswer){.is_given = result == 0, .distance = -depth};
        if (result == 0) {
            answers[i].n[0] = dir.v[0], answers[i].n[1] = dir.v[1], answers[i].n[2] = dir.v[2];
        }
    }
}

static void run_epa(void *loaded, PairsAnswer *answers) {
    run(loaded, answers, ccdGJKPenetration);
}

static void run_mpr(void *loaded, PairsAnswer *answers) {
    run(loaded, answers, ccdMPRPenetration);
}

static void unload(void *loaded) {
    Loaded *l = loaded;
    free(l->A);
    free(l->B);
    free(l);
}

const PairsEngine pairs_ccd_epa = {"libccd", "GJK+EPA 1e-10", false, load, run_epa, unload};
const PairsEngine pairs_ccd_mpr = {"libccd", "MPR 1e-6", false, load, run_mpr, unload};
