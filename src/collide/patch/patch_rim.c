// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// patch_rim.c - the ends of bodies of revolution.
//
// A rim is carried at four points, its deepest and those a quarter turn on. They turn with the
// direction in which the body leans, not with the body, so that a coin rolls on its rim without
// noticing them: the depths, and with them the energy, depend on height and lean alone. Where the
// lean is next to nothing its direction is rounding, and four points that turn at random make
// friction jump: there they keep a direction that stays. They may, as the sum of what they carry
// depends on where they are by (lean r/depth)^4 only.

#include "collide/patch/patch_rim.h"

#include "collide/patch/tolerances.def"
#include "math/core/elementary.h"
#include "math/core/regularize.h"
#include "shape/core/axial.h"

static double bore_of(const abShape *shape) {
    return shape->kind == AB_SHAPE_TUBE ? shape->size[2] : 0.0;
}

void ab_get_rims(const abShape *shape, const abPose *X_WS, abRim rims[2]) {
    const abShapeType *type = ab_shape_type(shape->kind);
    abVec3 along = ab_column(X_WS->R, shape->axis);
    abPiece piece[2] = {type->piece_at(shape, 0), type->piece_at(shape, 1)};
    double first =
        ab_get(piece[0].center, shape->axis) >= ab_get(piece[1].center, shape->axis) ? 1.0 : -1.0;
    for (int i = 0; i < 2; i++) {
        abVec3 s = piece[i].semi_axes;
        rims[i] = (abRim){.center = ab_pose_point(*X_WS, piece[i].center),
                          .axis = ab_scale(i == 0 ? first : -first, along),
                          .radius = fmax(s.x, fmax(s.y, s.z)),
                          .bore = bore_of(shape)};
    }
}

bool ab_get_round_end(const abShape *shape, const abPose *X_WS, abVec3 d, abRim rims[2]) {
    abVec3 d_S = ab_mul_t(X_WS->R, d);
    if (shape->kind != AB_SHAPE_BEAM || ab_beam_face(shape, d_S) != AB_BEAM_END) {
        return false;
    }
    double u = with_sign(shape->size[0], to_axial(shape, d_S).u);
    for (int i = 0; i < 2; i++) {
        double side = i == 0 ? 1.0 : -1.0;
        abVec3 center = from_axial(shape, u, 0.0, side * shape->size[2]);
        rims[i] = (abRim){.center = ab_pose_point(*X_WS, center),
                          .axis = ab_mul(X_WS->R, from_axial(shape, 0.0, 0.0, side)),
                          .radius = shape->size[1]};
    }
    return true;
}

abRim ab_get_ring(const abShape *shape, const abPose *X_WS, abVec3 n) {
    abRim rims[2];
    ab_get_rims(shape, X_WS, rims);
    rims[0].is_ring = true;
    rims[0].axis = ab_dot(rims[0].axis, n) < 0.0 ? ab_neg(rims[0].axis) : rims[0].axis;
    return rims[0];
}

const abRim *ab_front_rim(const abRim rims[2], abVec3 down) {
    return ab_dot(ab_sub(rims[0].center, rims[1].center), down) >= 0.0 ? &rims[0] : &rims[1];
}

// By which is nearer to `down`: the axis or the normal of the wall. A cylinder stands up to a lean
// of 45.6 degrees.
bool ab_stands_on_rim(const abRim rims[2], abVec3 down) {
    abVec3 v = rims[1].axis, between = ab_sub(rims[1].center, rims[0].center);
    double along = ab_dot(down, v), length = ab_dot(between, v);
    double taper = length > 0.0 ? (rims[1].radius - rims[0].radius) / length : 0.0;
    if (taper == 0.0) {
        return fabs(along) > 0.7;
    }
    double across = sqrt(fmax(0.0, 1.0 - along * along));
    return fabs(along) > 0.98 * (across - taper * along) / sqrt(1.0 + taper * taper);
}

// ---- points of a rim ----

