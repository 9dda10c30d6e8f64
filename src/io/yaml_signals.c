// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// yaml_signals.c - markers, and the sections of what looks at the motion.

#include <stdio.h>

#include "io/yaml_reader.h"
#include "model/tables.h"

enum { WHAT = 100 };

// "marker tip"
static const char *what_named(const char *kind, const char *name, char *out) {
    char shown[60];
    snprintf(out, WHAT, "%s %s", kind, ab_text_shown(name, shown, sizeof shown));
    return out;
}

static void read_marker(abYamlReader *reader, const abNodeItem *item, abBodyId body) {
    int before = reader->context.problems;
    char what[WHAT];
    abMarkerDef def = ab_marker_def();
    def.name = item->key;
    def.place = item->key_place;
    abYamlTarget target = {.table = &ab_marker_table, .object = &def};
    ab_yaml_fill(&reader->context, item->value, what_named("marker", item->key, what), &target, 1,
                 NULL);
    ab_yaml_exclusive(reader, item->value, "orientation", "rotation");
    ab_yaml_added(reader, ab_model_add_marker(reader->model, body, &def, reader->context.error));
    ab_yaml_taint(reader, def.place, before);
}

void ab_yaml_read_markers(abYamlReader *reader, const abNode *node, abBodyId body) {
    if (!ab_yaml_is_map(reader, node, "markers", "names to markers")) {
        reader->lost_names = true;
        return;
    }
    for (const abNodeItem *item = node->first; item != NULL; item = item->next) {
        read_marker(reader, item, body);
    }
}
