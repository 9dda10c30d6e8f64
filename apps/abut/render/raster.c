// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// raster.c - a camera and a depth buffer. Triangles are cut off where they come too near.

#include "render/raster.h"

#include <math.h>

#include "base/array.h"
#include "math/core/vector_math.h"

// ---- the camera ----

abCamera ab_camera(abVec3 target, abVec3 back, double distance, double focal, int width,
                   int height) {
    abVec3 z = ab_unit(back), side = ab_cross((abVec3){0.0, 0.0, 1.0}, z);
    abVec3 x = ab_norm2(side) > 1e-12 ? ab_unit(side) : (abVec3){1.0, 0.0, 0.0};
    abVec3 y = ab_cross(z, x);
    return (abCamera){.R = {{{x.x, x.y, x.z}, {y.x, y.y, y.z}, {z.x, z.y, z.z}}},
                      .eye = ab_add_scaled(target, distance, z),
                      .focal = focal,
                      .near = 1e-3 * distance,
                      .width = width,
                      .height = height};
}

abVec3 ab_camera_see(const abCamera *camera, abVec3 p_W) {
    abVec3 p = ab_mul(camera->R, ab_sub(p_W, camera->eye));
    double scale = camera->focal / (camera->is_parallel ? 1.0 : -p.z);
    return (abVec3){0.5 * camera->width + scale * p.x, 0.5 * camera->height - scale * p.y, -p.z};
}

abVec3 ab_camera_ray(const abCamera *camera, double x, double y) {
    abVec3 p = {(x - 0.5 * camera->width) / camera->focal,
                (0.5 * camera->height - y) / camera->focal, -1.0};
    return ab_mul_t(camera->R, p);
}

// ---- the picture ----

bool ab_raster_init(abRaster *raster, int width, int height, abAllocator allocator) {
    *raster = (abRaster){.allocator = allocator, .width = width, .height = height};
    size_t pixels = (size_t)width * (size_t)height;
    if (!AB_ARRAY_RESERVE(allocator, raster->depth, raster->depth_capacity, pixels) ||
        !AB_ARRAY_RESERVE(allocator, raster->colour, raster->capacity, pixels)) {
        ab_raster_done(raster);
        return false;
    }
    for (size_t i = 0; i < pixels; i++) {
        raster->depth[i] = INFINITY;
    }
    return true;
}

void ab_raster_done(abRaster *raster) {
    AB_ARRAY_FREE(raster->allocator, raster->depth, raster->depth_capacity);
    AB_ARRAY_FREE(raster->allocator, raster->colour, raster->capacity);
}

// ---- triangles ----

static double edge(abVec3 a, abVec3 b, double x, double y) {
    return (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x);
}

static int clip(double value, int high) {
    return value <= 0.0 ? 0 : value >= high ? high : (int)value;
}

void ab_raster_triangle(abRaster *raster, const abCamera *camera, const abVec3 seen[3],
                        abShade shade, void *context) {
    const abVec3 a = seen[0], b = seen[1], c = seen[2];
    double whole = edge(a, b, c.x, c.y);
    if (!(fmin(a.z, fmin(b.z, c.z)) > camera->near) || whole == 0.0 || !isfinite(whole)) {
        return;
    }
    int x0 = clip(floor(fmin(a.x, fmin(b.x, c.x))), raster->width);
    int x1 = clip(ceil(fmax(a.x, fmax(b.x, c.x))), raster->width);
    int y0 = clip(floor(fmin(a.y, fmin(b.y, c.y))), raster->height);
    int y1 = clip(ceil(fmax(a.y, fmax(b.y, c.y))), raster->height);
    for (int y = y0; y < y1; y++) {
        for (int x = x0; x < x1; x++) {
            double at_x = x + 0.5, at_y = y + 0.5;
            double u = edge(b, c, at_x, at_y) / whole, v = edge(c, a, at_x, at_y) / whole;
            double w = 1.0 - u - v;
            if (u < 0.0 || v < 0.0 || w < 0.0) {
                continue;
            }
            // along the picture 1/depth is linear in perspective, the depth in parallel
            double depth = camera->is_parallel ? u * a.z + v * b.z + w * c.z
                                               : 1.0 / (u / a.z + v / b.z + w / c.z);
            size_t pixel = (size_t)y * (size_t)raster->width + (size_t)x;
            if (depth < raster->depth[pixel]) {
                raster->depth[pixel] = (float)depth;
                if (shade != NULL) {
                    raster->colour[pixel] = shade(context, u, v, w);
                }
            }
        }
    }
}

// How far a point is beyond what is too near.
static double beyond(const abCamera *camera, abVec3 p) {
    return ab_camera_see(camera, p).z - 1.0001 * camera->near;
}

void ab_raster_world_triangle(abRaster *raster, const abCamera *camera, const abVec3 corners[3],
                              abShade shade, void *context) {
    abVec3 kept[4]; // in the world
    int count = 0;
    for (int k = 0; k < 3; k++) {
        abVec3 a = corners[k], b = corners[(k + 1) % 3];
        double near_a = beyond(camera, a), near_b = beyond(camera, b);
        if (near_a > 0.0) {
            kept[count++] = a;
        }
        if ((near_a > 0.0) != (near_b > 0.0)) {
            kept[count++] = ab_add_scaled(a, near_a / (near_a - near_b), ab_sub(b, a));
        }
    }
    abVec3 seen[4];
    for (int i = 0; i < count; i++) {
        seen[i] = ab_camera_see(camera, kept[i]);
    }
    for (int i = 2; i < count; i++) {
        ab_raster_triangle(raster, camera, (abVec3[3]){seen[0], seen[i - 1], seen[i]}, shade,
                           context);
    }
}
