// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// stepping_hits_test.c - steps by their error end at hits: places after many of them are known far
// closer than the tolerance, at the same cost for every tolerance, and bounces that become too small
// to be seen come to rest.

#include <math.h>
#include <stdio.h>

#include "base/check.h"
#include "core/run_fixture.h"

enum { BODY = 1 };

static const double s_g = 9.81, s_tolerances[] = {1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8};
enum { TOLERANCES = sizeof s_tolerances / sizeof s_tolerances[0] };

static double s_off;        // farthest from where it must be, in all frames              [m]
static double s_bounce;     // restitution of what is followed
static abBodyState s_final; // of the last frame
static abError s_error;

// ---- a ball that bounces ----

static const double s_drop = 1.0, s_radius = 0.05;

// Height of a ball that was dropped, by its restitution.
static double height_at(double t) {
    double fall = sqrt(2.0 * s_drop / s_g), speed = s_g * fall;
    if (t < fall) {
        return s_drop - 0.5 * s_g * t * t;
    }
    for (t -= fall; speed > 1e-12; t -= 2.0 * speed / s_g) {
        speed *= s_bounce;
        if (t < 2.0 * speed / s_g) {
            return speed * t - 0.5 * s_g * t * t;
        }
    }
    return 0.0;
}

static abResult follow_ball(void *context, const abFrame *frame, abError *error) {
    (void)context;
    (void)error;
    double height = frame->bodies[BODY].position.z - s_radius;
    s_off = fmax(s_off, fabs(height - height_at(frame->time)));
    return AB_OK;
}

static const abObserver s_ball_observer = {NULL, follow_ball, NULL, NULL};

static abStatistics drop_ball(double restitution, double tolerance) {
    static char text[1200];
    snprintf(text, sizeof text,
             "abut: 1\ngravity: [0, 0, -9.81]\nmaterials: {m: {density: 7850}}\n"
             "pairs: [{materials: [m, m], restitution: %g, sliding_friction: 0}]\nbodies:\n"
             "  ground: {mobility: fixed, shapes: [{plane: {}, material: m}]}\n"
             "  ball: {position: [0, 0, 1.05], shapes: [{sphere: {radius: 0.05}, material: m}]}\n"
             "contacts: [{between: [all, all], normal: {law: rigid}, friction: {law: none}}]\n"
             "simulation: {method: stepping, step: 0.01, step_control: adaptive,\n"
             "             tolerance: %g, end_time: 3, output_interval: 0.043}\n",
             restitution, tolerance);
    abStatistics statistics = {0};
    s_off = 0.0;
    s_bounce = restitution;
    CHECK(run_fixture(text, &s_ball_observer, &statistics, &s_error) == AB_OK);
    return statistics;
}

// Four hits in 3 s, among 300 steps of 10 ms.
static void a_ball_keeps_its_height_at_every_tolerance(void) {
    for (int i = 0; i < TOLERANCES; i++) {
        abStatistics statistics = drop_ball(1.0, s_tolerances[i]);
        CHECK(s_off < 1e-8);
        CHECK(statistics.steps <= 340 && statistics.rejected <= 12);
    }
}

// It is at rest after 1.36 s. What of its last bounces is left out is below the tolerance.
static void a_ball_comes_to_rest_by_as_many_bounces_as_are_seen(void) {
    for (int i = 0; i < TOLERANCES; i++) {
        abStatistics statistics = drop_ball(0.5, s_tolerances[i]);
        CHECK(s_off < 2.0 * s_tolerances[i] * s_radius);
        CHECK(statistics.steps + statistics.rejected <= 500);
        CHECK(statistics.events[AB_EVENT_IMPACT] <= 20);
    }
}

// ---- a box that lands on a slope ----

static abResult keep_last(void *context, const abFrame *frame, abError *error) {
    (void)context;
    (void)error;
    s_final = frame->bodies[BODY];
    return AB_OK;
}

static const abObserver s_last_observer = {NULL, keep_last, NULL, NULL};

