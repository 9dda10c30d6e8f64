// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// verify_myphysicslab.c - rigid planar scenes of myPhysicsLab's engine2D by method fixed.
//
// myphysicslab/NAME.yaml is the scene, to the end of its case. Beside it:
//
//   states.txt  for each body at a time its x, y, angle, vx, vy, w (centre of mass), after how
//               much positions and speeds may be off:
//                 robust   at the ends of its stages what halving the step changes in the source,
//                          or the tolerance of its own test (1e-5 where it has none) if that is
//                          more
//                 others   1e-5 at the last sample before runs of the source with other seeds,
//                          starts (1e-9) or half the step are 1e-5 apart
//                 its_test, seed_N  at the end, with the tolerance of its test, what this expects,
//                          and what its own run comes to, which is another state of rest: contacts
//                          hit from the first step on, and the order drawn decides. N draws an
//                          order that leads to the latter
//                 same_order  1e-5 at the end, where the impacts draw the order of the record
//                 closed   the tolerance of its case; closed forms, whose hits are at the target
//                 gap
//                          exactly, which the source locates up to 0.001 off
//                 exact    nothing beside rounding, 1e-5: closed forms and fine integrations, where
//                          the source stabilises joints by force (rod, double pendulum) or is wrong
//                          (bead)
//   bounds.txt  what must hold to the end of a scene:
//                 rise    of the energy above what it was before: the tolerance of its test for
//                         energy, or what it rises by in the record if that is more
//                 open    of joints that forces alone hold: as wide as in the record
//                 spin    change of angular momentum, by its parts: that of the record, or 1e-5
//                 change  start and end of a stage of its test, change of energy, tolerance
//                 spread  start, end, number of orders, changes of energy of its test and of its
//                         record, where impacts come in a random order and lose energy by it: they
//                         lie among those of as many orders, within three standard deviations. The
//                         impacts themselves are compared draw by draw (impacts.cases)
//   exact_*.c   scenes whose record is not the truth: closed forms and equations of their own
//
// All scenes are watched to the end. A contact may be anywhere between 0 and contact_distance, and
// its force acts there: energy may rise by that distance times the normal forces, by half of it
// where stabilization leads gaps to the middle. Shapes never overlap. Joints stay closed. Momentum
// is kept where nothing acts from outside.
//
// Source  myPhysicsLab (E. Neumann, Apache-2.0), commit 4b0bb8e of November 2024, run headless.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exact_scenes.h"
#include "families.h"
#include "model/core/model.h"
#include "planar_watch.h"

#define MYPHYSICSLAB_DIR "tests/verify/myphysicslab"

static const double s_spread = 3.0; // standard deviations

typedef struct State {
    char scene[80], body[40], kind[20];
    double time, position_off, speed_off; // allowed
    double q[6];
} State;

// The greatest difference of the bodies at one time; `what` selects positions or speeds.
typedef struct Worst {
    double position, speed;
} Worst;

static double angle_of(abQuat q) {
    return 2.0 * atan2(q.z, q.w);
}

static double turn_between(double a, double b) {
    return fabs(remainder(a - b, 2.0 * 3.14159265358979323846));
}

static void compare(const Run *run, const State *s, Worst *worst) {
    int body = run_body(run, s->body);
    if (body == 0) {
        worst->position = worst->speed = INFINITY;
        return;
    }
    const abBodyState *now = run_state(run, body, s->time);
    double p[3] = {fabs(now->position.x - s->q[0]), fabs(now->position.y - s->q[1]),
                   turn_between(angle_of(now->orientation), s->q[2])};
    double v[3] = {fabs(now->velocity.x - s->q[3]), fabs(now->velocity.y - s->q[4]),
                   fabs(now->angular_velocity.z - s->q[5])};
    for (int i = 0; i < 3; i++) {
        worst->position = fmax(worst->position, p[i]);
        worst->speed = fmax(worst->speed, v[i]);
    }
}

static bool read_state(FILE *file, State *s) {
    return fscanf(file, "%79s %39s %lf %lf %lf %19s %lf %lf %lf %lf %lf %lf", s->scene, s->body,
                  &s->time, &s->position_off, &s->speed_off, s->kind, &s->q[0], &s->q[1], &s->q[2],
                  &s->q[3], &s->q[4], &s->q[5]) == 12;
}

