// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// explicit_pair.c - embedded Runge-Kutta pairs with dense output; the tableau is data.
//
//   k_s = f(t + c_s h, y + h sum_j a_sj k_j),   y1 = argument of the last stage        (1)
//   y(t + theta h) = y + h sum_s k_s sum_p d_sp theta^p                               (2)
//
// The last stage is the first of the next step. Local extrapolation. The pair of order 8 has two
// error estimates; both enter as  e^2 / sqrt(e^2 + e_low^2 / 100).
// Error   local O(h^(p+1)) in y1; the estimates are of order 4 (pair 5) and 7 (pair 8).
// Stiff   when  h |f(y1) - f(g)| / |y1 - g|, g the argument of the stage before the last, is beyond
//         the stability limit in 15 steps, 6 clear steps forgetting it.
// Cost    6 evaluations a step (pair 5), 12 (pair 8) and 3 more when the polynomial is asked for.
// Source  step size and stiffness: Hairer, Norsett, Wanner, Solving ODEs I (1993) II.4, II (1996)
//         IV.2; coefficients: tableau.c.

#include <string.h>

#include "derivative/state/derivative.h"
#include "ode/stepper.h"
#include "ode/tableau.h"
#include "ode/tolerances.def"

typedef struct Explicit {
    const abTableau *tableau;
    double *k[AB_STAGES_MAX];
    double *stage, *before_last, *error, *error_low;
    bool has_first; // k[0] belongs to the state to start from
} Explicit;

// control[]: memory of the step controller; OLD_ERROR to the power beta
enum { OLD_ERROR, STIFF_STEPS, CLEAR_STEPS };

// Powers for the step size by square roots, which are exact on every processor and a tenth of the
// cost of pow. Order 5: the PI rule with alpha = 3/16, beta = 1/32; order 8: alpha = 1/8, no beta.
typedef struct ErrorPowers {
    double alpha, beta;
} ErrorPowers;

static ErrorPowers error_powers(const abTableau *tableau, double error) {
    double eighth = sqrt(sqrt(sqrt(error)));
    if (tableau->order == 8) {
        return (ErrorPowers){eighth, 1.0};
    }
    double sixteenth = sqrt(eighth), half_of_it = sqrt(sixteenth);
    return (ErrorPowers){eighth * sixteenth, half_of_it};
}

static abResult create_with(abStepper *stepper, const abTableau *tableau, abArena *arena,
                            abError *error) {
    size_t n = (size_t)stepper->n;
    Explicit *own = AB_ARENA_NEW(arena, Explicit, 1);
    double *workspace = AB_ARENA_NEW(arena, double, (AB_STAGES_MAX + 4) * n);
    if (own == NULL || workspace == NULL) {
        return ab_error_add(error, AB_IO, (abPlace){0}, "out of memory for %zu states", n);
    }
    own->tableau = tableau;
    for (int s = 0; s < AB_STAGES_MAX; s++) {
        own->k[s] = workspace + (size_t)s * n;
    }
    own->stage = workspace + AB_STAGES_MAX * n;
    own->before_last = own->stage + n;
    own->error = own->before_last + n;
    own->error_low = own->error + n;
    stepper->own = own;
    stepper->degree = tableau->powers;
    stepper->step_cost = tableau->count - 1;
    return AB_OK;
}

static abResult create_5(abStepper *stepper, abArena *arena, abError *error) {
    return create_with(stepper, &ab_dormand_prince_5, arena, error);
}

static abResult create_8(abStepper *stepper, abArena *arena, abError *error) {
    return create_with(stepper, &ab_dormand_prince_8, arena, error);
}

static bool explicit_restart(abStepper *stepper, double t, const double *y, double h) {
    Explicit *own = stepper->own;
    stepper->t = t;
    stepper->h = 0.0;
    ab_set_copy(ab_stepper_set(stepper), (size_t)stepper->n, stepper->y1, y);
    own->has_first = false;
    stepper->is_fresh = true;
    stepper->next_h = h;
    stepper->control[OLD_ERROR] = own->tableau->order == 8 ? 1.0 : 0.75;
    stepper->control[STIFF_STEPS] = stepper->control[CLEAR_STEPS] = 0.0;
    return true;
}

