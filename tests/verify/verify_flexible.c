// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// verify_flexible.c - bodies that are reduced to modes: in free flight, on held frames, with joints,
// and in contact by their surfaces.
//
// The bodies are those of models/flexible and tests/verify/flexible (made by make_bodies.py there).
// Numbers are closed forms, or come from integrations of other equations than ours, by Dormand and
// Prince's pair of order 8 at 1e-11 to 1e-13: of the single masses, of beams between their pins, of
// waves in bars by an exact eigen-solution. The note of a row says which.

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "families.h"
#include "flexible_wrong.h"
#include "verify_run.h"

#define BODY(name) "file: models/flexible/" name ".fem, surface: models/flexible/" name ".obj"
#define OWN(name) "file: tests/verify/flexible/" name ".fem"
#define SKIN "shapes: [{flexible: {}, material: any}]"
#define HEAD                                                                                       \
    "abut: 1\ngravity: [0, 0, 0]\nmaterials:\n"                                                    \
    "  any: {youngs_modulus: 2.1574630e+11, poissons_ratio: 0.3, density: 7850}\n"                 \
    "pairs:\n  - {materials: [any, any], restitution: 1}\n"

enum { ENERGIES = 3 }; // before the modes of a body in what a run keeps

static bool begin(Report *report, const char *name, Run *run, const char *format, ...) {
    char text[2000];
    if (!report_wants(report, name)) {
        return false;
    }
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    run_yaml_at(run, text, "verify.yaml");
    return !is_broken(report, name, run);
}

// The largest of |ours - expected| over what is compared at several times, against zero.
static double worst_of(const double *ours, const double *expected, int count) {
    double worst = 0.0;
    for (int k = 0; k < count; k++) {
        double off = fabs(ours[k] - expected[k]);
        worst = off <= worst ? worst : off; // NaN stays
    }
    return worst;
}

// ---- free flight ----

static void verify_six_masses_spin(Report *report) {
    const char *name = "six_masses_spin", *note = "dumbbell with a spring, one equation at 1e-13";
    static const double states[][3] = {// time, q, angular velocity
                                       {0.05, 0.05524824742512957, 8.536265978826641},
                                       {0.1, 0.15237670621345267, 6.594318372246914},
                                       {0.2, 0.10055876561008126, 7.5443089867266835},
                                       {0.5, 0.044303695277855604, 8.802212690648505},
                                       {1.0, 0.13273655873940293, 6.933744261333533}};
    Run run;
    if (!begin(report, name, &run,
               HEAD "bodies:\n  m: {angular_velocity: [0, 0, 10], flexible: {" BODY(
                   "six_masses") "}}\n"
                                 "simulation: {end_time: 1, output_interval: 0.05, tolerance: "
                                 "1e-10}\n")) {
        return;
    }
    for (int i = 0; i < 5; i++) {
        char quantity[52];
        snprintf(quantity, sizeof quantity, "q(%g s) [m]", states[i][0]);
        report_near(report, name, quantity, states[i][1], run_modes(&run, states[i][0])[ENERGIES],
                    1e-8, note);
        snprintf(quantity, sizeof quantity, "spin(%g s) [rad/s]", states[i][0]);
        report_near(report, name, quantity, states[i][2],
                    run_state(&run, 1, states[i][0])->angular_velocity.z, 1e-7, note);
    }
    report_near(report, name, "drift of the energy, relative", 0.0, run_drift(&run), 1e-9, note);
    run_done(&run);
}

