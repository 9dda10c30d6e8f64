// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// impact_kinds_test.c - rows of balls, hits on what rests, joints, and random impacts.

#include "solver/impact/impact_kinds.h"

#include <stdlib.h>

#include "base/check.h"
#include "base/random_fixture.h"

enum { MAX_COUNT = 24 };

typedef struct Hit {
    abImpacts impacts;
    double A[MAX_COUNT * MAX_COUNT], velocity[MAX_COUNT], restitution[MAX_COUNT],
        impulse[MAX_COUNT], after[MAX_COUNT];
    unsigned char kind[MAX_COUNT], law[MAX_COUNT];
} Hit;

static Hit *new_hit(size_t n) {
    Hit *hit = calloc(1, sizeof *hit);
    hit->impacts = (abImpacts){.n = n,
                               .A = hit->A,
                               .velocity = hit->velocity,
                               .restitution = hit->restitution,
                               .kind = hit->kind,
                               .restitution_kind = hit->law,
                               .impulse = hit->impulse,
                               .after = hit->after};
    return hit;
}

static abComplementarityStatus solve(Hit *hit, abImpactKind kind) {
    void *workspace = malloc(ab_impacts_workspace(hit->impacts.n));
    abComplementarityStatus status = ab_impacts_solve(kind, &hit->impacts, workspace);
    free(workspace);
    return status;
}

// ---- rows of balls that touch ----

// Row i is between balls i and i + 1.
static Hit *new_row(size_t balls, const double *mass, const double *speed, double e) {
    Hit *hit = new_hit(balls - 1);
    size_t n = balls - 1;
    for (size_t i = 0; i < n; i++) {
        hit->A[i * n + i] = 1.0 / mass[i] + 1.0 / mass[i + 1];
        if (i > 0) {
            hit->A[i * n + i - 1] = hit->A[(i - 1) * n + i] = -1.0 / mass[i];
        }
        hit->velocity[i] = speed[i + 1] - speed[i];
        hit->restitution[i] = e;
    }
    return hit;
}

static double speed_after(const Hit *hit, const double *mass, const double *speed, size_t ball) {
    double from = ball > 0 ? hit->impulse[ball - 1] : 0.0;
    double to = ball < hit->impacts.n ? hit->impulse[ball] : 0.0;
    return speed[ball] + (from - to) / mass[ball];
}

static void as_many_balls_leave_the_cradle_as_come(void) {
    const double mass[5] = {1.0, 1.0, 1.0, 1.0, 1.0};
    for (size_t coming = 1; coming < 5; coming++) {
        double speed[5] = {0.0};
        for (size_t i = 0; i < coming; i++) {
            speed[i] = 2.0;
        }
        for (int law = 0; law < 2; law++) {
            Hit *hit = new_row(5, mass, speed, 1.0);
            memset(hit->law, law, sizeof hit->law);
            CHECK(solve(hit, AB_IMPACT_ORDER_FREE) == AB_COMPLEMENTARITY_SOLVED);
            for (size_t i = 0; i < 5; i++) {
                CHECK_NEAR(speed_after(hit, mass, speed, i), i >= 5 - coming ? 2.0 : 0.0, 1e-12,
                           2.0);
            }
            CHECK_NEAR(hit->impacts.energy, 0.0, 1e-13, 1.0);
            free(hit);
        }
    }
}

// Balls of mass 1, 2, 1 with speeds 1, 0, -1: both contacts are alike, and all turns back.
static void two_into_one_is_symmetric(void) {
    const double mass[3] = {1.0, 2.0, 1.0}, speed[3] = {1.0, 0.0, -1.0};
    Hit *hit = new_row(3, mass, speed, 0.5);
    solve(hit, AB_IMPACT_ORDER_FREE);
    CHECK_NEAR(speed_after(hit, mass, speed, 0), -0.5, 1e-12, 1.0);
    CHECK_NEAR(speed_after(hit, mass, speed, 1), 0.0, 1e-12, 1.0);
    CHECK_NEAR(speed_after(hit, mass, speed, 2), 0.5, 1e-12, 1.0);
    free(hit);
}

