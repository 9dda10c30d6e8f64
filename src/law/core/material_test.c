// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0

#include "law/core/material.h"

#include "base/check.h"

static const abMaterialPairDef s_pairs[] = {
    {.materials = {"steel", "steel"}, .restitution = 0.7, .sliding_friction = 0.5},
    {.materials = {"wood", "wood"}, .restitution = 0.6, .sliding_friction = 0.3},
    {.materials = {"ball", "table"}, .sliding_friction = 0.8, .rolling_resistance = 0.01},
    {.materials = {"ball", "ball"}, .restitution = 0.9},
    {.materials = {"ball", "ball"}, .restitution = 1.0},
};

static abPairOrigin find(const char *a, const char *b, abMaterialPairDef *out) {
    return ab_material_pair_find(s_pairs, sizeof s_pairs / sizeof s_pairs[0], a, b, out);
}

static void a_listed_pair_is_found_in_either_order(void) {
    abMaterialPairDef pair;
    CHECK(find("ball", "table", &pair) == AB_PAIR_EXACT && pair.sliding_friction == 0.8);
    CHECK(find("table", "ball", &pair) == AB_PAIR_EXACT && pair.rolling_resistance == 0.01);
    CHECK_TEXT(pair.materials[0], "table");
}

static void the_later_of_two_entries_holds(void) {
    abMaterialPairDef pair;
    CHECK(find("ball", "ball", &pair) == AB_PAIR_EXACT && pair.restitution == 1.0);
}

static void an_unlisted_pair_is_the_mean_of_the_two_with_themselves(void) {
    abMaterialPairDef pair;
    CHECK(find("steel", "wood", &pair) == AB_PAIR_MEAN);
    CHECK_NEAR(pair.restitution, 0.65, 1e-15, 1.0);
    CHECK_NEAR(pair.sliding_friction, 0.4, 1e-15, 1.0);
}

static void without_both_of_them_the_pair_is_missing(void) {
    abMaterialPairDef pair;
    CHECK(find("steel", "table", &pair) == AB_PAIR_MISSING);
    CHECK(find("table", "table", &pair) == AB_PAIR_MISSING);
    CHECK(find("steel", "butter", &pair) == AB_PAIR_MISSING);
    CHECK(ab_material_pair_find(NULL, 0, "steel", "steel", &pair) == AB_PAIR_MISSING);
}

static void materials_start_as_not_given(void) {
    abMaterialDef material;
    ab_table_defaults(&ab_material_table, &material);
    CHECK(isnan(material.youngs_modulus) && isnan(material.poissons_ratio));
    CHECK(isnan(material.density) && material.name == NULL);
}

static void pairs_start_smooth_with_the_usual_regularization(void) {
    abMaterialPairDef pair;
    ab_table_defaults(&ab_material_pair_table, &pair);
    CHECK(pair.sliding_friction == 0.0 && pair.rolling_resistance == 0.0);
    CHECK(pair.sliding_regularization == 0.01 && pair.rolling_regularization == 0.01);
    CHECK(ab_table_find(&ab_material_pair_table, "restitution")->is_required);
}

AB_TESTS(AB_TEST(a_listed_pair_is_found_in_either_order), AB_TEST(the_later_of_two_entries_holds),
         AB_TEST(an_unlisted_pair_is_the_mean_of_the_two_with_themselves),
         AB_TEST(without_both_of_them_the_pair_is_missing), AB_TEST(materials_start_as_not_given),
         AB_TEST(pairs_start_smooth_with_the_usual_regularization))
