// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0

#include <stdio.h>
#include <string.h>

#include "abut/abut.h"
#include "base/check.h"
#include "core/run_fixture.h"
#include "math/core/vector_math.h"

// ---- models of a few lines ----

typedef struct Seen {
    int count[AB_EVENT_KINDS];
    double pair, release, stick, slip; // times of the last of a kind
    double impulse;                    // sum
    double force[40];                  // normal forces of the last frame
    int contacts;
    abEnergyBook first, last;
    abVec3 place; // of the last contact pair
    bool has_first;
} Seen;

static Seen s_seen;
static abBodyState s_end[200];
static abError s_error;

static abResult note_event(void *context, const abEvent *event, abError *error) {
    (void)context, (void)error;
    s_seen.count[event->kind]++;
    *(event->kind == AB_EVENT_TOUCH     ? &s_seen.pair
      : event->kind == AB_EVENT_RELEASE ? &s_seen.release
      : event->kind == AB_EVENT_STICK   ? &s_seen.stick
                                        : &s_seen.slip) = event->time;
    s_seen.place = event->kind == AB_EVENT_TOUCH ? event->point : s_seen.place;
    s_seen.impulse += event->impulse;
    return AB_OK;
}

static abResult note_frame(void *context, const abFrame *frame, abError *error) {
    (void)context, (void)error;
    s_seen.contacts = frame->contact_count;
    for (int i = 0; i < frame->contact_count && i < 40; i++) {
        s_seen.force[i] = frame->contacts[i].normal_force;
    }
    memcpy(s_end, frame->bodies, (size_t)frame->body_count * sizeof *s_end);
    if (!s_seen.has_first) {
        s_seen.first = frame->energy;
        s_seen.has_first = true;
    }
    s_seen.last = frame->energy;
    return AB_OK;
}

// Everything is rigid, of density 1000; body 1 is the fixed ground z < 0.
static abResult run(const char *bodies, double restitution, double friction, double end) {
    static char text[60000];
    s_seen = (Seen){0};
    snprintf(text, sizeof text,
             "abut: 1\n"
             "gravity: [0, 0, -10]\n"
             "materials: {m: {density: 1000}}\n"
             "pairs: [{materials: [m, m], restitution: %.17g, sliding_friction: %.17g}]\n"
             "bodies:\n"
             "  ground: {mobility: fixed, shapes: [{plane: {}, material: m}]}\n"
             "%s"
             "contacts: [{between: ['*', '*'], normal: {law: rigid}, friction: {law: %s}}]\n"
             "simulation: {end_time: %.17g, tolerance: 1.0e-8, output_interval: %.17g}\n",
             restitution, friction, bodies, friction > 0.0 ? "coulomb" : "none", end, end / 10.0);
    const abObserver observer = {.frame = note_frame, .event = note_event};
    return run_and_say(text, &observer, NULL, &s_error);
}

static const char *const s_ball =
    "  ball: {position: [0, 0, 1.1], shapes: [{sphere: {radius: 0.1}, material: m}]}\n";

static double drift(void) {
    return ab_energy_balance(&s_seen.last) - ab_energy_balance(&s_seen.first);
}

// ---- bounces ----

static void bounces_end_at_the_time_of_their_series(void) {
    static const double restitutions[] = {0.1, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95};
    for (size_t i = 0; i < sizeof restitutions / sizeof *restitutions; i++) {
        double e = restitutions[i], fall = sqrt(2.0 / 10.0);
        CHECK(run(s_ball, e, 0.0, 20.0) == AB_OK);
        CHECK_NEAR(s_seen.pair, fall * (1.0 + e) / (1.0 - e), 1e-6, 1.0);
        CHECK(s_seen.count[AB_EVENT_TOUCH] == 1);
        CHECK(s_seen.count[AB_EVENT_IMPACT] <= 300);
        CHECK_NEAR(drift(), 0.0, 1e-9, 41.0);
        CHECK_NEAR(s_end[1].position.z, 0.1, 1e-14, 1.0);
    }
}

// The step in which the bounces end goes on to the end of the run.
static void the_end_of_bounces_is_told_where_it_is(void) {
    double e = 0.5, end = sqrt(2.0 / 10.0) * (1.0 + e) / (1.0 - e);
    CHECK(run("  ball: {position: [0, 0, 1.1], velocity: [0.7, 0, 0], shapes: [{sphere: {radius: "
              "0.1}, material: m}]}\n",
              e, 0.0, 20.0) == AB_OK);
    CHECK_NEAR(s_seen.pair, end, 1e-6, 1.0);
    CHECK_NEAR(s_seen.place.x, 0.7 * s_seen.pair, 1e-12, 1.0);
    CHECK_NEAR(s_end[1].position.x, 14.0, 1e-9, 14.0);
}

