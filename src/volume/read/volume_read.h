// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// volume_read.h - reading a volume mesh; the list of its formats.

#ifndef AB_VOLUME_READ_H
#define AB_VOLUME_READ_H

#include "volume/read/volume_text.h"

#define AB_VOLUME_FORMAT(extension, symbol, name)                                                  \
    abResult ab_volume_read_##symbol(abVolumeText *text);
#include "volume/read/volume_formats.def" // -> abResult ab_volume_read_gmsh(abVolumeText *text); ...
#undef AB_VOLUME_FORMAT

// Reads a file by its extension and finishes the mesh, which was initialised and is to be done by
// the caller in any case. AB_BAD_MODEL with places for what is wrong in it, AB_IO when it cannot be read.
abResult ab_volume_read(const char *path, abVolumeMesh *mesh, abError *error);
// The same from bytes of the format with that extension; they may not name other files.
abResult ab_volume_read_bytes(const char *extension, const void *bytes, size_t size,
                              abVolumeMesh *mesh, abError *error);

#endif
