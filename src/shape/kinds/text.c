// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// text.c - a line of letters to look at: bars of a sixteen-segment display, in the x-y plane of S,
// reading along x, centred. No mass, no contact. Small letters are drawn as capitals, what is not
// ASCII as an empty box.

#include <string.h>

#include "base/no_memory.h"
#include "math/core/vector_math.h"
#include "mesh/core/triangle_mesh.h"
#include "shape/core/shape.h"

typedef struct Text {
    const char *text;
    double height; // [m]
} Text;

static const abKey s_keys[] = {
    AB_TEXT_REQUIRED(Text, text, "one line, at most 200 bytes"),
    AB_NUM_REQUIRED(Text, height, "m", 0.0, AB_LENGTH_MAX, "height of the letters, above zero"),
};
static const abTable s_table =
    AB_TABLE("text", Text, s_keys, "a line of letters, centred; only drawn: no mass, no contact");

enum { LENGTH_MAX = 200, SEGMENTS = 17, BAR_POINTS = 8, BAR_TRIANGLES = 12 };

// In units of the height: a letter, the way to the next, half the width and half the depth of a
// bar.
#define WIDTH 0.5
#define ADVANCE 0.75
#define HALF_BAR 0.04

// A segment from (x0, y0) to (x1, y1), in halves of the letter's width and height.
typedef struct Segment {
    char name;
    signed char x0, y0, x1, y1;
} Segment;

// a b top, c d right, e f bottom, g h left, p q middle; i j k upper, l m n lower spokes.
static const Segment s_segments[SEGMENTS] = {
    {'a', 0, 2, 1, 2}, {'b', 1, 2, 2, 2}, {'c', 2, 2, 2, 1}, {'d', 2, 1, 2, 0}, {'e', 2, 0, 1, 0},
    {'f', 1, 0, 0, 0}, {'g', 0, 0, 0, 1}, {'h', 0, 1, 0, 2}, {'i', 0, 2, 1, 1}, {'j', 1, 2, 1, 1},
    {'k', 2, 2, 1, 1}, {'l', 0, 0, 1, 1}, {'m', 1, 0, 1, 1}, {'n', 2, 0, 1, 1}, {'p', 0, 1, 1, 1},
    {'q', 1, 1, 2, 1}, {'.', 1, 0, 1, 0}};

// By ASCII code from the blank on.
static const char *const s_glyphs[] = {
    "",          "j.",        "hj",         "cdpqefjm",   "abhpqdefjm", "hdkl",     "aijpgefn",
    "j",         "kn",        "il",         "ijklmnpq",   "jmpq",       "l",        "pq",
    ".",         "kl",        "abcdefghkl", "kcd",        "abcpqgef",   "abcqdef",  "hpqcd",
    "abhpqdef",  "abhgpqdef", "abkm",       "abcdefghpq", "abchpqdef",  "jm",       "jl",
    "kn",        "pqef",      "il",         "abcqm",      "abcqjfegh",  "abcdghpq", "abcdefjmq",
    "abefgh",    "abcdefjm",  "abefghp",    "abghp",      "abdefghq",   "cdghpq",   "abefjm",
    "cdefg",     "ghpkn",     "efgh",       "cdghik",     "cdghin",     "abcdefgh", "abcghpq",
    "abcdefghn", "abcghpqn",  "abhpqdef",   "abjm",       "cdefgh",     "ghkl",     "cdghln",
    "ikln",      "ikm",       "abklef",     "bjme",       "in",         "ajmf",     "ln",
    "ef"};

static const char *glyph_of(unsigned char c) {
    if (c >= 'a' && c <= 'z') {
        c = (unsigned char)(c - 'a' + 'A');
    }
    size_t index = (size_t)c - 32;
    return c >= 32 && index < sizeof s_glyphs / sizeof s_glyphs[0] ? s_glyphs[index] : "abcdefgh";
}

// A byte in the middle of a UTF-8 letter.
static bool is_continued(unsigned char c) {
    return (c & 0xC0u) == 0x80u;
}

