// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// elastic.c - elastic contact with damping from the restitution, as Modia3D published it.
//
//   F = max(0, c_res c_geo d^n (1 + D d'))                                (1)
//   c_res = k_red / (1/c1 + 1/c2),   c_i = E_i / (1 - nu_i^2)             (2)
//
// `published` (the documented law of 2019 to 2021)
//   D = min(D_max, 8 (1 - e') / (5 e' reg(v0, v_small))),  D_max = 1000 s/m             (3)
//   e' = e_lim + (e_min - e_lim) exp(ln(0.01) v0 / v_small),  e_lim = max(e_min, e)     (4)
//   with a sphere: n = 3/2, c_geo = 4/3 sqrt(r); without: n = 1, c_geo = 1 m, r = 1 m   (5)
//   r is the sphere's radius; of two spheres r1 r2 / (r1 + r2).
//
// `contact_radius` (the program from 0.8.1 on)
//   D = min(D_max, 8 (1 - e') / (5 e' v0)),  D_max = 2000 s/m                           (6)
//   e' = e if v0 > v_small, else 0                                                      (7)
//   n = 3/2, c_geo = 4/3 sqrt(r), r the contact radius of the curved shape when one of the two is
//   flat, else r1 r2 / (r1 + r2)                                                        (8)
//
// `stiffness: curvature` goes beyond both: K and n = 3/2 from the true curvatures where the
// surfaces touch (power_law.c), the damping as above; where they are not smooth (5) or (8) stays.
//
// Shape   one point per pair; radii belong to the shapes, not to the place of touching.
// Valid   as hertz.c; (5) without a sphere is a spring of c_res per metre, not a material law.
// Limits  F -> 0 continuously at d = 0. Below v_small restitution fades (4) or ends (7), so balls
//         come to rest. The restitution that comes back is not quite e: 0.68 for e = 0.7.
// Source  [Modia3D]: the page on the contact force law until 2021 for (1) to (5), after
//         [NeumayrOtter2019]; the program 0.12.3 for (6) to (8).
//         Differs from the source in: depth in true metres; the force never pulls (the program does
//         not cut it). docs/theory/laws.md says more.

#include <math.h>

#include "law/core/surface_pair.h"
#include "law/normal/power_law.h"
#include "math/core/elementary.h"
#include "math/core/regularize.h"

typedef enum ElasticVariant { ELASTIC_PUBLISHED, ELASTIC_CONTACT_RADIUS } ElasticVariant;

typedef enum ElasticStiffness { ELASTIC_SHAPE, ELASTIC_CURVATURE } ElasticStiffness;

typedef struct Elastic {
    int variant;   // ElasticVariant
    int stiffness; // ElasticStiffness
    double reduction, max_damping, min_restitution;
} Elastic;

enum {
    ELASTIC_VARIANT = AB_POWER_OWN,
    ELASTIC_RESTITUTION,
    ELASTIC_MIN_RESTITUTION,
    ELASTIC_SMALL_SPEED, // v_small  [m/s]
    ELASTIC_MAX_DAMPING, // D_max    [s/m]
    ELASTIC_C_RES        // c_res    [N/m^2]
};

static const char *const s_variants[] = {"published", "contact_radius", NULL};
static const char *const s_stiffnesses[] = {"shape", "curvature", NULL};

static const abKey s_keys[] = {
    AB_WORD(Elastic, variant, s_variants, ELASTIC_PUBLISHED,
            "which form of the law: as documented in 2019, or as programmed since 2022"),
    AB_WORD(Elastic, stiffness, s_stiffnesses, ELASTIC_SHAPE,
            "from one radius per shape, as the variant says; or from the true curvatures at the "
            "contact"),
    AB_NUM(Elastic, reduction, "-", 1.0, 1e-9, 1.0,
           "k_red, multiplies c_res; below 1 trades stiffness for step size"),
    AB_NUM(Elastic, max_damping, "s/m", NAN, 0.0, 1e9,
           "largest damping D; without it 1000 (published) or 2000 (contact_radius)"),
    AB_NUM(Elastic, min_restitution, "-", 0.001, 1e-9, 1.0,
           "least restitution, towards which slow impacts fade (published)"),
};
static const abTable s_table =
    AB_TABLE("elastic", Elastic, s_keys,
             "elastic contact, Hertz for spheres, damped to the pair's restitution");

// Radius of (5); zero when no sphere takes part.
static double sphere_radius(const abPairProperties *pair) {
    const abSurface *a = &pair->surface[0], *b = &pair->surface[1];
    if (a->is_sphere && b->is_sphere) {
        return ab_in_series(a->contact_radius, b->contact_radius);
    }
    return a->is_sphere ? a->contact_radius : b->is_sphere ? b->contact_radius : 0.0;
}

