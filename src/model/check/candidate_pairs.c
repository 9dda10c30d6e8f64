// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// candidate_pairs.c - the pairs of shapes that stand for all when a model is judged from its start.
//
// Ten thousand shapes have fifty million pairs, of which nearly all are alike or never meet. Those
// that say something of a large model: neighbours, which overlap or meet first; planes, which meet
// everything; and the outermost and the fastest shapes with each other one, which fall farthest and
// meet fastest.

#include "model/check/candidate_pairs.h"

#include <stdlib.h>

#include "base/sort.h"
#include "collide/broad/broad_phase.h"
#include "model/check/tolerances.def"
#include "model/compile/may_touch.h"
#include "model/core/prescribed.h"

enum { EXTREMES = 7 }; // lowest and highest of each axis, and the fastest

typedef struct Candidates {
    const abModel *model;
    bool (*take)(void *context, int a, int b);
    void *context;
    bool *is_extreme; // per shape
    int extremes[EXTREMES], extreme_count;
    abBox *boxes; // where a shape is, and as far around it as it is large
} Candidates;

static bool take_all(const Candidates *c) {
    for (int a = 0; a < (int)c->model->shape_count; a++) {
        for (int b = a + 1; b < (int)c->model->shape_count; b++) {
            if (ab_model_may_touch(c->model, a, b) && !c->take(c->context, a, b)) {
                return false;
            }
        }
    }
    return true;
}

// How far out a shape is, by the kind of extreme.
static double extent(const Candidates *c, int kind, int s) {
    const abBody *body = &c->model->bodies[c->model->shapes[s].body];
    if (kind == EXTREMES - 1) {
        return ab_norm(body->v_WC);
    }
    double x = ab_get(ab_body_start(c->model, c->model->shapes[s].body).p, kind / 2);
    return kind % 2 == 0 ? x : -x;
}

static void find_extremes(Candidates *c) {
    for (int kind = 0; kind < EXTREMES; kind++) {
        int best = 0;
        double most = extent(c, kind, 0);
        for (int s = 1; s < (int)c->model->shape_count; s++) {
            double value = extent(c, kind, s);
            if (value > most) {
                best = s, most = value;
            }
        }
        if (!c->is_extreme[best]) {
            c->is_extreme[best] = true;
            c->extremes[c->extreme_count++] = best;
        }
    }
}

static bool take_near(const Candidates *c, const abBroadPhase *phase) {
    for (size_t i = 0; i < phase->pair_count; i++) {
        if (!c->take(c->context, phase->pairs[i].a, phase->pairs[i].b)) {
            return false;
        }
    }
    return true;
}

// The pairs of extreme shapes that are not near each other; two of them once.
static bool take_extremes(const Candidates *c, const abBroadPhase *phase) {
    for (int i = 0; i < c->extreme_count; i++) {
        int e = c->extremes[i];
        for (int s = 0; s < (int)c->model->shape_count; s++) {
            abBoxPair pair = {.a = s < e ? s : e, .b = s < e ? e : s};
            bool is_another = s != e && !(s < e && c->is_extreme[s]) &&
                              ab_model_may_touch(c->model, pair.a, pair.b) &&
                              bsearch(&pair, phase->pairs, phase->pair_count, sizeof pair,
                                      ab_by_two_ints) == NULL;
            if (is_another && !c->take(c->context, pair.a, pair.b)) {
                return false;
            }
        }
    }
    return true;
}

static void find_boxes(const Candidates *c) {
    for (int s = 0; s < (int)c->model->shape_count; s++) {
        const abBodyShape *shape = &c->model->shapes[s];
        abPose X = ab_pose_mul(ab_body_start(c->model, shape->body), shape->X_CS);
        abBox box = ab_shape_bounds(&shape->shape, &X);
        double around = isfinite(shape->shape.bound) ? s_neighbourhood * shape->shape.bound : 0.0;
        abVec3 reach = {around, around, around};
        c->boxes[s] = (abBox){ab_sub(box.low, reach), ab_add(box.high, reach)};
    }
}

static abCandidates take_some(Candidates *c) {
    abBroadPhase phase;
    find_boxes(c);
    find_extremes(c);
    ab_broad_phase_init(&phase, c->model->arena.allocator);
    bool found = ab_broad_phase_find(&phase, c->boxes, (int)c->model->shape_count, ab_may_touch_in,
                                     c->model);
    bool went_through = found && take_near(c, &phase) && take_extremes(c, &phase);
    ab_broad_phase_done(&phase);
    return !found         ? AB_CANDIDATES_NO_MEMORY
           : went_through ? AB_CANDIDATES_DONE
                          : AB_CANDIDATES_STOPPED;
}

abCandidates ab_each_candidate_pair(const abModel *model, bool (*take)(void *context, int a, int b),
                                    void *context) {
    Candidates c = {.model = model, .take = take, .context = context};
    if (model->shape_count <= (size_t)s_all_pairs_up_to) {
        return take_all(&c) ? AB_CANDIDATES_DONE : AB_CANDIDATES_STOPPED;
    }
    abArena arena;
    ab_arena_init(&arena, model->arena.allocator, 0);
    c.boxes = AB_ARENA_NEW(&arena, abBox, model->shape_count);
    c.is_extreme = AB_ARENA_NEW(&arena, bool, model->shape_count);
    bool has_room = c.boxes != NULL && c.is_extreme != NULL;
    abCandidates result = has_room ? take_some(&c) : AB_CANDIDATES_NO_MEMORY;
    ab_arena_done(&arena);
    return result;
}
