// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// view_scene.h - the scene message, what a page must know before the first frame.

#ifndef AB_VIEW_SCENE_H
#define AB_VIEW_SCENE_H

#include "abut/record.h"
#include "base/text.h"

// The scene: names, masses, geometry (equal shapes share one), extent, outputs, warnings. `out` is
// emptied first.
abResult ab_view_scene(abRecord *record, abText *out, abError *error);

#endif
