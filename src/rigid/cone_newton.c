// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// cone_newton.c - the whole system at once: proximal steps, each by Newton's method on the motion.
//
// From impulses p_k the next ones are those of a problem made a little compliant around them,
//
//   p = P(p_k - (u + [b + mu |u_t|, 0, 0] + R p)/r)                                       (1)
//
// with P the nearest point of the cone |p_t| <= mu p_n in the metric of r (of R + r along the
// normal). The term mu |u_t|, of the round before, turns Coulomb's law into the gradient of a
// convex function. With p(V) of (1) that function of the motion is
//
//   E(V) = 1/2 (V - V_free)' M (V - V_free) + 1/2 |P|^2,   E'(V) = M (V - V_free) - J' p  (2)
//
// whose Newton matrix M + J' G J, G = -dp/du, is positive definite whatever is redundant. It has a
// 6 x 6 block for each body and each pair that touches. Steps that overshoot are cut where the
// slope of E along them vanishes. r is a small share of W, so each round takes the error down by
// about r / (r + least eigenvalue of W); the share falls while that goes well.
//
// Error   what a round changes of p, times r: the velocity by which the constraints are off; and
//         what |u_t| changes.
// Cost    three to ten factorisations; the order of elimination is kept while the pairs are.
// Limits  Both kinds of rounds together are a fixed-point iteration. Where contacts slide and mu
//         couples normals and tangents strongly (a tower that slides and tips) it slows down at
//         errors of 1e-8 to 1e-6. The caller then still has its sweeps.
// Source  the convex form: [AcaryCadoux2011]; proximal method of multipliers: Rockafellar 1976.

#include <string.h>

#include "base/array.h"
#include "rigid/cone_parts.h"

enum { ROUNDS = 40, STEPS = 30, FACTORISATIONS = 150, EASY = 8 };
// r by W in the first round. After rounds of at most EASY steps it falls by the second, down to the
// third; after rounds that made it worse it rises again.
static const double s_share = 1e-2, s_fall = 0.1, s_least = 1e-6;
// Steps within a round end below this share of r p, as they change p by themselves by r.
static const double s_inner = 1e-2;

// ---- rows ----

static double *motion_of(abConeBody *body, int i) {
    return i == 0   ? &body->v.x
           : i == 1 ? &body->v.y
           : i == 2 ? &body->v.z
           : i == 3 ? &body->w.x
           : i == 4 ? &body->w.y
                    : &body->w.z;
}

static bool answers(const abConeBody *body) {
    double sum = body->inverse_mass[0] + body->inverse_mass[1] + body->inverse_mass[2];
    for (int i = 0; i < 3; i++) {
        sum += body->inverse_inertia.m[i][i];
    }
    return sum > 0.0;
}

// Row of a contact along axis i, seen by one side; zero where the body does not answer.
static void contact_row(const abConeProblem *problem, const abConeContact *c, int i, int side,
                        double row[AB_BLOCK]) {
    const abConeBody *body = &problem->bodies[c->body[side]];
    double sign = side == 0 ? -1.0 : 1.0;
    abVec3 n = c->axis[i], m = ab_cross(c->arm[side], n);
    const double full[AB_BLOCK] = {n.x, n.y, n.z, m.x, m.y, m.z};
    for (int k = 0; k < AB_BLOCK; k++) {
        bool is_held =
            k < 3 ? body->inverse_mass[k] == 0.0 : body->inverse_inertia.m[k - 3][k - 3] == 0.0;
        row[k] = is_held ? 0.0 : sign * full[k];
    }
}

static void link_row(const abConeProblem *problem, const abConeLink *link, int side,
                     double row[AB_BLOCK]) {
    const abConeBody *body = &problem->bodies[link->body[side]];
    abVec3 n = link->linear[side], m = link->angular[side];
    const double full[AB_BLOCK] = {n.x, n.y, n.z, m.x, m.y, m.z};
    for (int k = 0; k < AB_BLOCK; k++) {
        bool is_held =
            k < 3 ? body->inverse_mass[k] == 0.0 : body->inverse_inertia.m[k - 3][k - 3] == 0.0;
        row[k] = is_held ? 0.0 : full[k];
    }
}

