// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// Plane curves against closed forms (circles, lens, squares) and against brute force.

#include "collide/broad/patch_point.h"
#include "collide/broad/proximity.h"
#include "collide/pairs/collide.h"
#include "collide/planar/curve_lens.h"
#include "collide/planar/curve_near.h"
#include "collide/planar/curve_pairs.h"
#include "shape/curve/curve_build.h"

#include "abut/abut.h"
#include "base/check.h"
#include "math/core/elementary.h"
#include "shape/curve/curve.h"

enum { POINTS = 64 };

// Takes memory from `arena`; the shape lives as long.
static abShape curve_of(abArena *arena, abVec3 *points, int count, const char *kind, bool closed) {
    abParams params;
    int shape_kind = ab_kind_find("shape", "curve");
    CHECK(ab_params_init(&params, "shape", shape_kind) == AB_OK);
    static abError error;
    ab_error_clear(&error);
    CHECK(ab_params_set_text(&params, "shape", shape_kind, "kind", kind, &error) == AB_OK);
    CHECK(ab_params_set(&params, "shape", shape_kind, "closed", closed, &error) == AB_OK);
    CHECK(ab_params_set(&params, "shape", shape_kind, "thickness", 0.5, &error) == AB_OK);
    abPointList list = {count, points};
    const abPointList *where = &list;
    memcpy(params.data, &where, sizeof where); // the first key
    abShape shape = {0};
    abResult result = ab_shape_type(AB_SHAPE_CURVE)
                          ->compile(params.data, 0.0, NULL, arena, &shape, (abPlace){0}, &error);
    if (result != AB_OK) {
        printf("%s\n", error.count > 0 ? error.problems[0].text : "?");
    }
    CHECK(result == AB_OK);
    return shape;
}

static abShape hole_of(abArena *arena, abVec3 *points, int count) {
    abShape shape = curve_of(arena, points, count, "lines", true);
    abPointList list = {count, points};
    abCurve *curve = ab_curve_build(&list, AB_CURVE_LINES, true, true, arena);
    curve->wall = INFINITY;
    shape.curve = curve;
    return shape;
}

static abShape circle(abArena *arena, double radius) {
    abVec3 points[2] = {{-radius, 0.0, 1.0}, {radius, 0.0, 1.0}};
    return curve_of(arena, points, 2, "lines", true);
}

static abPose pose(double x, double y, double angle) {
    double c = ab_cos(angle), s = ab_sin(angle);
    return (abPose){{{{c, -s, 0.0}, {s, c, 0.0}, {0.0, 0.0, 1.0}}}, {x, y, 0.0}};
}

static bool near(double a, double b, double tolerance) {
    if (!(fabs(a - b) <= tolerance)) {
        printf("%.17g, wanted %.17g\n", a, b);
    }
    return fabs(a - b) <= tolerance;
}

// ---- closed forms ----

static void circles_are_as_far_apart_as_they_are(void) {
    abArena arena;
    ab_arena_init(&arena, ab_heap(), 0);
    abShape A = circle(&arena, 3.0), B = circle(&arena, 2.0);
    for (int i = 0; i < 400; i++) {
        double angle = 0.37 * i, distance = 3.1 + 0.01 * i;
        abPose X = pose(0.3, -0.2, 1.1 * i);
        abPose Y = pose(0.3 + distance * ab_cos(angle), -0.2 + distance * ab_sin(angle), 0.7 * i);
        abProximity p;
        ab_proximity(&A, &X, &B, &Y, &p);
        CHECK(near(p.distance, distance - 5.0, 1e-14));
        CHECK(near(p.n_AB_W.x, ab_cos(angle), 1e-13) && near(p.n_AB_W.y, ab_sin(angle), 1e-13));
        abPatchPoint points[AB_PATCH_MAX];
        CHECK(ab_curve_points(&A, &X, &B, &Y, 0.0, points) == 1);
        CHECK(near(points[0].depth, 5.0 - distance, 1e-14));
    }
    ab_arena_done(&arena);
}

