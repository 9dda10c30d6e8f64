// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// cone_patch.c - the answer of a patch, and its balance with the bodies it lies between.
//
// With W the mobility and V_0 the motion without the patch, its wrench Q is the root of
//
//   Q = P(V),   V = V_0 + W Q                                                            (1)
//
// by Newton's method, (I + K W) dQ = P - Q with K = -dP/dV, which is not symmetric where points
// slide. Steps are halved until (P - Q)' W (P - Q) falls. Where that ends, a round with the limits
// of friction kept goes before the next: (1) is then where a convex function of Q has its least
// value; along a step its slope is (Q - P)' W dQ, and a step that overshoots is cut where that
// vanishes.
//
// Error   the velocity W (P - Q) that is left.
// Cost    three to five evaluations of about a hundred operations per point; as many 6 x 6 systems.

#include "solver/cone/cone_patch.h"

#include <math.h>
#include <string.h>

#include "base/inline.h"
#include "math/core/bracket.h"
#include "math/linear/dense.h"
#include "solver/cone/cone_share.h"
#include "solver/cone/tolerances.def"

// CUTS: friction turns round within 1e-5 of a step or less, which every third cut halves.
enum { ROUNDS = 20, STEPS = 30, CUTS = 50, HALVES = 6, SHARES = 20 };

static abVec3 linear(const double V[6]) {
    return ab_vec3(V[0], V[1], V[2]);
}

static abVec3 angular(const double V[6]) {
    return ab_vec3(V[3], V[4], V[5]);
}

double ab_cone_patch_share(const abConePatch *patch, const double V[6]) {
    double share = 0.0;
    for (int i = 0; i < 6; i++) {
        share += patch->toward[i] * V[i];
    }
    return fmin(1.0, fmax(0.0, share));
}

// V, what friction pulls against, and how it follows V.
typedef struct Motion {
    bool is_kept;
    abVec3 v, w;    // V
    abVec3 pull[2]; // hold + grip (V + s V_0)
    double share;   // s
} Motion;

static Motion motion_of(const abConePatch *patch, const double V[6], bool is_kept) {
    Motion m = {.is_kept = is_kept,
                .v = linear(V),
                .w = angular(V),
                .share = is_kept ? patch->kept : ab_cone_patch_share(patch, V)};
    abVec3 v = ab_add_scaled(m.v, m.share, linear(patch->start));
    abVec3 w = ab_add_scaled(m.w, m.share, angular(patch->start));
    m.pull[0] = ab_add_scaled(patch->hold[0], patch->tangential, v);
    m.pull[1] = ab_add_scaled(patch->hold[1], patch->tangential, w);
    return m;
}

// What is known of a point at V.
typedef struct State {
    double normal;   // impulse along n
    double limit;    // of that along the surface
    double size;     // of pull
    abVec3 pull;     // a_t
    bool is_pressed; // and so has a slope
} State;

// Inline, as a copy of what it returns costs more than what it computes.
AB_INLINE State state_at(const abConePatchPoint *point, const Motion *m) {
    State s = {0};
    abVec3 u = ab_add(m->v, ab_cross(m->w, point->x));
    double u_n = ab_dot(u, point->n);
    double normal = point->press + point->slope * (-u_n - point->rate);
    s.is_pressed = normal > 0.0;
    s.normal = s.is_pressed ? normal : 0.0;
    s.limit = m->is_kept ? point->limit : point->friction * s.normal;
    if (s.limit > 0.0) {
        abVec3 pull = ab_add(m->pull[0], ab_cross(m->pull[1], point->x));
        s.pull = ab_add_scaled(pull, -ab_dot(pull, point->n), point->n);
        s.size = ab_norm(s.pull);
    }
    return s;
}

static abVec3 along_surface(const State *s) {
    double share = s->size > 1.0 ? 1.0 / s->size : 1.0;
    return ab_scale(-s->limit * share, s->pull);
}

abConePatchImpulse ab_cone_patch_impulse(const abConePatch *patch, const abConePatchPoint *point,
                                         const double V[6]) {
    Motion m = motion_of(patch, V, false);
    State s = state_at(point, &m);
    return (abConePatchImpulse){s.normal, along_surface(&s)};
}

