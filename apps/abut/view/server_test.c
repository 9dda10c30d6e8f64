// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// server_test.c - the server against clients that mean no good, over real sockets.

#include "view/server.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "base/check.h"
#include "base/clock.h"
#include "view/websocket.h"

#define TOKEN "0123456789abcdef"
#define PATIENCE 1.0 // with slow readers [s]
#define AT_ONCE 2.0  // takes milliseconds; less than what silent sockets are given [s]
#define FOREVER 600  // on a machine however busy [s]

enum { ATTEMPTS = 20 }; // to be answered at once: a busy machine may be slow now and then

static Server *s_server;
static int s_port;
static atomic_int s_opened, s_closed, s_heard;
static char s_last[WEBSOCKET_MESSAGE_MAX + 1];
static char s_large[1 << 22]; // sent to whoever says "much"

static void opened(void *context, int client) {
    (void)context;
    (void)client;
    s_opened++;
}

static void heard(void *context, int client, const char *text, size_t size) {
    (void)context;
    if (strcmp(text, "much") == 0) {
        server_send(s_server, client, s_large, sizeof s_large);
    } else {
        memcpy(s_last, text, size + 1);
        server_send(s_server, client, text, size);
    }
    s_heard++;
}

static void closed(void *context, int client) {
    (void)context;
    (void)client;
    s_closed++;
}

static void woken(void *context) {
    (void)context;
}

static const ServerHandler s_handler = {NULL, opened, heard, closed, woken, NULL};

static void *serve(void *argument) {
    server_run(argument);
    return NULL;
}

// ---- a client ----