static void verify_eight_masses_tumble(Report *report) {
    const char *name = "eight_masses_tumble", *note = "the single masses, without modes, at 1e-12";
    static const struct {
        double time, frame[6], modes[6]; // origin and spin, q and its rate
    } states[] = {{0.05,
                   {0.01615165319523756, -0.00873046978438742, -0.0016190356083537773,
                    9.215558972542725, -12.1228910270517, 14.940497105210932},
                   {-0.004167553593433656, 2.563540454031251e-05, 0.0002876216682001258,
                    0.2802849083866601, -0.2747721743922966, 0.44171001813132693}},
                  {0.1,
                   {0.03145585226817563, -0.018314095797357814, -0.0003339355498471679,
                    9.32296416608953, -11.994777903827218, 14.977763260025698},
                   {-0.002069111265733487, 0.0030465454830932493, -0.0019316740254237683,
                    -0.41978647552304627, 0.10687199308090814, -0.11896238027367195}},
                  {0.25,
                   {0.0778765186787531, -0.04752015516136642, 0.0003538173315101972,
                    9.102886771039246, -12.446127610543028, 14.758052449875798},
                   {-0.004037539348854976, 0.00381938306284764, -0.0019870122712239775,
                    -0.13183655462360502, -0.08792904029956561, 0.08536750520660866}},
                  {0.5,
                   {0.15813057865954713, -0.0947322974572248, 0.0041101965644538205,
                    9.39990102532325, -12.050469083043977, 14.743317380812398},
                   {0.0032993284963125347, -0.0034038262687463867, 0.0022163567714828278,
                    0.1965476651648635, 0.21688388630800268, 0.0374267905347614}}};
    Run run;
    if (!begin(
            report, name, &run,
            HEAD
            "bodies:\n  m: {velocity: [0.3, -0.2, 0.1], angular_velocity: [9, -12, 15], flexible: "
            "{" BODY("eight_masses") ", q: [0.004, -0.003, 0.002], q_rate: [0.3, 0.1, -0.2]}}\n"
                                     "simulation: {end_time: 0.5, output_interval: 0.05, "
                                     "tolerance: 1e-10}\n")) {
        return;
    }
    for (int i = 0; i < 4; i++) {
        const abBodyState *b = run_state(&run, 1, states[i].time);
        const double frame[6] = {b->position.x,         b->position.y,
                                 b->position.z,         b->angular_velocity.x,
                                 b->angular_velocity.y, b->angular_velocity.z};
        char quantity[52];
        snprintf(quantity, sizeof quantity, "place and spin at %g s: worst", states[i].time);
        report_near(report, name, quantity, 0.0, worst_of(frame, states[i].frame, 6), 1e-6, note);
        snprintf(quantity, sizeof quantity, "q and rate at %g s: worst", states[i].time);
        const double *q = run_modes(&run, states[i].time) + ENERGIES;
        report_near(report, name, quantity, 0.0, worst_of(q, states[i].modes, 6), 1e-7, note);
    }
    report_close(report, name, "energy [J]", 9.80023591, ab_energy_balance(&run_last(&run)->energy),
                 1e-9, note);
    run_done(&run);
}

// ---- held and driven frames ----

static void verify_six_masses_touch(Report *report) {
    const char *name = "six_masses_touch", *note = "closed form";
    Run run;
    if (begin(report, name, &run,
              HEAD
              "bodies:\n  wall: {mobility: fixed, shapes: [{plane: {normal: [-1, 0, 0]}, position: "
              "[0.56, 0, 0], material: any}]}\n"
              "  m: {mobility: fixed, flexible: {" BODY(
                  "six_masses") ", q_rate: [2]}, " SKIN "}\n"
                                "contacts:\n  - {between: [wall, m], friction: none, normal: {law: "
                                "compliant, "
                                "compliance: 1e-9}}\n"
                                "simulation: {end_time: 0.1, output_interval: 1, tolerance: "
                                "1e-10}\n")) {
        const abEvent *touch = run_event(&run, AB_EVENT_TOUCH, 0, 0, 1);
        report_near(report, name, "first touch [s]", 0.032175055439664216,
                    touch != NULL ? touch->time : NAN, 1e-9, note);
        report_close(report, name, "its speed [m/s]", 1.6, touch != NULL ? touch->speed : NAN, 1e-7,
                     note);
        run_done(&run);
    }
    if (begin(report, name, &run,
              HEAD "bodies:\n  m: {mobility: fixed, flexible: {" BODY(
                  "six_masses") ", q_rate: [2], damping: 0.05}}\n"
                                "simulation: {end_time: 0.2, output_interval: 0.1, tolerance: "
                                "1e-10}\n")) {
        report_near(report, name, "damped: q(0.2 s) [m]", -0.061770488234221675,
                    run_modes(&run, 0.2)[ENERGIES], 1e-8, note);
        report_near(report, name, "energy lost in the mode [J]", 1.4440808486874852,
                    run_last(&run)->energy.modal_damping, 1e-8, note);
        run_done(&run);
    }
    report_open(report, name, "rate reversed by restitution 1",
                "rigid contact at the surface of a flexible body is refused: its restitution is no "
                "constant");
}

