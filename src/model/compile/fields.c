// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// fields.c - fields by name: added, bound to their mesh or frame, and to the rules that name them.

#include "model/compile/fields.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/no_memory.h"
#include "model/core/model.h"
#include "model/core/model_values.h"
#include "model/core/prescribed.h"

enum { GRID_NODES_MAX = 10000000 };

// ---- adding ----

static abResult check_grid(const abFieldDef *def, abError *error) {
    const abFieldGrid *grid = &def->grid;
    const double low[3] = {grid->low.x, grid->low.y, grid->low.z},
                 high[3] = {grid->high.x, grid->high.y, grid->high.z};
    double nodes = 1.0;
    for (int i = 0; i < 3; i++) {
        int n = grid->counts[i];
        nodes *= n;
        bool fits = n == 1 ? low[i] == high[i] : n > 1 && low[i] < high[i];
        if (!fits || !isfinite(low[i]) || !isfinite(high[i])) {
            return ab_error_add(error, AB_BAD_MODEL, def->place,
                                "field %s: its grid has %d nodes along %c, from %g m to %g m; "
                                "high must be above low, or the same with one node",
                                def->name, n, "xyz"[i], low[i], high[i]);
        }
    }
    if (nodes > GRID_NODES_MAX) {
        return ab_error_add(error, AB_BAD_MODEL, def->place,
                            "field %s: its grid has %.0f nodes; at most %d are allowed", def->name,
                            nodes, GRID_NODES_MAX);
    }
    return AB_OK;
}

static size_t node_count(const abFieldGrid *grid) {
    return (size_t)grid->counts[0] * (size_t)grid->counts[1] * (size_t)grid->counts[2];
}

abResult ab_model_add_field(abModel *model, const abFieldDef *def, abError *error) {
    AB_TRY(ab_model_check_named(model, &model->field_names, "field", def->name, def->place, error));
    int given = (def->expression != NULL) + (def->vertices != NULL) + (def->faces != NULL) +
                (def->grid.values != NULL);
    if (given != 1) {
        return ab_error_add(error, AB_BAD_MODEL, def->place,
                            "field %s has %d of expression, vertices, faces and grid; give one",
                            def->name, given);
    }
    if (def->grid.values != NULL) {
        AB_TRY(check_grid(def, error));
    }
    abModelField field = {.def = *def, .body = -1, .shape = -1, .X_CF = ab_pose_identity()};
    abModelField *added = AB_MODEL_ADD(model, fields, field_count, field);
    bool ok = added != NULL &&
              AB_MODEL_OWN(model, &added->def.name, &added->def.on, &added->def.expression,
                           &added->def.place.file) &&
              ab_model_store_name(&model->field_names, added->def.name, model->field_count - 1,
                                  def->place);
    if (ok && def->vertices != NULL) {
        added->def.vertices =
            ab_model_copy_numbers(model, def->vertices, (size_t)def->vertex_count);
        ok = added->def.vertices != NULL;
    }
    if (ok && def->faces != NULL) {
        added->def.faces = ab_model_copy_numbers(model, def->faces, (size_t)def->face_count);
        ok = added->def.faces != NULL;
    }
    if (ok && def->grid.values != NULL) {
        added->def.grid.values =
            ab_model_copy_numbers(model, def->grid.values, node_count(&def->grid));
        ok = added->def.grid.values != NULL;
    }
    return ok ? AB_OK : ab_no_memory(error, (abPlace){0}, "for fields");
}

// ---- what it is on ----

static bool names_shape(const abModel *model, const char *on, const abBodyShape *shape) {
    return strcmp(on, shape->name) == 0 || strcmp(on, model->bodies[shape->body].name) == 0;
}

static abResult find_mesh(const abModel *model, abModelField *field, abError *error) {
    const abFieldDef *def = &field->def;
    int found = 0;
    for (size_t s = 0; s < model->shape_count && def->on != NULL; s++) {
        const abBodyShape *shape = &model->shapes[s];
        if (shape->shape.surface != NULL && names_shape(model, def->on, shape)) {
            field->shape = (int)s;
            field->body = shape->body;
            field->X_CF = shape->X_CS;
            found++;
        }
    }
    return found == 1 ? AB_OK
                      : ab_error_add(error, AB_BAD_MODEL, def->place,
                                     "field %s has values for a mesh, but `on: %s` names %s; name "
                                     "the one by BODY.SHAPE, with collide: surface",
                                     def->name, def->on != NULL ? def->on : "",
                                     found == 0 ? "none" : "several");
}

