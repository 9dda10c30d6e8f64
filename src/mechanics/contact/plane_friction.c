// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// plane_friction.c - friction of a mesh on a plane, in two axes u, v of the plane.
//
// In the frame of the plane, at a point of it and with its axes u, v, n, a point in the depth d is
// at (u, v, -d). With the motion v + w x x, s its part along the plane and f = g s the friction
// against it,
//
//   s_u = v_u - w_v d - w_n v,   s_v = v_v + w_u d + w_n u                                 (1)
//   x * f = (d f_v, - d f_u, u f_v - v f_u)                                                (2)
//
// and the law's g depends on |s| and the pressing force alone. This is ab_surface_add_friction()
// without the third component, in three quarters of its time.
//
// Where the bodies do not turn against each other the slip is the same everywhere, and the friction
// of all points is that of their forces together, where these are in balance; no points are needed.
//
// Written so that compilers take points side by side.

#include <math.h>

#include "collide/pressure/plane_triangles.h"
#include "collide/pressure/surface_fine.h"
#include "mechanics/contact/contact_sum.h"
#include "mechanics/contact/contact_surface.h"

_Static_assert((int)AB_PLANE_BLOCK == (int)AB_BATCH, "a block of points is a batch of friction");

bool ab_plane_friction_needs_points(const abSurfaceFrame *frame) {
    return ab_norm2(frame->w) > 0.0;
}

void ab_plane_add_even_friction(const abContactPair *pair, const abSurfaceFrame *frame,
                                abSurfaceSum *sum) {
    abVec3 n_AB = sum->deepest_n, v_t = ab_add_scaled(frame->v, -ab_dot(frame->v, n_AB), n_AB);
    abSlip slip = {.v_t = v_t, .n_AB = n_AB, .normal_force = sum->weight, .radius = INFINITY};
    if (!(sum->weight > 0.0)) {
        return;
    }
    abFrictionForce out = ab_surface_friction(pair, ab_vec3(0.0, 0.0, 0.0), &slip);
    abVec3 middle = ab_scale(1.0 / sum->weight, sum->place);
    sum->force = ab_add(sum->force, out.force);
    sum->torque = ab_add(sum->torque, ab_cross(middle, out.force));
    sum->sliding -= ab_dot(out.force, v_t);
}

// ---- many points ----

// The frame of the plane, at the point next to the origin of the mesh.
static abSurfaceFrame frame_of_plane(const abSurfaceFrame *mesh, const abPlaneAxes *axes) {
    abVec3 u = axes->u, v = axes->v, n = axes->n, p = ab_scale(axes->height, n);
    abMat3 R = {{{u.x, v.x, n.x}, {u.y, v.y, n.y}, {u.z, v.z, n.z}}};
    return (abSurfaceFrame){.X = {R, p},
                            .v = ab_mul_t(R, ab_add(mesh->v, ab_cross(mesh->w, p))),
                            .w = ab_mul_t(R, mesh->w),
                            .side = mesh->side};
}

// Along the plane  [m/s]
typedef struct Slips {
    double u[AB_BATCH], v[AB_BATCH];
} Slips;

// Each lane its own sum, so that they can be taken side by side.
typedef struct Sums {
    double force[2][AB_LANES], by_depth[2][AB_LANES]; // sums of f, d f
    double turning[AB_LANES], power[AB_LANES];        // sums of u f_v - v f_u, f . s
    abVec3 rolling;                                   // torque
} Sums;

// (1)
static void find_slips(const abPlanePoints *restrict points, const abSurfaceFrame *frame,
                       Slips *restrict slip, double *restrict speed) {
    double still_u = frame->v.x, still_v = frame->v.y;
    double w_u = frame->w.x, w_v = frame->w.y, w_n = frame->w.z;
    for (int i = 0; i < AB_BATCH; i++) {
        double d = points->depth[i];
        double u = still_u - (w_v * d + w_n * points->v[i]);
        double v = still_v + (w_u * d + w_n * points->u[i]);
        slip->u[i] = u;
        slip->v[i] = v;
        speed[i] = sqrt(u * u + v * v);
    }
}

static void find_forces(const abPlanePoints *restrict points, const abLinearPressure *by,
                        const abSurfaceFrame *frame, double *restrict force) {
    double k = by->stiffness, by_force = by->by_force, by_area = by->by_area;
    if (by_force == 0.0 && by_area == 0.0) {
        for (int i = 0; i < AB_BATCH; i++) {
            force[i] = points->area[i] * (k * points->depth[i]);
        }
        return;
    }
    // the depth grows with - n_AB . (v + w x x), n_AB = - side n
    double side = frame->side, still = side * frame->v.z;
    double along_u = -side * frame->w.y, along_v = side * frame->w.x;
    for (int i = 0; i < AB_BATCH; i++) {
        double closing = still + (along_u * points->u[i] + along_v * points->v[i]);
        double elastic = k * points->depth[i];
        force[i] = points->area[i] * (elastic + (by_force * elastic + by_area) * closing);
    }
}

