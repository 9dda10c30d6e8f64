// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// checkpoint.c - everything the future depends on, as bytes.
//
// A checkpoint can be taken where the integrator keeps no history: always with the explicit pair,
// after a restart with the others. What follows from model and state (poses, prepared laws, stages)
// is computed again, by the same operations, so a resumed run has the same bits.

#include "core/checkpoint.h"

#include "base/no_memory.h"

#include <string.h>

#include "core/create.h"
#include "core/frames.h"
#include "core/kept_step.h"
#include "core/method.h"
#include "core/rule_code.h"
#include "core/simulation_state.h"
#include "derivative/friction/tangential_state.h"
#include "derivative/rigid/rigid_points.h"
#include "derivative/state/derivative.h"
#include "mechanics/contact/contact_pairs.h"
#include "mechanics/contact/contact_regions.h"
#include "mechanics/contact/pair_data.h"
#include "mechanics/link/rigid_links.h"
#include "model/compile/may_touch.h"

static const char s_magic[8] = "ABUTCPH";

void ab_stream_bytes(abStream *stream, void *data, size_t size) {
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

void ab_stream_flags(abStream *stream, void *data, size_t size) {
    unsigned char *bytes = data; // a damaged checkpoint may hold any
    ab_stream_bytes(stream, data, size);
    for (size_t i = 0; i < size; i++) {
        bytes[i] = bytes[i] != 0;
    }
}

void ab_stream_contact_pair(abStream *stream, abContactPair *pair) {
    AB_PASS(stream, pair->shape_a);
    AB_PASS(stream, pair->shape_b);
    AB_PASS(stream, pair->start_speed);
    AB_PASS(stream, pair->start_time);
    AB_PASS(stream, pair->law_memory);
    AB_PASS(stream, pair->deepest);
    AB_PASS(stream, pair->last_rate);
    AB_PASS(stream, pair->unpaid);
    AB_PASS(stream, pair->stored);
    AB_PASS(stream, pair->stored_power);
    AB_PASS(stream, pair->depth_scale);
    AB_PASS(stream, pair->speed_scale);
    AB_PASS(stream, pair->side);
    AB_PASS(stream, pair->points);
    AB_PASS(stream, pair->friction_memory);
    AB_PASS(stream, pair->tangential_scale);
    AB_PASS(stream, pair->tangential_normal_force);
    AB_PASS(stream, pair->sticks);
    AB_PASS(stream, pair->sticks_as_told);
    AB_PASS(stream, pair->accumulation_end);
    AB_PASS(stream, pair->is_told);
    AB_PASS(stream, pair->bounces);
}

static void pass_rigid_point(abStream *stream, abRigidPoint *point) {
    AB_PASS(stream, point->shape_a);
    AB_PASS(stream, point->shape_b);
    AB_PASS(stream, point->kind);
    AB_PASS(stream, point->a_is_flat);
    AB_PASS(stream, point->sign);
    AB_PASS(stream, point->side);
    AB_PASS(stream, point->id);
    AB_PASS(stream, point->name);
    AB_PASS(stream, point->restitution);
    AB_PASS(stream, point->restitution_kind);
    AB_PASS(stream, point->carries);
    AB_PASS(stream, point->start_time);
    AB_PASS(stream, point->accumulation_end);
}

static void pass_tangential(abStream *stream, abTangentialState *tangential) {
    AB_PASS(stream, tangential->shape_a);
    AB_PASS(stream, tangential->shape_b);
    AB_PASS(stream, tangential->id);
    AB_PASS(stream, tangential->mode);
    AB_PASS(stream, tangential->place);
    AB_PASS(stream, tangential->pressing);
    AB_PASS(stream, tangential->side);
    AB_PASS(stream, tangential->since);
    AB_PASS(stream, tangential->direction);
    AB_PASS(stream, tangential->has_moved);
    AB_PASS(stream, tangential->let_be);
}

// Where joints with a lock were closed; of the others nothing.
static void pass_locks(abStream *stream, abSimulation *s) {
    const abModel *model = s->model;
    for (size_t j = 0; j < model->joint_count; j++) {
        if (model->joint_defs[j].lock != AB_LOCK_PERMANENT) {
            AB_PASS(stream, s->dynamics.mechanics.locks[j]);
        }
    }
}

// Only those that are there, so the size does not depend on room.
bool ab_stream_regions(abStream *stream, abRegionList *list) {
    AB_PASS(stream, list->count);
    AB_PASS(stream, list->last_id);
    bool ok = !(stream->is_reading && stream->is_short) && list->count >= 0 &&
              list->count <= AB_REGIONS_KEPT;
    for (int i = 0; ok && i < list->count; i++) {
        AB_PASS(stream, list->items[i].id);
        AB_PASS(stream, list->items[i].place);
        AB_PASS(stream, list->items[i].radius);
        AB_PASS(stream, list->items[i].law_memory);
    }
    return ok;
}

// A method without integrators leaves the bytes of theirs blank.
static void pass_part(abStream *stream, abSimulation *s, abCheckpointPart part) {
    enum { NUMBER = sizeof(double), INTEGRATORS = 2 };
    const size_t sizes[AB_PART_COUNT] = {
        [AB_PART_INTEGRATOR] = (1 + AB_STEPPER_CONTROL) * NUMBER + sizeof(bool),
        [AB_PART_STEPS] = 6 * NUMBER,
        [AB_PART_CHOICE] = 5 * NUMBER,
        [AB_PART_LIMITS] = (s->model->body_count + 1) * NUMBER,
        [AB_PART_CROWD] = 9 * NUMBER,
        [AB_PART_REJECTED] = 2 * INTEGRATORS * NUMBER,
    };
    if (s->method->parts != NULL) {
        s->method->parts->pass(s, stream, part);
        return;
    }
    for (size_t i = 0; i < sizes[part]; i++) {
        unsigned char blank = 0;
        AB_PASS(stream, blank);
    }
}

static void pass_state(abStream *stream, abSimulation *s, uint64_t *pair_count) {
    AB_PASS(stream, s->t);
    ab_stream_pass(stream, s->y, s->dynamics.mechanics.layout.count * sizeof *s->y);
    pass_part(stream, s, AB_PART_INTEGRATOR);
    AB_PASS(stream, s->energy.scale);
    AB_PASS(stream, s->energy.balance_start);
    AB_PASS(stream, s->clock.frame_index);
    AB_PASS(stream, s->clock.extra_frames);
    ab_stream_pass(stream, s->sensors.sides, s->model->sensor_count);
    AB_PASS(stream, s->clock.event_index);
    pass_part(stream, s, AB_PART_STEPS);
    AB_PASS(stream, s->is_warned);
    pass_part(stream, s, AB_PART_CHOICE);
    ab_stream_pass(stream, s->dynamics.mechanics.sleeps,
                   s->model->body_count * sizeof *s->dynamics.mechanics.sleeps);
    pass_part(stream, s, AB_PART_LIMITS);
    ab_stream_pass(stream, s->dynamics.mechanics.observations->angles,
                   (size_t)s->model->turn_count *
                       sizeof *s->dynamics.mechanics.observations->angles);
    abStatistics *st = &s->statistics; // all but the pointer
    AB_PASS(stream, st->steps);
    AB_PASS(stream, st->events);
    AB_PASS(stream, st->restarts);
    AB_PASS(stream, st->smallest_step);
    AB_PASS(stream, st->worst_depth);
    AB_PASS(stream, st->worst_depth_time);
    AB_PASS(stream, st->worst_depth_bodies);
    AB_PASS(stream, st->energy_drift);
    AB_PASS(stream, st->energy_scale);
    AB_PASS(stream, st->stiff_time);
    AB_PASS(stream, st->impact_gain);
    AB_PASS(stream, s->dynamics.hit.seed);
    pass_part(stream, s, AB_PART_CROWD);
    AB_PASS(stream, st->dense_steps);
    AB_PASS(stream, st->dense_time);
    AB_PASS(stream, s->dynamics.rigid.softness);
    AB_PASS(stream, s->dynamics.rigid.is_unsettled);
    AB_PASS(stream, s->dynamics.rigid.last_name);
    AB_PASS(stream, s->dynamics.mechanics.evaluations);
    AB_PASS(stream, s->dynamics.mechanics.proximity_calls);
    pass_part(stream, s, AB_PART_REJECTED);
    AB_PASS(stream, *pair_count);
}

typedef struct Header {
    char magic[8];
    int32_t integrator, state_count, body_count, shape_count;
    uint64_t tangential_states, tangential_slots; // and room for them in y
    uint64_t rigid_points;
} Header;

static Header header_of(const abSimulation *s) {
    Header header;
    memset(&header, 0, sizeof header);
    memcpy(header.magic, s_magic, sizeof header.magic);
    header.integrator = s->method->parts != NULL ? s->method->parts->number(s) : 0;
    header.state_count = s->model->state_count;
    header.body_count = (int32_t)s->model->body_count;
    header.shape_count = (int32_t)s->model->shape_count;
    header.tangential_states = s->dynamics.tangential_states.count;
    header.tangential_slots = s->dynamics.mechanics.layout.tangential_slots;
    header.rigid_points = s->dynamics.rigid.count;
    return header;
}

bool ab_run_can_save(const abSimulation *s) {
    const abIntegratorParts *parts = s->method->parts;
    return s->clock.is_started && (parts == NULL || parts->can_save(s));
}

size_t ab_run_save(const abSimulation *simulation, void *buffer, size_t size) {
    abSimulation *s = (abSimulation *)simulation; // writing does not change it
    if (s->method->before_save != NULL) {
        s->method->before_save(s);
    }
    abStream stream = {.bytes = buffer, .size = size};
    Header header = header_of(s);
    uint64_t count = s->dynamics.contacts->count;
    AB_PASS(&stream, header);
    pass_state(&stream, s, &count);
    for (size_t k = 0; k < count; k++) {
        const abContactPair *pair = &s->dynamics.contacts->pairs[k];
        ab_stream_contact_pair(&stream, &s->dynamics.contacts->pairs[k]);
        if (ab_contact_pair_keeps_regions(pair)) {
            ab_stream_regions(&stream, &s->dynamics.contacts->pair_regions[pair->regions].kept);
        }
    }
    for (size_t k = 0; k < s->dynamics.tangential_states.count; k++) {
        pass_tangential(&stream, &s->dynamics.tangential_states.list[k]);
    }
    for (size_t k = 0; k < s->dynamics.rigid.count; k++) {
        pass_rigid_point(&stream, &s->dynamics.rigid.points[k]);
    }
    pass_locks(&stream, s);
    if (s->method->pass != NULL) {
        s->method->pass(s, &stream);
    }
    return stream.used;
}

static bool restore_tangential(abStream *stream, abSimulation *s, size_t count) {
    abTangentialStates *tangential_states = &s->dynamics.tangential_states;
    if (!ab_tangential_reserve(&s->dynamics, count)) {
        return false;
    }
    tangential_states->count = count;
    for (size_t k = 0; k < count; k++) {
        tangential_states->list[k] = (abTangentialState){0};
        pass_tangential(stream, &tangential_states->list[k]);
    }
    return !stream->is_short && ab_tangential_assign(&s->dynamics);
}

// Points of contact pairs that are there, in their order.
static bool restore_rigid_points(abStream *stream, abSimulation *s, size_t count) {
    abDerivative *d = &s->dynamics;
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
                       (size_t)point->id < ab_rigid_link_count(&d->mechanics) &&
                       ab_rigid_link(&d->mechanics, (size_t)point->id, &link);
        if (is_link) {
            link.carries = point->carries;
            link.name = point->name;
            link.start_time = point->start_time;
            link.accumulation_end = point->accumulation_end;
            *point = link;
            continue;
        }
        int pair =
            stream->is_short ? -1 : ab_contacts_find(&d->mechanics, point->shape_a, point->shape_b);
        if (pair < last || !d->contacts->pairs[pair].data->is_rigid ||
            point->kind < AB_RIGID_ROUND_FLAT || point->kind > AB_RIGID_NEAREST) {
            return false;
        }
        last = pair;
        point->body_a = d->contacts->pairs[pair].data->body_a;
        point->body_b = d->contacts->pairs[pair].data->body_b;
    }
    d->rigid.count = count;
    return true;
}

