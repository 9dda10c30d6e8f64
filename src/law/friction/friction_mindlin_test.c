// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0

#include <math.h>
#include <string.h>

#include "base/check.h"
#include "law/core/law.h"
#include "math/core/elementary.h"
#include "math/core/vector_math.h"

static const double s_mu = 0.3, s_radius = 0.02, s_young = 2e11, s_nu = 0.3;

enum { INCREMENTS, STRETCH, DISSIPATIVE };

static double s_constants[AB_LAW_CONSTANTS], s_memory[AB_LAW_MEMORY];

// The spring by its word: increments or stretch.
static const abTangentialLaw *begin_with(double damping_ratio, int spring) {
    const abFrictionLaw *law = ab_friction_law(ab_friction_law_find("mindlin"));
    double params[16] = {0.0};
    ab_table_defaults(law->table, params);
    params[1] = damping_ratio;
    const abKey *key = ab_table_find(law->table, "spring");
    memcpy((char *)params + key->offset, &spring, sizeof spring);
    abPairProperties pair = {.sliding_friction = s_mu,
                             .radius = s_radius,
                             .surface = {{.youngs_modulus = s_young, .poissons_ratio = s_nu},
                                         {.youngs_modulus = s_young, .poissons_ratio = s_nu}}};
    law->prepare(params, &pair, s_constants);
    abTangentialStart start = {.mass = 2.0, .force = 100.0, .stiffness = 1e7};
    double size = s_mu * 100.0 / (spring == STRETCH ? start.stiffness : 1.0);
    CHECK_NEAR(law->tangential->begin(s_constants, &start, s_memory), size, 1e-15, size);
    return law->tangential;
}

static const abTangentialLaw *begin(double damping_ratio) {
    return begin_with(damping_ratio, INCREMENTS);
}

static abTangentialPoint point(abVec3 state, abVec3 v_t, double depth, double force) {
    return (abTangentialPoint){.state = state,
                               .slip = {.v_t = v_t, .n_AB = {0.0, 0.0, 1.0}},
                               .depth = depth,
                               .radius = s_radius,
                               .weight = 1.0,
                               .normal = {.force = force}};
}

// 8 G* sqrt(R d) with G* = G/(2 (2 - nu)) of equal sides, and its ratio to 2 E* sqrt(R d), which
// is 2 (1 - nu)/(2 - nu).
static void the_stiffness_is_mindlins(void) {
    const abTangentialLaw *law = begin(0.0);
    double depth = 1e-6, v = 1e-3;
    abTangentialPoint in = point(ab_vec3(0, 0, 0), ab_vec3(v, 0, 0), depth, 100.0);
    abTangentialForce out;
    law->evaluate(s_constants, s_memory, &in, &out);
    double G = s_young / (2.0 * (1.0 + s_nu)), E = s_young / (2.0 * (1.0 - s_nu * s_nu));
    CHECK_NEAR(out.rate.x / v, 8.0 * G / (2.0 * (2.0 - s_nu)) * sqrt(s_radius * depth), 1e-14,
               out.rate.x / v);
    CHECK_NEAR(out.rate.x / v / (2.0 * E * sqrt(s_radius * depth)),
               2.0 * (1.0 - s_nu) / (2.0 - s_nu), 1e-14, 1.0);
}

static void slip_has_the_limit_and_the_direction_of_the_state(void) {
    const abTangentialLaw *law = begin(0.0);
    abTangentialPoint in = point(ab_vec3(6.0, 8.0, 0.0), ab_vec3(0.01, 0.02, 0.0), 1e-6, 50.0);
    in.mode = AB_TANGENTIAL_SLIP;
    abTangentialForce out;
    law->evaluate(s_constants, s_memory, &in, &out);
    CHECK_NEAR(out.friction.force.x, -0.6 * s_mu * 50.0, 1e-15, 15.0);
    CHECK_NEAR(out.friction.force.y, -0.8 * s_mu * 50.0, 1e-15, 15.0);
    CHECK_NEAR(ab_dot(out.rate, in.state), 0.0, 1e-15, ab_norm(out.rate) * 10.0); // only turns
    CHECK(out.drive > 0.0);
}

