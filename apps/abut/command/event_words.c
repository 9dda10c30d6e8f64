// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// event_words.c - an event as a line of a log, for people and for machines.

#include "command/event_words.h"

#include <math.h>

#include "base/text.h"

// Of a rope or a joint at its limit; "" of others.
static const char *link_name(const abRecord *record, int link) {
    return link > 0   ? ab_record_force_name(record, link - 1)
           : link < 0 ? ab_record_joint_name(record, -1 - link)
                      : "";
}

// What takes part: a shape, or, of a rope or a limit, a body.
static const char *side_name(const abRecord *record, int shape, int body) {
    return shape >= 0 ? ab_record_shape_name(record, shape)
           : body > 0 ? ab_record_body_name(record, body)
                      : "world";
}

enum { LAW_MEMORY = 4, LAW_NUMBERS = 6 };

// Number `i` of the law with its name; false where the law has none, or it does not act.
static bool law_number(const abRecord *record, const abEvent *e, int i, double *value,
                       const char **name, const char **unit) {
    *name = ab_record_law_number(record, e->normal_law, i, unit);
    *value = i < LAW_MEMORY ? e->law[i] : e->constants[i - LAW_MEMORY];
    return (*name)[0] != '\0' && *value != 0.0 && !isnan(*value);
}

// Of a record from before names were told.
static void print_nameless(const abEvent *e, FILE *out) {
    int count = LAW_MEMORY;
    while (count > 0 && (e->law[count - 1] == 0.0 || isnan(e->law[count - 1]))) {
        count--;
    }
    for (int i = 0; i < count; i++) {
        fprintf(out, "%s%.6g%s", i == 0 ? ", law [" : ", ", e->law[i], i == count - 1 ? "]" : "");
    }
}

static void print_law(const abRecord *record, const abEvent *e, FILE *out) {
    if (e->normal_law == 0) {
        print_nameless(e, out);
    } else {
        fprintf(out, ", law %s", ab_record_law_name(record, e->normal_law));
    }
    for (int i = 0; i < LAW_NUMBERS; i++) {
        double value;
        const char *name, *unit;
        if (law_number(record, e, i, &value, &name, &unit)) {
            fprintf(out, ", %s %.6g %s", name, value, unit);
        }
    }
}

static void print_restart(const abEvent *e, FILE *out) {
    if (e->restart != AB_RESTART_UNKNOWN) {
        fprintf(out, ", restart: %s", ab_event_restart_name(e->restart));
    }
    fprintf(out, "\n");
}

// An event as a person reads a log: what the law fixed is printed as far as it fixed anything.
static void print_text(const abRecord *record, const abEvent *e, FILE *out) {
    if (e->kind == AB_EVENT_CHANGE) {
        fprintf(out, "%-20.15g %-8s %s = %s", e->time, ab_event_name(e->kind), e->path, e->text);
        print_restart(e, out);
        return;
    }
    if (e->kind == AB_EVENT_SENSOR) {
        fprintf(out, "%-20.15g %-8s %s, value %.9g", e->time, ab_event_name(e->kind),
                ab_record_sensor_name(record, e->sensor), e->value);
        print_restart(e, out);
        return;
    }
    fprintf(out, "%-20.15g %-8s %s, %s", e->time, ab_event_name(e->kind),
            side_name(record, e->shape_a, e->body_a), side_name(record, e->shape_b, e->body_b));
    if (e->link != 0) {
        // as series are named
        fprintf(out, e->link > 0 ? ", force(%s)" : ", limit of joint(%s)",
                link_name(record, e->link));
    }
    fprintf(out, "  distance %.3g m, speed %.6g m/s", e->distance, e->speed);
    if (e->normal.x != 0.0 || e->normal.y != 0.0 || e->normal.z != 0.0) { // of turns there is none
        fprintf(out, ", normal [%.6g, %.6g, %.6g]", e->normal.x, e->normal.y, e->normal.z);
    }
    fprintf(out, ", point [%.6g, %.6g, %.6g] m", e->point.x, e->point.y, e->point.z);
    if (e->kind == AB_EVENT_IMPACT) {
        fprintf(out, ", impulse %.6g N s", e->impulse);
        fprintf(out, ", on b [%.6g, %.6g, %.6g] N s", e->push.x, e->push.y, e->push.z);
    }
    if (e->kind == AB_EVENT_RELEASE) {
        fprintf(out, ", depth at most %.6g m, lasted %.6g s", e->depth, e->duration);
    }
    print_law(record, e, out);
    print_restart(e, out);
}

