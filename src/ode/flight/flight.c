// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// flight.c - free flight in closed form, so that a step costs what is in contact and not all bodies.
//
// A body that touches nothing, under uniform gravity g alone, with a spin w that stays (its inertia is
// the same about all axes, or it does not turn), is after a time s of flight at
//
//   p + v s + g s^2 / 2,   v + g s,   exp(w s / 2) q,   w                                 (1)
//
// without an error. So it need not be integrated, and no step has to look at it until something comes
// near. For a stretch of time, in which the flying bodies go a quarter of their size, or farther where
// few meet anything, it is asked once
//
//   - until when each of them surely meets neither a fixed body nor another that flies, by the bound
//     of sweep.c at the start; then it is stepped with the others before that,
//   - which boxes their ways lie in. A stepped body whose box over a step comes into one wakes the
//     other at the start of the step, and the step is taken again.
//
// What is stepped stays so until the stretch is over: its bodies part, and fly in the next one.
//
// Error   that of rounding: a flight is longer than a step, and begins anew with each stretch.
// Cost    of a step: its stepped bodies and their pairs. Of a stretch: all bodies and their pairs, as
//         a step of all; there is a next one when as much has been stepped.
// Limits  models without joints, force elements, sensors, states of users, driven bodies, friction with
//         states of its own, or rigid contact. Bodies that rest are not left out.
// Source  Lubachevsky, J. Comput. Phys. 94 (1991) 255: bodies that are advanced only when something
//         happens to them; the bounds are ours.

#include "ode/flight/flight.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "math/core/elementary.h"
#include "mechanics/contact/contact_set.h"
#include "mechanics/state/place.h"
#include "model/compile/compile_contacts.h"
#include "ode/flight/tolerances.def"

enum {
    PAUSE = 64,      // steps before it is looked again, where too few fly
    WOKEN_AHEAD = 8, // bodies that may meet something within the next step
};

// ---- life ----

static bool any_is_rigid(const abModel *model) {
    bool any = false;
    for (int i = 0; i < model->interaction_count; i++) {
        any = any || ab_interaction_is_rigid(&model->interactions[i]);
    }
    return any;
}

static bool is_possible(const abMechanics *m) {
    const abModel *model = m->model;
    return model->joint_count == 0 && model->force_count == 0 && model->user_state_count == 0 &&
           model->sensor_count == 0 && model->turn_count == 0 && model->attachment_count == 0 &&
           model->gravity.parameter == 0.0 && !m->has_prescribed && m->floating == NULL &&
           m->layout.tangential_slots == 0 && !any_is_rigid(model);
}

abResult ab_flight_init(abFlight *flight, abMechanics *m, abSweep *sweep,
                        const abStateGroup *groups, int group_count, abArena *arena,
                        abError *error) {
    *flight = (abFlight){.mechanics = m,
                         .sweep = sweep,
                         .way = s_flight_way,
                         .all_groups = groups,
                         .all_group_count = group_count};
    size_t bodies = m->model->body_count;
    for (size_t b = 0; b < bodies; b++) {
        flight->moving += m->model->bodies[b].state >= 0;
    }
    if (flight->moving < s_least_flying || sweep->is_small || !is_possible(m)) {
        return AB_OK;
    }
    flight->flies = AB_ARENA_NEW(arena, bool, bodies);
    flight->from = AB_ARENA_NEW(arena, double, m->layout.count);
    flight->until = AB_ARENA_NEW(arena, double, bodies);
    flight->queue = AB_ARENA_NEW(arena, int, bodies);
    flight->stepped = AB_ARENA_NEW(arena, int, bodies);
    flight->groups = AB_ARENA_NEW(arena, int, (size_t)group_count);
    flight->group_of = AB_ARENA_NEW(arena, int, bodies);
    flight->ranges = AB_ARENA_NEW(arena, abStateRange, bodies + 1);
    flight->is_possible = flight->flies != NULL && flight->from != NULL && flight->until != NULL &&
                          flight->queue != NULL && flight->stepped != NULL &&
                          flight->groups != NULL && flight->group_of != NULL &&
                          flight->ranges != NULL;
    if (!flight->is_possible) {
        return ab_error_add(error, AB_IO, (abPlace){0}, "out of memory for %zu bodies", bodies);
    }
    for (int g = 0; g < group_count; g++) {
        if (groups[g].body >= 0) {
            flight->group_of[groups[g].body] = g;
        }
    }
    return AB_OK;
}

