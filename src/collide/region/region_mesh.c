// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// region_mesh.c - where two meshes as they are overlap: area, volume and middle of every connected
// part, exact for the polyhedra.
//
// The pairs of triangles that may meet come from a list that serves while the meshes move a little
// (mesh_near.c). Of each triangle the part inside the other solid is cut out (region_cut.c); those
// beside one that penetrates, over a side with both ends inside, penetrate as wholes. When the normals N
// of the regions are known, the volume of the overlap and its moments follow from the parts of both
// surfaces, with Gauss's theorem for fields along N:
//
//   V = sum c int N.x dA,  int x dV = sum c int N.x x dA,  int x x' dV = sum c int N.x x x' dA,
//   c = n . N on the triangle; components along N by half, those of x x' are not needed      (1)
//
// with x from a place in the region. Faces along N do not count, so it does not matter whether two
// that lie in one plane are in or out.
//
// All is in the frame of A. Triangles and pairs are taken by their numbers, so the sums do not
// depend on the list, which may hold more than is needed.
//
// Source  (1) Gauss; docs/theory/mesh_contact.md.

#include "collide/region/region_mesh.h"

#include "collide/broad/patch_point.h"
#include "collide/broad/proximity.h"
#include "collide/mesh/mesh_mesh.h"
#include "collide/mesh/mesh_nearest.h"
#include "collide/pairs/collide.h"
#include "collide/region/region_cut.h"
#include "collide/region/region_deepest.h"
#include "collide/region/region_room.h"
#include "math/core/bounds.h"
#include "mesh/core/mesh_closest.h"

typedef struct Work {
    abRegionWorkspace *workspace;
    abMeshNear *near;
    const abMeshSurface *mesh[2];
    abPose X_AB, X_BA;
    bool is_full; // out of memory
} Work;

// A point of a mesh in the frame of the other.
static abVec3 in_other(const Work *work, int mesh, abVec3 p) {
    return ab_pose_point(mesh == 0 ? work->X_BA : work->X_AB, p);
}

static abVec3 to_frame(const Work *work, int mesh, abVec3 p) {
    return mesh == 0 ? p : ab_pose_point(work->X_AB, p);
}

static abVec3 point_of(const Work *work, int mesh, int triangle, int i) {
    return ab_mesh_corner(work->mesh[mesh]->mesh, (size_t)triangle, i);
}

static abMeshClosest *nearest_slot(const Work *work, const abPenetratingTriangle *penetrating,
                                   int i) {
    int mesh = penetrating->mesh;
    return &work->workspace
                ->nearest[mesh][work->mesh[mesh]->mesh->triangles[3 * penetrating->triangle + i]];
}

// A triangle of the other mesh that is near a corner: what is nearest to the next corner, if known.
static int guess_for(const Work *work, const abPenetratingTriangle *penetrating, int i) {
    for (int k = 1; k < 3; k++) {
        const abMeshClosest *known = nearest_slot(work, penetrating, (i + k) % 3);
        if (!isnan(known->distance)) {
            return known->triangle;
        }
    }
    return penetrating->guess;
}

// What of the other mesh is nearest to a corner, asked once.
static const abMeshClosest *nearest_of(const Work *work, const abPenetratingTriangle *penetrating,
                                       int i) {
    abMeshClosest *nearest = nearest_slot(work, penetrating, i);
    if (isnan(nearest->distance)) {
        abRegionWorkspace *workspace = work->workspace;
        int mesh = penetrating->mesh;
        abVec3 p = in_other(work, mesh, point_of(work, mesh, penetrating->triangle, i));
        *nearest = ab_mesh_closest_near(work->mesh[1 - mesh], p, INFINITY,
                                        guess_for(work, penetrating, i));
        workspace->asked[mesh][workspace->asked_count[mesh]++] =
            (int)(nearest - workspace->nearest[mesh]);
    }
    return nearest;
}

// ---- what a triangle adds to its region ----

static void take_depth(abPenetratingTriangle *penetrating, double depth, abVec3 p, abVec3 growth) {
    if (depth > penetrating->depth) {
        penetrating->growth = growth;
        penetrating->depth = depth;
        penetrating->deepest = p;
        penetrating->deepest_mesh = penetrating->mesh;
    }
}

