// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// engine_box2d.cpp - a planar pile by Box2D's sequential impulses: 8 iterations of velocities, 3 of
// positions, as its manual advises for its step of 1/60 s.

#include <box2d/box2d.h>

#include <cmath>
#include <vector>

#include "../stopwatch.h"
#include "piles.h"

extern "C" double pile_box2d(const Pile *pile, const PileRun *run, double (*places)[3],
                             double *fastest) {
    b2World world(b2Vec2(0.0F, -9.81F));
    world.SetAllowSleeping(run->may_sleep);
    b2BodyDef ground_def;
    b2EdgeShape edge;
    edge.SetTwoSided(b2Vec2(-1e3F, 0.0F), b2Vec2(1e3F, 0.0F));
    b2FixtureDef ground_fixture;
    ground_fixture.shape = &edge;
    ground_fixture.friction = float(pile->friction);
    world.CreateBody(&ground_def)->CreateFixture(&ground_fixture);
    b2PolygonShape box;
    box.SetAsBox(float(pile->half[0]), float(pile->half[2]));
    b2FixtureDef fixture;
    fixture.shape = &box;
    fixture.density = float(pile->density);
    fixture.friction = float(pile->friction);
    std::vector<b2Body *> bodies;
    for (int k = 0; k < pile->count; k++) {
        b2BodyDef def;
        def.type = b2_dynamicBody;
        def.position.Set(float(pile->places[k][0]), float(pile->places[k][2]));
        bodies.push_back(world.CreateBody(&def));
        bodies.back()->CreateFixture(&fixture);
    }
    double start = ab_processor_clock();
    int steps = int(std::lround(run->time / run->step));
    for (int i = 0; i < steps; i++) {
        world.Step(float(run->step), run->iterations, 3);
    }
    double seconds = ab_processor_clock() - start;
    *fastest = 0.0;
    for (int k = 0; k < pile->count; k++) {
        const b2Body *body = bodies[size_t(k)];
        places[k][0] = body->GetPosition().x;
        places[k][1] = 0.0;
        places[k][2] = body->GetPosition().y;
        *fastest = std::fmax(*fastest, body->GetLinearVelocity().Length());
    }
    return seconds;
}
