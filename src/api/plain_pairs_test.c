// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// plain_pairs_test.c - contacts of one point without a history have a way of their own through the
// contact pass: it finds the same bits as the way of all others.

#include "abut/abut.h"
#include "base/check.h"
#include "base/model_fixture.h"
#include "core/simulation_state.h"
#include "derivative/evaluate/evaluate.h"
#include "derivative/state/derivative.h"

static abError s_error;

// A ball on a floor, one on that and on a platform that moves, and an eccentric one in the floor;
// all roll, slide and spin.
static const char s_bodies[] =
    "abut: 1\n"
    "materials: {m: {density: 7850, youngs_modulus: 2.0e11, poissons_ratio: 0.3}}\n"
    "pairs: [{materials: [m, m], restitution: 0.6, sliding_friction: 0.4,\n"
    "  rolling_resistance: 0.001}]\n"
    "bodies:\n"
    "  floor: {mobility: fixed, rotation: [0.1, 0.2, 0], shapes: [{plane: {}, material: m}]}\n"
    "  lift:\n"
    "    mobility: prescribed\n"
    "    motion: {x: 0.1194, z: 0.0495 + 0.2*t, ry: 0.3*t}\n"
    "    shapes: [{sphere: {radius: 0.05}, material: m}]\n"
    "  low: {position: [0, 0, 0.0495], velocity: [0.3, 0.1, -0.2], angular_velocity: [1, 2, 3],\n"
    "    shapes: [{sphere: {radius: 0.05}, material: m}]}\n"
    "  high: {position: [0.0597, 0, 0.1291], velocity: [-0.1, 0.2, -0.3], angular_velocity: [3, "
    "-1, "
    "2],\n"
    "    shapes: [{sphere: {radius: 0.05}, material: m}]}\n"
    "  odd: {position: [-0.5, 0.4, 0.2707], velocity: [0.2, 0, 0.1], angular_velocity: [0.4, 5, "
    "-1],\n"
    "    mass: 1, inertia: [0.01, 0.02, 0.03],\n"
    "    shapes: [{sphere: {radius: 0.1}, material: m, position: [0.02, 0.01, -0.03]}]}\n";

// The simulation at its start, with its contacts.
static abSimulation *begin(const char *rule, abModel **model) {
    char text[4000];
    abSimulation *simulation;
    snprintf(text, sizeof text,
             "%scontacts: [{between: ['*', '*'], %s}]\nsimulation: {end_time: 1}\n", s_bodies,
             rule);
    open_sound(text, (abLog){0}, model, &simulation, &s_error);
    must_be_ok(ab_simulation_advance(simulation, 0.0, &s_error), &s_error);
    return simulation;
}

static size_t count_plain(const abSimulation *s) {
    size_t count = 0;
    for (size_t k = 0; k < s->dynamics.contacts->count; k++) {
        count += s->dynamics.contacts->pairs[k].data->is_plain;
    }
    return count;
}

static bool same(const void *a, const void *b, size_t size) {
    return memcmp(a, b, size) == 0;
}

static bool same_contact(const abContactPairNow *a, const abContactPairNow *b) {
    const size_t vector = sizeof(abVec3);
    return same(&a->at.distance, &b->at.distance, sizeof(double)) &&
           same(&a->at.n_AB_W, &b->at.n_AB_W, 3 * vector) && a->at.radius == b->at.radius &&
           same(&a->point, &b->point, vector) && same(&a->normal_W, &b->normal_W, vector) &&
           a->rate == b->rate && a->area == b->area && a->pressure == b->pressure &&
           a->points == b->points && same(&a->normal, &b->normal, sizeof a->normal) &&
           same(&a->slip, &b->slip, vector) && same(&a->force, &b->force, vector) &&
           same(&a->torque, &b->torque, vector) && a->held == b->held && a->storing == b->storing;
}

static void both_ways_give_the_same_bits(void) {
    static const char *const rules[] = {
        "normal: {law: elastic}, friction: {law: regularized}",
        "normal: {law: elastic}, friction: {law: regularized, spin_speed: 0.1}",
        "normal: {law: hertz, damping: 0.2}, friction: {law: none}",
        "normal: {law: flores}, friction: {law: dynamic_only}, masters: sum",
        "normal: {law: hunt_crossley}, friction: {law: static_dynamic}, ignore_deeper_than: 1.0e-3",
    };
    enum { NUMBERS = 200, CONTACTS = 8 };
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) {
        abModel *model;
        abSimulation *s = begin(rules[i], &model);
        abContactSet *set = s->dynamics.contacts;
        double plain[NUMBERS] = {0.0}, general[NUMBERS] = {0.0};
        abContactPairNow now[CONTACTS];
        size_t count = s->dynamics.mechanics.layout.count;
        CHECK(set->count >= 3 && set->count <= CONTACTS && count <= NUMBERS);
        CHECK(count_plain(s) == set->count);
        CHECK(ab_derivative_evaluate(&s->dynamics, s->t, s->y, plain));
        memcpy(now, set->now, set->count * sizeof *now);
        for (size_t k = 0; k < set->count; k++) {
            ((abPairData *)set->pairs[k].data)->is_plain = false;
        }
        CHECK(ab_derivative_evaluate(&s->dynamics, s->t, s->y, general));
        CHECK(same(plain, general, count * sizeof *plain));
        double pressing = 0.0;
        for (size_t k = 0; k < set->count; k++) {
            CHECK(same_contact(&now[k], &set->now[k]));
            pressing += now[k].normal.force;
        }
        CHECK(pressing > 0.0);
        close_fixture(model, s);
    }
}

// Laws that ask for more than depth, rate and slip at one point.
static void others_are_not_plain(void) {
    static const char *const rules[] = {
        "normal: {law: elastic, stiffness: curvature}, friction: {law: regularized}",
        "normal: {law: elastic}, friction: {law: mindlin}",
        "normal: {law: elastic}, friction: {law: coulomb}",
    };
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) {
        abModel *model;
        abSimulation *s = begin(rules[i], &model);
        CHECK(s->dynamics.contacts->count >= 3 && count_plain(s) == 0);
        close_fixture(model, s);
    }
}

AB_TESTS(AB_TEST(both_ways_give_the_same_bits), AB_TEST(others_are_not_plain))
