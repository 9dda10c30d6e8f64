// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// checkpoint.c - everything the future depends on, as bytes.
//
// A checkpoint can be taken where the integrator keeps no history: always with the explicit pair,
// after a restart with the others. What follows from model and state (poses, prepared laws, stages)
// is computed again, by the same operations, so a resumed run has the same bits.

#include <string.h>

#include "integrate/checkpoint.h"
#include "integrate/method.h"

static const char s_magic[8] = "ABUTCP6";

void ab_stream_pass(abStream *stream, void *data, size_t size) {
    if (stream->bytes != NULL && stream->used + size <= stream->size) {
        if (stream->is_reading) {
            memcpy(data, stream->bytes + stream->used, size);
        } else {
            memcpy(stream->bytes + stream->used, data, size);
        }
    } else {
        stream->is_short = true;
    }
    stream->used += size;
}
#define PASS(stream, field) ab_stream_pass((stream), &(field), sizeof(field))

void ab_stream_touch(abStream *stream, abTouch *touch) {
    PASS(stream, touch->shape_a);
    PASS(stream, touch->shape_b);
    PASS(stream, touch->start_speed);
    PASS(stream, touch->start_time);
    PASS(stream, touch->law_memory);
    PASS(stream, touch->deepest);
    PASS(stream, touch->last_rate);
    PASS(stream, touch->depth_scale);
    PASS(stream, touch->speed_scale);
    PASS(stream, touch->side);
    PASS(stream, touch->points);
    PASS(stream, touch->friction_memory);
    PASS(stream, touch->grip_scale);
    PASS(stream, touch->grip_force);
    PASS(stream, touch->sticks);
    PASS(stream, touch->rest_time);
    PASS(stream, touch->bounces);
}

static void pass_rigid_point(abStream *stream, abRigidPoint *point) {
    PASS(stream, point->shape_a);
    PASS(stream, point->shape_b);
    PASS(stream, point->kind);
    PASS(stream, point->a_is_flat);
    PASS(stream, point->sign);
    PASS(stream, point->side);
    PASS(stream, point->id);
    PASS(stream, point->name);
    PASS(stream, point->restitution);
    PASS(stream, point->restitution_kind);
    PASS(stream, point->carries);
    PASS(stream, point->start_time);
    PASS(stream, point->rest_time);
}

static void pass_grip(abStream *stream, abGrip *grip) {
    PASS(stream, grip->shape_a);
    PASS(stream, grip->shape_b);
    PASS(stream, grip->id);
    PASS(stream, grip->mode);
    PASS(stream, grip->place);
    PASS(stream, grip->side);
    PASS(stream, grip->since);
    PASS(stream, grip->direction);
    PASS(stream, grip->has_moved);
    PASS(stream, grip->let_be);
}

// Only those that are there, so the size does not depend on room.
bool ab_stream_regions(abStream *stream, abRegionList *list) {
    PASS(stream, list->count);
    PASS(stream, list->last_id);
    bool ok = !(stream->is_reading && stream->is_short) && list->count >= 0 &&
              list->count <= AB_REGIONS_KEPT;
    for (int i = 0; ok && i < list->count; i++) {
        PASS(stream, list->items[i].id);
        PASS(stream, list->items[i].place);
        PASS(stream, list->items[i].radius);
        PASS(stream, list->items[i].law_memory);
    }
    return ok;
}

static void pass_state(abStream *stream, abSimulation *s, uint64_t *touch_count) {
    abStepper *stepper = ab_run_stepper(s);
    PASS(stream, s->t);
    ab_stream_pass(stream, s->y, ab_dynamics_state_count(&s->dynamics) * sizeof *s->y);
    PASS(stream, stepper->next_h);
    PASS(stream, stepper->control);
    PASS(stream, stepper->is_fresh);
    PASS(stream, s->energy_scale);
    PASS(stream, s->balance_start);
    PASS(stream, s->frame_index);
    PASS(stream, s->extra_frames);
    ab_stream_pass(stream, s->sensors.sides, s->model->sensor_count);
    PASS(stream, s->event_index);
    PASS(stream, s->shared_steps);
    PASS(stream, s->flight_step);
    PASS(stream, s->quiet_steps);
    PASS(stream, s->quiet_start);
    PASS(stream, s->quiet_evaluations);
    PASS(stream, s->small_steps);
    PASS(stream, s->is_warned);
    PASS(stream, s->measure);
    ab_stream_pass(stream, s->dynamics.rests, s->model->body_count * sizeof *s->dynamics.rests);
    ab_stream_pass(stream, s->limits, (s->model->body_count + 1) * sizeof *s->limits);
    ab_stream_pass(stream, s->dynamics.angles,
                   (size_t)s->model->turn_count * sizeof *s->dynamics.angles);
    abStatistics *st = &s->statistics; // all but the pointer
    PASS(stream, st->steps);
    PASS(stream, st->events);
    PASS(stream, st->restarts);
    PASS(stream, st->smallest_step);
    PASS(stream, st->worst_depth);
    PASS(stream, st->worst_depth_time);
    PASS(stream, st->worst_depth_bodies);
    PASS(stream, st->energy_drift);
    PASS(stream, st->energy_scale);
    PASS(stream, st->stiff_time);
    PASS(stream, st->impact_gain);
    PASS(stream, s->hit.seed);
    PASS(stream, s->jammed);
    PASS(stream, s->crowd.start);
    PASS(stream, s->crowd.steps);
    PASS(stream, s->crowd.most);
    PASS(stream, s->crowd.bridged);
    PASS(stream, s->crowd.h);
    PASS(stream, s->crowd.still_h);
    PASS(stream, s->crowd.chain);
    PASS(stream, s->crowd.left);
    PASS(stream, s->crowd.is_behind);
    PASS(stream, s->crowd.is_still);
    PASS(stream, st->bridges);
    PASS(stream, st->bridged_time);
    PASS(stream, s->dynamics.rigid.softness);
    PASS(stream, s->dynamics.rigid.is_unsettled);
    PASS(stream, s->dynamics.rigid.last_name);
    PASS(stream, s->dynamics.evaluations);
    PASS(stream, s->dynamics.proximity_calls);
    for (int use = 0; use < AB_USE_COUNT; use++) {
        PASS(stream, s->steppers[use].rejected);
        PASS(stream, s->steppers[use].jacobians);
    }
    PASS(stream, *touch_count);
}

