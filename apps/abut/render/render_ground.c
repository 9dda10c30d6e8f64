// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// render_ground.c - planes. They have no triangles: each pixel asks where its ray meets them.
//
//   floors   whose normal is up: soft, with a grid that fades into the horizon
//   cuts     seen along the plane, as in planar models: what is behind it is filled, up to a line
//   panes    all others, and floors from below: glass with a rim, as wide as what is framed, cut off
//            where another plane begins; fainter when between the eye and the bodies

#include <math.h>

#include "math/core/vector_math.h"
#include "render/render_scene.h"

enum { PANES = 16 }; // laid over one pixel, at most

static const double s_floor = 0.6;  // least share of the normal that is up
static const double s_along = 0.02; // most share of the view that is across a cut

static double height(const abSeenPlane *plane, abVec3 p) {
    return ab_dot(plane->normal, ab_sub(p, plane->origin));
}

static abVec3 looking(const Render *render) {
    const double *row = render->camera.R.m[2];
    return (abVec3){-row[0], -row[1], -row[2]};
}

static bool is_cut(const Render *render, const abSeenPlane *plane) {
    return fabs(ab_dot(plane->normal, looking(render))) < s_along;
}

static bool is_floor(const Render *render, const abSeenPlane *plane) {
    return ab_dot(plane->normal, render->up) > s_floor && height(plane, render->camera.eye) > 0.0;
}

// ---- floors ----

// 1 on a line of a grid with this step, 0 off it; `pixel` is the size of a pixel there [m].
static double line_at(double u, double v, double step, double pixel) {
    double near_u = fabs(u / step - floor(u / step + 0.5)) * step;
    double near_v = fabs(v / step - floor(v / step + 0.5)) * step;
    double width = fmax(0.9 * pixel, 1e-12);
    // lines that stand close become a tone
    return fmax(0.0, 1.0 - fmin(near_u, near_v) / width) * ab_ramp(1.0, 0.25, pixel / step);
}

static abTint floor_colour(const Render *render, const abSeenPlane *plane, abVec3 p, double depth) {
    static const abTint soft = {{0.875, 0.890, 0.905}}, line = {{0.50, 0.57, 0.64}},
                        shade = {{0.40, 0.44, 0.50}};
    abVec3 middle = ab_scale(0.5, ab_add(render->box.low, render->box.high));
    abVec3 arm = ab_sub(p, plane->origin), u = ab_perpendicular(plane->normal);
    abVec3 v = ab_cross(plane->normal, u);
    double far = ab_norm(ab_sub(p, middle)) / render->size;
    abVec3 eye = ab_unit(ab_sub(render->camera.eye, p));
    double pixel = depth / render->camera.focal / fmax(0.12, ab_dot(eye, plane->normal));
    double step = ab_round_step(0.25 * render->size);
    double at[2] = {ab_dot(arm, u), ab_dot(arm, v)};
    double lines = fmax(0.30 * line_at(at[0], at[1], step, pixel),
                        0.50 * line_at(at[0], at[1], 5.0 * step, pixel));
    abTint colour = ab_tint_mix(soft, line, lines * (1.0 - ab_ramp(1.0, 4.0, far)));
    colour = ab_tint_mix(colour, shade, 0.42 * (1.0 - ab_render_light(render, p)));
    return ab_tint_mix(colour, ab_paper, ab_ramp(0.6, 6.0, far));
}

static abTint sky(const Render *render, abVec3 ray, bool has_floor) {
    static const abTint high = {{0.86, 0.905, 0.955}};
    double rise = ab_dot(ray, render->up) / ab_norm(ray);
    return has_floor ? ab_tint_mix(ab_paper, high, ab_ramp(0.0, 0.7, rise)) : ab_paper;
}

// ---- cuts ----

// Behind a plane seen along itself, in the plane through the middle of what is framed.
static bool cut_colour(const Render *render, const abSeenPlane *plane, abVec3 ray, abTint *colour) {
    static const abTint solid = {{0.80, 0.825, 0.85}}, line = {{0.36, 0.42, 0.48}};
    abVec3 middle = ab_scale(0.5, ab_add(render->box.low, render->box.high));
    abVec3 look = looking(render);
    double depth = ab_dot(look, ab_sub(middle, render->camera.eye)); // rays have 1 along it
    double h = height(plane, ab_add_scaled(render->camera.eye, depth, ray));
    double pixel = depth / render->camera.focal;
    if (h > 0.5 * pixel) {
        return false;
    }
    *colour = ab_tint_mix(solid, ab_paper, ab_ramp(0.0, 0.9, -h / render->size));
    *colour = ab_tint_mix(*colour, line, fmax(0.0, 1.0 - fabs(h + pixel) / (1.6 * pixel)));
    return true;
}

