// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// progress_test.c - runs whose contacts are too stiff or too many to be followed get on, and others
// are followed.

#include <string.h>

#include "abut/abut.h"
#include "base/check.h"
#include "base/model_fixture.h"
#include "method/events/events.h"

enum { ROOM = 16 };

typedef struct End {
    abStatistics statistics;
    abStatistics first; // after the first implicit step; zero: there was none
    double load;        // of the ground                                                         [N]
    double height;      // of the body on top                                                    [m]
} End;

// What is said of a crawl, last.
static char s_said[600];

static void note_crawl(void *context, abLogLevel level, const char *message) {
    (void)context;
    (void)level;
    if (strstr(message, "crawls") != NULL) {
        snprintf(s_said, sizeof s_said, "%s", message);
    }
}

static abResult note_first(void *context, abSimulation *s, double time, abError *error) {
    (void)time;
    (void)error;
    End *end = context;
    const abStatistics *now = ab_simulation_statistics(s);
    end->first = end->first.dense_steps == 0 && now->dense_steps > 0 ? *now : end->first;
    return AB_OK;
}

// A model whose first body is the ground and whose last one is on top.
static End run(const char *text) {
    static abError error;
    static abContactState contacts[ROOM];
    End end = {.load = 0.0};
    abModel *model = NULL;
    abSimulation *running = NULL;
    const abObserver observer = {.context = &end, .step = note_first};
    if (open_fixture(text, (abLog){0}, &model, &running, &error) == AB_OK &&
        ab_simulation_run(running, &observer, &error) == AB_OK) {
        int count = ab_simulation_contacts(running, contacts, ROOM);
        for (int k = 0; k < count; k++) {
            end.load += contacts[k].body_a == 1 ? contacts[k].force.z : 0.0;
            end.load -= contacts[k].body_b == 1 ? contacts[k].force.z : 0.0;
        }
        int top = ab_model_body_count(model);
        end.height = ab_simulation_body(running, (abBodyId){top}).position.z;
        end.statistics = *ab_simulation_statistics(running);
    }
    CHECK(error.count == 0);
    close_fixture(model, running);
    return end;
}

// Steel blocks and discs, each touching the one below in a face. Their contacts vibrate at 20 kHz and
// more, by less than 1e-9 m. Followed, they take 2300 evaluations in 3 ms, each with 90 distances:
// 200000 for the whole run.
static const char s_blocks[] =
    "abut: 1\n"
    "gravity: [0, 0, -9.81]\n"
    "materials: {steel: {youngs_modulus: 2.1e11, poissons_ratio: 0.3, density: 7850}}\n"
    "pairs: [{materials: [steel, steel], restitution: 0, sliding_friction: 0.3668785}]\n"
    "bodies:\n"
    "  ground: {mobility: fixed, shapes: [{plane: {}, material: steel}]}\n"
    "  b0: {position: [0, 0, 0.00879048],"
    " shapes: [{cylinder: {radius: 0.02, length: 0.01758096}, material: steel}]}\n"
    "  b1: {position: [0, 0, 0.02398867],"
    " shapes: [{box: {size: [0.04, 0.04, 0.01281543]}, material: steel}]}\n"
    "  b2: {position: [0, 0, 0.03576673],"
    " shapes: [{cylinder: {radius: 0.02, length: 0.01074069}, material: steel}]}\n"
    "  b3: {position: [0, 0, 0.05303589],"
    " shapes: [{box: {size: [0.04, 0.04, 0.02379762]}, material: steel}]}\n"
    "  b4: {position: [0, 0, 0.07161459],"
    " shapes: [{box: {size: [0.04, 0.04, 0.01335979]}, material: steel}]}\n"
    "  b5: {position: [0, 0, 0.08579783],"
    " shapes: [{box: {size: [0.04, 0.04, 0.01500669]}, material: steel}]}\n"
    "contacts:\n"
    "  - {between: [all, all], normal: {law: hunt_crossley, stiffness: 3.0e10},"
    " friction: {law: coulomb}}\n"
    "simulation: {method: events, end_time: 0.27, output_interval: 0.01, tolerance: 1.0e-6}\n";

static void blocks_that_stand_are_not_followed_in_their_contacts(void) {
    const double area = 0.04 * 0.04, disc = 3.14159265358979 * 0.02 * 0.02;
    double weight = 7850.0 * 9.81 *
                    (area * (0.01281543 + 0.02379762 + 0.01335979 + 0.01500669) +
                     disc * (0.01758096 + 0.01074069));
    End end = run(s_blocks);
    CHECK_NEAR(end.load, weight, 1e-3, weight);
    CHECK_NEAR(end.height, 0.08579783, 1e-6, 1.0);
    CHECK(end.statistics.evaluations < 20000);
    CHECK(end.statistics.proximity_calls < 1500000);
}

