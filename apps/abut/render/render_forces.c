// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// render_forces.c - forces of contacts, as many as can be read.
//
//   arrows    at each point that carries a contact, linear in the force on the second body, the
//             strongest first; the bar below says their scale
//   chains    of piles, which have more contacts than that: rods from body to body, thicker and darker
//             with the force; the colours below say how much
//   depth     what is behind a body is faint

#include "render/render_forces.h"

#if ABUT_HAVE_CAIRO

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "math/core/vector_math.h"

enum {
    ARROWS = 60,       // drawn, at most
    CHAINS = 600,      // likewise
    CHAINS_FROM = 150, // contacts that are drawn as chains
    PIECES = 24        // of a line, each behind a body or not
};
static const double s_least = 0.02;   // of the largest force: less is not drawn
static const double s_chained = 0.08; // likewise of chains
static const double s_faint = 0.30;   // of what is behind a body

static const double s_normal[3] = {0.84, 0.13, 0.27}, s_friction[3] = {0.95, 0.66, 0.0};
static const unsigned s_chain[] = {0xf4d35e, 0xee964b, 0xd1345b, 0x7a1041};
enum { COLOURS = sizeof s_chain / sizeof s_chain[0] };

typedef struct Force {
    const abContactState *contact;
    abVec3 point, pressing, rubbing; // where, and both parts of the force on B            [m, N]
    double size;                     // of all of it                                          [N]
    int order;
} Force;

typedef struct Forces {
    Force *items; // the largest first
    int count;
    double largest; // [N]
} Forces;

// ---- which ----

static int by_force(const void *a, const void *b) {
    const Force *x = a, *y = b;
    return x->size > y->size ? -1 : x->size < y->size ? 1 : x->order - y->order;
}

static int count_rows(const abFrame *frame) {
    abContactPointForce alone;
    int sum = 0;
    for (int i = 0; i < frame->contact_count; i++) {
        int count = 0;
        ab_frame_point_forces(frame, i, &alone, &count);
        sum += count;
    }
    return sum;
}

static bool collect(Render *render, Forces *forces) {
    const abFrame *frame = &render->frame;
    int rows = count_rows(frame);
    forces->items = AB_ARENA_NEW(&render->arena, Force, (size_t)rows + 1);
    if (forces->items == NULL) {
        return false;
    }
    for (int i = 0; i < frame->contact_count; i++) {
        abContactPointForce alone;
        int count = 0;
        const abContactPointForce *row = ab_frame_point_forces(frame, i, &alone, &count);
        for (int k = 0; k < count; k++) {
            Force *force = &forces->items[forces->count];
            force->contact = &frame->contacts[i];
            force->point = row[k].point;
            force->pressing = ab_scale(row[k].normal_force, row[k].normal);
            force->rubbing = ab_sub(row[k].force, force->pressing);
            force->size = ab_norm(row[k].force);
            force->order = forces->count++;
        }
    }
    qsort(forces->items, (size_t)forces->count, sizeof *forces->items, by_force);
    forces->largest = forces->count > 0 ? forces->items[0].size : 0.0;
    return true;
}

// How many of them are worth drawing: at most `most`, none below a share of the largest.
static int count_strong(const Forces *forces, int most, double least) {
    int count = 0;
    while (count < forces->count && count < most &&
           forces->items[count].size >= least * forces->largest) {
        count++;
    }
    return count;
}

// ---- lines in space ----

// Not in planar models: there the points of contacts are within the bodies.
static bool is_hidden(const Render *render, abVec3 p) {
    if (render->is_planar) {
        return false;
    }
    abVec3 seen = ab_camera_see(&render->camera, p);
    const abRaster *picture = &render->picture;
    if (!(seen.x >= 0.0 && seen.y >= 0.0 && seen.x < picture->width && seen.y < picture->height)) {
        return false;
    }
    size_t pixel = (size_t)seen.y * (size_t)picture->width + (size_t)seen.x;
    return seen.z > (double)picture->depth[pixel] + 3e-3 * render->size;
}

