// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// States of users: numbers with a rate of their own, beside the motion.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "abut/abut.h"
#include "base/check.h"
#include "base/model_fixture.h"

enum { VALUES = 2 };

typedef struct End {
    double values[VALUES]; // of the outputs, in the last frame
    double height;         // of the last body
} End;

static abResult take_frame(void *context, const abFrame *frame, abError *error) {
    (void)error;
    End *end = context;
    for (int i = 0; i < frame->request_count && i < VALUES; i++) {
        end->values[i] = frame->requests[i];
    }
    end->height = frame->bodies[frame->body_count - 1].position.z;
    return AB_OK;
}

static abError s_error;

static End run(const char *scene, const char *simulation) {
    char text[2000];
    End end = {{NAN, NAN}, NAN};
    const abObserver observer = {.context = &end, .frame = take_frame};
    snprintf(text, sizeof text, "abut: 1\n%ssimulation: {%s}\n", scene, simulation);
    ab_error_clear(&s_error);
    CHECK(run_fixture(text, &observer, NULL, &s_error) == AB_OK);
    CHECK_TEXT(s_error.count > 0 ? s_error.problems[0].text : "", "");
    return end;
}

// x'' + 0.2 x' + x = 0 beside a ball that flies.
static const char s_swing[] = "bodies: {ball: {mass: 1, inertia: [1, 1, 1]}}\n"
                              "states: {x: {rate: v, start: 1}, v: {rate: -x - 0.2*v}}\n"
                              "outputs: [{name: x, expression: x}, {name: v, expression: v}]\n";

static double swing(double t) {
    double w = sqrt(0.99);
    return exp(-0.1 * t) * (cos(w * t) + 0.1 / w * sin(w * t));
}

static void a_state_follows_its_rate(void) {
    static const char *const exact[] = {"end_time: 10", "end_time: 10, integrator: bdf",
                                        "end_time: 10, integrator: dormand_prince_5"};
    for (size_t i = 0; i < sizeof exact / sizeof exact[0]; i++) {
        CHECK_NEAR(run(s_swing, exact[i]).values[0], swing(10.0), 1e-8, 1.0);
    }
    End fixed = run(s_swing, "end_time: 10, method: fixed, step: 0.01");
    CHECK_NEAR(fixed.values[0], swing(10.0), 1e-8, 1.0); // order 4
    double coarse = run(s_swing, "end_time: 10, method: stepping, step: 0.02").values[0];
    double fine = run(s_swing, "end_time: 10, method: stepping, step: 0.01").values[0];
    CHECK_NEAR(fine, swing(10.0), 5e-5, 1.0);
    CHECK_NEAR((coarse - swing(10.0)) / (fine - swing(10.0)), 4.0, 0.1, 1.0); // order 2
}

// The unit of time of expressions is that of rates.
static void a_rate_is_per_unit_of_time(void) {
    static const char scene[] = "units: {time: ms}\nbodies: {ball: {mass: 1, inertia: [1, 1, 1]}}\n"
                                "states: {x: {rate: 2}}\noutputs: [{name: x, expression: x}]\n";
    CHECK_NEAR(run(scene, "end_time: 50").values[0], 100.0, 1e-12, 100.0);
}

// What pushes the ball, summed up, is its weight over time and its change of momentum.
static void a_state_sums_up_a_contact_force(void) {
    static const char scene[] =
        "gravity: [0, 0, -9.81]\n"
        "materials: {m: {density: 1000, youngs_modulus: 1.0e6, poissons_ratio: 0.3}}\n"
        "pairs: [{materials: [m, m], restitution: 0.5}]\n"
        "bodies:\n"
        "  floor: {mobility: fixed, shapes: [{plane: {}, material: m}]}\n"
        "  ball: {position: [0, 0, 0.2], shapes: [{sphere: {radius: 0.1}, material: m}]}\n"
        "states: {impulse: {rate: 'CONTACT(floor, ball, 1, 4)', scale: 1}}\n"
        "outputs: [{name: i, expression: impulse}, {name: v, expression: VZ(ball)}]\n";
    const double mass = 4.0 / 3.0 * 3.14159265358979323846;
    for (int k = 0; k < 2; k++) {
        End end = run(scene, k == 0 ? "end_time: 0.8" : "end_time: 0.8, integrator: bdf");
        double expected = mass * (end.values[1] + 9.81 * 0.8);
        CHECK(end.values[0] > 0.5 * expected);
        CHECK_NEAR(end.values[0], expected, 1e-7, expected);
    }
}