// A box is dropped by 10 mm onto a slope of 30 degrees, which takes its speed across the slope, and as
// much of that along it as friction can.
static double place_on_slope(double friction, double time) {
    double along = 0.5 * s_g, into = s_g * cos(acos(-1.0) / 6.0);
    double fall = sqrt(2.0 * 0.01 / into), left = time - fall;
    double speed = fmax(0.0, along * fall - friction * into * fall);
    double a = along - friction * into;
    left = a < 0.0 ? fmin(left, speed / -a) : left;
    return 0.5 * along * fall * fall + speed * left + 0.5 * a * left * left;
}

static void a_box_lands_on_a_slope(void) {
    static char text[1200];
    for (int i = 0; i < TOLERANCES; i++) {
        for (int sticks = 0; sticks < 2; sticks++) {
            double friction = sticks ? 0.8 : 0.3;
            snprintf(text, sizeof text,
                     "abut: 1\ngravity: [4.905, 0, -8.49570921111253]\n"
                     "materials: {m: {density: 7850}}\n"
                     "pairs: [{materials: [m, m], restitution: 0, sliding_friction: %g}]\nbodies:\n"
                     "  ground: {mobility: fixed, shapes: [{plane: {}, material: m}]}\n"
                     "  box: {position: [0, 0, 0.06],\n"
                     "        shapes: [{box: {size: [0.1, 0.1, 0.1]}, material: m}]}\n"
                     "contacts: [{between: [all, all], normal: {law: rigid},\n"
                     "            friction: {law: coulomb}}]\n"
                     "simulation: {method: stepping, step: 0.01, step_control: adaptive,\n"
                     "             tolerance: %g, end_time: 1, output_interval: 0.5}\n",
                     friction, s_tolerances[i]);
            abStatistics statistics = {0};
            CHECK(run_fixture(text, &s_last_observer, &statistics, &s_error) == AB_OK);
            CHECK_NEAR(s_final.position.x, place_on_slope(friction, 1.0),
                       0.1 * fmax(s_tolerances[i] * 0.1, 1e-9), 1.0);
            CHECK(statistics.steps + statistics.rejected <= 140);
        }
    }
}

// ---- a tower that rattles ----

enum { BLOCKS = 7 };

// Seven blocks fall onto each other from gaps of 5 to 8 micrometres. Their corners rattle, at speeds
// that become ever smaller, until no bounce can be seen.
static void a_rattling_tower_ends(void) {
    static char text[4000];
    static const double s_high[BLOCKS] = {0.01, 0.009, 0.004, 0.006, 0.007, 0.003, 0.0035};
    int used =
        snprintf(text, sizeof text,
                 "abut: 1\ngravity: [0, 0, -9.81]\nmaterials: {m: {density: 1200}}\n"
                 "pairs: [{materials: [m, m], restitution: 0.9, sliding_friction: 0.3}]\nbodies:\n"
                 "  ground: {mobility: fixed, shapes: [{plane: {}, material: m}]}\n");
    double bottom = 0.0;
    for (int i = 0; i < BLOCKS; i++) {
        double x = 4e-4 * sin(3.0 * i + 1.0), y = 4e-4 * cos(5.0 * i);
        bottom += 5e-6 + 1e-6 * (i % 4);
        used += snprintf(text + used, sizeof text - (size_t)used,
                         "  b%d: {position: [%.9g, %.9g, %.9g],\n"
                         "       shapes: [{box: {size: [0.01, 0.01, %g]}, material: m}]}\n",
                         i, x, y, bottom + 0.5 * s_high[i], s_high[i]);
        bottom += s_high[i];
    }
    snprintf(text + used, sizeof text - (size_t)used,
             "contacts: [{between: [all, all], normal: {law: rigid}, friction: {law: none}}]\n"
             "simulation: {method: stepping, step: 0.001, step_control: adaptive,\n"
             "             tolerance: 1e-8, end_time: 1, output_interval: 0.1}\n");
    abStatistics statistics = {0};
    CHECK(run_fixture(text, &s_last_observer, &statistics, &s_error) == AB_OK);
    CHECK(fabs(s_final.velocity.z) < 1e-9);
    CHECK_NEAR(s_final.position.z, 0.5 * s_high[0], 1e-9, 1.0);
    CHECK(statistics.steps + statistics.rejected <= 10000);
    CHECK(statistics.energy_drift < 1e-6 * statistics.energy_scale);
}

