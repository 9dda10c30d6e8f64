// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// stepping_test.c - method stepping: it goes on from a checkpoint with the same bits, and what it
// tells of contacts is true.

#include <stdlib.h>
#include <string.h>

#include "abut/read.h"
#include "abut/simulation.h"
#include "base/check.h"
#include "core/run_fixture.h"

typedef struct Told {
    abContactState contacts[8];
    int contact_count, touches, releases;
    double impulse, touch_time, touch_speed, joint[6], drift, start;
} Told;

static Told s_told;
static abError s_error;
static abModel *s_model;
static abSimulation *s_simulation;

static abResult take_frame(void *context, const abFrame *frame, abError *error) {
    (void)context;
    (void)error;
    s_told.contact_count = frame->contact_count < 8 ? frame->contact_count : 8;
    memcpy(s_told.contacts, frame->contacts,
           (size_t)s_told.contact_count * sizeof *s_told.contacts);
    if (frame->joint_count > 0) {
        memcpy(s_told.joint, frame->joint_forces, sizeof s_told.joint);
    }
    double balance = ab_energy_balance(&frame->energy);
    s_told.start = frame->index == 0 ? balance : s_told.start;
    s_told.drift = fmax(s_told.drift, fabs(balance - s_told.start));
    return AB_OK;
}

static abResult take_event(void *context, const abEvent *event, abError *error) {
    (void)context;
    (void)error;
    if (event->kind == AB_EVENT_TOUCH && s_told.touches++ == 0) {
        s_told.touch_time = event->time;
        s_told.touch_speed = event->speed;
    }
    s_told.releases += event->kind == AB_EVENT_RELEASE;
    s_told.impulse += event->kind == AB_EVENT_IMPACT ? event->impulse : 0.0;
    return AB_OK;
}

static double s_stop_at;

static const abObserver s_observer = {&s_stop_at, take_frame, take_event, stop_fixture};

static void begin(const char *bodies, const char *rest) {
    static char text[4000];
    snprintf(text, sizeof text,
             "abut: 1\ngravity: [0, 0, -10]\nmaterials: {m: {density: 1000}}\n"
             "pairs: [{materials: [m, m], restitution: 0.5, sliding_friction: 0.4}]\n"
             "bodies:\n  ground: {mobility: fixed, shapes: [{plane: {}, material: m}]}\n%s%s",
             bodies, rest);
    s_told = (Told){0};
    s_stop_at = INFINITY;
    open_sound(text, (abLog){0}, &s_model, &s_simulation, &s_error);
}

static void run(void) {
    abResult result = ab_simulation_run(s_simulation, &s_observer, &s_error);
    CHECK(result == AB_OK || result == AB_STOPPED);
}

static void end(void) {
    close_fixture(s_model, s_simulation);
}

static const char s_pile[] =
    "  a: {position: [0, 0, 0.6], velocity: [0.3, 0, 0],\n"
    "      shapes: [{box: {size: [1, 1, 1]}, material: m}]}\n"
    "  b: {position: [0.2, 0.1, 1.7], angular_velocity: [0.1, 0.2, 0.3],\n"
    "      shapes: [{box: {size: [1, 1, 1]}, material: m}]}\n"
    "  c: {position: [0.1, 0, 2.6], shapes: [{sphere: {radius: 0.3}, material: m}]}\n";
static const char s_rigid[] =
    "contacts: [{between: [\"*\", \"*\"], normal: {law: rigid}}]\n"
    "simulation: {method: stepping, step: 0.005, end_time: 1.5, tolerance: 1e-9}\n";

static void check_resumed(const char *bodies, const char *rest) {
    abBodyState whole[3], parts[3];
    begin(bodies, rest);
    run();
    for (int b = 0; b < 3; b++) {
        whole[b] = ab_simulation_body(s_simulation, (abBodyId){b + 2});
    }
    end();
    begin(bodies, rest);
    s_stop_at = 0.6;
    run();
    size_t size = ab_simulation_save(s_simulation, NULL, 0);
    void *bytes = malloc(size);
    CHECK(ab_simulation_save(s_simulation, bytes, size) == size);
    end();
    begin(bodies, rest);
    CHECK(ab_simulation_restore(s_simulation, bytes, size, &s_error) == AB_OK);
    run();
    for (int b = 0; b < 3; b++) {
        parts[b] = ab_simulation_body(s_simulation, (abBodyId){b + 2});
    }
    end();
    CHECK(memcmp(whole, parts, sizeof whole) == 0);
    for (size_t cut = 0; cut < size; cut += 97) { // a damaged one is refused
        begin(bodies, rest);
        CHECK(ab_simulation_restore(s_simulation, bytes, cut, &s_error) != AB_OK);
        end();
    }
    free(bytes);
}

