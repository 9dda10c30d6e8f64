// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// xml_contacts.c - Force_Contact: which graphics touch, and by which law.
//
// Each pair of a graphic on I with one on J becomes a contact rule. What no contact names does not
// touch. Two contacts may name the same pair: both act, since a pair of shapes has one law and so the
// later contact gets a copy of the graphic on one side. The laws (xml_contact_laws.c) ask nothing of materials, so all graphics are of one that says
// nothing.

#include "read/motionsolve/xml_contacts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "read/motionsolve/xml_contact_laws.h"
#include "read/motionsolve/xml_flexible.h"
#include "read/motionsolve/xml_graphics.h"
#include "read/motionsolve/xml_reader.h"
#include "read/motionsolve/xml_table.h"
#include "read/motionsolve/xml_types.h"
#include "read/motionsolve/xml_unknown.h"

enum { PAIRS_MAX = 100000 };

static const char *const s_normals[] = {"IMPACT", "POISSON", "VOLUME", "USERCNF|USER|USERSUB",
                                        NULL};
static const char *const s_frictions[] = {
    "COULOMB_ON|ON", "COULOMB_OFF|OFF|NONE",
    "COULOMB_DYNAMICONLY|COULOMB_DYNAMIC_ONLY|DYNAMIC_ONLY|DYNAMICS_ONLY|DYNAMICONLY",
    "USERCFF|USER|USERSUB", NULL};
static const char *const s_masters[] = {"AUTO", "I", "J", "I_AND_J", NULL};
static const char *const s_switch[] = {"FALSE", "TRUE|AUTO", NULL};

#define STABILITY 0.1 // the default of the source

#define CODE(field, name) AB_XML_STRING(AB_XML_TEXT, abXmlContact, field, name, "of a routine")
#define CODE_KEYS(field, parameters_, function_, library_, script_, interpreter_)                  \
    CODE(field.parameters, parameters_), CODE(field.function, function_),                          \
        CODE(field.library, library_), CODE(field.script, script_),                                \
        CODE(field.interpreter, interpreter_)
