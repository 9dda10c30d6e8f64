// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// contour_patch.c - points that carry the regions within contours.
//
// A law of a point presses with F(d) of the greatest depth d of a region. The corners of the hull
// share it by the angles a_k at which the outline turns and by the thickness t_k of the overlap
// there, t as in contour_plane.c:
//
//   F_k = F(d) a_k t_k / sum a_j t_j                                                      (1)
//
// so the whole does not depend on how many corners there are, and leans to where the overlap is
// thick. Corners nearer than the spacing are joined where their shares balance. If each share moved
// with the rate at its corner, a face that rocks would be damped, and so would a ball that rolls,
// which its law does not mean; so they stand at
//
//   x + M (p_k - x),   x = sum F_k p_k / sum F_k                                          (1b)
//
// with M the unit matrix where the overlap is flat and zero where it is round (contour_plane.c).
// Steps that are as long as a face takes to rock must know how its shares change as it tilts. For
// them each corner has its own depth, in proportion to the thickness u_k where it stands:
//
//   F_k = b_k F(u_k d/u),   b_k = w_k/u_k / sum w_j/u_j,   u = sum b_j u_j,   w_k of (1)     (1c)
//
// which is (1) for a linear law, and for others to first order in the tilt.
//
// A law that is a pressure has the area A of the region at four points, with C the covariance of the
// area,
//
//   x_k = c + C^(1/2) (+-1, +-1),   A_k = A/4,   d_k = t(x_k)                             (2)
//
// which have the area's centre and covariance: of a linear pressure p = K t the force K V and its
// moments are those of the overlap, K int t dA and K int t x dA. Over a rectangle they are the two
// by two points of Gauss. Conditions of rigid contact have the depths d t_k/t, t the greatest of
// t_k, and stand at
//
//   c + q (p_k - c),   q^2 + q + 1 = 3 t/d,   0 <= q <= 1                                 (3)
//
// p_k the corners: of a frustum, as where a facet is pressed in with the slopes around it, that is
// the edge of the facet; where walls are upright, q = 1.

#include "collide/region/contour_patch.h"

#include <math.h>

#include "collide/broad/patch_point.h"
#include "collide/broad/proximity.h"
#include "collide/region/contour_hull.h"
#include "collide/region/contour_plane.h"
#include "collide/region/region_room.h"

double ab_contour_thickness(const abContourRegion *region, abVec3 p) {
    double mean = region->flat_area > 0.0 ? region->volume / region->flat_area : 0.0;
    return mean + ab_dot(region->slope_W, ab_sub(p, region->centre_W));
}

static abPatchPoint point_of(const abContourRegion *region, int number, abVec3 p) {
    return (abPatchPoint){.p_W = p,
                          .n_AB_W = region->n_AB_W,
                          .depth = region->depth,
                          .weight = 1.0,
                          .region = number,
                          .deep_W = region->deep_W,
                          .deep_n_AB_W = region->deep_n_AB_W};
}

// ---- a pressure ----

static void add_areas(const abContourRegion *region, int number, abPatchPoint *points, int *count) {
    for (int k = 0; k < 4; k++) {
        abVec3 p = ab_add_scaled(region->centre_W, k & 1 ? -1.0 : 1.0, region->spread_W[0]);
        p = ab_add_scaled(p, k & 2 ? -1.0 : 1.0, region->spread_W[1]);
        abPatchPoint *point = &points[(*count)++];
        *point = point_of(region, number, p);
        point->depth = ab_contour_thickness(region, p);
        point->area = 0.25 * region->flat_area;
        point->id = AB_CONTOUR_POINTS * number + k;
    }
}

// ---- corners ----

static abVec3 place_of(const abContourRegion *region, const abHullCorner *corner) {
    abVec3 axis[2];
    ab_contour_axes(region->n_AB_W, axis);
    return ab_add_scaled(ab_add_scaled(region->middle_W, corner->x, axis[0]), corner->y, axis[1]);
}

// By angle, and for forces by thickness; returns the sum.
static double weigh_all(const abContourRegion *region, abHullCorner *corners, size_t count,
                        abContourUse use) {
    double sum = 0.0;
    for (size_t k = 0; k < count; k++) {
        double thick = fmax(0.0, ab_contour_thickness(region, place_of(region, &corners[k])));
        corners[k].weight = corners[k].rotation * (use != AB_CONTOUR_ROWS ? thick : 1.0);
        sum += corners[k].weight;
    }
    return sum;
}

// (3): the part of the way out from the centre at which the flat of the overlap ends.
static double flat_part(const abContourRegion *region, double maximum) {
    double ratio = region->depth > 0.0 ? maximum / region->depth : 1.0;
    return fmin(1.0, 0.5 * (sqrt(fmax(1.0, 12.0 * ratio - 3.0)) - 1.0));
}

// Conditions lean as the overlap does, and stand where it is flat.
static void lean(const abContourRegion *region, abPatchPoint *points, size_t count) {
    double maximum = 0.0;
    for (size_t k = 0; k < count; k++) {
        maximum = fmax(maximum, ab_contour_thickness(region, points[k].p_W));
    }
    double part = flat_part(region, maximum);
    for (size_t k = 0; k < count && maximum > 0.0; k++) {
        abVec3 out = ab_sub(points[k].p_W, region->centre_W);
        points[k].depth *= fmax(0.0, ab_contour_thickness(region, points[k].p_W)) / maximum;
        points[k].p_W = ab_add_scaled(region->centre_W, part, out);
    }
}

