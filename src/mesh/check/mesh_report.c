// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// mesh_report.c - looks a mesh over, item by item.
//
// Everything is decided on points that are equal to the last bit, which reading made one point;
// only T-edges and close points have a distance, ab_mesh_resolution. Crossings are decided without
// rounding (mesh_cross.c).
//
// Limits  at most 2e7 pairs of triangles whose boxes touch are looked at, and 10000 crossings
//         counted; a count cut short is marked "at least". Triangles without area and repeated ones are
//         told as such and left out of these searches: thousands of them lie in each other's boxes.

#include "mesh/check/mesh_report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/sort.h"
#include "math/core/vector_math.h"
#include "mesh/check/mesh_cross.h"
#include "mesh/check/mesh_nesting.h"
#include "mesh/core/mesh_moments.h"
#include "mesh/core/mesh_tree.h"

typedef enum Element { POINT, POINTS, EDGE, T_EDGE, FACE, FACES } Element;

static const struct {
    const char *key, *text;
    Element element;
} s_checks[AB_MESH_CHECK_COUNT] = {
#define AB_MESH_CHECK(CHECK, key_, element_, text_) [AB_MESH_##CHECK] = {key_, text_, element_},
#include "mesh/check/mesh_checks.def" // -> [AB_MESH_OPEN_EDGES] = {"open_edges", "edges ...", EDGE}, ...
#undef AB_MESH_CHECK
};

#define SLIVER 1e-3   // height by longest edge
#define FLAT 1e-12    // likewise: no area
#define SINGLE 1.2e-7 // 2^-23: between neighbours in single precision, relative
#define SMALLEST 1e-4 // [m] sizes outside look like a forgotten unit
#define LARGEST 1e3   // [m]

// Work allowed for a search: a triangle or pair that is near costs 1, a pair whose boxes touch
// more.
enum { BUDGET = 400000000, NEAR_COST = 20, CROSSINGS_MAX = 10000 };

typedef struct Work {
    const abTriangleMesh *mesh;
    abMeshReport *report;
    abArena *arena;
    abMeshEdges edges;
    bool *is_left_out;    // per triangle: without area, or an earlier one again
    abTriangleMesh sound; // the mesh without them, for searches
    abMeshTree tree;      // of that
    long budget;          // work left
    // the point whose neighbourhood is searched for T-edges
    int point, edge_count;
    int edge_points[16][2]; // edges that it was found on
    double resolution;
} Work;

static void found(Work *work, abMeshCheck check, int a, int b, int c) {
    abMeshFinding *finding = &work->report->found[check];
    if (finding->count < AB_MESH_NAMED) {
        int *first = finding->first[finding->count];
        first[0] = a, first[1] = b, first[2] = c;
    }
    finding->count++;
}

static void found_edge(Work *work, abMeshCheck check, int a, int b, int triangle) {
    const abTriangleMesh *mesh = work->mesh;
    found(work, check, mesh->numbers[a], mesh->numbers[b], mesh->faces[triangle]);
}

// ---- edges and parts ----

static void look_at_edges(Work *work) {
    const abMeshEdges *edges = &work->edges;
    for (size_t i = 0, end; i < edges->count; i = end) {
        end = ab_mesh_edge_end(edges, i);
        const abMeshSide *side = &edges->sides[i];
        bool is_balanced = ab_mesh_edge_balance(edges, i, end) == 0;
        if ((end - i) % 2 != 0) {
            found_edge(work, AB_MESH_OPEN_EDGES, side->a, side->b, side->triangle);
        } else if (!is_balanced) {
            found_edge(work, AB_MESH_TURNED_EDGES, side->a, side->b, side->triangle);
        }
        if (end - i > 2) {
            found_edge(work, AB_MESH_BRANCHED_EDGES, side->a, side->b, side->triangle);
        }
    }
}