typedef struct Header {
    char magic[8];
    int32_t use, state_count, body_count, shape_count;
    uint64_t grips, grip_slots; // and room for them in y
    uint64_t rigid_points;
} Header;

static Header header_of(const abSimulation *s) {
    Header header;
    memset(&header, 0, sizeof header);
    memcpy(header.magic, s_magic, sizeof header.magic);
    header.use = s->use;
    header.state_count = s->model->state_count;
    header.body_count = (int32_t)s->model->body_count;
    header.shape_count = (int32_t)s->model->shape_count;
    header.grips = s->dynamics.grips.count;
    header.grip_slots = s->dynamics.grips.slots;
    header.rigid_points = s->dynamics.rigid.count;
    return header;
}

size_t ab_simulation_save(const abSimulation *simulation, void *buffer, size_t size) {
    abSimulation *s = (abSimulation *)simulation; // writing does not change it
    const abStepper *stepper = ab_run_stepper(s);
    bool is_between = stepper->type != NULL && stepper->type->keeps_history && s->shared_steps > 0;
    if (!s->is_started || is_between) {
        return 0;
    }
    if (s->method->before_save != NULL) {
        s->method->before_save(s);
    }
    abStream stream = {.bytes = buffer, .size = size};
    Header header = header_of(s);
    uint64_t count = s->dynamics.touch_count;
    PASS(&stream, header);
    pass_state(&stream, s, &count);
    for (size_t k = 0; k < count; k++) {
        const abTouch *touch = &s->dynamics.touches[k];
        ab_stream_touch(&stream, &s->dynamics.touches[k]);
        if (ab_touch_keeps_regions(touch)) {
            ab_stream_regions(&stream, &s->dynamics.touch_regions[touch->regions].kept);
        }
    }
    for (size_t k = 0; k < s->dynamics.grips.count; k++) {
        pass_grip(&stream, &s->dynamics.grips.list[k]);
    }
    for (size_t k = 0; k < s->dynamics.rigid.count; k++) {
        pass_rigid_point(&stream, &s->dynamics.rigid.points[k]);
    }
    if (s->method->pass != NULL) {
        s->method->pass(s, &stream);
    }
    return stream.used;
}

static bool restore_grips(abStream *stream, abSimulation *s, size_t count) {
    abGrips *grips = &s->dynamics.grips;
    if (!ab_grips_reserve(&s->dynamics, count)) {
        return false;
    }
    grips->count = count;
    for (size_t k = 0; k < count; k++) {
        grips->list[k] = (abGrip){0};
        pass_grip(stream, &grips->list[k]);
    }
    return !stream->is_short && ab_grips_assign(&s->dynamics);
}

