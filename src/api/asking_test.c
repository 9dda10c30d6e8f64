// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// asking_test.c - advancing in any parts and asking in between changes no bit; what is answered is
// what a frame of that instant tells; a change happens at the time that is shown.

#include <stdlib.h>
#include <string.h>

#include "abut/abut.h"
#include "base/check.h"
#include "base/hash.h"
#include "base/model_fixture.h"

static abError s_error;

// A ball and a box that fall on the ground beside a pendulum that meets a stop.
typedef struct Scene {
    const char *normal, *friction, *simulation;
} Scene;

static const Scene s_scenes[] = {
    {"{law: elastic}", "{law: regularized}", "{method: events, tolerance: 1e-7"},
    {"{law: elastic}", "{law: bristle}", "{method: events, tolerance: 1e-6"},
    {"{law: elastic}", "{law: coulomb}", "{method: events, tolerance: 1e-6"},
    {"{law: rigid}", "{law: coulomb}", "{method: events, tolerance: 1e-5"},
    {"{law: elastic}", "{law: regularized}", "{method: events, integrator: bdf"},
    {"{law: elastic}", "{law: regularized}", "{method: events, integrator: adams"},
    {"{law: rigid}", "{law: coulomb}", "{method: fixed, step: 0.01"},
    {"{law: rigid}", "{law: coulomb}", "{method: stepping, step: 0.005"},
    {"{law: rigid}", "{law: coulomb}",
     "{method: stepping, step: 0.02, step_control: adaptive, tolerance: 1e-4"},
};
enum { SCENES = sizeof s_scenes / sizeof s_scenes[0], BALL = 2, BOX = 3 };

static abModel *read_scene(const Scene *scene) {
    static char text[2000];
    snprintf(text, sizeof text,
             "abut: 1\n"
             "materials: {m: {youngs_modulus: 1.0e7, poissons_ratio: 0.3, density: 1000}}\n"
             "pairs: [{materials: [m, m], restitution: 0.5, sliding_friction: 0.3}]\n"
             "gravity: [0, 0, -9.81]\n"
             "bodies:\n"
             "  ground: {mobility: fixed, shapes: [{plane: {}, material: m}]}\n"
             "  ball: {position: [0, 0, 0.2], velocity: [0.5, 0, 0], shapes: [{sphere: {radius: "
             "0.1}, material: m}]}\n"
             "  box: {position: [1, 0, 0.25], rotation: [0.4, 0.3, 0], shapes: [{box: {size: "
             "[0.2, 0.2, 0.2]}, material: m}]}\n"
             "  bob: {position: [3.5, 0, 2], mass: 1, inertia: [0.1, 0.1, 0.1]}\n"
             "joints:\n  - {type: revolute, between: [ground, bob], position: [3, 0, 2], axis: "
             "[0, 1, 0], position_b: [-0.5, 0, 0]}\n"
             "contacts:\n  - {between: ['*', '*'], normal: %s, friction: %s}\n"
             "simulation: %s, end_time: 0.4, output_interval: 0.0371}\n",
             scene->normal, scene->friction, scene->simulation);
    return sound_model(text, &s_error);
}

// ---- what a run tells, as one number ----

typedef struct Told {
    uint64_t hash;
    int frames, events;
    double last; // time
} Told;

static void add(Told *told, const void *data, size_t size) {
    told->hash = ab_hash_bytes(told->hash, data, size);
}

static abResult note_frame(void *context, const abFrame *frame, abError *error) {
    (void)error;
    Told *told = context;
    CHECK(frame->time >= told->last);
    told->last = frame->time;
    told->frames++;
    add(told, &frame->time, sizeof frame->time);
    add(told, frame->bodies, (size_t)frame->body_count * sizeof *frame->bodies);
    for (int i = 0; i < frame->contact_count; i++) {
        add(told, &frame->contacts[i].force, sizeof(abVec3));
        add(told, &frame->contacts[i].point, sizeof(abVec3));
    }
    add(told, frame->joint_forces, 6 * (size_t)frame->joint_count * sizeof(double));
    return AB_OK;
}

