// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0

#include "abut/live.h"

#include <math.h>
#include <string.h>

#include "abut/record.h"
#include "base/check.h"
#include "base/model_fixture.h"
#include "base/scratch.h"
#include "record/file/record_fixture.h"

// A block thrown onto a plate, by each method; its law comes from the caller.
static const char s_head[] =
    "abut: 1\n"
    "gravity: [0, 0, -10]\n"
    "materials: {steel: {youngs_modulus: 1.0e7, poissons_ratio: 0.3, density: 1000}}\n"
    "pairs: [{materials: [steel, steel], restitution: 0.2, sliding_friction: 0.5}]\n"
    "variables: {push: 0}\n"
    "bodies:\n"
    "  plate: {mobility: fixed, shapes: [{plane: {}, material: steel}]}\n"
    "  block: {position: [0, 0, 0.06], velocity: [2, 0, 0],\n"
    "          shapes: [{box: {size: [0.1, 0.1, 0.1]}, material: steel}]}\n"
    "forces:\n"
    "  - {name: hand, type: applied, between: [world, block], fx: push}\n";

typedef struct Case {
    const char *tail;
    const char *changes[4][2]; // in order; NULL ends
} Case;

static const char s_compliant[] =
    "contacts: [{between: [plate, block], normal: {law: compliant, compliance: 1.0e-4, damping: "
    "50},"
    " friction: {law: coulomb}}]\n"
    "simulation: {method: stepping, step: 0.002, end_time: 0.4, output_interval: 0.01}\n";
static const char s_elastic[] =
    "contacts: [{between: [plate, block], normal: {law: elastic}, friction: {law: regularized}}]\n"
    "simulation: {end_time: 0.4, output_interval: 0.01, tolerance: 1.0e-6}\n";
static const char s_rigid[] =
    "contacts: [{between: [plate, block], normal: {law: rigid}, friction: {law: coulomb}}]\n"
    "simulation: {end_time: 0.45, output_interval: 0.01, tolerance: 1.0e-6}\n";
static const char s_fixed[] =
    "contacts: [{between: [plate, block], normal: {law: rigid}, friction: {law: none}}]\n"
    "simulation: {method: fixed, step: 0.005, end_time: 0.4, output_interval: 0.01}\n";

#define S_BALL                                                                                     \
    "{position: [0.3, 0, 0.4], velocity: [-1, 0, -3], "                                            \
    "shapes: [{sphere: {radius: 0.05}, material: steel}]}"
#define S_RULE(law) "{between: [ball, all], normal: {law: " law "}, friction: {law: none}}"

// Values of every kind, and laws of which the state does not fit the one before.
static const Case s_cases[] = {
    {s_elastic,
     {{"pairs[0].sliding_friction", "0.1"},
      {"contacts.0.normal", "{law: hunt_crossley, stiffness: 1.0e6}"},
      {"forces.hand.fx", "-30*t"}}},
    {s_elastic, {{"materials.steel.youngs_modulus", "2.0e7"}, {"contacts[0].enabled", "false"}}},
    {s_rigid, {{"pairs.0.sliding_friction", "0.05"}, {"variables.push", "3"}}},
    {s_rigid, {{"contacts.0.normal", "{law: elastic}"}, {"contacts.0.normal.law", "rigid"}}},
    {s_compliant,
     {{"contacts[0].normal.damping", "200"},
      {"contacts[0].normal", "{law: rigid}"},
      {"pairs[0].sliding_friction", "0"}}},
    {s_fixed, {{"pairs.0.restitution", "0.9"}, {"gravity.2", "-2"}}},
    {s_fixed,
     {{"simulation.contact_distance", "0.03"},
      {"simulation.stabilization", "none"},
      {"simulation.integrator", "euler"}}},
    {s_fixed,
     {{"simulation.step", "0.002"},
      {"simulation.impacts", "simultaneous"},
      {"simulation.contact_speed", "0.1"}}},
    {s_fixed, {{"simulation.collision_accuracy", "0.05"}, {"simulation.integrator", "adaptive"}}},
    {s_rigid, {{"simulation.tolerance", "1.0e-8"}, {"simulation.impacts", "simultaneous"}}},
    {s_compliant, {{"simulation.step", "0.001"}, {"simulation.allowed_overlap", "0.001"}}},
    // bodies that come in, with rules of their own
    {s_elastic, {{"bodies.ball", S_BALL}, {"contacts.1", S_RULE("elastic")}, {"gravity.2", "-5"}}},
    {s_rigid, {{"bodies.ball", S_BALL}, {"contacts.1", S_RULE("rigid")}}},
    {s_compliant,
     {{"bodies.ball", S_BALL}, {"contacts.1", S_RULE("compliant, compliance: 1.0e-4")}}},
    {s_fixed, {{"bodies.ball", S_BALL}, {"contacts.1", S_RULE("rigid")}, {"variables.push", "1"}}},
};
enum { CASES = sizeof s_cases / sizeof s_cases[0] };

