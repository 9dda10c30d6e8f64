// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// scene.c - the scene of a compiled model.

#include "record/scene/scene.h"

#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/no_memory.h"
#include "math/core/vector_math.h"
#include "model/core/model.h"
#include "model/kinds/forces.h"
#include "model/kinds/joints.h"
#include "shape/kinds/hull.h"

const char *const ab_mobility_names[] = {"free", "planar", "fixed", "prescribed", NULL};

// Of the amplitudes of its body, or `of_rates` of their rates.
static abVec3 moved_by_modes(const abScene *scene, const abFrame *frame, int shape, int point,
                             bool of_rates) {
    const abSceneShape *s = &scene->shapes[shape];
    const abSceneBody *body = &scene->bodies[s->body - 1];
    double sum[3] = {0.0, 0.0, 0.0};
    if (s->deflections == NULL || frame->modal_count == 0) {
        return ab_vec3_of(sum);
    }
    const double *q =
        frame->modes + body->first_modal + AB_MODAL_ENERGIES + (of_rates ? body->mode_count : 0);
    for (int axis = 0; axis < 3; axis++) {
        const double *row =
            s->deflections + ((size_t)point * 3 + (size_t)axis) * (size_t)body->mode_count;
        for (int k = 0; k < body->mode_count; k++) {
            sum[axis] += row[k] * q[k];
        }
    }
    return ab_vec3_of(sum);
}

abVec3 ab_scene_deflection(const abScene *scene, const abFrame *frame, int shape, int point) {
    return moved_by_modes(scene, frame, shape, point, false);
}

abVec3 ab_scene_deflection_rate(const abScene *scene, const abFrame *frame, int shape, int point) {
    return moved_by_modes(scene, frame, shape, point, true);
}

abPose ab_scene_shape_pose(const abScene *scene, const abFrame *frame, int shape) {
    const abSceneShape *s = &scene->shapes[shape];
    const abBodyState *body = &frame->bodies[s->body - 1];
    abPose X_WB = {ab_quat_to_matrix(body->orientation), body->position};
    return ab_pose_mul(X_WB, (abPose){ab_quat_to_matrix(s->orientation), s->position});
}

static abResult no_memory(abError *error) {
    return ab_no_memory(error, (abPlace){0}, "while listing the model's parts");
}

static void fill_bodies(const abModel *model, abSceneBody *bodies) {
    for (size_t i = 0; i < model->body_count; i++) {
        const abBody *body = &model->bodies[i];
        bodies[i] =
            (abSceneBody){.name = body->name,
                          .mobility = (int)body->mobility,
                          .mass = body->inverse_mass > 0.0 ? body->mass : 0.0,
                          .center = body->p_BC,
                          .inertia = body->inertia,
                          .gravity = model->gravity,
                          .enters = -INFINITY,
                          .mode_count = body->flexible != NULL ? body->flexible->mode_count : 0};
    }
}

bool ab_scene_count_modes(abScene *scene, abSceneBody *bodies) {
    int64_t count = 0;
    for (int i = 0; i < scene->body_count && count < INT_MAX; i++) {
        bodies[i].first_modal = (int)count;
        count +=
            bodies[i].mode_count > 0 ? AB_MODAL_ENERGIES + 2 * (int64_t)bodies[i].mode_count : 0;
    }
    scene->modal_count = count < INT_MAX ? (int)count : 0;
    return count < INT_MAX;
}

// Corners and fan triangles of a hull's faces.
static bool fill_hull(const abHull *hull, abArena *arena, abSceneShape *shape) {
    int corners = hull->face_start[hull->face_count], next = 0;
    int *triangles = AB_ARENA_NEW(arena, int, 3 * (size_t)corners + 1);
    if (triangles == NULL) {
        return false;
    }
    for (int f = 0; f < hull->face_count; f++) {
        const int *face = &hull->face_corners[hull->face_start[f]];
        for (int k = 2; k < hull->face_start[f + 1] - hull->face_start[f]; k++) {
            triangles[next++] = face[0];
            triangles[next++] = face[k - 1];
            triangles[next++] = face[k];
        }
    }
    shape->points = hull->corners;
    shape->point_count = hull->corner_count;
    shape->triangles = triangles;
    shape->triangle_count = next / 3;
    return true;
}

// Of the material with that name; 0: there is none.
static double density_of(const abModel *model, const char *material) {
    const int *index = material != NULL ? ab_text_map_find(&model->material_names, material) : NULL;
    return index != NULL ? model->materials[*index].density : 0.0;
}

static bool fill_shapes(const abModel *model, abArena *arena, abSceneShape *shapes) {
    for (size_t i = 0; i < model->shape_count; i++) {
        const abBodyShape *shape = &model->shapes[i];
        abVec3 p_BC = model->bodies[shape->body].p_BC;
        shapes[i] = (abSceneShape){.name = shape->name,
                                   .body = shape->body + 1,
                                   .collides = shape->collides,
                                   .shape = shape->shape,
                                   .material = shape->material,
                                   .density = density_of(model, shape->material),
                                   .position = ab_add(shape->X_CS.p, p_BC),
                                   .orientation = ab_quat_from_matrix(shape->X_CS.R)};
        shapes[i].look = ab_look_find(shapes[i].material, shapes[i].density);
        const abPicture *picture = shape->shape.picture;
        if (picture != NULL) {
            shapes[i].points = picture->points;
            shapes[i].triangles = picture->triangles;
            shapes[i].point_count = picture->point_count;
            shapes[i].triangle_count = picture->triangle_count;
            const abModalBody *flexible = model->bodies[shape->body].flexible;
            shapes[i].deflections =
                shape->shape.skin != NULL && flexible != NULL ? flexible->Phi : NULL;
        } else if (shape->shape.hull != NULL && !fill_hull(shape->shape.hull, arena, &shapes[i])) {
            return false;
        }
        shapes[i].shape.hull = NULL;
        shapes[i].shape.mesh = NULL;
        shapes[i].shape.picture = NULL;
    }
    return true;
}