// ---- masses ----

// M of a body; one where it does not answer.
static void mass_block(const abConeBody *body, double M[AB_BLOCK_SIZE]) {
    memset(M, 0, AB_BLOCK_SIZE * sizeof *M);
    for (int i = 0; i < 3; i++) {
        M[7 * i] = body->inverse_mass[i] > 0.0 ? 1.0 / body->inverse_mass[i] : 1.0;
    }
    abMat3 inertia, inverse = body->inverse_inertia;
    for (int i = 0; i < 3; i++) {
        inverse.m[i][i] = inverse.m[i][i] > 0.0 ? inverse.m[i][i] : 1.0;
    }
    if (!ab_mat3_inverse(inverse, &inertia)) {
        inertia = ab_mat3_identity();
    }
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) {
            M[AB_BLOCK * (i + 3) + k + 3] = 0.5 * (inertia.m[i][k] + inertia.m[k][i]);
        }
    }
}

// ---- pattern ----

static bool add_pair(abConeRoom *room, const abConeProblem *problem, size_t *count, int a, int b) {
    abAllocator allocator = room->allocator;
    if (a < 0 || b < 0 || a == b || room->index[a] < 0 || room->index[b] < 0) {
        return true;
    }
    (void)problem;
    int pair[2] = {room->index[a], room->index[b]};
    if (*count > 0 && room->pairs[*count - 1][0] == pair[0] &&
        room->pairs[*count - 1][1] == pair[1]) {
        return true; // points of one pair of bodies follow each other
    }
    if (!AB_ARRAY_RESERVE(allocator, room->pairs, room->pairs_capacity, *count + 1)) {
        return false;
    }
    room->pairs[*count][0] = pair[0];
    room->pairs[*count][1] = pair[1];
    ++*count;
    return true;
}

// All bodies of a link with entries that go on.
static bool add_link_pairs(abConeRoom *room, const abConeProblem *problem, size_t *count, int k) {
    int end = ab_cone_link_end(problem, k);
    for (int i = 2 * k; i < 2 * end; i++) {
        for (int j = i + 1; j < 2 * end; j++) {
            if (!add_pair(room, problem, count, problem->links[i / 2].body[i % 2],
                          problem->links[j / 2].body[j % 2])) {
                return false;
            }
        }
    }
    return true;
}

static bool analyse(const abConeProblem *problem, abConeRoom *room) {
    size_t count = 0, n = (size_t)problem->body_count;
    if (!AB_ARRAY_RESERVE(room->allocator, room->index, room->index_capacity, n) ||
        !AB_ARRAY_RESERVE(room->allocator, room->gradient, room->gradient_capacity,
                          AB_BLOCK * n + 1) ||
        !AB_ARRAY_RESERVE(room->allocator, room->proximal, room->proximal_capacity,
                          (size_t)(problem->contact_count + problem->link_count) + 1)) {
        return false;
    }
    room->count = 0;
    for (size_t b = 0; b < n; b++) {
        room->index[b] = answers(&problem->bodies[b]) ? room->count++ : -1;
    }
    for (int k = 0; k < problem->contact_count; k++) {
        const int *body = problem->contacts[k].body;
        if (!add_pair(room, problem, &count, body[0], body[1])) {
            return false;
        }
    }
    for (int k = 0; k < problem->link_count; k++) {
        if (!problem->links[k].goes_on && !add_link_pairs(room, problem, &count, k)) {
            return false;
        }
    }
    room->cholesky.allocator = room->allocator;
    return ab_block_cholesky_analyse(&room->cholesky, room->count, (const int(*)[2])room->pairs,
                                     count);
}

// ---- (1) at one contact ----