static bool restore_regions(abStream *stream, abSimulation *s, abContactPair *pair) {
    return ab_regions_open(&s->dynamics.mechanics, pair) &&
           ab_stream_regions(stream, &s->dynamics.contacts->pair_regions[pair->regions].kept);
}

static abResult damaged(abError *error) {
    return ab_error_add(error, AB_IO, (abPlace){0}, "the checkpoint is damaged");
}

static abResult restore_touch(abStream *stream, abSimulation *s, abError *error) {
    abContactPair pair = {0};
    ab_stream_contact_pair(stream, &pair);
    int shapes = (int)s->model->shape_count;
    bool ok = !stream->is_short && pair.shape_a >= 0 && pair.shape_a < pair.shape_b &&
              pair.shape_b < shapes && ab_model_may_touch(s->model, pair.shape_a, pair.shape_b);
    if (!ok) {
        return damaged(error);
    }
    pair.data = ab_pair_data_take(&s->dynamics.mechanics, pair.shape_a, pair.shape_b);
    pair.holds_data = true;
    if (pair.data == NULL) {
        return ab_no_memory(error, (abPlace){0}, "for contacts");
    }
    if (ab_contact_pair_keeps_regions(&pair) && !restore_regions(stream, s, &pair)) {
        return damaged(error);
    }
    s->dynamics.contacts->pairs[s->dynamics.contacts->count++] = pair;
    return AB_OK;
}

