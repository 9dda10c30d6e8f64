// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// foundation_pressure.c - the pressures a foundation can have, by the compression u = d/h.
//
//   log          f = -ln(1 - u)                                                        (1)
//   linear       f = u
//   power        f = u^n
//   table        straight between the points given, and on beyond the last
//   neo_hookean  f = [m (1/s - s) - l ln(s)/s],  s = 1 - u                              (2)
//                m = (1 - 2 nu)/(2 (1 - nu)),  l = nu/(1 - nu)
//   hertz        f = sqrt(u)
//
// All but hertz and powers other than 1 begin with f = u. Below the ratio `least` of what is left
// of the thickness (1) and (2) go on straight with the slope they have there, so that no depth is
// without a force.
//
// Integral  in closed form; where that loses digits, for small u, Gauss' rule with 8 points, which
//           is exact to rounding there. Double integrals of (1) and (2) by Gauss' rule between
//           places that come closer to the pole by halves.
// Source    (1) L. Blankevoort, J. H. Kuiper, R. Huiskes, H. J. Grootenboer, Articular contact in a
//           three-dimensional model of the knee, J. Biomech. 24 (1991) 1019-1031, and Y. Bei, B. J.
//           Fregly, Multibody dynamic simulation of knee contact mechanics, Med. Eng. Phys. 26
//           (2004) 777-789. (2) the energy m/2 (s^2 - 1 - 2 ln s) + l/2 (ln s)^2 of a compressible
//           neo-Hookean solid that cannot give way sideways, by s.

#include "law/normal/foundation_pressure.h"

#include <math.h>

#include "law/normal/tolerances.def"
#include "math/core/elementary.h"

const char *const ab_pressure_words[] = {"log",         "linear", "power", "table",
                                         "neo_hookean", "hertz",  NULL};

// ---- the curves ----

// ln(1 - u) without loss for small u: -2 artanh(u/(2 - u)).
static double log_of_rest(double u) {
    if (u >= s_small_compression) {
        return ab_log_e(1.0 - u);
    }
    static const double by_odd[] = {1.0 / 15.0, 1.0 / 13.0, 1.0 / 11.0, 1.0 / 9.0,
                                    1.0 / 7.0,  1.0 / 5.0,  1.0 / 3.0,  1.0};
    double z = u / (2.0 - u), z2 = z * z, sum = 0.0;
    for (size_t k = 0; k < sizeof by_odd / sizeof by_odd[0]; k++) {
        sum = sum * z2 + by_odd[k];
    }
    return -2.0 * z * sum;
}

static abPressureAt log_curve(const abPressure *pressure, double u) {
    (void)pressure;
    double rest = 1.0 - u, log = log_of_rest(u);
    return (abPressureAt){-log, 1.0 / rest, rest * log + u};
}

// The integral of the log for u < 0.1, where it would be a difference: sum of u^k / (k (k - 1))
// from k = 2 to 16.
static double small_log_integral(const abPressure *pressure, double u) {
    static const double by[] = {1.0 / 240.0, 1.0 / 210.0, 1.0 / 182.0, 1.0 / 156.0, 1.0 / 132.0,
                                1.0 / 110.0, 1.0 / 90.0,  1.0 / 72.0,  1.0 / 56.0,  1.0 / 42.0,
                                1.0 / 30.0,  1.0 / 20.0,  1.0 / 12.0,  1.0 / 6.0,   1.0 / 2.0};
    double sum = 0.0;
    (void)pressure;
    for (size_t k = 0; k < sizeof by / sizeof by[0]; k++) {
        sum = sum * u + by[k];
    }
    return sum * u * u;
}

static abPressureAt linear_curve(const abPressure *pressure, double u) {
    (void)pressure;
    return (abPressureAt){u, 1.0, 0.5 * u * u};
}

static abPressureAt power_curve(const abPressure *pressure, double u) {
    double n = pressure->exponent, value = ab_pow(u, n);
    return (abPressureAt){value, n * value / u, value * u / (n + 1.0)};
}

static abPressureAt hertz_curve(const abPressure *pressure, double u) {
    (void)pressure;
    double value = sqrt(u);
    return (abPressureAt){value, 0.5 / value, 2.0 / 3.0 * value * u};
}

