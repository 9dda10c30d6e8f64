// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// foundation.c - an elastic layer on a rigid base: each part of the surface carries its own force.
//
//   p(d) = K f(d/h),   K = E (1 - nu)/((1 + nu)(1 - 2 nu))                             (1)
//   F = int p dA + (c + c_F int p dA + c_A A) d'                                        (2)
//   W(d) = int_0^d p ds,   U = int W dA                                                 (3)
//
// f is one of foundation_pressure.c. Where contacts carry an area A with one depth, the integrals
// are products. Of smooth surfaces, where the depth falls off like a parabola and the area inside
// the depth s is A(s) (overlap_area.c),
//
//   F = int_0^d p(d - s) A'(s) ds,   U = int_0^d p(d - s) A(s) ds                       (4)
//
// and so F = 2 pi R W(d) for a ball of radius R. Of the moduli and depths of two materials the
// layers are in series: h = h_1 + h_2, K/h = 1/(h_1/K_1 + h_2/K_2).
//
// hertz: p = E*/(pi sqrt(R)) sqrt(d), so that (4) is 4/3 E* sqrt(R) d^(3/2), Hertz' force for the
// radius R, E* = E/(1 - nu^2).
//
// Shape   any; meant for meshes and flat faces, where every point has its depth.
// Valid   layers thin against the size of the contact, which cannot give way sideways: nu < 0.5.
//         Pressures do not know of each other: no bulging between contacts.
// Limits  separating fast makes (2) negative; it is cut at zero, point by point. c and c_A jump at the first
//         contact, c_F does not.
// Source  K: [BeiFregly2004]; damping by force: Hunt and Crossley, and [Sherman2011]. Differs from
//         the sources in: c_A, so that what is lost does not depend on how fine a mesh is; (4).

#include <math.h>
#include <string.h>

#include "law/core/law.h"
#include "law/core/overlap_area.h"
#include "law/core/surface_pair.h"
#include "law/normal/foundation_pressure.h"
#include "law/normal/tolerances.def"
#include "law/normal/volume.h"
#include "math/core/elementary.h"

typedef struct Foundation {
    double youngs_modulus, poissons_ratio, thickness, minimum_thickness_ratio;
    double damping, damping_by_force, damping_by_area;
    double exponent, radius;
    const abPointList *pressure_table;
    int pressure;
} Foundation;

// Constants.
enum {
    MODULUS,    // K; of hertz E*/pi                                                   [Pa]
    PER_YOUNGS, // K by E, for contacts that know their own E                          [-]
    THICKNESS,  // h; of hertz R                                                       [m]
    CURVE,      // abPressureCurve
    MINIMUM,    // of abPressure
    EXPONENT,   //
    POISSON,    //
    TABLE,      // the bits of a pointer
    DAMPING,    // c    [N s/m]
    BY_FORCE,   // c_F  [s/m]
    BY_AREA,    // c_A  [N s/m^3]
    RADIUS,     // of the pair, for contacts that know no curvature                    [m]
    LAYERS      // that the thickness of a contact with its own stands for             [-]
};

#define USUAL_RATIO 0.01

static const abKey s_keys[] = {
    AB_NUM(Foundation, youngs_modulus, "Pa", NAN, 0.0, 1e15,
           "E of the layer; without it moduli and layer depths of both materials, in series"),
    AB_NUM(Foundation, poissons_ratio, "-", NAN, -1.0, 0.5, "nu of the layer, given with E"),
    AB_NUM(Foundation, thickness, "m", NAN, 0.0, 1e12,
           "h of the layer; of a side whose material does not give its own"),
    AB_WORD(Foundation, pressure, ab_pressure_words, AB_PRESSURE_LOG,
            "by the depth: log: -K ln(1 - d/h); linear: K d/h; power: K (d/h)^exponent; table: by "
            "pressure_table; neo_hookean: a layer of rubber; hertz: gives a ball of `radius` "
            "Hertz' force"),
    AB_NUM(Foundation, minimum_thickness_ratio, "-", USUAL_RATIO, 0.0, 1.0,
           "log and neo_hookean go on straight where no more of the thickness is left"),
    AB_NUM(Foundation, exponent, "-", 1.0, 0.1, 10.0, "of pressure: power"),
    AB_ANY(AB_KEY_POINTS, Foundation, pressure_table, "-", 0.0, 0.0, 1e12,
           "of pressure: table: [[0, 0], [d/h, p/K], ...], both rising; straight between, and on "
           "beyond the last"),
    AB_NUM(Foundation, radius, "m", NAN, 0.0, 1e12,
           "of pressure: hertz; when not given, of the pair"),
    AB_NUM(Foundation, damping, "N s/m", 0.0, 0.0, 1e18,
           "c, of each vertex with manifold: vertices, else of the whole contact"),
    AB_NUM(Foundation, damping_by_force, "s/m", 0.0, 0.0, 1e9,
           "c_F: the force is multiplied by 1 + c_F d'"),
    AB_NUM(Foundation, damping_by_area, "N s/m^3", 0.0, 0.0, 1e24,
           "c_A: whatever the number of points"),
};
static const abTable s_table =
    AB_TABLE("foundation", Foundation, s_keys,
             "elastic foundation: a layer whose every part carries its own pressure");

