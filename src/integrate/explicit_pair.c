// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// explicit_pair.c - embedded Runge-Kutta pair with dense output; the tableau is data.
//
//   k_s = f(t + c_s h, y + h sum_j a_sj k_j),   y1 = y + h sum_j a_7j k_j            (1)
//   y(t + theta h) = y + h sum_s k_s sum_p d_sp theta^p                               (2)
//
// The last stage is the first of the next step. Local extrapolation; step size by the PI rule.
// Error   local O(h^6) in y1, estimate O(h^5), polynomial O(h^5).
// Stiff   when  h |f(y1) - f(g6)| / |y1 - g6| > 3.25  in 15 steps, 6 clear steps forgetting it.
// Source  Dormand & Prince, J. Comp. Appl. Math. 6 (1980) 19; polynomial: Shampine 1986; step size
//         and stiffness: Hairer, Norsett, Wanner, Solving ODEs I (1993) II.4, II (1996) IV.2.

#include <string.h>

#include "integrate/stepper.h"

enum { STAGES = 7, POWERS = 4 };

typedef struct Tableau {
    double c[STAGES];
    double a[STAGES][STAGES];
    double e[STAGES];         // y1 - lower order
    double d[STAGES][POWERS]; // of theta, theta^2, ...
} Tableau;

