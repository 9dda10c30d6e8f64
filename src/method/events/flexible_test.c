// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// flexible_test.c - bodies with modes in motion: against closed forms, against an integration of the
// single nodes, and what must be kept whatever moves.
//
// The bodies are models/flexible/*.fem: six masses with one mode, eight masses with three modes that
// are no mean-axis modes.

#include <math.h>

#include "base/model_fixture.h"
#include "core/run_fixture.h"
#include "math/core/vector_math.h"
#include "method/events/tolerances.def"

#include "base/check.h"

enum { FRAMES = 64, NUMBERS = 40 };

// What the frames of a run were.
typedef struct Seen {
    int count, bodies;
    double time[FRAMES], modes[FRAMES][NUMBERS];
    abBodyState body[FRAMES];
    abEnergyBook energy[FRAMES];
} Seen;

static Seen s_seen;
static abError s_error;

static abResult see(void *context, const abFrame *frame, abError *error) {
    (void)error;
    Seen *seen = context;
    int i = seen->count < FRAMES ? seen->count++ : FRAMES - 1;
    seen->time[i] = frame->time;
    seen->body[i] = frame->bodies[0];
    seen->energy[i] = frame->energy;
    for (int k = 0; k < frame->modal_count && k < NUMBERS; k++) {
        seen->modes[i][k] = frame->modes[k];
    }
    return AB_OK;
}

static const Seen *run(const char *text) {
    s_seen.count = 0;
    abResult result =
        run_and_say(text, &(abObserver){.context = &s_seen, .frame = see}, NULL, &s_error);
    CHECK(result == AB_OK);
    return &s_seen;
}

// q and q' of the only body, of m modes.
static const double *q_of(const Seen *seen, int frame) {
    return seen->modes[frame] + 3;
}

static double drift_of(const Seen *seen) {
    double drift = 0.0;
    for (int i = 0; i < seen->count; i++) {
        drift = fmax(
            drift, fabs(ab_energy_balance(&seen->energy[i]) - ab_energy_balance(&seen->energy[0])));
    }
    return drift;
}

static double angle_of(abQuat q) {
    return 2.0 * atan2(q.z, q.w);
}

#define SIX "file: models/flexible/six_masses.fem"
#define EIGHT "file: models/flexible/eight_masses.fem"

// A dumbbell on a spring whose angular momentum is kept: one ordinary equation, integrated at 1e-13.
static void masses_that_spin_breathe_as_the_exact_equation_says(void) {
    static const double expected[][4] = {
        // t, q, angle, angular velocity
        {0.05, 0.05524824742512957, 0.4733045664629313, 8.536265978826641},
        {0.1, 0.15237670621345267, 0.8469519957583093, 6.594318372246914},
        {0.2, 0.10055876561008126, 1.4965822868147178, 7.5443089867266835},
        {0.5, 0.044303695277855604, 3.8717820129018237, 8.802212690648505},
        {1.0, 0.13273655873940293, 7.820927987972956, 6.933744261333533}};
    const Seen *seen = run("abut: 1\ngravity: [0, 0, 0]\nbodies:\n"
                           "  m: {angular_velocity: [0, 0, 10], flexible: {" SIX "}}\n"
                           "simulation: {end_time: 1, output_interval: 0.05, tolerance: 1e-10}\n");
    CHECK(seen->count == 21);
    for (int i = 0; i < 5; i++) {
        int frame = (int)(20.0 * expected[i][0] + 0.5);
        // a tolerance of 1e-10 a step, some hundred steps
        CHECK_NEAR(q_of(seen, frame)[0], expected[i][1], 1e-8, 0.1);
        double turn = angle_of(seen->body[frame].orientation) - expected[i][2];
        CHECK_NEAR(sin(0.5 * turn), 0.0, 1e-8, 1.0);
        CHECK_NEAR(seen->body[frame].angular_velocity.z, expected[i][3], 1e-8, 10.0);
    }
    CHECK_NEAR(drift_of(seen), 0.0, 1e-9, 34.0);
}