// Crossings in order along their side.
static void sort_crossings(abCrossing *items, int count) {
    for (int i = 1; i < count; i++) {
        abCrossing item = items[i];
        int k = i;
        for (; k > 0 && items[k - 1].displacement > item.displacement; k--) {
            items[k] = items[k - 1];
        }
        items[k] = item;
    }
}

static abWallAlong wall_at_corner(const Work *work, const abPenetratingTriangle *penetrating, int i,
                                  double s) {
    const abMeshClosest *nearest = nearest_of(work, penetrating, i);
    return (abWallAlong){s, nearest->point, nearest->normal, nearest->triangle};
}

// Side i runs through the other mesh: from where it enters, or its end, to where it leaves, or its
// other end. An end may be near a wall that the side comes along deeper.
static void find_side_depth(const Work *work, abCut *cut, int i,
                            abPenetratingTriangle *penetrating) {
    abWallAlong walls[AB_CROSSINGS_MAX + 2];
    const abMeshSurface *into = work->mesh[1 - penetrating->mesh];
    int j = (i + 1) % 3, walls_count = 0,
        count = cut->crossings[i] < AB_CROSSINGS_MAX ? cut->crossings[i] : AB_CROSSINGS_MAX;
    abVec3 p = in_other(work, penetrating->mesh,
                        point_of(work, penetrating->mesh, penetrating->triangle, i));
    abVec3 q = in_other(work, penetrating->mesh,
                        point_of(work, penetrating->mesh, penetrating->triangle, j));
    abVec3 way = ab_sub(q, p), u = ab_unit(way);
    sort_crossings(cut->crossing[i], count);
    if (penetrating->is_in[i]) {
        walls[walls_count++] = wall_at_corner(work, penetrating, i, 0.0);
    }
    for (int k = 0; k < count; k++) {
        const abCrossing *at = &cut->crossing[i][k];
        walls[walls_count++] = ab_mesh_wall_passed(into, at->displacement, at->triangle);
    }
    if (penetrating->is_in[j]) {
        walls[walls_count++] = wall_at_corner(work, penetrating, j, ab_norm(way));
    }
    for (int k = 0; k + 1 < walls_count; k++) {
        abDeepest at = ab_mesh_deepest_between(into, p, u, &walls[k], &walls[k + 1]);
        take_depth(penetrating, at.depth, to_frame(work, 1 - penetrating->mesh, at.p), at.growth);
    }
}

// Which corners are inside is counted by the cuts; only where that goes wrong by rounding it is
// asked for.
static void find_depth(const Work *work, abCut *cut, abPenetratingTriangle *penetrating) {
    for (int i = 0; i < 3; i++) {
        int in = cut->is_cut ? ab_cut_corner(cut, i) : 1;
        penetrating->is_in[i] = in == 1;
        if (in != 0) {
            double depth = -nearest_of(work, penetrating, i)->distance;
            penetrating->is_in[i] = in == 1 || depth > 0.0;
            take_depth(penetrating, depth, cut->v[i], ab_vec3(0.0, 0.0, 0.0));
        }
    }
    for (int i = 0; i < 3; i++) {
        int beside = work->mesh[penetrating->mesh]->beside[3 * penetrating->triangle + i];
        int ends = cut->crossings[i] + penetrating->is_in[i] + penetrating->is_in[(i + 1) % 3];
        if (ends >= 2 && penetrating->triangle < beside) {
            find_side_depth(work, cut, i, penetrating);
        }
    }
}

// Parts hang together over the pieces of a side that are inside.
static void join_neighbours(const Work *work, const abCut *cut, int entry) {
    abRegionWorkspace *workspace = work->workspace;
    abPenetratingTriangle *penetrating = &workspace->penetrating[entry];
    for (int i = 0; i < 3; i++) {
        penetrating->is_penetrating[i] = (cut->is_cut && cut->crossings[i] > 0) ||
                                         penetrating->is_in[i] || penetrating->is_in[(i + 1) % 3];
        int other =
            workspace->place[penetrating->mesh]
                            [work->mesh[penetrating->mesh]->beside[3 * penetrating->triangle + i]];
        if (penetrating->is_penetrating[i] && other > 0) {
            ab_region_join(workspace, entry, other - 1);
        }
    }
}