static bool look_at_parts(Work *work) {
    const abTriangleMesh *mesh = work->mesh;
    abMeshReport *report = work->report;
    int *part = AB_ARENA_NEW(work->arena, int, mesh->triangle_count + 1);
    int count = part != NULL ? ab_mesh_parts(&work->edges, mesh, part, work->arena) : -1;
    abMeshPart *parts =
        count >= 0 ? AB_ARENA_NEW(work->arena, abMeshPart, (size_t)count + 1) : NULL;
    if (parts == NULL || !ab_mesh_nesting(mesh, &work->edges, part, count, parts, work->arena)) {
        return false;
    }
    report->part_count = (size_t)count;
    bool all_closed = count > 0;
    for (int k = 0; k < count; k++) {
        all_closed = all_closed && parts[k].is_closed;
        if (parts[k].is_inside_out) {
            found(work, AB_MESH_INSIDE_OUT, mesh->faces[parts[k].first], 0, 0);
        }
    }
    report->is_solid = all_closed && report->found[AB_MESH_INSIDE_OUT].count == 0;
    report->area = ab_mesh_shell(mesh).mass;
    report->volume = report->is_solid ? ab_mesh_solid(mesh).mass : 0.0;
    return true;
}

// ---- triangles one by one ----

// Height by longest edge; 0 when all corners are one point.
static double flatness(const abTriangleMesh *mesh, size_t t) {
    abVec3 a = ab_mesh_corner(mesh, t, 0), b = ab_mesh_corner(mesh, t, 1),
           c = ab_mesh_corner(mesh, t, 2);
    abVec3 ab = ab_sub(b, a), ac = ab_sub(c, a), bc = ab_sub(c, b);
    double longest2 = fmax(ab_norm2(ab), fmax(ab_norm2(ac), ab_norm2(bc)));
    return longest2 > 0.0 ? ab_norm(ab_cross(ab, ac)) / longest2 : 0.0;
}

static void look_at_triangles(Work *work) {
    for (size_t t = 0; t < work->mesh->triangle_count; t++) {
        double height = flatness(work->mesh, t);
        work->is_left_out[t] = !(height > FLAT);
        if (work->is_left_out[t]) {
            found(work, AB_MESH_ZERO_AREAS, work->mesh->faces[t], 0, 0);
        } else if (height < SLIVER) {
            found(work, AB_MESH_SLIVERS, work->mesh->faces[t], 0, 0);
        }
    }
}

typedef struct Corners {
    int point[3]; // sorted
    int triangle;
} Corners;

static Corners sorted_corners(const int *triangle, int number) {
    int a = triangle[0], b = triangle[1], c = triangle[2];
    int low = a < b ? a : b, high = a < b ? b : a;
    return (Corners){
        {low < c ? low : c, c < low ? low : (c > high ? high : c), high > c ? high : c}, number};
}

static bool look_for_duplicates(Work *work) {
    size_t n = work->mesh->triangle_count;
    Corners *all = AB_ARENA_NEW(work->arena, Corners, n + 1);
    if (all == NULL) {
        return false;
    }
    for (size_t t = 0; t < n; t++) {
        all[t] = sorted_corners(&work->mesh->triangles[3 * t], (int)t);
    }
    qsort(all, n, sizeof *all, ab_by_four_ints);
    for (size_t i = 1, first = 0; i < n; i++) {
        if (memcmp(all[i].point, all[first].point, sizeof all[i].point) != 0) {
            first = i;
        } else if (all[i].point[0] != all[i].point[1] && all[i].point[1] != all[i].point[2]) {
            found(work, AB_MESH_DUPLICATES, work->mesh->faces[all[first].triangle],
                  work->mesh->faces[all[i].triangle], 0);
            work->is_left_out[all[i].triangle] = true;
        }
    }
    return true;
}

// ---- points ----

double ab_mesh_resolution(const abTriangleMesh *mesh) {
    abVec3 low, high;
    ab_mesh_bounds(mesh, &low, &high);
    double largest = fmax(fmax(fabs(low.x), fabs(high.x)), fmax(fabs(low.y), fabs(high.y)));
    return SINGLE * fmax(largest, fmax(fabs(low.z), fabs(high.z)));
}

// Cells of a grid twice as wide as the distance; a cell's points hang in a list found by its hash.
typedef struct Grid {
    const abTriangleMesh *mesh;
    abVec3 low;
    double distance;
    int *head, *next; // points, -1 none
    size_t mask;
} Grid;

static size_t hash_of(const Grid *grid, const long long cell[3]) {
    unsigned long long h = 0;
    for (int i = 0; i < 3; i++) {
        h = (h ^ (unsigned long long)cell[i]) * 0x9E3779B97F4A7C15ULL;
        h ^= h >> 29;
    }
    return (size_t)h & grid->mask;
}

