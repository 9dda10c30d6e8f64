// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// coupling.c - islands by union and find, links sorted, colours greedy.

#include "integrate/coupling.h"

#include <stdlib.h>

#include "base/array.h"
#include "base/hash.h"

static bool moves(const abModel *model, int body) {
    return body >= 0 && model->bodies[body].state >= 0;
}

static int find(int *parent, int i) {
    while (parent[i] != i) {
        parent[i] = parent[parent[i]];
        i = parent[i];
    }
    return i;
}

static void unite(abCoupling *c, int a, int b) {
    int p = find(c->island, a), q = find(c->island, b);
    c->island[p > q ? p : q] = p > q ? q : p;
}

// The island of a body is named by its first, so that lists begin there.
static void find_islands(abCoupling *c) {
    const abModel *model = c->dynamics->model;
    int n = (int)model->body_count;
    for (int b = 0; b < n; b++) {
        c->island[b] = b;
        c->next_body[b] = -1;
    }
    for (size_t j = 0; j < model->joint_count; j++) {
        int a = model->joints[j].body_a, b = model->joints[j].body_b;
        if (moves(model, a) && moves(model, b)) {
            unite(c, a, b);
        }
    }
    for (size_t k = 0; k < c->dynamics->touch_count; k++) {
        const abTouch *touch = &c->dynamics->touches[k];
        if ((touch->sticks || touch->is_rigid) && moves(model, touch->body_a) &&
            moves(model, touch->body_b)) {
            unite(c, touch->body_a, touch->body_b);
        }
    }
    for (int b = n - 1; b >= 0; b--) { // backwards, so that each list rises
        int root = c->island[b] = find(c->island, b);
        if (root != b) {
            c->next_body[b] = c->next_body[root];
            c->next_body[root] = b;
        }
    }
}

abResult ab_coupling_init(abCoupling *c, const abDynamics *dynamics, abArena *arena,
                          abError *error) {
    size_t n = dynamics->model->body_count;
    *c = (abCoupling){.dynamics = dynamics};
    c->island = AB_ARENA_NEW(arena, int, n);
    c->next_body = AB_ARENA_NEW(arena, int, n);
    c->color = AB_ARENA_NEW(arena, int, n);
    c->used = AB_ARENA_NEW(arena, int, n + 1);
    c->first_grip = AB_ARENA_NEW(arena, int, n);
    c->start = AB_ARENA_NEW(arena, size_t, n + 1);
    if (c->island == NULL || c->next_body == NULL || c->color == NULL || c->used == NULL ||
        c->start == NULL || c->first_grip == NULL) {
        return ab_error_add(error, AB_IO, (abPlace){0}, "out of memory for %zu bodies", n);
    }
    find_islands(c);
    return AB_OK;
}

int ab_coupling_largest(const abCoupling *c) {
    const abModel *model = c->dynamics->model;
    int largest = 0;
    for (int b = 0; b < (int)model->body_count; b++) {
        int states = 0;
        for (int k = c->island[b] == b && moves(model, b) ? b : -1; k >= 0; k = c->next_body[k]) {
            states += ab_coupling_states(c, k);
        }
        largest = states > largest ? states : largest;
    }
    return largest;
}

void ab_coupling_done(abCoupling *c) {
    if (c->dynamics != NULL) {
        AB_ARRAY_FREE(c->dynamics->allocator, c->links, c->link_capacity);
        AB_ARRAY_FREE(c->dynamics->allocator, c->next_grip, c->next_capacity);
    }
}

// ---- links ----

static void add_link(abCoupling *c, int from, int to) {
    c->links[c->link_count++] = (abLink){from, to};
}

static void link_bodies(abCoupling *c, int a, int b) {
    const abModel *model = c->dynamics->model;
    if (moves(model, a) && moves(model, b) && c->island[a] != c->island[b]) {
        add_link(c, c->island[a], c->island[b]);
        add_link(c, c->island[b], c->island[a]);
    }
}

static int compare_links(const void *a, const void *b) {
    const abLink *p = a, *q = b;
    return p->from != q->from ? (p->from > q->from) - (p->from < q->from)
                              : (p->to > q->to) - (p->to < q->to);
}

