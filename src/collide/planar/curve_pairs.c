// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// curve_pairs.c - two plane curves: distance when apart, all regions of overlap when not.
//
// Points a(u) of A and b(v) of B are candidates where the way between them is normal to both:
//
//   a' x b' = 0,   (b - a) . a' = 0                                                       (1)
//
// or where one is a corner and the way lies in its cone of normals. (1) keeps its solution where
// the curves touch, since its Jacobian there is the sum of both curvatures. With n the outward
// normal of A the gap is (b - a) . n. Parts whose cones of normals do not face each other have no
// candidate, and pairs of circles farther apart than the best gap none that counts; both are tested
// in the trees first. Arcs are met whole, in closed form; only where Newton's method is needed, or
// where arcs have one centre, are they taken piece by piece.
//
// Overlap  a candidate with a negative gap is the deepest place of a region when no other part of B
//          is nearer to a, nor of A to b: this leaves out the far sides. Each region has one.
//          Between parallel straight edges the corners are the candidates: an edge on an edge is
//          carried at both ends.
// Limits   where no region is found though the curves cross (deeper than where nearest points
//          change sides, about half the width of a body), the deepest join of two pieces tells it.
// Error    Newton goes on to rounding: gaps to 1e-15 of the size where curvatures differ.

#include "collide/planar/curve_pairs.h"

#include <string.h>

#include "collide/broad/patch_point.h"
#include "collide/broad/proximity.h"
#include "collide/planar/circle_pairs.h"
#include "collide/planar/curve_cross.h"
#include "collide/planar/curve_plane.h"
#include "collide/planar/tolerances.def"
#include "shape/curve/curve_build.h"
#include "shape/curve/curve_nearest.h"

enum { NEWTON_MAX = 30, CANDIDATES_MAX = AB_PATCH_MAX };

typedef struct Candidate {
    double gap;
    abVec2 a, b, n;     // in the plane of A; n out of A
    int part_a, part_b; // of an arc its first piece, or the one it is on
} Candidate;

typedef struct Scene {
    abCurvePlane in;
    double slack; // lengths below this are rounding                                      [m]
    double radii; // gaps below the sum of both radii are overlaps                        [m]
    double reach; // gaps below it are wanted: `radii`, and more when places apart are, too
    double best;  // least gap so far, and at least `reach`
    Candidate nearest;
    Candidate inside[CANDIDATES_MAX];
    int inside_count;
    bool is_crossed; // what curves_cross() found
} Scene;

static abCurveAt at_B(const Scene *scene, const abCurvePart *part, double v) {
    abCurveAt at = ab_curve_at(part, v);
    return (abCurveAt){ab_curve_out_of_B(&scene->in, at.p), ab_curve_turn(&scene->in, at.d),
                       ab_curve_turn(&scene->in, at.dd)};
}

// Whether a unit direction lies in a cone.
static bool in_cone(const abCurveHull *hull, abVec2 n) {
    return ab_dot2(hull->normal, n) >= hull->cosine - 1e-12;
}

// Whether some normal of A is opposite to one of B.
static bool can_face(const Scene *scene, const abCurveHull *a, const abCurveHull *b) {
    double cosine = -ab_dot2(a->normal, ab_curve_turn(&scene->in, b->normal));
    double limit = a->cosine * b->cosine - a->sine * b->sine;
    double sine = a->sine * b->cosine + a->cosine * b->sine; // of the sum, < 0 beyond pi
    return sine <= 0.0 || cosine >= limit - 1e-12;
}

// Of two circles, one of A and one of B.
static double gap_of(const Scene *scene, abVec2 a, double radius_a, abVec2 b, double radius_b) {
    abVec2 displacement = ab_sub2(ab_curve_out_of_B(&scene->in, b), a);
    return ab_norm2d(displacement) - radius_a - radius_b;
}

// ---- candidates ----

// Two parts, whole arcs among them, and their numbers.
typedef struct Meeting {
    const abCurvePart *a, *b;
    int part_a, part_b;
} Meeting;

