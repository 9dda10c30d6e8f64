// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// stepping.c - method `stepping`: implicit steps in which all contacts and joints are rows of one
// solution. The scheme is in dynamics/step_*.c and docs/theory/stepping.md; here is the loop.

#include <string.h>

#include "dynamics/step.h"
#include "integrate/method.h"
#include "integrate/stepping.h"

// Of the tolerance of steps, the part for the solution of one.
static const double s_solver_share = 1e-3;

static abResult no_memory(abError *error) {
    return ab_error_add(error, AB_IO, (abPlace){0}, "out of memory for a step");
}

// ---- the state inside a step ----

// Positions are quadratic in time, velocities linear.
static void state_at(abSimulation *s, double t, double *y) {
    const abStepping *own = s->own;
    ab_stepping_list_touches(s);
    size_t n = ab_dynamics_state_count(&s->dynamics);
    double h = s->t - own->t0, x = h > 0.0 ? (t - own->t0) / h : 1.0;
    if (x >= 1.0) {
        memcpy(y, s->y, n * sizeof *y);
        return;
    }
    for (size_t i = 0; i < n; i++) {
        y[i] = own->y0[i] + x * (s->y[i] - own->y0[i]);
    }
    for (int i = 0; i < AB_BOOK_STATES; i++) {
        y[s->model->state_count - AB_BOOK_STATES + i] += x * (1.0 - x) * own->bend[i];
    }
    for (size_t b = 0; b < s->model->body_count; b++) {
        const abBody *body = &s->model->bodies[b];
        int place = body->mobility == AB_MOBILITY_FREE     ? 3
                    : body->mobility == AB_MOBILITY_PLANAR ? 2
                                                           : 0;
        int speed = body->mobility == AB_MOBILITY_FREE ? 7 : 3;
        for (int i = 0; i < place; i++) {
            int k = body->state + i, v = body->state + speed + i;
            y[k] -= 0.5 * x * (1.0 - x) * h * (s->y[v] - own->y0[v]);
        }
    }
}

// ---- a step ----

static bool is_adaptive(const abSimulation *s) {
    return s->options.step_control == AB_STEP_CONTROL_ADAPTIVE;
}

static abResult failed(const abSimulation *s, abError *error) {
    int bad = ab_dynamics_first_bad_body(&s->dynamics, s->y);
    return ab_error_add(error, AB_NUMERICS, (abPlace){0},
                        "cannot go on at t = %.12g s%s%s: a force or a motion is not a finite "
                        "number; a shorter step may help",
                        s->t, bad >= 0 ? " with body " : "",
                        bad >= 0 ? s->model->bodies[bad].name : "");
}

static bool is_finite(const double *y, size_t n) {
    double sum = 0.0;
    for (size_t i = 0; i < n; i++) {
        sum += y[i] * 0.0;
    }
    return sum == 0.0;
}

// Finds the motion over a step, without moving anything.
static abResult solve_step(abSimulation *s, double h, abError *error) {
    abStep *step = &((abStepping *)s->own)->step;
    bool is_good = ab_step_predict(step, s->t, h, s->y);
    if (!ab_step_find(step)) {
        return no_memory(error);
    }
    while (ab_step_wake(step)) { // each time a group that slept
        is_good = ab_step_predict(step, s->t, h, s->y);
        if (!ab_step_find(step)) {
            return no_memory(error);
        }
    }
    if (is_good && !ab_step_solve(step)) {
        return no_memory(error);
    }
    if (is_good && s->model->force_count > 0) {
        is_good = ab_step_correct(step);
        if (is_good && !ab_step_solve(step)) {
            return no_memory(error);
        }
    }
    AB_TRY(ab_run_code_fault(s, error));
    return is_good ? AB_OK : failed(s, error);
}

static abResult take_step(abSimulation *s, double *h, abError *error) {
    abStepping *own = s->own;
    abStep *step = &own->step;
    size_t n = ab_dynamics_state_count(&s->dynamics);
    memcpy(own->y0, s->y, n * sizeof *s->y);
    own->t0 = s->t;
    if (ab_step_is_at_rest(step)) { // all is as it was
        memset(own->bend, 0, sizeof own->bend);
        return AB_OK;
    }
    AB_TRY(solve_step(s, *h, error));
    while (is_adaptive(s) && !ab_step_control_accepts(s)) {
        ab_stepping_forget(s);
        *h = fmin(*h, ab_step_control_length(s));
        AB_TRY(solve_step(s, *h, error));
    }
    if (is_adaptive(s)) {
        ab_step_control_note(s);
    }
    ab_stepping_book(s);
    if (!ab_step_move(step, s->y)) {
        return no_memory(error);
    }
    double stopped = s->options.sleep ? ab_step_fall_asleep(step, s->y) : 0.0;
    s->y[s->model->state_count - AB_BOOK_STATES + AB_BOOK_CONTACT_DAMPING] += stopped;
    // what bringing rigid points apart has lifted, came from nowhere: a negative loss
    s->y[s->model->state_count - AB_BOOK_STATES + AB_BOOK_CONTACT_DAMPING] -= step->lifted;
    return is_finite(s->y, n) ? AB_OK : failed(s, error);
}

