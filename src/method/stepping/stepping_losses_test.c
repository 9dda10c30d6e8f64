// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// stepping_losses_test.c - losses never fall from one frame to the next, also in frames that lie inside
// of steps, and the book closes in all of them.

#include <stdio.h>

#include "abut/simulation.h"
#include "base/check.h"
#include "base/random_fixture.h"
#include "base/text.h"
#include "core/run_fixture.h"

enum { LOSSES = 4 };

static EnergyOfRun s_run;
static double s_most[LOSSES],
    s_fall; // of each loss so far; the worst fall of any               [J]
static abError s_error;

static abResult take_frame(void *context, const abFrame *frame, abError *error) {
    (void)context;
    (void)error;
    const abEnergyBook *book = &frame->energy;
    const double lost[LOSSES] = {book->contact_damping, book->sliding_friction,
                                 book->rolling_resistance, book->dampers};
    follow_energy(&s_run, book);
    for (int i = 0; i < LOSSES; i++) {
        s_most[i] = fmax(s_most[i], lost[i]);
        s_fall = fmax(s_fall, s_most[i] - lost[i]);
    }
    CHECK(book->springs >= 0.0 && book->contacts >= 0.0);
    return AB_OK;
}

static const abObserver s_observer = {.frame = take_frame};

// The worst fall of a loss and the worst gap of the book, by the greatest energy of motion.
static void run_text(const char *text, double *fall, double *gap) {
    s_run = (EnergyOfRun){0};
    s_fall = 0.0;
    for (int i = 0; i < LOSSES; i++) {
        s_most[i] = -INFINITY;
    }
    CHECK(run_and_say(text, &s_observer, NULL, &s_error) == AB_OK);
    *fall = s_fall / s_run.most;
    *gap = s_run.drift / s_run.most;
}

// A box falls into a rope without a damper and swings on it, by steps so long that a stretch takes five.
static void an_undamped_rope_loses_nothing_inside_its_steps(void) {
    double fall, gap;
    run_text("abut: 1\ngravity: [0, 0, -9.81]\nmaterials: {m: {density: 700}}\nbodies:\n"
             "  c: {position: [0.6, 0, 0.3], velocity: [-1.2, 0.5, -1.3], shapes: [{box: {size: "
             "[0.11, 0.11, 0.1]}, material: m}]}\n"
             "forces: [{type: rope, between: [world, c], point_a: [0.6, 0, 0.8], length: 0.657, "
             "stiffness: 23000}]\n"
             "simulation: {method: stepping, end_time: 1.7, output_interval: 0.0017, step: 0.003, "
             "tolerance: 0.001, step_control: adaptive}\n",
             &fall, &gap);
    printf("  rope: losses fall by %.1e, the book is open by %.1e\n", fall, gap);
    CHECK(fall < 2e-4); // what its steps err by at their ends; by places inside of them 4e-2
    CHECK(gap < 1e-12); // by a parabola through three places 5e-3
}

// Heptagons without restitution losses hit the ground with spin: friction turns them about, and rolling
// resistance takes what it does.
static void rolling_resistance_pays_for_friction(void) {
    double worst = 0.0, open = 0.0;
    for (int i = 0; i < 12; i++) {
        static char text[1200];
        double fall, gap;
        snprintf(text, sizeof text,
                 "abut: 1\ngravity: [0, -9.81, 0]\nmaterials: {m: {density: 1200}}\n"
                 "pairs: [{materials: [m, m], restitution: 1, sliding_friction: 0.3, "
                 "rolling_resistance: 0.03}]\nbodies:\n"
                 "  ground: {position: [0, -0.1, 0], mobility: fixed, shapes: [{outline: {form: "
                 "wall, width: 40, height: 0.2, face: top}, material: m}]}\n"
                 "  b: {position: [0, 0.3, 0], mobility: planar, rotation: [0, 0, %g], velocity: "
                 "[%g, -0.5, 0], angular_velocity: [0, 0, %g], shapes: [{outline: {form: polygon, "
                 "radius: 0.1, sides: %d, thickness: 0.1}, material: m}]}\n"
                 "contacts: [{between: [all, all], normal: {law: rigid}, friction: {law: "
                 "coulomb}}]\n"
                 "simulation: {method: stepping, end_time: 1.5, output_interval: 0.015, step: "
                 "0.003, tolerance: 1e-8}\n",
                 0.4 * i, 0.2 * i - 1.0, 3.0 - 0.7 * i, 3 + 2 * (i % 3));
        run_text(text, &fall, &gap);
        worst = fmax(worst, fall);
        open = fmax(open, gap);
    }
    printf("  polygons: losses fall by %.1e, the book is open by %.1e\n", worst, open);
    CHECK(worst < 1e-6); // 7e-2 where each loss stands alone
    CHECK(open < 1e-12);
}

