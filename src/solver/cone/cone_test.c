// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// cone_test.c - contacts with friction meet their conditions, whatever their masses.

#include "solver/cone/cone.h"
#include "solver/cone/cone_local.h"
#include "solver/cone/cone_motion.h"
#include "solver/cone/cone_solve.h"

#include <string.h>

#include "base/check.h"
#include "base/random_fixture.h"

static uint32_t s_seed;

// A matrix as a contact of two bodies has it: tangents principal, normal coupled to both.
static abConeLocal random_local(double scale) {
    double a = random_between(&s_seed, 0.5, 2.0), b = random_between(&s_seed, 0.5, 2.0);
    abConeLocal local = {.nn = scale * random_between(&s_seed, 0.5, 2.0),
                         .tt = {scale * a, scale * b},
                         .nt = {scale * random_between(&s_seed, -0.3, 0.3),
                                scale * random_between(&s_seed, -0.3, 0.3)},
                         .friction = random_between(&s_seed, 0.0, 1.0)};
    ab_cone_local_prepare(&local);
    return local;
}

static void check_conditions(const abConeLocal *w, const double q[3], const double p[3]) {
    double scale = fabs(q[0]) + fabs(q[1]) + fabs(q[2]);
    double u = w->nn * p[0] + w->nt[0] * p[1] + w->nt[1] * p[2] + q[0];
    double s = w->nt[0] * p[0] + w->tt[0] * p[1] + q[1];
    double t = w->nt[1] * p[0] + w->tt[1] * p[2] + q[2];
    double size = sqrt(p[1] * p[1] + p[2] * p[2]), slip = sqrt(s * s + t * t);
    double maximum = w->friction * p[0], close = 1e-12 * scale;
    CHECK(p[0] >= 0.0 && u >= -close && fabs(p[0] * u) <= close * fmax(p[0], 1e-300));
    CHECK(size <= maximum * (1.0 + 1e-12));
    if (slip > close) { // slips: at the limit, straight against the slip
        CHECK_NEAR(size, maximum, 1e-12, maximum);
        CHECK_NEAR(p[1] * s + p[2] * t, -size * slip, 1e-10, size * slip);
    }
}

static void one_contact_meets_its_conditions_to_rounding(void) {
    s_seed = 1;
    for (int i = 0; i < 20000; i++) {
        double scale = i % 3 == 0 ? 1e-6 : i % 3 == 1 ? 1.0 : 1e6, p[3];
        abConeLocal local = random_local(scale);
        double q[3] = {random_between(&s_seed, -2.0, 0.5), random_between(&s_seed, -2.0, 2.0),
                       random_between(&s_seed, -2.0, 2.0)};
        ab_cone_local_solve(&local, q, p);
        check_conditions(&local, q, p);
    }
}

// ---- many ----

enum { BOXES = 12 };

typedef struct Stack {
    abConeBody bodies[BOXES + 1];
    abConeContact contacts[4 * BOXES];
} Stack;

// Unit cubes on each other, each touching at four corners, under gravity for a hundredth of a
// second; body 0 is the ground.
static void make_stack(Stack *stack, double mass, double friction, double push) {
    memset(stack, 0, sizeof *stack);
    for (int b = 1; b <= BOXES; b++) {
        for (int i = 0; i < 3; i++) {
            stack->bodies[b].inverse_mass[i] = 1.0 / mass;
            stack->bodies[b].inverse_inertia.m[i][i] = 6.0 / mass;
        }
        stack->bodies[b].v = (abVec3){push, 0.0, -0.0981};
    }
    for (int k = 0; k < 4 * BOXES; k++) {
        double x = k & 1 ? 0.5 : -0.5, y = k & 2 ? 0.5 : -0.5;
        stack->contacts[k] = (abConeContact){.body = {k / 4, k / 4 + 1},
                                             .normal = {0.0, 0.0, 1.0},
                                             .arm = {{x, y, 0.5}, {x, y, -0.5}},
                                             .friction = friction};
    }
}

static abConeResult solve(Stack *stack, double tolerance) {
    abConeProblem problem = {.bodies = stack->bodies,
                             .contacts = stack->contacts,
                             .body_count = BOXES + 1,
                             .contact_count = 4 * BOXES,
                             .tolerance = tolerance,
                             .few_sweeps = 1,
                             .max_sweeps = 2000,
                             .maximum_work = 1e9};
    abConeWorkspace workspace = {.allocator = ab_heap()};
    abConeResult result;
    CHECK(ab_cone_solve(&problem, &workspace, &result));
    ab_cone_workspace_done(&workspace);
    return result;
}

static double weight_on(const Stack *stack, int level) {
    double sum = 0.0;
    for (int k = 0; k < 4; k++) {
        sum += stack->contacts[4 * level + k].impulse.z;
    }
    return sum;
}

static void a_stack_with_redundant_corners_carries_its_weight(void) {
    for (double mass = 1e-6; mass < 1e7; mass *= 1e6) {
        Stack stack;
        make_stack(&stack, mass, 0.5, 0.0);
        abConeResult result = solve(&stack, 1e-10);
        CHECK(result.is_converged);
        for (int level = 0; level < BOXES; level++) {
            double expected = mass * 0.0981 * (BOXES - level);
            // an error of the speeds of 1e-10, amplified by the length of the stack squared
            CHECK_NEAR(weight_on(&stack, level), expected, 1e-7, expected);
        }
    }
}