// out = sum of up to four terms, added to out when `add`. The number of terms is a constant in each
// call, so the compiler makes one pass over the states.
static inline void sum_terms(abStateRange at, double *restrict out, const abTerm *term,
                             double *const *k, int count, bool add) {
    const double *restrict k0 = k[term[0].stage] + at.first;
    const double *restrict k1 = k[term[count > 1 ? 1 : 0].stage] + at.first;
    const double *restrict k2 = k[term[count > 2 ? 2 : 0].stage] + at.first;
    const double *restrict k3 = k[term[count > 3 ? 3 : 0].stage] + at.first;
    const double f0 = term[0].factor, f1 = count > 1 ? term[1].factor : 0.0;
    const double f2 = count > 2 ? term[2].factor : 0.0, f3 = count > 3 ? term[3].factor : 0.0;
    for (size_t i = 0; i < at.count; i++) {
        double sum = f0 * k0[i];
        if (count > 1) {
            sum += f1 * k1[i];
        }
        if (count > 2) {
            sum += f2 * k2[i];
        }
        if (count > 3) {
            sum += f3 * k3[i];
        }
        out[i] = add ? out[i] + sum : sum;
    }
}

// out = sum of all terms, four at a time, for a range of states; `out` is where it begins.
static void combine(abStateRange at, double *out, const abTerm *terms, int count,
                    double *const *k) {
    for (int done = 0; done < count; done += 4) {
        const abTerm *term = terms + done;
        bool add = done > 0;
        switch (count - done) {
        case 1:
            add ? sum_terms(at, out, term, k, 1, true) : sum_terms(at, out, term, k, 1, false);
            break;
        case 2:
            add ? sum_terms(at, out, term, k, 2, true) : sum_terms(at, out, term, k, 2, false);
            break;
        case 3:
            add ? sum_terms(at, out, term, k, 3, true) : sum_terms(at, out, term, k, 3, false);
            break;
        default:
            add ? sum_terms(at, out, term, k, 4, true) : sum_terms(at, out, term, k, 4, false);
            break;
        }
    }
}

// Derivative number s, its argument in `target`.
static bool evaluate_stage(abStepper *stepper, int s, double h, double *target) {
    const Explicit *own = stepper->own;
    const abTableau *tableau = own->tableau;
    const abBodySet *set = ab_stepper_set(stepper);
    for (size_t r = 0; r < ab_set_range_count(set); r++) {
        abStateRange at = ab_set_range(set, r, (size_t)stepper->n);
        const double *restrict y0 = stepper->y0 + at.first;
        double *restrict out = target + at.first;
        combine(at, out, tableau->a[s], tableau->terms[s], own->k);
        for (size_t i = 0; i < at.count; i++) {
            out[i] = y0[i] + h * out[i];
        }
    }
    return ab_derivative_evaluate(stepper->derivative, stepper->t + tableau->c[s] * h, target,
                                  own->k[s]);
}

// All stages for a step h from y0; false when a derivative was not finite.
static bool stages(abStepper *stepper, double h) {
    Explicit *own = stepper->own;
    int last = own->tableau->count - 1;
    for (int s = 1; s <= last; s++) {
        double *target = s == last ? stepper->y1 : s == last - 1 ? own->before_last : own->stage;
        if (!evaluate_stage(stepper, s, h, target)) {
            return false;
        }
    }
    return true;
}

// The same sum over all that is stepped.
static void combine_all(const abStepper *stepper, double *out, const abTerm *terms, int count) {
    const Explicit *own = stepper->own;
    const abBodySet *set = ab_stepper_set(stepper);
    for (size_t r = 0; r < ab_set_range_count(set); r++) {
        abStateRange at = ab_set_range(set, r, (size_t)stepper->n);
        combine(at, out + at.first, terms, count, own->k);
    }
}