// ---- (1) ----

static abQuat turned(abQuat q, abVec3 w, double s) {
    double speed = ab_norm(w), half = 0.5 * speed * s;
    if (!(speed > 0.0)) {
        return q;
    }
    double sine = ab_sin(half) / speed;
    return ab_quat_mul((abQuat){ab_cos(half), sine * w.x, sine * w.y, sine * w.z}, q);
}

void ab_flight_state(const abFlight *flight, int index, double t, double *out) {
    const abModel *model = flight->mechanics->model;
    const abBody *body = &model->bodies[index];
    const double *y = flight->from + body->state, s = t - flight->start;
    const abVec3 g = model->gravity.uniform;
    const abStateBlock *block = ab_state_block(body->mobility);
    for (int i = 0; i < block->place_count; i++) {
        double v = y[block->speed + i];
        out[i] = y[i] + s * (v + 0.5 * s * ab_get(g, i));
        out[block->speed + i] = v + s * ab_get(g, i);
    }
    for (int i = 0; i < block->spin_count; i++) {
        out[block->spin + i] = y[block->spin + i];
    }
    if (body->mobility == AB_MOBILITY_PLANAR) {
        out[2] = y[2] + s * y[5];
        return;
    }
    abQuat q = turned((abQuat){y[3], y[4], y[5], y[6]}, ab_vec3_of(y + 10), s);
    out[3] = q.w;
    out[4] = q.x;
    out[5] = q.y;
    out[6] = q.z;
}

void ab_flight_fill(const abFlight *flight, double t, double *y) {
    const abModel *model = flight->mechanics->model;
    for (size_t b = 0; b < model->body_count; b++) {
        if (flight->flies[b]) {
            ab_flight_state(flight, (int)b, t, y + model->bodies[b].state);
        }
    }
}

// Of one body: powers of theta = (time - t) / h.
static void polynomials_of(const abFlight *flight, int index, double t, double h, int degree,
                           double *c) {
    const size_t n = flight->mechanics->layout.count;
    const abModel *model = flight->mechanics->model;
    const abBody *body = &model->bodies[index];
    const abStateBlock *block = ab_state_block(body->mobility);
    const abVec3 g = model->gravity.uniform;
    double at[AB_STATES_FREE];
    ab_flight_state(flight, index, t, at);
    c += body->state;
    for (int k = 0; k <= degree; k++) {
        for (int i = 0; i < block->count; i++) {
            c[(size_t)k * n + (size_t)i] = k == 0 ? at[i] : 0.0;
        }
    }
    for (int i = 0; i < block->place_count; i++) {
        double v = at[block->speed + i];
        c[n + (size_t)i] = h * v;
        c[2 * n + (size_t)i] = 0.5 * h * h * ab_get(g, i);
        c[n + (size_t)(block->speed + i)] = h * ab_get(g, i);
    }
    if (body->mobility == AB_MOBILITY_PLANAR) {
        c[n + 2] = h * at[5];
        return;
    }
    abQuat q = {at[3], at[4], at[5], at[6]};
    const abQuat half = {0.0, 0.5 * h * at[10], 0.5 * h * at[11], 0.5 * h * at[12]};
    for (int k = 1; k <= degree; k++) {
        q = ab_quat_mul(half, q);
        q = (abQuat){q.w / k, q.x / k, q.y / k, q.z / k};
        double *to = c + (size_t)k * n + 3;
        to[0] = q.w;
        to[1] = q.x;
        to[2] = q.y;
        to[3] = q.z;
    }
}

void ab_flight_polynomials(const abFlight *flight, double t, double h, int degree, double *c) {
    for (size_t b = 0; b < flight->mechanics->model->body_count; b++) {
        if (flight->flies[b]) {
            polynomials_of(flight, (int)b, t, h, degree, c);
        }
    }
}

// ---- who is stepped ----

