// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// contact_maps.h - what acts at the vertices of meshes.

#ifndef AB_CONTACT_MAPS_H
#define AB_CONTACT_MAPS_H

#include "mechanics/state/mechanics.h"

// What acts at vertices of meshes, of rules with maps, as last evaluated; how many rows, -1 for
// want of memory. They stay until the next call.
int ab_contacts_map(abMechanics *mechanics, const abMapRow **rows);

#endif
