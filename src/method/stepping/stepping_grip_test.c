// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// stepping_grip_test.c - what driven bodies hold. By pressed layers: exact friction on thousands of
// points, which the solution of a step gets from Newton's method alone; sweeps over such patches cost
// more than its steps, and end at a hundredth of the speed. By drives stiffer than a step sees: what
// sticks goes where they are at its end.

#include "base/check.h"
#include "core/run_fixture.h"
#include "core/simulation_state.h"
#include "method/steps/steps.h"

enum { ROOM = 3000 };

static char s_text[ROOM];
static EnergyOfRun s_energy;
static abError s_error;

// Height of the held body over that of the finger, from `from` on.
typedef struct Held {
    int body, finger;
    double from, minimum, maximum;
} Held;

static Held s_held;

static abResult note_frame(void *context, const abFrame *frame, abError *error) {
    (void)context;
    (void)error;
    follow_energy(&s_energy, &frame->energy);
    double z = frame->bodies[s_held.body].position.z - frame->bodies[s_held.finger].position.z;
    if (frame->time >= s_held.from) {
        s_held.minimum = fmin(s_held.minimum, z);
        s_held.maximum = fmax(s_held.maximum, z);
    }
    return AB_OK;
}

// Returns how many sweeps over all contacts and joints its steps took on average: one or two where
// joints are all there is.
static double run(const char *text, Held held) {
    abModel *model;
    abSimulation *simulation;
    s_energy = (EnergyOfRun){0};
    s_held = held;
    s_held.minimum = INFINITY, s_held.maximum = -INFINITY;
    must_be_ok(open_fixture(text, (abLog){0}, &model, &simulation, &s_error), &s_error);
    abResult result = ab_simulation_run(simulation, &(abObserver){.frame = note_frame}, &s_error);
    must_be_ok(result, &s_error);
    const abStepping *own = simulation->stepping;
    double sweeps = (double)own->step.sweeps / (double)(own->taken + own->rejected);
    close_fixture(model, simulation);
    return sweeps;
}

// A ball of 320 triangles, taken from a table by two fingers, lifted by 0.1 m and held for a minute.
static void a_gripper_holds_a_mesh_on_a_layer_without_creep(void) {
    snprintf(s_text, ROOM,
             "abut: 1\n"
             "gravity: [0, 0, -9.81]\n"
             "materials: {m: {youngs_modulus: 1e7, poissons_ratio: 0.45, density: 1100}}\n"
             "pairs: [{materials: [m, m], restitution: 0.3, sliding_friction: 0.6}]\n"
             "bodies:\n"
             "  table: {mobility: fixed, position: [0, 0, -0.01],\n"
             "    shapes: [{box: {size: [0.2, 0.2, 0.02]}, material: m}]}\n"
             "  ball: {position: [0, 0, 0.02], shapes: [{material: m,\n"
             "    mesh: {file: models/meshes/ball_320.obj, collide: surface}}]}\n"
             "  left: {position: [-0.03, 0, 0.04],\n"
             "    shapes: [{box: {size: [0.01, 0.03, 0.06]}, material: m}]}\n"
             "  right: {position: [0.03, 0, 0.04],\n"
             "    shapes: [{box: {size: [0.01, 0.03, 0.06]}, material: m}]}\n"
             "  palm: {mass: 0.1, inertia: [1e-4, 1e-4, 1e-4], position: [0, 0, 0.08]}\n"
             "joints:\n"
             "  - {type: prismatic, between: [world, palm], z: \"step5(t, 0.5, 0, 1, 0.1)\"}\n"
             "  - {type: prismatic, between: [palm, left], axis: [1, 0, 0],\n"
             "     z: \"step5(t, 0, 0, 0.3, 0.0056)\"}\n"
             "  - {type: prismatic, between: [palm, right], axis: [-1, 0, 0],\n"
             "     z: \"step5(t, 0, 0, 0.3, 0.0056)\"}\n"
             "contacts:\n"
             "  - {between: [all, all], normal: {law: foundation, thickness: 0.004},\n"
             "     friction: {law: coulomb}}\n"
             "simulation: {method: stepping, step: 5e-3, end_time: 61.5, output_interval: 0.1}\n");
    double sweeps = run(s_text, (Held){.body = 1, .finger = 2, .from = 1.5});
    double slip = s_held.maximum - s_held.minimum;
    printf("held for 60 s: slips by %.2g m; %.2g sweeps a step; book open by %.2g of %.2g J\n",
           slip, sweeps, s_energy.drift, s_energy.most);
    CHECK(slip <= 1e-13);
    CHECK(s_held.minimum > -0.0202 && s_held.maximum < -0.0199); // it was lifted
    CHECK(sweeps <= 2.0);
}