static void a_resumed_run_has_the_same_bits(void) {
    check_resumed(s_pile, s_rigid);
}

// ---- what stands and is kept awake ----

static const char s_tower[] =
    "  a: {position: [0, 0, 0.5], shapes: [{box: {size: [1, 1, 1]}, material: m}]}\n"
    "  b: {position: [0.2, 0.1, 1.5], shapes: [{box: {size: [1, 1, 1]}, material: m}]}\n"
    "  c: {position: [0, 0.1, 2.5], shapes: [{box: {size: [1, 1, 1]}, material: m}]}\n";
static const char s_awake[] =
    "contacts: [{between: [\"*\", \"*\"], normal: {law: rigid}}]\n"
    "simulation: {method: stepping, step: 0.01, end_time: 1.5, tolerance: 1e-8, sleep: false}\n";

static void a_resumed_tower_that_is_kept_awake_has_the_same_bits(void) {
    check_resumed(s_tower, s_awake);
}

static void a_tower_that_is_kept_awake_stays_where_it_is(void) {
    static const double x[3] = {0.0, 0.2, 0.0}, y[3] = {0.0, 0.1, 0.1};
    begin(s_tower, s_awake);
    run();
    for (int b = 0; b < 3; b++) {
        abBodyState state = ab_simulation_body(s_simulation, (abBodyId){b + 2});
        CHECK_NEAR(state.position.x, x[b], 1e-10, 1.0);
        CHECK_NEAR(state.position.y, y[b], 1e-10, 1.0);
        CHECK_NEAR(state.position.z, 0.5 + b, 1e-10, 1.0);
    }
    for (int k = 0; k < s_told.contact_count; k++) {
        CHECK_NEAR(s_told.contacts[k].force.z, 1e4 * (3 - k), 1e-4, 1e4);
    }
    CHECK(s_told.contact_count == 3);
    end();
}

static void a_tower_that_is_pushed_slides_and_stops_as_a_block_does(void) {
    begin(s_tower, s_awake);
    s_stop_at = 0.5;
    run();
    abVec3 at = {0.0, 0.0, 0.0}, impulse = {1000.0, 0.0, 0.0};
    CHECK(ab_simulation_push(s_simulation, (abBodyId){4}, at, impulse, &s_error) == AB_OK);
    s_stop_at = INFINITY;
    run();
    // 1 m/s of the upper one, which friction of 0.4 takes off in 1/8 m; the others stay
    CHECK_NEAR(ab_simulation_body(s_simulation, (abBodyId){4}).position.x, 0.125, 6e-5, 1.0);
    CHECK_NEAR(ab_simulation_body(s_simulation, (abBodyId){3}).position.x, 0.2, 1e-8, 1.0);
    end();
}

// ---- overlap that is allowed ----

static double worst_depth(const char *allowed) {
    char rest[400];
    snprintf(rest, sizeof rest,
             "contacts: [{between: [\"*\", \"*\"], normal: {law: rigid}}]\n"
             "simulation: {method: stepping, step: 0.01, end_time: 1.5, tolerance: 1e-3%s}\n",
             allowed);
    begin(s_pile, rest);
    run();
    double depth = ab_simulation_statistics(s_simulation)->worst_depth;
    end();
    return depth;
}

static void rigid_bodies_overlap_by_what_is_allowed_at_most(void) {
    double usual = worst_depth(""), more = worst_depth(", allowed_overlap: 2e-3");
    CHECK(more <= 2e-3 && more > 1e-4);
    CHECK(usual <= 0.1 * more);
}

static void touches_are_placed_in_the_step(void) {
    begin("  ball: {position: [0, 0, 0.8], shapes: [{sphere: {radius: 0.3}, material: m}]}\n",
          "contacts: [{between: [ground, ball], normal: {law: rigid}}]\n"
          "simulation: {method: stepping, step: 0.003, end_time: 0.4}\n");
    run();
    CHECK(s_told.touches == 1 && s_told.releases == 1);
    // by the speed at the start of the step: gravity adds at most g h^2/2 of way
    CHECK_NEAR(s_told.touch_time, sqrt(0.1), 1.5e-5, 1.0);
    CHECK_NEAR(s_told.touch_speed, sqrt(10.0), 0.03, 1.0);
    // m v (1 + e) and the weight of the step
    double mass = 4.0 / 3.0 * 3.14159265358979323846 * 0.027 * 1000.0;
    CHECK_NEAR(s_told.impulse, 1.5 * mass * sqrt(10.0), 0.03, s_told.impulse);
    end();
}

