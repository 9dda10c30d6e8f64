// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// surface_cells.c - a triangle of one mesh cut into the cells of another: in each the same triangle
// of the other is nearest, and the depth is straight.
//
// The search begins with the triangles nearest to the corners, and goes on through every wall that
// cuts what it has, or cuts all of it off. Where cells lie on each other the nearest counts
// (surface_overlap.c). So the cells of a convex mesh are exact, and cover the penetrating part once. Where
// edges stand in, or three and more walls do not meet in one line, borders are off by the order of
// the depth times the change of direction from triangle to triangle; the depths on both sides
// differ there by that squared.
//
// Between two layers of the other mesh a third may be nearest where the depth is more than a
// triangle is long: the ends of the border between layers are asked what is nearest to them.
//
// A triangle that is wide against those of a mesh that is not convex, or next to sharp edges of one
// of which some stand in, may penetrate in places that its corners know nothing of: the search begins
// at all triangles in its box, and at all with edges that stand in as near as they may count;
// behind such an edge a cell is only as long as the edge, and the middle of every part is asked for
// what is nearest to it.
//
// Valid   depth small against the way between two layers of one mesh: from the middle on, both
//         layers count.
// Limits  a triangle without a corner inside is looked at as far from its corners as it can be wet;
//         one with wet corners, that is not wide, only next to those in a mesh that is not convex.

#include "collide/pressure/surface_cells.h"

#include <string.h>

#include "base/array.h"
#include "collide/pressure/surface_overlap.h"
#include "collide/pressure/surface_points.h"
#include "collide/pressure/surface_room.h"
#include "math/core/bounds.h"
#include "mesh/core/mesh_closest.h"

abSurfaceCell *ab_cells_add(abSurfaceWorkspace *workspace) {
    if (!AB_ARRAYS_RESERVE(workspace->allocator, &workspace->arrays, workspace->cells,
                           workspace->cell_count + 1)) {
        return NULL;
    }
    return &workspace->cells[workspace->cell_count++];
}

bool ab_cells_push(abSurfaceWorkspace *workspace, const abSurfaceCell *cell) {
    abSurfaceCell *to = ab_cells_add(workspace);
    if (to != NULL) {
        *to = *cell;
    }
    return to != NULL;
}

void ab_cells_keep(abSurfaceWorkspace *workspace, size_t first, double minimum) {
    size_t kept = 0;
    for (size_t i = first; i < workspace->cell_count; i++) {
        const abSurfaceCell *cell = &workspace->cells[i];
        if (cell->count >= 3 && (minimum == 0.0 || ab_cell_area(cell) >= minimum)) {
            if (kept != i) {
                workspace->cells[kept] = *cell;
            }
            kept++;
        }
    }
    workspace->cell_count = kept;
}

double ab_cell_area(const abSurfaceCell *cell) {
    double area = 0.0;
    for (int k = 0; k < cell->count; k++) {
        const abCellCorner *p = &cell->at[k], *q = &cell->at[k + 1 < cell->count ? k + 1 : 0];
        area += p->a * q->b - q->a * p->b;
    }
    return area;
}

static inline abCellCorner between(const abCellCorner *p, const abCellCorner *q, double at_p,
                                   double at_q, int edge) {
    double t = at_p / (at_p - at_q);
    return (abCellCorner){p->a + t * (q->a - p->a), p->b + t * (q->b - p->b), edge};
}

// Values at the corners of the cell; the lowest.
static inline double find_values(const abSurfaceCell *cell, const double at[3], double *value) {
    double along_a = at[1] - at[0], along_b = at[2] - at[0], minimum = INFINITY;
    for (int i = 0; i < cell->count; i++) {
        value[i] = at[0] + cell->at[i].a * along_a + cell->at[i].b * along_b;
        minimum = value[i] < minimum ? value[i] : minimum;
    }
    return minimum;
}

