// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// yaml_materials.c - materials and pairs of the model and of the files it includes.
//
// The nearer definition counts: the model's own before included ones, a later included file before
// an earlier one, a file before what it includes. So files are read from the nearest to the
// farthest, and a name that is known is passed over.

#include "read/yaml/yaml_materials.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/plain_file.h"
#include "law/core/material.h"
#include "model/core/model.h"
#include "model/core/source_files.h"
#include "read/core/coefficients.h"
#include "read/core/data_files.h"
#include "read/core/model_file.h"
#include "read/yaml/yaml_checks.h"
#include "read/yaml/yaml_model.h"
#include "read/yaml/yaml_table.h"
#include "read/yaml/yaml_types.h"
#include "read/yaml/yaml_value.h"

enum { INCLUDE_DEPTH_MAX = 16, PATH_MAX_LENGTH = 1000 };

// The files being read, innermost first.
typedef struct Chain {
    const struct Chain *up;
    const char *path; // relative to the model's folder
    int depth;
} Chain;

static bool no_memory(abYamlReader *reader) {
    reader->context.is_out_of_memory = true;
    return false;
}

// Something usable for what could not be read, so that the rest can be checked without echoes.
static void stand_in(abMaterialDef *def) {
    def->youngs_modulus = isnan(def->youngs_modulus) ? 1e9 : def->youngs_modulus;
    def->poissons_ratio = isnan(def->poissons_ratio) ? 0.3 : def->poissons_ratio;
    def->density = isnan(def->density) ? 1000.0 : def->density;
}

static void read_material(abYamlReader *reader, const abNodeItem *item) {
    char what[100], shown[60];
    snprintf(what, sizeof what, "material %s", ab_text_shown(item->key, shown, sizeof shown));
    if (!ab_yaml_claim(reader, &reader->materials, item->key, item->key_place, what)) {
        return;
    }
    int before = reader->context.problems;
    abMaterialDef def = ab_material_def();
    def.name = item->key;
    def.place = item->key_place;
    abYamlTarget target = {.table = &ab_material_table, .object = &def};
    if (!ab_yaml_fill(&reader->context, item->value, what, &target, 1, NULL)) {
        stand_in(&def);
    }
    ab_yaml_added(reader, ab_model_add_material(reader->model, &def, reader->context.error));
    ab_yaml_taint(reader, def.place, before);
}

// ---- coefficients from the tables ----

// `condition: dry` or `greasy`; dry when not given.
static abSurfaceCondition read_condition(abYamlReader *reader, const abNode *node) {
    const abNodeItem *item = ab_node_find(node, "condition");
    if (item == NULL) {
        return AB_SURFACE_OUTSIDE;
    }
    static const abKey key = {
        .name = "condition", .kind = AB_KEY_CHOICE, .unit = "-", .choices = ab_surface_conditions};
    int condition = AB_SURFACE_OUTSIDE;
    ab_yaml_value(&reader->context, item->value, key.name, &key, &condition);
    return (abSurfaceCondition)condition;
}

static void report_no_row(abYamlReader *reader, const abNode *node, const char *const names[2],
                          abSurfaceCondition condition) {
    char shown[2][60], near[2][AB_TABLE_NAME], hint[160] = "";
    abFrictionRow other;
    abSurfaceCondition opposite =
        condition == AB_SURFACE_OUTSIDE ? AB_SURFACE_GREASY : AB_SURFACE_OUTSIDE;
    const char *found[2] = {ab_friction_nearest(names[0], near[0]),
                            ab_friction_nearest(names[1], near[1])};
    if (ab_friction_find(names[0], names[1], opposite, &other)) {
        snprintf(hint, sizeof hint, ", but one for condition: %s", ab_surface_conditions[opposite]);
    } else if (found[0] != NULL && found[1] != NULL) {
        snprintf(hint, sizeof hint, "; near are %s and %s", found[0], found[1]);
    }
    ab_yaml_problem(&reader->context, ab_node_find(node, "table")->value->place,
                    "the table of friction has no %s coefficient for %s and %s%s; `abut info "
                    "materials` shows it",
                    ab_surface_conditions[condition],
                    ab_text_shown(names[0], shown[0], sizeof shown[0]),
                    ab_text_shown(names[1], shown[1], sizeof shown[1]), hint);
}

