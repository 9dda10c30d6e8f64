// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// user_post.c - routines of users that look at the contacts of every frame, and what they may ask.
//
// The published query functions carry no context, so the frame at hand is kept per thread while a
// routine runs.

#include <math.h>
#include <string.h>

#include "integrate/run.h"
#include "law/user_code.h"

// ---- what a routine may ask ----

typedef struct PostView {
    const abContactState *contacts;
    int count;
    int shape_a, shape_b; // of the call in progress, from 0
} PostView;

static _Thread_local const PostView *s_view;

static bool is_of(const abContactState *contact, int shape_a, int shape_b) {
    return (contact->shape_a == shape_a && contact->shape_b == shape_b) ||
           (contact->shape_a == shape_b && contact->shape_b == shape_a);
}

void c_get_ncontacts(int id, int i_gra_id, int j_gra_id, int *ncontacts, int *errflg) {
    (void)id;
    *errflg = s_view == NULL;
    *ncontacts = 0;
    for (int k = 0; s_view != NULL && k < s_view->count; k++) {
        *ncontacts += is_of(&s_view->contacts[k], i_gra_id - 1, j_gra_id - 1);
    }
}

static const abContactState *contact_of_view(int index) {
    for (int k = 0; s_view != NULL && k < s_view->count; k++) {
        if (is_of(&s_view->contacts[k], s_view->shape_a, s_view->shape_b) && --index == 0) {
            return &s_view->contacts[k];
        }
    }
    return NULL;
}

static void put(double *values, abVec3 v) {
    values[0] = v.x;
    values[1] = v.y;
    values[2] = v.z;
}

// Forces on I, the first shape.
static bool answer(const abContactState *c, const char *type, int index, double *values) {
    abVec3 total = ab_neg(c->force);
    abVec3 normal = ab_scale(-c->normal_force, c->normal);
    if (strcmp(type, "PD") == 0) {
        values[0] = c->depth;
    } else if (strcmp(type, "PD_VEL") == 0) {
        values[0] = c->rate;
    } else if (strcmp(type, "SLIP_VEL") == 0) {
        values[0] = ab_norm(c->slip);
    } else if (strcmp(type, "POS") == 0) {
        put(values, c->point);
    } else if (strcmp(type, "VEL") == 0) {
        put(values, ab_add_scaled(c->slip, -c->rate, c->normal)); // of J against I
    } else if (strcmp(type, "NORMAL_FORCE") == 0) {
        put(values, normal);
    } else if (strcmp(type, "TANGENTIAL_FORCE") == 0) {
        put(values, ab_sub(total, normal));
    } else if (strcmp(type, "TOTAL_FORCE") == 0) {
        put(values, total);
    } else if (strcmp(type, "INTERSECTION_ID") == 0) {
        values[0] = index;
    } else if (strcmp(type, "HAS_TRIA_ID") == 0) {
        values[0] = 0.0;
    } else {
        return false;
    }
    return true;
}

void c_get_contact_post(const char *type, int rm, int index, double *values, int *errflg) {
    const abContactState *contact = contact_of_view(index);
    *errflg = contact == NULL || rm != 0 || !answer(contact, type, index, values);
}

// ---- calling ----

enum { ID, I_GRA, J_GRA, TIME, PAR, NPAR, IFLAG, ENDFLG, ARGUMENTS };

static void call_by_address(void (*function)(void), abArgument *a, double *result) {
    ((abPostRoutine *)function)(&a[ID].integer, &a[I_GRA].integer, &a[J_GRA].integer, &a[TIME].real,
                                a[PAR].reals, &a[NPAR].integer, &a[IFLAG].integer,
                                &a[ENDFLG].integer);
    result[0] = 0.0;
}

// Shapes from 0, -1 none.
static void call(abSimulation *s, size_t rule, double t, int shape_a, int shape_b, int phase) {
    abRoutine *routine = s->post[rule];
    const abBodyShape *shapes = s->model->shapes;
    abContactSite site = {.time = t,
                          .rule = (int)rule + 1,
                          .shapes = {shape_a >= 0 ? shapes[shape_a].name : NULL,
                                     shape_b >= 0 ? shapes[shape_b].name : NULL}};
    abArgument arguments[ARGUMENTS] = {
        [ID] = ab_argument_integer((int)rule + 1),
        [I_GRA] = ab_argument_integer(shape_a + 1),
        [J_GRA] = ab_argument_integer(shape_b + 1),
        [TIME] = ab_argument_real(t),
        [PAR] = ab_argument_reals(routine->parameters, routine->parameter_count),
        [NPAR] = ab_argument_integer(routine->parameter_count),
        [IFLAG] = ab_argument_integer(phase < 0),
        [ENDFLG] = ab_argument_integer(phase > 0),
    };
    double result[3];
    ab_routine_call(routine, &site, arguments, ARGUMENTS, result);
}

void ab_run_post(abSimulation *s, double t, int contact_count, int phase) {
    for (size_t r = 0; s->post != NULL && r < s->model->rule_count; r++) {
        if (s->post[r] == NULL) {
            continue;
        }
        if (phase < 0) {
            call(s, r, t, -1, -1, -1);
        }
        for (int k = 0; k < contact_count; k++) {
            const abContactState *c = &s->contact_states[k];
            const abInteraction *law = ab_model_interaction(s->model, c->shape_a, c->shape_b);
            if (law->rule != &s->model->rules[r]) {
                continue;
            }
            PostView view = {s->contact_states, contact_count, c->shape_a, c->shape_b};
            s_view = &view;
            call(s, r, t, c->shape_a, c->shape_b, 0);
            s_view = NULL;
        }
        if (phase > 0) {
            call(s, r, t, -1, -1, 1);
        }
    }
}

// ---- life ----

abResult ab_run_open_post(abSimulation *s, abCodeHost *host, abError *error) {
    s->post = AB_ARENA_NEW(&s->arena, abRoutine *, s->model->rule_count);
    if (s->post == NULL) {
        return ab_error_add(error, AB_IO, (abPlace){0}, "out of memory for the simulation");
    }
    abResult result = AB_OK;
    for (size_t r = 0; r < s->model->rule_count; r++) {
        const abContactRuleDef *rule = &s->model->rules[r];
        if (rule->post_library == NULL && rule->post_script == NULL) {
            continue;
        }
        char folder[4096];
        ab_run_folder(rule->place.file, folder, sizeof folder);
        abRoutineKeys keys = {rule->post_library, rule->post_script, rule->post_routine,
                              rule->post_parameters};
        abResult opened = ab_routine_open(host, &keys, "CONTACTPOST", call_by_address, folder,
                                          rule->place, &s->post[r], error);
        result = result == AB_OK ? opened : result;
    }
    return result;
}

void ab_run_close_post(abSimulation *s) {
    for (size_t r = 0; s->post != NULL && r < s->model->rule_count; r++) {
        ab_routine_close(s->post[r]);
    }
    s->post = NULL;
}
