// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// create.c - a simulation from a model: room, integrators, the resolution of distances; and its
// end.

#include <string.h>

#include "base/array.h"
#include "integrate/coupling.h"
#include "integrate/method.h"

static abResult no_memory(abError *error) {
    return ab_error_add(error, AB_IO, (abPlace){0}, "out of memory for the simulation");
}

static abResult make_groups(abSimulation *s, abError *error) {
    const abModel *model = s->model;
    size_t slots = s->dynamics.grips.slots;
    s->groups = AB_ARENA_NEW(&s->arena, abStateGroup, model->body_count + 1 + slots);
    if (s->groups == NULL) {
        return no_memory(error);
    }
    s->group_count = 0;
    for (size_t b = 0; b < model->body_count; b++) {
        const abBody *body = &model->bodies[b];
        if (body->state >= 0) {
            int count = body->mobility == AB_MOBILITY_FREE ? AB_STATES_FREE : AB_STATES_PLANAR;
            s->groups[s->group_count++] = (abStateGroup){body->state, count, (int)b};
        }
    }
    s->groups[s->group_count++] =
        (abStateGroup){model->state_count - AB_BOOK_STATES, AB_BOOK_STATES, -1};
    s->limit_count = s->group_count;
    for (size_t k = 0; k < slots; k++) {
        int first = model->state_count + AB_GRIP_STATES * (int)k;
        s->groups[s->group_count++] = (abStateGroup){first, AB_GRIP_STATES, -1};
    }
    return AB_OK;
}

// What is as long as y.
static abResult make_arrays(abSimulation *s, abError *error) {
    size_t n = ab_dynamics_state_count(&s->dynamics);
    s->weights = AB_ARENA_NEW(&s->arena, double, n);
    s->floors = AB_ARENA_NEW(&s->arena, double, n);
    s->y = AB_ARENA_NEW(&s->arena, double, n);
    s->y_frame = AB_ARENA_NEW(&s->arena, double, n);
    s->y_event = AB_ARENA_NEW(&s->arena, double, n);
    bool ok = s->weights != NULL && s->floors != NULL && s->y != NULL && s->y_frame != NULL &&
              s->y_event != NULL;
    return ok ? AB_OK : no_memory(error);
}

static abResult make_room(abSimulation *s, abError *error) {
    s->limits = AB_ARENA_NEW(&s->arena, int64_t, s->model->body_count + 1);
    s->scales = AB_ARENA_NEW(&s->arena, abScales, s->model->body_count);
    s->body_states = AB_ARENA_NEW(&s->arena, abBodyState, s->model->body_count);
    s->joint_forces = AB_ARENA_NEW(&s->arena, double, 6 * s->model->joint_count);
    s->limit_loads = AB_ARENA_NEW(&s->arena, double, 6 * s->model->joint_count);
    s->force_loads = AB_ARENA_NEW(&s->arena, double, 6 * s->model->force_count);
    s->requests = AB_ARENA_NEW(&s->arena, double, s->model->request_count);
    s->may_rest = AB_ARENA_NEW(&s->arena, bool, s->model->body_count);
    s->rest_island = AB_ARENA_NEW(&s->arena, int, s->model->body_count);
    s->rest_marks = AB_ARENA_NEW(&s->arena, int, s->model->body_count);
    AB_TRY(ab_sensors_init(&s->sensors, s->model, &s->arena, error));
    bool ok = s->limits != NULL && s->scales != NULL && s->body_states != NULL &&
              s->joint_forces != NULL && s->limit_loads != NULL && s->force_loads != NULL &&
              s->may_rest != NULL && s->rest_island != NULL && s->rest_marks != NULL &&
              AB_ARRAY_RESERVE(s->allocator, s->contact_states, s->contact_capacity, 16);
    return ok ? AB_OK : no_memory(error);
}

// from this tolerance down the pair of order 8 is cheaper; measured by bench/
static const double s_high_accuracy = 1e-6;

static abResult make_stepper(abSimulation *s, int use, const abStepperType *type, abError *error) {
    abStepper *stepper = &s->steppers[use];
    abResult result =
        ab_stepper_create(stepper, type, &s->dynamics, s->groups, s->group_count, s->weights,
                          s->floors, s->options.max_step, s->options.tolerance, &s->arena, error);
    if (result != AB_OK && type->destroy != NULL) {
        type->destroy(stepper);
    }
    return result;
}

// Without a shape that could touch another, motion is smooth and a high order cheaper at every
// tolerance; measured by bench/ with chains.
static bool can_touch(const abModel *model) {
    for (size_t i = 0; i < model->shape_count; i++) {
        if (model->shapes[i].collides) {
            return true;
        }
    }
    return false;
}

