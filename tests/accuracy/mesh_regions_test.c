// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// mesh_regions_test.c - runs with meshes: regions remember their own impacts, a mesh does as the
// shape it is, and comes to rest.

#include "abut/read.h"
#include "base/check.h"
#include "core/simulation_state.h"
#include "math/core/elementary.h"
#include "mechanics/contact/contact_set.h"

static abError s_error;

static void write_file(const char *name, const char *text) {
    FILE *out = fopen(name, "wb");
    fputs(text, out);
    fclose(out);
}

// A bridge on two feet, 2 m long, and a box of 1 m, 0.6 m, 0.4 m.
static void write_files(void) {
    write_file(
        "mesh_regions_bridge.obj",
        "v -1 0 0\nv -.8 0 0\nv -.8 0 .3\nv .8 0 .3\nv .8 0 0\nv 1 0 0\nv 1 0 .5\nv -1 0 .5\n"
        "v -1 .4 0\nv -.8 .4 0\nv -.8 .4 .3\nv .8 .4 .3\nv .8 .4 0\nv 1 .4 0\nv 1 .4 .5\n"
        "v -1 .4 .5\nf 1 2 3 4 5 6 7 8\nf 16 15 14 13 12 11 10 9\nf 1 9 10 2\nf 2 10 11 3\n"
        "f 3 11 12 4\nf 4 12 13 5\nf 5 13 14 6\nf 6 14 15 7\nf 7 15 16 8\nf 8 16 9 1\n");
    write_file("mesh_regions_box.obj",
               "v -.5 -.3 -.2\nv .5 -.3 -.2\nv .5 .3 -.2\nv -.5 .3 -.2\nv -.5 -.3 .2\nv .5 -.3 .2\n"
               "v .5 .3 .2\nv -.5 .3 .2\nf 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\n"
               "f 4 1 5 8\n");
}

static abModel *read_model(const char *bodies, const char *rest) {
    char text[3000];
    snprintf(
        text, sizeof text,
        "abut: 1\ngravity: [0, 0, -9.81]\n"
        "materials: {steel: {youngs_modulus: 2.1e8, poissons_ratio: 0.3, density: 1000}}\n"
        "pairs: [{materials: [steel, steel], restitution: 0.5, sliding_friction: 0.3}]\n"
        "bodies:\n  table: {mobility: fixed, position: [0, 0, -0.5], shapes: [{box: {size: [4, 4, "
        "1]}, material: steel}]}\n%s%s",
        bodies, rest);
    abModel *model = NULL;
    abResult result = ab_model_read_text(text, strlen(text), "mesh_regions.yaml", NULL, 0,
                                         ab_heap(), (abLog){0}, &model, &s_error);
    CHECK(result == AB_OK);
    if (result != AB_OK) {
        printf("%s\n", s_error.problems[0].text);
    }
    return model;
}

// Lands on one foot; the other follows while the first still touches. Its law begins anew.
typedef struct Seen {
    int maximum;           // regions at once
    double memory[2];      // of the law, of both then
    double first, between; // what the contact pair began with; time until the second
} Seen;

static abResult look(void *context, abSimulation *s, double time, abError *error) {
    (void)time, (void)error;
    Seen *seen = context;
    for (size_t k = 0; k < s->dynamics.contacts->count; k++) {
        const abContactPair *pair = &s->dynamics.contacts->pairs[k];
        CHECK(pair->data->has_regions);
        const abRegionList *kept = &s->dynamics.contacts->pair_regions[pair->regions].kept;
        if (kept->count == 2 && seen->maximum < 2) {
            seen->maximum = 2;
            seen->first = pair->law_memory[0];
            seen->between = s->t - pair->start_time;
            for (int i = 0; i < 2; i++) {
                seen->memory[i] = kept->items[i].law_memory[0];
            }
        }
    }
    return AB_OK;
}

