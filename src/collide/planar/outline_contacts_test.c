// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// Contacts of outlines: closed forms, brute force, both orders, moved and turned.

#include <stdint.h>

#include "base/random_fixture.h"
#include "collide/broad/proximity.h"
#include "collide/pairs/collide.h"
#include "collide/planar/outline_contact.h"
#include "collide/planar/outline_fixture.h"
#include "collide/planar/outline_scene.h"
#include "shape/curve/outline_build.h"
#include "shape/curve/outline_query.h"

static abArena s_arena;

static void begin(void) {
    ab_arena_init(&s_arena, ab_heap(), 0);
}
static void end(void) {
    ab_arena_done(&s_arena);
}

// A basin: a block with a round hollow in its top.
static abShape basin(double radius) {
    abVec3 points[] = {{-2.0, -2.0, 0.0},   {2.0, -2.0, 0.0},    {2.0, 0.0, 0.0},
                       {radius, 0.0, -1.0}, {-radius, 0.0, 0.0}, {-2.0, 0.0, 0.0}};
    return points_of(&s_arena, points, 6);
}

// Straight, convex and concave edges, corners of all kinds.
static abShape puzzle(void) {
    abVec3 points[] = {{0.0, 0.0, 0.0}, {1.0, 0.1, -0.3}, {1.8, 0.0, 0.4}, {2.2, 0.9, 0.0},
                       {1.5, 0.7, 0.2}, {1.2, 1.5, -0.5}, {0.2, 1.3, 0.0}};
    return points_of(&s_arena, points, 7);
}

// ---- what rests on what ----

static void a_block_on_a_floor_has_two_contacts(void) {
    begin();
    abShape floor = block_of(&s_arena, 10.0, 1.0, 0.0), block = block_of(&s_arena, 1.0, 0.6, 0.0);
    for (int i = -4; i <= 4; i++) {
        double tilt = 1e-4 * i, gap = 3e-4;
        abPose X = flat_pose(0.0, -0.5, 0.0);
        abPose Y = flat_pose(1.3, 0.3 * ab_cos(tilt) + gap, tilt);
        abOutlineContacts found;
        ab_outline_contacts(&floor, &X, &block, &Y, 0.01, &found);
        CHECK(found.count == 2);
        for (int k = 0; k < 2; k++) {
            const abOutlineContact *c = &found.list[k];
            double side = c->b.p_W.x < 1.3 ? -0.5 : 0.5;
            CHECK(is_near(c->gap, gap + side * ab_sin(tilt), 1e-15));
            CHECK(is_near(c->n_AB_W.y, 1.0, 1e-15) && c->b.kind == AB_OUTLINE_VERTEX);
            CHECK(c->a.kind == AB_OUTLINE_STRAIGHT && c->a.curvature == 0.0);
            CHECK(c->b.curvature == INFINITY && c->weight == 1.0);
        }
        CHECK(is_near(found.nearest.gap, gap - 0.5 * ab_sin(fabs(tilt)), 1e-15));
    }
    end();
}

static void equal_blocks_on_each_other_have_two_contacts(void) {
    begin();
    abShape A = block_of(&s_arena, 1.0, 1.0, 0.0);
    for (int i = 0; i < 8; i++) {
        abPose X = flat_pose(0.2, 0.1, 0.7 * i), turned = flat_pose(0.0, 0.0, 0.7 * i);
        for (int k = -1; k <= 1; k++) { // a little apart, touching, overlapping
            abVec3 up = ab_mul(turned.R, ab_vec3(0.0, 1.0 + 1e-4 * k, 0.0));
            abPose Y = {turned.R, ab_add(X.p, up)};
            abOutlineContacts found;
            ab_outline_contacts(&A, &X, &A, &Y, 0.01, &found);
            CHECK(found.count == 2);
            for (int c = 0; c < found.count; c++) {
                CHECK(is_near(found.list[c].gap, 1e-4 * k, 1e-14));
            }
        }
    }
    end();
}

