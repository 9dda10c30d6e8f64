// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// xml_joints.h - axes of joints.

#ifndef AB_XML_JOINTS_H
#define AB_XML_JOINTS_H

#include "read/motionsolve/xml_markers.h"
#include "read/motionsolve/xml_types.h"

// Words for along (0) and about (1) the axis of a joint.
extern const char *const ab_xml_freedoms[];
// The axis of the Constraint_Joint `joint` along (0) or about (1) its z; -1: the one there is.
// NULL, with a problem at attribute `key` of `thing`, when it has none.
const char *ab_xml_joint_axis(abXmlReader *reader, abXmlThing *thing, const char *key,
                              const abXmlThing *joint, int type);
// Whether it moves both along and about its axis, each by itself.
bool ab_xml_joint_has_both(const abXmlThing *joint);
// The markers of a Constraint_Joint; false when it has none, which was told.
bool ab_xml_joint_ends(abXmlReader *reader, abXmlThing *joint, abXmlEnds *out);

#endif