// A ball of mass 1 falls on one of mass 3 that lies on the ground (mass 1e30): e = 1 keeps the
// energy.
static void a_hit_on_what_rests_goes_through_to_the_ground(void) {
    const double mass[3] = {1.0, 3.0, 1e30}, speed[3] = {2.0, 0.0, 0.0};
    Hit *hit = new_row(3, mass, speed, 1.0);
    solve(hit, AB_IMPACT_ORDER_FREE);
    // first the two: -1 and 1; then the ground turns the lower one, which does not reach the other
    CHECK_NEAR(speed_after(hit, mass, speed, 0), -1.0, 1e-9, 1.0);
    CHECK_NEAR(speed_after(hit, mass, speed, 1), -1.0, 1e-9, 1.0);
    CHECK(hit->after[0] >= -1e-9 && hit->after[1] >= 0.0);
    CHECK_NEAR(hit->impacts.energy, 0.0, 1e-9, 2.0);
    free(hit);
}

static void plastic_impacts_stop_what_closes(void) {
    const double mass[4] = {1.0, 2.0, 3.0, 4.0}, speed[4] = {3.0, 0.0, 0.0, 0.0};
    Hit *hit = new_row(4, mass, speed, 0.0);
    solve(hit, AB_IMPACT_ORDER_FREE);
    for (size_t i = 0; i < 4; i++) {
        CHECK_NEAR(speed_after(hit, mass, speed, i), 0.3, 1e-9, 1.0); // one lump of mass 10
    }
    free(hit);
}

// e of single impacts is what comes back.
static void a_single_contact_comes_back_with_its_e(void) {
    for (int kind = 0; kind < AB_IMPACT_COUNT; kind++) {
        for (int law = 0; law < 2; law++) {
            Hit *hit = new_hit(1);
            hit->A[0] = 2.0;
            hit->velocity[0] = -3.0;
            hit->restitution[0] = 0.7;
            hit->law[0] = (unsigned char)law;
            solve(hit, (abImpactKind)kind);
            CHECK_NEAR(hit->after[0], 2.1, 1e-14, 3.0);
            CHECK_NEAR(hit->impulse[0], 2.55, 1e-14, 3.0);
            CHECK_NEAR(hit->impacts.energy, -0.25 * 9.0 * (1.0 - 0.49), 1e-14, 3.0);
            free(hit);
        }
    }
}

// A joint beside a contact: the contact has its e, the joint stays closed.
static void joints_stay_closed(void) {
    for (int kind = 0; kind < AB_IMPACT_SERIAL_SEPARATE; kind++) {
        Hit *hit = new_hit(2);
        const double A[4] = {2.0, 0.5, 0.5, 1.0};
        memcpy(hit->A, A, sizeof A);
        hit->kind[1] = AB_ROW_BILATERAL;
        hit->velocity[0] = -1.0;
        hit->restitution[0] = 0.5;
        solve(hit, (abImpactKind)kind);
        CHECK_NEAR(hit->after[0], 0.5, 1e-14, 1.0);
        CHECK_NEAR(hit->after[1], 0.0, 1e-14, 1.0);
        free(hit);
    }
}

static void what_is_not_a_number_is_refused(void) {
    Hit *hit = new_hit(1);
    hit->A[0] = NAN;
    CHECK(solve(hit, AB_IMPACT_ORDER_FREE) == AB_COMPLEMENTARITY_NOT_FINITE);
    hit->A[0] = 1.0;
    hit->restitution[0] = 1.5;
    CHECK(solve(hit, AB_IMPACT_SERIAL_GROUPED) == AB_COMPLEMENTARITY_NOT_FINITE);
    free(hit);
}

// ---- random impacts ----

// A = J J' of rank below n; speeds v = J u, so that they fit the rank. Laws, e and joints at
// random.
static Hit *new_random(uint64_t seed, size_t n, bool joints) {
    size_t columns = n / 2 + 1;
    double J[MAX_COUNT][MAX_COUNT], u[MAX_COUNT];
    uint64_t state = seed;
    Hit *hit = new_hit(n);
    for (size_t k = 0; k < columns; k++) {
        u[k] = next_random(&state);
    }
    for (size_t i = 0; i < n; i++) {
        hit->kind[i] = joints && i % 5 == 4 ? AB_ROW_BILATERAL : AB_ROW_UNILATERAL;
        hit->law[i] = next_random(&state) < 0.0;
        double e = next_random(&state);
        hit->restitution[i] = e < -0.5 ? 0.0 : e > 0.5 ? 1.0 : e + 0.5;
        for (size_t k = 0; k < columns; k++) {
            J[i][k] = next_random(&state);
            hit->velocity[i] += J[i][k] * u[k];
        }
        for (size_t k = 0; k <= i; k++) {
            double sum = 0.0;
            for (size_t l = 0; l < columns; l++) {
                sum += J[i][l] * J[k][l];
            }
            hit->A[i * n + k] = hit->A[k * n + i] = sum;
        }
    }
    return hit;
}

