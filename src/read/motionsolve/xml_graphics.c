// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// xml_graphics.c - Post_Graphic: what a body looks like and what touches.
//
// Cylinders and frusta stand with the centre of their base on the marker and go along its z axis;
// boxes, spheres and ellipsoids have the marker at the centre, or at a corner. A graphic that no
// contact names is drawn and touches nothing. Mass is the body's affair.

#include "read/motionsolve/xml_graphics.h"

#include <math.h>
#include <string.h>

#include "math/core/vector_math.h"
#include "mesh/core/inscribed_mesh.h"
#include "model/kinds/tables.h"
#include "read/core/model_file.h"
#include "read/motionsolve/xml_bodies.h"
#include "read/motionsolve/xml_curves.h"
#include "read/motionsolve/xml_markers.h"
#include "read/motionsolve/xml_reader.h"
#include "read/motionsolve/xml_table.h"
#include "read/motionsolve/xml_types.h"
#include "read/motionsolve/xml_units.h"

typedef struct Graphic {
    int id, type, marker, corner, reference, curve;
    const char *label, *file;
    abXmlReals nodes;
    abXmlIntegers faces;
    double length[3], length_z;
    double radius, top_radius, bottom_radius, length_along;
    double scale[3];
    int ends;
    bool is_solid, is_hidden;
    const abXmlThing *body; // NULL until defined
    const char *selector;
    abShapeDef def;  // as it was added to that body
    int level;       // of refinement
    abXmlShape mesh; // for contacts between meshes; no selector before one asks
} Graphic;

// Into how many parts a quarter of a circle is divided. The source does not say what a level is.
enum { LEVEL_DEFAULT = 10, LEVEL_MIN = 2, LEVEL_MAX = 64 };
enum { ENDS_OPEN, ENDS_CLOSED, ENDS_TOP, ENDS_BOTTOM };
static const char *const s_ends[] = {"OPEN", "CLOSED", "TOP_ONLY", "BOTTOM_ONLY", NULL};

#define GRAPHIC(symbol, spellings) GRAPHIC_##symbol,
#define SPELLINGS(symbol, spellings) spellings,
#define GRAPHICS(G)                                                                                \
    G(BOX_CORNER, "BoxDefinedFromCorner")                                                          \
    G(BOX_CENTER, "BoxDefinedFromCenter|Box")                                                      \
    G(CYLINDER, "Cylinder")                                                                        \
    G(FRUSTUM, "Frustum|Frustrum")                                                                 \
    G(ELLIPSOID, "Ellipsoid")                                                                      \
    G(SPHERE, "Sphere")                                                                            \
    G(PLANE, "Plane")                                                                              \
    G(EXTERNAL, "External|Parasolid|CAD")                                                          \
    G(TRIA_MESH, "TriaMesh")                                                                       \
    G(DEFORM_SURFACE, "DeformSurface")                                                             \
    G(PARAM_SURFACE, "ParamSurface")                                                               \
    G(OUTLINE, "Outline")                                                                          \
    G(ARC, "Arc")                                                                                  \
    G(CIRCLE, "Circle")                                                                            \
    G(DEFORM_CURVE, "DeformCurve")                                                                 \
    G(LINE_MESH, "LineMesh")                                                                       \
    G(PARAM_CURVE, "ParamCurve|Curve")                                                             \
    G(SPDP, "SPDP")                                                                                \
    G(POINT, "Point")                                                                              \
    G(USER, "UserGra")
enum { GRAPHICS(GRAPHIC) GRAPHIC_COUNT };
static const char *const s_types[] = {GRAPHICS(SPELLINGS) NULL};

