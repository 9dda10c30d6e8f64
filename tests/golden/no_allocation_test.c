// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// no_allocation_test.c - after warm-up a step allocates nothing, neither by the simulation's
// allocator nor by malloc behind it.
//
// With glibc the program has its own malloc, calloc, realloc and free that count and pass on, so
// calls from linked libraries (SUNDIALS) count as well. Sanitizers bring theirs: then only the
// allocator is watched.

#include <stdlib.h>

#include "base/check.h"
#include "scenes.h"

// volatile: compilers know that the real malloc touches no variable of ours
static volatile bool s_is_counting;
static volatile long s_mallocs; // calls while counting

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define IS_SANITIZED 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define IS_SANITIZED 1
#endif

#if defined(__GLIBC__) && !defined(IS_SANITIZED)
enum { SEES_MALLOC = 1 };
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *pointer, size_t size);
extern void __libc_free(void *pointer);

void *malloc(size_t size) {
    s_mallocs += s_is_counting;
    return __libc_malloc(size);
}
void *calloc(size_t count, size_t size) {
    s_mallocs += s_is_counting;
    return __libc_calloc(count, size);
}
void *realloc(void *pointer, size_t size) {
    s_mallocs += s_is_counting;
    return __libc_realloc(pointer, size);
}
void free(void *pointer) {
    s_mallocs += s_is_counting && pointer != NULL;
    __libc_free(pointer);
}
#else
enum { SEES_MALLOC = 0 };
#endif

typedef struct Counter {
    long calls, counted; // of the allocator: all, while counting
    double warm;         // counting begins at the first step after this time             [s]
    int64_t steps;       // while counting
} Counter;

static void *count_resize(void *context, void *pointer, size_t old_size, size_t new_size) {
    Counter *counter = context;
    (void)old_size;
    counter->calls++;
    counter->counted += s_is_counting;
    if (new_size == 0) {
        free(pointer);
        return NULL;
    }
    return realloc(pointer, new_size);
}

static abResult count_step(void *context, abSimulation *simulation, double time, abError *error) {
    (void)simulation, (void)error;
    Counter *counter = context;
    s_is_counting = time >= counter->warm;
    counter->steps += s_is_counting;
    return AB_OK;
}

static abResult see_frame(void *context, const abFrame *frame, abError *error) {
    (void)context, (void)frame, (void)error;
    return AB_OK;
}

static abResult see_event(void *context, const abEvent *event, abError *error) {
    (void)context, (void)event, (void)error;
    return AB_OK;
}

static void check_scene(const char *name, double warm) {
    const Scene *scene = scene_find(name);
    abModel *model = scene != NULL ? scene_model(scene, ab_heap()) : NULL;
    CHECK(model != NULL);
    if (model == NULL) {
        return;
    }
    abError error;
    ab_error_clear(&error);
    Counter counter = {.warm = warm};
    abAllocator allocator = {count_resize, &counter};
    abObserver observer = {&counter, see_frame, see_event, count_step};
    abSimulation *simulation = NULL;
    CHECK(ab_simulation_create(model, NULL, allocator, (abLog){0}, &simulation, &error) == AB_OK);
    s_mallocs = 0;
    abResult result = ab_simulation_run(simulation, &observer, &error);
    s_is_counting = false;
    CHECK(result == AB_OK);
    scene_problems(name, &error);
    printf("%-18s %8lld steps after warm-up: %ld calls of the allocator, %ld of malloc\n", name,
           (long long)counter.steps, counter.counted, s_mallocs);
    CHECK(counter.calls > 0);   // it is in use
    CHECK(counter.steps >= 50); // there was something to watch
    CHECK(counter.counted == 0);
    CHECK(s_mallocs == 0);
    ab_simulation_destroy(simulation);
    ab_model_destroy(model);
}

static void mallocs_are_seen(void) {
    s_is_counting = true;
    s_mallocs = 0;
    void *volatile some = malloc(10);
    free(some);
    s_is_counting = false;
    CHECK(s_mallocs == (SEES_MALLOC ? 2 : 0));
}

// Warm: every contact and pair of the scene has been met once, so arrays have their sizes.
static void bouncing_ball(void) {
    check_scene("bouncing_ball", 0.6); // each ball has touched
}
static void billiard(void) {
    check_scene("billiard_4", 0.6); // the rack is broken at 0.39 s
}
static void rolling_and_spinning(void) {
    check_scene("rattleback", 0.1);
    check_scene("tippe_top", 0.01);
}
static void boxes_and_cylinders(void) {
    check_scene("cylinders", 0.25);
    check_scene("beams", 0.5);
    check_scene("capsules", 0.5);
}
static void joints_springs_and_motions(void) {
    check_scene("pendulum_on_rail", 0.05);
    check_scene("workshop", 0.6);
}
static void implicit_steps(void) {
    check_scene("steps", 0.6);         // all that falls has touched
    check_scene("surface_steps", 0.5); // the cube has come down
}

static void stiff_integrator(void) {
    check_scene("hello_bdf", 0.6);
}

static void flexible_bodies(void) {
    check_scene("breathing_masses", 0.1);
    check_scene("soft_cube", 0.19); // it has touched the floor
    check_scene("flexible_crank", 0.02);
    check_scene("soft_cube_steps", 0.7);
}

AB_TESTS(AB_TEST(mallocs_are_seen), AB_TEST(flexible_bodies), AB_TEST(bouncing_ball),
         AB_TEST(billiard), AB_TEST(rolling_and_spinning), AB_TEST(boxes_and_cylinders),
         AB_TEST(joints_springs_and_motions), AB_TEST(implicit_steps), AB_TEST(stiff_integrator))
