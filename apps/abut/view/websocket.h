// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// websocket.h - the part of RFC 6455 that a page needs: the handshake's answer, short text messages
// from the client, binary messages to it.

#ifndef ABUT_WEBSOCKET_H
#define ABUT_WEBSOCKET_H

#include <stdbool.h>
#include <stddef.h>

enum {
    WEBSOCKET_MESSAGE_MAX = 4096, // bytes that a client may send at once
    WEBSOCKET_ACCEPT_SIZE = 29,   // of the handshake's answer, with the zero byte
    WEBSOCKET_HEAD_MAX = 10       // of a message to the client
};

// Codes of the closing handshake (RFC 6455, 7.4.1).
typedef enum WebsocketCode {
    WEBSOCKET_GOING_AWAY = 1001,
    WEBSOCKET_PROTOCOL = 1002,
    WEBSOCKET_UNSUPPORTED = 1003,
    WEBSOCKET_POLICY = 1008,
    WEBSOCKET_TOO_BIG = 1009
} WebsocketCode;

typedef enum WebsocketKind {
    WEBSOCKET_PARTIAL, // more bytes are needed
    WEBSOCKET_TEXT,
    WEBSOCKET_CLOSE,
    WEBSOCKET_PING,
    WEBSOCKET_PONG,
    WEBSOCKET_WRONG // close with `code`
} WebsocketKind;

typedef struct WebsocketMessage {
    WebsocketKind kind;
    WebsocketCode code;
    char *data; // in the bytes given, unmasked
    size_t size;
    size_t used; // bytes of the whole message
} WebsocketMessage;

// Sec-WebSocket-Accept for a Sec-WebSocket-Key.
void websocket_accept(const char *key, char out[WEBSOCKET_ACCEPT_SIZE]);

// Reads the first message in `bytes` and unmasks it there. What a page never sends is WRONG: no
// mask, parts of a message, binary data, more than WEBSOCKET_MESSAGE_MAX bytes.
WebsocketMessage websocket_read(char *bytes, size_t size);

// The head of a message with `size` bytes to the client; returns its length. `opcode`: 1 text, 2
// binary, 8 close, 10 pong.
size_t websocket_head(int opcode, size_t size, unsigned char out[WEBSOCKET_HEAD_MAX]);

#endif
