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

#include "core/simulation_state.h"
#include "derivative/evaluate/evaluate.h"
#include "derivative/state/derivative.h"
#include "math/core/vector_math.h"
#include "method/fixed/fixed.h"
#include "method/fixed/tolerances.def"

enum { EULER = 6, HEUN, ADAPTIVE = 9 }; // others are RK4
enum { PARTS = 5 };

static abFixedStep evaluate(abSimulation *s, double t, const double *y, bool is_first,
                            double *ydot) {
    abFixed *own = s->own;
    if (!ab_fixed_find(s, t, y) || (is_first && !ab_fixed_store_arcs(s))) {
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
    return ab_derivative_evaluate(&s->dynamics, t, y, ydot) ? AB_FIXED_DONE : AB_FIXED_FAILED;
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
    size_t n = s->dynamics.mechanics.layout.count;
    for (int k = 0; k < count; k++) {
        for (size_t i = 0; i < n; i++) {
            own->trial[i] = s->y[i] + (k > 0 ? h * stages[k].a * own->k[k - 1][i] : 0.0);
        }
        abFixedStep result = evaluate(s, t + stages[k].c * h, own->trial, k == 0, own->k[k]);
        if (result != AB_FIXED_DONE) {
            return result;
        }
        if (k == 0) {
            ab_fixed_begin_work(s);
        }
        ab_fixed_add_work(s, h * stages[k].b);
    }
    memcpy(own->begin, s->y, n * sizeof *s->y);
    for (size_t i = 0; i < n; i++) {
        for (int k = 0; k < count; k++) {
            s->y[i] += h * stages[k].b * own->k[k][i];
        }
    }
    ab_fixed_end_work(s, t + h, h, own->begin);
    return AB_FIXED_DONE;
}

static double mechanical_energy(abSimulation *s, double t) {
    abEnergyBook book = ab_derivative_energy(&s->dynamics, t, s->y);
    return book.kinetic + book.gravity + book.springs;
}

// What gravity does while gaps go from one end of their range to the other: less is nothing.     [J]
static double work_in_gaps(const abSimulation *s) {
    const abModel *model = s->model;
    double mass = 0.0;
    for (size_t b = 0; b < model->body_count; b++) {
        mass += model->bodies[b].state >= 0 ? model->bodies[b].mass : 0.0;
    }
    return mass * ab_norm(model->gravity.uniform) * s->options.contact_distance;
}

// A step, or a part of one, in parts where it needs them: those in which five parts change the
// energy by another amount than one does, by more than `allowed`. A small change of energy alone
// says nothing: a step may be off where energy is not. Where a contact begins within a part only
// the fifth of it in which that is needs more, so the number of parts grows with the logarithm of
// the accuracy.
static abFixedStep refine(abSimulation *s, int level, double t, double h, double allowed) {
    abFixed *own = s->own;
    double *begin = own->levels[level];
    size_t bytes = s->dynamics.mechanics.layout.count * sizeof *s->y;
    memcpy(begin, s->y, bytes);
    double lifting = own->lifting, before = mechanical_energy(s, t);
    abFixedStep result = take(s, s_rk4, 4, t, h);
    if (result != AB_FIXED_DONE) {
        return result;
    }
    double whole = mechanical_energy(s, t + h) - before;
    memcpy(s->y, begin, bytes);
    own->lifting = lifting;
    for (int i = 0; i < PARTS && result == AB_FIXED_DONE; i++) {
        result = take(s, s_rk4, 4, t + h * i / PARTS, h / PARTS);
    }
    if (result != AB_FIXED_DONE || level + 1 == AB_FIXED_LEVELS) {
        return result;
    }
    double change = mechanical_energy(s, t + h) - before;
    if (fabs(change - whole) <= allowed) {
        return AB_FIXED_DONE;
    }
    memcpy(s->y, begin, bytes);
    own->lifting = lifting;
    for (int i = 0; i < PARTS && result == AB_FIXED_DONE; i++) {
        result = refine(s, level + 1, t + h * i / PARTS, h / PARTS, allowed / PARTS);
    }
    return result;
}

static abFixedStep take_in_parts(abSimulation *s, double t, double h) {
    abFixed *own = s->own;
    abEnergyBook before = ab_derivative_energy(&s->dynamics, t, s->y);
    double scale = fmax(before.kinetic, work_in_gaps(s));
    abFixedStep result = refine(s, 0, t, h, s_energy_change * scale);
    if (result != AB_FIXED_DONE) {
        memcpy(s->y, own->levels[0], s->dynamics.mechanics.layout.count * sizeof *s->y);
    }
    return result;
}

double ab_fixed_pace(const abSimulation *s) {
    double given = s->options.stabilization_time;
    return isnan(given) ? s->options.step : given;
}

// Gaps are led back within a step, or the time that is given, but no faster than contacts are: else one of short steps would
// throw what it is to lift. With the pace T = target / contact speed V the return from a gap of 0
// is at most V / e fast, and what comes at V from the target stops 1 / e of it further.
abFixedStep ab_fixed_integrate(abSimulation *s, double t, double h) {
    abFixed *own = s->own;
    abStabilizer *by = &s->dynamics.mechanics.stabilizer;
    by->mode = (abStabilization)s->options.stabilization;
    by->contact_mode = own->lets_go ? AB_STABILIZE_VELOCITY : by->mode;
    by->target = 0.5 * s->options.contact_distance;
    by->pace = ab_fixed_pace(s); // also in substeps: a gap brought back in one would be a blow
    by->contact_pace = fmax(by->pace, by->target / s->options.contact_speed);
    abFixedStep result;
    own->lifting = 0.0;
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
    by->target = 0.0;
    by->mode = by->contact_mode = AB_STABILIZE_NONE; // none of it in what is reported
    return result;
}
