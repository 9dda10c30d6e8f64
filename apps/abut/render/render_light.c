// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// render_light.c - what surfaces look like: a sky that is brighter above, one lamp with a soft shadow,
// reflections by what the material is.
//
//   sky       light from above and below by the normal; what shines mirrors the same sky
//   shadow    depths as the lamp sees them, in parallel light; how many of the places around a point
//             are nearer to the lamp, so that the edge of a shadow is soft
//   marks     every other octant of round shapes is darker, so that one sees them turn
//   grain     rings around an axis of the shape

#include <math.h>

#include "math/core/elementary.h"
#include "math/core/vector_math.h"
#include "render/render_map.h"
#include "render/render_scene.h"

// ---- the lamp ----

enum { TAPS = 6, APART = 2 }; // places looked at each way, pixels of the lamp's view between them

// How much of the lamp a place of its picture lets through, between its four pixels.
static bool is_free(const Render *render, int x, int y, double depth) {
    if (x < 0 || y < 0 || x >= SHADOW || y >= SHADOW) {
        return true;
    }
    double nearest = (double)render->shadow.depth[(size_t)y * SHADOW + (size_t)x];
    return depth - nearest <= 5e-3 * render->size;
}

double ab_render_light(const Render *render, abVec3 p) {
    abVec3 seen = ab_camera_see(&render->lamp, p);
    if (!(seen.x >= 0.0 && seen.x < SHADOW && seen.y >= 0.0 && seen.y < SHADOW)) {
        return 1.0;
    }
    double left = floor(seen.x - 0.5), top = floor(seen.y - 0.5);
    double right = seen.x - 0.5 - left, down = seen.y - 0.5 - top; // shares
    double sum = 0.0, whole = 0.0;
    for (int j = 0; j < TAPS; j++) {
        for (int i = 0; i < TAPS; i++) {
            int x = (int)left + APART * (i - TAPS / 2), y = (int)top + APART * (j - TAPS / 2);
            // the outer places count by how near they are, so that nothing jumps
            double wide = i == 0 ? 1.0 - right / APART : i == TAPS - 1 ? right / APART : 1.0;
            double high = j == 0 ? 1.0 - down / APART : j == TAPS - 1 ? down / APART : 1.0;
            whole += wide * high;
            sum += is_free(render, x, y, seen.z) ? wide * high : 0.0;
        }
    }
    return sum / whole;
}

// ---- materials ----

static bool is_round(abShapeKind kind) {
    return kind == AB_SHAPE_SPHERE || kind == AB_SHAPE_ELLIPSOID || kind == AB_SHAPE_CAPSULE ||
           kind == AB_SHAPE_CYLINDER || kind == AB_SHAPE_CONE || kind == AB_SHAPE_TUBE ||
           kind == AB_SHAPE_TORUS;
}

// How dark a place of a shape is by itself; `p` in the shape's frame.
static double pattern(const abSceneShape *shape, abVec3 p, double size) {
    double grain = ab_looks[shape->look].grain, light = 1.0;
    if (is_round(shape->shape.kind) && p.x * p.y * p.z > 0.0) {
        light = 0.80;
    }
    if (grain > 0.0 && size > 0.0) {
        // rings about a line along x, a little off the middle and not quite round
        double v = p.y / size + 0.31 + 0.05 * ab_sin(4.0 * p.x / size);
        double w = p.z / size + 0.17 + 0.04 * ab_sin(5.0 * p.x / size + 1.0);
        double ring = sqrt(v * v + 1.3 * w * w), wave = ab_sin(42.0 * ring);
        light *= 1.0 - grain * (0.5 + 0.5 * wave);
    }
    return light;
}

// The sky and the floor as they are seen in a mirror.
static abTint mirrored(const Render *render, abVec3 direction) {
    static const abTint above = {{0.80, 0.88, 0.98}}, horizon = {{0.98, 0.98, 0.98}},
                        below = {{0.44, 0.45, 0.47}};
    double height = ab_dot(direction, render->up);
    return height > 0.0 ? ab_tint_mix(horizon, above, ab_ramp(0.0, 0.8, height))
                        : ab_tint_mix(horizon, below, ab_ramp(0.0, 0.25, -height));
}

// x^5 of what is missing to 1.
static double fifth(double x) {
    double rest = 1.0 - x;
    return rest * rest * rest * rest * rest;
}

typedef struct Surface {
    abVec3 place, normal, eye; // `eye`: unit, towards the camera
    abTint colour;
    const abMaterialLook *look;
} Surface;

