// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// verify_motionsolve.c - models in MotionSolve's XML, run as they are.
//
// Source  bouncing ball: free flight in closed form, each contact by its law integrated at a
//         tolerance of 1e-12. Block: the creep speed solves tan(slope) = mu_s (3 u - u^3)/2 with
//         u = v/v_s, forces by statics. Spellings: those that occur in the published pages of the
//         element Force_Contact, and slips a reader has to tell of.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "families.h"
#include "published.h"
#include "verify_run.h"

// ---- a ball dropped 1 m on a box, POISSON ----

// Greatest height of the body's origin between two instants.
static double apex(const Run *run, int body, double from, double to) {
    double highest = -INFINITY;
    for (size_t i = 0; i < run->instant_count; i++) {
        if (run->instants[i].time > from && run->instants[i].time < to) {
            const abBodyState *states = &run->states[i * (size_t)run->body_count];
            highest = fmax(highest, states[body - 1].position.z);
        }
    }
    return highest;
}

static void verify_bounces(Report *report) {
    const char *name = "model_bouncing_ball";
    const char *note = "reference integration; allowed: 1e-4 as in the source";
    Run run;
    run_file(&run, "tests/verify/motionsolve/model_bouncing_ball.xml");
    if (is_broken(report, name, &run)) {
        return;
    }
    int ball = run_body(&run, "Ball");
    for (int i = 0; i < BOUNCES; i++) {
        const Bounce *b = &published_bounces[i];
        const abEvent *pair = run_event(&run, AB_EVENT_TOUCH, 0, 0, i + 1);
        const abEvent *next = run_event(&run, AB_EVENT_TOUCH, 0, 0, i + 2);
        const abEvent *release = run_event(&run, AB_EVENT_RELEASE, 0, 0, i + 1);
        bool is_there = pair != NULL && release != NULL && next != NULL;
        const struct {
            const char *what;
            double expected, ours;
        } rows[] = {
            {"touch [s]", b->pair, is_there ? pair->time : NAN},
            {"speed before [m/s]", b->speed, is_there ? pair->speed : NAN},
            {"greatest depth [m]", b->depth, is_there ? release->depth : NAN},
            {"duration [s]", b->duration, is_there ? release->duration : NAN},
            {"speed after [m/s]", b->leave, is_there ? -release->speed : NAN},
            {"next apex [m]", b->apex,
             is_there ? apex(&run, ball, release->time, next->time) : NAN},
        };
        for (size_t r = 0; r < sizeof rows / sizeof rows[0]; r++) {
            char quantity[50];
            snprintf(quantity, sizeof quantity, "bounce %d: %s", i + 1, rows[r].what);
            report_close(report, name, quantity, rows[r].expected, rows[r].ours, 1e-4, note);
        }
    }
    run_done(&run);
}

// ---- a block on a slope of 10 degrees, COULOMB_ON ----

static void verify_creep(Report *report) {
    const char *name = "model_block_creep", *note = "closed form; allowed: 1e-3 as in the source";
    Run run;
    run_file(&run, "tests/verify/motionsolve/model_block_creep.xml");
    if (is_broken(report, name, &run)) {
        return;
    }
    double normal = 0.0, friction = 0.0;
    for (int i = 0; i < run.contact_count; i++) {
        const abContactState *c = &run.contacts[i];
        double along =
            c->force.x * c->normal.x + c->force.y * c->normal.y + c->force.z * c->normal.z;
        normal += c->normal_force;
        friction += sqrt(fmax(0.0, c->force.x * c->force.x + c->force.y * c->force.y +
                                       c->force.z * c->force.z - along * along));
    }
    report_close(report, name, "creep speed [m/s]", 0.00415800288972,
                 run_end(&run, run_body(&run, "Block"))->velocity.x, 1e-3, note);
    report_close(report, name, "normal force [N]", 19.3153299022, normal, 1e-3, note);
    report_close(report, name, "friction force [N]", 3.40581380303, friction, 1e-3, note);
    run_done(&run);
}

