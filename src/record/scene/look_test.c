// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0

#include "record/scene/look.h"

#include <string.h>

#include "base/check.h"

static void names_tell_looks(void) {
    CHECK(ab_look_find("steel", 0.0) == AB_LOOK_STEEL);
    CHECK(ab_look_find("DryWood", 0.0) == AB_LOOK_WOOD);
    CHECK(ab_look_find("hard_rubber2", 7850.0) == AB_LOOK_RUBBER);
    CHECK(ab_look_find("BilliardCushion", 700.0) == AB_LOOK_FELT);
    CHECK(ab_look_find("GLASS", 0.0) == AB_LOOK_GLASS);
}

static void words_count_from_their_beginning(void) {
    CHECK(ab_look_find("dice", 0.0) == AB_LOOK_PLAIN);      // no ice
    CHECK(ab_look_find("Device", 7850.0) == AB_LOOK_STEEL); // by its density
    CHECK(ab_look_find("dry_ice", 0.0) == AB_LOOK_ICE);
    CHECK(ab_look_find("wooden", 0.0) == AB_LOOK_WOOD);
}

static void densities_tell_where_names_do_not(void) {
    CHECK(ab_look_find("stuff", 7850.0) == AB_LOOK_STEEL);
    CHECK(ab_look_find("stuff", 2700.0) == AB_LOOK_ALUMINIUM);
    CHECK(ab_look_find("stuff", 700.0) == AB_LOOK_WOOD);
    CHECK(ab_look_find("stuff", 1.0) == AB_LOOK_PLAIN);
    CHECK(ab_look_find("stuff", 0.0) == AB_LOOK_PLAIN);
    CHECK(ab_look_find("", 0.0) == AB_LOOK_PLAIN);
    CHECK(ab_look_find(NULL, 7850.0) == AB_LOOK_PLAIN);
}

static void rows_are_sound(void) {
    for (int i = 0; i < AB_LOOK_COUNT; i++) {
        const abMaterialLook *look = &ab_looks[i];
        CHECK(look->own >= 0.0 && look->own <= 1.0 && look->rough > 0.0 && look->rough <= 1.0);
        CHECK(look->metal >= 0.0 && look->metal <= 1.0 && look->opacity > 0.0);
        CHECK(look->opacity <= 1.0 && look->grain >= 0.0 && look->grain < 1.0);
        CHECK(look->lightest <= look->densest);
        CHECK(strlen(look->name) > 0);
    }
}

AB_TESTS(AB_TEST(names_tell_looks), AB_TEST(words_count_from_their_beginning),
         AB_TEST(densities_tell_where_names_do_not), AB_TEST(rows_are_sound))
