// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0

#include "read/core/coefficients.h"

#include <math.h>

#include "base/check.h"

static void every_row_can_be_read(void) {
    abFrictionRow row;
    int rows = 0, ambiguous = 0, values = 0;
    for (; ab_friction_row(rows, &row); rows++) {
        CHECK(row.row == rows + 1 && row.material[0][0] != '\0' && row.material[1][0] != '\0');
        ambiguous += row.is_ambiguous;
        for (int c = 0; c < 2; c++) {
            const abCoefficientRange ranges[2] = {row.of_static[c], row.of_dynamic[c]};
            for (int k = 0; k < 2; k++) {
                CHECK(isnan(ranges[k].low) == isnan(ranges[k].high));
                CHECK(isnan(ranges[k].low) ||
                      (ranges[k].low > 0.0 && ranges[k].low <= ranges[k].high &&
                       ranges[k].high <= 4.0));
                values += !isnan(ranges[k].low);
            }
        }
    }
    CHECK(rows == 91 && ambiguous == 48 && values >= rows);
    char name[AB_TABLE_NAME];
    double e;
    int materials = 0;
    while (ab_restitution_row(materials, name, &e)) {
        CHECK(e > 0.0 && e < 1.0);
        materials++;
    }
    CHECK(materials == 12);
}

static void pairs_are_found_in_either_order(void) {
    abFrictionRow row;
    CHECK(ab_friction_find("Mild Steel", "Copper", AB_SURFACE_OUTSIDE, &row) && row.row == 16);
    CHECK(row.of_static[0].low == 0.53 && row.of_dynamic[0].high == 0.36 && !row.is_ambiguous);
    CHECK(row.of_dynamic[1].low == 0.18 && isnan(row.of_static[1].low));
    CHECK(ab_friction_find("Glass", "Glass", AB_SURFACE_GREASY, &row));
    CHECK_NEAR(ab_range_middle(row.of_static[1]), 0.35, 1e-15, 1.0);
    CHECK(!ab_friction_find("Brick", "Glass", AB_SURFACE_OUTSIDE, &row));
    CHECK(!ab_friction_find("Bronze", "Steel", AB_SURFACE_OUTSIDE, &row)); // greasy only
}

static void a_slip_of_the_pen_finds_its_neighbour(void) {
    char name[AB_TABLE_NAME];
    const char *near = ab_friction_nearest("Coper", name);
    CHECK(near != NULL && strcmp(near, "Copper") == 0);
    CHECK(ab_friction_nearest("xyzxyz", name) == NULL);
}

static void restitution_is_a_mean_of_both(void) {
    CHECK(ab_restitution_find("Steel", "Steel") == 0.9);
    CHECK_NEAR(ab_restitution_find("Steel", "Copper"), 0.56, 1e-15, 1.0);
    CHECK(isnan(ab_restitution_find("Steel", "Mud")));
}

AB_TESTS(AB_TEST(every_row_can_be_read), AB_TEST(pairs_are_found_in_either_order),
         AB_TEST(a_slip_of_the_pen_finds_its_neighbour), AB_TEST(restitution_is_a_mean_of_both))
