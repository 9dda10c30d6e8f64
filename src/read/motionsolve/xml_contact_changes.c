// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// xml_contact_changes.c - Activate, Deactivate and Force_Contact as commands between two Simulate:
// values of contact rules that are set while the run goes on.
//
// Several Simulate are one run here, so a command behind one of them acts at the time at which that
// one ends. Each command makes a contact as it is from then on; what differs from before becomes
// changes of the rules of its pairs.

#include "read/motionsolve/xml_contacts.h"

#include <math.h>
#include <string.h>

#include "base/text.h"
#include "model/core/model.h"
#include "model/kinds/tables.h"
#include "read/motionsolve/xml_reader.h"
#include "read/motionsolve/xml_table.h"
#include "read/yaml/yaml_write.h"

// ---- from one rule to the next ----

// The rules of a contact are those from `first` on to the end of the list.
typedef struct Change {
    abXmlReader *reader;
    abXmlThing *thing;
    size_t first;
} Change;

static void set_in_each(const Change *change, const char *key, const char *value) {
    abXmlReader *reader = change->reader;
    for (size_t i = change->first; i < reader->model->rule_count && value != NULL; i++) {
        abChangeDef def = ab_change_def();
        def.place = change->thing->element->place;
        def.time = change->thing->time;
        def.path = ab_xml_text(reader, "contacts.%zu.%s", i, key);
        def.value = value;
        if (def.path != NULL) {
            ab_xml_added(reader, change->thing,
                         ab_model_add_change(reader->model, &def, reader->context.error));
        }
    }
}

static bool is_same_law(const char *list, int kind, const abParams *params, int other_kind,
                        const abParams *other) {
    return kind == other_kind && // routines are the same, see fixed_key()
           (kind == ab_kind_find(list, "user") ||
            memcmp(params->data, other->data, ab_choice_find(list)->table(kind)->size) == 0);
}

static void set_law(const Change *change, const char *key, const char *list, int kind,
                    const abParams *params) {
    abText text;
    ab_text_init(&text, change->reader->context.arena->allocator);
    ab_yaml_write_law(list, kind, params, &text);
    if (text.failed) {
        change->reader->context.is_out_of_memory = true;
    } else {
        set_in_each(change, key, ab_xml_text(change->reader, "%s", ab_text_string(&text)));
    }
    ab_text_done(&text);
}

static bool is_same_number(double a, double b) {
    return a == b || (isnan(a) && isnan(b));
}

static void add_changes(const Change *change, const abContactRuleDef *old,
                        const abContactRuleDef *now) {
    abXmlReader *reader = change->reader;
    if (!is_same_law("normal law", old->normal_law, &old->normal, now->normal_law, &now->normal)) {
        set_law(change, "normal", "normal law", now->normal_law, &now->normal);
    }
    if (!is_same_law("friction law", old->friction_law, &old->friction, now->friction_law,
                     &now->friction)) {
        set_law(change, "friction", "friction law", now->friction_law, &now->friction);
    }
    if (!is_same_number(old->ignore_deeper_than, now->ignore_deeper_than)) {
        set_in_each(change, "ignore_deeper_than",
                    ab_xml_text(reader, "%.17g", now->ignore_deeper_than));
    }
    if (old->manifold != now->manifold) {
        set_in_each(change, "manifold",
                    now->manifold == AB_MANIFOLD_CENTROID ? "centroid" : "full");
    }
    if (old->masters != now->masters) {
        set_in_each(change, "masters", now->masters == AB_MASTERS_SUM ? "sum" : "mean");
    }
    if (old->enabled != now->enabled) {
        set_in_each(change, "enabled", now->enabled ? "true" : "false");
    }
}

void ab_xml_contact_changes(abXmlReader *reader, abXmlThing *contact,
                            const abContactRuleDef *rule) {
    abContactRuleDef old = *rule, now;
    Change change = {.reader = reader, .first = reader->model->rule_count};
    while (change.first > 0 && reader->model->rules[change.first - 1].id == contact->id) {
        change.first--;
    }
    for (abXmlThing *c = contact->changes; c != NULL; c = c->next) {
        if (c->time >= reader->simulation.end_time) {
            ab_xml_warn(reader, c, NULL, "no Simulate follows; this has no effect");
        } else if (ab_xml_contact_rule(reader, c, &now)) {
            change.thing = c;
            add_changes(&change, &old, &now);
            old = now;
        }
    }
}

// ---- Activate and Deactivate ----

typedef struct Switch {
    int kind, id;
} Switch;

enum { KIND_CONTACT };
static const char *const s_kinds[] = {
    "CONTACT", "SENSOR", "BEAM",     "BUSH",   "COUPLER", "CVCV",   "CVSF",   "DIFF",
    "FIELD",   "FORCE",  "FRICTION", "GCON",   "GEAR",    "GFORCE", "GSE",    "JOINT",
    "JPRIM",   "LSE",    "MATE",     "MFORCE", "MOTION",  "NFORCE", "PFORCE", "PTCV",
    "PTDCV",   "PTDSF",  "PTDSFF",   "PTSF",   "SFORCE",  "SFSF",   "SPDP",   "TFSISO",
    "UCON",    "VFORCE", "VTORQUE",  "YFORCE", NULL};

static const abXmlKey s_keys[] = {
    AB_XML_WORDS_REQUIRED(Switch, kind, "element_type", s_kinds,
                          "what is switched; all but CONTACT refuse the model"),
    AB_XML_REFERENCE(Switch, id, "element_id", 1.0, true, "its number"),
};
static const abXmlTable s_activate_table =
    AB_XML_TABLE("Activate", Switch, s_keys, "changes of contact rules");
static const abXmlTable s_deactivate_table =
    AB_XML_TABLE("Deactivate", Switch, s_keys, "changes of contact rules");

static void command(abXmlReader *reader, abXmlThing *thing) {
    const Switch *s = thing->data;
    if (s->kind != KIND_CONTACT) {
        ab_xml_wrong(reader, thing, "element_type",
                     "only contacts (element_type = \"CONTACT\") are switched by commands; leave "
                     "this element out of the model, or the command");
    } else if (ab_xml_refer(reader, thing, "element_id", AB_XML_TYPE_CONTACT, s->id) != NULL) {
        ab_xml_contact_switch(reader, thing, s->id, thing->type == &ab_xml_activate);
    }
}

const abXmlType ab_xml_activate = {
    .table = &s_activate_table,
    .id_offset = -1,
    .label_offset = -1,
    .is_command = true,
    .command = command,
};

const abXmlType ab_xml_deactivate = {
    .table = &s_deactivate_table,
    .id_offset = -1,
    .label_offset = -1,
    .is_command = true,
    .command = command,
};