static abPressureAt neo_hookean_curve(const abPressure *pressure, double u) {
    double nu = pressure->poisson, s = 1.0 - u, log = log_of_rest(u);
    double m = 0.5 * (1.0 - 2.0 * nu) / (1.0 - nu), l = nu / (1.0 - nu);
    return (abPressureAt){m * u * (2.0 - u) / s - l * log / s,
                          m * (1.0 / (s * s) + 1.0) + l * (1.0 - log) / (s * s),
                          0.5 * m * (s * s - 1.0 - 2.0 * log) + 0.5 * l * log * log};
}

static abPressureAt table_curve(const abPressure *pressure, double u) {
    const abPointList *table = pressure->table;
    abPressureAt out = {0.0, 0.0, 0.0};
    for (int i = 0; i + 1 < table->count; i++) {
        abVec3 a = table->points[i], b = table->points[i + 1];
        bool is_last = i + 2 == table->count;
        double displacement = is_last || u < b.x ? u - a.x : b.x - a.x;
        out.slope = (b.y - a.y) / (b.x - a.x);
        out.value = a.y + out.slope * displacement;
        out.integral += 0.5 * (a.y + out.value) * displacement;
        if (u < b.x) {
            break;
        }
    }
    return out;
}

// ---- their double integrals, where they are simple ----

static double linear_twice(const abPressure *pressure, double u) {
    (void)pressure;
    return u * u * u / 6.0;
}

static double power_twice(const abPressure *pressure, double u) {
    double n = pressure->exponent;
    return ab_pow(u, n + 2.0) / ((n + 1.0) * (n + 2.0));
}

static double hertz_twice(const abPressure *pressure, double u) {
    (void)pressure;
    return 4.0 / 15.0 * sqrt(u) * u * u;
}

static double table_twice(const abPressure *pressure, double u) {
    const abPointList *table = pressure->table;
    double sum = 0.0, integral = 0.0;
    for (int i = 0; i + 1 < table->count; i++) {
        abVec3 a = table->points[i], b = table->points[i + 1];
        bool is_last = i + 2 == table->count;
        double displacement = is_last || u < b.x ? u - a.x : b.x - a.x;
        double slope = (b.y - a.y) / (b.x - a.x);
        sum += (integral + (0.5 * a.y + slope * displacement / 6.0) * displacement) * displacement;
        integral += (a.y + 0.5 * slope * displacement) * displacement;
        if (u < b.x) {
            break;
        }
    }
    return sum;
}

// ---- the list ----

typedef struct Curve {
    abPressureAt (*at)(const abPressure *pressure, double u);
    // NULL: by Gauss' rule; the curve then has a pole at u = 1 and goes on straight before, and its
    // integral loses digits for small u
    double (*twice)(const abPressure *pressure, double u);
    // for u < s_small_compression, where it loses digits; NULL: none, or by Gauss' rule
    double (*small)(const abPressure *pressure, double u);
} Curve;

static const Curve s_curves[AB_PRESSURE_CURVES] = {
    [AB_PRESSURE_LOG] = {log_curve, NULL, small_log_integral},
    [AB_PRESSURE_LINEAR] = {linear_curve, linear_twice, NULL},
    [AB_PRESSURE_POWER] = {power_curve, power_twice, NULL},
    [AB_PRESSURE_TABLE] = {table_curve, table_twice, NULL},
    [AB_PRESSURE_NEO_HOOKEAN] = {neo_hookean_curve, NULL, NULL},
    [AB_PRESSURE_HERTZ] = {hertz_curve, hertz_twice, NULL},
};

// ---- Gauss' rule with 8 points on 0 to 1 ----

enum { GAUSS = 8 };
static const double s_place[GAUSS] = {0.01985507175123188, 0.10166676129318664, 0.2372337950418355,
                                      0.4082826787521751,  0.5917173212478249,  0.7627662049581645,
                                      0.8983332387068134,  0.9801449282487681};
static const double s_weight[GAUSS] = {
    0.05061426814518813, 0.11119051722668724, 0.15685332293894363, 0.1813418916891810,
    0.1813418916891810,  0.15685332293894363, 0.11119051722668724, 0.05061426814518813};

