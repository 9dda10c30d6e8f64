// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// suggestion_test.c - what is expected and suggested, against runs; and the model checks.

#include "model/check/suggestion.h"

#include "abut/abut.h"
#include "base/check.h"
#include "base/model_fixture.h"
#include "model/check/model_checks.h"

static abModel *read_model(const char *text) {
    abError error;
    return sound_model(text, &error);
}

// A steel ball of 30 mm dropped on a plane, on which `normal` and `friction` act.
static abModel *dropped(const char *normal, const char *friction, double height) {
    static char text[1500];
    snprintf(text, sizeof text,
             "abut: 1\n"
             "gravity: [0, 0, -9.81]\n"
             "materials:\n"
             "  steel: {youngs_modulus: 2.0e11, poissons_ratio: 0.3, density: 7850}\n"
             "pairs:\n"
             "  - {materials: [steel, steel], restitution: 0.8, sliding_friction: 0.3}\n"
             "bodies:\n"
             "  ground: {mobility: fixed, shapes: [{plane: {}, material: steel}]}\n"
             "  ball: {position: [0, 0, %.17g], shapes: [{sphere: {radius: 0.03}, material: "
             "steel}]}\n"
             "contacts:\n"
             "  - {between: [ground, ball], normal: %s, friction: %s}\n"
             "simulation: {end_time: 1, tolerance: 1.0e-9}\n",
             0.03 + height, normal, friction);
    return read_model(text);
}

typedef struct Impact {
    double before, after, depth, duration;
} Impact;

static abResult note(void *context, const abEvent *event, abError *error) {
    (void)error;
    Impact *impact = context;
    if (event->kind == AB_EVENT_TOUCH && impact->before == 0.0) {
        impact->before = fabs(event->speed);
    } else if (event->kind == AB_EVENT_RELEASE && impact->after == 0.0) {
        impact->after = fabs(event->speed);
        impact->depth = event->depth;
        impact->duration = event->duration;
    }
    return AB_OK;
}

static Impact first_impact(const abModel *model) {
    Impact impact = {0};
    abSimulation *simulation = NULL;
    abError error;
    ab_error_clear(&error);
    abObserver observer = {.context = &impact, .event = note};
    CHECK(ab_simulation_create(model, ab_model_simulation(model), ab_heap(), (abLog){0},
                               &simulation, &error) == AB_OK);
    CHECK(ab_simulation_run(simulation, &observer, &error) == AB_OK);
    ab_simulation_destroy(simulation);
    return impact;
}

static abContactEstimate only_pair(const abModel *model) {
    static abContactEstimate all[AB_CONTACT_ESTIMATES_MAX];
    int left_out;
    CHECK(ab_model_estimate_contacts(model, NAN, all, &left_out) == 1 && left_out == 0);
    return all[0];
}

static void the_impact_comes_as_expected(void) {
    static const char *const s_laws[] = {
        "{law: hunt_crossley}", "{law: elastic}",
        "{law: impact, stiffness: 1.0e9, damping: 500, full_damping_depth: 1.0e-4}",
        "{law: poisson, transition_speed: 0.5}", "{law: volume, stiffness: 1.0e14}"};
    for (int i = 0; i < 5; i++) {
        abModel *model = dropped(s_laws[i], "{law: none}", 0.5);
        abContactEstimate e = only_pair(model);
        abSuggestion s;
        ab_suggest(&e, NAN, &s);
        Impact run = first_impact(model);
        CHECK_NEAR(e.speed, run.before, 1e-9, run.before);
        // the forecast has no gravity: weight by peak force, below 1e-3 here
        CHECK_NEAR(s.own.depth, run.depth, 1e-3, run.depth);
        CHECK_NEAR(s.own.duration, run.duration, 1e-3, run.duration);
        CHECK_NEAR(s.own.restitution, run.after / run.before, 1e-3, 1.0);
        ab_model_destroy(model);
    }
}

static void what_is_suggested_comes_back(void) {
    for (double wanted = 0.2; wanted < 1.0; wanted += 0.3) {
        abModel *model = dropped("{law: hunt_crossley}", "{law: none}", 0.5);
        abContactEstimate e = only_pair(model);
        abSuggestion s;
        ab_suggest(&e, wanted, &s);
        ab_model_destroy(model);
        char law[200];
        snprintf(law, sizeof law,
                 "{law: impact, stiffness: %.17g, damping: %.17g, full_damping_depth: %.17g}",
                 s.stiffness, s.damping, s.full_damping_depth);
        model = dropped(law, "{law: none}", 0.5);
        Impact run = first_impact(model);
        CHECK_NEAR(run.after / run.before, wanted, 1e-3, 1.0);
        ab_model_destroy(model);
        snprintf(law, sizeof law,
                 "{law: poisson, penalty: %.17g, restitution: %.17g, transition_speed: %.17g}",
                 s.stiffness, wanted, s.transition_speed);
        model = dropped(law, "{law: none}", 0.5);
        run = first_impact(model);
        CHECK_NEAR(run.after / run.before, s.poisson_restitution, 1e-3, 1.0);
        CHECK_NEAR(s.poisson_restitution, wanted, 0.0101, 1.0);
        ab_model_destroy(model);
    }
}

