// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// verify_surface_steps.c - surfaces of meshes that carry a pressure, by method stepping.
//
//   rest:     a cube of side 1 on a layer of modulus K and thickness h sinks by p h/K          (1)
//   of both:  points of the plate that are nearer to a side of the cube than to its base are as
//             deep as that is far, int min(d, s) dA = d - 2 d^2 + 4/3 d^3 in place of d; of this
//             half and half of (1):  d - d^2 + 2/3 d^3 = p h/K                              (1b)
//   slope:    slides with g (sin(a) - mu cos(a)), or not at all when tan(a) <= mu              (2)
//   drop:     an undamped layer gives back the whole speed, sqrt(2 g h)                        (3)
//   bowl:     the first impact of the ball in the bowl, against method events
//
// Source  cases of ArtiSynth core 3.9, run headless (published in the notes: what it gives); the
//         forms are of any mechanics text.

#include <math.h>
#include <stdio.h>

#include "families.h"
#include "math/core/vector_math.h"
#include "verify_run.h"

#define MESHES "artisynth/meshes/artisynth/"

// ---- a cube of triangles, of 1000 kg ----

typedef struct Cube {
    const char *plate; // shape with its top at z = 0 of the plate's frame
    const char *rule;  // keys of the rule beside the law
    const char *law;   // its keys beside poissons_ratio 0 and thickness 0.1
    double friction, tilt, height, step, end;
} Cube;

static void run_cube(Run *run, const Cube *cube) {
    static char text[3000];
    double half = 0.5 * cube->tilt * 3.14159265358979323846 / 180.0, c = cos(half), s = sin(half);
    double up = 0.5 + cube->height, x = 2.0 * s * c * up, z = (c * c - s * s) * up;
    snprintf(text, sizeof text,
             "abut: 1\ngravity: [0, 0, -9.8]\nmaterials: {stuff: {density: 1000}}\n"
             "pairs: [{materials: [stuff, stuff], restitution: 0, sliding_friction: %.17g}]\n"
             "bodies:\n"
             "  plate: {mobility: fixed, orientation: [%.17g, 0, %.17g, 0],\n"
             "          shapes: [{%s, material: stuff}]}\n"
             "  cube: {position: [%.17g, 0, %.17g], orientation: [%.17g, 0, %.17g, 0],\n"
             "         shapes: [{mesh: {file: artisynth/punch.obj, collide: surface},\n"
             "                   material: stuff}]}\n"
             "contacts:\n"
             "  - between: [cube, plate]\n"
             "    normal: {law: foundation, poissons_ratio: 0, thickness: 0.1, %s}\n"
             "    %s\n"
             "simulation: {method: stepping, step: %.17g, end_time: %.17g, tolerance: 1e-10,\n"
             "             output_interval: 0.01}\n",
             cube->friction, c, s, cube->plate, x, z, c, s, cube->law, cube->rule, cube->step,
             cube->end);
    run_yaml(run, text);
}

static const char s_plane[] = "plane: {}";
static const char s_coarse[] =
    "mesh: {file: artisynth/coarse_plate.obj, collide: surface}, position: [0, 0, "
    "-0.25]";
static const char s_fine[] = "mesh: {file: " MESHES "plate.obj, collide: surface}, position: [0, "
                             "0, -0.25]";
static const char s_hard[] = "youngs_modulus: 1.0e8, pressure: linear";

typedef struct Rest {
    const char *name, *plate, *rule;
    bool is_both;
} Rest;
static const Rest s_rests[] = {
    {"rest_coarse_faces", s_coarse, "", false},
    {"rest_coarse_vertices", s_coarse, "manifold: vertices", false},
    {"rest_fine_faces", s_fine, "", false},
    {"rest_fine_both", s_fine, "penetrating: both", true},
    {"rest_fine_vertices", s_fine, "manifold: vertices\n    penetrating: first", false},
};
enum { RESTS = sizeof s_rests / sizeof s_rests[0] };

// The root of (1b), by the depth of (1).
static double by_both(double depth) {
    double d = depth;
    for (int i = 0; i < 8; i++) {
        d = depth + d * d - 2.0 / 3.0 * d * d * d;
    }
    return d;
}