static const double s_times[] = {0.1037, 0.2111, 0.3003};

static char s_folder[SCRATCH_PATH];
static abError s_error;

static const char *path_of(const char *name) {
    return fixture_path(s_folder, name);
}

// ---- a run into a record ----

typedef struct Run {
    char text[2000];
    abModel *model;
    abSimulation *simulation;
    abRecord *record;
    double until;
    int stops, changes_told, slips_told;
    int64_t next_event;
} Run;

static void open_model(Run *run, const char *tail, const abOverride *overrides, int count) {
    snprintf(run->text, sizeof run->text, "%s%s", s_head, tail);
    ab_error_clear(&s_error);
    CHECK(ab_model_read_text(run->text, strlen(run->text), "live.yaml", overrides, count, ab_heap(),
                             (abLog){0}, &run->model, &s_error) == AB_OK);
    CHECK(ab_simulation_create(run->model, NULL, ab_heap(), (abLog){0}, &run->simulation,
                               &s_error) == AB_OK);
}

static void open_run(Run *run, const char *tail, const char *path) {
    abRecordOptions options = ab_record_options();
    memset(run, 0, sizeof *run);
    open_model(run, tail, NULL, 0);
    options.model_path = "live.yaml";
    options.model_text = run->text;
    options.model_size = strlen(run->text);
    CHECK(ab_record_create(path, run->model, &options, ab_heap(), &run->record, &s_error) == AB_OK);
}

static void close_run(Run *run) {
    ab_record_close(run->record);
    close_fixture(run->model, run->simulation);
}

static abResult on_frame(void *context, const abFrame *frame, abError *error) {
    abObserver record = ab_record_observer(((Run *)context)->record);
    return record.frame(record.context, frame, error);
}

static abResult on_event(void *context, const abEvent *event, abError *error) {
    Run *run = context;
    abObserver record = ab_record_observer(run->record);
    run->changes_told += event->kind == AB_EVENT_CHANGE && event->path != NULL;
    run->slips_told += event->kind == AB_EVENT_SLIP;
    CHECK(event->index == run->next_event++); // none is left out
    return record.event(record.context, event, error);
}

static abResult on_step(void *context, abSimulation *simulation, double time, abError *error) {
    Run *run = context;
    abObserver record = ab_record_observer(run->record);
    AB_TRY(record.step(record.context, simulation, time, error));
    return time >= run->until ? AB_STOPPED : AB_OK;
}

// Without a record.
static abResult stop_at(void *context, abSimulation *simulation, double time, abError *error) {
    (void)simulation, (void)error;
    return time >= ((const Run *)context)->until ? AB_STOPPED : AB_OK;
}

static void run_until(Run *run, double time) {
    abObserver observer = {run, on_frame, on_event, on_step};
    run->until = time;
    abResult result = ab_simulation_run(run->simulation, &observer, &s_error);
    CHECK(result == AB_OK || result == AB_STOPPED);
}

static void finish(Run *run, abResult result) {
    CHECK(ab_record_finish(run->record, run->simulation, result, NULL, 0.0, &s_error) == AB_OK);
}

static int set_all(Run *run, const Case *of) {
    int count = 0;
    for (; count < 4 && of->changes[count][0] != NULL; count++) {
        run_until(run, s_times[count]);
        ab_error_clear(&s_error);
        abResult result = ab_simulation_set(&run->simulation, of->changes[count][0],
                                            of->changes[count][1], &s_error);
        CHECK_TEXT(result == AB_OK ? "" : s_error.problems[0].text, "");
    }
    return count;
}