// A lift held by a controller that sums up its error rises from the floor to its place.
static const char s_lift[] =
    "gravity: [0, 0, -9.81]\n"
    "materials: {m: {density: 7850}}\n"
    "pairs: [{materials: [m, m], restitution: 0.2, sliding_friction: 0.3}]\n"
    "bodies:\n"
    "  floor: {mobility: fixed, shapes: [{plane: {}, material: m}]}\n"
    "  lift: {position: [0, 0, 0.05], shapes: [{box: {size: [0.1, 0.1, 0.1]}, material: m}]}\n"
    "joints: [{name: guide, type: prismatic, between: [world, lift], axis: [0, 0, 1]}]\n"
    "variables: {error: '0.3 - DZ(lift)'}\n"
    "states: {sum: {rate: error}}\n"
    "forces: [{type: applied, between: [world, lift],\n"
    "          fz: '400*error + 900*sum - 120*VZ(lift)'}]\n"
    "contacts: [{between: [all, all], normal: {law: rigid}}]\n"
    "outputs: [{name: sum, expression: sum}]\n";

static void a_controller_holds_a_lift(void) {
    End events = run(s_lift, "end_time: 2"), still = run(s_lift, "end_time: 12");
    End bdf = run(s_lift, "end_time: 2, integrator: bdf");
    End stepping = run(s_lift, "end_time: 2, method: stepping, step: 0.002");
    CHECK_NEAR(bdf.height, events.height, 1e-8, 1.0);
    CHECK_NEAR(stepping.height, events.height, 2e-6, 1.0);
    CHECK_NEAR(stepping.values[0], events.values[0], 2e-6, 1.0);
    // at rest the sum alone carries: the guide is between them, so it counts from where it began
    CHECK_NEAR(still.height, 0.3, 1e-6, 1.0);
    CHECK_NEAR(900.0 * still.values[0], 7.85 * 9.81, 1e-5, 7.85 * 9.81);
}

// A run that goes on from a checkpoint has the bits of one that was not stopped.
// A motor of 0.05 N m, whose bearing takes 0.01 N m of it, turns an arm through a gear 20 to 1 of
// 100 N m/rad. The rotor counts for the arm as J = 20^2 1e-3 kg m^2, as much as the arm has: with the
// torque T = 20 (0.05 - 0.01) N m and w^2 = 2 c / J the arm turns by
//
//   q = T t^2 / (4 J) - (T / (J w^2)) (1 - cos w t) / 2
//
// and the rotor's 20th by the same with a plus.
static void a_gear_has_elasticity_and_friction(void) {
    static const char scene[] =
        "bodies: {arm: {mass: 1, inertia: [1, 1, 0.4]}}\n"
        "joints: [{type: revolute, between: [world, arm], axis: [0, 0, 1]}]\n"
        "variables:\n"
        "  tooth: 100*(rotor/20 - AZ(arm))\n"
        "  bearing: 0.01*max(-1, min(1, speed/1.0e-4))\n"
        "states: {rotor: {rate: speed}, speed: {rate: (0.05 - bearing - tooth/20)/1.0e-3}}\n"
        "forces: [{type: applied, between: [world, arm], tz: tooth}]\n"
        "outputs: [{name: q, expression: AZ(arm)}, {name: r, expression: rotor/20}]\n";
    const double J = 0.4, T = 0.8, w2 = 2.0 * 100.0 / J, t = 1.0;
    const double mean = T * t * t / (4.0 * J), twist = T / (J * w2) * (1.0 - cos(sqrt(w2) * t));
    // the bearing comes to its torque in the first 4e-6 s
    End end = run(scene, "end_time: 1, tolerance: 1.0e-10");
    CHECK_NEAR(end.values[0], mean - twist / 2.0, 1e-6, 1.0);
    CHECK_NEAR(end.values[1], mean + twist / 2.0, 1e-6, 1.0);
    // the first step begins without the bearing: 20 0.01 N m h / (2 J) of speed, for 1 s
    end = run(scene, "end_time: 1, method: stepping, step: 0.001");
    CHECK_NEAR(end.values[0], mean - twist / 2.0, 2.5e-4, 1.0);
}

static void a_state_is_in_a_checkpoint(void) {
    static const char *const ways[] = {"end_time: 1", "end_time: 1, method: stepping, step: 0.004",
                                       "end_time: 1, method: fixed, step: 0.004"};
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        char text[2000];
        snprintf(text, sizeof text, "abut: 1\n%ssimulation: {%s}\n", s_lift, ways[i]);
        abModel *model;
        abSimulation *first, *second;
        End whole, resumed;
        double half = 0.5;
        const abObserver stop = {.context = &half, .step = stop_fixture};
        open_sound(text, (abLog){0}, &model, &first, &s_error);
        CHECK(ab_simulation_run(first, &stop, &s_error) == AB_STOPPED);
        size_t size = ab_simulation_save(first, NULL, 0);
        unsigned char *bytes = malloc(size);
        CHECK(size > 0 && bytes != NULL && ab_simulation_save(first, bytes, size) == size);
        CHECK(ab_simulation_create(model, NULL, ab_heap(), (abLog){0}, &second, &s_error) == AB_OK);
        CHECK(ab_simulation_restore(second, bytes, size, &s_error) == AB_OK);
        const abObserver of_whole = {.context = &whole, .frame = take_frame};
        const abObserver of_resumed = {.context = &resumed, .frame = take_frame};
        CHECK(ab_simulation_run(first, &of_whole, &s_error) == AB_OK);
        CHECK(ab_simulation_run(second, &of_resumed, &s_error) == AB_OK);
        CHECK(memcmp(&whole.values[0], &resumed.values[0], sizeof whole.values[0]) == 0);
        CHECK(memcmp(&whole.height, &resumed.height, sizeof whole.height) == 0);
        free(bytes);
        ab_simulation_destroy(second);
        close_fixture(model, first);
    }
}

