// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// stepping_rolling_test.c - coins that lean and roll in a circle, against Euler's equations.
//
// A body of revolution rolls without slip in a circle of radius a with its axis e at an angle to the
// vertical z. It goes round with W and spins about its own axis with s as well, w = W z + s e. With
// c from its centre to the place that touches, I the moment of inertia across the axis and I_e about it,
//
//   W a + (w x c).y = 0,   (W z x L - c x F).y = 0,
//   L = I w + (I_e - I)(w.e) e,   F = m (-W^2 a, 0, g)
//
// when the centre is at (a, 0) and moves along y. After the time 2 pi/W it is where it began.

#include "base/check.h"
#include "core/run_fixture.h"
#include "math/core/elementary.h"
#include "math/core/vector_math.h"

static const double s_a = 0.12, s_g = 9.81, s_R = 0.05, s_h = 0.01, s_lean = 65.0 / 180.0 * AB_PI;

typedef struct Coin {
    const char *shape; // as in a model
    double mass, across, about;
    abVec3 c; // from the centre to the place that touches
} Coin;

typedef struct Motion {
    double W;
    abVec3 w;
} Motion;

static abVec3 axis(void) {
    return ab_vec3(ab_sin(s_lean), 0.0, ab_cos(s_lean));
}

// The three: with rim, ring and all round, of steel.
static Coin coin(int kind) {
    static const double density = 7850.0;
    abVec3 e = axis(), across = ab_vec3(e.z, 0.0, -e.x), down = {0.0, 0.0, -1.0};
    if (kind == 0) {
        double m = density * AB_PI * s_R * s_R * s_h;
        return (Coin){"cylinder: {radius: 0.05, length: 0.01}", m,
                      m * (3.0 * s_R * s_R + s_h * s_h) / 12.0, 0.5 * m * s_R * s_R,
                      ab_add_scaled(ab_scale(s_R, across), -0.5 * s_h, e)};
    }
    if (kind == 1) {
        double m = density * 2.0 * AB_PI * AB_PI * s_R * s_h * s_h;
        return (Coin){"torus: {ring_radius: 0.05, tube_radius: 0.01}", m,
                      m * (0.5 * s_R * s_R + 0.625 * s_h * s_h), m * (s_R * s_R + 0.75 * s_h * s_h),
                      ab_add_scaled(ab_scale(s_R, across), s_h, down)};
    }
    double m = density * 4.0 / 3.0 * AB_PI * s_R * s_R * s_h;
    double x = s_R * ab_dot(down, across), z = s_h * ab_dot(down, e), size = sqrt(x * x + z * z);
    return (Coin){"ellipsoid: {semi_axes: [0.05, 0.05, 0.01]}", m,
                  0.2 * m * (s_R * s_R + s_h * s_h), 0.4 * m * s_R * s_R,
                  ab_add_scaled(ab_scale(s_R * x / size, across), s_h * z / size, e)};
}

static Motion motion_at(const Coin *coin, double W) {
    abVec3 z = {0.0, 0.0, 1.0}, e = axis();
    double around = s_a * W + W * ab_cross(z, coin->c).y;
    double s = -around / ab_cross(e, coin->c).y;
    return (Motion){W, ab_add_scaled(ab_scale(W, z), s, e)};
}

static double unbalanced(const Coin *coin, double W) {
    Motion at = motion_at(coin, W);
    abVec3 z = {0.0, 0.0, 1.0}, e = axis();
    abVec3 L = ab_add_scaled(ab_scale(coin->across, at.w),
                             (coin->about - coin->across) * ab_dot(at.w, e), e);
    abVec3 F = ab_scale(coin->mass, ab_vec3(-W * W * s_a, 0.0, s_g));
    return ab_sub(ab_cross(ab_scale(W, z), L), ab_cross(coin->c, F)).y;
}

// The slowest, by bisection.
static Motion steady_motion(const Coin *coin) {
    double low = 0.5, step = 0.1;
    while (low < 40.0 && unbalanced(coin, low) * unbalanced(coin, low + step) > 0.0) {
        low += step;
    }
    for (int i = 0; i < 60; i++) {
        step *= 0.5;
        low += unbalanced(coin, low) * unbalanced(coin, low + step) > 0.0 ? step : 0.0;
    }
    return motion_at(coin, low);
}

