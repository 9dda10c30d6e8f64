// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// step_order.c - in which order the points of a step are visited: by where they are.
//
// Sweeps end within a tolerance, and where friction leaves several motions open they come to one of
// them. Which one must not hang on how bodies are numbered. So points come in the order of
//
//   d . c + s |d . (x_B - x_A)|,   then  d . p                                            (1)
//
// with c the middle of the points of a pair, x the centres of mass of its bodies, and p the point:
// the same for A and B exchanged. d is mostly upwards, as what is pushed comes from below, and
// stands askew to all that people build, so that of two different places none is as high as the
// other. The second term tells pairs apart that meet at one place.
//
// Joints and ropes come, likewise, by where they are at the start of the run.
//
// Limits  bodies that lie in the same place in all of (1) come in their own order. Turned scenes
//         are visited in another order than upright ones.

#include <string.h>

#include "base/array.h"
#include "base/sort.h"
#include "mechanics/state/mechanics.h"
#include "method/step/step.h"

// Items that are sorted by moving them; moves of each that a list which is nearly in order may take.
enum { RUN = 8, MOVES = 8 };

static const double s_across = 0.6180339887498949;
static const double s_tilt[2] = {0.2360679774997897, 0.1416198487095663};

static int compare_places(const void *left, const void *right) {
    const abStepPlace *a = left, *b = right;
    if (a->pair != b->pair) {
        return a->pair < b->pair ? -1 : 1;
    }
    if (a->cache != b->cache) {
        return a->cache < b->cache ? -1 : 1;
    }
    if (a->own != b->own) {
        return a->own < b->own ? -1 : 1;
    }
    return a->point < b->point ? -1 : a->point > b->point;
}

// d of (1).
static abVec3 direction(const abModel *model) {
    abVec3 up = ab_neg(ab_gravity_at(&model->gravity, ab_vec3(0.0, 0.0, 0.0)));
    up = ab_norm2(up) > 0.0 ? ab_unit(up) : ab_vec3(0.0, 0.0, 1.0);
    abVec3 x = ab_perpendicular(up), y = ab_cross(up, x);
    return ab_add_scaled(ab_add_scaled(up, s_tilt[0], x), s_tilt[1], y);
}

// By moving each item to its place among those before it. False after more than `maximum` moves.
static bool insert(abStepPlace *order, size_t n, size_t maximum) {
    size_t moves = 0;
    for (size_t i = 1; i < n && moves <= maximum; i++) {
        abStepPlace item = order[i];
        size_t at = i;
        for (; at > 0 && compare_places(&order[at - 1], &item) > 0; at--, moves++) {
            order[at] = order[at - 1];
        }
        order[at] = item;
    }
    return moves <= maximum;
}

// Two parts in order, as one.
static void merge(const abStepPlace *left, size_t left_count, const abStepPlace *right,
                  size_t right_count, abStepPlace *to) {
    while (left_count > 0 && right_count > 0) {
        bool is_left = compare_places(left, right) < 0;
        *to++ = is_left ? *left : *right;
        left += is_left, left_count -= is_left;
        right += !is_left, right_count -= !is_left;
    }
    memcpy(to, left, left_count * sizeof *to);
    memcpy(to + left_count, right, right_count * sizeof *to);
}

// Any list, with room for as many.
static void sort_by_merging(abStepPlace *order, size_t n, abStepPlace *room) {
    abStepPlace *from = order, *to = room;
    for (size_t first = 0; first < n; first += RUN) {
        insert(order + first, n - first < RUN ? n - first : RUN, RUN * RUN);
    }
    for (size_t run = RUN; run < n; run *= 2) {
        for (size_t first = 0; first < n; first += 2 * run) {
            size_t left = n - first, one = left < run ? left : run;
            size_t other = left - one < run ? left - one : run;
            merge(from + first, one, from + first + one, other, to + first);
        }
        abStepPlace *last = from;
        from = to, to = last;
    }
    if (from != order) {
        memcpy(order, from, n * sizeof *order);
    }
}

