// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// render.h - a frame of a record as a PNG, drawn by the program itself: the same on any
// machine but for letters, without browser or GPU. Needs cairo.

#ifndef AB_RENDER_H
#define AB_RENDER_H

#include "abut/record.h"

typedef struct abRenderOptions {
    int width, height; // pixels, 16 to 8192
    abVec3 back;       // from the scene to the camera; zero: from a corner, and from the top where
                       // all that moves is planar
    bool shows_contacts;
    bool shows_map;      // pressure on meshes, where the record has it
    double exaggeration; // of what the modes of bodies move their surfaces by; 0: undeformed
} abRenderOptions;

abRenderOptions ab_render_options(void);

// Draws the frame at `index`. AB_USAGE without cairo, AB_IO when the file cannot be written.
abResult ab_render(abRecord *record, int64_t index, const abRenderOptions *options,
                   const char *path, abError *error);

#endif
