// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// websocket.c - WebSocket messages as bytes. SHA-1 serves the handshake alone, where RFC 6455 wants
// it; nothing here is secret.

#include "view/websocket.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

// ---- SHA-1 (RFC 3174) ----

static uint32_t rotate(uint32_t x, int by) {
    return x << by | x >> (32 - by);
}

static void sha1_block(uint32_t h[5], const unsigned char block[64]) {
    static const uint32_t constants[4] = {0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6};
    uint32_t w[80];
    for (int i = 0; i < 16; i++) {
        w[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 |
               (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
    }
    for (int i = 16; i < 80; i++) {
        w[i] = rotate(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
    }
    uint32_t a = h[0], b = h[1], c = h[2], d = h[3], e = h[4];
    for (int i = 0; i < 80; i++) {
        uint32_t f = i < 20              ? (b & c) | (~b & d)
                     : i < 40 || i >= 60 ? b ^ c ^ d
                                         : (b & c) | (b & d) | (c & d);
        uint32_t next = rotate(a, 5) + f + e + constants[i / 20] + w[i];
        e = d;
        d = c;
        c = rotate(b, 30);
        b = a;
        a = next;
    }
    h[0] += a;
    h[1] += b;
    h[2] += c;
    h[3] += d;
    h[4] += e;
}

// Of a text that fits into two blocks with its end mark and length.
static void sha1(const char *text, unsigned char out[20]) {
    uint32_t h[5] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
    unsigned char blocks[128] = {0};
    size_t length = strlen(text), whole = length + 9 <= 64 ? 64 : 128;
    memcpy(blocks, text, length + 1);
    blocks[length] = 0x80;
    for (size_t i = 0; i < 4; i++) {
        blocks[whole - 1 - i] = (unsigned char)(8 * length >> (8 * i));
    }
    for (size_t at = 0; at < whole; at += 64) {
        sha1_block(h, blocks + at);
    }
    for (int i = 0; i < 20; i++) {
        out[i] = (unsigned char)(h[i / 4] >> (24 - 8 * (i % 4)));
    }
}

void websocket_accept(const char *key, char out[WEBSOCKET_ACCEPT_SIZE]) {
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    char text[100];
    unsigned char digest[21] = {0}; // and a zero, to make full groups of three
    snprintf(text, sizeof text, "%.40s258EAFA5-E914-47DA-95CA-C5AB0DC85B11", key);
    sha1(text, digest);
    for (int i = 0; i < 7; i++) {
        unsigned group =
            (unsigned)digest[3 * i] << 16 | (unsigned)digest[3 * i + 1] << 8 | digest[3 * i + 2];
        for (int k = 0; k < 4; k++) {
            out[4 * i + k] = letters[group >> (18 - 6 * k) & 63];
        }
    }
    out[27] = '=';
    out[28] = '\0';
}

// ---- messages ----

static WebsocketMessage wrong(WebsocketCode code) {
    return (WebsocketMessage){.kind = WEBSOCKET_WRONG, .code = code};
}

WebsocketMessage websocket_read(char *bytes, size_t size) {
    static const WebsocketKind kinds[16] = {
        [1] = WEBSOCKET_TEXT, [8] = WEBSOCKET_CLOSE, [9] = WEBSOCKET_PING, [10] = WEBSOCKET_PONG};
    const unsigned char *head = (const unsigned char *)bytes;
    if (size < 2) {
        return (WebsocketMessage){.kind = WEBSOCKET_PARTIAL};
    }
    int opcode = head[0] & 15;
    bool is_whole = (head[0] & 0xf0) == 0x80, is_masked = (head[1] & 0x80) != 0;
    size_t length = head[1] & 127, start = 2;
    if (!is_masked) {
        return wrong(WEBSOCKET_PROTOCOL);
    }
    if (!is_whole || kinds[opcode] == WEBSOCKET_PARTIAL) {
        return wrong(WEBSOCKET_UNSUPPORTED);
    }
    if (length == 127 || (length > 125 && opcode >= 8)) { // 64 bits: always too long
        return wrong(WEBSOCKET_TOO_BIG);
    }
    if (length == 126) {
        if (size < 4) {
            return (WebsocketMessage){.kind = WEBSOCKET_PARTIAL};
        }
        length = (size_t)head[2] << 8 | head[3];
        start = 4;
    }
    if (length > WEBSOCKET_MESSAGE_MAX) {
        return wrong(WEBSOCKET_TOO_BIG);
    }
    if (size < start + 4 + length) {
        return (WebsocketMessage){.kind = WEBSOCKET_PARTIAL};
    }
    const char *mask = bytes + start;
    char *data = bytes + start + 4;
    for (size_t i = 0; i < length; i++) {
        data[i] = (char)(data[i] ^ mask[i % 4]);
    }
    return (WebsocketMessage){
        .kind = kinds[opcode], .data = data, .size = length, .used = start + 4 + length};
}

size_t websocket_head(int opcode, size_t size, unsigned char out[WEBSOCKET_HEAD_MAX]) {
    out[0] = (unsigned char)(0x80 | opcode);
    if (size < 126) {
        out[1] = (unsigned char)size;
        return 2;
    }
    size_t bytes = size < 65536 ? 2 : 8;
    out[1] = bytes == 2 ? 126 : 127;
    for (size_t i = 0; i < bytes; i++) {
        out[2 + i] = (unsigned char)((uint64_t)size >> (8 * (bytes - 1 - i)));
    }
    return 2 + bytes;
}