static double small_integral(const abPressure *pressure, double u) {
    double sum = 0.0;
    for (int i = 0; i < GAUSS; i++) {
        sum += s_weight[i] * s_curves[pressure->curve].at(pressure, s_place[i] * u).value;
    }
    return sum * u;
}

// ---- all of it ----

static double end_of(const abPressure *pressure) {
    return s_curves[pressure->curve].twice == NULL ? 1.0 - pressure->minimum : INFINITY;
}

static abPressureAt go_on(abPressureAt at, double displacement) {
    at.integral += (at.value + 0.5 * at.slope * displacement) * displacement;
    at.value += at.slope * displacement;
    return at;
}

abPressureAt ab_pressure_without_energy(const abPressure *pressure, double u) {
    if (!(u > 0.0)) {
        return (abPressureAt){0.0, 0.0, 0.0};
    }
    double end = end_of(pressure);
    abPressureAt at = s_curves[pressure->curve].at(pressure, u < end ? u : end);
    return u > end ? go_on(at, u - end) : at;
}

abPressureAt ab_pressure_at(const abPressure *pressure, double u) {
    if (!(u > 0.0)) {
        return (abPressureAt){0.0, 0.0, 0.0};
    }
    const Curve *curve = &s_curves[pressure->curve];
    double end = end_of(pressure), inside = u < end ? u : end;
    abPressureAt at = curve->at(pressure, inside);
    if (curve->twice == NULL && inside < s_small_compression) {
        at.integral = curve->small != NULL ? curve->small(pressure, inside)
                                           : small_integral(pressure, inside);
    }
    return u > end ? go_on(at, u - end) : at;
}

// The points of a table; or 0.3 of what is left to the pole, again and again, and the end before it.
int ab_pressure_bends(const abPressure *pressure, int most, double *at) {
    bool is_power = pressure->curve == AB_PRESSURE_HERTZ ||
                    (pressure->curve == AB_PRESSURE_POWER && pressure->exponent != 1.0);
    const abPointList *table = pressure->curve == AB_PRESSURE_TABLE ? pressure->table : NULL;
    if (is_power) {
        return -1;
    }
    int count = 0;
    for (int i = 1; table != NULL && i + 1 < table->count && count < most; i++) {
        at[count++] = table->points[i].x;
    }
    double end = end_of(pressure);
    for (double u = 0.3; isfinite(end) && u < end && count + 1 < most; u += 0.3 * (1.0 - u)) {
        at[count++] = u;
    }
    if (isfinite(end)) {
        at[count++] = end;
    }
    return count;
}

static double integral_of_integrals(const abPressure *pressure, double from, double to) {
    double sum = 0.0;
    for (int i = 0; i < GAUSS; i++) {
        sum += s_weight[i] * ab_pressure_at(pressure, from + s_place[i] * (to - from)).integral;
    }
    return sum * (to - from);
}

double ab_pressure_second_integral(const abPressure *pressure, double u) {
    const Curve *curve = &s_curves[pressure->curve];
    if (!(u > 0.0) || curve->twice != NULL) {
        return u > 0.0 ? curve->twice(pressure, u) : 0.0;
    }
    // up to half, three quarters, ... of the way to the end of the curve, then beyond
    double end = end_of(pressure), last = u < end ? u : end, from = 0.0, sum = 0.0;
    double step = 0.5 * end;
    for (int k = 0; k < 8 && from < last; k++, step *= 0.5) {
        double to = k == 7 || from + step > last ? last : from + step;
        sum += integral_of_integrals(pressure, from, to);
        from = to;
    }
    return u > from ? sum + integral_of_integrals(pressure, from, u) : sum;
}

abPressureAt ab_pressure_over_line(const abPressure *pressure, double u, double from) {
    enum { PARTS = 2 };
    abPressureAt out = {0.0, 0.0, 0.0};
    double width = (1.0 - from) / PARTS;
    for (int part = 0; part < PARTS; part++) {
        for (int i = 0; i < GAUSS; i++) {
            double x = from + width * (part + s_place[i]);
            abPressureAt at = ab_pressure_at(pressure, u * (1.0 - x * x));
            out.value += width * s_weight[i] * at.value;
            out.slope += width * s_weight[i] * at.slope;
            out.integral += width * s_weight[i] * at.integral;
        }
    }
    return out;
}
