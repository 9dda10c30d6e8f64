// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// xml_markers.h - where markers are, and how the model names them.

#ifndef AB_XML_MARKERS_H
#define AB_XML_MARKERS_H

#include "read/motionsolve/xml_types.h"

// A marker resolved: which body it is on and where in the world at the start.
typedef struct abXmlMarker {
    abXmlThing *body; // NULL: the global frame
    abPose X_WM;
    int id;   // of it
    int node; // of a flexible body, with which it goes; 0: none
} abXmlMarker;

// Resolves the marker that attribute `key` of `thing` names; id 0 is the global frame. False, with
// a problem, when there is none.
bool ab_xml_marker(abXmlReader *reader, abXmlThing *thing, const char *key, int id,
                   abXmlMarker *out);

// The markers that something is between; not both on one body. `does` is for the message: "joint
// connects".
typedef struct abXmlEnds {
    abXmlMarker i, j;
} abXmlEnds;
bool ab_xml_ends(abXmlReader *reader, abXmlThing *thing, const char *does, const char *key_j,
                 int id_i, int id_j, abXmlEnds *out);

// How expressions and forces name a marker: "body.marker", which is then a marker of the model, or
// the body alone where the two frames are one; "world" for 0. NULL, with a problem at `place`.
const char *ab_xml_marker_name(abXmlReader *reader, abXmlThing *thing, abPlace place, int id);
// A marker in the frame of its body; exactly the identity where the two are one.
abPose ab_xml_marker_in_body(abXmlReader *reader, const abXmlMarker *marker);
// A rotation as the quaternion of definitions.
abQuat ab_xml_orientation(abMat3 R);

#endif