// Where some values are below zero. The corners that stay follow each other, from the highest on
// both ways: corners that lie on each other may differ in sign by rounding.
static void cut(abSurfaceCell *cell, const double *value, int tag) {
    enum { FEW = 8 };
    int count = cell->count, top = 0, kept = 0;
    const abCellCorner *at = cell->at;
    abCellCorner out[AB_CELL_CORNERS];
    for (int i = 1; i < count; i++) {
        top = value[i] > value[top] ? i : top;
    }
    if (count == 0 || !(value[top] >= 0.0)) {
        cell->count = 0;
        return;
    }
    int first = top, last = top > 0 ? top - 1 : count - 1; // last: below zero
    while (value[last] >= 0.0 && last != top) {
        first = last;
        last = last > 0 ? last - 1 : count - 1;
    }
    out[kept++] = between(&at[last], &at[first], value[last], value[first], at[last].edge);
    for (last = first; value[first] >= 0.0;) {
        kept -= kept + 1 == AB_CELL_CORNERS; // too many: one is left out
        out[kept++] = at[last = first];
        first = first + 1 < count ? first + 1 : 0;
    }
    out[kept++] = between(&at[last], &at[first], value[last], value[first], tag);
    // of known size, which is sooner done than just what is needed
    if (kept <= FEW) {
        memcpy(cell->at, out, FEW * sizeof out[0]);
    } else {
        memcpy(cell->at, out, sizeof out);
    }
    cell->count = kept;
}

static inline bool cut_if_needed(abSurfaceCell *cell, const double at[3], int tag) {
    double value[AB_CELL_CORNERS] = {0.0};
    if ((at[0] >= 0.0 && at[1] >= 0.0 && at[2] >= 0.0) || find_values(cell, at, value) >= 0.0) {
        return false;
    }
    cut(cell, value, tag);
    return true;
}

bool ab_cell_cut(abSurfaceCell *cell, const double at[3], int tag) {
    return cut_if_needed(cell, at, tag);
}

// Cells of one triangle while they are sought.
typedef struct Search {
    abSurfaceWork *work;
    const abMeshSurface *other;
    double x[4], y[4], z[4]; // of the corners; the last is none
    double band;    // how far outside is looked at                                        [m]
    size_t visited; // of the queue
    bool is_wide;   // see is_coarse()
} Search;

static void begin(Search *search, const abNearPoint *const corner[3]) {
    for (int c = 0; c < 4; c++) {
        abVec3 x = corner[c < 3 ? c : 0]->x;
        search->x[c] = x.x;
        search->y[c] = x.y;
        search->z[c] = x.z;
    }
}

// Of the corners below a plane; four, as compilers take them side by side.
static inline void fill_depth(const abMeshPlane *plane, const Search *search, double depth[4]) {
    for (int c = 0; c < 4; c++) {
        depth[c] =
            plane->height - (plane->normal.x * search->x[c] + plane->normal.y * search->y[c] +
                             plane->normal.z * search->z[c]);
    }
}

void ab_surface_call_nobody(abSurfaceWorkspace *workspace) {
    workspace->stamp++;
    workspace->queue_count = 0;
}

bool ab_surface_call(abSurfaceWorkspace *workspace, int triangle) {
    if (triangle < 0 || workspace->stamps[triangle] == workspace->stamp) {
        return true;
    }
    if (!AB_ARRAYS_RESERVE(workspace->allocator, &workspace->arrays, workspace->queue,
                           workspace->queue_count + 1)) {
        return false;
    }
    workspace->stamps[triangle] = workspace->stamp;
    workspace->queue[workspace->queue_count++] = triangle;
    return true;
}

// Values at the corners of the triangle that is cut of n . (x - p).
static void fill_along(const Search *search, abVec3 n, abVec3 p, double out[3]) {
    for (int c = 0; c < 3; c++) {
        out[c] = ab_dot(n, ab_sub(ab_vec3(search->x[c], search->y[c], search->z[c]), p));
    }
}

// Beside an edge that stands in the cell of a triangle goes on behind the edge, and so far along it
// only as the edge is long. For small triangles the rest is of the order of the depth; for a wide
// one it could be anywhere. What is behind the edge becomes a cell of its own.
static bool split_at_edges(Search *search) {
    abSurfaceWorkspace *workspace = search->work->workspace;
    size_t own = workspace->cell_count - 1;
    int triangle = workspace->cells[own].triangle;
    const abMeshCell *from = &search->other->cells[triangle];
    for (int i = 0; i < 3; i++) {
        if (!(from->lean[i] < 0.0)) {
            continue;
        }
        abVec3 p = ab_mesh_corner(search->other->mesh, (size_t)triangle, i);
        abVec3 along =
            ab_sub(ab_mesh_corner(search->other->mesh, (size_t)triangle, (i + 1) % 3), p);
        double above[3], behind[3], past[3], before[3];
        fill_along(search, ab_cross(from->plane.normal, along), p, above);
        fill_along(search, along, p, past);
        for (int c = 0; c < 3; c++) {
            behind[c] = -above[c];
            before[c] = ab_norm2(along) - past[c];
        }
        abSurfaceCell wedge = workspace->cells[own];
        ab_cell_cut(&workspace->cells[own], above, AB_BEYOND_SIDE);
        ab_cell_cut(&wedge, behind, AB_BEYOND_SIDE);
        ab_cell_cut(&wedge, past, AB_BEYOND_SIDE);
        ab_cell_cut(&wedge, before, AB_BEYOND_SIDE);
        if (wedge.count >= 3 && !ab_cells_push(workspace, &wedge)) {
            return false;
        }
    }
    return true;
}

