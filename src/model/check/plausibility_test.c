// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// plausibility_test.c - seventy numbers that are hardly meant, each with a warning that names it; no
// warning of the kind for any example and any model of the verification.

#include "model/check/plausibility.h"

#include <dirent.h>
#include <stdlib.h>

#include "abut/read.h"
#include "base/check.h"
#include "base/model_fixture.h"
#include "model/check/model_checks.h"

// A ball and a block on a ground, a bob on a spring, a hinged door: nothing to be said of it.
static const char s_model[] =
    "abut: 1\n"
    "units: {angle: rad}\n"
    "gravity: [0, 0, -9.81]\n"
    "materials:\n"
    "  steel: {youngs_modulus: 2.1e11, poissons_ratio: 0.3, density: 7850}\n"
    "  soft rubber: {youngs_modulus: 5e6, poissons_ratio: 0.48, density: 1100}\n"
    "  stuff: {youngs_modulus: 1e9, poissons_ratio: 0.3, density: 1000}\n"
    "pairs:\n"
    "  - {materials: [steel, steel], restitution: 0.5, sliding_friction: 0.3}\n"
    "  - {materials: [steel, soft rubber], restitution: 0.5, sliding_friction: 0.8}\n"
    "  - {materials: [steel, stuff], restitution: 0.5, sliding_friction: 0.3}\n"
    "  - {materials: [soft rubber, stuff], restitution: 0.5, sliding_friction: 0.3}\n"
    "  - {materials: [soft rubber, soft rubber], restitution: 0.5, sliding_friction: 1}\n"
    "bodies:\n"
    "  ground: {mobility: fixed, shapes: [{plane: {}, material: steel}]}\n"
    "  ball: {position: [0, 0, 0.3], shapes: [{sphere: {radius: 0.1}, material: steel}]}\n"
    "  block:\n"
    "    position: [1, 0, 0.2]\n"
    "    mass: 2\n"
    "    inertia: [0.01, 0.01, 0.01]\n"
    "    shapes: [{box: {size: [0.2, 0.2, 0.2]}, material: soft rubber}]\n"
    "  bob: {position: [2, 0, 1], shapes: [{sphere: {radius: 0.05}, material: stuff}]}\n"
    "  door: {position: [3, 0, 1], mass: 5, inertia: [1, 1, 1]}\n"
    "forces: [{type: spring, name: wire, between: [ground, bob], point_a: [2, 0, 2], "
    "stiffness: 1e4}]\n"
    "joints: [{type: revolute, between: [ground, door], axis: [0, 0, 1], position: [3, 0, 1]}]\n"
    "contacts: [{between: ['*', '*']}, {between: [ground, block], normal: {law: hunt_crossley, "
    "stiffness: 1e7}}]\n"
    "simulation: {end_time: 1}\n";

typedef struct Row {
    const char *sets[3][2]; // path, value
    const char *said;       // with the number
} Row;

#define STEPPING                                                                                   \
    { "simulation.method", "stepping" }

