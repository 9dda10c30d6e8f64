// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// xml_unknown.h - elements that are not known: left out, and named where others refer to them.

#ifndef AB_XML_UNKNOWN_H
#define AB_XML_UNKNOWN_H

#include "read/core/xml_tree.h"
#include "read/motionsolve/xml_types.h"

// Leaves the element out, with a warning and the element that is likely meant.
void ab_xml_leave_out(abXmlReader *reader, const abXmlElement *element);

// What stands behind "there is no Body_Rigid 3": the element of that number that was left out and
// may be the one that is missed; "" when there is none.
const char *ab_xml_left_out(abXmlReader *reader, abXmlElementKind kind, int id);

#endif