// Radius of (8).
static double contact_radius(const abPairProperties *pair) {
    const abSurface *a = &pair->surface[0], *b = &pair->surface[1];
    if (a->is_flat != b->is_flat) {
        return a->is_flat ? b->contact_radius : a->contact_radius;
    }
    return ab_in_series(a->contact_radius, b->contact_radius);
}

static abResult elastic_check(const void *params, const abPairProperties *pair, abPlace place,
                              abError *error) {
    const Elastic *p = params;
    abResult result = ab_surface_pair_check_modulus(
        "elastic", "or choose a law with a `stiffness` of its own", pair, place, error);
    bool is_published = p->variant == ELASTIC_PUBLISHED;
    double radius = is_published ? sphere_radius(pair) : contact_radius(pair);
    bool needs_none = is_published && !pair->surface[0].is_sphere && !pair->surface[1].is_sphere;
    if (!needs_none && !(radius > 0.0 && isfinite(radius))) {
        result =
            ab_error_add(error, AB_BAD_MODEL, place,
                         "elastic: the contact radii %g m and %g m give no radius of curvature "
                         "above 0; set contact_radius of the shapes, or use variant published",
                         pair->surface[0].contact_radius, pair->surface[1].contact_radius);
    }
    if (!(pair->sliding_regularization > 0.0)) {
        result = ab_error_add(error, AB_BAD_MODEL, place,
                              "elastic: sliding_regularization = %g m/s is not above 0; it is also "
                              "the speed below which restitution fades (0.01 is usual)",
                              pair->sliding_regularization);
    }
    return result;
}

static void elastic_prepare(const void *params, abPairProperties *pair, double *constants) {
    const Elastic *p = params;
    bool is_published = p->variant == ELASTIC_PUBLISHED;
    double radius = is_published ? sphere_radius(pair) : contact_radius(pair);
    bool is_hertz = radius > 0.0;
    double c_geo = is_hertz ? 4.0 / 3.0 * sqrt(radius) : 1.0;      // (5), (8)
    double modulus = p->reduction * ab_surface_pair_modulus(pair); // c_res of (2)
    pair->wants_curvature = p->stiffness == ELASTIC_CURVATURE;
    constants[AB_POWER_STIFFNESS] = modulus * c_geo;
    constants[AB_POWER_UNIT] = 0.0;
    constants[AB_POWER_MODULUS] = pair->wants_curvature ? modulus : 0.0;
    constants[AB_POWER_EXPONENT] = is_hertz ? 1.5 : 1.0;
    constants[ELASTIC_C_RES] = modulus;
    constants[ELASTIC_VARIANT] = p->variant;
    constants[ELASTIC_RESTITUTION] = pair->restitution;
    constants[ELASTIC_MIN_RESTITUTION] = p->min_restitution;
    constants[ELASTIC_SMALL_SPEED] = pair->sliding_regularization;
    double usual = is_published ? 1000.0 : 2000.0;
    constants[ELASTIC_MAX_DAMPING] = isnan(p->max_damping) ? usual : p->max_damping;
    pair->rolling_radius = is_hertz ? radius : 1.0;
}

static void elastic_begin(const double *constants, double speed, double *memory) {
    double e = constants[ELASTIC_RESTITUTION], e_min = constants[ELASTIC_MIN_RESTITUTION];
    double small = constants[ELASTIC_SMALL_SPEED], maximum = constants[ELASTIC_MAX_DAMPING];
    double e_now, v_now;
    if (constants[ELASTIC_VARIANT] == ELASTIC_PUBLISHED) {
        double e_lim = fmax(e_min, e);
        e_now = e_lim + (e_min - e_lim) * ab_exp(ab_log_e(0.01) * speed / small); // (4)
        v_now = ab_regularize(speed, small);
    } else {
        e_now = speed > small ? e : 0.0; // (7)
        v_now = speed;
    }
    double divisor = 5.0 * e_now * v_now;
    memory[0] = divisor > 0.0 ? fmin(maximum, 8.0 * (1.0 - e_now) / divisor) : maximum; // (3), (6)
}

static const abLawNumber s_memory[] = {
    {"d_res", "s/m", "damping D, fixed by the speed when the contact began", 0},
    {NULL, NULL, NULL, 0},
};
static const abLawNumber s_told[] = {
    {"c_res", "Pa", "resulting modulus of both materials, times reduction", ELASTIC_C_RES},
    {"stiffness", "N/m^n", "c_res c_geo; with stiffness: curvature where surfaces are not smooth",
     AB_POWER_STIFFNESS},
    {NULL, NULL, NULL, 0},
};

const abNormalLaw ab_law_elastic = {.table = &s_table,
                                    .memory = s_memory,
                                    .told = s_told,
                                    .check = elastic_check,
                                    .prepare = elastic_prepare,
                                    .begin = elastic_begin,
                                    .evaluate = ab_power_law_damped};