static void verify_rest(Report *report, const Rest *rest) {
    static const double weight = 9800.0, depth = 9800.0 * 0.1 / 1e8;
    if (!report_wants(report, rest->name)) {
        return;
    }
    Run run;
    run_cube(&run, &(Cube){.plate = rest->plate,
                           .rule = rest->rule,
                           .law = s_hard,
                           .friction = 0.3,
                           .step = 0.01,
                           .end = 1.0});
    if (is_broken(report, rest->name, &run)) {
        return;
    }
    if (run.contact_count != 1) {
        report_broken(report, rest->name, "no contact at the end");
        run_done(&run);
        return;
    }
    const abBodyState *cube = run_end(&run, run_body(&run, "cube"));
    report_close(report, rest->name, "force at rest [N]", weight, run.contacts[0].force.z, 1e-9,
                 "weight, of the state at that instant; friction bears a part where normals lean");
    report_close(report, rest->name, "depth at rest [m]", rest->is_both ? by_both(depth) : depth,
                 0.5 - cube->position.z, 1e-6,
                 rest->is_both ? "(1b); friction bears none of it" : "(1)");
    report_near(report, rest->name, "tilt at rest", 0.0,
                fabs(cube->orientation.x) + fabs(cube->orientation.y), 1e-9,
                "it rests on all corners; ArtiSynth rocks on a coarse plate");
    report_near(report, rest->name, "speed at rest [m/s]", 0.0, fabs(cube->velocity.z), 1e-9, "");
    run_done(&run);
}

// ---- friction ----

// Along the slope, of a point on the axis of the cube that is `down` below its middle. The layer
// gives way, so the cube leans a little: what sticks is its base, what slides by (2) is its middle.
static double displacement_of(const Run *run, double down) {
    const abBodyState *cube = run_end(run, run_body(run, "cube"));
    double a = 20.0 * 3.14159265358979323846 / 180.0;
    abQuat q = cube->orientation;
    // the third column of the rotation
    double x = 2.0 * (q.x * q.z + q.w * q.y), z = 1.0 - 2.0 * (q.x * q.x + q.y * q.y);
    return (cube->position.x - down * x) * cos(a) - (cube->position.z - down * z) * sin(a);
}

static void verify_slope(Report *report, double friction, double expected, double allowed) {
    char name[44];
    snprintf(name, sizeof name, "slope_%g", friction);
    if (!report_wants(report, name)) {
        return;
    }
    Run run;
    // it begins at the depth of rest
    double depth = 9800.0 * cos(20.0 * 3.14159265358979323846 / 180.0) * 0.1 / 1e8;
    run_cube(&run, &(Cube){.plate = s_plane,
                           .rule = "",
                           .law = s_hard,
                           .friction = friction,
                           .tilt = 20.0,
                           .height = -depth,
                           .step = 0.01,
                           .end = 1.0});
    if (is_broken(report, name, &run)) {
        return;
    }
    report_near(report, name, "way in 1 s [m]", expected,
                displacement_of(&run, friction > 0.4 ? 0.5 : 0.0), allowed,
                friction > 0.4 ? "(2); ArtiSynth slides 0.047 m at this step"
                               : "(2); ArtiSynth gives 0.29766 m at this step");
    run_done(&run);
}

// ---- a drop without damping ----

static void verify_drop(Report *report, double step, double allowed) {
    char name[44];
    snprintf(name, sizeof name, "drop_%g", step);
    if (!report_wants(report, name)) {
        return;
    }
    Run run;
    run_cube(&run, &(Cube){.plate = s_plane,
                           .rule = "",
                           .law = "youngs_modulus: 2.142857142857143e5",
                           .height = 0.2,
                           .step = step,
                           .end = 0.5});
    if (is_broken(report, name, &run)) {
        return;
    }
    const abEvent *release = run_event(&run, AB_EVENT_RELEASE, 0, 0, 1);
    const abBodyState *cube = run_end(&run, run_body(&run, "cube"));
    double speed = sqrt(cube->velocity.z * cube->velocity.z + 19.6 * (cube->position.z - 0.5));
    report_close(report, name, "speed coming back [m/s]", 1.9798989873223332,
                 release != NULL ? speed : NAN, allowed, "(3), from the energy after the release");
    report_close(
        report, name, "greatest depth [m]", 0.04329669, release != NULL ? release->depth : NAN,
        step < 5e-3 ? 1e-3 : 2e-2,
        "m g (0.2 m + d) = U(d), by a parabola over the step; ArtiSynth 0.042467 at 0.001 s, "
        "0.036931 at 0.01 s");
    report_near(report, name, "energy drift by what is turned over", 0.0, run_drift(&run), 1e-9,
                "an undamped layer stores exactly what it takes");
    run_done(&run);
}