static void set_colour(cairo_t *cr, const double rgb[3], bool hidden) {
    cairo_set_source_rgba(cr, rgb[0], rgb[1], rgb[2], hidden ? s_faint : 1.0);
}

// A line of points in one go while these are hidden, or are not.
static void line(cairo_t *cr, const Render *render, abVec3 from, abVec3 to, const double rgb[3],
                 double width) {
    cairo_set_line_width(cr, width);
    bool was_hidden = false;
    for (int i = 0; i <= PIECES; i++) {
        double share = (double)i / PIECES;
        abVec3 p = ab_add_scaled(from, share, ab_sub(to, from));
        abVec3 seen = ab_camera_see(&render->camera, p);
        bool hidden = is_hidden(render, p);
        if (i > 0) {
            cairo_line_to(cr, seen.x / FINE, seen.y / FINE);
        }
        if (i == 0 || hidden != was_hidden || i == PIECES) {
            if (i > 0) {
                set_colour(cr, rgb, was_hidden);
                cairo_stroke(cr);
            }
            cairo_move_to(cr, seen.x / FINE, seen.y / FINE);
        }
        was_hidden = hidden;
    }
    cairo_new_path(cr);
}

static void arrow(cairo_t *cr, const Render *render, abVec3 from, abVec3 along,
                  const double rgb[3]) {
    abVec3 to = ab_add(from, along);
    abVec3 a = ab_camera_see(&render->camera, from), b = ab_camera_see(&render->camera, to);
    double x = (b.x - a.x) / FINE, y = (b.y - a.y) / FINE, length = sqrt(x * x + y * y);
    if (!(length > 1.0) || a.z <= render->camera.near || b.z <= render->camera.near) {
        return;
    }
    double head = fmin(11.0, 0.5 * length), u = x / length, v = y / length;
    double tip_x = b.x / FINE, tip_y = b.y / FINE;
    line(cr, render, from, ab_add_scaled(from, 1.0 - head / length, along), rgb, 3.0);
    set_colour(cr, rgb, is_hidden(render, to));
    cairo_move_to(cr, tip_x, tip_y);
    cairo_line_to(cr, tip_x - head * u - 0.45 * head * v, tip_y - head * v + 0.45 * head * u);
    cairo_line_to(cr, tip_x - head * u + 0.45 * head * v, tip_y - head * v - 0.45 * head * u);
    cairo_fill(cr);
}

// Pixels of the picture for a metre in its middle.
static double pixels_per_metre(const Render *render) {
    abVec3 middle = ab_scale(0.5, ab_add(render->box.low, render->box.high));
    return render->camera.focal / ab_camera_see(&render->camera, middle).z / FINE;
}

// ---- words below ----