static const abXmlKey s_keys[] = {
    AB_XML_ID_AND_LABEL(Graphic),
    AB_XML_WORDS_REQUIRED(Graphic, type, "type", s_types, "what it is"),
    AB_XML_REFERENCE(Graphic, marker, "center_marker_id|cm_id|cm", 0.0, false,
                     "marker at its centre or base"),
    AB_XML_REFERENCE(Graphic, corner, "corner_marker_id", 0.0, false, "marker at a corner"),
    AB_XML_REFERENCE(Graphic, reference, "rm_id|ref_marker_id|reference_marker_id|marker_id", 0.0,
                     false, "marker of its frame"),
    AB_XML_NUM(Graphic, length[0], "length_x", "m", NAN, "side of a box"),
    AB_XML_NUM(Graphic, length[1], "length_y", "m", NAN, "likewise"),
    AB_XML_NUM(Graphic, length[2], "length_z", "m", NAN, "likewise"),
    AB_XML_POSITIVE(Graphic, radius, "radius", "m", "of a sphere or cylinder"),
    AB_XML_NOT_NEGATIVE(Graphic, top_radius, "top_radius", "m", "of a frustum"),
    AB_XML_NOT_NEGATIVE(Graphic, bottom_radius, "bottom_radius", "m", "of a frustum"),
    AB_XML_NUM(Graphic, length_along, "length", "m", NAN, "along the marker's z axis"),
    AB_XML_POSITIVE(Graphic, scale[0], "x_scale", "m", "diameter of an ellipsoid along x"),
    AB_XML_POSITIVE(Graphic, scale[1], "y_scale", "m", "likewise"),
    AB_XML_POSITIVE(Graphic, scale[2], "z_scale", "m", "likewise"),
    AB_XML_WORDS(Graphic, ends, "ends_type", s_ends,
                 "which ends of a cylinder or frustum are there"),
    AB_XML_FLAG(Graphic, is_solid, "is_material_inside", 1.0, "FALSE: a hole in the material"),
    AB_XML_FLAG(Graphic, is_hidden, "hidden", 0.0, "not drawn"),
    AB_XML_STRING(AB_XML_TEXT, Graphic, file, "file|file_name|filename", "mesh file"),
    AB_XML_NOT_DONE(AB_XML_REFUSED, "elem_list|element_list|elements|element", "",
                    "all elements of the mesh file are taken; put those wanted in a file"),
    AB_XML_KEY(AB_XML_INTEGER, Graphic, level, "refinement_level", "-", LEVEL_DEFAULT, 0.0, 1e6,
               "into how many parts a quarter of a circle is divided where a contact wants a mesh "
               "(enable_analytical = FALSE), from 2 to 64"),
    AB_XML_REFERENCE(Graphic, curve, "curve_id", 1.0, false, "of a ParamCurve: its points"),
    AB_XML_KEY(AB_XML_REALS, Graphic, nodes, "nodes|vertices|points", "-", 0, -INFINITY, INFINITY,
               "of a TriaMesh: three numbers for each point"),
    AB_XML_KEY(AB_XML_INTEGERS, Graphic, faces, "faces|triangles", "-", 0, 0.0, 2147483647.0,
               "of a TriaMesh: three numbers of points for each triangle, from 0 or from 1"),
};
static const char s_passed[] =
    "color seg|nseg i_marker_id j_marker_id i_length j_length i_diameter "
    "j_diameter ij_diameter num_coil coil_diameter surface_id angle "
    "num_nodes|num_vertices|num_points num_faces|num_tria|num_triangles "
    "marker_id_list|num_marker|num_markers";
static const abXmlTable s_table = AB_XML_TABLE_PASSING("Post_Graphic", Graphic, s_keys, s_passed,
                                                       "a shape, when a contact names it");

// ---- each type: the shape, and where it is in the marker's frame ----

typedef struct Form {
    const char *kind;
    const char *marker_key;
    int marker;
    abVec3 offset;  // of the shape's origin in the marker's frame                       [m]
    bool is_turned; // half a turn about x
    bool ok;
} Form;

static abXmlParams params_of(abXmlThing *thing, abShapeDef *def) {
    return (abXmlParams){thing, "shape", def->kind, &def->params};
}

static bool wants(abXmlReader *reader, abXmlThing *thing, const char *key, double value) {
    if (!isnan(value)) {
        return true;
    }
    ab_xml_wrong(reader, thing, NULL, "Post_Graphic of this type needs the attribute %s", key);
    return false;
}

