// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// The search of contacts of outlines by trees, and by lists that serve while little moves, against
// brute force: all have the same bits, whatever was asked before.

#include "base/heap_fixture.h"
#include "base/random_fixture.h"
#include "collide/planar/outline_contact.h"
#include "collide/planar/outline_fixture.h"
#include "collide/planar/outline_near.h"
#include "collide/planar/outline_scene.h"
#include "shape/curve/outline.h"

enum { SHAPES = 13 };

static abArena s_arena;

// ---- outlines ----

static abShape gear(int teeth, double backlash, double bore, double angle) {
    abOutlineKeys keys = outline_keys("gear");
    keys.pressure_angle = angle;
    keys.teeth = teeth, keys.module = 0.1, keys.backlash = backlash, keys.bore = bore;
    return outline_of(&s_arena, &keys);
}

static abShape rubble(int sides, int seed, double rounding) {
    abOutlineKeys keys = outline_keys("random_polygon");
    keys.sides = sides, keys.radius = 1.0, keys.seed = seed, keys.rounding = rounding;
    return outline_of(&s_arena, &keys);
}

// A star of lines and arcs that bend in and out.
static abShape star(int tips, double bulge, uint64_t seed) {
    enum { POINTS_MAX = 64 };
    abVec3 points[POINTS_MAX];
    for (int i = 0; i < 2 * tips; i++) {
        double angle = AB_PI * i / tips, radius = (i % 2 ? 0.7 : 1.1) + 0.05 * next_random(&seed);
        double bend = i % 3 == 0 ? 0.0 : (i % 3 == 1 ? bulge : -bulge);
        points[i] = ab_vec3(radius * ab_cos(angle), radius * ab_sin(angle), bend);
    }
    return points_of(&s_arena, points, 2 * tips);
}

// Only one face of it touches anything.
static abShape wall(void) {
    abOutlineKeys keys = outline_keys("wall");
    keys.width = 2.6, keys.height = 0.8, keys.face = 3;
    return outline_of(&s_arena, &keys);
}

static void make_shapes(abShape shapes[SHAPES]) {
    shapes[0] = gear(9, 0.0, NAN, AB_PRESSURE_ANGLE);
    shapes[1] = gear(13, 0.02, 0.3, AB_PRESSURE_ANGLE);
    shapes[2] = gear(24, 0.0, NAN, 0.46); // without feet of teeth
    shapes[3] = rubble(30, 3, 0.0);
    shapes[4] = rubble(21, 8, 0.05);
    shapes[5] = star(9, 0.3, 5);
    shapes[6] = star(17, 0.2, 6);
    shapes[7] = polygon_of(&s_arena, 40, 1.0, 0.0);
    shapes[8] = polygon_of(&s_arena, 12, 0.9, 0.1);
    shapes[9] = round_form(&s_arena, "ball", 0.6, 0.0);
    shapes[10] = round_form(&s_arena, "ring", 1.2, 0.15);
    shapes[11] = frame_of(&s_arena, 2.6, 2.2, 0.2);
    shapes[12] = wall();
}

// ---- brute force ----

// An outline whose tree leaves nothing out.
static abShape all_of(const abShape *shape) {
    const abOutline2 *from = shape->outline;
    abOutline2 *o = AB_ARENA_NEW(&s_arena, abOutline2, 1);
    size_t count = (size_t)from->node_count;
    *o = *from;
    o->nodes = AB_ARENA_NEW(&s_arena, abCircleNode, count);
    o->hulls = AB_ARENA_NEW(&s_arena, abOutlineHull, count);
    for (size_t i = 0; i < count; i++) {
        o->nodes[i] = from->nodes[i];
        o->nodes[i].hull.radius *= i > 0 ? 1e4 : 1.0; // the root tells the size
        o->hulls[i] = (abOutlineHull){.faces = {.axis = {1.0, 0.0}, .cosine = -1.0},
                                      .protrusions = {.axis = {1.0, 0.0}, .cosine = -1.0},
                                      .corners = {.axis = {1.0, 0.0}, .cosine = -1.0}};
    }
    abShape out = *shape;
    out.outline = o;
    return out;
}

