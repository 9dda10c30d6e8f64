// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// xml_flexible.c - Body_Flexible: a body with modes.
//
// The H3D file of the source is not published. In its place a file of the same name that ends with .h5 (of
// `abut modes`) or .fem (MBDyn FEM text, in m, kg, s) is taken from beside it; for the latter the surface
// is the file of that name that ends with .obj. The body's own frame is its lprf marker, at which
// is the origin of that file, and v_ic is the velocity there.

#include "read/motionsolve/xml_flexible.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/plain_file.h"
#include "model/kinds/tables.h"
#include "read/core/model_file.h"
#include "read/motionsolve/xml_bodies.h"
#include "read/motionsolve/xml_expression.h"
#include "read/motionsolve/xml_graphics.h"
#include "read/motionsolve/xml_markers.h"
#include "read/motionsolve/xml_reader.h"
#include "read/motionsolve/xml_table.h"

typedef struct FlexBody {
    abXmlBody body; // first: what asks for a body finds it here
    const char *h3d, *mtx, *damping;
    bool is_rigid, has_damping;
    int surface; // of it in the model: 0 none, 1 as it is, -1 turned inside out
    bool has_faces;
} FlexBody;

static const abXmlKey s_keys[] = {
    AB_XML_REFERENCE(FlexBody, body.id, "id", 1.0, true, "a number of its own"),
    AB_XML_STRING(AB_XML_TEXT, FlexBody, body.label, "label|full_label", "name"),
    AB_XML_REFERENCE(FlexBody, body.lprf, "lprf_id", 0.0, false, "marker of the body's own frame"),
    AB_XML_STRING(AB_XML_TEXT, FlexBody, h3d, "h3d_file|h3d_file_name",
                  "its file; one of that name ending with .h5 or .fem is taken"),
    AB_XML_STRING(AB_XML_TEXT, FlexBody, mtx, "mtx_file|mtx_file_name", "likewise"),
    AB_XML_FLAG(FlexBody, is_rigid, "rigidified|is_rigidified", 0.0,
                "whether its modes are frozen"),
    AB_XML_FLAG(FlexBody, has_damping, "is_user_damp", 0.0, "whether cdamp_expr counts"),
    AB_XML_STRING(AB_XML_EXPRESSION, FlexBody, damping, "cdamp_expr",
                  "damping ratio of all modes, a number"),
    AB_XML_ROUTINE(AB_XML_REFUSED, "give the damping ratio as a number in cdamp_expr"),
    AB_XML_START_MOTION("velocity of its frame at the start"),
};
static const char s_passed[] = "color cg_id im_id";
static const abXmlTable s_table = AB_XML_TABLE_PASSING("Body_Flexible", FlexBody, s_keys, s_passed,
                                                       "a body with modes, from a file");

// ---- files ----

// `file` with another ending, where such a file is in the model's folder; else NULL.
static const char *beside(abXmlReader *reader, const char *file, const char *ending) {
    const char *slash = strrchr(file, '/'), *dot = strrchr(file, '.');
    int stem =
        dot != NULL && (slash == NULL || dot > slash) ? (int)(dot - file) : (int)strlen(file);
    const char *name = ab_xml_text(reader, "%.*s%s", stem, file, ending);
    const char *path = name == NULL || reader->folder == NULL
                           ? name
                           : ab_xml_text(reader, "%s/%s", reader->folder, name);
    const char *cause;
    FILE *found = path != NULL ? ab_open_plain_file(path, &cause) : NULL;
    if (found == NULL) {
        return NULL;
    }
    fclose(found);
    return name;
}

static const char *find_file(abXmlReader *reader, abXmlThing *thing) {
    const FlexBody *f = thing->data;
    const char *key = f->h3d != NULL ? "h3d_file" : "mtx_file";
    const char *file = f->h3d != NULL ? f->h3d : f->mtx;
    if (file == NULL) {
        ab_xml_wrong(reader, thing, NULL, "Body_Flexible needs the attribute h3d_file");
        return NULL;
    }
    if (!reader->any_files && !ab_file_is_inside(file)) {
        ab_xml_wrong(reader, thing, key,
                     "%s = \"%.80s\" leads out of the model's folder, which is not allowed; put "
                     "the file beside the model",
                     key, file);
        return NULL;
    }
    const char *own = beside(reader, file, ".h5");
    own = own != NULL ? own : beside(reader, file, ".fem");
    if (own == NULL) {
        ab_xml_wrong(
            reader, thing, key,
            "%s = \"%.80s\": the format is not published. Put a file of that name ending "
            "with .h5 (`abut modes` makes it of a mesh) or .fem (MBDyn FEM text) beside it",
            key, file);
        return NULL;
    }
    ab_xml_note_file(reader, own);
    ab_xml_warn(reader, thing, key, "%s is read in place of %.80s", own, file);
    return own;
}

