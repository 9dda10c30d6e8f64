// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// outline.c - the shape `outline`: loops of straight and circular edges in the x-y plane of S.
//
//   size[0]  thickness; 0: planar, of whatever lies in its plane
//   radius   0: a smoothing radius rounds corners inside the given outline
//
// Mass    of the area, as a plate of the thickness; without one per metre, so that a density
//         counts as mass per area.
// Reach   of one that is not convex 0: nothing but the way itself bounds how the distance changes.

#include "shape/curve/outline.h"

#include "base/no_memory.h"
#include "math/core/vector_math.h"
#include "mesh/core/triangle_mesh.h"
#include "shape/core/axial.h"
#include "shape/curve/curve_build.h"
#include "shape/curve/outline_build.h"
#include "shape/curve/outline_forms.h"
#include "shape/curve/outline_picture.h"
#include "shape/curve/outline_query.h"

static const abKey s_keys[] = {
    AB_WORD(abOutlineKeys, form, ab_outline_forms, 0,
            "what the other keys describe; all but points are centred at the origin, a pendulum at "
            "its disc, with the stick along y"),
    AB_ANY(AB_KEY_POINTS, abOutlineKeys, points, "m", 0.0, -AB_LENGTH_MAX, AB_LENGTH_MAX,
           "of form points: [x, y] or [x, y, bulge] in order; bulge is the tangent of a quarter of "
           "the angle of an arc to the next point, > 0 to the left. A loop closes by itself; "
           "where its first point comes again, the next one is the first of another loop. Loops "
           "within a loop are holes"),
    AB_NUM(abOutlineKeys, width, "m", NAN, 0.0, AB_LENGTH_MAX,
           "along x: of a block, a wall, a round_block; of a frame to the middle of its walls; of "
           "the stick of a pendulum"),
    AB_NUM(abOutlineKeys, height, "m", NAN, 0.0, AB_LENGTH_MAX,
           "along y: likewise; of a round_block with both half circles"),
    AB_NUM(abOutlineKeys, radius, "m", NAN, 0.0, AB_LENGTH_MAX,
           "of a ball, a ring (outside), of the circle on which the corners of a polygon lie; of a "
           "pendulum: where the middle of the stick leaves the disc"),
    AB_NUM(abOutlineKeys, wall, "m", NAN, 0.0, AB_LENGTH_MAX,
           "how thick the walls of a frame or a ring are"),
    AB_NUM(abOutlineKeys, length, "m", NAN, 0.0, AB_LENGTH_MAX,
           "of a pendulum: from the centre of the disc to the pivot, half a width below the end"),
    AB_ANY(AB_KEY_INTEGER, abOutlineKeys, sides, "-", 0.0, 0, 20000, "of a polygon"),
    AB_ANY(AB_KEY_INTEGER, abOutlineKeys, seed, "-", -1.0, -1, 2147483647,
           "of a random_polygon: which one"),
    AB_NUM_FORMERLY(
        abOutlineKeys, min_angle, "least", "rad", NAN, 0.0, 6.2831853071795862,
        "of a random_polygon: the least angle between neighbouring corners, seen from its "
        "centre, before all are scaled to a full turn; when not given, half the equal share"),
    AB_NUM_FORMERLY(abOutlineKeys, max_angle, "most", "rad", NAN, 0.0, 6.2831853071795862,
                    "likewise the greatest; when not given, 3/2 of the equal share"),
    AB_WORD(abOutlineKeys, face, ab_outline_faces, 0,
            "of a wall: the only side that touches, as if the wall went on behind it"),
    AB_ANY(AB_KEY_INTEGER, abOutlineKeys, teeth, "-", 0.0, 0, 1000,
           "of a gear: how many involute teeth it has; the middle of one is on +x"),
    AB_NUM(abOutlineKeys, module, "m", NAN, 0.0, AB_LENGTH_MAX,
           "of a gear: the pitch circle has the diameter teeth x module; teeth reach out by one "
           "module and in by 1.25"),
    AB_NUM(abOutlineKeys, pressure_angle, "rad", AB_PRESSURE_ANGLE, 0.17453292519943295,
           0.52359877559829882, "of a gear: between the line of action and the pitch circles"),
    AB_NUM(abOutlineKeys, backlash, "m", 0.0, 0.0, AB_LENGTH_MAX,
           "of two such gears along their pitch circles; teeth are narrower by half of it"),
    AB_NUM(abOutlineKeys, bore, "m", NAN, 0.0, AB_LENGTH_MAX, "of a gear: radius of its hole"),
    AB_NUM(abOutlineKeys, rounding, "m", 0.0, 0.0, AB_LENGTH_MAX,
           "radius of arcs in place of the corners between straight edges"),
    AB_NUM(abOutlineKeys, thickness, "m", 0.0, 0.0, AB_LENGTH_MAX,
           "extrudes the outline to both sides of its plane; 0: planar, a density then counts as "
           "mass per area"),
};
static const abTable s_table =
    AB_TABLE("outline", abOutlineKeys, s_keys,
             "planar outline of straight and circular edges; touches outlines, balls and planes");

