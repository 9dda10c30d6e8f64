// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// point_forces_test.c - the forces at the points of a contact: those of a box whose centre of mass
// is off its middle, pushed to one side, by the lever rule; their sums are the contact's.

#include <stdio.h>
#include <string.h>

#include "abut/abut.h"
#include "base/check.h"
#include "base/model_fixture.h"
#include "math/core/vector_math.h"

static abError s_error;

static const double s_mass = 2.0, s_width = 0.2, s_offset = 0.02, s_height = 0.1;
static const double s_across = 1.0, s_down = 10.0; // gravity

typedef struct Scene {
    const char *name, *normal, *friction, *simulation;
    double within; // of the lever rule, as a share of the weight
} Scene;

// Rigid contact is solved for the forces at rest: rounding, and the tolerance of the run. A force
// law comes to rest by its damping and by friction that creeps: what moves still at the end.
static const Scene s_scenes[] = {
    {"rigid, events", "{law: rigid}", "{law: coulomb}", "{method: events, tolerance: 1e-6", 1e-6},
    {"rigid, fixed", "{law: rigid}", "{law: coulomb}", "{method: fixed, step: 0.01", 1e-6},
    {"rigid, stepping", "{law: rigid}", "{law: coulomb}", "{method: stepping, step: 0.005", 1e-6},
    {"law, events", "{law: elastic}", "{law: regularized}", "{method: events, tolerance: 1e-6",
     2e-3},
    {"law, exact friction", "{law: elastic}", "{law: coulomb}", "{method: events, tolerance: 1e-6",
     2e-3},
    {"law, bristles", "{law: elastic}", "{law: bristle}", "{method: events, tolerance: 1e-6", 2e-3},
    {"law, stepping", "{law: elastic}", "{law: coulomb}", "{method: stepping, step: 0.002", 2e-3},
};
enum { SCENES = sizeof s_scenes / sizeof s_scenes[0] };

static abModel *read_scene(const Scene *scene) {
    static char text[1500];
    snprintf(text, sizeof text,
             "abut: 1\n"
             "materials: {m: {youngs_modulus: 1.0e7, poissons_ratio: 0.3, density: 1000}}\n"
             "pairs: [{materials: [m, m], restitution: 0, sliding_friction: 0.5}]\n"
             "gravity: [%g, 0, %g]\n"
             "bodies:\n"
             "  ground: {mobility: fixed, shapes: [{plane: {}, material: m}]}\n"
             "  box: {position: [0, 0, %g], mass: %g, inertia: [0.02, 0.02, 0.02], "
             "center_of_mass: [%g, 0, 0], shapes: [{box: {size: [%g, 0.2, 0.2]}, material: m}]}\n"
             "contacts:\n  - {between: [ground, box], normal: %s, friction: %s}\n"
             "outputs: ['contact(ground, box).point(1).normal_force', "
             "'contact(ground, box).point_count']\n"
             "simulation: %s, end_time: 0.6, output_interval: 0.1}\n",
             s_across, -s_down, s_height, s_mass, s_offset, s_width, scene->normal, scene->friction,
             scene->simulation);
    return sound_model(text, &s_error);
}

// ---- what frames tell ----

enum { FRAMES = 7, POINTS_MAX = 8 };

typedef struct Seen {
    abContactState contact;
    abContactPointForce points[POINTS_MAX];
    int contact_count, count;
} Seen;

typedef struct Watch {
    Seen frames[FRAMES];
    int count;
    const abObserver *also;
} Watch;

static abResult frame(void *context, const abFrame *at, abError *error) {
    Watch *watch = context;
    CHECK(watch->count < FRAMES && at->contact_count <= 1 && at->point_count <= POINTS_MAX);
    Seen *seen = &watch->frames[watch->count++];
    seen->contact_count = at->contact_count;
    seen->count = at->point_count;
    if (at->contact_count > 0) {
        seen->contact = at->contacts[0];
    }
    if (at->point_count > 0) {
        memcpy(seen->points, at->points, (size_t)at->point_count * sizeof *at->points);
    }
    return watch->also != NULL ? watch->also->frame(watch->also->context, at, error) : AB_OK;
}

static void run(const abModel *model, Watch *watch) {
    abSimulation *s = simulate_fixture(model, &s_error);
    const abObserver observer = {watch, frame, NULL, NULL};
    must_be_ok(ab_simulation_run(s, &observer, &s_error), &s_error);
    ab_simulation_destroy(s);
    CHECK(watch->count == FRAMES);
}

// ---- tests ----

// Forces and their moments about the contact's point add up to its row. Sums of four numbers round
// by 1e-16 of the largest; the share of friction of a step is of the law's force at its end.
static void check_sums(const Seen *seen) {
    double weight = s_mass * s_down, normal_force = 0.0;
    abVec3 force = {0.0, 0.0, 0.0}, moment = force;
    for (int i = 0; i < seen->count; i++) {
        const abContactPointForce *p = &seen->points[i];
        CHECK(p->contact == 0 && (i == 0 || p->id >= seen->points[i - 1].id));
        CHECK_NEAR(p->normal.z, 1.0, 1e-4, 1.0); // the box tilts by the difference of its depths
        normal_force += p->normal_force;
        force = ab_add(force, p->force);
        moment = ab_add(moment, ab_cross(ab_sub(p->point, seen->contact.point), p->force));
    }
    CHECK_NEAR(normal_force, seen->contact.normal_force, 1e-9, weight);
    CHECK_NEAR(ab_norm(ab_sub(force, seen->contact.force)), 0.0, 1e-9, weight);
    CHECK_NEAR(ab_norm(ab_sub(moment, seen->contact.torque)), 0.0, 1e-6, weight * s_width);
}