// In an island of more states than this the stiff integrator would spend more on its dense Jacobian
// than it saves; that is a chain of some thirty bodies.
static const int s_most_stiff_states = 400;

static bool has_rigid_contact(const abModel *model) {
    bool any = false;
    for (int i = 0; i < model->interaction_count; i++) {
        any = any || ab_interaction_is_rigid(&model->interactions[i]);
    }
    return any;
}

// Rigid contacts are projected after every step, which an integrator with a history cannot use; nor
// are they stiff.
static abResult is_too_large_for_stiff(abSimulation *s, bool *out, abError *error) {
    if (has_rigid_contact(s->model)) {
        *out = true;
        return AB_OK;
    }
    abCoupling coupling;
    abArenaMark mark = ab_arena_mark(&s->arena);
    AB_TRY(ab_coupling_init(&coupling, &s->dynamics, &s->arena, error));
    *out = ab_coupling_largest(&coupling) > s_most_stiff_states;
    ab_coupling_done(&coupling);
    ab_arena_reset(&s->arena, mark);
    return AB_OK;
}

// `auto` begins explicit and has CVODE at hand.
abResult ab_run_make_steppers(abSimulation *s, abError *error) {
    enum { AUTO, EXPLICIT, BDF, ADAMS, PAIR_5, PAIR_8 };
    const int wanted = s->options.integrator;
    // the pair of order 8 takes fewer evaluations where much accuracy is wanted
    bool is_smooth = s->options.tolerance <= s_high_accuracy || !can_touch(s->model);
    const abStepperType *by_tolerance =
        is_smooth ? &ab_stepper_dormand_prince_8 : &ab_stepper_dormand_prince_5;
    const abStepperType *explicit_of[] = {[AUTO] = by_tolerance,
                                          [EXPLICIT] = by_tolerance,
                                          [BDF] = NULL,
                                          [ADAMS] = NULL,
                                          [PAIR_5] = &ab_stepper_dormand_prince_5,
                                          [PAIR_8] = &ab_stepper_dormand_prince_8};
    const abStepperType *stiff_of[] = {
        [AUTO] = &ab_stepper_bdf,    [EXPLICIT] = NULL, [BDF] = &ab_stepper_bdf,
        [ADAMS] = &ab_stepper_adams, [PAIR_5] = NULL,   [PAIR_8] = NULL};
    const abStepperType *types[AB_USE_COUNT] = {
        [AB_USE_EXPLICIT] = explicit_of[wanted], [AB_USE_STIFF] = stiff_of[wanted]};
    bool is_too_large;
    AB_TRY(is_too_large_for_stiff(s, &is_too_large, error));
    if (wanted == AUTO && is_too_large) {
        types[AB_USE_STIFF] = NULL;
    }
    for (int use = 0; use < AB_USE_COUNT; use++) {
        if (types[use] == NULL) {
            continue;
        }
        abResult result = make_stepper(s, use, types[use], error);
        if (result == AB_USAGE && wanted == AUTO) { // built without it
            ab_error_clear(error);
            continue;
        }
        AB_TRY(result);
        s->has_stepper[use] = true;
    }
    s->use = s->has_stepper[AB_USE_EXPLICIT] ? AB_USE_EXPLICIT : AB_USE_STIFF;
    return AB_OK;
}

// Resolution of distances: what rounding of the coordinates leaves, and at least 1e-13 m as
// published, with ten times the distance tolerance.
static double resolution(const abModel *model, const abSimulationDef *options) {
    double rounding = 2.3e-16 * fmax(model->size, 1e-3);
    double tolerance =
        !isnan(options->distance_tolerance) ? options->distance_tolerance : 4.0 * rounding;
    return fmax(1e-13, 10.0 * tolerance);
}

// Nothing tells an integrator of a pulse in an expression of time that lies between its
// evaluations, so models with such expressions are looked at this often at least.
static const double s_looks_at_time = 1000.0;

static bool depends_on_time(const abModel *model) {
    bool any = false;
    for (size_t b = 0; b < model->body_count; b++) {
        any = any || model->bodies[b].mobility == AB_MOBILITY_PRESCRIBED;
    }
    for (size_t f = 0; f < model->force_count; f++) {
        any = any || model->forces[f].uses_time;
    }
    for (size_t j = 0; j < model->joint_count; j++) {
        for (int i = 0; i < 6; i++) {
            any = any || model->joints[j].drive[i] != NULL;
        }
    }
    return any;
}

