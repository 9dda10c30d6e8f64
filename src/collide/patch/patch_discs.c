// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// patch_discs.c - flat ends with a circular rim: on faces, on each other, under a torus.
//
// A whole rim is carried at four points (patch_rim.c). Where an outline cuts it, its arcs are
// carried at Gauss points, each arc with its angle by a right angle. A corner of a face over a disc
// is as deep as it is below the disc, along the normal of that, and an edge that crosses the rim
// along the common normal of both: an edge of a box presses on a disc straight down, however the
// faces beside it lean. The circle of a torus is a rim without a disc.

#include "collide/patch/patch_discs.h"

#include "collide/patch/patch_bars.h"
#include "collide/patch/tolerances.def"
#include "math/core/elementary.h"
#include "math/core/regularize.h"

static double square(double x) {
    return x * x;
}

// What a disc stands on: a plane with its normal, the same way round as the disc's own.
typedef struct Floor {
    abVec3 origin, normal, m; // m: normal of the contact, from A into B
    bool rim_is_of_A;
    double bore; // of the hole about the origin; 0: none                                  [m]
} Floor;

// What a point of a disc carries, `out` from its centre: nothing over the hole, all beyond a border
// of it.
static double beside_hole(const abPatch *patch, double bore, double out) {
    return bore > 0.0 ? ab_step(out - bore, 0.0, 0.0, patch->border, 1.0) : 1.0;
}

static void add_rim_point(abPatch *patch, const Floor *on, abVec3 at, double weight, int id) {
    abVec3 other = ab_on_plane(at, on->m, on->origin, on->normal);
    double share = beside_hole(patch, on->bore, ab_norm(ab_sub(other, on->origin)));
    ab_patch_add(patch, on->rim_is_of_A ? at : other, on->rim_is_of_A ? other : at, on->m,
                 weight * share, id);
}

// A whole rim: four points aligned with its lean.
static void add_circle(abPatch *patch, const Floor *on, const abRim *rim, double weight, int id) {
    abVec3 at[4];
    int count = ab_rim_points(rim, on->rim_is_of_A ? on->m : ab_neg(on->m), patch->depth, at);
    for (int k = 0; k < count; k++) {
        add_rim_point(patch, on, at[k], weight, id + k);
    }
}

// The arc of a rim from angle `from` on over `span`, seen in `view`: four Gauss points per half
// turn.
static void add_arc(abPatch *patch, const Floor *on, const abRim *rim, const abView *view,
                    double from, double span, double weight, int id) {
    static const double nodes[4] = {-0.86113631159405258, -0.33998104358485626, 0.33998104358485626,
                                    0.86113631159405258};
    static const double shares[4] = {0.17392742256872693, 0.32607257743127307, 0.32607257743127307,
                                     0.17392742256872693};
    int panels = span > AB_PI ? 2 : 1;
    double part = span / panels, angles = part / (0.5 * AB_PI);
    for (int i = 0; i < 4 * panels; i++) {
        int panel = i / 4;
        double angle = from + part * (panel + 0.5 + 0.5 * nodes[i % 4]);
        abVec3 out = ab_add(ab_scale(ab_cos(angle), view->x), ab_scale(ab_sin(angle), view->y));
        add_rim_point(patch, on, ab_add_scaled(rim->center, rim->radius, out),
                      weight * angles * shares[i % 4], id + i);
    }
}

// A rim of which `inner` is left between it and the nearest edge, in direction `nearest`, which is
// not known where `aligned` is 1.
static void add_whole_rim(abPatch *patch, const Floor *on, const abRim *rim, const abView *view,
                          double inner, double nearest, double aligned, int id) {
    aligned = fmax(aligned, ab_step(inner, 0.0, 0.0, patch->border, 1.0));
    add_circle(patch, on, rim, aligned, id);
    add_arc(patch, on, rim, view, nearest, 2.0 * AB_PI, 1.0 - aligned, id + 8);
}

typedef struct Cut {
    double angle; // on the rim
    bool enters;  // the outline goes from the rim onto an edge
} Cut;

// A face and a disc that lie on each other, seen along the middle of their normals.
typedef struct OnFace {
    const abRim *rim; // of A
    const abOutline *face;
    abVec3 middle; // from A into B
    double leans;  // 0: flat on each other, 1: the face leans so that its edges count, not it
    abView view;   // in the plane of the disc
} OnFace;

