// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// software_renderer.c - a frame of a record as a picture: bodies by triangles, planes by rays, then
// what is seen through, then the forces.
//
//   depths    first only which triangle is nearest at each pixel, of what is solid and of what is
//             seen through; then each pixel is lit once
//   edges     twice as many pixels each way as wanted, then the mean of four; where two bodies or
//             two faces meet, a thin line
//   forces    drawn by cairo on top, see render_forces.c

#include "render/software_renderer.h"

#include <math.h>
#include <string.h>

#include "base/array.h"
#include "base/config.h"
#include "math/core/vector_math.h"
#include "render/render_forces.h"
#include "render/render_map.h"
#include "render/render_scene.h"

abRenderOptions ab_render_options(void) {
    return (abRenderOptions){.width = 960,
                             .height = 600,
                             .shows_contacts = true,
                             .shows_map = true,
                             .exaggeration = 1.0};
}

#if ABUT_HAVE_CAIRO

// ---- which triangle is nearest ----

static unsigned number(void *context, double a, double b, double c) {
    (void)a;
    (void)b;
    (void)c;
    return *(const unsigned *)context;
}

// The solid shapes and what has a map, or what is seen through.
static void draw_shapes(const Render *render, const abCamera *camera, abRaster *raster, bool solid,
                        abShade shade) {
    for (int s = 0; s < render->group_count; s++) {
        bool is_solid = render->opacity[s] >= 1.0;
        for (int t = render->first[s]; t < render->first[s + 1]; t++) {
            if ((is_solid || ab_render_is_mapped(render, t)) != solid) {
                continue;
            }
            const int *corner = &render->mesh.triangles[3 * t];
            const abVec3 corners[3] = {render->mesh.points[corner[0]],
                                       render->mesh.points[corner[1]],
                                       render->mesh.points[corner[2]]};
            unsigned triangle = (unsigned)t;
            ab_raster_world_triangle(raster, camera, corners, shade, &triangle);
        }
    }
}

static bool see_points(Render *render) {
    size_t count = (size_t)render->mesh.point_count;
    if (!AB_ARRAY_RESERVE(render->record->allocator, render->seen, render->seen_capacity,
                          count + 1)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        render->seen[i] = ab_camera_see(&render->camera, render->mesh.points[i]);
    }
    return true;
}

// ---- light ----

// What was seen in the row above and to the left, for lines between bodies and faces.
typedef struct Place {
    int shape; // -1: none
    abVec3 normal;
    double depth;
} Place;

// 1 where a line is to be drawn: not between bodies whose faces lie in one plane.
static double line_between(const Render *render, const Place *here, const Place *other) {
    if (here->shape < 0 || other->shape < 0) {
        return 0.0;
    }
    bool is_edge = ab_dot(here->normal, other->normal) < 0.8;
    bool is_step = fabs(here->depth - other->depth) > 0.01 * render->size;
    return is_edge || (is_step && here->shape != other->shape) ? 1.0 : 0.0;
}

static unsigned mix(abTint tint) {
    unsigned out = 0;
    for (int i = 0; i < 3; i++) {
        out = out << 8 | (unsigned)(255.0 * fmax(0.0, fmin(tint.rgb[i], 1.0)) + 0.5);
    }
    return out;
}

static abTint light_pixel(const Render *render, const abRaster *raster, size_t pixel, double x,
                          double y, Place *row, size_t column) {
    static const double line = 0.42;
    int triangle = (int)raster->colour[pixel];
    Place here = {.shape = render->owner[triangle], .depth = (double)raster->depth[pixel]};
    abTint tint = ab_render_shade(render, triangle, x, y, &here.normal);
    double dark = line_between(render, &here, &row[column]);
    if (column > 0) {
        dark = fmax(dark, line_between(render, &here, &row[column - 1]));
    }
    row[column] = here;
    return ab_tint_mix(tint, (abTint){{0.10, 0.13, 0.17}}, line * dark);
}

static unsigned paint(const Render *render, size_t pixel, int x, int y, Place *rows[2]) {
    double at_x = x + 0.5, at_y = y + 0.5, depth;
    const abRaster *picture = &render->picture, *veil = &render->veil;
    abTint tint = ab_render_background(render, at_x, at_y, &depth), through;
    Place none = {.shape = -1};
    if ((double)picture->depth[pixel] < depth) {
        depth = (double)picture->depth[pixel];
        tint = light_pixel(render, picture, pixel, at_x, at_y, rows[0], (size_t)x);
    } else {
        rows[0][x] = none;
    }
    bool is_veiled = veil->depth != NULL && (double)veil->depth[pixel] < depth;
    double opacity = 0.0, near = 0.0;
    if (is_veiled) {
        through = light_pixel(render, veil, pixel, at_x, at_y, rows[1], (size_t)x);
        opacity = render->opacity[rows[1][x].shape];
        near = (double)veil->depth[pixel];
    } else {
        rows[1][x] = none;
    }
    return mix(ab_render_panes(render, at_x, at_y, depth, tint, is_veiled ? &through : NULL, near,
                               opacity));
}

// Turns the numbers of triangles into colours.
static abResult light(Render *render, abError *error) {
    size_t width = (size_t)render->picture.width;
    Place *rows[2] = {AB_ARENA_NEW(&render->arena, Place, width),
                      AB_ARENA_NEW(&render->arena, Place, width)};
    if (rows[0] == NULL || rows[1] == NULL) {
        return ab_record_no_memory(render->record, error);
    }
    for (size_t i = 0; i < width; i++) {
        rows[0][i].shape = rows[1][i].shape = -1;
    }
    for (int y = 0; y < render->picture.height; y++) {
        for (int x = 0; x < render->picture.width; x++) {
            size_t pixel = (size_t)y * width + (size_t)x;
            render->picture.colour[pixel] = paint(render, pixel, x, y, rows);
        }
    }
    return AB_OK;
}