// First and second moments, from the frame's origin; area, normal.
static void add_part(const abCut *cut, abPenetratingTriangle *penetrating) {
    penetrating->flat = cut->part;
    penetrating->amount = cut->part.m[0];
    penetrating->normal = cut->n;
    penetrating->area =
        ab_scale(penetrating->mesh == 0 ? penetrating->amount : -penetrating->amount, cut->n);
}

static bool base_is_in(const Work *work, const abCut *cut,
                       const abPenetratingTriangle *penetrating) {
    int base = ab_cut_base(cut);
    if (base >= 0) {
        return base;
    }
    abVec3 middle = {0.0, 0.0, 0.0};
    for (int i = 0; i < 3; i++) {
        middle = ab_add_scaled(middle, 1.0 / 3.0,
                               point_of(work, penetrating->mesh, penetrating->triangle, i));
    }
    middle = in_other(work, penetrating->mesh, middle);
    double distance = ab_mesh_closest_near(work->mesh[1 - penetrating->mesh], middle, INFINITY,
                                           penetrating->guess)
                          .distance;
    return ab_cut_base_with(cut, distance < 0.0);
}

static void note_part(Work *work, abCut *cut, int entry) {
    abPenetratingTriangle *penetrating = &work->workspace->penetrating[entry];
    penetrating->is_known = true;
    ab_cut_close(cut, !cut->is_cut || base_is_in(work, cut, penetrating));
    find_depth(work, cut, penetrating);
    add_part(cut, penetrating);
    join_neighbours(work, cut, entry);
}

// ---- all of them ----

static int entry_of(Work *work, int mesh, int triangle, int guess) {
    abPenetratingTriangle *penetrating = ab_region_penetrating(work->workspace, mesh, triangle);
    if (penetrating == NULL) {
        work->is_full = true;
        return -1;
    }
    penetrating->guess = guess;
    return work->workspace->place[mesh][triangle] - 1;
}

static void begin_cut(const Work *work, abCut *cut, int mesh, int triangle, const abVec3 v[3]) {
    abVec3 n = work->mesh[mesh]->normals[triangle];
    ab_cut_begin(cut, v, mesh == 0 ? n : ab_mul(work->X_AB.R, n));
}

// The triangles that are cut.
static void cut_all(Work *work, int from) {
    const abMeshNear *near = work->near;
    if (near->count == 0) {
        return;
    }
    const abNearSide *own = &near->side[from], *other = &near->side[1 - from];
    const abNearPair *pairs = near->pairs[from], *end = pairs + near->count;
    double slack = ab_mesh_gap_none(near->A, near->B, &near->at).slack;
    while (pairs < end && !work->is_full) {
        abCut cut;
        int place = pairs->own, triangle = own->triangle[place], entry = -1;
        begin_cut(work, &cut, from, triangle, own->at[place].p);
        for (; pairs < end && pairs->own == place && !work->is_full; pairs++) {
            const abCorners *u = &other->at[pairs->other];
            double h[3];
            int by = other->triangle[pairs->other];
            if (!ab_corners_are_apart(&own->at[place], u, slack) && ab_cut_meets(&cut, u->p, h) &&
                ab_cut_by(&cut, by, u->p, h)) {
                entry = entry_of(work, from, triangle, by);
                int j = entry_of(work, 1 - from, by, triangle);
                if (!work->is_full) {
                    ab_region_join(work->workspace, entry, j);
                }
            }
        }
        if (entry >= 0 && !work->is_full) {
            note_part(work, &cut, entry);
        }
    }
}

