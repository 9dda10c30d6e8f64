// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0

#include <stdio.h>
#include <string.h>

#include "abut/abut.h"
#include "base/check.h"
#include "core/run_fixture.h"
#include "math/core/vector_math.h"

// ---- models of a few lines ----

enum { MAX_COUNT = 400 };

typedef struct Seen {
    int count[AB_EVENT_KINDS];
    double impact[MAX_COUNT], speed[MAX_COUNT]; // time and closing speed of each impact
    double pair, release;                       // times of the last
    int link;                                   // of the last event
    abBodyState body[4];
    double limit[24], force[12], joint[24], request[4];
    double contact; // normal force of the first
    abEnergyBook first, last;
    double drift; // largest
    abVec3 place; // of the last contact pair
    bool has_first;
} Seen;

static Seen s_seen;
static abError s_error;

static abResult note_event(void *context, const abEvent *event, abError *error) {
    (void)context, (void)error;
    int k = s_seen.count[event->kind]++;
    if (event->kind == AB_EVENT_IMPACT && k < MAX_COUNT) {
        s_seen.impact[k] = event->time;
        s_seen.speed[k] = event->speed;
    } else if (event->kind == AB_EVENT_TOUCH) {
        s_seen.pair = event->time;
        s_seen.place = event->point;
    } else if (event->kind == AB_EVENT_RELEASE) {
        s_seen.release = event->time;
    }
    s_seen.link = event->link;
    return AB_OK;
}

static abResult note_frame(void *context, const abFrame *frame, abError *error) {
    (void)context, (void)error;
    memcpy(s_seen.body, frame->bodies, (size_t)frame->body_count * sizeof *s_seen.body);
    memcpy(s_seen.limit, frame->limit_loads, 6 * (size_t)frame->joint_count * sizeof(double));
    memcpy(s_seen.joint, frame->joint_forces, 6 * (size_t)frame->joint_count * sizeof(double));
    memcpy(s_seen.force, frame->force_loads, 6 * (size_t)frame->force_count * sizeof(double));
    memcpy(s_seen.request, frame->requests, (size_t)frame->request_count * sizeof(double));
    s_seen.contact = frame->contact_count > 0 ? frame->contacts[0].normal_force : 0.0;
    if (!s_seen.has_first) {
        s_seen.first = frame->energy;
        s_seen.has_first = true;
    }
    s_seen.last = frame->energy;
    s_seen.drift = fmax(s_seen.drift,
                        fabs(ab_energy_balance(&s_seen.last) - ab_energy_balance(&s_seen.first)));
    return AB_OK;
}

static abResult run(const char *scene, const char *simulation) {
    static char text[8000];
    s_seen = (Seen){0};
    snprintf(text, sizeof text, "abut: 1\n%ssimulation: {%s}\n", scene, simulation);
    const abObserver observer = {.frame = note_frame, .event = note_event};
    return run_fixture(text, &observer, NULL, &s_error);
}

#define EVENTS "method: events, tolerance: 1.0e-10, output_interval: 0.05, end_time: "

// ---- hits ----

static const char s_slider[] =
    "gravity: [0, 0, -10]\n"
    "bodies: {block: {mass: 2, inertia: [1, 1, 1, 0, 0, 0]}}\n"
    "joints: [{name: rail, type: prismatic, between: [world, block], z_low: -0.8, z_high: 3,"
    " restitution: 0.5}]\n";

// Falls 0.8 m in 0.4 s; bounces end after (1 + e) / (1 - e) as much, and the stop then carries the
// weight.
static void bounces_on_a_limit_end_at_the_time_of_their_series(void) {
    CHECK(run(s_slider, EVENTS "2") == AB_OK);
    CHECK_NEAR(s_seen.impact[0], 0.4, 1e-12, 1.0);
    CHECK_NEAR(s_seen.speed[0], 4.0, 1e-11, 1.0);
    CHECK_NEAR(s_seen.impact[1], 0.8, 1e-11, 1.0);
    CHECK_NEAR(s_seen.speed[1], 2.0, 1e-10, 1.0);
    CHECK(s_seen.count[AB_EVENT_TOUCH] == 1 && s_seen.count[AB_EVENT_RELEASE] == 0);
    CHECK_NEAR(s_seen.pair, 1.2, 1e-6, 1.0);
    CHECK(s_seen.link == -1);
    CHECK_NEAR(s_seen.body[0].position.z, -0.8, 1e-14, 1.0);
    CHECK_NEAR(s_seen.limit[2], 20.0, 1e-10, 1.0);
    CHECK_NEAR(s_seen.joint[2], 0.0, 1e-10, 1.0); // the rail itself holds nothing along z
    CHECK_NEAR(s_seen.drift, 0.0, 1e-10, 16.0);
}

