// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// steps_losses_test.c - of all losses of a step that can be: none falls that another can pay for, none
// falls inside of the step, and nothing is gained or lost by that.

#include "method/steps/steps_losses.h"

#include <math.h>

#include "base/check.h"

static double s_lost[AB_BOOK_STATES], s_bend[AB_BOOK_STATES];

// From 1 to -1, by a linear congruence.
static double any(void) {
    static unsigned state = 1u;
    state = 1664525u * state + 1013904223u;
    return 1.0 - (double)(state >> 8) / 8388608.0;
}

// Losses of any sign, of sizes that differ by a thousand.
static void any_step(void) {
    for (int i = 0; i < AB_BOOK_STATES; i++) {
        s_lost[i] = any() * pow(10.0, 3.0 * any());
        s_bend[i] = any() * pow(10.0, 3.0 * any());
    }
}

static double at_contacts(const double *of) {
    return of[AB_BOOK_CONTACT_DAMPING] + of[AB_BOOK_SLIDING] + of[AB_BOOK_ROLLING];
}

static void joined_losses_have_the_sign_of_their_sum(void) {
    for (int n = 0; n < 10000; n++) {
        any_step();
        double lost = at_contacts(s_lost), bend = at_contacts(s_bend);
        double law = s_lost[AB_BOOK_CONTACT_DAMPING];
        ab_steps_join_losses(s_lost, s_bend);
        CHECK_NEAR(at_contacts(s_lost), lost, 1e-12, 1e3);
        CHECK_NEAR(at_contacts(s_bend), bend, 1e-12, 1e3);
        double friction = fmin(s_lost[AB_BOOK_SLIDING], s_lost[AB_BOOK_ROLLING]);
        CHECK(friction > -1e-12 || lost - fmin(0.0, law) < 1e-9);
        CHECK(law < 0.0 || s_lost[AB_BOOK_CONTACT_DAMPING] > -1e-12);
        CHECK(law >= 0.0 || s_lost[AB_BOOK_CONTACT_DAMPING] == law); // lifted from nothing
    }
}

// Friction that turns a disc about may do what rolling resistance takes, at the same hit.
static void rolling_pays_for_sliding(void) {
    double lost[AB_BOOK_STATES] = {0.0, -0.4, 0.5}, bend[AB_BOOK_STATES] = {0.0, 0.1, 0.2};
    ab_steps_join_losses(lost, bend);
    CHECK_NEAR(lost[AB_BOOK_SLIDING], 0.0, 1e-15, 1.0);
    CHECK_NEAR(lost[AB_BOOK_ROLLING], 0.1, 1e-15, 1.0);
    CHECK_NEAR(bend[AB_BOOK_ROLLING], 0.3, 1e-15, 1.0);
}

static void losses_that_rise_stay_as_they_are(void) {
    double lost[AB_BOOK_STATES] = {3.0, 1.0, 2.0, 4.0},
           bend[AB_BOOK_STATES] = {-3.0, 1.0, 0.5, -4.0};
    const double stored[2] = {0.0, 0.0};
    ab_steps_join_losses(lost, bend);
    CHECK(ab_steps_keep_contacts_rising(lost, stored, bend) == 0.0);
    CHECK(ab_steps_keep_dampers_rising(lost, bend) == 0.0);
    CHECK(lost[0] == 3.0 && lost[1] == 1.0 && lost[2] == 2.0 && lost[3] == 4.0);
    CHECK(bend[0] == -3.0 && bend[1] == 1.0 && bend[2] == 0.5 && bend[3] == -4.0);
}

// lost x + x (1 - x) bend rises where |bend| <= lost.
static bool rises(int i) {
    return fabs(s_bend[i]) <= fmax(0.0, s_lost[i]) * (1.0 + 1e-12) + 1e-12;
}

static void no_loss_falls_inside_a_step(void) {
    int fell = 0;
    for (int n = 0; n < 10000; n++) {
        any_step();
        const double stored[2] = {fabs(s_lost[4]), fabs(s_lost[5])};
        double bend = at_contacts(s_bend), dampers = s_bend[AB_BOOK_DAMPERS];
        double passing = ab_steps_keep_contacts_rising(s_lost, stored, s_bend);
        double stretched = ab_steps_keep_dampers_rising(s_lost, s_bend);
        CHECK_NEAR(at_contacts(s_bend) + passing, bend, 1e-12, 1e3);
        CHECK_NEAR(s_bend[AB_BOOK_DAMPERS] + stretched, dampers, 1e-12, 1e3);
        CHECK(rises(AB_BOOK_SLIDING) && rises(AB_BOOK_ROLLING) && rises(AB_BOOK_DAMPERS));
        for (int i = 0; i <= 10; i++) { // what is stored on the way is not below zero
            double x = 0.1 * i;
            CHECK(stored[0] + x * (stored[1] - stored[0]) + x * (1.0 - x) * passing > -1e-9);
        }
        // only where the contacts store too little for it
        double least = sqrt(stored[0]) + sqrt(stored[1]);
        CHECK(rises(AB_BOOK_CONTACT_DAMPING) || passing <= -least * least * (1.0 - 1e-12));
        fell += !rises(AB_BOOK_CONTACT_DAMPING);
    }
    CHECK(fell < 5000);
}

AB_TESTS(AB_TEST(joined_losses_have_the_sign_of_their_sum), AB_TEST(rolling_pays_for_sliding),
         AB_TEST(losses_that_rise_stay_as_they_are), AB_TEST(no_loss_falls_inside_a_step))
