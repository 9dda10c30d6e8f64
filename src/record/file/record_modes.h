// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// record_modes.h - bodies with modes in a record: tables that only a model with such bodies has.
//
//   flexible(body, modes)    how many modes a body has
//   deflections(shape, numbers)    of a surface: what each mode moves its points by
//   modes(frame, numbers)    energies of strain and modal damping of the book, then abFrame.modes

#ifndef AB_RECORD_MODES_H
#define AB_RECORD_MODES_H

#include "record/file/record_types.h"

abResult ab_record_create_modes(abRecord *record, const abModel *model, abError *error);
// Counts of modes into the scene, whose bodies are known; room for the numbers of a frame.
abResult ab_record_load_modes(abRecord *record, abError *error);
// Nothing where no body has modes.
abResult ab_record_put_modes(abRecord *record, const abFrame *frame, abError *error);
abResult ab_record_read_modes(abRecord *record, int64_t index, abFrame *out, abError *error);
// Takes back frames from there on.
abResult ab_record_cut_modes(abRecord *record, int64_t frames, abError *error);

#endif
