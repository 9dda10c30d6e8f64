// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// floating_frame_test.c - the equations of the frame and its modes against Newton's law summed over
// the single nodes, and what damping by a ratio must give.

#include "flexible/floating_frame.h"

#include "abut/memory.h"
#include "base/check.h"
#include "flexible/fem_fixture.h"
#include "flexible/mass_integrals.h"
#include "flexible/reduced_file.h"
#include "math/core/vector_math.h"

enum { NODES = 9, MODES = 3 };

typedef struct Scene {
    abArena arena;
    abReducedBody whole;
    abModalBody body;
    abFloating floating;
    abVec3 v, w;
} Scene;

static Scene s_scene;

static abVec3 any_vector(uint64_t *random) {
    double x = next_random(random), y = next_random(random);
    return ab_vec3(x, y, next_random(random));
}

// Nodes, shapes and a state without any symmetry; modal masses are those of the nodes.
static abFloating *any_body(const abModalChoice *choice) {
    static char text[20000];
    static abError error;
    Scene *s = &s_scene;
    uint64_t random = 5;
    ab_arena_done(&s->arena);
    ab_arena_init(&s->arena, ab_heap(), 1 << 14);
    fem_random_masses(text, sizeof text, NODES, MODES);
    CHECK(ab_reduced_body_read_fem("any.fem", text, strlen(text), &s->arena, &s->whole,
                                   (abPlace){0}, &error) == AB_OK);
    double masses[NODES];
    for (size_t i = 0; i < NODES; i++) {
        masses[i] = fem_mass(i);
    }
    ab_modal_mass_of_nodes(&s->whole, masses, s->whole.mass.modal_mass);
    CHECK(ab_modal_body_make(&s->whole, choice, &s->arena, &s->body, (abPlace){0}, &error) ==
          AB_OK);
    CHECK(ab_floating_init(&s->floating, &s->body, &s->arena));
    for (int k = 0; k < s->body.mode_count; k++) {
        s->floating.q[k] = next_random(&random);
        s->floating.q_rate[k] = next_random(&random);
        s->floating.h[k] = next_random(&random);
    }
    s->v = any_vector(&random);
    s->w = any_vector(&random);
    ab_floating_place(&s->floating, s->w);
    return &s->floating;
}

static abVec3 shape_of(int node, int k) {
    const double *phi = s_scene.body.Phi + 3 * MODES * node + k;
    return ab_vec3(phi[0], phi[MODES], phi[2 * MODES]);
}

// Place, velocity and acceleration of a node from the frame, all in body axes.
static void node_motion(int node, abVec3 a, abVec3 alpha, abVec3 *p, abVec3 *velocity,
                        abVec3 *acceleration) {
    const abFloating *f = &s_scene.floating;
    abVec3 rate = {0.0, 0.0, 0.0}, accel = {0.0, 0.0, 0.0}, w = s_scene.w;
    *p = ab_sub(s_scene.whole.X[node], s_scene.body.mass.center);
    for (int k = 0; k < MODES; k++) {
        *p = ab_add_scaled(*p, f->q[k], shape_of(node, k));
        rate = ab_add_scaled(rate, f->q_rate[k], shape_of(node, k));
        accel = ab_add_scaled(accel, f->q_accel[k], shape_of(node, k));
    }
    *velocity = ab_add(s_scene.v, ab_add(ab_cross(w, *p), rate));
    accel = ab_add(accel, ab_add(a, ab_cross(alpha, *p)));
    accel = ab_add(accel, ab_cross(w, ab_cross(w, *p)));
    *acceleration = ab_add(accel, ab_scale(2.0, ab_cross(w, rate)));
}

static const abModalChoice s_all = {.frequency_below = INFINITY, .damping = 0.05};

