// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// record_create.h - tables that records of before do not have.

#ifndef AB_RECORD_CREATE_H
#define AB_RECORD_CREATE_H

#include "record/file/record_types.h"

// The table of regions, which records of before do not have.
abResult ab_record_create_regions(abRecord *record, abError *error);

#endif