static void take(Scene *scene, Candidate found) {
    found.gap = ab_dot2(ab_sub2(found.b, found.a), found.n);
    if (found.gap >= 0.0 && found.gap < scene->nearest.gap) {
        scene->nearest = found;
        scene->best = fmax(found.gap, scene->reach);
    }
    if (found.gap >= scene->reach) {
        return;
    }
    if (scene->inside_count < CANDIDATES_MAX) {
        scene->inside[scene->inside_count++] = found;
        return;
    }
    Candidate *widest = &scene->inside[0];
    for (int i = 1; i < CANDIDATES_MAX; i++) {
        widest = scene->inside[i].gap > widest->gap ? &scene->inside[i] : widest;
    }
    *widest = found.gap < widest->gap ? found : *widest;
}

static double sense_of(const abCurvePart *arc) {
    return arc->sweep > 0.0 ? 1.0 : -1.0;
}

// The arc of B where its outward normal is opposite to n of A; false where it has none there.
static bool arc_of_B_faces(const Scene *scene, const abCurvePart *pb, abVec2 n, abVec2 *b) {
    abVec2 r = ab_curve_turn_back(&scene->in, ab_scale2(-sense_of(pb), n));
    *b = ab_curve_out_of_B(&scene->in, ab_add2(pb->c[0], ab_scale2(pb->radius, r)));
    return ab_curve_arc_has(pb, r);
}

// Both arcs where A's has the radial direction r; opposite normals then fix the place on B's.
static bool arcs_meet_along(Scene *scene, const Meeting *of, abVec2 r) {
    const abCurvePart *pa = of->a, *pb = of->b;
    abVec2 n = ab_scale2(sense_of(pa), r), b;
    if (!ab_curve_arc_has(pa, r) || !arc_of_B_faces(scene, pb, n, &b)) {
        return false;
    }
    take(scene, (Candidate){.a = ab_add2(pa->c[0], ab_scale2(pa->radius, r)),
                            .b = b,
                            .n = n,
                            .part_a = of->part_a,
                            .part_b = of->part_b});
    return true;
}

// Of one centre, and so as far apart everywhere: the middle of one of both.
static void arcs_of_one_center_meet(Scene *scene, const Meeting *of) {
    const abCurvePart *pa = of->a, *pb = of->b;
    abVec2 r = ab_curve_turn(&scene->in, pb->middle);
    if (!arcs_meet_along(scene, of, pa->middle)) {
        arcs_meet_along(scene, of, ab_scale2(pa->sweep * pb->sweep > 0.0 ? -1.0 : 1.0, r));
    }
}

// Two arcs: along the line of their centres. False where they have one centre.
static bool arcs_meet(Scene *scene, const Meeting *of) {
    abVec2 displacement = ab_sub2(ab_curve_out_of_B(&scene->in, of->b->c[0]), of->a->c[0]);
    double distance = ab_norm2d(displacement);
    if (distance > scene->slack) {
        abVec2 e = ab_scale2(1.0 / distance, displacement);
        arcs_meet_along(scene, of, e);
        arcs_meet_along(scene, of, ab_scale2(-1.0, e));
    }
    return distance > scene->slack;
}

// Whether the foot of p on a line is on its piece.
static bool foot_of(const abCurvePart *line, abVec2 p, abVec2 *foot) {
    double u = ab_dot2(ab_sub2(p, line->c[0]), line->c[1]) / ab_dot2(line->c[1], line->c[1]);
    *foot = ab_add2(line->c[0], ab_scale2(fmin(fmax(u, 0.0), 1.0), line->c[1]));
    return u >= -1e-12 && u <= 1.0 + 1e-12;
}

// A line of A and an arc of B: on the normal of the line through the centre.
static void line_meets_arc(Scene *scene, const Meeting *of) {
    const abCurvePart *pa = of->a, *pb = of->b;
    abVec2 a, b, n = pa->normals[0];
    if (foot_of(pa, ab_curve_out_of_B(&scene->in, pb->c[0]), &a) &&
        arc_of_B_faces(scene, pb, n, &b)) {
        take(scene,
             (Candidate){.a = a, .b = b, .n = n, .part_a = of->part_a, .part_b = of->part_b});
    }
}

