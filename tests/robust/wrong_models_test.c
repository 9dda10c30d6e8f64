// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// wrong_models_test.c - every wrong model in models/ is refused with the right words at the right
// place, and nothing leaks.
//
// The head of a model says what must come, in this order and nothing else:
//
//     # expect: LINE:COLUMN: beginning of the text      a problem in the file itself
//     # expect: FILE:LINE:COLUMN: ..., --set PATH: ...  a problem from elsewhere
//     # warn: beginning of the sentence                 a warning; the model itself is fine
//     # set: path=value                                 read with this override

#include <dirent.h>
#include <stdlib.h>
#include <unistd.h>

#include "abut/read.h"
#include "base/check.h"

enum { LINES_MAX = 20, LINE_LENGTH = 500 };

typedef struct Expected {
    char problems[LINES_MAX][LINE_LENGTH];
    char warnings[LINES_MAX][LINE_LENGTH];
    char sets[LINES_MAX][LINE_LENGTH];
    int problem_count, warning_count, set_count;
} Expected;

static long s_live_bytes;

static void *counting_resize(void *context, void *pointer, size_t old_size, size_t new_size) {
    (void)context;
    if (new_size == 0) {
        free(pointer);
        s_live_bytes -= (long)old_size;
        return NULL;
    }
    void *out = realloc(pointer, new_size);
    s_live_bytes += out != NULL ? (long)new_size - (long)old_size : 0;
    return out;
}

static void keep(char lines[LINES_MAX][LINE_LENGTH], int *count, const char *text) {
    if (*count < LINES_MAX) {
        snprintf(lines[(*count)++], LINE_LENGTH, "%.*s", (int)strcspn(text, "\r\n"), text);
    }
}

static void read_head(const char *file, Expected *out) {
    char line[LINE_LENGTH];
    FILE *stream = fopen(file, "r");
    memset(out, 0, sizeof *out);
    while (stream != NULL && fgets(line, sizeof line, stream) != NULL && line[0] == '#') {
        if (strncmp(line, "# expect: ", 10) == 0) {
            keep(out->problems, &out->problem_count, line + 10);
        } else if (strncmp(line, "# warn: ", 8) == 0) {
            keep(out->warnings, &out->warning_count, line + 8);
        } else if (strncmp(line, "# set: ", 7) == 0) {
            keep(out->sets, &out->set_count, line + 7);
        }
    }
    if (stream != NULL) {
        fclose(stream);
    }
}

// The overrides of the head; "path=value" is cut in place.
static int cut_overrides(Expected *expected, abOverride *overrides) {
    for (int i = 0; i < expected->set_count; i++) {
        char *equals = strchr(expected->sets[i], '=');
        *equals = '\0';
        overrides[i] = (abOverride){expected->sets[i], equals + 1};
    }
    return expected->set_count;
}

static Expected s_warned;

static void take_warning(void *context, abLogLevel level, const char *sentence) {
    (void)context;
    if (level == AB_LOG_WARNING) {
        keep(s_warned.warnings, &s_warned.warning_count, sentence);
    }
}

static bool begins_with(const char *text, const char *start) {
    return strncmp(text, start, strlen(start)) == 0;
}

static void compare_problems(const char *file, const Expected *expected, const abError *error) {
    char name[200];
    snprintf(name, sizeof name, "%s:", file);
    if (error->count != expected->problem_count) {
        printf("%s: %d problems instead of %d\n", file, error->count, expected->problem_count);
        s_failed_checks++;
    }
    for (int i = 0; i < error->count; i++) {
        char text[700];
        ab_error_format(error, i, text, sizeof text);
        const char *said = begins_with(text, name) ? text + strlen(name) : text;
        const char *wanted = i < expected->problem_count ? expected->problems[i] : "nothing";
        if (!begins_with(said, wanted)) {
            printf("%s\n    said:     %s\n    expected: %s\n", file, said, wanted);
            s_failed_checks++;
        }
    }
}

static void check_model(const char *file) {
    static Expected expected;
    static abError error;
    abOverride overrides[LINES_MAX];
    abAllocator allocator = {.resize = counting_resize};
    abLog log = {.write = take_warning};
    abModel *model;
    read_head(file, &expected);
    if (expected.problem_count + expected.warning_count == 0) {
        ab_check_failed(file, 1, "the head says nothing of what to expect");
        return;
    }
    s_warned.warning_count = 0;
    s_live_bytes = 0;
    ab_error_clear(&error);
    int count = cut_overrides(&expected, overrides);
    abResult result = ab_model_read(file, overrides, count, allocator, log, &model, &error);
    if (result != (expected.problem_count > 0 ? AB_BAD_MODEL : AB_OK)) {
        ab_check_failed(file, 1, ab_result_name(result));
    }
    CHECK((model == NULL) == (result != AB_OK));
    compare_problems(file, &expected, &error);
    if (s_warned.warning_count != expected.warning_count) {
        printf("%s: %d warnings instead of %d, the first: %s\n", file, s_warned.warning_count,
               expected.warning_count, s_warned.warnings[0]);
        s_failed_checks++;
    }
    for (int i = 0; i < expected.warning_count; i++) {
        CHECK(i < s_warned.warning_count &&
              begins_with(s_warned.warnings[i], expected.warnings[i]));
    }
    ab_model_destroy(model);
    CHECK(s_live_bytes == 0);
}

static void wrong_models_are_refused_where_they_are_wrong(void) {
    int count = 0;
    DIR *folder = chdir("tests/robust/models") == 0 ? opendir(".") : NULL;
    CHECK(folder != NULL);
    for (struct dirent *entry; folder != NULL && (entry = readdir(folder)) != NULL;) {
        const char *end = strrchr(entry->d_name, '.');
        if (end != NULL && strcmp(end, ".yaml") == 0) {
            check_model(entry->d_name);
            count++;
        }
    }
    if (folder != NULL) {
        closedir(folder);
    }
    printf("%d models\n", count);
    CHECK(count >= 60);
}

AB_TESTS(AB_TEST(wrong_models_are_refused_where_they_are_wrong))
