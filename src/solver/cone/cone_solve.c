// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// cone_solve.c - a problem is taken apart into islands, which know nothing of each other.
//
// Bodies that answer and that contacts, patches or links join are an island. What does not answer,
// like the ground, joins none: each island has a copy of it. Contacts keep their order. So an
// island has the same answer, to the bit, whatever else there is; what is hard in one place costs
// nothing in another; and "good enough" is said of each by itself.
//
// What an island leaves for the next step (abConeMemory) is kept at each of its bodies, and taken
// from the body of its first contact. Its pause of Newton's method ends when its pairs are others
// and stay.

#include "solver/cone/cone_solve.h"

#include <string.h>

#include "base/array.h"
#include "base/groups.h"
#include "solver/cone/cone_island.h"
#include "solver/cone/cone_motion.h"

// ---- room ----

bool ab_cone_remember(abConeWorkspace *workspace, int body_count) {
    return AB_ARRAY_RESERVE(workspace->allocator, workspace->memory, workspace->memory_capacity,
                            (size_t)body_count);
}

void ab_cone_workspace_done(abConeWorkspace *workspace) {
    ab_arrays_free(workspace->allocator, &workspace->arrays);
    AB_ARRAY_FREE(workspace->allocator, workspace->memory, workspace->memory_capacity);
    if (workspace->cholesky.allocator.resize != NULL) {
        ab_block_cholesky_done(&workspace->cholesky);
    }
    *workspace =
        (abConeWorkspace){.allocator = workspace->allocator, .threads = workspace->threads};
}

// Items are contacts, patches and links, in this order.
static int item_count(const abConeProblem *problem) {
    return problem->contact_count + problem->patch_count + problem->link_count;
}

static bool reserve(const abConeProblem *problem, abConeWorkspace *workspace) {
    abConeIslands *all = &workspace->islands;
    abAllocator allocator = workspace->allocator;
    size_t n = (size_t)problem->body_count + 1, items = (size_t)item_count(problem);
    return ab_cone_remember(workspace, problem->body_count) &&
           AB_ARRAYS_RESERVE(allocator, &workspace->arrays, all->parent, n) &&
           AB_ARRAYS_RESERVE(allocator, &workspace->arrays, all->island, n) &&
           AB_ARRAYS_RESERVE(allocator, &workspace->arrays, all->local, n) &&
           AB_ARRAYS_RESERVE(allocator, &workspace->arrays, all->first, n + 1) &&
           AB_ARRAYS_RESERVE(allocator, &workspace->arrays, all->order, items + 1) &&
           AB_ARRAYS_RESERVE(allocator, &workspace->arrays, all->head, items + 1) &&
           AB_ARRAYS_RESERVE(allocator, &workspace->arrays, all->own, n) &&
           AB_ARRAYS_RESERVE(allocator, &workspace->arrays, all->bodies, n) &&
           AB_ARRAYS_RESERVE(allocator, &workspace->arrays, all->guess, 2 * n) &&
           AB_ARRAYS_RESERVE(allocator, &workspace->arrays, all->contacts,
                             (size_t)problem->contact_count + 1) &&
           AB_ARRAYS_RESERVE(allocator, &workspace->arrays, all->patches,
                             (size_t)problem->patch_count + 1) &&
           AB_ARRAYS_RESERVE(allocator, &workspace->arrays, all->links,
                             (size_t)problem->link_count + 1);
}

// ---- who hangs together ----

// Of the bodies of an item; `side` runs over all entries of a link.
static int body_of(const abConeProblem *problem, int item, int side) {
    int patch = item - problem->contact_count, link = patch - problem->patch_count;
    return item < problem->contact_count  ? problem->contacts[item].body[side]
           : patch < problem->patch_count ? problem->patches[patch].body[side]
                                          : problem->links[link + side / 2].body[side % 2];
}

static int side_count(const abConeProblem *problem, int item) {
    int link = item - problem->contact_count - problem->patch_count;
    return link < 0 ? 2 : 2 * (ab_cone_link_end(problem, link) - link);
}

