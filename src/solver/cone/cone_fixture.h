// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// cone_fixture.h - reads problems of tests/cone, for a test and a benchmark.
//
// A file has the numbers of bodies and contacts, the speed g h, and whether there is a guess of the
// motion; then a line per body (inverse mass, inverse inertia xx yy zz xy xz yz, v, w, guesses of v
// and w) and per contact (bodies, normal, arms, bias, compliance, friction, rolling, spinning,
// impulse, whether it is new).

#ifndef AB_CONE_FIXTURE_H
#define AB_CONE_FIXTURE_H

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "solver/cone/cone.h"

enum { CONE_BODIES = 200, CONE_CONTACTS = 700 };

typedef struct ConeProblem {
    abConeBody bodies[CONE_BODIES], free[CONE_BODIES];
    abConeContact contacts[CONE_CONTACTS];
    abVec3 guess_v[CONE_BODIES], guess_w[CONE_BODIES];
    int body_count, contact_count;
    double unit;
} ConeProblem;

// NAN where there is none.
static double number(FILE *file) {
    double x;
    return fscanf(file, "%lf", &x) == 1 ? x : NAN;
}

static abVec3 vector(FILE *file) {
    double x = number(file), y = number(file), z = number(file);
    return ab_vec3(x, y, z);
}

static void read_body(FILE *file, abConeBody *body, abVec3 *v, abVec3 *w) {
    static const int rows[6] = {0, 1, 2, 0, 0, 1}, columns[6] = {0, 1, 2, 1, 2, 2};
    *body = (abConeBody){.inverse_mass[0] = number(file)};
    body->inverse_mass[1] = body->inverse_mass[2] = body->inverse_mass[0];
    for (int i = 0; i < 6; i++) {
        double value = number(file);
        body->inverse_inertia.m[rows[i]][columns[i]] = value;
        body->inverse_inertia.m[columns[i]][rows[i]] = value;
    }
    body->v = vector(file);
    body->w = vector(file);
    *v = vector(file);
    *w = vector(file);
}

static void read_contact(FILE *file, abConeContact *c) {
    *c = (abConeContact){.body[0] = (int)number(file)};
    c->body[1] = (int)number(file);
    c->normal = vector(file);
    c->normal = ab_scale(1.0 / ab_norm(c->normal), c->normal);
    c->arm[0] = vector(file);
    c->arm[1] = vector(file);
    c->bias = number(file);
    c->compliance = number(file);
    c->friction = number(file);
    c->rolling = number(file);
    c->spinning = number(file);
    c->impulse = vector(file);
    c->is_new = number(file) != 0.0;
}

// False when it is not there, or too large.
static bool cone_read(const char *name, ConeProblem *problem) {
    char path[100];
    snprintf(path, sizeof path, "tests/cone/%s.txt", name);
    FILE *file = fopen(path, "r");
    memset(problem, 0, sizeof *problem);
    if (file == NULL) {
        return false;
    }
    problem->body_count = (int)number(file);
    problem->contact_count = (int)number(file);
    problem->unit = number(file);
    number(file);
    bool fits = problem->body_count <= CONE_BODIES && problem->contact_count <= CONE_CONTACTS;
    for (int b = 0; b < problem->body_count && fits; b++) {
        read_body(file, &problem->free[b], &problem->guess_v[b], &problem->guess_w[b]);
    }
    for (int k = 0; k < problem->contact_count && fits; k++) {
        read_contact(file, &problem->contacts[k]);
    }
    fclose(file);
    return fits;
}

#endif
