// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// contact_plane.c - a mesh on a plane under a pressure in proportion to the depth: all it does
// follows from a few integrals over the penetrating surface (collide/pressure/plane_cut.h), without points.
//
// With K the stiffness by area, n the outward normal of the plane, d the depth, dA the area as an
// outward vector, all in the frame of the mesh; on the other body
//
//   force = K int d dA,  moment = K int d x * dA,  energy = K/2 int d^2 (-n . dA)           (1)
//
// and of the damping, with the rate r = r_0 + s . x of the depth, over what faces the plane, dS,
//
//   int c_A r dS,  int c_A r x dS,  lost: int c_A r^2 dS                                    (2)
//
// from the integrals of 1, x and x x'. Damping by force has d r x, which is left to points where
// the bodies turn against each other; so is all damping where they part so fast that it cuts the
// pressure somewhere. Friction of bodies that turn against each other needs the points too, but no
// more of them than place and depth (plane_friction.c).
//
// Source  own derivation, docs/theory/surface_contact.md.

#include <math.h>

#include "collide/pressure/plane_greatest.h"
#include "collide/pressure/surface_points.h"
#include "mechanics/contact/contact_plane.h"
#include "mechanics/contact/contact_set.h"
#include "mechanics/contact/contact_sum.h"
#include "mechanics/contact/contact_surface.h"
#include "mechanics/state/place.h"

// Side of the mesh, 0 or 1; -1: this is no mesh on a plane.
static int side_of_mesh(const abMechanics *m, const abContactPair *pair) {
    const abShape *A = m->model->shapes[pair->shape_a].pressed;
    const abShape *B = m->model->shapes[pair->shape_b].pressed;
    int sides = pair->data->surface.sides;
    bool on_a = B->kind == AB_SHAPE_PLANE && A->surface != NULL && sides == AB_SURFACE_OF_A;
    bool on_b = A->kind == AB_SHAPE_PLANE && B->surface != NULL && sides == AB_SURFACE_OF_B;
    return on_a ? 0 : on_b ? 1 : -1;
}

static bool is_simple(const abContactPair *pair) {
    const abInteraction *with = pair->data->interaction;
    return with->normal->linear != NULL && !isfinite(pair->data->ignored_depth) &&
           pair->tangential == NULL && !ab_surface_has_history(pair) &&
           (!ab_surface_has_friction(pair) || ab_surface_takes_batches(pair));
}

// ---- damping ----

// How fast depths grow: still + slope . x.
typedef struct Rate {
    double still;
    abVec3 slope;
} Rate;

static Rate rate_of(const abSurfaceFrame *frame, abVec3 n) {
    abVec3 n_AB = ab_scale(-frame->side, n);
    return (Rate){-ab_dot(frame->v, n_AB), ab_cross(frame->w, n_AB)};
}

// Whether the pressure is nowhere cut at zero: K d (1 + c_F r) + c_A r is not below it on any point
// of the mesh.
static bool is_whole(const abShape *mesh, const abLinearPressure *by, const Rate *rate) {
    double middle = rate->still + ab_dot(rate->slope, mesh->center);
    double minimum = middle - ab_norm(rate->slope) * mesh->bound;
    return by->by_area > 0.0 ? minimum >= 0.0 : by->by_force * minimum >= -1.0;
}

static bool is_damped(const abLinearPressure *by) {
    return by->by_force != 0.0 || by->by_area != 0.0;
}

// What points are needed for.
static bool needs_points(const abShape *mesh, const abLinearPressure *by, const Rate *rate) {
    return is_damped(by) &&
           (!is_whole(mesh, by, rate) || (by->by_force != 0.0 && ab_norm2(rate->slope) > 0.0));
}

static abVec3 second_times(const double m[6], abVec3 v) {
    return ab_vec3(m[0] * v.x + m[1] * v.y + m[2] * v.z, m[1] * v.x + m[3] * v.y + m[4] * v.z,
                   m[2] * v.x + m[4] * v.y + m[5] * v.z);
}

// Adds (2), and where all is as fast the damping by force.
static void add_damping(const abPlaneCut *cut, const abLinearPressure *by, const Rate *rate,
                        abVec3 n_AB, abSurfaceSum *sum) {
    double per_force = by->by_force * by->stiffness, still = rate->still;
    abVec3 turning = second_times(cut->seen_second, rate->slope);
    double turned = ab_dot(rate->slope, cut->seen_first);
    double by_area = by->by_area * (still * cut->seen_area + turned);
    double by_force = per_force * still * cut->seen_depth;
    abVec3 place = ab_scale(by->by_area, ab_add_scaled(turning, still, cut->seen_first));
    place = ab_add_scaled(place, per_force * still, cut->seen_place);
    sum->pressing = ab_add_scaled(sum->pressing, by_area + by_force, n_AB);
    sum->torque = ab_add(sum->torque, ab_cross(place, n_AB));
    sum->place = ab_add(sum->place, place);
    sum->weight += by_area + by_force;
    sum->damping = per_force * cut->seen_depth + by->by_area * cut->seen_area;
    sum->lost = by_area * still + by_force * still +
                by->by_area * (still * turned + ab_dot(rate->slope, turning));
    // the elastic part is K d on what is seen of the area, and grows by c_F r
    sum->stiffness *= 1.0 + by->by_force * still;
}