// Of a contact: the first body of the modes of a side; -1: there are none.
static int modes_of(const abConeProblem *problem, int item, int side) {
    bool has_modes = item < problem->contact_count && problem->contacts[item].modes[side].count > 0;
    return has_modes ? problem->contacts[item].modes[side].first : -1;
}

// Of an entry of a link the first of them.
static int head_of(const abConeProblem *problem, int item) {
    int first = problem->contact_count + problem->patch_count;
    while (item > first && problem->links[item - first].goes_on) {
        item--;
    }
    return item;
}

static bool answers(const abConeProblem *problem, int body) {
    bool any = false;
    for (int i = 0; body >= 0 && i < 6 && !any; i++) {
        any = ab_cone_is_free(&problem->bodies[body], i);
    }
    return any;
}

// The first body of an item that answers; -1: none does.
static int first_of(const abConeProblem *problem, int item) {
    if (item < problem->contact_count) {
        const int *body = problem->contacts[item].body;
        int modes[2] = {modes_of(problem, item, 0), modes_of(problem, item, 1)};
        return answers(problem, body[0])    ? body[0]
               : answers(problem, body[1])  ? body[1]
               : answers(problem, modes[0]) ? modes[0]
               : answers(problem, modes[1]) ? modes[1]
                                            : -1;
    }
    item = head_of(problem, item);
    for (int side = 0, sides = side_count(problem, item); side < sides; side++) {
        int body = body_of(problem, item, side);
        if (answers(problem, body)) {
            return body;
        }
    }
    return -1;
}

// Whether the pair of a contact is that of the one before, as those of a pair follow each other.
static bool follows(const abConeProblem *problem, int item) {
    if (item == 0 || item >= problem->contact_count) {
        return false;
    }
    const int *own = problem->contacts[item].body, *last = problem->contacts[item - 1].body;
    return own[0] == last[0] && own[1] == last[1];
}

static void join_bodies(const abConeProblem *problem, abConeIslands *all) {
    ab_groups_begin(all->parent, (size_t)problem->body_count);
    for (int item = 0; item < item_count(problem); item++) {
        if (follows(problem, item)) {
            all->head[item] = all->head[item - 1];
            continue;
        }
        int first = all->head[item] = first_of(problem, item);
        for (int side = 0, sides = side_count(problem, item); side < sides && first >= 0; side++) {
            int body = body_of(problem, item, side);
            if (answers(problem, body)) {
                ab_groups_join(all->parent, first, body);
            }
            int modes = side < 2 ? modes_of(problem, item, side) : -1;
            if (answers(problem, modes)) {
                ab_groups_join(all->parent, first, modes);
            }
        }
    }
}

// Numbers the islands as they come, and sorts the items by them. What nothing answers to is an
// island of its own.
static void sort_items(const abConeProblem *problem, abConeIslands *all) {
    int items = item_count(problem), n = problem->body_count;
    for (int b = 0; b <= n; b++) {
        all->island[b] = -1; // by the body that names it; n: nothing answers
        all->first[b] = 0;
    }
    all->first[n + 1] = 0;
    all->count = 0;
    for (int item = 0; item < items; item++) {
        int body = all->head[item];
        int *island = &all->island[body >= 0 ? ab_group_of(all->parent, body) : n];
        if (*island < 0) {
            *island = all->count++;
        }
        all->head[item] = *island;
        all->first[*island + 1]++;
    }
    for (int i = 0; i < all->count; i++) {
        all->first[i + 1] += all->first[i];
    }
    for (int item = 0; item < items; item++) {
        all->order[all->first[all->head[item]]++] = item;
    }
    for (int i = all->count; i > 0; i--) { // each has moved to where the next begins
        all->first[i] = all->first[i - 1];
    }
    all->first[0] = 0;
}

// ---- one of them ----

