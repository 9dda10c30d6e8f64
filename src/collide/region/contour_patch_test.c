// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// contour_patch_test.c - regions, their planes and points against closed forms; random overlaps.

#include "collide/broad/patch_point.h"
#include "collide/broad/proximity.h"
#include "collide/region/contour_patch.h"
#include "collide/region/region_mesh.h"

#include "base/check.h"
#include "collide/region/region_fixture.h"
#include "math/core/pose_fixture.h"

static abContours s_contours;
static abPatchPoint s_points[AB_PATCH_MAX];

static int find(const abShape *A, abPose X, const abShape *B, abPose Y, abContourUse use,
                abContourSpec spec) {
    abProximity deepest;
    ab_meshes_proximity(region_room(), A, &X, B, &Y, &deepest);
    s_contours.allocator = ab_heap();
    return ab_contour_patch(&s_contours, region_room(), A, &X, B, &Y, &deepest, &spec, use,
                            s_points);
}

static const abContourSpec s_fine = {.is_set = true, .spacing = 1e-6};

// A box that lies level on a plate but for rounding has the same corners by the same names, and so it
// has with the plate first or second.
static void names_of_corners_stay(void) {
    abShape plate = box_mesh(2.0, 2.0, 0.5), box = box_mesh(0.3, 0.3, 0.1);
    abPatchPoint first[2][4];
    for (int i = 0; i < 200; i++) {
        double about = 0.37 * i, tilt = 1e-16 * i;
        abVec3 axis = {ab_cos(about), ab_sin(about), 0.0};
        abPose X = at(0.0, 0.0, -0.5);
        abPose Y = {ab_quat_to_matrix(ab_quat_from_axis_angle(axis, tilt)), {0.1, 0.2, 0.09}};
        for (int order = 0; order < 2; order++) {
            int count = order == 0 ? find(&plate, X, &box, Y, AB_CONTOUR_FORCES, s_fine)
                                   : find(&box, Y, &plate, X, AB_CONTOUR_FORCES, s_fine);
            CHECK(count == 4);
            for (int k = 0; k < 4 && count == 4; k++) {
                first[order][k] = i == 0 ? s_points[k] : first[order][k];
                CHECK(s_points[k].id == first[order][k].id);
                CHECK(ab_norm(ab_sub(s_points[k].p_W, first[order][k].p_W)) <= 1e-9);
            }
        }
    }
}

// A box turned about the vertical, pressed into a plate: all is known.
static void box_on_box(void) {
    const double d = 0.01, a = 0.3, b = 0.2;
    abShape plate = box_mesh(2.0, 2.0, 0.5), box = box_mesh(a, b, 0.1);
    abQuat rotation = ab_quat_from_axis_angle(ab_vec3(0.0, 0.0, 1.0), 0.7);
    abPose X = at(0.0, 0.0, -0.5), Y = {ab_quat_to_matrix(rotation), {0.1, 0.2, 0.1 - d}};
    for (int plane = 0; plane < 2; plane++) {
        abContourSpec spec = {true, (abContourPlane)plane, 1e-6};
        CHECK(find(&plate, X, &box, Y, AB_CONTOUR_FORCES, spec) == 4);
        const abContourRegion *region = &s_contours.regions[0];
        CHECK(s_contours.region_count == 1);
        CHECK_NEAR(region->flat_area, 4.0 * a * b, 1e-13, 0.24);
        CHECK_NEAR(region->area[0], 4.0 * a * b, 1e-13, 0.24);
        CHECK_NEAR(region->area[1], 4.0 * a * b + 4.0 * (a + b) * d, 1e-13, 0.26);
        CHECK_NEAR(region->volume, 4.0 * a * b * d, 1e-12, 0.0024);
        CHECK_NEAR(region->depth, d, 1e-13, 0.01);
        CHECK_NEAR(region->n_AB_W.z, 1.0, 1e-14, 1.0);
        CHECK_NEAR(ab_norm(ab_sub(region->centre_W, ab_vec3(0.1, 0.2, 0.0))), 0.0, 1e-14, 1.0);
        CHECK_NEAR(ab_norm(region->slope_W), 0.0, 1e-11, 1.0);
        for (int k = 0; k < 4; k++) {
            abVec3 p = ab_pose_point_inverse(Y, s_points[k].p_W);
            CHECK_NEAR(fabs(p.x), a, 1e-14, 1.0);
            CHECK_NEAR(fabs(p.y), b, 1e-14, 1.0);
            CHECK_NEAR(s_points[k].weight, 0.25, 1e-11, 1.0);
            CHECK_NEAR(s_points[k].depth, d, 1e-13, 0.01);
        }
        CHECK(find(&plate, X, &box, Y, AB_CONTOUR_AREAS, spec) == 4);
        for (int k = 0; k < 4; k++) { // the points of Gauss, turned with axes of their own
            abVec3 p = ab_pose_point_inverse(Y, s_points[k].p_W);
            CHECK_NEAR(s_points[k].area, a * b, 1e-14, 1.0);
            CHECK_NEAR(s_points[k].depth, d, 1e-12, 0.01);
            CHECK(fabs(p.x) < a && fabs(p.y) < b);
        }
    }
}