static void choose_damping(abXmlReader *reader, abXmlThing *thing, abFlexibleDef *def) {
    const FlexBody *f = thing->data;
    if (f->has_damping && f->damping != NULL) {
        ab_xml_constant(reader, thing, "cdamp_expr", f->damping, "-", &def->damping);
    } else {
        ab_xml_warn(
            reader, thing, "is_user_damp",
            "modes are damped as the file says, not by the ratios 0.01 below 100 Hz, 0.1 to "
            "1000 Hz and 1 above; give is_user_damp and cdamp_expr for a ratio");
    }
}

// ---- the body ----

static void define(abXmlReader *reader, abXmlThing *thing) {
    FlexBody *f = thing->data;
    abBodyDef def = ab_body_def();
    ab_xml_body_place(reader, thing);
    def.name = thing->name;
    def.place = thing->element->place;
    def.position = f->body.X_WB.p;
    def.orientation = ab_xml_orientation(f->body.X_WB.R);
    def.flexible.place = def.place;
    def.flexible.folder = reader->folder;
    def.flexible.rigid = f->is_rigid;
    if (!thing->is_wrong) {
        def.flexible.file = find_file(reader, thing);
        if (def.flexible.file != NULL) {
            choose_damping(reader, thing, &def.flexible);
        }
        ab_xml_body_velocity(reader, thing, &def);
    }
    if (def.flexible.file != NULL) {
        const char *ending = strrchr(def.flexible.file, '.');
        bool is_text = strcmp(ending, ".fem") == 0;
        def.flexible.surface = is_text ? beside(reader, def.flexible.file, ".obj") : NULL;
        f->has_faces = !is_text || def.flexible.surface != NULL;
        if (def.flexible.surface != NULL) {
            ab_xml_note_file(reader, def.flexible.surface);
        }
        ab_xml_added(reader, thing,
                     ab_model_add_body(reader->model, &def, &f->body.added, reader->context.error));
    }
}

const char *ab_xml_flexible_surface(abXmlReader *reader, abXmlThing *contact, const char *key,
                                    int id, bool flip, const abXmlThing **out) {
    abXmlThing *body = ab_xml_refer(reader, contact, key, AB_XML_TYPE_FLEXIBLE, id);
    FlexBody *f = body != NULL ? body->data : NULL;
    *out = body;
    if (f == NULL || f->body.added.index == 0) {
        contact->is_wrong = true;
        return NULL;
    }
    if (!f->has_faces) {
        ab_xml_wrong(reader, contact, key,
                     "%s = %d: the surface of body %s is not known; put a mesh whose vertices are "
                     "nodes of its file beside that, with the same name ending with .obj",
                     key, id, body->name);
        return NULL;
    }
    if (f->surface == (flip ? 1 : -1)) {
        ab_xml_wrong(reader, contact, key,
                     "%s = %d: another contact turns the surface of body %s the other way", key, id,
                     body->name);
        return NULL;
    }
    if (f->surface == 0) {
        abShapeDef def = ab_shape_def();
        int kind = ab_kind_find("shape", "flexible");
        def.name = "surface";
        def.place = body->element->place;
        def.kind = kind;
        ab_params_init(&def.params, "shape", kind);
        ab_xml_set(reader, (abXmlParams){contact, "shape", kind, &def.params}, "flip",
                   flip ? 1.0 : 0.0, NULL);
        def.material = AB_XML_MATERIAL;
        f->surface = flip ? -1 : 1;
        ab_xml_added(reader, contact,
                     ab_model_add_shape(reader->model, f->body.added, &def, reader->folder,
                                        reader->context.error));
    }
    return ab_xml_text(reader, "%s.surface", body->name);
}

const abXmlType ab_xml_body_flexible = {
    .table = &s_table,
    .list = "body",
    .default_name = "body",
    .id_offset = offsetof(FlexBody, body.id),
    .label_offset = offsetof(FlexBody, body.label),
    .is_model = true,
    .define = define,
};
