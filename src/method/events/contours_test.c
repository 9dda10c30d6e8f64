// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// contours_test.c - runs with manifold: contours against closed forms, their regions in frames, and
// what is refused.

#include <math.h>
#include <string.h>

#include "abut/read.h"
#include "abut/simulation.h"
#include "base/check.h"
#include "core/run_fixture.h"

#define FACES                                                                                      \
    "faces: [[0,2,1],[0,3,2],[4,5,6],[4,6,7],[0,1,5],[0,5,4],[1,2,6],[1,6,5],[2,3,7],[2,7,6],"     \
    "[3,0,4],[3,4,7]]"
#define PLATE                                                                                      \
    "  plate:\n"                                                                                   \
    "    mobility: fixed\n"                                                                        \
    "    shapes:\n"                                                                                \
    "      - mesh: {collide: surface, points: [[-2,-2,-1],[2,-2,-1],[2,2,-1],[-2,2,-1],[-2,-2,0]," \
    "[2,-2,0],[2,2,0],[-2,2,0]], " FACES "}\n"                                                     \
    "        material: m\n"

// A unit cube of 1000 kg.
static const char s_head[] =
    "abut: 1\n"
    "gravity: [0, 0, -9.8]\n"
    "materials: {m: {density: 1000}}\n"
    "pairs: [{materials: [m, m], restitution: 0, sliding_friction: 0.3}]\n"
    "bodies:\n" PLATE "  cube:\n"
    "    shapes:\n"
    "      - mesh: {collide: surface, points: [[-0.5,-0.5,-0.5],[0.5,-0.5,-0.5],[0.5,0.5,-0.5],"
    "[-0.5,0.5,-0.5],[-0.5,-0.5,0.5],[0.5,-0.5,0.5],[0.5,0.5,0.5],[-0.5,0.5,0.5]], " FACES "}\n"
    "        material: m\n";

static abError s_error;

typedef struct Last {
    abBodyState cube;
    abContactState contact;
    abContactRegion regions[8];
    int contacts, region_count;
    double drift, time;
} Last;

static abResult note(void *context, const abFrame *frame, abError *error) {
    Last *last = context;
    (void)error;
    last->cube = frame->bodies[1];
    last->contacts = frame->contact_count;
    last->region_count = frame->region_count;
    last->time = frame->time;
    if (frame->contact_count > 0) {
        last->contact = frame->contacts[0];
    }
    for (int i = 0; i < frame->region_count && i < 8; i++) {
        last->regions[i] = frame->regions[i];
    }
    return AB_OK;
}

static const char *run_text(const char *text, Last *last) {
    abStatistics statistics = {0};
    abObserver observer = {.context = last, .frame = note};
    *last = (Last){.contacts = 0};
    abResult result = run_fixture(text, &observer, &statistics, &s_error);
    last->drift = statistics.energy_drift;
    return result == AB_OK ? "" : first_problem(&s_error);
}

static const char *run(const char *state, const char *rule, const char *options, Last *last) {
    static char text[9000];
    snprintf(text, sizeof text,
             "%s    position: %s\ncontacts: [{between: [plate, cube], manifold: contours, %s}]\n"
             "simulation: {output_interval: 0.01, %s}\n",
             s_head, state, rule, options);
    return run_text(text, last);
}

#define PRESSURE                                                                                   \
    "law: foundation, youngs_modulus: 1.0e5, poissons_ratio: 0.4, thickness: 0.1, "                \
    "damping_by_force: 5"

