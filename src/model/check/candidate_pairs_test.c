// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// candidate_pairs_test.c - small models are looked at pair by pair, large ones at a number of pairs
// that grows as the shapes do; and pairs are counted without looking at them.

#include "model/check/candidate_pairs.h"

#include <dirent.h>
#include <stdlib.h>

#include "abut/read.h"
#include "base/check.h"
#include "base/model_fixture.h"
#include "base/text.h"
#include "model/check/contact_estimate.h"
#include "model/compile/may_touch.h"

static abModel *read_text(const char *text) {
    static abError error;
    return sound_model(text, &error);
}

// A ground and `count` balls of radius 0.1 in layers of 10 x 10, `pitch` apart; one flies fast.
static abModel *balls(int count, double pitch) {
    abText text;
    ab_text_init(&text, ab_heap());
    ab_text_add(&text, "abut: 1\ngravity: [0, 0, -9.81]\n"
                       "materials: {s: {youngs_modulus: 1e9, poissons_ratio: 0.3, density: 1000}}\n"
                       "pairs: [{materials: [s, s], restitution: 0.5, sliding_friction: 0.3}]\n"
                       "bodies:\n  g: {mobility: fixed, shapes: [{plane: {}, material: s}]}\n");
    for (int i = 0; i < count; i++) {
        ab_text_add(&text,
                    "  b%d: {position: [%g, %g, %g], velocity: [0, 0, %g], shapes: [{sphere: "
                    "{radius: 0.1}, material: s}]}\n",
                    i, pitch * (i % 10), pitch * (i / 10 % 10), 0.5 + pitch * (i / 100),
                    i == count / 2 ? -30.0 : 0.0);
    }
    abModel *model = read_text(ab_text_string(&text));
    ab_text_done(&text);
    return model;
}

typedef struct Taken {
    const abModel *model;
    long count, with_ground;
    int last[2]; // for the order
    bool is_ordered, may_touch;
} Taken;

static bool take(void *context, int a, int b) {
    Taken *taken = context;
    taken->is_ordered = taken->is_ordered && a < b &&
                        (a > taken->last[0] || (a == taken->last[0] && b > taken->last[1]));
    taken->may_touch = taken->may_touch && ab_model_may_touch(taken->model, a, b);
    taken->last[0] = a, taken->last[1] = b;
    taken->count++;
    taken->with_ground += a == 0;
    return true;
}

static Taken taken_of(const abModel *model) {
    Taken taken = {.model = model, .last = {-1, -1}, .is_ordered = true, .may_touch = true};
    CHECK(ab_each_candidate_pair(model, take, &taken) == AB_CANDIDATES_DONE);
    CHECK(taken.may_touch);
    return taken;
}

static void all_pairs_of_a_small_model_are_taken(void) {
    abModel *model = balls(100, 0.25);
    Taken taken = taken_of(model);
    CHECK(taken.count == 101 * 100 / 2 && taken.is_ordered && taken.with_ground == 100);
    ab_model_destroy(model);
}

// The ground with each; each with its neighbours, and with the extreme ones.
static void those_of_a_large_one_grow_as_its_shapes(void) {
    static const int counts[] = {1000, 2000, 4000};
    for (int i = 0; i < 3; i++) {
        abModel *model = balls(counts[i], 0.25);
        Taken taken = taken_of(model);
        CHECK(taken.with_ground == counts[i]);
        CHECK(taken.count > counts[i] * 10L && taken.count < counts[i] * 40L);
        ab_model_destroy(model);
    }
}

// What is said of the pairs: the fastest meeting, the deepest overlap, the ground's own kind.
static void estimates_of_a_large_model_are_those_of_all_pairs(void) {
    static abContactEstimate all[AB_CONTACT_ESTIMATES_MAX];
    abModel *model = balls(2000, 0.199);
    int left_out, count = ab_model_estimate_contacts(model, NAN, all, &left_out);
    CHECK(count == 2 && left_out == 0);
    CHECK(all[0].shape_a == 0 && all[0].alike == 2000);
    double fall = 0.199 * 10.0 + 0.4; // of the fast ball, the middle one, to the ground
    double speed = sqrt(30.0 * 30.0 + 2.0 * 9.81 * fall);
    CHECK_NEAR(all[0].speed, speed, 1e-12, speed);
    CHECK_NEAR(all[1].overlap, 0.001, 1e-12, 0.1); // a rounding of places of some metres
    ab_model_destroy(model);
}

