// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// manual.c - abut manual: the manual page abut(1), made from the tables of the subcommands.

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "abut/version.h"
#include "command/command.h"

// Text as roff wants it: hyphens that stay hyphens, and lines that begin with no request.
static void print_text(const char *text) {
    bool begins = true;
    for (; *text != '\0'; text++) {
        if (begins && (*text == '.' || *text == '\'')) {
            printf("\\&");
        }
        if (*text == '-') {
            printf("\\-");
        } else if (*text == '\\') {
            printf("\\e");
        } else {
            putchar(*text);
        }
        begins = *text == '\n';
    }
}

// Lines that begin with a space stay lines; an empty line begins a paragraph.
static void print_paragraphs(const char *text) {
    bool is_table = false;
    while (*text != '\0') {
        size_t length = strcspn(text, "\n");
        char line[400];
        snprintf(line, sizeof line, "%.*s", (int)length, text);
        bool indented = isspace((unsigned char)line[0]);
        if (indented != is_table) {
            printf(indented ? ".nf\n" : ".fi\n");
        }
        is_table = indented;
        if (line[0] == '\0') {
            printf(".PP");
        } else {
            print_text(line);
        }
        putchar('\n');
        text += length + (text[length] == '\n');
    }
    if (is_table) {
        printf(".fi\n");
    }
}

static void print_option(const Option *option) {
    printf(".TP\n.B ");
    if (option->letter != 0) {
        printf("\\-%c, ", option->letter);
    }
    printf("\\-\\-");
    print_text(option->name);
    if (option->argument != NULL) {
        printf(" \\fI");
        print_text(option->argument);
        printf("\\fR");
    }
    putchar('\n');
    print_text(option->text);
    putchar('\n');
}

static void print_command(const Command *command) {
    printf(".SS \"abut %s\"\n.B abut %s\n", command->name, command->name);
    if (command_option_count(command) > 0) {
        printf("[\\fIoptions\\fR]\n");
    }
    printf(".I \"");
    print_text(command->words);
    printf("\"\n.PP\n");
    print_text(command->text);
    printf("\n");
    if (command->more != NULL) {
        printf(".PP\n");
        print_paragraphs(command->more);
    }
    for (int i = 0; i < command_option_count(command); i++) {
        print_option(&command->options[i]);
    }
}

static abResult run_manual(const Arguments *arguments, abError *error) {
    (void)arguments, (void)error;
    printf(".\\\" made by `abut manual`\n"
           ".TH ABUT 1 \"\" \"abut " AB_VERSION "\" \"User commands\"\n"
           ".SH NAME\n"
           "abut \\- contact between bodies: simulate, look, plot, export\n"
           ".SH SYNOPSIS\n"
           ".B abut\n.I command\n[\\fIoptions\\fR]\n.I words\n"
           ".SH DESCRIPTION\n"
           "abut reads a model (its own YAML, or XML of MotionSolve), finds where bodies touch,\n"
           "computes the forces there by the law that the model names, and moves the bodies to a\n"
           "stated accuracy. What happened goes into a record, one file, that can be looked at,\n"
           "plotted and exported. Data goes to standard output, messages to standard error.\n"
           ".SH COMMANDS\n");
    for (int i = 0; command_all[i] != NULL; i++) {
        print_command(command_all[i]);
    }
    printf(".SH EXIT STATUS\n");
    for (const ExitCode *exit = command_exit_codes; exit->text != NULL; exit++) {
        printf(".TP\n.B %d\n%s\n", exit->code, exit->text);
    }
    printf(".SH ENVIRONMENT\n"
           ".TP\n.B NO_COLOR\n"
           "if set, messages on a terminal have no colours\n"
           ".SH EXAMPLES\n"
           ".nf\n"
           "abut run models/hello.yaml\n"
           "abut plot hello.abut.db ball.position.z\n"
           "abut view hello.abut.db\n"
           ".fi\n");
    return AB_OK;
}

const Command command_manual = {
    .name = "manual",
    .words = "",
    .text = "the manual page abut(1), as text for man",
    .more = "To read it: abut manual | man -l -",
    .run = run_manual,
};