static void each_region_remembers_its_own_impact(void) {
    write_files();
    // the second foot is 0.2 mm higher: it lands during the soft contact of the first
    abModel *model = read_model(
        "  bridge: {position: [0, 0, 0.001], rotation: [0, -0.0001, 0], velocity: [0, 0, -0.3], "
        "shapes: "
        "[{mesh: {file: mesh_regions_bridge.obj, collide: surface}, material: steel}]}\n",
        "simulation: {end_time: 0.02, tolerance: 1.0e-6, output_interval: 0.01}\n");
    abSimulation *s = NULL;
    Seen seen = {0};
    abObserver observer = {.context = &seen, .step = look};
    CHECK(ab_simulation_create(model, NULL, ab_heap(), (abLog){0}, &s, &s_error) == AB_OK);
    CHECK(ab_simulation_run(s, &observer, &s_error) == AB_OK);
    CHECK(seen.maximum == 2 && seen.between > 1e-4);
    // one has what the contact pair began with, the other what its own speed gave
    bool is_first = seen.memory[0] == seen.first, is_second = seen.memory[1] == seen.first;
    CHECK(is_first != is_second);
    printf("  second foot after %.2e s, law began with %g and %g\n", seen.between, seen.memory[0],
           seen.memory[1]);
    ab_simulation_destroy(s);
    ab_model_destroy(model);
}

// Frames of the last body.
typedef struct Track {
    double height, speed, force;
} Track;

static abResult follow(void *context, const abFrame *frame, abError *error) {
    (void)error;
    Track *track = context;
    const abBodyState *body = &frame->bodies[frame->body_count - 1];
    *track = (Track){.height = body->position.z,
                     .speed = sqrt(body->velocity.x * body->velocity.x +
                                   body->velocity.y * body->velocity.y +
                                   body->velocity.z * body->velocity.z)};
    for (int i = 0; i < frame->contact_count; i++) {
        track->force += frame->contacts[i].force.z;
    }
    return AB_OK;
}

static Track run(const char *body, const char *rest) {
    abModel *model = read_model(body, rest);
    abSimulation *s = NULL;
    Track track = {0};
    abObserver observer = {.context = &track, .frame = follow};
    CHECK(ab_simulation_create(model, NULL, ab_heap(), (abLog){0}, &s, &s_error) == AB_OK);
    CHECK(ab_simulation_run(s, &observer, &s_error) == AB_OK);
    ab_simulation_destroy(s);
    ab_model_destroy(model);
    return track;
}

// Counts what is asked of the heap.
static void *counted(void *context, void *block, size_t from, size_t to) {
    ++*(long *)context;
    abAllocator heap = ab_heap();
    return heap.resize(heap.context, block, from, to);
}

typedef struct Count {
    long calls, at_half;
    int steps;
} Count;

static abResult note_half(void *context, abSimulation *s, double time, abError *error) {
    (void)s, (void)error;
    Count *count = context;
    count->steps += time > 0.2;
    count->at_half = time <= 0.2 ? count->calls : count->at_half;
    return AB_OK;
}

// A bridge on a bridge, whose meshes are not convex; what overlaps has been there before.
static void steps_allocate_nothing_after_warming_up(void) {
    write_files();
    abModel *model = read_model(
        "  a: {position: [0.1, 0.2, 0.001], rotation: [0, 0, 0.3], shapes: [{mesh: {file: "
        "mesh_regions_bridge.obj, collide: surface}, material: steel}]}\n"
        "  b: {position: [0.15, 0.2, 0.502], rotation: [0, 0, 0.3], shapes: [{mesh: {file: "
        "mesh_regions_bridge.obj, collide: surface}, material: steel}]}\n",
        "simulation: {end_time: 0.4, tolerance: 1.0e-5, output_interval: 0.1}\n");
    Count count = {0};
    abAllocator allocator = {.context = &count.calls, .resize = counted};
    abSimulation *s = NULL;
    abObserver observer = {.context = &count, .step = note_half};
    CHECK(ab_simulation_create(model, NULL, allocator, (abLog){0}, &s, &s_error) == AB_OK);
    CHECK(ab_simulation_run(s, &observer, &s_error) == AB_OK);
    printf("  %ld calls of the allocator, %ld of them in the last %d steps\n", count.calls,
           count.calls - count.at_half, count.steps);
    CHECK(count.steps > 20 && count.calls == count.at_half);
    ab_simulation_destroy(s);
    ab_model_destroy(model);
}

