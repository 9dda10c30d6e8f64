// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// cone_share_test.c - patches that come to rest: a corner of a cube, pressed in and hardly moving
// along the ground, while it rocks, and slips where the pressure of its inside has an arm. What it
// held in the step before pulls the other way.

#include "solver/cone/cone_share.h"

#include <math.h>
#include <string.h>

#include "base/check.h"
#include "solver/cone/cone_patches.h"
#include "solver/cone/cone_solve.h"

enum { FACE = 4, POINTS = 6 };

// A cube of 10 mm and 1.1 g, 8.5 mm above the origin of its patch.
static const double s_mass = 1.1e-3, s_inertia = 1.1e-3 * 1e-4 / 6.0, s_fall = 0.06;

typedef struct Corner {
    abConeBody bodies[2];
    abConePatchPoint points[POINTS];
    abConePatch patch;
    abConeResult result;
} Corner;

static void set_start(abConePatch *patch, const double start[6]) {
    abVec3 v = {start[0], start[1], start[2]}, w = {start[3], start[4], start[5]};
    abVec3 force = {0.0, 0.0, 0.0}, torque = {0.0, 0.0, 0.0};
    double whole = 0.0, limit = 0.0;
    for (int i = 0; i < patch->count; i++) {
        const abConePatchPoint *p = &patch->points[i];
        abVec3 u = ab_add(v, ab_cross(w, p->x));
        u = ab_add_scaled(u, -ab_dot(u, p->n), p->n);
        whole += p->friction * p->press * ab_norm2(u);
        limit += p->friction * p->press;
        u = ab_scale(p->friction * p->press, u);
        force = ab_add(force, u);
        torque = ab_add(torque, ab_cross(p->x, u));
    }
    const double sum[6] = {force.x, force.y, force.z, torque.x, torque.y, torque.z};
    memcpy(patch->start, start, sizeof patch->start);
    for (int i = 0; i < 6; i++) {
        patch->toward[i] = sum[i] / whole;
    }
    patch->slip = sqrt(whole / limit);
}

// Slipping at the start by `slip` at its face and rocking by `spin`.
static void solve(Corner *corner, double friction, double slip, double spin) {
    static const double at[POINTS][2] = {{2e-4, -1e-4}, {3e-4, 0.0},  {0.0, 0.0},
                                         {1e-4, 4e-4},  {1e-4, 1e-4}, {2e-4, -3e-4}};
    memset(corner, 0, sizeof *corner);
    for (int i = 0; i < POINTS; i++) {
        bool is_inside = i >= FACE; // a layer above the ground, and pressed little
        corner->points[i] = (abConePatchPoint){.n = {0.0, 0.0, 1.0},
                                               .x = {at[i][0], at[i][1], is_inside ? 1.2e-4 : 0.0},
                                               .press = is_inside ? 4e-7 : 1.2e-5,
                                               .slope = 4e-5,
                                               .rate = s_fall,
                                               .friction = friction};
    }
    abMat3 inverse_inertia = {
        {{1.0 / s_inertia, 0.0, 0.0}, {0.0, 1.0 / s_inertia, 0.0}, {0.0, 0.0, 1.0 / s_inertia}}};
    abVec3 arm = {-3e-4, 5e-4, -8.5e-3}, v = {slip, -2.0 * slip, -s_fall};
    abVec3 w = {spin, 0.4 * spin, 0.0};
    for (int k = 0; k < 3; k++) {
        corner->bodies[1].inverse_mass[k] = 1.0 / s_mass;
    }
    corner->bodies[1].inverse_inertia = inverse_inertia;
    corner->bodies[1].v = ab_sub(v, ab_cross(w, arm));
    corner->bodies[1].w = w;
    corner->patch = (abConePatch){.body = {0, 1},
                                  .arm = {{0.0, 0.0, 0.0}, arm},
                                  .points = corner->points,
                                  .count = POINTS,
                                  .extent = 4.2e-4,
                                  .tangential = 4e6,
                                  .hold = {{-2.5, 6.0, 0.0}, {2.3e5, 9.5e4, 0.0}}};
    set_start(&corner->patch, (double[6]){v.x, v.y, v.z, w.x, w.y, w.z});
    abConeProblem problem = {.bodies = corner->bodies,
                             .patches = &corner->patch,
                             .body_count = 2,
                             .patch_count = 1,
                             .tolerance = 1e-8,
                             .unit = 0.01,
                             .enough = 1e-3,
                             .few_sweeps = 3,
                             .max_sweeps = 500,
                             .maximum_work = 1e6};
    abConeWorkspace workspace = {.allocator = ab_heap()};
    CHECK(ab_cone_solve(&problem, &workspace, &corner->result));
    ab_cone_workspace_done(&workspace);
}

static void a_corner_that_stops_as_it_rocks_is_found_at_once(void) {
    static const double friction[] = {0.1, 0.3, 0.7}, slip[] = {1e-6, 3e-6, 1e-5};
    static Corner corner;
    for (int i = 0; i < 27; i++) {
        double spin = 0.05 * (1.0 + 3.0 * (i / 9));
        solve(&corner, friction[i % 3], slip[i / 3 % 3], spin);
        const abConeResult *result = &corner.result;
        printf("mu %.1f, %.0e m/s, %.2f rad/s: off %.1e, %d sweeps, %d factorisations\n",
               friction[i % 3], slip[i / 3 % 3], spin, result->error, result->sweeps,
               result->factorisations);
        CHECK(result->is_converged && result->error <= 1e-8);
        CHECK(result->sweeps == 0 && result->factorisations <= 40);
        double V[6];
        ab_cone_patch_motion(corner.bodies, &corner.patch, V);
        for (int k = 0; k < FACE; k++) { // its face holds
            CHECK(ab_norm(ab_cone_patch_pull(&corner.patch, &corner.points[k], V)) < 1.0);
        }
    }
}

// By f(s) = a - b s in place of (1): its root, wherever one begins.
static void a_share_comes_to_its_root(void) {
    for (int i = 0; i <= 10; i++) {
        abConePatch patch = {.tangential = 1e6, .slip = 1e-2};
        double root = 0.39;
        int count = 0;
        ab_cone_share_open(&patch, 0.1 * i);
        for (; count < 20; count++) {
            double s = patch.kept, found = fmin(1.0, fmax(0.0, root + 3.0 * (root - s)));
            if (ab_cone_share_agrees(ab_cone_share_next(&patch, found))) {
                break;
            }
        }
        // the pull at which friction is full is a change of the share by 1e-4, of which f is four
        CHECK_NEAR(patch.kept, root, 0.01 * 1e-4, 1.0);
        CHECK(count <= 12);
    }
}

AB_TESTS(AB_TEST(a_corner_that_stops_as_it_rocks_is_found_at_once),
         AB_TEST(a_share_comes_to_its_root))
