// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// verify_elliptic.c - `stiffness: curvature`: contacts whose two curvatures differ, whole models.
//
//   F = K d^(3/2), K from Hertz's equations with complete elliptic integrals              (1)
//   impact: depth, force and duration as in verify_hertz.c with this K                    (2)
//   rest:   d = (m g/K)^(2/3)                                                             (3)
//   line contact of length L: d = s (1 + ln(L^2/(R s))), s = F/(pi E* L)                  (4)
//
// Source  (1): Johnson, Contact Mechanics, 1985, section 4.2; relative curvatures of turned
//         surfaces section 4.1. (4): Puttock & Thwaite, CSIRO National Standards Laboratory
//         Technical Paper 25, 1969. The expected values are (1) to (4) evaluated in 40 digits
//         outside this program, the elliptic integrals by quadrature, the ellipse by bisection;
//         the duration of (4) in double by quadrature of its energy integral.

#include <math.h>
#include <stdio.h>

#include "families.h"
#include "sketch.h"

// A shape with up to three numbers or one vector.
typedef struct Solid {
    const char *kind, *keys[3];
    double values[3];
    abVec3 semi_axes; // of an ellipsoid
    abVec3 rotation;  // of the shape in the body, about x, new y, new z  [rad]
} Solid;

static void add_solid(Sketch *s, abBodyId body, const Solid *solid) {
    abShapeDef def = ab_shape_def();
    def.material = "any";
    def.rotation = solid->rotation;
    def.kind = ab_kind_find("shape", solid->kind);
    if (s->result != AB_OK) {
        return;
    }
    s->result = ab_params_init(&def.params, "shape", def.kind);
    for (int i = 0; i < 3 && solid->keys[i] != NULL && s->result == AB_OK; i++) {
        s->result = ab_params_set(&def.params, "shape", def.kind, solid->keys[i], solid->values[i],
                                  &s->error);
    }
    if (solid->semi_axes.x > 0.0 && s->result == AB_OK) {
        s->result = ab_params_set_vector(&def.params, "shape", def.kind, "semi_axes",
                                         solid->semi_axes, &s->error);
    }
    if (s->result == AB_OK) {
        s->result = ab_model_add_shape(s->model, body, &def, NULL, &s->error);
    }
}

static void set_law(Sketch *s, double damping) {
    abContactRuleDef rule = ab_contact_rule_def();
    rule.normal_law = ab_kind_find("normal law", "hertz");
    if (s->result == AB_OK) {
        s->result = ab_params_init(&rule.normal, "normal law", rule.normal_law);
    }
    if (s->result == AB_OK) {
        s->result = ab_params_set_text(&rule.normal, "normal law", rule.normal_law, "stiffness",
                                       "curvature", &s->error);
    }
    if (s->result == AB_OK) {
        s->result = ab_params_set(&rule.normal, "normal law", rule.normal_law, "damping", damping,
                                  &s->error);
    }
    if (s->result == AB_OK) {
        s->result = ab_model_add_contact_rule(s->model, &rule, &s->error);
    }
}

// ---- impacts at 1 m/s, without gravity ----

typedef struct Impact {
    const char *name;
    Solid lower, upper;
    double height; // of the upper body's origin at first contact  [m]
    double depth, force, duration;
    double relative; // allowed
} Impact;

#define CYLINDER(r, l, angle)                                                                      \
    {                                                                                              \
        "cylinder", {"radius", "length", "axis"}, {r, l, 0.0}, {0.0, 0.0, 0.0}, {                  \
            0.0, 0.0, (angle)*PI / 180.0                                                           \
        }                                                                                          \
    }
#define ELLIPSOID(x, y, z, angle)                                                                  \
    {                                                                                              \
        "ellipsoid", {NULL}, {0.0}, {x, y, z}, {                                                   \
            0.0, 0.0, (angle)*PI / 180.0                                                           \
        }                                                                                          \
    }
#define PLANE                                                                                      \
    {                                                                                              \
        "plane", {NULL}, {0.0}, {0.0, 0.0, 0.0}, {                                                 \
            0.0, 0.0, 0.0                                                                          \
        }                                                                                          \
    }
#define TUBE(r, bore, l)                                                                           \
    {                                                                                              \
        "tube", {"radius", "inner_radius", "length"}, {r, bore, l}, {0.0, 0.0, 0.0}, {             \
            0.0, PI / 2.0, 0.0                                                                     \
        }                                                                                          \
    }
#define TORUS(r, tube)                                                                             \
    {                                                                                              \
        "torus", {"ring_radius", "tube_radius"}, {r, tube}, {0.0, 0.0, 0.0}, {                     \
            0.0, PI / 2.0, 0.0                                                                     \
        }                                                                                          \
    }
#define BALL(r)                                                                                    \
    {                                                                                              \
        "sphere", {"radius"}, {r}, {0.0, 0.0, 0.0}, {                                              \
            0.0, 0.0, 0.0                                                                          \
        }                                                                                          \
    }