// What brings limits back has lifted, came from nowhere: a negative loss.
static bool close_links(abSimulation *s) {
    abStep *step = &((abStepping *)s->own)->step;
    step->lifted = 0.0;
    if (!ab_step_close_links(step, s->t, s->y)) {
        return false;
    }
    s->y[s->model->state_count - AB_BOOK_STATES + AB_BOOK_CONTACT_DAMPING] -= step->lifted;
    return true;
}

static abResult advance(abSimulation *s, const abObserver *observer, abError *error) {
    abStepping *own = s->own;
    const abSimulationDef *options = &s->options;
    double h = options->step;
    double end = options->start_time + (double)(own->index + 1) * h;
    if (is_adaptive(s)) {
        h = ab_step_control_length(s);
        end = s->t + h;
    }
    // no sliver of a step at the end of the run
    end = end > options->end_time - 1e-6 * h ? options->end_time : end;
    bool rests = ab_step_is_at_rest(&own->step);
    const double whole = end - s->t;
    h = whole;
    AB_TRY(take_step(s, &h, error));
    end = h < whole ? s->t + h : end;
    own->index++;
    s->t = end;
    s->statistics.steps++;
    s->statistics.smallest_step = fmin(s->statistics.smallest_step, end - own->t0);
    if (!rests) {
        ab_dynamics_project(&s->dynamics, s->t, s->y);
        if (!close_links(s)) {
            return no_memory(error);
        }
        ab_run_warn_of_singularity(s);
        ab_stepping_warn_of_rest(s);
        AB_TRY(ab_stepping_tell_touches(s, observer, error));
        AB_TRY(ab_stepping_tell_links(s, observer, error));
    }
    AB_TRY(ab_run_tell_frames(s, s->t, observer, error));
    ab_run_count_turns(s);
    return ab_sensors_tell(s, false, observer, error);
}

// ---- begin and end ----

static abResult create(abSimulation *s, abError *error) {
    abStepping *own = AB_ARENA_NEW(&s->arena, abStepping, 1);
    if (own == NULL) {
        return no_memory(error);
    }
    s->own = own;
    own->y0 = AB_ARENA_NEW(&s->arena, double, ab_dynamics_state_count(&s->dynamics));
    if (own->y0 == NULL) {
        return no_memory(error);
    }
    AB_TRY(ab_step_control_create(s, error));
    double share = is_adaptive(s) ? s_solver_share : 1.0;
    double tolerance = fmax(share * s->options.tolerance, 1e-12);
    AB_TRY(ab_step_init(&own->step, &s->dynamics, tolerance, &s->arena, error));
    own->step.allowed = s->options.allowed_overlap;
    return AB_OK;
}

static void destroy(abSimulation *s) {
    if (s->own != NULL) {
        ab_step_done(&((abStepping *)s->own)->step);
    }
}

// What touches at the start is found by a step that is not taken.
static abResult start(abSimulation *s, const abObserver *observer, abError *error) {
    abStepping *own = s->own;
    size_t n = ab_dynamics_state_count(&s->dynamics);
    memcpy(own->y0, s->y, n * sizeof *s->y);
    own->t0 = s->t;
    (void)observer;
    (void)error;
    return AB_OK;
}

// What is done from outside may move what slept.
static abResult restart(abSimulation *s, abError *error) {
    abStepping *own = s->own;
    (void)error;
    ab_step_wake_all(&own->step);
    return AB_OK;
}

static void follow(abSimulation *s, const abSimulation *old) {
    abStepping *own = s->own;
    const abStepping *before = old->own;
    own->index = before->index;
    own->is_warned = before->is_warned;
    own->is_squeezed = before->is_squeezed;
    own->unsolved = before->unsolved;
}

static void pass_vectors(abStream *stream, abVec3 *const *vectors, int count) {
    for (int i = 0; i < count; i++) {
        ab_stream_pass(stream, vectors[i], sizeof(abVec3));
    }
}

static bool sleeps(const abStep *step, const abTouch *touch) {
    return !ab_step_is_awake(step, touch->body_a) && !ab_step_is_awake(step, touch->body_b);
}