static abResult restore_touches(abStream *stream, abSimulation *s, uint64_t count, abError *error) {
    if (stream->is_short || count > (stream->size - stream->used) / 40 ||
        !ab_contacts_reserve(&s->dynamics.mechanics, (size_t)count)) {
        return damaged(error);
    }
    ab_contacts_clear(&s->dynamics.mechanics);
    abContactSet *contacts = s->dynamics.contacts;
    for (size_t i = 0; i < contacts->pair_regions_capacity; i++) { // those of all pairs
        contacts->pair_regions[i].is_used = false;
    }
    for (uint64_t k = 0; k < count; k++) {
        AB_TRY(restore_touch(stream, s, error));
    }
    return AB_OK;
}

// Room for as many tangential states as there were. Fixed and implicit steps keep no states of tangential states in y, so
// that any number has room.
static bool fits(const abSimulation *s, const Header *header, size_t size) {
    enum { MINIMUM = 64 }; // bytes of a tangential state
    const size_t slots = s->dynamics.mechanics.layout.tangential_slots;
    bool has_room = s->method->parts == NULL
                        ? header->tangential_states <= size / MINIMUM
                        : header->tangential_states <= header->tangential_slots;
    return header->tangential_slots >= slots && has_room &&
           header->tangential_slots <= size / (AB_TANGENTIAL_NUMBERS * sizeof(double)) &&
           (slots > 0 || header->tangential_slots == 0);
}

