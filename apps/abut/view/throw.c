// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// throw.c - what a model file would say of a body that is thrown in, in the units of the file.

#include "view/throw.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "model/compile/may_touch.h"
#include "model/core/model.h"
#include "read/core/units.h"
#include "read/core/yaml_tree.h"
#include "read/yaml/yaml_override.h"

typedef struct Thrown {
    bool is_box, is_planar, is_outline;
    double size, mass; // [m], [kg]
    abVec3 at, velocity;
    char material[100], name[40];
} Thrown;

static abResult refuse(const char *sentence, abError *error) {
    return ab_error_add(error, AB_USAGE, (abPlace){0}, "%s", sentence);
}

// ---- what is thrown ----

static const char *word(const abNode *map, const char *key) {
    const abNodeItem *item = ab_node_find(map, key);
    return item != NULL && item->value->kind == AB_NODE_SCALAR ? item->value->text : "";
}

static bool positive(const abNode *map, const char *key, double *out) {
    const abNodeItem *item = ab_node_find(map, key);
    return item != NULL && ab_node_number(item->value, out) && *out > 0.0;
}

// All that move by forces move in the plane.
static bool is_planar(const abModel *model) {
    bool any = false, all = true;
    for (size_t b = 0; b < model->body_count; b++) {
        abMobility mobility = model->bodies[b].mobility;
        any = any || mobility == AB_MOBILITY_PLANAR;
        all = all && mobility != AB_MOBILITY_FREE;
    }
    return any && all;
}

// What things are made of here, and whether their contacts are those of plane curves.
static void look_around(const abModel *model, Thrown *thrown) {
    for (size_t s = 0; s < model->shape_count; s++) {
        const abBodyShape *shape = &model->shapes[s];
        if (shape->collides) {
            thrown->is_outline = thrown->is_outline || shape->shape.outline != NULL;
            if (thrown->material[0] == '\0' && shape->material != NULL) {
                snprintf(thrown->material, sizeof thrown->material, "%s", shape->material);
            }
        }
    }
}

static void choose_name(const abModel *model, Thrown *thrown) {
    int number = 0;
    do {
        snprintf(thrown->name, sizeof thrown->name, "thrown_%d", ++number);
    } while (ab_model_find_body(model, thrown->name).index != 0);
}

static abResult read_thrown(const Session *session, const char *value, Thrown *thrown,
                            abError *error) {
    const abModel *model = ab_simulation_model(session->simulation);
    abArena arena;
    abNode *root = NULL;
    ab_arena_init(&arena, ab_heap(), 4096);
    abResult result =
        ab_yaml_parse(value, strlen(value), "throw", true, &arena, &root, error) == AB_OK &&
                positive(root, "size", &thrown->size) && positive(root, "mass", &thrown->mass) &&
                ab_node_vec3(root, "at", &thrown->at) &&
                ab_node_vec3(root, "velocity", &thrown->velocity)
            ? AB_OK
            : refuse("a throw wants size, mass, at and velocity", error);
    if (result == AB_OK) {
        thrown->is_box = strcmp(word(root, "shape"), "box") == 0;
        thrown->is_planar = is_planar(model);
        snprintf(thrown->material, sizeof thrown->material, "%s", word(root, "material"));
        look_around(model, thrown);
        choose_name(model, thrown);
    }
    ab_arena_done(&arena);
    return result;
}

// ---- the body, as a model file has it ----

static void put_number(abText *out, const abModel *model, const char *key, const char *unit,
                       double value) {
    abUnits units;
    abUnitFactor factor = {1.0, 1.0};
    memcpy(units.choice, model->source->units, sizeof units.choice);
    ab_unit_factor(&units, unit, &factor);
    ab_text_add(out, "%s%.17g", key, ab_unit_from_si(factor, value));
}

static void put_vector(abText *out, const abModel *model, const char *key, const char *unit,
                       abVec3 v) {
    put_number(out, model, key, unit, v.x);
    put_number(out, model, ", ", unit, v.y);
    put_number(out, model, ", ", unit, v.z);
    ab_text_add(out, "]");
}

// Of a solid ball and cube; of a disc and a square about the axis of the plane.
static double inertia_of(const Thrown *thrown) {
    double moment = thrown->mass * thrown->size * thrown->size;
    if (thrown->is_box) {
        return moment / 6.0;
    }
    return thrown->is_outline ? moment / 8.0 : moment / 10.0;
}

static void put_shape(abText *out, const abModel *model, const Thrown *thrown) {
    double size = thrown->size;
    if (thrown->is_outline && thrown->is_box) {
        put_number(out, model, "outline: {form: block, width: ", "m", size);
        put_number(out, model, ", height: ", "m", size);
    } else if (thrown->is_outline) {
        put_number(out, model, "outline: {form: ball, radius: ", "m", 0.5 * size);
    } else if (thrown->is_box) {
        put_vector(out, model, "box: {size: [", "m", (abVec3){size, size, size});
    } else {
        put_number(out, model, "sphere: {radius: ", "m", 0.5 * size);
    }
    ab_text_add(out, "}");
}

