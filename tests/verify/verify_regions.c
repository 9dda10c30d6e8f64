// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// verify_regions.c - contacts by the regions within contours (manifold: contours) against closed
// forms and runs of ArtiSynth, whose method CONTOUR_REGION it is.
//
// Source  artisynth_core 3.9, commit b9aa17bb; allowed differences are those given with its runs.

#include <math.h>
#include <stdio.h>

#include "families.h"
#include "math/core/vector_math.h"
#include "verify_run.h"

#define FOLDER "tests/verify/artisynth/"

static bool run_case(Report *report, const char *name, const char *path, const abOverride *set,
                     int count, Run *run) {
    if (!report_wants(report, name)) {
        return false;
    }
    run_file_with(run, path, set, count);
    if (run->result != AB_OK) {
        report_broken(report, name, run->message);
        run_done(run);
        return false;
    }
    return true;
}

// ---- rigid cube ----

static const char s_box[] = FOLDER "regions_box.yaml";

static void verify_rest(Report *report) {
    const char *name = "box_rest_rigid";
    Run run;
    if (run_case(report, name, s_box, NULL, 0, &run)) {
        const abBodyState *end = run_end(&run, run_body(&run, "box"));
        double contacts = run.region_count == 1 ? run.regions[0].points : 0.0;
        report_near(report, name, "contacts", 4.0, contacts, 0.0, "run of the source");
        report_close(report, name, "force (N)", 9.8, run_last(&run)->force, 1e-9, "m g");
        report_near(report, name, "height at t = 2 s (m)", 0.5, end->position.z, 2e-4,
                    "run of the source");
        report_close(report, name, "area (m^2)", 1.0, run.contacts[0].area, 1e-9,
                     "of the cube's face; the source answers with none there");
        run_done(&run);
    }
    const char *drop = "box_drop_rigid";
    abOverride set[] = {{"bodies.box.position", "[0, 0, 1.5]"}};
    if (run_case(report, drop, s_box, set, 1, &run)) {
        report_near(report, drop, "speed at t = 1.5 s (m/s)", 0.0,
                    ab_norm(run_state(&run, run_body(&run, "box"), 1.5)->velocity), 1e-9,
                    "run of the source: dropped by 1 m, no restitution");
        run_done(&run);
    }
}

static void verify_slide(Report *report, const char *name, const char *step) {
    const double path = 0.6802721088435374;
    abOverride set[] = {{"bodies.box.position", "[-1, 0, 0.5]"},
                        {"bodies.box.velocity", "[2, 0, 0]"},
                        {"simulation.step", step},
                        {"simulation.end_time", "1.2"},
                        {"simulation.output_interval", step}};
    Run run;
    if (!run_case(report, name, s_box, set, 5, &run)) {
        return;
    }
    int box = run_body(&run, "box");
    double stop = NAN; // within the step in which it does: the last speed by mu g
    for (size_t i = run.instant_count; i-- > 0 && isnan(stop);) {
        double t = run.instants[i].time, speed = ab_norm(run_state(&run, box, t)->velocity);
        stop = speed > 1e-9 ? t + speed / (0.3 * 9.8) : NAN;
    }
    const char *note = "closed form v^2/(2 mu g)";
    report_close(report, name, "stopping distance (m)", path, run_end(&run, box)->position.x + 1.0,
                 0.003, note);
    report_close(report, name, "stopping time (s)", path, stop, 0.01, note);
    report_near(report, name, "speed at the end (m/s)", 0.0, ab_norm(run_end(&run, box)->velocity),
                1e-9, "run of the source");
    run_done(&run);
}

// ---- laws with a depth ----

static void verify_compliant(Report *report) {
    const char *name = "compliant_box";
    Run run;
    if (!run_case(report, name, FOLDER "regions_compliant_box.yaml", NULL, 0, &run)) {
        return;
    }
    report_close(report, name, "depth (m)", 0.00245, run.contacts[0].depth, 1e-6,
                 "closed form m g C/4, without the source's tolerance");
    report_close(report, name, "depth against a run (m)", 0.00238338, run.contacts[0].depth, 0.08,
                 "run of the source by contours, which still creeps by 0.1 mm/s");
    report_close(report, name, "force (N)", 9.8, run_last(&run)->force, 1e-5, "m g");
    run_done(&run);
}

