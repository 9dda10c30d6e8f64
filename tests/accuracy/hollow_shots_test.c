// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// hollow_shots_test.c - balls, capsules and boxes shot at, into and through rings and tubes, also
// from inside: no contact pair is missed.
//
// Nothing pulls, and the spin is about a principal axis, so until the first contact the motion is
//
//   p(t) = p_0 + v t,   R(t) = exp(w t) R_0                                              (1)
//
// At the time of the event the gap along (1) must be nothing, and before it (or up to the end, when
// there was none) not below zero. The contact is a spring of 1e-6 N/m, so bodies pass through each
// other.

#include <stdlib.h>

#include "../verify/sketch.h"
#include "base/check.h"
#include "collide/broad/proximity.h"
#include "collide/pairs/collide.h"
#include "math/core/elementary.h"
#include "math/core/vector_math.h"

enum { SHOTS = 60, SAMPLES = 500 };

static uint64_t s_state = 1;

static double uniform(double low, double high) {
    uint64_t z = (s_state += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return low + (high - low) * (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

static abVec3 uniform_vector(double size) {
    double x = uniform(-size, size), y = uniform(-size, size);
    return (abVec3){x, y, uniform(-size, size)};
}

typedef struct Kind {
    const char *name, *key1, *key2;
    double value1, value2;
} Kind;

static const Kind s_targets[] = {{"torus", "ring_radius", "tube_radius", 0.5, 0.1},
                                 {"torus", "ring_radius", "tube_radius", 0.5, 1e-3},
                                 {"tube", "radius", "inner_radius", 0.5, 0.45},
                                 {"tube", "radius", "inner_radius", 0.4, 0.399}};
static const Kind s_bullets[] = {{"sphere", "radius", NULL, 0.05, 0.0},
                                 {"capsule", "radius", "length", 0.03, 0.2},
                                 {"cone", "radius", "length", 0.05, 0.1}};
enum { TARGETS = sizeof s_targets / sizeof s_targets[0] };

typedef struct Shot {
    int kind;
    abShape shape;
    abPose start; // of the shape, which is centred but for the cone
    abVec3 center, velocity, rotation, spin;
    double pair; // NAN: none
} Shot;

static void set_params(abShapeDef *def, const Kind *kind, double length, abError *error) {
    const char *const keys[] = {kind->key1, kind->key2, length > 0.0 ? "length" : NULL};
    const double values[] = {kind->value1, kind->value2, length};
    CHECK(ab_params_init(&def->params, "shape", def->kind) == AB_OK);
    for (int i = 0; i < 3; i++) {
        CHECK(keys[i] == NULL ||
              ab_params_set(&def->params, "shape", def->kind, keys[i], values[i], error) == AB_OK);
    }
}

// Kept here: the compiled shapes for the reference.
static abShape compiled(const Kind *kind, double length) {
    abShapeDef def = ab_shape_def();
    abError error = {0};
    def.kind = ab_kind_find("shape", kind->name);
    set_params(&def, kind, length, &error);
    abShape shape;
    const abShapeType *type = ab_shape_type((abShapeKind)def.kind);
    CHECK(type->compile(def.params.data, 0.0, NULL, NULL, &shape, (abPlace){0}, &error) == AB_OK);
    return shape;
}

static double tube_length(const Kind *target) {
    return strcmp(target->name, "tube") == 0 ? 0.8 : 0.0;
}

// (1): all bodies turn about their centre of mass.
static double gap_at(const abShape *target, const Shot *shot, double t) {
    abMat3 turn = ab_quat_to_matrix(ab_quat_from_vector(ab_scale(t, shot->spin)));
    abMat3 R = ab_mat3_mul(turn, shot->start.R);
    abVec3 c = ab_add_scaled(shot->center, t, shot->velocity);
    abVec3 to_origin = ab_mul(turn, ab_sub(shot->start.p, shot->center));
    abPose X_WA = ab_pose_identity(), X_WB = {R, ab_add(c, to_origin)};
    abProximity p;
    ab_proximity(target, &X_WA, &shot->shape, &X_WB, &p);
    return p.distance;
}

static Shot random_shot(const abShape *target, double time) {
    Shot s = {.kind = (int)uniform(0.0, 2.999), .pair = NAN};
    s.shape = compiled(&s_bullets[s.kind], 0.0);
    do { // somewhere around or inside, apart
        s.rotation = uniform_vector(AB_PI);
        s.start = (abPose){ab_quat_to_matrix(ab_quat_from_xyz(s.rotation)), uniform_vector(1.0)};
        // a cone has its centre of mass at a quarter of its height
        abVec3 center = {0.0, 0.0, s.kind == 2 ? 0.025 : 0.0};
        s.center = ab_pose_point(s.start, center);
    } while (gap_at(target, &s, 0.0) < 0.01);
    abVec3 aim = uniform_vector(0.6);
    s.velocity = ab_scale(uniform(0.5, 3.0) / time, ab_sub(aim, s.center));
    s.spin = ab_scale(uniform(-20.0, 20.0) / time, ab_column(s.start.R, (int)uniform(0.0, 2.999)));
    return s;
}

static abResult keep_pair(void *context, const abEvent *event, abError *error) {
    (void)error;
    Shot *shot = &((Shot *)context)[event->body_b - 2];
    if (event->kind == AB_EVENT_TOUCH && isnan(shot->pair)) {
        shot->pair = event->time;
    }
    return AB_OK;
}

static void add_body(Sketch *s, const char *name, const Kind *kind, double length,
                     const Shot *shot) {
    abBodyDef body = ab_body_def();
    body.name = name;
    body.mobility = shot == NULL ? AB_MOBILITY_FIXED : AB_MOBILITY_FREE;
    if (shot != NULL) {
        body.position = shot->start.p;
        body.rotation = shot->rotation;
        body.angular_velocity = shot->spin;
        abVec3 arm = ab_sub(shot->start.p, shot->center);
        body.velocity = ab_add(shot->velocity, ab_cross(shot->spin, arm));
    }
    abShapeDef shape = ab_shape_def();
    shape.material = "any";
    shape.group = shot != NULL ? "shots" : NULL;
    shape.kind = ab_kind_find("shape", kind->name);
    set_params(&shape, kind, length, &s->error);
    CHECK(ab_model_add_shape(s->model, sketch_body(s, &body), &shape, NULL, &s->error) == AB_OK);
}

static void run(Sketch *s, Shot *shots, double end) {
    abSimulationDef options = ab_simulation_def();
    options.end_time = end;
    options.tolerance = 1e-6;
    options.output_interval = end;
    options.max_steps = 100000.0;
    options.integrator = 1; // explicit
    ab_model_set_simulation(s->model, &options);
    abSimulation *simulation = NULL;
    abResult result = s->result == AB_OK ? ab_model_compile(s->model, &s->error) : s->result;
    if (result == AB_OK) {
        result =
            ab_simulation_create(s->model, NULL, ab_heap(), (abLog){0}, &simulation, &s->error);
    }
    abObserver observer = {.context = shots, .event = keep_pair};
    if (result == AB_OK) {
        result = ab_simulation_run(simulation, &observer, &s->error);
    }
    if (result != AB_OK) {
        ab_check_failed(__FILE__, __LINE__, s->error.count > 0 ? s->error.problems[0].text : "?");
    }
    ab_simulation_destroy(simulation);
    ab_model_destroy(s->model);
}

static void shoot(const Kind *target, Shot *shots, double end) {
    Sketch s;
    sketch_begin(&s, 0.0);
    sketch_material(&s, "any", 1e9, 0.3, 1000.0);
    sketch_pair(&s, "any", "any", (Pair){.restitution = 1.0});
    add_body(&s, "target", target, tube_length(target), NULL);
    for (int i = 0; i < SHOTS; i++) {
        char name[24];
        snprintf(name, sizeof name, "shot_%d", i);
        add_body(&s, name, &s_bullets[shots[i].kind], 0.0, &shots[i]);
    }
    sketch_rule(&s,
                &(Rule){.between = {"target", "group:shots"},
                        .normal = "hunt_crossley",
                        .normal_values = {{"stiffness", 1e-6}, {"exponent", 1.0}, {"damping", 0.0}},
                        .friction = "none"});
    run(&s, shots, end);
}

static void no_touch_is_missed(void) {
    for (int k = 0; k < TARGETS; k++) {
        abShape target = compiled(&s_targets[k], tube_length(&s_targets[k]));
        double at_pair = 0.0, before = 0.0;
        int pairs = 0;
        for (int m = 0; m < 4; m++) {
            Shot shots[SHOTS];
            double time = m % 2 ? 0.01 : 1.0;
            for (int i = 0; i < SHOTS; i++) {
                shots[i] = random_shot(&target, time);
            }
            shoot(&s_targets[k], shots, time);
            for (int i = 0; i < SHOTS; i++) {
                bool has_touched = !isnan(shots[i].pair);
                double end = has_touched ? shots[i].pair : time;
                pairs += has_touched;
                if (has_touched) {
                    at_pair = fmax(at_pair, fabs(gap_at(&target, &shots[i], end)));
                }
                for (int n = 0; n < SAMPLES; n++) {
                    before = fmax(before, -gap_at(&target, &shots[i], end * n / SAMPLES));
                }
            }
        }
        printf("%-6s %g %g: %d shots touch, gap then %.2g m, depth before %.2g m\n",
               s_targets[k].name, s_targets[k].value1, s_targets[k].value2, pairs, at_pair, before);
        // straight paths of a few metres and turns of 20 radians, at a tolerance of 1e-6
        CHECK(pairs > SHOTS / 2 && at_pair < 1e-9 && before < 1e-9);
    }
}

// A body that carries a plane and a tube: a ball dropped 1 m beside the tube lands at sqrt(2 h /
// g).
static void a_plane_beside_a_tube_is_met_in_time(void) {
    static const Kind plane = {"plane", NULL, NULL, 0.0, 0.0};
    Shot ball = {.pair = NAN};
    ball.start = (abPose){ab_mat3_identity(), {2.0, 0.0, 1.05}};
    ball.center = ball.start.p;
    Sketch s;
    sketch_begin(&s, 9.81);
    sketch_material(&s, "any", 1e9, 0.3, 1000.0);
    sketch_pair(&s, "any", "any", (Pair){.restitution = 1.0});
    abBodyDef ground = ab_body_def();
    ground.name = "target";
    ground.mobility = AB_MOBILITY_FIXED;
    abBodyId id = sketch_body(&s, &ground);
    const Kind *kinds[] = {&plane, &s_targets[2]};
    for (int i = 0; i < 2; i++) {
        abShapeDef shape = ab_shape_def();
        shape.material = "any";
        shape.kind = ab_kind_find("shape", kinds[i]->name);
        set_params(&shape, kinds[i], tube_length(kinds[i]), &s.error);
        CHECK(ab_model_add_shape(s.model, id, &shape, NULL, &s.error) == AB_OK);
    }
    add_body(&s, "ball", &s_bullets[0], 0.0, &ball);
    sketch_rule(&s,
                &(Rule){.between = {"target", "group:shots"},
                        .normal = "hunt_crossley",
                        .normal_values = {{"stiffness", 1e-6}, {"exponent", 1.0}, {"damping", 0.0}},
                        .friction = "none"});
    run(&s, &ball, 0.5);
    CHECK_NEAR(ball.pair, sqrt(2.0 / 9.81), 1e-9, 1.0);
}

AB_TESTS(AB_TEST(a_plane_beside_a_tube_is_met_in_time), AB_TEST(no_touch_is_missed))