// Along the axes they are those of Gauss.
static void areas_stand_at_the_points_of_gauss(void) {
    abShape plate = box_mesh(2.0, 2.0, 0.5), box = box_mesh(0.3, 0.2, 0.1);
    CHECK(find(&plate, at(0, 0, -0.5), &box, at(0, 0, 0.09), AB_CONTOUR_AREAS, s_fine) == 4);
    for (int k = 0; k < 4; k++) {
        CHECK_NEAR(fabs(s_points[k].p_W.x), 0.3 / sqrt(3.0), 1e-14, 1.0);
        CHECK_NEAR(fabs(s_points[k].p_W.y), 0.2 / sqrt(3.0), 1e-14, 1.0);
    }
}

// A box that leans, all corners in: seen from the side a quadrangle below the plate, with the
// straight thickness of its area and first moment.
static void a_box_that_leans(void) {
    const double d = 0.02, a = 0.3, b = 0.2, lean = 0.03;
    abShape plate = box_mesh(2.0, 2.0, 0.5), box = box_mesh(a, b, 0.1);
    abQuat rotation = ab_quat_from_axis_angle(ab_vec3(0.0, 1.0, 0.0), lean);
    abPose Y = {ab_quat_to_matrix(rotation), {0.0, 0.0, 0.1 - d}};
    abVec3 corner[4] = {ab_pose_point(Y, ab_vec3(-a, 0.0, -0.1)),
                        ab_pose_point(Y, ab_vec3(a, 0.0, -0.1))};
    corner[2] = ab_vec3(corner[1].x - tan(lean) * corner[1].z, 0.0, 0.0);
    corner[3] = ab_vec3(corner[0].x - tan(lean) * corner[0].z, 0.0, 0.0);
    double side = 0.0, moment = 0.0;
    for (int i = 0; i < 4; i++) {
        abVec3 p = corner[i], q = corner[(i + 1) % 4];
        double twice = p.x * q.z - p.z * q.x;
        side += 0.5 * twice;
        moment += twice * (p.x + q.x) / 6.0;
    }
    double width = corner[2].x - corner[3].x, middle = 0.5 * (corner[2].x + corner[3].x);
    double slope = (moment - middle * side) / width * 12.0 / (width * width);
    double thick[2] = {side / width - 0.5 * slope * width, side / width + 0.5 * slope * width};

    int count = find(&plate, at(0, 0, -0.5), &box, Y, AB_CONTOUR_ROWS, s_fine);
    const abContourRegion *region = &s_contours.regions[0];
    CHECK(count == 4 && s_contours.region_count == 1);
    CHECK_NEAR(region->flat_area, 2.0 * b * width, 1e-13, 0.24);
    CHECK_NEAR(region->volume, 2.0 * b * side, 1e-13, 0.005);
    CHECK_NEAR(region->depth, -corner[1].z, 1e-13, 0.03);
    for (int k = 0; k < count; k++) {
        double here = s_points[k].p_W.x > 0.0 ? 1.0 : thick[0] / thick[1];
        CHECK_NEAR(s_points[k].depth, -corner[1].z * here, 1e-11, 0.03);
    }
    CHECK(find(&plate, at(0, 0, -0.5), &box, Y, AB_CONTOUR_FORCES, s_fine) == 4);
    for (int k = 0; k < count; k++) {
        double here = s_points[k].p_W.x > 0.0 ? thick[1] : thick[0];
        CHECK_NEAR(s_points[k].weight, 0.5 * here / (thick[0] + thick[1]), 1e-11, 1.0);
        CHECK_NEAR(s_points[k].depth, -corner[1].z, 1e-13, 0.03);
    }
}

