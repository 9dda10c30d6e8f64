// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// shots_test.c - 10 000 spheres, boxes and needles shot at a plate one micrometre thick: none is
// missed.
//
// The contact is a spring of 1e-6 N/m, so bodies pass through and their paths stay known:
//
//   sphere   touches at t = (z0 - r - h) / |vz|, h half the thickness                        (1)
//   box      gap(t) = z0 - |vz| t - h - sum_i |R_zi(t)| s_i / 2, R by the Euler equations    (2)
//   needle   likewise with |R_zx(t)| l / 2 + r: a capsule along x, 20 to 1000 radii long      (3)
//
// (2) and (3) are integrated here by RK4 in steps of 0.02 rad (truncation 1e-8 over a shot). At the
// event the gap of (2) must be nothing, and before it no deeper than the accuracy asked for.
//
// A model holds 100 shots that hit within the same time; all rules are between plate and shots.
//
//     shots_test [--part K/N]     every Nth model from the Kth on

#include <stdlib.h>

#include "../verify/sketch.h"
#include "base/check.h"
#include "math/core/vector_math.h"
#include "part.h"

enum { SHOTS = 100 };

static const double s_half = 0.5e-6; // of the thickness

typedef enum ShotKind { BALL, BOX, NEEDLE } ShotKind;

typedef struct Shot {
    ShotKind kind;
    double radius; // of the bounding sphere
    abVec3 size;   // of the box; length and radius of the needle
    abVec3 position, velocity, rotation, spin;
    double pair; // time of the event, NAN: none
} Shot;

static uint64_t s_state = 1;

