// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// cone_rows.c - contacts and links as rows of numbers, and what is left of their conditions.
//
// A visit of a contact needs its rows of J, what its impulses do to the bodies, M^-1 J', and the
// motion of two bodies: 600 numbers that lie in a row, in place of vectors to be crossed with arms.
//
// Residual   of given impulses, with the motion that belongs to them. A condition of cone.h holds
//         where p is the nearest allowed impulse to p - u/W_ii, so the distance of both, times W_ii,
//         is a velocity that is zero there only:
//
//   normal    W_nn |p_n - max(0, p_n - (u_n + b + R p_n)/W_nn)|                           (1)
//   tangents  W_tt |p_t - nearest of the disc mu p_n to p_t - u_t/W_tt|                   (2)
//
//         moments as (2), by the reach of the bodies; links u, those of limits as (1). It knows
//         nothing of how p was found: what a method changed last would say that it has stopped.

#include "solver/cone/cone_rows.h"

#include <limits.h>
#include <string.h>

#include "base/array.h"
#include "solver/cone/cone_motion.h"
#include "solver/cone/cone_patches.h"

enum { LANES = 2, WINDOW = 16 }; // pairs side by side; pairs looked at for one of them
enum { SHARED = 1000 };          // contacts from which on threads gain more than they wait
enum { ROUNDS = 4, BINS = 512 }; // over all contacts to find bodies; of their coordinates
enum { AXIS_STAYS = 30 };

// ---- the order of visits ----

// Points of a pair, which follow each other.
typedef struct Lane {
    int next, end; // contacts
} Lane;

static bool share_body(const abConeProblem *problem, int a, int b) {
    const int *one = problem->contacts[a].body, *other = problem->contacts[b].body;
    for (int i = 0; i < 4; i++) {
        int body = one[i / 2];
        if (body == other[i % 2] && problem->bodies[body].inverse_mass[0] > 0.0) {
            return true;
        }
    }
    return false;
}

static int end_of_pair(const abConeProblem *problem, int first) {
    const int *pair = problem->contacts[first].body;
    int end = first + 1;
    while (end < problem->contact_count && problem->contacts[end].body[0] == pair[0] &&
           problem->contacts[end].body[1] == pair[1]) {
        end++;
    }
    return end;
}

// The next pair that has not come, near the first such one, and shares no body with those of the
// lanes; an empty one where there is none.
static Lane next_pair(const abConeProblem *problem, const Lane lanes[LANES], const bool *has_come,
                      int first) {
    for (int i = first, seen = 0; i < problem->contact_count && seen < WINDOW; seen++) {
        int end = end_of_pair(problem, i);
        bool is_free = !has_come[i];
        for (int l = 0; l < LANES && is_free; l++) {
            is_free = lanes[l].next == lanes[l].end || !share_body(problem, i, lanes[l].next);
        }
        if (is_free) {
            return (Lane){i, end};
        }
        i = end;
    }
    return (Lane){0, 0};
}

// Visits of two pairs that share no body do not wait for each other, and a processor does both at
// once. So pairs go side by side in lanes, else in the order they are in.
static void set_order(const abConeProblem *problem, abConeRows *rows) {
    Lane lanes[LANES] = {{0, 0}};
    int n = problem->contact_count, first = 0, count = 0;
    for (int k = 0; k < n; k++) {
        rows->has_come[k] = false; // of the first of a pair
        rows->order[k] = k;
    }
    while (rows->is_many && count < n) {
        for (int l = 0; l < LANES; l++) {
            Lane *lane = &lanes[l];
            if (lane->next == lane->end) {
                *lane = next_pair(problem, lanes, rows->has_come, first);
                if (lane->next < lane->end) {
                    rows->has_come[lane->next] = true;
                }
            }
            if (lane->next < lane->end) {
                rows->order[count++] = lane->next++;
            }
        }
        while (first < n && rows->has_come[first]) {
            first = end_of_pair(problem, first);
        }
    }
}

// ---- who visits ----

