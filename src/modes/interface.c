// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// interface.c - a set of nodes with a point.

#include "modes/interface.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/no_memory.h"
#include "base/schema.h"
#include "math/core/vector_math.h"

#include "modes/tolerances.def"

const char *const ab_interface_kinds[] = {"rigid", "mean", "fixed", NULL};

typedef struct Build {
    const abVolumeMesh *mesh;
    const abVolumeSurface *surface;
    abArena *arena;
    abError *error;
    double *areas; // per node of the mesh, for the set at hand
    int *owner;    // per node: the interface that has it and 1; 0: none
} Build;

// ---- what is wrong with a set ----

// Names one after the other, as many as there is room for.
static void join_names(const char *const *names, char *out, size_t size) {
    size_t used = 0;
    out[0] = '\0';
    for (int i = 0; names[i] != NULL && used + strlen(names[i]) + 10 < size; i++) {
        const char *end = names[i + 1] == NULL ? "" : ", ";
        used += (size_t)snprintf(out + used, size - used, "%s%s", names[i], end);
    }
}

abResult ab_interface_set(const abVolumeMesh *mesh, const char *name, abArena *arena,
                          const abVolumeSet **out, abError *error) {
    *out = ab_volume_find_set(mesh, name);
    if (*out != NULL) {
        return AB_OK;
    }
    const char **words = AB_ARENA_NEW(arena, const char *, mesh->set_count + 1);
    if (words == NULL) {
        return ab_no_memory(error, (abPlace){0}, "for names of sets");
    }
    for (size_t s = 0; s < mesh->set_count; s++) {
        words[s] = mesh->sets[s].name;
    }
    char known[200];
    join_names(words, known, sizeof known);
    return ab_error_add(
        error, AB_BAD_MODEL, ab_volume_file(mesh), "the mesh has no set \"%s\"%s; it has %s", name,
        ab_hint(ab_nearest_word(name, words)).text, mesh->set_count > 0 ? known : "none");
}

// The largest distance of its nodes from a line through two of them that are far apart.
static double off_line(const Build *b, const abVolumeSet *set, double *extent) {
    const abVolumeNode *nodes = b->mesh->nodes;
    abVec3 from = nodes[set->nodes[0]].point, to = from;
    for (size_t i = 1; i < set->node_count; i++) {
        abVec3 p = nodes[set->nodes[i]].point;
        to = ab_norm2(ab_sub(p, from)) > ab_norm2(ab_sub(to, from)) ? p : to;
    }
    *extent = ab_norm(ab_sub(to, from));
    abVec3 along = *extent > 0.0 ? ab_unit(ab_sub(to, from)) : (abVec3){1.0, 0.0, 0.0};
    double largest = 0.0;
    for (size_t i = 0; i < set->node_count; i++) {
        abVec3 arm = ab_sub(nodes[set->nodes[i]].point, from);
        largest = fmax(largest, ab_norm(ab_cross(arm, along)));
    }
    return largest;
}

static abResult check_set(const Build *b, const abVolumeSet *set, int index) {
    if (set->node_count < 3) {
        return ab_error_add(b->error, AB_BAD_MODEL, ab_volume_file(b->mesh),
                            "interface %s has %zu node%s; it takes at least 3, not on a line, to "
                            "hold a rotation",
                            set->name, set->node_count, set->node_count == 1 ? "" : "s");
    }
    double extent, off = off_line(b, set, &extent);
    if (!(off > s_on_line * extent)) {
        return ab_error_add(b->error, AB_BAD_MODEL, ab_volume_file(b->mesh),
                            "the %zu nodes of interface %s lie on a line (within %g m); a rotation "
                            "about it would be held by nothing: add nodes beside it",
                            set->node_count, set->name, off);
    }
    for (size_t i = 0; i < set->node_count; i++) {
        int *owner = &b->owner[set->nodes[i]];
        if (*owner != 0) {
            return ab_error_add(b->error, AB_BAD_MODEL, ab_volume_file(b->mesh),
                                "interface %s shares node %ld with interface number %d; each node "
                                "may be in one: leave it out of one of the sets",
                                set->name, b->mesh->nodes[set->nodes[i]].id, *owner);
        }
        *owner = index + 1;
    }
    return AB_OK;
}

// ---- weights ----

static void add_face(const Build *b, const abVolumeFace *face) {
    const abVolumeNode *nodes = b->mesh->nodes;
    int count = b->surface->face_nodes;
    for (int k = 0; k < count; k++) {
        if (b->areas[face->nodes[k]] < 0.0) {
            return; // not of the set
        }
    }
    abVec3 p = nodes[face->nodes[0]].point;
    double area = 0.5 * ab_norm(ab_cross(ab_sub(nodes[face->nodes[1]].point, p),
                                         ab_sub(nodes[face->nodes[2]].point, p)));
    for (int k = count - 3; k < count; k++) {
        b->areas[face->nodes[k]] += area / 3.0;
    }
}

static void weigh(const Build *b, abInterface *interface) {
    const abVolumeSet *set = interface->set;
    double sum = 0.0;
    for (size_t i = 0; i < b->mesh->node_count; i++) {
        b->areas[i] = -1.0;
    }
    for (size_t i = 0; i < set->node_count; i++) {
        b->areas[set->nodes[i]] = 0.0;
    }
    for (size_t f = 0; f < b->surface->face_count; f++) {
        add_face(b, &b->surface->faces[f]);
    }
    for (size_t i = 0; i < set->node_count; i++) {
        sum += b->areas[set->nodes[i]];
    }
    for (size_t i = 0; i < set->node_count; i++) {
        interface->weights[i] =
            sum > 0.0 ? b->areas[set->nodes[i]] / sum : 1.0 / (double)set->node_count;
    }
}