static void elastic_bounces_keep_their_energy(void) {
    CHECK(run(s_ball, 1.0, 0.0, 9000.0) == AB_OK);
    CHECK(s_seen.count[AB_EVENT_IMPACT] > 10000 && s_seen.count[AB_EVENT_TOUCH] == 0);
    CHECK_NEAR(drift(), 0.0, 1e-9, 0.001 * 4.0 / 3.0 * 3.14159 * 1000.0 * 10.0);
}

// ---- energy ----

static double next_random(unsigned long long *state) {
    *state = *state * 6364136223846793005ull + 1442695040888963407ull;
    return (double)(*state >> 11) / 9007199254740992.0;
}

// Balls and boxes of two materials thrown at each other and at the ground, two of them hinged:
// every pair has its own e and friction, one of them Poisson's law.
static void write_throw(char *text, size_t size, unsigned long long seed, const char *simulation) {
    static const char *const shapes[2] = {"sphere: {radius: 0.2}", "box: {size: [0.4, 0.3, 0.5]}"};
    const char *friction = strstr(simulation, "fixed") != NULL ? "regularized" : "coulomb";
    unsigned long long state = seed;
    double r[6];
    int length = snprintf(text, size,
                          "abut: 1\ngravity: [0, 0, -10]\n"
                          "materials: {m: {density: 1000}, k: {density: 3000}}\npairs:\n");
    for (int i = 0; i < 6; i++) {
        r[i] = next_random(&state);
    }
    length += snprintf(text + length, size - (size_t)length,
                       "  - {materials: [m, m], restitution: %.17g, sliding_friction: %.17g}\n"
                       "  - {materials: [m, k], restitution: %.17g, sliding_friction: %.17g}\n"
                       "  - {materials: [k, k], restitution: %.17g, sliding_friction: %.17g}\n"
                       "bodies:\n"
                       "  ground: {mobility: fixed, shapes: [{plane: {}, material: m}]}\n",
                       r[0], r[1], r[2], r[3], r[4], r[5]);
    for (int i = 0; i < 5; i++) {
        for (int k = 0; k < 6; k++) {
            r[k] = 2.0 * next_random(&state) - 1.0;
        }
        length +=
            snprintf(text + length, size - (size_t)length,
                     "  b%d: {position: [%.17g, 0, %.17g], velocity: [%.17g, %.17g, -4], "
                     "angular_velocity: [%.17g, %.17g, %.17g], shapes: [{%s, material: %c}]}\n",
                     i, 0.8 * i, 0.6 + 0.2 * r[0], 4.0 * (2 - i) + r[1], r[2], 2.0 * r[3],
                     2.0 * r[4], 2.0 * r[5], shapes[i % 2], i < 3 ? 'm' : 'k');
    }
    snprintf(text + length, size - (size_t)length,
             "joints:\n  - {type: spherical, between: [b1, b2], position: [1.2, 0, 0.6]}\n"
             "contacts:\n"
             "  - {between: ['*', '*'], normal: {law: rigid}, friction: {law: %s}}\n"
             "  - {between: [ground, '*'], normal: {law: rigid, restitution_kind: poisson}, "
             "friction: {law: %s}}\n"
             "simulation: {%s}\n",
             friction, friction, simulation);
}

static void impacts_never_add_energy(void) {
    static const char *const simulations[] = {
        "end_time: 0.08, tolerance: 1e-7, output_interval: 0.1",
        "end_time: 0.08, tolerance: 1e-7, output_interval: 0.1, impacts: simultaneous",
        "end_time: 0.08, tolerance: 1e-7, output_interval: 0.1, impacts: hybrid, impact_seed: 3",
        "end_time: 0.08, method: fixed, step: 0.005, output_interval: 0.1"};
    static char text[8000];
    int impacts = 0;
    for (unsigned long long seed = 1; seed <= 40; seed++) {
        abStatistics st = {0};
        const abObserver observer = {.frame = note_frame, .event = note_event};
        write_throw(text, sizeof text, seed, simulations[seed % 4]);
        s_seen = (Seen){0};
        CHECK(run_and_say(text, &observer, &st, &s_error) == AB_OK);
        // of what is turned over, a part of which moves at the impact
        CHECK_NEAR(st.impact_gain, 0.0, 1e-12, st.energy_scale);
        CHECK(seed % 4 == 3 || fabs(drift()) < 1e-6 * st.energy_scale);
        impacts += s_seen.count[AB_EVENT_IMPACT];
    }
    CHECK(impacts > 200);
}

// ---- at rest ----