static void hertz_is_that_of_the_materials(void) {
    abModel *model = dropped("{law: hunt_crossley}", "{law: none}", 0.5);
    abContactEstimate e = only_pair(model);
    CHECK_NEAR(e.hertz, 25378033810.5, 1e-9, e.hertz);
    CHECK_NEAR(e.gravity, 9.81, 1e-15, 9.81);
    ab_model_destroy(model);
}

// ---- surfaces of meshes ----

// A cube of 1 m and 1000 kg as a mesh on a plane, `turned`, a layer of 1e5 Pa and 0.1 m between
// them whose pressure grows with the depth; its centre `height` above the plane. With `field` the
// modulus comes from a field.
static abModel *cube(const char *turned, double height, const char *field) {
    static char text[2000];
    snprintf(text, sizeof text,
             "abut: 1\n"
             "gravity: [0, 0, -9.81]\n"
             "materials: {m: {density: 1000}}\n"
             "pairs: [{materials: [m, m], restitution: 0, sliding_friction: 0}]\n"
             "bodies:\n"
             "  ground: {mobility: fixed, shapes: [{plane: {}, material: m}]}\n"
             "  cube:\n"
             "    position: [0, 0, %.17g]\n"
             "    rotation: [%s]\n"
             "    shapes: [{mesh: {collide: surface, points: [[-0.5,-0.5,-0.5],[0.5,-0.5,-0.5],"
             "[0.5,0.5,-0.5],[-0.5,0.5,-0.5],[-0.5,-0.5,0.5],[0.5,-0.5,0.5],[0.5,0.5,0.5],"
             "[-0.5,0.5,0.5]], faces: [[0,2,1],[0,3,2],[4,5,6],[4,6,7],[0,1,5],[0,5,4],[1,2,6],"
             "[1,6,5],[2,3,7],[2,7,6],[3,0,4],[3,4,7]]}, material: m}]\n"
             "%s"
             "contacts:\n"
             "  - {between: [ground, cube], friction: {law: none}%s, normal: {law: foundation, "
             "pressure: linear, thickness: 0.1, poissons_ratio: 0%s}}\n",
             height, turned, field != NULL ? "fields: {soft: {expression: '1.0e5 + 0*x'}}\n" : "",
             field != NULL ? ", youngs_modulus_field: soft" : "",
             field != NULL ? "" : ", youngs_modulus: 1.0e5");
    return read_model(text);
}

static double rest_of(abModel *model) {
    abContactEstimate e = only_pair(model);
    abImpact impact = ab_estimated_impact(&e);
    double rest = ab_depth_at_rest(&impact, e.mass * e.gravity);
    ab_model_destroy(model);
    return rest;
}

static void a_cube_presses_with_its_face_or_its_corner(void) {
    const double flat = 9810.0 / 1e6; // m g h / (E A)
    CHECK_NEAR(rest_of(cube("0, 0, 0", 0.6, NULL)), flat, 1e-9, flat);
    CHECK_NEAR(rest_of(cube("0, 0, 0", 0.6, "soft")), flat, 1e-9, flat);
    // on a corner, the diagonal upright: F = E/h sqrt(3)/2 d^3
    const char *upright = "0.61547970867038734, -0.78539816339744831, 0";
    double corner = cbrt(9810.0 / (1e6 * 0.5 * sqrt(3.0)));
    CHECK_NEAR(rest_of(cube(upright, 0.9, NULL)), corner, 1e-9, corner);
}