// ---- the file ----

// The mean of FINE x FINE pixels, into a surface of cairo.
static void shrink(const abRaster *picture, cairo_surface_t *surface) {
    cairo_surface_flush(surface);
    unsigned char *rows = cairo_image_surface_get_data(surface);
    int stride = cairo_image_surface_get_stride(surface);
    for (int y = 0; y < picture->height / FINE; y++) {
        for (int x = 0; x < picture->width / FINE; x++) {
            unsigned sum[3] = {0, 0, 0};
            for (int k = 0; k < FINE * FINE; k++) {
                int row = FINE * y + k / FINE, column = FINE * x + k % FINE;
                size_t at = (size_t)row * (size_t)picture->width + (size_t)column;
                unsigned colour = picture->colour[at];
                for (int i = 0; i < 3; i++) {
                    sum[i] += colour >> (16 - 8 * i) & 255u;
                }
            }
            uint32_t pixel = 0;
            for (int i = 0; i < 3; i++) {
                pixel = pixel << 8 | sum[i] / (FINE * FINE);
            }
            memcpy(rows + (size_t)y * (size_t)stride + 4 * (size_t)x, &pixel, sizeof pixel);
        }
    }
    cairo_surface_mark_dirty(surface);
}

static abResult write_picture(Render *render, const abRenderOptions *options, const char *path,
                              abError *error) {
    cairo_surface_t *surface =
        cairo_image_surface_create(CAIRO_FORMAT_RGB24, options->width, options->height);
    cairo_status_t status = cairo_surface_status(surface);
    abResult result = AB_OK;
    if (status == CAIRO_STATUS_SUCCESS) {
        shrink(&render->picture, surface);
        cairo_t *cr = cairo_create(surface);
        ab_render_map_bar(cr, render);
        if (options->shows_contacts) {
            result = ab_render_forces(cr, render, error);
        }
        cairo_destroy(cr);
        status = cairo_surface_write_to_png(surface, path);
    }
    cairo_surface_destroy(surface);
    AB_TRY(result);
    return status == CAIRO_STATUS_SUCCESS
               ? AB_OK
               : ab_error_add(error, AB_IO, (abPlace){.file = path}, "cannot write: %s",
                              cairo_status_to_string(status));
}

static bool has_veils(const Render *render) {
    for (int s = 0; s < render->record->scene.shape_count; s++) {
        if (render->opacity[s] < 1.0) {
            return true;
        }
    }
    return false;
}

static abResult init_rasters(Render *render, const abRenderOptions *options, abError *error) {
    abAllocator allocator = render->record->allocator;
    int width = FINE * options->width, height = FINE * options->height;
    return ab_raster_init(&render->picture, width, height, allocator) &&
                   ab_raster_init(&render->shadow, SHADOW, SHADOW, allocator) &&
                   (!has_veils(render) ||
                    ab_raster_init(&render->veil, width, height, allocator)) &&
                   see_points(render)
               ? AB_OK
               : ab_record_no_memory(render->record, error);
}

static abResult draw(Render *render, int64_t index, const abRenderOptions *options,
                     const char *path, abError *error) {
    abRecord *record = render->record;
    unsigned parts = AB_FRAME_CONTACTS | AB_FRAME_POINTS | (options->shows_map ? AB_FRAME_MAPS : 0);
    AB_TRY(ab_record_frame(record, index, parts, &render->frame, error));
    AB_TRY(ab_render_build(render, error));
    if (options->shows_map && !ab_render_find_map(render)) {
        return ab_record_no_memory(record, error);
    }
    ab_render_place_cameras(render, options);
    AB_TRY(ab_render_find_veils(render, error));
    AB_TRY(init_rasters(render, options, error));
    draw_shapes(render, &render->lamp, &render->shadow, true, NULL);
    draw_shapes(render, &render->camera, &render->picture, true, number);
    if (render->veil.depth != NULL) {
        draw_shapes(render, &render->camera, &render->veil, false, number);
    }
    AB_TRY(light(render, error));
    return write_picture(render, options, path, error);
}

abResult ab_render(abRecord *record, int64_t index, const abRenderOptions *options,
                   const char *path, abError *error) {
    const abPlace place = {.file = path};
    if (options->width < 16 || options->width > 8192 || options->height < 16 ||
        options->height > 8192) {
        return ab_error_add(error, AB_USAGE, place, "a picture has 16 to 8192 pixels each way");
    }
    Render render = {
        .record = record, .box = ab_box_of_nothing, .exaggeration = options->exaggeration};
    ab_surface_init(&render.mesh, record->allocator);
    ab_arena_init(&render.arena, record->allocator, 16384);
    abResult result = draw(&render, index, options, path, error);
    ab_raster_done(&render.picture);
    ab_raster_done(&render.veil);
    ab_raster_done(&render.shadow);
    AB_ARRAY_FREE(record->allocator, render.normals, render.normal_capacity);
    AB_ARRAY_FREE(record->allocator, render.seen, render.seen_capacity);
    AB_ARRAY_FREE(record->allocator, render.owner, render.owner_capacity);
    ab_surface_done(&render.mesh);
    ab_arena_done(&render.arena);
    return result;
}

#else

abResult ab_render(abRecord *record, int64_t index, const abRenderOptions *options,
                   const char *path, abError *error) {
    (void)record;
    (void)index;
    (void)options;
    return ab_error_add(error, AB_USAGE, (abPlace){.file = path},
                        "this build has no cairo, so it cannot draw (Debian: libcairo2-dev)");
}

#endif
