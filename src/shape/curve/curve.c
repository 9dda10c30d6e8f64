// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// curve.c - the shape `curve`: a plane curve that touches other curves of the same plane.
//
//   core    the curve, in the x-y plane of S; curve.h
//   radius  the smoothing radius: the curve is moved outwards by it, which rounds corners
//
// Mass    of a plate of the given thickness, for closed curves; an open one or a hole has none.
// Reach   0: nothing but the way itself bounds how the distance of two curves changes.

#include "shape/curve/curve.h"

#include <stdio.h>

#include "base/no_memory.h"
#include "math/core/vector_math.h"
#include "mesh/core/triangle_mesh.h"
#include "shape/curve/curve_build.h"
#include "shape/curve/outline_picture.h"

typedef struct CurveKeys {
    const abPointList *points;
    int kind;
    bool closed, hole;
    int solid;
    double wall, thickness; // [m]
} CurveKeys;

static const char *const s_kinds[] = {"spline", "lines", NULL};
static const char *const s_sides[] = {"left", "right", NULL};

static const abKey s_keys[] = {
    AB_REQUIRED(
        AB_KEY_POINTS, CurveKeys, points, "m", -AB_LENGTH_MAX, AB_LENGTH_MAX,
        "[x, y] in order; for lines also [x, y, bulge]: an arc to the next point, bulge being "
        "the tangent of a quarter of its angle, > 0 to the left; for splines also [x, y, 1]: a "
        "corner"),
    AB_WORD(CurveKeys, kind, s_kinds, AB_CURVE_SPLINE,
            "spline: smooth through all points; lines: straight lines and arcs"),
    AB_SWITCH(CurveKeys, closed, 1.0, "the last point joins the first"),
    AB_SWITCH(CurveKeys, hole, 0.0,
              "of a closed curve: the solid is around it, as of a ring gear; without mass"),
    AB_WORD(CurveKeys, solid, s_sides, 0,
            "of an open curve: the side of the solid, in the order of the points"),
    AB_NUM(CurveKeys, wall, "m", NAN, 0.0, AB_LENGTH_MAX,
           "of an open curve: how deep the solid is; when not given, a tenth of its extent"),
    AB_NUM(CurveKeys, thickness, "m", 0.0, 0.0, AB_LENGTH_MAX,
           "of a plate of that outline, for mass and picture"),
};
static const abTable s_table =
    AB_TABLE("curve", CurveKeys, s_keys, "plane curve; touches other curves of its plane");

// ---- compiling ----

abResult ab_curve_check(const abPointList *list, bool is_closed, const char *of, abPlace place,
                        abError *error) {
    enum { MAX_COUNT = 100000 };
    if (list->count < 2 || list->count > MAX_COUNT) {
        return ab_error_add(error, AB_BAD_MODEL, place, "%s: %d points; from 2 to %d are allowed",
                            of, list->count, MAX_COUNT);
    }
    for (int i = 0; i < list->count - !is_closed; i++) {
        abVec3 p = list->points[i], q = list->points[(i + 1) % list->count];
        if (p.x == q.x && p.y == q.y) {
            return ab_error_add(error, AB_BAD_MODEL, place,
                                "%s: points %d and %d are the same, [%g, %g]", of, i + 1,
                                (i + 1) % list->count + 1, p.x, p.y);
        }
    }
    return AB_OK;
}

// ---- picture ----

// Points come in pairs, below and above; corners, then of a hole those of its rim, of an open curve
// those behind it, or the middle.
typedef struct Plate {
    abPicture *picture;
    double z; // half the thickness                                                            [m]
    int corners;
} Plate;

static void add_pair(Plate *plate, abVec2 p) {
    abPicture *picture = plate->picture;
    picture->points[picture->point_count++] = ab_vec3(p.x, p.y, -plate->z);
    picture->points[picture->point_count++] = ab_vec3(p.x, p.y, plate->z);
}