static double tip_of(const double *modes, int count) {
    double tip = 0.0;
    for (int k = 0; k < count; k++) {
        tip += modes[ENERGIES + k];
    }
    return tip;
}

static void verify_cantilever_gravity(Report *report) {
    static const double ratios[] = {1.0133877902935504, 0.9990876765656613, 1.0001570986782466,
                                    0.9999579939419905, 1.0000146618517418, 0.9999938846430313,
                                    1.000002896905431,  0.9999984903996035};
    for (int n = 1; n <= 8; n++) {
        const char *name = "cantilever_gravity";
        static const char modes[] = "1, 2, 3, 4, 5, 6, 7, 8";
        char quantity[52];
        Run run;
        if (begin(
                report, name, &run,
                "abut: 1\ngravity: [0, 0, -9.81]\nbodies:\n  b: {mobility: fixed, flexible: {" OWN(
                    "cantilever") ", damping: 1, modes: [%.*s]}}\n"
                                  "simulation: {end_time: 0.06, output_interval: 0.06, tolerance: "
                                  "1e-10}\n",
                3 * n - 2, modes)) {
            snprintf(quantity, sizeof quantity, "tip by %d modes, by that of the beam", n);
            report_near(report, name, quantity, ratios[n - 1],
                        -tip_of(run_modes(&run, 0.06), n) / 3.5203885714285716e-05, 1e-6,
                        "modal series of rho g A L^4 / (8 E I)");
            run_done(&run);
        }
    }
}

static void verify_rotating_bar(Report *report) {
    static const struct {
        int modes;
        double tip;
    } rows[] = {{1, 0.00038411590185484236},
                {2, 0.0003888540817535414},
                {4, 0.000389627941759909},
                {8, 0.00038973365996227603}};
    for (int i = 0; i < 4; i++) {
        const char *name = "rotating_bar";
        static const char modes[] = "1, 2, 3, 4, 5, 6, 7, 8";
        char quantity[52];
        Run run;
        if (begin(report, name, &run,
                  HEAD
                  "bodies:\n  b: {mobility: prescribed, motion: {rz: 500 * t}, flexible: {" OWN(
                      "rotating_bar") ", damping: 1, modes: [%.*s]}}\n"
                                      "simulation: {end_time: 0.004, output_interval: 0.004, "
                                      "tolerance: 1e-10}\n",
                  3 * rows[i].modes - 2, modes)) {
            snprintf(quantity, sizeof quantity, "stretch by %d modes [m]", rows[i].modes);
            report_close(report, name, quantity, rows[i].tip,
                         tip_of(run_modes(&run, 0.004), rows[i].modes), 1e-9,
                         "modal series of tan(k L) / k - L, k = omega / c");
            run_done(&run);
        }
    }
}

static bool spin_up(Report *report, const char *name, double omega, double end, Run *run) {
    return begin(report, name, run,
                 HEAD "bodies:\n  b: {mobility: prescribed, motion: {rz: \"%g / 15 * (t^2/2 + "
                      "(15 / (2*pi))^2 * (cos(2*pi*t/15) - 1))\"}, flexible: {" OWN(
                          "spinning_beam") "}}\nsimulation: {end_time: %g, output_interval: 0.01, "
                                           "tolerance: 1e-9}\n",
                 omega, end);
}