void ab_cone_patch_keep(abConePatch *patch, const double V[6]) {
    ab_cone_share_open(patch, ab_cone_patch_share(patch, V));
    Motion m = motion_of(patch, V, false);
    for (int i = 0; i < patch->count; i++) {
        patch->points[i].limit = state_at(&patch->points[i], &m).limit;
    }
}

abVec3 ab_cone_patch_pull(const abConePatch *patch, const abConePatchPoint *point,
                          const double V[6]) {
    Motion m = motion_of(patch, V, false);
    abVec3 pull = ab_add(m.pull[0], ab_cross(m.pull[1], point->x));
    return ab_add_scaled(pull, -ab_dot(pull, point->n), point->n);
}

// ---- sums ----

// -dp/du of a point, by rows.
static void point_slope(const abConePatch *patch, const abConePatchPoint *point, const State *s,
                        bool is_kept, abVec3 G[3]) {
    double share = s->size > 1.0 ? 1.0 / s->size : 1.0;
    double across = s->limit * patch->tangential * share; // in all directions of the surface,
    abVec3 d = ab_scale(share, s->pull), n = point->n;
    abVec3 t = s->size > 1.0 ? d : ab_vec3(0.0, 0.0, 0.0); // but not in this
    double slope = s->is_pressed ? point->slope : 0.0;
    // as the limit follows the normal impulse
    double follows = is_kept || s->limit == 0.0 ? 0.0 : point->friction * slope;
    abVec3 left = ab_add_scaled(ab_scale(slope - across, n), -follows, d);
    for (int i = 0; i < 3; i++) {
        G[i] = ab_add_scaled(ab_scale(ab_get(left, i), n), -across * ab_get(t, i), t);
    }
    G[0].x += across;
    G[1].y += across;
    G[2].z += across;
}

static void add_row(double to[3], abVec3 row) {
    to[0] += row.x;
    to[1] += row.y;
    to[2] += row.z;
}

// K += J' G J with u = J V = v - [x] w: blocks G, -G [x], [x] G, -[x] G [x].
static void add_slope(const abVec3 G[3], abVec3 x, double K[6][6]) {
    abVec3 H[3];
    for (int i = 0; i < 3; i++) {
        H[i] = ab_cross(x, G[i]);
        add_row(&K[i][0], G[i]);
        add_row(&K[i][3], H[i]);
    }
    const abVec3 *blocks[2] = {G, H};
    for (int k = 0; k < 2; k++) {
        const abVec3 *B = blocks[k];
        add_row(&K[3][3 * k], ab_add_scaled(ab_scale(x.y, B[2]), -x.z, B[1]));
        add_row(&K[4][3 * k], ab_add_scaled(ab_scale(x.z, B[0]), -x.x, B[2]));
        add_row(&K[5][3 * k], ab_add_scaled(ab_scale(x.x, B[1]), -x.y, B[0]));
    }
}

// What friction changes as s of (3) does: the sum of J' G u_0 along the surface.
static void add_slowing(const abConePatch *patch, const abConePatchPoint *point, const State *s,
                        double sum[6]) {
    double share = s->size > 1.0 ? 1.0 / s->size : 1.0,
           across = s->limit * patch->tangential * share;
    abVec3 u = ab_add(linear(patch->start), ab_cross(angular(patch->start), point->x));
    u = ab_add_scaled(u, -ab_dot(u, point->n), point->n);
    if (s->size > 1.0) {
        u = ab_add_scaled(u, -share * share * ab_dot(u, s->pull), s->pull);
    }
    u = ab_scale(across, u);
    add_row(sum, u);
    add_row(sum + 3, ab_cross(point->x, u));
}

void ab_cone_patch_answer(const abConePatch *patch, const double V[6], bool is_kept,
                          double wrench[6], double K[6][6]) {
    abVec3 force = linear(patch->load), torque = angular(patch->load);
    Motion m = motion_of(patch, V, is_kept);
    bool slows = K != NULL && !is_kept && m.share > 0.0 && m.share < 1.0;
    double slowing[6] = {0.0};
    if (K != NULL) {
        memset(K, 0, 36 * sizeof(double));
    }
    for (int i = 0; i < patch->count; i++) {
        const abConePatchPoint *point = &patch->points[i];
        State s = state_at(point, &m);
        if (!s.is_pressed && s.limit == 0.0) {
            continue;
        }
        abVec3 p = ab_add_scaled(along_surface(&s), s.normal, point->n);
        force = ab_add(force, p);
        torque = ab_add(torque, ab_cross(point->x, p));
        if (K != NULL) {
            abVec3 G[3];
            point_slope(patch, point, &s, is_kept, G);
            add_slope(G, point->x, K);
        }
        if (slows) {
            add_slowing(patch, point, &s, slowing);
        }
    }
    for (int i = 0; i < 6 && slows; i++) {
        for (int k = 0; k < 6; k++) {
            K[i][k] += slowing[i] * patch->toward[k];
        }
    }
    const double sum[6] = {force.x, force.y, force.z, torque.x, torque.y, torque.z};
    memcpy(wrench, sum, sizeof sum);
}

