// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// contact_regions.h - the regions of a contact pair and what their laws fixed when they began.

#ifndef AB_CONTACT_REGIONS_H
#define AB_CONTACT_REGIONS_H

#include "collide/broad/patch_point.h"
#include "mechanics/contact/contact_pair.h"
#include "mechanics/state/mechanics.h"

// Makes it the memory; true when regions came or went.
bool ab_regions_keep(abMechanics *mechanics, const abContactPair *pair);
// Room for the regions of a contact pair, empty. False for want of memory.
bool ab_regions_open(abMechanics *mechanics, abContactPair *pair);
// The regions of a contact pair, see contact_regions.c. Gives points the ids of the regions they are.
void ab_regions_name(const abMechanics *mechanics, const abContactPair *pair, abPatchPoint *points,
                     int count);
const double *ab_regions_memory(const abMechanics *mechanics, const abContactPair *pair, int id);
void ab_regions_stage(const abMechanics *mechanics, const abContactPair *pair, abPatchPoint *points,
                      int count);
void ab_regions_close(abMechanics *mechanics, const abContactPair *pair);

#endif