static void arc_meets_line(Scene *scene, const Meeting *of) {
    const abCurvePart *pa = of->a, *pb = of->b;
    abVec2 b, n = ab_scale2(-1.0, ab_curve_turn(&scene->in, pb->normals[0]));
    abVec2 r = ab_scale2(sense_of(pa), n);
    if (foot_of(pb, ab_curve_into_B(&scene->in, pa->c[0]), &b) && ab_curve_arc_has(pa, r)) {
        take(scene, (Candidate){.a = ab_add2(pa->c[0], ab_scale2(pa->radius, r)),
                                .b = ab_curve_out_of_B(&scene->in, b),
                                .n = n,
                                .part_a = of->part_a,
                                .part_b = of->part_b});
    }
}

// Two pieces, by (1).
static void splines_meet(Scene *scene, const Meeting *of) {
    const abCurvePart *pa = of->a, *pb = of->b;
    double u = 0.5, v = 0.5;
    for (int i = 0; i < NEWTON_MAX; i++) {
        abCurveAt a = ab_curve_at(pa, u), b = at_B(scene, pb, v);
        abVec2 displacement = ab_sub2(b.p, a.p);
        double f = ab_cross2(a.d, b.d), g = ab_dot2(displacement, a.d);
        double fu = ab_cross2(a.dd, b.d), fv = ab_cross2(a.d, b.dd);
        double gu = ab_dot2(displacement, a.dd) - ab_dot2(a.d, a.d), gv = ab_dot2(b.d, a.d);
        double det = fu * gv - fv * gu;
        double scale = ab_dot2(a.d, a.d) * ab_norm2d(b.d);
        if (!(fabs(det) > 1e-14 * scale * (ab_norm2d(a.d) + ab_norm2d(b.d)))) {
            return; // parallel and straight: the corners see to it
        }
        double du = (f * gv - fv * g) / det, dv = (fu * g - f * gu) / det;
        double largest = fmax(fabs(du), fabs(dv));
        double share = largest > 1.0 ? 1.0 / largest : 1.0;
        u -= share * du, v -= share * dv;
        if (u < -1.0 || u > 2.0 || v < -1.0 || v > 2.0) {
            return;
        }
        if (largest < 1e-15) {
            break;
        }
    }
    const double slack = 1e-12;
    if (u < -slack || u > 1.0 + slack || v < -slack || v > 1.0 + slack) {
        return;
    }
    u = fmin(fmax(u, 0.0), 1.0), v = fmin(fmax(v, 0.0), 1.0);
    abCurveAt a = ab_curve_at(pa, u), b = at_B(scene, pb, v);
    abVec2 n = ab_right_of(a.d);
    if (ab_dot2(n, ab_right_of(b.d)) < 0.0) {
        take(scene,
             (Candidate){.a = a.p, .b = b.p, .n = n, .part_a = of->part_a, .part_b = of->part_b});
    }
}

// A corner of one and a piece of the other; the piece gives the normal.
static void corner_meets(Scene *scene, const Meeting *of) {
    bool corner_is_A = ab_curve_is_point(of->a);
    const abCurvePart *corner = corner_is_A ? of->a : of->b;
    const abCurvePart *piece = corner_is_A ? of->b : of->a;
    abVec2 q = corner_is_A ? ab_curve_into_B(&scene->in, corner->c[0])
                           : ab_curve_out_of_B(&scene->in, corner->c[0]);
    abCurveFoot at = ab_curve_foot(piece, q);
    abVec2 displacement = ab_sub2(q, at.p), n = at.n;
    double along = ab_cross2(n, displacement);
    if (fabs(along) > 1e-9 * ab_norm2d(displacement) + scene->slack) {
        return; // beyond the end of the piece
    }
    bool is_inside = ab_dot2(displacement, n) < 0.0;
    if (is_inside && corner->kind == AB_CURVE_END) {
        return;
    }
    abVec2 facing = ab_scale2(-1.0, n); // in the frame of the piece
    facing =
        corner_is_A ? ab_curve_turn(&scene->in, facing) : ab_curve_turn_back(&scene->in, facing);
    if (!in_cone(&corner->hull, facing)) {
        return;
    }
    Candidate found = {.part_a = of->part_a, .part_b = of->part_b};
    if (corner_is_A) {
        found.a = corner->c[0], found.b = ab_curve_out_of_B(&scene->in, at.p);
        found.n = ab_scale2(-1.0, ab_curve_turn(&scene->in, n));
    } else {
        found.a = at.p, found.b = q;
        found.n = n;
    }
    take(scene, found);
}