// The changes that a record holds at the times it holds, on a new run.
static void repeat(const char *from, const char *tail, const char *to) {
    Run run;
    abRecord *old = NULL;
    CHECK(ab_record_open(from, ab_heap(), &old, &s_error) == AB_OK);
    open_run(&run, tail, to);
    for (int64_t i = 0; i < ab_record_change_count(old); i++) {
        abChange change;
        CHECK(ab_record_change(old, i, &change, &s_error) == AB_OK);
        run_until(&run, change.time);
        CHECK(ab_simulation_time(run.simulation) == change.time);
        CHECK(ab_simulation_set(&run.simulation, change.path, change.value, &s_error) == AB_OK);
    }
    run_until(&run, 1.0);
    finish(&run, AB_OK);
    close_run(&run);
    ab_record_close(old);
}

static void ignore(void *context, const abDifference *difference) {
    (void)context, (void)difference;
}

static abResult compare(const char *a, const char *b) {
    abRecord *one = NULL, *two = NULL;
    CHECK(ab_record_open(a, ab_heap(), &one, &s_error) == AB_OK);
    CHECK(ab_record_open(b, ab_heap(), &two, &s_error) == AB_OK);
    abResult result = ab_record_compare(one, two, 0.0, ignore, NULL, &s_error);
    ab_record_close(one);
    ab_record_close(two);
    return result;
}

// ---- the tests ----

static void a_run_with_values_set_repeats_to_the_bit(void) {
    for (int i = 0; i < CASES; i++) {
        Run run;
        open_run(&run, s_cases[i].tail, path_of("set"));
        int count = set_all(&run, &s_cases[i]);
        run_until(&run, 1.0);
        CHECK(run.changes_told == count);
        CHECK(ab_simulation_statistics(run.simulation)->events[AB_EVENT_CHANGE] == count);
        finish(&run, AB_OK);
        close_run(&run);
        repeat(path_of("set"), s_cases[i].tail, path_of("again"));
        CHECK(compare(path_of("set"), path_of("again")) == AB_OK);
        open_run(&run, s_cases[i].tail, path_of("untouched"));
        run_until(&run, 1.0);
        finish(&run, AB_OK);
        close_run(&run);
        bool has_more_bodies = strcmp(s_cases[i].changes[0][0], "bodies.ball") == 0;
        CHECK(compare(path_of("set"), path_of("untouched")) ==
              (has_more_bodies ? AB_USAGE : AB_DIFFERENT));
    }
}

// Killed after the last change: the record has what was committed.
static void a_run_is_resumed_across_a_change(void) {
    for (int i = 0; i < CASES; i++) {
        Run run, rest;
        open_run(&run, s_cases[i].tail, path_of("killed"));
        set_all(&run, &s_cases[i]);
        run_until(&run, 0.35);
        CHECK(ab_record_commit(run.record, run.simulation, &s_error) == AB_OK);
        close_run(&run);
        abRecord *old = NULL;
        CHECK(ab_record_open(path_of("killed"), ab_heap(), &old, &s_error) == AB_OK);
        const abRecordInfo *info = ab_record_info(old);
        memset(&rest, 0, sizeof rest);
        open_model(&rest, s_cases[i].tail, info->overrides, info->override_count);
        ab_record_close(old);
        CHECK(ab_record_resume(path_of("killed"), rest.simulation, NULL, ab_heap(), &rest.record,
                               &s_error) == AB_OK);
        rest.next_event = ab_record_info(rest.record)->event_count;
        run_until(&rest, 1.0);
        finish(&rest, AB_OK);
        close_run(&rest);
        open_run(&run, s_cases[i].tail, path_of("whole"));
        set_all(&run, &s_cases[i]);
        run_until(&run, 1.0);
        finish(&run, AB_OK);
        close_run(&run);
        CHECK(compare(path_of("killed"), path_of("whole")) == AB_OK);
    }
}