static void add_triangle(abPicture *picture, int a, int b, int c) {
    int *t = &picture->triangles[3 * picture->triangle_count++];
    t[0] = a, t[1] = b, t[2] = c;
}

// Of the pair a to the pair b, the solid on the left.
static void add_wall(abPicture *picture, int a, int b) {
    add_triangle(picture, 2 * a, 2 * b, 2 * a + 1);
    add_triangle(picture, 2 * a + 1, 2 * b, 2 * b + 1);
}

static void add_faces(abPicture *picture, int a, int b, int c) {
    add_triangle(picture, 2 * a + 1, 2 * b + 1, 2 * c + 1);
    add_triangle(picture, 2 * c, 2 * b, 2 * a);
}

static abVec2 corner_of(const Plate *plate, int i) {
    abVec3 p = plate->picture->points[2 * (i % plate->corners)];
    return (abVec2){p.x, p.y};
}

// Whether the whole inside is seen from a point.
static bool sees_all(const Plate *plate, abVec2 from) {
    for (int i = 0; i < plate->corners; i++) {
        abVec2 p = ab_sub2(corner_of(plate, i), from), q = ab_sub2(corner_of(plate, i + 1), from);
        if (!(ab_cross2(p, q) > 0.0)) {
            return false;
        }
    }
    return true;
}

// Both flat sides: a fan around the middle, or if that does not see all, triangles between corners.
static bool fill_inside(Plate *plate, abVec2 middle, abArena *arena) {
    if (!sees_all(plate, middle)) {
        abVec2 *corners = AB_ARENA_NEW(arena, abVec2, (size_t)plate->corners);
        for (int i = 0; i < plate->corners && corners != NULL; i++) {
            corners[i] = corner_of(plate, i);
        }
        return corners != NULL && ab_outline_fill(plate->picture, corners, plate->corners, arena);
    }
    add_pair(plate, middle);
    for (int i = 0; i < plate->corners; i++) {
        add_faces(plate->picture, plate->corners, i, (i + 1) % plate->corners);
    }
    return true;
}

#define RIM 1.12 // radius of what is drawn around a hole, of the farthest corner

// Around a hole a rim, of which nothing is in the model.
static void fill_around(Plate *plate, const abCircle2 *hull) {
    int n = plate->corners;
    double farthest = 0.0;
    for (int i = 0; i < n; i++) {
        farthest = fmax(farthest, ab_norm2d(ab_sub2(corner_of(plate, i), hull->center)));
    }
    for (int i = 0; i < n; i++) {
        abVec2 out = ab_sub2(corner_of(plate, i), hull->center);
        double away = ab_norm2d(out);
        double scale = away > 0.0 ? RIM * farthest / away : 1.0;
        add_pair(plate, ab_add2(hull->center, ab_scale2(scale, out)));
    }
    for (int i = 0; i < n; i++) {
        int j = (i + 1) % n;
        add_faces(plate->picture, i, j, n + j);
        add_faces(plate->picture, i, n + j, n + i);
        add_wall(plate->picture, n + j, n + i);
    }
}

// From a corner of an open curve into the solid, so far that the sides between such places are `depth`
// behind those of the curve; at sharp corners less far.
static abVec2 behind(const Plate *plate, int i, double depth) {
    abVec2 here = corner_of(plate, i);
    abVec2 before = corner_of(plate, i > 0 ? i - 1 : 0);
    abVec2 after = corner_of(plate, i + 1 < plate->corners ? i + 1 : i);
    abVec2 out = ab_right_of(ab_sub2(i > 0 ? here : after, i > 0 ? before : here));
    abVec2 next = ab_right_of(
        ab_sub2(i + 1 < plate->corners ? after : here, i + 1 < plate->corners ? here : before));
    double share = fmax(1.0 + ab_dot2(out, next), 0.5);
    return ab_add2(here, ab_scale2(-depth / share, ab_add2(out, next)));
}

