// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// patch_rims.c - bodies of revolution: which part of them meets which part of another body.
//
// An end stands on a face or on another end (patch_discs.c); a wall lies on a face, on an end or
// along another wall (patch_bars.c); a ring that lies flat on neither is a circle about the other
// body (patch_circle.c).

#include "collide/patch/patch_rims.h"

#include "collide/patch/patch_bars.h"
#include "collide/patch/patch_circle.h"
#include "collide/patch/patch_discs.h"
#include "collide/patch/patch_faces.h"
#include "collide/patch/patch_rim.h"

// The face of B towards A, seen along its normal m from A into B; false where it is none.
static bool face_below(const abPatch *patch, abOutline *face, abView *view, abVec3 *m) {
    if (!ab_outline_of_face(patch->B, patch->X_WB, ab_neg(patch->n), face)) {
        return false;
    }
    *m = ab_neg(face->normal);
    *view = ab_patch_view(*m);
    ab_outline_see(face, view);
    return ab_dot(*m, patch->n) >= 0.2;
}

void ab_patch_ring_face(abPatch *patch) {
    abOutline face;
    abView view;
    abVec3 m;
    if (!face_below(patch, &face, &view, &m)) {
        return;
    }
    abRim ring = ab_get_ring(patch->A, patch->X_WA, m);
    if (ab_dot(ring.axis, m) > 0.7) {
        ab_patch_disc_on_face(patch, &ring, &face, &view, m);
    }
}

// A bar of A, which lies on its wall or stands, on B.
static void bar_meets(abPatch *patch, const abRim A[2]) {
    abRim end[2];
    abOutline face;
    abView view;
    abVec3 m;
    bool stands = ab_stands_on_rim(A, patch->n);
    const abRim *front = ab_front_rim(A, patch->n);
    if (ab_get_round_end(patch->B, patch->X_WB, ab_neg(patch->n), end)) {
        if (!stands) {
            ab_patch_bar_on_bar(patch, A, end);
        } else if (front->radius > 0.0) {
            ab_patch_bar_on_flat(patch, end, false, NULL, front);
        }
    } else if (face_below(patch, &face, &view, &m)) {
        if (stands) {
            ab_patch_disc_on_face(patch, front, &face, &view, m);
        } else {
            ab_patch_bar_on_flat(patch, A, true, &face, NULL);
        }
    }
}

void ab_patch_rims_face(abPatch *patch) {
    abRim rims[2];
    ab_get_rims(patch->A, patch->X_WA, rims);
    bar_meets(patch, rims);
}

void ab_patch_two_faces(abPatch *patch) {
    abRim end[2];
    abOutline face;
    abView view;
    if (ab_get_round_end(patch->A, patch->X_WA, patch->n, end)) {
        bar_meets(patch, end);
    } else if (!ab_get_round_end(patch->B, patch->X_WB, ab_neg(patch->n), end)) {
        ab_patch_faces(patch);
    } else if (ab_outline_of_face(patch->A, patch->X_WA, patch->n, &face)) {
        view = ab_patch_view(ab_neg(face.normal));
        ab_outline_see(&face, &view);
        ab_patch_bar_on_flat(patch, end, false, &face, NULL);
    }
}

void ab_patch_ring_rims(abPatch *patch) {
    abVec3 n = patch->n;
    abRim ends[2], ring = ab_get_ring(patch->A, patch->X_WA, n);
    ab_get_rims(patch->B, patch->X_WB, ends);
    const abRim *end = ab_front_rim(ends, ab_neg(n));
    if (ab_dot(ring.axis, n) > 0.7 && -ab_dot(end->axis, n) > 0.7 && end->radius > 0.0) {
        ab_patch_ring_on_disc(patch, &ring, end);
    } else {
        ab_patch_ring_around(patch);
    }
}

// Does B, a capsule, touch the wall of the bore of A, a tube? Then gives A's rims that wall.
static bool is_in_bore(const abPatch *patch, abRim A[2], const abRim B[2]) {
    abVec3 off = ab_sub(ab_add(B[0].center, B[1].center), ab_add(A[0].center, A[1].center));
    if (patch->A->kind != AB_SHAPE_TUBE || patch->B->kind != AB_SHAPE_CAPSULE ||
        ab_dot(off, patch->n) >= 0.0) {
        return false;
    }
    A[0].radius = A[1].radius = -A[0].bore;
    return true;
}

void ab_patch_rims(abPatch *patch) {
    abRim A[2], B[2];
    ab_get_rims(patch->A, patch->X_WA, A);
    ab_get_rims(patch->B, patch->X_WB, B);
    bool A_stands = ab_stands_on_rim(A, patch->n);
    bool B_stands = ab_stands_on_rim(B, ab_neg(patch->n));
    const abRim *a = ab_front_rim(A, patch->n), *b = ab_front_rim(B, ab_neg(patch->n));
    if (A_stands && B_stands && a->radius > 0.0 && b->radius > 0.0) {
        ab_patch_disc_on_disc(patch, a, b);
    } else if (patch->A->kind == AB_SHAPE_TUBE && patch->B->kind == AB_SHAPE_CAPSULE &&
               fabs(ab_dot(A[0].axis, B[0].axis)) > 0.7 && ab_patch_mouth_around(patch)) {
        return;
    } else if (A_stands && !B_stands && a->radius > 0.0) {
        ab_patch_bar_on_flat(patch, B, false, NULL, a);
    } else if (!A_stands && B_stands && b->radius > 0.0) {
        ab_patch_bar_on_flat(patch, A, true, NULL, b);
    } else if (!A_stands && !B_stands) {
        patch->is_around = is_in_bore(patch, A, B);
        ab_patch_bar_on_bar(patch, A, B);
    }
}