static bool is_same_vec(abVec3 a, abVec3 b) {
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

static bool is_same(const abOutlineContact *a, const abOutlineContact *b) {
    return a->gap == b->gap &&
           (!isfinite(a->gap) ||
            (is_same_vec(a->n_AB_W, b->n_AB_W) && is_same_vec(a->a.p_W, b->a.p_W) &&
             is_same_vec(a->b.p_W, b->b.p_W) && a->a.curvature == b->a.curvature &&
             a->b.curvature == b->b.curvature));
}

static bool are_same(const abOutlineContacts *a, const abOutlineContacts *b) {
    bool same = a->count == b->count && a->is_too_deep == b->is_too_deep &&
                is_same(&a->nearest, &b->nearest);
    for (int i = 0; i < a->count && same; i++) {
        same = is_same(&a->list[i], &b->list[i]) && a->list[i].id == b->list[i].id &&
               a->list[i].weight == b->list[i].weight;
    }
    return same;
}

// ---- motions ----

typedef struct Place {
    double x, y, angle;
} Place;

static abPose pose_of(const Place *place) {
    return flat_pose(place->x, place->y, place->angle);
}

// How B may go, from a start until they touch, and on from there.
static Place start_of(double reach, int motion, uint64_t *random) {
    double angle = AB_PI * next_random(random);
    double away = motion == 0 ? 1.3 : motion == 1 ? 1.0 : 0.3 * fabs(next_random(random));
    return (Place){away * reach * ab_cos(angle), away * reach * ab_sin(angle),
                   AB_PI * next_random(random)};
}

static void bring_to_touch(const abShape *A, const abShape *B, Place *at) {
    abPose X = flat_pose(0.0, 0.0, 0.0);
    for (int i = 0; i < 8; i++) {
        abPose Y = pose_of(at);
        abOutlineContacts found;
        ab_outline_contacts(A, &X, B, &Y, 0.0, &found);
        double gap = found.nearest.gap, away = sqrt(at->x * at->x + at->y * at->y);
        if (!isfinite(gap) || !(away > 0.0)) {
            return;
        }
        at->x -= gap * at->x / away, at->y -= gap * at->y / away;
    }
}

typedef struct Tally {
    int asked, touching, apart, deep, contacts;
    size_t served;
} Tally;

static void compare(abOutlineWorkspace *workspace, const abShape *A, const abShape *B,
                    const abShape *all_A, const abShape *all_B, const Place *at, double margin,
                    Tally *tally) {
    abPose X = flat_pose(0.1, -0.2, 0.3), Y0 = pose_of(at), Y;
    Y.R = ab_mat3_mul(X.R, Y0.R);
    Y.p = ab_pose_point(X, Y0.p);
    static abOutlineContacts by_tree, by_list, by_all;
    ab_outline_contacts(A, &X, B, &Y, margin, &by_tree);
    ab_outlines_contacts(workspace, A, &X, B, &Y, margin, &by_list);
    ab_outline_contacts(all_A, &X, all_B, &Y, margin, &by_all);
    CHECK(are_same(&by_tree, &by_all));
    CHECK(are_same(&by_list, &by_all));
    tally->asked++;
    tally->contacts += by_all.count;
    tally->deep += by_all.is_too_deep;
    tally->touching += by_all.nearest.gap <= 0.0;
    tally->apart += by_all.nearest.gap > 0.0;
}

static void follow(const abShape *A, const abShape *B, const abShape *all_A, const abShape *all_B,
                   uint64_t *random, Tally *tally) {
    enum { MOTIONS = 4, STEPS = 8 };
    double size = fmin(A->bound, B->bound);
    abOutlineWorkspace workspace = {.allocator = ab_heap()};
    for (int motion = 0; motion < MOTIONS; motion++) {
        Place at = start_of(A->bound + B->bound, motion, random);
        if (motion % 2 == 1) {
            bring_to_touch(A, B, &at);
        }
        double pace = size * (motion < 2 ? 3e-4 : 3e-5);
        Place speed = {pace * next_random(random), pace * next_random(random),
                       pace / size * next_random(random)};
        for (int i = 0; i < STEPS; i++) {
            double margin = i % 3 == 0 ? 0.01 * size : 0.0;
            compare(&workspace, A, B, all_A, all_B, &at, margin, tally);
            int sign = i % 7 == 6 ? -3 : 1; // back, as searches for events go
            at.x += sign * speed.x, at.y += sign * speed.y, at.angle += sign * speed.angle;
        }
    }
    const abOutlineNear *near = ab_outline_near_find(&workspace, A, B);
    tally->served += near != NULL ? near->room.uses : 0;
    ab_outline_workspace_done(&workspace);
}

static void trees_and_lists_have_the_bits_of_brute_force(void) {
    ab_arena_init(&s_arena, ab_heap(), 0);
    abShape shapes[SHAPES], all[SHAPES];
    make_shapes(shapes);
    for (int i = 0; i < SHAPES; i++) {
        all[i] = all_of(&shapes[i]);
    }
    uint64_t random = 7;
    Tally tally = {0};
    for (int i = 0; i < SHAPES; i++) {
        for (int j = i; j < SHAPES; j++) {
            follow(&shapes[i], &shapes[j], &all[i], &all[j], &random, &tally);
        }
    }
    printf("%d asked, %d touching, %d apart, %d too deep, %d contacts, %zu served\n", tally.asked,
           tally.touching, tally.apart, tally.deep, tally.contacts, tally.served);
    CHECK(tally.touching > 1000 && tally.apart > 1000 && tally.deep > 100);
    CHECK(tally.contacts > 2000 && tally.served > 300);
    ab_arena_done(&s_arena);
}

// Two wheels that run through a pitch of teeth and back.
static void lists_need_no_memory_once_they_are_warm(void) {
    ab_arena_init(&s_arena, ab_heap(), 0);
    abShape A = gear(20, 0.0, NAN, AB_PRESSURE_ANGLE), B = gear(40, 0.0, NAN, AB_PRESSURE_ANGLE);
    CountingHeap heap;
    abOutlineWorkspace workspace = {.allocator = counting_heap(&heap)};
    int warm = 0;
    for (int round = 0; round < 6; round++) {
        for (int i = 0; i < 300; i++) {
            double turn = 1e-3 * (i < 150 ? i : 300 - i);
            abPose X = flat_pose(0.0, 0.0, turn);
            abPose Y = flat_pose(3.0, 0.0, AB_PI / 40.0 - 0.5 * turn);
            abOutlineContacts found;
            ab_outlines_contacts(&workspace, &A, &X, &B, &Y, 1e-3, &found);
            CHECK(found.nearest.gap < 1e-3);
        }
        warm = round == 2 ? heap.allocations : warm;
    }
    CHECK(warm > 0 && heap.allocations == warm);
    ab_outline_workspace_done(&workspace);
    CHECK(heap.blocks == 0);
    ab_arena_done(&s_arena);
}

AB_TESTS(AB_TEST(trees_and_lists_have_the_bits_of_brute_force),
         AB_TEST(lists_need_no_memory_once_they_are_warm))
