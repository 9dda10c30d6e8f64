// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// region_shape.c - where an analytic shape and a mesh as it is overlap.
//
// Every triangle that the shape reaches is cut down to its part inside the shape: as long as a
// corner of what is left sticks out, the plane that supports the shape where the way from the
// deepest point to that corner leaves it cuts it off. For flat shapes the part is exact after as
// many cuts as it has sides; round ones are followed to CUT_SLACK of the depth, by at most CUTS_MAX
// planes. Over the part the depth is taken as linear from its middle to each of its sides. Of a
// ball the part is what a disc and the triangle share, in closed form.
//
// Parts hang together that have a piece of a common edge.
//
// The force of a ball goes through its centre, so its point lies on the normal from there.

#include "collide/region_parts.h"
#include "math/elementary.h"

enum { CUTS_MAX = 32 };
#define CUT_SLACK 0.02
#define LOW_SLACK 1e-9 // of the depth: how exactly the deepest point of a triangle is sought

typedef struct Work {
    abRegionRoom *room;
    const abShape *shape;
    const abMeshSurface *surface;
    abPose X_SM;  // mesh in the frame of the shape
    double depth; // of the deepest point
    bool is_full; // out of memory
} Work;

static double height_at(const abShape *shape, abVec3 p) {
    return ab_shape_closest_point(shape, p).distance;
}

// Where the way from the deepest point x, at -depth, to p at height h > 0 leaves the shape. The
// height along it is convex, so Newton from outside never passes the place.
static abClosest leave(const abShape *shape, abVec3 x, double depth, abVec3 p, double h) {
    abVec3 way = ab_sub(p, x);
    double t = sqrt(depth / (depth + h)); // of a parabola
    abClosest at = ab_shape_closest_point(shape, ab_add_scaled(x, t, way));
    if (at.distance < 0.0) {
        t = 1.0;
        at = ab_shape_closest_point(shape, p);
    }
    for (int i = 0; i < 40 && fabs(at.distance) > 1e-10 * depth; i++) {
        double slope = ab_dot(at.normal, way);
        if (!(slope > 0.0)) {
            break;
        }
        t = fmin(t - at.distance / slope, 1.0);
        at = ab_shape_closest_point(shape, ab_add_scaled(x, t, way));
    }
    return at;
}

// Cuts off what is outside the shape; heights of the corners are their distances.
static void cut_to_shape(const Work *work, const abFacetLow *low, abFacet *facet) {
    double depth = -low->value;
    for (int cuts = 0; cuts <= CUTS_MAX; cuts++) {
        int worst = -1;
        for (int i = 0; i < facet->count; i++) {
            if (isnan(facet->height[i])) {
                facet->height[i] = height_at(work->shape, facet->corner[i]);
            }
            if (facet->height[i] > CUT_SLACK * depth &&
                (worst < 0 || facet->height[i] > facet->height[worst])) {
                worst = i;
            }
        }
        if (worst < 0 || cuts == CUTS_MAX || facet->count + 2 > AB_FACET_CORNERS) {
            return;
        }
        abClosest at =
            leave(work->shape, low->x, depth, facet->corner[worst], facet->height[worst]);
        ab_facet_cut(facet, at.normal, ab_dot(at.normal, at.point));
    }
}

// Signed area of what the triangle 0, p, q and the disc of radius r about 0 share.
static double disc_sector(abVec3 p, abVec3 q, abVec3 n, double r) {
    double angle = ab_atan2(ab_dot(n, ab_cross(p, q)), ab_dot(p, q));
    return 0.5 * r * r * angle;
}

