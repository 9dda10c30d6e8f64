// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// mesh_source.c - from the keys of a shape to its mesh.

#include "mesh/read/mesh_source.h"

#include <stdio.h>

#include "math/core/vector_math.h"
#include "mesh/read/mesh_reader.h"

const char *const ab_mesh_units[] = {"m", "km", "cm", "mm", "um", "in", "ft", NULL};

// Metres are numerator / denominator of the unit: a division by 1000 is rounded once.
static const struct {
    double numerator, denominator;
} s_units[] = {{1.0, 1.0}, {1000.0, 1.0}, {1.0, 100.0}, {1.0, 1000.0},
               {1.0, 1e6}, {0.0254, 1.0}, {0.3048, 1.0}};

static abResult check_scale(const abMeshSpec *spec, abPlace place, abError *error) {
    for (int i = 0; i < 3; i++) {
        double s = fabs(ab_get(spec->scale, i));
        if (!(s >= 1e-12 && s <= 1e12)) {
            return ab_error_add(error, AB_BAD_MODEL, place,
                                "scale = [%g, %g, %g] must lie between 1e-12 and 1e12, or its "
                                "negative, along each axis",
                                spec->scale.x, spec->scale.y, spec->scale.z);
        }
    }
    return AB_OK;
}

static abResult apply_scale(const abMeshSpec *spec, const char *file, abTriangleMesh *mesh,
                            abPlace place, abError *error) {
    double up = s_units[spec->unit].numerator, down = s_units[spec->unit].denominator;
    abVec3 s = spec->scale;
    for (size_t i = 0; i < mesh->point_count; i++) {
        abVec3 *p = &mesh->points[i];
        *p = ab_vec3(s.x * (p->x * up / down), s.y * (p->y * up / down), s.z * (p->z * up / down));
        if (!(fmax(fabs(p->x), fmax(fabs(p->y), fabs(p->z))) <= AB_LENGTH_MAX)) {
            return ab_error_add(error, AB_BAD_MODEL, place,
                                "%s: scaled point %d, [%g, %g, %g] m, is not within +-%g", file,
                                mesh->numbers[i], p->x, p->y, p->z, AB_LENGTH_MAX);
        }
    }
    if (s.x * s.y * s.z < 0.0) { // a mirror turns triangles around
        for (size_t t = 0; t < mesh->triangle_count; t++) {
            int *c = &mesh->triangles[3 * t], swap = c[1];
            c[1] = c[2], c[2] = swap;
        }
    }
    return AB_OK;
}

abResult ab_mesh_source(const abMeshSpec *spec, const char *folder, abArena *arena,
                        abMeshSource **out, abPlace place, abError *error) {
    AB_TRY(check_scale(spec, place, error));
    abMeshSource *source = AB_ARENA_NEW(arena, abMeshSource, 1);
    if (source == NULL) {
        return ab_error_add(error, AB_IO, place, "no memory for a mesh");
    }
    source->file = spec->file != NULL ? spec->file : "the mesh in the model";
    AB_TRY(spec->file != NULL ? ab_mesh_read(spec->file, folder, arena, &source->mesh, place, error)
                              : ab_mesh_of_lists(source->file, spec->points, spec->faces, arena,
                                                 &source->mesh, place, error));
    AB_TRY(apply_scale(spec, source->file, &source->mesh, place, error));
    if (!ab_mesh_repair(&source->mesh, spec->repairs, source->repaired, arena->allocator) ||
        !ab_mesh_report(&source->mesh, arena->allocator, &source->report)) {
        return ab_error_add(error, AB_IO, place, "%s: no memory to look the mesh over",
                            source->file);
    }
    *out = source;
    return AB_OK;
}

bool ab_mesh_repair_line(const abMeshSource *source, char *out, size_t size) {
    size_t used = 0;
    out[0] = '\0';
    for (int i = 0; i < AB_REPAIR_COUNT && used < size; i++) {
        if (source->repaired[i] > 0) {
            used += (size_t)snprintf(out + used, size - used, "%s%s %zu", used > 0 ? ", " : "",
                                     ab_mesh_repair_words[i], source->repaired[i]);
        }
    }
    return used > 0;
}
