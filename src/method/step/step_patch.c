// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// step_patch.c - the points of a pair that are near within a step: its patch where B is pushed into
// A by the margin, which is taken off again.
//
// What each of its points carries follows from how deep all of them are. That is first taken where the
// bodies would be in the middle of the step without contact. Where a step is a quarter of a contact,
// they are elsewhere: a face that falls flat onto another one and is held there has hardly touched with
// one corner, or has parted. So the weights are taken once more where the solution has the middle,
//
//   q_m = q_0 + h/4 (v_0 + v_1)                                                            (1)
//
// and the step is solved again if they store something else there. A patch weighs so that the sum of
// w dU is what it stores more (patch_deepest.c): with the weights of the middle a step errs by the third
// order in it.

#include <math.h>

#include "collide/broad/patch_point.h"
#include "collide/broad/proximity.h"
#include "collide/pairs/collide.h"
#include "collide/patch/patch_blunt.h"
#include "collide/patch/patch_deepest.h"
#include "collide/planar/curve_lens.h"
#include "collide/planar/curve_pairs.h"
#include "collide/region/contour_patch.h"
#include "mechanics/contact/contact_proximity.h"
#include "mechanics/contact/contact_set.h"
#include "mechanics/contact/pair_points.h"
#include "mechanics/state/place.h"
#include "method/step/step.h"
#include "method/step/step_energy.h"
#include "method/step/tolerances.def"

// The patch with B pushed into A along the normal.
static int pushed_patch(const abStep *step, const abContactPair *pair, const abStepPosed *posed,
                        const abProximity *at, double push, abPatchPoint points[AB_PATCH_MAX]) {
    abPose X_WB = *posed->X_WB;
    abProximity deeper = *at;
    abVec3 move = ab_scale(-push, at->n_AB_W);
    X_WB.p = ab_add(X_WB.p, move);
    deeper.p_B_W = ab_add(at->p_B_W, move);
    deeper.distance -= push;
    return ab_contact_pair_shares(step->mechanics, pair, posed->X_WA, &X_WB, &deeper, points);
}

typedef struct Plane {
    abVec3 centre, n;
} Plane;

// Over an edge the plane of a region leans by the push over the width, as side walls come in. What
// it leans by at half the push tells how it stands without any.
static int planes_at_half(const abStep *step, const abContactPair *pair, const abStepPosed *posed,
                          const abProximity *at, double push, Plane planes[AB_CONTOUR_REGIONS]) {
    if (at->distance > 0.5 * push) {
        return 0;
    }
    abPatchPoint points[AB_PATCH_MAX];
    int count = pushed_patch(step, pair, posed, at, 0.5 * push, points), found = 0;
    for (int i = 0; i < count; i++) {
        bool is_next =
            points[i].region >= 0 && (i == 0 || points[i].region != points[i - 1].region);
        if (is_next && found < AB_CONTOUR_REGIONS) {
            const abContourRegion *region =
                &step->mechanics->contacts->contours->regions[points[i].region];
            planes[found++] = (Plane){region->centre_W, region->n_AB_W};
        }
    }
    return found;
}

static void stand_upright(const abContours *contours, const Plane *planes, int count,
                          abPatchPoint *point) {
    const Plane *nearest = NULL;
    double minimum = INFINITY;
    for (int i = 0; i < count && point->region >= 0; i++) {
        abVec3 displacement = ab_sub(planes[i].centre, contours->regions[point->region].centre_W);
        if (ab_norm2(displacement) < minimum) {
            minimum = ab_norm2(displacement);
            nearest = &planes[i];
        }
    }
    if (nearest != NULL && ab_dot(nearest->n, point->n_AB_W) > 0.9) {
        point->n_AB_W = ab_unit(ab_sub(ab_scale(2.0, nearest->n), point->n_AB_W));
    }
}

// Whether faces lie on each other within all regions of the contours.
static bool are_flat(const abContours *contours) {
    bool flat = contours->region_count > 0;
    for (size_t r = 0; r < contours->region_count; r++) {
        const abContourRegion *region = &contours->regions[r];
        flat = flat && region->flat[0][0] + region->flat[1][1] > 2.0 - s_flat;
    }
    return flat;
}

// Faces that press by a law and rock lift corners and set them down within a step. So the corners
// within the margin are rows too. What is round has none.
static bool has_margin(const abStep *step, const abContactPair *pair, const abStepPosed *posed,
                       const abProximity *at, double push, abPatchPoint points[AB_PATCH_MAX]) {
    if (pair->data->is_rigid || at->distance > push) {
        return pair->data->is_rigid;
    }
    pushed_patch(step, pair, posed, at, push, points);
    return are_flat(step->mechanics->contacts->contours);
}

