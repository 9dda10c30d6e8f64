// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// steps_losses.c - no loss falls: shares of a step between losses, and losses inside of it.
//
// A step has one impulse for each contact. What it loses is known in sum, as its power ends at or above
// zero: of the law, of friction and of rolling resistance alone it need not be. Where one of them would
// give, the others have lost that much less.
//
// Inside a step velocities are linear in time, so with its share x of the step a loss is
//
//   lost x + x (1 - x) bend                                                              (1)
//
// which never falls where |bend| <= lost. Beyond that it is energy that the step takes on its way and
// gives back until its end, or the other way round: it belongs to what contacts and force elements
// store, which inside the step is
//
//   U_0 + x (U_1 - U_0) + x (1 - x) bend                                                 (2)
//
// so the book closes at any x. That is what the forces of the step have put in; by the place at x it
// would be another, as places and speeds inside a step err by its second order. (2) is not below zero
// where bend >= -(sqrt U_0 + sqrt U_1)^2.
//
// Limits  What lifts bodies out of each other from nothing is a negative loss of contacts, and stays
//         one. A step that loses nothing and changes speeds more than its contacts store loses less
//         on its way (steps_inside.c).

#include "method/steps/steps_losses.h"

#include <math.h>

// What of a loss that falls can come out of another one; moves it there.
static void pay(double *lost, double *bend, int of, int from) {
    if (lost[of] < 0.0 && lost[from] > 0.0) {
        double share = fmin(1.0, lost[from] / -lost[of]);
        lost[from] += share * lost[of];
        lost[of] -= share * lost[of];
        bend[from] += share * bend[of];
        bend[of] -= share * bend[of];
    }
}

void ab_steps_join_losses(double *lost, double *bend) {
    pay(lost, bend, AB_BOOK_SLIDING, AB_BOOK_CONTACT_DAMPING);
    pay(lost, bend, AB_BOOK_ROLLING, AB_BOOK_CONTACT_DAMPING);
    pay(lost, bend, AB_BOOK_SLIDING, AB_BOOK_ROLLING);
    pay(lost, bend, AB_BOOK_ROLLING, AB_BOOK_SLIDING);
}

// Takes out of a bend what is beyond (1).
static double take_excess(double lost, double *bend) {
    double most = fmax(0.0, lost), kept = fmin(most, fmax(-most, *bend)), excess = *bend - kept;
    *bend = kept;
    return excess;
}

// Lets a bend fall by what is wanted, or as far as (1) allows; how far.
static double give(double lost, double *bend, double wanted) {
    double given = fmin(wanted, fmax(0.0, *bend + fmax(0.0, lost)));
    *bend -= given;
    return given;
}

double ab_steps_keep_contacts_rising(const double *lost, const double stored[2], double *bend) {
    static const int friction[] = {AB_BOOK_SLIDING, AB_BOOK_ROLLING};
    double *of_law = &bend[AB_BOOK_CONTACT_DAMPING], law_lost = lost[AB_BOOK_CONTACT_DAMPING];
    for (int i = 0; i < 2; i++) {
        *of_law += take_excess(lost[friction[i]], &bend[friction[i]]);
    }
    for (int i = 0; i < 2; i++) { // below (1) friction has lost less, too
        double under = -fmax(0.0, law_lost) - *of_law;
        *of_law += give(lost[friction[i]], &bend[friction[i]], fmax(0.0, under));
    }
    double excess = take_excess(law_lost, of_law);
    double least = sqrt(fmax(0.0, stored[0])) + sqrt(fmax(0.0, stored[1]));
    double passing = fmax(excess, -least * least); // (2) stays above zero
    *of_law += excess - passing;
    return passing;
}

double ab_steps_keep_dampers_rising(const double *lost, double *bend) {
    return take_excess(lost[AB_BOOK_DAMPERS], &bend[AB_BOOK_DAMPERS]);
}
