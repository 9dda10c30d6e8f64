// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// doubts.c - what is implausible of a run that has ended: of its model, of its steps, of its end.

#include "command/doubts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/check/model_checks.h"
#include "model/check/plausibility.h"

// The least of all losses in the book of energy.
static double least_loss(abSimulation *simulation) {
    abEnergyBook book = ab_simulation_energy(simulation);
    return fmin(fmin(book.contact_damping, book.sliding_friction),
                fmin(book.rolling_resistance, book.dampers));
}

// With which contacts press, all together.
static double load(abSimulation *simulation) {
    int count = ab_simulation_contacts(simulation, NULL, 0);
    abContactState *contacts = count > 0 ? calloc((size_t)count, sizeof *contacts) : NULL;
    count = contacts != NULL ? ab_simulation_contacts(simulation, contacts, count) : 0;
    double sum = 0.0;
    for (int i = 0; i < count; i++) {
        sum += isfinite(contacts[i].normal_force) ? fabs(contacts[i].normal_force) : 0.0;
    }
    free(contacts);
    return sum;
}

static void tell_of_end(abSimulation *simulation, const abModel *model, const abLog *log) {
    const abStatistics *s = ab_simulation_statistics(simulation);
    abVec3 *p = calloc(2 * model->body_count + 1, sizeof *p);
    if (p == NULL) {
        return;
    }
    abVec3 *v = p + model->body_count;
    for (int b = 0; b < (int)model->body_count; b++) {
        abBodyState state = ab_simulation_body(simulation, (abBodyId){b + 1});
        p[b] = state.position;
        v[b] = state.velocity;
    }
    abRunEnd end = {.time = ab_simulation_time(simulation),
                    .worst_depth = s->worst_depth,
                    .worst_bodies = {s->worst_depth_bodies[0] - 1, s->worst_depth_bodies[1] - 1},
                    .energy_drift = s->energy_drift,
                    .least_loss = least_loss(simulation),
                    .energy_scale = s->energy_scale,
                    .load = load(simulation),
                    .p = p,
                    .v = v};
    ab_check_plausible_end(model, &end, log);
    free(p);
}

void doubts_tell(abSimulation *simulation, const abLog *log) {
    static abError unheard; // large
    const abModel *model = ab_simulation_model(simulation);
    ab_error_clear(&unheard);
    ab_model_check_plausibility(model, log);
    ab_model_check_contact_steps(model, log, &unheard);
    tell_of_end(simulation, model, log);
}

abResult doubts_count(abRecord *record, int *count, abError *error) {
    *count = 0;
    for (int64_t i = 0; i < ab_record_info(record)->warning_count; i++) {
        const char *text;
        AB_TRY(ab_record_warning(record, i, &text, error));
        *count += strncmp(text, AB_IMPLAUSIBLE, strlen(AB_IMPLAUSIBLE)) == 0;
    }
    return AB_OK;
}
