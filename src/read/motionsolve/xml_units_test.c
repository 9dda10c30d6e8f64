// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0

#include "read/motionsolve/xml_units.h"

#include "base/check.h"
#include "read/core/xml_tree.h"

static int choice_of(abXmlQuantity quantity, const char *word) {
    for (int i = 0; ab_xml_unit_words[quantity][i] != NULL; i++) {
        if (ab_xml_is_one_of(word, ab_xml_unit_words[quantity][i])) {
            return i;
        }
    }
    ab_check_failed(__FILE__, __LINE__, word);
    return 0;
}

static abXmlUnits units_of(const char *force, const char *mass, const char *length,
                           const char *time) {
    abXmlUnits units = ab_xml_units_si();
    ab_xml_units_choose(&units, AB_XML_FORCE, choice_of(AB_XML_FORCE, force));
    ab_xml_units_choose(&units, AB_XML_MASS, choice_of(AB_XML_MASS, mass));
    ab_xml_units_choose(&units, AB_XML_LENGTH, choice_of(AB_XML_LENGTH, length));
    ab_xml_units_choose(&units, AB_XML_TIME, choice_of(AB_XML_TIME, time));
    return units;
}

static double si(const abXmlUnits *units, const char *unit, double n, double value) {
    return ab_unit_to_si(ab_xml_unit_factor(units, unit, n), value);
}

static void force_has_a_unit_of_its_own(void) {
    abXmlUnits units = units_of("NEWTON", "KILOGRAM", "MILLIMETER", "SECOND");
    CHECK(si(&units, "N/m", 1.0, 5.0) == 5000.0); // 5 N/mm, not 5 kg mm/s^2 by mm
    CHECK(si(&units, "kg m^2", 1.0, 1e4) == 0.01);
    CHECK(si(&units, "m/s^2", 1.0, 9806.65) == 9.80665);
    CHECK(si(&units, "N s/m", 1.0, 2.0) == 2000.0);
    CHECK(si(&units, "-", 1.0, 7.0) == 7.0);
    CHECK(si(&units, "rad/s", 1.0, 7.0) == 7.0);
}

static void stiffness_goes_with_its_exponent(void) {
    // K_mm = K_m 1000^-n
    abXmlUnits units = units_of("Newton", "Kilogram", "Millimeter", "Second");
    CHECK(si(&units, "N/m^n", 1.0, 3.0) == 3000.0);
    CHECK(si(&units, "N/m^n", 2.0, 3.0) == 3e6);
    CHECK_NEAR(si(&units, "N/m^n", 1.5, 5.6747e5), 5.6747e5 * sqrt(1e9), 1e-14, 1.8e10);
    CHECK_NEAR(si(&units, "N/m^n", 2.2, 1.0), 3981071.7055349724, 1e-14, 4e6);
    abXmlUnits metres = ab_xml_units_si();
    CHECK(si(&metres, "N/m^n", 2.1, 0.1) == 0.1);
}

static void customary_units_are_exact(void) {
    abXmlUnits units = units_of("Pound_Force", "Slinch", "Inch", "Millisecond");
    CHECK(si(&units, "N", 1.0, 1.0) == 4.4482216152605);
    CHECK(si(&units, "m", 1.0, 1.0) == 0.0254);
    CHECK(si(&units, "s", 1.0, 20.0) == 0.02);
    // a slinch is what a pound force gives an inch by s^2
    CHECK_NEAR(si(&units, "kg", 1.0, 1.0) * 0.0254, 4.4482216152605, 1e-15, 4.4);
    units = units_of("Poundal", "Slug", "Foot", "Minute");
    CHECK_NEAR(si(&units, "kg", 1.0, 1.0) * 0.3048, 4.4482216152605, 1e-15, 4.4);
    CHECK(si(&units, "N", 1.0, 1.0) == 0.138254954376);
    units = units_of("Kilogram_Force", "Pound_Mass", "Mile", "Day");
    CHECK(si(&units, "N", 1.0, 1.0) == 9.80665);
    CHECK(si(&units, "kg", 1.0, 1.0) == 0.45359237);
    CHECK(si(&units, "m", 1.0, 1.0) == 1609.344);
    CHECK(si(&units, "s", 1.0, 1.0) == 86400.0);
    units = units_of("Ounce_Force", "US Ton", "Mils", "Hour");
    CHECK_NEAR(si(&units, "N", 1.0, 16.0), 4.4482216152605, 1e-15, 4.4);
    CHECK(si(&units, "kg", 1.0, 1.0) == 907.18474);
    CHECK(si(&units, "m", 1.0, 1000.0) == 0.0254);
}

static void every_word_is_in_the_table_once(void) {
    for (int q = 0; q < AB_XML_QUANTITY_COUNT; q++) {
        for (int i = 0; ab_xml_unit_words[q][i] != NULL; i++) {
            char word[60];
            ab_xml_first_spelling(ab_xml_unit_words[q][i], word, sizeof word);
            CHECK(choice_of((abXmlQuantity)q, word) == i);
            abXmlUnits units = ab_xml_units_si();
            ab_xml_units_choose(&units, (abXmlQuantity)q, i);
            CHECK(units.of[q].numerator > 0.0 && units.of[q].denominator > 0.0);
        }
    }
}

static void meshes_know_the_unit_of_length(void) {
    static const char *const words[] = {"Meter",      "Millimeter", "Centimeter", "Kilometer",
                                        "Micrometer", "Inch",       "Foot"};
    static const char *const known[] = {"m", "mm", "cm", "km", "um", "in", "ft"};
    for (int i = 0; i < 7; i++) {
        abXmlUnits units = units_of("Newton", "Kilogram", words[i], "Second");
        CHECK_TEXT(ab_xml_mesh_unit(&units), known[i]);
    }
    abXmlUnits units = units_of("Newton", "Kilogram", "Yard", "Second");
    CHECK(ab_xml_mesh_unit(&units) == NULL);
}

static void texts_are_in_the_file_s_units(void) {
    char text[40];
    abXmlUnits units = units_of("KNewton", "Kilogram", "Millimeter", "Millisecond");
    ab_xml_unit_text(&units, "m/s^2", text, sizeof text);
    CHECK_TEXT(text, "mm/ms^2");
    ab_xml_unit_text(&units, "N m", text, sizeof text);
    CHECK_TEXT(text, "kN mm");
    ab_xml_unit_text(&units, "rad/s", text, sizeof text);
    CHECK_TEXT(text, "rad/ms");
    ab_xml_unit_text(&units, "-", text, sizeof text);
    CHECK_TEXT(text, "-");
}

AB_TESTS(AB_TEST(texts_are_in_the_file_s_units), AB_TEST(force_has_a_unit_of_its_own),
         AB_TEST(stiffness_goes_with_its_exponent), AB_TEST(customary_units_are_exact),
         AB_TEST(every_word_is_in_the_table_once), AB_TEST(meshes_know_the_unit_of_length))