static void forces_of_rigid_contacts_and_joints_are_told(void) {
    // a beam of 2 kg, hinged at one end, with the other on a rigid post
    begin("  post: {mobility: fixed, position: [1, 0, 0.4],\n"
          "         shapes: [{sphere: {radius: 0.1}, material: m}]}\n"
          "  beam: {position: [0.5, 0, 0.5], mass: 2, inertia: [0.1, 0.2, 0.2],\n"
          "         shapes: [{capsule: {radius: 1e-9, length: 1}, material: m,\n"
          "                   orientation: [0.7071067811865476, 0, 0.7071067811865476, 0]}]}\n",
          "joints: [{type: revolute, between: [ground, beam], position: [0, 0, 0.5],\n"
          "          axis: [0, 1, 0]}]\n"
          "contacts: [{between: [post, beam], normal: {law: rigid}}]\n"
          "simulation: {method: stepping, step: 0.002, end_time: 0.1, tolerance: 1e-11}\n");
    run();
    CHECK(s_told.contact_count == 1);
    CHECK_NEAR(s_told.contacts[0].normal_force, 10.0, 1e-6, 10.0); // half of its weight
    CHECK_NEAR(fabs(s_told.joint[2]), 10.0, 1e-6, 10.0);
    end();
}

static void static_friction_holds_until_something_slides(void) {
    // on a slope of tan(a) = 0.5 a block holds with 0.6 at rest, though 0.4 acts when it slides
    const char *slope =
        "  slope: {mobility: fixed, position: [0, 0, 9], shapes: [{plane: {}, material: m}],\n"
        "          orientation: [0.9732489894677301, 0, 0.22975292054736118, 0]}\n"
        "  box: {position: [0.22360679774997896, 0, 9.447213595499958], velocity: %s,\n"
        "        orientation: [0.9732489894677301, 0, 0.22975292054736118, 0],\n"
        "        shapes: [{box: {size: [1, 1, 1]}, material: m}]}\n";
    const char *rest =
        "contacts: [{between: [slope, box], normal: {law: rigid},\n"
        "            friction: {law: coulomb, static_friction: 0.6}}]\n"
        "simulation: {method: stepping, step: 0.01, end_time: 1, tolerance: 1e-10}\n";
    for (int moving = 0; moving < 2; moving++) {
        char bodies[1000];
        double v = moving ? 0.5 : 0.0, x = 0.8944271909999159, z = -0.4472135954999579;
        char velocity[80];
        snprintf(velocity, sizeof velocity, "[%.17g, 0, %.17g]", v * x, v * z);
        snprintf(bodies, sizeof bodies, slope, velocity);
        begin(bodies, rest);
        run();
        double displacement =
            (ab_simulation_body(s_simulation, (abBodyId){3}).position.x - 0.22360679774997896) / x;
        // sliding: g (sin a - 0.4 cos a) = 0.1 g cos a
        double a = 10.0 * 0.1 * x;
        CHECK_NEAR(displacement, moving ? v + 0.5 * a : 0.0, moving ? 1e-6 : 1e-9, 1.0);
        end();
    }
}

static void the_energy_book_closes(void) {
    begin(s_pile, s_rigid);
    run();
    // turned over: 2.1 t falling 0.1 to 0.6 m, 4 kJ; turning boxes err by the square of the step
    CHECK(s_told.drift < 4.0);
    end();
}

static void a_fast_ball_does_not_pass_a_thin_plate(void) {
    begin("  plate: {mobility: fixed, position: [0, 0, 1],\n"
          "          shapes: [{box: {size: [1, 1, 0.001]}, material: m}]}\n"
          "  ball: {position: [0, 0, 3], velocity: [0, 0, -300],\n"
          "         shapes: [{sphere: {radius: 0.01}, material: m}]}\n",
          "contacts: [{between: [plate, ball], normal: {law: rigid}}]\n"
          "simulation: {method: stepping, step: 0.005, end_time: 0.05}\n");
    run();
    CHECK(ab_simulation_body(s_simulation, (abBodyId){3}).position.z > 1.01);
    end();
}

