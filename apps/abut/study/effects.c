// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// effects.c - main effects and Sobol indices.
//
// With rows A and B of points, and A_j that has coordinate j of B:
//
//   S_j  = mean( f(B) (f(A_j) - f(A)) ) / V              the share of parameter j alone           (1)
//   ST_j = mean( (f(A) - f(A_j))^2 ) / (2 V)             with its interactions                   (2)
//
// f is taken less its mean, which (1) in exact arithmetic does not need.
//
// Error   of order 1/sqrt(rows) or better; the intervals are percentiles of 200 studies made by
//         drawing rows again (bootstrap).
// Limits  parameters that depend on each other: the shares are then none of theirs.
// Source  (1) [Saltelli2010] table 2 b; (2) [Jansen1999].

#include "study/effects.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/no_memory.h"

// ---- main effects ----

typedef struct Pair {
    double input, output;
} Pair;

static int by_input(const void *a, const void *b) {
    double x = ((const Pair *)a)->input, y = ((const Pair *)b)->input;
    return (x > y) - (x < y);
}

static void add_group(MainEffect *effect, const Pair *pairs, int64_t from, int64_t to) {
    double input = 0.0, mean = 0.0;
    for (int64_t i = from; i < to; i++) {
        input += pairs[i].input;
        mean += pairs[i].output;
    }
    if (to > from && effect->groups < EFFECT_GROUPS) {
        double n = (double)(to - from);
        effect->input[effect->groups] = input / n;
        effect->mean[effect->groups++] = mean / n;
        effect->low = fmin(effect->low, mean / n);
        effect->high = fmax(effect->high, mean / n);
    }
}

// Each value of its own, or bins.
static void group(MainEffect *effect, const Pair *pairs, int64_t count, bool is_listed) {
    if (!is_listed) {
        for (int64_t b = 0; b < EFFECT_BINS; b++) {
            add_group(effect, pairs, count * b / EFFECT_BINS, count * (b + 1) / EFFECT_BINS);
        }
        return;
    }
    for (int64_t from = 0, to; from < count; from = to) {
        to = from + 1;
        while (to < count && pairs[to].input == pairs[from].input) {
            to++;
        }
        add_group(effect, pairs, from, to);
    }
}

abResult main_effect(const CaseTable *table, int parameter, int output, MainEffect *out,
                     abError *error) {
    const Study *study = table->study;
    const StudyParameter *p = &study->parameters[parameter];
    Pair *pairs = calloc((size_t)table->count + 1, sizeof *pairs);
    int64_t count = 0;
    *out = (MainEffect){.low = NAN, .high = NAN};
    if (pairs == NULL) {
        return ab_no_memory(error, (abPlace){0}, "for a report");
    }
    for (int64_t i = 0; i < table->count; i++) {
        double y = table->outputs[i * study->output_count + output];
        if (!isnan(y)) {
            pairs[count++] = (Pair){table->inputs[i * study->parameter_count + parameter], y};
        }
    }
    qsort(pairs, (size_t)count, sizeof *pairs, by_input);
    group(out, pairs, count, p->levels != NULL && p->level_count <= EFFECT_GROUPS);
    free(pairs);
    return AB_OK;
}

// ---- Sobol indices ----

enum { RESAMPLES = 200, STREAM_RESAMPLES = 9000 };

static bool is_whole(const double *block, int width) {
    bool whole = true;
    for (int i = 0; i < width; i++) {
        whole = whole && isfinite(block[i]);
    }
    return whole;
}

// One estimate of parameter j, of drawn rows; draw < 0: of all rows once.
static void estimate(const double *values, int64_t rows, int width, int j, int64_t seed, int draw,
                     double *first, double *total) {
    double sum = 0.0, square = 0.0, covariance = 0.0, change = 0.0, slope = 0.0;
    for (int64_t i = 0; i < rows; i++) {
        int64_t row =
            draw < 0 ? i
                     : (int64_t)(sampling_random(seed, i, STREAM_RESAMPLES + draw) * (double)rows);
        const double *f = values + row * width;
        double a = f[0], b = f[1], a_j = f[2 + j];
        sum += a + b;
        square += a * a + b * b;
        covariance += b * (a_j - a);
        slope += a_j - a;
        change += (a - a_j) * (a - a_j);
    }
    double n = (double)rows, mean = sum / (2.0 * n), variance = square / (2.0 * n) - mean * mean;
    *first = (covariance - mean * slope) / n / variance; // (1)
    *total = change / (2.0 * n) / variance;              // (2)
}

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void interval(double *draws, double *low, double *high) {
    qsort(draws, RESAMPLES, sizeof *draws, by_size);
    *low = draws[RESAMPLES * 25 / 1000];
    *high = draws[RESAMPLES - 1 - RESAMPLES * 25 / 1000];
}

static void index_of(const double *values, int64_t rows, int width, int j, int64_t seed,
                     SobolIndex *out) {
    double first[RESAMPLES], total[RESAMPLES];
    estimate(values, rows, width, j, seed, -1, &out->first, &out->total);
    for (int k = 0; k < RESAMPLES; k++) {
        estimate(values, rows, width, j, seed, k, &first[k], &total[k]);
    }
    interval(first, &out->first_low, &out->first_high);
    interval(total, &out->total_low, &out->total_high);
}

// Differences from the mean, scaled so that squares neither run over nor cancel. False: no variance.
static bool normalise(double *values, int64_t count) {
    double mean = 0.0, most = 0.0;
    for (int64_t i = 0; i < count; i++) {
        mean += values[i] / (double)count;
    }
    for (int64_t i = 0; i < count; i++) {
        most = fmax(most, fabs(values[i] - mean));
    }
    for (int64_t i = 0; i < count && most > 0.0; i++) {
        values[i] = (values[i] - mean) / most;
    }
    return most > 1e-14 * fabs(mean);
}

int64_t sobol_indices(const double *values, int64_t rows, int dimensions, int64_t seed,
                      SobolIndex *out) {
    int width = dimensions + 2;
    int64_t used = 0;
    double *whole = calloc((size_t)(rows * width) + 1, sizeof *whole);
    for (int64_t r = 0; r < rows && whole != NULL; r++) {
        if (is_whole(values + r * width, width)) {
            memcpy(whole + used++ * width, values + r * width, (size_t)width * sizeof *whole);
        }
    }
    bool varies = used >= 2 && normalise(whole, used * width);
    for (int j = 0; j < dimensions; j++) {
        out[j] = (SobolIndex){NAN, NAN, NAN, NAN, NAN, NAN};
        if (varies) {
            index_of(whole, used, width, j, seed, &out[j]);
        }
    }
    free(whole);
    return used;
}
