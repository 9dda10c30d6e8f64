// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// outline_forms.c - the forms of outlines: one row of a table and one function each.

#include "shape/curve/outline_forms.h"

#include <stdint.h>

#include "base/no_memory.h"
#include "math/core/elementary.h"
#include "shape/curve/outline_build.h"
#include "shape/curve/outline_gear.h"

enum { POINTS_MAX = 20000, LOOPS_MAX = 500 };
#define BULGE_MIN 1e-6 // the radius of an arc is then 2.5e5 of its chord
#define BULGE_MAX 1e3

// Loops under construction; the first row says how many points fit.
typedef struct Builder {
    abVec3 *points;
    int *ends;
    int count, loop_count, room;
    bool *inert;
} Builder;

static void add(Builder *b, double x, double y, double bulge) {
    if (b->count < b->room) {
        b->points[b->count++] = ab_vec3(x, y, bulge);
    }
}

static void close_loop(Builder *b) {
    b->ends[b->loop_count++] = b->count;
}

// ---- the forms ----

static void add_rectangle(Builder *b, double width, double height) {
    double x = 0.5 * width, y = 0.5 * height;
    add(b, -x, -y, 0.0);
    add(b, x, -y, 0.0);
    add(b, x, y, 0.0);
    add(b, -x, y, 0.0);
    close_loop(b);
}

static void add_circle(Builder *b, double radius) {
    add(b, -radius, 0.0, 1.0);
    add(b, radius, 0.0, 1.0);
    close_loop(b);
}

// Ends with the first point of a loop repeated; so closed, the next loop begins.
static void form_points(const abOutlineKeys *k, Builder *b) {
    int first = 0;
    for (int i = 0; i < k->points->count; i++) {
        abVec3 p = k->points->points[i], start = k->points->points[first];
        if (i > first && p.x == start.x && p.y == start.y) {
            close_loop(b);
            first = i + 1;
        } else {
            add(b, p.x, p.y, p.z);
        }
    }
    if (first < k->points->count) {
        close_loop(b);
    }
}

static void form_block(const abOutlineKeys *k, Builder *b) {
    add_rectangle(b, k->width, k->height);
}

static void form_ball(const abOutlineKeys *k, Builder *b) {
    add_circle(b, k->radius);
}

static void form_polygon(const abOutlineKeys *k, Builder *b) {
    for (int i = 0; i < k->sides; i++) { // one side lies at the bottom
        double a = AB_PI * ((2.0 * i + 1.0) / k->sides - 0.5);
        add(b, k->radius * ab_cos(a), k->radius * ab_sin(a), 0.0);
    }
    close_loop(b);
}

// Angles between corners from a linear congruential generator, between two bounds that are half
// and 3/2 of the equal share when not given, scaled to a full turn.
static double min_angle(const abOutlineKeys *k) {
    return isnan(k->min_angle) ? AB_PI / k->sides : k->min_angle;
}

static double max_angle(const abOutlineKeys *k) {
    return isnan(k->max_angle) ? 3.0 * AB_PI / k->sides : k->max_angle;
}

static void form_random_polygon(const abOutlineKeys *k, Builder *b) {
    double least = min_angle(k), most = max_angle(k);
    for (int pass = 0; pass < 2; pass++) {
        double sum = 0.0, total = pass == 0 ? 1.0 : b->points[0].z;
        uint32_t seed = k->seed > 0 ? (uint32_t)k->seed : 0u;
        for (int i = 0; i < k->sides; i++) {
            double a = 2.0 * AB_PI * sum / total;
            if (pass == 1) {
                b->points[i] = ab_vec3(k->radius * ab_cos(a), k->radius * ab_sin(a), 0.0);
            }
            seed = 1664525u * seed + 1013904223u;
            sum += least + (most - least) * seed / 4294967295.0;
        }
        b->points[0].z = pass == 0 ? sum : 0.0;
    }
    b->count = k->sides;
    close_loop(b);
}

