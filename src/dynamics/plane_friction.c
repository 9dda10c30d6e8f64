// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// plane_friction.c - friction of a mesh on a plane, in two axes u, v of the plane.
//
// A point in the depth d below the plane n . x = h is at x = u e_u + v e_v + (h - d) n. With the
// motion V + w x x, s its part along the plane and f = g s the friction against it,
//
//   s_u = (V_u + w_v h) - w_v d - w_n v,   s_v = (V_v - w_u h) + w_u d + w_n u             (1)
//   x * f = (d - h) f_v e_u + (h - d) f_u e_v + (u f_v - v f_u) n                          (2)
//
// and the law's g depends on |s| and the pressing force alone. The depth grows with
// r = still + slope . x, the slope along the plane.
//
// Where the bodies do not turn against each other the slip is the same everywhere, and the friction
// of all points is that of their forces together, where these are in balance; no points are needed.
//
// Written so that compilers take points side by side.

#include <math.h>

#include "dynamics/contact_sum.h"

_Static_assert((int)AB_PLANE_BLOCK == (int)AB_BATCH, "a block of points is a batch of friction");

bool ab_plane_friction_needs_points(const abSurfaceFrame *frame) {
    return ab_norm2(frame->w) > 0.0;
}

void ab_plane_add_even_friction(const abTouch *touch, const abSurfaceFrame *frame,
                                abSurfaceSum *sum) {
    abVec3 n_AB = sum->deepest_n, v_t = ab_add_scaled(frame->v, -ab_dot(frame->v, n_AB), n_AB);
    abSlip slip = {.v_t = v_t, .n_AB = n_AB, .normal_force = sum->weight, .radius = INFINITY};
    abFrictionForce out;
    if (!(sum->weight > 0.0)) {
        return;
    }
    touch->interaction->friction->evaluate(touch->friction_constants, &slip, &out);
    abVec3 middle = ab_scale(1.0 / sum->weight, sum->place);
    sum->force = ab_add(sum->force, out.force);
    sum->torque = ab_add(sum->torque, ab_cross(middle, out.force));
    sum->sliding -= ab_dot(out.force, v_t);
}

// ---- many points ----

// (1) as offset + by_depth d + turn (-v, u).
typedef struct Motion {
    double offset[2], by_depth[2], turn;
    double still, slope[2]; // of the depth
} Motion;

// Along the plane  [m/s]
typedef struct Slips {
    double u[AB_BATCH], v[AB_BATCH];
} Slips;

// Each lane its own sum, so that they can be taken side by side.
enum { LANES = 8 };
typedef struct Sums {
    double force[2][LANES], by_depth[2][LANES], turning[LANES]; // sums of f, d f, u f_v - v f_u
    double power[LANES];
    abVec3 rolling; // torque
} Sums;

static Motion motion_of(const abSurfaceFrame *frame, const abPlaneAxes *axes) {
    double u = ab_dot(frame->v, axes->u), v = ab_dot(frame->v, axes->v);
    double w_u = ab_dot(frame->w, axes->u), w_v = ab_dot(frame->w, axes->v);
    // the depth grows with - n_AB . (V + w x x), n_AB = - side n
    return (Motion){.offset = {u + w_v * axes->height, v - w_u * axes->height},
                    .by_depth = {-w_v, w_u},
                    .turn = ab_dot(frame->w, axes->n),
                    .still = frame->side * ab_dot(frame->v, axes->n),
                    .slope = {-frame->side * w_v, frame->side * w_u}};
}

static void find_slips(const abPlanePoints *restrict points, const Motion *motion,
                       Slips *restrict slip, double *restrict speed) {
    double offset_u = motion->offset[0], offset_v = motion->offset[1], turn = motion->turn;
    double depth_u = motion->by_depth[0], depth_v = motion->by_depth[1];
    for (int i = 0; i < AB_BATCH; i++) {
        double d = points->depth[i];
        double u = offset_u + (depth_u * d - turn * points->v[i]);
        double v = offset_v + (depth_v * d + turn * points->u[i]);
        slip->u[i] = u;
        slip->v[i] = v;
        speed[i] = sqrt(u * u + v * v);
    }
}

