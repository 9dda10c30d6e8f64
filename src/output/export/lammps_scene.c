// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// lammps_scene.c - what of a model LAMMPS' atom style `sphere` and its granular walls can hold.
//
// A free body is one ball about its centre of mass with the moment of inertia of a solid one. A body
// that does not move is balls, planes, boxes and cylinders along the axes of the world. Everything
// else is refused by name. Balls of one contact class are one type.

#include "output/export/lammps_scene.h"

#include <math.h>
#include <stdlib.h>

#include "base/no_memory.h"
#include "math/core/vector_math.h"
#include "model/compile/may_touch.h"
#include "model/core/prescribed.h"
#include "output/export/tolerances.def"

abPose ab_lammps_place(const abModel *model, int shape) {
    return ab_pose_mul(ab_body_start(model, model->shapes[shape].body), model->shapes[shape].X_CS);
}

// ---- what LAMMPS does not have ----

static abResult refuse_elements(const abModel *model, abError *error) {
    abResult result = AB_OK;
    for (size_t i = 0; i < model->joint_count; i++) {
        result =
            ab_error_add(error, AB_BAD_MODEL, model->joints[i].place,
                         "joint %s: LAMMPS' spheres have no joints; the export takes models of "
                         "contacts alone",
                         model->joints[i].name);
    }
    for (size_t i = 0; i < model->force_count; i++) {
        result = ab_error_add(error, AB_BAD_MODEL, model->forces[i].place,
                              "force %s: force elements are not exported; leave it out, or add a "
                              "LAMMPS fix to the script by hand",
                              model->forces[i].name);
    }
    if (model->gravity.parameter > 0.0) {
        result = ab_error_add(error, AB_BAD_MODEL, (abPlace){0},
                              "gravity: LAMMPS has no point that attracts; give a uniform gravity");
    }
    return result;
}

static abResult refuse_motion(const abBody *body, abError *error) {
    const char *why = body->flexible != NULL                 ? "is flexible"
                      : body->mobility == AB_MOBILITY_PLANAR ? "is planar"
                                                             : "moves as a function of time";
    return ab_error_add(error, AB_BAD_MODEL, body->place,
                        "body %s %s; LAMMPS' spheres are free, and walls are exported that do not "
                        "move: take mobility free or fixed",
                        body->name, why);
}

// The one shape of a free body that collides; -1 when there is another number of them.
static int only_shape(const abModel *model, const abBody *body) {
    int found = -1;
    for (int s = body->first_shape; s < body->first_shape + body->shape_count; s++) {
        if (model->shapes[s].collides) {
            if (found >= 0) {
                return -1;
            }
            found = s;
        }
    }
    return found;
}

static abResult refuse_ball(const abBody *body, const abBodyShape *s, abError *error) {
    double r = s->shape.radius, solid = 0.4 * body->mass * r * r;
    double off = fabs(body->inertia.m[0][0] - solid);
    if (!(r > 0.0)) {
        return ab_error_add(error, AB_BAD_MODEL, body->place,
                            "body %s: a sphere of radius %g m; LAMMPS wants one above 0",
                            body->name, r);
    }
    if (ab_norm(s->X_CS.p) > s_off_center * r) {
        return ab_error_add(error, AB_BAD_MODEL, body->place,
                            "body %s: its centre of mass is %g m beside the centre of its sphere; "
                            "in LAMMPS it is at the centre",
                            body->name, ab_norm(s->X_CS.p));
    }
    if (!body->is_round || off > s_off_inertia * solid) {
        return ab_error_add(error, AB_BAD_MODEL, body->place,
                            "body %s: its moment of inertia %g kg m^2 is not that of a solid ball "
                            "of its mass, 2/5 m r^2 = %g kg m^2, the only one in LAMMPS; leave "
                            "inertia out",
                            body->name, body->inertia.m[0][0], solid);
    }
    if (s->shape.contact_radius != r) {
        return ab_error_add(
            error, AB_BAD_MODEL, body->place,
            "body %s: contact_radius = %g m; LAMMPS takes the radius of the sphere, "
            "%g m",
            body->name, s->shape.contact_radius, r);
    }
    return AB_OK;
}

