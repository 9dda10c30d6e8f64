// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// region_shape.c - where an analytic shape and a mesh as it is overlap.
//
// Every triangle that the shape reaches is cut down to its part inside the shape: as long as a
// corner of what is left sticks out, the plane that supports the shape where the way from the
// deepest point to that corner leaves it cuts it off. For flat shapes the part is exact after as
// many cuts as it has sides; round ones are followed to CUT_SLACK of the depth, by at most CUTS_MAX
// planes. Of a ball the part is what a disc and the triangle share, in closed form.
//
// When all parts are known, and with them the normals of the regions, the way from their corners
// through the shape along the normal gives the thickness of the overlap; over a part it is taken as
// linear from the middle to each half of a side, so that a ridge of the shape across a side is seen,
// and area times thickness weighs it.
//
// Parts hang together that have a piece of a common edge.
//
// The force of a ball goes through its centre, so its point lies on the normal from there.

#include "collide/region/region_shape.h"

#include <string.h>

#include "collide/broad/patch_point.h"
#include "collide/broad/proximity.h"
#include "collide/mesh/mesh_facet.h"
#include "collide/pairs/closest_point.h"
#include "collide/region/region_deepest.h"
#include "collide/region/region_room.h"
#include "collide/region/tolerances.def"
#include "math/core/bounds.h"
#include "math/core/elementary.h"

enum { CUTS_MAX = 32 };
#define CUT_SLACK 0.02
#define FLAT_SLACK 1e-10 // likewise, of shapes that have flat faces only
#define LOW_SLACK 1e-9   // of the depth: how exactly the deepest point of a triangle is sought

typedef struct Work {
    abRegionWorkspace *workspace;
    const abShape *shape;
    const abMeshSurface *surface;
    abPose X_SM;  // mesh in the frame of the shape
    double depth; // of the deepest point
    double slack; // of cuts, by the depth
    abVec3 o;     // there; moments are taken about it
    bool is_full; // out of memory
} Work;

static double height_at(const abShape *shape, abVec3 p) {
    return ab_shape_closest_point(shape, p).distance;
}