// Where they just touch, rounding decides on which side of zero the gap is; edges farther off say
// nothing of it.
static void blocks_that_just_touch_have_no_depth(void) {
    begin();
    abShape A = block_of(&s_arena, 1.0, 1.0, 0.0);
    for (int i = 0; i < 400; i++) {
        double angle = i < 200 ? 0.0 : 0.31 * i, aside = 0.525 - 0.0021 * (i % 200);
        abPose X = flat_pose(0.2 * i, -0.1 * i, angle);
        abPose Y = {X.R, ab_add(X.p, ab_mul(X.R, ab_vec3(aside, 1.0, 0.0)))};
        abOutlineContacts found;
        ab_outline_contacts(&A, &X, &A, &Y, 0.0, &found);
        CHECK(is_near(found.nearest.gap, 0.0, 1e-13));
        for (int c = 0; c < found.count; c++) {
            CHECK(is_near(found.list[c].gap, 0.0, 1e-13));
        }
    }
    end();
}

// Likewise when one is turned by no more than rounding: its corner then faces the side of the other
// but not its top.
static void a_turn_by_rounding_makes_no_depth(void) {
    begin();
    abShape A = block_of(&s_arena, 1.0, 1.0, 0.0);
    for (int i = 0; i < 400; i++) {
        double rotation = 2.5e-16 * (i % 41 - 20),
               aside = (i % 2 ? 1 : -1) * (0.525 + 1e-15 * (i % 7));
        abPose X = flat_pose(0.2 * i, 0.5 + 0.1 * i, 1e-16 * (i % 29));
        abPose Y = flat_pose(0.2 * i + aside, 1.5 + 0.1 * i, rotation);
        abOutlineContacts found;
        ab_outline_contacts(&A, &X, &A, &Y, 0.0, &found);
        CHECK(is_near(found.nearest.gap, 0.0, 1e-12));
        for (int c = 0; c < found.count; c++) {
            CHECK(is_near(found.list[c].gap, 0.0, 1e-12));
        }
    }
    end();
}

static void a_narrow_block_stands_on_its_own_corners(void) {
    begin();
    abShape wide = block_of(&s_arena, 4.0, 1.0, 0.0), narrow = block_of(&s_arena, 1.0, 1.0, 0.0);
    abPose X = flat_pose(0.0, 0.0, 0.0), Y = flat_pose(1.8, 0.999, 0.0); // over the edge
    abOutlineContacts found;
    ab_outline_contacts(&wide, &X, &narrow, &Y, 0.0, &found);
    CHECK(found.count == 2);
    double x[2] = {found.list[0].a.p_W.x, found.list[1].a.p_W.x};
    CHECK(is_near(fmin(x[0], x[1]), 1.3, 1e-15) && is_near(fmax(x[0], x[1]), 2.0, 1e-15));
    CHECK(is_near(found.list[0].gap, -0.001, 1e-15) && is_near(found.list[1].gap, -0.001, 1e-15));
    end();
}

static void a_ball_in_a_frame_touches_what_is_near(void) {
    begin();
    abShape frame = frame_of(&s_arena, 3.0, 2.0, 0.2), ball = round_form(&s_arena, "ball", 0.25, 0);
    abShape inside = round_form(&s_arena, "ball", 0.9, 0.0);
    abPose X = flat_pose(0.0, 0.0, 0.0), corner = flat_pose(1.15 + 0.002, -0.65 - 0.001, 0.3);
    abOutlineContacts found;
    ab_outline_contacts(&frame, &X, &ball, &corner, 0.0, &found);
    CHECK(found.count == 2);
    double gaps[2] = {found.list[0].gap, found.list[1].gap};
    CHECK(is_near(fmin(gaps[0], gaps[1]), -0.002, 1e-15));
    CHECK(is_near(fmax(gaps[0], gaps[1]), -0.001, 1e-15));
    abPose out = flat_pose(2.0, 0.0, 0.0);
    ab_outline_contacts(&frame, &X, &ball, &out, 0.5, &found);
    CHECK(found.count == 1 && is_near(found.nearest.gap, 2.0 - 0.25 - 1.6, 1e-15));
    abPose middle = flat_pose(0.0, 0.0, 0.0);
    ab_outline_contacts(&frame, &X, &inside, &middle, 0.01, &found);
    CHECK(found.count == 2 && is_near(found.nearest.gap, 0.0, 1e-15)); // floor and ceiling
    abPose wall = flat_pose(1.5, 0.0, 0.0);                            // in the middle of the wall
    abShape small = round_form(&s_arena, "ball", 0.01, 0.0);
    ab_outline_contacts(&frame, &X, &small, &wall, 0.0, &found);
    CHECK(found.nearest.gap < -0.1);
    end();
}

