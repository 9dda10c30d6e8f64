// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// step_elements.c - springs, dampers, bushings and ropes as rows of a step: no step is too long for
// them.
//
// In each direction in which an element gives way, with x its displacement, r the rate of that,
// indices 0 and 1 for the ends of the step and h its length, it answers with
//
//   F = k x_t + c r_t,   r_t = (1 - t) r_0 + t r_1,   x_t = x_0 + t h r_t                 (1)
//   x_1 = x_0 + h r_t                                                                     (2)
//
// t = 1/2 is the mean of both ends: of second order, and what it stores is exact. It rings where the
// step is much longer than the element's own time, and t = 1, the force of the end, comes to rest
// there. t goes from one to the other while w h goes from 1 to 3, w the frequency of the element
// between its two bodies, or the rate of its damper. The motion and what is stored never gain from
// (1) and (2), as
//
//   d(m r^2/2 + k x^2/2) = -(t - 1/2) h k ((h/m) x_t^2 k + h r_t^2) - h c r_t^2           (3)
//
// for one mass; t by element keeps slow ones exact beside stiff ones.
//
// (1) is a row J V + R p + b = 0 with R = 1/(h (k t^2 h + c t)). What is known of F at the middle is
// linearised there; of elements with t = 1/2 it is part of the free motion, so that contacts see
// where it drives the bodies. (2) with t > 1/2 asks for (t - 1/2) h (r_1 - r_0) more than the mean
// velocity gives: the bodies are brought there by the least displacement, with joints and rigid
// contacts as they are (step_move). Of what is at rest it is nothing.
//
// One-sided elements (ropes, stops, springs that only push) store U(x), 0 where x < 0. For them
//
//   F = (U(x_1) - U(x_0))/(x_1 - x_0) + (t - 1/2)(U'(x_1) - U'(x_0)) + c (x_1+ - x_0+)/h  (4)
//
// with x+ = max(0, x), which is (1) where x stays above 0, and keeps the energy over the instant at which they begin to
// carry, whenever that is; by Newton's method, in rounds with the force laws of contacts.
//
// Error   second order in h while w h < 1; beyond, the element follows its load at once.
// Source  (1), (2): the implicit trapezoidal rule and the backward Euler method, e.g. E. Hairer,
//         G. Wanner, Solving Ordinary Differential Equations II (1996), IV.3. (4): [Gonzalez2000].

#include "method/step/step_elements.h"

#include <math.h>

#include "base/array.h"
#include "mechanics/force/apply_forces.h"
#include "mechanics/force/force_slopes.h"
#include "mechanics/force/observe.h"
#include "mechanics/state/place.h"
#include "method/step/step.h"
#include "method/step/tolerances.def"

enum { PULL_ROWS = 3 };

// ---- rows ----

static double along(const abStepElement *row, int side, abVec3 v, abVec3 w) {
    return ab_dot(row->linear[side], v) + ab_dot(row->angular[side], w);
}

static double rate_of(const abStepElement *row, const abConeBody *bodies) {
    double rate = 0.0;
    for (int side = 0; side < 2; side++) {
        if (row->body[side] >= 0) {
            const abConeBody *body = &bodies[row->body[side]];
            rate += along(row, side, body->v, body->w);
        }
    }
    return rate;
}

// J M^-1 J' of the two bodies alone.
static double mobility_of(const abStep *step, const abStepElement *row) {
    double sum = 0.0;
    for (int side = 0; side < 2; side++) {
        if (row->body[side] >= 0) {
            const abConeBody *body = &step->free[row->body[side]];
            const double *m = body->inverse_mass;
            abVec3 l = row->linear[side], a = row->angular[side];
            sum += m[0] * l.x * l.x + m[1] * l.y * l.y + m[2] * l.z * l.z +
                   ab_dot(a, ab_mul(body->inverse_inertia, a));
        }
    }
    return sum;
}