static abTint light_surface(const Render *render, const Surface *s) {
    static const abTint sky = {{0.545, 0.56, 0.58}}, ground = {{0.42, 0.41, 0.40}},
                        lamp = {{0.46, 0.45, 0.43}};
    double straight = fmax(0.0, ab_dot(s->normal, render->sun));
    double light = straight > 0.0 ? ab_render_light(render, s->place) : 0.0;
    abTint from_sky = ab_tint_mix(ground, sky, 0.5 + 0.5 * ab_dot(s->normal, render->up));
    static const double fill = 0.09; // from behind the eye
    // the lamp in the mirror, wider where it is rough
    abVec3 half = ab_unit(ab_add(render->sun, s->eye));
    double rough = s->look->rough, power = 2.0 / (rough * rough * rough + 4e-3);
    double shine = light * (1.0 - rough) * ab_pow(fmax(0.0, ab_dot(s->normal, half)), power);
    double facing = fmax(0.0, ab_dot(s->normal, s->eye)), metal = s->look->metal;
    double clear = (1.0 - rough) * (0.04 + 0.42 * metal + (0.5 - 0.3 * metal) * fifth(facing));
    abVec3 out = ab_add_scaled(ab_neg(s->eye), 2.0 * ab_dot(s->normal, s->eye), s->normal);
    abTint mirror = mirrored(render, out), seen;
    for (int i = 0; i < 3; i++) {
        double colour = s->colour.rgb[i], own = 1.0 + metal * (1.25 * colour - 1.0);
        double matt = colour * (from_sky.rgb[i] + fill * facing + light * straight * lamp.rgb[i]);
        seen.rgb[i] = (1.0 - clear) * matt + clear * own * mirror.rgb[i] + 0.55 * shine * own;
    }
    return seen;
}

static const abMaterialLook s_plain_tie = {.name = "tie", .rough = 0.7, .opacity = 1.0};

// Shares of the corners at a pixel; those in the picture become shares in space.
static void shares(const abVec3 seen[3], double x, double y, double out[3]) {
    double whole = (seen[1].x - seen[0].x) * (seen[2].y - seen[0].y) -
                   (seen[1].y - seen[0].y) * (seen[2].x - seen[0].x);
    double sum = 0.0;
    for (int k = 0; k < 3; k++) {
        const abVec3 *a = &seen[(k + 1) % 3], *b = &seen[(k + 2) % 3];
        double part = ((b->x - a->x) * (y - a->y) - (b->y - a->y) * (x - a->x)) / whole;
        out[k] = part / seen[k].z;
        sum += out[k];
    }
    for (int k = 0; k < 3; k++) {
        out[k] /= sum;
    }
}

abTint ab_render_shade(const Render *render, int triangle, double x, double y, abVec3 *normal) {
    const abScene *scene = &render->record->scene;
    const int *corner = &render->mesh.triangles[3 * triangle], s = render->owner[triangle];
    const abVec3 seen[3] = {render->seen[corner[0]], render->seen[corner[1]],
                            render->seen[corner[2]]};
    double share[3];
    shares(seen, x, y, share);
    abVec3 p = {0.0, 0.0, 0.0}, n = {0.0, 0.0, 0.0};
    for (int k = 0; k < 3; k++) {
        p = ab_add_scaled(p, share[k], render->mesh.points[corner[k]]);
        n = ab_add_scaled(n, share[k], render->normals[corner[k]]);
    }
    Surface surface = {.place = p, .colour = render->tints[s], .look = &s_plain_tie};
    surface.normal = ab_norm2(n) > 0.0 ? ab_unit(n) : render->up;
    surface.eye = ab_unit(ab_sub(render->camera.eye, p));
    if (ab_dot(surface.normal, surface.eye) < 0.0) { // the inner side of an open surface
        surface.normal = ab_neg(surface.normal);
    }
    if (s < scene->shape_count) {
        const abSceneShape *shape = &scene->shapes[s];
        surface.look = &ab_looks[shape->look];
        abVec3 p_S = ab_mul_t(render->poses[s].R, ab_sub(p, render->poses[s].p));
        double dark = pattern(shape, p_S, shape->shape.bound);
        surface.colour = ab_tint_mix((abTint){{0.0, 0.0, 0.0}}, surface.colour, dark);
    }
    *normal = surface.normal;
    abTint tint;
    if (ab_render_map_tint(render, triangle, share, &tint)) { // lit a little, as colours are values
        double facing = fmax(0.0, ab_dot(surface.normal, surface.eye));
        return ab_tint_mix((abTint){{0.0, 0.0, 0.0}}, tint, 0.75 + 0.25 * facing);
    }
    return light_surface(render, &surface);
}
