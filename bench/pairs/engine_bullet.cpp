// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// engine_bullet.cpp - Bullet in double precision: its pair detector (GJK, EPA for depths; keeps its
// axis along a sequence) and the later GJK/EPA of btGjkEpa3.h. Margins are zero, so that solids are
// what they are.

#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkPairDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btPointCollector.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>
#include <btBulletCollisionCommon.h>

#include <cmath>
#include <memory>
#include <vector>

#include <BulletCollision/NarrowPhaseCollision/btGjkEpa3.h>

#include "pairs.h"

namespace {

struct Query {
    const btConvexShape *A, *B;
    btTransform X_A, X_B;
    bool is_start;
};

struct Loaded {
    std::vector<std::unique_ptr<btConvexShape>> solids;
    std::vector<Query> queries;
};

btConvexShape *shape_of(const PairsSolid &s) {
    btConvexInternalShape *out;
    if (s.kind == PAIRS_BOX) {
        out = new btBoxShape(btVector3(s.size[0], s.size[1], s.size[2]));
    } else if (s.kind == PAIRS_CYLINDER) {
        out = new btCylinderShapeZ(btVector3(s.size[1], s.size[1], s.size[0]));
    } else {
        auto *hull = new btConvexHullShape;
        for (int i = 0; i < s.corner_count; i++) {
            hull->addPoint(btVector3(s.corners[3 * i], s.corners[3 * i + 1], s.corners[3 * i + 2]),
                           false);
        }
        hull->recalcLocalAabb();
        out = hull;
    }
    out->setMargin(0.0);
    return out;
}

btTransform transform_of(const PairsPose &X) {
    const double *R = X.R;
    return btTransform(btMatrix3x3(R[0], R[1], R[2], R[3], R[4], R[5], R[6], R[7], R[8]),
                       btVector3(X.p[0], X.p[1], X.p[2]));
}

void *load(const PairsCase *c) {
    auto *l = new Loaded;
    for (int i = 0; i < c->solid_count; i++) {
        l->solids.emplace_back(shape_of(c->solids[i]));
    }
    for (int i = 0; i < c->query_count; i++) {
        const PairsQuery &q = c->queries[i];
        l->queries.push_back(Query{l->solids[q.A].get(), l->solids[q.B].get(), transform_of(q.X_A),
                                   transform_of(q.X_B), q.is_start});
    }
    return l;
}

void set(PairsAnswer &out, double distance, const btVector3 &n) {
    out = PairsAnswer{true, distance, {n[0], n[1], n[2]}};
}

void run_detector(void *loaded, PairsAnswer *answers) {
    auto *l = static_cast<Loaded *>(loaded);
    btVoronoiSimplexSolver simplex;
    btGjkEpaPenetrationDepthSolver depth;
    btVector3 axis(0, 1, 0);
    for (size_t i = 0; i < l->queries.size(); i++) {
        const Query &q = l->queries[i];
        btGjkPairDetector detector(q.A, q.B, &simplex, &depth);
        if (!q.is_start) {
            detector.setCachedSeparatingAxis(axis);
        }
        btGjkPairDetector::ClosestPointInput input;
        input.m_transformA = q.X_A;
        input.m_transformB = q.X_B;
        btPointCollector found;
        detector.getClosestPoints(input, found, nullptr);
        answers[i] = PairsAnswer{};
        if (found.m_hasResult) {
            set(answers[i], found.m_distance, -found.m_normalOnBInWorld);
        }
        axis = detector.getCachedSeparatingAxis();
    }
}

// What btGjkEpa3.h asks of a solid.
struct Placed {
    const btConvexShape *shape;
    const btTransform *X;
    btVector3 getLocalSupportWithMargin(const btVector3 &d) const {
        return shape->localGetSupportVertexNonVirtual(d);
    }
    btVector3 getLocalSupportWithoutMargin(const btVector3 &d) const {
        return shape->localGetSupportVertexWithoutMarginNonVirtual(d);
    }
    const btTransform &getWorldTransform() const {
        return *X;
    }
};

void run_epa3(void *loaded, PairsAnswer *answers) {
    auto *l = static_cast<Loaded *>(loaded);
    for (size_t i = 0; i < l->queries.size(); i++) {
        const Query &q = l->queries[i];
        Placed A{q.A, &q.X_A}, B{q.B, &q.X_B};
        btVector3 guess = q.X_B.getOrigin() - q.X_A.getOrigin();
        btGjkEpaSolver3::sResults found;
        answers[i] = PairsAnswer{};
        if (btGjkEpaSolver3_Distance(A, B, guess, found)) {
            set(answers[i], found.distance, -found.normal);
        } else if (btGjkEpaSolver3_Penetration(A, B, guess, found)) {
            set(answers[i], found.distance, -found.normal);
        }
    }
}

void unload(void *loaded) {
    delete static_cast<Loaded *>(loaded);
}

} // namespace

const char *pairs_bullet_version(void) {
    static char text[16];
    snprintf(text, sizeof text, "%d.%d", btGetVersion() / 100, btGetVersion() % 100);
    return text;
}

const PairsEngine pairs_bullet_detector = {
    "Bullet", "pair detector, double", true, load, run_detector, unload};
const PairsEngine pairs_bullet_epa3 = {"Bullet", "GJK/EPA 3, double", true, load, run_epa3, unload};
