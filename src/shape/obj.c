// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// obj.c - reads the v and f lines of a Wavefront OBJ file into arrays. The file is read twice: once
// to count, once to fill, so nothing grows. Points with equal coordinates become one, because many
// programs write a corner once per face.
//
// Source  Wavefront, Advanced Visualizer manual, appendix B1 (polygonal geometry).
// Limits  two thousand million points; texture, normals, curves and groups are passed over; no line
//         continuation by a backslash; the decimal point is a point (C locale).

#include "shape/obj.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "math/vector_math.h"
#include "shape/shape_parts.h"

typedef struct Reader {
    const char *path;
    char *text; // ends with a zero
    abArena *arena;
    abError *error;
    abPlace place; // of the shape that wants the file
} Reader;

static abResult no_memory(const Reader *r) {
    return ab_error_add(r->error, AB_IO, r->place, "%s: no memory to read the file", r->path);
}

static abPlace at_line(const Reader *r, int line) {
    return (abPlace){.file = r->path, .line = line, .column = 1};
}

static abResult load(Reader *r) {
    FILE *in = fopen(r->path, "rb");
    if (in == NULL) {
        return ab_error_add(r->error, AB_IO, r->place, "cannot open mesh file %s", r->path);
    }
    long size = -1;
    if (fseek(in, 0, SEEK_END) == 0) {
        size = ftell(in);
        rewind(in);
    }
    if (size < 0 || size >= INT_MAX) {
        fclose(in);
        return ab_error_add(r->error, AB_IO, r->place, "%s: not a readable file below 2 GB",
                            r->path);
    }
    r->text = ab_arena_take(r->arena, (size_t)size + 1, 1);
    if (r->text == NULL) {
        fclose(in);
        return no_memory(r);
    }
    size_t got = fread(r->text, 1, (size_t)size, in);
    bool failed = ferror(in) != 0;
    fclose(in);
    r->text[got] = '\0';
    return failed ? ab_error_add(r->error, AB_IO, r->place, "%s: reading failed", r->path) : AB_OK;
}

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

static const char *skip_blanks(const char *s) {
    while (is_blank(*s)) {
        s++;
    }
    return s;
}

static const char *next_line(const char *s) {
    while (*s != '\0' && *s != '\n') {
        s++;
    }
    return *s == '\n' ? s + 1 : s;
}

// 'v' or 'f' for a line of that kind, else 0; moves `s` behind the keyword.
static char line_kind(const char **s) {
    const char *p = skip_blanks(*s);
    if ((*p == 'v' || *p == 'f') && is_blank(p[1])) {
        *s = p + 1;
        return *p;
    }
    return 0;
}

// The end of a word: blank, end of line or of text.
static bool ends_word(char c) {
    return is_blank(c) || c == '\n' || c == '\0' || c == '#';
}

static abResult read_point(const Reader *r, int line, const char *s, abVec3 *p) {
    for (int i = 0; i < 3; i++) {
        s = skip_blanks(s);
        char *end = NULL;
        double value = ends_word(*s) ? NAN : strtod(s, &end);
        if (end == NULL || end == s || !ends_word(*end)) {
            return ab_error_add(r->error, AB_BAD_MODEL, at_line(r, line),
                                "a vertex needs three numbers");
        }
        if (!(fabs(value) <= AB_LENGTH_MAX)) {
            return ab_error_add(r->error, AB_BAD_MODEL, at_line(r, line),
                                "coordinate %g is not within +-%g", value, AB_LENGTH_MAX);
        }
        ab_set(p, i, value);
        s = end;
    }
    return AB_OK;
}

// One corner of a face, "12" or "12/3/4" or "-1"; `known` points so far. Sets the index from 0.
static abResult read_corner(const Reader *r, int line, const char **s, size_t known, int *corner) {
    char *end;
    long number = strtol(*s, &end, 10);
    if (end == *s || !(ends_word(*end) || *end == '/')) {
        return ab_error_add(r->error, AB_BAD_MODEL, at_line(r, line),
                            "a face lists vertex numbers, like f 1 2 3 or f 1/1/1 2/2/2 3/3/3");
    }
    while (!ends_word(*end)) {
        end++;
    }
    *s = end;
    long index = number > 0 ? number - 1 : (long)known + number;
    if (number == 0 || index < 0 || index >= (long)known) {
        return ab_error_add(r->error, AB_BAD_MODEL, at_line(r, line),
                            "face uses vertex %ld, but %zu vertices came before", number, known);
    }
    *corner = (int)index;
    return AB_OK;
}

// Counts words until the end of the line.
static size_t count_words(const char *s) {
    size_t words = 0;
    for (s = skip_blanks(s); *s != '\0' && *s != '\n' && *s != '#'; s = skip_blanks(s)) {
        words++;
        while (!ends_word(*s)) {
            s++;
        }
    }
    return words;
}

static abResult take_arrays(const Reader *r, abObj *obj) {
    size_t points = 0, faces = 0, corners = 0;
    for (const char *s = r->text; s != NULL && *s != '\0'; s = next_line(s)) {
        const char *p = s;
        char kind = line_kind(&p);
        points += kind == 'v';
        faces += kind == 'f';
        corners += kind == 'f' ? count_words(p) : 0;
    }
    if (points == 0) {
        return ab_error_add(r->error, AB_BAD_MODEL, r->place, "%s has no vertices (v x y z)",
                            r->path);
    }
    obj->points = AB_ARENA_NEW(r->arena, abVec3, points);
    obj->face_start = AB_ARENA_NEW(r->arena, int, faces + 1);
    obj->corners = AB_ARENA_NEW(r->arena, int, corners);
    if (obj->points == NULL || obj->face_start == NULL || obj->corners == NULL) {
        return no_memory(r);
    }
    return AB_OK;
}