typedef struct Cone {
    double scale[2]; // square roots of R + r and r
    double mu;       // in scaled variables
    double y[3];     // before the projection
} Cone;

static Cone cone_at(const abConeProblem *problem, const abConeContact *c, const abProximal *at) {
    Cone cone;
    double total = c->compliance + at->r[0];
    cone.scale[0] = sqrt(total);
    cone.scale[1] = sqrt(at->r[1]);
    cone.mu = c->friction * cone.scale[1] / cone.scale[0];
    double speed[3];
    ab_cone_speeds(problem, c, speed);
    double u = speed[0] + c->bias + at->rise;
    cone.y[0] = (at->r[0] * at->p[0] - u) / cone.scale[0];
    cone.y[1] = cone.y[2] = 0.0;
    for (int i = 1; i < 3 && c->friction > 0.0; i++) {
        cone.y[i] = (at->r[1] * at->p[i] - speed[i]) / cone.scale[1];
    }
    return cone;
}

// The nearest point of the cone; into p in the units of impulses. Returns half its square.
static double project(const Cone *cone, double p[3]) {
    double size = sqrt(cone->y[1] * cone->y[1] + cone->y[2] * cone->y[2]), z[3] = {0.0, 0.0, 0.0};
    if (size <= cone->mu * cone->y[0]) {
        memcpy(z, cone->y, sizeof z);
    } else if (cone->mu * size > -cone->y[0]) {
        z[0] = (cone->y[0] + cone->mu * size) / (1.0 + cone->mu * cone->mu);
        double share = size > 0.0 ? cone->mu * z[0] / size : 0.0;
        z[1] = share * cone->y[1];
        z[2] = share * cone->y[2];
    }
    p[0] = z[0] / cone->scale[0];
    p[1] = z[1] / cone->scale[1];
    p[2] = z[2] / cone->scale[1];
    return 0.5 * (z[0] * z[0] + z[1] * z[1] + z[2] * z[2]);
}

// G = -dp/du, symmetric.
static void slope(const Cone *cone, double G[3][3]) {
    double size = sqrt(cone->y[1] * cone->y[1] + cone->y[2] * cone->y[2]), mu = cone->mu;
    memset(G, 0, 9 * sizeof(double));
    if (size <= mu * cone->y[0]) {
        G[0][0] = G[1][1] = G[2][2] = 1.0;
    } else if (mu * size > -cone->y[0]) {
        double below = 1.0 / (1.0 + mu * mu), n = (cone->y[0] + mu * size) * below;
        double t[2] = {0.0, 0.0}, turn = 0.0;
        if (size > 0.0) {
            t[0] = cone->y[1] / size;
            t[1] = cone->y[2] / size;
            turn = mu * n / size;
        }
        G[0][0] = below;
        for (int i = 0; i < 2; i++) {
            G[0][i + 1] = G[i + 1][0] = mu * t[i] * below;
            for (int k = 0; k < 2; k++) {
                G[i + 1][k + 1] = mu * mu * t[i] * t[k] * below + turn * ((i == k) - t[i] * t[k]);
            }
        }
    }
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) {
            G[i][k] /= cone->scale[i > 0] * cone->scale[k > 0];
        }
    }
}

// ---- the system ----

static void add_block(abConeRoom *room, int a, int b, double row_a[][AB_BLOCK],
                      double row_b[][AB_BLOCK], const double *G, int rows) {
    bool is_turned;
    double *at = ab_block_cholesky_at(&room->cholesky, a, b, &is_turned);
    double(*left)[AB_BLOCK] = is_turned ? row_b : row_a;
    double(*right)[AB_BLOCK] = is_turned ? row_a : row_b;
    for (int i = 0; i < rows; i++) {
        double half[AB_BLOCK] = {0.0};
        for (int k = 0; k < rows; k++) {
            for (int q = 0; q < AB_BLOCK; q++) {
                half[q] += G[rows * i + k] * right[k][q];
            }
        }
        for (int r = 0; r < AB_BLOCK; r++) {
            for (int q = 0; q < AB_BLOCK; q++) {
                at[AB_BLOCK * r + q] += left[i][r] * half[q];
            }
        }
    }
}

