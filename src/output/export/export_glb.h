// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// export_glb.h - a record as an animated scene, for programs that draw.

#ifndef AB_EXPORT_GLB_H
#define AB_EXPORT_GLB_H

#include <stdio.h>

#include "record/file/samples.h"

// Writes a binary glTF 2.0: a node per body and shape, the surfaces of the shapes,
// and one animation with the poses of the moving bodies in the frames of `range`. y is up in
// glTF: a root node turns our z there. Planes become squares. Modes of
// flexible bodies are morph targets of their surfaces, moved `exaggeration` times as much. `name` is for messages; AB_USAGE for
// more than 2 GB.
abResult ab_export_glb(abRecord *record, const abSampleRange *range, double exaggeration, FILE *out,
                       const char *name, abError *error);

#endif