static void a_corner_pressed_into_a_corner_touches_both_walls(void) {
    begin();
    abShape frame = frame_of(&s_arena, 3.0, 3.0, 1.0), block = block_of(&s_arena, 1.0, 1.0, 0.0);
    abPose X = flat_pose(0.0, 0.0, 0.0), Y = flat_pose(-0.501, -0.503, 0.0);
    abOutlineContacts found;
    ab_outline_contacts(&frame, &X, &block, &Y, 0.0, &found);
    int floor = 0, wall = 0;
    for (int i = 0; i < found.count; i++) {
        floor += found.list[i].n_AB_W.y > 0.5 && fabs(found.list[i].gap + 0.003) < 1e-14;
        wall += found.list[i].n_AB_W.x > 0.5 && fabs(found.list[i].gap + 0.001) < 1e-14;
    }
    CHECK(found.count == 4 && floor == 2 && wall == 2);
    end();
}

static void rounded_blocks_rest_on_both_ends(void) {
    begin();
    abShape floor = block_of(&s_arena, 10.0, 1.0, 0.0), block = block_of(&s_arena, 1.0, 0.6, 0.1);
    for (int i = -3; i <= 3; i++) {
        double tilt = 1e-3 * i, gap = -1e-4;
        abPose X = flat_pose(0.0, -0.5, 0.0), Y = flat_pose(0.0, 0.3 + gap, 0.0);
        abPose turned = flat_pose(0.0, 0.0, tilt); // about the middle of the bottom
        Y.R = turned.R;
        Y.p = ab_add(ab_vec3(0.0, gap, 0.0), ab_mul(turned.R, ab_vec3(0.0, 0.3, 0.0)));
        abOutlineContacts found;
        ab_outline_contacts(&floor, &X, &block, &Y, 0.01, &found);
        CHECK(found.count == 2);
        double lower = fmin(found.list[0].gap, found.list[1].gap);
        double higher = fmax(found.list[0].gap, found.list[1].gap), a = fabs(tilt);
        CHECK(is_near(lower, gap - 0.4 * ab_sin(a) - 0.1 * (1.0 - ab_cos(a)), 1e-15));
        CHECK(is_near(higher, gap + 0.4 * ab_sin(a), 1e-15));
    }
    end();
}

// ---- arcs ----

static void a_ball_in_a_basin_has_both_curvatures(void) {
    begin();
    abShape bowl = basin(1.0), ball = round_form(&s_arena, "ball", 0.4, 0.0);
    for (int i = 0; i < 9; i++) {
        double angle = -0.5 * AB_PI + 0.3 * (i - 4), off = 0.5999;
        abPose X = flat_pose(0.3, 0.7, 0.0);
        abPose Y = flat_pose(0.3 + off * ab_cos(angle), 0.7 + off * ab_sin(angle), 0.4 * i);
        abOutlineContacts found;
        ab_outline_contacts(&bowl, &X, &ball, &Y, 0.01, &found);
        CHECK(found.count == 1);
        const abOutlineContact *c = &found.list[0];
        CHECK(is_near(c->gap, 1e-4, 1e-15));
        CHECK(is_near(c->a.curvature, -1.0, 1e-15) && is_near(c->b.curvature, 2.5, 1e-15));
        CHECK(is_near(c->n_AB_W.x, -ab_cos(angle), 1e-14));
        CHECK(is_near(c->a.center_W.x, 0.3, 1e-15) && is_near(c->b.center_W.x, Y.p.x, 1e-15));
    }
    end();
}