static void a_record_tells_what_was_set(void) {
    Run run;
    open_run(&run, s_elastic, path_of("told"));
    set_all(&run, &s_cases[0]);
    run_until(&run, 1.0);
    finish(&run, AB_OK);
    close_run(&run);
    abRecord *record = NULL;
    CHECK(ab_record_open(path_of("told"), ab_heap(), &record, &s_error) == AB_OK);
    int found = 0;
    for (int64_t i = 0; i < ab_record_info(record)->event_count; i++) {
        abEvent event;
        CHECK(ab_record_event(record, i, &event, &s_error) == AB_OK);
        if (event.kind == AB_EVENT_CHANGE) {
            CHECK(event.time >= s_times[found]);
            CHECK_TEXT(event.text, s_cases[0].changes[found][1]);
            found++;
        }
    }
    CHECK(found == 3);
    ab_record_close(record);
}

// Without friction from then on the block keeps its speed; with gravity doubled it weighs double.
static void a_value_acts_from_then_on(void) {
    Run run;
    open_run(&run, s_compliant, path_of("acts"));
    run_until(&run, 0.2);
    abBodyId block = ab_model_find_body(run.model, "block");
    CHECK(ab_simulation_set(&run.simulation, "pairs[0].sliding_friction", "0", &s_error) == AB_OK);
    CHECK(ab_simulation_set(&run.simulation, "gravity.2", "-20", &s_error) == AB_OK);
    double speed = ab_simulation_body(run.simulation, block).velocity.x;
    CHECK(speed > 0.5);
    run_until(&run, 1.0);
    abBodyState end = ab_simulation_body(run.simulation, block);
    CHECK_NEAR(end.velocity.x, speed, 1e-9, speed);
    // 1 kg on four corners of compliance 1e-4 m/N each
    CHECK_NEAR(0.05 - end.position.z, 20.0 * 1e-4 / 4.0, 0.05, 20.0 * 1e-4 / 4.0);
    finish(&run, AB_OK);
    close_run(&run);
}

// The block has come to rest, held by up to 5 N.
static void a_change_that_makes_a_block_slip_is_told(void) {
    Run run;
    open_run(&run, s_rigid, path_of("slips"));
    run_until(&run, 0.39);
    CHECK(ab_simulation_set(&run.simulation, "variables.push", "3", &s_error) == AB_OK);
    run_until(&run, ab_simulation_time(run.simulation));
    CHECK(run.slips_told == 0);
    CHECK(ab_simulation_set(&run.simulation, "variables.push", "30", &s_error) == AB_OK);
    run_until(&run, 1.0);
    CHECK(run.slips_told == 1);
    CHECK(ab_simulation_statistics(run.simulation)->events[AB_EVENT_SLIP] == 1);
    finish(&run, AB_OK);
    close_run(&run);
}

// What was there goes on as it was; the ball falls freely from the instant at which it came in, and then
// meets the plate.
static void a_body_comes_in(void) {
    Run run;
    open_run(&run, s_elastic, path_of("enters"));
    run_until(&run, 0.05);
    double time = ab_simulation_time(run.simulation);
    abBodyId block = ab_model_find_body(run.model, "block");
    abBodyState before = ab_simulation_body(run.simulation, block);
    CHECK(ab_simulation_set(&run.simulation, "bodies.ball", S_BALL, &s_error) == AB_OK);
    CHECK(ab_simulation_set(&run.simulation, "contacts.1", S_RULE("elastic"), &s_error) == AB_OK);
    abBodyState after = ab_simulation_body(run.simulation, block);
    CHECK(memcmp(&before, &after, sizeof before) == 0);
    abBodyId ball = ab_model_find_body(ab_simulation_model(run.simulation), "ball");
    CHECK(ball.index == 3 && ab_simulation_time(run.simulation) == time);
    run_until(&run, time + 0.05);
    abBodyState at = ab_simulation_body(run.simulation, ball);
    double fallen = ab_simulation_time(run.simulation) - time;
    // a parabola is exact at the orders of the integrators: rounding
    CHECK_NEAR(at.position.x, 0.3 - fallen, 1e-12, 1.0);
    CHECK_NEAR(at.position.z, 0.4 - 3.0 * fallen - 5.0 * fallen * fallen, 1e-12, 1.0);
    run_until(&run, 1.0);
    CHECK(ab_simulation_body(run.simulation, ball).position.z > 0.049); // not through the plate
    CHECK(ab_simulation_statistics(run.simulation)->energy_drift < 1e-3);
    finish(&run, AB_OK);
    close_run(&run);
    abRecord *record = NULL;
    abFrame frame;
    CHECK(ab_record_open(path_of("enters"), ab_heap(), &record, &s_error) == AB_OK);
    CHECK(ab_record_info(record)->body_count == 3);
    CHECK_TEXT(ab_record_body_name(record, 3), "ball");
    CHECK(ab_record_frame(record, 0, 0, &frame, &s_error) == AB_OK && frame.body_count == 3);
    CHECK(frame.bodies[2].position.z == 0.4 && frame.bodies[2].velocity.z == 0.0);
    CHECK(ab_record_frame(record, 20, 0, &frame, &s_error) == AB_OK);
    CHECK(frame.bodies[2].position.z < 0.2);
    ab_record_close(record);
}