// ---- balls and walls ----

static void take(int *list, int *count, int shape) {
    list[(*count)++] = shape;
}

static abResult take_mobile(abLammpsScene *scene, const abBody *body, abError *error) {
    const abModel *model = scene->model;
    int s = only_shape(model, body);
    if (s < 0 || !model->shapes[s].shape.is_sphere) {
        return ab_error_add(error, AB_BAD_MODEL, body->place,
                            "body %s: %s%s; the export takes free bodies of one sphere each",
                            body->name,
                            s < 0 ? "it has not one shape that collides" : "its shape is a ",
                            s < 0 ? "" : ab_shape_type(model->shapes[s].shape.kind)->table->name);
    }
    AB_TRY(refuse_ball(body, &model->shapes[s], error));
    take(scene->balls, &scene->ball_count, s);
    return AB_OK;
}

static bool is_along_axes(abMat3 R) {
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) {
            double size = fabs(R.m[i][k]);
            if (size > s_off_axis && size < 1.0 - s_off_axis) {
                return false;
            }
        }
    }
    return true;
}

static abResult take_wall(abLammpsScene *scene, int s, abError *error) {
    const abModel *model = scene->model;
    const abBodyShape *shape = &model->shapes[s];
    abPlace place = model->bodies[shape->body].place;
    abShapeKind kind = shape->shape.kind;
    if (kind != AB_SHAPE_PLANE && kind != AB_SHAPE_BOX && kind != AB_SHAPE_CYLINDER) {
        return ab_error_add(error, AB_BAD_MODEL, place,
                            "shape %s: a %s is no wall in LAMMPS; make it of planes, boxes, "
                            "cylinders or spheres",
                            shape->name, ab_shape_type(kind)->table->name);
    }
    if (kind != AB_SHAPE_PLANE && shape->shape.radius > 0.0) {
        return ab_error_add(error, AB_BAD_MODEL, place,
                            "shape %s: smoothing: LAMMPS' boxes and cylinders have sharp edges; "
                            "leave it out",
                            shape->name);
    }
    if (kind != AB_SHAPE_PLANE && !is_along_axes(ab_lammps_place(model, s).R)) {
        return ab_error_add(
            error, AB_BAD_MODEL, place,
            "shape %s: LAMMPS' boxes and cylinders stand along x, y and z; this one "
            "is turned otherwise: take planes for its faces, or turn the model",
            shape->name);
    }
    take(scene->walls, &scene->wall_count, s);
    return AB_OK;
}

static abResult take_immobile(abLammpsScene *scene, const abBody *body, bool as_balls,
                              abError *error) {
    abResult result = AB_OK;
    for (int s = body->first_shape; s < body->first_shape + body->shape_count; s++) {
        const abBodyShape *shape = &scene->model->shapes[s];
        if (!shape->collides || shape->shape.is_sphere != as_balls) {
            continue;
        }
        if (as_balls) {
            take(scene->balls, &scene->ball_count, s);
        } else {
            result = ab_worse(result, take_wall(scene, s, error));
        }
    }
    return result;
}

static abResult take_bodies(abLammpsScene *scene, abError *error) {
    const abModel *model = scene->model;
    abResult result = AB_OK;
    for (size_t b = 0; b < model->body_count; b++) {
        const abBody *body = &model->bodies[b];
        bool is_wrong = body->flexible != NULL || body->mobility == AB_MOBILITY_PLANAR ||
                        body->mobility == AB_MOBILITY_PRESCRIBED;
        if (is_wrong) {
            result = ab_worse(result, refuse_motion(body, error));
        } else if (body->mobility == AB_MOBILITY_FREE) {
            result = ab_worse(result, take_mobile(scene, body, error));
        }
    }
    scene->mobile_count = scene->ball_count;
    for (int as_balls = 0; as_balls <= 1; as_balls++) {
        for (size_t b = 0; b < model->body_count; b++) {
            if (model->bodies[b].mobility == AB_MOBILITY_FIXED) {
                result =
                    ab_worse(result, take_immobile(scene, &model->bodies[b], as_balls != 0, error));
            }
        }
    }
    if (result == AB_OK && scene->mobile_count == 0) {
        result =
            ab_error_add(error, AB_BAD_MODEL, (abPlace){0},
                         "the model has no free sphere, so there is nothing for LAMMPS to move");
    }
    return result;
}

