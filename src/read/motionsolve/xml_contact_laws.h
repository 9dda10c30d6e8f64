// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// xml_contact_laws.h - what a Force_Contact says, and the laws that it asks for.

#ifndef AB_XML_CONTACT_LAWS_H
#define AB_XML_CONTACT_LAWS_H

#include "abut/definitions.h"
#include "read/motionsolve/xml_routines.h"
#include "read/motionsolve/xml_types.h"

typedef struct abXmlContact {
    int id, count_i, count_j;
    const char *label;
    abXmlIntegers graphics_i, graphics_j;
    const char *flexible_i, *flexible_j; // number of a flexible body in place of graphics, or FALSE
    bool flip_i, flip_j;
    double deepest;
    int master, node_mode, analytical, sphere_to_mesh;
    double stability;
    int normal, friction;
    double penalty, restitution, normal_speed;
    double stiffness, exponent, damping, full_depth;
    double modulus_i, modulus_j, layer_i, layer_j;
    double mu_static, mu_dynamic, stiction_speed, friction_speed;
    abXmlCode normal_code, friction_code, post_code;
    const char *selectors;  // "a, b" of its last pair, I first; NULL until defined
    const char *bodies_key; // of the pair of bodies in the reader's names; NULL until defined
    bool is_off;            // by a command
    bool has_meshed_solid, has_meshed_sphere; // of its pairs
} abXmlContact;

enum { AB_XML_NORMAL_IMPACT, AB_XML_NORMAL_POISSON, AB_XML_NORMAL_VOLUME, AB_XML_NORMAL_USER };
enum { AB_XML_MASTER_AUTO, AB_XML_MASTER_I, AB_XML_MASTER_J, AB_XML_MASTER_BOTH };
enum { AB_XML_SWITCH_OFF, AB_XML_SWITCH_ON }; // and -1, when not given
enum { AB_XML_FRICTION_ON, AB_XML_FRICTION_OFF, AB_XML_FRICTION_DYNAMIC, AB_XML_FRICTION_USER };

// Each chooses a law with its parameters. False, with a problem, where it is not all there.
bool ab_xml_contact_normal(abXmlReader *reader, abXmlThing *thing, abContactRuleDef *def);
bool ab_xml_contact_friction(abXmlReader *reader, abXmlThing *thing, abContactRuleDef *def);
// Of enable_node_mode: what carries the pressure of a meshed pair. Warns where the mode has no effect.
void ab_xml_contact_carrier(abXmlReader *reader, const abXmlThing *thing, bool is_meshed,
                            abContactRuleDef *def);
// The routine that is told what acts.
void ab_xml_contact_post(abXmlReader *reader, abXmlThing *thing, abContactRuleDef *def);
// Warns of values of other laws than the one chosen. With friction switched off its values wait.
void ab_xml_contact_idle_keys(abXmlReader *reader, const abXmlThing *thing);

#endif
