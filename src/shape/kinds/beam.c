// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// beam.c - a bar with rounded ends, as a link of a chain: a box of length, width and thickness with
// half-cylinders of the width on both ends. Length lies along `axis`, width along the next and
// thickness along the axis after that, cyclically; the total length is length + width.
//
//   core    the convex hull of four discs in the length-width plane. size[0]: half length,
//           size[1]: disc radius w/2 - rho, size[2]: half thickness less rho
//   radius  the smoothing radius rho, at most a tenth of the smallest side. The true shape has the
//           edges of both large faces rounded by it and lies inside the sharp beam. Mass is that of
//           the sharp beam.
//
// Source: Modia3D, boundingBoxes.jl. Differs from the source in: disc centres stay at L/2 (there
// L/2 - rho), so that the total length is the nominal one.

#include "math/core/elementary.h"
#include "math/core/vector_math.h"
#include "mesh/core/triangle_mesh.h"
#include "shape/core/axial.h"
#include "shape/core/shape.h"

typedef struct Beam {
    double length, width, thickness; // [m]
    int axis;
} Beam;

static const abKey s_keys[] = {
    AB_NUM_REQUIRED(Beam, length, "m", 0.0, AB_LENGTH_MAX,
                    "distance of the centres of the round ends"),
    AB_NUM_REQUIRED(Beam, width, "m", 0.0, AB_LENGTH_MAX, "width, and diameter of the ends"),
    AB_NUM_REQUIRED(Beam, thickness, "m", 0.0, AB_LENGTH_MAX, "thickness"),
    AB_WORD(Beam, axis, ab_axis_words, 2,
            "axis of the length; width and thickness follow cyclically"),
};
static const abTable s_table = AB_TABLE("beam", Beam, s_keys, "bar with round ends, centred");

static abResult beam_compile(const void *params, double smoothing, const char *folder,
                             abArena *arena, abShape *shape, abPlace place, abError *error) {
    (void)folder, (void)arena;
    const Beam *b = params;
    AB_TRY(ab_check_length(b->length, true, "beam", "length", place, error));
    AB_TRY(ab_check_length(b->width, true, "beam", "width", place, error));
    AB_TRY(ab_check_length(b->thickness, true, "beam", "thickness", place, error));
    double smallest = fmin(b->length, fmin(b->width, b->thickness));
    double reach = 0.5 * (b->length + b->width), rho;
    AB_TRY(ab_take_smoothing(smoothing, smallest, "beam", &rho, place, error));
    *shape = (abShape){.kind = AB_SHAPE_BEAM,
                       .size = {0.5 * b->length, 0.5 * b->width - rho, 0.5 * b->thickness - rho},
                       .axis = b->axis,
                       .radius = rho,
                       .bound = sqrt(reach * reach + 0.25 * b->thickness * b->thickness),
                       .contact_radius = 0.5 * smallest,
                       .is_flat = true};
    return AB_OK;
}

// Coordinates: u length, v width, w thickness.
static abVec3 beam_support(const abShape *shape, abVec3 d) {
    Axial a = to_axial(shape, d);
    double h = with_sign(shape->size[0], a.u), t = with_sign(shape->size[2], a.w);
    double in_plane = sqrt(a.u * a.u + a.v * a.v);
    if (!(in_plane > 0.0)) {
        return from_axial(shape, h + shape->size[1], 0.0, t);
    }
    double s = shape->size[1] / in_plane;
    return from_axial(shape, h + s * a.u, s * a.v, t);
}

static abMassProperties beam_mass(const void *params, const abShape *shape) {
    const Beam *b = params;
    double l = b->length, w = b->width, t = b->thickness, r = 0.5 * w, h = 0.5 * l;
    double bar = l * w * t, discs = AB_PI * r * r * t;
    // second moments of volume: integrals of u^2, v^2, w^2. A half-disc has its centroid at
    // 4 r / (3 pi) from the cut and the integral of u^2 about the cut as half of the disc's
    double uu =
        bar * l * l / 12.0 + discs * (r * r / 4.0 + h * h + 2.0 * h * 4.0 * r / (3.0 * AB_PI));
    double vv = bar * w * w / 12.0 + discs * r * r / 4.0;
    double ww = (bar + discs) * t * t / 12.0;
    abMassProperties m = {.mass = bar + discs};
    abVec3 diagonal = from_axial(shape, vv + ww, uu + ww, uu + vv);
    m.inertia = ab_mat3_diagonal(diagonal.x, diagonal.y, diagonal.z);
    return m;
}

static int beam_piece(const abShape *shape, abVec3 d) {
    Axial a = to_axial(shape, d);
    return (a.u < 0.0) + 2 * (a.w < 0.0);
}

static abPiece beam_piece_at(const abShape *shape, int index) {
    double u = index & 1 ? -shape->size[0] : shape->size[0];
    double w = index & 2 ? -shape->size[2] : shape->size[2], r = shape->size[1];
    return (abPiece){from_axial(shape, u, 0.0, w), from_axial(shape, r, r, 0.0)};
}

