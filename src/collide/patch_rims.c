// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// patch_rims.c - planes, and bodies that stand on rims: cylinder, tube, cone, capsule,
// torus.
//
// A rim is carried at four points, its deepest and those a quarter turn on. They turn with the
// direction in which the body leans, not with the body, so that a coin rolls on its rim without
// noticing them: the depths, and with them the energy, depend on height and lean alone. Where an
// outline cuts the rim, its arcs are carried at Gauss points, each arc with its angle by a right
// angle. A body that lies is carried at the two ends of its line, as far as there is something
// below. A torus stands on the circle in the middle of its tube: a rim without a disc.

#include "collide/patch_parts.h"
#include "math/elementary.h"
#include "math/regularize.h"

// An end of a cylinder, tube, cone or capsule, radius 0 for a point; or the circle of a torus.
typedef struct Rim {
    abVec3 center, axis; // axis: unit, outward
    double radius;
    double bore;  // of the hole in its disc; 0: none                                      [m]
    bool is_ring; // no disc, the rim alone
} Rim;

static double bore_of(const abShape *shape) {
    return shape->kind == AB_SHAPE_TUBE ? shape->size[2] : 0.0;
}

static void get_rims(const abShape *shape, const abPose *X_WS, Rim rims[2]) {
    const abShapeType *type = ab_shape_type(shape->kind);
    abVec3 along = ab_column(X_WS->R, shape->axis);
    abPiece piece[2] = {type->piece_at(shape, 0), type->piece_at(shape, 1)};
    double first =
        ab_get(piece[0].center, shape->axis) >= ab_get(piece[1].center, shape->axis) ? 1.0 : -1.0;
    for (int i = 0; i < 2; i++) {
        abVec3 s = piece[i].semi_axes;
        rims[i] = (Rim){.center = ab_pose_point(*X_WS, piece[i].center),
                        .axis = ab_scale(i == 0 ? first : -first, along),
                        .radius = fmax(s.x, fmax(s.y, s.z)),
                        .bore = bore_of(shape)};
    }
}

// The axis along n, or nearly so.
static Rim get_ring(const abShape *shape, const abPose *X_WS, abVec3 n) {
    Rim rims[2];
    get_rims(shape, X_WS, rims);
    rims[0].is_ring = true;
    rims[0].axis = ab_dot(rims[0].axis, n) < 0.0 ? ab_neg(rims[0].axis) : rims[0].axis;
    return rims[0];
}

// Points of the rim from its deepest in direction `down` on; their number. Where the lean is next
// to nothing its direction is rounding, and four points that turn at random make friction jump:
// there they keep a direction of the room. They may, as the sum of what they carry depends on where
// they are by (lean r/depth)^4 only.
static int rim_points(const Rim *rim, abVec3 down, double depth, abVec3 out[4]) {
    if (!(rim->radius > 0.0)) {
        out[0] = rim->center;
        return 1;
    }
    abVec3 lean = ab_add_scaled(down, -ab_dot(down, rim->axis), rim->axis);
    double little = 0.01 * depth / rim->radius;
    double room = ab_step(ab_norm(lean), little, little, 10.0 * little, 0.0);
    lean = ab_add_scaled(lean, room, ab_perpendicular(down));
    lean = ab_add_scaled(lean, -ab_dot(lean, rim->axis), rim->axis);
    lean = ab_norm2(lean) > 0.0 ? ab_unit(lean) : ab_perpendicular(rim->axis);
    abVec3 across = ab_cross(rim->axis, lean);
    out[0] = ab_add_scaled(rim->center, rim->radius, lean);
    out[1] = ab_add_scaled(rim->center, rim->radius, across);
    out[2] = ab_add_scaled(rim->center, -rim->radius, lean);
    out[3] = ab_add_scaled(rim->center, -rim->radius, across);
    return 4;
}

static double square(double x) {
    return x * x;
}

// ---- a plane ----