// ---- what a user may get wrong ----

static abResult wrong(abError *error, abPlace place, const char *text, double value) {
    return ab_error_add(error, AB_BAD_MODEL, place, text, value);
}

static abResult check_table(const Foundation *f, abPlace place, abError *error) {
    const abPointList *table = f->pressure_table;
    if (f->pressure != AB_PRESSURE_TABLE) {
        return table == NULL ? AB_OK
                             : ab_error_add(error, AB_BAD_MODEL, place,
                                            "foundation: pressure_table needs pressure: table");
    }
    if (table == NULL || table->count < 2) {
        return ab_error_add(error, AB_BAD_MODEL, place,
                            "foundation: pressure: table needs pressure_table: [[0, 0], [d/h, "
                            "p/K], ...] with at least two points");
    }
    if (table->points[0].x != 0.0 || table->points[0].y != 0.0) {
        return ab_error_add(error, AB_BAD_MODEL, place,
                            "foundation: pressure_table begins with [%g, %g]; it must begin with "
                            "[0, 0], as nothing acts without depth",
                            table->points[0].x, table->points[0].y);
    }
    for (int i = 0; i < table->count; i++) {
        if (table->points[i].z != 0.0) {
            return ab_error_add(error, AB_BAD_MODEL, place,
                                "foundation: [%g, %g, %g] in pressure_table has a third number; a "
                                "point is [d/h, p/K]",
                                table->points[i].x, table->points[i].y, table->points[i].z);
        }
    }
    for (int i = 1; i < table->count; i++) {
        abVec3 a = table->points[i - 1], b = table->points[i];
        if (!(b.x > a.x && b.y >= a.y)) {
            return ab_error_add(error, AB_BAD_MODEL, place,
                                "foundation: [%g, %g] in pressure_table after [%g, %g]: d/h must "
                                "rise and p/K must not fall",
                                b.x, b.y, a.x, a.y);
        }
    }
    return AB_OK;
}

// Keys of one pressure that another one would not look at.
static abResult check_unused(const Foundation *f, abPlace place, abError *error) {
    abResult result = AB_OK;
    if (f->exponent != 1.0 && f->pressure != AB_PRESSURE_POWER) {
        result = wrong(error, place,
                       "foundation: exponent = %g acts with pressure: power only; leave it out, or "
                       "say pressure: power",
                       f->exponent);
    }
    if (!isnan(f->radius) && f->pressure != AB_PRESSURE_HERTZ) {
        result = wrong(error, place,
                       "foundation: radius = %g m acts with pressure: hertz only; leave it out, or "
                       "say pressure: hertz",
                       f->radius);
    }
    bool has_pole = f->pressure == AB_PRESSURE_LOG || f->pressure == AB_PRESSURE_NEO_HOOKEAN;
    if (f->minimum_thickness_ratio != USUAL_RATIO && !has_pole) {
        result = wrong(error, place,
                       "foundation: minimum_thickness_ratio = %g acts with pressure: log and "
                       "neo_hookean only; leave it out, or say pressure: log",
                       f->minimum_thickness_ratio);
    }
    return result;
}