// What follows from the list of stepped bodies.
static void follow_stepped(abFlight *flight) {
    const abMechanics *m = flight->mechanics;
    size_t ranges = 0;
    flight->group_count = 0;
    for (size_t i = 0; i < flight->set.count; i++) {
        const abBody *body = &m->model->bodies[flight->stepped[i]];
        if (body->state < 0) {
            continue;
        }
        size_t first = (size_t)body->state, count = (size_t)ab_state_block(body->mobility)->count;
        abStateRange *last = ranges > 0 ? &flight->ranges[ranges - 1] : NULL;
        if (last != NULL && last->first + last->count == first) {
            last->count += count;
        } else {
            flight->ranges[ranges++] = (abStateRange){first, count};
        }
        flight->groups[flight->group_count++] = flight->group_of[flight->stepped[i]];
    }
    size_t rest = (size_t)m->layout.user_states; // numbers of no body
    flight->ranges[ranges++] = (abStateRange){rest, m->layout.count - rest};
    for (int g = flight->all_group_count; g-- > 0 && flight->all_groups[g].body < 0;) {
        flight->groups[flight->group_count++] = g;
    }
    flight->set.bodies = flight->stepped;
    flight->set.ranges = flight->ranges;
    flight->set.range_count = ranges;
}

static void list_stepped(abFlight *flight) {
    flight->set.count = 0;
    for (size_t b = 0; b < flight->mechanics->model->body_count; b++) {
        if (!flight->flies[b]) {
            flight->stepped[flight->set.count++] = (int)b;
        }
    }
    follow_stepped(flight);
}

static double kinetic_at_start(const abFlight *flight, int index) {
    const abBody *body = &flight->mechanics->model->bodies[index];
    const abStateBlock *block = ab_state_block(body->mobility);
    const double *v = flight->from + body->state + block->speed;
    double v2 = 0.0;
    for (int i = 0; i < block->speed_count; i++) {
        v2 += v[i] * v[i];
    }
    return 0.5 * body->mass * v2;
}

// The body flies no more from t on; its place in the list is by its number.
static void wake(abFlight *flight, int body, double t, double *y) {
    ab_flight_state(flight, body, t, y + flight->mechanics->model->bodies[body].state);
    flight->flies[body] = false;
    flight->woken++;
    flight->kinetic -= kinetic_at_start(flight, body);
    size_t i = flight->set.count++;
    for (; i > 0 && flight->stepped[i - 1] > body; i--) {
        flight->stepped[i] = flight->stepped[i - 1];
    }
    flight->stepped[i] = body;
}

void ab_flight_enter(abFlight *flight, abStepper *stepper) {
    if (flight->is_open) {
        flight->mechanics->stepped = flight->set;
        stepper->chosen = flight->groups;
        stepper->chosen_count = flight->group_count;
        flight->is_current = false;
    }
}

void ab_flight_leave(abFlight *flight, abStepper *stepper) {
    flight->mechanics->stepped = flight->mechanics->everyone;
    stepper->chosen = NULL;
}

// ---- until when ----

static bool is_fixed(const abFlight *flight, int body) {
    return flight->mechanics->model->bodies[body].mobility == AB_MOBILITY_FIXED;
}

// Paths of the flying bodies over the stretch; fixed ones and those that are stepped stay.
static void make_path(abFlight *flight, int index) {
    const abModel *model = flight->mechanics->model;
    const abBody *body = &model->bodies[index];
    abPath *path = &flight->sweep->paths[index];
    double h = flight->end - flight->start;
    *path = (abPath){.degree = 0};
    if (body->state < 0) {
        ab_path_make(body, NULL, false, 1.0, path);
        return;
    }
    const double *y = flight->from + body->state;
    const abStateBlock *block = ab_state_block(body->mobility);
    const abVec3 g = model->gravity.uniform;
    path->c[2][0] = body->p_WC.z; // of a planar one
    for (int i = 0; i < block->place_count; i++) {
        path->c[i][0] = y[i];
        if (flight->flies[index]) {
            path->c[i][1] = h * y[block->speed + i];
            path->c[i][2] = 0.5 * h * h * ab_get(g, i);
        }
    }
    path->degree = flight->flies[index] ? 2 : 0;
    double w2 = 0.0;
    for (int i = 0; i < block->spin_count; i++) {
        w2 += y[block->spin + i] * y[block->spin + i];
    }
    path->spin = h * sqrt(w2);
    double low[3], high[3];
    for (int i = 0; i < 3; i++) {
        ab_polynomial_wide_bounds(path->c[i], path->degree, &low[i], &high[i]);
    }
    path->box = (abBox){ab_vec3_of(low), ab_vec3_of(high)};
}

static bool find_pairs(abFlight *flight) {
    const abModel *model = flight->mechanics->model;
    for (size_t b = 0; b < model->body_count; b++) {
        make_path(flight, (int)b);
    }
    for (size_t s = 0; s < model->shape_count; s++) {
        ab_sweep_make_box(flight->sweep, (int)s);
    }
    return ab_sweep_find_all(flight->sweep);
}

