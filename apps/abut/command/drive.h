// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// drive.h - what `run` and `resume` share: a simulation in progress under the eyes of a terminal.

#ifndef ABUT_DRIVE_H
#define ABUT_DRIVE_H

#include "command/command.h"
#include "command/event_words.h"

// Sentences of the library: warnings go to stderr, are kept until there is a record and then go
// there too.
typedef struct Logger {
    abRecord *record; // NULL: not yet
    bool is_quiet;    // nothing on stderr
    bool is_on_line;  // a progress line stands there
    EventForm events; // printed as they happen, to stdout
    char *kept;       // sentences, each ended by a zero byte
    size_t size, capacity;
} Logger;

abLog logger_log(Logger *logger);
// Puts the sentences kept so far into the record; later ones follow at once.
abResult logger_attach(Logger *logger, abRecord *record, abError *error);
// Every sentence kept so far.
void logger_each(const Logger *logger, void (*take)(void *context, const char *sentence),
                 void *context);
int logger_count(const Logger *logger);
// Once a model is read, if it is to be `strict`: AB_BAD_MODEL for a warning.
abResult logger_refuse(const Logger *logger, bool strict, const char *model, abError *error);
void logger_done(Logger *logger);

// What an observer does that only looks at steps itself: its context begins with the observer that is
// told of the rest.
abResult pass_frame(void *context, const abFrame *frame, abError *error);
abResult pass_event(void *context, const abEvent *event, abError *error);

// Runs the simulation into the record with progress, watching SIGINT and SIGTERM, and finishes the
// record. Takes the logger's record for its own.
abResult drive(abSimulation *simulation, abRecord *record, Logger *logger, bool show_progress,
               abError *error);

// The same by the options --json and --quiet, unless what came before, `prepared`, failed; then the
// summary of the record, if there is one, and problems.
abResult drive_to_summary(const Arguments *arguments, abResult prepared, abSimulation *simulation,
                          abRecord *record, Logger *logger, abError *error);

#endif