static void a_body_comes_in_only_where_there_is_room(void) {
    static const char inside[] =
        "{position: [0.3, 0, 0.01], shapes: [{sphere: {radius: 0.05}, material: steel}]}";
    Run run;
    open_run(&run, s_elastic, path_of("no_room"));
    run_until(&run, 0.05);
    ab_error_clear(&s_error);
    CHECK(ab_simulation_set(&run.simulation, "bodies.ball", inside, &s_error) == AB_USAGE);
    CHECK_TEXT(s_error.problems[0].text, "ball would begin 0.04 m inside plate");
    ab_error_clear(&s_error);
    CHECK(ab_simulation_set(&run.simulation, "contacts.3", S_RULE("rigid"), &s_error) != AB_OK);
    ab_error_clear(&s_error);
    CHECK(ab_simulation_set(&run.simulation, "bodies.block", S_BALL, &s_error) != AB_OK);
    CHECK(ab_model_body_count(ab_simulation_model(run.simulation)) == 2);
    run_until(&run, 1.0);
    finish(&run, AB_OK);
    close_run(&run);
}

// Drives of joints and motions of bodies are expressions that can be set.
static void drives_are_set(void) {
    static const char text[] =
        "abut: 1\n"
        "gravity: [0, 0, 0]\n"
        "materials: {m: {density: 1000}}\n"
        "bodies:\n"
        "  wheel: {shapes: [{sphere: {radius: 0.1}, material: m}]}\n"
        "  slide: {mobility: prescribed, position: [2, 0, 0], motion: {x: 2 + t},\n"
        "          shapes: [{sphere: {radius: 0.1}, material: m}]}\n"
        "contacts: []\n"
        "joints: [{name: axle, type: revolute, between: [world, wheel], rz_speed: 2}]\n"
        "simulation: {end_time: 1, output_interval: 0.1}\n";
    Run run = {0};
    open_sound(text, (abLog){0}, &run.model, &run.simulation, &s_error);
    abObserver observer = {.context = &run, .step = stop_at};
    run.until = 0.5;
    CHECK(ab_simulation_run(run.simulation, &observer, &s_error) == AB_STOPPED);
    double t = ab_simulation_time(run.simulation);
    CHECK(ab_simulation_set(&run.simulation, "joints.axle.rz_speed", "5", &s_error) == AB_OK);
    CHECK(ab_simulation_set(&run.simulation, "bodies.slide.motion.x", "3 - 2*t", &s_error) ==
          AB_OK);
    CHECK(ab_simulation_run(run.simulation, NULL, &s_error) == AB_OK);
    abBodyId wheel = ab_model_find_body(run.model, "wheel");
    abBodyId slide = ab_model_find_body(run.model, "slide");
    abBodyState end = ab_simulation_body(run.simulation, wheel);
    double angle = 2.0 * t + 5.0 * (1.0 - t);
    CHECK_NEAR(end.angular_velocity.z, 5.0, 1e-9, 5.0);
    CHECK_NEAR(end.orientation.w, cos(0.5 * angle), 1e-7, 1.0);
    CHECK_NEAR(ab_simulation_body(run.simulation, slide).position.x, 1.0, 1e-12, 1.0);
    close_fixture(run.model, run.simulation);
}