// Fills friction and, where listed, restitution from the rows that `table: [a, b]` names. Keys of
// the pair itself count more.
static void read_table(abYamlReader *reader, const abNode *node, abYamlTarget *target,
                       abMaterialPairDef *def) {
    const char *names[2];
    abFrictionRow row;
    abSurfaceCondition condition = read_condition(reader, node);
    if (ab_node_find(node, "table") == NULL ||
        !ab_yaml_two_texts(reader, node, "table", "pair", names)) {
        return;
    }
    if (!ab_friction_find(names[0], names[1], condition, &row)) {
        report_no_row(reader, node, names, condition);
        return;
    }
    double of_static = ab_range_middle(row.of_static[condition]);
    double of_dynamic = ab_range_middle(row.of_dynamic[condition]);
    double restitution = ab_restitution_find(names[0], names[1]);
    def->static_friction = of_static;
    def->sliding_friction = isnan(of_dynamic) ? of_static : of_dynamic;
    if (!isnan(restitution)) {
        def->restitution = restitution;
        const abKey *key = ab_table_find(target->table, "restitution");
        target->given |= UINT64_C(1) << (key - target->table->keys);
    }
    ab_log(&reader->model->log, row.is_ambiguous ? AB_LOG_WARNING : AB_LOG_INFO,
           "%s on %s, %s: row %d of the table of friction gives %s %.3g%s%s", names[0], names[1],
           ab_surface_conditions[condition], row.row,
           isnan(of_dynamic) ? "static friction" : "sliding friction", def->sliding_friction,
           isnan(of_dynamic) ? ", which stands for sliding too" : "",
           row.is_ambiguous ? "; in which column its numbers belong is in doubt" : "");
}

static void read_pair(abYamlReader *reader, const abNode *node) {
    static const char *const others[] = {"materials", "table", "condition", NULL};
    abMaterialPairDef def = ab_material_pair_def();
    def.place = node->place;
    int before = reader->context.problems;
    if (ab_yaml_two_texts(reader, node, "materials", "pair", def.materials)) {
        bool swap = strcmp(def.materials[0], def.materials[1]) > 0;
        const char *a = def.materials[swap], *b = def.materials[!swap];
        size_t size = strlen(a) + strlen(b) + 2;
        char *name = ab_arena_take(reader->context.arena, size, 1);
        if (name == NULL) {
            no_memory(reader);
            return;
        }
        snprintf(name, size, "%s\n%s", a, b);
        char what[100], shown[2][40];
        snprintf(what, sizeof what, "the pair %s, %s", ab_text_shown(a, shown[0], 40),
                 ab_text_shown(b, shown[1], 40));
        if (!ab_yaml_claim(reader, &reader->pairs, name, def.place, what)) {
            return;
        }
    }
    abYamlTarget target = {.table = &ab_material_pair_table, .object = &def};
    read_table(reader, node, &target, &def);
    ab_yaml_fill(&reader->context, node, "pair", &target, 1, others);
    if (def.materials[0] != NULL && def.materials[1] != NULL) {
        ab_yaml_added(reader,
                      ab_model_add_material_pair(reader->model, &def, reader->context.error));
    } else {
        reader->lost_pair = true;
    }
    ab_yaml_taint(reader, def.place, before);
}

static void read_definitions(abYamlReader *reader, const abNode *root) {
    const abNodeItem *materials = ab_node_find(root, "materials");
    if (materials != NULL &&
        !ab_yaml_is_map(reader, materials->value, "materials", "names to materials")) {
        reader->lost_names = true;
    } else if (materials != NULL) {
        for (const abNodeItem *item = materials->value->first; item != NULL; item = item->next) {
            read_material(reader, item);
        }
    }
    const abNodeItem *pairs = ab_node_find(root, "pairs");
    if (pairs != NULL && ab_yaml_is_list(reader, pairs->value, "pairs", "pairs")) {
        for (const abNodeItem *item = pairs->value->first; item != NULL; item = item->next) {
            read_pair(reader, item->value);
        }
    }
}

// ---- included files ----

static void read_includes(abYamlReader *reader, const abNode *root, const Chain *chain);

// Values of other files cannot be overridden in this one.
static void close_paths(abYamlReader *reader, size_t first_material, size_t first_pair) {
    const abModel *model = reader->model;
    for (size_t i = first_material; i < model->material_count; i++) {
        ab_yaml_close_path(reader, "materials.%s", model->materials[i].name);
    }
    for (size_t i = first_pair; i < model->pair_count; i++) {
        ab_yaml_close_path(reader, "pairs.%zu", i);
    }
}