static void verify_spin_up(Report *report) {
    const char *name = "spin_up", *note = "the beam in the turning frame, 6 modes, not stiffened";
    static const double at[][2] = {{2.5, -0.03575564690819819},
                                   {5.0, -0.10762249999466333},
                                   {7.5, -0.14711217965436485},
                                   {10.0, -0.11572451373944259},
                                   {12.5, -0.03875322550587981}};
    Run run;
    if (spin_up(report, name, 1.0, 15.0, &run)) {
        double lowest = 0.0, when = 0.0;
        for (size_t i = 0; i < run.instant_count; i++) {
            double tip = tip_of(&run.modes[i * (size_t)run.modal_count], 6);
            when = tip < lowest ? run.instants[i].time : when;
            lowest = fmin(lowest, tip);
        }
        report_close(report, name, "1 rad/s: lowest of the tip [m]", -0.14776415541286184, lowest,
                     0.005, note);
        report_near(report, name, "its time [s]", 8.039386571973486, when, 0.04, note);
        for (int i = 0; i < 5; i++) {
            char quantity[52];
            snprintf(quantity, sizeof quantity, "tip at %g s [m]", at[i][0]);
            report_near(report, name, quantity, at[i][1], tip_of(run_modes(&run, at[i][0]), 6),
                        0.005 * 0.1477, note);
        }
        run_done(&run);
    }
    if (spin_up(report, name, 6.0, 10.0, &run)) {
        bool diverges = fabs(tip_of(run_modes(&run, 10.0), 6)) > 8.0;
        report_near(report, name, "6 rad/s: farther off than its length, 1 yes", 1.0, diverges, 0.0,
                    "without stiffening nothing holds it above 2.91 rad/s");
        run_done(&run);
    }
    report_open(
        report, name, "6 rad/s, stiffened: lowest of the tip",
        "geometric stiffening is refused as not supported; -0.7529 m in 15 s, -0.1841 m in 60 s");
    report_open(report, name, "1 rad/s, stiffened: lowest of the tip", "likewise; -0.14218 m");
}

static void verify_slider_crank(Report *report) {
    const char *name = "slider_crank", *note = "frame through both pins, four sines, not stiffened";
    static const double at[][2] = {{0.01, 0.0017228251206394766}, {0.02, 0.0035686334009803157},
                                   {0.03, -0.001763378062817388}, {0.04, -0.011478890113613359},
                                   {0.05, 0.012740020247230057},  {0.06, 0.0035253354527825928},
                                   {0.07, -0.006996640255637269}, {0.08, -0.011311262878170457}};
    static const abOverride finer[] = {{"simulation.output_interval", "4e-5"}};
    Run run;
    if (!report_wants(report, name)) {
        return;
    }
    run_file_with(&run, "models/flexible_slider_crank.yaml", finer, 1);
    if (is_broken(report, name, &run)) {
        return;
    }
    double most = 0.0, when = 0.0;
    for (size_t i = 0; i < run.instant_count && run.instants[i].time < 0.02; i++) {
        const double *q = &run.modes[i * (size_t)run.modal_count] + ENERGIES;
        double middle = (q[0] - q[2]) / 0.3;
        when = middle > most ? run.instants[i].time : when;
        most = fmax(most, middle);
    }
    report_close(report, name, "greatest of the middle, by L", 0.0187606087539248, most, 0.02,
                 note);
    report_near(report, name, "its time [s]", 0.00564, when, 8e-5, note);
    for (int i = 0; i < 8; i++) {
        char quantity[52];
        const double *q = run_modes(&run, at[i][0]) + ENERGIES;
        snprintf(quantity, sizeof quantity, "middle at %g s, by L", at[i][0]);
        report_near(report, name, quantity, at[i][1], (q[0] - q[2]) / 0.3, 0.02 * 0.01876, note);
    }
    run_done(&run);
    report_open(report, name, "stiffened: greatest of the middle, by L",
                "geometric stiffening is refused as not supported; 0.01542");
}