// Points of touches that are there, in their order.
static bool restore_rigid_points(abStream *stream, abSimulation *s, size_t count) {
    abDynamics *d = &s->dynamics;
    if (count > stream->size / sizeof(abRigidSide) || !ab_rigid_reserve(d, count)) {
        return false;
    }
    int last = 0;
    for (size_t k = 0; k < count; k++) {
        abRigidPoint *point = &d->rigid.points[k];
        *point = (abRigidPoint){.is_held = true};
        pass_rigid_point(stream, point);
        abRigidPoint link;
        bool is_link = !stream->is_short && point->shape_a == -1 && point->id >= 0 &&
                       (size_t)point->id < ab_rigid_link_count(d) &&
                       ab_rigid_link(d, (size_t)point->id, &link);
        if (is_link) {
            link.carries = point->carries;
            link.name = point->name;
            link.start_time = point->start_time;
            link.rest_time = point->rest_time;
            *point = link;
            continue;
        }
        int touch = stream->is_short ? -1 : ab_dynamics_find(d, point->shape_a, point->shape_b);
        if (touch < last || !d->touches[touch].is_rigid || point->kind < AB_RIGID_ROUND_FLAT ||
            point->kind > AB_RIGID_NEAREST) {
            return false;
        }
        last = touch;
        point->body_a = d->touches[touch].body_a;
        point->body_b = d->touches[touch].body_b;
    }
    d->rigid.count = count;
    return true;
}

static bool restore_regions(abStream *stream, abSimulation *s, abTouch *touch) {
    return ab_regions_open(&s->dynamics, touch) &&
           ab_stream_regions(stream, &s->dynamics.touch_regions[touch->regions].kept);
}

abResult ab_simulation_restore(abSimulation *s, const void *buffer, size_t size, abError *error) {
    const abPlace nowhere = {0};
    AB_TRY(ab_run_check_code(s, error));
    abStream stream = {.bytes = (unsigned char *)buffer, .size = size, .is_reading = true};
    Header header = {0}, wanted = header_of(s);
    PASS(&stream, header);
    wanted.use = header.use;
    wanted.grips = header.grips;
    wanted.grip_slots = header.grip_slots;
    wanted.rigid_points = header.rigid_points;
    if (stream.is_short || memcmp(&header, &wanted, sizeof header) != 0 || header.use < 0 ||
        header.use >= AB_USE_COUNT || (s->method->pass == NULL && !s->has_stepper[header.use])) {
        return ab_error_add(error, AB_IO, nowhere,
                            "the checkpoint is damaged or belongs to another model or version");
    }
    const size_t slots = s->dynamics.grips.slots;
    if (header.grip_slots < slots || header.grips > header.grip_slots ||
        header.grip_slots > size / (AB_GRIP_STATES * sizeof(double)) ||
        (slots == 0 && header.grip_slots > 0)) {
        return ab_error_add(error, AB_IO, nowhere, "the checkpoint is damaged");
    }
    if (header.grip_slots > slots) {
        AB_TRY(ab_run_grow(s, (size_t)header.grip_slots, error));
    }
    s->use = header.use;
    abStepper *stepper = ab_run_stepper(s);
    uint64_t count = 0;
    pass_state(&stream, s, &count);
    double next_h = stepper->next_h, control[AB_STEPPER_CONTROL];
    const bool is_fresh = stepper->is_fresh;
    memcpy(control, stepper->control, sizeof control);
    if (stream.is_short || count > (size - stream.used) / 40 ||
        !ab_dynamics_reserve(&s->dynamics, (size_t)count)) {
        return ab_error_add(error, AB_IO, nowhere, "the checkpoint is damaged");
    }
    s->dynamics.touch_count = 0;
    for (uint64_t k = 0; k < count; k++) {
        abTouch touch = {0};
        ab_stream_touch(&stream, &touch);
        int shapes = (int)s->model->shape_count;
        bool ok = !stream.is_short && touch.shape_a >= 0 && touch.shape_a < touch.shape_b &&
                  touch.shape_b < shapes &&
                  ab_model_may_touch(s->model, touch.shape_a, touch.shape_b);
        if (!ok) {
            return ab_error_add(error, AB_IO, nowhere, "the checkpoint is damaged");
        }
        ab_touch_prepare(s->model, &touch);
        if (s->method->pass == NULL) {
            ab_touch_rest_on_points(&touch);
        }
        if (ab_touch_keeps_regions(&touch) && !restore_regions(&stream, s, &touch)) {
            return ab_error_add(error, AB_IO, nowhere, "the checkpoint is damaged");
        }
        s->dynamics.touches[s->dynamics.touch_count++] = touch;
    }
    if (!restore_grips(&stream, s, (size_t)header.grips)) {
        return ab_error_add(error, AB_IO, nowhere, "the checkpoint is damaged");
    }
    if (!restore_rigid_points(&stream, s, (size_t)header.rigid_points)) {
        return ab_error_add(error, AB_IO, nowhere, "the checkpoint is damaged");
    }
    if (s->method->pass != NULL) {
        s->is_started = s->method->pass(s, &stream) && !stream.is_short;
        return s->is_started ? AB_OK
                             : ab_error_add(error, AB_IO, nowhere, "the checkpoint is damaged");
    }
    ab_run_weights(s);
    if (!stepper->type->restart(stepper, s->t, s->y, next_h)) {
        return ab_run_failed(s, AB_STEP_FAILED, error);
    }
    memcpy(stepper->control, control, sizeof control);
    stepper->is_fresh = is_fresh;
    s->is_started = true;
    return AB_OK;
}
