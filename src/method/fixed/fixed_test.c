// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "abut/abut.h"
#include "base/check.h"
#include "core/run_fixture.h"

static abError s_error;
static abBodyState s_end[9];

static double s_first, s_open, s_turned_over; // of the energy book: its sum, by how much it is off
static double s_most;                         // potential energy so far

static void note_energy(const abFrame *frame) {
    const abEnergyBook *book = &frame->energy;
    double balance = ab_energy_balance(book), potential = book->gravity;
    if (frame->index == 0) {
        s_first = balance;
        s_open = s_turned_over = 0.0;
        s_most = potential;
    }
    s_most = fmax(s_most, potential);
    s_open = fmax(s_open, fabs(balance - s_first));
    s_turned_over = fmax(s_turned_over, fmax(book->kinetic, s_most - potential));
}

static abResult note_frame(void *context, const abFrame *frame, abError *error) {
    (void)context, (void)error;
    note_energy(frame);
    memcpy(s_end, frame->bodies, (size_t)frame->body_count * sizeof *s_end);
    return AB_OK;
}

// The first impact.
static double s_gap, s_hit;

static abResult note_hit(void *context, const abEvent *event, abError *error) {
    (void)context, (void)error;
    if (event->kind == AB_EVENT_IMPACT && s_hit == 0.0) {
        s_hit = event->time;
        s_gap = event->distance;
    }
    return AB_OK;
}

static abResult run(const char *text) {
    const abObserver observer = {.frame = note_frame, .event = note_hit};
    return run_and_say(text, &observer, NULL, &s_error);
}

// ---- joints that forces alone hold ----

enum { STEPS = 6 };
static const double s_step = 0.02;

// A body beside its track, by x and moving away with v, after some steps.
static abResult run_beside_track(const char *mode, const char *hold, double x, double v) {
    char text[1200];
    snprintf(
        text, sizeof text,
        "abut: 1\n"
        "bodies: {b: {mobility: planar, mass: 2, inertia: [1, 1, 1], position: [0.3, %.17g, 0],"
        " velocity: [1, %.17g, 0]}}\n"
        "joints: [{type: inplane, between: [world, b], position_b: [0, 0, 0], axis: [0, 1, 0]}]"
        "\nsimulation: {method: fixed, step: %.17g, end_time: %.17g, hold_joints: %s,"
        " stabilization: %s}\n",
        x, v, s_step, s_step * STEPS, hold, mode);
    return run(text);
}

// With k = -1 / h the gap follows x' = k x or (d/dt - k)^2 x = 0, and rk4 has instead of e^(k h)
//   R = 1 - 1 + 1/2 - 1/6 + 1/24 = 3/8   and of its slope   1 - 1 + 1/2 - 1/6 = 1/3
static void the_modes_act_on_joints_as_they_say(void) {
    static const double x = 0.1, v = 0.4, R = 0.375, slope = 1.0 / 3.0;
    const double R_n = R * R * R * R * R * R, R_less = R_n / R, time = s_step * STEPS;
    const struct {
        const char *mode;
        double gap, rate;
    } rows[] = {
        {"none", x + v * time, v},
        {"velocity", x + v * time, v},
        // the way is the integral of the rate: -(rate - v) h
        {"velocity_joints", x + s_step * (v - R_n * v), R_n * v},
        {"velocity_and_distance", x + v * time, v},
        {"velocity_and_distance_joints", R_n * x + STEPS * R_less * slope * (s_step * v + x),
         R_n * v - STEPS * R_less * slope * (v + x / s_step)},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        CHECK(run_beside_track(rows[i].mode, "forces", x, v) == AB_OK);
        CHECK_NEAR(s_end[0].position.y, rows[i].gap, 1e-13, 1.0);
        CHECK_NEAR(s_end[0].velocity.y, rows[i].rate, 1e-12, 1.0);
        CHECK_NEAR(s_end[0].position.x, 0.3 + time, 1e-13, 1.0);
    }
}

