// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// expression_functions.c - each function of the table, on jets.
//
// STEP and its relatives, IMPACT, BISTOP, the series and SWEEP are those that function expressions
// of multibody programs know; where their manuals differ the text of the table says which form is
// taken. SWEEP's phase is the integral of its frequency, so it has no jump.

#include "math/expression/expression_functions.h"

#include <math.h>

#include "math/core/elementary.h"

#define AB_LN_10 2.30258509299404568402

// ---- one argument ----

static double without_fraction(double x) {
    return x < 0.0 ? -floor(-x) : floor(x);
}

static abJet call_abs(const abJet *a, int count) {
    (void)count;
    return a->value < 0.0 ? ab_jet_negate(*a) : *a;
}

static abJet call_aint(const abJet *a, int count) {
    (void)count;
    return ab_jet(without_fraction(a->value));
}

static abJet call_anint(const abJet *a, int count) {
    (void)count;
    double whole = without_fraction(a->value), rest = fabs(a->value - whole);
    return ab_jet(rest < 0.5 ? whole : a->value < 0.0 ? whole - 1.0 : whole + 1.0);
}

// asin for sign = 1; acos has the opposite derivatives.
static abJet arc(abJet x, double f, double sign) {
    double r2 = (1.0 - x.value) * (1.0 + x.value), f1 = sign / sqrt(r2);
    return ab_jet_chain(x, f, f1, x.value * f1 / r2);
}

static abJet call_acos(const abJet *a, int count) {
    (void)count;
    return arc(*a, ab_acos(a->value), -1.0);
}

static abJet call_asin(const abJet *a, int count) {
    (void)count;
    return arc(*a, ab_asin(a->value), 1.0);
}

static abJet call_atan(const abJet *a, int count) {
    (void)count;
    double f1 = 1.0 / (1.0 + a->value * a->value);
    return ab_jet_chain(*a, ab_atan(a->value), f1, -2.0 * a->value * f1 * f1);
}

static abJet call_sin(const abJet *a, int count) {
    (void)count;
    return ab_jet_sin(*a);
}

static abJet call_cos(const abJet *a, int count) {
    (void)count;
    return ab_jet_cos(*a);
}

static abJet call_tan(const abJet *a, int count) {
    (void)count;
    double f = ab_tan(a->value), f1 = 1.0 + f * f;
    return ab_jet_chain(*a, f, f1, 2.0 * f * f1);
}

static abJet call_sinh(const abJet *a, int count) {
    (void)count;
    double f = ab_sinh(a->value);
    return ab_jet_is_constant(*a) ? ab_jet(f) : ab_jet_chain(*a, f, ab_cosh(a->value), f);
}

static abJet call_cosh(const abJet *a, int count) {
    (void)count;
    double f = ab_cosh(a->value);
    return ab_jet_is_constant(*a) ? ab_jet(f) : ab_jet_chain(*a, f, ab_sinh(a->value), f);
}

static abJet call_tanh(const abJet *a, int count) {
    (void)count;
    double f = ab_tanh(a->value), f1 = (1.0 - f) * (1.0 + f);
    return ab_jet_chain(*a, f, f1, -2.0 * f * f1);
}

static abJet call_exp(const abJet *a, int count) {
    (void)count;
    double f = ab_exp(a->value);
    return ab_jet_chain(*a, f, f, f);
}

static abJet call_log(const abJet *a, int count) {
    (void)count;
    double v = a->value;
    return ab_jet_chain(*a, ab_log_e(v), 1.0 / v, -1.0 / (v * v));
}

static abJet call_log10(const abJet *a, int count) {
    (void)count;
    double v = a->value;
    return ab_jet_chain(*a, ab_log_10(v), 1.0 / (v * AB_LN_10), -1.0 / (v * v * AB_LN_10));
}

static abJet call_sqrt(const abJet *a, int count) {
    (void)count;
    return ab_jet_sqrt(*a);
}

// ---- two arguments ----

static abJet call_atan2(const abJet *a, int count) {
    (void)count;
    return ab_jet_atan2(a[0], a[1]);
}

static abJet call_dim(const abJet *a, int count) {
    (void)count;
    return a[0].value > a[1].value ? ab_jet_sub(a[0], a[1]) : ab_jet(0.0);
}

static abJet call_max(const abJet *a, int count) {
    (void)count;
    return a[1].value > a[0].value ? a[1] : a[0];
}

static abJet call_min(const abJet *a, int count) {
    (void)count;
    return a[1].value < a[0].value ? a[1] : a[0];
}

static abJet call_mod(const abJet *a, int count) {
    (void)count;
    double whole = without_fraction(a[0].value / a[1].value);
    return ab_jet_sub(a[0], ab_jet_scale(whole, a[1]));
}

static abJet call_sign(const abJet *a, int count) {
    bool is_negative = a[1].value < 0.0;
    abJet magnitude = call_abs(a, count);
    return is_negative ? ab_jet_negate(magnitude) : magnitude;
}

// ---- from one value to another ----

