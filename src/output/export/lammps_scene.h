// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// lammps_scene.h - a model as LAMMPS has it: balls of types, walls, a law for each two.

#ifndef AB_LAMMPS_SCENE_H
#define AB_LAMMPS_SCENE_H

#include "output/export/lammps_laws.h"

typedef struct abLammpsScene {
    const abModel *model;
    int *balls; // shapes: those of free bodies, then those of bodies that do not move
    int *types; // of each ball, from 0
    int ball_count, mobile_count;
    int *walls; // shapes of bodies that do not move: planes, boxes, cylinders
    int wall_count;
    int type_count;         // contact classes of balls
    abLammpsLaw *laws;      // type after type: with each type, then with each wall
    abBox bounds;           // of all balls
    double speed;           // expected of impacts                              [m/s]
    double least, greatest; // radii                                        [m]
    double step;            // longest                                           [s]
    unsigned remarks;       // of all laws
} abLammpsScene;

// The law of a type with another, or with a wall.
static inline abLammpsLaw *ab_lammps_between(const abLammpsScene *scene, int type, int other) {
    return &scene->laws[(size_t)type * (size_t)(scene->type_count + scene->wall_count) +
                        (size_t)other];
}
static inline abLammpsLaw *ab_lammps_at_wall(const abLammpsScene *scene, int type, int wall) {
    return ab_lammps_between(scene, type, scene->type_count + wall);
}

// Where a shape is at the start.
abPose ab_lammps_place(const abModel *model, int shape);

// Fills `scene`, or adds a problem for each thing that LAMMPS does not have: AB_BAD_MODEL. Done is
// to be called either way.
abResult ab_lammps_scene_find(const abModel *model, abLammpsScene *scene, abError *error);
void ab_lammps_scene_done(abLammpsScene *scene);

#endif
