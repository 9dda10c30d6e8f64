// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// record_entered.h - bodies that came in while the run went on.
//
// Their rows stand behind those of the others, and frames of before hold fewer bodies. A reader gets
// all bodies of every frame: those that are not there yet at rest where they came in.

#ifndef AB_RECORD_ENTERED_H
#define AB_RECORD_ENTERED_H

#include "record/file/record_types.h"

// Writes what the model of a simulation has beyond the record's scene, and makes that the scene.
abResult ab_record_enter_bodies(abRecord *record, const abSimulation *simulation, abError *error);

// Loads when and where bodies came in; after the scene's tables.
abResult ab_record_load_entered(abRecord *record, abError *error);

// A blob of the bodies of a frame into record->bodies; false when it has the wrong size.
bool ab_record_read_bodies(abRecord *record, const unsigned char *blob, size_t size);

#endif