// From A to B along d.
static double height(const abStep *step, abVec3 d, const abStepPoint *point) {
    const abBodyNow *bodies = step->mechanics->bodies;
    return ab_dot(d, ab_sub(bodies[point->body[1]].X.p, bodies[point->body[0]].X.p));
}

bool ab_step_order(abStep *step) {
    size_t n = step->point_count;
    if (n == 0) {
        step->ordered = 0;
        return true;
    }
    if (!AB_ARRAY_RESERVE(step->mechanics->allocator, step->order, step->order_capacity,
                          2 * step->point_capacity)) {
        return false;
    }
    abStepPlace *order = step->order, *places = order + n; // by their numbers
    abVec3 d = direction(step->mechanics->model);
    for (size_t first = 0, end = 0; first < n; first = end) {
        while (end < n && step->points[end].cache == step->points[first].cache) {
            end++;
        }
        double displacement = height(step, d, &step->points[first]), sum = 0.0;
        for (size_t i = first; i < end; i++) {
            step->points[i].is_turned = displacement < 0.0;
            sum += ab_dot(d, step->points[i].p);
        }
        double key = sum / (double)(end - first) + s_across * fabs(displacement);
        for (size_t i = first; i < end; i++) {
            places[i] = (abStepPlace){.pair = key,
                                      .own = ab_dot(d, step->points[i].p),
                                      .cache = step->points[i].cache,
                                      .point = (int)i};
        }
    }
    bool is_known = step->ordered == n; // begins with the last order
    for (size_t k = 0; k < n; k++) {
        order[k] = places[is_known ? (size_t)order[k].point : k];
    }
    if (!is_known || !insert(order, n, MOVES * n)) {
        sort_by_merging(order, n, places);
    }
    step->ordered = n;
    return true;
}

// ---- joints and ropes ----

static int compare_ranks(const void *left, const void *right) {
    const abStepRank *a = left, *b = right;
    if (a->key != b->key) {
        return a->key < b->key ? -1 : 1;
    }
    return a->index < b->index ? -1 : a->index > b->index;
}

// (1) of what joins a place of A and one of B, each in the frame of its centre of mass.
static abStepRank rank_of(const abModel *model, int index, int a, int b, abVec3 p_A, abVec3 p_B) {
    const int bodies[2] = {a, b};
    const abVec3 places[2] = {p_A, p_B};
    abVec3 d = direction(model), p[2], center[2];
    for (int side = 0; side < 2; side++) {
        const abBody *body = bodies[side] >= 0 ? &model->bodies[bodies[side]] : NULL;
        center[side] = body != NULL ? body->p_WC : ab_vec3(0.0, 0.0, 0.0);
        p[side] = body != NULL ? ab_mul(ab_quat_to_matrix(body->q_WB), places[side]) : places[side];
        p[side] = ab_add(center[side], p[side]);
    }
    double middle = 0.5 * ab_dot(d, ab_add(p[0], p[1]));
    double across = fabs(ab_dot(d, ab_sub(center[1], center[0])));
    return (abStepRank){.key = middle + s_across * across, .index = index};
}

void ab_step_rank(abStep *step) {
    const abModel *model = step->mechanics->model;
    for (size_t j = 0; j < model->joint_count; j++) {
        const abJoint *joint = &model->joints[j];
        step->joint_order[j] =
            rank_of(model, (int)j, joint->body_a, joint->body_b, joint->X_AJ.p, joint->X_BJ.p);
    }
    for (size_t f = 0; f < model->force_count; f++) {
        const abForceElement *force = &model->forces[f];
        step->force_order[f] =
            rank_of(model, (int)f, force->body_a, force->body_b, force->X_A.p, force->X_B.p);
    }
    ab_sort(step->joint_order, model->joint_count, sizeof *step->joint_order, compare_ranks);
    ab_sort(step->force_order, model->force_count, sizeof *step->force_order, compare_ranks);
}