// Where bodies are, from where they touch, beginning with the first.
static void find_where(const abConeProblem *problem, abConeRows *rows) {
    for (int b = 0; b < problem->body_count; b++) {
        rows->where[b] = ab_vec3(NAN, NAN, NAN);
    }
    bool is_found = false, is_more = true;
    for (int round = 0; round < ROUNDS && is_more; round++) {
        is_more = false;
        for (int k = 0; k < problem->contact_count; k++) {
            const abConeContact *c = &problem->contacts[rows->order[k]];
            abVec3 *a = &rows->where[c->body[0]], *b = &rows->where[c->body[1]];
            if (!is_found) {
                *a = ab_vec3(0.0, 0.0, 0.0);
                is_found = true;
            }
            bool has_a = !isnan(a->x), has_b = !isnan(b->x);
            if (has_a && !has_b) {
                *b = ab_add(*a, ab_sub(c->arm[0], c->arm[1]));
            } else if (has_b && !has_a) {
                *a = ab_add(*b, ab_sub(c->arm[1], c->arm[0]));
            }
            is_more = is_more || has_a != has_b;
        }
    }
}

static double coordinate(abVec3 p, int axis) {
    return axis == 0 ? p.x : axis == 1 ? p.y : p.z;
}

// Slabs across an axis, each with as many contacts.
static void share_bodies(const abConeProblem *problem, abConeRows *rows, int axis) {
    double low = INFINITY, high = -INFINITY;
    int bins[BINS] = {0}, all = 0, threads = rows->schedule.threads;
    for (int k = 0; k < 2 * problem->contact_count; k++) {
        int body = rows->moved[k / 2][k % 2];
        double x = body >= 0 ? coordinate(rows->where[body], axis) : NAN;
        low = fmin(low, x), high = fmax(high, x); // of two the number
    }
    double scale = high > low ? BINS * (1.0 - 1e-9) / (high - low) : 0.0;
    for (int k = 0; k < 2 * problem->contact_count; k++) {
        int body = rows->moved[k / 2][k % 2];
        double x = body >= 0 ? coordinate(rows->where[body], axis) : NAN;
        if (!isnan(x)) {
            bins[(int)((x - low) * scale)]++;
            all++;
        }
    }
    for (int i = 0, before = 0; i < BINS; i++) { // a bin goes to the thread of its middle
        int own = bins[i];
        bins[i] = all > 0 ? (int)((double)threads * (before + 0.5 * own) / all) : 0;
        before += own;
    }
    for (int b = 0; b < problem->body_count; b++) {
        double x = coordinate(rows->where[b], axis);
        bool is_in = x >= low && x <= high;
        rows->schedule.owner[b] = is_in ? bins[(int)((x - low) * scale)] : -1;
    }
}

// The axis by which it takes the shortest time; it stays so for a while.
static void choose_axis(const abConeProblem *problem, abConeRows *rows) {
    if (rows->axis_left-- <= 0) {
        int least = INT_MAX;
        for (int axis = 0; axis < 3; axis++) {
            share_bodies(problem, rows, axis);
            int time = ab_schedule_share(&rows->schedule);
            rows->axis = time < least ? axis : rows->axis;
            least = time < least ? time : least;
        }
        rows->axis_left = AXIS_STAYS;
    }
    share_bodies(problem, rows, rows->axis);
    ab_schedule_share(&rows->schedule);
}

// Visits go to threads such that each body is visited in this order.
static bool share_visits(const abConeProblem *problem, abConeWorkspace *workspace) {
    abConeRows *rows = &workspace->rows;
    if (rows->threads == NULL) {
        return true;
    }
    for (int k = 0; k < problem->contact_count; k++) {
        const int *body = problem->contacts[rows->order[k]].body;
        for (int side = 0; side < 2; side++) {
            bool answers = problem->bodies[body[side]].inverse_mass[0] > 0.0;
            rows->moved[k][side] = answers ? body[side] : -1;
        }
    }
    if (!ab_schedule_open(&rows->schedule, workspace->allocator, &workspace->arrays,
                          ab_thread_pool_size(rows->threads), (const int(*)[2])rows->moved,
                          problem->contact_count, problem->body_count)) {
        return false;
    }
    find_where(problem, rows);
    choose_axis(problem, rows);
    ab_schedule_close(&rows->schedule);
    for (int k = 0; k < problem->contact_count; k++) {
        int turn = rows->schedule.items[k].item;
        rows->place[turn] = k;
        rows->visit_of[rows->order[turn]] = k;
    }
    return true;
}

// The contact of a place in `visits`.
static int contact_at(const abConeRows *rows, int place) {
    return rows->order[rows->threads != NULL ? rows->schedule.items[place].item : place];
}

// ---- making them ----

