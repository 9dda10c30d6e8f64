// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// yaml_write.c - the sections of a model file, each from its definitions.

#include "read/yaml/yaml_write.h"

#include <string.h>

#include "law/core/material.h"
#include "model/core/model.h"
#include "model/kinds/tables.h"
#include "read/yaml/yaml_write_values.h"

// "name: {...}"
static void write_named(abYamlWriter *w, const char *name, const abTable *table, const void *def) {
    ab_yaml_write_key(w, name);
    ab_yaml_write_open(w);
    ab_yaml_write_table(w, table, def, NULL);
    ab_yaml_write_close(w);
}

static void write_unless_default(abYamlWriter *w, const char *name, const abTable *table,
                                 const void *def) {
    if (!ab_yaml_is_default(table, def)) {
        write_named(w, name, table, def);
    }
}

// "name: [...]"; nothing where there is no list
static void write_list(abYamlWriter *w, const char *name, const double *values, int count) {
    if (values != NULL) {
        ab_yaml_write_key(w, name);
        ab_yaml_write_numbers(w, values, count);
    }
}

// ---- materials: those that something names ----

static bool name_material(const char *const between[2], const char *material) {
    bool any = false;
    for (int i = 0; i < 2; i++) {
        any = any ||
              (strncmp(between[i], "material:", 9) == 0 && strcmp(between[i] + 9, material) == 0);
    }
    return any;
}

static bool is_same(const char *a, const char *b) {
    return a != NULL && strcmp(a, b) == 0;
}

static bool is_used(const abModel *model, const char *material) {
    for (size_t i = 0; i < model->shape_count; i++) {
        const abShapeDef *def = &model->shape_defs[i].def;
        if (is_same(def->material, material) || is_same(def->contact_material, material)) {
            return true;
        }
    }
    for (size_t i = 0; i < model->rule_count; i++) {
        if (name_material(model->rules[i].between, material)) {
            return true;
        }
    }
    for (size_t i = 0; i < model->exclusion_count; i++) {
        if (name_material(model->exclusions[i].between, material)) {
            return true;
        }
    }
    return false;
}

static bool has_material(const abModel *model, size_t i) {
    return is_used(model, model->materials[i].name);
}

static void write_material(abYamlWriter *w, const abModel *model, size_t i) {
    const abMaterialDef *def = &model->materials[i];
    write_named(w, def->name, &ab_material_table, def);
}

static bool has_pair(const abModel *model, size_t i) {
    const abMaterialPairDef *def = &model->pairs[i];
    return is_used(model, def->materials[0]) && is_used(model, def->materials[1]);
}

static void write_pair(abYamlWriter *w, const abModel *model, size_t i) {
    const abMaterialPairDef *def = &model->pairs[i];
    ab_yaml_write_item(w);
    ab_yaml_write_open(w);
    ab_yaml_write_two(w, "materials", def->materials);
    ab_yaml_write_table(w, &ab_material_pair_table, def, NULL);
    ab_yaml_write_close(w);
    ab_yaml_write_end(w);
}

// ---- gravity, bodies ----

static void write_gravity(abYamlWriter *w, const abModel *model) {
    if (ab_yaml_is_default(&ab_gravity_table, &model->gravity)) {
        return;
    }
    if (model->gravity.parameter == 0.0) {
        ab_yaml_write_key(w, "gravity");
        ab_yaml_write_vector(w, model->gravity.uniform);
        return;
    }
    write_named(w, "gravity", &ab_gravity_table, &model->gravity);
}

static void write_shape(abYamlWriter *w, const abShapeEntry *entry) {
    const abTable *kind = ab_choice_find("shape")->table(entry->def.kind);
    abShapeDef def = entry->def;
    def.name = entry->whole != NULL ? entry->whole : def.name;
    if (is_same(def.name, kind->name)) {
        def.name = NULL; // what it would be called anyway
    }
    ab_yaml_write_item(w);
    ab_yaml_write_open(w);
    write_named(w, kind->name, kind, def.params.data);
    ab_yaml_write_table(w, &ab_shape_table, &def, NULL);
    ab_yaml_write_close(w);
    ab_yaml_write_line(w, def.place);
    ab_yaml_write_end(w);
}

static void write_shapes(abYamlWriter *w, const abModel *model, int body) {
    const abShapeEntry *last = NULL;
    for (size_t i = 0; i < model->shape_count; i++) {
        const abShapeEntry *entry = &model->shape_defs[i];
        bool is_same_whole =
            last != NULL && entry->whole != NULL && last->whole == entry->whole; // a further part
        if (entry->body != body || is_same_whole) {
            continue;
        }
        if (last == NULL) {
            ab_yaml_write_block(w, "shapes");
        }
        write_shape(w, entry);
        last = entry;
    }
    if (last != NULL) {
        ab_yaml_write_end(w);
    }
}