static void plane_and_outline(abPatch *patch, abVec3 origin, abVec3 n) {
    abOutline face;
    if (!ab_outline_of_face(patch->B, patch->X_WB, ab_neg(n), &face)) {
        return;
    }
    abView view = ab_patch_view(n);
    ab_outline_see(&face, &view);
    double depths[AB_FEATURE_MAX];
    for (int i = 0; i < face.count; i++) {
        abVec3 b = face.corner[i], a = ab_on_plane(b, n, origin, n);
        depths[i] = ab_dot(ab_sub(a, b), n) + patch->radii;
        ab_patch_add(patch, a, b, n, fmin(1.0, ab_outline_angle(&face, i)), i);
    }
    patch->area = ab_wet_area(face.at, depths, face.count, &patch->area_slope);
}

// Adds `sign` times a disc of radius r whose centre is `depth` deep and whose plane leans by the
// sine `lean`.
static void add_wet_disc(abPatch *patch, double sign, double r, double depth, double lean) {
    double chord = lean * r > fabs(depth) ? depth / (lean * r) : depth > 0.0 ? 1.0 : -1.0;
    double angle = ab_acos(-chord); // half of the arc below the water
    double half = sqrt(fmax(0.0, 1.0 - chord * chord));
    patch->area += sign * r * r * (angle + chord * half);
    patch->area_slope += half > 0.0 ? sign * 2.0 * r * half / lean : 0.0;
}

// Adds the end of a body whose centre is `depth` deep.
static void add_wet_end(abPatch *patch, const Rim *rim, double depth, double lean) {
    if (rim->is_ring) {
        return;
    }
    add_wet_disc(patch, 1.0, rim->radius, depth, lean);
    if (rim->bore > 0.0) {
        add_wet_disc(patch, -1.0, rim->bore, depth, lean);
    }
}

static void plane_and_rims(abPatch *patch, abVec3 origin, abVec3 n) {
    Rim rims[2];
    get_rims(patch->B, patch->X_WB, rims);
    for (int i = 0; i < 2; i++) {
        abVec3 at[4];
        int count = rim_points(&rims[i], ab_neg(n), patch->depth, at);
        for (int k = 0; k < count; k++) {
            ab_patch_add(patch, ab_on_plane(at[k], n, origin, n), at[k], n, 1.0, 4 * i + k);
        }
        double lean = sqrt(fmax(0.0, 1.0 - square(ab_dot(rims[i].axis, n))));
        if (count == 4 && lean < 0.7) {
            double depth = ab_dot(ab_sub(origin, rims[i].center), n) + patch->radii;
            add_wet_end(patch, &rims[i], depth, lean);
        }
    }
}

static void plane_and_ring(abPatch *patch, abVec3 origin, abVec3 n) {
    Rim ring = get_ring(patch->B, patch->X_WB, ab_neg(n));
    abVec3 at[4];
    int count = rim_points(&ring, ab_neg(n), patch->depth, at);
    for (int k = 0; k < count; k++) {
        ab_patch_add(patch, ab_on_plane(at[k], n, origin, n), at[k], n, 1.0, k);
    }
}

void ab_patch_plane(abPatch *patch) {
    static void (*const on_plane[AB_CARRIES_COUNT])(abPatch *, abVec3, abVec3) = {
        [AB_CARRIES_FACES] = plane_and_outline,
        [AB_CARRIES_RIMS] = plane_and_rims,
        [AB_CARRIES_RING] = plane_and_ring};
    const double *size = patch->A->size;
    abVec3 n = ab_mul(patch->X_WA->R, (abVec3){size[0], size[1], size[2]});
    on_plane[ab_shape_type(patch->B->kind)->carries](patch, patch->X_WA->p, n);
}

// ---- a face ----

// The end that is nearer to what lies in direction `down`.
static const Rim *front(const Rim rims[2], abVec3 down) {
    return ab_dot(ab_sub(rims[0].center, rims[1].center), down) >= 0.0 ? &rims[0] : &rims[1];
}