static double disc_triangle(abVec3 p, abVec3 q, abVec3 n, double r) {
    abVec3 way = ab_sub(q, p);
    double a = ab_norm2(way), b = ab_dot(p, way), c = ab_norm2(p) - r * r, root = b * b - a * c;
    double s = root > 0.0 ? fmax((-b - sqrt(root)) / a, 0.0) : 1.0;
    double t = root > 0.0 ? fmin((-b + sqrt(root)) / a, 1.0) : 0.0;
    if (!(a > 0.0) || s >= t) {
        return disc_sector(p, q, n, r);
    }
    abVec3 x = ab_add_scaled(p, s, way), y = ab_add_scaled(p, t, way);
    double inside = 0.5 * ab_dot(n, ab_cross(x, y));
    return inside + (s > 0.0 ? disc_sector(p, x, n, r) : 0.0) +
           (t < 1.0 ? disc_sector(y, q, n, r) : 0.0);
}

// Of a ball: the area of the disc in the plane of the triangle, as far as it is in it.
static double disc_area(const Work *work, int triangle, abVec3 n) {
    abVec3 v[3];
    ab_facet_corners(work->surface, triangle, &work->X_SM, v);
    double h = ab_dot(n, v[0]), r2 = work->shape->bound * work->shape->bound - h * h, sum = 0.0;
    for (int i = 0; i < 3 && r2 > 0.0; i++) {
        abVec3 p = ab_add_scaled(v[i], -h, n), q = ab_add_scaled(v[(i + 1) % 3], -h, n);
        sum += disc_triangle(p, q, n, sqrt(r2));
    }
    return fmax(sum, 0.0);
}

// Area, area times depth and its moment of what is left, fan by fan from the middle.
static void weigh(const Work *work, const abFacet *facet, abWet *wet) {
    abVec3 o = ab_facet_middle(facet);
    double top = fmax(0.0, -height_at(work->shape, o));
    abVec3 n = work->surface->normals[wet->triangle];
    n = ab_mul(work->X_SM.R, n);
    for (int i = 0; i < facet->count; i++) {
        int j = i + 1 < facet->count ? i + 1 : 0;
        abVec3 u = ab_sub(facet->corner[i], o), v = ab_sub(facet->corner[j], o);
        double area = 0.5 * ab_dot(n, ab_cross(u, v));
        double g = fmax(0.0, -facet->height[i]), h = fmax(0.0, -facet->height[j]);
        double volume = area * (top + g + h) / 3.0;
        // of a linear depth: A/12 (sum of depths x sum of places + sum of depth x place)
        abVec3 lever = ab_add_scaled(ab_scale(top + 2.0 * g + h, u), top + g + 2.0 * h, v);
        wet->amount += area;
        wet->volume += volume;
        wet->moment = ab_add(wet->moment, ab_add_scaled(ab_scale(volume, o), area / 12.0, lever));
        wet->middle = ab_add_scaled(wet->middle, area, ab_add_scaled(o, 1.0 / 3.0, ab_add(u, v)));
    }
    if (work->shape->is_sphere) {
        wet->amount = disc_area(work, wet->triangle, n);
    }
    wet->area = ab_scale(wet->amount, n);
}

static void join_over_edges(const Work *work, const abFacet *facet, int triangle) {
    abRegionRoom *room = work->room;
    for (int i = 0; i < facet->count; i++) {
        if (facet->side[i] < 0) {
            continue;
        }
        int other = room->place[0][work->surface->beside[3 * triangle + facet->side[i]]];
        if (other > 0) {
            ab_region_join(room, room->place[0][triangle] - 1, other - 1);
        }
    }
}

static void look_at_triangle(Work *work, int triangle) {
    abFacet facet = {.count = 3, .height = {NAN, NAN, NAN}, .side = {0, 1, 2}};
    abFacetLow low;
    ab_facet_corners(work->surface, triangle, &work->X_SM, facet.corner);
    if (!ab_facet_lowest(work->shape, facet.corner, 0.0, LOW_SLACK * work->depth, &low)) {
        return;
    }
    cut_to_shape(work, &low, &facet);
    abWet *wet = ab_region_wet(work->room, 0, triangle);
    if (wet == NULL) {
        work->is_full = true;
        return;
    }
    wet->depth = -low.value;
    wet->deepest = low.x;
    if (facet.count >= 3) {
        weigh(work, &facet, wet);
        join_over_edges(work, &facet, triangle);
    }
}

