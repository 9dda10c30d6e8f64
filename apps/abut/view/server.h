// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// server.h - serves one page and speaks with it over WebSocket; one thread, sockets that never
// block.
//
// Someone who sends nothing, too much or nonsense is dropped, and so is someone who does not read:
// nobody holds up the others. A client with more than SERVER_PENDING_MAX bytes on the way is not
// listened to until it has read them.

#ifndef ABUT_SERVER_H
#define ABUT_SERVER_H

#include "abut/abut.h"

enum {
    SERVER_CLIENTS = 64,          // at once; a new one takes the place of the oldest that is silent
    SERVER_PENDING_MAX = 1 << 20, // bytes
    SERVER_HEAD_SECONDS = 5,      // for a request to arrive
    SERVER_READ_SECONDS = 10,     // for a client to read something
    SERVER_TOKEN_MIN = 16         // characters of a token given by hand
};

typedef struct ServerOptions {
    const char *address; // to listen at: 127.0.0.1
    int port;            // 0: any that is free
    bool is_remote;      // other machines are welcome; else the address must be loopback
    const char *token;   // NULL: a new one
    const char *page;
    double patience; // with a client that does not read; 0: SERVER_READ_SECONDS            [s]
    // Where the socket that listens is kept from one server to the next at the same address, so that
    // who comes between them waits and is not refused: -1 before the first. Whoever gives it closes
    // it in the end. NULL: it ends with the server.
    int *listener;
} ServerOptions;

// Called by server_run. `client` is a number that is not used again while the client is there. Each of
// the last three may be NULL.
typedef struct ServerHandler {
    void *context;
    void (*opened)(void *context, int client);
    void (*heard)(void *context, int client, const char *text, size_t size);
    void (*closed)(void *context, int client);
    void (*woken)(void *context);            // after server_wake
    void (*idle)(void *context, int client); // has read everything
} ServerHandler;

typedef struct Server Server;

// AB_USAGE for an address that is not allowed, AB_IO when it cannot be had.
abResult server_open(const ServerOptions *options, const ServerHandler *handler, Server **out,
                     abError *error);
void server_close(Server *server);
// "http://127.0.0.1:40123/?token=..."
const char *server_address(const Server *server);
int server_port(const Server *server);
const char *server_token(const Server *server);

// Serves until server_stop.
void server_run(Server *server);
// Both may be called by any thread; server_stop by signal handlers too.
void server_stop(Server *server);
void server_wake(Server *server);

// A binary message. Copies it.
void server_send(Server *server, int client, const void *data, size_t size);
// Whether everything sent has been read: else a frame is better dropped than queued.
bool server_is_idle(const Server *server, int client);
// Numbers of clients whose socket is open: first -1, then the last answer; -1 at the end.
int server_next(const Server *server, int client);

#endif
