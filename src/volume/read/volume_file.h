// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// volume_file.h - the bytes of a file of a volume mesh.

#ifndef AB_VOLUME_FILE_H
#define AB_VOLUME_FILE_H

#include "volume/read/volume_text.h"

// Loads a file into `text`, whose mesh is given, and adds it to the files of the mesh. AB_IO, at
// `place`, when it cannot be read; AB_BAD_MODEL when there are too many.
abResult ab_volume_load(abVolumeText *text, const char *path, abPlace place);
// Loads a file that `from` names, relative to its folder, at `place`.
abResult ab_volume_load_named(const abVolumeText *from, abVolumeText *text, const char *name,
                              abVolumePlace place);

#endif