// A block of rubber, dropped askew on a table, is pressed by a ram and let go. Newton's method was
// lost in the rounding of the ram's guide, and sweeps left up to all of the speed.
static void a_block_under_a_driven_ram_is_solved_in_every_step(void) {
    snprintf(s_text, ROOM,
             "abut: 1\n"
             "gravity: [0, 0, -9.81]\n"
             "materials: {m: {youngs_modulus: 5e6, poissons_ratio: 0.48, density: 1100}}\n"
             "pairs: [{materials: [m, m], restitution: 0.2, sliding_friction: 0.7}]\n"
             "bodies:\n"
             "  table: {mobility: fixed, position: [0, 0, -0.01],\n"
             "    shapes: [{box: {size: [0.6, 0.3, 0.02]}, material: m}]}\n"
             "  block: {position: [0, 0, 0.032], rotation: [0.05, 0.03, 0],\n"
             "    shapes: [{box: {size: [0.1, 0.06, 0.06]}, material: m}]}\n"
             "  ram: {mass: 2, position: [0, 0, 0.12],\n"
             "    shapes: [{box: {size: [0.05, 0.04, 0.05]}, material: m}]}\n"
             "joints:\n"
             "  - {type: prismatic, between: [world, ram],\n"
             "     z: \"0.12 - step5(t, 0.2, 0, 0.5, 0.036) + step5(t, 0.6, 0, 0.8, 0.036)\"}\n"
             "contacts:\n"
             "  - {between: [all, all], manifold: faces, friction: {law: coulomb},\n"
             "     normal: {law: foundation, pressure: linear, thickness: 0.006}}\n"
             "simulation: {method: stepping, step: 1e-3, end_time: 1, output_interval: 0.01}\n");
    double sweeps = run(s_text, (Held){.body = 1, .finger = 0, .from = 0.95});
    printf("pressed: %.2g sweeps a step; book open by %.2g of %.2g J\n", sweeps, s_energy.drift,
           s_energy.most);
    CHECK(sweeps <= 2.0);
    CHECK(s_energy.drift <= 1e-4 * s_energy.most);
    CHECK(fabs(s_held.maximum - 0.04) < 1e-3 && s_held.maximum - s_held.minimum < 1e-6);
}

// A box on a sled that a controller moves, stiffer than the step sees: the sled is where the end of the
// step has it, by half a step of its speed ahead of the mean velocity, and what sticks to it goes along.
static void what_sticks_goes_along_with_a_stiff_drive(void) {
    static const char *const laws[] = {"rigid", "elastic"};
    for (int i = 0; i < 2; i++) {
        snprintf(s_text, ROOM,
                 "abut: 1\n"
                 "gravity: [0, -9.81, 0]\n"
                 "materials: {m: {youngs_modulus: 1e9, poissons_ratio: 0.3, density: 1000}}\n"
                 "pairs: [{materials: [m, m], restitution: 0, sliding_friction: 0.8}]\n"
                 "bodies:\n"
                 "  sled: {shapes: [{box: {size: [0.2, 0.05, 1]}, material: m}],\n"
                 "    position: [0, -0.075, 0]}\n"
                 "  box: {position: [0, 0, 0.2], shapes: [{box: {size: [0.1, 0.1, 0.1]}, material: "
                 "m}]}\n"
                 "joints: [{name: j, type: prismatic, between: [world, sled], axis: [0, 0, 1],\n"
                 "  position: [0, -0.075, 0]}]\n"
                 "forces: [{type: applied, between: [world, sled],\n"
                 "  fz: \"1e8*(0.05*(1 - cos(4*t)) - DZ(sled)) - 100*VZ(sled)\"}]\n"
                 "contacts: [{between: [sled, box], normal: {law: %s}, friction: {law: coulomb}}]\n"
                 "simulation: {method: stepping, step: 2e-3, end_time: 2, output_interval: 0.05}\n",
                 laws[i]);
        run(s_text, (Held){.body = 1, .finger = 0, .from = 0.2});
        double slip = s_held.maximum - s_held.minimum;
        printf("on a sled by a stiff drive, %s: slips by %.2g m\n", laws[i], slip);
        CHECK(slip <= 2e-9);
        CHECK(s_energy.drift <= 1e-4 * s_energy.most);
    }
}

AB_TESTS(AB_TEST(what_sticks_goes_along_with_a_stiff_drive),
         AB_TEST(a_gripper_holds_a_mesh_on_a_layer_without_creep),
         AB_TEST(a_block_under_a_driven_ram_is_solved_in_every_step))
