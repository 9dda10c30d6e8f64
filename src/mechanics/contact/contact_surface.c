// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// contact_surface.c - contact pairs that are carried by surfaces of meshes, part by part, under a law
// that is a pressure.
//
// Each point is a contact of the law with its own depth, rate and area A. With n the direction of
// the depth, m that of the pressure and c = m . n,
//
//   force on B   F_e m + max(0, c) (F - F_e) n + friction across n                       (1)
//   stored       c U                                                                     (2)
//   lost         closing power of (1) without friction, less d(c U)/dt                   (3)
//   d(c U)/dt = c F_e d' + (U/A) d(A c)/dt,  d(A c)/dt = (w x a) . n + a . n'            (4)
//
// F, F_e, U: of the law at A; a: the area as a vector, which turns with its body (w). Where the
// other surface is flat (3) has no elastic part: the pressure is then the slope of its store. Over
// curved ones it has, of the order of depth by radius, and gives back what it took.
//
// Vertices by point have m = n, and what they store does not depend on areas: (4) is c F_e d'.
//
// Source  own derivation, docs/theory/surface_contact.md.

#include <math.h>

#include "base/array.h"
#include "collide/broad/proximity.h"
#include "collide/pressure/surface_points.h"
#include "mechanics/contact/contact_field.h"
#include "mechanics/contact/contact_parts.h"
#include "mechanics/contact/contact_plane.h"
#include "mechanics/contact/contact_proximity.h"
#include "mechanics/contact/contact_set.h"
#include "mechanics/contact/contact_sum.h"
#include "mechanics/contact/contact_surface.h"
#include "mechanics/contact/user_site.h"
#include "mechanics/state/place.h"

static const abSurfacePoint *find_points(const abMechanics *m, const abContactPair *pair,
                                         const abPose *X_WA, const abPose *X_WB, int *count) {
    const abSurfacePoint *points = NULL;
    *count = ab_surface_points(m->contacts->surfaces, m->model->shapes[pair->shape_a].pressed, X_WA,
                               m->model->shapes[pair->shape_b].pressed, X_WB, pair->data->surface,
                               &points);
    return points;
}

// ---- one point ----

// Of (4).
double ab_surface_area_rate(const abSurfacePoint *point, abVec3 w_A, abVec3 w_B, abVec3 v) {
    abVec3 own = point->side == 0 ? w_A : w_B, other = point->side == 0 ? w_B : w_A;
    abVec3 n_dot = ab_cross(other, point->n_AB_W);
    if (point->bend != AB_SURFACE_BEND_NONE) {
        // v is of B against A; the outward normal of the other is -n on side 0, n on side 1, and so
        // is the motion of the point against the other: both signs cancel
        abVec3 across = ab_add_scaled(v, -ab_dot(v, point->n_AB_W), point->n_AB_W);
        if (point->bend == AB_SURFACE_BEND_EDGE) {
            across = ab_add_scaled(across, -ab_dot(v, point->edge_W), point->edge_W);
        }
        n_dot = ab_add_scaled(n_dot, point->curvature, across);
    }
    return ab_dot(ab_cross(own, point->area_W), point->n_AB_W) + ab_dot(point->area_W, n_dot);
}

abVec3 ab_surface_hold(const abContactPair *pair, abVec3 p_W) {
    const abSurfaceTangential *tangential = pair->tangential;
    if (tangential == NULL) {
        return ab_vec3(0.0, 0.0, 0.0);
    }
    return ab_add(tangential->v, ab_cross(tangential->w, ab_sub(p_W, tangential->at)));
}

static abVec3 gripped(const abSurfaceTangential *tangential, abVec3 hold, const abSlip *slip) {
    hold = ab_add_scaled(hold, -ab_dot(hold, slip->n_AB), slip->n_AB);
    abVec3 pull = ab_add_scaled(hold, tangential->per_speed, slip->v_t);
    double size = ab_norm(pull), limit = tangential->friction * slip->normal_force;
    return ab_scale(size > 1.0 ? -limit / size : -limit, pull);
}

abFrictionForce ab_surface_friction(const abContactPair *pair, abVec3 hold, const abSlip *slip) {
    abFrictionForce out = {0};
    if (pair->tangential != NULL) {
        out.force = gripped(pair->tangential, hold, slip);
    } else if (ab_surface_has_friction(pair)) {
        pair->data->interaction->friction->evaluate(pair->data->friction_constants, slip, &out);
    }
    return out;
}

