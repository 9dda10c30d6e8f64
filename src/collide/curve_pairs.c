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
// in the trees first.
//
// Overlap  a candidate with a negative gap is the deepest place of a region when no other part of B
//          is nearer to a, nor of A to b: this leaves out the far sides. Each region has one.
//          Between parallel straight edges the corners are the candidates: an edge on an edge is
//          carried at both ends.
// Limits   where no region is found though the curves cross (deeper than where nearest points
//          change sides, about half the width of a body), the deepest join of two pieces tells it.
// Error    Newton goes on to rounding: gaps to 1e-15 of the size where curvatures differ.

#include "collide/curve_pairs.h"

#include <string.h>

#include "collide/curve_plane.h"
#include "collide/pairs.h"
#include "math/elementary.h"

enum { STACK = 256, NEWTON_MAX = 30, CANDIDATES_MAX = AB_PATCH_MAX };

typedef struct Candidate {
    double gap;
    abVec2 a, b, n; // in the plane of A; n out of A
    int part_a, part_b;
    double u, v;
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
} Scene;

static abCurveAt at_B(const Scene *scene, const abCurvePart *part, double v) {
    abCurveAt at = ab_curve_at(part, v);
    return (abCurveAt){ab_curve_out_of_B(&scene->in, at.p), ab_curve_turn(&scene->in, at.d),
                       ab_curve_turn(&scene->in, at.dd)};
}

static bool is_point(const abCurvePart *part) {
    return part->kind >= AB_CURVE_CORNER;
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

static double hull_gap(const Scene *scene, const abCurveHull *a, const abCurveHull *b) {
    abVec2 way = ab_sub2(ab_curve_out_of_B(&scene->in, b->center), a->center);
    return ab_norm2d(way) - a->radius - b->radius;
}

// ---- candidates ----

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

// How far along its piece the arc has the radial direction `r`; outside [0, 1] when it has not.
static double parameter_of(const abCurvePart *arc, abVec2 r) {
    double middle = arc->angle + 0.5 * arc->sweep;
    abVec2 m = ab_vec2(ab_cos(middle), ab_sin(middle));
    return 0.5 + ab_atan2(ab_cross2(m, r), ab_dot2(m, r)) / arc->sweep;
}

static bool in_piece(double u) {
    const double slack = 1e-12;
    return u >= -slack && u <= 1.0 + slack;
}

// Both arcs where A's has the radial direction r; opposite normals then fix the place on B's.
static bool arcs_meet_along(Scene *scene, int part_a, int part_b, abVec2 r) {
    const abCurvePart *pa = &scene->in.A->parts[part_a], *pb = &scene->in.B->parts[part_b];
    double sense = pa->sweep > 0.0 ? 1.0 : -1.0, opposite = pa->sweep * pb->sweep > 0.0 ? -1 : 1;
    abVec2 n = ab_scale2(sense, r), r_b = ab_curve_turn_back(&scene->in, ab_scale2(opposite, r));
    if (!in_cone(&pa->hull, n) ||
        !in_cone(&pb->hull, ab_curve_turn_back(&scene->in, ab_scale2(-1.0, n)))) {
        return false;
    }
    double u = parameter_of(pa, r), v = parameter_of(pb, r_b);
    if (!in_piece(u) || !in_piece(v)) {
        return false;
    }
    take(scene, (Candidate){.a = ab_add2(pa->c[0], ab_scale2(pa->radius, r)),
                            .b = ab_curve_out_of_B(&scene->in,
                                                   ab_add2(pb->c[0], ab_scale2(pb->radius, r_b))),
                            .n = n,
                            .part_a = part_a,
                            .part_b = part_b,
                            .u = fmin(fmax(u, 0.0), 1.0),
                            .v = fmin(fmax(v, 0.0), 1.0)});
    return true;
}

// Two arcs: along the line of their centres. Of one centre they are as far apart everywhere; then
// the middle of one of both pieces.
static void arcs_meet(Scene *scene, int part_a, int part_b) {
    const abCurvePart *pa = &scene->in.A->parts[part_a], *pb = &scene->in.B->parts[part_b];
    abVec2 way = ab_sub2(ab_curve_out_of_B(&scene->in, pb->c[0]), pa->c[0]);
    double distance = ab_norm2d(way);
    if (distance > scene->slack) {
        abVec2 e = ab_scale2(1.0 / distance, way);
        arcs_meet_along(scene, part_a, part_b, e);
        arcs_meet_along(scene, part_a, part_b, ab_scale2(-1.0, e));
        return;
    }
    double a = pa->angle + 0.5 * pa->sweep, b = pb->angle + 0.5 * pb->sweep;
    abVec2 r = ab_curve_turn(&scene->in, ab_vec2(ab_cos(b), ab_sin(b)));
    if (!arcs_meet_along(scene, part_a, part_b, ab_vec2(ab_cos(a), ab_sin(a)))) {
        arcs_meet_along(scene, part_a, part_b,
                        ab_scale2(pa->sweep * pb->sweep > 0.0 ? -1.0 : 1.0, r));
    }
}

// Two pieces, by (1).
static void pieces_meet(Scene *scene, int part_a, int part_b) {
    const abCurvePart *pa = &scene->in.A->parts[part_a], *pb = &scene->in.B->parts[part_b];
    double u = 0.5, v = 0.5;
    for (int i = 0; i < NEWTON_MAX; i++) {
        abCurveAt a = ab_curve_at(pa, u), b = at_B(scene, pb, v);
        abVec2 way = ab_sub2(b.p, a.p);
        double f = ab_cross2(a.d, b.d), g = ab_dot2(way, a.d);
        double fu = ab_cross2(a.dd, b.d), fv = ab_cross2(a.d, b.dd);
        double gu = ab_dot2(way, a.dd) - ab_dot2(a.d, a.d), gv = ab_dot2(b.d, a.d);
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
             (Candidate){
                 .a = a.p, .b = b.p, .n = n, .part_a = part_a, .part_b = part_b, .u = u, .v = v});
    }
}

