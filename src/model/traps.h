// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// traps.h - parameters that are allowed but will not do what they seem to say.

#ifndef AB_TRAPS_H
#define AB_TRAPS_H

#include "model/model.h"

// Looks at every kind of pair that may touch and logs a warning for each trap, with the numbers
// that would act. Meant for a look at a model before a run; costs some milliseconds per kind of
// pair. AB_IO when memory runs out.
abResult ab_model_find_traps(const abModel *model, const abLog *log, abError *error);

#endif