static void verify_punch(Report *report) {
    static const struct {
        const char *name, *density;
        double depth;
        const char *note;
    } rows[] = {
        {"punch", "1000", 0.004470332599263505, "closed form h (1 - exp(-p/K))"},
        {"punch_heavy", "40000", NAN, "likewise"},
        {"punch_tail", "120000", 0.0998828298140119,
         "closed form h (1 - r) + h r (p/K + ln r), beyond 99 % of the thickness"},
    };
    const double K = 1e5 * 0.6 / (1.4 * 0.2);
    for (int i = 0; i < 3; i++) {
        abOverride set[] = {{"materials.stuff.density", rows[i].density}};
        Run run;
        if (!run_case(report, rows[i].name, FOLDER "regions_punch.yaml", set, 1, &run)) {
            continue;
        }
        double p = 9.8 * (i == 0 ? 1000.0 : i == 1 ? 40000.0 : 120000.0);
        double depth = isnan(rows[i].depth) ? 0.1 * (1.0 - exp(-p / K)) : rows[i].depth;
        report_close(report, rows[i].name, "depth (m)", depth, run.contacts[0].depth, 1e-5,
                     rows[i].note);
        report_close(report, rows[i].name, "force of the region (N)", p,
                     run.region_count == 1 ? run.regions[0].normal_force : 0.0, 1e-5, "m g");
        report_close(report, rows[i].name, "area of the region (m^2)", 1.0,
                     run.region_count == 1 ? run.regions[0].area : 0.0, 1e-12, "of the face");
        run_done(&run);
    }
}

static void verify_punch_drop(Report *report) {
    const char *name = "punch_drop", *note = "closed form: sqrt(2 g 0.2 m), m g (0.2 m + d) = U(d)";
    abOverride set[] = {{"bodies.punch.position", "[0, 0, 0.7]"},
                        {"contacts.0.normal.damping_by_force", "0"},
                        {"simulation.end_time", "0.4"},
                        {"simulation.tolerance", "1.0e-8"}};
    Run run;
    if (!run_case(report, name, FOLDER "regions_punch.yaml", set, 4, &run)) {
        return;
    }
    const abEvent *release = run_event(&run, AB_EVENT_RELEASE, 0, 0, 1);
    if (release == NULL) {
        report_broken(report, name, "the cube does not leave");
    } else {
        report_near(report, name, "speed at release (m/s)", 1.9798989873223331, -release->speed,
                    1e-5, note);
        report_near(report, name, "greatest depth (m)", 0.04329669, release->depth, 1e-8, note);
    }
    run_done(&run);
}

// ---- the ball of 42 points on the plate ----

static void verify_ball(Report *report) {
    const char *name = "ball_plate_collide", *path = FOLDER "regions_ball_plate.yaml";
    abOverride soft[] = {{"contacts.0.normal.damping", "0"}};
    Run run;
    if (run_case(report, name, path, NULL, 0, &run)) {
        report_near(report, name, "C = 1e-3, D = 30: speed at t = 6 s (m/s)", 0.0,
                    ab_norm(run_end(&run, run_body(&run, "ball"))->velocity), 0.01,
                    "run of the source 0.0020, below 0.01");
        run_done(&run);
    }
    if (run_case(report, name, path, soft, 1, &run)) {
        double speed = ab_norm(run_end(&run, run_body(&run, "ball"))->velocity);
        report_near(report, name, "C = 1e-3, D = 0: moves faster than 0.1 m/s", 1.0, speed > 0.1,
                    0.0, "run of the source");
        run_done(&run);
    }
    abOverride rigid[] = {{"contacts.0.normal", "{law: rigid}"}, {"simulation.sleep", "false"}};
    if (run_case(report, name, path, rigid, 2, &run)) {
        const abBodyState *end = run_end(&run, run_body(&run, "ball"));
        report_near(report, name, "rigid: height at rest (m)", 0.94733782, end->position.z, 0.002,
                    "run of the source, on one of the 20 larger facets");
        report_close(report, name, "rigid: force at rest (N)", 2.101767373, run_last(&run)->force,
                     1e-6, "m g");
        run_done(&run);
    }
}

void verify_regions(Report *report) {
    verify_rest(report);
    verify_slide(report, "friction_slide_stop", "0.01");
    verify_slide(report, "friction_slide_stop_fine", "0.001");
    verify_compliant(report);
    verify_punch(report);
    verify_punch_drop(report);
    verify_ball(report);
}
