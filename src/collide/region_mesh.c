// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// region_mesh.c - where two meshes as they are overlap: area, volume and middle of every connected
// part, exact for the polyhedra.
//
// Of a triangle T with normal n the part inside the other solid S is a polygon with holes. Its
// integrals are sums over its boundary, each piece p -> q (S on its left, seen against n) giving
// the triangle o, p, q with any o in the plane:
//
//   area  sum a,   int (x - o) dA  sum a ((p - o) + (q - o)) / 3,   a = n . (p - o) x (q - o) / 2
//   (1)
//
// The boundary is made of the pieces in which triangles of S cut T, and of parts of T's own
// outline. Nobody orders them: where a cut enters T, S lies on the outline before that place, where
// it leaves, behind it, so with w = 1 when corner 0 of T is in S, else 0,
//
//   outline part of (1) = w [whole outline] + sum over cuts s [outline from there on to corner 0],
//   s = -1 where a cut enters, +1 where it leaves                                        (2)
//
// w is the one of the two with which the area is between nothing and that of T; only where the cuts
// leave nothing or all, the middle of T is asked where it lies.
//
// Sides are counted in whole numbers, so what cancels does so without rounding, and o is near the
// deepest point. A point of a cut on an edge of S is computed from that edge alone, so cuts of
// neighbours end in the same bits, and whether that point lies in T is decided once: what enters
// leaves. So (2) has no case for corners that meet corners or edges that lie in faces; there it is
// off by rounding of the area at most.
//
// When the normals N of the regions are known, the volume of the overlap and its moments follow
// from the parts of both surfaces, with Gauss's theorem for fields along N:
//
//   V = sum c int N.x dA,  int x dV = sum c int N.x x dA,  int x x' dV = sum c int N.x x x' dA,
//   c = n . N on the triangle; components along N by half, those of x x' are not needed      (3)
//
// Faces along N do not count, so it does not matter whether two that lie in one plane are in or
// out.
//
// Source  (1) Green, (3) Gauss; docs/theory/mesh_contact.md.

#include <string.h>

#include "collide/region_parts.h"

typedef struct Work {
    abRegionRoom *room;
    const abMeshSurface *mesh[2];
    abPose X_F[2];     // of each mesh in the frame of the search
    abPose X_other[2]; // of each mesh in the frame of the other
    bool only_depth;   // nothing else is wanted
    bool is_full;      // out of memory
} Work;

// One triangle while it is cut.
typedef struct Cut {
    Work *work;
    int from, triangle;
    abVec3 v[3], n;   // corners, normal
    abVec3 o;         // in its plane, next to the origin
    abVec3 along[3];  // unit, of side i
    abVec3 inward[3]; // unit, across it
    double area;
    abVec3 moment; // from the origin, as all moments
    abMat3 second;
    double third[10];
    abVec3 foot[3];         // of o on each side
    int starts[3], ends[3]; // how often a side counts up to its foot, and from there on
    int crossings[3];       // cuts that go through it
    bool is_cut;
} Cut;

static abVec3 corner_of(const Work *work, int mesh, int triangle, int i) {
    return ab_pose_point(work->X_F[mesh],
                         ab_mesh_corner(work->mesh[mesh]->mesh, (size_t)triangle, i));
}

// Distance of a corner from the other mesh, asked once.
static double height_of(const Work *work, int mesh, int triangle, int i) {
    abRegionRoom *room = work->room;
    int point = work->mesh[mesh]->mesh->triangles[3 * triangle + i];
    double *height = &room->height[mesh][point];
    if (isnan(*height)) {
        abVec3 p = ab_pose_point(work->X_other[mesh], work->mesh[mesh]->mesh->points[point]);
        *height = ab_mesh_closest(work->mesh[1 - mesh], p, INFINITY).distance;
        room->asked[mesh][room->asked_count[mesh]++] = point;
    }
    return *height;
}

// ---- one triangle against those of the other mesh ----