// The thickness of a field is that of each layer without its own.
static abResult check_field(const Foundation *f, const abPairProperties *pair, abPlace place,
                            abError *error) {
    if (!pair->has_thickness_field) {
        return AB_OK;
    }
    if (f->pressure == AB_PRESSURE_HERTZ) {
        return ab_error_add(error, AB_BAD_MODEL, place,
                            "foundation: pressure: hertz knows no thickness; leave thickness_field "
                            "out, or use another pressure");
    }
    for (int i = 0; i < 2 && isnan(f->youngs_modulus) && isnan(f->poissons_ratio); i++) {
        double depth = pair->surface[i].layer_depth;
        if (!isnan(depth)) {
            return wrong(error, place,
                         "foundation: thickness_field cannot stand beside layer_depth = %g m of a "
                         "material; leave that out, or give youngs_modulus and poissons_ratio of "
                         "the whole layer",
                         depth);
        }
    }
    return AB_OK;
}

static abResult check_layer(const char *whose, double youngs, double poisson, double thickness,
                            bool has_depth, double size, abPlace place, abError *error) {
    abResult result = AB_OK;
    if (isnan(youngs) || isnan(poisson)) {
        return ab_error_add(error, AB_BAD_MODEL, place,
                            "foundation: %s has no %s; give youngs_modulus, poissons_ratio and "
                            "thickness",
                            whose, isnan(youngs) ? "youngs_modulus" : "poissons_ratio");
    }
    if (!(youngs > 0.0)) {
        result = wrong(error, place, "foundation: youngs_modulus = %g is not above 0", youngs);
    }
    if (!(poisson > -1.0 && poisson < 0.5)) {
        result = wrong(error, place,
                       "foundation: poissons_ratio = %g is not between -1 and 0.5, where a layer "
                       "that cannot give way sideways has a finite stiffness; use 0.49 for rubber",
                       poisson);
    }
    if (isnan(thickness) && !has_depth) {
        result = ab_error_add(error, AB_BAD_MODEL, place,
                              "foundation: %s has no thickness; give `thickness`, or layer_depth "
                              "of its material",
                              whose);
    } else if (!(thickness > 0.0) && !has_depth) {
        result = wrong(error, place, "foundation: thickness = %g m is not above 0", thickness);
    } else if (thickness < s_thinnest_layer * size && !has_depth) {
        result = ab_error_add(error, AB_BAD_MODEL, place,
                              "foundation: thickness = %g m is less than 1e-9 of the shapes, %.3g "
                              "m: no step could follow so stiff a layer; make it thicker, or use "
                              "law: rigid",
                              thickness, size);
    }
    return result;
}

static double layer_of(const Foundation *f, const abSurface *side) {
    return isnan(side->layer_depth) ? f->thickness : side->layer_depth;
}

// Of the smaller shape, as its one radius tells it.
static double size_of(const abPairProperties *pair) {
    double size = INFINITY;
    for (int i = 0; i < 2; i++) {
        double radius = pair->surface[i].contact_radius;
        size = radius > 0.0 && radius < size ? radius : size;
    }
    return isfinite(size) ? size : 0.0;
}

static abResult check_elasticity(const Foundation *f, const abPairProperties *pair, abPlace place,
                                 abError *error) {
    bool is_hertz = f->pressure == AB_PRESSURE_HERTZ;
    bool has_depth = is_hertz || pair->has_thickness_field;
    if (!isnan(f->youngs_modulus) || !isnan(f->poissons_ratio) || pair->has_modulus_field) {
        double youngs = pair->has_modulus_field ? 1.0 : f->youngs_modulus;
        return check_layer("the layer", youngs, f->poissons_ratio, f->thickness, has_depth,
                           size_of(pair), place, error);
    }
    AB_TRY(ab_surface_pair_check_modulus("foundation", "or give youngs_modulus and poissons_ratio",
                                         pair, place, error));
    abResult result = AB_OK;
    for (int i = 0; i < 2 && !is_hertz; i++) {
        const abSurface *side = &pair->surface[i];
        if (isfinite(side->youngs_modulus) &&
            check_layer(i == 0 ? "the first side" : "the second side", side->youngs_modulus,
                        side->poissons_ratio, layer_of(f, side), has_depth, size_of(pair), place,
                        error) != AB_OK) {
            result = AB_BAD_MODEL;
        }
    }
    return result;
}

static double hertz_radius(const Foundation *f, const abPairProperties *pair) {
    return isnan(f->radius) ? pair->radius : f->radius;
}