static const abXmlKey s_keys[] = {
    AB_XML_ID_AND_LABEL(abXmlContact),
    AB_XML_REFERENCE(abXmlContact, count_i, "num_i_graphics", 0.0, false, "how many graphics on I"),
    AB_XML_REFERENCE(abXmlContact, count_j, "num_j_graphics", 0.0, false, "how many graphics on J"),
    AB_XML_KEY(AB_XML_INTEGERS, abXmlContact, graphics_i, "i_graphics_id", "-", 0, 1.0,
               2147483647.0, "graphics on I"),
    AB_XML_KEY(AB_XML_INTEGERS, abXmlContact, graphics_j, "j_graphics_id", "-", 0, 1.0,
               2147483647.0, "graphics on J"),
    AB_XML_STRING(AB_XML_TEXT, abXmlContact, flexible_i, "i_flexbody_id",
                  "in place of graphics on I: a flexible body with its surface; FALSE: none"),
    AB_XML_STRING(AB_XML_TEXT, abXmlContact, flexible_j, "j_flexbody_id",
                  "likewise in place of graphics on J"),
    AB_XML_FLAG(abXmlContact, flip_i, "i_flip_flex", 0.0,
                "whether the surface of that body is turned inside out"),
    AB_XML_FLAG(abXmlContact, flip_j, "j_flip_flex", 0.0, "likewise on J"),
    AB_XML_POSITIVE(abXmlContact, deepest, "ignore_penetration_larger_than", "m",
                    "depth from which there is no force"),
    AB_XML_WORDS(abXmlContact, master, "master_surface", s_masters,
                 "whose surface gives depth and normal: the answer is the same, but I_AND_J adds "
                 "both and so "
                 "counts it twice"),
    AB_XML_WORDS(
        abXmlContact, node_mode, "enable_node_mode", s_switch,
        "of VOLUME between meshes: the nodes of the master surface carry it, with FALSE its "
        "elements; when not given, the region of contact"),
    AB_XML_WORDS(abXmlContact, analytical, "enable_analytical", s_switch,
                 "FALSE: boxes, cylinders, frusta and ellipsoids touch as meshes by their "
                 "refinement_level; else, and when not given, exactly"),
    AB_XML_WORDS(abXmlContact, sphere_to_mesh, "enable_sphere_to_mesh", s_switch,
                 "FALSE: a sphere is a mesh, too, against a mesh; else it is exact"),
    AB_XML_NUM(abXmlContact, stability, "contact_stability_2d", "-", STABILITY,
               "0: the point is the centroid of the overlap; else the deepest, since the pull "
               "towards the centroid is not published"),
    AB_XML_NOT_DONE(AB_XML_LISTED, "contact_stability_2d_factor", "0.1",
                    "give contact_stability_2d"),
    AB_XML_WORDS_REQUIRED(abXmlContact, normal, "cnf_type", s_normals, "law of the normal force"),
    AB_XML_NOT_NEGATIVE(abXmlContact, penalty, "penalty", "-",
                        "of POISSON, in force by length^1.5"),
    AB_XML_KEY(AB_XML_REAL, abXmlContact, restitution, "restitution_coef|restitution_coeff", "-",
               NAN, 0.0, 1.0, "of POISSON"),
    AB_XML_POSITIVE(abXmlContact, normal_speed, "normal_trans_vel", "m/s",
                    "of POISSON: speed at which its damping acts in full"),
    AB_XML_NOT_NEGATIVE(abXmlContact, stiffness, "stiffness", "-",
                        "of IMPACT, in force by length^exponent"),
    AB_XML_POSITIVE(abXmlContact, exponent, "exponent", "-", "of IMPACT and VOLUME"),
    AB_XML_NOT_NEGATIVE(abXmlContact, damping, "damping", "N s/m", "of IMPACT and VOLUME"),
    AB_XML_POSITIVE(abXmlContact, full_depth, "dmax", "m", "of IMPACT: depth of full damping"),
    AB_XML_POSITIVE(abXmlContact, modulus_i, "i_elastic_modulus", "N/m^2", "of VOLUME"),
    AB_XML_POSITIVE(abXmlContact, modulus_j, "j_elastic_modulus", "N/m^2", "of VOLUME"),
    AB_XML_POSITIVE(abXmlContact, layer_i, "i_layer_depth", "m", "of VOLUME"),
    AB_XML_POSITIVE(abXmlContact, layer_j, "j_layer_depth", "m", "of VOLUME"),
    CODE_KEYS(normal_code, "cnf_param_string|usrsub_param_string", "cnf_fnc_name|usrsub_fnc_name",
              "cnf_dll_name|usrsub_dll_name", "cnf_script_name|script_name",
              "cnf_interpreter|interpreter"),
    AB_XML_WORDS(abXmlContact, friction, "cff_type", s_frictions, "law of friction"),
    AB_XML_NOT_NEGATIVE(abXmlContact, mu_static, "mu_static", "-", "of friction"),
    AB_XML_NOT_NEGATIVE(abXmlContact, mu_dynamic, "mu_dynamic", "-", "of friction"),
    AB_XML_NUM(abXmlContact, stiction_speed, "stiction_trans_vel", "m/s", NAN,
               "speed of the most friction"),
    AB_XML_NUM(abXmlContact, friction_speed, "friction_trans_vel", "m/s", NAN,
               "speed from which friction is dynamic"),
    CODE_KEYS(friction_code, "cff_param_string", "cff_fnc_name", "cff_dll_name", "cff_script_name",
              "cff_interpreter"),
    CODE_KEYS(post_code, "cpost_param_string", "cpost_fnc_name", "cpost_dll_name",
              "cpost_script_name", "cpost_interpreter"),
};
static const abXmlTable s_table =
    AB_XML_TABLE("Force_Contact", abXmlContact, s_keys, "contact rules for pairs of graphics");

// ---- graphics ----