static double uniform(double low, double high) {
    uint64_t z = (s_state += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return low + (high - low) * (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

static double log_uniform(double low, double high) {
    return low * pow(high / low, uniform(0.0, 1.0));
}

static abVec3 direction(void) {
    double z = uniform(-1.0, 1.0), a = uniform(0.0, 6.283185307179586), r = sqrt(1.0 - z * z);
    return (abVec3){r * cos(a), r * sin(a), z};
}

// A shot whose centre crosses the plate after about `time`, at most 0.2 m from its middle. It comes
// within 70 degrees of the normal, so it touches at most 0.07 tan 70 + 0.2 < 0.5 m from there.
static Shot random_shot(double time) {
    Shot s = {.kind = (ShotKind)(3.0 * uniform(0.0, 1.0)), .pair = NAN};
    double longest = log_uniform(1e-3, 0.1);
    s.size = (abVec3){longest, longest * uniform(0.1, 1.0), longest * uniform(0.1, 1.0)};
    s.radius = s.kind == BALL ? 0.5 * longest : 0.5 * ab_norm(s.size);
    if (s.kind == NEEDLE) {
        s.size = (abVec3){longest, longest * log_uniform(1e-3, 5e-2), 0.0};
        s.radius = 0.5 * s.size.x + s.size.y;
    }
    double when = time * uniform(0.3, 0.9);
    double speed = log_uniform(fmin(1.0, 0.5 / when), fmin(1000.0, 2.0 / when));
    double tilt = uniform(0.0, 70.0) * 0.017453292519943295, about = uniform(0.0, 6.283185307);
    double side = uniform(0.0, 1.0) < 0.5 ? -1.0 : 1.0; // from below or above
    abVec3 along = {sin(tilt) * cos(about), sin(tilt) * sin(about), -side * cos(tilt)};
    abVec3 aim = {uniform(-0.14, 0.14), uniform(-0.14, 0.14), 0.0};
    // the centre starts so far that the body is clear of the plate, and gets there at `when` or
    // later; `speed` then is what the way and the time allow
    double displacement = fmax(speed * when, (s.radius + 1e-4) / cos(tilt) * 1.01);
    s.velocity = ab_scale(displacement / when, along);
    s.position = ab_sub(aim, ab_scale(displacement, along));
    s.rotation = (abVec3){uniform(-3.0, 3.0), uniform(-1.5, 1.5), uniform(-3.0, 3.0)};
    s.spin = ab_scale(log_uniform(1e-2, fmin(1000.0, 20.0 / time)), direction());
    return s;
}

// ---- the engine ----

static abResult keep_pair(void *context, const abEvent *event, abError *error) {
    (void)error;
    Shot *shots = context;
    int other = event->body_a == 1 ? event->body_b : event->body_a; // the plate is body 1
    CHECK(event->body_a == 1 || event->body_b == 1);
    Shot *shot = &shots[other - 2];
    if (event->kind == AB_EVENT_TOUCH && isnan(shot->pair)) {
        shot->pair = event->time;
    }
    return AB_OK;
}

static void add_shot(Sketch *s, int index, const Shot *shot) {
    char name[20];
    snprintf(name, sizeof name, "shot%d", index);
    abBodyDef body = ab_body_def();
    body.name = name;
    body.position = shot->position;
    body.rotation = shot->rotation;
    body.velocity = shot->velocity;
    body.angular_velocity = shot->spin;
    abBodyId id = sketch_body(s, &body);
    abShapeDef shape = ab_shape_def();
    shape.material = "any";
    shape.group = "shots";
    if (shot->kind == BALL) {
        sketch_shape(s, id, "sphere", shape, "radius", shot->radius, NULL, 0.0);
        return;
    }
    shape.kind = ab_kind_find("shape", shot->kind == BOX ? "box" : "capsule");
    CHECK(ab_params_init(&shape.params, "shape", shape.kind) == AB_OK);
    if (shot->kind == BOX) {
        memcpy(shape.params.data, &shot->size, sizeof shot->size); // what a box begins with
    } else {
        ab_params_set(&shape.params, "shape", shape.kind, "length", shot->size.x, &s->error);
        ab_params_set(&shape.params, "shape", shape.kind, "radius", shot->size.y, &s->error);
        shape.rotation.y = 1.5707963267948966; // its axis is z, a needle here lies along x
    }
    CHECK(ab_model_add_shape(s->model, id, &shape, NULL, &s->error) == AB_OK);
}

static void add_plate(Sketch *s) {
    sketch_material(s, "any", 1e9, 0.3, 1000.0);
    sketch_pair(s, "any", "any", (Pair){.restitution = 1.0});
    abBodyDef plate = ab_body_def();
    plate.name = "plate";
    plate.mobility = AB_MOBILITY_FIXED;
    abShapeDef shape = ab_shape_def();
    shape.material = "any";
    shape.kind = ab_kind_find("shape", "box");
    const abVec3 size = {1.0, 1.0, 2.0 * s_half};
    memcpy(shape.params.data, &size, sizeof size);
    CHECK(ab_model_add_shape(s->model, sketch_body(s, &plate), &shape, NULL, &s->error) == AB_OK);
    sketch_rule(s,
                &(Rule){.between = {"plate", "group:shots"},
                        .normal = "hunt_crossley",
                        .normal_values = {{"stiffness", 1e-6}, {"exponent", 1.0}, {"damping", 0.0}},
                        .friction = "none"});
}

static void shoot(Shot *shots, double end, double tolerance) {
    Sketch s;
    sketch_begin(&s, 0.0);
    add_plate(&s);
    for (int i = 0; i < SHOTS; i++) {
        add_shot(&s, i, &shots[i]);
    }
    abSimulationDef options = ab_simulation_def();
    options.end_time = end;
    options.tolerance = tolerance;
    options.output_interval = end;
    options.max_steps = 100000.0;
    options.integrator = 1; // explicit
    ab_model_set_simulation(s.model, &options);
    abSimulation *simulation = NULL;
    abResult result = s.result == AB_OK ? ab_model_compile(s.model, &s.error) : s.result;
    if (result == AB_OK) {
        result = ab_simulation_create(s.model, NULL, ab_heap(), (abLog){0}, &simulation, &s.error);
    }
    abObserver observer = {.context = shots, .event = keep_pair};
    if (result == AB_OK) {
        result = ab_simulation_run(simulation, &observer, &s.error);
    }
    if (result != AB_OK) {
        ab_check_failed(__FILE__, __LINE__, s.error.count > 0 ? s.error.problems[0].text : "?");
    }
    ab_simulation_destroy(simulation);
    ab_model_destroy(s.model);
}

// ---- what must be ----

typedef struct Turn {
    abQuat q;
    abVec3 w; // in body axes
} Turn;

static Turn turn_rate(Turn s, abVec3 inertia) {
    abQuat q = s.q;
    abVec3 w = s.w;
    return (Turn){
        {0.5 * (-q.x * w.x - q.y * w.y - q.z * w.z), 0.5 * (q.w * w.x + q.y * w.z - q.z * w.y),
         0.5 * (q.w * w.y + q.z * w.x - q.x * w.z), 0.5 * (q.w * w.z + q.x * w.y - q.y * w.x)},
        {(inertia.y - inertia.z) / inertia.x * w.y * w.z,
         (inertia.z - inertia.x) / inertia.y * w.z * w.x,
         (inertia.x - inertia.y) / inertia.z * w.x * w.y}};
}

static Turn moved(Turn s, Turn rate, double h) {
    return (Turn){
        {s.q.w + h * rate.q.w, s.q.x + h * rate.q.x, s.q.y + h * rate.q.y, s.q.z + h * rate.q.z},
        ab_add(s.w, ab_scale(h, rate.w))};
}

static Turn turn_step(Turn s, abVec3 inertia, double h) {
    Turn a = turn_rate(s, inertia), b = turn_rate(moved(s, a, 0.5 * h), inertia);
    Turn c = turn_rate(moved(s, b, 0.5 * h), inertia), d = turn_rate(moved(s, c, h), inertia);
    s = moved(moved(moved(moved(s, a, h / 6.0), b, h / 3.0), c, h / 3.0), d, h / 6.0);
    s.q = ab_quat_unit(s.q);
    return s;
}

static double gap(const Shot *s, const Turn *turn, double t) {
    abMat3 R = ab_quat_to_matrix(turn->q);
    double center = fabs(s->position.z + t * s->velocity.z) - s_half;
    if (s->kind == NEEDLE) {
        return center - 0.5 * fabs(R.m[2][0]) * s->size.x - s->size.y; // (3)
    }
    return center - 0.5 * (fabs(R.m[2][0]) * s->size.x + fabs(R.m[2][1]) * s->size.y +
                           fabs(R.m[2][2]) * s->size.z); // (2)
}

// Principal moments of inertia, up to a factor.
static abVec3 inertia_of(const Shot *s) {
    if (s->kind == BOX) {
        abVec3 a = {s->size.x * s->size.x, s->size.y * s->size.y, s->size.z * s->size.z};
        return (abVec3){a.y + a.z, a.x + a.z, a.x + a.y};
    }
    // by pi r^2: the cylinder, and half-balls with their centroids 3/8 r beyond its ends
    double h = 0.5 * s->size.x, r = s->size.y, barrel = 2.0 * h, ball = 4.0 / 3.0 * r;
    double across =
        barrel * (0.25 * r * r + h * h / 3.0) + ball * (0.4 * r * r + h * h + 0.75 * h * r);
    return (abVec3){0.5 * barrel * r * r + 0.4 * ball * r * r, across, across};
}

typedef struct Worst {
    double ball;    // time error times speed by radius
    double at_pair; // gap at the event by the radius
    double before;  // depth before the event by the radius
    int missed, balls, boxes, needles;
} Worst;

static void judge_ball(const Shot *s, Worst *worst) {
    double speed = fabs(s->velocity.z);
    double exact = (fabs(s->position.z) - s->radius - s_half) / speed;
    worst->ball = fmax(worst->ball, fabs(s->pair - exact) * speed);
    worst->balls++;
}

static void judge_turning(const Shot *s, Worst *worst) {
    abVec3 inertia = inertia_of(s);
    abQuat q = ab_quat_from_xyz(s->rotation);
    Turn turn = {q, ab_mul_t(ab_quat_to_matrix(q), s->spin)};
    int steps = (int)(s->pair * ab_norm(s->spin) / 0.02) + 50;
    double h = s->pair / steps, deepest = 0.0;
    for (int i = 0; i < steps; i++) {
        deepest = fmax(deepest, -gap(s, &turn, i * h));
        turn = turn_step(turn, inertia, h);
    }
    worst->before = fmax(worst->before, deepest / s->radius);
    worst->at_pair = fmax(worst->at_pair, fabs(gap(s, &turn, s->pair)) / s->radius);
    worst->boxes += s->kind == BOX;
    worst->needles += s->kind == NEEDLE;
}

static Worst volley(int models, double tolerance) {
    Worst worst = {0};
    for (int m = 0; m < models; m++) {
        Shot shots[SHOTS];
        double time = log_uniform(1e-4, 0.3);
        for (int i = 0; i < SHOTS; i++) {
            shots[i] = random_shot(time);
        }
        if (!part_is_next()) {
            continue; // the shots are drawn all the same, so each part shoots those of the whole
        }
        shoot(shots, time, tolerance);
        for (int i = 0; i < SHOTS; i++) {
            if (isnan(shots[i].pair)) {
                worst.missed++;
            } else {
                (shots[i].kind == BALL ? judge_ball : judge_turning)(&shots[i], &worst);
            }
        }
    }
    printf(
        "tolerance %-6g %d balls off by %.2g m; %d boxes and %d needles: gap at the touch %.2g R, "
        "depth before it %.2g R; %d missed\n",
        tolerance, worst.balls, worst.ball, worst.boxes, worst.needles, worst.at_pair, worst.before,
        worst.missed);
    return worst;
}

static void none_is_missed_at_a_loose_tolerance(void) {
    Worst worst = volley(100, 1e-3);
    CHECK(worst.missed == 0);
    // straight paths are exact at any tolerance: events lie within 4 resolutions (1e-13 m) and the
    // rounding of coordinates of up to 2 m over a few dozen steps
    CHECK(worst.ball <= 1e-12 + 100 * 4.4e-16);
    // 20 rad of turning in some 20 steps, each with 1e-4 rad allowed
    CHECK(worst.at_pair <= 5e-3);
    CHECK(worst.before <= 5e-3);
}

static void turning_shots_touch_where_they_should(void) {
    Worst worst = volley(2, 1e-8);
    CHECK(worst.missed == 0);
    CHECK(worst.ball <= 1e-12 + 100 * 4.4e-16);
    CHECK(worst.at_pair <= 1e-7); // ten times the tolerance
    CHECK(worst.before <= 1e-7);
}

AB_TESTS_IN_PARTS(AB_TEST(none_is_missed_at_a_loose_tolerance),
                  AB_TEST(turning_shots_touch_where_they_should))
