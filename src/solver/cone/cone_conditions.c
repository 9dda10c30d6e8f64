// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// cone_conditions.c - (1) and (2) of cone.h as equations in the impulses of few contacts, and their
// slope.
//
// Of a row that is open, as of friction that does not hold, only its own place is left: such rows are
// not written into the slope, which most of a pile that comes apart are.

#include "solver/cone/cone_conditions.h"

#include <math.h>
#include <string.h>

#include "solver/cone/cone_motion.h"
#include "solver/cone/cone_system.h"
#include "solver/cone/tolerances.def"

static size_t rows_of(const abConeContact *c) {
    return c->local.nn > 0.0 ? (size_t)ab_cone_rows(c) : 0;
}

static bool is_row(const abConeLink *link) {
    return !link->goes_on && link->inverse > 0.0;
}

size_t ab_cone_count_rows(const abConeProblem *problem) {
    size_t n = 0;
    for (int k = 0; k < problem->contact_count; k++) {
        n += rows_of(&problem->contacts[k]);
    }
    for (int k = 0; k < problem->link_count; k++) {
        n += is_row(&problem->links[k]);
    }
    return n;
}

void ab_cone_read_impulses(const abConeProblem *problem, double *p) {
    for (int k = 0; k < problem->contact_count; k++) {
        const abConeContact *c = &problem->contacts[k];
        for (size_t i = 0; i < rows_of(c); i++) {
            *p++ = c->p[i];
        }
    }
    for (int k = 0; k < problem->link_count; k++) {
        if (is_row(&problem->links[k])) {
            *p++ = problem->links[k].impulse;
        }
    }
}

void ab_cone_place(abConeExact *e, const double *p) {
    abConeProblem *problem = e->problem;
    const double *from = p;
    for (int k = 0; k < problem->contact_count; k++) {
        abConeContact *c = &problem->contacts[k];
        for (size_t i = 0; i < rows_of(c); i++) {
            c->p[i] = *from++;
        }
    }
    for (int k = 0; k < problem->link_count; k++) {
        if (is_row(&problem->links[k])) {
            problem->links[k].impulse = *from++;
        }
    }
    memmove(e->p, p, e->n * sizeof *p);
    memcpy(problem->bodies, e->workspace->start,
           (size_t)problem->body_count * sizeof *problem->bodies);
    for (int k = 0; k < problem->link_count; k++) {
        if (is_row(&problem->links[k])) {
            ab_cone_move_link(problem, k, problem->links[k].impulse);
        }
    }
    for (int k = 0; k < problem->contact_count; k++) {
        const abConeContact *c = &problem->contacts[k];
        if (rows_of(c) > 0) {
            ab_cone_move(problem, c, c->p);
        }
    }
}

// With the motion as it is, with biases and compliances.
static void read_speeds(const abConeProblem *problem, double *u) {
    for (int k = 0; k < problem->contact_count; k++) {
        const abConeContact *c = &problem->contacts[k];
        double own[AB_CONE_ROWS] = {0.0};
        ab_cone_speeds(problem, c, own);
        own[0] += c->bias + c->compliance * c->p[0];
        for (size_t i = 0; i < rows_of(c); i++) {
            *u++ = own[i];
        }
    }
    for (int k = 0; k < problem->link_count; k++) {
        if (is_row(&problem->links[k])) {
            *u++ = ab_cone_link_speed(problem, k);
        }
    }
}

// Without biases, of a motion in which few bodies move: most rows see nothing of it.
static void read_column(const abConeProblem *problem, double *u) {
    for (int k = 0; k < problem->contact_count; k++) {
        const abConeContact *c = &problem->contacts[k];
        double own[AB_CONE_ROWS] = {0.0};
        if (rows_of(c) > 0 && !ab_cone_contact_rests(problem, c)) {
            ab_cone_speeds(problem, c, own);
            for (int i = 1; i < 3; i++) {
                own[i] -= ab_dot(c->axis[i], c->drift);
            }
        }
        for (size_t i = 0; i < rows_of(c); i++) {
            *u++ = own[i];
        }
    }
    for (int k = 0; k < problem->link_count; k++) {
        const abConeLink *link = &problem->links[k];
        if (is_row(link)) {
            double other = link->bias + link->compliance * link->impulse;
            *u++ = ab_cone_link_rests(problem, k) ? 0.0 : ab_cone_link_speed(problem, k) - other;
        }
    }
}

// Column by column: what a unit impulse does to bodies at rest.
void ab_cone_make_matrix(abConeExact *e) {
    abConeProblem *problem = e->problem;
    size_t column = 0, n = e->n;
    for (int b = 0; b < problem->body_count; b++) {
        problem->bodies[b].v = problem->bodies[b].w = ab_vec3(0.0, 0.0, 0.0);
    }
    for (int k = 0; k < problem->contact_count + problem->link_count; k++) {
        bool is_link = k >= problem->contact_count;
        int link = k - problem->contact_count;
        const abConeContact *c = is_link ? NULL : &problem->contacts[k];
        size_t rows = is_link ? (size_t)is_row(&problem->links[link]) : rows_of(c);
        for (size_t i = 0; i < rows; i++, column++) {
            for (int back = 0; back < 2; back++) { // there, and back to rest exactly
                double unit[AB_CONE_ROWS] = {0.0};
                unit[i] = back == 0 ? 1.0 : -1.0;
                if (is_link) {
                    ab_cone_move_link(problem, link, unit[0]);
                } else {
                    ab_cone_move(problem, c, unit);
                }
                if (back == 0) {
                    read_column(problem, e->step);
                }
            }
            for (size_t r = 0; r < n; r++) {
                e->W[r * n + column] = e->step[r];
            }
            double compliance = is_link ? problem->links[link].compliance : c->compliance;
            e->W[column * n + column] += i == 0 ? compliance : 0.0;
        }
    }
}

