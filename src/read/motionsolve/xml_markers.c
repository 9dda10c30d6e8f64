// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// xml_markers.c - Reference_Marker: where each marker is in the world at the start.
//
// Positions and axes are given in the global frame, or in that of another marker (rm_id), and so on
// in chains. The matrix has the marker's axes as columns; columns left out are completed, and what
// a few digits leave crooked is made square: z is kept, x is laid at right angles to it. Angles
// psi, theta, phi turn about z, the new x, the new z.

#include "read/motionsolve/xml_markers.h"

#include <math.h>

#include "math/core/vector_math.h"
#include "read/motionsolve/xml_bodies.h"
#include "read/motionsolve/xml_names.h"
#include "read/motionsolve/xml_reader.h"
#include "read/motionsolve/xml_table.h"
#include "read/motionsolve/xml_types.h"
#include "read/motionsolve/xml_unknown.h"

typedef enum State { STATE_UNKNOWN, STATE_VISITED, STATE_RESOLVED, STATE_FAILED } State;

typedef struct Marker {
    int id, body, reference, node;
    const char *label;
    int body_type;
    double position[3];
    double columns[9]; // a00 a10 a20, a01 a11 a21, a02 a12 a22; NAN: not given
    double angles[3];  // psi, theta, phi; NAN: not given                             [rad]
    State state;
    const char *name;  // "body.marker", once it is in the model
    abXmlThing *below; // the next on the way back along a chain
    abPose X_WM;
} Marker;

enum { BODY_FLEXIBLE = 1, BODY_POINT };
static const char *const s_body_types[] = {"RIGIDBODY", "FLEXBODY", "POINTBODY", NULL};

#define COLUMN(index, name_)                                                                       \
    AB_XML_KEY(AB_XML_REAL, Marker, columns[index], name_, "-", NAN, -1.001, 1.001,                \
               "component of an axis, a column of the rotation")
static const abXmlKey s_keys[] = {
    AB_XML_ID_AND_LABEL(Marker),
    AB_XML_REFERENCE(Marker, body, "body_id", 1.0, false, "the body it is fixed to"),
    AB_XML_WORDS(Marker, body_type, "body_type", s_body_types, "what sort of body that is"),
    AB_XML_REFERENCE(Marker, reference, "rm_id", 0.0, false,
                     "the marker whose frame position and axes are given in; 0 is global"),
    AB_XML_NUM(Marker, position[0], "pos_x", "m", 0.0, "position"),
    AB_XML_NUM(Marker, position[1], "pos_y", "m", 0.0, "position"),
    AB_XML_NUM(Marker, position[2], "pos_z", "m", 0.0, "position"),
    COLUMN(0, "a00"),
    COLUMN(1, "a10"),
    COLUMN(2, "a20"),
    COLUMN(3, "a01"),
    COLUMN(4, "a11"),
    COLUMN(5, "a21"),
    COLUMN(6, "a02"),
    COLUMN(7, "a12"),
    COLUMN(8, "a22"),
    AB_XML_NUM(Marker, angles[0], "psi", "rad", NAN, "turn about z"),
    AB_XML_NUM(Marker, angles[1], "theta", "rad", NAN, "then about the new x"),
    AB_XML_NUM(Marker, angles[2], "phi", "rad", NAN, "then about the new z"),
    AB_XML_REFERENCE(Marker, node, "node_id", -1.0, false,
                     "node of a flexible body with which it goes, where its position is"),
    AB_XML_ROUTINE(AB_XML_LISTED, "a marker is where its position and axes say"),
};
static const char s_passed[] = "is_floating|floating"; // forces act at marker I in any case
static const abXmlTable s_table =
    AB_XML_TABLE_PASSING("Reference_Marker", Marker, s_keys, s_passed,
                         "a frame: of the body itself, its mass, a shape, a joint or a force");

// ---- axes ----

// Column j as a vector; false when none of its components is given.
static bool column(const Marker *m, int j, abVec3 *out) {
    const double *c = &m->columns[3 * j];
    *out = ab_vec3(isnan(c[0]) ? 0.0 : c[0], isnan(c[1]) ? 0.0 : c[1], isnan(c[2]) ? 0.0 : c[2]);
    return !isnan(c[0]) || !isnan(c[1]) || !isnan(c[2]);
}