static void energy_never_grows_and_nothing_closes(void) {
    size_t max_iterations = 0;
    for (uint64_t seed = 1; seed <= 400; seed++) {
        size_t n = 2 + seed % (MAX_COUNT - 2);
        Hit *hit = new_random(seed, n, seed % 2 == 0);
        CHECK(solve(hit, AB_IMPACT_ORDER_FREE) == AB_COMPLEMENTARITY_SOLVED);
        double energy = 0.0, scale = 0.0;
        for (size_t i = 0; i < n; i++) {
            energy += 0.5 * hit->impulse[i] * (hit->velocity[i] + hit->after[i]);
            scale = fmax(scale, fabs(hit->velocity[i]));
            CHECK(hit->kind[i] == AB_ROW_BILATERAL || hit->impulse[i] >= 0.0);
            CHECK(hit->kind[i] == AB_ROW_BILATERAL || hit->after[i] >= -1e-9 * scale);
            CHECK(hit->kind[i] != AB_ROW_BILATERAL || fabs(hit->after[i]) <= 1e-9 * scale);
        }
        CHECK_NEAR(energy, hit->impacts.energy, 1e-12, scale);
        CHECK(hit->impacts.energy <= 1e-12 * scale * scale);
        max_iterations =
            hit->impacts.iterations > max_iterations ? hit->impacts.iterations : max_iterations;
        free(hit);
    }
    CHECK(max_iterations < 2000);
}

// A ball of unit mass and inertia 2 / 5 hits the ground at an angle, with friction: it slips when
// 7 / 2 mu (1 + e) v_n < v_t, else it rolls. Closed forms of the rigid impact.
static void friction_slips_or_rolls(void) {
    const double speed[2] = {1.0, 8.0};
    for (int k = 0; k < 2; k++) {
        Hit *hit = new_hit(3);
        const double A[9] = {1.0, 0.0, 0.0, 0.0, 3.5, 0.0, 0.0, 0.0, 3.5};
        const abImpactFriction friction = {.normal = 0, .tangent = {1, 2}, .coefficient = 0.3};
        memcpy(hit->A, A, sizeof A);
        hit->kind[1] = hit->kind[2] = AB_ROW_BOUNDED;
        hit->velocity[0] = -2.0;
        hit->velocity[1] = 0.6 * speed[k];
        hit->velocity[2] = -0.8 * speed[k];
        hit->restitution[0] = 0.5;
        hit->impacts.friction = &friction;
        hit->impacts.frictions = 1;
        CHECK(solve(hit, AB_IMPACT_ORDER_FREE) == AB_COMPLEMENTARITY_SOLVED);
        double push = k == 0 ? speed[k] / 3.5 : 0.3 * 3.0, left = speed[k] - 3.5 * push;
        CHECK_NEAR(hit->impulse[0], 3.0, 1e-9, 1.0);
        CHECK_NEAR(hit->impulse[1], -0.6 * push, 1e-9, 1.0);
        CHECK_NEAR(hit->impulse[2], 0.8 * push, 1e-9, 1.0);
        CHECK_NEAR(hit->after[1], 0.6 * left, 1e-9, 1.0);
        free(hit);
    }
}

// Bodies of the mass 1 and different moments, contacts with friction among them and to the ground,
// some in the plane, some with three more beside them, and joints: more rows than freedoms.
typedef struct Scene {
    Hit *hit;
    uint64_t state;
    size_t bodies;
    double J[MAX_COUNT][3 * 6], moment[3], u[3 * 6];
    abImpactFriction friction[MAX_COUNT];
} Scene;

// A row along u at two points of bodies a and b; body 3 is the ground.
static void set_row(Scene *s, size_t row, const size_t body[2], double at[2][3],
                    const double u[3]) {
    for (int side = 0; side < 2; side++) {
        double sign = side == 0 ? -1.0 : 1.0, *J = s->J[row] + 6 * body[side];
        const double *r = at[side];
        for (int k = 0; k < 3 && body[side] < s->bodies; k++) {
            int l = (k + 1) % 3, m = (k + 2) % 3;
            J[k] = sign * u[k];
            J[3 + k] = sign * (r[l] * u[m] - r[m] * u[l]);
        }
    }
}