// p_n^2/(2 slope) and (limit/grip) times |a_t|^2/2 or |a_t| - 1/2.
double ab_cone_patch_energy(const abConePatch *patch, const double V[6]) {
    double sum = 0.0;
    for (int i = 0; i < 6; i++) {
        sum -= patch->load[i] * V[i];
    }
    Motion m = motion_of(patch, V, true);
    for (int i = 0; i < patch->count; i++) {
        const abConePatchPoint *point = &patch->points[i];
        State s = state_at(point, &m);
        abVec3 u = ab_add(linear(V), ab_cross(angular(V), point->x));
        if (s.is_pressed) {
            sum += point->slope > 0.0 ? 0.5 * s.normal * s.normal / point->slope
                                      : -s.normal * ab_dot(u, point->n);
        }
        if (s.limit > 0.0) {
            sum +=
                s.limit / patch->tangential * (s.size > 1.0 ? s.size - 0.5 : 0.5 * s.size * s.size);
        }
    }
    return sum;
}

// ---- what friction holds ----

// With the motion scaled to speeds and S the sum of squares of what it moves points along the
// surface, by their limits, (S + e)^-1 S V, e the square of a hundredth of S.
void ab_cone_patch_along(const abConePatch *patch, const double V[6], double out[6]) {
    double S[6][6] = {{0.0}}, A[36], trace = 0.0, by[6];
    size_t pivot[6];
    Motion m = motion_of(patch, V, false);
    for (int i = 0; i < patch->count; i++) {
        const abConePatchPoint *point = &patch->points[i];
        double limit = state_at(point, &m).limit;
        abVec3 n = point->n;
        abVec3 G[3] = {ab_scale(-limit * n.x, n), ab_scale(-limit * n.y, n),
                       ab_scale(-limit * n.z, n)};
        G[0].x += limit;
        G[1].y += limit;
        G[2].z += limit;
        add_slope(G, point->x, S);
    }
    for (int i = 0; i < 6; i++) {
        by[i] = i < 3 || !(patch->extent > 0.0) ? 1.0 : 1.0 / patch->extent;
        trace += by[i] * S[i][i] * by[i];
    }
    for (int i = 0; i < 6; i++) {
        out[i] = 0.0;
        for (int k = 0; k < 6; k++) {
            A[6 * i + k] = by[i] * S[i][k] * by[k] + (i == k ? s_weak_direction * trace : 0.0);
            out[i] += by[i] * S[i][k] * V[k];
        }
    }
    bool is_solved = ab_lu_solve(6, A, pivot, out);
    for (int i = 0; i < 6; i++) {
        out[i] = is_solved ? by[i] * out[i] : 0.0;
    }
}

// ---- balance ----

static void by_mobility(const abConePatch *patch, const double Q[6], double V[6]) {
    for (int i = 0; i < 6; i++) {
        V[i] = 0.0;
        for (int k = 0; k < 6; k++) {
            V[i] += patch->mobility[i][k] * Q[k];
        }
    }
}

static double speed_of(const abConePatch *patch, const double V[6]) {
    return ab_norm(linear(V)) + patch->extent * ab_norm(angular(V));
}

static double product(const double a[6], const double b[6]) {
    double sum = 0.0;
    for (int i = 0; i < 6; i++) {
        sum += a[i] * b[i];
    }
    return sum;
}

// (I + K W) x = r, x in place of r.
static bool solve(const abConePatch *patch, double K[6][6], double r[6]) {
    double A[36];
    size_t pivot[6];
    for (int i = 0; i < 6; i++) {
        for (int k = 0; k < 6; k++) {
            double sum = i == k ? 1.0 : 0.0;
            for (int j = 0; j < 6; j++) {
                sum += K[i][j] * patch->mobility[j][k];
            }
            A[6 * i + k] = sum;
        }
    }
    return ab_lu_solve(6, A, pivot, r);
}

