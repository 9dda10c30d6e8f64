// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// xml_proximity.h - what a Sensor_Proximity looks at.

#ifndef AB_XML_PROXIMITY_H
#define AB_XML_PROXIMITY_H

#include "read/motionsolve/xml_types.h"

// "a, b" of a Sensor_Proximity; NULL when something is wrong with it, which was told.
const char *ab_xml_proximity_selectors(const abXmlThing *sensor);

#endif