// A corner of one and a piece of the other; the piece gives the normal.
static void corner_meets(Scene *scene, int part_a, int part_b) {
    bool corner_is_A = is_point(&scene->in.A->parts[part_a]);
    const abCurvePart *corner =
        corner_is_A ? &scene->in.A->parts[part_a] : &scene->in.B->parts[part_b];
    const abCurvePart *piece =
        corner_is_A ? &scene->in.B->parts[part_b] : &scene->in.A->parts[part_a];
    abVec2 q = corner_is_A ? ab_curve_into_B(&scene->in, corner->c[0])
                           : ab_curve_out_of_B(&scene->in, corner->c[0]);
    double u = ab_curve_nearest_on_piece(piece, q);
    abCurveAt at = ab_curve_at(piece, u);
    abVec2 way = ab_sub2(q, at.p), n = ab_right_of(at.d);
    double along = ab_dot2(way, at.d) / ab_norm2d(at.d);
    if (fabs(along) > 1e-9 * ab_norm2d(way) + scene->slack) {
        return; // beyond the end of the piece
    }
    bool is_inside = ab_dot2(way, n) < 0.0;
    if (is_inside && corner->kind == AB_CURVE_END) {
        return;
    }
    abVec2 facing = ab_scale2(-1.0, n); // in the frame of the piece
    facing =
        corner_is_A ? ab_curve_turn(&scene->in, facing) : ab_curve_turn_back(&scene->in, facing);
    if (!in_cone(&corner->hull, facing)) {
        return;
    }
    Candidate found = {.part_a = part_a, .part_b = part_b};
    if (corner_is_A) {
        found.a = corner->c[0], found.b = ab_curve_out_of_B(&scene->in, at.p), found.v = u;
        found.n = ab_scale2(-1.0, ab_curve_turn(&scene->in, n));
    } else {
        found.a = at.p, found.b = q, found.u = u;
        found.n = n;
    }
    take(scene, found);
}