static void report_time(Report *report, const State *s, const Worst *worst) {
    char quantity[52];
    snprintf(quantity, sizeof quantity, "positions, turns at %.4g s [m, rad]", s->time);
    report_near(report, s->scene, quantity, 0.0, worst->position, s->position_off, s->kind);
    snprintf(quantity, sizeof quantity, "speeds at %.4g s [m/s, rad/s]", s->time);
    report_near(report, s->scene, quantity, 0.0, worst->speed, s->speed_off, s->kind);
}

// ---- to the end ----

// What bounds.txt says of one scene; joints and spin without a line as default.
typedef struct Bounds {
    double rise, open, spin;
} Bounds;

// Reads them, and reports the changes of energy on the way.
static Bounds read_bounds(Report *report, const Run *run, const char *scene) {
    Bounds bounds = {.rise = 0.0, .open = 1e-9, .spin = 1e-5};
    FILE *file = fopen(MYPHYSICSLAB_DIR "/bounds.txt", "r");
    char line[256], name[80], what[20];
    double v[4];
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        int count =
            sscanf(line, "%79s %19s %lf %lf %lf %lf", name, what, &v[0], &v[1], &v[2], &v[3]);
        if (count < 3 || strcmp(name, scene) != 0 || strcmp(what, "spread") == 0) {
            continue;
        }
        if (strcmp(what, "change") == 0) {
            char quantity[80];
            snprintf(quantity, sizeof quantity, "energy from %.4g to %.4g s changes by [J]", v[0],
                     v[1]);
            report_near(report, scene, quantity, v[2],
                        watch_energy(run, v[1]) - watch_energy(run, v[0]), v[3], "its test");
        } else {
            *(what[0] == 'r' ? &bounds.rise : what[0] == 'o' ? &bounds.open : &bounds.spin) = v[0];
        }
    }
    if (file != NULL) {
        fclose(file);
    }
    return bounds;
}

// What contacts can lift: all that they carry, by what they move within their distance.
static double lift_of(const Run *run) {
    const abSimulationDef *options = ab_model_simulation(run->model);
    double band = options->stabilization < 3 ? 1.0 : 0.5; // is led back to its middle
    return band * options->contact_distance * watch_pressed(run);
}

// What must hold whatever the course.
static void report_whole_run(Report *report, const Run *run, const char *scene) {
    static const double rounding = 1e-12;
    Bounds bounds = read_bounds(report, run, scene);
    double lift = lift_of(run);
    report_near(report, scene, "energy rises by [J]", 0.0, watch_energy_rise(run),
                fmax(bounds.rise, lift), "its test, its record, or what contacts carry lifted");
    report_near(report, scene, "overlap [m]", 0.0, watch_overlap(run), rounding,
                "gaps are never below 0");
    if (run->model->joint_count > 0) {
        report_near(report, scene, "joints open by [m]", 0.0, watch_open_joints(run), bounds.open,
                    "rounding; where forces alone hold them as in the record");
    }
    if (watch_is_alone(run)) {
        WatchMomentum change = watch_momentum(run);
        report_near(report, scene, "momentum changes by [-]", 0.0, change.linear, rounding,
                    "of the sum of its parts");
        report_near(report, scene, "angular momentum changes by [-]", 0.0, change.angular,
                    bounds.spin, "steps of fourth order keep it only to their error");
    }
}

// Its rows of states.txt, those of one time together: those of other seeds if `other_seed`. Answers
// the seed of the last of these.
static unsigned report_states(Report *report, const Run *run, const char *scene, bool other_seed) {
    FILE *file = fopen(MYPHYSICSLAB_DIR "/states.txt", "r");
    State s, last = {0};
    Worst worst = {0};
    bool any = false;
    unsigned seed = 0, found = 0;
    while (file != NULL && read_state(file, &s)) {
        if (strcmp(s.scene, scene) != 0) {
            continue;
        }
        bool has_other = sscanf(s.kind, "seed_%u", &found) == 1;
        seed = has_other ? found : seed;
        if (has_other != other_seed || run == NULL) {
            continue;
        }
        if (any && s.time != last.time) {
            report_time(report, &last, &worst);
            worst = (Worst){0};
        }
        compare(run, &s, &worst);
        last = s;
        any = true;
    }
    if (any) {
        report_time(report, &last, &worst);
    }
    if (file != NULL) {
        fclose(file);
    }
    return seed;
}