static abResult find_frame(const abModel *model, abModelField *field, abError *error) {
    const abFieldDef *def = &field->def;
    if (def->on == NULL) {
        return AB_OK;
    }
    int body = ab_model_find_body(model, def->on).index - 1;
    if (body >= 0) {
        field->body = body;
        field->X_CF.p = ab_neg(model->bodies[body].p_BC);
        return AB_OK;
    }
    for (size_t s = 0; s < model->shape_count; s++) {
        if (strcmp(def->on, model->shapes[s].name) == 0) {
            field->body = model->shapes[s].body;
            field->X_CF = model->shapes[s].X_CS;
            return AB_OK;
        }
    }
    return ab_error_add(error, AB_BAD_MODEL, def->place,
                        "field %s: there is no body or BODY.SHAPE %s for `on`", def->name, def->on);
}

// ---- values ----

static abResult check_values(const abFieldDef *def, const char *what, const double *values,
                             int count, size_t wanted, abError *error) {
    if ((size_t)count != wanted) {
        return ab_error_add(error, AB_BAD_MODEL, def->place,
                            "field %s has %d %s, the mesh %s has %zu", def->name, count, what,
                            def->on, wanted);
    }
    for (int i = 0; i < count; i++) {
        if (!isfinite(values[i])) {
            return ab_error_add(error, AB_BAD_MODEL, def->place, "field %s: %s[%d] is no number",
                                def->name, what, i);
        }
    }
    return AB_OK;
}

static abResult compile_values(abModel *model, abModelField *field, abError *error) {
    const abFieldDef *def = &field->def;
    AB_TRY(find_mesh(model, field, error));
    const abMeshSurface *surface = model->shapes[field->shape].shape.surface;
    const abTriangleMesh *mesh = surface->mesh;
    bool ok;
    if (def->vertices != NULL) {
        AB_TRY(check_values(def, "vertices", def->vertices, def->vertex_count,
                            mesh->point_count + mesh->repeated_count, error));
        ok = ab_field_of_points(&field->field, surface, def->vertices, &model->arena);
    } else {
        AB_TRY(check_values(def, "faces", def->faces, def->face_count, mesh->face_count, error));
        ok = ab_field_of_faces(&field->field, surface, def->faces, &model->arena);
    }
    return ok ? AB_OK : ab_no_memory(error, (abPlace){0}, "for fields");
}

static abResult find_axis(void *context, const char *name, int offset,
                          const abExpressionSource *source, abExpressionUse *out, abError *error) {
    (void)context;
    const char *axes = "xyz",
               *axis = name[0] != '\0' && name[1] == '\0' ? strchr(axes, name[0]) : NULL;
    if (axis == NULL) {
        return ab_expression_problem(source, offset, error,
                                     "a field is a function of x, y and z; it cannot look at %s",
                                     name);
    }
    out->input = (int)(axis - axes);
    out->unit = 1.0;
    return AB_OK;
}

static abResult compile_place(abModel *model, abModelField *field, abError *error) {
    static const char *const names[] = {"x", "y", "z", NULL};
    const abExpressionUnits *units = &model->expression_units;
    const double unit[] = {[AB_FIELD_NUMBER] = 1.0,
                           [AB_FIELD_LENGTH] = units->length,
                           [AB_FIELD_PRESSURE] = units->force / (units->length * units->length)};
    abExpression *expression = NULL;
    AB_TRY(find_frame(model, field, error));
    abExpressionSource source = {field->def.expression, field->def.place, true};
    abExpressionScope scope = {
        .time_unit = units->time, .variable = find_axis, .variable_names = names};
    AB_TRY(ab_expression_compile_in(&source, &scope, &model->arena, &expression, error));
    if (ab_expression_uses_time(expression)) {
        return ab_error_add(error, AB_BAD_MODEL, field->def.place,
                            "field %s: a field is a function of x, y and z, not of time",
                            field->def.name);
    }
    field->field = (abField){.kind = AB_FIELD_OF_PLACE,
                             .expression = expression,
                             .length = units->length,
                             .unit = unit[field->def.quantity]};
    return AB_OK;
}