// The point where edge i of the face, at the share t of it, crosses the rim at x: its normal is
// that of both lines, so that an edge presses across itself however its face leans. Flat on flat it
// has the exterior angle `weight`. An edge that presses alone is a contact of its own, as its other
// face is as good; near a corner both share.
static void add_rim_crossing(abPatch *patch, const OnFace *f, int i, double t, abPoint2 x,
                             double weight, int id) {
    const abOutline *face = f->face;
    abVec3 a = ab_add(ab_add_scaled(f->rim->center, x.x, f->view.x), ab_scale(x.y, f->view.y));
    abVec3 edge = ab_sub(face->corner[i + 1 < face->count ? i + 1 : 0], face->corner[i]);
    abVec3 b = ab_add_scaled(face->corner[i], t, edge), m;
    abVec3 tangent = ab_add(ab_scale(-x.y, f->view.x), ab_scale(x.x, f->view.y));
    double sharp = ab_crossing_normal(ab_unit(tangent), ab_unit(edge), f->middle, &m);
    if (sharp < 1.0) {
        b = ab_on_plane(a, f->middle, ab_outline_origin(face), face->normal);
    }
    double from_corner = fmin(t, 1.0 - t) * ab_norm(edge);
    double apart = ab_step(from_corner, 0.0, 0.0, patch->border, 1.0);
    weight += (sharp - weight) * f->leans * apart;
    ab_patch_add(patch, a, b, m, ab_lone_weight(weight, f->leans), id);
}

// Where the edges of the face cross the rim. Returns their number. What of the face lies below a
// disc is carried there, too, along the normal of the disc.
static int face_cuts(abPatch *patch, const OnFace *f, Cut cuts[2 * AB_FEATURE_MAX]) {
    const abRim *rim = f->rim;
    const abOutline *face = f->face;
    abPoint2 at[AB_FEATURE_MAX];
    int found = 0;
    for (int i = 0; i < face->count; i++) {
        abVec3 on_disc = ab_on_plane(face->corner[i], f->middle, rim->center, rim->axis);
        at[i] = ab_seen(&f->view, ab_sub(on_disc, rim->center));
    }
    for (int i = 0; i < face->count; i++) {
        int k = i + 1 < face->count ? i + 1 : 0;
        abPoint2 e = {at[k].x - at[i].x, at[k].y - at[i].y};
        if (!rim->is_ring && square(at[i].x) + square(at[i].y) < square(rim->radius)) {
            abVec3 b = face->corner[i], a = ab_on_plane(b, rim->axis, rim->center, rim->axis);
            double share = beside_hole(patch, rim->bore, ab_norm(ab_sub(a, rim->center)));
            double weight = ab_lone_weight(share * ab_outline_angle(face, i), f->leans);
            ab_patch_add(patch, a, b, rim->axis, weight, 1024 + i);
        }
        double t[2];
        int count = ab_circle_crossings(at[i], e, rim->radius, t);
        for (int c = 0; c < count; c++) {
            if (t[c] >= 0.0 && t[c] < 1.0) {
                abPoint2 x = {at[i].x + t[c] * e.x, at[i].y + t[c] * e.y}, tangent = {-x.y, x.x};
                double rotation =
                    c == 0 ? ab_exterior_angle(tangent, e) : ab_exterior_angle(e, tangent);
                if (!rim->is_ring) {
                    add_rim_crossing(patch, f, i, t[c], x, rotation, 2048 + 2 * i + c);
                }
                cuts[found++] = (Cut){ab_atan2(x.y, x.x), c == 0};
            }
        }
    }
    return found;
}

// From a cut where the outline leaves an edge, the arc goes to the next one where it enters one.
static double arc_span(const Cut *cuts, int count, double from) {
    double span = 2.0 * AB_PI;
    for (int i = 0; i < count; i++) {
        double on = cuts[i].angle - from;
        on = on < 0.0 ? on + 2.0 * AB_PI : on;
        span = cuts[i].enters ? fmin(span, on) : span;
    }
    return span;
}