// And all that are inside as wholes: beside one that is there already, over a side with both ends
// inside. The list grows as it is read.
static void spread_inwards(Work *work) {
    abRegionWorkspace *workspace = work->workspace;
    for (size_t e = 0; e < workspace->count && !work->is_full; e++) {
        for (int i = 0; i < 3 && !work->is_full; i++) {
            const abPenetratingTriangle *penetrating = &workspace->penetrating[e];
            int mesh = penetrating->mesh,
                next = work->mesh[mesh]->beside[3 * penetrating->triangle + i];
            int place = workspace->place[mesh][next];
            bool is_known = place > 0 && workspace->penetrating[place - 1].is_known;
            if (is_known || !penetrating->is_in[i] || !penetrating->is_in[(i + 1) % 3]) {
                continue;
            }
            int entry = entry_of(work, mesh, next, penetrating->guess);
            if (!work->is_full) {
                abCut cut;
                abCorners corners =
                    ab_mesh_corners(work->mesh[mesh], next, mesh == 0 ? NULL : &work->X_AB);
                begin_cut(work, &cut, mesh, next, corners.p);
                note_part(work, &cut, entry);
            }
        }
    }
}

static Work work_for(abRegionWorkspace *workspace, const abShape *A, const abPose *X_WA,
                     const abShape *B, const abPose *X_WB) {
    return (Work){
        .workspace = workspace,
        .mesh = {A->surface, B->surface},
        .X_AB = {ab_mat3_t_mul(X_WA->R, X_WB->R), ab_pose_point_inverse(*X_WA, X_WB->p)},
        .X_BA = {ab_mat3_t_mul(X_WB->R, X_WA->R), ab_pose_point_inverse(*X_WB, X_WA->p)},
    };
}

static bool list_near(Work *work, const abShape *A, const abShape *B) {
    abRegionWorkspace *workspace = work->workspace;
    work->near = ab_mesh_near_find(&workspace->near, workspace->allocator, A, B);
    return work->near != NULL && ab_mesh_near_set(work->near, workspace->allocator, &work->X_AB);
}

// Notes all parts. False for want of memory.
static bool cut_parts(Work *work) {
    if (!ab_region_begin(work->workspace, work->mesh[0], work->mesh[1])) {
        return false;
    }
    cut_all(work, 0);
    cut_all(work, 1);
    spread_inwards(work);
    return !work->is_full;
}

// The depth is asked before the regions, at the same poses: then the parts are noted already.
static void note(abRegionWorkspace *workspace, const abShape *A, const abPose *X_WA,
                 const abShape *B, const abPose *X_WB) {
    workspace->noted[0] = A, workspace->noted[1] = B;
    workspace->noted_at[0] = *X_WA, workspace->noted_at[1] = *X_WB;
}

static bool is_noted(const abRegionWorkspace *workspace, const abShape *A, const abPose *X_WA,
                     const abShape *B, const abPose *X_WB) {
    return workspace->noted[0] == A && workspace->noted[1] == B &&
           ab_same_pose(&workspace->noted_at[0], X_WA) &&
           ab_same_pose(&workspace->noted_at[1], X_WB);
}

const abMeshNear *ab_region_store_parts(abRegionWorkspace *workspace, const abShape *A,
                                        const abPose *X_WA, const abShape *B, const abPose *X_WB) {
    Work work = work_for(workspace, A, X_WA, B, X_WB);
    bool is_there =
        list_near(&work, A, B) && (is_noted(workspace, A, X_WA, B, X_WB) || cut_parts(&work));
    return is_there ? work.near : NULL;
}

// ---- regions ----

// (1) among them.
void ab_region_measure(abPenetratingTriangle *part, abVec3 o, abVec3 N) {
    const double *m = part->flat.m;
    abVec3 x = part->flat.x, y = part->flat.y, p = ab_sub(part->flat.o, o);
    double c = ab_dot(part->normal, N);
    double g = ab_dot(N, p), gs = ab_dot(N, x), gt = ab_dot(N, y);
    // of 1, s, t, ss, st, tt, and with the height N.x
    double v[6] = {g * m[0] + gs * m[1] + gt * m[2], g * m[1] + gs * m[3] + gt * m[4],
                   g * m[2] + gs * m[4] + gt * m[5], g * m[3] + gs * m[6] + gt * m[7],
                   g * m[4] + gs * m[7] + gt * m[8], g * m[5] + gs * m[8] + gt * m[9]};
    part->middle = ab_add_scaled(ab_add_scaled(ab_scale(m[0], p), m[1], x), m[2], y);
    abVec3 along = ab_add_scaled(ab_add_scaled(ab_scale(v[0], p), v[1], x), v[2], y);
    const double *moments[2] = {m, v};
    abMat3 *sums[2] = {&part->extent, &part->spread};
    for (int k = 0; k < 2; k++) {
        double f = k == 0 ? 1.0 : c;
        const double *w = moments[k];
        ab_add_product(sums[k], f * w[0], p, p);
        ab_add_product(sums[k], f * 2.0 * w[1], p, x);
        ab_add_product(sums[k], f * 2.0 * w[2], p, y);
        ab_add_product(sums[k], f * w[3], x, x);
        ab_add_product(sums[k], f * 2.0 * w[4], x, y);
        ab_add_product(sums[k], f * w[5], y, y);
    }
    part->volume = c * v[0];
    part->moment = ab_scale(c, ab_add_scaled(along, -0.5 * ab_dot(N, along), N));
}