// Of a law the points of each region, with all its corners within the margin, as they share the
// force without it.
static void share_depths(const abContours *contours, double push, abVec3 n, abPatchPoint *points,
                         int count) {
    for (int first = 0, end = 0; first < count; first = end) {
        while (end < count && points[end].region == points[first].region) {
            end++;
        }
        if (points[first].region < 0) {
            continue;
        }
        const abContourRegion *region = &contours->regions[points[first].region];
        double off = push * ab_dot(region->n_AB_W, n);
        for (int i = first; i < end; i++) {
            points[i].depth = ab_contour_thickness(region, points[i].p_W) - off;
        }
        ab_contour_share_depth(points + first, (size_t)(end - first), region->depth - off);
        for (int i = first; i < end; i++) {
            points[i].depth += off; // taken off with that of all points
        }
    }
}

// ---- curves ----

// Of plane curves the places where they are near each other, as they are: pushed together by the
// margin, teeth would go through each other.
static int find_curve_points(const abStep *step, const abContactPair *pair,
                             const abStepPosed *posed, abPatchPoint points[AB_PATCH_MAX]) {
    const abBodyShape *shapes = step->mechanics->model->shapes;
    const abShape *A = &shapes[pair->shape_a].shape, *B = &shapes[pair->shape_b].shape;
    int count = ab_curves_points(&step->mechanics->contacts->curves, A, posed->X_WA, B, posed->X_WB,
                                 posed->margin, points);
    if (pair->data->at_centroids) {
        ab_curve_centroids(A, posed->X_WA, B, posed->X_WB, points, count);
    }
    return count;
}

static bool are_curves(const abModel *model, const abContactPair *pair) {
    return model->shapes[pair->shape_a].shape.curve != NULL &&
           model->shapes[pair->shape_b].shape.curve != NULL;
}

// ---- outlines ----

// What corners carry together is a matter of how deep they are without the margin; of what is only
// near, with it.
static void carry_together(const abContactPair *pair, double push, abPatchPoint *points,
                           int count) {
    double deepest = 0.0;
    for (int i = 0; i < count; i++) {
        deepest = fmax(deepest, points[i].depth);
    }
    double more = deepest > 0.0 ? 0.0 : push;
    for (int i = 0; i < count; i++) {
        points[i].depth += more;
    }
    ab_patch_blunt(points, count, pair->data->energy_power);
    for (int i = 0; i < count; i++) {
        points[i].depth -= more;
    }
}

// ---- the deepest point ----

// What features carry together and what the deepest point does is likewise a matter of depths
// without the margin. Those of a law too stiff for the step are rounding, and with it.
static int carry_with_deepest(const abContactPair *pair, const abProximity *at, double push,
                              bool is_stiff, abPatchPoint *points, int count) {
    double depth = -at->distance;
    for (int i = 0; i < count; i++) {
        depth = fmax(depth, points[i].depth);
    }
    double more = depth > 0.0 && !is_stiff ? 0.0 : push;
    abProximity deepest = *at;
    deepest.distance = -(depth + more);
    for (int i = 0; i < count; i++) {
        points[i].depth += more;
    }
    count = ab_patch_with_deepest(&deepest, pair->data->energy_power, points, count);
    for (int i = 0; i < count; i++) {
        bool is_deepest = points[i].id < 0;
        points[i].depth = is_deepest ? -at->distance : points[i].depth - more;
    }
    return count;
}

// ---- the nearest point ----

static bool is_solid(const abModel *model, const abContactPair *pair) {
    const abShape *A = &model->shapes[pair->shape_a].shape,
                  *B = &model->shapes[pair->shape_b].shape;
    return A->outline == NULL && B->outline == NULL && A->curve == NULL && B->curve == NULL;
}

// Pushed in by the margin, a round edge of a face is carried at a few corners. The nearest point without
// the push may lie between two of them. It is one too, with what they lack there of one contact, as
// add_deepest in patch.c has it. Points that are no more than `beside` above it carry for it.
static int add_nearest(const abProximity *at, double rounding, double beside, abPatchPoint *points,
                       int count) {
    double depth = -at->distance, most = -INFINITY, there = 0.0;
    double more = beside + fmax(0.0, -depth); // what is apart is taken as it will touch
    for (int i = 0; i < count; i++) {
        double share = 4.0 * (points[i].depth + more) / (depth + more);
        most = fmax(most, points[i].depth);
        there += points[i].weight * fmax(0.0, fmin(1.0, share));
    }
    if (count == 0 || count == AB_PATCH_MAX || depth - most <= rounding || there >= 1.0) {
        return count;
    }
    points[count] = (abPatchPoint){.p_W = ab_proximity_middle(at),
                                   .n_AB_W = at->n_AB_W,
                                   .depth = depth,
                                   .weight = 1.0 - there,
                                   .id = -1};
    return count + 1;
}

