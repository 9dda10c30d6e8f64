// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// compile_flexible.c - the file, the surface, the choice of modes; what bodies with modes cannot do
// yet, each with a way out.

#include "model/compile/compile_flexible.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/sort.h"
#include "collide/pairs/skin_pairs.h"
#include "flexible/reduced_file.h"
#include "flexible/skin.h"
#include "flexible/surface_match.h"
#include "mesh/read/mesh_reader.h"
#include "model/compile/compile_contacts.h"
#include "model/compile/may_touch.h"

static abResult problem(const abBodyDef *def, const char *sentence, abError *error) {
    return ab_error_add(error, AB_BAD_MODEL, def->flexible.place, "body %s is flexible: %s",
                        def->name, sentence);
}

// ---- lists of numbers ----

static int count_of(const char *const *list) {
    int count = 0;
    while (list != NULL && list[count] != NULL) {
        count++;
    }
    return count;
}

// So many numbers for the modes of the file; *out stays NULL where none are given.
static abResult read_numbers(const abBodyDef *def, const char *key, const char *const *list,
                             int wanted, abArena *arena, const double **out, abError *error) {
    int count = count_of(list);
    if (count == 0) {
        return AB_OK;
    }
    if (count != wanted) {
        return ab_error_add(error, AB_BAD_MODEL, def->flexible.place,
                            "body %s: %s has %d numbers; the file %s has %d modes", def->name, key,
                            count, def->flexible.file, wanted);
    }
    double *numbers = AB_ARENA_NEW(arena, double, (size_t)count);
    for (int i = 0; numbers != NULL && i < count; i++) {
        char *end = NULL;
        numbers[i] = strtod(list[i], &end);
        if (end == list[i] || *end != '\0' || !isfinite(numbers[i])) {
            return ab_error_add(error, AB_BAD_MODEL, def->flexible.place,
                                "body %s: %s holds %.40s, which is no finite number", def->name,
                                key, list[i]);
        }
    }
    *out = numbers;
    return numbers != NULL ? AB_OK : ab_compile_no_memory(error);
}

// Numbers of modes, rising; *out stays NULL where none are given.
static abResult read_modes(const abBodyDef *def, int modes, abArena *arena, abModalChoice *out,
                           abError *error) {
    int count = count_of(def->flexible.modes);
    int *numbers = count > 0 ? AB_ARENA_NEW(arena, int, (size_t)count) : NULL;
    if (count == 0 || numbers == NULL) {
        return count == 0 ? AB_OK : ab_compile_no_memory(error);
    }
    for (int i = 0; i < count; i++) {
        char *end = NULL;
        long number = strtol(def->flexible.modes[i], &end, 10);
        if (*end != '\0' || number < 1 || number > modes) {
            return ab_error_add(error, AB_BAD_MODEL, def->flexible.place,
                                "body %s: modes holds %.40s; the file %s has the modes 1 to %d",
                                def->name, def->flexible.modes[i], def->flexible.file, modes);
        }
        numbers[i] = (int)number;
    }
    ab_sort(numbers, (size_t)count, sizeof *numbers, ab_by_int);
    for (int i = 1; i < count; i++) {
        if (numbers[i] == numbers[i - 1]) {
            return ab_error_add(error, AB_BAD_MODEL, def->flexible.place,
                                "body %s: modes holds %d twice", def->name, numbers[i]);
        }
    }
    out->modes = numbers;
    out->mode_count = count;
    return AB_OK;
}

// ---- what does not go together ----

static abResult check_mass_keys(const abBodyDef *def, abError *error) {
    const struct {
        const char *key;
        bool is_given;
    } keys[] = {{"mass", !isnan(def->mass)},
                {"inertia", !isnan(def->inertia.m[0][0])},
                {"center_of_mass", !isnan(def->center_of_mass.x)}};
    abResult result = AB_OK;
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        if (keys[i].is_given) {
            result = ab_error_add(error, AB_BAD_MODEL, def->place,
                                  "body %s has %s beside flexible; it comes from the file %s, so "
                                  "leave it out",
                                  def->name, keys[i].key, def->flexible.file);
        }
    }
    return result;
}

// Of a body whose modes move.
static abResult check_supported(const abModel *model, const abBodyDef *def, const abBody *body,
                                abError *error) {
    abResult result = AB_OK;
    if (def->mobility == AB_MOBILITY_PLANAR) {
        result = problem(
            def, "mobility: planar is not supported; leave it free, or write rigid: true", error);
    }
    if (model->gravity.parameter != 0.0) {
        result = problem(def,
                         "gravity of a point is not supported, as it differs along the body; give "
                         "gravity as a vector, or write rigid: true",
                         error);
    }
    for (int s = body->first_shape; s < body->first_shape + body->shape_count; s++) {
        if (model->shapes[s].collides && model->shapes[s].shape.kind != AB_SHAPE_FLEXIBLE) {
            result = ab_error_add(error, AB_BAD_MODEL, model->shape_defs[s].def.place,
                                  "%s: shapes of a flexible body cannot touch others yet, as they "
                                  "would not deform; write {flexible: {}} for the surface of the "
                                  "body, collides: false to draw it, or rigid: true under flexible",
                                  model->shapes[s].name);
        }
    }
    return result;
}