// The scene with another order of its impacts, if states.txt has one.
static void verify_other_order(Report *report, const char *scene, const char *path) {
    unsigned seed = report_states(report, NULL, scene, true);
    char value[20];
    Run run;
    if (seed == 0) {
        return;
    }
    snprintf(value, sizeof value, "%u", seed);
    run_file_with(&run, path, &(abOverride){"simulation.impact_seed", value}, 1);
    if (run.result == AB_OK) {
        report_states(report, &run, scene, true);
    } else {
        report_broken(report, scene, run.message);
    }
    run_done(&run);
}

// The change of energy with the seed `order` for its impacts.
static bool change_in_order(const char *path, int order, double start, double end, double *change) {
    char seed[20], stop[20];
    Run run;
    snprintf(seed, sizeof seed, "%d", order);
    snprintf(stop, sizeof stop, "%g", end);
    const abOverride overrides[] = {{"simulation.impact_seed", seed},
                                    {"simulation.end_time", stop}};
    run_file_with(&run, path, overrides, 2);
    bool is_good = run.result == AB_OK;
    *change = is_good ? watch_energy(&run, end) - watch_energy(&run, start) : 0.0;
    run_done(&run);
    return is_good;
}

// What holds whatever the order, by the kind of impacts that knows none.
static void verify_order_free(Report *report, const char *scene, const char *path) {
    Run run;
    const abOverride overrides[] = {{"simulation.impacts", "order_free"},
                                    {"simulation.impact_seed", "0"}}; // the default: draws nothing
    run_file_with(&run, path, overrides, 2);
    if (run.result == AB_OK) {
        report_near(report, scene, "order_free: energy rises by [J]", 0.0, watch_energy_rise(&run),
                    lift_of(&run), "what contacts carry lifted");
        report_near(report, scene, "order_free: overlap [m]", 0.0, watch_overlap(&run), 1e-12,
                    "gaps are never below 0");
    } else {
        report_broken(report, scene, run.message);
    }
    run_done(&run);
}

static void verify_spread(Report *report, const char *scene, const char *path, const char *line) {
    double start, end, published[2], sum = 0.0, squares = 0.0, change;
    int orders;
    if (sscanf(line, "%*s spread %lf %lf %d %lf %lf", &start, &end, &orders, &published[0],
               &published[1]) != 5) {
        return;
    }
    for (int order = 1; order <= orders; order++) {
        if (!change_in_order(path, order, start, end, &change)) {
            report_broken(report, scene, "does not run in another order");
            return;
        }
        sum += change;
        squares += change * change;
    }
    double mean = sum / orders, deviation = sqrt((squares - sum * mean) / (orders - 1));
    char note[100];
    snprintf(note, sizeof note, "%d orders: %.4g J, standard deviation %.2g J", orders, mean,
             deviation);
    report_near(report, scene, "energy of its test [deviations]", 0.0,
                (published[0] - mean) / deviation, s_spread, note);
    report_near(report, scene, "energy of its record [deviations]", 0.0,
                (published[1] - mean) / deviation, s_spread, note);
}

static void verify_scene(Report *report, const char *scene) {
    char path[512];
    Run run;
    snprintf(path, sizeof path, MYPHYSICSLAB_DIR "/%s.yaml", scene);
    run_file(&run, path);
    if (run.result == AB_OK) {
        report_states(report, &run, scene, false);
        report_exact_flights(report, &run, scene);
        report_exact_hump(report, scene);
        report_exact_clock(report, scene);
        report_exact_blocks(report, &run, scene);
        report_whole_run(report, &run, scene);
    } else {
        report_broken(report, scene, run.message);
    }
    run_done(&run);
    verify_other_order(report, scene, path);
}

// Each scene has one line "rise" in bounds.txt.
void verify_myphysicslab(Report *report) {
    FILE *file = fopen(MYPHYSICSLAB_DIR "/bounds.txt", "r");
    if (file == NULL) {
        report_broken(report, "bounds.txt", "cannot be read");
        return;
    }
    char line[256], scene[80], what[20];
    while (fgets(line, sizeof line, file) != NULL) {
        if (sscanf(line, "%79s %19s", scene, what) != 2 || !report_wants(report, scene)) {
            continue;
        }
        if (strcmp(what, "rise") == 0) {
            verify_scene(report, scene);
        } else if (strcmp(what, "spread") == 0) {
            char path[512];
            snprintf(path, sizeof path, MYPHYSICSLAB_DIR "/%s.yaml", scene);
            verify_spread(report, scene, path, line);
            verify_order_free(report, scene, path);
        }
    }
    fclose(file);
}