static void a_box_of_triangles_comes_to_rest(void) {
    write_files();
    Track end =
        run("  box: {position: [0.1, 0.2, 0.21], rotation: [0.01, 0.02, 0.3], shapes: [{mesh: "
            "{file: mesh_regions_box.obj, collide: surface}, material: steel}]}\n",
            "simulation: {end_time: 2, tolerance: 1.0e-6, output_interval: 0.5}\n");
    double weight = 1000.0 * 0.24 * 9.81;
    printf("  box of triangles after 2 s: %.1e m/s, carried to %.1e\n", end.speed,
           fabs(end.force / weight - 1.0));
    CHECK(end.speed < 1e-6 && fabs(end.height - 0.2) < 1e-4);
    CHECK_NEAR(end.force, weight, 1e-4, weight);
}

// A ball on a slab of triangles and on a box: the same to rounding and tolerance.
static void a_ball_rolls_on_triangles_as_on_a_box(void) {
    write_files();
    static const char ball[] =
        "  ball: {position: [-0.3, 0.1, 0.25], velocity: [0.5, 0.1, 0], shapes: "
        "[{sphere: {radius: 0.05}, material: steel}]}\n";
    static const char rest[] =
        "simulation: {end_time: 0.5, tolerance: 1.0e-8, output_interval: 0.1}\n";
    char on_mesh[1000], on_box[1000];
    snprintf(on_mesh, sizeof on_mesh,
             "  slab: {mobility: fixed, shapes: [{mesh: {file: "
             "mesh_regions_box.obj, collide: surface}, material: steel}]}\n%s",
             ball);
    snprintf(on_box, sizeof on_box,
             "  slab: {mobility: fixed, shapes: [{box: {size: [1, 0.6, 0.4]}, "
             "material: steel, contact_radius: 0.2}]}\n%s",
             ball);
    Track a = run(on_mesh, rest), b = run(on_box, rest);
    printf("  ball on triangles and on a box: height differs by %.1e m, speed by %.1e m/s\n",
           fabs(a.height - b.height), fabs(a.speed - b.speed));
    // the tolerance is relative to depth and speed
    CHECK_NEAR(a.height, b.height, 1e-8, 1.0);
    CHECK_NEAR(a.speed, b.speed, 1e-7, 1.0);
}

// ---- an edge across an edge ----

// Of 1/2 m v^2 at the start the greatest part that is neither motion nor stored.
static abResult note_what_is_missing(void *context, const abFrame *frame, abError *error) {
    (void)error;
    double *missing = context;
    double energy = frame->energy.kinetic + frame->energy.contacts;
    *missing = fmax(*missing, fabs(energy / 2.0 - 1.0));
    return AB_OK;
}