// The circle of two balls, and the lens between them; meshes of triangles come nearer by four.
static void two_balls(void) {
    const double r = 0.5, d = 0.9, pi = 3.14159265358979324;
    double off[2][2];
    for (int i = 0; i < 2; i++) {
        abShape ball = ball_mesh(r, 3 + i);
        CHECK(find(&ball, at(0, 0, 0), &ball, at(0, 0, d), AB_CONTOUR_AREAS, s_fine) == 4);
        const abContourRegion *region = &s_contours.regions[0];
        double circle = pi * (r * r - 0.25 * d * d);
        double lens = pi * (4.0 * r + d) * (2.0 * r - d) * (2.0 * r - d) / 12.0;
        off[i][0] = 1.0 - region->flat_area / circle;
        off[i][1] = 1.0 - region->volume / lens;
        CHECK_NEAR(region->n_AB_W.z, 1.0, 1e-3, 1.0);
        CHECK_NEAR(region->centre_W.z, 0.5 * d, 1e-3, 1.0);
    }
    printf("  area off by %.4f, %.4f; volume by %.4f, %.4f\n", off[0][0], off[1][0], off[0][1],
           off[1][1]);
    CHECK(off[0][0] > 0.0 && off[0][1] > 0.0); // corners on the ball: inside of it
    CHECK(off[1][0] < off[0][0] / 3.0 && off[1][1] < off[0][1] / 3.0 && off[1][1] < 0.05);
}

// Two legs of one mesh.
static void two_regions(void) {
    MeshFixture *f = mesh_new();
    mesh_box(f, ab_vec3(-0.5, -0.1, 0.0), ab_vec3(-0.3, 0.1, 0.3));
    mesh_box(f, ab_vec3(0.2, -0.2, -0.01), ab_vec3(0.5, 0.2, 0.3));
    abShape plate = box_mesh(2.0, 2.0, 0.5), legs = mesh_shape(f, lasting_arena());
    abPose X = at(0, 0, -0.5), Y = at(0.0, 0.0, -0.02);
    CHECK(find(&plate, X, &legs, Y, AB_CONTOUR_FORCES, s_fine) == 8);
    CHECK(s_contours.region_count == 2);
    double sum[2] = {0.0, 0.0};
    for (int k = 0; k < 8; k++) {
        const abPatchPoint *p = &s_points[k];
        const abContourRegion *region = &s_contours.regions[p->region];
        bool is_left = p->p_W.x < 0.0;
        CHECK_NEAR(region->flat_area, is_left ? 0.04 : 0.12, 1e-13, 0.1);
        CHECK_NEAR(region->centre_W.x, is_left ? -0.4 : 0.35, 1e-13, 1.0);
        CHECK_NEAR(p->depth, is_left ? 0.02 : 0.03, 1e-12, 0.01);
        sum[p->region] += p->weight;
    }
    CHECK_NEAR(sum[0], 1.0, 1e-14, 1.0);
    CHECK_NEAR(sum[1], 1.0, 1e-14, 1.0);
}

// From faces that lie on each other on, a quarter of the plate over the edge.
static void faces_on_faces(void) {
    abShape plate = box_mesh(1.0, 1.0, 0.5), box = box_mesh(0.5, 0.5, 0.5);
    static const double depths[] = {-1e-9, 0.0, 1e-15, 1e-12, 1e-6};
    for (int i = 0; i < 5; i++) {
        abPose Y = at(1.0, 1.0, 0.5 - depths[i]);
        int count = find(&plate, at(0, 0, -0.5), &box, Y, AB_CONTOUR_FORCES, s_fine);
        CHECK(count >= 1);
        for (int k = 0; k < count; k++) {
            CHECK_NEAR(s_points[k].n_AB_W.z, 1.0, 1e-5, 1.0);
            CHECK(isfinite(s_points[k].depth) && isfinite(s_points[k].weight));
        }
        if (depths[i] >= 1e-12) {
            CHECK(count == 4);
            CHECK_NEAR(s_contours.regions[0].flat_area, 0.25, 1e-11, 0.25);
        }
    }
}

