// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// model_checks.h - parameters that are allowed but will not do what they seem to say.

#ifndef AB_MODEL_CHECKS_H
#define AB_MODEL_CHECKS_H

#include "model/core/model.h"

// Looks at every kind of pair that may touch and logs a warning for each model check, with the numbers
// that would act. Meant for an observed quantity at a model before a run; costs some milliseconds per kind of
// pair. AB_IO when memory runs out.
abResult ab_model_run_checks(const abModel *model, const abLog *log, abError *error);

// Warns where a flexible body turns so fast [rad/s] that its modes would need geometric stiffening;
// whether it did.
bool ab_model_warn_of_spin(const abModel *model, const abLog *log, int body, double spin);

// Of these only whether the steps see the contacts.
abResult ab_model_check_contact_steps(const abModel *model, const abLog *log, abError *error);

#endif