static void concentric_arcs_have_one_contact(void) {
    begin();
    abShape bowl = basin(1.0), ring = round_form(&s_arena, "ring", 2.0, 0.5);
    abShape ball = round_form(&s_arena, "ball", 0.999, 0.0);
    abShape pin = round_form(&s_arena, "ball", 1.501, 0.0);
    abPose X = flat_pose(0.3, 0.7, 0.2);
    abOutlineContacts found;
    ab_outline_contacts(&bowl, &X, &ball, &X, 0.01, &found);
    CHECK(found.count == 3); // the middle and both ends
    bool has_middle = false;
    for (int i = 0; i < 3; i++) {
        CHECK(is_near(found.list[i].gap, 0.001, 1e-15));
        double up = ab_dot(found.list[i].n_AB_W, ab_mul(X.R, ab_vec3(0.0, 1.0, 0.0)));
        has_middle = has_middle || fabs(up - 1.0) < 1e-15;
    }
    CHECK(has_middle);
    ab_outline_contacts(&ring, &X, &pin, &X, 0.0, &found);
    CHECK(found.count == 1 && is_near(found.nearest.gap, -0.001, 1e-15));
    ab_outline_contacts(&pin, &X, &ring, &X, 0.0, &found);
    CHECK(found.count == 1 && is_near(found.nearest.gap, -0.001, 1e-15));
    end();
}

// The corner of a plank in a bowl, and a corner on a dome: by the distances of centres.
static void corners_meet_arcs(void) {
    begin();
    abShape bowl = basin(1.0), plank = block_of(&s_arena, 1.2, 0.1, 0.0);
    abShape dome = round_form(&s_arena, "ball", 1.0, 0.0);
    abPose X = flat_pose(0.0, 0.0, 0.0), Y = flat_pose(0.0, -0.75 + 1e-4, 0.0); // 0.6, 0.8, 1
    abOutlineContacts found;
    ab_outline_contacts(&bowl, &X, &plank, &Y, 0.01, &found);
    CHECK(found.count == 2);
    for (int i = 0; i < 2; i++) {
        double d = sqrt(0.6 * 0.6 + (0.8 - 1e-4) * (0.8 - 1e-4));
        CHECK(is_near(found.list[i].gap, 1.0 - d, 1e-15));
        CHECK(found.list[i].a.kind == AB_OUTLINE_ARC && found.list[i].a.curvature == -1.0);
    }
    abPose on = flat_pose(0.0, 1.05 - 1e-3, 0.0); // flat on the dome: edge and arc
    ab_outline_contacts(&dome, &X, &plank, &on, 0.0, &found);
    CHECK(found.count == 1 && is_near(found.list[0].gap, -1e-3, 1e-15));
    CHECK(found.list[0].b.kind == AB_OUTLINE_STRAIGHT && found.list[0].a.curvature == 1.0);
    abPose tip = flat_pose(0.0, 0.0, 0.25 * AB_PI);
    abVec3 corner = ab_mul(tip.R, ab_vec3(-0.6, -0.05, 0.0));
    tip.p = ab_sub(ab_vec3(0.0, 1.0 - 1e-3, 0.0), corner);
    ab_outline_contacts(&dome, &X, &plank, &tip, 0.0, &found);
    CHECK(found.count == 1 && is_near(found.list[0].gap, -1e-3, 1e-15));
    CHECK(found.list[0].b.kind == AB_OUTLINE_VERTEX);
    end();
}

