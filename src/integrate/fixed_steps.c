// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// fixed_steps.c - the integrators of method fixed: Euler, Heun, the classical fourth order, and
// that in parts.
//
// Each evaluation finds the contacts anew and solves for their forces anew. One that finds an
// overlap ends the step; nothing has then changed. What rests on an arc as the step begins does so
// in all of it, also where a stage is a little past the end of the arc: a block with round ends
// that is set down flat would else rest on its corner for one stage, with another acceleration.

#include <math.h>
#include <string.h>

#include "integrate/fixed.h"

enum { AUTO = 0, EULER = 6, HEUN, RK4, ADAPTIVE };

static abFixedStep evaluate(abSimulation *s, double t, const double *y, bool is_first,
                            double *ydot) {
    abFixed *own = s->own;
    if (!ab_fixed_find(s, t, y) || (is_first && !ab_fixed_note_arcs(s))) {
        return AB_FIXED_FAILED;
    }
    if (!is_first) {
        ab_fixed_stay_on_arcs(s);
    }
    for (size_t i = 0; i < own->record_count; i++) {
        if (own->records[i].gap < 0.0) {
            return AB_FIXED_OVERLAP;
        }
    }
    if (!ab_fixed_list(s, ab_fixed_is_contact)) {
        return AB_FIXED_FAILED;
    }
    return ab_dynamics_evaluate(&s->dynamics, t, y, ydot) ? AB_FIXED_DONE : AB_FIXED_FAILED;
}

typedef struct Stage {
    double c, a; // t + c h, y + a h k of the stage before
    double b;
} Stage;

static const Stage s_euler[] = {{0.0, 0.0, 1.0}};
static const Stage s_heun[] = {{0.0, 0.0, 0.5}, {1.0, 1.0, 0.5}};
static const Stage s_rk4[] = {
    {0.0, 0.0, 1.0 / 6.0}, {0.5, 0.5, 1.0 / 3.0}, {0.5, 0.5, 1.0 / 3.0}, {1.0, 1.0, 1.0 / 6.0}};

static abFixedStep take(abSimulation *s, const Stage *stages, int count, double t, double h) {
    abFixed *own = s->own;
    size_t n = ab_dynamics_state_count(&s->dynamics);
    for (int k = 0; k < count; k++) {
        for (size_t i = 0; i < n; i++) {
            own->trial[i] = s->y[i] + (k > 0 ? h * stages[k].a * own->k[k - 1][i] : 0.0);
        }
        abFixedStep result = evaluate(s, t + stages[k].c * h, own->trial, k == 0, own->k[k]);
        if (result != AB_FIXED_DONE) {
            return result;
        }
    }
    for (size_t i = 0; i < n; i++) {
        for (int k = 0; k < count; k++) {
            s->y[i] += h * stages[k].b * own->k[k][i];
        }
    }
    return AB_FIXED_DONE;
}

static double mechanical_energy(abSimulation *s, double t) {
    abEnergyBook book = ab_dynamics_energy(&s->dynamics, t, s->y);
    return book.kinetic + book.gravity + book.springs;
}

// The step in 1, 5, 25 ... parts until the change of energy over it changes by less than a bound
// from one to the next.
static abFixedStep take_in_parts(abSimulation *s, double t, double h) {
    static const double bound = 1e-6; // [J]
    enum { MOST = 3125 };
    abFixed *own = s->own;
    size_t n = ab_dynamics_state_count(&s->dynamics);
    memcpy(own->last_parts, s->y, n * sizeof *s->y);
    double before = mechanical_energy(s, t), last = NAN;
    for (int parts = 1;; parts *= 5) {
        memcpy(s->y, own->last_parts, n * sizeof *s->y);
        for (int i = 0; i < parts; i++) {
            abFixedStep result = take(s, s_rk4, 4, t + h * i / parts, h / parts);
            if (result != AB_FIXED_DONE) {
                memcpy(s->y, own->last_parts, n * sizeof *s->y);
                return result;
            }
        }
        double change = mechanical_energy(s, t + h) - before;
        if (fabs(change - last) < bound || fabs(change) < bound || parts >= MOST) {
            return AB_FIXED_DONE;
        }
        last = change;
    }
}

abFixedStep ab_fixed_integrate(abSimulation *s, double t, double h) {
    abRigid *r = &s->dynamics.rigid;
    r->stabilization = (abStabilization)s->options.stabilization;
    r->target = 0.5 * s->options.contact_distance;
    r->pace = s->options.step; // also in pieces: a gap brought back in one would be a blow
    abFixedStep result;
    switch (s->options.integrator) {
    case EULER:
        result = take(s, s_euler, 1, t, h);
        break;
    case HEUN:
        result = take(s, s_heun, 2, t, h);
        break;
    case ADAPTIVE:
        result = take_in_parts(s, t, h);
        break;
    default:
        result = take(s, s_rk4, 4, t, h);
        break;
    }
    r->target = 0.0;
    r->stabilization = AB_STABILIZE_NONE; // none of it in what is reported
    return result;
}