static void corners_meet(Scene *scene, const Meeting *of) {
    const abCurvePart *a = of->a, *b = of->b;
    abVec2 q = ab_curve_out_of_B(&scene->in, b->c[0]), displacement = ab_sub2(q, a->c[0]);
    double distance = ab_norm2d(displacement);
    if (!(distance > 0.0)) {
        return;
    }
    abVec2 n = ab_scale2(1.0 / distance, displacement);
    if (in_cone(&a->hull, n) &&
        in_cone(&b->hull, ab_curve_turn_back(&scene->in, ab_scale2(-1.0, n)))) {
        take(scene,
             (Candidate){.a = a->c[0], .b = q, .n = n, .part_a = of->part_a, .part_b = of->part_b});
    }
}

// Two pieces that face each other and are near, and have no closed form as a whole.
static void pieces_meet(Scene *scene, const Meeting *of) {
    const abCurveHull *a = &of->a->hull, *b = &of->b->hull;
    if (gap_of(scene, a->center, a->radius, b->center, b->radius) > scene->best ||
        !can_face(scene, a, b)) {
        return;
    }
    if (of->a->kind == AB_CURVE_ARC && of->b->kind == AB_CURVE_ARC) {
        arcs_of_one_center_meet(scene, of);
    } else {
        splines_meet(scene, of);
    }
}

static void wholes_meet_by_pieces(Scene *scene, const abCurveWhole *a, const abCurveWhole *b) {
    for (int i = a->first; i < a->first + a->count; i++) {
        for (int j = b->first; j < b->first + b->count; j++) {
            pieces_meet(scene, &(Meeting){&scene->in.A->parts[i], &scene->in.B->parts[j], i, j});
        }
    }
}

// Lines and arcs meet in closed form; two lines at their corners.
static void wholes_meet(Scene *scene, const abCurveWhole *whole_a, const abCurveWhole *whole_b) {
    const abCurvePart *a = &whole_a->part, *b = &whole_b->part;
    const Meeting of = {a, b, whole_a->first, whole_b->first};
    if (ab_curve_is_point(a) && ab_curve_is_point(b)) {
        corners_meet(scene, &of);
    } else if (ab_curve_is_point(a) || ab_curve_is_point(b)) {
        corner_meets(scene, &of);
    } else if (a->is_straight && b->kind == AB_CURVE_ARC) {
        line_meets_arc(scene, &of);
    } else if (a->kind == AB_CURVE_ARC && b->is_straight) {
        arc_meets_line(scene, &of);
    } else if (!(a->is_straight && b->is_straight) &&
               !(a->kind == AB_CURVE_ARC && b->kind == AB_CURVE_ARC && arcs_meet(scene, &of))) {
        wholes_meet_by_pieces(scene, whole_a, whole_b);
    }
}

// ---- the search ----

static double facing_gap(const void *context, int a, int b) {
    const Scene *scene = context;
    const abCurveHull *p = &scene->in.A->whole_hulls[a], *q = &scene->in.B->whole_hulls[b];
    double gap = gap_of(scene, p->center, p->radius, q->center, q->radius);
    return gap > scene->best || can_face(scene, p, q) ? gap : NAN;
}

static double best_gap(const void *context) {
    return ((const Scene *)context)->best;
}

static bool look_at_wholes(void *context, int a, int b) {
    const Scene *scene = context;
    wholes_meet(context, &scene->in.A->wholes[a], &scene->in.B->wholes[b]);
    return true;
}

// ---- what overlaps ----

static double lesser_cell_wall(const Scene *scene) {
    return fmin(scene->in.A->wall, scene->in.B->wall);
}

// Whether the point of each is on the side of the other that its gap says, and no other part of the
// other is nearer; corners are asked only where they are.
static bool is_deepest(const Scene *scene, const Candidate *found) {
    double minimum = fabs(found->gap) * (1.0 - 1e-9) - scene->slack;
    if (-found->gap > lesser_cell_wall(scene)) {
        return false;
    }
    bool point_a = ab_curve_is_point(&scene->in.A->parts[found->part_a]);
    bool point_b = ab_curve_is_point(&scene->in.B->parts[found->part_b]);
    double side = found->gap < 0.0 ? -1.0 : 1.0;
    if (!point_b &&
        side * ab_curve_nearest(scene->in.B, ab_curve_into_B(&scene->in, found->a)).distance <
            minimum) {
        return false;
    }
    return point_a || side * ab_curve_nearest(scene->in.A, found->b).distance >= minimum;
}

