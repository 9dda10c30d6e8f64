// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// contact_set.c - the pairs in contact: room for them, begun and ended.

#include "mechanics/contact/contact_set.h"

#include "base/array.h"
#include "base/no_memory.h"
#include "mechanics/contact/contact_pairs.h"
#include "mechanics/contact/contact_report.h"
#include "mechanics/contact/pair_data.h"
#include "mesh/core/mesh_surface.h"

// Room for the regions of the largest meshes.
static abResult make_regions(abMechanics *m, abError *error) {
    size_t triangles = 0, points = 0;
    for (size_t s = 0; s < m->model->shape_count; s++) {
        const abMeshSurface *surface = m->model->shapes[s].pressed->surface;
        if (surface != NULL) {
            size_t t = surface->mesh->triangle_count, p = surface->mesh->point_count;
            triangles = t > triangles ? t : triangles;
            points = p > points ? p : points;
        }
    }
    if (triangles > 0) {
        m->contacts->regions = ab_region_workspace_create(m->allocator, triangles, points);
        m->contacts->surfaces = ab_surface_workspace_create(m->allocator);
        m->contacts->contours = AB_ARENA_NEW(&m->arena, abContours, 1);
    }
    bool is_made = m->contacts->regions != NULL && m->contacts->surfaces != NULL &&
                   m->contacts->contours != NULL;
    if (is_made) {
        *m->contacts->contours = (abContours){.allocator = m->allocator};
    }
    return triangles > 0 && !is_made ? ab_no_memory(error, (abPlace){0}, "for the simulation")
                                     : AB_OK;
}

abResult ab_contacts_init(abMechanics *m, abError *error) {
    m->contacts = AB_ARENA_NEW(&m->arena, abContactSet, 1);
    m->report = AB_ARENA_NEW(&m->arena, abContactReport, 1);
    if (m->contacts == NULL || m->report == NULL || !ab_contacts_reserve(m, 16)) {
        return ab_no_memory(error, (abPlace){0}, "for the simulation");
    }
    m->contacts->curves.allocator = m->contacts->outlines.allocator = m->allocator;
    return make_regions(m, error);
}

void ab_contacts_done(abMechanics *m) {
    abContactSet *set = m->contacts;
    if (set == NULL) {
        return;
    }
    ab_pair_table_done(m);
    AB_ARRAY_FREE(m->allocator, set->pairs, set->capacity);
    AB_ARRAY_FREE(m->allocator, set->now, set->now_capacity);
    AB_ARRAY_FREE(m->allocator, set->pair_regions, set->pair_regions_capacity);
    ab_curve_workspace_done(&set->curves);
    ab_outline_workspace_done(&set->outlines);
    ab_region_workspace_destroy(set->regions);
    if (set->contours != NULL) {
        ab_contours_done(set->contours);
    }
    ab_surface_workspace_destroy(set->surfaces);
    AB_ARRAY_FREE(m->allocator, set->pressing.list, set->pressing.capacity);
    if (m->report != NULL) {
        ab_arrays_free(m->allocator, &m->report->arrays);
    }
}