// Everything as long as y again, with room for more grips; the integrators then start anew. It
// doubles, so what the arena does not get back is no more than what is in use.
abResult ab_run_grow(abSimulation *s, size_t grips, abError *error) {
    size_t slots = s->dynamics.grips.slots;
    while (slots < grips) {
        slots = slots > 0 ? 2 * slots : 16;
    }
    const double *y = s->y;
    size_t count = ab_dynamics_state_count(&s->dynamics);
    s->dynamics.grips.slots = slots;
    AB_TRY(make_groups(s, error));
    AB_TRY(make_arrays(s, error));
    memcpy(s->y, y, count * sizeof *y);
    for (int use = 0; use < AB_USE_COUNT; use++) {
        if (!s->has_stepper[use]) {
            continue;
        }
        abStepper *stepper = &s->steppers[use], old = *stepper;
        s->has_stepper[use] = false;
        if (old.type->destroy != NULL) {
            old.type->destroy(stepper);
        }
        AB_TRY(make_stepper(s, use, old.type, error));
        s->has_stepper[use] = true;
        stepper->next_h = old.next_h;
        stepper->rejected = old.rejected;
        stepper->jacobians = old.jacobians;
        memcpy(stepper->control, old.control, sizeof old.control);
    }
    return AB_OK;
}

static abResult create(abSimulation *s, abError *error) {
    AB_TRY(ab_dynamics_init(&s->dynamics, s->model, s->allocator, error));
    AB_TRY(make_groups(s, error));
    AB_TRY(make_arrays(s, error));
    AB_TRY(make_room(s, error));
    s->eps = resolution(s->model, &s->options);
    s->t = s->options.start_time;
    if (isnan(s->options.output_interval)) {
        s->options.output_interval = (s->options.end_time - s->options.start_time) / 500.0;
    }
    if (depends_on_time(s->model)) {
        double run = s->options.end_time - s->options.start_time;
        s->options.max_step = fmin(s->options.max_step, run / s_looks_at_time);
    }
    s->hit.kind = (abImpactKind)s->options.impacts;
    s->hit.seed = (uint32_t)s->options.impact_seed;
    AB_TRY(s->method->create(s, error));
    ab_run_prepare_rest(s);
    ab_dynamics_initial(&s->dynamics, s->y);
    AB_TRY(ab_dynamics_assemble(&s->dynamics, s->t, s->y, s->options.assemble, &s->log, error));
    ab_dynamics_place(&s->dynamics, s->t, s->y);
    ab_observe_turns(&s->dynamics, true);
    AB_TRY(ab_sweep_init(&s->sweep, &s->dynamics, s->eps, &s->arena, error));
    s->statistics.smallest_step = INFINITY;
    s->jammed = -INFINITY;
    return AB_OK;
}

abResult ab_simulation_create(const abModel *model, const abSimulationDef *options,
                              abAllocator allocator, abLog log, abSimulation **out,
                              abError *error) {
    *out = NULL;
    if (!model->is_compiled) {
        return ab_error_add(error, AB_USAGE, (abPlace){0}, "the model is not compiled");
    }
    abSimulation *s = allocator.resize(allocator.context, NULL, 0, sizeof *s);
    if (s == NULL) {
        return no_memory(error);
    }
    memset(s, 0, sizeof *s);
    s->model = model;
    s->options = options != NULL ? *options : model->simulation;
    s->allocator = allocator;
    s->log = log;
    s->method = ab_method(s->options.method);
    ab_arena_init(&s->arena, allocator, 65536);
    abResult result = ab_method_check(model, &s->options, error);
    if (result == AB_OK) {
        ab_method_warn(model, &s->options, &s->log);
        result = create(s, error);
    }
    if (result != AB_OK) {
        ab_simulation_destroy(s);
        return result;
    }
    *out = s;
    return AB_OK;
}

void ab_simulation_destroy(abSimulation *s) {
    if (s == NULL) {
        return;
    }
    if (s->method->destroy != NULL) {
        s->method->destroy(s);
    }
    for (int use = 0; use < AB_USE_COUNT; use++) {
        if (s->has_stepper[use] && s->steppers[use].type->destroy != NULL) {
            s->steppers[use].type->destroy(&s->steppers[use]);
        }
    }
    ab_run_close_code(s);
    ab_sweep_done(&s->sweep);
    ab_rigid_hit_done(&s->dynamics, &s->hit);
    ab_dynamics_done(&s->dynamics);
    AB_ARRAY_FREE(s->allocator, s->contact_states, s->contact_capacity);
    AB_ARRAY_FREE(s->allocator, s->is_hit, s->hit_capacity);
    AB_ARRAY_FREE(s->allocator, s->y_bridge, s->bridge_capacity);
    AB_ARRAY_FREE(s->allocator, s->changes.list, s->changes.capacity);
    ab_model_destroy(s->own_model);
    ab_arena_done(&s->arena);
    s->allocator.resize(s->allocator.context, s, sizeof *s, 0);
}