// Of the triangle o, p, q with signed area a. Of products of linear functions
//
//   int f g h = a/60 (Sf Sg Sh + Sf Sgh + Sg Sfh + Sh Sfg + 2 Sfgh),  S: sums over the corners
static void add_triangle(Cut *cut, double a, abVec3 p, abVec3 q) {
    const abVec3 x[3] = {cut->o, p, q};
    abVec3 sum = ab_add(x[0], ab_add(p, q));
    abMat3 squares = {{{0.0}}};
    for (int i = 0; i < 3; i++) {
        ab_add_product(&squares, 1.0, x[i], x[i]);
    }
    cut->area += a;
    cut->moment = ab_add_scaled(cut->moment, a / 3.0, sum);
    cut->second = ab_mat3_add(cut->second, ab_mat3_scale(a / 12.0, squares));
    ab_add_product(&cut->second, a / 12.0, sum, sum);
    int at = 0;
    for (int i = 0; i < 3; i++) {
        for (int j = i; j < 3; j++) {
            for (int k = j; k < 3; k++) {
                double si = ab_get(sum, i), sj = ab_get(sum, j), sk = ab_get(sum, k), cubes = 0.0;
                for (int c = 0; c < 3; c++) {
                    cubes += ab_get(x[c], i) * ab_get(x[c], j) * ab_get(x[c], k);
                }
                cut->third[at++] += a / 60.0 *
                                    (si * sj * sk + si * squares.m[j][k] + sj * squares.m[i][k] +
                                     sk * squares.m[i][j] + 2.0 * cubes);
            }
        }
    }
}

static void add_piece(Cut *cut, abVec3 p, abVec3 q) {
    abVec3 u = ab_sub(p, cut->o), w = ab_sub(q, cut->o);
    add_triangle(cut, 0.5 * ab_dot(cut->n, ab_cross(u, w)), p, q);
}

// Along side i from p to q. The lever is that of the side, so that rounding of p across it does not
// count by the whole length.
static void add_along(Cut *cut, double sign, int i, abVec3 p, abVec3 q) {
    double lever = -ab_dot(cut->inward[i], ab_sub(cut->v[i], cut->o));
    double a = 0.5 * sign * lever * ab_dot(cut->along[i], ab_sub(q, p));
    add_triangle(cut, a, p, q);
}

// The outline from x, on side `side`, to corner 0. Sides are divided at their feet: what lies
// beyond is only counted.
static void add_outline(Cut *cut, int sign, int side, abVec3 x) {
    cut->crossings[side]++;
    add_along(cut, sign, side, x, cut->foot[side]);
    cut->ends[side] += sign;
    for (int i = side + 1; i < 3; i++) {
        cut->starts[i] += sign;
        cut->ends[i] += sign;
    }
}

// What was counted of sides, and all of them once more when corner 0 is in S.
static void add_sides(Cut *cut, bool base_is_in) {
    for (int i = 0; i < 3; i++) {
        int before = cut->starts[i] + base_is_in, behind = cut->ends[i] + base_is_in;
        if (before != 0) {
            add_along(cut, before, i, cut->v[i], cut->foot[i]);
        }
        if (behind != 0) {
            add_along(cut, behind, i, cut->foot[i], cut->v[(i + 1) % 3]);
        }
    }
}

// Is corner 0 in S?
static bool base_is_in(const Cut *cut) {
    double area = cut->area, whole = 0.0;
    for (int i = 0; i < 3; i++) {
        abVec3 end = cut->v[(i + 1) % 3];
        double lever = -0.5 * ab_dot(cut->inward[i], ab_sub(cut->v[i], cut->o));
        double before = lever * ab_dot(cut->along[i], ab_sub(cut->foot[i], cut->v[i]));
        double behind = lever * ab_dot(cut->along[i], ab_sub(end, cut->foot[i]));
        area += cut->starts[i] * before + cut->ends[i] * behind;
        whole += before + behind;
    }
    double share = area / whole;
    if (share < -1e-6 && share > -1.0 + 1e-6) {
        return true;
    }
    if (share > 1e-6) {
        return false;
    }
    const Work *work = cut->work;
    abVec3 middle = {0.0, 0.0, 0.0};
    for (int i = 0; i < 3; i++) {
        const abTriangleMesh *mesh = work->mesh[cut->from]->mesh;
        abVec3 p = ab_mesh_corner(mesh, (size_t)cut->triangle, i);
        middle = ab_add_scaled(middle, 1.0 / 3.0, p);
    }
    middle = ab_pose_point(work->X_other[cut->from], middle);
    bool is_in = ab_mesh_closest(work->mesh[1 - cut->from], middle, INFINITY).distance < 0.0;
    // nearly nothing of T is cut out, or nearly all
    return share < -0.5 || is_in;
}

