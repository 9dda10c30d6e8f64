// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// outline_contacts.h - all places where two outlines touch or nearly touch.

#ifndef AB_OUTLINE_CONTACTS_H
#define AB_OUTLINE_CONTACTS_H

#include "collide/planar/outline_scene.h"

// Fills the list of a scene with all contacts below its margin.
void ab_scene_find(abOutlineScene *scene);

#endif