// What a law of a user learns of a point of a surface besides.
static void note_corners(const abMechanics *m, const abContactPair *pair,
                         const abSurfacePoint *point, abContactSite *site) {
    const abBodyShape *shapes = m->model->shapes;
    const abMeshSurface *surface =
        shapes[point->side == 0 ? pair->shape_a : pair->shape_b].pressed->surface;
    site->side = point->side;
    site->both_sides = pair->data->surface.sides == AB_SURFACE_OF_BOTH;
    double along = point->side == 0 ? -point->depth : point->depth;
    abVec3 other = ab_add_scaled(point->p_W, along, point->n_AB_W);
    site->p_A_W = point->side == 0 ? point->p_W : other;
    site->p_B_W = point->side == 0 ? other : point->p_W;
    if (point->vertex >= 0) {
        site->corners[0] = point->vertex;
        site->weights[0] = 1.0;
    }
    for (int i = 0; point->vertex < 0 && point->own.triangle >= 0 && i < 3; i++) {
        site->corners[i] = surface->mesh->triangles[3 * point->own.triangle + i];
        site->weights[i] = point->own.weight[i];
    }
}

// Where a law of a user is asked; `site` is room.
static void visit(const abMechanics *m, const abContactPair *pair, const abSurfacePoint *point,
                  abContact *contact, abContactSite *site) {
    if (pair->data->has_code) {
        *site = ab_user_site_at(m, pair, point->p_W, point->n_AB_W, point->depth);
        note_corners(m, pair, point, site);
        site->code = ab_user_code_for(m, site, AB_USER_NORMAL);
        contact->site = site;
    }
}

abSurfaceLoad ab_surface_load(const abMechanics *m, const abContactPair *pair,
                              const abSurfacePoint *point, double patch_area) {
    const abBodyNow *A = &m->bodies[pair->data->body_a], *B = &m->bodies[pair->data->body_b];
    abSurfaceLoad load = {.v = ab_sub(ab_velocity_at(B, point->p_W), ab_velocity_at(A, point->p_W)),
                          .shown = fmax(0.0, point->seen)};
    abVec3 n = point->n_AB_W;
    load.rate = -ab_dot(load.v, n);
    abContact contact = {
        .depth = point->depth, .rate = load.rate, .area = point->area, .patch_area = patch_area};
    ab_contact_layer(m, pair, point, &contact);
    if (!ab_surface_point_acts(point) || point->depth > pair->data->ignored_depth) {
        return load;
    }
    abContactSite site;
    visit(m, pair, point, &contact, &site);
    load.law = ab_contact_pair_normal(pair, pair->law_memory, &contact);
    double damping = load.shown * (load.law.force - load.law.elastic);
    load.normal = ab_add_scaled(ab_scale(load.law.elastic, point->m_AB_W), damping, n); // (1)
    abSlip slip = {.v_t = ab_add_scaled(load.v, load.rate, n),
                   .w = ab_sub(B->w, A->w),
                   .n_AB = n,
                   .normal_force = load.shown * load.law.force,
                   .depth = point->depth,
                   .radius = INFINITY};
    load.friction = ab_surface_friction(pair, ab_surface_hold(pair, point->p_W), &slip);
    load.sliding_power = -ab_dot(load.friction.force, slip.v_t);
    load.rolling_power = -ab_dot(load.friction.torque, slip.w);
    return load;
}

void ab_surface_note_pressing(abMechanics *m, abVec3 p_W, double force) {
    abPressing *pressing = &m->contacts->pressing;
    if (AB_ARRAY_RESERVE(m->allocator, pressing->list, pressing->capacity, pressing->count + 1)) {
        pressing->list[pressing->count++] = (abPressingPoint){p_W, force};
    } else {
        pressing->lacks_room = true;
    }
}

