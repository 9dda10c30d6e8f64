// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// joint_modes.c - parts of rows at bodies with modes, and their sum as the bodies' answers.

#include "mechanics/joint/joint_modes.h"

#include <string.h>

#include "base/array.h"
#include "base/groups.h"
#include "mechanics/joint/joint_project.h"
#include "mechanics/state/attachments.h"
#include "mechanics/state/modes.h"

static size_t numbers_of(const abMechanics *m, int body) {
    return 6 + (size_t)m->model->bodies[body].flexible->mode_count;
}

static bool is_held(const abMechanics *m, int body) {
    return m->model->bodies[body].state < 0;
}

// ---- the parts of a row ----

// The part of the row at that body, made where there is none; NULL for want of memory.
static abModalPart *part_at(abMechanics *m, abLoops *s, abLoopRow *row, int body) {
    for (size_t i = row->part; i < s->part_count; i++) {
        if (s->parts[i].body == body) {
            return &s->parts[i];
        }
    }
    size_t n = numbers_of(m, body);
    if (!AB_ARRAYS_RESERVE(m->allocator, &s->arrays, s->parts, s->part_count + 1) ||
        !AB_ARRAYS_RESERVE(m->allocator, &s->arrays, s->modal, s->modal_count + 2 * n)) {
        return NULL;
    }
    s->parts[s->part_count] = (abModalPart){body, s->modal_count};
    memset(s->modal + s->modal_count, 0, 2 * n * sizeof *s->modal);
    s->modal_count += 2 * n;
    return &s->parts[s->part_count++];
}

static bool spread(abMechanics *m, abLoops *s, abLoopRow *row, int body, abVec3 linear,
                   abVec3 angular) {
    if (body < 0 || !ab_is_attachment(m->model, body)) {
        return true;
    }
    abModalPart *part = part_at(m, s, row, ab_model_owner(m->model, body));
    if (part != NULL) {
        ab_attachment_spread(m, body, linear, angular, s->modal + part->at);
    }
    return part != NULL;
}

// x of a part, and the body's group for the row.
static void answer_part(abMechanics *m, const abJointTree *tree, abLoops *s, abLoopRow *row,
                        const abModalPart *part) {
    abFloating *f = ab_modes_of(m, part->body);
    const abBodyNow *now = &m->bodies[part->body];
    size_t n = numbers_of(m, part->body);
    double *g = s->modal + part->at, *x = g + n;
    if (!f->is_placed) {
        ab_floating_place(f, ab_mul_t(now->X.R, now->w));
    }
    if (!ab_floating_answer(f, is_held(m, part->body), g, x)) {
        x[0] = NAN; // the step is taken smaller, or the body named
    }
    for (size_t i = 0; i < n; i++) {
        row->response += g[i] * x[i];
    }
    int group = tree->tree_count + part->body;
    if (row->group >= 0) {
        ab_groups_join(s->group_of_tree, group, row->group);
    }
    row->group = group;
}

bool ab_joint_modes_spread(abMechanics *m, const abJointTree *tree, abLoops *s, abLoopRow *row) {
    row->part = s->part_count;
    for (int e = row->first; e < row->first + row->entry_count; e++) {
        const abRow *entry = &s->entries[e];
        if (!spread(m, s, row, entry->body_a, entry->linear_a, entry->angular_a) ||
            !spread(m, s, row, entry->body_b, entry->linear_b, entry->angular_b)) {
            return false;
        }
    }
    row->part_count = s->part_count - row->part;
    for (size_t i = row->part; i < s->part_count; i++) {
        answer_part(m, tree, s, row, &s->parts[i]);
    }
    return true;
}

double ab_joint_modes_met(const abMechanics *m, const abLoops *s, const abLoopRow *a,
                          const abLoopRow *b) {
    double sum = 0.0;
    for (size_t i = a->part; i < a->part + a->part_count; i++) {
        for (size_t k = b->part; k < b->part + b->part_count; k++) {
            if (s->parts[i].body == s->parts[k].body) {
                size_t n = numbers_of(m, s->parts[i].body);
                const double *g = s->modal + s->parts[i].at, *x = s->modal + s->parts[k].at + n;
                for (size_t l = 0; l < n; l++) {
                    sum += g[l] * x[l];
                }
            }
        }
    }
    return sum;
}

// ---- the answers of the bodies ----