// ---- contact ----

#define COMPLIANT(a, b, compliance)                                                                \
    "contacts:\n  - {between: [" a ", " b "], friction: none, normal: {law: compliant, "           \
    "compliance: " compliance "}}\n"

static void verify_eight_masses_drop(Report *report) {
    const char *name = "eight_masses_drop",
               *note = "the single masses with a spring each, at 1e-12";
    // of the body as a whole: its first mass that touches, its last that leaves
    static const double times[] = {0.17953869766986905, 0.19512034167401213, 0.2043726144322763,
                                   0.2126913069104052,  0.23154180693670148, 0.24252227543758728,
                                   0.2551804651091567,  0.2635810632985248};
    static const double z_02 = 0.12417617961295199;
    static const double q_02[3] = {0.003717027664347215, -0.008733525839991828,
                                   -0.0011700025122346692};
    Run run;
    if (!begin(report, name, &run,
               "abut: 1\nmaterials:\n  any: {density: 1000}\npairs: [{materials: [any, any], "
               "restitution: 1}]\n"
               "gravity: [0, 0, -9.81]\nbodies:\n"
               "  floor: {mobility: fixed, shapes: [{plane: {}, material: any}]}\n"
               "  cube: {position: [0, 0, 0.3], orientation: [0.9847265389049334, "
               "0.10537503853333242, 0.13698755009333216, 0.021075007706666486], " SKIN
               ", flexible: {" BODY("eight_masses") "}}\n" COMPLIANT(
                   "floor", "cube", "2.5e-5") "simulation: {end_time: 0.35, output_interval: 1e-4, "
                                              "tolerance: 1e-10}\n")) {
        return;
    }
    report_near(report, name, "touches and releases", 8.0, (double)run.event_count, 0.0, note);
    for (size_t i = 0; i < 8 && i < run.event_count; i++) {
        char quantity[52];
        snprintf(quantity, sizeof quantity, "%s %zu [s]", i % 2 == 0 ? "touch" : "release",
                 i / 2 + 1);
        report_near(report, name, quantity, times[i], run.events[i].time, 1e-6, note);
    }
    report_close(report, name, "peak force [N]", 438.1205233350516, run_peak_force(&run), 1e-5,
                 note);
    report_near(report, name, "height at 0.2 s [m]", z_02, run_state(&run, 2, 0.2)->position.z,
                1e-5, note);
    report_near(report, name, "q at 0.2 s: worst [m]", 0.0,
                worst_of(run_modes(&run, 0.2) + ENERGIES, q_02, 3), 1e-5, note);
    report_near(report, name, "drift of the energy, relative", 0.0, run_drift(&run), 1e-8, note);
    run_done(&run);
}

// Of a release the force at the greatest depth, for a spring of so many N/m.
static double most_force(const abEvent *release, double stiffness) {
    return release != NULL ? release->depth * stiffness : NAN;
}

// St Venant's bar behind a spring: compliance is four times 1/k, as its end has four corners.
static void verify_bar(Report *report, const char *name, double k, const double expected[3],
                       const char *note) {
    char quantity[52];
    Run run;
    if (!begin(report, name, &run,
               HEAD
               "bodies:\n  wall: {mobility: fixed, shapes: [{plane: {normal: [1, 0, 0]}, material: "
               "any}]}\n  bar: {velocity: [-0.5, 0, 0], flexible: {" BODY(
                   "rod_16") "}, " SKIN
                             "}\n" COMPLIANT("wall", "bar",
                                             "%.17g") "simulation: {end_time: %.17g, "
                                                      "output_interval: 1e-3, tolerance: 1e-10}\n",
               4.0 / k, 1.1 * expected[0])) {
        return;
    }
    const abEvent *release = run_event(&run, AB_EVENT_RELEASE, 0, 0, 1);
    snprintf(quantity, sizeof quantity, "k = %g N/m: release [s]", k);
    report_close(report, name, quantity, expected[0], release != NULL ? release->time : NAN, 1e-6,
                 note);
    report_close(report, name, "peak force [N]", expected[1], most_force(release, k), 1e-5, note);
    report_close(report, name, "speed of its mass centre [m/s]", expected[2],
                 run_end(&run, 2)->velocity.x, 1e-6, note);
    run_done(&run);
}