static void add_contact(const abConeProblem *problem, abConeRoom *room, int k) {
    const abConeContact *c = &problem->contacts[k];
    Cone cone = cone_at(problem, c, &room->proximal[k]);
    double G[3][3], rows[2][3][AB_BLOCK];
    slope(&cone, G);
    if (G[0][0] == 0.0) {
        return; // open
    }
    int n = c->friction > 0.0 ? 3 : 1;
    double only[1] = {G[0][0]};
    const double *g = n == 3 ? &G[0][0] : only;
    int index[2] = {room->index[c->body[0]], room->index[c->body[1]]};
    for (int side = 0; side < 2; side++) {
        for (int i = 0; i < n; i++) {
            contact_row(problem, c, i, side, rows[side][i]);
        }
        if (index[side] >= 0) {
            add_block(room, index[side], index[side], rows[side], rows[side], g, n);
        }
    }
    if (index[0] >= 0 && index[1] >= 0 && index[0] != index[1]) {
        add_block(room, index[0], index[1], rows[0], rows[1], g, n);
    }
}

static void add_link(const abConeProblem *problem, abConeRoom *room, int k) {
    double stiff[1] = {1.0 / room->proximal[problem->contact_count + k].r[0]};
    int end = ab_cone_link_end(problem, k);
    for (int i = 2 * k; i < 2 * end; i++) {
        int a = problem->links[i / 2].body[i % 2];
        for (int j = 2 * k; j <= i && a >= 0 && room->index[a] >= 0; j++) {
            int b = problem->links[j / 2].body[j % 2];
            if (b < 0 || room->index[b] < 0) {
                continue;
            }
            double rows[2][1][AB_BLOCK];
            link_row(problem, &problem->links[i / 2], i % 2, rows[0][0]);
            link_row(problem, &problem->links[j / 2], j % 2, rows[1][0]);
            add_block(room, room->index[a], room->index[b], rows[0], rows[1], stiff, 1);
            if (a == b && i != j) { // both orders fall into one block
                add_block(room, room->index[a], room->index[b], rows[1], rows[0], stiff, 1);
            }
        }
    }
}

static bool assemble(const abConeProblem *problem, abConeRoom *room) {
    if (!ab_block_cholesky_clear(&room->cholesky)) {
        return false;
    }
    for (int b = 0; b < problem->body_count; b++) {
        if (room->index[b] >= 0) {
            bool is_turned;
            double *at =
                ab_block_cholesky_at(&room->cholesky, room->index[b], room->index[b], &is_turned);
            mass_block(&problem->bodies[b], at);
        }
    }
    for (int k = 0; k < problem->contact_count; k++) {
        if (problem->contacts[k].local.nn > 0.0) {
            add_contact(problem, room, k);
        }
    }
    for (int k = 0; k < problem->link_count; k++) {
        if (!problem->links[k].goes_on && problem->links[k].inverse > 0.0) {
            add_link(problem, room, k);
        }
    }
    return true;
}

