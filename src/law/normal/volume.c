// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// volume.c - a pressure that grows with the depth, over the area of the overlap.
//
//   F = max(0, A K d^n + c d')                                            (1)
//   K = c_1 c_2/(c_1 + c_2),   c_i = M_i/h_i                              (2)
//   M = E (1 - nu)/((1 + nu)(1 - 2 nu)),  bulk + 4/3 shear modulus        (3)
//   dF/dd = K (n A d^(n-1) + dA/dd d^n),   dF/dd' = c                     (4)
//   U = Int_0^d A(s) K s^n ds                                             (5)
//
// h_i is the depth of the elastic layer of each side. A is the area of the overlap seen along the
// normal: of a patch that of its points, each with its share of c; else from the curvatures, as
// overlap_area.c says. With A ~ d^p the force grows with d^(n + p).
//
// Shape   flat on flat with a patch, where (1) with n = 1 is the exact force of a layer; smooth
//         shapes.
// Limits  (2) has the unit of a pressure by length for n = 1 only. With c > 0 the force jumps at the first
//         contact: the source has no STEP there. Separating fast makes (1) negative; it is cut
//         at zero.
// Steps   end where the cut begins.
// Source  [MotionSolve] Force_Contact, VOLUME. Differs from the source in: the cut, and what A is,
//         neither of which it states.

#include "law/normal/volume.h"

#include "law/core/overlap_area.h"
#include "law/core/surface_pair.h"
#include "law/normal/power_law.h"
#include "math/core/elementary.h"

typedef struct Volume {
    double stiffness, layer_depth, exponent, damping;
} Volume;

enum {
    VOLUME_STIFFNESS, // K  [N/m^(n+2)]
    VOLUME_EXPONENT,  // n
    VOLUME_DAMPING,   // c  [N s/m]
    VOLUME_RADIUS     // of the pair, for contacts that know no curvature  [m]
};

static const abKey s_keys[] = {
    AB_NUM(Volume, stiffness, "N/m^2/m^n", NAN, 0.0, 1e24,
           "pressure at unit depth; without it from the moduli and layer depths of both sides"),
    AB_NUM(Volume, layer_depth, "m", NAN, 1e-12, INFINITY,
           "depth of the elastic layer of a side whose material does not give its own"),
    AB_NUM(Volume, exponent, "-", 1.0, 0.1, 10.0, "n, power of the depth"),
    AB_NUM(Volume, damping, "N s/m", 0.0, 0.0, 1e18,
           "c, of the damper; acts as soon as contact begins"),
};
static const abTable s_table = AB_TABLE(
    "volume", Volume, s_keys, "pressure that grows with the depth, over the overlap's area");

static double layer_of(const Volume *v, const abSurface *s) {
    return isnan(s->layer_depth) ? v->layer_depth : s->layer_depth;
}

static double layer_stiffness(const Volume *v, const abSurface *s) {
    return isinf(s->youngs_modulus)
               ? INFINITY
               : ab_confined_modulus(s->youngs_modulus, s->poissons_ratio) / layer_of(v, s); // (3)
}

static abResult check_layer(const Volume *v, const abSurface *s, int side, abPlace place,
                            abError *error) {
    const char *word = side == 0 ? "first" : "second";
    if (isinf(s->youngs_modulus)) {
        return AB_OK;
    }
    if (s->poissons_ratio >= 0.5) {
        return ab_error_add(error, AB_BAD_MODEL, place,
                            "volume: poissons_ratio = %g of the %s side makes its layer rigid; "
                            "give a value below 0.5, or `stiffness`",
                            s->poissons_ratio, word);
    }
    if (isnan(layer_of(v, s))) {
        return ab_error_add(error, AB_BAD_MODEL, place,
                            "volume: the %s side has no layer_depth; add it to its material or to "
                            "the law, or give `stiffness`",
                            word);
    }
    return AB_OK;
}