static abResult note_event(void *context, const abEvent *event, abError *error) {
    (void)error;
    Told *told = context;
    told->events++;
    add(told, &event->time, sizeof event->time);
    add(told, &event->kind, sizeof event->kind);
    add(told, &event->speed, sizeof event->speed);
    return AB_OK;
}

static abObserver observer_of(Told *told) {
    *told = (Told){.hash = AB_HASH_START};
    return (abObserver){.context = told, .frame = note_frame, .event = note_event};
}

// The end of a run: what it told, and all it counts.
static void add_end(abSimulation *s, Told *told) {
    const abStatistics *st = ab_simulation_statistics(s);
    abBodyState box = ab_simulation_body(s, (abBodyId){BOX});
    add(told, &box, sizeof box);
    add(told, &st->steps, sizeof st->steps);
    add(told, &st->evaluations, sizeof st->evaluations);
    add(told, &st->proximity_calls, sizeof st->proximity_calls);
    add(told, &st->restarts, sizeof st->restarts);
}

static Told run_whole(const abModel *model) {
    abSimulation *s = simulate_fixture(model, &s_error);
    Told told;
    abObserver observer = observer_of(&told);
    CHECK(ab_simulation_run(s, &observer, &s_error) == AB_OK);
    add_end(s, &told);
    ab_simulation_destroy(s);
    return told;
}

// ---- asking ----

static void ask_everything(abSimulation *s) {
    abContactState contacts[8];
    abContactPoint points[8];
    abDistance distance;
    abRayHit hit;
    abJointState joint;
    double state[13 * 4];
    CHECK(ab_simulation_contacts(s, contacts, 8) >= 0);
    CHECK(ab_simulation_contact_points(s, 2, 0, points, 8) >= 0);
    CHECK(ab_simulation_distance(s, 0, 1, &distance));
    CHECK(ab_simulation_ray(s, (abVec3){1.0, 0.0, 2.0}, (abVec3){0.0, 0.0, -1.0}, &hit));
    CHECK(ab_simulation_joint(s, 0, &joint));
    CHECK(ab_simulation_state(s, state, 13 * 4) == 13 * 4);
    abEnergyBook book = ab_simulation_energy(s);
    CHECK(isfinite(ab_energy_balance(&book)));
}

static void advancing_and_asking_changes_no_bit(void) {
    static const double parts[] = {0.0013, 0.0171, 0.4};
    for (int k = 0; k < SCENES; k++) {
        abModel *model = read_scene(&s_scenes[k]);
        abSimulation *s = simulate_fixture(model, &s_error);
        const int before = s_failed_checks;
        Told whole = s != NULL ? run_whole(model) : (Told){0};
        ab_simulation_destroy(s);
        for (int p = 0; p < 3 && s != NULL; p++) {
            abSimulation *part = simulate_fixture(model, &s_error);
            Told told;
            abObserver observer = observer_of(&told);
            ab_simulation_observe(part, &observer);
            for (int i = 1; ab_simulation_time(part) < 0.4; i++) {
                double time = fmin(i * parts[p], 0.4);
                CHECK(ab_simulation_advance(part, time, &s_error) == AB_OK);
                CHECK(ab_simulation_time(part) == time && told.last <= time);
                ask_everything(part);
            }
            add_end(part, &told);
            CHECK(told.frames == whole.frames && told.events == whole.events);
            CHECK(told.hash == whole.hash);
            ab_simulation_destroy(part);
        }
        if (s_failed_checks > before) {
            printf("  by %s %s %s}\n", s_scenes[k].normal, s_scenes[k].friction,
                   s_scenes[k].simulation);
        }
        ab_model_destroy(model);
    }
}

