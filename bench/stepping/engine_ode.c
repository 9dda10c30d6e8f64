// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// engine_ode.c - a pile by ODE's quick step, or by its exact one.

#include <math.h>
#include <ode/ode.h>
#include <stdlib.h>

#include "../stopwatch.h"
#include "piles.h"

typedef struct World {
    dWorldID world;
    dSpaceID space;
    dJointGroupID joints;
    double friction;
} World;

static void pair(void *context, dGeomID a, dGeomID b) {
    enum { POINTS = 8 };
    World *w = context;
    dContact contacts[POINTS];
    dBodyID body_a = dGeomGetBody(a), body_b = dGeomGetBody(b);
    if (body_a == NULL && body_b == NULL) {
        return;
    }
    int count = dCollide(a, b, POINTS, &contacts[0].geom, sizeof contacts[0]);
    for (int i = 0; i < count; i++) {
        contacts[i].surface = (dSurfaceParameters){.mode = dContactApprox1, .mu = w->friction};
        dJointAttach(dJointCreateContact(w->world, w->joints, &contacts[i]), body_a, body_b);
    }
}

static dBodyID add_body(const World *w, const Pile *pile, const double place[3]) {
    dBodyID body = dBodyCreate(w->world);
    const double *h = pile->half;
    dMass mass;
    dGeomID geometry;
    if (pile->are_bricks) {
        dMassSetBox(&mass, pile->density, 2.0 * h[0], 2.0 * h[1], 2.0 * h[2]);
        geometry = dCreateBox(w->space, 2.0 * h[0], 2.0 * h[1], 2.0 * h[2]);
    } else {
        dMassSetSphere(&mass, pile->density, pile->radius);
        geometry = dCreateSphere(w->space, pile->radius);
    }
    dBodySetMass(body, &mass);
    dGeomSetBody(geometry, body);
    dBodySetPosition(body, place[0], place[1], place[2]);
    return body;
}

double pile_ode(const Pile *pile, const PileRun *run, double (*places)[3], double *fastest) {
    dInitODE2(0);
    World w = {.world = dWorldCreate(),
               .space = dHashSpaceCreate(NULL),
               .joints = dJointGroupCreate(0),
               .friction = pile->friction};
    dWorldSetGravity(w.world, 0.0, 0.0, -9.81);
    if (run->iterations > 0) {
        dWorldSetQuickStepNumIterations(w.world, run->iterations);
    } else {
        dWorldSetCFM(w.world, 1e-6); // its solver cannot do singular systems
    }
    dCreatePlane(w.space, 0.0, 0.0, 1.0, 0.0);
    for (int side = -1; side <= 1 && pile->half_width > 0.0; side += 2) {
        dCreatePlane(w.space, -side, 0.0, 0.0, -pile->half_width);
        dCreatePlane(w.space, 0.0, -side, 0.0, -pile->half_width);
    }
    // the exact solver gives up when contacts come and go, so there it begins with them
    double sunk = run->iterations > 0 ? 0.0 : 1e-4 * pile->half[2];
    dBodyID *bodies = malloc((size_t)pile->count * sizeof *bodies);
    for (int k = 0; k < pile->count; k++) {
        const double *p = pile->places[k];
        bodies[k] = add_body(&w, pile, (double[3]){p[0], p[1], p[2] - (k + 1) * sunk});
    }
    double start = ab_processor_clock();
    int steps = (int)lround(run->time / run->step);
    for (int i = 0; i < steps; i++) {
        dSpaceCollide(w.space, &w, pair);
        if (run->iterations > 0) {
            dWorldQuickStep(w.world, run->step);
        } else {
            dWorldStep(w.world, run->step);
        }
        dJointGroupEmpty(w.joints);
    }
    double seconds = ab_processor_clock() - start;
    *fastest = 0.0;
    for (int k = 0; k < pile->count; k++) {
        const dReal *p = dBodyGetPosition(bodies[k]), *v = dBodyGetLinearVel(bodies[k]);
        for (int i = 0; i < 3; i++) {
            places[k][i] = p[i];
        }
        *fastest = fmax(*fastest, sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]));
    }
    free(bodies);
    dJointGroupDestroy(w.joints);
    dSpaceDestroy(w.space);
    dWorldDestroy(w.world);
    dCloseODE();
    return seconds;
}
