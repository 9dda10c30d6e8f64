// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// cone_sweep.c - sweeps over all contacts and links, forth and back.
//
// A visit of a contact moves its impulse towards its conditions for the motion as it is, first
// along the normal, then, with what that does along the surface, along both tangents:
//
//   d_n = max(-p_n, -(u_n + b + R p_n)/W_nn)                                              (1)
//   p_t <- the point of the disc mu (p_n + d_n) nearest to p_t - (u_t + W_nt d_n)/w_t     (2)
//
// with w_t the larger of both tangents, so that no step is too long. Where neither changes p the
// contact has the conditions of cone.h. An exact solution of each contact (cone_local.c) costs ten
// times as much and does not come closer: what is slow are many contacts together. What turns has
// a third step like (2); links have (1) without a bound, limits of joints as it is; patches are
// balanced each by itself. Between sweeps cone_mix.c looks ahead; the last thing is a sweep.
//
// Error   the residual of cone_rows.c. It is looked at when a sweep changes less than is allowed,
//         and every 20 sweeps: small changes alone may mean that sweeps are slow. They end when a
//         hundred have not taken a tenth off it.
// Cost    linear in contacts per sweep.
// Limits  With bodies of very different masses on each other, and where many slide, it is slow.

#include "solver/cone/cone_sweep.h"

#include <string.h>

#include "solver/cone/cone_local.h"
#include "solver/cone/cone_mix.h"
#include "solver/cone/cone_patches.h"
#include "solver/cone/cone_rows.h"
#include "solver/cone/tolerances.def"

enum { LOOK = 20, PATIENCE = 200 };

// ---- a contact ----

// Shortens the `count` numbers from p on to `limit`.
static inline void shorten(double *p, int count, double limit) {
    double size = 0.0;
    for (int i = 0; i < count; i++) {
        size += p[i] * p[i];
    }
    if (size > limit * limit) {
        double by = limit / sqrt(size);
        for (int i = 0; i < count; i++) {
            p[i] *= by;
        }
    }
}

static inline void bring_moment_into_cone(const abConeVisit *c, double n, double m[3]) {
    if (c->spinning < 0.0) {
        shorten(m, 3, c->rolling * n);
    } else {
        shorten(m, 1, c->spinning * n);
        shorten(m + 1, 2, c->rolling * n);
    }
}

// What an impulse of the first row, or of the first three, gives bodies and modes.
static inline void push_rows(const abConeRows *rows, const abConeVisit *c, const double *dp,
                             double *A, double *B) {
    const double *row = rows->rows + AB_CONE_ROW * c->row;
    if (c->count == 1) {
        ab_cone_row_push(row, dp[0], A, B);
    } else {
        ab_cone_rows_push(row, dp, A, B);
    }
    for (int i = 0; ab_cone_visits_modes(c) && i < c->count && i < 3; i++) {
        ab_cone_modal_push(rows, c, i, dp[i]);
    }
}

// The moment alone, with the bound of W. The square of what it changes of w, as a speed at the
// surface.
static double visit_moment(const abConeRows *rows, const abConeVisit *c, const double *row,
                           double *p) {
    const double *A = ab_cone_motion_of(rows, c->body[0]), *B = ab_cone_motion_of(rows, c->body[1]);
    double m[3], dm[3], sum = 0.0;
    for (int i = 0; i < 3; i++) {
        double w = ab_cone_row_speed(row + (size_t)(i + 3) * AB_CONE_ROW, A, B);
        m[i] = p[i + 3] - w * c->by_turn;
    }
    bring_moment_into_cone(c, p[0], m);
    for (int i = 0; i < 3; i++) {
        dm[i] = m[i] - p[i + 3];
        p[i + 3] = m[i];
        sum += dm[i] * dm[i];
    }
    ab_cone_rows_push(row + 3 * AB_CONE_ROW, dm, ab_cone_motion_of(rows, c->to[0]),
                      ab_cone_motion_of(rows, c->to[1]));
    return sum * c->turn * c->turn * c->reach * c->reach;
}

