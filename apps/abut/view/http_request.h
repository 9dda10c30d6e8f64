// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// http_request.h - the head of an HTTP request, and whether to answer it.

#ifndef ABUT_HTTP_REQUEST_H
#define ABUT_HTTP_REQUEST_H

#include <stdbool.h>
#include <stddef.h>

enum { HTTP_HEAD_MAX = 8192 };

// Texts are in the bytes parsed; "" when not given.
typedef struct HttpRequest {
    const char *method, *path, *query;
    const char *host, *origin, *upgrade, *key, *version;
} HttpRequest;

typedef enum HttpParse { HTTP_PARTIAL, HTTP_COMPLETE, HTTP_WRONG } HttpParse;

// Parses the head in bytes[0 .. size), which it cuts into texts. A head given twice in the same
// field, or with control characters, is WRONG.
HttpParse http_parse(char *bytes, size_t size, HttpRequest *out);

// Who may ask.
typedef struct AccessPolicy {
    const char *token;
    int port;
    bool is_remote; // listens to other machines too
} AccessPolicy;

// 0 when the request may pass, else a status (403, 404, 405, 426) with a sentence. A page opened by
// another site must not get in: neither by a name that leads here (Host), nor by a script of that
// site (Origin), nor without the token.
int http_judge(const HttpRequest *request, const AccessPolicy *policy, const char **why);

#endif
