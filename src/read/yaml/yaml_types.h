// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// yaml_types.h - what the parts of the YAML reader share while they turn a tree into definitions:
// the state of the reader, and of filling structs.

#ifndef AB_YAML_TYPES_H
#define AB_YAML_TYPES_H

#include "abut/read.h"
#include "base/arena.h"
#include "base/text_map.h"
#include "model/kinds/tables.h"
#include "read/core/units.h"
#include "read/core/yaml_tree.h"

// An expression in the file, to be checked when all names are known.
typedef struct abYamlExpression {
    struct abYamlExpression *next;
    const char *text;
    abPlace place; // of its first character
    bool is_of_time;
    bool has_owner;
    abPlace owner; // the definition it belongs to
} abYamlExpression;

typedef struct abYamlContext {
    abArena *arena; // texts that definitions point to; must outlive them
    abUnits units;
    abModel *model;      // the files that keys name are noted there; NULL: no model is read
    const char *folder;  // of the model file; NULL: the working folder
    bool may_read_files; // false: keys that name a file are refused
    bool any_files;      // meshes may lie outside the model's folder
    abLog log;
    double open_power; // n of units like N/m^n in the mapping being filled; NAN: not known
    abError *error;
    int problems; // found so far
    bool is_out_of_memory;
    bool may_observe;                     // expressions of the object at hand may look at the state
    abYamlExpression *expressions, *last; // in the order of reading
    abYamlExpression *without_owner;      // the first of those
} abYamlContext;

// A definition with a problem. What compile() says of the same place is likely a consequence.
typedef struct abTainted {
    struct abTainted *next;
    abPlace place;
} abTainted;

typedef struct abYamlReader {
    abYamlContext context;
    abAllocator allocator;
    abModel *model;
    const char *name; // of the model file, as given; NULL: a text without files
    abTainted *tainted;
    abTextMap materials;      // name -> abPlace of the definition that counts
    abTextMap pairs;          // "a\nb" -> likewise
    abTextMap joints, forces; // names given -> place
    abTextMap included;       // path -> anything: files that were read
    bool lost_names;          // a part was not understood, so names may be missing
    bool lost_pair;           // a pair was not understood
    bool lost_splines;        // a spline was not understood
    bool has_expression_units;
    abExpressionUnits expression_units;
    abResult result; // trouble other than a wrong model
} abYamlReader;

#endif