bool ab_xml_check_side(abXmlReader *reader, abXmlThing *thing, const char *key,
                       const char *count_key, abXmlIntegers ids, int count) {
    const abXmlThing *first = NULL;
    if (ids.count == 0) {
        ab_xml_wrong(reader, thing, ab_xml_thing_has(thing, key) ? key : NULL,
                     "%s needs %s, the graphics of one of its bodies", thing->type->table->name,
                     key);
        return false;
    }
    if (count >= 0 && count != ids.count) {
        ab_xml_wrong(reader, thing, count_key, "%s = %d, but %s has %d", count_key, count, key,
                     ids.count);
        return false;
    }
    for (int i = 0; i < ids.count; i++) {
        const abXmlThing *body, *graphic = ab_xml_find(reader, AB_XML_TYPE_GRAPHIC, ids.at[i]);
        if (graphic == NULL) {
            ab_xml_wrong(reader, thing, key, "%s: there is no Post_Graphic %d%s", key, ids.at[i],
                         ab_xml_left_out(reader, AB_XML_TYPE_GRAPHIC, ids.at[i]));
            return false;
        }
        if (ab_xml_graphic_selector(graphic, &body) == NULL) {
            if (!graphic->is_wrong) {
                ab_xml_wrong(reader, thing, key,
                             "%s: Post_Graphic %d (line %d) is of a type that cannot touch yet",
                             key, ids.at[i], graphic->element->place.line);
            }
            return false;
        }
        if (ab_xml_graphic_is_hole(graphic)) {
            ab_xml_wrong(reader, thing, key,
                         "%s: Post_Graphic %d (line %d) is a hole (is_material_inside = FALSE), "
                         "which is not supported yet",
                         key, ids.at[i], graphic->element->place.line);
            return false;
        }
        if (ab_xml_graphic_is_open(graphic)) {
            ab_xml_warn(reader, graphic, "ends_type",
                        "the ends of Post_Graphic %d are closed here, so they can touch",
                        ids.at[i]);
        }
        if (first != NULL && first != body) {
            ab_xml_wrong(reader, thing, key,
                         "%s: graphics %d and %d are on different bodies, %s and %s; one side of a "
                         "contact is one body",
                         key, ids.at[0], ids.at[i], first->name, body->name);
            return false;
        }
        first = body;
    }
    return true;
}

// ---- sides ----

// One side of a contact: graphics, or the surface of a flexible body.
typedef struct Side {
    const char *key;
    abXmlIntegers graphics;
    int flexible; // 0: none
    bool flip;
} Side;

static int flexible_id(const char *text) {
    double id;
    return text != NULL && ab_xml_number(text, &id) && id >= 1.0 && id <= 2147483647.0 ? (int)id
                                                                                       : 0;
}

static Side side_of(const abXmlContact *c, bool is_i) {
    int flexible = flexible_id(is_i ? c->flexible_i : c->flexible_j);
    return (Side){.key = flexible > 0 ? (is_i ? "i_flexbody_id" : "j_flexbody_id")
                                      : (is_i ? "i_graphics_id" : "j_graphics_id"),
                  .graphics = is_i ? c->graphics_i : c->graphics_j,
                  .flexible = flexible,
                  .flip = is_i ? c->flip_i : c->flip_j};
}

static int side_count(const Side *side) {
    return side->flexible > 0 ? 1 : side->graphics.count;
}

static const char *kind_of(const Side *side) {
    return side->flexible > 0 ? "flexible body" : "graphic";
}

static int number_of(const Side *side, int k) {
    return side->flexible > 0 ? side->flexible : side->graphics.at[k];
}

// "body.shape" of one of a side that was checked, and its body.
static const char *side_selector(abXmlReader *reader, abXmlThing *thing, const Side *side, int k,
                                 const abXmlThing **body) {
    return side->flexible > 0
               ? ab_xml_flexible_surface(reader, thing, side->key, side->flexible, side->flip, body)
               : ab_xml_graphic_selector(
                     ab_xml_find(reader, AB_XML_TYPE_GRAPHIC, side->graphics.at[k]), body);
}

static bool check_side(abXmlReader *reader, abXmlThing *thing, bool is_i) {
    const abXmlContact *c = thing->data;
    const Side side = side_of(c, is_i);
    const char *text = is_i ? c->flexible_i : c->flexible_j;
    const abXmlThing *body;
    if (side.flexible == 0 && text != NULL && !ab_xml_is_one_of(text, "FALSE|0|-1")) {
        ab_xml_wrong(reader, thing, is_i ? "i_flexbody_id" : "j_flexbody_id",
                     "\"%.40s\" is no number of a flexible body", text);
        return false;
    }
    if (side.flexible == 0) {
        if (side.flip) {
            ab_xml_idle_key(reader, thing, is_i ? "i_flip_flex" : "j_flip_flex",
                            "there is no flexible body on that side");
        }
        return ab_xml_check_side(reader, thing, side.key,
                                 is_i ? "num_i_graphics" : "num_j_graphics", side.graphics,
                                 is_i ? c->count_i : c->count_j);
    }
    if (side.graphics.count > 0) {
        ab_xml_wrong(reader, thing, side.key,
                     "a side is graphics or a flexible body; leave %s_graphics_id out",
                     is_i ? "i" : "j");
        return false;
    }
    return side_selector(reader, thing, &side, 0, &body) != NULL;
}

