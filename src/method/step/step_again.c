// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// step_again.c - whether force elements answer otherwise to the velocities that a step found.
//
// Forces of the middle of a step are first those of velocities as they were at the start. With those
// that the solution gives they are found again, and the step is solved again: of second order. But a
// row says F = F_0 + c r for all rates r; springs, linear dampers and what is given by time alone have
// the same F_0 both times, and the second solution would be the first. So where steps adapt it is left out if
//
//   F_0 = F - c r,  and what is in no row                                                 (1)
//
// are the same to rounding.

#include <math.h>

#include "method/step/step.h"
#include "method/step/step_elements.h"
#include "method/step/tolerances.def"

static void exchange_with_before(abStepElements *e) {
    abStepElement *rows = e->rows;
    abStepLoad *loads = e->loads;
    e->rows = e->rows_before;
    e->loads = e->loads_before;
    e->rows_before = rows;
    e->loads_before = loads;
}

void ab_step_put_elements_aside(abStep *step) {
    step->elements.count_before = step->elements.count;
    exchange_with_before(&step->elements);
}

void ab_step_take_elements_back(abStep *step) {
    step->elements.count = step->elements.count_before;
    exchange_with_before(&step->elements);
}

static bool is_equal(abVec3 a, abVec3 b) {
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

static bool are_equal(const abVec3 a[2], const abVec3 b[2]) {
    return is_equal(a[0], b[0]) && is_equal(a[1], b[1]);
}

// Whether two rows say the same line of force by rate.
static bool is_same_row(const abStepElement *now, const abStepElement *before) {
    double force = now->answer - now->damping * now->placed_rate;
    double force_before = before->answer - before->damping * before->placed_rate;
    double size = fabs(now->answer) + fabs(now->damping * now->placed_rate);
    return now->force == before->force && now->number == before->number &&
           now->stiffness == before->stiffness && now->damping == before->damping &&
           now->x == before->x && now->is_explicit == before->is_explicit &&
           now->is_one_sided == before->is_one_sided && are_equal(now->linear, before->linear) &&
           are_equal(now->angular, before->angular) &&
           fabs(force - force_before) <= s_same_force * size;
}

// What is left of the loads on one side of an element without the answers of its rows, which come
// first in `row`; the sizes of its terms.
typedef struct Rest {
    abVec3 force, torque;
    double force_size, torque_size;
} Rest;

static Rest rest_of(const abStepLoad *load, const abStepElement *rows, int count, int force,
                    int side) {
    Rest out = {load->force[side], load->torque[side], ab_norm(load->force[side]),
                ab_norm(load->torque[side])};
    for (int i = 0; i < count; i++) {
        const abStepElement *row = &rows[i];
        if (row->force == force && row->is_explicit) {
            out.force = ab_add_scaled(out.force, row->answer, row->linear[side]);
            out.torque = ab_add_scaled(out.torque, row->answer, row->angular[side]);
            out.force_size += fabs(row->answer) * ab_norm(row->linear[side]);
            out.torque_size += fabs(row->answer) * ab_norm(row->angular[side]);
        }
    }
    return out;
}

static bool is_same_load(const abStep *step, int force) {
    const abStepElements *e = &step->elements;
    const abModel *model = step->mechanics->model;
    const int body[2] = {model->forces[force].body_a, model->forces[force].body_b};
    bool all = true;
    for (int side = 0; side < 2; side++) {
        if (body[side] < 0) { // the world has no part in rows
            continue;
        }
        Rest now = rest_of(&e->loads[force], e->rows, e->count, force, side);
        Rest old = rest_of(&e->loads_before[force], e->rows_before, e->count_before, force, side);
        all = all && ab_norm(ab_sub(now.force, old.force)) <= s_same_force * now.force_size &&
              ab_norm(ab_sub(now.torque, old.torque)) <= s_same_force * now.torque_size;
    }
    return all;
}

bool ab_step_elements_are_same(const abStep *step) {
    const abStepElements *e = &step->elements;
    bool all = e->count == e->count_before;
    for (int i = 0; all && i < e->count; i++) {
        all = is_same_row(&e->rows[i], &e->rows_before[i]);
    }
    for (size_t f = 0; all && f < step->mechanics->model->force_count; f++) {
        all = is_same_load(step, (int)f);
    }
    return all;
}
