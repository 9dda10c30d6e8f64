// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// contour_plane.c - the plane of each region, and what is within its contours, seen along the
// normal.
//
// The area within the contours as a vector, S = 1/2 sum (p - m) x (q - m) over their pieces from p
// to q, is that of either surface inside the other. Across it lies the plane that sees most area;
// the plane of least squares has the least sum of squared distances of the pieces. Both go through
// the middle m of the pieces.
//
// In the plane, with axes x and y about m, area, centre and covariance C follow from the outline
// (Green). The thickness t of the overlap along the normal has the volume V = int t dA and the
// first moments M = int t x dA, known without the outline (region_mesh.c); the straight function
// with both is
//
//   t(x) = V/A + b . (x - c),   C b = M/A - c V/A                                          (1)
//
// which is t itself where faces are flat.

#include "collide/region/contour_plane.h"

#include "collide/convex/matrix_2.h"
#include "collide/region/region_room.h"

// ---- middle and normal ----

typedef struct Pieces {
    double length;
    abVec3 first;
    abMat3 second; // about the first point of all contours
} Pieces;

// A straight piece: its length, and moments about o.
static void add_piece(Pieces *sum, abVec3 p, abVec3 q) {
    double displacement = ab_norm(ab_sub(q, p));
    sum->length += displacement;
    sum->first = ab_add_scaled(sum->first, 0.5 * displacement, ab_add(p, q));
    ab_add_product(&sum->second, displacement / 3.0, p, p);
    ab_add_product(&sum->second, displacement / 3.0, q, q);
    ab_add_product(&sum->second, displacement / 3.0, p, q);
}

static abVec3 least_squares(const Pieces *sum, abVec3 towards) {
    abVec3 mean = ab_scale(1.0 / sum->length, sum->first);
    abMat3 spread = sum->second, vectors;
    double values[3];
    ab_add_product(&spread, -sum->length, mean, mean);
    ab_mat3_eigen(spread, values, &vectors);
    abVec3 n = ab_vec3(vectors.m[0][0], vectors.m[1][0], vectors.m[2][0]);
    return ab_dot(n, towards) < 0.0 ? ab_neg(n) : n;
}

typedef struct Piece {
    abVec3 p, q;
} Piece;

// Piece i of a loop, from o.
static Piece piece_of(const abContours *c, const abContour *loop, int i, abVec3 o) {
    const abVec3 *points = c->points + loop->first;
    return (Piece){ab_sub(points[i], o), ab_sub(points[(i + 1) % loop->count], o)};
}

static void find_plane(abContours *c, int r) {
    abContourRegion *region = &c->regions[r];
    Pieces sum = {.length = 0.0};
    abVec3 o = {0.0, 0.0, 0.0}, S = {0.0, 0.0, 0.0};
    bool is_begun = false;
    for (size_t k = 0; k < c->loop_count; k++) {
        const abContour *loop = &c->loops[k];
        if (loop->region == r && !is_begun) {
            o = c->points[loop->first];
            is_begun = true;
        }
        for (int i = 0; i < loop->count && loop->region == r; i++) {
            Piece at = piece_of(c, loop, i, o);
            add_piece(&sum, at.p, at.q);
            S = ab_add_scaled(S, 0.5, ab_cross(at.p, at.q));
        }
    }
    region->middle_W = sum.length > 0.0 ? ab_add_scaled(o, 1.0 / sum.length, sum.first) : o;
    double size = ab_norm(S);
    region->n_AB_W = size > 0.0 ? ab_scale(1.0 / size, S) : ab_vec3(0.0, 0.0, 1.0);
    if (c->plane == AB_CONTOUR_PLANE_LEAST_SQUARES && sum.length > 0.0) {
        region->n_AB_W = least_squares(&sum, S);
    }
}

// ---- what is within ----

typedef struct Flat {
    double area, x, y, xx, xy, yy; // moments
} Flat;

// Green: the triangle from the origin to a piece.
static void add_triangle(Flat *sum, double px, double py, double qx, double qy) {
    double twice = px * qy - py * qx;
    sum->area += 0.5 * twice;
    sum->x += twice * (px + qx) / 6.0;
    sum->y += twice * (py + qy) / 6.0;
    sum->xx += twice * (px * px + px * qx + qx * qx) / 12.0;
    sum->yy += twice * (py * py + py * qy + qy * qy) / 12.0;
    sum->xy += twice * (2.0 * px * py + px * qy + qx * py + 2.0 * qx * qy) / 24.0;
}

// Root of the covariance in the plane.
static void set_spread(abContourRegion *region, const abVec3 axis[2], abMatrix2 covariance) {
    abMatrix2 root = ab_root_2(covariance, 1.0);
    region->spread_W[0] = ab_add_scaled(ab_scale(root.a, axis[0]), root.b, axis[1]);
    region->spread_W[1] = ab_add_scaled(ab_scale(root.b, axis[0]), root.c, axis[1]);
}