#define PI 3.14159265358979323846

// The cylinders, tubes and the axis of the ring lie along x, the upper one turned about z.
static const Impact s_impacts[] = {
    {"crossed_cylinders_equal_90", CYLINDER(0.01, 0.2, 0.0), CYLINDER(0.01, 0.1, 90.0), 0.02,
     5.3605935474303685e-05, 5750.6463865604746, 0.00015777701961402945, 1e-7},
    {"crossed_cylinders_unequal_90", CYLINDER(0.02, 0.2, 0.0), CYLINDER(0.005, 0.1, 90.0), 0.025,
     3.0311559731756108e-05, 2542.5017869547196, 8.9215261556653783e-05, 1e-7},
    {"crossed_cylinders_unequal_45", CYLINDER(0.02, 0.2, 0.0), CYLINDER(0.01, 0.1, 45.0), 0.03,
     4.5312121679450711e-05, 6803.2298578792879, 0.00013336604328822879, 1e-7},
    {"crossed_cylinders_equal_30", CYLINDER(0.01, 0.2, 0.0), CYLINDER(0.01, 0.1, 30.0), 0.02,
     4.424721332129294e-05, 6966.9648322271023, 0.00013023172494408306, 1e-7},
    {"crossed_cylinders_unequal_2", CYLINDER(0.02, 0.2, 0.0), CYLINDER(0.01, 0.1, 2.0), 0.03,
     1.7692331784626441e-05, 17423.863789473202, 5.2073401094530237e-05, 1e-7},
    {"ellipsoid_on_plane_flat", PLANE, ELLIPSOID(0.03, 0.02, 0.01, 0.0), 0.01,
     3.4076888716680383e-05, 7237.0170104784993, 0.00010029766091879993, 1e-7},
    {"ellipsoid_on_plane_edge", PLANE, ELLIPSOID(0.03, 0.01, 0.02, 0.0), 0.02,
     4.3528481307646862e-05, 5665.6013694526646, 0.00012811629884413881, 1e-7},
    {"ellipsoids_turned_30", ELLIPSOID(0.03, 0.02, 0.01, 0.0), ELLIPSOID(0.03, 0.02, 0.01, 30.0),
     0.02, 3.936816499584505e-05, 6264.3260952809651, 0.00011587134308467126, 1e-7},
    {"cylinder_on_plane_line", PLANE, CYLINDER(0.01, 0.1, 0.0), 0.01, 1.058771064345745e-05,
     24086.160120738372, 3.29275578167e-05, 1e-7},
    {"parallel_cylinders_line", CYLINDER(0.02, 0.2, 0.0), CYLINDER(0.01, 0.1, 0.0), 0.03,
     1.0728157110516125e-05, 23749.070282138033, 3.33734244205e-05, 1e-7},
    {"ball_in_bore", TUBE(0.02, 0.012, 0.1), BALL(0.01), -0.002, 1.9508495679731625e-05,
     2106.9027852911258, 5.7418871217659808e-05, 1e-7},
    {"ball_in_wide_bore", TUBE(0.04, 0.03, 0.1), BALL(0.01), -0.02, 2.2960725613270116e-05,
     1790.1221667276636, 6.7579733911626565e-05, 1e-7},
    {"ball_in_ring", TORUS(0.02, 0.005), BALL(0.01), -0.005, 2.3053202582853566e-05,
     1782.941165625185, 6.785191908132309e-05, 1e-7},
};

static void sketch_pressed(Sketch *s, const Solid *lower, const Solid *upper, double height,
                           double speed) {
    abBodyDef fixed = ab_body_def(), moving = ab_body_def();
    fixed.name = "lower";
    fixed.mobility = AB_MOBILITY_FIXED;
    moving.name = "upper";
    moving.position.z = height;
    moving.velocity.z = -speed;
    sketch_pair(s, "any", "any", (Pair){.restitution = 1.0});
    add_solid(s, sketch_body(s, &fixed), lower);
    add_solid(s, sketch_body(s, &moving), upper);
}

static void verify_impact(Report *report, const Impact *c) {
    Sketch s;
    Run run;
    if (!report_wants(report, c->name)) {
        return;
    }
    sketch_begin(&s, 0.0);
    sketch_material(&s, "any", 2e11, 0.3, 7850.0);
    sketch_pressed(&s, &c->lower, &c->upper, c->height + c->depth, 1.0);
    set_law(&s, 0.0);
    sketch_run(&s, 2.0 * c->duration + c->depth, 1e-9, c->duration / 2000.0, &run);
    if (run.result != AB_OK) {
        report_broken(report, c->name, run.message);
    } else {
        const abEvent *release = run_event(&run, AB_EVENT_RELEASE, 0, 0, 1);
        const char *note = "Hertz by elliptic integrals, or (4), in 40 digits; tolerance 1e-9";
        report_close(report, c->name, "greatest depth [m]", c->depth,
                     release != NULL ? release->depth : NAN, c->relative, note);
        report_close(report, c->name, "peak force [N]", c->force, run_peak_force(&run), c->relative,
                     note);
        report_close(report, c->name, "duration [s]", c->duration,
                     release != NULL ? release->duration : NAN, c->relative, note);
        report_close(report, c->name, "speed afterwards [m/s]", 1.0,
                     run_end(&run, run_body(&run, "upper"))->velocity.z, c->relative,
                     "no damping: as before");
    }
    run_done(&run);
}

