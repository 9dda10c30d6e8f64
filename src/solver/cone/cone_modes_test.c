// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// cone_modes_test.c - contacts on bodies that deform: a body of unit mass is the same as a body that is
// held and has its six motions as modes, whichever method solves the problem.

#include "solver/cone/cone.h"
#include "solver/cone/cone_motion.h"
#include "solver/cone/cone_solve.h"

#include <string.h>

#include "base/check.h"

enum { CUBES = 3, CORNERS = 4, CONTACTS = CUBES * CORNERS, BODIES = 1 + CUBES + 1 };

typedef struct Tower {
    abConeBody bodies[BODIES]; // the ground, cubes, and the modes of one
    abConeContact contacts[CONTACTS];
    double shapes[2 * CORNERS][18];
} Tower;

// Velocity of a point at `arm` by the motion of a body: 1, and -arm x.
static void shape_of(abVec3 a, double out[18]) {
    const double rows[18] = {1, 0, 0, 0,    a.z,  -a.y, //
                             0, 1, 0, -a.z, 0,    a.x,  //
                             0, 0, 1, a.y,  -a.x, 0};
    memcpy(out, rows, sizeof rows);
}

// Unit cubes on each other, pushed and falling for a hundredth of a second; the middle one as a body of
// its own or as modes of one that is held.
static void make(Tower *t, bool by_modes, double friction, double compliance) {
    *t = (Tower){0};
    for (int b = 1; b <= CUBES; b++) {
        int at = by_modes && b == 2 ? BODIES - 1 : b;
        for (int i = 0; i < 3; i++) {
            t->bodies[at].inverse_mass[i] = t->bodies[at].inverse_inertia.m[i][i] = 1.0;
        }
        t->bodies[at].v = (abVec3){0.01 * b, 0.004, -0.0981};
        t->bodies[at].w = (abVec3){0.0, 0.0, 0.02};
    }
    for (int k = 0, shapes = 0; k < CONTACTS; k++) {
        double x = k & 1 ? 0.5 : -0.5, y = k & 2 ? 0.5 : -0.5;
        abConeContact *c = &t->contacts[k];
        *c = (abConeContact){.body = {k / CORNERS, k / CORNERS + 1},
                             .normal = {0.0, 0.0, 1.0},
                             .arm = {{x, y, 0.5}, {x, y, -0.5}},
                             .friction = friction,
                             .compliance = compliance};
        for (int side = 0; side < 2; side++) {
            if (by_modes && c->body[side] == 2) {
                shape_of(c->arm[side], t->shapes[shapes]);
                c->modes[side] = (abConeModes){BODIES - 1, 1, t->shapes[shapes++]};
            }
        }
    }
}

static abConeResult solve(Tower *t, int few_sweeps) {
    abConeProblem problem = {.bodies = t->bodies,
                             .contacts = t->contacts,
                             .body_count = BODIES,
                             .contact_count = CONTACTS,
                             .tolerance = 1e-11,
                             .few_sweeps = few_sweeps,
                             .max_sweeps = 20000,
                             .maximum_work = INFINITY};
    abConeWorkspace workspace = {.allocator = ab_heap()};
    abConeResult result;
    CHECK(ab_cone_solve(&problem, &workspace, &result));
    ab_cone_workspace_done(&workspace);
    CHECK(result.is_converged);
    return result;
}

static double total(const Tower *t) {
    double sum = 0.0;
    for (int k = 0; k < CONTACTS; k++) {
        sum += k < CORNERS ? t->contacts[k].impulse.z : 0.0;
    }
    return sum;
}

static void a_body_of_six_modes_is_a_rigid_body(void) {
    static const double frictions[] = {0.0, 0.1, 0.6}, compliances[] = {0.0, 0.02};
    for (int i = 0; i < 12; i++) {
        Tower rigid, modal;
        int few = i / 6 == 0 ? 0 : 40; // by sweeps alone; to the end
        make(&rigid, false, frictions[i % 3], compliances[i / 3 % 2]);
        make(&modal, true, frictions[i % 3], compliances[i / 3 % 2]);
        solve(&rigid, few);
        solve(&modal, few);
        for (int b = 1; b <= CUBES; b++) {
            const abConeBody *own = &modal.bodies[b == 2 ? BODIES - 1 : b];
            // the tolerance is that of each: speeds of 0.1 m/s
            CHECK_NEAR(ab_norm(ab_sub(own->v, rigid.bodies[b].v)), 0.0, 1e-7, 0.1);
            CHECK_NEAR(ab_norm(ab_sub(own->w, rigid.bodies[b].w)), 0.0, 1e-7, 0.1);
        }
        CHECK_NEAR(total(&modal), total(&rigid), 1e-7, total(&rigid));
        CHECK(total(&rigid) > 0.1);
        CHECK(modal.contacts[4].modes[1].first == BODIES - 1); // as they were given
    }
}

// An impulse along an axis at a point gives what W says, and acts by the transpose of what is seen.
static void modes_answer_by_the_transpose(void) {
    Tower t;
    make(&t, true, 0.0, 0.0);
    memset(t.bodies, 0, sizeof t.bodies);
    abVec3 axis = {0.6, 0.0, 0.8};
    int seen = 0;
    for (int k = 0; k < CONTACTS; k++) {
        for (int side = 0; side < 2; side++) {
            const abConeModes *modes = &t.contacts[k].modes[side];
            if (modes->count == 0) {
                continue;
            }
            memset(t.bodies, 0, sizeof t.bodies);
            ab_cone_modes_push(t.bodies, modes, axis);
            abVec3 u = ab_cone_modes_velocity(t.bodies, modes);
            abVec3 w = ab_cone_modes_answer(modes, axis);
            CHECK_NEAR(ab_norm(ab_sub(u, w)), 0.0, 1e-15, 1.0);
            abVec3 arm = t.contacts[k].arm[side]; // of a rigid body of unit mass
            abVec3 rigid = ab_add(axis, ab_cross(ab_cross(arm, axis), arm));
            CHECK_NEAR(ab_norm(ab_sub(u, rigid)), 0.0, 1e-15, 1.0);
            seen++;
        }
    }
    CHECK(seen == 2 * CORNERS);
}

AB_TESTS(AB_TEST(a_body_of_six_modes_is_a_rigid_body), AB_TEST(modes_answer_by_the_transpose))