// Sums of mass times acceleration over the nodes must be force, torque and forces of the modes.
static void check_newton(abVec3 force, abVec3 torque, abVec3 a, abVec3 alpha) {
    const abFloating *f = &s_scene.floating;
    abVec3 sum = {0.0, 0.0, 0.0}, turn = {0.0, 0.0, 0.0};
    double modes[MODES] = {0.0}, elastic[MODES], damped[MODES];
    for (int i = 0; i < NODES; i++) {
        abVec3 p, velocity, acceleration;
        node_motion(i, a, alpha, &p, &velocity, &acceleration);
        abVec3 load = ab_scale(fem_mass((size_t)i), acceleration);
        sum = ab_add(sum, load);
        turn = ab_add(turn, ab_cross(p, load));
        for (int k = 0; k < MODES; k++) {
            modes[k] += ab_dot(shape_of(i, k), load);
        }
    }
    ab_modal_times(&f->body->K, MODES, f->q, elastic);
    ab_modal_times(&f->body->D, MODES, f->q_rate, damped);
    // some hundred products of numbers of a few hundred; the 6 x 6 system is well conditioned
    CHECK_NEAR(ab_norm(ab_sub(sum, force)), 0.0, 1e-12, 100.0);
    CHECK_NEAR(ab_norm(ab_sub(turn, torque)), 0.0, 1e-12, 100.0);
    for (int k = 0; k < MODES; k++) {
        CHECK_NEAR(modes[k] + elastic[k] + damped[k], f->h[k], 1e-12, 100.0);
    }
}

static void a_free_body_obeys_newton_at_every_node(void) {
    abFloating *f = any_body(&s_all);
    abVec3 force = {3.0, -1.0, 2.0}, torque = {0.5, 0.7, -0.4}, a, alpha;
    CHECK(ab_floating_accelerate(f, force, torque, &a, &alpha));
    check_newton(force, torque, a, alpha);
}

static void a_held_frame_needs_the_force_of_its_nodes(void) {
    abFloating *f = any_body(&s_all);
    abVec3 force, torque, a = {0.3, -0.6, 0.9}, alpha = {-0.2, 0.4, 0.8};
    ab_floating_hold(f, a, alpha, &force, &torque);
    check_newton(force, torque, a, alpha);
}

static void kinetic_energy_is_that_of_the_nodes(void) {
    abFloating *f = any_body(&s_all);
    double sum = 0.0;
    for (int i = 0; i < NODES; i++) {
        abVec3 p, velocity, acceleration;
        node_motion(i, s_scene.v, s_scene.w, &p, &velocity, &acceleration);
        sum += 0.5 * fem_mass((size_t)i) * ab_norm2(velocity);
    }
    CHECK_NEAR(ab_floating_kinetic(f, s_scene.v), sum, 1e-14, 10.0 * sum);
}

// x' D x = 2 z sum_j w_j (v_j' Mq x)^2 for eigenvectors: with x = v_j, D x = 2 z w_j Mq x.
static void damping_by_a_ratio_is_that_of_each_eigenmode(void) {
    abFloating *f = any_body(&s_all);
    const abModalBody *b = f->body;
    CHECK(!b->D.is_diagonal);
    // D Mq^-1 D = 4 z^2 K for any K and Mq
    for (int k = 0; k < MODES; k++) {
        double x[MODES] = {0.0}, y[MODES], z[MODES], Kx[MODES];
        x[k] = 1.0;
        ab_modal_times(&b->D, MODES, x, y);
        ab_modal_times(&b->mass_inverse, MODES, y, z);
        ab_modal_times(&b->D, MODES, z, y);
        ab_modal_times(&b->K, MODES, x, Kx);
        for (int l = 0; l < MODES; l++) {
            CHECK_NEAR(y[l], 4.0 * 0.05 * 0.05 * Kx[l], 1e-13, 1.0);
        }
    }
}

static void modes_are_chosen_by_number_and_frequency(void) {
    static const int third[] = {1, 3};
    abModalChoice choice = {
        .modes = third, .mode_count = 2, .frequency_below = INFINITY, .damping = NAN};
    any_body(&choice);
    CHECK(s_scene.body.mode_count == 2);
    CHECK(s_scene.body.K.at[3] == s_scene.whole.K[8] && s_scene.body.K.at[1] == 0.0);
    CHECK(s_scene.body.mass.N1[1] == s_scene.whole.mass.N1[2]);
    CHECK(s_scene.body.Phi[3] == s_scene.whole.Phi[5]);
    abError error = {0};
    choice.frequency_below = 1e-6;
    CHECK(ab_modal_body_make(&s_scene.whole, &choice, &s_scene.arena, &s_scene.body, (abPlace){0},
                             &error) == AB_BAD_MODEL);
    CHECK(strstr(error.problems[0].text, "leaves no mode") != NULL);
}

AB_TESTS(AB_TEST(a_free_body_obeys_newton_at_every_node),
         AB_TEST(a_held_frame_needs_the_force_of_its_nodes),
         AB_TEST(kinetic_energy_is_that_of_the_nodes),
         AB_TEST(damping_by_a_ratio_is_that_of_each_eigenmode),
         AB_TEST(modes_are_chosen_by_number_and_frequency))
