// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// sparse_factor.c - the Cholesky factor of A = K - sigma M + springs, by CHOLMOD.

#include "modes/sparse_factor.h"

#include "base/config.h"

#if ABUT_HAVE_MODES

#include <cholmod.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/no_memory.h"
#include "math/core/vector_math.h"

enum { SPRINGS = 6 };

typedef struct Spring {
    int node;
    abVec3 direction;
} Spring;

struct abSparseFactor {
    const abSolid *solid;
    cholmod_common common;
    cholmod_factor *L;
    cholmod_dense *b, *x, *y, *e; // kept between solutions
    int *free_index;              // of each node among those that are free; -1: held
    int free_count;
    SuiteSparse_long *order; // of displacements
    Spring springs[SPRINGS];
    int spring_count;
    double spring_stiffness;
};

// ---- a support that does not strain ----

static int farthest(const abSolid *solid, abVec3 from, abVec3 along) {
    int best = 0;
    double distance = -1.0;
    for (int i = 0; i < solid->node_count; i++) {
        abVec3 d = ab_sub(solid->mesh->nodes[i].point, from);
        double d2 = ab_norm2(ab_add_scaled(d, -ab_dot(d, along), along));
        if (d2 > distance) {
            distance = d2, best = i;
        }
    }
    return best;
}

// A point held, a line through it, and the plane of both with a third point.
static void support(abSparseFactor *f) {
    const abVolumeNode *nodes = f->solid->mesh->nodes;
    int a = farthest(f->solid, nodes[0].point, (abVec3){0});
    int b = farthest(f->solid, nodes[a].point, (abVec3){0});
    abVec3 along = ab_unit(ab_sub(nodes[b].point, nodes[a].point));
    int c = farthest(f->solid, nodes[a].point, along);
    abVec3 arm = ab_sub(nodes[c].point, nodes[a].point);
    abVec3 normal = ab_unit(ab_cross(along, arm)), side = ab_cross(normal, along);
    Spring springs[SPRINGS] = {
        {a, {1.0, 0.0, 0.0}}, {a, {0.0, 1.0, 0.0}}, {a, {0.0, 0.0, 1.0}}, {b, normal}, {b, side},
        {c, normal}};
    memcpy(f->springs, springs, sizeof springs);
    f->spring_count = SPRINGS;
    double sum = 0.0;
    for (int i = 0; i < f->solid->node_count; i++) {
        sum += f->solid->K[9 * f->solid->starts[i]];
    }
    f->spring_stiffness = sum / f->solid->node_count;
}

// ---- the matrix ----

static void number_free(abSparseFactor *f, const unsigned char *is_held) {
    for (int i = 0; i < f->solid->node_count; i++) {
        f->free_index[i] = is_held != NULL && is_held[i] ? -1 : f->free_count++;
    }
}

// Pairs of free nodes.
static size_t count_pairs(const abSparseFactor *f) {
    size_t count = 0;
    for (int j = 0; j < f->solid->node_count; j++) {
        for (size_t p = f->solid->starts[j]; p < f->solid->starts[j + 1]; p++) {
            count += f->free_index[j] >= 0 && f->free_index[f->solid->rows[p]] >= 0;
        }
    }
    return count;
}