static void find_until(abFlight *flight) {
    const abModel *model = flight->mechanics->model;
    const abBroadPhase *phase = &flight->sweep->phase;
    for (size_t b = 0; b < model->body_count; b++) {
        flight->until[b] = INFINITY;
    }
    for (size_t k = 0; k < phase->pair_count; k++) {
        int a = model->shapes[phase->pairs[k].a].body, b = model->shapes[phase->pairs[k].b].body;
        bool counts = (flight->flies[a] && (flight->flies[b] || is_fixed(flight, b))) ||
                      (flight->flies[b] && is_fixed(flight, a));
        double theta = counts ? ab_sweep_apart_until(flight->sweep, &phase->pairs[k]) : INFINITY;
        double until = flight->start + theta * (flight->end - flight->start);
        flight->until[a] = fmin(flight->until[a], until);
        flight->until[b] = fmin(flight->until[b], until);
    }
}

// A body and its time.
typedef struct Due {
    double until;
    int body;
} Due;

static int by_time(const void *p, const void *q) {
    const Due *a = p, *b = q;
    int order = (a->until > b->until) - (a->until < b->until);
    return order != 0 ? order : (a->body > b->body) - (a->body < b->body);
}

static bool make_queue(abFlight *flight) {
    const abMechanics *m = flight->mechanics;
    size_t bodies = m->model->body_count, count = 0;
    abAllocator allocator = m->allocator;
    Due *due = allocator.resize(allocator.context, NULL, 0, bodies * sizeof *due);
    if (due == NULL) {
        return false;
    }
    for (size_t b = 0; b < bodies; b++) {
        if (flight->flies[b] && isfinite(flight->until[b])) {
            due[count++] = (Due){flight->until[b], (int)b};
        }
    }
    qsort(due, count, sizeof *due, by_time);
    for (size_t i = 0; i < count; i++) {
        flight->queue[i] = due[i].body;
    }
    flight->queued = count;
    flight->next = 0;
    allocator.resize(allocator.context, due, bodies * sizeof *due, 0);
    return true;
}

// ---- a stretch ----

// Of those in no contact pair, that keep their spin.
static int find_flying(abFlight *flight, const double *y) {
    const abModel *model = flight->mechanics->model;
    const abContactSet *contacts = flight->mechanics->contacts;
    int count = 0;
    for (size_t b = 0; b < model->body_count; b++) {
        const abBody *body = &model->bodies[b];
        const abStateBlock *block = ab_state_block(body->mobility);
        bool keeps = body->state >= 0;
        for (int i = 0; keeps && body->mobility == AB_MOBILITY_FREE && i < block->spin_count; i++) {
            keeps = body->is_round || y[body->state + block->spin + i] == 0.0;
        }
        flight->flies[b] = keeps && !flight->mechanics->sleeps[b];
    }
    for (size_t k = 0; k < contacts->count; k++) {
        flight->flies[contacts->pairs[k].data->body_a] = false;
        flight->flies[contacts->pairs[k].data->body_b] = false;
    }
    for (size_t b = 0; b < model->body_count; b++) {
        count += flight->flies[b];
    }
    return count;
}

// How long they take for their way, in the mean; and how long a step may be.                [s]
static double find_length(abFlight *flight, const double *y, int count, double horizon) {
    const abModel *model = flight->mechanics->model;
    double size = 0.0, speed = 0.0, fastest = 0.0, g = ab_norm(model->gravity.uniform);
    for (size_t b = 0; b < model->body_count; b++) {
        const abBody *body = &model->bodies[b];
        if (!flight->flies[b]) {
            continue;
        }
        const abStateBlock *block = ab_state_block(body->mobility);
        double v2 = 0.0, w2 = 0.0;
        for (int i = 0; i < block->speed_count; i++) {
            v2 += y[body->state + block->speed + i] * y[body->state + block->speed + i];
        }
        for (int i = 0; i < block->spin_count; i++) {
            w2 += y[body->state + block->spin + i] * y[body->state + block->spin + i];
        }
        size += isfinite(body->bound) && body->bound > 0.0 ? body->bound : 1.0;
        speed += sqrt(v2);
        fastest = fmax(fastest, sqrt(w2));
    }
    flight->longest = fastest > 0.0 ? s_flight_turn / fastest : INFINITY;
    double way = flight->way * size / count, v = speed / count;
    double length = g > 0.0 ? 2.0 * way / (v + sqrt(v * v + 2.0 * g * way)) : way / v;
    return fmin(length, horizon);
}