static void begin(abShapeDef *def, const char *kind) {
    def->kind = ab_kind_find("shape", kind);
    ab_params_init(&def->params, "shape", def->kind);
}

// At the marker in its middle.
static Form centered(const Graphic *g) {
    return (Form){.marker_key = "center_marker_id", .marker = g->marker, .ok = true};
}

static void set_length(abXmlReader *reader, abXmlThing *thing, abShapeDef *def, const char *key,
                       double value) {
    ab_xml_set(reader, params_of(thing, def), key, value, NULL);
}

// A length that is negative in the file goes the other way along its axis.
static Form box(abXmlReader *reader, abXmlThing *thing, abShapeDef *def) {
    static const char *const keys[] = {"length_x", "length_y", "length_z"};
    const Graphic *g = thing->data;
    bool is_corner = g->type == GRAPHIC_BOX_CORNER;
    Form form = {.marker_key = is_corner ? "corner_marker_id" : "center_marker_id",
                 .marker = is_corner ? g->corner : g->marker,
                 .ok = true};
    abVec3 size = {0.0, 0.0, 0.0};
    for (int i = 0; i < 3; i++) {
        form.ok = wants(reader, thing, keys[i], g->length[i]) && form.ok;
        if (form.ok && !(fabs(g->length[i]) > 0.0)) {
            ab_xml_wrong(reader, thing, keys[i], "%s = 0: a box needs a thickness", keys[i]);
            form.ok = false;
        }
        ab_set(&size, i, fabs(g->length[i]));
        ab_set(&form.offset, i, is_corner ? 0.5 * g->length[i] : 0.0);
    }
    begin(def, "box");
    if (form.ok) {
        ab_xml_set_vector(reader, params_of(thing, def), "size", size, NULL);
    }
    return form;
}

static Form cylinder(abXmlReader *reader, abXmlThing *thing, abShapeDef *def) {
    const Graphic *g = thing->data;
    Form form = centered(g);
    form.ok = wants(reader, thing, "radius", g->radius) &&
              wants(reader, thing, "length", g->length_along);
    form.offset = ab_vec3(0.0, 0.0, 0.5 * g->length_along);
    begin(def, "cylinder");
    if (form.ok) {
        set_length(reader, thing, def, "radius", g->radius);
        set_length(reader, thing, def, "length", fabs(g->length_along));
    }
    return form;
}

static Form frustum(abXmlReader *reader, abXmlThing *thing, abShapeDef *def) {
    const Graphic *g = thing->data;
    Form form = centered(g);
    form.ok = wants(reader, thing, "bottom_radius", g->bottom_radius) &&
              wants(reader, thing, "top_radius", g->top_radius) &&
              wants(reader, thing, "length", g->length_along);
    begin(def, "cone");
    if (form.ok && g->length_along < 0.0) {
        ab_xml_wrong(reader, thing, "length", "length of a frustum must be above 0");
        form.ok = false;
    }
    if (form.ok) {
        form.is_turned = g->top_radius > g->bottom_radius; // cones here have the wider base
        form.offset = ab_vec3(0.0, 0.0, form.is_turned ? g->length_along : 0.0);
        set_length(reader, thing, def, "radius", fmax(g->top_radius, g->bottom_radius));
        set_length(reader, thing, def, "top_radius", fmin(g->top_radius, g->bottom_radius));
        set_length(reader, thing, def, "length", g->length_along);
    }
    return form;
}

static Form ellipsoid(abXmlReader *reader, abXmlThing *thing, abShapeDef *def) {
    static const char *const keys[] = {"x_scale", "y_scale", "z_scale"};
    const Graphic *g = thing->data;
    Form form = centered(g);
    abVec3 semi_axes = {0.0, 0.0, 0.0};
    for (int i = 0; i < 3; i++) {
        form.ok = wants(reader, thing, keys[i], g->scale[i]) && form.ok;
        ab_set(&semi_axes, i, 0.5 * g->scale[i]);
    }
    begin(def, "ellipsoid");
    if (form.ok) {
        ab_xml_set_vector(reader, params_of(thing, def), "semi_axes", semi_axes, NULL);
    }
    return form;
}

