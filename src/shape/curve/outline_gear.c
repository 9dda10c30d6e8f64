// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// outline_gear.c - the outline of a spur gear with involute teeth.
//
//   r_b = r cos(a),  r = m z / 2,  tip r + m,  root r - 1.25 m                            (1)
//   radius of a point of a flank  r_b sqrt(1 + t^2)                                       (2)
//   half the angle of a tooth there  b/r + inv(a) - (t - atan(t)),  inv(a) = tan(a) - a   (3)
//
// with z teeth of module m, pressure angle a, and b half of a tooth's width on the pitch circle: a
// quarter of the pitch, less a quarter of the backlash. t is the angle by which the line that is
// unwound from the base circle has turned, and with it the tangent: an arc from t to t + d turns by d.
//
// Error   ARCS arcs in place of a flank are off by less than 3e-4 m for 20 teeth, 1e-4 m for more.
// Limits  No undercut: below the base circle flanks go on straight towards the centre, so a pinion
//         of few teeth may touch a wheel of many there. No helix, no shift of the profile.
// Source  involute of a circle, (2) and (3): any book on gears; 1 and 1.25 m: ISO 53, basic rack.

#include "shape/curve/outline_gear.h"

#include <math.h>

#include "math/core/elementary.h"

enum { ARCS = 6 }; // of a flank

typedef struct Tooth {
    double pitch, base, tip, root; // radii                                                [m]
    double half;                   // angle at the pitch circle and inv(a), together     [rad]
    double low, high;              // t at both ends of a flank
    double step;                   // t of an arc
} Tooth;

static Tooth tooth_of(const abOutlineKeys *k) {
    double a = k->pressure_angle, r = 0.5 * k->module * k->teeth;
    Tooth t = {.pitch = r,
               .base = r * ab_cos(a),
               .tip = r + k->module,
               .root = r - 1.25 * k->module,
               .half = 0.5 * AB_PI / k->teeth - 0.25 * k->backlash / r + ab_tan(a) - a};
    double low = fmax(t.root, t.base) / t.base, high = t.tip / t.base;
    t.low = sqrt(low * low - 1.0);
    t.high = sqrt(high * high - 1.0);
    t.step = (t.high - t.low) / ARCS;
    return t;
}

static bool has_feet(const Tooth *t) {
    return t->root < t->base;
}

// (3)
static double half_angle(const Tooth *t, double roll) {
    return t->half - (roll - ab_atan2(roll, 1.0));
}

// ---- points ----

static abVec3 at(double radius, double angle, double bulge) {
    return ab_vec3(radius * ab_cos(angle), radius * ab_sin(angle), bulge);
}

static double bulge_of(double angle) {
    return ab_tan(0.25 * angle);
}

int ab_outline_gear_count(const abOutlineKeys *k) {
    Tooth t = tooth_of(k);
    return k->teeth * (2 * (ARCS + 1) + (has_feet(&t) ? 2 : 0));
}

void ab_outline_gear(const abOutlineKeys *k, abVec3 *points) {
    Tooth t = tooth_of(k);
    double pitch = 2.0 * AB_PI / k->teeth, foot = half_angle(&t, t.low), arc = bulge_of(t.step);
    int n = 0;
    for (int i = 0; i < k->teeth; i++) {
        double middle = i * pitch;
        if (has_feet(&t)) {
            points[n++] = at(t.root, middle - foot, 0.0);
        }
        for (int j = 0; j <= ARCS; j++) { // outwards
            double roll = j == ARCS ? t.high : t.low + j * t.step, half = half_angle(&t, roll);
            points[n++] = at(t.base * sqrt(1.0 + roll * roll), middle - half,
                             j == ARCS ? bulge_of(2.0 * half) : arc);
        }
        for (int j = ARCS; j >= 0; j--) {
            double roll = j == ARCS ? t.high : t.low + j * t.step, half = half_angle(&t, roll);
            points[n++] = at(t.base * sqrt(1.0 + roll * roll), middle + half, j > 0 ? arc : 0.0);
        }
        if (has_feet(&t)) {
            points[n++] = at(t.root, middle + foot, 0.0);
        }
        points[n - 1].z = bulge_of(pitch - 2.0 * foot);
    }
}

abResult ab_outline_gear_check(const abOutlineKeys *k, abPlace place, abError *error) {
    enum { TEETH_MIN = 4, TEETH_MAX = 1000 };
    if (k->teeth < TEETH_MIN || k->teeth > TEETH_MAX) {
        return ab_error_add(error, AB_BAD_MODEL, place, "outline: teeth = %d is outside [%d, %d]",
                            k->teeth, TEETH_MIN, TEETH_MAX);
    }
    Tooth t = tooth_of(k);
    if (!(half_angle(&t, t.high) > 0.0)) {
        return ab_error_add(
            error, AB_BAD_MODEL, place,
            "outline: %d teeth with pressure_angle = %g rad and backlash = %g m end "
            "in a point below their tips; a smaller angle has wider ones",
            k->teeth, k->pressure_angle, k->backlash);
    }
    if (!(half_angle(&t, t.low) < AB_PI / k->teeth)) {
        return ab_error_add(error, AB_BAD_MODEL, place,
                            "outline: %d teeth with pressure_angle = %g rad run into each other at "
                            "their roots; give a smaller angle or more teeth",
                            k->teeth, k->pressure_angle);
    }
    if (!isnan(k->bore) && !(k->bore < t.root)) {
        return ab_error_add(error, AB_BAD_MODEL, place,
                            "outline: bore = %g m leaves nothing within the roots of the teeth, "
                            "which are at %g m",
                            k->bore, t.root);
    }
    return AB_OK;
}