static void set_frame(Scene *s, double u[3][3]) {
    double length = 0.0;
    for (int k = 0; k < 3; k++) {
        u[0][k] = next_random(&s->state);
        length += u[0][k] * u[0][k];
    }
    for (int k = 0; k < 3; k++) {
        u[0][k] /= sqrt(length);
    }
    double flat = sqrt(u[0][0] * u[0][0] + u[0][1] * u[0][1]);
    const double t[3] = {-u[0][1] / flat, u[0][0] / flat, 0.0};
    for (int k = 0; k < 3; k++) {
        int l = (k + 1) % 3, m = (k + 2) % 3;
        u[1][k] = t[k];
        u[2][k] = u[0][l] * t[m] - u[0][m] * t[l];
    }
}

static void add_contact(Scene *s, size_t first, const size_t body[2], double at[2][3],
                        double u[3][3], bool is_joint, double mu) {
    Hit *hit = s->hit;
    for (size_t k = 0; k < 3; k++) {
        set_row(s, first + k, body, at, u[k]);
        hit->kind[first + k] = is_joint ? AB_ROW_BILATERAL
                               : k > 0  ? AB_ROW_BOUNDED
                                        : AB_ROW_UNILATERAL;
    }
    double e = next_random(&s->state);
    hit->restitution[first] = e < -0.5 ? 0.0 : e > 0.5 ? 1.0 : e + 0.5;
    hit->law[first] = next_random(&s->state) < 0.0;
    if (!is_joint) {
        bool is_plane = next_random(&s->state) < -0.5;
        s->friction[hit->impacts.frictions++] =
            (abImpactFriction){.normal = first,
                               .tangent = {first + 1, is_plane ? AB_NO_ROW : first + 2},
                               .coefficient = mu < 0.1 ? 0.0 : mu};
    }
}

static void set_matrix(Scene *s) {
    Hit *hit = s->hit;
    size_t n = hit->impacts.n;
    for (size_t i = 0; i < n; i++) {
        hit->velocity[i] = 0.0;
        for (size_t c = 0; c < 6 * s->bodies; c++) {
            hit->velocity[i] += s->J[i][c] * s->u[c];
        }
        for (size_t k = 0; k < n; k++) {
            double sum = 0.0;
            for (size_t c = 0; c < 6 * s->bodies; c++) {
                double inverse = c % 6 < 3 ? 1.0 : 1.0 / s->moment[c / 6];
                sum += s->J[i][c] * s->J[k][c] * inverse;
            }
            hit->A[i * n + k] = sum;
        }
    }
}

// The speeds that impulses of the joints alone leave, and their kinetic energy.
static double stop_joints(Scene *s) {
    Hit *hit = s->hit;
    for (int round = 0; round < 2000; round++) {
        for (size_t i = 0; i < hit->impacts.n; i++) {
            double rate = 0.0;
            for (size_t c = 0; c < 6 * s->bodies; c++) {
                rate += s->J[i][c] * s->u[c];
            }
            double push =
                hit->kind[i] == AB_ROW_BILATERAL ? -rate / hit->A[i * hit->impacts.n + i] : 0.0;
            for (size_t c = 0; c < 6 * s->bodies && push != 0.0; c++) {
                s->u[c] += push * s->J[i][c] * (c % 6 < 3 ? 1.0 : 1.0 / s->moment[c / 6]);
            }
        }
    }
    double energy = 0.0;
    for (size_t c = 0; c < 6 * s->bodies; c++) {
        energy += 0.5 * s->u[c] * s->u[c] * (c % 6 < 3 ? 1.0 : s->moment[c / 6]);
    }
    return energy;
}

// Its kinetic energy.
static double make_scene(Scene *s, uint64_t seed) {
    size_t contacts = 1 + seed % 8;
    *s = (Scene){.state = seed, .bodies = 1 + (seed / 8) % 3, .hit = new_hit(3 * contacts)};
    s->hit->impacts.friction = s->friction;
    for (size_t b = 0; b < s->bodies; b++) {
        s->moment[b] = 0.4 * exp(2.0 * next_random(&s->state));
        for (int k = 0; k < 6; k++) {
            s->u[6 * b + k] = next_random(&s->state);
        }
    }
    size_t body[2] = {3, 0};
    double at[2][3], u[3][3];
    for (size_t c = 0; c < contacts; c++) {
        bool beside = c % 4 != 0 && seed % 5 < 2; // the same normal and bodies, another place
        bool is_joint = c == 2 && seed % 3 == 0 && !beside;
        if (!beside) {
            set_frame(s, u);
            body[0] = next_random(&s->state) < 0.0 ? 3 : c % s->bodies;
            body[1] = (c + 1) % s->bodies == body[0] ? 3 : (c + 1) % s->bodies;
        }
        for (int k = 0; k < 6; k++) {
            at[k / 3][k % 3] = next_random(&s->state);
        }
        add_contact(s, 3 * c, body, at, u, is_joint, 0.5 * (1.0 + next_random(&s->state)));
    }
    set_matrix(s);
    double energy = stop_joints(s);
    set_matrix(s);
    return energy;
}

