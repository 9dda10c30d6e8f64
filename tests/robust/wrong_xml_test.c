// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// wrong_xml_test.c - every wrong MotionSolve model of the table is refused with the right words at
// the right place, and nothing leaks.
//
// The rows of the table are in wrong_xml_rows.h.

#include <stdlib.h>

#include "abut/read.h"
#include "base/check.h"
#include "read/yaml/yaml_write.h"
#include "wrong_xml_rows.h"

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

typedef struct Said {
    char lines[LINES][700];
    int count;
} Said;

static void note(Said *said, const char *kind, const char *text) {
    const char *behind = strncmp(text, "model:", 6) == 0 ? text + 6 : text;
    if (said->count < LINES) {
        snprintf(said->lines[said->count], sizeof said->lines[0], "%s%s", kind, behind);
    }
    said->count++;
}

static void take_warning(void *context, abLogLevel level, const char *sentence) {
    if (level == AB_LOG_WARNING) {
        note(context, "warn: ", sentence);
    }
}

static abResult read_row(const char *text, Said *said) {
    static abError error;
    abModel *model;
    abAllocator allocator = {.resize = counting_resize};
    abLog log = {.write = take_warning, .context = said};
    ab_error_clear(&error);
    s_live_bytes = 0;
    abResult result =
        ab_model_read_text(text, strlen(text), NULL, NULL, 0, allocator, log, &model, &error);
    CHECK((model == NULL) == (result != AB_OK));
    CHECK((error.count > 0) == (result != AB_OK));
    for (int i = 0; i < error.count; i++) {
        char line[700];
        ab_error_format(&error, i, line, sizeof line);
        note(said, "", line);
    }
    ab_model_destroy(model);
    CHECK(s_live_bytes == 0);
    return result;
}

static void check_row(const Row *row) {
    char text[4000];
    Said said = {.count = 0};
    snprintf(text, sizeof text, "%s%s</Model>\n<Command>\n%s</Command>\n</MotionSolve>\n", s_head,
             row->model, row->command);
    abResult result = read_row(text, &said);
    bool is_warning = true;
    int expected = 0;
    while (expected < LINES && row->expected[expected] != NULL) {
        is_warning = is_warning && strncmp(row->expected[expected], "warn: ", 6) == 0;
        expected++;
    }
    bool ok = said.count == expected && result == (is_warning ? AB_OK : AB_BAD_MODEL);
    for (int i = 0; ok && i < expected; i++) {
        ok = strncmp(said.lines[i], row->expected[i], strlen(row->expected[i])) == 0;
    }
    if (!ok) {
        printf("%s%s", row->model, row->command);
        for (int i = 0; i < expected; i++) {
            printf("    expected: %s\n", row->expected[i]);
        }
        for (int i = 0; i < said.count && i < LINES; i++) {
            printf("    said:     %s\n", said.lines[i]);
        }
        s_failed_checks++;
    }
}

static void every_wrong_model_is_told_at_its_place(void) {
    size_t count = sizeof s_rows / sizeof s_rows[0];
    for (size_t i = 0; i < count; i++) {
        check_row(&s_rows[i]);
    }
    printf("%zu models\n", count);
}

// What a vector of this type becomes.
static void check_components(const char *type, bool has_force, bool has_torque) {
    char text[4000];
    Said said = {.count = 0};
    static abError error;
    abModel *model;
    abLog log = {.write = take_warning, .context = &said};
    snprintf(text, sizeof text,
             "%s" VECTOR "%s fy_expression='3' tz_expression='5'/>\n</Model>\n<Command>\n" RUN
             "</Command>\n</MotionSolve>\n",
             s_head, type);
    ab_error_clear(&error);
    CHECK(ab_model_read_text(text, strlen(text), NULL, NULL, 0, ab_heap(), log, &model, &error) ==
          AB_OK);
    CHECK(said.count == !has_force + !has_torque);
    abText yaml;
    ab_text_init(&yaml, ab_heap());
    ab_yaml_write(model, NULL, NULL, &yaml);
    CHECK((strstr(ab_text_string(&yaml), "fy: ") != NULL) == has_force);
    CHECK((strstr(ab_text_string(&yaml), "tz: ") != NULL) == has_torque);
    ab_text_done(&yaml);
    ab_model_destroy(model);
}

static void a_vector_has_the_components_of_its_type(void) {
    check_components("", true, true);
    check_components("type='FORCEANDTORQUE'", true, true);
    check_components("type='FORCEONLY'", true, false);
    check_components("type='TORQUEONLY'", false, true);
}

static void a_text_without_blocks_is_refused(void) {
    Said said = {.count = 0};
    CHECK(read_row("<MotionSolve><Modell/></MotionSolve>", &said) == AB_BAD_MODEL);
    CHECK(said.count == 1);
    CHECK(strstr(said.lines[0], "1:1: <MotionSolve> holds no <Model>") != NULL);
    said.count = 0;
    CHECK(read_row("<robot name='r'><link name='a'/></robot>", &said) == AB_BAD_MODEL);
    CHECK(said.count == 1 && strstr(said.lines[0], "1:1: <robot>: this is URDF") != NULL);
    said.count = 0;
    CHECK(read_row("<mujoco><worldbody/></mujoco>", &said) == AB_BAD_MODEL);
    CHECK(said.count == 1 && strstr(said.lines[0], "1:1: <mujoco>: this is MJCF") != NULL);
}

