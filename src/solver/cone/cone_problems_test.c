// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// cone_problems_test.c - problems of steps of piles, towers and dominoes, as the method met them, in
// tests/cone: what is left of their conditions, by which means, and islands of them.

#include "solver/cone/cone_fixture.h"
#include "solver/cone/cone_solve.h"

#include <string.h>

#include "base/check.h"

static const char *const s_names[] = {"redundant_22",   "mixed_45",          "mixed_135",
                                      "mixed_146",      "dominoes_96",       "heavy_top_20",
                                      "heavy_tower_56", "heavy_tower_56b",   "balls_152",
                                      "wall",           "vibrating_tower_30"};
enum { PROBLEMS = sizeof s_names / sizeof s_names[0] };

static ConeProblem s_problem, s_other;

// As a step of default tolerance asks for it; without Newton's method by sweeps alone.
static abConeResult solve(ConeProblem *problem, bool sweeps_only, double tolerance, double enough) {
    memcpy(problem->bodies, problem->free, sizeof problem->bodies);
    abConeProblem cone = {.bodies = problem->bodies,
                          .contacts = problem->contacts,
                          .guess_v = problem->guess_v,
                          .guess_w = problem->guess_w,
                          .body_count = problem->body_count,
                          .contact_count = problem->contact_count,
                          .tolerance = tolerance,
                          .unit = problem->unit,
                          .enough = enough,
                          .few_sweeps = sweeps_only ? 0 : 40,
                          .max_sweeps = sweeps_only ? 20000 : 500,
                          .maximum_work = 8000.0 * problem->contact_count};
    abConeWorkspace workspace = {.allocator = ab_heap()};
    abConeResult result;
    CHECK(ab_cone_solve(&cone, &workspace, &result));
    ab_cone_workspace_done(&workspace);
    return result;
}

// ---- checks ----

// Friction within its limit, and each body moved by the impulses and nothing else.
static void check_answer(const char *name, const ConeProblem *problem) {
    static double impulse[CONE_BODIES][6];
    double largest = 0.0;
    memset(impulse, 0, sizeof impulse);
    for (int k = 0; k < problem->contact_count; k++) {
        const abConeContact *c = &problem->contacts[k];
        double n = ab_dot(c->impulse, c->normal);
        double t = ab_norm(ab_add_scaled(c->impulse, -n, c->normal));
        double rounding = 1e-14 * ab_norm(c->impulse);
        CHECK(n >= -rounding && t <= c->friction * n + rounding);
        for (int side = 0; side < 2; side++) {
            abVec3 p = ab_scale(side == 0 ? -1.0 : 1.0, c->impulse);
            abVec3 turn =
                ab_add(ab_cross(c->arm[side], p), ab_scale(side == 0 ? -1.0 : 1.0, c->moment));
            double *sum = impulse[c->body[side]];
            for (int i = 0; i < 3; i++) {
                sum[i] += ab_get(p, i);
                sum[i + 3] += ab_get(turn, i);
            }
        }
    }
    for (int b = 0; b < problem->body_count; b++) {
        const abConeBody *now = &problem->bodies[b], *free = &problem->free[b];
        const double *p = impulse[b];
        abVec3 v = ab_add_scaled(free->v, free->inverse_mass[0], ab_vec3(p[0], p[1], p[2]));
        abVec3 w = ab_add(free->w, ab_mul(free->inverse_inertia, ab_vec3(p[3], p[4], p[5])));
        largest = fmax(largest, ab_norm(ab_sub(v, now->v)));
        largest = fmax(largest, 0.05 * ab_norm(ab_sub(w, now->w)));
    }
    if (largest > 1e-10) {
        printf("%s: bodies move by %g m/s otherwise than by their impulses\n", name, largest);
    }
    CHECK(largest <= 1e-10);
}

static void problems_of_steps_leave_a_thousandth_of_gravity(void) {
    for (int i = 0; i < PROBLEMS; i++) {
        CHECK(cone_read(s_names[i], &s_problem));
        abConeResult result = solve(&s_problem, false, 1e-8, 1e-3);
        bool stalls = strncmp(s_names[i], "mixed", 5) == 0 || strncmp(s_names[i], "dom", 3) == 0;
        double allowed = (stalls ? 1e-2 : 1e-3) * s_problem.unit;
        printf("%-16s %3d contacts, left %.2g of g h, %d sweeps, %d factorisations\n", s_names[i],
               s_problem.contact_count, result.residual.mean / s_problem.unit, result.sweeps,
               result.factorisations);
        CHECK(result.is_converged);
        CHECK(result.residual.mean <= allowed);
        CHECK(result.residual.maximum <= 100.0 * allowed);
        check_answer(s_names[i], &s_problem);
    }
}

// Two cylinders on a box that vibrate, by a stiff force law: nothing slides as a whole, but many
// points share what each face holds, and which of them are at their limit decides little. By rows
// alone the way there takes 182 factorisations, each of three rows for each contact.
static void faces_that_hold_are_found_by_few_factorisations(void) {
    CHECK(cone_read("vibrating_tower_30", &s_problem));
    abConeResult result = solve(&s_problem, false, 1e-5, 1e-3);
    printf("vibrating_tower_30 at 1e-5: %d factorisations\n", result.factorisations);
    CHECK(result.is_converged);
    CHECK(result.residual.maximum <= 1e-6 * s_problem.unit);
    CHECK(result.factorisations <= 45);
    check_answer("vibrating_tower_30", &s_problem);
}

