// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// rest_test.c - what lies flat stays where it is.
//
// models/resting.yaml and models/stack.yaml for 10 s. From 1 s on no body may move by more than
// 1e-9 m or faster than 1e-9 m/s, its rim included. The contacts of each single body carry its
// weight to 1e-8. In the stack depths are 1e-9 m at heights up to 1 m, whose rounding alone is 1e-7
// of the depth; what its forces sum to is shown, not checked. Which corner is the deepest changes
// with every rounding; nothing else may.

#include "abut/abut.h"
#include "base/check.h"
#include "math/core/elementary.h"
#include "math/core/vector_math.h"

enum { BODIES_MAX = 16 };

static const double s_settled = 1.0, s_gravity = 9.81, s_density = 7850.0, s_reach = 0.2; // SI

typedef struct Watch {
    abVec3 place[BODIES_MAX];   // at s_settled
    double drift[BODIES_MAX];   // largest since                                          [m]
    double rattle[BODIES_MAX];  // largest speed since                                    [m/s]
    double carried[BODIES_MAX]; // by the contacts of the last frame                     [N]
    int frames;
} Watch;

static abResult watch_frame(void *context, const abFrame *frame, abError *error) {
    (void)error;
    Watch *watch = context;
    if (frame->time < s_settled) {
        return AB_OK;
    }
    for (int b = 0; b < frame->body_count; b++) {
        const abBodyState *body = &frame->bodies[b];
        if (watch->frames == 0) {
            watch->place[b] = body->position;
        }
        double displacement = ab_norm(ab_sub(body->position, watch->place[b]));
        double speed = ab_norm(body->velocity) + s_reach * ab_norm(body->angular_velocity);
        watch->drift[b] = fmax(watch->drift[b], displacement);
        watch->rattle[b] = fmax(watch->rattle[b], speed);
        watch->carried[b] = 0.0;
    }
    for (int i = 0; i < frame->contact_count; i++) {
        const abContactState *contact = &frame->contacts[i];
        watch->carried[contact->body_a - 1] -= contact->force.z;
        watch->carried[contact->body_b - 1] += contact->force.z;
    }
    watch->frames++;
    return AB_OK;
}

typedef struct Resting {
    const char *name;
    double volume; // [m^3]
} Resting;

static void they_stay(const char *path, const Resting *bodies, int count, double weight_error) {
    abError error;
    abModel *model = NULL;
    abSimulation *simulation = NULL;
    Watch watch = {0};
    abObserver observer = {.context = &watch, .frame = watch_frame};
    ab_error_clear(&error);
    bool ok =
        ab_model_read(path, NULL, 0, ab_heap(), (abLog){0}, &model, &error) == AB_OK &&
        ab_simulation_create(model, NULL, ab_heap(), (abLog){0}, &simulation, &error) == AB_OK &&
        ab_simulation_run(simulation, &observer, &error) == AB_OK;
    CHECK(ok && watch.frames > 50);
    printf("%-28s %12s %14s %12s\n", path, "drift [m]", "rattle [m/s]", "weight [1]");
    for (int i = 0; i < count && ok; i++) {
        int b = ab_model_find_body(model, bodies[i].name).index - 1;
        double weight = s_density * bodies[i].volume * s_gravity;
        double off = fabs(watch.carried[b] - weight) / weight;
        printf("  %-26s %12.1e %14.1e %12.1e\n", bodies[i].name, watch.drift[b], watch.rattle[b],
               off);
        CHECK(watch.drift[b] <= 1e-9 && watch.rattle[b] <= 1e-9 && off <= weight_error);
    }
    ab_simulation_destroy(simulation);
    ab_model_destroy(model);
}

static void single_bodies(void) {
    const double box = 0.1 * 0.2 * 0.1, cylinder = AB_PI * 0.05 * 0.05 * 0.2;
    const double tube = AB_PI * (0.06 * 0.06 - 0.04 * 0.04) * 0.1;
    const double torus = 2.0 * AB_PI * AB_PI * 0.06 * 0.02 * 0.02;
    const double base = 0.75 * sqrt(3.0) * 0.1 * 0.1, r = 0.05, s = 0.03;
    const Resting bodies[] = {
        {"box", box},
        {"standing_cylinder", cylinder},
        {"lying_cylinder", cylinder},
        {"tetrahedron", base * 0.12 / 3.0},
        {"frustum", AB_PI * 0.1 / 3.0 * (r * r + r * s + s * s)},
        {"box_on_plate", box},
        {"standing_tube", tube},
        {"lying_tube", tube},
        {"torus", torus},
    };
    they_stay("models/resting.yaml", bodies, 9, 1e-8);
}

static void a_stack(void) {
    static char names[10][16];
    Resting boxes[10];
    for (int i = 0; i < 10; i++) {
        snprintf(names[i], sizeof names[i], "box%d", i + 1);
        boxes[i] = (Resting){names[i], 0.001};
    }
    they_stay("models/stack.yaml", boxes, 10, INFINITY);
}

int main(void) {
    single_bodies();
    a_stack();
    printf("%d checks failed\n", s_failed_checks);
    return s_failed_checks > 0;
}