static void planes_and_balls_count_as_outlines(void) {
    begin();
    abShape block = block_of(&s_arena, 1.0, 0.6, 0.0);
    abShape plane = {.kind = AB_SHAPE_PLANE, .size = {0.0, 1.0, 0.0}, .bound = INFINITY};
    abShape ball = {.kind = AB_SHAPE_SPHERE, .radius = 0.2, .bound = 0.2};
    abPose X = flat_pose(5.0, 0.0, 0.1), Y = flat_pose(1.3, 0.31, 0.1);
    Y.p = ab_add(X.p, ab_mul(X.R, ab_vec3(-40.0, 0.299, 0.0)));
    abOutlineContacts found;
    ab_outline_contacts(&plane, &X, &block, &Y, 0.0, &found);
    CHECK(found.count == 2 && is_near(found.list[0].gap, -0.001, 1e-14));
    CHECK(is_near(ab_dot(found.list[0].n_AB_W, ab_mul(X.R, ab_vec3(0, 1, 0))), 1.0, 1e-14));
    ab_outline_contacts(&block, &Y, &plane, &X, 0.0, &found);
    CHECK(found.count == 2 && is_near(found.list[1].gap, -0.001, 1e-14));
    CHECK(is_near(ab_dot(found.list[0].n_AB_W, ab_mul(X.R, ab_vec3(0, 1, 0))), -1.0, 1e-14));
    abPose Z = flat_pose(0.0, 0.0, 0.0);
    Z.p = ab_add(Y.p, ab_mul(Y.R, ab_vec3(0.69, 0.1, 0.0)));
    abProximity p;
    ab_proximity(&ball, &Z, &block, &Y, &p);
    CHECK(is_near(p.distance, -0.01, 1e-14));
    CHECK(is_near(ab_dot(p.n_AB_W, ab_mul(Y.R, ab_vec3(-1, 0, 0))), 1.0, 1e-14));
    end();
}

// ---- brute force ----

// The least signed distance from B of the points of an edge of A: samples, then golden sections.
static double least_on_edge(const abEdge *edge, const abPose *X, const abOutline2 *other,
                            const abPose *Y) {
    enum { SAMPLES = 64 };
    const double golden = 0.6180339887498949;
    double value[SAMPLES + 1], minimum = INFINITY;
#define AT(u)                                                                                      \
    (p = ab_edge_point(edge, u),                                                                   \
     q = ab_pose_point_inverse(*Y, ab_pose_point(*X, ab_vec3(p.x, p.y, 0.0))),                     \
     ab_outline_nearest(other, ab_vec2(q.x, q.y)).distance)
    abVec2 p;
    abVec3 q;
    for (int i = 0; i <= SAMPLES; i++) {
        value[i] = AT((double)i / SAMPLES);
    }
    for (int i = 0; i <= SAMPLES; i++) {
        bool is_least =
            (i == 0 || value[i] <= value[i - 1]) && (i == SAMPLES || value[i] <= value[i + 1]);
        if (!is_least) {
            continue;
        }
        double a = fmax(0.0, (i - 1.0) / SAMPLES), b = fmin(1.0, (i + 1.0) / SAMPLES);
        for (int k = 0; k < 60; k++) {
            double u = b - golden * (b - a), v = a + golden * (b - a);
            double fu = AT(u), fv = AT(v);
            minimum = fmin(minimum, fmin(fu, fv));
            *(fu < fv ? &b : &a) = fu < fv ? v : u;
        }
        minimum = fmin(minimum, value[i]);
    }
#undef AT
    return minimum;
}

static double brute_force(const abShape *A, const abPose *X, const abShape *B, const abPose *Y) {
    double minimum = INFINITY;
    for (int i = 0; i < A->outline->count; i++) {
        minimum = fmin(minimum, least_on_edge(&A->outline->edges[i], X, B->outline, Y));
    }
    for (int i = 0; i < B->outline->count; i++) {
        minimum = fmin(minimum, least_on_edge(&B->outline->edges[i], Y, A->outline, X));
    }
    return minimum;
}

static uint32_t s_seed = 12345u;
static int make_shapes(abShape shapes[12]) {
    int n = 0;
    shapes[n++] = puzzle();
    shapes[n++] = basin(1.0);
    shapes[n++] = block_of(&s_arena, 1.0, 0.7, 0.0);
    shapes[n++] = block_of(&s_arena, 1.1, 0.8, 0.2);
    shapes[n++] = round_form(&s_arena, "ball", 0.5, 0.0);
    shapes[n++] = polygon_of(&s_arena, 5, 0.6, 0.0);
    shapes[n++] = polygon_of(&s_arena, 3, 0.7, 0.1);
    shapes[n++] = frame_of(&s_arena, 2.4, 2.2, 0.3);
    shapes[n++] = round_form(&s_arena, "ring", 1.6, 0.4);
    return n;
}

