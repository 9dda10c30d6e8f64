// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// hostile_texts_test.c - texts made to hurt: deep, huge, cut off, damaged, and no memory to read
// them. They are made here because nobody wants them in a repository.

#include <stdlib.h>

#include "abut/read.h"
#include "base/check.h"

static const char s_model[] =
    "abut: 1\n"
    "title: \"a model with a bit of everything \\u00e9\"\n"
    "units: {length: mm, mass: g, angle: deg}\n"
    "include: [\"abut:materials\"]\n"
    "gravity: [0, 0, -9810]\n"
    "materials: {rubber: {youngs_modulus: 1e3, poissons_ratio: 0.49, density: 1e-3}}\n"
    "pairs:\n"
    "  - {materials: [Steel, rubber], restitution: 0.8, sliding_friction: 0.3}\n"
    "bodies:\n"
    "  ground: {mobility: fixed, shapes: [{plane: {}, material: Steel, group: floor}]}\n"
    "  ball: &ball\n"
    "    position: [0, 0, 1000]\n"
    "    rotation: [0, 90, 0]\n"
    "    shapes: [{sphere: {radius: 100}, material: rubber}]\n"
    "  other: {position: [500, 0, 1000], shapes: [{box: {size: [10, 20, 30]}, material: Steel}]}\n"
    "  cart: {mobility: prescribed, position: [3000, 0, 0], motion: {x: 10 * sin(2 * t)}}\n"
    "contacts:\n"
    "  - {between: [group:floor, ball], normal: {law: hertz, damping: 1e-3}}\n"
    "  - {between: ['*', '*'], enabled: false}\n"
    "joints:\n"
    "  - {type: revolute, between: [ball, other], axis: [0, 1, 0], rz: 90 * t}\n"
    "forces:\n"
    "  - {type: spring, between: [world, ball], stiffness: 10, damping: 0.1}\n"
    "  - {type: applied, between: [world, other], fx: 'if(t - 1, 1, 0)'}\n"
    "simulation: {end_time: 3, tolerance: 1.0e-8}\n"
    "outputs: [ball.position, \"contact(ground, ball).force\"]\n";

// ---- an allocator that counts and fails when told ----

typedef struct Heap {
    long live;       // bytes
    long calls;      // that wanted memory
    long fail_after; // calls; negative: never
} Heap;

static void *heap_resize(void *context, void *pointer, size_t old_size, size_t new_size) {
    Heap *heap = context;
    if (new_size == 0) {
        free(pointer);
        heap->live -= pointer != NULL ? (long)old_size : 0;
        return NULL;
    }
    if (heap->fail_after >= 0 && heap->calls++ >= heap->fail_after) {
        return NULL;
    }
    heap->live += (long)new_size - (pointer != NULL ? (long)old_size : 0);
    return realloc(pointer, new_size);
}

static abError s_error;

// Reads a text with no file behind it, and checks that nothing is left of it.
static abResult read_with(Heap *heap, const char *text, size_t size, const abOverride *override) {
    abAllocator allocator = {.resize = heap_resize, .context = heap};
    abModel *model;
    ab_error_clear(&s_error);
    abResult result = ab_model_read_text(text, size, NULL, override, override != NULL, allocator,
                                         (abLog){0}, &model, &s_error);
    CHECK((model != NULL) == (result == AB_OK));
    CHECK((s_error.count > 0) == (result != AB_OK));
    ab_model_destroy(model);
    CHECK(heap->live == 0);
    return result;
}

static abResult read_plain(const char *text, size_t size) {
    Heap heap = {.fail_after = -1};
    return read_with(&heap, text, size, NULL);
}

static void check_said(int line, int column, const char *part) {
    CHECK(s_error.count == 1);
    CHECK(s_error.problems[0].line == line);
    CHECK(s_error.problems[0].column == column);
    if (strstr(s_error.problems[0].text, part) == NULL) {
        CHECK_TEXT(s_error.problems[0].text, part);
    }
}

// `count` times `part` behind `start`; the caller frees.
static char *repeat(const char *start, const char *part, size_t count, size_t *size) {
    size_t head = strlen(start), length = strlen(part);
    char *text = malloc(head + count * length + 1);
    memcpy(text, start, head + 1);
    for (size_t i = 0; i < count; i++) {
        memcpy(text + head + i * length, part, length);
    }
    *size = head + count * length;
    text[*size] = '\0';
    return text;
}

// ---- the sentences ----

static void the_model_itself_is_fine(void) {
    CHECK(read_plain(s_model, strlen(s_model)) == AB_OK);
    for (int i = 0; i < s_error.count; i++) {
        printf("%d:%d: %s\n", s_error.problems[i].line, s_error.problems[i].column,
               s_error.problems[i].text);
    }
}

static void a_million_nested_lists_are_refused(void) {
    static const char *const parts[] = {"[", "{a: ", "- ", "? "};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        size_t size;
        char *text = repeat("outputs: ", parts[i], 1000000, &size);
        CHECK(read_plain(text + (i < 2 ? 0 : 9), size - (i < 2 ? 0 : 9)) == AB_BAD_MODEL);
        CHECK(strstr(s_error.problems[0].text, "nested more than 64 levels") != NULL);
        free(text);
    }
}

static void a_million_nested_lists_from_outside_are_refused(void) {
    size_t size;
    char *text = repeat("", "[", 1000000, &size);
    abOverride override = {"simulation.tolerance", text};
    Heap heap = {.fail_after = -1};
    CHECK(read_with(&heap, s_model, strlen(s_model), &override) == AB_BAD_MODEL);
    check_said(0, 0, "nested more than 64 levels");
    free(text);
}