// Of a pair that sleeps its points are not found anew.
static void pass_point(abStream *stream, abStepPoint *point, bool sleeps) {
    ab_stream_pass(stream, &point->id, sizeof point->id);
    ab_stream_pass(stream, &point->slides, sizeof point->slides);
    abVec3 *const kept[4] = {&point->p, &point->n, &point->impulse, &point->moment};
    pass_vectors(stream, kept, 4);
    if (!sleeps) {
        return;
    }
    abVec3 *const vectors[2] = {&point->arm[0], &point->arm[1]};
    double *const numbers[11] = {&point->depth,      &point->weight,     &point->area,
                                 &point->area_slope, &point->patch_area, &point->start_rate,
                                 &point->free_rate,  &point->rate,       &point->force,
                                 &point->slope,      &point->removed};
    pass_vectors(stream, vectors, 2);
    for (int i = 0; i < 11; i++) {
        ab_stream_pass(stream, numbers[i], sizeof(double));
    }
    ab_stream_pass(stream, &point->is_rigid, sizeof point->is_rigid);
    ab_stream_pass(stream, &point->is_impact, sizeof point->is_impact);
    ab_stream_pass(stream, &point->is_known, sizeof point->is_known);
}

static void pass_place(abStream *stream, abProximity *at) {
    abVec3 *const vectors[3] = {&at->n_AB_W, &at->p_A_W, &at->p_B_W};
    ab_stream_pass(stream, &at->distance, sizeof at->distance);
    pass_vectors(stream, vectors, 3);
    ab_stream_pass(stream, &at->radius, sizeof at->radius);
    ab_stream_pass(stream, &at->is_exact, sizeof at->is_exact);
}

static void pass_kept(abStream *stream, abStep *step, const abStepStill *still) {
    for (int i = still->first; still->is_known && i < still->first + still->count; i++) {
        abStepKept *kept = &step->kept[i];
        abVec3 *const vectors[3] = {&kept->in_a, &kept->in_b, &kept->n_a};
        double *const numbers[4] = {&kept->depth, &kept->weight, &kept->area, &kept->area_slope};
        pass_vectors(stream, vectors, 3);
        for (int k = 0; k < 4; k++) {
            ab_stream_pass(stream, numbers[k], sizeof(double));
        }
        ab_stream_pass(stream, &kept->id, sizeof kept->id);
    }
}

static void pass_still(abStream *stream, abStepStill *still) {
    ab_stream_pass(stream, &still->is_known, sizeof still->is_known);
    if (still->is_known) {
        abVec3 *const vectors[3] = {&still->in_a, &still->in_b, &still->n_a};
        ab_stream_pass(stream, &still->turn, sizeof still->turn);
        pass_vectors(stream, vectors, 3);
        ab_stream_pass(stream, &still->distance, sizeof still->distance);
        ab_stream_pass(stream, &still->margin, sizeof still->margin);
        ab_stream_pass(stream, &still->first, sizeof still->first);
        ab_stream_pass(stream, &still->count, sizeof still->count);
    }
}

static bool is_within(int first, int count, size_t of) {
    return first >= 0 && count >= 0 && (count == 0 || (int64_t)first + count <= (int64_t)of);
}

// Of shapes that may touch, with points that are there.
static bool is_possible(const abStep *step, const abStepNote *note) {
    const abModel *model = step->dynamics->model;
    int shapes = (int)model->shape_count, a = note->touch.shape_a, b = note->touch.shape_b;
    const abStepStill *still = &note->still;
    bool keeps = !still->is_known || (still->count <= AB_PATCH_MAX &&
                                      is_within(still->first, still->count, step->kept_count));
    return keeps && is_within(note->first, note->count, step->point_count) && a >= 0 && a < b &&
           b < shapes && ab_model_may_touch(model, a, b);
}

static void pass_grip(abStream *stream, abSurfaceGrip *grip) {
    abVec3 *const vectors[5] = {&grip->at, &grip->v, &grip->w, &grip->next[0], &grip->next[1]};
    ab_stream_pass(stream, &grip->is_set, sizeof grip->is_set);
    ab_stream_pass(stream, &grip->friction, sizeof grip->friction);
    ab_stream_pass(stream, &grip->per_speed, sizeof grip->per_speed);
    pass_vectors(stream, vectors, 5);
}

// False when it is damaged.
static bool pass_note(abStream *stream, abStep *step, abStepNote *note) {
    ab_stream_touch(stream, &note->touch);
    bool flags[3] = {note->is_begun, note->touches, note->touched};
    ab_stream_pass(stream, flags, sizeof flags);
    note->is_begun = flags[0];
    note->touches = flags[1];
    note->touched = flags[2];
    ab_stream_pass(stream, &note->sharpness, sizeof note->sharpness);
    pass_grip(stream, &note->touch.grip);
    ab_stream_pass(stream, &note->first, sizeof note->first);
    ab_stream_pass(stream, &note->count, sizeof note->count);
    pass_place(stream, &note->at);
    pass_still(stream, &note->still);
    abDynamics *d = step->dynamics;
    if (stream->is_reading && (stream->is_short || !is_possible(step, note))) {
        return false;
    }
    if (stream->is_reading) {
        ab_touch_prepare(d->model, &note->touch);
    }
    if (!note->is_begun || !ab_touch_keeps_regions(&note->touch)) {
        return true;
    }
    return (!stream->is_reading || ab_regions_open(d, &note->touch)) &&
           ab_stream_regions(stream, &d->touch_regions[note->touch.regions].kept);
}