// A tower of plastic blocks and discs a few um above each other, undamped. It goes on to vibrate, which
// places show; each try to follow the contacts costs as much as hundreds of implicit steps.
static const char s_tower[] =
    "abut: 1\n"
    "gravity: [0, 0, -9.81]\n"
    "materials: {plastic: {youngs_modulus: 2.0e9, poissons_ratio: 0.35, density: 1200}}\n"
    "pairs: [{materials: [plastic, plastic], restitution: 0.197014352,"
    " sliding_friction: 0.828814727}]\n"
    "bodies:\n"
    "  ground: {mobility: fixed, shapes: [{plane: {}, material: plastic}]}\n"
    "  b0: {position: [0.00238535, -0.00225847, 0.0141293],"
    " shapes: [{cylinder: {radius: 0.05, length: 0.0282486}, material: plastic}]}\n"
    "  b1: {position: [-0.003963364, 0.000526732, 0.044135347],"
    " shapes: [{box: {size: [0.1, 0.1, 0.031753494]}, material: plastic}]}\n"
    "  b2: {position: [0.004122466, 0.004197526, 0.10248829],"
    " shapes: [{cylinder: {radius: 0.05, length: 0.084942393}, material: plastic}]}\n"
    "  b3: {position: [0.004003133, 0.004750868, 0.17803738],"
    " shapes: [{cylinder: {radius: 0.05, length: 0.066145786}, material: plastic}]}\n"
    "  b4: {position: [0.000659997, -0.002714032, 0.259917917],"
    " shapes: [{box: {size: [0.1, 0.1, 0.097605289]}, material: plastic}]}\n"
    "contacts: [{between: [all, all], normal: hertz, friction: coulomb}]\n"
    "simulation: {method: events, end_time: 0.3, output_interval: 0.01, tolerance: 1.0e-5}\n";

static void what_tries_to_leave_cost_is_made_up_for(void) {
    End end = run(s_tower);
    const abStatistics *statistics = &end.statistics;
    CHECK_NEAR(end.height, 0.2599, 1e-4, 1.0);
    CHECK(statistics->dense_time > 0.29);
    // the first entry, and tries that cost no more than the implicit steps, at ten evaluations
    CHECK(statistics->evaluations < 20000);
    CHECK(statistics->proximity_calls < 10 * 10 * 5 * statistics->dense_steps);
}

// Eight blocks of steel, elastic, set on each other by places of six digits: what touches did so at the
// start or meets after nanometres, so slowly that it is no impact. As impacts, with a tenth of the work
// counted, they were followed for 12500 evaluations and 480000 distances before implicit steps began.
static void what_is_set_down_is_no_impact(void) {
    char text[3000];
    double top = 0.0;
    int n = snprintf(text, sizeof text,
                     "abut: 1\n"
                     "gravity: [0, 0, -9.81]\n"
                     "materials: {steel: {youngs_modulus: 2.1e11, poissons_ratio: 0.3, density: "
                     "7850}}\n"
                     "pairs: [{materials: [steel, steel], restitution: 0.3, sliding_friction: "
                     "0.5}]\n"
                     "bodies:\n"
                     "  ground: {mobility: fixed, shapes: [{plane: {}, material: steel}]}\n");
    for (int i = 0; i < 8; i++) {
        double height = 0.01 + 0.00123456789 * ((7 * i) % 11);
        n +=
            snprintf(text + n, sizeof text - (size_t)n,
                     "  b%d: {position: [%.7g, %.7g, %.6g], shapes: [{%s%.7g%s, material: "
                     "steel}]}\n",
                     i, 2e-4 * ((3 * i) % 5 - 2), 2e-4 * ((2 * i) % 7 - 3), top + 0.5 * height,
                     i % 3 == 1 ? "cylinder: {radius: 0.02, length: " : "box: {size: [0.04, 0.04, ",
                     height, i % 3 == 1 ? "}" : "]}");
        top += height;
    }
    snprintf(text + n, sizeof text - (size_t)n,
             "contacts: [{between: [all, all], normal: elastic, friction: coulomb}]\n"
             "simulation: {method: events, end_time: 0.002, output_interval: 0.001, tolerance: "
             "1.0e-6}\n");
    End end = run(text);
    CHECK(end.first.dense_steps > 0);
    CHECK(end.first.evaluations < 8000);
    CHECK(end.first.proximity_calls < 250000);
}

