// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// linkage_test.c - closed loops, couplers and drives against their geometry, and how far every type
// of joint drifts in a long run.

#include <stdio.h>

#include "abut/abut.h"
#include "base/check.h"
#include "core/simulation_state.h"
#include "derivative/state/derivative.h"
#include "math/core/vector_math.h"
#include "mechanics/joint/joint_rows.h"

static const double s_pi = 3.14159265358979323846;

enum { MAX_BODIES = 8 };

typedef struct Watch Watch;
struct Watch {
    abModel *model;
    abSimulation *simulation;
    void (*look)(Watch *watch, const abFrame *frame);
    double worst;         // of what `look` compares
    double gap, gap_rate; // largest of all joints' rows at the frames
    char warning[600];    // the last one
    double forces[6 * 8]; // of the last frame
    abBodyState bodies[MAX_BODIES];
};

static void keep_warning(void *context, abLogLevel level, const char *sentence) {
    Watch *watch = context;
    if (level == AB_LOG_WARNING) {
        snprintf(watch->warning, sizeof watch->warning, "%s", sentence);
    }
}

static double largest(double a, double b) {
    return fabs(b) > a ? fabs(b) : a;
}

// What the rows are off for the bodies as the frame has them.
static void measure_gaps(Watch *watch, double t) {
    abDerivative *d = &watch->simulation->dynamics;
    for (int j = 0; j < (int)watch->model->joint_count; j++) {
        const abJoint *joint = &watch->model->joints[j];
        abJointNow now;
        ab_joint_now(&d->mechanics, joint, t, &now);
        for (int i = 0; i < joint->row_count; i++) {
            abRow e[AB_ROW_ENTRIES];
            int count = ab_joint_row(&d->mechanics, j, i, &now, e);
            double speed = -e[0].rate;
            for (int k = 0; k < count; k++) {
                const abBodyNow *A = &d->mechanics.bodies[e[k].body_a],
                                *B = &d->mechanics.bodies[e[k].body_b];
                speed += ab_dot(e[k].linear_a, A->v) + ab_dot(e[k].angular_a, A->w) +
                         ab_dot(e[k].linear_b, B->v) + ab_dot(e[k].angular_b, B->w);
            }
            if (e[0].level == AB_HOLD_POSITION) {
                watch->gap = largest(watch->gap, e[0].c);
            }
            if (e[0].level <= AB_HOLD_SPEED) {
                watch->gap_rate = largest(watch->gap_rate, speed);
            }
        }
    }
}

static abResult see_frame(void *context, const abFrame *frame, abError *error) {
    (void)error;
    Watch *watch = context;
    if (watch->look != NULL) {
        watch->look(watch, frame);
    }
    measure_gaps(watch, frame->time);
    memcpy(watch->forces, frame->joint_forces,
           6 * (size_t)(frame->joint_count < 8 ? frame->joint_count : 8) * sizeof(double));
    memcpy(watch->bodies, frame->bodies, (size_t)frame->body_count * sizeof *frame->bodies);
    return AB_OK;
}

// Runs a model from a file, or from a text when `text`.
static bool run(Watch *watch, const char *path, const char *text) {
    static abError error;
    ab_error_clear(&error);
    abLog log = {.write = keep_warning, .context = watch};
    abResult result = text != NULL
                          ? ab_model_read_text(text, strlen(text), "test", NULL, 0, ab_heap(), log,
                                               &watch->model, &error)
                          : ab_model_read(path, NULL, 0, ab_heap(), log, &watch->model, &error);
    if (result == AB_OK) {
        result =
            ab_simulation_create(watch->model, NULL, ab_heap(), log, &watch->simulation, &error);
    }
    abObserver observer = {.context = watch, .frame = see_frame};
    if (result == AB_OK) {
        result = ab_simulation_run(watch->simulation, &observer, &error);
    }
    for (int i = 0; result != AB_OK && i < error.count; i++) {
        puts(error.problems[i].text);
    }
    CHECK(result == AB_OK);
    return result == AB_OK;
}

static double drift(const Watch *watch) {
    const abStatistics *s = ab_simulation_statistics(watch->simulation);
    return s->energy_drift / s->energy_scale;
}

static void done(Watch *watch) {
    ab_simulation_destroy(watch->simulation);
    ab_model_destroy(watch->model);
}

// Angle of a body's x axis in the x-y plane.
static double heading(const abBodyState *body) {
    abVec3 x = ab_column(ab_quat_to_matrix(body->orientation), 0);
    return atan2(x.y, x.x);
}