// 8 masses of 0.25 kg, integrated node by node without any integral (Dormand-Prince 8, 1e-12).
static void masses_that_tumble_go_where_the_single_nodes_go(void) {
    static const struct {
        int frame;
        double origin[3], spin[3], q[6];
    } expected[] = {{1,
                     {0.01615165319523756, -0.00873046978438742, -0.0016190356083537773},
                     {9.215558972542725, -12.1228910270517, 14.940497105210932},
                     {-0.004167553593433656, 2.563540454031251e-05, 0.0002876216682001258,
                      0.2802849083866601, -0.2747721743922966, 0.44171001813132693}},
                    {2,
                     {0.03145585226817563, -0.018314095797357814, -0.0003339355498471679},
                     {9.32296416608953, -11.994777903827218, 14.977763260025698},
                     {-0.002069111265733487, 0.0030465454830932493, -0.0019316740254237683,
                      -0.41978647552304627, 0.10687199308090814, -0.11896238027367195}},
                    {5,
                     {0.0778765186787531, -0.04752015516136642, 0.0003538173315101972},
                     {9.102886771039246, -12.446127610543028, 14.758052449875798},
                     {-0.004037539348854976, 0.00381938306284764, -0.0019870122712239775,
                      -0.13183655462360502, -0.08792904029956561, 0.08536750520660866}},
                    {10,
                     {0.15813057865954713, -0.0947322974572248, 0.0041101965644538205},
                     {9.39990102532325, -12.050469083043977, 14.743317380812398},
                     {0.0032993284963125347, -0.0034038262687463867, 0.0022163567714828278,
                      0.1965476651648635, 0.21688388630800268, 0.0374267905347614}}};
    static const char model[] =
        "abut: 1\ngravity: [0, 0, 0]\nbodies:\n"
        "  m: {velocity: [0.3, -0.2, 0.1], angular_velocity: [9, -12, 15],\n"
        "      flexible: {" EIGHT ", q: [0.004, -0.003, 0.002], q_rate: [0.3, 0.1, -0.2]}}\n"
        "simulation: {end_time: 0.5, output_interval: 0.05, tolerance: %s, integrator: %s}\n";
    static const char *const integrators[][2] = {
        {"1e-10", "auto"}, {"1e-10", "dormand_prince_5"}, {"1e-10", "bdf"}};
    for (int run_of = 0; run_of < 3; run_of++) {
        char text[600];
        snprintf(text, sizeof text, model, integrators[run_of][0], integrators[run_of][1]);
        const Seen *seen = run(text);
        // the explicit pairs keep 1e-7; 500 steps of a multistep method lose two digits of a tolerance
        double allowed = run_of == 2 ? 2e-6 : 1e-7;
        for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
            int frame = expected[i].frame;
            abVec3 p = ab_vec3_of(expected[i].origin), w = ab_vec3_of(expected[i].spin);
            CHECK_NEAR(ab_norm(ab_sub(seen->body[frame].position, p)), 0.0, allowed, 1.0);
            CHECK_NEAR(ab_norm(ab_sub(seen->body[frame].angular_velocity, w)), 0.0, allowed, 20.0);
            for (int k = 0; k < 6; k++) {
                CHECK_NEAR(q_of(seen, frame)[k], expected[i].q[k], allowed, k < 3 ? 0.1 : 1.0);
            }
        }
        CHECK_NEAR(ab_energy_balance(&seen->energy[0]), 9.80023591, 1e-9, 9.8);
        CHECK_NEAR(drift_of(seen), 0.0, run_of == 2 ? 1e-6 : 1e-9, 9.8);
    }
}

// mobility: fixed leaves m q'' + d q' + k q = 0: q = 0.1 sin(20 t) from 2 m/s, damped by 0.05.
static void a_held_frame_leaves_its_mode_a_damped_spring(void) {
    const Seen *seen = run("abut: 1\ngravity: [0, 0, -9.81]\nbodies:\n"
                           "  m: {mobility: fixed, flexible: {" SIX ", q_rate: [2]}}\n"
                           "simulation: {end_time: 0.2, output_interval: 0.1, tolerance: 1e-10}\n");
    CHECK_NEAR(q_of(seen, 2)[0], 0.1 * sin(4.0), 1e-8, 0.1);
    CHECK_NEAR(drift_of(seen), 0.0, 1e-9, 4.0);
    seen = run("abut: 1\ngravity: [0, 0, -9.81]\nbodies:\n"
               "  m: {mobility: fixed, flexible: {" SIX ", q_rate: [2], damping: 0.05}}\n"
               "simulation: {end_time: 0.2, output_interval: 0.1, tolerance: 1e-10}\n");
    double omega = 20.0 * sqrt(1.0 - 0.0025);
    CHECK_NEAR(q_of(seen, 2)[0], 2.0 / omega * exp(-0.2) * sin(0.2 * omega), 1e-8, 0.1);
    CHECK_NEAR(seen->energy[2].modal_damping, 1.4440808486874852, 1e-8, 1.44);
    CHECK_NEAR(drift_of(seen), 0.0, 1e-9, 4.0);
}