static abResult read_face(const Reader *r, int line, const char *s, abObj *obj) {
    int *count = &obj->face_start[obj->face_count + 1];
    *count = obj->face_start[obj->face_count];
    int first = *count;
    for (s = skip_blanks(s); *s != '\0' && *s != '\n' && *s != '#'; s = skip_blanks(s)) {
        AB_TRY(read_corner(r, line, &s, obj->point_count, &obj->corners[*count]));
        (*count)++;
    }
    if (*count - first < 3) {
        return ab_error_add(r->error, AB_BAD_MODEL, at_line(r, line),
                            "a face needs at least three vertices, here are %d", *count - first);
    }
    obj->face_count++;
    return AB_OK;
}

static abResult read_lines(const Reader *r, abObj *obj) {
    int line = 1;
    for (const char *s = r->text; s != NULL && *s != '\0'; s = next_line(s), line++) {
        const char *p = s;
        char kind = line_kind(&p);
        if (kind == 'v') {
            AB_TRY(read_point(r, line, p, &obj->points[obj->point_count]));
            obj->point_count++;
        } else if (kind == 'f') {
            AB_TRY(read_face(r, line, p, obj));
        }
    }
    return AB_OK;
}

typedef struct Keyed {
    abVec3 p;
    int index;
} Keyed;

static int compare_points(const void *left, const void *right) {
    const Keyed *a = left, *b = right;
    double d[3] = {a->p.x - b->p.x, a->p.y - b->p.y, a->p.z - b->p.z};
    for (int i = 0; i < 3; i++) {
        if (d[i] != 0.0) {
            return d[i] < 0.0 ? -1 : 1;
        }
    }
    return (a->index > b->index) - (a->index < b->index);
}

// Gives equal points the number of the first of them.
static bool weld(abObj *obj, abArena *arena) {
    Keyed *sorted = AB_ARENA_NEW(arena, Keyed, obj->point_count);
    int *same = AB_ARENA_NEW(arena, int, obj->point_count);
    if (sorted == NULL || same == NULL) {
        return false;
    }
    for (size_t i = 0; i < obj->point_count; i++) {
        sorted[i] = (Keyed){obj->points[i], (int)i};
    }
    qsort(sorted, obj->point_count, sizeof *sorted, compare_points);
    for (size_t i = 0; i < obj->point_count; i++) {
        abVec3 p = sorted[i].p, q = sorted[i > 0 ? i - 1 : 0].p;
        bool is_same = i > 0 && p.x == q.x && p.y == q.y && p.z == q.z;
        same[sorted[i].index] = is_same ? same[sorted[i - 1].index] : sorted[i].index;
    }
    for (int i = 0; i < obj->face_start[obj->face_count]; i++) {
        obj->corners[i] = same[obj->corners[i]];
    }
    return true;
}

abResult ab_obj_read(const char *file, const char *folder, abArena *arena, abObj *obj,
                     abPlace place, abError *error) {
    *obj = (abObj){0};
    bool is_absolute = file[0] == '/' || folder == NULL || folder[0] == '\0';
    size_t size = strlen(file) + (is_absolute ? 0 : strlen(folder) + 1) + 1;
    char *path = ab_arena_take(arena, size, 1);
    Reader r = {.path = file, .arena = arena, .error = error, .place = place};
    if (path == NULL) {
        return no_memory(&r);
    }
    snprintf(path, size, "%s%s%s", is_absolute ? "" : folder, is_absolute ? "" : "/", file);
    r.path = path;
    AB_TRY(load(&r));
    AB_TRY(take_arrays(&r, obj));
    AB_TRY(read_lines(&r, obj));
    return weld(obj, arena) ? AB_OK : no_memory(&r);
}

typedef struct Edge {
    int a, b; // a < b
} Edge;

static int compare_edges(const void *left, const void *right) {
    const Edge *p = left, *q = right;
    int by_a = (p->a > q->a) - (p->a < q->a);
    return by_a != 0 ? by_a : (p->b > q->b) - (p->b < q->b);
}

abResult ab_obj_check_closed(const abObj *obj, const char *file, abArena *arena, abPlace place,
                             abError *error) {
    size_t count = (size_t)obj->face_start[obj->face_count], n = 0;
    Edge *edges = AB_ARENA_NEW(arena, Edge, count);
    if (edges == NULL) {
        return ab_error_add(error, AB_IO, place, "%s: no memory to check the edges", file);
    }
    for (size_t f = 0; f < obj->face_count; f++) {
        int first = obj->face_start[f], end = obj->face_start[f + 1];
        for (int i = first; i < end; i++) {
            int a = obj->corners[i], b = obj->corners[i + 1 < end ? i + 1 : first];
            if (a != b) {
                edges[n++] = (Edge){a < b ? a : b, a < b ? b : a};
            }
        }
    }
    qsort(edges, n, sizeof *edges, compare_edges);
    for (size_t i = 0; i < n;) {
        size_t next = i + 1;
        while (next < n && compare_edges(&edges[i], &edges[next]) == 0) {
            next++;
        }
        if (next == i + 1) {
            return ab_error_add(
                error, AB_BAD_MODEL, place,
                "%s: the mesh is open at the edge from vertex %d to vertex %d, which "
                "belongs to one face only; close it or leave out all faces",
                file, edges[i].a + 1, edges[i].b + 1);
        }
        i = next;
    }
    return AB_OK;
}
