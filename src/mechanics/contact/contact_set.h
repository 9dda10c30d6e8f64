// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// contact_set.h - the pairs in contact, and room for what carries them.

#ifndef AB_CONTACT_SET_H
#define AB_CONTACT_SET_H

#include "collide/planar/curve_near.h"
#include "collide/planar/outline_near.h"
#include "mechanics/contact/contact_pair.h"
#include "mechanics/contact/pair_data.h"
#include "mechanics/state/mechanics.h"

// What presses on the surface asked last, noted for friction with a history.
typedef struct abPressingPoint {
    abVec3 p_W;   // m
    double force; // normal force  [N]
} abPressingPoint;
typedef struct abPressing {
    abPressingPoint *list;
    size_t count, capacity;
    bool lacks_room; // for want of memory
} abPressing;

struct abContactSet {
    abContactPair *pairs;  // sorted by their shapes
    abContactPairNow *now; // beside the pairs: what the last evaluation found
    size_t count, capacity, now_capacity;
    abPairRegions *pair_regions; // by abContactPair.regions
    size_t pair_regions_capacity;
    struct abPairTable *table; // pair_data.c
    bool keeps_patches;        // also rigid pairs have patches: method stepping
    abCurveWorkspace curves;   // of pairs of plane curves
    abOutlineWorkspace outlines;
    // room, NULL without meshes that touch as they are
    abRegionWorkspace *regions;
    abSurfaceWorkspace *surfaces;
    abContours *contours; // of the pair asked last
    abPressing pressing;
    abRuleCode *code;   // of each contact rule; NULL without code of users
    abContactSite site; // of the contact being evaluated, for such code
    bool wants_energy;  // of surfaces, which derivatives do without
    double margin;      // points of rigid contact with a smaller gap are listed; 0: a share of the
                        // size                                                              [m]
};

abResult ab_contacts_init(abMechanics *mechanics, abError *error);
void ab_contacts_done(abMechanics *mechanics);

#endif