static void form_frame(const abOutlineKeys *k, Builder *b) {
    add_rectangle(b, k->width + k->wall, k->height + k->wall);
    add_rectangle(b, k->width - k->wall, k->height - k->wall);
}

static void form_ring(const abOutlineKeys *k, Builder *b) {
    add_circle(b, k->radius);
    add_circle(b, k->radius - k->wall);
}

static void form_round_block(const abOutlineKeys *k, Builder *b) {
    double x = 0.5 * k->width, y = 0.5 * (k->height - k->width);
    add(b, x, -y, 0.0);
    add(b, x, y, 1.0);
    add(b, -x, y, 0.0);
    add(b, -x, -y, 1.0);
    close_loop(b);
}

// The stick's sides run into a disc about the origin.
static void form_pendulum(const abOutlineKeys *k, Builder *b) {
    double w = 0.5 * k->width, r = k->radius, round = sqrt(r * r + w * w);
    add(b, w, r, 0.0);
    add(b, w, k->length + w, 0.0);
    add(b, -w, k->length + w, 0.0);
    add(b, -w, r, (r + round) / w);
    close_loop(b);
}

static void form_wall(const abOutlineKeys *k, Builder *b) {
    add_rectangle(b, k->width, k->height);
    for (int i = 0; i < 4; i++) {
        b->inert[i] = k->face > 0 && i != k->face - 1;
    }
}

static void form_gear(const abOutlineKeys *k, Builder *b) {
    ab_outline_gear(k, b->points);
    b->count = ab_outline_gear_count(k);
    close_loop(b);
    if (!isnan(k->bore)) {
        add_circle(b, k->bore);
    }
}

// ---- the table ----

typedef enum KeyBit {
    POINTS = 1,
    WIDTH = 2,
    HEIGHT = 4,
    RADIUS = 8,
    WALL = 16,
    LENGTH = 32,
    SIDES = 64,
    SEED = 128,
    FACE = 256,
    MIN_ANGLE = 512,
    MAX_ANGLE = 1024,
    ROUNDING = 2048,
    TEETH = 4096,
    MODULE = 8192,
    PRESSURE_ANGLE = 16384,
    BACKLASH = 32768,
    BORE = 65536
} KeyBit;

// What a form wants, and what it may have beside that.
static const struct {
    unsigned wanted, allowed;
    int loops, points; // room; points 0: those of the key, one per side, or of teeth
    void (*make)(const abOutlineKeys *keys, Builder *b);
} s_forms[] = {
    {POINTS, ROUNDING, 0, 0, form_points},
    {WIDTH | HEIGHT, ROUNDING, 1, 4, form_block},
    {RADIUS, 0, 1, 2, form_ball},
    {SIDES | RADIUS, ROUNDING, 1, 0, form_polygon},
    {SIDES | RADIUS, SEED | MIN_ANGLE | MAX_ANGLE | ROUNDING, 1, 0, form_random_polygon},
    {WIDTH | HEIGHT | WALL, ROUNDING, 2, 8, form_frame},
    {RADIUS | WALL, 0, 2, 4, form_ring},
    {WIDTH | HEIGHT, 0, 1, 4, form_round_block},
    {WIDTH | LENGTH | RADIUS, ROUNDING, 1, 4, form_pendulum},
    {WIDTH | HEIGHT, FACE | ROUNDING, 1, 4, form_wall},
    {TEETH | MODULE, PRESSURE_ANGLE | BACKLASH | BORE, 2, 0, form_gear},
};
const char *const ab_outline_forms[] = {"points",         "block", "ball", "polygon",
                                        "random_polygon", "frame", "ring", "round_block",
                                        "pendulum",       "wall",  "gear", NULL};
const char *const ab_outline_faces[] = {"all", "bottom", "right", "top", "left", NULL};

