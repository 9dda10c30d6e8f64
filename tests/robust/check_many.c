// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// check_many.c - `abut check` of one model after another, each in a process of its own.
//
//     check_many SECONDS     the names of the models come from stdin, one a line
//
// Prints a line a model, "STATUS NAME": its exit code; "signal N" when it crashed; "too long" when it
// took more than SECONDS. What the program says of a model that does not end with 0 or 3 (a sanitizer's
// report) goes to stderr.

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "command/command.h"

enum { NAME_MAX_HERE = 1000 };

static void check_in_child(char *name, int said, unsigned seconds) {
    int nowhere = open("/dev/null", O_WRONLY);
    dup2(nowhere, STDOUT_FILENO);
    dup2(said, STDERR_FILENO);
    alarm(seconds);
    char *words[] = {"check", name, NULL};
    exit((int)command_flushed(command_run_with(&command_check, 2, words)));
}

static void tell(int said) {
    char text[4000];
    lseek(said, 0, SEEK_SET);
    for (ssize_t size; (size = read(said, text, sizeof text)) > 0;) {
        fwrite(text, 1, (size_t)size, stderr);
    }
}

static void check_one(char *name, unsigned seconds) {
    FILE *file = tmpfile();
    int said = file != NULL ? fileno(file) : STDERR_FILENO, status = 0;
    pid_t child = fork();
    if (child == 0) {
        check_in_child(name, said, seconds);
    }
    waitpid(child, &status, 0);
    int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    if (code >= 0) {
        printf("%d %s\n", code, name);
    } else if (WTERMSIG(status) == SIGALRM) {
        printf("too long %s\n", name);
    } else {
        printf("signal %d %s\n", WTERMSIG(status), name);
    }
    fflush(stdout);
    if (code != 0 && code != AB_BAD_MODEL) {
        fprintf(stderr, "---- %s\n", name);
        tell(said);
    }
    if (file != NULL) {
        fclose(file);
    }
}

int main(int argc, char **argv) {
    int seconds = argc == 2 ? atoi(argv[1]) : 0;
    if (seconds < 1) {
        fprintf(stderr, "usage: check_many SECONDS <NAMES\n");
        return 2;
    }
    char name[NAME_MAX_HERE];
    while (fgets(name, sizeof name, stdin) != NULL) {
        name[strcspn(name, "\n")] = '\0';
        check_one(name, (unsigned)seconds);
    }
    return 0;
}
