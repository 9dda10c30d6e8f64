// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// contact_pass.h - switching functions of the laws of a contact pair.

#ifndef AB_CONTACT_PASS_H
#define AB_CONTACT_PASS_H

#include "collide/broad/proximity.h"
#include "derivative/state/derivative.h"
#include "mechanics/contact/contact_pair.h"

// Values of the switching functions of a contact pair's laws, for the bodies as placed; zero without switching functions.
void ab_contact_pair_borders(const abDerivative *derivative, const abContactPair *pair,
                             const abProximity *at, double values[AB_PAIR_SWITCHING_FUNCTIONS]);

#endif