// ---- the ball in the bowl ----

// The same impact by method events, tolerance 1e-7, friction smoothed below 1e-4 m/s; with 1e-8 and
// 1e-3 m/s the numbers are the same to the digits that are compared.
typedef struct Impact {
    double x, z, v_x, v_z, w_y, force, depth, release;
} Impact;
static const Impact s_events = {-0.000712083, -0.1413840922, -1.254467095, 0.7554641045,
                                -1.092070549, 95641.20207,   0.0633873127, 0.2806884129};

// `control`: keys beside the step.
static bool run_bowl(Run *run, double step, const char *control, Impact *out) {
    static char text[3000];
    snprintf(text, sizeof text,
             "abut: 1\ngravity: [0, 0, -9.8]\nmaterials: {stuff: {density: 1000}}\n"
             "pairs: [{materials: [stuff, stuff], restitution: 0, sliding_friction: 0.1}]\n"
             "bodies:\n"
             "  bowl: {mobility: fixed, shapes: [{mesh: {file: " MESHES "bowl.obj, collide: "
             "surface}, material: stuff}]}\n"
             "  ball: {position: [0.1, 0, 0], shapes: [{mesh: {file: " MESHES "ball.obj, collide: "
             "surface}, material: stuff}]}\n"
             "contacts:\n"
             "  - between: [ball, bowl]\n"
             "    normal: {law: foundation, youngs_modulus: 1.0e5, poissons_ratio: 0.4, thickness: "
             "0.1, damping: 0.1}\n"
             "    manifold: vertices\n"
             "    penetrating: first\n"
             "simulation: {method: stepping, step: %.17g, end_time: 0.29, %s,\n"
             "             output_interval: 0.001}\n",
             step, control);
    run_yaml(run, text);
    const abEvent *release = run_event(run, AB_EVENT_RELEASE, 0, 0, 1);
    if (run->result != AB_OK || release == NULL) {
        return false;
    }
    const abBodyState *ball = run_end(run, run_body(run, "ball"));
    *out = (Impact){.x = ball->position.x,
                    .z = ball->position.z,
                    .v_x = ball->velocity.x,
                    .v_z = ball->velocity.z,
                    .w_y = ball->angular_velocity.y,
                    .release = release->time};
    for (size_t i = 0; i < run->instant_count; i++) {
        out->force = fmax(out->force, run->instants[i].force);
        out->depth = fmax(out->depth, run->instants[i].depth);
    }
    return true;
}

static void compare_bowl(Report *report, const char *name, const Impact *ours) {
    const Impact *theirs = &s_events;
    static const char note[] = "method events; ArtiSynth is off by as much at a step of 1e-5 s";
    report_close(report, name, "greatest normal force [N]", theirs->force, ours->force, 2e-4, note);
    report_close(report, name, "greatest depth [m]", theirs->depth, ours->depth, 1e-4, note);
    report_near(report, name, "vx afterwards [m/s]", theirs->v_x, ours->v_x, 2e-4, note);
    report_near(report, name, "vz afterwards [m/s]", theirs->v_z, ours->v_z, 6e-4, note);
    report_near(report, name, "wy afterwards [rad/s]", theirs->w_y, ours->w_y, 6e-4, note);
    report_near(report, name, "release [s]", theirs->release, ours->release, 1e-4, "method events");
}

static void verify_bowl(Report *report) {
    static const double steps[3] = {4e-3, 2e-3, 1e-3};
    const char *name = "ball_bowl_steps";
    if (!report_wants(report, name)) {
        return;
    }
    Impact found[3];
    for (int i = 0; i < 3; i++) {
        Run run;
        bool is_good = run_bowl(&run, steps[i], "tolerance: 1e-9", &found[i]);
        if (!is_good) {
            report_broken(report, name, run.message);
            run_done(&run);
            return;
        }
        run_done(&run);
    }
    compare_bowl(report, name, &found[2]);
    double off[3];
    for (int i = 0; i < 3; i++) {
        off[i] = fabs(found[i].z - s_events.z);
    }
    report_near(report, name, "order in the step, of the height", 2.0,
                0.5 * log(off[0] / off[2]) / log(2.0), 0.2, "from steps of 4 and 1 ms");
}

