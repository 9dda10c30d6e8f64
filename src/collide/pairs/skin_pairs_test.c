// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// skin_pairs_test.c - surfaces of triangles against convex shapes: as their convex hulls, where they are
// convex.

#include "collide/pairs/skin_pairs.h"

#include "collide/pairs/collide.h"
#include "shape/core/shape_fixture.h"
#include "shape/kinds/hull.h"

enum { NODES = 8, FACES = 12 };
static int s_faces[3 * FACES] = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                                 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};
static abVec3 s_nodes[NODES];
static const char *const s_others[] = {"box size=0.6,1,1.4",
                                       "capsule radius=0.3 length=1.1",
                                       "cylinder radius=0.5 length=1.2",
                                       "cone radius=0.6 length=1.1",
                                       "ellipsoid semi_axes=0.4,0.6,0.9",
                                       "hull file=models/flexible/eight_masses.obj"};
enum { OTHERS = sizeof s_others / sizeof s_others[0] };

// A cube that was sheared and stretched: its faces stay flat.
static void deform(uint64_t *random) {
    abMat3 F;
    for (int i = 0; i < 9; i++) {
        F.m[i / 3][i % 3] = (i % 4 == 0) + 0.3 * next_random(random);
    }
    for (int i = 0; i < NODES; i++) {
        abVec3 x = {i & 1 ? 1.0 : -1.0, i & 2 ? 1.0 : -1.0, i & 4 ? 1.0 : -1.0};
        s_nodes[i] = ab_mul(F, x);
    }
}

typedef struct Scene {
    abArena arena;
    abSkin *skin;
    abShape hull, other; // of the deformed nodes; what meets them
    abPose X_WO;
    abSkinMeeting meeting;
} Scene;

static abPose random_pose(uint64_t *random) {
    abQuat q = {next_random(random), next_random(random), next_random(random), next_random(random)};
    abVec3 p = {next_random(random), next_random(random), next_random(random)};
    return (abPose){ab_quat_to_matrix(ab_quat_unit(q)), ab_scale(3.0, p)};
}

// At the distance that is wanted: along the normal of where it first is.
static void open_scene(Scene *s, int other, double distance, uint64_t *random) {
    Fixture fixture;
    abReducedBody body = {.node_count = NODES, .X = s_nodes, .face_count = FACES, .faces = s_faces};
    abError error;
    abHull *hull;
    abProximity at;
    ab_arena_init(&s->arena, ab_heap(), 4096);
    deform(random);
    s->skin = ab_skin_of(&body, false, &s->arena);
    CHECK(ab_hull_build(s_nodes, NODES, &s->arena, &hull, (abPlace){0}, &error) == AB_OK);
    s->hull = (abShape){.kind = AB_SHAPE_HULL, .hull = hull, .bound = 4.0, .contact_radius = 1.0};
    fixture_make(&fixture, &s->arena, s_others[other], 0.0);
    CHECK(fixture.result == AB_OK);
    s->other = fixture.shape;
    s->X_WO = random_pose(random);
    abPose X_WS = ab_pose_identity();
    for (int i = 0; i < 40; i++) { // the normal turns on the way
        ab_proximity(&s->other, &s->X_WO, &s->hull, &X_WS, &at);
        s->X_WO.p = ab_add_scaled(s->X_WO.p, at.distance - distance, at.n_AB_W);
    }
    s->meeting = (abSkinMeeting){s->skin, s_nodes, &s->other, s->X_WO, 0.0};
}