// The square of what it changes of u; p are its impulses.
static inline double visit_contact(const abConeRows *rows, const abConeVisit *c, double *p) {
    const double *row = rows->rows + AB_CONE_ROW * c->row;
    const double *A = ab_cone_motion_of(rows, c->body[0]), *B = ab_cone_motion_of(rows, c->body[1]);
    double *to_A = ab_cone_motion_of(rows, c->to[0]), *to_B = ab_cone_motion_of(rows, c->to[1]);
    double dp[3];
    if (c->count == 0) {
        return 0.0;
    }
    double gap = ab_cone_contact_speed(rows, c, 0, A, B) + c->bias + c->compliance * p[0];
    double n = p[0] - gap * c->by_nn;
    n = n > 0.0 ? n : 0.0;
    if (p[0] == 0.0 && n == 0.0) { // open, and stays so
        return 0.0;
    }
    dp[0] = n - p[0];
    p[0] = n;
    double off = c->nn * dp[0] * (c->nn * dp[0]);
    if (c->count == 1) {
        push_rows(rows, c, dp, to_A, to_B);
        return off;
    }
    double s = ab_cone_contact_speed(rows, c, 1, A, B) + c->nt[0] * dp[0] + c->drift[0];
    double t = ab_cone_contact_speed(rows, c, 2, A, B) + c->nt[1] * dp[0] + c->drift[1];
    double z[2] = {p[1] - s * c->by_tt, p[2] - t * c->by_tt};
    shorten(z, 2, c->friction * n);
    dp[1] = z[0] - p[1], dp[2] = z[1] - p[2];
    p[1] = z[0], p[2] = z[1];
    push_rows(rows, c, dp, to_A, to_B);
    off += c->tt * c->tt * (dp[1] * dp[1] + dp[2] * dp[2]);
    return c->count > 3 && c->turn > 0.0 ? off + visit_moment(rows, c, row, p) : off;
}

static double visit_link(const abConeProblem *problem, const abConeRows *rows, int index) {
    const abConeLink *link = &problem->links[index];
    double *p = rows->p + rows->link_own + (size_t)index;
    if (link->goes_on || link->inverse == 0.0) {
        return 0.0;
    }
    double speed = ab_cone_rows_link_speed(problem, rows, index), dp = -speed * link->inverse;
    if (link->is_one_sided && *p + dp < 0.0) {
        dp = -*p;
        speed = dp / link->inverse;
    }
    *p += dp;
    speed *= link->share;
    ab_cone_rows_move_link(problem, rows, index, dp);
    return speed * speed;
}

// They work on the motion in the bodies, and keep their wrenches.
static double visit_patches(const abConeProblem *problem, abConeRows *rows) {
    if (problem->patch_count == 0) {
        return 0.0;
    }
    ab_cone_rows_write_motion(problem, rows);
    ab_cone_patches_take_back(problem, rows->p + rows->patch_own);
    double off = ab_cone_patches_visit(problem);
    ab_cone_patches_keep(problem, rows->p + rows->patch_own);
    ab_cone_rows_read_motion(problem, rows);
    return off;
}

// ---- all of them ----

// Forth and back; the root of the mean square of what changed of u on the way back.
static double sweep_once(const abConeProblem *problem, abConeRows *rows) {
    double sum = 0.0;
    for (int k = 0; k < problem->link_count; k++) {
        visit_link(problem, rows, k);
    }
    for (int k = 0; k < problem->contact_count; k++) {
        visit_contact(rows, &rows->visits[k], rows->p + rows->visits[k].own);
    }
    sum += visit_patches(problem, rows);
    for (int k = problem->contact_count - 1; k >= 0; k--) {
        sum += visit_contact(rows, &rows->visits[k], rows->p + rows->visits[k].own);
    }
    for (int k = problem->link_count - 1; k >= 0; k--) {
        sum += visit_link(problem, rows, k);
    }
    int count = problem->contact_count + problem->link_count + problem->patch_count;
    return count > 0 ? sqrt(sum / count) : 0.0;
}

// ---- looking ahead ----