// (1b): forces stand where the overlap is flat, about the place where they balance.
static void gather(const abContourRegion *region, abPatchPoint *points, size_t count) {
    abVec3 axis[2], middle = {0.0, 0.0, 0.0};
    ab_contour_axes(region->n_AB_W, axis);
    for (size_t k = 0; k < count; k++) {
        abVec3 displacement = ab_sub(points[k].p_W, region->middle_W);
        middle = ab_add_scaled(middle, points[k].weight, displacement);
    }
    middle = ab_add(region->middle_W, middle);
    for (size_t k = 0; k < count; k++) {
        abVec3 displacement = ab_sub(points[k].p_W, middle);
        double x = ab_dot(displacement, axis[0]), y = ab_dot(displacement, axis[1]);
        abVec3 p = ab_add_scaled(middle, region->flat[0][0] * x + region->flat[0][1] * y, axis[0]);
        points[k].p_W = ab_add_scaled(p, region->flat[1][0] * x + region->flat[1][1] * y, axis[1]);
    }
}

void ab_contour_share_depth(abPatchPoint *points, size_t count, double greatest) {
    double sum = 0.0, weight = 0.0;
    for (size_t k = 0; k < count; k++) {
        sum += points[k].weight * fmax(0.0, points[k].depth);
        weight += points[k].weight;
    }
    for (size_t k = 0; k < count && sum > 0.0 && greatest > 0.0; k++) {
        points[k].depth *= greatest * weight / sum;
        points[k].weight /= weight;
    }
}

// (1c)
static void take_apart(const abContourRegion *region, abPatchPoint *points, size_t count) {
    for (size_t k = 0; k < count; k++) {
        double thick = ab_contour_thickness(region, points[k].p_W);
        if (thick > 1e-9 * region->depth) { // else rounding decides
            points[k].weight /= thick;
            points[k].depth = thick;
        } else {
            points[k].weight = points[k].depth = 0.0;
        }
    }
    ab_contour_share_depth(points, count, region->depth);
}

static void add_corners(abContours *contours, int number, double spacing, size_t maximum,
                        abContourUse use, abPatchPoint *points, int *count) {
    const abContourRegion *region = &contours->regions[number];
    abHullCorner *corners = NULL;
    size_t found = ab_contour_hull(contours, number, &corners);
    double whole = weigh_all(region, corners, found, use);
    if (!(whole > 0.0)) { // no thickness at any corner
        whole = weigh_all(region, corners, found, AB_CONTOUR_ROWS);
    }
    found = ab_contour_thin(corners, found, spacing, maximum);
    abPatchPoint *first = &points[*count];
    *count += (int)found;
    for (size_t k = 0; k < found; k++) {
        first[k] = point_of(region, number, place_of(region, &corners[k]));
        first[k].weight = use != AB_CONTOUR_ROWS ? corners[k].weight / whole : 1.0;
        first[k].area = region->flat_area / (double)found;
        first[k].id = AB_CONTOUR_POINTS * number + (int)k;
    }
    if (use == AB_CONTOUR_ROWS) {
        lean(region, first, found);
    } else {
        gather(region, first, found);
    }
    if (use == AB_CONTOUR_STEPS) {
        take_apart(region, first, found);
    }
}

// ---- all regions ----

// The regions with the most area, in their order. Returns how many.
static int choose(const abContours *contours, int chosen[AB_CONTOUR_REGIONS]) {
    int count = 0;
    for (int r = 0; r < (int)contours->region_count; r++) {
        if (count == AB_CONTOUR_REGIONS) {
            int minimum = 0;
            for (int k = 1; k < count; k++) {
                bool is_less = contours->regions[chosen[k]].flat_area <
                               contours->regions[chosen[minimum]].flat_area;
                minimum = is_less ? k : minimum;
            }
            if (contours->regions[r].flat_area <= contours->regions[chosen[minimum]].flat_area) {
                continue;
            }
            for (int k = minimum; k + 1 < count; k++) {
                chosen[k] = chosen[k + 1];
            }
            count--;
        }
        chosen[count++] = r;
    }
    return count;
}

int ab_contour_patch(abContours *contours, abRegionWorkspace *workspace, const abShape *A,
                     const abPose *X_WA, const abShape *B, const abPose *X_WB,
                     const abProximity *deepest, const abContourSpec *spec, abContourUse use,
                     abPatchPoint points[AB_PATCH_MAX]) {
    int chosen[AB_CONTOUR_REGIONS], count = 0;
    contours->plane = spec->plane;
    bool is_known = ab_mesh_contours(contours, workspace, A, X_WA, B, X_WB);
    int regions = is_known ? choose(contours, chosen) : 0;
    int each = regions > 0 ? AB_PATCH_MAX / regions : 0;
    size_t maximum = (size_t)(each < AB_CONTOUR_POINTS ? each : AB_CONTOUR_POINTS);
    for (int i = 0; i < regions; i++) {
        const abContourRegion *region = &contours->regions[chosen[i]];
        if (use == AB_CONTOUR_AREAS && region->flat_area > 0.0) {
            add_areas(region, chosen[i], points, &count);
        } else if (region->flat_area > 0.0) {
            add_corners(contours, chosen[i], spec->spacing, maximum, use, points, &count);
        }
    }
    if (count == 0) {
        points[count] = ab_region_point_of(deepest);
        points[count++].region = -1;
    }
    return count;
}
