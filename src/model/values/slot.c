// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// slot.c - paths, part by part: the section says how its definitions are found and which of their
// keys may be set.

#include "model/values/slot.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "law/core/material.h"
#include "model/kinds/force_rope.h"
#include "model/kinds/forces.h"
#include "model/kinds/joints.h"
#include "model/kinds/tables.h"

// ---- keys ----

bool ab_key_is_value(const abKey *key) {
    return key->kind == AB_KEY_NUMBER || key->kind == AB_KEY_CHOICE ||
           key->kind == AB_KEY_BOOLEAN || key->kind == AB_KEY_VEC3 ||
           key->kind == AB_KEY_EXPRESSION;
}

bool ab_key_is_drive(const abKey *key) {
    return key->kind == AB_KEY_EXPRESSION || key->kind == AB_KEY_FREE;
}

bool ab_key_is_behaviour(const abKey *key) {
    const char *end = strstr(key->name, "_field");
    return ab_key_is_value(key) || (end != NULL && end[strlen("_field")] == '\0');
}

static bool is_uniform(const abKey *key) {
    return key->kind == AB_KEY_VEC3 && strcmp(key->name, "uniform") == 0;
}

static bool is_any(const abKey *key) {
    (void)key;
    return true;
}

static const abKey s_variable_keys[] = {{.name = "expression",
                                         .kind = AB_KEY_EXPRESSION,
                                         .unit = "-",
                                         .offset = offsetof(abVariableDef, expression),
                                         .text = "an expression"}};
static const abTable s_variable_table =
    AB_TABLE("variable", abVariableDef, s_variable_keys, "a number by name");

#define VALUES(field, text_)                                                                       \
    {                                                                                              \
        .name = #field, .kind = AB_KEY_NUMBER, .unit = "-", .low = -INFINITY, .high = INFINITY,    \
        .offset = offsetof(abFieldDef, field), .text = (text_)                                     \
    }
static const abKey s_field_keys[] = {
    AB_TEXT(abFieldDef, expression, "of x, y and z"),
    VALUES(vertices, "a number for each point of the mesh"),
    VALUES(faces, "a number for each face of the mesh"),
};
static const abTable s_field_table =
    AB_TABLE("field", abFieldDef, s_field_keys, "a number that varies");

// ---- owners ----

// A definition with the keys of a value: a row says in which list of the model it is, and which table
// its keys are of.
typedef struct Owner {
    const char *section, *inner; // of its paths: "contacts", ".normal"
    size_t items, count, size;   // of the list in abModel; of an item
    size_t object;               // where in an item its keys are
    const abTable *table;        // NULL: by the kind of the item
    const char *list;            // of kinds
    size_t kind;                 // where in an item the kind is
    bool is_named;               // in paths; else it goes by its number
    size_t name;                 // where in an item its name is
} Owner;

#define ITEMS(list_, count_, object_)                                                              \
    .items = offsetof(abModel, list_), .count = offsetof(abModel, count_),                         \
    .size = sizeof *((abModel *)0)->list_, .object = (object_)