// Poses of two shapes whose gap is between these bounds; false: another try.
static bool place_near(const abShape *A, abPose *X, const abShape *B, abPose *Y, double low,
                       double high) {
    *X = flat_pose(random_between(&s_seed, -1, 1), random_between(&s_seed, -1, 1),
                   random_between(&s_seed, 0, 7));
    *Y = flat_pose(random_between(&s_seed, -2, 2), random_between(&s_seed, -2, 2),
                   random_between(&s_seed, 0, 7));
    abProximity p;
    ab_proximity(A, X, B, Y, &p);
    if (p.distance < 0.0) {
        return false;
    }
    Y->p = ab_add_scaled(Y->p, random_between(&s_seed, low, high) - p.distance, p.n_AB_W);
    ab_proximity(A, X, B, Y, &p);
    return p.distance >= low && p.distance <= high;
}

static void random_outlines_agree_with_brute_force(void) {
    begin();
    abShape shapes[12];
    int n = make_shapes(shapes), apart = 0, shallow = 0, inside = 0;
    double worst = 0.0;
    for (int i = 0; i < 800; i++) {
        const abShape *A = &shapes[i % n], *B = &shapes[(i / n) % n];
        abPose X, Y;
        bool is_apart = i % 3 == 0;
        if (!place_near(A, &X, B, &Y, is_apart ? 0.0 : -0.02, is_apart ? 1.0 : 0.0)) {
            continue;
        }
        abProximity p, q;
        double brute = brute_force(A, &X, B, &Y);
        ab_proximity(A, &X, B, &Y, &p);
        ab_proximity(B, &Y, A, &X, &q);
        CHECK(is_near(p.distance, q.distance, 1e-14));
        CHECK(is_near(ab_norm(p.n_AB_W), 1.0, 1e-14));
        CHECK(ab_norm(ab_sub(ab_add_scaled(p.p_A_W, p.distance, p.n_AB_W), p.p_B_W)) < 1e-14);
        if (brute > 0.0) {
            apart++;
            worst = fmax(worst, fabs(p.distance - brute));
            CHECK(is_near(p.distance, brute, 1e-12));
        } else {
            shallow++;
            // a corner beside a corner counts to the side that it faces
            CHECK(p.distance < 0.0 && p.distance <= 0.5 * brute);
            inside += fabs(p.distance - brute) <= 1e-12;
        }
    }
    printf("%d apart, to %.2g; %d shallow, %d as deep as sampled\n", apart, worst, shallow, inside);
    CHECK(apart > 150 && shallow > 20);
    end();
}

// Every contact within the margin is at its gap: both points on their outlines, the way between
// them along the normal; swapped, moved and turned the same.
static void contacts_do_not_depend_on_order_or_place(void) {
    begin();
    abShape shapes[12];
    int n = make_shapes(shapes), total = 0;
    for (int i = 0; i < 3000; i++) {
        const abShape *A = &shapes[i % n], *B = &shapes[(i / n) % n];
        abPose X, Y;
        if (!place_near(A, &X, B, &Y, -0.02, 0.05)) {
            continue;
        }
        abPose M = flat_pose(3.0, -2.0, 1.0);
        abPose MX = {ab_mat3_mul(M.R, X.R), ab_pose_point(M, X.p)};
        abPose MY = {ab_mat3_mul(M.R, Y.R), ab_pose_point(M, Y.p)};
        static abOutlineContacts c, d, e;
        ab_outline_contacts(A, &X, B, &Y, 0.05, &c);
        ab_outline_contacts(B, &Y, A, &X, 0.05, &d);
        ab_outline_contacts(A, &MX, B, &MY, 0.05, &e);
        CHECK(c.count == d.count && c.count == e.count);
        for (int k = 0; k < c.count && k < e.count; k++) {
            const abOutlineContact *at = &c.list[k];
            total++;
            CHECK(is_near(at->gap, e.list[k].gap, 1e-13));
            CHECK(ab_norm(ab_sub(ab_pose_point(M, at->a.p_W), e.list[k].a.p_W)) < 1e-13);
            abVec3 a = ab_pose_point_inverse(X, at->a.p_W), b = ab_pose_point_inverse(Y, at->b.p_W);
            CHECK(ab_norm(ab_sub(ab_add_scaled(at->a.p_W, at->gap, at->n_AB_W), at->b.p_W)) <
                  1e-14);
            if (at->gap > 0.0) {
                // on the outline, or behind the other edge of a reentrant corner
                CHECK(ab_outline_nearest(A->outline, ab_vec2(a.x, a.y)).distance < 1e-14);
                CHECK(ab_outline_nearest(B->outline, ab_vec2(b.x, b.y)).distance < 1e-14);
            }
            bool found = false;
            for (int m = 0; m < d.count && !found; m++) {
                found = fabs(d.list[m].gap - at->gap) < 1e-13 &&
                        ab_norm(ab_add(d.list[m].n_AB_W, at->n_AB_W)) < 1e-12 &&
                        d.list[m].a.kind == at->b.kind && d.list[m].b.kind == at->a.kind &&
                        d.list[m].a.curvature == at->b.curvature &&
                        ab_norm(ab_sub(d.list[m].b.p_W, at->a.p_W)) < 1e-12;
            }
            CHECK(found);
        }
    }
    printf("%d contacts\n", total);
    CHECK(total > 500);
    end();
}

