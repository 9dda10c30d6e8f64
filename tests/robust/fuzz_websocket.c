// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// fuzz_websocket.c - any bytes as what a page sends over a WebSocket, message after message. Each
// lies within the bytes, and is the same when it arrives byte by byte; any text is a key.

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "view/websocket.h"

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

// The first message of the bytes, from a copy of its own; `text` holds what it says.
static WebsocketMessage read_first(const uint8_t *data, size_t size,
                                   char text[WEBSOCKET_MESSAGE_MAX]) {
    char *bytes = copy(data, size);
    WebsocketMessage message = websocket_read(bytes, size);
    if (message.kind != WEBSOCKET_PARTIAL && message.kind != WEBSOCKET_WRONG) {
        check(message.size <= WEBSOCKET_MESSAGE_MAX && message.used >= 6 && message.used <= size);
        check(message.data > bytes && message.data + message.size == bytes + message.used);
        memcpy(text, message.data, message.size);
    }
    free(bytes);
    return message;
}

// Of a part there is no more to know, or the same.
static void check_part(const uint8_t *data, size_t part, const WebsocketMessage *whole,
                       const char *text) {
    static char again[WEBSOCKET_MESSAGE_MAX];
    WebsocketMessage message = read_first(data, part, again);
    if (message.kind == WEBSOCKET_PARTIAL) {
        return;
    }
    check(message.kind == whole->kind && message.code == whole->code &&
          message.size == whole->size && message.used == whole->used);
    check(message.kind == WEBSOCKET_WRONG || memcmp(again, text, message.size) == 0);
}

// The answer to a key is 27 letters of base 64 and "=".
static void check_accept(const uint8_t *data, size_t size) {
    char key[64] = "", answer[WEBSOCKET_ACCEPT_SIZE];
    memcpy(key, data, size < sizeof key ? size : sizeof key - 1);
    websocket_accept(key, answer);
    check(strlen(answer) == WEBSOCKET_ACCEPT_SIZE - 1 && strcspn(answer, "=") == 27);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static char text[WEBSOCKET_MESSAGE_MAX];
    check_accept(data, size);
    while (size > 0) {
        WebsocketMessage message = read_first(data, size, text);
        check_part(data, size - 1, &message, text);
        check_part(data, size / 2, &message, text);
        if (message.kind == WEBSOCKET_PARTIAL || message.kind == WEBSOCKET_WRONG) {
            break;
        }
        data += message.used;
        size -= message.used;
    }
    return 0;
}
