// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// completion.c - abut completion: what a shell needs to complete command lines of abut, made from
// the tables of the subcommands.
//
// What a word may be is read from the usage line: MODEL and RECORD are files with known endings,
// TOPIC is one of `abut info`. The value of an option is one of its choices, a file where the table
// says FILE, BASE or RECORD, or free.

#include <stdio.h>
#include <string.h>

#include "command/command.h"
#include "command/info.h"

typedef struct Shell {
    const char *name;
    void (*print)(void);
} Shell;

static bool takes(const Command *command, const char *word) {
    return strstr(command->words, word) != NULL;
}

static bool takes_file(const Option *option) {
    static const char *const files[] = {"FILE", "BASE", "RECORD"};
    bool is_file = false;
    for (size_t i = 0; i < sizeof files / sizeof *files && option->argument != NULL; i++) {
        is_file = is_file || strcmp(option->argument, files[i]) == 0;
    }
    return is_file;
}

// NULL: any word.
static const char *choices_of(const Command *command, const Option *option) {
    const OptionChoices *some = &command->option_choices;
    return some->option != NULL && strcmp(some->option, option->name) == 0 ? some->words : NULL;
}

static void print_topics(void) {
    for (int i = 0; info_topic(i) != NULL; i++) {
        printf("%s%s", i > 0 ? " " : "", info_topic(i));
    }
}

// What a file that a command takes ends with, between bars; nothing where any will do.
static void print_endings(const Command *command) {
    bool model = takes(command, "MODEL"), record = takes(command, "RECORD");
    if (!takes(command, "FILE") && (model || record)) {
        printf("%s%s%s", model ? "yaml|yml|xml" : "", model && record ? "|" : "",
               record ? "db" : "");
    }
}

static bool takes_files(const Command *command) {
    return takes(command, "MODEL") || takes(command, "RECORD") || takes(command, "FILE");
}

// Inside single quotes, which end for each that is in the text; `special` get a backslash.
static void print_quoted(const char *text, const char *special) {
    for (; *text != '\0'; text++) {
        if (*text == '\'') {
            printf("'\\''");
        } else {
            printf("%s%c", strchr(special, *text) != NULL ? "\\" : "", *text);
        }
    }
}

// ---- bash ----

static void print_bash_value(const Command *command, const Option *option) {
    const char *choices = choices_of(command, option);
    printf("        ");
    if (option->letter != 0) {
        printf("-%c | ", option->letter);
    }
    printf("--%s) words='%s' files='%s' ;;\n", option->name, choices != NULL ? choices : "",
           takes_file(option) ? "." : "");
}

static void print_bash_command(const Command *command) {
    printf("    %s)\n        options='", command->name);
    for (int i = 0; i < command_option_count(command); i++) {
        printf("--%s ", command->options[i].name);
    }
    printf("--help'\n        words='");
    if (takes(command, "TOPIC")) {
        print_topics();
    }
    printf("%s'\n        files='", command->choices != NULL ? command->choices : "");
    if (takes_files(command)) {
        printf(takes(command, "FILE") ? "." : "\\.(");
        print_endings(command);
        printf(takes(command, "FILE") ? "" : ")$");
    }
    printf("'\n        case $before in\n");
    for (int i = 0; i < command_option_count(command); i++) {
        if (command->options[i].argument != NULL) {
            print_bash_value(command, &command->options[i]);
        }
    }
    printf("        esac\n        ;;\n");
}

static void print_bash(void) {
    printf("# Completion of abut in bash, made by `abut completion bash`.\n"
           "_abut() {\n"
           "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}\n"
           "    local options='' words='' files=''\n"
           "    case ${COMP_WORDS[1]} in\n");
    for (int i = 0; command_all[i] != NULL; i++) {
        print_bash_command(command_all[i]);
    }
    printf("    esac\n"
           "    if ((COMP_CWORD == 1)); then\n"
           "        options='--help --version' files='' words='");
    for (int i = 0; command_all[i] != NULL; i++) {
        printf("%s%s", i > 0 ? " " : "", command_all[i]->name);
    }
    printf("'\n"
           "    fi\n"
           "    if [[ $word == -* ]]; then\n"
           "        mapfile -t COMPREPLY < <(compgen -W \"$options\" -- \"$word\")\n"
           "        return\n"
           "    fi\n"
           "    mapfile -t COMPREPLY < <(\n"
           "        compgen -W \"$words\" -- \"$word\"\n"
           "        if [[ -n $files ]]; then\n"
           "            compgen -d -- \"$word\"\n"
           "            compgen -f -- \"$word\" | grep -E \"$files\"\n"
           "        fi | sort -u)\n"
           "}\n"
           "complete -o filenames -F _abut abut\n");
}

// ---- zsh ----

static void print_zsh_option(const Command *command, const Option *option) {
    const char *choices = choices_of(command, option);
    printf(" \\\n            ");
    if (option->letter != 0) {
        printf("'(-%c --%s)'{-%c,--%s}'[", option->letter, option->name, option->letter,
               option->name);
    } else {
        printf("'%s--%s[", strcmp(option->name, "set") == 0 ? "*" : "", option->name);
    }
    print_quoted(option->text, "[]:\\");
    printf("]");
    if (option->argument != NULL) {
        printf(":%s:", option->argument);
        if (choices != NULL) {
            printf("(%s)", choices);
        } else if (takes_file(option)) {
            printf("_files");
        }
    }
    printf("'");
}