#define RULES(field) ITEMS(rules, rule_count, offsetof(abContactRuleDef, field))
static const Owner s_owners[AB_OWNERS] = {
    [AB_OWNER_GRAVITY] = {"gravity", "", .table = &ab_gravity_table}, // there is one, in no list
    [AB_OWNER_PAIR] = {"pairs", "", ITEMS(pairs, pair_count, 0), .table = &ab_material_pair_table},
    [AB_OWNER_RULE] = {"contacts", "", ITEMS(rules, rule_count, 0),
                       .table = &ab_contact_rule_table},
    [AB_OWNER_NORMAL] = {"contacts", ".normal", RULES(normal.data), .list = "normal law",
                         .kind = offsetof(abContactRuleDef, normal_law)},
    [AB_OWNER_FRICTION] = {"contacts", ".friction", RULES(friction.data), .list = "friction law",
                           .kind = offsetof(abContactRuleDef, friction_law)},
    [AB_OWNER_MATERIAL] = {"materials", "", ITEMS(materials, material_count, 0),
                           .table = &ab_material_table, .is_named = true,
                           .name = offsetof(abMaterialDef, name)},
    [AB_OWNER_FORCE] = {"forces", "",
                        ITEMS(force_defs, force_count, offsetof(abForceDef, params.data)),
                        .list = "force", .kind = offsetof(abForceDef, type)},
    [AB_OWNER_JOINT] = {"joints", "",
                        ITEMS(joint_defs, joint_count, offsetof(abJointDef, params.data)),
                        .list = "joint", .kind = offsetof(abJointDef, type)},
    [AB_OWNER_MOTION] = {"bodies", ".motion", ITEMS(body_defs, body_count, 0),
                         .table = &ab_motion_table, .is_named = true,
                         .name = offsetof(abBodyDef, name)},
    [AB_OWNER_VARIABLE] = {"variables", "",
                           ITEMS(variables, variable_count, offsetof(abVariable, def)),
                           .table = &s_variable_table, .is_named = true,
                           .name = offsetof(abVariable, def.name)},
    [AB_OWNER_FIELD] = {"fields", "", ITEMS(fields, field_count, offsetof(abModelField, def)),
                        .table = &s_field_table, .is_named = true,
                        .name = offsetof(abModelField, def.name)},
};

static unsigned char *item_of(const abModel *model, abOwner owner, int item) {
    unsigned char *items;
    memcpy(&items, (const unsigned char *)model + s_owners[owner].items, sizeof items);
    return items + (size_t)item * s_owners[owner].size;
}

static const abTable *table_of(const abModel *model, abOwner owner, int item) {
    const Owner *o = &s_owners[owner];
    int kind = 0;
    if (o->list == NULL) {
        return o->table;
    }
    memcpy(&kind, item_of(model, owner, item) + o->kind, sizeof kind);
    return ab_choice_find(o->list)->table(kind);
}

static void *object_of(const abModel *model, abOwner owner, int item) {
    return owner == AB_OWNER_GRAVITY ? (void *)&model->gravity
                                     : item_of(model, owner, item) + s_owners[owner].object;
}

static size_t count_of(const abModel *model, abOwner owner) {
    size_t count = 1;
    if (owner != AB_OWNER_GRAVITY) {
        memcpy(&count, (const unsigned char *)model + s_owners[owner].count, sizeof count);
    }
    return count;
}

// ---- what follows from a value ----

static bool is_coefficient(const abKey *key) {
    static const char *const names[] = {"restitution", "sliding_friction", "static_friction",
                                        "rolling_resistance"};
    bool any = false;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        any = any || strcmp(key->name, names[i]) == 0;
    }
    return any;
}

static bool is_of_law(const abKey *key) {
    return key->kind == AB_KEY_NUMBER || key->kind == AB_KEY_CHOICE || key->kind == AB_KEY_BOOLEAN;
}

// A rope that does not stretch is a condition, closed at the start.
static bool is_condition(const abModel *model, int force) {
    return ab_rope_is_rigid(&model->forces[force]);
}

static abValueClass class_of(const abModel *model, const abSlot *slot) {
    const abKey *key = slot->key;
    bool is_number = key->kind == AB_KEY_NUMBER;
    switch (slot->owner) {
    case AB_OWNER_GRAVITY:
        return AB_VALUE_PLAIN;
    case AB_OWNER_PAIR:
        return is_number ? AB_VALUE_PAIR : AB_VALUE_STRUCTURE;
    case AB_OWNER_RULE:
        return is_coefficient(key) ? AB_VALUE_PAIR : AB_VALUE_STRUCTURE;
    case AB_OWNER_NORMAL:
    case AB_OWNER_FRICTION:
        return is_of_law(key) ? AB_VALUE_PAIR : AB_VALUE_STRUCTURE;
    case AB_OWNER_MATERIAL:
        return strcmp(key->name, "density") == 0 ? AB_VALUE_MASS
               : is_number                       ? AB_VALUE_MATERIAL
                                                 : AB_VALUE_STRUCTURE;
    case AB_OWNER_FORCE:
        return ab_key_is_drive(key)                                            ? AB_VALUE_TEXT
               : key->kind == AB_KEY_CHOICE || is_condition(model, slot->item) ? AB_VALUE_STRUCTURE
                                                                               : AB_VALUE_FORCE;
    case AB_OWNER_JOINT:
    case AB_OWNER_MOTION:
    case AB_OWNER_VARIABLE:
        return AB_VALUE_TEXT;
    case AB_OWNER_FIELD:
        return slot->component >= 0 ? AB_VALUE_FIELD : AB_VALUE_STRUCTURE;
    default:
        return AB_VALUE_STRUCTURE;
    }
}