static double wrapped(double angle) {
    return remainder(angle, 2.0 * s_pi);
}

// ---- four-bar ----

// The rocker's angle for that of the crank: intersection of the circles about crank pin and pivot.
static double rocker_angle(double crank) {
    double bx = 0.2 * cos(crank), by = 0.2 * sin(crank), dx = 0.5 - bx, dy = -by;
    double length = hypot(dx, dy), a = (0.25 - 0.16 + length * length) / (2.0 * length);
    double h = sqrt(0.25 - a * a);
    double cx = bx + (a * dx - h * dy) / length, cy = by + (a * dy + h * dx) / length;
    return atan2(cy, cx - 0.5);
}

static void look_at_four_bar(Watch *watch, const abFrame *frame) {
    double crank = 0.5 * s_pi + 2.0 * s_pi * frame->time;
    watch->worst = largest(watch->worst, wrapped(heading(&frame->bodies[0]) - crank));
    watch->worst = largest(watch->worst, wrapped(heading(&frame->bodies[2]) - rocker_angle(crank)));
}

static void a_four_bar_linkage_moves_as_its_circles_say(void) {
    Watch watch = {.look = look_at_four_bar};
    if (run(&watch, "models/four_bar.yaml", NULL)) {
        CHECK(watch.worst < 1e-8); // ten times the tolerance, three turns
        CHECK(watch.gap < 1e-9 && watch.gap_rate < 1e-8);
        CHECK(strstr(watch.warning, "joint pivot closes a loop") != NULL);
        printf("four_bar: angles to %.1e, gap %.1e, rate %.1e\n", watch.worst, watch.gap,
               watch.gap_rate);
    }
    done(&watch);
}

#define FOUR_BAR(mobility)                                                                         \
    "abut: 1\n"                                                                                    \
    "gravity: [0, -9.81, 0]\n"                                                                     \
    "bodies:\n"                                                                                    \
    "  crank: {mobility: " mobility ", position: [0, 0.1, 0], mass: 0.3, inertia: [1e-3, 1e-3, "   \
    "1e-3], angular_velocity: [0, 0, 9]}\n"                                                        \
    "  coupler: {mobility: " mobility ", position: [0.2295820138908, 0.298955034727, 0], "         \
    "rotation: [0, 0, 0.406960757706671], mass: 0.8, inertia: [1e-2, 2e-2, 2e-2]}\n"               \
    "  rocker: {mobility: " mobility ", position: [0.4795820138908, 0.198955034727, 0], "          \
    "mass: 0.6, inertia: [1e-2, 1e-2, 1e-2]}\n"                                                    \
    "joints:\n"                                                                                    \
    "  - {type: revolute, between: [world, crank]}\n"                                              \
    "  - {type: revolute, between: [crank, coupler], position: [0, 0.1, 0]}\n"                     \
    "  - {type: revolute, between: [coupler, rocker], position: [0.25, 0, 0]}\n"                   \
    "  - {type: revolute, between: [world, rocker], position: [0.5, 0, 0]}\n"                      \
    "simulation: {end_time: 1.5, tolerance: 1.0e-10}\n"

// Bodies that can leave the plane and bodies that cannot: the same motion and forces in it, though
// in space the loop is held three times over.
static void planar_and_spatial_loops_agree(void) {
    Watch planar = {0}, spatial = {0};
    if (run(&planar, NULL, FOUR_BAR("planar")) && run(&spatial, NULL, FOUR_BAR("free"))) {
        for (int b = 0; b < 3; b++) {
            abVec3 p = planar.bodies[b].position, q = spatial.bodies[b].position;
            CHECK_NEAR(ab_norm(ab_sub(p, q)), 0.0, 1e-8, 1.0);
        }
        for (int j = 0; j < 4; j++) {
            for (int k = 0; k < 6; k++) {
                CHECK_NEAR(planar.forces[6 * j + k], spatial.forces[6 * j + k], 1e-7, 30.0);
            }
        }
        CHECK(drift(&planar) < 1e-9 && drift(&spatial) < 1e-9);
        CHECK(planar.warning[0] == '\0' && spatial.warning[0] != '\0');
        CHECK(fabs(planar.forces[6]) > 0.1); // there was something to compare
    }
    done(&planar);
    done(&spatial);
}