// Where an iteration stands.
typedef struct Balance {
    bool is_kept;
    double Q[6], V[6], rest[6], left[6]; // rest = P(V) - Q, left = W rest
    double off;                          // rest' W rest
    double K[6][6];
} Balance;

static void go(const abConePatch *patch, Balance *at, const double dQ[6], const double dV[6],
               double by) {
    double P[6];
    for (int i = 0; i < 6; i++) {
        at->Q[i] += by * dQ[i];
        at->V[i] += by * dV[i];
    }
    ab_cone_patch_answer(patch, at->V, at->is_kept, P, at->K);
    for (int i = 0; i < 6; i++) {
        at->rest[i] = P[i] - at->Q[i];
    }
    by_mobility(patch, at->rest, at->left);
    at->off = product(at->rest, at->left);
}

static void stay(const abConePatch *patch, Balance *at, bool is_kept) {
    static const double none[6] = {0.0};
    at->is_kept = is_kept;
    go(patch, at, none, none, 0.0);
}

// False when there is no step.
static bool newton_step(const abConePatch *patch, Balance *at, double dQ[6], double dV[6]) {
    memcpy(dQ, at->rest, sizeof at->rest);
    if (!solve(patch, at->K, dQ)) {
        return false;
    }
    by_mobility(patch, dQ, dV);
    return true;
}

// Newton's method on (1) itself. False when it ends before its goal.
static bool converge(const abConePatch *patch, Balance *at, double allowed) {
    stay(patch, at, false);
    for (int i = 0; i < STEPS; i++) {
        double dQ[6], dV[6], part = 1.0, before = at->off;
        if (!(speed_of(patch, at->left) > allowed)) {
            return true;
        }
        if (!newton_step(patch, at, dQ, dV)) {
            return false;
        }
        go(patch, at, dQ, dV, 1.0);
        for (int k = 0; k < HALVES && !(at->off < before); k++) {
            part *= 0.5;
            go(patch, at, dQ, dV, -part);
        }
        if (!(at->off < before)) {
            go(patch, at, dQ, dV, -part);
            return !(speed_of(patch, at->left) > allowed);
        }
    }
    return !(speed_of(patch, at->left) > allowed);
}

typedef struct Along {
    const abConePatch *patch;
    Balance *at;
    const double *dQ, *dV;
} Along;

static double go_on(void *context, double by) {
    const Along *along = context;
    go(along->patch, along->at, along->dQ, along->dV, by);
    return -product(along->at->rest, along->dV);
}

static void go_down(const abConePatch *patch, Balance *at, double allowed) {
    stay(patch, at, true);
    for (int i = 0; i < STEPS && speed_of(patch, at->left) > allowed; i++) {
        double dQ[6], dV[6];
        if (!newton_step(patch, at, dQ, dV)) {
            return;
        }
        ab_go_down(go_on, &(Along){patch, at, dQ, dV}, -product(at->rest, dV), CUTS);
    }
}

// With the limits of now, and the share that goes with them.
static void minimise(abConePatch *patch, Balance *at, double allowed) {
    ab_cone_patch_keep(patch, at->V);
    for (int i = 0; i < SHARES; i++) {
        go_down(patch, at, allowed);
        double found = ab_cone_patch_share(patch, at->V);
        bool is_found = !(speed_of(patch, at->left) > allowed);
        if (!is_found || ab_cone_share_agrees(ab_cone_share_next(patch, found))) {
            return;
        }
    }
}

double ab_cone_patch_settle(abConePatch *patch, double V[6], double allowed) {
    Balance at = {.off = 0.0};
    memcpy(at.Q, patch->wrench, sizeof at.Q);
    memcpy(at.V, V, sizeof at.V);
    for (int i = 0; i < ROUNDS && !converge(patch, &at, allowed); i++) {
        minimise(patch, &at, allowed);
    }
    double change[6];
    for (int i = 0; i < 6; i++) {
        change[i] = at.V[i] - V[i];
    }
    memcpy(V, at.V, sizeof at.V);
    memcpy(patch->wrench, at.Q, sizeof at.Q);
    return speed_of(patch, change);
}
