// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// pair_data.c - what pairs derive from the model, once per pair as long as it comes near.
//
// A table by the shapes of the pair. Entries do not move, as others point to them. Those that
// nobody has taken wait in a queue; when it is longer than the entries in use and some, the oldest
// serves another pair, so that the table stays in proportion to what is near at a time.

#include "mechanics/contact/pair_data.h"

#include <math.h>

#include "base/array.h"
#include "collide/patch/patch.h"
#include "collide/region/region.h"
#include "math/core/elementary.h"
#include "mechanics/contact/contact_set.h"
#include "model/compile/compile_contacts.h"
#include "model/compile/contour_rule.h"
#include "model/compile/may_touch.h"
#include "model/compile/surface_rule.h"

enum { SLAB = 32, SPARE = 64, NONE = -1 };

typedef struct abPairEntry {
    abPairData data; // first: who has it has the entry
    int shape_a, shape_b;
    int index, users;
    int generation;   // of the values it is made of
    int next;         // of the same bucket
    int older, newer; // in the queue, without users
} abPairEntry;

struct abPairTable {
    abPairEntry **slabs;
    size_t slab_capacity;
    int *buckets; // the first entry of each, plus one
    size_t bucket_capacity;
    int bucket_count; // a power of two
    int count, idle_count;
    int generation; // of the values of the model
    int oldest, newest;
};

_Static_assert((int)AB_SURFACE_BENDS == (int)AB_LAW_BENDS, "room for the depths of a law");

// ---- preparing ----

// By the forces at two depths, one twice the other.
static double energy_power(const abNormalLaw *law, const double *constants,
                           const abPairProperties *pair) {
    const double shallow = 1e-6; // m
    double force[2], memory[AB_LAW_MEMORY] = {0.0};
    ab_normal_begin(law, constants, 1.0, memory);
    for (int i = 0; i < 2; i++) {
        abContact contact = {
            .depth = (i + 1) * shallow, .radius = pair->radius, .area = shallow * shallow};
        abNormalForce out;
        law->evaluate(constants, memory, &contact, &out);
        force[i] = out.force;
    }
    bool is_known = force[0] > 0.0 && force[1] > force[0] && isfinite(force[1]);
    return is_known ? 1.0 + ab_log_e(force[1] / force[0]) / ab_log_e(2.0) : 2.0;
}

// Whether a contact of the pair is one point, and its laws ask for nothing that is searched for.
static bool is_plain(const abPairData *data, const abShape *A, const abShape *B) {
    bool is_spread = data->has_patch || data->has_regions || data->has_surface || data->has_skin ||
                     data->contours.is_set || data->wants_area;
    bool is_simple =
        A->surface == NULL && B->surface == NULL && A->curve == NULL && B->curve == NULL;
    return is_simple && !is_spread && !data->is_rigid && !data->has_code &&
           !data->wants_curvature && data->interaction->friction->tangential == NULL;
}