// Rigid discs and blocks a few um apart. Each impact closes others for nanometres on and on; one comes
// at an instant at which nothing touches yet, from above what it hits.
static const char s_rigid[] =
    "abut: 1\n"
    "gravity: [0, 0, -9.81]\n"
    "materials: {rubber: {youngs_modulus: 5.0e6, poissons_ratio: 0.48, density: 1100}}\n"
    "pairs: [{materials: [rubber, rubber], restitution: 0.5, sliding_friction: 0,"
    " rolling_resistance: 0.03866293}]\n"
    "bodies:\n"
    "  ground: {position: [0, 0, -1.0], mobility: fixed,"
    " shapes: [{box: {size: [40.0, 40.0, 2.0]}, material: rubber}]}\n"
    "  b0: {position: [0.02391616, -0.04163145, 0.3805642],"
    " shapes: [{cylinder: {radius: 0.5, length: 0.7610285}, material: rubber}]}\n"
    "  b1: {position: [-0.00500804, 0.005468209, 1.032772],"
    " shapes: [{cylinder: {radius: 0.5, length: 0.5432878}, material: rubber}]}\n"
    "  b2: {position: [0.001409858, 0.0341405, 1.707787],"
    " shapes: [{cylinder: {radius: 0.5, length: 0.8066413}, material: rubber}]}\n"
    "  b3: {position: [-0.04857436, 0.03029897, 2.458613],"
    " shapes: [{cylinder: {radius: 0.5, length: 0.6949112}, material: rubber}]}\n"
    "  b4: {position: [-0.03499883, -0.04641275, 3.216741],"
    " shapes: [{box: {size: [1.0, 1.0, 0.8212444]}, material: rubber}]}\n"
    "contacts: [{between: [all, all], normal: rigid, friction: coulomb}]\n"
    "simulation: {method: events, end_time: 1, output_interval: 0.1, tolerance: 1.0e-5}\n";

static void impacts_at_one_instant_are_passed_by_implicit_steps(void) {
    const double disc = 3.14159265358979 * 0.5 * 0.5;
    double weight =
        1100.0 * 9.81 * (disc * (0.7610285 + 0.5432878 + 0.8066413 + 0.6949112) + 0.8212444);
    End end = run(s_rigid);
    CHECK_NEAR(end.load, weight, 1e-3, weight);
    CHECK_NEAR(end.height, 3.216741, 1e-3, 1.0);
    CHECK(end.statistics.dense_steps > 0);
    CHECK(end.statistics.steps < 2000);
}

// A ball of steel that falls on steel by the law of Hertz: an impact is over in some 1e-4 s and takes
// as many steps as a second of flight. What comes of it depends on how it went, so it is followed.
static void impacts_are_followed(void) {
    static const char ball[] =
        "abut: 1\n"
        "gravity: [0, 0, -9.81]\n"
        "materials: {steel: {youngs_modulus: 2.1e11, poissons_ratio: 0.3, density: 7850}}\n"
        "pairs: [{materials: [steel, steel], restitution: 0.9}]\n"
        "bodies:\n"
        "  ground: {mobility: fixed, shapes: [{plane: {}, material: steel}]}\n"
        "  ball: {position: [0, 0, 0.11], shapes: [{sphere: {radius: 0.01}, material: steel}]}\n"
        "contacts: [{between: [all, all], normal: %s, friction: none}]\n"
        "simulation: {method: events, end_time: 1, output_interval: 0.1, tolerance: %g}\n";
    for (int k = 0; k < 3; k++) {
        const double tolerances[] = {1e-4, 1e-7, 1e-10};
        char text[900];
        snprintf(text, sizeof text, ball, "hertz", tolerances[k]);
        End end = run(text);
        CHECK(end.statistics.events[AB_EVENT_TOUCH] >= 3);
        CHECK(end.statistics.dense_steps == 0);
    }
}