// With T = 5 h the rate goes by the powers of R = 1 - 1/5 + 1/50 - 1/750 + 1/15000 of rk4, and the way
// is its integral.
static void stabilization_may_take_its_time(void) {
    static const double x = 0.1, v = 0.4, R = 1.0 - 0.2 + 0.02 - 0.004 / 3.0 + 0.0002 / 3.0;
    char mode[80];
    snprintf(mode, sizeof mode, "velocity_joints, stabilization_time: %.17g", 5.0 * s_step);
    CHECK(run_beside_track(mode, "forces", x, v) == AB_OK);
    double R_n = R * R * R * R * R * R;
    CHECK_NEAR(s_end[0].velocity.y, R_n * v, 1e-12, 1.0);
    CHECK_NEAR(s_end[0].position.y, x + 5.0 * s_step * (v - R_n * v), 1e-13, 1.0);
}

static void speeds_end_after_a_step_and_gaps_stay(void) {
    CHECK(run_beside_track("none", "speeds", 0.1, 0.4) == AB_OK);
    CHECK_NEAR(s_end[0].position.y, 0.1 + 0.4 * s_step, 1e-14, 1.0);
    CHECK_NEAR(s_end[0].velocity.y, 0.0, 1e-15, 1.0);
}

// A ball leaves its track with another one behind it, nearer than the contact distance. The track
// stops both, as in an impact; alone it would leave the second to run into the first.
static void what_touches_has_its_part_when_speeds_end(void) {
    char text[1500];
    snprintf(text, sizeof text,
             "abut: 1\nmaterials: {m: {density: 1}}\n"
             "pairs: [{materials: [m, m], restitution: 0, sliding_friction: 0}]\n"
             "bodies:\n"
             "  b: {mobility: planar, mass: 2, inertia: [1, 1, 1], velocity: [0, 0.4, 0],"
             " shapes: [{outline: {form: ball, radius: 0.2}, material: m}]}\n"
             "  c: {mobility: planar, mass: 3, inertia: [1, 1, 1], position: [0, -0.408, 0],"
             " velocity: [0, 0.4, 0],"
             " shapes: [{outline: {form: ball, radius: 0.2}, material: m}]}\n"
             "contacts: [{between: ['*', '*'], normal: {law: rigid}, friction: {law: none}}]\n"
             "joints: [{type: inplane, between: [world, b], position_b: [0, 0, 0],"
             " axis: [0, 1, 0]}]\n"
             "simulation: {method: fixed, step: %.17g, end_time: %.17g, hold_joints: speeds,"
             " stabilization: none}\n",
             s_step, s_step * STEPS);
    s_hit = 0.0;
    CHECK(run(text) == AB_OK);
    CHECK_NEAR(s_end[0].position.y, 0.4 * s_step, 1e-14, 1.0);
    CHECK_NEAR(s_end[1].position.y, -0.408 + 0.4 * s_step, 1e-14, 1.0);
    CHECK_NEAR(s_end[1].velocity.y, 0.0, 1e-14, 1.0);
    CHECK(s_hit == 0.0); // no event tells of it
}

static void places_close_at_the_start(void) {
    CHECK(run_beside_track("none", "places", 0.1, 0.4) == AB_BAD_MODEL); // open, without assemble
    CHECK(run_beside_track("none", "places", 0.0, 0.4) == AB_OK);
    CHECK_NEAR(s_end[0].position.y, 0.0, 1e-15, 1.0);
    CHECK_NEAR(s_end[0].velocity.y, 0.0, 1e-15, 1.0);
}

static void other_methods_refuse_it(void) {
    CHECK(run("abut: 1\nbodies: {b: {mobility: planar, mass: 1, inertia: [1, 1, 1]}}\n"
              "simulation: {end_time: 1, hold_joints: forces}\n") == AB_BAD_MODEL);
    CHECK(strstr(s_error.problems[0].text, "hold_joints = forces cannot act") != NULL);
}

