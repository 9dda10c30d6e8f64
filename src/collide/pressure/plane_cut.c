// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// plane_cut.c - integrals of the depth over the penetrating surface of a mesh: from the sums of nodes that
// are wholly penetrating, and in closed form over triangles and their penetrating parts.
//
// With d = e - n . y, e the depth at the middle m of a node and y the place from there,
//
//   int d dA       = e int dA - int (n . y) dA                                             (1)
//   int d y dA'    = e int y dA' - int (n . y) y dA'                                       (2)
//   int d^2 dA     = e (1) - n . (2)                                                       (3)
//
// e is not below any depth in the node by more than that varies, so no digits are lost where the
// overlap is thin. The order in which things are added follows from the tree and the plane alone.
//
// Source  own derivation, docs/theory/surface_contact.md.

#include "collide/pressure/plane_cut.h"

#include <math.h>
#include <string.h>

#include "base/array.h"
#include "collide/pressure/plane_triangles.h"
#include "collide/pressure/surface_points.h"
#include "collide/pressure/surface_room.h"
#include "math/core/vector_math.h"

enum { STACK = 128, DEEP = 64 };

// Nodes taken as a whole, in which there may be a deeper point than any seen before.
typedef struct Deep {
    int count;            // above DEEP: more than there is room for
    int pair[DEEP];       // of its children
    double maximum[DEEP]; // not less than any depth in it
} Deep;

typedef struct Search {
    const abPlaneTable *table;
    double n[3], size[3], height; // size: of each component
    double slack;                 // of n . normal: rounding
    abPlaneCut *cut;              // of nodes taken as a whole
    abSurfaceWorkspace *workspace;
    unsigned spec;
    bool is_full;                   // out of memory
    abPlaneLanes lanes;             // of triangles
    abPlaneSeconds seconds;         // when wished for
    abPlanePenetrating penetrating; // of the last batch
    abPlaneBatch batch;             // yet to be added
    int order[AB_LANES], waiting;   // which, and how many
    int gathered;                   // second triangles of fans, in the block of this number
    size_t gathering;
    Deep deep;
    double deepest;
    int deepest_order; // of the triangle it is on
} Search;