// Crank and rocker of equal length: at every half turn all links lie in line, from where the rocker
// could turn either way. Momentum carries it on.
static void a_parallelogram_passes_its_dead_centres(void) {
    Watch watch = {0};
    if (run(&watch, NULL,
            "abut: 1\n"
            "bodies:\n"
            "  crank: {position: [0, 0.1, 0], mass: 0.3, inertia: [1e-3, 1e-3, 1e-3]}\n"
            "  coupler: {position: [0.25, 0.2, 0], mass: 0.8, inertia: [1e-2, 2e-2, 2e-2]}\n"
            "  rocker: {position: [0.5, 0.1, 0], mass: 0.3, inertia: [1e-3, 1e-3, 1e-3]}\n"
            "joints:\n"
            "  - {type: revolute, between: [world, crank], rz: '4*t'}\n"
            "  - {type: revolute, between: [crank, coupler], position: [0, 0.1, 0]}\n"
            "  - {type: revolute, between: [coupler, rocker], position: [0.25, 0, 0]}\n"
            "  - {type: revolute, between: [world, rocker], position: [0.5, 0, 0]}\n"
            "simulation: {end_time: 5, tolerance: 1.0e-9}\n")) {
        CHECK_NEAR(wrapped(heading(&watch.bodies[1])), 0.0, 1e-6, 1.0);
        CHECK_NEAR(wrapped(heading(&watch.bodies[2]) - 20.0), 0.0, 1e-6, 1.0);
        CHECK(watch.gap < 1e-9);
        CHECK(strstr(watch.warning, "joint4 holds less than at the start at t = 0.39269") != NULL);
    }
    done(&watch);
}

// The drive pulls the linkage straight at 0.7075 rad, where cos = (1 + 0.25 - 0.49) / 1, and on.
static void a_drive_beyond_reach_is_told_with_the_joint(void) {
    static const char text[] =
        "abut: 1\n"
        "bodies:\n"
        "  crank: {position: [0.219395640472593, 0.119856384651051, 0], rotation: [0, 0, 0.5], "
        "mass: 1, "
        "inertia: [0.01, 0.01, 0.01]}\n"
        "  coupler: {position: [0.585940387720253, 0.268818445300093, 0], rotation: [0, 0, "
        "0.195276553776023], mass: 1, "
        "inertia: [0.01, 0.01, 0.01]}\n"
        "  rocker: {position: [0.86654474724766, 0.148962060649042, 0], rotation: [0, 0, "
        "2.30134214279741], mass: 1, "
        "inertia: [0.01, 0.01, 0.01]}\n"
        "joints:\n"
        "  - {type: revolute, between: [world, crank], rz: 't'}\n"
        "  - {type: revolute, between: [crank, coupler], position: [0.25, 0, 0]}\n"
        "  - {type: revolute, between: [coupler, rocker], position: [0.15, 0, 0]}\n"
        "  - {name: end, type: revolute, between: [world, rocker], position: [1, 0, 0]}\n"
        "simulation: {end_time: 1, tolerance: 1.0e-8}\n";
    static abError error;
    abModel *model;
    abSimulation *simulation = NULL;
    ab_error_clear(&error);
    CHECK(ab_model_read_text(text, strlen(text), "test", NULL, 0, ab_heap(), (abLog){0}, &model,
                             &error) == AB_OK);
    CHECK(ab_simulation_create(model, NULL, ab_heap(), (abLog){0}, &simulation, &error) == AB_OK);
    CHECK(ab_simulation_run(simulation, NULL, &error) == AB_NUMERICS);
    CHECK(strstr(error.problems[0].text, "t = 0.2074") != NULL); // 0.70748 - 0.5 s
    CHECK(strstr(error.problems[0].text, "joint end is close to a singular position") != NULL);
    printf("beyond reach: %s\n", error.problems[0].text);
    ab_simulation_destroy(simulation);
    ab_model_destroy(model);
}

// ---- slider and crank, screw jack ----

static void look_at_slider(Watch *watch, const abFrame *frame) {
    double a = heading(&frame->bodies[0]), w = frame->bodies[0].angular_velocity.z;
    double s = 0.1 * sin(a), c = 0.1 * cos(a), root = sqrt(0.0625 - s * s);
    watch->worst = largest(watch->worst, frame->bodies[2].position.x - (c + root));
    watch->worst =
        largest(watch->worst, 0.1 * (frame->bodies[2].velocity.x + w * (s + s * c / root)));
}

static void a_piston_moves_as_crank_and_rod_say(void) {
    Watch watch = {.look = look_at_slider};
    if (run(&watch, "models/slider_crank.yaml", NULL)) {
        CHECK(watch.worst < 1e-9);
        CHECK(watch.gap < 1e-9 && watch.gap_rate < 1e-8);
        CHECK(drift(&watch) < 1e-9);
    }
    done(&watch);
}