// Where x is between x0 and x1: 0 before, 1 after, u between.
typedef enum Stretch { BEFORE, BETWEEN, AFTER } Stretch;

static Stretch stretch(const abJet *a, abJet *u) {
    abJet x = a[0], x0 = a[1], x1 = a[3];
    if (x.value <= x0.value) {
        return BEFORE;
    }
    if (x.value >= x1.value) {
        return AFTER;
    }
    *u = ab_jet_div(ab_jet_sub(x, x0), ab_jet_sub(x1, x0));
    return BETWEEN;
}

static abJet blend(const abJet *a, Stretch where, abJet share) {
    abJet h0 = a[2], h1 = a[4];
    if (where == BETWEEN) {
        return ab_jet_add(h0, ab_jet_mul(ab_jet_sub(h1, h0), share));
    }
    return where == BEFORE ? h0 : h1;
}

static abJet call_step(const abJet *a, int count) {
    (void)count;
    abJet u = {0}, share = {0};
    Stretch where = stretch(a, &u);
    if (where == BETWEEN) { // u^2 (3 - 2u)
        abJet three_less = ab_jet_add(ab_jet(3.0), ab_jet_mul(ab_jet(-2.0), u));
        share = ab_jet_mul(ab_jet_mul(u, u), three_less);
    }
    return blend(a, where, share);
}

static abJet call_step5(const abJet *a, int count) {
    (void)count;
    abJet u = {0}, share = {0};
    Stretch where = stretch(a, &u);
    if (where == BETWEEN) { // u^3 (10 + u (6u - 15))
        abJet rest = ab_jet_mul(u, ab_jet_add(ab_jet_scale(6.0, u), ab_jet(-15.0)));
        share = ab_jet_mul(ab_jet_mul(u, ab_jet_mul(u, u)), ab_jet_add(ab_jet(10.0), rest));
    }
    return blend(a, where, share);
}

static abJet call_havsin(const abJet *a, int count) {
    (void)count;
    abJet u = {0}, share = {0};
    Stretch where = stretch(a, &u);
    if (where == BETWEEN) {
        share = ab_jet_scale(0.5, ab_jet_sub(ab_jet(1.0), ab_jet_cos(ab_jet_scale(AB_PI, u))));
    }
    return blend(a, where, share);
}

// ---- from point to point with limits ----

// How a way d > 0 is made: `ramp` is the time in which the speed rises to w = a ramp, and falls.
typedef struct Ride {
    abJet ramp, speed, time;
} Ride;

static Ride ride(abJet d, abJet v, abJet a) {
    Ride out;
    bool is_short = d.value * a.value < v.value * v.value;
    out.ramp = is_short ? ab_jet_sqrt(ab_jet_div(d, a)) : ab_jet_div(v, a);
    out.speed = is_short ? ab_jet_mul(a, out.ramp) : v;
    out.time = ab_jet_add(ab_jet_div(d, out.speed), out.ramp);
    return out;
}

static bool has_limits(abJet v, abJet a) {
    return v.value > 0.0 && a.value > 0.0;
}

static abJet half_square(abJet a, abJet u) {
    return ab_jet_scale(0.5, ab_jet_mul(a, ab_jet_mul(u, u)));
}

static abJet call_ptp(const abJet *in, int count) {
    (void)count;
    abJet h0 = in[2], h1 = in[3], v = in[4], a = in[5];
    abJet u = ab_jet_sub(in[0], in[1]), way = ab_jet_sub(h1, h0), d = call_abs(&way, 1);
    if (!has_limits(v, a)) {
        return ab_jet(NAN);
    }
    if (u.value <= 0.0 || d.value == 0.0) {
        return u.value <= 0.0 ? h0 : h1;
    }
    Ride r = ride(d, v, a);
    abJet left = ab_jet_sub(r.time, u);
    if (left.value <= 0.0) {
        return h1;
    }
    abJet made;
    if (u.value < r.ramp.value) {
        made = half_square(a, u);
    } else if (left.value > r.ramp.value) {
        made = ab_jet_mul(r.speed, ab_jet_sub(u, ab_jet_scale(0.5, r.ramp)));
    } else {
        made = ab_jet_sub(d, half_square(a, left));
    }
    return way.value < 0.0 ? ab_jet_sub(h0, made) : ab_jet_add(h0, made);
}

static abJet call_ptp_time(const abJet *in, int count) {
    (void)count;
    abJet d = call_abs(in, 1);
    if (!has_limits(in[1], in[2])) {
        return ab_jet(NAN);
    }
    return d.value > 0.0 ? ride(d, in[1], in[2]).time : ab_jet(0.0);
}

// ---- stops ----

// Push of a stop that is entered by `depth` > 0 at the speed `rate` of entering.
static abJet stop(abJet depth, abJet rate, abJet k, abJet e, abJet c, abJet d) {
    const abJet full[5] = {depth, ab_jet(0.0), ab_jet(0.0), d, c};
    abJet damping = d.value > 0.0 ? call_step(full, 5) : c;
    abJet push = ab_jet_add(ab_jet_mul(k, ab_jet_pow(depth, e)), ab_jet_mul(damping, rate));
    return push.value > 0.0 || isnan(push.value) ? push : ab_jet(0.0);
}