static bool stop(void *context, int a, int b) {
    (void)a, (void)b;
    return --*(int *)context > 0;
}

static void whoever_takes_them_may_stop(void) {
    static const int counts[] = {100, 1000};
    for (int i = 0; i < 2; i++) {
        abModel *model = balls(counts[i], 0.25);
        int left = 7;
        CHECK(ab_each_candidate_pair(model, stop, &left) == AB_CANDIDATES_STOPPED && left == 0);
        ab_model_destroy(model);
    }
}

static long count_one_by_one(const abModel *model) {
    long count = 0;
    for (int a = 0; a < (int)model->shape_count; a++) {
        for (int b = a + 1; b < (int)model->shape_count; b++) {
            count += ab_model_may_touch(model, a, b);
        }
    }
    return count;
}

static void pairs_are_counted_without_looking_at_them(void) {
    static const char s_text[] =
        "abut: 1\n"
        "materials: {s: {youngs_modulus: 1e9, poissons_ratio: 0.3, density: 1000}, "
        "r: {youngs_modulus: 1e6, poissons_ratio: 0.3, density: 1000}}\n"
        "pairs: [{materials: [s, s], restitution: 0.5}, {materials: [s, r], restitution: 0.5}, "
        "{materials: [r, r], restitution: 0.5}]\n"
        "bodies:\n"
        "  g: {mobility: fixed, shapes: [{plane: {}, material: s}, {sphere: {radius: 1}, position: "
        "[0, 0, -2], material: r}]}\n"
        "  h: {mobility: fixed, position: [9, 0, 0], shapes: [{sphere: {radius: 1}, material: "
        "s}]}\n"
        "  a: {position: [0, 0, 2], shapes: [{sphere: {radius: 0.1}, material: s}, {sphere: "
        "{radius: 0.1}, material: r}, {sphere: {radius: 0.1}, material: r, collides: false}]}\n"
        "  b: {position: [1, 0, 2], shapes: [{sphere: {radius: 0.1}, material: r}]}\n"
        "  c: {position: [2, 0, 2], shapes: [{sphere: {radius: 0.1}, material: s}, {sphere: "
        "{radius: 0.2}, material: s}]}\n"
        "  d: {position: [3, 0, 2], shapes: [{sphere: {radius: 0.1}, material: s}]}\n"
        "  e: {position: [4, 0, 2], shapes: [{sphere: {radius: 0.1}, material: r}]}\n"
        "joints:\n"
        "  - {type: fixed, between: [a, b]}\n"
        "  - {type: fixed, between: [d, a]}\n"
        "  - {type: revolute, between: [b, c], axis: [0, 1, 0]}\n"
        "  - {type: spherical, between: [b, c]}\n"
        "  - {type: revolute, between: [g, e], axis: [0, 1, 0]}\n"
        "  - {type: revolute, between: [d, e], axis: [0, 1, 0], collide: true}\n"
        "contacts: [{between: [all, all]}, {between: [c, e], enabled: false}]\n";
    abModel *model = read_text(s_text);
    CHECK(ab_model_count_pairs(model) == count_one_by_one(model) && count_one_by_one(model) > 20);
    ab_model_destroy(model);
}

static void as_many_as_one_by_one_in_every_example(void) {
    int seen = 0;
    DIR *folder = opendir("models");
    CHECK(folder != NULL);
    for (struct dirent *entry; folder != NULL && (entry = readdir(folder)) != NULL;) {
        static abError error;
        char path[400];
        abModel *model;
        const char *dot = strrchr(entry->d_name, '.');
        if (dot == NULL || strcmp(dot, ".yaml") != 0) {
            continue;
        }
        snprintf(path, sizeof path, "models/%s", entry->d_name);
        ab_error_clear(&error);
        if (ab_model_read(path, NULL, 0, ab_heap(), (abLog){0}, &model, &error) == AB_OK) {
            CHECK(ab_model_count_pairs(model) == count_one_by_one(model));
            ab_model_destroy(model);
            seen++;
        }
    }
    closedir(folder);
    CHECK(seen > 30);
}

AB_TESTS(AB_TEST(all_pairs_of_a_small_model_are_taken),
         AB_TEST(those_of_a_large_one_grow_as_its_shapes),
         AB_TEST(estimates_of_a_large_model_are_those_of_all_pairs),
         AB_TEST(whoever_takes_them_may_stop), AB_TEST(pairs_are_counted_without_looking_at_them),
         AB_TEST(as_many_as_one_by_one_in_every_example))