static inline double dot(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// ---- triangles ----

static inline void look_deep(Search *search, int order, double depth) {
    if (depth > search->deepest || (depth == search->deepest && order < search->deepest_order)) {
        search->deepest = depth;
        search->deepest_order = order;
    }
}

static inline double penetrating_depth(double depth) {
    return depth > 0.0 ? depth : 0.0;
}

// The middle of a side, of corners in those depths.
static inline double deepest_of(double p, double q, double r) {
    double minimum = p < q ? p : q;
    return 0.5 * (p + q + r - (minimum < r ? minimum : r));
}

static inline void copy_lane(const abPlanePoints *restrict from, int lane,
                             abPlanePoints *restrict to, int to_lane) {
    for (int j = 0; j < 3; j++, lane += AB_LANES, to_lane += AB_LANES) {
        to->u[to_lane] = from->u[lane];
        to->v[to_lane] = from->v[lane];
        to->depth[to_lane] = from->depth[lane];
        to->area[to_lane] = from->area[lane];
    }
}

// The points of the batch that waits. Only some of its triangles have a second one in their fan;
// these are gathered in blocks of their own.
static void add_points(Search *search) {
    abSurfaceWorkspace *workspace = search->workspace;
    size_t *count = &search->cut->block_count;
    const double *has_second = search->penetrating.second;
    if (!AB_ARRAYS_RESERVE(workspace->allocator, &workspace->arrays, workspace->blocks,
                           *count + 2)) {
        search->is_full = true;
        return;
    }
    abPlanePoints seconds, *blocks = workspace->blocks;
    ab_plane_find_points(&search->batch, &search->penetrating, &search->cut->axes,
                         &blocks[(*count)++], &seconds);
    for (int i = 0; i < search->waiting; i++) {
        if (!(has_second[i] > 0.0)) {
            continue;
        }
        if (search->gathered % AB_LANES == 0) {
            search->gathering = (*count)++;
            memset(&blocks[search->gathering], 0, sizeof *blocks);
        }
        copy_lane(&seconds, i, &blocks[search->gathering], search->gathered++ % AB_LANES);
    }
}

static void add_waiting(Search *search) {
    for (int i = search->waiting; i < AB_LANES; i++) {
        ab_plane_put_nothing(&search->batch, i);
    }
    abPlanePenetrating *penetrating = &search->penetrating;
    ab_plane_find_penetrating(&search->batch, penetrating);
    ab_plane_add(&search->batch, penetrating, search->n, &search->lanes);
    if ((search->spec & AB_PLANE_SECOND) != 0) {
        ab_plane_add_second(&search->batch, penetrating, search->n, &search->seconds);
    }
    if ((search->spec & AB_PLANE_POINTS) != 0) {
        add_points(search);
    }
    for (int i = 0; i < search->waiting; i++) {
        search->cut->parts += (penetrating->first[i] > 0.0) + (penetrating->second[i] > 0.0);
        if (0.5 * penetrating->depths[i] >= search->deepest) {
            double(*depth)[AB_LANES] = search->batch.depth;
            look_deep(search, search->order[i],
                      deepest_of(depth[0][i], penetrating_depth(depth[1][i]),
                                 penetrating_depth(depth[2][i])));
        }
    }
    search->waiting = 0;
}

// The plane, as values of which a compiler knows that nothing changes them.
typedef struct Plane {
    double x, y, z, height;
} Plane;

static inline Plane plane_of(const Search *search) {
    return (Plane){search->n[0], search->n[1], search->n[2], search->height};
}

// Bits: which corners penetrate.
static inline int find_depths(Plane plane, const abPlaneTriangle *t, double d[AB_ROW]) {
    for (int c = 0; c < AB_ROW; c++) {
        d[c] = plane.height -
               (plane.x * t->corner[0][c] + plane.y * t->corner[1][c] + plane.z * t->corner[2][c]);
    }
    return (d[0] > 0.0) | (d[1] > 0.0) << 1 | (d[2] > 0.0) << 2;
}

static inline void take_leaf(Search *search, int first, int count) {
    Plane plane = plane_of(search);
    for (int i = first; i < first + count; i++) {
        const abPlaneTriangle *t = &search->table->triangles[i];
        double d[AB_ROW];
        int penetrating = find_depths(plane, t, d);
        if (penetrating == 0) {
            continue;
        }
        search->order[search->waiting] = i;
        ab_plane_put(&search->batch, search->waiting++, t, d, penetrating);
        if (search->waiting == AB_LANES) {
            add_waiting(search);
        }
    }
}

// ---- nodes that are wholly penetrating ----

typedef enum Facing { FACING, MIXED, AWAY } Facing;

static Facing facing_of(const Search *search, const abNodeSums *sums) {
    double minimum = 0.0, maximum = 0.0;
    for (int j = 0; j < 3; j++) {
        double a = search->n[j] * sums->low[j], b = search->n[j] * sums->high[j];
        minimum += a < b ? a : b;
        maximum += a < b ? b : a;
    }
    return maximum <= -search->slack ? FACING : minimum >= search->slack ? AWAY : MIXED;
}

static abVec3 vector(const double row[3]) {
    return ab_vec3(row[0], row[1], row[2]);
}

// From place[j] = int d x_j dA.
static abVec3 moment_of(double place[3][AB_ROW]) {
    return ab_vec3(place[1][2] - place[2][1], place[2][0] - place[0][2], place[0][1] - place[1][0]);
}

static void add_second(abPlaneCut *cut, const abNodeSums *sums, const double n[3],
                       const double m[3]) {
    double area = -dot(n, sums->area);
    const double first[3] = {-dot(n, sums->first[0]), -dot(n, sums->first[1]),
                             -dot(n, sums->first[2])};
    cut->seen_first =
        ab_add(cut->seen_first,
               ab_vec3(first[0] + m[0] * area, first[1] + m[1] * area, first[2] + m[2] * area));
    for (int p = 0; p < 6; p++) {
        int j = ab_second_of[p][0], k = ab_second_of[p][1];
        cut->seen_second[p] +=
            (m[j] * first[k] + m[k] * first[j]) - dot(n, sums->second[p]) + m[j] * m[k] * area;
    }
}

// With its middle m, in the depth e.
static void add_node(Search *search, const abNodeSums *sums, const double m[3], double e,
                     Facing facing) {
    static const int pair[3][3] = {{0, 1, 2}, {1, 3, 4}, {2, 4, 5}};
    abPlaneCut *cut = search->cut;
    const double *n = search->n;
    double force[AB_ROW], place[3][AB_ROW], squares[AB_ROW];
    for (int i = 0; i < AB_ROW; i++) {
        force[i] = e * sums->area[i] - (n[0] * sums->first[0][i] + n[1] * sums->first[1][i] +
                                        n[2] * sums->first[2][i]); // (1)
        squares[i] = e * force[i];
    }
    for (int j = 0; j < 3; j++) {
        const double *x = sums->second[pair[j][0]], *y = sums->second[pair[j][1]],
                     *z = sums->second[pair[j][2]];
        for (int i = 0; i < AB_ROW; i++) {
            double from_middle = e * sums->first[j][i] - (n[0] * x[i] + n[1] * y[i] + n[2] * z[i]);
            squares[i] -= n[j] * from_middle;            // (3)
            place[j][i] = from_middle + m[j] * force[i]; // (2)
        }
    }
    cut->area = ab_add(cut->area, vector(sums->area));
    cut->force = ab_add(cut->force, vector(force));
    cut->moment = ab_add(cut->moment, moment_of(place));
    cut->squares -= dot(n, squares);
    if (facing == FACING) {
        cut->seen_area -= dot(n, sums->area);
        cut->seen_depth -= dot(n, force);
        abVec3 seen = {dot(n, place[0]), dot(n, place[1]), dot(n, place[2])};
        cut->seen_place = ab_sub(cut->seen_place, seen);
        if ((search->spec & AB_PLANE_SECOND) != 0) {
            add_second(cut, sums, n, m);
        }
    }
}

// ---- the tree ----

// The depths of both boxes of a pair at their middles, and how much they vary in the box.
typedef struct PairDepth {
    double middle[2], reach[2];
} PairDepth;

static inline PairDepth depth_of(const Search *search, const abPlanePair *pair) {
    Plane plane = plane_of(search);
    double x = search->size[0], y = search->size[1], z = search->size[2];
    PairDepth out;
    for (int k = 0; k < 2; k++) {
        out.middle[k] =
            plane.height - (plane.x * pair->middle[0][k] + plane.y * pair->middle[1][k] +
                            plane.z * pair->middle[2][k]);
        out.reach[k] = x * pair->half[0][k] + y * pair->half[1][k] + z * pair->half[2][k];
    }
    return out;
}

static inline void note_deep(Search *search, int pair, double maximum) {
    Deep *deep = &search->deep;
    if (deep->count < DEEP) {
        deep->pair[deep->count] = pair;
        deep->maximum[deep->count] = maximum;
    }
    deep->count++;
}

// Its triangles have points. They come from the last to the first, so a run grows at its beginning.
static void note_run(Search *search, int first, int count) {
    abSurfaceWorkspace *workspace = search->workspace;
    size_t number = search->cut->run_count;
    abPlaneRun *last = number > 0 ? &workspace->runs[number - 1] : NULL;
    if (last != NULL && last->first == first + count) {
        last->first = first;
        last->count += count;
        return;
    }
    if (!AB_ARRAYS_RESERVE(workspace->allocator, &workspace->arrays, workspace->runs, number + 1)) {
        search->is_full = true;
        return;
    }
    workspace->runs[search->cut->run_count++] = (abPlaneRun){first, count};
}

// A child that is wholly penetrating; false when it has to be looked into.
static bool take_node(Search *search, const abPlanePair *pair, int side, const PairDepth *depth) {
    const abNodeSums *sums = &search->table->sums[pair->first[side]];
    Facing facing = facing_of(search, sums);
    if (facing == MIXED) {
        return false;
    }
    if (facing == FACING && (search->spec & AB_PLANE_POINTS) != 0) {
        note_run(search, pair->begin[side], pair->triangles[side]);
    }
    const double middle[3] = {pair->middle[0][side], pair->middle[1][side], pair->middle[2][side]};
    double maximum = depth->middle[side] + depth->reach[side];
    add_node(search, sums, middle, depth->middle[side], facing);
    search->cut->parts += pair->triangles[side];
    if (maximum >= search->deepest) {
        note_deep(search, pair->first[side], maximum);
    }
    return true;
}

static void walk(Search *search) {
    const abPlaneTable *table = search->table;
    int stack[STACK], top = 0;
    stack[top++] = 0;
    while (top > 0) {
        const abPlanePair *pair = &table->pairs[stack[--top]];
        PairDepth depth = depth_of(search, pair);
        for (int k = 0; k < 2; k++) {
            if (depth.middle[k] + depth.reach[k] <= 0.0) {
                continue;
            }
            if (pair->count[k] > 0) {
                take_leaf(search, pair->first[k], pair->count[k]);
            } else if (!(depth.middle[k] > depth.reach[k]) || !take_node(search, pair, k, &depth)) {
                stack[top++] = pair->first[k];
            }
        }
    }
    if (search->waiting > 0) {
        add_waiting(search);
    }
}

// ---- the deepest point ----

static void look_deep_in_leaf(Search *search, int first, int count) {
    for (int i = first; i < first + count; i++) {
        double d[AB_ROW];
        if (find_depths(plane_of(search), &search->table->triangles[i], d) ==
            7) { // all penetrating
            look_deep(search, i, deepest_of(d[0], d[1], d[2]));
        }
    }
}

// Deepest boxes first, and none that cannot hold a deeper point.
static void look_deep_in_node(Search *search, int number, double its_most) {
    int stack[STACK], top = 0;
    double maximum[STACK];
    stack[top] = number, maximum[top++] = its_most;
    while (top > 0) {
        const abPlanePair *pair = &search->table->pairs[stack[--top]];
        if (maximum[top] < search->deepest) {
            continue;
        }
        PairDepth depth = depth_of(search, pair);
        double in[2] = {depth.middle[0] + depth.reach[0], depth.middle[1] + depth.reach[1]};
        int first = in[0] >= in[1] ? 0 : 1;
        for (int i = 0; i < 2; i++) { // leaves at once, the deeper box on top
            int k = i == 0 ? 1 - first : first;
            if (pair->count[k] > 0 && in[k] >= search->deepest) {
                look_deep_in_leaf(search, pair->first[k], pair->count[k]);
            } else if (pair->count[k] == 0) {
                stack[top] = pair->first[k], maximum[top++] = in[k];
            }
        }
    }
}

// What is found does not depend on where it is looked for: the first of the deepest points.
static void find_deepest(Search *search) {
    Deep *deep = &search->deep;
    if (deep->count > DEEP) {
        deep->count = 1;
        deep->pair[0] = 0, deep->maximum[0] = INFINITY;
    }
    int first = 0;
    for (int i = 1; i < deep->count; i++) {
        first = deep->maximum[i] > deep->maximum[first] ? i : first;
    }
    for (int i = 0; i < deep->count; i++) { // the one that promises most, then the others
        int k = i == 0 ? first : i <= first ? i - 1 : i;
        look_deep_in_node(search, deep->pair[k], deep->maximum[k]);
    }
}

// The middle of the side between the two deepest corners, or of what penetrates of it.
static abVec3 deepest_place(const Search *search) {
    const abPlaneTriangle *t = &search->table->triangles[search->deepest_order];
    double d[AB_ROW], x[3];
    find_depths(plane_of(search), t, d);
    int minimum = d[0] < d[1] ? 0 : 1;
    minimum = d[2] < d[minimum] ? 2 : minimum;
    int from = minimum == 0 ? 1 : 0, to = minimum == 2 ? 1 : 2;
    if (d[from] < d[to]) {
        int swap = from;
        from = to, to = swap;
    }
    double displacement = d[from] > 0.0 && d[to] < 0.0 ? 0.5 * (d[from] / (d[from] - d[to])) : 0.5;
    for (int j = 0; j < 3; j++) {
        x[j] = t->corner[j][from] + displacement * (t->corner[j][to] - t->corner[j][from]);
    }
    return vector(x);
}

// ---- all of it ----

abPlaneTable *ab_plane_table_find(abSurfaceWorkspace *workspace, const abMeshSurface *surface) {
    for (size_t i = 0; i < workspace->table_count; i++) {
        if (workspace->tables[i].surface == surface) {
            return &workspace->tables[i];
        }
    }
    if (!AB_ARRAYS_RESERVE(workspace->allocator, &workspace->arrays, workspace->tables,
                           workspace->table_count + 1)) {
        return NULL;
    }
    abPlaneTable *table = &workspace->tables[workspace->table_count];
    if (!ab_plane_table_build(table, surface, workspace->allocator)) {
        ab_plane_table_done(table, workspace->allocator);
        return NULL;
    }
    workspace->table_count++;
    return table;
}

static void add_lanes(const abPlaneLanes *lanes, abPlaneCut *cut) {
    cut->area = ab_add(cut->area, ab_lanes_sum_3(lanes->area));
    cut->force = ab_add(cut->force, ab_lanes_sum_3(lanes->force));
    cut->moment = ab_add(cut->moment, ab_lanes_sum_3(lanes->moment));
    cut->seen_place = ab_add(cut->seen_place, ab_lanes_sum_3(lanes->place));
    cut->seen_area += ab_lanes_sum(lanes->seen_area);
    cut->seen_depth += ab_lanes_sum(lanes->seen_depth);
    cut->squares += ab_lanes_sum(lanes->squares);
}

static void add_seconds(const abPlaneSeconds *lanes, abPlaneCut *cut) {
    cut->seen_first = ab_add(cut->seen_first, ab_lanes_sum_3(lanes->first));
    for (int p = 0; p < 6; p++) {
        cut->seen_second[p] += ab_lanes_sum(lanes->second[p]);
    }
}

bool ab_plane_cut(abSurfaceWorkspace *workspace, const abMeshSurface *surface, abVec3 normal,
                  double height, unsigned spec, abPlaneCut *cut) {
    Search search;
    abPlaneTable *table = ab_plane_table_find(workspace, surface);
    if (table == NULL) {
        return false;
    }
    *cut = (abPlaneCut){.table = table};
    search.table = table;
    search.cut = cut;
    search.n[0] = normal.x, search.n[1] = normal.y, search.n[2] = normal.z;
    for (int j = 0; j < 3; j++) {
        search.size[j] = fabs(search.n[j]);
    }
    search.height = height;
    search.slack = 1e-14;
    enum { ORDINARY = 64 }; // blocks and runs, so that none is taken while a contact grows
    search.workspace = workspace;
    search.spec = spec;
    if ((spec & AB_PLANE_POINTS) != 0) {
        abVec3 u = ab_perpendicular(normal);
        cut->axes = (abPlaneAxes){u, ab_cross(normal, u), normal, height};
    }
    search.is_full =
        (spec & AB_PLANE_POINTS) != 0 &&
        (!ab_plane_table_add_sides(table, workspace->allocator) ||
         !AB_ARRAYS_RESERVE(workspace->allocator, &workspace->arrays, workspace->runs, ORDINARY) ||
         !AB_ARRAYS_RESERVE(workspace->allocator, &workspace->arrays, workspace->blocks, ORDINARY));
    if (search.is_full) {
        return false;
    }
    search.lanes = (abPlaneLanes){.squares = {0.0}};
    if ((spec & AB_PLANE_SECOND) != 0) {
        search.seconds = (abPlaneSeconds){.first = {{0.0}}};
    }
    search.waiting = search.gathered = search.deep.count = search.deepest_order = 0;
    search.deepest = 0.0;
    walk(&search);
    find_deepest(&search);
    add_lanes(&search.lanes, cut);
    if ((spec & AB_PLANE_SECOND) != 0) {
        add_seconds(&search.seconds, cut);
    }
    cut->deepest = search.deepest;
    cut->deepest_x = deepest_place(&search);
    cut->points = workspace->blocks;
    cut->runs = workspace->runs;
    return !search.is_full;
}