static const char *box(char *text, size_t size, const char *name, double x, double z,
                       const char *more) {
    snprintf(text, size,
             "  %s: {position: [%.17g, 0, %.17g], shapes: [{box: {size: [1, 1, 1]}, material: m}]"
             "%s}\n",
             name, x, z, more);
    return text;
}

static void a_stack_carries_its_weight_and_stands(void) {
    char text[4000] = "", one[200], name[16];
    for (int i = 0; i < 10; i++) {
        snprintf(name, sizeof name, "b%d", i);
        strcat(text, box(one, sizeof one, name, 0.0, i + 0.5, ""));
    }
    CHECK(run(text, 0.5, 0.0, 60.0) == AB_OK);
    CHECK(s_seen.contacts == 10 && s_seen.count[AB_EVENT_IMPACT] == 0);
    for (int i = 0; i < 10; i++) {
        CHECK_NEAR(s_seen.force[i], (10 - i) * 1e4, 1e-9, 1e5);
        CHECK_NEAR(s_end[1 + i].position.z, i + 0.5, 1e-13, 1.0);
        CHECK_NEAR(s_end[1 + i].position.x, 0.0, 1e-13, 1.0);
    }
}

// Masses 1e-6 to 1e9, a body 1e6 times heavier on top, bodies of size 0.01.
static void weights_of_any_size_are_carried(void) {
    static const double masses[][3] = {
        {1e-6, 1e-6, 1e-6}, {1e9, 1e9, 1e9}, {1.0, 1.0, 1e6}, {1e6, 1.0, 1.0}};
    for (size_t k = 0; k < 4; k++) {
        for (int small = 0; small < 2; small++) {
            char text[2000] = "", one[300];
            double s = small ? 0.01 : 1.0, above = 0.0;
            for (int i = 0; i < 3; i++) {
                double m = masses[k][i], I = m * s * s / 6.0;
                snprintf(one, sizeof one,
                         "  b%d: {mass: %.17g, inertia: [%.17g, %.17g, %.17g], position: [0, 0, "
                         "%.17g], shapes: [{box: {size: [%.17g, %.17g, %.17g]}, material: m}]}\n",
                         i, m, I, I, I, s * (i + 0.5), s, s, s);
                strcat(text, one);
            }
            CHECK(run(text, 0.5, 0.0, 10.0) == AB_OK);
            for (int i = 3; i-- > 0;) {
                above += masses[k][i] * 10.0;
                CHECK_NEAR(s_seen.force[i], above, 1e-9, above);
                CHECK_NEAR(s_end[1 + i].position.z, s * (i + 0.5), 1e-12, s);
            }
        }
    }
}

// A ball in a V of two planes at 45 degrees: m g / sqrt(2) each.
static void a_ball_in_a_v_is_held_by_both_sides(void) {
    CHECK(run("  left: {mobility: fixed, shapes: [{plane: {normal: [1, 0, 1]}, material: m}]}\n"
              "  right: {mobility: fixed, shapes: [{plane: {normal: [-1, 0, 1]}, material: m}]}\n"
              "  ball: {mass: 2, inertia: [1, 1, 1], position: [0, 0, 1.4142135623730951], shapes: "
              "[{sphere: {radius: 1}, material: m}]}\n",
              0.5, 0.0, 1.0) == AB_OK);
    CHECK(s_seen.contacts == 2);
    CHECK_NEAR(s_seen.force[0], 20.0 / sqrt(2.0), 1e-12, 20.0);
    CHECK_NEAR(s_seen.force[1], 20.0 / sqrt(2.0), 1e-12, 20.0);
}

// It leaves where cos = 2/3, without friction.
static void a_ball_leaves_a_ball_at_two_thirds(void) {
    CHECK(run("  big: {mobility: fixed, position: [0, 0, 2], shapes: [{sphere: {radius: 1}, "
              "material: m}]}\n"
              "  ball: {position: [0, 0, 3.5], velocity: [0.1, 0, 0], shapes: [{sphere: {radius: "
              "0.5}, material: m}]}\n",
              0.5, 0.0, 1.8) == AB_OK);
    // energy: v^2 = v0^2 + 2 g R (1 - c), and v^2 = g R c where it leaves
    double R = 1.5, c = (0.01 + 2.0 * 10.0 * R) / (3.0 * 10.0 * R);
    CHECK(s_seen.count[AB_EVENT_RELEASE] == 1);
    double t = 1.8 - s_seen.release;
    double v = sqrt(10.0 * R * c), vz = -v * sqrt(1.0 - c * c);
    CHECK_NEAR(s_end[2].position.z, 2.0 + R * c + vz * t - 5.0 * t * t, 1e-7, 1.0);
    CHECK_NEAR(s_end[2].velocity.x, v * c, 1e-7, 1.0);
    CHECK_NEAR(drift(), 0.0, 1e-8, 1e4);
}

