// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0

#include "view/http_request.h"

#include "base/check.h"

static const AccessPolicy s_policy = {.token = "secret", .port = 8080};

static HttpParse parse(const char *text, HttpRequest *request) {
    static char bytes[2 * HTTP_HEAD_MAX];
    snprintf(bytes, sizeof bytes, "%s", text);
    return http_parse(bytes, strlen(bytes), request);
}

// 0, or the status; -1 when it does not parse.
static int judge(const char *first, const char *host, const char *rest) {
    char text[1000];
    HttpRequest request;
    const char *why;
    snprintf(text, sizeof text, "%s HTTP/1.1\r\nHost: %s\r\n%s\r\n", first, host, rest);
    return parse(text, &request) == HTTP_COMPLETE ? http_judge(&request, &s_policy, &why) : -1;
}

#define SOCKET "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: abc\r\n"
#define OURS "Origin: http://127.0.0.1:8080\r\n"

static void our_own_page_gets_in(void) {
    CHECK(judge("GET /?token=secret", "127.0.0.1:8080", "") == 0);
    CHECK(judge("GET /?token=secret", "localhost:8080", "") == 0);
    CHECK(judge("GET /?token=secret&x=1", "[::1]:8080", "") == 0);
    CHECK(judge("GET /socket?token=secret", "127.0.0.1:8080", OURS SOCKET) == 0);
}

static void foreign_hosts_and_origins_do_not(void) {
    CHECK(judge("GET /?token=secret", "evil.example:8080", "") == 403);
    CHECK(judge("GET /?token=secret", "127.0.0.1.evil.example:8080", "") == 403);
    CHECK(judge("GET /?token=secret", "127.0.0.1:8081", "") == 403);
    CHECK(judge("GET /?token=secret", "127.0.0.1", "") == 403);
    CHECK(judge("GET /?token=secret", "10.0.0.1:8080", "") == 403);
    CHECK(judge("GET /?token=secret", "127.0.0.1:8080", "Origin: http://evil.example\r\n") == 403);
    CHECK(judge("GET /socket?token=secret", "127.0.0.1:8080", SOCKET) == 403); // no origin
    CHECK(judge("GET /socket?token=secret", "127.0.0.1:8080", "Origin: null\r\n" SOCKET) == 403);
    CHECK(judge("GET /socket?token=secret", "127.0.0.1:8080",
                "Origin: http://127.0.0.1:80800\r\n" SOCKET) == 403);
}

static void without_token_or_method_or_path_neither(void) {
    CHECK(judge("GET /", "127.0.0.1:8080", "") == 403);
    CHECK(judge("GET /?token=", "127.0.0.1:8080", "") == 403);
    CHECK(judge("GET /?token=secreT", "127.0.0.1:8080", "") == 403);
    CHECK(judge("GET /?token=secrets", "127.0.0.1:8080", "") == 403);
    CHECK(judge("GET /socket", "127.0.0.1:8080", OURS SOCKET) == 403);
    CHECK(judge("POST /?token=secret", "127.0.0.1:8080", "") == 405);
    CHECK(judge("GET /etc/passwd?token=secret", "127.0.0.1:8080", "") == 404);
    CHECK(judge("GET /socket?token=secret", "127.0.0.1:8080", OURS) == 426);
}

static void nonsense_is_refused(void) {
    HttpRequest request;
    CHECK(parse("GET / HTTP/1.1\r\nHost: a\r\n", &request) == HTTP_PARTIAL);
    CHECK(parse("GET /\r\n\r\n", &request) == HTTP_WRONG);
    CHECK(parse("hello\r\n\r\n", &request) == HTTP_WRONG);
    CHECK(parse("GET / HTTP/1.1\r\nno colon\r\n\r\n", &request) == HTTP_WRONG);
    CHECK(parse("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", &request) == HTTP_WRONG);
    CHECK(parse("GET / HTTP/1.1\r\nHost: a\x01\r\n\r\n", &request) == HTTP_WRONG);
    static char bytes[HTTP_HEAD_MAX];
    memset(bytes, 'a', sizeof bytes);
    CHECK(http_parse(bytes, sizeof bytes, &request) == HTTP_WRONG);
    char zero[] = "GET / HTTP/1.1\r\nHost: a\0b\r\n\r\n";
    CHECK(http_parse(zero, sizeof zero - 1, &request) == HTTP_WRONG);
}

// Pieces of requests and of nonsense in any order: an answer, and nothing out of bounds.
static void any_bytes_get_an_answer(void) {
    static const char *const pieces[] = {
        "GET ",      "/",        "?token=",  "secret",
        " HTTP/1.1", "\r\n",     "Host:",    "[::1",
        ":8080",     "\r\n\r\n", "Origin: ", "\xff",
        "\t",        " ",        ":",        "Upgrade: websocket\r\n"};
    unsigned long long seed = 1;
    for (int round = 0; round < 100000; round++) {
        char bytes[400];
        size_t size = 0;
        HttpRequest request;
        const char *why;
        for (int k = 0; k < 16; k++) {
            seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
            const char *piece = pieces[seed >> 60];
            memcpy(bytes + size, piece, strlen(piece));
            size += strlen(piece);
        }
        if (http_parse(bytes, size, &request) == HTTP_COMPLETE) {
            int status = http_judge(&request, &s_policy, &why);
            CHECK(status == 0 || (status >= 400 && status < 500));
        }
    }
}

AB_TESTS(AB_TEST(our_own_page_gets_in), AB_TEST(foreign_hosts_and_origins_do_not),
         AB_TEST(without_token_or_method_or_path_neither), AB_TEST(nonsense_is_refused),
         AB_TEST(any_bytes_get_an_answer))
