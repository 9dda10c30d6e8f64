// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// step_impact.c - the restitution of a law at a point, where a step is too long to follow its
// impact.
//
//   m d'' = -F(d, d'),  d(0) = 0,  d'(0) = v,  until d = 0 again;  m = 1/(n . W n)        (1)
//   W' = (F - F_elastic) d',   e^2 = 1 - 2 W/(m v^2)                                     (2)
//
// m is the mass that the point has against an impulse there. (2) counts what is lost, so a law
// without losses gives back all of the speed, exactly.
//
// Error   classical Runge-Kutta of 4th order, 100 steps over three times depth by speed: 1e-5.
// Limits  Ends after 20 such times; what has not parted then has e = 0.
// Cost    some 1000 evaluations of the law, once for each point that hits.

#include <math.h>

#include "method/step/step.h"
#include "solver/cone/cone_motion.h"

enum { STEPS = 100, DURATIONS = 20, DOUBLINGS = 120 };

typedef struct Motion {
    double depth, rate, lost;
} Motion;

static double answer(const abConeBody *body, abVec3 arm, abVec3 n) {
    abVec3 turn = ab_cross(arm, n);
    const double *m = body->inverse_mass;
    return m[0] * n.x * n.x + m[1] * n.y * n.y + m[2] * n.z * n.z +
           ab_dot(turn, ab_mul(body->inverse_inertia, turn));
}

double ab_step_mobility(const abStep *step, const abStepPoint *point, abVec3 along) {
    double w = 0.0;
    for (int side = 0; side < 2; side++) {
        w += answer(&step->free[point->body[side]], point->arm[side], along);
        w += ab_dot(along, ab_cone_modes_answer(&point->modes[side], along));
    }
    return w;
}

// The least depth, on a scale of factors of two, that stores the energy; laws that do not say what
// they store are taken to store as a spring does. INFINITY: none does.
static double depth_of(const abStep *step, const abStepPoint *point, double energy) {
    double depth = 1e-15 * step->mechanics->model->size;
    for (int i = 0; i < DOUBLINGS; i++, depth *= 2.0) {
        abNormalForce there = ab_step_point_law(step, point, depth, 0.0);
        double stored = there.energy > 0.0 ? there.energy : 0.5 * there.force * depth;
        if (stored >= energy) {
            return depth;
        }
    }
    return INFINITY;
}

static Motion change(const abStep *step, const abStepPoint *point, double mass, Motion at) {
    abNormalForce f = ab_step_point_law(step, point, at.depth, at.rate);
    return (Motion){at.rate, -f.force / mass, (f.force - f.elastic) * at.rate};
}

static Motion moved(Motion at, double h, Motion by) {
    return (Motion){at.depth + h * by.depth, at.rate + h * by.rate, at.lost + h * by.lost};
}

static Motion advance(const abStep *step, const abStepPoint *point, double mass, Motion at,
                      double h) {
    Motion a = change(step, point, mass, at);
    Motion b = change(step, point, mass, moved(at, 0.5 * h, a));
    Motion c = change(step, point, mass, moved(at, 0.5 * h, b));
    Motion d = change(step, point, mass, moved(at, h, c));
    return moved(moved(moved(moved(at, h / 6.0, a), h / 3.0, b), h / 3.0, c), h / 6.0, d);
}

double ab_step_bounce(const abStep *step, const abStepPoint *point, double speed) {
    double mass = 1.0 / ab_step_mobility(step, point, point->n),
           energy = 0.5 * mass * speed * speed;
    double depth = isfinite(mass) ? depth_of(step, point, energy) : INFINITY;
    if (!isfinite(depth)) {
        return 0.0;
    }
    double h = 3.0 * depth / (speed * STEPS);
    Motion at = {1e-12 * depth, speed, 0.0}; // just inside, where dampers without a fade act
    for (int i = 0; i < STEPS * DURATIONS && at.depth > 0.0; i++) {
        abNormalForce f = ab_step_point_law(step, point, at.depth, at.rate);
        double most = f.damping > 0.0 ? 0.5 * mass / f.damping : INFINITY;
        at = advance(step, point, mass, at, fmin(h, most));
    }
    return at.depth > 0.0 ? 0.0 : sqrt(fmax(0.0, fmin(1.0, 1.0 - at.lost / energy)));
}
