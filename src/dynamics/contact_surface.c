// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// contact_surface.c - touches that are carried by surfaces of meshes, part by part, under a law
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
// Source  own derivation, docs/theory/surface_contact.md.

#include <math.h>

#include "dynamics/parts.h"

static const abSurfacePoint *find_points(const abDynamics *d, const abTouch *touch,
                                         const abPose *X_WA, const abPose *X_WB, int *count) {
    const abSurfacePoint *points = NULL;
    *count =
        ab_surface_points(d->surfaces, &d->model->shapes[touch->shape_a].shape, X_WA,
                          &d->model->shapes[touch->shape_b].shape, X_WB, touch->surface, &points);
    return points;
}

// The sum over all points.
typedef struct Sum {
    abVec3 origin; // the first point: moments are about it
    abVec3 force, torque, pressing, place;
    abVec3 area;
    int deepest;
} Sum;

// ---- one point ----

// Of (4).
double ab_surface_area_rate(const abSurfacePoint *point, abVec3 w_A, abVec3 w_B, abVec3 v) {
    abVec3 own = point->side == 0 ? w_A : w_B, other = point->side == 0 ? w_B : w_A;
    abVec3 n_dot = ab_cross(other, point->n_AB_W);
    if (point->bend != AB_BEND_NONE) {
        // v is of B against A; the outward normal of the other is -n on side 0, n on side 1, and so
        // is the motion of the point against the other: both signs cancel
        abVec3 across = ab_add_scaled(v, -ab_dot(v, point->n_AB_W), point->n_AB_W);
        if (point->bend == AB_BEND_EDGE) {
            across = ab_add_scaled(across, -ab_dot(v, point->edge_W), point->edge_W);
        }
        n_dot = ab_add_scaled(n_dot, point->curvature, across);
    }
    return ab_dot(ab_cross(own, point->area_W), point->n_AB_W) + ab_dot(point->area_W, n_dot);
}

abVec3 ab_surface_hold(const abSurfaceGrip *grip, abVec3 p_W) {
    return ab_add(grip->v, ab_cross(grip->w, ab_sub(p_W, grip->at)));
}

abVec3 ab_surface_gripped(const abSurfaceGrip *grip, abVec3 hold, const abSlip *slip) {
    hold = ab_add_scaled(hold, -ab_dot(hold, slip->n_AB), slip->n_AB);
    abVec3 pull = ab_add_scaled(hold, grip->per_speed, slip->v_t);
    double size = ab_norm(pull), limit = grip->friction * slip->normal_force;
    return ab_scale(size > 1.0 ? -limit / size : -limit, pull);
}

// Where a law of a user is asked; `site` is room.
static void visit(const abDynamics *d, const abTouch *touch, const abSurfacePoint *point,
                  abContact *contact, abContactSite *site) {
    if (touch->has_code) {
        *site = ab_user_site_at(d, touch, point->p_W, point->n_AB_W, point->depth);
        site->code = ab_user_code_for(d, site, AB_USER_NORMAL);
        contact->site = site;
    }
}

abSurfaceLoad ab_surface_load(const abDynamics *d, const abTouch *touch,
                              const abSurfacePoint *point, double patch_area) {
    const abBodyNow *A = &d->bodies[touch->body_a], *B = &d->bodies[touch->body_b];
    abSurfaceLoad load = {.v = ab_sub(ab_velocity_at(B, point->p_W), ab_velocity_at(A, point->p_W)),
                          .shown = fmax(0.0, point->seen)};
    abVec3 n = point->n_AB_W;
    load.rate = -ab_dot(load.v, n);
    abContact contact = {
        .depth = point->depth, .rate = load.rate, .area = point->area, .patch_area = patch_area};
    ab_contact_layer(d, touch, point, &contact);
    if (!(point->area > 0.0) || point->depth > touch->ignored_depth) {
        return load;
    }
    abContactSite site;
    visit(d, touch, point, &contact, &site);
    load.law = ab_touch_normal(touch, touch->law_memory, &contact);
    double damping = load.shown * (load.law.force - load.law.elastic);
    load.normal = ab_add_scaled(ab_scale(load.law.elastic, point->m_AB_W), damping, n); // (1)
    abSlip slip = {.v_t = ab_add_scaled(load.v, load.rate, n),
                   .w = ab_sub(B->w, A->w),
                   .n_AB = n,
                   .normal_force = load.shown * load.law.force,
                   .depth = point->depth,
                   .radius = INFINITY};
    if (touch->grip.is_set) {
        abVec3 hold = ab_surface_hold(&touch->grip, point->p_W);
        load.friction.force = ab_surface_gripped(&touch->grip, hold, &slip);
    } else {
        touch->interaction->friction->evaluate(touch->friction_constants, &slip, &load.friction);
    }
    load.sliding_power = -ab_dot(load.friction.force, slip.v_t);
    load.rolling_power = -ab_dot(load.friction.torque, slip.w);
    return load;
}

