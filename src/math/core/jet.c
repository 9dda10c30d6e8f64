// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// jet.c - the chain rule for the operations that are more than a line.

#include "math/core/jet.h"

#include <math.h>

#include "math/core/elementary.h"

abJet ab_jet_chain(abJet x, double f, double f1, double f2) {
    if (ab_jet_is_constant(x)) {
        return ab_jet(f);
    }
    double bend = x.rate == 0.0 ? 0.0 : f2 * x.rate * x.rate;
    return (abJet){f, x.rate == 0.0 ? 0.0 : f1 * x.rate, bend + f1 * x.acceleration};
}

// q b = a, differentiated twice and solved for q, q', q''.
abJet ab_jet_div(abJet a, abJet b) {
    abJet q;
    q.value = a.value / b.value;
    q.rate = (a.rate - q.value * b.rate) / b.value;
    q.acceleration = (a.acceleration - 2.0 * q.rate * b.rate - q.value * b.acceleration) / b.value;
    return q;
}

abJet ab_jet_pow(abJet x, abJet y) {
    double n = y.value;
    double f = n == 2.0 ? x.value * x.value : ab_pow(x.value, n);
    if (ab_jet_is_constant(x) && ab_jet_is_constant(y)) {
        return ab_jet(f);
    }
    if (ab_jet_is_constant(y)) {
        double f1 = n == 0.0 ? 0.0 : n * ab_pow(x.value, n - 1.0);
        double f2 = n == 0.0 || n == 1.0 ? 0.0 : n * (n - 1.0) * ab_pow(x.value, n - 2.0);
        return ab_jet_chain(x, f, f1, f2);
    }
    // x^y = exp(y ln x): g = y ln x, f' = f g', f'' = f (g'^2 + g'')
    f = ab_pow(x.value, n);
    abJet ln_x = ab_jet_chain(x, ab_log_e(x.value), 1.0 / x.value, -1.0 / (x.value * x.value));
    abJet g = ab_jet_mul(y, ln_x);
    return (abJet){f, f * g.rate, f * (g.rate * g.rate + g.acceleration)};
}

abJet ab_jet_sin(abJet x) {
    double f = ab_sin(x.value);
    return ab_jet_is_constant(x) ? ab_jet(f) : ab_jet_chain(x, f, ab_cos(x.value), -f);
}

abJet ab_jet_cos(abJet x) {
    double f = ab_cos(x.value);
    return ab_jet_is_constant(x) ? ab_jet(f) : ab_jet_chain(x, f, -ab_sin(x.value), -f);
}

abJet ab_jet_atan2(abJet y, abJet x) {
    double f = ab_atan2(y.value, x.value);
    if (ab_jet_is_constant(y) && ab_jet_is_constant(x)) {
        return ab_jet(f);
    }
    double r2 = x.value * x.value + y.value * y.value;
    double half_r2_rate = x.value * x.rate + y.value * y.rate;
    double rate = (x.value * y.rate - y.value * x.rate) / r2;
    double turn = x.value * y.acceleration - y.value * x.acceleration;
    return (abJet){f, rate, (turn - 2.0 * rate * half_r2_rate) / r2};
}

abJet ab_jet_sqrt(abJet x) {
    double f = sqrt(x.value), f1 = 0.5 / f;
    return ab_jet_chain(x, f, f1, -0.5 * f1 / x.value);
}