// Direction, about the centre, of the edge that is nearest to it.
static double nearest_edge(const abOutline *face, const abView *seen, abVec3 center,
                           const abView *view) {
    abPoint2 c = ab_seen(seen, center), out = {1.0, 0.0};
    double minimum = INFINITY;
    for (int i = 0; i < face->count; i++) {
        abPoint2 e = ab_outline_edge(face, i), from = {c.x - face->at[i].x, c.y - face->at[i].y};
        double length = sqrt(e.x * e.x + e.y * e.y);
        double margin = (e.x * from.y - e.y * from.x) / length;
        if (margin < minimum) {
            minimum = margin, out = (abPoint2){e.y / length, -e.x / length};
        }
    }
    abVec3 d = ab_add(ab_scale(out.x, seen->x), ab_scale(out.y, seen->y));
    return ab_atan2(ab_dot(d, view->y), ab_dot(d, view->x));
}

void ab_patch_disc_on_face(abPatch *patch, const abRim *rim, const abOutline *face,
                           const abView *seen, abVec3 m) {
    Floor on = {ab_outline_origin(face), face->normal, m, true, 0.0};
    double inner = ab_outline_margin(face, ab_seen(seen, rim->center)) - rim->radius;
    if (!(rim->radius > 0.0)) {
        add_circle(patch, &on, rim, ab_fade(patch, inner), 0);
        return;
    }
    OnFace f = {.rim = rim, .face = face, .view = ab_patch_view(rim->axis)};
    f.leans = ab_face_leans(rim->axis, m);
    f.middle = ab_middle_normal(rim->axis, m, patch->n);
    if (ab_dot(f.middle, rim->axis) < 0.2 || ab_dot(f.middle, m) < 0.2) {
        return;
    }
    Cut cuts[2 * AB_FEATURE_MAX];
    int count = face_cuts(patch, &f, cuts);
    for (int i = 0; i < count; i++) {
        if (!cuts[i].enters) {
            double span = arc_span(cuts, count, cuts[i].angle);
            add_arc(patch, &on, rim, &f.view, cuts[i].angle, span, 1.0, 16 * (i + 1));
        }
    }
    if (count == 0 && inner >= 0.0) {
        double nearest = nearest_edge(face, seen, rim->center, &f.view);
        add_whole_rim(patch, &on, rim, &f.view, inner, nearest, 0.0, 0);
    }
    double lean = sqrt(fmax(0.0, 1.0 - square(ab_dot(rim->axis, m))));
    double depth = ab_dot(ab_sub(rim->center, ab_outline_origin(face)), m) + patch->radii;
    ab_add_penetrating_end(patch, rim, depth, lean); // of the whole disc
}

// ---- two discs ----

// Two discs that look at each other, seen along the middle of their axes and stretched across the
// line in which their planes meet: there both are circles as large as they are.
typedef struct Fold {
    abVec3 along; // the middle of the axis of A and of that of B turned round
    abVec3 tilt;  // how far A's axis leans from it
    double cosine;
    abView view, of_A, of_B; // axes of the picture, and where they lie in the planes of the discs
} Fold;

// A vector across `from` in the least turn that takes `from` to `to`.
static abVec3 turned_with(abVec3 v, abVec3 from, abVec3 to) {
    return ab_add_scaled(v, -ab_dot(v, to) / (1.0 + ab_dot(from, to)), ab_add(from, to));
}

static Fold fold_of(const abRim *A, const abRim *B) {
    Fold f = {.along = ab_unit(ab_sub(A->axis, B->axis))};
    abVec3 of_B = ab_neg(B->axis);
    f.cosine = ab_dot(A->axis, f.along);
    f.tilt = ab_add_scaled(A->axis, -f.cosine, f.along);
    f.view = ab_patch_view(f.along);
    f.of_A =
        (abView){turned_with(f.view.x, f.along, A->axis), turned_with(f.view.y, f.along, A->axis)};
    f.of_B = (abView){turned_with(f.view.x, f.along, of_B), turned_with(f.view.y, f.along, of_B)};
    return f;
}

static abPoint2 seen_in(const Fold *f, abVec3 displacement) {
    double stretch = ab_dot(displacement, f->tilt) / (f->cosine * (1.0 + f->cosine));
    return ab_seen(&f->view, ab_add_scaled(displacement, stretch, f->tilt));
}

