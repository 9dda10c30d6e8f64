// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// interface.h - a set of nodes with a point, where joints and forces take hold of a body.
//
//   g = sum w_i X_i,  d_i = X_i - g,  J = sum w_i (d_i . d_i 1 - d_i d_i^T),  sum w_i = 1
//   theta = J^-1 sum w_i d_i x u_i                                                           (1)
//   u     = sum w_i u_i + theta x (p - g)                                                    (2)
//
// (1), (2) are the rotation of the set and the displacement of its point p: those of the rigid motion
// nearest to the displacements u_i, by weighted squares. A set that moves rigidly has its own.
//
//   rigid   the nodes move as one piece with the point (RBE2)
//   mean    the point moves as (1), (2); the nodes stay as soft as they are (RBE3)
//   fixed   the nodes are held in the frame of the body
//
// Weights are the areas of the surface around each node (a third of a triangle each; of six-node
// triangles a third for each middle); the same for all where the set has no whole face.

#ifndef AB_INTERFACE_H
#define AB_INTERFACE_H

#include "modes/solid.h"
#include "volume/core/volume_surface.h"

typedef enum abInterfaceKind {
    AB_INTERFACE_RIGID,
    AB_INTERFACE_MEAN,
    AB_INTERFACE_FIXED,
    AB_INTERFACE_KINDS
} abInterfaceKind;

// "rigid", "mean", "fixed"; NULL at the end.
extern const char *const ab_interface_kinds[];

typedef struct abInterfaceDef {
    const char *set; // of the mesh
    abInterfaceKind kind;
} abInterfaceDef;

typedef struct abInterface {
    const abVolumeSet *set;
    abInterfaceKind kind;
    abVec3 point;    // of the file, or the centre of the weights [m]
    double *weights; // per node of the set
    double *rows;    // 6 x 3 per node of the set: (2), then (1), by rows
} abInterface;

// The set of that name. AB_BAD_MODEL with the nearest name and the others when there is none.
abResult ab_interface_set(const abVolumeMesh *mesh, const char *name, abArena *arena,
                          const abVolumeSet **out, abError *error);

// `count` interfaces of a mesh with their points and weights, from `arena`. AB_BAD_MODEL with a
// problem each: no such set, fewer than 3 nodes, nodes on a line, a node of two interfaces.
abResult ab_interfaces_create(const abVolumeMesh *mesh, const abVolumeSurface *surface,
                              const abInterfaceDef *defs, int count, abArena *arena,
                              abInterface *out, abError *error);

// The motion of an interface in displacements of the whole mesh: 3 of its point, 3 rotations.
void ab_interface_motion(const abInterface *interface, const double *u, double out[6]);
// Motion k of the point as displacements of its nodes, all others 0: adds to u.
void ab_interface_move(const abVolumeMesh *mesh, const abInterface *interface, int motion,
                       double *u);

#endif