static void read_included_text(abYamlReader *reader, const char *text, size_t size,
                               const char *file, const Chain *chain) {
    static const char *const keys[] = {"abut",      "title", "units", "include",
                                       "materials", "pairs", NULL};
    abYamlContext *context = &reader->context;
    abNode *root;
    abResult result = ab_yaml_parse(text, size, file, false, context->arena, &root, context->error);
    ab_yaml_added(reader, result);
    if (root == NULL) {
        reader->lost_names = true;
        if (result == AB_OK) {
            ab_yaml_problem(context, (abPlace){file, 1, 1}, "the file is empty");
        }
        return;
    }
    abUnits units = context->units;
    if (ab_yaml_fill(context, root, "an included file", NULL, 0, keys)) {
        ab_yaml_check_version(reader, root);
        ab_yaml_read_units(reader, root);
        size_t materials = reader->model->material_count, pairs = reader->model->pair_count;
        read_definitions(reader, root);
        close_paths(reader, materials, pairs);
        read_includes(reader, root, chain);
    }
    context->units = units;
}

// Takes "." and ".." out of `path` in place. False when it leaves the folder it is relative to.
static bool normalize(char *path) {
    char *out = path;
    for (const char *part = path; *part != '\0';) {
        size_t length = strcspn(part, "/");
        const char *next = part + length + (part[length] == '/');
        if (length == 2 && part[0] == '.' && part[1] == '.') {
            if (out == path) {
                return false;
            }
            for (out--; out > path && out[-1] != '/'; out--) {
            }
        } else if (length > 0 && !(length == 1 && part[0] == '.')) {
            memmove(out, part, length);
            out += length;
            *out++ = '/';
        }
        part = next;
    }
    if (out > path) {
        out--; // the last slash
    }
    *out = '\0';
    return out > path;
}

// The path relative to the model's folder; NULL after a problem.
static const char *checked_path(abYamlReader *reader, const abNode *node) {
    abYamlContext *context = &reader->context;
    const char *text = ab_yaml_text(context, node, "include");
    if (text == NULL) {
        return NULL;
    }
    char shown[80];
    ab_text_shown(text, shown, sizeof shown);
    if (reader->name == NULL) {
        ab_yaml_problem(context, node->place,
                        "a model without a file name of its own cannot include files");
        return NULL;
    }
    if (strlen(text) > PATH_MAX_LENGTH || text[0] == '/' || strchr(text, '\\') != NULL ||
        (text[0] != '\0' && text[1] == ':')) {
        ab_yaml_problem(context, node->place,
                        "include wants a path relative to the model's folder, written with /; "
                        "found \"%s\"",
                        shown);
        return NULL;
    }
    char *path = ab_arena_text(context->arena, text);
    if (path == NULL) {
        no_memory(reader);
        return NULL;
    }
    if (!normalize(path)) {
        ab_yaml_problem(context, node->place, "include \"%s\" leads out of the model's folder",
                        shown);
        return NULL;
    }
    return path;
}

static bool is_cycle(abYamlReader *reader, const char *path, abPlace place, const Chain *chain) {
    char shown[80];
    for (const Chain *link = chain; link != NULL; link = link->up) {
        if (strcmp(link->path, path) == 0) {
            reader->lost_names = true;
            ab_yaml_problem(&reader->context, place, "%s includes itself%s%s",
                            ab_text_shown(path, shown, sizeof shown),
                            link != chain ? " by way of " : "", link != chain ? chain->path : "");
            return true;
        }
    }
    if (chain->depth == INCLUDE_DEPTH_MAX) {
        ab_yaml_problem(&reader->context, place, "included files are nested more than %d deep",
                        INCLUDE_DEPTH_MAX);
        return true;
    }
    return false;
}

// Folder and path put together, in the arena.
static const char *joined(abYamlReader *reader, const char *path) {
    const char *folder = reader->context.folder != NULL ? reader->context.folder : "";
    size_t size = strlen(folder) + strlen(path) + 2;
    char *out = ab_arena_take(reader->context.arena, size, 1);
    if (out == NULL) {
        no_memory(reader);
        return NULL;
    }
    snprintf(out, size, "%s%s%s", folder,
             folder[0] != '\0' && folder[strlen(folder) - 1] != '/' ? "/" : "", path);
    return out;
}