// A box that has come to rest, and a ball that rolls up to it.
static void what_sleeps_is_told_of_and_wakes_when_it_is_touched(void) {
    begin("  box: {position: [0, 0, 0.5], shapes: [{box: {size: [1, 1, 1]}, material: m}]}\n"
          "  ball: {position: [-4, 0, 0.5], velocity: [2, 0, 0], angular_velocity: [0, 4, 0],\n"
          "         shapes: [{sphere: {radius: 0.5}, material: m}]}\n",
          "contacts: [{between: [\"*\", \"*\"], normal: {law: rigid}}]\n"
          "simulation: {method: stepping, step: 0.01, end_time: 3, output_interval: 0.1}\n");
    s_stop_at = 1.2;
    run();
    abBodyState box = ab_simulation_body(s_simulation, (abBodyId){2});
    CHECK_NEAR(box.position.x, 0.0, 1e-12, 1.0);
    CHECK(box.velocity.x == 0.0 && box.velocity.z == 0.0);
    CHECK_NEAR(s_told.contacts[0].force.z, 1e4, 1e-9, 1e4); // its weight, asleep or not
    s_stop_at = INFINITY;
    run();
    CHECK(ab_simulation_body(s_simulation, (abBodyId){2}).position.x > 0.01);
    end();
}

static void what_sleeps_wakes_when_it_is_pushed(void) {
    begin("  box: {position: [0, 0, 0.5], shapes: [{box: {size: [1, 1, 1]}, material: m}]}\n",
          "contacts: [{between: [\"*\", \"*\"], normal: {law: rigid}}]\n"
          "simulation: {method: stepping, step: 0.01, end_time: 2, output_interval: 0.1}\n");
    s_stop_at = 1.0;
    run();
    abVec3 at = {0.0, 0.0, 0.0}, impulse = {1000.0, 0.0, 0.0};
    CHECK(ab_simulation_push(s_simulation, (abBodyId){2}, at, impulse, &s_error) == AB_OK);
    s_stop_at = INFINITY;
    run();
    // 1 m/s, which friction of 0.4 takes off in 1/8 m; within the last step's a h^2/8
    CHECK_NEAR(ab_simulation_body(s_simulation, (abBodyId){2}).position.x, 0.125, 6e-5, 1.0);
    end();
}

// Friction has no least force: boxes of 1 kg and of 1e-9 kg, whose friction is 4 N and 4e-9 N, slide
// equally far. Within the last step, as below.
static void the_smallest_friction_brakes(void) {
    static const double masses[] = {1.0, 1e-3, 1e-9};
    for (int i = 0; i < 3; i++) {
        char bodies[300];
        snprintf(bodies, sizeof bodies,
                 "  box: {position: [0, 0, 0.5], velocity: [1, 0, 0], mass: %g, inertia: "
                 "[%g, %g, %g],\n    shapes: [{box: {size: [1, 1, 1]}, material: m}]}\n",
                 masses[i], masses[i] / 6.0, masses[i] / 6.0, masses[i] / 6.0);
        begin(bodies, "contacts: [{between: [\"*\", \"*\"], normal: {law: rigid}}]\n"
                      "simulation: {method: stepping, step: 0.01, end_time: 1}\n");
        run();
        abBodyState box = ab_simulation_body(s_simulation, (abBodyId){2});
        CHECK_NEAR(box.position.x, 0.125, 6e-5, 1.0);
        CHECK_NEAR(box.velocity.x, 0.0, 1e-12, 1.0);
        end();
    }
}

AB_TESTS(AB_TEST(a_resumed_run_has_the_same_bits),
         AB_TEST(a_resumed_tower_that_is_kept_awake_has_the_same_bits),
         AB_TEST(a_tower_that_is_kept_awake_stays_where_it_is),
         AB_TEST(a_tower_that_is_pushed_slides_and_stops_as_a_block_does),
         AB_TEST(rigid_bodies_overlap_by_what_is_allowed_at_most),
         AB_TEST(touches_are_placed_in_the_step),
         AB_TEST(forces_of_rigid_contacts_and_joints_are_told),
         AB_TEST(static_friction_holds_until_something_slides), AB_TEST(the_energy_book_closes),
         AB_TEST(a_fast_ball_does_not_pass_a_thin_plate),
         AB_TEST(what_sleeps_is_told_of_and_wakes_when_it_is_touched),
         AB_TEST(what_sleeps_wakes_when_it_is_pushed), AB_TEST(the_smallest_friction_brakes))