typedef struct Told {
    EnergyOfRun energy;
    abVec3 place; // at the end
} Told;

static abResult take_frame(void *context, const abFrame *frame, abError *error) {
    Told *told = context;
    (void)error;
    follow_energy(&told->energy, &frame->energy);
    told->place = frame->bodies[1].position;
    return AB_OK;
}

// How far it is from where it began after one turn.                                        [m]
static double roll(const Coin *coin, const char *simulation, EnergyOfRun *energy) {
    static abError error;
    Motion motion = steady_motion(coin);
    abStatistics statistics = {0};
    Told told = {0};
    abObserver observer = {.context = &told, .frame = take_frame};
    char text[1200];
    snprintf(text, sizeof text,
             "abut: 1\ngravity: [0, 0, -%.17g]\n"
             "materials: {s: {density: 7850, youngs_modulus: 210e9, poissons_ratio: 0.3}}\n"
             "pairs: [{materials: [s, s], restitution: 0, sliding_friction: 0.8}]\n"
             "bodies:\n  floor: {mobility: fixed, shapes: [{plane: {}, material: s}]}\n"
             "  coin:\n    position: [%.17g, 0, %.17g]\n    orientation: [%.17g, 0, %.17g, 0]\n"
             "    velocity: [0, %.17g, 0]\n    angular_velocity: [%.17g, 0, %.17g]\n"
             "    shapes: [{%s, material: s}]\n"
             "contacts: [{between: ['*', '*'], normal: {law: rigid}, friction: {law: coulomb}}]\n"
             "simulation: {end_time: %.17g, %s}\n",
             s_g, s_a, -coin->c.z, ab_cos(0.5 * s_lean), ab_sin(0.5 * s_lean), motion.W * s_a,
             motion.w.x, motion.w.z, coin->shape, 2.0 * AB_PI / motion.W, simulation);
    CHECK(run_and_say(text, &observer, &statistics, &error) == AB_OK);
    *energy = told.energy;
    return hypot(told.place.x - s_a, told.place.y);
}

// Of second order, and without energy from nothing, whatever place of the rim comes next.
static void fixed_steps_come_round_with_second_order(void) {
    for (int kind = 0; kind < 3; kind++) {
        Coin c = coin(kind);
        double last = INFINITY;
        for (double ms = 2.0; ms > 0.4; ms *= 0.5) {
            char simulation[100];
            snprintf(simulation, sizeof simulation, "method: stepping, step: %g", 1e-3 * ms);
            EnergyOfRun energy;
            double off = roll(&c, simulation, &energy);
            CHECK(off < 5e-5 * ms * ms && off < last / 3.5);
            CHECK(energy.rise < 1e-7 * energy.most);
            CHECK(energy.drift < 1e-10 * energy.most);
            last = off;
        }
    }
}

static void adaptive_steps_come_round_as_the_tolerance_asks(void) {
    for (int kind = 0; kind < 3; kind++) {
        Coin c = coin(kind);
        for (int digits = 4; digits <= 6; digits++) {
            char simulation[100];
            snprintf(simulation, sizeof simulation,
                     "method: stepping, step: 0.01, step_control: adaptive, tolerance: 1e-%d",
                     digits);
            EnergyOfRun energy;
            double off = roll(&c, simulation, &energy);
            double square = ab_pow(10.0, -2.0 / 3.0 * digits); // of the lengths of such steps
            CHECK(off < 0.3 * square);
            CHECK(energy.rise < 0.15 * square * energy.most);
        }
    }
}

static void events_come_round_to_their_tolerance(void) {
    for (int kind = 0; kind < 3; kind++) {
        Coin c = coin(kind);
        EnergyOfRun energy;
        CHECK(roll(&c, "tolerance: 1e-8", &energy) < 1e-8);
    }
}

AB_TESTS(AB_TEST(fixed_steps_come_round_with_second_order),
         AB_TEST(adaptive_steps_come_round_as_the_tolerance_asks),
         AB_TEST(events_come_round_to_their_tolerance))
