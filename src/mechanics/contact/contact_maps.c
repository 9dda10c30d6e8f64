// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// contact_maps.c - forces, areas and pressures at the vertices of meshes that touch by surfaces.
//
// Each point of a contact acts where it is on its own surface, and on the other where it is
// nearest. Its force and area are shared among the corners of the triangle there, by their weights,
// which are 1 together; so both sides carry the whole force, whatever the meshes are. The pressure
// at a vertex is the force along the normal of the whole contact by the area seen along it that
// were shared to it; pressure times area sums to the normal force.

#include <math.h>

#include "base/array.h"
#include "base/sort.h"
#include "collide/pressure/surface_points.h"
#include "mechanics/contact/contact_maps.h"
#include "mechanics/contact/contact_report.h"
#include "mechanics/contact/contact_set.h"
#include "mechanics/contact/contact_surface.h"
#include "mesh/core/mesh_surface.h"

// A share, before those of one vertex are summed.
typedef struct abMapEntry {
    abMapRow row; // pressure, depth: times the area, until the end
    int order;    // as found, so that sums have one order
} abMapEntry;

typedef struct Work {
    abMechanics *d;
    size_t count;
    bool is_full; // out of memory
} Work;

static void add_entry(Work *work, const abMapRow *row) {
    abMechanics *d = work->d;
    if (!AB_ARRAYS_RESERVE(d->allocator, &d->report->arrays, d->report->map_entries,
                           work->count + 1)) {
        work->is_full = true;
        return;
    }
    d->report->map_entries[work->count] = (abMapEntry){*row, (int)work->count};
    work->count++;
}

// Shares what acts at a place among the corners of its triangle.
static void add_side(Work *work, int shape, const abSurfacePlace *place, int vertex,
                     const abMapRow *whole) {
    const abMeshSurface *surface = work->d->model->shapes[shape].shape.surface;
    abMapRow row = *whole;
    row.shape = shape;
    if (vertex >= 0) {
        row.vertex = vertex;
        add_entry(work, &row);
        return;
    }
    const double *weight = place->weight; // rounding may leave one a little below zero
    double whole_weight = fmax(0.0, weight[0]) + fmax(0.0, weight[1]) + fmax(0.0, weight[2]);
    for (int i = 0; i < 3 && surface != NULL && place->triangle >= 0; i++) {
        double w = weight[i] / whole_weight;
        if (w > 0.0) {
            row.vertex = surface->mesh->triangles[3 * place->triangle + i];
            row.force = ab_scale(w, whole->force);
            row.area = w * whole->area;
            row.pressure = w * whole->pressure;
            row.depth = w * whole->depth;
            add_entry(work, &row);
        }
    }
}

// `along`: the normal of the whole contact.
static void add_pair(Work *work, const abContactPair *pair, abVec3 along) {
    int count;
    double patch_area;
    const abSurfacePoint *points = ab_surface_now(work->d, pair, &count, &patch_area);
    for (int i = 0; i < count && !work->is_full; i++) {
        const abSurfacePoint *point = &points[i];
        abSurfaceLoad load = ab_surface_load(work->d, pair, point, patch_area);
        double shown = ab_dot(point->m_AB_W, along);
        abMapRow on_B = {.force = ab_add(load.normal, load.friction.force)};
        if (shown > 0.0) { // what faces away presses nothing
            on_B.area = shown * point->area;
            on_B.pressure = ab_dot(load.normal, along);
            on_B.depth = on_B.area * point->depth;
        }
        abMapRow on_A = on_B;
        on_A.force = ab_neg(on_B.force);
        bool of_A = point->side == 0;
        add_side(work, pair->shape_a, of_A ? &point->own : &point->other, of_A ? point->vertex : -1,
                 &on_A);
        add_side(work, pair->shape_b, of_A ? &point->other : &point->own, of_A ? -1 : point->vertex,
                 &on_B);
    }
}

static int compare(const void *a, const void *b) {
    const abMapEntry *p = a, *q = b;
    if (p->row.shape != q->row.shape) {
        return p->row.shape < q->row.shape ? -1 : 1;
    }
    if (p->row.vertex != q->row.vertex) {
        return p->row.vertex < q->row.vertex ? -1 : 1;
    }
    return (p->order > q->order) - (p->order < q->order);
}

static int sum_vertices(abMechanics *m, size_t count) {
    int rows = 0;
    for (size_t i = 0; i < count; i++) {
        const abMapRow *from = &m->report->map_entries[i].row;
        abMapRow *to = rows > 0 ? &m->report->map_rows[rows - 1] : NULL;
        if (to == NULL || to->shape != from->shape || to->vertex != from->vertex) {
            m->report->map_rows[rows++] = *from;
            continue;
        }
        to->force = ab_add(to->force, from->force);
        to->area += from->area;
        to->pressure += from->pressure;
        to->depth += from->depth;
    }
    for (int i = 0; i < rows; i++) {
        abMapRow *row = &m->report->map_rows[i];
        row->pressure = row->area > 0.0 ? row->pressure / row->area : 0.0;
        row->depth = row->area > 0.0 ? row->depth / row->area : 0.0;
    }
    return rows;
}

int ab_contacts_map(abMechanics *m, const abMapRow **rows) {
    Work work = {.d = m};
    for (size_t k = 0; k < m->contacts->count; k++) {
        if (m->contacts->pairs[k].data->has_surface &&
            m->contacts->pairs[k].data->interaction->rule->maps) {
            add_pair(&work, &m->contacts->pairs[k], m->contacts->now[k].normal_W);
        }
    }
    if (work.is_full ||
        !AB_ARRAYS_RESERVE(m->allocator, &m->report->arrays, m->report->map_rows, work.count + 1)) {
        return -1;
    }
    if (work.count > 0) {
        ab_sort(m->report->map_entries, work.count, sizeof *m->report->map_entries, compare);
    }
    *rows = m->report->map_rows;
    return sum_vertices(m, work.count);
}