// The published lenses: radii, distance, area, chord, place of the centroid.
// A disc in a hole of the same centre, and a little off it.
static void concentric_circles_are_apart_by_their_radii(void) {
    abArena arena;
    ab_arena_init(&arena, ab_heap(), 0);
    abVec3 points[2] = {{-3.0, 0.0, 1.0}, {3.0, 0.0, 1.0}};
    abShape hole = hole_of(&arena, points, 2), disc = circle(&arena, 2.9);
    for (int i = 0; i < 40; i++) {
        double off = i < 20 ? 0.0 : 0.004 * (i - 20), angle = 0.3 * i;
        abPose X = pose(0.3, -0.2, 1.1 * i);
        abPose Y = pose(0.3 + off * ab_cos(angle), -0.2 + off * ab_sin(angle), 0.7 * i);
        abProximity p, q;
        ab_proximity(&hole, &X, &disc, &Y, &p);
        ab_proximity(&disc, &Y, &hole, &X, &q);
        CHECK(near(p.distance, 0.1 - off, 1e-14) && near(q.distance, 0.1 - off, 1e-14));
        CHECK(near(ab_norm(p.n_AB_W), 1.0, 1e-14));
        if (off > 0.0) {
            CHECK(near(p.n_AB_W.x, -ab_cos(angle), 1e-12) &&
                  near(q.n_AB_W.y, ab_sin(angle), 1e-12));
        }
    }
    ab_arena_done(&arena);
}

static void the_lens_of_two_circles_has_its_area(void) {
    static const double cases[4][6] = {
        {1.0, 1.0, 1.9, 0.0418460487352, 0.62449979984, 0.95},
        {50.0, 20.0, 69.0, 7.0977358317, 10.6171562841, 49.5429171446},
        {10.0, 3.0, 12.99, 0.00286358868673, 0.429451176583, 9.99553845184},
        {5.0, 5.0, 6.0, 22.3647609001, 8.0, 3.0},
    };
    for (int i = 0; i < 4; i++) {
        const double *c = cases[i];
        abArena arena;
        ab_arena_init(&arena, ab_heap(), 0);
        abShape A = circle(&arena, c[0]), B = circle(&arena, c[1]);
        abPose X = pose(0.0, 0.0, 0.4), Y = pose(c[2], 0.0, 2.0);
        abProximity p;
        ab_proximity(&A, &X, &B, &Y, &p);
        CHECK(near(p.distance, c[2] - c[0] - c[1], 1e-14 * c[0] * 4.0));
        abPatchPoint points[AB_PATCH_MAX];
        CHECK(ab_curve_points(&A, &X, &B, &Y, 0.0, points) == 1);
        abCurveLens lens;
        CHECK(ab_curve_lens(&A, &X, &B, &Y, &points[0], &lens));
        CHECK(near(lens.area, c[3], 1e-9 * c[3]));
        CHECK(near(lens.chord, c[4], 1e-9 * c[4]));
        CHECK(near(lens.center_W.x, c[5], 1e-9 * c[5]) && near(lens.center_W.y, 0.0, 1e-9));
        ab_arena_done(&arena);
    }
}

