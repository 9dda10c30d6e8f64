// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// pair_points.c - the points that carry a contact pair: of its patch, its regions, or the deepest alone.

#include "mechanics/contact/pair_points.h"
#include "collide/broad/patch_point.h"
#include "collide/broad/proximity.h"
#include "collide/patch/curvature.h"
#include "collide/patch/patch.h"
#include "collide/patch/patch_blunt.h"
#include "collide/planar/curve_lens.h"
#include "collide/planar/curve_pairs.h"
#include "collide/planar/outline_pairs.h"
#include "collide/region/region.h"
#include "mechanics/contact/contact_area.h"
#include "mechanics/contact/contact_contours.h"
#include "mechanics/contact/contact_regions.h"
#include "mechanics/contact/contact_set.h"
#include "mechanics/state/place.h"

// Points of a patch lie at heights that differ by their depths. Where they stick exactly, two of
// them would keep a body from tilting, so such points are moved along the normal to one height.
static void level_at(abVec3 p, abVec3 n, abPatchPoint *points, int count) {
    for (int i = 0; i < count; i++) {
        double height =
            ab_dot(points[i].n_AB_W, n) > 0.999 ? ab_dot(ab_sub(p, points[i].p_W), n) : 0.0;
        points[i].p_W = ab_add_scaled(points[i].p_W, height, n);
    }
}

// Likewise of regions, at their middle by weight and depth: the normal of the pair is of one of the
// faces beside the deepest place, and where edges cross, two are as near.
static void level_regions(abPatchPoint *points, int count) {
    abVec3 way = {0.0, 0.0, 0.0}, normal = {0.0, 0.0, 0.0};
    double whole = 0.0;
    for (int i = 0; i < count; i++) {
        double share = points[i].weight * points[i].depth;
        way = ab_add_scaled(way, share, ab_sub(points[i].p_W, points[0].p_W));
        normal = ab_add_scaled(normal, share, points[i].n_AB_W);
        whole += share;
    }
    if (whole > 0.0 && ab_norm2(normal) > 0.0) {
        abVec3 middle = ab_add_scaled(points[0].p_W, 1.0 / whole, way);
        level_at(middle, ab_unit(normal), points, count);
    }
}

// The points of a patch that carry; what has an area only is for laws that count areas.
static int keep_carrying(abPatchPoint *points, int count) {
    int kept = 0;
    for (int i = 0; i < count; i++) {
        if (points[i].weight != 0.0) {
            points[kept++] = points[i];
        }
    }
    return kept;
}

const abShape *ab_contact_pair_shape(const abMechanics *m, const abContactPair *pair, int shape) {
    const abBodyShape *own = &m->model->shapes[shape];
    return pair->data->by_hulls && own->hull != NULL ? own->hull : &own->shape;
}

bool ab_contact_pair_has_features(const abMechanics *m, const abContactPair *pair) {
    const abPairData *data = pair->data;
    const abShape *A = &m->model->shapes[pair->shape_a].shape;
    const abShape *B = &m->model->shapes[pair->shape_b].shape;
    bool is_planar = data->is_outline || (A->curve != NULL && B->curve != NULL);
    return !is_planar && !data->contours.is_set && !data->has_regions && !data->wants_area &&
           !data->is_rigid;
}

// Whether shapes touch in an ellipse or along a line, as their curvatures say: one contact for the
// law. Flat faces, edges and corners say nothing.
static bool is_curved(const abShape *A, const abPose *X_WA, const abShape *B, const abPose *X_WB,
                      const abProximity *at) {
    abRelativeCurvature found;
    return ab_relative_curvature(A, X_WA, B, X_WB, at, &found) && ab_is_curved(&found);
}

static int outlines_points(const abMechanics *m, const abShape *A, const abPose *X_WA,
                           const abShape *B, const abPose *X_WB, const abProximity *at,
                           abPatchPoint points[AB_PATCH_MAX]) {
    int count = ab_outlines_points(&m->contacts->outlines, A, X_WA, B, X_WB, points);
    return ab_patch_outline_shares(at, points, count);
}