static double error_norm(abStepper *stepper, double h) {
    Explicit *own = stepper->own;
    const abTableau *tableau = own->tableau;
    combine_all(stepper, own->error, tableau->e, tableau->error_terms);
    double e = fabs(h) * ab_stepper_norm(stepper, own->error, &stepper->limiting_group);
    if (tableau->low_terms == 0 || e == 0.0) {
        return e;
    }
    int unused;
    combine_all(stepper, own->error_low, tableau->e_low, tableau->low_terms);
    double low = fabs(h) * ab_stepper_norm(stepper, own->error_low, &unused);
    double both = sqrt(e * e + 0.01 * low * low);
    return both > 0.0 ? e * e / both : 0.0; // squares of what is next to nothing vanish
}

// A first step from the sizes of y' and y''. Source: Hairer, Norsett, Wanner I, II.4.
static void first_step(abStepper *stepper, double t_limit) {
    Explicit *own = stepper->own;
    int unused;
    double d1 = ab_stepper_norm(stepper, own->k[0], &unused);
    double h0 = d1 > 1e-10 ? 1.0 / d1 : 1e-6;
    h0 = fmin(fmin(h0, t_limit - stepper->t), stepper->max_step);
    const abBodySet *set = ab_stepper_set(stepper);
    for (size_t r = 0; r < ab_set_range_count(set); r++) {
        abStateRange at = ab_set_range(set, r, (size_t)stepper->n);
        for (size_t i = at.first; i < at.first + at.count; i++) {
            own->stage[i] = stepper->y0[i] + h0 * own->k[0][i];
        }
    }
    if (!ab_derivative_evaluate(stepper->derivative, stepper->t + h0, own->stage, own->k[1])) {
        stepper->next_h = 1e-3 * h0;
        return;
    }
    for (size_t r = 0; r < ab_set_range_count(set); r++) {
        abStateRange at = ab_set_range(set, r, (size_t)stepper->n);
        for (size_t i = at.first; i < at.first + at.count; i++) {
            own->error[i] = (own->k[1][i] - own->k[0][i]) / h0;
        }
    }
    double d2 = ab_stepper_norm(stepper, own->error, &unused);
    // a local error of h^2 d2 is far above that of the pair, so this is on the safe side
    double h1 = d2 > 1e-15 ? 2.0 * sqrt(1.0 / d2) : 100.0 * h0;
    stepper->next_h = fmin(100.0 * h0, fmax(h1, 1e-3 * h0));
}

