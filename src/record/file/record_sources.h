// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// record_sources.h - fingerprints of the files that the model of a run took in, in `meta` as files.NAME:
// a run must not go on with another mesh.

#ifndef AB_RECORD_SOURCES_H
#define AB_RECORD_SOURCES_H

#include "record/file/record_types.h"

abResult ab_record_put_sources(abRecord *record, const abModel *model, abError *error);

// AB_DIFFERENT with each file that holds something else now than as the run began. Records of
// versions that did not write it are let pass.
abResult ab_record_check_sources(abRecord *record, const abModel *model, abError *error);

#endif