// t of (1).
static double end_share(double wh) {
    double u = fmin(1.0, fmax(0.0, (wh - 1.0) / 2.0));
    return 0.5 + 0.5 * u * u * (3.0 - 2.0 * u);
}

// A row of two bodies at points of them, for the displacement of B from A along a direction.
static abStepElement place_row(const abStep *step, int force, int a, int b, const abForceRow *from,
                               abVec3 point_a, abVec3 point_b) {
    const abMechanics *d = step->mechanics;
    abStepElement row = {.force = force,
                         .body = {a, b},
                         .stiffness = from->stiffness,
                         .damping = from->damping,
                         .is_one_sided = from->is_one_sided,
                         .never_pulls = from->never_pulls,
                         .has_x = from->has_x,
                         .is_estimated = from->is_estimated,
                         .x = from->x,
                         .link = -1};
    const abVec3 points[2] = {point_a, point_b};
    for (int side = 0; side < 2; side++) {
        int body = row.body[side];
        if (body < 0) {
            continue;
        }
        abVec3 n = ab_scale(side == 0 ? -1.0 : 1.0, from->direction), none = {0.0, 0.0, 0.0};
        abVec3 arm = ab_sub(points[side], d->bodies[body].X.p);
        row.linear[side] = from->is_turn ? none : n;
        row.angular[side] = from->is_turn ? n : ab_cross(arm, n);
        row.start_rate += along(&row, side, step->v0[body], step->w0[body]);
        row.placed_rate += along(&row, side, d->bodies[body].v, d->bodies[body].w);
    }
    return row;
}

// False when nothing of it can move, or it does not give way.
static bool add_row(abStep *step, abStepElement row, double answer) {
    abStepElements *e = &step->elements;
    double mobility = mobility_of(step, &row), h = step->h;
    double wh = h * fmax(sqrt(row.stiffness * mobility), row.damping * mobility);
    if (!(wh > (row.is_estimated ? s_felt : 0.0)) ||
        !isfinite(1.0 / (h * (h * row.stiffness + row.damping)))) {
        return false;
    }
    row.end = end_share(wh);
    row.answer = answer;
    row.is_explicit = row.end == 0.5 && !row.is_one_sided;
    e->rows[e->count++] = row;
    e->has_laws = e->has_laws || row.is_one_sided;
    double swing = h * sqrt(row.stiffness * mobility);
    if (swing > e->stiffest) {
        e->stiffest = swing;
        e->stiffest_force = row.force;
    }
    return true;
}

static void load(abMechanics *d, int body, abVec3 force, abVec3 torque) {
    abBodyNow *now = &d->bodies[body];
    now->force = ab_add(now->force, force);
    now->torque = ab_add(now->torque, torque);
}

// An element: its rows, and the rest of its answer as a load.
static void add_element(abStep *step, int index) {
    abMechanics *d = step->mechanics;
    const abForceElement *force = &d->model->forces[index];
    abForceAnswer answer = ab_force_answer(d, index);
    d->observations->forces[index] = answer;
    abForceRow rows[AB_FORCE_ROWS];
    int count = ab_force_has_slopes(d->model, index)
                    ? ab_force_slopes(d, index, d->t, step->y_middle, step->h, rows)
                    : ab_force_rows(d, index, rows);
    abVec3 f = answer.force, t = answer.torque;
    for (int i = 0; i < count; i++) {
        abVec3 n = rows[i].direction;
        double size = ab_dot(rows[i].is_turn ? answer.torque : answer.force, n) / ab_norm2(n);
        abStepElement row = place_row(step, index, force->body_a, force->body_b, &rows[i],
                                      answer.point_a, answer.point_b);
        row.number = i;
        bool is_row = add_row(step, row, -size);
        if (is_row && !step->elements.rows[step->elements.count - 1].is_explicit) {
            abVec3 *of = rows[i].is_turn ? &t : &f;
            *of = ab_add_scaled(*of, -size, n);
        }
    }
    const abVec3 arm[2] = {ab_sub(answer.point_a, d->bodies[force->body_a].X.p),
                           ab_sub(answer.point_b, d->bodies[force->body_b].X.p)};
    abStepLoad *rest = &step->elements.loads[index];
    for (int side = 0; side < 2; side++) {
        double sign = side == 0 ? -1.0 : 1.0;
        rest->force[side] = ab_scale(sign, f);
        rest->torque[side] = ab_scale(sign, ab_add(ab_cross(arm[side], f), t));
        load(d, side == 0 ? force->body_a : force->body_b, rest->force[side], rest->torque[side]);
    }
}

