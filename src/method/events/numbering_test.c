// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// numbering_test.c - in which order bodies and joints stand in a model does not matter.

#include <stdio.h>
#include <string.h>

#include "abut/abut.h"
#include "base/check.h"
#include "core/run_fixture.h"
#include "math/core/vector_math.h"

enum { MAX_COUNT = 10, ORDERS = 4 };

typedef struct Scene {
    const char *head;              // before the bodies
    const char *bodies[MAX_COUNT]; // each a line, "name: {...}"
    const char *joints[MAX_COUNT]; // each a line; NULL: none
    const char *tail;              // without the simulation
    double end;                    // [s]
    double allowed;                // of positions, turns and speeds
} Scene;

static abError s_error;
static abBodyState s_end[MAX_COUNT];

static abResult note_frame(void *context, const abFrame *frame, abError *error) {
    (void)context, (void)error;
    memcpy(s_end, frame->bodies, (size_t)frame->body_count * sizeof *s_end);
    return AB_OK;
}

static int count_of(const char *const *lines) {
    int count = 0;
    while (count < MAX_COUNT && lines[count] != NULL) {
        count++;
    }
    return count;
}

// Which line comes at a place: as it stands, backwards, by steps of 3 and of 7 around.
static int line_at(int order, int place, int count) {
    static const int strides[ORDERS] = {1, 1, 3, 7};
    if (order == 1) {
        return count - 1 - place;
    }
    int at = 0, used = 0;
    bool taken[MAX_COUNT] = {false};
    for (;; at = (at + strides[order]) % count) {
        while (taken[at]) {
            at = (at + 1) % count;
        }
        taken[at] = true;
        if (used++ == place) {
            return at;
        }
    }
}

// The states at the end, by the lines of the bodies.
static bool run(const Scene *scene, int order, const char *simulation, abBodyState *out) {
    static char text[20000];
    int bodies = count_of(scene->bodies), joints = count_of(scene->joints);
    int length = snprintf(text, sizeof text, "abut: 1\n%sbodies:\n", scene->head);
    for (int i = 0; i < bodies; i++) {
        length += snprintf(text + length, sizeof text - (size_t)length, "  %s\n",
                           scene->bodies[line_at(order, i, bodies)]);
    }
    for (int i = 0; i < joints; i++) {
        length += snprintf(text + length, sizeof text - (size_t)length, "%s  - %s\n",
                           i == 0 ? "joints:\n" : "", scene->joints[line_at(order, i, joints)]);
    }
    snprintf(text + length, sizeof text - (size_t)length, "%ssimulation: {%s, end_time: %.17g}\n",
             scene->tail, simulation, scene->end);
    const abObserver observer = {.frame = note_frame};
    abResult result = run_and_say(text, &observer, NULL, &s_error);
    for (int i = 0; i < bodies && result == AB_OK; i++) {
        out[line_at(order, i, bodies)] = s_end[i];
    }
    return result == AB_OK;
}

static double difference(const abBodyState *a, const abBodyState *b) {
    abQuat q = ab_quat_mul(ab_quat_conjugate(a->orientation), b->orientation);
    double rotation = ab_norm(ab_vec3(q.x, q.y, q.z)); // the sine of half of it
    double displacement = ab_norm(ab_sub(a->position, b->position));
    double speed = ab_norm(ab_sub(a->velocity, b->velocity));
    double spin = ab_norm(ab_sub(a->angular_velocity, b->angular_velocity));
    return fmax(fmax(displacement, 2.0 * rotation), fmax(speed, spin));
}

static void check_by(const Scene *scene, const char *simulation) {
    abBodyState first[MAX_COUNT], other[MAX_COUNT];
    CHECK(run(scene, 0, simulation, first));
    for (int order = 1; order < ORDERS; order++) {
        CHECK(run(scene, order, simulation, other));
        double worst = 0.0;
        for (int i = 0; i < count_of(scene->bodies); i++) {
            worst = fmax(worst, difference(&first[i], &other[i]));
        }
        CHECK_NEAR(worst, 0.0, scene->allowed, 1.0);
    }
}

static void check(const Scene *scene) {
    static const char *const simulations[] = {
        "tolerance: 1.0e-10", "method: fixed, step: 0.01, assemble: true",
        ("method: fixed, step: 0.01, assemble: true, impacts: "
         "simultaneous, stabilization: velocity")};
    for (size_t m = 0; m < sizeof simulations / sizeof *simulations; m++) {
        check_by(scene, simulations[m]);
    }
}

#define HEAD(gravity)                                                                              \
    "gravity: [0, " gravity ", 0]\nmaterials: {m: {density: 1}}\n"                                 \
    "pairs: [{materials: [m, m], restitution: 0.5, sliding_friction: 0}]\n"
#define RIGID "contacts: [{between: ['*', '*'], normal: {law: rigid}, friction: {law: none}}]\n"
#define BLOCK(name, x, y, rotation, w, h)                                                          \
    name ": {mobility: planar, position: [" x ", " y ", 0], rotation: [0, 0, " rotation            \
         "], shapes: [{outline: {form: block, width: " w ", height: " h "}, material: m}]}"
