// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// foundation_simbody.cpp - the scenes of foundation.h in Simbody: ElasticFoundationForce on the
// same triangles; microseconds of one realization of the dynamics stage. With a word only the
// scenes whose names begin so.

#include <Simbody.h>

#include <cstdio>
#include <cstring>

#include "foundation.h"
#include "stopwatch.h"

using namespace SimTK;

namespace {

const char *wanted = "";

PolygonalMesh mesh_of(const Ball *ball) {
    PolygonalMesh mesh;
    for (int i = 0; i < ball->points; i++) {
        mesh.addVertex(Vec3(ball->point[i][0], ball->point[i][1], ball->point[i][2]));
    }
    for (int i = 0; i < ball->triangles; i++) {
        Array_<int> face(3);
        for (int k = 0; k < 3; k++) {
            face[k] = ball->triangle[i][k];
        }
        mesh.addFace(face);
    }
    return mesh;
}

void measure(const char *name, int divisions, double share, bool on_ball, double friction = 0.0,
             bool turns = false) {
    char scene[80];
    std::snprintf(scene, sizeof scene, "%s %d %g", name, 20 << (2 * divisions), share);
    if (std::strncmp(scene, wanted, std::strlen(wanted)) != 0) {
        return;
    }
    Ball *ball = ball_create(divisions);
    double d = share * foundation_radius, k = foundation_stiffness;
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    GeneralContactSubsystem contacts(system);
    ContactSetIndex set = contacts.createContactSet();
    ContactGeometry::TriangleMesh mesh(mesh_of(ball));
    Body::Rigid body(MassProperties(1, Vec3(0), UnitInertia::sphere(foundation_radius)));
    MobilizedBody mobile;
    if (turns) {
        mobile = MobilizedBody::Free(matter.updGround(), Transform(), body, Transform());
    } else {
        mobile = MobilizedBody::Translation(matter.updGround(), Transform(), body, Transform());
    }
    contacts.addBody(set, mobile, mesh, Transform());
    ElasticFoundationForce force(forces, contacts, set);
    force.setBodyParameters(ContactSurfaceIndex(0), k, 0, friction, friction, 0);
    force.setTransitionVelocity(foundation_small_slip);
    if (on_ball) {
        contacts.addBody(set, matter.updGround(), mesh, Transform());
        force.setBodyParameters(ContactSurfaceIndex(1), k, 0, 0, 0, 0);
    } else { // a half space fills x > 0; so it fills z < 0
        contacts.addBody(set, matter.updGround(), ContactGeometry::HalfSpace(),
                         Transform(Rotation(Pi / 2, YAxis)));
    }
    State state = system.realizeTopology();
    Vector q(turns ? 7 : 3, 0.0), u(turns ? 6 : 3, 0.0); // of a free body turning comes first
    int x = turns ? 4 : 0, v = turns ? 3 : 0;
    for (int i = 0; i < 3 && turns; i++) {
        q[0] = 1.0;
        u[i] = foundation_turning[i];
    }
    u[v] = friction > 0.0 ? foundation_slip : 0.0;
    u[v + 2] = -0.1;
    mobile.setUFromVector(state, u);
    double height = (on_ball ? 2.0 : 1.0) * foundation_radius - d;
    Stopwatch watch = {};
    watch.budget = 0.4;
    watch.maximum = 4000;
    while (stopwatch_again(&watch)) {
        stopwatch_start(&watch);
        for (int i = 0; i < FOUNDATION_MOVES; i++) {
            q[x] = foundation_move_x(i);
            q[x + 2] = height + foundation_move_z(i);
            mobile.setQFromVector(state, q);
            system.realize(state, Stage::Dynamics);
        }
        stopwatch_stop(&watch);
    }
    q[x] = 0.0;
    q[x + 2] = height;
    mobile.setQFromVector(state, q);
    system.realize(state, Stage::Dynamics);
    double pressing =
        system.getRigidBodyForces(state, Stage::Dynamics)[mobile.getMobilizedBodyIndex()][1][2];
    double exact = Pi * k * foundation_radius * d * d;
    printf("foundation\tsimbody\t%s\t%d\t%g\t%.2f\t%.6g\n", name, ball->triangles, share,
           1e6 * watch.minimum / FOUNDATION_MOVES, on_ball ? pressing : pressing / exact - 1.0);
    free(ball);
}

} // namespace

int main(int argc, char **argv) {
    wanted = argc > 1 ? argv[1] : "";
    for (int divisions = 3; divisions <= 5; divisions += 2) {
        for (double share : {0.01, 0.1}) {
            measure("plane", divisions, share, false);
            measure("plane_friction", divisions, share, false, foundation_friction);
            measure("plane_turning", divisions, share, false, foundation_friction, true);
            measure("ball_both", divisions, share, true);
        }
    }
    return 0;
}