static void push_contact(const abConeRows *rows, const abConeVisit *c, const double *from,
                         double *p) {
    const double *row = rows->rows + AB_CONE_ROW * c->row;
    double dp[AB_CONE_ROWS];
    double *A = ab_cone_motion_of(rows, c->to[0]), *B = ab_cone_motion_of(rows, c->to[1]);
    p[0] = p[0] > 0.0 ? p[0] : 0.0;
    if (p[0] == 0.0 && from[0] == 0.0) {
        memset(p, 0, (size_t)c->count * sizeof *p);
        return;
    }
    if (c->count > 1) {
        shorten(p + 1, 2, c->friction * p[0]);
    }
    if (c->count > 3) {
        bring_moment_into_cone(c, p[0], p + 3);
    }
    for (int i = 0; i < c->count; i++) {
        dp[i] = p[i] - from[i];
    }
    push_rows(rows, c, dp, A, B);
    if (c->count > 3) {
        ab_cone_rows_push(row + 3 * AB_CONE_ROW, dp + 3, A, B);
    }
}

static inline bool is_in_cone(const abConeVisit *c, const double *p) {
    double limit = c->friction * p[0];
    return p[0] >= 0.0 && (c->count == 1 || p[1] * p[1] + p[2] * p[2] <= limit * limit);
}

// Impulses that the motion belongs to, but that may be out of their cones.
static inline void bring_contact_back(const abConeRows *rows, const abConeVisit *c, double *p) {
    if (c->count > 3 || (c->count > 0 && !is_in_cone(c, p))) {
        double from[AB_CONE_ROWS];
        memcpy(from, p, (size_t)c->count * sizeof *p);
        push_contact(rows, c, from, p);
    }
}

static void bring_back(const abConeProblem *problem, abConeRows *rows) {
    for (int k = 0; k < problem->contact_count; k++) {
        const abConeVisit *c = &rows->visits[k];
        bring_contact_back(rows, c, rows->p + c->own);
    }
}

// Impulses other than those of `from`, to which the motion belongs: brings them into their cones,
// and the motion to them.
static void move_on(const abConeProblem *problem, abConeRows *rows, const double *from) {
    for (int k = 0; k < problem->contact_count; k++) {
        const abConeVisit *c = &rows->visits[k];
        if (c->count > 0) {
            push_contact(rows, c, from + c->own, rows->p + c->own);
        }
    }
    for (int k = 0; k < problem->link_count; k++) {
        size_t own = rows->link_own + (size_t)k;
        if (problem->links[k].goes_on || problem->links[k].inverse == 0.0) {
            continue;
        }
        if (problem->links[k].is_one_sided) {
            rows->p[own] = fmax(0.0, rows->p[own]);
        }
        ab_cone_rows_move_link(problem, rows, k, rows->p[own] - from[own]);
    }
    if (problem->patch_count > 0) {
        ab_cone_rows_write_motion(problem, rows);
        for (int k = 0; k < problem->patch_count; k++) {
            size_t own = rows->patch_own + 6 * (size_t)k;
            ab_cone_patch_push(problem, &problem->patches[k], rows->p + own, from + own);
        }
        ab_cone_rows_read_motion(problem, rows);
    }
}

// ---- by threads ----
//
// A thread works on impulses of its own, which lie as its visits do: as they lie in p, threads would
// take each other's cache lines away at each visit. What is summed is written down and summed by one
// of them, in the order of a sweep by one.

typedef struct Shared {
    const abConeProblem *problem;
    abConeRows *rows;
    double *before;
} Shared;

static double *own_of(const Shared *shared, int place) {
    return shared->rows->own + (size_t)place * (size_t)shared->problem->width;
}

// From p.
static void take_own(const Shared *shared, int thread) {
    const abConeRows *rows = shared->rows;
    size_t size = (size_t)shared->problem->width * sizeof *rows->p;
    for (int k = rows->schedule.first[thread]; k < rows->schedule.first[thread + 1]; k++) {
        memcpy(own_of(shared, k), rows->p + rows->visits[k].own, size);
    }
}

