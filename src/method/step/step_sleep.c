// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// step_sleep.c - bodies at rest cost nothing until something touches them.
//
// At rest is what does not move at the end of a step, as the impulses within their cones balance all
// that loads it: no point of it is faster than a thousandth of what the solution may be off, twice
// in a row. So nothing sleeps that begins to slide or sinks, however slowly. Bodies that press on
// each other, or are linked by joints or force elements, form an island; one all of whose bodies are
// at rest falls asleep: its bodies stay where they are, with the impulses they had, and are neither
// moved nor solved. It wakes as a whole when something awake would touch one of its bodies. Bodies
// with loads that change with time or with other bodies, with driven joints or on prescribed bodies
// do not sleep, and without gravity nothing does: there is no load then to compare with.
//
// A solution that errs by its tolerance leaves speeds of that size for ever: where stiff laws hold a
// body at more corners than it needs, some press and let go by turns, and a tower of twenty sways by
// it. So where nothing is faster, and some steps have not shown rest, those that follow are solved
// closer, for as long as a sway takes to die out. Where nothing may sleep, nobody asks for rest.

#include <math.h>

#include "base/groups.h"
#include "method/step/step.h"
#include "method/step/tolerances.def"
#include "model/kinds/forces.h"

// Of CALM_STEPS in a row in which nothing moves the first CALM_TRIES are solved closer, once
// STEPS_AT_REST have been solved as usual.
enum { STEPS_AT_REST = 2, CALM_TRIES = 200, CALM_STEPS = 2000 };

static bool can_move(const abModel *model, int body) {
    return body >= 0 && model->bodies[body].state >= 0;
}

// A load of bodies that do not move.
static bool may_change(const abForceElement *force) {
    bool is_attraction = ab_force_type(force->kind)->rows == NULL && force->value_count == 0;
    bool changes = force->uses_time || is_attraction;
    for (int i = 0; i < force->value_count; i++) {
        changes = changes || force->values[i].input_count > 0;
    }
    return changes;
}

// Marks what never sleeps.
void ab_step_init_sleep(abStep *step) {
    const abModel *model = step->mechanics->model;
    for (size_t b = 0; b < model->body_count; b++) {
        step->group[b] = -1;
    }
    for (size_t f = 0; f < model->force_count; f++) {
        const int bodies[2] = {model->forces[f].body_a, model->forces[f].body_b};
        for (int side = 0; side < 2 && may_change(&model->forces[f]); side++) {
            if (bodies[side] >= 0) {
                step->is_restless[bodies[side]] = true;
            }
        }
    }
    for (size_t b = 0; b < model->body_count; b++) { // its modes may swing on
        step->is_restless[b] = step->is_restless[b] || model->bodies[b].flexible != NULL;
    }
    for (size_t j = 0; j < model->joint_count; j++) {
        const abJoint *joint = &model->joints[j];
        for (int i = 0; i < 6; i++) {
            if (joint->drive[i] != NULL) {
                step->is_restless[joint->body_a] = step->is_restless[joint->body_b] = true;
            }
        }
    }
}

// Of a body with those velocities: of its shapes and, for what has none, of where its mass is.
static double fastest_point(const abStep *step, int b, abVec3 v, abVec3 w) {
    const abBody *body = &step->mechanics->model->bodies[b];
    double inertia = body->inertia.m[0][0] + body->inertia.m[1][1] + body->inertia.m[2][2];
    double reach =
        fmax(fmin(body->bound, 1e300), body->mass > 0.0 ? sqrt(inertia / body->mass) : 0.0);
    return ab_norm(v) + reach * ab_norm(w);
}

double ab_step_closer(abStep *step, double usual) {
    const abModel *model = step->mechanics->model;
    bool is_calm = step->may_sleep && step->weight_speed > 0.0 && !step->is_fresh;
    for (int b = 0; b < (int)model->body_count && is_calm; b++) {
        bool moves = can_move(model, b) && ab_step_is_awake(step, b);
        double speed = moves ? fastest_point(step, b, step->v0[b], step->w0[b]) : 0.0;
        is_calm = !(step->is_restless[b] && moves) && speed <= usual * step->weight_speed;
    }
    step->calm = is_calm ? step->calm + 1 : 0;
    int tried = step->calm - STEPS_AT_REST - 1; // what rests may be seen before
    bool tries = is_calm && tried >= 0 && tried % CALM_STEPS < CALM_TRIES;
    step->usual = usual;
    return tries ? fmax(s_closer * usual, 1e-12) : usual;
}

