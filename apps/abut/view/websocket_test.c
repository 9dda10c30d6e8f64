// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0

#include "view/websocket.h"

#include "base/check.h"

static void the_handshake_of_the_rfc_is_answered(void) {
    char answer[WEBSOCKET_ACCEPT_SIZE];
    websocket_accept("dGhlIHNhbXBsZSBub25jZQ==", answer); // RFC 6455, 1.3
    CHECK_TEXT(answer, "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
}

static void a_masked_text_is_read(void) {
    char bytes[] = "\x81\x85\x37\xfa\x21\x3d\x7f\x9f\x4d\x51\x58"; // RFC 6455, 5.7: Hello
    CHECK(websocket_read(bytes, 1).kind == WEBSOCKET_PARTIAL);
    CHECK(websocket_read(bytes, 10).kind == WEBSOCKET_PARTIAL);
    WebsocketMessage message = websocket_read(bytes, 11);
    CHECK(message.kind == WEBSOCKET_TEXT && message.size == 5 && message.used == 11);
    CHECK(strncmp(message.data, "Hello", 5) == 0);
}

static WebsocketMessage read_head(unsigned first, unsigned second, unsigned third) {
    char bytes[16] = {(char)first, (char)second, (char)third, (char)0xff};
    return websocket_read(bytes, sizeof bytes);
}

static void what_no_page_sends_is_refused(void) {
    CHECK(read_head(0x81, 0x05, 0).code == WEBSOCKET_PROTOCOL);    // no mask
    CHECK(read_head(0x01, 0x85, 0).code == WEBSOCKET_UNSUPPORTED); // a part
    CHECK(read_head(0xc1, 0x85, 0).code == WEBSOCKET_UNSUPPORTED); // an extension
    CHECK(read_head(0x82, 0x85, 0).code == WEBSOCKET_UNSUPPORTED); // binary
    CHECK(read_head(0x81, 0xff, 0).code == WEBSOCKET_TOO_BIG);     // 64-bit length
    CHECK(read_head(0x81, 0xfe, 0x40).code == WEBSOCKET_TOO_BIG);  // 16 kB
    CHECK(read_head(0x89, 0xfe, 0).code == WEBSOCKET_TOO_BIG);     // a long ping
}

static void heads_have_the_length_in_network_order(void) {
    unsigned char head[WEBSOCKET_HEAD_MAX];
    CHECK(websocket_head(2, 125, head) == 2 && head[0] == 0x82 && head[1] == 125);
    CHECK(websocket_head(2, 0x1234, head) == 4 && head[1] == 126 && head[2] == 0x12);
    CHECK(websocket_head(2, 0x123456, head) == 10 && head[1] == 127 && head[7] == 0x12 &&
          head[9] == 0x56);
}

static void any_bytes_are_read_within_their_bounds(void) {
    unsigned long long seed = 7;
    for (int round = 0; round < 200000; round++) {
        char bytes[24];
        for (size_t i = 0; i < sizeof bytes; i++) {
            seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
            bytes[i] = (char)(seed >> 56);
        }
        size_t size = seed >> 32 & 15;
        bytes[0] = (char)(round % 2 == 0 ? 0x81 : bytes[0]);
        WebsocketMessage message = websocket_read(bytes, size);
        bool has_data = message.kind != WEBSOCKET_PARTIAL && message.kind != WEBSOCKET_WRONG;
        CHECK(!has_data || (message.used <= size && message.data >= bytes &&
                            message.data + message.size == bytes + message.used));
    }
}

AB_TESTS(AB_TEST(the_handshake_of_the_rfc_is_answered), AB_TEST(a_masked_text_is_read),
         AB_TEST(what_no_page_sends_is_refused), AB_TEST(heads_have_the_length_in_network_order),
         AB_TEST(any_bytes_are_read_within_their_bounds))
