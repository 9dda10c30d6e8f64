// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// xml_curves.c - Reference_ParamCurve: a smooth curve through points, for graphics that touch in a
// plane.
//
// The points lie in the x-y plane of the graphic's marker. A curve whose last point is its first is
// closed, and so is one that says so.

#include "read/motionsolve/xml_curves.h"

#include <math.h>

#include "math/core/vector_math.h"
#include "read/motionsolve/xml_reader.h"
#include "read/motionsolve/xml_table.h"
#include "read/motionsolve/xml_types.h"

typedef struct Curve {
    int id, matrix;
    const char *label, *library;
    bool is_closed, is_through_points;
    abXmlReals points;
} Curve;

static const abXmlKey s_keys[] = {
    AB_XML_ID_AND_LABEL(Curve),
    AB_XML_FLAG(Curve, is_closed, "is_u_closed|is_curve_closed", 0.0, "whether its ends meet"),
    AB_XML_FLAG(Curve, is_through_points, "is_curve_points", 1.0, "FALSE: points of control"),
    AB_XML_KEY(AB_XML_REALS, Curve, points, "points|curve_points", "-", 0, -INFINITY, INFINITY,
               "x, y, z of each; they may stand between the tags, too"),
    AB_XML_REFERENCE(Curve, matrix, "matrix_id", 1.0, false, "not read"),
    AB_XML_STRING(AB_XML_TEXT, Curve, library, "usrsub_dll_name|script_name", "not called"),
    AB_XML_NOT_DONE(AB_XML_LISTED, "usrsub_fnc_name|usrsub_param_string", AB_XML_NO_ROUTINE,
                    "a curve goes through its points"),
    AB_XML_NOT_DONE(AB_XML_LISTED, "quintic", "FALSE|0", "curves are cubic between their points"),
};
static const char s_passed[] = "u_start u_end num_points|nrow|ncol interpreter";
static const abXmlTable s_table =
    AB_XML_TABLE_PASSING("Reference_ParamCurve", Curve, s_keys, s_passed,
                         "the points of a curve, where a graphic of the type ParamCurve names it");

// Only those that a graphic uses are looked at.
static bool check(abXmlReader *reader, abXmlThing *thing) {
    Curve *c = thing->data;
    static const abXmlKey key = {
        .name = "points", .kind = AB_XML_REALS, .unit = "-", .low = -INFINITY, .high = INFINITY};
    if (c->points.count == 0 && thing->element->text != NULL) {
        abXmlAttribute text = {.name = "points",
                               .value = thing->element->text,
                               .value_place = thing->element->text_place};
        thing->is_wrong = !ab_xml_value(&reader->context, &text, &key, &c->points);
    }
    if (c->matrix > 0 || c->library != NULL || !c->is_through_points) {
        ab_xml_wrong(reader, thing, c->matrix > 0 ? "matrix_id" : NULL,
                     "curves by a matrix, by a routine or by points of control are not supported; "
                     "give the points it goes through");
    } else if (!thing->is_wrong && (c->points.count < 6 || c->points.count % 3 != 0)) {
        ab_xml_wrong(reader, thing, c->points.count > 0 ? "points" : NULL,
                     "a curve needs at least two points of three numbers; there are %d numbers",
                     c->points.count);
    }
    return !thing->is_wrong;
}

const abPointList *ab_xml_curve_points(abXmlReader *reader, abXmlThing *curve, bool *is_closed) {
    const Curve *c = curve->data;
    if (curve->is_wrong || !check(reader, curve)) {
        return NULL;
    }
    int count = c->points.count / 3;
    abPointList *list = AB_ARENA_NEW(reader->context.arena, abPointList, 1);
    abVec3 *points = AB_ARENA_NEW(reader->context.arena, abVec3, (size_t)count);
    if (list == NULL || points == NULL) {
        reader->context.is_out_of_memory = true;
        return NULL;
    }
    const double *values = c->points.at;
    double extent = 0.0, height = 0.0;
    for (int i = 0; i < count; i++) {
        const double *p = values + 3 * (size_t)i;
        extent = fmax(extent, fmax(fabs(p[0]), fabs(p[1])));
        height = fmax(height, fabs(p[2]));
        points[i] = ab_vec3(ab_xml_si(&reader->context, "m", 1.0, p[0]),
                            ab_xml_si(&reader->context, "m", 1.0, p[1]), 0.0);
    }
    if (height > 1e-9 * extent) {
        ab_xml_wrong(reader, curve, c->points.count > 0 ? "points" : NULL,
                     "the curve leaves the x-y plane by %g; curves that touch are plane", height);
        return NULL;
    }
    bool meets = points[0].x == points[count - 1].x && points[0].y == points[count - 1].y;
    *is_closed = c->is_closed || meets;
    *list = (abPointList){.count = meets ? count - 1 : count, .points = points};
    return list;
}

const abXmlType ab_xml_reference_paramcurve = {
    .table = &s_table,
    .id_offset = offsetof(Curve, id),
    .label_offset = offsetof(Curve, label),
    .is_model = true,
    .has_text = true,
};
