// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// pair_data_test.c - the data of pairs are made once, stay for a while, and follow the model.

#include <stdio.h>
#include <string.h>

#include "abut/read.h"
#include "base/check.h"
#include "base/model_fixture.h"
#include "mechanics/contact/contact_set.h"
#include "mechanics/contact/pair_data.h"
#include "mechanics/state/place.h"

enum { BALLS = 40 };

// Balls in a row, far apart: shape k on body k.
typedef struct Scene {
    abModel *model;
    abMechanics mechanics;
} Scene;

static void begin(Scene *s) {
    char text[8000];
    size_t used = (size_t)snprintf(
        text, sizeof text,
        "abut: 1\nmaterials: {m: {density: 1000, youngs_modulus: 1.0e7, poissons_ratio: 0.3}}\n"
        "pairs: [{materials: [m, m], restitution: 0.5, sliding_friction: 0.2}]\n"
        "contacts: [{between: ['*', '*'], normal: {law: elastic}, friction: {law: none}}]\n"
        "simulation: {end_time: 1, output_interval: 1}\nbodies:\n");
    for (int b = 0; b < BALLS; b++) {
        used += (size_t)snprintf(text + used, sizeof text - used,
                                 "  b%d: {position: [%d, 0, 0], shapes: [{sphere: {radius: 0.1}, "
                                 "material: m}]}\n",
                                 b, b);
    }
    abError error;
    s->model = sound_model(text, &error);
    CHECK(ab_mechanics_init(&s->mechanics, s->model, ab_heap(), &error) == AB_OK);
    CHECK(ab_contacts_init(&s->mechanics, &error) == AB_OK);
}

static void end(Scene *s) {
    ab_contacts_done(&s->mechanics);
    ab_arena_done(&s->mechanics.arena);
    ab_model_destroy(s->model);
}

static void all_who_take_a_pair_have_the_same(void) {
    Scene s;
    begin(&s);
    const abPairData *first = ab_pair_data_take(&s.mechanics, 2, 5);
    CHECK(first->body_a == 2 && first->body_b == 5);
    CHECK(ab_pair_data_take(&s.mechanics, 2, 5) == first);
    CHECK(ab_pair_data_take(&s.mechanics, 2, 6) != first);
    end(&s);
}

// A pair that bounces finds its data again.
static void what_was_left_is_there_when_it_comes_back(void) {
    Scene s;
    begin(&s);
    const abPairData *first = ab_pair_data_take(&s.mechanics, 0, 1);
    ab_pair_data_leave(&s.mechanics, first);
    for (int b = 2; b < BALLS; b++) {
        ab_pair_data_take(&s.mechanics, 0, b);
    }
    CHECK(ab_pair_data_take(&s.mechanics, 0, 1) == first);
    end(&s);
}

// 780 pairs come near one after the other, one at a time: few places serve them all.
static void places_are_used_again(void) {
    Scene s;
    begin(&s);
    static const abPairData *seen[BALLS * BALLS];
    int different = 0;
    for (int a = 0; a < BALLS; a++) {
        for (int b = a + 1; b < BALLS; b++) {
            const abPairData *data = ab_pair_data_take(&s.mechanics, a, b);
            CHECK(data->body_a == a && data->body_b == b);
            bool is_known = false;
            for (int i = 0; i < different; i++) {
                is_known = is_known || seen[i] == data;
            }
            if (!is_known) {
                seen[different++] = data;
            }
            ab_pair_data_leave(&s.mechanics, data);
        }
    }
    CHECK(different > 1 && different < 100);
    end(&s);
}

static void what_is_in_use_keeps_its_place(void) {
    Scene s;
    begin(&s);
    const abPairData *kept = ab_pair_data_take(&s.mechanics, 3, 7);
    for (int a = 0; a < BALLS; a++) {
        for (int b = a + 1; b < BALLS; b++) {
            ab_pair_data_leave(&s.mechanics, ab_pair_data_take(&s.mechanics, a, b));
        }
    }
    CHECK(kept->body_a == 3 && kept->body_b == 7);
    CHECK(ab_pair_data_take(&s.mechanics, 3, 7) == kept);
    end(&s);
}

static void a_changed_model_is_looked_at_again(void) {
    Scene s;
    begin(&s);
    abPairData *data = (abPairData *)ab_pair_data_take(&s.mechanics, 0, 1);
    double passes = data->passes;
    data->passes = -1.0; // as another model would have left it
    ab_pair_data_leave(&s.mechanics, data);
    CHECK(ab_pair_data_take(&s.mechanics, 0, 1)->passes == -1.0);
    ab_pair_data_renew(&s.mechanics);
    CHECK(ab_pair_data_take(&s.mechanics, 0, 1)->passes == passes);
    end(&s);
}

AB_TESTS(AB_TEST(all_who_take_a_pair_have_the_same),
         AB_TEST(what_was_left_is_there_when_it_comes_back), AB_TEST(places_are_used_again),
         AB_TEST(what_is_in_use_keeps_its_place), AB_TEST(a_changed_model_is_looked_at_again))