static int refused(Run *run, const char *path, const char *value, const char *says) {
    double time = ab_simulation_time(run->simulation);
    ab_error_clear(&s_error);
    abResult result = ab_simulation_set(&run->simulation, path, value, &s_error);
    CHECK(s_error.count > 0 && strstr(s_error.problems[0].text, says) != NULL);
    CHECK(ab_simulation_time(run->simulation) == time);
    return (int)result;
}

static void wrong_paths_and_values_are_refused(void) {
    Run run;
    open_run(&run, s_elastic, path_of("wrong"));
    run_until(&run, 0.1);
    CHECK(refused(&run, "materials.steel.youngs_moduls", "1", "materials.steel.youngs_modulus?") ==
          AB_USAGE);
    CHECK(refused(&run, "materials.steel.colour", "1", "poissons_ratio") == AB_USAGE);
    CHECK(refused(&run, "bodies.block.mass", "1", "pairs.0") == AB_USAGE);
    CHECK(refused(&run, "simulation.end_time", "2", "cannot be set") == AB_USAGE);
    CHECK(refused(&run, "", "1", "cannot be set") == AB_USAGE);
    CHECK(refused(&run, "materials.steel.poissons_ratio", "0.7", "0.7") == AB_BAD_MODEL);
    CHECK(refused(&run, "contacts.0.normal.law", "elastik", "elastic") == AB_BAD_MODEL);
    CHECK(refused(&run, "forces.hand.fx", "1+", "") == AB_BAD_MODEL);
    CHECK(refused(&run, "pairs.0.restitution", "[", "") == AB_BAD_MODEL);
    run_until(&run, 1.0); // and goes on
    CHECK(ab_simulation_time(run.simulation) == 0.4);
    CHECK(run.changes_told == 0);
    finish(&run, AB_OK);
    close_run(&run);
}

static void count_parameter(void *context, const abParameter *parameter) {
    int *counts = context;
    counts[parameter->kind]++;
    CHECK(parameter->path[0] != '\0' && parameter->text != NULL);
    CHECK(!parameter->is_given || parameter->shown != NULL || parameter->kind == AB_PARAMETER_TEXT);
    if (strcmp(parameter->path, "pairs.0.restitution") == 0) {
        CHECK(parameter->is_given);
    }
    if (strcmp(parameter->path, "pairs.0.rolling_resistance") == 0) {
        CHECK(!parameter->is_given && strcmp(parameter->shown, "0") == 0); // the default
    }
}

static void every_kind_of_value_is_listed(void) {
    Run run;
    int counts[4] = {0};
    open_run(&run, s_compliant, path_of("listed"));
    CHECK(ab_simulation_parameters(run.simulation, count_parameter, counts, &s_error) == AB_OK);
    for (int kind = 0; kind < 4; kind++) {
        CHECK(counts[kind] > 0);
    }
    close_run(&run);
}

// Values set many times do not pile up, and the first model may go before the last.
static void values_may_be_set_often(void) {
    Run run;
    char value[20];
    open_run(&run, s_elastic, path_of("often"));
    for (int i = 0; i < 40; i++) {
        snprintf(value, sizeof value, "%g", 0.01 * i);
        CHECK(ab_simulation_set(&run.simulation, "pairs.0.restitution", value, &s_error) == AB_OK);
        run_until(&run, ab_simulation_time(run.simulation));
    }
    CHECK(ab_simulation_change_count(run.simulation) == 40);
    CHECK(ab_simulation_model(run.simulation) != run.model);
    ab_model_destroy(run.model);
    run.model = NULL;
    run_until(&run, 1.0);
    finish(&run, AB_OK);
    close_run(&run);
}

