// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// patch_faces.c - a face on a face: the corners of what their outlines have in common.
//
// Both outlines are seen along the middle of the two normals and clipped [SutherlandHodgman1974],
// each edge remembering whose it is. Of the corners of the common outline
//   a corner of A   is as deep as it is below the face of B, along that face's normal,
//   a corner of B   likewise,
//   a crossing      is as deep as the two edges are beyond each other, along their common normal.
// Each of these depths is the true one of its features, so its force has a potential; where a
// corner slides over an edge they agree.
//
// A beam that is over the face of another shape, with all that overlaps, is carried as on a plane,
// by its discs; over the border of the patch its outline takes over.

#include "collide/patch/patch_faces.h"

#include <math.h>

#include "collide/patch/patch_outline.h"
#include "collide/patch/patch_rim.h"
#include "math/core/regularize.h"

enum { OF_B = AB_FEATURE_MAX, CLIPPED_MAX = 2 * AB_FEATURE_MAX };
enum { FIRST_DISC = 65536 }; // above the ids of crossings

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
    double leans;  // 0: flat on each other, 1: the faces lean so that edges and corners count
    abVec3 origin; // of the view
    abView view;
} Faces;

// Weight of a corner of one body: its angle as seen where it meets the other outline; inside, that
// in its own plane, but not above 1.
static double corner_weight(double seen, double own, double inside) {
    return seen + (fmin(1.0, own) - seen) * inside;
}

static double distance(abPoint2 p, abPoint2 q) {
    double x = p.x - q.x, y = p.y - q.y;
    return sqrt(x * x + y * y);
}

// 0 where a crossing is at a corner of either outline, 1 from the border on.
static double apart_from_corners(const Faces *f, int i, int j, abPoint2 at) {
    const abOutline *A = &f->A, *B = &f->B;
    double near_A = fmin(distance(at, A->at[i]), distance(at, A->at[(i + 1) % A->count]));
    double near_B = fmin(distance(at, B->at[j]), distance(at, B->at[(j + 1) % B->count]));
    return ab_step(fmin(near_A, near_B), 0.0, 0.0, f->patch->border, 1.0);
}

// Where edge i of A crosses edge j of B: the closest points of both lines and their normal. It is a
// contact of its own and has weight 1, but near a corner that is being cut off it shares the
// corner's weight by its angle. Edges that are almost parallel have no normal and no crossing worth
// the name: theirs has no weight away from corners, and near them the middle normal. `at` is where
// it is seen.
static void add_crossing(Faces *f, int i, int j, abPoint2 at, double rotation, int id) {
    const abOutline *A = &f->A, *B = &f->B;
    abVec3 a = A->corner[i], d = ab_unit(ab_sub(A->corner[(i + 1) % A->count], a));
    abVec3 b = B->corner[j], e = ab_unit(ab_sub(B->corner[(j + 1) % B->count], b));
    abVec3 m;
    double sharp = ab_crossing_normal(d, e, f->middle, &m);
    if (sharp >= 1.0) {
        // feet of the common normal, by the parts of b - a that lie in the plane of d and e
        abVec3 displacement = ab_sub(b, a);
        double sine = ab_norm(ab_cross(d, e));
        double c = ab_dot(d, e), on_d = ab_dot(displacement, d), on_e = ab_dot(displacement, e);
        a = ab_add_scaled(a, (on_d - c * on_e) / (sine * sine), d);
        b = ab_add_scaled(b, (c * on_d - on_e) / (sine * sine), e);
    } else {
        abVec3 p = ab_add(ab_add_scaled(f->origin, at.x, f->view.x), ab_scale(at.y, f->view.y));
        a = ab_on_plane(p, f->middle, ab_outline_origin(A), A->normal);
        b = ab_on_plane(p, f->middle, ab_outline_origin(B), f->into_B);
    }
    double weight = rotation + (sharp - rotation) * apart_from_corners(f, i, j, at);
    ab_patch_add(f->patch, a, b, m, ab_lone_weight(weight, f->leans), id);
}

// Weight of corner i of one outline that is seen with the exterior angle `seen` in the common one.
static double own_weight(const Faces *f, const abOutline *own, const abOutline *other, int i,
                         double seen) {
    double margin = ab_outline_margin(other, own->at[i]);
    double inside = ab_step(margin, 0.0, 0.0, f->patch->border, 1.0);
    return ab_lone_weight(corner_weight(seen, ab_outline_angle(own, i), inside), f->leans);
}

