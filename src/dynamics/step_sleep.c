// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// step_sleep.c - bodies at rest cost nothing until something touches them.
//
// A body is quiet when no point of it moves faster than a small share of what gravity adds in a
// step; when it moves no faster than the solution errs, a step counts as five. Bodies that press on
// each other, or are linked by joints, form an island; an island all of whose bodies have been
// quiet for a while falls asleep: its bodies stay where they are, with the impulses they had, and
// are neither moved nor solved. It wakes as a whole when something awake would touch one of its
// bodies. Bodies with force elements, with driven joints or on prescribed bodies do not sleep, and
// without gravity nothing does: there is no rest then to compare with.

#include "dynamics/step.h"

enum { QUIET_STEPS = 20, STILL = 5 };
static const double s_quiet = 0.05; // of g h; or some of the tolerance, where it is not coarse
static const double s_coarse = 1e-2;
// Of those on surfaces, whose force is to balance what they carry: of g h, and of the tolerance.
static const double s_balance = 1e-13, s_solved = 1e-3;
static const double s_spin = 0.02; // how much of a ball's spin counts, as nothing else stops it

static int root_of(int *parent, int b) {
    while (parent[b] != b) {
        parent[b] = parent[parent[b]];
        b = parent[b];
    }
    return b;
}

// The lower index becomes the root, so that islands do not depend on the order.
static void join(int *parent, int a, int b) {
    a = root_of(parent, a);
    b = root_of(parent, b);
    parent[a > b ? a : b] = a < b ? a : b;
}

static bool can_move(const abModel *model, int body) {
    return body >= 0 && model->bodies[body].state >= 0;
}

// Marks what never sleeps.
void ab_step_init_sleep(abStep *step) {
    const abModel *model = step->dynamics->model;
    for (size_t b = 0; b < model->body_count; b++) {
        step->group[b] = -1;
    }
    for (size_t f = 0; f < model->force_count; f++) {
        const int bodies[2] = {model->forces[f].body_a, model->forces[f].body_b};
        for (int side = 0; side < 2; side++) {
            if (bodies[side] >= 0) {
                step->is_restless[bodies[side]] = true;
            }
        }
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

// A centred ball: its spin moves no surface to another place.
static bool is_ball(const abStep *step, int index) {
    const abBody *body = &step->dynamics->model->bodies[index];
    for (int s = body->first_shape; s < body->first_shape + body->shape_count; s++) {
        bool is_round = step->dynamics->model->shapes[s].shape.is_sphere;
        if (!is_round || !step->dynamics->shape_centered[s]) {
            return false;
        }
    }
    return body->shape_count > 0;
}

static double fastest_point(const abStep *step, int body) {
    double bound = fmin(step->dynamics->model->bodies[body].bound, 1e300);
    double spin = bound * ab_norm(step->bodies[body].w);
    double share = spin > 0.0 && is_ball(step, body) ? s_spin : 1.0;
    return ab_norm(step->bodies[body].v) + share * spin;
}

static void keep_unbalanced(abStep *step) {
    double slow = fmax(s_balance, s_solved * step->tolerance) * step->weight_speed;
    for (size_t k = 0; k < step->surface_count; k++) {
        for (int side = 0; side < 2; side++) {
            int b = step->patches[k].body[side];
            if (can_move(step->dynamics->model, b) && !(fastest_point(step, b) < slow)) {
                step->quiet[b] = 0;
            }
        }
    }
}

// Islands of what moves, by root; a body that must stay awake keeps its island awake.
static void find_islands(abStep *step) {
    const abModel *model = step->dynamics->model;
    double slow = fmax(s_quiet, 5.0 * fmin(step->tolerance, s_coarse)) * step->weight_speed;
    double still = step->tolerance * step->weight_speed;
    int pulled = step->dynamics->pull.body.index - 1;
    for (int b = 0; b < (int)model->body_count; b++) {
        step->parent[b] = b;
        double speed = fastest_point(step, b);
        bool is_quiet = !step->is_restless[b] && b != pulled && speed < slow;
        step->quiet[b] = is_quiet ? step->quiet[b] + (speed < still ? STILL : 1) : 0;
    }
    keep_unbalanced(step);
    for (size_t k = 0; k < step->point_count; k++) {
        if (!(ab_dot(step->points[k].impulse, step->points[k].n) > 0.0)) {
            continue;
        }
        const int *pair = step->points[k].body;
        if (can_move(model, pair[0]) && can_move(model, pair[1])) {
            join(step->parent, pair[0], pair[1]);
        }
        for (int side = 0; side < 2; side++) {
            if (model->bodies[pair[side]].mobility == AB_MOBILITY_PRESCRIBED) {
                step->quiet[pair[1 - side]] = 0;
            }
        }
    }
    for (size_t k = 0; k < step->link_count; k++) {
        int a = step->links[k].body[0], b = step->links[k].body[1];
        if (can_move(model, a) && can_move(model, b)) {
            join(step->parent, a, b);
        }
    }
}

double ab_step_fall_asleep(abStep *step, double *y) {
    const abModel *model = step->dynamics->model;
    double lost = 0.0;
    if (!(step->weight_speed > 0.0)) {
        return 0.0;
    }
    find_islands(step);
    int *least = step->island; // quiet steps of the least quiet body of each root
    for (int b = 0; b < (int)model->body_count; b++) {
        least[b] = QUIET_STEPS;
    }
    for (int b = 0; b < (int)model->body_count; b++) {
        int root = root_of(step->parent, b);
        if (can_move(model, b) && step->quiet[b] < least[root]) {
            least[root] = step->quiet[b];
        }
    }
    for (int b = 0; b < (int)model->body_count; b++) {
        int root = root_of(step->parent, b);
        if (can_move(model, b) && step->group[b] < 0 && least[root] >= QUIET_STEPS) {
            step->group[b] = root;
            lost += ab_step_stop_body(step, b, y);
        }
    }
    return lost;
}

bool ab_step_is_at_rest(const abStep *step) {
    const abDynamics *d = step->dynamics;
    for (size_t b = 0; b < d->model->body_count; b++) {
        if (d->model->bodies[b].state >= 0 && step->group[b] < 0) {
            return false;
        }
    }
    return !d->has_prescribed;
}

void ab_step_wake_all(abStep *step) {
    for (size_t b = 0; b < step->dynamics->model->body_count; b++) {
        step->group[b] = -1;
        step->quiet[b] = 0;
    }
}

static void wake(abStep *step, int group) {
    for (size_t b = 0; b < step->dynamics->model->body_count; b++) {
        if (step->group[b] == group) {
            step->group[b] = -1;
            step->quiet[b] = 0;
        }
    }
}

static bool some_sleep(const abStep *step) {
    size_t b = 0, n = step->dynamics->model->body_count;
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
