// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// coupling.c - islands by union and find, links sorted, colours greedy.

#include "ode/coupling.h"

#include <stdlib.h>

#include "base/array.h"
#include "base/groups.h"
#include "base/hash.h"
#include "base/sort.h"
#include "derivative/state/derivative.h"

// The island of a body is named by its first, so that lists begin there.
static void find_islands(abCoupling *c) {
    const abModel *model = c->derivative->mechanics.model;
    int n = (int)model->body_count;
    ab_groups_begin(c->island, model->body_count);
    for (int b = 0; b < n; b++) {
        c->next_body[b] = -1;
    }
    for (size_t j = 0; j < model->joint_count; j++) {
        int a = ab_model_owner(model, model->joints[j].body_a);
        int b = ab_model_owner(model, model->joints[j].body_b);
        if (ab_coupling_has_states(model, a) && ab_coupling_has_states(model, b)) {
            ab_groups_join(c->island, a, b);
        }
    }
    for (size_t k = 0; k < c->derivative->contacts->count; k++) {
        const abContactPair *pair = &c->derivative->contacts->pairs[k];
        if ((pair->sticks || pair->data->is_rigid) &&
            ab_coupling_has_states(model, pair->data->body_a) &&
            ab_coupling_has_states(model, pair->data->body_b)) {
            ab_groups_join(c->island, pair->data->body_a, pair->data->body_b);
        }
    }
    for (int b = n - 1; b >= 0; b--) { // backwards, so that each list rises
        int root = c->island[b] = ab_group_of(c->island, b);
        if (root != b) {
            c->next_body[b] = c->next_body[root];
            c->next_body[root] = b;
        }
    }
}

abResult ab_coupling_init(abCoupling *c, const abDerivative *derivative, abArena *arena,
                          abError *error) {
    size_t n = derivative->mechanics.model->body_count;
    *c = (abCoupling){.derivative = derivative};
    c->island = AB_ARENA_NEW(arena, int, n);
    c->next_body = AB_ARENA_NEW(arena, int, n);
    c->color = AB_ARENA_NEW(arena, int, n);
    c->used = AB_ARENA_NEW(arena, int, n + 1);
    c->first_tangential = AB_ARENA_NEW(arena, int, n);
    c->start = AB_ARENA_NEW(arena, size_t, n + 1);
    if (c->island == NULL || c->next_body == NULL || c->color == NULL || c->used == NULL ||
        c->start == NULL || c->first_tangential == NULL) {
        return ab_error_add(error, AB_IO, (abPlace){0}, "out of memory for %zu bodies", n);
    }
    find_islands(c);
    return AB_OK;
}

int ab_coupling_largest(const abCoupling *c) {
    const abModel *model = c->derivative->mechanics.model;
    int largest = 0;
    for (int b = 0; b < (int)model->body_count; b++) {
        int states = 0;
        for (int k = c->island[b] == b && ab_coupling_has_states(model, b) ? b : -1; k >= 0;
             k = c->next_body[k]) {
            states += ab_coupling_states(c, k);
        }
        largest = states > largest ? states : largest;
    }
    return largest;
}

void ab_coupling_done(abCoupling *c) {
    if (c->derivative != NULL) {
        ab_arrays_free(c->derivative->mechanics.allocator, &c->arrays);
    }
}

// ---- links ----

static void add_link(abCoupling *c, int from, int to) {
    c->links[c->link_count++] = (abLink){from, to};
}

static void link_bodies(abCoupling *c, int a, int b) {
    const abModel *model = c->derivative->mechanics.model;
    if (ab_coupling_has_states(model, a) && ab_coupling_has_states(model, b) &&
        c->island[a] != c->island[b]) {
        add_link(c, c->island[a], c->island[b]);
        add_link(c, c->island[b], c->island[a]);
    }
}

static bool make_links(abCoupling *c) {
    const abDerivative *d = c->derivative;
    const abModel *model = d->mechanics.model;
    size_t maximum = model->body_count + 2 * (d->contacts->count + model->force_count);
    for (size_t f = 0; f < model->force_count; f++) {
        maximum += 4 * (size_t)model->forces[f].depends_on_count;
    }
    if (!AB_ARRAYS_RESERVE(d->mechanics.allocator, &c->arrays, c->links, maximum)) {
        return false;
    }
    c->link_count = 0;
    for (int b = 0; b < (int)model->body_count; b++) {
        if (ab_coupling_has_states(model, b) && c->island[b] == b) {
            add_link(c, b, b);
        }
    }
    for (size_t k = 0; k < d->contacts->count; k++) {
        link_bodies(c, d->contacts->pairs[k].data->body_a, d->contacts->pairs[k].data->body_b);
    }
    for (size_t f = 0; f < model->force_count; f++) {
        const abForceElement *force = &model->forces[f];
        int a = ab_model_owner(model, force->body_a), b = ab_model_owner(model, force->body_b);
        link_bodies(c, a, b);
        for (int k = 0; k < force->depends_on_count; k++) {
            link_bodies(c, a, force->depends_on[k]);
            link_bodies(c, b, force->depends_on[k]);
        }
    }
    qsort(c->links, c->link_count, sizeof *c->links, ab_by_two_ints);
    size_t kept = 0;
    for (size_t k = 0; k < c->link_count; k++) {
        if (kept == 0 || ab_by_two_ints(&c->links[kept - 1], &c->links[k]) != 0) {
            c->links[kept++] = c->links[k];
        }
    }
    c->link_count = kept;
    size_t next = 0;
    for (int b = 0; b <= (int)model->body_count; b++) {
        while (next < kept && c->links[next].from < b) {
            next++;
        }
        c->start[b] = next;
    }
    return true;
}

