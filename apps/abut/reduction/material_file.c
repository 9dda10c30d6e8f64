// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// material_file.c - the elastic material of a body.

#include "reduction/material_file.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "base/no_memory.h"
#include "base/schema.h"
#include "read/core/data_files.h"
#include "read/core/model_file.h"
#include "read/core/yaml_tree.h"

typedef struct MaterialText {
    const char *file, *text, *name; // name NULL: the only one
    size_t size;
    abArena arena;
    abError *error;
} MaterialText;

typedef struct Property {
    const char *key;
    size_t offset;
} Property;

static const Property s_properties[] = {
    {"youngs_modulus", offsetof(abVolumeMaterial, youngs_modulus)},
    {"poissons_ratio", offsetof(abVolumeMaterial, poissons_ratio)},
    {"density", offsetof(abVolumeMaterial, density)},
};

static abResult read_property(const MaterialText *m, const Property *property, const char *name,
                              const abNodeItem *material, abVolumeMaterial *out) {
    const abNodeItem *item = ab_node_find(material->value, property->key);
    void *field = (unsigned char *)out + property->offset;
    double *value = field;
    if (item == NULL) {
        return ab_error_add(m->error, AB_BAD_MODEL, material->key_place,
                            "material %s has no %s; it is needed", name, property->key);
    }
    if (!ab_node_number(item->value, value)) {
        char found[80];
        return ab_error_add(m->error, AB_BAD_MODEL, item->value->place,
                            "%s of material %s: a number is wanted, found %s", property->key, name,
                            ab_node_describe(item->value, found, sizeof found));
    }
    return AB_OK;
}

static const abNodeItem *find_material(const MaterialText *m, const abNode *all) {
    return m->name != NULL ? ab_node_find(all, m->name) : all->count == 1 ? all->first : NULL;
}

static abResult no_material(const MaterialText *m, const abNode *all) {
    const char *names[65] = {NULL};
    int count = 0;
    for (const abNodeItem *item = all->first; item != NULL && count < 64; item = item->next) {
        names[count++] = item->key;
    }
    if (m->name == NULL) {
        return ab_error_add(m->error, AB_BAD_MODEL, all->place,
                            "has %d materials; say which, as in %s:%s", all->count, m->file,
                            count > 0 ? names[0] : "NAME");
    }
    return ab_error_add(m->error, AB_BAD_MODEL, all->place, "has no material %s%s", m->name,
                        ab_hint(ab_nearest_word(m->name, names)).text);
}

static abResult read_tree(MaterialText *m, abVolumeMaterial *out) {
    abNode *root = NULL;
    AB_TRY(ab_yaml_parse(m->text, m->size, m->file, false, &m->arena, &root, m->error));
    const abNodeItem *all = ab_node_find(root, "materials");
    if (all == NULL || all->value->kind != AB_NODE_MAP) {
        return ab_error_add(m->error, AB_BAD_MODEL, root->place,
                            "materials: {NAME: {youngs_modulus: 2.1e11, poissons_ratio: 0.3, "
                            "density: 7850}} is wanted");
    }
    const abNodeItem *item = find_material(m, all->value);
    if (item == NULL) {
        return no_material(m, all->value);
    }
    *out = (abVolumeMaterial){0};
    snprintf(out->name, sizeof out->name, "%s", item->key);
    abResult result = AB_OK;
    for (size_t i = 0; i < sizeof s_properties / sizeof *s_properties; i++) {
        abResult one = read_property(m, &s_properties[i], item->key, item, out);
        result = one != AB_OK ? one : result; // all are told
    }
    return result;
}

static abResult read_file(MaterialText *m, const char *path, abVolumeMaterial *out) {
    abModelFile file = {0};
    abResult result = ab_model_file_read(path, ab_heap(), (abPlace){0}, &file, m->error);
    if (result == AB_OK) {
        m->text = file.text;
        m->size = file.size;
        result = read_tree(m, out);
    }
    ab_model_file_done(&file);
    return result;
}

abResult material_file_read(const char *what, abVolumeMaterial *out, abError *error) {
    MaterialText m = {.error = error};
    char path[1024];
    snprintf(path, sizeof path, "%s", what);
    char *colon = strrchr(path, ':');
    if (colon != NULL) {
        *colon = '\0';
        m.name = what + (colon - path) + 1;
    }
    m.file = path;
    ab_arena_init(&m.arena, ab_heap(), 1 << 14);
    abResult result;
    if (strcmp(path, "abut") == 0 || strcmp(path, "abut:materials") == 0) {
        m.text = ab_data_materials;
        m.size = strlen(m.text);
        m.file = "abut:materials";
        result = read_tree(&m, out);
    } else {
        result = read_file(&m, path, out);
    }
    ab_arena_done(&m.arena);
    return result;
}