// ---- at rest ----

typedef struct Rest {
    const char *name;
    Solid lower, upper;
    double height;       // of the upper body's origin at first contact  [m]
    double depth, force; // expected
    const char *note;
} Rest;

// 1000 kg/m^3 and 1 GPa, on the same material.
static const Rest s_rests[] = {
    {"ellipsoid_at_rest", PLANE, ELLIPSOID(0.03, 0.02, 0.01, 0.0), 0.01, 1.2247462419992886e-06,
     0.24655219145372698, "Hertz by elliptic integrals in 40 digits; tolerance 1e-9"},
    {"cylinder_on_its_side", PLANE, CYLINDER(0.01, 0.1, 0.0), 0.01, 3.7750228014270166e-08,
     0.30819023931715872, "(4) in 40 digits; tolerance 1e-9"},
    {"ball_at_rest_in_bore", TUBE(0.02, 0.012, 0.1), BALL(0.01), -0.002, 4.8341396451817563e-07,
     0.041092031908954496, "Hertz by elliptic integrals in 40 digits; tolerance 1e-9"},
    {"ball_at_rest_in_ring", TORUS(0.02, 0.005), BALL(0.01), -0.005, 6.3850602555911782e-07,
     0.041092031908954496, "Hertz by elliptic integrals in 40 digits; tolerance 1e-9"},
};

static void verify_rest(Report *report, const Rest *c) {
    Sketch s;
    Run run;
    if (!report_wants(report, c->name)) {
        return;
    }
    sketch_begin(&s, 9.81);
    sketch_material(&s, "any", 1e9, 0.3, 1000.0);
    sketch_pressed(&s, &c->lower, &c->upper, c->height, 0.0);
    set_law(&s, 300.0);
    sketch_run(&s, 0.1, 1e-9, 0.01, &run);
    if (run.result != AB_OK) {
        report_broken(report, c->name, run.message);
    } else {
        report_close(report, c->name, "depth [m]", c->depth, run_last(&run)->depth, 1e-7, c->note);
        report_close(report, c->name, "force [N]", c->force, run_last(&run)->force, 1e-7,
                     "its weight");
    }
    run_done(&run);
}

// ---- a rocking ellipsoid: the stiffness changes under load ----

// Semi-axes 30, 20, 10 mm of steel, set down 0.1 um deep and rocked by 3 rad/s: the book must hold
// although K moves with the contact point. Without the store's share of that change it drifts by
// 5e-6 of the energy turned over.
static void verify_rocking(Report *report) {
    const char *name = "ellipsoid_rocking";
    static const Solid plane = PLANE, ellipsoid = ELLIPSOID(0.03, 0.02, 0.01, 0.0);
    Sketch s;
    Run run;
    if (!report_wants(report, name)) {
        return;
    }
    sketch_begin(&s, 9.81);
    sketch_material(&s, "any", 2.1e11, 0.3, 7850.0);
    abBodyDef fixed = ab_body_def(), moving = ab_body_def();
    fixed.name = "lower";
    fixed.mobility = AB_MOBILITY_FIXED;
    moving.name = "upper";
    moving.position.z = 0.0099999;
    moving.angular_velocity = (abVec3){0.5, 3.0, 1.0};
    sketch_pair(&s, "any", "any", (Pair){.restitution = 1.0});
    add_solid(&s, sketch_body(&s, &fixed), &plane);
    add_solid(&s, sketch_body(&s, &moving), &ellipsoid);
    set_law(&s, 0.0);
    sketch_run(&s, 1.0, 1e-9, 0.01, &run);
    if (run.result != AB_OK) {
        report_broken(report, name, run.message);
    } else {
        report_near(report, name, "drift of the book by energy turned over", 0.0, run_drift(&run),
                    2e-9, "invariant; tolerance 1e-9");
    }
    run_done(&run);
}

void verify_elliptic(Report *report) {
    for (size_t i = 0; i < sizeof s_impacts / sizeof s_impacts[0]; i++) {
        verify_impact(report, &s_impacts[i]);
    }
    for (size_t i = 0; i < sizeof s_rests / sizeof s_rests[0]; i++) {
        verify_rest(report, &s_rests[i]);
    }
    verify_rocking(report);
}
