// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// command.h - what a subcommand of `abut` is: a name, a table of options, a function.
//
// --help and parsing come from the same table. Data goes to stdout, talk to stderr. A function
// answers with abResult, which becomes the exit code.

#ifndef ABUT_COMMAND_H
#define ABUT_COMMAND_H

#include <stdbool.h>

#include "abut/abut.h"

enum { COMMAND_OPTIONS = 16, COMMAND_VALUES = 64 };

typedef struct Option {
    char letter;          // 0: none
    const char *name;     // long name
    const char *argument; // what it takes, as in "FILE"; NULL: a flag
    const char *text;
} Option;

typedef struct Arguments {
    const struct Command *command;
    char **words; // that are no options
    int word_count;
    int given[COMMAND_VALUES]; // options in the order given: index into the table
    const char *values[COMMAND_VALUES];
    int given_count;
} Arguments;

typedef struct Command {
    const char *name;
    const char *words; // "MODEL", "RECORD SERIES...", for the usage line
    int least, most;   // how many words
    const char *text;  // one line
    const char *more;  // further help; NULL: none
    Option options[COMMAND_OPTIONS];
    abResult (*run)(const Arguments *arguments);
} Command;

#define COMMAND(symbol) extern const Command command_##symbol; // -> command_run, ...
#include "subcommands.def"
#undef COMMAND

// The value of an option (a flag has ""), the last if given more often; NULL when not given.
const char *option_value(const Arguments *arguments, const char *name);
static inline bool option_given(const Arguments *arguments, const char *name) {
    return option_value(arguments, name) != NULL;
}
// A number from an option; `fallback` when not given. AB_USAGE with a sentence on nonsense.
abResult option_number(const Arguments *arguments, const char *name, double fallback, double low,
                       double high, double *out);
// All --set path=value of a command line. AB_USAGE when one has no "=".
abResult option_overrides(const Arguments *arguments, abOverride *overrides, int *count);

// Parses and runs. `argv[0]` is the subcommand's name.
abResult command_run_with(const Command *command, int argc, char **argv);
void command_help(const Command *command);

// Says why a command line is wrong and returns AB_USAGE.
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
abResult
command_usage(const Command *command, const char *format, ...);

// Whether `abut info` knows something under this word.
bool info_has_topic(const char *word);

// Prints the problems, one per line, to stderr and returns `result`.
abResult command_report(abResult result, const abError *error);

// Whether stderr and stdout may be coloured.
bool command_colour(int descriptor);

#endif
