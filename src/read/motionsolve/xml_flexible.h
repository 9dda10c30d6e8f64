// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// xml_flexible.h - bodies with modes as sides of contacts.

#ifndef AB_XML_FLEXIBLE_H
#define AB_XML_FLEXIBLE_H

#include "read/motionsolve/xml_types.h"

// "body.shape" of the surface of a flexible body, which is there from now on, and the thing of the body.
// NULL, with a problem at `key` of the contact, when there is no such body, or when another contact wants
// its surface the other way round.
const char *ab_xml_flexible_surface(abXmlReader *reader, abXmlThing *contact, const char *key,
                                    int id, bool flip, const abXmlThing **body);

#endif
