// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0

#include "command/record_words.h"

#include "base/check.h"

static char s_base[40];

static abResult remember_base(const Arguments *arguments, abError *error) {
    (void)error;
    static const char *const endings[] = {".regions.csv", ".csv", ".html", NULL};
    s_base[0] = (char)('0' + 1 + record_base(arguments, endings, s_base + 1, sizeof s_base - 1));
    return AB_OK;
}

static const Command s_command = {.name = "test",
                                  .words = "RECORD",
                                  .minimum = 1,
                                  .maximum = 1,
                                  .text = "for tests",
                                  .options = {{'o', "output", "BASE", "a name"}},
                                  .run = remember_base};

// "2x": the base x, of the second ending; "0x": of none.
static const char *base_of(char *record, char *output) {
    char *words[] = {"test", record, output != NULL ? "-o" : NULL, output, NULL};
    CHECK(command_run_with(&s_command, output != NULL ? 4 : 2, words) == AB_OK);
    return s_base;
}

static void a_name_is_the_same_with_its_ending_and_without(void) {
    CHECK_TEXT(base_of("r.abut.db", "out/x"), "0out/x");
    CHECK_TEXT(base_of("r.abut.db", "out/x.html"), "3out/x");
    CHECK_TEXT(base_of("r.abut.db", "x.csv"), "2x");
    CHECK_TEXT(base_of("r.abut.db", "x.regions.csv"), "1x");
    CHECK_TEXT(base_of("r.abut.db", "x.html.csv"), "2x.html"); // one ending, not two
    CHECK_TEXT(base_of("r.abut.db", ".html"), "0.html");
    CHECK_TEXT(base_of("r.abut.db", "v1.2"), "0v1.2");
}

static void without_a_name_it_is_the_record_s(void) {
    CHECK_TEXT(base_of("out/hello.abut.db", NULL), "0hello");
    CHECK_TEXT(base_of("hello.db", NULL), "0hello");
    CHECK_TEXT(base_of("a/b/hello.csv", NULL), "0hello.csv");
}

AB_TESTS(AB_TEST(a_name_is_the_same_with_its_ending_and_without),
         AB_TEST(without_a_name_it_is_the_record_s))
