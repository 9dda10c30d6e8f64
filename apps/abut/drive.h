// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// drive.h - what `run` and `resume` share: a simulation in progress under the eyes of a terminal.

#ifndef ABUT_DRIVE_H
#define ABUT_DRIVE_H

#include "abut/abut.h"

// Sentences of the library: warnings go to stderr, are kept until there is a record and then go
// there too.
typedef struct Voice {
    abRecord *record; // NULL: not yet
    bool is_quiet;    // nothing on stderr
    bool is_on_line;  // a progress line stands there
    char *kept;       // sentences, each ended by a zero byte
    size_t size, capacity;
} Voice;

abLog voice_log(Voice *voice);
// Puts the sentences kept so far into the record; later ones follow at once.
abResult voice_attach(Voice *voice, abRecord *record, abError *error);
// Every sentence kept so far.
void voice_each(const Voice *voice, void (*take)(void *context, const char *sentence),
                void *context);
void voice_done(Voice *voice);

// Runs the simulation into the record with progress, watching SIGINT and SIGTERM, and finishes the
// record. Takes the voice's record for its own.
abResult drive(abSimulation *simulation, abRecord *record, Voice *voice, bool show_progress,
               abError *error);

#endif