#define SOLID 0.12 // most depth that is drawn behind an open curve, of half its extent

// Behind an open curve a strip of the solid that it bounds.
static void fill_behind(Plate *plate, double depth) {
    abPicture *picture = plate->picture;
    int n = plate->corners;
    for (int i = 0; i < n; i++) {
        add_pair(plate, behind(plate, i, depth));
    }
    for (int i = 0; i + 1 < n; i++) {
        add_faces(picture, i, i + 1, n + i + 1);
        add_faces(picture, i, n + i + 1, n + i);
        add_wall(picture, n + i + 1, n + i);
    }
    add_wall(picture, n, 0);
    add_wall(picture, n - 1, 2 * n - 1);
}

// A closed curve as a plate of its outline, or with a rim around its hole; an open one as a strip of
// the solid behind it.
static const abPicture *make_picture(const abCurve *curve, double thickness, bool is_closed,
                                     bool is_hole, abArena *arena) {
    enum { STEPS = 2 };
    int n = STEPS * curve->piece_count + !is_closed;
    const abCircle2 *hull = &curve->nodes[0].hull;
    Plate plate = {.picture = AB_ARENA_NEW(arena, abPicture, 1),
                   .z = thickness > 0.0 ? 0.5 * thickness : 0.01 * hull->radius,
                   .corners = n};
    if (plate.picture == NULL) {
        return NULL;
    }
    *plate.picture = (abPicture){0};
    plate.picture->points = AB_ARENA_NEW(arena, abVec3, 4 * (size_t)n + 2);
    plate.picture->triangles = AB_ARENA_NEW(arena, int, 24 * (size_t)n);
    if (plate.picture->points == NULL || plate.picture->triangles == NULL) {
        return NULL;
    }
    for (int i = 0; i < n; i++) {
        int piece = i < STEPS * curve->piece_count ? i / STEPS : curve->piece_count - 1;
        double u = i < STEPS * curve->piece_count ? (double)(i % STEPS) / STEPS : 1.0;
        add_pair(&plate, ab_curve_at(&curve->parts[piece], u).p);
    }
    for (int i = 0; i < n - !is_closed; i++) {
        add_wall(plate.picture, i, (i + 1) % n);
    }
    if (is_closed && is_hole) {
        fill_around(&plate, hull);
    } else if (!is_closed) {
        fill_behind(&plate, fmin(curve->wall, SOLID * hull->radius));
    } else if (!fill_inside(&plate, hull->center, arena)) {
        return NULL;
    }
    return plate.picture;
}

static abResult curve_compile(const void *params, double smoothing, const char *folder,
                              abArena *arena, abShape *shape, abPlace place, abError *error) {
    (void)folder;
    const CurveKeys *keys = params;
    abPointList list = keys->points != NULL ? *keys->points : (abPointList){0};
    bool is_closed = keys->closed;
    if (list.count > 2) { // a curve that ends where it began is closed
        abVec3 first = list.points[0], last = list.points[list.count - 1];
        if (first.x == last.x && first.y == last.y) {
            list.count--;
            is_closed = true;
        }
    }
    AB_TRY(ab_curve_check(&list, is_closed, "curve", place, error));
    bool flip = is_closed ? keys->hole : keys->solid == 1;
    abCurve *curve = ab_curve_build(&list, (abCurveKind)keys->kind, is_closed, flip, arena);
    if (curve == NULL) {
        return ab_no_memory(error, place, "for a curve");
    }
    const abCircle2 *hull = &curve->nodes[0].hull;
    if (is_closed && !(fabs(ab_curve_moments(curve).area) > 1e-12 * hull->radius * hull->radius)) {
        return ab_error_add(error, AB_BAD_MODEL, place, "curve: it is closed but encloses nothing");
    }
    curve->wall = is_closed ? INFINITY : isnan(keys->wall) ? 0.2 * hull->radius : keys->wall;
    const abPicture *picture = make_picture(curve, keys->thickness, is_closed, keys->hole, arena);
    if (picture == NULL) {
        return ab_no_memory(error, place, "for a curve");
    }
    *shape = (abShape){.kind = AB_SHAPE_CURVE,
                       .size = {keys->thickness},
                       .radius = smoothing,
                       .curve = curve,
                       .picture = picture,
                       .center = ab_vec3(hull->center.x, hull->center.y, 0.0),
                       .bound = hull->radius + smoothing,
                       .contact_radius = hull->radius};
    return AB_OK;
}