// Of one body: a force along `linear` and a moment, and what they do to it.
static void make_side(const abConeBody *body, abVec3 linear, abVec3 angular, double *j, double *m) {
    abVec3 v = {0.0, 0.0, 0.0}, w = v;
    if (body != NULL && body->inverse_mass[0] > 0.0) { // answers
        v = ab_cone_by_mass(body, linear);
        w = ab_mul(body->inverse_inertia, angular);
    }
    ab_vec3_put(j, linear);
    ab_vec3_put(j + 3, angular);
    ab_vec3_put(m, v);
    ab_vec3_put(m + 3, w);
}

static void make_row(const abConeProblem *problem, const int body[2], const abVec3 linear[2],
                     const abVec3 angular[2], double *row) {
    for (int side = 0; side < 2; side++) {
        const abConeBody *at = body[side] >= 0 ? &problem->bodies[body[side]] : NULL;
        make_side(at, linear[side], angular[side], row + 6 * side, row + AB_CONE_PUSH + 6 * side);
    }
}

static void make_contact_rows(const abConeProblem *problem, const abConeContact *c, int count,
                              double *row) {
    const abVec3 none = {0.0, 0.0, 0.0};
    for (int i = 0; i < count; i++, row += AB_CONE_ROW) {
        abVec3 axis = c->axis[i % 3];
        if (i < 3) {
            const abVec3 linear[2] = {ab_neg(axis), axis};
            const abVec3 angular[2] = {ab_neg(ab_cross(c->arm[0], axis)),
                                       ab_cross(c->arm[1], axis)};
            make_row(problem, c->body, linear, angular, row);
        } else {
            const abVec3 linear[2] = {none, none}, angular[2] = {ab_neg(axis), axis};
            make_row(problem, c->body, linear, angular, row);
        }
    }
}

// ---- modes ----

static size_t modal_width(const abConeVisit *c) {
    return 6 * (size_t)(c->mode_count[0] + c->mode_count[1]);
}

static void make_modal_rows(const abConeContact *c, const abConeVisit *visit, double *to) {
    int rows = visit->count < 3 ? visit->count : 3; // moments do not act on modes
    for (int i = 0; i < rows; i++) {
        for (int side = 0; side < 2; side++) {
            const abConeModes *modes = &c->modes[side];
            abVec3 n = side == 0 ? ab_neg(c->axis[i]) : c->axis[i];
            size_t width = 6 * (size_t)modes->count;
            for (size_t k = 0; k < width; k++) {
                const double *at = modes->shape + k;
                *to++ = n.x * at[0] + n.y * at[width] + n.z * at[2 * width];
            }
        }
    }
}

double ab_cone_modal_speed(const abConeRows *rows, const abConeVisit *c, int i) {
    const double *j = rows->modal + c->modal + (size_t)i * modal_width(c);
    double sum = 0.0;
    for (int side = 0; side < 2 && i < 3; side++) {
        for (int k = 0; k < c->mode_count[side]; k++, j += 6) {
            const double *x = ab_cone_motion_of(rows, c->modes[side] + k);
            sum += (j[0] * x[0] + j[1] * x[1] + j[2] * x[2]) +
                   (j[3] * x[3] + j[4] * x[4] + j[5] * x[5]);
        }
    }
    return sum;
}

void ab_cone_modal_push(const abConeRows *rows, const abConeVisit *c, int i, double dp) {
    const double *j = rows->modal + c->modal + (size_t)i * modal_width(c);
    for (int side = 0; side < 2 && i < 3; side++) {
        for (int k = 0; k < c->mode_count[side]; k++, j += 6) {
            double *x = ab_cone_motion_of(rows, c->modes[side] + k);
            for (int a = 0; a < 6; a++) {
                x[a] += dp * j[a];
            }
        }
    }
}

static double inverse_of(double x) {
    return x > 0.0 ? 1.0 / x : 0.0;
}

static int target_of(const abConeProblem *problem, int body, int thread) {
    return problem->bodies[body].inverse_mass[0] > 0.0 ? body : problem->body_count + 1 + thread;
}