// The error is that of a step of second order: a step as long as tolerance^(1/3).
static void verify_adaptive_bowl(Report *report) {
    static const char *const controls[2] = {"step_control: adaptive, tolerance: 1e-4",
                                            "step_control: adaptive, tolerance: 1e-6"};
    const char *name = "ball_bowl_adaptive";
    double off[2];
    Impact found;
    if (!report_wants(report, name)) {
        return;
    }
    for (int i = 0; i < 2; i++) {
        Run run;
        if (!run_bowl(&run, 0.01, controls[i], &found)) {
            report_broken(report, name, run.message);
            run_done(&run);
            return;
        }
        off[i] = fabs(found.z - s_events.z);
        run_done(&run);
    }
    report_near(report, name, "error by tolerance, exponent", 2.0 / 3.0,
                log(off[0] / off[1]) / log(100.0), 0.15, "of the height, from 1e-4 and 1e-6");
    compare_bowl(report, name, &found);
}

// ---- maps ----

// A cylinder that lies on a tilted plate and sticks there.
static void verify_maps(Report *report) {
    static const char note[] = "both sides carry the whole force at that instant";
    const char *name = "maps_steps";
    if (!report_wants(report, name)) {
        return;
    }
    Run run;
    run_yaml(&run,
             "abut: 1\ngravity: [0, 0, -9.8]\nmaterials: {stuff: {density: 1000}}\n"
             "pairs: [{materials: [stuff, stuff], restitution: 0, sliding_friction: 0.3}]\n"
             "bodies:\n"
             "  plate: {mobility: fixed, position: [0, 0, -0.75], rotation: [0.02, 0, 0],\n"
             "          shapes: [{mesh: {file: " MESHES "plate.obj, collide: surface}, material: "
             "stuff}]}\n"
             "  cylinder: {position: [0, 0, 0.02], shapes: [{mesh: {file: " MESHES
             "bevelled_cylinder.obj, collide: surface}, material: stuff}]}\n"
             "fields:\n"
             "  layer: {on: cylinder, quantity: length, expression: \"0.1 * (1 + sqrt(x^2 + "
             "y^2))\"}\n"
             "contacts:\n"
             "  - between: [cylinder, plate]\n"
             "    normal: {law: foundation, youngs_modulus: 1.0e5, poissons_ratio: 0.4, "
             "damping_by_force: 10}\n"
             "    penetrating: both\n"
             "    thickness_field: layer\n"
             "    maps: true\n"
             "simulation: {method: stepping, step: 0.01, end_time: 4, tolerance: 1e-9,\n"
             "             output_interval: 0.5}\n");
    if (is_broken(report, name, &run)) {
        return;
    }
    if (run.contact_count != 1) {
        report_broken(report, name, "no contact at the end");
        run_done(&run);
        return;
    }
    const abContactState *contact = &run.contacts[0];
    double scale = 1.0 / ab_norm(contact->force);
    report_near(report, name, "force missing on the plate", 0.0,
                scale * ab_norm(ab_add(run.map_force[0], contact->force)), 1e-12, note);
    report_near(report, name, "force missing on the cylinder", 0.0,
                scale * ab_norm(ab_sub(run.map_force[1], contact->force)), 1e-12, note);
    report_close(report, name, "load that they carry [N]", 7523.173543926067, run.map_force[1].z,
                 1e-9, "m g, friction included");
    report_near(report, name, "load across [N]", 0.0,
                fabs(run.map_force[1].x) + fabs(run.map_force[1].y), 1e-5, "it sticks");
    run_done(&run);
}

void verify_surface_steps(Report *report) {
    for (int i = 0; i < RESTS; i++) {
        verify_rest(report, &s_rests[i]);
    }
    verify_slope(report, 0.5, 0.0, 1e-9);
    verify_slope(report, 0.3, 0.29455054980, 1e-6);
    verify_drop(report, 0.001, 1e-3);
    verify_drop(report, 0.01, 1e-3);
    verify_bowl(report);
    verify_adaptive_bowl(report);
    verify_maps(report);
}