// N_r (w/2 - d) - N_l (w/2 + d) = h m g_x,   N_r + N_l = m g_z
static void check_lever_rule(const Seen *seen, double within) {
    double left = 0.0, right = 0.0, weight = s_mass * s_down;
    for (int i = 0; i < seen->count; i++) {
        const abContactPointForce *p = &seen->points[i];
        double x = p->point.x - seen->points[0].point.x;
        bool is_right =
            x > 0.5 * s_width || (fabs(x) < 0.5 * s_width && seen->points[0].point.x > 0);
        *(is_right ? &right : &left) += p->normal_force;
    }
    double expected =
        (s_height * s_mass * s_across + weight * (0.5 * s_width + s_offset)) / s_width;
    CHECK_NEAR(right, expected, within, weight);
    CHECK_NEAR(left, weight - expected, within, weight);
}

static void a_box_rests_on_its_corners_by_the_lever_rule(void) {
    for (int i = 0; i < SCENES; i++) {
        Watch watch = {0};
        abModel *model = read_scene(&s_scenes[i]);
        run(model, &watch);
        ab_model_destroy(model);
        for (int f = 1; f < FRAMES; f++) {
            CHECK(watch.frames[f].contact_count == 1 && watch.frames[f].count >= 2);
            check_sums(&watch.frames[f]);
        }
        check_lever_rule(&watch.frames[FRAMES - 1], s_scenes[i].within);
    }
}

static void records_bring_them_back(void) {
    static const char path[] = "point_forces_test.abut.db";
    Watch watch = {0};
    abRecordOptions options = ab_record_options();
    abRecord *record;
    abModel *model = read_scene(&s_scenes[0]);
    abSimulation *s = simulate_fixture(model, &s_error);
    options.model_path = "box.yaml";
    must_be_ok(ab_record_create(path, model, &options, ab_heap(), &record, &s_error), &s_error);
    abObserver into = ab_record_observer(record);
    watch.also = &into;
    const abObserver observer = {&watch, frame, NULL, NULL};
    abResult result = ab_simulation_run(s, &observer, &s_error);
    CHECK(ab_record_finish(record, s, result, &s_error, 0.0, &s_error) == AB_OK);
    ab_simulation_destroy(s);
    ab_record_close(record);
    must_be_ok(ab_record_open(path, ab_heap(), &record, &s_error), &s_error);
    for (int f = 0; f < FRAMES; f++) {
        const Seen *seen = &watch.frames[f];
        abFrame at;
        must_be_ok(ab_record_frame(record, f, AB_FRAME_POINTS, &at, &s_error), &s_error);
        CHECK(at.point_count == seen->count && at.contact_count == seen->contact_count);
        CHECK(seen->count == 0 ||
              memcmp(at.points, seen->points, (size_t)seen->count * sizeof *at.points) == 0);
        double force, count, time;
        int64_t read;
        must_be_ok(ab_record_series(record, "contact(ground, box).point(1).normal_force", f, &time,
                                    &force, 1, &read, &s_error),
                   &s_error);
        CHECK(read == 1 && force == (seen->count > 0 ? seen->points[0].normal_force : 0.0));
        must_be_ok(ab_record_series(record, "contact(box, ground).point_count", f, &time, &count, 1,
                                    &read, &s_error),
                   &s_error);
        CHECK(count == seen->count);
        // the other way round forces act on the ground
        must_be_ok(ab_record_series(record, "contact(box, ground).point(2).force.z", f, &time,
                                    &force, 1, &read, &s_error),
                   &s_error);
        CHECK(force == (seen->count > 0 ? -seen->points[1].force.z : 0.0));
    }
    double number;
    int64_t read;
    CHECK(ab_record_series(record, "contact(ground, box).point(0).force.z", 0, &number, &number, 1,
                           &read, &s_error) == AB_BAD_MODEL);
    CHECK(strstr(s_error.problems[0].text, "with the number of a point, from 1") != NULL);
    ab_record_close(record);
    remove(path);
    ab_model_destroy(model);
}

static void a_contact_of_one_point_counts_as_one(void) {
    const abContactState contact = {.normal_force = 3.0, .depth = 0.5, .force = {0.0, 0.0, 3.0}};
    const abFrame at = {.contacts = &contact, .contact_count = 1};
    abContactPointForce alone;
    int count;
    const abContactPointForce *points = ab_frame_point_forces(&at, 0, &alone, &count);
    CHECK(count == 1 && points == &alone);
    CHECK(alone.normal_force == 3.0 && alone.depth == 0.5 && alone.force.z == 3.0);
}

AB_TESTS(AB_TEST(a_box_rests_on_its_corners_by_the_lever_rule), AB_TEST(records_bring_them_back),
         AB_TEST(a_contact_of_one_point_counts_as_one))