static bool is_identity(const abVec3 axes[3]) {
    return axes[0].x == 1.0 && axes[1].y == 1.0 && axes[2].z == 1.0;
}

// The columns that were not given, from those that were. False when that cannot be done.
static bool complete(const bool has[3], abVec3 axes[3]) {
    int count = has[0] + has[1] + has[2];
    for (int j = 0; j < 3; j++) {
        if (count == 2 && !has[j]) {
            axes[j] = ab_cross(axes[(j + 1) % 3], axes[(j + 2) % 3]);
        }
    }
    if (count == 1) {
        int j = has[0] ? 0 : has[1] ? 1 : 2;
        double length = ab_norm(axes[j]);
        if (!(length > 0.5)) {
            return false;
        }
        axes[(j + 1) % 3] = ab_perpendicular(ab_scale(1.0 / length, axes[j]));
        axes[(j + 2) % 3] = ab_cross(axes[j], axes[(j + 1) % 3]);
    }
    return true;
}

// How far the columns are from a rotation.
static double crookedness(const abVec3 axes[3]) {
    double worst = 0.0;
    for (int j = 0; j < 3; j++) {
        worst = fmax(worst, fabs(ab_norm(axes[j]) - 1.0));
        worst = fmax(worst, fabs(ab_dot(axes[j], axes[(j + 1) % 3])));
    }
    return worst;
}

static bool read_columns(abXmlReader *reader, abXmlThing *thing, const Marker *m, abMat3 *out) {
    abVec3 axes[3];
    bool has[3];
    for (int j = 0; j < 3; j++) {
        has[j] = column(m, j, &axes[j]);
    }
    if (!has[0] && !has[1] && !has[2]) {
        *out = ab_mat3_identity();
        return true;
    }
    if (!complete(has, axes) || crookedness(axes) > 0.01) {
        ab_xml_wrong(reader, thing,
                     has[0]   ? "a00"
                     : has[1] ? "a01"
                              : "a02",
                     "the columns a00 a10 a20, a01 a11 a21 and a02 a12 a22 are no three unit "
                     "vectors at right angles");
        return false;
    }
    if (ab_dot(ab_cross(axes[0], axes[1]), axes[2]) < 0.0) {
        ab_xml_wrong(reader, thing, "a00", "the axes are left-handed: z is not x cross y");
        return false;
    }
    if (!is_identity(axes)) {
        axes[2] = ab_unit(axes[2]);
        axes[0] = ab_unit(ab_add_scaled(axes[0], -ab_dot(axes[0], axes[2]), axes[2]));
        axes[1] = ab_cross(axes[2], axes[0]);
    }
    *out = ab_mat3_from_columns(axes[0], axes[1], axes[2]);
    return true;
}

// Rz(psi) Rx(theta) Rz(phi).
static abMat3 turned(const double angles[3]) {
    double a[3];
    for (int i = 0; i < 3; i++) {
        a[i] = isnan(angles[i]) ? 0.0 : angles[i];
    }
    abQuat z = ab_quat_from_axis_angle(ab_vec3(0.0, 0.0, 1.0), a[0]);
    abQuat x = ab_quat_from_axis_angle(ab_vec3(1.0, 0.0, 0.0), a[1]);
    abQuat again = ab_quat_from_axis_angle(ab_vec3(0.0, 0.0, 1.0), a[2]);
    return ab_quat_to_matrix(ab_quat_mul(ab_quat_mul(z, x), again));
}

// The marker's frame in the one it is given in.
static bool local_pose(abXmlReader *reader, abXmlThing *thing, abPose *out) {
    const Marker *m = thing->data;
    bool has_angles = !isnan(m->angles[0]) || !isnan(m->angles[1]) || !isnan(m->angles[2]);
    abMat3 R;
    if (!read_columns(reader, thing, m, &R)) {
        return false;
    }
    if (has_angles) {
        bool has_columns = false;
        for (int i = 0; i < 9; i++) {
            has_columns = has_columns || !isnan(m->columns[i]);
        }
        if (has_columns) {
            ab_xml_wrong(reader, thing, "psi", "give the axes by a00 ... or by psi, theta, phi");
            return false;
        }
        R = turned(m->angles);
    }
    *out = (abPose){R, {m->position[0], m->position[1], m->position[2]}};
    return true;
}