// ---- collisions ----

// A ball of radius 0.2 that flies at a wall with drag, so that its speed is exp(-d t / m).
static void a_hit_is_at_the_target_gap_and_its_time(void) {
    static const char text[] =
        "abut: 1\nmaterials: {m: {density: 1}}\n"
        "pairs: [{materials: [m, m], restitution: 1, sliding_friction: 0}]\n"
        "bodies:\n"
        "  ball: {mobility: planar, mass: 2, inertia: [1, 1, 1], velocity: [%.17g, 0, 0],"
        " shapes: [{outline: {form: ball, radius: 0.2}, material: m}]}\n"
        "  wall: {mobility: fixed, position: [3, 0, 0],"
        " shapes: [{outline: {form: wall, width: 0.01, height: 4, face: left}, material: m}]}\n"
        "contacts: [{between: ['*', '*'], normal: {law: rigid, restitution: 1},"
        " friction: {law: none}}]\n"
        "forces: [{type: drag, damping: 1, between: [world, ball]}]\n"
        "simulation: {method: fixed, step: 0.04, end_time: 1.6, contact_distance: 0.01}\n";
    static const double speeds[] = {2.9, 7.0, 200.0}; // the last passes the wall within a step
    for (size_t i = 0; i < sizeof speeds / sizeof *speeds; i++) {
        char model[1200];
        snprintf(model, sizeof model, text, speeds[i]);
        s_hit = 0.0;
        CHECK(run(model) == AB_OK);
        double displacement = 3.0 - 0.005 - 0.2 - 0.005, k = 0.5; // v = v0 exp(-k t)
        CHECK_NEAR(s_gap, 0.005, 1e-8, 0.005);
        // rk4 at k h = 0.02: (k h)^5 / 120 of the way per step
        CHECK_NEAR(s_hit, -log(1.0 - k * displacement / speeds[i]) / k, 1e-8, 1.0);
    }
}

// What a corner of one body on a turning edge of another owes to velocities: without stabilization
// a contact keeps the rate of its gap. Were the force's place on the edge taken for the corner, the
// rate would change by  2 w^2 gap  per second.
static void a_corner_keeps_the_rate_of_its_gap_on_a_turning_edge(void) {
    static const double w = 3.0, gap = 0.009, step = 1e-4;
    char text[1500];
    // the plank's upper edge is y = 0.1; the corner of the block points down and is pressed there
    snprintf(
        text, sizeof text,
        "abut: 1\nmaterials: {m: {density: 1}}\n"
        "pairs: [{materials: [m, m], restitution: 1, sliding_friction: 0}]\n"
        "bodies:\n"
        "  plank: {mobility: planar, mass: 5, inertia: [4, 4, 4], angular_velocity: [0, 0, %g],"
        " shapes: [{outline: {form: block, width: 4, height: 0.2}, material: m}]}\n"
        "  block: {mobility: planar, mass: 1, inertia: [1, 1, 1], position: [0.7, %.17g, 0],"
        " rotation: [0, 0, 0.78539816339744831], velocity: [0, %.17g, 0],"
        " shapes: [{outline: {form: block, width: 1, height: 1}, material: m}]}\n"
        "contacts: [{between: ['*', '*'], normal: {law: rigid}, friction: {law: none}}]\n"
        "forces: [{type: applied, fx: 0, fy: -100, frame: world, between: [world, block]}]\n"
        "simulation: {method: fixed, step: %g, end_time: %g, stabilization: none,"
        " output_interval: %g}\n",
        w, 0.1 + gap + sqrt(0.5), 0.7 * w, step, 0.01, 0.01);
    CHECK(run(text) == AB_OK);
    const abBodyState *plank = &s_end[0], *block = &s_end[1];
    double angle = 2.0 * atan2(plank->orientation.z, plank->orientation.w);
    double rotation = 2.0 * atan2(block->orientation.z, block->orientation.w) - 0.78539816339744831;
    double n[2] = {-sin(angle), cos(angle)};
    double corner[2] = {block->position.x + sqrt(0.5) * sin(rotation),
                        block->position.y - sqrt(0.5) * cos(rotation)};
    double displacement[2] = {corner[0] - plank->position.x, corner[1] - plank->position.y};
    // of a rate that stays 0 the gap stays; euler's error is step per second of second derivatives
    CHECK_NEAR(n[0] * displacement[0] + n[1] * displacement[1] - 0.1, gap, 1e-9, 1.0);
}

