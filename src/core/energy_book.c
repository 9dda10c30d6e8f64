// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// energy_book.c - the kinetic energy an impact takes is lost in contact, beside what drives give in it;
// what else one gives is rounding.

#include "core/energy_book.h"
#include "core/method.h"
#include "core/simulation_state.h"
#include "derivative/evaluate/evaluate.h"
#include "derivative/rigid/rigid_hit.h"
#include "mechanics/state/place.h"

double ab_run_begin_impact(abSimulation *s) {
    s->dynamics.hit.driven = 0.0; // steps leave what they rounded
    return ab_rigid_kinetic(&s->dynamics);
}

static double book_drives(abSimulation *s) {
    double driven = s->dynamics.hit.driven;
    s->y[s->dynamics.mechanics.layout.book + AB_BOOK_DRIVE] += driven;
    s->dynamics.hit.driven = 0.0;
    return driven;
}

void ab_run_book_impact(abSimulation *s, double before) {
    double after = ab_rigid_kinetic(&s->dynamics), driven = book_drives(s);
    s->y[s->dynamics.mechanics.layout.book + AB_BOOK_CONTACT_DAMPING] += before - after + driven;
    s->statistics.impact_gain = fmax(s->statistics.impact_gain, s->dynamics.hit.gained);
}

// With what the method stores beside the contacts.
static abEnergyBook amended(abSimulation *s, double t, abEnergyBook book) {
    if (s->method->amend_stores != NULL) {
        s->method->amend_stores(s, t, &book);
    }
    return book;
}

abEnergyBook ab_run_energy(abSimulation *s, double t, const double *y) {
    return amended(s, t, ab_derivative_energy(&s->dynamics, t, y));
}

abEnergyBook ab_run_energy_here(abSimulation *s, double t, const double *y) {
    return amended(s, t, ab_derivative_energy_here(&s->dynamics, t, y));
}

double ab_run_balance(abSimulation *s, double t, const double *y) {
    ab_mechanics_place(&s->dynamics.mechanics, t, y);
    abEnergyBook book = ab_run_energy(s, t, y);
    return ab_energy_balance(&book);
}

void ab_run_book_lost(abSimulation *s, double before) {
    book_drives(s);
    double lost = before - ab_run_balance(s, s->t, s->y);
    s->y[s->dynamics.mechanics.layout.book + AB_BOOK_CONTACT_DAMPING] += lost;
}