static const struct {
    KeyBit bit;
    const char *name;
} s_key_names[] = {{POINTS, "points"},
                   {WIDTH, "width"},
                   {HEIGHT, "height"},
                   {RADIUS, "radius"},
                   {WALL, "wall"},
                   {LENGTH, "length"},
                   {SIDES, "sides"},
                   {SEED, "seed"},
                   {FACE, "face"},
                   {MIN_ANGLE, "min_angle"},
                   {MAX_ANGLE, "max_angle"},
                   {ROUNDING, "rounding"},
                   {TEETH, "teeth"},
                   {MODULE, "module"},
                   {PRESSURE_ANGLE, "pressure_angle"},
                   {BACKLASH, "backlash"},
                   {BORE, "bore"}};
enum { KEY_NAMES = sizeof s_key_names / sizeof s_key_names[0] };

static unsigned given_keys(const abOutlineKeys *k) {
    const double lengths[] = {k->width, k->height, k->radius, k->wall, k->length};
    unsigned given = (k->points != NULL ? POINTS : 0u) | (k->sides > 0 ? SIDES : 0u) |
                     (k->seed >= 0 ? SEED : 0u) | (k->face > 0 ? FACE : 0u) |
                     (isnan(k->min_angle) ? 0u : MIN_ANGLE) |
                     (isnan(k->max_angle) ? 0u : MAX_ANGLE) | (k->rounding > 0.0 ? ROUNDING : 0u) |
                     (k->teeth > 0 ? TEETH : 0u) | (isnan(k->module) ? 0u : MODULE) |
                     (k->pressure_angle != AB_PRESSURE_ANGLE ? PRESSURE_ANGLE : 0u) |
                     (k->backlash != 0.0 ? BACKLASH : 0u) | (isnan(k->bore) ? 0u : BORE);
    for (int i = 0; i < 5; i++) {
        given |= isnan(lengths[i]) ? 0u : (unsigned)WIDTH << i;
    }
    return given;
}

static abResult check_keys(const abOutlineKeys *k, abPlace place, abError *error) {
    unsigned given = given_keys(k), wanted = s_forms[k->form].wanted;
    unsigned foreign = given & ~(wanted | s_forms[k->form].allowed);
    const char *form = ab_outline_forms[k->form];
    abResult result = AB_OK;
    for (int i = 0; i < KEY_NAMES; i++) {
        if (wanted & ~given & s_key_names[i].bit) {
            result = ab_error_add(error, AB_BAD_MODEL, place, "outline: form %s needs %s", form,
                                  s_key_names[i].name);
        } else if (foreign & s_key_names[i].bit) {
            result = ab_error_add(error, AB_BAD_MODEL, place,
                                  "outline: %s means nothing to form %s; leave it out, or say form",
                                  s_key_names[i].name, form);
        }
    }
    if (k->face > 0 && k->rounding > 0.0) {
        result = ab_error_add(error, AB_BAD_MODEL, place,
                              "outline: rounding = %g m means nothing to a wall of which only one "
                              "face touches; leave it out, or say face",
                              k->rounding);
    }
    const struct {
        double value;
        const char *name;
    } lengths[] = {{k->width, "width"}, {k->height, "height"}, {k->radius, "radius"},
                   {k->wall, "wall"},   {k->length, "length"}, {k->module, "module"},
                   {k->bore, "bore"}};
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0] && result == AB_OK; i++) {
        if (lengths[i].value == 0.0) {
            result = ab_error_add(error, AB_BAD_MODEL, place,
                                  "outline: %s = 0 m; above 0 is allowed", lengths[i].name);
        }
    }
    return result;
}

