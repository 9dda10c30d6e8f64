// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// simbody_drop.cpp - the drop of drop.h in Simbody: both of its contact systems, its integrators
// with error control.
//
// Time is that of creating the integrator and running to the end; the system is built before.
// Evaluations are realizations of the acceleration stage.
//
// Moduli: Simbody adds surfaces as springs of stiffness P^(2/3) in series, so two surfaces of
// plane-strain modulus P make E* = P / 2^1.5, where Hertz has P / 2. P = 2^1.5 E* makes both equal.

#include <Simbody.h>

#include <cstdio>
#include <memory>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "drop.h"
#include "stopwatch.h"

using namespace SimTK;

namespace {

double surface_modulus() {
    double hertz = 0.5 * drop_young / (1.0 - drop_poisson * drop_poisson); // E*
    return std::pow(2.0, 1.5) * hertz;
}

// Ball and ground, without contact.
struct Drop {
    MultibodySystem system;
    SimbodyMatterSubsystem matter{system};
    GeneralForceSubsystem forces{system};
    Force::Gravity gravity{forces, matter, Vec3(0, 0, -drop_gravity)};
    Body::Rigid body{MassProperties(mass(), Vec3(0), mass() * UnitInertia::sphere(drop_radius))};
    Transform ground{Rotation(Pi / 2, YAxis)}; // a half space fills x > 0; so it fills z < 0

    static double mass() {
        return drop_density * 4.0 / 3.0 * Pi * drop_radius * drop_radius * drop_radius;
    }
};

// HuntCrossleyForce on a GeneralContactSubsystem.
struct HuntCrossleyDrop : Drop {
    GeneralContactSubsystem contacts{system};
    MobilizedBody::Free ball;

    HuntCrossleyDrop() : ball(matter.Ground(), body) {
        ContactSetIndex set = contacts.createContactSet();
        contacts.addBody(set, matter.updGround(), ContactGeometry::HalfSpace(), ground);
        contacts.addBody(set, ball, ContactGeometry::Sphere(drop_radius), Transform());
        HuntCrossleyForce force(forces, contacts, set);
        for (int surface = 0; surface < 2; surface++) {
            force.setBodyParameters(ContactSurfaceIndex(surface), surface_modulus(), drop_damping,
                                    0, 0, 0);
        }
    }
};

// CompliantContactSubsystem.
struct CompliantDrop : Drop {
    ContactTrackerSubsystem tracker{system};
    CompliantContactSubsystem contacts{system, tracker};
    MobilizedBody::Free ball;

    CompliantDrop() {
        ContactMaterial steel(surface_modulus(), drop_damping, 0, 0, 0);
        matter.Ground().updBody().addContactSurface(
            ground, ContactSurface(ContactGeometry::HalfSpace(), steel));
        body.addContactSurface(Transform(),
                               ContactSurface(ContactGeometry::Sphere(drop_radius), steel));
        ball = MobilizedBody::Free(matter.Ground(), body);
    }
};

template <class T> std::unique_ptr<Integrator> make(const System &system) {
    return std::unique_ptr<Integrator>(new T(system));
}

std::unique_ptr<Integrator> make_cpodes(const System &system) {
    return std::unique_ptr<Integrator>(new CPodesIntegrator(system, CPodes::BDF));
}

struct Method {
    const char *name;
    std::unique_ptr<Integrator> (*make)(const System &system);
};

const Method methods[] = {
    {"Runge-Kutta-Merson", make<RungeKuttaMersonIntegrator>},
    {"Runge-Kutta 3", make<RungeKutta3Integrator>},
    {"Verlet", make<VerletIntegrator>},
    {"CPodes BDF", make_cpodes},
    {"Runge-Kutta-Feldberg", make<RungeKuttaFeldbergIntegrator>},
};

template <class T>
void measure(T &drop, const State &start, const char *contact, const Method &method,
             double accuracy) {
    std::string setting = std::string(contact) + ", " + method.name;
    Stopwatch watch = {};
    watch.budget = 0.25;
    watch.maximum = 5;
    long evaluations = 0;
    double height = 0.0;
    try {
        while (stopwatch_again(&watch)) {
            long before = drop.system.getNumRealizationsOfThisStage(Stage::Acceleration);
            stopwatch_start(&watch);
            std::unique_ptr<Integrator> integrator = method.make(drop.system);
            integrator->setAccuracy(accuracy);
            TimeStepper stepper(drop.system, *integrator);
            stepper.initialize(start);
            stepper.stepTo(drop_end);
            stopwatch_stop(&watch);
            evaluations = drop.system.getNumRealizationsOfThisStage(Stage::Acceleration) - before;
            height = drop.ball.getBodyOriginLocation(stepper.getState())[2];
        }
    } catch (const std::exception &) {
        _exit(EXIT_FAILURE);
    }
    drop_report("Simbody", setting.c_str(), accuracy, watch.minimum, evaluations, height);
}

// The same in a process of its own: an integrator may throw, or go on for ever with vanishing
// steps. False when it did.
template <class T>
bool measure_apart(T &drop, const State &start, const char *contact, const Method &method,
                   double accuracy) {
    const rlimit limit = {5, 5}; // five times what the dearest good setting needs  [s]
    std::fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        setrlimit(RLIMIT_CPU, &limit);
        measure(drop, start, contact, method, accuracy);
        _exit(EXIT_SUCCESS);
    }
    int status = EXIT_FAILURE;
    waitpid(child, &status, 0);
    return status == EXIT_SUCCESS;
}

template <class T> void measure_all(const char *contact) {
    T drop;
    State start = drop.system.realizeTopology();
    drop.ball.setQToFitTranslation(start, Vec3(0, 0, drop_gap + drop_radius));
    for (const Method &method : methods) {
        bool good = true;
        for (int digits = 5; digits <= 11 && good; digits++) {
            double accuracy = std::pow(10.0, -digits);
            good = measure_apart(drop, start, contact, method, accuracy);
            if (!good) {
                std::printf("failed\tSimbody\t%s, %s\t%.0e\n", contact, method.name, accuracy);
            }
        }
    }
}

} // namespace

int main() {
    int major, minor, build;
    SimTK_version_simbody(&major, &minor, &build);
    std::printf("about\tSimbody\t%d.%d.%d\n", major, minor, build);
    measure_all<HuntCrossleyDrop>("HuntCrossleyForce");
    measure_all<CompliantDrop>("CompliantContact");
    return 0;
}
