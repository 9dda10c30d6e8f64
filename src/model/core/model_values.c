// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// model_values.c - the block of values of a copy: array after array, each on a boundary of its own.
//
// Values point to each other in two places only, from an interaction to its rule and its fields;
// these pointers are moved with the block.

#include "model/core/model_values.h"

#include <stddef.h>
#include <string.h>

#include "base/no_memory.h"

static abResult no_memory(abError *error) {
    return ab_no_memory(error, (abPlace){0}, "for the values of a model");
}

// ---- the arrays ----

typedef struct Array {
    size_t pointer; // offset of the pointer to it in abModel
    size_t size;    // of an item
    size_t count;
} Array;

enum { ARRAYS = 14, ALIGNMENT = 64 };

static void list_arrays(const abModel *model, Array arrays[ARRAYS]) {
#define ARRAY(name, count_)                                                                        \
    { offsetof(abModel, name), sizeof *model->name, (size_t)(count_) }
    const Array list[ARRAYS] = {
        ARRAY(materials, model->material_count),
        ARRAY(pairs, model->pair_count),
        ARRAY(rules, model->rule_count),
        ARRAY(body_defs, model->body_count),
        ARRAY(joint_defs, model->joint_count),
        ARRAY(force_defs, model->force_count),
        ARRAY(fields, model->field_count),
        ARRAY(variables, model->variable_count),
        ARRAY(bodies, model->body_count + model->attachment_count),
        ARRAY(surfaces, model->shape_count),
        ARRAY(joints, model->joint_count),
        ARRAY(forces, model->force_count),
        ARRAY(inputs, model->input_count),
        ARRAY(interactions, model->interaction_count),
    };
#undef ARRAY
    memcpy(arrays, list, sizeof list);
}