static abResult check_outline(const abOutline2 *o, abPlace place, abError *error) {
    int a, b;
    double size = o->nodes[0].hull.radius;
    if (!(ab_outline_moments(o).area > 1e-12 * size * size)) {
        return ab_error_add(error, AB_BAD_MODEL, place, "outline: it encloses nothing");
    }
    if (ab_outline_crosses_itself(o, &a, &b)) {
        const abEdge *e = &o->edges[a], *f = &o->edges[b];
        return ab_error_add(error, AB_BAD_MODEL, place,
                            "outline: the edge from [%g, %g] to [%g, %g] crosses that from [%g, "
                            "%g] to [%g, %g]",
                            e->p.x, e->p.y, e->q.x, e->q.y, f->p.x, f->p.y, f->q.x, f->q.y);
    }
    return AB_OK;
}

static abResult outline_compile(const void *params, double smoothing, const char *folder,
                                abArena *arena, abShape *shape, abPlace place, abError *error) {
    (void)folder;
    const abOutlineKeys *keys = params;
    abOutlineLoops loops;
    AB_TRY(ab_outline_form(keys, arena, &loops, place, error));
    double rounding = fmax(keys->rounding, smoothing);
    if (rounding > 0.0 && keys->face == 0) {
        abOutlineLoops sharp = loops;
        AB_TRY(ab_outline_round(&sharp, rounding, arena, &loops, place, error));
    }
    abOutline2 *outline = ab_outline_build(&loops, arena);
    if (outline == NULL) {
        return ab_no_memory(error, place, "for an outline");
    }
    AB_TRY(check_outline(outline, place, error));
    const abPicture *picture = ab_outline_picture(outline, keys->thickness, arena);
    if (picture == NULL) {
        return ab_no_memory(error, place, "for an outline");
    }
    const abCircle2 *hull = &outline->nodes[0].hull;
    double half = 0.5 * keys->thickness;
    *shape = (abShape){.kind = AB_SHAPE_OUTLINE,
                       .size = {keys->thickness},
                       .outline = outline,
                       .picture = picture,
                       .center = ab_vec3(hull->center.x, hull->center.y, 0.0),
                       .bound = sqrt(hull->radius * hull->radius + half * half),
                       .contact_radius = hull->radius};
    return AB_OK;
}

static abVec3 outline_support(const abShape *shape, abVec3 d) {
    abVec2 p = ab_outline_support(shape->outline, ab_vec2(d.x, d.y));
    return ab_vec3(p.x, p.y, with_sign(0.5 * shape->size[0], d.z));
}

static abMassProperties outline_mass(const void *params, const abShape *shape) {
    (void)params;
    double t = shape->size[0];
    abCurveMoments m = ab_outline_moments(shape->outline);
    return ab_plate_mass(&m, t > 0.0 ? t : 1.0, t);
}

static double outline_reach(const abShape *shape) {
    return shape->outline->is_convex ? INFINITY : 0.0;
}

// Straight along z, in the plane as the nearest edge; sharp at vertices.
static void outline_radii(const abShape *shape, abVec3 x, abVec3 n, abRadii *out) {
    const abOutline2 *o = shape->outline;
    *out = ab_radii(INFINITY, INFINITY, ab_vec3(0.0, 0.0, 1.0));
    if (n.x * n.x + n.y * n.y < 0.5) { // a flat side of a plate
        out->along = ab_vec3(1.0, 0.0, 0.0);
        return;
    }
    out->reach[0] = out->reach[1] = shape->size[0] > 0.0 ? 0.5 * shape->size[0] : INFINITY;
    abNearest2 near = ab_outline_nearest(o, ab_vec2(x.x, x.y));
    const abEdge *edge = &o->edges[near.edge];
    double slack = 1e-9 * shape->bound;
    bool at_p = ab_norm2d(ab_sub2(near.p, edge->p)) <= slack;
    bool at_q = ab_norm2d(ab_sub2(near.p, edge->q)) <= slack;
    bool is_corner = (at_p && o->vertices[edge->vertex].kind == AB_VERTEX_CORNER) ||
                     (at_q && o->vertices[near.edge].kind == AB_VERTEX_CORNER);
    if (is_corner) {
        out->radius[1] = 0.0;
    } else if (edge->bend != AB_BEND_NONE) {
        out->radius[1] = (double)edge->bend * edge->radius;
    }
}

const abShapeType ab_shape_type_outline = {.table = &s_table,
                                           .compile = outline_compile,
                                           .support = outline_support,
                                           .mass = outline_mass,
                                           .reach = outline_reach,
                                           .radii = outline_radii};
