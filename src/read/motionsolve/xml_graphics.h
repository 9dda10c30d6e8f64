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

// What was added to that body for a graphic that has a selector.
const abShapeDef *ab_xml_graphic_shape(const abXmlThing *graphic);

// Whether its material is outside, and whether an end of it is open.
bool ab_xml_graphic_is_hole(const abXmlThing *graphic);
bool ab_xml_graphic_is_open(const abXmlThing *graphic);
// Whether it is given by triangles.
bool ab_xml_graphic_is_mesh(const abXmlThing *graphic);

#endif
