// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// surface_pair.c - modulus and radii of a pair of surfaces.
//
//   1/E* = (1 - nu1^2)/E1 + (1 - nu2^2)/E2,   1/R = 1/R1 + 1/R2
//
// Source  [Johnson1985] ch. 4.

#include "law/core/surface_pair.h"

#include <math.h>

static double compliance(const abSurface *s) {
    return isinf(s->youngs_modulus)
               ? 0.0
               : (1.0 - s->poissons_ratio * s->poissons_ratio) / s->youngs_modulus;
}

double ab_surface_pair_modulus(const abPairProperties *pair) {
    return 1.0 / (compliance(&pair->surface[0]) + compliance(&pair->surface[1]));
}

static abResult check_side(const char *law, const char *exit_displacement, const abSurface *s,
                           int side, abPlace place, abError *error) {
    const char *word = side == 0 ? "first" : "second";
    const char *comma = exit_displacement != NULL ? ", " : "",
               *rest = exit_displacement != NULL ? exit_displacement : "";
    if (isnan(s->youngs_modulus)) {
        return ab_error_add(error, AB_BAD_MODEL, place,
                            "%s: the %s side's material has no youngs_modulus; add it (in Pa, .inf "
                            "for a rigid side)%s%s",
                            law, word, comma, rest);
    }
    if (!(s->youngs_modulus > 0.0)) {
        return ab_error_add(error, AB_BAD_MODEL, place,
                            "%s: youngs_modulus = %g Pa of the %s side is not above 0%s%s", law,
                            s->youngs_modulus, word, comma, rest);
    }
    if (isfinite(s->youngs_modulus) && isnan(s->poissons_ratio)) {
        return ab_error_add(
            error, AB_BAD_MODEL, place,
            "%s: the %s side's material has no poissons_ratio; add it (0.3 for most "
            "metals)%s%s",
            law, word, comma, rest);
    }
    if (isfinite(s->youngs_modulus) && !(fabs(s->poissons_ratio) < 1.0)) {
        return ab_error_add(error, AB_BAD_MODEL, place,
                            "%s: poissons_ratio = %g of the %s side is outside (-1, 0.5]%s%s", law,
                            s->poissons_ratio, word, comma, rest);
    }
    return AB_OK;
}

abResult ab_surface_pair_check_modulus(const char *law, const char *exit_displacement,
                                       const abPairProperties *pair, abPlace place,
                                       abError *error) {
    abResult first = check_side(law, exit_displacement, &pair->surface[0], 0, place, error);
    abResult second = check_side(law, exit_displacement, &pair->surface[1], 1, place, error);
    if (isinf(pair->surface[0].youngs_modulus) && isinf(pair->surface[1].youngs_modulus)) {
        return ab_error_add(error, AB_BAD_MODEL, place,
                            "%s: both sides are rigid (youngs_modulus is infinite), so nothing "
                            "yields; make one of them finite%s%s",
                            law, exit_displacement != NULL ? ", " : "",
                            exit_displacement != NULL ? exit_displacement : "");
    }
    return first != AB_OK ? first : second;
}

double ab_in_series(double a, double b) {
    return 1.0 / (1.0 / a + 1.0 / b);
}

double ab_surface_pair_radius(const abPairProperties *pair) {
    if (pair->radius > 0.0 && isfinite(pair->radius)) {
        return pair->radius;
    }
    double r1 = pair->surface[0].contact_radius, r2 = pair->surface[1].contact_radius;
    double radius = r1 > 0.0 && r2 > 0.0 ? ab_in_series(r1, r2) : 0.0;
    return isfinite(radius) ? radius : 0.0;
}