static void a_cube_rests_on_its_region(void) {
    const double K = 1e5 * 0.6 / (1.4 * 0.2), p = 9800.0;
    const struct {
        const char *law;
        double depth;
    } cases[] = {
        {"normal: {" PRESSURE "}", 0.1 * (1.0 - exp(-p / K))},
        {"normal: {" PRESSURE ", pressure: linear}, contour_plane: least_squares", 0.1 * p / K},
        {"normal: {law: compliant, compliance: 1.0e-6, damping: 1.0e5}", p * 1e-6},
    };
    for (int i = 0; i < 6; i++) {
        const char *options = i < 3 ? "end_time: 2, tolerance: 1.0e-9"
                                    : "end_time: 2, method: stepping, step: 0.005, sleep: false";
        char rule[300];
        Last last;
        snprintf(rule, sizeof rule, "%s, friction: {law: regularized}", cases[i % 3].law);
        CHECK_TEXT(run("[0.2, 0.1, 0.5]", rule, options, &last), "");
        CHECK_NEAR(last.contact.depth, cases[i % 3].depth, 1e-6, cases[i % 3].depth);
        CHECK(last.region_count == 1);
        const abContactRegion *region = &last.regions[0];
        CHECK(region->contact == 0 && region->points == 4);
        CHECK_NEAR(region->area, 1.0, 1e-12, 1.0);
        CHECK_NEAR(last.contact.area, 1.0, 1e-12, 1.0);
        CHECK_NEAR(region->surface_a, 1.0, 1e-12, 1.0);
        CHECK_NEAR(region->surface_b, 1.0 + 4.0 * last.contact.depth, 1e-9, 1.0);
        CHECK_NEAR(region->volume, last.contact.depth, 1e-9, last.contact.depth);
        CHECK_NEAR(region->depth, last.contact.depth, 1e-9, last.contact.depth);
        CHECK_NEAR(region->normal.z, 1.0, 1e-12, 1.0);
        CHECK_NEAR(region->point.z, 0.0, 1e-12, 1.0);
        CHECK_NEAR(region->center.x, 0.2, 1e-6, 1.0);
        CHECK_NEAR(region->center_of_pressure.y, 0.1, 1e-6, 1.0);
        CHECK_NEAR(region->normal_force, p, 1e-6, p);
        CHECK_NEAR(region->force.z, p, 1e-6, p);
    }
}

// A linear layer pressed without damping gives back what it took: V = A d is its own potential.
static void nothing_is_lost_without_damping(void) {
    Last last;
    const char *rule = "normal: {law: foundation, youngs_modulus: 1.0e5, poissons_ratio: 0.4, "
                       "thickness: 0.1, pressure: linear}, friction: {law: none}";
    CHECK_TEXT(run("[0, 0, 0.7]", rule, "end_time: 0.5, tolerance: 1.0e-9", &last), "");
    double fall = sqrt(2.0 * 0.2 / 9.8), speed = 9.8 * fall;
    double k = 1e5 * 0.6 / (1.4 * 0.2) / 0.1, w = sqrt(k / 1000.0);
    double contact = 2.0 / w * (3.14159265358979324 - atan2(speed * w, 9.8));
    double leave = fall + contact; // half a swing about the depth at rest
    double late = last.time - leave;
    CHECK(last.contacts == 0);
    CHECK_NEAR(last.cube.velocity.z, speed - 9.8 * late, 1e-5, 1.0);
    CHECK_NEAR(last.cube.angular_velocity.x, 0.0, 1e-7, 1.0);
    CHECK(last.drift < 1e-4); // of 1960 J
}

// Rigid bodies: at rest, and sliding until friction has taken v^2/(2 mu g).
static void rigid_cubes_rest_and_slide(void) {
    Last last;
    const char *rule = "normal: {law: rigid}, friction: {law: coulomb}";
    const char *options = "end_time: 2, method: stepping, step: 0.01";
    CHECK_TEXT(run("[0, 0, 0.5]", rule, options, &last), "");
    CHECK_NEAR(last.cube.position.z, 0.5, 1e-9, 1.0);
    CHECK(last.region_count == 1 && last.regions[0].points == 4);
    CHECK_NEAR(last.regions[0].area, 1.0, 1e-9, 1.0);
    CHECK_NEAR(last.regions[0].force.z, 9800.0, 1e-9, 9800.0);
    CHECK_TEXT(run("[-1, 0, 0.5]\n    velocity: [2, 0, 0]", rule, options, &last), "");
    CHECK_NEAR(last.cube.position.x, -1.0 + 4.0 / (2.0 * 0.3 * 9.8), 1e-4, 1.0);
    CHECK_NEAR(last.cube.velocity.x, 0.0, 1e-9, 1.0);
}

// What manifold: full, which nothing needs to say, means for rigid meshes; boxes are met as if they
// were some. Over the edge of the plate, and across a bar, where no corner of one is on the other.
static void full_means_contours_for_rigid_meshes(void) {
    const char *cube = strstr(s_head, "  cube:");
    const struct {
        const char *plate, *position;
        double area;
    } cases[] = {
        {PLATE, "[1.8, 0, 0.5]", 0.7},
        {"  plate: {mobility: fixed, position: [0, 0, -0.5], "
         "shapes: [{box: {size: [4, 4, 1]}, material: m}]}\n",
         "[1.8, 0, 0.5]", 0.7},
        {"  plate: {mobility: fixed, position: [0, 0, -0.5], "
         "shapes: [{box: {size: [0.2, 4, 1]}, material: m}]}\n",
         "[0.05, 0, 0.5]", 0.2},
    };
    for (int i = 0; i < 3; i++) {
        char text[4000];
        Last last;
        snprintf(text, sizeof text,
                 "abut: 1\ngravity: [0, 0, -9.8]\nmaterials: {m: {density: 1000}}\n"
                 "pairs: [{materials: [m, m], restitution: 0, sliding_friction: 0.3}]\n"
                 "bodies:\n%s%s    position: %s\n"
                 "contacts: [{between: [plate, cube], normal: {law: rigid}, friction: {law: "
                 "coulomb}}]\n"
                 "simulation: {end_time: 1, method: stepping, step: 0.01, sleep: false}\n",
                 cases[i].plate, cube, cases[i].position);
        CHECK_TEXT(run_text(text, &last), "");
        CHECK_NEAR(last.cube.position.z, 0.5, 1e-9, 1.0);
        CHECK_NEAR(last.cube.velocity.x, 0.0, 1e-9, 1.0);
        CHECK_NEAR(last.contact.normal_force, 9800.0, 1e-9, 9800.0);
        CHECK(last.region_count == 1 && last.regions[0].points == 4);
        CHECK_NEAR(last.regions[0].area, cases[i].area, 1e-6, 1.0); // seen a little deeper
    }
}

