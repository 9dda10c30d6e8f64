// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// engine_bullet.cpp - a pile by Bullet's sequential impulses.

#include <btBulletDynamicsCommon.h>

#include <cmath>
#include <memory>
#include <vector>

#include "../stopwatch.h"
#include "piles.h"

namespace {

struct World {
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher{&configuration};
    btDbvtBroadphase broadphase;
    btSequentialImpulseConstraintSolver solver;
    btDiscreteDynamicsWorld world{&dispatcher, &broadphase, &solver, &configuration};
    std::vector<std::unique_ptr<btCollisionShape>> shapes;
    std::vector<std::unique_ptr<btRigidBody>> bodies;

    btRigidBody *add(btCollisionShape *shape, double mass, double friction, btVector3 place) {
        btVector3 inertia(0, 0, 0);
        if (mass > 0.0) {
            shape->calculateLocalInertia(btScalar(mass), inertia);
        }
        btRigidBody::btRigidBodyConstructionInfo info(btScalar(mass), nullptr, shape, inertia);
        info.m_friction = btScalar(friction);
        info.m_startWorldTransform.setOrigin(place);
        bodies.push_back(std::make_unique<btRigidBody>(info));
        world.addRigidBody(bodies.back().get());
        return bodies.back().get();
    }

    void add_plane(double x, double y, double z, double offset, double friction) {
        shapes.push_back(std::make_unique<btStaticPlaneShape>(
            btVector3(btScalar(x), btScalar(y), btScalar(z)), btScalar(offset)));
        add(shapes.back().get(), 0.0, friction, btVector3(0, 0, 0));
    }

    ~World() {
        for (auto &body : bodies) {
            world.removeRigidBody(body.get());
        }
    }
};

} // namespace

extern "C" double pile_bullet(const Pile *pile, const PileRun *run, double (*places)[3],
                              double *fastest) {
    World w;
    w.world.setGravity(btVector3(0, 0, btScalar(-9.81)));
    w.world.getSolverInfo().m_numIterations = run->iterations;
    double mu = std::sqrt(pile->friction); // Bullet multiplies the two
    w.add_plane(0, 0, 1, 0, mu);
    if (pile->half_width > 0.0) {
        for (int side = -1; side <= 1; side += 2) {
            w.add_plane(-side, 0, 0, -pile->half_width, mu);
            w.add_plane(0, -side, 0, -pile->half_width, mu);
        }
    }
    btVector3 half{btScalar(pile->half[0]), btScalar(pile->half[1]), btScalar(pile->half[2])};
    double mass = pile->are_bricks ? 8.0 * pile->half[0] * pile->half[1] * pile->half[2]
                                   : 4.0 / 3.0 * M_PI * std::pow(pile->radius, 3);
    btCollisionShape *shape;
    if (pile->are_bricks) {
        shape = new btBoxShape(half);
        shape->setMargin(btScalar(0.001));
    } else {
        shape = new btSphereShape(btScalar(pile->radius));
    }
    w.shapes.emplace_back(shape);
    std::vector<btRigidBody *> bodies;
    for (int k = 0; k < pile->count; k++) {
        const double *p = pile->places[k];
        bodies.push_back(w.add(shape, mass * pile->density, mu,
                               btVector3(btScalar(p[0]), btScalar(p[1]), btScalar(p[2]))));
    }
    double start = ab_processor_clock();
    int steps = int(std::lround(run->time / run->step));
    for (int i = 0; i < steps; i++) {
        w.world.stepSimulation(btScalar(run->step), 0);
    }
    double seconds = ab_processor_clock() - start;
    *fastest = 0.0;
    for (int k = 0; k < pile->count; k++) {
        btVector3 p = bodies[size_t(k)]->getWorldTransform().getOrigin();
        for (int i = 0; i < 3; i++) {
            places[k][i] = p[i];
        }
        *fastest = std::fmax(*fastest, bodies[size_t(k)]->getLinearVelocity().length());
    }
    return seconds;
}
