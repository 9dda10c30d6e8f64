// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// patch_blunt_test.c - blunt corners carry the slope of what they store.

#include "collide/patch/patch_blunt.h"

#include <math.h>

#include "base/check.h"

enum { MOST = 5 };

typedef struct Corners {
    int count;
    double w[MOST], d[MOST], power;
} Corners;

static void weigh(const Corners *c, abPatchPoint points[AB_PATCH_MAX]) {
    for (int i = 0; i < c->count; i++) {
        points[i] = (abPatchPoint){.depth = c->d[i], .weight = c->w[i]};
    }
    ab_patch_blunt(points, c->count, c->power);
}

// With U(d) = d^p.
static double stored(const Corners *c) {
    abPatchPoint points[AB_PATCH_MAX];
    weigh(c, points);
    double sum = 0.0;
    for (int i = 0; i < c->count; i++) {
        sum += points[i].weight * pow(c->d[i], c->power);
    }
    return sum;
}

static const Corners s_corners[] = {
    {2, {0.571, 0.571}, {1.0, 0.3}, 2.0},
    {2, {0.571, 0.571}, {1.0, 0.99}, 2.5},
    {2, {0.5, 0.5}, {1.0, 1.0}, 2.0},
    {2, {0.3, 0.9}, {0.8, 0.9}, 2.5},
    {2, {0.3, 1.0}, {0.9, 0.8}, 2.5},
    {3, {0.1, 0.12, 0.08}, {0.7, 0.9, 0.85}, 2.2},
    {5, {0.2, 0.3, 0.4, 0.3, 0.2}, {0.1, 0.6, 0.8, 0.79, 0.2}, 3.0},
};

static void forces_are_the_slope_of_what_is_stored(void) {
    for (size_t k = 0; k < sizeof s_corners / sizeof *s_corners; k++) {
        const Corners *c = &s_corners[k];
        abPatchPoint points[AB_PATCH_MAX];
        weigh(c, points);
        for (int i = 0; i < c->count; i++) {
            const double h = 1e-5;
            Corners less = *c, more = *c;
            less.d[i] -= h;
            more.d[i] += h;
            double slope = (stored(&more) - stored(&less)) / (2.0 * h);
            CHECK_NEAR(points[i].weight * c->power * pow(c->d[i], c->power - 1.0), slope, 1e-7,
                       c->power);
        }
    }
}

static void one_corner_is_one_contact(void) {
    for (double w = 0.05; w <= 1.0; w += 0.05) {
        abPatchPoint points[AB_PATCH_MAX] = {{.depth = 2e-5, .weight = w}};
        ab_patch_blunt(points, 1, 2.5);
        CHECK_NEAR(points[0].weight, 1.0, 1e-15, 1.0);
    }
}

// They never store less than one contact, nor less than their weights say.
static void together_they_store_at_least_as_much(void) {
    for (size_t k = 0; k < sizeof s_corners / sizeof *s_corners; k++) {
        const Corners *c = &s_corners[k];
        double one = 0.0, all = 0.0;
        for (int i = 0; i < c->count; i++) {
            double energy = pow(c->d[i], c->power);
            one = fmax(one, energy);
            all += c->w[i] * energy;
        }
        CHECK(stored(c) >= fmax(0.999 * one, all)); // (1 - w^8) and e^8 of the deepest alone
        CHECK(stored(c) <= 1.25 * fmax(one, all));
    }
}

static void sharp_corners_are_left_alone(void) {
    abPatchPoint points[AB_PATCH_MAX] = {{.depth = 1e-5, .weight = 1.0},
                                         {.depth = 3e-6, .weight = 1.0}};
    ab_patch_blunt(points, 2, 2.0);
    CHECK(points[0].weight == 1.0 && points[1].weight == 1.0);
    ab_patch_blunt(points, 0, 2.0);
}

AB_TESTS(AB_TEST(forces_are_the_slope_of_what_is_stored), AB_TEST(one_corner_is_one_contact),
         AB_TEST(together_they_store_at_least_as_much), AB_TEST(sharp_corners_are_left_alone))
