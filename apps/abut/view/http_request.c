// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// http_request.c - heads of requests, by RFC 9112 as far as browsers use it.

#include "view/http_request.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

// ---- parsing ----

static bool is_clean(const char *text) {
    for (; *text != '\0'; text++) {
        if ((unsigned char)*text < 0x20 || (unsigned char)*text >= 0x7f) {
            return false;
        }
    }
    return true;
}

static bool take_field(HttpRequest *request, const char *name, const char *value) {
    const struct {
        const char *name;
        const char **value;
    } fields[] = {{"Host", &request->host},
                  {"Origin", &request->origin},
                  {"Upgrade", &request->upgrade},
                  {"Sec-WebSocket-Key", &request->key},
                  {"Sec-WebSocket-Version", &request->version}};
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        if (strcasecmp(name, fields[i].name) == 0) {
            bool is_first = **fields[i].value == '\0';
            *fields[i].value = value;
            return is_first && is_clean(value);
        }
    }
    return true;
}

// "GET /path?query HTTP/1.1"
static bool take_first_line(HttpRequest *request, char *line) {
    char *path = strchr(line, ' ');
    char *version = path != NULL ? strchr(path + 1, ' ') : NULL;
    if (version == NULL || strncmp(version + 1, "HTTP/1.", 7) != 0 || path[1] != '/') {
        return false;
    }
    *path++ = *version = '\0';
    request->method = line;
    request->path = path;
    char *query = strchr(path, '?');
    if (query != NULL) {
        *query = '\0';
        request->query = query + 1;
    }
    return is_clean(line) && is_clean(path) && is_clean(request->query);
}

static bool take_line(HttpRequest *request, char *line) {
    char *value = strchr(line, ':');
    if (value == NULL || line[0] == ' ' || line[0] == '\t') {
        return false;
    }
    *value++ = '\0';
    value += strspn(value, " \t");
    for (size_t length = strlen(value);
         length > 0 && (value[length - 1] == ' ' || value[length - 1] == '\t');) {
        value[--length] = '\0';
    }
    return take_field(request, line, value);
}

static size_t find_end(const char *bytes, size_t size) {
    for (size_t i = 3; i < size; i++) {
        if (memcmp(bytes + i - 3, "\r\n\r\n", 4) == 0) {
            return i + 1;
        }
    }
    return 0;
}

// The line end that comes next; a head ends with one.
static char *find_line_end(char *line) {
    while (line[0] != '\r' || line[1] != '\n') {
        line++;
    }
    return line;
}

HttpParse http_parse(char *bytes, size_t size, HttpRequest *out) {
    *out = (HttpRequest){"", "", "", "", "", "", "", ""};
    size_t end = find_end(bytes, size);
    if (end == 0) {
        return size >= HTTP_HEAD_MAX ? HTTP_WRONG : HTTP_PARTIAL;
    }
    if (memchr(bytes, '\0', end) != NULL) {
        return HTTP_WRONG;
    }
    bool is_first = true;
    for (char *line = bytes; line < bytes + end - 2;) {
        char *stop = find_line_end(line);
        *stop = '\0';
        if (!(is_first ? take_first_line(out, line) : take_line(out, line))) {
            return HTTP_WRONG;
        }
        is_first = false;
        line = stop + 2;
    }
    return HTTP_COMPLETE;
}

// ---- judging ----

// "127.0.0.1:8080" and the like: an address or localhost, with the port. Names that a foreign
// server could make lead here do not pass.
static bool is_our_host(const char *host, const AccessPolicy *policy) {
    char port[16];
    int length = snprintf(port, sizeof port, ":%d", policy->port);
    size_t size = strlen(host);
    if (size <= (size_t)length || strcmp(host + size - length, port) != 0) {
        return false;
    }
    size_t name = size - (size_t)length;
    if ((name == 9 && strncmp(host, "127.0.0.1", 9) == 0) ||
        (name == 9 && strncasecmp(host, "localhost", 9) == 0) ||
        (name == 5 && strncmp(host, "[::1]", 5) == 0)) {
        return true;
    }
    bool is_address = host[0] == '[' ? host[name - 1] == ']' : strspn(host, "0123456789.") == name;
    return policy->is_remote && is_address;
}

static bool is_our_origin(const HttpRequest *request) {
    return strncmp(request->origin, "http://", 7) == 0 &&
           strcasecmp(request->origin + 7, request->host) == 0;
}

// Compares without telling by its time how much was right.
static bool is_token(const char *query, const char *token) {
    static const char name[] = "token=";
    size_t length = strlen(token);
    if (strncmp(query, name, sizeof name - 1) != 0 || length == 0) {
        return false;
    }
    const char *given = query + sizeof name - 1;
    if (strcspn(given, "&") != length) {
        return false;
    }
    unsigned difference = 0;
    for (size_t i = 0; i < length; i++) {
        difference |= (unsigned char)(given[i] ^ token[i]);
    }
    return difference == 0;
}

static int refuse(int status, const char *sentence, const char **why) {
    *why = sentence;
    return status;
}

int http_judge(const HttpRequest *request, const AccessPolicy *policy, const char **why) {
    bool is_socket = strcmp(request->path, "/socket") == 0;
    *why = "";
    if (!is_our_host(request->host, policy)) {
        return refuse(403, "This address is not known here.", why);
    }
    if (strcmp(request->method, "GET") != 0) {
        return refuse(405, "Only GET is answered.", why);
    }
    if (request->origin[0] != '\0' ? !is_our_origin(request) : is_socket) {
        return refuse(403, "Pages of other sites get no answer.", why);
    }
    if (!is_socket && strcmp(request->path, "/") != 0) {
        return refuse(404, "There is nothing here.", why);
    }
    if (!is_token(request->query, policy->token)) {
        return refuse(403, "Open the address that `abut view` printed, with its token.", why);
    }
    if (is_socket &&
        (strcasecmp(request->upgrade, "websocket") != 0 || strcmp(request->version, "13") != 0 ||
         request->key[0] == '\0' || strlen(request->key) > 40)) {
        return refuse(426, "This address speaks WebSocket.", why);
    }
    return 0;
}
