// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// fixed_estimates.c - when a gap will be the target, from its rate at one or two instants.

#include <math.h>

#include "core/simulation_state.h"
#include "method/fixed/fixed.h"
#include "method/fixed/tolerances.def"

double ab_fixed_target(const abSimulation *s) {
    return 0.5 * s->options.contact_distance;
}

// When the gap is the target, from what is seen at one instant.
double ab_fixed_seen_estimate(const abSimulation *s, const abFixedRecord *record, double t) {
    return record->rate < -s_slow_closing ? t + (ab_fixed_target(s) - record->gap) / record->rate
                                          : NAN;
}

// With even acceleration between the start of the substep and its end, the first instant between.
void ab_fixed_better_estimate(const abSimulation *s, abFixedRecord *record, double t1, double t2) {
    double a = (record->late_rate - record->rate) / (t2 - t1);
    double square = record->rate * record->rate - 2.0 * a * (record->gap - ab_fixed_target(s));
    if (t2 - t1 <= 1e-12 || fabs(a) < 1e-12 || square < 0.0) {
        return;
    }
    double root[2] = {t1 + (-record->rate - sqrt(square)) / a,
                      t1 + (-record->rate + sqrt(square)) / a};
    double early = fmin(root[0], root[1]), late = fmax(root[0], root[1]);
    if (early > t1 && early < t2) {
        record->meets = early;
    } else if (late > t1 && late < t2) {
        record->meets = late;
    }
}

// How much later than the end of a substep that was to end at an estimate the gap is the target: of
// the fast record nearest to it; 0 when none is off by more than rounding.
double ab_fixed_later_by(const abSimulation *s) {
    const abFixed *own = s->own;
    double nearest = s->options.contact_distance, later = 0.0;
    for (size_t i = 0; i < own->record_count; i++) {
        const abFixedRecord *r = &own->records[i];
        double off = r->gap - ab_fixed_target(s);
        if (!ab_fixed_is_contact(s, r) && r->rate < -s_slow_closing && fabs(off) < nearest) {
            nearest = fabs(off);
            later = nearest > s_same_gap * ab_fixed_target(s) ? -off / r->rate : 0.0;
        }
    }
    return later;
}

double ab_fixed_earliest(const abFixed *own, double after) {
    double first = INFINITY;
    for (size_t i = 0; i < own->record_count; i++) {
        const abFixedRecord *r = &own->records[i];
        bool counts = r->must_handle || r->rate < 0.0;
        if (counts && r->meets > after) {
            first = fmin(first, r->meets);
        }
    }
    return first;
}