static abConeVisit visit_of(const abConeProblem *problem, int contact, int thread, size_t row) {
    const abConeContact *c = &problem->contacts[contact];
    double tt = fmax(c->local.tt[0], c->local.tt[1]);
    return (abConeVisit){
        .body = {c->body[0], c->body[1]},
        .to = {target_of(problem, c->body[0], thread), target_of(problem, c->body[1], thread)},
        .contact = contact,
        .count = c->local.nn > 0.0 ? ab_cone_rows(c) : 0,
        .row = row,
        .own = (size_t)contact * (size_t)problem->width,
        .bias = c->bias,
        .compliance = c->compliance,
        .friction = c->friction,
        .drift = {ab_dot(c->axis[1], c->drift), ab_dot(c->axis[2], c->drift)},
        .rolling = c->rolling,
        .spinning = c->spinning,
        .nn = c->local.nn,
        .tt = tt,
        .turn = c->turn,
        .by_nn = inverse_of(c->local.nn),
        .by_tt = inverse_of(tt),
        .by_turn = inverse_of(c->turn),
        .nt = {c->local.nt[0], c->local.nt[1]},
        .reach = c->reach,
        .modes = {c->modes[0].first, c->modes[1].first},
        .mode_count = {c->modes[0].count, c->modes[1].count}};
}

static bool reserve(const abConeProblem *problem, abConeWorkspace *workspace) {
    abConeRows *rows = &workspace->rows;
    size_t row_count = (size_t)problem->link_count, contacts = (size_t)problem->contact_count;
    size_t modal = 0;
    for (int k = 0; k < problem->contact_count; k++) {
        const abConeContact *c = &problem->contacts[k];
        row_count += (size_t)ab_cone_rows(c);
        modal += 18 * (size_t)(c->modes[0].count + c->modes[1].count);
    }
    rows->link_own = (size_t)problem->width * contacts;
    rows->patch_own = rows->link_own + (size_t)problem->link_count;
    rows->count = rows->patch_own + 6 * (size_t)problem->patch_count;
    rows->is_many = problem->contact_count >= AB_CONE_MANY && problem->link_count == 0 &&
                    problem->patch_count == 0 && !problem->has_modes;
    rows->threads = rows->is_many && contacts >= SHARED ? workspace->threads : NULL;
    size_t motion = AB_CONE_MOTION * ((size_t)problem->body_count + 2);
    size_t before = (rows->count + AB_CONE_MOTION - 1) / AB_CONE_MOTION * AB_CONE_MOTION;
    rows->mixed = rows->is_many ? before + motion : rows->count;
    size_t more = AB_CONE_MOTION * (size_t)(ab_thread_pool_size(rows->threads) - 1);
    abAllocator allocator = workspace->allocator;
    if (!AB_ARRAYS_RESERVE(allocator, &workspace->arrays, rows->room,
                           before + motion + more + AB_CONE_MOTION)) {
        return false;
    }
    uintptr_t line = AB_CONE_MOTION * sizeof(double);
    rows->p = rows->room + (line - (uintptr_t)rows->room % line) % line / sizeof(double);
    rows->motion = rows->p + before;
    memset(rows->p, 0, (before + motion + more) * sizeof *rows->p);
    size_t shared = rows->threads != NULL ? contacts : 0;
    return AB_ARRAYS_RESERVE(allocator, &workspace->arrays, rows->moved, shared) &&
           AB_ARRAYS_RESERVE(allocator, &workspace->arrays, rows->where,
                             (size_t)problem->body_count) &&
           AB_ARRAYS_RESERVE(allocator, &workspace->arrays, rows->place, shared) &&
           AB_ARRAYS_RESERVE(allocator, &workspace->arrays, rows->visit_of, shared) &&
           AB_ARRAYS_RESERVE(allocator, &workspace->arrays, rows->off, shared) &&
           AB_ARRAYS_RESERVE(allocator, &workspace->arrays, rows->own,
                             shared * (size_t)problem->width) &&
           AB_ARRAYS_RESERVE(allocator, &workspace->arrays, rows->visits, contacts) &&
           AB_ARRAYS_RESERVE(allocator, &workspace->arrays, rows->order, contacts) &&
           AB_ARRAYS_RESERVE(allocator, &workspace->arrays, rows->has_come, contacts) &&
           AB_ARRAYS_RESERVE(allocator, &workspace->arrays, rows->rows, AB_CONE_ROW * row_count) &&
           AB_ARRAYS_RESERVE(allocator, &workspace->arrays, rows->modal, modal) &&
           AB_ARRAYS_RESERVE(allocator, &workspace->arrays, rows->weight, rows->count);
}