static void verify_bars(Report *report) {
    static const double wall[3] = {9.016637472328123e-05, 2034.6689376578445, 0.49489624226454637};
    static const struct {
        double k, expected[3];
    } soft[] = {{1e5, {0.003937004499095696, 62.64026946476185, 0.49999998182369854}},
                {1e6, {0.0012467245755462117, 197.82036890133242, 0.4999984004501497}},
                {1e7, {0.00039990028099744327, 616.3923473298054, 0.4998910159156955}}};
    verify_bar(report, "rod_on_wall", 5e8, wall, "16 modes by an exact eigen-solution");
    for (int i = 0; i < 3; i++) {
        verify_bar(report, "rod_rigid_limit", soft[i].k, soft[i].expected,
                   "16 modes by an exact eigen-solution; towards pi sqrt(m / k)");
    }
}

// Timoshenko's integral equation of a ball on the middle of a beam between two supports,
//
//   v t - 1/m int (t - s) F ds - sum over j of 2 / (M w_j) int sin(w_j (t - s)) F ds = (F / k)^(2/3)
//
// by the trapezoidal rule: what F(t) itself adds to the integrals is zero, so each step is explicit. Of
// the integral with sin the phasor of sin and cos is turned on from step to step.
enum { ODD_MODES = 12 };

typedef struct IntegralEquation {
    double step, time, force, impulse, moved; // moved: int (t - s) F ds
    double turn[ODD_MODES][2], phasor[ODD_MODES][2], weight[ODD_MODES];
} IntegralEquation;

static const double s_ball_mass = 0.03288200310757317, s_hertz = 15805589743.589745;

static IntegralEquation integral_equation(double step) {
    const double pi = 3.14159265358979323846, length = 0.1535, side = 0.01, density = 7850.0;
    IntegralEquation of = {.step = step};
    for (int j = 0; j < ODD_MODES; j++) {
        double wave = (2 * j + 1) * pi / length;
        double omega = wave * wave * side * sqrt(2.157463e11 / (12.0 * density));
        of.turn[j][0] = cos(omega * step);
        of.turn[j][1] = sin(omega * step);
        of.weight[j] = 2.0 / (density * side * side * length * omega);
    }
    return of;
}

static void go_on(IntegralEquation *of) {
    double deflection = 0.0;
    of->moved += of->step * of->impulse;
    for (int j = 0; j < ODD_MODES; j++) {
        double c = of->phasor[j][0] + of->step * of->force, s = of->phasor[j][1];
        of->phasor[j][0] = of->turn[j][0] * c - of->turn[j][1] * s;
        of->phasor[j][1] = of->turn[j][1] * c + of->turn[j][0] * s;
        deflection += of->weight[j] * of->phasor[j][1];
    }
    of->time += of->step;
    double dent = 0.01 * of->time - of->moved / s_ball_mass - deflection;
    of->force = s_hertz * pow(fmax(0.0, dent), 1.5);
    of->impulse += of->step * of->force;
}

// The largest difference of the forces over the instants of the run.                        [N]
static double off_integral_equation(const Run *run) {
    IntegralEquation of = integral_equation(1.25e-8); // an eighth of the time between instants
    double worst = 0.0;
    for (size_t i = 0; i < run->instant_count; i++) {
        while (of.time < run->instants[i].time - 0.5 * of.step) {
            go_on(&of);
        }
        double off = fabs(of.force - run->instants[i].force);
        worst = off <= worst ? worst : off; // NaN stays
    }
    return worst;
}

