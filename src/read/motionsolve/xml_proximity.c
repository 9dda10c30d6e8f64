// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// xml_proximity.c - Sensor_Proximity: two lists of graphics that PROXIMITY(id, component) looks at.

#include "read/motionsolve/xml_proximity.h"

#include "read/motionsolve/xml_contacts.h"
#include "read/motionsolve/xml_graphics.h"
#include "read/motionsolve/xml_reader.h"
#include "read/motionsolve/xml_table.h"
#include "read/motionsolve/xml_types.h"

typedef struct Proximity {
    int id, count_i, count_j;
    const char *label;
    abXmlIntegers graphics_i, graphics_j;
    const char *selectors; // "a, b"; NULL when something is wrong
} Proximity;

static const abXmlKey s_keys[] = {
    AB_XML_ID_AND_LABEL(Proximity),
    AB_XML_REFERENCE(Proximity, count_i, "num_i_graphics", 0.0, false, "how many graphics on I"),
    AB_XML_REFERENCE(Proximity, count_j, "num_j_graphics", 0.0, false, "how many graphics on J"),
    AB_XML_KEY(AB_XML_INTEGERS, Proximity, graphics_i, "i_graphics_id", "-", 0, 1.0, 2147483647.0,
               "graphics of one body: one of them or all"),
    AB_XML_KEY(AB_XML_INTEGERS, Proximity, graphics_j, "j_graphics_id", "-", 0, 1.0, 2147483647.0,
               "graphics of another body: one of them or all"),
};
static const abXmlTable s_table =
    AB_XML_TABLE("Sensor_Proximity", Proximity, s_keys,
                 "the two things that PROXIMITY(id, component) is about in expressions");

// "body.shape" of one graphic, or the body when the list has all of its graphics.
static const char *selector_of(abXmlReader *reader, abXmlThing *thing, const char *key,
                               abXmlIntegers ids) {
    const abXmlThing *body, *other;
    const char *one =
        ab_xml_graphic_selector(ab_xml_find(reader, AB_XML_TYPE_GRAPHIC, ids.at[0]), &body);
    if (ids.count == 1) {
        return one;
    }
    int count = 0;
    for (const abXmlThing *graphic = reader->things[AB_XML_TYPE_GRAPHIC].first; graphic != NULL;
         graphic = graphic->next) {
        count += ab_xml_graphic_selector(graphic, &other) != NULL && other == body;
    }
    if (count != ids.count) {
        ab_xml_wrong(reader, thing, key,
                     "%s has %d of the %d graphics of %s; one of them or all can be looked at", key,
                     ids.count, count, body->name);
        return NULL;
    }
    return body->name;
}

static void define(abXmlReader *reader, abXmlThing *thing) {
    Proximity *p = thing->data;
    if (thing->is_wrong) {
        return;
    }
    bool ok = ab_xml_check_side(reader, thing, "i_graphics_id", "num_i_graphics", p->graphics_i,
                                p->count_i);
    ok = ab_xml_check_side(reader, thing, "j_graphics_id", "num_j_graphics", p->graphics_j,
                           p->count_j) &&
         ok;
    const char *i = ok ? selector_of(reader, thing, "i_graphics_id", p->graphics_i) : NULL;
    const char *j = i != NULL ? selector_of(reader, thing, "j_graphics_id", p->graphics_j) : NULL;
    p->selectors = j != NULL ? ab_xml_text(reader, "%s, %s", i, j) : NULL;
}

const char *ab_xml_proximity_selectors(const abXmlThing *sensor) {
    return ((const Proximity *)sensor->data)->selectors;
}

const abXmlType ab_xml_sensor_proximity = AB_XML_TYPE(Proximity, s_table, NULL, NULL, define);