static Form sphere(abXmlReader *reader, abXmlThing *thing, abShapeDef *def) {
    const Graphic *g = thing->data;
    Form form = centered(g);
    form.ok = wants(reader, thing, "radius", g->radius);
    begin(def, "sphere");
    if (form.ok) {
        set_length(reader, thing, def, "radius", g->radius);
    }
    return form;
}

static Form plane(abXmlReader *reader, abXmlThing *thing, abShapeDef *def) {
    const Graphic *g = thing->data;
    Form form = {.marker_key = "rm_id", .marker = g->reference, .ok = true};
    if (g->reference < 0) {
        form.marker_key = "center_marker_id";
        form.marker = g->marker;
    }
    ab_xml_warn(reader, thing, "type",
                "a plane is taken without bounds, its material below z = 0 "
                "of its marker");
    begin(def, "plane");
    return form;
}

// Where the frame of a mesh is: at the marker the graphic names.
static Form mesh_form(const Graphic *g) {
    return (Form){.marker_key = g->reference >= 0 ? "rm_id" : "center_marker_id",
                  .marker = g->reference >= 0 ? g->reference : g->marker};
}

static Form external(abXmlReader *reader, abXmlThing *thing, abShapeDef *def) {
    const Graphic *g = thing->data;
    Form form = mesh_form(g);
    const char *unit = ab_xml_mesh_unit(&reader->context.units);
    begin(def, "mesh");
    ab_xml_set_text(reader, params_of(thing, def), "collide", "surface", NULL);
    if (g->file == NULL) {
        ab_xml_wrong(reader, thing, NULL, "Post_Graphic of this type needs the attribute file");
    } else if (reader->name == NULL) {
        ab_xml_wrong(reader, thing, "file",
                     "a model without a file name of its own cannot read files");
    } else if (!reader->any_files && !ab_file_is_inside(g->file)) {
        ab_xml_wrong(reader, thing, "file",
                     "file = \"%.80s\" leads out of the model's folder, which is not allowed; put "
                     "the mesh beside the model, or allow it with --set files=anywhere",
                     g->file);
    } else {
        form.ok = true;
        ab_xml_note_file(reader, g->file);
        ab_xml_set_text(reader, params_of(thing, def), "file", g->file, NULL);
        if (unit != NULL) {
            ab_xml_set_text(reader, params_of(thing, def), "units", unit, NULL);
        } else {
            ab_xml_set(reader, params_of(thing, def), "scale",
                       ab_xml_si(&reader->context, "m", 1.0, 1.0), NULL);
        }
    }
    return form;
}

// Points from 0 as here, or, when the greatest number is that of all points, from 1.
static bool list_faces(abXmlReader *reader, abXmlThing *thing, int nodes, abPointList *out) {
    const Graphic *g = thing->data;
    int greatest = 0;
    for (int i = 0; i < g->faces.count; i++) {
        greatest = g->faces.at[i] > greatest ? g->faces.at[i] : greatest;
    }
    int base = greatest == nodes ? 1 : 0;
    for (int i = 0; i < g->faces.count; i++) {
        int corner = g->faces.at[i] - base;
        if (corner < 0 || corner >= nodes) {
            ab_xml_wrong(reader, thing, "faces", "faces: item %d, %d, is no point: there are %d",
                         i + 1, g->faces.at[i], nodes);
            return false;
        }
        ab_set(&out->points[i / 3], i % 3, corner);
    }
    return true;
}

static abPointList *new_list(abXmlReader *reader, int count) {
    abPointList *list = AB_ARENA_NEW(reader->context.arena, abPointList, 1);
    abVec3 *points = AB_ARENA_NEW(reader->context.arena, abVec3, (size_t)count + 1);
    if (list == NULL || points == NULL) {
        reader->context.is_out_of_memory = true;
        return NULL;
    }
    *list = (abPointList){.count = count, .points = points};
    return list;
}