// ---- a rod on a hinge, in millimetres ----

// Released level at rest, its energy stays 0: I w^2 / 2 = m g d sin(angle below level), with I = m
// l^2 / 3 about the hinge and d = l / 2, so w^2 = 3 g sin / l. Quarter period from level to the
// lowest point: sqrt(I/(m g d)) K(1/2), K(m = 1/2) = 1.8540746773013719.
static void verify_pendulum(Report *report) {
    const char *name = "pendulum_millimetres";
    Run run;
    run_file(&run, "tests/verify/motionsolve/pendulum_millimetres.xml");
    if (is_broken(report, name, &run)) {
        return;
    }
    int rod = run_body(&run, "Rod"), turns = 0;
    double g = 9.80665, l = 0.3, worst = 0.0, before = 0.0, returned = NAN;
    for (size_t i = 0; i < run.instant_count; i++) {
        const abBodyState *s = &run.states[i * (size_t)run.body_count + (size_t)rod - 1];
        double w = s->angular_velocity.y;
        if (before * w < 0.0 && ++turns == 2) { // at rest again where it began; w is straight there
            double step = run.instants[i].time - run.instants[i - 1].time;
            returned = run.instants[i].time - step * w / (w - before);
        }
        before = w;
        double down =
            2.0 * (s->orientation.w * s->orientation.y - s->orientation.x * s->orientation.z);
        worst = fmax(worst, fabs(w * w - 3.0 * g * down / l));
    }
    double period = 4.0 * sqrt(2.0 * l / (3.0 * g)) * 1.8540746773013719;
    report_near(report, name, "w^2 - 3 g sin/l, greatest [1/s^2]", 0.0, worst, 1e-6,
                "analytic: energy; allowed: 1e-8 of the greatest w^2");
    report_near(report, name, "period [s]", period, returned, 1e-6,
                "analytic: elliptic integral; allowed: what frames 0.01 s apart leave open");
    run_done(&run);
}

// ---- plane curves: a disk outside a ring and one within it ----

static void verify_curves(Report *report) {
    const char *name = "curves", *note = "closed form: half a swing of a mass on a spring";
    Run run;
    run_file(&run, "tests/verify/motionsolve/curves.xml");
    if (is_broken(report, name, &run)) {
        return;
    }
    static const struct {
        const char *body;
        double mass, speed, displacement; // [kg], [m/s], from the start to the contact pair [m]
    } disks[] = {{"Outer", 1.0, 0.1, 0.005}, {"Inner", 4.0, 0.2, 0.01}};
    for (int i = 0; i < 2; i++) {
        double omega = sqrt(1e5 / disks[i].mass), speed = disks[i].speed;
        int disk = run_body(&run, disks[i].body), ground = run_body(&run, "Ground");
        const abEvent *pair = run_event(&run, AB_EVENT_TOUCH, disk, ground, 1);
        const abEvent *release = run_event(&run, AB_EVENT_RELEASE, disk, ground, 1);
        bool is_there = pair != NULL && release != NULL;
        const struct {
            const char *what;
            double expected, ours;
        } rows[] = {
            {"touch [s]", disks[i].displacement / speed, is_there ? pair->time : NAN},
            {"greatest depth [m]", speed / omega, is_there ? release->depth : NAN},
            {"duration [s]", 3.14159265358979323846 / omega, is_there ? release->duration : NAN},
            {"speed after [m/s]", speed, is_there ? -release->speed : NAN},
        };
        for (size_t r = 0; r < sizeof rows / sizeof rows[0]; r++) {
            char quantity[50];
            snprintf(quantity, sizeof quantity, "%s: %s", disks[i].body, rows[r].what);
            report_close(report, name, quantity, rows[r].expected, rows[r].ours, 1e-5, note);
        }
    }
    run_done(&run);
}

// ---- a proximity sensor ends the run of a ball at 100 mm/s 15 mm from a wall 40 mm away ----

