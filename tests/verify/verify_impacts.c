// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// verify_impacts.c - several contacts that hit at one instant: impulses against those of a
// published engine, draw by draw of its random order where it has one.
//
//   A_ik = sum over bodies of s_i s_k (n_i.n_k / m + (r_i x n_i)(r_k x n_k) / I)               (1)
//
// Source  impacts.cases, with its origin. Impulses are compared where they are unique, speeds
//         afterwards always: they are unique.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "families.h"
#include "solver/impact/impact_kinds.h"

#define CASES "tests/verify/impacts.cases"

enum { MAX_BODIES = 12, MAX_ROWS = 24, LINE_SIZE = 512 };

typedef struct Body {
    char name[24];
    double mass, moment, x, y;
} Body;

typedef struct Side {
    size_t body;
    double x, y; // of the point
} Side;

typedef struct Case {
    char name[48], kind[32];
    uint32_t seed;
    size_t bodies, rows;
    Body body[MAX_BODIES];
    Side side[MAX_ROWS][2];
    double nx[MAX_ROWS], ny[MAX_ROWS];
    double velocity[MAX_ROWS], restitution[MAX_ROWS], impulse[MAX_ROWS];
    unsigned char row_kind[MAX_ROWS], rests[MAX_ROWS];
} Case;

// ---- the file ----

static size_t find_body(const Case *c, const char *name) {
    size_t i = 0;
    while (i < c->bodies && strcmp(c->body[i].name, name) != 0) {
        i++;
    }
    return i;
}

static bool read_row(const char *line, Case *c) {
    char primary[24], other[24], what[12];
    size_t k = c->rows;
    Side *side = c->side[k];
    if (k == MAX_ROWS ||
        sscanf(line, "row %23s %23s %11s %lf %lf %lf %lf %lf %lf %lf %lf : %lf", primary, other,
               what, &side[0].x, &side[0].y, &side[1].x, &side[1].y, &c->nx[k], &c->ny[k],
               &c->velocity[k], &c->restitution[k], &c->impulse[k]) != 12) {
        return false;
    }
    side[0].body = find_body(c, primary);
    side[1].body = find_body(c, other);
    c->row_kind[k] = strcmp(what, "joint") == 0 ? AB_ROW_BILATERAL : AB_ROW_UNILATERAL;
    c->rests[k] = strcmp(what, "rests") == 0;
    c->rows++;
    return side[0].body < c->bodies && side[1].body < c->bodies;
}

// The lines up to the next case, whose own line stays in `line`.
static bool read_case(FILE *file, char *line, Case *c) {
    memset(c, 0, sizeof *c);
    if (sscanf(line, "case %47s %31s %u", c->name, c->kind, &c->seed) != 3) {
        return false;
    }
    while (fgets(line, LINE_SIZE, file) != NULL && strncmp(line, "case ", 5) != 0) {
        Body *body = &c->body[c->bodies];
        if (strncmp(line, "row ", 4) == 0) {
            if (!read_row(line, c)) {
                return false;
            }
        } else if (c->bodies < MAX_BODIES &&
                   sscanf(line, "body %23s %lf %lf %lf %lf", body->name, &body->mass, &body->moment,
                          &body->x, &body->y) == 5) {
            c->bodies++;
        }
    }
    return true;
}

// ---- one case ----

static double coupling(const Case *c, size_t i, size_t k) {
    double sum = 0.0;
    for (int s = 0; s < 2; s++) {
        for (int t = 0; t < 2; t++) {
            const Side *a = &c->side[i][s], *b = &c->side[k][t];
            const Body *body = &c->body[a->body];
            if (a->body != b->body || isinf(body->mass)) {
                continue;
            }
            double sign = s == t ? 1.0 : -1.0;
            double turn_a = (a->x - body->x) * c->ny[i] - (a->y - body->y) * c->nx[i];
            double turn_b = (b->x - body->x) * c->ny[k] - (b->y - body->y) * c->nx[k];
            sum += sign * ((c->nx[i] * c->nx[k] + c->ny[i] * c->ny[k]) / body->mass +
                           turn_a * turn_b / body->moment); // (1)
        }
    }
    return sum;
}