#define BALL(name, x, vx)                                                                          \
    name ": {mobility: planar, position: [" x ", 0, 0], velocity: [" vx                            \
         ", 0, 0], shapes: [{outline: {form: ball, radius: 0.5}, material: m}]}"
#define FLOOR                                                                                      \
    "floor: {mobility: fixed, position: [0, -1, 0], shapes: [{outline: {form: block, width: 20, "  \
    "height: 2}, material: m}]}"

static void a_stack(void) {
    static const Scene scene = {
        HEAD("-10"),
        {FLOOR, BLOCK("a", "0", "0.505", "0", "1", "1"), BLOCK("b", "0.2", "1.51", "0", "1", "1"),
         BLOCK("c", "-0.1", "2.515", "0", "2", "1"), BLOCK("d", "0.1", "3.6", "0.05", "1", "1")},
        {NULL},
        RIGID,
        0.6,
        1e-9};
    check(&scene);
}

static void a_row_of_balls(void) {
    static const Scene scene = {HEAD("0"),
                                {BALL("a", "0", "2"), BALL("b", "1.5", "0"),
                                 BALL("c", "2.505", "0"), BALL("d", "3.51", "0"),
                                 BALL("e", "5.6", "-1")},
                                {NULL},
                                RIGID,
                                1.0,
                                1e-9};
    check(&scene);
}

// Up to its first hits: later a pile amplifies rounding as all piles do.
static void a_pile(void) {
    static const Scene scene = {
        HEAD("-10"),
        {"left: {mobility: fixed, position: [-2, -2, 0], rotation: [0, 0, -0.78], shapes: "
         "[{outline: {form: block, width: 8, height: 1}, material: m}]}",
         "right: {mobility: fixed, position: [3.2, -2, 0], rotation: [0, 0, 0.78], shapes: "
         "[{outline: {form: block, width: 8, height: 1}, material: m}]}",
         BLOCK("a", "-0.2", "0.2", "0.3", "0.6", "0.9"),
         BLOCK("b", "1.1", "0.1", "0.5", "0.8", "0.5"),
         BLOCK("c", "0.3", "1.3", "1.1", "0.7", "0.7"),
         BLOCK("d", "1.4", "1.4", "0.1", "1.2", "0.3"),
         BLOCK("e", "-0.7", "1.4", "0.8", "0.5", "0.6")},
        {NULL},
        RIGID "exclude: [[left, right]]\n",
        1.0,
        1e-9};
    check(&scene);
}

#define LINK(name, x)                                                                              \
    name ": {mobility: planar, position: [" x                                                      \
         ", 0, 0], mass: 1, inertia: [0.1, 0.1, 0.1], shapes: [{outline: {form: block, width: 1, " \
         "height: 0.1}, material: m}]}"

static void a_chain_that_falls_on_a_block(void) {
    static const Scene scene = {
        HEAD("-10"),
        {LINK("a", "0.5"), LINK("b", "1.5"), LINK("c", "2.5"), LINK("d", "3.5"),
         "block: {mobility: fixed, position: [2.2, -1.2, 0], shapes: [{outline: {form: ball, "
         "radius: 0.6}, material: m}]}"},
        {"{type: revolute, between: [world, a], position_b: [-0.5, 0, 0]}",
         "{type: revolute, between: [a, b], position: [0.5, 0, 0], position_b: [-0.5, 0, 0]}",
         "{type: revolute, between: [b, c], position: [0.5, 0, 0], position_b: [-0.5, 0, 0]}",
         "{type: revolute, between: [c, d], position: [0.5, 0, 0], position_b: [-0.5, 0, 0]}"},
        RIGID,
        0.6,
        1e-9};
    check(&scene);
}

// A four-bar linkage hit by a ball.
static void a_loop_that_is_hit(void) {
    static const Scene scene = {
        HEAD("0"),
        {"crank: {mobility: planar, position: [0, 0.5, 0], rotation: [0, 0, 1.5707963267948966], "
         "mass: 1, inertia: [0.1, 0.1, 0.1], shapes: [{outline: {form: block, width: 1, height: "
         "0.1}, material: m}]}",
         "bar: {mobility: planar, position: [1, 1, 0], mass: 2, inertia: [0.7, 0.7, 0.7], shapes: "
         "[{outline: {form: block, width: 2, height: 0.1}, material: m}]}",
         "rocker: {mobility: planar, position: [2, 0.5, 0], rotation: [0, 0, "
         "1.5707963267948966], mass: 1, inertia: [0.1, 0.1, 0.1], shapes: [{outline: {form: block, "
         "width: 1, height: 0.1}, material: m}]}",
         "ball: {mobility: planar, position: [-1, 0.6, 0], velocity: [3, 0, 0], shapes: "
         "[{outline: {form: ball, radius: 0.3}, material: m}]}"},
        {"{type: revolute, between: [world, crank], position_b: [-0.5, 0, 0]}",
         "{type: revolute, between: [crank, bar], position: [0.5, 0, 0], position_b: [-1, 0, 0]}",
         "{type: revolute, between: [bar, rocker], position: [1, 0, 0], position_b: [0.5, 0, 0]}",
         "{type: revolute, between: [world, rocker], position: [2, 0, 0], position_b: [-0.5, 0, "
         "0]}"},
        RIGID,
        0.6,
        1e-9};
    check(&scene);
}

