// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// server.c - a loop around poll(): accept, read, judge, answer, drop.

#include "view/server.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/no_memory.h"
#include "base/text.h"
#include "view/http_request.h"
#include "view/websocket.h"

// Sent with every answer: no framing, no guessing of kinds, nothing kept, no address told.
#define SAFE_HEADERS                                                                               \
    "X-Content-Type-Options: nosniff\r\nX-Frame-Options: DENY\r\nReferrer-Policy: no-referrer\r\n" \
    "Cross-Origin-Opener-Policy: same-origin\r\nCross-Origin-Resource-Policy: same-origin\r\n"     \
    "Cache-Control: no-store\r\nConnection: close\r\n"

typedef enum Stage {
    STAGE_FREE,
    STAGE_HEAD,   // the request has not arrived in whole
    STAGE_ANSWER, // closes when all is sent
    STAGE_OPEN    // a WebSocket
} Stage;

typedef struct Client {
    Stage stage;
    int socket;
    char in[HTTP_HEAD_MAX + 1]; // and room for a zero
    size_t in_size;
    abText out;
    size_t sent;  // of `out`
    double since; // accepted; or last progress with `out`                                [s]
    bool is_last; // closes after `out`
} Client;

struct Server {
    ServerHandler handler;
    int listener, wake[2];
    bool keeps_listener;    // open when the server ends
    atomic_bool is_stopped; // by any thread or a signal
    AccessPolicy policy;
    char token[80], address[200];
    const char *page;
    double patience;
    Client clients[SERVER_CLIENTS];
};

static void no_block(int descriptor) {
    fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK);
    fcntl(descriptor, F_SETFD, FD_CLOEXEC);
}

// ---- life ----

static abResult failed(const char *doing, abError *error) {
    return ab_error_add(error, AB_IO, (abPlace){0}, "cannot %s: %s", doing, strerror(errno));
}

static abResult choose_token(Server *server, const ServerOptions *options, abError *error) {
    if (options->token != NULL) {
        if (strlen(options->token) < SERVER_TOKEN_MIN || strlen(options->token) > 64 ||
            strspn(options->token, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                   "0123456789-_") != strlen(options->token)) {
            return ab_error_add(error, AB_USAGE, (abPlace){0},
                                "a token has %d to 64 letters, digits, - and _", SERVER_TOKEN_MIN);
        }
        snprintf(server->token, sizeof server->token, "%s", options->token);
        return AB_OK;
    }
    unsigned char bytes[16];
    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes) {
        return failed("make a token", error);
    }
    for (size_t i = 0; i < sizeof bytes; i++) {
        snprintf(server->token + 2 * i, 3, "%02x", bytes[i]);
    }
    return AB_OK;
}

// Other machines only when asked for, and then with a token that was chosen for it.
static abResult check_address(const ServerOptions *options, struct sockaddr_in *out,
                              abError *error) {
    *out = (struct sockaddr_in){.sin_family = AF_INET, .sin_port = htons((uint16_t)options->port)};
    if (inet_pton(AF_INET, options->address, &out->sin_addr) != 1) {
        return ab_error_add(error, AB_USAGE, (abPlace){0},
                            "\"%s\" is not an address such as 127.0.0.1", options->address);
    }
    bool is_loopback = ntohl(out->sin_addr.s_addr) >> 24 == 127;
    if (!is_loopback && !(options->is_remote && options->token != NULL)) {
        return ab_error_add(error, AB_USAGE, (abPlace){0},
                            "%s can be reached by other machines, who could watch and steer; say "
                            "--allow-remote and give a --token if that is wanted",
                            options->address);
    }
    return AB_OK;
}