static void print_zsh_command(const Command *command) {
    printf("    %s)\n        _arguments '(- *)'{-h,--help}'[this text]'", command->name);
    for (int i = 0; i < command_option_count(command); i++) {
        print_zsh_option(command, &command->options[i]);
    }
    if (command->choices != NULL) {
        printf(" \\\n            '1:word:(%s)'", command->choices);
    }
    if (takes(command, "TOPIC")) {
        printf(" \\\n            '*:topic or file:_alternative \"topics:topic:(");
        print_topics();
        printf(")\" \"files:file:_files\"'");
    } else if (takes_files(command)) {
        printf(" \\\n            '*:file:_files -g \"*.(");
        print_endings(command);
        printf(")\"'");
    }
    printf("\n        ;;\n");
}

static void print_zsh(void) {
    printf("#compdef abut\n"
           "# Completion of abut in zsh, made by `abut completion zsh`.\n"
           "_abut() {\n"
           "    local -a commands\n"
           "    commands=(\n");
    for (int i = 0; command_all[i] != NULL; i++) {
        printf("        '%s:", command_all[i]->name);
        print_quoted(command_all[i]->text, "");
        printf("'\n");
    }
    printf("    )\n"
           "    if ((CURRENT == 2)); then\n"
           "        _describe command commands\n"
           "        return\n"
           "    fi\n"
           "    shift words\n"
           "    ((CURRENT--))\n"
           "    case $words[1] in\n");
    for (int i = 0; command_all[i] != NULL; i++) {
        print_zsh_command(command_all[i]);
    }
    printf("    esac\n"
           "}\n"
           "if [[ $funcstack[1] == _abut ]]; then\n"
           "    _abut \"$@\"\n"
           "else\n"
           "    compdef _abut abut\n"
           "fi\n");
}

// ---- fish ----

static void print_fish_command(const Command *command) {
    char seen[80];
    snprintf(seen, sizeof seen, "-n '__fish_seen_subcommand_from %s'", command->name);
    printf("complete -c abut -n __fish_use_subcommand -a %s -d '", command->name);
    print_quoted(command->text, "");
    printf("'\n");
    for (int i = 0; i < command_option_count(command); i++) {
        const Option *option = &command->options[i];
        printf("complete -c abut %s -l %s", seen, option->name);
        if (option->letter != 0) {
            printf(" -s %c", option->letter);
        }
        if (option->argument != NULL) {
            printf(takes_file(option) ? " -r -F" : " -x");
        }
        const char *choices = choices_of(command, option);
        if (choices != NULL) {
            printf(" -a '%s'", choices);
        }
        printf(" -d '");
        print_quoted(option->text, "");
        printf("'\n");
    }
    if (command->choices != NULL) {
        printf("complete -c abut %s -a '%s'\n", seen, command->choices);
    }
    if (takes(command, "TOPIC")) {
        printf("complete -c abut %s -a '", seen);
        print_topics();
        printf("'\n");
    }
    if (takes(command, "FILE")) {
        printf("complete -c abut %s -F\n", seen);
    } else if (takes_files(command)) {
        printf("complete -c abut %s -k -a '(", seen);
        const char *between = "";
        static const char *const endings[] = {".yaml", ".yml", ".xml", ".db"};
        for (int i = takes(command, "MODEL") ? 0 : 3; i < (takes(command, "RECORD") ? 4 : 3); i++) {
            printf("%s__fish_complete_suffix %s", between, endings[i]);
            between = "; ";
        }
        printf(")'\n");
    }
}

static void print_fish(void) {
    printf("# Completion of abut in fish, made by `abut completion fish`.\n"
           "complete -c abut -f\n"
           "complete -c abut -s h -l help -d 'what there is'\n"
           "complete -c abut -n __fish_use_subcommand -l version -d 'which abut this is'\n");
    for (int i = 0; command_all[i] != NULL; i++) {
        print_fish_command(command_all[i]);
    }
}

// ---- the subcommand ----

static const Shell s_shells[] = {{"bash", print_bash}, {"zsh", print_zsh}, {"fish", print_fish}};

static abResult run_completion(const Arguments *arguments, abError *error) {
    (void)error;
    for (size_t i = 0; i < sizeof s_shells / sizeof *s_shells; i++) {
        if (strcmp(arguments->words[0], s_shells[i].name) == 0) {
            s_shells[i].print();
            return AB_OK;
        }
    }
    return command_usage(arguments->command, "%s is none of bash, zsh, fish", arguments->words[0]);
}

const Command command_completion = {
    .name = "completion",
    .words = "SHELL",
    .choices = "bash zsh fish",
    .minimum = 1,
    .maximum = 1,
    .text = "what bash, zsh or fish needs to complete command lines",
    .more = "Installed packages bring it along. Else, for this shell and for all to come:\n"
            "  bash  source <(abut completion bash)              in ~/.bashrc\n"
            "  zsh   source <(abut completion zsh)               in ~/.zshrc, after compinit\n"
            "  fish  abut completion fish | source               in ~/.config/fish/config.fish",
    .run = run_completion,
};