// Where an edge of the other mesh meets the plane: from its end in front to that behind.
static abVec3 on_edge(abVec3 front, double h_front, abVec3 behind, double h_behind) {
    return ab_add_scaled(front, h_front / (h_front - h_behind), ab_sub(behind, front));
}

// Cuts of the plane of T from p to q; false when they miss T.
static bool clip(Cut *cut, abVec3 p, abVec3 q) {
    double enter = 0.0, leave = 1.0;
    int in = -1, out = -1;
    for (int i = 0; i < 3; i++) {
        double a = ab_dot(cut->inward[i], ab_sub(p, cut->v[i]));
        double b = ab_dot(cut->inward[i], ab_sub(q, cut->v[i]));
        if (a < 0.0 && b < 0.0) {
            return false;
        }
        if (a < 0.0 && a / (a - b) >= enter) {
            enter = a / (a - b), in = i;
        }
        if (b < 0.0 && a / (a - b) <= leave) {
            leave = a / (a - b), out = i;
        }
    }
    if (enter > leave) {
        return false;
    }
    abVec3 way = ab_sub(q, p);
    abVec3 from = in >= 0 ? ab_add_scaled(p, enter, way) : p;
    abVec3 to = out >= 0 ? ab_add_scaled(p, leave, way) : q;
    add_piece(cut, from, to);
    if (in >= 0) {
        add_outline(cut, -1, in, from);
    }
    if (out >= 0) {
        add_outline(cut, 1, out, to);
    }
    return true;
}

static int entry_of(Work *work, int mesh, int triangle) {
    abWet *wet = ab_region_wet(work->room, mesh, triangle);
    work->is_full = work->is_full || wet == NULL;
    return work->room->place[mesh][triangle] - 1;
}

// A triangle of the other mesh near T.
static bool meet(void *context, int other) {
    Cut *cut = context;
    Work *work = cut->work;
    abVec3 u[3], start = {0.0, 0.0, 0.0}, end = start;
    double h[3];
    for (int i = 0; i < 3; i++) {
        u[i] = corner_of(work, 1 - cut->from, other, i);
        h[i] = ab_dot(cut->n, ab_sub(u[i], cut->v[0]));
    }
    int ends = 0;
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3;
        if (h[i] >= 0.0 && h[j] < 0.0) {
            start = on_edge(u[i], h[i], u[j], h[j]);
            ends++;
        } else if (h[i] < 0.0 && h[j] >= 0.0) {
            end = on_edge(u[j], h[j], u[i], h[i]);
            ends++;
        }
    }
    if (ends == 2 && clip(cut, start, end)) {
        int i = entry_of(work, cut->from, cut->triangle);
        int j = entry_of(work, 1 - cut->from, other);
        if (work->is_full) {
            return false;
        }
        ab_region_join(work->room, i, j);
        cut->is_cut = true;
    }
    return true;
}

static void begin_cut(Cut *cut, Work *work, int from, int triangle) {
    *cut = (Cut){.work = work, .from = from, .triangle = triangle};
    cut->n = ab_mul(work->X_F[from].R, work->mesh[from]->normals[triangle]);
    for (int i = 0; i < 3; i++) {
        cut->v[i] = corner_of(work, from, triangle, i);
    }
    cut->o = ab_scale(ab_dot(cut->n, cut->v[0]), cut->n);
    for (int i = 0; i < 3; i++) {
        cut->along[i] = ab_unit(ab_sub(cut->v[(i + 1) % 3], cut->v[i]));
        cut->inward[i] = ab_cross(cut->n, cut->along[i]);
        double way = ab_dot(cut->along[i], ab_sub(cut->o, cut->v[i]));
        cut->foot[i] = ab_add_scaled(cut->v[i], way, cut->along[i]);
    }
}