static void look_at_jack(Watch *watch, const abFrame *frame) {
    double x = frame->bodies[0].position.x, turn = x / 0.025; // below the pinion
    double lift = frame->bodies[2].position.z - 0.2;
    watch->worst = largest(watch->worst, lift + 0.008 * turn / (2.0 * s_pi));
    watch->worst = largest(watch->worst, wrapped(heading(&frame->bodies[1]) - turn));
    watch->worst = largest(watch->worst, wrapped(heading(&frame->bodies[3]) + 2.0 * turn));
    watch->worst = largest(watch->worst, wrapped(heading(&frame->bodies[4]) + turn));
}

static void racks_threads_and_gears_keep_their_ratios(void) {
    Watch watch = {.look = look_at_jack};
    if (run(&watch, "models/screw_jack.yaml", NULL)) {
        CHECK(watch.worst < 1e-7); // after some hundred turns
        CHECK(drift(&watch) < 1e-9);
        printf("screw_jack: rack at %.4f m, nut at %.6f m, ratios to %.1e\n",
               watch.bodies[0].position.x, watch.bodies[2].position.z, watch.worst);
        CHECK(fabs(watch.bodies[0].position.x) > 0.5);
    }
    done(&watch);
}

// ---- drives ----

static void drives_by_speed_and_acceleration_start_where_they_should(void) {
    Watch watch = {0};
    if (run(&watch, NULL,
            "abut: 1\n"
            "gravity: [0, -9.81, 0]\n"
            "bodies:\n"
            "  arm: {position: [0.5, 0, 0], mass: 3, inertia: [0.1, 0.2, 0.3]}\n"
            "  cart: {position: [0, 3, 0], mass: 2, inertia: [1, 1, 1], velocity: [5, 0, 0]}\n"
            "joints:\n"
            "  - {type: revolute, between: [world, arm], rz_speed: 't', rz_start: 0.25}\n"
            "  - {type: prismatic, between: [world, cart], axis: [1, 0, 0], "
            "position: [0, 3, 0], z_acceleration: '6*t', z_start_speed: 2}\n"
            "simulation: {end_time: 2, tolerance: 1.0e-9}\n")) {
        // the frames coincide where the drive starts, so the arm turns by t^2 / 2
        CHECK_NEAR(wrapped(heading(&watch.bodies[0])), wrapped(2.0), 1e-8, 1.0);
        CHECK_NEAR(watch.bodies[0].angular_velocity.z, 2.0, 1e-9, 1.0);
        CHECK_NEAR(watch.bodies[1].position.x, 2.0 * 2.0 + 8.0, 1e-8, 1.0);
        CHECK_NEAR(watch.bodies[1].velocity.x, 2.0 + 12.0, 1e-8, 1.0);
        CHECK(drift(&watch) < 1e-8);
    }
    done(&watch);
}

// ---- drift of every type ----

static void no_joint_drifts(void) {
    static const char *const types[] = {"fixed",
                                        "revolute",
                                        "prismatic",
                                        "cylindrical",
                                        "spherical",
                                        "universal",
                                        "planar",
                                        "inline",
                                        "inplane",
                                        "orientation",
                                        "parallel_axes",
                                        "constant_velocity",
                                        "screw, pitch: 0.3",
                                        "general, x: 0, rx: 0, rz: 0",
                                        "distance, position_b: [0.3, 0.2, 0.9]",
                                        "path, points: [[-2, 0.5], [0, 0], [2, 1]]",
                                        "perpendicular, orientation_b: [1, 0, 0, 0]",
                                        "revolute, rz: 'sin(3*t)'",
                                        "cylindrical, rz_speed: '2 + cos(t)'"};
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        char text[2000];
        Watch watch = {0};
        // a pair of bodies tied to each other by the joint and to the world by a spring each
        snprintf(text, sizeof text,
                 "abut: 1\n"
                 "gravity: [0, 0, -9.81]\n"
                 "bodies:\n"
                 "  a: {mass: 1, inertia: [0.1, 0.2, 0.25], angular_velocity: [1, 2, -1]}\n"
                 "  b: {position: [0.4, 0.1, -0.3], mass: 0.7, inertia: [0.1, 0.15, 0.12], "
                 "angular_velocity: [0.5, -1, 2], velocity: [0, 1, 0]}\n"
                 "joints:\n"
                 "  - {between: [a, b], position: [0.2, 0.1, 0], "
                 "orientation: [0.5, 0.5, -0.5, 0.5], type: %s}\n"
                 "forces:\n"
                 "  - {type: spring, between: [world, a], stiffness: 60, point_a: [0, 0, 1], "
                 "point_b: [0.1, 0, 0]}\n"
                 "  - {type: spring, between: [world, b], stiffness: 80, point_a: [0.5, 0, 1], "
                 "point_b: [0, 0.1, 0]}\n"
                 "simulation: {end_time: 20, tolerance: 1.0e-8, output_interval: 0.05}\n",
                 types[i]);
        if (run(&watch, NULL, text)) {
            printf("%-72s gap %.1e, rate %.1e, energy %.1e\n", types[i], watch.gap, watch.gap_rate,
                   drift(&watch));
            CHECK(watch.gap < 1e-8 && watch.gap_rate < 1e-7);
            CHECK(drift(&watch) < 1e-7);
        }
        done(&watch);
    }
}