// Whatever the spacing, the whole force is that of the law, in one place under a ball; conditions
// are apart, drawn in as those of a cap: (sqrt 3 - 1)/2, a little more of triangles.
static void spacing_joins_corners(void) {
    abShape ball = ball_mesh(0.5, 3), plate = box_mesh(2.0, 2.0, 0.5);
    abPose Y = at(0.01, 0.02, 0.46);
    int last = AB_CONTOUR_POINTS + 1;
    abVec3 first = {0.0, 0.0, 0.0};
    for (double spacing = 1e-3; spacing < 1.0; spacing *= 2.0) {
        abContourSpec spec = {.is_set = true, .spacing = spacing};
        int count = find(&plate, at(0, 0, -0.5), &ball, Y, AB_CONTOUR_ROWS, spec);
        for (int k = 0; k < count; k++) {
            abVec3 displacement = ab_sub(s_points[k].p_W, s_points[(k + 1) % count].p_W);
            CHECK(count == 1 || ab_norm(displacement) >= 0.3 * spacing);
        }
        CHECK(count <= last && count <= AB_CONTOUR_POINTS);
        last = count;
        count = find(&plate, at(0, 0, -0.5), &ball, Y, AB_CONTOUR_FORCES, spec);
        double sum = 0.0;
        first = spacing == 1e-3 ? s_points[0].p_W : first;
        for (int k = 0; k < count; k++) {
            sum += s_points[k].weight;
            CHECK(ab_norm(ab_sub(s_points[k].p_W, first)) < 0.03); // the rim: 0.196
        }
        CHECK_NEAR(sum, 1.0, 1e-14, 1.0);
    }
    CHECK(last == 1);
}

// Force and moments of a linear pressure are those of the overlap; nothing is ever out of order.
static void random_overlaps(void) {
    abShape ball = ball_mesh(0.5, 0), box = box_mesh(0.4, 0.3, 0.2);
    const abShape *others[] = {&ball, &box};
    Random random = {.state = 11};
    int seen = 0;
    double worst = 0.0;
    for (int i = 0; i < 600; i++) {
        double displacement = i % 5 == 0 ? 0.05 : 0.7;
        abPose X = {random_rotation(&random), random_vector(&random)};
        abPose Y = {random_rotation(&random),
                    ab_add_scaled(X.p, displacement, random_direction(&random))};
        abContourSpec spec = {true, (abContourPlane)(i % 2), 0.02};
        for (int use = 0; use < 3; use++) {
            int count = find(&ball, X, others[i % 2], Y, (abContourUse)use, spec);
            CHECK(count >= 1 && count <= AB_PATCH_MAX);
            double volume[AB_CONTOUR_REGIONS] = {0.0};
            abVec3 moment[AB_CONTOUR_REGIONS] = {{0.0, 0.0, 0.0}};
            for (int k = 0; k < count; k++) {
                const abPatchPoint *p = &s_points[k];
                CHECK(isfinite(p->depth) && p->weight >= 0.0 && p->weight <= 1.0 + 1e-12);
                CHECK_NEAR(ab_norm(p->n_AB_W), 1.0, 1e-12, 1.0);
                CHECK(p->region >= -1 && p->region < (int)s_contours.region_count);
                if (use == AB_CONTOUR_AREAS && p->region >= 0) {
                    abVec3 arm = ab_sub(p->p_W, s_contours.regions[p->region].middle_W);
                    volume[p->region] += p->area * p->depth;
                    moment[p->region] = ab_add_scaled(moment[p->region], p->area * p->depth, arm);
                }
            }
            for (int r = 0; use == AB_CONTOUR_AREAS && r < (int)s_contours.region_count; r++) {
                const abContourRegion *region = &s_contours.regions[r];
                abVec3 off = ab_sub(moment[r], region->moment_W);
                off = ab_add_scaled(off, -ab_dot(off, region->n_AB_W), region->n_AB_W);
                if (ab_norm(region->slope_W) > 0.0) {
                    worst = fmax(worst, fabs(volume[r] - region->volume));
                    worst = fmax(worst, ab_norm(off));
                    seen++;
                }
            }
        }
    }
    printf("  %d regions, volume and moments off by %.1e\n", seen, worst);
    CHECK(seen > 300 && worst < 1e-14);
}

AB_TESTS(AB_TEST(box_on_box), AB_TEST(areas_stand_at_the_points_of_gauss),
         AB_TEST(a_box_that_leans), AB_TEST(two_balls), AB_TEST(two_regions),
         AB_TEST(faces_on_faces), AB_TEST(spacing_joins_corners), AB_TEST(names_of_corners_stay),
         AB_TEST(random_overlaps))