static abResult volume_check(const void *params, const abPairProperties *pair, abPlace place,
                             abError *error) {
    const Volume *v = params;
    abResult result = AB_OK;
    if (!pair->has_area && !(pair->radius > 0.0 && isfinite(pair->radius))) {
        result = ab_error_add(error, AB_BAD_MODEL, place,
                              "volume: one point of flat on flat has no area; use manifold: full, "
                              "or another law");
    }
    if (v->stiffness == 0.0) {
        return ab_error_add(error, AB_BAD_MODEL, place,
                            "volume: stiffness = 0 presses nothing; give a value above 0, or "
                            "enabled: false for pairs that shall not touch");
    }
    if (!isnan(v->stiffness)) {
        return result;
    }
    AB_TRY(ab_surface_pair_check_modulus("volume", "or give `stiffness`", pair, place, error));
    for (int side = 0; side < 2; side++) {
        abResult layer = check_layer(v, &pair->surface[side], side, place, error);
        result = layer != AB_OK ? layer : result;
    }
    return result;
}

static void volume_prepare(const void *params, abPairProperties *pair, double *constants) {
    const Volume *v = params;
    constants[VOLUME_STIFFNESS] = isnan(v->stiffness)
                                      ? ab_in_series(layer_stiffness(v, &pair->surface[0]),
                                                     layer_stiffness(v, &pair->surface[1])) // (2)
                                      : v->stiffness;
    constants[VOLUME_EXPONENT] = v->exponent;
    constants[VOLUME_DAMPING] = v->damping;
    constants[VOLUME_RADIUS] = pair->radius;
    pair->rolling_radius = ab_surface_pair_radius(pair);
    pair->wants_curvature = pair->wants_area = true;
}

static double power_of(double depth, double exponent) {
    return exponent == 1.0 ? depth : depth > 0.0 ? ab_pow(depth, exponent) : 0.0;
}

// The elastic part of (1) with (4) and (5).
static abElasticPart elastic_part(const double *constants, const abContact *contact) {
    double k = constants[VOLUME_STIFFNESS], n = constants[VOLUME_EXPONENT], d = contact->depth;
    abAreaPiece pieces[AB_AREA_PIECES];
    int count = ab_overlap_area(contact, constants[VOLUME_RADIUS], pieces);
    abElasticPart out = {0};
    for (int i = 0; i < count && d > pieces[i].from; i++) {
        double factor = k * pieces[i].factor, power = n + pieces[i].power;
        double to = i + 1 < count ? fmin(d, pieces[i + 1].from) : d;
        out.force = factor * power_of(d, power);
        out.slope = power * out.force / d;
        out.energy += factor / (power + 1.0) *
                      (power_of(to, power + 1.0) - power_of(pieces[i].from, power + 1.0));
    }
    out.slope += k * contact->area_slope * power_of(d, n);
    return out;
}

// The contact's part of c.
static double damping_of(const double *constants, const abContact *contact) {
    bool has_share = contact->patch_area > 0.0;
    return constants[VOLUME_DAMPING] * (has_share ? contact->area / contact->patch_area : 1.0);
}

static void volume_evaluate(const double *constants, const double *memory, const abContact *contact,
                            abNormalForce *out) {
    (void)memory;
    *out = (abNormalForce){0};
    if (!(contact->depth > 0.0)) {
        return;
    }
    *out = ab_elastic_damped(elastic_part(constants, contact), damping_of(constants, contact), 0.0,
                             contact->rate); // (1), (4)
}

static void volume_switching_functions(const double *constants, const double *memory,
                                       const abContact *contact,
                                       double values[AB_NORMAL_SWITCHING_FUNCTIONS]) {
    (void)memory;
    if (constants[VOLUME_DAMPING] > 0.0 && contact->depth > 0.0) {
        values[0] =
            elastic_part(constants, contact).force + damping_of(constants, contact) * contact->rate;
    }
}

static const abLawNumber s_told[] = {
    {"stiffness", "N/m^(n+2)", "K, pressure at unit depth", VOLUME_STIFFNESS},
    {NULL, NULL, NULL, 0},
};

const abNormalLaw ab_law_volume = {.table = &s_table,
                                   .told = s_told,
                                   .has_own_losses = true,
                                   .check = volume_check,
                                   .prepare = volume_prepare,
                                   .evaluate = volume_evaluate,
                                   .switching_functions = volume_switching_functions,
                                   .spread = AB_LAW_SPREADABLE};