// Of a body, or of the world for -1.
static void write_markers(abYamlWriter *w, const abModel *model, int body) {
    bool has_begun = false;
    for (size_t i = 0; i < model->marker_count; i++) {
        const abMarkerEntry *entry = &model->marker_defs[i];
        if (entry->body != body) {
            continue;
        }
        if (!has_begun) {
            ab_yaml_write_block(w, "markers");
            has_begun = true;
        }
        write_named(w, entry->def.name, &ab_marker_table, &entry->def);
        ab_yaml_write_line(w, entry->def.place);
    }
    if (has_begun) {
        ab_yaml_write_end(w);
    }
}

static void write_world_markers(abYamlWriter *w, const abModel *model) {
    write_markers(w, model, -1);
}

static void write_body(abYamlWriter *w, const abModel *model, size_t body) {
    const abBodyDef *def = &model->body_defs[body];
    ab_yaml_write_block(w, def->name);
    ab_yaml_write_line(w, def->place);
    // so that there is a mapping even where all is at its default
    ab_yaml_write_key(w, "mobility");
    ab_text_add(w->out, "%s", ab_table_find(&ab_body_table, "mobility")->choices[def->mobility]);
    ab_yaml_write_table(w, &ab_body_table, def, "mobility");
    write_unless_default(w, "motion", &ab_motion_table, def);
    write_unless_default(w, "flexible", &ab_flexible_table, &def->flexible);
    write_markers(w, model, (int)body);
    write_shapes(w, model, (int)body);
    ab_yaml_write_end(w);
}

// ---- contacts ----

static void write_law_inside(abYamlWriter *w, const char *list, int kind, const abParams *params) {
    const abTable *table = ab_choice_find(list)->table(kind);
    ab_yaml_write_open(w);
    ab_yaml_write_key(w, "law");
    ab_yaml_write_text(w, table->name);
    ab_yaml_write_table(w, table, params->data, NULL);
    ab_yaml_write_close(w);
}

static void write_law(abYamlWriter *w, const char *key, const char *list, int kind,
                      const abParams *params) {
    ab_yaml_write_key(w, key);
    write_law_inside(w, list, kind, params);
}

void ab_yaml_write_law(const char *list, int kind, const abParams *params, abText *out) {
    abYamlWriter w = {.out = out};
    write_law_inside(&w, list, kind, params);
}

// A rule that is switched on while the run goes on needs its laws.
static bool has_laws(const abContactRuleDef *def) {
    const abContactRuleDef usual = ab_contact_rule_def();
    return def->enabled || def->normal_law != usual.normal_law ||
           def->friction_law != usual.friction_law ||
           !ab_yaml_is_default(ab_choice_find("normal law")->table(def->normal_law),
                               def->normal.data) ||
           !ab_yaml_is_default(ab_choice_find("friction law")->table(def->friction_law),
                               def->friction.data);
}

// Of a rule that inherits, what it says itself.
static void write_said_law(abYamlWriter *w, const char *key, const char *list, int kind,
                           const abParams *params, bool is_chosen, uint64_t keys) {
    const abTable *table = ab_choice_find(list)->table(kind);
    if (is_chosen) {
        ab_yaml_write_key(w, key);
        ab_yaml_write_open(w);
        ab_yaml_write_key(w, "law");
        ab_yaml_write_text(w, table->name);
        ab_yaml_write_keys(w, table, params->data, keys);
        ab_yaml_write_close(w);
    }
}

static void write_said(abYamlWriter *w, const abContactRuleDef *def) {
    const abRuleSaid *said = &def->said;
    ab_yaml_write_keys(w, &ab_contact_rule_table, def, said->keys);
    write_said_law(w, "normal", "normal law", def->normal_law, &def->normal, said->has_normal,
                   said->normal);
    write_said_law(w, "friction", "friction law", def->friction_law, &def->friction,
                   said->has_friction, said->friction);
}

static void write_contact(abYamlWriter *w, const abModel *model, size_t i) {
    const abContactRuleDef *def = &model->rules[i];
    ab_yaml_write_item(w);
    ab_yaml_write_two(w, "between", def->between);
    ab_yaml_write_line(w, def->place);
    if (def->inherit) {
        write_said(w, def);
        ab_yaml_write_end(w);
        return;
    }
    ab_yaml_write_table(w, &ab_contact_rule_table, def, NULL);
    if (has_laws(def)) {
        write_law(w, "normal", "normal law", def->normal_law, &def->normal);
        write_law(w, "friction", "friction law", def->friction_law, &def->friction);
    }
    ab_yaml_write_end(w);
}