static abResult listen_at(Server *server, const struct sockaddr_in *at, abError *error) {
    const int on = 1;
    server->listener = socket(AF_INET, SOCK_STREAM, 0);
    if (server->listener < 0) {
        return failed("open a socket", error);
    }
    setsockopt(server->listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (bind(server->listener, (const struct sockaddr *)at, sizeof *at) != 0 ||
        listen(server->listener, 128) != 0) {
        return failed("listen there", error);
    }
    no_block(server->listener);
    return AB_OK;
}

// Listens anew, or where the server before did.
static abResult open_sockets(Server *server, const struct sockaddr_in *at, int *kept,
                             abError *error) {
    struct sockaddr_in got;
    socklen_t size = sizeof got;
    if (kept != NULL && *kept >= 0) {
        server->listener = *kept;
    } else {
        AB_TRY(listen_at(server, at, error));
    }
    if (kept != NULL) {
        *kept = server->listener;
        server->keeps_listener = true;
    }
    if (getsockname(server->listener, (struct sockaddr *)&got, &size) != 0 ||
        pipe(server->wake) != 0) {
        return failed("open a socket", error);
    }
    no_block(server->wake[0]);
    no_block(server->wake[1]);
    server->policy.port = ntohs(got.sin_port);
    return AB_OK;
}

abResult server_open(const ServerOptions *options, const ServerHandler *handler, Server **out,
                     abError *error) {
    *out = NULL;
    struct sockaddr_in at;
    AB_TRY(check_address(options, &at, error));
    abAllocator heap = ab_heap();
    Server *server = heap.resize(heap.context, NULL, 0, sizeof *server);
    if (server == NULL) {
        return ab_no_memory(error, (abPlace){0}, "for the server");
    }
    memset(server, 0, sizeof *server);
    server->listener = server->wake[0] = server->wake[1] = -1;
    server->handler = *handler;
    server->page = options->page;
    server->patience = options->patience > 0.0 ? options->patience : SERVER_READ_SECONDS;
    abResult result = choose_token(server, options, error);
    if (result == AB_OK) {
        server->policy.token = server->token;
        server->policy.is_remote = options->is_remote;
        result = open_sockets(server, &at, options->listener, error);
    }
    if (result != AB_OK) {
        server_close(server);
        return result;
    }
    for (int i = 0; i < SERVER_CLIENTS; i++) {
        ab_text_init(&server->clients[i].out, heap);
    }
    snprintf(server->address, sizeof server->address, "http://%s:%d/?token=%s", options->address,
             server->policy.port, server->token);
    *out = server;
    return AB_OK;
}

int server_port(const Server *server) {
    return server->policy.port;
}

const char *server_token(const Server *server) {
    return server->token;
}

const char *server_address(const Server *server) {
    return server->address;
}

static void drop(Server *server, Client *client) {
    bool was_open = client->stage == STAGE_OPEN;
    close(client->socket);
    ab_text_done(&client->out);
    ab_text_init(&client->out, ab_heap());
    client->stage = STAGE_FREE;
    if (was_open && server->handler.closed != NULL) {
        server->handler.closed(server->handler.context, (int)(client - server->clients));
    }
}

void server_close(Server *server) {
    if (server == NULL) {
        return;
    }
    for (int i = 0; i < SERVER_CLIENTS; i++) {
        if (server->clients[i].stage != STAGE_FREE) {
            drop(server, &server->clients[i]);
        }
    }
    const int descriptors[3] = {server->keeps_listener ? -1 : server->listener, server->wake[0],
                                server->wake[1]};
    for (int i = 0; i < 3; i++) {
        if (descriptors[i] >= 0) {
            close(descriptors[i]);
        }
    }
    abAllocator heap = ab_heap();
    heap.resize(heap.context, server, sizeof *server, 0);
}

// ---- sending ----

static void push_out(Server *server, Client *client) {
    while (client->sent < client->out.size) {
        ssize_t n = send(client->socket, client->out.data + client->sent,
                         client->out.size - client->sent, MSG_NOSIGNAL);
        if (n < 0) {
            if (errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR) {
                drop(server, client);
            }
            return;
        }
        client->sent += (size_t)n;
        client->since = ab_clock();
    }
    ab_text_clear(&client->out);
    client->sent = 0;
    if (client->is_last) {
        drop(server, client);
    } else if (client->stage == STAGE_OPEN && server->handler.idle != NULL) {
        server->handler.idle(server->handler.context, (int)(client - server->clients));
    }
}

static size_t pending(const Client *client) {
    return client->out.size - client->sent;
}

// Begins something new: the time to read it counts from now.
static void begin_out(Client *client) {
    if (pending(client) == 0) {
        client->since = ab_clock();
    }
}

static void send_message(Server *server, Client *client, int opcode, const void *data,
                         size_t size) {
    unsigned char head[WEBSOCKET_HEAD_MAX];
    begin_out(client);
    ab_text_write(&client->out, head, websocket_head(opcode, size, head));
    ab_text_write(&client->out, data, size);
    if (client->out.failed) {
        drop(server, client);
    }
}

void server_send(Server *server, int index, const void *data, size_t size) {
    Client *client = &server->clients[index];
    if (client->stage == STAGE_OPEN && !client->is_last) {
        send_message(server, client, 2, data, size);
    }
}

bool server_is_idle(const Server *server, int client) {
    return pending(&server->clients[client]) == 0;
}

int server_next(const Server *server, int client) {
    for (int i = client + 1; i < SERVER_CLIENTS; i++) {
        if (server->clients[i].stage == STAGE_OPEN && !server->clients[i].is_last) {
            return i;
        }
    }
    return -1;
}

// ---- requests ----

static const char *reason_of(int status) {
    switch (status) {
    case 200:
        return "OK";
    case 403:
        return "Forbidden";
    case 404:
        return "Not Found";
    case 405:
        return "Method Not Allowed\r\nAllow: GET";
    case 426:
        return "Upgrade Required\r\nUpgrade: websocket";
    default:
        return "Bad Request";
    }
}

static void answer(Client *client, int status, const char *kind, const char *body) {
    begin_out(client);
    ab_text_add(&client->out, "HTTP/1.1 %d %s\r\n" SAFE_HEADERS, status, reason_of(status));
    ab_text_add(&client->out, "Content-Type: %s; charset=utf-8\r\nContent-Length: %zu\r\n\r\n",
                kind, strlen(body));
    ab_text_write(&client->out, body, strlen(body));
    client->stage = STAGE_ANSWER;
    client->is_last = true;
}

static void open_socket(Server *server, Client *client, const HttpRequest *request) {
    char accept_text[WEBSOCKET_ACCEPT_SIZE];
    websocket_accept(request->key, accept_text);
    begin_out(client);
    ab_text_add(&client->out,
                "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
                "Connection: Upgrade\r\nSec-WebSocket-Accept: %s\r\n\r\n",
                accept_text);
    client->stage = STAGE_OPEN;
    client->in_size = 0; // a client waits for this before it speaks
    server->handler.opened(server->handler.context, (int)(client - server->clients));
}

static void hear_head(Server *server, Client *client) {
    char bytes[HTTP_HEAD_MAX];
    HttpRequest request;
    memcpy(bytes, client->in, client->in_size); // parsing cuts it
    HttpParse parsed = http_parse(bytes, client->in_size, &request);
    if (parsed == HTTP_PARTIAL) {
        return;
    }
    const char *why = "This is not a request.";
    int status = parsed == HTTP_WRONG ? 400 : http_judge(&request, &server->policy, &why);
    if (status != 0) {
        answer(client, status, "text/plain", why);
    } else if (strcmp(request.path, "/socket") == 0) {
        open_socket(server, client, &request);
    } else {
        answer(client, 200, "text/html", server->page);
    }
}

static void say_goodbye(Server *server, Client *client, WebsocketCode code) {
    const unsigned char bytes[2] = {(unsigned char)(code >> 8), (unsigned char)code};
    send_message(server, client, 8, bytes, sizeof bytes);
    client->is_last = true;
}

static void hear_message(Server *server, Client *client, const WebsocketMessage *message) {
    switch (message->kind) {
    case WEBSOCKET_TEXT: {
        char text[WEBSOCKET_MESSAGE_MAX + 1];
        memcpy(text, message->data, message->size);
        text[message->size] = '\0';
        server->handler.heard(server->handler.context, (int)(client - server->clients), text,
                              message->size);
        break;
    }
    case WEBSOCKET_PING:
        send_message(server, client, 10, message->data, message->size);
        break;
    case WEBSOCKET_CLOSE:
        say_goodbye(server, client, WEBSOCKET_GOING_AWAY);
        break;
    case WEBSOCKET_WRONG:
        say_goodbye(server, client, message->code);
        break;
    case WEBSOCKET_PARTIAL:
    case WEBSOCKET_PONG:
        break;
    }
}

static void hear_messages(Server *server, Client *client) {
    while (client->stage == STAGE_OPEN && !client->is_last &&
           pending(client) <= SERVER_PENDING_MAX) {
        WebsocketMessage message = websocket_read(client->in, client->in_size);
        if (message.kind == WEBSOCKET_PARTIAL) {
            return;
        }
        hear_message(server, client, &message);
        client->in_size -= message.used;
        memmove(client->in, client->in + message.used, client->in_size);
    }
}

static void pull_in(Server *server, Client *client) {
    ssize_t n =
        recv(client->socket, client->in + client->in_size, HTTP_HEAD_MAX - client->in_size, 0);
    if (n <= 0) {
        if (n == 0 || (errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR)) {
            drop(server, client);
        }
        return;
    }
    client->in_size += (size_t)n;
    if (client->stage == STAGE_HEAD) {
        hear_head(server, client);
    } else if (client->stage == STAGE_OPEN) {
        hear_messages(server, client);
    } else {
        client->in_size = 0; // nobody listens any more
    }
}

// ---- the loop ----

// A place for a new client; that of the oldest which has not asked anything yet when all are taken.
static Client *find_place(Server *server) {
    Client *oldest = NULL;
    for (int i = 0; i < SERVER_CLIENTS; i++) {
        Client *client = &server->clients[i];
        if (client->stage == STAGE_FREE) {
            return client;
        }
        if (client->stage == STAGE_HEAD && (oldest == NULL || client->since < oldest->since)) {
            oldest = client;
        }
    }
    if (oldest != NULL) {
        drop(server, oldest);
    }
    return oldest;
}

static void accept_all(Server *server) {
    for (;;) {
        int descriptor = accept(server->listener, NULL, NULL);
        if (descriptor < 0) {
            return;
        }
        Client *client = find_place(server);
        if (client == NULL) {
            close(descriptor);
            continue;
        }
        no_block(descriptor);
        client->socket = descriptor;
        client->stage = STAGE_HEAD;
        client->in_size = client->sent = 0;
        client->is_last = false;
        client->since = ab_clock();
    }
}

static void drop_late(Server *server) {
    double time = ab_clock();
    for (int i = 0; i < SERVER_CLIENTS; i++) {
        Client *client = &server->clients[i];
        double waited = time - client->since;
        bool is_late =
            client->stage == STAGE_HEAD
                ? waited > SERVER_HEAD_SECONDS
                : client->stage != STAGE_FREE && pending(client) > 0 && waited > server->patience;
        if (is_late) {
            drop(server, client);
        }
    }
}

static void serve_client(Server *server, Client *client, short events) {
    if (client->stage != STAGE_FREE && (events & (POLLIN | POLLHUP | POLLERR)) != 0) {
        pull_in(server, client);
    }
    if (client->stage != STAGE_FREE && pending(client) > 0) {
        push_out(server, client);
    }
    if (client->stage == STAGE_OPEN) {
        hear_messages(server, client); // that waited for room
    }
}

static void serve_once(Server *server) {
    struct pollfd polls[SERVER_CLIENTS + 2];
    polls[0] = (struct pollfd){.fd = server->listener, .events = POLLIN};
    polls[1] = (struct pollfd){.fd = server->wake[0], .events = POLLIN};
    for (int i = 0; i < SERVER_CLIENTS; i++) {
        const Client *client = &server->clients[i];
        bool is_there = client->stage != STAGE_FREE;
        bool may_speak = pending(client) <= SERVER_PENDING_MAX && client->in_size < HTTP_HEAD_MAX;
        polls[i + 2] = (struct pollfd){
            .fd = is_there ? client->socket : -1,
            .events = (short)((may_speak ? POLLIN : 0) | (pending(client) > 0 ? POLLOUT : 0))};
    }
    if (poll(polls, SERVER_CLIENTS + 2, 250) < 0) {
        return; // a signal
    }
    for (int i = 0; i < SERVER_CLIENTS; i++) {
        if (polls[i + 2].fd >= 0 && polls[i + 2].revents != 0) {
            serve_client(server, &server->clients[i], polls[i + 2].revents);
        }
    }
    if (polls[1].revents != 0) {
        char bytes[64];
        while (read(server->wake[0], bytes, sizeof bytes) > 0) {
        }
        if (server->handler.woken != NULL) {
            server->handler.woken(server->handler.context);
        }
    }
    if (!server->is_stopped) { // else who comes waits for the next server
        accept_all(server);
    }
    drop_late(server);
}

void server_run(Server *server) {
    while (!server->is_stopped) {
        serve_once(server);
    }
}

void server_wake(Server *server) {
    const char byte = 0;
    ssize_t written = write(server->wake[1], &byte, 1); // a full pipe wakes as well
    (void)written;
}

void server_stop(Server *server) {
    server->is_stopped = true;
    server_wake(server);
}