// Where the rims of two discs cross, each crossing with its part of the angles of the outline.
static void add_lens_corners(abPatch *patch, const Fold *f, const abRim *A, const abRim *B,
                             const double angles[2], double weight) {
    double leans = ab_face_leans(A->axis, ab_neg(B->axis));
    for (int i = 0; i < 2; i++) {
        double c = ab_cos(angles[i]), s = ab_sin(angles[i]);
        abVec3 a = ab_add_scaled(A->center, A->radius,
                                 ab_add(ab_scale(c, f->of_A.x), ab_scale(s, f->of_A.y)));
        abVec3 tangent = ab_add(ab_scale(-s, f->of_A.x), ab_scale(c, f->of_A.y));
        abVec3 below = ab_add_scaled(a, patch->radii, patch->n), m;
        abVec3 b = ab_on_plane(below, f->along, B->center, B->axis);
        ab_crossing_normal(tangent, ab_unit(ab_cross(B->axis, ab_sub(b, B->center))), f->along, &m);
        ab_patch_add(patch, a, b, m, ab_lone_weight(weight, leans), 159 + 2 * i);
    }
}

// The common outline of two discs is that of the smaller one, or two arcs with two corners.
void ab_patch_disc_on_disc(abPatch *patch, const abRim *A, const abRim *B) {
    Floor on_B = {B->center, B->axis, ab_neg(B->axis), true, B->bore};
    Floor on_A = {A->center, A->axis, A->axis, false, A->bore};
    Fold fold = fold_of(A, B);
    abVec3 below = ab_add_scaled(A->center, patch->radii, patch->n);
    abPoint2 to = seen_in(&fold, ab_sub(B->center, below));
    double d = sqrt(to.x * to.x + to.y * to.y), r = A->radius, s = B->radius;
    double toward = d > 0.0 ? ab_atan2(to.y, to.x) : 0.0;
    // rims one above the other: where they cross is rounding
    double aligned = ab_step(d, 0.0, 1.0, s_aligned * patch->border, 0.0);
    if (d <= s - r) {
        add_whole_rim(patch, &on_B, A, &fold.of_A, s - r - d, toward + AB_PI, aligned, 0);
    } else if (d <= r - s) {
        add_whole_rim(patch, &on_A, B, &fold.of_B, r - s - d, toward, aligned, 64);
    } else if (d < r + s) {
        add_circle(patch, r <= s ? &on_B : &on_A, r <= s ? A : B, aligned, r <= s ? 0 : 64);
        double along = (d * d + r * r - s * s) / (2.0 * d);
        double half_A = ab_acos(along / r), half_B = ab_acos((d - along) / s);
        double crossings[2] = {toward - half_A, toward + half_A};
        double share = 1.0 - aligned;
        add_arc(patch, &on_B, A, &fold.of_A, toward - half_A, 2.0 * half_A, share, 16);
        add_arc(patch, &on_A, B, &fold.of_B, toward + AB_PI - half_B, 2.0 * half_B, share, 80);
        add_lens_corners(patch, &fold, A, B, crossings,
                         share * (2.0 * AB_PI - 2.0 * half_A - 2.0 * half_B) / AB_PI);
    }
    double depth = ab_dot(ab_sub(A->center, B->center), patch->n) + patch->radii;
    double lean = sqrt(fmax(0.0, 1.0 - square(ab_dot(A->axis, B->axis))));
    ab_add_penetrating_disc(patch, 1.0, fmin(r, s), depth, lean); // of the smaller one, whole
}

// A ring lies on a disc: its arc over the disc, without what crosses a hole there.
void ab_patch_ring_on_disc(abPatch *patch, const abRim *ring, const abRim *B) {
    Floor on_B = {B->center, B->axis, ab_neg(B->axis), true, B->bore};
    Fold fold = fold_of(ring, B);
    abVec3 below = ab_add_scaled(ring->center, patch->radii, on_B.m); // where the tube touches
    abPoint2 to = seen_in(&fold, ab_sub(B->center, below));
    double d = sqrt(to.x * to.x + to.y * to.y), r = ring->radius, s = B->radius;
    double toward = d > 0.0 ? ab_atan2(to.y, to.x) : 0.0;
    if (d <= s - r) {
        double aligned = ab_step(d, 0.0, 1.0, s_aligned * patch->border, 0.0);
        add_whole_rim(patch, &on_B, ring, &fold.of_A, s - r - d, toward + AB_PI, aligned, 0);
    } else if (d > r - s && d < r + s) {
        double half = ab_acos((d * d + r * r - s * s) / (2.0 * d * r));
        add_arc(patch, &on_B, ring, &fold.of_A, toward - half, 2.0 * half, 1.0, 16);
    }
}