// ---- the outline ----

static abResult read_surface(abModel *model, const abBodyDef *def, abReducedBody *whole,
                             abError *error) {
    const abFlexibleDef *flexible = &def->flexible;
    abTriangleMesh mesh;
    if (flexible->surface == NULL) {
        return AB_OK;
    }
    AB_TRY(ab_mesh_read(flexible->surface, flexible->folder, &model->arena, &mesh, flexible->place,
                        error));
    return ab_reduced_body_match(whole, &mesh, flexible->surface, &model->arena, flexible->place,
                                 error);
}

// ---- the shape that is its surface ----

static abResult check_skin(const abModel *model, const abBodyDef *def, const abReducedBody *whole,
                           int shape, bool is_second, abError *error) {
    const abBodyShape *s = &model->shapes[shape];
    const abMat3 *R = &s->X_CS.R;
    bool is_moved = ab_norm2(s->X_CS.p) != 0.0 || R->m[0][0] != 1.0 || R->m[1][1] != 1.0;
    const char *fault = whole->face_count == 0
                            ? "needs the surface of the body: add surface: FILE under flexible"
                        : is_moved  ? "has its place from the body's file; leave position, "
                                      "orientation and rotation out"
                        : is_second ? "is there twice; a body has one surface"
                                    : NULL;
    (void)def;
    return fault == NULL ? AB_OK
                         : ab_error_add(error, AB_BAD_MODEL, model->shape_defs[shape].def.place,
                                        "%s %s", s->name, fault);
}

static abPicture *picture_of(const abReducedBody *whole, const abSkin *skin, abArena *arena) {
    abPicture *picture = AB_ARENA_NEW(arena, abPicture, 1);
    int *triangles = AB_ARENA_NEW(arena, int, 3 * skin->triangle_count);
    if (picture == NULL || triangles == NULL) {
        return NULL;
    }
    memcpy(triangles, skin->triangles, 3 * skin->triangle_count * sizeof *triangles);
    *picture = (abPicture){.points = whole->X,
                           .triangles = triangles,
                           .point_count = (int)whole->node_count,
                           .triangle_count = (int)skin->triangle_count};
    return picture;
}

static abResult fill_skin(abModel *model, const abReducedBody *whole, abShape *shape,
                          abError *error) {
    abSkin *skin = ab_skin_of(whole, shape->size[0] != 0.0, &model->arena);
    abPicture *picture = skin != NULL ? picture_of(whole, skin, &model->arena) : NULL;
    if (picture == NULL) {
        return ab_compile_no_memory(error);
    }
    shape->skin = skin;
    shape->picture = picture;
    shape->center = whole->mass.center;
    for (size_t i = 0; i < skin->vertex_count; i++) {
        abVec3 arm = ab_sub(whole->X[skin->vertices[i]], shape->center);
        shape->bound = fmax(shape->bound, ab_norm(arm));
    }
    return AB_OK;
}

static abResult attach_skin(abModel *model, const abBodyDef *def, const abReducedBody *whole,
                            const abBody *body, abError *error) {
    abResult result = AB_OK;
    bool has_one = false;
    for (int s = body->first_shape; s < body->first_shape + body->shape_count; s++) {
        if (model->shapes[s].shape.kind == AB_SHAPE_FLEXIBLE) {
            abResult checked = check_skin(model, def, whole, s, has_one, error);
            result = ab_worse(result, checked == AB_OK
                                          ? fill_skin(model, whole, &model->shapes[s].shape, error)
                                          : checked);
            has_one = true;
        }
    }
    return result;
}

abResult ab_check_rigid_shapes(const abModel *model, const abBodyDef *def, const abBody *body,
                               abError *error) {
    abResult result = AB_OK;
    for (int s = body->first_shape; s < body->first_shape + body->shape_count; s++) {
        if (model->shapes[s].shape.kind == AB_SHAPE_FLEXIBLE) {
            result = ab_error_add(error, AB_BAD_MODEL, model->shape_defs[s].def.place,
                                  "%s is the surface of a flexible body, but body %s is rigid; add "
                                  "flexible: {file: ..., surface: ...} to the body",
                                  model->shapes[s].name, def->name);
        }
    }
    return result;
}

