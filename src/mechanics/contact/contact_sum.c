// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// contact_sum.c - friction of many points; from the frame of a shape to the world, from there to
// the contact pair.

#include "mechanics/contact/contact_sum.h"

#include <math.h>

#include "collide/broad/proximity.h"
#include "law/core/law_kinds.h"
#include "mechanics/contact/contact_proximity.h"

abSurfaceFrame ab_surface_frame(const abMechanics *m, const abContactPair *pair, const abPose *X,
                                int side) {
    const abBodyNow *A = &m->bodies[pair->data->body_a], *B = &m->bodies[pair->data->body_b];
    abVec3 v = ab_sub(ab_velocity_at(B, X->p), ab_velocity_at(A, X->p));
    return (abSurfaceFrame){
        .X = *X,
        .v = ab_mul_t(X->R, v),
        .w = ab_mul_t(X->R, ab_sub(B->w, A->w)),
        .side = side == 0 ? 1.0 : -1.0,
        .other = m->model->shapes[side == 0 ? pair->shape_b : pair->shape_a].pressed};
}

void ab_surface_sum_add(const abSurfaceFrame *frame, const abSurfaceSum *from, abSurfaceSum *to) {
    const abMat3 R = frame->X.R;
    abVec3 force = ab_mul(R, from->force), p = frame->X.p;
    to->force = ab_add(to->force, force);
    to->torque = ab_add(to->torque, ab_add(ab_mul(R, from->torque), ab_cross(p, force)));
    to->pressing = ab_add(to->pressing, ab_mul(R, from->pressing));
    to->place = ab_add(to->place, ab_add_scaled(ab_mul(R, from->place), from->weight, p));
    to->area = ab_add(to->area, ab_mul(R, from->area));
    to->weight += from->weight;
    to->elastic += from->elastic;
    to->stiffness += from->stiffness;
    to->damping += from->damping;
    to->energy += from->energy;
    to->lost += from->lost;
    to->sliding += from->sliding;
    to->rolling += from->rolling;
    to->points += from->points;
    to->pressure = fmax(to->pressure, from->pressure);
}

abProximity ab_surface_sum_deepest(const abSurfaceFrame *frame, const abSurfaceSum *sum) {
    abVec3 p = ab_pose_point(frame->X, sum->deepest_x), n = ab_mul(frame->X.R, sum->deepest_n);
    return ab_surface_proximity(p, n, sum->deepest, frame->side > 0.0 ? 0 : 1);
}

void ab_surface_sum_report(abMechanics *m, const abContactPair *pair, const abSurfaceSum *sum,
                           abContactPairNow *now) {
    double pressing = ab_norm(sum->pressing);
    now->points = sum->points;
    now->area = ab_norm(sum->area);
    now->pressure = sum->pressure;
    now->normal_W = pressing > 0.0 ? ab_scale(1.0 / pressing, sum->pressing) : now->at.n_AB_W;
    abVec3 displacement = sum->weight > 0.0 ? ab_scale(1.0 / sum->weight, sum->place)
                                            : ab_sub(ab_proximity_middle(&now->at), sum->origin);
    now->point = ab_add(sum->origin, displacement);
    now->normal = (abNormalForce){.force = pressing,
                                  .elastic = sum->elastic,
                                  .stiffness = sum->stiffness,
                                  .damping = sum->damping,
                                  .energy = sum->energy};
    now->force = sum->force;
    now->torque = ab_sub(sum->torque, ab_cross(displacement, sum->force));
    const abBodyNow *A = &m->bodies[pair->data->body_a], *B = &m->bodies[pair->data->body_b];
    abVec3 v = ab_sub(ab_velocity_at(B, now->point), ab_velocity_at(A, now->point));
    now->rate = -ab_dot(v, now->normal_W);
    now->slip = ab_add_scaled(v, now->rate, now->normal_W);
    m->book_rates[AB_BOOK_CONTACT_DAMPING] += sum->lost;
    m->book_rates[AB_BOOK_SLIDING] += sum->sliding;
    m->book_rates[AB_BOOK_ROLLING] += sum->rolling;
}

// ---- friction ----

static void add_lanes(const double *restrict xs, const double *restrict ys,
                      const double *restrict zs, const abSlips *restrict slip,
                      const double *restrict per_slip, abFrictionSum *restrict lanes) {
    for (int first = 0; first < AB_BATCH; first += AB_SURFACE_LANES) {
        for (int i = 0; i < AB_SURFACE_LANES; i++) {
            int k = first + i;
            double x = xs[k], y = ys[k], z = zs[k], f = per_slip[k];
            double vx = slip->x[k], vy = slip->y[k], vz = slip->z[k];
            double fx = f * vx, fy = f * vy, fz = f * vz;
            lanes->force[0][i] += fx;
            lanes->force[1][i] += fy;
            lanes->force[2][i] += fz;
            lanes->torque[0][i] += y * fz - z * fy;
            lanes->torque[1][i] += z * fx - x * fz;
            lanes->torque[2][i] += x * fy - y * fx;
            lanes->power[i] += fx * vx + fy * vy + fz * vz;
        }
    }
}

bool ab_surface_has_friction(const abContactPair *pair) {
    const abFrictionLaw *law = pair->data->interaction->friction;
    bool has_force = pair->tangential != NULL || law->evaluate != NULL;
    return has_force && law != ab_friction_law(AB_FRICTION_NONE);
}

bool ab_surface_takes_batches(const abContactPair *pair) {
    const abFrictionLaw *law = pair->data->interaction->friction;
    return pair->tangential == NULL && law->evaluate_batch != NULL &&
           (law->takes_batch == NULL || law->takes_batch(pair->data->friction_constants));
}

void ab_surface_add_friction(const abContactPair *pair, const abSurfaceFrame *frame,
                             const double *x, const double *y, const double *z,
                             const abSlips *slips, abSlipBatch *batch, abFrictionSum *sum) {
    for (int i = 0; i < AB_BATCH; i++) {
        double vx = slips->x[i], vy = slips->y[i], vz = slips->z[i];
        batch->speed[i] = sqrt(vx * vx + vy * vy + vz * vz);
    }
    batch->w = frame->w;
    pair->data->interaction->friction->evaluate_batch(pair->data->friction_constants, batch);
    add_lanes(x, y, z, slips, batch->per_slip, sum);
    sum->rolling = ab_add(sum->rolling, batch->torque);
}

void ab_surface_take_friction(const abSurfaceFrame *frame, const abFrictionSum *friction,
                              abSurfaceSum *sum) {
    sum->force = ab_sub(sum->force, ab_surface_lanes_3(friction->force));
    sum->torque =
        ab_sub(ab_add(sum->torque, friction->rolling), ab_surface_lanes_3(friction->torque));
    sum->sliding += ab_surface_lanes(friction->power);
    sum->rolling -= ab_dot(friction->rolling, frame->w);
}
