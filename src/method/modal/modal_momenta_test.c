// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// modal_momenta_test.c - momenta of a body without any symmetry against the sums over its nodes, the frame
// found back from them, the parts of its energy.

#include "method/modal/modal_momenta.h"

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
    abMat3 R;
    abQuat q;
    abVec3 r, v, w; // in the world
} Scene;

static Scene s_scene;

static abVec3 any_vector(uint64_t *random) {
    double x = next_random(random), y = next_random(random);
    return ab_vec3(x, y, next_random(random));
}

static Scene *any_scene(uint64_t random) {
    static char text[20000];
    static abError error;
    static const abModalChoice all = {.frequency_below = INFINITY, .damping = 0.05};
    Scene *s = &s_scene;
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
    CHECK(ab_modal_body_make(&s->whole, &all, &s->arena, &s->body, (abPlace){0}, &error) == AB_OK);
    CHECK(ab_floating_init(&s->floating, &s->body, &s->arena));
    for (int k = 0; k < MODES; k++) {
        s->floating.q[k] = 0.1 * next_random(&random);
        s->floating.q_rate[k] = next_random(&random);
    }
    s->q = ab_quat_from_vector(any_vector(&random));
    s->R = ab_quat_to_matrix(s->q);
    s->r = any_vector(&random);
    s->v = any_vector(&random);
    s->w = any_vector(&random);
    ab_floating_place(&s->floating, ab_mul_t(s->R, s->w));
    return s;
}

// Place and velocity of a node in the world.
static void node_at(const Scene *s, int node, abVec3 *x, abVec3 *u) {
    abVec3 p = ab_sub(s->whole.X[node], s->body.mass.center), rate = {0.0, 0.0, 0.0};
    for (int k = 0; k < MODES; k++) {
        const double *phi = s->body.Phi + 3 * MODES * node + k;
        abVec3 shape = ab_vec3(phi[0], phi[MODES], phi[2 * MODES]);
        p = ab_add_scaled(p, s->floating.q[k], shape);
        rate = ab_add_scaled(rate, s->floating.q_rate[k], shape);
    }
    p = ab_mul(s->R, p);
    *x = ab_add(s->r, p);
    *u = ab_add(s->v, ab_add(ab_cross(s->w, p), ab_mul(s->R, rate)));
}

static void momenta_are_those_of_the_nodes(void) {
    for (uint64_t seed = 1; seed <= 5; seed++) {
        const Scene *s = any_scene(seed);
        abModalMomenta own = ab_modal_momenta(&s->floating, s->R, s->r, s->v, s->w);
        abVec3 center = {0.0, 0.0, 0.0}, P = center, L = center, x, u;
        double mass = 0.0;
        for (int i = 0; i < NODES; i++) {
            double m = fem_mass((size_t)i);
            node_at(s, i, &x, &u);
            mass += m;
            center = ab_add_scaled(center, m, x);
            P = ab_add_scaled(P, m, u);
            L = ab_add_scaled(L, m, ab_cross(x, u));
        }
        center = ab_scale(1.0 / mass, center);
        CHECK_NEAR(ab_norm(ab_sub(own.center, center)), 0.0, 1e-13, 1.0);
        CHECK_NEAR(ab_norm(ab_sub(ab_scale(mass, own.velocity), P)), 0.0, 1e-13, 10.0);
        L = ab_sub(L, ab_cross(center, P));
        CHECK_NEAR(ab_norm(ab_sub(own.spin, L)), 0.0, 1e-13, 10.0);
    }
}

static void the_frame_is_found_back(void) {
    for (uint64_t seed = 1; seed <= 5; seed++) {
        Scene *s = any_scene(seed);
        double states[13] = {0.0};
        abModalMomenta own = ab_modal_momenta(&s->floating, s->R, s->r, s->v, s->w);
        ab_modal_put_frame(&s->floating, s->R, &own, states);
        CHECK_NEAR(ab_norm(ab_sub(ab_vec3_of(states), s->r)), 0.0, 1e-13, 1.0);
        CHECK_NEAR(ab_norm(ab_sub(ab_vec3_of(states + 7), s->v)), 0.0, 1e-12, 1.0);
        CHECK_NEAR(ab_norm(ab_sub(ab_vec3_of(states + 10), s->w)), 0.0, 1e-12, 1.0);
    }
}

// (3) of modal_step.h: what is left of the energy beside V and W is that of the modes by (2), which is
// not negative and below that of the modes in a frame that is held.
static void energy_is_that_of_momenta_and_modes(void) {
    for (uint64_t seed = 1; seed <= 5; seed++) {
        const Scene *s = any_scene(seed);
        abFloating *f = &s_scene.floating;
        abModalMomenta own = ab_modal_momenta(f, s->R, s->r, s->v, s->w);
        abModalRigid rigid = ab_modal_rigid(f);
        abVec3 spin = ab_mul_t(s->R, own.spin), S = {0.0, 0.0, 0.0}, N = S;
        double modes = 0.0, m = s->body.mass.mass;
        for (int k = 0; k < MODES; k++) {
            const double *row = s->body.mass.S + k, *turn = f->N + k;
            S = ab_add_scaled(S, f->q_rate[k], ab_vec3(row[0], row[MODES], row[2 * MODES]));
            N = ab_add_scaled(N, f->q_rate[k], ab_vec3(turn[0], turn[MODES], turn[2 * MODES]));
            for (int l = 0; l < MODES; l++) {
                modes += 0.5 * f->q_rate[k] * s->body.mass.modal_mass[k * MODES + l] * f->q_rate[l];
            }
        }
        double held = modes;
        N = ab_sub(N, ab_cross(rigid.offset, S));
        modes -= 0.5 * ab_norm2(S) / m + 0.5 * ab_dot(N, ab_mul(rigid.inverse, N));
        double whole = 0.5 * m * ab_norm2(own.velocity) +
                       0.5 * ab_dot(spin, ab_mul(rigid.inverse, spin)) + modes;
        double kinetic = ab_floating_kinetic(f, ab_mul_t(s->R, s->v));
        CHECK_NEAR(whole, kinetic, 1e-13, kinetic);
        CHECK(modes > 0.0 && modes < held);
    }
}

AB_TESTS(AB_TEST(momenta_are_those_of_the_nodes), AB_TEST(the_frame_is_found_back),
         AB_TEST(energy_is_that_of_momenta_and_modes))
