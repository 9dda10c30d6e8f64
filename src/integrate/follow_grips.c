// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// follow_grips.c - the list of grips follows the touches; y grows when it must.

#include "integrate/run.h"

void ab_run_note_grips(abSimulation *s) {
    if (s->dynamics.grips.count > 0) {
        ab_dynamics_energy(&s->dynamics, s->t, s->y);
        ab_grips_note(&s->dynamics);
    }
}

abResult ab_run_follow_grips(abSimulation *s, abError *error) {
    abDynamics *d = &s->dynamics;
    if (d->grips.slots == 0) {
        return AB_OK;
    }
    ab_dynamics_place(d, s->t, s->y);
    if (!ab_grips_find(d)) {
        return ab_error_add(error, AB_IO, (abPlace){0}, "out of memory for points of contact");
    }
    if (d->grips.next_count > d->grips.slots) {
        AB_TRY(ab_run_grow(s, d->grips.next_count, error));
    }
    ab_grips_take(d, s->y);
    ab_grips_start(d, s->t, s->y);
    return AB_OK;
}