// Boxes fly at walls, and hit and slide by corners and edges that are stiff for the steps.
static void friction_gives_no_more_than_the_law_has_taken(void) {
    double worst = 0.0, open = 0.0;
    for (int i = 0; i < 8; i++) {
        static char text[1500];
        double fall, gap;
        snprintf(
            text, sizeof text,
            "abut: 1\ngravity: [0, 0, -9.81]\nmaterials: {m: {density: 7850}}\n"
            "pairs: [{materials: [m, m], restitution: 0.5, sliding_friction: 0.3}]\nbodies:\n"
            "  ground: {mobility: fixed, shapes: [{plane: {}, material: m}]}\n"
            "  wall: {position: [0.0225, 0, 0.04], mobility: fixed, shapes: [{box: {size: "
            "[0.005, 0.05, 0.08]}, material: m}]}\n"
            "  b: {position: [0.0085, -0.0085, 0.0085], rotation: [%g, %g, 0.4], velocity: "
            "[0.3, -0.01, 0], shapes: [{box: {size: [0.0024, 0.0038, 0.0067]}, material: m}]}\n"
            "  c: {position: [0.0085, 0.0085, 0.0085], rotation: [0.7, %g, %g], velocity: "
            "[0.2, -0.2, 0], shapes: [{box: {size: [0.0036, 0.0065, 0.0068]}, material: m}]}\n"
            "contacts: [{between: [all, all], normal: {law: hertz, stiffness: 2.7e9, damping: "
            "0.28}, friction: {law: dynamic_only}}]\n"
            "simulation: {method: stepping, end_time: 0.2, output_interval: 0.0011, step: "
            "0.0003, tolerance: 0.001, step_control: adaptive}\n",
            0.5 * i, 0.3 * i, 0.2 * i, 1.0 - 0.6 * i);
        run_text(text, &fall, &gap);
        worst = fmax(worst, fall);
        open = fmax(open, gap);
    }
    printf("  boxes: losses fall by %.1e, the book is open by %.1e\n", worst, open);
    CHECK(worst < 1e-3); // 3e-2 where what friction gives is stored as well
    CHECK(open < 1e-12);
}

// Tetrahedra come down on a corner and hit with another one: without a loss of restitution friction at the
// first would turn about and give.
static void friction_beside_a_hit_gives_nothing(void) {
    double worst = 0.0, open = 0.0;
    for (int i = 0; i < 6; i++) {
        static char text[1500];
        double fall, gap;
        snprintf(
            text, sizeof text,
            "abut: 1\ngravity: [0, 0, -9.81]\nmaterials: {m: {density: 7850}}\n"
            "pairs: [{materials: [m, m], restitution: 1, sliding_friction: 0.3}]\nbodies:\n"
            "  ground: {mobility: fixed, shapes: [{plane: {}, material: m}]}\n"
            "  b: {position: [0.1, 0, 0.95], rotation: [%g, %g, 0.3], velocity: [1.5, -0.67, 0], "
            "shapes: [{mesh: {points: [[0.5, 0.5, 0.5], [0.5, -0.5, -0.5], [-0.5, 0.5, -0.5], "
            "[-0.5, -0.5, 0.5]], faces: [[0, 1, 2], [0, 3, 1], [0, 2, 3], [1, 3, 2]]}, "
            "material: m}]}\n"
            "contacts: [{between: [all, all], normal: {law: flores, stiffness: 4.7e12}, "
            "friction: {law: static_dynamic}}]\n"
            "simulation: {method: stepping, end_time: 3.8, output_interval: 0.038, step: "
            "0.0064, tolerance: 1e-8}\n",
            0.9 * i, 0.4 * i - 1.0);
        run_text(text, &fall, &gap);
        worst = fmax(worst, fall);
        open = fmax(open, gap);
    }
    printf("  tetrahedra: losses fall by %.1e, the book is open by %.1e\n", worst, open);
    CHECK(worst < 1e-3); // 8e-3 where the hit may ask for all of its speed
    CHECK(open < 2e-4);  // inside a hit of a body that turns; at the ends of steps it closes
}