static bool make_links(abCoupling *c) {
    const abDynamics *d = c->dynamics;
    const abModel *model = d->model;
    size_t most = model->body_count + 2 * (d->touch_count + model->force_count);
    for (size_t f = 0; f < model->force_count; f++) {
        most += 4 * (size_t)model->forces[f].looks_at_count;
    }
    if (!AB_ARRAY_RESERVE(d->allocator, c->links, c->link_capacity, most)) {
        return false;
    }
    c->link_count = 0;
    for (int b = 0; b < (int)model->body_count; b++) {
        if (moves(model, b) && c->island[b] == b) {
            add_link(c, b, b);
        }
    }
    for (size_t k = 0; k < d->touch_count; k++) {
        link_bodies(c, d->touches[k].body_a, d->touches[k].body_b);
    }
    for (size_t f = 0; f < model->force_count; f++) {
        const abForceElement *force = &model->forces[f];
        link_bodies(c, force->body_a, force->body_b);
        for (int k = 0; k < force->looks_at_count; k++) {
            link_bodies(c, force->body_a, force->looks_at[k]);
            link_bodies(c, force->body_b, force->looks_at[k]);
        }
    }
    qsort(c->links, c->link_count, sizeof *c->links, compare_links);
    size_t kept = 0;
    for (size_t k = 0; k < c->link_count; k++) {
        if (kept == 0 || compare_links(&c->links[kept - 1], &c->links[k]) != 0) {
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

int ab_coupling_island(const abCoupling *c, const abTouch *touch) {
    bool a_moves = moves(c->dynamics->model, touch->body_a);
    return c->island[a_moves ? touch->body_a : touch->body_b];
}

// Backwards, so that each list rises.
static bool list_grips(abCoupling *c) {
    const abDynamics *d = c->dynamics;
    size_t count = d->grips.count; // a new list may be on its way
    for (size_t k = 0; k < d->touch_count; k++) {
        size_t end = (size_t)(d->touches[k].first_grip + d->touches[k].grip_count);
        count = end > count ? end : count;
    }
    if (!AB_ARRAY_RESERVE(d->allocator, c->next_grip, c->next_capacity, count)) {
        return false;
    }
    for (size_t b = 0; b < d->model->body_count; b++) {
        c->first_grip[b] = -1;
    }
    for (size_t k = d->touch_count; k-- > 0;) {
        const abTouch *touch = &d->touches[k];
        int *first = &c->first_grip[ab_coupling_island(c, touch)];
        for (int i = touch->grip_count; i-- > 0;) {
            c->next_grip[touch->first_grip + i] = *first;
            *first = touch->first_grip + i;
        }
    }
    return true;
}

bool ab_coupling_update(abCoupling *c) {
    int n = (int)c->dynamics->model->body_count;
    find_islands(c);
    if (!make_links(c) || !list_grips(c)) {
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
    const abDynamics *d = c->dynamics;
    uint64_t hash = AB_HASH_START;
    for (size_t k = 0; k < d->touch_count; k++) {
        const abTouch *touch = &d->touches[k];
        if (moves(d->model, touch->body_a) && moves(d->model, touch->body_b) &&
            (touch->sticks || touch->is_rigid ||
             c->island[touch->body_a] != c->island[touch->body_b])) {
            hash = ab_hash_bytes(hash, &touch->body_a, sizeof touch->body_a);
            hash = ab_hash_bytes(hash, &touch->body_b, sizeof touch->body_b);
        }
        if (touch->grip_count > 0) {
            hash = ab_hash_bytes(hash, &touch->body_a, sizeof touch->body_a);
            hash = ab_hash_bytes(hash, &touch->body_b, sizeof touch->body_b);
            hash = ab_hash_bytes(hash, &touch->grip_count, sizeof touch->grip_count);
            hash = ab_hash_bytes(hash, &touch->sticks, sizeof touch->sticks);
        }
    }
    return hash;
}

static size_t island_states(const abCoupling *c, int island) {
    size_t sum = 0;
    for (int b = island; b >= 0; b = c->next_body[b]) {
        sum += (size_t)ab_coupling_states(c, b);
    }
    for (int g = c->first_grip[island]; g >= 0; g = c->next_grip[g]) {
        sum += AB_GRIP_STATES;
    }
    return sum;
}

bool ab_coupling_state(const abCoupling *c, int island, int i, int *state) {
    const abModel *model = c->dynamics->model;
    for (int b = island; b >= 0; b = c->next_body[b]) {
        int count = ab_coupling_states(c, b);
        if (i < count) {
            *state = model->bodies[b].state + i;
            return true;
        }
        i -= count;
    }
    for (int g = c->first_grip[island]; g >= 0; g = c->next_grip[g], i -= AB_GRIP_STATES) {
        if (i < AB_GRIP_STATES) {
            *state = model->state_count + AB_GRIP_STATES * g + i;
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
