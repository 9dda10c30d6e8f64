// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// command.c - parsing and help from a subcommand's table of options.

#include "command/command.h"

#include <errno.h>
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

// ---- records on standard streams ----

// A record is a database, which is read here and there: from standard input and to standard output it
// goes by way of a file.
typedef struct StandardRecord {
    char folder[200], input[240], output[240]; // "": there is none
} StandardRecord;

static abResult copy_stream(FILE *from, FILE *to, const char *what, abError *error) {
    char bytes[65536];
    bool is_whole = from != NULL && to != NULL;
    for (size_t n; is_whole && (n = fread(bytes, 1, sizeof bytes, from)) > 0;) {
        is_whole = fwrite(bytes, 1, n, to) == n;
    }
    is_whole = is_whole && !ferror(from) && fflush(to) == 0;
    return is_whole ? AB_OK
                    : ab_error_add(error, AB_IO, (abPlace){0}, "cannot copy the record %s: %s",
                                   what, strerror(errno));
}

static abResult make_folder(StandardRecord *streams, abError *error) {
    const char *top = getenv("TMPDIR");
    snprintf(streams->folder, sizeof streams->folder, "%.150s/abut.XXXXXX",
             top != NULL && top[0] != '\0' ? top : "/tmp");
    if (mkdtemp(streams->folder) == NULL) {
        abResult result = ab_error_add(error, AB_IO, (abPlace){.file = streams->folder},
                                       "cannot make a folder: %s", strerror(errno));
        streams->folder[0] = '\0';
        return result;
    }
    snprintf(streams->input, sizeof streams->input, "%s/stdin.abut.db", streams->folder);
    snprintf(streams->output, sizeof streams->output, "%s/stdout.abut.db", streams->folder);
    return AB_OK;
}

// Whether a list of words with space between has this one.
static bool has_word(const char *list, const char *word) {
    size_t length = strlen(word);
    for (const char *at = list; length > 0 && (at = strstr(at, word)) != NULL; at += length) {
        if ((at == list || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0')) {
            return true;
        }
    }
    return false;
}

// The word that is a record on standard input; -1 none. For LAMMPS it is a model.
static int standard_record_word(const Arguments *arguments) {
    const char *before = arguments->command->standard_records;
    if (before == NULL || option_given(arguments, "lammps")) {
        return -1;
    }
    for (int i = 0; i < arguments->word_count; i++) {
        bool is_meant = before[0] == '\0' || (i > 0 && has_word(before, arguments->words[i - 1]));
        if (is_meant && strcmp(arguments->words[i], "-") == 0) {
            return i;
        }
    }
    return -1;
}

static abResult open_streams(Arguments *arguments, StandardRecord *streams, abError *error) {
    int word = standard_record_word(arguments);
    const char *output = option_value(arguments, "output");
    bool writes = arguments->command->writes_record && output != NULL && strcmp(output, "-") == 0;
    if (word < 0 && !writes) {
        return AB_OK;
    }
    if (writes && (option_given(arguments, "json") || option_given(arguments, "log"))) {
        return ab_error_add(error, AB_USAGE, (abPlace){0},
                            "--json and --log print where the record goes with --output -");
    }
    AB_TRY(make_folder(streams, error));
    arguments->has_record_on_stdout = writes;
    if (word >= 0) {
        FILE *file = fopen(streams->input, "wb");
        abResult result = copy_stream(stdin, file, "from standard input", error);
        if (file != NULL) {
            fclose(file);
        }
        AB_TRY(result);
        arguments->words[word] = streams->input;
    }
    for (int i = 0; writes && i < arguments->given_count; i++) {
        arguments->values[i] =
            arguments->values[i] == output ? streams->output : arguments->values[i];
    }
    return AB_OK;
}

static abResult close_streams(const StandardRecord *streams, abResult result, abError *error) {
    if (streams->folder[0] == '\0') {
        return result;
    }
    FILE *file = fopen(streams->output, "rb");
    if (file != NULL) {
        abResult copied = copy_stream(file, stdout, "to standard output", error);
        result = result == AB_OK ? copied : result;
        fclose(file);
    }
    static const char *const endings[] = {"", "-wal", "-shm"};
    char path[260];
    for (int i = 0; i < 3; i++) {
        snprintf(path, sizeof path, "%s%s", streams->input, endings[i]);
        remove(path);
        snprintf(path, sizeof path, "%s%s", streams->output, endings[i]);
        remove(path);
    }
    remove(streams->folder);
    return result;
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
    StandardRecord streams = {{0}, {0}, {0}};
    abResult result = open_streams(&arguments, &streams, &error);
    result = result == AB_OK ? command->run(&arguments, &error) : result;
    result = close_streams(&streams, result, &error);
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

abResult option_threads(const Arguments *arguments, int *out) {
    double threads;
    AB_TRY(option_number(arguments, "threads", 1.0, 1.0, 64.0, &threads));
    *out = (int)threads;
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