static const Row s_rows[] = {
    // materials
    {{{"materials.steel.youngs_modulus", "210"}}, "youngs_modulus = 210 Pa is 1e+09 times below"},
    {{{"materials.steel.youngs_modulus", "210"}}, "if it is in GPa, write 2.1e+11"},
    {{{"materials.steel.youngs_modulus", "2.1e5"}}, "if it is in MPa or N/mm^2, write 2.1e+11"},
    {{{"materials.steel.youngs_modulus", "2.1e8"}}, "if it is in kPa, write 2.1e+11"},
    {{{"materials.steel.youngs_modulus", "2.1e14"}}, "2.1e+14 Pa is 1e+03 times above"},
    {{{"materials.steel.youngs_modulus", "1e6"}}, "youngs_modulus = 1e+06 Pa"},
    {{{"materials.soft rubber.youngs_modulus", "5"}}, "5 Pa is 1e+06 times below that of rubber"},
    {{{"materials.soft rubber.youngs_modulus", "5e12"}}, "5e+12 Pa is 1e+06 times above"},
    {{{"materials.stuff.youngs_modulus", "70"}}, "70 Pa is softer than any gel"},
    {{{"materials.stuff.youngs_modulus", "70e12"}}, "7e+13 Pa is above diamond's"},
    {{{"materials.steel.density", "7.85"}}, "if it is in g/cm^3, write 7.85e+03"},
    {{{"materials.steel.density", "7.85e-6"}}, "if it is in kg/mm^3, write 7.85e+03"},
    {{{"materials.steel.density", "7.85e6"}}, "density = 7.85e+06 kg/m^3"},
    {{{"materials.stuff.density", "0.01"}}, "density = 0.01 kg/m^3"},
    {{{"materials.stuff.density", "1e8"}}, "density = 1e+08 kg/m^3"},
    {{{"materials.steel.poissons_ratio", "-0.3"}}, "poissons_ratio = -0.3"},
    // depth beside size
    {{{"materials.stuff.youngs_modulus", "1e3"}, {"bodies.bob.position", "[2, 0, 0.06]"}}, "sink"},
    {{{"materials.soft rubber.youngs_modulus", "1e4"},
      {"bodies.ball.shapes.0.material", "soft rubber"}},
     "the softer youngs_modulus is 1e+04 Pa"},
    {{{"contacts.1.normal.stiffness", "100"}}, "stiffness = 100 N/m^1.5 lets them overlap by"},
    {{{"contacts.1.normal", "{law: impact, stiffness: 10, exponent: 1.1, damping: 1, "
                            "full_damping_depth: 1e-3}"}},
     "stiffness = 10 N/m^1.1 lets them overlap by"},
    // friction
    {{{"pairs.0.static_friction", "0.1"}}, "static_friction = 0.1 is below sliding_friction = 0.3"},
    {{{"pairs.1.static_friction", "0.2"}}, "static_friction = 0.2 is below sliding_friction = 0.8"},
    {{{"pairs.0.static_friction", "0.5"}}, "static_friction = 0.5 is not used by the friction law"},
    {{{"contacts.1.static_friction", "0.1"}, {"contacts.1.sliding_friction", "0.2"}},
     "static_friction = 0.1 is below sliding_friction = 0.2"},
    {{{"pairs.0.sliding_friction", "12"}}, "sliding_friction = 12 holds on a slope of 85 degrees"},
    {{{"pairs.0.sliding_friction", "3"}}, "sliding_friction = 3 holds on a slope of 72 degrees"},
    {{{"contacts.1.sliding_friction", "5"}}, "sliding_friction = 5"},
    {{{"pairs.0.rolling_resistance", "1"}}, "rolling_resistance = 1"},
    // degrees and radians
    {{{"bodies.ball.rotation", "[0, 90, 0]"}}, "a rotation by 90 rad is 14.3 turns"},
    {{{"bodies.ball.rotation", "[45, 0, 0]"}}, "write units: {angle: deg}, or 0.785398"},
    {{{"bodies.block.rotation", "[0, 0, -180]"}}, "a rotation by 180 rad"},
    {{{"bodies.block.shapes.0.rotation", "[0, 0, 30]"}}, "a rotation by 30 rad"},
    {{{"bodies.ball.rotation", "[0, 10, 0]"}}, "a rotation by 10 rad"},
    {{{"units.angle", "deg"}, {"bodies.ball.rotation", "[0, 1.5708, 0]"}},
     "1.5708 deg looks like 1.5708 rad, which is 90 deg"},
    {{{"units.angle", "deg"}, {"bodies.ball.rotation", "[3.1416, 0, 0]"}}, "which is 180 deg"},
    // millimetres
    {{{"bodies.ball.shapes.0.sphere.radius", "100"}, {"bodies.ball.position", "[0, 300, 300]"}},
     "200 m in size weighs"},
    {{{"gravity", "[0, 0, -9810]"}}, "gravity = 9810 m/s^2"},
    {{{"gravity", "[0, 0, -0.00981]"}}, "a thousandth of that of the earth"},
    {{{"bodies.block.mass", "1e8"}}, "mass = 1e+08 kg in shapes of 0.008 m^3"},
    {{{"bodies.block.mass", "1e-6"}, {"bodies.block.inertia", "[1e-9, 1e-9, 1e-9]"}},
     "mass = 1e-06 kg"},
    {{{"bodies.block.inertia", "[1e4, 1e4, 1e4]"}}, "if it is in kg mm^2, write 0.01"},
    {{{"bodies.ball.velocity", "[2e4, 0, 0]"}}, "velocity = 2e+04 m/s"},
    {{{"bodies.ball.angular_velocity", "[0, 0, 6e5]"}}, "angular_velocity = 6e+05 rad/s"},
    {{{"forces.0.stiffness", "1e-3"}}, "stiffness = 0.001 N/m gives way by"},
    {{{"forces.0.stiffness", "0"}}, "pulls with 0 N"},
    // gravity upwards, falls without an end
    {{{"gravity", "[0, 0, 9.81]"}}, "gravity = [0, 0, 9.81] points out of ground.plane"},
    {{{"gravity", "[0, 0, 9.81]"}}, "write gravity: [0, 0, -9.81]"},
    {{{"gravity", "[0, 0, 9.81]"}, {"bodies.ball.velocity", "[5, 0, 0]"}}, "body ball falls away"},
    {{{"bodies.ground.shapes.0.plane.normal", "[0, 0, -1]"},
      {"bodies.ground.shapes.0.position", "[0, 0, 5]"}},
     "points out of ground.plane"},
    {{{"bodies.ground.shapes.0.plane.normal", "[1, 0, 0]"},
      {"bodies.ground.shapes.0.position", "[-9, 0, 0]"},
      {"simulation.end_time", "20"}},
     "nothing that it may touch is below it"},
    {{{"bodies.ground.shapes", "[{box: {size: [0.2, 0.2, 0.2]}, material: steel}]"},
      {"simulation.end_time", "100"}},
     "body block: nothing that it may touch is below it, it falls"},
    {{{"bodies.ground.shapes.0.position", "[0, 0, 5]"},
      {"bodies.ground.shapes.0.collides", "false"},
      {"simulation.end_time", "1e4"}},
     "it falls 4.9e+08 m in 1e+04 s"},
    {{{"gravity", "[0, 0, 0]"}, {"forces", "[]"}}, "nothing moves in 1 s: gravity is 0"},
    {{{"gravity", "[9.81, 0, 0]"}, {"bodies.ball.position", "[0, 0, 0.1]"}},
     "gravity = [9.81, 0, 0] runs along ground.plane, on which body ball lies"},
    {{{"gravity", "[0, 9.81, 0]"}, {"bodies.block.position", "[1, 0, 0.1]"}},
     "write gravity: [0, 0, -9.81]"},
    // far too small, stiff or fast
    {{{"bodies.block.inertia", "[1e-9, 1e-9, 1e-9]"}},
     "inertia = 1e-09 kg m^2 is that of 2 kg within"},
    {{{"bodies.ball.shapes.0.sphere.radius", "1e-7"}}, "body ball: 2e-07 m in size in a scene of"},
    {{{"bodies.bob.shapes.0.sphere.radius", "1e-8"}}, "body bob: 2e-08 m in size"},
    {{{"forces.0.stiffness", "1e15"}},
     "stiffness = 1e+15 N/m is 2.1e+03 times that of a solid cube"},
    {{{"joints.0.rz", "1e6 * t"}}, "its drive rz turns at 1e+06 rad/s, 1.59e+05 turns a second"},
    {{{"joints.0.rz_speed", "3e5"}}, "if degrees a second, 5236"},
    // frames and steps
    {{{"simulation.output_interval", "1e-8"}}, "output_interval = 1e-08 s asks for 1e+08 frames"},
    {{{"simulation.output_interval", "1e-7"}}, "asks for 1e+07 frames"},
    {{{"simulation.output_interval", "10"}},
     "output_interval = 10 s is longer than the run of 1 s"},
    {{{"simulation.end_time", "1e8"}, {"simulation.output_interval", "1"}}, "1e+08 frames"},
    {{{"simulation.max_step", "1e-9"}}, "max_step = 1e-09 s makes 1e+09 steps"},
    {{STEPPING, {"simulation.step", "1e-9"}}, "step = 1e-09 s makes 1e+09 steps"},
    {{STEPPING, {"simulation.step", "5"}}, "step = 5 s is longer than the run of 1 s"},
    {{{"simulation.tolerance", "0.05"}}, "tolerance = 0.05 lets results be wrong by 5 %"},
    {{STEPPING, {"simulation.step", "0.1"}}, "steps of 0.1 s do not see"},
    {{STEPPING, {"simulation.step", "0.01"}, {"forces.0.stiffness", "1e7"}},
     "force wire: 0.5236 kg on stiffness = 1e+07 N/m swings with a period of 0.00144 s"},
    {{STEPPING, {"simulation.step", "0.005"}}, "an impact at 1.98 m/s lasts"},
    {{STEPPING, {"simulation.step", "0.01"}, {"materials.steel.youngs_modulus", "1e11"}},
     "which steps of 0.01 s do not see"},
};
enum { ROWS = sizeof s_rows / sizeof s_rows[0] };