static void a_stack_that_is_pushed_slides_as_one(void) {
    Stack stack;
    make_stack(&stack, 2.0, 0.02, 0.2); // with more it would tip over
    CHECK(solve(&stack, 1e-6).is_converged);
    for (int b = 1; b <= BOXES; b++) { // the friction of the ground takes mu g h off each
        CHECK_NEAR(stack.bodies[b].v.x, 0.2 - 0.02 * 0.0981, 1e-5, 1.0);
    }
}

static void links_and_contacts_hold_together(void) {
    // two balls of 1 kg tied along z; the lower lies on the ground
    abConeBody bodies[3] = {{.v = {0}}, {.v = {0.0, 0.0, -1.0}}, {.v = {0.0, 0.0, -3.0}}};
    for (int b = 1; b < 3; b++) {
        for (int i = 0; i < 3; i++) {
            bodies[b].inverse_mass[i] = 1.0;
            bodies[b].inverse_inertia.m[i][i] = 1.0;
        }
    }
    abConeContact contact = {.body = {0, 1}, .normal = {0.0, 0.0, 1.0}};
    abConeLink link = {.body = {1, 2}, .linear = {{0.0, 0.0, -1.0}, {0.0, 0.0, 1.0}}};
    abConeProblem problem = {.bodies = bodies,
                             .contacts = &contact,
                             .links = &link,
                             .body_count = 3,
                             .contact_count = 1,
                             .link_count = 1,
                             .tolerance = 1e-12,
                             .max_sweeps = 1000};
    abConeWorkspace workspace = {.allocator = ab_heap()};
    abConeResult result;
    CHECK(ab_cone_solve(&problem, &workspace, &result) && result.is_converged);
    CHECK_NEAR(contact.impulse.z, 4.0, 1e-11, 4.0);
    CHECK_NEAR(link.impulse, 3.0, 1e-11, 3.0);
    ab_cone_workspace_done(&workspace);
}

// ---- links alone ----

enum { RODS = 8 };

typedef struct Chain {
    abConeBody bodies[RODS + 1]; // the first is the ground
    abConeLink links[3 * RODS];
    abVec3 before[RODS + 1]; // they stood still
    abConeProblem problem;
} Chain;

static abVec3 random_vector_of(double size) {
    return ab_vec3(random_between(&s_seed, -size, size), random_between(&s_seed, -size, size),
                   random_between(&s_seed, -size, size));
}

// Rods in a row, each with its beginning at the end of the one before, as they swing.
static void make_chain(Chain *chain) {
    *chain = (Chain){0};
    for (int b = 1; b <= RODS; b++) {
        abConeBody *body = &chain->bodies[b];
        for (int i = 0; i < 3; i++) {
            body->inverse_mass[i] = 1e3;
            body->inverse_inertia.m[i][i] = i == 0 ? 1e10 : 1e8;
        }
        body->v = random_vector_of(1.0);
        body->w = random_vector_of(100.0);
        for (int i = 0; i < 3; i++) {
            abConeLink *link = &chain->links[3 * (b - 1) + i];
            ab_set(&link->linear[0], i, -1.0);
            ab_set(&link->linear[1], i, 1.0);
            link->body[0] = b - 1;
            link->body[1] = b;
            abVec3 before = ab_vec3(b > 1 ? 0.005 : 0.0, 0.0, 0.0),
                   after = ab_vec3(-0.005, 0.0, 0.0);
            link->angular[0] = ab_cross(before, link->linear[0]);
            link->angular[1] = ab_cross(after, link->linear[1]);
        }
    }
    chain->problem = (abConeProblem){.bodies = chain->bodies,
                                     .links = chain->links,
                                     .guess_v = chain->before,
                                     .guess_w = chain->before,
                                     .body_count = RODS + 1,
                                     .link_count = 3 * RODS,
                                     .tolerance = 1e-8,
                                     .speed = 1.0,
                                     .max_sweeps = 500,
                                     .few_sweeps = 1,
                                     .is_steady = true,
                                     .maximum_work = 1e9};
}

// What links alone hold is linear: a step of Newton's method is not searched along.
static void a_chain_is_held_at_little_cost(void) {
    s_seed = 5;
    long most = 0;
    double worst = 0.0;
    for (int i = 0; i < 50; i++) {
        static Chain chain;
        make_chain(&chain);
        abConeWorkspace workspace = {.allocator = ab_heap()};
        abConeResult result;
        CHECK(ab_cone_solve(&chain.problem, &workspace, &result) && result.is_converged);
        for (int k = 0; k < 3 * RODS; k++) {
            worst = fmax(worst, fabs(ab_cone_link_speed(&chain.problem, k)));
        }
        most = workspace.gradients > most ? workspace.gradients : most;
        ab_cone_workspace_done(&workspace);
    }
    printf("  joints off by at most %.1e m/s, gradients %ld at most\n", worst, most);
    CHECK(worst < 1e-7 && most < 120);
}