// ---- contacts ----

// Why the surface of a flexible body cannot touch a shape by its rule; NULL: it can.
static const char *contact_fault(const abModel *model, int skin, int other) {
    const abShape *shape = &model->shapes[other].shape;
    const abInteraction *with = ab_model_interaction(model, skin, other);
    bool is_manifold =
        with->rule->manifold == AB_MANIFOLD_FULL || with->rule->manifold == AB_MANIFOLD_SINGLE;
    return !ab_meets_skin(shape)
               ? "only planes, convex shapes, meshes with collide: surface and flexible bodies are "
                 "met; exclude the pair, or take one of these"
           : with->normal->code.open != NULL || with->friction->code.open != NULL
               ? "laws written by users are not supported"
           : ab_model_pair_properties(model, skin, other).wants_area
               ? "laws of pressure on an area are not supported; use compliant or hertz"
           : !is_manifold ? "only the manifolds full and single are supported"
                          : NULL;
}

// Likewise where a method has forces alone: no conditions.
static const char *condition_fault(const abModel *model, int skin, int other) {
    const abInteraction *with = ab_model_interaction(model, skin, other);
    return ab_interaction_is_rigid(with) ? "rigid contact is not supported by method events, and "
                                           "restitution at a point of an "
                                           "elastic body is no constant; use a law with a "
                                           "stiffness, as compliant or hertz, or "
                                           "method: stepping"
           : with->friction->tangential != NULL
               ? "friction with a history is not supported by method events; use regularized, "
                 "static_dynamic or none, or coulomb and method: stepping"
               : NULL;
}

typedef const char *Fault(const abModel *model, int skin, int other);

static abResult check_contacts(const abModel *model, Fault *fault_of, abError *error) {
    abResult result = AB_OK;
    for (size_t s = 0; s < model->shape_count; s++) {
        bool is_told = model->shapes[s].shape.kind != AB_SHAPE_FLEXIBLE;
        for (size_t o = 0; o < model->shape_count && !is_told; o++) {
            const char *fault = o != s && ab_model_may_touch(model, (int)s, (int)o)
                                    ? fault_of(model, (int)s, (int)o)
                                    : NULL;
            if (fault != NULL) {
                is_told = true;
                result = ab_error_add(error, AB_BAD_MODEL, model->shape_defs[s].def.place,
                                      "%s and %s: %s", model->shapes[s].name, model->shapes[o].name,
                                      fault);
            }
        }
    }
    return result;
}

abResult ab_check_flexible_contacts(const abModel *model, abError *error) {
    return check_contacts(model, contact_fault, error);
}

abResult ab_check_flexible_conditions(const abModel *model, abError *error) {
    return check_contacts(model, condition_fault, error);
}

static abResult choose_modes(abModel *model, const abBodyDef *def, abReducedBody *whole,
                             abModalBody *out, abError *error) {
    const abFlexibleDef *flexible = &def->flexible;
    abModalChoice choice = {.frequency_below = flexible->frequency_below,
                            .damping = flexible->damping};
    abResult modes = read_modes(def, whole->mode_count, &model->arena, &choice, error);
    abResult q =
        read_numbers(def, "q", flexible->q, whole->mode_count, &model->arena, &choice.q, error);
    abResult rates = read_numbers(def, "q_rate", flexible->q_rate, whole->mode_count, &model->arena,
                                  &choice.q_rate, error);
    AB_TRY(modes);
    AB_TRY(q);
    AB_TRY(rates);
    return ab_modal_body_make(whole, &choice, &model->arena, out, flexible->place, error);
}

abResult ab_compile_flexible(abModel *model, abBodyDef *def, abBody *body, abError *error) {
    const abFlexibleDef *flexible = &def->flexible;
    abReducedBody *whole = AB_ARENA_NEW(&model->arena, abReducedBody, 1);
    abModalBody *modal = AB_ARENA_NEW(&model->arena, abModalBody, 1);
    if (whole == NULL || modal == NULL) {
        return ab_compile_no_memory(error);
    }
    abResult keys = check_mass_keys(def, error);
    AB_TRY(ab_reduced_body_read(flexible->file, flexible->folder, &model->arena, whole,
                                flexible->place, error));
    AB_TRY(keys);
    AB_TRY(read_surface(model, def, whole, error));
    def->mass = whole->mass.mass;
    def->inertia = whole->mass.J0;
    def->center_of_mass = whole->mass.center;
    AB_TRY(attach_skin(model, def, whole, body, error));
    body->reduced = whole;
    if (flexible->rigid) {
        return AB_OK;
    }
    AB_TRY(check_supported(model, def, body, error));
    AB_TRY(choose_modes(model, def, whole, modal, error));
    body->flexible = modal;
    return AB_OK;
}
