// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0

#include "base/text.h"

#include "base/check.h"
#include "base/heap_fixture.h"

static void json_is_written_with_commas_and_escapes(void) {
    abText text;
    ab_text_init(&text, ab_heap());
    abJson json = ab_json(&text, false);
    ab_json_open(&json, NULL, '{');
    ab_json_text(&json, "name", "a \"b\"\n\\");
    ab_json_open(&json, "list", '[');
    ab_json_integer(&json, NULL, -3);
    ab_json_number(&json, NULL, 0.1);
    ab_json_number(&json, NULL, NAN);
    ab_json_close(&json, ']');
    ab_json_vec3(&json, "v", (abVec3){1.0, 2.0, 3.0});
    ab_json_boolean(&json, "yes", true);
    ab_json_close(&json, '}');
    CHECK_TEXT(ab_text_string(&text),
               "{\"name\": \"a \\\"b\\\"\\u000a\\\\\", \"list\": [-3, 0.1, null], "
               "\"v\": [1, 2, 3], \"yes\": true}");
    ab_text_done(&text);
}

static void numbers_are_as_short_as_they_can_be(void) {
    char out[32];
    ab_number_text(0.1, out);
    CHECK_TEXT(out, "0.1");
    ab_number_text(1.0 / 3.0, out);
    CHECK_TEXT(out, "0.3333333333333333");
    ab_number_text(-2.0, out);
    CHECK_TEXT(out, "-2");
}

static void want_of_memory_is_remembered(void) {
    CountingHeap heap;
    abText text;
    ab_text_init(&text, counting_heap(&heap));
    heap.fails = true;
    ab_text_add(&text, "%d", 1);
    CHECK(text.failed);
    CHECK_TEXT(ab_text_string(&text), "");
    ab_text_done(&text);
}

AB_TESTS(AB_TEST(json_is_written_with_commas_and_escapes),
         AB_TEST(numbers_are_as_short_as_they_can_be), AB_TEST(want_of_memory_is_remembered))