static char s_said[20000];
static bool s_takes_all; // warnings, not only these

static void note(void *context, abLogLevel level, const char *sentence) {
    (void)context;
    bool is_doubt = strncmp(sentence, AB_IMPLAUSIBLE, strlen(AB_IMPLAUSIBLE)) == 0;
    if (level == AB_LOG_WARNING && (s_takes_all || is_doubt)) {
        strncat(s_said, sentence, sizeof s_said - strlen(s_said) - 2);
        strcat(s_said, "\n");
    }
}

static abError s_error;

// Everything that `check` says of implausible numbers goes to s_said; false when it is no model.
static bool look(const char *text, const char *path, const Row *row) {
    abOverride overrides[3];
    int count = 0;
    for (int i = 0; row != NULL && i < 3 && row->sets[i][0] != NULL; i++) {
        overrides[count++] = (abOverride){row->sets[i][0], row->sets[i][1]};
    }
    abModel *model;
    abLog log = {.write = note};
    s_said[0] = '\0';
    ab_error_clear(&s_error);
    abResult result = text != NULL
                          ? ab_model_read_text(text, strlen(text), NULL, overrides, count,
                                               ab_heap(), log, &model, &s_error)
                          : ab_model_read(path, overrides, count, ab_heap(), log, &model, &s_error);
    if (result != AB_OK) {
        return false;
    }
    CHECK(ab_model_run_checks(model, &log, &s_error) == AB_OK);
    ab_model_check_plausibility(model, &log);
    ab_model_destroy(model);
    return true;
}

