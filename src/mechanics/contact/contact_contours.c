// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// contact_contours.c - contact pairs of two meshes by the regions within the contours in which they meet:
// what their points are for, and what each region carries, for frames.

#include "mechanics/contact/contact_contours.h"
#include "base/array.h"
#include "collide/broad/patch_point.h"
#include "collide/broad/proximity.h"
#include "mechanics/contact/contact_proximity.h"
#include "mechanics/contact/contact_report.h"
#include "mechanics/contact/contact_set.h"
#include "mechanics/state/place.h"

int ab_contact_pair_contours(const abMechanics *m, const abContactPair *pair, const abPose *X_WA,
                             const abPose *X_WB, const abProximity *at,
                             abPatchPoint points[AB_PATCH_MAX]) {
    const abShape *A = m->model->shapes[pair->shape_a].faces;
    const abShape *B = m->model->shapes[pair->shape_b].faces;
    abContourUse use = pair->data->wants_area       ? AB_CONTOUR_AREAS
                       : pair->data->is_rigid       ? AB_CONTOUR_ROWS
                       : m->contacts->keeps_patches ? AB_CONTOUR_STEPS
                                                    : AB_CONTOUR_FORCES;
    return ab_contour_patch(m->contacts->contours, m->contacts->regions, A, X_WA, B, X_WB, at,
                            &pair->data->contours, use, points);
}

static abContactRegion row_of(const abContourRegion *region, int contact) {
    return (abContactRegion){.contact = contact,
                             .area = region->flat_area,
                             .surface_a = region->area[0],
                             .surface_b = region->area[1],
                             .volume = region->volume,
                             .depth = region->depth,
                             .point = region->middle_W,
                             .normal = region->n_AB_W,
                             .center = region->centre_W,
                             .center_of_pressure = region->centre_W};
}

void ab_contours_begin(abMechanics *m) {
    if (!m->contacts->wants_energy) {
        m->report->region_row_count = 0;
    }
}

static bool add_row(abMechanics *m, int region, int contact) {
    size_t count = m->report->region_row_count;
    if (!AB_ARRAYS_RESERVE(m->allocator, &m->report->arrays, m->report->region_rows, count + 1)) {
        return false;
    }
    m->report->region_rows[count] = row_of(&m->contacts->contours->regions[region], contact);
    m->report->region_row_count++;
    m->report->last_region = region;
    return true;
}

static void add_force(abContactRegion *row, abVec3 place, abVec3 force, double normal_force) {
    row->points++;
    row->normal_force += normal_force;
    row->force = ab_add(row->force, force);
    if (row->normal_force > 0.0) {
        row->center_of_pressure =
            ab_add_scaled(row->center_of_pressure, normal_force / row->normal_force,
                          ab_sub(place, row->center_of_pressure));
    }
}

void ab_contours_add(abMechanics *m, const abContactPair *pair, const abPatchPoint *point,
                     abVec3 force, double normal_force) {
    int contact = (int)(pair - m->contacts->pairs);
    size_t count = m->report->region_row_count;
    bool is_same = count > 0 && m->report->region_rows[count - 1].contact == contact &&
                   m->report->last_region == point->region;
    if (point->region < 0 || pair->data->is_rigid || m->contacts->wants_energy ||
        (!is_same && !add_row(m, point->region, contact))) {
        return;
    }
    add_force(&m->report->region_rows[m->report->region_row_count - 1], point->p_W, force,
              normal_force);
}

// ---- rigid contact ----

static abContactRegion *nearest_row(abMechanics *m, size_t first, abVec3 place) {
    abContactRegion *nearest = &m->report->region_rows[first];
    for (size_t i = first + 1; i < m->report->region_row_count; i++) {
        abContactRegion *row = &m->report->region_rows[i];
        bool is_nearer =
            ab_norm2(ab_sub(row->center, place)) < ab_norm2(ab_sub(nearest->center, place));
        nearest = is_nearer ? row : nearest;
    }
    return nearest;
}

static void sort_rows(abMechanics *m) {
    abContactRegion *rows = m->report->region_rows;
    for (size_t i = 1; i < m->report->region_row_count; i++) {
        abContactRegion row = rows[i];
        size_t k = i;
        for (; k > 0 && rows[k - 1].contact > row.contact; k--) {
            rows[k] = rows[k - 1];
        }
        rows[k] = row;
    }
}

bool ab_contours_add_rigid(abMechanics *m, size_t k, const abVec3 *places, const abVec3 *forces,
                           int count) {
    const abContactPair *pair = &m->contacts->pairs[k];
    abPose storage[2], X_WA = *ab_mechanics_shape_pose(m, pair->shape_a, &storage[0]);
    abPose X_WB = *ab_mechanics_shape_pose(m, pair->shape_b, &storage[1]);
    abProximity at = m->contacts->now[k].at;
    ab_pair_proximity(m, pair->shape_a, pair->shape_b, &at);
    double push = 1e-3 * fmin(m->model->shapes[pair->shape_a].shape.bound,
                              m->model->shapes[pair->shape_b].shape.bound);
    X_WB.p = ab_add_scaled(X_WB.p, -push, at.n_AB_W);
    at.distance -= push;
    abPatchPoint points[AB_PATCH_MAX];
    ab_contact_pair_contours(m, pair, &X_WA, &X_WB, &at, points);
    size_t first = m->report->region_row_count;
    for (int r = 0; r < (int)m->contacts->contours->region_count; r++) {
        if (!add_row(m, r, (int)k)) {
            return false;
        }
        abContactRegion *row = &m->report->region_rows[m->report->region_row_count - 1];
        row->depth = fmax(0.0, row->depth - push);
        row->volume = fmax(0.0, row->volume - push * row->area);
    }
    for (int i = 0; i < count && first < m->report->region_row_count; i++) {
        abContactRegion *row = nearest_row(m, first, places[i]);
        add_force(row, places[i], forces[i], ab_dot(forces[i], row->normal));
    }
    sort_rows(m);
    return true;
}
