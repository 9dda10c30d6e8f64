// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// yaml_one.c - a single value by its key, read as the whole file would be.

#include "read/yaml/yaml_one.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "read/yaml/yaml_value.h"

static const char s_file[] = "value";

static abUnits units_of(const abModel *model) {
    abUnits units = {{0}};
    _Static_assert(sizeof units.choice == sizeof model->source->units, "a unit per quantity");
    if (model->source != NULL) {
        memcpy(units.choice, model->source->units, sizeof units.choice);
    }
    return units;
}

// The key of a slot as it reads one value: a component as a number, a value of a field in the unit
// of its quantity.
static abKey key_of(const abModel *model, const abSlot *slot) {
    static const char *const units[] = {
        [AB_FIELD_NUMBER] = "-", [AB_FIELD_LENGTH] = "m", [AB_FIELD_PRESSURE] = "Pa"};
    abKey key = *slot->key;
    if (slot->component >= 0) {
        key.kind = AB_KEY_NUMBER;
    }
    if (slot->owner == AB_OWNER_FIELD && slot->component >= 0) {
        key.unit = units[model->fields[slot->item].def.quantity];
    }
    return key;
}

// An exponent that is part of units: what else stands beside it would be read anew.
static bool turns_units(const abSlot *slot, const abUnits *units) {
    bool any = false, is_si = true;
    for (int i = 0; i < slot->table->key_count; i++) {
        any = any || ab_unit_has_open_power(slot->table->keys[i].unit);
    }
    for (int q = 0; q < AB_QUANTITY_COUNT; q++) {
        is_si = is_si && units->choice[q] == 0;
    }
    return any && !is_si;
}

abResult ab_yaml_one_value(const abModel *model, const abSlot *slot, const char *text,
                           abArena *arena, abValue *out, abError *error) {
    abYamlContext context = {.arena = arena,
                             .units = units_of(model),
                             .error = error,
                             .open_power = 1.0, // in SI any power will do
                             .may_observe = true};
    const abKey key = key_of(model, slot);
    abNode *node = NULL;
    if (turns_units(slot, &context.units)) {
        return ab_error_add(error, AB_USAGE, (abPlace){0}, "%s is read with its units", key.name);
    }
    AB_TRY(ab_yaml_parse(text, strlen(text), s_file, true, arena, &node, error));
    if (node == NULL) {
        return ab_error_add(error, AB_BAD_MODEL, (abPlace){0}, "%s wants a value", key.name);
    }
    bool ok = ab_yaml_value(&context, node, key.name, &key, out);
    return context.is_out_of_memory ? ab_error_add(error, AB_IO, (abPlace){0}, "out of memory")
           : ok                     ? AB_OK
                                    : AB_BAD_MODEL;
}

bool ab_yaml_one_number(const abModel *model, const abSlot *slot, double value,
                        char out[AB_NUMBER_TEXT]) {
    const abUnits units = units_of(model);
    const abKey key = key_of(model, slot);
    abUnitFactor factor;
    if (key.kind != AB_KEY_NUMBER || !ab_unit_factor(&units, key.unit, &factor)) {
        return false;
    }
    double written = ab_unit_from_si(factor, value), best = written;
    const double beside[2] = {nextafter(written, -INFINITY), nextafter(written, INFINITY)};
    for (int i = 0; i < 2; i++) {
        bool is_nearer = fabs(ab_unit_to_si(factor, beside[i]) - value) <
                         fabs(ab_unit_to_si(factor, best) - value);
        best = is_nearer ? beside[i] : best;
    }
    if (isinf(value)) {
        snprintf(out, AB_NUMBER_TEXT, "%s.inf", value < 0.0 ? "-" : "");
    } else {
        ab_number_text(best, out);
    }
    return true;
}
