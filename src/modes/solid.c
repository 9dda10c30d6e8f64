// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// solid.c - stiffness and mass of an elastic solid, by pairs of nodes.

#include "modes/solid.h"

#include <stdlib.h>
#include <string.h>

#include "base/no_memory.h"
#include "base/sort.h"
#include "math/core/vector_math.h"
#include "volume/core/tetra.h"

static void *take(abSolid *solid, size_t count, size_t size) {
    void *items = NULL;
    bool ok = ab_arrays_reserve(solid->mesh->allocator, &solid->arrays, &items, count + 1, size);
    return ok ? items : NULL;
}

// ---- which pairs of nodes share an element ----

// The elements of each node.
typedef struct Around {
    size_t *starts;
    int *elements;
} Around;

static bool list_around(abSolid *solid, Around *around) {
    const abVolumeMesh *mesh = solid->mesh;
    size_t n = mesh->node_count, per = (size_t)mesh->element_nodes;
    around->starts = take(solid, n + 2, sizeof *around->starts);
    around->elements = take(solid, mesh->element_count * per, sizeof *around->elements);
    if (around->starts == NULL || around->elements == NULL) {
        return false;
    }
    for (size_t e = 0; e < mesh->element_count; e++) {
        for (size_t k = 0; k < per; k++) {
            around->starts[mesh->elements[e].nodes[k] + 2]++;
        }
    }
    for (size_t i = 2; i < n + 2; i++) {
        around->starts[i] += around->starts[i - 1];
    }
    for (size_t e = 0; e < mesh->element_count; e++) {
        for (size_t k = 0; k < per; k++) {
            around->elements[around->starts[mesh->elements[e].nodes[k] + 1]++] = (int)e;
        }
    }
    return true; // starts[i] to starts[i + 1] now
}

// Nodes from j on that share an element with it; `last` remembers for which column a node was seen.
static size_t neighbours(const abSolid *solid, const Around *around, int j, int *last, int *out) {
    const abVolumeMesh *mesh = solid->mesh;
    size_t count = 0;
    for (size_t a = around->starts[j]; a < around->starts[j + 1]; a++) {
        const int *nodes = mesh->elements[around->elements[a]].nodes;
        for (int k = 0; k < mesh->element_nodes; k++) {
            int i = nodes[k];
            if (i >= j && last[i] != j + 1) {
                last[i] = j + 1;
                if (out != NULL) {
                    out[count] = i;
                }
                count++;
            }
        }
    }
    return count;
}

static bool list_pairs(abSolid *solid) {
    Around around;
    size_t n = solid->mesh->node_count;
    int *last = take(solid, n, sizeof *last);
    solid->starts = take(solid, n + 1, sizeof *solid->starts);
    if (last == NULL || solid->starts == NULL || !list_around(solid, &around)) {
        return false;
    }
    for (size_t j = 0; j < n; j++) {
        solid->starts[j + 1] = solid->starts[j] + neighbours(solid, &around, (int)j, last, NULL);
    }
    solid->rows = take(solid, solid->starts[n], sizeof *solid->rows);
    if (solid->rows == NULL) {
        return false;
    }
    memset(last, 0, n * sizeof *last);
    for (size_t j = 0; j < n; j++) {
        int *rows = solid->rows + solid->starts[j];
        size_t count = neighbours(solid, &around, (int)j, last, rows);
        ab_sort(rows, count, sizeof *rows, ab_by_int);
    }
    return true;
}

static size_t pair_of(const abSolid *solid, int row, int column) {
    size_t low = solid->starts[column], high = solid->starts[column + 1];
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (solid->rows[middle] < row) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

// ---- one element ----

typedef struct Element {
    double K[AB_TETRA_NODES][AB_TETRA_NODES][3][3];
    double m[AB_TETRA_NODES][AB_TETRA_NODES];
} Element;

// g = J^-T slopes.
static void gradients(int count, double slopes[AB_TETRA_NODES][3], double J[3][3],
                      double determinant, double g[AB_TETRA_NODES][3]) {
    double inverse[3][3];
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            int a = (j + 1) % 3, b = (j + 2) % 3, c = (i + 1) % 3, d = (i + 2) % 3;
            inverse[i][j] = (J[a][c] * J[b][d] - J[a][d] * J[b][c]) / determinant;
        }
    }
    for (int k = 0; k < count; k++) {
        for (int j = 0; j < 3; j++) {
            g[k][j] = slopes[k][0] * inverse[0][j] + slopes[k][1] * inverse[1][j] +
                      slopes[k][2] * inverse[2][j];
        }
    }
}

static void add_stiffness(double K[3][3], const double a[3], const double b[3], double lambda,
                          double mu) {
    double dot = a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            K[i][j] += lambda * a[i] * b[j] + mu * (b[i] * a[j] + (i == j ? dot : 0.0));
        }
    }
}

static void stiffness_of(const abSolid *solid, const abVolumeElement *element, Element *out) {
    const abVolumeMaterial *material = &solid->mesh->materials[element->material];
    int count = solid->mesh->element_nodes;
    double E = material->youngs_modulus, nu = material->poissons_ratio;
    double lambda = E * nu / ((1.0 + nu) * (1.0 - 2.0 * nu)), mu = E / (2.0 * (1.0 + nu));
    for (int p = 0; p < AB_TETRA_RULE_2; p++) {
        double N[AB_TETRA_NODES], slopes[AB_TETRA_NODES][3], g[AB_TETRA_NODES][3], J[3][3];
        ab_tetra_shape(count, ab_tetra_rule_2[p].L, N, slopes);
        double determinant = ab_tetra_jacobian(solid->mesh, element, slopes, J);
        double weight = ab_tetra_rule_2[p].weight * determinant / 6.0;
        gradients(count, slopes, J, determinant, g);
        for (int a = 0; a < count; a++) {
            for (int b = 0; b < count; b++) {
                add_stiffness(out->K[a][b], g[a], g[b], weight * lambda, weight * mu); // (1)
            }
        }
    }
}