// Under gravity the frame falls and the modes do not feel it; held, they sag by S g / K.
static void gravity_moves_frame_and_modes(void) {
    const Seen *seen = run("abut: 1\ngravity: [0, 0, -9.81]\nbodies:\n"
                           "  m: {position: [0, 0, 1], flexible: {" EIGHT "}}\n"
                           "simulation: {end_time: 0.3, output_interval: 0.1, tolerance: 1e-10}\n");
    CHECK_NEAR(seen->body[3].position.z, 1.0 - 0.5 * 9.81 * 0.09, 1e-12, 1.0);
    CHECK_NEAR(q_of(seen, 3)[0], 0.0, 1e-12, 0.1);
    CHECK_NEAR(drift_of(seen), 0.0, 1e-9, 20.0);
    seen = run("abut: 1\ngravity: [0, 0, -9.81]\nbodies:\n"
               "  m: {mobility: fixed, flexible: {" EIGHT ", damping: 1}}\n"
               "simulation: {end_time: 1, output_interval: 0.5, tolerance: 1e-10}\n");
    // S_z of the modes is -0.6, 0, 0 kg; K q = S g, settled as exp(-80 t)
    const double K[3][3] = {{18000, 1200, -800}, {1200, 28000, 500}, {-800, 500, 104000}};
    const double load[3] = {0.6 * 9.81, 0.0, 0.0};
    for (int i = 0; i < 3; i++) {
        const double *q = q_of(seen, 2);
        CHECK_NEAR(K[i][0] * q[0] + K[i][1] * q[1] + K[i][2] * q[2], load[i], 1e-8, 6.0);
    }
    CHECK_NEAR(drift_of(seen), 0.0, 1e-9, 1.0);
}

// All energies are zero at the start, and there is nothing to compare an error with but the body itself.
static void held_beams_begin_at_rest(void) {
    const Seen *seen =
        run("abut: 1\ngravity: [0, 0, -9.81]\nbodies:\n  m: {mobility: fixed, flexible: "
            "{file: tests/verify/flexible/cantilever.fem, damping: 1}}\n"
            "simulation: {end_time: 0.06, output_interval: 0.06, tolerance: 1e-10}\n");
    double tip = 0.0;
    for (int k = 0; k < 8; k++) {
        tip -= q_of(seen, 1)[k];
    }
    // rho g A L^4 / (8 E I), of which eight modes have a part
    CHECK_NEAR(tip, 3.5203885714285716e-05 * 0.9999984903996035, 1e-8, 3.5e-5);
    seen =
        run("abut: 1\ngravity: [0, 0, 0]\nbodies:\n  m: {mobility: prescribed, motion: {rz: t^3}, "
            "flexible: {file: tests/verify/flexible/spinning_beam.fem}}\n"
            "simulation: {end_time: 1, output_interval: 0.5, tolerance: 1e-9}\n");
    CHECK(seen->energy[2].strain > 1e-3);
    CHECK_NEAR(drift_of(seen), 0.0, 1e-7, 1.0);
}