// Back into p, each thread a part of it; likewise what a sweep begins with.
static void gather(void *context, int thread) {
    const Shared *shared = context;
    const abConeRows *rows = shared->rows;
    size_t first, end, width = (size_t)shared->problem->width;
    ab_thread_share(rows->threads, (size_t)shared->problem->contact_count, thread, &first, &end);
    for (size_t k = first; k < end; k++) {
        memcpy(rows->p + k * width, own_of(shared, rows->visit_of[k]), width * sizeof *rows->p);
    }
}

static void begin_sweep(void *context, int thread) {
    const Shared *shared = context;
    const abConeRows *rows = shared->rows;
    size_t first, end, width = (size_t)shared->problem->width;
    ab_thread_share(rows->threads, (size_t)shared->problem->contact_count, thread, &first, &end);
    gather(context, thread);
    memcpy(shared->before + first * width, rows->p + first * width,
           (end - first) * width * sizeof *rows->p);
    ab_thread_share(rows->threads, rows->mixed - rows->count, thread, &first, &end);
    memcpy(shared->before + rows->count + first, rows->p + rows->count + first,
           (end - first) * sizeof *rows->p);
}

static void sweep_share(void *context, int thread) {
    const Shared *shared = context;
    const abConeRows *rows = shared->rows;
    const abSchedule *schedule = &rows->schedule;
    for (int k = schedule->first[thread]; k < schedule->first[thread + 1]; k++) {
        ab_schedule_enter(schedule, k);
        visit_contact(rows, &rows->visits[k], own_of(shared, k));
        ab_schedule_leave(schedule, thread, k);
    }
    for (int k = schedule->first[thread + 1] - 1; k >= schedule->first[thread]; k--) {
        ab_schedule_enter_back(schedule, k);
        rows->off[k] = visit_contact(rows, &rows->visits[k], own_of(shared, k));
        ab_schedule_leave_back(schedule, thread, k);
    }
}

static double sweep_by_threads(const abConeProblem *problem, abConeRows *rows, double *before) {
    Shared shared = {problem, rows, before};
    ab_thread_pool_run(rows->threads, begin_sweep, &shared);
    ab_schedule_begin(&rows->schedule, rows->threads);
    ab_thread_pool_run(rows->threads, sweep_share, &shared);
    ab_thread_pool_run(rows->threads, gather, &shared);
    double sum = 0.0;
    for (int k = problem->contact_count - 1; k >= 0; k--) {
        sum += rows->off[rows->place[k]];
    }
    return sqrt(sum / problem->contact_count);
}

static void take_all_own(void *context, int thread) {
    take_own(context, thread);
}

static void bring_share_back(void *context, int thread) {
    const Shared *shared = context;
    const abConeRows *rows = shared->rows;
    const abSchedule *schedule = &rows->schedule;
    take_own(shared, thread);
    for (int k = schedule->first[thread]; k < schedule->first[thread + 1]; k++) {
        ab_schedule_enter(schedule, k);
        bring_contact_back(rows, &rows->visits[k], own_of(shared, k));
        ab_schedule_leave(schedule, thread, k);
    }
}

static void bring_back_by_threads(const abConeProblem *problem, abConeRows *rows) {
    Shared shared = {problem, rows, NULL};
    ab_schedule_begin(&rows->schedule, rows->threads);
    ab_thread_pool_run(rows->threads, bring_share_back, &shared);
}

// Copies between p and what threads have of it.
static void copy_by_threads(const abConeProblem *problem, abConeRows *rows, abThreadWork *copy) {
    Shared shared = {problem, rows, NULL};
    if (rows->threads != NULL) {
        ab_thread_pool_run(rows->threads, copy, &shared);
    }
}

// ---- until it is good enough ----