static abImpactKind kind_of(const Case *c) {
    int kind = 0;
    while (kind + 1 < AB_IMPACT_COUNT && strcmp(ab_impact_key((abImpactKind)kind), c->kind) != 0) {
        kind++;
    }
    return (abImpactKind)kind;
}

typedef struct Answer {
    double A[MAX_ROWS * MAX_ROWS], impulse[MAX_ROWS], after[MAX_ROWS], energy;
} Answer;

static void solve(const Case *c, abImpactKind kind, Answer *out) {
    abImpactBodies bodies[MAX_ROWS];
    size_t n = c->rows;
    uint32_t seed = c->seed;
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < n; k++) {
            out->A[i * n + k] = coupling(c, i, k);
        }
        for (int s = 0; s < 2; s++) {
            bodies[i].body[s] = c->side[i][s].body;
            bodies[i].moves[s] = !isinf(c->body[c->side[i][s].body].mass);
        }
    }
    abImpacts impacts = {.n = n,
                         .A = out->A,
                         .velocity = c->velocity,
                         .restitution = c->restitution,
                         .kind = c->row_kind,
                         .rests = c->rests,
                         .bodies = bodies,
                         .seed = &seed,
                         .impulse = out->impulse,
                         .after = out->after};
    void *workspace = malloc(ab_impacts_workspace(n));
    ab_impacts_solve(kind, &impacts, workspace);
    free(workspace);
    out->energy = impacts.energy;
}

static double speed_before(const Case *c) {
    double maximum = 0.0;
    for (size_t i = 0; i < c->rows; i++) {
        maximum = fmax(maximum, fabs(c->velocity[i]));
    }
    return maximum;
}

// The published impulses are given with 10 digits; serial kinds leave closing speeds up to 1e-5.
static void compare(Report *report, const Case *c) {
    Answer ours, free;
    size_t n = c->rows;
    double worst_j = 0.0, worst_v = 0.0, maximum_j = 0.0, maximum_v = speed_before(c),
           penetrates = 0.0;
    solve(c, kind_of(c), &ours);
    for (size_t i = 0; i < n; i++) {
        double after = c->velocity[i];
        for (size_t k = 0; k < n; k++) {
            after += ours.A[i * n + k] * c->impulse[k];
        }
        worst_v = fmax(worst_v, fabs(after - ours.after[i]));
        worst_j = fmax(worst_j, fabs(ours.impulse[i] - c->impulse[i]));
        maximum_j = fmax(maximum_j, fabs(c->impulse[i]));
    }
    report_near(report, c->name, "speeds afterwards by the closing speed", 0.0, worst_v / maximum_v,
                1e-7, c->kind);
    report_near(report, c->name, "impulses by the largest", 0.0, worst_j / maximum_j, 1e-7,
                c->kind);
    solve(c, AB_IMPACT_ORDER_FREE, &free);
    for (size_t i = 0; i < n; i++) {
        penetrates = fmax(penetrates, -free.after[i] / maximum_v);
    }
    report_near(report, c->name, "order_free: still closing", 0.0, penetrates, 1e-9, "ours alone");
    report_near(report, c->name, "order_free: energy gained", 0.0, fmax(0.0, free.energy), 1e-12,
                "ours alone");
}

void verify_impacts(Report *report) {
    static Case c;
    char line[LINE_SIZE] = "";
    FILE *file = fopen(CASES, "r");
    if (file == NULL) {
        report_broken(report, "all", "cannot open " CASES);
        return;
    }
    while (strncmp(line, "case ", 5) != 0 && fgets(line, sizeof line, file) != NULL) {
    }
    while (strncmp(line, "case ", 5) == 0) {
        bool reads = read_case(file, line, &c);
        if (!reads) {
            report_broken(report, c.name, "cannot read this case of " CASES);
            break;
        }
        if (report_wants(report, c.name)) {
            compare(report, &c);
        }
        if (feof(file)) {
            break;
        }
    }
    fclose(file);
}