static void aliases_of_aliases_are_bounded(void) {
    char text[2000];
    size_t used = (size_t)snprintf(text, sizeof text, "title: [\n&a0 [x, x, x, x, x, x, x, x],\n");
    for (int i = 1; i < 20; i++) {
        used += (size_t)snprintf(text + used, sizeof text - used, "&a%d [", i);
        for (int j = 0; j < 8; j++) {
            used += (size_t)snprintf(text + used, sizeof text - used, "*a%d,", i - 1);
        }
        used += (size_t)snprintf(text + used, sizeof text - used, "],\n");
    }
    CHECK(read_plain(text, used) == AB_BAD_MODEL);
    CHECK(strstr(s_error.problems[0].text, "aliases expand to more than 1000000 values") != NULL);
}

static void many_aliases_of_a_long_list_are_bounded(void) {
    size_t size, more;
    char *list = repeat("title: [&a [", "x,", 10000, &size);
    list[size - 1] = ']';
    char *text = repeat(list, ",*a", 10000, &more);
    CHECK(read_plain(text, more) == AB_BAD_MODEL);
    CHECK(strstr(s_error.problems[0].text, "aliases expand to more than 1000000 values") != NULL);
    free(text);
    free(list);
}

static void values_are_bounded(void) {
    size_t size;
    char *text = repeat("outputs: [", "0,", 2100000, &size);
    CHECK(read_plain(text, size) == AB_BAD_MODEL);
    CHECK(strstr(s_error.problems[0].text, "more than 2000000 values") != NULL);
    free(text);
}

static void size_is_bounded(void) {
    size_t size;
    char *text = repeat("abut: 1\n", "#2345678", 8 * 1024 * 1024, &size);
    CHECK(read_plain(text, size) == AB_BAD_MODEL);
    check_said(0, 0, "larger than 64 MB");
    free(text);
}

static void many_keys_given_twice_take_no_longer(void) {
    size_t size;
    char *text = repeat("bodies:\n", "  a: {mobility: fixed}\n", 50000, &size);
    CHECK(read_plain(text, size) == AB_BAD_MODEL);
    CHECK(s_error.count == AB_PROBLEMS_MAX);
    CHECK(s_error.dropped == 49999 + 1 - AB_PROBLEMS_MAX); // and abut: 1 is missing
    free(text);
}

static void a_long_name_is_cut_in_messages(void) {
    size_t size;
    char *text = repeat("", "\xC3\xA9", 100000, &size);
    CHECK(read_plain(text, size) == AB_BAD_MODEL);
    CHECK(strlen(s_error.problems[0].text) < 200);
    free(text);
}

static void bytes_that_are_no_text_are_located(void) {
    static const char text[] = "abut: 1\ntitle: \xC3\xA9\xFF\n";
    CHECK(read_plain(text, sizeof text - 1) == AB_BAD_MODEL);
    check_said(2, 9, "the file must be UTF-8");
    static const char zero[] = "abut: 1\ntitle: \0\n";
    CHECK(read_plain(zero, sizeof zero - 1) == AB_BAD_MODEL);
    check_said(2, 8, "the file must be UTF-8");
}

static void cut_off_models_do_no_harm(void) {
    for (size_t size = 0; size < strlen(s_model); size++) {
        char *exact = malloc(size + 1); // so that a read beyond the end is seen
        memcpy(exact, s_model, size);
        read_plain(exact, size);
        free(exact);
    }
}

static void damaged_models_do_no_harm(void) {
    static const char bytes[] = "\n\t -[]{}:,&*?|>'\"%@`!#\x80\xFF\0e9.~";
    size_t size = strlen(s_model);
    char *text = malloc(size + 1);
    for (size_t i = 0; i < size; i++) {
        memcpy(text, s_model, size);
        text[i] = bytes[(i * 7 + i / 31) % (sizeof bytes - 1)];
        read_plain(text, size);
    }
    free(text);
}

static void want_of_memory_is_told_at_any_point(void) {
    abOverride override = {"bodies.ball.velocity", "[1, 0, 0]"};
    Heap heap = {.fail_after = 0};
    abResult result = AB_IO;
    for (; result != AB_OK && heap.fail_after < 100000; heap.fail_after++) {
        heap.calls = 0;
        result = read_with(&heap, s_model, strlen(s_model), &override);
        if (result != AB_OK && result != AB_IO) {
            printf("allocation %ld: %s: %s\n", heap.fail_after, ab_result_name(result),
                   s_error.count > 0 ? s_error.problems[0].text : "");
        }
        CHECK(result == AB_OK || result == AB_IO);
    }
    CHECK(result == AB_OK);
    printf("%ld allocations\n", heap.fail_after - 1);
}

AB_TESTS(AB_TEST(the_model_itself_is_fine), AB_TEST(a_million_nested_lists_are_refused),
         AB_TEST(a_million_nested_lists_from_outside_are_refused),
         AB_TEST(aliases_of_aliases_are_bounded), AB_TEST(many_aliases_of_a_long_list_are_bounded),
         AB_TEST(values_are_bounded), AB_TEST(size_is_bounded),
         AB_TEST(many_keys_given_twice_take_no_longer), AB_TEST(a_long_name_is_cut_in_messages),
         AB_TEST(bytes_that_are_no_text_are_located), AB_TEST(cut_off_models_do_no_harm),
         AB_TEST(damaged_models_do_no_harm), AB_TEST(want_of_memory_is_told_at_any_point))
