// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// record_file.h - opening the file of a record, and what goes wrong with it as sentences.

#ifndef AB_RECORD_FILE_H
#define AB_RECORD_FILE_H

#include "record/file/record_types.h"

typedef enum abRecordAccess { AB_RECORD_READ, AB_RECORD_WRITE, AB_RECORD_NEW } abRecordAccess;

// A record without contents, its file opened. On failure *out is NULL.
abResult ab_record_open_file(const char *path, abRecordAccess access, abAllocator allocator,
                             abRecord **out, abError *error);
// Refuses files that are no record of this format.
abResult ab_record_check_format(abRecord *record, abError *error);
// Whether nothing was committed yet: what a run leaves that is killed as it begins.
abResult ab_record_is_empty(abRecord *record, bool *out, abError *error);
// Adds a sentence for the last SQLite failure and returns AB_IO. `doing`: "write", "read", ...
abResult ab_record_failed(abRecord *record, const char *doing, abError *error);
abResult ab_record_problem(const abRecord *record, abError *error, const char *sentence);
abResult ab_record_damaged(const abRecord *record, const char *what, abError *error);
abResult ab_record_no_memory(const abRecord *record, abError *error);

// Doubles as little-endian bytes, on any machine.
void ab_doubles_to_bytes(const double *values, size_t count, unsigned char *bytes);
void ab_doubles_from_bytes(const unsigned char *bytes, size_t count, double *values);

#endif
