// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// compile_forces.c - force elements: names to markers, texts to expressions, and the order in which
// they are applied.

#include "model/compile/compile_forces.h"

#include <stdio.h>
#include <string.h>

#include "base/no_memory.h"
#include "model/compile/observed.h"
#include "model/compile/signals.h"
#include "model/core/markers.h"
#include "model/core/model.h"
#include "model/kinds/force_rope.h"
#include "model/kinds/forces.h"

static abResult element_name(abModel *model, const char *given, size_t index, const char **out,
                             abError *error) {
    char name[40];
    snprintf(name, sizeof name, "force%zu", index + 1);
    *out = given != NULL ? given : ab_arena_text(&model->arena, name);
    return *out != NULL ? AB_OK : ab_no_memory(error, (abPlace){0}, "while compiling the forces");
}

// The expressions among the keys, in the table's order; those not given are 0.
static abResult compile_values(abModel *model, abForceElement *force, abError *error) {
    const abTable *table = ab_force_kind_table(force->kind);
    abResult result = AB_OK;
    for (int k = 0; k < table->key_count; k++) {
        if (table->keys[k].kind != AB_KEY_EXPRESSION) {
            continue;
        }
        const char *text;
        memcpy(&text, force->params.data + table->keys[k].offset, sizeof text);
        abCompiledExpression *compiled = &force->values[force->value_count++];
        if (text != NULL) {
            result = ab_worse(result, ab_compile_expression(model, text, force->place, "a force",
                                                            AB_LEVEL_FORCES, compiled, error));
        }
        force->uses_time |=
            compiled->expression != NULL && ab_compiled_expression_uses_time(model, compiled);
    }
    return result;
}

static abResult watch_turn(abModel *model, abForceElement *force, abError *error) {
    abObserved observed = {
        .kind = AB_OBSERVED_ANGLE, .component = 2, .i = force->marker_b, .j = force->marker_a};
    force->turn_input =
        ab_force_type(force->kind)->wants_turn ? ab_model_store_observed(model, &observed) : -1;
    return ab_force_type(force->kind)->wants_turn && force->turn_input < 0
               ? ab_no_memory(error, (abPlace){0}, "while compiling the forces")
               : AB_OK;
}

static abResult compile_force(abModel *model, size_t index, abError *error) {
    const abForceDef *def = &model->force_defs[index];
    abForceElement *force = &model->forces[index];
    *force = (abForceElement){.kind = def->type, .place = def->place, .params = def->params};
    AB_TRY(element_name(model, def->name, index, &force->name, error));
    abResult a = ab_model_need_marker(model, "a force", def->between[0], def->place,
                                      &force->marker_a, error);
    abResult b = ab_model_need_marker(model, "a force", def->between[1], def->place,
                                      &force->marker_b, error);
    abResult values = compile_values(model, force, error);
    AB_TRY(a);
    AB_TRY(b);
    force->body_a = model->markers[force->marker_a].body;
    force->body_b = model->markers[force->marker_b].body;
    AB_TRY(watch_turn(model, force, error));
    AB_TRY(ab_follow_force(model, (int)index, error));
    return values;
}

// Frames and what the kind makes of its keys.
abResult ab_follow_force(abModel *model, int index, abError *error) {
    const abForceDef *def = &model->force_defs[index];
    const abForceType *type = ab_force_type(def->type);
    abForceElement *force = &model->forces[index];
    force->params = def->params;
    force->X_A = model->markers[force->marker_a].X_CM;
    force->X_B = model->markers[force->marker_b].X_CM;
    return type->compile != NULL ? type->compile(model, force, def->place, error) : AB_OK;
}

// ---- what forces look at ----

// Calls `visit` for every look behind the element's values.
typedef void (*Visit)(void *context, const abObserved *observed);

static void visit_observed(const abModel *model, const abForceElement *force, Visit visit,
                           void *context) {
    for (int v = 0; v < force->value_count; v++) {
        for (int k = 0; k < force->values[v].input_count; k++) {
            const abInput *input = &model->inputs[force->values[v].inputs[k]];
            if (!input->is_variable) {
                visit(context, &input->observed);
            }
        }
    }
}

typedef struct Bodies {
    const abModel *model;
    bool *is_seen;
} Bodies;

static void see(Bodies *bodies, int body) {
    if (body >= 0) {
        bodies->is_seen[ab_model_owner(bodies->model, body)] = true;
    }
}

static void see_observed(void *context, const abObserved *observed) {
    Bodies *bodies = context;
    const abModel *model = bodies->model;
    const int markers[] = {observed->i, observed->j, observed->r, observed->frame};
    for (int k = 0; k < 4; k++) {
        see(bodies, model->markers[markers[k]].body);
    }
    if (observed->kind == AB_OBSERVED_FORCE) {
        const abForceElement *other = &model->forces[observed->subject];
        see(bodies, other->body_a);
        see(bodies, other->body_b);
        for (int k = 0; k < other->depends_on_count; k++) {
            see(bodies, other->depends_on[k]);
        }
    }
    for (size_t s = 0; observed->selects != NULL && s < model->shape_count; s++) {
        if (observed->selects[s] || observed->selects[model->shape_count + s]) {
            see(bodies, model->shapes[s].body);
        }
    }
}