// Whether the contact is between meshes, as its element says of this graphic against another: what has
// a form of its own is exact unless it says FALSE, a sphere even then.
static bool wants_mesh(const abXmlContact *c, const abXmlThing *graphic, const abXmlThing *other) {
    abXmlForm form = ab_xml_graphic_form(graphic), against = ab_xml_graphic_form(other);
    bool meshes_solids = c->analytical == AB_XML_SWITCH_OFF;
    bool is_mesh = against == AB_XML_FORM_MESH || (against == AB_XML_FORM_SOLID && meshes_solids);
    return form == AB_XML_FORM_SOLID    ? meshes_solids && against != AB_XML_FORM_CURVE
           : form == AB_XML_FORM_SPHERE ? c->sphere_to_mesh == AB_XML_SWITCH_OFF && is_mesh
                                        : false;
}

// What stands for one of a side in the contact with one of the other side.
static abXmlShape shape_of(abXmlReader *reader, abXmlThing *thing, const Side *side, int k,
                           const Side *other, int of_other) {
    abXmlContact *c = thing->data;
    if (side->flexible > 0) {
        abXmlShape shape = {0};
        shape.selector = side_selector(reader, thing, side, k, &shape.body);
        return shape;
    }
    abXmlThing *graphic = ab_xml_find(reader, AB_XML_TYPE_GRAPHIC, side->graphics.at[k]);
    if (other->flexible > 0 ||
        !wants_mesh(c, graphic,
                    ab_xml_find(reader, AB_XML_TYPE_GRAPHIC, other->graphics.at[of_other]))) {
        return ab_xml_graphic_exact(graphic);
    }
    c->has_meshed_sphere |= ab_xml_graphic_form(graphic) == AB_XML_FORM_SPHERE;
    c->has_meshed_solid |= ab_xml_graphic_form(graphic) != AB_XML_FORM_SPHERE;
    return ab_xml_graphic_mesh(reader, thing, graphic);
}

// A shape for this contact alone with the form of one that another contact has.
static abXmlShape copy_of(abXmlReader *reader, abXmlThing *thing, const abXmlShape *shape) {
    const char *key = ab_xml_text(reader, "copy:%s %d", shape->selector, thing->id);
    abXmlShape copy = *shape;
    copy.selector = key != NULL ? ab_text_map_find(&reader->names, key) : NULL;
    if (key == NULL || copy.selector != NULL) {
        return copy;
    }
    abShapeDef def = *shape->def;
    def.name = ab_xml_text(reader, "%s_contact_%d", shape->def->name, thing->id);
    copy = ab_xml_add_shape(reader, thing, shape->body, &def);
    if (copy.selector != NULL && !ab_text_map_put(&reader->names, key, (void *)copy.selector)) {
        reader->context.is_out_of_memory = true;
    }
    return copy;
}

// Notes that the contact acts between two shapes; the contact that did so last, NULL none.
static const abXmlThing *note_pair(abXmlReader *reader, abXmlThing *thing, const char *a,
                                   const char *b) {
    const char *key = strcmp(a, b) < 0 ? ab_xml_text(reader, "pair:%s %s", a, b)
                                       : ab_xml_text(reader, "pair:%s %s", b, a);
    if (key == NULL) {
        return NULL;
    }
    const abXmlThing *other = ab_text_map_find(&reader->names, key);
    if (!ab_text_map_put(&reader->names, key, thing)) {
        reader->context.is_out_of_memory = true;
    }
    return other;
}