// A cube of 1 m as a mesh on a layer whose modulus is that of a field; where its centre rests.
static double rest_with(const char *field, const char *const changes[][2], int count) {
    static char text[2000];
    snprintf(text, sizeof text,
             "abut: 1\ngravity: [0, 0, -10]\nmaterials: {m: {density: 1000}}\n"
             "pairs: [{materials: [m, m], restitution: 0, sliding_friction: 0}]\n"
             "bodies:\n"
             "  plate: {mobility: fixed, shapes: [{plane: {}, material: m}]}\n"
             "  cube: {position: [0, 0, 0.5], shapes: [{mesh: {collide: surface, points: "
             "[[-0.5,-0.5,-0.5],[0.5,-0.5,-0.5],[0.5,0.5,-0.5],[-0.5,0.5,-0.5],[-0.5,-0.5,0.5],"
             "[0.5,-0.5,0.5],[0.5,0.5,0.5],[-0.5,0.5,0.5]], faces: [[0,2,1],[0,3,2],[4,5,6],"
             "[4,6,7],[0,1,5],[0,5,4],[1,2,6],[1,6,5],[2,3,7],[2,7,6],[3,0,4],[3,4,7]]}, "
             "material: m}]}\n"
             "fields: {soft: {%s}}\n"
             "contacts: [{between: [plate, cube], friction: {law: none}, youngs_modulus_field: "
             "soft, normal: {law: foundation, pressure: linear, thickness: 0.1, poissons_ratio: "
             "0, damping: 6.0e4}}]\n"
             "simulation: {method: stepping, step: 0.005, end_time: 4}\n",
             field);
    Run run = {0};
    open_sound(text, (abLog){0}, &run.model, &run.simulation, &s_error);
    abObserver observer = {.context = &run, .step = stop_at};
    run.until = 2.0;
    CHECK(ab_simulation_run(run.simulation, &observer, &s_error) == AB_STOPPED);
    for (int i = 0; i < count; i++) {
        CHECK(ab_simulation_set(&run.simulation, changes[i][0], changes[i][1], &s_error) == AB_OK);
    }
    CHECK(ab_simulation_change_count(run.simulation) == (size_t)count);
    run.until = 10.0;
    CHECK(ab_simulation_run(run.simulation, &observer, &s_error) == AB_OK);
    abBodyId cube = ab_model_find_body(ab_simulation_model(run.simulation), "cube");
    double height = ab_simulation_body(run.simulation, cube).position.z;
    close_run(&run);
    return height;
}

static void fields_take_other_values(void) {
    static const char *const by_place[][2] = {{"fields.soft.expression", "2.0e5 + 0*x"}};
    static const char *const by_point[][2] = {
        {"fields.soft.vertices", "[2e5, 2e5, 2e5, 2e5, 1e5, 1e5, 1e5, 1e5]"}};
    static const char *const by_face[][2] = {{"fields.soft.faces.0", "2.0e5"},
                                             {"fields.soft[faces][1]", "2.0e5"}};
    const char *place = "expression: '1.0e5 + 0*x'", *point = "on: cube, vertices: [1e5, 1e5, 1e5, "
                                                              "1e5, 1e5, 1e5, 1e5, 1e5]";
    const char *face = "on: cube, faces: [1e5, 1e5, 1e5, 1e5, 1e5, 1e5, 1e5, 1e5, 1e5, 1e5, 1e5, "
                       "1e5]";
    // m g h / (E A); the rest of a swing of 2 s, damped by exp(-60)
    CHECK_NEAR(rest_with(place, NULL, 0), 0.5 - 0.01, 1e-9, 1.0);
    CHECK_NEAR(rest_with(place, by_place, 1), 0.5 - 0.005, 1e-9, 1.0);
    CHECK_NEAR(rest_with(point, by_point, 1), 0.5 - 0.005, 1e-9, 1.0);
    CHECK_NEAR(rest_with(face, by_face, 2), 0.5 - 0.005, 1e-9, 1.0);
}

static void prepare_folder(void) {
    scratch_folder(s_folder);
}

static void remove_folder(void) {
    scratch_remove(s_folder);
}

AB_TESTS(AB_TEST(prepare_folder), AB_TEST(a_run_with_values_set_repeats_to_the_bit),
         AB_TEST(a_run_is_resumed_across_a_change), AB_TEST(a_record_tells_what_was_set),
         AB_TEST(a_value_acts_from_then_on), AB_TEST(a_change_that_makes_a_block_slip_is_told),
         AB_TEST(a_body_comes_in), AB_TEST(a_body_comes_in_only_where_there_is_room),
         AB_TEST(drives_are_set), AB_TEST(wrong_paths_and_values_are_refused),
         AB_TEST(every_kind_of_value_is_listed), AB_TEST(values_may_be_set_often),
         AB_TEST(fields_take_other_values), AB_TEST(remove_folder))
