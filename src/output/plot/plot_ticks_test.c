// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0

#include "output/plot/plot_ticks.h"

#include "base/check.h"

static void ticks_are_round_and_inside(void) {
    const double ranges[][2] = {
        {0.0, 1.0}, {-3.7, 12.2}, {1e-9, 3e-9}, {1e6, 1.0001e6}, {-1e-15, 1e-15}};
    for (size_t r = 0; r < sizeof ranges / sizeof ranges[0]; r++) {
        double low = ranges[r][0], high = ranges[r][1];
        abTicks ticks = ab_ticks(low, high, 6);
        CHECK(ticks.count >= 3 && ticks.count <= 15);
        for (int i = 0; i < ticks.count; i++) {
            double value = ab_tick_value(&ticks, i);
            // rounding of first + i step
            CHECK(value >= low - 1e-8 * ticks.step && value <= high + 1e-8 * ticks.step);
        }
    }
}

static void labels_carry_just_the_decimals_needed(void) {
    char label[40];
    abTicks ticks = ab_ticks(0.0, 1.0, 5);
    ab_tick_label(&ticks, 1, label, sizeof label);
    CHECK_TEXT(label, "0.2");
    ticks = ab_ticks(-2.0, 2.0, 4);
    ab_tick_label(&ticks, 0, label, sizeof label);
    CHECK_TEXT(label, "\xe2\x88\x92"
                      "2");
    ab_tick_label(&ticks, 2, label, sizeof label);
    CHECK_TEXT(label, "0");
}

static void flat_lines_have_a_scale(void) {
    double low = 0.0, high = 0.0;
    ab_tick_air(&low, &high);
    CHECK(low == -1.0 && high == 1.0); // of the unit as it is, not of its millionths
    low = high = -20.0;
    ab_tick_air(&low, &high);
    CHECK_NEAR(low, -21.0, 1e-12, 1.0);
    CHECK_NEAR(high, -19.0, 1e-12, 1.0);
    low = 0.0, high = 2.0;
    ab_tick_air(&low, &high);
    CHECK_NEAR(high, 2.1, 1e-12, 1.0);
}

static void small_units_get_a_prefix(void) {
    char unit[40], label[40];
    abTicks ticks = ab_ticks(0.0, 5e-5, 5);
    ab_tick_unit(&ticks, "m", unit, sizeof unit);
    CHECK_TEXT(unit, "\xc2\xb5m");
    ab_tick_label(&ticks, 1, label, sizeof label);
    CHECK_TEXT(label, "10");
    ab_tick_unit(&ticks, "kg m^2", unit, sizeof unit);
    CHECK_TEXT(unit, "10\xe2\x81\xbb\xe2\x81\xb6 kg m^2");
    ticks = ab_ticks(0.0, 1.0, 5);
    ab_tick_unit(&ticks, "-", unit, sizeof unit);
    CHECK_TEXT(unit, "");
}

static void long_labels_give_up_what_they_share(void) {
    char text[60];
    abTicks ticks = ab_ticks(326.6827008, 326.6827043, 7);
    ab_tick_offset(&ticks, "J", text, sizeof text);
    CHECK_TEXT(text, " \xe2\x88\x92 326.6827 J");
    ab_tick_label(&ticks, 0, text, sizeof text);
    CHECK_TEXT(text, "1.0");
    ab_tick_unit(&ticks, "J", text, sizeof text);
    CHECK_TEXT(text, "\xc2\xb5J");
    ticks = ab_ticks(-1e6 - 1.0, -1e6 + 1.0, 5);
    ab_tick_offset(&ticks, "-", text, sizeof text);
    CHECK_TEXT(text, " + 1000010");
    ticks = ab_ticks(326.0, 327.0, 7);
    ab_tick_offset(&ticks, "J", text, sizeof text);
    CHECK_TEXT(text, "");
}

static void thinning_keeps_peaks_and_ends(void) {
    enum { COUNT = 100000, COLUMNS = 100 };
    static double time[COUNT], values[COUNT];
    static size_t kept[4 * COLUMNS];
    for (int i = 0; i < COUNT; i++) {
        time[i] = i;
        values[i] = i == 43210 ? 5.0 : i == 43211 ? -7.0 : 0.0;
    }
    size_t count = ab_thin(time, values, COUNT, 0.0, COUNT, COLUMNS, kept);
    CHECK(count <= 4 * COLUMNS);
    double low = 0.0, high = 0.0;
    for (size_t i = 0; i < count; i++) {
        CHECK(i == 0 || kept[i] > kept[i - 1]);
        low = fmin(low, values[kept[i]]);
        high = fmax(high, values[kept[i]]);
    }
    CHECK(low == -7.0 && high == 5.0);
    CHECK(kept[0] == 0 && kept[count - 1] == COUNT - 1);
}

static void few_samples_are_all_kept(void) {
    const double time[3] = {0.0, 1.0, 2.0}, values[3] = {1.0, NAN, 2.0};
    size_t kept[12];
    CHECK(ab_thin(time, values, 3, 0.0, 2.0, 10, kept) == 3);
}

AB_TESTS(AB_TEST(ticks_are_round_and_inside), AB_TEST(labels_carry_just_the_decimals_needed),
         AB_TEST(flat_lines_have_a_scale), AB_TEST(small_units_get_a_prefix),
         AB_TEST(long_labels_give_up_what_they_share), AB_TEST(thinning_keeps_peaks_and_ends),
         AB_TEST(few_samples_are_all_kept))