void ab_region_cut_out(abRegionWorkspace *workspace, const abShape *A, const abPose *X_WA,
                       const abShape *B, const abPose *X_WB, const abCutOut *what,
                       abPenetratingTriangle *part) {
    Work work = work_for(workspace, A, X_WA, B, X_WB);
    int mesh = what->mesh, other = 1 - mesh;
    const abPose *pose[2] = {NULL, &work.X_AB};
    abCorners own = ab_mesh_corners(work.mesh[mesh], what->triangle, pose[mesh]);
    abCut cut;
    begin_cut(&work, &cut, mesh, what->triangle, own.p);
    for (int i = 0; i < what->count; i++) {
        double h[3];
        int by = what->by(what->list, i);
        abCorners u = ab_mesh_corners(work.mesh[other], by, pose[other]);
        if (ab_cut_meets(&cut, u.p, h)) {
            ab_cut_by(&cut, by, u.p, h);
        }
    }
    *part = (abPenetratingTriangle){.mesh = mesh, .triangle = what->triangle};
    if (cut.is_cut) {
        int base = ab_cut_base(&cut);
        ab_cut_close(&cut, base >= 0 ? base == 1 : ab_cut_base_with(&cut, false));
        add_part(&cut, part);
    }
}

// From the origin of the region.
static abVec3 place_of(const abPenetratingTriangle *region) {
    double scale = region->amount * region->depth;
    if (region->volume > 1e-4 * scale && region->volume < scale) {
        return ab_scale(1.0 / region->volume, region->moment);
    }
    return region->amount > 0.0 ? ab_scale(1.0 / region->amount, region->middle)
                                : ab_sub(region->deepest, region->flat.o);
}

// Sums the parts into regions. First the areas, which give the normals, then the volumes. The
// origin of a region is that of its first part.
static int find_regions(abRegionWorkspace *workspace, int *roots, abVec3 *normals,
                        abVec3 fallback) {
    int count = 0;
    double amounts[AB_REGIONS_MAX] = {0.0};
    for (int i = 0; i < (int)workspace->count; i++) {
        if (ab_region_root(workspace, i) == i && count < AB_REGIONS_MAX) {
            normals[count] = ab_vec3(0.0, 0.0, 0.0);
            roots[count++] = i;
        } else if (ab_region_root(workspace, i) == i) {
            ab_region_join(workspace, i, roots[AB_REGIONS_MAX - 1]);
        }
    }
    for (int i = 0; i < (int)workspace->count; i++) {
        abPenetratingTriangle *part = &workspace->penetrating[i];
        int root = ab_region_root(workspace, i);
        part->region = root == i ? -1 : workspace->penetrating[root].region;
        for (int r = 0; r < count && part->region < 0; r++) {
            part->region = roots[r] == root ? r : -1;
        }
        normals[part->region] = ab_add(normals[part->region], part->area);
        amounts[part->region] += part->amount;
    }
    for (int r = 0; r < count; r++) {
        double size = ab_norm(normals[r]);
        normals[r] = size > 1e-3 * amounts[r] ? ab_scale(1.0 / size, normals[r]) : fallback;
    }
    for (int i = 0; i < (int)workspace->count; i++) {
        int r = workspace->penetrating[i].region;
        ab_region_measure(&workspace->penetrating[i], workspace->penetrating[roots[r]].flat.o,
                          normals[r]);
    }
    return ab_region_sum(workspace, roots, AB_REGIONS_MAX);
}