// Ends at the right; returns where it begins.
static double word(cairo_t *cr, const char *text, double right, double base, bool bold) {
    cairo_text_extents_t extents;
    cairo_select_font_face(cr, "sans-serif", CAIRO_FONT_SLANT_NORMAL,
                           bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(cr, bold ? 13.0 : 11.0);
    cairo_text_extents(cr, text, &extents);
    cairo_set_source_rgb(cr, 0.11, 0.15, 0.19);
    cairo_move_to(cr, right - extents.x_advance, base);
    cairo_show_text(cr, text);
    return right - extents.x_advance;
}

static void say_how_many(cairo_t *cr, double right, double base, int drawn, int all) {
    char text[60];
    if (drawn < all) {
        snprintf(text, sizeof text, "%d strongest of %d forces", drawn, all);
        word(cr, text, right, base, false);
    }
}

// A round force and how long its arrow is in the middle of the picture.
static void draw_bar(cairo_t *cr, const Render *render, double scale, double right, double base) {
    double per_metre = pixels_per_metre(render), force = ab_round_step(130.0 / (scale * per_metre));
    double length = force * scale * per_metre;
    char text[40];
    snprintf(text, sizeof text, "%.6g N", force);
    double end = word(cr, text, right, base, true) - 8.0;
    cairo_set_line_width(cr, 2.0);
    cairo_move_to(cr, end - length, base - 9.0);
    cairo_line_to(cr, end - length, base - 2.0);
    cairo_line_to(cr, end, base - 2.0);
    cairo_line_to(cr, end, base - 9.0);
    cairo_stroke(cr);
}

static void take_chain_colour(double rgb[3], int index) {
    for (int k = 0; k < 3; k++) {
        rgb[k] = (double)(s_chain[index] >> (16 - 8 * k) & 255u) / 255.0;
    }
}

static void draw_ramp(cairo_t *cr, double largest, double right, double base) {
    static const double wide = 26.0;
    char text[40];
    snprintf(text, sizeof text, "%.3g N", largest);
    double left = word(cr, text, right, base, true) - 8.0 - COLOURS * wide, rgb[3];
    for (int i = 0; i < COLOURS; i++) {
        take_chain_colour(rgb, i);
        cairo_set_source_rgb(cr, rgb[0], rgb[1], rgb[2]);
        cairo_rectangle(cr, left + i * wide, base - 10.0, wide, 10.0);
        cairo_fill(cr);
    }
    word(cr, "0", left - 6.0, base, true);
}

// ---- both kinds ----

static void draw_arrows(cairo_t *cr, const Render *render, const Forces *forces, double right,
                        double base) {
    double scale = 0.22 * render->size / forces->largest;
    int count = count_strong(forces, ARROWS, s_least);
    for (int i = count - 1; i >= 0; i--) { // the strongest on top
        const Force *force = &forces->items[i];
        arrow(cr, render, force->point, ab_scale(scale, force->pressing), s_normal);
        arrow(cr, render, force->point, ab_scale(scale, force->rubbing), s_friction);
    }
    draw_bar(cr, render, scale, right, base);
    say_how_many(cr, right, base - 20.0, count, forces->count);
}

static void draw_chain(cairo_t *cr, const Render *render, const Force *force, double share) {
    const abScene *scene = &render->record->scene;
    int shapes[2] = {force->contact->shape_a, force->contact->shape_b};
    double width = 0.007 * render->size * pixels_per_metre(render) * (0.25 + 1.1 * sqrt(share));
    double rgb[3];
    take_chain_colour(rgb, (int)fmin(share * COLOURS, COLOURS - 1));
    for (int k = 0; k < 2; k++) {
        int body = scene->shapes[shapes[k]].body - 1;
        if (scene->bodies[body].mobility != AB_MOBILITY_FIXED) {
            abVec3 centre = scene->bodies[body].center;
            const abBodyState *state = &render->frame.bodies[body];
            abVec3 to =
                ab_add(state->position, ab_mul(ab_quat_to_matrix(state->orientation), centre));
            line(cr, render, force->point, to, rgb, width);
        }
    }
}

static void draw_chains(cairo_t *cr, const Render *render, const Forces *forces, double right,
                        double base) {
    int count = count_strong(forces, CHAINS, s_chained);
    cairo_set_line_cap(cr, CAIRO_LINE_CAP_BUTT);
    for (int i = count - 1; i >= 0; i--) {
        draw_chain(cr, render, &forces->items[i], forces->items[i].size / forces->largest);
    }
    draw_ramp(cr, forces->largest, right, base);
    say_how_many(cr, right, base - 20.0, count, forces->count);
}

abResult ab_render_forces(cairo_t *cr, Render *render, abError *error) {
    Forces forces = {0};
    if (!collect(render, &forces)) {
        return ab_record_no_memory(render->record, error);
    }
    double right = (double)render->picture.width / FINE - 14.0;
    double base = (double)render->picture.height / FINE - 14.0;
    if (forces.largest > 0.0 && forces.count > CHAINS_FROM) {
        draw_chains(cr, render, &forces, right, base);
    } else if (forces.largest > 0.0) {
        draw_arrows(cr, render, &forces, right, base);
    }
    return AB_OK;
}

#endif