// The note of a pair near at the end of the step; after a restore it waits until its pair is found.
static abStepNote *note_to_pass(abStep *step, size_t k) {
    return step->waiting_count > 0 ? &step->waiting[k] : &step->notes[step->phase.pairs[k].slot];
}

// Of each pair near at the end of the step, its note and its points; they wait in the step until
// their pairs are found again.
static bool pass(abSimulation *s, abStream *stream) {
    abStepping *own = s->own;
    abStep *step = &own->step;
    ab_stream_pass(stream, &own->index, sizeof own->index);
    ab_stream_pass(stream, &own->t0, sizeof own->t0);
    ab_stream_pass(stream, own->y0, ab_dynamics_state_count(&s->dynamics) * sizeof *own->y0);
    ab_stream_pass(stream, &own->is_warned, sizeof own->is_warned);
    ab_stream_pass(stream, &own->is_squeezed, sizeof own->is_squeezed);
    ab_stream_pass(stream, &own->unsolved, sizeof own->unsolved);
    ab_step_control_pass(s, stream);
    ab_stream_pass(stream, step->group, s->model->body_count * sizeof *step->group);
    ab_stream_pass(stream, step->quiet, s->model->body_count * sizeof *step->quiet);
    ab_stream_pass(stream, &step->sweeps, sizeof step->sweeps);
    ab_stream_pass(stream, &step->h, sizeof step->h);
    ab_stream_pass(stream, &step->room.share, sizeof step->room.share);
    ab_stream_pass(stream, &step->room.work, sizeof step->room.work);
    ab_stream_pass(stream, &step->room.pause, sizeof step->room.pause);
    ab_stream_pass(stream, &step->room.failures, sizeof step->room.failures);
    ab_stream_pass(stream, &step->room.rests, sizeof step->room.rests);
    size_t pairs = step->waiting_count > 0 ? step->waiting_count : step->phase.pair_count;
    uint64_t counts[4] = {pairs, step->point_count, step->link_count, step->kept_count};
    ab_stream_pass(stream, counts, sizeof counts);
    size_t left = stream->size - stream->used;
    if (stream->is_reading) {
        bool fits = !stream->is_short && counts[0] <= left / 8 && counts[1] <= left / 8 &&
                    counts[2] <= left / 8 && counts[3] <= left / 8;
        if (!fits || !ab_step_expect(step, (size_t)counts[0], (size_t)counts[1], (size_t)counts[2],
                                     (size_t)counts[3])) {
            return false;
        }
    }
    for (size_t k = 0; k < counts[0]; k++) {
        abStepNote *note = note_to_pass(step, k);
        if (!pass_note(stream, step, note)) {
            return false;
        }
        for (int i = note->first; i < note->first + note->count; i++) {
            pass_point(stream, &step->points[i], sleeps(step, &note->touch));
        }
        pass_kept(stream, step, &note->still);
    }
    for (size_t k = 0; k < counts[2]; k++) {
        ab_stream_pass(stream, &step->links[k].impulse, sizeof step->links[k].impulse);
    }
    for (size_t k = 0; k < ab_rigid_link_count(&s->dynamics); k++) {
        abStepLink *link = &step->ends[k];
        abVec3 *const vectors[3] = {&link->n, &link->p, &link->turn};
        pass_vectors(stream, vectors, 3);
        ab_stream_pass(stream, &link->row, sizeof link->row);
        ab_stream_pass(stream, &link->carries, sizeof link->carries);
        ab_stream_pass(stream, &link->start_time, sizeof link->start_time);
        ab_stream_pass(stream, &link->last_rate, sizeof link->last_rate);
        ab_stream_pass(stream, &link->last_h, sizeof link->last_h);
        if (link->row < -1 || link->row >= (int64_t)step->link_count) {
            return false;
        }
    }
    return true;
}

static void finish(abSimulation *s) {
    s->statistics.integrator = "stepping";
    s->statistics.rejected = ((abStepping *)s->own)->rejected;
}

const abMethod ab_method_stepping = {.create = create,
                                     .destroy = destroy,
                                     .start = start,
                                     .restart = restart,
                                     .follow = follow,
                                     .advance = advance,
                                     .state_at = state_at,
                                     .amend = ab_stepping_amend,
                                     .before_save = ab_stepping_list_touches,
                                     .pass = pass,
                                     .finish = finish};