// Tetrahedra hit by a corner and are turned about, so that another one, which parts, comes back to the
// ground: it is not pressed before it touches.
static void what_parts_is_not_pressed_by_a_hit_beside_it(void) {
    double worst = 0.0, open = 0.0;
    for (int i = 0; i < 24; i++) {
        static char text[1500];
        double fall, gap;
        snprintf(text, sizeof text,
                 "abut: 1\ngravity: [0, 0, -9.81]\nmaterials: {m: {density: 7850}}\n"
                 "pairs: [{materials: [m, m], restitution: 0, sliding_friction: 0}]\nbodies:\n"
                 "  ground: {mobility: fixed, shapes: [{plane: {}, material: m}]}\n"
                 "  b: {position: [0, 0, 0.0275], rotation: [%g, %g, 0.3], velocity: [0.07, 0.15, "
                 "0], shapes: [{mesh: {points: [[0.005, 0.005, 0.005], [0.005, -0.005, -0.005], "
                 "[-0.005, 0.005, -0.005], [-0.005, -0.005, 0.005]], faces: [[0, 1, 2], [0, 3, 1], "
                 "[0, 2, 3], [1, 3, 2]], collide: surface}, material: m}]}\n"
                 "contacts: [{between: [all, all], normal: {law: hertz, stiffness: 6.4e8, damping: "
                 "0}, friction: {law: coulomb}}]\n"
                 "simulation: {method: stepping, end_time: 0.4, output_interval: 0.00064, step: "
                 "0.00064, tolerance: 1e-8}\n",
                 0.9 * i, 0.4 * i - 1.0);
        run_text(text, &fall, &gap);
        worst = fmax(worst, fall);
        open = fmax(open, gap);
    }
    printf("  corners: losses fall by %.1e, the book is open by %.1e\n", worst, open);
    CHECK(worst < 1e-3); // 6e-2 where it is pressed by what the next step would have
    CHECK(open < 1e-12);
}

// Blocks rock on each other by a soft law; located events leave them to steps.
static void blocks_that_rock_lose_no_less_inside_their_steps(void) {
    double worst = 0.0, open = 0.0;
    for (int i = 0; i < 6; i++) {
        static char text[1500];
        double fall, gap;
        snprintf(text, sizeof text,
                 "abut: 1\ngravity: [0, 0, -9.81]\nmaterials: {m: {youngs_modulus: 2e9, "
                 "poissons_ratio: 0.35, density: 1200}}\n"
                 "pairs: [{materials: [m, m], restitution: 0.86, sliding_friction: 0.3, "
                 "rolling_resistance: 0.04}]\nbodies:\n"
                 "  ground: {mobility: fixed, shapes: [{plane: {}, material: m}]}\n"
                 "  a: {position: [%g, 0.0074, 0.031], shapes: [{box: {size: [0.2, 0.2, 0.062]}, "
                 "material: m}]}\n"
                 "  b: {position: [0.009, %g, 0.1], shapes: [{box: {size: [0.2, 0.2, 0.076]}, "
                 "material: m}]}\n"
                 "  c: {position: [-0.005, -0.0054, 0.203], shapes: [{box: {size: [0.2, 0.2, "
                 "0.13]}, material: m}]}\n"
                 "contacts: [{between: [all, all], normal: {law: power_damper, stiffness: 2e8, "
                 "damping: 3.3e9}, friction: {law: regularized}}]\n"
                 "simulation: {method: events, end_time: 1, output_interval: 0.0011, tolerance: "
                 "1e-5}\n",
                 0.0086 + 1e-4 * i, 0.0007 - 2e-4 * i);
        run_text(text, &fall, &gap);
        worst = fmax(worst, fall);
        open = fmax(open, gap);
    }
    printf("  blocks: losses fall by %.1e, the book is open by %.1e\n", worst, open);
    CHECK(worst < 5e-4); // 0 to 1.1e-4; 1e-2 where what is stored is linear in time
    CHECK(open < 1e-4);
}