// Someone's hand at a body: a spring and a damper to a place, along each axis.
static abStepElement pull_row(const abStep *step, int axis) {
    const abMechanics *d = step->mechanics;
    const abPull *pull = &d->pull;
    int body = pull->body.index - 1;
    abVec3 at = ab_pose_point(d->bodies[body].X, ab_sub(pull->at, d->model->bodies[body].p_BC));
    abForceRow from = {.stiffness = pull->stiffness,
                       .damping = pull->damping,
                       .has_x = true,
                       .x = ab_get(ab_sub(at, pull->to), axis)};
    ab_set(&from.direction, axis, 1.0);
    abStepElement row = place_row(step, -1, -1, body, &from, at, at);
    row.number = axis;
    return row;
}

static void add_pull(abStep *step) {
    for (int axis = 0; axis < PULL_ROWS; axis++) {
        abStepElement row = pull_row(step, axis);
        double answer = row.stiffness * row.x + row.damping * row.placed_rate;
        if (add_row(step, row, answer) &&
            step->elements.rows[step->elements.count - 1].is_explicit) {
            load(step->mechanics, row.body[1], ab_scale(-answer, row.linear[1]),
                 ab_scale(-answer, row.angular[1]));
        }
    }
}

void ab_step_load_elements(abStep *step) {
    abMechanics *d = step->mechanics;
    step->elements.count = 0;
    step->elements.has_laws = false;
    step->elements.stiffest = 0.0;
    for (size_t k = 0; k < d->model->force_count; k++) {
        add_element(step, d->model->force_order[k]);
    }
    if (d->pull.body.index != 0) {
        add_pull(step);
    }
}

// ---- links ----

// F of (1) without its part in r_1, and the slope of that part.
static double known_part(const abStep *step, const abStepElement *row, double *slope) {
    double h = step->h, t = row->end, k = row->stiffness, c = row->damping, r = row->start_rate;
    *slope = k * t * t * h + c * t;
    double answer = row->is_explicit ? 0.0 : row->answer;
    return answer + k * h * (t * (1.0 - t) - 0.5) * r + c * ((1.0 - t) * r - row->placed_rate);
}

// (4) and its slope by r_1.
static double law_of(const abStep *step, const abStepElement *row, double rate, double *slope) {
    double h = step->h, t = row->end, k = row->stiffness, c = row->damping;
    double mean = (1.0 - t) * row->start_rate + t * rate;
    double start = row->x - 0.5 * h * row->start_rate, end = start + h * mean;
    double pull_start = k * fmax(0.0, start), pull_end = k * fmax(0.0, end), force;
    if (start > 0.0 && end > 0.0) {
        force = k * (start + t * (end - start));
        *slope = k * t * t * h;
    } else if (start <= 0.0 && end <= 0.0) {
        force = *slope = 0.0;
    } else {
        double stored = 0.5 * (pull_end * fmax(0.0, end) - pull_start * fmax(0.0, start));
        double secant = stored / (end - start);
        force = secant + (t - 0.5) * (pull_end - pull_start);
        *slope = h * t * ((pull_end - secant) / (end - start) + (t - 0.5) * (end > 0.0 ? k : 0.0));
        if (force < 0.0) {
            force = *slope = 0.0;
        }
    }
    force += c * (fmax(0.0, end) - fmax(0.0, start)) / h;
    *slope += end > 0.0 ? c * t : 0.0;
    if (row->never_pulls && force <= 0.0) {
        force = *slope = 0.0;
    }
    return force;
}