// A rod of length 2 about its end: I = m L^2 / 12 + m (L/2)^2. From level to the limit 1 rad below
// it turns with w^2 = 2 m g (L/2) sin 1 / I; each swing after comes back with the speed it left.
static void a_pendulum_falls_on_its_limit(void) {
    static const char scene[] =
        "gravity: [0, -9.81, 0]\n"
        "bodies: {rod: {position: [1, 0, 0], mass: 3, inertia: [0.02, 1, 1, 0, 0, 0]}}\n"
        "joints: [{name: hinge, type: revolute, between: [world, rod], axis: [0, 0, 1],"
        " rz_low: -1, rz_high: 0.5, restitution: 0.7}]\n";
    double inertia = 1.0 + 3.0, w = sqrt(2.0 * 3.0 * 9.81 * sin(1.0) / inertia);
    CHECK(run(scene, EVENTS "1") == AB_OK);
    CHECK_NEAR(s_seen.speed[0], w, 1e-9, 1.0); // of a body without shapes the arm is 1 m
    CHECK(run(scene, EVENTS "6") == AB_OK);
    for (int k = 1; k < 10; k++) {
        CHECK_NEAR(s_seen.speed[k], 0.7 * s_seen.speed[k - 1], 1e-8, 1.0);
    }
    // at rest the torque of the weight
    CHECK(s_seen.count[AB_EVENT_TOUCH] == 1);
    CHECK_NEAR(s_seen.limit[5], 3.0 * 9.81 * cos(1.0), 1e-9, 1.0);
    CHECK_NEAR(s_seen.joint[1], 3.0 * 9.81, 1e-9, 1.0);
    CHECK_NEAR(s_seen.drift, 0.0, 1e-9, 25.0);
}

static const char s_bead[] =
    "gravity: [0, -9.81, 0]\n"
    "bodies: {bead: {mobility: planar, mass: 2, inertia: [1, 1, 1, 0, 0, 0]}}\n"
    "joints: [{name: wire, type: path, between: [world, bead], kind: lines,"
    " points: [[0, 1], [0, -1], [0, -2.5]], stops: true, restitution: 0.6}]\n";

static void a_bead_hits_the_end_stop_of_its_path(void) {
    CHECK(run(s_bead, EVENTS "4") == AB_OK);
    double fall = sqrt(2.0 * 2.5 / 9.81);
    CHECK_NEAR(s_seen.impact[0], fall, 1e-11, 1.0);
    CHECK_NEAR(s_seen.speed[0], 9.81 * fall, 1e-9, 1.0);
    CHECK_NEAR(s_seen.pair, fall * 1.6 / 0.4, 1e-6, 1.0);
    CHECK_NEAR(s_seen.body[0].position.y, -2.5, 1e-13, 1.0);
    CHECK_NEAR(s_seen.limit[1], 2.0 * 9.81, 1e-9, 1.0);
    CHECK_NEAR(s_seen.drift, 0.0, 1e-9, 49.0);
}

// A bead on an arc of radius 1 from its lowest point to level: thrown with v it reaches the stop at
// the height 1 with v^2 - 2 g, along the wire.
static void a_bent_path_stops_along_itself(void) {
    static const char scene[] =
        "gravity: [0, -9.81, 0]\n"
        "bodies: {bead: {mobility: planar, position: [0, -1, 0], velocity: [6, 0, 0], mass: 2,"
        " inertia: [1, 1, 1, 0, 0, 0]}}\n"
        "joints: [{name: wire, type: path, between: [world, bead], kind: lines,"
        " points: [[-2, -1], [0, -1, 0.41421356237309503], [1, 0]], stops: true, restitution: 1,"
        " position_b: [0, 0, 0]}]\n";
    CHECK(run(scene, EVENTS "0.6") == AB_OK);
    CHECK(s_seen.count[AB_EVENT_IMPACT] == 1);
    CHECK_NEAR(s_seen.speed[0], sqrt(36.0 - 2.0 * 9.81), 1e-8, 1.0);
    CHECK_NEAR(s_seen.body[0].velocity.x, -6.0, 1e-7, 1.0); // back on the level
    CHECK_NEAR(s_seen.drift, 0.0, 1e-8, 36.0);
}

