// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// flat_curvature_test.c - laws of curvatures between flat faces, where there is no curvature: the points
// of the faces carry, by the radii of the shapes.

#include <stdio.h>
#include <string.h>

#include "abut/abut.h"
#include "base/check.h"
#include "core/run_fixture.h"

typedef struct End {
    abBodyState body;
    EnergyOfRun energy;
    int points; // of the only contact, the most in a frame
} End;

static abResult note_frame(void *context, const abFrame *frame, abError *error) {
    (void)error;
    End *end = context;
    end->body = frame->bodies[1];
    abContactPointForce alone;
    int points = 0;
    if (frame->contact_count == 1) {
        ab_frame_point_forces(frame, 0, &alone, &points);
    }
    end->points = points > end->points ? points : end->points;
    follow_energy(&end->energy, &frame->energy);
    return AB_OK;
}

// A body on a plane that falls along it, and is let go of a little above.
static abResult run(const char *shape, double height, const char *law, const char *stiffness,
                    const char *friction, const char *method, End *end) {
    char text[2000];
    snprintf(text, sizeof text,
             "abut: 1\ngravity: [2.5, 0, -9.5]\n"
             "materials: {m: {youngs_modulus: 2.1e11, poissons_ratio: 0.3, density: 7850}}\n"
             "pairs: [{materials: [m, m], restitution: 0.1, sliding_friction: 0.5}]\n"
             "bodies:\n"
             "  ground: {mobility: fixed, shapes: [{plane: {}, material: m}]}\n"
             "  a: {position: [0, 0, %.17g], velocity: [-0.6, 0, 0],"
             " shapes: [{%s, material: m}]}\n"
             "contacts: [{between: [all, all], normal: {law: %s%s},"
             " friction: {law: %s}}]\n"
             "simulation: {method: %s, tolerance: 1.0e-8, output_interval: 0.01, end_time: 0.15,"
             " max_steps: 30000%s}\n",
             height, shape, law, stiffness, friction, method,
             strcmp(method, "stepping") == 0 ? ", step: 0.001" : "");
    *end = (End){0};
    const abObserver observer = {.context = end, .frame = note_frame};
    abError error;
    ab_error_clear(&error);
    return run_and_say(text, &observer, NULL, &error);
}

static bool is_same(abVec3 a, abVec3 b) {
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

static const char s_cone[] = "cone: {radius: 0.024, length: 0.018, top_radius: 0.009}";
static const char s_cylinder[] = "cylinder: {radius: 0.03, length: 0.02, axis: z}";
static const char s_tube[] = "tube: {radius: 0.03, inner_radius: 0.02, length: 0.02, axis: z}";
static const char s_box[] = "box: {size: [0.04, 0.05, 0.02]}";

static const struct {
    const char *shape;
    double height; // of its place as it stands                                        [m]
} s_standing[] = {{s_cone, 0.0}, {s_cylinder, 0.01}, {s_tube, 0.01}, {s_box, 0.01}};

static const char *const s_laws[] = {"hunt_crossley", "flores", "lankarani_nikravesh", "elastic"};

// One point of a whole face jumped about its border: 200 000 steps in a fifth of a second. Now it is
// the run without curvatures, to the last bit.
static void faces_carry_by_their_points(const char *friction, const char *method) {
    for (size_t i = 0; i < sizeof s_standing / sizeof *s_standing; i++) {
        for (size_t k = 0; k < sizeof s_laws / sizeof *s_laws; k++) {
            End curved, plain;
            const char *shape = s_standing[i].shape;
            double height = s_standing[i].height + 2e-4;
            CHECK(run(shape, height, s_laws[k], ", stiffness: curvature", friction, method,
                      &curved) == AB_OK);
            CHECK(run(shape, height, s_laws[k], "", friction, method, &plain) == AB_OK);
            CHECK(curved.points >= 4);
            CHECK(curved.points == plain.points);
            CHECK(is_same(curved.body.position, plain.body.position));
            CHECK(is_same(curved.body.velocity, plain.body.velocity));
            CHECK(curved.energy.drift == plain.energy.drift);
        }
    }
}

static void by_events(void) {
    faces_carry_by_their_points("dynamic_only", "events");
    faces_carry_by_their_points("coulomb", "events");
}

static void by_stepping(void) {
    faces_carry_by_their_points("coulomb", "stepping");
}

// A cylinder that lies is curved across: one contact along its line, by the length of that.
static void lines_stay_one_contact(void) {
    End curved, plain;
    const char *shape = "cylinder: {radius: 0.03, length: 0.02, axis: y}";
    CHECK(run(shape, 0.03, "hertz", ", stiffness: curvature", "none", "stepping", &curved) ==
          AB_OK);
    CHECK(curved.points == 1);
    CHECK(run(shape, 0.03, "hertz", "", "none", "stepping", &plain) == AB_OK);
    CHECK(plain.points == 2);
}

AB_TESTS(AB_TEST(by_events), AB_TEST(by_stepping), AB_TEST(lines_stay_one_contact))