static void verify_proximity(Report *report) {
    const char *name = "proximity";
    Run run;
    run_file(&run, "tests/verify/motionsolve/proximity.xml");
    if (is_broken(report, name, &run)) {
        return;
    }
    const abEvent *met = run_event(&run, AB_EVENT_SENSOR, 0, 0, 1);
    report_near(report, name, "time at the end [s]", 0.25, run.instants[run.instant_count - 1].time,
                1e-12, "25 mm at 100 mm/s");
    report_near(report, name, "value of the sensor [mm]", 15.0, met != NULL ? met->value : NAN,
                1e-9, "in the file's units");
    run_done(&run);
}

// ---- couplers ----

// With the pinion's angle q the rack moves by -r q, the wheel turns by -2 q and the third by q. So
// (m r^2 + J1 + 4 J2 + J3) q'' = m g r: 0.005 + 0.001 + 0.002 + 0.002 kg m^2 and 0.1 kg m g, and
// the rack falls at half of g.
static void verify_couplers(Report *report) {
    const char *name = "couplers", *note = "closed form: Lagrange's equation of the one angle";
    Run run;
    run_file(&run, "tests/verify/motionsolve/couplers.xml");
    if (is_broken(report, name, &run)) {
        return;
    }
    double t = run_last(&run)->time, fall = 0.5 * 9.80665, speed = fall / 0.05 * t;
    static const struct {
        const char *body;
        double ratio; // to the pinion, whose axis is -y
    } wheels[] = {{"Pinion", 1.0}, {"Wheel", -2.0}, {"Third", 1.0}};
    const abBodyState *rack = run_end(&run, run_body(&run, "Rack"));
    report_near(report, name, "Rack: speed [m/s]", -fall * t, rack->velocity.z, 1e-9, note);
    report_near(report, name, "Rack: way [m]", -0.5 * fall * t * t, rack->position.z, 1e-9, note);
    for (size_t i = 0; i < sizeof wheels / sizeof wheels[0]; i++) {
        const abBodyState *end = run_end(&run, run_body(&run, wheels[i].body));
        char quantity[50];
        snprintf(quantity, sizeof quantity, "%s: speed [rad/s]", wheels[i].body);
        report_near(report, name, quantity, -wheels[i].ratio * speed, end->angular_velocity.y, 1e-7,
                    note);
    }
    run_done(&run);
}

// ---- the same spring in four elements ----

// x = f/k (1 - cos(w t)) with f = 10 N, k = 2000 N/m, m = 0.5 kg, w = sqrt(k/m).
static void verify_springs(Report *report) {
    const char *name = "forces_milliseconds";
    static const char *const bodies[] = {"By_spring", "By_bushing", "By_variable", "By_spline"};
    Run run;
    run_file(&run, "tests/verify/motionsolve/forces_milliseconds.xml");
    if (is_broken(report, name, &run)) {
        return;
    }
    double w = sqrt(2000.0 / 0.5), t = run_last(&run)->time, stretch = 10.0 / 2000.0;
    for (size_t i = 0; i < sizeof bodies / sizeof bodies[0]; i++) {
        const abBodyState *end = run_end(&run, run_body(&run, bodies[i]));
        char quantity[50];
        snprintf(quantity, sizeof quantity, "%s: way at the end [m]", bodies[i]);
        report_near(report, name, quantity, stretch * (1.0 - cos(w * t)), end->position.x - 0.1,
                    1e-10, "analytic: harmonic; allowed: 1e-8 of the amplitude twice over");
        snprintf(quantity, sizeof quantity, "%s: speed at the end [m/s]", bodies[i]);
        report_near(report, name, quantity, stretch * w * sin(w * t), end->velocity.x, 1e-8,
                    "analytic: likewise by the frequency");
    }
    report_near(report, name, "time at the end [s]", 0.2, t, 1e-15, "200 ms");
    run_done(&run);
}

// ---- spellings ----

