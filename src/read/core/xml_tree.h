// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// xml_tree.h - an XML text as a tree of elements in which each attribute knows its line and column.
//
// Nothing outside the text is ever read: a DOCTYPE, and with it every entity of one's own, is
// refused. Size, depth and count are bounded. Names are kept as written and compared without regard
// to capital letters.

#ifndef AB_XML_TREE_H
#define AB_XML_TREE_H

#include <stdbool.h>
#include <stddef.h>

#include "abut/result.h"
#include "base/arena.h"

enum {
    AB_XML_DEPTH_MAX = 32,
    AB_XML_ELEMENTS_MAX = 1000000,
    AB_XML_ATTRIBUTES_MAX = 200, // of one element
};

typedef struct abXmlAttribute {
    const char *name, *value;
    abPlace place;       // of the name
    abPlace value_place; // of the first letter behind the quote
} abXmlAttribute;

typedef struct abXmlElement abXmlElement;

struct abXmlElement {
    const char *name;
    abPlace place;
    const abXmlAttribute *attributes; // as written
    int attribute_count;
    const char *text; // between the tags of an element without children; NULL: blanks only
    abPlace text_place;
    abXmlElement *parent, *next, *first, *last; // siblings and children
};

// Parses a text in UTF-8, US-ASCII or ISO-8859-1. `file` stands in places and must outlive the
// tree. AB_BAD_MODEL for what is not well-formed, refused or beyond the bounds, with one problem.
// AB_USAGE, with a sentence, when this build has no XML parser.
abResult ab_xml_parse(const char *text, size_t size, const char *file, abArena *arena,
                      abXmlElement **root, abError *error);

// Whether two names are the same but for capital letters (of ASCII).
bool ab_xml_same(const char *a, const char *b);
// Whether `word` is one of several spellings, "A|B|C".
bool ab_xml_is_one_of(const char *word, const char *spellings);
// The first of several spellings, for messages.
const char *ab_xml_first_spelling(const char *spellings, char *out, size_t size);

#endif