bool ab_flight_open(abFlight *flight, double t, const double *y, double horizon) {
    abMechanics *m = flight->mechanics;
    int count = find_flying(flight, y);
    if (count < s_least_flying || 2 * count < flight->moving) {
        flight->pause = PAUSE;
        return true;
    }
    flight->start = t;
    flight->end = t + find_length(flight, y, count, horizon);
    if (!(flight->end > t) || !isfinite(flight->end)) {
        flight->pause = PAUSE;
        return true;
    }
    memcpy(flight->from, y, m->layout.count * sizeof *y);
    flight->kinetic = flight->spent = 0.0;
    flight->woken = 0;
    for (size_t b = 0; b < m->model->body_count; b++) {
        flight->kinetic += flight->flies[b] ? kinetic_at_start(flight, (int)b) : 0.0;
    }
    ab_mechanics_place(m, t, y);
    if (!find_pairs(flight)) {
        return false;
    }
    find_until(flight);
    if (!make_queue(flight)) {
        return false;
    }
    list_stepped(flight);
    flight->sweep->flies = flight->flies;
    flight->is_open = true;
    return true;
}

bool ab_flight_resume(abFlight *flight) {
    const abModel *model = flight->mechanics->model;
    for (size_t b = 0; b < model->body_count; b++) { // a damaged checkpoint may hold any
        flight->flies[b] = flight->flies[b] && model->bodies[b].state >= 0;
    }
    list_stepped(flight);
    flight->sweep->flies = flight->flies;
    flight->is_current = true;
    return find_pairs(flight) && make_queue(flight);
}

static bool is_crowded(const abFlight *flight) {
    return 2 * flight->group_count > flight->moving;
}

bool ab_flight_is_over(const abFlight *flight, double t) {
    bool is_at_end = t >= flight->end - 1e-6 * (flight->end - flight->start);
    return is_at_end || is_crowded(flight) || flight->spent > s_flight_spent * flight->moving;
}

// A stretch that few leave may be longer; many that do are found by shorter ones.
static void fit_way(abFlight *flight) {
    if (!is_crowded(flight) && s_flight_few * flight->woken < flight->moving) {
        flight->way = fmin(2.0 * flight->way, s_flight_farthest);
    } else {
        flight->way = fmax(0.5 * flight->way, s_flight_way);
    }
}

void ab_flight_close(abFlight *flight) {
    fit_way(flight);
    flight->pause = is_crowded(flight) ? PAUSE : 0;
    flight->is_open = false;
    flight->sweep->flies = NULL;
}

// ---- steps ----

int ab_flight_wake_due(abFlight *flight, double t, double ahead, double *y) {
    double at_once = t + 1e-14 * fmax(fabs(t), flight->end - flight->start);
    int count = 0;
    for (; flight->next < flight->queued; flight->next++) {
        int body = flight->queue[flight->next];
        double until = flight->until[body];
        if (flight->flies[body] && until > at_once && (until > t + ahead || count >= WOKEN_AHEAD)) {
            break;
        }
        if (flight->flies[body]) {
            wake(flight, body, t, y);
            count++;
        }
    }
    if (count > 0) {
        follow_stepped(flight);
    }
    return count;
}

double ab_flight_limit(abFlight *flight, double t) {
    while (flight->next < flight->queued && !flight->flies[flight->queue[flight->next]]) {
        flight->next++;
    }
    double due =
        flight->next < flight->queued ? flight->until[flight->queue[flight->next]] : INFINITY;
    return fmin(fmin(due, flight->end), t + flight->longest);
}

int ab_flight_wake_met(abFlight *flight, abStepper *stepper, double *y) {
    const abModel *model = flight->mechanics->model;
    flight->spent += flight->group_count;
    if (!ab_sweep_find_stepped(flight->sweep, stepper, 1.0)) {
        return -1;
    }
    const abBroadPhase *phase = &flight->sweep->phase;
    int count = 0;
    for (size_t k = 0; k < phase->pair_count; k++) {
        const int bodies[2] = {model->shapes[phase->pairs[k].a].body,
                               model->shapes[phase->pairs[k].b].body};
        for (int i = 0; i < 2; i++) {
            if (flight->flies[bodies[i]]) {
                wake(flight, bodies[i], stepper->t, y);
                count++;
            }
        }
    }
    if (count > 0) {
        follow_stepped(flight);
    }
    return count;
}