static bool beam_face(const abShape *shape, abVec3 d, abVec3 *normal) {
    Axial a = to_axial(shape, d);
    *normal = fabs(a.w) >= fabs(a.v) ? from_axial(shape, 0.0, 0.0, with_sign(1.0, a.w))
                                     : from_axial(shape, 0.0, with_sign(1.0, a.v), 0.0);
    return true;
}

// Distance in the length-width plane from the segment between the disc centres.
static double from_spine(const abShape *shape, Axial p) {
    double beyond = fmax(fabs(p.u) - shape->size[0], 0.0);
    return sqrt(beyond * beyond + p.v * p.v);
}

static double beam_face_margin(const abShape *shape, abVec3 normal, abVec3 p) {
    Axial a = to_axial(shape, p);
    if (fabs(to_axial(shape, normal).w) > 0.5) {
        return shape->size[1] - from_spine(shape, a);
    }
    return fmin(shape->size[0] - fabs(a.u), shape->size[2] - fabs(a.w));
}

static bool beam_holds_ball(const abShape *shape, abVec3 x, abVec3 n, double rho) {
    Axial c = to_axial(shape, ab_add_scaled(x, -rho, n));
    double depth = fmin(shape->size[2] - fabs(c.w), shape->size[1] - from_spine(shape, c));
    return depth >= rho - rounding_slack(shape);
}

// The outline of a large face: half a 16-gon around each end.
static int stadium_corners(const abShape *shape, double w, abVec3 *corners) {
    double r = shape->size[1];
    int count = 0;
    for (int i = 0; i < AB_DISC_CORNERS + 2; i++) {
        // from -90 to 90 degrees about the far end, then on about the near end
        int k = (i + 12 - (i > 8)) % AB_DISC_CORNERS;
        double c = ab_disc_cos[k], s = ab_disc_cos[(k + 12) % AB_DISC_CORNERS];
        double u = i <= 8 ? shape->size[0] : -shape->size[0];
        corners[count++] = from_axial(shape, u + r * c, r * s, w);
    }
    return count;
}

static int beam_feature(const abShape *shape, abVec3 d, abVec3 *corners) {
    Axial a = to_axial(shape, d);
    double h = shape->size[0], t = shape->size[2];
    if (a.u * a.u + a.v * a.v <= AB_FLAT_ANGLE * AB_FLAT_ANGLE) {
        return stadium_corners(shape, with_sign(t, a.w), corners);
    }
    bool is_side = fabs(a.u) <= AB_FLAT_ANGLE && h > 0.0;
    bool is_upright = fabs(a.w) <= AB_FLAT_ANGLE && t > 0.0;
    Axial p = to_axial(shape, beam_support(shape, d));
    double u0 = p.u, u1 = is_side ? -p.u : p.u, w1 = is_upright ? -p.w : p.w;
    int count = 0;
    corners[count++] = from_axial(shape, u0, p.v, p.w);
    if (is_side) {
        corners[count++] = from_axial(shape, u1, p.v, p.w);
    }
    if (is_upright) {
        corners[count++] = from_axial(shape, u1, p.v, w1);
    }
    if (is_side && is_upright) {
        corners[count++] = from_axial(shape, u0, p.v, w1);
    }
    return count;
}

// Round ends, flat faces, straight and round edges between them.
static void beam_radii(const abShape *shape, abVec3 x, abVec3 n, abRadii *out) {
    const double *size = shape->size;
    double slack = edge_slack(shape);
    Axial a = to_axial(shape, x);
    bool on_face = fabs(a.w) >= size[2] - slack, on_side = from_spine(shape, a) >= size[1] - slack;
    bool at_end = fabs(a.u) > size[0] + slack;
    double across = on_face && on_side ? 0.0 : INFINITY;
    *out = ab_radii(INFINITY, across, ab_perpendicular(n));
    if (!on_side || (!at_end && !on_face)) {
        return;
    }
    if (!at_end) {
        out->along = from_axial(shape, 1.0, 0.0, 0.0);
        out->reach[0] = size[0] - a.u, out->reach[1] = size[0] + a.u;
    } else if (!on_face) {
        *out = ab_radii(INFINITY, size[1], from_axial(shape, 0.0, 0.0, 1.0));
        out->reach[0] = size[2] - a.w, out->reach[1] = size[2] + a.w;
    } else {
        double u = a.u - with_sign(size[0], a.u);
        *out = ab_rim_radii(size[1], ab_unit(from_axial(shape, u, a.v, 0.0)),
                            from_axial(shape, 0.0, 0.0, 1.0), n);
    }
}

const abShapeType ab_shape_type_beam = {.table = &s_table,
                                        .compile = beam_compile,
                                        .support = beam_support,
                                        .mass = beam_mass,
                                        .piece = beam_piece,
                                        .piece_count = 4,
                                        .piece_at = beam_piece_at,
                                        .face = beam_face,
                                        .face_margin = beam_face_margin,
                                        .holds_ball = beam_holds_ball,
                                        .feature = beam_feature,
                                        .carries = AB_CARRIES_FACES,
                                        .radii = beam_radii};