static abResult foundation_check(const void *params, const abPairProperties *pair, abPlace place,
                                 abError *error) {
    const Foundation *f = params;
    const abResult parts[] = {check_table(f, place, error), check_unused(f, place, error),
                              check_field(f, pair, place, error),
                              check_elasticity(f, pair, place, error)};
    abResult result = AB_OK;
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        result = parts[i] != AB_OK ? parts[i] : result;
    }
    if (!(f->minimum_thickness_ratio > 0.0 && f->minimum_thickness_ratio < 1.0)) {
        result =
            wrong(error, place, "foundation: minimum_thickness_ratio = %g is not between 0 and 1",
                  f->minimum_thickness_ratio);
    }
    double radius = hertz_radius(f, pair);
    if (f->pressure == AB_PRESSURE_HERTZ && !(radius > 0.0 && isfinite(radius))) {
        result = wrong(error, place,
                       "foundation: pressure: hertz needs a radius above 0, this pair has %g m; "
                       "give `radius`",
                       radius);
    }
    bool is_guess = pair->surface[0].radius_is_size || pair->surface[1].radius_is_size;
    if (f->pressure == AB_PRESSURE_HERTZ && isnan(f->radius) && is_guess) {
        result = ab_error_add(error, AB_BAD_MODEL, place,
                              "foundation: pressure: hertz needs a radius of curvature, and the "
                              "faces of a mesh are flat; give `radius`, the effective one of the "
                              "pair, or contact_radius of the shape, or use another pressure");
    }
    if (!pair->has_area && !(pair->radius > 0.0 && isfinite(pair->radius))) {
        result = ab_error_add(error, AB_BAD_MODEL, place,
                              "foundation: one point of flat on flat has no area; use manifold: "
                              "full, or another law");
    }
    return result;
}

// ---- constants ----

// Depth and modulus of two layers in series; a rigid side has none. With a field both layers have
// its thickness, whatever it is: the modulus and nu are those of two equal layers.
static void put_in_series(const Foundation *f, const abPairProperties *pair, double *constants) {
    double depth = 0.0, give = 0.0, poisson = 0.0;
    constants[LAYERS] = 0.0;
    for (int i = 0; i < 2; i++) {
        const abSurface *side = &pair->surface[i];
        if (isfinite(side->youngs_modulus)) {
            double h = pair->has_thickness_field ? 1.0 : layer_of(f, side);
            constants[LAYERS] += 1.0;
            depth += h;
            give += h / ab_confined_modulus(side->youngs_modulus, side->poissons_ratio);
            poisson += h * side->poissons_ratio;
        }
    }
    constants[THICKNESS] =
        pair->has_thickness_field ? constants[LAYERS] * f->thickness : depth; // may be none
    constants[MODULUS] = depth / give;
    constants[POISSON] = poisson / depth; // their mean
    constants[PER_YOUNGS] = ab_confined_modulus(1.0, constants[POISSON]);
}

static void put_elasticity(const Foundation *f, const abPairProperties *pair, double *constants) {
    if (f->pressure == AB_PRESSURE_HERTZ) {
        double nu = f->poissons_ratio;
        constants[PER_YOUNGS] = 1.0 / (AB_PI * (1.0 - (isnan(nu) ? 0.0 : nu * nu)));
        constants[MODULUS] = isnan(f->youngs_modulus) ? ab_surface_pair_modulus(pair) / AB_PI
                                                      : f->youngs_modulus * constants[PER_YOUNGS];
        constants[THICKNESS] = hertz_radius(f, pair);
    } else if (isnan(f->youngs_modulus) && isnan(f->poissons_ratio)) {
        put_in_series(f, pair, constants);
    } else {
        constants[POISSON] = f->poissons_ratio;
        constants[PER_YOUNGS] = ab_confined_modulus(1.0, f->poissons_ratio);
        constants[MODULUS] = ab_confined_modulus(f->youngs_modulus, f->poissons_ratio); // (1)
        constants[THICKNESS] = f->thickness;
    }
}

static void foundation_prepare(const void *params, abPairProperties *pair, double *constants) {
    const Foundation *f = params;
    constants[LAYERS] = 1.0;
    put_elasticity(f, pair, constants);
    constants[CURVE] = f->pressure;
    constants[MINIMUM] = f->minimum_thickness_ratio;
    constants[EXPONENT] = f->exponent;
    ab_keep_pointer(&constants[TABLE], f->pressure_table);
    constants[DAMPING] = f->damping;
    constants[BY_FORCE] = f->damping_by_force;
    constants[BY_AREA] = f->damping_by_area;
    constants[RADIUS] = pair->radius;
    pair->rolling_radius = ab_surface_pair_radius(pair);
    pair->wants_curvature = pair->wants_area = true;
}