static void find_forces(const abPlanePoints *restrict points, const abLinearPressure *by,
                        const Motion *motion, double *restrict force) {
    double k = by->stiffness, by_force = by->by_force, by_area = by->by_area;
    if (by_force == 0.0 && by_area == 0.0) {
        for (int i = 0; i < AB_BATCH; i++) {
            force[i] = points->area[i] * (k * points->depth[i]);
        }
        return;
    }
    double still = motion->still, along_u = motion->slope[0], along_v = motion->slope[1];
    for (int i = 0; i < AB_BATCH; i++) {
        double closing = still + (along_u * points->u[i] + along_v * points->v[i]);
        double elastic = k * points->depth[i];
        force[i] = points->area[i] * (elastic + (by_force * elastic + by_area) * closing);
    }
}

static void add_lanes(const abPlanePoints *restrict points, const Slips *restrict slip,
                      const abSlipBatch *restrict batch, Sums *restrict sums) {
    for (int first = 0; first < AB_BATCH; first += LANES) {
        for (int i = 0; i < LANES; i++) {
            int k = first + i;
            double per_slip = batch->per_slip[k], speed = batch->speed[k], d = points->depth[k];
            double u = per_slip * slip->u[k], v = per_slip * slip->v[k];
            sums->force[0][i] += u;
            sums->force[1][i] += v;
            sums->by_depth[0][i] += d * u;
            sums->by_depth[1][i] += d * v;
            sums->turning[i] += points->u[k] * v - points->v[k] * u;
            sums->power[i] += per_slip * (speed * speed);
        }
    }
}

static double together(const double lane[LANES]) {
    return ((lane[0] + lane[1]) + (lane[2] + lane[3])) +
           ((lane[4] + lane[5]) + (lane[6] + lane[7]));
}

static void add_block(const abTouch *touch, const abPlanePoints *points, const Motion *motion,
                      const abLinearPressure *by, abVec3 w, Sums *sums) {
    Slips slip;
    abSlipBatch batch;
    batch.w = w;
    find_slips(points, motion, &slip, batch.speed);
    find_forces(points, by, motion, batch.normal_force);
    touch->interaction->friction->evaluate_batch(touch->friction_constants, &batch);
    add_lanes(points, &slip, &batch, sums);
    sums->rolling = ab_add(sums->rolling, batch.torque);
}

static abVec3 along(const abPlaneAxes *axes, double u, double v, double n) {
    return ab_add_scaled(ab_add_scaled(ab_scale(u, axes->u), v, axes->v), n, axes->n);
}

void ab_plane_add_friction(const abTouch *touch, const abSurfaceFrame *frame, const abPlaneCut *cut,
                           const abLinearPressure *by, abSurfaceSum *sum) {
    const abPlaneAxes *axes = &cut->axes;
    Motion motion = motion_of(frame, axes);
    Sums sums = {.power = {0.0}};
    for (size_t i = 0; i < cut->block_count; i++) {
        add_block(touch, &cut->points[i], &motion, by, frame->w, &sums);
    }
    for (size_t i = 0; i < cut->run_count; i++) {
        abPlaneRun run = cut->runs[i];
        for (; run.count > 0; run.first += AB_PLANE_WHOLE, run.count -= AB_PLANE_WHOLE) {
            abPlanePoints points;
            ab_plane_whole_points(cut, run, &points);
            add_block(touch, &points, &motion, by, frame->w, &sums);
        }
    }
    double u = together(sums.force[0]), v = together(sums.force[1]), height = axes->height;
    double d_u = together(sums.by_depth[0]), d_v = together(sums.by_depth[1]);
    abVec3 torque = along(axes, d_v - height * v, height * u - d_u, together(sums.turning)); // (2)
    sum->force = ab_sub(sum->force, along(axes, u, v, 0.0));
    sum->torque = ab_sub(ab_add(sum->torque, sums.rolling), torque);
    sum->sliding += together(sums.power);
    sum->rolling -= ab_dot(sums.rolling, frame->w);
}