static bool visit(Search *search, int triangle) {
    abSurfaceWorkspace *workspace = search->work->workspace;
    const abMeshCell *from = &search->other->cells[triangle];
    abSurfaceCell *cell = ab_cells_add(workspace);
    if (cell == NULL) {
        return false;
    }
    ab_cell_begin(cell, triangle);
    double depth[4], near[4];
    fill_depth(&from->plane, search, depth);
    for (int c = 0; c < 4; c++) {
        near[c] = depth[c] + search->band;
    }
    cell->depth[0] = depth[0], cell->depth[1] = depth[1], cell->depth[2] = depth[2];
    cut_if_needed(cell, near, AB_BEYOND_OUTSIDE);
    unsigned crossed = 0; // walls with something beyond
    for (int i = 0; i < 3 && cell->count > 0; i++) {
        double within[4];
        fill_depth(&from->wall[i], search, within);
        crossed |= cut_if_needed(cell, within, from->beside[i]) ? 1u << i : 0u;
    }
    bool is_done = true;
    if (cell->count == 0) {
        workspace->cell_count--;
        for (int i = 0; i < 3; i++) {
            is_done &= (crossed & 1u << i) == 0 || ab_surface_call(workspace, from->beside[i]);
        }
        return is_done;
    }
    for (int i = 0; i < cell->count; i++) {
        is_done &= ab_surface_call(workspace, cell->at[i].edge);
    }
    return is_done && (!search->is_wide || split_at_edges(search));
}

static bool visit_all(Search *search) {
    const abSurfaceWorkspace *workspace = search->work->workspace;
    bool is_done = true;
    while (search->visited < workspace->queue_count && is_done) {
        is_done = visit(search, workspace->queue[search->visited++]);
    }
    return is_done;
}

// Whether cells that cover all of a triangle do so without lying on each other.
static bool covers_once(const abSurfaceWorkspace *workspace) {
    double area = 0.0;
    for (size_t i = 0; i < workspace->cell_count; i++) {
        area += ab_cell_area(&workspace->cells[i]);
    }
    return fabs(area - 1.0) < 1e-11;
}

static void keep_penetrating(abSurfaceWorkspace *workspace, bool has_band) {
    for (size_t i = 0; i < workspace->cell_count && has_band; i++) {
        cut_if_needed(&workspace->cells[i], workspace->cells[i].depth, AB_BEYOND_OUTSIDE);
    }
    ab_cells_keep(workspace, 0, 0.0);
}

// Calls `see` for the triangles whose boxes reach into that of this one, grown on all sides.
static void look_around(const Search *search, double grown, bool (*see)(void *, int),
                        void *context) {
    abVec3 low = {search->x[0], search->y[0], search->z[0]}, high = low;
    for (int c = 1; c < 3; c++) {
        low = ab_vec3(ab_min(low.x, search->x[c]), ab_min(low.y, search->y[c]),
                      ab_min(low.z, search->z[c]));
        high = ab_vec3(ab_max(high.x, search->x[c]), ab_max(high.y, search->y[c]),
                       ab_max(high.z, search->z[c]));
    }
    abVec3 by = {grown, grown, grown};
    ab_mesh_tree_near(&search->other->tree, ab_sub(low, by), ab_add(high, by), see, context);
}

// Behind a sharp edge that stands in the depth is that below the deeper of its planes, less than
// the way to the edge by the root of two at most: so far it may count where others are nearer.
static const double inlet_reach = 1.4143;

typedef struct Sight {
    const abMeshSurface *other;
    bool has_edge;
} Sight;

static bool see_edge(void *context, int triangle) {
    Sight *sight = context;
    const double *lean = sight->other->cells[triangle].lean;
    for (int i = 0; i < 3; i++) {
        sight->has_edge |= fabs(lean[i]) > AB_SHARP_LEAN;
    }
    return !sight->has_edge;
}