// Discs and boxes on top of each other, laid down with gaps of micrometres, go on rattling: each
// of their contacts lasts many steps, in which the places that press move on along the rims.
static void what_towers_store_goes_on_from_step_to_step(void) {
    static const char *const laws[] = {"hunt_crossley, stiffness: 1e10", "hertz",
                                       "power_damper, stiffness: 1e10, damping: 1e8"};
    uint32_t seed = 20261130;
    double worst = 0.0, open = 0.0;
    for (int i = 0; i < 6; i++) {
        abText out;
        ab_text_init(&out, ab_heap());
        ab_text_add(&out, "abut: 1\ngravity: [0, 0, -9.81]\nmaterials: {m: {youngs_modulus: 1e10, "
                          "poissons_ratio: 0.3, density: 700}}\n"
                          "pairs: [{materials: [m, m], restitution: 1, sliding_friction: 0}]\n"
                          "bodies:\n  ground: {mobility: fixed, shapes: [{box: {size: [40, 40, "
                          "2]}, position: [0, 0, -1], material: m}]}\n");
        double height = 0.0;
        for (int k = 0; k < 3; k++) {
            double length = random_between(&seed, 0.3, 0.8);
            double z = height + 0.5 * length + random_between(&seed, -2e-6, 1e-5);
            ab_text_add(&out, "  b%d: {position: [%.9g, %.9g, %.9g], shapes: [{", k,
                        random_between(&seed, -0.04, 0.04), random_between(&seed, -0.04, 0.04), z);
            ab_text_add(&out,
                        (i + k) % 2 ? "cylinder: {radius: 0.5, length: %.9g}"
                                    : "box: {size: [1, 1, %.9g]}",
                        length);
            ab_text_add(&out, ", material: m}]}\n");
            height += length;
        }
        ab_text_add(&out,
                    "contacts: [{between: [all, all], normal: {law: %s}, friction: {law: none}}]\n"
                    "simulation: {method: events, end_time: 0.3, output_interval: 0.001, "
                    "tolerance: 1e-6}\n",
                    laws[i % 3]);
        double fall, gap;
        run_text(out.data, &fall, &gap);
        ab_text_done(&out);
        worst = fmax(worst, fall);
        open = fmax(open, gap);
    }
    printf("  towers: losses fall by %.1e, the book is open by %.1e\n", worst, open);
    CHECK(worst < 3e-3); // 2.2e-2 where losses pay for what places err by
    CHECK(open < 1e-2);
}