// Friction with a history, mechanisms, meshes, rigid piles: states and all that is told. Distances
// may be counted anew after asking inside a step.
static uint64_t run_model(const abModel *model, int parts) {
    abSimulation *s = simulate_fixture(model, &s_error);
    double start = ab_simulation_time(s), end = ab_model_simulation(model)->end_time;
    Told told;
    abObserver observer = observer_of(&told);
    ab_simulation_observe(s, &observer);
    for (int i = 1; i <= parts; i++) {
        double time = i == parts ? end : start + (end - start) * i / parts;
        CHECK(ab_simulation_advance(s, time, &s_error) == AB_OK);
        abContactState contacts[64];
        abJointState joint;
        CHECK(parts == 1 || ab_simulation_contacts(s, contacts, 64) >= 0);
        ab_simulation_joint(s, parts == 1 ? -1 : 0, &joint);
    }
    for (int b = 1; b <= ab_model_body_count(model); b++) {
        abBodyState at = ab_simulation_body(s, (abBodyId){b});
        add(&told, &at, sizeof at);
    }
    ab_simulation_destroy(s);
    return told.hash;
}

static void example_models_keep_their_bits(void) {
    static const char *const models[][2] = {
        {"hello", "1"},           {"billiard_4", "1"}, {"rattleback", "0.3"},
        {"rocking_capsule", "1"}, {"sticking", "0.4"}, {"tippe_top", "0.3"},
        {"pin_in_hole", "0.03"},  {"resting", "2"},    {"gear_train_meshes", "0.004"},
    };
    for (size_t i = 0; i < sizeof models / sizeof models[0]; i++) {
        char path[100];
        snprintf(path, sizeof path, "models/%s.yaml", models[i][0]);
        abOverride shorter = {"simulation.end_time", models[i][1]};
        abModel *model = NULL;
        ab_error_clear(&s_error);
        CHECK(ab_model_read(path, &shorter, 1, ab_heap(), (abLog){0}, &model, &s_error) == AB_OK);
        uint64_t whole = run_model(model, 1), asked = run_model(model, 173);
        CHECK(whole == asked);
        if (whole != asked) {
            printf("  of %s\n", path);
        }
        ab_model_destroy(model);
    }
}

static void steps_are_those_of_a_run(void) {
    abModel *model = read_scene(&s_scenes[0]);
    Told whole = run_whole(model), told;
    abSimulation *s = simulate_fixture(model, &s_error);
    abObserver observer = observer_of(&told);
    ab_simulation_observe(s, &observer);
    int steps = 0;
    while (ab_simulation_time(s) < 0.4) {
        CHECK(ab_simulation_step(s, &s_error) == AB_OK);
        ask_everything(s);
        steps++;
    }
    add_end(s, &told);
    CHECK(told.hash == whole.hash);
    CHECK(steps >= ab_simulation_statistics(s)->steps); // some take no time and do not count
    close_fixture(model, s);
}

// ---- answers against frames ----

typedef struct Compared {
    abSimulation *asked; // at each frame advanced to its time
    int contacts, frames;
    double force; // how far forces may lie apart, of 1 N and the normal force
} Compared;

static double apart(abVec3 a, abVec3 b) {
    return fmax(fabs(a.x - b.x), fmax(fabs(a.y - b.y), fabs(a.z - b.z)));
}

static abResult compare_frame(void *context, const abFrame *frame, abError *error) {
    Compared *compared = context;
    abContactState contacts[8];
    AB_TRY(ab_simulation_advance(compared->asked, frame->time, error));
    int count = ab_simulation_contacts(compared->asked, contacts, 8);
    CHECK(count == frame->contact_count);
    for (int i = 0; i < count && i < frame->contact_count; i++) {
        const abContactState *told = &frame->contacts[i];
        // the polynomial's powers round otherwise than its stages, by some 1e-16 of 1 m and 1 m/s;
        // exact friction has the direction of a slip that may be as small as 1e-10 m/s
        CHECK(contacts[i].shape_a == told->shape_a && contacts[i].shape_b == told->shape_b);
        CHECK_NEAR(contacts[i].normal_force, told->normal_force, 1e-12, told->normal_force);
        CHECK_NEAR(apart(contacts[i].force, told->force), 0.0, compared->force,
                   1.0 + told->normal_force);
        CHECK_NEAR(apart(contacts[i].point, told->point), 0.0, 1e-9, 1.0);
        compared->contacts++;
    }
    abJointState joint;
    CHECK(ab_simulation_joint(compared->asked, 0, &joint));
    CHECK_NEAR(joint.force.z, frame->joint_forces[2], 1e-9, 100.0);
    abBodyState box = ab_simulation_body(compared->asked, (abBodyId){BOX});
    CHECK_NEAR(apart(box.position, frame->bodies[BOX - 1].position), 0.0, 1e-13, 1.0);
    compared->frames++;
    return AB_OK;
}