static void the_model_itself_is_plausible(void) {
    CHECK(look(s_model, NULL, NULL));
    CHECK_TEXT(s_said, "");
}

// Upper blocks of a tower do not fall on the ground; the tower dropped, its lowest one does.
static void what_stands_is_not_hit_by_all_of_a_tower(void) {
    static const char tower[] =
        "abut: 1\n"
        "gravity: [0, 0, -9.81]\n"
        "materials: {m: {youngs_modulus: 2.1e11, poissons_ratio: 0.3, density: 7850}}\n"
        "pairs: [{materials: [m, m], restitution: 0.1, sliding_friction: 0.3}]\n"
        "simulation: {method: stepping, end_time: 1, output_interval: 0.1, tolerance: 1.0e-5, "
        "step: 0.001}\n"
        "contacts: [{between: [all, all], friction: {law: coulomb}, normal: {law: elastic}}]\n"
        "bodies:\n"
        "  ground: {mobility: fixed, shapes: [{plane: {}, material: m}]}\n"
        "  low: {position: [0, 0, %g], shapes: [{box: {size: [0.04, 0.04, 0.02]}, material: m}]}\n"
        "  high: {position: [0, 0, %g], shapes: [{box: {size: [0.04, 0.04, 0.02]}, material: "
        "m}]}\n";
    static char text[1200];
    for (int is_dropped = 0; is_dropped < 2; is_dropped++) {
        double foot = is_dropped ? 0.01 : 0.0;
        snprintf(text, sizeof text, tower, foot + 0.01, foot + 0.03);
        CHECK(look(text, NULL, NULL));
        CHECK((strstr(s_said, "ground.plane on low.box") != NULL) == (is_dropped == 1));
        CHECK(strstr(s_said, "high") == NULL);
    }
}

// The tip alone may touch: the rest of a top is in its inertia, and no shape.
static void a_shape_may_be_a_part_of_its_body(void) {
    static const char top[] =
        "abut: 1\ngravity: [0, 0, -9.81]\n"
        "materials: {m: {youngs_modulus: 2.1e11, poissons_ratio: 0.3, density: 7850}}\n"
        "pairs: [{materials: [m, m], restitution: 0.1, sliding_friction: 0.3}]\n"
        "simulation: {end_time: 1}\n"
        "bodies:\n"
        "  ground: {mobility: fixed, shapes: [{plane: {}, material: m}]}\n"
        "  top: {position: [0, 0, 0.05], mass: 0.2, inertia: [1e-4, 1e-4, 2e-4],\n"
        "        shapes: [{sphere: {radius: 0.002}, position: [0, 0, -0.048], material: m}]}\n";
    CHECK(look(top, NULL, NULL));
    CHECK(strstr(s_said, "in shapes of") == NULL);
}