// One mesh with two legs: a region for each, of one contact.
static void each_leg_has_its_region(void) {
    static char text[6000];
    snprintf(text, sizeof text,
             "abut: 1\ngravity: [0, 0, -10]\nmaterials: {m: {density: 1}}\n"
             "pairs: [{materials: [m, m], restitution: 0, sliding_friction: 0.3}]\n"
             "bodies:\n" PLATE "  table:\n"
             "    mass: 8\n    center_of_mass: [0, 0, 0.3]\n    inertia: [1, 1, 1]\n"
             "    position: [0.3, 0, 0]\n"
             "    shapes:\n"
             "      - mesh: {collide: surface, points: [[-0.5,-0.1,0],[-0.3,-0.1,0],"
             "[-0.3,0.1,0],[-0.5,0.1,0],[-0.5,-0.1,0.3],[-0.3,-0.1,0.3],[-0.3,0.1,0.3],"
             "[-0.5,0.1,0.3],[0.1,-0.1,0],[0.3,-0.1,0],[0.3,0.1,0],[0.1,0.1,0],[0.1,-0.1,0.3],"
             "[0.3,-0.1,0.3],[0.3,0.1,0.3],[0.1,0.1,0.3]], faces: [[0,2,1],[0,3,2],[4,5,6],[4,6,7],"
             "[0,1,5],[0,5,4],[1,2,6],[1,6,5],[2,3,7],[2,7,6],[3,0,4],[3,4,7],[8,10,9],[8,11,10],"
             "[12,13,14],[12,14,15],[8,9,13],[8,13,12],[9,10,14],[9,14,13],[10,11,15],[10,15,14],"
             "[11,8,12],[11,12,15]]}\n"
             "        material: m\n"
             "contacts: [{between: [plate, table], manifold: contours, normal: {law: compliant, "
             "compliance: 1.0e-4, damping: 800}, friction: {law: regularized}}]\n"
             "simulation: {output_interval: 0.1, end_time: 3, tolerance: 1.0e-8}\n");
    Last last;
    CHECK_TEXT(run_text(text, &last), "");
    CHECK(last.contacts == 1 && last.region_count == 2);
    // legs at -0.4 and 0.2 of the centre of mass carry 1/3 and 2/3
    for (int i = 0; i < last.region_count; i++) {
        bool is_left = last.regions[i].center.x < 0.3;
        CHECK_NEAR(last.regions[i].center.x, is_left ? -0.1 : 0.5, 1e-3, 1.0);
        CHECK_NEAR(last.regions[i].area, 0.04, 1e-3, 0.04);
        CHECK_NEAR(last.regions[i].force.z, is_left ? 80.0 / 3.0 : 160.0 / 3.0, 2e-2, 80.0);
        CHECK_NEAR(last.regions[i].depth, last.regions[i].normal_force * 1e-4, 1e-4, 0.005);
    }
    CHECK_NEAR(last.regions[0].force.z + last.regions[1].force.z, 80.0, 1e-5, 80.0);
}

typedef struct Saved {
    unsigned char bytes[40000];
    size_t size;
} Saved;

// Saves the first time it can after half of the run.
static abResult save(void *context, abSimulation *simulation, double time, abError *error) {
    Saved *saved = context;
    (void)error;
    if (time > 0.2 && saved->size == 0) {
        saved->size = ab_simulation_save(simulation, saved->bytes, sizeof saved->bytes);
        CHECK(saved->size <= sizeof saved->bytes);
    }
    return AB_OK;
}