static void answers_are_those_of_a_frame(void) {
    for (int k = 0; k < 3; k++) { // laws that are forces, of a method that steps to a tolerance
        abModel *model = read_scene(&s_scenes[k]);
        abSimulation *s = simulate_fixture(model, &s_error);
        // exact friction, the last, alone needs more: see above
        Compared compared = {.asked = simulate_fixture(model, &s_error),
                             .force = k == 2 ? 1e-5 : 1e-7};
        abObserver observer = {.context = &compared, .frame = compare_frame};
        CHECK(ab_simulation_run(s, &observer, &s_error) == AB_OK);
        CHECK(compared.contacts >= 3 && compared.frames == 12);
        ab_simulation_destroy(compared.asked);
        close_fixture(model, s);
    }
}

static void geometry_is_that_of_the_scene(void) {
    abModel *model = read_scene(&s_scenes[0]);
    abSimulation *s = simulate_fixture(model, &s_error);
    int ball = ab_model_find_shape(model, "ball.sphere"), ground = 0;
    abDistance distance;
    abRayHit hit;
    CHECK(ball == 1 && ab_model_find_shape(model, "nobody") == -1);
    CHECK(ab_simulation_distance(s, ball, ground, &distance));
    CHECK_NEAR(distance.distance, 0.1, 1e-15, 1.0);
    CHECK_NEAR(distance.normal.z, -1.0, 1e-15, 1.0);
    CHECK(ab_simulation_ray(s, (abVec3){0.0, 0.0, 1.0}, (abVec3){0.0, 0.0, -2.0}, &hit));
    CHECK(hit.body == BALL && hit.shape == ball);
    CHECK_NEAR(hit.distance, 0.7, 1e-13, 1.0);
    CHECK(ab_simulation_ray(s, (abVec3){5.0, 0.0, 1.0}, (abVec3){0.0, 0.0, -1.0}, &hit));
    CHECK(hit.shape == ground && hit.body == 1);
    CHECK(!ab_simulation_ray(s, (abVec3){5.0, 0.0, 1.0}, (abVec3){0.0, 0.0, 1.0}, &hit));
    CHECK(!ab_simulation_distance(s, 0, 17, &distance));
    abJointState joint;
    CHECK(ab_simulation_joint(s, 0, &joint) && !ab_simulation_joint(s, 1, &joint));
    // at rest, level: a rod of 1 kg with I about its hinge 0.1 + 0.25; m g (1 - m l^2 / I) is held
    CHECK_NEAR(joint.force.z, 9.81 * (1.0 - 0.25 / 0.35), 1e-9, 9.81);
    CHECK_NEAR(joint.position[5], 0.0, 1e-12, 1.0);
    close_fixture(model, s);
}

// ---- changes ----