// A box of 1 m on its edge over a layer of 0.1 m. What it rests on when it just touches is next to
// nothing, and with that for good it sank several times its size.
static void a_box_on_its_edge_is_carried_by_more_as_it_sinks(void) {
    abModel *model = read_model(
        "abut: 1\n"
        "gravity: [0, 0, -9.81]\n"
        "materials: {m: {density: 1000}}\n"
        "pairs: [{materials: [m, m], restitution: 0, sliding_friction: 0}]\n"
        "bodies:\n"
        "  ground: {mobility: fixed, shapes: [{plane: {}, material: m}]}\n"
        "  box: {position: [0, 0, 0.70710678], rotation: [0.78539816, 0, 0],\n"
        "    shapes: [{box: {size: [1, 1, 1]}, material: m}]}\n"
        "contacts:\n"
        "  - {between: [ground, box], friction: {law: none}, normal: {law: foundation,\n"
        "     pressure: linear, thickness: 0.1, poissons_ratio: 0, youngs_modulus: 1.0e6}}\n");
    double rest = rest_of(model);
    printf("on its edge it sinks %.3g m\n", rest);
    CHECK(rest > 0.0 && rest < 0.1);
}

static void a_cube_that_falls_flat_swings_on_its_face(void) {
    abModel *model = cube("0, 0, 0", 0.6, NULL);
    abContactEstimate e = only_pair(model);
    abImpact impact = ab_estimated_impact(&e);
    abForecast forecast;
    CHECK(ab_impact_forecast(&impact, &forecast));
    double speed = sqrt(2.0 * 9.81 * 0.1), slowness = sqrt(1000.0 / 1e6);
    CHECK_NEAR(forecast.depth, speed * slowness, 1e-5, speed * slowness);
    CHECK_NEAR(forecast.duration, acos(-1.0) * slowness, 1e-5, slowness);
    ab_model_destroy(model);
}

// ---- model checks ----

typedef struct Said {
    char text[4000];
    int count;
} Said;

static void keep(void *context, abLogLevel level, const char *sentence) {
    Said *said = context;
    if (level == AB_LOG_WARNING) {
        size_t used = strlen(said->text);
        snprintf(said->text + used, sizeof said->text - used, "%s\n", sentence);
        said->count++;
    }
}

static Said traps_of(const char *normal, const char *friction, double height) {
    Said said = {0};
    abError error;
    ab_error_clear(&error);
    abModel *model = dropped(normal, friction, height);
    abLog log = {.write = keep, .context = &said};
    CHECK(ab_model_run_checks(model, &log, &error) == AB_OK);
    ab_model_destroy(model);
    return said;
}

static void check_trap(const char *normal, const char *friction, double height, const char *words) {
    Said said = traps_of(normal, friction, height);
    if (strstr(said.text, words) == NULL) {
        printf("said: %s\n", said.text);
        CHECK(!"the warning holds the expected words");
    }
}

static void each_trap_is_told_with_its_number(void) {
    const char *none = "{law: none}", *good = "{law: hunt_crossley}";
    // 4.429 m/s from 1 m; Hertz' stiffness of this ball is 2.538e10
    check_trap("{law: impact, stiffness: 1.0e5, exponent: 2.2}", none, 1.0,
               "factor 1000^2.2 = 3.981e+06");
    check_trap("{law: poisson, penalty: 8.0e5}", none, 1.0, "if N/mm^1.5 was meant");
    check_trap("{law: hertz, stiffness: 2.5e15}", none, 1.0, "that of the solids");
    check_trap("{law: impact, stiffness: 1.0e9, damping: 1000, full_damping_depth: 0.01}", none,
               1.0, "11.6 times the depth");
    check_trap("{law: poisson, restitution: 0.3, transition_speed: 4.0}", none, 1.0,
               "0.5437 of the speed comes back, not 0.3");
    check_trap("{law: impact, stiffness: 1.0e9, damping: 1000, full_damping_depth: 1.0e-5}", none,
               1.0, "restitution = 0.8 will not come back under the law impact: it is 0.722");
    check_trap(good, "{law: static_dynamic, static_speed: 1.0e-7}", 1.0,
               "time constant of 2.27e-08 s");
    check_trap(good, none, -5e-4, "throw them apart at 11.3 m/s");
}

static void a_good_model_has_no_traps(void) {
    CHECK(traps_of("{law: hunt_crossley}", "{law: static_dynamic, static_speed: 1.0e-3}", 1.0)
              .count == 0);
    CHECK(traps_of("{law: poisson}", "{law: regularized}", 1.0).count == 0);
}

AB_TESTS(AB_TEST(the_impact_comes_as_expected), AB_TEST(what_is_suggested_comes_back),
         AB_TEST(hertz_is_that_of_the_materials),
         AB_TEST(a_cube_presses_with_its_face_or_its_corner),
         AB_TEST(a_box_on_its_edge_is_carried_by_more_as_it_sinks),
         AB_TEST(a_cube_that_falls_flat_swings_on_its_face),
         AB_TEST(each_trap_is_told_with_its_number), AB_TEST(a_good_model_has_no_traps))
