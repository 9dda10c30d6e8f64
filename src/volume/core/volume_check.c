// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// volume_check.c - what is wrong with a volume mesh that could be read.

#include <limits.h>
#include <math.h>
#include <stdlib.h>

#include "math/core/vector_math.h"
#include "volume/core/tetra.h"
#include "volume/core/volume_finish.h"

#include "volume/core/tolerances.def"

// ---- elements ----

static double longest_edge(const abVolumeMesh *mesh, const abVolumeElement *element) {
    double longest = 0.0;
    for (int e = 0; e < 6; e++) {
        abVec3 p = mesh->nodes[element->nodes[ab_tetra_edges[e][0]]].point;
        abVec3 q = mesh->nodes[element->nodes[ab_tetra_edges[e][1]]].point;
        longest = fmax(longest, ab_norm(ab_sub(q, p)));
    }
    return longest;
}

// The least determinant where it is integrated.
static double least_determinant(const abVolumeMesh *mesh, const abVolumeElement *element) {
    double least = INFINITY;
    for (int p = 0; p < AB_TETRA_RULE_5; p++) {
        double N[AB_TETRA_NODES], slopes[AB_TETRA_NODES][3], J[3][3];
        ab_tetra_shape(mesh->element_nodes, ab_tetra_rule_5[p].L, N, slopes);
        least = fmin(least, ab_tetra_jacobian(mesh, element, slopes, J));
    }
    return least;
}

static void check_elements(abVolumeMesh *mesh) {
    size_t count = 0;
    const abVolumeElement *worst = NULL;
    double determinant = 0.0;
    for (size_t e = 0; e < mesh->element_count; e++) {
        const abVolumeElement *element = &mesh->elements[e];
        double edge = longest_edge(mesh, element), least = least_determinant(mesh, element);
        if (!(least > s_flat_element * edge * edge * edge)) {
            count++;
            if (worst == NULL || least < determinant) {
                worst = element, determinant = least;
            }
        }
    }
    if (worst == NULL) {
        return;
    }
    if (count == mesh->element_count && determinant < 0.0) {
        ab_volume_problem(mesh, worst->place,
                          "all %zu elements are inside out (determinant %g m^3 of element %ld); "
                          "their corners are in the wrong order",
                          count, determinant, worst->id);
    } else {
        ab_volume_problem(mesh, worst->place,
                          "%zu element%s inside out or flat; the worst is %ld with the determinant "
                          "%g m^3, which must be above 0: mend the mesh there",
                          count, count == 1 ? " is" : "s are", worst->id, determinant);
    }
}

// ---- nodes at the same place ----

// A node and the cell that it is in. Cells are much larger than what counts as the same place, and
// begin at an odd number, so that round coordinates do not lie on their borders.
typedef struct Spot {
    double cell[3];
    abVec3 point;
    int node;
} Spot;

static double largest_extent(const abVolumeMesh *mesh) {
    abVec3 low = mesh->nodes[0].point, high = low;
    for (size_t i = 1; i < mesh->node_count; i++) {
        abVec3 p = mesh->nodes[i].point;
        low = ab_vec3(fmin(low.x, p.x), fmin(low.y, p.y), fmin(low.z, p.z));
        high = ab_vec3(fmax(high.x, p.x), fmax(high.y, p.y), fmax(high.z, p.z));
    }
    abVec3 d = ab_sub(high, low);
    return fmax(d.x, fmax(d.y, d.z));
}

typedef struct Doubles {
    size_t count;
    int first, second;
} Doubles;

static bool is_same_place(abVec3 a, abVec3 b, double near) {
    return fabs(a.x - b.x) <= near && fabs(a.y - b.y) <= near && fabs(a.z - b.z) <= near;
}

static int by_cell(const void *a, const void *b) {
    const Spot *p = a, *q = b;
    for (int i = 0; i < 3; i++) {
        if (p->cell[i] != q->cell[i]) {
            return p->cell[i] > q->cell[i] ? 1 : -1;
        }
    }
    return p->node - q->node;
}