// A closed cuboid around the segment; upright and level ones are longer by their half width at both
// ends.
static void add_bar(abPicture *picture, Segment segment, double left, double height) {
    static const signed char corners[BAR_POINTS][3] = {{-1, -1, -1}, {1, -1, -1}, {1, 1, -1},
                                                       {-1, 1, -1},  {-1, -1, 1}, {1, -1, 1},
                                                       {1, 1, 1},    {-1, 1, 1}};
    static const unsigned char faces[BAR_TRIANGLES][3] = {
        {0, 2, 1}, {0, 3, 2}, {4, 5, 6}, {4, 6, 7}, {0, 1, 5}, {0, 5, 4},
        {2, 3, 7}, {2, 7, 6}, {1, 2, 6}, {1, 6, 5}, {3, 0, 4}, {3, 4, 7}};
    abVec3 from = {left + 0.5 * WIDTH * segment.x0, 0.5 * segment.y0 - 0.5, 0.0};
    abVec3 to = {left + 0.5 * WIDTH * segment.x1, 0.5 * segment.y1 - 0.5, 0.0};
    abVec3 middle = ab_scale(0.5, ab_add(from, to)), along = ab_sub(to, from);
    bool is_spoke = along.x != 0.0 && along.y != 0.0;
    double half = 0.5 * ab_norm(along) + (is_spoke ? 0.0 : HALF_BAR);
    abVec3 u = half > HALF_BAR ? ab_unit(along) : (abVec3){1.0, 0.0, 0.0}, v = {-u.y, u.x, 0.0};
    for (int i = 0; i < BAR_TRIANGLES; i++) {
        int *t = &picture->triangles[3 * picture->triangle_count++];
        for (int k = 0; k < 3; k++) {
            t[k] = picture->point_count + faces[i][k];
        }
    }
    for (int i = 0; i < BAR_POINTS; i++) {
        abVec3 p = ab_add_scaled(middle, half * corners[i][0], u);
        p = ab_add_scaled(p, HALF_BAR * corners[i][1], v);
        p.z = 0.5 * HALF_BAR * corners[i][2];
        picture->points[picture->point_count++] = ab_scale(height, p);
    }
}

static void add_letter(abPicture *picture, const char *glyph, double left, double height) {
    for (int i = 0; i < SEGMENTS; i++) {
        if (strchr(glyph, s_segments[i].name) != NULL) {
            add_bar(picture, s_segments[i], left, height);
        }
    }
}

static abResult text_compile(const void *params, double smoothing, const char *folder,
                             abArena *arena, abShape *shape, abPlace place, abError *error) {
    (void)smoothing, (void)folder;
    const Text *t = params;
    AB_TRY(ab_check_length(t->height, false, "text", "height", place, error));
    const char *text = t->text != NULL ? t->text : "";
    size_t length = strlen(text), letters = 0, bars = 0;
    if (length > LENGTH_MAX) {
        return ab_error_add(error, AB_BAD_MODEL, place,
                            "text: the text is longer than %d bytes; give several shapes",
                            LENGTH_MAX);
    }
    for (size_t i = 0; i < length; i++) {
        bool counts = !is_continued((unsigned char)text[i]);
        letters += counts;
        bars += counts ? strlen(glyph_of((unsigned char)text[i])) : 0;
    }
    abPicture *picture = AB_ARENA_NEW(arena, abPicture, 1);
    abVec3 *points = AB_ARENA_NEW(arena, abVec3, BAR_POINTS * bars + 1);
    int *triangles = AB_ARENA_NEW(arena, int, 3 * BAR_TRIANGLES * bars + 1);
    if (picture == NULL || points == NULL || triangles == NULL) {
        return ab_no_memory(error, place, "for a text");
    }
    *picture = (abPicture){.points = points, .triangles = triangles};
    double line = letters > 0 ? ADVANCE * (double)(letters - 1) + WIDTH : 0.0, left = -0.5 * line;
    for (size_t i = 0; i < length; i++) {
        if (!is_continued((unsigned char)text[i])) {
            add_letter(picture, glyph_of((unsigned char)text[i]), left, t->height);
            left += ADVANCE;
        }
    }
    abVec3 half = {0.5 * line + HALF_BAR, 0.5 + HALF_BAR, 0.5 * HALF_BAR};
    *shape = (abShape){.kind = AB_SHAPE_TEXT,
                       .size = {half.x * t->height, half.y * t->height, half.z * t->height},
                       .picture = picture,
                       .bound = t->height * ab_norm(half),
                       .contact_radius = t->height};
    return AB_OK;
}

// For bounds: the corner of a box around the line.
const abShapeType ab_shape_type_text = {
    .table = &s_table, .compile = text_compile, .support = ab_support_of_box, .is_visual = true};