// The numbers of the law by their names; `law` has the memory whatever it means.
static void put_law(abJson *json, const abRecord *record, const abEvent *e) {
    ab_json_numbers(json, "law", e->law, LAW_MEMORY);
    if (e->normal_law == 0) {
        return;
    }
    ab_json_text(json, "normal_law", ab_record_law_name(record, e->normal_law));
    ab_json_open(json, "numbers", '{');
    for (int i = 0; i < LAW_NUMBERS; i++) {
        double value;
        const char *name, *unit;
        if (law_number(record, e, i, &value, &name, &unit)) {
            ab_json_number(json, name, value);
        }
    }
    ab_json_close(json, '}');
}

static void put_event(abJson *json, const abRecord *record, const abEvent *e) {
    ab_json_open(json, NULL, '{');
    ab_json_number(json, "time", e->time);
    ab_json_text(json, "kind", ab_event_name(e->kind));
    if (e->restart != AB_RESTART_UNKNOWN) {
        ab_json_text(json, "restart", ab_event_restart_name(e->restart));
    }
    if (e->kind == AB_EVENT_CHANGE) {
        ab_json_text(json, "path", e->path);
        ab_json_text(json, "value", e->text);
        ab_json_close(json, '}');
        return;
    }
    if (e->kind == AB_EVENT_SENSOR) {
        ab_json_text(json, "sensor", ab_record_sensor_name(record, e->sensor));
        ab_json_number(json, "value", e->value);
        ab_json_close(json, '}');
        return;
    }
    ab_json_text(json, "a", side_name(record, e->shape_a, e->body_a));
    ab_json_text(json, "b", side_name(record, e->shape_b, e->body_b));
    if (e->link != 0) {
        ab_json_text(json, e->link > 0 ? "force" : "joint", link_name(record, e->link));
    }
    ab_json_number(json, "distance", e->distance);
    ab_json_number(json, "speed", e->speed);
    ab_json_vec3(json, "normal", e->normal);
    ab_json_vec3(json, "point", e->point);
    if (e->kind == AB_EVENT_IMPACT) {
        ab_json_number(json, "impulse", e->impulse);
        ab_json_vec3(json, "push", e->push);
    }
    if (e->kind == AB_EVENT_RELEASE) {
        ab_json_number(json, "depth", e->depth);
        ab_json_number(json, "duration", e->duration);
    }
    put_law(json, record, e);
    ab_json_close(json, '}');
}

static abVec3 without_signed_zero(abVec3 v) {
    return (abVec3){v.x + 0.0, v.y + 0.0, v.z + 0.0};
}

void event_print(const abRecord *record, const abEvent *as_given, EventForm form, FILE *out) {
    abEvent e = *as_given, *event = &e; // with zeros as records keep them
    e.normal = without_signed_zero(e.normal);
    e.point = without_signed_zero(e.point);
    e.push = without_signed_zero(e.push);
    if (form == EVENTS_TEXT) {
        print_text(record, event, out);
    } else if (form == EVENTS_JSON) {
        abText text;
        ab_text_init(&text, ab_heap());
        abJson json = ab_json(&text, false);
        put_event(&json, record, event);
        fprintf(out, "%s\n", ab_text_string(&text));
        ab_text_done(&text);
    }
}