static void meet_near(Cut *cut) {
    const Work *work = cut->work;
    abVec3 low = AB_NO_LOW, high = AB_NO_HIGH;
    for (int i = 0; i < 3; i++) {
        const abTriangleMesh *mesh = work->mesh[cut->from]->mesh;
        abVec3 p = ab_mesh_corner(mesh, (size_t)cut->triangle, i);
        ab_hold(ab_pose_point(work->X_other[cut->from], p), &low, &high);
    }
    // rounding of the way to the other frame
    double slack = 1e-14 * (ab_norm(low) + ab_norm(high));
    abVec3 room = {slack, slack, slack};
    ab_mesh_tree_near(&work->mesh[1 - cut->from]->tree, ab_sub(low, room), ab_add(high, room), meet,
                      cut);
}

// ---- what a triangle adds to its region ----

static void find_depth(const Cut *cut, abWet *wet) {
    const Work *work = cut->work;
    for (int i = 0; i < 3; i++) {
        double depth = -height_of(work, cut->from, cut->triangle, i);
        if (depth > wet->depth) {
            wet->depth = depth;
            wet->deepest = corner_of(work, cut->from, cut->triangle, i);
        }
    }
    for (int i = 0; i < 3; i++) {
        if (cut->crossings[i] < 2 ||
            cut->triangle > work->mesh[cut->from]->beside[3 * cut->triangle + i]) {
            continue;
        }
        abVec3 x, p[2];
        for (int k = 0; k < 2; k++) {
            p[k] = ab_pose_point(
                work->X_other[cut->from],
                ab_mesh_corner(work->mesh[cut->from]->mesh, (size_t)cut->triangle, (i + k) % 3));
        }
        double depth = ab_mesh_edge_depth(work->mesh[1 - cut->from], p[0], p[1], &x);
        if (depth > wet->depth) {
            wet->depth = depth;
            wet->deepest = ab_pose_point(work->X_F[1 - cut->from], x);
        }
    }
}

// Parts hang together over the pieces of a side that are inside.
static void join_neighbours(const Cut *cut, int entry) {
    abRegionRoom *room = cut->work->room;
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3;
        bool is_wet = cut->crossings[i] > 0 ||
                      height_of(cut->work, cut->from, cut->triangle, i) < 0.0 ||
                      height_of(cut->work, cut->from, cut->triangle, j) < 0.0;
        int other =
            room->place[cut->from][cut->work->mesh[cut->from]->beside[3 * cut->triangle + i]];
        if (is_wet && other > 0) {
            ab_region_join(room, entry, other - 1);
        }
    }
}

static void note_part(Work *work, Cut *cut, bool is_in) {
    int entry = entry_of(work, cut->from, cut->triangle);
    if (work->is_full) {
        return;
    }
    abWet *wet = &work->room->wet[entry];
    wet->is_known = true;
    find_depth(cut, wet);
    if (work->only_depth) {
        return;
    }
    add_sides(cut, is_in);
    wet->amount = cut->area;
    wet->normal = cut->n;
    wet->area = ab_scale(cut->from == 0 ? cut->area : -cut->area, cut->n);
    wet->middle = cut->moment;
    wet->extent = cut->second;
    memcpy(wet->third, cut->third, sizeof wet->third);
    join_neighbours(cut, entry);
}

// ---- all of them ----

static void look_at_triangle(Work *work, int from, int triangle) {
    Cut cut;
    begin_cut(&cut, work, from, triangle);
    meet_near(&cut);
    if (!work->is_full && cut.is_cut) {
        note_part(work, &cut, !work->only_depth && base_is_in(&cut));
    }
}

// All triangles that are cut.
static void gather(Work *work, int from) {
    enum { STACK = 128 };
    int stack[STACK], top = 0;
    stack[top++] = 0;
    while (top > 0 && !work->is_full) {
        const abMeshNode *node = &work->mesh[from]->tree.nodes[stack[--top]];
        if (!ab_mesh_box_touches(work->mesh[1 - from], &work->X_other[from], node)) {
            continue;
        }
        for (int i = node->first; i < node->first + node->count; i++) {
            look_at_triangle(work, from, work->mesh[from]->tree.order[i]);
        }
        if (node->count == 0) {
            stack[top++] = node->first + 1;
            stack[top++] = node->first;
        }
    }
}