// A cone and a box that meet at 3.7 m/s with an edge on a border: with weights that did not have their
// energy they touched in one point or in two by rounding, changes that move nothing. Each began the
// integrator anew, and the run got on by 1e-13 s. It needs no implicit steps any more.
static void points_that_come_and_go_by_rounding_do_not_hold_a_run_up(void) {
    static const char text[] =
        "abut: 1\n"
        "gravity: [0, 0, -9.81]\n"
        "materials: {steel: {youngs_modulus: 2.1e11, poissons_ratio: 0.3, density: 7850}}\n"
        "pairs: [{materials: [steel, steel], restitution: 1, sliding_friction: 0.3}]\n"
        "bodies:\n"
        "  ground: {mobility: fixed, shapes: [{plane: {}, material: steel}]}\n"
        "  b3: {position: [0.44092313, 0.44, 0.22], orientation: [-0.8441552422297259,"
        " 0.5132970367922006, 0.054586872175004, -0.1447354566876025], velocity: [0, 0, "
        "-0.2166435],"
        " angular_velocity: [4.661051025, 3.611532266, 3.692583878], shapes: [{cone: {radius:"
        " 0.04882603, top_radius: 0.030865059, length: 0.038299657}, material: steel}]}\n"
        "  b7: {position: [0.449105809, 0.44, 0.66], orientation: [-0.6747430918298669,"
        " 0.1470296520285694, -0.45689342532196003, -0.5606714183457153], velocity: [0, 0,"
        " -0.302810797], angular_velocity: [1.602892688, 1.1803071, -1.245732948], shapes: [{box:"
        " {size: [0.137957085, 0.128953636, 0.120469698]}, material: steel}]}\n"
        "contacts: [{between: [all, all], normal: hertz, friction: coulomb}]\n"
        "simulation: {method: events, end_time: 0.28, output_interval: 0.01, tolerance: 1.0e-8,"
        " max_steps: 20000}\n";
    End end = run(text);
    CHECK(end.statistics.dense_steps == 0);
    CHECK(end.statistics.evaluations < 12000);
    CHECK(end.statistics.energy_drift < 1e-8 * end.statistics.energy_scale);
}

// As if many steps had been taken in a short time.
static abResult slow_down(void *context, abSimulation *s, double time, abError *error) {
    (void)time;
    (void)error;
    abEvents *own = s->own;
    const bool *in_dense = context;
    if (own->dense.is_on == *in_dense && s->dynamics.mechanics.evaluations > 100) {
        own->pace.work = 1e6;
        own->pace.steps = 20000;
        own->pace.since = s->t - 1e-6;
    }
    return AB_OK;
}

static void run_slowly(const char *text, bool in_dense) {
    static abError error;
    abModel *model = NULL;
    abSimulation *running = NULL;
    const abObserver slow = {.context = &in_dense, .step = slow_down};
    const abLog log = {.write = note_crawl};
    s_said[0] = '\0';
    CHECK(open_fixture(text, log, &model, &running, &error) == AB_OK &&
          ab_simulation_run(running, &slow, &error) == AB_OK);
    close_fixture(model, running);
}

static void a_crawl_is_told_with_its_pair_and_what_helps(void) {
    run_slowly(s_blocks, false);
    CHECK(strstr(s_said, "held by b") != NULL && strstr(s_said, " on ") != NULL);
    CHECK(strstr(s_said, "a softer contact") != NULL);
    run_slowly(s_blocks, true);
    CHECK(strstr(s_said, "implicit steps of") != NULL);
    CHECK(strstr(s_said, "held by b") != NULL && strstr(s_said, " on ") != NULL);
    CHECK(strstr(s_said, "a contact law with damping") != NULL);
}

// Ends a run of which has been said that it crawls, and one that was looked at long enough.
static abResult stop_when_told(void *context, abSimulation *s, double time, abError *error) {
    (void)time;
    (void)error;
    const double *work = context;
    return s_said[0] != '\0' || (double)s->dynamics.mechanics.evaluations > *work ? AB_STOPPED
                                                                                  : AB_OK;
}

// A ball of steel that bounces on without loss for a thousand seconds, from the height given. [m]
static double bounce_until_told(double radius, double height, double work) {
    static abError error;
    char text[800];
    snprintf(
        text, sizeof text,
        "abut: 1\n"
        "gravity: [0, 0, -9.81]\n"
        "materials: {steel: {youngs_modulus: 2.1e11, poissons_ratio: 0.3, density: 7850}}\n"
        "pairs: [{materials: [steel, steel], restitution: 1}]\n"
        "bodies:\n"
        "  ground: {mobility: fixed, shapes: [{plane: {}, material: steel}]}\n"
        "  ball: {position: [0, 0, %.12g], shapes: [{sphere: {radius: %g}, material: steel}]}\n"
        "contacts: [{between: [all, all], normal: hertz, friction: none}]\n"
        "simulation: {method: events, end_time: 1000, output_interval: 1000, tolerance: 1e-9}\n",
        radius + height, radius);
    abModel *model = NULL;
    abSimulation *running = NULL;
    const abObserver watcher = {.context = &work, .step = stop_when_told};
    const abLog log = {.write = note_crawl};
    double evaluations = 0.0;
    s_said[0] = '\0';
    open_sound(text, log, &model, &running, &error);
    CHECK(ab_simulation_run(running, &watcher, &error) == AB_STOPPED);
    evaluations = (double)ab_simulation_statistics(running)->evaluations;
    close_fixture(model, running);
    return evaluations;
}