static void add_pair(abXmlReader *reader, abXmlThing *thing, abContactRuleDef *def, int i, int j) {
    const Side side_i = side_of(thing->data, true), side_j = side_of(thing->data, false);
    abXmlShape shape_i = shape_of(reader, thing, &side_i, i, &side_j, j);
    abXmlShape shape_j = shape_of(reader, thing, &side_j, j, &side_i, i);
    if (shape_i.selector == NULL || shape_j.selector == NULL) {
        return; // want of memory
    }
    if (shape_i.body == shape_j.body) {
        ab_xml_wrong(reader, thing, side_j.key,
                     "%s %d and %s %d are both on body %s; a body cannot touch itself",
                     kind_of(&side_i), number_of(&side_i, i), kind_of(&side_j),
                     number_of(&side_j, j), shape_i.body->name);
        return;
    }
    const abXmlThing *other = note_pair(reader, thing, shape_i.selector, shape_j.selector);
    if (other == thing) {
        ab_xml_wrong(
            reader, thing, side_i.key,
            "%s %d and %s %d are named twice by this contact; another contact between them "
            "is an element of its own",
            kind_of(&side_i), number_of(&side_i, i), kind_of(&side_j), number_of(&side_j, j));
        return;
    }
    if (other != NULL && shape_i.def == NULL && shape_j.def == NULL) {
        ab_xml_wrong(
            reader, thing, side_i.key,
            "flexible bodies %d and %d have a contact already, at line %d; two of one pair "
            "act only where one side is a graphic",
            side_i.flexible, side_j.flexible, other->element->place.line);
        return;
    }
    if (other != NULL && shape_j.def != NULL) {
        shape_j = copy_of(reader, thing, &shape_j);
    } else if (other != NULL) {
        shape_i = copy_of(reader, thing, &shape_i);
    }
    def->between[0] = shape_i.selector;
    def->between[1] = shape_j.selector;
    if (def->between[0] == NULL || def->between[1] == NULL) {
        return;
    }
    ((abXmlContact *)thing->data)->selectors =
        ab_xml_text(reader, "%s, %s", def->between[0], def->between[1]);
    ab_xml_added(reader, thing,
                 ab_model_add_contact_rule(reader->model, def, reader->context.error));
}

// Notes which contact acts between two bodies; a second one makes their names no selectors of one.
static void note_bodies(abXmlReader *reader, abXmlThing *thing) {
    const Side side_i = side_of(thing->data, true), side_j = side_of(thing->data, false);
    const abXmlThing *body_i, *body_j;
    side_selector(reader, thing, &side_i, 0, &body_i);
    side_selector(reader, thing, &side_j, 0, &body_j);
    bool is_first = strcmp(body_i->name, body_j->name) < 0;
    const char *key = ab_xml_text(reader, "bodies:%s %s", is_first ? body_i->name : body_j->name,
                                  is_first ? body_j->name : body_i->name);
    if (key == NULL) {
        return;
    }
    abXmlThing *first = ab_text_map_find(&reader->names, key);
    if (!ab_text_map_put(&reader->names, key, first == NULL ? thing : (void *)reader)) {
        reader->context.is_out_of_memory = true;
    }
    ((abXmlContact *)thing->data)->bodies_key = key;
}

const char *ab_xml_contact_selectors(abXmlReader *reader, abXmlThing *contact, abPlace place) {
    const abXmlContact *c = contact->data;
    const Side side_i = side_of(c, true), side_j = side_of(c, false);
    const abXmlThing *body_i, *body_j;
    if (c->bodies_key == NULL) {
        return NULL; // it was told what is wrong with it
    }
    if (side_count(&side_i) == 1 && side_count(&side_j) == 1) {
        return c->selectors;
    }
    side_selector(reader, contact, &side_i, 0, &body_i);
    side_selector(reader, contact, &side_j, 0, &body_j);
    if (ab_text_map_find(&reader->names, c->bodies_key) != contact) {
        ab_xml_problem(&reader->context, place,
                       "contact %d is one of several between %s and %s; their forces can be told "
                       "apart only where each has one graphic on each side",
                       contact->id, body_i->name, body_j->name);
        return NULL;
    }
    return ab_xml_text(reader, "%s, %s", body_i->name, body_j->name);
}

static int count_meshes(const abXmlReader *reader, abXmlIntegers graphics) {
    int count = 0;
    for (int i = 0; i < graphics.count; i++) {
        const abXmlThing *graphic = ab_xml_find(reader, AB_XML_TYPE_GRAPHIC, graphics.at[i]);
        count += graphic != NULL && ab_xml_graphic_is_mesh(graphic);
    }
    return count;
}

static bool has_only_meshes(const abXmlReader *reader, abXmlIntegers graphics) {
    return graphics.count > 0 && count_meshes(reader, graphics) == graphics.count;
}

