// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// pressed_box_test.c - boxes under a pressure. By the few points of a patch, whose areas follow how
// faces lie on each other, a box that tumbles on a layer gains a quarter of its energy; its sides
// carry it as those of a mesh would, whether the rule says manifold: faces or nothing.

#include "base/check.h"
#include "core/run_fixture.h"
#include "math/core/vector_math.h"

enum { ROOM = 3000 };

static char s_text[ROOM];

static const char *const s_box = "box: {size: [0.1, 0.1, 0.1]}";
static const char *const s_mesh =
    "mesh: {collide: surface, points: [[-0.05, -0.05, -0.05], [0.05, -0.05, -0.05], "
    "[-0.05, 0.05, -0.05], [0.05, 0.05, -0.05], [-0.05, -0.05, 0.05], [0.05, -0.05, 0.05], "
    "[-0.05, 0.05, 0.05], [0.05, 0.05, 0.05]], faces: [[0, 4, 6], [0, 6, 2], [1, 3, 7], [1, 7, 5], "
    "[0, 1, 5], [0, 5, 4], [2, 6, 7], [2, 7, 3], [0, 2, 3], [0, 3, 1], [4, 5, 7], [4, 7, 6]]}";

static const char *s_manifold = "faces", *s_friction = "none";
static EnergyOfRun s_energy;
static abVec3 s_end;

static abResult note_frame(void *context, const abFrame *frame, abError *error) {
    (void)context;
    (void)error;
    follow_energy(&s_energy, &frame->energy);
    s_end = frame->bodies[1].position;
    return AB_OK;
}

// What falls on the ground, tilted, and on it a second one.
static abStatistics drop(const char *shape, const char *method) {
    snprintf(
        s_text, ROOM,
        "abut: 1\n"
        "gravity: [0, 0, -9.81]\n"
        "materials: {m: {density: 1000}}\n"
        "pairs: [{materials: [m, m], restitution: 1, sliding_friction: 0}]\n"
        "contacts:\n"
        "  - {between: [all, all], manifold: %s, friction: %s, normal: {law: foundation,\n"
        "     pressure: linear, youngs_modulus: 1.0e6, poissons_ratio: 0.3, thickness: 0.02}}\n"
        "simulation: {%s, end_time: 0.6, output_interval: 0.02}\n"
        "bodies:\n"
        "  ground: {mobility: fixed, shapes: [{plane: {}, material: m}]}\n"
        "  low: {position: [0, 0, 0.08], rotation: [0.1, 0.07, 0],\n"
        "    shapes: [{%s, material: m}]}\n"
        "  high: {position: [0.02, 0, 0.22], rotation: [0.2, 0, 0.3],\n"
        "    shapes: [{%s, material: m}]}\n",
        s_manifold, s_friction, method, shape, shape);
    abError error;
    abStatistics statistics = {0};
    s_energy = (EnergyOfRun){0};
    CHECK(run_and_say(s_text, &(abObserver){.frame = note_frame}, &statistics, &error) == AB_OK);
    return statistics;
}

static void boxes_keep_their_energy(void) {
    abStatistics run = drop(s_box, "tolerance: 1.0e-6");
    printf("rises by %.2g J, the book is off by %.2g J of %.2g J\n", s_energy.rise, s_energy.drift,
           run.energy_scale);
    CHECK(run.energy_scale > 0.1);
    CHECK(s_energy.rise < 1e-5 * run.energy_scale);
    CHECK(s_energy.drift < 1e-5 * run.energy_scale);
}

// Steps of 1 ms find their ends by other distances, 3.3e-5 m apart; half as long, 3.1e-6 m.
static void boxes_are_carried_like_their_meshes(void) {
    static const char *const methods[] = {"tolerance: 1.0e-8", "method: stepping, step: 0.00025"};
    for (int i = 0; i < 2; i++) {
        drop(s_mesh, methods[i]);
        abVec3 expected = s_end;
        drop(s_box, methods[i]);
        double off = ab_norm(ab_sub(s_end, expected));
        printf("%s: %.2g m apart after 0.6 s\n", methods[i], off);
        CHECK(off < 1e-6);
    }
}

// To the last bit what a rule with manifold: faces gives; with friction that has no place on a surface
// the patch is what is left.
static void boxes_press_by_their_sides_by_default(void) {
    static const char *const methods[] = {"tolerance: 1.0e-6", "method: stepping, step: 0.001"};
    for (int i = 0; i < 2; i++) {
        s_manifold = "faces";
        drop(s_box, methods[i]);
        abVec3 asked = s_end;
        s_manifold = "full";
        drop(s_box, methods[i]);
        CHECK(asked.x == s_end.x && asked.y == s_end.y && asked.z == s_end.z);
    }
    s_friction = "mindlin";
    drop(s_box, methods[0]);
    CHECK(s_energy.rise > 1e-3); // of a patch
    s_manifold = "faces", s_friction = "none";
}

AB_TESTS(AB_TEST(boxes_press_by_their_sides_by_default), AB_TEST(boxes_keep_their_energy),
         AB_TEST(boxes_are_carried_like_their_meshes))