static void write_exclude(abYamlWriter *w, const abModel *model) {
    if (model->exclusion_count == 0) {
        return;
    }
    ab_yaml_write_key(w, "exclude");
    for (size_t i = 0; i < model->exclusion_count; i++) {
        ab_text_add(w->out, i > 0 ? ", [" : "[[");
        ab_yaml_write_text(w, model->exclusions[i].between[0]);
        ab_text_add(w->out, ", ");
        ab_yaml_write_text(w, model->exclusions[i].between[1]);
        ab_text_add(w->out, "]");
    }
    ab_text_add(w->out, "]");
}

// ---- joints and forces ----

// One of a list of things between two bodies; of a coupler, which is between joints, NULL.
static void write_connection(abYamlWriter *w, const char *list, int kind, const void *params,
                             const char *const between[2], const abTable *common,
                             const void *object, abPlace place) {
    const abTable *table = ab_choice_find(list)->table(kind);
    ab_yaml_write_item(w);
    ab_yaml_write_key(w, "type");
    ab_yaml_write_text(w, table->name);
    ab_yaml_write_line(w, place);
    if (between != NULL) {
        ab_yaml_write_two(w, "between", between);
    }
    ab_yaml_write_table(w, common, object, NULL);
    ab_yaml_write_table(w, table, params, NULL);
    ab_yaml_write_end(w);
}

static void write_joint(abYamlWriter *w, const abModel *model, size_t i) {
    const abJointDef *def = &model->joint_defs[i];
    write_connection(w, "joint", def->type, def->params.data,
                     def->type == AB_JOINT_COUPLER ? NULL : def->between, &ab_joint_table, def,
                     def->place);
}

static void write_force(abYamlWriter *w, const abModel *model, size_t i) {
    const abForceDef *def = &model->force_defs[i];
    write_connection(w, "force", def->type, def->params.data, def->between, &ab_force_table, def,
                     def->place);
}

// ---- what expressions use ----

static void write_expression_units(abYamlWriter *w, const abModel *model) {
    write_unless_default(w, "expression_units", &ab_expression_units_table,
                         &model->expression_units);
}

static void write_heights(abYamlWriter *w, const abSpline *spline) {
    ab_yaml_write_key(w, "y");
    if (spline->z == NULL) {
        ab_yaml_write_numbers(w, spline->y, spline->nx);
        return;
    }
    for (int k = 0; k < spline->nz; k++) {
        ab_text_add(w->out, k > 0 ? ", " : "[");
        ab_yaml_write_numbers(w, spline->y + (size_t)k * (size_t)spline->nx, spline->nx);
    }
    ab_text_add(w->out, "]");
}

static void write_spline(abYamlWriter *w, const abModel *model, size_t i) {
    const abSpline *spline = model->splines[i];
    abSplineDef def = ab_spline_def();
    def.extrapolate = spline->extrapolate;
    ab_yaml_write_key(w, spline->name);
    ab_yaml_write_open(w);
    write_list(w, "x", spline->x, spline->nx);
    write_list(w, "z", spline->z, spline->nz);
    write_heights(w, spline);
    ab_yaml_write_table(w, &ab_spline_table, &def, NULL);
    ab_yaml_write_close(w);
}

static void write_grid(abYamlWriter *w, const abFieldGrid *grid) {
    const int *n = grid->counts;
    ab_yaml_write_key(w, "grid");
    ab_yaml_write_open(w);
    ab_yaml_write_table(w, &ab_field_grid_table, grid, NULL);
    ab_yaml_write_key(w, "counts");
    ab_text_add(w->out, "[%d, %d, %d]", n[0], n[1], n[2]);
    write_list(w, "values", grid->values, n[0] * n[1] * n[2]);
    ab_yaml_write_close(w);
}

static void write_field(abYamlWriter *w, const abModel *model, size_t i) {
    const abFieldDef *def = &model->fields[i].def;
    ab_yaml_write_key(w, def->name);
    ab_yaml_write_open(w);
    ab_yaml_write_table(w, &ab_field_table, def, NULL);
    write_list(w, "vertices", def->vertices, def->vertex_count);
    write_list(w, "faces", def->faces, def->face_count);
    if (def->grid.values != NULL) {
        write_grid(w, &def->grid);
    }
    ab_yaml_write_close(w);
}

static void write_variable(abYamlWriter *w, const abModel *model, size_t i) {
    const abVariableDef *def = &model->variables[i].def;
    ab_yaml_write_key(w, def->name);
    ab_yaml_write_text(w, def->expression);
    ab_yaml_write_line(w, def->place);
}

