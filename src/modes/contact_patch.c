// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// contact_patch.c - a part of the surface that something will press on.

#include "modes/contact_patch.h"

#include "base/no_memory.h"
#include "math/core/vector_math.h"
#include "modes/interface.h"

// The place of a node in the set; -1: not in it.
static int place_in(const abVolumeSet *set, int node) {
    size_t low = 0, high = set->node_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (set->nodes[middle] < node) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < set->node_count && set->nodes[low] == node ? (int)low : -1;
}

// A uniform pressure on a triangle of 3 nodes acts on each by a third, on one of 6 nodes on the middles
// of its edges.
static bool add_face(const abVolumeMesh *mesh, const abVolumeSurface *surface, size_t f,
                     abContactPatch *patch) {
    const int *nodes = surface->faces[f].nodes;
    int count = surface->face_nodes, places[6];
    for (int k = 0; k < count; k++) {
        places[k] = place_in(patch->set, nodes[k]);
        if (places[k] < 0) {
            return false;
        }
    }
    abVec3 p = mesh->nodes[nodes[0]].point;
    abVec3 twice =
        ab_cross(ab_sub(mesh->nodes[nodes[1]].point, p), ab_sub(mesh->nodes[nodes[2]].point, p));
    for (int k = 0; k < count; k++) {
        patch->normals[places[k]] = ab_add(patch->normals[places[k]], twice);
        if (k >= count - 3) {
            patch->areas[places[k]] = ab_add_scaled(patch->areas[places[k]], 1.0 / 6.0, twice);
        }
    }
    patch->area += 0.5 * ab_norm(twice);
    return true;
}

static abResult add_faces(const abVolumeMesh *mesh, const abVolumeSurface *surface,
                          abContactPatch *patch, abError *error) {
    size_t faces = 0;
    for (size_t f = 0; f < surface->face_count; f++) {
        faces += add_face(mesh, surface, f, patch);
    }
    if (faces == 0) {
        return ab_error_add(error, AB_BAD_MODEL, ab_volume_file(mesh),
                            "contact %s: its %zu nodes have no whole face of the surface; a patch "
                            "of contact is a set of faces",
                            patch->set->name, patch->set->node_count);
    }
    for (size_t i = 0; i < patch->set->node_count; i++) {
        double length = ab_norm(patch->normals[i]);
        patch->normals[i] = length > 0.0 ? ab_scale(1.0 / length, patch->normals[i]) : (abVec3){0};
    }
    return AB_OK;
}

static abResult count_modes(const abVolumeMesh *mesh, const abContactDef *def,
                            abContactPatch *patch, abError *error) {
    int nodes = (int)patch->set->node_count;
    if (def->kind == AB_CONTACT_UNIFORM) {
        patch->load_count = patch->mode_count = AB_PATCH_UNIFORM;
        return AB_OK;
    }
    if (nodes > AB_PATCH_NODES) {
        return ab_error_add(error, AB_BAD_MODEL, ab_volume_file(mesh),
                            "contact %s has %d nodes; at most %d may have forces of their own: "
                            "take a smaller set, or %s:uniform",
                            patch->set->name, nodes, AB_PATCH_NODES, patch->set->name);
    }
    patch->load_count = nodes;
    patch->mode_count = def->kind == AB_CONTACT_NODES || def->count > nodes ? nodes : def->count;
    return AB_OK;
}

abResult ab_contact_patch_create(const abVolumeMesh *mesh, const abVolumeSurface *surface,
                                 const abContactDef *def, abArena *arena, abContactPatch *out,
                                 abError *error) {
    *out = (abContactPatch){.kind = def->kind};
    AB_TRY(ab_interface_set(mesh, def->set, arena, &out->set, error));
    out->areas = AB_ARENA_NEW(arena, abVec3, out->set->node_count + 1);
    out->normals = AB_ARENA_NEW(arena, abVec3, out->set->node_count + 1);
    if (out->areas == NULL || out->normals == NULL) {
        return ab_no_memory(error, (abPlace){0}, "for a patch of contact");
    }
    AB_TRY(add_faces(mesh, surface, out, error));
    return count_modes(mesh, def, out, error);
}

static void add_force(double *forces, int node, double factor, abVec3 direction) {
    double *f = forces + 3 * (size_t)node;
    f[0] += factor * direction.x;
    f[1] += factor * direction.y;
    f[2] += factor * direction.z;
}

void ab_contact_patch_pressure(const abContactPatch *patch, double *forces) {
    for (size_t i = 0; i < patch->set->node_count; i++) {
        add_force(forces, patch->set->nodes[i], -1.0 / patch->area, patch->areas[i]);
    }
}

void ab_contact_patch_load(const abContactPatch *patch, int k, double *forces) {
    if (patch->kind != AB_CONTACT_UNIFORM) {
        add_force(forces, patch->set->nodes[k], -1.0, patch->normals[k]);
        return;
    }
    if (k == AB_PATCH_UNIFORM - 1) {
        ab_contact_patch_pressure(patch, forces);
        return;
    }
    abVec3 axis = {k == 0, k == 1, k == 2};
    for (size_t i = 0; i < patch->set->node_count; i++) {
        double share = ab_norm(patch->areas[i]) / patch->area;
        add_force(forces, patch->set->nodes[i], share, axis);
    }
}