// As cone_newton.c has them.
void ab_cone_set_regularisation(abConeExact *e) {
    const abConeProblem *problem = e->problem;
    double *r = e->r;
    for (int k = 0; k < problem->contact_count; k++) {
        const abConeContact *c = &problem->contacts[k];
        for (size_t i = 0; i < rows_of(c); i++) {
            *r++ = i == 0 ? c->local.nn - c->compliance : 0.5 * (c->local.tt[0] + c->local.tt[1]);
        }
    }
    for (int k = 0; k < problem->link_count; k++) {
        const abConeLink *link = &problem->links[k];
        if (is_row(link)) {
            *r++ = link->share / link->inverse;
        }
    }
}

// ---- (1) and (2), and their slope ----

// A row of the slope that is one of W, or `by` at its own place.
static void put_speed_row(abConeExact *e, size_t row) {
    double *a = e->A + row * e->n;
    memcpy(a, e->W + row * e->n, e->n * sizeof *a);
    a[row] += e->share * e->r[row];
    e->alone[row] = 0.0;
}

static void put_own_row(abConeExact *e, size_t row, double by) {
    e->alone[row] = by;
}

// As a speed.
static void scale_row(abConeExact *e, size_t row, double share, bool slope) {
    e->off[row] *= share;
    e->alone[row] *= slope ? share : 1.0;
    for (size_t i = 0; slope && share < 1.0 && e->alone[row] == 0.0 && i < e->n; i++) {
        e->A[row * e->n + i] *= share;
    }
}

// What is held when z > 0, with W_ii = w.
static bool put_one_sided(abConeExact *e, size_t row, double w, bool slope) {
    bool is_held = e->p[row] - e->u[row] / w > 0.0;
    e->off[row] = is_held ? e->u[row] : w * e->p[row];
    if (slope && is_held) {
        put_speed_row(e, row);
    } else if (slope) {
        put_own_row(e, row, w);
    }
    return is_held;
}

// Slips in the direction d = -z_t/|z_t|; `size` is |z_t|, w stands for W_tt.
static void put_slip(abConeExact *e, size_t row, double friction, double w, const double z[2],
                     double size, bool slope) {
    double limit = friction * e->p[row], d[2] = {z[0] / size, z[1] / size};
    for (size_t i = 0; i < 2; i++) {
        size_t at = row + 1 + i;
        e->off[at] = w * (e->p[at] - limit * d[i]);
        if (!slope) {
            continue;
        }
        e->alone[at] = 0.0;
        double *a = e->A + at * e->n;
        memset(a, 0, e->n * sizeof *a);
        a[at] = w;
        a[row] -= w * friction * d[i];
        for (size_t j = 0; j < 2; j++) { // of the direction, by p_t and by u_t
            double turn = limit / size * ((i == j ? 1.0 : 0.0) - d[i] * d[j]);
            const double *from = e->W + (row + 1 + j) * e->n;
            a[row + 1 + j] -= w * turn;
            for (size_t c = 0; c < e->n; c++) {
                a[c] += turn * from[c];
            }
            a[row + 1 + j] += turn * e->share * e->r[row + 1 + j];
        }
    }
}

static void put_contact(abConeExact *e, const abConeContact *c, size_t row, bool slope) {
    bool is_held = put_one_sided(e, row, c->local.nn, slope);
    if (rows_of(c) == 1) {
        return;
    }
    double w = 0.5 * (c->local.tt[0] + c->local.tt[1]);
    const double z[2] = {e->p[row + 1] - e->u[row + 1] / w, e->p[row + 2] - e->u[row + 2] / w};
    double size = sqrt(z[0] * z[0] + z[1] * z[1]);
    bool slips = is_held && size > 0.0 && size > c->friction * e->p[row];
    if (slips) {
        put_slip(e, row, c->friction, w, z, size, slope);
        return;
    }
    for (size_t at = row + 1; at < row + 3; at++) {
        e->off[at] = is_held ? e->u[at] : w * e->p[at];
        if (slope && is_held) {
            put_speed_row(e, at);
        } else if (slope) {
            put_own_row(e, at, w);
        }
    }
}

double ab_cone_conditions(abConeExact *e, bool slope) {
    const abConeProblem *problem = e->problem;
    size_t row = 0;
    double maximum = 0.0, largest = 0.0;
    read_speeds(problem, e->u);
    for (size_t i = 0; i < e->n; i++) {
        double w = e->W[i * e->n + i];
        e->u[i] += e->share * e->r[i] * (e->p[i] - e->center[i]);
        largest = fmax(largest, w * fabs(e->p[i]));
    }
    e->rounding = s_rounding * largest;
    for (int k = 0; k < problem->contact_count; k++) {
        if (rows_of(&problem->contacts[k]) > 0) {
            put_contact(e, &problem->contacts[k], row, slope);
            row += rows_of(&problem->contacts[k]);
        }
    }
    for (int k = 0; k < problem->link_count; k++) {
        const abConeLink *link = &problem->links[k];
        if (!is_row(link)) {
            continue;
        }
        if (link->is_one_sided) {
            put_one_sided(e, row, 1.0 / link->inverse, slope);
        } else {
            e->off[row] = e->u[row];
            if (slope) {
                put_speed_row(e, row);
            }
        }
        scale_row(e, row++, link->share, slope);
    }
    for (size_t i = 0; i < e->n; i++) {
        maximum = fmax(maximum, fabs(e->off[i]));
    }
    return maximum;
}