static void friction_never_adds_energy(void) {
    size_t unsolved = 0;
    for (uint64_t seed = 1; seed <= 600; seed++) {
        for (int kind = 0; kind < AB_IMPACT_COUNT; kind++) {
            Scene scene;
            double kinetic = make_scene(&scene, seed), energy = 0.0, scale = sqrt(kinetic);
            uint32_t order = (uint32_t)seed;
            Hit *hit = scene.hit;
            hit->impacts.seed = &order;
            unsolved += solve(hit, (abImpactKind)kind) == AB_COMPLEMENTARITY_SOLVED ? 0 : 1;
            for (size_t i = 0; i < hit->impacts.n; i++) {
                energy += 0.5 * hit->impulse[i] * (hit->velocity[i] + hit->after[i]);
            }
            CHECK(energy <= 1e-12 * kinetic && energy >= -(1.0 + 1e-9) * kinetic);
            CHECK_NEAR(hit->impacts.energy, energy, 1e-13, kinetic);
            for (size_t c = 0; c < hit->impacts.frictions; c++) {
                const abImpactFriction *f = &scene.friction[c];
                double x = hit->impulse[f->tangent[0]];
                double y = f->tangent[1] == AB_NO_ROW ? 0.0 : hit->impulse[f->tangent[1]];
                double normal = hit->impulse[f->normal];
                CHECK(normal >= 0.0);
                CHECK(sqrt(x * x + y * y) <= f->coefficient * normal + 1e-12 * scale);
                CHECK(kind != AB_IMPACT_ORDER_FREE || hit->after[f->normal] >= -1e-8 * scale);
            }
            free(hit);
        }
    }
    CHECK(unsolved == 0);
    if (unsolved > 0) {
        printf("%zu unsolved\n", unsolved);
    }
}

static void order_free_does_not_see_the_order(void) {
    for (uint64_t seed = 1; seed <= 100; seed++) {
        size_t n = 2 + seed % (MAX_COUNT - 2);
        Hit *hit = new_random(seed, n, false), *other = new_hit(n);
        for (size_t i = 0; i < n; i++) {
            size_t k = n - 1 - i;
            other->velocity[i] = hit->velocity[k];
            other->restitution[i] = hit->restitution[k];
            other->law[i] = hit->law[k];
            for (size_t l = 0; l < n; l++) {
                other->A[i * n + l] = hit->A[k * n + n - 1 - l];
            }
        }
        solve(hit, AB_IMPACT_ORDER_FREE);
        solve(other, AB_IMPACT_ORDER_FREE);
        for (size_t i = 0; i < n; i++) {
            CHECK_NEAR(other->after[i], hit->after[n - 1 - i], 1e-7, 1.0);
        }
        free(hit);
        free(other);
    }
}

static void serial_kinds_repeat_with_their_seed(void) {
    uint32_t seed[2] = {4711, 4711};
    double after[2][MAX_COUNT];
    for (int k = 0; k < 2; k++) {
        Hit *hit = new_random(7, 12, false);
        hit->impacts.seed = &seed[k];
        solve(hit, AB_IMPACT_SERIAL_GROUPED);
        memcpy(after[k], hit->after, sizeof after[k]);
        free(hit);
    }
    CHECK(seed[0] == seed[1] && seed[0] != 4711);
    for (int i = 0; i < 12; i++) {
        CHECK(after[0][i] == after[1][i]);
    }
}