// Apart and with depths to a hundredth of the size, on all kinds of faces, edges and corners. That the
// distance is also that of the two hulls along the normal leaves no other normal. At acute corners of
// more faces than a triangle and its neighbours the depth may come out less, never the contact missed:
// three in a thousand depths, by at most a tenth.
static void convex_surfaces_are_as_far_as_their_hulls(void) {
    static const double distances[] = {0.7, 1e-3, 1e-8, -1e-8, -1e-3, -0.02};
    uint64_t random = 11;
    int kinds[4] = {0}, less_deep = 0;
    for (int i = 0; i < 4000; i++) {
        Scene s;
        abProximity at;
        abPose X_WS = ab_pose_identity();
        open_scene(&s, i % OTHERS, distances[i / OTHERS % 6], &random);
        ab_proximity(&s.other, &s.X_WO, &s.hull, &X_WS, &at);
        abSkinSite site = ab_skin_meets(&s.meeting);
        bool is_less = at.distance < 0.0 && site.distance > at.distance + 1e-12;
        less_deep += is_less;
        CHECK_NEAR(site.distance, at.distance, is_less ? 0.1 * fabs(at.distance) : 1e-12, 1.0);
        abVec3 own = ab_mul_t(s.X_WO.R, site.normal), q = {0.0, 0.0, 0.0};
        double height = INFINITY;
        for (int k = 0; k < NODES; k++) {
            height = fmin(height, ab_dot(site.normal, s_nodes[k]));
        }
        abVec3 top = ab_pose_point(s.X_WO, ab_shape_support(&s.other, own));
        CHECK(is_less || fabs(height - ab_dot(site.normal, top) - site.distance) < 1e-12);
        int corners = 0;
        for (int k = 0; k < 3; k++) {
            q = ab_add_scaled(q, site.weights[k], s_nodes[site.nodes[k]]);
            corners += site.weights[k] > 1e-9;
        }
        kinds[corners]++;
        CHECK_NEAR(ab_norm(ab_sub(q, site.point)), 0.0, 1e-9, 1.0);
        ab_arena_done(&s.arena);
    }
    CHECK(less_deep <= 6);
    CHECK(kinds[1] > 400 && kinds[2] > 400 && kinds[3] > 400); // corners, edges, faces
}

typedef struct Points {
    int count;
    abSkinSite site[24];
} Points;

static void take(void *context, const abSkinSite *site) {
    Points *points = context;
    if (points->count < 24) {
        points->site[points->count++] = *site;
    }
}

// A flat box on a flat surface: the four corners of the smaller, whichever that is.
static void flat_on_flat_has_four_points(void) {
    static const double sizes[] = {1.0, 4.0};
    for (int i = 0; i < 2; i++) {
        Fixture fixture;
        abArena arena;
        char text[40];
        abReducedBody body = {
            .node_count = NODES, .X = s_nodes, .face_count = FACES, .faces = s_faces};
        ab_arena_init(&arena, ab_heap(), 4096);
        for (int k = 0; k < NODES; k++) {
            s_nodes[k] = (abVec3){k & 1 ? 1.0 : -1.0, k & 2 ? 1.0 : -1.0, k & 4 ? 1.0 : -1.0};
        }
        abSkin *skin = ab_skin_of(&body, false, &arena);
        snprintf(text, sizeof text, "box size=%g,%g,1", sizes[i], sizes[i]);
        fixture_make(&fixture, &arena, text, 0.0);
        const abSkinMeeting meeting = {
            skin, s_nodes, &fixture.shape, {ab_mat3_identity(), {0.1, 0.05, 1.49}}, 0.0};
        abSkinSite deepest = ab_skin_meets(&meeting);
        Points points = {0};
        ab_skin_each(&meeting, &deepest, take, &points);
        CHECK(points.count == 4);
        abVec3 sum = {0.0, 0.0, 0.0};
        for (int k = 0; k < points.count; k++) {
            CHECK_NEAR(points.site[k].distance, -0.01, 1e-14, 1.0);
            CHECK_NEAR(points.site[k].normal.z, -1.0, 1e-14, 1.0);
            sum = ab_add(sum, points.site[k].point);
        }
        double middle = i == 0 ? 0.4 : 0.0; // of the box, or of the surface
        CHECK_NEAR(sum.x, middle, 1e-13, 1.0);
        CHECK_NEAR(sum.y, middle / 2.0, 1e-13, 1.0);
        ab_arena_done(&arena);
    }
}

// Two edges that cross: no vertex and no corner is within the other.
static void crossing_edges_are_one_point(void) {
    Scene s;
    uint64_t random = 5;
    int crossings = 0;
    for (int i = 0; i < 300; i++) {
        open_scene(&s, 0, -1e-3, &random);
        abSkinSite deepest = ab_skin_meets(&s.meeting);
        Points points = {0};
        ab_skin_each(&s.meeting, &deepest, take, &points);
        CHECK(points.count >= 1 && points.site[0].distance >= deepest.distance - 1e-11);
        bool is_crossing = points.count == 1 &&
                           points.site[0].nodes[1] != points.site[0].nodes[2] &&
                           fmin(points.site[0].weights[0],
                                fmin(points.site[0].weights[1], points.site[0].weights[2])) < 1e-9;
        crossings += is_crossing;
        ab_arena_done(&s.arena);
    }
    CHECK(crossings > 20);
}

AB_TESTS(AB_TEST(convex_surfaces_are_as_far_as_their_hulls), AB_TEST(flat_on_flat_has_four_points),
         AB_TEST(crossing_edges_are_one_point))