abTint ab_render_background(const Render *render, double x, double y, double *depth) {
    abVec3 ray = ab_camera_ray(&render->camera, x, y);
    const abCamera *camera = &render->camera;
    abTint cut = ab_paper;
    bool has_floor = false, has_cut = false;
    const abSeenPlane *nearest = NULL;
    *depth = INFINITY;
    for (int i = 0; i < render->plane_count; i++) {
        const abSeenPlane *plane = &render->planes[i];
        if (is_cut(render, plane)) {
            has_cut |= cut_colour(render, plane, ray, &cut);
        } else if (is_floor(render, plane)) {
            has_floor = true;
            double at = -height(plane, camera->eye) / ab_dot(ray, plane->normal);
            if (at > camera->near && at < *depth) {
                *depth = at;
                nearest = plane;
            }
        }
    }
    if (nearest != NULL) {
        return floor_colour(render, nearest, ab_add_scaled(camera->eye, *depth, ray), *depth);
    }
    return has_cut ? cut : sky(render, ray, has_floor);
}

// ---- panes ----

typedef struct Pane {
    double depth, opacity;
    abTint colour;
} Pane;

// How far a place is within the rectangle around what is framed [m]; < 0: outside.
static double margin_in_frame(const Render *render, const abSeenPlane *plane, abVec3 p) {
    abVec3 v = ab_add_scaled(render->up, -ab_dot(render->up, plane->normal), plane->normal);
    v = ab_norm2(v) > 1e-6 ? ab_unit(v) : ab_perpendicular(plane->normal);
    const abVec3 axes[2] = {ab_cross(v, plane->normal), v};
    double margin = INFINITY;
    for (int k = 0; k < 2; k++) {
        double low = INFINITY, high = -INFINITY, at = ab_dot(axes[k], p);
        for (int i = 0; i < 8; i++) {
            double corner = ab_dot(axes[k], ab_box_corner(&render->box, i));
            low = fmin(low, corner);
            high = fmax(high, corner);
        }
        double more = 0.02 * render->size;
        margin = fmin(margin, fmin(at - low, high - at) + more);
    }
    return margin;
}

// Likewise before all other planes.
static double margin_at_planes(const Render *render, int own, abVec3 p) {
    double margin = INFINITY;
    for (int i = 0; i < render->plane_count; i++) {
        if (i != own) {
            margin = fmin(margin, height(&render->planes[i], p));
        }
    }
    return margin;
}

static bool find_pane(const Render *render, int index, abVec3 ray, double most, Pane *pane) {
    static const abTint glass = {{0.52, 0.62, 0.72}}, rim = {{0.40, 0.49, 0.58}};
    const abCamera *camera = &render->camera;
    const abSeenPlane *plane = &render->planes[index];
    if (is_cut(render, plane) || is_floor(render, plane)) {
        return false;
    }
    double behind = height(plane, camera->eye), depth = -behind / ab_dot(ray, plane->normal);
    if (!(depth > camera->near) || !(depth < most)) {
        return false;
    }
    abVec3 p = ab_add_scaled(camera->eye, depth, ray);
    double margin = fmin(margin_in_frame(render, plane, p), margin_at_planes(render, index, p));
    if (margin < -1e-9 * render->size) {
        return false;
    }
    double pixel = depth / camera->focal, edge = fmax(0.0, 1.0 - margin / (2.5 * pixel));
    bool is_between = behind < 0.0;
    pane->depth = depth;
    pane->opacity = (is_between ? 0.03 : 0.15) + (is_between ? 0.25 : 0.40) * edge;
    pane->colour = ab_tint_mix(glass, rim, edge);
    return true;
}

abTint ab_render_panes(const Render *render, double x, double y, double depth, abTint under,
                       const abTint *veil, double veil_depth, double veil_opacity) {
    abVec3 ray = ab_camera_ray(&render->camera, x, y);
    Pane panes[PANES + 1];
    int count = 0;
    for (int i = 0; i < render->plane_count && count < PANES; i++) {
        count += find_pane(render, i, ray, depth, &panes[count]);
    }
    if (veil != NULL) {
        panes[count++] = (Pane){veil_depth, veil_opacity, *veil};
    }
    for (; count > 0; count--) { // the farthest first
        int last = 0;
        for (int i = 1; i < count; i++) {
            last = panes[i].depth > panes[last].depth ? i : last;
        }
        under = ab_tint_mix(under, panes[last].colour, panes[last].opacity);
        panes[last] = panes[count - 1];
    }
    return under;
}
