// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// statics.c - displacements of a solid under loads, with its interfaces held or moved.

#include "modes/statics.h"

#include "base/config.h"

#if ABUT_HAVE_MODES

#include <math.h>
#include <string.h>

#include "base/no_memory.h"
#include "math/core/vector_math.h"
#include "math/linear/dense.h"

#include "modes/tolerances.def"

static size_t length_of(const abStatics *s) {
    return 3 * (size_t)s->solid->node_count;
}

static abResult no_memory(abError *error) {
    return ab_no_memory(error, (abPlace){0}, "for the statics of a mesh");
}

// ---- what holds the body ----

static void hold_nodes(abStatics *s) {
    for (int i = 0; i < s->interface_count; i++) {
        const abInterface *interface = &s->interfaces[i];
        if (interface->kind == AB_INTERFACE_MEAN) {
            s->row_count += 6;
            continue;
        }
        for (size_t k = 0; k < interface->set->node_count; k++) {
            s->nodes_held[interface->set->nodes[k]] = 1;
        }
        s->is_held = true;
    }
}

double ab_statics_shift(const abSolid *solid) {
    const abVolumeMesh *mesh = solid->mesh;
    double extent = 0.0, speed2 = 0.0;
    for (size_t i = 0; i < mesh->node_count; i++) {
        extent = fmax(extent, ab_norm(ab_sub(mesh->nodes[i].point, mesh->nodes[0].point)));
    }
    for (size_t e = 0; e < mesh->element_count; e++) {
        const abVolumeMaterial *m = &mesh->materials[mesh->elements[e].material];
        speed2 = fmax(speed2, m->youngs_modulus / m->density);
    }
    double omega = s_shift * sqrt(speed2) / extent;
    return -omega * omega;
}

// ---- the bordered system (2) ----

static size_t border_size(const abStatics *s) {
    return (size_t)s->row_count + (s->is_held ? 0 : 6);
}

// C u, for the mean interfaces in their order.
static void take_rows(const abStatics *s, const double *u, double *out) {
    for (int i = 0; i < s->interface_count; i++) {
        if (s->interfaces[i].kind == AB_INTERFACE_MEAN) {
            ab_interface_motion(&s->interfaces[i], u, out);
            out += 6;
        }
    }
}

// Row k of C as a load.
static void put_row(const abStatics *s, int k, double *load) {
    memset(load, 0, length_of(s) * sizeof *load);
    for (int i = 0, first = 0; i < s->interface_count; i++) {
        const abInterface *interface = &s->interfaces[i];
        if (interface->kind != AB_INTERFACE_MEAN) {
            continue;
        }
        size_t columns = 3 * interface->set->node_count;
        for (size_t c = 0; k >= first && k < first + 6 && c < columns; c++) {
            load[3 * (size_t)interface->set->nodes[c / 3] + c % 3] =
                interface->rows[(size_t)(k - first) * columns + c];
        }
        first += 6;
    }
}

static double dot(const double *a, const double *b, size_t n) {
    double sum = 0.0;
    for (size_t i = 0; i < n; i++) {
        sum += a[i] * b[i];
    }
    return sum;
}

// C W and C R by columns; R^T C^T is the transpose of the latter.
static bool make_border(abStatics *s, double *column) {
    size_t n = length_of(s), rows = (size_t)s->row_count, size = border_size(s);
    for (size_t k = 0; k < rows; k++) {
        put_row(s, (int)k, s->W + k * n);
        if (!ab_sparse_factor_solve(s->factor, s->W + k * n, s->W + k * n)) {
            return false;
        }
        take_rows(s, s->W + k * n, column);
        for (size_t i = 0; i < rows; i++) {
            s->border[i * size + k] = column[i];
        }
    }
    for (size_t k = rows; k < size; k++) {
        take_rows(s, s->R + (k - rows) * n, column);
        for (size_t i = 0; i < rows; i++) {
            s->border[i * size + k] = -column[i];
            s->border[k * size + i] = column[i];
        }
    }
    return ab_lu_factor(size, s->border, s->pivot);
}

static abResult create_border(abStatics *s, abArena *arena, abError *error) {
    size_t n = length_of(s), size = border_size(s);
    s->W = AB_ARENA_NEW(arena, double, (size_t)s->row_count *n);
    s->R = AB_ARENA_NEW(arena, double, s->is_held ? 1 : 6 * n);
    s->border = AB_ARENA_NEW(arena, double, size *size);
    s->pivot = AB_ARENA_NEW(arena, size_t, size);
    s->right = AB_ARENA_NEW(arena, double, size);
    if (s->W == NULL || s->R == NULL || s->border == NULL || s->pivot == NULL || s->right == NULL) {
        return no_memory(error);
    }
    if (!s->is_held) {
        ab_solid_rigid(s->solid, s->solid->mesh->nodes[0].point, s->R);
    }
    return make_border(s, s->right) ? AB_OK
                                    : ab_error_add(error, AB_NUMERICS, (abPlace){0},
                                                   "the interfaces do not hold the body in a way "
                                                   "that can be solved for");
}

// ---- the public functions ----

abResult ab_statics_create(const abSolid *solid, const abInterface *interfaces, int count,
                           bool is_free, abArena *arena, abStatics *out, abError *error) {
    *out = (abStatics){.solid = solid, .interfaces = interfaces};
    out->interface_count = is_free ? 0 : count;
    out->nodes_held = AB_ARENA_NEW(arena, unsigned char, (size_t)solid->node_count);
    if (out->nodes_held == NULL) {
        return no_memory(error);
    }
    hold_nodes(out);
    out->has_shift = !out->is_held && out->row_count == 0;
    out->sigma = out->has_shift ? ab_statics_shift(solid) : 0.0;
    abShift shift = {out->nodes_held, out->sigma, !out->is_held && !out->has_shift};
    AB_TRY(ab_sparse_factor_create(solid, &shift, &out->factor, error));
    return out->row_count > 0 ? create_border(out, arena, error) : AB_OK;
}

void ab_statics_done(abStatics *statics) {
    ab_sparse_factor_destroy(statics->factor);
    statics->factor = NULL;
}

bool ab_statics_solve(abStatics *s, const double *f, const double *g, double *u) {
    size_t n = length_of(s), rows = (size_t)s->row_count, size = rows > 0 ? border_size(s) : 0;
    for (size_t k = rows; k < size; k++) {
        s->right[k] = f != NULL ? dot(s->R + (k - rows) * n, f, n) : 0.0;
    }
    if (f == NULL) {
        memset(u, 0, n * sizeof *u);
    } else if (!ab_sparse_factor_solve(s->factor, f, u)) {
        return false;
    }
    if (rows == 0) {
        return true;
    }
    take_rows(s, u, s->right);
    for (size_t k = 0; k < rows; k++) {
        s->right[k] -= g != NULL ? g[k] : 0.0;
    }
    ab_lu_apply(size, s->border, s->pivot, s->right);
    for (size_t k = 0; k < size; k++) {
        double factor = k < rows ? -s->right[k] : s->right[k];
        const double *column = k < rows ? s->W + k * n : s->R + (k - rows) * n;
        for (size_t i = 0; i < n; i++) {
            u[i] += factor * column[i];
        }
    }
    return true;
}

size_t ab_statics_size(const abStatics *statics) {
    return ab_sparse_factor_size(statics->factor) - (size_t)statics->row_count;
}

#endif
