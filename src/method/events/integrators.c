// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// integrators.c - which integrators a model gets, and the groups of states they judge together.

#include "method/events/integrators.h"

#include <string.h>

#include "base/no_memory.h"
#include "mechanics/state/state_layout.h"
#include "method/events/events.h"
#include "method/events/tolerances.def"
#include "model/compile/compile_contacts.h"
#include "ode/coupling.h"

abResult ab_run_make_groups(abSimulation *s, abError *error) {
    abEvents *own = s->own;
    const abModel *model = s->model;
    const abStateLayout *layout = &s->dynamics.mechanics.layout;
    size_t slots = layout->tangential_slots;
    own->integration.groups = AB_ARENA_NEW(
        &s->arena, abStateGroup, 3 * model->body_count + 1 + model->user_state_count + slots);
    if (own->integration.groups == NULL) {
        return ab_no_memory(error, (abPlace){0}, "for the simulation");
    }
    own->integration.group_count = 0;
    for (size_t b = 0; b < model->body_count; b++) {
        const abBody *body = &model->bodies[b];
        if (body->state >= 0) {
            int count = ab_state_block(body->mobility)->count;
            own->integration.groups[own->integration.group_count++] =
                (abStateGroup){body->state, count, (int)b};
        }
        if (body->flexible != NULL) { // q and q'; what damping took is judged as the book
            int modal = 2 * body->flexible->mode_count;
            own->integration.groups[own->integration.group_count++] =
                (abStateGroup){body->modal_state, modal, (int)b};
            own->integration.groups[own->integration.group_count++] =
                (abStateGroup){body->modal_state + modal, 1, -1};
        }
    }
    own->integration.groups[own->integration.group_count++] =
        (abStateGroup){layout->book, AB_BOOK_STATES, -1};
    own->integration.limit_count = own->integration.group_count;
    for (size_t k = 0; k < model->user_state_count; k++) {
        own->integration.groups[own->integration.group_count++] =
            (abStateGroup){layout->user_states + (int)k, 1, -1};
    }
    for (size_t k = 0; k < slots; k++) {
        int first = (int)ab_state_of_grip(layout, k);
        own->integration.groups[own->integration.group_count++] =
            (abStateGroup){first, AB_TANGENTIAL_NUMBERS, -1};
    }
    return AB_OK;
}

// What is as long as y.
abResult ab_run_make_arrays(abSimulation *s, abError *error) {
    size_t n = s->dynamics.mechanics.layout.count;
    abEvents *own = s->own;
    abIntegration *integration = &own->integration;
    integration->weights = AB_ARENA_NEW(&s->arena, double, n);
    integration->floors = AB_ARENA_NEW(&s->arena, double, n);
    own->y_event = AB_ARENA_NEW(&s->arena, double, n);
    bool ok = integration->weights != NULL && integration->floors != NULL && own->y_event != NULL;
    return ok ? AB_OK : ab_no_memory(error, (abPlace){0}, "for the simulation");
}

static abResult make_stepper(abSimulation *s, int use, const abStepperType *type, abError *error) {
    abEvents *own = s->own;
    abStepper *stepper = &own->integration.steppers[use];
    abResult result = ab_stepper_create(stepper, type, &s->dynamics, own->integration.groups,
                                        own->integration.group_count, own->integration.weights,
                                        own->integration.floors, s->options.max_step,
                                        s->options.tolerance, &s->arena, error);
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
    *out = ab_coupling_largest(&coupling) > s_max_stiff_states;
    ab_coupling_done(&coupling);
    ab_arena_reset(&s->arena, mark);
    return AB_OK;
}

// `auto` begins explicit and has CVODE at hand.
abResult ab_run_make_steppers(abSimulation *s, abError *error) {
    abEvents *own = s->own;
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
        own->integration.has_stepper[use] = true;
    }
    own->integration.use =
        own->integration.has_stepper[AB_USE_EXPLICIT] ? AB_USE_EXPLICIT : AB_USE_STIFF;
    return AB_OK;
}

// An integrator as long as the state now is goes on as the one before would have.
static abResult replace_stepper(abSimulation *s, int use, abError *error) {
    abIntegration *integration = &((abEvents *)s->own)->integration;
    abStepper *stepper = &integration->steppers[use], old = *stepper;
    integration->has_stepper[use] = false;
    if (old.type->destroy != NULL) {
        old.type->destroy(stepper);
    }
    AB_TRY(make_stepper(s, use, old.type, error));
    integration->has_stepper[use] = true;
    stepper->next_h = old.next_h;
    stepper->rejected = old.rejected;
    stepper->jacobians = old.jacobians;
    memcpy(stepper->control, old.control, sizeof old.control);
    return AB_OK;
}

abResult ab_run_grow_steppers(abSimulation *s, abError *error) {
    const abIntegration *integration = &((const abEvents *)s->own)->integration;
    AB_TRY(ab_run_make_groups(s, error));
    AB_TRY(ab_run_make_arrays(s, error));
    for (int use = 0; use < AB_USE_COUNT; use++) {
        if (integration->has_stepper[use]) {
            AB_TRY(replace_stepper(s, use, error));
        }
    }
    return AB_OK;
}

void ab_run_close_steppers(abSimulation *s) {
    abIntegration *integration = &((abEvents *)s->own)->integration;
    for (int use = 0; use < AB_USE_COUNT; use++) {
        abStepper *stepper = &integration->steppers[use];
        if (integration->has_stepper[use] && stepper->type->destroy != NULL) {
            stepper->type->destroy(stepper);
        }
    }
}