static abConeLink *link_of(abStep *step, const abStepElement *row) {
    return row->link >= 0 ? &step->links[row->link] : NULL;
}

// Where the law answers nothing: the line by which it would begin to, so that rounds do not let go
// of what is just about to carry. Its force and slope at the rate of the row.
static double beginning_of(const abStep *step, const abStepElement *row, double *slope) {
    double h = step->h, t = row->end, k = row->stiffness, c = row->damping;
    double mean = (1.0 - t) * row->start_rate + t * row->rate;
    double start = row->x - 0.5 * h * row->start_rate, end = start + h * mean;
    if (start > 0.0) {
        *slope = k * t * t * h + c * t;
        return k * (start + t * (end - start)) + c * mean;
    }
    *slope = h * t * (t - 0.5) * k + c * t;
    return *slope * end / (h * t);
}

// The law's row at its present linearisation, for the resisting force: it acts against the rate.
static void put_law(abStep *step, abStepElement *row) {
    abConeLink *link = link_of(step, row);
    double slope = row->slope, h = step->h, force = row->force_now;
    bool is_begun = slope > 0.0 || force != 0.0;
    if (is_begun) { // what is left behind may answer with a constant force
        slope = fmax(slope, s_constant * (row->stiffness * h + row->damping));
    } else {
        force = beginning_of(step, row, &slope);
    }
    bool acts = slope > 0.0 && isfinite(1.0 / (h * slope));
    for (int side = 0; side < 2; side++) {
        double sign = acts ? -1.0 : 0.0;
        link->linear[side] = ab_scale(sign, row->linear[side]);
        link->angular[side] = ab_scale(sign, row->angular[side]);
    }
    link->is_one_sided = row->never_pulls || !is_begun;
    link->compliance = acts ? 1.0 / (h * slope) : 0.0;
    link->bias = acts ? row->rate - force / slope : 0.0;
    link->impulse = acts ? link->impulse : 0.0;
    link->impulse = link->is_one_sided ? fmax(0.0, link->impulse) : link->impulse;
}

void ab_step_link_elements(abStep *step, size_t *index) {
    for (int i = 0; i < step->elements.count; i++) {
        abStepElement *row = &step->elements.rows[i];
        row->link = (int)*index;
        abConeLink *link = &step->links[(*index)++];
        *link = (abConeLink){.body = {row->body[0], row->body[1]}, .impulse = link->impulse};
        if (row->is_one_sided) {
            row->rate = row->start_rate;
            row->force_now = law_of(step, row, row->rate, &row->slope);
            put_law(step, row);
            continue;
        }
        double slope, known = known_part(step, row, &slope);
        for (int side = 0; side < 2; side++) {
            link->linear[side] = row->linear[side];
            link->angular[side] = row->angular[side];
        }
        link->compliance = 1.0 / (step->h * slope);
        link->bias = known / slope;
    }
}

// Impulse on B along the row.
static double impulse_of(const abStep *step, const abStepElement *row) {
    double p = row->link >= 0 ? step->links[row->link].impulse : 0.0;
    if (row->is_one_sided) {
        return -p;
    }
    return row->is_explicit ? p - step->h * row->answer : p;
}

double ab_step_linearise_elements(abStep *step, const abConeBody *bodies, double *largest) {
    double off = 0.0;
    for (int i = 0; i < step->elements.count; i++) {
        abStepElement *row = &step->elements.rows[i];
        if (row->is_one_sided && row->link >= 0) {
            double solved = -impulse_of(step, row) / step->h;
            row->rate = rate_of(row, bodies);
            row->force_now = law_of(step, row, row->rate, &row->slope);
            off = fmax(off, fabs(row->force_now - solved));
            *largest = fmax(*largest, fmax(fabs(solved), fabs(row->force_now)));
            put_law(step, row);
        }
    }
    return off;
}