// A push at a time inside a step ends the step there.
static void a_change_happens_at_the_time_that_is_shown(void) {
    for (int k = 0; k < SCENES; k++) {
        abModel *model = read_scene(&s_scenes[k]);
        abSimulation *s = simulate_fixture(model, &s_error);
        if (s == NULL) {
            ab_model_destroy(model);
            continue;
        }
        Told told;
        abObserver observer = observer_of(&told);
        ab_simulation_observe(s, &observer);
        const double time = 0.01237; // in the air
        CHECK(ab_simulation_advance(s, time, &s_error) == AB_OK);
        CHECK(ab_simulation_push(s, (abBodyId){BALL}, (abVec3){0.0, 0.0, 0.0},
                                 (abVec3){1.0, 0.0, 0.0}, &s_error) == AB_OK);
        double changed = ab_simulation_time(s);
        CHECK(changed == time);
        CHECK(ab_simulation_advance(s, 0.1, &s_error) == AB_OK);
        abBodyState ball = ab_simulation_body(s, (abBodyId){BALL});
        double mass = 4.0 / 3.0 * 3.14159265358979323846 * 1e-3 * 1000.0;
        // uniform motion before and after; the tolerance of the coarsest run is 1e-4
        CHECK_NEAR(ball.position.x, 0.05 + (0.1 - changed) / mass, 1e-6, 1.0);
        CHECK(ab_simulation_advance(s, 0.4, &s_error) == AB_OK);
        CHECK(told.frames == 12);
        close_fixture(model, s);
    }
}

static void a_state_saved_inside_a_step_goes_on_with_the_same_bits(void) {
    abModel *model = read_scene(&s_scenes[0]);
    abSimulation *s = simulate_fixture(model, &s_error), *other = simulate_fixture(model, &s_error);
    CHECK(ab_simulation_advance(s, 0.1234, &s_error) == AB_OK);
    size_t size = ab_simulation_save(s, NULL, 0);
    void *bytes = malloc(size);
    CHECK(size > 0 && ab_simulation_save(s, bytes, size) == size);
    CHECK(ab_simulation_restore(other, bytes, size, &s_error) == AB_OK);
    CHECK(ab_simulation_time(other) <= 0.1234);
    CHECK(ab_simulation_advance(s, 0.4, &s_error) == AB_OK);
    CHECK(ab_simulation_run(other, NULL, &s_error) == AB_OK);
    abBodyState a = ab_simulation_body(s, (abBodyId){BOX});
    abBodyState b = ab_simulation_body(other, (abBodyId){BOX});
    CHECK(memcmp(&a, &b, sizeof a) == 0);
    free(bytes);
    ab_simulation_destroy(s);
    close_fixture(model, other);
}

// ---- bodies put elsewhere ----

static double balance_of(abSimulation *s) {
    abEnergyBook book = ab_simulation_energy(s);
    return ab_energy_balance(&book);
}

static void a_body_is_put_where_it_is_told(void) {
    for (int k = 0; k < SCENES; k++) {
        abModel *model = read_scene(&s_scenes[k]);
        abSimulation *s = simulate_fixture(model, &s_error);
        if (s == NULL) {
            ab_model_destroy(model);
            continue;
        }
        CHECK(ab_simulation_advance(s, 0.18123, &s_error) == AB_OK); // the ball is on the ground
        CHECK(ab_simulation_step(s, &s_error) == AB_OK); // to its end, where the book is exact
        double before = balance_of(s);
        abBodyState at = ab_simulation_body(s, (abBodyId){BALL});
        at.position = (abVec3){-1.0, 0.0, 0.1 + 0.5 * 9.81 * 0.04};
        at.velocity = (abVec3){0.0, 2.0, 0.0};
        CHECK(ab_simulation_set_body(s, (abBodyId){BALL}, &at, &s_error) == AB_OK);
        double time = ab_simulation_time(s);
        abBodyState now = ab_simulation_body(s, (abBodyId){BALL});
        CHECK_NEAR(apart(now.position, at.position), 0.0, 1e-15, 1.0);
        CHECK_NEAR(apart(now.velocity, at.velocity), 0.0, 1e-15, 1.0);
        CHECK_NEAR(balance_of(s), before, 1e-12, fabs(before) + 100.0);
        CHECK(ab_simulation_advance(s, time + 0.1, &s_error) == AB_OK);
        now = ab_simulation_body(s, (abBodyId){BALL});
        CHECK_NEAR(now.position.y, 0.2, 1e-9, 1.0);
        // half way through its fall; steps of 0.01 s with velocities at their ends err by h g t / 2
        CHECK_NEAR(now.position.z - at.position.z, -0.5 * 9.81 * 0.01, 0.2, 0.05);
        CHECK(ab_simulation_advance(s, 0.4, &s_error) == AB_OK);
        close_fixture(model, s);
    }
}