static Form triangles(abXmlReader *reader, abXmlThing *thing, abShapeDef *def) {
    const Graphic *g = thing->data;
    Form form = mesh_form(g);
    begin(def, "mesh");
    ab_xml_set_text(reader, params_of(thing, def), "collide", "surface", NULL);
    if (g->nodes.count == 0 || g->nodes.count % 3 != 0 || g->faces.count == 0 ||
        g->faces.count % 3 != 0) {
        ab_xml_wrong(reader, thing, g->nodes.count % 3 != 0 ? "nodes" : "faces",
                     "a TriaMesh needs nodes and faces, three numbers each; it has %d and %d",
                     g->nodes.count, g->faces.count);
        return form;
    }
    abPointList *points = new_list(reader, g->nodes.count / 3);
    abPointList *faces = new_list(reader, g->faces.count / 3);
    if (points == NULL || faces == NULL) {
        return form;
    }
    for (int i = 0; i < g->nodes.count; i++) {
        ab_set(&points->points[i / 3], i % 3,
               ab_xml_si(&reader->context, "m", 1.0, g->nodes.at[i]));
    }
    form.ok = list_faces(reader, thing, points->count, faces);
    ab_xml_set_points(reader, params_of(thing, def), "points", points, "nodes");
    ab_xml_set_points(reader, params_of(thing, def), "faces", faces, "faces");
    return form;
}

static Form curve(abXmlReader *reader, abXmlThing *thing, abShapeDef *def) {
    const Graphic *g = thing->data;
    Form form = mesh_form(g);
    bool is_closed;
    begin(def, "curve");
    if (g->curve < 0) {
        ab_xml_wrong(reader, thing, NULL, "Post_Graphic of this type needs the attribute curve_id");
        return form;
    }
    abXmlThing *found = ab_xml_refer(reader, thing, "curve_id", AB_XML_TYPE_CURVE, g->curve);
    const abPointList *points =
        found != NULL ? ab_xml_curve_points(reader, found, &is_closed) : NULL;
    if (points == NULL) {
        thing->is_wrong = true;
        return form;
    }
    if (!is_closed) {
        ab_xml_warn(reader, thing, "curve_id",
                    "the solid is taken to lie to the %s of the open curve, in the order of its "
                    "points",
                    g->is_solid ? "left" : "right");
    }
    ab_xml_set_points(reader, params_of(thing, def), "points", points, "curve_id");
    ab_xml_set(reader, params_of(thing, def), "closed", is_closed, NULL);
    if (!g->is_solid) {
        ab_xml_set(reader, params_of(thing, def), is_closed ? "hole" : "solid", 1.0,
                   "is_material_inside");
    }
    form.ok = true;
    return form;
}

typedef Form MakeForm(abXmlReader *reader, abXmlThing *thing, abShapeDef *def);
// NULL: not supported.
static MakeForm *const s_forms[GRAPHIC_COUNT] = {
    [GRAPHIC_BOX_CORNER] = box,    [GRAPHIC_BOX_CENTER] = box,      [GRAPHIC_CYLINDER] = cylinder,
    [GRAPHIC_FRUSTUM] = frustum,   [GRAPHIC_ELLIPSOID] = ellipsoid, [GRAPHIC_SPHERE] = sphere,
    [GRAPHIC_PLANE] = plane,       [GRAPHIC_EXTERNAL] = external,   [GRAPHIC_TRIA_MESH] = triangles,
    [GRAPHIC_PARAM_CURVE] = curve,
};

// ---- definitions ----

