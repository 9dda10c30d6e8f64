// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// xml_bodies.h - bodies and units.

#ifndef AB_XML_BODIES_H
#define AB_XML_BODIES_H

#include "read/motionsolve/xml_types.h"

// The frame of a body in the world at the start.
abPose ab_xml_body_pose(abXmlReader *reader, abXmlThing *body);
// The name of a body for definitions; "world" for NULL.
const char *ab_xml_body_name(const abXmlThing *body);

// The id of the body in the model; index 0 when it could not be added.
abBodyId ab_xml_body_id(abXmlReader *reader, const abXmlThing *body);

#endif