// ---- chains ----

static bool is_plain(abMat3 R) {
    return R.m[0][0] == 1.0 && R.m[1][1] == 1.0 && R.m[2][2] == 1.0;
}

// A product in which identities leave the other factor's bits alone.
static abPose chained(abPose A, abPose B) {
    abMat3 R = is_plain(A.R) ? B.R : is_plain(B.R) ? A.R : ab_mat3_mul(A.R, B.R);
    abVec3 turned_p = is_plain(A.R) ? B.p : ab_mul(A.R, B.p);
    return (abPose){R, ab_add(A.p, turned_p)};
}

// Resolves one whose reference is resolved, or global (NULL).
static void resolve_one(abXmlReader *reader, abXmlThing *thing, const Marker *reference) {
    Marker *m = thing->data;
    abPose local;
    bool ok = !thing->is_wrong && local_pose(reader, thing, &local) &&
              (reference == NULL || reference->state == STATE_RESOLVED);
    m->state = ok ? STATE_RESOLVED : STATE_FAILED;
    if (ok) {
        m->X_WM = reference != NULL ? chained(reference->X_WM, local) : local;
    }
}

// From the marker along its chain to one that is resolved, then back. No recursion: a file may hold
// long chains.
static void resolve(abXmlReader *reader, abXmlThing *thing) {
    abXmlThing *top = NULL;
    const Marker *known = NULL; // what the last of the chain refers to
    for (abXmlThing *t = thing; t != NULL;) {
        Marker *m = t->data;
        if (m->state != STATE_UNKNOWN) {
            known = m;
            if (m->state == STATE_VISITED) {
                ab_xml_wrong(reader, t, "rm_id", "rm_id goes in a circle back to this marker");
            }
            break;
        }
        m->state = STATE_VISITED;
        m->below = top;
        top = t;
        t = m->reference > 0 ? ab_xml_refer(reader, t, "rm_id", AB_XML_TYPE_MARKER, m->reference)
                             : NULL;
    }
    for (; top != NULL; top = ((const Marker *)top->data)->below) {
        resolve_one(reader, top, known);
        known = top->data;
    }
}

static abXmlElementKind kind_of_body(const Marker *m) {
    return m->body_type == BODY_FLEXIBLE ? AB_XML_TYPE_FLEXIBLE
           : m->body_type == BODY_POINT  ? AB_XML_TYPE_POINT
                                         : AB_XML_TYPE_BODY;
}

static void define(abXmlReader *reader, abXmlThing *thing) {
    Marker *m = thing->data;
    resolve(reader, thing);
    if (m->body > 0) {
        ab_xml_refer(reader, thing, "body_id", kind_of_body(m), m->body);
    }
    if (m->node > 0 && m->body_type != BODY_FLEXIBLE) {
        ab_xml_wrong(reader, thing, "node_id",
                     "node_id = %d: only flexible bodies (body_type = \"FLEXBODY\") have nodes",
                     m->node);
    }
}

// ---- for others ----

bool ab_xml_marker(abXmlReader *reader, abXmlThing *thing, const char *key, int id,
                   abXmlMarker *out) {
    *out = (abXmlMarker){.body = NULL, .X_WM = ab_pose_identity(), .id = id};
    if (id == 0) {
        return true;
    }
    const abXmlThing *found = ab_xml_refer(reader, thing, key, AB_XML_TYPE_MARKER, id);
    const Marker *m = found != NULL ? found->data : NULL;
    if (m == NULL || m->state != STATE_RESOLVED) {
        thing->is_wrong = true;
        return false;
    }
    out->X_WM = m->X_WM;
    out->node = m->body_type == BODY_FLEXIBLE && m->node > 0 ? m->node : 0;
    out->body = m->body > 0 ? ab_xml_find(reader, kind_of_body(m), m->body) : NULL;
    thing->is_wrong = thing->is_wrong || (m->body > 0 && out->body == NULL);
    return m->body <= 0 || out->body != NULL;
}