static abResult compile_grid(const abModel *model, abModelField *field, abError *error) {
    const abFieldDef *def = &field->def;
    AB_TRY(find_frame(model, field, error));
    AB_TRY(check_values(def, "grid values", def->grid.values, (int)node_count(&def->grid),
                        node_count(&def->grid), error));
    field->field = (abField){.kind = AB_FIELD_OF_GRID, .grid = def->grid};
    return AB_OK;
}

static abResult compile_field(abModel *model, abModelField *field, abError *error) {
    return field->def.expression != NULL    ? compile_place(model, field, error)
           : field->def.grid.values != NULL ? compile_grid(model, field, error)
                                            : compile_values(model, field, error);
}

// ---- rules ----

// The values a field is made of, by the key they stand under; none of an expression.
typedef struct Values {
    const char *key;
    const double *values;
    size_t count;
} Values;

static Values values_of(const abFieldDef *def) {
    if (def->grid.values != NULL) {
        return (Values){"grid.values", def->grid.values, node_count(&def->grid)};
    }
    return def->vertices != NULL
               ? (Values){"vertices", def->vertices, (size_t)def->vertex_count}
               : (Values){"faces", def->faces, def->faces != NULL ? (size_t)def->face_count : 0};
}

// What is wrong with a value of a layer; found at the points of a mesh.
static abResult check_positive(const abModelField *field, const char *key, abPlace place,
                               abError *error) {
    Values all = values_of(&field->def);
    for (size_t i = 0; i < all.count; i++) {
        if (!(all.values[i] > 0.0)) {
            return ab_error_add(error, AB_BAD_MODEL, place,
                                "%s: field %s is %g at %s[%zu]; it must be above 0", key,
                                field->def.name, all.values[i], all.key, i);
        }
    }
    return AB_OK;
}

static abResult check_rule(const abModel *model, const abContactRuleDef *rule, const char *key,
                           const char *name, abFieldQuantity quantity, abError *error) {
    if (name == NULL) {
        return AB_OK;
    }
    int index = ab_model_find_named(&model->field_names, name);
    if (index < 0) {
        const char *words[65] = {NULL};
        for (size_t i = 0; i < model->field_count && i < 64; i++) {
            words[i] = model->fields[i].def.name;
        }
        const char *near = ab_nearest_word(name, words);
        return ab_error_add(error, AB_BAD_MODEL, rule->place, "%s: there is no field %s%s", key,
                            name, ab_hint(near).text);
    }
    const abModelField *field = &model->fields[index];
    if (strcmp(ab_normal_law((abNormalLawKind)rule->normal_law)->table->name, "foundation") != 0) {
        return ab_error_add(error, AB_BAD_MODEL, rule->place,
                            "%s is for the law foundation, here it is %s", key,
                            ab_normal_law((abNormalLawKind)rule->normal_law)->table->name);
    }
    if (field->def.quantity != quantity && field->def.quantity != AB_FIELD_NUMBER) {
        return ab_error_add(error, AB_BAD_MODEL, rule->place, "%s: field %s is a %s", key, name,
                            quantity == AB_FIELD_LENGTH ? "pressure" : "length");
    }
    return check_positive(field, key, rule->place, error);
}

static abResult check_fields(const abModel *model, const abContactRuleDef *rule, abError *error) {
    abResult thickness =
        check_rule(model, rule, "thickness_field", rule->thickness_field, AB_FIELD_LENGTH, error);
    abResult modulus = check_rule(model, rule, "youngs_modulus_field", rule->youngs_modulus_field,
                                  AB_FIELD_PRESSURE, error);
    return ab_worse(thickness, modulus);
}

// Those that take from others are whole only when contacts are known.
static abResult check_rules(const abModel *model, bool inherit, abError *error) {
    abResult result = AB_OK;
    for (size_t r = 0; r < model->rule_count; r++) {
        const abContactRuleDef *rule = &model->rules[r];
        if (rule->inherit == inherit) {
            result = ab_worse(result, check_fields(model, rule, error));
        }
    }
    return result;
}

abResult ab_model_check_inherited_fields(const abModel *model, abError *error) {
    return check_rules(model, true, error);
}