// Hairer's test: the size of the Jacobian along the last correction, times h.
static bool looks_stiff(abStepper *stepper) {
    const Explicit *own = stepper->own;
    int last = own->tableau->count - 1;
    double num = 0.0, den = 0.0;
    const abBodySet *set = ab_stepper_set(stepper);
    for (size_t r = 0; r < ab_set_range_count(set); r++) {
        abStateRange at = ab_set_range(set, r, (size_t)stepper->n);
        for (size_t i = at.first; i < at.first + at.count; i++) {
            double df = (own->k[last][i] - own->k[last - 1][i]) / stepper->weights[i];
            double dy = (stepper->y1[i] - own->before_last[i]) / stepper->weights[i];
            num += df * df;
            den += dy * dy;
        }
    }
    double *control = stepper->control;
    if (den > 0.0 && stepper->h * sqrt(num / den) > own->tableau->stability) {
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
    int last = own->tableau->count - 1;
    stepper->t += stepper->h;
    stepper->h = 0.0;
    double *swap = stepper->y0;
    stepper->y0 = stepper->y1;
    stepper->y1 = swap;
    stepper->has_polynomial = false;
    if (own->has_first) { // the last stage of the step before
        swap = own->k[0];
        own->k[0] = own->k[last];
        own->k[last] = swap;
        return true;
    }
    abMechanics *m = &stepper->derivative->mechanics;
    const int64_t evaluations = m->evaluations, proximity_calls = m->proximity_calls;
    bool ok = ab_derivative_evaluate(stepper->derivative, stepper->t, stepper->y0, own->k[0]);
    if (!stepper->is_fresh) { // in a resumed run, where an unbroken one has it from the step before
        m->evaluations = evaluations;
        m->proximity_calls = proximity_calls;
    }
    return ok;
}

static bool vanishes(const abStepper *stepper, double h) {
    return !(h > 8.0 * 2.3e-16 * fabs(stepper->t) + 1e-300);
}

static abStepStatus explicit_step(abStepper *stepper, double t_limit) {
    Explicit *own = stepper->own;
    bool ok = begin_step(stepper);
    own->has_first = stepper->is_fresh = false;
    if (!ok) {
        return AB_STEP_TOO_SMALL;
    }
    if (!(stepper->next_h > 0.0)) {
        first_step(stepper, t_limit);
    }
    bool was_rejected = false;
    for (;;) {
        double remaining = t_limit - stepper->t;
        double wanted = fmin(stepper->next_h, stepper->max_step);
        bool is_last = wanted >= 0.999 * remaining;
        double h = is_last ? remaining : wanted;
        if (vanishes(stepper, h) && !is_last) {
            return AB_STEP_TOO_SMALL;
        }
        bool is_finite = stages(stepper, h);
        double error = is_finite ? error_norm(stepper, h) : INFINITY;
        if (error <= 1.0) {
            ErrorPowers power = error_powers(own->tableau, error);
            double grow = power.alpha / stepper->control[OLD_ERROR] / s_safety;
            grow = fmin(1.0 / s_maximum_shrink, fmax(1.0 / s_maximum_growth, grow));
            double next = was_rejected ? fmin(h / grow, h) : h / grow;
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
        double shrink = is_finite ? error_powers(own->tableau, error).alpha / s_safety : 10.0;
        stepper->next_h = h / (is_finite ? fmin(1.0 / s_maximum_shrink, shrink) : shrink);
        if (vanishes(stepper, stepper->next_h)) {
            return AB_STEP_TOO_SMALL;
        }
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
    Explicit *own = stepper->own;
    const abTableau *tableau = own->tableau;
    size_t n = (size_t)stepper->n;
    for (int s = tableau->count; s < tableau->dense_count; s++) {
        if (!evaluate_stage(stepper, s, stepper->h, own->stage)) {
            memset(own->k[s], 0, n * sizeof *own->k[s]);
        }
    }
    const abBodySet *set = ab_stepper_set(stepper);
    ab_set_copy(set, n, stepper->polynomial, stepper->y0);
    for (int p = 0; p < tableau->powers; p++) {
        double *power = stepper->polynomial + (size_t)(p + 1) * n;
        abTerm terms[AB_STAGES_MAX];
        int count = 0;
        for (int i = 0; i < tableau->dense_terms; i++) {
            if (tableau->d[i].factor[p] != 0.0) {
                terms[count++] = (abTerm){tableau->d[i].stage, tableau->d[i].factor[p]};
            }
        }
        for (size_t r = 0; r < ab_set_range_count(set); r++) {
            abStateRange at = ab_set_range(set, r, n);
            double *restrict out = power + at.first;
            combine(at, out, terms, count, own->k);
            for (size_t i = 0; i < at.count; i++) {
                out[i] *= stepper->h;
            }
        }
    }
}

#define EXPLICIT_STEPPER(symbol, name_, create_)                                                   \
    const abStepperType symbol = {                                                                 \
        .name = name_,                                                                             \
        .create = create_,                                                                         \
        .restart = explicit_restart,                                                               \
        .step = explicit_step,                                                                     \
        .again = explicit_again,                                                                   \
        .make_polynomial = explicit_polynomial,                                                    \
    }

EXPLICIT_STEPPER(ab_stepper_dormand_prince_5, "Dormand-Prince 5(4)", create_5);
EXPLICIT_STEPPER(ab_stepper_dormand_prince_8, "Dormand-Prince 8(5,3)", create_8);