static void find_inside(abContours *c, int r) {
    abContourRegion *region = &c->regions[r];
    Flat sum = {.area = 0.0};
    abVec3 axis[2];
    double length2 = 0.0;
    ab_contour_axes(region->n_AB_W, axis);
    for (size_t k = 0; k < c->loop_count; k++) {
        const abContour *loop = &c->loops[k];
        for (int i = 0; i < loop->count && loop->region == r; i++) {
            Piece at = piece_of(c, loop, i, region->middle_W);
            add_triangle(&sum, ab_dot(at.p, axis[0]), ab_dot(at.p, axis[1]), ab_dot(at.q, axis[0]),
                         ab_dot(at.q, axis[1]));
            length2 += ab_norm2(ab_sub(at.q, at.p));
        }
    }
    region->centre_W = region->middle_W;
    if (!(sum.area > 1e-14 * length2)) {
        return;
    }
    double x = sum.x / sum.area, y = sum.y / sum.area;
    region->flat_area = sum.area;
    region->centre_W = ab_add_scaled(ab_add_scaled(region->middle_W, x, axis[0]), y, axis[1]);
    set_spread(region, axis,
               (abMatrix2){sum.xx / sum.area - x * x, sum.xy / sum.area - x * y,
                           sum.yy / sum.area - y * y});
}

void ab_contour_find_planes(abContours *contours) {
    for (size_t r = 0; r < contours->region_count; r++) {
        find_plane(contours, (int)r);
        find_inside(contours, (int)r);
    }
}

// ---- thickness ----

// (1), with C the square of its root.
static void find_slope(abContourRegion *region) {
    abVec3 axis[2];
    ab_contour_axes(region->n_AB_W, axis);
    double a = ab_dot(region->spread_W[0], axis[0]), b = ab_dot(region->spread_W[0], axis[1]);
    double d = ab_dot(region->spread_W[1], axis[1]), det = a * d - b * b;
    double mean = region->volume / region->flat_area;
    abVec3 off = ab_add_scaled(ab_scale(1.0 / region->flat_area, region->moment_W), -mean,
                               ab_sub(region->centre_W, region->middle_W));
    double u = ab_dot(off, axis[0]), v = ab_dot(off, axis[1]);
    if (!(det > 1e-6 * (a + d) * (a + d))) { // a line: nothing to lean over
        return;
    }
    for (int k = 0; k < 2; k++) { // the root twice
        double w = (d * u - b * v) / det;
        v = (a * v - b * u) / det;
        u = w;
    }
    region->slope_W = ab_add_scaled(ab_scale(u, axis[0]), v, axis[1]);
}

// M = C^(1/2) F C^(-1/2), F with the eigenvectors of C^(-1/2) C_V C^(-1/2) and the roots of how
// flat the overlap is along them, C_V the covariance by volume (region.c).
static void find_flat(abContourRegion *region) {
    abVec3 axis[2];
    ab_contour_axes(region->n_AB_W, axis);
    double mx = ab_dot(region->moment_W, axis[0]) / region->volume;
    double my = ab_dot(region->moment_W, axis[1]) / region->volume;
    abVec3 sx = ab_mul(region->second_W, axis[0]), sy = ab_mul(region->second_W, axis[1]);
    abMatrix2 by_volume = {ab_dot(axis[0], sx) / region->volume - mx * mx,
                           ab_dot(axis[1], sx) / region->volume - mx * my,
                           ab_dot(axis[1], sy) / region->volume - my * my};
    abMatrix2 root = {ab_dot(region->spread_W[0], axis[0]), ab_dot(region->spread_W[0], axis[1]),
                      ab_dot(region->spread_W[1], axis[1])};
    double det = root.a * root.c - root.b * root.b, value[2], x, y;
    if (!(det > 1e-6 * (root.a + root.c) * (root.a + root.c))) {
        return;
    }
    abMatrix2 inverse = {root.c / det, -root.b / det, root.a / det};
    abMatrix2 share = ab_sandwich_2(inverse, by_volume);
    ab_eigen_2(share.a, share.b, share.c, value, &x, &y);
    double f = sqrt(ab_flatness(value[0])), g = sqrt(ab_flatness(value[1]));
    double F[2][2] = {{f * x * x + g * y * y, (f - g) * x * y},
                      {(f - g) * x * y, f * y * y + g * x * x}};
    const double R[2][2] = {{root.a, root.b}, {root.b, root.c}};
    const double I[2][2] = {{inverse.a, inverse.b}, {inverse.b, inverse.c}};
    for (int i = 0; i < 2; i++) {
        for (int j = 0; j < 2; j++) {
            for (int k = 0; k < 4; k++) {
                region->flat[i][j] += R[i][k / 2] * F[k / 2][k % 2] * I[k % 2][j];
            }
        }
    }
}

void ab_contour_find_thickness(abContours *contours) {
    for (size_t r = 0; r < contours->region_count; r++) {
        abContourRegion *region = &contours->regions[r];
        if (region->flat_area > 0.0 && region->volume > 0.0) {
            find_slope(region);
            find_flat(region);
        }
    }
}
