// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// callback.c - a ball dropped on a ground whose law is a function of this program.
#include <abut/abut.h>
#include <stdio.h>

static void push(void *stiffness, const double *memory, const abPluginContact *at,
                 abPluginForce *out) { // F = k d (1 + c d')
    double k = *(const double *)stiffness, c = 0.2;
    (void)memory;
    out->force = k * at->depth * (1.0 + c * at->rate);
    out->stiffness = k * (1.0 + c * at->rate);
    out->damping = k * at->depth * c;
    out->elastic = k * at->depth;
    out->energy = 0.5 * k * at->depth * at->depth;
}

static const char text[] =
    "abut: 1\ngravity: [0, 0, -9.81]\nmaterials: {rubber: {density: 1000}}\nbodies:\n"
    "  ground: {mobility: fixed, shapes: [{plane: {}, material: rubber}]}\n"
    "  ball: {position: [0, 0, 1], shapes: [{sphere: {radius: 0.1}, material: rubber}]}\n"
    "contacts: [{between: [ground, ball], normal: mine, friction: none, restitution: 1}]\n";

int main(void) {
    static abError e;
    double k = 1e4;
    abNormalCallbacks law = {.size = sizeof law, .context = &k, .evaluate = push};
    abModel *laws = NULL, *model = NULL;
    abSimulation *ball = NULL;
    bool ok = ab_model_create(ab_heap(), (abLog){0}, &laws, &e) == AB_OK &&
              ab_model_add_normal_law(laws, "mine", &law, &e) == AB_OK &&
              ab_model_read_text_with_laws(laws, text, sizeof text - 1, "ball.yaml", NULL, 0,
                                           ab_heap(), (abLog){0}, &model, &e) == AB_OK &&
              ab_simulation_create(model, NULL, ab_heap(), (abLog){0}, &ball, &e) == AB_OK &&
              ab_simulation_run(ball, NULL, &e) == AB_OK;
    printf("%s\n", ok ? "the ball bounced by its own law" : e.problems[0].text);
    ab_simulation_destroy(ball), ab_model_destroy(model), ab_model_destroy(laws);
    return ok ? 0 : 1;
}