// The points of two shapes; `alone`: with weights as each has them alone.
static int points_of(const abMechanics *m, const abContactPair *pair, const abPose *X_WA,
                     const abPose *X_WB, const abProximity *at, bool alone,
                     abPatchPoint points[AB_PATCH_MAX]) {
    const abPairData *data = pair->data;
    const abShape *A = ab_contact_pair_shape(m, pair, pair->shape_a);
    const abShape *B = ab_contact_pair_shape(m, pair, pair->shape_b);
    if (data->by_curvature && is_curved(A, X_WA, B, X_WB, at)) {
        return 0;
    }
    bool by_law = ab_contact_pair_has_features(m, pair);
    bool is_curves = A->curve != NULL && B->curve != NULL;
    bool is_outlines = A->outline != NULL && B->outline != NULL;
    int count = data->contours.is_set ? ab_contact_pair_contours(m, pair, X_WA, X_WB, at, points)
                : is_curves ? ab_curves_points(&m->contacts->curves, A, X_WA, B, X_WB, 0.0, points)
                : is_outlines       ? outlines_points(m, A, X_WA, B, X_WB, at, points)
                : data->has_regions ? ab_regions(m->contacts->regions, A, X_WA, B, X_WB, at, points)
                : !by_law           ? ab_patch_shares(A, X_WA, B, X_WB, at, points)
                : alone             ? ab_patch_features(A, X_WA, B, X_WB, at, points)
                        : ab_patch_of_law(A, X_WA, B, X_WB, at, data->energy_power, points);
    if (data->at_centroids) {
        ab_curve_centroids(A, X_WA, B, X_WB, points, count);
    }
    if (ab_friction_is_exact(data->interaction->friction)) {
        if (data->has_regions) {
            level_regions(points, count);
        } else {
            level_at(ab_proximity_middle(at), at->n_AB_W, points, count);
        }
    }
    return data->wants_area ? ab_contact_keep_areas(points, count) : keep_carrying(points, count);
}

int ab_contact_pair_shares(const abMechanics *m, const abContactPair *pair, const abPose *X_WA,
                           const abPose *X_WB, const abProximity *at,
                           abPatchPoint points[AB_PATCH_MAX]) {
    return points_of(m, pair, X_WA, X_WB, at, true, points);
}

int ab_contact_pair_patch(const abMechanics *m, const abContactPair *pair, const abPose *X_WA,
                          const abPose *X_WB, const abProximity *at,
                          abPatchPoint points[AB_PATCH_MAX]) {
    int count = points_of(m, pair, X_WA, X_WB, at, false, points);
    if (pair->data->is_outline) {
        ab_patch_blunt(points, count, pair->data->energy_power);
    }
    return count;
}

int ab_contact_pair_find_patch(const abMechanics *m, const abContactPair *pair,
                               const abProximity *at, abPatchPoint points[AB_PATCH_MAX]) {
    abPose storage[2];
    int count =
        ab_contact_pair_patch(m, pair, ab_mechanics_shape_pose(m, pair->shape_a, &storage[0]),
                              ab_mechanics_shape_pose(m, pair->shape_b, &storage[1]), at, points);
    if (ab_contact_pair_keeps_regions(pair)) {
        ab_regions_name(m, pair, points, count);
    }
    return count;
}

abPatchPoint ab_deepest_point(const abProximity *at) {
    return (abPatchPoint){.p_W = ab_proximity_middle(at),
                          .n_AB_W = at->n_AB_W,
                          .depth = -at->distance,
                          .weight = 1.0};
}

int ab_contact_pair_points(const abMechanics *m, const abContactPair *pair, const abProximity *at,
                           abPatchPoint points[AB_PATCH_MAX]) {
    int count = pair->data->has_patch ? ab_contact_pair_find_patch(m, pair, at, points) : 0;
    if (count == 0) {
        points[count++] = ab_deepest_point(at);
    }
    return count;
}

int ab_points_fingerprint(const abPatchPoint *points, int count) {
    uint32_t hash = (uint32_t)count;
    for (int i = 0; i < count; i++) {
        hash += (uint32_t)(points[i].id + 2) * 2654435761u; // whatever their order
    }
    return (int)(hash >> 2) + 1;
}

// Corners of contours come and go where they share nothing; only how many regions there are
// matters.
static int count_of(const abContactPair *pair, const abPatchPoint *points, int count) {
    if (pair->data->interaction->friction->tangential != NULL) {
        return ab_points_fingerprint(points, count);
    }
    int regions = 0;
    for (int i = 0; i < count && pair->data->contours.is_set; i++) {
        regions += i == 0 || points[i].region != points[i - 1].region;
    }
    return pair->data->contours.is_set ? regions : count;
}

int ab_contact_pair_fingerprint(const abMechanics *m, const abContactPair *pair,
                                const abProximity *at) {
    if (!pair->data->has_patch) {
        return 0;
    }
    abPatchPoint points[AB_PATCH_MAX];
    int count = ab_contact_pair_find_patch(m, pair, at, points);
    return count_of(pair, points, count);
}

int ab_contact_pair_stage_regions(const abMechanics *m, const abContactPair *pair,
                                  const abProximity *at) {
    abPatchPoint points[AB_PATCH_MAX];
    int count = ab_contact_pair_find_patch(m, pair, at, points);
    ab_regions_stage(m, pair, points, count);
    return count_of(pair, points, count);
}

abProximity ab_contact_pair_site(const abMechanics *m, const abContactPair *pair,
                                 const abProximity *at) {
    abPatchPoint points[AB_PATCH_MAX];
    if (!pair->data->has_regions) {
        return *at;
    }
    int count = ab_contact_pair_find_patch(m, pair, at, points), first = 0;
    for (int i = 1; i < count; i++) {
        first = points[i].depth > points[first].depth ? i : first;
    }
    abProximity site = *at;
    site.n_AB_W = points[first].n_AB_W;
    site.p_A_W = site.p_B_W = points[first].p_W;
    return site;
}