// ---- friction ----

static void a_block_slides_to_a_stop(void) {
    char one[200];
    CHECK(run(box(one, sizeof one, "b", 0.0, 0.5, ", velocity: [1, 0, 0]"), 0.5, 0.3, 1.0) ==
          AB_OK);
    // slip counts as ended at 1e-6 of its speed
    CHECK_NEAR(s_seen.stick, 1.0 / 3.0, 1e-6, 1.0);
    CHECK_NEAR(s_end[1].position.x, 1.0 / 6.0, 1e-6, 1.0);
}

static void a_ball_slides_until_it_rolls(void) {
    CHECK(run("  ball: {position: [0, 0, 0.5], velocity: [1, 0, 0], shapes: [{sphere: {radius: "
              "0.5}, material: m}]}\n",
              0.5, 0.3, 1.0) == AB_OK);
    CHECK_NEAR(s_seen.stick, 2.0 / (7.0 * 0.3 * 10.0), 1e-6, 1.0);
    CHECK_NEAR(s_end[1].velocity.x, 5.0 / 7.0, 1e-6, 1.0);
    CHECK_NEAR(s_end[1].angular_velocity.y, 10.0 / 7.0, 1e-6, 1.0);
}

// ---- models ----

static abResult run_model(const char *path) {
    s_seen = (Seen){0};
    ab_error_clear(&s_error);
    abModel *model = NULL;
    abSimulation *simulation = NULL;
    const abObserver observer = {.frame = note_frame, .event = note_event};
    char full[300];
    snprintf(full, sizeof full, "models/%s", path);
    abResult result = ab_model_read(full, NULL, 0, ab_heap(), (abLog){0}, &model, &s_error);
    if (result == AB_OK) {
        result = ab_simulation_create(model, NULL, ab_heap(), (abLog){0}, &simulation, &s_error);
    }
    if (result == AB_OK) {
        result = ab_simulation_run(simulation, &observer, &s_error);
    }
    close_fixture(model, simulation);
    return result;
}

static void an_arch_stands(void) {
    CHECK(run_model("arch.yaml") == AB_OK);
    CHECK(s_seen.contacts == 21 && s_seen.count[AB_EVENT_RELEASE] == 0);
    CHECK(s_seen.count[AB_EVENT_SLIP] == 0);
    for (int i = 0; i < 20; i++) {
        CHECK_NEAR(ab_norm(s_end[1 + i].velocity), 0.0, 1e-12, 1.0);
    }
}

// The limit is a sin(p) / (2 a cos(p) + r).
static void cards_stand_above_the_limit_of_friction(void) {
    CHECK(run_model("house_of_cards.yaml") == AB_OK);
    CHECK(s_seen.contacts == 3);
    CHECK_NEAR(ab_norm(s_end[1].velocity), 0.0, 1e-12, 1.0);
}

// ---- order ----

static void numbering_does_not_matter(void) {
    char a[200], b[200], text[500];
    double z[2][2];
    for (int k = 0; k < 2; k++) {
        box(a, sizeof a, "a", 0.2, 0.6, ", angular_velocity: [0, 0.3, 0]");
        box(b, sizeof b, "b", 0.0, 1.8, "");
        snprintf(text, sizeof text, "%s%s", k == 0 ? a : b, k == 0 ? b : a);
        CHECK(run(text, 0.4, 0.0, 0.5) == AB_OK);
        z[k][0] = s_end[1 + k].position.z;
        z[k][1] = s_end[2 - k].position.z;
    }
    CHECK_NEAR(z[0][0], z[1][0], 1e-9, 1.0);
    CHECK_NEAR(z[0][1], z[1][1], 1e-9, 1.0);
}

AB_TESTS(AB_TEST(bounces_end_at_the_time_of_their_series),
         AB_TEST(the_end_of_bounces_is_told_where_it_is),
         AB_TEST(elastic_bounces_keep_their_energy), AB_TEST(impacts_never_add_energy),
         AB_TEST(a_stack_carries_its_weight_and_stands), AB_TEST(weights_of_any_size_are_carried),
         AB_TEST(a_ball_in_a_v_is_held_by_both_sides), AB_TEST(a_ball_leaves_a_ball_at_two_thirds),
         AB_TEST(a_block_slides_to_a_stop), AB_TEST(a_ball_slides_until_it_rolls),
         AB_TEST(an_arch_stands), AB_TEST(cards_stand_above_the_limit_of_friction),
         AB_TEST(numbering_does_not_matter))