abResult ab_compile_fields(abModel *model, abError *error) {
    abResult result = AB_OK;
    for (size_t i = 0; i < model->field_count; i++) {
        abModelField *field = &model->fields[i];
        abResult one = compile_field(model, field, error);
        field->is_known = one == AB_OK;
        result = ab_worse(result, one);
    }
    return ab_worse(result, check_rules(model, false, error));
}

// ---- other values ----

abResult ab_follow_field(abModel *copy, int index, int component, double value, abError *error) {
    abModelField *field = &copy->fields[index];
    const abMeshSurface *surface = copy->shapes[field->shape].shape.surface;
    bool on_points = field->def.vertices != NULL;
    size_t count = (size_t)(on_points ? field->def.vertex_count : field->def.face_count);
    const double *old = on_points ? field->def.vertices : field->def.faces;
    abArena *arena;
    double *values = ab_model_field_values(copy, index, old, count, &arena);
    if (values == NULL) {
        return ab_no_memory(error, (abPlace){0}, "for fields");
    }
    values[component] = value;
    *(on_points ? &field->def.vertices : &field->def.faces) = values;
    AB_TRY(check_values(&field->def, on_points ? "vertices" : "faces", values, (int)count, count,
                        error));
    bool ok = on_points ? ab_field_of_points(&field->field, surface, values, arena)
                        : ab_field_of_faces(&field->field, surface, values, arena);
    return ok ? ab_worse(check_rules(copy, false, error), check_rules(copy, true, error))
              : ab_no_memory(error, (abPlace){0}, "for fields");
}

static const abModelField *find_known(const abModel *model, const char *name) {
    int index = name != NULL ? ab_model_find_named(&model->field_names, name) : -1;
    return index >= 0 && model->fields[index].is_known ? &model->fields[index] : NULL;
}

void ab_model_bind_fields(const abModel *model, abInteraction *interaction) {
    interaction->thickness = find_known(model, interaction->rule->thickness_field);
    interaction->youngs_modulus = find_known(model, interaction->rule->youngs_modulus_field);
}

// ---- expressions at the start ----

static double value_at(const abModel *model, const abModelField *field, const abBodyShape *shape,
                       abVec3 p_S) {
    abVec3 p = ab_pose_point(shape->X_CS, p_S); // in C of the shape's body
    if (field->body != shape->body) {
        p = ab_pose_point(ab_body_start(model, shape->body), p);
        p = field->body >= 0 ? ab_pose_point_inverse(ab_body_start(model, field->body), p) : p;
    }
    return ab_field_at_place(&field->field, ab_pose_point_inverse(field->X_CF, p));
}

static abResult check_place(const abModel *model, const abModelField *field,
                            const abBodyShape *shape, abError *error) {
    // elsewhere every value that it is made of has been looked at
    bool is_place = field != NULL && (field->field.kind == AB_FIELD_OF_PLACE ||
                                      (field->field.kind == AB_FIELD_OF_GRID &&
                                       field->def.grid.interpolation == AB_FIELD_CUBIC));
    const abMeshSurface *surface = shape->shape.surface;
    for (size_t i = 0; is_place && surface != NULL && i < surface->mesh->point_count; i++) {
        double value = value_at(model, field, shape, surface->mesh->points[i]);
        char text[40] = "no number";
        if (isfinite(value)) {
            snprintf(text, sizeof text, "%g", value);
        }
        if (!(value > 0.0) || !isfinite(value)) {
            return ab_error_add(error, AB_BAD_MODEL, field->def.place,
                                "field %s is %s at point %d of %s; a layer's value must be above 0",
                                field->def.name, text, surface->mesh->numbers[i], shape->name);
        }
    }
    return AB_OK;
}

abResult ab_model_check_fields(const abModel *model, const abBodyShape *a, const abBodyShape *b,
                               const abInteraction *interaction, abError *error) {
    const abModelField *fields[2] = {interaction->thickness, interaction->youngs_modulus};
    abResult result = AB_OK;
    for (int i = 0; i < 2; i++) {
        result = ab_worse(result, check_place(model, fields[i], a, error));
        result = ab_worse(result, check_place(model, fields[i], b, error));
    }
    return result;
}
