// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// user_site.h - what routines of users learn of a contact.

#ifndef AB_USER_SITE_H
#define AB_USER_SITE_H

#include "mechanics/contact/contact_pair.h"
#include "mechanics/state/mechanics.h"

// Sets the site of the contact set for a point of a contact pair whose laws are written by users ...
void ab_user_site(abMechanics *mechanics, const abContactPair *pair, abVec3 point_W, abVec3 n_AB_W,
                  double depth);
// ... and the routine that is to be called next.
typedef enum abUserSide { AB_USER_NORMAL, AB_USER_FRICTION } abUserSide;
// The same for a place of the caller's, of which there may be many in one evaluation.
abContactSite ab_user_site_at(const abMechanics *mechanics, const abContactPair *pair,
                              abVec3 point_W, abVec3 n_AB_W, double depth);
void *ab_user_code_for(const abMechanics *mechanics, const abContactSite *site, abUserSide side);
const abContactSite *ab_user_site_for(abMechanics *mechanics, abUserSide side);

#endif
