// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// point_candidates.c - the points at which two rigid shapes touch or nearly do.
//
// The patch of two shapes knows the points that overlap. Rigid shapes do not overlap, so B is moved
// a little into A along the normal, by the margin, and the gaps found are as much larger again.

#include <math.h>

#include "collide/broad/patch_point.h"
#include "collide/broad/proximity.h"
#include "collide/pairs/collide.h"
#include "collide/patch/patch.h"
#include "collide/planar/outline_contact.h"
#include "collide/planar/outline_scene.h"
#include "mechanics/contact/contact_set.h"
#include "mechanics/contact/point_candidates.h"
#include "mechanics/contact/tolerances.def"

static abPointCandidate nearest_points(const abProximity *at) {
    return (abPointCandidate){at->p_A_W, at->p_B_W, at->n_AB_W, at->distance, -1, NULL};
}

// Outlines know what meets.
static int outline_points(const abOutlineContacts *found, abPointCandidate points[AB_PATCH_MAX]) {
    for (int i = 0; i < found->count; i++) {
        const abOutlineContact *c = &found->list[i];
        points[i] = (abPointCandidate){c->a.p_W, c->b.p_W, c->n_AB_W, c->gap, c->id, c};
    }
    if (found->count == 0 && found->nearest.gap < 0.0) { // deeper than edges tell
        const abOutlineContact *c = &found->nearest;
        points[0] = (abPointCandidate){c->a.p_W, c->b.p_W, c->n_AB_W, c->gap, c->id, c};
        return 1;
    }
    return found->count;
}

static bool is_listed(const abPointCandidate *points, int count, const abPointCandidate *point,
                      double size) {
    bool any = false;
    for (int i = 0; i < count; i++) {
        any = any || ab_norm(ab_sub(points[i].p_A, point->p_A)) <= s_same * size;
    }
    return any;
}

// The patch of what overlaps may miss the point where shapes that are apart are nearest: features
// that meet there are then others. The list always has that point, as what searches for touches
// goes by it.
static int with_nearest(abPointCandidate *points, int count, const abProximity *at, double size) {
    const abPointCandidate nearest = nearest_points(at);
    double rounding = s_nearest * (size + ab_norm(at->p_A_W));
    int closest = 0;
    for (int i = 1; i < count; i++) {
        closest = points[i].gap < points[closest].gap ? i : closest;
    }
    if (count > 0 && points[closest].gap <= nearest.gap + rounding) {
        return count;
    }
    if (count == 0 || !is_listed(points, count, &nearest, size)) {
        if (count < AB_PATCH_MAX) {
            points[count++] = nearest;
        }
        return count;
    }
    for (int i = 0; i < count; i++) {
        if (is_listed(&points[i], 1, &nearest, size)) {
            points[i] = nearest;
            break;
        }
    }
    return count;
}

int ab_rigid_surface_points(const abMechanics *m, int shape_a, int shape_b, const abPose *X_WA,
                            const abPose *X_WB, abOutlineContacts *outlines,
                            abPointCandidate points[AB_PATCH_MAX]) {
    const abShape *A = &m->model->shapes[shape_a].shape, *B = &m->model->shapes[shape_b].shape;
    double size = fmin(A->bound, B->bound),
           margin = m->contacts->margin > 0.0 ? m->contacts->margin : s_margin * size;
    if ((A->outline != NULL || B->outline != NULL) && ab_has_outline_contacts(A, B)) {
        ab_outlines_contacts(&m->contacts->outlines, A, X_WA, B, X_WB, margin, outlines);
        return outline_points(outlines, points);
    }
    abProximity nearest, *at = &nearest;
    ab_proximity(A, X_WA, B, X_WB, at);
    points[0] = nearest_points(at);
    if (!ab_has_patch(A, B)) {
        return 1;
    }
    abVec3 move = ab_scale(-margin, at->n_AB_W);
    abPose X_B = {X_WB->R, ab_add(X_WB->p, move)};
    abProximity deeper = *at;
    deeper.distance -= margin;
    deeper.p_B_W = ab_add(at->p_B_W, move);
    abPatchPoint found[AB_PATCH_MAX];
    int count = deeper.distance < 0.0 ? ab_patch_shares(A, X_WA, B, &X_B, &deeper, found) : 0,
        kept = 0;
    for (int i = 0; i < count; i++) {
        const abPatchPoint *from = &found[i];
        abVec3 half = ab_scale(0.5 * from->depth, from->n_AB_W);
        abPointCandidate point = {.p_A = ab_add(from->p_W, half),
                                  .p_B = ab_sub(ab_sub(from->p_W, half), move),
                                  .n = from->n_AB_W,
                                  .id = from->id};
        point.gap = ab_dot(point.n, ab_sub(point.p_B, point.p_A));
        bool is_more = from->id < 0 && kept > 0; // what is there without weight
        if (!is_more && !is_listed(points, kept, &point, size)) {
            points[kept++] = point;
        }
    }
    return with_nearest(points, kept, at, size);
}