static void cell_of(const Grid *grid, abVec3 p, long long cell[3]) {
    abVec3 from = ab_sub(p, grid->low);
    for (int i = 0; i < 3; i++) {
        cell[i] = (long long)floor(ab_get(from, i) / (2.0 * grid->distance));
    }
}

// A point in the grid within the distance of p; -1 when there is none.
static int neighbour(const Grid *grid, abVec3 p) {
    long long middle[3];
    cell_of(grid, p, middle);
    for (int k = 0; k < 27; k++) {
        long long cell[3] = {middle[0] + k % 3 - 1, middle[1] + k / 3 % 3 - 1,
                             middle[2] + k / 9 - 1};
        for (int i = grid->head[hash_of(grid, cell)]; i >= 0; i = grid->next[i]) {
            if (ab_norm(ab_sub(grid->mesh->points[i], p)) <= grid->distance) {
                return i;
            }
        }
    }
    return -1;
}

bool ab_mesh_close_points(const abTriangleMesh *mesh, double distance, int *same,
                          abArena *scratch) {
    Grid grid = {.mesh = mesh, .distance = distance, .mask = 1};
    abVec3 high;
    while (grid.mask < 2 * mesh->point_count) {
        grid.mask *= 2;
    }
    grid.head = AB_ARENA_NEW(scratch, int, grid.mask);
    grid.next = AB_ARENA_NEW(scratch, int, mesh->point_count + 1);
    if (grid.head == NULL || grid.next == NULL) {
        return false;
    }
    for (size_t i = 0; i < grid.mask; i++) {
        grid.head[i] = -1;
    }
    grid.mask--;
    ab_mesh_bounds(mesh, &grid.low, &high);
    for (size_t i = 0; i < mesh->point_count; i++) {
        int near = distance > 0.0 ? neighbour(&grid, mesh->points[i]) : -1;
        same[i] = near >= 0 ? near : (int)i;
        if (near < 0 && distance > 0.0) {
            long long cell[3];
            cell_of(&grid, mesh->points[i], cell);
            int *head = &grid.head[hash_of(&grid, cell)];
            grid.next[i] = *head;
            *head = (int)i;
        }
    }
    return true;
}

static bool look_at_points(Work *work) {
    const abTriangleMesh *mesh = work->mesh;
    int *same = AB_ARENA_NEW(work->arena, int, mesh->point_count + 1);
    bool *is_used = AB_ARENA_NEW(work->arena, bool, mesh->point_count + 1);
    if (same == NULL || is_used == NULL ||
        !ab_mesh_close_points(mesh, work->resolution, same, work->arena)) {
        return false;
    }
    for (size_t i = 0; i < 3 * mesh->triangle_count; i++) {
        is_used[mesh->triangles[i]] = true;
    }
    for (size_t i = 0; i < mesh->point_count; i++) {
        if (same[i] != (int)i) {
            found(work, AB_MESH_CLOSE_POINTS, mesh->numbers[same[i]], mesh->numbers[i], 0);
        }
        if (!is_used[i] && mesh->triangle_count > 0) {
            found(work, AB_MESH_UNUSED_POINTS, mesh->numbers[i], 0, 0);
        }
    }
    return true;
}

// ---- T-edges and crossings ----

static bool find_sound_triangles(Work *work) {
    const abTriangleMesh *mesh = work->mesh;
    abTriangleMesh *sound = &work->sound;
    *sound = *mesh;
    sound->triangle_count = 0;
    sound->triangles = AB_ARENA_NEW(work->arena, int, 3 * mesh->triangle_count + 1);
    sound->faces = AB_ARENA_NEW(work->arena, int, mesh->triangle_count + 1);
    if (sound->triangles == NULL || sound->faces == NULL) {
        return false;
    }
    for (size_t t = 0; t < mesh->triangle_count; t++) {
        if (!work->is_left_out[t]) {
            size_t n = sound->triangle_count++;
            memcpy(&sound->triangles[3 * n], &mesh->triangles[3 * t], 3 * sizeof *mesh->triangles);
            sound->faces[n] = mesh->faces[t];
        }
    }
    return ab_mesh_tree_build(&work->tree, sound, work->arena);
}

