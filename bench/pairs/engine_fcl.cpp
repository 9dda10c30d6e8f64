// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// engine_fcl.cpp - FCL with either of its solvers, tolerance 1e-6 (at 1e-10 it aborts): its signed
// distance; the solver of its own gives none, so that where solids overlap it is asked for the
// depth of a contact.

#include <fcl/config.h>
#include <fcl/fcl.h>

#include <cmath>
#include <memory>
#include <vector>

#include "pairs.h"

namespace {

using Geometry = std::shared_ptr<fcl::CollisionGeometryd>;

struct Loaded {
    std::vector<Geometry> solids;
    std::vector<std::unique_ptr<fcl::CollisionObjectd>> A, B;
    fcl::DistanceRequestd request;
    fcl::CollisionRequestd depth;
};

Geometry geometry_of(const PairsSolid &s) {
    if (s.kind == PAIRS_BOX) {
        return std::make_shared<fcl::Boxd>(2 * s.size[0], 2 * s.size[1], 2 * s.size[2]);
    }
    if (s.kind == PAIRS_CYLINDER) {
        return std::make_shared<fcl::Cylinderd>(s.size[1], 2 * s.size[0]);
    }
    auto corners = std::make_shared<std::vector<fcl::Vector3d>>();
    auto faces = std::make_shared<std::vector<int>>();
    for (int i = 0; i < s.corner_count; i++) {
        corners->emplace_back(s.corners[3 * i], s.corners[3 * i + 1], s.corners[3 * i + 2]);
    }
    for (int f = 0; f < s.face_count; f++) {
        faces->push_back(s.face_start[f + 1] - s.face_start[f]);
        for (int i = s.face_start[f]; i < s.face_start[f + 1]; i++) {
            faces->push_back(s.face_corners[i]);
        }
    }
    return std::make_shared<fcl::Convexd>(corners, s.face_count, faces);
}

fcl::Transform3d transform_of(const PairsPose &X) {
    fcl::Transform3d out = fcl::Transform3d::Identity();
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            out.linear()(i, j) = X.R[3 * i + j];
        }
        out.translation()[i] = X.p[i];
    }
    return out;
}

void *load(const PairsCase *c, fcl::GJKSolverType solver) {
    auto *l = new Loaded;
    for (int i = 0; i < c->solid_count; i++) {
        l->solids.push_back(geometry_of(c->solids[i]));
    }
    for (int i = 0; i < c->query_count; i++) {
        const PairsQuery &q = c->queries[i];
        l->A.push_back(
            std::make_unique<fcl::CollisionObjectd>(l->solids[q.A], transform_of(q.X_A)));
        l->B.push_back(
            std::make_unique<fcl::CollisionObjectd>(l->solids[q.B], transform_of(q.X_B)));
    }
    l->request.enable_nearest_points = true;
    l->request.enable_signed_distance = solver == fcl::GST_LIBCCD;
    l->depth.enable_contact = true;
    l->depth.gjk_solver_type = solver;
    l->request.distance_tolerance = 1e-6;
    l->request.gjk_solver_type = solver;
    return l;
}

void *load_libccd(const PairsCase *c) {
    return load(c, fcl::GST_LIBCCD);
}

void *load_indep(const PairsCase *c) {
    return load(c, fcl::GST_INDEP);
}

void run(void *loaded, PairsAnswer *answers) {
    auto *l = static_cast<Loaded *>(loaded);
    for (size_t i = 0; i < l->A.size(); i++) {
        fcl::DistanceResultd result;
        answers[i] = PairsAnswer{};
        try {
            fcl::distance(l->A[i].get(), l->B[i].get(), l->request, result);
            answers[i].is_given = true;
            answers[i].distance = result.min_distance;
            if (result.min_distance <= 0.0 && !l->request.enable_signed_distance) {
                fcl::CollisionResultd pair;
                fcl::collide(l->A[i].get(), l->B[i].get(), l->depth, pair);
                answers[i].is_given = pair.numContacts() > 0;
                answers[i].distance = pair.numContacts() > 0
                                          ? -std::fabs(pair.getContact(0).penetration_depth)
                                          : 0.0;
            }
        } catch (const std::exception &) { // it found itself in a state it does not handle
        }
    }
}

void unload(void *loaded) {
    delete static_cast<Loaded *>(loaded);
}

} // namespace

const char *pairs_fcl_version(void) {
    return FCL_VERSION;
}

const PairsEngine pairs_fcl_libccd = {"FCL", "distance, libccd 1e-6", true, load_libccd, run,
                                      unload};
const PairsEngine pairs_fcl_indep = {"FCL", "distance/collide, indep", true, load_indep, run,
                                     unload};