size_t ab_step_first_element_link(const abStep *step) {
    return step->link_count - (size_t)step->elements.count;
}

// ---- places ----

void ab_step_aim_elements(abStep *step) {
    abStepElements *e = &step->elements;
    e->is_aiming = false;
    for (int i = 0; i < e->count; i++) {
        abStepElement *row = &e->rows[i];
        bool acts = !row->is_one_sided || step->links[row->link].impulse != 0.0;
        double last = rate_of(row, step->bodies), h = step->h;
        double rate = (1.0 - row->end) * row->start_rate + row->end * last;
        row->goal = row->x + h * (rate - 0.5 * row->start_rate);
        row->off = acts ? (row->end - 0.5) * h * (last - row->start_rate) : 0.0;
        row->acts = acts;
        for (int side = 0; side < 2; side++) {
            row->end_linear[side] = row->linear[side];
            row->end_angular[side] = row->angular[side];
        }
        row->aims = row->end > 0.5;
        e->is_aiming = e->is_aiming || row->aims;
    }
}

// The row of an element or of the pull, for the bodies as placed. False when it has none now.
static bool find_again(abStep *step, const abStepElement *row, abStepElement *now) {
    abMechanics *d = step->mechanics;
    if (row->force < 0) {
        *now = pull_row(step, row->number);
        return true;
    }
    abForceRow rows[AB_FORCE_ROWS];
    const abForceElement *force = &d->model->forces[row->force];
    if (row->number >= ab_force_rows(d, row->force, rows)) {
        return false;
    }
    abForceAnswer answer = ab_force_answer(d, row->force);
    *now = place_row(step, row->force, force->body_a, force->body_b, &rows[row->number],
                     answer.point_a, answer.point_b);
    return true;
}

double ab_step_elements_off(abStep *step, const double *y, bool is_first) {
    abStepElements *e = &step->elements;
    abMechanics *d = step->mechanics;
    double maximum = 0.0, size = d->model->size > 0.0 ? d->model->size : 1.0;
    if (!e->is_aiming) {
        return 0.0;
    }
    d->t = step->t + step->h;
    ab_mechanics_place(d, d->t, y);
    for (int i = 0; i < e->count; i++) {
        abStepElement *row = &e->rows[i], now;
        row->off = is_first ? row->off : 0.0;
        if (row->aims && row->has_x && find_again(step, row, &now)) {
            row->off = row->acts ? row->goal - now.x : fmin(0.0, fmax(0.0, row->goal) - now.x);
            for (int side = 0; side < 2; side++) {
                row->end_linear[side] = now.linear[side];
                row->end_angular[side] = now.angular[side];
            }
        }
        bool is_turn = !(ab_norm2(row->linear[0]) + ab_norm2(row->linear[1]) > 0.0);
        maximum = fmax(maximum, (is_turn ? size : 1.0) * fabs(row->off));
    }
    return maximum > s_position_rounding * size ? maximum : 0.0;
}

int ab_step_displacement_links(abStep *step, bool of_elements, bool of_ends, double give) {
    abStepElements *e = &step->elements;
    size_t room = step->link_count + 1 + (of_elements ? 3 * step->point_count : 0); // also sticking
    if (!AB_ARRAY_RESERVE(step->mechanics->allocator, e->links, e->link_capacity, room)) {
        return -1;
    }
    int count = 0;
    for (size_t k = 0; k < step->joint_link_count; k++) {
        e->links[count] = step->links[k];
        e->links[count].bias = e->links[count].impulse = 0.0;
        count++;
    }
    count += of_ends ? ab_step_closing_links(step, e->links + count) : 0;
    for (int i = 0; of_elements && i < e->count; i++) {
        const abStepElement *row = &e->rows[i];
        if (!row->acts && row->off == 0.0) {
            continue;
        }
        abConeLink *link = &e->links[count++];
        *link = (abConeLink){.body = {row->body[0], row->body[1]},
                             .bias = -row->off,
                             .compliance = give * mobility_of(step, row)};
        for (int side = 0; side < 2; side++) {
            link->linear[side] = row->end_linear[side];
            link->angular[side] = row->end_angular[side];
        }
    }
    return count;
}