// Two bodies that fly: hits at 0.5 s, then each flight of 1 m at half the speed of that before.
static void hits_keep_the_momentum(void) {
    static const char scene[] =
        "gravity: [0, 0, 0]\n"
        "bodies:\n"
        "  frame: {mass: 3, inertia: [1, 1, 1, 0, 0, 0]}\n"
        "  bead: {mass: 1, velocity: [0, 0, 1], inertia: [1, 1, 1, 0, 0, 0]}\n"
        "joints: [{name: rail, type: prismatic, between: [frame, bead], z_low: -0.5, z_high: 0.5,"
        " restitution: 0.5}]\n";
    CHECK(run(scene, EVENTS "5") == AB_OK);
    CHECK(s_seen.count[AB_EVENT_IMPACT] == 2);
    CHECK_NEAR(s_seen.impact[0], 0.5, 1e-12, 1.0);
    CHECK_NEAR(s_seen.impact[1], 2.5, 1e-11, 1.0);
    double frame = s_seen.body[0].velocity.z, bead = s_seen.body[1].velocity.z;
    CHECK_NEAR(3.0 * frame + bead, 1.0, 1e-12, 1.0);
    CHECK_NEAR(bead - frame, 0.25, 1e-12, 1.0);
    CHECK_NEAR(s_seen.last.contact_damping, 0.5 * 0.75 * (1.0 - 0.0625), 1e-12, 1.0);
    CHECK_NEAR(s_seen.drift, 0.0, 1e-12, 1.0);
}

// Thrown up at 4 m/s it would turn at 0.8 m: a limit a micrometre below is hit, however long steps
// are.
static void a_short_visit_is_seen(void) {
    static const char scene[] =
        "gravity: [0, 0, -10]\n"
        "bodies: {block: {mass: 2, velocity: [0, 0, 4], inertia: [1, 1, 1, 0, 0, 0]}}\n"
        "joints: [{name: rail, type: prismatic, between: [world, block], z_high: 0.799999}]\n";
    CHECK(run(scene, EVENTS "1") == AB_OK);
    CHECK(s_seen.count[AB_EVENT_IMPACT] == 1);
    CHECK_NEAR(s_seen.speed[0], sqrt(2.0 * 10.0 * 1e-6), 1e-9, 1.0);
}

// A nut on a thread falls with g / (1 + J k^2 / m), k the turn by the way, and bounces; a rod on a
// universal joint comes to rest on one of its turns; a body in a box of limits stays in it.
static const char s_three[] =
    "gravity: [0, 0, -9.81]\n"
    "bodies:\n"
    "  rod: {position: [0.5, 0, 0], mass: 2, inertia: [0.1, 0.5, 0.5, 0, 0, 0]}\n"
    "  nut: {position: [0, 2, 0], mass: 1, inertia: [0.1, 0.1, 0.1, 0, 0, 0]}\n"
    "  top: {position: [0, 4, 0], mass: 1, inertia: [0.1, 0.1, 0.1, 0, 0, 0],"
    " velocity: [1, 2, 0.5], angular_velocity: [0.4, 0.3, 1]}\n"
    "joints:\n"
    "  - {name: uni, type: universal, between: [world, rod], rx_low: -0.3, rx_high: 0.3,"
    " ry_low: -0.2, ry_high: 0.7, restitution: 0.3}\n"
    "  - {type: screw, between: [world, nut], position: [0, 2, 0], pitch: 0.1, z_low: -0.2,"
    " z_high: 1, restitution: 0.4}\n"
    "  - {type: general, between: [world, top], position: [0, 4, 0], x_low: -0.5, x_high: 0.5,"
    " y_low: -1, y_high: 1, z_low: -0.4, z_high: 0.4, rz_low: -1, rz_high: 1,"
    " restitution: 0.8}\n";

