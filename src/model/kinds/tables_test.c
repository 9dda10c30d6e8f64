// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0

#include "model/kinds/tables.h"

#include "abut/model.h"
#include "base/check.h"
#include "model/kinds/forces.h"

static abError s_error;

static void every_kind_is_found_by_its_name(void) {
    for (int l = 0; ab_choice_lists[l] != NULL; l++) {
        const abChoice *choice = ab_choice_find(ab_choice_lists[l]);
        CHECK(choice != NULL && choice->count > 0);
        for (int kind = 0; kind < choice->count; kind++) {
            CHECK(ab_kind_find(choice->list, choice->table(kind)->name) == kind);
        }
    }
    CHECK(ab_kind_find("shape", "blob") == -1);
    CHECK(ab_kind_find("no such list", "sphere") == -1);
}

static void a_box_is_made_without_its_private_struct(void) {
    abParams box;
    int kind = ab_kind_find("shape", "box");
    ab_error_clear(&s_error);
    CHECK(ab_params_init(&box, "shape", kind) == AB_OK);
    CHECK(ab_params_set_vector(&box, "shape", kind, "size", (abVec3){1.0, 2.0, 3.0}, &s_error) ==
          AB_OK);
    abVec3 size;
    memcpy(&size, box.data + ab_table_find(ab_choice_find("shape")->table(kind), "size")->offset,
           sizeof size);
    CHECK(size.x == 1.0 && size.y == 2.0 && size.z == 3.0);
    CHECK(ab_params_set_vector(&box, "shape", kind, "size", (abVec3){1.0, -2.0, 3.0}, &s_error) ==
          AB_BAD_MODEL);
}

static void a_word_may_stand_for_a_number_or_a_choice(void) {
    abParams law;
    int hertz = ab_kind_find("normal law", "hertz"),
        elastic = ab_kind_find("normal law", "elastic");
    ab_error_clear(&s_error);
    CHECK(ab_params_init(&law, "normal law", hertz) == AB_OK);
    CHECK(ab_params_set_text(&law, "normal law", hertz, "stiffness", "curvature", &s_error) ==
          AB_OK);
    const abKey *key = ab_table_find(ab_choice_find("normal law")->table(hertz), "stiffness");
    double number;
    memcpy(&number, law.data + key->offset, sizeof number);
    CHECK_TEXT(ab_key_word(key, number), "curvature");
    CHECK(ab_params_set(&law, "normal law", hertz, "stiffness", 1e9, &s_error) == AB_OK);
    memcpy(&number, law.data + key->offset, sizeof number);
    CHECK(number == 1e9 && ab_key_word(key, number) == NULL);
    CHECK(ab_params_set(&law, "normal law", hertz, "stiffness", -1.0, &s_error) == AB_BAD_MODEL);
    CHECK(ab_params_set_text(&law, "normal law", hertz, "stiffness", "stiff", &s_error) ==
          AB_USAGE);
    CHECK(ab_params_set_text(&law, "normal law", hertz, "damping", "curvature", &s_error) ==
          AB_USAGE);
    CHECK(ab_params_init(&law, "normal law", elastic) == AB_OK);
    CHECK(ab_params_set_text(&law, "normal law", elastic, "stiffness", "curvature", &s_error) ==
          AB_OK);
    key = ab_table_find(ab_choice_find("normal law")->table(elastic), "stiffness");
    int choice;
    memcpy(&choice, law.data + key->offset, sizeof choice);
    CHECK(choice == 1);
}

static void a_force_takes_an_expression(void) {
    abParams params;
    int kind = ab_kind_find("force", "applied");
    CHECK(ab_params_init(&params, "force", kind) == AB_OK);
    CHECK(ab_params_set_text(&params, "force", kind, "fx", "sin(t)", &s_error) == AB_OK);
    abAppliedKeys keys;
    memcpy(&keys, params.data, sizeof keys);
    CHECK_TEXT(keys.fx, "sin(t)");
}

static void wrong_values_are_refused_with_a_reason(void) {
    abParams sphere;
    int kind = ab_kind_find("shape", "sphere");
    ab_error_clear(&s_error);
    CHECK(ab_params_init(&sphere, "shape", kind) == AB_OK);
    CHECK(ab_params_set(&sphere, "shape", kind, "radius", -1.0, &s_error) == AB_BAD_MODEL);
    CHECK(ab_params_set(&sphere, "shape", kind, "radius", NAN, &s_error) == AB_BAD_MODEL);
    CHECK(ab_params_set(&sphere, "shape", kind, "raduis", 1.0, &s_error) == AB_USAGE);
    CHECK(ab_params_set_text(&sphere, "shape", kind, "radius", "1", &s_error) == AB_USAGE);
    CHECK(ab_params_set(&sphere, "shape", 99, "radius", 1.0, &s_error) == AB_USAGE);
    CHECK(s_error.count == 5);
    CHECK(strstr(s_error.problems[0].text, "radius = -1 m is outside") != NULL);
}

AB_TESTS(AB_TEST(every_kind_is_found_by_its_name),
         AB_TEST(a_box_is_made_without_its_private_struct), AB_TEST(a_force_takes_an_expression),
         AB_TEST(a_word_may_stand_for_a_number_or_a_choice),
         AB_TEST(wrong_values_are_refused_with_a_reason))