// ---- ropes ----

// A ball flies off, is stopped by a rope that does not stretch at the target gap and comes back
// with the restitution of the rope; then it swings as a pendulum on it.
static void a_rope_ends_a_flight_and_holds_a_pendulum(void) {
    static const char text[] =
        "abut: 1\n%s"
        "bodies:\n  hook: {mobility: fixed}\n"
        "  ball: {mobility: planar, mass: 2, inertia: [1, 1, 1], position: [%.17g, 0, 0],"
        " velocity: [%g, 0, 0]}\n"
        "forces: [{type: rope, between: [hook, ball], length: 2, restitution: 0.25}]\n"
        "simulation: {method: fixed, step: %g, end_time: %g, contact_distance: 1.0e-3}\n";
    char model[1000];
    snprintf(model, sizeof model, text, "", 1.0, 4.0, 0.01, 0.5);
    CHECK(run(model) == AB_OK);
    double hit = (2.0 - 5e-4 - 1.0) / 4.0;
    CHECK_NEAR(s_end[1].position.x, 2.0 - 5e-4 - (0.5 - hit), 1e-9, 1.0);
    CHECK_NEAR(s_end[1].velocity.x, -1.0, 1e-12, 1.0);
    // from the horizontal, at the bottom v^2 = 2 g l
    snprintf(model, sizeof model, text, "gravity: [0, -10, 0]\n", 2.0 - 5e-4, 0.0, 1e-3, 3.0);
    CHECK(run(model) == AB_OK);
    abVec3 p = s_end[1].position, v = s_end[1].velocity;
    CHECK_NEAR(sqrt(p.x * p.x + p.y * p.y), 2.0 - 5e-4, 1e-6, 1.0);
    // steps of fourth order: 1e-3 of the period, with the return to the target
    CHECK_NEAR(0.5 * (v.x * v.x + v.y * v.y) + 10.0 * p.y, 0.0, 1e-6, 20.0);
}

static void a_rope_may_be_tied_to_the_world(void) {
    CHECK(run("abut: 1\n"
              "bodies: {b: {mobility: planar, mass: 1, inertia: [1, 1, 1], position: [1, 0, 0],"
              " velocity: [4, 0, 0]}}\n"
              "forces: [{type: rope, between: [world, b], length: 2, restitution: 0.25}]\n"
              "simulation: {method: fixed, step: 0.01, end_time: 0.5,"
              " contact_distance: 1.0e-3}\n") == AB_OK);
    double hit = (2.0 - 5e-4 - 1.0) / 4.0;
    CHECK_NEAR(s_end[0].position.x, 2.0 - 5e-4 - (0.5 - hit), 1e-9, 1.0);
    CHECK_NEAR(s_end[0].velocity.x, -1.0, 1e-12, 1.0);
}

#define WALL(name, normal, place)                                                                  \
    "  " name ": {mobility: fixed, shapes: [{plane: {normal: [" normal "]}, position: [" place     \
    "], material: m}]}\n"