static void check_three(double exact) {
    double k = 2.0 * 3.14159265358979323846 / 0.1, a = 9.81 / (1.0 + 0.1 * k * k);
    double fall = sqrt(2.0 * 0.2 / a), v = 0.4 * a * fall, t = 6.0 - fall;
    CHECK_NEAR(s_seen.body[1].position.z, -0.2 + v * t - 0.5 * a * t * t, exact, 1.0);
    CHECK_NEAR(s_seen.limit[4], -2.0 * 9.81 * 0.5 * cos(0.7), 1e-6, 10.0);
    CHECK_NEAR(s_seen.body[0].position.z, -0.5 * sin(0.7), 1e-9, 1.0);
    abVec3 p = s_seen.body[2].position;
    CHECK(fabs(p.x) <= 0.5 + 1e-9 && fabs(p.y - 4.0) <= 1.0 + 1e-9 && p.z >= -0.4 - 1e-9);
}

static void many_axes_have_limits(void) {
    CHECK(run(s_three, EVENTS "6") == AB_OK);
    check_three(1e-9);
    CHECK_NEAR(s_seen.drift, 0.0, 1e-8, 14.0);
}

// ---- forces ----

// A torque 7 sin 2 t swings the door onto its limit and off again: the limit holds what is applied,
// and lets go when that turns round, at pi / 2 and at pi.
static void a_door_is_held_at_its_limit(void) {
    static const char scene[] =
        "gravity: [0, 0, -9.81]\n"
        "bodies: {door: {position: [0.5, 0, 0], mass: 20, inertia: [1, 1.5, 1.7, 0, 0, 0]}}\n"
        "joints: [{name: hinge, type: revolute, between: [world, door], axis: [0, 0, 1],"
        " rz_low: -1.2, rz_high: 0.5}]\n"
        "forces: [{name: wind, type: axis_torque, between: [world, door],"
        " torque: '7 * sin(2 * time)'}]\n";
    CHECK(run(scene, EVENTS "1.4") == AB_OK);
    CHECK_NEAR(s_seen.limit[5], -7.0 * sin(2.8), 1e-12, 1.0);
    CHECK_NEAR(s_seen.force[5], 7.0 * sin(2.8), 1e-14, 1.0);
    CHECK(run(scene, EVENTS "1.6") == AB_OK);
    CHECK(s_seen.count[AB_EVENT_TOUCH] == 1 && s_seen.count[AB_EVENT_RELEASE] == 1);
    CHECK_NEAR(s_seen.release, 0.5 * 3.14159265358979323846, 1e-7, 1.0);
    CHECK(s_seen.limit[5] == 0.0);
}

// An arm that rests on its limit carries a slider whose foot rests on the ground: one problem.
static void a_limit_carries_beside_a_contact(void) {
    static const char scene[] =
        "gravity: [0, -10, 0]\n"
        "materials: {m: {density: 1000}}\n"
        "pairs: [{materials: [m, m], restitution: 0, sliding_friction: 0}]\n"
        "bodies:\n"
        "  ground: {mobility: fixed, shapes: [{plane: {normal: [0, 1, 0]}, material: m,"
        " position: [0, -1.2, 0]}]}\n"
        "  arm: {position: [1, 0, 0], mass: 3, inertia: [0.1, 0.3, 0.35, 0, 0, 0]}\n"
        "  foot: {position: [2, -1, 0], mass: 4, inertia: [1, 1, 1, 0, 0, 0],"
        " shapes: [{sphere: {radius: 0.2}, material: m}]}\n"
        "joints:\n"
        "  - {name: hinge, type: revolute, between: [world, arm], axis: [0, 0, 1], rz_low: 0,"
        " rz_high: 1}\n"
        "  - {name: knee, type: prismatic, between: [arm, foot], position: [1, 0, 0],"
        " axis: [0, 1, 0], z_low: -1, z_high: 0.2}\n"
        "contacts: [{between: [ground, foot], normal: {law: rigid}, friction: {law: none}}]\n";
    CHECK(run(scene, EVENTS "0.5") == AB_OK);
    CHECK_NEAR(s_seen.contact, 40.0, 1e-9, 1.0);
    CHECK_NEAR(s_seen.limit[5], 30.0, 1e-9, 1.0);
    CHECK_NEAR(s_seen.limit[7], 0.0, 1e-9, 1.0);
}

// ---- ropes ----

