// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// scene.h - what a record says about its model: names, masses, shapes where they sit.
//
// Filled from a compiled model when a run begins and from the record's tables afterwards, so that
// series, exports and summaries need no model. Texts and arrays belong to the arena given.

#ifndef AB_SCENE_H
#define AB_SCENE_H

#include "abut/model.h"
#include "abut/simulation.h"
#include "base/arena.h"
#include "record/scene/look.h"
#include "shape/core/shape.h"

typedef struct abSceneBody {
    const char *name;
    int mobility;   // abMobility
    double mass;    // 0 when it does not move by forces                                   [kg]
    abVec3 center;  // of mass, in the body's frame                                        [m]
    abMat3 inertia; // about the centre of mass, body axes                                 [kg m^2]
    abGravityDef gravity; // of the model
    int mode_count;       // 0: rigid
    int first_modal;      // where its numbers begin in abFrame.modes
    double enters;        // when it came into the run; -INFINITY: from the start    [s]
} abSceneBody;

// What stands before q and q' of a body in abFrame.modes.
enum { AB_MODAL_KINETIC, AB_MODAL_GRAVITY, AB_MODAL_STRAIN, AB_MODAL_ENERGIES };

typedef struct abSceneShape {
    const char *name;
    int body; // index from 1
    bool collides;
    abShape shape;   // without its hull or picture: see the points
    abVec3 position; // of the shape's frame in the body's frame                           [m]
    abQuat orientation;
    const abVec3 *points; // hull and text: vertices, in the shape's frame
    const int *triangles; // likewise three indices each, counter-clockwise from outside
    int point_count, triangle_count;
    // of the surface of a body with modes: what each moves the points by, (3 i + axis) modes + k, in the
    // shape's frame; NULL: none, or a record from before it was kept                      [m]
    const double *deflections;
    const char *material; // NULL: none, or a record from before it was kept
    double density;       // of the material; 0 where it is not known                      [kg/m^3]
    abLookKind look;
} abSceneShape;

typedef struct abSceneJoint {
    const char *name;
    const char *type;
    int body_a, body_b; // index from 1; 0 the world
    abVec3 position;    // of its frame in that of body_a; rotations are about z              [m]
    abQuat orientation;
    bool has_limits;
} abSceneJoint;

typedef struct abSceneForce {
    const char *name;
    const char *type;
    int body_a, body_b;      // index from 1; 0 the world
    abVec3 point_a, point_b; // origins of its frames in theirs: where a rope is tied; NAN when they
                             // are not known                                                 [m]
} abSceneForce;

// An output given as an expression.
typedef struct abSceneRequest {
    const char *name, *unit;
} abSceneRequest;

typedef struct abScene {
    abGravityDef gravity;
    const abSceneBody *bodies; // [0] is the body of index 1
    const abSceneShape *shapes;
    const abSceneJoint *joints;
    const abSceneForce *forces;
    const char *const *sensors; // names
    const abSceneRequest *requests;
    int body_count, shape_count, joint_count, force_count, sensor_count, request_count;
    int modal_count; // numbers in abFrame.modes
} abScene;

// Counts the numbers of modes: where those of each body begin. False where they are too many.
bool ab_scene_count_modes(abScene *scene, abSceneBody *bodies);

// AB_IO for want of memory.
abResult ab_scene_from_model(const abModel *model, abArena *arena, abScene *scene, abError *error);

// How far the modes of its body move a point of a shape in a frame, in the shape's frame; zero without
// deflections.                                                                            [m]
abVec3 ab_scene_deflection(const abScene *scene, const abFrame *frame, int shape, int point);
// Likewise how fast.                                                                    [m/s]
abVec3 ab_scene_deflection_rate(const abScene *scene, const abFrame *frame, int shape, int point);

// Where a shape is in the world.
abPose ab_scene_shape_pose(const abScene *scene, const abFrame *frame, int shape);

// The ends, in the world, of a force that is drawn as a line between them: a spring, a rope, a
// force along a line. False for other forces.
bool ab_scene_tie(const abScene *scene, const abFrame *frame, int force, abVec3 ends[2]);

extern const char *const ab_mobility_names[]; // by abMobility, NULL-terminated

#endif
