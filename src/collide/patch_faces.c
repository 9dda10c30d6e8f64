// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// patch_faces.c - a face on a face: the corners of what their outlines have in common.
//
// Both outlines are seen along the middle of the two normals and clipped [SutherlandHodgman1974],
// each edge remembering whose it is. Of the corners of the common outline
//   a corner of A   is as deep as it is below the face of B, along that face's normal,
//   a corner of B   likewise,
//   a crossing      has the depth between both faces along the middle normal.
// Near an outline the first two turn into the third, so that nothing jumps when a corner slides
// over an edge.

#include "collide/patch_parts.h"
#include "math/regularize.h"

enum { OF_B = AB_FEATURE_MAX, CLIPPED_MAX = 2 * AB_FEATURE_MAX };

// A corner of the common outline and whose edge leaves it: i of A, OF_B + i of B.
typedef struct Corner {
    abPoint2 at;
    int edge;
} Corner;

// Cuts off what is outside edge j of B. Returns the new count.
static int clip(const abOutline *B, int j, const Corner *in, int count, Corner *out) {
    abPoint2 e = ab_outline_edge(B, j), o = B->at[j];
    int kept = 0;
    for (int i = 0; i < count; i++) {
        const Corner *here = &in[i], *next = &in[i + 1 < count ? i + 1 : 0];
        double d = e.x * (here->at.y - o.y) - e.y * (here->at.x - o.x);
        double d_next = e.x * (next->at.y - o.y) - e.y * (next->at.x - o.x);
        double t = d / (d - d_next);
        abPoint2 cut = {here->at.x + t * (next->at.x - here->at.x),
                        here->at.y + t * (next->at.y - here->at.y)};
        if (d >= 0.0) {
            out[kept++] = *here;
        }
        if ((d >= 0.0) != (d_next >= 0.0) && kept < CLIPPED_MAX) {
            out[kept++] = (Corner){cut, d >= 0.0 ? OF_B + j : here->edge};
        }
        if (kept >= CLIPPED_MAX) {
            break;
        }
    }
    return kept;
}

static int common_outline(const abOutline *A, const abOutline *B, Corner corners[CLIPPED_MAX]) {
    Corner other[CLIPPED_MAX], *in = corners, *out = other;
    int count = A->count;
    for (int i = 0; i < count; i++) {
        corners[i] = (Corner){A->at[i], i};
    }
    for (int j = 0; j < B->count && count > 0; j++) {
        count = clip(B, j, in, count, out);
        Corner *swap = in;
        in = out, out = swap;
    }
    for (int i = 0; i < count && in != corners; i++) {
        corners[i] = in[i];
    }
    return count;
}

typedef struct Faces {
    abPatch *patch;
    abOutline A, B;
    abVec3 middle; // normal from A into B                                                   [1]
    abVec3 into_B; // of B's face
    abVec3 origin; // of the view
    abView view;
} Faces;

static abVec3 toward(abVec3 from, abVec3 to, double share) {
    return ab_unit(ab_add_scaled(ab_scale(1.0 - share, from), share, to));
}

// Where the line through p along m meets the plane through o with normal n.
static abVec3 on_plane(abVec3 p, abVec3 m, abVec3 o, abVec3 n) {
    return ab_add_scaled(p, ab_dot(ab_sub(o, p), n) / ab_dot(m, n), m);
}

// Weight of a corner of one body: its angle as seen where it meets the other outline; inside, that
// in its own plane, but not above 1.
static double corner_weight(double seen, double own, double inside) {
    return seen + (fmin(1.0, own) - seen) * inside;
}