static void mass_of(const abSolid *solid, const abVolumeElement *element, Element *out) {
    double density = solid->mesh->materials[element->material].density;
    int count = solid->mesh->element_nodes;
    for (int p = 0; p < AB_TETRA_RULE_5; p++) {
        double N[AB_TETRA_NODES], slopes[AB_TETRA_NODES][3], J[3][3];
        ab_tetra_shape(count, ab_tetra_rule_5[p].L, N, slopes);
        double weight =
            ab_tetra_rule_5[p].weight * ab_tetra_jacobian(solid->mesh, element, slopes, J) / 6.0;
        for (int a = 0; a < count; a++) {
            for (int b = 0; b < count; b++) {
                out->m[a][b] += density * weight * N[a] * N[b]; // (2)
            }
        }
    }
}

static void add_element(abSolid *solid, const abVolumeElement *element) {
    Element values = {0};
    stiffness_of(solid, element, &values);
    mass_of(solid, element, &values);
    int count = solid->mesh->element_nodes;
    for (int a = 0; a < count; a++) {
        for (int b = 0; b < count; b++) {
            int row = element->nodes[a], column = element->nodes[b];
            if (row >= column) {
                size_t pair = pair_of(solid, row, column);
                solid->m[pair] += values.m[a][b];
                for (int i = 0; i < 9; i++) {
                    solid->K[9 * pair + (size_t)i] += values.K[a][b][i / 3][i % 3];
                }
            }
        }
    }
}

abResult ab_solid_create(const abVolumeMesh *mesh, abSolid *solid, abError *error) {
    *solid = (abSolid){.mesh = mesh, .node_count = (int)mesh->node_count};
    bool ok = list_pairs(solid);
    size_t pairs = ok ? solid->starts[mesh->node_count] : 0;
    solid->K = ok ? take(solid, 9 * pairs, sizeof *solid->K) : NULL;
    solid->m = ok ? take(solid, pairs, sizeof *solid->m) : NULL;
    if (solid->K == NULL || solid->m == NULL) {
        ab_solid_done(solid);
        return ab_no_memory(error, (abPlace){0}, "for the matrices of a mesh");
    }
    for (size_t e = 0; e < mesh->element_count; e++) {
        add_element(solid, &mesh->elements[e]);
    }
    return AB_OK;
}

void ab_solid_done(abSolid *solid) {
    if (solid->mesh != NULL) {
        ab_arrays_free(solid->mesh->allocator, &solid->arrays);
    }
    *solid = (abSolid){0};
}

// ---- products ----

void ab_solid_stiffness(const abSolid *solid, const double *x, double *y) {
    memset(y, 0, 3 * (size_t)solid->node_count * sizeof *y);
    for (int j = 0; j < solid->node_count; j++) {
        const double *xj = x + 3 * (size_t)j;
        double *yj = y + 3 * (size_t)j;
        for (size_t p = solid->starts[j]; p < solid->starts[j + 1]; p++) {
            size_t i = 3 * (size_t)solid->rows[p];
            const double *K = solid->K + 9 * p;
            for (int a = 0; a < 3; a++) {
                y[i + (size_t)a] += K[3 * a] * xj[0] + K[3 * a + 1] * xj[1] + K[3 * a + 2] * xj[2];
            }
            for (int a = 0; a < 3 && p > solid->starts[j]; a++) {
                yj[a] += K[a] * x[i] + K[3 + a] * x[i + 1] + K[6 + a] * x[i + 2];
            }
        }
    }
}

void ab_solid_mass(const abSolid *solid, const double *x, double *y) {
    memset(y, 0, 3 * (size_t)solid->node_count * sizeof *y);
    for (int j = 0; j < solid->node_count; j++) {
        const double *xj = x + 3 * (size_t)j;
        double *yj = y + 3 * (size_t)j;
        for (size_t p = solid->starts[j]; p < solid->starts[j + 1]; p++) {
            size_t i = 3 * (size_t)solid->rows[p];
            double m = solid->m[p];
            for (size_t a = 0; a < 3; a++) {
                y[i + a] += m * xj[a];
            }
            for (size_t a = 0; a < 3 && p > solid->starts[j]; a++) {
                yj[a] += m * x[i + a];
            }
        }
    }
}

void ab_solid_rigid(const abSolid *solid, abVec3 origin, double *out) {
    size_t n = 3 * (size_t)solid->node_count;
    for (int motion = 0; motion < 6; motion++) {
        double *u = out + (size_t)motion * n;
        for (int i = 0; i < solid->node_count; i++) {
            abVec3 axis = {motion % 3 == 0, motion % 3 == 1, motion % 3 == 2};
            abVec3 arm = ab_sub(solid->mesh->nodes[i].point, origin);
            ab_vec3_put(u + 3 * (size_t)i, motion < 3 ? axis : ab_cross(axis, arm));
        }
    }
}
