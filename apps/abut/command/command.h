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

// The words that an option may take, space between.
typedef struct OptionChoices {
    const char *option, *words;
} OptionChoices;

typedef struct Arguments {
    const struct Command *command;
    char **words; // that are no options
    int word_count;
    int given[COMMAND_VALUES]; // options in the order given: index into the table
    const char *values[COMMAND_VALUES];
    int given_count;
    bool has_record_on_stdout; // so nothing else may be printed there
} Arguments;

typedef struct Command {
    const char *name;
    const char *words;    // "MODEL", "RECORD SERIES...", for the usage line
    const char *choices;  // what the first word may be, space between; NULL: any
    int minimum, maximum; // how many words
    const char *text;     // one line
    const char *more;     // further help; NULL: none
    Option options[COMMAND_OPTIONS];
    OptionChoices option_choices; // of the one that has some
    const char *standard_records; // what comes before a "-" that is a record on standard input,
                                  // space between; "" anything; NULL: "-" is no record
    bool writes_record;           // to --output, of which "-" is standard output
    // Adds the problems it meets; they are printed when it has ended.
    abResult (*run)(const Arguments *arguments, abError *error);
} Command;

#define COMMAND(symbol) extern const Command command_##symbol; // -> command_run, ...
#include "command/subcommands.def"
#undef COMMAND

// All of them, in the order of `abut --help`; NULL at the end.
extern const Command *const command_all[];

// What the exit codes say: NULL at the end.
typedef struct ExitCode {
    int code;
    const char *text;
} ExitCode;
extern const ExitCode command_exit_codes[];

int command_option_count(const Command *command);

// The value of an option (a flag has ""), the last if given more often; NULL when not given.
const char *option_value(const Arguments *arguments, const char *name);
static inline bool option_given(const Arguments *arguments, const char *name) {
    return option_value(arguments, name) != NULL;
}
// A number from an option; `fallback` when not given. AB_USAGE with a sentence on nonsense.
abResult option_number(const Arguments *arguments, const char *name, double fallback, double low,
                       double high, double *out);
// --threads, 1 when not given.
abResult option_threads(const Arguments *arguments, int *out);
// All --set path=value of a command line. AB_USAGE when one has no "=".
abResult option_overrides(const Arguments *arguments, abOverride *overrides, int *count);

// Parses and runs. `argv[0]` is the subcommand's name.
abResult command_run_with(const Command *command, int argc, char **argv);

// What was printed must have arrived: `result`, or AB_IO with a sentence.
abResult command_flushed(abResult result);
// The problems of a command that has ended, one per line.
void command_print_problems(const abError *error);

// Says why a command line is wrong and returns AB_USAGE.
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
abResult
command_usage(const Command *command, const char *format, ...);

// Standard output as a file that others open by its name.
#define STANDARD_OUTPUT "/dev/stdout"

// Whether a file is a record, by what it begins with and not by its name.
bool command_is_record(const char *path);

#endif
