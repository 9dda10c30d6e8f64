// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0

#include "base/check.h"
#include "derivative/state/derivative.h"
#include "ode/coupling.h"

enum { BODIES = 6 };

// Free bodies 0 .. 5; body 5 is fixed.
typedef struct Scene {
    abModel model;
    abBody bodies[BODIES];
    abJoint joint;
    abDerivative dynamics;
    abContactSet contacts;
    abPairData data[2 * BODIES];
    abContactPair pairs[2 * BODIES];
    abArena arena;
    abCoupling coupling;
} Scene;

static void begin(Scene *s, bool with_joint) {
    memset(s, 0, sizeof *s);
    for (int b = 0; b < BODIES; b++) {
        s->bodies[b].state = b < BODIES - 1 ? AB_STATES_FREE * b : -1;
        s->bodies[b].mobility = b < BODIES - 1 ? AB_MOBILITY_FREE : AB_MOBILITY_FIXED;
    }
    s->joint = (abJoint){.body_a = 0, .body_b = 1};
    s->model.bodies = s->bodies;
    s->model.body_count = BODIES;
    s->model.joints = &s->joint;
    s->model.joint_count = with_joint ? 1 : 0;
    s->dynamics.mechanics.model = &s->model;
    s->dynamics.mechanics.allocator = ab_heap();
    s->dynamics.contacts = &s->contacts;
    s->contacts.pairs = s->pairs;
    ab_arena_init(&s->arena, ab_heap(), 4096);
    CHECK(ab_coupling_init(&s->coupling, &s->dynamics, &s->arena, NULL) == AB_OK);
}

static void pair(Scene *s, int a, int b) {
    abPairData *data = &s->data[s->contacts.count];
    *data = (abPairData){.body_a = a, .body_b = b};
    s->pairs[s->contacts.count++] = (abContactPair){.data = data};
}

static void end(Scene *s) {
    ab_coupling_done(&s->coupling);
    ab_arena_done(&s->arena);
}

static void bodies_on_the_ground_need_one_colour(void) {
    static Scene s;
    begin(&s, false);
    for (int b = 0; b < BODIES - 1; b++) {
        pair(&s, b, BODIES - 1);
    }
    CHECK(ab_coupling_update(&s.coupling));
    CHECK(s.coupling.color_count == 1);
    CHECK(ab_coupling_entries(&s.coupling) == 5 * AB_STATES_FREE * AB_STATES_FREE);
    end(&s);
}

// A force between 0 and 1 that looks at 3: both depend on 3, and a column of 3 must not be
// differenced with theirs.
static void a_force_couples_what_it_looks_at(void) {
    static Scene s;
    static const int depends_on[] = {3, BODIES - 1};
    static abForceElement force;
    begin(&s, false);
    force =
        (abForceElement){.body_a = 0, .body_b = 1, .depends_on = depends_on, .depends_on_count = 2};
    s.model.forces = &force;
    s.model.force_count = 1;
    CHECK(ab_coupling_update(&s.coupling));
    CHECK(s.coupling.color_count == 3);
    // each to itself, and 0-1, 0-3, 1-3 both ways
    CHECK(ab_coupling_entries(&s.coupling) == (5 + 6) * AB_STATES_FREE * AB_STATES_FREE);
    end(&s);
}

static void a_chain_of_touches_needs_three(void) {
    static Scene s;
    begin(&s, false);
    for (int b = 0; b + 1 < BODIES - 1; b++) {
        pair(&s, b, b + 1);
        pair(&s, b, b + 1); // twice is once
    }
    CHECK(ab_coupling_update(&s.coupling));
    CHECK(s.coupling.color_count == 3);
    // tridiagonal: 5 blocks on the diagonal, 8 beside it
    CHECK(ab_coupling_entries(&s.coupling) == 13 * AB_STATES_FREE * AB_STATES_FREE);
    for (int b = 0; b + 2 < BODIES - 1; b++) {
        CHECK(s.coupling.color[b] != s.coupling.color[b + 1]);
        CHECK(s.coupling.color[b] != s.coupling.color[b + 2]);
    }
    end(&s);
}

static void a_joint_makes_one_island_of_two_bodies(void) {
    static Scene s;
    begin(&s, true);
    pair(&s, 1, 2);
    CHECK(ab_coupling_update(&s.coupling));
    CHECK(s.coupling.island[1] == 0 && s.coupling.next_body[0] == 1);
    CHECK(s.coupling.color[1] == -1); // names no island
    // island 0 (26 states) linked to 2 (13): 26^2 + 2 26 13 + 13^2, and two bodies alone
    CHECK(ab_coupling_entries(&s.coupling) == 39 * 39 + 2 * 13 * 13);
    end(&s);
}

static void the_fingerprint_sees_who_touches_whom(void) {
    static Scene s;
    begin(&s, false);
    uint64_t empty = ab_coupling_fingerprint(&s.coupling);
    pair(&s, 0, BODIES - 1);
    CHECK(ab_coupling_fingerprint(&s.coupling) == empty); // the ground has no states
    pair(&s, 0, 1);
    uint64_t one = ab_coupling_fingerprint(&s.coupling);
    CHECK(one != empty);
    s.data[1].body_b = 2;
    CHECK(ab_coupling_fingerprint(&s.coupling) != one);
    end(&s);
}

AB_TESTS(AB_TEST(bodies_on_the_ground_need_one_colour), AB_TEST(a_force_couples_what_it_looks_at),
         AB_TEST(a_chain_of_touches_needs_three), AB_TEST(a_joint_makes_one_island_of_two_bodies),
         AB_TEST(the_fingerprint_sees_who_touches_whom))
