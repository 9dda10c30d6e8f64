// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// contour_regions.c - which loops bound one region together, and what belongs to it.
//
// The parts of triangles inside the other mesh are known (region_mesh.c), one for each triangle. A
// loop belongs to the parts it runs through, on both surfaces, and parts beside each other over a
// wet side belong together. But several loops may run through one large triangle, as those of the
// legs of a table on a plate of two: there its part is many. Such a triangle joins nothing, unless
// one of its sides penetrates as a whole; the other surface tells the loops apart. Its part is then cut
// out anew for each region, by the triangles of that region's loops.

#include "collide/region/contour_regions.h"

#include "base/array.h"
#include "collide/region/contour_plane.h"
#include "collide/region/region_mesh.h"
#include "collide/region/region_room.h"

typedef struct Work {
    abContours *c;
    const abContourPair *pair;
    int entries; // of the workspace
} Work;

static abPenetratingTriangle *penetrating_of(const Work *work, int entry) {
    return &work->pair->workspace->penetrating[entry];
}

// The entry of a triangle of a mesh; -1: none.
static int entry_of(const Work *work, int mesh, int triangle) {
    return work->pair->workspace->place[mesh][triangle] - 1;
}

static const abContourSegment *segment_at(const Work *work, int at) {
    return &work->c->work[at / 2].segment;
}

// ---- what hangs together ----

static int root_of(const Work *work, int i) {
    struct abContourNode *nodes = work->c->nodes;
    while (nodes[i].parent != i) {
        nodes[i].parent = nodes[nodes[i].parent].parent;
        i = nodes[i].parent;
    }
    return i;
}

static void join(const Work *work, int i, int j) {
    int a = root_of(work, i), b = root_of(work, j);
    work->c->nodes[a > b ? a : b].parent = a > b ? b : a;
}

static bool make_nodes(Work *work) {
    abContours *c = work->c;
    size_t count = (size_t)work->entries + c->loop_count;
    if (!AB_ARRAY_RESERVE(c->allocator, c->nodes, c->node_capacity, count)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        c->nodes[i] = (struct abContourNode){.parent = (int)i, .loop = -1, .seen = -1};
    }
    for (size_t i = 0; i < work->pair->segments; i++) {
        const abContourSegment *s = &c->work[i].segment;
        for (int mesh = 0; mesh < 2; mesh++) {
            int entry = entry_of(work, mesh, s->triangle[mesh]);
            if (entry >= 0) {
                struct abContourNode *node = &c->nodes[entry];
                node->is_shared = node->is_shared || (node->loop >= 0 && node->loop != s->loop);
                node->loop = s->loop;
            }
        }
    }
    return true;
}

static bool has_whole_side(const abPenetratingTriangle *penetrating) {
    bool any = false;
    for (int i = 0; i < 3; i++) {
        any = any || (penetrating->is_in[i] && penetrating->is_in[(i + 1) % 3]);
    }
    return any;
}

static bool is_split(const Work *work, int entry) {
    return work->c->nodes[entry].is_shared && !has_whole_side(penetrating_of(work, entry));
}

static void join_parts(const Work *work) {
    const abMeshSurface *surfaces[2] = {work->pair->A->surface, work->pair->B->surface};
    for (int e = 0; e < work->entries; e++) {
        const abPenetratingTriangle *penetrating = penetrating_of(work, e);
        for (int i = 0; i < 3 && !is_split(work, e); i++) {
            int beside = surfaces[penetrating->mesh]->beside[3 * penetrating->triangle + i];
            int other =
                penetrating->is_penetrating[i] ? entry_of(work, penetrating->mesh, beside) : -1;
            if (other >= 0 && !is_split(work, other)) {
                join(work, e, other);
            }
        }
    }
    for (size_t i = 0; i < work->pair->segments; i++) {
        const abContourSegment *s = &work->c->work[i].segment;
        for (int mesh = 0; mesh < 2; mesh++) {
            int entry = entry_of(work, mesh, s->triangle[mesh]);
            if (entry >= 0 && !is_split(work, entry)) {
                join(work, entry, work->entries + s->loop);
            }
        }
    }
}

// Numbers the regions in the order of their loops.
static bool number(const Work *work) {
    abContours *c = work->c;
    for (int e = 0; e < work->entries; e++) {
        penetrating_of(work, e)->region = -1;
    }
    for (size_t k = 0; k < c->loop_count; k++) {
        const abContourSegment *s = &c->work[c->loops[k].start].segment;
        int root = root_of(work, work->entries + (int)k);
        for (size_t i = 0; i < k && c->loops[k].region < 0; i++) {
            bool is_same = root_of(work, work->entries + (int)i) == root;
            c->loops[k].region = is_same ? c->loops[i].region : -1;
        }
        bool has_part =
            entry_of(work, 0, s->triangle[0]) >= 0 || entry_of(work, 1, s->triangle[1]) >= 0;
        if (c->loops[k].region < 0 && has_part) {
            if (!AB_ARRAY_RESERVE(c->allocator, c->regions, c->region_capacity,
                                  c->region_count + 1)) {
                return false;
            }
            c->loops[k].region = (int)c->region_count;
            c->regions[c->region_count++] = (abContourRegion){.deepest = -1};
        }
    }
    for (int e = 0; e < work->entries; e++) {
        int root = root_of(work, e);
        for (size_t k = 0; k < c->loop_count && penetrating_of(work, e)->region < 0; k++) {
            if (root_of(work, work->entries + (int)k) == root) {
                penetrating_of(work, e)->region = c->loops[k].region;
            }
        }
    }
    return true;
}