abPose ab_xml_marker_in_body(abXmlReader *reader, const abXmlMarker *marker) {
    abPose X_WB =
        marker->body != NULL ? ab_xml_body_pose(reader, marker->body) : ab_pose_identity();
    bool is_same = true;
    for (int i = 0; i < 9; i++) {
        is_same = is_same && X_WB.R.m[i / 3][i % 3] == marker->X_WM.R.m[i / 3][i % 3];
    }
    abVec3 from = ab_sub(marker->X_WM.p, X_WB.p);
    abMat3 R = is_same            ? ab_mat3_identity()
               : is_plain(X_WB.R) ? marker->X_WM.R
                                  : ab_mat3_t_mul(X_WB.R, marker->X_WM.R);
    return (abPose){R, is_plain(X_WB.R) ? from : ab_mul_t(X_WB.R, from)};
}

static bool is_identity_pose(abPose X) {
    return is_plain(X.R) && X.p.x == 0.0 && X.p.y == 0.0 && X.p.z == 0.0;
}

// Adds the marker to the model under its label or number.
static const char *add_marker(abXmlReader *reader, abXmlThing *marker,
                              const abXmlMarker *resolved) {
    Marker *m = marker->data;
    const char *body = ab_xml_body_name(resolved->body);
    abPose X_BM = ab_xml_marker_in_body(reader, resolved);
    if (is_identity_pose(X_BM) && resolved->node == 0) {
        return m->name = body;
    }
    abMarkerDef def = ab_marker_def();
    abBodyId id = {0};
    def.name = ab_xml_name(reader, "marker", "marker", m->label, marker->id);
    def.place = marker->element->place;
    def.orientation = ab_xml_orientation(X_BM.R);
    if (resolved->node > 0) {
        def.node = resolved->node;
    } else {
        def.position = X_BM.p;
    }
    if (resolved->body != NULL) {
        id = ab_xml_body_id(reader, resolved->body);
    }
    if (def.name != NULL) {
        ab_xml_added(reader, marker,
                     ab_model_add_marker(reader->model, id, &def, reader->context.error));
        m->name = ab_xml_text(reader, "%s.%s", body, def.name);
    }
    return m->name;
}

bool ab_xml_ends(abXmlReader *reader, abXmlThing *thing, const char *does, const char *key_j,
                 int id_i, int id_j, abXmlEnds *out) {
    bool ok = ab_xml_marker(reader, thing, "i_marker_id", id_i, &out->i);
    ok = ab_xml_marker(reader, thing, key_j, id_j, &out->j) && ok;
    if (ok && out->i.body == out->j.body) {
        ab_xml_wrong(reader, thing, "i_marker_id",
                     "markers %d and %d are both on %s; a %s two bodies", id_i, id_j,
                     ab_xml_body_name(out->i.body), does);
        ok = false;
    }
    return ok;
}

const char *ab_xml_marker_name(abXmlReader *reader, abXmlThing *thing, abPlace place, int id) {
    abXmlThing *marker = id != 0 ? ab_xml_find(reader, AB_XML_TYPE_MARKER, id) : NULL;
    if (id == 0) {
        return "world";
    }
    if (marker == NULL) {
        thing->is_wrong = true;
        ab_xml_problem(&reader->context, place, "there is no Reference_Marker %d%s", id,
                       ab_xml_left_out(reader, AB_XML_TYPE_MARKER, id));
        return NULL;
    }
    Marker *m = marker->data;
    abXmlMarker resolved;
    if (m->name != NULL || !ab_xml_marker(reader, thing, "", id, &resolved)) {
        return m->name;
    }
    return add_marker(reader, marker, &resolved);
}

abQuat ab_xml_orientation(abMat3 R) {
    return is_plain(R) ? (abQuat){1.0, 0.0, 0.0, 0.0} : ab_quat_unit(ab_quat_from_matrix(R));
}

const abXmlType ab_xml_reference_marker = AB_XML_TYPE(Marker, s_table, NULL, NULL, define);