// ---- sizes, speeds ----

static void measure(abLammpsScene *scene) {
    const abModel *model = scene->model;
    double fastest = 0.0, fall = model->size, g = ab_norm(model->gravity.uniform);
    scene->least = INFINITY;
    for (int i = 0; i < scene->ball_count; i++) {
        const abBodyShape *s = &model->shapes[scene->balls[i]];
        abPose X_WS = ab_lammps_place(model, scene->balls[i]);
        abBox box = ab_shape_bounds(&s->shape, &X_WS), *all = &scene->bounds;
        if (i == 0) {
            *all = box;
        }
        for (int k = 0; k < 3; k++) {
            ab_set(&all->low, k, fmin(ab_get(all->low, k), ab_get(box.low, k)));
            ab_set(&all->high, k, fmax(ab_get(all->high, k), ab_get(box.high, k)));
        }
        scene->least = fmin(scene->least, s->shape.radius);
        scene->greatest = fmax(scene->greatest, s->shape.radius);
        fastest = fmax(fastest, ab_norm(model->bodies[s->body].v_WC));
    }
    for (int w = 0; w < scene->wall_count; w++) {
        fall = fmax(fall, model->size + ab_norm(ab_lammps_place(model, scene->walls[w]).p));
    }
    scene->speed = fastest + sqrt(2.0 * g * fall);
    scene->speed = scene->speed > 0.0 ? scene->speed : 1.0; // nothing moves: any
}

// ---- types and laws ----

// Of each type the smallest and the greatest ball, as one law has to hold for both.
typedef struct Type {
    int ball[2]; // shapes
    bool is_mobile;
} Type;

typedef struct Laws {
    abLammpsScene *scene;
    Type *types;
    int *type_of;                     // of each contact class, free and not, from 1; 0: none yet
    const abContactRuleDef **refused; // each is told once
    int refused_count;
} Laws;

static void number_types(Laws *laws) {
    abLammpsScene *scene = laws->scene;
    for (int i = 0; i < scene->ball_count; i++) {
        const abBodyShape *shapes = scene->model->shapes;
        int s = scene->balls[i], is_mobile = i < scene->mobile_count;
        int *number = &laws->type_of[2 * shapes[s].contact_class + is_mobile];
        if (*number == 0) {
            laws->types[scene->type_count] = (Type){{s, s}, is_mobile != 0};
            *number = ++scene->type_count;
        }
        scene->types[i] = *number - 1;
        int *ball = laws->types[scene->types[i]].ball;
        ball[0] = shapes[s].shape.radius < shapes[ball[0]].shape.radius ? s : ball[0];
        ball[1] = shapes[s].shape.radius > shapes[ball[1]].shape.radius ? s : ball[1];
    }
}

static bool is_refused(const Laws *laws, const abContactRuleDef *rule) {
    for (int i = 0; i < laws->refused_count; i++) {
        if (laws->refused[i] == rule) {
            return true;
        }
    }
    return false;
}

static abResult both_laws(const Laws *laws, abLammpsLaw *law, const int a[2], const int b[2],
                          abError *error) {
    const abLammpsScene *scene = laws->scene;
    const abModel *model = scene->model;
    abLammpsLaw greatest;
    AB_TRY(ab_lammps_law(model, a[0], b[0], scene->speed, law, error));
    AB_TRY(ab_lammps_law(model, a[1], b[1], scene->speed, &greatest, error));
    if (ab_lammps_same_law(law, &greatest)) {
        return AB_OK;
    }
    const abInteraction *i = ab_model_interaction(model, a[0], b[0]);
    return ab_error_add(error, AB_BAD_MODEL, i->rule->place,
                        "law %s with friction %s: between %s and %s its constants are not those of "
                        "the largest spheres, and LAMMPS has one set for all of a material; give "
                        "each size a material of its own, or take the stiffness from moduli",
                        i->normal->table->name, i->friction->table->name, model->shapes[a[0]].name,
                        model->shapes[b[0]].name);
}

