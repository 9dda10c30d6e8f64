// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// simbody_chain.cpp - the chain of chain.h in Simbody: one evaluation, and its integrators with
// error control from loose to tight.
//
// Time is that of creating the integrator and running to the end; the system is built before.
// Evaluations are realizations of the acceleration stage.

#include <Simbody.h>

#include <cstdio>
#include <memory>

#include "chain.h"
#include "stopwatch.h"

using namespace SimTK;

namespace {

// Rods joined by pins, whose axis is z of both frames: turned to y.
struct Chain {
    MultibodySystem system;
    SimbodyMatterSubsystem matter{system};
    GeneralForceSubsystem forces{system};
    Force::Gravity gravity{forces, matter, Vec3(0, 0, -chain_gravity)};
    MobilizedBodyIndex last{0}; // the rod at the tip

    explicit Chain(int links) {
        Inertia central(chain_inertia_axis, chain_inertia_cross, chain_inertia_cross);
        Vec3 center(0.5 * chain_length, 0, 0);
        Body::Rigid body(MassProperties(
            chain_mass, center, central.shiftFromMassCenter(center, chain_mass)));
        Rotation to_y(-Pi / 2, XAxis);
        for (int i = 0; i < links; i++) {
            Vec3 at(i > 0 ? chain_length : 0.0, 0, 0);
            MobilizedBody::Pin rod(matter.updMobilizedBody(last), Transform(to_y, at), body,
                                   Transform(to_y, Vec3(0)));
            last = rod.getMobilizedBodyIndex();
        }
    }
};

void measure_evaluation(Chain &chain, const State &start, int links) {
    State state = start;
    for (int i = 0; i < state.getNQ(); i++) { // away from the straight line
        state.updQ()[i] = 0.01 * std::sin(0.7 * i);
        state.updU()[i] = 0.1 * std::cos(0.3 * i);
    }
    int times = 20000 / links + 1;
    Stopwatch watch = {};
    watch.budget = 0.2;
    watch.maximum = 20;
    while (stopwatch_again(&watch)) {
        stopwatch_start(&watch);
        for (int i = 0; i < times; i++) {
            state.updQ()[0] = 0.01 + 1e-12 * i; // nothing may be remembered
            chain.system.realize(state, Stage::Acceleration);
        }
        stopwatch_stop(&watch);
    }
    chain_report_evaluation("Simbody", links, watch.minimum / times);
}

template <class T>
void measure_run(Chain &chain, const State &start, const char *name, int links, double accuracy) {
    Stopwatch watch = {};
    watch.budget = 0.1;
    watch.maximum = 20;
    long evaluations = 0;
    Vec3 tip;
    while (stopwatch_again(&watch)) {
        long before = chain.system.getNumRealizationsOfThisStage(Stage::Acceleration);
        stopwatch_start(&watch);
        T integrator(chain.system);
        integrator.setAccuracy(accuracy);
        TimeStepper stepper(chain.system, integrator);
        stepper.initialize(start);
        stepper.stepTo(chain_end);
        stopwatch_stop(&watch);
        evaluations = chain.system.getNumRealizationsOfThisStage(Stage::Acceleration) - before;
        tip = chain.matter.getMobilizedBody(chain.last)
                  .findStationLocationInGround(stepper.getState(), Vec3(chain_length, 0, 0));
    }
    chain_report("Simbody", name, links, accuracy, watch.minimum, evaluations, tip[0], tip[2]);
}

} // namespace

int main() {
    int major, minor, build;
    SimTK_version_simbody(&major, &minor, &build);
    std::printf("about\tSimbody\t%d.%d.%d\n", major, minor, build);
    for (int links : chain_sizes) {
        Chain chain(links);
        State start = chain.system.realizeTopology();
        chain.system.realizeModel(start);
        measure_evaluation(chain, start, links);
        for (int digits = 4; digits <= (links > 100 ? 7 : links > 10 ? 8 : 10); digits++) {
            measure_run<RungeKuttaMersonIntegrator>(chain, start, "Runge-Kutta-Merson", links,
                                                    std::pow(10.0, -digits));
        }
        for (int digits = 4; digits <= 6 && links <= 100; digits++) { // far behind already
            measure_run<RungeKutta3Integrator>(chain, start, "Runge-Kutta 3", links,
                                               std::pow(10.0, -digits));
        }
    }
    return 0;
}