static void each_implausible_number_is_told(void) {
    s_takes_all = true;
    for (int i = 0; i < ROWS; i++) {
        bool is_model = look(s_model, NULL, &s_rows[i]);
        if (!is_model || strstr(s_said, s_rows[i].said) == NULL) {
            printf("row %d, %s = %s\n  wanted: %s\n  said:   %s\n", i, s_rows[i].sets[0][0],
                   s_rows[i].sets[0][1], s_rows[i].said,
                   is_model ? s_said : s_error.problems[0].text);
            s_failed_checks++;
        }
    }
    s_takes_all = false;
    printf("%d rows\n", (int)ROWS);
}

static int look_at_folder(const char *name) {
    int seen = 0;
    DIR *folder = opendir(name);
    CHECK(folder != NULL);
    for (struct dirent *entry; folder != NULL && (entry = readdir(folder)) != NULL;) {
        char path[600];
        const char *dot = strrchr(entry->d_name, '.');
        bool is_model = dot != NULL && (strcmp(dot, ".yaml") == 0 || strcmp(dot, ".xml") == 0);
        snprintf(path, sizeof path, "%s/%s", name, entry->d_name);
        if (is_model && look(NULL, path, NULL)) {
            seen++;
            if (s_said[0] != '\0') {
                printf("%s: %s\n", path, s_said);
                s_failed_checks++;
            }
        }
    }
    if (folder != NULL) {
        closedir(folder);
    }
    return seen;
}

static void no_model_of_ours_is_doubted(void) {
    static const char *const folders[] = {"models",
                                          "tests/golden",
                                          "tests/verify/artisynth",
                                          "tests/verify/modia3d",
                                          "tests/verify/myphysicslab",
                                          "tests/verify/planar"};
    int seen = 0;
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
        seen += look_at_folder(folders[i]);
    }
    printf("%d models\n", seen);
    CHECK(seen > 150);
}

// ---- the end of a run ----

static abModel *read_model(void) {
    return sound_model(s_model, &s_error);
}

static void what_a_run_came_to_is_compared_with_sizes(void) {
    static const struct {
        double depth, drift, z, speed, loss; // worst depth; of the book; of the ball at the end
        const char *said;
    } rows[] = {
        {1e-4, 0.0, 0.1, 0.0, 5.0, ""},
        {0.02, 0.0, 0.1, 0.0, 0.0, ""},
        {2.45, 0.0, 0.1, 0.0, 0.0,
         "ground and ball were 2.45 m within each other, 24 times the size"},
        {1e-4, 0.5, 0.1, 0.0, 0.0, ""},
        {1e-4, 40.0, 0.1, 0.0, 0.0, "off by 40 J, 0.4 of the 100 J turned over"},
        {1e-4, 5.0, 0.1, 0.0, 0.0, "off by 5 J, 0.05 of the 100 J turned over"},
        {1e-4, 0.0, 0.1, 0.0, -0.5, ""}, // what is pushed out of an overlap
        {1e-4, 0.0, 0.1, 0.0, -5.0, "gave 5 J, 0.05 of the 100 J turned over"},
        {1e-4, 0.0, -4.9e5, -3.1e3, 0.0, "body ball has fallen 4.9e+05 m"},
        {1e-4, 0.0, -4.9e5, -1.0, 0.0, ""}, // something held it
        {1e-4, 0.0, 1e46, 1e44, 0.0, "body ball moves at 1e+44 m/s at the end"},
        {NAN, 0.0, 0.1, 0.0, NAN, ""},
    };
    abModel *model = read_model();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        abVec3 p[5] = {{0}}, v[5] = {{0}};
        for (int b = 0; b < 5; b++) {
            p[b] = model->body_defs[b].position;
        }
        p[1].z = rows[i].z;
        v[1].z = rows[i].speed;
        abRunEnd end = {.time = 1.0,
                        .worst_depth = rows[i].depth,
                        .worst_bodies = {0, 1},
                        .energy_drift = rows[i].drift,
                        .least_loss = rows[i].loss,
                        .energy_scale = 100.0,
                        .p = p,
                        .v = v};
        abLog log = {.write = note};
        s_said[0] = '\0';
        ab_check_plausible_end(model, &end, &log);
        bool is_right =
            rows[i].said[0] == '\0' ? s_said[0] == '\0' : strstr(s_said, rows[i].said) != NULL;
        if (!is_right) {
            printf("row %zu: %s\n", i, s_said);
            s_failed_checks++;
        }
    }
    ab_model_destroy(model);
}