static void verify_sphere_on_beam(Report *report) {
    const char *name = "sphere_on_beam", *note = "Timoshenko's integral equation, 12 modes";
    Run run;
    if (!begin(report, name, &run,
               HEAD "bodies:\n  beam: {mobility: fixed, flexible: {" BODY(
                   "beam_12") "}, " SKIN "}\n"
                              "  ball: {position: [0.07675, 0, 0.015], velocity: [0, 0, -0.01], "
                              "shapes: "
                              "[{sphere: {radius: 0.01}, material: any}]}\n"
                              "contacts:\n  - {between: [beam, ball], friction: none, manifold: "
                              "single, normal: "
                              "{law: hertz, stiffness: 15805589743.589745}}\n"
                              "simulation: {end_time: 1.6e-4, output_interval: 1e-7, tolerance: "
                              "1e-9}\n")) {
        return;
    }
    const abEvent *release = run_event(&run, AB_EVENT_RELEASE, 0, 0, 1);
    report_close(report, name, "contact time [s]", 0.00015549540359553735,
                 release != NULL ? release->time : NAN, 1e-4, note);
    report_close(report, name, "peak force [N]", 4.937105264502765, run_peak_force(&run), 1e-4,
                 note);
    report_near(report, name, "force at any time, largest off [N]", 0.0,
                off_integral_equation(&run), 1e-4 * 4.937,
                "the integral equation, solved here in 12800 steps");
    report_close(report, name, "speed of the ball after [m/s]", 0.003024808919946427,
                 run_end(&run, run_body(&run, "ball"))->velocity.z, 1e-4, note);
    run_done(&run);
}

// The second bar is wider, with the mass, stiffness and modes of the first, so that the corners of one
// meet the face of the other.
static void verify_two_rods(Report *report) {
    const char *name = "two_rods_equal", *note = "16 modes each by an exact eigen-solution";
    Run run;
    if (!begin(report, name, &run,
               HEAD "bodies:\n  one: {position: [-0.2, 0, 0], velocity: [1, 0, 0], flexible: "
                    "{" BODY("rod_16") "}, " SKIN "}\n  two: {flexible: {" OWN(
                        "wide_bar") ", surface: "
                                    "tests/verify/flexible/wide_bar.obj}, " SKIN "}\n" COMPLIANT(
                                        "one", "two",
                                        "4e-9") "simulation: {end_time: 1e-4, "
                                                "output_interval: 1e-4, tolerance: 1e-9}\n")) {
        return;
    }
    const abEvent *release = run_event(&run, AB_EVENT_RELEASE, 0, 0, 1);
    report_close(report, name, "release [s]", 7.992373314461786e-05,
                 release != NULL ? release->time : NAN, 1e-6, note);
    report_close(report, name, "peak force [N]", 2150.6917699611795, most_force(release, 1e9), 1e-5,
                 note);
    report_near(report, name, "speed of the first after [m/s]", 0.00079224365549868,
                run_end(&run, 1)->velocity.x, 1e-6, note);
    report_near(report, name, "speed of the second after [m/s]", 0.9992077563443817,
                run_end(&run, 2)->velocity.x, 1e-6, note);
    run_done(&run);
}

static void verify_press_block(Report *report) {
    report_open(report, "press_block", "force [N]",
                "laws of pressure on an area are refused at the surface of a flexible body");
}

// ---- wrong files ----

static void verify_bad_input(Report *report) {
    const char *name = "bad_input";
    for (int i = 0; i < WRONG_COUNT && report_wants(report, name); i++) {
        const Wrong *wrong = &wrong_files[i];
        report_near(report, name, wrong->what, 1.0, is_told(wrong), 0.0, wrong->words);
    }
}

void verify_flexible(Report *report) {
    verify_six_masses_spin(report);
    verify_eight_masses_tumble(report);
    verify_six_masses_touch(report);
    verify_cantilever_gravity(report);
    verify_rotating_bar(report);
    verify_spin_up(report);
    verify_slider_crank(report);
    verify_eight_masses_drop(report);
    verify_bars(report);
    verify_sphere_on_beam(report);
    verify_two_rods(report);
    verify_press_block(report);
    verify_bad_input(report);
}