// A cylinder whose rim comes into sight of a capsule only when it is beyond it is pushed out.
static void what_is_seen_too_late_is_led_apart(void) {
    CHECK(
        run("abut: 1\ngravity: [0, 0, -9.81]\nmaterials: {m: {density: 1000}}\n"
            "pairs: [{materials: [m, m], restitution: 0.3, sliding_friction: 0}]\n"
            "contacts: [{between: [all, all], normal: {law: rigid}, friction: none}]\n"
            "bodies:\n"
            "  floor: {mobility: fixed, shapes: [{plane: {}, material: m}]}\n" //
            WALL("right", "-1, 0, 0", "0.6, 0, 0") WALL("left", "1, 0, 0", "-0.6, 0, 0")
                WALL("front", "0, 1, 0", "0, -0.6, 0") WALL(
                    "back", "0, -1, 0",
                    "0, 0.6, 0") "  b0: {position: [-0.146, 0.139, 0.5], rotation: [0.528, -0.49, "
                                 "-0.009], "
                                 "shapes: [{box: {size: [0.4, 0.3, 0.3]}, material: m}]}\n"
                                 "  b1: {position: [-0.02, 0.061, 1.05], rotation: [0.577, -0.812, "
                                 "-0.943], "
                                 "shapes: [{sphere: {radius: 0.2}, material: m}]}\n"
                                 "  b2: {position: [0.134, -0.027, 1.6], rotation: [0.525, -0.996, "
                                 "-0.109], "
                                 "shapes: [{capsule: {radius: 0.1, length: 0.2}, material: m}]}\n"
                                 "  b3: {position: [0.089, -0.108, 2.15], rotation: [0.891, 0.803, "
                                 "-0.939], "
                                 "shapes: [{cylinder: {radius: 0.15, length: 0.3}, material: m}]}\n"
                                 "simulation: {method: fixed, step: 0.005, contact_distance: "
                                 "0.002, end_time: 1}\n") == AB_OK);
    for (int i = 5; i < 9; i++) {
        abVec3 p = s_end[i].position;
        CHECK(p.z > 0.09 && p.z < 1.0 && fabs(p.x) < 0.51 && fabs(p.y) < 0.51);
    }
}

// ---- play ----

// A block of 1 m by 2.5 m between two others, with play on both sides, pulled up along them and to the
// right one, or turning slowly. Within the contact distance of 0.01 m both sides count as contacts.
static abResult run_in_slot(double play, const char *gravity, double spin) {
    char text[1400];
    double side = 2.5 + play;
    snprintf(text, sizeof text,
             "abut: 1\ngravity: %s\nmaterials: {m: {density: 1}}\n"
             "pairs: [{materials: [m, m], restitution: 0.8}]\n"
             "bodies:\n"
             "  L: {mobility: fixed, position: [%.17g, 2.5, 0],"
             " shapes: [{outline: {form: block, width: 4, height: 4}, material: m}]}\n"
             "  R: {mobility: fixed, position: [%.17g, 2.5, 0],"
             " shapes: [{outline: {form: block, width: 4, height: 4}, material: m}]}\n"
             "  B: {mobility: planar, mass: 1, inertia: [0.6, 0.6, 0.6], position: [0, 1, 0],"
             " angular_velocity: [0, 0, %.17g],"
             " shapes: [{outline: {form: block, width: 1, height: 2.5}, material: m}]}\n"
             "contacts: [{between: [all, all], normal: rigid, friction: none}]\n"
             "simulation: {method: fixed, step: 0.025, end_time: 1}\n",
             gravity, -side, side, spin);
    return run(text);
}

static void a_block_with_play_slides_in_its_slot(void) {
    static const double plays[] = {0.0005, 0.002, 0.004, 0.007, 0.0099};
    for (size_t i = 0; i < sizeof plays / sizeof *plays; i++) {
        CHECK(run_in_slot(plays[i], "[1, 1, 0]", 0.0) == AB_OK);
        CHECK_NEAR(s_end[2].velocity.y, 1.0, 1e-6, 1.0); // nothing holds it along the slot
        CHECK(fabs(s_end[2].position.x) <= plays[i]);
        CHECK(run_in_slot(plays[i], "[0, 0, 0]", 1e-4) == AB_OK);
        CHECK(fabs(s_end[2].angular_velocity.z) <= 1e-4 * (1.0 + 1e-9));
        CHECK(fabs(s_end[2].position.x) <= plays[i]);
    }
}

