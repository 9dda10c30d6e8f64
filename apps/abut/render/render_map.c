// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// render_map.c - pressure on meshes that touch, as colours: linear between the points of a mesh, on
// triangles of which all corners carry.
//
// Triangles of a map are solid also where their body is seen through.

#include "render/render_map.h"

#include <math.h>
#include <stdio.h>

static const double s_no_area = 1e-9; // of the widest

enum { STOPS = 5 };
// From dark to light, so that they also differ without colours, and none is that of an arrow.
static const unsigned s_stops[STOPS] = {0x3a1a6e, 0x33518f, 0x21898c, 0x58b868, 0xf2e14c};

// ---- values ----

// Of a point that carries nothing an area of rounding may be told, and a pressure on it.
static bool carries(const abMapRow *row, double widest) {
    return row->area > s_no_area * widest && row->pressure > 0.0;
}

// The pressures at the points of a shape's mesh, 0 where there are none; NULL for want of memory.
static double *pressures_of(Render *render, int s) {
    const abSceneShape *shape = &render->record->scene.shapes[s];
    double *values = AB_ARENA_NEW(&render->arena, double, (size_t)shape->point_count + 1);
    double widest = 0.0;
    for (int i = 0; i < render->frame.map_count; i++) {
        widest = fmax(widest, render->frame.map[i].area);
    }
    for (int i = 0; i < render->frame.map_count && values != NULL; i++) {
        const abMapRow *row = &render->frame.map[i];
        if (row->shape == s && row->vertex >= 0 && row->vertex < shape->point_count &&
            carries(row, widest)) {
            values[row->vertex] = row->pressure;
            render->map_most = fmax(render->map_most, values[row->vertex]);
        }
    }
    return values;
}

static bool has_rows(const Render *render, int s) {
    for (int i = 0; i < render->frame.map_count; i++) {
        if (render->frame.map[i].shape == s) {
            return true;
        }
    }
    return false;
}

// Triangles stand in the order of those of the shape, with points of their own.
static bool add_shape(Render *render, int s) {
    const abSceneShape *shape = &render->record->scene.shapes[s];
    int first = render->first[s];
    bool is_meant = render->first[s + 1] - first == shape->triangle_count && has_rows(render, s);
    const double *values = is_meant ? pressures_of(render, s) : NULL;
    for (int t = 0; t < shape->triangle_count && values != NULL; t++) {
        for (int k = 0; k < 3; k++) {
            render->map[3 * (first + t) + k] = values[shape->triangles[3 * t + k]];
        }
    }
    return !is_meant || values != NULL;
}

bool ab_render_find_map(Render *render) {
    render->map_most = 0.0;
    if (render->frame.map_count == 0) {
        return true;
    }
    render->map = AB_ARENA_NEW(&render->arena, double, 3 * (size_t)render->mesh.triangle_count + 1);
    for (int s = 0; s < render->record->scene.shape_count; s++) {
        if (render->map == NULL || !add_shape(render, s)) {
            return false;
        }
    }
    return true;
}

bool ab_render_is_mapped(const Render *render, int triangle) {
    int count = 0;
    for (int k = 0; k < 3 && render->map != NULL; k++) {
        count += render->map[3 * triangle + k] > 0.0;
    }
    return count == 3;
}

// ---- colours ----

static abTint colour_of(double share) {
    double at = (STOPS - 1) * fmax(0.0, fmin(share, 1.0));
    int stop = (int)fmin(at, STOPS - 2);
    return ab_tint_mix(ab_tint(s_stops[stop]), ab_tint(s_stops[stop + 1]), at - stop);
}

bool ab_render_map_tint(const Render *render, int triangle, const double share[3], abTint *tint) {
    if (!ab_render_is_mapped(render, triangle)) {
        return false;
    }
    double amount = 0.0;
    for (int k = 0; k < 3; k++) {
        amount += share[k] * render->map[3 * triangle + k];
    }
    *tint = colour_of(amount / render->map_most);
    return true;
}

#if ABUT_HAVE_CAIRO

void ab_render_map_bar(cairo_t *cr, const Render *render) {
    static const double wide = 180.0, high = 10.0;
    static const char *const units[] = {"Pa", "kPa", "MPa", "GPa"};
    if (!(render->map_most > 0.0)) {
        return;
    }
    int unit = 0;
    double most = render->map_most;
    for (; most >= 1000.0 && unit < 3; unit++) {
        most *= 1e-3;
    }
    double left = 14.0, base = (double)render->picture.height / FINE - 14.0;
    for (int i = 0; i < (int)wide; i++) {
        abTint tint = colour_of(i / (wide - 1.0));
        cairo_set_source_rgb(cr, tint.rgb[0], tint.rgb[1], tint.rgb[2]);
        cairo_rectangle(cr, left + i, base - high, 1.0, high);
        cairo_fill(cr);
    }
    char text[60];
    snprintf(text, sizeof text, "pressure, 0 to %.3g %s", most, units[unit]);
    cairo_select_font_face(cr, "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_BOLD);
    cairo_set_font_size(cr, 13.0);
    cairo_set_source_rgb(cr, 0.11, 0.15, 0.19);
    cairo_move_to(cr, left, base - high - 6.0);
    cairo_show_text(cr, text);
}

#endif
