// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// steps_inside.c - the state inside a step, for frames and for what looks at times of its own.
//
// Velocities are linear in time, and so places are quadratic,
//
//   q(x) = q_0 + x (q_1 - q_0) - x (1 - x) h (v_1 - v_0) / 2,   x = (t - t_0) / h             (1)
//
// A body that is struck changes its velocity at an instant. By (1) it would go on beyond the place
// where it is struck, up to h (v_1 - v_0)/8 into what strikes it. Its places are linear instead: a gap
// that is open at both ends of a step is open inside of it, too. What hits by less than its way bends
// in a step is not struck in this sense. Bodies that it pushes, or that joints connect with it, move
// likewise, so that they stay together. Gravity does other work on the way then, by x (1 - x) times
// h m g (v_1 - v_0)/2 in all: the losses inside the step follow, so that the energy book closes. Modes
// and their rates are linear, too, and have less energy on the way (modal_step.h): likewise.

#include <math.h>
#include <string.h>

#include "core/kept_step.h"
#include "core/simulation_state.h"
#include "math/core/elementary.h"
#include "method/step/step_touch.h"
#include "method/steps/steps.h"

// ---- which bodies are struck ----

// What the way of a point on a body that turns bends by.                             [m/s^2]
static double bends(const abStep *step, int body, abVec3 arm) {
    abVec3 w = step->w0[body];
    return ab_norm(w) * ab_norm(ab_add(step->v0[body], ab_cross(w, arm)));
}

// Hits harder than what its bodies' ways bend by in a step, which linear places leave out.
static bool strikes(const abStep *step, const abStepPoint *point) {
    bool is_hit = point->is_impact && !point->is_frozen && ab_dot(point->impulse, point->n) > 0.0;
    return is_hit && point->closing > 2.0 * step->h *
                                          (bends(step, point->body[0], point->arm[0]) +
                                           bends(step, point->body[1], point->arm[1]));
}

static bool mark_struck(abStepping *own) {
    const abStep *step = &own->step;
    memset(own->is_struck, 0, step->mechanics->model->body_count * sizeof *own->is_struck);
    for (size_t k = 0; k < step->point_count; k++) {
        const abStepPoint *point = &step->points[k];
        if (strikes(step, point)) {
            own->is_struck[point->body[0]] = own->is_struck[point->body[1]] = true;
        }
    }
    return ab_step_spread_struck(step, own->is_struck);
}

double ab_stepping_mark_struck(abStepping *own) {
    const abStep *step = &own->step;
    const abModel *model = step->mechanics->model;
    double bend = 0.0;
    own->has_struck = mark_struck(own);
    for (size_t b = 0; own->has_struck && b < model->body_count; b++) {
        if (own->is_struck[b] && model->bodies[b].state >= 0) {
            abVec3 g = ab_gravity_at(&model->gravity, step->mechanics->bodies[b].X.p);
            abVec3 change = ab_sub(step->bodies[b].v, step->v0[b]);
            bend += 0.5 * step->h * model->bodies[b].mass * ab_dot(g, change);
        }
    }
    return bend;
}

// ---- the state inside a step ----

// The rotation vector of the turn from q0 to q1 that lies nearest to `guess`: full turns are not seen
// by orientations.
static abVec3 turn_near(abQuat q0, abQuat q1, abVec3 guess) {
    abQuat q = ab_quat_mul(q1, ab_quat_conjugate(q0));
    abVec3 sine = {q.x, q.y, q.z};
    double size = ab_norm(sine);
    if (size == 0.0) {
        return guess;
    }
    abVec3 axis = ab_scale(1.0 / size, sine);
    double angle = 2.0 * ab_atan2(size, q.w), turns = (ab_dot(guess, axis) - angle) / (2.0 * AB_PI);
    return ab_scale(angle + 2.0 * AB_PI * round(turns), axis);
}

static double spin_energy(const abBody *body, abVec3 w) {
    return 0.5 * ab_dot(w, ab_mul(body->inertia, w));
}

