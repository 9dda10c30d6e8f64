// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// contact_hold.h - whether the surfaces of a contact stick or slip.

#ifndef AB_CONTACT_HOLD_H
#define AB_CONTACT_HOLD_H

#include "derivative/state/derivative.h"
#include "mechanics/contact/contact_pair.h"

// Whether the surfaces of a contact pair hold each other, from the last evaluation.
abContactHold ab_contact_hold(const abDerivative *d, const abContactPair *pair,
                              const abContactPairNow *now);

#endif
