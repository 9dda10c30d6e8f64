// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// observe_test.c - what expressions see: closed forms in a known pose, and rates against
// differences along the motion.

#include <stdlib.h>

#include "abut/read.h"
#include "base/check.h"
#include "base/model_fixture.h"
#include "collide/broad/proximity.h"
#include "derivative/evaluate/evaluate.h"
#include "derivative/state/derivative.h"
#include "math/core/elementary.h"
#include "mechanics/contact/contact_pairs.h"
#include "mechanics/contact/contact_proximity.h"
#include "mechanics/force/observe.h"
#include "mechanics/state/place.h"

#define BODIES                                                                                     \
    "abut: 1\n"                                                                                    \
    "gravity: [0.3, -0.2, -9.81]\n"                                                                \
    "markers: {post: {position: [1, 2, 3], rotation: [0.3, -0.4, 0.5]}}\n"                         \
    "bodies:\n"                                                                                    \
    "  arm:\n"                                                                                     \
    "    position: [0.4, -0.2, 0.7]\n"                                                             \
    "    rotation: [0.5, 0.7, -0.3]\n"                                                             \
    "    velocity: [0.3, 0.5, -0.2]\n"                                                             \
    "    angular_velocity: [0.7, -1.1, 1.9]\n"                                                     \
    "    mass: 2\n"                                                                                \
    "    center_of_mass: [0.1, 0.2, -0.1]\n"                                                       \
    "    inertia: [0.4, 0.5, 0.6]\n"                                                               \
    "    markers: {tip: {position: [0.5, 0.1, 0], rotation: [0.1, 0.2, 0.9]},\n"                   \
    "              c: {position: [0.1, 0.2, -0.1]}}\n"                                             \
    "  cart:\n"                                                                                    \
    "    mobility: prescribed\n"                                                                   \
    "    motion: {x: sin(2*t), z: 0.3*t^2, rx: 0.5*t, rz: cos(t)}\n"                               \
    "    markers: {seat: {position: [0, 0.3, 0.2], rotation: [-0.6, 0.2, 0.1]}}\n"                 \
    "  disc: {mobility: planar, position: [-1, 0.5, 0], velocity: [0.2, 0.1, 0], mass: 1,\n"       \
    "         inertia: [1, 1, 1], angular_velocity: [0, 0, 0.8]}\n"

static abError s_error;
static abModel *s_model;
static abDerivative s_dynamics;
static double *s_y, *s_ydot, *s_moved;
static const double s_time = 0.4;

// A model whose variables are the given lines, evaluated at the start. The variables are its
// inputs.
static void begin(const char *more) {
    static char text[6000];
    snprintf(text, sizeof text, BODIES "%s", more);
    s_model = sound_model(text, &s_error);
    CHECK(ab_derivative_init(&s_dynamics, s_model, ab_heap(), &s_error) == AB_OK);
    size_t size = (size_t)s_model->state_count * sizeof *s_y;
    s_y = malloc(size);
    s_ydot = malloc(size);
    s_moved = malloc(size);
    ab_mechanics_initial(&s_dynamics.mechanics, s_y);
    CHECK(ab_derivative_evaluate(&s_dynamics, s_time, s_y, s_ydot));
}

static void end(void) {
    ab_derivative_done(&s_dynamics);
    ab_model_destroy(s_model);
    free(s_y);
    free(s_ydot);
    free(s_moved);
}

static const abCompiledExpression *variable(const char *name) {
    for (size_t v = 0; v < s_model->variable_count; v++) {
        if (strcmp(s_model->variables[v].def.name, name) == 0) {
            return &s_model->inputs[s_model->variables[v].input].compiled;
        }
    }
    CHECK(!"the variable exists");
    return NULL;
}

static double value(const char *name) {
    return ab_compiled_expression_value(&s_dynamics.mechanics, variable(name));
}

// The value a little later along the motion.
static double later(const abCompiledExpression *compiled, double h) {
    static double rest[256];
    for (int i = 0; i < s_model->state_count; i++) {
        s_moved[i] = s_y[i] + h * s_ydot[i];
    }
    ab_derivative_evaluate(&s_dynamics, s_time + h, s_moved, rest);
    return ab_compiled_expression_value(&s_dynamics.mechanics, compiled);
}