static void write_state(abYamlWriter *w, const abModel *model, size_t i) {
    const abStateDef *def = &model->states[i].def;
    write_named(w, def->name, &ab_state_table, def);
    ab_yaml_write_line(w, def->place);
}

// ---- simulation and outputs ----

static void write_simulation(abYamlWriter *w, const abModel *model) {
    write_unless_default(w, "simulation", &ab_simulation_table, &model->simulation);
}

static void write_sensor(abYamlWriter *w, const abModel *model, size_t i) {
    const abSensorDef *def = &model->sensors[i].def;
    write_named(w, def->name, &ab_sensor_table, def);
    ab_yaml_write_line(w, def->place);
}

static void write_change(abYamlWriter *w, const abModel *model, size_t i) {
    ab_yaml_write_item(w);
    ab_yaml_write_open(w);
    ab_yaml_write_table(w, &ab_change_table, &model->changes[i], NULL);
    ab_yaml_write_close(w);
    ab_yaml_write_line(w, model->changes[i].place);
    ab_yaml_write_end(w);
}

// The name of a series, or an expression with the name it is to have.
static void write_output(abYamlWriter *w, const abModel *model, size_t i) {
    const char *series = model->outputs[i].series;
    int request = ab_model_find_named(&model->request_names, series);
    ab_yaml_write_item(w);
    if (request < 0) {
        ab_yaml_write_plain_item(w, series);
    } else {
        ab_yaml_write_open(w);
        ab_yaml_write_table(w, &ab_request_table, &model->requests[request].def, NULL);
        ab_yaml_write_close(w);
    }
    ab_yaml_write_end(w);
}

// ---- the table of contents ----

// A section of items, or written as a whole.
typedef struct Section {
    const char *key;
    size_t count; // where the model has the number of items
    void (*write_item)(abYamlWriter *w, const abModel *model, size_t i);
    bool (*has)(const abModel *model, size_t i); // which are written; NULL: all
    void (*write)(abYamlWriter *w, const abModel *model);
} Section;

#define ITEMS(key, name, write_item)                                                               \
    { key, offsetof(abModel, name##_count), write_item, NULL, NULL }
#define SOME_ITEMS(key, name, write_item, has)                                                     \
    { key, offsetof(abModel, name##_count), write_item, has, NULL }
static const Section s_sections[] = {
    {.write = write_expression_units},
    SOME_ITEMS("materials", material, write_material, has_material),
    SOME_ITEMS("pairs", pair, write_pair, has_pair),
    {.write = write_gravity},
    {.write = write_world_markers},
    ITEMS("bodies", body, write_body),
    ITEMS("fields", field, write_field),
    ITEMS("contacts", rule, write_contact),
    {.write = write_exclude},
    ITEMS("joints", joint, write_joint),
    ITEMS("splines", spline, write_spline),
    ITEMS("variables", variable, write_variable),
    ITEMS("states", user_state, write_state),
    ITEMS("forces", force, write_force),
    ITEMS("sensors", sensor, write_sensor),
    {.write = write_simulation},
    ITEMS("changes", change, write_change),
    ITEMS("outputs", output, write_output),
};

static void write_items(abYamlWriter *w, const abModel *model, const Section *section) {
    size_t count;
    bool has_begun = false;
    memcpy(&count, (const unsigned char *)model + section->count, sizeof count);
    for (size_t i = 0; i < count; i++) {
        if (section->has != NULL && !section->has(model, i)) {
            continue;
        }
        if (!has_begun) {
            ab_yaml_write_block(w, section->key);
            has_begun = true;
        }
        section->write_item(w, model, i);
    }
    if (has_begun) {
        ab_yaml_write_end(w);
    }
}

void ab_yaml_write(const abModel *model, const char *source, const char *folder, abText *out) {
    abYamlWriter w = {.out = out, .source = source, .folder = folder};
    if (source != NULL) {
        ab_text_add(out, "# from ");
        for (const char *c = source; *c != '\0'; c++) {
            ab_text_add(out, "%c", (unsigned char)*c < ' ' ? '?' : *c);
        }
        ab_text_add(out, ", in m, kg, s and rad\n");
    }
    ab_text_add(out, "abut: 1");
    for (size_t i = 0; i < sizeof s_sections / sizeof s_sections[0]; i++) {
        const Section *section = &s_sections[i];
        if (section->write != NULL) {
            section->write(&w, model);
        } else {
            write_items(&w, model, section);
        }
    }
    ab_text_add(out, "\n");
}