static void prepare(const abModel *model, int shape_a, int shape_b, abPairData *data) {
    abPairProperties pair = ab_model_pair_properties(model, shape_a, shape_b);
    *data = (abPairData){0};
    data->body_a = model->shapes[shape_a].body;
    data->body_b = model->shapes[shape_b].body;
    data->interaction = ab_model_interaction(model, shape_a, shape_b);
    const abContactRuleDef *rule = data->interaction->rule;
    data->interaction->normal->prepare(rule->normal.data, &pair, data->normal_constants);
    data->has_code = data->interaction->normal->code.open != NULL ||
                     data->interaction->friction->code.open != NULL;
    data->has_surface = ab_model_surface(model, &model->shapes[shape_a], &model->shapes[shape_b],
                                         rule, &data->surface);
    const abInteraction *with = data->interaction;
    bool is_even = with->thickness == NULL && with->youngs_modulus == NULL; // one layer all over
    if (data->has_surface && is_even && with->normal->bends != NULL) {
        data->surface.bends = with->normal->bends(data->normal_constants, data->surface.bend);
    }
    data->wants_area = pair.wants_area && !data->has_surface;
    data->passes = rule->masters == AB_MASTERS_SUM ? 2.0 : 1.0;
    data->ignored_depth = isnan(rule->ignore_deeper_than) ? INFINITY : rule->ignore_deeper_than;
    const abShape *A = &model->shapes[shape_a].shape;
    const abShape *B = &model->shapes[shape_b].shape;
    bool is_full = rule->manifold != AB_MANIFOLD_SINGLE;
    data->at_centroids =
        rule->manifold == AB_MANIFOLD_CENTROID && A->curve != NULL && B->curve != NULL;
    data->wants_curvature = pair.wants_curvature && !data->has_surface;
    data->by_hulls =
        !data->has_surface && ab_model_rests_on_hulls(&model->shapes[shape_a],
                                                      &model->shapes[shape_b], data->interaction);
    bool is_one_point =
        !data->wants_area && !data->wants_curvature && !data->has_code &&
        ab_model_meets_hull(&model->shapes[shape_a], &model->shapes[shape_b], data->interaction);
    data->has_regions =
        ab_has_regions(A, B) && !data->has_surface && !data->by_hulls && !is_one_point;
    ab_model_contours(&model->shapes[shape_a], &model->shapes[shape_b], data->interaction,
                      &data->contours);
    data->is_rigid = ab_interaction_is_rigid(data->interaction);
    data->is_outline = (A->outline != NULL || B->outline != NULL) && !data->is_rigid;
    data->has_patch = data->has_regions || data->by_hulls ||
                      (!data->has_surface && is_full &&
                       (data->wants_area ? ab_patch_has_area(A, B) : ab_has_patch(A, B)));
    data->by_curvature = data->has_patch && data->wants_curvature && !data->wants_area &&
                         !data->has_regions && !data->by_hulls;
    data->has_skin = A->skin != NULL || B->skin != NULL;
    if (data->has_skin) { // each of its points is one for the law
        data->has_patch = data->wants_curvature = data->by_curvature = data->wants_area = false;
        data->has_surface = data->has_regions = data->by_hulls = data->contours.is_set = false;
    }
    data->is_plain = is_plain(data, A, B);
    data->collider = ab_collider(A, B);
    data->loads_a = model->bodies[data->body_a].mobility != AB_MOBILITY_FIXED;
    data->loads_b = model->bodies[data->body_b].mobility != AB_MOBILITY_FIXED;
    data->energy_power = 2.0;
    if (data->has_patch && !data->is_rigid && !data->has_code) {
        data->energy_power = energy_power(data->interaction->normal, data->normal_constants, &pair);
    }
    ab_friction_prepare(data->interaction->friction, rule->friction.data, &pair,
                        data->friction_constants);
}

// ---- the table ----

static abPairEntry *entry_at(const abPairTable *table, int index) {
    return &table->slabs[index / SLAB][index % SLAB];
}

static int bucket_of(const abPairTable *table, int shape_a, int shape_b) {
    uint32_t key = (uint32_t)shape_a * 2654435761u + (uint32_t)shape_b * 2246822519u;
    return (int)((key ^ (key >> 15)) & (uint32_t)(table->bucket_count - 1));
}

static void put(abPairTable *table, abPairEntry *entry) {
    int *bucket = &table->buckets[bucket_of(table, entry->shape_a, entry->shape_b)];
    entry->next = *bucket - 1;
    *bucket = entry->index + 1;
}

static void take_out(abPairTable *table, const abPairEntry *entry) {
    int *bucket = &table->buckets[bucket_of(table, entry->shape_a, entry->shape_b)];
    if (*bucket == entry->index + 1) {
        *bucket = entry->next + 1;
        return;
    }
    abPairEntry *before = entry_at(table, *bucket - 1);
    while (before->next != entry->index) {
        before = entry_at(table, before->next);
    }
    before->next = entry->next;
}

static abPairEntry *find(const abPairTable *table, int shape_a, int shape_b) {
    int index =
        table->bucket_count > 0 ? table->buckets[bucket_of(table, shape_a, shape_b)] - 1 : NONE;
    while (index != NONE) {
        abPairEntry *entry = entry_at(table, index);
        if (entry->shape_a == shape_a && entry->shape_b == shape_b) {
            return entry;
        }
        index = entry->next;
    }
    return NULL;
}

// ---- the queue of those without users ----

static void join_queue(abPairTable *table, abPairEntry *entry) {
    entry->older = table->newest;
    entry->newer = NONE;
    *(table->newest != NONE ? &entry_at(table, table->newest)->newer : &table->oldest) =
        entry->index;
    table->newest = entry->index;
    table->idle_count++;
}

static void leave_queue(abPairTable *table, const abPairEntry *entry) {
    *(entry->older != NONE ? &entry_at(table, entry->older)->newer : &table->oldest) = entry->newer;
    *(entry->newer != NONE ? &entry_at(table, entry->newer)->older : &table->newest) = entry->older;
    table->idle_count--;
}

