// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// study_values.c - the values of a case, from the seed and its number alone.

#include <stdio.h>

#include "base/text.h"
#include "study/study.h"

int study_level(const Study *study, int parameter, int64_t number) {
    int64_t combination = number % study->combinations;
    for (int i = study->parameter_count - 1; i > parameter; i--) {
        combination /= study->parameters[i].levels != NULL ? study->parameters[i].level_count : 1;
    }
    return (int)(combination % study->parameters[parameter].level_count);
}

void study_values(const Study *study, int64_t number, StudyValues *out) {
    const Sampling *method = &samplings[study->sampling.method];
    SamplingPlan plan = {study->head.seed, study->sampling.count, study->dimensions};
    int64_t point = number / study->combinations;
    for (int i = 0; i < study->parameter_count; i++) {
        const StudyParameter *p = &study->parameters[i];
        char *text = out->texts[i];
        if (p->levels != NULL) {
            snprintf(text, STUDY_VALUE, "%s", p->levels[study_level(study, i, number)]);
            continue;
        }
        double u = method->coordinate(&plan, point, p->dimension);
        ab_number_text(distribution_value(p->distribution, p->numbers, p->low, p->high, u), text);
    }
}
