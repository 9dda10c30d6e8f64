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
// in the trees first (curve_near.c keeps what they find). Arcs are met whole, in closed form; only where Newton's method is needed, or
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
#include "collide/planar/curve_near.h"
#include "collide/planar/curve_plane.h"
#include "collide/planar/curve_scene.h"
#include "collide/planar/tolerances.def"
#include "shape/curve/curve_build.h"
#include "shape/curve/curve_nearest.h"

// ---- what overlaps ----

static double lesser_cell_wall(const abCurveScene *scene) {
    return fmin(scene->in.A->wall, scene->in.B->wall);
}

static bool is_within(abVec2 p, abVec2 q, double distance) {
    abVec2 displacement = ab_sub2(p, q);
    return distance > 0.0 && ab_dot2(displacement, displacement) < distance * distance;
}

// Whether the point of either is nearer to the other curve at a candidate, as those of far sides are:
// known without a search.
static bool is_far_side(const abCurveCandidate *found, double minimum, bool point_a, bool point_b,
                        const abCurveCandidate *all, int count) {
    bool is_far = false;
    for (int i = 0; i < count && !is_far; i++) {
        is_far = (!point_b && is_within(all[i].b, found->a, minimum)) ||
                 (!point_a && is_within(all[i].a, found->b, minimum));
    }
    return is_far;
}

// Whether the point of each is on the side of the other that its gap says, and no other part of the
// other is nearer; corners are asked only where they are. `all`: the candidates it is one of.
static bool is_deepest(const abCurveScene *scene, const abCurveCandidate *found,
                       const abCurveCandidate *all, int count) {
    double minimum = fabs(found->gap) * (1.0 - 1e-9) - scene->slack;
    if (-found->gap > lesser_cell_wall(scene)) {
        return false;
    }
    bool point_a = ab_curve_is_point(&scene->in.A->parts[found->part_a]);
    bool point_b = ab_curve_is_point(&scene->in.B->parts[found->part_b]);
    double side = found->gap < 0.0 ? -1.0 : 1.0;
    if (is_far_side(found, minimum, point_a, point_b, all, count)) {
        return false;
    }
    double limit = fabs(found->gap) * (1.0 + 1e-9) + scene->slack; // either curve is that near
    abVec2 a_in_B = ab_curve_into_B(&scene->in, found->a);
    return (point_b ||
            side * ab_curve_nearest_within(scene->in.B, a_in_B, limit).distance >= minimum) &&
           (point_a ||
            side * ab_curve_nearest_within(scene->in.A, found->b, limit).distance >= minimum);
}

static bool same_region(const abCurveScene *scene, const abCurveCandidate *a,
                        const abCurveCandidate *b) {
    abVec2 displacement = ab_sub2(ab_add2(a->a, a->b), ab_add2(b->a, b->b));
    return 0.5 * ab_norm2d(displacement) <= 1.5 * (scene->reach - fmin(a->gap, b->gap)) &&
           (scene->reach == scene->radii || ab_dot2(a->n, b->n) > s_alike);
}

// In the order of the parts, whatever found them first.
static void sort_inside(abCurveScene *scene) {
    for (int i = 1; i < scene->inside_count; i++) {
        const abCurveCandidate found = scene->inside[i];
        int k = i;
        for (; k > 0 && ab_curve_is_before(&found, &scene->inside[k - 1]); k--) {
            scene->inside[k] = scene->inside[k - 1];
        }
        scene->inside[k] = found;
    }
}

