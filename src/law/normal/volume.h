// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// volume.h - stiffness of elastic layers, for the law `volume`.

#ifndef AB_VOLUME_H
#define AB_VOLUME_H

#include <math.h>

// Modulus of a layer that cannot give way sideways, bulk + 4/3 shear: E (1 - nu)/((1 + nu)(1 - 2
// nu)). [Pa]
static inline double ab_confined_modulus(double youngs_modulus, double poissons_ratio) {
    return youngs_modulus * (1.0 - poissons_ratio) /
           ((1.0 + poissons_ratio) * (1.0 - 2.0 * poissons_ratio));
}

#endif