// ---- all ----

int ab_step_patch(const abStep *step, const abStepPairCache *cache, const abStepPosed *posed,
                  abPatchPoint points[AB_PATCH_MAX]) {
    const abContactPair *pair = &cache->pair;
    const abProximity *at = &cache->at;
    if (are_curves(step->mechanics->model, pair) && !pair->data->wants_area) {
        return find_curve_points(step, pair, posed, points);
    }
    double bound = ab_step_smaller_bound(step, pair);
    double margin = fmin(posed->margin, 0.05 * bound);
    bool has_planes = pair->data->contours.is_set && !pair->data->wants_area &&
                      has_margin(step, pair, posed, at, margin, points);
    bool is_pushed = !pair->data->has_regions || has_planes;
    double push = is_pushed ? margin : 0.0;
    if (at->distance > push) {
        return 0;
    }
    Plane planes[AB_CONTOUR_REGIONS];
    int plane_count = has_planes ? planes_at_half(step, pair, posed, at, push, planes) : 0;
    int count = pushed_patch(step, pair, posed, at, push, points);
    if (count == 0 && pair->data->by_curvature) {
        return 0;
    }
    if (has_planes && !pair->data->is_rigid) {
        share_depths(step->mechanics->contacts->contours, push, at->n_AB_W, points, count);
    }
    for (int i = 0; i < count; i++) {
        if (has_planes) {
            stand_upright(step->mechanics->contacts->contours, planes, plane_count, &points[i]);
        }
        points[i].depth -= push * ab_dot(points[i].n_AB_W, at->n_AB_W);
        points[i].p_W = ab_add_scaled(points[i].p_W, 0.5 * push, at->n_AB_W);
    }
    for (int i = 0; i < count && !pair->data->is_rigid; i++) {
        points[i].depth /= 1.0 - points[i].slower; // the way along the normal
    }
    if (pair->data->is_outline) {
        carry_together(pair, push, points, count);
    }
    bool has_deepest = false;
    if (ab_contact_pair_has_features(step->mechanics, pair)) {
        bool is_stiff = ab_step_is_stiff(step, cache);
        count = carry_with_deepest(pair, at, push, is_stiff, points, count);
        has_deepest = !is_stiff || points[count - 1].id < 0;
    }
    if (!has_deepest && is_pushed && !has_planes && is_solid(step->mechanics->model, pair)) {
        double rounding = s_nearest * (bound + ab_norm(at->p_A_W));
        count = add_nearest(at, rounding, s_beside * push, points, count);
    }
    return count;
}

// ---- weights where the solution has the middle ----

// (1) of a shape that is placed in the middle without contact.
static abPose solved_pose(const abStep *step, int shape) {
    const abMechanics *m = step->mechanics;
    abPose workspace, X = *ab_mechanics_shape_pose(m, shape, &workspace);
    int body = m->model->shapes[shape].body;
    const abConeBody *end = &step->bodies[body];
    double quarter = 0.25 * step->h;
    abVec3 move = ab_scale(quarter, ab_sub(end->v, step->v0[body]));
    abVec3 turn = ab_scale(quarter, ab_sub(end->w, step->w0[body]));
    abMat3 R = ab_quat_to_matrix(ab_quat_from_vector(turn));
    abVec3 center = ab_step_center(step, body), arm = ab_mul(R, ab_sub(X.p, center));
    return (abPose){.R = ab_mat3_mul(R, X.R), .p = ab_add(ab_add(center, move), arm)};
}

// Depth of a point there.
static double solved_depth(const abStep *step, const abStepPoint *point) {
    return point->depth + 0.25 * step->h * (point->rate - point->start_rate);
}

