// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// view.c - abut view: records, a running model or a list of models in the browser.

#include "view/view.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "view/page.h"
#include "view/view_live.h"
#include "view/view_replay.h"
#include "view/view_start.h"
#include "view/view_types.h"

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

abResult view_open(View *view, const ServerHandler *handler, Server **out, abError *error) {
    const Arguments *arguments = view->arguments;
    const char *address = option_value(arguments, "bind");
    double port;
    AB_TRY(option_number(arguments, "port", 0.0, 0.0, 65535.0, &port));
    ServerOptions options = {.address = address != NULL ? address : "127.0.0.1",
                             .port = view->port != 0 ? view->port : (int)port,
                             .is_remote = option_given(arguments, "allow-remote"),
                             .token = view->token[0] != '\0' ? view->token
                                                             : option_value(arguments, "token"),
                             .page = ab_data_page,
                             .listener = &view->listener};
    AB_TRY(server_open(&options, handler, out, error));
    if (view->port != 0) {
        return AB_OK;
    }
    view->port = server_port(*out);
    snprintf(view->token, sizeof view->token, "%s", server_token(*out));
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

// The list, a model chosen from it, the list again, until a signal comes. What is wrong with a
// model is said with the list.
static abResult view_models(View *view, abError *error) {
    char message[6000] = "";
    for (;;) {
        AB_TRY(view_start(view, message, error));
        if (view->model[0] == '\0') {
            return AB_OK;
        }
        message[0] = '\0';
        view->wants_list = view->wants_live = false;
        abResult result = view->record[0] != '\0' ? view_replay(view, error) : AB_OK;
        bool is_live = view->record[0] == '\0' || view->wants_live;
        view->record[0] = '\0';
        if (result == AB_OK && is_live) {
            result = view_live(view, error);
        }
        if (result != AB_OK) {
            snprintf(message, sizeof message, "%s cannot run: %s", view->model,
                     error->count > 0 ? error->problems[0].text : "no reason known");
            ab_error_clear(error);
        } else if (!view->wants_list) {
            return AB_OK;
        }
    }
}

static abResult choose_way(View *view, abError *error) {
    char **words = view->arguments->words;
    int count = view->arguments->word_count;
    if (count == 0) {
        return view_models(view, error);
    }
    for (int i = 0; count == 2 && i < 2; i++) {
        if (!command_is_record(words[i])) {
            return ab_error_add(error, AB_USAGE, (abPlace){.file = words[i]},
                                "is no record; two of them can be compared, a model runs alone");
        }
    }
    if (command_is_record(words[0])) {
        return view_replay(view, error);
    }
    snprintf(view->model, sizeof view->model, "%s", words[0]);
    return view_live(view, error);
}

static abResult run_view(const Arguments *arguments, abError *error) {
    static View view; // large
    view = (View){.arguments = arguments, .listener = -1};
    abResult result = choose_way(&view, error);
    if (view.listener >= 0) {
        close(view.listener);
    }
    return result;
}

const Command command_view = {
    .name = "view",
    .words = "[RECORD [RECORD]|MODEL]",
    .minimum = 0,
    .maximum = 2,
    .text = "look at a record, at two beside each other, or at a model as it runs, in a browser",
    .more =
        "Prints the address of a page on this machine and opens it. A model runs in real time,\n"
        "is started and paused from the page, and its parameters can be changed as it runs.\n"
        "Without --output its record is thrown away at the end. Without a file the page lists the\n"
        "models in ./models, in the folder one is in, or those installed, and runs one on a click.",
    .options = {{0, "port", "NUMBER", "to listen at (any that is free)"},
                {0, "no-open", NULL, "do not open a browser"},
                {'o', "output", "RECORD", "keep the record of a live run"},
                {0, "set", "PATH=VALUE", "replace a value of the model; may be repeated"},
                {0, "allow-code", NULL, "run libraries and scripts that the model names"},
                {0, "code-time", "SECONDS", "how long one call of them may take (10)"},
                {'j', "threads", "N", "that compute one step together, with the same bits (1)"},
                {0, "bind", "ADDRESS", "to listen at (127.0.0.1)"},
                {0, "allow-remote", NULL, "let other machines in; needs --token"},
                {0, "token", "TEXT", "what the address must carry (a new one every time)"}},
    .run = run_view,
};