static bool same_region(const Scene *scene, const Candidate *a, const Candidate *b) {
    abVec2 displacement = ab_sub2(ab_add2(a->a, a->b), ab_add2(b->a, b->b));
    return 0.5 * ab_norm2d(displacement) <= 1.5 * (scene->reach - fmin(a->gap, b->gap)) &&
           (scene->reach == scene->radii || ab_dot2(a->n, b->n) > s_alike);
}

// Keeps the deepest candidate of each region, in the order of A's parts.
static void keep_regions(Scene *scene) {
    int count = 0;
    for (int i = 0; i < scene->inside_count; i++) {
        const Candidate found = scene->inside[i];
        if (!is_deepest(scene, &found)) {
            continue;
        }
        int k = 0;
        while (k < count && !same_region(scene, &scene->inside[k], &found)) {
            k++;
        }
        if (k == count) {
            scene->inside[count++] = found;
        } else if (found.gap < scene->inside[k].gap) {
            scene->inside[k] = found;
        }
    }
    scene->inside_count = count;
}

// ---- too deep for regions ----

static double any_gap(const void *context, int node_a, int node_b) {
    const Scene *scene = context;
    const abCircle2 *a = &scene->in.A->nodes[node_a].hull, *b = &scene->in.B->nodes[node_b].hull;
    return gap_of(scene, a->center, a->radius, b->center, b->radius);
}

static bool cross_not(void *context, int a, int b) {
    Scene *scene = context;
    scene->is_crossed =
        ab_curve_parts_cross(&scene->in, &scene->in.A->parts[a], &scene->in.B->parts[b]);
    return !scene->is_crossed;
}

static bool curves_cross(Scene *scene) {
    scene->is_crossed = false;
    ab_circle_pairs(&(abCirclePairs){scene->in.A->nodes, scene->in.B->nodes, scene, any_gap,
                                     ab_circles_meet, cross_not});
    return scene->is_crossed;
}

// The corner between pieces, or their join, that is deepest in the other curve.
static void deepest_join(Scene *scene, bool of_A) {
    const abCurve *own = of_A ? scene->in.A : scene->in.B,
                  *other = of_A ? scene->in.B : scene->in.A;
    for (int i = 0; i < own->piece_count && other->is_closed; i++) {
        abVec2 p = own->parts[i].ends[0];
        abVec2 q = of_A ? ab_curve_into_B(&scene->in, p) : ab_curve_out_of_B(&scene->in, p);
        abCurveNearest near = ab_curve_nearest(other, q);
        Candidate *found = &scene->inside[0];
        if (near.distance >= 0.0 || (scene->inside_count == 1 && near.distance >= found->gap)) {
            continue;
        }
        abVec2 n = ab_right_of(ab_curve_at(&other->parts[near.part], near.u).d);
        *found = of_A ? (Candidate){.gap = near.distance,
                                    .a = p,
                                    .b = ab_curve_out_of_B(&scene->in, near.p),
                                    .n = ab_scale2(-1.0, ab_curve_turn(&scene->in, n))}
                      : (Candidate){.gap = near.distance,
                                    .a = near.p,
                                    .b = ab_curve_out_of_B(&scene->in, p),
                                    .n = n};
        scene->inside_count = 1;
    }
}

// Curves that cross, or lie one in the other, and have no region: as deep as the deepest join of
// pieces.
static void look_inside(Scene *scene) {
    bool is_within =
        (scene->in.A->is_closed &&
         ab_curve_nearest(scene->in.A, ab_curve_out_of_B(&scene->in, scene->in.B->parts[0].ends[0]))
                 .distance < 0.0) ||
        (scene->in.B->is_closed &&
         ab_curve_nearest(scene->in.B, ab_curve_into_B(&scene->in, scene->in.A->parts[0].ends[0]))
                 .distance < 0.0);
    if (is_within || curves_cross(scene)) {
        deepest_join(scene, true);
        deepest_join(scene, false);
    }
}