// What the lengths of a form must not be.
static abResult check_sizes(const abOutlineKeys *k, abPlace place, abError *error) {
    const char *form = ab_outline_forms[k->form];
    if (s_forms[k->form].make == form_gear) {
        return ab_outline_gear_check(k, place, error);
    }
    if ((s_forms[k->form].wanted & SIDES) && (k->sides < 3 || k->sides > POINTS_MAX)) {
        return ab_error_add(error, AB_BAD_MODEL, place, "outline: sides = %d is outside [3, %d]",
                            k->sides, POINTS_MAX);
    }
    if (s_forms[k->form].make == form_random_polygon &&
        !(min_angle(k) > 0.0 && min_angle(k) <= max_angle(k))) {
        return ab_error_add(error, AB_BAD_MODEL, place,
                            "outline: least = %g rad is not above 0 and at most %g rad, the "
                            "greatest angle between corners",
                            min_angle(k), max_angle(k));
    }
    if (s_forms[k->form].make == form_frame && !(k->wall < fmin(k->width, k->height))) {
        return ab_error_add(error, AB_BAD_MODEL, place,
                            "outline: wall = %g m leaves no opening in a frame of %g x %g m",
                            k->wall, k->width, k->height);
    }
    if (s_forms[k->form].make == form_ring && !(k->wall < k->radius)) {
        return ab_error_add(error, AB_BAD_MODEL, place,
                            "outline: wall = %g m leaves no opening in a ring of radius %g m",
                            k->wall, k->radius);
    }
    if (s_forms[k->form].make == form_round_block && !(k->height > k->width)) {
        return ab_error_add(error, AB_BAD_MODEL, place,
                            "outline: form %s needs height above width = %g m; it is %g m", form,
                            k->width, k->height);
    }
    if (s_forms[k->form].make == form_pendulum && !(k->length + 0.5 * k->width > k->radius)) {
        return ab_error_add(error, AB_BAD_MODEL, place,
                            "outline: length = %g m: the stick of a pendulum ends within its disc",
                            k->length);
    }
    return AB_OK;
}

static abResult check_loops(const abOutlineLoops *loops, abPlace place, abError *error) {
    if (loops->loop_count > LOOPS_MAX) {
        return ab_error_add(error, AB_BAD_MODEL, place, "outline: %d loops; up to %d are allowed",
                            loops->loop_count, LOOPS_MAX);
    }
    for (int loop = 0, from = 0; loop < loops->loop_count; from = loops->ends[loop++]) {
        int n = loops->ends[loop] - from;
        bool is_round = false;
        for (int i = 0; i < n; i++) {
            abVec3 p = loops->points[from + i], q = loops->points[from + (i + 1) % n];
            is_round = is_round || p.z != 0.0;
            if (p.z != 0.0 && !(fabs(p.z) >= BULGE_MIN && fabs(p.z) <= BULGE_MAX)) {
                return ab_error_add(error, AB_BAD_MODEL, place,
                                    "outline: bulge = %g of point %d of loop %d; 0 (straight) or "
                                    "%g to %g of either sign is allowed",
                                    p.z, i + 1, loop + 1, BULGE_MIN, BULGE_MAX);
            }
            if (n > 1 && p.x == q.x && p.y == q.y) {
                return ab_error_add(error, AB_BAD_MODEL, place,
                                    "outline: points %d and %d of loop %d are the same, [%g, %g]",
                                    i + 1, (i + 1) % n + 1, loop + 1, p.x, p.y);
            }
        }
        if (n < (is_round ? 2 : 3)) {
            return ab_error_add(error, AB_BAD_MODEL, place,
                                "outline: loop %d has %d points; a loop has at least 3, or 2 with "
                                "an arc",
                                loop + 1, n);
        }
    }
    return AB_OK;
}

abResult ab_outline_form(const abOutlineKeys *keys, abArena *arena, abOutlineLoops *out,
                         abPlace place, abError *error) {
    AB_TRY(check_keys(keys, place, error));
    AB_TRY(check_sizes(keys, place, error));
    int points = s_forms[keys->form].points, loops = s_forms[keys->form].loops;
    if (points == 0) {
        points = keys->points != NULL ? keys->points->count : keys->sides;
        points = keys->teeth > 0 ? ab_outline_gear_count(keys) + 2 : points; // with a bore
    }
    if (points > POINTS_MAX || points < 2) {
        return ab_error_add(error, AB_BAD_MODEL, place,
                            "outline: %d points; from 2 to %d are allowed", points, POINTS_MAX);
    }
    loops = loops == 0 ? points : loops;
    Builder b = {.points = AB_ARENA_NEW(arena, abVec3, (size_t)points),
                 .ends = AB_ARENA_NEW(arena, int, (size_t)loops),
                 .inert = AB_ARENA_NEW(arena, bool, (size_t)points),
                 .room = points};
    if (b.points == NULL || b.ends == NULL || b.inert == NULL) {
        return ab_no_memory(error, place, "for an outline");
    }
    for (int i = 0; i < points; i++) {
        b.inert[i] = false;
    }
    s_forms[keys->form].make(keys, &b);
    *out = (abOutlineLoops){b.points, b.ends, b.loop_count, b.inert};
    return check_loops(out, place, error);
}

