// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// record_scene.h - the tables of bodies, shapes and joints.

#ifndef AB_RECORD_SCENE_H
#define AB_RECORD_SCENE_H

#include "record/file/record_types.h"

// A number among what is known of the model and the run.
abResult ab_record_put_meta(abRecord *record, const char *key, double value, abError *error);
// Writes the scene's tables.
abResult ab_record_put_scene(abRecord *record, const abModel *model, abError *error);
// The bodies and shapes that a model has beyond those of the record's scene.
abResult ab_record_put_more_bodies(abRecord *record, const abModel *model, abError *error);

#endif