// A square bar of triangles, 4 kg, falls with 1 m/s onto another one across it, edge on edge. Its
// deepest point goes down by s = sqrt(1/2) of its way, and F = s k d^(3/2) is the slope of what is
// stored, so that
//
//   1/2 m v^2 = 2/5 k d^(5/2)
static void crossed_edges_give_back_what_they_take(const char *method, double error) {
    char text[2000];
    snprintf(
        text, sizeof text,
        "abut: 1\ngravity: [0, 0, 0]\nmaterials: {steel: {density: 1000}}\nbodies:\n"
        "  lower: {mobility: fixed, rotation: [0.7853981633974483, 0, 0], shapes: [{box: {size: "
        "[0.4, 0.1, 0.1]}, material: steel}]}\n"
        "  upper: {position: [0, 0, 0.15], velocity: [0, 0, -1], orientation: [0.9238795325112867, "
        "0, 0.3826834323650898, 0], shapes: [{mesh: {points: [[-0.05, -0.2, -0.05], [0.05, -0.2, "
        "-0.05], [0.05, 0.2, -0.05], [-0.05, 0.2, -0.05], [-0.05, -0.2, 0.05], [0.05, -0.2, 0.05], "
        "[0.05, 0.2, 0.05], [-0.05, 0.2, 0.05]], faces: [[0, 2, 1], [0, 3, 2], [4, 5, 6], [4, 6, "
        "7], [0, 1, 5], [0, 5, 4], [1, 2, 6], [1, 6, 5], [2, 3, 7], [2, 7, 6], [3, 0, 4], [3, 4, "
        "7]], collide: surface}, material: steel}]}\n"
        "contacts: [{between: [all, all], normal: {law: hertz, stiffness: 1.0e8, damping: 0}, "
        "friction: {law: none}}]\n"
        "simulation: {method: %s, end_time: 0.03, output_interval: 2e-4, tolerance: 1e-8}\n",
        method);
    abModel *model = NULL;
    CHECK(ab_model_read_text(text, strlen(text), "crossed.yaml", NULL, 0, ab_heap(), (abLog){0},
                             &model, &s_error) == AB_OK);
    abSimulation *s = NULL;
    double missing = 0.0, depth = ab_pow(2.0 / 0.4e8, 0.4);
    abObserver observer = {.context = &missing, .frame = note_what_is_missing};
    CHECK(ab_simulation_create(model, NULL, ab_heap(), (abLog){0}, &s, &s_error) == AB_OK);
    CHECK(ab_simulation_run(s, &observer, &s_error) == AB_OK);
    printf("  %s: %.1e of the energy missing, depth %.6g m of %.6g m\n", method, missing,
           s->statistics.worst_depth, depth);
    CHECK(missing <= error);
    CHECK_NEAR(s->statistics.worst_depth, depth, error, depth);
    ab_simulation_destroy(s);
    ab_model_destroy(model);
}

static void crossed_edges_by_both_methods(void) {
    crossed_edges_give_back_what_they_take("events", 1e-6);
    crossed_edges_give_back_what_they_take("stepping, step: 2e-5", 1e-3);
}

// ---- a body with flat faces ----

typedef struct Energy {
    double start, most;
} Energy;

static abResult note_most_energy(void *context, const abFrame *frame, abError *error) {
    (void)error;
    Energy *seen = context;
    double now = frame->energy.kinetic + frame->energy.gravity + frame->energy.contacts;
    seen->start = frame->time > 0.0 ? seen->start : now;
    seen->most = frame->time > 0.0 ? fmax(seen->most, now) : now;
    return AB_OK;
}

// A tetrahedron of triangles is the body that its hull is: it tumbles on the edges of a box of
// triangles, and no law without losses gives more than it took.
static void a_tetrahedron_gives_back_no_more_than_it_took(void) {
    write_files();
    double worst = 0.0, fall = 1000.0 * 8.0 / 3.0 * 1e-3 * 9.81 * 0.2; // about                  [J]
    for (int i = 0; i < 12; i++) {
        char text[1500];
        snprintf(
            text, sizeof text,
            "abut: 1\ngravity: [0, 0, -9.81]\n"
            "materials: {m: {youngs_modulus: 5e6, poissons_ratio: 0.4, density: 1000}}\n"
            "pairs: [{materials: [m, m], restitution: 1, sliding_friction: 0}]\nbodies:\n"
            "  ground: {mobility: fixed, position: [0.12, 0.04, -0.2], shapes: [{mesh: {file: "
            "mesh_regions_box.obj, collide: surface}, material: m}]}\n"
            "  body: {position: [-0.37, 0, 0.3], rotation: [%.6f, %.6f, 0.3], angular_velocity: "
            "[2, -1, 1], shapes: [{mesh: {points: [[1, 1, 1], [1, -1, -1], [-1, 1, -1], "
            "[-1, -1, 1]], faces: [[0, 1, 2], [0, 3, 1], [0, 2, 3], [1, 3, 2]], scale: 0.1, "
            "collide: surface}, material: m}]}\n"
            "contacts: [{between: [all, all], normal: {law: elastic}, friction: {law: none}}]"
            "\nsimulation: {end_time: 0.6, output_interval: 2e-3, tolerance: 1e-8}\n",
            3.0 * ab_sin(2.0 + i), 3.0 * ab_cos(5.0 * i));
        abModel *model = NULL;
        CHECK(ab_model_read_text(text, strlen(text), "tetrahedron.yaml", NULL, 0, ab_heap(),
                                 (abLog){0}, &model, &s_error) == AB_OK);
        abSimulation *s = NULL;
        Energy seen = {0};
        abObserver observer = {.context = &seen, .frame = note_most_energy};
        CHECK(ab_simulation_create(model, NULL, ab_heap(), (abLog){0}, &s, &s_error) == AB_OK);
        CHECK(ab_simulation_run(s, &observer, &s_error) == AB_OK);
        worst = fmax(worst, (seen.most - seen.start) / fall);
        ab_simulation_destroy(s);
        ab_model_destroy(model);
    }
    printf("  tetrahedra gain at most %.1e of the energy that falls\n", worst);
    CHECK(worst < 1e-5);
}