// ---- parts of a path ----

enum { PARTS = 5 };

typedef struct Path {
    char text[AB_SLOT_PATH]; // with an end after each part
    const char *parts[PARTS];
    int count;
} Path;

// "pairs[0].restitution" and "pairs.0.restitution" are the same.
static bool split(const char *path, Path *out) {
    size_t used = 0;
    out->count = 0;
    for (const char *c = path; *c != '\0'; c++) {
        if (*c == ']') {
            continue;
        }
        if (used + 1 >= sizeof out->text) {
            return false;
        }
        out->text[used++] = *c == '.' || *c == '[' ? '\0' : *c;
    }
    out->text[used] = '\0';
    for (size_t at = 0; at <= used; at += strlen(out->text + at) + 1) {
        if (out->count == PARTS || out->text[at] == '\0') {
            return false;
        }
        out->parts[out->count++] = out->text + at;
    }
    return true;
}

// A number from 0 below `count`, or -1.
static int index_of(const char *text, size_t count) {
    char *end;
    long index = strtol(text, &end, 10);
    bool is_plain =
        text[0] >= '0' && text[0] <= '9' && *end == '\0' && (text[0] != '0' || text[1] == '\0');
    return is_plain && index >= 0 && (size_t)index < count ? (int)index : -1;
}

static int named(const abTextMap *names, const char *text) {
    const int *index = ab_text_map_find(names, text);
    return index != NULL ? *index : -1;
}

// ---- sections ----

// What a path means up to its key; how many parts that takes, 0: nothing.
typedef struct Place {
    abOwner owner;
    int item;
    int parts;
} Place;

typedef struct Section Section;
typedef Place FindPlace(const abModel *model, const Section *section, const Path *path);

struct Section {
    const char *name;
    FindPlace *find;
    bool (*takes)(const abKey *key);
    abOwner owner;
    bool has_index; // items go by their numbers,
    size_t names;   // or by their names, which stand there in abModel; 0: they have none
};

static Place in_gravity(const abModel *model, const Section *section, const Path *path) {
    (void)model;
    bool has_key = path->count > 1 && strcmp(path->parts[1], "uniform") == 0;
    return (Place){section->owner, 0, has_key ? 2 : 1};
}

static Place in_list(const abModel *model, const Section *section, const Path *path) {
    const void *names = (const unsigned char *)model + section->names;
    const char *part = path->parts[1];
    int item = section->has_index ? index_of(part, count_of(model, section->owner)) : -1;
    return (Place){section->owner, item < 0 && section->names > 0 ? named(names, part) : item, 2};
}

static Place in_contacts(const abModel *model, const Section *section, const Path *path) {
    Place place = in_list(model, section, path);
    const char *part = path->count == 4 ? path->parts[2] : "";
    return strcmp(part, "normal") == 0     ? (Place){AB_OWNER_NORMAL, place.item, 3}
           : strcmp(part, "friction") == 0 ? (Place){AB_OWNER_FRICTION, place.item, 3}
                                           : place;
}

static bool has_motion(const abBodyDef *def) {
    bool any = false;
    for (int i = 0; i < 3; i++) {
        any = any || def->motion_position[i] != NULL || def->motion_rotation[i] != NULL;
    }
    return any;
}

static Place in_bodies(const abModel *model, const Section *section, const Path *path) {
    int item = in_list(model, section, path).item;
    bool is_motion = path->count == 4 && strcmp(path->parts[2], "motion") == 0 && item >= 0 &&
                     has_motion(&model->body_defs[item]);
    return (Place){section->owner, is_motion ? item : -1, 3};
}