// The book must close where a drive turns the frame to and fro, and where forces act on it.
static void work_of_drives_and_forces_is_in_the_book(void) {
    const Seen *seen =
        run("abut: 1\ngravity: [1, -9, 3]\nbodies:\n"
            "  m: {mobility: prescribed, flexible: {" EIGHT ", q_rate: [1, 0, 0]},\n"
            "      motion: {x: 0.1 * sin(9 * t), rx: 0.5 * t + t^2, rz: sin(7 * t)}}\n"
            "simulation: {end_time: 1, output_interval: 0.1, tolerance: 1e-10}\n");
    CHECK(fabs(seen->energy[10].drive_work) > 0.1);
    CHECK_NEAR(drift_of(seen), 0.0, 1e-8, 100.0);
    seen =
        run("abut: 1\ngravity: [1, -9, 3]\nbodies:\n  m: {position: [0.5, 0, 0], flexible: {" EIGHT
            "}}\n"
            "forces:\n"
            "  - {type: spring, between: [world, m], stiffness: 300, length: 0.3, damping: 2}\n"
            "  - {type: applied, between: [world, m], tx: 0.5, ty: 0.3 * sin(5 * t), tz: -0.4}\n"
            "simulation: {end_time: 1, output_interval: 0.1, tolerance: 1e-10}\n");
    CHECK(fabs(seen->energy[10].applied_work) > 0.1 && seen->energy[10].strain > 1e-6);
    CHECK_NEAR(drift_of(seen), 0.0, 1e-8, 100.0);
}

static abBodyState end_of(const char *text) {
    const Seen *seen = run(text);
    return seen->body[seen->count - 1];
}

// Without modes it is the rigid body of the same mass: the same operations, so the same bits.
static void without_modes_it_is_the_rigid_body(void) {
#define FLIGHT                                                                                     \
    "simulation: {end_time: 0.5, output_interval: 0.5}\ngravity: [0, 0, -9.81]\n"                  \
    "bodies:\n  m: {velocity: [0.3, -0.2, 0.1], angular_velocity: [9, -12, 15], "
    abBodyState frozen = end_of("abut: 1\n" FLIGHT "flexible: {" SIX ", rigid: true}}\n");
    abBodyState none = end_of("abut: 1\n" FLIGHT "flexible: {" SIX ", modes: []}}\n");
    abBodyState rigid = end_of("abut: 1\n" FLIGHT "mass: 6, inertia: [0.26, 0.58, 0.68]}\n");
    CHECK(memcmp(&frozen, &none, sizeof frozen) == 0);
    CHECK_NEAR(ab_norm(ab_sub(frozen.position, rigid.position)), 0.0, 1e-12, 1.0);
    CHECK_NEAR(ab_norm(ab_sub(frozen.angular_velocity, rigid.angular_velocity)), 0.0, 1e-12, 20.0);
}