void ab_rim_directions(const abRim *rim, abVec3 lean, double little, abVec3 fixed, abVec3 out[4]) {
    double share = ab_step(ab_norm(lean), little, little, 10.0 * little, 0.0);
    lean = ab_add_scaled(lean, share, fixed);
    lean = ab_add_scaled(lean, -ab_dot(lean, rim->axis), rim->axis);
    lean = ab_norm2(lean) > 0.0 ? ab_unit(lean) : ab_perpendicular(rim->axis);
    abVec3 across = ab_cross(rim->axis, lean);
    out[0] = lean;
    out[1] = across;
    out[2] = ab_neg(lean);
    out[3] = ab_neg(across);
}

int ab_rim_points(const abRim *rim, abVec3 down, double depth, abVec3 out[4]) {
    if (!(rim->radius > 0.0)) {
        out[0] = rim->center;
        return 1;
    }
    abVec3 lean = ab_add_scaled(down, -ab_dot(down, rim->axis), rim->axis), directions[4];
    ab_rim_directions(rim, lean, 0.01 * depth / rim->radius, ab_perpendicular(down), directions);
    for (int k = 0; k < 4; k++) {
        out[k] = ab_add_scaled(rim->center, rim->radius, directions[k]);
    }
    return 4;
}

void ab_beam_points(const abShape *shape, const abPose *X_WS, abVec3 down, double depth,
                    abVec3 out[AB_BEAM_POINTS]) {
    double little = s_flat_lean * depth / shape->size[1];
    abVec3 across = ab_mul(X_WS->R, from_axial(shape, 0.0, 1.0, 0.0));
    for (int i = 0; i < AB_BEAM_POINTS; i += 2) {
        double end = i & 2 ? -1.0 : 1.0, side = i & 4 ? -1.0 : 1.0;
        abVec3 center = from_axial(shape, end * shape->size[0], 0.0, side * shape->size[2]);
        abRim disc = {.center = ab_pose_point(*X_WS, center),
                      .axis = ab_mul(X_WS->R, from_axial(shape, 0.0, 0.0, side)),
                      .radius = shape->size[1]};
        abVec3 directions[4]; // the deepest, and those a quarter turn on each
        abVec3 lean = ab_add_scaled(down, -ab_dot(down, disc.axis), disc.axis);
        ab_rim_directions(&disc, lean, little, across, directions);
        out[i] = ab_add_scaled(disc.center, disc.radius, directions[0]);
        out[i + 1] = ab_add_scaled(disc.center, disc.radius, directions[2]);
    }
}

abVec3 ab_rim_support(const abRim *rim, abVec3 d) {
    abVec3 out = ab_add_scaled(d, -ab_dot(d, rim->axis), rim->axis);
    double length = ab_norm(out);
    return length > 0.0 ? ab_add_scaled(rim->center, rim->radius / length, out) : rim->center;
}

// ---- the wall ----

bool ab_wall_towards(const abRim rims[2], abVec3 d, abWall *wall) {
    abVec3 v = rims[1].axis, between = ab_sub(rims[1].center, rims[0].center);
    double length = ab_dot(between, v);
    if (!(length > 0.0)) {
        return false;
    }
    double taper = (rims[1].radius - rims[0].radius) / length;
    for (int i = 0; i < 2; i++) {
        wall->end[i] = ab_rim_support(&rims[i], d);
        wall->inner[i] = ab_add_scaled(rims[i].center, rims[i].radius * taper, v);
        wall->radius[i] = rims[i].radius * sqrt(1.0 + taper * taper);
    }
    return true;
}

// ---- area ----

void ab_add_penetrating_disc(abPatch *patch, double sign, double r, double depth, double lean) {
    double chord = lean * r > fabs(depth) ? depth / (lean * r) : depth > 0.0 ? 1.0 : -1.0;
    double angle = ab_acos(-chord); // half of the arc below the surface
    double half = sqrt(fmax(0.0, 1.0 - chord * chord));
    patch->area += sign * r * r * (angle + chord * half);
    patch->area_slope += half > 0.0 ? sign * 2.0 * r * half / lean : 0.0;
}

void ab_add_penetrating_end(abPatch *patch, const abRim *rim, double depth, double lean) {
    if (rim->is_ring) {
        return;
    }
    ab_add_penetrating_disc(patch, 1.0, rim->radius, depth, lean);
    if (rim->bore > 0.0) {
        ab_add_penetrating_disc(patch, -1.0, rim->bore, depth, lean);
    }
}
