// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// contact_field.h - layers whose thickness or modulus is a field.

#ifndef AB_CONTACT_FIELD_H
#define AB_CONTACT_FIELD_H

#include "collide/pressure/surface_points.h"
#include "mechanics/contact/contact_pair.h"
#include "mechanics/state/mechanics.h"

// The layer that fields of its rule give a contact at a point.
void ab_contact_layer(const abMechanics *mechanics, const abContactPair *pair,
                      const abSurfacePoint *point, abContact *contact);

#endif
