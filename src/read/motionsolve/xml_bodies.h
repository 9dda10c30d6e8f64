// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// xml_bodies.h - bodies and units.

#ifndef AB_XML_BODIES_H
#define AB_XML_BODIES_H

#include "abut/definitions.h"
#include "read/motionsolve/xml_types.h"

// What a Body_Rigid or a Body_Point says; that of a Body_Flexible begins with it.
typedef struct abXmlBody {
    int id, cg, im, lprf, velocity_marker, spin_marker;
    const char *label;
    bool is_ground;
    double mass;
    double inertia[6]; // xx yy zz xy yz xz, NAN: not given
    double velocity[3], spin[3];
    bool velocity_flag[3], spin_flag[3];
    bool is_placed;
    abPose X_WB;
    abBodyId added;
} abXmlBody;

// Keys of the motion at the start, of a table whose definition is or begins with an abXmlBody.
#define AB_XML_START_VELOCITY(velocity_text)                                                       \
    AB_XML_NUM(abXmlBody, velocity[0], "v_ic_x", "m/s", 0.0, velocity_text),                       \
        AB_XML_NUM(abXmlBody, velocity[1], "v_ic_y", "m/s", 0.0, "likewise"),                      \
        AB_XML_NUM(abXmlBody, velocity[2], "v_ic_z", "m/s", 0.0, "likewise"),                      \
        AB_XML_IS_MEANT(velocity_flag[0], "v_ic_x_flag"),                                          \
        AB_XML_IS_MEANT(velocity_flag[1], "v_ic_y_flag"),                                          \
        AB_XML_IS_MEANT(velocity_flag[2], "v_ic_z_flag"),                                          \
        AB_XML_REFERENCE(abXmlBody, velocity_marker, "vm_id", 0.0, false,                          \
                         "marker along whose axes v_ic counts; when not given, global")
#define AB_XML_START_MOTION(velocity_text)                                                         \
    AB_XML_START_VELOCITY(velocity_text),                                                          \
        AB_XML_NUM(abXmlBody, spin[0], "w_ic_x", "rad/s", 0.0, "angular velocity at the start"),   \
        AB_XML_NUM(abXmlBody, spin[1], "w_ic_y", "rad/s", 0.0, "likewise"),                        \
        AB_XML_NUM(abXmlBody, spin[2], "w_ic_z", "rad/s", 0.0, "likewise"),                        \
        AB_XML_IS_MEANT(spin_flag[0], "w_ic_x_flag"),                                              \
        AB_XML_IS_MEANT(spin_flag[1], "w_ic_y_flag"),                                              \
        AB_XML_IS_MEANT(spin_flag[2], "w_ic_z_flag"),                                              \
        AB_XML_REFERENCE(abXmlBody, spin_marker, "wm_id", 0.0, false,                              \
                         "marker along whose axes w_ic counts; when not given, global")
#define AB_XML_IS_MEANT(field, name_)                                                              \
    AB_XML_FLAG(abXmlBody, field, name_, 1.0, "whether that speed is meant")

// Places the body once; markers know the world already.
void ab_xml_body_place(abXmlReader *reader, abXmlThing *thing);
// The speeds at the start, of a definition with its centre of mass; not a number: that of its origin.
void ab_xml_body_velocity(abXmlReader *reader, abXmlThing *thing, abBodyDef *def);

// The frame of a body in the world at the start.
abPose ab_xml_body_pose(abXmlReader *reader, abXmlThing *body);
// The name of a body for definitions; "world" for NULL.
const char *ab_xml_body_name(const abXmlThing *body);

// The id of the body in the model; index 0 when it could not be added.
abBodyId ab_xml_body_id(abXmlReader *reader, const abXmlThing *body);

#endif