// What is wrong, or not supported yet, is told with a way out.
static void what_cannot_be_is_refused(void) {
#define BODY(rest) "abut: 1\nbodies:\n  m: {" rest "}\n"
    static const struct {
        const char *text, *told;
    } wrong[] = {
        {BODY("mass: 3, flexible: {" SIX "}"), "has mass beside flexible"},
        {BODY("mobility: planar, flexible: {" SIX "}"), "mobility: planar is not supported"},
        {BODY("flexible: {" SIX ", modes: [2]}"), "has the modes 1 to 1"},
        {BODY("flexible: {" SIX ", modes: [1, 1]}"), "modes holds 1 twice"},
        {BODY("flexible: {" SIX ", q: [1, 2]}"), "q has 2 numbers"},
        {BODY("flexible: {" SIX ", q: [one]}"), "which is no finite number"},
        {BODY("flexible: {" SIX ", frequency_below: 1}"), "leaves no mode"},
        {BODY("flexible: {" SIX ", geometric_stiffening: true}"), "geometric_stiffening"},
        {BODY("flexible: {file: models/flexible/none.fem}"), "cannot open the reduced body"},
        {BODY("flexible: {file: arm.h3d}"), "H3D format is closed"},
        {BODY("flexible: {" SIX ", surface: models/flexible/eight_masses.obj}"), "vertex 1 of the"},
        {BODY("flexible: {" SIX "}, shapes: [{sphere: {radius: 1}}]"), "cannot touch others yet"},
        {BODY("flexible: {" SIX "}") "gravity: {parameter: 1}\n", "gravity of a point is not"},
        {BODY("flexible: {" SIX "}") "joints:\n  - {type: revolute, between: [world, m]}\n",
         "m is flexible, so a joint needs a point of it"},
        {BODY("flexible: {" SIX "}, markers: {tip: {interface: pin}}"), "has no interfaces"},
        {BODY("flexible: {" SIX "}, markers: {tip: {node: 99}}"), "has no node 99"},
        {BODY("flexible: {" SIX "}, markers: {tip: {node: 1, interface: a}}"), "leave one out"},
        {BODY("mass: 1, inertia: [1, 1, 1], markers: {tip: {node: 1}}"), "which is not flexible"},
        {BODY("flexible: {" SIX "}, markers: {tip: {node: 1}}") "joints:\n  - {type: revolute, "
                                                                "between: [world, m.tip]}\n",
         "of m.tip the file tells no rotation"},
        {BODY("flexible: {" SIX "}, markers: {tip: {node: 1}}") "forces:\n  - {type: bushing, "
                                                                "between: [world, m.tip]}\n",
         "the file tells no rotation there"},
        {BODY("flexible: {" SIX
              "}, markers: {tip: {node: 1}}") "forces:\n  - {type: rope, between: [world, m.tip], "
                                              "length: 9}\n",
         "ties the flexible body m.tip"},
        {BODY("flexible: {" SIX "}") "simulation: {method: fixed, step: 0.01}\n",
         "which method fixed cannot integrate yet"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        CHECK(is_refused_with(wrong[i].text, wrong[i].told, &s_error));
    }
}

static int s_warnings[3]; // of spin, of deflection, others

static void count_warning(void *context, abLogLevel level, const char *text) {
    (void)context;
    if (level == AB_LOG_WARNING) {
        s_warnings[strstr(text, "lowest angular frequency") != NULL ? 0
                   : strstr(text, "small deflections") != NULL      ? 1
                                                                    : 2]++;
    }
}

// Each once: at 0.5 of the lowest frequency, and a third of the size.
static void a_fast_spin_and_a_large_deflection_are_told_once(void) {
    for (int fast = 0; fast < 2; fast++) {
        char text[300];
        abModel *model;
        abSimulation *simulation;
        memset(s_warnings, 0, sizeof s_warnings);
        snprintf(text, sizeof text,
                 "abut: 1\nbodies:\n  m: {angular_velocity: [0, 0, %d], flexible: {" SIX "}}\n"
                 "simulation: {end_time: 1}\n",
                 fast == 1 ? 10 : 1);
        open_sound(text, (abLog){.write = count_warning}, &model, &simulation, &s_error);
        CHECK(ab_simulation_run(simulation, &(abObserver){.context = NULL}, &s_error) == AB_OK);
        CHECK(s_warnings[0] == fast && s_warnings[1] == fast && s_warnings[2] == 0);
        CHECK(ab_simulation_push(simulation, (abBodyId){1}, ab_vec3(0, 0, 0), ab_vec3(1, 0, 0),
                                 &s_error) == AB_USAGE);
        close_fixture(model, simulation);
    }
}

static void forces_on_markers_are_told_not_to_feel_the_modes(void) {
    static const char *const ends[] = {"m", "m.tip"};
    for (int i = 0; i < 2; i++) {
        char text[400];
        abModel *model;
        memset(s_warnings, 0, sizeof s_warnings);
        snprintf(text, sizeof text,
                 "abut: 1\nbodies:\n  m: {position: [1, 0, 0], flexible: {" SIX "}, markers: {tip: "
                 "{position: [0.5, 0, 0]}}}\nforces:\n  - {type: spring, between: [world, %s], "
                 "stiffness: 1, length: 0}\n",
                 ends[i]);
        CHECK(ab_model_read_text(text, strlen(text), "test.yaml", NULL, 0, ab_heap(),
                                 (abLog){.write = count_warning}, &model, &s_error) == AB_OK);
        CHECK(s_warnings[2] == i && s_warnings[0] + s_warnings[1] == 0);
        close_fixture(model, NULL);
    }
}

AB_TESTS(AB_TEST(forces_on_markers_are_told_not_to_feel_the_modes),
         AB_TEST(a_fast_spin_and_a_large_deflection_are_told_once),
         AB_TEST(masses_that_spin_breathe_as_the_exact_equation_says),
         AB_TEST(masses_that_tumble_go_where_the_single_nodes_go),
         AB_TEST(a_held_frame_leaves_its_mode_a_damped_spring),
         AB_TEST(gravity_moves_frame_and_modes), AB_TEST(held_beams_begin_at_rest),
         AB_TEST(work_of_drives_and_forces_is_in_the_book),
         AB_TEST(without_modes_it_is_the_rigid_body), AB_TEST(what_cannot_be_is_refused))