static void rates_are_those_of_the_values(void) {
    begin("variables:\n"
          "  a: DX(arm.tip)\n  b: DY(arm.tip, cart.seat)\n  c: DZ(cart.seat, arm, arm.tip)\n"
          "  d: DM(arm.tip, cart.seat)\n"
          "  e: VX(arm.tip)\n  f: VY(arm.tip, cart.seat, arm)\n"
          "  g: VZ(disc, arm.tip, cart.seat, cart)\n  h: VM(arm.tip, cart.seat, arm)\n"
          "  i: VR(arm.tip, cart.seat)\n  j: VR(arm.tip, disc, cart)\n"
          "  k: WX(arm, cart, disc)\n  l: WZ(cart, arm, arm)\n  m: WM(arm, cart)\n"
          "  n: AX(arm.tip, cart.seat)\n  o: AY(arm.tip)\n  p: AZ(disc, arm)\n"
          "  q: PSI(arm.tip, cart.seat)\n  r: THETA(arm.tip)\n  s: PHI(arm.tip, disc)\n"
          "  u: YAW(arm.tip, cart.seat)\n  v: PITCH(arm.tip)\n  w: ROLL(arm.tip, disc)\n"
          "  x: a*sin(b) + time*d^2 - varval(e)*u\n");
    for (size_t k = 0; k < s_model->variable_count; k++) {
        const abCompiledExpression *compiled =
            &s_model->inputs[s_model->variables[k].input].compiled;
        // fourth order; values of size 10: 1e-12 of rounding, and h^4 times a fifth derivative of
        // up to 1e4
        const double h = 1e-3;
        double slope = (8.0 * (later(compiled, h) - later(compiled, -h)) -
                        (later(compiled, 2.0 * h) - later(compiled, -2.0 * h))) /
                       (12.0 * h);
        ab_derivative_evaluate(&s_dynamics, s_time, s_y, s_ydot);
        double rate = ab_compiled_expression_jet(&s_dynamics.mechanics, compiled).rate;
        if (!(fabs(rate - slope) <= 1e-8 * (1.0 + fabs(slope)))) {
            printf("%s = %s: ", s_model->variables[k].def.name,
                   s_model->variables[k].def.expression);
            CHECK_NEAR(rate, slope, 1e-8, 1.0 + fabs(slope));
        }
    }
    end();
}

static void accelerations_are_rates_of_velocities(void) {
    begin("variables:\n"
          "  v: VX(arm.tip, cart.seat)\n  a: ACCX(arm.tip, cart.seat)\n"
          "  vv: VY(disc, arm.tip, cart, cart)\n  aa: ACCY(disc, arm.tip, cart, cart)\n"
          "  w: WZ(arm, cart, cart)\n  b: WDTZ(arm, cart, cart, cart)\n"
          "  m: ACCM(arm)\n  g: sqrt(ACCX(arm)^2 + ACCY(arm)^2 + ACCZ(arm)^2)\n");
    // axes that do not turn with respect to the frame: the component's rate is the acceleration's
    CHECK_NEAR(value("a"), ab_compiled_expression_jet(&s_dynamics.mechanics, variable("v")).rate,
               1e-13, 10.0);
    ab_derivative_evaluate(&s_dynamics, s_time, s_y, s_ydot);
    CHECK_NEAR(value("aa"), ab_compiled_expression_jet(&s_dynamics.mechanics, variable("vv")).rate,
               1e-13, 10.0);
    ab_derivative_evaluate(&s_dynamics, s_time, s_y, s_ydot);
    CHECK_NEAR(value("b"), ab_compiled_expression_jet(&s_dynamics.mechanics, variable("w")).rate,
               1e-13, 10.0);
    ab_derivative_evaluate(&s_dynamics, s_time, s_y, s_ydot);
    CHECK_NEAR(value("m"), value("g"), 1e-13, 10.0);
    end();
}