// ---- with friction, in space ----

#define ROUGH                                                                                      \
    "gravity: [0, 0, -9.81]\nmaterials: {m: {density: 1000}}\n"                                    \
    "pairs: [{materials: [m, m], restitution: 0.3, sliding_friction: 0.4}]\n"
#define COULOMB "contacts: [{between: ['*', '*'], normal: {law: rigid}, friction: coulomb}]\n"
#define GROUND "ground: {mobility: fixed, shapes: [{plane: {}, material: m}]}"
#define BOX(name, p, rotation, v, size)                                                            \
    name ": {position: [" p "], rotation: [" rotation "], velocity: [" v                           \
         "], shapes: [{box: {size: [" size "]}, material: m}]}"
#define CUBE(name, p, rotation, v) BOX(name, p, rotation, v, "0.4, 0.4, 0.4")
#define SPHERE(name, p, radius)                                                                    \
    name ": {position: [" p "], shapes: [{sphere: {radius: " radius "}, material: m}]}"

// Hit, pushed together, tipped and slowed down by the ground.
static const Scene s_row_of_boxes = {ROUGH,
                                     {GROUND, CUBE("a", "0, 0, 0.2", "0, 0, 0", "3, 0, 0"),
                                      CUBE("b", "0.401, 0, 0.2", "0, 0, 0", "0, 0, 0"),
                                      CUBE("c", "0.802, 0, 0.2", "0, 0, 0", "0, 0, 0"),
                                      CUBE("d", "1.203, 0, 0.2", "0, 0, 0", "0, 0, 0")},
                                     {NULL},
                                     COULOMB,
                                     0.6,
                                     1e-6};
// One tumbles on the other: four corners in a plane press, slide and spin at once.
static const Scene s_two_boxes_dropped = {
    ROUGH,
    {GROUND, CUBE("a", "0, 0, 0.21", "0, 0, 0", "0, 0, 0"),
     CUBE("b", "0.05, 0.03, 0.75", "0.1, 0.05, 0.2", "0, 0, 0")},
    {NULL},
    COULOMB,
    0.6,
    1e-6};
static const Scene s_four_balls = {
    ROUGH,
    {GROUND, SPHERE("a", "0, 0, 0.5", "0.2"), SPHERE("b", "0.1, 0.05, 1.0", "0.2"),
     SPHERE("c", "-0.3, 0.1, 0.9", "0.2"), SPHERE("d", "0.2, -0.3, 0.7", "0.15")},
    {NULL},
    COULOMB,
    0.6,
    1e-6};
static const Scene s_jointed_boxes = {
    ROUGH,
    {GROUND, CUBE("a", "0, 0, 0.5", "0, 0, 0", "0, 0, 0"),
     CUBE("b", "0.5, 0, 0.5", "0, 0, 0", "0, 0, 0"),
     BOX("c", "1.0, 0, 0.5", "0, 0, 0", "0, 0, 0", "0.4, 0.2, 0.2")},
    {"{type: spherical, between: [a, b], position: [0.25, 0, 0]}",
     "{type: revolute, between: [b, c], axis: [0, 1, 0], position: [0.25, 0, 0], rz_low: -0.5, "
     "rz_high: 0.5}"},
    COULOMB,
    0.6,
    1e-6};

// A hundred times what one step is solved to, by the fastest speed of about 1 m/s.
static void steps_with_friction(void) {
    static const char simulation[] = "method: stepping, step: 0.002, tolerance: 1e-8";
    check_by(&s_row_of_boxes, simulation);
    check_by(&s_two_boxes_dropped, simulation);
    check_by(&s_four_balls, simulation);
    check_by(&s_jointed_boxes, simulation);
}

// Each impact is solved to rounding, each force to 1e-8 at the worst.
static void fixed_with_friction(void) {
    static const char simulation[] = "method: fixed, step: 0.005, contact_distance: 0.002";
    Scene drop = s_two_boxes_dropped;
    drop.end = 0.3;
    check_by(&s_row_of_boxes, simulation);
    check_by(&drop, simulation);
    check_by(&s_four_balls, simulation);
    // at steps of 5 ms rounding grows to 1e-5 here, whatever the order (rigid_contact.md); at steps of
    // 1 ms to 1e-5, 2e-9 and 3e-6 with contact distances of 2, 1 and 0.5 mm
    check_by(&s_jointed_boxes, "method: fixed, step: 0.001, contact_distance: 0.001");
}

AB_TESTS(AB_TEST(a_stack), AB_TEST(a_row_of_balls), AB_TEST(a_pile),
         AB_TEST(a_chain_that_falls_on_a_block), AB_TEST(a_loop_that_is_hit),
         AB_TEST(steps_with_friction), AB_TEST(fixed_with_friction))