static void fill_spots(const abVolumeMesh *mesh, Spot *spots, double cell) {
    for (size_t i = 0; i < mesh->node_count; i++) {
        spots[i] = (Spot){.point = mesh->nodes[i].point, .node = (int)i};
        for (int k = 0; k < 3; k++) {
            spots[i].cell[k] = floor(ab_get(spots[i].point, k) / cell + 0.381966);
        }
    }
    qsort(spots, mesh->node_count, sizeof *spots, by_cell);
}

static Doubles find_doubles(const abVolumeMesh *mesh, Spot *spots, double near) {
    Doubles doubles = {.first = INT_MAX};
    fill_spots(mesh, spots, 1000.0 * near);
    for (size_t i = 1; i < mesh->node_count; i++) {
        int a = spots[i - 1].node, b = spots[i].node;
        if (is_same_place(spots[i].point, spots[i - 1].point, near)) {
            doubles.count++;
            if (a < doubles.first) {
                doubles.first = a, doubles.second = b;
            }
        }
    }
    return doubles;
}

static abResult check_doubles(abVolumeMesh *mesh) {
    Spot *spots = AB_ARENA_NEW(&mesh->arena, Spot, mesh->node_count);
    if (spots == NULL) {
        return ab_volume_no_memory(mesh);
    }
    Doubles doubles = find_doubles(mesh, spots, s_same_place * largest_extent(mesh));
    if (doubles.count > 0) {
        const abVolumeNode *node = &mesh->nodes[doubles.second];
        ab_volume_problem(
            mesh, node->place,
            "%zu pair%s of nodes at the same place, the first %ld and %ld at [%g, %g, "
            "%g]; merge them, the body is not joined there",
            doubles.count, doubles.count == 1 ? "" : "s", mesh->nodes[doubles.first].id, node->id,
            node->point.x, node->point.y, node->point.z);
    }
    return AB_OK;
}

// ---- parts ----

static int root_of(int *parents, int i) {
    while (parents[i] != i) {
        parents[i] = parents[parents[i]];
        i = parents[i];
    }
    return i;
}

static void join_elements(const abVolumeMesh *mesh, int *parents) {
    for (size_t i = 0; i < mesh->node_count; i++) {
        parents[i] = (int)i;
    }
    for (size_t e = 0; e < mesh->element_count; e++) {
        const int *nodes = mesh->elements[e].nodes;
        for (int k = 1; k < mesh->element_nodes; k++) {
            int a = root_of(parents, nodes[0]), b = root_of(parents, nodes[k]);
            parents[a > b ? a : b] = a < b ? a : b; // the least node is the root
        }
    }
}

static abResult check_parts(abVolumeMesh *mesh) {
    int *parents = AB_ARENA_NEW(&mesh->arena, int, mesh->node_count);
    int *sizes = AB_ARENA_NEW(&mesh->arena, int, mesh->node_count);
    if (parents == NULL || sizes == NULL) {
        return ab_volume_no_memory(mesh);
    }
    join_elements(mesh, parents);
    int parts = 0, second = 0;
    for (size_t i = 0; i < mesh->node_count; i++) {
        int root = root_of(parents, (int)i);
        parts += sizes[root]++ == 0;
        second = second == 0 && parts == 2 ? root : second;
    }
    if (parts > 1) {
        ab_volume_problem(
            mesh, mesh->nodes[second].place,
            "the mesh has %d parts that do not hang together: %d nodes with node %ld, "
            "%d nodes with node %ld%s; make a body of each, or join them",
            parts, sizes[0], mesh->nodes[0].id, sizes[second], mesh->nodes[second].id,
            parts > 2 ? ", and more" : "");
    }
    return AB_OK;
}

abResult ab_volume_check(abVolumeMesh *mesh) {
    check_elements(mesh);
    AB_TRY(check_doubles(mesh));
    AB_TRY(check_parts(mesh));
    return mesh->error->count > 0 ? AB_BAD_MODEL : AB_OK;
}

