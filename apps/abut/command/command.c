// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// command.c - parsing and help from a subcommand's table of options.

#include "command/command.h"

#include <getopt.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const Command *const command_all[] = {
#define COMMAND(symbol) &command_##symbol, // -> &command_run, ...
#include "command/subcommands.def"
#undef COMMAND
    NULL,
};

const ExitCode command_exit_codes[] = {
    {AB_OK, "done"},
    {AB_USAGE, "usage"},
    {AB_BAD_MODEL, "model wrong"},
    {AB_NUMERICS, "numerics failed"},
    {AB_IO, "input or output failed"},
    {AB_STOPPED, "stopped and resumable"},
    {AB_DIFFERENT, "differences found"},
    {0, NULL},
};

int command_option_count(const Command *command) {
    int count = 0;
    while (count < COMMAND_OPTIONS && command->options[count].name != NULL) {
        count++;
    }
    return count;
}

// Whether stderr and stdout may be coloured.
static bool has_colour(int descriptor) {
    const char *no = getenv("NO_COLOR"), *terminal = getenv("TERM");
    return (no == NULL || no[0] == '\0') && isatty(descriptor) &&
           !(terminal != NULL && strcmp(terminal, "dumb") == 0);
}

// ---- messages ----

abResult command_usage(const Command *command, const char *format, ...) {
    fprintf(stderr, "abut %s: ", command->name);
    va_list arguments;
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fprintf(stderr, "\nusage: abut %s [options] %s   (more: abut %s --help)\n", command->name,
            command->words, command->name);
    return AB_USAGE;
}

void command_print_problems(const abError *error) {
    bool colour = has_colour(STDERR_FILENO);
    for (int i = 0; i < error->count; i++) {
        char line[600];
        ab_error_format(error, i, line, sizeof line);
        fprintf(stderr, "%s%s%s\n", colour ? "\033[31m" : "", line, colour ? "\033[0m" : "");
    }
    if (error->dropped > 0) {
        fprintf(stderr, "... and %d more problems\n", error->dropped);
    }
}

abResult command_flushed(abResult result) {
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "abut: cannot write all of the output to standard output\n");
        return AB_IO;
    }
    return result;
}

static void print_help(const Command *command) {
    printf("abut %s [options] %s\n\n%s\n", command->name, command->words, command->text);
    if (command->more != NULL) {
        printf("\n%s\n", command->more);
    }
    printf("\nOptions\n");
    for (int i = 0; i < command_option_count(command); i++) {
        const Option *option = &command->options[i];
        char left[80], letter[8] = "    ";
        if (option->letter != 0) {
            snprintf(letter, sizeof letter, "-%c, ", option->letter);
        }
        snprintf(left, sizeof left, "%s--%s%s%s", letter, option->name,
                 option->argument != NULL ? " " : "",
                 option->argument != NULL ? option->argument : "");
        printf("  %-26s %s\n", left, option->text);
    }
    printf("  %-26s %s\n", "-h, --help", "this text");
}

// ---- parsing ----

enum { HELP = 1000, FIRST = 2000 }; // values for getopt_long beside letters

// The table as getopt_long wants it.
static void getopt_tables(const Command *command, struct option *longs, char *letters) {
    int count = command_option_count(command);
    *letters++ = ':'; // silent, we do the talking
    for (int i = 0; i < count; i++) {
        const Option *option = &command->options[i];
        longs[i] = (struct option){option->name,
                                   option->argument != NULL ? required_argument : no_argument, NULL,
                                   FIRST + i};
        if (option->letter != 0) {
            *letters++ = option->letter;
            if (option->argument != NULL) {
                *letters++ = ':';
            }
        }
    }
    longs[count] = (struct option){"help", no_argument, NULL, HELP};
    longs[count + 1] = (struct option){0};
    *letters++ = 'h';
    *letters = '\0';
}

static int find_letter(const Command *command, int letter) {
    for (int i = 0; i < command_option_count(command); i++) {
        if (command->options[i].letter == letter) {
            return i;
        }
    }
    return -1;
}

static abResult bad_option(const Command *command, int code, char **argv) {
    const char *word = argv[optind - 1];
    if (code == ':') {
        return command_usage(command, "the option %s needs a value", word);
    }
    return optopt > 0 && optopt < HELP
               ? command_usage(command, "there is no option -%c", optopt)
               : command_usage(command, "there is no option %s, or it is not used like that", word);
}

abResult command_run_with(const Command *command, int argc, char **argv) {
    struct option longs[COMMAND_OPTIONS + 2];
    char letters[2 * COMMAND_OPTIONS + 4];
    Arguments arguments = {.command = command};
    getopt_tables(command, longs, letters);
    optind = 1;
    for (int code; (code = getopt_long(argc, argv, letters, longs, NULL)) != -1;) {
        if (code == 'h' || code == HELP) {
            print_help(command);
            return AB_OK;
        }
        int index = code >= FIRST ? code - FIRST : find_letter(command, code);
        if (code == '?' || code == ':' || index < 0) {
            return bad_option(command, code, argv);
        }
        if (arguments.given_count == COMMAND_VALUES) {
            return command_usage(command, "more than %d options", COMMAND_VALUES);
        }
        arguments.given[arguments.given_count] = index;
        arguments.values[arguments.given_count++] = optarg != NULL ? optarg : "";
    }
    arguments.words = argv + optind;
    arguments.word_count = argc - optind;
    if (arguments.word_count < command->minimum || arguments.word_count > command->maximum) {
        return arguments.word_count < command->minimum
                   ? command_usage(command, "%s is missing",
                                   arguments.word_count == 0 ? command->words : "an argument")
                   : command_usage(command, "one argument too many: %s",
                                   arguments.words[command->maximum]);
    }
    static abError error; // large
    ab_error_clear(&error);
    abResult result = command->run(&arguments, &error);
    if (result != AB_OK && result != AB_STOPPED) {
        command_print_problems(&error);
    }
    return result;
}

// ---- values ----

const char *option_value(const Arguments *arguments, const char *name) {
    for (int i = arguments->given_count - 1; i >= 0; i--) {
        if (strcmp(arguments->command->options[arguments->given[i]].name, name) == 0) {
            return arguments->values[i];
        }
    }
    return NULL;
}

abResult option_number(const Arguments *arguments, const char *name, double fallback, double low,
                       double high, double *out) {
    const char *text = option_value(arguments, name);
    *out = fallback;
    if (text == NULL) {
        return AB_OK;
    }
    char *end;
    *out = strtod(text, &end);
    if (end == text || *end != '\0' || !(*out >= low && *out <= high)) {
        return command_usage(arguments->command, "--%s=%s is not a number in [%g, %g]", name, text,
                             low, high);
    }
    return AB_OK;
}

abResult option_overrides(const Arguments *arguments, abOverride *overrides, int *count) {
    *count = 0;
    for (int i = 0; i < arguments->given_count; i++) {
        if (strcmp(arguments->command->options[arguments->given[i]].name, "set") != 0) {
            continue;
        }
        char *equals = strchr(arguments->values[i], '=');
        if (equals == NULL || equals == arguments->values[i]) {
            return command_usage(arguments->command,
                                 "--set %s is not of the form path=value, as in "
                                 "simulation.tolerance=1e-10",
                                 arguments->values[i]);
        }
        *equals = '\0'; // argv may be written to
        overrides[*count] = (abOverride){arguments->values[i], equals + 1};
        ++*count;
    }
    return AB_OK;
}

bool command_is_record(const char *path) {
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