// With damping: kept for good when |T| reaches the limit, without modes.
static void damped_it_never_exceeds_the_cone(void) {
    const abTangentialLaw *law = begin(0.5);
    CHECK(!law->has_modes(s_constants));
    for (double x = -100.0; x <= 100.0; x += 1.7) {
        for (double v = -1.0; v <= 1.0; v += 0.13) {
            abTangentialPoint in = point(ab_vec3(x, 2.0, 0.0), ab_vec3(0.0, v, 0.0), 1e-6, 50.0);
            abTangentialForce out;
            law->evaluate(s_constants, s_memory, &in, &out);
            CHECK(ab_norm(out.friction.force) <= s_mu * 50.0 * (1.0 + 1e-15));
        }
    }
}

// From the first contact on, T and mu F grow with the same power of the depth; a stretched spring by
// half as much again.
static void it_begins_to_slip_or_to_stick_by_the_ratio_of_stiffnesses(void) {
    double depth = 1e-12, rate = 0.1, E = s_young / (2.0 * (1.0 - s_nu * s_nu));
    double slope = 2.0 * E * sqrt(s_radius * depth);
    double ratio = 2.0 * (1.0 - s_nu) / (2.0 - s_nu); // of both stiffnesses
    for (int i = 0; i < 4; i++) {
        int slips = i % 2, spring = i / 2;
        const abTangentialLaw *law = begin_with(0.0, spring);
        double speed = s_mu * rate / ratio * (slips ? 1.001 : 0.999);
        speed /= spring == STRETCH ? 1.5 : 1.0;
        abTangentialPoint in =
            point(ab_vec3(0, 0, 0), ab_vec3(0.0, speed, 0.0), depth, 2.0 / 3.0 * slope * depth);
        in.rate = rate;
        in.normal.stiffness = slope;
        abTangentialBegin out;
        law->start(s_constants, s_memory, &in, &out);
        CHECK(out.mode == (slips ? AB_TANGENTIAL_SLIP : AB_TANGENTIAL_STICK));
    }
}

// What presses already has a limit above zero, which no way of the spring has reached yet: a point
// handed over at rest, of which rounding slides, holds no energy.
static void where_it_presses_it_begins_without_force(void) {
    for (int spring = 0; spring < 3; spring++) {
        const abTangentialLaw *law = begin_with(0.0, spring);
        abTangentialPoint in = point(ab_vec3(0, 0, 0), ab_vec3(0.0, 1e-9, 0.0), 1e-5, 1.0);
        in.rate = -1e-9;
        in.normal.stiffness = 1.5e5;
        abTangentialBegin out;
        law->start(s_constants, s_memory, &in, &out);
        CHECK(out.mode == AB_TANGENTIAL_STICK && ab_norm(out.state) == 0.0);
    }
}

// There are no modes, so nothing of the force begins at the limit.
static void damped_it_begins_without_force(void) {
    for (int spring = 0; spring < 3; spring++) {
        const abTangentialLaw *law = begin_with(0.3, spring);
        abTangentialPoint in = point(ab_vec3(0, 0, 0), ab_vec3(0.0, 1e3, 0.0), 1e-12, 1e-6);
        in.rate = 1e-3;
        in.normal.stiffness = 1.0;
        abTangentialBegin out;
        law->start(s_constants, s_memory, &in, &out);
        CHECK(out.mode == AB_TANGENTIAL_STICK && ab_norm(out.state) == 0.0);
    }
}

// When slip ends the force must not jump: stick begins at the limit.
static void slip_ends_with_the_force_at_the_limit(void) {
    for (int spring = 0; spring < 3; spring++) {
        const abTangentialLaw *law = begin_with(0.0, spring);
        abTangentialPoint in = point(ab_vec3(0.6, 0.8, 0.0), ab_vec3(0, 0, 0), 1e-6, 50.0);
        in.mode = AB_TANGENTIAL_STICK;
        in.state = law->change(s_constants, s_memory, &in);
        abTangentialForce out;
        law->evaluate(s_constants, s_memory, &in, &out);
        CHECK_NEAR(out.friction.force.x, -0.6 * s_mu * 50.0, 1e-15, 15.0);
        CHECK_NEAR(out.friction.force.y, -0.8 * s_mu * 50.0, 1e-15, 15.0);
    }
}

