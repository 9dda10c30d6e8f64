// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// contacts.c - what may be asked of a simulation: contacts with their points and forces, distances,
// rays. Asking changes nothing.

#include <abut/abut.h>
#include <stdio.h>

static const char text[] =
    "abut: 1\n"
    "gravity: [0, 0, -9.81]\n"
    "materials: {wood: {youngs_modulus: 1e8, poissons_ratio: 0.3, density: 600}}\n"
    "pairs: [{materials: [wood, wood], restitution: 0.2, sliding_friction: 0.4}]\n"
    "bodies:\n"
    "  table: {mobility: fixed, shapes: [{plane: {}, material: wood}]}\n"
    "  box: {position: [0, 0, 0.1], shapes: [{box: {size: [0.3, 0.2, 0.2]},"
    " material: wood}]}\n"
    "  ball: {position: [0, 0, 0.6], shapes: [{sphere: {radius: 0.1},"
    " material: wood}]}\n"
    "simulation: {end_time: 1, tolerance: 1e-6}\n";

static void show_contacts(abSimulation *simulation, const abModel *model) {
    abContactState contacts[8];
    int count = ab_simulation_contacts(simulation, contacts, 8);
    printf("t = %.2f s: %d in contact\n", ab_simulation_time(simulation), count);
    for (int i = 0; i < count; i++) {
        abContactPoint points[16];
        const abContactState *c = &contacts[i];
        int n = ab_simulation_contact_points(simulation, c->shape_a, c->shape_b, points, 16);
        printf("  %s and %s: %.1f N at %d points\n", ab_model_shape_name(model, c->shape_a),
               ab_model_shape_name(model, c->shape_b), c->normal_force, n);
    }
}

static void show_space(abSimulation *simulation, const abModel *model) {
    abDistance gap;
    abRayHit hit;
    int box = ab_model_find_shape(model, "box.box"),
        ball = ab_model_find_shape(model, "ball.sphere");
    ab_simulation_distance(simulation, box, ball, &gap);
    printf("  the ball is %.4f m above the box\n", gap.distance);
    if (ab_simulation_ray(simulation, (abVec3){0.0, 0.0, 5.0}, (abVec3){0.0, 0.0, -1.0}, &hit)) {
        printf("  seen from above: %s at %.4f m\n", ab_model_shape_name(model, hit.shape),
               hit.distance);
    }
}

int main(void) {
    static abError error;
    abModel *model = NULL;
    abSimulation *simulation = NULL;
    abResult result = ab_model_read_text(text, sizeof text - 1, "box.yaml", NULL, 0, ab_heap(),
                                         (abLog){0}, &model, &error);
    if (result == AB_OK) {
        result = ab_simulation_create(model, NULL, ab_heap(), (abLog){0}, &simulation, &error);
    }
    static const double times[] = {0.1, 0.3, 1.0};
    for (int i = 0; result == AB_OK && i < 3; i++) {
        result = ab_simulation_advance(simulation, times[i], &error);
        show_contacts(simulation, model);
        show_space(simulation, model);
    }
    for (int i = 0; i < error.count; i++) {
        fprintf(stderr, "%s\n", error.problems[i].text);
    }
    ab_simulation_destroy(simulation);
    ab_model_destroy(model);
    return (int)result;
}
