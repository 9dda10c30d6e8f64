// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// xml_curves.h - points of curves.

#ifndef AB_XML_CURVES_H
#define AB_XML_CURVES_H

#include "read/motionsolve/xml_types.h"

// The points of a Reference_ParamCurve [m], without the last where it is the first. NULL, with a
// problem, when they are not there or not in a plane.
const abPointList *ab_xml_curve_points(abXmlReader *reader, abXmlThing *curve, bool *is_closed);

#endif