// ---- what belongs to them ----

static void add_part(const Work *work, const abPenetratingTriangle *part, int number) {
    abContourRegion *region = &work->c->regions[number];
    const abPose *X_WA = work->pair->X_WA;
    abPenetratingTriangle measured = *part;
    ab_region_measure(&measured, ab_pose_point_inverse(*X_WA, region->middle_W),
                      ab_mul_t(X_WA->R, region->n_AB_W));
    region->area[part->mesh] += part->amount;
    region->volume += measured.volume;
    region->moment_W = ab_add(region->moment_W, ab_mul(X_WA->R, measured.moment));
    abMat3 half = ab_mat3_mul(X_WA->R, measured.spread);
    region->second_W = ab_mat3_add(region->second_W, ab_mat3_mul(half, ab_mat3_transpose(X_WA->R)));
    if (part->mesh == 0) {
        region->area_AB_W = ab_add(region->area_AB_W, ab_mul(X_WA->R, part->area));
    }
}

static void take_depth(const Work *work, int entry, int number) {
    abContourRegion *region = &work->c->regions[number];
    if (penetrating_of(work, entry)->depth > region->depth) {
        region->depth = penetrating_of(work, entry)->depth;
        region->deepest = entry;
    }
}

typedef struct Cutting {
    const struct abContourWork *work;
    int mesh; // that is cut
} Cutting;

static int cutting_at(const void *list, int i) {
    const Cutting *cutting = list;
    return cutting->work[i].cutting;
}

// The triangles of a region's loops that cut one of mesh `mesh`; how many.
static int find_cutting(const Work *work, int mesh, int triangle, int number) {
    abContours *c = work->c;
    int count = 0;
    for (size_t k = 0; k < c->loop_count; k++) {
        int at = 2 * c->loops[k].start, first = -1;
        for (; c->loops[k].region == number && at >= 0 && at / 2 != first;
             at = segment_at(work, at)->next[1 - at % 2]) {
            first = first < 0 ? at / 2 : first;
            const abContourSegment *s = segment_at(work, at);
            if (s->triangle[mesh] == triangle) {
                c->work[count++].cutting = s->triangle[1 - mesh];
            }
        }
    }
    return count;
}

static double way_to(const Work *work, int number, abVec3 p_W) {
    const abContours *c = work->c;
    double minimum = INFINITY;
    for (size_t k = 0; k < c->loop_count; k++) {
        for (int i = 0; i < c->loops[k].count && c->loops[k].region == number; i++) {
            minimum = fmin(minimum, ab_norm2(ab_sub(c->points[c->loops[k].first + i], p_W)));
        }
    }
    return minimum;
}

// A part that is several: of each region what its loops cut out; the depth is that of the nearest.
static void add_split(const Work *work, int entry) {
    abContours *c = work->c;
    const abContourPair *pair = work->pair;
    const abPenetratingTriangle *penetrating = penetrating_of(work, entry);
    abVec3 deepest = ab_pose_point(*pair->X_WA, penetrating->deepest);
    double nearest = INFINITY;
    int by_depth = -1;
    for (int r = 0; r < (int)c->region_count; r++) {
        int count = find_cutting(work, penetrating->mesh, penetrating->triangle, r);
        if (count == 0) {
            continue;
        }
        Cutting list = {c->work, penetrating->mesh};
        abCutOut what = {penetrating->mesh, penetrating->triangle, count, cutting_at, &list};
        abPenetratingTriangle part;
        ab_region_cut_out(pair->workspace, pair->A, pair->X_WA, pair->B, pair->X_WB, &what, &part);
        add_part(work, &part, r);
        double displacement = way_to(work, r, deepest);
        if (displacement < nearest) {
            nearest = displacement;
            by_depth = r;
        }
    }
    if (by_depth >= 0) {
        take_depth(work, entry, by_depth);
    }
}

static void find_deep(const Work *work, abContourRegion *region) {
    const abContourPair *pair = work->pair;
    region->deep_W = region->middle_W;
    region->deep_n_AB_W = region->n_AB_W;
    if (region->deepest >= 0) {
        const abPenetratingTriangle *penetrating = penetrating_of(work, region->deepest);
        abVec3 n = ab_region_deep_normal(pair->workspace, pair->A, pair->X_WA, pair->B, pair->X_WB,
                                         penetrating);
        region->deep_W = ab_pose_point(*pair->X_WA, penetrating->deepest);
        region->deep_n_AB_W = ab_mul(pair->X_WA->R, n);
    }
}

bool ab_contour_find_regions(abContours *contours, const abContourPair *pair) {
    Work work = {contours, pair, (int)pair->workspace->count};
    if (!make_nodes(&work)) {
        return false;
    }
    join_parts(&work);
    if (!number(&work)) {
        return false;
    }
    ab_contour_find_planes(contours);
    for (int e = 0; e < work.entries; e++) {
        if (is_split(&work, e)) {
            add_split(&work, e);
        } else if (penetrating_of(&work, e)->region >= 0) {
            add_part(&work, penetrating_of(&work, e), penetrating_of(&work, e)->region);
            take_depth(&work, e, penetrating_of(&work, e)->region);
        }
    }
    for (size_t r = 0; r < contours->region_count; r++) {
        find_deep(&work, &contours->regions[r]);
    }
    ab_contour_find_thickness(contours);
    return true;
}