// By the work that a second takes: one of 0.2 mm that hops by 1e-10 m needs more than 1e7 evaluations
// for it, and says so within two million; one of 10 mm dropped from 100 mm some thousand, for a thousand
// seconds.
static void a_crawl_is_told_early_and_a_long_run_is_none(void) {
    CHECK(bounce_until_told(1e-4, 1e-10, 5e6) < 2e6);
    CHECK(strstr(s_said, "held by ball on ground") != NULL);
    CHECK(strstr(s_said, "its contacts bounce on and on") != NULL);
    CHECK(bounce_until_told(5e-3, 0.1, 2e6) > 2e6);
    CHECK(s_said[0] == '\0');
}

// Eight steel blocks and discs that clap on each other by a law that loses nothing: by rounding of their
// places at first, then on and on. Most touches are just visible, and such a one is worth the few
// implicit steps that its way asks for. As if each was worth all steps of a window, each was followed:
// 203338 evaluations.
static const char s_clapping[] =
    "abut: 1\n"
    "gravity: [0, 0, -9.81]\n"
    "materials: {steel: {youngs_modulus: 2.1e11, poissons_ratio: 0.3, density: 7850}}\n"
    "pairs: [{materials: [steel, steel], restitution: 1, sliding_friction: 0}]\n"
    "bodies:\n"
    "  ground: {mobility: fixed, shapes: [{plane: {}, material: steel}]}\n"
    "  b0: {position: [0.000822183, 0.001812221, 0.04425512],"
    " shapes: [{cylinder: {radius: 0.05, length: 0.088500241}, material: steel}]}\n"
    "  b1: {position: [0.002770273, 0.000860108, 0.121124529],"
    " shapes: [{box: {size: [0.1, 0.1, 0.065228577]}, material: steel}]}\n"
    "  b2: {position: [-0.003801629, 0.001832242, 0.187667982],"
    " shapes: [{cylinder: {radius: 0.05, length: 0.067848329}, material: steel}]}\n"
    "  b3: {position: [0.001193551, -0.000475063, 0.236807281],"
    " shapes: [{cylinder: {radius: 0.05, length: 0.030420268}, material: steel}]}\n"
    "  b4: {position: [0.001461935, -0.002795623, 0.299146482],"
    " shapes: [{box: {size: [0.1, 0.1, 0.094248135]}, material: steel}]}\n"
    "  b5: {position: [-0.001499136, -0.003371902, 0.374393963],"
    " shapes: [{box: {size: [0.1, 0.1, 0.056236828]}, material: steel}]}\n"
    "  b6: {position: [1.3637e-05, 0.004220783, 0.429342705],"
    " shapes: [{box: {size: [0.1, 0.1, 0.053650655]}, material: steel}]}\n"
    "  b7: {position: [0.004435564, -0.000424496, 0.489278802],"
    " shapes: [{box: {size: [0.1, 0.1, 0.066211541]}, material: steel}]}\n"
    "contacts: [{between: [all, all], normal: poisson, friction: regularized}]\n"
    "simulation: {method: events, end_time: 0.1, output_interval: 0.01, tolerance: 1.0e-5}\n";

static void what_is_just_visible_is_worth_little(void) {
    End end = run(s_clapping);
    CHECK(end.statistics.dense_time > 0.05);
    CHECK(end.statistics.evaluations < 40000);
    CHECK(end.statistics.energy_drift <= 0.01 * end.statistics.energy_scale);
}

AB_TESTS(AB_TEST(a_crawl_is_told_early_and_a_long_run_is_none),
         AB_TEST(impacts_at_one_instant_are_passed_by_implicit_steps),
         AB_TEST(a_crawl_is_told_with_its_pair_and_what_helps),
         AB_TEST(blocks_that_stand_are_not_followed_in_their_contacts),
         AB_TEST(what_tries_to_leave_cost_is_made_up_for), AB_TEST(what_is_set_down_is_no_impact),
         AB_TEST(points_that_come_and_go_by_rounding_do_not_hold_a_run_up),
         AB_TEST(what_is_just_visible_is_worth_little), AB_TEST(impacts_are_followed))
