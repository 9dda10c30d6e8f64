// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// raster.h - triangles into a picture with depths, for pictures without a browser.

#ifndef AB_RASTER_H
#define AB_RASTER_H

#include <stdbool.h>
#include <stddef.h>

#include "abut/memory.h"
#include "abut/vector.h"

// A camera that looks along -z of its own axes; perspective, or parallel.
typedef struct abCamera {
    abMat3 R;     // from the world to the camera's axes
    abVec3 eye;   // in the world                                                        [m]
    double focal; // pixels per unit of slope, or per metre when parallel
    double near;  // what is nearer is not drawn                                         [m]
    bool is_parallel;
    int width, height; // pixels
} abCamera;

typedef struct abRaster {
    abAllocator allocator;
    int width, height;
    size_t capacity, depth_capacity;
    float *depth;     // in front of the camera, INFINITY where nothing is             [m]
    unsigned *colour; // 0xRRGGBB
} abRaster;

// Looks along -`back` at `target` from `distance`; z of the world is up in the picture.
abCamera ab_camera(abVec3 target, abVec3 back, double distance, double focal, int width,
                   int height);
// Pixel of a point; its depth is z. Only right for z > near.
abVec3 ab_camera_see(const abCamera *camera, abVec3 p_W);
// The direction in which a pixel looks, in the world, with 1 along the camera's axis.
abVec3 ab_camera_ray(const abCamera *camera, double x, double y);

// False for want of memory.
bool ab_raster_init(abRaster *raster, int width, int height, abAllocator allocator);
void ab_raster_done(abRaster *raster);

// Fills the triangle of three points as seen (pixels, depth) where it is nearest. `shade` gives the
// colour of a pixel from the shares of the corners; NULL: only depths.
typedef unsigned (*abShade)(void *context, double a, double b, double c);
void ab_raster_triangle(abRaster *raster, const abCamera *camera, const abVec3 seen[3],
                        abShade shade, void *context);

// The same for a triangle in the world, without the part that is nearer than the camera sees. The
// shares are then those of the part.
void ab_raster_world_triangle(abRaster *raster, const abCamera *camera, const abVec3 corners[3],
                              abShade shade, void *context);

#endif