// p(V) for the motion as it is, and E'(V).
static void find_gradient(const abConeProblem *problem, abConeRoom *room) {
    double *g = room->gradient;
    for (int b = 0; b < problem->body_count; b++) {
        if (room->index[b] >= 0) {
            abConeBody *body = &problem->bodies[b];
            double M[AB_BLOCK_SIZE], off[AB_BLOCK];
            mass_block(body, M);
            for (int i = 0; i < AB_BLOCK; i++) {
                off[i] = *motion_of(body, i) - *motion_of(&room->start[b], i);
            }
            for (int i = 0; i < AB_BLOCK; i++) {
                double sum = 0.0;
                for (int k = 0; k < AB_BLOCK; k++) {
                    sum += M[AB_BLOCK * i + k] * off[k];
                }
                g[AB_BLOCK * room->index[b] + i] = sum;
            }
        }
    }
    for (int k = 0; k < problem->contact_count; k++) {
        abConeContact *c = &problem->contacts[k];
        if (c->local.nn == 0.0) {
            continue;
        }
        Cone cone = cone_at(problem, c, &room->proximal[k]);
        project(&cone, c->p);
        for (int side = 0; side < 2 && c->p[0] > 0.0; side++) {
            int index = room->index[c->body[side]];
            for (int i = 0; i < (c->friction > 0.0 ? 3 : 1) && index >= 0; i++) {
                double row[AB_BLOCK];
                contact_row(problem, c, i, side, row);
                for (int q = 0; q < AB_BLOCK; q++) {
                    g[AB_BLOCK * index + q] -= c->p[i] * row[q];
                }
            }
        }
    }
    for (int k = 0; k < problem->link_count; k++) {
        abConeLink *link = &problem->links[k];
        const abProximal *at = &room->proximal[problem->contact_count + k];
        if (link->goes_on || link->inverse == 0.0) {
            continue;
        }
        link->impulse = at->p[0] - ab_cone_link_speed(problem, k) / at->r[0];
        for (int i = 2 * k; i < 2 * ab_cone_link_end(problem, k); i++) {
            int body = problem->links[i / 2].body[i % 2];
            if (body >= 0 && room->index[body] >= 0) {
                double row[AB_BLOCK];
                link_row(problem, &problem->links[i / 2], i % 2, row);
                for (int q = 0; q < AB_BLOCK; q++) {
                    g[AB_BLOCK * room->index[body] + q] -= link->impulse * row[q];
                }
            }
        }
    }
}

static void move(const abConeProblem *problem, const abConeRoom *room, const double *step,
                 double by) {
    for (int b = 0; b < problem->body_count; b++) {
        for (int i = 0; i < AB_BLOCK && room->index[b] >= 0; i++) {
            *motion_of(&problem->bodies[b], i) += by * step[AB_BLOCK * room->index[b] + i];
        }
    }
}

static double along(const abConeRoom *room, const double *step) {
    double sum = 0.0;
    for (int i = 0; i < AB_BLOCK * room->count; i++) {
        sum += room->gradient[i] * step[i];
    }
    return sum;
}

// Goes along the step to where the slope of E vanishes, if that is before its end. The gradient
// there is then known.
static void search(const abConeProblem *problem, abConeRoom *room, const double *step,
                   double start) {
    double low = 0.0, high = 1.0, f_low = start;
    move(problem, room, step, 1.0);
    find_gradient(problem, room);
    double f_high = along(room, step), at = 1.0;
    for (int i = 0; i < 12 && f_high > 0.1 * fabs(start); i++) {
        double x = low - f_low * (high - low) / (f_high - f_low);
        x = i % 3 == 2 || !(x > low && x < high) ? 0.5 * (low + high) : x;
        move(problem, room, step, x - at);
        at = x;
        find_gradient(problem, room);
        double f = along(room, step);
        if (fabs(f) <= 0.1 * fabs(start)) {
            break;
        }
        *(f < 0.0 ? &low : &high) = x;
        *(f < 0.0 ? &f_low : &f_high) = f;
    }
}

// Minimises E for the present (1). False when that fails.
static bool minimise(const abConeProblem *problem, abConeRoom *room, double allowed, int *steps) {
    find_gradient(problem, room);
    for (int i = 0; i < STEPS; i++) {
        ++*steps;
        if (!AB_ARRAY_RESERVE(room->allocator, room->newton, room->newton_capacity,
                              AB_BLOCK * (size_t)room->count + 1) ||
            !assemble(problem, room) || !ab_block_cholesky_factor(&room->cholesky)) {
            return false;
        }
        double most = 0.0;
        for (int k = 0; k < AB_BLOCK * room->count; k++) {
            room->newton[k] = -room->gradient[k];
        }
        ab_block_cholesky_apply(&room->cholesky, room->newton);
        for (int k = 0; k < AB_BLOCK * room->count; k++) {
            most = fmax(most, fabs(room->newton[k]));
        }
        search(problem, room, room->newton, along(room, room->newton));
        if (!(most > allowed)) {
            return most == most;
        }
    }
    return true; // what is left shows in the error of the round
}