// ---- all of it ----

static abSurfaceSum sum_of(const abPlaneCut *cut, double k, abVec3 n, double side) {
    return (abSurfaceSum){.pressing = ab_scale(side * k, cut->force), // (1)
                          .torque = ab_scale(side * k, cut->moment),
                          .place = ab_scale(k, cut->seen_place),
                          .area = ab_scale(side, cut->area),
                          .weight = k * cut->seen_depth,
                          .elastic = -k * ab_dot(n, cut->force),
                          .stiffness = -k * ab_dot(n, cut->area),
                          .energy = 0.5 * k * cut->squares,
                          .pressure = k * cut->deepest,
                          .deepest = cut->deepest,
                          .deepest_x = cut->deepest_x,
                          .deepest_n = ab_scale(-side, n),
                          .points = 3 * cut->parts};
}

// The plane below the mesh, in the frame of the mesh.
typedef struct Ground {
    const abShape *mesh;
    abVec3 normal;
    double height;
} Ground;

static Ground ground_of(const abMechanics *d, const abContactPair *pair, int side,
                        const abPose *X_WM) {
    int mesh = side == 0 ? pair->shape_a : pair->shape_b;
    int plane = side == 0 ? pair->shape_b : pair->shape_a;
    const double *size = d->model->shapes[plane].shape.size;
    abPose storage;
    const abPose *X_WP = ab_mechanics_shape_pose(d, plane, &storage);
    abVec3 n_W = ab_mul(X_WP->R, ab_vec3(size[0], size[1], size[2]));
    return (Ground){.mesh = d->model->shapes[mesh].pressed,
                    .normal = ab_mul_t(X_WM->R, n_W),
                    .height = ab_dot(n_W, ab_sub(X_WP->p, X_WM->p))};
}

// With damping: the greatest pressure where it is not where the mesh is deepest.
static double greatest_pressure(abMechanics *m, const Ground *ground, const abLinearPressure *by,
                                const Rate *rate, double deepest) {
    double k = by->stiffness;
    if (ab_norm2(rate->slope) == 0.0) {
        return k * deepest * (1.0 + by->by_force * rate->still) + by->by_area * rate->still;
    }
    abVec3 slope = ab_add_scaled(ab_scale(-k, ground->normal), by->by_area, rate->slope);
    return ab_plane_greatest(m->contacts->surfaces, ground->mesh->surface, ground->normal,
                             ground->height, slope, k * ground->height + by->by_area * rate->still);
}

bool ab_surface_evaluate_plane(abMechanics *m, const abContactPair *pair, abContactPairNow *now) {
    int side = side_of_mesh(m, pair);
    const abNormalLaw *law = pair->data->interaction->normal;
    abLinearPressure by;
    if (side < 0 || !is_simple(pair) || !law->linear(pair->data->normal_constants, 1.0, &by)) {
        return false;
    }
    abPose storage;
    const abPose *X_WM =
        ab_mechanics_shape_pose(m, side == 0 ? pair->shape_a : pair->shape_b, &storage);
    abSurfaceFrame frame = ab_surface_frame(m, pair, X_WM, side);
    Ground ground = ground_of(m, pair, side, X_WM);
    Rate rate = rate_of(&frame, ground.normal);
    bool has_damping = is_damped(&by);
    bool has_points = ab_surface_has_friction(pair) && ab_plane_friction_needs_points(&frame);
    unsigned spec = (has_damping ? AB_PLANE_SECOND : 0) | (has_points ? AB_PLANE_POINTS : 0);
    abPlaneCut cut;
    if (needs_points(ground.mesh, &by, &rate) ||
        !ab_plane_cut(m->contacts->surfaces, ground.mesh->surface, ground.normal, ground.height,
                      spec, &cut) ||
        cut.parts == 0 || (has_damping && !(cut.seen_area > 0.0))) {
        return false;
    }
    if (has_damping) { // a part of it may be shared by the area
        law->linear(pair->data->normal_constants, cut.seen_area, &by);
    }
    by.stiffness *= pair->data->passes;
    by.by_area *= pair->data->passes;
    abSurfaceSum sum = sum_of(&cut, by.stiffness, ground.normal, frame.side);
    if (has_damping) {
        add_damping(&cut, &by, &rate, sum.deepest_n, &sum);
        sum.pressure = greatest_pressure(m, &ground, &by, &rate, cut.deepest);
    }
    sum.force = sum.pressing;
    if (has_points) {
        ab_plane_add_friction(pair, &frame, &cut, &by, &sum);
    } else if (ab_surface_has_friction(pair)) {
        ab_plane_add_even_friction(pair, &frame, &sum);
    }
    abSurfaceSum all = {.deepest = cut.deepest};
    ab_surface_sum_add(&frame, &sum, &all);
    now->at = ab_surface_sum_deepest(&frame, &sum);
    ab_surface_sum_report(m, pair, &all, now);
    return true;
}