static abJet call_impact(const abJet *a, int count) {
    (void)count;
    abJet x = a[0], rate = a[1], x1 = a[2];
    if (x.value >= x1.value) {
        return ab_jet(0.0);
    }
    return stop(ab_jet_sub(x1, x), ab_jet_negate(rate), a[3], a[4], a[5], a[6]);
}

static abJet call_bistop(const abJet *a, int count) {
    (void)count;
    abJet x = a[0], rate = a[1], x1 = a[2], x2 = a[3];
    if (x.value < x1.value) {
        return stop(ab_jet_sub(x1, x), ab_jet_negate(rate), a[4], a[5], a[6], a[7]);
    }
    if (x.value > x2.value) {
        return ab_jet_negate(stop(ab_jet_sub(x, x2), rate, a[4], a[5], a[6], a[7]));
    }
    return ab_jet(0.0);
}

// ---- series ----

static abJet call_poly(const abJet *a, int count) {
    abJet u = ab_jet_sub(a[0], a[1]), sum = a[count - 1];
    for (int j = count - 2; j >= 2; j--) { // Horner
        sum = ab_jet_add(ab_jet_mul(sum, u), a[j]);
    }
    return sum;
}

static abJet call_cheby(const abJet *a, int count) {
    abJet u = ab_jet_sub(a[0], a[1]), before = ab_jet(1.0), now = u, sum = a[2];
    for (int j = 3; j < count; j++) {
        sum = ab_jet_add(sum, ab_jet_mul(a[j], now));
        abJet next = ab_jet_sub(ab_jet_scale(2.0, ab_jet_mul(u, now)), before);
        before = now;
        now = next;
    }
    return sum;
}

static abJet fourier(const abJet *a, int count, abJet (*wave)(abJet)) {
    abJet angle = ab_jet_mul(a[2], ab_jet_sub(a[0], a[1])), sum = a[3];
    for (int j = 4; j < count; j++) {
        abJet term = wave(ab_jet_scale((double)(j - 3), angle));
        sum = ab_jet_add(sum, ab_jet_mul(a[j], term));
    }
    return sum;
}

static abJet call_forcos(const abJet *a, int count) {
    return fourier(a, count, ab_jet_cos);
}

static abJet call_forsin(const abJet *a, int count) {
    return fourier(a, count, ab_jet_sin);
}

static abJet call_shf(const abJet *a, int count) {
    abJet angle = ab_jet_sub(ab_jet_mul(a[3], ab_jet_sub(a[0], a[1])), a[4]);
    abJet wave = ab_jet_mul(a[2], ab_jet_sin(angle));
    return count > 5 ? ab_jet_add(wave, a[5]) : wave;
}

// Turns made up to x: f0 x before x0, then the frequency's integral, then f1 x and a constant.
static abJet sweep_turns(abJet x, abJet x0, abJet f0, abJet x1, abJet f1) {
    if (x.value <= x0.value) {
        return ab_jet_mul(f0, x);
    }
    abJet gain = ab_jet_sub(f1, f0);
    if (x.value >= x1.value) {
        abJet shift = ab_jet_scale(0.5, ab_jet_mul(gain, ab_jet_add(x1, x0)));
        return ab_jet_sub(ab_jet_mul(f1, x), shift);
    }
    abJet u = ab_jet_sub(x, x0), slope = ab_jet_div(gain, ab_jet_sub(x1, x0));
    abJet more = ab_jet_scale(0.5, ab_jet_mul(slope, ab_jet_mul(u, u)));
    return ab_jet_add(ab_jet_mul(f0, x), more);
}

static abJet call_sweep(const abJet *a, int count) {
    (void)count;
    abJet x = a[0], x0 = a[2];
    const abJet in[5] = {x, x0, ab_jet(0.0), ab_jet_add(x0, a[6]), ab_jet(1.0)};
    abJet turns = sweep_turns(x, x0, a[3], a[4], a[5]);
    abJet wave = ab_jet_mul(a[1], ab_jet_sin(ab_jet_scale(2.0 * AB_PI, turns)));
    return ab_jet_mul(call_step5(in, 5), wave);
}

// ---- the tables ----

const abFunctionText ab_functions[AB_FUNCTION_COUNT] = {
#define AB_FUNCTION(symbol, minimum, maximum, arguments, text)                                     \
    [AB_FUNCTION_##symbol] = {#symbol, minimum, maximum, arguments, "-", text},
#include "math/expression/expression_functions.def"
#undef AB_FUNCTION
};

abFunctionCall *const ab_function_calls[AB_FUNCTION_COUNT] = {
#define AB_FUNCTION(symbol, minimum, maximum, arguments, text)                                     \
    [AB_FUNCTION_##symbol] = call_##symbol,
#include "math/expression/expression_functions.def"
#undef AB_FUNCTION
};