static void corners_meet(Scene *scene, int part_a, int part_b) {
    const abCurvePart *a = &scene->in.A->parts[part_a], *b = &scene->in.B->parts[part_b];
    abVec2 q = ab_curve_out_of_B(&scene->in, b->c[0]), way = ab_sub2(q, a->c[0]);
    double distance = ab_norm2d(way);
    if (!(distance > 0.0)) {
        return;
    }
    abVec2 n = ab_scale2(1.0 / distance, way);
    if (in_cone(&a->hull, n) &&
        in_cone(&b->hull, ab_curve_turn_back(&scene->in, ab_scale2(-1.0, n)))) {
        take(scene, (Candidate){.a = a->c[0], .b = q, .n = n, .part_a = part_a, .part_b = part_b});
    }
}

static void parts_meet(Scene *scene, int part_a, int part_b) {
    bool a = is_point(&scene->in.A->parts[part_a]), b = is_point(&scene->in.B->parts[part_b]);
    if (a && b) {
        corners_meet(scene, part_a, part_b);
    } else if (a || b) {
        corner_meets(scene, part_a, part_b);
    } else if (scene->in.A->parts[part_a].kind == AB_CURVE_ARC &&
               scene->in.B->parts[part_b].kind == AB_CURVE_ARC) {
        arcs_meet(scene, part_a, part_b);
    } else {
        pieces_meet(scene, part_a, part_b);
    }
}

// ---- the search ----

typedef struct Pair {
    int a, b;
    double gap;
} Pair;

static bool counts(const Scene *scene, const abCurveHull *a, const abCurveHull *b, double *gap) {
    *gap = hull_gap(scene, a, b);
    return *gap <= scene->best && can_face(scene, a, b);
}

static void search(Scene *scene) {
    Pair stack[STACK];
    int count = 0;
    stack[count++] = (Pair){0, 0, -INFINITY};
    while (count > 0) {
        Pair pair = stack[--count];
        const abCurveNode *a = &scene->in.A->nodes[pair.a], *b = &scene->in.B->nodes[pair.b];
        if (pair.gap > scene->best) {
            continue;
        }
        if (a->right < 0 && b->right < 0) {
            parts_meet(scene, a->left, b->left);
            continue;
        }
        bool split_a = b->right < 0 || (a->right >= 0 && a->hull.radius >= b->hull.radius);
        Pair next[2] = {split_a ? (Pair){a->left, pair.b, 0.0} : (Pair){pair.a, b->left, 0.0},
                        split_a ? (Pair){a->right, pair.b, 0.0} : (Pair){pair.a, b->right, 0.0}};
        bool wanted[2];
        for (int i = 0; i < 2; i++) {
            wanted[i] = counts(scene, &scene->in.A->nodes[next[i].a].hull,
                               &scene->in.B->nodes[next[i].b].hull, &next[i].gap);
        }
        int first = next[0].gap <= next[1].gap ? 0 : 1; // the nearer last, so that it comes next
        for (int k = 0; k < 2; k++) {
            int i = k == 0 ? 1 - first : first;
            if (wanted[i] && count < STACK) {
                stack[count++] = next[i];
            }
        }
    }
}

// ---- what overlaps ----

static double lesser_wall(const Scene *scene) {
    return fmin(scene->in.A->wall, scene->in.B->wall);
}

// Whether the point of each is on the side of the other that its gap says, and no other part of the
// other is nearer; corners are asked only where they are.
static bool is_deepest(const Scene *scene, const Candidate *found) {
    double least = fabs(found->gap) * (1.0 - 1e-9) - scene->slack;
    if (-found->gap > lesser_wall(scene)) {
        return false;
    }
    bool point_a = is_point(&scene->in.A->parts[found->part_a]);
    bool point_b = is_point(&scene->in.B->parts[found->part_b]);
    double side = found->gap < 0.0 ? -1.0 : 1.0;
    if (!point_b &&
        side * ab_curve_nearest(scene->in.B, ab_curve_into_B(&scene->in, found->a)).distance <
            least) {
        return false;
    }
    return point_a || side * ab_curve_nearest(scene->in.A, found->b).distance >= least;
}

