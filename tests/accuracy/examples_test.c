// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// examples_test.c - the machines in models/ against what must hold for them: ratios of speeds,
// balances of force and torque, lift by an outline, a tangential state that does not slip.

#include <stdio.h>
#include <string.h>

#include "abut/abut.h"
#include "base/check.h"
#include "model/check/model_checks.h"
#include "model/core/model.h"
#include "shape/curve/curve.h"
#include "shape/curve/curve_build.h"

static const double s_pi = 3.14159265358979323846;

// A run of a model and what is watched in it.
typedef struct Watch {
    abModel *model;
    abSimulation *simulation;
    void (*look)(struct Watch *watch, const abFrame *frame);
    int frames;      // that counted
    double sums[6];  // over them; meaning by model
    double worst[4]; // greatest magnitudes, likewise
    abVec3 held;     // a position to compare with
} Watch;

static void at_worst(double *worst, double error) {
    *worst = fmax(*worst, fabs(error));
}

static abResult see_frame(void *context, const abFrame *frame, abError *error) {
    (void)error;
    Watch *watch = context;
    watch->look(watch, frame);
    return AB_OK;
}

static bool run(Watch *watch, const char *path, const abOverride *overrides, int count) {
    static abError error;
    ab_error_clear(&error);
    abLog log = {0};
    abResult result = ab_model_read(path, overrides, count, ab_heap(), log, &watch->model, &error);
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

static void done(Watch *watch) {
    ab_simulation_destroy(watch->simulation);
    ab_model_destroy(watch->model);
}

static const abBodyState *body(const Watch *watch, const abFrame *frame, const char *name) {
    return &frame->bodies[ab_model_find_body(watch->model, name).index - 1];
}

// Force and torque of a joint on its second body, by the joint's place in the file.
static abVec3 joint_part(const abFrame *frame, int joint, int part) {
    const double *f = frame->joint_forces + 6 * joint + 3 * part;
    return (abVec3){f[0], f[1], f[2]};
}

// The contact of two bodies; NULL while they are apart.
static const abContactState *contact(const Watch *watch, const abFrame *frame, const char *a,
                                     const char *b) {
    int i = ab_model_find_body(watch->model, a).index,
        j = ab_model_find_body(watch->model, b).index;
    for (int k = 0; k < frame->contact_count; k++) {
        const abContactState *c = &frame->contacts[k];
        if ((c->body_a == i && c->body_b == j) || (c->body_a == j && c->body_b == i)) {
            return c;
        }
    }
    return NULL;
}

// The force of a contact on the second body named.
static abVec3 force_on(const Watch *watch, const abContactState *c, const char *name) {
    return c->body_b == ab_model_find_body(watch->model, name).index ? c->force
                                                                     : ab_scale(-1.0, c->force);
}

// ---- gear train ----

enum { SPEED, SHAFT, RING };

// From the second tooth on: the first takes up the play.
static const double s_tooth = 2.0 * 3.14159265358979323846 / 24.0 / 7.5; // sun past the carrier [s]

static void look_at_gears(Watch *watch, const abFrame *frame) {
    if (frame->time < s_tooth) {
        return;
    }
    watch->frames++;
    watch->sums[SPEED] += body(watch, frame, "carrier")->angular_velocity.z;
    watch->sums[SHAFT] += joint_part(frame, 0, 1).z;
    int ring = ab_model_find_body(watch->model, "ring").index;
    for (int k = 0; k < frame->contact_count; k++) {
        const abContactState *c = &frame->contacts[k];
        double torque = ab_cross(c->point, c->force).z + c->torque.z;
        watch->sums[RING] += c->body_b == ring ? torque : c->body_a == ring ? -torque : 0.0;
    }
}

// Means over two teeth. `loss` is what friction may take of the shaft's torque, by its share.
// `step` of method stepping; NULL: by events.
static void check_gear_train(const char *path, const char *step, double loss) {
    Watch watch = {.look = look_at_gears};
    char end[40], interval[40];
    snprintf(end, sizeof end, "%.17g", 3.0 * s_tooth - s_tooth / 64.0); // whole teeth of frames
    snprintf(interval, sizeof interval, "%.17g", s_tooth / 64.0);
    abOverride settings[] = {{"simulation.end_time", end},
                             {"simulation.output_interval", interval},
                             {"simulation.method", "stepping"},
                             {"simulation.step", step}};
    if (run(&watch, path, settings, step != NULL ? 4 : 2)) {
        double speed = watch.sums[SPEED] / watch.frames, shaft = watch.sums[SHAFT] / watch.frames;
        double ring = watch.sums[RING] / watch.frames;
        printf("%s: %d frames, carrier %.5f rad/s, shaft %.5f N m, ring %.5f N m\n", path,
               watch.frames, speed, shaft, ring);
        CHECK(watch.frames >= 2 * 64);
        CHECK_NEAR(speed, 2.5, 1e-3, 2.5);
        CHECK_NEAR(shaft, 0.5, loss, 0.5);
        // shaft and load act on the train, the train on the ring: no torque is left over; what a
        // frame of a long step shows is the stiff law at a place that errs by the square of the
        // step
        CHECK(step != NULL || fabs(shaft - 2.0 - ring) <= 1e-2 * 2.0);
        // friction takes its part of the power, and gives none
        CHECK(10.0 * shaft > 2.0 * speed);
    }
    done(&watch);
}

static void the_gear_train_keeps_its_ratio_and_its_balance(void) {
    check_gear_train("models/gear_train.yaml", NULL, 1e-2);
}

// Steps in which teeth move on by a tenth of their pitch see all teeth that come to touch.
static void the_gear_train_runs_by_long_steps(void) {
    check_gear_train("models/gear_train.yaml", "0.001", 2e-2);
    check_gear_train("models/gear_train.yaml", "0.002", 2e-2);
    check_gear_train("models/gear_train.yaml", "0.004", 2e-2);
}

static int s_warnings; // of energy

static void take_warning(void *context, abLogLevel level, const char *sentence) {
    (void)context;
    s_warnings += level == AB_LOG_WARNING && strstr(sentence, "of the energy turned over") != NULL;
}

static int warnings_of_step(const char *step) {
    static abError error;
    const abOverride settings[] = {{"simulation.end_time", "0.1"},
                                   {"simulation.output_interval", "0.01"},
                                   {"simulation.method", "stepping"},
                                   {"simulation.step", step}};
    const abObserver nobody = {0};
    abLog log = {.write = take_warning};
    abModel *model = NULL;
    abSimulation *simulation = NULL;
    s_warnings = 0;
    CHECK(ab_model_read("models/gear_train.yaml", settings, 4, ab_heap(), log, &model, &error) ==
              AB_OK &&
          ab_simulation_create(model, NULL, ab_heap(), log, &simulation, &error) == AB_OK &&
          ab_simulation_run(simulation, &nobody, &error) == AB_OK);
    ab_simulation_destroy(simulation);
    ab_model_destroy(model);
    return s_warnings;
}

// A third of a pitch per step is too much for the teeth; steps make no energy of it all the same.
static void steps_that_are_too_long_keep_the_book(void) {
    CHECK(warnings_of_step("0.002") == 0);
    CHECK(warnings_of_step("0.008") == 0);
}

static void so_does_the_train_of_meshes(void) {
    // steps of involutes of four facets cost some more
    check_gear_train("models/gear_train_meshes.yaml", NULL, 2e-2);
}

// ---- cam and follower ----

// Greatest height of an outline turned by an angle: the greatest of many samples, by Newton's
// method where the piece is level.
static double height_of(const abCurve *curve, double angle) {
    double s = sin(angle), c = cos(angle), maximum = -INFINITY;
    for (int i = 0; i < curve->part_count; i++) {
        const abCurvePart *part = &curve->parts[i];
        if (part->kind != AB_CURVE_CUBIC) {
            continue;
        }
        for (int k = 0; k <= 16; k++) {
            double u = k / 16.0;
            for (int n = 0; n < 6; n++) {
                abCurveAt at = ab_curve_at(part, u);
                double rate = s * at.d.x + c * at.d.y, bend = s * at.dd.x + c * at.dd.y;
                u = bend < 0.0 ? fmin(fmax(u - rate / bend, 0.0), 1.0) : u;
            }
            abVec2 p = ab_curve_at(part, u).p;
            maximum = fmax(maximum, s * p.x + c * p.y);
        }
    }
    return maximum;
}

enum { LIFT, MINIMUM, GREATEST };

static void look_at_cam(Watch *watch, const abFrame *frame) {
    const abContactState *c = contact(watch, frame, "cam", "follower");
    if (c == NULL) {
        return;
    }
    int cam = ab_model_find_body(watch->model, "cam").index;
    int shape = c->body_a == cam ? c->shape_a : c->shape_b;
    double top = height_of(watch->model->shapes[shape].shape.curve, 10.0 * s_pi * frame->time);
    double lift = body(watch, frame, "follower")->position.y;
    watch->frames++;
    at_worst(&watch->worst[LIFT], lift - (top - c->depth));
    watch->sums[MINIMUM] = watch->frames == 1 ? lift : fmin(watch->sums[MINIMUM], lift);
    watch->sums[GREATEST] = fmax(watch->sums[GREATEST], lift);
}

static void the_follower_rides_on_the_cam(void) {
    Watch watch = {.look = look_at_cam};
    if (run(&watch, "models/cam_and_follower.yaml", NULL, 0)) {
        double stroke = watch.sums[GREATEST] - watch.sums[MINIMUM];
        printf("cam: %d of 801 frames in contact, stroke %.6f m, lift to %.1e m\n", watch.frames,
               stroke, watch.worst[LIFT]);
        CHECK(watch.frames > 790);
        CHECK(watch.worst[LIFT] < 1e-10);
        CHECK(stroke > 0.005);
    }
    done(&watch);
}

// ---- slotted link ----

// The pin is at r cos(w t); the force does not know the width of the slot but where it changes
// sides.
static void look_at_link(Watch *watch, const abFrame *frame) {
    double force = -5.0 * cos(10.0 * frame->time);
    const abContactState *c = contact(watch, frame, "crank", "link");
    double x = body(watch, frame, "link")->position.x - 0.05 * cos(10.0 * frame->time);
    at_worst(&watch->worst[1], x);
    if (frame->time > 0.1 && fabs(force) > 2.0) {
        double f = c == NULL ? 0.0 : force_on(watch, c, "link").x;
        at_worst(&watch->worst[0], f - force);
        watch->frames++;
    }
}

static void count_warning(void *context, abLogLevel level, const char *sentence) {
    int *count = context;
    if (level == AB_LOG_WARNING) {
        puts(sentence);
        ++*count;
    }
}

// The pin moves along the slot at the start: what rounding leaves is no speed to judge a law by.
static void a_speed_of_rounding_is_no_impact(void) {
    abError error;
    abModel *model;
    int count = 0;
    abLog log = {.write = count_warning, .context = &count};
    ab_error_clear(&error);
    CHECK(ab_model_read("models/slotted_link.yaml", NULL, 0, ab_heap(), log, &model, &error) ==
          AB_OK);
    CHECK(ab_model_run_checks(model, &log, &error) == AB_OK);
    CHECK(count == 0);
    ab_model_destroy(model);
}

static void the_slotted_link_needs_mass_by_acceleration(void) {
    Watch watch = {.look = look_at_link};
    if (run(&watch, "models/slotted_link.yaml", NULL, 0)) {
        printf("slotted link: %d frames, force to %.1e N of 5 N, place to %.1e m\n", watch.frames,
               watch.worst[0], watch.worst[1]);
        CHECK(watch.frames > 500);
        CHECK(watch.worst[0] < 2e-3 * 5.0);
        CHECK(watch.worst[1] < 1.6e-5); // half the play and the depth under 5 N
    }
    done(&watch);
}

// ---- ball bearing ----

static void look_at_bearing(Watch *watch, const abFrame *frame) {
    if (frame->time < 0.05) {
        return;
    }
    abVec3 force = ab_vec3(0.0, 0.0, 0.0);
    for (int k = 1; k <= 8; k++) {
        char name[20];
        snprintf(name, sizeof name, "ball_%d", k);
        const abContactState *c = contact(watch, frame, "inner", name);
        if (c != NULL) {
            force = ab_add(force, force_on(watch, c, "inner"));
        }
        const abBodyState *ball = body(watch, frame, name);
        double r2 = ball->position.x * ball->position.x + ball->position.y * ball->position.y;
        watch->sums[0] += ab_cross(ball->position, ball->velocity).z / r2 / 8.0;
    }
    at_worst(&watch->worst[0], force.y - 100.0);
    at_worst(&watch->worst[1], force.x);
    watch->frames++;
}

static void the_bearing_rolls_and_carries_its_load(void) {
    Watch watch = {.look = look_at_bearing};
    if (run(&watch, "models/ball_bearing.yaml", NULL, 0)) {
        double speed = watch.sums[0] / watch.frames;
        printf("bearing: balls go round at %.5f rad/s, load to %.1e N\n", speed, watch.worst[0]);
        CHECK_NEAR(speed, 7.5, 1e-3, 7.5);
        CHECK(watch.worst[0] < 1.0 && watch.worst[1] < 1.0);
    }
    done(&watch);
}

// ---- cylinder on a box ----

static void look_at_cylinder(Watch *watch, const abFrame *frame) {
    double force = contact(watch, frame, "table", "roller")->normal_force;
    watch->sums[0] += force;
    watch->sums[1] = watch->frames == 0 ? force : fmin(watch->sums[1], force);
    watch->sums[2] = fmax(watch->sums[2], force);
    watch->frames++;
}

// k d A with the chord of the circle, k = 1e9 N/m^4, d = 0.5 mm, R = 50 mm, length 100 mm.
static void a_turning_cylinder_presses_evenly_and_its_mesh_less(void) {
    double d = 5e-4, chord = 2.0 * sqrt(2.0 * 0.05 * d - d * d), force = 1e9 * d * chord * 0.1;
    Watch exact = {.look = look_at_cylinder}, meshed = {.look = look_at_cylinder};
    if (run(&exact, "models/rotating_cylinder.yaml", NULL, 0)) {
        printf("cylinder: %.12g to %.12g N\n", exact.sums[1], exact.sums[2]);
        CHECK_NEAR(exact.sums[2] - exact.sums[1], 0.0, 1e-8, exact.sums[2]);
        CHECK_NEAR(exact.sums[0] / exact.frames, force, 3e-3, force);
    }
    if (run(&meshed, "models/rotating_cylinder_mesh.yaml", NULL, 0)) {
        double mean = meshed.sums[0] / meshed.frames, sagitta = 0.05 * (1.0 - cos(s_pi / 96.0));
        printf("meshed: %.6g to %.6g N, %.6g N in the mean\n", meshed.sums[1], meshed.sums[2],
               mean);
        CHECK(meshed.sums[2] < force && mean > force * (1.0 - 1.5 * sagitta / d));
    }
    done(&exact);
    done(&meshed);
}

// ---- gripper ----

static void look_at_gripper(Watch *watch, const abFrame *frame) {
    if (frame->time < 1.2) { // 0.2 s after the lift
        return;
    }
    abVec3 ball = body(watch, frame, "ball")->position;
    abVec3 apart = ab_sub(ball, body(watch, frame, "left")->position);
    watch->held = watch->frames++ == 0 ? apart : watch->held;
    at_worst(&watch->worst[0], ab_norm(ab_sub(apart, watch->held)));
    at_worst(&watch->worst[1], ball.z);
    double friction = force_on(watch, contact(watch, frame, "left", "ball"), "ball").z +
                      force_on(watch, contact(watch, frame, "right", "ball"), "ball").z;
    watch->sums[0] = friction;
}

static void the_gripper_lifts_and_does_not_let_slip(void) {
    Watch watch = {.look = look_at_gripper};
    if (run(&watch, "models/gripper.yaml", NULL, 0)) {
        double weight = 1100.0 * 4.0 / 3.0 * s_pi * 8e-6 * 9.81;
        printf("gripper: ball at %.6f m, slip %.1e m, friction %.9f N of %.9f N\n", watch.worst[1],
               watch.worst[0], watch.sums[0], weight);
        CHECK(watch.worst[0] < 1e-12);
        CHECK(watch.worst[1] > 0.1198); // 0.02 and 0.1, less the give of the bristles
        CHECK_NEAR(watch.sums[0], weight, 1e-9, weight);
    }
    done(&watch);
}

// ---- planar models ----

static void look_at_bead(Watch *watch, const abFrame *frame) {
    const abBodyState *bead = body(watch, frame, "bead"), *rod = body(watch, frame, "rod");
    double rr = ab_norm2(bead->position), w = rod->angular_velocity.z;
    double momentum = ab_cross(bead->position, bead->velocity).z + 5.363333333333333 * w;
    at_worst(&watch->worst[0], momentum - 5.613333333333333);
    at_worst(&watch->worst[1], (5.363333333333333 + rr) * w - 5.613333333333333);
    watch->sums[0] = fmax(watch->sums[0], sqrt(rr));
    bool has_turned = watch->sums[0] > 3.9;
    watch->sums[1] = has_turned ? fmin(watch->sums[1], sqrt(rr)) : INFINITY;
}

static void the_bead_keeps_the_angular_momentum(void) {
    Watch watch = {.look = look_at_bead};
    if (run(&watch, "models/bead_on_rod.yaml", NULL, 0)) {
        printf("bead: angular momentum to %.1e, on the rod to %.1e, out to %.6f m and "
               "back to %.6f m\n",
               watch.worst[0], watch.worst[1], watch.sums[0], watch.sums[1]);
        CHECK(watch.worst[0] < 1e-8 && watch.worst[1] < 1e-8);
        CHECK(watch.sums[0] > 3.9 && watch.sums[0] < 3.91); // the rope gives by 1 part in 1000
        CHECK_NEAR(watch.sums[1], 0.5, 1e-3, 0.5);          // and sends it back, seen each 0.01 s
    }
    done(&watch);
}

static void look_at_box(Watch *watch, const abFrame *frame) {
    static const char *const names[] = {"block", "round_block", "pill", "hexagon", "ball", "moon"};
    for (int i = 0; i < 6; i++) {
        const abBodyState *b = body(watch, frame, names[i]);
        at_worst(&watch->worst[0], b->position.x);
        at_worst(&watch->worst[1], b->position.y);
    }
    for (int k = 0; k < frame->contact_count; k++) {
        at_worst(&watch->worst[2], frame->contacts[k].depth);
    }
    double start = watch->frames++ == 0 ? ab_energy_balance(&frame->energy) : watch->sums[0];
    watch->sums[0] = start;
    at_worst(&watch->worst[3], ab_energy_balance(&frame->energy) - start);
}

static void nothing_leaves_the_planar_box(void) {
    Watch watch = {.look = look_at_box};
    if (run(&watch, "models/planar_box.yaml", NULL, 0)) {
        printf("planar box: depth %.2e m, energy to %.1e J\n", watch.worst[2], watch.worst[3]);
        CHECK(watch.worst[0] < 1.4 && watch.worst[1] < 1.1);
        CHECK(watch.worst[2] < 0.006);
        CHECK(watch.worst[3] < 1e-5); // of 390 J turned over, at tolerance 1e-7
    }
    done(&watch);
}

// ---- models in XML ----

static void look_at_balls(Watch *watch, const abFrame *frame) {
    watch->sums[0] = body(watch, frame, "Light")->velocity.x;
    watch->sums[1] = body(watch, frame, "Heavy")->velocity.x;
}

static void two_balls_keep_their_momentum(void) {
    Watch watch = {.look = look_at_balls};
    if (run(&watch, "models/two_spheres.xml", NULL, 0)) {
        double light = watch.sums[0], heavy = watch.sums[1];
        printf("two balls: %.9f and %.9f m/s\n", light, heavy);
        CHECK_NEAR(light + 3.0 * heavy, -2.0, 1e-12, 2.0);
        CHECK_NEAR(heavy - light, 1.0, 1e-4, 1.0); // half of 2 m/s, all but what the law leaves
    }
    done(&watch);
}

AB_TESTS(AB_TEST(the_gear_train_keeps_its_ratio_and_its_balance),
         AB_TEST(the_gear_train_runs_by_long_steps), AB_TEST(steps_that_are_too_long_keep_the_book),
         AB_TEST(so_does_the_train_of_meshes), AB_TEST(the_follower_rides_on_the_cam),
         AB_TEST(the_slotted_link_needs_mass_by_acceleration),
         AB_TEST(a_speed_of_rounding_is_no_impact), AB_TEST(the_bearing_rolls_and_carries_its_load),
         AB_TEST(a_turning_cylinder_presses_evenly_and_its_mesh_less),
         AB_TEST(the_gripper_lifts_and_does_not_let_slip),
         AB_TEST(the_bead_keeps_the_angular_momentum), AB_TEST(nothing_leaves_the_planar_box),
         AB_TEST(two_balls_keep_their_momentum))