static void read_include(abYamlReader *reader, const abNode *node, const Chain *chain) {
    static const char palette[] = "abut:materials";
    abYamlContext *context = &reader->context;
    if (node->kind == AB_NODE_SCALAR && strcmp(node->text, palette) == 0) {
        if (ab_text_map_find(&reader->included, palette) == NULL) {
            ab_text_map_put(&reader->included, palette, reader);
            read_included_text(reader, ab_data_materials, strlen(ab_data_materials), palette,
                               chain);
        }
        return;
    }
    const char *path = checked_path(reader, node);
    reader->lost_names |= path == NULL;
    if (path == NULL || is_cycle(reader, path, node->place, chain) ||
        ab_text_map_find(&reader->included, path) != NULL) {
        return;
    }
    const char *file = joined(reader, path);
    if (file == NULL || !ab_text_map_put(&reader->included, path, reader) ||
        !ab_model_note_file(reader->model, context->folder, path)) {
        no_memory(reader);
        return;
    }
    abModelFile content;
    abResult result =
        ab_model_file_read(file, reader->allocator, node->place, &content, context->error);
    if (result != AB_OK) {
        context->problems++;
        reader->lost_names = true;
        return;
    }
    Chain link = {.up = chain, .path = path, .depth = chain->depth + 1};
    read_included_text(reader, content.text, content.size, file, &link);
    ab_model_file_done(&content);
}

static void read_includes(abYamlReader *reader, const abNode *root, const Chain *chain) {
    const abNodeItem *include = ab_node_find(root, "include");
    if (include == NULL || !ab_yaml_is_list(reader, include->value, "include", "files")) {
        return;
    }
    // from the last to the first, because the later one counts
    size_t count = (size_t)include->value->count;
    abNode **nodes = AB_ARENA_NEW(reader->context.arena, abNode *, count);
    if (nodes == NULL) {
        no_memory(reader);
        return;
    }
    size_t i = 0;
    for (const abNodeItem *item = include->value->first; item != NULL; item = item->next) {
        nodes[i++] = item->value;
    }
    while (i-- > 0) {
        read_include(reader, nodes[i], chain);
    }
}

// ---- all together ----

static const char *nearest_material(const abYamlReader *reader, const char *name) {
    const char *words[65] = {NULL};
    int count = 0;
    for (size_t i = 0; i < reader->materials.capacity && count < 64; i++) {
        if (reader->materials.slots[i].key != NULL) {
            words[count++] = reader->materials.slots[i].key;
        }
    }
    return ab_nearest_word(name, words);
}

// The model's own pairs must name materials that are there.
static void check_pairs(abYamlReader *reader, const abNode *root) {
    const abNodeItem *pairs = ab_node_find(root, "pairs");
    for (const abNodeItem *pair = pairs != NULL ? pairs->value->first : NULL;
         pair != NULL && !reader->lost_names; pair = pair->next) {
        const abNodeItem *names = ab_node_find(pair->value, "materials");
        const abNodeItem *item = names != NULL ? names->value->first : NULL;
        for (; item != NULL; item = item->next) {
            const abNode *name = item->value;
            if (name->kind != AB_NODE_SCALAR || name->text[0] == '\0' ||
                ab_text_map_find(&reader->materials, name->text) != NULL) {
                continue;
            }
            char shown[60];
            const char *near = nearest_material(reader, name->text);
            ab_yaml_problem(&reader->context, name->place, "there is no material %s%s",
                            ab_text_shown(name->text, shown, sizeof shown),
                            ab_hint_behind(near).text);
        }
    }
}

// Stands for pairs that could not be read: by the mean of these every two materials have one.
static void add_pairs_for_all(abYamlReader *reader) {
    for (size_t i = 0; i < reader->materials.capacity; i++) {
        const char *name = reader->materials.slots[i].key;
        if (name != NULL) {
            abMaterialPairDef def = ab_material_pair_def();
            def.materials[0] = def.materials[1] = name;
            ab_model_add_material_pair(reader->model, &def, NULL);
        }
    }
}

void ab_yaml_read_materials(abYamlReader *reader, const abNode *root) {
    Chain chain = {.path = reader->name != NULL ? ab_file_name(reader->name) : ""};
    read_definitions(reader, root);
    read_includes(reader, root, &chain);
    check_pairs(reader, root);
    if (reader->lost_pair) {
        add_pairs_for_all(reader);
    }
}