// In the order of application, so that what others look at is known.
static abResult list_bodies(abModel *model, bool *is_seen, abForceElement *force, abError *error) {
    Bodies bodies = {model, is_seen};
    memset(is_seen, 0, model->body_count * sizeof *is_seen);
    visit_observed(model, force, see_observed, &bodies);
    see(&bodies, model->markers[force->axes].body);
    size_t count = 0;
    for (size_t b = 0; b < model->body_count; b++) {
        is_seen[b] = is_seen[b] && (int)b != force->body_a && (int)b != force->body_b;
        count += is_seen[b];
    }
    int *list = AB_ARENA_NEW(&model->arena, int, count);
    if (list == NULL) {
        return ab_no_memory(error, (abPlace){0}, "while compiling the forces");
    }
    for (size_t b = 0; b < model->body_count; b++) {
        if (is_seen[b]) {
            list[force->depends_on_count++] = (int)b;
        }
    }
    force->depends_on = list;
    return AB_OK;
}

// ---- the order ----

typedef struct Order {
    abModel *model;
    signed char *state; // of each force: 0 new, 1 waiting for others, 2 placed
    int *order;
    int count;
    int *chain; // of forces that wait for each other
    int depth;
    abError *error;
    abResult result;
} Order;

static void report_circle(Order *order, int force) {
    char text[300] = "";
    size_t used = 0;
    int k = order->depth - 1;
    while (k > 0 && order->chain[k] != force) {
        k--;
    }
    for (; k < order->depth && used + 60 < sizeof text; k++) {
        used += (size_t)snprintf(text + used, sizeof text - used, "%.50s -> ",
                                 order->model->forces[order->chain[k]].name);
    }
    const abForceElement *first = &order->model->forces[force];
    order->result =
        ab_error_add(order->error, AB_BAD_MODEL, first->place,
                     "forces look at each other in a circle: %s%.50s", text, first->name);
}

static void place_force(Order *order, int force);

static void place_before(void *context, const abObserved *observed) {
    Order *order = context;
    if (observed->kind != AB_OBSERVED_FORCE) {
        return;
    }
    const abForceElement *seen = &order->model->forces[observed->subject];
    const abForceElement *force = &order->model->forces[order->chain[order->depth - 1]];
    if (ab_rope_is_rigid(seen)) {
        order->result = ab_error_add(order->error, AB_BAD_MODEL, force->place,
                                     "force %s looks at the pull of %s, a rope that does not "
                                     "stretch: its pull follows from all forces, so that would be "
                                     "a circle; give the rope a stiffness",
                                     force->name, seen->name);
        return;
    }
    place_force(order, observed->subject);
}

// Depth first; the depth is bounded so that a long chain cannot exhaust the stack.
static void place_force(Order *order, int force) {
    enum { DEPTH_MAX = 1000 };
    if (order->state[force] == 2 || order->result != AB_OK) {
        return;
    }
    if (order->state[force] == 1) {
        report_circle(order, force);
        return;
    }
    if (order->depth == DEPTH_MAX) {
        order->result = ab_error_add(order->error, AB_BAD_MODEL, order->model->forces[force].place,
                                     "more than %d forces look at each other in a row", DEPTH_MAX);
        return;
    }
    order->state[force] = 1;
    order->chain[order->depth++] = force;
    visit_observed(order->model, &order->model->forces[force], place_before, order);
    order->depth--;
    order->state[force] = 2;
    order->order[order->count++] = force;
}

static abResult order_forces(abModel *model, abError *error) {
    size_t n = model->force_count;
    Order order = {.model = model, .error = error, .result = AB_OK};
    order.order = AB_ARENA_NEW(&model->arena, int, n);
    order.chain = AB_ARENA_NEW(&model->arena, int, n + 1000);
    order.state = AB_ARENA_NEW(&model->arena, signed char, n);
    bool *is_seen = AB_ARENA_NEW(&model->arena, bool, model->body_count);
    if (order.order == NULL || order.chain == NULL || order.state == NULL || is_seen == NULL) {
        return ab_no_memory(error, (abPlace){0}, "while compiling the forces");
    }
    for (size_t f = 0; f < n; f++) {
        place_force(&order, (int)f);
    }
    model->force_order = order.order;
    for (int k = 0; k < order.count && order.result == AB_OK; k++) {
        order.result = list_bodies(model, is_seen, &model->forces[order.order[k]], error);
    }
    return order.result;
}

abResult ab_compile_forces(abModel *model, abError *error) {
    model->forces = AB_ARENA_NEW(&model->arena, abForceElement, model->force_count);
    if (model->forces == NULL) {
        return ab_no_memory(error, (abPlace){0}, "while compiling the forces");
    }
    abResult result = AB_OK;
    for (size_t f = 0; f < model->force_count; f++) {
        result = ab_worse(result, compile_force(model, f, error));
    }
    AB_TRY(result);
    return order_forces(model, error);
}