// A ball between two heavy walls that close in, all with e = 1, gains 2 m/s each turn and could go on
// for a billion of them. The speed that counts as small begins at 1e-5 m/s and doubles every 40 turns
// of two contacts: above what the ball then has, 2 m/s times the turns, after 28 times 40.
static void elastic_turns_end(void) {
    static const abImpactKind kinds[2][2] = {
        {AB_IMPACT_SERIAL_SEPARATE, AB_IMPACT_SERIAL_GROUPED},
        {AB_IMPACT_SERIAL_SEPARATE_LAST_PASS, AB_IMPACT_SERIAL_GROUPED_LAST_PASS}};
    const double mass[3] = {1e9, 1.0, 1e9}, speed[3] = {1.0, 0.0, -1.0};
    for (int has_last_pass = 0; has_last_pass < 2; has_last_pass++) {
        for (int k = 0; k < 2; k++) {
            Hit *hit = new_row(3, mass, speed, 1.0);
            solve(hit, kinds[has_last_pass][k]);
            double least = fmin(hit->after[0], hit->after[1]);
            CHECK(hit->impacts.iterations <= 2 * 28 * 40 + 1); // each compresses and restores
            if (has_last_pass) {
                // impulses of 1e9 N s, whose rounding of 1.2e-7 N s the ball has from both sides
                CHECK_NEAR(least, 0.0, 1e-6, 1.0);
            } else { // something still closes, by less than 1e-5 m/s times 2^28
                CHECK(least < -1.0 && least > -2685.0);
            }
            free(hit);
        }
    }
}

static void friction_of_any_matrix_adds_no_energy(void) {
    for (uint64_t seed = 1; seed <= 100; seed++) {
        size_t contacts = 1 + seed % 7, n = 3 * contacts;
        Hit *hit = new_random(seed, n, false);
        abImpactFriction friction[8];
        uint64_t state = seed;
        for (size_t c = 0; c < contacts; c++) {
            friction[c] = (abImpactFriction){.normal = 3 * c,
                                             .tangent = {3 * c + 1, 3 * c + 2},
                                             .coefficient = 0.5 * (1.0 + next_random(&state))};
            hit->kind[3 * c + 1] = hit->kind[3 * c + 2] = AB_ROW_BOUNDED;
        }
        hit->impacts.friction = friction;
        hit->impacts.frictions = contacts;
        CHECK(solve(hit, AB_IMPACT_ORDER_FREE) == AB_COMPLEMENTARITY_SOLVED);
        double scale = 0.0;
        for (size_t i = 0; i < n; i++) {
            scale = fmax(scale, fabs(hit->velocity[i]));
        }
        CHECK(hit->impacts.energy <= 1e-9 * scale * scale);
        for (size_t c = 0; c < contacts; c++) {
            const double *j = hit->impulse + 3 * c;
            double pull = sqrt(j[1] * j[1] + j[2] * j[2]);
            CHECK(j[0] >= 0.0 && hit->after[3 * c] >= -1e-8 * scale);
            CHECK(pull <= friction[c].coefficient * j[0] + 1e-8 * scale);
        }
        free(hit);
    }
}

// Two contacts that push each other together by turns: impulses 1, a, a^2, ... by turns, in all
// 1/(1 - a^2) and a/(1 - a^2), found long before what closes is small.
static void turns_that_shrink_are_summed(void) {
    for (int k = 5; k <= 9; k++) {
        double a = 0.1 * k;
        Hit *hit = new_hit(2);
        hit->A[0] = hit->A[3] = 1.0;
        hit->A[1] = hit->A[2] = -a;
        hit->velocity[0] = -1.0;
        CHECK(solve(hit, AB_IMPACT_ORDER_FREE) == AB_COMPLEMENTARITY_SOLVED);
        CHECK_NEAR(hit->impulse[0], 1.0 / (1.0 - a * a), 1e-9, 1.0);
        CHECK_NEAR(hit->impulse[1], a / (1.0 - a * a), 1e-9, 1.0);
        CHECK_NEAR(hit->after[0], 0.0, 1e-9, 1.0);
        CHECK_NEAR(hit->after[1], 0.0, 1e-9, 1.0);
        CHECK(hit->impacts.iterations <= 12);
        CHECK(hit->impacts.energy <= 0.0);
        free(hit);
    }
}

AB_TESTS(AB_TEST(turns_that_shrink_are_summed), AB_TEST(as_many_balls_leave_the_cradle_as_come),
         AB_TEST(two_into_one_is_symmetric),
         AB_TEST(a_hit_on_what_rests_goes_through_to_the_ground),
         AB_TEST(plastic_impacts_stop_what_closes), AB_TEST(a_single_contact_comes_back_with_its_e),
         AB_TEST(joints_stay_closed), AB_TEST(what_is_not_a_number_is_refused),
         AB_TEST(energy_never_grows_and_nothing_closes), AB_TEST(friction_slips_or_rolls),
         AB_TEST(friction_never_adds_energy), AB_TEST(friction_of_any_matrix_adds_no_energy),
         AB_TEST(order_free_does_not_see_the_order), AB_TEST(serial_kinds_repeat_with_their_seed),
         AB_TEST(elastic_turns_end))
