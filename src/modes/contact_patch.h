// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// contact_patch.h - a part of the surface that something will press on, and the loads it is to give
// way to.
//
//   uniform   three uniform tractions along the axes, and a uniform pressure
//   nodes     a unit force at each node along its normal
//   a count   those combinations of the forces of `nodes` that give way most, as many
//
// The shape of the body under such a load is a contact mode. Without it a patch is too stiff: vibrations
// of low frequency hardly dent a surface.
//
// Limits  AB_PATCH_NODES nodes with forces of their own; a solution of the whole mesh for each.
// Source  leading combinations by energy, as Witteveen and Pichler choose joint interface modes.

#ifndef AB_CONTACT_PATCH_H
#define AB_CONTACT_PATCH_H

#include "modes/solid.h"
#include "volume/core/volume_surface.h"

enum { AB_PATCH_UNIFORM = 4, AB_PATCH_NODES = 3000 };

typedef enum abContactKind { AB_CONTACT_UNIFORM, AB_CONTACT_NODES, AB_CONTACT_COUNT } abContactKind;

typedef struct abContactDef {
    const char *set; // of the mesh
    abContactKind kind;
    int count; // of AB_CONTACT_COUNT
} abContactDef;

typedef struct abContactPatch {
    const abVolumeSet *set;
    abContactKind kind;
    int mode_count;  // modes that it brings
    int load_count;  // loads that they are made of
    double area;     // of its faces [m^2]
    abVec3 *areas;   // per node of the set: its part of the area, along the normal outwards [m^2]
    abVec3 *normals; // per node: unit; 0 where no face of the patch has it
} abContactPatch;

// From `arena`. AB_BAD_MODEL, at the file of the mesh: no such set, no whole face of the surface in it, too
// many nodes.
abResult ab_contact_patch_create(const abVolumeMesh *mesh, const abVolumeSurface *surface,
                                 const abContactDef *def, abArena *arena, abContactPatch *out,
                                 abError *error);

// Load k, below load_count, as forces of 3 numbers a node of the mesh: uniform ones have 1 N in sum over the
// areas, others 1 N at their node, into the body. What is there is added to.
void ab_contact_patch_load(const abContactPatch *patch, int k, double *forces);
// The uniform pressure: 1 N over the whole area.
void ab_contact_patch_pressure(const abContactPatch *patch, double *forces);

#endif