static void set_weights(const abConeProblem *problem, abConeRows *rows) {
    for (int k = 0; k < problem->contact_count; k++) {
        const abConeVisit *c = &rows->visits[k];
        double *own = rows->weight + c->own;
        for (int i = 0; i < problem->width; i++) {
            own[i] = sqrt(i == 0 ? c->nn : i < 3 ? c->tt : c->turn);
        }
    }
    double *weight = rows->weight + rows->link_own;
    for (int k = 0; k < problem->link_count; k++) {
        *weight++ = sqrt(inverse_of(problem->links[k].inverse));
    }
    for (int k = 0; k < problem->patch_count; k++) {
        for (int i = 0; i < 6; i++) {
            *weight++ = sqrt(fmax(0.0, problem->patches[k].mobility[i][i]));
        }
    }
}

bool ab_cone_rows_make(const abConeProblem *problem, abConeWorkspace *workspace) {
    if (!reserve(problem, workspace)) {
        return false;
    }
    abConeRows *rows = &workspace->rows;
    size_t row = 0, modal = 0;
    set_order(problem, rows);
    if (!share_visits(problem, workspace)) {
        return false;
    }
    for (int k = 0, thread = 0; k < problem->contact_count; k++) {
        while (rows->threads != NULL && k == rows->schedule.first[thread + 1]) {
            thread++;
        }
        int contact = contact_at(rows, k);
        const abConeContact *c = &problem->contacts[contact];
        abConeVisit *visit = &rows->visits[k];
        *visit = visit_of(problem, contact, thread, row);
        make_contact_rows(problem, c, visit->count, rows->rows + AB_CONE_ROW * row);
        if (ab_cone_visits_modes(visit)) {
            visit->modal = modal;
            make_modal_rows(c, visit, rows->modal + modal);
            modal += 3 * modal_width(visit);
        }
        row += (size_t)visit->count;
    }
    rows->link_row = row;
    for (int k = 0; k < problem->link_count; k++, row++) {
        const abConeLink *link = &problem->links[k];
        make_row(problem, link->body, link->linear, link->angular, rows->rows + AB_CONE_ROW * row);
    }
    set_weights(problem, rows);
    return true;
}

// ---- impulses and motion, there and back ----

void ab_cone_rows_read_motion(const abConeProblem *problem, abConeRows *rows) {
    for (int b = 0; b < problem->body_count; b++) {
        double *to = ab_cone_motion_of(rows, b);
        ab_vec3_put(to, problem->bodies[b].v);
        ab_vec3_put(to + 3, problem->bodies[b].w);
        to[6] = to[7] = 0.0;
    }
    memset(ab_cone_motion_of(rows, problem->body_count), 0, 2 * AB_CONE_MOTION * sizeof(double));
}

void ab_cone_rows_write_motion(const abConeProblem *problem, const abConeRows *rows) {
    for (int b = 0; b < problem->body_count; b++) {
        const double *from = ab_cone_motion_of(rows, b);
        problem->bodies[b].v = ab_vec3_of(from);
        problem->bodies[b].w = ab_vec3_of(from + 3);
    }
}

void ab_cone_rows_read(const abConeProblem *problem, abConeRows *rows) {
    ab_cone_keep(problem, rows->p);
    ab_cone_rows_read_motion(problem, rows);
}

void ab_cone_rows_write(const abConeProblem *problem, const abConeRows *rows) {
    ab_cone_take_back(problem, rows->p);
    ab_cone_rows_write_motion(problem, rows);
}

// ---- links ----

double ab_cone_rows_link_speed(const abConeProblem *problem, const abConeRows *rows, int link) {
    double sum = problem->links[link].bias;
    for (int k = link, end = ab_cone_link_end(problem, link); k < end; k++) {
        const double *row = rows->rows + AB_CONE_ROW * (rows->link_row + (size_t)k);
        sum += ab_cone_row_speed(row, ab_cone_link_motion(problem, rows, k, 0),
                                 ab_cone_link_motion(problem, rows, k, 1));
    }
    double compliance = problem->links[link].compliance;
    return compliance > 0.0 ? sum + compliance * rows->p[rows->link_own + (size_t)link] : sum;
}

void ab_cone_rows_move_link(const abConeProblem *problem, const abConeRows *rows, int link,
                            double dp) {
    for (int k = link, end = ab_cone_link_end(problem, link); k < end; k++) {
        const double *row = rows->rows + AB_CONE_ROW * (rows->link_row + (size_t)k);
        ab_cone_row_push(row, dp, ab_cone_link_motion(problem, rows, k, 0),
                         ab_cone_link_motion(problem, rows, k, 1));
    }
}