// Whether a triangle may penetrate in places that its corners know nothing of: next to edges of the
// other mesh that stand in, or beyond them. That is where it is wide against the triangles of that
// mesh, and where it is next to sharp edges of a mesh of which some stand in.
static bool is_coarse(const Search *search, double longest2, double deepest) {
    const abMeshSurface *other = search->other;
    Sight sight = {other, false};
    if (other->is_convex || longest2 > 4.0 * other->mean_edge * other->mean_edge) {
        return !other->is_convex;
    }
    if (other->has_inlets) {
        look_around(search, inlet_reach * ab_max(deepest, 0.0), see_edge, &sight);
    }
    return sight.has_edge;
}

typedef struct Seeds {
    abSurfaceWorkspace *workspace;
    bool is_done;
} Seeds;

static bool add_seed(void *context, int triangle) {
    Seeds *seeds = context;
    seeds->is_done = ab_surface_call(seeds->workspace, triangle);
    return seeds->is_done;
}

// Triangles in the box of this one: what penetrates of it without a penetrating corner has a border there.
static bool call_crossing(Search *search) {
    Seeds seeds = {search->work->workspace, true};
    look_around(search, 0.0, add_seed, &seeds);
    return seeds.is_done;
}

static abVec3 at_weights(const Search *search, double a, double b) {
    const double *x = search->x, *y = search->y, *z = search->z, w = 1.0 - (a + b);
    return (abVec3){w * x[0] + a * x[1] + b * x[2], w * y[0] + a * y[1] + b * y[2],
                    w * z[0] + a * z[1] + b * z[2]};
}

static abVec3 middle_of(const Search *search, const abSurfaceCell *cell) {
    double a = 0.0, b = 0.0;
    for (int k = 0; k < cell->count; k++) {
        a += cell->at[k].a / cell->count;
        b += cell->at[k].b / cell->count;
    }
    return at_weights(search, a, b);
}

// Asks what is nearest to the middles of all parts: a triangle that has not been looked at is, no
// part is outside, and what lies where the walls of others leave a gap goes to the nearest of them.
static bool look_at_middles(Search *search, size_t found) {
    abSurfaceWorkspace *workspace = search->work->workspace;
    bool is_done = true;
    for (size_t i = found; i < workspace->cell_count && is_done; i++) {
        abSurfaceCell *cell = &workspace->cells[i];
        if (cell->count < 3) {
            continue;
        }
        abVec3 x = middle_of(search, cell);
        abMeshClosest at = ab_mesh_closest_near(search->other, x, INFINITY, cell->triangle);
        is_done = ab_surface_call(workspace, at.triangle);
        double depth[4], slack = 1e-9 * search->other->edge;
        if (at.distance > 0.0) {
            cell->count = 0;
        } else if (ab_mesh_depth_below(search->other, cell->triangle, x) > slack - at.distance) {
            fill_depth(&search->other->cells[at.triangle].plane, search, depth);
            cell->triangle = at.triangle;
            cell->depth[0] = depth[0], cell->depth[1] = depth[1], cell->depth[2] = depth[2];
            cut_if_needed(cell, cell->depth, AB_BEYOND_OUTSIDE);
        }
    }
    return is_done;
}

// Where one layer of the other mesh ends and another begins: between these a third may be nearest,
// of which neither corners nor walls know when the depth is more than a triangle is long.
static bool is_border(const abMeshSurface *other, int triangle, int edge) {
    return edge >= 0 && ab_are_layers(other->normals[triangle], other->normals[edge]);
}

// Asks what is nearest to the ends of borders, of the cells from the first on: between them, as the
// depth of layers that stand out is the least of their planes', none is if none is at the ends.
static bool look_at_switching_functions(Search *search, size_t first) {
    abSurfaceWorkspace *workspace = search->work->workspace;
    const abMeshSurface *other = search->other;
    double slack = 1e-9 * other->edge;
    bool is_done = true;
    for (size_t i = first; i < workspace->cell_count && is_done; i++) {
        const abSurfaceCell *cell = &workspace->cells[i];
        for (int k = 0; k < cell->count && is_done; k++) {
            int before = cell->at[k > 0 ? k - 1 : cell->count - 1].edge;
            if (is_border(other, cell->triangle, cell->at[k].edge) ||
                is_border(other, cell->triangle, before)) {
                double depth = ab_depth_at(cell, k),
                       limit = depth > slack ? depth - slack : INFINITY;
                abMeshClosest at = ab_mesh_closest_near(
                    other, at_weights(search, cell->at[k].a, cell->at[k].b), limit, cell->triangle);
                is_done = at.triangle < 0 || -at.distance > depth - slack ||
                          ab_surface_call(workspace, at.triangle);
            }
        }
    }
    return is_done;
}

typedef struct Inlets {
    Seeds seeds;
    const abMeshSurface *other;
} Inlets;