static void put_body(abText *out, const abModel *model, const Thrown *thrown) {
    double inertia = inertia_of(thrown);
    ab_text_add(out, "{mobility: %s, ", thrown->is_planar ? "planar" : "free");
    put_vector(out, model, "position: [", "m", thrown->at);
    put_vector(out, model, ", velocity: [", "m/s", thrown->velocity);
    put_number(out, model, ", mass: ", "kg", thrown->mass);
    put_vector(out, model, ", inertia: [", "kg m^2", (abVec3){inertia, inertia, inertia});
    ab_text_add(out, ", shapes: [{");
    put_shape(out, model, thrown);
    if (thrown->material[0] != '\0') {
        ab_text_add(out, ", material: \"%s\"", thrown->material);
    }
    ab_text_add(out, "}]}");
}

// ---- rules ----

// Whether a law acts between it and all that could touch it.
static bool touches_all(const abModel *model, abBodyId body) {
    bool touches = true;
    for (size_t a = 0; a < model->shape_count; a++) {
        for (size_t b = 0; b < model->shape_count && model->shapes[a].body == body.index - 1; b++) {
            touches =
                touches && (!ab_may_touch_at_all(model, &model->shapes[a], &model->shapes[b]) ||
                            ab_model_interaction(model, (int)a, (int)b) != NULL);
        }
    }
    return touches;
}

static void put_node(abText *out, const abNode *node) {
    const char *between = "";
    if (node->kind == AB_NODE_SCALAR) {
        ab_text_add(out, node->is_quoted ? "\"%s\"" : "%s", node->text);
        return;
    }
    ab_text_add(out, node->kind == AB_NODE_MAP ? "{" : "[");
    for (const abNodeItem *item = node->first; item != NULL; item = item->next) {
        ab_text_add(out, "%s", between);
        if (item->key != NULL) {
            ab_text_add(out, "%s: ", item->key);
        }
        put_node(out, item->value);
        between = ", ";
    }
    ab_text_add(out, node->kind == AB_NODE_MAP ? "}" : "]");
}

// The keys of a rule, between the new body and all others.
static void put_rule(abText *out, const abNode *rule, const char *name) {
    ab_text_clear(out);
    ab_text_add(out, "{between: [%s, all]", name);
    for (const abNodeItem *item = rule->first; item != NULL; item = item->next) {
        if (strcmp(item->key, "between") != 0) {
            ab_text_add(out, ", %s: ", item->key);
            put_node(out, item->value);
        }
    }
    ab_text_add(out, "}");
}

static bool is_usable(const abNode *rule) {
    const abNodeItem *enabled = ab_node_find(rule, "enabled");
    return rule->kind == AB_NODE_MAP && ab_node_find(rule, "inherit") == NULL &&
           (enabled == NULL || strcmp(enabled->value->text, "true") == 0);
}

// The text of the model as it runs, with all that was set.
static abResult read_text(const Session *session, abArena *arena, abNode **root, abError *error) {
    AB_TRY(ab_yaml_parse(session->text, session->size, session->model_path, false, arena, root,
                         error));
    for (int i = 0; i < session->override_count; i++) {
        AB_TRY(ab_yaml_override(root, &session->overrides[i], arena, error));
    }
    return AB_OK;
}

// The first whose laws can act between it and the others.
static abResult set_rule(Session *session, const abNode *rules, const char *name, abText *text,
                         abError *error) {
    char path[40];
    abResult result = refuse("no contact rule of the model could be repeated for it", error);
    snprintf(path, sizeof path, "contacts.%d", rules->count);
    for (const abNodeItem *item = rules->first; item != NULL && result != AB_OK;
         item = item->next) {
        if (is_usable(item->value)) {
            put_rule(text, item->value, name);
            result = session_set(session, path, ab_text_string(text), error);
        }
    }
    return result;
}

static abResult find_rule(Session *session, const Thrown *thrown, abText *text, abError *error) {
    const abModel *model = ab_simulation_model(session->simulation);
    if (touches_all(model, ab_model_find_body(model, thrown->name))) {
        return AB_OK;
    }
    abArena arena;
    abNode *root = NULL;
    ab_arena_init(&arena, ab_heap(), 16384);
    abResult result = read_text(session, &arena, &root, error);
    const abNodeItem *rules = result == AB_OK ? ab_node_find(root, "contacts") : NULL;
    if (rules != NULL && rules->value->kind == AB_NODE_LIST && rules->value->count > 0) {
        abError problems;
        ab_error_clear(&problems);
        result = set_rule(session, rules->value, thrown->name, text, &problems);
        if (result != AB_OK) {
            ab_error_add(error, AB_USAGE, (abPlace){0}, "%s flies through some bodies: %s",
                         thrown->name, problems.problems[problems.count - 1].text);
        }
    }
    ab_arena_done(&arena);
    return result;
}

// ---- the whole ----

abResult session_throw(Session *session, const char *value, abError *error) {
    Thrown thrown = {.is_box = false};
    char path[60];
    abText text;
    AB_TRY(read_thrown(session, value, &thrown, error));
    ab_text_init(&text, ab_heap());
    put_body(&text, ab_simulation_model(session->simulation), &thrown);
    snprintf(path, sizeof path, "bodies.%s", thrown.name);
    abResult result = text.failed ? refuse("out of memory", error)
                                  : session_set(session, path, ab_text_string(&text), error);
    if (result == AB_OK) {
        result = find_rule(session, &thrown, &text, error);
    }
    ab_text_done(&text);
    return result;
}