static void many_problems_are_told_at_once(void) {
    static abError error;
    abModel *model;
    char text[8000] = "<m><Model>\n";
    for (int i = 0; i < 70; i++) {
        strcat(text, "<Reference_Marker id='x'/>\n");
    }
    strcat(text, "</Model></m>");
    ab_error_clear(&error);
    CHECK(ab_model_read_text(text, strlen(text), NULL, NULL, 0, ab_heap(), (abLog){0}, &model,
                             &error) == AB_BAD_MODEL);
    CHECK(error.count == AB_PROBLEMS_MAX && error.dropped == 20);
}

// A chain of markers as long as the file is resolved without recursion and in linear time.
static void long_chains_are_resolved(void) {
    enum { COUNT = 20000 };
    static abError error;
    abModel *model;
    char *text = malloc(64 * COUNT + 1000), *end = text;
    end += sprintf(end, "<m><Model>");
    for (int i = 1; i <= COUNT; i++) {
        end += sprintf(end, "<Reference_Marker id='%d' rm_id='%d' pos_x='1'/>", i,
                       i < COUNT ? i + 1 : 0);
    }
    end +=
        sprintf(end, "<Body_Rigid id='1' label='B' cg_id='1' lprf_id='1' mass='1' inertia_xx='1' "
                     "inertia_yy='1' inertia_zz='1'/></Model><Command><Simulate end_time='1'/>"
                     "</Command></m>");
    ab_error_clear(&error);
    CHECK(ab_model_read_text(text, (size_t)(end - text), NULL, NULL, 0, ab_heap(), (abLog){0},
                             &model, &error) == AB_OK);
    ab_model_destroy(model);
    free(text);
}

// Mesh files lie in the model's folder or below.
static void paths_out_of_the_folder_are_refused(void) {
    static const char *const files[] = {
        "../x.stl",  "/etc/passwd", "a/../../x.obj",    "..",
        "C:\\x.stl", "\\\\host\\x", "a\\..\\..\\x.stl", "file:x.stl"};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        static abError error;
        abModel *model;
        char text[1000], said[700];
        snprintf(text, sizeof text,
                 "%s<Post_Graphic id='1' type='External' rm_id='11' file='%s'/></Model>"
                 "</MotionSolve>",
                 s_head, files[i]);
        ab_error_clear(&error);
        CHECK(ab_model_read_text(text, strlen(text), "models/m.xml", NULL, 0, ab_heap(), (abLog){0},
                                 &model, &error) == AB_BAD_MODEL);
        ab_error_format(&error, 0, said, sizeof said);
        CHECK(error.count == 1 && strstr(said, "leads out of the model's folder") != NULL);
    }
}

// ---- no memory ----

typedef struct Heap {
    long live, calls, fail_after;
} Heap;

static void *failing_resize(void *context, void *pointer, size_t old_size, size_t new_size) {
    Heap *heap = context;
    if (new_size == 0) {
        free(pointer);
        heap->live -= pointer != NULL ? (long)old_size : 0;
        return NULL;
    }
    if (heap->calls++ >= heap->fail_after) {
        return NULL;
    }
    heap->live += (long)new_size - (pointer != NULL ? (long)old_size : 0);
    return realloc(pointer, new_size);
}

static void every_allocation_may_fail(void) {
    static abError error;
    static char text[20000];
    abModel *model = NULL;
    long failures = 0;
    FILE *stream = fopen("tests/robust/corpus/fuzz_xml/all_elements.xml", "rb");
    size_t size = stream != NULL ? fread(text, 1, sizeof text, stream) : 0;
    CHECK(size > 1000);
    if (stream != NULL) {
        fclose(stream);
    }
    for (; model == NULL && failures < 10000 && s_failed_checks == 0; failures++) {
        Heap heap = {.fail_after = failures};
        abAllocator allocator = {.resize = failing_resize, .context = &heap};
        ab_error_clear(&error);
        abResult result =
            ab_model_read_text(text, size, NULL, NULL, 0, allocator, (abLog){0}, &model, &error);
        CHECK(result == (model != NULL ? AB_OK : AB_IO));
        CHECK(model != NULL || (error.count > 0 && heap.live == 0));
        ab_model_destroy(model);
        CHECK(heap.live == 0);
    }
    CHECK(failures > 5 && failures < 10000);
    printf("%ld allocations\n", failures - 1);
}

AB_TESTS(AB_TEST(paths_out_of_the_folder_are_refused), AB_TEST(every_allocation_may_fail),
         AB_TEST(every_wrong_model_is_told_at_its_place), AB_TEST(a_text_without_blocks_is_refused),
         AB_TEST(a_vector_has_the_components_of_its_type), AB_TEST(many_problems_are_told_at_once),
         AB_TEST(long_chains_are_resolved))