// A cube that falls onto a corner and slides.
static void a_restored_run_has_the_same_bits(void) {
    static const char *const rules[][2] = {
        {"normal: {" PRESSURE "}, friction: {law: regularized}", "tolerance: 1.0e-5"},
        {"normal: {law: hunt_crossley, stiffness: 1.0e7, exponent: 1.5}, friction: {law: coulomb}",
         "tolerance: 1.0e-5"},
        {"normal: {law: compliant, compliance: 1.0e-6, damping: 1.0e4}, friction: {law: coulomb}",
         "method: stepping, step: 0.002"},
        {"normal: {law: rigid}, friction: {law: coulomb}", "method: stepping, step: 0.002"}};
    static Saved saved;
    for (int i = 0; i < 4; i++) {
        static char text[9000];
        abModel *model = NULL;
        abBodyState ends[2];
        memset(ends, 0, sizeof ends);
        snprintf(text, sizeof text,
                 "%s    position: [0, 0, 0.62]\n    rotation: [0.1, 0.05, 0]\n"
                 "    velocity: [1, 0, 0]\ncontacts: [{between: [plate, cube], manifold: contours, "
                 "%s}]\nsimulation: {output_interval: 0.1, end_time: 0.4, %s}\n",
                 s_head, rules[i][0], rules[i][1]);
        model = sound_model(text, &s_error);
        saved.size = 0;
        for (int again = 0; again < 2; again++) {
            abObserver observer = {.context = &saved, .step = save};
            abSimulation *simulation = simulate_fixture(model, &s_error);
            if (again) {
                CHECK(ab_simulation_restore(simulation, saved.bytes, saved.size, &s_error) ==
                      AB_OK);
            }
            CHECK(ab_simulation_run(simulation, &observer, &s_error) == AB_OK);
            CHECK(saved.size > 0);
            ends[again] = ab_simulation_body(simulation, ab_model_find_body(model, "cube"));
            ab_simulation_destroy(simulation);
        }
        CHECK(memcmp(&ends[0], &ends[1], sizeof ends[0]) == 0);
        ab_model_destroy(model);
    }
}

static void what_cannot_be_is_refused(void) {
    Last last;
    const char *soft = "normal: {law: compliant, compliance: 1.0e-4}, friction: {law: none}";
    char text[3000];
    CHECK(strstr(
              run("[0, 0, 1]", "normal: {law: rigid}, friction: {law: none}", "end_time: 1", &last),
              "needs method: stepping") != NULL);
    snprintf(text, sizeof text, "%s, masters: sum", soft);
    CHECK(strstr(run("[0, 0, 1]", text, "end_time: 1", &last), "masters: sum") != NULL);
    snprintf(text, sizeof text, "%s, contour_spacing: -1", soft);
    CHECK(strstr(run("[0, 0, 1]", text, "end_time: 1", &last), "contour_spacing") != NULL);
    snprintf(text, sizeof text, "%s, contour_plane: middle", soft);
    CHECK(strstr(run("[0, 0, 1]", text, "end_time: 1", &last), "least_squares") != NULL);
    static const char *const rules[][2] = {
        {"manifold: contours", "needs two meshes"},
        {"contour_spacing: 0.1", "acts with manifold: contours only"},
        {"contour_plane: least_squares", "acts with manifold: contours only"},
    };
    for (int i = 0; i < 3; i++) {
        snprintf(text, sizeof text,
                 "%s  ball: {position: [0, 0, 3], shapes: [{sphere: {radius: 0.1}, material: m}]}\n"
                 "contacts: [{between: [ball, plate], %s, %s}]\n"
                 "simulation: {end_time: 1}\n",
                 s_head, rules[i][0], soft);
        CHECK(strstr(run_text(text, &last), rules[i][1]) != NULL);
    }
    // a plate without a lid: its contours would not close
    snprintf(text, sizeof text,
             "abut: 1\nmaterials: {m: {density: 1}}\nbodies:\n  cup:\n    shapes:\n"
             "      - mesh: {collide: surface, points: [[0,0,0],[1,0,0],[0,1,0],[0,0,1]], faces: "
             "[[0,2,1],[0,1,3],[1,2,3]]}\n        material: m\nsimulation: {end_time: 1}\n");
    CHECK(strstr(run_text(text, &last), "open") != NULL);
    printf("  %s\n", s_error.problems[0].text);
}

AB_TESTS(AB_TEST(a_cube_rests_on_its_region), AB_TEST(nothing_is_lost_without_damping),
         AB_TEST(rigid_cubes_rest_and_slide), AB_TEST(full_means_contours_for_rigid_meshes),
         AB_TEST(each_leg_has_its_region), AB_TEST(a_restored_run_has_the_same_bits),
         AB_TEST(what_cannot_be_is_refused))
