// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// xml_names.h - names for what the file numbers.

#ifndef AB_XML_NAMES_H
#define AB_XML_NAMES_H

#include "read/motionsolve/xml_types.h"

// Names in this list are words for expressions: letters, digits and _.
#define AB_XML_WORD_LIST "word"

// A name of letters, digits, - and _ for `list`: from the label, or DEFAULT_ID; made different from
// all others of the list by its number. NULL for want of memory.
const char *ab_xml_name(abXmlReader *reader, const char *list, const char *default_name,
                        const char *label, int id);

#endif
