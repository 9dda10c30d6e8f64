// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// plausibility.c - the whole of the check.

#include "model/check/plausibility.h"

void ab_model_check_plausibility(const abModel *model, const abLog *log) {
    ab_check_plausible_numbers(model, log);
    ab_check_plausible_scene(model, log);
}
