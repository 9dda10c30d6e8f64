// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// mesh_regions_test.c - runs with meshes: regions remember their own impacts, a mesh does as the
// shape it is, and comes to rest.

#include "abut/read.h"
#include "base/check.h"
#include "integrate/run.h"

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
    int most;              // regions at once
    double memory[2];      // of the law, of both then
    double first, between; // what the touch began with; time until the second
} Seen;

static abResult look(void *context, abSimulation *s, double time, abError *error) {
    (void)time, (void)error;
    Seen *seen = context;
    for (size_t k = 0; k < s->dynamics.touch_count; k++) {
        const abTouch *touch = &s->dynamics.touches[k];
        CHECK(touch->has_regions);
        const abRegionList *kept = &s->dynamics.touch_regions[touch->regions].kept;
        if (kept->count == 2 && seen->most < 2) {
            seen->most = 2;
            seen->first = touch->law_memory[0];
            seen->between = s->t - touch->start_time;
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
    CHECK(seen.most == 2 && seen.between > 1e-4);
    // one has what the touch began with, the other what its own speed gave
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

// Two boxes of triangles on each other; what overlaps has been there before.
static void steps_allocate_nothing_after_warming_up(void) {
    write_files();
    abModel *model = read_model(
        "  a: {position: [0.1, 0.2, 0.201], rotation: [0, 0, 0.3], shapes: [{mesh: {file: "
        "mesh_regions_box.obj, collide: surface}, material: steel}]}\n"
        "  b: {position: [0.15, 0.2, 0.602], shapes: [{mesh: {file: mesh_regions_box.obj, collide: "
        "surface}, material: steel}]}\n",
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

static void files_are_gone(void) {
    remove("mesh_regions_bridge.obj");
    remove("mesh_regions_box.obj");
}

AB_TESTS(AB_TEST(each_region_remembers_its_own_impact), AB_TEST(a_box_of_triangles_comes_to_rest),
         AB_TEST(steps_allocate_nothing_after_warming_up),
         AB_TEST(a_ball_rolls_on_triangles_as_on_a_box), AB_TEST(files_are_gone))
