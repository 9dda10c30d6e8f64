// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// user_post.c - routines of users that look at the contacts of every frame, and what they may ask.
//
// The published query functions carry no context, so the frame at hand is kept per thread while a
// routine runs.

#include "core/user_post.h"

#include <math.h>
#include <string.h>

#include "base/no_memory.h"
#include "core/rule_code.h"
#include "core/simulation_state.h"
#include "law/user/user_code.h"
#include "mechanics/state/place.h"
#include "mesh/core/mesh_closest.h"
#include "model/compile/may_touch.h"
#include "model/rules/selectors.h"

// ---- what a routine may ask ----

typedef struct PostView {
    const abModel *model;
    const abMechanics *mechanics; // placed as in the frame
    const abContactState *contacts;
    int count;
    int shape_i, shape_j;     // of the call in progress, from 0
    const abRoutine *routine; // and whom it tells, in which units
} PostView;

static _Thread_local const PostView *s_view;

static bool is_of(const abContactState *contact, int shape_a, int shape_b) {
    return (contact->shape_a == shape_a && contact->shape_b == shape_b) ||
           (contact->shape_a == shape_b && contact->shape_b == shape_a);
}

// By which a routine knows a shape; 0: none.
static int id_of(const abModel *model, int shape) {
    return shape >= 0 && model->shapes[shape].id > 0 ? model->shapes[shape].id : shape + 1;
}

void c_get_ncontacts(int id, int i_gra_id, int j_gra_id, int *ncontacts, int *errflg) {
    (void)id;
    *errflg = s_view == NULL;
    *ncontacts = 0;
    for (int k = 0; s_view != NULL && k < s_view->count; k++) {
        int a = id_of(s_view->model, s_view->contacts[k].shape_a);
        int b = id_of(s_view->model, s_view->contacts[k].shape_b);
        *ncontacts += (a == i_gra_id && b == j_gra_id) || (a == j_gra_id && b == i_gra_id);
    }
}

static const abContactState *contact_of_view(int index) {
    for (int k = 0; s_view != NULL && k < s_view->count; k++) {
        if (is_of(&s_view->contacts[k], s_view->shape_i, s_view->shape_j) && --index == 0) {
            return &s_view->contacts[k];
        }
    }
    return NULL;
}

// The triangle of a shape nearest to the point of the contact, by its number in the mesh file or list,
// from 1; 0 where the shape has no triangles.
static int triangle_of(const abContactState *c, int shape) {
    const abMeshSurface *surface = s_view->model->shapes[shape].shape.surface;
    if (surface == NULL) {
        return 0;
    }
    abPose room;
    const abPose *X = ab_mechanics_shape_pose(s_view->mechanics, shape, &room);
    abVec3 p_S = ab_mul_t(X->R, ab_sub(c->point, X->p));
    int triangle = ab_mesh_closest(surface, p_S, INFINITY).triangle;
    return triangle >= 0 ? surface->mesh->faces[triangle] : 0;
}

static bool has_triangles(int shape) {
    return s_view->model->shapes[shape].shape.surface != NULL;
}

// Forces on I. The state has those on its second shape.
static bool answer(const abContactState *c, const char *type, int index, double *values) {
    double side = c->shape_a == s_view->shape_i ? -1.0 : 1.0;
    const abRoutine *units = s_view->routine;
    double length = units->length, speed = length / units->time;
    abVec3 total = ab_scale(side / units->force, c->force);
    abVec3 normal = ab_scale(side * c->normal_force / units->force, c->normal);
    if (strcmp(type, "PD") == 0) {
        values[0] = c->depth / length;
    } else if (strcmp(type, "PD_VEL") == 0) {
        values[0] = c->rate / speed;
    } else if (strcmp(type, "SLIP_VEL") == 0) {
        values[0] = ab_norm(c->slip) / speed;
    } else if (strcmp(type, "POS") == 0) {
        ab_vec3_put(values, ab_scale(1.0 / length, c->point));
    } else if (strcmp(type, "VEL") == 0) {
        abVec3 of_b = ab_add_scaled(c->slip, -c->rate, c->normal); // against A
        ab_vec3_put(values, ab_scale(-side / speed, of_b));        // of J against I
    } else if (strcmp(type, "NORMAL_FORCE") == 0) {
        ab_vec3_put(values, normal);
    } else if (strcmp(type, "TANGENTIAL_FORCE") == 0) {
        ab_vec3_put(values, ab_sub(total, normal));
    } else if (strcmp(type, "TOTAL_FORCE") == 0) {
        ab_vec3_put(values, total);
    } else if (strcmp(type, "INTERSECTION_ID") == 0) {
        values[0] = index;
    } else if (strcmp(type, "HAS_TRIA_ID") == 0) {
        values[0] = has_triangles(s_view->shape_i) || has_triangles(s_view->shape_j);
    } else if (strcmp(type, "TRIA_ID_I") == 0) {
        values[0] = triangle_of(c, s_view->shape_i);
    } else if (strcmp(type, "TRIA_ID_J") == 0) {
        values[0] = triangle_of(c, s_view->shape_j);
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
static void call(abSimulation *s, size_t rule, double t, int shape_i, int shape_j, int phase) {
    abRoutine *routine = s->post[rule];
    const abBodyShape *shapes = s->model->shapes;
    int id = ab_rule_id(s->model, &s->model->rules[rule]);
    abContactSite site = {.time = t,
                          .rule = (int)rule + 1,
                          .id = id,
                          .shapes = {shape_i >= 0 ? shapes[shape_i].name : NULL,
                                     shape_j >= 0 ? shapes[shape_j].name : NULL}};
    abArgument arguments[ARGUMENTS] = {
        [ID] = ab_argument_integer(id),
        [I_GRA] = ab_argument_integer(id_of(s->model, shape_i)),
        [J_GRA] = ab_argument_integer(id_of(s->model, shape_j)),
        [TIME] = ab_argument_real(t / routine->time),
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
            const abContactState *c = &s->frame.contact_states[k];
            const abInteraction *law = ab_model_interaction(s->model, c->shape_a, c->shape_b);
            if (law->rule != &s->model->rules[r]) {
                continue;
            }
            bool b_is_i = ab_rule_begins_with_second(s->model, law->rule, c->shape_a, c->shape_b);
            int i = b_is_i ? c->shape_b : c->shape_a, j = b_is_i ? c->shape_a : c->shape_b;
            PostView view = {.model = s->model,
                             .mechanics = &s->dynamics.mechanics,
                             .contacts = s->frame.contact_states,
                             .count = contact_count,
                             .shape_i = i,
                             .shape_j = j,
                             .routine = s->post[r]};
            s_view = &view;
            call(s, r, t, i, j, 0);
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
        return ab_no_memory(error, (abPlace){0}, "for the simulation");
    }
    abResult result = AB_OK;
    for (size_t r = 0; r < s->model->rule_count; r++) {
        const abContactRuleDef *rule = &s->model->rules[r];
        if (rule->post_library == NULL && rule->post_script == NULL) {
            continue;
        }
        char folder[4096];
        ab_run_folder(rule->place.file, folder, sizeof folder);
        abRoutineKeys keys = {rule->post_library,    rule->post_script,      rule->post_routine,
                              rule->post_parameters, rule->post_length_unit, rule->post_time_unit,
                              rule->post_force_unit};
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