// ---- rows (1) and (2) ----

static abMat3 inverse_of(abMat3 A) {
    abMat3 out;
    double determinant = 0.0;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            int a = (j + 1) % 3, b = (j + 2) % 3, c = (i + 1) % 3, d = (i + 2) % 3;
            out.m[i][j] = A.m[a][c] * A.m[b][d] - A.m[a][d] * A.m[b][c];
        }
        determinant += A.m[0][i] * out.m[i][0];
    }
    for (int i = 0; i < 9; i++) {
        out.m[i / 3][i % 3] /= determinant;
    }
    return out;
}

static void fill_rows(const Build *b, abInterface *interface) {
    const abVolumeSet *set = interface->set;
    abVec3 center = {0};
    abMat3 J = {0};
    for (size_t i = 0; i < set->node_count; i++) {
        center = ab_add_scaled(center, interface->weights[i], b->mesh->nodes[set->nodes[i]].point);
    }
    for (size_t i = 0; i < set->node_count; i++) {
        double d[3], w = interface->weights[i];
        ab_vec3_put(d, ab_sub(b->mesh->nodes[set->nodes[i]].point, center));
        for (int k = 0; k < 9; k++) {
            double square = k / 3 == k % 3 ? d[0] * d[0] + d[1] * d[1] + d[2] * d[2] : 0.0;
            J.m[k / 3][k % 3] += w * (square - d[k / 3] * d[k % 3]);
        }
    }
    interface->point = set->has_point ? set->point : center;
    abMat3 inverse = inverse_of(J);
    size_t columns = 3 * set->node_count;
    for (size_t c = 0; c < columns; c++) {
        double w = interface->weights[c / 3];
        abVec3 axis = {c % 3 == 0, c % 3 == 1, c % 3 == 2};
        abVec3 d = ab_sub(b->mesh->nodes[set->nodes[c / 3]].point, center);
        abVec3 theta = ab_scale(w, ab_mul(inverse, ab_cross(d, axis)));
        abVec3 u = ab_add(ab_scale(w, axis), ab_cross(theta, ab_sub(interface->point, center)));
        for (int k = 0; k < 3; k++) {
            interface->rows[(size_t)k * columns + c] = ab_get(u, k);
            interface->rows[(size_t)(3 + k) * columns + c] = ab_get(theta, k);
        }
    }
}

static abResult create_one(const Build *b, const abInterfaceDef *def, int index, abInterface *out) {
    const abVolumeSet *set;
    AB_TRY(ab_interface_set(b->mesh, def->set, b->arena, &set, b->error));
    AB_TRY(check_set(b, set, index));
    *out = (abInterface){.set = set, .kind = def->kind};
    out->weights = AB_ARENA_NEW(b->arena, double, set->node_count);
    out->rows = AB_ARENA_NEW(b->arena, double, 18 * set->node_count);
    if (out->weights == NULL || out->rows == NULL) {
        return ab_no_memory(b->error, ab_volume_file(b->mesh), "for an interface");
    }
    weigh(b, out);
    fill_rows(b, out);
    return AB_OK;
}

abResult ab_interfaces_create(const abVolumeMesh *mesh, const abVolumeSurface *surface,
                              const abInterfaceDef *defs, int count, abArena *arena,
                              abInterface *out, abError *error) {
    Build b = {mesh, surface, arena, error, NULL, NULL};
    b.areas = AB_ARENA_NEW(arena, double, mesh->node_count);
    b.owner = AB_ARENA_NEW(arena, int, mesh->node_count);
    if (b.areas == NULL || b.owner == NULL) {
        return ab_no_memory(error, (abPlace){0}, "for interfaces");
    }
    abResult result = AB_OK;
    for (int i = 0; i < count; i++) {
        abResult one = create_one(&b, &defs[i], i, &out[i]);
        result = one != AB_OK ? one : result; // all are told
    }
    return result;
}

void ab_interface_motion(const abInterface *interface, const double *u, double out[6]) {
    const abVolumeSet *set = interface->set;
    size_t columns = 3 * set->node_count;
    for (size_t k = 0; k < 6; k++) {
        out[k] = 0.0;
        for (size_t c = 0; c < columns; c++) {
            out[k] += interface->rows[k * columns + c] * u[3 * (size_t)set->nodes[c / 3] + c % 3];
        }
    }
}

void ab_interface_move(const abVolumeMesh *mesh, const abInterface *interface, int motion,
                       double *u) {
    abVec3 axis = {motion % 3 == 0, motion % 3 == 1, motion % 3 == 2};
    for (size_t i = 0; i < interface->set->node_count; i++) {
        int node = interface->set->nodes[i];
        abVec3 arm = ab_sub(mesh->nodes[node].point, interface->point);
        abVec3 moved = motion < 3 ? axis : ab_cross(axis, arm);
        for (int k = 0; k < 3; k++) {
            u[3 * (size_t)node + (size_t)k] += ab_get(moved, k);
        }
    }
}