// What a spring that sticks gave back beyond the work on it, at worst, by the greatest that it stored:
// over cycles of depth and slip, to and fro, never at the limit.
static double given(int spring, double phase) {
    enum { STEPS = 20000 };
    const abTangentialLaw *law = begin_with(0.0, spring);
    double state = 0.0, work = 0.0, stored = 0.0, worst = 0.0, h = 4.0 / STEPS;
    for (int i = 0; i < STEPS; i++) {
        double t = h * (i + 0.5), angle = 2.0 * AB_PI * t + phase;
        abTangentialPoint in =
            point(ab_vec3(state, 0, 0), ab_vec3(1e-7 * cos(2.0 * AB_PI * t), 0, 0),
                  1e-6 * (1.0 + 0.9 * sin(angle)), 1e9);
        in.rate = 1e-6 * 0.9 * 2.0 * AB_PI * cos(angle);
        abTangentialForce out;
        law->evaluate(s_constants, s_memory, &in, &out);
        work -= h * out.friction.force.x * in.slip.v_t.x;
        state += h * out.rate.x;
        stored = fmax(stored, out.stored);
        worst = fmax(worst, out.stored - work);
    }
    return worst / stored;
}

static void the_dissipative_spring_gives_no_energy(void) {
    double most[3] = {0.0};
    for (double phase = 0.0; phase < 2.0 * AB_PI; phase += 0.3) {
        for (int spring = 0; spring < 3; spring++) {
            most[spring] = fmax(most[spring], given(spring, phase));
        }
    }
    CHECK(most[INCREMENTS] > 0.5 && most[STRETCH] > 0.5);
    CHECK(most[DISSIPATIVE] < 1e-3); // steps of Euler
}

// In slip, too, where F falls as fast as it may while the slip turns back: what is stored there is that
// of the stick before it, and the work on the spring covers it as long as the slip does not end.
static void slip_gives_no_more_than_it_stores(void) {
    const abTangentialLaw *law = begin_with(0.0, DISSIPATIVE);
    double least = INFINITY;
    int back = 0;
    for (int i = 0; i < 20 * 20 * 20; i++) {
        double along = 1e-3 * (i % 20 - 9.5), rate = 1e-3 * (i / 20 % 20 - 9.5), d = 1e-6,
               F = 100.0;
        abTangentialPoint in = point(ab_vec3(s_memory[1], 0, 0), ab_vec3(along, 0, 0), d, F);
        in.mode = AB_TANGENTIAL_SLIP;
        in.rate = rate;
        abTangentialForce out, later;
        law->evaluate(s_constants, s_memory, &in, &out);
        double limit_rate = out.drive - (double)(i / 400) * fabs(out.drive); // else slip has ended
        double h = 1e-7 * d / fmax(fabs(rate), 1e-9);
        in.depth += h * rate;
        in.normal.force += h * limit_rate / s_mu;
        law->evaluate(s_constants, s_memory, &in, &later);
        double lost = -out.friction.force.x * along - (later.stored - out.stored) / h;
        least =
            fmin(least, lost / (fabs(out.friction.force.x * along) + out.stored * fabs(rate) / d));
        back += along < 0.0;
        in = point(ab_vec3(out.limit, 0, 0), ab_vec3(0, 0, 0), d, F);
        law->evaluate(s_constants, s_memory, &in, &later);
        CHECK_NEAR(out.stored, later.stored, 1e-14, later.stored);
    }
    CHECK(back > 1000);
    CHECK(least > -1e-5); // differences
}

AB_TESTS(AB_TEST(the_stiffness_is_mindlins),
         AB_TEST(slip_has_the_limit_and_the_direction_of_the_state),
         AB_TEST(damped_it_never_exceeds_the_cone),
         AB_TEST(it_begins_to_slip_or_to_stick_by_the_ratio_of_stiffnesses),
         AB_TEST(where_it_presses_it_begins_without_force), AB_TEST(damped_it_begins_without_force),
         AB_TEST(slip_ends_with_the_force_at_the_limit),
         AB_TEST(the_dissipative_spring_gives_no_energy),
         AB_TEST(slip_gives_no_more_than_it_stores))
