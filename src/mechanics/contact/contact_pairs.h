// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// contact_pairs.h - the list of contact pairs: how one begins and how it ends. Written only at events.

#ifndef AB_CONTACT_PAIRS_H
#define AB_CONTACT_PAIRS_H

#include "abut/simulation.h"

#include "collide/broad/proximity.h"
#include "mechanics/contact/contact_pair.h"
#include "mechanics/state/mechanics.h"

// Begins a contact of two shapes for the bodies as placed. False for want of memory.
bool ab_contacts_begin(abMechanics *mechanics, int shape_a, int shape_b, double t,
                       const abProximity *at);
// Its parts: fixes what the laws of a prepared contact pair keep of its beginning; puts it in its place.
bool ab_contact_pair_begin(abMechanics *mechanics, abContactPair *pair, double t,
                           const abProximity *at);
bool ab_contact_pair_insert(abMechanics *mechanics, const abContactPair *pair);
void ab_contacts_end(abMechanics *mechanics, size_t pair);
// Index of the contact pair of two shapes, or -1.
int ab_contacts_find(const abMechanics *mechanics, int shape_a, int shape_b);
bool ab_contacts_reserve(abMechanics *mechanics, size_t pairs);

// What an event tells of the normal law of a pair: which it is, what it fixed when the contact began,
// and the constants that it names.
void ab_contact_pair_tell_law(const abContactPair *pair, abEvent *event);

// Empties the list; the data of pairs that hold it is left.
void ab_contacts_clear(abMechanics *mechanics);

#endif