// And all that are inside as wholes: beside one that is there already, over a side with both ends
// inside. The list grows as it is read.
static void spread_inwards(Work *work) {
    abRegionRoom *room = work->room;
    for (size_t e = 0; e < room->count && !work->is_full; e++) {
        for (int i = 0; i < 3 && !work->is_full; i++) {
            int mesh = room->wet[e].mesh, t = room->wet[e].triangle;
            int next = work->mesh[mesh]->beside[3 * t + i], place = room->place[mesh][next];
            bool is_known = place > 0 && room->wet[place - 1].is_known;
            if (!is_known && height_of(work, mesh, t, i) < 0.0 &&
                height_of(work, mesh, t, (i + 1) % 3) < 0.0) {
                Cut cut;
                begin_cut(&cut, work, mesh, next);
                note_part(work, &cut, true);
            }
        }
    }
}

// (3), of one part.
static void add_volume(abWet *part, abVec3 N) {
    static const int at[3][3][3] = {{{0, 1, 2}, {1, 3, 4}, {2, 4, 5}},
                                    {{1, 3, 4}, {3, 6, 7}, {4, 7, 8}},
                                    {{2, 4, 5}, {4, 7, 8}, {5, 8, 9}}};
    double c = ab_dot(part->normal, N);
    abVec3 along = ab_mul(part->extent, N);
    part->volume = c * ab_dot(N, part->middle);
    along = ab_add_scaled(along, -0.5 * ab_dot(N, along), N);
    part->moment = ab_scale(c, along);
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            for (int k = 0; k < 3; k++) {
                part->spread.m[i][j] += c * ab_get(N, k) * part->third[at[i][j][k]];
            }
        }
    }
}

// In the frame of the search.
static abVec3 point_of(const abWet *region) {
    double scale = region->amount * region->depth;
    if (region->volume > 1e-4 * scale && region->volume < scale) {
        return ab_scale(1.0 / region->volume, region->moment);
    }
    return region->amount > 0.0 ? ab_scale(1.0 / region->amount, region->middle) : region->deepest;
}

// Sums the parts into regions. First the areas, which give the normals, then the volumes.
static int find_regions(abRegionRoom *room, int *roots, abVec3 *normals, abVec3 fallback) {
    int count = 0;
    for (int i = 0; i < (int)room->count; i++) {
        if (ab_region_root(room, i) == i && count < AB_REGIONS_MAX) {
            roots[count++] = i;
        } else if (ab_region_root(room, i) == i) {
            ab_region_join(room, i, roots[AB_REGIONS_MAX - 1]);
        }
    }
    for (int r = 0; r < count; r++) {
        abVec3 area = {0.0, 0.0, 0.0};
        double amount = 0.0;
        for (int i = roots[r]; i < (int)room->count; i++) {
            if (ab_region_root(room, i) == roots[r]) {
                area = ab_add(area, room->wet[i].area);
                amount += room->wet[i].amount;
            }
        }
        double size = ab_norm(area);
        normals[r] = size > 1e-3 * amount ? ab_scale(1.0 / size, area) : fallback;
        for (int i = roots[r]; i < (int)room->count; i++) {
            if (ab_region_root(room, i) == roots[r]) {
                add_volume(&room->wet[i], normals[r]);
            }
        }
    }
    return ab_region_sum(room, roots, AB_REGIONS_MAX);
}

