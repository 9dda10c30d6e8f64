// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// export_vtk.h - frames as VTK files, for ParaView and others.

#ifndef AB_EXPORT_VTK_H
#define AB_EXPORT_VTK_H

#include "record/file/samples.h"

// Writes BASE.pvd, the list over time, and in the folder BASE.vtk for each frame the surfaces of
// all bodies and the contacts with their forces. Flexible bodies are drawn as they deform, `exaggeration`
// times as much. The folder is made; files in it are replaced.
abResult ab_export_vtk(abRecord *record, const abSampleRange *range, const char *base,
                       double exaggeration, abError *error);

#endif
