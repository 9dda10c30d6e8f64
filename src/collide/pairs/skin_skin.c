// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// skin_skin.c - surfaces of triangles against one another.
//
// Every vertex v of one surface has a signed distance phi(v) to the other, below zero inside. The gap
// of the pair is the least of them, both ways, and each vertex inside is a point of contact:
//
//   d = min over v of phi(v),    U = sum over v with phi(v) < 0 of U(-phi(v))                     (1)
//
// (1) has no jumps, as U begins at zero; the force at v is its slope and acts along the normal of the
// point that is nearest to v, on that point as much as on v.
//
// Limits  an edge that crosses an edge, with no vertex of either inside the other, is not met: surfaces
//         need vertices where they touch. What is deeper than half the other body is nearer to its far
//         side, and goes through. A vertex on an edge of the other surface, sliding along a face of it
//         (bars of one width, end on end), is as deep as that face is near, which is zero.
// Error   rounding.
// Cost    see the header.
// Source  contact of nodes with surfaces, both ways, is usual in finite elements: [Hallquist1985].

#include "collide/pairs/skin_skin.h"

#include <math.h>

#include "collide/pairs/skin_pairs.h"
#include "math/core/vector_math.h"
#include "mesh/core/mesh_surface.h"
#include "shape/core/shape.h"

bool ab_has_skin(const abShape *shape) {
    return shape->skin != NULL || shape->surface != NULL;
}

abSkin ab_skin_of_shape(const abShape *shape) {
    if (shape->skin != NULL) {
        return *shape->skin;
    }
    const abTriangleMesh *mesh = shape->surface->mesh;
    return (abSkin){.points = mesh->points,
                    .triangles = mesh->triangles,
                    .triangle_count = (size_t)mesh->triangle_count,
                    .vertex_count = (size_t)mesh->point_count};
}

static int vertex_of(const abSkin *skin, size_t i) {
    return skin->vertices != NULL ? skin->vertices[i] : (int)i;
}

// ---- the box around a surface, in its frame ----

typedef struct Box {
    abVec3 low, high;
} Box;

static Box box_of(const abSkinSide *side) {
    Box box = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
    for (size_t i = 0; i < side->skin.vertex_count; i++) {
        abVec3 p = side->points[vertex_of(&side->skin, i)];
        box.low = ab_vec3(fmin(box.low.x, p.x), fmin(box.low.y, p.y), fmin(box.low.z, p.z));
        box.high = ab_vec3(fmax(box.high.x, p.x), fmax(box.high.y, p.y), fmax(box.high.z, p.z));
    }
    return box;
}

// Of what is outside the box; 0 inside.
static double distance_to_box(const Box *box, abVec3 p) {
    abVec3 out = {fmax(0.0, fmax(box->low.x - p.x, p.x - box->high.x)),
                  fmax(0.0, fmax(box->low.y - p.y, p.y - box->high.y)),
                  fmax(0.0, fmax(box->low.z - p.z, p.z - box->high.z))};
    return ab_norm(out);
}

// ---- vertices of one against the other ----

static abSkinContact contact_of(const abSkinSide side[2], int corner, int node,
                                const abSkinSite *near) {
    const abSkinSide *own = &side[corner], *other = &side[1 - corner];
    abSkinContact out = {.corner = corner};
    out.site[1 - corner] = *near;
    out.site[corner] = ab_skin_vertex(own->points, node, near->normal, near->point);
    // the normal of the site points to the vertex, outside as inside
    double away = near->distance < 0.0 ? -1.0 : 1.0;
    abVec3 outward = ab_mul(other->X_WS.R, ab_scale(away, near->normal));
    abVec3 p[2];
    p[corner] = ab_pose_point(own->X_WS, own->points[node]);
    p[1 - corner] = ab_pose_point(other->X_WS, near->point);
    out.at = (abProximity){.distance = near->distance,
                           .n_AB_W = corner == 1 ? outward : ab_neg(outward),
                           .p_A_W = p[0],
                           .p_B_W = p[1],
                           .radius = INFINITY,
                           .is_exact = true};
    return out;
}

// Calls `take` for the vertices of one surface that are nearer to the other than *limit, which it may
// lower.
static void each_nearer(const abSkinSide side[2], int corner, double *limit,
                        void (*take)(void *context, const abSkinContact *contact), void *context) {
    const abSkinSide *own = &side[corner], *other = &side[1 - corner];
    Box box = box_of(other);
    abPose X = ab_skin_sees(&other->X_WS, &own->X_WS);
    for (size_t i = 0; i < own->skin.vertex_count; i++) {
        int node = vertex_of(&own->skin, i);
        abVec3 p = ab_pose_point(X, own->points[node]);
        double bound = distance_to_box(&box, p);
        if (bound > 0.0 && bound >= *limit) {
            continue;
        }
        abSkinSite near = ab_skin_nearest(&other->skin, other->points, p);
        if (near.distance < *limit) {
            abSkinContact contact = contact_of(side, corner, node, &near);
            take(context, &contact);
        }
    }
}

typedef struct Deepest {
    abSkinContact contact;
    double limit;
} Deepest;

static void keep(void *context, const abSkinContact *contact) {
    Deepest *deepest = context;
    deepest->contact = *contact;
    deepest->limit = contact->at.distance;
}

abSkinContact ab_skins_meet(const abSkinSide side[2]) {
    Deepest deepest = {.contact.at = {.distance = INFINITY,
                                      .n_AB_W = {1.0, 0.0, 0.0},
                                      .p_A_W = side[0].X_WS.p,
                                      .p_B_W = side[1].X_WS.p,
                                      .radius = INFINITY,
                                      .is_exact = true},
                       .limit = INFINITY};
    each_nearer(side, 0, &deepest.limit, keep, &deepest);
    each_nearer(side, 1, &deepest.limit, keep, &deepest);
    return deepest.contact;
}

typedef struct Others {
    const abSkinContact *first;
    void (*take)(void *context, const abSkinContact *contact);
    void *context;
} Others;

static void take_other(void *context, const abSkinContact *contact) {
    const Others *others = context;
    int corner = contact->corner;
    if (corner != others->first->corner ||
        contact->site[corner].nodes[0] != others->first->site[corner].nodes[0]) {
        others->take(others->context, contact);
    }
}

void ab_skins_each(const abSkinSide side[2], const abSkinContact *deepest, double margin,
                   void (*take)(void *context, const abSkinContact *contact), void *context) {
    Others others = {deepest, take, context};
    take(context, deepest);
    each_nearer(side, 0, &margin, take_other, &others);
    each_nearer(side, 1, &margin, take_other, &others);
}

void ab_skin_skin(const abShape *A, const abPose *X_WA, const abShape *B, const abPose *X_WB,
                  abProximity *out) {
    abSkinSide side[2] = {{.X_WS = *X_WA}, {.X_WS = *X_WB}};
    if (ab_has_skin(A) && ab_has_skin(B)) {
        side[0].skin = ab_skin_of_shape(A);
        side[1].skin = ab_skin_of_shape(B);
        side[0].points = side[0].skin.points;
        side[1].points = side[1].skin.points;
    }
    *out = ab_skins_meet(side).at;
}