int ab_regions_of_meshes(abRegionRoom *room, const abShape *A, const abPose *X_WA, const abShape *B,
                         const abPose *X_WB, const abProximity *deepest,
                         abPatchPoint points[AB_PATCH_MAX]) {
    int roots[AB_REGIONS_MAX] = {0}, first = 0, added = 0;
    abVec3 normals[AB_REGIONS_MAX] = {{0.0, 0.0, 0.0}},
           fallback = ab_mul_t(X_WA->R, deepest->n_AB_W);
    abPose X_AB = {ab_mat3_t_mul(X_WA->R, X_WB->R), ab_pose_point_inverse(*X_WA, X_WB->p)};
    abPose X_BA = {ab_mat3_t_mul(X_WB->R, X_WA->R), ab_pose_point_inverse(*X_WB, X_WA->p)};
    abVec3 o = ab_pose_point_inverse(*X_WA, deepest->p_A_W);
    Work work = {.room = room,
                 .mesh = {A->surface, B->surface},
                 .X_F = {{ab_mat3_identity(), ab_neg(o)}, {X_AB.R, ab_sub(X_AB.p, o)}},
                 .X_other = {X_BA, X_AB}};
    if (!ab_region_begin(room, A->surface, B->surface)) {
        return 0;
    }
    gather(&work, 0);
    gather(&work, 1);
    spread_inwards(&work);
    int count = work.is_full ? 0 : find_regions(room, roots, normals, fallback);
    for (int i = 0; i < count; i++) {
        first = room->wet[roots[i]].depth > room->wet[roots[first]].depth ? i : first;
    }
    for (int i = 0; i < count; i++) {
        const abWet *region = &room->wet[roots[i]];
        double size = ab_norm(region->area);
        abVec3 n = normals[i];
        // the deepest region is as deep as the pair
        double depth = i == first ? -deepest->distance : region->depth;
        abPatchPoint point = {.p_W = ab_pose_point(*X_WA, ab_add(o, point_of(region))),
                              .n_AB_W = ab_mul(X_WA->R, n),
                              .depth = depth,
                              .weight = 1.0,
                              .area = 0.5 * size,
                              .id = 2 * region->triangle + region->mesh};
        abRegionCross cross = ab_region_cross(region, n);
        cross.arm[0] = ab_mul(X_WA->R, cross.arm[0]);
        cross.arm[1] = ab_mul(X_WA->R, cross.arm[1]);
        ab_region_add(points, &added, &point, &cross);
    }
    ab_region_end(room);
    return added;
}

bool ab_meshes_overlap(abRegionRoom *room, const abShape *A, const abPose *X_WA, const abShape *B,
                       const abPose *X_WB, abProximity *out) {
    abPose X_AB = {ab_mat3_t_mul(X_WA->R, X_WB->R), ab_pose_point_inverse(*X_WA, X_WB->p)};
    abPose X_BA = {ab_mat3_t_mul(X_WB->R, X_WA->R), ab_pose_point_inverse(*X_WB, X_WA->p)};
    Work work = {.room = room,
                 .mesh = {A->surface, B->surface},
                 .X_F = {ab_pose_identity(), X_AB},
                 .X_other = {X_BA, X_AB},
                 .only_depth = true};
    if (!ab_meshes_cross(A->surface, B->surface, &X_AB) ||
        !ab_region_begin(room, A->surface, B->surface)) {
        return false;
    }
    gather(&work, 0);
    gather(&work, 1);
    spread_inwards(&work);
    abWet deepest = {.depth = 0.0, .mesh = -1};
    for (size_t i = 0; i < room->count && !work.is_full; i++) {
        deepest = room->wet[i].depth > deepest.depth ? room->wet[i] : deepest;
    }
    ab_region_end(room);
    if (deepest.mesh < 0) { // too little to have a depth
        return false;
    }
    abVec3 p_W = ab_pose_point(*X_WA, deepest.deepest);
    const abPose *X_W = deepest.mesh == 0 ? X_WB : X_WA; // of the mesh it is in
    abMeshClosest at =
        ab_mesh_closest(work.mesh[1 - deepest.mesh], ab_pose_point_inverse(*X_W, p_W), INFINITY);
    abVec3 n = ab_mul(X_W->R, at.normal), other = ab_pose_point(*X_W, at.point);
    *out = (abProximity){.distance = -deepest.depth,
                         .n_AB_W = deepest.mesh == 0 ? ab_neg(n) : n,
                         .p_A_W = deepest.mesh == 0 ? p_W : other,
                         .p_B_W = deepest.mesh == 0 ? other : p_W,
                         .radius = ab_effective_radius(A, B),
                         .is_exact = true};
    return true;
}