// A ball falls below a hook that goes along with it: bounces of the rope end under way.
static void the_end_of_bounces_on_a_rope_is_told_where_it_is(void) {
    CHECK(run("gravity: [0, 0, -10]\n"
              "bodies:\n"
              "  hook: {mobility: prescribed, motion: {x: 0.7 * t}}\n"
              "  ball: {velocity: [0.7, 0, 0], mass: 2, inertia: [1, 1, 1, 0, 0, 0]}\n"
              "forces: [{type: rope, between: [hook, ball], length: 0.8, restitution: 0.5}]\n",
              EVENTS "9") == AB_OK);
    CHECK_NEAR(s_seen.pair, 1.2, 1e-6, 1.0); // 0.4 s of fall by (1 + e) / (1 - e)
    CHECK_NEAR(s_seen.place.x, 0.7 * s_seen.pair, 1e-9, 1.0);
    CHECK_NEAR(s_seen.force[2], 20.0, 1e-9, 20.0);
}

// Straight below its hook the pull is the weight and what turns the ball: m g + m v^2 / L.
static void the_pull_of_a_rope_is_a_result(void) {
    static const char scene[] =
        "gravity: [0, 0, -10]\n"
        "bodies:\n"
        "  hook: {mobility: fixed}\n"
        "  ball: {position: [0, 0, -2], velocity: [3, 0, 0], mass: 5,"
        " inertia: [1, 1, 1, 0, 0, 0]}\n"
        "forces: [{name: line, type: rope, between: [hook, ball], length: 2}]\n"
        "outputs: [{name: pull, unit: N, expression: 'FORCE(line, 1, 1)'}]\n";
    CHECK(run(scene, EVENTS "1.0e-9") == AB_OK);
    CHECK_NEAR(s_seen.force[2], 50.0 + 5.0 * 9.0 / 2.0, 1e-7, 1.0);
    CHECK_NEAR(s_seen.request[0], 50.0 + 5.0 * 9.0 / 2.0, 1e-7, 1.0);
    CHECK(run(scene, EVENTS "3") == AB_OK);
    CHECK_NEAR(s_seen.drift, 0.0, 1e-8, 22.5);
}

// After a fall the rope becomes taut in ever lower bounces, low enough to be a millionth of a step.
static void a_rope_holds_after_low_bounces(void) {
    static const char scene[] =
        "gravity: [0, 0, -10]\n"
        "bodies:\n"
        "  hook: {mobility: fixed}\n"
        "  ball: {position: [1, 0, 0], mass: 4.2, inertia: [1, 1, 1, 0, 0, 0]}\n"
        "forces: [{name: line, type: rope, between: [hook, ball], length: 2,"
        " restitution: 0.25}]\n";
    CHECK(run(scene, EVENTS "10") == AB_OK);
    CHECK(s_seen.count[AB_EVENT_IMPACT] <= 12 && s_seen.count[AB_EVENT_TOUCH] == 1);
    CHECK(s_seen.link == 1);
    CHECK_NEAR(s_seen.drift, 0.0, 1e-8, 63.0);
}

// ---- method fixed ----

// Contacts are found at the contact distance above the limit, so hits are early by that.
static void fixed_steps_know_limits(void) {
    CHECK(run(s_slider, "method: fixed, step: 0.01, output_interval: 0.05, end_time: 3") == AB_OK);
    CHECK_NEAR(s_seen.impact[0], 0.4, 0.01, 1.0);
    CHECK_NEAR(s_seen.speed[0], 4.0, 0.03, 1.0);
    CHECK_NEAR(s_seen.body[0].position.z, -0.8, 0.011, 1.0);
    CHECK(s_seen.body[0].position.z > -0.8);
    CHECK_NEAR(s_seen.limit[2], 20.0, 1e-6, 1.0);
}

// ---- method stepping ----

#define STEPS "method: stepping, step: 0.001, output_interval: 0.05, end_time: "