// The graph of free nodes, ordered by METIS; each node stands for three displacements.
static bool order_nodes(abSparseFactor *f, size_t pairs) {
    cholmod_common *common = &f->common;
    size_t n = (size_t)f->free_count, used = 0;
    cholmod_sparse *graph =
        cholmod_l_allocate_sparse(n, n, pairs, 1, 1, -1, CHOLMOD_PATTERN, common);
    SuiteSparse_long *nodes = calloc(n + 1, sizeof *nodes);
    bool ok = graph != NULL && nodes != NULL;
    SuiteSparse_long *starts = ok ? graph->p : NULL, *rows = ok ? graph->i : NULL;
    for (int j = 0; ok && j < f->solid->node_count; j++) {
        if (f->free_index[j] >= 0) {
            starts[f->free_index[j]] = (SuiteSparse_long)used;
            for (size_t p = f->solid->starts[j]; p < f->solid->starts[j + 1]; p++) {
                int row = f->free_index[f->solid->rows[p]];
                if (row >= 0) {
                    rows[used++] = row;
                }
            }
        }
    }
    if (ok) {
        starts[n] = (SuiteSparse_long)used;
        ok = cholmod_l_metis(graph, NULL, 0, 1, nodes, common) != 0;
    }
    for (size_t i = 0; ok && i < 3 * n; i++) {
        f->order[i] = 3 * nodes[i / 3] + (SuiteSparse_long)(i % 3);
    }
    cholmod_l_free_sparse(&graph, common);
    free(nodes);
    return ok;
}

// Row and column i, k of the block of node j with itself.
static double spring_of(const abSparseFactor *f, int node, int i, int k) {
    double sum = 0.0;
    for (int s = 0; s < f->spring_count; s++) {
        if (f->springs[s].node == node) {
            sum += f->spring_stiffness * ab_get(f->springs[s].direction, i) *
                   ab_get(f->springs[s].direction, k);
        }
    }
    return sum;
}

// The three columns of a node: lower triangle.
static size_t fill_columns(const abSparseFactor *f, int j, double sigma, cholmod_sparse *A,
                           size_t used) {
    const abSolid *solid = f->solid;
    SuiteSparse_long *starts = A->p, *rows = A->i;
    double *values = A->x;
    for (int k = 0; k < 3; k++) {
        starts[3 * f->free_index[j] + k] = (SuiteSparse_long)used;
        for (size_t p = solid->starts[j]; p < solid->starts[j + 1]; p++) {
            int row = f->free_index[solid->rows[p]];
            bool is_diagonal = p == solid->starts[j];
            for (int i = is_diagonal ? k : 0; i < 3 && row >= 0; i++) {
                double value = solid->K[9 * p + (size_t)(3 * i + k)];
                value -= i == k ? sigma * solid->m[p] : 0.0;
                value += is_diagonal ? spring_of(f, j, i, k) : 0.0;
                rows[used] = 3 * row + i;
                values[used++] = value;
            }
        }
    }
    return used;
}

static cholmod_sparse *make_matrix(abSparseFactor *f, double sigma, size_t pairs) {
    size_t n = 3 * (size_t)f->free_count, used = 0;
    cholmod_sparse *A =
        cholmod_l_allocate_sparse(n, n, 9 * pairs, 1, 1, -1, CHOLMOD_REAL, &f->common);
    if (A == NULL) {
        return NULL;
    }
    for (int j = 0; j < f->solid->node_count; j++) {
        if (f->free_index[j] >= 0) {
            used = fill_columns(f, j, sigma, A, used);
        }
    }
    ((SuiteSparse_long *)A->p)[n] = (SuiteSparse_long)used;
    return A;
}

// ---- the factor ----

static abResult no_memory(abError *error) {
    return ab_no_memory(error, (abPlace){0}, "while factoring the stiffness of a mesh");
}

static abResult not_definite(const abSparseFactor *f, abError *error) {
    const SuiteSparse_long *order = f->L->Perm;
    SuiteSparse_long at = order[f->L->minor] / 3;
    int node = 0;
    while (f->free_index[node] != at) {
        node++;
    }
    const abVolumeNode *here = &f->solid->mesh->nodes[node];
    return ab_error_add(error, AB_NUMERICS, (abPlace){0},
                        "the stiffness is not positive definite at node %ld, [%g, %g, %g] m: the "
                        "body is not held there, or elements around it are nearly flat",
                        here->id, here->point.x, here->point.y, here->point.z);
}