// Soft towers rattle by steps of which four are a whole contact: without contact their faces would part
// in a step in which the body below holds them.
static void what_a_patch_carries_follows_the_motion(void) {
    uint32_t seed = 20261201;
    double worst = 0.0, open = 0.0;
    for (int i = 0; i < 6; i++) {
        abText out;
        ab_text_init(&out, ab_heap());
        ab_text_add(&out, "abut: 1\ngravity: [0, 0, -9.81]\nmaterials: {m: {youngs_modulus: 5e6, "
                          "poissons_ratio: 0.48, density: 1100}}\n"
                          "pairs: [{materials: [m, m], restitution: 0.5, sliding_friction: 0.3}]\n"
                          "bodies:\n  ground: {mobility: fixed, shapes: [{plane: {}, material: "
                          "m}]}\n");
        double height = 0.0;
        for (int k = 0; k < 5; k++) {
            double length = random_between(&seed, 0.04, 0.06);
            double z = height + 0.5 * length + random_between(&seed, 0.0, 3e-5);
            ab_text_add(&out, "  b%d: {position: [%.9g, %.9g, %.9g], shapes: [{", k,
                        random_between(&seed, -3e-3, 3e-3), random_between(&seed, -3e-3, 3e-3), z);
            ab_text_add(&out,
                        (i + k) % 2 ? "cylinder: {radius: 0.03, length: %.9g}"
                                    : "box: {size: [0.06, 0.06, %.9g]}",
                        length);
            ab_text_add(&out, ", material: m}]}\n");
            height += length;
        }
        ab_text_add(
            &out, "contacts: [{between: [all, all], normal: {law: power_damper, stiffness: 3.7e7, "
                  "damping: 1.4e9}, friction: {law: none}}]\n"
                  "simulation: {method: stepping, end_time: 0.4, output_interval: 0.004, step: "
                  "0.0008, tolerance: 1e-8}\n");
        double fall, gap;
        run_text(out.data, &fall, &gap);
        ab_text_done(&out);
        worst = fmax(worst, fall);
        open = fmax(open, gap);
    }
    printf("  rattling: losses fall by %.1e, the book is open by %.1e\n", worst, open);
    CHECK(worst < 1e-2); // 0.14 with the weights of a middle without contact
    CHECK(open < 1e-9);
}

// Soft towers lean about on the rims of their cylinders. The points of a rim turn with the lean and
// with the length of the step, and go on from what is paid for where they are then.
static const char s_leaning[] =
    "abut: 1\n"
    "gravity: [0, 0, -9.81]\n"
    "materials:\n"
    "  rubber: {youngs_modulus: 5000000.0, poissons_ratio: 0.48, density: 1100}\n"
    "pairs:\n"
    "  - {materials: [rubber, rubber], restitution: 0.5, sliding_friction: 0.3}\n"
    "bodies:\n"
    "  ground: {position: [0, 0, -1.0], mobility: fixed, shapes: [{box: {size: [40.0, 40.0, 2.0]}, "
    "material: rubber}]}\n"
    "  b0: {position: [-0.01652025, -0.04151873, 0.2904676], shapes: [{cylinder: {radius: 0.5, "
    "length: 0.5808351, axis: z}, material: rubber}]}\n"
    "  b1: {position: [-0.02555962, 0.04961282, 0.767956], shapes: [{box: {size: [1.0, 1.0, "
    "0.3740418]}, material: rubber}]}\n"
    "  b2: {position: [-0.01021083, -0.03188742, 1.245775], shapes: [{box: {size: [1.0, 1.0, "
    "0.5814953]}, material: rubber}]}\n"
    "  b3: {position: [0.04996638, -0.04090254, 1.971745], shapes: [{box: {size: [1.0, 1.0, "
    "0.8703464]}, material: rubber}]}\n"
    "  b4: {position: [-0.004703876, 0.01732809, 2.762438], shapes: [{cylinder: {radius: 0.5, "
    "length: 0.7109398, axis: z}, material: rubber}]}\n"
    "  b5: {position: [-0.04585992, 0.03906617, 3.420888], shapes: [{cylinder: {radius: 0.5, "
    "length: 0.60586, axis: z}, material: rubber}]}\n"
    "contacts:\n"
    "  - {between: [all, all], normal: {law: compliant, compliance: 3.706793e-08, damping: "
    "34307.46}, friction: {law: coulomb}}\n"
    "simulation: {method: events, end_time: %g, output_interval: %g, tolerance: 1.0e-05}\n";