static void gather(Work *work) {
    enum { STACK = 128 };
    int stack[STACK], top = 0;
    stack[top++] = 0;
    while (top > 0) {
        const abMeshNode *node = &work->surface->tree.nodes[stack[--top]];
        abVec3 middle = ab_scale(0.5, ab_add(node->low, node->high));
        double half = 0.5 * ab_norm(ab_sub(node->high, node->low));
        if (height_at(work->shape, ab_pose_point(work->X_SM, middle)) >= half) {
            continue;
        }
        for (int i = node->first; i < node->first + node->count; i++) {
            look_at_triangle(work, work->surface->tree.order[i]);
        }
        if (node->count == 0) {
            stack[top++] = node->first + 1;
            stack[top++] = node->first;
        }
    }
}

// Outward from the mesh, in the frame of the shape.
static abVec3 normal_of(const Work *work, const abWet *region) {
    double size = ab_norm(region->area);
    return size > 1e-3 * region->amount
               ? ab_scale(1.0 / size, region->area)
               : ab_mul(work->X_SM.R, work->surface->normals[region->triangle]);
}

// How deep the shape's own points are in this region of the mesh.
static double dip_of(const Work *work, int root, abVec3 n) {
    if (work->shape->kind == AB_SHAPE_PLANE) {
        return 0.0;
    }
    abPose X_MS = {ab_mat3_identity(), {0.0, 0.0, 0.0}};
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            X_MS.R.m[i][j] = work->X_SM.R.m[j][i];
        }
    }
    X_MS.p = ab_neg(ab_mul(X_MS.R, work->X_SM.p));
    abVec3 d = ab_neg(ab_mul_t(work->X_SM.R, n));
    abDip dip = ab_mesh_dip(work->shape, &X_MS, work->surface, d);
    int place = dip.triangle >= 0 ? work->room->place[0][dip.triangle] : 0;
    return place > 0 && ab_region_root(work->room, place - 1) == root ? -dip.distance : 0.0;
}

static abVec3 point_of(const Work *work, const abWet *region, abVec3 n, double depth) {
    if (work->shape->is_sphere) {
        return ab_scale(-(work->shape->bound - 0.5 * depth), n);
    }
    bool has_volume = region->volume > 1e-9 * region->amount * region->depth;
    abVec3 p = has_volume ? ab_scale(1.0 / region->volume, region->moment) : region->deepest;
    return ab_add_scaled(p, -0.5 * depth, n);
}

int ab_regions_of_shape(abRegionRoom *room, const abShape *shape, const abPose *X_WS,
                        const abShape *mesh, const abPose *X_WM, const abProximity *deepest,
                        abPatchPoint points[AB_PATCH_MAX]) {
    int roots[AB_PATCH_MAX], first = 0;
    Work work = {.room = room,
                 .shape = shape,
                 .surface = mesh->surface,
                 .X_SM = {ab_mat3_t_mul(X_WS->R, X_WM->R), ab_pose_point_inverse(*X_WS, X_WM->p)},
                 .depth = -deepest->distance};
    if (!ab_region_begin(room, mesh->surface, NULL)) {
        return 0;
    }
    gather(&work);
    int count = work.is_full ? 0 : ab_region_sum(room, roots, AB_PATCH_MAX);
    for (int i = 0; i < count; i++) {
        const abWet *region = &room->wet[roots[i]];
        abVec3 n = normal_of(&work, region);
        double depth = count > 1 ? fmax(region->depth, dip_of(&work, roots[i], n)) : work.depth;
        points[i] = (abPatchPoint){.n_AB_W = ab_neg(ab_mul(X_WS->R, n)),
                                   .depth = depth,
                                   .weight = 1.0,
                                   .area = ab_norm(region->area),
                                   .id = region->triangle};
        points[i].p_W = ab_pose_point(*X_WS, point_of(&work, region, n, depth));
        first = depth > points[first].depth ? i : first;
    }
    if (count > 0) { // the deepest region is as deep as the pair
        points[first].depth = work.depth;
    }
    ab_region_end(room);
    return count;
}
