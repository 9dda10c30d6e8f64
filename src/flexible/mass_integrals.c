// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// mass_integrals.c - sums over nodes with lumped masses.

#include "flexible/mass_integrals.h"

#include <string.h>

#include "math/core/vector_math.h"

bool ab_mass_integrals_init(abMassIntegrals *I, int mode_count, abArena *arena) {
    size_t m = (size_t)mode_count, one = m + 1; // never nothing
    I->S = AB_ARENA_NEW(arena, double, 3 * one);
    I->N0 = AB_ARENA_NEW(arena, double, 3 * one);
    I->J1 = AB_ARENA_NEW(arena, double, AB_SYMMETRIC *one);
    I->J2 = AB_ARENA_NEW(arena, double, AB_SYMMETRIC *one *one);
    I->N1 = AB_ARENA_NEW(arena, double, 3 * one * one);
    I->modal_mass = AB_ARENA_NEW(arena, double, one *one);
    return I->S != NULL && I->N0 != NULL && I->J1 != NULL && I->J2 != NULL && I->N1 != NULL &&
           I->modal_mass != NULL;
}

static abVec3 mode_at(const abReducedBody *body, size_t node, size_t k) {
    size_t m = (size_t)body->mode_count;
    const double *phi = body->Phi + 3 * node * m + k;
    return ab_vec3(phi[0], phi[m], phi[2 * m]);
}

static void add3(double *out, size_t stride, double factor, abVec3 v) {
    out[0] += factor * v.x;
    out[stride] += factor * v.y;
    out[2 * stride] += factor * v.z;
}

// Adds  factor (a . b 1 - (a b^T + b a^T) / 2).
static void add_inertia(double *out, size_t stride, double factor, abVec3 a, abVec3 b) {
    const double products[AB_SYMMETRIC] = {
        [AB_XX] = a.y * b.y + a.z * b.z,          [AB_YY] = a.x * b.x + a.z * b.z,
        [AB_ZZ] = a.x * b.x + a.y * b.y,          [AB_XY] = -0.5 * (a.x * b.y + a.y * b.x),
        [AB_XZ] = -0.5 * (a.x * b.z + a.z * b.x), [AB_YZ] = -0.5 * (a.y * b.z + a.z * b.y)};
    for (size_t i = 0; i < AB_SYMMETRIC; i++) {
        out[i * stride] += factor * products[i];
    }
}

static abMat3 matrix_of(const double s[AB_SYMMETRIC]) {
    return (abMat3){{{s[AB_XX], s[AB_XY], s[AB_XZ]},
                     {s[AB_XY], s[AB_YY], s[AB_YZ]},
                     {s[AB_XZ], s[AB_YZ], s[AB_ZZ]}}};
}

static void find_center(abReducedBody *body, const double *masses) {
    abMassIntegrals *I = &body->mass;
    I->mass = 0.0;
    I->center = ab_vec3(0.0, 0.0, 0.0);
    for (size_t i = 0; i < body->node_count; i++) {
        I->mass += masses[i];
        I->center = ab_add_scaled(I->center, masses[i], body->X[i]);
    }
    I->center = ab_scale(1.0 / I->mass, I->center);
}

// What node i adds, at X from the centre.
static void add_node(abReducedBody *body, size_t i, abVec3 X, double mass) {
    size_t m = (size_t)body->mode_count;
    abMassIntegrals *I = &body->mass;
    for (size_t l = 0; l < m; l++) {
        abVec3 phi_l = mode_at(body, i, l);
        add3(I->S + l, m, mass, phi_l);
        add3(I->N0 + l, m, mass, ab_cross(X, phi_l));
        add_inertia(I->J1 + l, m, 2.0 * mass, X, phi_l);
        add_inertia(I->J2 + l * m + l, m * m, mass, phi_l, phi_l);
        for (size_t k = 0; k < l; k++) {
            abVec3 phi_k = mode_at(body, i, k);
            add_inertia(I->J2 + k * m + l, m * m, mass, phi_k, phi_l);
            add_inertia(I->J2 + l * m + k, m * m, mass, phi_k, phi_l);
            add3(I->N1 + k * m + l, m * m, mass, ab_cross(phi_k, phi_l));
            add3(I->N1 + l * m + k, m * m, -mass, ab_cross(phi_k, phi_l));
        }
    }
}

void ab_mass_integrals_of_nodes(abReducedBody *body, const double *masses) {
    double J0[AB_SYMMETRIC] = {0.0};
    find_center(body, masses);
    for (size_t i = 0; i < body->node_count; i++) {
        abVec3 X = ab_sub(body->X[i], body->mass.center);
        add_inertia(J0, 1, masses[i], X, X);
        add_node(body, i, X, masses[i]);
    }
    body->mass.J0 = matrix_of(J0);
}

void ab_modal_mass_of_nodes(const abReducedBody *body, const double *masses, double *out) {
    size_t m = (size_t)body->mode_count;
    memset(out, 0, m * m * sizeof *out);
    for (size_t i = 0; i < body->node_count; i++) {
        for (size_t k = 0; k < m; k++) {
            abVec3 phi = ab_scale(masses[i], mode_at(body, i, k));
            for (size_t l = 0; l < m; l++) {
                out[k * m + l] += ab_dot(phi, mode_at(body, i, l));
            }
        }
    }
}