static void add_point(abDynamics *d, const abTouch *touch, const abSurfacePoint *point,
                      double patch_area, abTouchNow *now, Sum *sum) {
    abSurfaceLoad load = ab_surface_load(d, touch, point, patch_area);
    const abNormalForce *law = &load.law;
    if (law->energy == 0.0 && law->force == 0.0) {
        return;
    }
    double seen = point->seen;
    double area_rate =
        ab_surface_area_rate(point, d->bodies[touch->body_a].w, d->bodies[touch->body_b].w, load.v);
    double stored_rate =
        seen * law->elastic * load.rate + law->energy / point->area * area_rate; // (4)
    d->book_rates[AB_BOOK_SLIDING] += load.sliding_power;
    d->book_rates[AB_BOOK_ROLLING] += load.rolling_power;
    d->book_rates[AB_BOOK_CONTACT_DAMPING] -= ab_dot(load.normal, load.v) + stored_rate; // (3)

    abVec3 force = ab_add(load.normal, load.friction.force);
    abVec3 arm = ab_sub(point->p_W, sum->origin);
    sum->force = ab_add(sum->force, force);
    sum->torque = ab_add(sum->torque, ab_add(load.friction.torque, ab_cross(arm, force)));
    sum->pressing = ab_add(sum->pressing, load.normal);
    double weight = load.shown * law->force;
    sum->place = ab_add_scaled(sum->place, weight, arm);
    sum->area = ab_add_scaled(sum->area, point->area, point->m_AB_W);
    now->normal.force += weight;
    now->normal.elastic += seen * law->elastic;
    now->normal.stiffness += seen * law->stiffness;
    now->normal.damping += load.shown * law->damping;
    now->normal.energy += seen * law->energy; // (2)
    now->pressure = fmax(now->pressure, law->force / point->area);
}

// ---- all of them ----

double ab_surface_whole_area(const abTouch *touch, const abSurfacePoint *points, int count) {
    double area = 0.0;
    for (int i = 0; i < count && touch->surface.rule == AB_SURFACE_FACES; i++) {
        area += points[i].area * fmax(0.0, points[i].seen);
    }
    return area; // of vertices 0: each has its own damping
}

// The deepest point as the nearest points of the pair.
static abProximity deepest_of(const abSurfacePoint *point) {
    abVec3 p = point->p_W,
           q = ab_add_scaled(p, point->side == 0 ? -point->depth : point->depth, point->n_AB_W);
    return (abProximity){.distance = -point->depth,
                         .n_AB_W = point->n_AB_W,
                         .p_A_W = point->side == 0 ? p : q,
                         .p_B_W = point->side == 0 ? q : p,
                         .radius = INFINITY,
                         .is_exact = true};
}

const abSurfacePoint *ab_surface_now(const abDynamics *d, const abTouch *touch, int *count,
                                     double *patch_area) {
    abPose room[2];
    const abSurfacePoint *points =
        find_points(d, touch, ab_dynamics_shape_pose(d, touch->shape_a, &room[0]),
                    ab_dynamics_shape_pose(d, touch->shape_b, &room[1]), count);
    *patch_area = ab_surface_whole_area(touch, points, *count);
    return points;
}

void ab_surface_evaluate(abDynamics *d, const abTouch *touch, abTouchNow *now) {
    int count = 0, deepest = 0;
    double patch_area;
    const abSurfacePoint *points = NULL;
    *now = (abTouchNow){0};
    if (!ab_surface_has_parts(touch)) {
        points = ab_surface_now(d, touch, &count, &patch_area);
    } else if (ab_surface_evaluate_plane(d, touch, now) ||
               ab_surface_evaluate_parts(d, touch, now)) {
        return;
    }
    if (count <= 0) { // apart, or only by a part that no corner is in
        ab_dynamics_proximity(d, touch->shape_a, touch->shape_b, &now->at);
        now->normal_W = now->at.n_AB_W;
        now->point = ab_proximity_middle(&now->at);
        return;
    }
    Sum sum = {.origin = points[0].p_W};
    for (int i = 0; i < count; i++) {
        add_point(d, touch, &points[i], patch_area, now, &sum);
        deepest = points[i].depth > points[deepest].depth ? i : deepest;
    }
    now->at = deepest_of(&points[deepest]);
    now->points = count;
    now->area = ab_norm(sum.area);
    double pressing = ab_norm(sum.pressing);
    now->normal_W = pressing > 0.0 ? ab_scale(1.0 / pressing, sum.pressing) : now->at.n_AB_W;
    abVec3 way = now->normal.force > 0.0 ? ab_scale(1.0 / now->normal.force, sum.place)
                                         : ab_sub(points[deepest].p_W, sum.origin);
    now->normal.force = pressing;
    now->point = ab_add(sum.origin, way);
    now->force = sum.force;
    now->torque = ab_sub(sum.torque, ab_cross(way, sum.force));
    const abBodyNow *A = &d->bodies[touch->body_a], *B = &d->bodies[touch->body_b];
    abVec3 v = ab_sub(ab_velocity_at(B, now->point), ab_velocity_at(A, now->point));
    now->rate = -ab_dot(v, now->normal_W);
    now->slip = ab_add_scaled(v, now->rate, now->normal_W);
}

// ---- what a touch is going to be like ----

abNormalForce ab_surface_at_rest(const abDynamics *d, const abTouch *touch, const abProximity *at,
                                 double depth) {
    abPose room[2], X_WA = *ab_dynamics_shape_pose(d, touch->shape_a, &room[0]);
    abPose X_WB = *ab_dynamics_shape_pose(d, touch->shape_b, &room[1]);
    X_WB.p = ab_add_scaled(X_WB.p, -(depth + at->distance), at->n_AB_W);
    int count;
    const abSurfacePoint *points = find_points(d, touch, &X_WA, &X_WB, &count);
    abNormalForce out = {0};
    for (int i = 0; i < count; i++) {
        abContact contact = {.depth = points[i].depth, .area = points[i].area};
        abContactSite site;
        ab_contact_layer(d, touch, &points[i], &contact);
        visit(d, touch, &points[i], &contact, &site);
        abNormalForce law = ab_touch_normal(touch, touch->law_memory, &contact);
        out.force += points[i].seen * law.force;
        out.elastic += points[i].seen * law.elastic;
        out.stiffness += points[i].seen * law.stiffness;
        out.energy += points[i].seen * law.energy;
    }
    return out;
}
