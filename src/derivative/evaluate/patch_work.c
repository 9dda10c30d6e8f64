// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// patch_work.c - the force of a patch is the slope of what it stores.
//
// The points of a patch store  E = sum w_i U(d_i)  and give  sum w_i U'(d_i) n_i  (patch.h). That is
// the slope of E as long as the weights are the same and each depth changes by the way along its
// normal. Weights change where something slides past a corner of an outline, where a bar turns away
// from another, where one point becomes two; their work, U(d_i) dw_i, is small beside the force as the
// depth is small beside the width over which they change. Of soft bodies deep within each other it is
// not. So there weights and depths are taken at places on both sides, B moved along and turned about
// three axes, and what the slope of E has more is added as a force and a torque of the pair. Where
// weights are constant and depths are true, as between the corners of a box and a face, both are zero.
//
// Weights change smoothly from zero to one. Where each is at one of these ends its slope is zero, as in
// most patches, and nothing is left to be looked for.
//
// A feature that is not found on both sides stays as it is in these differences: it comes or goes
// there, with a jump where another one is the nearest. What is stored jumps with that (unpaid_depth.c). So
// does what changes more over these differences than weights can: that has no slope.
//
// Error   differences over a hundred-thousandth of the size, a five-hundredth of what weights change
//         over: 1e-5 of what is added.

#include "derivative/evaluate/patch_work.h"

#include "collide/broad/proximity.h"
#include "collide/patch/patch_deepest.h"
#include "derivative/evaluate/tolerances.def"
#include "math/core/regularize.h"
#include "mechanics/contact/contact_curvature.h"
#include "mechanics/contact/contact_proximity.h"
#include "mechanics/contact/pair_points.h"
#include "mechanics/state/place.h"

// The features of a patch as they are with B at a place, without the deepest point, which is `at`.
typedef struct Features {
    abProximity at;
    abPatchPoint points[AB_PATCH_MAX];
    int count;
} Features;

// The pair with both shapes where they are.
typedef struct Placed {
    abDerivative *d;
    const abContactPair *pair;
    abContact contact; // but for the depth
    abPose X_A, X_B;
    abVec3 about;
    double size;
    Features now;
} Placed;

// ---- places ----

// B moved along an axis, 0 to 2, or turned about one through `about`, 3 to 5, by the angle at which
// what is the size of the shapes away moves as far.
static abPose moved_by(const Placed *placed, int motion, double by) {
    abVec3 axis = {motion % 3 == 0, motion % 3 == 1, motion % 3 == 2};
    abPose X = placed->X_B;
    if (motion < 3) {
        X.p = ab_add_scaled(X.p, by, axis);
        return X;
    }
    abMat3 R = ab_quat_to_matrix(ab_quat_from_axis_angle(axis, by / placed->size));
    X.R = ab_mat3_mul(R, X.R);
    X.p = ab_add(placed->about, ab_mul(R, ab_sub(X.p, placed->about)));
    return X;
}

// By how much a point p of B gets deeper along n in such a motion.
static double deepens(const Placed *placed, int motion, double by, const abPatchPoint *point) {
    abVec3 arm = ab_sub(point->p_W, placed->about), n = point->n_AB_W;
    return motion < 3 ? -by * ab_get(n, motion)
                      : -by * ab_get(ab_cross(arm, n), motion - 3) / placed->size;
}

static void find_features(const Placed *placed, const abPose *X_B, Features *out) {
    const abMechanics *m = &placed->d->mechanics;
    const abBodyShape *shapes = m->model->shapes;
    placed->d->mechanics.proximity_calls++;
    ab_shapes_proximity_near(m, &shapes[placed->pair->shape_a].shape, &placed->X_A,
                             &shapes[placed->pair->shape_b].shape, X_B, &placed->now.at, &out->at);
    out->count = ab_contact_pair_shares(m, placed->pair, &placed->X_A, X_B, &out->at, out->points);
}

static bool may_change_weights(const Features *features) {
    bool may = false;
    for (int i = 0; i < features->count; i++) {
        double weight = features->points[i].weight;
        may = may || (weight != 0.0 && weight != 1.0);
    }
    return may;
}

static const abPatchPoint *named(const Features *features, int id) {
    const abPatchPoint *found = NULL;
    for (int i = 0; i < features->count && found == NULL; i++) {
        found = features->points[i].id == id ? &features->points[i] : NULL;
    }
    return found;
}

// ---- energy ----

