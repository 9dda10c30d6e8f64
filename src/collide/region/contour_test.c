// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// contour_test.c - contours close, bound the area that is cut out, and have no case of corners on
// edges on faces.

#include "collide/region/contour.h"

#include "base/check.h"
#include "collide/region/region_fixture.h"
#include "math/core/pose_fixture.h"

static abContours s_contours;

static const abContours *find(const abShape *A, abPose X, const abShape *B, abPose Y) {
    s_contours.allocator = ab_heap();
    CHECK(ab_mesh_contours(&s_contours, region_room(), A, &X, B, &Y));
    return &s_contours;
}

// Area within the contours of a region, as a vector.
static abVec3 area_within(const abContours *c, int region) {
    abVec3 sum = {0.0, 0.0, 0.0};
    for (size_t k = 0; k < c->loop_count; k++) {
        const abContour *loop = &c->loops[k];
        for (int i = 0; i < loop->count && loop->region == region; i++) {
            abVec3 p = ab_sub(c->points[loop->first + i], c->points[loop->first]);
            abVec3 q =
                ab_sub(c->points[loop->first + (i + 1) % loop->count], c->points[loop->first]);
            sum = ab_add_scaled(sum, 0.5, ab_cross(p, q));
        }
    }
    return sum;
}

static void contours_bound_the_area_that_is_cut_out(void) {
    abShape ball = ball_mesh(0.5, 2), box = box_mesh(0.4, 0.3, 0.2);
    const abShape *others[] = {&ball, &box};
    Random random = {.state = 3};
    int seen = 0;
    double worst = 0.0;
    for (int i = 0; i < 400; i++) {
        abPose X = {random_rotation(&random), random_vector(&random)};
        abPose Y = {random_rotation(&random), ab_add_scaled(X.p, 0.68, random_direction(&random))};
        const abContours *c = find(&ball, X, others[i % 2], Y);
        for (size_t r = 0; r < c->region_count; r++) {
            abVec3 off = ab_sub(area_within(c, (int)r), c->regions[r].area_AB_W);
            worst = fmax(worst, ab_norm(off));
            CHECK(c->regions[r].area[0] > 0.0 && c->regions[r].area[1] > 0.0);
            CHECK(c->regions[r].area[0] >= ab_norm(c->regions[r].area_AB_W) - 1e-12);
            seen++;
        }
        for (size_t k = 0; k < c->loop_count; k++) {
            CHECK(c->loops[k].region >= 0 && c->loops[k].count >= 3);
        }
    }
    printf("  %d regions, area off by %.1e\n", seen, worst);
    // points of the contours and of the cuts are rounded on their own
    CHECK(seen > 300 && worst < 1e-13);
}

// Boxes of whole numbers: corners on corners, edges on edges, faces on faces, also one on itself.
static void coincidences_leave_closed_contours(void) {
    abShape A = box_mesh(1.0, 1.0, 1.0), B = box_mesh(1.0, 1.0, 1.0), C = box_mesh(0.5, 0.5, 0.5);
    const abShape *others[] = {&B, &C};
    int loops = 0;
    for (int i = 0; i < 2 * 9 * 9 * 9; i++) {
        int k = i / 2;
        double x = 0.5 * (k % 9 - 4), y = 0.5 * (k / 9 % 9 - 4), z = 0.5 * (k / 81 - 4);
        const abContours *c = find(&A, at(0, 0, 0), others[i % 2], at(x, y, z));
        abVec3 sum = {0.0, 0.0, 0.0};
        for (size_t r = 0; r < c->loop_count; r++) {
            const abContour *loop = &c->loops[r];
            loops++;
            CHECK(loop->count >= 3);
            for (int j = 0; j < loop->count; j++) { // on both surfaces
                abVec3 p = c->points[loop->first + j];
                double size = i % 2 ? 0.5 : 1.0;
                double a = fmax(fabs(p.x), fmax(fabs(p.y), fabs(p.z)));
                double b = fmax(fabs(p.x - x), fmax(fabs(p.y - y), fabs(p.z - z)));
                CHECK_NEAR(a, 1.0, 1e-14, 1.0);
                CHECK_NEAR(b, size, 1e-14, 1.0);
                sum = ab_add(sum, p);
            }
        }
        bool overlap = fabs(x) < (i % 2 ? 1.5 : 2.0) && fabs(y) < (i % 2 ? 1.5 : 2.0) &&
                       fabs(z) < (i % 2 ? 1.5 : 2.0);
        bool inside = i % 2 && fabs(x) < 0.5 && fabs(y) < 0.5 && fabs(z) < 0.5;
        CHECK(!overlap || inside || c->loop_count > 0 || (i % 2 && c->region_count > 0));
        CHECK(overlap || c->region_count == 0 || c->loop_count > 0);
    }
    printf("  %d contours of boxes of whole numbers\n", loops);
    CHECK(loops > 500);
}

static void a_mesh_inside_another_is_a_region_without_contours(void) {
    abShape ball = ball_mesh(0.1, 1), box = box_mesh(0.4, 0.3, 0.2);
    const abContours *c = find(&box, at(0, 0, 0), &ball, at(0.1, 0.05, 0.02));
    double area = c->region_count == 1 ? c->regions[0].area[1] : 0.0;
    CHECK(c->region_count == 1 && c->loop_count == 0);
    CHECK_NEAR(area, 4.0 * 3.14159265 * 0.01, 0.2, 0.1257); // 32 triangles
    c = find(&ball, at(0.1, 0.05, 0.02), &box, at(0, 0, 0));
    CHECK(c->region_count == 1 && c->regions[0].area[0] == area && c->regions[0].area[1] == 0.0);
    c = find(&ball, at(0.0, 0.0, 0.4), &box, at(0, 0, 0));
    CHECK(c->region_count == 0 && c->loop_count == 0);
}

AB_TESTS(AB_TEST(contours_bound_the_area_that_is_cut_out),
         AB_TEST(coincidences_leave_closed_contours),
         AB_TEST(a_mesh_inside_another_is_a_region_without_contours))
