// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// plane_triangles.h - triangles below a plane, or partly so, many at a time. Private to collide.

#ifndef AB_PLANE_TRIANGLES_H
#define AB_PLANE_TRIANGLES_H

#include "collide/pressure/plane_cut.h"
#include "collide/pressure/plane_sums.h"
#include "math/core/vector_math.h"

enum { AB_LANES = 8 };

// Corners turned so that of the depths the wet ones come first.
typedef struct abPlaneBatch {
    double depth[3][AB_LANES];     // of the first, second, last corner                     [m]
    double corner[3][3][AB_LANES]; // x, y, z of the first, x, y, z of the second, ...       [m]
    double area[3][AB_LANES];      // x, y, z                                              [m^2]
} abPlaneBatch;

// Wet parts, by the area of their triangles: the fan p, c1, c3 and c1, c2, c3 of one or two
// triangles, p the first corner, places as weights of the second and last, c1 = (a1, 0), c2 =
// (a2, b2), c3 = (0, b3). The second is there where two corners penetrate, of which c1 is one; of a
// triangle that is wholly penetrating p, c1, c3 are its corners.
typedef struct abPlanePenetrating {
    double first[AB_LANES], second[AB_LANES]; // area of the triangles of the fan
    double a1[AB_LANES], a2[AB_LANES], b2[AB_LANES], b3[AB_LANES];
    double depths[AB_LANES];    // of p, c1, c3, together                                  [m]
    double depth[AB_LANES];     // integral of the depth,                                  [m]
    double weight[3][AB_LANES]; // of it by the weights of the corners,                    [m]
    double squares[AB_LANES];   // of its square                                         [m^2]
} abPlanePenetrating;

// Sums as in abPlaneCut, of each lane its own.
typedef struct abPlaneLanes {
    double area[3][AB_LANES], force[3][AB_LANES], moment[3][AB_LANES], place[3][AB_LANES];
    double seen_area[AB_LANES], seen_depth[AB_LANES], squares[AB_LANES];
} abPlaneLanes;
typedef struct abPlaneSeconds {
    double first[3][AB_LANES], second[6][AB_LANES];
} abPlaneSeconds;

static inline double ab_lanes_sum(const double lane[AB_LANES]) {
    enum { HALF = AB_LANES / 2 };
    double sum[HALF];
    for (int i = 0; i < HALF; i++) {
        sum[i] = lane[i] + lane[HALF + i];
    }
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

static inline abVec3 ab_lanes_sum_3(const double (*lane)[AB_LANES]) {
    return ab_vec3(ab_lanes_sum(lane[0]), ab_lanes_sum(lane[1]), ab_lanes_sum(lane[2]));
}

// Puts a triangle, wet at one corner at least, into a lane; `penetrating` has a bit for each penetrating corner.
static inline void ab_plane_put(abPlaneBatch *batch, int lane, const abPlaneTriangle *t,
                                const double depth[AB_ROW], int penetrating) {
    static const int first[8] = {0, 0, 1, 0, 2, 2, 1, 0}; // of two that behind the dry one
    int p = first[penetrating], q = p + 1, r = p == 0 ? 2 : p - 1;
    batch->depth[0][lane] = depth[p];
    batch->depth[1][lane] = depth[q];
    batch->depth[2][lane] = depth[r];
    for (int j = 0; j < 3; j++) {
        batch->corner[0][j][lane] = t->corner[j][p];
        batch->corner[1][j][lane] = t->corner[j][q];
        batch->corner[2][j][lane] = t->corner[j][r];
        batch->area[j][lane] = t->area[j];
    }
}

// A lane that adds nothing.
static inline void ab_plane_put_nothing(abPlaneBatch *batch, int lane) {
    for (int j = 0; j < 3; j++) {
        batch->corner[0][j][lane] = batch->corner[1][j][lane] = batch->corner[2][j][lane] = 0.0;
        batch->area[j][lane] = 0.0;
    }
    batch->depth[0][lane] = 0.0;
    batch->depth[1][lane] = batch->depth[2][lane] = -1.0;
}

void ab_plane_find_penetrating(const abPlaneBatch *batch, abPlanePenetrating *penetrating);
// n: outward normal of the plane.
void ab_plane_add(const abPlaneBatch *batch, const abPlanePenetrating *penetrating,
                  const double n[3], abPlaneLanes *lanes);
void ab_plane_add_second(const abPlaneBatch *batch, const abPlanePenetrating *penetrating,
                         const double n[3], abPlaneSeconds *lanes);
// The points of the first triangles of the fans and of the second ones: point j of lane i is at
// j * AB_LANES + i.
void ab_plane_find_points(const abPlaneBatch *batch, const abPlanePenetrating *penetrating,
                          const abPlaneAxes *axes, abPlanePoints *first, abPlanePoints *second);

// The points of the first triangles of a run of the last cut, AB_PLANE_WHOLE of them or all.
enum { AB_PLANE_WHOLE = AB_PLANE_BLOCK / 3 };
void ab_plane_whole_points(const abPlaneCut *cut, abPlaneRun run, abPlanePoints *points);

#endif
