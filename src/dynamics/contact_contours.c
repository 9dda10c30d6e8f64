// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// contact_contours.c - touches of two meshes by the regions within the contours in which they meet:
// what their points are for, and what each region carries, for frames.

#include "base/array.h"
#include "dynamics/parts.h"

int ab_touch_contours(const abDynamics *d, const abTouch *touch, const abPose *X_WA,
                      const abPose *X_WB, const abProximity *at,
                      abPatchPoint points[AB_PATCH_MAX]) {
    const abShape *A = d->model->shapes[touch->shape_a].faces;
    const abShape *B = d->model->shapes[touch->shape_b].faces;
    abContourUse use = touch->wants_area ? AB_CONTOUR_AREAS
                       : touch->is_rigid ? AB_CONTOUR_ROWS
                                         : AB_CONTOUR_FORCES;
    return ab_contour_patch(d->contours, d->regions, A, X_WA, B, X_WB, at, &touch->contours, use,
                            points);
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

void ab_contours_begin(abDynamics *d) {
    if (!d->wants_energy) {
        d->region_row_count = 0;
    }
}

static bool add_row(abDynamics *d, int region, int contact) {
    size_t count = d->region_row_count;
    if (!AB_ARRAY_RESERVE(d->allocator, d->region_rows, d->region_row_capacity, count + 1)) {
        return false;
    }
    d->region_rows[count] = row_of(&d->contours->regions[region], contact);
    d->region_row_count++;
    d->last_region = region;
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

void ab_contours_add(abDynamics *d, const abTouch *touch, const abPatchPoint *point, abVec3 force,
                     double normal_force) {
    int contact = (int)(touch - d->touches);
    size_t count = d->region_row_count;
    bool is_same = count > 0 && d->region_rows[count - 1].contact == contact &&
                   d->last_region == point->region;
    if (point->region < 0 || touch->is_rigid || d->wants_energy ||
        (!is_same && !add_row(d, point->region, contact))) {
        return;
    }
    add_force(&d->region_rows[d->region_row_count - 1], point->p_W, force, normal_force);
}

// ---- rigid contact ----

static abContactRegion *nearest_row(abDynamics *d, size_t first, abVec3 place) {
    abContactRegion *nearest = &d->region_rows[first];
    for (size_t i = first + 1; i < d->region_row_count; i++) {
        abContactRegion *row = &d->region_rows[i];
        bool is_nearer =
            ab_norm2(ab_sub(row->center, place)) < ab_norm2(ab_sub(nearest->center, place));
        nearest = is_nearer ? row : nearest;
    }
    return nearest;
}

static void sort_rows(abDynamics *d) {
    abContactRegion *rows = d->region_rows;
    for (size_t i = 1; i < d->region_row_count; i++) {
        abContactRegion row = rows[i];
        size_t k = i;
        for (; k > 0 && rows[k - 1].contact > row.contact; k--) {
            rows[k] = rows[k - 1];
        }
        rows[k] = row;
    }
}

bool ab_dynamics_rigid_regions(abDynamics *d, size_t k, const abVec3 *places, const abVec3 *forces,
                               int count) {
    const abTouch *touch = &d->touches[k];
    abPose room[2], X_WA = *ab_dynamics_shape_pose(d, touch->shape_a, &room[0]);
    abPose X_WB = *ab_dynamics_shape_pose(d, touch->shape_b, &room[1]);
    abProximity at = d->now[k].at;
    ab_dynamics_proximity(d, touch->shape_a, touch->shape_b, &at);
    double push = 1e-3 * fmin(d->model->shapes[touch->shape_a].shape.bound,
                              d->model->shapes[touch->shape_b].shape.bound);
    X_WB.p = ab_add_scaled(X_WB.p, -push, at.n_AB_W);
    at.distance -= push;
    abPatchPoint points[AB_PATCH_MAX];
    ab_touch_contours(d, touch, &X_WA, &X_WB, &at, points);
    size_t first = d->region_row_count;
    for (int r = 0; r < (int)d->contours->region_count; r++) {
        if (!add_row(d, r, (int)k)) {
            return false;
        }
        abContactRegion *row = &d->region_rows[d->region_row_count - 1];
        row->depth = fmax(0.0, row->depth - push);
        row->volume = fmax(0.0, row->volume - push * row->area);
    }
    for (int i = 0; i < count && first < d->region_row_count; i++) {
        abContactRegion *row = nearest_row(d, first, places[i]);
        add_force(row, places[i], forces[i], ab_dot(forces[i], row->normal));
    }
    sort_rows(d);
    return true;
}
