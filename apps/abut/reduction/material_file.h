// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// material_file.h - the elastic material of a body, from a YAML file or the built-in palette.

#ifndef ABUT_MATERIAL_FILE_H
#define ABUT_MATERIAL_FILE_H

#include "volume/core/volume_mesh.h"

// `what` is FILE or FILE:NAME, where the file has `materials: {NAME: {youngs_modulus, poissons_ratio,
// density}}` in SI; the palette is abut:materials:NAME or abut:NAME. Without a name the file must have one
// material. AB_BAD_MODEL with the place of each problem, AB_IO when it cannot be read.
abResult material_file_read(const char *what, abVolumeMaterial *out, abError *error);

#endif