// ---- the law ----

static abPressure pressure_of(const double *constants) {
    return (abPressure){.curve = (abPressureCurve)constants[CURVE],
                        .minimum = constants[MINIMUM],
                        .exponent = constants[EXPONENT],
                        .poisson = constants[POISSON],
                        .table = ab_kept_pointer(&constants[TABLE])};
}

typedef struct Elastic {
    double force, slope, energy;
    double area, area_slope; // in contact
} Elastic;

// (4) over the part of A(s) from s = from to s = to, in units of the thickness; h is that.
static void add_piece(const abPressure *pressure, const abAreaPiece *piece, double d, double to,
                      double h, Elastic *sum) {
    if (piece->power == 1.0) {
        abPressureAt a = ab_pressure_at(pressure, (d - piece->from) / h);
        abPressureAt b = ab_pressure_at(pressure, (d - to) / h);
        double before = ab_pressure_second_integral(pressure, (d - piece->from) / h);
        double behind = ab_pressure_second_integral(pressure, (d - to) / h);
        sum->force += piece->factor * h * (a.integral - b.integral);
        sum->slope += piece->factor * (a.value - b.value);
        sum->energy += piece->factor * h * h * (before - behind);
    } else {
        abPressureAt at = ab_pressure_over_line(pressure, d / h, sqrt(piece->from / d));
        double factor = piece->factor * sqrt(d);
        sum->force += factor * at.value;
        sum->slope += factor * at.slope / h;
        sum->energy += factor * at.integral * h;
    }
    double power = piece->power;
    sum->area = piece->factor * (power == 1.0 ? d : sqrt(d));
    sum->area_slope = power * sum->area / d;
}

static Elastic on_patch(const abPressure *pressure, const abContact *contact, double h,
                        bool wants_energy) {
    double u = contact->depth / h;
    abPressureAt at =
        wants_energy ? ab_pressure_at(pressure, u) : ab_pressure_without_energy(pressure, u);
    return (Elastic){.force = contact->area * at.value,
                     .slope = contact->area * at.slope / h + contact->area_slope * at.value,
                     .energy = contact->area * at.integral * h,
                     .area = contact->area,
                     .area_slope = contact->area_slope};
}

// All of the elastic part, by the modulus.
static Elastic elastic_part(const double *constants, const abContact *contact, bool wants_energy) {
    abPressure pressure = pressure_of(constants);
    double h =
        contact->thickness == 0.0 ? constants[THICKNESS] : constants[LAYERS] * contact->thickness;
    double d = contact->depth;
    if (contact->area > 0.0) {
        return on_patch(&pressure, contact, h, wants_energy);
    }
    abAreaPiece pieces[AB_AREA_PIECES];
    int count = ab_overlap_area(contact, constants[RADIUS], pieces);
    Elastic sum = {0};
    for (int i = 0; i < count && d > pieces[i].from; i++) {
        add_piece(&pressure, &pieces[i], d, i + 1 < count ? fmin(d, pieces[i + 1].from) : d, h,
                  &sum);
    }
    return sum;
}

static void evaluate(const double *constants, const abContact *contact, bool wants_energy,
                     abNormalForce *out) {
    *out = (abNormalForce){0};
    if (!(contact->depth > 0.0)) {
        return;
    }
    double modulus = contact->youngs_modulus == 0.0
                         ? constants[MODULUS]
                         : contact->youngs_modulus * constants[PER_YOUNGS];
    Elastic elastic = elastic_part(constants, contact, wants_energy);
    double share = contact->patch_area > 0.0 ? contact->area / contact->patch_area : 1.0;
    double force = modulus * elastic.force, slope = modulus * elastic.slope;
    double damping = share * constants[DAMPING] + constants[BY_FORCE] * force +
                     constants[BY_AREA] * elastic.area;
    out->elastic = force;
    out->energy = modulus * elastic.energy;
    if (force + damping * contact->rate > 0.0) {
        out->force = force + damping * contact->rate; // (2)
        out->damping = damping;
        out->stiffness = slope + contact->rate * (constants[BY_FORCE] * slope +
                                                  constants[BY_AREA] * elastic.area_slope);
    }
}

