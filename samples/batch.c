// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// batch.c - eight throws at once: a batch in one thread and in four gives the same bits.

#include <abut/abut.h>
#include <stdio.h>
#include <string.h>

static const char text[] =
    "abut: 1\n"
    "gravity: [0, 0, -9.81]\n"
    "materials: {steel: {youngs_modulus: 2.1e11, poissons_ratio: 0.3, density: 7850}}\n"
    "pairs: [{materials: [steel, steel], restitution: 0.7, sliding_friction: 0.3}]\n"
    "bodies:\n"
    "  ground: {mobility: fixed, shapes: [{plane: {}, material: steel}]}\n"
    "  ball: {position: [0, 0, 1], shapes: [{sphere: {radius: 0.1}, material: steel}]}\n"
    "simulation: {end_time: 1, tolerance: 1e-6}\n";

enum { THROWS = 8 };

static abResult throw_all(const abModel *model, int threads, abBodyState out[THROWS],
                          abError *error) {
    abBatch *batch;
    abBodyId ball = ab_model_find_body(model, "ball");
    AB_TRY(ab_batch_create(model, THROWS, threads, ab_heap(), (abLog){0}, &batch, error));
    abResult result = AB_OK;
    for (int i = 0; i < THROWS && result == AB_OK; i++) {
        abSimulation *member = ab_batch_member(batch, i);
        abBodyState state = ab_simulation_body(member, ball);
        state.velocity = (abVec3){0.5 * i, 0.0, 2.0};
        result = ab_simulation_set_body(member, ball, &state, error);
    }
    for (int k = 1; k <= 10 && result == AB_OK; k++) {
        result = ab_batch_advance(batch, 0.1 * k, error);
    }
    ab_batch_bodies(batch, ball, out);
    ab_batch_destroy(batch);
    return result;
}

int main(void) {
    static abError error;
    abModel *model = NULL;
    abBodyState one[THROWS], four[THROWS];
    abResult result = ab_model_read_text(text, sizeof text - 1, "throws.yaml", NULL, 0, ab_heap(),
                                         (abLog){0}, &model, &error);
    result = result == AB_OK ? throw_all(model, 1, one, &error) : result;
    result = result == AB_OK ? throw_all(model, 4, four, &error) : result;
    bool same = result == AB_OK && memcmp(one, four, sizeof one) == 0;
    for (int i = 0; i < THROWS && result == AB_OK; i++) {
        printf("throw %d: x = %.6f m, z = %.6f m\n", i, one[i].position.x, one[i].position.z);
    }
    printf("%s\n", same ? "the same bits" : "other bits");
    for (int i = 0; i < error.count; i++) {
        fprintf(stderr, "%s\n", error.problems[i].text);
    }
    ab_model_destroy(model);
    return same ? 0 : 1;
}