// A body turns along its spins at both ends, and its spin is linear as the body sees it, with the
// energy of the spin that the step's impulses change; the gyroscopic torque, which acts before and
// after them, gives none.
static void turn_inside(const abBody *body, const double *start, const double *end, double x,
                        double h, bool is_struck, double *out) {
    abQuat q0 = {start[3], start[4], start[5], start[6]}, q1 = {end[3], end[4], end[5], end[6]};
    abVec3 w0 = ab_vec3_of(start + 10), w1 = ab_vec3_of(end + 10);
    abVec3 turn = turn_near(q0, q1, ab_scale(0.5 * h, ab_add(w0, w1)));
    double bend = is_struck ? 0.0 : -0.5 * x * (1.0 - x) * h;
    turn = ab_add_scaled(ab_scale(x, turn), bend, ab_sub(w1, w0));
    abQuat q = ab_quat_unit(ab_quat_mul(ab_quat_from_vector(turn), q0));
    abVec3 body0 = ab_mul_t(ab_quat_to_matrix(q0), w0), body1 = ab_mul_t(ab_quat_to_matrix(q1), w1);
    abMat3 here = ab_mat3_identity();
    abVec3 from = ab_step_half_turn(body, &here, &body->inverse_inertia, body0, h);
    abVec3 to = ab_step_half_turn(body, &here, &body->inverse_inertia, body1, -h);
    abVec3 spin = ab_add_scaled(body0, x, ab_sub(body1, body0));
    double energy = spin_energy(body, spin);
    if (energy > 0.0 && body->flexible == NULL) { // else it changes with the modes
        double wanted = spin_energy(body, ab_add_scaled(from, x, ab_sub(to, from)));
        spin = ab_scale(sqrt(wanted / energy), spin);
    }
    out[3] = q.w, out[4] = q.x, out[5] = q.y, out[6] = q.z;
    ab_vec3_put(out + 10, ab_mul(ab_quat_to_matrix(q), spin));
}

void ab_stepping_state_at(abSimulation *s, double t, double *y) {
    const abStepping *own = s->stepping;
    ab_stepping_list_pairs(s);
    size_t n = s->dynamics.mechanics.layout.count;
    double h = s->t - own->t0, x = h > 0.0 ? (t - own->t0) / h : 1.0;
    if (x >= 1.0) {
        memcpy(y, s->y, n * sizeof *y);
        return;
    }
    for (size_t i = 0; i < n; i++) {
        y[i] = own->y0[i] + x * (s->y[i] - own->y0[i]);
    }
    for (int i = 0; i < AB_BOOK_STATES; i++) {
        y[s->dynamics.mechanics.layout.book + i] += x * (1.0 - x) * own->bend[i];
    }
    for (size_t b = 0; b < s->model->body_count; b++) {
        const abBody *body = &s->model->bodies[b];
        const abStateBlock *block = ab_state_block(body->mobility);
        // in the plane the angle, too
        int places = body->mobility == AB_MOBILITY_PLANAR ? 3 : block->place_count;
        bool is_struck = own->has_struck && own->is_struck[b];
        for (int i = 0; !is_struck && i < places; i++) {
            int k = body->state + i, v = body->state + block->speed + i;
            y[k] -= 0.5 * x * (1.0 - x) * h * (s->y[v] - own->y0[v]);
        }
        if (body->mobility == AB_MOBILITY_FREE) {
            turn_inside(body, own->y0 + body->state, s->y + body->state, x, h, is_struck,
                        y + body->state);
        }
    }
}

int ab_stepping_polynomial(abSimulation *s, double *start, double *length, double *c) {
    const abStepping *own = s->stepping;
    const abStateLayout *layout = &s->dynamics.mechanics.layout;
    *start = own->t0;
    *length = s->t - own->t0;
    int degree = ab_kept_quadratic(s, *length, own->y0, s->y, 3, c);
    for (size_t b = 0; own->has_struck && b < s->model->body_count; b++) {
        const abBody *body = &s->model->bodies[b];
        bool is_struck = own->is_struck[b] && body->state >= 0;
        for (int i = 0; is_struck && i < ab_state_block(body->mobility)->speed; i++) {
            size_t at = (size_t)body->state + (size_t)i;
            c[layout->count + at] = s->y[at] - own->y0[at];
            c[2 * layout->count + at] = 0.0;
        }
    }
    double *book = c + layout->count + layout->book;
    for (int i = 0; i < AB_BOOK_STATES; i++) {
        book[i] += own->bend[i];
        book[layout->count + (size_t)i] -= own->bend[i];
    }
    return degree;
}
