// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// ask_together.c - normal laws of the program that take many contacts in one call.
//
// Where bodies touch does not depend on the forces there. So the points of all contact pairs of such
// a law are found first, the law is asked once, and the contact pass goes on from its answers, pair
// by pair in its own order: sums have the same bits as when each point is asked about in its turn.
//
// Limits  Pairs that touch by regions, contours or surfaces of meshes share a workspace that holds
//         one pair at a time; their points are asked about one by one.
// Memory  The lists grow within an evaluation, by half each time, and are kept. Where memory is
//         short, the rest is asked about one by one.

#include "derivative/evaluate/ask_together.h"

#include <stddef.h>
#include <string.h>

#include "collide/broad/proximity.h"
#include "derivative/evaluate/point_meeting.h"
#include "law/user/callback_law.h"
#include "law/user/plugin_frame.h"
#include "mechanics/contact/contact_area.h"
#include "mechanics/contact/contact_proximity.h"
#include "mechanics/contact/pair_points.h"

static const abNormalCallbacks *law_of(const abDerivative *d, const abContactPair *pair) {
    const abPairData *data = pair->data;
    bool shares_workspace = data->has_surface || data->has_regions || data->contours.is_set;
    bool is_solved_for = data->is_rigid && d->rigid.count > 0;
    return shares_workspace || is_solved_for
               ? NULL
               : ab_callbacks_of_many(data->interaction->normal, data->normal_constants);
}

// ---- room ----

static bool reserve_points(abDerivative *d, int count) {
    abAnsweredTogether *t = &d->together;
    size_t needed = (size_t)count;
    return AB_ARRAYS_RESERVE(d->mechanics.allocator, &t->arrays, t->points, needed) &&
           AB_ARRAYS_RESERVE(d->mechanics.allocator, &t->arrays, t->answers, needed) &&
           AB_ARRAYS_RESERVE(d->mechanics.allocator, &t->arrays, t->contacts, needed) &&
           AB_ARRAYS_RESERVE(d->mechanics.allocator, &t->arrays, t->forces, needed) &&
           AB_ARRAYS_RESERVE(d->mechanics.allocator, &t->arrays, t->memory,
                             AB_PLUGIN_MEMORY * needed) &&
           AB_ARRAYS_RESERVE(d->mechanics.allocator, &t->arrays, t->point_of, needed);
}

// ---- questions ----

// The points of a contact pair, behind those that are there; false for want of memory.
static bool take_points(abDerivative *d, const abContactPair *pair, abContactPairNow *now,
                        abAnsweredPair *of) {
    abPatchPoint points[AB_PATCH_MAX];
    int count = 0;
    ab_pair_proximity(&d->mechanics, pair->shape_a, pair->shape_b, &now->at);
    if (pair->data->has_patch) {
        count = ab_contact_pair_find_patch(&d->mechanics, pair, &now->at, points);
    }
    bool is_alone = count == 0;
    if (is_alone) {
        points[0] = ab_deepest_point(&now->at);
        count = 1;
    }
    abAnsweredTogether *t = &d->together;
    if (!reserve_points(d, t->point_count + count)) {
        return false;
    }
    *of = (abAnsweredPair){
        .is_there = true, .is_alone = is_alone, .first = t->point_count, .count = count};
    memcpy(t->points + of->first, points, (size_t)count * sizeof *points);
    t->point_count += count;
    return true;
}

// Questions about these points go behind the `asked` that are there; how many there are then.
static int ask_about(abDerivative *d, const abNormalCallbacks *law, const abContactPair *pair,
                     const abContactPairNow *now, const abAnsweredPair *of, int asked) {
    abAnsweredTogether *t = &d->together;
    double patch_area =
        of->is_alone ? 0.0 : ab_contact_patch_area(t->points + of->first, of->count);
    for (int i = of->first; i < of->first + of->count; i++) {
        abPointMeeting meeting;
        ab_point_meet(d, pair, &now->at, &t->points[i], patch_area, &meeting);
        if (pair->unpaid != 0.0) {
            meeting.contact.depth -= pair->unpaid;
        }
        t->answers[i] = (abNormalForce){0};
        if (ab_callbacks_ask(law, meeting.memory, &meeting.contact, &t->contacts[asked],
                             t->memory + AB_PLUGIN_MEMORY * asked)) {
            t->point_of[asked] = i;
            t->forces[asked] = (abPluginForce){0};
            asked++;
        }
    }
    return asked;
}