static void add_shape(abXmlReader *reader, abXmlThing *thing, abShapeDef *def, const Form *form) {
    Graphic *g = thing->data;
    abXmlMarker marker;
    if (form->marker < 0) {
        ab_xml_wrong(reader, thing, NULL, "Post_Graphic of this type needs the attribute %s",
                     form->marker_key);
        return;
    }
    if (!ab_xml_marker(reader, thing, form->marker_key, form->marker, &marker)) {
        return;
    }
    if (marker.body == NULL) {
        ab_xml_wrong(reader, thing, form->marker_key,
                     "%s = %d is on no body; a graphic belongs to a body, the fixed surrounding is "
                     "one with isground = TRUE",
                     form->marker_key, form->marker);
        return;
    }
    abPose X_BM = ab_xml_marker_in_body(reader, &marker);
    abMat3 R = form->is_turned ? ab_mat3_mul(X_BM.R, ab_mat3_diagonal(1.0, -1.0, -1.0)) : X_BM.R;
    def->name = thing->name;
    def->id = thing->id;
    def->place = thing->element->place;
    def->position = ab_add(X_BM.p, ab_mul(X_BM.R, form->offset));
    def->orientation = ab_xml_orientation(R);
    def->has_mass = false;
    def->material = reader->things[AB_XML_TYPE_CONTACT].count > 0 ? AB_XML_MATERIAL : NULL;
    ab_xml_added(reader, thing,
                 ab_model_add_shape(reader->model, ab_xml_body_id(reader, marker.body), def,
                                    reader->folder, reader->context.error));
    g->def = *def;
    g->body = marker.body;
    g->selector = ab_xml_text(reader, "%s.%s", ab_xml_body_name(marker.body), thing->name);
}

static void define(abXmlReader *reader, abXmlThing *thing) {
    Graphic *g = thing->data;
    if (g->type < 0 || thing->is_wrong) {
        return;
    }
    if (s_forms[g->type] == NULL) {
        ab_xml_warn(reader, thing, "type", "graphics of the type %.40s are not drawn",
                    s_types[g->type]);
        return;
    }
    abShapeDef def = ab_shape_def();
    Form form = s_forms[g->type](reader, thing, &def);
    if (form.ok && !thing->is_wrong) {
        add_shape(reader, thing, &def, &form);
    }
}

const char *ab_xml_graphic_selector(const abXmlThing *graphic, const abXmlThing **body) {
    const Graphic *g = graphic->data;
    *body = g->body;
    return g->selector;
}

abXmlShape ab_xml_graphic_exact(const abXmlThing *graphic) {
    const Graphic *g = graphic->data;
    return (abXmlShape){g->body, g->selector, &g->def};
}

abXmlShape ab_xml_add_shape(abXmlReader *reader, abXmlThing *thing, const abXmlThing *body,
                            const abShapeDef *def) {
    abShapeDef *kept = AB_ARENA_NEW(reader->context.arena, abShapeDef, 1);
    if (kept == NULL || def->name == NULL) {
        reader->context.is_out_of_memory = true;
        return (abXmlShape){.body = body};
    }
    *kept = *def;
    ab_xml_added(reader, thing,
                 ab_model_add_shape(reader->model, ab_xml_body_id(reader, body), kept,
                                    reader->folder, reader->context.error));
    return (abXmlShape){body, ab_xml_text(reader, "%s.%s", ab_xml_body_name(body), kept->name),
                        kept};
}

// A key of an exact shape: its number, or the first of three.
static const double *value_of(const abShapeDef *def, const char *key) {
    const abKey *found = ab_table_find(ab_choice_find("shape")->table(def->kind), key);
    return (const double *)(const void *)(def->params.data + found->offset);
}

static abVec3 vector_of(const abShapeDef *def, const char *key) {
    const double *value = value_of(def, key);
    return ab_vec3(value[0], value[1], value[2]);
}

// The mesh of an exact shape, in its frame. False for want of memory, and where there is none.
static bool inscribe(abArena *arena, int type, const abShapeDef *def, int level,
                     abInscribedMesh *mesh) {
    int sides = 4 * level, bands = 2 * level;
    double r, half;
    switch (type) {
    case GRAPHIC_BOX_CORNER:
    case GRAPHIC_BOX_CENTER:
        return ab_inscribe_box(arena, vector_of(def, "size"), mesh);
    case GRAPHIC_SPHERE:
        r = *value_of(def, "radius");
        return ab_inscribe_ellipsoid(arena, sides, bands, ab_vec3(r, r, r), mesh);
    case GRAPHIC_ELLIPSOID:
        return ab_inscribe_ellipsoid(arena, sides, bands, vector_of(def, "semi_axes"), mesh);
    case GRAPHIC_CYLINDER:
        r = *value_of(def, "radius");
        half = 0.5 * *value_of(def, "length");
        return ab_inscribe_frustum(arena, sides, -half, r, half, r, mesh);
    case GRAPHIC_FRUSTUM: // its base is at the origin
        return ab_inscribe_frustum(arena, sides, 0.0, *value_of(def, "radius"),
                                   *value_of(def, "length"), *value_of(def, "top_radius"), mesh);
    default:
        return false;
    }
}

