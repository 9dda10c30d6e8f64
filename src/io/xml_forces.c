// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// xml_forces.c - Force_SpringDamper.
//
// The spring of the file pushes with  F = k (l0 - l) - c dl/dt + preload; ours pulls, so the
// preload changes its sign.

#include <math.h>

#include "io/xml_reader.h"
#include "math/vector_math.h"

typedef struct Spring {
    int id, type, marker_i, marker_j;
    const char *label;
    double stiffness, damping, length, preload;
} Spring;

enum { SPRING_TRANSLATION, SPRING_ROTATION };
static const char *const s_types[] = {"TRANSLATION|TRANSLATIONAL|T", "ROTATION|ROTATIONAL|R", NULL};

static const abXmlKey s_keys[] = {
    AB_XML_REFERENCE(Spring, id, "id", 1.0, true, "a number of its own"),
    AB_XML_STRING(AB_XML_TEXT, Spring, label, "label|full_label", "name"),
    AB_XML_WORDS(Spring, type, "type|force_type", s_types, "whether it pulls or twists"),
    AB_XML_REFERENCE(Spring, marker_i, "i_marker_id", 0.0, true, "where it holds the one body"),
    AB_XML_REFERENCE(Spring, marker_j, "j_marker_id", 0.0, true, "where it holds the other"),
    AB_XML_NOT_NEGATIVE(Spring, stiffness, "stiffness", "N/m", "force by lengthening"),
    AB_XML_NOT_NEGATIVE(Spring, damping, "damping", "N s/m", "force by speed of lengthening"),
    AB_XML_POSITIVE(Spring, length, "length", "m", "length at which the force is the preload"),
    AB_XML_NUM(Spring, preload, "preload", "N", 0.0, "push at that length"),
};
static const abXmlTable s_table =
    AB_XML_TABLE("Force_SpringDamper", Spring, s_keys, "spring and damper between two points");

static void define(abXmlReader *reader, abXmlThing *thing) {
    const Spring *s = thing->data;
    abXmlMarker i_marker, j_marker;
    if (thing->is_wrong || !ab_xml_marker(reader, thing, "i_marker_id", s->marker_i, &i_marker) ||
        !ab_xml_marker(reader, thing, "j_marker_id", s->marker_j, &j_marker)) {
        return;
    }
    if (s->type == SPRING_ROTATION) {
        ab_xml_wrong(reader, thing, "type", "springs that twist are not supported yet");
        return;
    }
    if (isnan(s->length)) {
        ab_xml_wrong(reader, thing, NULL, "Force_SpringDamper needs the attribute length");
        return;
    }
    abForceDef def = ab_force_def();
    def.name = thing->name;
    def.place = thing->element->place;
    def.type = ab_kind_find("force", "spring");
    ab_params_init(&def.params, "force", def.type);
    def.between[0] = ab_xml_body_name(j_marker.body);
    def.between[1] = ab_xml_body_name(i_marker.body);
    abXmlParams to = {thing, "force", def.type, &def.params};
    ab_xml_set(reader, to, "stiffness", isnan(s->stiffness) ? 0.0 : s->stiffness, "stiffness");
    ab_xml_set(reader, to, "damping", isnan(s->damping) ? 0.0 : s->damping, "damping");
    ab_xml_set(reader, to, "length", s->length, "length");
    ab_xml_set(reader, to, "preload", -s->preload, "preload");
    ab_xml_set_vector(reader, to, "point_a", ab_xml_marker_in_body(reader, &j_marker).p, NULL);
    ab_xml_set_vector(reader, to, "point_b", ab_xml_marker_in_body(reader, &i_marker).p, NULL);
    ab_xml_added(reader, thing, ab_model_add_force(reader->model, &def, reader->context.error));
}

const abXmlType ab_xml_force_springdamper = {
    .table = &s_table,
    .list = "force",
    .default_name = "spring",
    .id_offset = offsetof(Spring, id),
    .label_offset = offsetof(Spring, label),
    .is_model = true,
    .define = define,
};
