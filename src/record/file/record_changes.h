// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// record_changes.h - what was done to a run from outside.

#ifndef AB_RECORD_CHANGES_H
#define AB_RECORD_CHANGES_H

#include "record/file/record_types.h"

// A value that the model was given from outside.
abResult ab_record_add_override(abRecord *record, const char *path, const char *value,
                                abError *error);
// Fills in what an event of a change tells: record_changes.c.
abResult ab_record_event_change(abRecord *record, abEvent *event, abError *error);

#endif