// A circle of radius 10 that dips 0.1 into a half-plane: published area, chord, centroid.
static void a_circle_over_a_line_has_its_segment(void) {
    abArena arena;
    ab_arena_init(&arena, ab_heap(), 0);
    abVec3 line[2] = {{50.0, 0.0, 0.0}, {-50.0, 0.0, 0.0}}; // the solid below, on the left
    abShape A = curve_of(&arena, line, 2, "lines", false), B = circle(&arena, 10.0);
    abPose X = pose(0.0, 0.0, 0.0), Y = pose(1.0, 9.9, 0.3);
    abProximity p;
    ab_proximity(&A, &X, &B, &Y, &p);
    CHECK(near(p.distance, -0.1, 1e-13) && near(p.n_AB_W.y, 1.0, 1e-14));
    abPatchPoint points[AB_PATCH_MAX];
    CHECK(ab_curve_points(&A, &X, &B, &Y, 0.0, points) == 1);
    abCurveLens lens;
    CHECK(ab_curve_lens(&A, &X, &B, &Y, &points[0], &lens));
    CHECK(near(lens.area, 0.188278712573, 1e-9 * 0.19));
    CHECK(near(lens.chord, 2.82134719593, 1e-9 * 2.8));
    CHECK(near(9.9 - lens.center_W.y, 9.94001719254, 1e-9 * 9.9));
    Y.p.y = 12.0;
    ab_proximity(&A, &X, &B, &Y, &p);
    CHECK(near(p.distance, 2.0, 1e-13));
    Y.p = ab_vec3(55.0, -1.0, 0.0); // beside the end
    ab_proximity(&A, &X, &B, &Y, &p);
    CHECK(near(p.distance, sqrt(26.0) - 10.0, 1e-12) || p.distance > 0.0);
    ab_arena_done(&arena);
}

static void a_square_stands_on_two_corners(void) {
    abArena arena;
    ab_arena_init(&arena, ab_heap(), 0);
    abVec3 ground[2] = {{5.0, 0.0, 0.0}, {-5.0, 0.0, 0.0}};
    abVec3 square[4] = {{-0.5, -0.5, 0.0}, {0.5, -0.5, 0.0}, {0.5, 0.5, 0.0}, {-0.5, 0.5, 0.0}};
    abShape A = curve_of(&arena, ground, 2, "lines", false);
    abShape B = curve_of(&arena, square, 4, "lines", true);
    abPose X = pose(0.0, 0.0, 0.0), Y = pose(0.2, 0.499, 0.0);
    abProximity p;
    ab_proximity(&A, &X, &B, &Y, &p);
    CHECK(near(p.distance, -0.001, 1e-15) && near(p.n_AB_W.y, 1.0, 0.0));
    abPatchPoint points[AB_PATCH_MAX];
    CHECK(ab_curve_points(&A, &X, &B, &Y, 0.0, points) == 2);
    CHECK(near(fabs(points[0].p_W.x - points[1].p_W.x), 1.0, 1e-15));
    CHECK(near(points[0].depth, 0.001, 1e-15) && near(points[1].depth, 0.001, 1e-15));
    Y = pose(0.2, 0.71, AB_PI / 4.0); // on a corner
    ab_proximity(&A, &X, &B, &Y, &p);
    CHECK(near(p.distance, 0.71 - sqrt(0.5), 1e-15));
    CHECK(near(p.p_B_W.x, 0.2, 1e-15));
    Y = pose(0.2, 0.70, AB_PI / 4.0);
    ab_proximity(&A, &X, &B, &Y, &p);
    CHECK(near(p.distance, 0.70 - sqrt(0.5), 1e-15));
    CHECK(ab_curve_points(&A, &X, &B, &Y, 0.0, points) == 1);
    ab_arena_done(&arena);
}

// A disc in a square hole is near all four walls, each with its own gap and normal; what is farther
// than the margin is left out, and pressing at one wall does not hide the others.
static void places_apart_are_found_within_the_margin(void) {
    static const double offsets[3][2] = {{0.0, 0.0}, {0.004, -0.003}, {0.011, 0.002}};
    abArena arena;
    ab_arena_init(&arena, ab_heap(), 0);
    abVec3 walls[4] = {{-0.5, -0.5, 0.0}, {-0.5, 0.5, 0.0}, {0.5, 0.5, 0.0}, {0.5, -0.5, 0.0}};
    abShape hole = hole_of(&arena, walls, 4), disc = circle(&arena, 0.49);
    for (int i = 0; i < 3; i++) {
        double x = offsets[i][0], y = offsets[i][1];
        abPose X = pose(0.0, 0.0, 0.0), Y = pose(x, y, 0.8);
        const double gaps[4] = {0.01 - x, 0.01 + x, 0.01 - y, 0.01 + y};
        abPatchPoint points[AB_PATCH_MAX];
        CHECK(ab_curve_points(&hole, &X, &disc, &Y, 0.03, points) == 4);
        for (int k = 0; k < 4; k++) {
            abVec3 n = points[k].n_AB_W;
            int wall = fabs(n.x) > fabs(n.y) ? (n.x < 0.0 ? 0 : 1) : (n.y < 0.0 ? 2 : 3);
            CHECK(near(points[k].depth, -gaps[wall], 1e-14));
            CHECK(near(fmax(fabs(n.x), fabs(n.y)), 1.0, 1e-14));
        }
    }
    abPose X = pose(0.0, 0.0, 0.0), Y = pose(0.004, 0.0, 0.8);
    abPatchPoint points[AB_PATCH_MAX];
    CHECK(ab_curve_points(&hole, &X, &disc, &Y, 0.008, points) == 1);
    CHECK(near(points[0].depth, -0.006, 1e-14));
    CHECK(ab_curve_points(&hole, &X, &disc, &Y, 0.0, points) == 1); // the nearest
    ab_arena_done(&arena);
}

