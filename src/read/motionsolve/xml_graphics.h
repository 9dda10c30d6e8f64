// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// xml_graphics.h - graphics as sides of contacts.

#ifndef AB_XML_GRAPHICS_H
#define AB_XML_GRAPHICS_H

#include "read/motionsolve/xml_types.h"

// The material of all graphics where there are contacts.
#define AB_XML_MATERIAL "unspecified"

// "body.shape" of a graphic, and the thing of its body; NULL when it was not defined.
const char *ab_xml_graphic_selector(const abXmlThing *graphic, const abXmlThing **body);

// A shape that stands for a graphic in a contact.
typedef struct abXmlShape {
    const abXmlThing *body;
    const char *selector;  // "body.shape"; NULL: it could not be added
    const abShapeDef *def; // NULL: the surface of a flexible body
} abXmlShape;

typedef enum abXmlForm {
    AB_XML_FORM_SPHERE,
    AB_XML_FORM_SOLID, // box, cylinder, frustum, ellipsoid
    AB_XML_FORM_MESH,
    AB_XML_FORM_PLANE,
    AB_XML_FORM_CURVE
} abXmlForm;
abXmlForm ab_xml_graphic_form(const abXmlThing *graphic);

// The shape of a graphic that has a selector: as it is, and as a mesh, which is added to the body when
// first asked for. Of planes, curves and meshes there is none.
abXmlShape ab_xml_graphic_exact(const abXmlThing *graphic);
abXmlShape ab_xml_graphic_mesh(abXmlReader *reader, abXmlThing *contact, abXmlThing *graphic);
// Adds a shape to a body on behalf of a thing.
abXmlShape ab_xml_add_shape(abXmlReader *reader, abXmlThing *thing, const abXmlThing *body,
                            const abShapeDef *def);
// After the last contact: tells what of the graphics had no effect.
void ab_xml_graphics_end(abXmlReader *reader);

// Whether its material is outside, and whether an end of it is open.
bool ab_xml_graphic_is_hole(const abXmlThing *graphic);
bool ab_xml_graphic_is_open(const abXmlThing *graphic);
// Whether it is given by triangles.
bool ab_xml_graphic_is_mesh(const abXmlThing *graphic);

#endif