// MotionSolve's Control_Diff: a swing that a state and its rate drive, in milliseconds.
static void a_differential_equation_of_motionsolve_is_a_state(void) {
    static const char text[] =
        "<m><Model><Param_Unit force_unit='NEWTON' mass_unit='KILOGRAM' length_unit='METER' "
        "time_unit='MILLISECOND'/>\n"
        "<Body_Rigid id='1' label='ground' isground='TRUE' lprf_id='1'/>\n"
        "<Body_Rigid id='2' label='ball' cg_id='2' mass='1' inertia_xx='1' inertia_yy='1' "
        "inertia_zz='1'/>\n"
        "<Reference_Marker id='1' body_id='1'/><Reference_Marker id='2' body_id='2'/>\n"
        "<Control_Diff id='5' label='x' type='EXPRESSION' expr='DIF(6)' ic='1'/>\n"
        "<Control_Diff id='6' type='EXPRESSION' expr='-1e-6*DIF(5)-0.2e-3*DIF(6)'/>\n"
        "<Post_Request id='1' type='EXPRESSION' expr2='DIF(5)' expr3='DIF1(5)'/>\n"
        "</Model><Command><Simulate end_time='10000' num_steps='10'/></Command></m>\n";
    abModel *model = NULL;
    abSimulation *running = NULL;
    End end = {{NAN, NAN}, NAN};
    const abObserver observer = {.context = &end, .frame = take_frame};
    ab_error_clear(&s_error);
    CHECK(ab_model_read_text(text, strlen(text), "swing.xml", NULL, 0, ab_heap(), (abLog){0},
                             &model, &s_error) == AB_OK &&
          ab_simulation_create(model, NULL, ab_heap(), (abLog){0}, &running, &s_error) == AB_OK &&
          ab_simulation_run(running, &observer, &s_error) == AB_OK);
    CHECK_TEXT(s_error.count > 0 ? s_error.problems[0].text : "", "");
    CHECK_NEAR(end.values[0], swing(10.0), 1e-7, 1.0);
    CHECK_NEAR(end.values[1], (swing(10.0 + 1e-5) - swing(10.0 - 1e-5)) / 2e-5 * 1e-3, 1e-7, 1e-3);
    close_fixture(model, running);
}

static const char *problem(const char *lines) {
    static char text[2000];
    abModel *model = NULL;
    ab_error_clear(&s_error);
    snprintf(text, sizeof text, "abut: 1\nbodies:\n  ball: {mass: 1, inertia: [1, 1, 1]}\n%s",
             lines);
    CHECK(read_fixture(text, &model, &s_error) != AB_OK);
    ab_model_destroy(model);
    return s_error.count > 0 ? s_error.problems[0].text : "";
}

static void mistakes_are_named(void) {
    CHECK(strstr(problem("states: {x: {start: 1}}\n"), "rate") != NULL);
    CHECK(strstr(problem("states: {sum: {rate: 1}}\noutputs: [{name: a, expression: summ}]\n"),
                 "sum") != NULL); // a hint
    CHECK_TEXT(problem("states: {x: {rate: 1}}\nvariables: {x: 2}\n"),
               "state x has the name of a variable; expressions would not know which is meant");
    CHECK_TEXT(problem("states: {sin: {rate: 1}}\n"),
               "a state cannot be named sin; that word has a meaning in expressions");
    CHECK(strstr(problem("states: {x: {rate: 1, scale: 0}}\n"), "scale") != NULL);
    CHECK(strstr(problem("states: {i: {rate: 'ACCZ(ball)'}}\n"
                         "simulation: {method: stepping, step: 0.01}\n"),
                 "accz looks at forces or accelerations, and method stepping knows them for whole "
                 "steps only: a state may look at places and velocities there, or use method "
                 "events") != NULL);
    CHECK(strstr(problem("  crank: {mobility: prescribed, motion: {rz: x}}\n"
                         "states: {x: {rate: 1}}\n"),
                 "may depend on time alone, and x looks at the state") != NULL);
}

AB_TESTS(AB_TEST(a_state_follows_its_rate), AB_TEST(a_rate_is_per_unit_of_time),
         AB_TEST(a_state_sums_up_a_contact_force), AB_TEST(a_controller_holds_a_lift),
         AB_TEST(a_gear_has_elasticity_and_friction), AB_TEST(a_state_is_in_a_checkpoint),
         AB_TEST(a_differential_equation_of_motionsolve_is_a_state), AB_TEST(mistakes_are_named))