// Rattles so that steps take over from others, and go on from what contacts store there.
static const char s_rattling[] =
    "abut: 1\n"
    "gravity: [0, 0, -9.81]\n"
    "materials:\n"
    "  rubber: {youngs_modulus: 5000000.0, poissons_ratio: 0.48, density: 1100}\n"
    "pairs:\n"
    "  - {materials: [rubber, rubber], restitution: 0.06866735, sliding_friction: 0.207779, "
    "rolling_resistance: 0.02737198}\n"
    "bodies:\n"
    "  ground: {position: [0, 0, 0], mobility: fixed, shapes: [{plane: {}, material: rubber}]}\n"
    "  b0: {position: [-0.0002437653, -0.0004591639, 0.004973967], shapes: [{cylinder: {radius: "
    "0.005, length: 0.009946933, axis: z}, material: rubber}]}\n"
    "  b1: {position: [0.0001849724, -0.0002798298, 0.01434763], shapes: [{cylinder: {radius: "
    "0.005, length: 0.008799396, axis: z}, material: rubber}]}\n"
    "  b2: {position: [-0.0004249255, -0.0004458162, 0.02075792], shapes: [{box: {size: [0.01, "
    "0.01, 0.004020175]}, material: rubber}]}\n"
    "  b3: {position: [0.0004421623, 3.393317e-05, 0.02484989], shapes: [{box: {size: [0.01, 0.01, "
    "0.004162768]}, material: rubber}]}\n"
    "  b4: {position: [0.000118637, -6.388958e-05, 0.02880578], shapes: [{box: {size: [0.01, 0.01, "
    "0.003748011]}, material: rubber}]}\n"
    "  b5: {position: [0.0004266963, 0.0004373336, 0.03355782], shapes: [{cylinder: {radius: "
    "0.005, length: 0.005755064, axis: z}, material: rubber}]}\n"
    "  b6: {position: [0.0003349797, -7.834896e-05, 0.03926951], shapes: [{cylinder: {radius: "
    "0.005, length: 0.005667334, axis: z}, material: rubber}]}\n"
    "contacts:\n"
    "  - {between: [all, all], normal: {law: hertz, stiffness: 23922300.0, damping: 0.2799812}, "
    "friction: {law: regularized}}\n"
    "simulation: {method: events, end_time: %g, output_interval: %g, tolerance: 1.0e-05}\n";

static void worst_of(const char *model, double end, double worst[2]) {
    worst[0] = worst[1] = 0.0;
    for (int i = 1; i <= 4; i++) {
        static char text[3000];
        double fall, gap;
        snprintf(text, sizeof text, model, end, 0.003 * i * end);
        run_text(text, &fall, &gap);
        worst[0] = fmax(worst[0], fall);
        worst[1] = fmax(worst[1], gap);
    }
}

static void rims_go_on_from_what_is_paid_for_there(void) {
    double leaning[2], rattling[2];
    worst_of(s_leaning, 3.0, leaning);
    worst_of(s_rattling, 0.3, rattling);
    printf("  rims: losses fall by %.1e and %.1e, the book is open by %.1e and %.1e\n", leaning[0],
           rattling[0], leaning[1], rattling[1]);
    CHECK(leaning[0] < 1e-4);  // 7e-2 where a point of a rim is the one of its name
    CHECK(rattling[0] < 1e-4); // 9e-2 where stiff contacts begin anew
    CHECK(leaning[1] < 1e-4 && rattling[1] < 1e-4);
}

AB_TESTS(AB_TEST(an_undamped_rope_loses_nothing_inside_its_steps),
         AB_TEST(rolling_resistance_pays_for_friction),
         AB_TEST(friction_gives_no_more_than_the_law_has_taken),
         AB_TEST(friction_beside_a_hit_gives_nothing),
         AB_TEST(what_parts_is_not_pressed_by_a_hit_beside_it),
         AB_TEST(blocks_that_rock_lose_no_less_inside_their_steps),
         AB_TEST(what_towers_store_goes_on_from_step_to_step),
         AB_TEST(what_a_patch_carries_follows_the_motion),
         AB_TEST(rims_go_on_from_what_is_paid_for_there))