abXmlShape ab_xml_graphic_mesh(abXmlReader *reader, abXmlThing *contact, abXmlThing *graphic) {
    Graphic *g = graphic->data;
    int level = g->level < LEVEL_MIN ? LEVEL_MIN : g->level > LEVEL_MAX ? LEVEL_MAX : g->level;
    if (g->mesh.selector != NULL) {
        return g->mesh;
    }
    abInscribedMesh *mesh = AB_ARENA_NEW(reader->context.arena, abInscribedMesh, 1);
    if (mesh == NULL || !inscribe(reader->context.arena, g->type, &g->def, level, mesh)) {
        reader->context.is_out_of_memory = true;
        return g->mesh;
    }
    if (level != g->level) {
        ab_xml_warn(reader, graphic, "refinement_level", "refinement_level = %d is taken as %d",
                    g->level, level);
    }
    abShapeDef def = g->def;
    begin(&def, "mesh");
    ab_xml_set_text(reader, params_of(graphic, &def), "collide", "surface", NULL);
    ab_xml_set_points(reader, params_of(graphic, &def), "points", &mesh->points, NULL);
    ab_xml_set_points(reader, params_of(graphic, &def), "faces", &mesh->faces, NULL);
    def.name = ab_xml_text(reader, "%s_mesh", graphic->name);
    g->mesh = ab_xml_add_shape(reader, contact, g->body, &def);
    return g->mesh;
}

abXmlForm ab_xml_graphic_form(const abXmlThing *graphic) {
    const Graphic *g = graphic->data;
    return g->type == GRAPHIC_SPHERE         ? AB_XML_FORM_SPHERE
           : g->type == GRAPHIC_PLANE        ? AB_XML_FORM_PLANE
           : g->type == GRAPHIC_PARAM_CURVE  ? AB_XML_FORM_CURVE
           : ab_xml_graphic_is_mesh(graphic) ? AB_XML_FORM_MESH
                                             : AB_XML_FORM_SOLID;
}

void ab_xml_graphics_end(abXmlReader *reader) {
    for (abXmlThing *thing = reader->things[AB_XML_TYPE_GRAPHIC].first; thing != NULL;
         thing = thing->next) {
        if (((const Graphic *)thing->data)->mesh.selector == NULL) {
            ab_xml_idle_key(reader, thing, "refinement_level",
                            "no contact meshes this graphic; shapes are exact unless a contact "
                            "has enable_analytical = FALSE");
        }
    }
}

bool ab_xml_graphic_is_hole(const abXmlThing *graphic) {
    const Graphic *g = graphic->data;
    return !g->is_solid && g->type != GRAPHIC_PARAM_CURVE; // a curve has its other side
}

bool ab_xml_graphic_is_open(const abXmlThing *graphic) {
    const Graphic *g = graphic->data;
    bool has_ends = g->type == GRAPHIC_CYLINDER || g->type == GRAPHIC_FRUSTUM;
    return has_ends && g->ends >= 0 && g->ends != ENDS_CLOSED;
}

bool ab_xml_graphic_is_mesh(const abXmlThing *graphic) {
    const Graphic *g = graphic->data;
    return g->type == GRAPHIC_TRIA_MESH || g->type == GRAPHIC_EXTERNAL;
}

const abXmlType ab_xml_post_graphic = AB_XML_TYPE(Graphic, s_table, "graphic", "graphic", define);