static abResult factor(abSparseFactor *f, const abShift *shift, abError *error) {
    size_t pairs = count_pairs(f);
    f->order = calloc(3 * (size_t)f->free_count + 1, sizeof *f->order);
    if (f->order == NULL || !order_nodes(f, pairs)) {
        return no_memory(error);
    }
    cholmod_sparse *A = make_matrix(f, shift->sigma, pairs);
    if (A == NULL) {
        return no_memory(error);
    }
    f->common.nmethods = 1;
    f->common.method[0].ordering = CHOLMOD_GIVEN;
    f->common.postorder = 1;
    f->L = cholmod_l_analyze_p(A, f->order, NULL, 0, &f->common);
    bool ok = f->L != NULL && cholmod_l_factorize(A, f->L, &f->common) != 0;
    bool is_definite = ok && f->common.status == CHOLMOD_OK && f->L->minor == f->L->n;
    ok = ok && (f->common.status == CHOLMOD_OK || f->common.status == CHOLMOD_NOT_POSDEF);
    cholmod_l_free_sparse(&A, &f->common);
    f->b = ok ? cholmod_l_zeros(3 * (size_t)f->free_count, 1, CHOLMOD_REAL, &f->common) : NULL;
    if (f->b == NULL) {
        return no_memory(error);
    }
    return is_definite ? AB_OK : not_definite(f, error);
}

abResult ab_sparse_factor_create(const abSolid *solid, const abShift *shift, abSparseFactor **out,
                                 abError *error) {
    abSparseFactor *f = calloc(1, sizeof *f);
    int *free_index = calloc((size_t)solid->node_count + 1, sizeof *free_index);
    *out = NULL;
    if (f == NULL || free_index == NULL) {
        free(f);
        free(free_index);
        return no_memory(error);
    }
    f->solid = solid;
    f->free_index = free_index;
    cholmod_l_start(&f->common);
    f->common.print = 0;
    number_free(f, shift->is_held);
    if (shift->is_supported) {
        support(f);
    }
    abResult result = f->free_count == 0
                          ? ab_error_add(error, AB_BAD_MODEL, (abPlace){0},
                                         "all nodes of the mesh are held; nothing can move")
                          : factor(f, shift, error);
    if (result != AB_OK) {
        ab_sparse_factor_destroy(f);
        return result;
    }
    *out = f;
    return AB_OK;
}

void ab_sparse_factor_destroy(abSparseFactor *factor) {
    if (factor == NULL) {
        return;
    }
    cholmod_l_free_factor(&factor->L, &factor->common);
    cholmod_l_free_dense(&factor->b, &factor->common);
    cholmod_l_free_dense(&factor->x, &factor->common);
    cholmod_l_free_dense(&factor->y, &factor->common);
    cholmod_l_free_dense(&factor->e, &factor->common);
    cholmod_l_finish(&factor->common);
    free(factor->order);
    free(factor->free_index);
    free(factor);
}

bool ab_sparse_factor_solve(abSparseFactor *f, const double *b, double *x) {
    double *right = f->b->x;
    for (int i = 0; i < f->solid->node_count; i++) {
        if (f->free_index[i] >= 0) {
            memcpy(right + 3 * (size_t)f->free_index[i], b + 3 * (size_t)i, 3 * sizeof *b);
        }
    }
    if (!cholmod_l_solve2(CHOLMOD_A, f->L, f->b, NULL, &f->x, NULL, &f->y, &f->e, &f->common)) {
        return false;
    }
    const double *solution = f->x->x;
    for (int i = 0; i < f->solid->node_count; i++) {
        for (size_t k = 0; k < 3; k++) {
            x[3 * (size_t)i + k] =
                f->free_index[i] >= 0 ? solution[3 * (size_t)f->free_index[i] + k] : 0.0;
        }
    }
    return true;
}

size_t ab_sparse_factor_size(const abSparseFactor *factor) {
    return 3 * (size_t)factor->free_count;
}

size_t ab_sparse_factor_bytes(const abSparseFactor *factor) {
    const cholmod_factor *L = factor->L;
    return sizeof(double) * (L->is_super ? L->xsize : L->nzmax);
}

#endif