// Hits are off by the order of a step; what rests is not.
static void steps_know_limits(void) {
    CHECK(run(s_slider, STEPS "2") == AB_OK);
    CHECK_NEAR(s_seen.impact[0], 0.4, 1e-3, 1.0);
    CHECK_NEAR(s_seen.speed[0], 4.0, 1e-2, 1.0);
    CHECK_NEAR(s_seen.speed[1], 2.0, 2e-2, 1.0);
    CHECK_NEAR(s_seen.pair, 1.2, 0.02, 1.0);
    CHECK(s_seen.count[AB_EVENT_TOUCH] == 1 && s_seen.link == -1);
    CHECK_NEAR(s_seen.body[0].position.z, -0.8, 1e-9, 1.0);
    CHECK_NEAR(s_seen.limit[2], 20.0, 1e-6, 1.0);
    CHECK_NEAR(s_seen.drift, 0.0, 1e-4, 16.0);
}

static void steps_stop_a_bead(void) {
    CHECK(run(s_bead, STEPS "4") == AB_OK);
    CHECK_NEAR(s_seen.impact[0], sqrt(2.0 * 2.5 / 9.81), 1e-3, 1.0);
    CHECK_NEAR(s_seen.body[0].position.y, -2.5, 1e-9, 1.0);
    CHECK_NEAR(s_seen.limit[1], 2.0 * 9.81, 1e-6, 1.0);
}

static void steps_limit_many_axes(void) {
    CHECK(run(s_three, STEPS "6") == AB_OK);
    check_three(3e-3); // the nut parts at a speed that a step leaves open by a h
}

// A pendulum on a rope: the pull at the lowest point, and the energy as without a rope.
static void steps_hang_on_a_rope(void) {
    static const char scene[] =
        "gravity: [0, 0, -10]\n"
        "bodies:\n"
        "  hook: {mobility: fixed}\n"
        "  ball: {position: [2, 0, 0], mass: 5, inertia: [1, 1, 1, 0, 0, 0]}\n"
        "forces: [{name: line, type: rope, between: [hook, ball], length: 2}]\n"
        "outputs: [{name: pull, unit: N, expression: 'FORCE(line, 1, 1)'}]\n";
    // a quarter of the swing from level lasts sqrt(L / g) times 1.854074677301372
    CHECK(run(scene, STEPS "0.829") == AB_OK);
    CHECK_NEAR(s_seen.force[2], 3.0 * 50.0, 0.5, 1.0);
    CHECK_NEAR(s_seen.request[0], ab_norm((abVec3){s_seen.force[0], 0.0, s_seen.force[2]}), 1e-9,
               1.0);
    CHECK(run(scene, STEPS "3") == AB_OK);
    CHECK_NEAR(s_seen.drift, 0.0, 1e-3, 100.0);
    abVec3 p = s_seen.body[1].position;
    CHECK(ab_norm(p) <= 2.0 + 1e-9);
}

// Two that fall on a rope over nothing: the momentum is kept when it becomes taut.
static void steps_keep_the_momentum(void) {
    static const char scene[] =
        "gravity: [0, 0, 0]\n"
        "bodies:\n"
        "  one: {mass: 3, inertia: [1, 1, 1, 0, 0, 0]}\n"
        "  two: {mass: 1, position: [1, 0, 0], velocity: [2, 0, 0],"
        " inertia: [1, 1, 1, 0, 0, 0]}\n"
        "forces: [{name: line, type: rope, between: [one, two], length: 2, restitution: 0.5}]\n";
    CHECK(run(scene, STEPS "0.8") == AB_OK);
    double one = s_seen.body[0].velocity.x, two = s_seen.body[1].velocity.x;
    CHECK(s_seen.count[AB_EVENT_IMPACT] == 1 && s_seen.link == 1);
    CHECK_NEAR(3.0 * one + two, 2.0, 1e-12, 1.0);
    CHECK_NEAR(two - one, -1.0, 1e-9, 1.0);
}

// ---- goes on from where it was saved ----

static unsigned char s_saved[20000];
static size_t s_size;

static abResult save_late(void *context, abSimulation *simulation, double time, abError *error) {
    (void)error;
    if (time >= *(const double *)context && s_size == 0) {
        s_size = ab_simulation_save(simulation, s_saved, sizeof s_saved);
    }
    return AB_OK;
}

