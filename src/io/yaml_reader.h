// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// yaml_reader.h - what the parts of the YAML reader share while they turn a tree into definitions.
//
//   yaml_reader.c     the public functions: text -> tree -> overrides -> definitions -> compile
//   yaml_model.c      the table of the sections of a model, and those of a few lines
//   yaml_bodies.c     bodies and their shapes
//   yaml_contacts.c   contact rules and exclusions
//   yaml_joints.c     joints and forces
//   yaml_fields.c     fields given by values at points
//   yaml_signals.c    markers and what looks at the motion
//   yaml_materials.c  materials, pairs and included files
//   yaml_kinds.c      things chosen by name from a list
//   yaml_checks.c     what all sections ask of their nodes
//   yaml_table.c      one mapping into one struct
//   yaml_value.c      one node into one field
//   yaml_number.c     nodes as numbers
//   yaml_tree.c       libyaml's events into a tree

#ifndef AB_YAML_READER_H
#define AB_YAML_READER_H

#include "abut/read.h"
#include "base/text_map.h"
#include "io/yaml_table.h"
#include "io/yaml_tree.h"
#include "model/tables.h"

// A definition with a problem. What compile() says of the same place is likely a consequence.
typedef struct abTainted {
    struct abTainted *next;
    abPlace place;
} abTainted;

typedef struct abYamlReader {
    abYamlContext context;
    abAllocator allocator;
    abModel *model;
    const char *name;   // of the model file, as given; NULL: a text without files
    const char *folder; // of the model file; NULL: the working folder
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

// Reads all sections into the model.
void ab_yaml_read_model(abYamlReader *reader, const abNode *root);

// Its sections; `node` is NULL when the key is not given.
void ab_yaml_read_bodies(abYamlReader *reader, const abNode *root, const abNode *node);
void ab_yaml_read_contacts(abYamlReader *reader, const abNode *root, const abNode *node);
void ab_yaml_read_exclude(abYamlReader *reader, const abNode *root, const abNode *node);
void ab_yaml_read_joints(abYamlReader *reader, const abNode *root, const abNode *node);
void ab_yaml_read_forces(abYamlReader *reader, const abNode *root, const abNode *node);
void ab_yaml_read_variables(abYamlReader *reader, const abNode *root, const abNode *node);
void ab_yaml_read_sensors(abYamlReader *reader, const abNode *root, const abNode *node);
void ab_yaml_read_outputs(abYamlReader *reader, const abNode *root, const abNode *node);
void ab_yaml_read_fields(abYamlReader *reader, const abNode *root, const abNode *node);
void ab_yaml_read_splines(abYamlReader *reader, const abNode *root, const abNode *node);
void ab_yaml_read_expression_units(abYamlReader *reader, const abNode *root, const abNode *node);

// Checks the expressions that were read, now that all names are known.
void ab_yaml_check_expressions(abYamlReader *reader);

// Reads markers, a mapping of names, of a body; of the world for the id none.
void ab_yaml_read_markers(abYamlReader *reader, const abNode *node, abBodyId body);

// Reads `materials`, `pairs` and `include` of the model.
void ab_yaml_read_materials(abYamlReader *reader, const abNode *root);

// Checks the key `abut`, the version of the format.
void ab_yaml_check_version(abYamlReader *reader, const abNode *root);
// Reads `units` into the context.
void ab_yaml_read_units(abYamlReader *reader, const abNode *root);

// True when the name is new; it is then known to be defined at `place`. A name known from the same
// file is a problem: "`what` is given twice". One known from another file is passed over.
bool ab_yaml_claim(abYamlReader *reader, abTextMap *known, const char *name, abPlace place,
                   const char *what);

// Takes note of what ab_model_add_...() answered.
void ab_yaml_added(abYamlReader *reader, abResult result);
// Marks the definition at `place` as wrong when problems came up since there were `before`.
void ab_yaml_taint(abYamlReader *reader, abPlace place, int before);

// Adds the problem that `name` wants a mapping or a list, `wanted`, of something; false.
bool ab_yaml_wants(abYamlReader *reader, const abNode *node, const char *name, const char *wanted,
                   const char *of);
// Whether the node is a mapping (a list) or empty; adds a problem when not.
bool ab_yaml_is_map(abYamlReader *reader, const abNode *node, const char *name, const char *of);
bool ab_yaml_is_list(abYamlReader *reader, const abNode *node, const char *name, const char *of);
// Two keys of which only one may be given.
void ab_yaml_exclusive(abYamlReader *reader, const abNode *map, const char *a, const char *b);
// Two texts of a list of two, as in `between: [a, b]`.
bool ab_yaml_two_texts(abYamlReader *reader, const abNode *map, const char *key, const char *what,
                       const char *out[2]);

// The names of a list, joined.
const char *ab_yaml_choice_words(const abChoice *choice, char *out, size_t size);
// Adds the problem that a list has no such name, with the nearest it has.
void ab_yaml_unknown_kind(abYamlReader *reader, abPlace place, const abChoice *choice,
                          const char *name);
// The kind that a node names; the one that a mapping names under `key`. -1 after a problem.
int ab_yaml_named_kind(abYamlReader *reader, const abNode *node, const char *key,
                       const abChoice *choice);
int ab_yaml_read_kind(abYamlReader *reader, const abNode *map, const char *key, const char *what,
                      const abChoice *choice);

#endif