static abVec3 slip(const ConeProblem *problem, int contact) {
    const abConeContact *c = &problem->contacts[contact];
    const abConeBody *A = &problem->bodies[c->body[0]], *B = &problem->bodies[c->body[1]];
    return ab_sub(ab_add(B->v, ab_cross(B->w, c->arm[1])), ab_add(A->v, ab_cross(A->w, c->arm[0])));
}

// Without friction a problem is convex and its motion unique: sweeps alone and what else there is
// find the same, up to what sweeps leave and what the slowest mode makes of it.
static void without_friction_all_means_find_one_motion(void) {
    static const char *const names[] = {"redundant_22", "mixed_45", "dominoes_96"};
    for (int i = 0; i < 3; i++) {
        double left = 0.0, largest = 0.0;
        for (int k = 0; k < 2; k++) {
            ConeProblem *problem = k == 0 ? &s_problem : &s_other;
            CHECK(cone_read(names[i], problem));
            for (int j = 0; j < problem->contact_count; j++) {
                problem->contacts[j].friction = problem->contacts[j].rolling = 0.0;
            }
            abConeResult result = solve(problem, k == 1, 1e-9, 0.0);
            CHECK((result.factorisations > 0) == (k == 0));
            left = fmax(left, result.residual.maximum);
        }
        for (int k = 0; k < s_problem.contact_count; k++) {
            largest = fmax(largest, ab_norm(ab_sub(slip(&s_problem, k), slip(&s_other, k))));
        }
        printf("%-16s without friction: sweeps leave %.2g m/s and are %.2g m/s off\n", names[i],
               left, largest);
        CHECK(left <= 5e-3 * s_problem.unit && largest <= 100.0 * left);
    }
}

// After a step that sweeps solved to its tolerance, overlaps are removed by sweeps as well, to what is
// enough; Newton's method, to more than is asked for, is for what it solved itself.
static void what_sweeps_solve_is_brought_apart_by_sweeps(void) {
    CHECK(cone_read("mixed_146", &s_problem));
    abConeProblem cone = {.bodies = s_problem.bodies,
                          .contacts = s_problem.contacts,
                          .guess_v = s_problem.guess_v,
                          .guess_w = s_problem.guess_w,
                          .body_count = s_problem.body_count,
                          .contact_count = s_problem.contact_count,
                          .tolerance = 1e-2,
                          .unit = s_problem.unit,
                          .enough = 1e-3,
                          .few_sweeps = 40,
                          .max_sweeps = 500,
                          .maximum_work = 8000.0 * s_problem.contact_count};
    abConeWorkspace workspace = {.allocator = ab_heap()};
    abConeResult result;
    memcpy(s_problem.bodies, s_problem.free, sizeof s_problem.bodies);
    CHECK(ab_cone_solve(&cone, &workspace, &result));
    CHECK(result.is_converged && result.error <= cone.tolerance && result.factorisations == 0);

    // each point is to move by a speed of its own for a time
    for (int b = 0; b < s_problem.body_count; b++) {
        cone.bodies[b].v = cone.bodies[b].w = ab_vec3(0.0, 0.0, 0.0);
    }
    for (int k = 0; k < cone.contact_count; k++) {
        abConeContact *c = &cone.contacts[k];
        c->friction = c->rolling = c->compliance = 0.0;
        c->bias = -s_problem.unit * (1.0 + k % 7);
        c->drift = c->impulse = c->moment = ab_vec3(0.0, 0.0, 0.0);
    }
    cone.guess_v = cone.guess_w = NULL;
    cone.tolerance = 1e-6;
    cone.speed = 7.0 * s_problem.unit;
    cone.is_aside = true;
    CHECK(ab_cone_solve(&cone, &workspace, &result));
    CHECK(result.factorisations == 0);
    CHECK(result.is_converged && result.residual.mean <= 1e-3 * s_problem.unit);
    ab_cone_workspace_done(&workspace);
}

// Bodies and contacts of one problem after those of the other.
static void join(ConeProblem *to, const ConeProblem *from) {
    for (int b = 0; b < from->body_count; b++) {
        to->free[to->body_count + b] = from->free[b];
        to->guess_v[to->body_count + b] = from->guess_v[b];
        to->guess_w[to->body_count + b] = from->guess_w[b];
    }
    for (int k = 0; k < from->contact_count; k++) {
        abConeContact *c = &to->contacts[to->contact_count + k];
        *c = from->contacts[k];
        c->body[0] += to->body_count;
        c->body[1] += to->body_count;
    }
    to->body_count += from->body_count;
    to->contact_count += from->contact_count;
}

static void an_island_has_the_same_bits_whatever_else_there_is(void) {
    static ConeProblem alone;
    CHECK(cone_read("mixed_45", &alone));
    CHECK(cone_read("heavy_top_20", &s_problem));
    CHECK(cone_read("redundant_22", &s_other));
    int first = s_problem.body_count;
    join(&s_problem, &alone);
    join(&s_problem, &s_other);
    solve(&s_problem, false, 1e-8, 1e-3);
    solve(&alone, false, 1e-8, 1e-3);
    for (int b = 0; b < alone.body_count; b++) {
        const abConeBody *one = &alone.bodies[b], *other = &s_problem.bodies[first + b];
        CHECK(memcmp(&one->v, &other->v, sizeof one->v) == 0);
        CHECK(memcmp(&one->w, &other->w, sizeof one->w) == 0);
    }
}

AB_TESTS(AB_TEST(problems_of_steps_leave_a_thousandth_of_gravity),
         AB_TEST(faces_that_hold_are_found_by_few_factorisations),
         AB_TEST(without_friction_all_means_find_one_motion),
         AB_TEST(what_sweeps_solve_is_brought_apart_by_sweeps),
         AB_TEST(an_island_has_the_same_bits_whatever_else_there_is))