// The features after a motion by `by`, with the weights that they have there and as much deeper as
// that is not the way along their normal. One that is not found on both sides stays as it is.
static int changed(const Placed *placed, int motion, double by, const Features *there,
                   const Features *opposite, abPatchPoint *points) {
    const Features *now = &placed->now;
    for (int i = 0; i < now->count; i++) {
        points[i] = now->points[i];
        const abPatchPoint *on = named(there, points[i].id), *back = named(opposite, points[i].id);
        if (on != NULL && back != NULL) {
            double more = 0.5 * (on->depth - back->depth) - deepens(placed, motion, by, &points[i]);
            points[i].weight = on->weight;
            points[i].depth +=
                more * ab_step(fabs(more / by), s_own_way, 0.0, 10.0 * s_own_way, 1.0);
        }
    }
    return now->count;
}

static double stored_in(const Placed *placed, abPatchPoint *points, int count) {
    const abContactPair *pair = placed->pair;
    count = ab_patch_with_deepest(&placed->now.at, pair->data->energy_power, points, count);
    double energy = 0.0;
    for (int i = 0; i < count; i++) {
        abContact contact = placed->contact;
        contact.depth = points[i].depth;
        energy +=
            points[i].weight * ab_contact_pair_normal(pair, pair->law_memory, &contact).energy;
    }
    return energy;
}

// By how much more is stored than the forces of the points took, from the one side to the other.
static double work_along(const Placed *placed, int motion, double by) {
    Features on, back;
    abPatchPoint points[AB_PATCH_MAX];
    abPose X_on = moved_by(placed, motion, by), X_back = moved_by(placed, motion, -by);
    find_features(placed, &X_on, &on);
    find_features(placed, &X_back, &back);
    double after = stored_in(placed, points, changed(placed, motion, by, &on, &back, points));
    return after - stored_in(placed, points, changed(placed, motion, -by, &back, &on, points));
}

static double kinetic_energy(const abDerivative *d, int body) {
    const abBodyNow *now = &d->mechanics.bodies[body];
    const abBody *of = &d->mechanics.model->bodies[body];
    return of->state < 0 ? 0.0 : 0.5 * of->mass * ab_norm2(now->v);
}

// In how far the work of weights is looked at: where it can be told from nothing.
static double share_of(const abDerivative *d, const abContactPair *pair, double size,
                       const abContactPairNow *now) {
    const abBodyShape *shapes = d->mechanics.model->shapes;
    if (shapes[pair->shape_a].shape.kind == AB_SHAPE_PLANE ||
        shapes[pair->shape_b].shape.kind == AB_SHAPE_PLANE ||
        !ab_contact_pair_has_features(&d->mechanics, pair) || pair->data->has_code ||
        isfinite(pair->data->ignored_depth)) {
        return 0.0;
    }
    double moving = kinetic_energy(d, pair->data->body_a) + kinetic_energy(d, pair->data->body_b);
    double little = s_little_work * moving;
    return ab_step(-now->at.distance / size, s_deep, 0.0, 2.0 * s_deep, 1.0) *
           ab_step(now->normal.energy, little, 0.0, 10.0 * little, 1.0);
}

void ab_patch_work(abDerivative *d, const abContactPair *pair, abContactPairNow *now) {
    const abBodyShape *shapes = d->mechanics.model->shapes;
    double size = fmin(shapes[pair->shape_a].shape.bound, shapes[pair->shape_b].shape.bound);
    double share = share_of(d, pair, size, now);
    if (!(share > 0.0)) {
        return;
    }
    abPose storage;
    Placed placed = {.d = d,
                     .pair = pair,
                     .contact = ab_contact_at(&d->mechanics, pair, &now->at),
                     .X_A = *ab_mechanics_shape_pose(&d->mechanics, pair->shape_a, &storage),
                     .about = now->point,
                     .size = size,
                     .now.at = now->at};
    placed.X_B = *ab_mechanics_shape_pose(&d->mechanics, pair->shape_b, &storage);
    placed.now.count = ab_contact_pair_shares(&d->mechanics, pair, &placed.X_A, &placed.X_B,
                                              &now->at, placed.now.points);
    if (!may_change_weights(&placed.now)) {
        return;
    }
    double by = s_work_way * size, more[6];
    for (int motion = 0; motion < 6; motion++) {
        double work = work_along(&placed, motion, by);
        bool jumps = fabs(work) > s_work_jumps * now->normal.energy;
        more[motion] = jumps ? 0.0 : -0.5 * share * work / by;
    }
    now->force = ab_add(now->force, ab_vec3(more[0], more[1], more[2]));
    now->torque = ab_add(now->torque, ab_scale(size, ab_vec3(more[3], more[4], more[5])));
}
