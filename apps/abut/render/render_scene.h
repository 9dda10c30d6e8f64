// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// render_scene.h - the scene of a frame as it is drawn: triangles in the world, cameras, light. What
// the files of this folder share.

#ifndef AB_RENDER_SCENE_H
#define AB_RENDER_SCENE_H

#include "record/file/record_file.h"
#include "record/file/record_types.h"
#include "record/scene/look.h"
#include "record/scene/surface.h"
#include "render/raster.h"
#include "render/software_renderer.h"

enum { FINE = 2, SHADOW = 1400 }; // pixels for one, each way; of the lamp's view

typedef struct abTint {
    double rgb[3];
} abTint;

// A plane of a shape, in the world.
typedef struct abSeenPlane {
    abVec3 origin, normal;
} abSeenPlane;

typedef struct Render {
    abRecord *record;
    abFrame frame;
    abSurfaceMesh mesh; // all shapes, in the world
    abVec3 *normals;    // of its points
    size_t normal_capacity;
    abVec3 *seen; // its points as the camera sees them
    size_t seen_capacity;
    int group_count;  // of triangles: a shape each, all ties, each body without shapes
    int *first;       // triangle of each group; [group_count] the end
    int *first_point; // likewise
    int *owner;       // group of each triangle
    size_t owner_capacity;
    abPose *poses;   // of shapes
    abTint *tints;   // of groups
    double *opacity; // likewise
    double *map;     // pressure at the corners of triangles, 0: none; NULL: no map            [Pa]
    double map_most; // the greatest                                                          [Pa]
    abArena arena;
    abBox box;   // of what is framed
    abBox focus; // the part of it where all the motion is, if it is a small one
    bool is_focused;
    abBox *boxes; // of shapes
    abVec3 *feet; // points of grounds below it
    int foot_count;
    abSeenPlane *planes;
    int plane_count;
    double size;
    double exaggeration; // of the modes
    abVec3 up;           // against gravity
    bool is_planar;      // all that moves does so in a plane
    abCamera camera, lamp;
    abRaster picture, veil, shadow; // colours are the numbers of triangles
    abVec3 sun;                     // unit, towards the lamp
} Render;

// Does the body of a shape stand still for good?
static inline bool ab_render_is_still(const Render *render, int s) {
    const abScene *scene = &render->record->scene;
    return scene->bodies[scene->shapes[s].body - 1].mobility == AB_MOBILITY_FIXED;
}

abResult ab_render_build(Render *render, abError *error);
// The box of what is framed, from those of shapes; false for want of memory.
bool ab_render_find_action(Render *render);
void ab_render_place_cameras(Render *render, const abRenderOptions *options);
// Which bodies that stand still hide so much of what moves that they are to be seen through.
abResult ab_render_find_veils(Render *render, abError *error);

// The colour of a triangle (from 0) at a pixel, and its normal there.
abTint ab_render_shade(const Render *render, int triangle, double x, double y, abVec3 *normal);
// 1 in the light of the lamp, 0 in full shade.
double ab_render_light(const Render *render, abVec3 p);

// What is behind the bodies: a ground or the sky, and its depth.
abTint ab_render_background(const Render *render, double x, double y, double *depth);
// Lays the panes before `depth` and the veil over a colour.
abTint ab_render_panes(const Render *render, double x, double y, double depth, abTint under,
                       const abTint *veil, double veil_depth, double veil_opacity);

static inline abTint ab_tint(unsigned colour) {
    return (abTint){{(double)(colour >> 16 & 255u) / 255.0, (double)(colour >> 8 & 255u) / 255.0,
                     (double)(colour & 255u) / 255.0}};
}
static inline abTint ab_tint_mix(abTint a, abTint b, double share) {
    for (int i = 0; i < 3; i++) {
        a.rgb[i] += share * (b.rgb[i] - a.rgb[i]);
    }
    return a;
}
// 0 below `low`, 1 above `high`, without a kink in between.
static inline double ab_ramp(double low, double high, double x) {
    double t = (x - low) / (high - low);
    t = t <= 0.0 ? 0.0 : t >= 1.0 ? 1.0 : t;
    return t * t * (3.0 - 2.0 * t);
}
// A round number not above `size`: 1, 2 or 5 times a power of ten.
static inline double ab_round_step(double size) {
    double step = 1e-12;
    while (step * 10.0 <= size) {
        step *= 10.0;
    }
    return step * (size >= 5.0 * step ? 5.0 : size >= 2.0 * step ? 2.0 : 1.0);
}
// Of the paper, that is of the sky at the horizon.
static const abTint ab_paper = {{0.957, 0.965, 0.973}};

#endif
