// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// view.c - abut view: a record or a running model in the browser.

#include "view.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "page.h"

static Server *s_server; // for the signal handler

static void on_signal(int number) {
    (void)number;
    server_stop(s_server);
}

void view_serve(Server *server) {
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = (int)SA_RESETHAND};
    sigemptyset(&action.sa_mask);
    s_server = server;
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    server_run(server);
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
}

// Starts the browser of the desktop, if there is one. What it says is not for us.
static void open_browser(const char *address) {
    if (getenv("DISPLAY") == NULL && getenv("WAYLAND_DISPLAY") == NULL) {
        return;
    }
    pid_t child = fork();
    if (child == 0) {
        if (fork() == 0) { // nobody waits for it
            if (freopen("/dev/null", "w", stdout) != NULL &&
                freopen("/dev/null", "w", stderr) != NULL) {
                execlp("xdg-open", "xdg-open", address, (char *)NULL);
            }
        }
        _exit(0);
    }
    if (child > 0) {
        waitpid(child, NULL, 0);
    }
}

abResult view_open(const Arguments *arguments, const ServerHandler *handler, Server **out,
                   abError *error) {
    const char *address = option_value(arguments, "bind");
    double port;
    AB_TRY(option_number(arguments, "port", 0.0, 0.0, 65535.0, &port));
    ServerOptions options = {.address = address != NULL ? address : "127.0.0.1",
                             .port = (int)port,
                             .is_remote = option_given(arguments, "allow-remote"),
                             .token = option_value(arguments, "token"),
                             .page = ab_data_page};
    AB_TRY(server_open(&options, handler, out, error));
    printf("%s\n", server_address(*out));
    fflush(stdout);
    if (!option_given(arguments, "no-open")) {
        open_browser(server_address(*out));
    }
    if (isatty(STDERR_FILENO)) {
        fprintf(stderr, "Open this address in a browser; Ctrl-C ends.\n");
    }
    return AB_OK;
}

// By what the file begins with, not by its name.
static bool is_record(const char *path) {
    static const char magic[16] = "SQLite format 3";
    char head[16] = "";
    FILE *file = fopen(path, "rb");
    if (file != NULL) {
        size_t read = fread(head, 1, sizeof head, file);
        fclose(file);
        return read == sizeof head && memcmp(head, magic, sizeof head) == 0;
    }
    return false;
}

static abResult run_view(const Arguments *arguments) {
    static abError error;
    ab_error_clear(&error);
    abResult result = is_record(arguments->words[0]) ? view_replay(arguments, &error)
                                                     : view_live(arguments, &error);
    if (result != AB_OK && error.count > 0) {
        command_report(result, &error);
    }
    return result;
}

const Command command_view = {
    .name = "view",
    .words = "RECORD|MODEL",
    .least = 1,
    .most = 1,
    .text = "look at a record, or at a model as it runs, in a browser",
    .more =
        "Prints the address of a page on this machine and opens it. A model runs in real time,\n"
        "is started and paused from the page, and its parameters can be changed as it runs.\n"
        "Without --output its record is thrown away at the end.",
    .options = {{0, "port", "NUMBER", "to listen at (any that is free)"},
                {0, "no-open", NULL, "do not open a browser"},
                {'o', "output", "RECORD", "keep the record of a live run"},
                {0, "set", "PATH=VALUE", "replace a value of the model; may be repeated"},
                {0, "allow-code", NULL, "run libraries and scripts that the model names"},
                {0, "code-time", "SECONDS", "how long one call of them may take (10)"},
                {0, "bind", "ADDRESS", "to listen at (127.0.0.1)"},
                {0, "allow-remote", NULL, "let other machines in; needs --token"},
                {0, "token", "TEXT", "what the address must carry (a new one every time)"}},
    .run = run_view,
};
