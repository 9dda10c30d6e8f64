// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// fuzz_http.c - any bytes as the head of a request to the viewer's server. What is read lies within
// the bytes and is printable, the head is the same however it arrives, and nobody gets in who does
// not give the token.

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "view/http_request.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool condition) {
    if (!condition) {
        abort();
    }
}

// A copy of exactly this size, so that a read beyond it is seen.
static char *copy(const uint8_t *data, size_t size) {
    char *bytes = malloc(size > 0 ? size : 1);
    check(bytes != NULL);
    memcpy(bytes, data, size);
    return bytes;
}

static void check_text(const char *text, const char *bytes, size_t size) {
    bool is_inside = text >= bytes && text < bytes + size;
    size_t length = strlen(text);
    check(is_inside ? text + length < bytes + size : length == 0);
    for (size_t i = 0; i < length; i++) {
        check(text[i] >= 0x20 && text[i] < 0x7f);
    }
}

static void check_request(const HttpRequest *request, const char *bytes, size_t size) {
    const char *const texts[] = {request->method, request->path,   request->query,
                                 request->host,   request->origin, request->upgrade,
                                 request->key,    request->version};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        check_text(texts[i], bytes, size);
    }
}

static void check_judgement(const HttpRequest *request, bool is_remote) {
    const AccessPolicy policy = {.token = "0123456789abcdef", .port = 8080, .is_remote = is_remote};
    const char *why = NULL;
    int status = http_judge(request, &policy, &why);
    check(why != NULL && (status == 0) == (why[0] == '\0'));
    check(status != 0 ||
          (strstr(request->query, policy.token) != NULL && strstr(request->host, ":8080") != NULL));
}

// The server reads again from the start as bytes arrive: what was partial may become anything, but
// what was complete or wrong is never seen again.
static void check_part(const uint8_t *data, size_t part, HttpParse whole) {
    HttpRequest request;
    char *bytes = copy(data, part);
    HttpParse parse = http_parse(bytes, part, &request);
    check(parse == HTTP_PARTIAL || parse == whole);
    free(bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    HttpRequest request;
    char *bytes = copy(data, size);
    HttpParse parse = http_parse(bytes, size, &request);
    if (parse == HTTP_COMPLETE) {
        check_request(&request, bytes, size);
        check_judgement(&request, false);
        check_judgement(&request, true);
    }
    if (size < HTTP_HEAD_MAX) {
        check_part(data, size / 2, parse);
        check_part(data, size - (size > 0), parse);
    }
    free(bytes);
    return 0;
}
