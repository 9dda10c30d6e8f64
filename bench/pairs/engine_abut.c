// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// engine_abut.c - ab_proximity, as the simulation calls it: no memory between queries.

#include <stdlib.h>

#include "collide/broad/proximity.h"
#include "collide/pairs/collide.h"
#include "pairs.h"

typedef struct Loaded {
    int count;
    const abShape **A, **B;
    abPose *X_A, *X_B;
} Loaded;

static abPose pose_of(const PairsPose *X) {
    abPose out = {.p = {X->p[0], X->p[1], X->p[2]}};
    for (int i = 0; i < 9; i++) {
        out.R.m[i / 3][i % 3] = X->R[i];
    }
    return out;
}

static void *load(const PairsCase *c) {
    size_t n = (size_t)c->query_count;
    Loaded *l = malloc(sizeof *l);
    *l = (Loaded){.count = c->query_count,
                  .A = malloc(n * sizeof *l->A),
                  .B = malloc(n * sizeof *l->B),
                  .X_A = malloc(n * sizeof *l->X_A),
                  .X_B = malloc(n * sizeof *l->X_B)};
    for (size_t i = 0; i < n; i++) {
        const PairsQuery *q = &c->queries[i];
        l->A[i] = c->solids[q->A].shape;
        l->B[i] = c->solids[q->B].shape;
        l->X_A[i] = pose_of(&q->X_A);
        l->X_B[i] = pose_of(&q->X_B);
    }
    return l;
}

static void run(void *loaded, PairsAnswer *answers) {
    const Loaded *l = loaded;
    for (int i = 0; i < l->count; i++) {
        abProximity p;
        ab_proximity(l->A[i], &l->X_A[i], l->B[i], &l->X_B[i], &p);
        answers[i] = (PairsAnswer){p.is_exact, p.distance, {p.n_AB_W.x, p.n_AB_W.y, p.n_AB_W.z}};
    }
}

static void unload(void *loaded) {
    Loaded *l = loaded;
    free(l->A);
    free(l->B);
    free(l->X_A);
    free(l->X_B);
    free(l);
}

const PairsEngine pairs_abut = {"Abut", "ab_proximity", true, load, run, unload};
