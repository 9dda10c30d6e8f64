// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// fixed_check.c - what method `fixed` cannot run.

#include <math.h>

#include "core/simulation_state.h"
#include "method/fixed/fixed.h"
#include "model/compile/compile_contacts.h"

static abResult check_tangential(const abInteraction *interaction, abError *error) {
    const abContactRuleDef *rule = interaction->rule;
    const char *law = interaction->friction->table->name;
    if (!interaction->friction->tangential->is_exact) {
        return ab_error_add(error, AB_BAD_MODEL, rule->place,
                            "contact between %s and %s: the friction law %s stretches with the "
                            "depth of a contact, and rigid bodies have none; use coulomb, or "
                            "regularized",
                            rule->between[0], rule->between[1], law);
    }
    if (interaction->coefficients.rolling_resistance > 0.0) {
        return ab_error_add(error, AB_BAD_MODEL, rule->place,
                            "contact between %s and %s: rolling_resistance = %g cannot act with "
                            "friction law %s in method fixed; make it 0, or use method events",
                            rule->between[0], rule->between[1],
                            interaction->coefficients.rolling_resistance, law);
    }
    return AB_OK;
}

abResult ab_fixed_check(const abModel *model, const abSimulationDef *options, abError *error) {
    abResult result = AB_OK;
    if (isnan(options->step)) {
        result = ab_error_add(error, AB_BAD_MODEL, options->place,
                              "simulation: method fixed needs the length of its steps; add step: "
                              "0.025, or what suits the model");
    }
    for (int i = 0; i < model->interaction_count; i++) {
        const abInteraction *interaction = &model->interactions[i];
        const abContactRuleDef *rule = interaction->rule;
        if (!ab_interaction_is_rigid(interaction)) {
            result =
                ab_error_add(error, AB_BAD_MODEL, rule->place,
                             "contact between %s and %s: method fixed has rigid contacts only; "
                             "use law: rigid, or another method",
                             rule->between[0], rule->between[1]);
        } else if (interaction->friction->tangential != NULL) {
            result = ab_worse(result, check_tangential(interaction, error));
        }
    }
    return result;
}