static void a_plate_has_mass(void) {
    abArena arena;
    ab_arena_init(&arena, ab_heap(), 0);
    abShape A = circle(&arena, 2.0);
    abMassProperties m = ab_shape_type(AB_SHAPE_CURVE)->mass(NULL, &A);
    double area = AB_PI * 4.0;
    CHECK(near(m.mass, 0.5 * area, 1e-13 * area));
    CHECK(near(m.inertia.m[2][2], 0.5 * m.mass * 4.0, 1e-12 * area));
    CHECK(near(m.inertia.m[0][0], m.mass * (0.25 * 4.0 + 0.25 / 12.0), 1e-12 * area));
    ab_arena_done(&arena);
}

// ---- arcs ----

enum { TEETH = 8, SPROCKET_POINTS = 4 * TEETH };

// A wheel with round seats, each an arc of `cuts` arcs.
static int sprocket(abVec3 *points, int cuts) {
    int count = 0;
    for (int i = 0; i < TEETH; i++) {
        double at = 2.0 * AB_PI * i / TEETH, center_x = ab_cos(at), center_y = ab_sin(at);
        // the seat bends in: from one flank to the other, to the right around a centre on the rim
        for (int k = 0; k <= cuts; k++) {
            double a = at + AB_PI + 1.1 - 2.2 * k / cuts;
            double bulge = k < cuts ? -ab_sin(0.55 / cuts) / ab_cos(0.55 / cuts) : 0.0;
            points[count++] =
                ab_vec3(center_x + 0.2 * ab_cos(a), center_y + 0.2 * ab_sin(a), bulge);
        }
    }
    return count;
}

static int disc_of_arcs(abVec3 *points, double radius, int cuts) {
    double bulge = ab_sin(0.5 * AB_PI / cuts) / ab_cos(0.5 * AB_PI / cuts);
    for (int k = 0; k < cuts; k++) {
        double a = 2.0 * AB_PI * k / cuts;
        points[k] = ab_vec3(radius * ab_cos(a), radius * ab_sin(a), bulge);
    }
    return cuts;
}

