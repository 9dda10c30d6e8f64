// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0

#include "law/core/spin_torque.h"

#include "base/check.h"

static const double s_pi = 3.14159265358979323846;

static abSlip slip(double v, double w, double force, double radius) {
    return (abSlip){.v_t = {v, 0.0, 0.0},
                    .w = {0.0, 0.0, w},
                    .n_AB = {0.0, 0.0, 1.0},
                    .normal_force = force,
                    .radius = radius,
                    .depth = 1e-6};
}

// Classical figures: area and torque in full spin.
static void full_spin_has_the_published_torque(void) {
    static const struct {
        double force, radius, mu, a, M;
    } rows[] = {{100.0, 0.03, 0.2, 0.000273573884344, 0.00322296639476},
                {1000.0, 0.01, 0.1, 0.000408665101278, 0.0240723614991}};
    for (int i = 0; i < 2; i++) {
        abSpinTorque law = {rows[i].mu, 0.1, 109890109890.0};
        abSlip s = slip(0.0, 3.0, rows[i].force, rows[i].radius);
        abSpin spin = ab_spin(law, &s);
        CHECK_NEAR(spin.a, rows[i].a, 1e-9, rows[i].a);
        CHECK_NEAR(ab_spin_moment(law, spin, &s).z, -rows[i].M, 1e-9, rows[i].M);
    }
}

// Without E* the area is that of the overlap.
static void without_a_modulus_the_depth_gives_the_area(void) {
    abSpinTorque law = {0.3, 0.1, 0.0};
    abSlip s = slip(0.0, 1.0, 50.0, 0.02);
    CHECK_NEAR(ab_spin(law, &s).a, sqrt(0.02 * 1e-6), 1e-15, 1e-4);
}

// Friction of a disc of radius 1 under Hertz' pressure of total force 1, by midpoints in rings and
// angles; error below 1e-5 for these numbers.
static void integrate(double v, double w, double *force, double *moment) {
    enum { RINGS = 400, ANGLES = 400 };
    *force = *moment = 0.0;
    for (int i = 0; i < RINGS; i++) {
        double r = (i + 0.5) / RINGS, p = 1.5 / s_pi * sqrt(1.0 - r * r);
        for (int k = 0; k < ANGLES; k++) {
            double angle = 2.0 * s_pi * (k + 0.5) / ANGLES;
            double x = r * cos(angle), y = r * sin(angle),
                   share = p * r / RINGS * 2.0 * s_pi / ANGLES;
            double vx = v - w * y, vy = w * x, speed = sqrt(vx * vx + vy * vy);
            *force += share * vx / speed;
            *moment += share * (x * vy - y * vx) / speed;
        }
    }
}

static void they_are_the_sums_over_the_area(void) {
    abSpinTorque law = {1.0, 1e-9, 0.75}; // a = (F R)^(1/3) = 1
    for (double w = 0.01; w < 200.0; w *= 1.5) {
        double force, moment;
        integrate(1.0, w, &force, &moment);
        abSlip s = slip(1.0, w, 1.0, 1.0);
        abSpin spin = ab_spin(law, &s);
        CHECK_NEAR(-ab_spin_moment(law, spin, &s).z, moment, 1e-4, 1.0);
        CHECK_NEAR(ab_spin_share(spin, 1.0), force, 1e-4, 1.0);
    }
}

static void the_pieces_meet(void) {
    for (int i = 0; i < 2; i++) {
        double u = i == 0 ? 1.0 : 10.0, below = u * (1.0 - 1e-15), above = u * (1.0 + 1e-15);
        CHECK_NEAR(ab_spin_part(below), ab_spin_part(above), 1e-12, 1.0);
        CHECK_NEAR(ab_slide_part(below), ab_slide_part(above), 1e-12, 1.0);
    }
}

static void flat_contacts_have_none(void) {
    abSpinTorque law = {0.3, 0.1, 1e11};
    abSlip s = slip(0.1, 1.0, 50.0, INFINITY);
    abVec3 M = ab_spin_moment(law, ab_spin(law, &s), &s);
    CHECK(ab_norm(M) == 0.0);
}

AB_TESTS(AB_TEST(full_spin_has_the_published_torque),
         AB_TEST(without_a_modulus_the_depth_gives_the_area),
         AB_TEST(they_are_the_sums_over_the_area), AB_TEST(the_pieces_meet),
         AB_TEST(flat_contacts_have_none))