// ---- rounding ----

// The arc of radius r that takes the place of a corner: how far from the corner it begins, and its
// bulge. Nothing beside arcs and where the outline goes straight on.
static double cut_of(abVec3 before, abVec3 corner, abVec3 after, double r, double *bulge) {
    abVec2 d = ab_vec2(corner.x - before.x, corner.y - before.y);
    abVec2 e = ab_vec2(after.x - corner.x, after.y - corner.y);
    double cross = ab_cross2(d, e), dot = ab_dot2(d, e), size = ab_norm2d(d) * ab_norm2d(e);
    *bulge = 0.0;
    if (before.z != 0.0 || corner.z != 0.0 || fabs(cross) <= 1e-9 * size || !(size + dot > 0.0)) {
        return 0.0;
    }
    double half = cross / (size + dot); // tangent of half the turn
    *bulge = half / (1.0 + sqrt(1.0 + half * half));
    return r * fabs(half);
}

static abVec3 along(abVec3 from, abVec3 to, double distance) {
    double x = to.x - from.x, y = to.y - from.y, s = distance / sqrt(x * x + y * y);
    return ab_vec3(from.x + s * x, from.y + s * y, 0.0);
}

static abResult round_loop(const abVec3 *p, int n, double radius, Builder *b, abPlace place,
                           abError *error) {
    for (int i = 0; i < n; i++) {
        abVec3 before = p[(i + n - 1) % n], at = p[i], after = p[(i + 1) % n];
        abVec3 beyond = p[(i + 2) % n];
        double bulge, other;
        double cut = cut_of(before, at, after, radius, &bulge);
        double next = cut_of(at, after, beyond, radius, &other);
        double length =
            sqrt((after.x - at.x) * (after.x - at.x) + (after.y - at.y) * (after.y - at.y));
        if (at.z == 0.0 && cut + next > length * (1.0 + 1e-12)) {
            return ab_error_add(error, AB_BAD_MODEL, place,
                                "outline: rounding = %g m does not fit the edge from [%g, %g] to "
                                "[%g, %g]; at most %g m does",
                                radius, at.x, at.y, after.x, after.y,
                                radius * length / (cut + next));
        }
        if (bulge != 0.0) {
            abVec3 start = along(at, before, cut);
            add(b, start.x, start.y, bulge);
        }
        bool is_used_up = bulge != 0.0 && cut + next > length * (1.0 - 1e-12);
        if (!is_used_up) { // else the next arc begins here
            abVec3 end = bulge != 0.0 ? along(at, after, cut) : at;
            add(b, end.x, end.y, at.z);
        }
    }
    close_loop(b);
    return AB_OK;
}

abResult ab_outline_round(const abOutlineLoops *sharp, double radius, abArena *arena,
                          abOutlineLoops *out, abPlace place, abError *error) {
    int points = sharp->ends[sharp->loop_count - 1];
    Builder b = {.points = AB_ARENA_NEW(arena, abVec3, 2 * (size_t)points),
                 .ends = AB_ARENA_NEW(arena, int, (size_t)sharp->loop_count),
                 .room = 2 * points};
    if (b.points == NULL || b.ends == NULL) {
        return ab_no_memory(error, place, "for an outline");
    }
    for (int loop = 0, from = 0; loop < sharp->loop_count; from = sharp->ends[loop++]) {
        AB_TRY(
            round_loop(&sharp->points[from], sharp->ends[loop] - from, radius, &b, place, error));
    }
    *out = (abOutlineLoops){b.points, b.ends, b.loop_count, NULL};
    return AB_OK;
}