// The least colour that no island within two links has.
static int free_color(abCoupling *c, int island) {
    for (size_t k = c->start[island]; k < c->start[island + 1]; k++) {
        int near = c->links[k].to;
        for (size_t m = c->start[near]; m < c->start[near + 1]; m++) {
            int color = c->color[c->links[m].to];
            if (color >= 0) {
                c->used[color] = island;
            }
        }
    }
    int color = 0;
    while (c->used[color] == island) {
        color++;
    }
    return color;
}

int ab_coupling_island(const abCoupling *c, const abContactPair *pair) {
    bool a_moves = ab_coupling_has_states(c->derivative->mechanics.model, pair->data->body_a);
    return c->island[a_moves ? pair->data->body_a : pair->data->body_b];
}

// Backwards, so that each list rises.
static bool list_tangential(abCoupling *c) {
    const abDerivative *d = c->derivative;
    size_t count =
        0; // of tangential states the contact pairs name: while y grows they are more than the list has
    for (size_t k = 0; k < d->contacts->count; k++) {
        count += (size_t)d->contacts->pairs[k].tangential_count;
    }
    if (!AB_ARRAYS_RESERVE(d->mechanics.allocator, &c->arrays, c->next_tangential, count)) {
        return false;
    }
    for (size_t b = 0; b < d->mechanics.model->body_count; b++) {
        c->first_tangential[b] = -1;
    }
    for (size_t k = d->contacts->count; k-- > 0;) {
        const abContactPair *pair = &d->contacts->pairs[k];
        int *first = &c->first_tangential[ab_coupling_island(c, pair)];
        for (int i = pair->tangential_count; i-- > 0;) {
            c->next_tangential[pair->first_tangential + i] = *first;
            *first = pair->first_tangential + i;
        }
    }
    return true;
}

bool ab_coupling_update(abCoupling *c) {
    int n = (int)c->derivative->mechanics.model->body_count;
    find_islands(c);
    if (!make_links(c) || !list_tangential(c)) {
        return false;
    }
    for (int b = 0; b < n; b++) {
        c->color[b] = c->used[b] = -1;
    }
    c->used[n] = -1;
    c->color_count = 0;
    for (int b = 0; b < n; b++) {
        if (c->start[b] < c->start[b + 1]) {
            c->color[b] = free_color(c, b);
            c->color_count = c->color[b] + 1 > c->color_count ? c->color[b] + 1 : c->color_count;
        }
    }
    return true;
}

uint64_t ab_coupling_fingerprint(const abCoupling *c) {
    const abDerivative *d = c->derivative;
    uint64_t hash = AB_HASH_START;
    for (size_t k = 0; k < d->contacts->count; k++) {
        const abContactPair *pair = &d->contacts->pairs[k];
        if (ab_coupling_has_states(d->mechanics.model, pair->data->body_a) &&
            ab_coupling_has_states(d->mechanics.model, pair->data->body_b) &&
            (pair->sticks || pair->data->is_rigid ||
             c->island[pair->data->body_a] != c->island[pair->data->body_b])) {
            hash = ab_hash_bytes(hash, &pair->data->body_a, sizeof pair->data->body_a);
            hash = ab_hash_bytes(hash, &pair->data->body_b, sizeof pair->data->body_b);
        }
        if (pair->tangential_count > 0) {
            hash = ab_hash_bytes(hash, &pair->data->body_a, sizeof pair->data->body_a);
            hash = ab_hash_bytes(hash, &pair->data->body_b, sizeof pair->data->body_b);
            hash = ab_hash_bytes(hash, &pair->tangential_count, sizeof pair->tangential_count);
            hash = ab_hash_bytes(hash, &pair->sticks, sizeof pair->sticks);
        }
    }
    return hash;
}

static size_t island_states(const abCoupling *c, int island) {
    size_t sum = 0;
    for (int b = island; b >= 0; b = c->next_body[b]) {
        sum += (size_t)ab_coupling_states(c, b);
    }
    for (int g = c->first_tangential[island]; g >= 0; g = c->next_tangential[g]) {
        sum += AB_TANGENTIAL_NUMBERS;
    }
    return sum;
}

bool ab_coupling_state(const abCoupling *c, int island, int i, int *state) {
    const abModel *model = c->derivative->mechanics.model;
    for (int b = island; b >= 0; b = c->next_body[b]) {
        int count = ab_coupling_states(c, b);
        if (i < count) {
            *state = ab_coupling_first_state(model, b) + i;
            return true;
        }
        i -= count;
    }
    for (int g = c->first_tangential[island]; g >= 0;
         g = c->next_tangential[g], i -= AB_TANGENTIAL_NUMBERS) {
        if (i < AB_TANGENTIAL_NUMBERS) {
            *state = (int)ab_state_of_grip(&c->derivative->mechanics.layout, (size_t)g) + i;
            return true;
        }
    }
    return false;
}

size_t ab_coupling_entries(const abCoupling *c) {
    size_t sum = 0;
    for (size_t k = 0; k < c->link_count; k++) {
        sum += island_states(c, c->links[k].from) * island_states(c, c->links[k].to);
    }
    return sum;
}