static void foundation_evaluate(const double *constants, const double *memory,
                                const abContact *contact, abNormalForce *out) {
    (void)memory;
    evaluate(constants, contact, true, out);
}

// Of a linear pressure; `alone` is the damping of a point that belongs to no patch.
// Written so that compilers take them side by side.
static void evaluate_linear(abLinearPressure by, double alone, abContactBatch *batch) {
    for (int i = 0; i < AB_BATCH; i++) {
        double depth = batch->depth[i], rate = batch->rate[i], area = batch->area[i];
        double is_in = depth > 0.0 ? 1.0 : 0.0;
        double slope = is_in * (by.stiffness * area), still = slope * depth;
        double damp = is_in * (alone + by.by_force * still + by.by_area * area);
        double whole = still + damp * rate, presses = whole > 0.0 ? 1.0 : 0.0;
        batch->elastic[i] = still;
        batch->force[i] = presses * whole;
        batch->damping[i] = presses * damp;
        batch->stiffness[i] = presses * (slope + rate * (by.by_force * slope));
    }
}

static abLinearPressure linear_of(const double *constants, double patch_area) {
    double shared = patch_area > 0.0 ? constants[DAMPING] / patch_area : 0.0;
    return (abLinearPressure){.stiffness = constants[MODULUS] / constants[THICKNESS],
                              .by_force = constants[BY_FORCE],
                              .by_area = constants[BY_AREA] + shared};
}

static bool foundation_linear(const double *constants, double patch_area, abLinearPressure *out) {
    *out = linear_of(constants, patch_area);
    return constants[CURVE] == AB_PRESSURE_LINEAR;
}

static int foundation_bends(const double *constants, double depth[AB_LAW_BENDS]) {
    abPressure pressure = pressure_of(constants);
    int count = ab_pressure_bends(&pressure, AB_LAW_BENDS, depth);
    for (int i = 0; i < count; i++) {
        depth[i] *= constants[THICKNESS];
    }
    return count;
}

static void foundation_evaluate_batch(const double *constants, const double *memory,
                                      abContactBatch *batch) {
    (void)memory;
    if (constants[CURVE] == AB_PRESSURE_LINEAR) {
        evaluate_linear(linear_of(constants, batch->patch_area),
                        batch->patch_area > 0.0 ? 0.0 : constants[DAMPING], batch);
        return;
    }
    abContact contact = {.patch_area = batch->patch_area};
    for (int i = 0; i < AB_BATCH; i++) {
        abNormalForce at;
        contact.depth = batch->depth[i];
        contact.rate = batch->rate[i];
        contact.area = batch->area[i];
        evaluate(constants, &contact, false, &at);
        batch->force[i] = at.force;
        batch->stiffness[i] = at.stiffness;
        batch->damping[i] = at.damping;
        batch->elastic[i] = at.elastic;
    }
}

static void foundation_switching_functions(const double *constants, const double *memory,
                                           const abContact *contact,
                                           double values[AB_NORMAL_SWITCHING_FUNCTIONS]) {
    bool is_damped =
        constants[DAMPING] > 0.0 || constants[BY_FORCE] > 0.0 || constants[BY_AREA] > 0.0;
    if (is_damped && contact->depth > 0.0) {
        abContact still = *contact;
        abNormalForce at_rest;
        still.rate = 0.0;
        foundation_evaluate(constants, memory, &still, &at_rest);
        values[0] = at_rest.force + at_rest.damping * contact->rate;
    }
}

static const abLawNumber s_told[] = {
    {"modulus", "Pa", "K of the pressure; fields of the model change it from place to place",
     MODULUS},
    {"thickness", "m", "h of the layer, likewise", THICKNESS},
    {NULL, NULL, NULL, 0},
};

const abNormalLaw ab_law_foundation = {.table = &s_table,
                                       .told = s_told,
                                       .has_own_losses = true,
                                       .check = foundation_check,
                                       .prepare = foundation_prepare,
                                       .evaluate = foundation_evaluate,
                                       .evaluate_batch = foundation_evaluate_batch,
                                       .linear = foundation_linear,
                                       .bends = foundation_bends,
                                       .switching_functions = foundation_switching_functions,
                                       .spread = AB_LAW_SPREAD};