// Of a ball that rolls, (3) of cone.h takes k r p_n off its angular momentum about the point of
// contact; what is slower than that is held.
static void a_rolling_ball_is_slowed_by_its_resistance(void) {
    const double r = 0.1, k = 0.02, p = 0.0981;
    for (int i = 0; i < 2; i++) {
        double v = i == 0 ? 1.0 : 1e-4;
        abConeBody bodies[2] = {{.v = {0}}, {.v = {v, 0.0, -p}, .w = {0.0, v / r, 0.0}}};
        for (int j = 0; j < 3; j++) {
            bodies[1].inverse_mass[j] = 1.0;
            bodies[1].inverse_inertia.m[j][j] = 2.5 / (r * r);
        }
        abConeContact contact = {.body = {0, 1},
                                 .normal = {0.0, 0.0, 1.0},
                                 .arm = {{0.0, 0.0, 0.0}, {0.0, 0.0, -r}},
                                 .friction = 0.5,
                                 .rolling = k * r,
                                 .spinning = -1.0};
        abConeProblem problem = {.bodies = bodies,
                                 .contacts = &contact,
                                 .body_count = 2,
                                 .contact_count = 1,
                                 .tolerance = 1e-13,
                                 .max_sweeps = 1000};
        abConeWorkspace workspace = {.allocator = ab_heap()};
        abConeResult result;
        CHECK(ab_cone_solve(&problem, &workspace, &result) && result.is_converged);
        double expected = fmax(0.0, v - k * p / 1.4); // k r p by the inertia 7/5 r^2
        CHECK_NEAR(bodies[1].v.x, expected, 1e-12, 1.0);
        CHECK_NEAR(bodies[1].w.y * r, expected, 1e-12, 1.0);
        ab_cone_workspace_done(&workspace);
    }
}

// A block on its four corners that slides and spins: friction goes by how they share its weight,
// and statics leaves that open. What is found does not hang on the guess, nor on the order of
// corners, and is what alike springs under them would give: by symmetry for a block that only
// spins.
static void four_corners_that_spin_share_their_load_in_one_way(void) {
    for (int slides = 0; slides < 2; slides++) {
        abVec3 first = {0.0, 0.0, 0.0};
        for (int order = 0; order < 4; order++) {
            abConeBody bodies[2] = {{.v = {0}},
                                    {.v = {0.1 * slides, 0.0, -0.1}, .w = {0.0, 0.0, 2.0}}};
            abConeContact contacts[4];
            for (int i = 0; i < 3; i++) {
                bodies[1].inverse_mass[i] = 1.0;
                bodies[1].inverse_inertia.m[i][i] = i == 2 ? 1.5 : 2.0;
            }
            for (int k = 0; k < 4; k++) {
                int corner = order % 2 == 0 ? k : 3 - k;
                double x = corner & 1 ? 0.5 : -0.5, y = corner & 2 ? 0.5 : -0.5;
                bool is_guessed = order >= 2 && (corner == 0 || corner == 3);
                contacts[k] = (abConeContact){.body = {0, 1},
                                              .normal = {0.0, 0.0, 1.0},
                                              .arm = {{x, y, 0.0}, {x, y, -0.1}},
                                              .friction = 0.3,
                                              .impulse = {0.0, 0.0, is_guessed ? 0.05 : 0.0}};
            }
            abConeProblem problem = {.bodies = bodies,
                                     .contacts = contacts,
                                     .body_count = 2,
                                     .contact_count = 4,
                                     .tolerance = 1e-10,
                                     .few_sweeps = 40,
                                     .max_sweeps = 500,
                                     .maximum_work = 1e9};
            abConeWorkspace workspace = {.allocator = ab_heap()};
            abConeResult result;
            CHECK(ab_cone_solve(&problem, &workspace, &result) && result.is_converged);
            ab_cone_workspace_done(&workspace);
            abVec3 now = {bodies[1].v.x, bodies[1].v.y, bodies[1].w.z};
            first = order == 0 ? now : first;
            CHECK_NEAR(ab_norm(ab_sub(now, first)), 0.0, 1e-12, 1.0);
            for (int k = 0; slides == 0 && k < 4; k++) {
                CHECK_NEAR(contacts[k].impulse.z, 0.025, 1e-9, 0.025);
            }
        }
        if (slides == 0) { // mu m g h at each corner, half a diagonal from the axis
            CHECK_NEAR(first.z, 2.0 - 1.5 * 0.3 * 0.1 * sqrt(0.5), 1e-10, 2.0);
        }
    }
}

AB_TESTS(AB_TEST(one_contact_meets_its_conditions_to_rounding),
         AB_TEST(a_stack_with_redundant_corners_carries_its_weight),
         AB_TEST(a_stack_that_is_pushed_slides_as_one), AB_TEST(links_and_contacts_hold_together),
         AB_TEST(a_chain_is_held_at_little_cost),
         AB_TEST(a_rolling_ball_is_slowed_by_its_resistance),
         AB_TEST(four_corners_that_spin_share_their_load_in_one_way))