static Scene make_scene(const abShape *A, const abPose *X_WA, const abShape *B, const abPose *X_WB,
                        double margin) {
    Scene scene;
    scene.in = ab_curve_plane(A, X_WA, B, X_WB);
    scene.slack = 1e-15 * (A->bound + B->bound + ab_norm2d(scene.in.t));
    scene.radii = A->radius + B->radius;
    scene.reach = scene.radii + margin;
    scene.nearest = (Candidate){.gap = INFINITY};
    scene.best = INFINITY;
    scene.inside_count = 0;
    scene.is_crossed = false;
    return scene;
}

static void find_all(Scene *scene) {
    ab_circle_pairs(&(abCirclePairs){scene->in.A->whole_nodes, scene->in.B->whole_nodes, scene,
                                     facing_gap, best_gap, look_at_wholes});
    keep_regions(scene);
    if (scene->inside_count == 0 && any_gap(scene, 0, 0) < 0.0) {
        look_inside(scene);
    }
}

static const Candidate *deepest_of(const Scene *scene) {
    const Candidate *deepest = &scene->nearest;
    for (int i = 0; i < scene->inside_count; i++) {
        deepest = scene->inside[i].gap < deepest->gap ? &scene->inside[i] : deepest;
    }
    return deepest;
}

void ab_curve_curve(const abShape *A, const abPose *X_WA, const abShape *B, const abPose *X_WB,
                    abProximity *out) {
    Scene scene = make_scene(A, X_WA, B, X_WB, 0.0);
    find_all(&scene);
    const Candidate *found = deepest_of(&scene);
    out->is_exact = isfinite(found->gap);
    if (!out->is_exact) { // behind open curves: nothing faces anything
        out->distance = fmax(0.0, ab_norm2d(scene.in.t) - A->bound - B->bound) + scene.slack;
        out->n_AB_W = ab_mul(X_WA->R, ab_vec3(1.0, 0.0, 0.0));
        out->p_A_W = X_WA->p, out->p_B_W = ab_add_scaled(X_WA->p, out->distance, out->n_AB_W);
        return;
    }
    out->distance = found->gap - scene.radii;
    out->n_AB_W = ab_mul(X_WA->R, ab_vec3(found->n.x, found->n.y, 0.0));
    out->p_A_W = ab_add_scaled(ab_curve_to_world(X_WA, found->a), A->radius, out->n_AB_W);
    out->p_B_W = ab_add_scaled(out->p_A_W, out->distance, out->n_AB_W);
}

// The part that a place is on: of an arc the piece, so that places far from each other have names of
// their own.
static int name_of(const Scene *scene, const Candidate *found) {
    const abCurve *A = scene->in.A;
    const abCurvePart *first = &A->parts[found->part_a];
    int index = found->part_a;
    if (first->kind != AB_CURVE_ARC) {
        return index + 1;
    }
    abVec2 r = ab_scale2(1.0 / first->radius, ab_sub2(found->a, first->c[0]));
    while (index + 1 < A->piece_count && A->parts[index + 1].arc == first->arc &&
           A->parts[index + 1].kind == AB_CURVE_ARC && !ab_curve_arc_has(&A->parts[index], r)) {
        index++;
    }
    return index + 1;
}

int ab_curve_points(const abShape *A, const abPose *X_WA, const abShape *B, const abPose *X_WB,
                    double margin, abPatchPoint points[AB_PATCH_MAX]) {
    Scene scene = make_scene(A, X_WA, B, X_WB, margin);
    find_all(&scene);
    int count = 0;
    if (scene.inside_count == 0 && isfinite(scene.nearest.gap)) {
        scene.inside[scene.inside_count++] = scene.nearest;
    }
    for (int i = 0; i < scene.inside_count; i++) {
        const Candidate *found = &scene.inside[i];
        abVec3 n = ab_mul(X_WA->R, ab_vec3(found->n.x, found->n.y, 0.0));
        double depth = scene.radii - found->gap;
        abVec3 p = ab_add_scaled(ab_curve_to_world(X_WA, found->a), A->radius - 0.5 * depth, n);
        points[count] = (abPatchPoint){
            .p_W = p, .n_AB_W = n, .depth = depth, .weight = 1.0, .id = name_of(&scene, found)};
        count++;
    }
    return count;
}