// ---- the energy book ----

static bool is_prescribed(const abModel *model, int body) {
    return body >= 0 && model->bodies[body].mobility == AB_MOBILITY_PRESCRIBED;
}

// Work of loads on the two bodies of an element over the step, and its bend; what drives do to hold
// prescribed ones.
static void book_work(const abStep *step, const int body[2], const abVec3 force[2],
                      const abVec3 torque[2], bool is_applied, double *book, double *bend) {
    const abModel *model = step->mechanics->model;
    for (int side = 0; side < 2; side++) {
        int b = body[side];
        if (b < 0 || model->bodies[b].mobility == AB_MOBILITY_FIXED) {
            continue;
        }
        const abConeBody *end = is_prescribed(model, b) ? &step->free[b] : &step->bodies[b];
        double start = ab_dot(force[side], step->v0[b]) + ab_dot(torque[side], step->w0[b]);
        double last = ab_dot(force[side], end->v) + ab_dot(torque[side], end->w);
        double work = 0.5 * (start + last), bent = 0.5 * (start - last);
        book[is_applied ? AB_BOOK_APPLIED : AB_BOOK_DAMPERS] += is_applied ? work : -work;
        bend[is_applied ? AB_BOOK_APPLIED : AB_BOOK_DAMPERS] += is_applied ? bent : -bent;
        if (is_prescribed(model, b)) {
            book[AB_BOOK_DRIVE] -= work;
            bend[AB_BOOK_DRIVE] -= bent;
        }
    }
}

static bool is_applied(const abModel *model, int force) {
    return force < 0 || ab_force_type(model->forces[force].kind)->is_applied;
}

void ab_step_book_elements(const abStep *step, double *book, double *bend) {
    const abModel *model = step->mechanics->model;
    double h = step->h;
    for (size_t f = 0; f < model->force_count; f++) {
        const abStepLoad *load = &step->elements.loads[f];
        const int body[2] = {model->forces[f].body_a, model->forces[f].body_b};
        const abVec3 force[2] = {ab_scale(h, load->force[0]), ab_scale(h, load->force[1])};
        const abVec3 torque[2] = {ab_scale(h, load->torque[0]), ab_scale(h, load->torque[1])};
        book_work(step, body, force, torque, is_applied(model, (int)f), book, bend);
    }
    for (int i = 0; i < step->elements.count; i++) {
        const abStepElement *row = &step->elements.rows[i];
        double p = impulse_of(step, row);
        if (row->is_explicit && row->force >= 0) { // that part is in the loads
            p += h * row->answer;
        }
        const abVec3 force[2] = {ab_scale(p, row->linear[0]), ab_scale(p, row->linear[1])};
        const abVec3 torque[2] = {ab_scale(p, row->angular[0]), ab_scale(p, row->angular[1])};
        book_work(step, row->body, force, torque, is_applied(model, row->force), book, bend);
    }
}

// ---- room ----

bool ab_step_init_elements(abStep *step, abArena *arena) {
    size_t forces = step->mechanics->model->force_count;
    abStepElements *e = &step->elements;
    e->rows = AB_ARENA_NEW(arena, abStepElement, AB_FORCE_ROWS * forces + PULL_ROWS);
    e->loads = AB_ARENA_NEW(arena, abStepLoad, forces);
    e->rows_before = AB_ARENA_NEW(arena, abStepElement, AB_FORCE_ROWS * forces + PULL_ROWS);
    e->loads_before = AB_ARENA_NEW(arena, abStepLoad, forces);
    return e->rows != NULL && e->loads != NULL && e->rows_before != NULL && e->loads_before != NULL;
}

void ab_step_done_elements(abStep *step) {
    AB_ARRAY_FREE(step->mechanics->allocator, step->elements.links, step->elements.link_capacity);
}