#define NAMES(list) offsetof(abModel, list##_names)
static const Section s_sections[] = {
    {"gravity", in_gravity, is_uniform, AB_OWNER_GRAVITY, false, 0},
    {"pairs", in_list, ab_key_is_value, AB_OWNER_PAIR, true, 0},
    {"contacts", in_contacts, ab_key_is_behaviour, AB_OWNER_RULE, true, 0},
    {"materials", in_list, ab_key_is_value, AB_OWNER_MATERIAL, false, NAMES(material)},
    {"forces", in_list, ab_key_is_value, AB_OWNER_FORCE, true, NAMES(force)},
    {"joints", in_list, ab_key_is_drive, AB_OWNER_JOINT, true, NAMES(joint)},
    {"bodies", in_bodies, ab_key_is_drive, AB_OWNER_MOTION, false, NAMES(body)},
    {"variables", in_list, is_any, AB_OWNER_VARIABLE, false, NAMES(variable)},
    {"fields", in_list, is_any, AB_OWNER_FIELD, false, NAMES(field)},
};

// ---- where the text has nothing ----

bool ab_slot_close(abModel *model, const char *path) {
    char *copy = ab_arena_text(&model->arena, path);
    return copy != NULL && ab_text_map_put(&model->closed_paths, copy, copy);
}

// Gravity is a list, or a mapping that has it as `uniform`.
static const char s_list[] = "gravity.list", s_mapping[] = "gravity.uniform";

// The path up to the key, and all that leads to it.
static bool is_open(const abModel *model, const Path *path, int parts) {
    char at[AB_SLOT_PATH] = "";
    size_t used = 0;
    bool open = strcmp(path->parts[0], "gravity") != 0 || parts == 2 ||
                ab_text_map_find(&model->closed_paths, s_list) == NULL;
    for (int i = 0; i < parts; i++) {
        used +=
            (size_t)snprintf(at + used, sizeof at - used, "%s%s", i > 0 ? "." : "", path->parts[i]);
        open = open && ab_text_map_find(&model->closed_paths, at) == NULL;
    }
    return open;
}

// A text may have a key by either of two names, and an override must take the same.
static bool has_one_name(const abModel *model, const abKey *key) {
    return model->source == NULL || key->former == NULL;
}

// ---- the whole ----

// What stands after the place: a key, an index, or both.
static bool find_key(const abModel *model, const Path *path, const Place *place,
                     bool takes(const abKey *key), abSlot *out) {
    const char *const *rest = path->parts + place->parts;
    int left = path->count - place->parts;
    *out = (abSlot){.owner = place->owner,
                    .item = place->item,
                    .table = table_of(model, place->owner, place->item),
                    .component = -1};
    if (place->owner == AB_OWNER_GRAVITY) {
        out->key = ab_table_find(out->table, "uniform");
        out->component = left == 1 ? index_of(rest[0], 3) : -1;
        return out->component >= 0;
    }
    if (place->owner == AB_OWNER_VARIABLE) {
        out->key = &s_variable_keys[0];
        return left == 0;
    }
    out->key = left > 0 ? ab_table_find(out->table, rest[0]) : NULL;
    if (place->owner == AB_OWNER_FIELD && left == 2 && out->key != NULL) {
        const abFieldDef *def = &model->fields[place->item].def;
        bool on_points = out->key == &s_field_keys[1] && def->vertices != NULL;
        bool on_faces = out->key == &s_field_keys[2] && def->faces != NULL;
        int count = on_points ? def->vertex_count : on_faces ? def->face_count : 0;
        out->component = index_of(rest[1], (size_t)count);
        return out->component >= 0;
    }
    if (left != 1 || out->key == NULL || !takes(out->key) || !has_one_name(model, out->key)) {
        return false;
    }
    void *field = ab_slot_field(model, out); // of a field only what it is made of
    return place->owner != AB_OWNER_FIELD || memcmp(field, &(void *){NULL}, sizeof(void *)) != 0;
}