static void angles_are_those_of_turned_frames(void) {
    // q turned from p: about z by 0.4, the new x by 0.3, the new z by 0.2; then yaw, pitch, roll
    begin("  twist: {mobility: fixed, position: [0, 0, 9],\n"
          "    markers: {p: {}, z: {rotation: [0, 0, 2.5]}, x: {rotation: [-1.2, 0, 0]},\n"
          "              y: {rotation: [0, 1.1, 0]}}}\n"
          "variables:\n"
          "  a: AZ(twist.z, twist.p)\n  b: AX(twist.x, twist.p)\n  c: AY(twist.y, twist.p)\n"
          "  psi_z: PSI(twist.z)\n  theta_x: THETA(twist.x)\n  psi_x: PSI(twist.x)\n"
          "  phi_x: PHI(twist.x)\n"
          "  p: PITCH(twist.y)\n  y: YAW(twist.z)\n  r: ROLL(twist.x)\n");
    CHECK_NEAR(value("a"), 2.5, 1e-15, 3.0);
    CHECK_NEAR(value("b"), -1.2, 1e-15, 3.0);
    CHECK_NEAR(value("c"), 1.1, 1e-15, 3.0);
    CHECK_NEAR(value("psi_z"), 2.5, 1e-15, 3.0); // straight: psi + phi in psi
    CHECK_NEAR(value("theta_x"), 1.2, 1e-15, 3.0);
    CHECK_NEAR(value("psi_x"), AB_PI, 1e-15, 4.0); // a turn by -1.2 about x
    CHECK_NEAR(fabs(value("phi_x")), AB_PI, 1e-15, 4.0);
    CHECK_NEAR(value("p"), -1.1, 1e-15, 3.0); // pitch up is above 0
    CHECK_NEAR(value("y"), 2.5, 1e-15, 3.0);
    CHECK_NEAR(value("r"), -1.2, 1e-15, 3.0);
    end();
}

static void turns_are_counted_at_accepted_steps(void) {
    begin("variables: {a: 'AZ(disc)'}\n");
    const double rate = 0.8, h = 2.0; // 1.6 rad a step
    double *angle = s_y + s_model->bodies[2].state + 2;
    for (int k = 0; k < 20; k++) {
        ab_mechanics_place(&s_dynamics.mechanics, h * k, s_y);
        CHECK_NEAR(value("a"), rate * h * k, 1e-14, 40.0);
        ab_observe_turns(&s_dynamics.mechanics, k == 0);
        *angle += rate * h;
    }
    end();
}

static void units_of_the_file_are_the_units_of_expressions(void) {
    begin("units: {length: mm, mass: t, time: ms}\n"
          "forces:\n  - {type: applied, name: push, between: [world, arm], fx: '2*t'}\n"
          "variables:\n  d: DX(world.post)\n  s: t\n  v: VX(cart)\n  f: FORCE(push, 1, 2)\n");
    // the cart's x is sin(2 t) mm with t in ms
    CHECK_NEAR(value("d"), 1.0, 1e-15, 1.0);
    CHECK_NEAR(value("s"), 400.0, 1e-15, 400.0);
    CHECK_NEAR(value("v"), 2.0 * ab_cos(800.0), 1e-12, 2.0);
    CHECK_NEAR(value("f"), 800.0, 1e-15, 800.0); // N are t mm/ms^2 here
    end();
}

static void forces_are_seen(void) {
    begin(
        "forces:\n"
        "  - {type: spring, name: s, between: [world.post, arm.tip], stiffness: 50, length: 0.1}\n"
        "  - {type: applied, between: [cart, arm], fx: 1, fy: 2, fz: 2, tz: 4}\n"
        "variables:\n"
        "  m: FORCE(s, 1, 1)\n  pull: 50*(DM(arm.tip, world.post) - 0.1)\n"
        "  x: SPDP(s, 1, 2)\n  minus: SPDP(s, 0, 2)\n"
        "  along: -pull*DX(arm.tip, world.post)/DM(arm.tip, world.post)\n"
        "  y: VFORCE(force2, 1, 3)\n  f: VFORCE(force2, 0, 1)\n"
        "  torque: VFORCE(force2, 0, 8)\n");
    CHECK_NEAR(value("m"), value("pull"), 1e-14, value("pull"));
    CHECK_NEAR(value("x"), value("along"), 1e-14, value("pull"));
    CHECK(value("minus") == -value("x"));
    CHECK(value("y") == 2.0 && value("f") == 3.0 && value("torque") == -4.0);
    end();
}