// The last letter counts what checkpoints hold.
static bool is_of_another_version(const Header *header) {
    size_t name = strlen(s_magic) - 1;
    return memcmp(header->magic, s_magic, name) == 0 && header->magic[name] != s_magic[name];
}

static abResult read_header(abStream *stream, abSimulation *s, Header *header, abError *error) {
    const abIntegratorParts *parts = s->method->parts;
    Header wanted = header_of(s);
    AB_PASS(stream, *header);
    wanted.integrator = header->integrator;
    wanted.tangential_states = header->tangential_states;
    wanted.tangential_slots = header->tangential_slots;
    wanted.rigid_points = header->rigid_points;
    if (!stream->is_short && is_of_another_version(header)) {
        return ab_error_add(
            error, AB_IO, (abPlace){0},
            "the checkpoint is of another version of abut, which can go on with it; "
            "this one can only start the run anew, with `abut run`");
    }
    if (stream->is_short || memcmp(header, &wanted, sizeof *header) != 0 ||
        (parts != NULL && !parts->choose(s, header->integrator))) {
        return ab_error_add(error, AB_IO, (abPlace){0},
                            "the checkpoint is damaged or belongs to another model");
    }
    return AB_OK;
}

// A time and counts that a run can have come to: what they bound would otherwise not end.
static bool is_in_course(const abSimulation *s) {
    return ab_run_frames_fit(s) && s->clock.event_index >= 0 && s->statistics.steps >= 0;
}

abResult ab_run_restore(abSimulation *s, const void *buffer, size_t size, abError *error) {
    AB_TRY(ab_run_check_code(s, error));
    abStream stream = {.bytes = (unsigned char *)buffer, .size = size, .is_reading = true};
    Header header = {0};
    uint64_t count = 0;
    AB_TRY(read_header(&stream, s, &header, error));
    if (!fits(s, &header, size)) {
        return damaged(error);
    }
    if (header.tangential_slots > s->dynamics.mechanics.layout.tangential_slots) {
        AB_TRY(ab_run_grow(s, (size_t)header.tangential_slots, error));
    }
    ab_run_drop_kept(s);
    pass_state(&stream, s, &count);
    if (!is_in_course(s)) {
        return damaged(error);
    }
    AB_TRY(restore_touches(&stream, s, count, error));
    if (!restore_tangential(&stream, s, (size_t)header.tangential_states) ||
        !restore_rigid_points(&stream, s, (size_t)header.rigid_points)) {
        return damaged(error);
    }
    pass_locks(&stream, s);
    if (s->method->pass != NULL && !(s->method->pass(s, &stream) && !stream.is_short)) {
        s->clock.is_started = false;
        return damaged(error);
    }
    if (s->method->parts != NULL) {
        AB_TRY(s->method->parts->go_on(s, error));
    }
    s->clock.is_started = true;
    return AB_OK;
}