// Along what the depth of a region grows, from A into B.
static abVec3 deep_normal(const Work *work, const abPenetratingTriangle *region) {
    int mesh = region->deepest_mesh;
    abVec3 n = region->growth;
    if (ab_norm2(n) == 0.0) {
        abVec3 p = mesh == 0 ? in_other(work, 0, region->deepest) : region->deepest;
        int guess = mesh == region->mesh ? region->guess : region->triangle;
        n = ab_mesh_closest_near(work->mesh[1 - mesh], p, INFINITY, guess).normal;
    }
    return mesh == 0 ? ab_neg(ab_mul(work->X_AB.R, n)) : n;
}

abVec3 ab_region_deep_normal(abRegionWorkspace *workspace, const abShape *A, const abPose *X_WA,
                             const abShape *B, const abPose *X_WB,
                             const abPenetratingTriangle *region) {
    Work work = work_for(workspace, A, X_WA, B, X_WB);
    return deep_normal(&work, region);
}

// How clear the deepest point is of the other walls that its region has of the mesh that it is in.
static double clear_of_walls(const Work *work, int root, const abRegionDeepest *deepest) {
    abRegionWorkspace *workspace = work->workspace;
    int of = workspace->penetrating[root].deepest_mesh;
    double clear = 1.0, sign = of == 0 ? -1.0 : 1.0;
    for (int i = 0; i < (int)workspace->count; i++) {
        const abPenetratingTriangle *part = &workspace->penetrating[i];
        if (part->mesh != of && ab_region_root(workspace, i) == root) {
            abVec3 n = work->mesh[part->mesh]->normals[part->triangle];
            n = ab_scale(sign, part->mesh == 0 ? n : ab_mul(work->X_AB.R, n));
            abVec3 p = to_frame(work, part->mesh, point_of(work, part->mesh, part->triangle, 0));
            double depth = sign * ab_dot(n, ab_sub(p, deepest->p));
            clear = ab_min(clear, ab_region_clear_of(deepest, n, depth));
        }
    }
    return clear;
}

// Half way from the deepest point to the surface above it.
static abRegionDeepest deepest_of(const Work *work, int root, double depth) {
    const abPenetratingTriangle *region = &work->workspace->penetrating[root];
    abVec3 growth = deep_normal(work, region);
    double half = region->deepest_mesh == 0 ? -0.5 * depth : 0.5 * depth;
    abVec3 middle = ab_add_scaled(region->deepest, half, ab_unit(growth));
    abRegionDeepest deepest = ab_region_deepest_at(depth, region->deepest, middle, growth);
    deepest.clear = clear_of_walls(work, root, &deepest);
    return deepest;
}

int ab_regions_of_meshes(abRegionWorkspace *workspace, const abShape *A, const abPose *X_WA,
                         const abShape *B, const abPose *X_WB, const abProximity *deepest,
                         abPatchPoint points[AB_PATCH_MAX]) {
    int roots[AB_REGIONS_MAX] = {0}, first = 0, added = 0;
    abVec3 normals[AB_REGIONS_MAX] = {{0.0, 0.0, 0.0}};
    Work work = work_for(workspace, A, X_WA, B, X_WB);
    if (!is_noted(workspace, A, X_WA, B, X_WB) && (!list_near(&work, A, B) || !cut_parts(&work))) {
        return 0;
    }
    int count = find_regions(workspace, roots, normals, ab_mul_t(X_WA->R, deepest->n_AB_W));
    for (int i = 0; i < count; i++) {
        first = workspace->penetrating[roots[i]].depth > workspace->penetrating[roots[first]].depth
                    ? i
                    : first;
    }
    for (int i = 0; i < count; i++) {
        const abPenetratingTriangle *region = &workspace->penetrating[roots[i]];
        abVec3 n = normals[i], p = ab_add(region->flat.o, place_of(region));
        // the deepest region is as deep as the pair
        double depth = i == first ? -deepest->distance : region->depth;
        abRegionDeepest deep = deepest_of(&work, roots[i], depth);
        abPatchPoint point = {.p_W = ab_pose_point(*X_WA, p),
                              .n_AB_W = ab_mul(X_WA->R, n),
                              .depth = depth,
                              .weight = 1.0,
                              .area = 0.5 * ab_norm(region->area),
                              .id = 2 * region->triangle + region->mesh,
                              .deep_W = ab_pose_point(*X_WA, region->deepest),
                              .deep_n_AB_W = ab_mul(X_WA->R, deep.growth)};
        abRegionCross cross = ab_region_cross(region, n);
        bool is_on_edge = ab_norm2(region->growth) > 0.0; // where the next wall is not far
        double share = is_on_edge ? 0.0 : ab_region_alone(workspace, roots[i], &deep, n, &cross);
        ab_region_go_to(ab_pose_point(*X_WA, deep.middle), point.deep_n_AB_W, share, &point);
        cross.arm[0] = ab_mul(X_WA->R, cross.arm[0]);
        cross.arm[1] = ab_mul(X_WA->R, cross.arm[1]);
        ab_region_add(points, &added, &point, &cross);
    }
    ab_region_end(workspace);
    return added;
}