// The gap of a contact changes by the motion of its point along its normal: to first order in a
// small motion, with a remainder of second order.
static void gaps_change_with_the_motion_along_the_normal(void) {
    begin();
    abShape shapes[12];
    int n = make_shapes(shapes), total = 0;
    for (int i = 0; i < 2000; i++) {
        const abShape *A = &shapes[i % n], *B = &shapes[(i / n) % n];
        abPose X = flat_pose(random_between(&s_seed, -1, 1), random_between(&s_seed, -1, 1),
                             random_between(&s_seed, 0, 7));
        double x = random_between(&s_seed, -2, 2), y = random_between(&s_seed, -2, 2),
               angle = random_between(&s_seed, 0, 7);
        abPose Y = flat_pose(x, y, angle);
        static abOutlineContacts c, d;
        const double h = 1e-6, dx = 0.3 * h, dy = -0.8 * h, rotation = 0.5 * h;
        abPose Z = flat_pose(x + dx, y + dy, angle + rotation);
        ab_outline_contacts(A, &X, B, &Y, 0.05, &c);
        ab_outline_contacts(A, &X, B, &Z, 0.05, &d);
        for (int k = 0; k < c.count; k++) {
            for (int m = 0; m < d.count; m++) {
                if (c.list[k].id != d.list[m].id ||
                    ab_dot(c.list[k].n_AB_W, d.list[m].n_AB_W) < 0.9) {
                    continue;
                }
                abVec3 arm = ab_sub(c.list[k].b.p_W, Y.p);
                abVec3 displacement = ab_vec3(dx - rotation * arm.y, dy + rotation * arm.x, 0.0);
                double change = ab_dot(displacement, c.list[k].n_AB_W);
                total++;
                // second order: h^2 by the least distance of centres that occurs
                CHECK(is_near(d.list[m].gap - c.list[k].gap, change, 2e-10));
            }
        }
    }
    printf("%d contacts moved\n", total);
    CHECK(total > 300);
    end();
}

AB_TESTS(AB_TEST(a_block_on_a_floor_has_two_contacts),
         AB_TEST(equal_blocks_on_each_other_have_two_contacts),
         AB_TEST(blocks_that_just_touch_have_no_depth), AB_TEST(a_turn_by_rounding_makes_no_depth),
         AB_TEST(a_narrow_block_stands_on_its_own_corners),
         AB_TEST(a_ball_in_a_frame_touches_what_is_near),
         AB_TEST(a_corner_pressed_into_a_corner_touches_both_walls),
         AB_TEST(rounded_blocks_rest_on_both_ends), AB_TEST(a_ball_in_a_basin_has_both_curvatures),
         AB_TEST(concentric_arcs_have_one_contact), AB_TEST(corners_meet_arcs),
         AB_TEST(planes_and_balls_count_as_outlines),
         AB_TEST(random_outlines_agree_with_brute_force),
         AB_TEST(contacts_do_not_depend_on_order_or_place),
         AB_TEST(gaps_change_with_the_motion_along_the_normal))