// ---- answers ----

static abNormalForce times(double n, abNormalForce one) {
    return (abNormalForce){n * one.force, n * one.stiffness, n * one.damping, n * one.elastic,
                           n * one.energy};
}

// As ab_contact_pair_normal counts them.
static void take_answers(abDerivative *d, int asked) {
    abAnsweredTogether *t = &d->together;
    for (int i = 0; i < asked; i++) {
        t->answers[t->point_of[i]] = ab_plugin_normal_force(&t->forces[i]);
    }
    for (size_t k = 0; k < d->contacts->count; k++) {
        const abAnsweredPair *of = &t->pairs[k];
        double passes = d->contacts->pairs[k].data->passes;
        for (int i = of->first; of->is_there && passes != 1.0 && i < of->first + of->count; i++) {
            t->answers[i] = times(passes, t->answers[i]);
        }
    }
}

// Asks the law of pair `first` about its pairs from there on.
static int ask_one_law(abDerivative *d, const abNormalCallbacks *law, size_t first, int asked) {
    abAnsweredTogether *t = &d->together;
    int begin = asked;
    for (size_t k = first; k < d->contacts->count; k++) {
        const abContactPair *pair = &d->contacts->pairs[k];
        if (law_of(d, pair) == law && take_points(d, pair, &d->contacts->now[k], &t->pairs[k])) {
            asked = ask_about(d, law, pair, &d->contacts->now[k], &t->pairs[k], asked);
        }
    }
    if (asked > begin) {
        law->evaluate_many(law->context, asked - begin, t->memory + AB_PLUGIN_MEMORY * begin,
                           t->contacts + begin, t->forces + begin);
    }
    return asked;
}

static bool begin(abDerivative *d) {
    abAnsweredTogether *t = &d->together;
    if (!AB_ARRAYS_RESERVE(d->mechanics.allocator, &t->arrays, t->pairs, d->contacts->count)) {
        return false;
    }
    memset(t->pairs, 0, d->contacts->count * sizeof *t->pairs);
    t->point_count = 0;
    return true;
}

void ab_together_init(abDerivative *d) {
    const abModel *model = d->mechanics.model;
    for (int i = 0; i < model->interaction_count; i++) {
        d->together.is_possible =
            d->together.is_possible || ab_law_is_callback(model->interactions[i].normal);
    }
}

void ab_ask_together(abDerivative *d) {
    abAnsweredTogether *t = &d->together;
    int asked = 0;
    t->is_used = false;
    for (size_t k = 0; t->is_possible && k < d->contacts->count; k++) {
        const abNormalCallbacks *law = law_of(d, &d->contacts->pairs[k]);
        if (law == NULL || (t->is_used && t->pairs[k].is_there)) {
            continue;
        }
        if (!t->is_used && !begin(d)) {
            return;
        }
        t->is_used = true;
        asked = ask_one_law(d, law, k, asked);
    }
    if (t->is_used) {
        take_answers(d, asked);
    }
}

const abAnsweredPair *ab_together_answers(const abDerivative *d, const abContactPair *pair) {
    const abAnsweredTogether *t = &d->together;
    ptrdiff_t k = t->is_used ? pair - d->contacts->pairs : -1;
    return k >= 0 && (size_t)k < d->contacts->count && t->pairs[k].is_there ? &t->pairs[k] : NULL;
}

void ab_together_done(abDerivative *d) {
    ab_arrays_free(d->mechanics.allocator, &d->together.arrays);
}
