// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// changes.c - the list of values that were set as a run went on.
//
// A change takes its event's index when it is made. Observers hear of it when the run goes on;
// a record may write it before, with a checkpoint.

#include "core/changes.h"

#include <math.h>
#include <string.h>

#include "base/array.h"
#include "base/no_memory.h"
#include "core/simulation_state.h"

static abResult add(abSimulation *s, abChange change, abError *error) {
    abRunChanges *changes = &s->changes;
    change.path = ab_arena_text(&s->arena, change.path);
    change.value = ab_arena_text(&s->arena, change.value);
    if (change.path == NULL || change.value == NULL ||
        !AB_ARRAY_RESERVE(s->allocator, changes->list, changes->capacity, changes->count + 1)) {
        return ab_no_memory(error, (abPlace){0}, "for a change");
    }
    changes->list[changes->count++] = change;
    return AB_OK;
}

abResult ab_run_store_change(abSimulation *s, const char *path, const char *value, abError *error) {
    abChange change = {.time = s->t, .path = path, .value = value, .event = s->clock.event_index};
    AB_TRY(add(s, change, error));
    s->clock.event_index++;
    s->statistics.events[AB_EVENT_CHANGE]++;
    return AB_OK;
}

abResult ab_run_inherit_changes(abSimulation *s, const abSimulation *old, abError *error) {
    for (size_t i = 0; i < old->changes.count; i++) {
        AB_TRY(add(s, old->changes.list[i], error));
    }
    s->changes.told = old->changes.told;
    s->changes.scheduled = old->changes.scheduled;
    return AB_OK;
}

// With a step call after them, at which an integrator with a history can still be saved.
abResult ab_run_notify_changes(abSimulation *s, const abObserver *observer, abError *error) {
    abRunChanges *changes = &s->changes;
    bool any = changes->told < changes->count;
    while (changes->told < changes->count) {
        const abChange *change = &changes->list[changes->told++];
        const abEvent event = {.index = change->event,
                               .time = change->time,
                               .kind = AB_EVENT_CHANGE,
                               .shape_a = -1,
                               .shape_b = -1,
                               .restart = AB_RESTART_FULL,
                               .path = change->path,
                               .text = change->value};
        if (observer->event != NULL) {
            AB_TRY(observer->event(observer->context, &event, error));
        }
    }
    return any && observer->step != NULL ? observer->step(observer->context, s, s->t, error)
                                         : AB_OK;
}

// ---- what the model says ----

abResult ab_run_keep_schedule(abSimulation *s, const abObserver *observer, abError *error) {
    abRunChanges *changes = &s->changes;
    if (s->model->change_count == 0) {
        return AB_OK;
    }
    s->stop_time = INFINITY;
    while (changes->scheduled < s->model->change_count && s->set_scheduled != NULL) {
        size_t next = changes->scheduled;
        if (s->model->changes[next].time > s->t) {
            s->stop_time = s->model->changes[next].time;
            break;
        }
        AB_TRY(s->set_scheduled(s, &s->model->changes[next], error)); // the model may be another
        changes->scheduled = next + 1;
    }
    return ab_run_notify_changes(s, observer, error);
}

// At the very time of a change it is done when its value is among those that the model was read
// with.
void ab_run_find_schedule(abSimulation *s) {
    const abModel *model = s->model;
    size_t count = 0;
    for (; count < model->change_count && model->changes[count].time <= s->t; count++) {
        const abChangeDef *change = &model->changes[count];
        bool is_done = change->time < s->t;
        for (int i = 0; model->source != NULL && !is_done && i < model->source->override_count;
             i++) {
            is_done = strcmp(model->source->overrides[i].path, change->path) == 0 &&
                      strcmp(model->source->overrides[i].value, change->value) == 0;
        }
        if (!is_done) {
            break;
        }
    }
    s->changes.scheduled = count;
}

size_t ab_simulation_change_count(const abSimulation *s) {
    return s->changes.count;
}

abChange ab_simulation_change(const abSimulation *s, size_t index) {
    return s->changes.list[index];
}

const abModel *ab_simulation_model(const abSimulation *s) {
    return s->model;
}
