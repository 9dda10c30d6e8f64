// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// markers.h - frames fixed to bodies, by name: "world", "arm", "arm.tip", "world.pole".

#ifndef AB_MARKERS_H
#define AB_MARKERS_H

#include "abut/model.h"
#include "abut/result.h"

// Index of the marker of that name (see abMarker), -1 when there is none. Known before compiling.
int ab_model_find_marker(const abModel *model, const char *name);
// Likewise; adds a problem that says `what` names it and which name is near.
abResult ab_model_need_marker(const abModel *model, const char *what, const char *name,
                              abPlace place, int *out, abError *error);

// Whether it goes with an interface or a node of a flexible body.
bool ab_marker_is_attached(const abMarkerDef *def);

// All markers, once bodies are there; those that are attached to flexible bodies only by their body.
abResult ab_compile_markers(abModel *model, abError *error);

#endif