// A pendulum's hinge gives what gravity leaves of mass times acceleration.
static void joints_are_seen(void) {
    begin(
        "joints:\n  - {name: hinge, type: spherical, between: [world, arm], position: [1, 2, 3]}\n"
        "  - {type: prismatic, between: [world, disc], axis: [1, 0, 0]}\n"
        "variables:\n"
        "  x: JOINT(hinge, 1, 2)\n  y: JOINT(hinge, 1, 3)\n  z: JOINT(hinge, 1, 4)\n"
        "  back: JOINT(hinge, 0, 4)\n  size: JOINT(hinge, 0, 1)\n"
        "  other: JOINT(joint2, 1, 4)\n"
        "  mx: 2*(ACCX(arm.c) - 0.3)\n  my: 2*(ACCY(arm.c) + 0.2)\n"
        "  mz: 2*(ACCZ(arm.c) + 9.81)\n");
    CHECK_NEAR(value("x"), value("mx"), 1e-11, 30.0);
    CHECK_NEAR(value("y"), value("my"), 1e-11, 30.0);
    CHECK_NEAR(value("z"), value("mz"), 1e-11, 30.0);
    CHECK(value("back") == -value("z"));
    CHECK_NEAR(value("size"), ab_norm(ab_vec3(value("x"), value("y"), value("z"))), 1e-14, 30.0);
    CHECK_NEAR(value("other"), 0.0, 1e-12, 10.0); // planar: nothing along z
    end();
}

// Two balls pressed together: what the pass found, from either side.
static void contacts_and_distances_are_seen(void) {
    begin("  left: {mass: 3, inertia: [1, 1, 1], velocity: [0.1, 0, 0],\n"
          "    shapes: [{name: skin, sphere: {radius: 0.5}, material: steel, group: balls}]}\n"
          "  right: {mass: 3, inertia: [1, 1, 1], position: [0.999, 0, 0],\n"
          "    shapes: [{sphere: {radius: 0.5}, material: steel, group: balls}]}\n"
          "materials: {steel: {youngs_modulus: 1e9, poissons_ratio: 0.3, density: 1}}\n"
          "pairs: [{materials: [steel, steel], restitution: 1}]\n"
          "variables:\n"
          "  on_right: CONTACT(left, right, 1, 2)\n  on_left: CONTACT(left.skin, right, 0, 2)\n"
          "  turned: CONTACT(right, group:balls, 0, 2)\n  all: CONTACT(*, *, 1, 1)\n"
          "  torque: CONTACT(left, right, 1, 5)\n"
          "  push: 3*(ACCX(right) - 0.3)\n"
          "  gap: PROXIMITY(left, right)\n  flag: PROXIMITY(left, right, 1)\n"
          "  px: PROXIMITY(left, right, 3)\n  qx: PROXIMITY(left, right, 6)\n"
          "  back: PROXIMITY(right, left, 3)\n");
    abProximity at;
    ab_mechanics_place(&s_dynamics.mechanics, s_time, s_y);
    ab_pair_proximity(&s_dynamics.mechanics, 0, 1, &at);
    CHECK(ab_contacts_begin(&s_dynamics.mechanics, 0, 1, s_time, &at));
    CHECK(ab_derivative_evaluate(&s_dynamics, s_time, s_y, s_ydot));
    CHECK(value("push") > 100.0);
    CHECK_NEAR(value("on_right"), value("push"), 1e-13, value("push"));
    CHECK(value("on_left") == -value("on_right"));
    CHECK(value("turned") == value("on_right"));
    CHECK(value("all") == fabs(value("on_right")));
    CHECK_NEAR(value("torque"), 0.0, 1e-13, value("push"));
    CHECK_NEAR(value("gap"), -0.001, 1e-15, 1.0);
    CHECK_NEAR(ab_compiled_expression_jet(&s_dynamics.mechanics, variable("gap")).rate, -0.1, 1e-15,
               0.1);
    CHECK(value("flag") == 1.0);
    CHECK_NEAR(value("px"), 0.5, 1e-15, 1.0);
    CHECK_NEAR(value("qx"), 0.499, 1e-15, 1.0);
    CHECK(value("back") == value("qx"));
    end();
}

AB_TESTS(AB_TEST(rates_are_those_of_the_values), AB_TEST(joints_are_seen),
         AB_TEST(contacts_and_distances_are_seen), AB_TEST(accelerations_are_rates_of_velocities),
         AB_TEST(angles_are_those_of_turned_frames), AB_TEST(turns_are_counted_at_accepted_steps),
         AB_TEST(units_of_the_file_are_the_units_of_expressions), AB_TEST(forces_are_seen))