static void other_velocities_leave_the_contacts(void) {
    abModel *model = read_scene(&s_scenes[0]);
    abSimulation *s = simulate_fixture(model, &s_error);
    abContactState before[8], after[8];
    CHECK(ab_simulation_advance(s, 0.1484, &s_error) == AB_OK);
    CHECK(ab_simulation_contacts(s, before, 8) == 1);
    abBodyState at = ab_simulation_body(s, (abBodyId){BALL});
    at.velocity.y = 0.1;
    CHECK(ab_simulation_set_body(s, (abBodyId){BALL}, &at, &s_error) == AB_OK);
    CHECK(ab_simulation_contacts(s, after, 8) == 1);
    CHECK(before[0].start_speed == after[0].start_speed);
    CHECK_NEAR(after[0].slip.y - before[0].slip.y, 0.1, 1e-6, 1.0);
    CHECK(ab_simulation_set_body(s, (abBodyId){1}, &at, &s_error) == AB_USAGE);
    at.position.x = NAN;
    CHECK(ab_simulation_set_body(s, (abBodyId){BALL}, &at, &s_error) == AB_USAGE);
    close_fixture(model, s);
}

static void a_state_goes_out_and_in(void) {
    abModel *model = read_scene(&s_scenes[0]);
    abSimulation *s = simulate_fixture(model, &s_error);
    double out[52], back[52];
    CHECK(ab_simulation_advance(s, 0.07, &s_error) == AB_OK);
    CHECK(ab_simulation_state(s, out, 52) == 52);
    CHECK(ab_simulation_advance(s, 0.3, &s_error) == AB_OK);
    CHECK(ab_simulation_set_state(s, out, 52, &s_error) == AB_OK);
    CHECK(ab_simulation_state(s, back, 52) == 52);
    for (int i = 0; i < 52; i++) {
        CHECK_NEAR(back[i], out[i], 1e-10, 1.0); // joints are off by as much inside a step
    }
    CHECK(ab_simulation_set_state(s, out, 51, &s_error) == AB_USAGE);
    CHECK(ab_simulation_advance(s, 0.4, &s_error) == AB_OK);
    close_fixture(model, s);
}

static void time_does_not_go_back(void) {
    abModel *model = read_scene(&s_scenes[0]);
    abSimulation *s = simulate_fixture(model, &s_error);
    CHECK(ab_simulation_advance(s, 0.1, &s_error) == AB_OK);
    CHECK(ab_simulation_advance(s, 0.05, &s_error) == AB_USAGE);
    CHECK(ab_simulation_advance(s, NAN, &s_error) == AB_USAGE);
    CHECK(ab_simulation_advance(s, 7.0, &s_error) == AB_OK);
    CHECK(ab_simulation_time(s) == 0.4);
    close_fixture(model, s);
}

AB_TESTS(AB_TEST(advancing_and_asking_changes_no_bit), AB_TEST(example_models_keep_their_bits),
         AB_TEST(steps_are_those_of_a_run), AB_TEST(answers_are_those_of_a_frame),
         AB_TEST(geometry_is_that_of_the_scene),
         AB_TEST(a_change_happens_at_the_time_that_is_shown),
         AB_TEST(a_state_saved_inside_a_step_goes_on_with_the_same_bits),
         AB_TEST(a_body_is_put_where_it_is_told), AB_TEST(other_velocities_leave_the_contacts),
         AB_TEST(a_state_goes_out_and_in), AB_TEST(time_does_not_go_back))
