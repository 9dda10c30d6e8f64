// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// event_words.h - an event as a line of a log, of a record or of a run as it goes.

#ifndef ABUT_EVENT_WORDS_H
#define ABUT_EVENT_WORDS_H

#include <stdio.h>

#include "abut/abut.h"

typedef enum EventForm { EVENTS_NONE, EVENTS_TEXT, EVENTS_JSON } EventForm;

// One line; names are those of the record.
void event_print(const abRecord *record, const abEvent *event, EventForm form, FILE *out);

#endif