// What the file says of surfaces and is done otherwise here.
static void warn_of_surfaces(abXmlReader *reader, const abXmlThing *thing) {
    const abXmlContact *c = thing->data;
    bool is_meshed =
        count_meshes(reader, c->graphics_i) > 0 || count_meshes(reader, c->graphics_j) > 0;
    if (c->master == AB_XML_MASTER_BOTH) {
        ab_xml_warn(
            reader, thing, "master_surface",
            "master_surface = I_AND_J: the forces of both surfaces are added, as published; "
            "for exact shapes that is twice the force of AUTO, I or J");
    }
    bool is_spread = c->normal == AB_XML_NORMAL_VOLUME && c->node_mode >= 0;
    if ((c->master == AB_XML_MASTER_I || c->master == AB_XML_MASTER_J) && is_meshed && !is_spread) {
        ab_xml_warn(reader, thing, "master_surface",
                    "master_surface = %s has no effect: a meshed pair is carried by the regions of "
                    "both surfaces",
                    c->master == AB_XML_MASTER_I ? "I" : "J");
    }
    if (c->stability > 0.0 && c->stability != STABILITY) {
        ab_xml_idle_key(reader, thing, "contact_stability_2d",
                        "the pull towards the centroid is not published; the deepest point is "
                        "taken, and the centroid by 0");
    }
}

// After its pairs: whether it is between meshes, which the source divides in a way of its own.
static void warn_of_meshes(abXmlReader *reader, const abXmlThing *thing) {
    const abXmlContact *c = thing->data;
    if (c->has_meshed_solid) {
        ab_xml_warn(
            reader, thing, "enable_analytical",
            "enable_analytical = FALSE: round graphics touch as meshes of four times "
            "refinement_level sides, which lie inside them; TRUE is more accurate and faster");
    } else if (c->analytical == AB_XML_SWITCH_OFF) {
        ab_xml_idle_key(reader, thing, "enable_analytical",
                        "there is no box, cylinder, frustum or ellipsoid to mesh");
    }
    if (c->sphere_to_mesh == AB_XML_SWITCH_OFF && !c->has_meshed_sphere) {
        ab_xml_idle_key(reader, thing, "enable_sphere_to_mesh",
                        "there is no sphere against a mesh");
    }
}

bool ab_xml_contact_rule(abXmlReader *reader, abXmlThing *thing, abContactRuleDef *def) {
    const abXmlContact *c = thing->data;
    *def = ab_contact_rule_def();
    def->place = thing->element->place;
    bool ok = ab_xml_contact_normal(reader, thing, def);
    ok = ab_xml_contact_friction(reader, thing, def) && ok;
    def->id = thing->id;
    def->enabled = !c->is_off;
    def->ignore_deeper_than = c->deepest;
    def->masters = c->master == AB_XML_MASTER_BOTH ? AB_MASTERS_SUM : AB_MASTERS_MEAN;
    def->manifold = c->stability == 0.0 ? AB_MANIFOLD_CENTROID : AB_MANIFOLD_FULL;
    bool has_mesh =
        has_only_meshes(reader, c->graphics_i) || has_only_meshes(reader, c->graphics_j);
    ab_xml_contact_carrier(reader, thing, has_mesh, def);
    return ok;
}

static void define(abXmlReader *reader, abXmlThing *thing) {
    const abXmlContact *c = thing->data;
    if (thing->is_wrong) {
        return;
    }
    warn_of_surfaces(reader, thing);
    ab_xml_contact_idle_keys(reader, thing);
    const Side side_i = side_of(c, true), side_j = side_of(c, false);
    int count_i = side_count(&side_i), count_j = side_count(&side_j);
    bool ok = check_side(reader, thing, true);
    ok = check_side(reader, thing, false) && ok;
    abContactRuleDef def;
    ok = ab_xml_contact_rule(reader, thing, &def) && ok;
    ab_xml_contact_post(reader, thing, &def);
    if (ok && (double)count_i * count_j > PAIRS_MAX) {
        ab_xml_wrong(reader, thing, "i_graphics_id", "%d times %d pairs of graphics are too many",
                     count_i, count_j);
    }
    if (ok && !thing->is_wrong) {
        note_bodies(reader, thing);
    }
    for (int i = 0; ok && !thing->is_wrong && i < count_i; i++) {
        for (int j = 0; !thing->is_wrong && j < count_j; j++) {
            add_pair(reader, thing, &def, i, j);
        }
    }
    if (ok && !thing->is_wrong) {
        warn_of_meshes(reader, thing);
        ab_xml_contact_changes(reader, thing, &def);
    }
}