static size_t room_of(const Array *array) {
    return (array->count * array->size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

static void *pointer_at(const abModel *model, size_t offset) {
    void *pointer;
    memcpy(&pointer, (const unsigned char *)model + offset, sizeof pointer);
    return pointer;
}

// Puts the arrays of `from` into the block of `copy`, which points to them from then on.
static void fill_block(abModel *copy, const abModel *from, const Array arrays[ARRAYS]) {
    unsigned char *at = copy->values.block;
    for (int i = 0; i < ARRAYS; i++) {
        if (arrays[i].count > 0) {
            memcpy(at, pointer_at(from, arrays[i].pointer), arrays[i].count * arrays[i].size);
        }
        memcpy((unsigned char *)copy + arrays[i].pointer, &at, sizeof at);
        at += room_of(&arrays[i]);
    }
}

static const abModelField *moved_field(const abModelField *field, const abModel *from,
                                       const abModel *to) {
    return field != NULL ? to->fields + (field - from->fields) : NULL;
}

static void move_pointers(abModel *copy, const abModel *from) {
    for (int i = 0; i < copy->interaction_count; i++) {
        abInteraction *interaction = &copy->interactions[i];
        interaction->rule = copy->rules + (interaction->rule - from->rules);
        interaction->thickness = moved_field(interaction->thickness, from, copy);
        interaction->youngs_modulus = moved_field(interaction->youngs_modulus, from, copy);
    }
}

// ---- a copy ----

static bool make_block(abModel *copy, const abModel *from) {
    Array arrays[ARRAYS];
    list_arrays(from, arrays);
    copy->values = (abValues){.gravity = from->gravity};
    for (int i = 0; i < ARRAYS; i++) {
        copy->values.size += room_of(&arrays[i]);
    }
    size_t lines = copy->values.size / ALIGNMENT;
    copy->values.block = ab_arena_take(&copy->arena, lines, ALIGNMENT);
    copy->values.spare = ab_arena_take(&copy->arena, lines, ALIGNMENT);
    copy->users = AB_ARENA_NEW(&copy->arena, atomic_int, 1);
    if (copy->values.block == NULL || copy->values.spare == NULL || copy->users == NULL) {
        return false;
    }
    fill_block(copy, from, arrays);
    move_pointers(copy, from);
    return true;
}

// Of what it was read from the copy has overrides of its own, which are written.
static bool copy_source(abModel *copy, const abModelText *source) {
    abModelText *own = AB_ARENA_NEW(&copy->arena, abModelText, 1);
    int count = source->override_count;
    abOverride *overrides = AB_ARENA_NEW(&copy->arena, abOverride, (size_t)count + 1);
    bool ok = own != NULL && overrides != NULL;
    for (int i = 0; i < count && ok; i++) {
        overrides[i] = source->overrides[i];
        ok = ab_model_own(copy, &overrides[i].path) && ab_model_own(copy, &overrides[i].value);
    }
    if (ok) {
        *own = *source;
        own->overrides = overrides;
        copy->source = own;
    }
    return ok;
}

abResult ab_model_copy_values(const abModel *model, abModel **out, abError *error) {
    abAllocator allocator = model->arena.allocator;
    abModel *copy = allocator.resize(allocator.context, NULL, 0, sizeof *copy);
    if (copy == NULL) {
        return no_memory(error);
    }
    *copy = *model;
    copy->log = (abLog){0}; // what was said when it was compiled is not said again
    ab_arena_init(&copy->arena, allocator, 16384);
    if (!make_block(copy, model) || (model->source != NULL && !copy_source(copy, model->source))) {
        ab_arena_done(&copy->arena);
        allocator.resize(allocator.context, copy, sizeof *copy, 0);
        return no_memory(error);
    }
    atomic_init(copy->users, 1);
    atomic_fetch_add(model->users, 1);
    copy->base = (abModel *)model; // counted, and not changed but for that
    *out = copy;
    return AB_OK;
}

bool ab_model_is_copy(const abModel *model) {
    return model->base != NULL;
}

// ---- trying ----

void ab_model_keep_values(abModel *model) {
    memcpy(model->values.spare, model->values.block, model->values.size);
    model->values.gravity = model->gravity;
}

void ab_model_swap_values(abModel *model) {
    abValues *values = &model->values;
    for (size_t i = 0; i < values->size; i += ALIGNMENT) {
        unsigned char line[ALIGNMENT];
        memcpy(line, values->block + i, ALIGNMENT);
        memcpy(values->block + i, values->spare + i, ALIGNMENT);
        memcpy(values->spare + i, line, ALIGNMENT);
    }
    abGravityDef gravity = model->gravity;
    model->gravity = values->gravity;
    values->gravity = gravity;
}

// ---- what its text would say ----

// Room for one more override; those of a copy are its own, so they may be written.
static abOverride *grow_overrides(abModel *model) {
    const abModelText *old = model->source;
    abModelText *grown = AB_ARENA_NEW(&model->arena, abModelText, 1);
    abOverride *overrides =
        AB_ARENA_NEW(&model->arena, abOverride, (size_t)old->override_count + 1);
    if (grown == NULL || overrides == NULL) {
        return NULL;
    }
    memcpy(overrides, old->overrides, (size_t)old->override_count * sizeof *overrides);
    *grown = *old;
    grown->overrides = overrides;
    overrides[grown->override_count++] = (abOverride){NULL, NULL};
    model->source = grown;
    return overrides;
}

// The text where the old one stood when it fits, so that a value set again and again takes no room.
static const char *kept_text(abModel *model, const char *old, const char *text) {
    enum { MINIMUM = 32 };
    size_t size = strlen(text) + 1;
    bool fits = old != NULL && size <= strlen(old) + 1;
    char *room =
        fits ? (char *)old : ab_arena_take(&model->arena, size > MINIMUM ? size : MINIMUM, 1);
    return room != NULL ? memmove(room, text, size) : NULL;
}

abResult ab_model_note_override(abModel *model, const char *path, const char *value,
                                abError *error) {
    abOverride *list = (abOverride *)model->source->overrides;
    int count = model->source->override_count, at = 0;
    while (at < count && strcmp(list[at].path, path) != 0) {
        at++;
    }
    if (at == count) {
        list = grow_overrides(model);
        if (list == NULL) {
            return no_memory(error);
        }
        count++;
    }
    abOverride last = list[at];
    last.path = last.path != NULL ? last.path : kept_text(model, NULL, path);
    last.value = kept_text(model, last.value, value);
    if (last.path == NULL || last.value == NULL) {
        return no_memory(error);
    }
    memmove(&list[at], &list[at + 1], (size_t)(count - at - 1) * sizeof *list);
    list[count - 1] = last;
    return AB_OK;
}

// ---- fields ----

typedef struct abFieldWorkspace {
    abArena arenas[2];
    const double *firsts[2]; // what was taken first from each
    bool is_open;
} abFieldWorkspace;

static abFieldWorkspace *field_room(abModel *copy, int field) {
    abFieldWorkspace **rooms = &copy->values.rooms;
    if (*rooms == NULL) {
        *rooms = AB_ARENA_NEW(&copy->arena, abFieldWorkspace, copy->field_count);
    }
    return *rooms != NULL ? &(*rooms)[field] : NULL;
}

double *ab_model_field_values(abModel *copy, int field, const double *current, size_t count,
                              abArena **arena) {
    abFieldWorkspace *room = field_room(copy, field);
    if (room == NULL) {
        return NULL;
    }
    for (int k = 0; k < 2 && !room->is_open; k++) {
        ab_arena_init(&room->arenas[k], copy->arena.allocator, 4096);
    }
    room->is_open = true;
    int turn = room->firsts[0] == current;
    *arena = &room->arenas[turn];
    ab_arena_reset(*arena, (abArenaMark){0});
    double *values = AB_ARENA_NEW(*arena, double, count);
    room->firsts[turn] = values;
    return values != NULL ? memcpy(values, current, count * sizeof *values) : NULL;
}

void ab_model_values_done(abModel *copy) {
    for (size_t i = 0; copy->values.rooms != NULL && i < copy->field_count; i++) {
        for (int k = 0; k < 2 && copy->values.rooms[i].is_open; k++) {
            ab_arena_done(&copy->values.rooms[i].arenas[k]);
        }
    }
}
