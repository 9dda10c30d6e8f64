// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0

#include "base/schema.h"

#include "abut/vector.h"
#include "base/check.h"

typedef struct Thing {
    double length, optional;
    int count, color;
    bool is_open;
    const char *label, *motion, *drive;
    abVec3 position;
    abQuat orientation;
    abMat3 inertia;
} Thing;

static const char *const s_colors[] = {"red", "green", "blue", NULL};

static const abKey s_keys[] = {
    AB_NUM(Thing, optional, "m", NAN, 0.0, 1.0, "a length"),
    AB_NUM_REQUIRED(Thing, length, "m", 0.0, 1.0, "another length"),
    AB_ANY(AB_KEY_INTEGER, Thing, count, "-", 3, 0, 10, "how many"),
    AB_WORD(Thing, color, s_colors, 2, "which color"),
    AB_SWITCH(Thing, is_open, 1, "whether it is open"),
    AB_TEXT(Thing, label, "what it is called"),
    AB_ANY(AB_KEY_EXPRESSION, Thing, motion, "m", 0, 0, 0, "how it moves"),
    AB_ANY(AB_KEY_FREE, Thing, drive, "m", 0, 0, 0, "how it is driven"),
    AB_ANY(AB_KEY_VEC3, Thing, position, "m", 0.5, -1, 1, "where it is"),
    AB_ANY(AB_KEY_QUAT, Thing, orientation, "-", 0, -1, 1, "how it is turned"),
    AB_ANY(AB_KEY_MAT3, Thing, inertia, "kg m^2", NAN, 0, 1, "how it resists turning"),
};
static const abTable s_table = AB_TABLE("thing", Thing, s_keys, "something with all kinds of keys");
static const abTable s_empty = AB_TABLE_EMPTY("nothing", "something without keys");

static void defaults_fill_every_kind(void) {
    Thing thing;
    memset(&thing, 0xAA, sizeof thing);
    ab_table_defaults(&s_table, &thing);
    CHECK(thing.length == 0.0 && isnan(thing.optional));
    CHECK(thing.count == 3 && thing.color == 2 && thing.is_open);
    CHECK(thing.label == NULL && thing.motion == NULL && thing.drive == NULL);
    CHECK(thing.position.x == 0.5 && thing.position.y == 0.5 && thing.position.z == 0.5);
    CHECK(thing.orientation.w == 1.0 && thing.orientation.x == 0.0 && thing.orientation.z == 0.0);
    CHECK(isnan(thing.inertia.m[0][0]) && isnan(thing.inertia.m[2][1]));
}

static void a_table_without_keys_touches_nothing(void) {
    ab_table_defaults(&s_empty, NULL);
    CHECK(ab_table_find(&s_empty, "length") == NULL);
    CHECK(ab_nearest_key("length", &s_empty) == NULL);
}

static void keys_are_found_by_their_exact_name(void) {
    const abKey *key = ab_table_find(&s_table, "length");
    CHECK(key != NULL && key->is_required && key->offset == offsetof(Thing, length));
    CHECK(ab_table_find(&s_table, "Length") == NULL && ab_table_find(&s_table, "") == NULL);
}

static void the_nearest_word_is_the_likely_meaning(void) {
    CHECK_TEXT(ab_nearest_word("gren", s_colors), "green");
    CHECK_TEXT(ab_nearest_word("bleu", s_colors), "blue"); // a swap counts one
    CHECK_TEXT(ab_nearest_word("red", s_colors), "red");
    CHECK_TEXT(ab_nearest_key("postion", &s_table), "position");
    CHECK_TEXT(ab_nearest_key("lenght", &s_table), "length");
    CHECK_TEXT(ab_nearest_key("hight", &s_table), "length"); // as height does
}

static void far_words_are_not_offered(void) {
    CHECK(ab_nearest_word("ultraviolet", s_colors) == NULL);
    static const char *const times[] = {"step", "end_time", "max_step", NULL};
    CHECK_TEXT(ab_nearest_word("end", times), "end_time");
    CHECK_TEXT(ab_nearest_word("longest_step", times), "step");
    CHECK(ab_nearest_key("temperature", &s_table) == NULL);
    CHECK(ab_nearest_word("x", NULL) == NULL);
}

AB_TESTS(AB_TEST(defaults_fill_every_kind), AB_TEST(a_table_without_keys_touches_nothing),
         AB_TEST(keys_are_found_by_their_exact_name),
         AB_TEST(the_nearest_word_is_the_likely_meaning), AB_TEST(far_words_are_not_offered))