// What a round body thrown at a tetrahedron of triangles, which floats, has lost or gained when both
// are apart again, of what it had; most of them meet an edge or a corner.
static double lost_at_tetrahedron(const char *shape, int i) {
    char text[1500];
    snprintf(text, sizeof text,
             "abut: 1\ngravity: [0, 0, 0]\nmaterials: {m: {density: 1000}}\nbodies:\n"
             "  still: {angular_velocity: [1, 2, -1], shapes: [{mesh: {points: [[1, 1, 1], "
             "[1, -1, -1], [-1, 1, -1], [-1, -1, 1]], faces: [[0, 1, 2], [0, 3, 1], [0, 2, 3], "
             "[1, 3, 2]], scale: 0.1, collide: surface}, material: m}]}\n"
             "  thrown: {position: [%.6f, %.6f, 0.3], rotation: [%.6f, %.6f, 0.3], velocity: "
             "[0, 0, -1], angular_velocity: [2, -1, 3], shapes: [{%s, material: m}]}\n"
             "contacts: [{between: [all, all], normal: {law: hertz, stiffness: 1.0e7, damping: 0}, "
             "friction: {law: none}}]\n"
             "simulation: {end_time: 0.6, output_interval: 0.01, tolerance: 1e-9}\n",
             0.05 * ab_sin(1.0 + 3.0 * i), 0.05 * ab_cos(7.0 * i), 3.0 * ab_sin(2.0 + i),
             3.0 * ab_cos(5.0 * i), shape);
    abModel *model = NULL;
    CHECK(ab_model_read_text(text, strlen(text), "thrown.yaml", NULL, 0, ab_heap(), (abLog){0},
                             &model, &s_error) == AB_OK);
    abSimulation *s = NULL;
    CHECK(ab_simulation_create(model, NULL, ab_heap(), (abLog){0}, &s, &s_error) == AB_OK);
    double start = ab_simulation_energy(s).kinetic;
    CHECK(ab_simulation_run(s, NULL, &s_error) == AB_OK);
    CHECK(s->statistics.worst_depth > 1e-4); // it has met it
    double lost = fabs(ab_simulation_energy(s).kinetic / start - 1.0);
    ab_simulation_destroy(s);
    ab_model_destroy(model);
    return lost;
}

static void round_bodies_leave_a_tetrahedron_with_what_they_brought(void) {
    static const char *const shapes[] = {"ellipsoid: {semi_axes: [0.05, 0.08, 0.06]}",
                                         "sphere: {radius: 0.07}"};
    double worst = 0.0;
    for (int i = 0; i < 24; i++) {
        worst = fmax(worst, lost_at_tetrahedron(shapes[i % 2], i));
    }
    printf("  round bodies lose or gain at most %.1e of their energy\n", worst);
    CHECK(worst < 1e-6);
}

static void files_are_gone(void) {
    remove("mesh_regions_bridge.obj");
    remove("mesh_regions_box.obj");
}

AB_TESTS(AB_TEST(each_region_remembers_its_own_impact), AB_TEST(a_box_of_triangles_comes_to_rest),
         AB_TEST(steps_allocate_nothing_after_warming_up),
         AB_TEST(a_ball_rolls_on_triangles_as_on_a_box), AB_TEST(crossed_edges_by_both_methods),
         AB_TEST(a_tetrahedron_gives_back_no_more_than_it_took),
         AB_TEST(round_bodies_leave_a_tetrahedron_with_what_they_brought), AB_TEST(files_are_gone))