static bool may_weigh_otherwise(const abStep *step, const abStepPairCache *cache) {
    const abPairData *data = cache->pair.data;
    bool has_weights = ab_step_carries(cache) && data->has_patch && !data->has_regions &&
                       !data->has_skin && cache->count > 1;
    if (!has_weights || !cache->is_begun || cache->is_frozen || ab_step_is_stiff(step, cache)) {
        return false;
    }
    double deepest = 0.0, farthest = 0.0;
    for (int k = cache->first; k < cache->first + cache->count; k++) {
        const abStepPoint *point = &step->points[k];
        double depth = solved_depth(step, point);
        deepest = fmax(deepest, fmax(depth, point->depth));
        farthest = fmax(farthest, fabs(depth - point->depth));
    }
    return deepest > 0.0 && farthest > s_elsewhere * deepest;
}

// The patch where the solution has the middle; 0: there is none.
static int solved_patch(const abStep *step, const abStepPairCache *cache,
                        abPatchPoint points[AB_PATCH_MAX]) {
    const abContactPair *pair = &cache->pair;
    abStepPairCache there = *cache;
    abStepPosed posed;
    ab_step_pose_pair(step, cache, &posed);
    if (posed.ahead > 0.0) {
        return 0;
    }
    posed.workspace[0] = solved_pose(step, pair->shape_a);
    posed.workspace[1] = solved_pose(step, pair->shape_b);
    posed.X_WA = &posed.workspace[0];
    posed.X_WB = &posed.workspace[1];
    const abShape *A = ab_contact_pair_shape(step->mechanics, pair, pair->shape_a);
    const abShape *B = ab_contact_pair_shape(step->mechanics, pair, pair->shape_b);
    step->mechanics->proximity_calls++;
    ab_shapes_proximity(step->mechanics, A, posed.X_WA, B, posed.X_WB, &there.at);
    bool is_near = there.at.distance <= posed.margin;
    return is_near ? ab_step_patch(step, &there, &posed, points) : 0;
}

// The point that stands for one of the patch there: that of its name, or the nearest one.
static abStepPoint *point_for(abStep *step, const abStepPairCache *cache, const abPatchPoint *at) {
    abStepPoint *nearest = NULL;
    double minimum = INFINITY;
    for (int k = cache->first; k < cache->first + cache->count; k++) {
        abStepPoint *point = &step->points[k];
        double off = ab_norm2(ab_sub(point->p, at->p_W));
        if (point->id == at->id) {
            return point;
        }
        if (off < minimum) {
            minimum = off;
            nearest = point;
        }
    }
    return nearest;
}

static double stored_at_end(const abStep *step, const abStepPairCache *cache) {
    double stored = 0.0;
    for (int k = cache->first; k < cache->first + cache->count; k++) {
        const abStepPoint *point = &step->points[k];
        stored += ab_step_stored(step, point, ab_step_pressed_depth(step, point));
    }
    return stored;
}

// The deepest point is another place there; its depths at start and end are those of that place.
static void move_deepest(abStep *step, abStepPoint *point, const abPatchPoint *to) {
    ab_step_place_point(step, point, to->p_W, to->n_AB_W, to->depth);
    double rate = ab_step_end_rate(step->bodies, point);
    point->depth = to->depth - 0.25 * step->h * (rate - point->start_rate);
}

// Whether the points of a pair store something else by the weights that they have there.
static bool weigh(abStep *step, const abStepPairCache *cache) {
    abPatchPoint points[AB_PATCH_MAX];
    double weights[AB_PATCH_MAX];
    int count = solved_patch(step, cache, points);
    if (count == 0) {
        return false;
    }
    double before = stored_at_end(step, cache);
    for (int k = 0; k < cache->count; k++) {
        weights[k] = step->points[cache->first + k].weight;
        step->points[cache->first + k].weight = 0.0;
    }
    for (int i = 0; i < count; i++) {
        point_for(step, cache, &points[i])->weight += points[i].weight;
    }
    double after = stored_at_end(step, cache);
    bool differs = fabs(after - before) > s_weighs_otherwise * fmax(before, after);
    for (int k = 0; k < cache->count && !differs; k++) {
        step->points[cache->first + k].weight = weights[k];
    }
    for (int i = 0; i < count && differs; i++) {
        abStepPoint *point = point_for(step, cache, &points[i]);
        if (point->id < 0 && points[i].id < 0) {
            move_deepest(step, point, &points[i]);
        }
    }
    return differs;
}

bool ab_step_weigh(abStep *step) {
    bool any = false;
    for (size_t i = 0; i < step->phase.pair_count; i++) {
        const abStepPairCache *cache = &step->caches[step->phase.pairs[i].slot];
        any = (may_weigh_otherwise(step, cache) && weigh(step, cache)) || any;
    }
    return any;
}