static bool add_inlet(void *context, int triangle) {
    Inlets *inlets = context;
    const double *lean = inlets->other->cells[triangle].lean;
    bool is_inlet =
        lean[0] < -AB_SHARP_LEAN || lean[1] < -AB_SHARP_LEAN || lean[2] < -AB_SHARP_LEAN;
    return !is_inlet || add_seed(&inlets->seeds, triangle);
}

// Asks those whose edges that stand in may count, however deep a part is.
static bool call_inlets(Search *search, size_t first) {
    abSurfaceWorkspace *workspace = search->work->workspace;
    Inlets inlets = {{workspace, true}, search->other};
    double deepest = 0.0;
    for (size_t i = first; i < workspace->cell_count; i++) {
        for (int k = 0; k < workspace->cells[i].count; k++) {
            deepest = ab_max(deepest, ab_depth_at(&workspace->cells[i], k));
        }
    }
    look_around(search, inlet_reach * deepest, add_inlet, &inlets);
    return inlets.seeds.is_done;
}

// Cells that lie on each other are parted; the parts begin behind `*first` cells.
static bool part(Search *search, int penetrating, size_t *first) {
    abSurfaceWorkspace *workspace = search->work->workspace;
    bool is_done = true, is_convex = search->other->is_convex;
    bool is_one = workspace->cell_count < 2 || (penetrating == 3 && covers_once(workspace));
    *first = 0;
    if (search->is_wide || !is_one) {
        if (is_convex) {
            is_done = ab_cells_part_convex(workspace, search->other);
            search->visited = workspace->queue_count;
        } else {
            *first = workspace->cell_count;
            is_done = ab_cells_part(workspace, search->other) &&
                      (!search->is_wide ||
                       (look_at_middles(search, *first) && call_inlets(search, *first)));
        }
    }
    if (*first == 0) {
        keep_penetrating(workspace, search->band > 0.0);
    }
    return is_done && (!search->other->has_layers || look_at_switching_functions(search, *first));
}

bool ab_surface_find_cells(abSurfaceWork *work, const abNearPoint *const corner[3]) {
    abSurfaceWorkspace *workspace = work->workspace;
    const abMeshSurface *other = work->other->surface;
    Search search = {.work = work, .other = other};
    begin(&search, corner);
    int penetrating =
        (corner[0]->depth > 0.0) + (corner[1]->depth > 0.0) + (corner[2]->depth > 0.0);
    // no point of a triangle is farther than this from its nearest corner
    double longest = ab_longest_side2(corner), way2 = longest / 3.0;
    double maximum = ab_max(corner[0]->depth, ab_max(corner[1]->depth, corner[2]->depth));
    workspace->cell_count = 0;
    if (penetrating == 0) {
        if (maximum * maximum >= way2 ||
            (other->is_convex && ab_corners_are_above(other, corner, 0.0))) {
            return true;
        }
    }
    search.is_wide = is_coarse(&search, longest, maximum);
    search.band = penetrating == 0 || search.is_wide ? sqrt(way2) : 0.0;
    ab_surface_call_nobody(workspace);
    bool is_done = true;
    for (int i = 0; i < 3 && is_done; i++) {
        is_done = (search.band == 0.0 && corner[i]->depth <= 0.0) ||
                  ab_surface_call(workspace, corner[i]->triangle);
    }
    is_done = is_done && (!search.is_wide || call_crossing(&search)) && visit_all(&search);
    size_t first = 0;
    while ((is_done = is_done && part(&search, penetrating, &first)) &&
           search.visited < workspace->queue_count) {
        workspace->cell_count = first > 0 ? first : workspace->cell_count;
        is_done = visit_all(&search);
    }
    if (first > 0) {
        ab_cells_keep(workspace, first, AB_CELL_LEAST);
    }
    return is_done;
}

bool ab_surface_find_all_cells(abSurfaceWork *work, const abNearPoint *const corner[3],
                               const int *more, int count) {
    abSurfaceWorkspace *workspace = work->workspace;
    Search search = {.work = work, .other = work->other->surface, .band = INFINITY};
    begin(&search, corner);
    workspace->cell_count = 0;
    ab_surface_call_nobody(workspace);
    bool is_done = true;
    for (int i = 0; i < 3 + count && is_done; i++) {
        is_done = ab_surface_call(workspace, i < 3 ? corner[i]->triangle : more[i - 3]);
    }
    is_done = is_done && visit_all(&search) && ab_cells_part_convex(workspace, search.other);
    keep_penetrating(workspace, false);
    return is_done;
}