// Calls what follows for each body with modes, of index b, `f` being its deformation.
#define FOR_EACH_FLEXIBLE(m, b, f)                                                                 \
    for (int b = 0; (m)->model->attachment_count > 0 && b < (int)(m)->model->body_count; b++)      \
        for (abFloating *f = ab_modes_of(m, b); f != NULL; f = NULL)

void ab_joint_modes_clear(abMechanics *m) {
    FOR_EACH_FLEXIBLE(m, b, f) {
        memset(f->answer, 0, numbers_of(m, b) * sizeof *f->answer);
        memset(f->answer_load, 0, sizeof f->answer_load);
    }
}

void ab_joint_modes_answer(abMechanics *m, const abLoops *s) {
    for (size_t r = 0; r < s->row_count; r++) {
        const abLoopRow *row = &s->rows[r];
        for (size_t i = row->part; i < row->part + row->part_count; i++) {
            const abModalPart *part = &s->parts[i];
            abFloating *f = ab_modes_of(m, part->body);
            size_t n = numbers_of(m, part->body);
            const double *g = s->modal + part->at, *x = g + n;
            for (size_t l = 0; l < n; l++) {
                f->answer[l] += row->force * x[l];
            }
            for (size_t l = 0; l < 6; l++) {
                f->answer_load[l] += row->force * g[l];
            }
        }
    }
}

// The inertia of the modes' accelerations loads the frame; what the joints give is not its drive's.
static void add_to_hold(abFloating *f) {
    const double *S = f->body->mass.S, *N = f->N;
    size_t modes = (size_t)f->body->mode_count;
    double load[6];
    for (size_t i = 0; i < 6; i++) {
        const double *row = i < 3 ? S + i * modes : N + (i - 3) * modes;
        load[i] = -f->answer_load[i];
        for (size_t k = 0; k < modes; k++) {
            load[i] += row[k] * f->answer[6 + k];
        }
    }
    f->held_force = ab_add(f->held_force, ab_vec3_of(load));
    f->held_torque = ab_add(f->held_torque, ab_vec3_of(load + 3));
}

void ab_joint_modes_accelerate(abMechanics *m) {
    FOR_EACH_FLEXIBLE(m, b, f) {
        abBodyNow *now = &m->bodies[b];
        for (int k = 0; k < f->body->mode_count; k++) {
            f->q_accel[k] += f->answer[6 + k];
        }
        if (is_held(m, b)) {
            add_to_hold(f);
            continue;
        }
        now->a = ab_add(now->a, ab_mul(now->X.R, ab_vec3_of(f->answer)));
        now->alpha = ab_add(now->alpha, ab_mul(now->X.R, ab_vec3_of(f->answer + 3)));
    }
    ab_attachments_accelerate(m);
}

void ab_joint_modes_move(abMechanics *m, double share, bool at_start, double *y) {
    FOR_EACH_FLEXIBLE(m, b, f) {
        const abBody *body = &m->model->bodies[b];
        double *q = y + body->modal_state;
        for (int k = 0; k < f->body->mode_count; k++) {
            q[k] += share * f->answer[6 + k];
        }
        if (!is_held(m, b)) {
            abMat3 R = m->bodies[b].X.R;
            abVec3 turn = ab_scale(share, ab_mul(R, ab_vec3_of(f->answer + 3)));
            abVec3 way = ab_scale(share, ab_mul(R, ab_vec3_of(f->answer)));
            ab_move_position(m->model, b, way, turn, y);
            if (!at_start) {
                ab_turn_spin(m->model, b, turn, y);
            }
        }
    }
}

void ab_joint_modes_change(abMechanics *m, double *y) {
    FOR_EACH_FLEXIBLE(m, b, f) {
        const abBody *body = &m->model->bodies[b];
        double *q_rate = y + body->modal_state + body->flexible->mode_count;
        for (int k = 0; k < f->body->mode_count; k++) {
            q_rate[k] += f->answer[6 + k];
        }
        if (!is_held(m, b)) {
            abMat3 R = m->bodies[b].X.R;
            ab_change_velocity(m->model, b, ab_mul(R, ab_vec3_of(f->answer)),
                               ab_mul(R, ab_vec3_of(f->answer + 3)), y);
        }
    }
}

double ab_joint_modes_turn(const abMechanics *m) {
    double largest = 0.0;
    FOR_EACH_FLEXIBLE(m, b, f) {
        largest = fmax(largest, ab_norm(ab_vec3_of(f->answer + 3)));
    }
    return largest;
}