// Two balls, the graphics and the contact as `graphic` and `contact` say.
static abResult read_pair(const char *graphic, const char *contact, abError *error) {
    char text[3000];
    snprintf(text, sizeof text,
             "<m><Model><Body_Rigid id='1' isground='TRUE' cg_id='1'/>"
             "<Body_Rigid id='2' cg_id='2' mass='1' inertia_xx='1' inertia_yy='1' "
             "inertia_zz='1'/>"
             "<Reference_Marker id='1' body_id='1'/><Reference_Marker id='2' body_id='2' "
             "pos_z='9'/>"
             "%s<Post_Graphic id='2' type='Sphere' center_marker_id='2' radius='1'/>"
             "<Force_Contact id='1' %s/></Model><Command><Simulate end_time='1'/></Command></m>",
             graphic, contact);
    abModel *model;
    ab_error_clear(error);
    abResult result =
        ab_model_read_text(text, strlen(text), NULL, NULL, 0, ab_heap(), (abLog){0}, &model, error);
    ab_model_destroy(model);
    return result;
}

#define SPHERE "<Post_Graphic id='1' type='Sphere' center_marker_id='1' radius='1'/>"
#define FRUSTUM(word)                                                                              \
    "<Post_Graphic id='1' type='" word "' center_marker_id='1' top_radius='1' bottom_radius='2' "  \
    "length='1'/>"
#define LISTS "i_graphics_id='1' j_graphics_id='2' "
#define POISSON "cnf_type='POISSON' penalty='1E6' restitution_coef='0.5' normal_trans_vel='0.1' "
#define IMPACT "cnf_type='IMPACT' stiffness='1E6' exponent='1.5' damping='1' dmax='0.1' "
#define COULOMB                                                                                    \
    "mu_static='0.3' mu_dynamic='0.2' stiction_trans_vel='0.1' friction_trans_vel='0.2' "

typedef struct Spelling {
    const char *what, *graphic, *contact;
} Spelling;

static const Spelling s_accepted[] = {
    {"restitution_coef", SPHERE, LISTS "cnf_type='POISSON' penalty='1' restitution_coef='0.5'"},
    {"restitution_coeff", SPHERE, LISTS "cnf_type='POISSON' penalty='1' restitution_coeff='0.5'"},
    {"COULOMB_DYNAMICONLY", SPHERE, LISTS IMPACT COULOMB "cff_type='COULOMB_DYNAMICONLY'"},
    {"DYNAMIC_ONLY", SPHERE, LISTS IMPACT COULOMB "cff_type='DYNAMIC_ONLY'"},
    {"DYNAMICS_ONLY", SPHERE, LISTS IMPACT COULOMB "cff_type='DYNAMICS_ONLY'"},
    {"Dynamics_Only", SPHERE, LISTS IMPACT COULOMB "cff_type='Dynamics_Only'"},
    {"COULOMB_DYNAMIC_ONLY", SPHERE, LISTS IMPACT COULOMB "cff_type='COULOMB_DYNAMIC_ONLY'"},
    {"COULOMB_ON", SPHERE, LISTS IMPACT COULOMB "cff_type='COULOMB_ON'"},
    {"Coulomb_On", SPHERE, LISTS IMPACT COULOMB "cff_type='Coulomb_On'"},
    {"COULOMB_OFF", SPHERE, LISTS IMPACT "cff_type='COULOMB_OFF'"},
    {"Coulomb_Off", SPHERE, LISTS IMPACT "cff_type='Coulomb_Off'"},
    {"I_AND_J", SPHERE, LISTS IMPACT "master_surface='I_AND_J'"},
    {"I_and_J", SPHERE, LISTS IMPACT "master_surface='I_and_J'"},
    {"TRUE", SPHERE, LISTS IMPACT "enable_analytical='TRUE'"},
    {"AUTO", SPHERE, LISTS IMPACT "enable_analytical='AUTO'"},
    {"FRUSTUM", FRUSTUM("FRUSTUM"), LISTS IMPACT},
    {"FRUSTRUM", FRUSTUM("FRUSTRUM"), LISTS IMPACT},
    {"list \"1 \"", SPHERE, IMPACT "i_graphics_id='1 ' j_graphics_id='2'"},
    {"list \" 1\\n\"", SPHERE, IMPACT "i_graphics_id=' 1\n' j_graphics_id='2'"},
    {"stiffness 1E6", SPHERE, LISTS "cnf_type='IMPACT' exponent='1' stiffness='1E6'"},
    {"stiffness 1.0e+06", SPHERE, LISTS "cnf_type='IMPACT' exponent='1' stiffness='1.0e+06'"},
    {"stiffness 1e6", SPHERE, LISTS "cnf_type='IMPACT' exponent='1' stiffness='1e6'"},
    {"stiffness ' 1000000 '", SPHERE, LISTS "cnf_type='IMPACT' exponent='1' stiffness=' 1000000 '"},
    {"stiffness +1.E+06", SPHERE, LISTS "cnf_type='IMPACT' exponent='1' stiffness='+1.E+06'"},
    {"stiffness 1.0D+06", SPHERE, LISTS "cnf_type='IMPACT' exponent='1' stiffness='1.0D+06'"},
};