static void add_lanes(const abPlanePoints *restrict points, const Slips *restrict slip,
                      const abSlipBatch *restrict batch, Sums *restrict sums) {
    for (int first = 0; first < AB_BATCH; first += AB_LANES) {
        for (int i = 0; i < AB_LANES; i++) {
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

// Of the batch the normal forces are there.
static void add_points(const abContactPair *pair, const abPlanePoints *points,
                       const abSurfaceFrame *frame, abSlipBatch *batch, Sums *sums) {
    Slips slip;
    batch->w = frame->w;
    find_slips(points, frame, &slip, batch->speed);
    pair->data->interaction->friction->evaluate_batch(pair->data->friction_constants, batch);
    add_lanes(points, &slip, batch, sums);
    sums->rolling = ab_add(sums->rolling, batch->torque);
}

// ---- large triangles: some of what they press with is for finer points (surface_fine.h) ----

// In the frame of the plane.
static abVec3 place_of(const abPlanePoints *points, int k) {
    return ab_vec3(points->u[k], points->v[k], -points->depth[k]);
}

static void add_fine(const abContactPair *pair, const abFinePoint *fine, const abVec3 x[3],
                     const double *force, int count, const abSurfaceFrame *frame, Sums *sums) {
    abPlanePoints points = {.u = {0.0}};
    abSlipBatch batch = {.normal_force = {0.0}};
    for (int k = 0; k < count; k++) {
        abVec3 at = ab_surface_fine_place(&fine[k], x);
        points.u[k] = at.x, points.v[k] = at.y, points.depth[k] = -at.z;
        batch.normal_force[k] = force[k];
    }
    add_points(pair, &points, frame, &batch, sums);
}

static void share_with_fine(const abContactPair *pair, const abPlanePoints *points, int lane,
                            double share, double *force, const abSurfaceFrame *frame, Sums *sums) {
    abFinePoint fine[AB_SURFACE_FINE];
    abVec3 x[3];
    double shared[3], at[AB_SURFACE_FINE];
    for (int j = 0; j < 3; j++) {
        int k = j * AB_LANES + lane;
        x[j] = place_of(points, k);
        shared[j] = share * force[k];
        force[k] *= 1.0 - share;
    }
    int count = ab_surface_fine_points(false, fine);
    ab_surface_fine_forces(fine, count, shared, at);
    for (int k = 0; k < count; k += AB_BATCH) {
        add_fine(pair, fine + k, x, at + k, count - k < AB_BATCH ? count - k : AB_BATCH, frame,
                 sums);
    }
}

static double share_of(const abPlanePoints *points, int lane, double whole_area) {
    abVec3 x[3];
    for (int j = 0; j < 3; j++) {
        x[j] = place_of(points, j * AB_LANES + lane);
    }
    abVec3 across = ab_cross(ab_sub(x[1], x[0]), ab_sub(x[2], x[0]));
    double whole = ab_norm(across), seen = whole > 0.0 ? fabs(across.z) / whole : 0.0;
    return points->area[lane] > 0.0 ? ab_surface_fine_share(false, x, seen, whole_area) : 0.0;
}

// ---- all ----

static void add_block(const abContactPair *pair, const abPlanePoints *points,
                      const abSurfaceFrame *frame, const abLinearPressure *by, double whole_area,
                      Sums *sums) {
    abSlipBatch batch;
    find_forces(points, by, frame, batch.normal_force);
    for (int i = 0; i < AB_LANES; i++) {
        double share = share_of(points, i, whole_area);
        if (share > 0.0) {
            share_with_fine(pair, points, i, share, batch.normal_force, frame, sums);
        }
    }
    add_points(pair, points, frame, &batch, sums);
}

// In the frame of the plane.
static abSurfaceSum sum_of(const Sums *sums, const abSurfaceFrame *plane) {
    abVec3 torque = {-ab_lanes_sum(sums->by_depth[1]), ab_lanes_sum(sums->by_depth[0]),
                     -ab_lanes_sum(sums->turning)}; // (2)
    return (abSurfaceSum){
        .force = {-ab_lanes_sum(sums->force[0]), -ab_lanes_sum(sums->force[1]), 0.0},
        .torque = ab_add(torque, sums->rolling),
        .sliding = ab_lanes_sum(sums->power),
        .rolling = -ab_dot(sums->rolling, plane->w)};
}

void ab_plane_add_friction(const abContactPair *pair, const abSurfaceFrame *frame,
                           const abPlaneCut *cut, const abLinearPressure *by, abSurfaceSum *sum) {
    abSurfaceFrame plane = frame_of_plane(frame, &cut->axes);
    Sums sums = {.power = {0.0}};
    for (size_t i = 0; i < cut->block_count; i++) {
        add_block(pair, &cut->points[i], &plane, by, cut->seen_area, &sums);
    }
    for (size_t i = 0; i < cut->run_count; i++) {
        abPlaneRun run = cut->runs[i];
        for (; run.count > 0; run.first += AB_PLANE_WHOLE, run.count -= AB_PLANE_WHOLE) {
            abPlanePoints points;
            ab_plane_whole_points(cut, run, &points);
            add_block(pair, &points, &plane, by, cut->seen_area, &sums);
        }
    }
    abSurfaceSum friction = sum_of(&sums, &plane);
    ab_surface_sum_add(&plane, &friction, sum);
}