// ---- a door that strikes its stop ----

static abResult keep_body_0(void *context, const abFrame *frame, abError *error) {
    (void)context;
    (void)error;
    s_final = frame->bodies[0];
    return AB_OK;
}

static const abObserver s_door_observer = {NULL, keep_body_0, NULL, NULL};

// Under a law that steps do not see. Where the door touches at the very end of a step, by what its arc
// is off the straight way, the hit is in the next: 9 of 240 lost half of their speed.
static void a_door_parts_whenever_it_touches(void) {
    enum { DOORS = 240 };
    const double spin = 3.9, length = 2.4, restitution = 0.87, step = 3.6e-4;
    int lost = 0;
    for (int i = 0; i < DOORS; i++) {
        char text[1200];
        double late = 0.002 * (i - DOORS / 2) / DOORS; // of a step
        double angle = spin * step * (200.0 + late), along = 1.9;
        // the ball touches the flat side, 0.08 m from the middle, of a door that is at the angle
        double x = along * cos(angle) - 0.2 * sin(angle), y = along * sin(angle) + 0.2 * cos(angle);
        snprintf(
            text, sizeof text,
            "abut: 1\ngravity: [0, 0, 0]\nmaterials: {m: {density: 7850}}\n"
            "pairs: [{materials: [m, m], restitution: %g, sliding_friction: 0}]\n"
            "bodies:\n"
            "  door: {position: [%g, 0, 0], velocity: [0, %.17g, 0], angular_velocity: [0, 0, "
            "%g], shapes: [{box: {size: [%g, 0.16, 3.2]}, material: m}]}\n"
            "  stop: {position: [%.17g, %.17g, 0], mobility: fixed, shapes: [{sphere: {radius: "
            "0.12}, material: m}]}\n"
            "joints: [{type: revolute, between: [world, door], position: [0, 0, 0], axis: [0, "
            "0, 1]}]\n"
            "contacts: [{between: [all, all], normal: {law: hunt_crossley, stiffness: 2.7e15}, "
            "friction: {law: none}}]\n"
            "simulation: {method: stepping, end_time: %g, output_interval: 0.01, step: "
            "%g, tolerance: 1.0e-8}\n",
            restitution, 0.5 * length, 0.5 * length * spin, spin, length, x, y,
            angle / spin + 0.003, step);
        CHECK(run_fixture(text, &s_door_observer, NULL, &s_error) == AB_OK);
        lost += fabs(s_final.angular_velocity.z / (restitution * spin) + 1.0) > 0.1;
    }
    CHECK(lost == 0);
}

// ---- frames inside of steps in which something is hit ----

static double s_first, s_open, s_turned_over, s_lowest; // [J], [J], [J], [m]

static abResult follow_book(void *context, const abFrame *frame, abError *error) {
    (void)context;
    (void)error;
    double balance = ab_energy_balance(&frame->energy);
    s_first = frame->index == 0 ? balance : s_first;
    s_open = fmax(s_open, fabs(balance - s_first));
    s_turned_over = fmax(s_turned_over, frame->energy.kinetic);
    s_lowest = fmin(s_lowest, frame->bodies[BODY].position.z - s_radius);
    return AB_OK;
}

static const abObserver s_book_observer = {NULL, follow_book, NULL, NULL};

