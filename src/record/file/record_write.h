// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// record_write.h - the record of a run that goes on.

#ifndef AB_RECORD_WRITE_H
#define AB_RECORD_WRITE_H

#include "record/file/record_types.h"

// Frames and events may come from now on.
void ab_record_start_writer(abRecord *record, const abRecordOptions *options);

extern const char *const ab_record_status_names[]; // by abRecordStatus, NULL-terminated

#endif