// A contact that is all there is, is solved at once.
static void solve_alone(const abConeProblem *problem, abConeRows *rows) {
    if (problem->contact_count != 1 || problem->link_count > 0 || problem->patch_count > 0) {
        return;
    }
    const abConeContact *contact = &problem->contacts[0];
    const abConeVisit *c = &rows->visits[0];
    const abConeLocal *w = &contact->local;
    if (c->count == 0 || c->count > 3) {
        return;
    }
    const double *row = rows->rows + AB_CONE_ROW * c->row;
    double *p = rows->p + c->own, q[3] = {0.0}, now[3], dp[3];
    double *A = ab_cone_motion_of(rows, c->to[0]), *B = ab_cone_motion_of(rows, c->to[1]);
    const double *of[2] = {ab_cone_motion_of(rows, c->body[0]),
                           ab_cone_motion_of(rows, c->body[1])};
    for (int i = 0; i < c->count; i++) {
        q[i] = ab_cone_contact_speed(rows, c, i, of[0], of[1]);
    }
    q[0] += c->bias + c->compliance * p[0];
    q[1] += c->drift[0], q[2] += c->drift[1];
    q[0] -= w->nn * p[0] + w->nt[0] * p[1] + w->nt[1] * p[2];
    q[1] -= w->nt[0] * p[0] + w->tt[0] * p[1];
    q[2] -= w->nt[1] * p[0] + w->tt[1] * p[2];
    ab_cone_local_solve(w, q, now);
    for (int i = 0; i < 3; i++) {
        dp[i] = now[i] - p[i];
        p[i] = now[i];
    }
    for (int i = 0; i < c->count; i++) {
        ab_cone_row_push(row + (size_t)i * AB_CONE_ROW, dp[i], A, B);
        if (ab_cone_visits_modes(c)) {
            ab_cone_modal_push(rows, c, i, dp[i]);
        }
    }
}

// A sweep from what there is, which is kept in `before`.
static double sweep_from(const abConeProblem *problem, abConeRows *rows, double *before) {
    if (rows->threads != NULL) {
        return sweep_by_threads(problem, rows, before);
    }
    memcpy(before, rows->p, rows->mixed * sizeof *before);
    return sweep_once(problem, rows);
}

static void look_ahead(const abConeProblem *problem, abConeWorkspace *workspace) {
    abConeRows *rows = &workspace->rows;
    if (!rows->is_many) {
        memcpy(workspace->last_sweep, rows->p, rows->count * sizeof *rows->p);
    }
    bool is_mixed = ab_cone_mix(&workspace->mix, rows->threads, rows->count, rows->mixed,
                                rows->weight, workspace->before, rows->p);
    if (is_mixed && rows->threads != NULL) {
        bring_back_by_threads(problem, rows);
    } else if (is_mixed && rows->is_many) {
        bring_back(problem, rows);
    } else if (is_mixed) {
        move_on(problem, rows, workspace->last_sweep);
    }
}

bool ab_cone_sweep(const abConeProblem *problem, abConeWorkspace *workspace, int maximum,
                   double allowed, abConeResult *result) {
    abConeRows *rows = &workspace->rows;
    size_t size = rows->count * sizeof *rows->p;
    abConeResidual best = {.mean = INFINITY, .maximum = INFINITY, .worst = -1};
    if (!ab_cone_mix_open(workspace, rows->mixed)) {
        return false;
    }
    ab_cone_rows_read(problem, rows);
    solve_alone(problem, rows);
    copy_by_threads(problem, rows, take_all_own);
    result->is_converged = false;
    double goal = INFINITY; // what must be reached to go on
    for (int i = 0, since = 0; i < maximum && !result->is_converged && since < PATIENCE; i++) {
        double change = sweep_from(problem, rows, workspace->before);
        result->sweeps++;
        since++;
        bool is_last = i + 1 == maximum;
        if (change <= allowed || i % LOOK == LOOK - 1 || is_last) {
            abConeResidual now = ab_cone_residual(problem, rows);
            result->is_converged = now.mean <= allowed;
            if (now.mean < best.mean) {
                best = now;
                memcpy(workspace->best, rows->p, size);
            }
            if (best.mean <= goal) {
                goal = s_progress * best.mean;
                since = 0;
            }
        }
        if (!is_last && !result->is_converged) {
            look_ahead(problem, workspace);
        }
    }
    copy_by_threads(problem, rows, gather);
    if (!result->is_converged && isfinite(best.mean)) {
        memcpy(rows->p, workspace->best, size);
    }
    ab_cone_rows_write(problem, rows);
    result->residual = best;
    return true;
}