// Places apart are of one region to come when their normals differ by less than 60 degrees.
static const double s_alike = 0.5;

static bool same_region(const Scene *scene, const Candidate *a, const Candidate *b) {
    abVec2 way = ab_sub2(ab_add2(a->a, a->b), ab_add2(b->a, b->b));
    return 0.5 * ab_norm2d(way) <= 1.5 * (scene->reach - fmin(a->gap, b->gap)) &&
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

static double side_of(abVec2 from, abVec2 to, abVec2 p) {
    return ab_cross2(ab_sub2(to, from), ab_sub2(p, from));
}

// Whether the chords of two pieces cross; pieces turn little.
static bool chords_cross(const Scene *scene, const abCurvePart *pa, const abCurvePart *pb) {
    if (is_point(pa) || is_point(pb)) {
        return false;
    }
    abVec2 a0 = ab_curve_at(pa, 0.0).p, a1 = ab_curve_at(pa, 1.0).p;
    abVec2 b0 = at_B(scene, pb, 0.0).p, b1 = at_B(scene, pb, 1.0).p;
    return (side_of(a0, a1, b0) > 0.0) != (side_of(a0, a1, b1) > 0.0) &&
           (side_of(b0, b1, a0) > 0.0) != (side_of(b0, b1, a1) > 0.0);
}

static bool curves_cross(const Scene *scene, int index_a, int index_b) {
    const abCurveNode *a = &scene->in.A->nodes[index_a], *b = &scene->in.B->nodes[index_b];
    if (hull_gap(scene, &a->hull, &b->hull) > 0.0) {
        return false;
    }
    if (a->right < 0 && b->right < 0) {
        return chords_cross(scene, &scene->in.A->parts[a->left], &scene->in.B->parts[b->left]);
    }
    if (b->right < 0 || (a->right >= 0 && a->hull.radius >= b->hull.radius)) {
        return curves_cross(scene, a->left, index_b) || curves_cross(scene, a->right, index_b);
    }
    return curves_cross(scene, index_a, b->left) || curves_cross(scene, index_a, b->right);
}

// The corner between pieces, or their join, that is deepest in the other curve.
static void deepest_join(Scene *scene, bool of_A) {
    const abCurve *own = of_A ? scene->in.A : scene->in.B,
                  *other = of_A ? scene->in.B : scene->in.A;
    for (int i = 0; i < own->piece_count && other->is_closed; i++) {
        abVec2 p = ab_curve_at(&own->parts[i], 0.0).p;
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
         ab_curve_nearest(scene->in.A,
                          ab_curve_out_of_B(&scene->in, ab_curve_at(&scene->in.B->parts[0], 0.0).p))
                 .distance < 0.0) ||
        (scene->in.B->is_closed &&
         ab_curve_nearest(scene->in.B,
                          ab_curve_into_B(&scene->in, ab_curve_at(&scene->in.A->parts[0], 0.0).p))
                 .distance < 0.0);
    if (is_within || curves_cross(scene, 0, 0)) {
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
    scene.best = INFINITY;
    scene.nearest = (Candidate){.gap = INFINITY};
    scene.inside_count = 0;
    return scene;
}

static void find_all(Scene *scene) {
    search(scene);
    keep_regions(scene);
    double hulls = hull_gap(scene, &scene->in.A->nodes[0].hull, &scene->in.B->nodes[0].hull);
    if (scene->inside_count == 0 && hulls < 0.0) {
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
            .p_W = p, .n_AB_W = n, .depth = depth, .weight = 1.0, .id = found->part_a + 1};
        count++;
    }
    return count;
}