// Thrown down with 2 m/s, 12 frames in each step of 10 ms.
static void throw_ball(const char *law, double restitution, double height) {
    static char text[1200];
    snprintf(text, sizeof text,
             "abut: 1\ngravity: [0, 0, -9.81]\n"
             "materials: {m: {youngs_modulus: 1e9, poissons_ratio: 0.3, density: 7850}}\n"
             "pairs: [{materials: [m, m], restitution: %g, sliding_friction: 0.3}]\nbodies:\n"
             "  ground: {mobility: fixed, shapes: [{plane: {}, material: m}]}\n"
             "  ball: {position: [0, 0, %.8g], velocity: [0.5, 0, -2], shapes: [{sphere: {radius: "
             "0.05}, material: m}]}\n"
             "contacts: [{between: [all, all], normal: {law: %s}, friction: {law: coulomb}}]\n"
             "simulation: {method: stepping, step: 0.01, end_time: 0.3, output_interval: 8e-4}\n",
             restitution, height, law);
    s_lowest = INFINITY;
    s_open = s_turned_over = 0.0;
    CHECK(run_fixture(text, &s_book_observer, NULL, &s_error) == AB_OK);
}

// A ball is hit at any instant of a step: in between it goes hardly deeper than at the end, where a law
// has what it needs or is felt in the next step, and the book closes in each frame, whether the impact
// is over in the step or not.
static void frames_in_a_hit_are_outside_and_balanced(void) {
    static const char *const laws[] = {"rigid", "elastic", "hunt_crossley",
                                       ("impact, exponent: 1.5, stiffness: 1e8, "
                                        "damping: 1e4, full_damping_depth: 1e-5")};
    for (int i = 0; i < 4 * 3 * 7; i++) {
        throw_ball(laws[i / 21], 0.4 * (i / 7 % 3), 0.1 + 0.003 * (i % 7));
        CHECK(s_open < 1e-11 * s_turned_over);
        CHECK(s_lowest > (i < 21 ? -2.5e-4 : -1.5e-3)); // 3e-3 to 6e-3 by a place quadratic in time
    }
}

static double s_closest; // of the second and the third ball of a row, in all frames        [m]

static abResult follow_row(void *context, const abFrame *frame, abError *error) {
    (void)context;
    (void)error;
    s_closest = fmin(s_closest, frame->bodies[2].position.x - frame->bodies[1].position.x);
    return AB_OK;
}

static const abObserver s_row_observer = {NULL, follow_row, NULL, NULL};

// A ball hits a row of two that touch: the one that is pushed along goes with the one that is hit.
static void what_is_pushed_along_keeps_its_distance(void) {
    for (int i = 0; i < 7; i++) {
        static char text[1200];
        snprintf(
            text, sizeof text,
            "abut: 1\ngravity: [0, 0, 0]\nmaterials: {m: {density: 7850}}\n"
            "pairs: [{materials: [m, m], restitution: 0, sliding_friction: 0}]\nbodies:\n"
            "  a: {position: [%.8g, 0, 0], velocity: [2, 0, 0], shapes: [{sphere: {radius: 0.05}, "
            "material: m}]}\n"
            "  b: {shapes: [{sphere: {radius: 0.05}, material: m}]}\n"
            "  c: {position: [0.1, 0, 0], shapes: [{sphere: {radius: 0.05}, material: m}]}\n"
            "contacts: [{between: [all, all], normal: {law: rigid}, friction: {law: none}}]\n"
            "simulation: {method: stepping, step: 0.01, end_time: 0.1, output_interval: 8e-4}\n",
            -0.13 - 0.003 * i);
        s_closest = INFINITY;
        CHECK(run_fixture(text, &s_row_observer, NULL, &s_error) == AB_OK);
        CHECK(s_closest > 0.1 - 1e-9);
    }
}

AB_TESTS(AB_TEST(a_ball_keeps_its_height_at_every_tolerance),
         AB_TEST(a_ball_comes_to_rest_by_as_many_bounces_as_are_seen),
         AB_TEST(a_box_lands_on_a_slope), AB_TEST(a_rattling_tower_ends),
         AB_TEST(a_door_parts_whenever_it_touches),
         AB_TEST(frames_in_a_hit_are_outside_and_balanced),
         AB_TEST(what_is_pushed_along_keeps_its_distance))