// ---- rounds ----

static void open_round(const abConeProblem *problem, abConeRoom *room, double share) {
    for (int k = 0; k < problem->contact_count; k++) {
        const abConeContact *c = &problem->contacts[k];
        abProximal *at = &room->proximal[k];
        memcpy(at->p, c->p, sizeof at->p);
        at->r[0] = share * (c->local.nn - c->compliance);
        at->r[1] = share * 0.5 * (c->local.tt[0] + c->local.tt[1]);
        at->rise = 0.0;
        if (c->friction > 0.0 && c->p[0] > 0.0) {
            double s = ab_cone_speed(problem, c, 1), t = ab_cone_speed(problem, c, 2);
            at->rise = c->friction * sqrt(s * s + t * t);
        }
    }
    for (int k = 0; k < problem->link_count; k++) {
        abProximal *at = &room->proximal[problem->contact_count + k];
        at->p[0] = problem->links[k].impulse;
        at->r[0] = problem->links[k].inverse > 0.0 ? share / problem->links[k].inverse : 1.0;
    }
}

// By what velocity the constraints are still off after a round.
static double close_round(const abConeProblem *problem, const abConeRoom *room) {
    double most = 0.0;
    for (int k = 0; k < problem->contact_count; k++) {
        const abConeContact *c = &problem->contacts[k];
        const abProximal *at = &room->proximal[k];
        most = fmax(most, at->r[0] * fabs(c->p[0] - at->p[0]));
        if (c->friction > 0.0 && c->p[0] > 0.0) {
            most = fmax(most, at->r[1] * fmax(fabs(c->p[1] - at->p[1]), fabs(c->p[2] - at->p[2])));
            double s = ab_cone_speed(problem, c, 1), t = ab_cone_speed(problem, c, 2);
            most = fmax(most, fabs(c->friction * sqrt(s * s + t * t) - at->rise));
        }
    }
    for (int k = 0; k < problem->link_count; k++) {
        const abProximal *at = &room->proximal[problem->contact_count + k];
        if (!problem->links[k].goes_on && problem->links[k].inverse > 0.0) {
            most = fmax(most, at->r[0] * fabs(problem->links[k].impulse - at->p[0]));
        }
    }
    return most;
}

bool ab_cone_newton(abConeProblem *problem, abConeRoom *room, abConeResult *result) {
    if (!analyse(problem, room)) {
        return false;
    }
    if (room->cholesky.work > problem->most_work) {
        return true;
    }
    double allowed = problem->tolerance * problem->speed, share = s_share;
    double best = INFINITY, last = INFINITY;
    int worse = 0; // rounds in a row
    for (int i = 0; i < ROUNDS && result->factorisations < FACTORISATIONS && worse < 3; i++) {
        open_round(problem, room, share);
        double close = fmax(0.1 * allowed, s_inner * share * problem->speed);
        int before = result->factorisations;
        if (!minimise(problem, room, close, &result->factorisations)) {
            break;
        }
        double off = close_round(problem, room);
        if (off < best) {
            best = off;
            ab_cone_keep(problem, room->before);
        }
        if (off <= allowed) {
            break;
        }
        bool was_easy = result->factorisations - before <= EASY;
        share = off > last ? fmin(s_share, share / s_fall)
                : was_easy ? fmax(s_least, s_fall * share)
                           : share;
        worse = off > best ? worse + 1 : 0;
        last = off;
    }
    if (best < INFINITY) {
        ab_cone_take_back(problem, room->before);
        result->error = problem->speed > 0.0 ? best / problem->speed : 0.0;
        result->is_converged = best <= allowed;
    }
    return true;
}