// Where the line from p along e enters and leaves the circle about the origin, as shares of e.
static int circle_crossings(abPoint2 p, abPoint2 e, double r, double t[2]) {
    double ee = e.x * e.x + e.y * e.y, pe = p.x * e.x + p.y * e.y, pp = p.x * p.x + p.y * p.y;
    double root = pe * pe - ee * (pp - r * r);
    if (!(root > 0.0) || !(ee > 0.0)) {
        return 0;
    }
    root = sqrt(root);
    t[0] = (-pe - root) / ee;
    t[1] = (-pe + root) / ee;
    return 2;
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
static void add_circle(abPatch *patch, const Floor *on, const Rim *rim, double weight, int id) {
    abVec3 at[4];
    int count = rim_points(rim, on->rim_is_of_A ? on->m : ab_neg(on->m), patch->depth, at);
    for (int k = 0; k < count; k++) {
        add_rim_point(patch, on, at[k], weight, id + k);
    }
}

// The arc of a rim from angle `from` on over `span`, seen in `view`: four Gauss points per half
// turn.
static void add_arc(abPatch *patch, const Floor *on, const Rim *rim, const abView *view,
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

// A rim of which `inner` is left between it and the nearest edge, in direction `nearest`.
static void add_whole_rim(abPatch *patch, const Floor *on, const Rim *rim, const abView *view,
                          double inner, double nearest, int id) {
    double aligned = ab_step(inner, 0.0, 0.0, patch->border, 1.0);
    add_circle(patch, on, rim, aligned, id);
    add_arc(patch, on, rim, view, nearest, 2.0 * AB_PI, 1.0 - aligned, id + 8);
}

typedef struct Cut {
    double angle; // on the rim
    bool enters;  // the outline goes from the rim onto an edge
} Cut;

// Where the edges of the face cross the rim. Returns their number. What of the face lies below a
// disc is carried there, too.
static int face_cuts(abPatch *patch, const Rim *rim, const abOutline *face, const abView *view,
                     abVec3 m, Cut cuts[2 * AB_FEATURE_MAX]) {
    abPoint2 at[AB_FEATURE_MAX];
    int found = 0;
    for (int i = 0; i < face->count; i++) {
        abVec3 on_disc = ab_on_plane(face->corner[i], m, rim->center, rim->axis);
        at[i] = ab_seen(view, ab_sub(on_disc, rim->center));
    }
    for (int i = 0; i < face->count; i++) {
        int k = i + 1 < face->count ? i + 1 : 0;
        abPoint2 e = {at[k].x - at[i].x, at[k].y - at[i].y};
        if (!rim->is_ring && square(at[i].x) + square(at[i].y) < square(rim->radius)) {
            abVec3 b = face->corner[i], a = ab_on_plane(b, m, rim->center, rim->axis);
            double share = beside_hole(patch, rim->bore, ab_norm(ab_sub(a, rim->center)));
            ab_patch_add(patch, a, b, m, share * ab_outline_angle(face, i), 1024 + i);
        }
        double t[2];
        int count = circle_crossings(at[i], e, rim->radius, t);
        for (int c = 0; c < count; c++) {
            if (t[c] >= 0.0 && t[c] < 1.0) {
                abPoint2 x = {at[i].x + t[c] * e.x, at[i].y + t[c] * e.y}, tangent = {-x.y, x.x};
                abVec3 a = ab_add(ab_add_scaled(rim->center, x.x, view->x), ab_scale(x.y, view->y));
                abVec3 b = ab_on_plane(a, m, face->corner[0], face->normal);
                double turn =
                    c == 0 ? ab_exterior_angle(tangent, e) : ab_exterior_angle(e, tangent);
                ab_patch_add(patch, a, b, m, rim->is_ring ? 0.0 : turn, 2048 + 2 * i + c);
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
    double least = INFINITY;
    for (int i = 0; i < face->count; i++) {
        abPoint2 e = ab_outline_edge(face, i), from = {c.x - face->at[i].x, c.y - face->at[i].y};
        double length = sqrt(e.x * e.x + e.y * e.y);
        double margin = (e.x * from.y - e.y * from.x) / length;
        if (margin < least) {
            least = margin, out = (abPoint2){e.y / length, -e.x / length};
        }
    }
    abVec3 d = ab_add(ab_scale(out.x, seen->x), ab_scale(out.y, seen->y));
    return ab_atan2(ab_dot(d, view->y), ab_dot(d, view->x));
}

static void stands_on_face(abPatch *patch, const Rim *rim, const abOutline *face,
                           const abView *seen, abVec3 m) {
    Floor on = {face->corner[0], face->normal, m, true, 0.0};
    double inner = ab_outline_margin(face, ab_seen(seen, rim->center)) - rim->radius;
    if (!(rim->radius > 0.0)) {
        add_circle(patch, &on, rim, ab_fade(patch, inner), 0);
        return;
    }
    abView view = ab_patch_view(rim->axis);
    Cut cuts[2 * AB_FEATURE_MAX];
    int count = face_cuts(patch, rim, face, &view, m, cuts);
    for (int i = 0; i < count; i++) {
        if (!cuts[i].enters) {
            double span = arc_span(cuts, count, cuts[i].angle);
            add_arc(patch, &on, rim, &view, cuts[i].angle, span, 1.0, 16 * (i + 1));
        }
    }
    if (count == 0 && inner >= 0.0) {
        double nearest = nearest_edge(face, seen, rim->center, &view);
        add_whole_rim(patch, &on, rim, &view, inner, nearest, 0);
    }
    double lean = sqrt(fmax(0.0, 1.0 - square(ab_dot(rim->axis, m))));
    double depth = ab_dot(ab_sub(rim->center, face->corner[0]), m) + patch->radii;
    add_wet_end(patch, rim, depth, lean); // of the whole disc
}

// The part of the line from p along e that is within the outline, as shares t[0] < t[1].
static bool clip_line(const abOutline *face, abPoint2 p, abPoint2 e, double t[2]) {
    t[0] = 0.0, t[1] = 1.0;
    for (int i = 0; i < face->count; i++) {
        abPoint2 edge = ab_outline_edge(face, i);
        double d = edge.x * (p.y - face->at[i].y) - edge.y * (p.x - face->at[i].x);
        double change = edge.x * e.y - edge.y * e.x;
        if (change > 0.0) {
            t[0] = fmax(t[0], -d / change);
        } else if (change < 0.0) {
            t[1] = fmin(t[1], -d / change);
        } else if (d < 0.0) {
            return false;
        }
    }
    return t[0] < t[1];
}

static void lies_on_face(abPatch *patch, const Rim rims[2], const abOutline *face,
                         const abView *view, abVec3 m) {
    abVec3 end[2], at[4];
    for (int i = 0; i < 2; i++) {
        rim_points(&rims[i], m, patch->depth, at);
        end[i] = at[0];
    }
    abPoint2 p = ab_seen(view, end[0]), q = ab_seen(view, end[1]), e = {q.x - p.x, q.y - p.y};
    double t[2];
    if (!clip_line(face, p, e, t)) {
        return;
    }
    // a line that leaves sideways fades
    double half = 0.5 * (t[0] + t[1]);
    abPoint2 middle = {p.x + half * e.x, p.y + half * e.y};
    double inside = ab_step(ab_outline_margin(face, middle), 0.0, 0.0, 0.5 * patch->border, 1.0);
    for (int i = 0; i < 2; i++) {
        abVec3 a = ab_add_scaled(end[0], t[i], ab_sub(end[1], end[0]));
        ab_patch_add(patch, a, ab_on_plane(a, m, face->corner[0], face->normal), m, inside, 16 + i);
    }
}

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
    Rim ring = get_ring(patch->A, patch->X_WA, m);
    if (ab_dot(ring.axis, m) > 0.7) {
        stands_on_face(patch, &ring, &face, &view, m);
    }
}

void ab_patch_rims_face(abPatch *patch) {
    Rim rims[2];
    abOutline face;
    abView view;
    abVec3 m;
    get_rims(patch->A, patch->X_WA, rims);
    if (!face_below(patch, &face, &view, &m)) {
        return;
    }
    if (fabs(ab_dot(rims[0].axis, m)) > 0.7) {
        stands_on_face(patch, front(rims, m), &face, &view, m);
    } else {
        lies_on_face(patch, rims, &face, &view, m);
    }
}

// ---- two bodies with rims ----

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

static Fold fold_of(const Rim *A, const Rim *B) {
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

static abPoint2 seen_in(const Fold *f, abVec3 way) {
    double stretch = ab_dot(way, f->tilt) / (f->cosine * (1.0 + f->cosine));
    return ab_seen(&f->view, ab_add_scaled(way, stretch, f->tilt));
}

// Where the rims of two discs cross, each crossing with its part of the angles of the outline.
static void add_lens_corners(abPatch *patch, const Fold *f, const Rim *A, const Rim *B,
                             const double angles[2], double weight) {
    for (int i = 0; i < 2; i++) {
        abVec3 out =
            ab_add(ab_scale(ab_cos(angles[i]), f->of_A.x), ab_scale(ab_sin(angles[i]), f->of_A.y));
        abVec3 a = ab_add_scaled(A->center, A->radius, out);
        abVec3 below = ab_add_scaled(a, patch->radii, patch->n);
        abVec3 b = ab_on_plane(below, f->along, B->center, B->axis);
        ab_patch_add(patch, a, b, patch->n, weight, 159 + 2 * i);
    }
}

// The common outline of two discs is that of the smaller one, or two arcs with two corners.
static void disc_on_disc(abPatch *patch, const Rim *A, const Rim *B) {
    Floor on_B = {B->center, B->axis, ab_neg(B->axis), true, B->bore};
    Floor on_A = {A->center, A->axis, A->axis, false, A->bore};
    Fold fold = fold_of(A, B);
    abVec3 below = ab_add_scaled(A->center, patch->radii, patch->n);
    abPoint2 to = seen_in(&fold, ab_sub(B->center, below));
    double d = sqrt(to.x * to.x + to.y * to.y), r = A->radius, s = B->radius;
    double toward = d > 0.0 ? ab_atan2(to.y, to.x) : 0.0;
    if (d <= s - r || (d == 0.0 && r == s)) {
        add_whole_rim(patch, &on_B, A, &fold.of_A, s - r - d, toward + AB_PI, 0);
    } else if (d <= r - s) {
        add_whole_rim(patch, &on_A, B, &fold.of_B, r - s - d, toward, 64);
    } else if (d < r + s) {
        double along = (d * d + r * r - s * s) / (2.0 * d);
        double half_A = ab_acos(along / r), half_B = ab_acos((d - along) / s);
        double crossings[2] = {toward - half_A, toward + half_A};
        add_arc(patch, &on_B, A, &fold.of_A, toward - half_A, 2.0 * half_A, 1.0, 16);
        add_arc(patch, &on_A, B, &fold.of_B, toward + AB_PI - half_B, 2.0 * half_B, 1.0, 80);
        add_lens_corners(patch, &fold, A, B, crossings,
                         (2.0 * AB_PI - 2.0 * half_A - 2.0 * half_B) / AB_PI);
    }
    double depth = ab_dot(ab_sub(A->center, B->center), patch->n) + patch->radii;
    double lean = sqrt(fmax(0.0, 1.0 - square(ab_dot(A->axis, B->axis))));
    add_wet_disc(patch, 1.0, fmin(r, s), depth, lean); // of the smaller one, whole
}

// A ring lies on a disc: its arc over the disc, without what crosses a hole there.
void ab_patch_ring_rims(abPatch *patch) {
    abVec3 n = patch->n;
    Rim ends[2], A = get_ring(patch->A, patch->X_WA, n);
    get_rims(patch->B, patch->X_WB, ends);
    const Rim *B = front(ends, ab_neg(n));
    if (ab_dot(A.axis, n) <= 0.7 || -ab_dot(B->axis, n) <= 0.7) {
        return;
    }
    Floor on_B = {B->center, B->axis, ab_neg(B->axis), true, B->bore};
    Fold fold = fold_of(&A, B);
    abVec3 below = ab_add_scaled(A.center, patch->radii, on_B.m); // where the tube touches
    abPoint2 to = seen_in(&fold, ab_sub(B->center, below));
    double d = sqrt(to.x * to.x + to.y * to.y), r = A.radius, s = B->radius;
    double toward = d > 0.0 ? ab_atan2(to.y, to.x) : 0.0;
    if (d <= s - r) {
        add_whole_rim(patch, &on_B, &A, &fold.of_A, s - r - d, toward + AB_PI, 0);
    } else if (d > r - s && d < r + s) {
        double half = ab_acos((d * d + r * r - s * s) / (2.0 * d * r));
        add_arc(patch, &on_B, &A, &fold.of_A, toward - half, 2.0 * half, 1.0, 16);
    }
}

// What of the axis of a bar, as seen along `along`, carries: within its ends by as much as a point
// of its wall can be beyond the point of the axis next to it.
static void bar_range(const Rim bar[2], abVec3 along, abVec3 middle, double t[2]) {
    double at[2];
    for (int i = 0; i < 2; i++) {
        at[i] = ab_dot(ab_sub(bar[i].center, middle), along);
    }
    double lean = ab_norm(ab_cross(bar[0].axis, along)), short_of = fabs(bar[0].radius) * lean;
    t[0] = fmin(at[0], at[1]) + short_of;
    t[1] = fmax(at[0], at[1]) - short_of;
}

// The point of the axis of a bar that lies at t along `along`.
static abVec3 bar_at(const Rim bar[2], abVec3 along, abVec3 middle, double t) {
    abVec3 u = bar[0].axis;
    double from = ab_dot(ab_sub(bar[0].center, middle), along);
    return ab_add_scaled(bar[0].center, (t - from) / ab_dot(u, along), u);
}

// How far the wall of a bar is from its axis in direction m.
static double wall_of(const Rim bar[2], abVec3 m) {
    return bar[0].radius / sqrt(1.0 - square(ab_dot(bar[0].axis, m)));
}

// Side by side: the two ends of the part where they run along each other, cut across the middle of
// both axes. `inside`: one in the bore of the other, whose rims then have the radius of the bore,
// negative. Bars that cross meet at one point, which carries alone.
static void line_on_line(abPatch *patch, const Rim A[2], const Rim B[2], bool inside) {
    abVec3 u = A[0].axis, v = ab_dot(u, B[0].axis) < 0.0 ? ab_neg(B[0].axis) : B[0].axis;
    abVec3 along = ab_unit(ab_add(u, v)), middle = ab_scale(0.5, ab_add(A[0].center, A[1].center));
    double of_A[2], of_B[2];
    bar_range(A, along, middle, of_A);
    bar_range(B, along, middle, of_B);
    double t[2] = {fmax(of_A[0], of_B[0]), fmin(of_A[1], of_B[1])};
    double common = ab_step(t[1] - t[0], 0.0, 0.0, patch->border, 1.0) *
                    ab_step(ab_norm(ab_cross(u, v)), 0.1, 1.0, 0.5, 0.0);
    for (int i = 0; i < 2 && common > 0.0; i++) {
        abVec3 a = bar_at(A, along, middle, t[i]), b = bar_at(B, along, middle, t[i]);
        double gap = ab_norm(ab_sub(b, a));
        if (gap > 0.0) {
            abVec3 m = ab_scale((inside ? -1.0 : 1.0) / gap, ab_sub(b, a));
            ab_patch_add(patch, ab_add_scaled(a, wall_of(A, m), m),
                         ab_add_scaled(b, -wall_of(B, m), m), m, common, 128 + i);
        }
    }
}

// Does a capsule touch the wall of the bore of a tube? Then gives the tube's rims the wall. n: from
// tube into capsule.
static bool is_in_bore(const abShape *tube, const abShape *capsule, Rim T[2], const Rim C[2],
                       abVec3 n) {
    if (tube->kind != AB_SHAPE_TUBE || capsule->kind != AB_SHAPE_CAPSULE) {
        return false;
    }
    abVec3 off = ab_sub(ab_add(C[0].center, C[1].center), ab_add(T[0].center, T[1].center));
    if (ab_dot(off, n) >= 0.0) {
        return false;
    }
    T[0].radius = T[1].radius = -T[0].bore;
    return true;
}

void ab_patch_rims(abPatch *patch) {
    Rim A[2], B[2];
    get_rims(patch->A, patch->X_WA, A);
    get_rims(patch->B, patch->X_WB, B);
    bool A_stands = fabs(ab_dot(A[0].axis, patch->n)) > 0.7;
    bool B_stands = fabs(ab_dot(B[0].axis, patch->n)) > 0.7;
    bool are_bars = A[0].radius == A[1].radius && B[0].radius == B[1].radius;
    const Rim *a = front(A, patch->n), *b = front(B, ab_neg(patch->n));
    bool inside = is_in_bore(patch->A, patch->B, A, B, patch->n) ||
                  is_in_bore(patch->B, patch->A, B, A, ab_neg(patch->n));
    if (A_stands && B_stands && a->radius > 0.0 && b->radius > 0.0) {
        disc_on_disc(patch, a, b);
    } else if (!A_stands && !B_stands && are_bars) {
        line_on_line(patch, A, B, inside);
    }
}