static void add_corner(Faces *f, const Corner *corner, int before) {
    int edge = corner->edge;
    bool in_B = before >= OF_B, out_B = edge >= OF_B;
    abPoint2 d = in_B ? ab_outline_edge(&f->B, before - OF_B) : ab_outline_edge(&f->A, before);
    abPoint2 e = out_B ? ab_outline_edge(&f->B, edge - OF_B) : ab_outline_edge(&f->A, edge);
    double rotation = ab_exterior_angle(d, e);
    if (!in_B && !out_B && edge == (before + 1) % f->A.count) {
        abVec3 a = f->A.corner[edge], m = f->into_B,
               b = ab_on_plane(a, m, ab_outline_origin(&f->B), m);
        ab_patch_add(f->patch, a, b, m, own_weight(f, &f->A, &f->B, edge, rotation), edge);
    } else if (in_B && out_B && edge - OF_B == (before - OF_B + 1) % f->B.count) {
        int i = edge - OF_B;
        abVec3 b = f->B.corner[i], m = f->A.normal,
               a = ab_on_plane(b, m, ab_outline_origin(&f->A), m);
        ab_patch_add(f->patch, a, b, m, own_weight(f, &f->B, &f->A, i, rotation), edge);
    } else if (in_B != out_B) {
        int i = in_B ? edge : before, j = (in_B ? before : edge) - OF_B;
        add_crossing(f, i, j, corner->at, rotation, 4096 + before * 64 + edge);
    }
}

static void measure_area(Faces *f, const Corner *corners, int count) {
    abPoint2 at[CLIPPED_MAX];
    double depths[CLIPPED_MAX];
    for (int i = 0; i < count; i++) {
        abVec3 p = ab_add(ab_add_scaled(f->origin, corners[i].at.x, f->view.x),
                          ab_scale(corners[i].at.y, f->view.y));
        abVec3 a = ab_on_plane(p, f->middle, ab_outline_origin(&f->A), f->A.normal);
        abVec3 b = ab_on_plane(p, f->middle, ab_outline_origin(&f->B), f->into_B);
        at[i] = corners[i].at;
        depths[i] = ab_dot(ab_sub(a, b), f->middle) + f->patch->radii;
    }
    f->patch->area = ab_penetrating_area(at, depths, count, &f->patch->area_slope);
}

// ---- a beam over a face ----

// Of the points of a beam that overlap: how far the one nearest to the outline of the face is
// inside it.                                                                              [m]
static double discs_margin(const abOutline *face, const abView *view, const abVec3 *at,
                           const double *depths) {
    double margin = INFINITY;
    for (int i = 0; i < AB_BEAM_POINTS; i++) {
        if (depths[i] > 0.0) {
            margin = fmin(margin, ab_outline_margin(face, ab_seen(view, at[i])));
        }
    }
    return margin;
}

// Adds the points of its discs; returns their share.
static double add_discs(abPatch *patch, bool is_A) {
    const abShape *beam = is_A ? patch->A : patch->B, *other = is_A ? patch->B : patch->A;
    abVec3 to_beam = is_A ? ab_neg(patch->n) : patch->n, at[AB_BEAM_POINTS], on[AB_BEAM_POINTS];
    double depths[AB_BEAM_POINTS];
    abOutline face;
    if (beam->kind != AB_SHAPE_BEAM || other->kind == AB_SHAPE_BEAM ||
        !ab_outline_of_face(other, is_A ? patch->X_WB : patch->X_WA, to_beam, &face)) {
        return 0.0;
    }
    abVec3 up = face.normal, m = is_A ? ab_neg(up) : up;
    abView view = ab_patch_view(up);
    ab_outline_see(&face, &view);
    ab_beam_points(beam, is_A ? patch->X_WA : patch->X_WB, ab_neg(up), patch->depth, at);
    for (int i = 0; i < AB_BEAM_POINTS; i++) {
        on[i] = ab_on_plane(at[i], up, ab_outline_origin(&face), up);
        depths[i] = ab_dot(ab_sub(on[i], at[i]), up) + patch->radii;
    }
    double margin = discs_margin(&face, &view, at, depths), border = patch->border;
    double share = isfinite(margin) ? ab_step(margin, 0.0, 0.0, border, 1.0) : 0.0;
    for (int i = 0; i < AB_BEAM_POINTS && share > 0.0; i++) {
        ab_patch_add(patch, is_A ? at[i] : on[i], is_A ? on[i] : at[i], m, share, FIRST_DISC + i);
    }
    return share;
}

static void patch_outlines(abPatch *patch);

// What is not carried by discs is by outlines.
void ab_patch_faces(abPatch *patch) {
    double discs = fmax(add_discs(patch, false), add_discs(patch, true));
    int first = patch->count;
    patch_outlines(patch);
    for (int i = first; i < patch->count; i++) {
        patch->points[i].weight *= 1.0 - discs;
    }
    patch->count = discs == 1.0 ? first : patch->count;
}

static void patch_outlines(abPatch *patch) {
    Faces f = {.patch = patch};
    bool found = ab_outline_of_face(patch->A, patch->X_WA, patch->n, &f.A) &&
                 ab_outline_of_face(patch->B, patch->X_WB, ab_neg(patch->n), &f.B);
    f.into_B = ab_neg(f.B.normal);
    double tilt = 1.0 - ab_dot(f.A.normal, f.into_B);
    if (!found || tilt > 0.8) {
        return;
    }
    f.leans = ab_face_leans(f.A.normal, f.into_B);
    f.middle = ab_middle_normal(f.A.normal, f.into_B, patch->n);
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
