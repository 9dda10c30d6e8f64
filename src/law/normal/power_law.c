// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// power_law.c - the force of a damped power law with its derivatives and energy.
//
//   F = max(0, K d^n (1 + a d'))                                          (1)
//   U = K d^(n+1) / (n+1)                                                 (2)
//   dF/dd = n K d^(n-1) (1 + a d'),   dF/dd' = K d^n a                    (3)
//
// Shape   one point; K = 4/3 E* sqrt(R) when it comes from the materials, R from contact radii.
//         `stiffness: curvature` takes K from the principal relative curvatures of the contact, see
//         elliptic_contact.c; where straight lines lie on each other the lesser of that force and
//         line_contact.c's acts, so that an ellipse never presses beyond the ends of the line.
//         A contact without usable curvatures (edges, flat on flat, conforming) takes the K of the
//         contact radii.
// Limits  F -> 0 continuously at d = 0, whatever d' is, because the damping carries the factor d^n.
//         Separating faster than 1/a makes (1) negative: the force is cut at zero and both
//         derivatives are zero there. (2) goes on, so the cut counts as dissipation.
// Energy  Of `curvature`: (2) is exact while the curvatures stay. When they change under load, K
//         is that of the present point and the store changes by U K'/K, which (3) does not know.
// Cost    n = 1, 1.5 and 2 need no power function.

#include "law/normal/power_law.h"

#include <math.h>
#include <stdio.h>

#include "base/inline.h"
#include "law/core/elliptic_contact.h"
#include "law/core/line_contact.h"
#include "law/core/surface_pair.h"
#include "math/core/elementary.h"

const char *const ab_power_stiffness_words[] = {"curvature", NULL};

// The stiffness is not a number of the user's.
static bool is_from_materials(abPowerParams p) {
    return isnan(p.stiffness) || p.stiffness == AB_POWER_CURVATURE;
}

static const char *key_of(abPowerParams p) {
    return p.key != NULL ? p.key : "stiffness";
}

static abResult check_given(const char *law, abPowerParams p, abPlace place, abError *error) {
    abResult result = AB_OK;
    if (!(p.stiffness > 0.0) || !isfinite(p.stiffness)) {
        result = ab_error_add(error, AB_BAD_MODEL, place,
                              "%s: %s = %g is not above 0; leave it out to take it from the "
                              "materials",
                              law, key_of(p), p.stiffness);
    }
    if (p.reduction != 1.0) {
        result = ab_error_add(error, AB_BAD_MODEL, place,
                              "%s: reduction = %g cannot act, it scales the stiffness from the "
                              "materials but %s = %g is given; leave one of the two out",
                              law, p.reduction, key_of(p), p.stiffness);
    }
    return result;
}

static abResult check_from_materials(const char *law, abPowerParams p, const abPairProperties *pair,
                                     abPlace place, abError *error) {
    abResult result = AB_OK;
    if (p.exponent != 1.5) {
        result = ab_error_add(error, AB_BAD_MODEL, place,
                              "%s: exponent = %g needs an explicit stiffness; from the materials "
                              "comes 4/3 E* sqrt(R), which belongs to exponent 1.5",
                              law, p.exponent);
    }
    char exit_displacement[40];
    snprintf(exit_displacement, sizeof exit_displacement, "or give `%s`", key_of(p));
    abResult modulus = ab_surface_pair_check_modulus(law, exit_displacement, pair, place, error);
    result = modulus != AB_OK ? modulus : result;
    if (!(ab_surface_pair_radius(pair) > 0.0)) {
        result =
            ab_error_add(error, AB_BAD_MODEL, place,
                         "%s: the shapes have no radius of curvature above 0 that Hertz could use; "
                         "give `%s` for this contact, or contact_radius to one of the shapes",
                         law, key_of(p));
    }
    return result;
}

abResult ab_power_law_check(const char *law, abPowerParams params, const abPairProperties *pair,
                            abPlace place, abError *error) {
    return is_from_materials(params) ? check_from_materials(law, params, pair, place, error)
                                     : check_given(law, params, place, error);
}

void ab_power_law_prepare(abPowerParams params, abPairProperties *pair, double *constants) {
    bool is_given = !is_from_materials(params);
    double modulus = is_given ? 0.0 : params.reduction * ab_surface_pair_modulus(pair);
    double unit = 4.0 / 3.0 * modulus;
    pair->wants_curvature = params.stiffness == AB_POWER_CURVATURE;
    constants[AB_POWER_MODULUS] = pair->wants_curvature ? modulus : 0.0;
    constants[AB_POWER_UNIT] = unit;
    constants[AB_POWER_STIFFNESS] =
        is_given ? params.stiffness : unit * sqrt(ab_surface_pair_radius(pair));
    constants[AB_POWER_EXPONENT] = params.exponent;
    pair->rolling_radius = ab_surface_pair_radius(pair);
}

double ab_power_law_damping(double product, double speed, double maximum) {
    if (product == 0.0) {
        return 0.0;
    }
    return product < maximum * speed ? product / speed : maximum;
}

