// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0

#include "command/command.h"

#include <stdlib.h>

#include "base/check.h"

static Arguments s_seen; // by the last run
static char s_words[8][40];

static abResult remember(const Arguments *arguments, abError *error) {
    (void)error;
    s_seen = *arguments;
    for (int i = 0; i < arguments->word_count && i < 8; i++) {
        snprintf(s_words[i], sizeof s_words[i], "%s", arguments->words[i]);
    }
    return AB_OK;
}

static const Command s_command = {
    .name = "test",
    .words = "FILE...",
    .minimum = 1,
    .maximum = 2,
    .text = "for tests",
    .options = {{'o', "output", "FILE", "a value"},
                {0, "set", "PATH=VALUE", "may be repeated"},
                {0, "every", "N", "a number"},
                {'q', "quiet", NULL, "a flag"}},
    .run = remember,
};

// Runs a command line, its parts separated by single spaces.
static abResult run(const char *line) {
    static char text[200];
    static char *argv[20];
    int argc = 0;
    snprintf(text, sizeof text, "%s", line);
    for (char *word = strtok(text, " "); word != NULL; word = strtok(NULL, " ")) {
        argv[argc++] = word;
    }
    argv[argc] = NULL;
    return command_run_with(&s_command, argc, argv);
}

static void options_may_stand_anywhere(void) {
    CHECK(run("test a -o out b --quiet") == AB_OK);
    CHECK(s_seen.word_count == 2);
    CHECK_TEXT(s_words[1], "b");
    CHECK_TEXT(option_value(&s_seen, "output"), "out");
    CHECK(option_given(&s_seen, "quiet") && !option_given(&s_seen, "every"));
    CHECK(run("test --output=x a -- -q") == AB_OK);
    CHECK_TEXT(s_words[1], "-q");
    CHECK(!option_given(&s_seen, "quiet"));
}

static void mistakes_are_usage(void) {
    CHECK(run("test") == AB_USAGE);
    CHECK(run("test a b c") == AB_USAGE);
    CHECK(run("test a --nothing") == AB_USAGE);
    CHECK(run("test a -z") == AB_USAGE);
    CHECK(run("test a -o") == AB_USAGE);
    CHECK(run("test a --quiet=1") == AB_USAGE);
}

static void overrides_are_split_at_the_first_equals_sign(void) {
    abOverride overrides[COMMAND_VALUES];
    int count;
    CHECK(run("test a --set x.y=1=2 --set z=") == AB_OK);
    CHECK(option_overrides(&s_seen, overrides, &count) == AB_OK && count == 2);
    CHECK_TEXT(overrides[0].path, "x.y");
    CHECK_TEXT(overrides[0].value, "1=2");
    CHECK_TEXT(overrides[1].value, "");
    CHECK(run("test a --set nothing") == AB_OK);
    CHECK(option_overrides(&s_seen, overrides, &count) == AB_USAGE);
}

static void numbers_are_checked(void) {
    double value;
    CHECK(run("test a --every 3") == AB_OK);
    CHECK(option_number(&s_seen, "every", 1.0, 1.0, 10.0, &value) == AB_OK && value == 3.0);
    CHECK(option_number(&s_seen, "every", 1.0, 5.0, 10.0, &value) == AB_USAGE);
    CHECK(run("test a --every 3x") == AB_OK);
    CHECK(option_number(&s_seen, "every", 1.0, 1.0, 10.0, &value) == AB_USAGE);
    CHECK(run("test a") == AB_OK);
    CHECK(option_number(&s_seen, "every", 1.0, 1.0, 10.0, &value) == AB_OK && value == 1.0);
}

AB_TESTS(AB_TEST(options_may_stand_anywhere), AB_TEST(mistakes_are_usage),
         AB_TEST(overrides_are_split_at_the_first_equals_sign), AB_TEST(numbers_are_checked))