// Whole arcs are met at once, so that the contacts do not tell of how many an edge is made.
static void an_arc_is_met_as_a_whole(void) {
    abArena arena;
    ab_arena_init(&arena, ab_heap(), 0);
    abVec3 points[9 * TEETH];
    abShape A = curve_of(&arena, points, sprocket(points, 1), "lines", true);
    abShape A_cut = curve_of(&arena, points, sprocket(points, 5), "lines", true);
    abShape B = curve_of(&arena, points, disc_of_arcs(points, 0.195, 3), "lines", true);
    abShape B_cut = curve_of(&arena, points, disc_of_arcs(points, 0.195, 8), "lines", true);
    CHECK(B.curve->whole_count == 3 && B_cut.curve->whole_count == 8);
    CHECK(B.curve->piece_count > 20 && A.curve->whole_count <= 4 * TEETH);
    int inside = 0;
    for (int i = 0; i < 400; i++) {
        // about the middle of a seat, 5 mm wider than the disc: apart, or up to 10 mm deep
        double seat = 2.0 * AB_PI * (i % TEETH) / TEETH, away = 0.015 * (i % 100) / 99.0;
        abPose X = pose(0.1, 0.2, 0.7 * i),
               disc = pose(ab_cos(seat) + away * ab_cos(0.37 * i),
                           ab_sin(seat) + away * ab_sin(0.37 * i), 0.0);
        abPose Y = {pose(0.0, 0.0, 0.3 * i).R, ab_pose_point(X, disc.p)};
        abProximity whole, cut;
        ab_proximity(&A, &X, &B, &Y, &whole);
        ab_proximity(&A_cut, &X, &B_cut, &Y, &cut);
        CHECK(near(whole.distance, cut.distance, 1e-13));
        abPatchPoint p[AB_PATCH_MAX], q[AB_PATCH_MAX];
        int count = ab_curve_points(&A, &X, &B, &Y, 0.0, p);
        CHECK(count == ab_curve_points(&A_cut, &X, &B_cut, &Y, 0.0, q));
        double depth[2] = {0.0, 0.0};
        for (int k = 0; k < count; k++) {
            depth[0] += p[k].depth, depth[1] += q[k].depth;
        }
        CHECK(near(depth[0], depth[1], 1e-12));
        inside += whole.distance < 0.0;
    }
    CHECK(inside > 100 && inside < 380);
    ab_arena_done(&arena);
}

// ---- brute force ----

static double draw(uint64_t *state) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (double)(*state >> 11) / 9007199254740992.0;
}

// A wavy closed spline or a star with corners and bulges.
static abShape random_curve(abArena *arena, uint64_t *state, bool lines) {
    abVec3 points[POINTS];
    int count = 5 + (int)(draw(state) * 12.0);
    for (int i = 0; i < count; i++) {
        double r = 0.7 + 0.6 * draw(state), a = 2.0 * AB_PI * i / count;
        double bulge = lines && draw(state) < 0.3 ? 0.4 * draw(state) - 0.2 : 0.0;
        points[i] = ab_vec3(r * ab_cos(a), r * ab_sin(a), bulge);
    }
    return curve_of(arena, points, count, lines ? "lines" : "spline", true);
}

enum { SAMPLES = 4000 };
// A loop of samples, and what each CHUNK edges of it, from the one that ends in its first point on, lie
// within: what is elsewhere need not be asked.
enum { CHUNK = 40, CHUNKS = SAMPLES / CHUNK + 1 };
typedef struct {
    int count;
    abVec3 points[SAMPLES];
    struct {
        double low[2], high[2]; // x and y
    } boxes[CHUNKS];
} Loop;

static void sample(const abShape *shape, const abPose *X, Loop *loop) {
    int pieces = shape->curve->piece_count, per = SAMPLES / pieces;
    loop->count = 0;
    for (int i = 0; i < pieces; i++) {
        for (int k = 0; k < per; k++) {
            abVec2 p = ab_curve_at(&shape->curve->parts[i], (double)k / per).p;
            loop->points[loop->count++] = ab_pose_point(*X, ab_vec3(p.x, p.y, 0.0));
        }
    }
    for (int i = 0; i < loop->count; i++) {
        abVec3 p = loop->points[i], q = loop->points[(i + loop->count - 1) % loop->count];
        double low[2] = {fmin(p.x, q.x), fmin(p.y, q.y)};
        double high[2] = {fmax(p.x, q.x), fmax(p.y, q.y)};
        for (int k = 0; k < 2; k++) {
            double *least = &loop->boxes[i / CHUNK].low[k];
            double *most = &loop->boxes[i / CHUNK].high[k];
            *least = i % CHUNK == 0 ? low[k] : fmin(*least, low[k]);
            *most = i % CHUNK == 0 ? high[k] : fmax(*most, high[k]);
        }
    }
}

