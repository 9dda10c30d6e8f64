// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// model_parameters.h - what of a YAML model can be changed while it runs, each with its path for an
// override, unit and bounds: materials, pairs, contact rules and laws, forces, drives, gravity.

#ifndef AB_MODEL_PARAMETERS_H
#define AB_MODEL_PARAMETERS_H

#include "abut/live.h"
#include "model/core/model.h"

enum { AB_PARAMETER_PATH = 264 };

// Calls `take` for every parameter, with the overrides applied. Nothing for other formats. The
// texts last for the call.
abResult ab_yaml_parameters(const abModelText *source, abAllocator allocator,
                            void (*take)(void *context, const abParameter *parameter),
                            void *context, abError *error);

// The parameter that a path means, in the form in which it is listed. AB_USAGE when there is none,
// with what there is.
abResult ab_yaml_find_parameter(const abModelText *source, abAllocator allocator, const char *path,
                                char out[AB_PARAMETER_PATH], abError *error);

#endif