static const Tableau s_dormand_prince = {
    .c = {0.0, 1.0 / 5, 3.0 / 10, 4.0 / 5, 8.0 / 9, 1.0, 1.0},
    .a = {{0.0},
          {1.0 / 5},
          {3.0 / 40, 9.0 / 40},
          {44.0 / 45, -56.0 / 15, 32.0 / 9},
          {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
          {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656},
          {35.0 / 384, 0.0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84}},
    .e = {71.0 / 57600, 0.0, -71.0 / 16695, 71.0 / 1920, -17253.0 / 339200, 22.0 / 525, -1.0 / 40},
    .d = {{1.0, -8048581381.0 / 2820520608, 8663915743.0 / 2820520608,
           -12715105075.0 / 11282082432},
          {0.0},
          {0.0, 131558114200.0 / 32700410799, -68118460800.0 / 10900136933,
           87487479700.0 / 32700410799},
          {0.0, -1754552775.0 / 470086768, 14199869525.0 / 1410260304, -10690763975.0 / 1880347072},
          {0.0, 127303824393.0 / 49829197408, -318862633887.0 / 49829197408,
           701980252875.0 / 199316789632},
          {0.0, -282668133.0 / 205662961, 2019193451.0 / 616988883, -1453857185.0 / 822651844},
          {0.0, 40617522.0 / 29380423, -110615467.0 / 29380423, 69997945.0 / 29380423}},
};

typedef struct Explicit {
    double *k[STAGES];
    double *stage, *stage6, *error;
    bool has_first; // k[0] belongs to the state to start from
} Explicit;

// control[]: memory of the step controller; OLD_ERROR to the power beta
enum { OLD_ERROR, STIFF_STEPS, CLEAR_STEPS };

static const double s_safety = 0.9, s_shrink_most = 0.2, s_grow_most = 10.0;
static const double s_stability = 3.25; // on the negative real axis

// Powers for the PI rule of order 5 (0.2 - 0.75 beta, beta = 0.04, to sixteenths) by square roots,
// which are exact on every processor and a tenth of the cost of pow.
typedef struct ErrorPowers {
    double alpha, beta; // error^(3/16), error^(1/32)
} ErrorPowers;

static ErrorPowers error_powers(double error) {
    double eighth = sqrt(sqrt(sqrt(error)));
    double sixteenth = sqrt(eighth);
    return (ErrorPowers){eighth * sixteenth, sqrt(sixteenth)};
}

static abResult explicit_create(abStepper *stepper, abArena *arena, abError *error) {
    size_t n = (size_t)stepper->n;
    Explicit *own = AB_ARENA_NEW(arena, Explicit, 1);
    double *room = AB_ARENA_NEW(arena, double, (STAGES + 3) * n);
    if (own == NULL || room == NULL) {
        return ab_error_add(error, AB_IO, (abPlace){0}, "out of memory for %zu states", n);
    }
    for (int s = 0; s < STAGES; s++) {
        own->k[s] = room + (size_t)s * n;
    }
    own->stage = room + STAGES * n;
    own->stage6 = own->stage + n;
    own->error = own->stage6 + n;
    stepper->own = own;
    stepper->degree = POWERS;
    return AB_OK;
}

static bool explicit_restart(abStepper *stepper, double t, const double *y, double h) {
    Explicit *own = stepper->own;
    stepper->t = t;
    stepper->h = 0.0;
    memmove(stepper->y1, y, (size_t)stepper->n * sizeof *y);
    own->has_first = false;
    stepper->next_h = h;
    stepper->control[OLD_ERROR] = 0.75;
    stepper->control[STIFF_STEPS] = stepper->control[CLEAR_STEPS] = 0.0;
    return true;
}

// out = y + h (a0 k0 + a1 k1 + ...), terms in that order. The number of terms is a constant in each
// call, so the compiler makes one pass over the states.
static inline void combine(int n, double *restrict out, const double *restrict y, double h,
                           const double *a, double *const *k, int terms) {
    const double *restrict k0 = k[0], *restrict k1 = k[terms > 1 ? 1 : 0];
    const double *restrict k2 = k[terms > 2 ? 2 : 0], *restrict k3 = k[terms > 3 ? 3 : 0];
    const double *restrict k4 = k[terms > 4 ? 4 : 0], *restrict k5 = k[terms > 5 ? 5 : 0];
    for (int i = 0; i < n; i++) {
        double sum = a[0] * k0[i];
        if (terms > 1) {
            sum += a[1] * k1[i];
        }
        if (terms > 2) {
            sum += a[2] * k2[i];
        }
        if (terms > 3) {
            sum += a[3] * k3[i];
        }
        if (terms > 4) {
            sum += a[4] * k4[i];
        }
        if (terms > 5) {
            sum += a[5] * k5[i];
        }
        out[i] = y[i] + h * sum;
    }
}

static void combine_stage(int n, double *out, const double *y, double h, const double *a,
                          double *const *k, int terms) {
    switch (terms) {
    case 1:
        combine(n, out, y, h, a, k, 1);
        break;
    case 2:
        combine(n, out, y, h, a, k, 2);
        break;
    case 3:
        combine(n, out, y, h, a, k, 3);
        break;
    case 4:
        combine(n, out, y, h, a, k, 4);
        break;
    case 5:
        combine(n, out, y, h, a, k, 5);
        break;
    default:
        combine(n, out, y, h, a, k, 6);
        break;
    }
}

// All stages for a step h from y0; false when a derivative was not finite.
static bool stages(abStepper *stepper, double h) {
    Explicit *own = stepper->own;
    const Tableau *tableau = &s_dormand_prince;
    for (int s = 1; s < STAGES; s++) {
        double *target = s == STAGES - 1 ? stepper->y1 : s == STAGES - 2 ? own->stage6 : own->stage;
        combine_stage(stepper->n, target, stepper->y0, h, tableau->a[s], own->k, s);
        if (!ab_dynamics_evaluate(stepper->dynamics, stepper->t + tableau->c[s] * h, target,
                                  own->k[s])) {
            return false;
        }
    }
    return true;
}

static double error_norm(abStepper *stepper, double h) {
    Explicit *own = stepper->own;
    const double *e = s_dormand_prince.e;
    double *const *k = own->k;
    for (int i = 0; i < stepper->n; i++) {
        own->error[i] = h * (e[0] * k[0][i] + e[2] * k[2][i] + e[3] * k[3][i] + e[4] * k[4][i] +
                             e[5] * k[5][i] + e[6] * k[6][i]);
    }
    return ab_stepper_norm(stepper, own->error, &stepper->limiting_group);
}

// A first step from the sizes of y' and y''. Source: Hairer, Norsett, Wanner I, II.4.
static bool first_step(abStepper *stepper, double t_limit) {
    Explicit *own = stepper->own;
    int unused;
    double d1 = ab_stepper_norm(stepper, own->k[0], &unused);
    double h0 = d1 > 1e-10 ? 1.0 / d1 : 1e-6;
    h0 = fmin(fmin(h0, t_limit - stepper->t), stepper->max_step);
    combine_stage(stepper->n, own->stage, stepper->y0, h0, (const double[]){1.0}, own->k, 1);
    if (!ab_dynamics_evaluate(stepper->dynamics, stepper->t + h0, own->stage, own->k[1])) {
        stepper->next_h = 1e-3 * h0;
        return true;
    }
    for (int i = 0; i < stepper->n; i++) {
        own->error[i] = (own->k[1][i] - own->k[0][i]) / h0;
    }
    double d2 = ab_stepper_norm(stepper, own->error, &unused);
    // a local error of h^2 d2 is far above that of order 5, so this is on the safe side
    double h1 = d2 > 1e-15 ? 2.0 * sqrt(1.0 / d2) : 100.0 * h0;
    stepper->next_h = fmin(100.0 * h0, fmax(h1, 1e-3 * h0));
    return true;
}

// Hairer's test: the size of the Jacobian along the last correction, times h.
static bool looks_stiff(abStepper *stepper) {
    const Explicit *own = stepper->own;
    double num = 0.0, den = 0.0;
    for (int i = 0; i < stepper->n; i++) {
        double df = (own->k[6][i] - own->k[5][i]) / stepper->weights[i];
        double dy = (stepper->y1[i] - own->stage6[i]) / stepper->weights[i];
        num += df * df;
        den += dy * dy;
    }
    double *control = stepper->control;
    if (den > 0.0 && stepper->h * sqrt(num / den) > s_stability) {
        control[CLEAR_STEPS] = 0.0;
        control[STIFF_STEPS] += 1.0;
    } else {
        control[CLEAR_STEPS] += 1.0;
        if (control[CLEAR_STEPS] >= 6.0) {
            control[STIFF_STEPS] = 0.0;
        }
    }
    return control[STIFF_STEPS] >= 15.0;
}

static bool begin_step(abStepper *stepper) {
    Explicit *own = stepper->own;
    stepper->t += stepper->h;
    stepper->h = 0.0;
    double *swap = stepper->y0;
    stepper->y0 = stepper->y1;
    stepper->y1 = swap;
    stepper->has_polynomial = false;
    if (own->has_first) { // the last stage of the step before
        swap = own->k[0];
        own->k[0] = own->k[STAGES - 1];
        own->k[STAGES - 1] = swap;
        return true;
    }
    return ab_dynamics_evaluate(stepper->dynamics, stepper->t, stepper->y0, own->k[0]);
}

static abStepStatus explicit_step(abStepper *stepper, double t_limit) {
    Explicit *own = stepper->own;
    bool ok = begin_step(stepper);
    own->has_first = false;
    if (!ok) {
        return AB_STEP_TOO_SMALL;
    }
    if (!(stepper->next_h > 0.0) && !first_step(stepper, t_limit)) {
        return AB_STEP_TOO_SMALL;
    }
    bool was_rejected = false;
    for (;;) {
        double remaining = t_limit - stepper->t;
        double wanted = fmin(stepper->next_h, stepper->max_step);
        bool is_last = wanted >= 0.999 * remaining;
        double h = is_last ? remaining : wanted;
        if (!(h > 8.0 * 2.3e-16 * fabs(stepper->t)) && !is_last) {
            return AB_STEP_TOO_SMALL;
        }
        if (!stages(stepper, h)) {
            stepper->rejected++;
            was_rejected = true;
            stepper->next_h = 0.1 * h;
            if (!(stepper->next_h > 8.0 * 2.3e-16 * fabs(stepper->t) + 1e-300)) {
                return AB_STEP_TOO_SMALL;
            }
            continue;
        }
        double error = error_norm(stepper, h);
        ErrorPowers power = error_powers(error);
        if (error <= 1.0) {
            double grow = power.alpha / stepper->control[OLD_ERROR] / s_safety;
            grow = fmin(1.0 / s_shrink_most, fmax(1.0 / s_grow_most, grow));
            double next = h / grow;
            if (was_rejected) {
                next = fmin(next, h);
            }
            // a step cut short by the limit says little about the next
            stepper->next_h = is_last ? fmax(next, stepper->next_h) : next;
            stepper->control[OLD_ERROR] = fmax(power.beta, 0.75); // 0.75: error 1e-4
            stepper->h = h;
            own->has_first = true;
            stepper->end_is_evaluated = true;
            return looks_stiff(stepper) ? AB_STEP_STIFF : AB_STEP_OK;
        }
        stepper->rejected++;
        was_rejected = true;
        stepper->next_h = h / fmin(1.0 / s_shrink_most, power.alpha / s_safety);
    }
}

static bool explicit_again(abStepper *stepper, double h) {
    Explicit *own = stepper->own;
    own->has_first = stages(stepper, h);
    stepper->h = h;
    stepper->has_polynomial = false;
    stepper->end_is_evaluated = own->has_first;
    return own->has_first;
}

static void explicit_polynomial(abStepper *stepper) {
    const Explicit *own = stepper->own;
    const Tableau *tableau = &s_dormand_prince;
    int n = stepper->n;
    double *const *k = own->k;
    memcpy(stepper->polynomial, stepper->y0, (size_t)n * sizeof *stepper->polynomial);
    for (int p = 0; p < POWERS; p++) {
        double *restrict out = stepper->polynomial + (size_t)(p + 1) * (size_t)n;
        double d[STAGES];
        for (int s = 0; s < STAGES; s++) {
            d[s] = tableau->d[s][p];
        }
        for (int i = 0; i < n; i++) {
            out[i] = stepper->h * (d[0] * k[0][i] + d[2] * k[2][i] + d[3] * k[3][i] +
                                   d[4] * k[4][i] + d[5] * k[5][i] + d[6] * k[6][i]);
        }
    }
}

const abStepperType ab_stepper_explicit = {
    .name = "explicit (Dormand-Prince 5(4))",
    .create = explicit_create,
    .restart = explicit_restart,
    .step = explicit_step,
    .again = explicit_again,
    .make_polynomial = explicit_polynomial,
};