static abVec3 point_before(const Loop *loop, int i) {
    return loop->points[i == 0 ? loop->count - 1 : i - 1];
}

static bool inside(abVec3 q, const Loop *loop) {
    bool in = false;
    for (int first = 0; first < loop->count; first += CHUNK) {
        if (q.y < loop->boxes[first / CHUNK].low[1] || q.y > loop->boxes[first / CHUNK].high[1]) {
            continue;
        }
        for (int i = first; i < first + CHUNK && i < loop->count; i++) {
            abVec3 p = loop->points[i], before = point_before(loop, i);
            if ((p.y > q.y) != (before.y > q.y) &&
                q.x < (before.x - p.x) * (q.y - p.y) / (before.y - p.y) + p.x) {
                in = !in;
            }
        }
    }
    return in;
}

// From `chunk` on, which takes the chunk of the nearest point: the best place to begin for a neighbour.
static double distance_to(abVec3 q, const Loop *loop, int *chunk) {
    double minimum = INFINITY;
    int chunks = (loop->count + CHUNK - 1) / CHUNK, start = *chunk;
    for (int c = 0; c < chunks; c++) {
        int at = (start + c) % chunks;
        const double *low = loop->boxes[at].low, *high = loop->boxes[at].high;
        double x = fmax(fmax(low[0] - q.x, q.x - high[0]), 0.0);
        double y = fmax(fmax(low[1] - q.y, q.y - high[1]), 0.0);
        if (x * x + y * y > minimum * minimum) {
            continue;
        }
        for (int i = at * CHUNK; i < (at + 1) * CHUNK && i < loop->count; i++) {
            abVec3 before = point_before(loop, i);
            abVec3 e = ab_sub(loop->points[i], before), w = ab_sub(q, before);
            double f = fmin(fmax(ab_dot(w, e) / ab_norm2(e), 0.0), 1.0);
            double distance = ab_norm(ab_add_scaled(w, -f, e));
            if (distance < minimum) {
                minimum = distance;
                *chunk = at;
            }
        }
    }
    return minimum;
}

// Deepest point of one loop in the other; 0 when none is inside. `gap` takes the least distance.
static double deepest(const Loop *a, const Loop *b, double *gap) {
    double depth = 0.0;
    int chunk = 0;
    for (int i = 0; i < a->count; i++) {
        double d = distance_to(a->points[i], b, &chunk);
        *gap = fmin(*gap, d);
        if (d > depth && inside(a->points[i], b)) {
            depth = d;
        }
    }
    return depth;
}

static void random_curves_agree_with_brute_force(void) {
    uint64_t state = 7;
    static Loop a, b;
    int apart = 0, shallow = 0;
    for (int n = 0; n < 150; n++) {
        abArena arena;
        ab_arena_init(&arena, ab_heap(), 0);
        abShape A = random_curve(&arena, &state, n % 2),
                B = random_curve(&arena, &state, n % 3 == 0);
        abPose X = pose(0.1, 0.0, 6.0 * draw(&state));
        double displacement = 6.0 * draw(&state), far = 1.5 + draw(&state);
        abPose Y = pose(far * ab_cos(displacement), far * ab_sin(displacement), 6.0 * draw(&state));
        sample(&A, &X, &a);
        sample(&B, &Y, &b);
        double gap = INFINITY, depth = deepest(&a, &b, &gap);
        depth = fmax(depth, deepest(&b, &a, &gap));
        abProximity p;
        ab_proximity(&A, &X, &B, &Y, &p);
        const double sampling = 1e-4; // step^2 by 8 radii of curvature, 6e-3 and 0.05 m at worst
        if (depth == 0.0) {
            apart++;
            CHECK(near(p.distance, gap, sampling));
        } else if (depth < 0.1) {
            shallow++;
            // a corner against a corner counts to the nearer side
            CHECK(p.distance < 0.0 && -p.distance <= depth + sampling);
            CHECK(-p.distance >= 0.5 * depth);
        } else {
            CHECK(p.distance < 0.0);
        }
        CHECK(near(ab_norm(p.n_AB_W), 1.0, 1e-14));
        abProximity q;
        ab_proximity(&B, &Y, &A, &X, &q);
        CHECK(near(p.distance, q.distance, 1e-12));
        ab_arena_done(&arena);
    }
    printf("%d apart, %d shallow\n", apart, shallow);
    CHECK(apart > 30 && shallow > 15);
}

