// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// kept_step.c - who advances a simulation to times of their own asks inside steps: the run takes
// whole steps, as if nobody asked, and the answer comes from the polynomials of the last one.
//
// They are copied when the step is told, as its end may be an event from where the method begins
// anew and knows nothing of the step any more. Making them counts as none of the integrator's
// evaluations and leaves the method as it was, so that asking changes no bit.

#include "core/kept_step.h"

#include <string.h>

#include "base/array.h"
#include "base/no_memory.h"
#include "core/method.h"
#include "core/simulation_state.h"
#include "math/core/polynomial.h"

void ab_run_keep_steps(abSimulation *s) {
    s->kept.is_wanted = true;
}

void ab_run_drop_kept(abSimulation *s) {
    s->kept.count = s->kept.used = 0;
}

void ab_run_close_kept(abSimulation *s) {
    AB_ARRAY_FREE(s->allocator, s->kept.pieces, s->kept.capacity);
    AB_ARRAY_FREE(s->allocator, s->kept.coefficients, s->kept.room);
}

abResult ab_run_keep_piece(abSimulation *s, double until, abError *error) {
    abKeptStep *kept = &s->kept;
    if (!kept->is_wanted) {
        return AB_OK;
    }
    size_t states = s->dynamics.mechanics.layout.count;
    size_t needed = kept->used + (AB_DEGREE_MAX + 1) * states;
    if (!AB_ARRAY_RESERVE(s->allocator, kept->pieces, kept->capacity, kept->count + 1) ||
        !AB_ARRAY_RESERVE(s->allocator, kept->coefficients, kept->room, needed)) {
        return ab_no_memory(error, (abPlace){0}, "for the last step");
    }
    abKeptPiece *piece = &kept->pieces[kept->count++];
    *piece = (abKeptPiece){.end = until, .states = states, .first = kept->used};
    piece->degree =
        s->method->polynomial(s, &piece->start, &piece->length, kept->coefficients + piece->first);
    kept->used += (size_t)(piece->degree + 1) * states;
    return AB_OK;
}

double ab_run_kept_since(const abSimulation *s) {
    return s->kept.count > 0 ? s->kept.pieces[0].start : s->t;
}

static void evaluate(const abKeptPiece *piece, const double *coefficients, double t, double *y) {
    double x = piece->length > 0.0 ? fmax(0.0, (t - piece->start) / piece->length) : 1.0;
    const double *c = coefficients + piece->first;
    size_t n = piece->states;
    memcpy(y, c + (size_t)piece->degree * n, n * sizeof *y);
    for (int k = piece->degree; k-- > 0;) {
        for (size_t i = 0; i < n; i++) {
            y[i] = y[i] * x + c[(size_t)k * n + i];
        }
    }
}

void ab_run_state_at(const abSimulation *s, double t, double *y) {
    const abKeptStep *kept = &s->kept;
    memcpy(y, s->y, s->dynamics.mechanics.layout.count * sizeof *y);
    for (size_t k = 0; k < kept->count && t < s->t; k++) {
        if (t <= kept->pieces[k].end) {
            evaluate(&kept->pieces[k], kept->coefficients, t, y);
            return;
        }
    }
}

int ab_kept_quadratic(const abSimulation *s, double h, const double *y0, const double *y1,
                      int planar_places, double *c) {
    size_t n = s->dynamics.mechanics.layout.count;
    memset(c, 0, 3 * n * sizeof *c);
    for (size_t i = 0; i < n; i++) {
        c[i] = y0[i];
        c[n + i] = y1[i] - y0[i];
    }
    for (size_t b = 0; b < s->model->body_count; b++) {
        const abBody *body = &s->model->bodies[b];
        bool is_planar = body->mobility == AB_MOBILITY_PLANAR;
        const abStateBlock *block = ab_state_block(body->mobility);
        int places = is_planar ? planar_places : block->place_count;
        for (int i = 0; body->state >= 0 && i < places; i++) {
            size_t at = (size_t)body->state + (size_t)i, v = at + (size_t)block->speed;
            double bend = 0.5 * h * (y1[v] - y0[v]);
            c[n + at] -= bend;
            c[2 * n + at] = bend;
        }
    }
    return 2;
}