static int dial(void) {
    struct sockaddr_in at = {.sin_family = AF_INET,
                             .sin_port = htons((uint16_t)s_port),
                             .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    struct timeval patience = {.tv_sec = FOREVER};
    int socket_ = socket(AF_INET, SOCK_STREAM, 0);
    setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    if (connect(socket_, (const struct sockaddr *)&at, sizeof at) != 0) {
        close(socket_);
        return -1;
    }
    return socket_;
}

static void say(int socket_, const void *data, size_t size) {
    CHECK(send(socket_, data, size, MSG_NOSIGNAL) == (ssize_t)size);
}

// Exactly `size` bytes; false when the other side has closed.
static bool hear(int socket_, void *data, size_t size) {
    for (size_t got = 0; got < size;) {
        ssize_t n = recv(socket_, (char *)data + got, size - got, 0);
        if (n <= 0) {
            return false;
        }
        got += (size_t)n;
    }
    return true;
}

static int status_of(const char *request) {
    char line[13] = "";
    int socket_ = dial();
    say(socket_, request, strlen(request));
    bool answered = hear(socket_, line, 12);
    close(socket_);
    return answered ? atoi(line + 9) : -1;
}

static int ask(const char *first, const char *host, const char *rest) {
    char text[1000];
    snprintf(text, sizeof text, "%s HTTP/1.1\r\nHost: %s:%d\r\n%s\r\n", first, host, s_port, rest);
    return status_of(text);
}

static int open_websocket(void) {
    char text[1000], answer[200] = "";
    int socket_ = dial();
    snprintf(text, sizeof text,
             "GET /socket?token=" TOKEN " HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n"
             "Origin: http://127.0.0.1:%d\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
             "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
             s_port, s_port);
    say(socket_, text, strlen(text));
    for (size_t i = 0; i + 1 < sizeof answer && strstr(answer, "\r\n\r\n") == NULL; i++) {
        CHECK(hear(socket_, answer + i, 1));
    }
    CHECK(strncmp(answer, "HTTP/1.1 101", 12) == 0);
    CHECK(strstr(answer, "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=") != NULL);
    return socket_;
}

static void say_text(int socket_, const char *text) {
    unsigned char bytes[200] = {0x81, (unsigned char)(0x80 | strlen(text)), 1, 2, 3, 4};
    for (size_t i = 0; i < strlen(text); i++) {
        bytes[6 + i] = (unsigned char)(text[i] ^ (int)(1 + i % 4));
    }
    say(socket_, bytes, 6 + strlen(text));
}

// ---- tests ----

static pthread_t s_thread;

static void a_server_opens(void) {
    abError error;
    ab_error_clear(&error);
    ServerOptions options = {
        .address = "127.0.0.1", .token = TOKEN, .page = "<p>page</p>", .patience = PATIENCE};
    CHECK(server_open(&options, &s_handler, &s_server, &error) == AB_OK);
    const char *port = strrchr(server_address(s_server), ':');
    s_port = atoi(port + 1);
    CHECK(s_port > 0);
    CHECK(pthread_create(&s_thread, NULL, serve, s_server) == 0);
}

static void other_machines_are_refused_unless_asked_for(void) {
    abError error;
    Server *server;
    ab_error_clear(&error);
    ServerOptions options = {.address = "0.0.0.0", .page = ""};
    CHECK(server_open(&options, &s_handler, &server, &error) == AB_USAGE);
    options.token = TOKEN;
    CHECK(server_open(&options, &s_handler, &server, &error) == AB_USAGE);
    options.token = NULL;
    options.is_remote = true;
    CHECK(server_open(&options, &s_handler, &server, &error) == AB_USAGE);
    options.token = "short";
    CHECK(server_open(&options, &s_handler, &server, &error) == AB_USAGE);
    options.token = TOKEN;
    CHECK(server_open(&options, &s_handler, &server, &error) == AB_OK);
    server_close(server);
    options.address = "example.org";
    CHECK(server_open(&options, &s_handler, &server, &error) == AB_USAGE);
}

static void the_page_needs_the_token_and_our_name(void) {
    CHECK(ask("GET /?token=" TOKEN, "127.0.0.1", "") == 200);
    CHECK(ask("GET /", "127.0.0.1", "") == 403);
    CHECK(ask("GET /?token=" TOKEN, "evil.example", "") == 403);
    CHECK(ask("POST /?token=" TOKEN, "127.0.0.1", "Content-Length: 0\r\n") == 405);
    CHECK(ask("GET /socket?token=" TOKEN, "127.0.0.1",
              "Origin: http://evil.example\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
              "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n") == 403);
    CHECK(status_of("\r\n\r\n\r\n\r\n") == 400);
}

static void texts_go_to_and_fro(void) {
    char answer[7];
    int socket_ = open_websocket();
    say_text(socket_, "hello");
    CHECK(hear(socket_, answer, 7));
    CHECK((unsigned char)answer[0] == 0x82 && answer[1] == 5 &&
          memcmp(answer + 2, "hello", 5) == 0);
    CHECK_TEXT(s_last, "hello");
    close(socket_);
}

static void an_oversized_frame_closes_the_socket(void) {
    unsigned char head[14] = {0x81, 0xff, 0, 0, 0, 0, 0x40, 0, 0, 0}, answer[4];
    int socket_ = open_websocket(), before = s_heard;
    say(socket_, head, sizeof head); // claims 1 GB
    CHECK(hear(socket_, answer, 4));
    CHECK(answer[0] == 0x88 && (answer[2] << 8 | answer[3]) == WEBSOCKET_TOO_BIG);
    CHECK(!hear(socket_, answer, 1));
    CHECK(s_heard == before);
    close(socket_);
}

// Opens 200 silent sockets; whether a page is had at once all the same.
static bool is_served_beside_silence(void) {
    int silent[200];
    for (int i = 0; i < 200; i++) {
        silent[i] = dial();
        CHECK(silent[i] >= 0);
    }
    double begun = ab_clock();
    CHECK(ask("GET /?token=" TOKEN, "127.0.0.1", "") == 200);
    bool is_at_once = ab_clock() - begun < AT_ONCE; // no wait for the silent ones to time out
    char byte;
    CHECK(!hear(silent[0], &byte, 1)); // the oldest was dropped
    for (int i = 0; i < 200; i++) {
        close(silent[i]);
    }
    return is_at_once;
}

static void two_hundred_silent_sockets_keep_nobody_out(void) {
    bool is_served = false;
    for (int i = 0; i < ATTEMPTS && !is_served; i++) {
        is_served = is_served_beside_silence();
    }
    CHECK(is_served);
}

static bool is_answered_at_once(int socket_) {
    char answer[5];
    double begun = ab_clock();
    say_text(socket_, "and");
    CHECK(hear(socket_, answer, 5));
    return ab_clock() - begun < AT_ONCE;
}

static void who_does_not_read_is_not_listened_to_then_dropped(void) {
    int slow = open_websocket(), before = s_heard, gone = s_closed, asked = 0;
    for (int i = 0; i < 60; i++) { // 240 MB, had all been answered
        say_text(slow, "much");
    }
    int quick = open_websocket();
    while (++asked <= ATTEMPTS && !is_answered_at_once(quick)) {
    }
    CHECK(asked <= ATTEMPTS);
    CHECK(s_heard - before - asked < 20); // 4 MB each: one on the way, the rest waits
    double begun = ab_clock();
    while (s_closed == gone && ab_clock() - begun < FOREVER) {
        nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
    }
    CHECK(s_closed > gone);
    close(slow);
    close(quick);
}

static void the_server_stops(void) {
    server_stop(s_server);
    CHECK(pthread_join(s_thread, NULL) == 0);
    server_close(s_server);
}

static Server *open_at(int port, int *listener) {
    abError error;
    ab_error_clear(&error);
    ServerOptions options = {.address = "127.0.0.1",
                             .port = port,
                             .token = TOKEN,
                             .page = "<p>page</p>",
                             .listener = listener};
    Server *server = NULL;
    CHECK(server_open(&options, &s_handler, &server, &error) == AB_OK);
    return server;
}

static void who_comes_between_two_servers_is_answered_by_the_second(void) {
    int listener = -1;
    Server *first = open_at(0, &listener);
    CHECK(listener >= 0);
    s_port = server_port(first);
    server_close(first);
    int early = dial(); // nobody serves here now
    CHECK(early >= 0);
    char request[200];
    snprintf(request, sizeof request,
             "GET /?token=" TOKEN " HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n", s_port);
    say(early, request, strlen(request));
    s_server = open_at(s_port, &listener);
    CHECK(server_port(s_server) == s_port);
    CHECK(pthread_create(&s_thread, NULL, serve, s_server) == 0);
    char answer[12];
    CHECK(hear(early, answer, sizeof answer));
    CHECK(memcmp(answer, "HTTP/1.1 200", sizeof answer) == 0);
    close(early);
    server_stop(s_server);
    CHECK(pthread_join(s_thread, NULL) == 0);
    server_close(s_server);
    close(listener);
    CHECK(dial() < 0); // it was the last
}

AB_TESTS(AB_TEST(a_server_opens), AB_TEST(other_machines_are_refused_unless_asked_for),
         AB_TEST(the_page_needs_the_token_and_our_name), AB_TEST(texts_go_to_and_fro),
         AB_TEST(an_oversized_frame_closes_the_socket),
         AB_TEST(two_hundred_silent_sockets_keep_nobody_out),
         AB_TEST(who_does_not_read_is_not_listened_to_then_dropped), AB_TEST(the_server_stops),
         AB_TEST(who_comes_between_two_servers_is_answered_by_the_second))