static int local_of(const abConeProblem *whole, abConeIslands *all, abConeProblem *part, int b) {
    if (b < 0) {
        return -1;
    }
    if (all->local[b] < 0) {
        int i = part->body_count++;
        all->local[b] = i;
        all->own[i] = b;
        all->bodies[i] = whole->bodies[b];
        if (whole->guess_v != NULL) {
            all->guess[i] = whole->guess_v[b];
            all->guess[whole->body_count + i] = whole->guess_w[b];
        }
    }
    return all->local[b];
}

// Those of a side always go together, so they follow each other here, too.
static void take_modes(const abConeProblem *whole, abConeIslands *all, abConeProblem *part,
                       abConeContact *contact) {
    for (int side = 0; side < 2; side++) {
        abConeModes *modes = &contact->modes[side];
        int first = modes->first;
        for (int k = 0; k < modes->count; k++) {
            int own = local_of(whole, all, part, first + k);
            modes->first = k == 0 ? own : modes->first;
        }
        part->has_modes = part->has_modes || modes->count > 0;
    }
}

static void take_item(const abConeProblem *whole, abConeIslands *all, abConeProblem *part,
                      int item) {
    int patch = item - whole->contact_count, link = patch - whole->patch_count, *body;
    if (item < whole->contact_count) {
        abConeContact *contact = &part->contacts[part->contact_count++];
        if (contact != &whole->contacts[item]) {
            *contact = whole->contacts[item];
        }
        body = contact->body;
    } else if (patch < whole->patch_count) {
        all->patches[part->patch_count] = whole->patches[patch];
        body = all->patches[part->patch_count++].body;
    } else {
        all->links[part->link_count] = whole->links[link];
        body = all->links[part->link_count++].body;
    }
    for (int side = 0; side < 2; side++) {
        body[side] = local_of(whole, all, part, body[side]);
    }
    if (item < whole->contact_count) {
        take_modes(whole, all, part, &part->contacts[part->contact_count - 1]);
    }
}

static abConeProblem take_apart(const abConeProblem *whole, abConeIslands *all, int island) {
    abConeProblem part = *whole;
    part.body_count = part.contact_count = part.patch_count = part.link_count = 0;
    part.has_modes = false;
    part.bodies = all->bodies;
    bool is_all = all->count == 1 && whole->contact_count > 0; // its contacts stay where they are
    part.contacts = is_all ? whole->contacts : all->contacts;
    part.patches = all->patches;
    part.links = all->links;
    for (int i = all->first[island]; i < all->first[island + 1]; i++) {
        take_item(whole, all, &part, all->order[i]);
    }
    part.guess_v = whole->guess_v != NULL ? all->guess : NULL;
    part.guess_w = whole->guess_v != NULL ? all->guess + whole->body_count : NULL;
    int fresh = 0;
    for (int k = 0; k < part.contact_count; k++) {
        fresh += part.contacts[k].is_new;
    }
    part.is_steady = 20 * fresh <= part.contact_count;
    part.maximum_work *= (double)item_count(&part) / (double)item_count(whole);
    return part;
}

static void put_contact_back(abConeContact *to, const abConeContact *from, const int *own) {
    if (to != from) {
        *to = *from;
    }
    for (int side = 0; side < 2; side++) {
        to->body[side] = to->body[side] >= 0 ? own[to->body[side]] : -1;
        to->modes[side].first = to->modes[side].count > 0 ? own[to->modes[side].first] : 0;
    }
}

static void put_back(abConeProblem *whole, abConeIslands *all, const abConeProblem *part,
                     int island) {
    for (int i = 0; i < part->body_count; i++) {
        all->local[all->own[i]] = -1;
        whole->bodies[all->own[i]] = part->bodies[i];
    }
    const abConeContact *contact = part->contacts;
    const abConePatch *patch = part->patches;
    const abConeLink *link = part->links;
    for (int i = all->first[island]; i < all->first[island + 1]; i++) {
        int item = all->order[i], at = item - whole->contact_count;
        if (item < whole->contact_count) {
            put_contact_back(&whole->contacts[item], contact++, all->own);
            continue;
        }
        int body[2] = {body_of(whole, item, 0), body_of(whole, item, 1)}, *to;
        if (at < whole->patch_count) {
            whole->patches[at] = *patch++;
            to = whole->patches[at].body;
        } else {
            whole->links[at - whole->patch_count] = *link++;
            to = whole->links[at - whole->patch_count].body;
        }
        to[0] = body[0], to[1] = body[1];
    }
}

