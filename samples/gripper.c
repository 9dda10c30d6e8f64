// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// gripper.c - two fingers take a box: a program looks at the contacts and the fingers' way,
// squeezes until both fingers press with enough force, lifts, and lets go.

#include <abut/abut.h>
#include <stdio.h>

// Fingers slide along x in a hand that moves up and down; a spring without stiffness pulls them
// together by its preload, which is the grip.
static const char text[] =
    "abut: 1\n"
    "gravity: [0, 0, -9.81]\n"
    "materials: {rubber: {youngs_modulus: 1e7, poissons_ratio: 0.4, density: 1100}}\n"
    "pairs: [{materials: [rubber, rubber], restitution: 0.1, sliding_friction: 0.8}]\n"
    "bodies:\n"
    "  table: {mobility: fixed, shapes: [{plane: {}, material: rubber}]}\n"
    "  hand: {mobility: prescribed, position: [0, 0, 0.05],\n"
    "    motion: {z: '0.05 + step(time, 1, 0, 2, 0.2)'}}\n"
    "  left: {position: [-0.08, 0, 0.05], shapes: [{box: {size: [0.02, 0.06, 0.06]}, material: "
    "rubber}]}\n"
    "  right: {position: [0.08, 0, 0.05], shapes: [{box: {size: [0.02, 0.06, 0.06]}, material: "
    "rubber}]}\n"
    "  box: {position: [0, 0, 0.05], shapes: [{box: {size: [0.1, 0.1, 0.1]}, material: rubber, "
    "mass: 0.2}]}\n"
    "joints:\n"
    "  - {type: prismatic, between: [hand, left], position: [-0.08, 0, 0], axis: [1, 0, 0]}\n"
    "  - {type: prismatic, between: [hand, right], position: [0.08, 0, 0], axis: [1, 0, 0]}\n"
    "forces:\n"
    "  - {name: grip, type: spring, between: [left, right], damping: 20, preload: 0}\n"
    "exclude: [[left, table], [right, table]]\n"
    "simulation: {method: events, end_time: 3, tolerance: 1e-5}\n";

typedef struct Gripper {
    abSimulation *simulation;
    int left, right, box; // shapes
    abParameterId tangential;
    double force; // that pulls the fingers together [N]
} Gripper;

// With how much force the weaker of the two fingers presses.
static double pressing(const Gripper *g) {
    abContactState contacts[16];
    int count = ab_simulation_contacts(g->simulation, contacts, 16);
    double left = 0.0, right = 0.0;
    for (int i = 0; i < count && i < 16; i++) {
        int a = contacts[i].shape_a, b = contacts[i].shape_b;
        left += a == g->left && b == g->box ? contacts[i].normal_force : 0.0;
        right += a == g->right && b == g->box ? contacts[i].normal_force : 0.0;
    }
    return left < right ? left : right;
}

static abResult control(Gripper *g, double time, abError *error) {
    double wanted = time < 2.2 ? 6.0 : 0.0; // of each finger [N]; 2 N of weight at friction 0.8
    double force = g->force + (pressing(g) < wanted ? 0.1 : -0.1);
    g->force = force > 0.0 ? force : 0.0;
    return ab_simulation_set_number(g->simulation, g->tangential, g->force, error);
}

static abResult run(Gripper *g, abBodyId box, double *highest, double *end, abError *error) {
    for (int i = 1; i <= 300; i++) {
        AB_TRY(ab_simulation_advance(g->simulation, 0.01 * i, error));
        AB_TRY(control(g, 0.01 * i, error));
        double z = *end = ab_simulation_body(g->simulation, box).position.z;
        *highest = z > *highest ? z : *highest;
        if (i % 50 == 0) {
            abJointState finger;
            ab_simulation_joint(g->simulation, 0, &finger);
            printf("t = %.1f s  finger %.4f m  presses %.2f N  box at %.3f m\n", 0.01 * i,
                   finger.position[2], pressing(g), z);
        }
    }
    return AB_OK;
}

int main(void) {
    static abError error;
    abModel *model = NULL;
    Gripper g = {0};
    double highest = 0.0, end = 0.0;
    abResult result = ab_model_read_text(text, sizeof text - 1, "gripper.yaml", NULL, 0, ab_heap(),
                                         (abLog){0}, &model, &error);
    if (result == AB_OK) {
        result = ab_simulation_create(model, NULL, ab_heap(), (abLog){0}, &g.simulation, &error);
    }
    if (result == AB_OK) {
        g.left = ab_model_find_shape(model, "left.box");
        g.right = ab_model_find_shape(model, "right.box");
        g.box = ab_model_find_shape(model, "box.box");
        g.tangential = ab_model_find_parameter(model, "forces.grip.preload");
        result = run(&g, ab_model_find_body(model, "box"), &highest, &end, &error);
    }
    bool lifted = result == AB_OK && highest > 0.2 && end < 0.1;
    printf("%s\n", lifted ? "lifted and let go" : "the box was not lifted and put down");
    for (int i = 0; i < error.count; i++) {
        fprintf(stderr, "%s\n", error.problems[i].text);
    }
    ab_simulation_destroy(g.simulation);
    ab_model_destroy(model);
    return lifted ? 0 : 1;
}
