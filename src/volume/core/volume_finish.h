// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// volume_finish.h - from the numbers of a file to indices, and what is wrong with a volume mesh.

#ifndef AB_VOLUME_FINISH_H
#define AB_VOLUME_FINISH_H

#include "volume/core/volume_mesh.h"

// Sorts the nodes, finds the nodes of elements and sets, gives elements their material. What cannot
// be found or comes twice is a problem each. AB_BAD_MODEL when there were problems, also earlier ones.
abResult ab_volume_finish(abVolumeMesh *mesh);

// Looks over a finished mesh: elements of other kinds, inside out or flat; nodes that no element
// has or that are at the same place; parts that do not hang together. AB_BAD_MODEL, a problem for
// each kind.
abResult ab_volume_check(abVolumeMesh *mesh);

// Materials of all elements: `given`, or where that is NULL those of the file; each must have one that
// is known and possible. AB_BAD_MODEL with a problem for each value.
abResult ab_volume_check_materials(abVolumeMesh *mesh, const abVolumeMaterial *given);

// Whether size and density are likely in SI: a slip of units else. [m], [kg/m^3]
abResult ab_volume_check_units(abVolumeMesh *mesh);

#endif