// ---- what is known of it ----

// Of the pairs of bodies that touch, in any order.
static uint64_t sum_of_pairs(const abConeProblem *part, const abConeIslands *all) {
    uint64_t sum = 0;
    for (int k = 0; k < part->contact_count; k++) {
        const int *body = part->contacts[k].body, *last = part->contacts[k > 0 ? k - 1 : 0].body;
        if (k > 0 && body[0] == last[0] && body[1] == last[1]) {
            continue; // points of a pair follow each other
        }
        uint64_t a = (uint64_t)all->own[body[0]], b = (uint64_t)all->own[body[1]];
        uint64_t pair = a < b ? a << 32 | b : b << 32 | a;
        pair = (pair ^ pair >> 29) * 0x9e3779b97f4a7c15u;
        sum += (pair ^ pair >> 32) * 0xbf58476d1ce4e5b9u;
    }
    return sum;
}

static abConeMemory recall(abConeProblem *part, const abConeWorkspace *workspace) {
    const abConeIslands *all = &workspace->islands;
    abConeMemory memory = {.share = 0.0};
    for (int i = 0; i < part->body_count; i++) {
        if (answers(part, i)) {
            memory = workspace->memory[all->own[i]];
            break;
        }
    }
    if (part->is_aside) { // Newton's method is worth it where it was to the problem itself
        part->is_steady = memory.is_exact;
        memory = (abConeMemory){.share = 0.0};
    }
    uint64_t pairs = sum_of_pairs(part, all);
    if (memory.pairs == pairs && memory.failed_pairs != pairs) {
        memory.pause = 0; // others than those that Newton's method failed on, and they stay
    }
    memory.pairs = pairs;
    return memory;
}

static void store(const abConeProblem *part, const abConeWorkspace *workspace) {
    for (int i = 0; i < part->body_count && !part->is_aside; i++) {
        if (answers(part, i)) {
            workspace->memory[workspace->islands.own[i]] = workspace->now;
        }
    }
}

// ---- all of them ----

// The worst of both; `items` are those of the second.
static void add_result(abConeResult *all, const abConeResult *one, const int *items) {
    all->sweeps += one->sweeps;
    all->factorisations += one->factorisations;
    all->is_converged = all->is_converged && one->is_converged;
    all->error = fmax(all->error, one->error);
    all->residual.mean = fmax(all->residual.mean, one->residual.mean);
    int worst = one->residual.worst;
    if (worst >= 0 && one->residual.maximum > all->residual.maximum) {
        all->residual.maximum = one->residual.maximum;
        all->residual.worst = items[worst];
    }
}

bool ab_cone_solve(abConeProblem *problem, abConeWorkspace *workspace, abConeResult *result) {
    *result = (abConeResult){.is_converged = true, .residual = {.worst = -1}};
    if (!reserve(problem, workspace)) {
        return false;
    }
    abConeIslands *all = &workspace->islands;
    double fastest = problem->speed;
    join_bodies(problem, all);
    sort_items(problem, all);
    for (int b = 0; b < problem->body_count; b++) {
        all->local[b] = -1;
    }
    for (int island = 0; island < all->count; island++) {
        abConeProblem part = take_apart(problem, all, island);
        abConeResult one;
        workspace->now = recall(&part, workspace);
        bool is_done = ab_cone_solve_island(&part, workspace, &one);
        store(&part, workspace);
        put_back(problem, all, &part, island);
        if (!is_done) {
            return false;
        }
        fastest = fmax(fastest, part.speed);
        add_result(result, &one, all->order + all->first[island]);
    }
    problem->speed = fastest;
    return true;
}