// ---- the start ----

// Two hinges on one axis, the second turned by what five digits leave: one of them is enough.
static void frames_typed_with_few_digits_make_one_hinge(void) {
    Watch watch = {0};
    if (run(&watch, NULL,
            "abut: 1\n"
            "gravity: [0, -9.81, 0]\n"
            "bodies:\n"
            "  door: {position: [0.5, 0, 0], mass: 3, inertia: [0.1, 0.2, 0.3]}\n"
            "joints:\n"
            "  - {name: low, type: revolute, between: [world, door], position: [0, 0, -0.5]}\n"
            "  - {name: high, type: revolute, between: [world, door], position: [0, 0, 0.5], "
            "axis: [3.0e-6, 0, 1], position_b: [-0.500002, 0, 0.5]}\n"
            "simulation: {end_time: 5, tolerance: 1.0e-9}\n")) {
        CHECK(strstr(watch.warning, "joint high closes a loop") != NULL);
        CHECK(drift(&watch) < 1e-9);
    }
    done(&watch);
}

static void gaps_are_told_or_closed(void) {
    static const char text[] =
        "abut: 1\n"
        "bodies:\n"
        "  arm: {position: [0.53, 0.04, 0], mass: 3, inertia: [0.1, 0.2, 0.3]}\n"
        "joints:\n"
        "  - {name: hinge, type: revolute, between: [world, arm], position_b: [-0.5, 0, 0]}\n"
        "simulation: {end_time: 1, assemble: %s}\n";
    static abError error;
    for (int assemble = 0; assemble < 2; assemble++) {
        char filled[600];
        abModel *model;
        abSimulation *simulation = NULL;
        snprintf(filled, sizeof filled, text, assemble ? "true" : "false");
        ab_error_clear(&error);
        CHECK(ab_model_read_text(filled, strlen(filled), "test", NULL, 0, ab_heap(), (abLog){0},
                                 &model, &error) == AB_OK);
        abResult result =
            ab_simulation_create(model, NULL, ab_heap(), (abLog){0}, &simulation, &error);
        if (assemble) {
            CHECK(result == AB_OK);
            abBodyState arm = ab_simulation_body(simulation, ab_model_find_body(model, "arm"));
            abVec3 end =
                ab_add_scaled(arm.position, -0.5, ab_column(ab_quat_to_matrix(arm.orientation), 0));
            CHECK_NEAR(ab_norm(end), 0.0, 1e-13, 1.0);
        } else {
            CHECK(result == AB_BAD_MODEL && error.count == 1);
            CHECK(strstr(error.problems[0].text, "x by 0.03 m, y by 0.04 m") != NULL);
        }
        ab_simulation_destroy(simulation);
        ab_model_destroy(model);
    }
}

AB_TESTS(AB_TEST(a_four_bar_linkage_moves_as_its_circles_say),
         AB_TEST(planar_and_spatial_loops_agree), AB_TEST(a_parallelogram_passes_its_dead_centres),
         AB_TEST(a_drive_beyond_reach_is_told_with_the_joint),
         AB_TEST(a_piston_moves_as_crank_and_rod_say),
         AB_TEST(racks_threads_and_gears_keep_their_ratios),
         AB_TEST(drives_by_speed_and_acceleration_start_where_they_should),
         AB_TEST(no_joint_drifts), AB_TEST(frames_typed_with_few_digits_make_one_hinge),
         AB_TEST(gaps_are_told_or_closed))