// ---- room ----

static bool grow_buckets(abAllocator allocator, abPairTable *table) {
    int wanted = table->bucket_count > 0 ? 2 * table->bucket_count : SPARE;
    if (!AB_ARRAY_RESERVE(allocator, table->buckets, table->bucket_capacity, (size_t)wanted)) {
        return false;
    }
    table->bucket_count = wanted;
    for (int i = 0; i < wanted; i++) {
        table->buckets[i] = 0;
    }
    for (int i = 0; i < table->count; i++) {
        put(table, entry_at(table, i));
    }
    return true;
}

static abPairEntry *new_entry(abAllocator allocator, abPairTable *table) {
    int slab = table->count / SLAB;
    if (table->count == table->bucket_count && !grow_buckets(allocator, table)) {
        return NULL;
    }
    // the items are pointers: NOLINTNEXTLINE(bugprone-sizeof-expression)
    if (!AB_ARRAY_RESERVE(allocator, table->slabs, table->slab_capacity, (size_t)slab + 1)) {
        return NULL;
    }
    if (table->slabs[slab] == NULL) {
        size_t none = 0;
        if (!AB_ARRAY_RESERVE(allocator, table->slabs[slab], none, SLAB)) {
            return NULL;
        }
    }
    abPairEntry *entry = &table->slabs[slab][table->count % SLAB];
    entry->index = table->count++;
    return entry;
}

// An entry for another pair, in no list.
static abPairEntry *free_entry(abAllocator allocator, abPairTable *table) {
    if (table->idle_count <= table->count - table->idle_count + SPARE) {
        return new_entry(allocator, table);
    }
    abPairEntry *entry = entry_at(table, table->oldest);
    leave_queue(table, entry);
    take_out(table, entry);
    return entry;
}

static abPairTable *table_of(abMechanics *m) {
    abContactSet *set = m->contacts;
    if (set->table == NULL) {
        set->table = AB_ARENA_NEW(&m->arena, abPairTable, 1);
        if (set->table != NULL) {
            set->table->oldest = set->table->newest = NONE;
        }
    }
    return set->table;
}

// ---- what others see ----

static abPairEntry *take_known(abPairTable *table, abPairEntry *entry) {
    if (entry->users == 0) {
        leave_queue(table, entry);
    }
    return entry;
}

static abPairEntry *take_new(abAllocator allocator, abPairTable *table, int shape_a, int shape_b) {
    abPairEntry *entry = free_entry(allocator, table);
    if (entry != NULL) {
        entry->shape_a = shape_a;
        entry->shape_b = shape_b;
        entry->users = 0;
        entry->generation = table->generation - 1;
        put(table, entry);
    }
    return entry;
}

const abPairData *ab_pair_data_take(abMechanics *m, int shape_a, int shape_b) {
    abPairTable *table = table_of(m);
    if (table == NULL) {
        return NULL;
    }
    abPairEntry *known = find(table, shape_a, shape_b);
    abPairEntry *entry =
        known != NULL ? take_known(table, known) : take_new(m->allocator, table, shape_a, shape_b);
    if (entry == NULL) {
        return NULL;
    }
    entry->users++;
    if (entry->generation != table->generation) {
        entry->generation = table->generation;
        prepare(m->model, shape_a, shape_b, &entry->data);
        if (entry->data.is_rigid && !m->contacts->keeps_patches) {
            entry->data.has_patch = entry->data.has_regions = entry->data.contours.is_set = false;
        }
    }
    return &entry->data;
}

void ab_pair_data_renew(abMechanics *m) {
    if (m->contacts->table != NULL) {
        m->contacts->table->generation++;
    }
}

void ab_pair_data_leave(abMechanics *m, const abPairData *data) {
    abPairEntry *entry = (abPairEntry *)data;
    if (--entry->users == 0) {
        join_queue(m->contacts->table, entry);
    }
}

void ab_pair_table_done(abMechanics *m) {
    abPairTable *table = m->contacts->table;
    for (size_t i = 0; table != NULL && i < table->slab_capacity; i++) {
        size_t size = table->slabs[i] != NULL ? SLAB : 0;
        AB_ARRAY_FREE(m->allocator, table->slabs[i], size);
    }
    if (table != NULL) {
        // the items are pointers: NOLINTNEXTLINE(bugprone-sizeof-expression)
        AB_ARRAY_FREE(m->allocator, table->slabs, table->slab_capacity);
        AB_ARRAY_FREE(m->allocator, table->buckets, table->bucket_capacity);
    }
}