static void add_corner(Faces *f, const Corner *corner, int before) {
    int edge = corner->edge;
    bool in_B = before >= OF_B, out_B = edge >= OF_B;
    abPoint2 d = in_B ? ab_outline_edge(&f->B, before - OF_B) : ab_outline_edge(&f->A, before);
    abPoint2 e = out_B ? ab_outline_edge(&f->B, edge - OF_B) : ab_outline_edge(&f->A, edge);
    double turn = ab_exterior_angle(d, e);
    abPatch *patch = f->patch;
    if (!in_B && !out_B && edge == (before + 1) % f->A.count) {
        double margin = ab_outline_margin(&f->B, f->A.at[edge]);
        double inside = ab_step(margin, 0.0, 0.0, patch->border, 1.0);
        double own = ab_outline_angle(&f->A, edge);
        abVec3 a = f->A.corner[edge], m = toward(f->middle, f->into_B, inside);
        abVec3 b = on_plane(a, m, f->B.corner[0], f->into_B);
        ab_patch_add(patch, a, b, m, corner_weight(turn, own, inside), edge);
    } else if (in_B && out_B && edge - OF_B == (before - OF_B + 1) % f->B.count) {
        double margin = ab_outline_margin(&f->A, f->B.at[edge - OF_B]);
        double inside = ab_step(margin, 0.0, 0.0, patch->border, 1.0);
        double own = ab_outline_angle(&f->B, edge - OF_B);
        abVec3 b = f->B.corner[edge - OF_B], m = toward(f->middle, f->A.normal, inside);
        abVec3 a = on_plane(b, m, f->A.corner[0], f->A.normal);
        ab_patch_add(patch, a, b, m, corner_weight(turn, own, inside), edge);
    } else {
        abVec3 p = ab_add(ab_add_scaled(f->origin, corner->at.x, f->view.x),
                          ab_scale(corner->at.y, f->view.y));
        abVec3 a = on_plane(p, f->middle, f->A.corner[0], f->A.normal);
        abVec3 b = on_plane(p, f->middle, f->B.corner[0], f->into_B);
        ab_patch_add(patch, a, b, f->middle, turn, 4096 + before * 64 + edge);
    }
}

static void measure_area(Faces *f, const Corner *corners, int count) {
    abPoint2 at[CLIPPED_MAX];
    double depths[CLIPPED_MAX];
    for (int i = 0; i < count; i++) {
        abVec3 p = ab_add(ab_add_scaled(f->origin, corners[i].at.x, f->view.x),
                          ab_scale(corners[i].at.y, f->view.y));
        abVec3 a = on_plane(p, f->middle, f->A.corner[0], f->A.normal);
        abVec3 b = on_plane(p, f->middle, f->B.corner[0], f->into_B);
        at[i] = corners[i].at;
        depths[i] = ab_dot(ab_sub(a, b), f->middle) + f->patch->radii;
    }
    f->patch->area = ab_wet_area(at, depths, count);
}

void ab_patch_faces(abPatch *patch) {
    Faces f = {.patch = patch};
    bool found = ab_outline_of_face(patch->A, patch->X_WA, patch->n, &f.A) &&
                 ab_outline_of_face(patch->B, patch->X_WB, ab_neg(patch->n), &f.B);
    f.into_B = ab_neg(f.B.normal);
    double tilt = 1.0 - ab_dot(f.A.normal, f.into_B);
    if (!found || tilt > 0.8) {
        return;
    }
    // of nearly parallel faces the middle, else what the deepest points say
    double share = ab_step(tilt, 1e-3, 0.0, 1e-1, 1.0);
    f.middle = toward(ab_unit(ab_add(f.A.normal, f.into_B)), patch->n, share);
    if (ab_dot(f.middle, f.A.normal) < 0.2 || ab_dot(f.middle, f.into_B) < 0.2) {
        return;
    }
    f.view = ab_patch_view(f.middle);
    ab_outline_see(&f.A, &f.view);
    ab_outline_see(&f.B, &f.view);
    f.origin = ab_scale(ab_dot(f.A.corner[0], f.middle), f.middle);
    Corner corners[CLIPPED_MAX];
    int count = common_outline(&f.A, &f.B, corners);
    for (int i = 0; i < count; i++) {
        add_corner(&f, &corners[i], corners[i > 0 ? i - 1 : count - 1].edge);
    }
    measure_area(&f, corners, count);
}