static void add_point(abMechanics *m, const abContactPair *pair, const abSurfacePoint *point,
                      double patch_area, abSurfaceSum *sum) {
    abSurfaceLoad load = ab_surface_load(m, pair, point, patch_area);
    const abNormalForce *law = &load.law;
    if (law->energy == 0.0 && law->force == 0.0) {
        return;
    }
    double seen = point->seen;
    double area_rate = ab_surface_area_rate(point, m->bodies[pair->data->body_a].w,
                                            m->bodies[pair->data->body_b].w, load.v);
    double by_area = point->by_itself ? 0.0 : law->energy / point->area * area_rate;
    double stored_rate = seen * law->elastic * load.rate + by_area; // (4)
    m->book_rates[AB_BOOK_SLIDING] += load.sliding_power;
    m->book_rates[AB_BOOK_ROLLING] += load.rolling_power;
    m->book_rates[AB_BOOK_CONTACT_DAMPING] -= ab_dot(load.normal, load.v) + stored_rate; // (3)

    abVec3 force = ab_add(load.normal, load.friction.force);
    abVec3 arm = ab_sub(point->p_W, sum->origin);
    sum->force = ab_add(sum->force, force);
    sum->torque = ab_add(sum->torque, ab_add(load.friction.torque, ab_cross(arm, force)));
    sum->pressing = ab_add(sum->pressing, load.normal);
    double weight = load.shown * law->force;
    if (ab_surface_has_history(pair)) {
        ab_surface_note_pressing(m, point->p_W, weight);
    }
    sum->place = ab_add_scaled(sum->place, weight, arm);
    sum->area = ab_add_scaled(sum->area, point->area, point->m_AB_W);
    sum->weight += weight;
    sum->elastic += seen * law->elastic;
    sum->stiffness += seen * law->stiffness;
    sum->damping += load.shown * law->damping;
    sum->energy += seen * law->energy; // (2)
    if (point->area > 0.0) {
        sum->pressure = fmax(sum->pressure, law->force / point->area);
    }
}

// ---- all of them ----

double ab_surface_whole_area(const abContactPair *pair, const abSurfacePoint *points, int count) {
    double area = 0.0;
    for (int i = 0; i < count && pair->data->surface.rule == AB_SURFACE_FACES; i++) {
        area += points[i].area * fmax(0.0, points[i].seen);
    }
    return area; // of vertices 0: each has its own damping
}

const abSurfacePoint *ab_surface_now(const abMechanics *m, const abContactPair *pair, int *count,
                                     double *patch_area) {
    abPose storage[2];
    const abSurfacePoint *points =
        find_points(m, pair, ab_mechanics_shape_pose(m, pair->shape_a, &storage[0]),
                    ab_mechanics_shape_pose(m, pair->shape_b, &storage[1]), count);
    *patch_area = ab_surface_whole_area(pair, points, *count);
    return points;
}

void ab_surface_evaluate(abMechanics *m, const abContactPair *pair, abContactPairNow *now) {
    int count = 0, deepest = 0;
    double patch_area;
    const abSurfacePoint *points = NULL;
    *now = (abContactPairNow){0};
    m->contacts->pressing.count = 0;
    m->contacts->pressing.lacks_room = false;
    if (!ab_surface_has_parts(pair)) {
        points = ab_surface_now(m, pair, &count, &patch_area);
    } else if (ab_surface_evaluate_plane(m, pair, now) || ab_surface_evaluate_parts(m, pair, now)) {
        return;
    }
    if (count <= 0) { // apart, or only by a part that no corner is in
        ab_pair_proximity(m, pair->shape_a, pair->shape_b, &now->at);
        now->normal_W = now->at.n_AB_W;
        now->point = ab_proximity_middle(&now->at);
        return;
    }
    abSurfaceSum sum = {.origin = points[0].p_W, .points = count};
    for (int i = 0; i < count; i++) {
        add_point(m, pair, &points[i], patch_area, &sum);
        deepest = points[i].depth > points[deepest].depth ? i : deepest;
    }
    const abSurfacePoint *at = &points[deepest];
    now->at = ab_surface_proximity(at->p_W, at->n_AB_W, at->depth, at->side);
    ab_surface_sum_report(m, pair, &sum, now);
}

// ---- what a contact pair is going to be like ----

abNormalForce ab_surface_at_rest(const abMechanics *m, const abContactPair *pair,
                                 const abProximity *at, double depth) {
    abPose storage[2], X_WA = *ab_mechanics_shape_pose(m, pair->shape_a, &storage[0]);
    abPose X_WB = *ab_mechanics_shape_pose(m, pair->shape_b, &storage[1]);
    X_WB.p = ab_add_scaled(X_WB.p, -(depth + at->distance), at->n_AB_W);
    int count;
    const abSurfacePoint *points = find_points(m, pair, &X_WA, &X_WB, &count);
    abNormalForce out = {0};
    for (int i = 0; i < count; i++) {
        abContact contact = {.depth = points[i].depth, .area = points[i].area};
        abContactSite site;
        ab_contact_layer(m, pair, &points[i], &contact);
        visit(m, pair, &points[i], &contact, &site);
        abNormalForce law = ab_contact_pair_normal(pair, pair->law_memory, &contact);
        out.force += points[i].seen * law.force;
        out.elastic += points[i].seen * law.elastic;
        out.stiffness += points[i].seen * law.stiffness;
        out.energy += points[i].seen * law.energy;
    }
    return out;
}