// Where the way from the deepest point x, at -depth, to p at height h > 0 leaves the shape. The
// height along it is convex, so Newton from outside never passes the place.
static abClosest leave(const abShape *shape, abVec3 x, double depth, abVec3 p, double h) {
    abVec3 displacement = ab_sub(p, x);
    double t = sqrt(depth / (depth + h)); // of a parabola
    abClosest at = ab_shape_closest_point(shape, ab_add_scaled(x, t, displacement));
    if (at.distance < 0.0) {
        t = 1.0;
        at = ab_shape_closest_point(shape, p);
    }
    for (int i = 0; i < 40 && fabs(at.distance) > 1e-10 * depth; i++) {
        double slope = ab_dot(at.normal, displacement);
        if (!(slope > 0.0)) {
            break;
        }
        t = fmin(t - at.distance / slope, 1.0);
        at = ab_shape_closest_point(shape, ab_add_scaled(x, t, displacement));
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
            if (facet->height[i] > work->slack * depth &&
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
    abVec3 displacement = ab_sub(q, p);
    double a = ab_norm2(displacement), b = ab_dot(p, displacement), c = ab_norm2(p) - r * r,
           root = b * b - a * c;
    double s = root > 0.0 ? fmax((-b - sqrt(root)) / a, 0.0) : 1.0;
    double t = root > 0.0 ? fmin((-b + sqrt(root)) / a, 1.0) : 0.0;
    if (!(a > 0.0) || s >= t) {
        return disc_sector(p, q, n, r);
    }
    abVec3 x = ab_add_scaled(p, s, displacement), y = ab_add_scaled(p, t, displacement);
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

// Area of the part and its moments; its corners are noted.
static bool measure(const Work *work, const abFacet *facet, abPenetratingTriangle *penetrating) {
    abVec3 n = ab_mul(work->X_SM.R, work->surface->normals[penetrating->triangle]);
    abVec3 o = ab_sub(facet->corner[0], work->o);
    for (int i = 1; i + 1 < facet->count; i++) {
        abVec3 p = ab_sub(facet->corner[i], work->o), q = ab_sub(facet->corner[i + 1], work->o);
        double area = 0.5 * ab_dot(n, ab_cross(ab_sub(p, o), ab_sub(q, o)));
        abVec3 sum = ab_add(o, ab_add(p, q));
        penetrating->amount += area;
        penetrating->middle = ab_add_scaled(penetrating->middle, area / 3.0, sum);
        ab_add_product(&penetrating->extent, area / 12.0, sum, sum);
        ab_add_product(&penetrating->extent, area / 12.0, o, o);
        ab_add_product(&penetrating->extent, area / 12.0, p, p);
        ab_add_product(&penetrating->extent, area / 12.0, q, q);
    }
    if (work->shape->is_sphere) {
        penetrating->amount = disc_area(work, penetrating->triangle, n);
    }
    penetrating->area = ab_scale(penetrating->amount, n);
    return ab_region_store_corners(work->workspace, penetrating, facet->corner, facet->count);
}

static void join_over_edges(const Work *work, const abFacet *facet, int triangle) {
    abRegionWorkspace *workspace = work->workspace;
    for (int i = 0; i < facet->count; i++) {
        if (facet->side[i] < 0) {
            continue;
        }
        int other = workspace->place[0][work->surface->beside[3 * triangle + facet->side[i]]];
        if (other > 0) {
            ab_region_join(workspace, workspace->place[0][triangle] - 1, other - 1);
        }
    }
}

static void look_at_triangle(Work *work, int triangle) {
    abFacet facet = {.count = 3, .height = {NAN, NAN, NAN}, .side = {0, 1, 2}};
    abFacetLow low;
    ab_facet_corners(work->surface, triangle, &work->X_SM, facet.corner);
    if (!ab_facet_lowest(work->shape, ab_shape_closest_point, facet.corner, 0.0,
                         LOW_SLACK * work->depth, &low)) {
        return;
    }
    cut_to_shape(work, &low, &facet);
    abPenetratingTriangle *penetrating = ab_region_penetrating(work->workspace, 0, triangle);
    if (penetrating == NULL) {
        work->is_full = true;
        return;
    }
    penetrating->depth = -low.value;
    penetrating->deepest = low.x;
    if (facet.count >= 3) {
        work->is_full = !measure(work, &facet, penetrating);
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

// ---- thickness ----

// How far from x along the unit vector d the shape ends: Newton from where it surely has ended. An
// x that is beside the shape by the slack of cuts counts as in it.
static double thickness(const Work *work, abVec3 x, abVec3 d) {
    const abShape *shape = work->shape;
    abClosest at = ab_shape_closest_point(shape, x);
    if (shape->kind == AB_SHAPE_PLANE) {
        double slope = ab_dot(at.normal, d);
        return slope > 0.0 ? fmax(0.0, -at.distance / slope) : 0.0;
    }
    double t = ab_dot(d, ab_sub(ab_shape_support(shape, d), x)), scale = 1e-10 * fabs(t);
    for (int i = 0; i < 40 && t > 0.0; i++) {
        at = ab_shape_closest_point(shape, ab_add_scaled(x, t, d));
        double slope = ab_dot(at.normal, d);
        if (at.distance <= scale) {
            return t;
        }
        if (!(slope > 1e-3)) {
            return at.distance <= 2.0 * CUT_SLACK * work->depth ? t : 0.0;
        }
        t -= at.distance / slope;
    }
    return fmax(t, 0.0);
}

// At a corner of a part with middle o: a little inside, since at a wall of the shape the thickness
// jumps to zero.
static double thickness_at(const Work *work, abVec3 corner, abVec3 o, abVec3 d) {
    return thickness(work, ab_add_scaled(corner, 0.02, ab_sub(o, corner)), d);
}

// Adds moments of a triangle of area A seen along the normal, the thickness g linear between its
// corners x:
//
//   int g = A/3 G,  int g x = A/12 (G X + sum g x),
//   int g x x' = A/60 ((G X + sum g x) X' + X sum g x' + sum (G + 2 g) x x'),  G = sum g, X = sum x
static void add_moments(abPenetratingTriangle *sum, double area, const abVec3 x[3],
                        const double g[3]) {
    double G = g[0] + g[1] + g[2];
    abVec3 X = ab_add(x[0], ab_add(x[1], x[2])), gx = {0.0, 0.0, 0.0};
    for (int i = 0; i < 3; i++) {
        gx = ab_add_scaled(gx, g[i], x[i]);
        ab_add_product(&sum->spread, area / 60.0 * (G + 2.0 * g[i]), x[i], x[i]);
    }
    abVec3 both = ab_add_scaled(gx, G, X);
    ab_add_product(&sum->spread, area / 60.0, both, X);
    ab_add_product(&sum->spread, area / 60.0, X, gx);
    sum->volume += area * G / 3.0;
    sum->moment = ab_add_scaled(sum->moment, area / 12.0, both);
}

// Of one part, fan by fan from its middle, to its region.
static void weigh(const Work *work, const abPenetratingTriangle *penetrating,
                  abPenetratingTriangle *region) {
    const abVec3 *corners = work->workspace->corners + penetrating->first;
    abFacet facet = {.count = penetrating->count};
    memcpy(facet.corner, corners, (size_t)penetrating->count * sizeof *corners);
    abVec3 o = ab_facet_middle(&facet), inward = ab_neg(region->normal);
    abVec3 x[3] = {ab_sub(o, work->o)};
    double g[3] = {thickness(work, o, inward)};
    x[2] = ab_sub(corners[0], work->o);
    double first = g[2] = thickness_at(work, corners[0], o, inward);
    for (int i = 0; i < 2 * penetrating->count; i++) { // to the middle of a side, and to its end
        int side = i / 2, j = side + 1 < penetrating->count ? side + 1 : 0;
        abVec3 end = i % 2 == 0 ? ab_scale(0.5, ab_add(corners[side], corners[j])) : corners[j];
        x[1] = x[2], g[1] = g[2];
        x[2] = ab_sub(end, work->o);
        g[2] = i % 2 == 0 || j > 0 ? thickness_at(work, end, o, inward) : first;
        abVec3 across = ab_cross(ab_sub(x[1], x[0]), ab_sub(x[2], x[0]));
        add_moments(region, fmax(0.0, 0.5 * ab_dot(region->normal, across)), x, g);
    }
}

// Outward from the mesh, in the frame of the shape.
static abVec3 normal_of(const Work *work, const abPenetratingTriangle *region) {
    double size = ab_norm(region->area);
    return size > 1e-3 * region->amount
               ? ab_scale(1.0 / size, region->area)
               : ab_mul(work->X_SM.R, work->surface->normals[region->triangle]);
}

// Of the segment from a to b the point that is nearest to zero.
static abVec3 nearest_to_zero(abVec3 a, abVec3 b) {
    abVec3 d = ab_sub(b, a);
    double length2 = ab_norm2(d);
    double share = length2 > 0.0 ? ab_clamp(-ab_dot(a, d) / length2, 0.0, 1.0) : 0.0;
    return ab_add_scaled(a, share, d);
}

static abVec3 normal_at(const Work *work, abVec3 x) {
    return ab_shape_closest_point(work->shape, x).normal;
}

// Three walls hold the deepest point within a triangle of normal m: two with the normals n_1 and
// n_2, and one where the depth below both would grow most. Of the three the mean that is along m.
static void grow_within(const Work *work, abVec3 x, double step, abVec3 m, abRegionDeepest *out) {
    abVec3 n_1 = out->wall[0], n_2 = out->wall[1];
    abVec3 t_1 = ab_add_scaled(n_1, -ab_dot(m, n_1), m);
    abVec3 t_2 = ab_add_scaled(n_2, -ab_dot(m, n_2), m), rest = nearest_to_zero(t_1, t_2);
    double length = ab_norm(rest);
    if (!(length > s_feature)) {
        return;
    }
    abVec3 n_3 = normal_at(work, ab_add_scaled(x, -step / length, rest));
    abVec3 t_3 = ab_add_scaled(n_3, -ab_dot(m, n_3), m);
    double w_1 = ab_dot(m, ab_cross(t_2, t_3)), w_2 = ab_dot(m, ab_cross(t_3, t_1));
    double w_3 = ab_dot(m, ab_cross(t_1, t_2)), sum = w_1 + w_2 + w_3;
    if (!(w_1 * sum >= 0.0 && w_2 * sum >= 0.0 && w_3 * sum >= 0.0 && sum != 0.0)) {
        return;
    }
    abVec3 mean = ab_add_scaled(ab_add_scaled(ab_scale(w_1, n_1), w_2, n_2), w_3, n_3);
    out->growth = ab_scale(1.0 / sum, mean);
    out->wall[out->walls++] = n_3;
}

// How the depth of the deepest point of a triangle grows. On a side of it two walls of the shape
// may be equally near, in it two or three: then it moves along the side, or in the triangle, as both
// bodies move.
static void grow_at(const Work *work, int triangle, abVec3 x, abRegionDeepest *out) {
    abVec3 v[3], n = normal_at(work, x);
    ab_facet_corners(work->surface, triangle, &work->X_SM, v);
    abVec3 m = ab_mul(work->X_SM.R, work->surface->normals[triangle]);
    abVec3 e = ab_add_scaled(n, -ab_dot(m, n), m); // in the triangle
    int sides = 0;
    for (int i = 0; i < 3; i++) {
        abVec3 side = ab_unit(ab_sub(v[(i + 1) % 3], v[i])), in = ab_cross(m, side);
        double height = ab_dot(in, ab_sub(v[(i + 2) % 3], v[i]));
        if (ab_dot(in, ab_sub(x, v[i])) <= s_feature * height) {
            e = side;
            sides++;
        }
    }
    double length = ab_norm(e), step = s_beside * work->depth;
    out->growth = out->wall[0] = sides == 0 && !(length > s_feature) ? ab_neg(m) : n;
    out->walls = 1;
    if (sides > 1 || !(length > s_feature)) {
        return;
    }
    e = ab_scale(1.0 / length, e);
    abVec3 ahead = normal_at(work, ab_add_scaled(x, step, e));
    abVec3 behind = normal_at(work, ab_add_scaled(x, -step, e));
    if (ab_dot(ahead, e) > 0.0 && ab_dot(behind, e) < 0.0) {
        out->growth = ab_region_growth_across(ahead, behind, e, n);
        out->wall[0] = ahead, out->wall[1] = behind, out->walls = 2;
        if (sides == 0) {
            grow_within(work, x, step, m, out);
        }
    }
}

static bool is_flat(const abShape *shape) {
    bool has_faces = shape->kind == AB_SHAPE_PLANE || shape->kind == AB_SHAPE_BOX ||
                     shape->kind == AB_SHAPE_HULL;
    return has_faces && shape->radius == 0.0;
}

// Whether a normal of the shape can jump from wall to wall.
static bool has_walls(const abShape *shape) {
    return !shape->is_sphere && shape->kind != AB_SHAPE_PLANE &&
           shape->kind != AB_SHAPE_ELLIPSOID && shape->kind != AB_SHAPE_CAPSULE;
}

// Whether a line or face of the shape can lie flat within a triangle. A mesh lies on a plane with
// its own corners.
static bool may_lie(const abShape *shape) {
    return !shape->is_sphere && shape->kind != AB_SHAPE_PLANE && shape->kind != AB_SHAPE_ELLIPSOID;
}

// Of a point of the mesh: how clear it is of the next wall of a shape with flat faces. It is looked
// for where the normal of the region, which has all of them, leans to.
static double clear_of_shape(const Work *work, abVec3 normal, const abRegionDeepest *deepest) {
    abVec3 way = ab_add(normal, ab_unit(deepest->growth));
    double off = ab_norm(way), length = s_aside * deepest->depth;
    if (!(off > s_leans)) {
        return 1.0;
    }
    abVec3 x = ab_add_scaled(deepest->p, -length / off, way);
    abClosest at = ab_shape_closest_point(work->shape, x);
    double depth = ab_dot(at.normal, ab_sub(x, deepest->p)) - at.distance;
    return ab_region_clear_of(deepest, at.normal, depth);
}

static abRegionDeepest deepest_of_mesh(const Work *work, const abPenetratingTriangle *region,
                                       abVec3 x) {
    abRegionDeepest deepest = {.depth = region->depth,
                               .p = x,
                               .has_walls = has_walls(work->shape),
                               .may_lie = may_lie(work->shape)};
    grow_at(work, region->deepest_triangle, x, &deepest);
    deepest.middle = ab_add_scaled(x, 0.5 * region->depth, ab_unit(deepest.growth));
    deepest.clear = is_flat(work->shape) ? clear_of_shape(work, region->normal, &deepest) : 0.0;
    return deepest;
}

// Of a point of the shape: how clear it is of the other walls of the mesh that are in its region.
static double clear_of_mesh(const Work *work, int root, const abRegionDeepest *deepest) {
    abRegionWorkspace *workspace = work->workspace;
    double clear = 1.0;
    for (int i = 0; i < (int)workspace->count; i++) {
        const abPenetratingTriangle *part = &workspace->penetrating[i];
        if (part->count >= 3 && ab_region_root(workspace, i) == root) {
            abVec3 n = ab_neg(ab_mul(work->X_SM.R, work->surface->normals[part->triangle]));
            double depth = ab_dot(n, ab_sub(deepest->p, workspace->corners[part->first]));
            clear = ab_min(clear, ab_region_clear_of(deepest, n, depth));
        }
    }
    return clear;
}

// A point p of the shape itself, below a wall of the mesh.
static abRegionDeepest deepest_of_shape(const Work *work, int root, double depth, abVec3 p,
                                        abVec3 growth) {
    abVec3 middle = ab_add_scaled(p, -0.5 * depth, growth);
    abRegionDeepest deepest = ab_region_deepest_at(depth, p, middle, growth);
    deepest.clear = clear_of_mesh(work, root, &deepest);
    return deepest;
}

// How deep the shape's own points are in this region of the mesh, if that is deeper.
static void take_dip(const Work *work, int root, abVec3 n, abRegionDeepest *deepest) {
    if (work->shape->kind == AB_SHAPE_PLANE) {
        return;
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
    int place = dip.triangle >= 0 ? work->workspace->place[0][dip.triangle] : 0;
    if (place > 0 && ab_region_root(work->workspace, place - 1) == root &&
        -dip.distance > deepest->depth) {
        abVec3 p = ab_pose_point(work->X_SM, dip.p), growth = ab_neg(ab_mul(work->X_SM.R, dip.n));
        *deepest = deepest_of_shape(work, root, -dip.distance, p, growth);
    }
}

// Of the deepest region: that of the pair, which knows all of the shape's own points, and places on
// the mesh to rounding.
static abRegionDeepest deepest_of_pair(const Work *work, int root, const abPose *X_WS,
                                       const abProximity *at) {
    const abPenetratingTriangle *region = &work->workspace->penetrating[root];
    if (region->depth >= work->depth * (1.0 - 2.0 * LOW_SLACK)) {
        abVec3 x = ab_pose_point_inverse(*X_WS, at->p_B_W);
        bool is_there = ab_norm(ab_sub(x, region->deepest)) <= s_same * work->depth;
        return deepest_of_mesh(work, region, is_there ? x : region->deepest);
    }
    return deepest_of_shape(work, root, work->depth, ab_pose_point_inverse(*X_WS, at->p_A_W),
                            ab_mul_t(X_WS->R, at->n_AB_W));
}

static abVec3 point_of(const Work *work, const abPenetratingTriangle *region, abVec3 n,
                       double depth) {
    if (work->shape->is_sphere) {
        return ab_scale(-(work->shape->bound - 0.5 * depth), n);
    }
    bool has_volume = region->volume > 1e-9 * region->amount * region->depth;
    abVec3 p =
        has_volume ? ab_add_scaled(work->o, 1.0 / region->volume, region->moment) : region->deepest;
    return ab_add_scaled(p, -0.5 * depth, n);
}

int ab_regions_of_shape(abRegionWorkspace *workspace, const abShape *shape, const abPose *X_WS,
                        const abShape *mesh, const abPose *X_WM, const abProximity *deepest,
                        abPatchPoint points[AB_PATCH_MAX]) {
    int roots[AB_REGIONS_MAX], first = 0, added = 0;
    abRegionDeepest deep[AB_REGIONS_MAX] = {0};
    abVec3 o = ab_proximity_middle(deepest);
    Work work = {.workspace = workspace,
                 .shape = shape,
                 .surface = mesh->surface,
                 .X_SM = {ab_mat3_t_mul(X_WS->R, X_WM->R), ab_pose_point_inverse(*X_WS, X_WM->p)},
                 .depth = -deepest->distance,
                 .slack = is_flat(shape) ? FLAT_SLACK : CUT_SLACK,
                 .o = ab_pose_point_inverse(*X_WS, o)};
    if (!ab_region_begin(workspace, mesh->surface, NULL)) {
        return 0;
    }
    gather(&work);
    int count = work.is_full ? 0 : ab_region_sum(workspace, roots, AB_REGIONS_MAX);
    for (int i = 0; i < count; i++) {
        abPenetratingTriangle *region = &workspace->penetrating[roots[i]];
        region->normal = normal_of(&work, region);
        if (count > 1) {
            deep[i] = deepest_of_mesh(&work, region, region->deepest);
            take_dip(&work, roots[i], region->normal, &deep[i]);
        }
        first = deep[i].depth > deep[first].depth ? i : first;
    }
    for (size_t i = 0; i < workspace->count && count > 0 && !shape->is_sphere; i++) {
        if (workspace->penetrating[i].count >= 3) {
            weigh(&work, &workspace->penetrating[i],
                  &workspace->penetrating[ab_region_root(workspace, (int)i)]);
        }
    }
    for (int i = 0; i < count; i++) {
        const abPenetratingTriangle *region = &workspace->penetrating[roots[i]];
        // the deepest region is as deep as the pair
        double depth = i == first ? work.depth : deep[i].depth;
        abVec3 p = point_of(&work, region, region->normal, depth);
        abPatchPoint point = {.p_W = ab_pose_point(*X_WS, p),
                              .n_AB_W = ab_neg(ab_mul(X_WS->R, region->normal)),
                              .depth = depth,
                              .weight = 1.0,
                              .area = ab_norm(region->area),
                              .id = region->triangle};
        abRegionCross cross = {0};
        if (!shape->is_sphere) {
            cross = ab_region_cross(region, region->normal);
        }
        if (i == first) {
            deep[i] = deepest_of_pair(&work, roots[i], X_WS, deepest);
        }
        double share =
            ab_region_alone(workspace, roots[i], &deep[i], ab_neg(region->normal), &cross);
        point.deep_W = ab_pose_point(*X_WS, deep[i].p);
        point.deep_n_AB_W = ab_mul(X_WS->R, deep[i].growth);
        ab_region_go_to(ab_pose_point(*X_WS, deep[i].middle), point.deep_n_AB_W, share, &point);
        if (shape->is_sphere) {
            points[added++] = point;
            continue;
        }
        cross.arm[0] = ab_mul(X_WS->R, cross.arm[0]);
        cross.arm[1] = ab_mul(X_WS->R, cross.arm[1]);
        ab_region_add(points, &added, &point, &cross);
    }
    ab_region_end(workspace);
    return added;
}