// ---- what is left ----

// The square of the distance of z from p - u by `own`, with z cut to a disc.
static double disc_off(const double *p, const double *u, int count, double own, double limit) {
    double z[3], size = 0.0, sum = 0.0;
    for (int i = 0; i < count; i++) {
        z[i] = p[i] - u[i] * own;
        size += z[i] * z[i];
    }
    double by = size > limit * limit ? limit / sqrt(size) : 1.0;
    for (int i = 0; i < count; i++) {
        double d = by * z[i] - p[i];
        sum += d * d;
    }
    return sum;
}

static double contact_off(const abConeRows *rows, const abConeVisit *c) {
    const double *p = rows->p + c->own;
    const double *A = ab_cone_motion_of(rows, c->body[0]), *B = ab_cone_motion_of(rows, c->body[1]);
    double u[AB_CONE_ROWS] = {0};
    for (int i = 0; i < c->count; i++) {
        u[i] = ab_cone_contact_speed(rows, c, i, A, B);
    }
    double gap = u[0] + c->bias + c->compliance * p[0];
    double z = p[0] - gap * c->by_nn, n = c->nn * ((z > 0.0 ? z : 0.0) - p[0]);
    double sum = n * n;
    if (c->count >= 3) {
        u[1] += c->drift[0], u[2] += c->drift[1];
        sum += c->tt * c->tt * disc_off(p + 1, u + 1, 2, c->by_tt, c->friction * p[0]);
    }
    if (c->count > 3 && c->turn > 0.0) {
        bool is_whole = c->spinning < 0.0;
        double limit = c->rolling * p[0], by = c->by_turn;
        double off = is_whole ? disc_off(p + 3, u + 3, 3, by, limit)
                              : disc_off(p + 3, u + 3, 1, by, c->spinning * p[0]) +
                                    disc_off(p + 4, u + 4, 2, by, limit);
        sum += c->turn * c->turn * c->reach * c->reach * off;
    }
    return sum;
}

static double link_off(const abConeProblem *problem, const abConeRows *rows, int k) {
    const abConeLink *link = &problem->links[k];
    double u = ab_cone_rows_link_speed(problem, rows, k), p = rows->p[rows->link_own + (size_t)k];
    bool opens = link->is_one_sided && p - u * link->inverse < 0.0;
    u = link->share * (opens ? p / link->inverse : u);
    return u * u;
}

static void add_off(abConeResidual *residual, double square, int index) {
    residual->mean += square;
    if (!(square <= residual->maximum)) { // nor what is not a number
        residual->maximum = square;
        residual->worst = index;
    }
}

static void find_off(void *context, int thread) {
    const abConeRows *rows = context;
    for (int k = rows->schedule.first[thread]; k < rows->schedule.first[thread + 1]; k++) {
        rows->off[k] = contact_off(rows, &rows->visits[k]);
    }
}

abConeResidual ab_cone_residual(const abConeProblem *problem, const abConeRows *rows) {
    abConeResidual residual = {.worst = -1};
    int count = problem->contact_count + problem->patch_count + problem->link_count;
    if (rows->threads != NULL) {
        ab_thread_pool_run(rows->threads, find_off, (void *)rows);
    }
    for (int k = 0; k < problem->contact_count; k++) {
        int at = rows->threads != NULL ? rows->place[k] : k;
        const abConeVisit *c = &rows->visits[at];
        if (c->count > 0) {
            double off = rows->threads != NULL ? rows->off[at] : contact_off(rows, c);
            add_off(&residual, off, c->contact);
        }
    }
    for (int k = 0; k < problem->link_count; k++) {
        if (!problem->links[k].goes_on && problem->links[k].inverse > 0.0) {
            add_off(&residual, link_off(problem, rows, k), problem->contact_count + k);
        }
    }
    if (problem->patch_count > 0) {
        ab_cone_rows_write_motion(problem, rows);
        for (int k = 0; k < problem->patch_count; k++) {
            int index = problem->contact_count + problem->link_count + k;
            add_off(&residual, ab_cone_patch_off(problem, &problem->patches[k]), index);
        }
    }
    residual.mean = count > 0 ? sqrt(residual.mean / count) : 0.0;
    residual.maximum = sqrt(residual.maximum);
    return residual;
}
