// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// region_deepest.c - how far the deepest point of a region stands alone.
//
// With d the depth of the region and d_t that of the deepest point of each of its triangles, which
// is r_t beside the deepest one of all,
//
//   e = max (d_t/d) min(1, r_t/(k r)),   c = min(1, (1 - e)/(1 - e_0))                     (1)
//
// of the force acts at the deepest point, r the radius of a disc of the region's area. At a corner or
// on an edge all triangles that meet there have one deepest point, and c = 1 until another place is
// half as deep. In a hollow, on a flat face and over many small triangles c goes to 0.
//
// The triangles do not tell where a line or face of a shape lies within one of them: there c is less
// the flatter the overlap is. Nor do they tell that the next wall of the other body is as near to the
// deepest point: then the region's normal, which has both, leans from that of the nearest one. Where it
// does, c is less the nearer the point is to where both walls are as near,
//
//   c <= min (d_2 - d_1)/(|n_2 - n_1| s d)                                                 (2)
//
// over the walls of flat shapes and meshes; between walls that are curved, or on an edge of two meshes
// that is held by two walls, c is 0 where the normal leans. And c
// is 0 where d is small beside r: so blunt a corner is one of the facets of a round surface.
//
// Limits  c changes with the pose, and where it is neither 0 nor 1 the force is not a slope.
// Source  ours; docs/theory/mesh_contact.md.

#include "collide/region/region_deepest.h"

#include "collide/region/tolerances.def"
#include "math/core/bounds.h"

static double beside(abVec3 p, abVec3 q, abVec3 normal) {
    abVec3 d = ab_sub(p, q);
    return ab_norm(ab_add_scaled(d, -ab_dot(normal, d), normal));
}

double ab_region_alone(abRegionWorkspace *workspace, int root, const abRegionDeepest *deepest,
                       abVec3 normal, const abRegionCross *cross) {
    double flat = ab_max(cross->flat[0], cross->flat[1]), e = 0.0;
    double share = deepest->may_lie ? ab_clamp((1.0 - flat) / (1.0 - s_lies), 0.0, 1.0) : 1.0;
    double area = ab_norm(workspace->penetrating[root].area);
    double radius = sqrt(area * (1.0 / 3.14159265358979324)), near = s_near * radius;
    share *= ab_clamp(deepest->depth / (s_blunt * radius) - 1.0, 0.0, 1.0);
    if (!(near > 0.0 && deepest->depth > 0.0)) {
        return 0.0;
    }
    for (int i = 0; i < (int)workspace->count && share > 0.0; i++) {
        const abPenetratingTriangle *part = &workspace->penetrating[i];
        if (part->own_depth > e * deepest->depth && ab_region_root(workspace, i) == root) {
            double away = beside(part->own_deepest, deepest->p, normal) / near;
            e = ab_max(e, part->own_depth / deepest->depth * ab_min(1.0, away));
        }
    }
    share *= ab_clamp((1.0 - e) / (1.0 - s_alone), 0.0, 1.0);
    double off = deepest->has_walls ? ab_norm(ab_sub(ab_unit(deepest->growth), normal)) : 0.0;
    return share * ab_max(deepest->clear, ab_clamp(2.0 - off / s_leans, 0.0, 1.0));
}

// (2): so far the point is from where walls with the normals n_1 and n_2 are as near.
double ab_region_clear_of(const abRegionDeepest *deepest, abVec3 normal, double depth) {
    double way = INFINITY;
    for (int i = 0; i < deepest->walls; i++) {
        double apart = ab_norm(ab_sub(normal, deepest->wall[i]));
        if (!(apart > s_feature)) {
            return 1.0; // that wall itself
        }
        way = ab_min(way, (depth - deepest->depth) / apart);
    }
    return ab_clamp(way / (s_aside * deepest->depth), 0.0, 1.0);
}

void ab_region_go_to(abVec3 middle, abVec3 growth, double share, abPatchPoint *point) {
    double slope = ab_norm(growth);
    if (!(share > 0.0 && slope > 0.0)) {
        return;
    }
    abVec3 n = ab_scale(1.0 / slope, growth);
    point->p_W = ab_add_scaled(point->p_W, share, ab_sub(middle, point->p_W));
    point->n_AB_W = ab_unit(ab_add_scaled(point->n_AB_W, share, ab_sub(n, point->n_AB_W)));
    point->slower = share * (1.0 - slope);
}

abVec3 ab_region_growth_across(abVec3 n_1, abVec3 n_2, abVec3 e, abVec3 otherwise) {
    double a = ab_dot(n_1, e), b = ab_dot(n_2, e);
    bool is_between = (a > 0.0 && b < 0.0) || (a < 0.0 && b > 0.0);
    return is_between ? ab_scale(1.0 / (a - b), ab_sub(ab_scale(a, n_2), ab_scale(b, n_1)))
                      : otherwise;
}
