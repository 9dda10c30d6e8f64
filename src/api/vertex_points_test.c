// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// Vertices of meshes that are contacts of a point law, each by itself.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "abut/abut.h"
#include "base/check.h"
#include "core/run_fixture.h"

static abError s_error;

#define CUBE                                                                                       \
    "{collide: surface, points: [[-1,-1,-1],[1,-1,-1],[1,1,-1],[-1,1,-1],[-1,-1,1],[1,-1,1],"      \
    "[1,1,1],[-1,1,1]], faces: [[0,2,1],[0,3,2],[4,5,6],[4,6,7],[0,1,5],[0,5,4],[1,2,6],"          \
    "[1,6,5],[2,3,7],[2,7,6],[3,0,4],[3,4,7]]}"

// A cube of 8 kg and side 2 m above a plane.
static abResult run_cube(const char *normal, const char *friction, const char *start,
                         const char *simulation, const abObserver *observer) {
    char text[2400];
    snprintf(text, sizeof text,
             "abut: 1\n"
             "gravity: [0, 0, -10]\n"
             "materials: {m: {density: 1, youngs_modulus: 1e7, poissons_ratio: 0.3}}\n"
             "pairs: [{materials: [m, m], restitution: 0.5, sliding_friction: 0.3}]\n"
             "bodies:\n"
             "  plate: {mobility: fixed, shapes: [{plane: {}, material: m}]}\n"
             "  cube: {%s, shapes: [{mesh: " CUBE ", material: m}]}\n"
             "contacts: [{between: [cube, plate], normal: %s, friction: %s, manifold: vertices}]\n"
             "simulation: {%s}\n",
             start, normal, friction, simulation);
    return run_and_say(text, observer, NULL, &s_error);
}

// ---- what they carry ----

static abContactState s_contact;
static double s_height;

static abResult note_end(void *context, const abFrame *frame, abError *error) {
    (void)context, (void)error;
    s_height = frame->bodies[1].position.z;
    if (frame->contact_count > 0) {
        s_contact = frame->contacts[0];
    }
    return AB_OK;
}

static void each_vertex_has_the_law_of_a_point(void) {
    const abObserver observer = {.frame = note_end};
    static const struct {
        const char *normal;
        double depth; // under 80 N on four vertices
    } laws[] = {
        {"{law: compliant, compliance: 1e-4, damping: 200}", 20.0 * 1e-4},
        {"{law: hunt_crossley, stiffness: 1e5, exponent: 1, damping: 20}", 20.0 / 1e5},
        {"{law: impact, stiffness: 1e5, exponent: 2, damping: 200, full_damping_depth: 1e-4}",
         0.014142135623730951},
    };
    static const char *const methods[] = {"events", "stepping, step: 0.002"};
    for (size_t i = 0; i < sizeof laws / sizeof *laws; i++) {
        for (int k = 0; k < 2; k++) {
            char simulation[120];
            snprintf(simulation, sizeof simulation,
                     "method: %s, end_time: 4, output_interval: 1, tolerance: 1e-9", methods[k]);
            CHECK(run_cube(laws[i].normal, "{law: none}", "position: [0, 0, 1]", simulation,
                           &observer) == AB_OK);
            CHECK_NEAR(1.0 - s_height, laws[i].depth, 1e-6, laws[i].depth);
            CHECK(s_contact.points == 4);
            CHECK_NEAR(s_contact.normal_force, 80.0, 1e-6, 80.0);
            CHECK_NEAR(s_contact.area, 4.0, 1e-12, 1.0);
            // corners with one triangle of 2 m^2 stand for a third of it
            CHECK_NEAR(s_contact.pressure, 20.0 / (2.0 / 3.0), 1e-6, 30.0);
        }
    }
}

// Depths grow along their normals, so the force is the slope of what is stored, also of a cube that
// tumbles on its corners.
static void what_tumbles_keeps_its_energy(void) {
    static const char start[] = "position: [0, 0, 2.2], orientation: [0.8, 0.4, 0.4, 0.2], "
                                "angular_velocity: [1, 2, 0.5], velocity: [0.3, 0, 0]";
    static const char *const methods[] = {"events, tolerance: 1e-9", "stepping, step: 0.0005"};
    static const double allowed[] = {1e-6, 1e-3}; // of the 96 J of the fall; order of the step
    for (int k = 0; k < 2; k++) {
        EnergyOfRun run = {0};
        abObserver observer = energy_observer(&run);
        char simulation[120];
        snprintf(simulation, sizeof simulation, "method: %s, end_time: 3, output_interval: 0.01",
                 methods[k]);
        CHECK(run_cube("{law: compliant, compliance: 1e-4}", "{law: none}", start, simulation,
                       &observer) == AB_OK);
        CHECK(run.drift < allowed[k] * 96.0);
        CHECK(run.rise < allowed[k] * 96.0);
    }
}

static void friction_of_surfaces_acts_on_them(void) {
    const abObserver observer = {.frame = note_end};
    CHECK(run_cube("{law: compliant, compliance: 1e-4, damping: 200}", "{law: coulomb}",
                   "position: [0, 0, 0.998], velocity: [1, 0, 0]",
                   "method: stepping, step: 0.002, end_time: 1, output_interval: 0.1, "
                   "tolerance: 1e-9",
                   &observer) == AB_OK);
    CHECK_NEAR(s_contact.slip.x, 0.0, 1e-9, 1.0); // 3 m/s^2 for a third of a second
}

// ---- what is refused ----

static bool is_refused(const char *normal, const char *keys, const char *because) {
    char text[2400];
    snprintf(text, sizeof text,
             "abut: 1\n"
             "materials: {m: {density: 1}}\n"
             "pairs: [{materials: [m, m], restitution: 0, sliding_friction: 0}]\n"
             "bodies:\n"
             "  plate: {mobility: fixed, shapes: [{plane: {}, material: m}]}\n"
             "  cube: {position: [0, 0, 1], shapes: [{mesh: " CUBE ", material: m}]}\n"
             "contacts: [{between: [cube, plate], normal: %s, friction: {law: none}, %s}]\n"
             "simulation: {end_time: 1}\n",
             normal, keys);
    return run_fixture(text, NULL, NULL, &s_error) == AB_BAD_MODEL &&
           strstr(s_error.problems[0].text, because) != NULL;
}

static void what_cannot_act_is_refused(void) {
    CHECK(is_refused("{law: rigid}", "manifold: vertices", "is a condition"));
    CHECK(is_refused("{law: compliant, compliance: 0}", "manifold: vertices", "is a condition"));
    CHECK(is_refused("{law: compliant, compliance: 1e-4}", "manifold: faces", "is a pressure"));
    CHECK(is_refused("{law: compliant, compliance: 1e-4}",
                     "manifold: vertices, vertex_area: region", "by their depth alone"));
}

AB_TESTS(AB_TEST(each_vertex_has_the_law_of_a_point), AB_TEST(what_tumbles_keeps_its_energy),
         AB_TEST(friction_of_surfaces_acts_on_them), AB_TEST(what_cannot_act_is_refused))