// Keeps the deepest candidate of each region, in the order of A's parts.
static void keep_regions(abCurveScene *scene) {
    abCurveCandidate all[AB_CURVE_CANDIDATES_MAX];
    int count = 0, all_count = scene->inside_count;
    memcpy(all, scene->inside, (size_t)all_count * sizeof *all);
    for (int i = 0; i < all_count; i++) {
        const abCurveCandidate found = all[i];
        if (!is_deepest(scene, &found, all, all_count)) {
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
    for (; count > AB_PATCH_MAX; count--) { // the least one goes
        int least = 0;
        for (int i = 1; i < count; i++) {
            least = scene->inside[i].gap >= scene->inside[least].gap ? i : least;
        }
        memmove(&scene->inside[least], &scene->inside[least + 1],
                (size_t)(count - 1 - least) * sizeof *scene->inside);
    }
    scene->inside_count = count;
}

// ---- too deep for regions ----

static double any_gap(const void *context, int node_a, int node_b) {
    const abCurveScene *scene = context;
    const abCircle2 *a = &scene->in.A->nodes[node_a].hull, *b = &scene->in.B->nodes[node_b].hull;
    return ab_curve_circles_gap(scene, a->center, a->radius, b->center, b->radius);
}

static bool cross_not(void *context, int a, int b) {
    abCurveScene *scene = context;
    scene->is_crossed =
        ab_curve_parts_cross(&scene->in, &scene->in.A->parts[a], &scene->in.B->parts[b]);
    return !scene->is_crossed;
}

static bool curves_cross(abCurveScene *scene) {
    scene->is_crossed = false;
    ab_circle_pairs(&(abCirclePairs){scene->in.A->nodes, scene->in.B->nodes, scene, any_gap,
                                     ab_circles_meet, cross_not});
    return scene->is_crossed;
}

// The corner between pieces, or their join, that is deepest in the other curve.
static void deepest_join(abCurveScene *scene, bool of_A) {
    const abCurve *own = of_A ? scene->in.A : scene->in.B,
                  *other = of_A ? scene->in.B : scene->in.A;
    for (int i = 0; i < own->piece_count && other->is_closed; i++) {
        abVec2 p = own->parts[i].ends[0];
        abVec2 q = of_A ? ab_curve_into_B(&scene->in, p) : ab_curve_out_of_B(&scene->in, p);
        abCurveNearest near = ab_curve_nearest(other, q);
        abCurveCandidate *found = &scene->inside[0];
        if (near.distance >= 0.0 || (scene->inside_count == 1 && near.distance >= found->gap)) {
            continue;
        }
        abVec2 n = ab_right_of(ab_curve_at(&other->parts[near.part], near.u).d);
        *found = of_A ? (abCurveCandidate){.gap = near.distance,
                                           .a = p,
                                           .b = ab_curve_out_of_B(&scene->in, near.p),
                                           .n = ab_scale2(-1.0, ab_curve_turn(&scene->in, n))}
                      : (abCurveCandidate){.gap = near.distance,
                                           .a = near.p,
                                           .b = ab_curve_out_of_B(&scene->in, p),
                                           .n = n};
        scene->inside_count = 1;
    }
}

// Curves that cross, or lie one in the other, deeper than is looked for at first; those that have no
// region then either: as deep as the deepest join of pieces.
static void look_inside(abCurveScene *scene) {
    bool is_within =
        (scene->in.A->is_closed &&
         ab_curve_nearest(scene->in.A, ab_curve_out_of_B(&scene->in, scene->in.B->parts[0].ends[0]))
                 .distance < 0.0) ||
        (scene->in.B->is_closed &&
         ab_curve_nearest(scene->in.B, ab_curve_into_B(&scene->in, scene->in.A->parts[0].ends[0]))
                 .distance < 0.0);
    if (!is_within && !curves_cross(scene)) {
        return;
    }
    scene->deep = INFINITY;
    scene->inside_count = 0;
    ab_curve_search_trees(scene);
    sort_inside(scene);
    keep_regions(scene);
    if (scene->inside_count == 0) {
        deepest_join(scene, true);
        deepest_join(scene, false);
    }
}

static abCurveScene make_scene(const abShape *A, const abPose *X_WA, const abShape *B,
                               const abPose *X_WB, double margin) {
    abCurveScene scene;
    scene.in = ab_curve_plane(A, X_WA, B, X_WB);
    scene.slack = 1e-15 * (A->bound + B->bound + ab_norm2d(scene.in.t));
    scene.radii = A->radius + B->radius;
    scene.reach = scene.radii + margin;
    scene.nearest = (abCurveCandidate){.gap = INFINITY};
    scene.best = INFINITY;
    scene.deep =
        s_deep * fmin(scene.in.A->whole_hulls[0].radius, scene.in.B->whole_hulls[0].radius);
    scene.inside_count = 0;
    scene.is_crossed = false;
    return scene;
}

static void look_for_all(abCurveScene *scene, abCurveNear *near) {
    sort_inside(scene);
    keep_regions(scene);
    if (scene->inside_count > 0 || any_gap(scene, 0, 0) >= 0.0 ||
        (near != NULL && ab_curve_near_is_apart(near, &scene->in))) {
        return;
    }
    look_inside(scene);
    if (near != NULL) { // behind an open curve the nearest points need not face each other
        bool is_apart = scene->inside_count == 0 && scene->in.A->is_closed &&
                        scene->in.B->is_closed && isfinite(scene->nearest.gap);
        near->apart_at = scene->in;
        near->apart = is_apart ? scene->nearest.gap - scene->slack : 0.0;
    }
}

static bool is_answered(const abCurveNear *near, const abCurveScene *scene) {
    return near->has_last && near->last.reach == scene->reach &&
           ab_curve_plane_is_same(&near->last.in, &scene->in);
}

// By the list of what is near, if there is a workspace.
static void find_all(abCurveScene *scene, abCurveWorkspace *workspace, const abShape *A,
                     const abShape *B) {
    abCurveNear *near = workspace != NULL ? ab_curve_near_find(workspace, A, B) : NULL;
    if (near == NULL) {
        ab_curve_search_trees(scene);
        look_for_all(scene, NULL);
    } else if (is_answered(near, scene)) {
        *scene = near->last;
    } else {
        ab_curve_search_near(near, workspace->allocator, scene);
        look_for_all(scene, near);
        near->last = *scene;
        near->has_last = true;
    }
}

static const abCurveCandidate *deepest_of(const abCurveScene *scene) {
    const abCurveCandidate *deepest = &scene->nearest;
    for (int i = 0; i < scene->inside_count; i++) {
        deepest = scene->inside[i].gap < deepest->gap ? &scene->inside[i] : deepest;
    }
    return deepest;
}

void ab_curves_proximity(abCurveWorkspace *workspace, const abShape *A, const abPose *X_WA,
                         const abShape *B, const abPose *X_WB, abProximity *out) {
    abCurveScene scene = make_scene(A, X_WA, B, X_WB, 0.0);
    find_all(&scene, workspace, A, B);
    const abCurveCandidate *found = deepest_of(&scene);
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

void ab_curve_curve(const abShape *A, const abPose *X_WA, const abShape *B, const abPose *X_WB,
                    abProximity *out) {
    ab_curves_proximity(NULL, A, X_WA, B, X_WB, out);
}

// The part that a place is on: of an arc the piece, so that places far from each other have names of
// their own.
static int name_of(const abCurveScene *scene, const abCurveCandidate *found) {
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

int ab_curves_points(abCurveWorkspace *workspace, const abShape *A, const abPose *X_WA,
                     const abShape *B, const abPose *X_WB, double margin,
                     abPatchPoint points[AB_PATCH_MAX]) {
    abCurveScene scene = make_scene(A, X_WA, B, X_WB, margin);
    find_all(&scene, workspace, A, B);
    int count = 0;
    if (scene.inside_count == 0 && isfinite(scene.nearest.gap)) {
        scene.inside[scene.inside_count++] = scene.nearest;
    }
    for (int i = 0; i < scene.inside_count; i++) {
        const abCurveCandidate *found = &scene.inside[i];
        abVec3 n = ab_mul(X_WA->R, ab_vec3(found->n.x, found->n.y, 0.0));
        double depth = scene.radii - found->gap;
        abVec3 p = ab_add_scaled(ab_curve_to_world(X_WA, found->a), A->radius - 0.5 * depth, n);
        points[count] = (abPatchPoint){
            .p_W = p, .n_AB_W = n, .depth = depth, .weight = 1.0, .id = name_of(&scene, found)};
        count++;
    }
    return count;
}

int ab_curve_points(const abShape *A, const abPose *X_WA, const abShape *B, const abPose *X_WB,
                    double margin, abPatchPoint points[AB_PATCH_MAX]) {
    return ab_curves_points(NULL, A, X_WA, B, X_WB, margin, points);
}