// What is on a prescribed body.
static void keep_awake(abStep *step, int body, int by) {
    const abModel *model = step->mechanics->model;
    bool moves = by >= 0 && (model->bodies[by].mobility == AB_MOBILITY_PRESCRIBED ||
                             model->bodies[by].flexible != NULL);
    if (body >= 0 && moves) {
        step->quiet[body] = 0;
    }
}

// Islands of what moves, by root; a body that must stay awake keeps its island awake.
static void find_islands(abStep *step) {
    const abModel *model = step->mechanics->model;
    double balanced = fmax(s_balance, s_balance_share * step->usual) * step->weight_speed;
    int pulled = step->mechanics->pull.body.index - 1;
    for (int b = 0; b < (int)model->body_count; b++) {
        step->parent[b] = b;
        bool rests = !step->is_restless[b] && b != pulled &&
                     fastest_point(step, b, step->bodies[b].v, step->bodies[b].w) <= balanced;
        step->quiet[b] = rests ? step->quiet[b] + 1 : 0;
    }
    for (size_t k = 0; k < step->point_count; k++) {
        if (!(ab_dot(step->points[k].impulse, step->points[k].n) > 0.0)) {
            continue;
        }
        const int *pair = step->points[k].body;
        if (can_move(model, pair[0]) && can_move(model, pair[1])) {
            ab_groups_join(step->parent, pair[0], pair[1]);
        }
        keep_awake(step, pair[0], pair[1]);
        keep_awake(step, pair[1], pair[0]);
    }
    for (size_t k = 0; k < step->link_count; k++) {
        int a = step->links[k].body[0], b = step->links[k].body[1];
        if (can_move(model, a) && can_move(model, b)) {
            ab_groups_join(step->parent, a, b);
        }
        keep_awake(step, a, b);
        keep_awake(step, b, a);
    }
}

double ab_step_fall_asleep(abStep *step, double *y) {
    const abModel *model = step->mechanics->model;
    double lost = 0.0;
    if (!(step->weight_speed > 0.0)) {
        return 0.0;
    }
    find_islands(step);
    int *minimum = step->island; // quiet steps of the least quiet body of each root
    for (int b = 0; b < (int)model->body_count; b++) {
        minimum[b] = STEPS_AT_REST;
    }
    for (int b = 0; b < (int)model->body_count; b++) {
        int root = ab_group_of(step->parent, b);
        if (can_move(model, b) && step->quiet[b] < minimum[root]) {
            minimum[root] = step->quiet[b];
        }
    }
    for (int b = 0; b < (int)model->body_count; b++) {
        int root = ab_group_of(step->parent, b);
        if (can_move(model, b) && step->group[b] < 0 && minimum[root] >= STEPS_AT_REST) {
            step->group[b] = root;
            step->last_h[b] = step->h;
            lost += ab_step_stop_body(step, b, y);
        }
    }
    ab_step_forget_frozen(step);
    return lost;
}

bool ab_step_is_at_rest(const abStep *step) {
    const abMechanics *d = step->mechanics;
    for (size_t b = 0; b < d->model->body_count; b++) {
        if (d->model->bodies[b].state >= 0 && step->group[b] < 0) {
            return false;
        }
    }
    return !d->has_prescribed && step->modal.count == 0;
}

void ab_step_wake_all(abStep *step) {
    for (size_t b = 0; b < step->mechanics->model->body_count; b++) {
        step->group[b] = -1;
        step->quiet[b] = 0;
    }
}

static void wake(abStep *step, int group) {
    for (size_t b = 0; b < step->mechanics->model->body_count; b++) {
        if (step->group[b] == group) {
            step->group[b] = -1;
            step->quiet[b] = 0;
        }
    }
}

static bool some_sleep(const abStep *step) {
    size_t b = 0, n = step->mechanics->model->body_count;
    while (b < n && step->group[b] < 0) {
        b++;
    }
    return b < n;
}

bool ab_step_wake(abStep *step) {
    bool any = false;
    if (!some_sleep(step)) {
        return false;
    }
    for (size_t k = 0; k < step->point_count; k++) {
        const abStepPoint *point = &step->points[k];
        int a = point->body[0], b = point->body[1];
        bool sleeps_a = step->group[a] >= 0, sleeps_b = step->group[b] >= 0;
        bool is_between =
            (sleeps_a && ab_step_is_awake(step, b)) || (sleeps_b && ab_step_is_awake(step, a));
        if (is_between && point->depth + 0.5 * step->h * point->free_rate > 0.0) {
            wake(step, step->group[sleeps_a ? a : b]);
            any = true;
        }
    }
    return any;
}