// What rests turns over nothing to speak of; a book that is off by less than weights do within the
// tolerance is no doubt, one that is off by more is.
static void what_rests_has_no_energy_to_compare_with(void) {
    abModel *model = read_model();
    abVec3 p[5] = {{0}}, v[5] = {{0}};
    for (int b = 0; b < 5; b++) {
        p[b] = model->body_defs[b].position;
    }
    for (int is_off = 0; is_off < 2; is_off++) {
        abRunEnd end = {.time = 1.0,
                        .worst_bodies = {-1, -1},
                        .energy_drift = is_off ? 1e-2 : 1e-11,
                        .energy_scale = 1e-13,
                        .p = p,
                        .v = v};
        abLog log = {.write = note};
        s_said[0] = '\0';
        ab_check_plausible_end(model, &end, &log);
        CHECK((strstr(s_said, "the energy book is off") != NULL) == (is_off == 1));
    }
    // likewise what contacts that press do
    for (int is_pressed = 0; is_pressed < 2; is_pressed++) {
        abRunEnd end = {.time = 1.0,
                        .worst_bodies = {-1, -1},
                        .energy_drift = 1e-2,
                        .least_loss = -1e-2,
                        .energy_scale = 1e-2,
                        .load = is_pressed ? 1e9 : 0.0,
                        .p = p,
                        .v = v};
        abLog log = {.write = note};
        s_said[0] = '\0';
        ab_check_plausible_end(model, &end, &log);
        CHECK((s_said[0] == '\0') == (is_pressed == 1));
    }
    ab_model_destroy(model);
}

// What helps depends on the law: a pressure on the points of a patch gains energy whatever the step.
static void what_gains_energy_by_its_law_is_told_so(void) {
    static const char s_plane[] = "plane: {}", s_round[] = "cylinder: {radius: 3, length: 1}";
    static const struct {
        const char *ground, *law, *friction, *said;
    } rows[] = {
        {s_plane, "{law: hertz}", "none", "write shorter steps or a smaller tolerance"},
        {s_plane, "{law: foundation, thickness: 0.1}", "none",
         "write shorter steps or a smaller tolerance"},
        {s_plane, "{law: foundation, thickness: 0.1}", "mindlin",
         "with friction: coulomb or bristle the sides of boxes carry it"},
        {s_round, "{law: foundation, thickness: 0.1}", "none",
         "acts on ground.cylinder and box.box by a few points, and keeps no energy where their "
         "faces tilt on each other: write manifold: faces in their rule"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[1000];
        snprintf(text, sizeof text,
                 "abut: 1\n"
                 "materials: {m: {density: 1000, youngs_modulus: 1.0e+6, poissons_ratio: 0.3}}\n"
                 "pairs: [{materials: [m, m], restitution: 1, sliding_friction: 0}]\n"
                 "bodies:\n"
                 "  ground: {mobility: fixed, shapes: [{%s, material: m}]}\n"
                 "  box: {position: [0, 0, 1], shapes: [{box: {size: [1, 1, 1]}, material: m}]}\n"
                 "contacts: [{between: [all, all], normal: %s, friction: %s}]\n",
                 rows[i].ground, rows[i].law, rows[i].friction);
        abError error;
        abModel *model = sound_model(text, &error);
        abVec3 p[2] = {{0}}, v[2] = {{0}};
        abRunEnd end = {.time = 1.0,
                        .worst_bodies = {-1, -1},
                        .least_loss = -1.0,
                        .energy_scale = 2.0,
                        .p = p,
                        .v = v};
        abLog log = {.write = note};
        s_said[0] = '\0';
        ab_check_plausible_end(model, &end, &log);
        CHECK(strstr(s_said, rows[i].said) != NULL);
        ab_model_destroy(model);
    }
}

AB_TESTS(AB_TEST(the_model_itself_is_plausible), AB_TEST(what_gains_energy_by_its_law_is_told_so),
         AB_TEST(a_shape_may_be_a_part_of_its_body), AB_TEST(each_implausible_number_is_told),
         AB_TEST(what_stands_is_not_hit_by_all_of_a_tower), AB_TEST(no_model_of_ours_is_doubted),
         AB_TEST(what_a_run_came_to_is_compared_with_sizes),
         AB_TEST(what_rests_has_no_energy_to_compare_with))
