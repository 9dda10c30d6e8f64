// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// main.c - the command `abut`: picks the subcommand.

#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "abut/version.h"
#include "base/schema.h"
#include "command/command.h"
#include "command/info.h"

enum {
#define COMMAND(symbol) HAS_##symbol, // -> HAS_run, ...
#include "command/subcommands.def"
#undef COMMAND
    COMMANDS
};

static void help(FILE *out) {
    fprintf(out, "abut " AB_VERSION " - contact between bodies\n\n");
    for (int i = 0; i < COMMANDS; i++) {
        char left[60];
        snprintf(left, sizeof left, "abut %s %s", command_all[i]->name, command_all[i]->words);
        fprintf(out, "  %-34s %s\n", left, command_all[i]->text);
    }
    fprintf(out, "\nTo begin with: abut run models/hello.yaml, then abut plot hello.abut.db\n");
    fprintf(out, "\nabut COMMAND --help says more. Data goes to stdout, messages to stderr.\n");
    int column = fprintf(out, "Exit codes:");
    for (const ExitCode *exit = command_exit_codes; exit->text != NULL; exit++) {
        bool is_full = column + (int)strlen(exit->text) > 74;
        column =
            (is_full ? 0 : column) + fprintf(out, "%s%d %s%s", is_full ? "\n" : " ", exit->code,
                                             exit->text, exit[1].text != NULL ? "," : ".\n");
    }
}

static abResult unknown(const char *word) {
    const char *names[COMMANDS + 1] = {NULL};
    for (int i = 0; i < COMMANDS; i++) {
        names[i] = command_all[i]->name;
    }
    if (info_has_topic(word)) {
        fprintf(stderr, "abut: there is no command %s (did you mean abut info %s?)\n", word, word);
        return AB_USAGE;
    }
    const char *near = ab_nearest_word(word, names);
    fprintf(stderr, "abut: there is no command %s%s; the commands are", word, ab_hint(near).text);
    for (int i = 0; i < COMMANDS; i++) {
        fprintf(stderr, "%s %s", i == 0 ? "" : ",", names[i]);
    }
    fprintf(stderr, "; abut --help says more\n");
    return AB_USAGE;
}

int main(int argc, char **argv) {
    signal(SIGXFSZ, SIG_IGN); // a file at its limit is a write that fails, told like any other
    if (argc < 2) {
        help(stderr);
        return AB_USAGE;
    }
    const char *word = argv[1];
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0 || strcmp(word, "help") == 0) {
        help(stdout);
        return (int)command_flushed(AB_OK);
    }
    if (strcmp(word, "--version") == 0 || strcmp(word, "-V") == 0) {
        printf("abut " AB_VERSION "\n");
        return (int)command_flushed(AB_OK);
    }
    for (int i = 0; i < COMMANDS; i++) {
        if (strcmp(word, command_all[i]->name) == 0) {
            return (int)command_flushed(command_run_with(command_all[i], argc - 1, argv + 1));
        }
    }
    return (int)unknown(word);
}