// ---- bounds and mass ----

static void take_farther(abVec2 p, abVec2 d, double *best, abVec2 *out) {
    if (ab_dot2(p, d) > *best) {
        *best = ab_dot2(p, d);
        *out = p;
    }
}

// Of one part: an end, or where the direction is normal to it. Of an arc that is the place on the
// direction from its centre.
static void farther_on_part(const abCurvePart *part, abVec2 d, double length, double *best,
                            abVec2 *out) {
    if (part->kind >= AB_CURVE_CORNER) {
        take_farther(part->c[0], d, best, out);
        return;
    }
    take_farther(part->ends[0], d, best, out);
    take_farther(part->ends[1], d, best, out);
    if (part->kind == AB_CURVE_ARC) {
        if (length > 0.0 && ab_dot2(part->middle, d) >= length * part->cosine) {
            take_farther(ab_add2(part->c[0], ab_scale2(part->radius / length, d)), d, best, out);
        }
        return;
    }
    double u = 0.5;
    for (int i = 0; i < 8 && !part->is_straight; i++) { // a piece turns little
        abCurveAt at = ab_curve_at(part, u);
        double slope = ab_dot2(at.d, d), bend = ab_dot2(at.dd, d);
        u = bend < 0.0 ? fmin(fmax(u - slope / bend, 0.0), 1.0) : slope > 0.0 ? 1.0 : 0.0;
    }
    take_farther(ab_curve_at(part, u).p, d, best, out);
}

static double farthest_within(const abCircleNode *node, abVec2 d, double length) {
    return ab_dot2(node->hull.center, d) + length * node->hull.radius;
}

// The farthest point: down the tree along the direction, first to the half that may be farther, leaving
// out what cannot be.
static void farthest(const abCurve *curve, int index, abVec2 d, double length, double *best,
                     abVec2 *out) {
    const abCircleNode *node = &curve->nodes[index];
    if (farthest_within(node, d, length) <= *best) {
        return;
    }
    if (node->right >= 0) {
        bool right_first = farthest_within(&curve->nodes[node->right], d, length) >
                           farthest_within(&curve->nodes[node->left], d, length);
        farthest(curve, right_first ? node->right : node->left, d, length, best, out);
        farthest(curve, right_first ? node->left : node->right, d, length, best, out);
        return;
    }
    farther_on_part(&curve->parts[node->left], d, length, best, out);
}

static abVec3 curve_support(const abShape *shape, abVec3 d) {
    abVec2 flat = {d.x, d.y}, p = shape->curve->parts[0].hull.center;
    double best = -INFINITY, z = 0.5 * shape->size[0];
    farthest(shape->curve, 0, flat, ab_norm2d(flat), &best, &p);
    return ab_vec3(p.x, p.y, with_sign(z, d.z));
}

static abMassProperties curve_mass(const void *params, const abShape *shape) {
    (void)params;
    double t = shape->size[0];
    abCurveMoments m = ab_curve_moments(shape->curve);
    if (!shape->curve->is_closed || m.area < 0.0) { // encloses nothing
        return (abMassProperties){.center = shape->center};
    }
    return ab_plate_mass(&m, t, t);
}

const abShapeType ab_shape_type_curve = {.table = &s_table,
                                         .compile = curve_compile,
                                         .support = curve_support,
                                         .mass = curve_mass,
                                         .reach = ab_no_reach};