static void add_material(abXmlReader *reader) {
    abMaterialDef material = ab_material_def();
    abMaterialPairDef pair = ab_material_pair_def();
    material.name = AB_XML_MATERIAL;
    pair.materials[0] = pair.materials[1] = AB_XML_MATERIAL;
    pair.restitution = 1.0; // no law asks for it
    abError *error = reader->context.error;
    reader->result = ab_model_add_material(reader->model, &material, error);
    if (reader->result == AB_OK) {
        reader->result = ab_model_add_material_pair(reader->model, &pair, error);
    }
}

// Without a Force_Contact nothing touches.
static void finish(abXmlReader *reader) {
    ab_xml_graphics_end(reader);
    if (reader->things[AB_XML_TYPE_CONTACT].count > 0) {
        add_material(reader);
        return;
    }
    abContactRuleDef def = ab_contact_rule_def();
    def.enabled = false;
    reader->result = ab_model_add_contact_rule(reader->model, &def, reader->context.error);
}

// ---- commands ----

static bool is_same_list(abXmlIntegers a, abXmlIntegers b) {
    return a.count == b.count &&
           (a.count == 0 || memcmp(a.at, b.at, (size_t)a.count * sizeof *a.at) == 0);
}

static bool is_same_text(const char *a, const char *b) {
    return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

static bool is_same_code(const abXmlCode *a, const abXmlCode *b) {
    return is_same_text(a->function, b->function) && is_same_text(a->library, b->library) &&
           is_same_text(a->script, b->script) && is_same_text(a->parameters, b->parameters);
}

// What a run cannot change while it goes on.
static const char *fixed_key(const abXmlContact *old, const abXmlContact *new) {
    return !is_same_list(old->graphics_i, new->graphics_i)                ? "i_graphics_id"
           : flexible_id(old->flexible_i) != flexible_id(new->flexible_i) ? "i_flexbody_id"
           : flexible_id(old->flexible_j) != flexible_id(new->flexible_j) ? "j_flexbody_id"
           : !is_same_list(old->graphics_j, new->graphics_j)              ? "j_graphics_id"
           : old->analytical != new->analytical                           ? "enable_analytical"
           : old->sphere_to_mesh != new->sphere_to_mesh                   ? "enable_sphere_to_mesh"
           : !is_same_code(&old->normal_code, &new->normal_code)          ? "cnf_fnc_name"
           : !is_same_code(&old->friction_code, &new->friction_code)      ? "cff_fnc_name"
           : !is_same_code(&old->post_code, &new->post_code)              ? "cpost_fnc_name"
           : (old->normal == AB_XML_NORMAL_USER) != (new->normal == AB_XML_NORMAL_USER) ? "cnf_type"
           : (old->friction == AB_XML_FRICTION_USER) != (new->friction == AB_XML_FRICTION_USER)
               ? "cff_type"
               : NULL;
}

static void command(abXmlReader *reader, abXmlThing *thing) {
    abXmlThing *model = ab_xml_find(reader, AB_XML_TYPE_CONTACT, thing->id);
    const char *key = fixed_key(ab_xml_changed(model)->data, thing->data);
    if (reader->has_run && key != NULL) {
        ab_xml_wrong(reader, thing, key,
                     "which graphics and which routines a contact has, and whether it is between "
                     "meshes, cannot change between two runs; before the first Simulate it can");
        return;
    }
    ab_xml_change(reader, model, thing);
}

void ab_xml_contact_switch(abXmlReader *reader, abXmlThing *command, int id, bool is_on) {
    abXmlThing *model = ab_xml_find(reader, AB_XML_TYPE_CONTACT, id);
    abXmlThing *thing = AB_ARENA_NEW(reader->context.arena, abXmlThing, 1);
    abXmlContact *c = AB_ARENA_NEW(reader->context.arena, abXmlContact, 1);
    if (thing == NULL || c == NULL) {
        reader->context.is_out_of_memory = true;
        return;
    }
    *thing = *model;
    thing->next = thing->changes = thing->changed = NULL;
    thing->element = command->element;
    *c = *(const abXmlContact *)ab_xml_changed(model)->data;
    c->is_off = !is_on;
    thing->data = c;
    thing->given = 0;
    ab_xml_change(reader, model, thing);
}

const abXmlType ab_xml_force_contact = {
    .table = &s_table,
    .id_offset = offsetof(abXmlContact, id),
    .label_offset = offsetof(abXmlContact, label),
    .is_model = true,
    .is_command = true,
    .define = define,
    .command = command,
    .finish = finish,
};
