// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// render_fixture.h - for tests: a run of a text as a record that is drawn small.

#ifndef AB_RENDER_FIXTURE_H
#define AB_RENDER_FIXTURE_H

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/check.h"
#include "base/config.h"
#include "base/scratch.h"
#include "record/file/record_file.h"
#include "record/file/record_fixture.h"
#include "render/software_renderer.h"

#if ABUT_HAVE_CAIRO
#include <cairo.h>
#endif

static abError s_error;

// A run of a text as a record in a place of its own, drawn small; the record and its picture go
// when it is done with.
typedef struct Drawn {
    char folder[SCRATCH_PATH], db[200], png[200];
    abRecord *record;
    abRenderOptions options;
} Drawn;

static inline void begin_drawn(Drawn *drawn, const char *text) {
    *drawn = (Drawn){.options = ab_render_options()};
    scratch_folder(drawn->folder);
    snprintf(drawn->db, sizeof drawn->db, "%s/run.db", drawn->folder);
    snprintf(drawn->png, sizeof drawn->png, "%s/run.png", drawn->folder);
    drawn->record = open_record_fixture(text, drawn->db, &s_error);
    CHECK(drawn->record != NULL);
    drawn->options.width = 200;
    drawn->options.height = 150;
}

static inline void end_drawn(Drawn *drawn) {
    ab_record_close(drawn->record);
    scratch_remove(drawn->folder);
}

#if ABUT_HAVE_CAIRO
static inline unsigned pixel(cairo_surface_t *surface, int x, int y) {
    uint32_t out;
    memcpy(&out,
           cairo_image_surface_get_data(surface) + y * cairo_image_surface_get_stride(surface) +
               4 * x,
           sizeof out);
    return out & 0xffffffu;
}
#endif

// How many rows of the picture hold something darker than its paper.
static inline int dark_rows(const char *path) {
    int rows = 0;
#if ABUT_HAVE_CAIRO
    cairo_surface_t *surface = cairo_image_surface_create_from_png(path);
    for (int y = 0; y < 150; y++) {
        bool is_dark = false;
        for (int x = 0; x < 200; x++) {
            is_dark = is_dark || (pixel(surface, x, y) & 255u) < 0xd0;
        }
        rows += is_dark;
    }
    cairo_surface_destroy(surface);
#else
    (void)path;
#endif
    return rows;
}

#endif