bool ab_slot_find(const abModel *model, const char *path, abSlot *out) {
    Path parts;
    if (!split(path, &parts) || parts.count < 2) {
        return false;
    }
    for (size_t i = 0; i < sizeof s_sections / sizeof s_sections[0]; i++) {
        if (strcmp(s_sections[i].name, parts.parts[0]) != 0) {
            continue;
        }
        Place place = s_sections[i].find(model, &s_sections[i], &parts);
        bool found = place.item >= 0 && parts.count >= place.parts &&
                     find_key(model, &parts, &place, s_sections[i].takes, out) &&
                     is_open(model, &parts, place.parts);
        out->class = found ? class_of(model, out) : AB_VALUE_STRUCTURE;
        return found;
    }
    return false;
}

void *ab_slot_field(const abModel *model, const abSlot *slot) {
    unsigned char *field =
        (unsigned char *)object_of(model, slot->owner, slot->item) + slot->key->offset;
    if (slot->component < 0) {
        return field;
    }
    if (slot->owner == AB_OWNER_FIELD) {
        double *values;
        memcpy(&values, field, sizeof values);
        return values + slot->component;
    }
    return (double *)field + slot->component;
}

// ---- names and numbers ----

bool ab_slot_path(const abModel *model, const abSlot *slot, char out[AB_SLOT_PATH]) {
    const Owner *owner = &s_owners[slot->owner];
    char item[AB_SLOT_PATH] = "", key[128] = "", component[16] = "";
    if (slot->owner == AB_OWNER_GRAVITY) {
        bool is_list = ab_text_map_find(&model->closed_paths, s_list) == NULL;
        return snprintf(out, AB_SLOT_PATH, "%s.%d", is_list ? "gravity" : s_mapping,
                        slot->component) < AB_SLOT_PATH;
    }
    if (owner->is_named) {
        const char *name;
        memcpy(&name, item_of(model, slot->owner, slot->item) + owner->name, sizeof name);
        snprintf(item, sizeof item, ".%s", name);
    } else {
        snprintf(item, sizeof item, ".%d", slot->item);
    }
    if (slot->owner != AB_OWNER_VARIABLE) {
        snprintf(key, sizeof key, ".%s", slot->key->name);
    }
    if (slot->component >= 0) {
        snprintf(component, sizeof component, ".%d", slot->component);
    }
    return snprintf(out, AB_SLOT_PATH, "%s%s%s%s%s", owner->section, item, owner->inner, key,
                    component) < AB_SLOT_PATH;
}

// A law may be another later, with other keys, so its kind is part of the number.
static int kind_of(const abModel *model, abOwner owner, int item) {
    return owner == AB_OWNER_NORMAL     ? model->rules[item].normal_law
           : owner == AB_OWNER_FRICTION ? model->rules[item].friction_law
                                        : -1;
}

abParameterId ab_slot_id(const abModel *model, const abSlot *slot) {
    int kind = kind_of(model, slot->owner, slot->item);
    return (abParameterId){.owner = (int)slot->owner,
                           .item = slot->item,
                           .key = (int)(slot->key - slot->table->keys),
                           .component = kind >= 0 ? kind : slot->component};
}

bool ab_slot_of(const abModel *model, abParameterId id, abSlot *out) {
    bool is_known = id.owner > AB_OWNER_NONE && id.owner < AB_OWNERS && id.item >= 0 &&
                    (size_t)id.item < count_of(model, (abOwner)id.owner);
    int kind = is_known ? kind_of(model, (abOwner)id.owner, id.item) : -1;
    if (!is_known || (kind >= 0 && kind != id.component)) {
        return false;
    }
    *out = (abSlot){.owner = (abOwner)id.owner,
                    .item = id.item,
                    .table = table_of(model, (abOwner)id.owner, id.item),
                    .component = kind >= 0 ? -1 : id.component};
    if (id.key < 0 || id.key >= out->table->key_count) {
        return false;
    }
    out->key = &out->table->keys[id.key];
    out->class = class_of(model, out);
    char path[AB_SLOT_PATH];
    abSlot again;
    return ab_slot_path(model, out, path) && ab_slot_find(model, path, &again) &&
           again.key == out->key;
}
