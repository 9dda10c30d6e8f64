// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// create.c - a simulation from a model and a method: workspace, the initial state; and its end.

#include "core/create.h"

#include <string.h>

#include "base/array.h"
#include "base/no_memory.h"
#include "core/kept_step.h"
#include "core/method.h"
#include "core/rule_code.h"
#include "core/sensors.h"
#include "core/simulation_state.h"
#include "core/tolerances.def"
#include "derivative/evaluate/evaluate.h"
#include "derivative/rigid/rigid_hit.h"
#include "derivative/rigid/rigid_start.h"
#include "mechanics/force/observe.h"
#include "mechanics/state/modes.h"
#include "mechanics/state/place.h"
#include "model/core/prescribed.h"

static abResult make_states(abSimulation *s, abError *error) {
    size_t n = s->dynamics.mechanics.layout.count;
    s->y = AB_ARENA_NEW(&s->arena, double, n);
    s->frame.y = AB_ARENA_NEW(&s->arena, double, n);
    s->frame.rate = AB_ARENA_NEW(&s->arena, double, n);
    bool ok = s->y != NULL && s->frame.y != NULL && s->frame.rate != NULL;
    return ok ? AB_OK : ab_no_memory(error, (abPlace){0}, "for the simulation");
}

static abResult make_frame(abSimulation *s, abError *error) {
    const abModel *model = s->model;
    abFrameBuffer *frame = &s->frame;
    frame->body_states = AB_ARENA_NEW(&s->arena, abBodyState, model->body_count);
    frame->joint_forces = AB_ARENA_NEW(&s->arena, double, 6 * model->joint_count);
    frame->limit_loads = AB_ARENA_NEW(&s->arena, double, 6 * model->joint_count);
    frame->force_loads = AB_ARENA_NEW(&s->arena, double, 6 * model->force_count);
    frame->requests = AB_ARENA_NEW(&s->arena, double, model->request_count);
    frame->modes = AB_ARENA_NEW(&s->arena, double, ab_modes_frame_count(model));
    bool ok = frame->modes != NULL && frame->body_states != NULL && frame->joint_forces != NULL &&
              frame->limit_loads != NULL && frame->force_loads != NULL &&
              AB_ARRAY_RESERVE(s->allocator, frame->contact_states, frame->contact_capacity, 16);
    return ok ? AB_OK : ab_no_memory(error, (abPlace){0}, "for the simulation");
}

// It doubles, so what the arena does not get back is no more than what is in use.
abResult ab_run_grow(abSimulation *s, size_t tangential_states, abError *error) {
    size_t slots = s->dynamics.mechanics.layout.tangential_slots;
    while (slots < tangential_states) {
        slots = slots > 0 ? 2 * slots : 16;
    }
    const double *y = s->y;
    size_t count = s->dynamics.mechanics.layout.count;
    s->dynamics.mechanics.layout = ab_state_layout(s->model, slots);
    AB_TRY(make_states(s, error));
    memcpy(s->y, y, count * sizeof *y);
    return s->method->grow != NULL ? s->method->grow(s, error) : AB_OK;
}

static bool depends_on_time(const abModel *model) {
    bool any = ab_has_drives(model);
    for (size_t f = 0; f < model->force_count; f++) {
        any = any || model->forces[f].uses_time;
    }
    return any;
}

static abResult create(abSimulation *s, abError *error) {
    AB_TRY(ab_derivative_init(&s->dynamics, s->model, s->allocator, error));
    AB_TRY(make_states(s, error));
    AB_TRY(make_frame(s, error));
    AB_TRY(ab_sensors_init(&s->sensors, s->model, &s->arena, error));
    s->t = s->options.start_time;
    s->stop_time = INFINITY;
    s->failure.time = NAN;
    if (isnan(s->options.output_interval)) {
        s->options.output_interval = (s->options.end_time - s->options.start_time) / 500.0;
    }
    if (depends_on_time(s->model) && s->options.method == AB_METHOD_EVENTS) {
        double run = s->options.end_time - s->options.start_time;
        s->options.max_step = fmin(s->options.max_step, run / s_observed_times);
    }
    s->dynamics.hit.kind = (abImpactKind)s->options.impacts;
    s->dynamics.hit.seed = (uint32_t)s->options.impact_seed;
    AB_TRY(s->method->create(s, error));
    ab_mechanics_initial(&s->dynamics.mechanics, s->y);
    AB_TRY(ab_derivative_assemble(&s->dynamics, s->t, s->y, s->options.assemble, &s->log, error));
    ab_mechanics_place(&s->dynamics.mechanics, s->t, s->y);
    ab_observe_turns(&s->dynamics.mechanics, true);
    s->statistics.smallest_step = INFINITY;
    return AB_OK;
}

// As the given allocator; notes where that has no memory, so that what fails for want of it can say
// so.
static void *watched_resize(void *context, void *pointer, size_t old_size, size_t new_size) {
    abSimulation *s = context;
    const abAllocator given = s->given; // s itself may be what is freed
    void *out = given.resize(given.context, pointer, old_size, new_size);
    if (out == NULL && new_size > 0) {
        s->is_out_of_memory = true;
    }
    return out;
}

abResult ab_run_init(abSimulation *s, const abModel *model, const abMethod *method,
                     const abSimulationDef *options, abAllocator allocator, abLog log,
                     abError *error) {
    memset(s, 0, sizeof *s);
    s->model = model;
    s->options = *options;
    s->options.tolerance = ab_simulation_tolerance(options);
    s->given = allocator;
    s->allocator = (abAllocator){.resize = watched_resize, .context = s};
    s->log = log;
    s->method = method;
    ab_arena_init(&s->arena, s->allocator, 65536);
    abResult result = create(s, error);
    if (result != AB_OK) {
        ab_run_done(s);
    }
    return result;
}

abResult ab_run_create(const abModel *model, const abMethod *method, const abSimulationDef *options,
                       abAllocator allocator, abLog log, abSimulation **out, abError *error) {
    *out = NULL;
    abSimulation *s = allocator.resize(allocator.context, NULL, 0, sizeof *s);
    if (s == NULL) {
        return ab_no_memory(error, (abPlace){0}, "for the simulation");
    }
    abResult result = ab_run_init(s, model, method, options, allocator, log, error);
    if (result != AB_OK) {
        allocator.resize(allocator.context, s, sizeof *s, 0);
        return result;
    }
    *out = s;
    return AB_OK;
}

void ab_run_done(abSimulation *s) {
    if (s->method->destroy != NULL) {
        s->method->destroy(s);
    }
    ab_run_close_code(s);
    ab_run_close_kept(s);
    ab_run_close_asked(s);
    ab_rigid_hit_done(&s->dynamics);
    ab_derivative_done(&s->dynamics);
    AB_ARRAY_FREE(s->allocator, s->frame.contact_states, s->frame.contact_capacity);
    AB_ARRAY_FREE(s->allocator, s->changes.list, s->changes.capacity);
    ab_arena_done(&s->arena);
}

void ab_simulation_destroy(abSimulation *s) {
    if (s == NULL) {
        return;
    }
    ab_thread_pool_destroy(s->dynamics.mechanics.threads);
    ab_run_done(s);
    ab_model_destroy(s->own_model);
    s->given.resize(s->given.context, s, sizeof *s, 0);
}