static const Spelling s_refused[] = {
    {"value without its closing quote", SPHERE,
     LISTS "cnf_type='POISSON penalty='1' restitution_coef='0.5'"},
    {"0.0l with a letter", SPHERE,
     LISTS IMPACT "cff_type='COULOMB_ON' mu_static='0.3' mu_dynamic='0.2' "
                  "stiction_trans_vel='0.01' friction_trans_vel='0.0l'"},
    {"count that is not that of the list", SPHERE, IMPACT LISTS "num_i_graphics='2'"},
    {"dmax = 0", SPHERE, LISTS "cnf_type='IMPACT' stiffness='1' exponent='1' damping='1' dmax='0'"},
    {"restitution_coef = 1.2", SPHERE,
     LISTS "cnf_type='POISSON' penalty='1' restitution_coef='1.2'"},
    {"friction_trans_vel below stiction_trans_vel", SPHERE,
     LISTS IMPACT "cff_type='COULOMB_ON' mu_static='0.3' mu_dynamic='0.2' "
                  "stiction_trans_vel='0.2' friction_trans_vel='0.1'"},
};

static void verify_spellings(Report *report) {
    const char *name = "reader_tolerance";
    static abError error;
    for (size_t i = 0; i < sizeof s_accepted / sizeof s_accepted[0]; i++) {
        const Spelling *s = &s_accepted[i];
        abResult result = read_pair(s->graphic, s->contact, &error);
        char quantity[60];
        snprintf(quantity, sizeof quantity, "problems of %s", s->what);
        report_near(report, name, quantity, 0.0, error.count + (result != AB_OK), 0.0,
                    "published spelling");
    }
    for (size_t i = 0; i < sizeof s_refused / sizeof s_refused[0]; i++) {
        const Spelling *s = &s_refused[i];
        abResult result = read_pair(s->graphic, s->contact, &error);
        bool has_place = error.count == 1 && error.problems[0].line > 0;
        char quantity[60];
        snprintf(quantity, sizeof quantity, "problems of %s", s->what);
        report_near(report, name, quantity, 1.0, result == AB_BAD_MODEL && has_place, 0.0,
                    "must be told, with its place");
    }
}

void verify_motionsolve(Report *report) {
    if (report_wants(report, "model_bouncing_ball")) {
        verify_bounces(report);
    }
    if (report_wants(report, "model_block_creep")) {
        verify_creep(report);
    }
    if (report_wants(report, "pendulum_millimetres")) {
        verify_pendulum(report);
    }
    if (report_wants(report, "forces_milliseconds")) {
        verify_springs(report);
    }
    if (report_wants(report, "couplers")) {
        verify_couplers(report);
    }
    if (report_wants(report, "curves")) {
        verify_curves(report);
    }
    if (report_wants(report, "proximity")) {
        verify_proximity(report);
    }
    if (report_wants(report, "reader_tolerance")) {
        verify_spellings(report);
    }
}
