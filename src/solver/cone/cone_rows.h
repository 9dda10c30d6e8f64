// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// cone_rows.h - contacts and links as rows of numbers, for the sweeps: J V, V + M^-1 J' dp, and
// what is left of their conditions.

#ifndef AB_CONE_ROWS_H
#define AB_CONE_ROWS_H

#include "math/linear/row_sums.h"
#include "solver/cone/cone.h"

// Numbers of a row: J of A and B, M^-1 J' of A and B, six each. Numbers of a body: v and w, and two
// more, so that each has a cache line of its own.
enum { AB_CONE_ROW = 24, AB_CONE_PUSH = 12, AB_CONE_MOTION = 8 };

// J V of a row, three pairs of products for each body.
static inline double ab_cone_row_speed(const double *row, const double *A, const double *B) {
    const abTwo *j = ab_two_const(row), *a = ab_two_const(A), *b = ab_two_const(B);
    abTwo x = j[0] * a[0] + j[3] * b[0];
    abTwo y = j[1] * a[1] + j[4] * b[1];
    abTwo z = j[2] * a[2] + j[5] * b[2];
    x = (x + y) + z;
    return x[0] + x[1];
}

// What an impulse dp of a row gives both bodies.
static inline void ab_cone_row_push(const double *row, double dp, double *A, double *B) {
    const abTwo *m = ab_two_const(row + AB_CONE_PUSH);
    abTwo *a = ab_two(A), *b = ab_two(B);
    for (int i = 0; i < 3; i++) {
        a[i] += dp * m[i];
        b[i] += dp * m[i + 3];
    }
}

// Likewise three rows that follow each other.
static inline void ab_cone_rows_push(const double *row, const double dp[3], double *A, double *B) {
    const abTwo *m = ab_two_const(row + AB_CONE_PUSH),
                *s = ab_two_const(row + AB_CONE_PUSH + AB_CONE_ROW),
                *t = ab_two_const(row + AB_CONE_PUSH + 2 * AB_CONE_ROW);
    abTwo *a = ab_two(A), *b = ab_two(B);
    for (int i = 0; i < 3; i++) {
        a[i] += (dp[0] * m[i] + dp[1] * s[i]) + dp[2] * t[i];
        b[i] += (dp[0] * m[i + 3] + dp[1] * s[i + 3]) + dp[2] * t[i + 3];
    }
}

static inline double *ab_cone_motion_of(const abConeRows *rows, int body) {
    return rows->motion + (size_t)body * AB_CONE_MOTION;
}

// Where a link's entry moves its bodies: one that is not there has numbers that nobody reads.
static inline double *ab_cone_link_motion(const abConeProblem *problem, const abConeRows *rows,
                                          int entry, int side) {
    int body = problem->links[entry].body[side];
    return ab_cone_motion_of(rows, body >= 0 ? body : problem->body_count);
}

// What the modes of both sides add to J V of row i of a contact; what an impulse dp of it gives them.
double ab_cone_modal_speed(const abConeRows *rows, const abConeVisit *c, int i);
void ab_cone_modal_push(const abConeRows *rows, const abConeVisit *c, int i, double dp);
static inline bool ab_cone_visits_modes(const abConeVisit *c) {
    return c->mode_count[0] + c->mode_count[1] > 0;
}
// J V of row i of a contact.
static inline double ab_cone_contact_speed(const abConeRows *rows, const abConeVisit *c, int i,
                                           const double *A, const double *B) {
    const double *row = rows->rows + AB_CONE_ROW * (c->row + (size_t)i);
    double u = ab_cone_row_speed(row, A, B);
    return ab_cone_visits_modes(c) ? u + ab_cone_modal_speed(rows, c, i) : u;
}

// Makes the rows of a prepared problem; false for want of memory.
bool ab_cone_rows_make(const abConeProblem *problem, abConeWorkspace *workspace);
// Impulses and motion of the problem into the arrays, and back.
void ab_cone_rows_read(const abConeProblem *problem, abConeRows *rows);
void ab_cone_rows_write(const abConeProblem *problem, const abConeRows *rows);
// The motion alone.
void ab_cone_rows_read_motion(const abConeProblem *problem, abConeRows *rows);
void ab_cone_rows_write_motion(const abConeProblem *problem, const abConeRows *rows);
// J V + R p + b of a link.
double ab_cone_rows_link_speed(const abConeProblem *problem, const abConeRows *rows, int link);
void ab_cone_rows_move_link(const abConeProblem *problem, const abConeRows *rows, int link,
                            double dp);

// What is left of the conditions, for impulses and motion as they are in the arrays.
abConeResidual ab_cone_residual(const abConeProblem *problem, const abConeRows *rows);

#endif
