// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// hello.cpp - the library from C++17: handles in unique_ptr, an exception for a problem.

#include <abut/abut.h>

#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>

namespace {

struct Destroy {
    void operator()(abModel *model) const {
        ab_model_destroy(model);
    }
    void operator()(abSimulation *simulation) const {
        ab_simulation_destroy(simulation);
    }
};
using Model = std::unique_ptr<abModel, Destroy>;
using Simulation = std::unique_ptr<abSimulation, Destroy>;

void check(abResult result, const abError &error) {
    if (result != AB_OK) {
        throw std::runtime_error(error.count > 0 ? error.problems[0].text : ab_result_name(result));
    }
}

Model read(const std::string &text, abError &error) {
    abModel *model = nullptr;
    check(ab_model_read_text(text.c_str(), text.size(), "ball.yaml", nullptr, 0, ab_heap(), abLog{},
                             &model, &error),
          error);
    return Model(model);
}

Simulation simulate(const Model &model, abError &error) {
    abSimulation *simulation = nullptr;
    check(ab_simulation_create(model.get(), nullptr, ab_heap(), abLog{}, &simulation, &error),
          error);
    return Simulation(simulation);
}

const std::string text = R"(abut: 1
gravity: [0, 0, -9.81]
materials: {steel: {youngs_modulus: 2.1e11, poissons_ratio: 0.3, density: 7850}}
pairs: [{materials: [steel, steel], restitution: 0.7, sliding_friction: 0.3}]
bodies:
  ground: {mobility: fixed, shapes: [{plane: {}, material: steel}]}
  ball: {position: [0, 0, 1], shapes: [{sphere: {radius: 0.1}, material: steel}]}
simulation: {end_time: 1}
)";

} // namespace

int main() {
    auto error = std::make_unique<abError>();
    ab_error_clear(error.get());
    try {
        Model model = read(text, *error);
        Simulation simulation = simulate(model, *error);
        abBodyId ball = ab_model_find_body(model.get(), "ball");
        for (int i = 1; i <= 10; i++) {
            check(ab_simulation_advance(simulation.get(), 0.1 * i, error.get()), *error);
            std::printf("t = %.1f s  z = %.4f m\n", 0.1 * i,
                        ab_simulation_body(simulation.get(), ball).position.z);
        }
    } catch (const std::exception &problem) {
        std::fprintf(stderr, "%s\n", problem.what());
        return 1;
    }
}