// ---- depth ----

// The deepest of all parts; false when it has no depth.
static bool tell_deepest(const Work *work, const abPose *X_WA, const abPose *X_WB,
                         abProximity *out) {
    const abPenetratingTriangle *deepest = NULL;
    for (size_t i = 0; i < work->workspace->count; i++) {
        const abPenetratingTriangle *penetrating = &work->workspace->penetrating[i];
        deepest =
            penetrating->depth > (deepest != NULL ? deepest->depth : 0.0) ? penetrating : deepest;
    }
    if (deepest == NULL) {
        return false;
    }
    bool in_B = deepest->mesh == 0; // the point is of A
    abVec3 p_W = ab_pose_point(*X_WA, deepest->deepest);
    const abPose *X_W = in_B ? X_WB : X_WA;
    abMeshClosest at = ab_mesh_closest_near(
        work->mesh[1 - deepest->mesh], ab_pose_point_inverse(*X_W, p_W), INFINITY, deepest->guess);
    abVec3 n = ab_mul(X_W->R, at.normal), other = ab_pose_point(*X_W, at.point);
    out->distance = -deepest->depth;
    out->n_AB_W = in_B ? ab_neg(n) : n;
    out->p_A_W = in_B ? p_W : other;
    out->p_B_W = in_B ? other : p_W;
    return true;
}

void ab_meshes_proximity(abRegionWorkspace *workspace, const abShape *A, const abPose *X_WA,
                         const abShape *B, const abPose *X_WB, abProximity *out) {
    Work work = work_for(workspace, A, X_WA, B, X_WB);
    out->radius = ab_effective_radius(A, B);
    out->is_exact = true;
    work.near = ab_mesh_near_find(&workspace->near, workspace->allocator, A, B);
    bool is_known = work.near != NULL;
    if (is_known && ab_mesh_near_is_apart(work.near, &work.X_AB)) {
        abMeshGap gap = ab_mesh_near_gap(work.near, &work.X_AB, false);
        ab_mesh_gap_report(&gap, X_WA, out);
        return;
    }
    is_known = is_known && ab_mesh_near_set(work.near, workspace->allocator, &work.X_AB);
    if (is_known && ab_mesh_near_crosses(work.near)) {
        work.near->gap = 0.0;
        is_known = cut_parts(&work) && tell_deepest(&work, X_WA, X_WB, out);
        if (is_known) {
            note(workspace, A, X_WA, B, X_WB);
        }
    } else if (is_known) {
        abMeshGap gap = ab_mesh_near_gap(work.near, &work.X_AB, true);
        is_known = gap.distance2 > 0.0 && !ab_mesh_holds(B->surface, A->surface, &work.X_BA) &&
                   !ab_mesh_holds(A->surface, B->surface, &work.X_AB);
        if (is_known) {
            ab_mesh_gap_report(&gap, X_WA, out);
        } else {
            work.near->gap = 0.0;
        }
    }
    if (!is_known) { // one inside the other, or too little to have a depth
        ab_proximity(A, X_WA, B, X_WB, out);
    }
}