// ---- the energy book ----

// Turning bodies fall on the ground, hit it and slide: what leads their gaps back, or leaves them to
// close, does work, which the book has to rounding.
static void the_book_stays_closed_while_contacts_settle(void) {
    static const char *const forms[] = {"{form: polygon, radius: 0.1, sides: 3}",
                                        "{form: round_block, width: 0.04, height: 0.1}",
                                        "{form: random_polygon, radius: 0.05, sides: 6, seed: 68}",
                                        "{form: block, width: 0.05, height: 0.12}"};
    static const char *const modes[] = {"none", "velocity", "velocity_and_distance",
                                        "velocity_and_distance_joints"};
    for (size_t i = 0; i < 4 * sizeof forms / sizeof *forms; i++) {
        for (int k = 0; k < 3; k++) {
            char text[1200];
            snprintf(text, sizeof text,
                     "abut: 1\ngravity: [0, -9.81, 0]\n"
                     "materials: {m: {density: 1000}}\n"
                     "pairs: [{materials: [m, m], restitution: %.17g}]\n"
                     "bodies:\n"
                     "  ground: {mobility: fixed, position: [0, -0.1, 0],"
                     " shapes: [{outline: {form: wall, width: 4.8, height: 0.2}, material: m}]}\n"
                     "  b: {mobility: planar, position: [0, 0.2, 0], rotation: [0, 0, %.17g],"
                     " velocity: [0.5, -0.7, 0], shapes: [{outline: %s, material: m}]}\n"
                     "contacts: [{between: [all, all], normal: rigid, friction: none}]\n"
                     "simulation: {method: fixed, step: 0.01, end_time: 1, contact_distance: 0.005,"
                     " stabilization: %s, output_interval: 0.01}\n",
                     0.2 * k, 0.7 + 1.3 * k, forms[i / 4], modes[i % 4]);
            CHECK(run(text) == AB_OK);
            CHECK(s_open <= 1e-12 * s_turned_over);
        }
    }
}

// ---- steps in parts ----

// A force of one period in a step: at the ends and in the middle it is zero, so the step in one
// part sees none, and energy does not change either way. The body goes on with the mean of its
// speed, F/(m w).
static void a_step_is_not_right_because_energy_stays(void) {
    CHECK(run("abut: 1\nbodies: {b: {mobility: planar, mass: 1, inertia: [1, 1, 1]}}\n"
              "forces: [{type: applied, between: [world, b], fx: \"10*sin(20*PI*t)\"}]\n"
              "simulation: {method: fixed, step: 0.1, end_time: 1, integrator: adaptive}\n") ==
          AB_OK);
    CHECK_NEAR(s_end[0].position.x, 10.0 / (20.0 * 3.14159265358979), 0.01, 0.16);
}

AB_TESTS(AB_TEST(a_rope_ends_a_flight_and_holds_a_pendulum),
         AB_TEST(a_rope_may_be_tied_to_the_world), AB_TEST(the_modes_act_on_joints_as_they_say),
         AB_TEST(stabilization_may_take_its_time), AB_TEST(speeds_end_after_a_step_and_gaps_stay),
         AB_TEST(what_touches_has_its_part_when_speeds_end), AB_TEST(places_close_at_the_start),
         AB_TEST(other_methods_refuse_it), AB_TEST(a_hit_is_at_the_target_gap_and_its_time),
         AB_TEST(a_corner_keeps_the_rate_of_its_gap_on_a_turning_edge),
         AB_TEST(what_is_seen_too_late_is_led_apart), AB_TEST(a_block_with_play_slides_in_its_slot),
         AB_TEST(the_book_stays_closed_while_contacts_settle),
         AB_TEST(a_step_is_not_right_because_energy_stays))