// ---- materials, units ----

static void check_value(abVolumeMesh *mesh, const abVolumeMaterial *material, const char *what,
                        const char *unit, double value, bool is_right, const char *allowed) {
    if (isnan(value)) {
        ab_volume_problem(mesh, material->place, "material %s: %s is missing; give it [%s]",
                          material->name, what, unit);
    } else if (!is_right) {
        ab_volume_problem(mesh, material->place, "material %s: %s = %g %s; allowed is %s",
                          material->name, what, value, unit, allowed);
    }
}

static void check_material(abVolumeMesh *mesh, const abVolumeMaterial *m) {
    double E = m->youngs_modulus, nu = m->poissons_ratio, rho = m->density;
    check_value(mesh, m, "Young's modulus", "Pa", E, E > 0.0 && isfinite(E), "above 0");
    check_value(mesh, m, "Poisson's ratio", "-", nu, nu > -1.0 && nu < 0.5,
                "above -1 and below 0.5");
    check_value(mesh, m, "density", "kg/m^3", rho, rho > 0.0 && isfinite(rho), "above 0");
}

static const abVolumeElement *first_without(const abVolumeMesh *mesh, size_t *count) {
    const abVolumeElement *first = NULL;
    for (size_t e = 0; e < mesh->element_count; e++) {
        if (mesh->elements[e].material < 0) {
            first = first != NULL ? first : &mesh->elements[e];
            (*count)++;
        }
    }
    return first;
}

static abResult use_material(abVolumeMesh *mesh, const abVolumeMaterial *material) {
    if (!AB_ARRAYS_RESERVE(mesh->allocator, &mesh->arrays, mesh->materials,
                           mesh->material_count + 1)) {
        return ab_volume_no_memory(mesh);
    }
    int added = (int)mesh->material_count++;
    mesh->materials[added] = *material;
    for (size_t e = 0; e < mesh->element_count; e++) {
        mesh->elements[e].material = added;
    }
    return AB_OK;
}

abResult ab_volume_check_materials(abVolumeMesh *mesh, const abVolumeMaterial *given) {
    if (given != NULL) {
        AB_TRY(use_material(mesh, given));
    }
    size_t without = 0;
    const abVolumeElement *first = first_without(mesh, &without);
    if (first != NULL) {
        return ab_volume_problem(
            mesh, first->place,
            "%zu element%s no material, the first is %ld; the file gives none: "
            "give one with -m",
            without, without == 1 ? " has" : "s have", first->id);
    }
    bool *is_used = AB_ARENA_NEW(&mesh->arena, bool, mesh->material_count);
    if (is_used == NULL) {
        return ab_volume_no_memory(mesh);
    }
    for (size_t e = 0; e < mesh->element_count; e++) {
        is_used[mesh->elements[e].material] = true;
    }
    for (size_t i = 0; i < mesh->material_count; i++) {
        if (is_used[i]) {
            check_material(mesh, &mesh->materials[i]);
        }
    }
    return mesh->error->count > 0 ? AB_BAD_MODEL : AB_OK;
}

abResult ab_volume_check_units(abVolumeMesh *mesh) {
    double size = largest_extent(mesh);
    if (!(size >= 1e-6 && size <= 1e3)) {
        ab_volume_problem(mesh, mesh->nodes[0].place,
                          "the mesh is %g m large; likely is 1e-6 to 1000 m: are its lengths in "
                          "millimetres? Then say --units mm",
                          size);
    }
    for (size_t i = 0; i < mesh->material_count; i++) {
        const abVolumeMaterial *m = &mesh->materials[i];
        if (m->density > 0.0 && !(m->density >= 1.0 && m->density <= 3e4)) {
            ab_volume_problem(
                mesh, m->place,
                "material %s: density = %g kg/m^3; likely is 1 to 30000: in t/mm^3 with "
                "lengths in mm say --units mm",
                m->name, m->density);
        }
    }
    return mesh->error->count > 0 ? AB_BAD_MODEL : AB_OK;
}