// Is p on the segment a b, between its ends?
static bool is_on(abVec3 p, abVec3 a, abVec3 b, double resolution) {
    abVec3 along = ab_sub(b, a), to = ab_sub(p, a);
    double length2 = ab_norm2(along), s = ab_dot(to, along);
    if (!(s > 0.0 && s < length2)) {
        return false;
    }
    double off = ab_norm(ab_cross(to, along)), length = sqrt(length2);
    return off <= resolution * length && ab_norm(to) > resolution &&
           ab_norm(ab_sub(p, b)) > resolution;
}

// Both triangles of an edge find it: once per point is enough.
static bool is_new_edge(Work *work, int a, int b) {
    for (int i = 0; i < work->edge_count; i++) {
        if (work->edge_points[i][0] == a && work->edge_points[i][1] == b) {
            return false;
        }
    }
    if (work->edge_count < 16) {
        work->edge_points[work->edge_count][0] = a;
        work->edge_points[work->edge_count++][1] = b;
    }
    return true;
}

static bool look_for_t_edge(void *context, int triangle) {
    Work *work = context;
    const int *t = work->sound.triangles + 3 * (size_t)triangle;
    const abVec3 *points = work->mesh->points;
    if (work->point == t[0] || work->point == t[1] || work->point == t[2]) {
        return true;
    }
    for (int i = 0; i < 3; i++) {
        int a = t[i] < t[(i + 1) % 3] ? t[i] : t[(i + 1) % 3], b = t[i] + t[(i + 1) % 3] - a;
        if (is_on(points[work->point], points[a], points[b], work->resolution) &&
            is_new_edge(work, a, b)) {
            found(work, AB_MESH_T_EDGES, work->mesh->numbers[a], work->mesh->numbers[b],
                  work->mesh->numbers[work->point]);
        }
    }
    work->report->found[AB_MESH_T_EDGES].is_at_least |= work->budget-- <= 0;
    return work->budget > 0;
}

static void look_for_t_edges(Work *work) {
    abVec3 reach = {work->resolution, work->resolution, work->resolution};
    for (size_t i = 0; i < work->mesh->point_count && work->budget > 0; i++) {
        abVec3 p = work->mesh->points[i];
        work->point = (int)i;
        work->edge_count = 0;
        ab_mesh_tree_near(&work->tree, ab_sub(p, reach), ab_add(p, reach), look_for_t_edge, work);
    }
}

static bool boxes_touch(const abVec3 s[3], const abVec3 t[3]) {
    for (int axis = 0; axis < 3; axis++) {
        double a = ab_get(s[0], axis), b = ab_get(s[1], axis), c = ab_get(s[2], axis);
        double d = ab_get(t[0], axis), e = ab_get(t[1], axis), f = ab_get(t[2], axis);
        if (fmax(a, fmax(b, c)) < fmin(d, fmin(e, f)) ||
            fmax(d, fmax(e, f)) < fmin(a, fmin(b, c))) {
            return false;
        }
    }
    return true;
}

static bool look_for_crossing(void *context, int a, int b) {
    Work *work = context;
    const abTriangleMesh *mesh = &work->sound;
    abMeshFinding *finding = &work->report->found[AB_MESH_CROSSINGS];
    abVec3 s[3], t[3];
    for (int i = 0; i < 3; i++) {
        s[i] = ab_mesh_corner(mesh, (size_t)a, i);
        t[i] = ab_mesh_corner(mesh, (size_t)b, i);
    }
    if (boxes_touch(s, t)) {
        if (ab_triangles_cross(s, t)) {
            int first = a < b ? a : b, second = a < b ? b : a;
            found(work, AB_MESH_CROSSINGS, mesh->faces[first], mesh->faces[second], 0);
        }
        work->budget -= NEAR_COST;
    }
    finding->is_at_least = --work->budget <= 0 || finding->count >= CROSSINGS_MAX;
    return !finding->is_at_least;
}

// ---- size ----

// The unit in which the numbers of the file would make an everyday size.
static const char *likely_unit(double size) {
    if (size == 0.0 || (size >= SMALLEST && size <= LARGEST)) {
        return NULL;
    }
    return size < SMALLEST ? "km" : size <= 1e3 * LARGEST ? "mm" : "um";
}