// The whole run, and one that begins at what it saved, have the same end to the bit.
static void check_resume(const char *simulation, double when, int touches_left) {
    static char text[8000];
    abBodyState ends[2];
    s_size = 0;
    snprintf(text, sizeof text, "abut: 1\n%ssimulation: {%s}\n", s_slider, simulation);
    for (int part = 0; part < 2; part++) {
        abModel *model = NULL;
        abSimulation *running = NULL;
        abObserver observer = {.context = &when, .event = note_event};
        observer.step = part == 0 ? save_late : NULL;
        s_seen = (Seen){0};
        open_sound(text, (abLog){0}, &model, &running, &s_error);
        CHECK(part == 0 || (s_size > 0 && s_size <= sizeof s_saved));
        CHECK(part == 0 || ab_simulation_restore(running, s_saved, s_size, &s_error) == AB_OK);
        CHECK(ab_simulation_run(running, &observer, &s_error) == AB_OK);
        ends[part] = ab_simulation_body(running, (abBodyId){1});
        CHECK(s_seen.count[AB_EVENT_TOUCH] == (part == 0 ? 1 : touches_left));
        close_fixture(model, running);
    }
    CHECK(memcmp(&ends[0], &ends[1], sizeof ends[0]) == 0);
}

static void a_run_goes_on_from_a_checkpoint(void) {
    check_resume(EVENTS "2", 0.9, 1);
    check_resume(EVENTS "2", 1.5, 0); // at rest on the limit
    check_resume(STEPS "2", 0.9, 1);
    check_resume(STEPS "2", 1.5, 0);
}

// ---- what is refused ----

static bool is_refused(const char *joint, const char *words) {
    char scene[900];
    snprintf(scene, sizeof scene,
             "bodies: {b: {mobility: free, mass: 1, inertia: [1, 1, 1, 0, 0, 0]}}\n"
             "joints: [{name: j, between: [world, b], %s}]\n",
             joint);
    bool refused = run(scene, EVENTS "1") != AB_OK && s_error.count > 0;
    return refused && s_error.problems[0].line == 3 &&
           strstr(s_error.problems[0].text, words) != NULL;
}

// The slack of a start is 1e-6 of a turn's radian.
static void a_start_may_be_outside_by_rounding_only(void) {
    CHECK(is_refused("type: revolute, rz_low: 2e-6, rz_high: 1", "at the start, below rz_low"));
    CHECK(!is_refused("type: revolute, rz_low: 5e-7, rz_high: 1", "at the start"));
}

static void wrong_limits_are_named(void) {
    CHECK(is_refused("type: prismatic, z_low: 1, z_high: 1", "z_low = 1 is not below z_high = 1"));
    CHECK(is_refused("type: revolute, rz_low: -1", "give rz_low and rz_high"));
    CHECK(is_refused("type: revolute, rz_low: -4, rz_high: 4", "a whole turn"));
    CHECK(is_refused("type: prismatic, z: time, z_low: -1", "drives z"));
    CHECK(is_refused("type: prismatic, z_low: 0.5", "stands at z = 0 m at the start, below"));
    CHECK(is_refused("type: path, closed: true, stops: true,"
                     " points: [[0, 0], [1, 0], [1, 1], [0, 1]]",
                     "closed"));
    CHECK(is_refused("type: revolute, rz_low: -1, rz_high: 1, restitution: 1.5", "restitution"));
}

AB_TESTS(AB_TEST(bounces_on_a_limit_end_at_the_time_of_their_series),
         AB_TEST(a_pendulum_falls_on_its_limit), AB_TEST(a_bead_hits_the_end_stop_of_its_path),
         AB_TEST(a_bent_path_stops_along_itself), AB_TEST(hits_keep_the_momentum),
         AB_TEST(a_short_visit_is_seen), AB_TEST(a_door_is_held_at_its_limit),
         AB_TEST(a_limit_carries_beside_a_contact),
         AB_TEST(the_end_of_bounces_on_a_rope_is_told_where_it_is),
         AB_TEST(the_pull_of_a_rope_is_a_result), AB_TEST(a_rope_holds_after_low_bounces),
         AB_TEST(fixed_steps_know_limits), AB_TEST(steps_know_limits), AB_TEST(steps_stop_a_bead),
         AB_TEST(steps_hang_on_a_rope), AB_TEST(steps_keep_the_momentum),
         AB_TEST(many_axes_have_limits), AB_TEST(steps_limit_many_axes),
         AB_TEST(a_run_goes_on_from_a_checkpoint), AB_TEST(a_start_may_be_outside_by_rounding_only),
         AB_TEST(wrong_limits_are_named))