// ---- what is near, known from before ----

// Two curves that roll, slide and turn in small and large steps: the same bits by the list as without.
static void what_was_near_changes_no_bit(void) {
    uint64_t state = 11;
    int touching = 0, apart = 0;
    for (int n = 0; n < 60; n++) {
        abCurveWorkspace workspace = {.allocator = ab_heap()};
        abArena arena;
        ab_arena_init(&arena, ab_heap(), 0);
        abVec3 points[POINTS];
        bool has_arcs = n % 4 == 0;
        abShape A = has_arcs ? curve_of(&arena, points, sprocket(points, 3), "lines", true)
                             : random_curve(&arena, &state, n % 2);
        abShape B = has_arcs
                        ? curve_of(&arena, points, disc_of_arcs(points, 0.19, 5), "lines", true)
                        : random_curve(&arena, &state, n % 3 == 0);
        double pace = n % 5 == 0 ? 0.03 : 3e-4, margin = n % 2 == 0 ? 0.0 : 0.02;
        double angle = 6.0 * draw(&state), far = has_arcs ? 1.0 : 1.9 + 0.3 * draw(&state);
        for (int i = 0; i < 300; i++) {
            angle += pace * draw(&state);
            far += 0.2 * pace * (draw(&state) - 0.5);
            abPose X = pose(0.1, 0.0, 0.3 + 0.5 * pace * i);
            abPose Y = pose(0.1 + far * ab_cos(angle), far * ab_sin(angle), 2.1 * angle);
            abProximity p, q;
            abPatchPoint found[AB_PATCH_MAX], wanted[AB_PATCH_MAX];
            ab_proximity(&A, &X, &B, &Y, &p);
            ab_curves_proximity(&workspace, &A, &X, &B, &Y, &q);
            if (!(p.distance == q.distance))
                printf("%d %d  %.17g %.17g n %g\n", n, i, p.distance, q.distance,
                       ab_norm(ab_sub(p.n_AB_W, q.n_AB_W)));
            CHECK(p.distance == q.distance && ab_norm(ab_sub(p.n_AB_W, q.n_AB_W)) == 0.0);
            int count = ab_curves_points(&workspace, &A, &X, &B, &Y, margin, found);
            CHECK(count == ab_curve_points(&A, &X, &B, &Y, margin, wanted));
            for (int k = 0; k < count; k++) {
                CHECK(found[k].id == wanted[k].id && found[k].depth == wanted[k].depth);
                CHECK(ab_norm(ab_sub(found[k].p_W, wanted[k].p_W)) == 0.0);
                CHECK(ab_norm(ab_sub(found[k].n_AB_W, wanted[k].n_AB_W)) == 0.0);
            }
            *(p.distance < 0.0 ? &touching : &apart) += 1;
        }
        ab_curve_workspace_done(&workspace);
        ab_arena_done(&arena);
    }
    printf("%d touching, %d apart\n", touching, apart);
    CHECK(touching > 2000 && apart > 2000);
}

AB_TESTS(AB_TEST(circles_are_as_far_apart_as_they_are),
         AB_TEST(concentric_circles_are_apart_by_their_radii),
         AB_TEST(the_lens_of_two_circles_has_its_area),
         AB_TEST(a_circle_over_a_line_has_its_segment), AB_TEST(a_square_stands_on_two_corners),
         AB_TEST(places_apart_are_found_within_the_margin), AB_TEST(a_plate_has_mass),
         AB_TEST(an_arc_is_met_as_a_whole), AB_TEST(random_curves_agree_with_brute_force),
         AB_TEST(what_was_near_changes_no_bit))