// ---- the whole ----

static bool look_over(Work *work) {
    const abTriangleMesh *mesh = work->mesh;
    abMeshReport *report = work->report;
    ab_mesh_bounds(mesh, &report->low, &report->high);
    report->size = ab_norm(ab_sub(report->high, report->low));
    report->unit = likely_unit(report->size);
    work->resolution = ab_mesh_resolution(mesh);
    work->is_left_out = AB_ARENA_NEW(work->arena, bool, mesh->triangle_count + 1);
    if (work->is_left_out == NULL || !ab_mesh_edges_find(&work->edges, mesh, work->arena)) {
        return false;
    }
    look_at_edges(work);
    look_at_triangles(work);
    if (!look_at_parts(work) || !look_for_duplicates(work) || !look_at_points(work) ||
        !find_sound_triangles(work)) {
        return false;
    }
    work->budget = BUDGET;
    look_for_t_edges(work);
    report->work = BUDGET - work->budget;
    work->budget = BUDGET;
    ab_mesh_tree_pairs(&work->tree, look_for_crossing, work);
    report->work += BUDGET - work->budget;
    return true;
}

bool ab_mesh_report(const abTriangleMesh *mesh, abAllocator allocator, abMeshReport *out) {
    abArena arena;
    ab_arena_init(&arena, allocator, 1 << 16);
    memset(out, 0, sizeof *out);
    Work work = {.mesh = mesh, .report = out, .arena = &arena};
    bool ok = look_over(&work);
    ab_arena_done(&arena);
    return ok;
}

// ---- words ----

const char *ab_mesh_check_key(abMeshCheck check) {
    return s_checks[check].key;
}

const char *ab_mesh_check_text(abMeshCheck check) {
    return s_checks[check].text;
}

void ab_mesh_finding_names(const abMeshReport *report, abMeshCheck check, char *out, size_t size) {
    static const char *const formats[] = {[POINT] = "%s%d",
                                          [POINTS] = "%s%d and %d",
                                          [EDGE] = "%s%d-%d of face %d",
                                          [T_EDGE] = "%s%d-%d with %d",
                                          [FACE] = "%s%d",
                                          [FACES] = "%s%d and %d"};
    const abMeshFinding *finding = &report->found[check];
    size_t used = 0;
    out[0] = '\0';
    for (size_t i = 0; i < finding->count && i <= AB_MESH_NAMED && used < size; i++) {
        const int *n = finding->first[i < AB_MESH_NAMED ? i : 0];
        const char *comma = i > 0 ? ", " : "";
        used += (size_t)(i == AB_MESH_NAMED
                             ? snprintf(out + used, size - used, ", ...")
                             : snprintf(out + used, size - used, formats[s_checks[check].element],
                                        comma, n[0], n[1], n[2]));
    }
}

bool ab_mesh_report_line(const abMeshReport *report, char *out, size_t size) {
    size_t used = 0;
    out[0] = '\0';
    for (int c = 0; c < AB_MESH_CHECK_COUNT; c++) {
        const abMeshFinding *finding = &report->found[c];
        if (finding->count == 0 || c == AB_MESH_UNUSED_POINTS || c == AB_MESH_SLIVERS ||
            used >= size) {
            continue;
        }
        abMeshReport brief = *report; // name the first one only
        char names[80];
        brief.found[c].count = 1;
        ab_mesh_finding_names(&brief, (abMeshCheck)c, names, sizeof names);
        used += (size_t)snprintf(out + used, size - used, "%s%s %zu (%s%s)", used > 0 ? ", " : "",
                                 s_checks[c].key, finding->count, names,
                                 finding->count > 1 ? ", ..." : "");
    }
    return used > 0;
}

abMeshCheck ab_mesh_surface_fault(const abMeshReport *report) {
    static const abMeshCheck faults[] = {AB_MESH_OPEN_EDGES,   AB_MESH_BRANCHED_EDGES,
                                         AB_MESH_TURNED_EDGES, AB_MESH_ZERO_AREAS,
                                         AB_MESH_CROSSINGS,    AB_MESH_INSIDE_OUT};
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        if (report->found[faults[i]].count > 0) {
            return faults[i];
        }
    }
    return AB_MESH_CHECK_COUNT;
}