// Of a body in its own frame; the world's is its origin.
static abVec3 centre_of(const abModel *model, int body) {
    return body >= 0 ? model->bodies[body].p_BC : (abVec3){0.0, 0.0, 0.0};
}

// A frame in the body whose pose is recorded: of an attachment, as it is at the start.
static abPose frame_in_body(const abModel *model, int body, abPose X) {
    int owner = ab_model_owner(model, body);
    X = owner != body ? ab_pose_mul(model->bodies[body].attachment->X_start, X) : X;
    X.p = ab_add(X.p, centre_of(model, owner));
    return X;
}

static void fill_joints(const abModel *model, abSceneJoint *joints) {
    for (size_t i = 0; i < model->joint_count; i++) {
        const abJoint *joint = &model->joints[i];
        abPose X = frame_in_body(model, joint->body_a, joint->X_AJ);
        joints[i] = (abSceneJoint){.name = joint->name,
                                   .type = ab_joint_type(joint->kind)->table->name,
                                   .body_a = ab_model_owner(model, joint->body_a) + 1,
                                   .body_b = ab_model_owner(model, joint->body_b) + 1,
                                   .position = X.p,
                                   .orientation = ab_quat_from_matrix(X.R),
                                   .has_limits = joint->limit_count > 0};
    }
}

static void fill_forces(const abModel *model, abSceneForce *forces) {
    for (size_t i = 0; i < model->force_count; i++) {
        const abForceElement *force = &model->forces[i];
        forces[i] = (abSceneForce){.name = force->name,
                                   .type = ab_force_type(force->kind)->table->name,
                                   .body_a = ab_model_owner(model, force->body_a) + 1,
                                   .body_b = ab_model_owner(model, force->body_b) + 1,
                                   .point_a = frame_in_body(model, force->body_a, force->X_A).p,
                                   .point_b = frame_in_body(model, force->body_b, force->X_B).p};
    }
}

abResult ab_scene_from_model(const abModel *model, abArena *arena, abScene *scene, abError *error) {
    abSceneBody *bodies = AB_ARENA_NEW(arena, abSceneBody, model->body_count + 1);
    abSceneShape *shapes = AB_ARENA_NEW(arena, abSceneShape, model->shape_count + 1);
    abSceneJoint *joints = AB_ARENA_NEW(arena, abSceneJoint, model->joint_count + 1);
    abSceneForce *forces = AB_ARENA_NEW(arena, abSceneForce, model->force_count + 1);
    const char **sensors = AB_ARENA_NEW(arena, const char *, model->sensor_count + 1);
    abSceneRequest *requests = AB_ARENA_NEW(arena, abSceneRequest, model->request_count + 1);
    if (bodies == NULL || shapes == NULL || joints == NULL || forces == NULL || sensors == NULL ||
        requests == NULL) {
        return no_memory(error);
    }
    if (!fill_shapes(model, arena, shapes)) {
        return no_memory(error);
    }
    fill_bodies(model, bodies);
    fill_joints(model, joints);
    fill_forces(model, forces);
    for (size_t i = 0; i < model->sensor_count; i++) {
        sensors[i] = model->sensors[i].def.name;
    }
    for (size_t i = 0; i < model->request_count; i++) {
        requests[i] = (abSceneRequest){model->requests[i].def.name, model->requests[i].def.unit};
    }
    *scene = (abScene){.gravity = model->gravity,
                       .bodies = bodies,
                       .shapes = shapes,
                       .joints = joints,
                       .forces = forces,
                       .force_count = (int)model->force_count,
                       .body_count = (int)model->body_count,
                       .shape_count = (int)model->shape_count,
                       .joint_count = (int)model->joint_count,
                       .sensors = sensors,
                       .requests = requests,
                       .sensor_count = (int)model->sensor_count,
                       .request_count = (int)model->request_count};
    return ab_scene_count_modes(scene, bodies) ? AB_OK : no_memory(error);
}

// ---- ties ----

static abVec3 place_of(const abFrame *frame, int body, abVec3 point) {
    if (body <= 0) {
        return point;
    }
    const abBodyState *state = &frame->bodies[body - 1];
    return ab_add(state->position, ab_mul(ab_quat_to_matrix(state->orientation), point));
}

bool ab_scene_tie(const abScene *scene, const abFrame *frame, int force, abVec3 ends[2]) {
    static const char *const types[] = {"spring", "rope", "line_of_sight"};
    const abSceneForce *f = &scene->forces[force];
    bool is_tie = false;
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        is_tie = is_tie || strcmp(f->type, types[i]) == 0;
    }
    if (!is_tie || !isfinite(f->point_a.x)) { // of records from before points were kept
        return false;
    }
    ends[0] = place_of(frame, f->body_a, f->point_a);
    ends[1] = place_of(frame, f->body_b, f->point_b);
    return true;
}