// K of this contact. A contact that has no useful radius of its own takes the pair's.
static double stiffness_of(const double *constants, const abContact *contact) {
    double unit = constants[AB_POWER_UNIT], radius = contact->radius;
    if (unit > 0.0 && radius > 0.0 && isfinite(radius)) {
        return unit * sqrt(radius);
    }
    return constants[AB_POWER_STIFFNESS];
}

// d^(n-1)
static double power_below(double depth, double exponent) {
    if (exponent == 1.5) {
        return sqrt(depth);
    }
    if (exponent == 1.0) {
        return 1.0;
    }
    return exponent == 2.0 ? depth : ab_pow(depth, exponent - 1.0);
}

static abElasticPart power_part(double stiffness, double n, double depth) {
    double secant = stiffness * power_below(depth, n), force = secant * depth; // K d^(n-1)
    return (abElasticPart){force, n * secant, force * depth / (n + 1.0)};      // (2)
}

// From the contact's curvatures; false when they are of no use.
static bool curved_part(double modulus, const abContact *c, abElasticPart *out) {
    double minimum = c->curvature[0], greatest = c->curvature[1], length = c->line;
    bool has_line = length > 0.0 && isfinite(length) && greatest > 0.0 && minimum >= 0.0;
    abElliptic ellipse;
    bool is_point = ab_elliptic_contact(minimum, greatest, &ellipse);
    if (is_point) {
        *out = power_part(modulus * ellipse.coefficient, 1.5, c->depth);
    }
    if (!has_line) {
        return is_point;
    }
    abLineForce line = ab_line_contact(c->depth, greatest, length);
    if (is_point && out->force <= modulus * line.force) {
        return true;
    }
    double offset = 0.0; // of the energy: up to the crossing the ellipse's
    if (is_point) {
        double crossing = ab_line_contact_crossing(ellipse.coefficient, greatest, length);
        offset = power_part(ellipse.coefficient, 1.5, crossing).energy -
                 ab_line_contact(crossing, greatest, length).energy;
    }
    *out = (abElasticPart){modulus * line.force, modulus * line.stiffness,
                           modulus * (line.energy + offset)};
    return true;
}

AB_INLINE abElasticPart elastic_part(const double *constants, const abContact *contact) {
    double modulus = constants[AB_POWER_MODULUS];
    abElasticPart elastic;
    if (modulus > 0.0 && curved_part(modulus, contact, &elastic)) {
        return elastic;
    }
    return power_part(stiffness_of(constants, contact), constants[AB_POWER_EXPONENT],
                      contact->depth);
}

abElasticPart ab_power_law_elastic(const double *constants, const abContact *contact) {
    return elastic_part(constants, contact);
}

abNormalForce ab_elastic_damped(abElasticPart elastic, double c, double slope, double rate) {
    abNormalForce out = {.elastic = elastic.force, .energy = elastic.energy};
    double force = elastic.force + c * rate;
    if (force > 0.0) {
        out.force = force;
        out.stiffness = elastic.slope + slope * rate;
        out.damping = c;
    }
    return out;
}

void ab_power_law(const double *constants, double damping, const abContact *contact,
                  abNormalForce *out) {
    *out = (abNormalForce){0};
    if (!(contact->depth > 0.0)) {
        return;
    }
    abElasticPart elastic = elastic_part(constants, contact);
    out->elastic = elastic.force;
    out->energy = elastic.energy; // (2)
    double factor = 1.0 + damping * contact->rate;
    if (factor > 0.0) {
        out->force = elastic.force * factor;     // (1)
        out->stiffness = elastic.slope * factor; // (3)
        out->damping = elastic.force * damping;  // (3)
    }
}

const abLawNumber ab_power_law_memory[] = {
    {"damping", "s/m", "a in F = K d^n (1 + a d'), fixed when the contact began", 0},
    {NULL, NULL, NULL, 0},
};
const abLawNumber ab_power_law_told[] = {
    {"stiffness", "N/m^n", "K; with radii of its own at each contact that of the pair's one radius",
     AB_POWER_STIFFNESS},
    {NULL, NULL, NULL, 0},
};

void ab_power_law_damped(const double *constants, const double *memory, const abContact *contact,
                         abNormalForce *out) {
    ab_power_law(constants, memory[0], contact, out); // (1)
}

// ---- damping from a restitution ----

enum {
    RESTITUTION_PRODUCT = AB_POWER_OWN, // a v0  [-]
    RESTITUTION_MAX_DAMPING             //       [s/m]
};

static abPowerParams power_params(const abRestitutionParams *p) {
    return (abPowerParams){p->stiffness, p->exponent, p->reduction, NULL};
}

abResult ab_restitution_check(const char *law, const void *params, const abPairProperties *pair,
                              abPlace place, abError *error) {
    return ab_power_law_check(law, power_params(params), pair, place, error);
}

void ab_restitution_prepare(const void *params, double product, abPairProperties *pair,
                            double *constants) {
    const abRestitutionParams *p = params;
    ab_power_law_prepare(power_params(p), pair, constants);
    constants[RESTITUTION_PRODUCT] = product;
    constants[RESTITUTION_MAX_DAMPING] = p->max_damping;
}

void ab_restitution_begin(const double *constants, double speed, double *memory) {
    memory[0] = ab_power_law_damping(constants[RESTITUTION_PRODUCT], speed,
                                     constants[RESTITUTION_MAX_DAMPING]);
}