static abResult take_law(Laws *laws, abLammpsLaw *law, const Type *a, const int other[2],
                         abError *error) {
    abLammpsScene *scene = laws->scene;
    const abInteraction *interaction = ab_model_interaction(scene->model, a->ball[0], other[0]);
    if (!a->is_mobile || interaction == NULL || is_refused(laws, interaction->rule)) {
        return AB_OK;
    }
    abResult result = both_laws(laws, law, a->ball, other, error);
    if (result != AB_OK) {
        laws->refused[laws->refused_count++] = interaction->rule;
        return result;
    }
    scene->step = fmin(scene->step, law->longest_step);
    scene->remarks |= law->remarks;
    return AB_OK;
}

// Types of free balls come first, so the first of two is one if any is.
static abResult take_laws(Laws *laws, abError *error) {
    const abLammpsScene *scene = laws->scene;
    abResult result = AB_OK;
    for (int a = 0; a < scene->type_count; a++) {
        for (int b = a; b < scene->type_count; b++) {
            result = ab_worse(result, take_law(laws, ab_lammps_between(scene, a, b),
                                               &laws->types[a], laws->types[b].ball, error));
            *ab_lammps_between(scene, b, a) = *ab_lammps_between(scene, a, b);
        }
        for (int w = 0; w < scene->wall_count; w++) {
            const int wall[2] = {scene->walls[w], scene->walls[w]};
            result = ab_worse(result, take_law(laws, ab_lammps_at_wall(scene, a, w),
                                               &laws->types[a], wall, error));
        }
    }
    return result;
}

static abResult find_laws(abLammpsScene *scene, abError *error) {
    const abModel *model = scene->model;
    Laws laws = {.scene = scene,
                 .types = calloc((size_t)scene->ball_count, sizeof *laws.types),
                 .type_of = calloc(2 * (size_t)model->class_count + 2, sizeof *laws.type_of),
                 .refused = calloc(model->rule_count + 1, sizeof(const abContactRuleDef *))};
    abResult result = AB_OK;
    bool has_room = laws.types != NULL && laws.type_of != NULL && laws.refused != NULL;
    scene->step = INFINITY;
    if (has_room) {
        number_types(&laws);
        size_t others = (size_t)scene->type_count + (size_t)scene->wall_count;
        scene->laws = calloc((size_t)scene->type_count * others, sizeof *scene->laws);
        has_room = scene->laws != NULL;
    }
    if (has_room) {
        result = take_laws(&laws, error);
    } else {
        result = ab_no_memory(error, (abPlace){0}, "for the laws of LAMMPS");
    }
    free(laws.types);
    free(laws.type_of);
    free(laws.refused);
    return result;
}

abResult ab_lammps_scene_find(const abModel *model, abLammpsScene *scene, abError *error) {
    *scene = (abLammpsScene){.model = model};
    size_t room = 1;
    for (size_t b = 0; b < model->body_count; b++) {
        room += (size_t)model->bodies[b].shape_count;
    }
    scene->balls = calloc(room, sizeof *scene->balls);
    scene->types = calloc(room, sizeof *scene->types);
    scene->walls = calloc(room, sizeof *scene->walls);
    if (scene->balls == NULL || scene->types == NULL || scene->walls == NULL) {
        return ab_no_memory(error, (abPlace){0}, "for the spheres of LAMMPS");
    }
    abResult result = refuse_elements(model, error);
    result = ab_worse(result, take_bodies(scene, error));
    if (scene->mobile_count > 0) {
        measure(scene);
        result = ab_worse(result, find_laws(scene, error)); // laws that are wrong are told too
    }
    return result;
}

void ab_lammps_scene_done(abLammpsScene *scene) {
    free(scene->balls);
    free(scene->types);
    free(scene->walls);
    free(scene->laws);
}
