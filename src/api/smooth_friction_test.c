// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// smooth_friction_test.c - every friction law with a coefficient of zero is no friction, and exact
// friction acts on the surface of a mesh where the method has it.

#include <string.h>

#include "abut/read.h"
#include "abut/simulation.h"
#include "base/check.h"
#include "base/model_fixture.h"

static abError s_error;

static const char s_mesh[] =
    "mesh: {points: [[-1,-1,-1],[1,-1,-1],[1,1,-1],[-1,1,-1],[-1,-1,1],[1,-1,1],[1,1,1],[-1,1,1]], "
    "faces: [[0,2,1],[0,3,2],[4,5,6],[4,6,7],[0,1,5],[0,5,4],[1,2,6],[1,6,5],[2,3,7],[2,7,6],"
    "[3,0,4],[3,4,7]], scale: 0.1, collide: surface}";
static const char s_layer[] = "manifold: faces, normal: {law: foundation, youngs_modulus: 1.0e7, "
                              "poissons_ratio: 0.4, thickness: 0.02, damping_by_force: 1}";
static const char s_point[] = "normal: {law: hunt_crossley}";

typedef struct Case {
    const char *shape, *normal, *friction, *method;
    double mu;
} Case;

// The state of a body at 0.2 s that was thrown along the ground; false where that is refused.
static bool thrown(const Case *of, abBodyState *out) {
    static char text[1500];
    snprintf(text, sizeof text,
             "abut: 1\ngravity: [0, 0, -9.81]\n"
             "materials: {hard: {density: 1000, youngs_modulus: 1.0e9, poissons_ratio: 0.3}}\n"
             "pairs: [{materials: [hard, hard], restitution: 0.3, sliding_friction: %g}]\n"
             "bodies:\n"
             "  ground: {mobility: fixed, shapes: [{plane: {}, material: hard}]}\n"
             "  body: {position: [0, 0, 0.101], velocity: [1, 0.5, -0.5], "
             "shapes: [{%s, material: hard}]}\n"
             "contacts:\n  - {between: [all, all], %s, friction: {law: %s}}\n"
             "simulation: {method: %s, end_time: 0.2, max_step: 0.01}\n",
             of->mu, of->shape, of->normal, of->friction, of->method);
    abModel *model;
    abSimulation *simulation;
    abResult result = open_fixture(text, (abLog){0}, &model, &simulation, &s_error);
    if (result == AB_OK) {
        result = ab_simulation_advance(simulation, 0.2, &s_error);
    }
    if (result == AB_OK) {
        *out = ab_simulation_body(simulation, ab_model_find_body(model, "body"));
    }
    close_fixture(model, simulation);
    return result == AB_OK;
}

static void near(abBodyState a, abBodyState b, double scale) {
    CHECK_NEAR(a.velocity.x, b.velocity.x, 1e-9, scale);
    CHECK_NEAR(a.velocity.y, b.velocity.y, 1e-9, scale);
    CHECK_NEAR(a.position.x, b.position.x, 1e-9, scale);
    CHECK_NEAR(a.position.z, b.position.z, 1e-7, scale);
}

static void a_coefficient_of_zero_is_no_friction(void) {
    static const char *const laws[] = {"bristle", "mindlin", "mindlin, damping_ratio: 0.5",
                                       "mindlin, spring: stretch", "coulomb"};
    static const char *const shapes[] = {"sphere: {radius: 0.1}", "box: {size: [0.2, 0.2, 0.2]}"};
    for (int s = 0; s < 2; s++) {
        abBodyState smooth, other;
        CHECK(thrown(&(Case){shapes[s], s_point, "none", "events", 0.0}, &smooth));
        CHECK_NEAR(smooth.velocity.x, 1.0, 1e-12, 1.0);
        for (size_t i = 0; i < sizeof laws / sizeof *laws; i++) {
            CHECK(thrown(&(Case){shapes[s], s_point, laws[i], "events", 0.0}, &other));
            near(other, smooth, 1.0);
        }
    }
}

static void surfaces_without_friction_ask_for_no_history(void) {
    abBodyState smooth, exact;
    CHECK(thrown(&(Case){s_mesh, s_layer, "none", "events", 0.0}, &smooth));
    CHECK(thrown(&(Case){s_mesh, s_layer, "coulomb", "events", 0.0}, &exact));
    near(exact, smooth, 1.0);
}

static void a_time_step_has_exact_friction_on_surfaces(void) {
    static const char stepping[] = "stepping, step: 0.001";
    abBodyState smooth, exact, limit;
    CHECK(thrown(&(Case){s_mesh, s_layer, "none", stepping, 0.3}, &smooth));
    CHECK(thrown(&(Case){s_mesh, s_layer, "coulomb", stepping, 0.3}, &exact));
    CHECK(thrown(&(Case){s_mesh, s_layer, "regularized", stepping, 0.3}, &limit));
    CHECK_NEAR(smooth.velocity.x, 1.0, 1e-2, 1.0);
    CHECK(exact.velocity.x <
          0.7); // mu g t = 0.59 and that of the impact, less what it leaves the ground
    near(exact, limit, 1e-3); // of the cone of either law, a step only knows the coefficient
}

// The same friction by both methods, but for where their steps are.
static void events_have_it_as_well(void) {
    abBodyState exact, steps, none;
    CHECK(thrown(&(Case){s_mesh, s_layer, "coulomb", "events", 0.3}, &exact));
    CHECK(thrown(&(Case){s_mesh, s_layer, "coulomb", "stepping, step: 0.0001", 0.3}, &steps));
    CHECK_NEAR(exact.velocity.x, steps.velocity.x, 1e-2, 1.0);
    CHECK_NEAR(exact.position.x, steps.position.x, 1e-2, 1.0);
    // a coefficient of the law itself counts as well
    CHECK(thrown(&(Case){s_mesh, s_layer, "coulomb, static_friction: 0.2", "events", 0.0}, &none));
    CHECK(!thrown(&(Case){s_mesh, s_layer, "bristle", "stepping, step: 0.001", 0.3}, &none));
    CHECK(!thrown(&(Case){s_mesh, s_layer, "mindlin", "events", 0.3}, &none));
}

AB_TESTS(AB_TEST(a_coefficient_of_zero_is_no_friction),
         AB_TEST(surfaces_without_friction_ask_for_no_history),
         AB_TEST(a_time_step_has_exact_friction_on_surfaces), AB_TEST(events_have_it_as_well))
